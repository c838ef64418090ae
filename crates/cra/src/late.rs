//! What a function does with its callers' operations behind a call that used to complete all earlier work.
//!
//! A synchronous copy in a function completes the operations of its callers, too. Once it is asynchronous it no longer
//! does, and no wait in the function can stand in for it: the function does not know what its callers have in flight.
//! So each function tells which host accesses and boundaries it comes to behind such calls
//! ([`Late`](crate::decide::Late)), and where a caller has something in flight that conflicts with one of them, it waits
//! before the call, or the copies stay as they are.
//!
//! *Takes* solved states and the summaries of callees, *gives* a function's own summary, waits, and calls to be kept.

use crate::cause::{Cause, Need};
use crate::decide::{Completers, FunctionCra, Late, Mode, Reason};
use crate::flight::{FlightId, State};
use crate::scan::{Point, Scan};
use effects::{Access, Object, SiteId, StmtRef, Tri};
use ir::VarKind;
use model::OpKind;
use std::collections::BTreeSet;

/// What a function's callers must know.
pub(crate) fn summary(scan: &mut Scan<'_>, function: &FunctionCra, points: &[Point]) -> Late {
    let mut found = Late::default();
    for point in points {
        let own = completers(function, &point.state);
        if !own.all.is_empty() {
            for access in scan.host_accesses(point.at) {
                if !is_local(scan, access) {
                    found.accesses.entry(access).or_default().extend(&own);
                }
            }
            if is_boundary(scan, point.at) {
                found.boundaries.extend(&own);
            }
        }
        let of_callees = at_call(scan, point.at);
        for (access, completers) in of_callees.accesses {
            found.accesses.entry(access).or_default().extend(&completers);
        }
        found.boundaries.extend(&of_callees.boundaries);
    }
    found
}

/// Flights to be waited for before a statement, where a wait would come too late inside what it calls. Where one
/// before the statement would come too early, because the flight may need the host, the calls that complete it stay.
pub(crate) fn plan(
    scan: &mut Scan<'_>,
    function: &FunctionCra,
    point: &Point,
) -> BTreeSet<FlightId> {
    let mut waits = BTreeSet::new();
    let late = at_call(scan, point.at);
    if late == Late::default() {
        return waits;
    }
    let flights = point.state.air.iter().filter(|(_, flight)| flight.done != Tri::Yes);
    for id in flights.map(|(id, _)| *id).collect::<Vec<_>>() {
        let completers = completers_of(scan, function, point.at, id, &late);
        if completers.is_empty() {
            continue;
        }
        let ours = mode(scan, function, id) == Mode::Async;
        match ours && scan.runs_without_the_host(function, &point.state) {
            true => {
                waits.insert(id);
            }
            false => {
                for site in completers {
                    let cause = Cause::new(point.at, Need::BehindCompletion);
                    scan.constraints.keep(site, Reason::CompletesEarlierWork, Some(cause));
                }
            }
        }
    }
    waits
}

fn mode(scan: &Scan<'_>, function: &FunctionCra, flight: FlightId) -> Mode {
    scan.constraints.modes[function.flights.get(flight).site.0 as usize]
}

/// The calls inside a statement that must complete a flight before the statement goes on.
fn completers_of(
    scan: &mut Scan<'_>,
    function: &FunctionCra,
    at: StmtRef,
    flight: FlightId,
    late: &Late,
) -> BTreeSet<SiteId> {
    let launch = scan.effects.sites.get(function.flights.get(flight).site).kind == OpKind::Launch;
    let mut found = unlanded(scan, function, at, flight, &late.boundaries);
    for (access, completers) in &late.accesses {
        if scan.conflicts(function, &[*access], flight) || launch && scan.is_managed(access) {
            found.extend(unlanded(scan, function, at, flight, completers));
        }
    }
    found
}

/// Those completers, issued at a statement, whose landing does not say that a flight has landed. The others come
/// after it on the device, and the host has waited for them.
fn unlanded(
    scan: &Scan<'_>,
    function: &FunctionCra,
    at: StmtRef,
    flight: FlightId,
    completers: &Completers,
) -> BTreeSet<SiteId> {
    let conflicts = &function.conflicts[flight.index()];
    let ordered = |site: SiteId| {
        let mut issued = function.flights.at(at).iter();
        mode(scan, function, flight) == Mode::Keep
            || issued
                .any(|f| function.flights.get(*f).site == site && conflicts.contains(f.index()))
    };
    let landed = |site: &SiteId| ordered(*site) && !completers.flying.contains(site);
    completers.all.iter().copied().filter(|site| !landed(site)).collect()
}

/// What the functions come to that a statement calls, in terms of the caller.
fn at_call(scan: &mut Scan<'_>, at: StmtRef) -> Late {
    let mut found = Late::default();
    let Some(facts) = scan.effects.stmt(at) else { return found };
    for callee in facts.callees.clone() {
        let Some(summary) = scan.summaries.get(callee) else { continue };
        found.boundaries.extend(&summary.late.boundaries);
        for (access, completers) in &summary.late.accesses {
            for own in scan.effects.translate_access(scan.module, at, callee, *access) {
                found.accesses.entry(own).or_default().extend(completers);
            }
        }
    }
    found
}

/// The calls that completed, before this point, what was in flight at the function's entry.
fn completers(function: &FunctionCra, state: &State) -> Completers {
    let flying: BTreeSet<SiteId> =
        state.air.keys().map(|id| function.flights.get(*id).site).collect();
    let all = state.completers.clone();
    Completers { flying: flying.intersection(&all).copied().collect(), all }
}

/// A variable that no operation of a caller can use.
fn is_local(scan: &Scan<'_>, access: Access) -> bool {
    match scan.effects.locations.kind(access.loc) {
        Object::Var(var) => {
            let var = scan.module.var(*var);
            var.owner == Some(scan.id) && var.kind != VarKind::Static
        }
        _ => false,
    }
}

fn is_boundary(scan: &Scan<'_>, at: StmtRef) -> bool {
    let flags = scan.effects.stmt(at).map(|facts| facts.flags).unwrap_or_default();
    flags.unknown
        || flags.release
        || flags.clock
        || flags.device_change
        || flags.reset
        || flags.exits
}
