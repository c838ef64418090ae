//! The plan: what will be inserted where, without a word of syntax.

use crate::assign::{assign, Streams};
use cra::{implied_orders, Cra, Mode, Ordering, Position};
use effects::{Effects, SiteId, StmtRef, Tri};
use ir::{Callee, FnId, Module, Operand, StmtKind, VarId};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that the rewriting will do.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Plan {
    pub streams: usize,
    pub events: usize,
    /// The stream in which each event is recorded: one for good.
    pub stream_of_event: Vec<usize>,
    pub ops: Vec<PlannedOp>,
    pub waits: Vec<PlannedWait>,
    pub joins: Vec<PlannedJoin>,
    /// Other code may have work in flight when the first stream is made.
    pub follows: bool,
    pub guards: Vec<PlannedGuard>,
    /// Events that the process waits for before it ends.
    pub at_exit: Vec<usize>,
    /// Calls that allocate device memory, each by its first statement, and take a block that was kept.
    pub allocations: Vec<PlannedCall>,
    /// Calls that free device memory and keep the block.
    pub releases: Vec<PlannedCall>,
    /// Keeping a block waits for the device, as freeing it did.
    pub release_waits: bool,
    /// When host memory is page-locked.
    pub pin: Pin,
    /// What becomes of memory that `new` allocates.
    #[serde(skip)]
    pub new: cra::NewMemory,
    /// Calls that allocate host memory which takes part in copies.
    pub host_blocks: Vec<PlannedBlock>,
    /// Calls that free memory which may be page-locked.
    pub host_frees: Vec<PlannedCall>,
    /// Synchronous copies of such memory.
    pub host_copies: Vec<PlannedCall>,
    #[serde(skip)]
    pub resets: Vec<(FnId, Position)>,
}

/// When host memory is page-locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pin {
    Never,
    /// Where size and number of copies say that it pays.
    #[default]
    Auto,
    /// Wherever it is allowed.
    Always,
}

/// An operation that becomes asynchronous.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedOp {
    #[serde(skip)]
    pub site: SiteId,
    pub name: String,
    pub offset: u32,
    pub stream: usize,
    /// Recorded right after it.
    pub event: Option<usize>,
    /// Its stream waits for these events right before it.
    pub after: Vec<usize>,
    /// A copy of host memory which may be page-locked.
    pub pinned: bool,
}

/// A call that allocates host memory.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedBlock {
    #[serde(skip)]
    pub at: StmtRef,
    pub offset: u32,
    /// Copies of one block, if the text tells.
    pub copies: Option<u32>,
    /// A copy is as large as the block.
    pub whole: bool,
    /// It may be page-locked.
    pub lockable: bool,
}

/// A call that another function takes over.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedCall {
    #[serde(skip)]
    pub at: StmtRef,
    pub offset: u32,
}

/// A host wait.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedWait {
    #[serde(skip)]
    pub function: FnId,
    #[serde(skip)]
    pub position: Position,
    pub events: Vec<usize>,
    /// Streams to wait for as a whole, because nothing later is queued there.
    pub streams: Vec<usize>,
    #[serde(skip)]
    pub sites: Vec<SiteId>,
    pub offset: u32,
}

/// A place where the legacy stream is made to follow all of ours.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedJoin {
    #[serde(skip)]
    pub function: FnId,
    #[serde(skip)]
    pub position: Position,
    /// For what is issued behind it, not for what other code issues later.
    pub follows: bool,
    pub offset: u32,
}

/// A local object that waits when its scope is left.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedGuard {
    #[serde(skip)]
    pub function: FnId,
    #[serde(skip)]
    pub var: Option<VarId>,
    pub events: Vec<usize>,
}

/// Makes the plan; an empty one when nothing would run beside anything else.
pub fn plan(module: &Module, effects: &Effects, cra: &Cra, max_streams: usize) -> Plan {
    if cra.asynchronous().is_empty() {
        return Plan::default();
    }
    let streams = assign(module, effects, cra, max_streams);
    let ordering = Ordering { cra, stream_of: &streams.of };
    let implied = implied_orders(module, effects, &ordering);
    let Some(resets) = resets(module, effects) else { return Plan::default() };
    let exits = exit_sites(cra, effects);
    let recorded = recorded_sites(cra, &implied, &exits);
    let events: BTreeMap<SiteId, usize> =
        by_text(effects, &recorded).into_iter().enumerate().map(|(i, s)| (s, i)).collect();
    let mut plan = Plan {
        streams: streams.count,
        events: events.len(),
        stream_of_event: vec![0; events.len()],
        resets,
        ..Plan::default()
    };
    for (site, event) in &events {
        plan.stream_of_event[*event] = streams.of.get(site).copied().unwrap_or(0);
    }
    add_ops(&mut plan, effects, &streams, &implied, &events);
    add_waits(&mut plan, module, cra, &streams, &implied, &events);
    plan.at_exit = exits.iter().filter_map(|s| events.get(s).copied()).collect();
    plan
}

