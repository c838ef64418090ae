//! Stream assignment: each operation site gets one stream for good.
//!
//! 1. Starting points: a minimum path cover ([`crate::cover`]), one stream per engine (what an unrolled loop with
//!    independent iterations wants), greedy packing of single operations, and one stream for everything.
//! 2. A starting point with more chains than streams loses chains: the pair whose merging costs least virtual time,
//!    again and again; where that would be too much work, by packing.
//! 3. Local improvement by the evaluator (`improve`), and the best result wins.
//!
//! What counts, in this order: time (makespan with host costs, and what becomes of it when kernels take longer or
//! shorter than estimated), then that chains without a dependence stay independent even if kernels take very long,
//! then few streams, then few event waits.
//!
//! Everything is deterministic. Up to [`EXHAUSTIVE_LIMIT`] operations the result is the best by that measure in the
//! given issue order; up to [`REFINE_ALL_LIMIT`] every starting point is improved; beyond that the best one only. The
//! improvement simulates [`WORK_LIMIT`] operations at most, so the time is near linear in the size of the graph:
//! a constant, plus the path cover (O(E·√V)), plus a fixed number of evaluations (O((V + E)·log V) each).

use crate::cover::{cover_in_order, Cover};
use crate::expand::{Evaluator, Score};
use crate::graph::{GraphError, OpGraph};
use crate::improve::{improve, number_by_first_use};
use crate::list::list_in_order;
use crate::machine::Machine;
use crate::pack::pack;
use crate::reorder::Reordering;
use crate::timeline::Row;

/// Up to this many operations all assignments are tried (Bell(7) = 877 of them).
pub const EXHAUSTIVE_LIMIT: usize = 7;
/// Up to this many operations each starting point is improved.
pub const REFINE_ALL_LIMIT: usize = 64;
/// Up to this many operations [`schedule`] looks for better orders one move at a time.
pub const REORDER_LIMIT: usize = 32;
/// How many simulated operations the merging and the improvement of one assignment may cost, each.
pub const WORK_LIMIT: u64 = 500_000;

/// The stream of each operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assignment {
    /// Stream of each operation, from 0; numbered by first use in issue order.
    pub stream_of: Vec<usize>,
    /// How many streams there are.
    pub streams: usize,
}

impl Assignment {
    /// One stream for everything: right for any dependences.
    pub fn single(ops: usize) -> Self {
        Assignment { stream_of: vec![0; ops], streams: ops.min(1) }
    }

    /// Checks that there is one existing stream for each operation of `graph`.
    pub(crate) fn check(&self, graph: &OpGraph) -> Result<(), GraphError> {
        if self.stream_of.len() != graph.ops.len() {
            return Err(GraphError::BadOrder {
                position: self.stream_of.len().min(graph.ops.len()),
            });
        }
        match self.stream_of.iter().position(|&s| s >= self.streams) {
            Some(position) => Err(GraphError::BadOrder { position }),
            None => Ok(()),
        }
    }
}

/// An assignment together with the order in which to issue the operations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Schedule {
    /// The stream of each operation.
    pub assignment: Assignment,
    /// The issue order: a topological order of the graph.
    pub order: Vec<usize>,
}

/// What an assignment may use and assume.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Most streams; 0 counts as 1.
    pub max_streams: usize,
    /// Engines and host costs.
    pub machine: Machine,
    /// The order in which the program issues the operations; `None` for [`OpGraph::topological_order`].
    pub order: Option<Vec<usize>>,
}

impl Default for Options {
    /// Eight streams (the hardware's default number of queues), the generic machine, the graph's own order.
    fn default() -> Self {
        Options { max_streams: 8, machine: Machine::default(), order: None }
    }
}

/// Assigns at most `max_streams` streams on the generic machine, for operations issued in the order of
/// [`OpGraph::topological_order`].
///
/// A graph that [`OpGraph::validate`] refuses gets a single stream, which is right for any dependences; call
/// [`assign_streams_with`] to be told.
pub fn assign_streams(graph: &OpGraph, max_streams: usize) -> Assignment {
    let options = Options { max_streams, ..Options::default() };
    assign_streams_with(graph, &options).unwrap_or_else(|_| Assignment::single(graph.ops.len()))
}

