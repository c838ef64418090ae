//! The best that there is, by exhaustive search with bounds: the yardstick for the heuristics. For graphs of up to
//! [`MAX_OPS`] operations.

use std::fmt;

use crate::assign::Assignment;
use crate::expand::{picoseconds, Evaluator, Kernels};
use crate::graph::{Adjacency, GraphError, OpGraph};
use crate::improve::number_by_first_use;
use crate::machine::Machine;
use crate::timeline::Row;

/// Largest graph that is searched.
pub const MAX_OPS: usize = 12;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptimumError {
    /// More than [`MAX_OPS`] operations.
    TooLarge,
    /// The graph or the order makes no sense.
    Graph(GraphError),
}

impl fmt::Display for OptimumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptimumError::TooLarge => {
                write!(f, "exhaustive search takes graphs of up to {MAX_OPS} operations")
            }
            OptimumError::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OptimumError {}

impl From<GraphError> for OptimumError {
    fn from(error: GraphError) -> Self {
        OptimumError::Graph(error)
    }
}

/// The makespan of an assignment as the assignment's own evaluator sees it: loops unrolled a little, host costs of
/// `machine` included. Nanoseconds.
///
/// # Errors
/// What [`OpGraph::validate`] reports, or [`GraphError::BadOrder`] when `order` or `assignment` does not fit.
pub fn assignment_makespan_ns(
    graph: &OpGraph,
    assignment: &Assignment,
    order: &[usize],
    machine: &Machine,
) -> Result<f64, GraphError> {
    graph.check_order(order)?;
    assignment.check(graph)?;
    let mut evaluator = Evaluator::new(graph, order, machine);
    Ok(evaluator.makespan_ns(&assignment.stream_of, assignment.streams, Kernels::ESTIMATED))
}

/// The assignment of at most `max_streams` streams with the least makespan (see [`assignment_makespan_ns`]) when the
/// operations are issued in `order`, and that makespan in nanoseconds.
///
/// # Errors
/// [`OptimumError`].
pub fn best_assignment(
    graph: &OpGraph,
    order: &[usize],
    max_streams: usize,
    machine: &Machine,
) -> Result<(Assignment, f64), OptimumError> {
    if graph.ops.len() > MAX_OPS {
        return Err(OptimumError::TooLarge);
    }
    graph.check_order(order)?;
    let mut search = AssignmentSearch {
        evaluator: Evaluator::new(graph, order, machine),
        order,
        max_streams: max_streams.max(1),
        tails: Vec::new(),
        stream_of: vec![None; graph.ops.len()],
        best: vec![0; graph.ops.len()],
        best_ns: f64::INFINITY,
    };
    search.tails = search.instance_tails();
    search.descend(0, 0);
    let (stream_of, streams) = number_by_first_use(order, search.best);
    Ok((Assignment { stream_of, streams }, search.best_ns))
}

/// The makespan, in nanoseconds, that no assignment of streams and no issue order beats on the engines of
/// `machine`, each operation taking its total duration once: the optimum over both when streams are plenty and the
/// host is free. Only the number of kernel slots is taken from `machine`; carried edges play no part.
///
/// # Errors
/// [`OptimumError`].
pub fn best_schedule_ns(graph: &OpGraph, machine: &Machine) -> Result<f64, OptimumError> {
    if graph.ops.len() > MAX_OPS {
        return Err(OptimumError::TooLarge);
    }
    let order = graph.topological_order()?;
    let mut search = ScheduleSearch {
        graph,
        predecessors: graph.predecessors(),
        tails: graph.bottom_levels(&order),
        order,
        best_ns: f64::INFINITY,
    };
    search.descend(&Partial {
        end: vec![None; graph.ops.len()],
        upload_free: 0.0,
        download_free: 0.0,
        slots_free: vec![0.0; machine.slots()],
        last_start: 0.0,
        makespan: 0.0,
    });
    Ok(search.best_ns.min(f64::MAX))
}

/// A job on a single engine: earliest start, duration, and what must follow its end.
#[derive(Debug, Clone, Copy)]
struct Job {
    head: f64,
    duration: f64,
    tail: f64,
}

