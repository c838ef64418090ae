//! Host memory that is copied: which allocations, for how many copies, and whether it may be page-locked.
//!
//! *Takes* a module, its effects and aliases and the text; *gives* the calls that allocate host memory
//! which takes part in copies, those that free it, and these copies. *Promises*, of memory that may be
//! page-locked, that every call which may free such a block is among them, that no code outside the unit sees
//! the memory, and that the program cannot tell whether it is page-locked. Whether locking a block pays is left
//! to run time, when its size is known; the number of copies to expect is part of the answer. Of the other
//! allocations it promises that another function may allocate what `free` gets.
//!
//! `cudaHostUnregister` waits for the device (measured). What frees a block may therefore have to keep it
//! until the device is idle, and only where the blocking streams are all that can keep it busy.

use crate::reuse::{for_each_stmt, freed_objects, shared_objects};
use effects::{Aliases, Effects, ObjId, Object, SiteId, StmtRef, StreamClass};
use ir::{Callee, FnId, LoopId, Module, Operand, Space, Span, StmtKind};
use model::{Direction, HostWaits, MemoryKind, OpKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Why host memory of a copy is not page-locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotPinned {
    /// Code of other files may run, or this file is no whole program.
    OtherFiles,
    /// The program asks about or changes pages of host memory, or has streams that do not block.
    Pages,
    /// Several devices, or threads of the host.
    Concurrency,
    /// Calls of the runtime have no place everywhere: streams are captured, or call functions of the host.
    Calls,
    /// The memory is no block of `malloc`, `calloc` or `new[]` whose call can be edited.
    Allocation,
    /// It may be freed, moved or kept where that cannot be edited.
    Lifetime,
    /// Something else than synchronous copies uses it on the device.
    DeviceUse,
}

/// A text that allocates.
#[derive(Clone, Debug)]
pub struct HostAllocation {
    /// The statements that the text stands for.
    pub stmts: Vec<StmtRef>,
    /// Copies of a block while it lives; `None` if the text does not tell.
    pub copies: Option<u32>,
    /// A copy is as large as the block, by the text.
    pub whole: bool,
    /// The block may be page-locked.
    pub lockable: bool,
}

/// What becomes of memory that `new` allocates when containers of the library are copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NewMemory {
    #[default]
    AsItIs,
    /// The global `operator new` may be replaced.
    Replaced,
    /// It may, and its blocks may be page-locked until `operator delete` gets them.
    Lockable,
}

/// What the rewriting may page-lock.
#[derive(Clone, Debug, Default)]
pub struct Pinnable {
    pub new: NewMemory,
    pub allocations: Vec<HostAllocation>,
    /// Each text that frees lockable blocks, with the statements it stands for.
    pub frees: Vec<Vec<StmtRef>>,
    /// Copies of lockable blocks.
    pub copies: BTreeSet<SiteId>,
    /// Other copies that could be told of.
    pub left: BTreeMap<SiteId, NotPinned>,
}

