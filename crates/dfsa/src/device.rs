//! The engines in virtual time: the discrete-event core under both the timeline and the assignment's evaluator.
//!
//! Operations are issued one by one, each with the time of its issue and the operations that it waits for. The
//! simulation is lazy: it runs only when somebody needs the end of an operation. That loses nothing, because an
//! operation issued later cannot become ready before its issue.
//!
//! **Invariant:** issue times never decrease, and no operation is issued earlier than the time to which
//! [`Device::run_until_finished`] has advanced.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::machine::MOST_SLOTS;
use crate::timeline::Row;

/// Nanoseconds, totally ordered.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Time(f64);

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// What happens; ends come before beginnings at the same time, so that an engine is free for what is just ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Finish,
    Ready,
}

/// End of the list of successors.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct DeviceOp {
    unit: usize,
    duration: f64,
    /// Latest of the issue and the ends of those predecessors that have ended.
    ready: f64,
    /// Predecessors that have not ended.
    missing: u32,
    start: f64,
    end: f64,
    lane: u32,
    finished: bool,
    /// First of the operations that wait for this one, in `Device::links`.
    waiters: u32,
}

/// One unit of the device with a number of lanes, each running one operation at a time.
#[derive(Debug, Clone)]
struct Unit {
    free_lanes: u128,
    /// Ready operations, by time of readiness, then by issue.
    queue: BinaryHeap<Reverse<(Time, usize)>>,
}

/// The upload engine, the download engine and the multiprocessors.
#[derive(Debug, Clone)]
pub(crate) struct Device {
    units: [Unit; 3],
    ops: Vec<DeviceOp>,
    /// (waiting operation, next link): the lists of successors.
    links: Vec<(u32, u32)>,
    events: BinaryHeap<Reverse<(Time, Kind, usize)>>,
}

/// Index of the unit behind a row: upload engine, download engine, multiprocessors.
pub(crate) fn unit_of(row: Row) -> usize {
    match row {
        Row::H2D => 0,
        Row::D2H => 1,
        Row::Host | Row::Compute => 2,
    }
}

impl Device {
    /// An idle device whose multiprocessors run `slots` operations at once.
    pub(crate) fn new(slots: usize) -> Self {
        let unit = |lanes: usize| Unit {
            free_lanes: u128::MAX >> (MOST_SLOTS - lanes.clamp(1, MOST_SLOTS)),
            queue: BinaryHeap::new(),
        };
        Device {
            units: [unit(1), unit(1), unit(slots)],
            ops: Vec::new(),
            links: Vec::new(),
            events: BinaryHeap::new(),
        }
    }

    /// Forgets everything that was issued. Must follow [`Device::run`], which leaves every lane free.
    pub(crate) fn clear(&mut self) {
        debug_assert!(self.events.is_empty());
        self.ops.clear();
        self.links.clear();
    }

    /// Issues an operation at time `at` that waits for the ends of `predecessors`; returns its number.
    pub(crate) fn issue(
        &mut self,
        row: Row,
        duration: f64,
        at: f64,
        predecessors: impl IntoIterator<Item = usize>,
    ) -> usize {
        let id = self.ops.len();
        let mut ready = at;
        let mut missing = 0;
        for before in predecessors {
            let earlier = &mut self.ops[before];
            if earlier.finished {
                ready = ready.max(earlier.end);
            } else {
                missing += 1;
                self.links.push((id as u32, earlier.waiters));
                earlier.waiters = (self.links.len() - 1) as u32;
            }
        }
        self.ops.push(DeviceOp {
            unit: unit_of(row),
            duration,
            ready,
            missing,
            start: f64::INFINITY,
            end: f64::INFINITY,
            lane: 0,
            finished: false,
            waiters: NONE,
        });
        if missing == 0 {
            self.events.push(Reverse((Time(ready), Kind::Ready, id)));
        }
        id
    }

    /// Advances until `op` has ended, and returns its end.
    pub(crate) fn run_until_finished(&mut self, op: usize) -> f64 {
        while !self.ops[op].finished && self.step() {}
        self.ops[op].end
    }

    /// Advances until everything issued has ended.
    pub(crate) fn run(&mut self) {
        while self.step() {}
    }

    /// Start, end and lane of an operation that has ended.
    pub(crate) fn span(&self, op: usize) -> (f64, f64, usize) {
        let it = &self.ops[op];
        (it.start, it.end, it.lane as usize)
    }

