//! List scheduling: the order in which to issue the operations of an assignment, by critical-path priority.
//!
//! Only the order inside a block changes. Operations that stand one after the other with the same weight are taken
//! for a block; different weights mean different loops or branches, out of which no issue can be moved.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::assign::Assignment;
use crate::device::unit_of;
use crate::graph::{Adjacency, GraphError, OpGraph};
use crate::machine::Machine;

/// The issue order for the generic machine; see [`list_schedule_with`].
///
/// A graph or an assignment that does not make sense gets the order of the indices.
pub fn list_schedule(graph: &OpGraph, assignment: &Assignment) -> Vec<usize> {
    list_schedule_with(graph, assignment, &Machine::default())
        .unwrap_or_else(|_| (0..graph.ops.len()).collect())
}

/// The order in which the operations start when every engine, as soon as it is free, takes the most urgent operation
/// that is ready and whose stream is idle. The most urgent is the one with the longest path behind it (cost times
/// weight, over non-carried edges); among equals the lower index. Blocks of different weight keep their order (see the
/// [module](self)). The result is a topological order of the
/// non-carried edges. Time O(n · (streams + log n) + edges).
///
/// # Errors
/// What [`OpGraph::validate`] reports, or [`GraphError::BadOrder`] when the assignment does not fit the graph.
pub fn list_schedule_with(
    graph: &OpGraph,
    assignment: &Assignment,
    machine: &Machine,
) -> Result<Vec<usize>, GraphError> {
    let order = graph.topological_order()?;
    assignment.check(graph)?;
    Ok(list_in_order(graph, assignment, &order, machine))
}

/// [`list_schedule_with`] for a sound graph and assignment, given a topological order.
pub(crate) fn list_in_order(
    graph: &OpGraph,
    assignment: &Assignment,
    order: &[usize],
    machine: &Machine,
) -> Vec<usize> {
    let mut scheduler = Scheduler::new(graph, assignment, order, machine);
    scheduler.start_all();
    while let Some(Reverse((now, op))) = scheduler.running.pop() {
        scheduler.now = now;
        scheduler.finish(op);
        // What ends at the same moment frees its stream and engine before anything starts.
        while let Some(&Reverse((end, other))) = scheduler.running.peek() {
            if end > now {
                break;
            }
            scheduler.running.pop();
            scheduler.finish(other);
        }
        scheduler.start_all();
    }
    let block_of = block_numbers(graph, order);
    let mut started = scheduler.started;
    started.sort_by_key(|&op| block_of[op]);
    started
}

/// For each operation, the number of its block: the stretch of `order` with its weight.
pub(crate) fn block_numbers(graph: &OpGraph, order: &[usize]) -> Vec<usize> {
    let mut block_of = vec![0; graph.ops.len()];
    let blocks = order.chunk_by(|&a, &b| graph.ops[a].weight == graph.ops[b].weight);
    for (number, block) in blocks.enumerate() {
        for &op in block {
            block_of[op] = number;
        }
    }
    block_of
}

/// Nanoseconds as ordered bits; right for times that are not negative.
fn key(ns: f64) -> u64 {
    ns.to_bits()
}

/// Priority as [`key`] gives it, then the lower index; the greatest is the most urgent.
type Urgency = (u64, Reverse<usize>);

struct Scheduler<'g> {
    graph: &'g OpGraph,
    assignment: &'g Assignment,
    successors: Adjacency,
    missing: Vec<usize>,
    priority: Vec<f64>,
    /// For each stream and unit, the operations whose dependences have ended.
    ready: Vec<[BinaryHeap<Urgency>; 3]>,
    /// Whether an operation of the stream is running.
    busy: Vec<bool>,
    free: [usize; 3],
    /// Virtual time, as `key` gives it.
    now: u64,
    /// (end, operation).
    running: BinaryHeap<Reverse<(u64, usize)>>,
    started: Vec<usize>,
}

impl<'g> Scheduler<'g> {
    fn new(
        graph: &'g OpGraph,
        assignment: &'g Assignment,
        order: &[usize],
        machine: &Machine,
    ) -> Self {
        let successors = graph.successors();
        let mut missing = vec![0; graph.ops.len()];
        for &to in successors.targets() {
            missing[to] += 1;
        }
        let mut scheduler = Scheduler {
            graph,
            assignment,
            successors,
            missing,
            priority: graph.bottom_levels(order),
            ready: (0..assignment.streams).map(|_| Default::default()).collect(),
            busy: vec![false; assignment.streams],
            free: [1, 1, machine.slots()],
            now: key(0.0),
            running: BinaryHeap::new(),
            started: Vec::with_capacity(graph.ops.len()),
        };
        for op in 0..graph.ops.len() {
            if scheduler.missing[op] == 0 {
                scheduler.make_ready(op);
            }
        }
        scheduler
    }

