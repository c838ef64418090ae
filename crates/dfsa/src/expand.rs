//! What an assignment is worth: the graph unrolled a little, run in virtual time.
//!
//! Operations that are issued one after the other with the same weight of 2 or more count as one loop body. It is
//! unrolled up to [`UNROLL`] times, each copy standing for an equal share of the iterations, so that the evaluator
//! sees whether iterations overlap: in one stream they cannot, and carried edges forbid it where they must. (Two
//! adjacent loops with the same trip count look like one; that costs precision, not correctness.)

use std::collections::BTreeMap;
use std::ops::Range;

use crate::device::Device;
use crate::graph::{Adjacency, Engine, OpGraph};
use crate::machine::Machine;
use crate::timeline::Row;

/// Most copies of a loop body.
const UNROLL: usize = 4;

/// Kernel durations are guesses more often than not: an assignment is judged by the estimates, and by what becomes
/// of it when every kernel takes this much longer or shorter.
const DOUBT: [Kernels; 2] = [Kernels::times(4.0), Kernels::times(0.25)];
/// What the mean of the makespans under doubt counts beside the makespan as estimated. At this weight, assignments of
/// random graphs are within 0.3 % of the optimum on average (`quality`); at 1 it is 1.4 %.
const WEIGHT_OF_DOUBT: f64 = 0.25;

/// How long kernels take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Kernels {
    /// In multiples of the estimate.
    factor: f64,
    /// But at least as long as that many times all copies of the graph together.
    copies: f64,
}

impl Kernels {
    /// As estimated.
    pub(crate) const ESTIMATED: Kernels = Kernels::times(1.0);
    /// As long as it takes to bring to light what waits for a kernel without need.
    const EXPOSING: Kernels = Kernels { factor: 4.0, copies: 1.0 };

    const fn times(factor: f64) -> Self {
        Kernels { factor, copies: 0.0 }
    }
}

/// What is minimised, in this order: time, exposure, streams, event waits.
///
/// Integers, so that sums of floating-point numbers taken in different orders still compare equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score {
    /// In picoseconds: the makespan as estimated, plus [`WEIGHT_OF_DOUBT`] times the mean of the makespans under
    /// [`DOUBT`], plus the creation of every stream beyond those that independent chains have anyway
    /// ([`Evaluator::free_streams`]).
    pub time_ps: u64,
    /// The makespan when kernels take as long as all copies together, in picoseconds. Among assignments that the
    /// estimates cannot tell apart, this prefers those that keep independent chains independent.
    pub exposure_ps: u64,
    /// Number of streams.
    pub streams: usize,
    /// Expected event waits, in thousandths.
    pub waits: u64,
}

/// One copy of an operation.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    pub op: usize,
    pub engine: Engine,
    /// Executions that this copy stands for.
    executions: f64,
    /// Device time of all of them, in nanoseconds.
    pub duration: f64,
    /// Where the instances that it depends on stand in `Evaluator::predecessors`.
    predecessors: Range<usize>,
}

/// Evaluates assignments of one graph in one issue order.
#[derive(Debug)]
pub(crate) struct Evaluator {
    pub machine: Machine,
    pub instances: Vec<Instance>,
    predecessors: Vec<usize>,
    /// (from, to) of all dependences that some instance has.
    edges: Vec<(usize, usize)>,
    /// Instances simulated so far: the measure of work.
    pub work: u64,
    /// Streams whose creation is not counted: as many as independent chains need.
    pub free_streams: usize,
    /// Time of all copies between host and device, in nanoseconds.
    copies_ns: f64,
    /// Bounds that no assignment beats: as estimated, and under [`DOUBT`].
    least_ns: f64,
    least_doubted_ns: [f64; DOUBT.len()],
    // Kept between calls to spare the allocations.
    device: Device,
    last: Vec<Option<usize>>,
    recorded: Vec<bool>,
}

