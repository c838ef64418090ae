//! Which places of a function may be the same memory.
//!
//! Two symbolic places (`*p`, `*q`) are the same if some caller passes overlapping addresses: places
//! are made concrete through all known callers, and code outside the unit may pass anything that it
//! can reach.

use crate::contents::LocSet;
use crate::location::{LocId, ObjId, Object};
use crate::places::Places;
use crate::{Access, Effects};
use ir::{FieldId, FnId, Linkage, Module, VarKind};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Symbolic places that one question may depend on before it is given up.
const MAX_NODES: usize = 600;

/// A symbolic place of a function, without fields.
type Node = (FnId, LocId);

/// What a symbolic place stands for, before everything is followed to its end.
#[derive(Clone, Default)]
struct Expansion {
    /// Variables, allocations and unknown memory.
    direct: Places,
    /// Other symbolic places, each with the fields that are added to what it stands for.
    same_as: Vec<(Node, Vec<FieldId>)>,
    /// What is stored in the places that another symbolic place, with these fields, stands for.
    stored_in: Vec<(Node, Vec<FieldId>)>,
}

/// Nodes whose values are being worked out together.
#[derive(Default)]
struct Open {
    nodes: Vec<Node>,
    index: HashMap<Node, usize>,
    values: Vec<Rc<Places>>,
    /// Nodes that are made from each node.
    readers: Vec<BTreeSet<usize>>,
    /// Nodes to look at: new ones, and those made from one that has grown since.
    stale: Vec<bool>,
}

impl Open {
    fn enter(&mut self, node: Node) -> usize {
        if let Some(known) = self.index.get(&node) {
            return *known;
        }
        let new = self.nodes.len();
        self.index.insert(node, new);
        self.nodes.push(node);
        self.values.push(Rc::default());
        self.readers.push(BTreeSet::new());
        self.stale.push(true);
        new
    }

    /// Adds to a node's value; whether it has grown.
    fn add(&mut self, index: usize, found: &Places) -> bool {
        let grown = Rc::make_mut(&mut self.values[index]).union(found);
        if grown {
            for reader in &self.readers[index] {
                self.stale[*reader] = true;
            }
        }
        grown
    }
}

/// Addresses that a function stores to the places of one object.
struct Store {
    function: FnId,
    /// The object may be memory that nothing is known of.
    unknown: bool,
    cells: BTreeSet<ObjId>,
    targets: LocSet,
}

/// Answers alias questions for one unit.
pub struct Aliases {
    /// Final answers.
    concrete: HashMap<Node, Rc<Places>>,
    /// The same for places with fields, as they are asked about.
    answers: HashMap<(FnId, LocId), Rc<Places>>,
    /// Pairs of places of a function, and whether they may overlap.
    overlaps: HashMap<(FnId, LocId, LocId), bool>,
    expansions: HashMap<Node, Rc<Expansion>>,
    /// What is stored in concrete places.
    contents: HashMap<LocId, Rc<Expansion>>,
    /// Functions that store to an object.
    writers: HashMap<ObjId, Vec<FnId>>,
    escaped: HashSet<ObjId>,
    unknown: LocId,
    library: LocId,
    /// Statics that other units can name.
    shared_statics: HashSet<ObjId>,
    /// Symbols that name what other variables name, too.
    linker_made: HashSet<ObjId>,
}

