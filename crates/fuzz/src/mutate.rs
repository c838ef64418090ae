//! Mutation of outputs: takes away one wait, event or guard at a time, or moves an operation to another
//! stream, and asks who notices.
//!
//! *Takes* a program and its rewriting, *gives* for each mutant whether the checker finds a hazard that
//! the original does not have, and whether the program behaves otherwise in the simulator. A mutant
//! that neither notices shows a superfluous wait, or a blind spot.
//!
//! All mutants of a program are one executable that chooses among them when it runs; for the checker,
//! the call is changed in the IR.

mod judge;
mod points;
mod text;

pub use judge::{judge, Judged, Verdict};
pub use points::{points, Change, Point};
