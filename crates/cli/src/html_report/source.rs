//! The source with its operations and waits.

use super::{class, escaped};
use crate::pipeline::Analysis;
use crate::report::{Operation, Report};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Writes each line, with what is decided about it.
pub fn write(out: &mut String, report: &Report, analysis: &Analysis, anchor: &str) {
    let source = &analysis.unit.source;
    let mut operations: BTreeMap<usize, Vec<&Operation>> = BTreeMap::new();
    let mut waits: BTreeMap<usize, Vec<&Operation>> = BTreeMap::new();
    for op in &report.operations {
        operations.entry(op.line).or_default().push(op);
        for line in &op.waited_for_at {
            waits.entry(*line).or_default().push(op);
        }
    }
    out.push_str("<h3>Source</h3>\n<pre>");
    // What follows the last line end is no line.
    let is_line = |line: &usize| !source.line_range(*line).is_empty();
    for line in (1..=source.line_count()).filter(is_line) {
        if let Some(ops) = waits.get(&line) {
            let names: Vec<String> =
                ops.iter().map(|op| format!("{} of line {}", escaped(&op.call), op.line)).collect();
            let _ =
                write!(out, "<span class=\"w\">↳ the host waits for {}</span>", names.join(", "));
        }
        let text = String::from_utf8_lossy(&source.bytes()[source.content_range(line)]);
        let here = operations.get(&line).map_or(&[][..], Vec::as_slice);
        let colour = match here.first() {
            Some(op) => format!(" o {}", op.stream.map_or_else(|| "none".to_owned(), class)),
            None => String::new(),
        };
        let _ = write!(
            out,
            "<span class=\"l{colour}\" id=\"{anchor}-{line}\"><span class=\"n\">{line}</span>{}{}</span>",
            escaped(&text),
            remarks(here)
        );
    }
    out.push_str("</pre>\n");
}

/// What stands behind a line.
fn remarks(operations: &[&Operation]) -> String {
    let remark = |op: &&Operation| {
        let text = match op.stream {
            Some(stream) if op.is_async => format!("stream {stream}"),
            Some(stream) => format!("stream {stream}: {}", op.why),
            None => format!("stays synchronous: {}", op.why),
        };
        format!("<span class=\"a\">{}</span>", escaped(&text))
    };
    operations.iter().map(remark).collect()
}
