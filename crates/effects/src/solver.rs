//! The bottom-up analysis of one function: points-to first, then what each statement does.

use crate::contents::{Contents, LocSet};
use crate::facts::{Access, OpUse, SiteId, StmtFacts, Summary};
use crate::location::{LocId, Locations, Object, Precision, StmtRef};
use crate::sites::Sites;
use ir::{
    BlockId, Body, Call, Callee, FnId, Module, Operand, Place, Proj, Space, StmtKind, TypeShape,
    VarKind,
};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What all functions' analyses share.
pub(crate) struct Shared<'m> {
    pub module: &'m Module,
    pub locations: Locations,
    pub sites: Sites,
    pub summaries: HashMap<FnId, Summary>,
    /// Variables that something else than their own name can reach.
    pub addressable: Vec<bool>,
    /// Functions that code outside the unit may call.
    pub leaked: HashSet<FnId>,
    /// Some library that the model does not describe was given a function, and may have kept it.
    pub registered: bool,
    /// The memory that calls of the C library may write, as far as the unit can see it.
    pub library: Rc<[Object]>,
    /// The mutually recursive functions that are being analysed.
    pub component: Vec<FnId>,
}

/// The analysis of one function.
pub(crate) struct Solver<'s, 'm> {
    pub shared: &'s mut Shared<'m>,
    pub function: FnId,
    pub contents: Contents,
}

/// Facts of a function's points-to relation beyond which a coarser one is computed.
const BUDGET: u64 = 1_000;
/// The same, for each statement.
const BUDGET_PER_STMT: u64 = 10;

impl<'s, 'm> Solver<'s, 'm> {
    pub fn new(shared: &'s mut Shared<'m>, function: FnId) -> Self {
        let contents =
            shared.summaries.get(&function).map(|s| s.contents.clone()).unwrap_or_default();
        Solver { shared, function, contents }
    }

    /// Solves the points-to relation, as finely as is wanted or as is cheap, then collects effects.
    pub fn run(
        mut self,
        body: &Body,
        wanted: Option<Precision>,
    ) -> (Summary, Vec<Vec<StmtFacts>>, Precision) {
        let start = self.contents.clone();
        let stmts: usize = body.blocks.iter().map(|b| b.stmts.len()).sum();
        let budget = match wanted {
            Some(_) => u64::MAX,
            None => start.version + BUDGET + BUDGET_PER_STMT * stmts as u64,
        };
        let mut used = Precision::default();
        for precision in wanted.map_or(Precision::LEVELS.to_vec(), |wanted| vec![wanted]) {
            used = precision;
            self.shared.locations.set_precision(precision);
            self.contents = start.clone();
            if self.solve(body, budget) {
                break;
            }
        }
        let facts = self.collect(body);
        let summary = self.summarize(&facts);
        self.shared.locations.set_precision(Precision::default());
        (summary, facts, used)
    }