/// Finds them.
pub fn pinnable(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    text: &[u8],
) -> Pinnable {
    let names = &module.names.macros;
    if ["malloc", "calloc", "free"].iter().any(|name| names.contains_key(*name)) {
        return Pinnable::default();
    }
    let uses = Uses::of(module, effects, aliases, text);
    let of_new = uses.copies.values().flatten().any(|o| is_of_new(module, effects, *o));
    let replaced = of_new && may_replace_new(module);
    let mut blocks = Blocks::of(module, effects);
    let frees = Frees::of(module, effects, aliases, text);
    let why = match obstacle(module, effects) {
        Some(why) => uses.copies.values().flatten().map(|object| (*object, why)).collect(),
        None => {
            let shared = shared_objects(module, effects, aliases);
            reasons(effects, &uses, &blocks, &frees, &shared, replaced)
        }
    };
    let why = blocks.keep_copied(effects, &uses, why);
    let by_new = |object: &ObjId| blocks.is_by_new(effects, *object);
    let mut copied = uses.copies.values().flatten();
    let new = match (replaced, copied.any(|object| by_new(object) && !why.contains_key(object))) {
        (false, _) => NewMemory::AsItIs,
        (true, false) => NewMemory::Replaced,
        (true, true) => NewMemory::Lockable,
    };
    let mut found = Pinnable { new, ..Pinnable::default() };
    for (site, objects) in &uses.copies {
        // Blocks of `new` are known by their addresses alone: none may be among these that must not be locked.
        let kept_out = objects.iter().any(|object| by_new(object) && why.contains_key(object));
        match kept_out || objects.iter().all(|object| why.contains_key(object)) {
            false => {
                found.copies.insert(*site);
            }
            true => {
                let why = objects.iter().find_map(|object| why.get(object));
                found.left.insert(*site, why.copied().unwrap_or(NotPinned::Allocation));
            }
        }
    }
    let counter = Counter { module, effects };
    for (block, lockable) in &blocks.copied {
        let stmts = blocks.stmts[block].clone();
        let copies = counter.copies(&uses, &stmts);
        let whole = is_whole(module, effects, &uses, &stmts, text);
        found.allocations.push(HostAllocation { stmts, copies, whole, lockable: *lockable });
    }
    let may_be_locked = |object: &ObjId| match effects.locations.object(*object) {
        Object::Heap { .. } => blocks
            .text_of(effects, *object)
            .is_some_and(|text| blocks.copied.get(&text) == Some(&true)),
        Object::Var(_) => false,
        _ => true,
    };
    if found.allocations.iter().any(|block| block.lockable) {
        let frees = frees.texts.into_values().filter(|(_, freed)| freed.iter().any(may_be_locked));
        found.frees = frees.map(|(stmts, _)| stmts).collect();
    }
    found
}

/// Why memory that is copied is not page-locked, one by one.
///
/// `operator delete` gets the blocks of `new` whoever lets go of them, so that their lifetimes do not matter. Kernels
/// that read host memory read it page-locked, too.
fn reasons(
    effects: &Effects,
    uses: &Uses,
    blocks: &Blocks,
    frees: &Frees,
    shared: &HashSet<ObjId>,
    new_is_replaced: bool,
) -> BTreeMap<ObjId, NotPinned> {
    let mut why = BTreeMap::new();
    for object in uses.copies.values().flatten() {
        let by_new = new_is_replaced && blocks.is_by_new(effects, *object);
        if by_new && (uses.unknown || uses.copied.contains(object)) {
            why.insert(*object, NotPinned::DeviceUse);
        } else if !by_new && blocks.text_of(effects, *object).is_none() {
            why.insert(*object, NotPinned::Allocation);
        } else if !by_new
            && (frees.elsewhere.contains(object) || !frees.in_sight && shared.contains(object))
        {
            why.insert(*object, NotPinned::Lifetime);
        } else if !by_new && uses.other.contains(object) {
            why.insert(*object, NotPinned::DeviceUse);
        }
    }
    why
}

/// Whether the text says that a copy is as large as the block.
fn is_whole(
    module: &Module,
    effects: &Effects,
    uses: &Uses,
    stmts: &[StmtRef],
    text: &[u8],
) -> bool {
    let Some(block) = stmts.first().and_then(|at| size_of_block(module, *at, text)) else {
        return false;
    };
    let of_block = |object: &ObjId| match effects.locations.object(*object) {
        Object::Heap { at, .. } => stmts.contains(at),
        _ => false,
    };
    let copies = uses.copies.iter().filter(|(_, objects)| objects.iter().any(of_block));
    copies.into_iter().any(|(site, _)| {
        let syntax = effects.sites.get(*site).at.call(module).and_then(|c| c.syntax.as_ref());
        let size = syntax.and_then(|syntax| syntax.args.get(2)).and_then(|span| slice(text, span));
        size.is_some_and(|size| factors(size) == block)
    })
}

fn slice<'t>(text: &'t [u8], span: &Span) -> Option<&'t [u8]> {
    text.get(span.start as usize..span.end as usize)
}

/// The factors of a block's size.
fn size_of_block(module: &Module, at: StmtRef, text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let syntax = at.call(module)?.syntax.as_ref()?;
    let args: Option<Vec<&[u8]>> = syntax.args.iter().map(|arg| slice(text, arg)).collect();
    Some(factors(&args?.join(&b"*"[..])))
}

