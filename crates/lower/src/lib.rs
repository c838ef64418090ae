//! The front end: from a source file to the IR.
//!
//! *Takes* a CUDA source file and compiler options, *gives* an [`ir::Module`], *promises* that every
//! effect of the source is in it, or stands there as an explicit unknown.

pub mod frontend;

mod alternatives;
mod call;
mod callbacks;
mod construct;
mod copy;
mod destroy;
mod expr;
mod function;
mod hidden;
mod inactive;
mod initialize;
mod iterate;
mod left_out;
mod lifetime;
mod names;
mod prune;
mod replaced;
mod stmt;
mod text;
mod thread_local;
mod unit;
mod unite;
mod user_code;

pub use inactive::only_this_build;
pub use unit::{lower_unit, unite_device_code};
