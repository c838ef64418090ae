//! Local improvement of issue order and streams together, for small graphs.
//!
//! An engine takes what is ready; to make it wait for something more urgent, the urgent operation has to be issued
//! first *in the same stream*. So a step moves one operation to another place of its block and, at the same time, to
//! any stream.

use crate::assign::Options;
use crate::expand::{Evaluator, Score};
use crate::graph::{Adjacency, OpGraph};
use crate::improve::number_by_first_use;
use crate::list::block_numbers;

/// A schedule on its way to a better one.
pub(crate) struct Reordering<'g> {
    pub graph: &'g OpGraph,
    pub options: &'g Options,
    pub order: Vec<usize>,
    pub stream_of: Vec<usize>,
    pub score: Score,
    /// See [`Evaluator::free_streams`].
    pub free_streams: usize,
}

impl Reordering<'_> {
    /// Takes steps until none helps or `allowance` (in simulated operations) is used up.
    pub(crate) fn improve(&mut self, allowance: u64) {
        let predecessors = self.graph.predecessors();
        let block_of = block_numbers(self.graph, &self.order);
        let mut work = 0;
        loop {
            let before = self.score;
            for from in 0..self.order.len() {
                for to in self.places(from, &predecessors, &block_of) {
                    if work >= allowance {
                        return;
                    }
                    if self.step(from, to, &mut work) {
                        break;
                    }
                }
            }
            if self.score == before {
                return;
            }
        }
    }

    /// The places to which the operation at place `from` can go: within its block, past nothing that it depends on
    /// or that depends on it.
    fn places(
        &self,
        from: usize,
        predecessors: &Adjacency,
        block_of: &[usize],
    ) -> impl Iterator<Item = usize> {
        let op = self.order[from];
        let passable = |&place: &usize| {
            let passed = self.order[place];
            block_of[op] == block_of[passed]
                && !depends(predecessors, op, passed)
                && !depends(predecessors, passed, op)
        };
        let earlier: Vec<usize> = (0..from).rev().take_while(passable).collect();
        let later: Vec<usize> = (from + 1..self.order.len()).take_while(passable).collect();
        earlier.into_iter().chain(later)
    }

    /// Tries the operation at place `from` at place `to`, in every stream; keeps the best if it is better.
    fn step(&mut self, from: usize, to: usize, work: &mut u64) -> bool {
        let op = self.order[from];
        let mut order = self.order.clone();
        order.remove(from);
        order.insert(to, op);
        let mut evaluator = Evaluator::new(self.graph, &order, &self.options.machine);
        evaluator.free_streams = self.free_streams;
        let mut better = None;
        let targets = (self.score.streams + 1).min(self.options.max_streams.max(1));
        for target in 0..targets {
            let mut candidate = self.stream_of.clone();
            candidate[op] = target;
            let (candidate, streams) = number_by_first_use(&order, candidate);
            match evaluator.score_up_to(&candidate, streams, self.score.time_ps) {
                Some(score) if score < self.score => {
                    self.score = score;
                    better = Some(candidate);
                }
                _ => {}
            }
        }
        *work += evaluator.work;
        match better {
            Some(stream_of) => {
                self.order = order;
                self.stream_of = stream_of;
                true
            }
            None => false,
        }
    }
}

/// Whether `op` depends on `earlier` directly.
fn depends(predecessors: &Adjacency, op: usize, earlier: usize) -> bool {
    predecessors.of(op).binary_search(&earlier).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expand::Kernels;
    use crate::graph::{Engine, Op};
    use crate::machine::Machine;

    #[test]
    fn a_long_copy_waits_for_an_urgent_short_one() {
        // The long download is ready at once, the urgent one a moment later, and a long kernel follows it.
        let mut graph = OpGraph::new();
        graph.add_op(Op::once("long download", Engine::D2H, 100.0));
        graph.add_op(Op::once("kernel", Engine::Compute, 1.0));
        graph.add_op(Op::once("urgent download", Engine::D2H, 1.0));
        graph.add_op(Op::once("long kernel", Engine::Compute, 100.0));
        graph.add_edge(1, 2);
        graph.add_edge(2, 3);
        let options = Options { machine: Machine::ideal(), ..Options::default() };
        let (order, stream_of) = (vec![0, 1, 2, 3], vec![0, 1, 0, 1]);
        let makespan = |order: &[usize], stream_of: &[usize]| {
            Evaluator::new(&graph, order, &options.machine).makespan_ns(
                stream_of,
                2,
                Kernels::ESTIMATED,
            )
        };
        assert_eq!(makespan(&order, &stream_of), 201.0);
        let score = Evaluator::new(&graph, &order, &options.machine).score(&stream_of, 2);
        let mut reordering = Reordering {
            graph: &graph,
            options: &options,
            order,
            stream_of,
            score,
            free_streams: 1,
        };
        reordering.improve(1_000_000);
        assert_eq!(makespan(&reordering.order, &reordering.stream_of), 102.0);
    }
}