/// The factors of a product, without blanks, sorted.
fn factors(product: &[u8]) -> Vec<Vec<u8>> {
    let product: Vec<u8> = product.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    let (mut depth, mut found) = (0usize, vec![Vec::new()]);
    for byte in product {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match byte == b'*' && depth == 0 {
            true => found.push(Vec::new()),
            false => found.last_mut().unwrap_or(&mut Vec::new()).push(byte),
        }
    }
    for factor in &mut found {
        *factor = without_casts(factor).to_vec();
    }
    found.sort();
    found
}

/// An expression after the types in parentheses that it starts with.
fn without_casts(mut text: &[u8]) -> &[u8] {
    while let Some(close) = text.iter().position(|b| *b == b')') {
        let rest = &text[close + 1..];
        match text.starts_with(b"(") && rest.first().is_some_and(|b| is_word(*b) || *b == b'(') {
            true => text = rest,
            false => break,
        }
    }
    text
}

/// Whether a function of the program is called of which neither the body nor the effects are known.
pub fn runs_unseen_code(module: &Module, effects: &Effects) -> bool {
    let called = module.function_ids().any(|id| {
        let f = module.function(id);
        let host = !matches!(f.space, Space::Kernel | Space::Device);
        f.body.is_none() && !f.system && host && effects::row_of(module, id).is_none()
    });
    called || !effects.leaked.is_empty()
}

/// Whether `new` allocates the memory, or the library does with `new` as far as we know: that of a container, say.
fn is_of_new(module: &Module, effects: &Effects, object: ObjId) -> bool {
    let Object::Heap { at, memory: MemoryKind::Host, .. } = effects.locations.object(object) else {
        return false;
    };
    let Some(call) = at.call(module) else { return false };
    let Callee::Direct(id) = call.callee else { return false };
    let name = module.function(id).name.as_str();
    let in_c = ["malloc", "calloc", "realloc", "aligned_alloc"];
    let of_library = name.rsplit_once("::").is_some_and(|(_, last)| !in_c.contains(&last));
    of_library || name.starts_with("operator new")
}

/// Whether this file is the program's first, and leaves the global `operator new` as it is.
fn may_replace_new(module: &Module) -> bool {
    let own = |f: &&ir::Function| f.body.is_some() && !f.system;
    let mut functions = module.functions.iter().filter(own);
    has_main(module)
        && !functions
            .any(|f| ["operator new", "operator delete"].iter().any(|n| f.name.starts_with(n)))
}

fn has_main(module: &Module) -> bool {
    module.functions.iter().any(|f| f.name == "main" && f.body.is_some())
}

/// What forbids it in the whole unit.
fn obstacle(module: &Module, effects: &Effects) -> Option<NotPinned> {
    if !has_main(module) || runs_unseen_code(module, effects) {
        return Some(NotPinned::OtherFiles);
    }
    let rows = || module.function_ids().filter_map(|id| effects::row_of(module, id));
    if rows().any(|row| row.pages) || effects.sites.all.iter().any(|site| site.nonlegacy) {
        return Some(NotPinned::Pages);
    }
    if rows().any(|row| matches!(row.op, Some(OpKind::Capture | OpKind::HostFunc))) {
        return Some(NotPinned::Calls);
    }
    let mut concurrent = false;
    for_each_stmt(effects, |at, facts| {
        concurrent |=
            facts.flags.release || facts.flags.device_change && !is_first_device(module, at);
    });
    concurrent.then_some(NotPinned::Concurrency)
}

/// Whether the statement chooses the first device, which is the current one anyway.
fn is_first_device(module: &Module, at: StmtRef) -> bool {
    let Some(call) = at.call(module) else { return false };
    // A call of a function with a body changes the device in that body.
    let Callee::Direct(id) = call.callee else { return false };
    module.function(id).body.is_some()
        || effects::row_of(module, id).is_some_and(|row| row.op == Some(OpKind::SetDevice))
            && matches!(call.args.first(), Some(Operand::Const(Some(0))))
}

/// Which host memory the operations use.
#[derive(Default)]
struct Uses {
    /// Memory that each copy between host and device may use on the host, if the call can be edited.
    copies: BTreeMap<SiteId, BTreeSet<ObjId>>,
    /// Memory of all other operations, apart from synchronous copies.
    other: HashSet<ObjId>,
    /// That of the copies among these.
    copied: HashSet<ObjId>,
    /// These may use any memory.
    unknown: bool,
}

