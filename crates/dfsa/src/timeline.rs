//! The virtual-time evaluator: when each part of a program runs on the host and on the engines of the device.
//!
//! A [`Program`] is what one host thread does, in order: work of its own, issues of device operations, waits.
//! Loops are unrolled and branches decided by whoever builds it. The device follows the engine model of
//! [`Machine`]; streams are FIFO; an operation starts when it has been issued, its stream predecessors and the
//! operations that it waits for have ended, and its engine is free.
//!
//! *Legacy default stream*: an operation in it waits for everything issued before in all streams, and everything
//! issued later waits for it. All other streams are blocking ones, as `cudaStreamCreate` makes them.

use std::collections::BTreeMap;
use std::fmt;

use crate::assign::Assignment;
use crate::device::Device;
use crate::graph::{Engine, GraphError, OpGraph};
use crate::machine::Machine;

/// The stream of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamRef {
    /// The legacy default stream.
    Legacy,
    /// A blocking stream, by number.
    Stream(usize),
}

/// One thing that the host does.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// The host computes, or sits in a call that concerns the host alone.
    HostWork {
        /// Name for people.
        label: String,
        /// Duration in nanoseconds.
        ns: f64,
    },
    /// A device operation is issued.
    Issue {
        /// The operation's index in the graph that it comes from (not interpreted here).
        op: usize,
        /// Name for people.
        label: String,
        /// What executes it.
        engine: Engine,
        /// The stream it is issued to.
        stream: StreamRef,
        /// Duration on the engine, in nanoseconds.
        duration_ns: f64,
        /// The host waits for its end, as in a synchronous copy. Its issue then costs no extra host time: the
        /// measured durations of synchronous calls contain it.
        blocking: bool,
        /// Earlier `Issue` items (by index into the program) whose events the stream waits for first.
        waits: Vec<usize>,
    },
    /// The host waits for the ends of earlier `Issue` items, given by index into the program.
    HostWait {
        /// What is waited for.
        for_issues: Vec<usize>,
    },
    /// The host waits for everything issued so far.
    DeviceSync,
}

/// What the host does, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// The items.
    pub items: Vec<Item>,
}

/// Why a program cannot be evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramError {
    /// An item waits for something that is not an earlier `Issue` item.
    BadWait {
        /// The item that waits.
        item: usize,
        /// What it names.
        on: usize,
    },
    /// A duration is negative or not finite.
    BadDuration {
        /// The item.
        item: usize,
    },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::BadWait { item, on } => {
                write!(f, "item {item} waits for item {on}, which is no earlier issue")
            }
            ProgramError::BadDuration { item } => {
                write!(f, "the duration of item {item} is negative or not finite")
            }
        }
    }
}

impl std::error::Error for ProgramError {}

/// Where a span is drawn: the host, or a unit of the device that operations compete for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Row {
    /// The host thread.
    Host,
    /// The upload copy engine.
    H2D,
    /// The multiprocessors: kernels, device-to-device copies, memsets.
    Compute,
    /// The download copy engine.
    D2H,
}

impl Row {
    /// All rows, from top to bottom.
    pub const ALL: [Row; 4] = [Row::Host, Row::H2D, Row::Compute, Row::D2H];
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Row::Host => "host",
            Row::H2D => "H2D",
            Row::Compute => "compute",
            Row::D2H => "D2H",
        })
    }
}

/// What a span stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanKind {
    /// The host works for itself.
    Work,
    /// The host is inside an issuing or waiting call, without having to wait.
    Call,
    /// The host waits for the device.
    Blocked,
    /// An engine executes the operation.
    Execution,
}

/// A stretch of time on one row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The item it belongs to, by index into the program. An item may have several spans.
    pub item: usize,
    /// The row.
    pub row: Row,
    /// Which of the row's lanes: 0 but for operations that share the multiprocessors with others.
    pub lane: usize,
    /// What it stands for.
    pub kind: SpanKind,
    /// Beginning, in nanoseconds from the start of the program.
    pub start_ns: f64,
    /// End, in nanoseconds from the start of the program.
    pub end_ns: f64,
}

/// A program in virtual time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timeline {
    /// All spans: by item, the host's before the device's. Host spans of no length are left out.
    pub spans: Vec<Span>,
    /// When host and device are both done, in nanoseconds.
    pub makespan_ns: f64,
    /// How long the host waited for the device, in nanoseconds.
    pub host_blocked_ns: f64,
    /// How long the host was not waiting: its own work and its calls, in nanoseconds.
    pub host_busy_ns: f64,
    /// Time on each engine, in nanoseconds, in the order of [`Engine::ALL`].
    pub busy: [f64; 5],
}