impl Evaluator {
    /// For a sound graph and a topological order of it.
    pub(crate) fn new(graph: &OpGraph, order: &[usize], machine: &Machine) -> Self {
        let machine = machine.sane();
        let mut evaluator = Evaluator {
            device: Device::new(machine.slots()),
            machine,
            instances: Vec::new(),
            predecessors: Vec::new(),
            edges: Vec::new(),
            work: 0,
            free_streams: 1,
            copies_ns: 0.0,
            least_ns: 0.0,
            least_doubted_ns: [0.0; DOUBT.len()],
            last: Vec::new(),
            recorded: vec![false; graph.ops.len()],
        };
        evaluator.unroll(graph, order);
        evaluator.copies_ns = evaluator
            .instances
            .iter()
            .filter(|instance| matches!(instance.engine, Engine::H2D | Engine::D2H))
            .map(|instance| instance.duration)
            .sum();
        evaluator.least_ns = evaluator.least_ns(Kernels::ESTIMATED);
        evaluator.least_doubted_ns = DOUBT.map(|kernels| evaluator.least_ns(kernels));
        evaluator
    }

    /// Fills in the instances, in issue order.
    fn unroll(&mut self, graph: &OpGraph, order: &[usize]) {
        let before = graph.predecessors();
        let carried_before = carried_predecessors(graph);
        let mut latest: Vec<usize> = vec![0; graph.ops.len()];
        for body in bodies(graph, order) {
            let copies = copies(graph.ops[body[0]].weight);
            let base = self.instances.len();
            let place: BTreeMap<usize, usize> =
                body.iter().enumerate().map(|(place, &op)| (op, place)).collect();
            for copy in 0..copies {
                for &op in body {
                    let first_predecessor = self.predecessors.len();
                    for &from in before.of(op) {
                        self.predecessors.push(latest[from]);
                        self.edges.push((from, op));
                    }
                    for &from in carried_before.of(op) {
                        let Some(place) = place.get(&from) else {
                            continue;
                        };
                        if copy > 0 && from != op {
                            let previous = base + (copy - 1) * body.len() + place;
                            self.predecessors.push(previous);
                            self.edges.push((from, op));
                        }
                    }
                    let it = &graph.ops[op];
                    let executions = it.weight / copies as f64;
                    latest[op] = self.instances.len();
                    self.instances.push(Instance {
                        op,
                        engine: it.engine,
                        executions,
                        duration: it.cost_ns * executions,
                        predecessors: first_predecessor..self.predecessors.len(),
                    });
                }
            }
        }
        self.edges.sort_unstable();
        self.edges.dedup();
    }

    /// The instances that an instance depends on.
    pub(crate) fn predecessors(&self, instance: usize) -> &[usize] {
        &self.predecessors[self.instances[instance].predecessors.clone()]
    }

    /// What `stream_of` is worth; `streams` is one more than the largest stream in it.
    pub(crate) fn score(&mut self, stream_of: &[usize], streams: usize) -> Score {
        self.score_up_to(stream_of, streams, u64::MAX).unwrap_or(Score {
            time_ps: u64::MAX,
            exposure_ps: u64::MAX,
            streams,
            waits: u64::MAX,
        })
    }

    /// What `stream_of` is worth, or `None` as soon as it is clear that it takes more than `limit_ps`.
    pub(crate) fn score_up_to(
        &mut self,
        stream_of: &[usize],
        streams: usize,
        limit_ps: u64,
    ) -> Option<Score> {
        let weight = WEIGHT_OF_DOUBT / DOUBT.len() as f64;
        let created = streams.saturating_sub(self.free_streams) as f64;
        // A lower bound of the time, replaced part by part by the true figure.
        let mut time = created * self.machine.stream_create_ns
            + self.least_ns
            + weight * self.least_doubted_ns.iter().sum::<f64>();
        time += self.makespan_ns(stream_of, streams, Kernels::ESTIMATED) - self.least_ns;
        for (kernels, least) in DOUBT.into_iter().zip(self.least_doubted_ns) {
            if picoseconds(time) > limit_ps {
                return None;
            }
            time += weight * (self.makespan_ns(stream_of, streams, kernels) - least);
        }
        let time_ps = picoseconds(time);
        if time_ps > limit_ps {
            return None;
        }
        let exposure = self.makespan_ns(stream_of, streams, Kernels::EXPOSING);
        Some(Score {
            time_ps,
            exposure_ps: picoseconds(exposure),
            streams,
            waits: (self.expected_waits(stream_of) * 1000.0).round() as u64,
        })
    }

