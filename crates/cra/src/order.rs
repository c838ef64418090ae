//! Which orders follow from others, once streams are known.
//!
//! `a` is *covered* by `c` at a program point if on every path to it `c` was issued after the last
//! `a` and is ordered after it. Then whatever is ordered after `c` is ordered after `a`, and a host
//! that has waited for `c` has waited for `a`. A dependence is dropped only on this ground: the
//! operation that implies it lies on every path, in every loop iteration. Dropping several at a time
//! is sound, since each is implied by orders between operations that are closer together in time.

use crate::decide::{Cra, FunctionCra, Mode};
use crate::flight::FlightId;
use crate::place::{Position, Wait};
use dataflow::{solve, Analysis, BitSet};
use effects::{Effects, SiteId, StmtRef};
use ir::{BlockId, FnId, Module, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The order that streams and events give to pairs of sites.
pub struct Ordering<'a> {
    pub cra: &'a Cra,
    /// The stream of each asynchronous site.
    pub stream_of: &'a BTreeMap<SiteId, usize>,
}

impl Ordering<'_> {
    fn stream(&self, site: SiteId) -> Option<usize> {
        self.stream_of.get(&site).copied()
    }

    /// Whether an instance of `a` issued before one of `b` also runs before it.
    pub fn ordered(&self, a: SiteId, b: SiteId) -> bool {
        match (self.cra.mode(a), self.cra.mode(b)) {
            (Mode::Async, Mode::Async) => {
                self.stream(a) == self.stream(b) || self.cra.edges.contains(&(a, b))
            }
            (Mode::User, _) | (_, Mode::User) => false,
            // The legacy stream is ordered with all of ours.
            _ => true,
        }
    }
}

/// What remains to be done after everything implied is left out.
#[derive(Clone, Debug, Default)]
pub struct Implied {
    /// Pairs that need an event: recorded after the first, waited for before the second.
    pub events: BTreeSet<(SiteId, SiteId)>,
    /// For every wait (function and position): the sites whose completion implies that of all.
    pub waits: BTreeMap<(FnId, Position), BTreeSet<SiteId>>,
    /// Waits that may be on the site's stream, because nothing later is queued there.
    pub by_stream: BTreeSet<(FnId, Position, SiteId)>,
}

/// What is known of a flight.
#[derive(Clone, PartialEq, Default)]
struct Cover {
    /// Later flights that are ordered after it.
    by: BitSet,
    /// Later work in any stream is ordered after it.
    joined: bool,
}

/// Flights with what covers them.
#[derive(Clone, PartialEq, Default)]
struct Covers {
    of: BTreeMap<FlightId, Cover>,
    /// A join orders the streams of one device.
    device_changed: bool,
}

impl Covers {
    fn by(&self, flight: FlightId) -> BitSet {
        self.of.get(&flight).map(|cover| cover.by.clone()).unwrap_or_default()
    }

    fn join_all(&mut self) {
        self.of.values_mut().for_each(|cover| cover.joined = true);
    }
}

struct CoverAnalysis<'a> {
    function: FnId,
    cra: &'a FunctionCra,
    ordering: &'a Ordering<'a>,
    effects: &'a Effects,
    /// For each asynchronous site of the function, the flights whose instances run before later ones of it.
    before: BTreeMap<SiteId, BitSet>,
}

impl<'a> CoverAnalysis<'a> {
    fn new(
        function: FnId,
        cra: &'a FunctionCra,
        ordering: &'a Ordering<'a>,
        effects: &'a Effects,
    ) -> Self {
        let before = ordered_before(cra, ordering);
        CoverAnalysis { function, cra, ordering, effects, before }
    }

    fn issue(&self, state: &mut Covers, at: StmtRef) {
        if self.cra.planned.joins.contains(&(at.block, at.index as usize)) {
            state.join_all();
        }
        if let Some(facts) = self.effects.stmt(at) {
            state.device_changed |= facts.flags.device_change;
        }
        for id in self.cra.flights.at(at) {
            let flight = self.cra.flights.get(*id);
            // A call that stays as it is may fail, and then orders nothing.
            let ours = self.ordering.cra.mode(flight.site) == Mode::Async;
            if ours && (!flight.nested || self.is_issued_inside(at, flight.site)) {
                self.cover(state, *id, flight.site);
            }
            state.of.insert(*id, Cover::default());
        }
    }

