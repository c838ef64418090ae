//! The printable form of the results (`--emit effects`).

use crate::{Access, Effects};
use ir::Module;
use std::fmt::Write;

/// Prints every function's summary.
pub fn print_effects(module: &Module, effects: &Effects) -> String {
    let mut out = String::new();
    for id in module.function_ids() {
        let Some(facts) = effects.functions.get(&id) else { continue };
        let _ = writeln!(out, "{}:", module.function(id).display);
        print_accesses(&mut out, module, effects, "  ", facts.summary.accesses.iter());
        let frees: Vec<String> =
            facts.summary.frees.iter().map(|l| effects.locations.name(module, *l)).collect();
        if !frees.is_empty() {
            let _ = writeln!(out, "  frees {}", frees.join(", "));
        }
        for (site, accesses) in &facts.summary.ops {
            let _ = writeln!(out, "  op {} {}", site.0, effects.sites.get(*site).name);
            print_accesses(&mut out, module, effects, "    ", accesses.iter());
        }
    }
    out
}

fn print_accesses<'a>(
    out: &mut String,
    module: &Module,
    effects: &Effects,
    indent: &str,
    accesses: impl Iterator<Item = &'a Access> + Clone,
) {
    for (verb, write) in [("reads", false), ("writes", true)] {
        let names: Vec<String> = accesses
            .clone()
            .filter(|a| a.write == write)
            .map(|a| {
                let name = effects.locations.name(module, a.loc);
                if a.deep {
                    format!("{name}…")
                } else {
                    name
                }
            })
            .collect();
        if !names.is_empty() {
            let _ = writeln!(out, "{indent}{verb} {}", names.join(", "));
        }
    }
}