    /// The makespan when kernels take as long as `kernels` says, in nanoseconds.
    pub(crate) fn makespan_ns(
        &mut self,
        stream_of: &[usize],
        streams: usize,
        kernels: Kernels,
    ) -> f64 {
        self.work += self.instances.len() as u64;
        self.recorded.fill(false);
        for &(from, to) in &self.edges {
            self.recorded[from] |= stream_of[from] != stream_of[to];
        }
        self.device.clear();
        self.last.clear();
        self.last.resize(streams, None);
        let mut host = 0.0;
        for instance in &self.instances {
            let stream = stream_of[instance.op];
            let crossing = self.predecessors[instance.predecessors.clone()]
                .iter()
                .copied()
                .filter(|&from| stream_of[self.instances[from].op] != stream);
            let waits = crossing.clone().count() as f64;
            host += instance.executions
                * (waits * self.machine.stream_wait_ns + self.machine.issue_ns(instance.engine));
            // Instances are issued in their order, so their numbers are those of the device's operations.
            let id = self.device.issue(
                instance.engine.row(),
                duration(instance, kernels, self.copies_ns),
                host,
                crossing.chain(self.last[stream]),
            );
            self.last[stream] = Some(id);
            if self.recorded[instance.op] {
                host += instance.executions * self.machine.event_record_ns;
            }
        }
        self.device.run();
        self.device.latest_end().max(host)
    }

    /// A makespan that no assignment beats: the longest path, or the busiest unit.
    fn least_ns(&self, kernels: Kernels) -> f64 {
        let mut end = vec![0.0f64; self.instances.len()];
        let mut busy = [0.0f64; 3];
        for (number, instance) in self.instances.iter().enumerate() {
            let duration = duration(instance, kernels, self.copies_ns);
            let start = self
                .predecessors(number)
                .iter()
                .fold(0.0f64, |latest, &before| latest.max(end[before]));
            end[number] = start + duration;
            match instance.engine.row() {
                Row::H2D => busy[0] += duration,
                Row::D2H => busy[1] += duration,
                Row::Compute | Row::Host => busy[2] += duration / self.machine.slots() as f64,
            }
        }
        end.iter().chain(&busy).fold(0.0, |most, &time| time.max(most))
    }

    /// How many event waits are executed.
    fn expected_waits(&self, stream_of: &[usize]) -> f64 {
        self.instances
            .iter()
            .map(|instance| {
                let crossing = self.predecessors[instance.predecessors.clone()]
                    .iter()
                    .filter(|&&from| stream_of[self.instances[from].op] != stream_of[instance.op]);
                crossing.count() as f64 * instance.executions
            })
            .sum()
    }
}

/// How long an instance takes when kernels take as long as `kernels` says; `copies_ns` is the time of all copies.
fn duration(instance: &Instance, kernels: Kernels, copies_ns: f64) -> f64 {
    if instance.engine == Engine::Compute {
        (instance.duration * kernels.factor).max(copies_ns * kernels.copies)
    } else {
        instance.duration
    }
}

/// Nanoseconds as a whole number of picoseconds.
pub(crate) fn picoseconds(ns: f64) -> u64 {
    (ns * 1000.0).round() as u64
}

/// Predecessors over the carried edges.
fn carried_predecessors(graph: &OpGraph) -> Adjacency {
    Adjacency::new(
        graph.ops.len(),
        graph.edges.iter().filter(|edge| edge.carried).map(|edge| (edge.to, edge.from)),
    )
}