impl Plan {
    /// Adds the reuse of device memory: to a plan without streams, too.
    pub fn reuse(&mut self, module: &Module, effects: &Effects, reused: &cra::Reused) {
        let Some(resets) = resets(module, effects) else { return };
        let planned = |texts: &[Vec<StmtRef>]| -> Vec<PlannedCall> {
            let calls = texts.iter().filter_map(|stmts| {
                let at = *stmts.first()?;
                let offset = at.call(module)?.syntax.as_ref()?.expr.start;
                Some(PlannedCall { at, offset })
            });
            calls.collect()
        };
        self.allocations = planned(&reused.allocations);
        self.releases = planned(&reused.frees);
        self.release_waits = reused.waits;
        if !self.allocations.is_empty() {
            // A stream tells whether the device was reset.
            self.streams = self.streams.max(1);
            self.resets = resets;
        }
    }

    /// Adds what is done for host memory that is copied: to a plan without operations, too, if it may be large.
    pub fn pin(&mut self, module: &Module, effects: &Effects, pinnable: &cra::Pinnable, pin: Pin) {
        self.pin = pin;
        let worth_while = pin == Pin::Always
            || !self.is_empty()
            || pinnable.new != cra::NewMemory::AsItIs
            || pinnable.allocations.iter().any(|block| is_worth_a_call(module, block, pin));
        let Some(resets) = resets(module, effects) else { return };
        if pin == Pin::Never || !worth_while {
            return;
        }
        self.new = pinnable.new;
        if self.new == cra::NewMemory::Lockable || pinnable.allocations.iter().any(|b| b.lockable) {
            self.resets = resets;
        }
        let offset = |at: StmtRef| at.stmt(module).map_or(0, |stmt| stmt.span.start);
        let mut synchronous = pinnable.copies.clone();
        for op in &mut self.ops {
            op.pinned = synchronous.remove(&op.site);
        }
        for site in synchronous {
            let at = effects.sites.get(site).at;
            self.host_copies.push(PlannedCall { at, offset: offset(at) });
        }
        for block in pinnable.allocations.iter().filter(|b| is_worth_a_call(module, b, pin)) {
            let Some(at) = block.stmts.first().copied() else { continue };
            let cra::HostAllocation { copies, whole, lockable, .. } = *block;
            let offset = offset(at);
            self.host_blocks.push(PlannedBlock { at, offset, copies, whole, lockable });
        }
        for stmts in &pinnable.frees {
            let Some(at) = stmts.first().copied() else { continue };
            self.host_frees.push(PlannedCall { at, offset: offset(at) });
        }
        if !self.locks() {
            self.ops.iter_mut().for_each(|op| op.pinned = false);
            self.host_copies.clear();
            self.host_frees.clear();
        }
    }

    /// There is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
            && self.allocations.is_empty()
            && self.host_blocks.is_empty()
            && self.new == cra::NewMemory::AsItIs
    }

    /// Blocks of host memory may be page-locked.
    pub fn locks(&self) -> bool {
        self.new == cra::NewMemory::Lockable || self.host_blocks.iter().any(|block| block.lockable)
    }
}

/// Whether a block's size is unknown, or such that something may be done for it.
fn is_worth_a_call(module: &Module, block: &cra::HostAllocation, pin: Pin) -> bool {
    let least = match block.lockable {
        true => crate::pin::least_bytes(pin),
        false => crate::host_memory::LEAST_LARGE,
    };
    block.stmts.iter().any(|at| {
        let constant = |arg: &Operand| match arg {
            Operand::Const(Some(value)) => u64::try_from(*value).ok(),
            _ => None,
        };
        let args = at.call(module).map_or(&[][..], |call| &call.args[..]);
        let factors: Option<Vec<u64>> = args.iter().map(constant).collect();
        match factors.as_deref() {
            Some(known @ [_, ..]) => {
                known.iter().fold(1, |size: u64, factor| size.saturating_mul(*factor))
                    >= u64::from(least)
            }
            _ => true,
        }
    })
}

fn by_text(effects: &Effects, sites: &BTreeSet<SiteId>) -> Vec<SiteId> {
    let mut sorted: Vec<SiteId> = sites.iter().copied().collect();
    sorted.sort_by_key(|s| offset(effects, *s));
    sorted
}

/// First byte of a site's text.
pub(crate) fn offset(effects: &Effects, site: SiteId) -> u32 {
    match effects.sites.get(site).key {
        effects::SiteKey::Text(span) => span.start,
        effects::SiteKey::Stmt(_) => u32::MAX,
    }
}