/// Assigns streams as `options` say.
///
/// # Errors
/// What [`OpGraph::validate`] reports, or [`GraphError::BadOrder`] when `options.order` is no issue order.
pub fn assign_streams_with(graph: &OpGraph, options: &Options) -> Result<Assignment, GraphError> {
    let order = issue_order(graph, options)?;
    Ok(Assigner::new(graph, &order, options).assign().0)
}

/// Chooses streams *and* the issue order: assigns in the given order, reorders by critical path, assigns again, and
/// so on as long as that helps; up to [`REORDER_LIMIT`] operations, single operations are then moved forward. For
/// callers that may move issues within a block (see [`crate::list`]): the non-carried edges must be all that stands
/// against it.
///
/// # Errors
/// As [`assign_streams_with`].
pub fn schedule(graph: &OpGraph, options: &Options) -> Result<Schedule, GraphError> {
    const ROUNDS: usize = 3;
    let mut order = issue_order(graph, options)?;
    let mut assigner = Assigner::new(graph, &order, options);
    let free_streams = assigner.evaluator.free_streams;
    let (mut assignment, mut score) = assigner.assign();
    for _ in 0..ROUNDS {
        let next_order = list_in_order(graph, &assignment, &order, &options.machine);
        let (next, next_score) = Assigner::new(graph, &next_order, options).assign();
        if next_score >= score {
            break;
        }
        (assignment, score, order) = (next, next_score, next_order);
    }
    if graph.ops.len() > REORDER_LIMIT {
        return Ok(Schedule { assignment, order });
    }
    let mut reordering =
        Reordering { graph, options, order, stream_of: assignment.stream_of, score, free_streams };
    reordering.improve(WORK_LIMIT);
    Ok(Schedule {
        assignment: Assignment {
            streams: reordering.score.streams,
            stream_of: reordering.stream_of,
        },
        order: reordering.order,
    })
}

/// The issue order that `options` ask for, checked.
fn issue_order(graph: &OpGraph, options: &Options) -> Result<Vec<usize>, GraphError> {
    match &options.order {
        Some(order) => {
            graph.check_order(order)?;
            Ok(order.clone())
        }
        None => graph.topological_order(),
    }
}

/// One assignment in the making.
struct Assigner<'g> {
    graph: &'g OpGraph,
    order: &'g [usize],
    max_streams: usize,
    /// The minimum path cover.
    cover: Cover,
    evaluator: Evaluator,
}

impl<'g> Assigner<'g> {
    fn new(graph: &'g OpGraph, order: &'g [usize], options: &Options) -> Self {
        let max_streams = options.max_streams.max(1);
        let cover = cover_in_order(graph, order);
        let mut evaluator = Evaluator::new(graph, order, &options.machine);
        evaluator.free_streams = cover.chains.len().clamp(1, max_streams);
        Assigner { graph, order, max_streams, cover, evaluator }
    }

    fn assign(&mut self) -> (Assignment, Score) {
        let (stream_of, score) = if self.graph.ops.len() <= EXHAUSTIVE_LIMIT {
            self.best_of_all()
        } else {
            self.best_found()
        };
        let assignment = Assignment { streams: score.streams, stream_of };
        (assignment, score)
    }

    /// The best result over the starting points.
    fn best_found(&mut self) -> (Vec<usize>, Score) {
        let starts = self.starting_points();
        let refine_all = self.graph.ops.len() <= REFINE_ALL_LIMIT;
        let allowance = if refine_all { WORK_LIMIT / starts.len() as u64 } else { 0 };
        let mut best: Option<(Vec<usize>, Score)> = None;
        for start in starts {
            let found = self.improve(start, allowance);
            if best.as_ref().is_none_or(|best| found.1 < best.1) {
                best = Some(found);
            }
        }
        let (stream_of, score) = best.unwrap_or_else(|| {
            let single = vec![0; self.graph.ops.len()];
            self.improve(single, 0)
        });
        if refine_all {
            (stream_of, score)
        } else {
            self.improve(stream_of, WORK_LIMIT)
        }
    }