impl Timeline {
    /// Total duration of the operations of `engine`, in nanoseconds; more than the makespan where kernels overlap.
    pub fn busy_ns(&self, engine: Engine) -> f64 {
        self.busy[engine.index()]
    }
}

/// Runs `program` in virtual time.
///
/// The host pays [`Machine::launch_ns`] or [`Machine::copy_issue_ns`] for an issue that does not block, one
/// [`Machine::stream_wait_ns`] for each event wait, one [`Machine::event_record_ns`] for each operation that some
/// event wait names, and [`Machine::host_wait_ns`] for each host wait, on top of the waiting.
///
/// # Errors
/// [`ProgramError`] when an item waits for what is not an earlier issue, or a duration makes no sense.
pub fn evaluate(program: &Program, machine: &Machine) -> Result<Timeline, ProgramError> {
    let machine = machine.sane();
    let mut device = Device::new(machine.slots());
    let walk = Walk::new(program, &machine)?.run(&mut device);
    device.run();
    let mut timeline = walk.timeline;
    let mut spans = Vec::with_capacity(timeline.spans.len() + device_ops(&walk.device_ids));
    let mut host_spans = timeline.spans.into_iter().peekable();
    for (item, id) in walk.device_ids.iter().enumerate() {
        while let Some(span) = host_spans.next_if(|span| span.item == item) {
            spans.push(span);
        }
        if let (Some(id), Item::Issue { engine, .. }) = (*id, &program.items[item]) {
            let (start_ns, end_ns, lane) = device.span(id);
            spans.push(Span {
                item,
                row: engine.row(),
                lane,
                kind: SpanKind::Execution,
                start_ns,
                end_ns,
            });
        }
    }
    timeline.spans = spans;
    timeline.makespan_ns = walk.host.max(device.latest_end());
    Ok(timeline)
}

/// A makespan that no engine order can beat as long as the host does the same things in the same order and the
/// streams stay what they are: the larger of the busiest unit's time and the critical path through host order,
/// streams and waits. Nanoseconds.
///
/// # Errors
/// As [`evaluate`].
pub fn lower_bound(program: &Program, machine: &Machine) -> Result<f64, ProgramError> {
    let machine = machine.sane();
    let mut unlimited = Unlimited::default();
    let walk = Walk::new(program, &machine)?.run(&mut unlimited);
    let busy = |engine: Engine| walk.timeline.busy_ns(engine);
    let shared = busy(Engine::Compute) + busy(Engine::D2D) + busy(Engine::Memset);
    let critical_path = unlimited.ends.iter().fold(walk.host, |latest, &end| latest.max(end));
    Ok(critical_path
        .max(busy(Engine::H2D))
        .max(busy(Engine::D2H))
        .max(shared / machine.slots() as f64))
}

/// The program that issues every operation of `graph` once, in `order`, to the stream that `assignment` gives it,
/// with an event wait for every non-carried dependence between two streams. An operation's duration is its total
/// over all expected executions.
///
/// # Errors
/// What [`OpGraph::validate`] reports, or [`GraphError::BadOrder`] when `order` or `assignment` does not fit.
pub fn issue_program(
    graph: &OpGraph,
    assignment: &Assignment,
    order: &[usize],
) -> Result<Program, GraphError> {
    graph.check_order(order)?;
    assignment.check(graph)?;
    let stream_of = &assignment.stream_of;
    let predecessors = graph.predecessors();
    let mut item_of = vec![0; graph.ops.len()];
    let mut items = Vec::with_capacity(order.len());
    for (item, &op) in order.iter().enumerate() {
        item_of[op] = item;
        let it = &graph.ops[op];
        items.push(Item::Issue {
            op,
            label: it.label.clone(),
            engine: it.engine,
            stream: StreamRef::Stream(stream_of[op]),
            duration_ns: it.total_ns(),
            blocking: false,
            waits: predecessors
                .of(op)
                .iter()
                .filter(|&&before| stream_of[before] != stream_of[op])
                .map(|&before| item_of[before])
                .collect(),
        });
    }
    Ok(Program { items })
}

/// Number of device operations among the items.
fn device_ops(device_ids: &[Option<usize>]) -> usize {
    device_ids.iter().flatten().count()
}

/// Something that executes device operations.
trait Executor {
    /// Issues an operation; returns its number.
    fn issue(&mut self, row: Row, duration: f64, at: f64, after: Vec<usize>) -> usize;
    /// The end of an operation, given that the host issues nothing before it.
    fn end(&mut self, op: usize) -> f64;
}