fn recorded_sites(cra: &Cra, implied: &cra::Implied, exits: &BTreeSet<SiteId>) -> BTreeSet<SiteId> {
    let mut recorded: BTreeSet<SiteId> = implied.events.iter().map(|(from, _)| *from).collect();
    for ((function, position), sites) in &implied.waits {
        let by_event =
            sites.iter().filter(|s| !implied.by_stream.contains(&(*function, *position, **s)));
        recorded.extend(by_event);
    }
    for function in cra.functions.values() {
        recorded.extend(function.guards.iter().flat_map(|g| g.sites.iter().copied()));
    }
    recorded.extend(exits);
    recorded.retain(|s| cra.mode(*s) == Mode::Async);
    recorded
}

/// Downloads that may be in flight when the process ends: the original had completed them.
fn exit_sites(cra: &Cra, effects: &Effects) -> BTreeSet<SiteId> {
    let mut found: BTreeSet<SiteId> = BTreeSet::new();
    for function in cra.functions.values() {
        found
            .extend(function.at_exit.iter().filter(|(_, done)| **done != Tri::No).map(|(s, _)| *s));
    }
    found.retain(|s| {
        let site = effects.sites.get(*s);
        let upload = site.direction == Some(model::Direction::HostToDevice);
        site.kind == model::OpKind::Copy && !upload && cra.mode(*s) == Mode::Async
    });
    found
}

fn add_ops(
    plan: &mut Plan,
    effects: &Effects,
    streams: &Streams,
    implied: &cra::Implied,
    events: &BTreeMap<SiteId, usize>,
) {
    for (site, stream) in &streams.of {
        let after: BTreeSet<usize> = implied
            .events
            .iter()
            .filter(|(_, to)| to == site)
            .filter_map(|(from, _)| events.get(from).copied())
            .collect();
        plan.ops.push(PlannedOp {
            site: *site,
            name: effects.sites.get(*site).name.clone(),
            offset: offset(effects, *site),
            stream: *stream,
            event: events.get(site).copied(),
            after: after.into_iter().collect(),
            pinned: false,
        });
    }
    plan.ops.sort_by_key(|op| op.offset);
}

fn add_waits(
    plan: &mut Plan,
    module: &Module,
    cra: &Cra,
    streams: &Streams,
    implied: &cra::Implied,
    events: &BTreeMap<SiteId, usize>,
) {
    let place = |function: FnId, position: Position| {
        module
            .function(function)
            .body
            .as_ref()
            .map_or(0, |b| b.anchor(position.anchor()).span.start)
    };
    for ((function, position), sites) in &implied.waits {
        let (mut by_event, mut by_stream) = (BTreeSet::new(), BTreeSet::new());
        for site in sites {
            match implied.by_stream.contains(&(*function, *position, *site)) {
                true => by_stream.extend(streams.of.get(site).copied()),
                false => by_event.extend(events.get(site).copied()),
            }
        }
        plan.waits.push(PlannedWait {
            function: *function,
            position: *position,
            events: by_event.into_iter().collect(),
            streams: by_stream.into_iter().collect(),
            sites: sites.iter().copied().collect(),
            offset: place(*function, *position),
        });
    }
    plan.waits.sort_by_key(|w| w.offset);
    for (id, function) in &cra.functions {
        for join in &function.joins {
            plan.joins.push(PlannedJoin {
                function: *id,
                position: join.position,
                follows: function.follows.contains(&join.position),
                offset: place(*id, join.position),
            });
        }
        for guard in &function.guards {
            let all = guard.sites.iter().filter_map(|s| events.get(s).copied()).collect();
            plan.guards.push(PlannedGuard { function: *id, var: guard.var, events: all });
        }
    }
    plan.follows = cra.functions.values().any(|function| !function.follows.is_empty());
    plan.joins.sort_by_key(|j| j.offset);
    plan.guards.sort_by_key(|g| (g.function, g.var));
}

/// Where the context is destroyed; `None` when nothing can be put before such a place.
fn resets(module: &Module, effects: &Effects) -> Option<Vec<(FnId, Position)>> {
    let mut found = Vec::new();
    for (id, facts) in &effects.functions {
        let Some(body) = &module.function(*id).body else { continue };
        for block in body.block_ids() {
            for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                let direct = matches!(&stmt.kind, StmtKind::Call(call) if matches!(call.callee, Callee::Direct(_)));
                let here = facts.stmts[block.index()].get(index);
                let reset = here.is_some_and(|f| f.flags.reset && f.callees.is_empty());
                if direct && reset {
                    found.push((*id, cra::position_before(body, stmt.anchor)?));
                }
            }
        }
    }
    Some(found)
}