    /// Iterates to the fixed point; false when that gets too large. The coarsest level always ends.
    fn solve(&mut self, body: &Body, budget: u64) -> bool {
        loop {
            let before = self.contents.version;
            for block in body.block_ids() {
                for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                    let at = StmtRef { function: self.function, block, index: index as u32 };
                    self.flow(at, &stmt.kind);
                }
                let coarsest = self.shared.locations.is_coarsest();
                if self.contents.version > budget && !coarsest {
                    return false;
                }
            }
            if self.contents.version == before {
                return true;
            }
        }
    }

    fn flow(&mut self, at: StmtRef, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { dst, src } => self.flow_assign(dst, src),
            StmtKind::Call(call) => self.flow_call(at, call),
            StmtKind::Unknown { touches, .. } => {
                let from = self.values(touches);
                self.flow_unknown(at, &from);
            }
            StmtKind::LeftOut(text) => self.flow_left_out(at, text),
            StmtKind::Read(_) | StmtKind::ScopeEnd(_) => {}
        }
    }

    fn flow_assign(&mut self, dst: &Place, src: &Operand) {
        let cells = self.place(dst);
        let plain_dst = dst.proj.is_empty() && self.is_word(dst);
        // A record is copied part by part. Callers see what the result holds, but not what it was copied
        // from.
        let var = self.shared.module.var(dst.var);
        let own = var.owner == Some(self.function);
        let by_parts = own
            && matches!(var.kind, VarKind::Local | VarKind::Temp)
            && matches!(src, Operand::Copy(place) if self.is_record(dst) && self.is_record(place));
        if !by_parts {
            let values = self.value(src);
            for cell in &cells {
                self.contents.store(&self.shared.locations, *cell, &values);
            }
        }
        if let (Operand::Copy(place), false) = (src, plain_dst) {
            if !(place.proj.is_empty() && self.is_word(place)) {
                let sources = self.place(place);
                for cell in &cells {
                    self.contents.copy(&self.shared.locations, *cell, &sources);
                }
            }
        }
    }

    /// A variable that holds one address at most, and no parts.
    fn is_word(&self, place: &Place) -> bool {
        matches!(
            self.shared.module.var(place.var).ty.shape,
            TypeShape::Pointer | TypeShape::Reference | TypeShape::Scalar
        )
    }

    /// Unknown code may store any address it can reach, or one of its own, to what it can reach.
    pub fn flow_unknown(&mut self, at: StmtRef, from: &LocSet) {
        let reach = self.closure(from);
        let mut addresses = reach.clone();
        addresses.insert(self.shared.locations.whole(Object::Unknown));
        self.mix(at, &reach, &addresses);
    }

    /// Lets each of the cells hold any of the addresses.
    pub fn mix(&mut self, at: StmtRef, cells: &LocSet, addresses: &LocSet) {
        let pool = self.shared.locations.whole(Object::Pool(at));
        self.contents.store(&self.shared.locations, pool, addresses);
        let source = LocSet::from([pool]);
        for cell in cells {
            self.contents.copy(&self.shared.locations, *cell, &source);
        }
    }

    // --- evaluation ------------------------------------------------------------------------------

    pub fn load_all(&mut self, cells: &LocSet) -> LocSet {
        self.contents.load_all(self.shared.module, &mut self.shared.locations, self.function, cells)
    }

    pub fn closure(&mut self, from: &LocSet) -> LocSet {
        self.contents.closure(self.shared.module, &mut self.shared.locations, self.function, from)
    }

    /// The places that a place expression may denote.
    pub fn place(&mut self, place: &Place) -> LocSet {
        let mut found = LocSet::from([self.shared.locations.whole(Object::Var(place.var))]);
        for step in &place.proj {
            found = match step {
                Proj::Deref => self.load_all(&found),
                Proj::Field(field) => {
                    found.iter().map(|l| self.shared.locations.field(*l, *field)).collect()
                }
                Proj::Index => found,
            };
        }
        found
    }

    /// The addresses that an operand may be.
    pub fn value(&mut self, operand: &Operand) -> LocSet {
        match operand {
            Operand::Copy(place) => {
                let cells = self.place(place);
                self.load_all(&cells)
            }
            Operand::AddrOf(place) => self.place(place),
            Operand::Fn(id) => LocSet::from([self.shared.locations.whole(Object::Function(*id))]),
            Operand::Const(_) => LocSet::new(),
            Operand::Str => LocSet::from([self.shared.locations.whole(Object::Literal)]),
            Operand::AnyOf(all) => self.values(all),
            Operand::Within(inner) => {
                let found = self.value(inner);
                let whole: LocSet = found
                    .iter()
                    .map(|loc| {
                        let object = self.shared.locations.object_of(*loc);
                        self.shared.locations.loc(object, &[])
                    })
                    .collect();
                found.into_iter().chain(whole).collect()
            }
            Operand::Unknown => LocSet::from([self.shared.locations.whole(Object::Unknown)]),
        }
    }

    pub fn values(&mut self, operands: &[Operand]) -> LocSet {
        operands.iter().flat_map(|op| self.value(op)).collect()
    }

    // --- effects ---------------------------------------------------------------------------------

    fn collect(&mut self, body: &Body) -> Vec<Vec<StmtFacts>> {
        let mut all = Vec::with_capacity(body.blocks.len());
        for block in body.block_ids() {
            let mut facts = Vec::new();
            for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                let at = StmtRef { function: self.function, block, index: index as u32 };
                facts.push(self.effects_of(at, &stmt.kind));
            }
            all.push(facts);
        }
        all
    }

    fn effects_of(&mut self, at: StmtRef, kind: &StmtKind) -> StmtFacts {
        let mut facts = StmtFacts::default();
        match kind {
            StmtKind::Assign { dst, src } => {
                self.reads_of(src, &mut facts);
                self.access_place(dst, true, &mut facts);
            }
            StmtKind::Read(src) => self.reads_of(src, &mut facts),
            StmtKind::Call(call) => self.call_effects(at, call, &mut facts),
            StmtKind::ScopeEnd(var) => {
                let loc = self.shared.locations.whole(Object::Var(*var));
                facts.frees.insert(loc);
            }
            StmtKind::Unknown { touches, .. } => {
                let values = self.values(touches);
                self.unknown_effects(&values, &mut facts);
            }
            StmtKind::LeftOut(text) => self.left_out_effects(text, &mut facts),
        }
        facts
    }

    /// Unknown code touches what it can reach from here; the rest is for the caller's boundary.
    pub fn unknown_effects(&mut self, from: &LocSet, facts: &mut StmtFacts) {
        facts.flags.unknown = true;
        facts.may_throw = true;
        self.leak_functions(from);
        self.touch_everything(from, true, facts);
        self.write_library_memory(facts);
    }

    /// Functions that unknown code, or another thread, may call from now on.
    pub fn leak_functions(&mut self, from: &LocSet) {
        for loc in self.closure(from) {
            if let Object::Function(id) = self.shared.locations.kind(loc) {
                self.shared.leaked.insert(*id);
            }
        }
    }

    /// Reads, and writes if `write`, of all that can be reached.
    pub fn touch_everything(&mut self, from: &LocSet, write: bool, facts: &mut StmtFacts) {
        for access in self.everything(from, write) {
            facts.accesses.insert(access);
        }
    }

    pub fn everything(&mut self, from: &LocSet, write: bool) -> Vec<Access> {
        let mut found = Vec::new();
        for loc in self.closure(from) {
            let kind = self.shared.locations.kind(loc);
            if matches!(kind, Object::Function(_) | Object::Literal | Object::Pool(_)) {
                continue;
            }
            let deep = matches!(self.shared.locations.kind(loc), Object::Entry(_));
            found.push(Access { loc, write: false, deep });
            if write {
                found.push(Access { loc, write: true, deep });
            }
        }
        found
    }

    pub fn reads_of(&mut self, operand: &Operand, facts: &mut StmtFacts) {
        match operand {
            Operand::Copy(place) => self.access_place(place, false, facts),
            Operand::AddrOf(place) => self.access_pointers(place, facts),
            Operand::AnyOf(all) => all.iter().for_each(|part| self.reads_of(part, facts)),
            Operand::Within(inner) => self.reads_of(inner, facts),
            _ => {}
        }
    }

    /// Notes the access of a place and the reads of the pointers on the way to it.
    pub fn access_place(&mut self, place: &Place, write: bool, facts: &mut StmtFacts) {
        self.access_pointers(place, facts);
        for loc in self.place_or_unknown(place) {
            self.note(Access { loc, write, deep: false }, facts);
        }
    }

    fn access_pointers(&mut self, place: &Place, facts: &mut StmtFacts) {
        for (index, step) in place.proj.iter().enumerate() {
            if *step == Proj::Deref {
                let pointer = Place { var: place.var, proj: place.proj[..index].to_vec() };
                for loc in self.place_or_unknown(&pointer) {
                    self.note(Access::read(loc), facts);
                }
            }
        }
    }

    /// An address that nothing was found out of may be any.
    fn place_or_unknown(&mut self, place: &Place) -> LocSet {
        let found = self.place(place);
        match found.is_empty() {
            true => LocSet::from([self.shared.locations.whole(Object::Unknown)]),
            false => found,
        }
    }

    /// Keeps accesses that could matter to somebody else.
    fn note(&mut self, access: Access, facts: &mut StmtFacts) {
        let matters = match self.shared.locations.kind(access.loc) {
            Object::Var(var) => self.shared.addressable[var.0 as usize],
            Object::Function(_) | Object::Literal => false,
            _ => true,
        };
        if matters {
            facts.accesses.insert(access);
        }
    }

    fn call_effects(&mut self, at: StmtRef, call: &Call, facts: &mut StmtFacts) {
        for operand in call.args.iter().chain(call.this.iter()) {
            self.reads_of(operand, facts);
        }
        if let Callee::Indirect(op) | Callee::Launch(op) = &call.callee {
            self.reads_of(op, facts);
        }
        for operand in launch_configuration(call) {
            self.reads_of(operand, facts);
        }
        let targets = self.targets(call);
        let launch = matches!(call.callee, Callee::Launch(_));
        let mut returns = targets.unknown || targets.known.is_empty();
        for target in &targets.known {
            facts.noreturn = false;
            self.known_call_effects(at, call, *target, facts);
            let summary = self.shared.summaries.get(target);
            let never = !launch && summary.is_some_and(|s| s.never_returns);
            returns |= !never && !facts.noreturn;
        }
        facts.noreturn = !returns;
        if targets.unknown {
            let mut from = self.values(&call.args);
            if let Some(this) = &call.this {
                from.extend(self.value(this));
            }
            match call.callee {
                Callee::Launch(_) => self.unknown_launch(at, &from, facts),
                _ => self.unknown_effects(&from, facts),
            }
        }
    }

    // --- summaries -------------------------------------------------------------------------------

    fn summarize(&mut self, facts: &[Vec<StmtFacts>]) -> Summary {
        let mut summary = Summary { contents: self.contents.clone(), ..Summary::default() };
        for stmt in facts.iter().flatten() {
            let outlives: Vec<Access> =
                stmt.accesses.iter().filter(|a| self.outlives(a.loc)).copied().collect();
            summary.accesses.extend(outlives);
            let frees: Vec<LocId> =
                stmt.frees.iter().filter(|l| self.outlives(**l)).copied().collect();
            summary.frees.extend(frees);
            for op in &stmt.ops {
                summary.ops.entry(op.site).or_default().extend(&op.accesses);
            }
            summary.flags.merge(stmt.flags);
            summary.flags.unknown |= stmt.flags.unknown;
        }
        let body = self.shared.module.function(self.function).body.as_ref();
        summary.never_returns = body.is_some_and(|body| !reaches(body, facts, body.exit));
        summary.may_throw = body.is_none_or(|body| reaches(body, facts, body.unwind_exit));
        if self.shared.module.function(self.function).nothrow {
            summary.may_throw = false;
        }
        let device = self.device_code_effects();
        summary.accesses.extend(device);
        summary
    }

    /// Whether a place exists after the function has returned.
    fn outlives(&self, loc: LocId) -> bool {
        match self.shared.locations.kind(loc) {
            Object::Var(var) => {
                let var = self.shared.module.var(*var);
                // Each block of threads has shared memory of its own.
                var.memory != Some(ir::DeviceMemory::Shared)
                    && (var.kind == VarKind::Static || var.owner != Some(self.function))
            }
            _ => true,
        }
    }

    /// What device code does beside accessing memory, as accesses of stand-in objects.
    fn device_code_effects(&mut self) -> Vec<Access> {
        let module = self.shared.module;
        let function = module.function(self.function);
        let Some(body) = function.body.as_ref().filter(|_| function.space != Space::Host) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut stand_in = |shared: &mut Shared<'m>, object| {
            found.push(Access::write(shared.locations.whole(object)));
        };
        let mut has_loop = false;
        for block in &body.blocks {
            has_loop |= block.loop_.is_some();
            for stmt in &block.stmts {
                let StmtKind::Call(Call { callee: Callee::Direct(id), .. }) = &stmt.kind else {
                    continue;
                };
                let name = module.function(*id).name.as_str();
                if crate::device::is_output(name) {
                    stand_in(self.shared, Object::DeviceOutput);
                }
                if crate::device::is_heap(name) {
                    stand_in(self.shared, Object::DeviceHeap);
                }
                if crate::device::is_grid_wait(name, block.loop_.is_some()) {
                    stand_in(self.shared, Object::GridBarrier);
                }
            }
        }
        let volatile = module
            .vars
            .iter()
            .any(|v| v.owner == Some(self.function) && v.ty.display.contains("volatile"));
        if has_loop && volatile {
            stand_in(self.shared, Object::GridBarrier);
        }
        found
    }

    pub fn op_use(&mut self, site: SiteId, accesses: BTreeSet<Access>, facts: &mut StmtFacts) {
        match facts.ops.iter_mut().find(|op| op.site == site) {
            Some(op) => op.accesses.extend(accesses),
            None => facts.ops.push(OpUse { site, accesses }),
        }
    }
}

