//! Which places of a function may be the same memory.
//!
//! Two symbolic places (`*p`, `*q`) are the same if some caller passes overlapping addresses: places
//! are made concrete through all known callers, and code outside the unit may pass anything that it
//! can reach.

use crate::contents::LocSet;
use crate::location::{LocId, ObjId, Object};
use crate::{Access, Effects};
use ir::{FnId, Linkage, Module, VarKind};
use std::collections::{HashMap, HashSet};

/// Answers alias questions for one unit.
pub struct Aliases {
    concrete: HashMap<(FnId, LocId), LocSet>,
    open: HashSet<(FnId, LocId)>,
    escaped: HashSet<ObjId>,
    unknown: LocId,
    /// Statics that other units can name.
    shared_statics: HashSet<ObjId>,
}

impl Aliases {
    pub fn of(module: &Module, effects: &mut Effects) -> Aliases {
        let unknown = effects.locations.whole(Object::Unknown);
        let mut aliases = Aliases {
            concrete: HashMap::new(),
            open: HashSet::new(),
            escaped: HashSet::new(),
            unknown,
            shared_statics: HashSet::new(),
        };
        for (index, var) in module.vars.iter().enumerate() {
            if var.kind == VarKind::Static && var.linkage == Linkage::External {
                let id = ir::VarId(index as u32);
                aliases.shared_statics.insert(effects.locations.intern(Object::Var(id)));
            }
        }
        aliases.find_escaped(module, effects);
        aliases
    }

    /// Objects that code outside the unit can reach.
    fn find_escaped(&mut self, module: &Module, effects: &mut Effects) {
        let functions: Vec<FnId> = effects.functions.keys().copied().collect();
        let mut seeds: Vec<(FnId, LocId)> = Vec::new();
        for id in &functions {
            let facts = &effects.functions[id];
            for stmt in facts.stmts.iter().flatten() {
                if stmt.flags.unknown || stmt.flags.release {
                    seeds.extend(stmt.accesses.iter().map(|a| (*id, a.loc)));
                }
            }
        }
        for (id, loc) in seeds {
            for concrete in self.concretize(module, effects, id, loc) {
                self.escaped.insert(effects.locations.object_of(concrete));
            }
        }
        self.escaped.extend(self.shared_statics.iter().copied());
        // What escaped objects hold has escaped, too.
        loop {
            let before = self.escaped.len();
            for id in &functions {
                let stores: Vec<(ObjId, LocSet)> = effects.functions[id]
                    .summary
                    .contents
                    .stores()
                    .map(|(object, _, targets)| (object, targets.clone()))
                    .collect();
                for (object, targets) in stores {
                    let cell = effects.locations.loc(object, Vec::new());
                    let cells = self.concretize(module, effects, *id, cell);
                    let leaks = cells.iter().any(|c| {
                        *c == self.unknown || self.escaped.contains(&effects.locations.object_of(*c))
                    });
                    if leaks {
                        for target in targets {
                            for concrete in self.concretize(module, effects, *id, target) {
                                self.escaped.insert(effects.locations.object_of(concrete));
                            }
                        }
                    }
                }
            }
            if self.escaped.len() == before {
                return;
            }
        }
    }

    /// The variables, allocations and unknown memory that a place of `function` may be.
    pub fn concretize(&mut self, module: &Module, effects: &mut Effects, function: FnId, loc: LocId) -> LocSet {
        if !matches!(effects.locations.kind(loc), Object::Entry(_)) {
            return LocSet::from([loc]);
        }
        let key = (function, loc);
        if let Some(known) = self.concrete.get(&key) {
            return known.clone();
        }
        if !self.open.insert(key) {
            // A recursive question: answered by what the other ways in give.
            return LocSet::new();
        }
        let found = self.concretize_entry(module, effects, function, loc);
        self.open.remove(&key);
        if self.open.is_empty() {
            self.concrete.insert(key, found.clone());
        }
        found
    }

