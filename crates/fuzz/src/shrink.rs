//! Makes a failing program smaller.
//!
//! *Takes* a program and a question, *gives* a smaller program for which the answer is still yes,
//! *promises* that every candidate is a valid program. Candidates are asked about in batches, since
//! many programs in one file cost little more than one.

use crate::tree::{
    AliasStyle, Arg, Check, Cond, Decl, DeclKind, Index, ParamForm, Place, Program, Stmt, VarId,
};
use crate::valid;
use std::time::Instant;

/// Candidates asked about at a time.
const BATCH: usize = 16;
/// Questions at most.
const ROUNDS: usize = 300;

/// Shrinks, for as long as there is time; `fails` says for each candidate whether it still fails.
pub fn shrink(
    program: &Program,
    until: Instant,
    fails: &mut dyn FnMut(&[Program]) -> Vec<bool>,
) -> Program {
    let mut best = program.clone();
    let mut skip = 0;
    for _ in 0..ROUNDS {
        let all = candidates(&best);
        let batch: Vec<Program> = all.iter().skip(skip).take(BATCH).cloned().collect();
        if batch.is_empty() || Instant::now() > until {
            break;
        }
        let failing = fails(&batch);
        let smaller = batch.into_iter().zip(failing).find(|(_, fails)| *fails);
        match smaller {
            Some((program, _)) => {
                best = program;
                skip = 0;
            }
            None => skip += BATCH,
        }
    }
    best
}

/// Smaller programs, the smallest first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut found: Vec<(usize, Program)> = edits(program)
        .into_iter()
        .filter(|p| valid::check(p).is_ok())
        .map(|p| (weight(&p), p))
        .filter(|(w, _)| *w < weight(program))
        .collect();
    found.sort_by_key(|(weight, _)| *weight);
    found.dedup_by(|a, b| a.1 == b.1);
    found.into_iter().map(|(_, program)| program).collect()
}

fn edits(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    let bodies = program.bodies().count();
    for body in 0..bodies {
        for path in paths(program.bodies().nth(body).map_or(&[], |b| b)) {
            for edit in [Edit::Remove, Edit::RemoveRest, Edit::Unwrap, Edit::Simplify] {
                let mut candidate = program.clone();
                apply(body_mut(&mut candidate, body), &path, edit);
                found.push(candidate);
            }
        }
    }
    found.extend((0..program.vars.len()).map(|var| without_var(program, var)));
    found.extend((0..program.funcs.len()).map(|func| without_calls(program, func)));
    found.extend(without_unused(program));
    found
}

fn body_mut(program: &mut Program, number: usize) -> &mut Vec<Stmt> {
    match number < program.funcs.len() {
        true => &mut program.funcs[number].body,
        false => &mut program.body,
    }
}

/// Where a statement is: its index, then which of its bodies and the index there, and so on.
type Path = Vec<(usize, usize)>;

