//! The decisions of the analysis: modes of sites, waits, joins, guards, device-side order.

use crate::cause::Cause;
use crate::flight::{Flight, Flights, InFlight};
use crate::place::{Guard, Join, Position, Wait};
use crate::scan::{Findings, Scan};
use crate::summaries::{Known, Summaries};
use effects::{Access, Aliases, Effects, ObjId, Object, SiteId, StmtRef, StreamClass, Tri};
use ir::{FnId, Module, Space};
use model::{Direction, HostWaits, MemoryKind, OpKind};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// How a site is issued in the rewritten program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// In a stream of ours, without waiting.
    Async,
    /// As it is, in the legacy stream.
    Keep,
    /// As it is, in a stream that the program chose.
    User,
}

/// Why a site is not made asynchronous.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The text stands in a macro's body, in a header, or cannot be edited otherwise.
    NotEditable,
    /// There is no asynchronous function that does the same.
    NoTwin,
    /// It stands in device code.
    DeviceCode,
    /// Host to host.
    HostToHost,
    /// The program uses streams of its own around it.
    UserStreams,
    /// Streams are captured somewhere in the unit.
    Capture,
    /// The same statement uses the memory.
    SameStatement,
    /// No code can be put where the wait would be needed.
    NoPlaceForWait,
    /// A kernel prints, and the call flushes its output.
    FlushesOutput,
    /// Other code relies on the call's wait for earlier work, on some path only.
    CompletesEarlierWork,
    /// An exception may leave the scope, and no guard can be put there.
    NoPlaceForGuard,
    /// The default stream is an ordinary one in this build.
    PerThreadStream,
    /// `setjmp` is used in the unit.
    NonLocalJumps,
    /// The unit sets a handler that runs where no call of it stands: of a signal, or of an exception
    /// that nobody catches.
    Handlers,
    /// Other code keeps the address of the memory.
    KeptElsewhere,
    /// Switched off by a comment in the source or by an option.
    SwitchedOff,
}

/// What the caller decides.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The build uses per-thread default streams: the legacy rules do not hold.
    pub per_thread_default_stream: bool,
    /// Offsets of the main file at which operations are to be left alone.
    pub switched_off: BTreeSet<u32>,
    /// Memory that is kept when it is freed, in an order that makes later work follow all work on it:
    /// nothing need be waited for before that.
    pub kept_blocks: HashSet<ObjId>,
}

/// What a function leaves behind for its callers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CalleeSummary {
    /// At its return; none if it never returns.
    pub returned: Option<Outcome>,
    /// Where an exception leaves it; none if that never happens.
    pub thrown: Option<Outcome>,
    /// What it does with its callers' operations behind calls that used to complete them.
    pub late: Late,
}

/// What holds at an end of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Operations in flight.
    pub exit: BTreeMap<SiteId, InFlight>,
    /// On every path it has waited for the whole device.
    pub synced: bool,
    /// Asynchronous sites that it issues on every path to its end.
    pub issued: BTreeSet<SiteId>,
    /// Whether it used to wait for earlier work and no longer does.
    pub lost: TriOrNo,
    /// The calls that did.
    pub completers: BTreeSet<SiteId>,
}

/// Host accesses and boundaries that a function comes to after calls which used to complete all earlier work,
/// that of its callers included, and no longer do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Late {
    /// In the function's own terms.
    pub accesses: BTreeMap<Access, Completers>,
    /// Code that cannot be seen, a clock, the end of the process.
    pub boundaries: Completers,
}

/// Calls that used to complete all earlier work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completers {
    pub all: BTreeSet<SiteId>,
    /// Those that are still in flight.
    pub flying: BTreeSet<SiteId>,
}

impl Completers {
    pub fn extend(&mut self, other: &Completers) {
        self.all.extend(&other.all);
        self.flying.extend(&other.flying);
    }
}

/// A [`Tri`] that starts as `No`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriOrNo(pub Tri);

impl Default for TriOrNo {
    fn default() -> Self {
        TriOrNo(Tri::No)
    }
}