    fn concretize_entry(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> LocSet {
        let mut found = LocSet::new();
        let root = effects.locations.root_var(loc);
        let is_static = root.is_some_and(|v| module.var(v).kind == VarKind::Static);
        if is_static {
            return self.static_targets(module, effects, loc);
        }
        // A captured variable belongs to the enclosing function's activation.
        let owner = root.and_then(|v| module.var(v).owner).filter(|o| *o != function);
        if let Some(owner) = owner {
            return self.captured_targets(module, effects, owner, loc);
        }
        if effects.may_be_called_from_outside(module, function) {
            found.insert(self.unknown);
        }
        let callers = effects.callers.get(&function).cloned().unwrap_or_default();
        for call in callers {
            for place in effects.translate_at(module, call, function, loc) {
                found.extend(self.concretize(module, effects, call.function, place));
            }
        }
        found
    }

    /// What was ever stored to a static variable, or reached from it.
    fn static_targets(&mut self, module: &Module, effects: &mut Effects, loc: LocId) -> LocSet {
        let Object::Entry(cell) = *effects.locations.kind(loc) else { return LocSet::new() };
        let path = effects.locations.path(loc).to_vec();
        let cells = match effects.locations.kind(cell) {
            Object::Entry(_) => self.static_targets(module, effects, cell),
            _ => LocSet::from([cell]),
        };
        let mut found = LocSet::new();
        for cell in cells {
            let object = effects.locations.object_of(cell);
            if cell == self.unknown || self.shared_statics.contains(&object) {
                found.insert(self.unknown);
            }
            self.stored_anywhere(module, effects, cell, &mut found);
        }
        found.into_iter().map(|t| effects.locations.extend(t, &path)).collect()
    }

    fn captured_targets(&mut self, module: &Module, effects: &mut Effects, owner: FnId, loc: LocId) -> LocSet {
        let Object::Entry(cell) = *effects.locations.kind(loc) else { return LocSet::new() };
        let path = effects.locations.path(loc).to_vec();
        let cells = match effects.locations.kind(cell) {
            Object::Entry(_) => self.captured_targets(module, effects, owner, cell),
            _ => LocSet::from([cell]),
        };
        let mut found = LocSet::new();
        for cell in cells {
            self.stored_anywhere(module, effects, cell, &mut found);
            // Parameters of the enclosing function.
            if let Object::Var(var) = *effects.locations.kind(cell) {
                if matches!(module.var(var).kind, VarKind::Param(_) | VarKind::This) {
                    let entry = effects.locations.entry_target(cell);
                    found.extend(self.concretize(module, effects, owner, entry));
                }
            }
        }
        found.into_iter().map(|t| effects.locations.extend(t, &path)).collect()
    }

    /// Addresses that any function stores to a place.
    fn stored_anywhere(&mut self, module: &Module, effects: &mut Effects, cell: LocId, found: &mut LocSet) {
        let functions: Vec<FnId> = effects.functions.keys().copied().collect();
        for id in functions {
            let contents = effects.functions[&id].summary.contents.clone();
            let targets = contents.load(module, &mut effects.locations, id, cell);
            for target in targets {
                let same = effects.locations.kind(target) == &Object::Entry(cell);
                if !same {
                    found.extend(self.concretize(module, effects, id, target));
                }
            }
        }
    }

    /// Whether two places of a function may overlap.
    pub fn may_alias(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        a: LocId,
        b: LocId,
    ) -> bool {
        if effects.locations.object_of(a) == effects.locations.object_of(b) {
            return effects.locations.overlap(a, b);
        }
        let first = self.concretize(module, effects, function, a);
        let second = self.concretize(module, effects, function, b);
        first.iter().any(|x| second.iter().any(|y| self.same_memory(effects, *x, *y)))
    }

    fn same_memory(&self, effects: &Effects, x: LocId, y: LocId) -> bool {
        let (ox, oy) = (effects.locations.object_of(x), effects.locations.object_of(y));
        if ox == oy {
            return effects.locations.overlap(x, y);
        }
        let outside = |loc: LocId| loc == self.unknown;
        let reachable = |object: ObjId| self.escaped.contains(&object);
        match (outside(x), outside(y)) {
            (true, true) => true,
            (true, false) => reachable(oy),
            (false, true) => reachable(ox),
            (false, false) => related_heap(effects.locations.object(ox), effects.locations.object(oy)),
        }
    }

    /// Whether two accesses of a function conflict: common memory, one of them writing.
    pub fn conflict(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        a: &Access,
        b: &Access,
    ) -> bool {
        (a.write || b.write) && self.may_alias(module, effects, function, a.loc, b.loc)
    }

    /// Whether code outside the unit can reach the place.
    pub fn has_escaped(&mut self, module: &Module, effects: &mut Effects, function: FnId, loc: LocId) -> bool {
        self.concretize(module, effects, function, loc)
            .into_iter()
            .any(|l| l == self.unknown || self.escaped.contains(&effects.locations.object_of(l)))
    }
}

/// Allocations of one site seen through more or fewer calls.
fn related_heap(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (
            Object::Heap { at: at_a, slot: slot_a, context: a, .. },
            Object::Heap { at: at_b, slot: slot_b, context: b, .. },
        ) => at_a == at_b && slot_a == slot_b && (a.starts_with(b) || b.starts_with(a)),
        _ => false,
    }
}
