//! Orders of blocks, and of the nodes of any other graph.

use ir::{BlockId, Body};

/// Blocks reachable from the entry, each before those that only it leads to.
pub fn reverse_post_order(body: &Body) -> Vec<BlockId> {
    let succ = |block: usize, nth: usize| {
        let block = &body.blocks[block];
        let succ = block.succs.iter().chain(block.unwind.iter()).nth(nth);
        succ.map(|s| s.index())
    };
    let order = reverse_post_order_of(body.blocks.len(), succ);
    order.into_iter().map(|index| BlockId(index as u32)).collect()
}

/// The same for a graph of `count` nodes, of which 0 is the entry. `succ` gives the n-th successor of a
/// node, unwind edges included, as long as there is one.
pub fn reverse_post_order_of(
    count: usize,
    succ: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<usize> {
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let Some(first) = seen.first_mut() else { return order };
    *first = true;
    // Each entry is a node and how many of its successors were looked at.
    let mut stack = vec![(0, 0)];
    while let Some((node, next)) = stack.last_mut() {
        let found = succ(*node, *next);
        *next += 1;
        match found {
            Some(succ) if !seen[succ] => {
                seen[succ] = true;
                stack.push((succ, 0));
            }
            Some(_) => {}
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