fn paths(body: &[Stmt]) -> Vec<Path> {
    let mut found = Vec::new();
    for (index, stmt) in body.iter().enumerate() {
        found.push(vec![(0, index)]);
        for (which, inner) in stmt.bodies().into_iter().enumerate() {
            for path in paths(inner) {
                let mut whole = vec![(0, index)];
                whole.push((which, path[0].1));
                whole.extend(&path[1..]);
                found.push(whole);
            }
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Edit {
    Remove,
    /// With all that follows in the same list.
    RemoveRest,
    /// Its statements take its place.
    Unwrap,
    Simplify,
}

fn apply(body: &mut Vec<Stmt>, path: &[(usize, usize)], edit: Edit) {
    let index = path[0].1;
    if let [_, next, ..] = path {
        let mut bodies = body[index].bodies_mut();
        return apply(bodies.swap_remove(next.0), &path[1..], edit);
    }
    match edit {
        Edit::Remove => {
            body.remove(index);
        }
        Edit::RemoveRest => body.truncate(index),
        Edit::Unwrap => {
            let stmt = body.remove(index);
            let inner = unwrapped(stmt);
            body.splice(index..index, inner);
        }
        Edit::Simplify => simplify(&mut body[index]),
    }
}

fn unwrapped(stmt: Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::Loop { counter, body, .. } => {
            body.into_iter().map(|s| uncounted(s, &counter)).collect()
        }
        Stmt::Block { decls, body } if decls.is_empty() => body,
        Stmt::If { then, other, .. } => then.into_iter().chain(other).collect(),
        Stmt::Switch { arms, .. } => arms.into_iter().flatten().collect(),
        Stmt::Try { body, .. } => body,
        other => vec![other],
    }
}

/// A statement of a loop's body, outside of the loop.
fn uncounted(mut stmt: Stmt, counter: &str) -> Stmt {
    for place in places_mut(&mut stmt) {
        if let Some(Index::Counter(name, k)) = &place.index {
            if name == counter {
                place.index = Some(Index::Constant(*k));
            }
        }
    }
    if let Stmt::Copy { dst, src, .. } = &mut stmt {
        for span in [dst, src] {
            span.round = span.round.take().filter(|name| name != counter);
        }
    }
    if let Stmt::If { cond, .. } | Stmt::Leave { cond, .. } = &mut stmt {
        if matches!(cond, Cond::Counter(name, ..) if name == counter) {
            *cond = Cond::Sum(2, 0);
        }
    }
    for body in stmt.bodies_mut() {
        let inner = std::mem::take(body);
        *body = inner.into_iter().map(|s| uncounted(s, counter)).collect();
    }
    stmt
}

fn simplify(stmt: &mut Stmt) {
    match stmt {
        Stmt::Copy { check, .. } | Stmt::Memset { check, .. } | Stmt::SymbolCopy { check, .. } => {
            *check = Check::Ignored;
        }
        Stmt::Launch { check, .. } => *check = false,
        Stmt::Loop { cond, .. } => *cond = None,
        _ => {}
    }
}

/// Drops a buffer and all that uses it.
fn without_var(program: &Program, var: VarId) -> Program {
    let mut result = program.clone();
    let group = group_of(program, var);
    let uses = |stmt: &Stmt| {
        let named = stmt.places().iter().any(|p| group.contains(&p.var));
        let object = match stmt {
            Stmt::Method { vars, .. } => vars.iter().any(|v| group.contains(v)),
            Stmt::Reseat { alias, .. } => group.contains(alias),
            Stmt::Call { args, .. } => args.iter().any(|a| match a {
                Arg::Object(vars, _) => vars.iter().any(|v| group.contains(v)),
                _ => false,
            }),
            _ => false,
        };
        named || object
    };
    for body in all_bodies(&mut result) {
        remove_if(body, &uses);
        remove_decls(body, &group);
    }
    result.globals.retain(|d| !d.vars.iter().any(|v| group.contains(v)));
    // A parameter that is gone takes its arguments along.
    for func in 0..result.funcs.len() {
        let params = result.funcs[func].params.clone();
        let Some(at) = params.iter().position(|p| p.vars.iter().any(|v| group.contains(v))) else {
            continue;
        };
        let is_default = params[at].form == ParamForm::Default;
        result.funcs[func].params.remove(at);
        if is_default {
            continue;
        }
        for body in all_bodies(&mut result) {
            each(body, &mut |stmt| {
                if let Stmt::Call { func: called, args } = stmt {
                    if *called == func && at < args.len() {
                        args.remove(at);
                    }
                }
            });
        }
    }
    result
}

/// The variables that are declared together with one.
fn group_of(program: &Program, var: VarId) -> Vec<VarId> {
    let mut group = vec![var];
    let mut visit = |vars: &[VarId]| {
        if vars.contains(&var) {
            group = vars.to_vec();
        }
    };
    for func in &program.funcs {
        func.params.iter().for_each(|p| visit(&p.vars));
    }
    let mut copy = program.clone();
    for body in all_bodies(&mut copy) {
        each(body, &mut |stmt| {
            if let Stmt::Block { decls, .. } = stmt {
                decls.iter().for_each(|d| visit(&d.vars));
            }
        });
    }
    group
}

fn without_calls(program: &Program, func: usize) -> Program {
    let mut result = program.clone();
    for body in all_bodies(&mut result) {
        remove_if(body, &|s| matches!(s, Stmt::Call { func: called, .. } if *called == func));
    }
    result.funcs.remove(func);
    for body in all_bodies(&mut result) {
        each(body, &mut |stmt| {
            if let Stmt::Call { func: called, .. } = stmt {
                *called -= usize::from(*called > func);
            }
        });
    }
    result
}

/// Drops kernels that nothing launches, the symbol, and the user's stream.
fn without_unused(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    for kernel in 0..program.kernels.len() {
        let mut result = program.clone();
        result.kernels.remove(kernel);
        for body in all_bodies(&mut result) {
            remove_if(body, &|s| matches!(s, Stmt::Launch { kernel: k, .. } if *k == kernel));
            each(body, &mut |stmt| {
                if let Stmt::Launch { kernel: k, .. } = stmt {
                    *k -= usize::from(*k > kernel);
                }
            });
        }
        found.push(result);
    }
    if program.user_stream.is_some() {
        let mut result = program.clone();
        result.user_stream = None;
        for body in all_bodies(&mut result) {
            each(body, &mut |stmt| {
                if let Stmt::Launch { user_stream, .. } | Stmt::Copy { user_stream, .. } = stmt {
                    *user_stream = false;
                }
            });
        }
        found.push(result);
    }
    found
}

// --- walks ---------------------------------------------------------------------------------------

fn all_bodies(program: &mut Program) -> Vec<&mut Vec<Stmt>> {
    program.funcs.iter_mut().map(|f| &mut f.body).chain([&mut program.body]).collect()
}

fn each(body: &mut [Stmt], visit: &mut dyn FnMut(&mut Stmt)) {
    for stmt in body {
        visit(stmt);
        for inner in stmt.bodies_mut() {
            each(inner, visit);
        }
    }
}

fn remove_if(body: &mut Vec<Stmt>, unwanted: &dyn Fn(&Stmt) -> bool) {
    body.retain(|s| !unwanted(s));
    for stmt in body {
        for inner in stmt.bodies_mut() {
            remove_if(inner, unwanted);
        }
    }
}

fn remove_decls(body: &mut [Stmt], group: &[VarId]) {
    each(body, &mut |stmt| {
        if let Stmt::Block { decls, .. } = stmt {
            decls.retain(|d| !d.vars.iter().any(|v| group.contains(v)));
        }
        if let Stmt::Renew { reseat, .. } = stmt {
            reseat.retain(|v| !group.contains(v));
        }
    });
}

fn places_mut(stmt: &mut Stmt) -> Vec<&mut Place> {
    match stmt {
        Stmt::Copy { dst, src, .. } => vec![&mut dst.place, &mut src.place],
        Stmt::Memset { span, .. } => vec![&mut span.place],
        Stmt::Launch { args, .. } => args.iter_mut().collect(),
        Stmt::SymbolCopy { place, .. }
        | Stmt::Write { place, .. }
        | Stmt::Read { place, .. }
        | Stmt::Renew { place, .. }
        | Stmt::Reseat { to: place, .. } => vec![place],
        Stmt::HostCopy { dst, src, .. } => vec![dst, src],
        Stmt::Swap { a, b, .. } => vec![a, b],
        Stmt::If { cond: Cond::Element(place, ..), .. }
        | Stmt::Leave { cond: Cond::Element(place, ..), .. }
        | Stmt::Loop { cond: Some(Cond::Element(place, ..)), .. } => vec![place],
        Stmt::Call { args, .. } => args
            .iter_mut()
            .filter_map(|a| match a {
                Arg::Buffer(place) | Arg::Whole(place) => Some(place),
                _ => None,
            })
            .collect(),
        Stmt::Block { decls, .. } => decls.iter_mut().flat_map(alias_places).collect(),
        _ => Vec::new(),
    }
}

fn alias_places(decl: &mut Decl) -> Vec<&mut Place> {
    match &mut decl.kind {
        DeclKind::Alias { of, style: AliasStyle::Choice(other) | AliasStyle::Array(other) } => {
            vec![of, other]
        }
        DeclKind::Alias { of, .. } => vec![of],
        _ => Vec::new(),
    }
}

/// How large a program is.
fn weight(program: &Program) -> usize {
    let mut total = 3 * program.kernels.len() + 5 * program.funcs.len() + program.globals.len();
    total += usize::from(program.user_stream.is_some());
    total += program.funcs.iter().map(|f| f.params.len()).sum::<usize>();
    total + program.bodies().map(|b| weight_of(b)).sum::<usize>()
}

fn weight_of(body: &[Stmt]) -> usize {
    let own = |stmt: &Stmt| match stmt {
        Stmt::Block { decls, .. } => 1 + 4 * decls.len(),
        Stmt::Loop { cond, .. } => 3 + usize::from(cond.is_some()),
        Stmt::Copy { check, .. } | Stmt::Memset { check, .. } | Stmt::SymbolCopy { check, .. } => {
            2 + usize::from(*check != Check::Ignored)
        }
        Stmt::Launch { check, .. } => 2 + usize::from(*check),
        _ => 2,
    };
    body.iter().map(|s| own(s) + s.bodies().into_iter().map(|b| weight_of(b)).sum::<usize>()).sum()
}

#[cfg(test)]
mod tests {
    use super::{candidates, shrink, weight};
    use crate::generate::generate;
    use crate::tree::{any, Program, Stmt};
    use crate::valid;
    use std::time::{Duration, Instant};

    #[test]
    fn candidates_are_valid_and_smaller() {
        let program = generate(5);
        for candidate in candidates(&program) {
            assert_eq!(valid::check(&candidate), Ok(()));
            assert!(weight(&candidate) < weight(&program));
        }
    }

    #[test]
    fn what_makes_a_program_fail_is_what_remains() {
        let launches =
            |p: &Program| p.bodies().any(|b| any(b, &|s| matches!(s, Stmt::Launch { .. })));
        let program = (0..).map(generate).find(launches).expect("programs launch kernels");
        let until = Instant::now() + Duration::from_secs(600);
        let small = shrink(&program, until, &mut |all| all.iter().map(launches).collect());
        assert!(launches(&small));
        assert!(weight(&small) < 25, "{small:?}");
    }
}
