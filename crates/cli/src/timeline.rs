//! `analyze --timeline`: when host and device do what, as written and as planned, in the cost model's virtual time.

use crate::pipeline::Analysis;
use dfsa::text::{duration, render};
use dfsa::{evaluate, CostModel, Item, Program};
use effects::{SiteId, SiteKey};
use std::fmt::Write;
use std::path::Path;

/// Columns of a picture's bars.
const WIDTH: usize = 88;

/// Pictures of what each function does that the prediction starts from.
pub fn text(path: &Path, analysis: &Analysis) -> String {
    let unit = &analysis.unit;
    let walks = transform::walks(&unit.module, &unit.effects, &analysis.cra, &analysis.plan);
    let machine = CostModel::h200().machine;
    let mut out = String::new();
    for walked in walks {
        let name = &unit.module.function(walked.root).name;
        let _ = writeln!(out, "{}: {name}", path.display());
        for (when, program) in [("before", walked.before), ("after", walked.after)] {
            let program = with_lines(program, analysis);
            let Ok(timeline) = evaluate(&program, &machine) else { continue };
            let _ = writeln!(out, "\n{when}: {}", duration(timeline.makespan_ns));
            out.push_str(&render(&timeline, &program, WIDTH));
        }
        out.push('\n');
    }
    out.push_str(
        "Bars begin with the lines of operations. On the host's row # is work, : a call, . waiting.\n\
         Virtual time of an H200, as if host memory were page-locked: it compares two orders, and is no forecast.\n",
    );
    out
}

/// The program with operations named by their lines.
pub fn with_lines(mut program: Program, analysis: &Analysis) -> Program {
    for item in &mut program.items {
        let Item::Issue { op, label, .. } = item else { continue };
        let Ok(site) = u32::try_from(*op) else { continue };
        if let Some(line) = line_of(analysis, SiteId(site)) {
            *label = format!("{line} {label}");
        }
    }
    program
}

/// The line of an operation in the file itself.
fn line_of(analysis: &Analysis, site: SiteId) -> Option<usize> {
    let unit = &analysis.unit;
    let span = match unit.effects.sites.get(site).key {
        SiteKey::Text(span) => span,
        SiteKey::Stmt(at) => at.stmt(&unit.module)?.span,
    };
    (span.file.0 == 0).then(|| unit.source.line_of(span.start as usize))
}