/// The findings for one function.
#[derive(Clone, Default)]
pub struct FunctionCra {
    pub flights: Flights,
    pub waits: Vec<Wait>,
    pub joins: BTreeSet<Join>,
    /// Where joins stand because of work that other code may have in flight.
    pub follows: BTreeSet<Position>,
    pub guards: Vec<Guard>,
    /// How the call at a statement blocks, with memory kinds known.
    pub blocks: HashMap<StmtRef, Tri>,
    /// Statements at which each flight is in the air and that are not its own.
    pub crossed: BTreeMap<SiteId, usize>,
    /// Sites in flight where the process may end, and whether the original had completed them.
    pub at_exit: BTreeMap<SiteId, Tri>,
    /// For each flight, those whose operations conflict with it.
    pub(crate) conflicts: Vec<dataflow::BitSet>,
    pub(crate) planned: crate::transfer::Planned,
    pub(crate) summary: CalleeSummary,
}

/// The result of the analysis.
pub struct Cra {
    pub modes: Vec<Mode>,
    pub reasons: BTreeMap<SiteId, Reason>,
    /// What was in the way of those that are not asynchronous, where a statement was.
    pub causes: BTreeMap<SiteId, Cause>,
    /// Sites that are waited for in their own function because of a statement of a caller.
    pub complete_at_exit: BTreeMap<SiteId, Cause>,
    pub functions: HashMap<FnId, FunctionCra>,
    /// Pairs of sites that must stay ordered on the device.
    pub edges: BTreeSet<(SiteId, SiteId)>,
    pub(crate) summaries: HashMap<FnId, CalleeSummary>,
}

impl Cra {
    pub fn mode(&self, site: SiteId) -> Mode {
        self.modes[site.0 as usize]
    }

    /// The operations between which and their waits another operation or host statement may run.
    pub fn asynchronous(&self) -> HashSet<SiteId> {
        let crossed = self.functions.values().flat_map(|f| &f.crossed).filter(|(_, n)| **n > 0);
        crossed.map(|(site, _)| *site).filter(|site| self.mode(*site) == Mode::Async).collect()
    }
}

/// Rounds of the outer loop: each takes at least one site out of the asynchronous ones.
const MAX_ROUNDS: usize = 10_000;

/// Runs the analysis.
pub fn analyze(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    options: &Options,
) -> Cra {
    let mut constraints = Constraints::initial(module, effects, options);
    constraints.keep_kept(module, effects, aliases);
    let mut rounds = Rounds {
        module,
        components: effects.graph.bottom_up(),
        late_code: has_late_code(module),
        known: Known::new(effects),
        kept_blocks: &options.kept_blocks,
        meets_other_code: effects::meets_other_code(module),
    };
    for _ in 0..MAX_ROUNDS {
        let result = rounds.run(effects, aliases, &mut constraints);
        if let Some((summaries, edges)) = result {
            return rounds.into_cra(constraints, summaries, edges);
        }
    }
    // Not reached: every round keeps one more site. Keeping all is always right.
    for site in effects.sites.ids() {
        constraints.keep(site, Reason::NoPlaceForWait, None);
    }
    let result = rounds.run(effects, aliases, &mut constraints);
    if result.is_none() {
        rounds.known = Known::new(effects);
    }
    let (summaries, edges) = result.unwrap_or_default();
    rounds.into_cra(constraints, summaries, edges)
}

/// What is decided about sites; it only ever gets more cautious.
pub(crate) struct Constraints {
    pub modes: Vec<Mode>,
    pub reasons: BTreeMap<SiteId, Reason>,
    /// See [`Cra::causes`].
    pub causes: BTreeMap<SiteId, Cause>,
    /// Sites that must be complete when their function returns.
    pub complete_at_exit: BTreeMap<SiteId, Cause>,
    pub changed: bool,
}

