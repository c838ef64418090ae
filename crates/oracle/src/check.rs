//! Compares what a run touched with what the analysis says.
//!
//! *Takes* a program with its facts and a run, *gives* every access that a statement made, in itself or in what it
//! called, and that the facts of the statement do not have. An access is held against the facts of every function on
//! the stack; one of an operation against the statements that led to its issue. Two places are the same if
//! [`effects::Aliases`] says that they may be, which is what the rewriting goes by.

use crate::code::Piece;
use crate::debug::{Function, Storage, CLOSURE};
use crate::lab::{Built, Run};
use crate::log::{Event, Manner, Point, Target};
use crate::program::Program;
use effects::{Access, LocId, Object, StmtRef};
use ir::{Callee, FnId, Operand, Space, StmtKind, TypeShape, VarId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// An access that the facts do not have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// Where the statement begins.
    pub line: usize,
    pub function: String,
    /// The statement.
    pub text: String,
    pub what: String,
    pub object: String,
    /// What the facts say instead.
    pub facts: String,
}

/// The result of a comparison.
#[derive(Clone, Default, Debug)]
pub struct Comparison {
    pub findings: BTreeSet<Finding>,
    /// Accesses, each held against the facts of one function.
    pub checked: usize,
    /// Accesses of memory that the analysis has no name for: temporaries, what the library keeps for itself.
    pub unnamed: usize,
}

impl Comparison {
    pub fn add(&mut self, other: Comparison) {
        self.findings.extend(other.findings);
        self.checked += other.checked;
        self.unnamed += other.unnamed;
    }
}

/// Compares a run with the facts.
pub fn compare(program: &mut Program, built: &Built, run: &Run) -> Comparison {
    let variables = built.variables.all.iter().map(|v| named(program, v)).collect();
    let allocations = allocations(program);
    let mut check = Check {
        program,
        built,
        run,
        variables,
        allocations,
        facts: HashMap::new(),
        heap: HashMap::new(),
        answers: HashMap::new(),
        result: Comparison::default(),
    };
    for event in &run.log.events {
        check.event(event);
    }
    check.result
}

/// A function on the stack.
#[derive(Clone)]
struct Level {
    piece: Piece,
    /// The frame; several levels of inlined calls share one.
    node: u32,
    /// It issued the operation that makes the access.
    issue: bool,
    /// Code of a kernel: what its parameters point to is made concrete only where it is launched.
    device: bool,
}

/// Which statements an access is held against: the compiler's line table is not exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    /// Those of the piece.
    Piece,
    /// Those of the whole statement that the piece is part of.
    Whole,
    /// The ends of all objects of the function: where a block is left by an exception or a jump, the compiler gives
    /// them the place of another statement, or of a brace.
    Ends,
}

/// What a piece does.
#[derive(Default)]
struct Facts {
    reads: BTreeSet<(FnId, LocId)>,
    writes: BTreeSet<(FnId, LocId)>,
    frees: BTreeSet<(FnId, LocId)>,
    /// All that is in flight is waited for in front of it.
    boundary: bool,
}

struct Check<'c> {
    program: &'c mut Program,
    built: &'c Built,
    run: &'c Run,
    /// The places of each variable of the executable.
    variables: Vec<Vec<(VarId, LocId)>>,
    allocations: Vec<(StmtRef, Vec<StmtRef>, LocId)>,
    facts: HashMap<(Piece, bool, Scope), Rc<Facts>>,
    heap: HashMap<u32, Rc<Vec<LocId>>>,
    answers: HashMap<(FnId, LocId, LocId), bool>,
    result: Comparison,
}

/// Nobody calls `main` that could give it anything.
fn is_main(module: &ir::Module, functions: &[FnId]) -> bool {
    functions.iter().any(|f| module.function(*f).name == "main")
}

/// The places of a variable: instances of a template have one each.
fn named(program: &mut Program, variable: &crate::debug::Variable) -> Vec<(VarId, LocId)> {
    let Some(bytes) = variable.line.and_then(|line| program.split.bytes(line)) else {
        return Vec::new();
    };
    let is_static = matches!(variable.place, Storage::Static { .. });
    let mut found = Vec::new();
    for (index, var) in program.module.vars.iter().enumerate() {
        let here = var.span.is_some_and(|span| {
            span.file.0 == 0
                && (span.start as usize) < bytes.end
                && bytes.start < span.end.max(span.start + 1) as usize
        });
        let kind = match var.kind {
            ir::VarKind::Static => is_static,
            _ => !is_static,
        };
        // What a closure captures is known under its own name.
        let closure = var.ty.display.contains("(lambda at");
        if here && kind && !closure && var.name == variable.name {
            let id = VarId(index as u32);
            found.push((id, program.effects.locations.whole(Object::Var(id))));
        }
    }
    found
}