impl Aliases {
    pub fn of(module: &Module, effects: &mut Effects) -> Aliases {
        let unknown = effects.locations.whole(Object::Unknown);
        let library = effects.locations.whole(Object::Library);
        let mut aliases = Aliases {
            concrete: HashMap::new(),
            answers: HashMap::new(),
            overlaps: HashMap::new(),
            expansions: HashMap::new(),
            contents: HashMap::new(),
            writers: writers(effects),
            escaped: HashSet::new(),
            unknown,
            library,
            shared_statics: HashSet::new(),
            linker_made: HashSet::new(),
        };
        for (index, var) in module.vars.iter().enumerate() {
            let is_static = var.kind == VarKind::Static && var.memory.is_none();
            let id = ir::VarId(index as u32);
            if var.kind == VarKind::Static && var.linkage == Linkage::External {
                aliases.shared_statics.insert(effects.locations.intern(Object::Var(id)));
            }
            if is_static && is_made_by_the_linker(&var.name) {
                aliases.linker_made.insert(effects.locations.intern(Object::Var(id)));
            }
        }
        if !aliases.linker_made.is_empty() {
            aliases.expose_statics(module, effects);
        }
        aliases.find_escaped(module, effects);
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

    /// Objects that code outside the unit can reach.
    fn find_escaped(&mut self, module: &Module, effects: &mut Effects) {
        // In a fixed order: what is given up depends on what is asked first.
        let mut functions: Vec<FnId> = effects.functions.keys().copied().collect();
        functions.sort_unstable();
        let mut seeds: Vec<(FnId, LocId)> = Vec::new();
        for id in &functions {
            let facts = &effects.functions[id];
            for stmt in facts.stmts.iter().flatten() {
                seeds.extend(stmt.leaked.iter().map(|loc| (*id, *loc)));
                if stmt.flags.unknown || stmt.flags.release {
                    seeds.extend(stmt.accesses.iter().map(|a| (*id, a.loc)));
                }
            }
        }
        for (id, loc) in seeds {
            for concrete in self.concretize(module, effects, id, loc).iter() {
                self.escaped.insert(effects.locations.object_of(concrete));
            }
        }
        self.escaped.extend(self.shared_statics.iter().copied());
        // What escaped objects hold has escaped, too.
        let mut stores: Vec<Store> = Vec::new();
        for id in functions {
            let contents = &effects.functions[&id].summary.contents;
            let found: Vec<(ObjId, LocSet)> =
                contents.stores().map(|(object, _, targets)| (object, targets.clone())).collect();
            for (object, targets) in found {
                let cell = effects.locations.loc(object, &[]);
                let cells = self.concretize(module, effects, id, cell);
                let mut store = Store {
                    function: id,
                    unknown: cells.contains(self.unknown),
                    cells: cells.iter().map(|c| effects.locations.object_of(c)).collect(),
                    targets,
                };
                if !self.leak(module, effects, &mut store) {
                    stores.push(store);
                }
            }
        }
        loop {
            let before = self.escaped.len();
            stores.retain_mut(|store| !self.leak(module, effects, store));
            if self.escaped.len() == before {
                return;
            }
        }
    }

    /// Notes that the targets of a store have escaped, if what they are stored in has; whether it has.
    fn leak(&mut self, module: &Module, effects: &mut Effects, store: &mut Store) -> bool {
        if !store.unknown && !store.cells.iter().any(|cell| self.escaped.contains(cell)) {
            return false;
        }
        for target in std::mem::take(&mut store.targets) {
            for concrete in self.concretize(module, effects, store.function, target).iter() {
                self.escaped.insert(effects.locations.object_of(concrete));
            }
        }
        true
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
        let node = (function, effects.locations.loc(object, &[]));
        if !self.concrete.contains_key(&node) {
            self.solve(module, effects, node);
        }
        let found = self.concrete.get(&node).cloned().unwrap_or_default();
        match path.is_empty() {
            true => found,
            false => Rc::new(found.iter().map(|l| effects.locations.extend(l, &path)).collect()),
        }
    }

    /// Follows everything that `node` depends on to a fixed point; all answers on the way are final.
    fn solve(&mut self, module: &Module, effects: &mut Effects, node: Node) {
        let mut open = Open::default();
        open.enter(node);
        loop {
            let mut moved = false;
            if open.nodes.len() > MAX_NODES {
                return self.give_up(effects, &open.nodes);
            }
            let mut index = 0;
            while index < open.nodes.len() {
                // What it is made from is what it was made from before, unless it is marked.
                if std::mem::take(&mut open.stale[index]) {
                    let found = self.round(module, effects, &mut open, index);
                    moved |= open.add(index, &found);
                }
                index += 1;
            }
            if !moved {
                break;
            }
        }
        self.concrete.extend(open.nodes.into_iter().zip(open.values));
    }

    /// What a node stands for, as far as it is known.
    fn round(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        open: &mut Open,
        index: usize,
    ) -> Places {
        let expansion = self.expand(module, effects, open.nodes[index]);
        let mut found = expansion.direct.clone();
        let mut stored: Vec<Rc<Expansion>> = Vec::new();
        for (from, fields) in &expansion.stored_in {
            for cell in self.value(open, *from, index).iter() {
                let cell = effects.locations.extend(cell, fields);
                let contents = self.contents_of(module, effects, cell);
                found.union(&contents.direct);
                stored.push(contents);
            }
        }
        let mut seen: HashSet<&(Node, Vec<FieldId>)> = HashSet::new();
        for part in expansion.same_as.iter().chain(stored.iter().flat_map(|s| &s.same_as)) {
            if !stored.is_empty() && !seen.insert(part) {
                continue;
            }
            let (from, fields) = part;
            let places = self.value(open, *from, index);
            match fields.is_empty() {
                true => found.union(&places),
                false => found
                    .union(&places.iter().map(|l| effects.locations.extend(l, fields)).collect()),
            };
        }
        found
    }

    /// What `node` is known to stand for; `reader` is to be looked at again when that grows.
    fn value(&self, open: &mut Open, node: Node, reader: usize) -> Rc<Places> {
        if let Some(known) = self.concrete.get(&node) {
            return known.clone();
        }
        let index = open.enter(node);
        open.readers[index].insert(reader);
        open.values[index].clone()
    }

    /// The question leads too far: these places may be any memory.
    fn give_up(&mut self, effects: &mut Effects, nodes: &[Node]) {
        let memory = effects.locations.all_memory();
        let places = memory.into_iter().map(|object| effects.locations.loc(object, &[]));
        let all: Rc<Places> = Rc::new(places.chain([self.unknown]).collect());
        self.concrete.extend(nodes.iter().map(|node| (*node, all.clone())));
    }

    fn expand(&mut self, module: &Module, effects: &mut Effects, node: Node) -> Rc<Expansion> {
        if let Some(known) = self.expansions.get(&node) {
            return known.clone();
        }
        let expansion = Rc::new(self.expand_anew(module, effects, node));
        self.expansions.insert(node, expansion.clone());
        expansion
    }

    fn expand_anew(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        (function, loc): Node,
    ) -> Expansion {
        let mut expansion = Expansion::default();
        let Object::Entry(cell) = *effects.locations.kind(loc) else { return expansion };
        let root = effects.locations.root_var(loc);
        let is_static = root.is_some_and(|v| module.var(v).kind == VarKind::Static);
        // A captured variable belongs to the enclosing function's activation.
        let owner = root.and_then(|v| module.var(v).owner).filter(|o| *o != function);
        if !is_static && owner.is_none() {
            self.add_callers(module, effects, function, loc, &mut expansion);
            return expansion;
        }
        if let Object::Entry(_) = effects.locations.kind(cell) {
            let object = effects.locations.object_of(cell);
            let fields = effects.locations.path(cell).to_vec();
            let inner = effects.locations.loc(object, &[]);
            expansion.stored_in.push(((function, inner), fields));
            return expansion;
        }
        let contents = self.contents_of(module, effects, cell);
        expansion.direct = contents.direct.clone();
        expansion.same_as.clone_from(&contents.same_as);
        if let (Some(owner), Object::Var(var)) = (owner, effects.locations.kind(cell)) {
            // Parameters of the enclosing function.
            if matches!(module.var(*var).kind, VarKind::Param(_) | VarKind::This) {
                expansion.same_as.push(((owner, loc), Vec::new()));
            }
        }
        expansion
    }

    fn add_callers(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
        expansion: &mut Expansion,
    ) {
        if effects.may_be_called_from_outside(module, function) {
            expansion.direct.insert(self.unknown);
        }
        let callers = effects.callers.get(&function).cloned().unwrap_or_default();
        for call in callers {
            for place in effects.translate_at(module, call, function, loc) {
                note_place(effects, call.function, place, expansion);
            }
        }
    }

    /// What is stored in a concrete place, by whatever function.
    fn contents_of(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        cell: LocId,
    ) -> Rc<Expansion> {
        if let Some(known) = self.contents.get(&cell) {
            return known.clone();
        }
        let mut expansion = Expansion::default();
        let object = effects.locations.object_of(cell);
        if cell == self.unknown || self.shared_statics.contains(&object) {
            expansion.direct.insert(self.unknown);
        }
        if crate::library::is_written_by_it(module, effects.locations.object(object)) {
            expansion.direct.insert(self.library);
        }
        for (function, target) in self.stored_anywhere(module, effects, cell) {
            note_place(effects, function, target, &mut expansion);
        }
        let expansion = Rc::new(expansion);
        self.contents.insert(cell, expansion.clone());
        expansion
    }

    /// Addresses that any function stores to a place.
    fn stored_anywhere(
        &self,
        module: &Module,
        effects: &mut Effects,
        cell: LocId,
    ) -> Vec<(FnId, LocId)> {
        let mut found = Vec::new();
        let object = effects.locations.object_of(cell);
        for id in self.writers.get(&object).into_iter().flatten() {
            let Effects { functions, locations, .. } = effects;
            let contents = &functions[id].summary.contents;
            for target in contents.load(module, locations, *id, cell) {
                if locations.kind(target) != &Object::Entry(cell) {
                    found.push((*id, target));
                }
            }
        }
        found
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
        let first = self.concretize(module, effects, function, a);
        let second = self.concretize(module, effects, function, b);
        let answer = first.iter().any(|x| second.iter().any(|y| self.same_memory(effects, x, y)));
        self.overlaps.insert(pair, answer);
        answer
    }

    fn same_memory(&self, effects: &Effects, x: LocId, y: LocId) -> bool {
        let (ox, oy) = (effects.locations.object_of(x), effects.locations.object_of(y));
        if ox == oy {
            return effects.locations.overlap(x, y);
        }
        let outside = |loc: LocId| {
            loc == self.unknown || self.linker_made.contains(&effects.locations.object_of(loc))
        };
        let reachable = |object: ObjId| self.escaped.contains(&object);
        match (outside(x), outside(y)) {
            (true, true) => true,
            (true, false) => reachable(oy),
            (false, true) => reachable(ox),
            (false, false) => {
                related_heap(effects.locations.object(ox), effects.locations.object(oy))
            }
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
    pub fn has_escaped(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> bool {
        self.concretize(module, effects, function, loc).iter().any(|l| {
            l == self.unknown
                || l == self.library
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

/// Adds a place of a function to what a symbolic place stands for.
fn note_place(effects: &mut Effects, function: FnId, place: LocId, expansion: &mut Expansion) {
    if !matches!(effects.locations.kind(place), Object::Entry(_)) {
        expansion.direct.insert(place);
        return;
    }
    let object = effects.locations.object_of(place);
    let fields = effects.locations.path(place).to_vec();
    let whole = effects.locations.loc(object, &[]);
    expansion.same_as.push(((function, whole), fields));
}

/// The functions that store to each object.
fn writers(effects: &Effects) -> HashMap<ObjId, Vec<FnId>> {
    let mut found: HashMap<ObjId, Vec<FnId>> = HashMap::new();
    for (id, facts) in &effects.functions {
        let contents = &facts.summary.contents;
        let stores = contents.stores().map(|(object, _, _)| object);
        for object in stores.chain(contents.copied().map(|(object, _, _)| object)) {
            let writers = found.entry(object).or_default();
            if writers.last() != Some(id) {
                writers.push(*id);
            }
        }
    }
    found
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