impl Constraints {
    fn initial(module: &Module, effects: &Effects, options: &Options) -> Constraints {
        let captures = effects
            .functions
            .values()
            .flat_map(|f| f.stmts.iter().flatten())
            .any(|s| s.flags.capture);
        let sets_library_streams =
            module.functions.iter().any(|f| f.system && f.name.ends_with("SetStream"));
        let mut constraints = Constraints {
            modes: vec![Mode::Async; effects.sites.all.len()],
            reasons: BTreeMap::new(),
            causes: BTreeMap::new(),
            complete_at_exit: BTreeMap::new(),
            changed: false,
        };
        // `longjmp` leaves scopes behind the back of the control-flow graph.
        let jumps =
            module.functions.iter().any(|f| f.name.trim_start_matches('_').contains("setjmp"));
        let handlers = module.functions.iter().any(|f| f.body.is_none() && sets_handler(&f.name));
        for id in effects.sites.ids() {
            let site = effects.sites.get(id);
            let own_stream = site.stream == StreamClass::User
                || site.nonlegacy
                || site.kind == OpKind::StreamWait
                || site.kind == OpKind::HostFunc
                || site.kind == OpKind::Library && sets_library_streams;
            let device = site.all.iter().any(|at| {
                matches!(module.function(at.function).space, Space::Device | Space::Kernel)
            });
            let convertible = matches!(site.kind, OpKind::Copy | OpKind::Set | OpKind::Launch);
            let off = matches!(site.key, effects::SiteKey::Text(span) if options.switched_off.contains(&span.start));
            let asynchronous_already = site.waits == HostWaits::No && site.kind != OpKind::Launch;
            let reason = if device {
                Some(Reason::DeviceCode)
            } else if own_stream {
                constraints.modes[id.0 as usize] = Mode::User;
                Some(Reason::UserStreams)
            } else if jumps {
                Some(Reason::NonLocalJumps)
            } else if handlers {
                Some(Reason::Handlers)
            } else if captures {
                Some(Reason::Capture)
            } else if options.per_thread_default_stream {
                Some(Reason::PerThreadStream)
            } else if off {
                Some(Reason::SwitchedOff)
            } else if !convertible
                || asynchronous_already && site.direction.is_none() && !site.editable
            {
                Some(Reason::NoTwin)
            } else if site.direction == Some(Direction::HostToHost) {
                Some(Reason::HostToHost)
            } else if !site.editable {
                Some(Reason::NotEditable)
            } else {
                None
            };
            if let Some(reason) = reason {
                if constraints.modes[id.0 as usize] != Mode::User {
                    constraints.modes[id.0 as usize] = Mode::Keep;
                }
                constraints.reasons.insert(id, reason);
            }
        }
        constraints
    }

    /// Memory that other code keeps the address of may be used behind any call: operations on it
    /// stay as they are.
    fn keep_kept(&mut self, module: &Module, effects: &mut Effects, aliases: &mut Aliases) {
        let mut kept: BTreeMap<effects::LocId, StmtRef> = BTreeMap::new();
        let mut uses: Vec<(SiteId, FnId, Vec<effects::LocId>)> = Vec::new();
        let mut seeds: Vec<(StmtRef, effects::LocId)> = Vec::new();
        for (at, stmt) in all_facts(effects) {
            seeds.extend(stmt.kept.iter().map(|l| (at, *l)));
            let locs = |op: &effects::OpUse| op.accesses.iter().map(|a| a.loc).collect();
            uses.extend(stmt.ops.iter().map(|op| (op.site, at.function, locs(op))));
        }
        for (at, loc) in seeds {
            for place in aliases.concretize(module, effects, at.function, loc).iter() {
                let first = kept.entry(place).or_insert(at);
                *first = (*first).min(at);
            }
        }
        if kept.is_empty() {
            return;
        }
        uses.sort();
        for (site, id, locs) in uses {
            for loc in locs {
                let touched = aliases.concretize(module, effects, id, loc);
                let keeper = touched.iter().find_map(|l| kept.get(&l));
                if let Some(at) = keeper {
                    self.keep(site, Reason::KeptElsewhere, Some(Cause::host(*at)));
                }
            }
        }
    }

    pub fn keep(&mut self, site: SiteId, reason: Reason, cause: Option<Cause>) {
        let mode = &mut self.modes[site.0 as usize];
        if *mode == Mode::Async {
            *mode = Mode::Keep;
            self.reasons.insert(site, reason);
            self.causes.extend(cause.map(|cause| (site, cause)));
            self.changed = true;
        }
    }

    /// The site must be complete at its function's return; if that is known already, it is kept.
    pub fn complete_at_exit(&mut self, site: SiteId, reason: Reason, cause: Cause) {
        if self.modes[site.0 as usize] != Mode::Async {
            return;
        }
        if self.complete_at_exit.contains_key(&site) {
            return self.keep(site, reason, Some(cause));
        }
        self.complete_at_exit.insert(site, cause);
        self.changed = true;
    }
}

