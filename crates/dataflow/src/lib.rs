//! A small data-flow framework.
//!
//! *Takes* an [`Analysis`] whose domain is a join-semilattice of finite height and a function body,
//! *gives* the state before and after every block at the least fixed point, *promises* to end: every
//! `join` either leaves its left side as it was or moves it up.

mod bits;
mod engine;
mod hash;
mod order;
mod scc;

pub use bits::BitSet;
pub use engine::{solve, Analysis, Results};
pub use hash::{IndexHasher, IndexMap, IndexSet};
pub use order::{reverse_post_order, reverse_post_order_of};
pub use scc::strongly_connected;
