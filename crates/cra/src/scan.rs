//! Looks through the solved flight states for conflicts, and plans waits, joins and guards.

use crate::cause::{Cause, Need};
use crate::decide::{CalleeSummary, Constraints, FunctionCra, Mode, Outcome, Reason, TriOrNo};
use crate::flight::{FlightId, InFlight, State};
use crate::foreign;
use crate::late;
use crate::place::{hoisted, position_before, Guard, Join, Position, Wait};
use crate::summaries::Summaries;
use crate::transfer::{by_site, FlightAnalysis};
use dataflow::{reverse_post_order, solve, BitSet, Results};
use effects::{Access, Aliases, Effects, LocId, ObjId, Object, SiteId, StmtRef, Tri};
use ir::{
    AnchorContext, AnchorId, BlockId, Body, Callee, FnId, LoopId, Module, Operand, StmtKind, VarId,
    VarKind,
};
use model::{MemoryKind, OpKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

/// What a scan finds.
pub(crate) struct Findings {
    pub function: FunctionCra,
    pub edges: BTreeSet<(SiteId, SiteId)>,
}

/// The scan of one function.
pub(crate) struct Scan<'a> {
    pub module: &'a Module,
    pub effects: &'a mut Effects,
    pub aliases: &'a mut Aliases,
    pub constraints: &'a mut Constraints,
    pub summaries: &'a Summaries,
    pub id: FnId,
    pub recursive: bool,
    /// Code of the unit runs while the process ends.
    pub late_code: bool,
    /// See [`crate::Options::kept_blocks`].
    pub kept_blocks: &'a HashSet<ObjId>,
    /// Code of other files may run.
    pub meets_other_code: bool,
}

/// Rounds of planning; each adds a wait, a join or a guard, or is the last.
const MAX_ROUNDS: usize = 1_000;

/// A statement with the flights in the air before it.
pub(crate) struct Point {
    pub at: StmtRef,
    pub anchor: AnchorId,
    /// Statements in a row that issue nothing share it.
    pub state: Rc<State>,
}