impl Executor for Device {
    fn issue(&mut self, row: Row, duration: f64, at: f64, after: Vec<usize>) -> usize {
        Device::issue(self, row, duration, at, after)
    }

    fn end(&mut self, op: usize) -> f64 {
        self.run_until_finished(op)
    }
}

/// A device with as many engines as anybody wants: operations wait for dependences only.
#[derive(Default)]
struct Unlimited {
    ends: Vec<f64>,
}

impl Executor for Unlimited {
    fn issue(&mut self, _: Row, duration: f64, at: f64, after: Vec<usize>) -> usize {
        let start = after.iter().fold(at, |latest, &op| latest.max(self.ends[op]));
        self.ends.push(start + duration);
        self.ends.len() - 1
    }

    fn end(&mut self, op: usize) -> f64 {
        self.ends[op]
    }
}

/// The host on its way through the program.
struct Walk<'p> {
    program: &'p Program,
    machine: &'p Machine,
    /// The host's clock.
    host: f64,
    /// Host spans and totals so far.
    timeline: Timeline,
    /// For each item passed, the number of its device operation.
    device_ids: Vec<Option<usize>>,
    /// Items whose event is recorded because something waits for it.
    recorded: Vec<bool>,
    /// The last operation of each stream since the last one in the legacy stream.
    last: BTreeMap<usize, usize>,
    /// The last operation in the legacy stream.
    last_legacy: Option<usize>,
}

impl<'p> Walk<'p> {
    /// Checks the program and stands at its beginning.
    fn new(program: &'p Program, machine: &'p Machine) -> Result<Self, ProgramError> {
        let mut recorded = vec![false; program.items.len()];
        for (item, it) in program.items.iter().enumerate() {
            let (waits, duration): (&[usize], f64) = match it {
                Item::HostWork { ns, .. } => (&[], *ns),
                Item::Issue { waits, duration_ns, .. } => (waits, *duration_ns),
                Item::HostWait { for_issues } => (for_issues, 0.0),
                Item::DeviceSync => (&[], 0.0),
            };
            if !(duration.is_finite() && duration >= 0.0) {
                return Err(ProgramError::BadDuration { item });
            }
            for &on in waits {
                let earlier = program.items[..item].get(on);
                if !matches!(earlier, Some(Item::Issue { .. })) {
                    return Err(ProgramError::BadWait { item, on });
                }
                if matches!(it, Item::Issue { .. }) {
                    recorded[on] = true;
                }
            }
        }
        Ok(Walk {
            program,
            machine,
            host: 0.0,
            timeline: Timeline::default(),
            device_ids: Vec::with_capacity(program.items.len()),
            recorded,
            last: BTreeMap::new(),
            last_legacy: None,
        })
    }

    /// Passes all items.
    fn run(mut self, device: &mut impl Executor) -> Self {
        let program = self.program;
        for (item, it) in program.items.iter().enumerate() {
            let id = match it {
                Item::HostWork { ns, .. } => {
                    self.host_time(item, SpanKind::Work, *ns);
                    None
                }
                Item::Issue { engine, stream, duration_ns, blocking, waits, .. } => {
                    let call = if *blocking { 0.0 } else { self.machine.issue_ns(*engine) };
                    let prepare = call + self.machine.stream_wait_ns * waits.len() as f64;
                    self.host_time(item, SpanKind::Call, prepare);
                    let id = self.issue(device, *engine, *stream, *duration_ns, waits);
                    if self.recorded[item] {
                        self.host_time(item, SpanKind::Call, self.machine.event_record_ns);
                    }
                    if *blocking {
                        self.block_until(item, device.end(id));
                    }
                    Some(id)
                }
                Item::HostWait { for_issues } => {
                    let ids: Vec<usize> =
                        for_issues.iter().filter_map(|&on| self.device_ids[on]).collect();
                    self.wait_for(item, device, &ids);
                    None
                }
                Item::DeviceSync => {
                    // The last operation of every stream ends last, in its stream and in all.
                    let ids: Vec<usize> =
                        self.last.values().copied().chain(self.last_legacy).collect();
                    self.wait_for(item, device, &ids);
                    None
                }
            };
            self.device_ids.push(id);
        }
        self
    }

    /// Hands an operation to the device, behind what its stream and its waits demand.
    fn issue(
        &mut self,
        device: &mut impl Executor,
        engine: Engine,
        stream: StreamRef,
        duration: f64,
        waits: &[usize],
    ) -> usize {
        let mut after: Vec<usize> = waits.iter().filter_map(|&on| self.device_ids[on]).collect();
        after.extend(self.last_legacy);
        match stream {
            StreamRef::Legacy => after.extend(self.last.values()),
            StreamRef::Stream(number) => after.extend(self.last.get(&number)),
        }
        let id = device.issue(engine.row(), duration, self.host, after);
        match stream {
            StreamRef::Legacy => {
                self.last.clear();
                self.last_legacy = Some(id);
            }
            StreamRef::Stream(number) => {
                self.last.insert(number, id);
            }
        }
        self.timeline.busy[engine.index()] += duration;
        id
    }

