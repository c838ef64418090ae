//! The transfer functions of the flight analysis.

use crate::decide::{Mode, Outcome};
use crate::flight::{FlightId, Flights, InFlight, State};
use crate::foreign::unknown_work;
use crate::summaries::Summaries;
use dataflow::{Analysis, BitSet};
use effects::{Effects, FunctionFacts, SiteId, StmtRef, Tri};
use ir::{BlockId, FnId, Stmt};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Waits that are planned so far, where the analysis applies them.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    /// Before a statement.
    pub at: HashMap<(BlockId, usize), BTreeSet<FlightId>>,
    /// At the end of the block that falls into a loop.
    pub end_of: HashMap<BlockId, BTreeSet<FlightId>>,
    /// Joins before a statement.
    pub joins: BTreeSet<(BlockId, usize)>,
    /// Joins where a block returns to the caller.
    pub end_joins: BTreeSet<BlockId>,
}

/// The flight analysis of one function.
pub(crate) struct FlightAnalysis<'a> {
    pub function: FnId,
    pub effects: &'a Effects,
    pub facts: &'a FunctionFacts,
    pub flights: &'a Flights,
    /// For each flight, those whose operations conflict with it.
    pub conflicts: &'a [BitSet],
    pub modes: &'a [Mode],
    /// How a site's call waits, with the memory kinds of its operands known.
    pub blocks: &'a HashMap<StmtRef, Tri>,
    pub callees: &'a Summaries,
    pub planned: &'a Planned,
    /// What other code has in flight at the function's entry.
    pub foreign: Option<InFlight>,
    /// Code of other files runs where the unit does not know what runs.
    pub meets_other_code: bool,
}

impl FlightAnalysis<'_> {
    pub fn stmt_ref(&self, block: BlockId, index: usize) -> StmtRef {
        StmtRef { function: self.function, block, index: index as u32 }
    }

    pub fn mode(&self, site: SiteId) -> Mode {
        self.modes[site.0 as usize]
    }

    /// Does what a statement does; `end` says how the functions end that it calls.
    fn run(&self, state: &mut State, at: StmtRef, end: End) {
        self.pass_planned(state, (at.block, at.index as usize));
        self.issue(state, at, end);
    }

    /// Waits and joins as it is planned for the place before a statement.
    fn pass_planned(&self, state: &mut State, place: (BlockId, usize)) {
        if let Some(waited) = self.planned.at.get(&place) {
            waited.iter().for_each(|id| state.land(*id));
        }
        if self.planned.joins.contains(&place) {
            state.order();
        }
    }

    /// Issues what a statement issues.
    fn issue(&self, state: &mut State, at: StmtRef, end: End) {
        let Some(facts) = self.effects.stmt(at) else { return };
        if facts.flags.device_sync || facts.flags.reset {
            state.sync();
        }
        state.device_changed |= facts.flags.device_change;
        let ends = self.ends(&facts.callees, end);
        let all_known = facts.callees.iter().all(|c| self.callees.get(*c).is_some());
        if all_known && !facts.callees.is_empty() && !(ends.is_empty() && end == End::Thrown) {
            self.after_callees(state, &ends);
        }
        for id in self.flights.at(at) {
            let flight = self.flights.get(*id);
            match flight.nested {
                true if ends.is_empty() => {}
                true => self.nested(state, *id, &ends, all_known),
                false => self.direct(state, *id, at),
            }
        }
        if self.meets_other_code && (facts.flags.unknown || facts.flags.device_change) {
            let completed = ends.iter().any(|end| end.lost.0 != Tri::No);
            let done = if completed { Tri::Maybe } else { Tri::No };
            state.foreign = Some(InFlight { done, ..unknown_work(false) });
        }
    }

    /// How the functions end that a statement calls, as far as that is known; those are left out that never end
    /// in this way.
    fn ends(&self, callees: &[FnId], end: End) -> Vec<&Outcome> {
        let summaries = callees.iter().filter_map(|c| self.callees.get(*c));
        let ends = summaries.filter_map(|s| match end {
            End::Returned => s.returned.as_ref(),
            End::Thrown => s.thrown.as_ref(),
        });
        ends.collect()
    }

    fn direct(&self, state: &mut State, id: FlightId, at: StmtRef) {
        let site = self.flights.get(id).site;
        let blocks = self.blocks.get(&at).copied().unwrap_or(Tri::No);
        match self.mode(site) {
            Mode::Async => {
                state.complete_in_original(blocks, [site]);
                // A copy that may block counts as complete at its return.
                let done = if blocks == Tri::No { Tri::No } else { Tri::Yes };
                self.cover(state, id);
                state.take_off(id, done, false);
                state.issued.insert(site);
            }
            // A call that stays as it is keeps its own order and waits; but it may fail, and then it
            // orders nothing and waits for nothing: no conclusion is drawn from it.
            Mode::Keep => {
                if blocks != Tri::Yes {
                    state.take_off(id, Tri::No, true);
                }
            }
            Mode::User => {
                state.take_off(id, Tri::No, false);
            }
        }
    }

    /// Notes what a flight comes after. Of flights of one statement nobody knows which was first.
    fn cover(&self, state: &mut State, by: FlightId) {
        let at = self.flights.get(by).at;
        state.cover(by, &self.conflicts[by.index()], |id| {
            let earlier = self.flights.get(id);
            earlier.at != at && self.mode(earlier.site) != Mode::User
        });
    }

    /// What calls do to flights that were in the air before them.
    fn after_callees(&self, state: &mut State, ends: &[&Outcome]) {
        if ends.iter().all(|end| end.synced) {
            return state.sync();
        }
        let lost = ends.iter().map(|end| end.lost.0).reduce(Tri::join).unwrap_or(Tri::No);
        let completers = ends.iter().flat_map(|end| &end.completers).copied();
        state.complete_in_original(lost, completers);
        state.issued.extend(issued_by_all(ends));
    }

    fn nested(&self, state: &mut State, id: FlightId, ends: &[&Outcome], all_known: bool) {
        let site = self.flights.get(id).site;
        // One that may not be issued on every path through the callee covers nothing.
        let issued = all_known && ends.iter().all(|end| end.issued.contains(&site));
        if issued && self.mode(site) == Mode::Async {
            self.cover(state, id);
        }
        let left: Vec<&InFlight> = ends.iter().filter_map(|end| end.exit.get(&site)).collect();
        match left.first() {
            Some(first) => {
                let joined = left.iter().all(|f| f.joined);
                let done = left.iter().map(|f| f.done).fold(first.done, Tri::join);
                state.take_off(id, done, joined);
            }
            // The callee has waited for it.
            None if issued => state.land(id),
            None => {}
        }
    }
}