/// All allocations that the analysis knows, with the calls that led there.
fn allocations(program: &mut Program) -> Vec<(StmtRef, Vec<StmtRef>, LocId)> {
    let mut found = Vec::new();
    for object in program.effects.locations.all_memory() {
        if let Object::Heap { at, context, .. } = program.effects.locations.object(object) {
            found.push((*at, context.clone(), object));
        }
    }
    let locations = &mut program.effects.locations;
    found.into_iter().map(|(at, context, o)| (at, context, locations.loc(o, &[]))).collect()
}

impl Check<'_> {
    fn event(&mut self, event: &Event) {
        if self.is_internal(event.at) {
            return;
        }
        let candidates = self.places(event.target);
        if candidates.is_empty() {
            self.result.unnamed += 1;
            return;
        }
        let mut levels = self.levels(event);
        let mut candidates = candidates.to_vec();
        if let Target::Local { owner, .. } = event.target {
            let inside = self.inside(event, owner);
            levels.retain(|level| {
                inside.as_ref().is_none_or(|nodes| nodes.contains(&(level.node, level.issue)))
            });
        }
        candidates.extend(self.returned(event, &levels));
        candidates.extend(self.kept_inside(event.target));
        let unknown = self.program.effects.locations.whole(Object::Unknown);
        for (index, level) in levels.iter().enumerate() {
            self.result.checked += 1;
            let ends = index > 0 && self.is_destructor(&levels[index - 1].piece);
            let allowed = self.allows(level, event.manner, &candidates)
                || ends && self.has(level, Scope::Ends, event.manner, &candidates)
                || self.is_called_by_unknown_code(level, &levels[index + 1..])
                    && self.has(level, Scope::Whole, event.manner, &[unknown]);
            if !allowed {
                self.report(level, event, &candidates);
                return;
            }
        }
    }

    /// The frames in which a variable of the frame `owner` exists; none if that is another thread's.
    fn inside(&self, event: &Event, owner: u32) -> Option<HashSet<(u32, bool)>> {
        let own = self.run.log.outwards(event.at).map(|p| (p.node, false));
        let issued = self.run.log.issued.get(event.op as usize).filter(|_| event.op != 0);
        let issue = issued.into_iter().flat_map(|at| self.run.log.outwards(*at));
        let mut found = HashSet::new();
        for (node, issue) in own.chain(issue.map(|p| (p.node, true))) {
            found.insert((node, issue));
            if node == owner {
                return Some(found);
            }
        }
        None
    }

    /// Where functions on the stack keep the objects that they return: these are made where the caller wants to have
    /// them.
    fn returned(&mut self, event: &Event, levels: &[Level]) -> Vec<LocId> {
        let made_elsewhere = |level: &&Level| match event.target {
            Target::Local { owner, .. } => level.node != owner,
            Target::Static(_) | Target::Allocation(_) => true,
        };
        levels.iter().filter(made_elsewhere).flat_map(|level| self.results(&level.piece)).collect()
    }

    /// What an object of the library points to may lie within the object, as short strings do.
    fn kept_inside(&self, target: Target) -> Vec<LocId> {
        let id = match target {
            Target::Static(id) | Target::Local { variable: id, .. } => id,
            Target::Allocation(_) => return Vec::new(),
        };
        let variables: Vec<VarId> =
            self.variables.get(id as usize).into_iter().flatten().map(|(var, _)| *var).collect();
        let module = &self.program.module;
        let by_library = |at: &StmtRef| {
            let Some(call) = at.call(module) else { return false };
            let system = matches!(call.callee, Callee::Direct(f) if module.function(f).system);
            let own = |place: &ir::Place| variables.contains(&place.var);
            system && matches!(&call.this, Some(Operand::AddrOf(place)) if own(place))
        };
        let all = self.allocations.iter().filter(|(at, _, _)| by_library(at));
        all.map(|(_, _, loc)| *loc).collect()
    }

    /// Where the functions of a piece keep a class object that they return.
    fn results(&mut self, piece: &Piece) -> Vec<LocId> {
        let Program { module, effects, code, .. } = &mut *self.program;
        let mut found = Vec::new();
        for function in code.functions(piece) {
            let Some(result) = module.function(*function).ret else { continue };
            let record = &module.var(result).ty.record;
            if record.is_empty() {
                continue;
            }
            found.push(effects.locations.whole(Object::Var(result)));
            for (index, var) in module.vars.iter().enumerate() {
                if var.owner == Some(*function) && var.ty.record == *record {
                    found.push(effects.locations.whole(Object::Var(VarId(index as u32))));
                }
            }
        }
        found
    }

    /// Whether code that the analysis does not see called the function, directly or not: whatever was in flight was
    /// waited for before, and what the function is given has no name.
    fn is_called_by_unknown_code(&mut self, level: &Level, callers: &[Level]) -> bool {
        let Program { module, effects, code, .. } = &*self.program;
        let mut functions = code.functions(&level.piece).iter();
        if !functions.any(|f| effects.may_be_called_from_outside(module, *f)) {
            return false;
        }
        let outermost = callers.last().unwrap_or(level);
        // Handlers, and the ends of static objects, are called by nobody here.
        !is_main(module, code.functions(&outermost.piece))
            || callers.iter().any(|caller| self.facts(caller, Scope::Piece).boundary)
    }

    /// The functions with a body in this file on the stack, innermost first; behind those of an operation the ones
    /// that issued it.
    fn levels(&self, event: &Event) -> Vec<Level> {
        let mut found = self.levels_from(event.at, false);
        let host = |level: &Level| !self.is_kernel(&level.piece);
        match event.op {
            0 => found.retain(host),
            _ => found.iter_mut().for_each(|level| level.device = self.is_device(&level.piece)),
        }
        if let Some(issued) = self.run.log.issued.get(event.op as usize).filter(|_| event.op != 0) {
            found.extend(self.levels_from(*issued, true).into_iter().filter(host));
        }
        found
    }

    fn is_device(&self, piece: &Piece) -> bool {
        let mut functions = self.program.code.functions(piece).iter();
        functions.any(|f| self.program.module.function(*f).space != Space::Host)
    }

    /// On the host, a kernel's function only puts the kernel into a stream.
    fn is_kernel(&self, piece: &Piece) -> bool {
        let functions = self.program.code.functions(piece);
        functions.iter().any(|f| self.program.module.function(*f).space == Space::Kernel)
    }

    fn levels_from(&self, from: Point, issue: bool) -> Vec<Level> {
        let mut found = Vec::new();
        for point in self.run.log.outwards(from) {
            for piece in self.pieces(point) {
                found.push(Level { piece, node: point.node, issue, device: false });
            }
        }
        found
    }

    /// The pieces at an instruction: more than one where calls are inlined.
    fn pieces(&self, point: Point) -> Vec<Piece> {
        let pc = point.pc - 1;
        let Some(positions) = self.run.positions.get(&pc) else { return Vec::new() };
        let Some((own, inlined)) = positions.split_last() else { return Vec::new() };
        let declared = self.built.variables.function_at(pc).and_then(|f| self.declaration(f));
        let mut found: Vec<Piece> = inlined
            .iter()
            .filter_map(|position| self.program.code.piece_at(self.start(position.line?)?))
            .collect();
        if let (Some(declared), Some(at)) = (declared, own.line.and_then(|line| self.start(line))) {
            found.extend(self.program.code.piece_of(declared, at));
        }
        found.retain(|piece| {
            self.program.code.is_lowered(piece)
                && !self.is_end_of_destructor(piece)
                && !self.is_structured_binding(piece)
        });
        found
    }

    /// Where a function is declared; for those of closures the debug information has no more than their first line.
    fn declaration(&self, function: &Function) -> Option<usize> {
        let closure = || {
            let first = self.run.positions.get(&function.low)?.last()?;
            first.line.filter(|_| function.name == CLOSURE)
        };
        self.start(function.line.or_else(closure)?)
    }

    /// The first byte of the original that is not blank in a line of the split text.
    fn start(&self, line: u32) -> Option<usize> {
        let bytes = self.program.split.bytes(line)?;
        let text = &self.program.source[bytes.clone()];
        Some(bytes.start + text.iter().take_while(|b| b.is_ascii_whitespace()).count())
    }

    fn is_destructor(&self, piece: &Piece) -> bool {
        let mut functions = self.program.code.functions(piece).iter();
        functions.any(|f| self.program.module.function(*f).name.contains('~'))
    }

    /// Members and bases end behind the body of a destructor; the IR has that where the object ends.
    fn is_end_of_destructor(&self, piece: &Piece) -> bool {
        self.is_destructor(piece) && piece.bytes.is_none_or(|(start, end)| end == start + 1)
    }

    /// Whether the simulator or a library that is linked to it called one of the functions on the stack: what they
    /// keep for themselves is not the program's.
    fn is_internal(&self, from: Point) -> bool {
        // On a stack of their own, kernels and host functions are called by nobody else.
        let callers = self.run.log.outwards(from).skip(1).filter(|p| p.node != 0);
        callers.map(|p| p.pc - 1).any(|pc| self.built.is_internal(pc))
    }

    /// The names that the analysis has for what was touched.
    fn places(&mut self, target: Target) -> Rc<Vec<LocId>> {
        match target {
            Target::Static(id) | Target::Local { variable: id, .. } => {
                let known = self.variables.get(id as usize);
                Rc::new(known.into_iter().flatten().map(|(_, loc)| *loc).collect())
            }
            Target::Allocation(id) => {
                if let Some(known) = self.heap.get(&id) {
                    return known.clone();
                }
                let found = Rc::new(self.allocation(id));
                self.heap.insert(id, found.clone());
                found
            }
        }
    }

    fn allocation(&self, id: u32) -> Vec<LocId> {
        let Some(from) = self.run.log.allocated.get(id as usize) else { return Vec::new() };
        let chain: Vec<&[StmtRef]> = self
            .levels_from(*from, false)
            .iter()
            .map(|level| self.program.code.statements(&level.piece))
            .collect();
        let Some((first, callers)) = chain.split_first() else { return Vec::new() };
        let fits = |at: &StmtRef, context: &[StmtRef]| {
            // Calls may be left out of a context, but their order is kept.
            let mut callers = callers.iter();
            first.contains(at) && context.iter().all(|call| callers.any(|c| c.contains(call)))
        };
        let all = self.allocations.iter();
        all.filter(|(at, context, _)| fits(at, context)).map(|(_, _, loc)| *loc).collect()
    }

    /// Whether the facts have the access. Memory that is freed is as good as written.
    fn allows(&mut self, level: &Level, manner: Manner, candidates: &[LocId]) -> bool {
        let scopes = [Scope::Piece, Scope::Whole];
        scopes.into_iter().any(|scope| self.has(level, scope, manner, candidates))
    }

    fn has(&mut self, level: &Level, scope: Scope, manner: Manner, candidates: &[LocId]) -> bool {
        let facts = self.facts(level, scope);
        if facts.boundary {
            return true;
        }
        let sets: &[&BTreeSet<(FnId, LocId)>] = match manner {
            Manner::Read => &[&facts.reads, &facts.writes, &facts.frees],
            Manner::Write | Manner::Free => &[&facts.writes, &facts.frees],
        };
        sets.iter().copied().flatten().any(|(function, loc)| {
            level.device && self.is_given(*loc)
                || candidates.iter().any(|c| self.may_alias(*function, *loc, *c))
        })
    }

    /// Whether the place is one that the caller names, or any.
    fn is_given(&self, loc: LocId) -> bool {
        matches!(self.program.effects.locations.kind(loc), Object::Entry(_) | Object::Unknown)
    }

    fn may_alias(&mut self, function: FnId, a: LocId, b: LocId) -> bool {
        if let Some(known) = self.answers.get(&(function, a, b)) {
            return *known;
        }
        let Program { module, effects, aliases, .. } = &mut *self.program;
        let found = aliases.may_alias(module, effects, function, a, b);
        self.answers.insert((function, a, b), found);
        found
    }

    fn facts(&mut self, level: &Level, scope: Scope) -> Rc<Facts> {
        let key = (level.piece.clone(), level.issue, scope);
        if let Some(known) = self.facts.get(&key) {
            return known.clone();
        }
        let mut facts = Facts::default();
        let mut statements = match scope {
            Scope::Piece => self.program.code.statements(&level.piece).to_vec(),
            Scope::Whole => self.program.code.grouped(&level.piece).to_vec(),
            Scope::Ends => self.destructions(&level.piece),
        };
        if scope == Scope::Whole && self.declares_array_of_objects(&level.piece) {
            statements.extend(self.destructions(&level.piece));
        }
        for at in statements {
            let Some(stmt) = self.program.effects.stmt(at) else { continue };
            let flags = stmt.flags;
            facts.boundary |= flags.unknown || flags.release || flags.clock;
            facts.boundary |= flags.device_change || flags.reset;
            let accesses: Vec<&Access> = match level.issue {
                true => stmt.ops.iter().flat_map(|op| &op.accesses).collect(),
                false => stmt.accesses.iter().collect(),
            };
            for access in accesses {
                let set = if access.write { &mut facts.writes } else { &mut facts.reads };
                set.insert((at.function, access.loc));
            }
            facts.frees.extend(stmt.frees.iter().map(|loc| (at.function, *loc)));
        }
        let facts = Rc::new(facts);
        self.facts.insert(key, facts.clone());
        facts
    }

    /// The compiler gives the end of an array's elements the place of the array's declaration.
    fn declares_array_of_objects(&self, piece: &Piece) -> bool {
        self.program.module.vars.iter().any(|var| {
            var.ty.shape == TypeShape::Array
                && var.ty.destructor
                && var.span.is_some_and(|span| {
                    let at = span.start as usize;
                    span.file.0 == 0 && piece.bytes.is_some_and(|(s, e)| s <= at && at < e)
                })
        })
    }

    /// Everything in the functions of a piece that ends an object.
    fn destructions(&self, piece: &Piece) -> Vec<StmtRef> {
        let Program { module, code, .. } = &*self.program;
        let mut found = Vec::new();
        for function in code.functions(piece) {
            let Some(body) = &module.function(*function).body else { continue };
            for block in body.block_ids() {
                for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                    let StmtKind::Call(call) = &stmt.kind else { continue };
                    let Callee::Direct(callee) = call.callee else { continue };
                    if module.function(callee).name.contains('~') {
                        let index = index as u32;
                        found.push(StmtRef { function: *function, block, index });
                    }
                }
            }
        }
        found
    }

    /// The compiler gives uses of the names in `auto [a, b] = …` the place of that declaration.
    fn is_structured_binding(&self, piece: &Piece) -> bool {
        let Some((start, end)) = piece.bytes else { return false };
        let text = String::from_utf8_lossy(&self.program.source[start..end]);
        let declared = text.trim_start_matches("const ").strip_prefix("auto");
        declared.is_some_and(|rest| rest.trim_start_matches(['&', ' ']).starts_with('['))
    }

    fn report(&mut self, level: &Level, event: &Event, candidates: &[LocId]) {
        let Program { source, module, effects, code, .. } = &*self.program;
        let (start, end) = level.piece.bytes.unwrap_or(level.piece.function);
        let line = 1 + source[..start].iter().filter(|b| **b == b'\n').count();
        let text = String::from_utf8_lossy(&source[start..end]);
        let text = text.lines().next().unwrap_or_default().to_owned();
        let names = |set: &BTreeSet<(FnId, LocId)>| {
            let names: BTreeSet<String> =
                set.iter().map(|(_, loc)| effects.locations.name(module, *loc)).collect();
            names.into_iter().collect::<Vec<_>>().join(", ")
        };
        let facts = &self.facts[&(level.piece.clone(), level.issue, Scope::Piece)];
        let mut said = BTreeMap::new();
        said.insert("reads", names(&facts.reads));
        said.insert("writes", names(&facts.writes));
        said.insert("frees", names(&facts.frees));
        said.retain(|_, names| !names.is_empty());
        let said: Vec<String> =
            said.iter().map(|(verb, names)| format!("{verb} {names}")).collect();
        let who = match (event.op, level.issue) {
            (0, _) => "the host",
            (_, true) => "the operation",
            (_, false) => "device code",
        };
        let verb = match event.manner {
            Manner::Read => "reads",
            Manner::Write => "writes",
            Manner::Free => "frees",
        };
        let functions = code.functions(&level.piece);
        let function =
            functions.first().map_or(String::new(), |f| module.function(*f).name.clone());
        let places: BTreeSet<String> =
            candidates.iter().map(|loc| effects.locations.name(module, *loc)).collect();
        let object = self.describe(event.target, &places);
        let facts = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
        let what = format!("{who} {verb}");
        self.result.findings.insert(Finding { line, function, text, what, object, facts });
    }

    fn describe(&self, target: Target, places: &BTreeSet<String>) -> String {
        let names = places.iter().cloned().collect::<Vec<_>>().join(", ");
        match target {
            Target::Allocation(id) => {
                let levels = self.levels_from(self.run.log.allocated[id as usize], false);
                let line = levels.first().and_then(|l| l.piece.bytes).map_or(0, |(start, _)| {
                    1 + self.program.source[..start].iter().filter(|b| **b == b'\n').count()
                });
                format!("memory allocated in line {line} ({names})")
            }
            Target::Static(_) => names,
            Target::Local { offset, .. } => format!("{names} (at byte {offset})"),
        }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: in `{}`, {} {}, but the statement is known for: {}\n    {}",
            self.line, self.function, self.what, self.object, self.facts, self.text
        )
    }
}
