//! Calls of functions whose body is in the unit: their summary, in terms of the caller.

use crate::contents::LocSet;
use crate::facts::{Access, StmtFacts};
use crate::location::{LocId, Object, StmtRef};
use crate::solver::Solver;
use dataflow::IndexMap;
use ir::{Call, Callee, FieldId, FnId, Operand, Space, VarKind};
use std::collections::BTreeSet;

/// Translates places of a callee into those of its caller, for one call.
pub(crate) struct Instance<'c> {
    at: StmtRef,
    call: &'c Call,
    callee: FnId,
    known: IndexMap<LocId, LocSet>,
}

impl<'c> Instance<'c> {
    pub fn new(at: StmtRef, call: &'c Call, callee: FnId) -> Self {
        Instance { at, call, callee, known: IndexMap::default() }
    }
}

impl Solver<'_, '_> {
    /// The flow of addresses through a call.
    pub fn flow_call(&mut self, at: StmtRef, call: &Call) {
        let targets = self.targets(call);
        for target in &targets.known {
            self.flow_known_call(at, call, *target);
        }
        if targets.unknown {
            let mut from = self.values(&call.args);
            if let Some(this) = &call.this {
                from.extend(self.value(this));
            }
            self.flow_unknown(at, &from);
            self.unknown_result(call, &from);
        }
    }

    fn unknown_result(&mut self, call: &Call, from: &LocSet) {
        let Some(dst) = call.dst else { return };
        let cell = self.shared.locations.whole(Object::Var(dst));
        let mut values = self.closure(from);
        values.insert(self.shared.locations.whole(Object::Unknown));
        self.contents.store(&self.shared.locations, cell, &values);
    }

    fn flow_known_call(&mut self, at: StmtRef, call: &Call, target: FnId) {
        let function = self.shared.module.function(target);
        if function.body.is_some() {
            if call.args.len() > function.params.len() {
                let extra = self.values(&call.args[function.params.len()..]);
                self.flow_unknown(at, &extra);
            }
            return self.flow_summary(at, call, target);
        }
        match self.row(target) {
            Some(row) => self.flow_modelled(at, call, row),
            None if function.system && !self.may_use_device(target) => self.flow_system(at, call),
            None => {
                let mut from = self.values(&call.args);
                if let Some(this) = &call.this {
                    from.extend(self.value(this));
                }
                self.flow_unknown(at, &from);
                self.unknown_result(call, &from);
            }
        }
    }

    /// Adds what the callee stores where the caller can see it, and what it returns.
    fn flow_summary(&mut self, at: StmtRef, call: &Call, target: FnId) {
        if !self.is_known_in_time(target) {
            let mut from = self.values(&call.args);
            if let Some(this) = &call.this {
                from.extend(self.value(this));
            }
            self.flow_unknown(at, &from);
            return self.unknown_result(call, &from);
        }
        let Some(summary) = self.shared.summaries.get(&target) else { return };
        let stores: Vec<_> =
            summary.contents.stores().map(|(o, p, s)| (o, p.to_vec(), s.clone())).collect();
        let copies: Vec<_> =
            summary.contents.copied().map(|(o, p, s)| (o, p.to_vec(), s.clone())).collect();
        let mut instance = Instance::new(at, call, target);
        for (copies_whole, entries) in [(false, stores), (true, copies)] {
            for (object, path, targets) in entries {
                let cells = self.visible_cells(&mut instance, object, &path);
                if cells.is_empty() {
                    continue;
                }
                let mut values = LocSet::new();
                for target in targets {
                    values.extend(self.translate(&mut instance, target));
                }
                for cell in cells {
                    match copies_whole {
                        true => self.contents.copy(&self.shared.locations, cell, &values),
                        false => self.contents.store(&self.shared.locations, cell, &values),
                    }
                }
            }
        }
    }

    /// The caller's cells for a callee's cell: its result, and what outlives it.
    fn visible_cells(
        &mut self,
        instance: &mut Instance<'_>,
        object: crate::location::ObjId,
        path: &[FieldId],
    ) -> LocSet {
        let cell = self.shared.locations.loc(object, path);
        if let Object::Var(var) = self.shared.locations.object(object) {
            let var = *var;
            if self.shared.module.var(var).kind == VarKind::Return {
                if self.shared.module.var(var).owner != Some(instance.callee) {
                    return LocSet::new();
                }
                let Some(dst) = instance.call.dst else { return LocSet::new() };
                let whole = self.shared.locations.whole(Object::Var(dst));
                return LocSet::from([self.shared.locations.extend(whole, path)]);
            }
        }
        self.translate(instance, cell)
    }

