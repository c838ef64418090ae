//! The call graph.

use crate::for_each_operand;
use dataflow::strongly_connected;
use ir::{Callee, FnId, Module, Operand, StmtKind};

/// Who may call whom. A function whose address a body names counts as called there: that is where
/// the summary is needed at the latest.
pub struct CallGraph {
    successors: Vec<Vec<usize>>,
}

impl CallGraph {
    pub fn of(module: &Module) -> CallGraph {
        let successors = module
            .functions
            .iter()
            .map(|function| {
                let mut called = Vec::new();
                for block in function.body.iter().flat_map(|b| &b.blocks) {
                    for stmt in &block.stmts {
                        if let StmtKind::Call(call) = &stmt.kind {
                            if let Callee::Direct(id) | Callee::Virtual(id) = call.callee {
                                called.push(id.0 as usize);
                            }
                        }
                        for_each_operand(&stmt.kind, &mut |operand| {
                            functions_in(operand, &mut called)
                        });
                    }
                }
                called.sort_unstable();
                called.dedup();
                called
            })
            .collect();
        CallGraph { successors }
    }

    /// Components, callees first.
    pub fn bottom_up(&self) -> Vec<Vec<FnId>> {
        strongly_connected(&self.successors)
            .into_iter()
            .map(|component| component.into_iter().map(|i| FnId(i as u32)).collect())
            .collect()
    }

    pub fn callees(&self, id: FnId) -> impl Iterator<Item = FnId> + '_ {
        self.successors[id.0 as usize].iter().map(|i| FnId(*i as u32))
    }

    pub fn is_recursive(&self, component: &[FnId]) -> bool {
        component.len() > 1 || component.iter().any(|id| self.callees(*id).any(|c| c == *id))
    }
}

fn functions_in(operand: &Operand, found: &mut Vec<usize>) {
    match operand {
        Operand::Fn(id) => found.push(id.0 as usize),
        Operand::AnyOf(all) => all.iter().for_each(|part| functions_in(part, found)),
        Operand::Within(inner) => functions_in(inner, found),
        _ => {}
    }
}
