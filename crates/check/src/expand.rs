//! From a function to its [`Program`]: calls of functions that issue, order or release anything are
//! replaced by their bodies.
//!
//! Of a recursive function, a few activations are told apart. The innermost stands for all deeper ones:
//! a call in it leads back to its own entry, and its end to wherever one of them may return, so that
//! every path that the program can take is one of the graph.
//!
//! Callbacks of library functions, and what lies too deep, are not followed: such a call is one step,
//! which may do what its summary says, in any order.

use crate::memory::{ChainId, Memory, ROOT};
use crate::program::{NodeId, Program};
use crate::recursion::Recursion;
use crate::relevant::Relevant;
use crate::step::Steps;
use effects::StmtRef;
use ir::{BlockId, Body, Callee, FnId, LoopId, Stmt, StmtKind};
use std::collections::{BTreeSet, HashMap};

/// Calls that are followed one into the other.
const MAX_DEPTH: usize = 24;
/// Nodes beyond which no more calls are followed.
const MAX_NODES: usize = 60_000;
/// Activations of a recursive function that are told apart.
const MAX_ACTIVATIONS: usize = 2;
/// Nodes beyond which they are not.
const MANY_NODES: usize = 10_000;

/// Where a function begins and ends in the graph.
#[derive(Clone, Copy)]
struct Ends {
    entry: NodeId,
    exit: Option<NodeId>,
    unwind: Option<NodeId>,
}

/// Makes the graph of one root.
pub struct Expansion<'a, 'm> {
    memory: &'a mut Memory<'m>,
    steps: Steps<'a>,
    relevant: &'a Relevant,
    recursion: &'a Recursion,
    program: Program,
    ends: HashMap<ChainId, Ends>,
}

impl<'a, 'm> Expansion<'a, 'm> {
    /// An expansion from the root of `memory`.
    pub fn new(
        memory: &'a mut Memory<'m>,
        steps: Steps<'a>,
        relevant: &'a Relevant,
        recursion: &'a Recursion,
    ) -> Self {
        let (program, ends) = (Program::default(), HashMap::new());
        Expansion { memory, steps, relevant, recursion, program, ends }
    }

    /// The program that the root runs.
    pub fn run(mut self) -> Program {
        let ends = self.function(ROOT);
        let root = self.memory.chain(ROOT).function;
        if let Some(ends) = ends.filter(|_| self.memory.module.function(root).name == "main") {
            self.program.dying = dying(&self.program, &ends);
        }
        self.program
    }

    fn function(&mut self, chain: ChainId) -> Option<Ends> {
        let module = self.memory.module;
        let id = self.memory.chain(chain).function;
        let body = module.function(id).body.as_ref()?;
        let first: Vec<NodeId> = body.blocks.iter().map(|_| self.program.new_node()).collect();
        let node = |block: Option<BlockId>| block.map(|b| first[b.index()]);
        let ends = Ends { entry: first[0], exit: node(body.exit), unwind: node(body.unwind_exit) };
        self.ends.insert(chain, ends);
        for block in body.block_ids() {
            self.block(chain, id, body, block, &first);
        }
        for (header, inside) in self.element_waits(chain, id, body) {
            self.enter(body, header, inside, &first);
        }
        Some(ends)
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

    /// Headers of loops that wait for the elements of an array of streams or events, with the loops.
    fn element_waits(&mut self, chain: ChainId, id: FnId, body: &Body) -> Vec<(Header, LoopId)> {
        let mut loops: BTreeSet<LoopId> = BTreeSet::new();
        for block in body.block_ids() {
            let Some(innermost) = body.block(block).loop_ else { continue };
            for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                let at = StmtRef { function: id, block, index: index as u32 };
                if self.steps.waits_for_an_element(self.memory, chain, at, stmt) {
                    loops.insert(innermost);
                }
            }
        }
        loops.into_iter().filter_map(|inside| Some((header(body, inside)?, inside))).collect()
    }