/// Jackson's preemptive schedule: no order of the jobs on one engine ends, tails included, before this. At any
/// moment the job with the longest tail runs.
fn one_engine_bound(jobs: &mut [Job]) -> f64 {
    jobs.sort_unstable_by(|a, b| a.head.total_cmp(&b.head));
    let mut left: Vec<Job> = Vec::new();
    let mut now = 0.0f64;
    let mut bound = 0.0f64;
    let mut next = 0;
    loop {
        while next < jobs.len() && jobs[next].head <= now {
            left.push(jobs[next]);
            next += 1;
        }
        let urgent = (0..left.len()).max_by(|&a, &b| left[a].tail.total_cmp(&left[b].tail));
        let Some(urgent) = urgent else {
            match jobs.get(next) {
                None => return bound,
                Some(job) => now = job.head,
            }
            continue;
        };
        let job = &mut left[urgent];
        let until = jobs.get(next).map_or(f64::INFINITY, |later| later.head);
        if now + job.duration <= until {
            now += job.duration;
            bound = bound.max(now + job.tail);
            left.swap_remove(urgent);
        } else {
            job.duration -= until - now;
            now = until;
        }
    }
}

/// Branch and bound over the streams of the operations, in issue order.
struct AssignmentSearch<'g> {
    evaluator: Evaluator,
    order: &'g [usize],
    max_streams: usize,
    /// For each instance, the longest time from its end to the end of everything that depends on it.
    tails: Vec<f64>,
    /// The streams chosen so far.
    stream_of: Vec<Option<usize>>,
    best: Vec<usize>,
    best_ns: f64,
}

impl AssignmentSearch<'_> {
    fn instance_tails(&self) -> Vec<f64> {
        let instances = &self.evaluator.instances;
        let mut tails = vec![0.0f64; instances.len()];
        for (number, instance) in instances.iter().enumerate().rev() {
            for &before in self.evaluator.predecessors(number) {
                tails[before] = tails[before].max(tails[number] + instance.duration);
            }
        }
        tails
    }

    fn descend(&mut self, position: usize, streams: usize) {
        let bound = self.bound(streams);
        if picoseconds(bound) >= picoseconds(self.best_ns) {
            return;
        }
        let Some(&op) = self.order.get(position) else {
            let stream_of: Vec<usize> = self.stream_of.iter().flatten().copied().collect();
            let makespan = self.evaluator.makespan_ns(&stream_of, streams, Kernels::ESTIMATED);
            if makespan < self.best_ns {
                self.best_ns = makespan;
                self.best = stream_of;
            }
            return;
        };
        // A new stream first: more freedom tends to give a good first answer.
        for stream in (0..=streams.min(self.max_streams - 1)).rev() {
            self.stream_of[op] = Some(stream);
            self.descend(position + 1, streams.max(stream + 1));
        }
        self.stream_of[op] = None;
    }

    /// A makespan that no completion of the choices made so far beats: dependences and the FIFO order of the
    /// streams chosen give each instance an earliest start; then the longest path, or either copy engine.
    fn bound(&self, streams: usize) -> f64 {
        let instances = &self.evaluator.instances;
        let mut end = vec![0.0f64; instances.len()];
        let mut last = vec![0.0f64; streams];
        let mut longest = 0.0f64;
        let mut uploads = Vec::new();
        let mut downloads = Vec::new();
        for (number, instance) in instances.iter().enumerate() {
            let mut head = self
                .evaluator
                .predecessors(number)
                .iter()
                .fold(0.0f64, |latest, &before| latest.max(end[before]));
            if let Some(stream) = self.stream_of[instance.op] {
                head = head.max(last[stream]);
                last[stream] = head + instance.duration;
            }
            end[number] = head + instance.duration;
            longest = longest.max(end[number] + self.tails[number]);
            let job = Job { head, duration: instance.duration, tail: self.tails[number] };
            match instance.engine.row() {
                Row::H2D => uploads.push(job),
                Row::D2H => downloads.push(job),
                Row::Compute | Row::Host => {}
            }
        }
        longest.max(one_engine_bound(&mut uploads)).max(one_engine_bound(&mut downloads))
    }
}

/// A schedule of some of the operations.
#[derive(Debug, Clone)]
struct Partial {
    /// Ends of the operations scheduled.
    end: Vec<Option<f64>>,
    upload_free: f64,
    download_free: f64,
    slots_free: Vec<f64>,
    last_start: f64,
    makespan: f64,
}