    /// The latest end of all operations that have ended; 0 when there are none.
    pub(crate) fn latest_end(&self) -> f64 {
        self.ops.iter().filter(|op| op.finished).fold(0.0, |latest, op| op.end.max(latest))
    }

    /// Handles everything that happens at the next moment; false when nothing is left.
    fn step(&mut self) -> bool {
        let Some(&Reverse((Time(now), _, _))) = self.events.peek() else {
            return false;
        };
        while let Some(&Reverse((Time(at), kind, op))) = self.events.peek() {
            if at > now {
                break;
            }
            self.events.pop();
            match kind {
                Kind::Finish => self.finish(op),
                Kind::Ready => self.units[self.ops[op].unit].queue.push(Reverse((Time(at), op))),
            }
        }
        for unit in &mut self.units {
            while unit.free_lanes != 0 {
                let Some(Reverse((_, op))) = unit.queue.pop() else {
                    break;
                };
                let lane = unit.free_lanes.trailing_zeros();
                unit.free_lanes &= !(1 << lane);
                let it = &mut self.ops[op];
                it.lane = lane;
                it.start = now;
                it.end = now + it.duration;
                self.events.push(Reverse((Time(it.end), Kind::Finish, op)));
            }
        }
        true
    }

    /// Frees the lane of an operation and readies what waited for it alone.
    fn finish(&mut self, op: usize) {
        let it = &mut self.ops[op];
        it.finished = true;
        let end = it.end;
        self.units[it.unit].free_lanes |= 1 << it.lane;
        let mut link = it.waiters;
        while link != NONE {
            let (waiter, next) = self.links[link as usize];
            link = next;
            let waiting = &mut self.ops[waiter as usize];
            waiting.ready = waiting.ready.max(end);
            waiting.missing -= 1;
            if waiting.missing == 0 {
                let ready = Time(waiting.ready);
                self.events.push(Reverse((ready, Kind::Ready, waiter as usize)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_engine_serves_one_copy_at_a_time() {
        let mut device = Device::new(8);
        let a = device.issue(Row::H2D, 10.0, 0.0, []);
        let b = device.issue(Row::H2D, 10.0, 0.0, []);
        let c = device.issue(Row::D2H, 10.0, 0.0, []);
        device.run();
        assert_eq!(device.span(a), (0.0, 10.0, 0));
        assert_eq!(device.span(b), (10.0, 20.0, 0));
        assert_eq!(device.span(c), (0.0, 10.0, 0));
    }

    #[test]
    fn kernels_overlap_up_to_the_slots() {
        let mut device = Device::new(2);
        let ops: Vec<usize> = (0..3).map(|_| device.issue(Row::Compute, 10.0, 0.0, [])).collect();
        device.run();
        assert_eq!(device.span(ops[1]), (0.0, 10.0, 1));
        assert_eq!(device.span(ops[2]), (10.0, 20.0, 0));
    }

    #[test]
    fn readiness_beats_issue_order() {
        let mut device = Device::new(8);
        let kernel = device.issue(Row::Compute, 5.0, 0.0, []);
        let first = device.issue(Row::D2H, 10.0, 0.0, [kernel]);
        let second = device.issue(Row::D2H, 10.0, 1.0, []);
        device.run();
        assert_eq!(device.span(second), (1.0, 11.0, 0));
        assert_eq!(device.span(first), (11.0, 21.0, 0));
        assert_eq!(device.latest_end(), 21.0);
    }

    #[test]
    fn running_in_parts_gives_what_running_at_once_gives() {
        let mut device = Device::new(8);
        let a = device.issue(Row::H2D, 10.0, 0.0, []);
        let b = device.issue(Row::Compute, 7.0, 0.0, [a]);
        assert_eq!(device.run_until_finished(a), 10.0);
        let c = device.issue(Row::H2D, 10.0, 10.0, []);
        assert_eq!(device.run_until_finished(c), 20.0);
        assert_eq!(device.span(b), (10.0, 17.0, 0));
    }

    #[test]
    fn zero_durations_end_where_they_begin() {
        let mut device = Device::new(1);
        let a = device.issue(Row::Compute, 0.0, 0.0, []);
        let b = device.issue(Row::Compute, 0.0, 0.0, [a]);
        device.run();
        assert_eq!(device.span(b), (0.0, 0.0, 0));
    }
}