    fn unit(&self, op: usize) -> usize {
        unit_of(self.graph.ops[op].engine.row())
    }

    fn make_ready(&mut self, op: usize) {
        let unit = self.unit(op);
        self.ready[self.assignment.stream_of[op]][unit].push((key(self.priority[op]), Reverse(op)));
    }

    /// Starts operations until no free engine finds one. The most urgent over all engines goes first, since it may
    /// take a stream that two engines could use.
    fn start_all(&mut self) {
        while let Some((stream, unit)) = self.most_urgent() {
            let Some((_, Reverse(op))) = self.ready[stream][unit].pop() else {
                return;
            };
            self.started.push(op);
            self.busy[stream] = true;
            self.free[unit] -= 1;
            let end = f64::from_bits(self.now) + self.graph.ops[op].total_ns();
            self.running.push(Reverse((key(end), op)));
        }
    }

    /// Stream and unit of the most urgent operation that may start now.
    fn most_urgent(&self) -> Option<(usize, usize)> {
        let mut best: Option<(Urgency, usize, usize)> = None;
        for (stream, units) in self.ready.iter().enumerate() {
            if self.busy[stream] {
                continue;
            }
            for (unit, heap) in units.iter().enumerate() {
                if let (Some(&top), true) = (heap.peek(), self.free[unit] > 0) {
                    if best.is_none_or(|(urgency, ..)| top > urgency) {
                        best = Some((top, stream, unit));
                    }
                }
            }
        }
        best.map(|(_, stream, unit)| (stream, unit))
    }

    fn finish(&mut self, op: usize) {
        self.busy[self.assignment.stream_of[op]] = false;
        let unit = self.unit(op);
        self.free[unit] += 1;
        for place in 0..self.successors.of(op).len() {
            let to = self.successors.of(op)[place];
            self.missing[to] -= 1;
            if self.missing[to] == 0 {
                self.make_ready(to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op};
    use crate::testing::{random_graph, Random};

    #[test]
    fn the_longest_path_goes_first() {
        let mut graph = OpGraph::new();
        graph.add_op(Op::once("short", Engine::H2D, 10.0));
        graph.add_op(Op::once("long", Engine::H2D, 10.0));
        graph.add_op(Op::once("kernel", Engine::Compute, 50.0));
        graph.add_edge(1, 2);
        let assignment = Assignment { stream_of: vec![0, 1, 1], streams: 2 };
        // The kernel and the short upload start at the same time; the kernel is more urgent.
        assert_eq!(list_schedule(&graph, &assignment), vec![1, 2, 0]);
    }

    #[test]
    fn every_order_is_an_issue_order() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let ops = random.range(0, 20);
            let graph = random_graph(&mut random, ops);
            let streams = random.range(1, 4);
            let assignment = Assignment {
                stream_of: (0..ops).map(|_| random.range(0, streams - 1)).collect(),
                streams,
            };
            let order = list_schedule(&graph, &assignment);
            assert_eq!(graph.check_order(&order), Ok(()));
        }
    }

    #[test]
    fn blocks_keep_their_order() {
        let mut graph = OpGraph::new();
        for (weight, cost) in [(1.0, 1.0), (1.0, 5.0), (10.0, 1.0), (10.0, 5.0), (1.0, 99.0)] {
            let mut op = Op::once("upload", Engine::H2D, cost);
            op.weight = weight;
            graph.add_op(op);
        }
        let assignment = Assignment { stream_of: vec![0, 1, 2, 3, 4], streams: 5 };
        assert_eq!(list_schedule(&graph, &assignment), vec![1, 0, 3, 2, 4]);
    }

    #[test]
    fn a_bad_assignment_is_reported() {
        let mut graph = OpGraph::new();
        graph.add_op(Op::once("kernel", Engine::Compute, 1.0));
        let assignment = Assignment { stream_of: vec![3], streams: 1 };
        let found = list_schedule_with(&graph, &assignment, &Machine::ideal());
        assert_eq!(found, Err(GraphError::BadOrder { position: 0 }));
        assert_eq!(list_schedule(&graph, &assignment), vec![0]);
    }
}