impl Partial {
    /// When the unit of a row takes another operation.
    fn free_at(&self, row: Row) -> f64 {
        match row {
            Row::H2D => self.upload_free,
            Row::D2H => self.download_free,
            Row::Compute | Row::Host => {
                self.slots_free.iter().fold(f64::INFINITY, |least, &time| least.min(time))
            }
        }
    }

    /// This schedule with one more operation.
    fn with(&self, op: usize, row: Row, start: f64, duration: f64) -> Partial {
        let mut next = self.clone();
        let end = start + duration;
        next.end[op] = Some(end);
        next.last_start = start;
        next.makespan = next.makespan.max(end);
        match row {
            Row::H2D => next.upload_free = end,
            Row::D2H => next.download_free = end,
            Row::Compute | Row::Host => {
                let slot = next.slots_free.iter_mut().min_by(|a, b| a.total_cmp(b));
                if let Some(slot) = slot {
                    *slot = end;
                }
            }
        }
        next
    }
}

/// Branch and bound over the schedules in which no operation could start earlier, by ascending start.
struct ScheduleSearch<'g> {
    graph: &'g OpGraph,
    predecessors: Adjacency,
    /// Longest time from the start of each operation to the end of everything that depends on it.
    tails: Vec<f64>,
    order: Vec<usize>,
    best_ns: f64,
}

