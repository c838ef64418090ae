//! Device memory that is allocated and freed again and again: which blocks may be kept.
//!
//! *Takes* a module, its effects and aliases; *gives* the calls that allocate device memory and those that
//! free it, such that a block freed by one of the latter may be given out by the former instead of a
//! new one. *Promises* that all calls which may free a block of such an allocation are among them and free
//! nothing else; that code outside the unit never sees the memory; and that the program cannot tell.
//!
//! A block that is kept is not idle: operations on it may be in flight. Whoever keeps it has to order
//! what is issued later after them, as freeing did by waiting for the device.

use effects::{Aliases, Effects, FunctionFacts, LocId, ObjId, Object, StmtRef, StreamClass};
use ir::{BlockId, Body, Callee, FnId, Module, Space, Span, TypeShape};
use model::{MemoryKind, OpKind, Reuse, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Calls that take a block that is kept, and calls that leave one.
#[derive(Clone, Debug, Default)]
pub struct Reused {
    /// Each text that allocates, with the statements it stands for.
    pub allocations: Vec<Vec<StmtRef>>,
    /// Each text that frees, with the statements it stands for.
    pub frees: Vec<Vec<StmtRef>>,
    /// What is allocated and freed there.
    pub blocks: HashSet<ObjId>,
    /// The program may have counted on the wait in `cudaFree`: keeping a block waits for the device, too.
    pub waits: bool,
}

impl Reused {
    pub fn is_empty(&self) -> bool {
        self.allocations.is_empty()
    }
}

/// Finds them.
pub fn reused(module: &Module, effects: &mut Effects, aliases: &mut Aliases) -> Reused {
    let mut calls = Calls::of(module, effects);
    if calls.allocations.is_empty() || calls.frees.is_empty() || is_observed(module, effects) {
        return Reused::default();
    }
    let freed = freed_objects(module, effects, aliases);
    calls.link(effects, &freed);
    let shared = shared_objects(module, effects, aliases);
    calls.leave_out(|object| shared.contains(&object));
    calls.keep_repeated(&Repetition::of(module, effects));
    let waits = counts_on_waits(module, effects, aliases);
    Reused { waits, ..calls.into_reused() }
}

/// Whether something in the unit tells how memory is allocated, or follows no default stream, so that the
/// place of `cudaFree` in its order might matter.
fn is_observed(module: &Module, effects: &Effects) -> bool {
    let observes = module.function_ids().any(|id| {
        effects::row_of(module, id).is_some_and(|row| row.reuse == Some(Reuse::Observes))
    });
    let other_streams =
        effects.sites.all.iter().any(|site| site.stream == StreamClass::User || site.nonlegacy);
    let mut facts = effects.functions.values().flat_map(|f| f.stmts.iter().flatten());
    let captures = facts.any(|stmt| stmt.flags.capture);
    observes || other_streams || captures || prints(effects) || shares_with_kernels(module, effects)
}

/// Whether a kernel prints: a wait that the program does not have would show its output earlier.
fn prints(effects: &Effects) -> bool {
    let mut accesses = operations(effects).flat_map(|op| &op.accesses);
    accesses.any(|a| *effects.locations.kind(a.loc) == Object::DeviceOutput)
}

fn operations(effects: &Effects) -> impl Iterator<Item = &effects::OpUse> {
    effects.functions.values().flat_map(|f| f.stmts.iter().flatten()).flat_map(|stmt| &stmt.ops)
}

/// Whether something may rest on work that nothing but `cudaFree` waited for: code of other files, a question about
/// streams or events, a function that a stream calls, host memory that kernels reach.
fn counts_on_waits(module: &Module, effects: &mut Effects, aliases: &mut Aliases) -> bool {
    effects::meets_other_code(module)
        || effects.sites.all.iter().any(|site| site.kind == OpKind::HostFunc)
        || asks_without_waiting(module, effects)
        || kernels_reach_the_host(module, effects, aliases)
}

fn kernels_reach_the_host(module: &Module, effects: &mut Effects, aliases: &mut Aliases) -> bool {
    let mut touched: BTreeSet<(FnId, LocId)> = BTreeSet::new();
    for_each_stmt(effects, |at, facts| {
        let launches =
            facts.ops.iter().filter(|op| effects.sites.get(op.site).kind == OpKind::Launch);
        touched.extend(launches.flat_map(|op| &op.accesses).map(|a| (at.function, a.loc)));
    });
    touched.into_iter().any(|(function, loc)| {
        let places = aliases.concretize(module, effects, function, loc);
        places.iter().any(|place| match effects.locations.kind(place) {
            Object::Heap { memory, .. } => *memory != MemoryKind::Device,
            // What kernels see of others are constants.
            Object::Var(var) => may_be_page_locked(module.var(*var)),
            Object::Unknown | Object::Library => true,
            _ => false,
        })
    })
}

/// Whether kernels may reach a variable of the host.
pub(crate) fn may_be_page_locked(var: &ir::Var) -> bool {
    let scalar = matches!(var.ty.shape, TypeShape::Scalar | TypeShape::Pointer);
    var.memory.is_none() && !scalar && !var.ty.is_const && !var.system
}

/// Whether the program asks what is complete where it may not have waited since it last freed memory.
fn asks_without_waiting(module: &Module, effects: &Effects) -> bool {
    effects.functions.iter().any(|(id, facts)| {
        let Some(body) = &module.function(*id).body else { return false };
        let stmts = |block: BlockId| facts.stmts[block.index()].iter();
        body.block_ids().any(|block| {
            stmts(block).enumerate().any(|(index, stmt)| {
                let asks = stmt.flags.partial_sync && stmt.flags.clock;
                asks && !waited_before(body, facts, block, index)
            })
        })
    })
}

/// Whether on every path to a statement the host waits, without freeing memory after that.
fn waited_before(body: &Body, facts: &FunctionFacts, block: BlockId, index: usize) -> bool {
    let preds = predecessors(body);
    let mut seen = BTreeSet::new();
    let mut work = vec![(block, index)];
    while let Some((block, end)) = work.pop() {
        let before = facts.stmts[block.index()][..end].iter().rev();
        let mut known = before.map(|stmt| &stmt.flags).filter_map(|flags| {
            let waits = flags.device_sync || flags.partial_sync && !flags.clock;
            (waits || flags.frees_device).then_some(waits)
        });
        match known.next() {
            Some(true) => continue,
            Some(false) => return false,
            None if preds[block.index()].is_empty() => return false,
            None => {}
        }
        for pred in &preds[block.index()] {
            if seen.insert(*pred) {
                work.push((*pred, facts.stmts[pred.index()].len()));
            }
        }
    }
    true
}

/// Blocks that lead to each block.
pub(crate) fn predecessors(body: &Body) -> Vec<Vec<BlockId>> {
    let mut preds = vec![Vec::new(); body.block_ids().count()];
    for block in body.block_ids() {
        for next in &body.block(block).succs {
            preds[next.index()].push(block);
        }
        if let Some(pad) = body.block(block).unwind {
            preds[pad.index()].push(block);
        }
    }
    preds
}

/// Whether there is memory that host and kernels both reach: a program may have counted on the wait in
/// `cudaFree` before it looks there.
fn shares_with_kernels(module: &Module, effects: &Effects) -> bool {
    let managed = module.vars.iter().any(|var| var.memory == Some(ir::DeviceMemory::Managed));
    let mut objects = effects.locations.all_memory().into_iter();
    managed
        || objects.any(|object| {
            matches!(
                effects.locations.object(object),
                Object::Heap { memory: MemoryKind::Managed | MemoryKind::Pinned, .. }
            )
        })
}

/// The memory that each statement frees; what a function with a body frees is its own statements'.
pub(crate) fn freed_objects(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
) -> Vec<(StmtRef, BTreeSet<LocId>)> {
    let mut seeds: Vec<(StmtRef, Vec<LocId>)> = Vec::new();
    for_each_stmt(effects, |at, facts| {
        let callee = at.call(module).and_then(|call| match call.callee {
            Callee::Direct(id) => Some(module.function(id)),
            _ => None,
        });
        if callee.is_none_or(|f| f.body.is_none()) && !facts.frees.is_empty() {
            seeds.push((at, facts.frees.iter().copied().collect()));
        }
    });
    let mut found = Vec::new();
    for (at, locs) in seeds {
        let mut freed = BTreeSet::new();
        for loc in locs {
            freed.extend(aliases.concretize(module, effects, at.function, loc).iter());
        }
        found.push((at, freed));
    }
    found
}

/// Memory that code outside the unit may reach, or that other code keeps the address of.
pub(crate) fn shared_objects(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
) -> HashSet<ObjId> {
    let mut kept: Vec<(FnId, LocId)> = Vec::new();
    for_each_stmt(effects, |at, facts| kept.extend(facts.kept.iter().map(|l| (at.function, *l))));
    let mut shared = HashSet::new();
    for (function, loc) in kept {
        for place in aliases.concretize(module, effects, function, loc).iter() {
            shared.insert(effects.locations.object_of(place));
        }
    }
    for object in effects.locations.all_memory() {
        let Object::Heap { at, .. } = effects.locations.object(object) else { continue };
        let function = at.function;
        let whole = effects.locations.loc(object, &[]);
        if aliases.has_escaped(module, effects, function, whole) {
            shared.insert(object);
        }
    }
    shared
}

pub(crate) fn for_each_stmt(
    effects: &Effects,
    mut visit: impl FnMut(StmtRef, &effects::StmtFacts),
) {
    for (id, facts) in &effects.functions {
        for (block, stmts) in facts.stmts.iter().enumerate() {
            for (index, stmt) in stmts.iter().enumerate() {
                let block = ir::BlockId(block as u32);
                visit(StmtRef { function: *id, block, index: index as u32 }, stmt);
            }
        }
    }
}

/// A piece of text that is a call, by its place.
type Text = (u32, u32);

/// One text that allocates or frees.
#[derive(Default)]
struct TextCall {
    stmts: Vec<StmtRef>,
    /// Allocations: what the text allocates. Frees: what it may free.
    objects: BTreeSet<ObjId>,
    /// It stays as it is.
    out: bool,
}

/// The calls that allocate and free, and which of them belong together.
#[derive(Default)]
struct Calls {
    allocations: BTreeMap<Text, TextCall>,
    frees: BTreeMap<Text, TextCall>,
}

impl Calls {
    fn of(module: &Module, effects: &Effects) -> Calls {
        let mut calls = Calls::default();
        for_each_stmt(effects, |at, _| {
            let Some((row, text)) = described(module, at) else { return };
            let list = match row.reuse {
                Some(Reuse::Allocates) => &mut calls.allocations,
                Some(Reuse::Releases) => &mut calls.frees,
                _ => return,
            };
            let Some(text) = text else { return };
            list.entry(text).or_default().stmts.push(at);
        });
        calls
    }

    /// Notes what each call allocates or frees. Calls that free what is not known well stay, and so do
    /// allocations that something else frees.
    fn link(&mut self, effects: &Effects, freed: &[(StmtRef, BTreeSet<LocId>)]) {
        let text_of: HashMap<StmtRef, Text> = self
            .allocations
            .iter()
            .chain(&self.frees)
            .flat_map(|(text, call)| call.stmts.iter().map(|at| (*at, *text)))
            .collect();
        for object in effects.locations.all_memory() {
            let Object::Heap { at, .. } = effects.locations.object(object) else { continue };
            let call = text_of.get(at).and_then(|text| self.allocations.get_mut(text));
            if let Some(call) = call {
                call.objects.insert(object);
            }
        }
        let mut freed_elsewhere = BTreeSet::new();
        for (at, places) in freed {
            let objects = places.iter().map(|loc| effects.locations.object_of(*loc));
            match text_of.get(at).and_then(|text| self.frees.get_mut(text)) {
                Some(call) => call.objects.extend(objects),
                None => freed_elsewhere.extend(objects),
            }
        }
        self.leave_out(|object| freed_elsewhere.contains(&object));
    }

    /// Leaves out the allocations of some objects, and what is tied to them.
    fn leave_out(&mut self, is_out: impl Fn(ObjId) -> bool) {
        for call in self.allocations.values_mut() {
            call.out |= call.objects.iter().any(|object| is_out(*object));
        }
        self.settle();
    }

    /// A call that frees stays unless all it may free is from allocations that take part, and an
    /// allocation stays with a call that frees it.
    fn settle(&mut self) {
        loop {
            let taking_part: BTreeSet<ObjId> = objects(self.allocations.values());
            let mut moved = false;
            for free in self.frees.values_mut().filter(|c| !c.out) {
                free.out = free.objects.is_empty()
                    || free.objects.iter().any(|object| !taking_part.contains(object));
                moved |= free.out;
            }
            let stays: BTreeSet<ObjId> =
                self.frees.values().filter(|c| c.out).flat_map(|c| &c.objects).copied().collect();
            let released = objects(self.frees.values());
            for allocation in self.allocations.values_mut().filter(|c| !c.out) {
                allocation.out = allocation.objects.iter().any(|object| stays.contains(object))
                    || !allocation.objects.iter().any(|object| released.contains(object));
                moved |= allocation.out;
            }
            if !moved {
                return;
            }
        }
    }

    /// A block is of use to a later run of the code that allocated it. What is tied to such an allocation
    /// by a call that frees both takes part with it.
    fn keep_repeated(&mut self, repetition: &Repetition<'_>) {
        let repeats = |call: &&TextCall| call.stmts.iter().any(|at| repetition.repeats(*at));
        let released = objects(self.frees.values().filter(repeats));
        let allocated = objects(self.allocations.values().filter(repeats));
        let mut wanted: BTreeSet<ObjId> = allocated.intersection(&released).copied().collect();
        loop {
            let calls = self.allocations.values().chain(self.frees.values());
            let tied = calls.filter(|call| !call.objects.is_disjoint(&wanted));
            let all = objects(tied);
            if all.is_subset(&wanted) {
                break;
            }
            wanted.extend(all);
        }
        for allocation in self.allocations.values_mut() {
            allocation.out |= allocation.objects.is_disjoint(&wanted);
        }
        self.settle();
    }

    fn into_reused(self) -> Reused {
        let blocks = objects(self.allocations.values()).into_iter().collect();
        let taken = |calls: BTreeMap<Text, TextCall>| {
            calls.into_values().filter(|c| !c.out).map(|c| c.stmts).collect()
        };
        let (allocations, frees) = (taken(self.allocations), taken(self.frees));
        Reused { allocations, frees, blocks, waits: false }
    }
}

/// The objects of the calls that take part.
fn objects<'a>(calls: impl Iterator<Item = &'a TextCall>) -> BTreeSet<ObjId> {
    calls.filter(|c| !c.out).flat_map(|c| &c.objects).copied().collect()
}

