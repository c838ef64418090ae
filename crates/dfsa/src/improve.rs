//! Local improvement of an assignment by the evaluator.
//!
//! A step is kept when it lowers the score: less time, or the same time with fewer streams, or the same streams with
//! fewer waits. So a stream that does not pay disappears, and one that pays may appear. The search stops at a local
//! optimum or when its allowance of simulated operations is used up; it is deterministic.

use crate::expand::{Evaluator, Score};

/// Up to this many operations, pairs of operations are exchanged as well (time O(n²) evaluations a round).
const EXCHANGE_LIMIT: usize = 32;

/// An assignment on its way to a better one.
pub(crate) struct Search<'e> {
    evaluator: &'e mut Evaluator,
    /// Issue order.
    order: &'e [usize],
    max_streams: usize,
    /// The evaluator's work at which the search ends.
    work_end: u64,
    /// The best assignment so far; streams are numbered by first use in `order`.
    stream_of: Vec<usize>,
    score: Score,
}

/// Improves `stream_of` as far as `allowance` (in simulated operations) permits.
pub(crate) fn improve(
    evaluator: &mut Evaluator,
    order: &[usize],
    max_streams: usize,
    stream_of: Vec<usize>,
    allowance: u64,
) -> (Vec<usize>, Score) {
    let (stream_of, streams) = number_by_first_use(order, stream_of);
    let score = evaluator.score(&stream_of, streams);
    let work_end = evaluator.work.saturating_add(allowance);
    let mut search = Search { evaluator, order, max_streams, work_end, stream_of, score };
    while !search.exhausted() {
        let before = search.score;
        search.merge_streams();
        search.move_operations();
        search.move_tails();
        if order.len() <= EXCHANGE_LIMIT {
            search.exchange_operations();
        }
        if search.score == before {
            break;
        }
    }
    (search.stream_of, search.score)
}

/// Renumbers streams in the order in which `order` first uses them; also returns how many there are.
pub(crate) fn number_by_first_use(
    order: &[usize],
    mut stream_of: Vec<usize>,
) -> (Vec<usize>, usize) {
    let most = stream_of.iter().max().map_or(0, |&most| most + 1);
    let mut number: Vec<Option<usize>> = vec![None; most];
    let mut streams = 0;
    for &op in order {
        let slot = &mut number[stream_of[op]];
        stream_of[op] = *slot.get_or_insert_with(|| {
            streams += 1;
            streams - 1
        });
    }
    (stream_of, streams)
}

impl Search<'_> {
    fn exhausted(&self) -> bool {
        self.evaluator.work >= self.work_end
    }

    /// Takes `candidate` if it is better; says whether it was.
    fn consider(&mut self, candidate: Vec<usize>) -> bool {
        let (candidate, streams) = number_by_first_use(self.order, candidate);
        if streams > self.max_streams || candidate == self.stream_of {
            return false;
        }
        let found = self.evaluator.score_up_to(&candidate, streams, self.score.time_ps);
        match found {
            Some(score) if score < self.score => {
                self.stream_of = candidate;
                self.score = score;
                true
            }
            _ => false,
        }
    }

    /// The streams that an operation might move to: those there are, and a new one.
    fn targets(&self) -> usize {
        (self.score.streams + 1).min(self.max_streams)
    }

    /// Two streams become one.
    fn merge_streams(&mut self) {
        let mut a = 0;
        while a < self.score.streams {
            let mut b = a + 1;
            while b < self.score.streams && !self.exhausted() {
                let mut candidate = self.stream_of.clone();
                for stream in &mut candidate {
                    if *stream == b {
                        *stream = a;
                    }
                }
                if !self.consider(candidate) {
                    b += 1;
                }
            }
            a += 1;
        }
    }

    /// One operation goes to another stream.
    fn move_operations(&mut self) {
        for position in 0..self.order.len() {
            let op = self.order[position];
            let mut target = 0;
            while target < self.targets() && !self.exhausted() {
                let mut candidate = self.stream_of.clone();
                candidate[op] = target;
                self.consider(candidate);
                target += 1;
            }
        }
    }

    /// From some operation on, the rest of its stream changes places with the rest of another one, or goes to
    /// another one.
    fn move_tails(&mut self) {
        for position in 1..self.order.len() {
            let op = self.order[position];
            let mut target = 0;
            while target < self.targets() && !self.exhausted() {
                for exchange in [false, true] {
                    let source = self.stream_of[op];
                    if source == target {
                        continue;
                    }
                    let mut candidate = self.stream_of.clone();
                    for &later in &self.order[position..] {
                        if candidate[later] == source {
                            candidate[later] = target;
                        } else if exchange && candidate[later] == target {
                            candidate[later] = source;
                        }
                    }
                    self.consider(candidate);
                }
                target += 1;
            }
        }
    }

    /// Two operations of different streams change places.
    fn exchange_operations(&mut self) {
        for a in 0..self.order.len() {
            for b in a + 1..self.order.len() {
                if self.exhausted() {
                    return;
                }
                if self.stream_of[a] != self.stream_of[b] {
                    let mut candidate = self.stream_of.clone();
                    candidate.swap(a, b);
                    self.consider(candidate);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op, OpGraph};
    use crate::machine::Machine;

    fn improved(graph: &OpGraph, from: Vec<usize>, max_streams: usize) -> Vec<usize> {
        let order = graph.topological_order().expect("acyclic");
        let mut evaluator = Evaluator::new(graph, &order, &Machine::ideal());
        improve(&mut evaluator, &order, max_streams, from, 1_000_000).0
    }

    #[test]
    fn streams_are_numbered_by_first_use() {
        assert_eq!(number_by_first_use(&[2, 0, 1], vec![7, 3, 3]), (vec![1, 0, 0], 2));
        assert_eq!(number_by_first_use(&[], vec![]), (vec![], 0));
    }

    #[test]
    fn streams_that_gain_nothing_are_merged() {
        let mut uploads = OpGraph::new();
        for op in 0..4 {
            uploads.add_op(Op::once(format!("upload {op}"), Engine::H2D, 10.0));
        }
        assert_eq!(improved(&uploads, vec![0, 1, 2, 3], 8), vec![0, 0, 0, 0]);
    }

    #[test]
    fn a_stream_that_pays_is_added() {
        let mut kernels = OpGraph::new();
        for op in 0..3 {
            kernels.add_op(Op::once(format!("kernel {op}"), Engine::Compute, 10.0));
        }
        assert_eq!(improved(&kernels, vec![0, 0, 0], 8), vec![0, 1, 2]);
        assert_eq!(improved(&kernels, vec![0, 0, 0], 2), vec![0, 1, 1]);
    }

    #[test]
    fn the_allowance_ends_the_search() {
        let mut kernels = OpGraph::new();
        for op in 0..3 {
            kernels.add_op(Op::once(format!("kernel {op}"), Engine::Compute, 10.0));
        }
        let order = [0, 1, 2];
        let mut evaluator = Evaluator::new(&kernels, &order, &Machine::ideal());
        let (stream_of, _) = improve(&mut evaluator, &order, 8, vec![0, 0, 0], 0);
        assert_eq!(stream_of, vec![0, 0, 0]);
    }
}