    /// The caller's places for a callee's place. Locals of the callee are gone.
    pub fn translate(&mut self, instance: &mut Instance<'_>, loc: LocId) -> LocSet {
        if let Some(known) = instance.known.get(&loc) {
            return known.clone();
        }
        // Cycles through symbolic objects end here.
        instance.known.insert(loc, LocSet::new());
        let path = self.shared.locations.path(loc).to_vec();
        let found = match self.shared.locations.kind(loc).clone() {
            Object::Var(var) => {
                let info = self.shared.module.var(var);
                let own = info.kind != VarKind::Static && info.owner == Some(instance.callee);
                match own {
                    true if info.kind == VarKind::Return || info.returned => {
                        self.result_places(instance, &path)
                    }
                    true => LocSet::new(),
                    false => LocSet::from([loc]),
                }
            }
            Object::Heap { .. } => {
                LocSet::from([self.shared.locations.in_context(loc, instance.at)])
            }
            Object::Entry(inner) => {
                let mut targets = self.entry_targets(instance, inner);
                if self.shared.locations.is_collapsed(loc) {
                    targets = self.closure(&targets);
                }
                targets.iter().map(|t| self.shared.locations.extend(*t, &path)).collect()
            }
            _ => LocSet::from([loc]),
        };
        instance.known.insert(loc, found.clone());
        found
    }

    /// The caller's places for the object that the callee returns: it is made where the caller wants
    /// it, so that an address that the callee has kept leads there.
    fn result_places(&mut self, instance: &Instance<'_>, path: &[FieldId]) -> LocSet {
        let mut found = LocSet::new();
        if let Some(dst) = instance.call.dst {
            found.insert(self.shared.locations.whole(Object::Var(dst)));
        }
        if let Some(place) = &instance.call.into {
            found.extend(self.place(place));
        }
        found.iter().map(|l| self.shared.locations.extend(*l, path)).collect()
    }

    /// What `cell` of the callee pointed to when it was entered.
    fn entry_targets(&mut self, instance: &mut Instance<'_>, cell: LocId) -> LocSet {
        if let Object::Var(var) = self.shared.locations.kind(cell) {
            let var = *var;
            let info = self.shared.module.var(var);
            if info.owner == Some(instance.callee) && info.kind != VarKind::Static {
                let fields = self.shared.locations.path(cell).to_vec();
                return self.parameter_value(instance, var, &fields);
            }
        }
        let cells = self.translate(instance, cell);
        self.load_all(&cells)
    }

    /// The value that a parameter, or a field of it, gets at this call.
    fn parameter_value(
        &mut self,
        instance: &Instance<'_>,
        var: ir::VarId,
        fields: &[FieldId],
    ) -> LocSet {
        let argument = match self.shared.module.var(var).kind {
            VarKind::Param(index) => instance.call.args.get(index as usize),
            VarKind::This => instance.call.this.as_ref(),
            _ => None,
        };
        let Some(argument) = argument else { return LocSet::new() };
        let argument = argument.clone();
        match argument {
            Operand::Copy(place) if !fields.is_empty() => {
                let cells = self.place(&place);
                let parts: LocSet =
                    cells.iter().map(|c| self.shared.locations.extend(*c, fields)).collect();
                self.load_all(&parts)
            }
            other => self.value(&other),
        }
    }

    // --- effects ---------------------------------------------------------------------------------

    pub fn known_call_effects(
        &mut self,
        at: StmtRef,
        call: &Call,
        target: FnId,
        facts: &mut StmtFacts,
    ) {
        let function = self.shared.module.function(target);
        let kernel = matches!(call.callee, Callee::Launch(_)) || function.space == Space::Kernel;
        if function.body.is_some() && !self.is_known_in_time(target) {
            // Reached through memory, in a way that the call graph does not show.
            self.shared.leaked.insert(target);
            let mut from = self.values(&call.args);
            if let Some(this) = &call.this {
                from.extend(self.value(this));
            }
            match kernel {
                true => self.unknown_launch(at, &from, facts),
                false => self.unknown_effects(&from, facts),
            }
            return;
        }
        if function.body.is_some() {
            if function.copies_objects {
                let from = self.values(&call.args);
                self.unknown_effects(&from, facts);
            }
            if kernel {
                let mut accesses = self.summary_accesses(at, call, target, facts);
                accesses.retain(|access| !self.is_by_library_call(access));
                if self.shared.summaries.get(&target).is_some_and(|s| s.flags.unknown) {
                    accesses.extend(self.unknown_device_code());
                }
                if let Some(site) = self.shared.sites.at(at) {
                    self.op_use(site, accesses, facts);
                }
                return;
            }
            if call.args.len() > function.params.len() {
                // What goes through `...` is read in ways that the body does not name.
                let extra = self.values(&call.args[function.params.len()..]);
                self.unknown_effects(&extra, facts);
            }
            facts.callees.push(target);
            let accesses = self.summary_accesses(at, call, target, facts);
            facts.accesses.extend(accesses);
            return self.nested_effects(at, call, target, facts);
        }
        if kernel {
            let from = self.values(&call.args);
            return self.unknown_launch(at, &from, facts);
        }
        match self.row(target) {
            Some(row) => {
                self.modelled_effects(at, call, row, facts);
                self.library_effects(target, facts);
            }
            None if function.system && !self.may_use_device(target) => {
                self.system_effects(at, call, target, facts);
                self.library_effects(target, facts);
            }
            None => {
                let mut from = self.values(&call.args);
                if let Some(this) = &call.this {
                    from.extend(self.value(this));
                }
                self.unknown_effects(&from, facts);
                if function.nothrow {
                    facts.may_throw = false;
                }
            }
        }
    }

