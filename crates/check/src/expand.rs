//! From a function to its [`Program`]: calls of functions that issue, order or release anything are
//! replaced by their bodies.
//!
//! Recursion, callbacks of library functions, and what lies too deep are not followed: such a call is
//! one step, which may do what its summary says, in any order.

use crate::memory::{ChainId, Memory, ROOT};
use crate::program::{NodeId, Program};
use crate::relevant::Relevant;
use crate::step::Steps;
use effects::StmtRef;
use ir::{Body, Callee, FnId, Stmt, StmtKind};
use std::collections::HashSet;

/// Calls that are followed one into the other.
const MAX_DEPTH: usize = 24;
/// Nodes beyond which no more calls are followed.
const MAX_NODES: usize = 60_000;

/// Where a function begins and ends in the graph.
struct Ends {
    entry: NodeId,
    exit: Option<NodeId>,
    unwind: Option<NodeId>,
}

/// Makes the graph of one root.
pub struct Expansion<'a, 'm> {
    pub memory: &'a mut Memory<'m>,
    pub steps: Steps<'a>,
    pub relevant: &'a Relevant,
    pub program: Program,
}

impl Expansion<'_, '_> {
    /// The program that the root runs.
    pub fn run(mut self) -> Program {
        self.function(ROOT);
        self.program
    }

    fn function(&mut self, chain: ChainId) -> Option<Ends> {
        let module = self.memory.module;
        let id = self.memory.chain(chain).function;
        let body = module.function(id).body.as_ref()?;
        let first: Vec<NodeId> = body.blocks.iter().map(|_| self.program.new_node()).collect();
        for block in body.block_ids() {
            self.block(chain, id, body, block, &first);
        }
        let node = |block: Option<ir::BlockId>| block.map(|b| first[b.index()]);
        Some(Ends { entry: first[0], exit: node(body.exit), unwind: node(body.unwind_exit) })
    }

    fn block(
        &mut self,
        chain: ChainId,
        function: FnId,
        body: &Body,
        block: ir::BlockId,
        first: &[NodeId],
    ) {
        let mut node = first[block.index()];
        let the_block = body.block(block);
        let pad = the_block.unwind.or(body.unwind_exit).map(|b| first[b.index()]);
        for (index, stmt) in the_block.stmts.iter().enumerate() {
            let at = StmtRef { function, block, index: index as u32 };
            let Some(facts) = self.memory.effects.stmt(at) else { continue };
            let (noreturn, may_throw) = (facts.noreturn, facts.may_throw);
            let targets = self.followed(chain, at, stmt);
            match targets.is_empty() {
                false => node = self.calls(chain, at, stmt, &targets, node, pad),
                true => {
                    let step = self.steps.step(self.memory, &mut self.program, chain, at, stmt);
                    let last = index + 1 == the_block.stmts.len();
                    let unwinds = may_throw && last && the_block.unwind.is_some();
                    if unwinds || !step.is_idle() {
                        self.program.node_mut(node).steps.push(step);
                    }
                    if unwinds {
                        self.program.node_mut(node).unwind = pad;
                    }
                }
            }
            if noreturn {
                return;
            }
        }
        let succs = the_block.succs.iter().map(|s| first[s.index()]);
        self.program.node_mut(node).succs.extend(succs);
    }

    /// Functions whose bodies stand for a call.
    fn followed(&self, chain: ChainId, at: StmtRef, stmt: &Stmt) -> Vec<FnId> {
        let StmtKind::Call(call) = &stmt.kind else { return Vec::new() };
        let module = self.memory.module;
        match call.callee {
            Callee::Launch(_) => return Vec::new(),
            // A library function that calls back passes arguments of its own.
            Callee::Direct(id) if module.function(id).body.is_none() => return Vec::new(),
            _ => {}
        }
        let Some(facts) = self.memory.effects.stmt(at) else { return Vec::new() };
        let followed = |id: &FnId| {
            self.relevant.contains(*id)
                && !self.memory.is_on_chain(chain, *id)
                && module.function(*id).body.is_some()
        };
        let room = self.memory.chain(chain).depth < MAX_DEPTH
            && self.program.nodes.len() < MAX_NODES;
        let relevant = facts.callees.iter().any(|id| self.relevant.contains(*id));
        match room && relevant && facts.callees.iter().all(|id| followed(id) || !self.relevant.contains(*id)) {
            true => facts.callees.clone(),
            false => Vec::new(),
        }
    }

    /// Replaces a call by the bodies it may go to; gives the node where control comes back.
    fn calls(
        &mut self,
        chain: ChainId,
        at: StmtRef,
        stmt: &Stmt,
        targets: &[FnId],
        node: NodeId,
        pad: Option<NodeId>,
    ) -> NodeId {
        let arguments = self.steps.arguments(self.memory, chain, at, stmt);
        if !arguments.is_idle() {
            self.program.node_mut(node).steps.push(arguments);
        }
        let back = self.program.new_node();
        for target in targets {
            let called = self.memory.called(at, chain, *target);
            let Some(ends) = self.function(called) else { continue };
            self.program.node_mut(node).succs.push(ends.entry);
            if let Some(exit) = ends.exit {
                self.program.node_mut(exit).succs.push(back);
            }
            if let (Some(unwind), Some(pad)) = (ends.unwind, pad) {
                self.program.node_mut(unwind).succs.push(pad);
            }
        }
        back
    }
}

/// Numbers of nodes by the order in which a search meets them.
pub fn reverse_post_order(program: &Program) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen: HashSet<NodeId> = HashSet::new();
    // Each entry is a node and how many of its successors have been visited.
    let mut stack = vec![(NodeId(0), 0)];
    seen.insert(NodeId(0));
    while let Some((node, next)) = stack.pop() {
        let here = program.node(node);
        let succs: Vec<NodeId> = here.succs.iter().copied().chain(here.unwind).collect();
        match succs.get(next) {
            None => order.push(node),
            Some(succ) => {
                stack.push((node, next + 1));
                if seen.insert(*succ) {
                    stack.push((*succ, 0));
                }
            }
        }
    }
    order.reverse();
    order
}
