//! Path covers: the fewest chains, each of which may become a stream without ordering anything that the
//! dependences do not order already.
//!
//! A cover of the non-carried edges themselves keeps dependent neighbours together; a cover of their transitive
//! closure may skip over operations that lie in another chain and so gets by with fewer chains (as few as the
//! largest set of operations that are mutually independent, by Dilworth's theorem). Among the covers with the fewest
//! chains, the one is taken whose links are worth most: links on long paths (a heavy chain stays whole), links that
//! save an event in a hot loop, links between operations that a loop-carried dependence ties together.

use crate::graph::{GraphError, OpGraph};
use crate::matching::{heaviest_maximum, maximum, Pair};

/// Up to this many operations the transitive closure is considered and the value of the links is maximised exactly
/// (time O(n³)); beyond it the cover is one of the direct edges, still with the fewest chains, in time O(E·√V), and
/// values are a preference only.
pub const EXACT_LIMIT: usize = 200;

/// A partition of the operations into chains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The chains, by their first operations in topological order; each in topological order.
    pub chains: Vec<Vec<usize>>,
}

/// The cover with the fewest chains: of the direct edges, or of their transitive closure where that gives fewer.
///
/// # Errors
/// What [`OpGraph::validate`] reports.
pub fn minimum_cover(graph: &OpGraph) -> Result<Cover, GraphError> {
    let order = graph.topological_order()?;
    Ok(cover_in_order(graph, &order))
}

/// [`minimum_cover`] for a graph known to be sound, given a topological order of it.
pub(crate) fn cover_in_order(graph: &OpGraph, order: &[usize]) -> Cover {
    let n = graph.ops.len();
    let links = direct_links(graph, order);
    if n > EXACT_LIMIT {
        return chains(order, &maximum(n, &links));
    }
    let direct = chains(order, &heaviest_maximum(n, &links));
    let all_links = with_closure(graph, order, links);
    let closed = chains(order, &heaviest_maximum(n, &all_links));
    if closed.chains.len() < direct.chains.len() {
        closed
    } else {
        direct
    }
}

/// The chains that a matching links together.
fn chains(order: &[usize], next: &[Option<usize>]) -> Cover {
    let mut chain_of: Vec<Option<usize>> = vec![None; next.len()];
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for &op in order {
        let chain = chain_of[op].unwrap_or_else(|| {
            chains.push(Vec::new());
            chains.len() - 1
        });
        chains[chain].push(op);
        if let Some(after) = next[op] {
            chain_of[after] = Some(chain);
        }
    }
    Cover { chains }
}

/// The non-carried edges as possible links, with their values.
///
/// The value is a sum of three parts: up to 1,000 for the share of the critical path that the longest path through
/// the edge has, up to 200 for the executions relative to the busiest operation (each saves an event), 500 when a
/// carried edge ties the two together as well.
fn direct_links(graph: &OpGraph, order: &[usize]) -> Vec<Pair> {
    let top = graph.top_levels(order);
    let bottom = graph.bottom_levels(order);
    let critical = bottom.iter().fold(0.0f64, |most, &level| most.max(level));
    let busiest = graph.ops.iter().fold(0.0f64, |most, op| most.max(op.weight));
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let mut tied: Vec<(usize, usize)> = graph
        .edges
        .iter()
        .filter(|edge| edge.carried)
        .map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to)))
        .collect();
    tied.sort_unstable();
    let successors = graph.successors();
    let mut links = Vec::with_capacity(successors.targets().len());
    for (left, op) in graph.ops.iter().enumerate() {
        for &right in successors.of(left) {
            let through = top[left] + op.total_ns() + bottom[right];
            let executions = op.weight.min(graph.ops[right].weight);
            let is_tied = tied.binary_search(&(left.min(right), left.max(right))).is_ok();
            let value = 1000.0 * share(through, critical)
                + 200.0 * share(executions, busiest)
                + if is_tied { 500.0 } else { 0.0 };
            links.push(Pair { left, right, value: 1 + value.round() as u32 });
        }
    }
    links
}

