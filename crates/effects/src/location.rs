//! Abstract memory: objects, and places inside them.

use crate::path_tree::{NodeId, PathTree};
use dataflow::{IndexMap, IndexSet};
use ir::{BlockId, Call, FieldId, FnId, Module, Stmt, StmtKind, VarId};
use model::MemoryKind;
use std::collections::HashMap;

/// How finely memory is told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Precision {
    /// Names of nested fields beyond this depth are cut off: the place then stands for all below it.
    pub fields: usize,
    /// Pointers followed from a parameter beyond this depth lead back to the same symbolic object.
    pub derefs: usize,
}

impl Default for Precision {
    fn default() -> Self {
        Precision::LEVELS[0]
    }
}

impl Precision {
    /// From the finest down; a function whose analysis grows too large takes the next.
    pub const LEVELS: [Precision; 3] = [
        Precision { fields: 4, derefs: 4 },
        Precision { fields: 1, derefs: 2 },
        Precision { fields: 0, derefs: 1 },
    ];
}

/// Calls that tell allocations of one site apart.
const MAX_CONTEXT: usize = 2;

/// A statement of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StmtRef {
    pub function: FnId,
    pub block: BlockId,
    pub index: u32,
}

impl StmtRef {
    /// The statement itself, in the unit that the reference was made for.
    pub fn stmt(self, module: &Module) -> Option<&Stmt> {
        let body = module.function(self.function).body.as_ref()?;
        body.block(self.block).stmts.get(self.index as usize)
    }

    /// The call that the statement is.
    pub fn call(self, module: &Module) -> Option<&Call> {
        match &self.stmt(module)?.kind {
            StmtKind::Call(call) => Some(call),
            _ => None,
        }
    }
}

/// Index of an [`Object`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjId(pub u32);

/// Index of a place: an object with a path of fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocId(pub u32);

/// A piece of memory, or something with which operations can conflict like with memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    Var(VarId),
    /// What one allocation site allocates, by the calls that led there (innermost first).
    Heap {
        at: StmtRef,
        slot: u32,
        context: Vec<StmtRef>,
        memory: MemoryKind,
    },
    /// What a place pointed to when the function was entered.
    Entry(LocId),
    /// Memory of unknown origin.
    Unknown,
    /// Stands for the addresses that a call mixes: each cell that it may write copies from here.
    Pool(StmtRef),
    Function(FnId),
    /// Memory of the C library's own: what `gmtime` or `strerror` return, `errno`. Any call of the library
    /// may write it.
    Library,
    /// String literals.
    Literal,
    /// The buffer of device `printf`; also `assert` and `trap`, which end the program.
    DeviceOutput,
    /// The heap of device-side `malloc`.
    DeviceHeap,
    /// Stands for needing all blocks on the device at once.
    GridBarrier,
}

/// A place.
struct Loc {
    object: ObjId,
    path: Vec<FieldId>,
    node: NodeId,
}

/// The interned objects and places of a translation unit.
#[derive(Default)]
pub struct Locations {
    objects: Vec<Object>,
    object_ids: IndexMap<Object, ObjId>,
    locs: Vec<Loc>,
    paths: PathTree,
    /// The record that each field of the unit belongs to.
    record_of: Vec<u32>,
    precision: Precision,
    /// Symbolic objects that stand for all that lies behind them.
    collapsed: IndexSet<ObjId>,
}

impl Locations {
    /// No objects yet, for a unit with these fields.
    pub fn new(module: &Module) -> Locations {
        let mut records: HashMap<&str, u32> = HashMap::new();
        let record_of = module
            .fields
            .iter()
            .map(|field| {
                let record = field.rsplit_once("::").map_or("", |(record, _)| record);
                let next = records.len() as u32;
                *records.entry(record).or_insert(next)
            })
            .collect();
        Locations { record_of, ..Locations::default() }
    }

    /// Whether two paths may lead to common memory of one object: neither branches off from the
    /// other at two fields of one record. Fields of different records overlap as they please: the
    /// memory is seen through two types.
    pub fn related(&self, a: &[FieldId], b: &[FieldId]) -> bool {
        let record = |field: &FieldId| self.record_of.get(field.0 as usize);
        match a.iter().zip(b).find(|(x, y)| x != y) {
            None => true,
            // Fields that only the model names are apart from all others.
            Some((x, y)) => match (record(x), record(y)) {
                (Some(rx), Some(ry)) => rx != ry,
                _ => false,
            },
        }
    }

    fn precision(&self) -> Precision {
        self.precision
    }

    pub fn is_coarsest(&self) -> bool {
        self.precision() == Precision::LEVELS[2]
    }

    /// Sets how finely places made from now on are told apart.
    pub fn set_precision(&mut self, precision: Precision) {
        self.precision = precision;
    }

    /// Every variable and allocation that was ever named.
    pub fn all_memory(&self) -> Vec<ObjId> {
        let memory = |o: &Object| matches!(o, Object::Var(_) | Object::Heap { .. });
        (0..self.objects.len() as u32).map(ObjId).filter(|id| memory(self.object(*id))).collect()
    }