/// How a function ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Returned,
    Thrown,
}

impl Analysis for FlightAnalysis<'_> {
    type Domain = State;

    fn entry(&self) -> State {
        State::entry(self.foreign.clone())
    }

    fn join(&self, into: &mut State, from: &State) -> bool {
        into.join(from)
    }

    fn transfer(&self, state: &mut State, block: BlockId, index: usize, _stmt: &Stmt) {
        if state.dead {
            return;
        }
        self.run(state, self.stmt_ref(block, index), End::Returned);
        if self.facts.stmts[block.index()].get(index).is_some_and(|f| f.noreturn) {
            *state = State { dead: true, ..State::default() };
        }
    }

    fn arrive(&self, state: &mut State, block: BlockId, index: usize) {
        if !state.dead {
            self.pass_planned(state, (block, index));
        }
    }

    fn thrown(&self, state: &mut State, block: BlockId, index: usize, _stmt: &Stmt) {
        if !state.dead {
            self.run(state, self.stmt_ref(block, index), End::Thrown);
        }
    }

    fn leave(&self, state: &mut State, block: BlockId) {
        if let Some(waited) = self.planned.end_of.get(&block) {
            waited.iter().for_each(|id| state.land(*id));
        }
        if self.planned.end_joins.contains(&block) {
            state.order();
        }
    }

    fn unwinds(&self, block: BlockId) -> bool {
        self.facts.stmts[block.index()].last().is_some_and(|f| f.may_throw)
    }
}

/// Sites that each of several functions issues on every path.
fn issued_by_all(ends: &[&Outcome]) -> BTreeSet<SiteId> {
    let Some((first, rest)) = ends.split_first() else { return BTreeSet::new() };
    let issued = first.issued.iter().copied();
    issued.filter(|site| rest.iter().all(|end| end.issued.contains(site))).collect()
}

/// Flights left in the air, by site.
pub fn by_site(flights: &Flights, state: &State) -> BTreeMap<SiteId, InFlight> {
    let mut found: BTreeMap<SiteId, InFlight> = BTreeMap::new();
    for (id, flight) in &state.air {
        let site = flights.get(*id).site;
        found
            .entry(site)
            .and_modify(|known| {
                known.done = known.done.join(flight.done);
                known.joined &= flight.joined;
            })
            .or_insert_with(|| InFlight { covers: BitSet::new(), ..flight.clone() });
    }
    found
}
