//! Functions that may be active more than once at a time.

use dataflow::strongly_connected;
use effects::{Effects, StmtRef};
use ir::{FnId, Module};
use std::collections::{BTreeMap, HashMap};

/// The recursive functions of a unit.
#[derive(Default)]
pub struct Recursion {
    /// The calls of each recursive function by itself or by those that it is mutually recursive with.
    calls: HashMap<FnId, Vec<StmtRef>>,
}

impl Recursion {
    /// Finds them.
    pub fn of(module: &Module, effects: &Effects) -> Recursion {
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); module.functions.len()];
        for (callee, calls) in &effects.callers {
            for call in calls {
                successors[call.function.0 as usize].push(callee.0 as usize);
            }
        }
        let components = strongly_connected(&successors);
        let component_of: BTreeMap<usize, usize> = components
            .iter()
            .enumerate()
            .flat_map(|(index, functions)| functions.iter().map(move |f| (*f, index)))
            .collect();
        let mut recursion = Recursion::default();
        for (callee, calls) in &effects.callers {
            let component = |id: FnId| component_of.get(&(id.0 as usize));
            let own = component(*callee);
            let mut within: Vec<StmtRef> =
                calls.iter().copied().filter(|call| component(call.function) == own).collect();
            within.sort_unstable();
            if !within.is_empty() {
                recursion.calls.insert(*callee, within);
            }
        }
        recursion
    }

    pub fn contains(&self, id: FnId) -> bool {
        self.calls.contains_key(&id)
    }

    /// Where a recursive function is called again while it is active.
    pub fn calls_of(&self, id: FnId) -> &'_ [StmtRef] {
        self.calls.get(&id).map_or(&[], Vec::as_slice)
    }
}