    pub fn object(&self, id: ObjId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn intern(&mut self, object: Object) -> ObjId {
        if let Some(id) = self.object_ids.get(&object) {
            return *id;
        }
        let id = ObjId(self.objects.len() as u32);
        self.objects.push(object.clone());
        self.paths.add_object();
        self.object_ids.insert(object, id);
        id
    }

    /// The place of a whole object.
    pub fn whole(&mut self, object: Object) -> LocId {
        let id = self.intern(object);
        self.loc(id, &[])
    }

    /// The place of an object at a path, as far as paths are told apart.
    pub fn loc(&mut self, object: ObjId, path: &[FieldId]) -> LocId {
        let path = &path[..path.len().min(self.precision().fields)];
        let node = self.paths.node(object, path);
        self.loc_at(node, object, &[path, &[]])
    }

    /// The place of a node, whose path is given in two parts.
    fn loc_at(&mut self, node: NodeId, object: ObjId, path: &[&[FieldId]; 2]) -> LocId {
        let next = LocId(self.locs.len() as u32);
        let id = *self.paths.place(node).get_or_insert(next);
        if id == next {
            self.locs.push(Loc { object, path: path.concat(), node });
        }
        id
    }

    pub fn object_of(&self, loc: LocId) -> ObjId {
        self.locs[loc.0 as usize].object
    }

    pub fn path(&self, loc: LocId) -> &[FieldId] {
        &self.locs[loc.0 as usize].path
    }

    pub fn kind(&self, loc: LocId) -> &Object {
        self.object(self.object_of(loc))
    }

    pub fn field(&mut self, loc: LocId, field: FieldId) -> LocId {
        self.below(loc, &[field])
    }

    /// The place at `suffix` inside `loc`.
    pub fn extend(&mut self, loc: LocId, suffix: &[FieldId]) -> LocId {
        match suffix.is_empty() {
            true => loc,
            false => self.below(loc, suffix),
        }
    }

    fn below(&mut self, loc: LocId, suffix: &[FieldId]) -> LocId {
        let Loc { object, path, node } = &self.locs[loc.0 as usize];
        let (object, node) = (*object, *node);
        let Some(room) = self.precision().fields.checked_sub(path.len()) else {
            // The place was made when more fields were told apart.
            let path = path.clone();
            return self.loc(object, &path);
        };
        let suffix = &suffix[..suffix.len().min(room)];
        let node = self.paths.below(node, suffix);
        if let Some(known) = *self.paths.place(node) {
            return known;
        }
        let path = self.locs[loc.0 as usize].path.clone();
        self.loc_at(node, object, &[&path, suffix])
    }

    /// The symbolic target that `loc` pointed to at function entry.
    pub fn entry_target(&mut self, loc: LocId) -> LocId {
        if self.entry_depth(loc) >= self.precision().derefs {
            let object = self.object_of(loc);
            self.collapsed.insert(object);
            return self.loc(object, &[]);
        }
        self.whole(Object::Entry(loc))
    }

    /// A symbolic object that stands for all that lies behind it.
    pub fn is_collapsed(&self, loc: LocId) -> bool {
        self.collapsed.contains(&self.object_of(loc))
    }

    fn entry_depth(&self, loc: LocId) -> usize {
        match self.kind(loc) {
            Object::Entry(inner) => 1 + self.entry_depth(*inner),
            _ => 0,
        }
    }

    /// The variable from which a symbolic place was reached.
    pub fn root_var(&self, loc: LocId) -> Option<VarId> {
        match self.kind(loc) {
            Object::Entry(inner) => self.root_var(*inner),
            Object::Var(var) => Some(*var),
            _ => None,
        }
    }

    /// The heap object `loc` as a caller sees it that called at `call`.
    pub fn in_context(&mut self, loc: LocId, call: StmtRef) -> LocId {
        let Object::Heap { at, slot, context, memory } = self.kind(loc).clone() else { return loc };
        if context.len() >= MAX_CONTEXT || context.contains(&call) || at.function == call.function {
            return loc;
        }
        let mut context = context;
        context.push(call);
        let path = self.path(loc).to_vec();
        let object = self.intern(Object::Heap { at, slot, context, memory });
        self.loc(object, &path)
    }

    /// Whether two places of one object may overlap.
    pub fn overlap(&self, a: LocId, b: LocId) -> bool {
        self.related(self.path(a), self.path(b))
    }

    /// Readable name, for dumps and reasons.
    pub fn name(&self, module: &Module, loc: LocId) -> String {
        let mut text = match self.kind(loc) {
            Object::Var(var) => module.var(*var).name.clone(),
            Object::Heap { at, memory, context, .. } => {
                let depth =
                    if context.is_empty() { String::new() } else { format!("@{}", context.len()) };
                format!("{memory}#{}.{}.{}{depth}", at.function.0, at.block.0, at.index)
            }
            Object::Entry(inner) => format!("*{}", self.name(module, *inner)),
            Object::Unknown => "unknown".into(),
            Object::Pool(_) => "pool".into(),
            Object::Function(id) => module.function(*id).name.clone(),
            Object::Library => "library".into(),
            Object::Literal => "literal".into(),
            Object::DeviceOutput => "device output".into(),
            Object::DeviceHeap => "device heap".into(),
            Object::GridBarrier => "grid barrier".into(),
        };
        for field in self.path(loc) {
            text.push('.');
            // Fields that only the model names hold the elements of containers.
            let name = module.fields.get(field.0 as usize).map_or("elements", String::as_str);
            text.push_str(name.rsplit("::").next().unwrap_or(name));
        }
        text
    }
}
