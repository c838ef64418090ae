//! Orders of blocks.

use ir::{BlockId, Body};

/// Blocks reachable from the entry, each before those that only it leads to.
pub fn reverse_post_order(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    let mut stack = vec![(BlockId(0), 0)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    } else {
        return order;
    }
    while let Some((block, next)) = stack.last_mut() {
        let node = body.block(*block);
        let succ = node.succs.iter().chain(node.unwind.iter()).nth(*next).copied();
        *next += 1;
        match succ {
            Some(succ) if !seen[succ.index()] => {
                seen[succ.index()] = true;
                stack.push((succ, 0));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