/// The issue order cut into loop bodies; what is in no loop comes one by one. No piece is empty.
fn bodies<'o>(
    graph: &'o OpGraph,
    order: &'o [usize],
) -> impl Iterator<Item = &'o [usize]> + use<'o> {
    order.chunk_by(|&a, &b| {
        let (a, b) = (graph.ops[a].weight, graph.ops[b].weight);
        a == b && copies(a) > 1
    })
}

/// How often the body of a loop with that many iterations is unrolled.
fn copies(weight: f64) -> usize {
    (weight.round().max(1.0) as usize).min(UNROLL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Op;

    fn pipeline(weight: f64) -> OpGraph {
        let mut graph = OpGraph::new();
        for engine in [Engine::H2D, Engine::Compute, Engine::D2H] {
            graph.add_op(Op { label: engine.to_string(), engine, cost_ns: 10.0, weight });
        }
        graph.add_edge(0, 1);
        graph.add_edge(1, 2);
        graph
    }

    fn nanoseconds(graph: &OpGraph, stream_of: &[usize]) -> f64 {
        let order = graph.topological_order().expect("acyclic");
        let mut evaluator = Evaluator::new(graph, &order, &Machine::ideal());
        let streams = stream_of.iter().max().map_or(0, |most| most + 1);
        evaluator.makespan_ns(stream_of, streams, Kernels::ESTIMATED)
    }

    #[test]
    fn iterations_overlap_in_different_streams_only() {
        let graph = pipeline(100.0);
        assert_eq!(nanoseconds(&graph, &[0, 0, 0]), 3000.0);
        // Four copies of 25 iterations each, three stages: six steps of 250 ns.
        assert_eq!(nanoseconds(&graph, &[0, 1, 2]), 1500.0);
    }

    #[test]
    fn a_carried_edge_keeps_iterations_apart() {
        let mut graph = pipeline(100.0);
        graph.add_carried_edge(2, 0);
        assert_eq!(nanoseconds(&graph, &[0, 1, 2]), 3000.0);
        let mut two_stages = pipeline(100.0);
        two_stages.add_carried_edge(1, 0);
        assert_eq!(nanoseconds(&two_stages, &[0, 1, 2]), 2250.0);
    }

    #[test]
    fn branches_count_by_their_probability() {
        assert_eq!(nanoseconds(&pipeline(0.5), &[0, 0, 0]), 15.0);
    }

    #[test]
    fn what_follows_a_loop_waits_for_its_last_iteration() {
        let mut graph = pipeline(4.0);
        graph.add_op(Op::once("after", Engine::Compute, 10.0));
        graph.add_edge(2, 3);
        assert_eq!(nanoseconds(&graph, &[0, 1, 2, 3]), 60.0 + 10.0);
    }

    #[test]
    fn what_takes_too_long_is_given_up_early() {
        let graph = pipeline(1.0);
        let mut evaluator = Evaluator::new(&graph, &[0, 1, 2], &Machine::ideal());
        let score = evaluator.score(&[0, 0, 0], 1);
        let limited = |evaluator: &mut Evaluator, limit| {
            evaluator.work = 0;
            evaluator.score_up_to(&[0, 0, 0], 1, limit)
        };
        assert_eq!(limited(&mut evaluator, score.time_ps), Some(score));
        assert_eq!(limited(&mut evaluator, score.time_ps - 1), None);
        assert_eq!(evaluator.work, 3);
    }

    #[test]
    fn waits_are_counted_by_execution() {
        let graph = pipeline(100.0);
        let order = [0, 1, 2];
        let mut evaluator = Evaluator::new(&graph, &order, &Machine::ideal());
        assert_eq!(evaluator.score(&[0, 1, 1], 2).waits, 100_000);
        assert_eq!(evaluator.work, 4 * 12);
    }
}
