//! Takes out what no analysis can use: accesses to plain locals that only their own name reaches.

use ir::{Module, Operand, Place, Proj, StmtKind, TypeShape, VarId, VarKind};
use std::collections::HashSet;

/// Removes reads, and ends of life, of scalar locals whose address nobody takes.
pub(crate) fn prune(module: &mut Module) {
    let reachable = reachable_otherwise(module);
    let plain: Vec<bool> = (0..module.vars.len() as u32)
        .map(VarId)
        .map(|id| {
            let var = module.var(id);
            var.kind != VarKind::Static
                && matches!(
                    var.ty.shape,
                    TypeShape::Scalar | TypeShape::Pointer | TypeShape::Reference
                )
                && !reachable.contains(&id)
        })
        .collect();
    let scalar: Vec<bool> = module.vars.iter().map(|v| v.ty.shape == TypeShape::Scalar).collect();
    let bare = |place: &Place| place.proj.is_empty() && plain[place.var.0 as usize];
    for function in &mut module.functions {
        let Some(body) = &mut function.body else { continue };
        for block in &mut body.blocks {
            block.stmts.retain_mut(|stmt| match &mut stmt.kind {
                StmtKind::ScopeEnd(var) => !plain[var.0 as usize],
                StmtKind::Read(operand) => !operand.reads().iter().all(|p| bare(p)),
                StmtKind::Assign { dst, src } if bare(dst) && scalar[dst.var.0 as usize] => {
                    // A number: only what is read to compute it matters, unless it may be an address.
                    !matches!(src, Operand::Const(_))
                }
                _ => true,
            });
        }
    }
}

/// Variables that something else than their own name reaches: their address is taken, or a closure
/// names them.
fn reachable_otherwise(module: &Module) -> HashSet<VarId> {
    let mut found = HashSet::new();
    for id in module.function_ids() {
        let Some(body) = &module.function(id).body else { continue };
        for stmt in body.blocks.iter().flat_map(|b| &b.stmts) {
            visit_operands(&stmt.kind, &mut |operand| note(operand, &mut found));
            visit_places(&stmt.kind, &mut |place| {
                if module.var(place.var).owner != Some(id) {
                    found.insert(place.var);
                }
            });
        }
    }
    found
}

fn note(operand: &Operand, found: &mut HashSet<VarId>) {
    match operand {
        Operand::AddrOf(place) if !place.proj.contains(&Proj::Deref) => {
            found.insert(place.var);
        }
        Operand::AnyOf(all) => all.iter().for_each(|part| note(part, found)),
        Operand::Within(inner) => note(inner, found),
        _ => {}
    }
}

fn visit_operands(kind: &StmtKind, f: &mut dyn FnMut(&Operand)) {
    match kind {
        StmtKind::Assign { src, .. } | StmtKind::Read(src) => f(src),
        StmtKind::Call(call) => {
            call.args.iter().chain(call.this.iter()).for_each(&mut *f);
            match &call.callee {
                ir::Callee::Indirect(op) | ir::Callee::Launch(op) => f(op),
                _ => {}
            }
        }
        StmtKind::Unknown { touches, .. } => touches.iter().for_each(f),
        StmtKind::LeftOut(text) => text.operands().for_each(f),
        StmtKind::ScopeEnd(_) => {}
    }
}

fn visit_places(kind: &StmtKind, f: &mut dyn FnMut(&Place)) {
    if let StmtKind::Assign { dst, .. } = kind {
        f(dst);
    }
    visit_operands(kind, &mut |operand| places_of(operand, f));
}

fn places_of(operand: &Operand, f: &mut dyn FnMut(&Place)) {
    match operand {
        Operand::Copy(place) | Operand::AddrOf(place) => f(place),
        Operand::AnyOf(all) => all.iter().for_each(|part| places_of(part, f)),
        Operand::Within(inner) => places_of(inner, f),
        _ => {}
    }
}
