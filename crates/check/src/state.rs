//! The state of the check at a point of the program: what is in flight, and what each operation in
//! flight comes before.
//!
//! An operation is described by the streams and events *after* it: whatever such a stream gets from now
//! on runs after the operation, and whoever waits for such an event's last record has waited for it.
//! All rules of CUDA about order are rules about these sets, and an operation's sets change
//! independently of those of all others.

use crate::queue::{QueueId, Queues, ALL_BLOCKING, LEGACY, UNKNOWN};
use dataflow::BitSet;
use effects::{ObjId, StmtRef, Tri};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Index of an operation, as it is issued at one step.
pub type OpId = u32;

/// What is known of an operation that was issued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flight {
    /// Streams and events that come after it on every path.
    pub must: BitSet,
    /// The same, on some path.
    pub may: BitSet,
    /// The host may not know it to be complete.
    pub in_air: bool,
    /// On some path, the host has waited for it.
    pub landed: bool,
    /// A copy that a rewriting has made asynchronous. Calls that stay as they were wait for it and order it
    /// if they succeed; the program may go on when they fail, and then nothing may rest on them.
    pub fragile: bool,
}

/// What a step does to the order of things.
#[derive(Clone, Debug)]
pub enum Effect {
    /// An operation is issued. `waits`: the host waits for it, and for what its stream waits for.
    Issue {
        op: OpId,
        stream: QueueId,
        waits: Tri,
        /// Like a synchronous copy, it was complete at its return without the help of other calls.
        fragile: bool,
    },
    Record {
        event: QueueId,
        stream: QueueId,
    },
    StreamWait {
        stream: QueueId,
        event: QueueId,
    },
    /// The host waits for a stream, or for an event's last record.
    Sync(QueueId),
    /// The host learns, on some path, that a stream or event is done.
    Ask(QueueId),
    SyncDevice,
    /// Later work in any blocking stream comes after all that blocking streams hold.
    Join,
    /// Code that is not followed may have waited.
    MayHaveWaited,
    /// Code that is not followed may have recorded events.
    MayHaveRecorded,
    /// Stream capture begins or ends: what is issued in between makes nodes of a graph and does not run.
    Capture(bool),
    /// The statement makes new objects.
    Born(StmtRef),
    /// An object that a statement (the second) made is gone.
    Dead(ObjId, StmtRef),
}

impl Effect {
    /// The issue of an operation that completes when it may.
    pub fn issue(op: OpId, stream: QueueId, waits: Tri) -> Effect {
        Effect::Issue { op, stream, waits, fragile: false }
    }
}

/// The state at a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub flights: BTreeMap<OpId, Rc<Flight>>,
    /// Events that were recorded on some path.
    pub recorded: BTreeSet<QueueId>,
    /// Memory, streams and events that are gone on every path, with the statements that made them.
    pub gone: BTreeMap<ObjId, StmtRef>,
    /// On some path, a stream is being captured.
    pub capturing: bool,
}

impl State {
    /// Least upper bound; whether anything moved.
    pub fn join(&mut self, other: &State) -> bool {
        let mut moved = false;
        for (op, theirs) in &other.flights {
            match self.flights.get_mut(op) {
                None => {
                    self.flights.insert(*op, theirs.clone());
                    moved = true;
                }
                Some(mine) if mine == theirs => {}
                Some(mine) => {
                    let joined = join_flights(mine, theirs);
                    if joined != **mine {
                        *mine = Rc::new(joined);
                        moved = true;
                    }
                }
            }
        }
        let before = (self.recorded.len(), self.gone.len());
        self.recorded.extend(&other.recorded);
        self.gone.retain(|g, _| other.gone.contains_key(g));
        moved |= other.capturing && !self.capturing;
        self.capturing |= other.capturing;
        moved | (before != (self.recorded.len(), self.gone.len()))
    }

    /// The operations in flight.
    pub fn in_air(&self) -> impl Iterator<Item = (OpId, &Flight)> {
        self.flights.iter().filter(|(_, f)| f.in_air).map(|(op, f)| (*op, &**f))
    }

    fn for_each(&mut self, change: impl Fn(&mut Flight)) {
        for flight in self.flights.values_mut().filter(|f| f.in_air) {
            let mut changed = (**flight).clone();
            change(&mut changed);
            if changed != **flight {
                *flight = Rc::new(changed);
            }
        }
    }

