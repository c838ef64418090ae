//! What places hold: the points-to relation of one function, flow-insensitive and field-sensitive.

use crate::location::{LocId, Locations, ObjId, Object};
use dataflow::IndexSet;
use ir::{FieldId, FnId, Module, VarKind};
use std::collections::{BTreeMap, BTreeSet};

pub type LocSet = BTreeSet<LocId>;

/// Places followed through copies before a question is given up.
const MAX_SEEN: usize = 600;

/// The points-to relation of a function.
#[derive(Clone, Default)]
pub struct Contents {
    /// Addresses stored to places of an object.
    stores: BTreeMap<ObjId, Vec<(Vec<FieldId>, LocSet)>>,
    /// Places whose whole content was copied to a place of an object.
    copies: BTreeMap<ObjId, Vec<(Vec<FieldId>, LocSet)>>,
    /// Grows with every change.
    pub version: u64,
}

impl Contents {
    /// Notes that `cell` may hold these addresses.
    pub fn store(&mut self, locations: &Locations, cell: LocId, targets: &LocSet) {
        Self::add(&mut self.stores, &mut self.version, locations, cell, targets);
    }

    /// Notes that `cell` may be a copy of these places.
    pub fn copy(&mut self, locations: &Locations, cell: LocId, sources: &LocSet) {
        let mut sources = sources.clone();
        sources.remove(&cell);
        Self::add(&mut self.copies, &mut self.version, locations, cell, &sources);
    }

    fn add(
        map: &mut BTreeMap<ObjId, Vec<(Vec<FieldId>, LocSet)>>,
        version: &mut u64,
        locations: &Locations,
        cell: LocId,
        new: &LocSet,
    ) {
        if new.is_empty() {
            return;
        }
        let entries = map.entry(locations.object_of(cell)).or_default();
        let path = locations.path(cell);
        let set = match entries.iter_mut().find(|(p, _)| p == path) {
            Some((_, set)) => set,
            None => {
                entries.push((path.to_vec(), LocSet::new()));
                &mut entries.last_mut().expect("just pushed").1
            }
        };
        let before = set.len();
        set.extend(new);
        *version += (set.len() - before) as u64;
    }

    /// The addresses that `cell` may hold, in function `function`.
    pub fn load(
        &self,
        module: &Module,
        locations: &mut Locations,
        function: FnId,
        cell: LocId,
    ) -> LocSet {
        self.load_all(module, locations, function, &LocSet::from([cell]))
    }

    /// The addresses that any of these cells may hold.
    pub fn load_all(
        &self,
        module: &Module,
        locations: &mut Locations,
        function: FnId,
        cells: &LocSet,
    ) -> LocSet {
        let mut found = LocSet::new();
        let mut walk = Walk { contents: self, module, function, seen: IndexSet::default() };
        for cell in cells {
            walk.content(locations, *cell, &mut |target| {
                found.insert(target);
            });
        }
        if walk.gave_up() {
            found.insert(locations.whole(Object::Unknown));
            found.extend(self.stores.values().flatten().flat_map(|(_, targets)| targets));
        }
        found
    }

    /// All stores, for summaries.
    pub fn stores(&self) -> impl Iterator<Item = (ObjId, &[FieldId], &LocSet)> {
        self.stores.iter().flat_map(|(o, list)| list.iter().map(|(p, s)| (*o, p.as_slice(), s)))
    }

    /// All copies, for summaries.
    pub fn copied(&self) -> impl Iterator<Item = (ObjId, &[FieldId], &LocSet)> {
        self.copies.iter().flat_map(|(o, list)| list.iter().map(|(p, s)| (*o, p.as_slice(), s)))
    }

    /// Everything that can be reached from these places, themselves included.
    pub fn closure(
        &self,
        module: &Module,
        locations: &mut Locations,
        function: FnId,
        from: &LocSet,
    ) -> LocSet {
        let mut found = LocSet::new();
        let mut work: Vec<LocId> = from.iter().copied().collect();
        let mut walk = Walk { contents: self, module, function, seen: IndexSet::default() };
        while let Some(loc) = work.pop() {
            if !found.insert(loc) {
                continue;
            }
            walk.content(locations, loc, &mut |target| work.push(target));
            if walk.gave_up() {
                found.insert(locations.whole(Object::Unknown));
                found.extend(self.stores.values().flatten().flat_map(|(_, targets)| targets));
                return found;
            }
            let object = locations.object_of(loc);
            let mut inner = Vec::new();
            for map in [&self.stores, &self.copies] {
                for (path, _) in map.get(&object).into_iter().flatten() {
                    inner.push(path.clone());
                }
            }
            for path in inner {
                let part = locations.loc(object, &path);
                if locations.overlap(part, loc) && !found.contains(&part) {
                    work.push(part);
                }
            }
        }
        found
    }
}

/// A walk through copies that looks into each cell once.
struct Walk<'a> {
    contents: &'a Contents,
    module: &'a Module,
    function: FnId,
    seen: IndexSet<LocId>,
}

impl Walk<'_> {
    /// Copies of parts into wholes and back make ever longer paths; then any address that the
    /// function knows is taken for an answer.
    fn gave_up(&self) -> bool {
        self.seen.len() > MAX_SEEN
    }

    /// Shows every address that `cell` may hold and that was not shown before.
    fn content(&mut self, locations: &mut Locations, cell: LocId, show: &mut dyn FnMut(LocId)) {
        let mut work = vec![cell];
        while let Some(cell) = work.pop() {
            if self.gave_up() || !self.seen.insert(cell) {
                continue;
            }
            let object = locations.object_of(cell);
            let path = locations.path(cell).to_vec();
            if has_entry_content(self.module, locations.object(object), self.function) {
                show(locations.entry_target(cell));
            }
            // Pointers there lead to more of the same.
            let same = locations.object(object);
            if matches!(same, Object::Unknown | Object::Library) {
                show(locations.whole(same.clone()));
            }
            for (stored, targets) in self.contents.stores.get(&object).into_iter().flatten() {
                if locations.related(stored, &path) {
                    targets.iter().for_each(|t| show(*t));
                }
            }
            for (copied, sources) in self.contents.copies.get(&object).into_iter().flatten() {
                // The part of the source that corresponds to the part of the copy that is read.
                let suffix = match path.strip_prefix(copied.as_slice()) {
                    Some(suffix) => suffix.to_vec(),
                    None if locations.related(copied, &path) => Vec::new(),
                    None => continue,
                };
                work.extend(sources.iter().map(|source| locations.extend(*source, &suffix)));
            }
        }
    }
}

/// Whether the object had contents before the function was entered.
fn has_entry_content(module: &Module, object: &Object, function: FnId) -> bool {
    match object {
        Object::Var(var) => {
            let var = module.var(*var);
            match var.kind {
                VarKind::Param(_) | VarKind::This | VarKind::Static => true,
                // Captured from an enclosing function.
                _ => var.owner != Some(function),
            }
        }
        Object::Entry(_) => true,
        _ => false,
    }
}
