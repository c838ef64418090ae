//! What symbolic places stand for, through all known callers and all stores of the unit.
//!
//! *Takes* a symbolic place of a function, *gives* the variables, allocations and unknown memory that it may
//! be, *promises* the least solution of the inclusions between places: each address flows once along each
//! of them. What a question leads to is solved together and is final then.

use crate::location::{LocId, ObjId, Object};
use crate::places::Places;
use crate::Effects;
use dataflow::{IndexMap, IndexSet};
use ir::{FieldId, FnId, Linkage, Module, VarKind};
use std::collections::VecDeque;
use std::rc::Rc;

/// Addresses and flows found for one question beyond which it is given up.
const MAX_FACTS: usize = 300_000;

/// What addresses flow to and from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Node {
    /// What a symbolic place of a function, without fields, stands for.
    Place(FnId, LocId),
    /// What is stored in a concrete place, by whatever function.
    Contents(LocId),
}

/// What a node is made from.
#[derive(Default)]
struct Expansion {
    /// Variables, allocations and unknown memory.
    direct: Vec<LocId>,
    /// Other nodes, each with the fields that are added to their addresses.
    same_as: Vec<(Node, Vec<FieldId>)>,
    /// What is stored in the places that another symbolic place, with these fields, stands for.
    stored_in: Option<(Node, Vec<FieldId>)>,
}

/// The solved part of the inclusions of a unit.
pub(crate) struct Inclusions {
    /// Final answers.
    concrete: IndexMap<Node, Rc<Places>>,
    /// Nodes that may be any memory, since a question was given up.
    given_up: IndexSet<Node>,
    /// What these are.
    all: Rc<Places>,
    /// Functions that store to an object.
    writers: IndexMap<ObjId, Vec<FnId>>,
    unknown: LocId,
    library: LocId,
    /// Statics that other units can name.
    shared_statics: IndexSet<ObjId>,
}

impl Inclusions {
    pub fn of(module: &Module, effects: &mut Effects) -> Inclusions {
        Inclusions {
            concrete: IndexMap::default(),
            given_up: IndexSet::default(),
            all: Rc::default(),
            writers: writers(effects),
            unknown: effects.locations.whole(Object::Unknown),
            library: effects.locations.whole(Object::Library),
            shared_statics: shared_statics(module, effects),
        }
    }

    pub fn shared_statics(&self) -> &IndexSet<ObjId> {
        &self.shared_statics
    }

    /// What a symbolic place of a function, without fields, stands for.
    pub fn value(
        &mut self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
    ) -> Rc<Places> {
        let node = Node::Place(function, loc);
        if let Some(known) = self.concrete.get(&node) {
            return known.clone();
        }
        let (open, facts) = (Open::default(), 0);
        Question { module, effects, known: self, open, facts }.answer(node);
        self.concrete.get(&node).cloned().unwrap_or_default()
    }

    fn expand(&self, module: &Module, effects: &mut Effects, node: Node) -> Expansion {
        match node {
            Node::Place(function, loc) => self.expand_place(module, effects, function, loc),
            Node::Contents(cell) => self.expand_contents(module, effects, cell),
        }
    }

    fn expand_contents(&self, module: &Module, effects: &mut Effects, cell: LocId) -> Expansion {
        let mut expansion = Expansion::default();
        let object = effects.locations.object_of(cell);
        if object == effects.locations.object_of(self.unknown)
            || self.shared_statics.contains(&object)
        {
            expansion.direct.push(self.unknown);
        }
        if crate::library::is_written_by_it(module, effects.locations.object(object)) {
            expansion.direct.push(self.library);
        }
        let mut targets = Vec::new();
        for id in self.writers.get(&object).into_iter().flatten() {
            let Effects { functions, locations, .. } = effects;
            let loaded = functions[id].summary.contents.load(module, locations, *id, cell);
            targets.extend(loaded.into_iter().map(|target| (*id, target)));
        }
        for (function, target) in targets {
            if effects.locations.kind(target) != &Object::Entry(cell) {
                note_place(effects, function, target, &mut expansion);
            }
        }
        expansion.normalize();
        expansion
    }

