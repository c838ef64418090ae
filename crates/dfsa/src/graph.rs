//! The operation graph: what DFSA is given.
//!
//! An operation is a *site* of the program, not one execution of it: a copy inside a loop is one operation whose
//! `weight` says how often it is expected to run. Indices into [`OpGraph::ops`] name operations everywhere in this
//! crate; where the program has an order, the indices should follow it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use crate::assign::Assignment;
use crate::timeline::Row;

/// The part of the device that executes an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// Host-to-device copy: the upload copy engine.
    H2D,
    /// Device-to-host copy: the download copy engine.
    D2H,
    /// Device-to-device copy: runs on the multiprocessors, beside kernels.
    D2D,
    /// A kernel.
    Compute,
    /// A device memset: runs on the multiprocessors, beside kernels.
    Memset,
}

impl Engine {
    /// All engines, in the order of [`Engine::index`].
    pub const ALL: [Engine; 5] =
        [Engine::H2D, Engine::D2H, Engine::D2D, Engine::Compute, Engine::Memset];

    /// Position in [`Engine::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The row of a timeline in which operations of this engine are drawn: the unit that they compete for.
    pub fn row(self) -> Row {
        match self {
            Engine::H2D => Row::H2D,
            Engine::D2H => Row::D2H,
            Engine::D2D | Engine::Compute | Engine::Memset => Row::Compute,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::H2D => "H2D",
            Engine::D2H => "D2H",
            Engine::D2D => "D2D",
            Engine::Compute => "compute",
            Engine::Memset => "memset",
        })
    }
}

/// One operation site.
#[derive(Debug, Clone, PartialEq)]
pub struct Op {
    /// Name for people: reports, Graphviz, timelines.
    pub label: String,
    /// Which part of the device executes it.
    pub engine: Engine,
    /// Duration of one execution on the device, in nanoseconds.
    pub cost_ns: f64,
    /// Expected number of executions: 1 for straight-line code, the trip count in a loop, below 1 on a branch.
    pub weight: f64,
}

impl Op {
    /// An operation that runs once.
    pub fn once(label: impl Into<String>, engine: Engine, cost_ns: f64) -> Self {
        Op { label: label.into(), engine, cost_ns, weight: 1.0 }
    }

    /// Device time over all expected executions, in nanoseconds.
    pub fn total_ns(&self) -> f64 {
        self.cost_ns * self.weight
    }
}

/// A dependence: `to` must not start before `from` has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The operation that is depended upon.
    pub from: usize,
    /// The operation that depends.
    pub to: usize,
    /// Loop-carried: `from` of one iteration comes before `to` of a *later* iteration. Carried edges may form
    /// cycles, and an operation may carry a dependence to itself. An order that the host enforces between two
    /// iterations (it waits for a download before it issues the next upload) is a carried edge as well: without it
    /// the assignment would pay for an overlap that cannot happen.
    pub carried: bool,
}

/// Operations and the dependences between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OpGraph {
    /// The operations, in program order where there is one.
    pub ops: Vec<Op>,
    /// The dependences, in any order; duplicates are harmless.
    pub edges: Vec<Edge>,
}

/// Why a graph cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GraphError {
    /// `edges[edge]` names an operation that does not exist.
    EdgeOutOfRange {
        /// Index of the edge.
        edge: usize,
    },
    /// An operation depends on itself within one iteration.
    SelfDependence {
        /// Index of the operation.
        op: usize,
    },
    /// The non-carried edges have a cycle through this operation.
    Cycle {
        /// An operation on the cycle.
        op: usize,
    },
    /// Cost or weight of an operation, or their product, is negative, not a number, or above 10^18 (30 years in
    /// nanoseconds).
    BadCost {
        /// Index of the operation.
        op: usize,
    },
    /// An issue order or an assignment does not fit the graph: wrong length, an operation missing or repeated, or
    /// a dependence reversed.
    BadOrder {
        /// Position at which it was noticed.
        position: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::EdgeOutOfRange { edge } => {
                write!(f, "edge {edge} names an operation that does not exist")
            }
            GraphError::SelfDependence { op } => {
                write!(f, "operation {op} depends on itself within one iteration")
            }
            GraphError::Cycle { op } => {
                write!(f, "the non-carried dependences have a cycle through operation {op}")
            }
            GraphError::BadCost { op } => {
                write!(f, "cost or weight of operation {op} is negative or absurd")
            }
            GraphError::BadOrder { position } => {
                write!(f, "order or assignment does not fit the graph at position {position}")
            }
        }
    }
}