    fn improve(&mut self, start: Vec<usize>, allowance: u64) -> (Vec<usize>, Score) {
        improve(&mut self.evaluator, self.order, self.max_streams, start, allowance)
    }

    /// Assignments to start from, each with at most `max_streams` streams; earlier ones win ties.
    fn starting_points(&mut self) -> Vec<Vec<usize>> {
        let ops = self.graph.ops.len();
        let single_operations: Vec<usize> = (0..ops).collect();
        let by_engine = self
            .graph
            .ops
            .iter()
            .map(|op| match op.engine.row() {
                Row::H2D => 0,
                Row::D2H => 2,
                Row::Compute | Row::Host => 1,
            })
            .collect();
        vec![
            self.cover_start(),
            self.limited(by_engine),
            self.pack(&single_operations),
            vec![0; ops],
        ]
    }

    /// The minimum path cover, reduced to the streams there are.
    fn cover_start(&mut self) -> Vec<usize> {
        let mut chain_of = vec![0; self.graph.ops.len()];
        for (number, chain) in self.cover.chains.iter().enumerate() {
            for &op in chain {
                chain_of[op] = number;
            }
        }
        self.limited(chain_of)
    }

    /// Merges chains until there are at most `max_streams`.
    fn limited(&mut self, chain_of: Vec<usize>) -> Vec<usize> {
        let (mut chain_of, mut chains) = number_by_first_use(self.order, chain_of);
        if chains > self.max_streams && !self.merging_is_affordable(chains) {
            return self.pack(&chain_of);
        }
        while chains > self.max_streams {
            (chain_of, chains) = self.merge_cheapest_pair(&chain_of, chains);
        }
        chain_of
    }

    /// Whether evaluating all pairs, once for each chain that must go, stays within [`WORK_LIMIT`].
    fn merging_is_affordable(&self, chains: usize) -> bool {
        let pairs = (chains * chains / 2) as u64;
        let rounds = (chains - self.max_streams) as u64;
        let work =
            pairs.saturating_mul(rounds).saturating_mul(4 * self.evaluator.instances.len() as u64);
        work <= WORK_LIMIT
    }

    /// Makes one of the two chains whose merging costs least.
    fn merge_cheapest_pair(&mut self, chain_of: &[usize], chains: usize) -> (Vec<usize>, usize) {
        let mut best: Option<(Score, Vec<usize>)> = None;
        for a in 0..chains {
            for b in a + 1..chains {
                let merged =
                    chain_of.iter().map(|&chain| if chain == b { a } else { chain }).collect();
                let (merged, count) = number_by_first_use(self.order, merged);
                let limit = best.as_ref().map_or(u64::MAX, |(least, _)| least.time_ps);
                if let Some(score) = self.evaluator.score_up_to(&merged, count, limit) {
                    if best.as_ref().is_none_or(|(least, _)| score < *least) {
                        best = Some((score, merged));
                    }
                }
            }
        }
        match best {
            Some((score, merged)) => (merged, score.streams),
            None => (chain_of.to_vec(), chains),
        }
    }

    fn pack(&self, chain_of: &[usize]) -> Vec<usize> {
        pack(self.graph, self.order, chain_of, self.max_streams, &self.evaluator.machine)
    }

    /// Tries every assignment (as restricted growth strings: each stream is numbered by its first use).
    fn best_of_all(&mut self) -> (Vec<usize>, Score) {
        let ops = self.order.len();
        let mut stream_of = vec![0; ops];
        let mut best_score = self.evaluator.score(&stream_of, ops.min(1));
        let mut best = stream_of.clone();
        // Streams of the operations in issue order, and how many streams those before each use.
        let mut choice = vec![0; ops];
        let mut used = vec![1; ops];
        while next_choice(&mut choice, &mut used, self.max_streams) {
            for (&op, &stream) in self.order.iter().zip(&choice) {
                stream_of[op] = stream;
            }
            let streams = choice.iter().max().map_or(0, |&most| most + 1);
            let limit = best_score.time_ps;
            match self.evaluator.score_up_to(&stream_of, streams, limit) {
                Some(score) if score < best_score => {
                    best_score = score;
                    best.clone_from(&stream_of);
                }
                _ => {}
            }
        }
        (best, best_score)
    }
}