impl ScheduleSearch<'_> {
    fn descend(&mut self, partial: &Partial) {
        if partial.end.iter().all(Option::is_some) {
            self.best_ns = self.best_ns.min(partial.makespan);
            return;
        }
        if picoseconds(self.bound(partial)) >= picoseconds(self.best_ns) {
            return;
        }
        let mut candidates = self.candidates(partial);
        // Most urgent first, for a good first answer.
        candidates.sort_by(|a, b| self.tails[b.0].total_cmp(&self.tails[a.0]));
        for &(op, start) in &candidates {
            if start < partial.last_start {
                continue;
            }
            let it = &self.graph.ops[op];
            let row = it.engine.row();
            // Another operation would fit in front of this one on its engine: some other branch is as good.
            let leaves_a_gap = candidates.iter().any(|&(other, other_start)| {
                let other = &self.graph.ops[other];
                row != Row::Compute
                    && other.engine.row() == row
                    && other.total_ns() > 0.0
                    && other_start + other.total_ns() <= start
            });
            if !leaves_a_gap {
                self.descend(&partial.with(op, row, start, it.total_ns()));
            }
        }
    }

    /// Operations whose predecessors are scheduled, with their earliest starts.
    fn candidates(&self, partial: &Partial) -> Vec<(usize, f64)> {
        let mut candidates = Vec::new();
        for (op, it) in self.graph.ops.iter().enumerate() {
            if partial.end[op].is_some() {
                continue;
            }
            let ready =
                self.predecessors.of(op).iter().try_fold(0.0f64, |latest, &before| {
                    partial.end[before].map(|end| latest.max(end))
                });
            if let Some(ready) = ready {
                candidates.push((op, ready.max(partial.free_at(it.engine.row()))));
            }
        }
        candidates
    }

    /// A makespan that no completion of `partial` beats.
    fn bound(&self, partial: &Partial) -> f64 {
        let mut ends = vec![0.0f64; self.order.len()];
        let mut bound = partial.makespan;
        let mut uploads = Vec::new();
        let mut downloads = Vec::new();
        for &op in &self.order {
            if let Some(end) = partial.end[op] {
                ends[op] = end;
                continue;
            }
            let it = &self.graph.ops[op];
            let row = it.engine.row();
            let head = self
                .predecessors
                .of(op)
                .iter()
                .fold(partial.free_at(row), |latest, &before| latest.max(ends[before]));
            let job = Job { head, duration: it.total_ns(), tail: self.tails[op] - it.total_ns() };
            ends[op] = head + job.duration;
            bound = bound.max(head + self.tails[op]);
            match row {
                Row::H2D => uploads.push(job),
                Row::D2H => downloads.push(job),
                Row::Compute | Row::Host => {}
            }
        }
        bound.max(one_engine_bound(&mut uploads)).max(one_engine_bound(&mut downloads))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op};
    use crate::testing::{random_graph, Random};

    fn order_of(graph: &OpGraph) -> Vec<usize> {
        graph.topological_order().expect("acyclic")
    }

    #[test]
    fn four_pipelines_overlap_as_far_as_engines_allow() {
        let mut graph = OpGraph::new();
        for first in [0, 3, 6, 9] {
            for engine in [Engine::H2D, Engine::Compute, Engine::D2H] {
                graph.add_op(Op::once(engine.to_string(), engine, 10.0));
            }
            graph.add_edge(first, first + 1);
            graph.add_edge(first + 1, first + 2);
        }
        let ideal = Machine::ideal();
        assert_eq!(best_schedule_ns(&graph, &ideal), Ok(60.0));
        let best = |streams| {
            let found = best_assignment(&graph, &order_of(&graph), streams, &ideal);
            found.map(|(_, makespan)| makespan)
        };
        assert_eq!(best(4), Ok(60.0));
        assert_eq!(best(1), Ok(120.0));
    }

    /// The best makespan over all topological orders, each operation starting as early as it can.
    fn brute_force_schedule(graph: &OpGraph, partial: &Partial) -> f64 {
        let mut best = f64::INFINITY;
        let predecessors = graph.predecessors();
        for (op, it) in graph.ops.iter().enumerate() {
            let ends: Option<Vec<f64>> =
                predecessors.of(op).iter().map(|&before| partial.end[before]).collect();
            if let (None, Some(ends)) = (partial.end[op], ends) {
                let row = it.engine.row();
                let start = ends.into_iter().fold(partial.free_at(row), f64::max);
                let next = partial.with(op, row, start, it.total_ns());
                best = best.min(brute_force_schedule(graph, &next));
            }
        }
        if best.is_finite() {
            best
        } else {
            partial.makespan
        }
    }

    /// The best makespan over all assignments.
    fn brute_force_streams(evaluator: &mut Evaluator, chosen: &mut Vec<usize>, ops: usize) -> f64 {
        let streams = chosen.iter().max().map_or(0, |&most| most + 1);
        if chosen.len() == ops {
            return evaluator.makespan_ns(chosen, streams, Kernels::ESTIMATED);
        }
        let mut best = f64::INFINITY;
        for stream in 0..=streams {
            chosen.push(stream);
            best = best.min(brute_force_streams(evaluator, chosen, ops));
            chosen.pop();
        }
        best
    }

    #[test]
    fn bounds_cut_off_nothing_that_is_better() {
        let mut random = Random::new(41);
        for _ in 0..150 {
            let ops = random.range(0, 6);
            let graph = random_graph(&mut random, ops);
            let machine = Machine { kernel_slots: random.range(1, 3), ..Machine::ideal() };
            let start = Partial {
                end: vec![None; ops],
                upload_free: 0.0,
                download_free: 0.0,
                slots_free: vec![0.0; machine.slots()],
                last_start: 0.0,
                makespan: 0.0,
            };
            let schedule = brute_force_schedule(&graph, &start);
            assert_eq!(best_schedule_ns(&graph, &machine), Ok(schedule));
            let order = order_of(&graph);
            let mut evaluator = Evaluator::new(&graph, &order, &machine);
            let streams = brute_force_streams(&mut evaluator, &mut Vec::new(), ops);
            let found = best_assignment(&graph, &order, MAX_OPS, &machine);
            assert_eq!(found.map(|(_, makespan)| makespan), Ok(streams));
            assert!(schedule <= streams);
        }
    }

    #[test]
    fn large_or_unsound_graphs_are_refused() {
        let mut graph = OpGraph::new();
        for _ in 0..=MAX_OPS {
            graph.add_op(Op::once("kernel", Engine::Compute, 1.0));
        }
        let ideal = Machine::ideal();
        assert_eq!(best_schedule_ns(&graph, &ideal), Err(OptimumError::TooLarge));
        graph.ops.truncate(2);
        let wrong_order = best_assignment(&graph, &[0], 1, &ideal);
        assert!(matches!(wrong_order, Err(OptimumError::Graph(GraphError::BadOrder { .. }))));
    }
}