    fn expand_place(
        &self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
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
            expansion.stored_in = Some((Node::Place(function, inner), fields));
            return expansion;
        }
        expansion.same_as.push((Node::Contents(cell), Vec::new()));
        if let (Some(owner), Object::Var(var)) = (owner, effects.locations.kind(cell)) {
            // Parameters of the enclosing function.
            if matches!(module.var(*var).kind, VarKind::Param(_) | VarKind::This) {
                expansion.same_as.push((Node::Place(owner, loc), Vec::new()));
            }
        }
        expansion
    }

    fn add_callers(
        &self,
        module: &Module,
        effects: &mut Effects,
        function: FnId,
        loc: LocId,
        expansion: &mut Expansion,
    ) {
        if effects.may_be_called_from_outside(module, function) {
            expansion.direct.push(self.unknown);
        }
        let callers = effects.callers.get(&function).cloned().unwrap_or_default();
        for call in callers {
            for place in effects.translate_at(module, call, function, loc) {
                note_place(effects, call.function, place, expansion);
            }
        }
        expansion.normalize();
    }
}

impl Expansion {
    fn normalize(&mut self) {
        self.direct.sort_unstable();
        self.direct.dedup();
        self.same_as.sort_unstable();
        self.same_as.dedup();
    }
}

/// Adds a place of a function to what a symbolic place stands for.
fn note_place(effects: &mut Effects, function: FnId, place: LocId, expansion: &mut Expansion) {
    if !matches!(effects.locations.kind(place), Object::Entry(_)) {
        expansion.direct.push(place);
        return;
    }
    let object = effects.locations.object_of(place);
    let fields = effects.locations.path(place).to_vec();
    let whole = effects.locations.loc(object, &[]);
    expansion.same_as.push((Node::Place(function, whole), fields));
}

fn shared_statics(module: &Module, effects: &mut Effects) -> IndexSet<ObjId> {
    let mut found = IndexSet::default();
    for (index, var) in module.vars.iter().enumerate() {
        if var.kind == VarKind::Static && var.linkage == Linkage::External {
            found.insert(effects.locations.intern(Object::Var(ir::VarId(index as u32))));
        }
    }
    found
}

/// The functions that store to each object.
fn writers(effects: &Effects) -> IndexMap<ObjId, Vec<FnId>> {
    let mut found: IndexMap<ObjId, Vec<FnId>> = IndexMap::default();
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

/// Where the addresses of a node flow.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Flow {
    to: usize,
    fields: Vec<FieldId>,
    /// Not the addresses themselves flow, but what is stored there.
    loads: bool,
}

/// Nodes that are being solved together.
#[derive(Default)]
struct Open {
    nodes: Vec<Node>,
    index: IndexMap<Node, usize>,
    values: Vec<Places>,
    /// Nodes that may be any memory, whatever else flows to them.
    anything: Vec<bool>,
    /// Addresses that have not yet flowed on.
    fresh: Vec<Vec<LocId>>,
    flows: Vec<Vec<Flow>>,
    known_flows: IndexSet<(usize, Flow)>,
    /// Nodes of which it is not known yet what they are made from.
    unexpanded: VecDeque<usize>,
    /// Nodes with fresh addresses.
    grown: VecDeque<usize>,
}

impl Open {
    fn enter(&mut self, node: Node) -> usize {
        if let Some(known) = self.index.get(&node) {
            return *known;
        }
        let new = self.nodes.len();
        self.index.insert(node, new);
        self.nodes.push(node);
        self.values.push(Places::default());
        self.anything.push(false);
        self.fresh.push(Vec::new());
        self.flows.push(Vec::new());
        self.unexpanded.push_back(new);
        new
    }

    /// Lets a node, and all that it flows to, be any memory.
    fn be_anything(&mut self, index: usize) {
        let mut work = vec![index];
        while let Some(index) = work.pop() {
            if !std::mem::replace(&mut self.anything[index], true) {
                self.values[index] = Places::default();
                self.fresh[index].clear();
                work.extend(self.flows[index].iter().map(|flow| flow.to));
            }
        }
    }

