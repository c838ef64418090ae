//! Flights: operations in flight, as one function sees them.

use dataflow::BitSet;
use effects::{Access, SiteId, StmtRef, Tri};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Index of a [`Flight`] in its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FlightId(pub u32);

impl FlightId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation that a statement issues, itself or inside a call.
#[derive(Clone, Debug)]
pub struct Flight {
    pub at: StmtRef,
    pub site: SiteId,
    pub accesses: BTreeSet<Access>,
    /// Issued inside a function that the statement calls.
    pub nested: bool,
}

/// The flights of a function, in program order of their statements.
#[derive(Clone, Debug, Default)]
pub struct Flights {
    pub all: Vec<Flight>,
    by_stmt: HashMap<StmtRef, Vec<FlightId>>,
}

impl Flights {
    pub fn add(&mut self, flight: Flight) -> FlightId {
        let id = FlightId(self.all.len() as u32);
        self.by_stmt.entry(flight.at).or_default().push(id);
        self.all.push(flight);
        id
    }

    pub fn get(&self, id: FlightId) -> &Flight {
        &self.all[id.index()]
    }

    pub fn at(&self, at: StmtRef) -> &[FlightId] {
        self.by_stmt.get(&at).map_or(&[], Vec::as_slice)
    }

    pub fn ids(&self) -> impl Iterator<Item = FlightId> {
        (0..self.all.len() as u32).map(FlightId)
    }
}

/// What is known of a flight at a program point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InFlight {
    /// Whether the original program's host knows here that the operation is complete.
    pub done: Tri,
    /// Later work in any stream is ordered after it.
    pub joined: bool,
    /// Flights issued later on every path, and ordered after it by a chain of conflicts: when one
    /// of them has landed, so has this.
    pub covers: BitSet,
}

impl InFlight {
    /// Least upper bound.
    fn join(&mut self, other: &InFlight) -> bool {
        let done = self.done.join(other.done);
        let joined = self.joined && other.joined;
        let moved = (done, joined) != (self.done, self.joined);
        (self.done, self.joined) = (done, joined);
        self.covers.intersect(&other.covers) | moved
    }
}

/// The data-flow state: flights in the air.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub air: BTreeMap<FlightId, InFlight>,
    /// On every path to here the host has waited for the whole device since the function's entry.
    pub synced: bool,
    /// Whether a call that used to wait for all earlier work no longer does so, since entry.
    pub lost: Option<Tri>,
    /// The calls that did so first, on each path.
    pub completers: BTreeSet<SiteId>,
    /// Asynchronous sites that were issued on every path to here since the function's entry.
    pub issued: BTreeSet<SiteId>,
    /// The device may have changed since entry: a join orders the streams of one device.
    pub device_changed: bool,
    /// What code of other files may have in flight ([`crate::foreign`]).
    pub foreign: Option<InFlight>,
    /// No path leads here.
    pub dead: bool,
}

impl State {
    pub fn entry(foreign: Option<InFlight>) -> State {
        State { lost: Some(Tri::No), foreign, ..State::default() }
    }

    /// Least upper bound.
    pub fn join(&mut self, other: &State) -> bool {
        if other.dead {
            return false;
        }
        if self.dead {
            *self = other.clone();
            return true;
        }
        let mut moved = false;
        match (&mut self.foreign, &other.foreign) {
            (Some(mine), Some(theirs)) => moved |= mine.join(theirs),
            (None, Some(theirs)) => {
                self.foreign = Some(theirs.clone());
                moved = true;
            }
            (_, None) => {}
        }
        for (id, theirs) in &other.air {
            match self.air.get_mut(id) {
                Some(mine) => moved |= mine.join(theirs),
                None => {
                    self.air.insert(*id, theirs.clone());
                    moved = true;
                }
            }
        }
        if self.synced && !other.synced {
            self.synced = false;
            moved = true;
        }
        moved |= other.device_changed && !self.device_changed;
        self.device_changed |= other.device_changed;
        let issued = self.issued.len();
        self.issued.retain(|site| other.issued.contains(site));
        moved |= issued != self.issued.len();
        let lost = match (self.lost, other.lost) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (a, b) => a.or(b),
        };
        moved |= lost != self.lost;
        self.lost = lost;
        let before = self.completers.len();
        self.completers.extend(&other.completers);
        moved | (before != self.completers.len())
    }

    /// The host has waited for the whole device.
    pub fn sync(&mut self) {
        self.air.clear();
        self.foreign = None;
        self.completers.clear();
        self.synced = true;
    }

    /// The host has waited for a flight, and so for all that it covers.
    pub fn land(&mut self, id: FlightId) {
        self.air.remove(&id);
        self.air.retain(|_, flight| !flight.covers.contains(id.index()));
        self.foreign.take_if(|work| work.covers.contains(id.index()));
    }

    /// Orders what is issued later after all that is in the air.
    pub fn order(&mut self) {
        self.air.values_mut().chain(&mut self.foreign).for_each(|flight| flight.joined = true);
    }

    /// Issues a flight.
    pub fn take_off(&mut self, id: FlightId, done: Tri, joined: bool) {
        self.air.insert(id, InFlight { done, joined, covers: BitSet::new() });
    }

    /// Notes what an operation of ours comes after that is issued now: flights that it conflicts with, and
    /// those that were joined.
    pub fn cover(
        &mut self,
        by: FlightId,
        conflicts: &BitSet,
        is_earlier: impl Fn(FlightId) -> bool,
    ) {
        let joins_hold = !self.device_changed;
        if let Some(work) = self.foreign.as_mut().filter(|_| joins_hold) {
            work.covers.insert(by.index());
        }
        for (id, flight) in self.air.iter_mut().filter(|(id, _)| is_earlier(**id)) {
            let joined = flight.joined && joins_hold;
            let through = flight.covers.iter().any(|c| conflicts.contains(c));
            if joined || conflicts.contains(id.index()) || through {
                flight.covers.insert(by.index());
            }
        }
    }

    /// All that is in the air now counts as completed by the original program, by the calls of these sites.
    pub fn complete_in_original(&mut self, how: Tri, by: impl IntoIterator<Item = SiteId>) {
        let first = !self.synced && self.lost != Some(Tri::Yes);
        if first && how != Tri::No {
            self.completers.extend(by);
        }
        for flight in self.air.values_mut().chain(&mut self.foreign) {
            flight.done = match (how, flight.done) {
                (_, Tri::Yes) | (Tri::Yes, _) => Tri::Yes,
                (Tri::Maybe, _) => Tri::Maybe,
                (Tri::No, done) => done,
            };
        }
        self.lost = match (how, self.lost) {
            (Tri::Yes, _) => Some(Tri::Yes),
            (Tri::Maybe, Some(Tri::No) | None) => Some(Tri::Maybe),
            (_, lost) => lost,
        };
    }
}
