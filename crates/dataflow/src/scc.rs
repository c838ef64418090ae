//! Strongly connected components.

/// Components of a graph given as successor lists, each before the components that lead to it
/// (callees before callers).
pub fn strongly_connected(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = successors.len();
    let mut index = vec![usize::MAX; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..count {
        if index[root] != usize::MAX {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, child)) = work.last().copied() {
            if child == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            match successors[node].get(child) {
                Some(succ) => {
                    if let Some(top) = work.last_mut() {
                        top.1 += 1;
                    }
                    if index[*succ] == usize::MAX {
                        work.push((*succ, 0));
                    } else if on_stack[*succ] {
                        low[node] = low[node].min(index[*succ]);
                    }
                }
                None => {
                    work.pop();
                    if let Some((parent, _)) = work.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                    if low[node] == index[node] {
                        let mut component = Vec::new();
                        while let Some(member) = stack.pop() {
                            on_stack[member] = false;
                            component.push(member);
                            if member == node {
                                break;
                            }
                        }
                        component.sort_unstable();
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first() {
        // 0 -> 1 <-> 2, 1 -> 3
        let found = strongly_connected(&[vec![1], vec![2, 3], vec![1], vec![]]);
        assert_eq!(found, [vec![3], vec![1, 2], vec![0]]);
    }

    #[test]
    fn a_node_without_successors_is_visited_once() {
        assert_eq!(strongly_connected(&[vec![], vec![0]]), [vec![0], vec![1]]);
    }
}