impl Scan<'_> {
    pub fn run(&mut self, mut function: FunctionCra) -> Findings {
        let module = self.module;
        let Some(body) = &module.function(self.id).body else {
            return Findings { function, edges: BTreeSet::new() };
        };
        self.find_conflicts(&mut function);
        for _ in 0..MAX_ROUNDS {
            let (points, exits, unwind) = self.solve(body, &function);
            let planned = self.plan(body, &mut function, &points, &exits, unwind.as_ref());
            if !planned || self.constraints.changed {
                let edges = self.device_order(&function, &points);
                self.note_crossed(&mut function, &points);
                self.note_exits(&mut function, &points, &exits);
                self.summarize(body, &mut function);
                return Findings { function, edges };
            }
        }
        // It does not settle: without waits nothing of it may be asynchronous.
        for id in function.flights.ids().collect::<Vec<_>>() {
            let cause = Cause::host(function.flights.get(id).at);
            self.refuse(&function, id, Reason::NoPlaceForWait, cause);
        }
        Findings { function, edges: BTreeSet::new() }
    }

    fn analysis<'b>(&'b self, function: &'b FunctionCra) -> FlightAnalysis<'b> {
        FlightAnalysis {
            function: self.id,
            effects: self.effects,
            facts: &self.effects.functions[&self.id],
            flights: &function.flights,
            conflicts: &function.conflicts,
            modes: &self.constraints.modes,
            blocks: &function.blocks,
            callees: self.summaries,
            planned: &function.planned,
            foreign: self.foreign_at_entry(),
            meets_other_code: self.meets_other_code,
        }
    }

    /// Before `main` no other code has issued anything. Callers in the unit join before they call functions that nobody
    /// else calls.
    fn foreign_at_entry(&self) -> Option<InFlight> {
        let own = !self.effects.may_be_called_from_outside(self.module, self.id);
        (self.meets_other_code && !self.is_main()).then(|| foreign::unknown_work(own))
    }

    /// Flights share accesses: pairs of these are looked at, not pairs of flights.
    fn find_conflicts(&mut self, function: &mut FunctionCra) {
        let mut users: BTreeMap<Access, BitSet> = BTreeMap::new();
        for id in function.flights.ids() {
            for access in &function.flights.get(id).accesses {
                users.entry(*access).or_default().insert(id.index());
            }
        }
        let users: Vec<(Access, BitSet)> = users.into_iter().collect();
        let mut conflicts = vec![BitSet::new(); function.flights.all.len()];
        for (mine, my_users) in &users {
            let mut others = BitSet::new();
            for (theirs, their_users) in &users {
                if self.aliases.conflict(self.module, self.effects, self.id, mine, theirs) {
                    others.union(their_users);
                }
            }
            for user in my_users.iter() {
                conflicts[user].union(&others);
            }
        }
        function.conflicts = conflicts;
    }

    /// The states before all statements, at the exits, and at the exceptional exit.
    #[allow(clippy::type_complexity)]
    fn solve(
        &self,
        body: &Body,
        function: &FunctionCra,
    ) -> (Vec<Point>, Vec<(BlockId, AnchorId, State)>, Option<State>) {
        let analysis = self.analysis(function);
        let results: Results<State> = solve(&analysis, body);
        let mut points = Vec::new();
        for block in reverse_post_order(body) {
            let mut last: Option<Rc<State>> = None;
            results.visit(&analysis, body, block, |state, index, stmt| {
                if state.dead {
                    return;
                }
                let here = (block, index);
                let waited = function.planned.at.get(&here);
                let joins = function.planned.joins.contains(&here);
                let before = match last.take() {
                    Some(same) if *same == *state => same,
                    _ => Rc::new(state.clone()),
                };
                let state = match waited.is_some() || joins {
                    true => Rc::new(state_behind(state, waited, joins)),
                    false => before.clone(),
                };
                last = Some(before);
                let at = StmtRef { function: self.id, block, index: index as u32 };
                points.push(Point { at, anchor: stmt.anchor, state });
            });
        }
        // In the order of the text, so that a wait in a loop, which may move before it, is planned
        // before those behind the loop; exceptional paths come last.
        points.sort_by_key(|p| {
            (self.in_landing_pad(body, p.anchor), body.anchor(p.anchor).span.start)
        });
        let exits = body
            .exits
            .iter()
            .filter_map(|(block, anchor)| {
                Some((*block, *anchor, results.after(&analysis, body, *block)?))
            })
            .filter(|(_, _, state)| !state.dead)
            .collect();
        let unwind =
            body.unwind_exit.and_then(|b| results.before[b.index()].clone()).filter(|s| !s.dead);
        (points, exits, unwind)
    }

    // --- planning --------------------------------------------------------------------------------

    /// Adds what is missing; true if anything was added.
    fn plan(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        points: &[Point],
        exits: &[(BlockId, AnchorId, State)],
        unwind: Option<&State>,
    ) -> bool {
        let mut added = false;
        // A wait planned here changes what later points need of the same flights: they come next round.
        let mut handled = BitSet::new();
        let mut followed = false;
        for point in points {
            if self.constraints.changed {
                // The states are those of other modes.
                return true;
            }
            let mut needed = self.needed_at(body, function, point);
            needed.wait.retain(|f| !handled.contains(f.index()));
            if !needed.wait.is_empty() {
                for id in &needed.wait {
                    handled.insert(id.index());
                }
                for (id, flight) in &point.state.air {
                    if needed.wait.iter().any(|f| flight.covers.contains(f.index())) {
                        handled.insert(id.index());
                    }
                }
                added |= self.plan_wait(body, function, point, needed.wait);
            }
            if needed.join {
                added |= self.plan_join(body, function, point);
            }
            if needed.follow && !followed {
                // It changes what later points need.
                followed = true;
                added |= self.plan_follow(body, function, point);
            }
        }
        if added {
            return true;
        }
        added |= self.plan_exits(body, function, exits);
        if let Some(state) = unwind {
            added |= self.plan_unwind(body, function, state);
        }
        added
    }

    fn is_main(&self) -> bool {
        self.module.function(self.id).name == "main"
    }

    fn in_landing_pad(&self, body: &Body, anchor: AnchorId) -> bool {
        let anchor_ref = body.anchor(anchor);
        anchor.0 != 0 && anchor_ref.context == AnchorContext::Fixed && anchor_ref.parent.is_none()
    }

    /// An uncaught exception ends the program without running destructors that matter.
    fn leads_to_termination(&self, body: &Body, block: BlockId) -> bool {
        if !self.is_main() {
            return false;
        }
        let mut seen = BTreeSet::new();
        let mut work = vec![block];
        while let Some(next) = work.pop() {
            if Some(next) == body.exit {
                return false;
            }
            if seen.insert(next) {
                work.extend(&body.block(next).succs);
            }
        }
        true
    }

    fn plan_wait(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        point: &Point,
        flights: BTreeSet<FlightId>,
    ) -> bool {
        if self.in_landing_pad(body, point.anchor) {
            if self.leads_to_termination(body, point.at.block) {
                return self.land_silently(function, point, flights);
            }
            return self.plan_guard(body, function, point, flights);
        }
        let own: Vec<FlightId> = flights
            .iter()
            .copied()
            .filter(|f| self.anchor_of(body, function, *f) == Some(point.anchor))
            .collect();
        if !own.is_empty() {
            // Issued by the statement that also needs it complete.
            for id in own {
                self.refuse(function, id, Reason::SameStatement, Cause::host(point.at));
            }
            return true;
        }
        let hoist = self.hoist(body, function, point, &flights);
        let position = match hoist {
            Some((_, position)) => Some(position),
            None => position_before(body, point.anchor),
        };
        let Some(position) = position else {
            for id in flights {
                let site = function.flights.get(id).site;
                let cause = Some(Cause::host(point.at));
                self.constraints.keep(site, Reason::NoPlaceForWait, cause);
            }
            return true;
        };
        match hoist {
            Some((loop_, _)) => {
                for pred in blocks_before(body, loop_) {
                    function.planned.end_of.entry(pred).or_default().extend(&flights);
                }
            }
            None => {
                let key = (point.at.block, point.at.index as usize);
                function.planned.at.entry(key).or_default().extend(&flights);
            }
        }
        self.add_wait(function, position, flights, Cause::host(point.at));
        true
    }

    /// What is not asynchronous; an operation of a callee may still be, if the callee waits for it.
    fn refuse(&mut self, function: &FunctionCra, id: FlightId, reason: Reason, cause: Cause) {
        let flight = function.flights.get(id);
        match flight.nested {
            true => self.constraints.complete_at_exit(flight.site, reason, cause),
            false => self.constraints.keep(flight.site, reason, Some(cause)),
        }
    }

    /// Lets flights land where no code runs that could see the difference.
    fn land_silently(
        &mut self,
        function: &mut FunctionCra,
        point: &Point,
        flights: BTreeSet<FlightId>,
    ) -> bool {
        let key = (point.at.block, point.at.index as usize);
        function.planned.at.entry(key).or_default().extend(&flights);
        true
    }

    fn add_wait(
        &mut self,
        function: &mut FunctionCra,
        position: Position,
        flights: BTreeSet<FlightId>,
        cause: Cause,
    ) {
        let sites: BTreeSet<SiteId> =
            flights.iter().map(|f| function.flights.get(*f).site).collect();
        let causes = sites.iter().map(|site| (*site, cause)).collect();
        match function.waits.iter_mut().find(|w| w.position == position) {
            Some(wait) => {
                wait.flights.extend(flights);
                for site in sites {
                    wait.causes.entry(site).or_insert(cause);
                    wait.sites.insert(site);
                }
            }
            None => {
                let (function_id, needed_by) = (self.id, cause.at);
                let wait =
                    Wait { function: function_id, position, flights, sites, needed_by, causes };
                function.waits.push(wait);
            }
        }
    }

    pub fn anchor_of(
        &self,
        body: &Body,
        function: &FunctionCra,
        flight: FlightId,
    ) -> Option<AnchorId> {
        let at = function.flights.get(flight).at;
        body.block(at.block).stmts.get(at.index as usize).map(|s| s.anchor)
    }

    /// The outermost loop out of which the wait can be moved.
    fn hoist(
        &self,
        body: &Body,
        function: &FunctionCra,
        point: &Point,
        flights: &BTreeSet<FlightId>,
    ) -> Option<(LoopId, Position)> {
        let all_yes =
            flights.iter().all(|f| point.state.air.get(f).is_some_and(|s| s.done == Tri::Yes));
        let own_completion = flights.iter().all(|f| self.completes_itself(function, *f));
        let innermost = body.block(point.at.block).loop_;
        hoisted(body, innermost, |candidate| {
            // What the original had completed before the loop, it had completed at its issue.
            all_yes
                && own_completion
                && flights.iter().all(|f| {
                    let at = function.flights.get(*f).at;
                    let inside =
                        body.loops_around(body.block(at.block).loop_).any(|l| l == candidate);
                    let on_anchor = self.anchor_of(body, function, *f)
                        == Some(body.loops[candidate.index()].anchor);
                    !inside && !on_anchor
                })
        })
    }

    pub fn completes_itself(&self, function: &FunctionCra, flight: FlightId) -> bool {
        let flight = function.flights.get(flight);
        match flight.nested {
            true => self.summaries.completes(flight.site),
            false => function.blocks.get(&flight.at).is_some_and(|b| *b != Tri::No),
        }
    }

    fn plan_join(&mut self, body: &Body, function: &mut FunctionCra, point: &Point) -> bool {
        let key = (point.at.block, point.at.index as usize);
        if self.in_landing_pad(body, point.anchor) {
            return function.planned.joins.insert(key);
        }
        let own: Vec<SiteId> = point
            .state
            .air
            .keys()
            .filter(|f| self.anchor_of(body, function, **f) == Some(point.anchor))
            .map(|f| function.flights.get(*f).site)
            .filter(|s| self.constraints.modes[s.0 as usize] == Mode::Async)
            .collect();
        let position = position_before(body, point.anchor).filter(|_| own.is_empty());
        match position {
            Some(position) => {
                function.planned.joins.insert(key);
                function.joins.insert(Join { function: self.id, position, before: point.at });
            }
            None => {
                let sites: Vec<SiteId> =
                    point.state.air.keys().map(|f| function.flights.get(*f).site).collect();
                let cause = Some(Cause::host(point.at));
                for site in if own.is_empty() { sites } else { own } {
                    self.constraints.keep(site, Reason::NoPlaceForWait, cause);
                }
            }
        }
        true
    }

    /// A join before an operation that must follow work of other code.
    fn plan_follow(&mut self, body: &Body, function: &mut FunctionCra, point: &Point) -> bool {
        let innermost = body.block(point.at.block).loop_;
        let hoist = hoisted(body, innermost, |l| !foreign::runs_in_loop(self, body, l));
        let in_pad = self.in_landing_pad(body, point.anchor);
        let free = !in_pad && !foreign::runs_in_same_anchor(self, body, point);
        let position = match hoist {
            Some((_, position)) if !in_pad => Some(position),
            _ => position_before(body, point.anchor).filter(|_| free),
        };
        let Some(position) = position else {
            let cause = Some(Cause::host(point.at));
            for site in foreign::own_sites(self, body, function, point.anchor) {
                self.constraints.keep(site, Reason::NoPlaceForWait, cause);
            }
            return true;
        };
        match hoist {
            Some((loop_, _)) => function.planned.end_joins.extend(blocks_before(body, loop_)),
            None => {
                function.planned.joins.insert((point.at.block, point.at.index as usize));
            }
        }
        if !function.joins.iter().any(|join| join.position == position) {
            let join = Join { function: self.id, position, before: point.at };
            function.joins.insert(join);
            function.follows.insert(position);
        }
        true
    }

    fn plan_guard(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        point: &Point,
        flights: BTreeSet<FlightId>,
    ) -> bool {
        let stmt = &body.block(point.at.block).stmts[point.at.index as usize];
        let var = ended_variable(&stmt.kind);
        let sites: BTreeSet<SiteId> =
            flights.iter().map(|f| function.flights.get(*f).site).collect();
        let place = var.and_then(|v| self.guard_place(body, v));
        let Some(guarded) = place else {
            for site in sites {
                let cause = Cause::new(point.at, Need::Unwinding);
                self.constraints.keep(site, Reason::NoPlaceForGuard, Some(cause));
            }
            return true;
        };
        self.add_guard(function, guarded, sites);
        let key = (point.at.block, point.at.index as usize);
        function.planned.at.entry(key).or_default().extend(flights);
        true
    }

    /// The variable after whose declaration a guard can stand; `Some(None)` for the function's start.
    fn guard_place(&self, body: &Body, var: VarId) -> Option<Option<VarId>> {
        let info = self.module.var(var);
        if matches!(info.kind, VarKind::Param(_)) {
            return self.function_guard(body);
        }
        let anchor = body.anchor(info.anchor?);
        let labels = body.scopes[anchor.scope.index()].has_labels;
        let editable = anchor.span.editable && anchor.context == AnchorContext::Block;
        (info.kind == VarKind::Local && editable && !labels).then_some(Some(var))
    }

    fn function_guard(&self, body: &Body) -> Option<Option<VarId>> {
        let open = body.anchors.first()?;
        (open.context == AnchorContext::FunctionOpen).then_some(None)
    }

    fn add_guard(
        &mut self,
        function: &mut FunctionCra,
        var: Option<VarId>,
        sites: BTreeSet<SiteId>,
    ) {
        match function.guards.iter_mut().find(|g| g.var == var) {
            Some(guard) => guard.sites.extend(sites),
            None => function.guards.push(Guard { function: self.id, var, sites }),
        }
    }

    /// Functions that code outside the unit may call return with nothing of theirs in flight.
    fn plan_exits(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        exits: &[(BlockId, AnchorId, State)],
    ) -> bool {
        if self.is_main() {
            return self.plan_end_of_main(body, function, exits);
        }
        let contract = self.has_contract();
        let mut added = false;
        for (block, anchor, state) in exits {
            let mut wait = BTreeSet::new();
            let mut join = false;
            for (id, flight) in &state.air {
                let site = function.flights.get(*id).site;
                if self.constraints.modes[site.0 as usize] != Mode::Async {
                    continue;
                }
                let must = contract || self.constraints.complete_at_exit.contains_key(&site);
                if must && flight.done != Tri::No {
                    wait.insert(*id);
                } else if contract && !flight.joined {
                    join = true;
                }
            }
            if wait.is_empty() && !join {
                continue;
            }
            added = true;
            self.plan_exit(body, function, *block, *anchor, wait, join);
        }
        added
    }

    /// Handlers and destructors that run after `main` find what they look at complete.
    fn plan_end_of_main(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        exits: &[(BlockId, AnchorId, State)],
    ) -> bool {
        let mut added = false;
        for (block, anchor, state) in exits {
            let mut wait = BTreeSet::new();
            for (id, flight) in &state.air {
                let site = function.flights.get(*id).site;
                let ours = self.constraints.modes[site.0 as usize] == Mode::Async;
                if ours && flight.done != Tri::No && self.seen_after_exit(function, *id) {
                    wait.insert(*id);
                }
            }
            if !wait.is_empty() {
                added = true;
                self.plan_exit(body, function, *block, *anchor, wait, false);
            }
        }
        added
    }

    fn plan_exit(
        &mut self,
        body: &Body,
        function: &mut FunctionCra,
        block: BlockId,
        anchor: AnchorId,
        wait: BTreeSet<FlightId>,
        join: bool,
    ) {
        let issued_here = |scan: &Self, function: &FunctionCra, f: &FlightId| {
            scan.anchor_of(body, function, *f) == Some(anchor)
        };
        let position = position_before(body, anchor);
        let index = body.block(block).stmts.len().saturating_sub(1) as u32;
        let at = StmtRef { function: self.id, block, index };
        let cause = Cause::new(at, if self.is_main() { Need::ProcessEnd } else { Need::Return });
        let own: Vec<FlightId> =
            wait.iter().copied().filter(|f| issued_here(self, function, f)).collect();
        if position.is_none()
            || !own.is_empty()
            || (join && self.any_issued_at(body, function, anchor))
        {
            let affected: Vec<FlightId> =
                if own.is_empty() { function.flights.ids().collect() } else { own };
            for id in affected {
                match join {
                    true => {
                        let site = function.flights.get(id).site;
                        self.constraints.keep(site, Reason::SameStatement, Some(cause));
                    }
                    false => self.refuse(function, id, Reason::SameStatement, cause),
                }
            }
            return;
        }
        let Some(position) = position else { return };
        if !wait.is_empty() {
            function.planned.end_of.entry(block).or_default().extend(&wait);
            self.add_wait(function, position, wait, cause);
        }
        if join {
            function.planned.end_joins.insert(block);
            function.joins.insert(Join { function: self.id, position, before: at });
        }
    }

    fn any_issued_at(&self, body: &Body, function: &FunctionCra, anchor: AnchorId) -> bool {
        function.flights.ids().any(|f| self.anchor_of(body, function, f) == Some(anchor))
    }

    /// An exception that leaves the function finds nothing in flight in the caller's hands.
    fn plan_unwind(&mut self, body: &Body, function: &mut FunctionCra, state: &State) -> bool {
        if self.is_main() {
            return false;
        }
        let contract = self.has_contract();
        let unordered: Vec<SiteId> = state
            .air
            .iter()
            .filter(|(_, f)| contract && f.done == Tri::No && !f.joined)
            .map(|(id, _)| function.flights.get(*id).site)
            .filter(|s| self.constraints.modes[s.0 as usize] == Mode::Async)
            .collect();
        if !unordered.is_empty() {
            // Issued by the call that throws: no join can stand between.
            for site in unordered {
                self.constraints.keep(
                    site,
                    Reason::NoPlaceForGuard,
                    self.issued_at(function, site),
                );
            }
            return true;
        }
        let sites: BTreeSet<SiteId> = state
            .air
            .iter()
            .filter(|(_, f)| f.done != Tri::No)
            .map(|(id, _)| function.flights.get(*id).site)
            .filter(|s| self.constraints.modes[s.0 as usize] == Mode::Async)
            .filter(|s| !guarded(function, *s))
            .collect();
        if sites.is_empty() {
            return false;
        }
        match self.function_guard(body) {
            Some(var) => self.add_guard(function, var, sites),
            None => {
                for site in sites {
                    let cause = self.issued_at(function, site);
                    self.constraints.keep(site, Reason::NoPlaceForGuard, cause);
                }
            }
        }
        true
    }

    /// Where a site is issued that an exception may leave in flight.
    fn issued_at(&self, function: &FunctionCra, site: SiteId) -> Option<Cause> {
        let id = function.flights.ids().find(|f| function.flights.get(*f).site == site)?;
        Some(Cause::new(function.flights.get(id).at, Need::Unwinding))
    }

    // --- needs -----------------------------------------------------------------------------------

    /// What must be complete before a statement.
    fn needed_at(&mut self, body: &Body, function: &FunctionCra, point: &Point) -> Needed {
        let follow = foreign::needs_join(self, function, point);
        let mut needed = Needed { follow, ..Needed::default() };
        if point.state.air.is_empty() {
            return needed;
        }
        needed.wait = late::plan(self, function, point);
        needed.wait.extend(foreign::plan(self, function, point));
        let Some(facts) = self.effects.stmt(point.at) else { return needed };
        let flags = facts.flags;
        let in_unwinding = self.in_landing_pad(body, point.anchor);
        let sites: Vec<SiteId> = facts.ops.iter().map(|o| o.site).collect();
        let accesses = self.host_accesses(point.at);
        let ends = flags.exits && !in_unwinding;
        let boundary =
            flags.unknown || flags.release || flags.clock || flags.device_change || flags.reset;
        let leaves = self.may_throw_out(body, point);
        let touches_managed = accesses.iter().any(|a| self.is_managed(a));
        let in_pad = self.in_landing_pad(body, point.anchor);
        for (id, flight) in &point.state.air {
            let site = function.flights.get(*id).site;
            let mode = self.constraints.modes[site.0 as usize];
            // Where the original had not completed it, its place in the default stream is all that later
            // work of other code relied on.
            if flight.done != Tri::Yes {
                let seen = boundary && (flags.unknown || flags.release || flags.device_change);
                needed.join |= (seen || leaves) && mode == Mode::Async && !flight.joined && !in_pad;
            }
            if flight.done == Tri::No {
                continue;
            }
            let launch = self.effects.sites.get(site).kind == OpKind::Launch;
            let conflict = boundary
                || ends && self.seen_after_exit(function, *id)
                || touches_managed && launch
                || self.conflicts(function, &accesses, *id);
            if !conflict {
                continue;
            }
            let certain = flight.done == Tri::Yes
                || flags.frees_device
                || self.completes_itself(function, *id);
            if mode == Mode::Async && certain {
                needed.wait.insert(*id);
            } else {
                self.wait_for_completers(function, point, *id, &mut needed.wait);
            }
        }
        self.check_ops(function, point, &sites);
        needed
    }

    /// What the host itself touches or releases at a statement, in what it calls, too.
    pub fn host_accesses(&mut self, at: StmtRef) -> Vec<Access> {
        let mut accesses = self.touched(at);
        let Some(facts) = self.effects.stmt(at) else { return accesses };
        // The host itself may read a pageable source, at the call: device order does not reach it.
        let copies =
            facts.ops.iter().filter(|o| self.effects.sites.get(o.site).kind == OpKind::Copy);
        let mut staged: Vec<Access> =
            copies.flat_map(|o| &o.accesses).filter(|a| !a.write).copied().collect();
        staged.retain(|a| !self.is_unstaged(a.loc));
        accesses.extend(staged);
        accesses
    }

    /// The same without the sources of copies.
    pub fn touched(&mut self, at: StmtRef) -> Vec<Access> {
        let Some(facts) = self.effects.stmt(at) else { return Vec::new() };
        let mut accesses: Vec<Access> = facts.accesses.iter().copied().collect();
        let mut frees: Vec<LocId> = facts.frees.iter().copied().collect();
        // The host cannot touch device memory, whatever a conservative summary says.
        accesses.retain(|a| !self.is_device(a.loc));
        frees.retain(|l| !self.is_kept_block(*l));
        accesses.extend(frees.into_iter().map(|loc| Access { loc, write: true, deep: false }));
        accesses
    }

    /// Memory of which freeing makes a block that is kept.
    fn is_kept_block(&mut self, loc: LocId) -> bool {
        if self.kept_blocks.is_empty() {
            return false;
        }
        let concrete = self.aliases.concretize(self.module, self.effects, self.id, loc);
        let mut objects = concrete.iter().map(|l| self.effects.locations.object_of(l));
        !concrete.is_empty() && objects.all(|object| self.kept_blocks.contains(&object))
    }

    /// No kernel in the air reaches memory that the host could write to let it go on.
    pub fn runs_without_the_host(&mut self, function: &FunctionCra, state: &State) -> bool {
        let flights = state.air.keys().map(|id| function.flights.get(*id));
        let launches = flights
            .filter(|f| !matches!(self.effects.sites.get(f.site).kind, OpKind::Copy | OpKind::Set));
        let accesses: Vec<Access> = launches.flat_map(|f| f.accesses.iter().copied()).collect();
        accesses.into_iter().all(|access| self.is_device(access.loc))
    }

    /// The function runs before `main`, which knows nothing of it.
    fn initialises_statics(&self) -> bool {
        self.module.function(self.id).name == "$static_init"
    }

    /// Code outside the unit may call the function, and relies on the original's contract.
    fn has_contract(&self) -> bool {
        !self.is_main()
            && (self.recursive
                || self.initialises_statics()
                || self.effects.may_be_called_from_outside(self.module, self.id))
    }

    /// Whether an exception may leave the function here, to callers that do not know its operations.
    fn may_throw_out(&self, body: &Body, point: &Point) -> bool {
        let block = body.block(point.at.block);
        if !self.has_contract() || point.at.index as usize + 1 != block.stmts.len() {
            return false;
        }
        let throws = self.effects.stmt(point.at).is_some_and(|f| f.may_throw);
        let unwind = block.unwind.filter(|_| throws);
        let thrown = block.succs.first().copied().filter(|_| block.succs.len() == 1);
        unwind.into_iter().chain(thrown).any(|next| self.only_unwinds(body, next))
    }

    /// Whether unwinding goes on from a block to the function's end.
    fn only_unwinds(&self, body: &Body, from: BlockId) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(next) = work.pop() {
            if Some(next) == body.unwind_exit {
                return true;
            }
            let block = body.block(next);
            let passes = block.stmts.iter().all(|s| self.in_landing_pad(body, s.anchor));
            if passes && seen.insert(next) {
                work.extend(&block.succs);
            }
        }
        false
    }

    /// Whether code that runs while the process ends may look at what the operation writes.
    fn seen_after_exit(&mut self, function: &FunctionCra, flight: FlightId) -> bool {
        let written: Vec<Access> =
            function.flights.get(flight).accesses.iter().filter(|a| a.write).copied().collect();
        written.into_iter().any(|access| {
            !self.is_device(access.loc)
                && (self.late_code
                    || self.aliases.has_escaped(self.module, self.effects, self.id, access.loc))
        })
    }

    pub fn conflicts(
        &mut self,
        function: &FunctionCra,
        accesses: &[Access],
        flight: FlightId,
    ) -> bool {
        let theirs = &function.flights.get(flight).accesses;
        accesses.iter().any(|mine| {
            theirs
                .iter()
                .any(|other| self.aliases.conflict(self.module, self.effects, self.id, mine, other))
        })
    }

    fn is_device(&mut self, loc: LocId) -> bool {
        self.is_all(loc, &[MemoryKind::Device])
    }

    /// Memory that copies read without the host's help.
    fn is_unstaged(&mut self, loc: LocId) -> bool {
        self.is_all(loc, &[MemoryKind::Device, MemoryKind::Pinned])
    }

    fn is_all(&mut self, loc: LocId, kinds: &[MemoryKind]) -> bool {
        let concrete = self.aliases.concretize(self.module, self.effects, self.id, loc);
        !concrete.is_empty()
            && concrete.iter().all(|loc| match self.effects.locations.kind(loc) {
                Object::Heap { memory, .. } => kinds.contains(memory),
                Object::Var(var) => matches!(
                    self.module.var(*var).memory,
                    Some(ir::DeviceMemory::Device | ir::DeviceMemory::Constant)
                ),
                _ => false,
            })
    }

    pub fn is_managed(&mut self, access: &Access) -> bool {
        let concrete = self.aliases.concretize(self.module, self.effects, self.id, access.loc);
        concrete.iter().any(|loc| match self.effects.locations.kind(loc) {
            Object::Heap { memory, .. } => *memory == MemoryKind::Managed,
            Object::Var(var) => self.module.var(*var).memory == Some(ir::DeviceMemory::Managed),
            _ => false,
        })
    }

    /// An operation that the original had completed on some paths only, or that has no event of
    /// ours: waits for the calls that completed it, where they were issued. One that is not ordered
    /// after it on the device stays as it is.
    fn wait_for_completers(
        &mut self,
        function: &FunctionCra,
        point: &Point,
        flight: FlightId,
        wait: &mut BTreeSet<FlightId>,
    ) {
        let (at, state) = (point.at, &point.state);
        let legacy =
            self.constraints.modes[function.flights.get(flight).site.0 as usize] == Mode::Keep;
        for completer in function.flights.ids() {
            let site = function.flights.get(completer).site;
            if self.constraints.modes[site.0 as usize] != Mode::Async
                || !self.completes_itself(function, completer)
            {
                continue;
            }
            let ordered = legacy || function.conflicts[completer.index()].contains(flight.index());
            if !ordered {
                let earlier = function.flights.get(flight).site;
                let cause = Cause::new(at, Need::Operation(earlier));
                self.constraints.keep(site, Reason::CompletesEarlierWork, Some(cause));
            } else if completer != flight && state.air.contains_key(&completer) {
                wait.insert(completer);
            }
        }
    }

    /// Rules about what may be in the air when an operation is issued.
    fn check_ops(&mut self, function: &FunctionCra, point: &Point, sites: &[SiteId]) {
        for site in sites {
            let mode = self.constraints.modes[site.0 as usize];
            let blocks = self.effects.sites.get(*site).blocks() != Tri::No;
            for id in point.state.air.keys() {
                let flight = function.flights.get(*id);
                let theirs = self.constraints.modes[flight.site.0 as usize];
                match (mode, theirs) {
                    (Mode::User, Mode::Async) => {
                        let cause = Cause::new(point.at, Need::Operation(*site));
                        self.constraints.keep(flight.site, Reason::UserStreams, Some(cause))
                    }
                    (Mode::Async, Mode::User) => {
                        let cause = Cause::new(flight.at, Need::Operation(flight.site));
                        self.constraints.keep(*site, Reason::UserStreams, Some(cause))
                    }
                    (Mode::Async, _) if blocks && self.prints(function, *id) => {
                        let cause = Cause::new(flight.at, Need::Operation(flight.site));
                        self.constraints.keep(*site, Reason::FlushesOutput, Some(cause));
                    }
                    _ => {}
                }
            }
        }
    }

    fn prints(&self, function: &FunctionCra, flight: FlightId) -> bool {
        function
            .flights
            .get(flight)
            .accesses
            .iter()
            .any(|a| matches!(self.effects.locations.kind(a.loc), Object::DeviceOutput))
    }

    // --- results ---------------------------------------------------------------------------------

    /// Conflicting pairs of operations, the first in flight when the second is issued.
    fn device_order(
        &mut self,
        function: &FunctionCra,
        points: &[Point],
    ) -> BTreeSet<(SiteId, SiteId)> {
        let mut edges = BTreeSet::new();
        for point in points {
            for later in function.flights.at(point.at) {
                let site = function.flights.get(*later).site;
                if self.constraints.modes[site.0 as usize] != Mode::Async {
                    continue;
                }
                for (earlier, flight) in &point.state.air {
                    let other = function.flights.get(*earlier).site;
                    let relevant = other != site
                        && !flight.joined
                        && self.constraints.modes[other.0 as usize] == Mode::Async;
                    if relevant && function.conflicts[later.index()].contains(earlier.index()) {
                        edges.insert((other, site));
                    }
                }
            }
        }
        edges
    }

    fn note_crossed(&self, function: &mut FunctionCra, points: &[Point]) {
        let mut crossed: BTreeMap<SiteId, BTreeSet<AnchorId>> = BTreeMap::new();
        for point in points {
            for id in point.state.air.keys() {
                let flight = function.flights.get(*id);
                let own = flight.at.block == point.at.block && flight.at.index == point.at.index;
                if !own {
                    crossed.entry(flight.site).or_default().insert(point.anchor);
                }
            }
        }
        let Some(body) = &self.module.function(self.id).body else { return };
        function.crossed = crossed
            .into_iter()
            .map(|(site, anchors)| {
                let own: BTreeSet<AnchorId> = function
                    .flights
                    .ids()
                    .filter(|f| function.flights.get(*f).site == site)
                    .filter_map(|f| self.anchor_of(body, function, f))
                    .collect();
                (site, anchors.difference(&own).count())
            })
            .collect();
    }

    fn note_exits(
        &self,
        function: &mut FunctionCra,
        points: &[Point],
        exits: &[(BlockId, AnchorId, State)],
    ) {
        let ending = points
            .iter()
            .filter(|p| self.effects.stmt(p.at).is_some_and(|f| f.flags.exits))
            .map(|p| &*p.state);
        let returning = exits.iter().filter(|_| self.is_main()).map(|(_, _, state)| state);
        let mut found: BTreeMap<SiteId, Tri> = BTreeMap::new();
        for state in ending.chain(returning) {
            for (id, flight) in &state.air {
                let site = function.flights.get(*id).site;
                let done = found.entry(site).or_insert(flight.done);
                *done = (*done).max(flight.done);
            }
        }
        function.at_exit = found;
    }

    fn summarize(&mut self, body: &Body, function: &mut FunctionCra) {
        let (points, exits, unwind) = self.solve(body, function);
        let mut whole: Option<State> = None;
        for (_, _, state) in exits {
            match &mut whole {
                Some(known) => {
                    known.join(&state);
                }
                None => whole = Some(state),
            }
        }
        let returned = whole.map(|state| self.outcome(function, &state));
        let mut thrown = unwind.map(|state| self.outcome(function, &state));
        if let Some(thrown) = &mut thrown {
            thrown.exit.retain(|site, _| !guarded(function, *site));
        }
        let late = late::summary(self, function, &points);
        function.summary = CalleeSummary { returned, thrown, late };
    }

    fn outcome(&self, function: &FunctionCra, state: &State) -> Outcome {
        Outcome {
            exit: by_site(&function.flights, state),
            synced: state.synced,
            // Of a recursive function nothing is known for certain before the fixed point is reached.
            issued: if self.recursive { BTreeSet::new() } else { state.issued.clone() },
            lost: TriOrNo(state.lost.unwrap_or(Tri::No)),
            completers: state.completers.clone(),
        }
    }
}