/// Adds a link of no value for every pair that only the transitive closure orders.
fn with_closure(graph: &OpGraph, order: &[usize], mut links: Vec<Pair>) -> Vec<Pair> {
    let n = graph.ops.len();
    let successors = graph.successors();
    let mut reaches = vec![vec![false; n]; n];
    for &op in order.iter().rev() {
        let mut row = vec![false; n];
        for &to in successors.of(op) {
            row[to] = true;
            for (mine, theirs) in row.iter_mut().zip(&reaches[to]) {
                *mine |= theirs;
            }
        }
        reaches[op] = row;
    }
    for (left, row) in reaches.iter().enumerate() {
        let direct = successors.of(left);
        for (right, &reached) in row.iter().enumerate() {
            if reached && direct.binary_search(&right).is_err() {
                links.push(Pair { left, right, value: 0 });
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Engine, Op};
    use crate::testing::{random_graph, reachability, Random};

    fn cover_of(costs: &[f64], edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut graph = OpGraph::new();
        for (op, &cost) in costs.iter().enumerate() {
            graph.add_op(Op::once(format!("k{op}"), Engine::Compute, cost));
        }
        for &(from, to) in edges {
            graph.add_edge(from, to);
        }
        minimum_cover(&graph).expect("acyclic").chains
    }

    #[test]
    fn a_chain_is_one_and_a_diamond_two() {
        assert_eq!(cover_of(&[1.0; 3], &[(0, 1), (1, 2)]), vec![vec![0, 1, 2]]);
        let diamond = [(0, 1), (0, 2), (1, 3), (2, 3)];
        assert_eq!(cover_of(&[1.0; 4], &diamond).len(), 2);
    }

    #[test]
    fn the_heavy_side_of_a_diamond_stays_whole() {
        let diamond = [(0, 1), (0, 2), (1, 3), (2, 3)];
        assert_eq!(cover_of(&[1.0, 5.0, 50.0, 1.0], &diamond), vec![vec![0, 2, 3], vec![1]]);
    }

    #[test]
    fn the_closure_joins_what_meets_in_one_operation() {
        // 0 and 1 feed 2, which feeds 3 and 4: three chains of direct edges, two of the closure.
        let edges = [(0, 2), (1, 2), (2, 3), (2, 4)];
        assert_eq!(cover_of(&[1.0; 5], &edges).len(), 2);
    }

    #[test]
    fn carried_ties_decide_between_equals() {
        for tied in [1, 2] {
            let mut graph = OpGraph::new();
            for op in 0..3 {
                graph.add_op(Op::once(format!("k{op}"), Engine::Compute, 1.0));
            }
            graph.add_edge(0, 1);
            graph.add_edge(0, 2);
            graph.add_carried_edge(tied, 0);
            let chains = minimum_cover(&graph).expect("acyclic").chains;
            assert!(chains.contains(&vec![0, tied]), "{chains:?}");
        }
    }

    /// The fewest chains by trying to put every operation behind every chain's end.
    fn fewest_chains(reaches: &[Vec<bool>], order: &[usize], ends: &mut Vec<usize>) -> usize {
        let Some((&op, rest)) = order.split_first() else {
            return ends.len();
        };
        ends.push(op);
        let mut fewest = fewest_chains(reaches, rest, ends);
        ends.pop();
        for chain in 0..ends.len() {
            let before = ends[chain];
            if reaches[before][op] {
                ends[chain] = op;
                fewest = fewest.min(fewest_chains(reaches, rest, ends));
                ends[chain] = before;
            }
        }
        fewest
    }

    #[test]
    fn no_cover_has_fewer_chains() {
        let mut random = Random::new(7);
        for _ in 0..500 {
            let ops = random.range(1, 8);
            let graph = random_graph(&mut random, ops);
            let order = graph.topological_order().expect("acyclic");
            let reaches = reachability(&graph);
            let cover = minimum_cover(&graph).expect("acyclic");
            assert_eq!(cover.chains.len(), fewest_chains(&reaches, &order, &mut Vec::new()));
            for chain in &cover.chains {
                assert!(chain.windows(2).all(|pair| reaches[pair[0]][pair[1]]));
            }
            let mut all: Vec<usize> = cover.chains.concat();
            all.sort_unstable();
            assert_eq!(all, (0..ops).collect::<Vec<_>>());
        }
    }
}
