//! The printable form of a module, which tests and people read (`--emit ir`).

use crate::{Body, Call, Callee, FnId, Module, Operand, Place, Proj, Stmt, StmtKind, VarId};
use std::fmt::Write;

/// Prints every function with a body.
pub fn print_module(module: &Module) -> String {
    let mut out = String::new();
    for id in module.function_ids() {
        let function = module.function(id);
        if let Some(body) = &function.body {
            let _ = writeln!(
                out,
                "fn {} [{:?} {:?}] {{",
                function.display, function.space, function.linkage
            );
            print_body(&mut out, module, body);
            out.push_str("}\n\n");
        }
    }
    out
}

fn print_body(out: &mut String, module: &Module, body: &Body) {
    for id in body.block_ids() {
        let block = body.block(id);
        let succs: Vec<String> = block.succs.iter().map(|s| format!("b{}", s.0)).collect();
        let unwind = block.unwind.map(|u| format!(" unwind b{}", u.0)).unwrap_or_default();
        let role = if Some(id) == body.exit {
            " exit"
        } else if Some(id) == body.unwind_exit {
            " unwind-exit"
        } else {
            ""
        };
        let _ = writeln!(out, "  b{}{role}: -> [{}]{unwind}", id.0, succs.join(", "));
        for stmt in &block.stmts {
            let _ = writeln!(
                out,
                "    {}  @{}..{}",
                stmt_text(module, stmt),
                stmt.span.start,
                stmt.span.end
            );
        }
    }
}

fn stmt_text(module: &Module, stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Assign { dst, src } => {
            format!("{} = {}", place(module, dst), operand(module, src))
        }
        StmtKind::Read(src) => format!("read {}", operand(module, src)),
        StmtKind::Call(call) => call_text(module, call),
        StmtKind::ScopeEnd(var) => format!("end {}", var_name(module, *var)),
        StmtKind::Unknown { why, touches } => {
            format!("unknown({why}) [{}]", operands(module, touches))
        }
        StmtKind::LeftOut(text) => {
            let passed: Vec<Operand> = text.passed.iter().map(|(op, _)| op.clone()).collect();
            format!(
                "left out [{}] passes [{}] behind [{}] calls [{}]",
                operands(module, &text.touches),
                operands(module, &passed),
                operands(module, &text.behind),
                text.calls.join(", ")
            )
        }
    }
}

fn call_text(module: &Module, call: &Call) -> String {
    let callee = match &call.callee {
        Callee::Direct(id) => fn_name(module, *id),
        Callee::Virtual(id) => format!("virtual {}", fn_name(module, *id)),
        Callee::Indirect(op) => format!("({})", operand(module, op)),
        Callee::Launch(op) => format!("launch {}", operand(module, op)),
    };
    let this =
        call.this.as_ref().map(|t| format!("this={}; ", operand(module, t))).unwrap_or_default();
    let dst = call.dst.map(|d| format!("{} = ", var_name(module, d))).unwrap_or_default();
    format!("{dst}{callee}({this}{})", operands(module, &call.args))
}

fn fn_name(module: &Module, id: FnId) -> String {
    module.function(id).name.clone()
}

fn var_name(module: &Module, id: VarId) -> String {
    let var = module.var(id);
    if var.name.is_empty() {
        format!("%{}", id.0)
    } else {
        format!("{}%{}", var.name, id.0)
    }
}

fn operands(module: &Module, all: &[Operand]) -> String {
    all.iter().map(|op| operand(module, op)).collect::<Vec<_>>().join(", ")
}

fn operand(module: &Module, op: &Operand) -> String {
    match op {
        Operand::Copy(p) => place(module, p),
        Operand::AddrOf(p) => format!("&{}", place(module, p)),
        Operand::Fn(id) => format!("fn {}", fn_name(module, *id)),
        Operand::Const(Some(value)) => value.to_string(),
        Operand::Const(None) => "const".into(),
        Operand::Str => "str".into(),
        Operand::Within(inner) => format!("within({})", operand(module, inner)),
        Operand::AnyOf(all) => format!("any({})", operands(module, all)),
        Operand::Unknown => "unknown".into(),
    }
}

fn place(module: &Module, p: &Place) -> String {
    let mut text = var_name(module, p.var);
    for step in &p.proj {
        text = match step {
            Proj::Deref => format!("(*{text})"),
            Proj::Field(f) => format!("{text}.{}", module.field(*f)),
            Proj::Index => format!("{text}[]"),
        };
    }
    text
}
