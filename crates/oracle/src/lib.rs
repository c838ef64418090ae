//! The effect oracle: runs CUDA programs in the simulator and compares the bytes that host code, kernels and copies
//! touch with what `effects` says of their statements.
//!
//! Whatever rewrites a program and whatever checks the output share those facts, so that nothing else notices when one
//! is missing.
//!
//! *Takes* a program ([`Program`]), *gives* an executable that logs its accesses ([`Lab::build`]), the log of a run
//! ([`Lab::run`]), and the accesses that no fact allows ([`compare`]). *Promises* that each of them happened, in a
//! statement whose facts the rewriting relies on.

mod check;
mod code;
mod debug;
mod lab;
mod log;
mod program;
mod split;

pub use check::{compare, Comparison, Finding};
pub use lab::{Built, Failure, Lab, Run};
pub use program::Program;
