//! Random CUDA programs, rewritten and compared with their originals.
//!
//! **Takes** a seed. **Gives** a CUDA program ([`generate`](generate::generate)) that is valid,
//! free of races and deterministic by construction, and says whether StreamAlloc's output does the
//! same under every behaviour of the simulated device ([`check`]). A program whose output differs is
//! made smaller as long as it differs ([`shrink`]).
//!
//! **Promises**: a seed always gives the same program. A difference is a fault of the rewriter,
//! unless the original disagrees with itself, which is reported as such.

pub mod check;
pub mod generate;
pub mod mutate;
pub mod print;
pub mod rng;
pub mod settle;
pub mod shrink;
pub mod tree;
pub mod valid;
