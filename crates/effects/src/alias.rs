//! Which places of a function may be the same memory.
//!
//! Two symbolic places (`*p`, `*q`) are the same if some caller passes overlapping addresses: places
//! are made concrete through all known callers, and code outside the unit may pass anything that it
//! can reach.

use crate::escape::Escape;
use crate::extent::Extent;
use crate::inclusion::Inclusions;
use crate::location::{LocId, ObjId, Object};
use crate::places::Places;
use crate::{Access, Effects};
use dataflow::{IndexMap, IndexSet};
use ir::{FnId, Module, VarKind};
use std::rc::Rc;

/// Answers alias questions for one unit.
pub struct Aliases {
    inclusions: Inclusions,
    /// What places are, with their fields, as they are asked about.
    answers: IndexMap<(FnId, LocId), Rc<Places>>,
    extents: IndexMap<(FnId, LocId), Rc<Extent>>,
    /// Pairs of places of a function, and whether they may overlap.
    overlaps: IndexMap<(FnId, LocId, LocId), bool>,
    escaped: IndexSet<ObjId>,
    /// Symbols that name what other variables name, too.
    linker_made: IndexSet<ObjId>,
}

impl Aliases {
    pub fn of(module: &Module, effects: &mut Effects) -> Aliases {
        let mut aliases = Aliases {
            inclusions: Inclusions::of(module, effects),
            answers: IndexMap::default(),
            extents: IndexMap::default(),
            overlaps: IndexMap::default(),
            escaped: IndexSet::default(),
            linker_made: IndexSet::default(),
        };
        for (index, var) in module.vars.iter().enumerate() {
            let is_static = var.kind == VarKind::Static && var.memory.is_none();
            if is_static && is_made_by_the_linker(&var.name) {
                let id = ir::VarId(index as u32);
                aliases.linker_made.insert(effects.locations.intern(Object::Var(id)));
            }
        }
        if !aliases.linker_made.is_empty() {
            aliases.expose_statics(module, effects);
        }
        Escape::new(module, effects, &mut aliases).run();
        aliases
    }

    /// Symbols of the linker are addresses within, or between, variables of any name.
    fn expose_statics(&mut self, module: &Module, effects: &mut Effects) {
        for (index, var) in module.vars.iter().enumerate() {
            if var.kind == VarKind::Static {
                let id = ir::VarId(index as u32);
                self.escaped.insert(effects.locations.intern(Object::Var(id)));
            }
        }
    }

    /// Notes that code outside the unit can reach an object; whether that is new.
    pub(crate) fn expose(&mut self, object: ObjId) -> bool {
        self.escaped.insert(object)
    }

    /// The same for the statics that other units can name.
    pub(crate) fn expose_shared(&mut self) {
        self.escaped.extend(self.inclusions.shared_statics());
    }

    pub(crate) fn escaped(&self) -> &IndexSet<ObjId> {
        &self.escaped
    }

    /// The variables, allocations and unknown memory that a place of `function` may be.
    pub fn concretize(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> Rc<Places> {
        if let Some(known) = self.answers.get(&(function, loc)) {
            return known.clone();
        }
        let answer = self.concretize_anew(module, effects, function, loc);
        self.answers.insert((function, loc), answer.clone());
        answer
    }

    fn concretize_anew(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> Rc<Places> {
        if !matches!(effects.locations.kind(loc), Object::Entry(_)) {
            return Rc::new(Places::from_iter([loc]));
        }
        let object = effects.locations.object_of(loc);
        let path = effects.locations.path(loc).to_vec();
        let whole = effects.locations.loc(object, &[]);
        let found = self.inclusions.value(module, effects, function, whole);
        match path.is_empty() {
            true => found,
            false => Rc::new(found.iter().map(|l| effects.locations.extend(l, &path)).collect()),
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
        let pair = (function, a.min(b), a.max(b));
        if let Some(known) = self.overlaps.get(&pair) {
            return *known;
        }
        let first = self.extent(module, effects, function, a);
        let second = self.extent(module, effects, function, b);
        let answer = first.meets(&second, &effects.locations);
        self.overlaps.insert(pair, answer);
        answer
    }

    /// Whether places of two functions may overlap in some run.
    pub fn meet(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        a: (FnId, LocId),
        b: (FnId, LocId),
    ) -> bool {
        let first = self.extent(module, effects, a.0, a.1);
        let second = self.extent(module, effects, b.0, b.1);
        first.meets(&second, &effects.locations)
    }

    fn extent(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> Rc<Extent> {
        if let Some(known) = self.extents.get(&(function, loc)) {
            return known.clone();
        }
        let places = self.concretize(module, effects, function, loc);
        let outside = |object| {
            *effects.locations.object(object) == Object::Unknown
                || self.linker_made.contains(&object)
        };
        let escaped = |object| self.escaped.contains(&object);
        let extent = Rc::new(Extent::of(&effects.locations, &places, outside, escaped));
        self.extents.insert((function, loc), extent.clone());
        extent
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
    pub fn has_escaped(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> bool {
        self.concretize(module, effects, function, loc).iter().any(|l| {
            matches!(effects.locations.kind(l), Object::Unknown | Object::Library)
                || self.escaped.contains(&effects.locations.object_of(l))
        })
    }
}

/// Whether a variable is a symbol that the linker defines: the bounds of a section or of the program.
fn is_made_by_the_linker(name: &str) -> bool {
    let bounds = ["__start_", "__stop_", "__bss_start", "__executable_start", "__data_start"];
    bounds.iter().any(|prefix| name.starts_with(prefix))
        || matches!(
            name,
            "end" | "_end" | "edata" | "_edata" | "etext" | "_etext" | "__etext" | "data_start"
        )
}
