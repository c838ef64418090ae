//! Predicted times: a walk through the program, in virtual time, as written and as planned.
//!
//! The walk follows one path: loops run a few times, conditions take their first branch that leads to an operation, so
//! that it does not end where an error would end the program. Operations
//! last what the cost model says for a fixed size, as if host memory were page-locked; host loops
//! and library calls last fixed times. The figures compare two orders of the same work; they are no
//! forecast of seconds.

use crate::assign::{cost_ns, engine, ASSUMED_BYTES};
use crate::plan::Plan;
use cra::{Cra, Mode, Position};
use dfsa::{evaluate, lower_bound, CostModel, Item, Program, StreamRef};
use effects::{Effects, SiteId, StmtRef, Tri};
use ir::{AnchorId, BlockId, Body, FnId, Linkage, Module, StmtKind};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Times of a loop in the walk.
const TRIPS: u64 = 3;
/// Host time of one pass of a loop body over an array, in nanoseconds.
const HOST_LOOP_NS: f64 = 20_000.0;
/// Host time of a library call, in nanoseconds.
const HOST_CALL_NS: f64 = 2_000.0;
const MAX_ITEMS: usize = 20_000;
const MAX_DEPTH: usize = 16;

/// Virtual times of the two programs, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Prediction {
    pub before_ns: f64,
    pub after_ns: f64,
    /// What no order of the operations could beat.
    pub bound_ns: f64,
}

/// What the walk from one function does, as written and as planned.
pub struct Walked {
    /// Where it begins.
    pub root: FnId,
    /// The program as written; operations are numbered by their sites.
    pub before: Program,
    /// The program as planned.
    pub after: Program,
}

/// The walks from `main`, or from each function that nobody in the unit calls.
pub fn walks(module: &Module, effects: &Effects, cra: &Cra, plan: &Plan) -> Vec<Walked> {
    let walk = |root, plan| Walk::new(module, effects, cra, plan).run(root);
    let walked = |root| Walked { root, before: walk(root, None), after: walk(root, Some(plan)) };
    roots(module, effects).into_iter().map(walked).collect()
}

/// Predicts the effect of a plan.
pub fn predict(module: &Module, effects: &Effects, cra: &Cra, plan: &Plan) -> Prediction {
    let machine = CostModel::h200().machine;
    let span = |program: &Program| evaluate(program, &machine).map_or(0.0, |t| t.makespan_ns);
    let mut total = Prediction::default();
    for walked in walks(module, effects, cra, plan) {
        total.before_ns += span(&walked.before);
        total.after_ns += span(&walked.after);
        total.bound_ns += lower_bound(&walked.after, &machine).unwrap_or(0.0);
    }
    total
}

/// `main`, or the functions that nobody in the unit calls.
fn roots(module: &Module, effects: &Effects) -> Vec<FnId> {
    let has_ops = |id: &FnId| effects.functions.get(id).is_some_and(|f| !f.summary.ops.is_empty());
    let main: Vec<FnId> =
        module.function_ids().filter(|id| module.function(*id).name == "main").collect();
    if !main.is_empty() {
        return main;
    }
    module
        .function_ids()
        .filter(has_ops)
        .filter(|id| module.function(*id).linkage == Linkage::External)
        .filter(|id| effects.callers.get(id).is_none_or(Vec::is_empty))
        .collect()
}

struct Walk<'a> {
    module: &'a Module,
    effects: &'a Effects,
    cra: &'a Cra,
    plan: Option<&'a Plan>,
    items: Vec<Item>,
    /// The last issue of each site.
    last: HashMap<SiteId, usize>,
    /// Waits by function and anchor.
    waits: BTreeMap<(FnId, AnchorId), Vec<SiteId>>,
    /// The anchor whose statement was executed last, per depth.
    anchors: Vec<Option<AnchorId>>,
    /// By function, the blocks from which an operation is reached.
    busy: HashMap<FnId, Rc<Vec<bool>>>,
}

impl<'a> Walk<'a> {
    fn new(module: &'a Module, effects: &'a Effects, cra: &'a Cra, plan: Option<&'a Plan>) -> Self {
        let mut waits: BTreeMap<(FnId, AnchorId), Vec<SiteId>> = BTreeMap::new();
        for wait in plan.iter().flat_map(|p| &p.waits) {
            let (Position::Before(anchor)
            | Position::Wrap(anchor)
            | Position::Inside(anchor)
            | Position::ScopeEnd(anchor)) = wait.position;
            waits.entry((wait.function, anchor)).or_default().extend(&wait.sites);
        }
        Walk {
            module,
            effects,
            cra,
            plan,
            items: Vec::new(),
            last: HashMap::new(),
            waits,
            anchors: Vec::new(),
            busy: HashMap::new(),
        }
    }

    fn run(mut self, root: FnId) -> Program {
        self.function(root, 0);
        Program { items: self.items }
    }

