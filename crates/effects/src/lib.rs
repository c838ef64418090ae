//! Component 1: inter-procedural compositional read–write analysis.
//!
//! *Takes* an [`ir::Module`], *gives* for every function a [`Summary`] (what memory reachable from
//! parameters, `this`, statics and device symbols it may read, write, free, and which operations it
//! issues), and for every statement what it does in its own function's terms. Summaries are computed
//! bottom-up over the strongly connected components of the call graph, once per function, and
//! instantiated at each call site. One engine serves host and device code.
//!
//! *Promises* that whatever a run can touch is in the summary: what was not understood is an access
//! of everything that can be reached from there.

mod alias;
mod calls;
mod contents;
mod device;
mod escape;
mod extent;
mod facts;
mod graph;
mod inclusion;
mod left_out;
mod library;
mod location;
mod modelled;
mod path_tree;
mod places;
mod print;
mod sites;
mod solver;
mod whole;

pub use alias::Aliases;
pub use contents::LocSet;
pub use facts::{
    Access, Flags, FunctionFacts, OpSite, OpUse, SiteId, SiteKey, StmtFacts, StreamClass, Summary,
    Tri,
};
pub use graph::CallGraph;
pub use location::{LocId, Locations, ObjId, Object, Precision, StmtRef};
pub use places::Places;
pub use print::print_effects;
pub use sites::{row_of, row_of_call, Sites};
pub use whole::{make_whole, meets_other_code, NotWhole};

use ir::{FnId, Module, Operand, StmtKind, TypeShape, VarId, VarKind};
use solver::{Shared, Solver};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Fields that only the model names, beyond all fields of any unit.
const HIDDEN_FIELDS: u32 = 1 << 30;

/// The field id of a name that the unit itself does not use.
fn hidden_field(name: &str) -> ir::FieldId {
    let hash = name.bytes().fold(0u32, |h, b| h.wrapping_mul(31).wrapping_add(u32::from(b)));
    ir::FieldId(HIDDEN_FIELDS + hash % HIDDEN_FIELDS)
}

/// The result of the analysis.
pub struct Effects {
    pub locations: Locations,
    pub sites: Sites,
    pub functions: BTreeMap<FnId, FunctionFacts>,
    pub graph: CallGraph,
    /// Statements that may call a function, by function.
    pub callers: HashMap<FnId, Vec<StmtRef>>,
    /// Functions that were handed to code outside the unit, or to another thread.
    pub leaked: HashSet<FnId>,
    /// Some library that the model does not describe was given a function, and may have kept it.
    pub registered: bool,
    /// The memory that calls of the C library may write.
    library: Rc<[Object]>,
}

/// Times that a component of mutually recursive functions is analysed before its summaries are
/// taken as they are; they grow monotonically over a finite set, so this is never reached in practice.
const MAX_COMPONENT_ROUNDS: usize = 50;

/// Analyses a unit.
pub fn analyze(module: &Module) -> Effects {
    analyze_at(module, &HashMap::new())
}

/// Analyses a unit that is to be compared with another: memory is told apart in these functions as finely as is
/// said, whatever that costs.
pub fn analyze_at(module: &Module, precisions: &HashMap<FnId, Precision>) -> Effects {
    let effects = analyze_knowing(module, precisions, false);
    match effects.registered {
        // Functions analysed before the call that told it did not know.
        true => analyze_knowing(module, precisions, true),
        false => effects,
    }
}

fn analyze_knowing(
    module: &Module,
    precisions: &HashMap<FnId, Precision>,
    registered: bool,
) -> Effects {
    let graph = CallGraph::of(module);
    let mut shared = Shared {
        module,
        locations: Locations::new(module),
        sites: Sites::of(module),
        summaries: HashMap::new(),
        addressable: addressable(module),
        library: library::visible(module).into(),
        leaked: HashSet::new(),
        registered,
        component: Vec::new(),
    };
    let mut functions: BTreeMap<FnId, FunctionFacts> = BTreeMap::new();
    for component in graph.bottom_up() {
        let recursive = graph.is_recursive(&component);
        shared.component = if recursive { component.clone() } else { Vec::new() };
        for _ in 0..MAX_COMPONENT_ROUNDS {
            let mut changed = false;
            for id in &component {
                let Some(body) = &module.function(*id).body else { continue };
                let wanted = precisions.get(id).copied();
                let (summary, stmts, precision) = Solver::new(&mut shared, *id).run(body, wanted);
                let before = shared.summaries.get(id).map(size_of_summary);
                changed |= before != Some(size_of_summary(&summary));
                shared.summaries.insert(*id, summary.clone());
                functions.insert(*id, FunctionFacts { summary, stmts, precision });
            }
            if !changed || !recursive {
                break;
            }
        }
    }
    let mut callers: HashMap<FnId, Vec<StmtRef>> = HashMap::new();
    for (id, facts) in &functions {
        for (block, stmts) in facts.stmts.iter().enumerate() {
            for (index, stmt) in stmts.iter().enumerate() {
                let at = StmtRef {
                    function: *id,
                    block: ir::BlockId(block as u32),
                    index: index as u32,
                };
                for callee in &stmt.callees {
                    callers.entry(*callee).or_default().push(at);
                }
            }
        }
    }
    Effects {
        locations: shared.locations,
        sites: shared.sites,
        functions,
        graph,
        callers,
        leaked: shared.leaked,
        registered: shared.registered,
        library: shared.library,
    }
}