    /// Applies what a step does.
    pub fn apply(&mut self, effect: &Effect, queues: &Queues) {
        match effect {
            Effect::Issue { .. } if self.capturing => {}
            Effect::Issue { op, stream, waits, fragile } => {
                self.touch_stream(*stream, queues, Trust::Calls);
                self.issue(*op, *stream, *fragile);
                match waits {
                    Tri::Yes => self.wait(*stream, queues, Trust::Calls),
                    Tri::Maybe => self.may_wait(*stream, queues),
                    Tri::No => {}
                }
            }
            Effect::Record { event, stream } => {
                self.touch_stream(*stream, queues, Trust::All);
                self.record(*event, *stream, queues);
            }
            Effect::StreamWait { stream, event } => {
                self.for_each(|f| {
                    if f.is_before(*event, queues) {
                        f.add(*stream);
                    } else if f.may_be_before(*event, queues) {
                        f.may.insert(stream.0 as usize);
                    }
                });
                self.touch_stream(*stream, queues, Trust::All);
            }
            Effect::Sync(queue) => self.wait(*queue, queues, Trust::All),
            Effect::Ask(queue) => self.may_wait(*queue, queues),
            Effect::SyncDevice => self.for_each(|f| f.in_air = false),
            Effect::Join => self.touch_stream(LEGACY, queues, Trust::All),
            Effect::MayHaveWaited => self.for_each(|f| f.landed = true),
            Effect::MayHaveRecorded => {
                self.recorded.insert(UNKNOWN);
            }
            Effect::Capture(begins) => self.capturing = *begins,
            Effect::Born(at) => self.gone.retain(|_, made| made != at),
            Effect::Dead(object, made) => {
                self.gone.insert(*object, *made);
            }
        }
    }

    /// Work in the legacy stream waits for all blocking streams, and they for it.
    fn touch_stream(&mut self, stream: QueueId, queues: &Queues, trust: Trust) {
        if stream != LEGACY {
            return;
        }
        self.for_each(|f| {
            if trust.covers(f) && f.is_before(LEGACY, queues) {
                f.add(ALL_BLOCKING);
            } else if f.may_be_before(LEGACY, queues) {
                f.may.insert(ALL_BLOCKING.0 as usize);
            }
        });
    }

    fn issue(&mut self, op: OpId, stream: QueueId, fragile: bool) {
        let mut after = BitSet::new();
        after.insert(stream.0 as usize);
        if stream == LEGACY {
            after.insert(ALL_BLOCKING.0 as usize);
        }
        // An earlier run of the same step is in the same stream, before this one.
        let flight =
            Flight { must: after.clone(), may: after, in_air: true, landed: false, fragile };
        self.flights.insert(op, Rc::new(flight));
    }

    fn record(&mut self, event: QueueId, stream: QueueId, queues: &Queues) {
        self.recorded.insert(event);
        let single = queues.is_single(event);
        self.for_each(|f| {
            let (must, may) = (f.is_before(stream, queues), f.may_be_before(stream, queues));
            // The record replaces an earlier one.
            if single && !must {
                f.must.remove(event.0 as usize);
            }
            if single && !may {
                f.may.remove(event.0 as usize);
            }
            if must {
                f.add(event);
            } else if may {
                f.may.insert(event.0 as usize);
            }
        });
    }

    fn wait(&mut self, queue: QueueId, queues: &Queues, trust: Trust) {
        self.for_each(|f| {
            if trust.covers(f) && f.is_before(queue, queues) {
                f.in_air = false;
            } else if f.may_be_before(queue, queues) {
                f.landed = true;
            }
        });
    }

    fn may_wait(&mut self, queue: QueueId, queues: &Queues) {
        self.for_each(|f| f.landed |= f.may_be_before(queue, queues));
    }
}

/// Which operations a rule is relied on for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    All,
    /// The rule holds if a call succeeds.
    Calls,
}

impl Trust {
    fn covers(self, flight: &Flight) -> bool {
        self == Trust::All || !flight.fragile
    }
}

impl Flight {
    fn add(&mut self, queue: QueueId) {
        self.must.insert(queue.0 as usize);
        self.may.insert(queue.0 as usize);
    }

    /// Whether, on every path, what the queue gets from now on comes after the operation.
    pub fn is_before(&self, queue: QueueId, queues: &Queues) -> bool {
        let has = |q: QueueId| self.must.contains(q.0 as usize);
        if has(queue) || has(ALL_BLOCKING) && queues.blocking(queue) == Tri::Yes {
            return true;
        }
        queue == LEGACY && ids(&self.must).any(|q| queues.blocking(q) == Tri::Yes)
    }

    /// Whether that may be so.
    pub fn may_be_before(&self, queue: QueueId, queues: &Queues) -> bool {
        let blocking = queues.blocking(queue) != Tri::No;
        ids(&self.may).any(|q| {
            queues.may_be_same(q, queue)
                || q == ALL_BLOCKING && blocking
                || queue == LEGACY && queues.blocking(q) != Tri::No
        })
    }
}

fn ids(set: &BitSet) -> impl Iterator<Item = QueueId> + '_ {
    set.iter().map(|index| QueueId(index as u32))
}

fn join_flights(a: &Flight, b: &Flight) -> Flight {
    if !a.in_air && !b.in_air {
        return a.clone();
    }
    // Of an operation that has landed nothing more is to be known.
    let (mut joined, other) = match a.in_air {
        true => (a.clone(), b),
        false => (b.clone(), a),
    };
    joined.landed |= other.landed || !other.in_air;
    if other.in_air {
        joined.must.intersect(&other.must);
        joined.may.union(&other.may);
    }
    joined
}