    /// Whether a call issues a site on every path through it.
    fn is_issued_inside(&self, at: StmtRef, site: SiteId) -> bool {
        let callees = self.effects.stmt(at).map_or(&[][..], |facts| &facts.callees);
        let summaries = &self.ordering.cra.summaries;
        !callees.is_empty()
            && callees.iter().all(|c| {
                let returned = summaries.get(c).and_then(|s| s.returned.as_ref());
                returned.is_some_and(|end| end.issued.contains(&site))
            })
    }

    fn cover(&self, state: &mut Covers, by: FlightId, site: SiteId) {
        let Some(before) = self.before.get(&site) else { return };
        let at = self.cra.flights.get(by).at;
        let joins_hold = !state.device_changed;
        for (id, cover) in &mut state.of {
            let earlier = self.cra.flights.get(*id);
            // Of flights of one statement nobody knows which was first.
            if earlier.at == at && *id != by {
                continue;
            }
            let joined =
                cover.joined && joins_hold && self.ordering.cra.mode(earlier.site) != Mode::User;
            if joined || before.contains(id.index()) || cover.by.meets(before) {
                cover.by.insert(by.index());
            }
        }
    }
}

/// For each asynchronous site, the flights that [`Ordering::ordered`] puts before it.
fn ordered_before(cra: &FunctionCra, ordering: &Ordering<'_>) -> BTreeMap<SiteId, BitSet> {
    let mut of_site: BTreeMap<SiteId, BitSet> = BTreeMap::new();
    for id in cra.flights.ids() {
        of_site.entry(cra.flights.get(id).site).or_default().insert(id.index());
    }
    // Sites of one stream have these in common, and all have those that stay in the legacy stream.
    let mut of_stream: BTreeMap<Option<usize>, BitSet> = BTreeMap::new();
    let mut kept = BitSet::new();
    for (site, flights) in &of_site {
        match ordering.cra.mode(*site) {
            Mode::Async => {
                of_stream.entry(ordering.stream(*site)).or_default().union(flights);
            }
            Mode::Keep => {
                kept.union(flights);
            }
            Mode::User => {}
        }
    }
    let mut found: BTreeMap<SiteId, BitSet> = BTreeMap::new();
    for site in of_site.keys().filter(|site| ordering.cra.mode(**site) == Mode::Async) {
        let mut before = kept.clone();
        before.union(&of_stream[&ordering.stream(*site)]);
        found.insert(*site, before);
    }
    for (from, flights) in of_site.iter().filter(|(s, _)| ordering.cra.mode(**s) == Mode::Async) {
        for (_, to) in ordering.cra.edges.range((*from, SiteId(0))..=(*from, SiteId(u32::MAX))) {
            if let Some(before) = found.get_mut(to) {
                before.union(flights);
            }
        }
    }
    found
}

impl Analysis for CoverAnalysis<'_> {
    type Domain = Covers;

    fn entry(&self) -> Covers {
        Covers::default()
    }

    fn join(&self, into: &mut Covers, from: &Covers) -> bool {
        let mut moved = from.device_changed && !into.device_changed;
        into.device_changed |= from.device_changed;
        for (id, theirs) in &from.of {
            match into.of.get_mut(id) {
                Some(mine) => {
                    moved |= mine.by.intersect(&theirs.by) | (mine.joined && !theirs.joined);
                    mine.joined &= theirs.joined;
                }
                None => {
                    into.of.insert(*id, theirs.clone());
                    moved = true;
                }
            }
        }
        moved
    }

    fn transfer(&self, state: &mut Covers, block: BlockId, index: usize, _stmt: &Stmt) {
        let at = StmtRef { function: self.function, block, index: index as u32 };
        self.issue(state, at);
    }

    fn unwinds(&self, block: BlockId) -> bool {
        let stmts = &self.effects.functions[&self.function].stmts;
        stmts[block.index()].last().is_some_and(|f| f.may_throw)
    }
}

