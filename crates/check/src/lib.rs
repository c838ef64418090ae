//! Hazard checker for asynchronous CUDA programs.
//!
//! *Takes* a module and its [`effects::Effects`], whoever wrote the program: hand-written asynchronous
//! code first of all, and the outputs of `transform`. *Gives* [`Finding`]s: pairs of operations, or of an
//! operation and the host, that touch common memory without order, and uses of streams and events that
//! do not do what they seem to.
//!
//! It follows each operation from its issue: which streams and events come after it ([`state`]),
//! through branches, loops, exceptions and calls ([`expand`]), by the rules of blocking, non-blocking,
//! legacy and per-thread default streams, until the host has waited for it on every path.
//!
//! *Promises* that a conflict between accesses whose pointers are followed is found if some path of the
//! control-flow graph leaves it without order. Elements of an array of streams or events count as one:
//! operations with the same array are taken to use the same element. It shares nothing with the
//! rewriter beyond the front end, the model and the effects.

mod expand;
mod finding;
mod hazard;
mod helper;
mod memory;
mod program;
mod queue;
mod recursion;
mod relevant;
mod solve;
mod spin;
mod state;
mod step;

pub use finding::{Code, Confidence, Finding};
pub use helper::{adopt as adopt_helper, is_added, is_helper};

use effects::{row_of, Aliases, Effects, LocId, StmtRef};
use expand::Expansion;
use hazard::Scan;
use helper::Helper;
use ir::{FnId, Module};
use memory::Memory;
use model::OpKind;
use queue::Queues;
use recursion::Recursion;
use relevant::Relevant;
use spin::SpinLoops;
use std::collections::{BTreeMap, BTreeSet};
use step::Steps;

/// What the build decides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The default stream is an ordinary one of each thread.
    pub per_thread_default_stream: bool,
    /// Rely on what `cudaFree` and its like were seen to do, and the documents do not promise: wait for
    /// the device before they free.
    pub trust_frees: bool,
}

/// Checks a unit. Findings are in the order of the text.
pub fn check(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    options: Options,
) -> Vec<Finding> {
    let helper = Helper::of(module);
    let relevant = Relevant::of(module, effects);
    let recursion = Recursion::of(module, effects);
    let spin = SpinLoops::of(module);
    let registers = module
        .function_ids()
        .any(|id| row_of(module, id).and_then(|row| row.op) == Some(OpKind::Register));
    let mut found = Vec::new();
    let mut seen: BTreeSet<FnId> = BTreeSet::new();
    for root in relevant.roots(module, effects) {
        if seen.contains(&root) && module.function(root).linkage == ir::Linkage::Internal {
            continue;
        }
        let mut queues = Queues::new(options.per_thread_default_stream);
        let mut memory = Memory::new(module, effects, aliases, &helper, &recursion, root);
        let steps = Steps {
            queues: &mut queues,
            helper: &helper,
            spin: &spin,
            registers,
            trust_frees: options.trust_frees,
        };
        let program = Expansion::new(&mut memory, steps, &relevant, &recursion).run();
        seen.extend(memory.chains.iter().map(|c| c.function));
        let before = solve::solve(&program, &queues);
        let scan =
            Scan { memory: &mut memory, queues: &queues, program: &program, found: Vec::new() };
        let mut of_root = scan.run(&before);
        // What code does that is not followed is not known in its order.
        let unordered = program.operations.iter().any(|op| op.hidden && op.issued);
        of_root.iter_mut().for_each(|f| f.hidden |= unordered);
        found.extend(of_root);
    }
    distinct(module, found)
}

/// One finding of a kind for each pair of places; of host accesses to one object in one function the
/// first.
fn distinct(module: &Module, found: Vec<Finding>) -> Vec<Finding> {
    type Key = (Code, StmtRef, Option<LocId>, Option<StmtRef>, FnId);
    let position = |at: StmtRef| at.stmt(module).map_or((0, 0), |s| (s.span.file.0, s.span.start));
    let mut best: BTreeMap<Key, Finding> = BTreeMap::new();
    for finding in found {
        let second = finding.is_about_places().then_some(finding.second);
        let key = (finding.code, finding.first, finding.object, second, finding.second.function);
        let rank = |f: &Finding| (std::cmp::Reverse(f.confidence), position(f.second));
        match best.get(&key) {
            Some(known) if rank(known) <= rank(&finding) => {}
            _ => {
                best.insert(key, finding);
            }
        }
    }
    let mut all: Vec<Finding> = best.into_values().collect();
    all.sort_by_key(|f| (position(f.second), position(f.first), f.code));
    all
}