/// What the rounds of the outer loop share.
struct Rounds<'m> {
    module: &'m Module,
    /// Mutually recursive functions, callees first.
    components: Vec<Vec<FnId>>,
    late_code: bool,
    known: Known,
    kept_blocks: &'m HashSet<ObjId>,
    meets_other_code: bool,
}

type Edges = BTreeSet<(SiteId, SiteId)>;

impl Rounds<'_> {
    /// One round: `None` when a constraint was added.
    fn run(
        &mut self,
        effects: &mut Effects,
        aliases: &mut Aliases,
        constraints: &mut Constraints,
    ) -> Option<(Summaries, Edges)> {
        constraints.changed = false;
        let mut summaries = Summaries::default();
        let mut edges = Edges::new();
        for component in std::mem::take(&mut self.components) {
            // Each component goes back, whether or not the round ends here.
            if !constraints.changed {
                let mut part = Part { effects, aliases, constraints, summaries: &mut summaries };
                self.component(&component, &mut part, &mut edges);
            }
            self.components.push(component);
        }
        (!constraints.changed).then_some((summaries, edges))
    }

    fn component(&mut self, component: &[FnId], part: &mut Part<'_>, edges: &mut Edges) {
        let recursive = part.effects.graph.is_recursive(component);
        loop {
            let mut moved = false;
            for id in component {
                let function = self.module.function(*id);
                let host = matches!(function.space, Space::Host | Space::Both);
                if function.body.is_some() && host {
                    moved |= self.function(*id, recursive, part, edges);
                }
            }
            if !moved || !recursive {
                return;
            }
        }
    }

    /// Analyses a function unless that was done before; whether its summary is new in this round.
    fn function(
        &mut self,
        id: FnId,
        recursive: bool,
        part: &mut Part<'_>,
        edges: &mut Edges,
    ) -> bool {
        let inputs = match recursive {
            true => None,
            false => self.known.inputs(id, part.constraints, part.summaries),
        };
        let summary = match self.known.find(id, inputs.as_ref()) {
            Some(known) => {
                edges.extend(&known.edges);
                known.function.summary.clone()
            }
            None => {
                let findings = self.analyze_function(id, recursive, part);
                edges.extend(&findings.edges);
                let summary = findings.function.summary.clone();
                let complete = inputs.filter(|_| !part.constraints.changed);
                self.known.keep(id, complete, findings);
                summary
            }
        };
        let moved = part.summaries.get(id) != Some(&summary);
        part.summaries.insert(id, summary);
        moved
    }

    fn analyze_function(&self, id: FnId, recursive: bool, part: &mut Part<'_>) -> Findings {
        let mut function = FunctionCra::default();
        collect_flights(part.effects, id, &mut function.flights);
        function.blocks = blocking(self.module, part.effects, part.aliases, id);
        let mut scan = Scan {
            module: self.module,
            effects: part.effects,
            aliases: part.aliases,
            constraints: part.constraints,
            summaries: part.summaries,
            id,
            recursive,
            late_code: self.late_code,
            kept_blocks: self.kept_blocks,
            meets_other_code: self.meets_other_code,
        };
        scan.run(function)
    }

    fn into_cra(self, constraints: Constraints, summaries: Summaries, edges: Edges) -> Cra {
        let findings = self.known.into_findings();
        Cra {
            modes: constraints.modes,
            reasons: constraints.reasons,
            causes: constraints.causes,
            complete_at_exit: constraints.complete_at_exit,
            functions: findings.map(|(id, findings)| (id, findings.function)).collect(),
            edges,
            summaries: summaries.into_map(),
        }
    }
}

/// What the analysis of a function works with.
struct Part<'a> {
    effects: &'a mut Effects,
    aliases: &'a mut Aliases,
    constraints: &'a mut Constraints,
    summaries: &'a mut Summaries,
}

/// Functions that set a handler which may run at almost any statement.
const HANDLER_SETTERS: [&str; 12] = [
    "signal",
    "std::signal",
    "__sysv_signal",
    "bsd_signal",
    "sysv_signal",
    "ssignal",
    "sigset",
    "sigaction",
    "std::set_terminate",
    "std::set_unexpected",
    "std::set_new_handler",
    "set_terminate",
];