/// Advances to the next restricted growth string with at most `max_streams` values; false after the last.
/// `used[i]`, for i > 0, is the number of values in `choice[..i]`.
fn next_choice(choice: &mut [usize], used: &mut [usize], max_streams: usize) -> bool {
    for position in (1..choice.len()).rev() {
        let limit = used[position].min(max_streams - 1);
        if choice[position] < limit {
            choice[position] += 1;
            for later in position + 1..choice.len() {
                used[later] = used[later - 1].max(choice[later - 1] + 1);
                choice[later] = 0;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op};
    use crate::testing::{large_graph, random_graph, random_loop_graph, Random};
    use crate::timeline::{evaluate, issue_program, SpanKind};

    const MS: f64 = 1e6;

    fn graph(ops: &[(Engine, f64)], edges: &[(usize, usize)]) -> OpGraph {
        let mut graph = OpGraph::new();
        for (number, &(engine, cost)) in ops.iter().enumerate() {
            graph.add_op(Op::once(format!("{engine} {number}"), engine, cost));
        }
        for &(from, to) in edges {
            graph.add_edge(from, to);
        }
        graph
    }

    /// Upload, kernel and download, each behind the one before.
    fn pipelines(count: usize, cost: [f64; 3]) -> OpGraph {
        let mut graph = OpGraph::new();
        for pipeline in 0..count {
            for (engine, cost) in [Engine::H2D, Engine::Compute, Engine::D2H].iter().zip(cost) {
                graph.add_op(Op::once(format!("{engine} {pipeline}"), *engine, cost));
            }
            graph.add_edge(3 * pipeline, 3 * pipeline + 1);
            graph.add_edge(3 * pipeline + 1, 3 * pipeline + 2);
        }
        graph
    }

    fn in_loop(mut graph: OpGraph, weight: f64) -> OpGraph {
        for op in &mut graph.ops {
            op.weight = weight;
        }
        graph
    }

    #[test]
    fn four_pipelines_get_four_streams() {
        let costs = [[1.0, 1.0, 1.0], [4.9, 0.2, 4.9], [0.1, 2.0, 0.1], [0.02, 0.02, 0.02]];
        for cost in costs {
            let graph = pipelines(4, cost.map(|ms| ms * MS));
            let found = assign_streams(&graph, 8);
            assert_eq!(found.stream_of, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], "{cost:?}");
            assert_eq!(assign_streams(&graph, 2).streams, 2);
        }
    }

    #[test]
    fn a_diamond_gets_two_streams_and_a_chain_one() {
        use Engine::Compute;
        let kernels = [(Compute, MS), (Compute, MS), (Compute, MS), (Compute, MS)];
        let diamond = graph(&kernels, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(assign_streams(&diamond, 8).streams, 2);
        let chain = graph(&kernels, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(assign_streams(&chain, 8), Assignment::single(4));
    }

    #[test]
    fn iterations_of_a_loop_overlap_where_nothing_is_carried() {
        let free = in_loop(pipelines(1, [MS, MS, MS]), 100.0);
        assert_eq!(assign_streams(&free, 8).stream_of, [0, 1, 2]);
        let mut reused = free.clone();
        reused.add_carried_edge(2, 0);
        assert_eq!(assign_streams(&reused, 8).stream_of, [0, 0, 0]);
        // Upload and kernel share a buffer, the download has its own: two stages.
        let mut two_stages = free;
        two_stages.add_carried_edge(1, 0);
        assert_eq!(assign_streams(&two_stages, 8).stream_of, [0, 0, 1]);
    }

    #[test]
    fn what_gains_nothing_shares_a_stream() {
        let uploads = graph(&[(Engine::H2D, MS); 12], &[]);
        assert_eq!(assign_streams(&uploads, 8), Assignment::single(12));
        // Launching these takes longer than running them.
        let tiny = graph(&[(Engine::Compute, 1000.0); 12], &[]);
        assert_eq!(assign_streams(&tiny, 8), Assignment::single(12));
    }

    #[test]
    fn degenerate_input() {
        assert_eq!(assign_streams(&OpGraph::new(), 8), Assignment::default());
        let one = graph(&[(Engine::Compute, 0.0)], &[]);
        assert_eq!(assign_streams(&one, 0), Assignment::single(1));
        let cycle = graph(&[(Engine::Compute, 1.0); 2], &[(0, 1), (1, 0)]);
        assert_eq!(assign_streams(&cycle, 8), Assignment::single(2));
        let refused = assign_streams_with(&cycle, &Options::default());
        assert!(matches!(refused, Err(GraphError::Cycle { .. })));
        let options = Options { order: Some(vec![1, 0]), ..Options::default() };
        let chain = graph(&[(Engine::Compute, 1.0); 2], &[(0, 1)]);
        assert!(assign_streams_with(&chain, &options).is_err());
        // Edges that point backwards in the numbering are sound as long as there is no cycle.
        let backwards = graph(&[(Engine::Compute, MS); 2], &[(1, 0)]);
        assert_eq!(assign_streams(&backwards, 8).streams, 1);
    }

    #[test]
    fn every_growth_string_is_visited_once() {
        let mut choice = vec![0; 5];
        let mut used = vec![1; 5];
        let mut seen = std::collections::BTreeSet::from([choice.clone()]);
        while next_choice(&mut choice, &mut used, 3) {
            assert!(seen.insert(choice.clone()));
        }
        // Stirling numbers of the second kind: S(5,1) + S(5,2) + S(5,3).
        assert_eq!(seen.len(), 1 + 15 + 25);
    }

    #[test]
    fn assignments_are_sound_small_and_deterministic() {
        let mut random = Random::new(5);
        for round in 0..200 {
            let ops = random.range(0, 30);
            let graph = if round % 2 == 0 {
                random_graph(&mut random, ops)
            } else {
                random_loop_graph(&mut random, ops.max(1))
            };
            let max_streams = random.range(1, 8);
            let found = assign_streams(&graph, max_streams);
            assert_eq!(found, assign_streams(&graph, max_streams));
            assert!(found.streams <= max_streams);
            check_dependences(&graph, &found);
        }
    }

    /// In the timeline of the program that the assignment stands for, nothing starts before what it depends on ends.
    fn check_dependences(graph: &OpGraph, assignment: &Assignment) {
        let order = graph.topological_order().expect("acyclic");
        // Numbered by first use, without gaps.
        let (numbered, streams) = number_by_first_use(&order, assignment.stream_of.clone());
        assert_eq!((&numbered, streams), (&assignment.stream_of, assignment.streams));
        let program = issue_program(graph, assignment, &order).expect("an issue order");
        let timeline = evaluate(&program, &Machine::default()).expect("a sound program");
        let mut span_of = vec![None; graph.ops.len()];
        for span in &timeline.spans {
            if span.kind == SpanKind::Execution {
                span_of[order[span.item]] = Some((span.start_ns, span.end_ns));
            }
        }
        for edge in graph.edges.iter().filter(|edge| !edge.carried) {
            let (Some((_, end)), Some((start, _))) = (span_of[edge.from], span_of[edge.to]) else {
                panic!("every operation is executed");
            };
            assert!(start >= end);
        }
    }

    #[test]
    fn large_graphs_stay_within_the_allowed_work() {
        let graph = large_graph(&mut Random::new(9), 10_000);
        let order = graph.topological_order().expect("acyclic");
        let options = Options::default();
        let mut assigner = Assigner::new(&graph, &order, &options);
        let starts = assigner.starting_points();
        assert!(starts.iter().all(|start| start.iter().all(|&stream| stream < 8)));
        let found = assign_streams(&graph, 8);
        check_dependences(&graph, &found);
        let makespan = |assignment: &Assignment| {
            let program = issue_program(&graph, assignment, &order).expect("an issue order");
            let timeline = evaluate(&program, &options.machine).expect("a sound program");
            timeline.makespan_ns
        };
        // Three stages of equal length on average: a third is all that overlap can leave.
        let gain = makespan(&Assignment::single(10_000)) / makespan(&found);
        assert!(gain > 2.0, "only {gain} times as fast as one stream");
    }
}
