//! Printable forms of the stages.

use crate::args::Stage;
use crate::pipeline::Analysis;
use std::fmt::Write;

pub fn emit(analysis: &Analysis, stage: Stage) -> String {
    match stage {
        Stage::Ir => ir::print_module(&analysis.unit.module),
        Stage::Effects => effects::print_effects(&analysis.unit.module, &analysis.unit.effects),
        Stage::Cra => cra::print_cra(&analysis.unit.module, &analysis.unit.effects, &analysis.cra),
        Stage::Dfsa => streams(analysis),
        Stage::Plan => serde_json::to_string_pretty(&analysis.plan).unwrap_or_default() + "\n",
    }
}

fn streams(analysis: &Analysis) -> String {
    let mut out = String::new();
    for op in &analysis.plan.ops {
        let line = analysis.unit.source.line_of(op.offset as usize);
        let _ = writeln!(
            out,
            "line {line}: {} in stream {}, after events {:?}",
            op.name, op.stream, op.after
        );
    }
    out
}