/// A state behind the waits and the join that are planned before a statement.
fn state_behind(state: &State, waited: Option<&BTreeSet<FlightId>>, joins: bool) -> State {
    let mut state = state.clone();
    waited.into_iter().flatten().for_each(|id| state.land(*id));
    if joins {
        state.order();
    }
    state
}

/// Before a statement: flights to wait for, and whether other code's streams must be ordered.
#[derive(Default)]
struct Needed {
    wait: BTreeSet<FlightId>,
    join: bool,
    /// A join, because an operation at the statement follows work of other code.
    follow: bool,
}

fn guarded(function: &FunctionCra, site: SiteId) -> bool {
    function.guards.iter().any(|g| g.var.is_none() && g.sites.contains(&site))
}

/// Blocks outside a loop that lead into it.
fn blocks_before(body: &Body, loop_: LoopId) -> Vec<BlockId> {
    let inside = |block: BlockId| body.loops_around(body.block(block).loop_).any(|l| l == loop_);
    body.block_ids()
        .filter(|b| !inside(*b) && body.block(*b).succs.iter().any(|s| inside(*s)))
        .collect()
}

/// The variable whose life a statement ends.
fn ended_variable(kind: &StmtKind) -> Option<VarId> {
    match kind {
        StmtKind::ScopeEnd(var) => Some(*var),
        StmtKind::Call(call) if matches!(call.callee, Callee::Direct(_)) => match &call.this {
            Some(Operand::AddrOf(place) | Operand::Copy(place)) => Some(place.var),
            _ => None,
        },
        StmtKind::Unknown { touches, .. } => match touches.first() {
            Some(Operand::AddrOf(place)) => Some(place.var),
            _ => None,
        },
        _ => None,
    }
}
