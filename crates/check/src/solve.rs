//! The fixed point of the states over a [`Program`].

use crate::program::{Node, NodeId, Program, Step};
use crate::queue::Queues;
use crate::state::State;
use dataflow::reverse_post_order_of;
use std::collections::BTreeSet;

/// The state before each node; `None` for nodes that are never reached.
pub fn solve(program: &Program, queues: &Queues) -> Vec<Option<State>> {
    let succ = |node: usize, nth: usize| {
        let node = &program.nodes[node];
        node.succs.iter().chain(&node.unwind).nth(nth).map(|succ| succ.0 as usize)
    };
    let order = reverse_post_order_of(program.nodes.len(), succ);
    let mut rank = vec![usize::MAX; program.nodes.len()];
    for (index, node) in order.iter().enumerate() {
        rank[*node] = index;
    }
    let mut before: Vec<Option<State>> = vec![None; program.nodes.len()];
    let mut work = BTreeSet::new();
    if let Some(first) = before.first_mut() {
        *first = Some(State::default());
        work.insert(0);
    }
    while let Some(next) = work.pop_first() {
        let id = order[next];
        let Some(mut state) = before[id].clone() else { continue };
        let node = &program.nodes[id];
        let thrown = pass(node, &mut state, queues);
        let mut flow = |to: NodeId, state: &State| {
            let moved = match &mut before[to.0 as usize] {
                Some(known) => known.join(state),
                slot => {
                    *slot = Some(state.clone());
                    true
                }
            };
            if moved {
                work.insert(rank[to.0 as usize]);
            }
        };
        for succ in &node.succs {
            flow(*succ, &state);
        }
        if let Some(pad) = node.unwind {
            // The exception may come before or after the step has had its effect.
            flow(pad, &thrown);
            flow(pad, &state);
        }
    }
    before
}

/// Moves a state through a node; gives the state before the last step.
fn pass(node: &Node, state: &mut State, queues: &Queues) -> State {
    let mut last = None;
    for (index, step) in node.steps.iter().enumerate() {
        if index + 1 == node.steps.len() && node.unwind.is_some() {
            last = Some(state.clone());
        }
        apply(step, state, queues);
    }
    last.unwrap_or_else(|| state.clone())
}

/// Moves a state past a step.
pub fn apply(step: &Step, state: &mut State, queues: &Queues) {
    for effect in step.before.iter().chain(&step.after) {
        state.apply(effect, queues);
    }
}