    fn function(&mut self, id: FnId, depth: usize) {
        let Some(body) = &self.module.function(id).body else { return };
        if depth > MAX_DEPTH {
            return;
        }
        self.anchors.push(None);
        let busy = self.busy(id, body);
        let mut visits: HashMap<BlockId, u64> = HashMap::new();
        let mut block = BlockId(0);
        while self.items.len() < MAX_ITEMS {
            *visits.entry(block).or_default() += 1;
            for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                let at = StmtRef { function: id, block, index: index as u32 };
                self.enter(id, body, stmt.anchor);
                self.statement(at, &stmt.kind, depth);
            }
            match next(body, block, &visits, &busy) {
                Some(next) => block = next,
                None => break,
            }
        }
        self.anchors.pop();
    }

    /// The blocks of a function from which an operation is reached.
    fn busy(&mut self, id: FnId, body: &Body) -> Rc<Vec<bool>> {
        if let Some(known) = self.busy.get(&id) {
            return Rc::clone(known);
        }
        let works = |block: BlockId| {
            let facts = self.effects.functions.get(&id).map(|f| &f.stmts[block.index()]);
            facts.into_iter().flatten().any(|stmt| !stmt.ops.is_empty())
        };
        let mut busy: Vec<bool> = body.block_ids().map(works).collect();
        let mut preds: Vec<Vec<BlockId>> = vec![Vec::new(); busy.len()];
        for block in body.block_ids() {
            for succ in &body.block(block).succs {
                preds[succ.index()].push(block);
            }
        }
        let mut open: Vec<BlockId> = body.block_ids().filter(|b| busy[b.index()]).collect();
        while let Some(block) = open.pop() {
            for pred in &preds[block.index()] {
                if !std::mem::replace(&mut busy[pred.index()], true) {
                    open.push(*pred);
                }
            }
        }
        let busy = Rc::new(busy);
        self.busy.insert(id, Rc::clone(&busy));
        busy
    }

    fn enter(&mut self, id: FnId, body: &Body, anchor: AnchorId) {
        let Some(last) = self.anchors.last_mut() else { return };
        if *last == Some(anchor) {
            return;
        }
        *last = Some(anchor);
        let mut at = Some(anchor);
        // A statement begins: so do those around it that begin with it.
        while let Some(current) = at {
            if let Some(sites) = self.waits.get(&(id, current)).cloned() {
                let issues: Vec<usize> =
                    sites.iter().filter_map(|s| self.last.get(s).copied()).collect();
                if !issues.is_empty() {
                    self.items.push(Item::HostWait { for_issues: issues });
                }
            }
            at = body.anchor(current).parent;
        }
    }

    fn statement(&mut self, at: StmtRef, kind: &StmtKind, depth: usize) {
        let Some(facts) = self.effects.stmt(at) else { return };
        let in_loop = self
            .module
            .function(at.function)
            .body
            .as_ref()
            .is_some_and(|b| b.block(at.block).loop_.is_some());
        if facts.flags.device_sync {
            self.items.push(Item::DeviceSync);
        }
        let callees = facts.callees.clone();
        if let Some(site) = self.effects.sites.at(at) {
            self.issue(at, site);
        } else if let StmtKind::Call(_) = kind {
            if callees.is_empty() {
                self.host_work(HOST_CALL_NS);
            }
        } else if in_loop && !facts.accesses.is_empty() {
            self.host_work(HOST_LOOP_NS);
        }
        if let Some(callee) = callees.first() {
            self.function(*callee, depth + 1);
        }
    }

    fn host_work(&mut self, ns: f64) {
        match self.items.last_mut() {
            Some(Item::HostWork { ns: last, .. }) => *last += ns,
            _ => self.items.push(Item::HostWork { label: "host".into(), ns }),
        }
    }

    fn issue(&mut self, at: StmtRef, site: SiteId) {
        let info = self.effects.sites.get(site);
        let planned = self.plan.and_then(|p| p.ops.iter().find(|o| o.site == site));
        let (stream, waits) = match planned {
            Some(op) => {
                let plan = self.plan.into_iter().flat_map(|p| &p.ops);
                let waits = plan
                    .filter(|o| o.event.is_some_and(|e| op.after.contains(&e)))
                    .filter_map(|o| self.last.get(&o.site).copied())
                    .collect();
                (StreamRef::Stream(op.stream), waits)
            }
            None => (StreamRef::Legacy, Vec::new()),
        };
        let blocks = self
            .cra
            .functions
            .get(&at.function)
            .and_then(|f| f.blocks.get(&at).copied())
            .unwrap_or_else(|| info.blocks());
        let _ = Mode::Async;
        self.last.insert(site, self.items.len());
        self.items.push(Item::Issue {
            op: site.0 as usize,
            label: info.name.clone(),
            engine: engine(info),
            stream,
            duration_ns: cost_ns(info, ASSUMED_BYTES),
            blocking: planned.is_none() && blocks != Tri::No,
            waits,
        });
    }
}

/// Control flow that a reader would call typical.
fn next(
    body: &Body,
    block: BlockId,
    visits: &HashMap<BlockId, u64>,
    busy: &[bool],
) -> Option<BlockId> {
    let succs = &body.block(block).succs;
    if Some(block) == body.exit || visits.get(&block).copied().unwrap_or(0) > 10_000 {
        return None;
    }
    let inner = |b: &BlockId| body.block(*b).loop_;
    let own = body.block(block).loop_;
    let trips = own.and_then(|l| body.loops[l.index()].trip_count).unwrap_or(TRIPS).min(2 * TRIPS);
    let seen = visits.get(&block).copied().unwrap_or(0);
    let leaves = |b: &BlockId| {
        own.is_some() && inner(b) != own && !body.loops_around(inner(b)).any(|l| Some(l) == own)
    };
    let may_stay =
        |b: &&BlockId| !leaves(b) && visits.get(b).copied().unwrap_or(0) < trips.max(1) * 4;
    let staying = succs
        .iter()
        .find(|b| may_stay(b) && busy[b.index()])
        .or_else(|| succs.iter().find(may_stay));
    let leaving = succs.iter().find(|b| leaves(b));
    match (staying, leaving) {
        (Some(stay), Some(leave)) => Some(if seen % (trips + 1) != 0 { *stay } else { *leave }),
        (Some(stay), None) => Some(*stay),
        (None, Some(leave)) => Some(*leave),
        (None, None) => succs.last().copied(),
    }
}
