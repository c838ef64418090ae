//! What code of other files may have in flight, which this file knows nothing of.
//!
//! A legacy operation of the original came after all that other code had queued in the legacy stream and in blocking
//! streams of its own, and a synchronous one completed it. Operations in our streams come after the former by
//! themselves, but not after the latter: so a join stands before the first of them. And what the host then touches of
//! memory that other code reaches needs the wait that the synchronous call no longer is.
//!
//! *Takes* the state before a statement, *gives* the waits and tells about the join. *Promises* that no operation that
//! is ours is issued before what other code had queued earlier, and that the host finds complete what it had found
//! complete. Sources of copies are not looked at: what kernels reach of the host is page-locked or managed, and is read
//! in the order of streams.

use crate::decide::{FunctionCra, Mode};
use crate::flight::{FlightId, InFlight};
use crate::reuse::may_be_page_locked;
use crate::scan::{Point, Scan};
use dataflow::BitSet;
use effects::{Access, Object, Tri};
use ir::{AnchorId, BlockId, Body};
use model::MemoryKind;
use std::collections::BTreeSet;

/// What other code may have queued just now; whether our streams are known to come after it.
pub(crate) fn unknown_work(joined: bool) -> InFlight {
    InFlight { done: Tri::No, joined, covers: BitSet::new() }
}

/// Flights to be waited for before a statement that touches memory which other code reaches.
pub(crate) fn plan(
    scan: &mut Scan<'_>,
    function: &FunctionCra,
    point: &Point,
) -> BTreeSet<FlightId> {
    let Some(work) = point.state.foreign.as_ref().filter(|work| work.done != Tri::No) else {
        return BTreeSet::new();
    };
    let completers: Vec<FlightId> = point
        .state
        .air
        .iter()
        .filter(|(id, flight)| flight.done != Tri::No && is_completer(scan, function, **id))
        .map(|(id, _)| *id)
        .collect();
    if completers.is_empty() {
        return BTreeSet::new();
    }
    let touched = scan.touched(point.at);
    if !touched.into_iter().any(|access| is_reached(scan, access)) {
        return BTreeSet::new();
    }
    // One is enough that comes after the work on every path.
    let covers = |id: &FlightId| work.done == Tri::Yes && work.covers.contains(id.index());
    match completers.iter().copied().find(covers) {
        Some(one) => BTreeSet::from([one]),
        None => completers.into_iter().collect(),
    }
}

fn is_completer(scan: &Scan<'_>, function: &FunctionCra, id: FlightId) -> bool {
    let site = function.flights.get(id).site;
    scan.constraints.modes[site.0 as usize] == Mode::Async && scan.completes_itself(function, id)
}

/// Whether device work of other code may touch what the host accesses.
fn is_reached(scan: &mut Scan<'_>, access: Access) -> bool {
    let (module, id) = (scan.module, scan.id);
    let places = scan.aliases.concretize(module, scan.effects, id, access.loc);
    places.iter().any(|place| {
        let device_may = match scan.effects.locations.kind(place) {
            Object::Unknown => true,
            Object::Heap { memory, .. } => *memory != MemoryKind::Device,
            Object::Var(var) => {
                let var = module.var(*var);
                var.memory == Some(ir::DeviceMemory::Managed) || may_be_page_locked(var)
            }
            _ => false,
        };
        device_may && scan.aliases.has_escaped(module, scan.effects, id, place)
    })
}

/// Whether an operation of ours at this statement may come before work of other code that it has to follow.
pub(crate) fn needs_join(scan: &Scan<'_>, function: &FunctionCra, point: &Point) -> bool {
    let pending = point.state.foreign.as_ref().is_some_and(|work| !work.joined);
    pending
        && function.flights.at(point.at).iter().any(|id| {
            let flight = function.flights.get(*id);
            let ours = scan.constraints.modes[flight.site.0 as usize] == Mode::Async;
            ours && (!flight.nested || !joins_itself(scan, point))
        })
}

/// Whether all functions that a statement calls see to that themselves.
fn joins_itself(scan: &Scan<'_>, point: &Point) -> bool {
    let callees = scan.effects.stmt(point.at).map_or(&[][..], |facts| &facts.callees);
    callees.iter().all(|callee| scan.effects.may_be_called_from_outside(scan.module, *callee))
}

/// Whether other code may run in the same anchor before a statement: no join can stand between.
pub(crate) fn runs_in_same_anchor(scan: &Scan<'_>, body: &Body, point: &Point) -> bool {
    let preds = crate::reuse::predecessors(body);
    let mut seen: BTreeSet<BlockId> = BTreeSet::new();
    let mut work = vec![(point.at.block, point.at.index as usize)];
    while let Some((block, end)) = work.pop() {
        let mut left = false;
        for index in (0..end).rev() {
            if body.block(block).stmts[index].anchor != point.anchor {
                left = true;
                break;
            }
            let at = effects::StmtRef { function: scan.id, block, index: index as u32 };
            if scan.effects.stmt(at).is_some_and(|f| f.flags.unknown || f.flags.device_change) {
                return true;
            }
        }
        if !left {
            let more = preds[block.index()].iter().filter(|p| seen.insert(**p));
            work.extend(more.map(|p| (*p, body.block(*p).stmts.len())));
        }
    }
    false
}

/// Whether other code runs in the loop, or the device may change.
pub(crate) fn runs_in_loop(scan: &Scan<'_>, body: &Body, loop_: ir::LoopId) -> bool {
    let facts = &scan.effects.functions[&scan.id];
    body.block_ids().any(|block| {
        body.loops_around(body.block(block).loop_).any(|l| l == loop_)
            && facts.stmts[block.index()].iter().any(|f| f.flags.unknown || f.flags.device_change)
    })
}

/// Sites that are issued at an anchor, and are ours.
pub(crate) fn own_sites(
    scan: &Scan<'_>,
    body: &Body,
    function: &FunctionCra,
    anchor: AnchorId,
) -> Vec<effects::SiteId> {
    let flights =
        function.flights.ids().filter(|f| scan.anchor_of(body, function, *f) == Some(anchor));
    flights.map(|f| function.flights.get(f).site).collect()
}
