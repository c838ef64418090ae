//! Loops that ask whether a stream or event is done until the answer is yes.

use effects::{row_of_call, StmtRef};
use ir::{Body, Call, Callee, FnId, LoopId, Module, StmtKind};
use model::OpKind;
use std::collections::HashSet;

/// Queries that such loops consist of.
pub struct SpinLoops {
    queries: HashSet<StmtRef>,
}

impl SpinLoops {
    /// Finds them: loops that use the answer of a query and call the runtime for nothing else.
    pub fn of(module: &Module) -> SpinLoops {
        let mut queries = HashSet::new();
        for id in module.function_ids() {
            if let Some(body) = &module.function(id).body {
                find(module, id, body, &mut queries);
            }
        }
        SpinLoops { queries }
    }

    pub fn contains(&self, at: StmtRef) -> bool {
        self.queries.contains(&at)
    }
}

fn find(module: &Module, function: FnId, body: &Body, queries: &mut HashSet<StmtRef>) {
    for block in body.block_ids() {
        let Some(innermost) = body.block(block).loop_ else { continue };
        for (index, stmt) in body.block(block).stmts.iter().enumerate() {
            let StmtKind::Call(call) = &stmt.kind else { continue };
            let asks = op(module, call) == Some(OpKind::Query) && call.dst.is_some();
            if asks && only_asks(module, body, innermost) {
                queries.insert(StmtRef { function, block, index: index as u32 });
            }
        }
    }
}

fn op(module: &Module, call: &Call) -> Option<OpKind> {
    row_of_call(module, call)?.op
}

/// Whether nothing else of the runtime happens in a loop.
fn only_asks(module: &Module, body: &Body, inside: LoopId) -> bool {
    let blocks =
        body.block_ids().filter(|b| body.loops_around(body.block(*b).loop_).any(|l| l == inside));
    blocks.flat_map(|b| &body.block(b).stmts).all(|stmt| match &stmt.kind {
        StmtKind::Call(call) => {
            let harmless = [OpKind::Query, OpKind::Error, OpKind::Info];
            !matches!(call.callee, Callee::Launch(_))
                && op(module, call).is_none_or(|op| harmless.contains(&op))
        }
        _ => true,
    })
}
