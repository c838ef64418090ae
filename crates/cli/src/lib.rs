//! The commands of StreamAlloc.
//!
//! *Takes* a command line, *gives* rewritten files, reports and an exit status, *promises* that a
//! file is written whole or not at all, and only after the output has been parsed again.

pub mod args;
mod check_command;
mod check_report;
mod emit;
mod excerpt;
mod explain_command;
mod explain_report;
mod git;
mod html_report;
mod launcher;
mod output;
pub mod pipeline;
mod progress;
mod project;
mod report;
mod run;
mod sarif;
mod self_check;
mod summary;
mod suppress;
mod timeline;
mod transform_command;
mod verify;
mod workers;

pub use launcher::launch;
pub use run::{run, Status};
pub use transform::Pin;
