//! Component 2: Can-Run-Asynchronously (CRA) analysis.
//!
//! *Takes* a module and its [`effects::Effects`], *gives* for each operation site whether it may be
//! in flight past its statement ([`Mode`]), up to which program points (its *wait frontier*, the
//! [`Wait`]s), and which pairs of sites must stay ordered on the device. It is a forward data-flow
//! analysis of *flights*: operations that have been issued and that the host does not know to be
//! complete. Functions are analysed bottom-up; what a function leaves in flight continues in its
//! callers.
//!
//! *Promises*, for every path: before a host action that conflicts with a flight which the original
//! program had completed there, a wait stands; and every device-side conflict that the original
//! orders is in [`Cra::edges`]. Nothing is waited for that the original had not completed.

mod cause;
mod code;
mod decide;
mod explain;
mod flight;
mod foreign;
mod late;
mod order;
mod pin;
mod place;
mod print;
mod reuse;
mod scan;
mod summaries;
mod transfer;

pub use cause::{Cause, Need};
pub use code::{Code, Page};
pub use decide::{analyze, Cra, FunctionCra, Mode, Options, Reason};
pub use explain::{explain, Explanation, Step, What};
pub use flight::{Flight, FlightId, Flights};
pub use order::{implied_orders, Implied, Ordering};
pub use pin::{pinnable, runs_unseen_code, HostAllocation, NewMemory, NotPinned, Pinnable};
pub use place::{position_before, Guard, Join, Position, Wait};
pub use print::print_cra;
pub use reuse::{reused, Reused};
