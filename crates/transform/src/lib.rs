//! Component 4: from decisions to source text.
//!
//! *Takes* a module, its effects and the CRA results; *gives* a serialisable [`Plan`] (streams,
//! events, waits, guards, each with its place) and the [`edit::Edits`] that carry it out. *Promises*
//! that text outside the edits stays byte for byte what it was, that an argument with side effects
//! is evaluated once, and that nothing is edited in a macro's body or in a header.

mod assign;
mod edits;
mod helper;
mod host_memory;
mod names;
mod pieces;
mod pin;
mod plan;
mod reuse;
mod trace;
mod wording;

pub use assign::{assign, Streams};
pub use edits::{edits_for, EditFailure};
pub use helper::MARKER;
pub use plan::{plan, Pin, Plan, PlannedCall, PlannedGuard, PlannedJoin, PlannedOp, PlannedWait};
pub use trace::{predict, walks, Prediction, Walked};