fn size_of_summary(summary: &Summary) -> (usize, usize, usize, u64, [bool; 2]) {
    let ops = summary.ops.values().map(|a| a.len() + 1).sum();
    let ends = [summary.may_throw, summary.never_returns];
    (summary.accesses.len(), summary.frees.len(), ops, summary.contents.version, ends)
}

impl Effects {
    /// Whether code that is not in the unit may call the function.
    pub fn may_be_called_from_outside(&self, module: &Module, id: FnId) -> bool {
        let function = module.function(id);
        function.address_taken
            || self.leaked.contains(&id)
            || function.linkage == ir::Linkage::External && function.name != "$static_init"
    }

    pub fn stmt(&self, at: StmtRef) -> Option<&StmtFacts> {
        self.functions.get(&at.function)?.stmts.get(at.block.index())?.get(at.index as usize)
    }

    /// Places, in the terms of the caller at `call`, for a place of `callee`. Locals of the callee are
    /// gone.
    pub(crate) fn translate_at(
        &mut self,
        module: &Module,
        call: StmtRef,
        callee: FnId,
        loc: LocId,
    ) -> LocSet {
        self.at_call(module, call, callee, |solver, instance| solver.translate(instance, loc))
    }

    /// Accesses of the caller at `call` that an access of `callee` comes to.
    pub fn translate_access(
        &mut self,
        module: &Module,
        call: StmtRef,
        callee: FnId,
        access: Access,
    ) -> BTreeSet<Access> {
        self.at_call(module, call, callee, |solver, instance| {
            solver.translate_accesses(instance, &BTreeSet::from([access]))
        })
    }

    fn at_call<R: Default>(
        &mut self,
        module: &Module,
        call: StmtRef,
        callee: FnId,
        ask: impl FnOnce(&mut Solver, &mut calls::Instance) -> R,
    ) -> R {
        let Some(the_call) = call.call(module) else { return R::default() };
        self.with_solver(module, call.function, |solver| {
            ask(solver, &mut calls::Instance::new(call, the_call, callee))
        })
    }

    /// The addresses that an operand of a function may be, in the function's own terms.
    pub fn value(&mut self, module: &Module, function: FnId, operand: &Operand) -> LocSet {
        self.with_solver(module, function, |solver| solver.value(operand))
    }

    /// Asks something of a function that has been solved.
    fn with_solver<R: Default>(
        &mut self,
        module: &Module,
        function: FnId,
        ask: impl FnOnce(&mut Solver) -> R,
    ) -> R {
        let Some(facts) = self.functions.get_mut(&function) else { return R::default() };
        let precision = facts.precision;
        let contents = std::mem::take(&mut facts.summary.contents);
        let mut shared = Shared {
            module,
            locations: std::mem::take(&mut self.locations),
            sites: std::mem::take(&mut self.sites),
            summaries: HashMap::new(),
            addressable: Vec::new(),
            library: self.library.clone(),
            leaked: HashSet::new(),
            registered: self.registered,
            component: Vec::new(),
        };
        shared.locations.set_precision(precision);
        let mut solver = Solver::new(&mut shared, function);
        solver.contents = contents;
        let found = ask(&mut solver);
        let contents = std::mem::take(&mut solver.contents);
        shared.locations.set_precision(Precision::default());
        self.locations = shared.locations;
        self.sites = shared.sites;
        if let Some(facts) = self.functions.get_mut(&function) {
            facts.summary.contents = contents;
        }
        found
    }
}

/// Variables that something else than their own name can reach, or that are more than one word.
fn addressable(module: &Module) -> Vec<bool> {
    let mut found: Vec<bool> = module
        .vars
        .iter()
        .map(|v| {
            v.kind == VarKind::Static
                || !matches!(
                    v.ty.shape,
                    TypeShape::Scalar | TypeShape::Pointer | TypeShape::Reference
                )
        })
        .collect();
    for id in module.function_ids() {
        let Some(body) = &module.function(id).body else { continue };
        for stmt in body.blocks.iter().flat_map(|b| &b.stmts) {
            for_each_operand(&stmt.kind, &mut |operand| {
                mark(operand, &mut |var, taken| {
                    if taken || module.var(var).owner != Some(id) {
                        found[var.0 as usize] = true;
                    }
                });
            });
            if let StmtKind::Assign { dst, .. } = &stmt.kind {
                if module.var(dst.var).owner != Some(id) {
                    found[dst.var.0 as usize] = true;
                }
            }
        }
    }
    found
}

fn mark(operand: &Operand, f: &mut dyn FnMut(VarId, bool)) {
    match operand {
        Operand::AddrOf(place) => f(place.var, true),
        Operand::Copy(place) => f(place.var, false),
        Operand::AnyOf(all) => all.iter().for_each(|part| mark(part, f)),
        Operand::Within(inner) => mark(inner, f),
        _ => {}
    }
}

pub(crate) fn for_each_operand(kind: &StmtKind, f: &mut dyn FnMut(&Operand)) {
    match kind {
        StmtKind::Assign { src, .. } | StmtKind::Read(src) => f(src),
        StmtKind::Call(call) => {
            call.args.iter().chain(call.this.iter()).for_each(&mut *f);
            solver::launch_configuration(call).iter().for_each(&mut *f);
            if let ir::Callee::Indirect(op) | ir::Callee::Launch(op) = &call.callee {
                f(op);
            }
        }
        StmtKind::Unknown { touches, .. } => touches.iter().for_each(f),
        StmtKind::LeftOut(text) => text.operands().for_each(f),
        StmtKind::ScopeEnd(_) => {}
    }
}
