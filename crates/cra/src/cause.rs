//! What a wait, or the refusal to make an operation asynchronous, comes from.
//!
//! Noted where the decision is made; [`crate::explain`] finds out the rest when somebody asks.

use effects::{SiteId, StmtRef};

/// The statement that was in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    pub at: StmtRef,
    pub need: Need,
}

/// Why it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// What the host does there, in functions it calls, too.
    HostAction,
    /// What a function called there does behind a call that used to complete the operation.
    BehindCompletion,
    /// An exception may leave the scope there.
    Unwinding,
    /// The function returns there.
    Return,
    /// The program ends there.
    ProcessEnd,
    /// Another operation is issued there, or was before.
    Operation(SiteId),
}

impl Cause {
    pub fn new(at: StmtRef, need: Need) -> Cause {
        Cause { at, need }
    }

    pub fn host(at: StmtRef) -> Cause {
        Cause::new(at, Need::HostAction)
    }
}