    /// Makes a loop run at least once: such a loop has an iteration for each stream that was used, which
    /// the graph does not show. Whoever comes from outside passes a copy of the header that leads
    /// nowhere but into the loop.
    fn enter(&mut self, body: &Body, header: Header, inside: LoopId, first: &[NodeId]) {
        let is_in = |b: BlockId| is_in(body, b, inside);
        let old = first[header.block.index()];
        let within: Vec<NodeId> = first
            .iter()
            .zip(body.block_ids())
            .filter(|(_, block)| is_in(*block))
            .map(|(node, _)| *node)
            .collect();
        let mut copy = self.program.node(old).clone();
        copy.succs.retain(|s| within.contains(s) && *s != old);
        if copy.succs.is_empty() || !copy.steps.iter().all(|s| s.operations.is_empty()) {
            return;
        }
        let entry = self.program.new_node();
        *self.program.node_mut(entry) = copy;
        for block in header.before {
            self.redirect(first[block.index()], old, entry);
        }
    }

    /// Lets edges to one node go to another, from a block's first node and those that follow it.
    fn redirect(&mut self, from: NodeId, old: NodeId, new: NodeId) {
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            if node == old || node == new || !seen.insert(node) {
                continue;
            }
            let succs = &mut self.program.node_mut(node).succs;
            match succs.iter_mut().find(|s| **s == old) {
                Some(succ) => *succ = new,
                None => work.extend(succs.iter().copied()),
            }
        }
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
        let followed =
            |id: &FnId| self.relevant.contains(*id) && module.function(*id).body.is_some();
        let room =
            self.memory.chain(chain).depth < MAX_DEPTH && self.program.nodes.len() < MAX_NODES;
        let relevant = facts.callees.iter().any(|id| self.relevant.contains(*id));
        match room
            && relevant
            && facts.callees.iter().all(|id| followed(id) || !self.relevant.contains(*id))
        {
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
            let Some(ends) = self.target(chain, at, *target) else { continue };
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

    /// Where a call leads: to the activation that stands for all deeper ones, or to a new one.
    fn target(&mut self, chain: ChainId, at: StmtRef, target: FnId) -> Option<Ends> {
        let active = self.memory.activations(chain, target);
        if let Some(merged) = active.first().filter(|id| self.memory.chain(**id).merged) {
            return self.ends.get(merged).copied();
        }
        let many = self.recursion.contains(target) && self.program.nodes.len() > MANY_NODES;
        let merged = many || active.len() + 1 >= MAX_ACTIVATIONS;
        let called = self.memory.called(at, chain, target, merged);
        self.function(called)
    }
}

/// Where the iterations of a loop begin.
struct Header {
    block: BlockId,
    /// Blocks that lead there once.
    before: Vec<BlockId>,
}

fn is_in(body: &Body, block: BlockId, inside: LoopId) -> bool {
    body.loops_around(body.block(block).loop_).any(|l| l == inside)
}

/// The header of a loop that is entered in one place.
fn header(body: &Body, inside: LoopId) -> Option<Header> {
    let leads_to =
        |to: BlockId| body.block_ids().filter(move |b| body.block(*b).succs.contains(&to));
    let mut entries = body
        .block_ids()
        .filter(|b| is_in(body, *b, inside) && leads_to(*b).any(|p| !is_in(body, p, inside)));
    let (mut block, None) = (entries.next()?, entries.next()) else { return None };
    let mut before: Vec<BlockId> = leads_to(block).filter(|p| !is_in(body, *p, inside)).collect();
    // What belongs to the loop but runs once, before the first iteration.
    while leads_to(block).all(|p| before.contains(&p)) {
        let [next] = body.block(block).succs[..] else { return None };
        before = vec![block];
        block = next;
    }
    Some(Header { block, before })
}

/// Nodes that lead to the end of unwinding and nowhere else.
fn dying(program: &Program, ends: &Ends) -> BTreeSet<NodeId> {
    let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); program.nodes.len()];
    for (index, node) in program.nodes.iter().enumerate() {
        for succ in node.succs.iter().chain(&node.unwind) {
            before[succ.0 as usize].push(NodeId(index as u32));
        }
    }
    let reaches = |end: Option<NodeId>| {
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let mut work: Vec<NodeId> = end.into_iter().collect();
        while let Some(node) = work.pop() {
            if seen.insert(node) {
                work.extend(&before[node.0 as usize]);
            }
        }
        seen
    };
    let returns = reaches(ends.exit);
    reaches(ends.unwind).difference(&returns).copied().collect()
}