/// The row of the function that a statement calls, and the text of the call if that can be edited.
fn described(module: &Module, at: StmtRef) -> Option<(&'static Row, Option<Text>)> {
    let call = at.call(module)?;
    let Callee::Direct(id) = call.callee else { return None };
    let row = effects::row_of(module, id)?;
    let editable = |span: &Span| span.editable && span.file.0 == 0;
    let text = call.syntax.as_ref().filter(|syntax| {
        let host = module.function(at.function).space == Space::Host;
        host && editable(&syntax.expr) && editable(&syntax.name)
    });
    Some((row, text.map(|syntax| (syntax.expr.start, syntax.expr.end))))
}

/// Which statements may run more than once.
struct Repetition<'a> {
    module: &'a Module,
    functions: HashSet<FnId>,
}

impl Repetition<'_> {
    /// A function runs again if it is called in two places, or in one that runs again. Of one that nobody
    /// in the unit calls, it is taken for granted; but `main` runs once.
    fn of<'a>(module: &'a Module, effects: &Effects) -> Repetition<'a> {
        let mut repetition = Repetition { module, functions: HashSet::new() };
        loop {
            let found: Vec<FnId> = effects
                .functions
                .keys()
                .filter(|id| !repetition.functions.contains(id))
                .filter(|id| repetition.runs_again(effects, **id))
                .copied()
                .collect();
            if found.is_empty() {
                return repetition;
            }
            repetition.functions.extend(found);
        }
    }

    fn runs_again(&self, effects: &Effects, id: FnId) -> bool {
        if self.module.function(id).name == "main" {
            return false;
        }
        match effects.callers.get(&id).map_or(&[][..], Vec::as_slice) {
            [] => true,
            [only] => self.repeats(*only),
            _ => true,
        }
    }

    fn repeats(&self, at: StmtRef) -> bool {
        let body = self.module.function(at.function).body.as_ref();
        let in_loop = body.is_some_and(|body| body.block(at.block).loop_.is_some());
        in_loop || self.functions.contains(&at.function)
    }
}
