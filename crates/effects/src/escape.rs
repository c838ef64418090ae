//! Objects that code outside the unit can reach.
//!
//! *Takes* what statements leak and store, *gives* the closure: what escaped objects hold has escaped, too.

use crate::alias::Aliases;
use crate::contents::LocSet;
use crate::location::{LocId, ObjId, Object};
use crate::Effects;
use dataflow::IndexMap;
use ir::{FnId, Module};

/// Addresses that a function stores.
struct Store {
    function: FnId,
    targets: LocSet,
}

/// The search for what has escaped.
pub(crate) struct Escape<'a> {
    pub module: &'a Module,
    pub effects: &'a mut Effects,
    pub aliases: &'a mut Aliases,
    /// Stores that are not known to be reached from outside.
    stores: Vec<Option<Store>>,
    /// Stores to each object, by their indices.
    into: IndexMap<ObjId, Vec<usize>>,
    /// Objects whose stores are to be looked at.
    work: Vec<ObjId>,
}

impl<'a> Escape<'a> {
    pub fn new(module: &'a Module, effects: &'a mut Effects, aliases: &'a mut Aliases) -> Self {
        let (stores, into, work) = (Vec::new(), IndexMap::default(), Vec::new());
        Escape { module, effects, aliases, stores, into, work }
    }

    pub fn run(mut self) {
        for (id, loc) in seeds(self.effects) {
            self.expose_place(id, loc);
        }
        self.aliases.expose_shared();
        self.collect_stores();
        while let Some(object) = self.work.pop() {
            for index in self.into.remove(&object).unwrap_or_default() {
                if let Some(store) = self.stores[index].take() {
                    self.leak(store);
                }
            }
        }
    }

    /// Notes that a place, with all that it may be, has escaped.
    fn expose_place(&mut self, function: FnId, loc: LocId) {
        let places = self.aliases.concretize(self.module, self.effects, function, loc);
        for place in places.iter() {
            let object = self.effects.locations.object_of(place);
            if self.aliases.expose(object) {
                self.work.push(object);
            }
        }
    }

    fn leak(&mut self, store: Store) {
        for target in store.targets {
            self.expose_place(store.function, target);
        }
    }

    /// Sorts all stores of the unit by the objects that they may go to; those to unknown memory leak.
    fn collect_stores(&mut self) {
        let functions: Vec<FnId> = self.effects.functions.keys().copied().collect();
        for id in functions {
            let contents = &self.effects.functions[&id].summary.contents;
            let found: Vec<(ObjId, LocSet)> =
                contents.stores().map(|(object, _, targets)| (object, targets.clone())).collect();
            for (object, targets) in found {
                let cell = self.effects.locations.loc(object, &[]);
                let cells = self.aliases.concretize(self.module, self.effects, id, cell);
                let store = Store { function: id, targets };
                let kind = |cell| self.effects.locations.kind(cell);
                if cells.iter().any(|cell| *kind(cell) == Object::Unknown) {
                    self.leak(store);
                    continue;
                }
                let index = self.stores.len();
                self.stores.push(Some(store));
                for cell in cells.iter() {
                    let object = self.effects.locations.object_of(cell);
                    self.into.entry(object).or_default().push(index);
                }
            }
        }
        // Including what was exposed before the stores to it were known.
        self.work = self.aliases.escaped().iter().copied().collect();
    }
}

/// Places that statements hand to code outside the unit. In a fixed order: what is given up depends on
/// what is asked first.
fn seeds(effects: &Effects) -> Vec<(FnId, LocId)> {
    let mut found = Vec::new();
    for (id, facts) in &effects.functions {
        for stmt in facts.stmts.iter().flatten() {
            found.extend(stmt.leaked.iter().map(|loc| (*id, *loc)));
            if stmt.flags.unknown || stmt.flags.release {
                found.extend(stmt.accesses.iter().map(|a| (*id, a.loc)));
            }
        }
    }
    found
}
