//! From a file and a command line to a parsed translation unit.
//!
//! *Takes* a CUDA or C++ source file and the options that nvcc (or clang, or gcc) would get; *gives* clang's syntax tree
//! of it; *promises* that what it gives was parsed without an error, and that every failure says what to do about it.
//!
//! * [`session`]: [`Frontend`], which combines the others.
//! * [`libclang`]: finds a libclang and its headers; `wheels` those of Python packages.
//! * [`toolkit`]: finds the CUDA declarations: a toolkit, or the headers that this program carries.
//! * [`options`]: translates command lines.
//! * [`probes`]: shows the special members of template instances, which libclang hides.
//! * `precompiled`: the headers that every CUDA file begins with, compiled once.
//! * [`headers`]: the headers that this program carries.
//! * `chevrons`: launches whose chevrons have blanks in them.
//! * [`doctor`]: reports on all of these.

mod chevrons;
pub mod doctor;
pub mod headers;
pub mod libclang;
pub mod options;
mod precompiled;
pub mod probes;
pub mod session;
pub mod toolkit;
mod wheels;

pub use doctor::DoctorReport;
pub use options::{DefaultStream, Language, Options, OptionsError, Products, Words};
pub use session::{read_source, Frontend, FrontendConfig, FrontendError, InputProblem, Parsed};