impl Uses {
    fn of(module: &Module, effects: &mut Effects, aliases: &mut Aliases, text: &[u8]) -> Uses {
        let mut found: Vec<(SiteId, FnId, Vec<effects::LocId>)> = Vec::new();
        for_each_stmt(effects, |at, facts| {
            let own = effects.sites.at(at);
            for op in facts.ops.iter().filter(|op| own == Some(op.site)) {
                let locs = op.accesses.iter().map(|access| access.loc).collect();
                found.push((op.site, at.function, locs));
            }
        });
        let mut uses = Uses::default();
        for (id, function, locs) in found {
            let mut host = BTreeSet::new();
            for loc in locs {
                for place in aliases.concretize(module, effects, function, loc).iter() {
                    if is_host_memory(module, effects.locations.kind(place)) {
                        host.insert(effects.locations.object_of(place));
                    }
                }
            }
            let site = effects.sites.get(id);
            let between =
                matches!(site.direction, Some(Direction::HostToDevice | Direction::DeviceToHost));
            let copy = site.kind == OpKind::Copy;
            let (at, name) = (site.at, "cudaMemcpy");
            if copy && between && site.name == name && text_of_callee(module, at, name, text) {
                uses.copies.entry(id).or_default().extend(host);
            } else if !copy || site.waits == HostWaits::No || site.stream == StreamClass::User {
                let known = |o: &ObjId| {
                    matches!(effects.locations.object(*o), Object::Heap { .. } | Object::Var(_))
                };
                if copy {
                    uses.unknown |= !host.iter().all(known);
                    uses.copied.extend(&host);
                }
                uses.other.extend(host);
            }
        }
        uses
    }
}

fn is_host_memory(module: &Module, object: &Object) -> bool {
    match object {
        Object::Heap { memory, .. } => !matches!(memory, MemoryKind::Device),
        Object::Var(var) => module.var(*var).memory.is_none(),
        _ => true,
    }
}

/// Whether a call names this function in a text that can be edited.
fn text_of_callee(module: &Module, at: StmtRef, name: &str, text: &[u8]) -> bool {
    let Some(syntax) = at.call(module).and_then(|call| call.syntax.as_ref()) else { return false };
    let rest = text.get(syntax.name.start as usize..).unwrap_or_default();
    let after = rest.strip_prefix(name.as_bytes()).and_then(<[u8]>::first);
    after.is_some_and(|b| !is_word(*b))
        && editable(module, at, &syntax.name)
        && editable(module, at, &syntax.expr)
        && text.get(syntax.expr.end as usize - 1) == Some(&b')')
}

/// A piece of text, by its place.
type Text = (u32, u32);

fn editable(module: &Module, at: StmtRef, span: &Span) -> bool {
    let function = module.function(at.function);
    span.editable
        && span.file.0 == 0
        && function.space == Space::Host
        && function.span.is_some_and(|span| span.file.0 == 0)
}

/// The text of a call of one of these functions, if it can be edited.
fn text_of_call(module: &Module, at: StmtRef, names: &[&str]) -> Option<Text> {
    let call = at.call(module)?;
    let Callee::Direct(id) = call.callee else { return None };
    effects::row_of(module, id)?;
    let syntax = call.syntax.as_ref()?;
    let editable = editable(module, at, &syntax.name) && editable(module, at, &syntax.expr);
    (editable && names.contains(&module.function(id).name.as_str()))
        .then_some((syntax.expr.start, syntax.expr.end))
}

/// The calls that allocate host memory.
struct Blocks {
    stmts: BTreeMap<Text, Vec<StmtRef>>,
    text_of: BTreeMap<StmtRef, Text>,
    /// Those whose blocks are copied, and whether they may be page-locked.
    copied: BTreeMap<Text, bool>,
}

impl Blocks {
    fn of(module: &Module, effects: &Effects) -> Blocks {
        let mut blocks =
            Blocks { stmts: BTreeMap::new(), text_of: BTreeMap::new(), copied: BTreeMap::new() };
        let names = ["malloc", "calloc", "std::malloc", "std::calloc"];
        for_each_stmt(effects, |at, _| {
            if let Some(found) = text_of_call(module, at, &names) {
                blocks.stmts.entry(found).or_default().push(at);
                blocks.text_of.insert(at, found);
            }
        });
        blocks
    }

    fn text_of(&self, effects: &Effects, object: ObjId) -> Option<Text> {
        match effects.locations.object(object) {
            Object::Heap { at, memory: MemoryKind::Host, .. } => self.text_of.get(at).copied(),
            _ => None,
        }
    }

