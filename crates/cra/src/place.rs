//! Where waits, joins and guards go in the source.

use crate::cause::Cause;
use crate::flight::FlightId;
use effects::{SiteId, StmtRef};
use ir::{AnchorContext, AnchorId, Body, FnId, LoopId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A place where code can be put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Position {
    /// Before the statement, in the same block.
    Before(AnchorId),
    /// Before the statement, which becomes a block of its own.
    Wrap(AnchorId),
    /// In front of the expression, as `(code, expr)`.
    Inside(AnchorId),
    /// Before the closing brace.
    ScopeEnd(AnchorId),
}

impl Position {
    pub fn anchor(self) -> AnchorId {
        match self {
            Position::Before(a)
            | Position::Wrap(a)
            | Position::Inside(a)
            | Position::ScopeEnd(a) => a,
        }
    }
}

/// A host wait for operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    pub function: FnId,
    pub position: Position,
    pub flights: BTreeSet<FlightId>,
    pub sites: BTreeSet<SiteId>,
    /// The host action that needs it.
    pub needed_by: StmtRef,
    /// For each site what first needed it to be complete here.
    pub causes: BTreeMap<SiteId, Cause>,
}

/// A place where later work in other code's streams must be ordered after ours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Join {
    pub function: FnId,
    pub position: Position,
    pub before: StmtRef,
}

/// A local object whose end waits for operations, however its scope is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    pub function: FnId,
    /// The variable to be protected; `None` guards the whole function.
    pub var: Option<VarId>,
    pub sites: BTreeSet<SiteId>,
}

/// The place before everything that the anchor's statement evaluates, if code can be put there.
pub fn position_before(body: &Body, anchor: AnchorId) -> Option<Position> {
    match &body.anchor(anchor).context {
        AnchorContext::Block => Some(Position::Before(anchor)),
        AnchorContext::Body => Some(Position::Wrap(anchor)),
        AnchorContext::Expression => Some(Position::Inside(anchor)),
        AnchorContext::Once(parent) => position_before(body, *parent),
        AnchorContext::ScopeClose => Some(Position::ScopeEnd(anchor)),
        AnchorContext::Fixed | AnchorContext::FunctionOpen => None,
    }
}

/// The outermost loop around `inner` that is not in `keep`, with the place before it.
pub fn hoisted(
    body: &Body,
    inner: Option<LoopId>,
    mut may_leave: impl FnMut(LoopId) -> bool,
) -> Option<(LoopId, Position)> {
    let mut best = None;
    for id in body.loops_around(inner) {
        if !may_leave(id) {
            break;
        }
        if let Some(position) = position_before(body, body.loops[id.index()].anchor) {
            best = Some((id, position));
        }
    }
    best
}
