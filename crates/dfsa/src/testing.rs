//! What the tests of this crate share: a small deterministic generator of random numbers and graphs.

use crate::graph::{Engine, Op, OpGraph};

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` to `high`, both included.
    pub(crate) fn range(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() % (high - low + 1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        (self.next() >> 11) as f64 / ((1u64 << 53) as f64) < probability
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.range(0, from.len() - 1)]
    }
}

/// Straight-line operations with dependences of random density, costs from 1 to 100 µs, in program order.
pub(crate) fn random_graph(random: &mut Random, ops: usize) -> OpGraph {
    const ENGINES: [Engine; 8] = [
        Engine::H2D,
        Engine::H2D,
        Engine::Compute,
        Engine::Compute,
        Engine::Compute,
        Engine::D2H,
        Engine::D2H,
        Engine::Memset,
    ];
    let density = random.pick(&[0.1, 0.2, 0.35, 0.6]);
    let mut graph = OpGraph::new();
    for op in 0..ops {
        let engine = random.pick(&ENGINES);
        let cost = 1000.0 * random.range(1, 100) as f64;
        graph.add_op(Op::once(format!("{engine} {op}"), engine, cost));
    }
    for to in 0..ops {
        for from in 0..to {
            if random.chance(density) {
                graph.add_edge(from, to);
            }
        }
    }
    graph
}

/// The same, with loops: runs of operations with a common weight, and carried edges inside them.
pub(crate) fn random_loop_graph(random: &mut Random, ops: usize) -> OpGraph {
    let mut graph = random_graph(random, ops);
    let mut weight = 1.0;
    for op in 0..ops {
        if random.chance(0.3) {
            weight = random.pick(&[0.5, 1.0, 3.0, 10.0, 100.0]);
        }
        graph.ops[op].weight = weight;
    }
    for _ in 0..ops / 2 {
        let (from, to) = (random.range(0, ops - 1), random.range(0, ops - 1));
        graph.add_carried_edge(from, to);
    }
    graph
}

/// Many short upload → kernel → download pipelines that now and then read each other's results, in program order.
pub(crate) fn large_graph(random: &mut Random, ops: usize) -> OpGraph {
    const ENGINES: [Engine; 3] = [Engine::H2D, Engine::Compute, Engine::D2H];
    let mut graph = OpGraph::new();
    for op in 0..ops {
        let engine = ENGINES[op % 3];
        let cost = 1000.0 * random.range(1, 100) as f64;
        graph.add_op(Op::once(format!("{engine} {op}"), engine, cost));
        if op % 3 != 0 {
            graph.add_edge(op - 1, op);
        }
        if op > 0 && random.chance(0.3) {
            graph.add_edge(random.range(op.saturating_sub(100), op - 1), op);
        }
    }
    graph
}

/// Which operation reaches which over non-carried edges.
pub(crate) fn reachability(graph: &OpGraph) -> Vec<Vec<bool>> {
    let n = graph.ops.len();
    let mut reaches = vec![vec![false; n]; n];
    for edge in graph.edges.iter().filter(|edge| !edge.carried) {
        reaches[edge.from][edge.to] = true;
    }
    for via in 0..n {
        for from in 0..n {
            for to in 0..n {
                reaches[from][to] |= reaches[from][via] && reaches[via][to];
            }
        }
    }
    reaches
}