impl std::error::Error for GraphError {}

/// Longest total duration of an operation: sums of these stay finite.
const MOST_NS: f64 = 1e18;

impl OpGraph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an operation and returns its index.
    pub fn add_op(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Adds a dependence within one iteration.
    pub fn add_edge(&mut self, from: usize, to: usize) {
        self.edges.push(Edge { from, to, carried: false });
    }

    /// Adds a dependence from one iteration to a later one.
    pub fn add_carried_edge(&mut self, from: usize, to: usize) {
        self.edges.push(Edge { from, to, carried: true });
    }

    /// Checks indices, costs, and that the non-carried edges have no cycle.
    pub fn validate(&self) -> Result<(), GraphError> {
        self.topological_order().map(|_| ())
    }

    /// The order of the operations in which every non-carried edge points forward and which is otherwise the order
    /// of the indices (the least such order, lexicographically).
    ///
    /// # Errors
    /// What [`OpGraph::validate`] reports.
    pub fn topological_order(&self) -> Result<Vec<usize>, GraphError> {
        self.check_parts()?;
        let successors = self.successors();
        let mut missing = vec![0usize; self.ops.len()];
        for &to in successors.targets() {
            missing[to] += 1;
        }
        let mut ready: BinaryHeap<Reverse<usize>> =
            (0..self.ops.len()).filter(|&op| missing[op] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(self.ops.len());
        while let Some(Reverse(op)) = ready.pop() {
            order.push(op);
            for &to in successors.of(op) {
                missing[to] -= 1;
                if missing[to] == 0 {
                    ready.push(Reverse(to));
                }
            }
        }
        if order.len() < self.ops.len() {
            return Err(GraphError::Cycle { op: self.op_on_cycle(&missing) });
        }
        Ok(order)
    }

    /// Checks that `order` is a permutation of the operations in which every non-carried edge points forward.
    pub fn check_order(&self, order: &[usize]) -> Result<(), GraphError> {
        self.check_parts()?;
        let mut position = vec![usize::MAX; self.ops.len()];
        for (place, &op) in order.iter().enumerate() {
            match position.get_mut(op) {
                Some(slot) if *slot == usize::MAX => *slot = place,
                _ => return Err(GraphError::BadOrder { position: place }),
            }
        }
        if order.len() != self.ops.len() {
            return Err(GraphError::BadOrder { position: order.len() });
        }
        for edge in self.edges.iter().filter(|edge| !edge.carried) {
            if position[edge.from] >= position[edge.to] {
                return Err(GraphError::BadOrder { position: position[edge.to] });
            }
        }
        Ok(())
    }

    /// For each operation, the longest time from its start to the end of the last operation that depends on it
    /// (its own duration included): the *bottom level*, priority of list scheduling. Nanoseconds.
    ///
    /// `order` must be a topological order of this graph.
    pub(crate) fn bottom_levels(&self, order: &[usize]) -> Vec<f64> {
        let successors = self.successors();
        let mut level = vec![0.0f64; self.ops.len()];
        for &op in order.iter().rev() {
            let below = successors.of(op).iter().fold(0.0f64, |most, &to| most.max(level[to]));
            level[op] = below + self.ops[op].total_ns();
        }
        level
    }

    /// For each operation, the longest time from the beginning to its start: the *top level*. Nanoseconds.
    ///
    /// `order` must be a topological order of this graph.
    pub(crate) fn top_levels(&self, order: &[usize]) -> Vec<f64> {
        let successors = self.successors();
        let mut level = vec![0.0f64; self.ops.len()];
        for &op in order {
            let end = level[op] + self.ops[op].total_ns();
            for &to in successors.of(op) {
                level[to] = level[to].max(end);
            }
        }
        level
    }

    /// Successors over the non-carried edges, without duplicates, ascending.
    pub(crate) fn successors(&self) -> Adjacency {
        Adjacency::new(
            self.ops.len(),
            self.edges.iter().filter(|edge| !edge.carried).map(|edge| (edge.from, edge.to)),
        )
    }

    /// Predecessors over the non-carried edges, without duplicates, ascending.
    pub(crate) fn predecessors(&self) -> Adjacency {
        Adjacency::new(
            self.ops.len(),
            self.edges.iter().filter(|edge| !edge.carried).map(|edge| (edge.to, edge.from)),
        )
    }

    /// The graph in Graphviz' DOT language: carried edges dashed, engines as shapes, and, where an assignment is
    /// given, streams as colours and cross-stream edges bold (each is an event).
    pub fn to_dot(&self, assignment: Option<&Assignment>) -> String {
        const COLOURS: [&str; 8] = [
            "#8dd3c7", "#ffffb3", "#bebada", "#fb8072", "#80b1d3", "#fdb462", "#b3de69", "#fccde5",
        ];
        let stream = |op: usize| assignment.and_then(|found| found.stream_of.get(op)).copied();
        let mut dot =
            String::from("digraph operations {\n  node [style=filled, fillcolor=white];\n");
        for (index, op) in self.ops.iter().enumerate() {
            let shape = match op.engine.row() {
                Row::H2D => "invhouse",
                Row::D2H => "house",
                _ => "box",
            };
            let place = match stream(index) {
                Some(s) => format!(", fillcolor=\"{}\"", COLOURS[s % COLOURS.len()]),
                None => String::new(),
            };
            let line = match stream(index) {
                Some(s) => format!("\\nstream {s}"),
                None => String::new(),
            };
            dot.push_str(&format!(
                "  n{index} [shape={shape}, label=\"{}\\n{} {:.1} us x {}{line}\"{place}];\n",
                escape(&op.label),
                op.engine,
                op.cost_ns / 1000.0,
                op.weight,
            ));
        }
        for edge in &self.edges {
            let mut style = Vec::new();
            if edge.carried {
                style.push("style=dashed, constraint=false");
            }
            if stream(edge.from) != stream(edge.to) {
                style.push("penwidth=2");
            }
            dot.push_str(&format!("  n{} -> n{} [{}];\n", edge.from, edge.to, style.join(", ")));
        }
        dot.push_str("}\n");
        dot
    }

    /// Indices and numbers, without looking for cycles.
    fn check_parts(&self) -> Result<(), GraphError> {
        let sound = |number: f64| (0.0..=MOST_NS).contains(&number);
        for (op, it) in self.ops.iter().enumerate() {
            if !sound(it.cost_ns) || !sound(it.weight) || !sound(it.total_ns()) {
                return Err(GraphError::BadCost { op });
            }
        }
        for (edge, it) in self.edges.iter().enumerate() {
            if it.from >= self.ops.len() || it.to >= self.ops.len() {
                return Err(GraphError::EdgeOutOfRange { edge });
            }
            if it.from == it.to && !it.carried {
                return Err(GraphError::SelfDependence { op: it.from });
            }
        }
        Ok(())
    }

    /// An operation on a cycle, given for each operation how many predecessors a topological sort left over.
    fn op_on_cycle(&self, missing: &[usize]) -> usize {
        let predecessors = self.predecessors();
        let left_over = |op: &usize| missing[*op] > 0;
        let Some(mut op) = (0..missing.len()).find(left_over) else {
            return 0;
        };
        // Every operation left over has a predecessor left over; walking back long enough ends on a cycle.
        for _ in 0..missing.len() {
            if let Some(&before) = predecessors.of(op).iter().find(|before| left_over(before)) {
                op = before;
            }
        }
        op
    }
}

/// Neighbours of each operation in one flat array.
pub(crate) struct Adjacency {
    first: Vec<usize>,
    targets: Vec<usize>,
}

impl Adjacency {
    /// From pairs (operation, neighbour); neighbours end up ascending and without duplicates.
    pub(crate) fn new(ops: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut pairs: Vec<(usize, usize)> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut first = vec![0; ops + 1];
        for &(op, _) in &pairs {
            first[op + 1] += 1;
        }
        for op in 0..ops {
            first[op + 1] += first[op];
        }
        Adjacency { first, targets: pairs.into_iter().map(|(_, to)| to).collect() }
    }

    /// The neighbours of `op`.
    pub(crate) fn of(&self, op: usize) -> &[usize] {
        &self.targets[self.first[op]..self.first[op + 1]]
    }

    /// All neighbours of all operations.
    pub(crate) fn targets(&self) -> &[usize] {
        &self.targets
    }
}

/// A label inside a quoted DOT string.
fn escape(label: &str) -> String {
    let mut escaped = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(ops: usize, edges: &[(usize, usize)]) -> OpGraph {
        let mut graph = OpGraph::new();
        for op in 0..ops {
            graph.add_op(Op::once(format!("k{op}"), Engine::Compute, 10.0));
        }
        for &(from, to) in edges {
            graph.add_edge(from, to);
        }
        graph
    }

    #[test]
    fn order_follows_the_indices_where_edges_allow() {
        assert_eq!(graph(4, &[(3, 1)]).topological_order(), Ok(vec![0, 2, 3, 1]));
    }

    #[test]
    fn a_cycle_is_named_by_an_operation_on_it() {
        let found = graph(4, &[(0, 1), (1, 2), (2, 1), (2, 3)]).validate();
        assert!(matches!(found, Err(GraphError::Cycle { op: 1 | 2 })), "{found:?}");
    }

    #[test]
    fn carried_edges_may_close_a_cycle() {
        let mut looping = graph(2, &[(0, 1)]);
        looping.add_carried_edge(1, 0);
        looping.add_carried_edge(0, 0);
        assert_eq!(looping.validate(), Ok(()));
    }

    #[test]
    fn bad_input_is_reported() {
        let mut out_of_range = graph(1, &[]);
        out_of_range.add_carried_edge(0, 7);
        assert_eq!(out_of_range.validate(), Err(GraphError::EdgeOutOfRange { edge: 0 }));
        assert_eq!(graph(1, &[(0, 0)]).validate(), Err(GraphError::SelfDependence { op: 0 }));
        let mut nan = graph(2, &[]);
        nan.ops[1].cost_ns = f64::NAN;
        assert_eq!(nan.validate(), Err(GraphError::BadCost { op: 1 }));
        let mut overflow = graph(1, &[]);
        overflow.ops[0].cost_ns = f64::MAX;
        overflow.ops[0].weight = 2.0;
        assert_eq!(overflow.validate(), Err(GraphError::BadCost { op: 0 }));
    }

    #[test]
    fn orders_are_checked() {
        let g = graph(3, &[(0, 2)]);
        assert_eq!(g.check_order(&[1, 0, 2]), Ok(()));
        assert_eq!(g.check_order(&[2, 0, 1]), Err(GraphError::BadOrder { position: 0 }));
        assert_eq!(g.check_order(&[0, 0, 2]), Err(GraphError::BadOrder { position: 1 }));
        assert_eq!(g.check_order(&[0, 1]), Err(GraphError::BadOrder { position: 2 }));
    }

    #[test]
    fn levels_measure_the_longest_path() {
        let g = graph(4, &[(0, 1), (1, 3), (2, 3)]);
        let order = g.topological_order().expect("acyclic");
        assert_eq!(g.bottom_levels(&order), vec![30.0, 20.0, 20.0, 10.0]);
        assert_eq!(g.top_levels(&order), vec![0.0, 10.0, 0.0, 20.0]);
    }

    #[test]
    fn dot_shows_streams_and_carried_edges() {
        let mut g = graph(2, &[(0, 1)]);
        g.ops[0].label = "a \"quoted\" name".into();
        g.add_carried_edge(1, 0);
        let dot = g.to_dot(Some(&Assignment { stream_of: vec![0, 1], streams: 2 }));
        assert!(dot.contains(r#"a \"quoted\" name"#), "{dot}");
        assert!(dot.contains("n0 -> n1 [penwidth=2]"), "{dot}");
        assert!(dot.contains("n1 -> n0 [style=dashed"), "{dot}");
        assert!(g.to_dot(None).contains("fillcolor=white"));
    }
}
