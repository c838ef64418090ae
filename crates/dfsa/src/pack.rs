//! Packing chains into a limited number of streams, greedily and in one pass: near linear, for graphs of any size.

use crate::graph::OpGraph;
use crate::machine::Machine;
use crate::timeline::Row;

/// What the packing knows about a stream.
#[derive(Debug, Clone, Copy)]
struct Stream {
    /// When its last operation ends.
    end: f64,
    last: usize,
}

/// Gives each chain one of at most `max_streams` streams. Operations are passed in issue order; the first operation
/// of a chain picks the stream in which it can start earliest, and its chain follows it. Among equals it prefers the
/// stream that ends in one of its predecessors, then the one that ends last (the others stay free for others), and
/// a new stream only when no old one is as good. Time O(n · max_streams + edges).
pub(crate) fn pack(
    graph: &OpGraph,
    order: &[usize],
    chain_of: &[usize],
    max_streams: usize,
    machine: &Machine,
) -> Vec<usize> {
    let predecessors = graph.predecessors();
    let mut stream_of_chain: Vec<Option<usize>> = vec![None; graph.ops.len()];
    let mut stream_of = vec![0; graph.ops.len()];
    let mut end_of = vec![0.0f64; graph.ops.len()];
    let mut streams: Vec<Stream> = Vec::new();
    let mut engines = Engines::new(machine.slots());
    for &op in order {
        let it = &graph.ops[op];
        let before = predecessors.of(op);
        let ready = before.iter().fold(0.0f64, |latest, &from| latest.max(end_of[from]));
        let ready = ready.max(engines.free_at(it.engine.row()));
        let stream = stream_of_chain[chain_of[op]].unwrap_or_else(|| {
            let best = best_stream(&streams, ready, before);
            match best {
                Some(stream) if streams[stream].end <= ready || streams.len() >= max_streams => {
                    stream
                }
                _ => streams.len(),
            }
        });
        stream_of_chain[chain_of[op]] = Some(stream);
        stream_of[op] = stream;
        let start = streams.get(stream).map_or(ready, |it| it.end.max(ready));
        let end = start + it.total_ns();
        end_of[op] = end;
        engines.occupy(it.engine.row(), end);
        let now = Stream { end, last: op };
        match streams.get_mut(stream) {
            Some(slot) => *slot = now,
            None => streams.push(now),
        }
    }
    stream_of
}

/// The stream in which an operation that is ready at `ready` starts earliest.
fn best_stream(streams: &[Stream], ready: f64, before: &[usize]) -> Option<usize> {
    let rank =
        |stream: &Stream| (stream.end.max(ready), !before.contains(&stream.last), -stream.end);
    let mut best: Option<usize> = None;
    for (number, stream) in streams.iter().enumerate() {
        if best.is_none_or(|best| rank(stream) < rank(&streams[best])) {
            best = Some(number);
        }
    }
    best
}

/// When each engine is free next.
struct Engines {
    upload: f64,
    download: f64,
    slots: Vec<f64>,
}

impl Engines {
    fn new(slots: usize) -> Self {
        Engines { upload: 0.0, download: 0.0, slots: vec![0.0; slots] }
    }

    fn next_free(&mut self, row: Row) -> Option<&mut f64> {
        match row {
            Row::H2D => Some(&mut self.upload),
            Row::D2H => Some(&mut self.download),
            Row::Host | Row::Compute => self.slots.iter_mut().min_by(|a, b| a.total_cmp(b)),
        }
    }

    fn free_at(&mut self, row: Row) -> f64 {
        self.next_free(row).map_or(0.0, |time| *time)
    }

    fn occupy(&mut self, row: Row, until: f64) {
        if let Some(time) = self.next_free(row) {
            *time = until;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op};

    #[test]
    fn pipelines_spread_over_the_streams_there_are() {
        let mut graph = OpGraph::new();
        let mut chain_of = Vec::new();
        for chain in 0..4 {
            for engine in [Engine::H2D, Engine::Compute] {
                graph.add_op(Op::once("", engine, 10.0));
                chain_of.push(chain);
            }
            graph.add_edge(2 * chain, 2 * chain + 1);
        }
        let order = graph.topological_order().expect("acyclic");
        let pack_into = |limit| pack(&graph, &order, &chain_of, limit, &Machine::ideal());
        assert_eq!(pack_into(1), vec![0; 8]);
        // The third upload starts when the first kernel is done: its stream is free again.
        assert_eq!(pack_into(8), vec![0, 0, 1, 1, 0, 0, 1, 1]);
    }
}
