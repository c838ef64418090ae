//! The solver: a worklist over blocks in reverse post-order.

use crate::order::reverse_post_order;
use ir::{BlockId, Body, Stmt};
use std::collections::BTreeSet;

/// A forward analysis.
pub trait Analysis {
    /// A join-semilattice of finite height.
    type Domain: Clone + PartialEq;

    /// The state at the function's entry.
    fn entry(&self) -> Self::Domain;

    /// Makes `into` the least upper bound of both; true if it moved.
    fn join(&self, into: &mut Self::Domain, from: &Self::Domain) -> bool;

    /// The effect of a statement.
    fn transfer(&self, state: &mut Self::Domain, block: BlockId, index: usize, stmt: &Stmt);

    /// The effect of what stands right before a statement, which has had it when the statement begins.
    fn arrive(&self, state: &mut Self::Domain, block: BlockId, index: usize) {
        let _ = (state, block, index);
    }

    /// The effect of a statement, the last of its block, that an exception leaves; with that of
    /// [`Analysis::arrive`].
    fn thrown(&self, state: &mut Self::Domain, block: BlockId, index: usize, stmt: &Stmt) {
        self.transfer(state, block, index, stmt);
    }

    /// The effect of leaving a block normally, after its last statement.
    fn leave(&self, state: &mut Self::Domain, block: BlockId) {
        let _ = (state, block);
    }

    /// Whether an exception may really leave the last statement of this block.
    fn unwinds(&self, block: BlockId) -> bool {
        let _ = block;
        true
    }
}

/// The fixed point.
pub struct Results<D> {
    /// State before each block; `None` for blocks that are never reached.
    pub before: Vec<Option<D>>,
}

impl<D: Clone + PartialEq> Results<D> {
    /// Walks a block, showing the state before each statement.
    pub fn visit<A: Analysis<Domain = D>>(
        &self,
        analysis: &A,
        body: &Body,
        block: BlockId,
        mut f: impl FnMut(&D, usize, &Stmt),
    ) {
        let Some(Some(before)) = self.before.get(block.index()) else { return };
        let mut state = before.clone();
        for (index, stmt) in body.block(block).stmts.iter().enumerate() {
            f(&state, index, stmt);
            analysis.transfer(&mut state, block, index, stmt);
        }
    }

    /// The state after a block.
    pub fn after<A: Analysis<Domain = D>>(
        &self,
        analysis: &A,
        body: &Body,
        block: BlockId,
    ) -> Option<D> {
        let mut state = self.before.get(block.index())?.clone()?;
        for (index, stmt) in body.block(block).stmts.iter().enumerate() {
            analysis.transfer(&mut state, block, index, stmt);
        }
        analysis.leave(&mut state, block);
        Some(state)
    }
}

/// Solves a forward analysis.
pub fn solve<A: Analysis>(analysis: &A, body: &Body) -> Results<A::Domain> {
    let order = reverse_post_order(body);
    let mut rank = vec![usize::MAX; body.blocks.len()];
    for (index, block) in order.iter().enumerate() {
        rank[block.index()] = index;
    }
    let mut before: Vec<Option<A::Domain>> = vec![None; body.blocks.len()];
    let mut work = BTreeSet::new();
    if let Some(first) = before.first_mut() {
        *first = Some(analysis.entry());
        work.insert(0);
    }
    while let Some(next) = work.pop_first() {
        let id = order[next];
        let Some(mut state) = before[id.index()].clone() else { continue };
        let block = body.block(id);
        let mut last = state.clone();
        for (index, stmt) in block.stmts.iter().enumerate() {
            if index + 1 == block.stmts.len() {
                last = state.clone();
            }
            analysis.transfer(&mut state, id, index, stmt);
        }
        let mut flow = |to: BlockId, state: &A::Domain| {
            let moved = match &mut before[to.index()] {
                Some(known) => analysis.join(known, state),
                slot => {
                    *slot = Some(state.clone());
                    true
                }
            };
            if moved {
                work.insert(rank[to.index()]);
            }
        };
        let mut left = state.clone();
        analysis.leave(&mut left, id);
        for succ in &block.succs {
            flow(*succ, &left);
        }
        if let Some(pad) = block.unwind.filter(|_| analysis.unwinds(id)) {
            // The exception may come before or after the statement has had its effect.
            let end = block.stmts.iter().enumerate().next_back();
            if let Some((index, _)) = end {
                analysis.arrive(&mut last, id, index);
            }
            flow(pad, &last);
            if let Some((index, stmt)) = end {
                analysis.thrown(&mut last, id, index, stmt);
                flow(pad, &last);
            }
        }
    }
    Results { before }
}