/// Whom a call may reach.
pub(crate) struct Targets {
    pub known: Vec<FnId>,
    pub unknown: bool,
}

impl Solver<'_, '_> {
    pub fn targets(&mut self, call: &Call) -> Targets {
        match &call.callee {
            Callee::Direct(id) => Targets { known: vec![*id], unknown: false },
            // Other units may have overriders of their own.
            Callee::Virtual(_) => Targets { known: Vec::new(), unknown: true },
            Callee::Indirect(op) | Callee::Launch(op) => {
                let values = self.value(op);
                let mut targets = Targets { known: Vec::new(), unknown: values.is_empty() };
                for loc in values {
                    match self.shared.locations.kind(loc) {
                        Object::Function(id) => targets.known.push(*id),
                        _ => targets.unknown = true,
                    }
                }
                targets
            }
        }
    }
}

/// Grid, block, shared bytes and stream of a launch: values that the host evaluates.
pub(crate) fn launch_configuration(call: &Call) -> &[Operand] {
    let launch = call.syntax.as_ref().and_then(|syntax| syntax.launch.as_ref());
    launch.map_or(&[], |launch| &launch.config)
}

/// Whether some path leads from a function's entry to a block: by exceptions, too, that calls let out.
fn reaches(body: &Body, facts: &[Vec<StmtFacts>], end: Option<BlockId>) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        if Some(block) == end {
            return true;
        }
        let stmts = &facts[block.index()];
        if !stmts.iter().any(|f| f.noreturn) {
            work.extend(&body.block(block).succs);
        }
        let throws = stmts.last().is_some_and(|f| f.may_throw);
        work.extend(body.block(block).unwind.filter(|_| throws));
    }
    false
}