/// Whether a function of this name sets such a handler.
pub(crate) fn sets_handler(name: &str) -> bool {
    HANDLER_SETTERS.contains(&name)
}

/// Whether handlers or destructors of the unit run while the process ends.
fn has_late_code(module: &Module) -> bool {
    let handlers =
        ["atexit", "on_exit", "at_quick_exit", "std::atexit", "std::at_quick_exit", "__cxa_atexit"];
    // The library's streams are never destroyed. What flushes them is no code of the program; but it runs what the
    // program put behind them.
    let flushed = ["sync", "overflow", "xsputn"];
    let own_flush = |f: &ir::Function| {
        let name = f.name.rsplit("::").next().unwrap_or_default();
        !f.system && f.name.contains("::") && flushed.contains(&name)
    };
    let streams = ["cout", "cerr", "clog", "cin", "wcout", "wcerr", "wclog", "wcin", "__ioinit"];
    let is_stream = |v: &ir::Var| v.system && streams.contains(&v.name.as_str());
    let is_static = |v: &ir::Var| v.kind == ir::VarKind::Static && !is_stream(v);
    module.functions.iter().any(|f| f.body.is_none() && handlers.contains(&f.name.as_str()))
        || module.functions.iter().any(own_flush)
        || module.vars.iter().any(|v| is_static(v) && v.ty.destructor)
}

/// What all statements do.
fn all_facts(effects: &Effects) -> impl Iterator<Item = (StmtRef, &effects::StmtFacts)> {
    effects.functions.iter().flat_map(|(id, facts)| {
        facts.stmts.iter().enumerate().flat_map(move |(block, stmts)| {
            let at = move |index: usize| StmtRef {
                function: *id,
                block: ir::BlockId(block as u32),
                index: index as u32,
            };
            stmts.iter().enumerate().map(move |(index, stmt)| (at(index), stmt))
        })
    })
}

fn collect_flights(effects: &Effects, id: FnId, flights: &mut Flights) {
    let Some(facts) = effects.functions.get(&id) else { return };
    for (block, stmts) in facts.stmts.iter().enumerate() {
        for (index, stmt) in stmts.iter().enumerate() {
            let at =
                StmtRef { function: id, block: ir::BlockId(block as u32), index: index as u32 };
            let own = effects.sites.at(at);
            for op in &stmt.ops {
                let nested = own != Some(op.site);
                flights.add(Flight { at, site: op.site, accesses: op.accesses.clone(), nested });
            }
        }
    }
}

/// How the calls of a function wait, once the memory kinds of their operands are known.
fn blocking(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    id: FnId,
) -> HashMap<StmtRef, Tri> {
    let mut found = HashMap::new();
    let uses: Vec<(StmtRef, SiteId, Vec<Access>)> = {
        let Some(facts) = effects.functions.get(&id) else { return found };
        let stmts = facts.stmts.iter().enumerate().flat_map(|(block, stmts)| {
            stmts.iter().enumerate().map(move |(index, stmt)| (block, index, stmt))
        });
        stmts
            .filter_map(|(block, index, stmt)| {
                let at =
                    StmtRef { function: id, block: ir::BlockId(block as u32), index: index as u32 };
                let site = effects.sites.at(at)?;
                let accesses =
                    stmt.ops.iter().find(|o| o.site == site)?.accesses.iter().copied().collect();
                Some((at, site, accesses))
            })
            .collect()
    };
    for (at, site, accesses) in uses {
        let answer = match effects.sites.get(site).blocks() {
            Tri::Maybe => match only_device_memory(module, effects, aliases, id, &accesses) {
                true => Tri::No,
                false => Tri::Maybe,
            },
            known => known,
        };
        found.insert(at, answer);
    }
    found
}

fn only_device_memory(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    id: FnId,
    accesses: &[Access],
) -> bool {
    accesses.iter().all(|access| {
        let concrete = aliases.concretize(module, effects, id, access.loc);
        !concrete.is_empty()
            && concrete.iter().all(|loc| match effects.locations.kind(loc) {
                Object::Heap { memory, .. } => *memory == MemoryKind::Device,
                Object::Var(var) => matches!(
                    module.var(*var).memory,
                    Some(ir::DeviceMemory::Device | ir::DeviceMemory::Constant)
                ),
                _ => false,
            })
    })
}