    /// Whether memory comes from none of these texts: `new` allocates it, if anything does that is known here.
    fn is_by_new(&self, effects: &Effects, object: ObjId) -> bool {
        let heap = matches!(
            effects.locations.object(object),
            Object::Heap { memory: MemoryKind::Host, .. }
        );
        heap && self.text_of(effects, object).is_none()
    }

    /// Finds the texts whose blocks are copied. What forbids page-locking for one of the blocks of a text forbids
    /// it for all: gives the reasons, completed.
    fn keep_copied(
        &mut self,
        effects: &Effects,
        uses: &Uses,
        mut why: BTreeMap<ObjId, NotPinned>,
    ) -> BTreeMap<ObjId, NotPinned> {
        let mut forbidden: BTreeMap<Text, NotPinned> = BTreeMap::new();
        for (object, reason) in &why {
            if let Some(text) = self.text_of(effects, *object) {
                forbidden.entry(text).or_insert(*reason);
            }
        }
        for object in uses.copies.values().flatten() {
            let Some(text) = self.text_of(effects, *object) else { continue };
            if let Some(reason) = forbidden.get(&text) {
                why.entry(*object).or_insert(*reason);
            }
            self.copied.insert(text, !forbidden.contains_key(&text));
        }
        why
    }
}

/// The calls that free host memory.
#[derive(Default)]
struct Frees {
    texts: BTreeMap<Text, (Vec<StmtRef>, BTreeSet<ObjId>)>,
    /// What may be freed by anything else.
    elsewhere: HashSet<ObjId>,
    /// Any other block of `malloc` is freed by one of the texts, whoever keeps its address.
    in_sight: bool,
}

impl Frees {
    fn of(module: &Module, effects: &mut Effects, aliases: &mut Aliases, text: &[u8]) -> Frees {
        let mut frees = Frees { in_sight: are_in_sight(module, text), ..Frees::default() };
        let names = ["free", "std::free"];
        for (at, places) in freed_objects(module, effects, aliases) {
            let objects = places.iter().map(|place| effects.locations.object_of(*place));
            match text_of_call(module, at, &names) {
                Some(found) => {
                    let (stmts, freed) = frees.texts.entry(found).or_default();
                    stmts.push(at);
                    freed.extend(objects);
                }
                None => {
                    let objects: Vec<ObjId> = objects.collect();
                    let known = |o: &ObjId| {
                        matches!(effects.locations.object(*o), Object::Heap { .. } | Object::Var(_))
                    };
                    frees.in_sight &= !is_c_free(module, at) || objects.iter().all(known);
                    frees.elsewhere.extend(objects);
                }
            }
        }
        frees
    }
}

/// Functions that free what `malloc` allocates.
const C_FREES: [&str; 6] = ["free", "realloc", "reallocarray", "getline", "getdelim", "cfree"];

fn frees_c_memory(name: &str) -> bool {
    C_FREES.contains(&name.strip_prefix("std::").unwrap_or(name))
}

fn is_c_free(module: &Module, at: StmtRef) -> bool {
    at.call(module).is_some_and(|call| match call.callee {
        Callee::Direct(id) => frees_c_memory(&module.function(id).name),
        _ => true,
    })
}

/// Whether all code that frees blocks of `malloc` is seen, and calls the function by its name.
fn are_in_sight(module: &Module, text: &[u8]) -> bool {
    let own = |f: &&ir::Function| f.body.is_some() && !f.system;
    let in_this_file =
        module.functions.iter().filter(own).all(|f| f.span.is_none_or(|span| span.file.0 == 0));
    let is_free = |operand: &Operand| match operand {
        Operand::Fn(id) => frees_c_memory(&module.function(*id).name),
        _ => false,
    };
    let stmts = module.functions.iter().filter_map(|f| f.body.as_ref());
    let mut stmts = stmts.flat_map(|body| &body.blocks).flat_map(|block| &block.stmts);
    let hidden = stmts.any(|stmt| match &stmt.kind {
        StmtKind::Unknown { .. } | StmtKind::LeftOut(_) => true,
        StmtKind::Assign { src, .. } => is_free(src),
        StmtKind::Read(operand) => is_free(operand),
        StmtKind::Call(call) => call.args.iter().chain(&call.this).any(is_free),
        StmtKind::ScopeEnd(_) => false,
    });
    in_this_file && !hidden && C_FREES.iter().all(|name| is_only_called(text, name.as_bytes()))
}

