//! Where an output can be changed.

use ir::{Callee, Module, Operand, Span, StmtKind};
use std::collections::BTreeMap;

/// What is done to a call of the functions that an output carries itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The argument with this position, an event or stream that is waited for, is left out.
    Forget(usize),
    /// The event is not recorded.
    NoRecord,
    /// The operation goes to this stream.
    Move(u32),
    /// The join is left out.
    NoJoin,
}

/// One mutant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The call in the output.
    pub call: Span,
    /// Its name without the namespace.
    pub name: String,
    /// Its arguments, as far as they are written.
    pub args: Vec<Span>,
    pub change: Change,
}

impl Point {
    /// One line for a report.
    pub fn describe(&self) -> String {
        match &self.change {
            Change::Forget(index) => format!("`{}` without its argument {}", self.name, index + 1),
            Change::NoRecord => format!("no `{}`", self.name),
            Change::Move(stream) => {
                format!("the operation of `{}` moved to stream {stream}", self.name)
            }
            Change::NoJoin => "no `join`".to_owned(),
        }
    }
}

/// Calls by where they stand: the name, where the arguments stand, and what numbers they are.
type Calls = BTreeMap<Span, (String, Vec<Span>, Vec<Option<i64>>)>;

/// All mutants of an output, in the order of the text. Its own functions are known as such
/// ([`check::adopt_helper`]).
pub fn points(module: &Module) -> Vec<Point> {
    let mut calls: Calls = BTreeMap::new();
    for function in &module.functions {
        let Some(body) = &function.body else { continue };
        for stmt in body.blocks.iter().flat_map(|b| &b.stmts) {
            let StmtKind::Call(call) = &stmt.kind else { continue };
            let (Callee::Direct(id), Some(syntax)) = (&call.callee, &call.syntax) else { continue };
            if !check::is_helper(module, *id) || syntax.expr.file.0 != 0 {
                continue;
            }
            let name = module.function(*id).name.rsplit("::").next().unwrap_or_default().to_owned();
            let numbers = call.args.iter().map(|operand| match operand {
                Operand::Const(value) => *value,
                _ => None,
            });
            calls.insert(syntax.expr, (name, syntax.args.clone(), numbers.collect()));
        }
    }
    let streams = streams(&calls);
    let mut found = Vec::new();
    for (call, (name, args, numbers)) in calls {
        for change in changes(&name, &numbers, streams) {
            found.push(Point { call, name: name.clone(), args: args.clone(), change });
        }
    }
    found
}

/// How many streams the calls name.
fn streams(calls: &Calls) -> u32 {
    let issuing = calls.values().filter(|(name, ..)| ["stream", "after"].contains(&name.as_str()));
    let numbers = issuing.filter_map(|(_, _, numbers)| *numbers.first()?);
    numbers.max().map_or(0, |n| n as u32 + 1)
}

fn changes(name: &str, numbers: &[Option<i64>], streams: u32) -> Vec<Change> {
    let forget = |from: usize| (from..numbers.len()).map(Change::Forget);
    let moved = || {
        let own = numbers.first().copied().flatten().unwrap_or(0) as u32;
        (streams > 1).then(|| Change::Move((own + 1) % streams))
    };
    match name {
        "wait" | "wait_stream" | "Guard" => forget(0).collect(),
        "after" => forget(1).chain(moved()).collect(),
        "stream" => moved().into_iter().collect(),
        "record" | "recorded" => vec![Change::NoRecord],
        "join" => vec![Change::NoJoin],
        _ => Vec::new(),
    }
}
