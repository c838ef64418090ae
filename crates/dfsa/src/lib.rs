//! Component 3: data-flow stream assignment (DFSA).
//!
//! Takes a graph of device operations and the dependences between them ([`OpGraph`]), gives each operation one
//! stream for good ([`assign_streams`]), and tells what that is worth in virtual time ([`timeline`]). Everything
//! here is a pure function of its arguments: no C++ source, no CUDA runtime, no clock, no randomness.
//!
//! | module | takes | gives |
//! |---|---|---|
//! | [`graph`] | operations and dependences | a validated graph, its topological order, a Graphviz picture |
//! | [`cover`] | a graph | the fewest chains that cover it, heavy chains kept whole |
//! | [`assign`] | a graph, a machine, a limit on streams | the stream of every operation |
//! | [`list`] | a graph and an assignment | an issue order by critical path |
//! | [`timeline`] | a program of issues and waits | when each thing runs, and how long the host is blocked |
//! | [`optimum`] | a graph of up to 12 operations | the best makespan there is, by exhaustive search |
//! | [`cost`] | bytes, direction, kind of memory | nanoseconds, from a machine's measured table |
//! | [`text`] | a timeline | a picture for the terminal |
//!
//! **Invariant: an assignment never decides correctness.** Every dependence whose ends have different streams
//! needs an event (or a host wait), every other one is kept by the stream's FIFO order; whoever writes the program
//! derives both from the graph. A bad assignment costs time, never results.
//!
//! All times are nanoseconds of virtual time, as `f64`.

pub mod assign;
pub mod cost;
pub mod cover;
mod device;
mod expand;
pub mod graph;
mod improve;
pub mod list;
pub mod machine;
mod matching;
pub mod optimum;
mod pack;
#[cfg(test)]
mod quality;
mod reorder;
#[cfg(test)]
mod testing;
pub mod text;
pub mod timeline;

pub use assign::{assign_streams, assign_streams_with, schedule, Assignment, Options, Schedule};
pub use cost::{CostError, CostModel, Direction, HostMemory};
pub use graph::{Edge, Engine, GraphError, Op, OpGraph};
pub use list::{list_schedule, list_schedule_with};
pub use machine::Machine;
pub use timeline::{
    evaluate, issue_program, lower_bound, Item, Program, ProgramError, Row, Span, SpanKind,
    StreamRef, Timeline,
};