/// Whether a name is followed by an argument list wherever it stands.
fn is_only_called(text: &[u8], name: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = text[at..].windows(name.len()).position(|word| word == name) {
        let (start, end) = (at + found, at + found + name.len());
        let whole =
            (start == 0 || !is_word(text[start - 1])) && text.get(end).is_none_or(|b| !is_word(*b));
        if whole && text[end..].trim_ascii_start().first() != Some(&b'(') {
            return false;
        }
        at = end;
    }
    true
}

/// How often memory is copied.
struct Counter<'a> {
    module: &'a Module,
    effects: &'a Effects,
}

/// Calls through which a copy is followed to its block.
const MAX_DEPTH: usize = 8;

impl Counter<'_> {
    /// Copies of one block that these statements allocate, if the text tells.
    fn copies(&self, uses: &Uses, stmts: &[StmtRef]) -> Option<u32> {
        let [at] = stmts else { return None };
        let mut by_block: BTreeMap<ObjId, u32> = BTreeMap::new();
        for (site, objects) in &uses.copies {
            for object in objects {
                let object_of = self.effects.locations.object(*object);
                let Object::Heap { at: allocation, context, .. } = object_of else { continue };
                if allocation == at {
                    let site = self.effects.sites.get(*site);
                    let [stmt] = site.all.as_slice() else { return None };
                    let count = by_block.entry(*object).or_default();
                    let times = self.per_block((*at, context), *stmt, MAX_DEPTH)?;
                    *count = count.saturating_add(times);
                }
            }
        }
        by_block.into_values().max()
    }

    /// Times that a block allocated at `block`, through these calls, is used at `user`.
    fn per_block(
        &self,
        (block, calls): (StmtRef, &[StmtRef]),
        user: StmtRef,
        depth: usize,
    ) -> Option<u32> {
        let around_block = self.loops(block);
        let around_user = self.loops(user);
        let body = self.module.function(user.function).body.as_ref()?;
        if block.function == user.function {
            if !around_block.iter().all(|l| around_user.contains(l)) {
                return None;
            }
            let between = around_user.iter().filter(|l| !around_block.contains(l));
            return trips(body, between);
        }
        // One of many blocks, used one by one perhaps.
        if !around_block.is_empty() {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let callers = self.effects.callers.get(&user.function).map_or(&[][..], Vec::as_slice);
        match (callers, calls) {
            ([caller], _) => {
                let block = (block, calls);
                trips(body, around_user.iter())?.checked_mul(self.per_block(block, *caller, depth)?)
            }
            ([], [call, outer @ ..]) => self.per_block((*call, outer), user, depth),
            _ => None,
        }
    }

    fn loops(&self, at: StmtRef) -> Vec<LoopId> {
        let body = self.module.function(at.function).body.as_ref();
        body.map_or(Vec::new(), |body| body.loops_around(body.block(at.block).loop_).collect())
    }
}

fn trips<'l>(body: &ir::Body, loops: impl Iterator<Item = &'l LoopId>) -> Option<u32> {
    let mut product = 1u32;
    for id in loops {
        let count = u32::try_from(body.loops[id.index()].trip_count?).ok()?;
        product = product.checked_mul(count)?;
    }
    Some(product)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_only_called() {
        assert!(is_only_called(b"free(p); std::free (q); my_free = freed;", b"free"));
        assert!(!is_only_called(b"unique_ptr<int, decltype(&free)> p(q, free);", b"free"));
        assert!(!is_only_called(b"free", b"free"));
    }

    #[test]
    fn sizes_that_are_the_same_by_the_text() {
        assert_eq!(factors(b"n * sizeof(float)"), factors(b"sizeof(float)*n"));
        assert_eq!(factors(b"(size_t)n * (int)(4)"), factors(b"n*(4)"));
        assert_eq!(factors(b"(a * b) * 4"), factors(b"4 * (a*b)"));
        assert_ne!(factors(b"n * sizeof(float)"), factors(b"n * sizeof(int)"));
        assert_ne!(factors(b"n * 4"), factors(b"2 * n * 4"));
    }
}