    /// The host calls a synchronising function and stays in it until all of `ids` have ended.
    fn wait_for(&mut self, item: usize, device: &mut impl Executor, ids: &[usize]) {
        self.host_time(item, SpanKind::Call, self.machine.host_wait_ns);
        let end = ids.iter().fold(0.0f64, |latest, &id| latest.max(device.end(id)));
        self.block_until(item, end);
    }

    /// The host waits until `end`, if that lies ahead.
    fn block_until(&mut self, item: usize, end: f64) {
        if end > self.host {
            self.host_span(item, SpanKind::Blocked, end);
            self.timeline.host_blocked_ns += end - self.host;
            self.host = end;
        }
    }

    /// The host is busy for `ns`.
    fn host_time(&mut self, item: usize, kind: SpanKind, ns: f64) {
        if ns > 0.0 {
            self.host_span(item, kind, self.host + ns);
            self.timeline.host_busy_ns += ns;
            self.host += ns;
        }
    }

    fn host_span(&mut self, item: usize, kind: SpanKind, end_ns: f64) {
        self.timeline.spans.push(Span {
            item,
            row: Row::Host,
            lane: 0,
            kind,
            start_ns: self.host,
            end_ns,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{CostModel, Direction, HostMemory};

    fn issue(engine: Engine, stream: StreamRef, duration_ns: f64, waits: &[usize]) -> Item {
        Item::Issue {
            op: 0,
            label: engine.to_string(),
            engine,
            stream,
            duration_ns,
            blocking: false,
            waits: waits.to_vec(),
        }
    }

    fn blocking(engine: Engine, duration_ns: f64) -> Item {
        Item::Issue {
            op: 0,
            label: engine.to_string(),
            engine,
            stream: StreamRef::Legacy,
            duration_ns,
            blocking: true,
            waits: vec![],
        }
    }

    fn run(items: Vec<Item>) -> Timeline {
        let program = Program { items };
        let timeline = evaluate(&program, &Machine::ideal()).expect("a sound program");
        let bound = lower_bound(&program, &Machine::ideal()).expect("a sound program");
        assert!(bound <= timeline.makespan_ns);
        timeline
    }

    fn execution(timeline: &Timeline, item: usize) -> (f64, f64) {
        timeline
            .spans
            .iter()
            .find(|span| span.item == item && span.kind == SpanKind::Execution)
            .map(|span| (span.start_ns, span.end_ns))
            .expect("the item is an issue")
    }

    const S: fn(usize) -> StreamRef = StreamRef::Stream;

    #[test]
    fn a_stream_is_fifo_and_streams_overlap() {
        let timeline = run(vec![
            issue(Engine::H2D, S(0), 10.0, &[]),
            issue(Engine::Compute, S(0), 10.0, &[]),
            issue(Engine::Compute, S(1), 10.0, &[]),
        ]);
        assert_eq!(execution(&timeline, 1), (10.0, 20.0));
        assert_eq!(execution(&timeline, 2), (0.0, 10.0));
        assert_eq!(timeline.makespan_ns, 20.0);
        assert_eq!(timeline.busy_ns(Engine::Compute), 20.0);
        assert_eq!(timeline.host_blocked_ns, 0.0);
    }

    #[test]
    fn an_event_orders_two_streams() {
        let timeline =
            run(vec![issue(Engine::H2D, S(0), 10.0, &[]), issue(Engine::Compute, S(1), 5.0, &[0])]);
        assert_eq!(execution(&timeline, 1), (10.0, 15.0));
    }

    #[test]
    fn the_legacy_stream_waits_for_all_and_all_wait_for_it() {
        let timeline = run(vec![
            issue(Engine::H2D, S(0), 10.0, &[]),
            issue(Engine::Compute, S(1), 30.0, &[]),
            issue(Engine::Memset, StreamRef::Legacy, 1.0, &[]),
            issue(Engine::D2H, S(2), 1.0, &[]),
            issue(Engine::Compute, StreamRef::Legacy, 1.0, &[]),
        ]);
        assert_eq!(execution(&timeline, 2), (30.0, 31.0));
        assert_eq!(execution(&timeline, 3), (31.0, 32.0));
        assert_eq!(execution(&timeline, 4), (32.0, 33.0));
    }

    #[test]
    fn the_host_waits_where_it_is_told_to() {
        let timeline = run(vec![
            issue(Engine::Compute, S(0), 10.0, &[]),
            issue(Engine::Compute, S(1), 50.0, &[]),
            Item::HostWait { for_issues: vec![0] },
            Item::HostWork { label: "use".into(), ns: 5.0 },
            Item::DeviceSync,
            issue(Engine::Compute, S(0), 1.0, &[]),
        ]);
        assert_eq!(timeline.host_blocked_ns, 10.0 + 35.0);
        assert_eq!(timeline.host_busy_ns, 5.0);
        assert_eq!(execution(&timeline, 5), (50.0, 51.0));
    }

    #[test]
    fn a_blocking_copy_holds_the_host() {
        let timeline = run(vec![
            issue(Engine::Compute, StreamRef::Legacy, 10.0, &[]),
            blocking(Engine::D2H, 5.0),
            issue(Engine::Compute, StreamRef::Legacy, 10.0, &[]),
        ]);
        assert_eq!(execution(&timeline, 2), (15.0, 25.0));
        assert_eq!(timeline.host_blocked_ns, 15.0);
    }

    #[test]
    fn host_calls_cost_what_the_machine_says() {
        let machine = Machine {
            kernel_slots: 8,
            launch_ns: 100.0,
            copy_issue_ns: 10.0,
            event_record_ns: 3.0,
            stream_wait_ns: 2.0,
            host_wait_ns: 1.0,
            stream_create_ns: 0.0,
        };
        let program = Program {
            items: vec![
                issue(Engine::H2D, S(0), 0.0, &[]),
                issue(Engine::Compute, S(1), 0.0, &[0]),
                Item::HostWait { for_issues: vec![1] },
            ],
        };
        let timeline = evaluate(&program, &machine).expect("a sound program");
        assert_eq!(timeline.host_busy_ns, 10.0 + 3.0 + 2.0 + 100.0 + 1.0);
        assert_eq!(timeline.makespan_ns, timeline.host_busy_ns);
    }

    #[test]
    fn nonsense_is_refused() {
        let wait_for = |on: usize| Program {
            items: vec![
                Item::DeviceSync,
                issue(Engine::Compute, S(0), 1.0, &[on]),
                issue(Engine::Compute, S(0), 1.0, &[]),
            ],
        };
        for on in [0, 1, 2, 9] {
            assert_eq!(
                evaluate(&wait_for(on), &Machine::ideal()),
                Err(ProgramError::BadWait { item: 1, on })
            );
        }
        let program = Program { items: vec![issue(Engine::Compute, S(0), f64::NAN, &[])] };
        assert_eq!(
            lower_bound(&program, &Machine::ideal()),
            Err(ProgramError::BadDuration { item: 0 })
        );
    }

    /// H200.md: four independent 256 MiB vectors, upload → axpy → download each.
    #[test]
    fn four_vectors_take_about_what_was_measured() {
        let h200 = CostModel::h200();
        let bytes = 256 << 20;
        let copy = |direction, memory| h200.copy_ns(bytes, direction, memory);
        let kernel = h200.kernel_ns(Some(3 * bytes));
        let synchronous = |memory| {
            let mut items = Vec::new();
            for _ in 0..4 {
                items.push(blocking(Engine::H2D, copy(Direction::HostToDevice, memory)));
                items.push(issue(Engine::Compute, StreamRef::Legacy, kernel, &[]));
                items.push(blocking(Engine::D2H, copy(Direction::DeviceToHost, memory)));
            }
            items
        };
        let mut streams = Vec::new();
        for s in 0..4 {
            let memory = HostMemory::Pinned;
            let upload = copy(Direction::HostToDevice, memory);
            let download = copy(Direction::DeviceToHost, memory);
            streams.push(issue(Engine::H2D, S(s), upload, &[]));
            streams.push(issue(Engine::Compute, S(s), kernel, &[]));
            streams.push(issue(Engine::D2H, S(s), download, &[]));
        }
        let milliseconds = |items: Vec<Item>| {
            let program = Program { items };
            evaluate(&program, &h200.machine).expect("a sound program").makespan_ns / 1e6
        };
        let near = |found: f64, measured: f64| {
            assert!((found / measured - 1.0).abs() < 0.15, "{found} ms, measured {measured}");
        };
        near(milliseconds(synchronous(HostMemory::Pageable)), 200.0);
        near(milliseconds(synchronous(HostMemory::Pinned)), 40.0);
        near(milliseconds(streams), 28.8);
    }
}
