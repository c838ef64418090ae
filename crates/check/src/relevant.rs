//! Functions that issue device work, order it, or wait for it, themselves or in what they call.

use crate::helper::is_helper;
use effects::{row_of, Effects};
use ir::{Callee, FnId, Module, Space, StmtKind};
use std::collections::HashSet;

/// The relevant functions of a unit.
pub struct Relevant {
    all: HashSet<FnId>,
}

impl Relevant {
    /// Finds them.
    pub fn of(module: &Module, effects: &Effects) -> Relevant {
        let mut all: HashSet<FnId> = HashSet::new();
        let mut work: Vec<FnId> = module
            .function_ids()
            .filter(|id| !is_helper(module, *id) && acts_itself(module, *id))
            .collect();
        while let Some(id) = work.pop() {
            if !all.insert(id) {
                continue;
            }
            let callers = effects.callers.get(&id).into_iter().flatten();
            work.extend(callers.map(|at| at.function).filter(|f| !is_helper(module, *f)));
        }
        Relevant { all }
    }

    pub fn contains(&self, id: FnId) -> bool {
        self.all.contains(&id)
    }

    /// Functions from which the check starts: `main`, and those that other code may call or that nothing
    /// in the unit calls.
    pub fn roots(&self, module: &Module, effects: &Effects) -> Vec<FnId> {
        let mut found: Vec<FnId> = self
            .all
            .iter()
            .copied()
            .filter(|id| {
                let function = module.function(*id);
                function.body.is_some()
                    && matches!(function.space, Space::Host | Space::Both)
                    && (effects.may_be_called_from_outside(module, *id)
                        || !effects.callers.contains_key(id))
            })
            .collect();
        found.sort_by_key(|id| (module.function(*id).name != "main", *id));
        found
    }
}

fn acts_itself(module: &Module, id: FnId) -> bool {
    let Some(body) = &module.function(id).body else { return false };
    body.blocks.iter().flat_map(|b| &b.stmts).any(|stmt| match &stmt.kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Launch(_) => true,
            Callee::Direct(target) => is_helper(module, target) || acts(module, target),
            _ => false,
        },
        _ => false,
    })
}

/// Whether a library function does something to the device that matters here.
fn acts(module: &Module, id: FnId) -> bool {
    use model::OpKind::{Configure, Error, Info};
    let op = row_of(module, id).and_then(|row| row.op);
    op.is_some_and(|op| !matches!(op, Configure | Error | Info))
}
