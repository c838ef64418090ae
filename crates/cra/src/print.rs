//! The printable form of the results (`--emit cra`).

use crate::decide::{Cra, Mode};
use effects::Effects;
use ir::Module;
use std::fmt::Write;

/// Prints modes, waits, joins, guards and device-side order.
pub fn print_cra(module: &Module, effects: &Effects, cra: &Cra) -> String {
    let mut out = String::new();
    let asynchronous = cra.asynchronous();
    for id in effects.sites.ids() {
        let site = effects.sites.get(id);
        let how = match cra.mode(id) {
            Mode::Async => "async".to_owned(),
            Mode::Keep => format!("keep ({:?})", cra.reasons.get(&id)),
            Mode::User => "user stream".to_owned(),
        };
        let crossed = if asynchronous.contains(&id) { "" } else { " (nothing overlaps)" };
        let _ = writeln!(out, "op {} {} {:?}: {how}{crossed}", id.0, site.name, site.kind);
    }
    for (a, b) in &cra.edges {
        let _ = writeln!(out, "order {} -> {}", a.0, b.0);
    }
    for id in module.function_ids() {
        let Some(function) = cra.functions.get(&id) else { continue };
        let name = &module.function(id).display;
        for wait in &function.waits {
            let sites: Vec<String> = wait.sites.iter().map(|s| s.0.to_string()).collect();
            let _ = writeln!(out, "{name}: wait {:?} for {}", wait.position, sites.join(", "));
        }
        for join in &function.joins {
            let _ = writeln!(out, "{name}: join {:?}", join.position);
        }
        for guard in &function.guards {
            let var = guard.var.map(|v| module.var(v).name.clone());
            let _ = writeln!(out, "{name}: guard {var:?} for {:?}", guard.sites);
        }
        if let Some(summary) = cra.summaries.get(&id) {
            let exit = summary.returned.as_ref().map(|end| &end.exit);
            if let Some(exit) = exit.filter(|exit| !exit.is_empty()) {
                let left: Vec<String> = exit.keys().map(|s| s.0.to_string()).collect();
                let _ = writeln!(out, "{name}: leaves {} in flight", left.join(", "));
            }
        }
    }
    out
}