    /// Adds addresses to a node's value; how many were new.
    fn add(&mut self, index: usize, found: Vec<LocId>) -> usize {
        if self.anything[index] {
            return 0;
        }
        let new = self.values[index].grow(found);
        if !new.is_empty() && self.fresh[index].is_empty() {
            self.grown.push_back(index);
        }
        self.fresh[index].extend_from_slice(&new);
        new.len()
    }
}

/// One question, followed to its end.
struct Question<'q> {
    module: &'q Module,
    effects: &'q mut Effects,
    known: &'q mut Inclusions,
    open: Open,
    facts: usize,
}

impl Question<'_> {
    /// Solves everything that `node` depends on; all values on the way are final.
    fn answer(&mut self, node: Node) {
        self.open.enter(node);
        while self.facts <= MAX_FACTS {
            if let Some(index) = self.open.unexpanded.pop_front() {
                self.expand(index);
            } else if let Some(index) = self.open.grown.pop_front() {
                self.flow_on(index);
            } else {
                return self.keep();
            }
        }
        self.give_up();
    }

    /// Takes all values for final.
    fn keep(&mut self) {
        let Open { nodes, values, anything, .. } = std::mem::take(&mut self.open);
        for ((node, value), anything) in nodes.into_iter().zip(values).zip(anything) {
            let value = match anything {
                true => {
                    self.known.given_up.insert(node);
                    self.known.all.clone()
                }
                false => Rc::new(value),
            };
            self.known.concrete.insert(node, value);
        }
    }

    /// The question leads too far: these places may be any memory.
    fn give_up(&mut self) {
        let locations = &mut self.effects.locations;
        let memory = locations.all_memory();
        let places = memory.into_iter().map(|object| locations.loc(object, &[]));
        self.known.all = Rc::new(places.chain([self.known.unknown]).collect());
        self.open.anything.fill(true);
        self.keep();
    }

    fn expand(&mut self, index: usize) {
        if self.open.anything[index] {
            return;
        }
        let expansion = self.known.expand(self.module, self.effects, self.open.nodes[index]);
        self.add(index, expansion.direct);
        for (from, fields) in expansion.same_as {
            self.link(from, Flow { to: index, fields, loads: false });
        }
        if let Some((from, fields)) = expansion.stored_in {
            self.link(from, Flow { to: index, fields, loads: true });
        }
    }

    fn add(&mut self, index: usize, found: Vec<LocId>) {
        self.facts += self.open.add(index, found);
    }

    /// Lets what `from` stands for, now and later, flow.
    fn link(&mut self, from: Node, flow: Flow) {
        if self.known.given_up.contains(&from) {
            // Any memory holds any address.
            return self.open.be_anything(flow.to);
        }
        if let Some(places) = self.known.concrete.get(&from).cloned() {
            return self.flow(&flow, places.as_slice());
        }
        let index = self.open.enter(from);
        if self.open.anything[index] {
            return self.open.be_anything(flow.to);
        }
        if !self.open.known_flows.insert((index, flow.clone())) {
            return;
        }
        self.facts += 1;
        self.open.flows[index].push(flow.clone());
        let places = self.open.values[index].clone();
        self.flow(&flow, places.as_slice());
    }

    /// Lets a node's fresh addresses flow on.
    fn flow_on(&mut self, index: usize) {
        let fresh = std::mem::take(&mut self.open.fresh[index]);
        // Flows that begin meanwhile begin with all addresses.
        let flows = self.open.flows[index].clone();
        for flow in flows {
            self.flow(&flow, &fresh);
        }
    }

    fn flow(&mut self, flow: &Flow, places: &[LocId]) {
        let locations = &mut self.effects.locations;
        let places: Vec<LocId> = match flow.fields.is_empty() {
            true => places.to_vec(),
            false => places.iter().map(|l| locations.extend(*l, &flow.fields)).collect(),
        };
        match flow.loads {
            true => places.into_iter().for_each(|cell| {
                let whole = Flow { to: flow.to, fields: Vec::new(), loads: false };
                self.link(Node::Contents(cell), whole);
            }),
            false => self.add(flow.to, places),
        }
    }
}