/// Leaves out every event and wait that others imply.
pub fn implied_orders(module: &Module, effects: &Effects, ordering: &Ordering<'_>) -> Implied {
    let mut implied = Implied::default();
    for (id, function) in &ordering.cra.functions {
        let Some(body) = &module.function(*id).body else { continue };
        let analysis = CoverAnalysis::new(*id, function, ordering, effects);
        let results = solve(&analysis, body);
        let mut waits: BTreeMap<StmtRef, Vec<&Wait>> = BTreeMap::new();
        for wait in &function.waits {
            waits.entry(wait.needed_by).or_default().push(wait);
        }
        for block in body.block_ids() {
            let stmt_ref = |index: usize| StmtRef { function: *id, block, index: index as u32 };
            let reduce = |at: StmtRef, covers: &Covers, implied: &mut Implied| {
                for wait in waits.get(&at).into_iter().flatten() {
                    reduce_wait(&analysis, *id, wait, covers, implied);
                }
            };
            let mut reached = 0;
            results.visit(&analysis, body, block, |covers, index, _| {
                events_at(effects, &analysis, covers, stmt_ref(index), &mut implied);
                reduce(stmt_ref(index), covers, &mut implied);
                reached = index + 1;
            });
            // What no state leads to, and what is needed at the block's end.
            for at in waits.keys().filter(|at| at.block == block && at.index as usize >= reached) {
                let covers = match body.block(block).stmts.len() <= at.index as usize {
                    true => results.after(&analysis, body, block).unwrap_or_default(),
                    false => Covers::default(),
                };
                reduce(*at, &covers, &mut implied);
            }
        }
    }
    implied
}

fn events_at(
    effects: &Effects,
    analysis: &CoverAnalysis<'_>,
    covers: &Covers,
    at: StmtRef,
    implied: &mut Implied,
) {
    let Some(facts) = effects.stmt(at) else { return };
    let cra = analysis.ordering.cra;
    for op in &facts.ops {
        for (id, cover) in &covers.of {
            let from = analysis.cra.flights.get(*id).site;
            if !cra.edges.contains(&(from, op.site)) {
                continue;
            }
            if analysis.ordering.stream_of.get(&from) == analysis.ordering.stream_of.get(&op.site) {
                continue;
            }
            let through = cover.by.iter().any(|c| {
                let via = analysis.cra.flights.get(FlightId(c as u32)).site;
                via != from && via != op.site && analysis.ordering.ordered(via, op.site)
            });
            if !through {
                implied.events.insert((from, op.site));
            }
        }
    }
}

fn reduce_wait(
    analysis: &CoverAnalysis<'_>,
    id: FnId,
    wait: &Wait,
    covers: &Covers,
    implied: &mut Implied,
) {
    let flights = &analysis.cra.flights;
    let mut kept: Vec<FlightId> = wait.flights.iter().copied().collect();
    let all = kept.clone();
    for flight in all {
        let cover = covers.by(flight);
        let redundant = kept.iter().any(|other| *other != flight && cover.contains(other.index()));
        if redundant {
            kept.retain(|k| *k != flight);
        }
    }
    let sites: BTreeSet<SiteId> = kept.iter().map(|f| flights.get(*f).site).collect();
    for flight in &kept {
        let site = flights.get(*flight).site;
        let stream = analysis.ordering.stream_of.get(&site);
        let last = !flights.get(*flight).nested
            && covers.of.iter().all(|(other, cover)| {
                let other_site = flights.get(*other).site;
                other == flight
                    || analysis.ordering.stream_of.get(&other_site) != stream
                    || cover.by.contains(flight.index())
            });
        if last {
            implied.by_stream.insert((id, wait.position, site));
        }
    }
    implied.waits.entry((id, wait.position)).or_default().extend(sites);
}