    /// Whether the function has a summary, or will have one when the component is complete.
    fn is_known_in_time(&self, target: FnId) -> bool {
        self.shared.summaries.contains_key(&target) || self.shared.component.contains(&target)
    }

    /// A kernel whose body cannot be seen.
    pub fn unknown_launch(&mut self, at: StmtRef, from: &LocSet, facts: &mut StmtFacts) {
        let mut accesses: BTreeSet<Access> = self.everything(from, true).into_iter().collect();
        accesses.extend(self.unknown_device_code());
        if let Some(site) = self.shared.sites.at(at) {
            self.op_use(site, accesses, facts);
        }
    }

    /// What device code that cannot be seen may touch, beside what it is given: device variables, also
    /// those of this unit, and all that it may share with other kernels.
    fn unknown_device_code(&mut self) -> Vec<Access> {
        let module = self.shared.module;
        let variables = module.vars.iter().enumerate().filter(|(_, v)| v.memory.is_some());
        let mut objects: Vec<Object> =
            variables.map(|(index, _)| Object::Var(ir::VarId(index as u32))).collect();
        objects.extend([Object::DeviceOutput, Object::DeviceHeap, Object::GridBarrier]);
        let mut from: LocSet =
            objects.into_iter().map(|o| self.shared.locations.whole(o)).collect();
        from.insert(self.shared.locations.whole(Object::Unknown));
        self.everything(&from, true)
    }

    /// The accesses of a callee, in terms of the caller.
    pub fn summary_accesses(
        &mut self,
        at: StmtRef,
        call: &Call,
        target: FnId,
        facts: &mut StmtFacts,
    ) -> BTreeSet<Access> {
        let Some(summary) = self.shared.summaries.get(&target) else { return BTreeSet::new() };
        let accesses = summary.accesses.clone();
        let _ = facts;
        let mut instance = Instance::new(at, call, target);
        self.translate_accesses(&mut instance, &accesses)
    }

    pub fn translate_accesses(
        &mut self,
        instance: &mut Instance<'_>,
        accesses: &BTreeSet<Access>,
    ) -> BTreeSet<Access> {
        let mut found = BTreeSet::new();
        for access in accesses {
            let targets = self.translate(instance, access.loc);
            if access.deep {
                for inner in self.everything(&targets, true) {
                    if inner.write == access.write {
                        found.insert(inner);
                    }
                }
                continue;
            }
            found.extend(targets.into_iter().map(|loc| Access { loc, ..*access }));
        }
        found
    }

    /// Frees, operations and flags of a callee, in terms of the caller.
    fn nested_effects(&mut self, at: StmtRef, call: &Call, target: FnId, facts: &mut StmtFacts) {
        let Some(summary) = self.shared.summaries.get(&target) else { return };
        let (frees, ops) = (summary.frees.clone(), summary.ops.clone());
        facts.flags.merge(summary.flags);
        facts.may_throw |= summary.may_throw;
        let mut instance = Instance::new(at, call, target);
        for loc in frees {
            let targets = self.translate(&mut instance, loc);
            facts.frees.extend(targets);
        }
        for (site, accesses) in ops {
            let translated = self.translate_op(&mut instance, &accesses);
            self.op_use(site, translated, facts);
        }
    }

    /// The accesses of an operation; memory that is gone for the caller stays as the callee names it.
    fn translate_op(
        &mut self,
        instance: &mut Instance<'_>,
        accesses: &BTreeSet<Access>,
    ) -> BTreeSet<Access> {
        let mut found = BTreeSet::new();
        for access in accesses {
            let targets = self.translate(instance, access.loc);
            if targets.is_empty() {
                found.insert(*access);
            }
            if access.deep {
                found.extend(
                    self.everything(&targets, true).into_iter().filter(|a| a.write == access.write),
                );
            } else {
                found.extend(targets.into_iter().map(|loc| Access { loc, ..*access }));
            }
        }
        found
    }
}
