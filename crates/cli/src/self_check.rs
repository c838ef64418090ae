//! Whether an output has a hazard that its input did not have.
//!
//! Findings of the checker are compared by what does not change when lines are added: functions, the
//! rank of a call among the calls of its function, and objects by the calls that make them.

use crate::pipeline::Unit;
use check::{Code, Confidence, Finding};
use effects::{LocId, Object, StmtRef};
use ir::{Callee, FnId, Module, Span, StmtKind};
use std::collections::{BTreeSet, HashMap};

/// The findings of `after` that `before` does not have.
pub fn new_findings<'f>(
    before: (&Unit, &[Finding]),
    after: (&Unit, &'f [Finding]),
) -> Vec<&'f Finding> {
    let mut names = Names::new(before.0);
    let known: BTreeSet<String> =
        before.1.iter().flat_map(|f| [names.finding(f), names.pair(f)]).collect();
    let mut names = Names::new(after.0);
    let relevant = after.1.iter().filter(|f| f.code != Code::PageableCopy && !f.hidden);
    relevant
        .filter(|f| {
            // Which of several objects is named where pointers may lead to any is a matter of chance.
            let name = match f.confidence {
                Confidence::Definite => names.finding(f),
                _ => names.pair(f),
            };
            !known.contains(&name)
        })
        .collect()
}

/// Names that a rewriting does not change.
struct Names<'u> {
    unit: &'u Unit,
    /// Offsets of the calls of each function that the program itself makes, in order.
    calls: HashMap<FnId, Vec<u32>>,
}

impl<'u> Names<'u> {
    fn new(unit: &'u Unit) -> Self {
        Names { unit, calls: HashMap::new() }
    }

    fn finding(&mut self, finding: &Finding) -> String {
        let object = finding.object.map(|loc| self.object(loc)).unwrap_or_default();
        format!("{} / {object}", self.pair(finding))
    }

    /// A finding without its object.
    fn pair(&mut self, finding: &Finding) -> String {
        let first = self.place(finding.first);
        let second = match finding.is_about_places() {
            true => self.place(finding.second),
            false => self.function(finding.second.function),
        };
        format!("{} {first} / {second}", finding.code.id())
    }

    fn module(&self) -> &'u Module {
        &self.unit.module
    }

    /// Closures are named after the line they stand in; here they are numbered.
    fn function(&self, id: FnId) -> String {
        let function = self.module().function(id);
        let Some(at) = function.display.find("lambda at ") else {
            return function.display.clone();
        };
        let start = |f: &ir::Function| f.span.map(|s| (s.file.0, s.start));
        let closures = self.module().functions.iter().filter(|f| f.display.contains("lambda at "));
        let earlier: BTreeSet<_> = closures.map(start).filter(|s| *s < start(function)).collect();
        let method = function.display[at..].split_once("::").map_or("", |(_, rest)| rest);
        format!("closure {} {method}", earlier.len())
    }

    /// A statement: its function, and how many calls of the program stand before it.
    fn place(&mut self, at: StmtRef) -> String {
        let module = self.module();
        let start = at.stmt(module).map_or(0, |s| match &s.kind {
            StmtKind::Call(call) => call.syntax.as_ref().map_or(s.span.start, |x| x.expr.start),
            _ => s.span.start,
        });
        let calls = self.calls.entry(at.function).or_insert_with(|| calls(module, at.function));
        let rank = calls.partition_point(|offset| *offset < start);
        format!("{}#{rank}", self.function(at.function))
    }

    fn object(&mut self, loc: LocId) -> String {
        let unit = self.unit;
        let locations = &unit.effects.locations;
        let mut name = match locations.kind(loc) {
            Object::Heap { at, slot, context, memory } => {
                let mut name = format!("{memory} {slot} {}", self.place(*at));
                for call in context {
                    name.push_str(&format!(" in {}", self.place(*call)));
                }
                name
            }
            Object::Entry(inner) => format!("*{}", self.object(*inner)),
            Object::Var(var) => {
                let var = unit.module.var(*var);
                let owner = var.owner.map(|f| self.function(f)).unwrap_or_default();
                format!("{owner}::{}", var.name)
            }
            _ => locations.name(&unit.module, loc),
        };
        for field in locations.path(loc) {
            let field = unit.module.fields.get(field.0 as usize);
            name.push('.');
            name.push_str(field.map_or("elements", String::as_str));
        }
        name
    }
}

/// Offsets of a function's written calls, apart from those that StreamAlloc adds, themselves or with a
/// macro around them that checks their result.
fn calls(module: &Module, id: FnId) -> Vec<u32> {
    let Some(body) = &module.function(id).body else { return Vec::new() };
    let (mut ours, mut theirs): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    for stmt in body.blocks.iter().flat_map(|b| &b.stmts) {
        let StmtKind::Call(call) = &stmt.kind else { continue };
        let Some(syntax) = &call.syntax else { continue };
        match call.callee {
            Callee::Direct(f) if check::is_added(module, f) => ours.push(syntax.expr),
            _ => theirs.push(syntax.expr),
        }
    }
    // What a macro's body calls has the place of the invocation.
    let written: Vec<Span> = theirs.iter().copied().filter(|span| span.editable).collect();
    let added = |span: &Span| {
        !span.editable
            && ours.iter().any(|call| span.contains(call))
            && !written.iter().any(|call| span.contains(call))
    };
    let mut found: Vec<u32> = theirs.iter().filter(|s| !added(s)).map(|s| s.start).collect();
    found.sort_unstable();
    found.dedup();
    found
}
