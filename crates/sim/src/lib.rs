//! Runs CUDA programs on the CPU, on a device that is out to expose missing waits.
//!
//! **Takes** CUDA C++ sources. **Gives** an executable ([`build`]), its output under one behaviour of the device ([`run`]), or
//! the differences between two programs over many behaviours ([`compare`]).
//!
//! **Promises**: operations of one stream run in order, legacy-stream, event and host-wait rules hold as documented and measured,
//! and everything that these leave open is chosen by a *seed*: operations run as early as they can, as late as they may, or
//! in between; kernels and copies are interrupted by others; a pageable upload is staged or reads its source late; freed device
//! memory is handed out again or becomes inaccessible; fresh memory has other contents for every seed. A program whose output
//! changes with the seed relies on something that CUDA does not promise. A correct program prints the same for every seed,
//! and two runs with the same seed are alike (as long as the program itself is deterministic and keeps to one host thread).
//!
//! How it works: the source is preprocessed by g++, CUDA syntax is translated to C++ ([`translate`]), and the result is linked
//! to a runtime whose headers (`runtime/`, embedded here) stand in for NVIDIA's. `runtime/streamalloc_sim/impl/policy.h` lists
//! what each seed does; `impl/settings.h` the environment variables (`SIM_SEED`, `SIM_TRACE`, …) that a program obeys.
//!
//! Exit codes of a simulated program: its own, or [`FAULT_EXIT_CODE`] after a message on standard error when it touches memory
//! that it must not (freed or never allocated device memory, copies out of range, a source buffer that is gone), or
//! [`UNSUPPORTED_EXIT_CODE`] when it needs something that the simulator lacks.

mod compare;
mod compile;
mod memory;
mod run;
mod translate;
mod work_dir;

pub use compare::{compare, CompareOptions, Comparison, Difference};
pub use compile::{build, build_observed, BuildError, Observer};
pub use memory::MemoryLog;
pub use run::{
    run, run_seeds, run_with, Output, RunOptions, Stopped, FAULT_EXIT_CODE, UNSUPPORTED_EXIT_CODE,
};
pub use translate::translate;
