//! `analyze --format html`: one self-contained page.
//!
//! *Takes* analyses, *gives* a document with a section for each file: numbers, timelines, the order that the device keeps,
//! the operations, and the annotated source; *promises* that the document loads nothing and runs nothing.

mod order;
mod source;
mod timelines;

use crate::pipeline::Analysis;
use crate::report::{self, Operation, Report};
use dfsa::text::duration;
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = include_str!("style.css");
/// Streams that have a colour of their own; others share.
const COLOURS: usize = 8;

/// The document around the sections.
pub fn document(sections: &[u8]) -> Vec<u8> {
    let head = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>StreamAlloc</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>What may run asynchronously</h1>\n\
         <p class=\"note\">StreamAlloc {}. Times are virtual ones of an H200, as if host memory were page-locked: they \
         compare two orders, and are no forecast.</p>\n",
        env!("CARGO_PKG_VERSION")
    );
    [head.as_bytes(), sections, b"</body>\n</html>\n"].concat()
}

/// The section of one file; `number` tells its anchors from those of others.
pub fn section(path: &Path, analysis: &mut Analysis) -> String {
    let report = report::with_codes(path, analysis);
    let analysis = &*analysis;
    let anchor = anchor_of(&report.file);
    let mut out = String::new();
    let _ = writeln!(out, "<section>\n<h2>{}</h2>", escaped(&report.file));
    numbers(&mut out, &report, analysis);
    if analysis.already {
        out.push_str("<p class=\"note\">This file was rewritten before.</p>\n");
    }
    timelines::write(&mut out, analysis);
    order::write(&mut out, analysis);
    operations(&mut out, &report, &anchor);
    source::write(&mut out, &report, analysis, &anchor);
    out.push_str("</section>\n");
    out
}

/// A name for anchors: letters, digits and the numbers of other bytes.
fn anchor_of(file: &str) -> String {
    let part = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("_{byte:02x}"),
    };
    file.bytes().map(part).collect()
}

fn numbers(out: &mut String, report: &Report, analysis: &Analysis) {
    let total = report.operations.len();
    let asynchronous = report.operations.iter().filter(|o| o.is_async).count();
    let share = 100.0 * asynchronous as f64 / total.max(1) as f64;
    let prediction = &analysis.prediction;
    let gain = match prediction.after_ns > 0.0 {
        true => format!("{:.2}×", prediction.before_ns / prediction.after_ns),
        false => "–".to_owned(),
    };
    let pairs = [
        ("operations", total.to_string()),
        ("asynchronous", format!("{asynchronous} ({share:.0} %)")),
        ("streams", report.streams.to_string()),
        ("events", report.events.to_string()),
        ("waits", report.waits.to_string()),
        ("before", duration(prediction.before_ns)),
        ("after", duration(prediction.after_ns)),
        ("predicted speed-up", gain),
        ("no order beats", duration(prediction.bound_ns)),
    ];
    out.push_str("<dl>\n");
    for (name, value) in pairs {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    out.push_str("</dl>\n");
}

fn operations(out: &mut String, report: &Report, anchor: &str) {
    out.push_str(
        "<h3>Operations</h3>\n<div class=\"scroll\"><table>\n<tr><th>line</th><th>call</th><th>runs</th><th>why</th>\
         <th>reads</th><th>writes</th><th>waited for before</th></tr>\n",
    );
    for op in &report.operations {
        let lines: Vec<String> = op.waited_for_at.iter().map(|l| link(anchor, *l)).collect();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            link(anchor, op.line),
            escaped(&op.call),
            badge(op),
            escaped(&op.why),
            escaped(&op.reads.join(", ")),
            escaped(&op.writes.join(", ")),
            lines.join(", ")
        );
    }
    out.push_str("</table></div>\n");
}

fn link(anchor: &str, line: usize) -> String {
    match line {
        0 => "in a header".to_owned(),
        line => format!("<a href=\"#{anchor}-{line}\">{line}</a>"),
    }
}

/// How an operation runs, in its stream's colour.
fn badge(op: &Operation) -> String {
    let how = if op.is_async { "async" } else { "sync" };
    match op.stream {
        Some(stream) => {
            format!("<span class=\"badge {}\">{how}, stream {stream}</span>", class(stream))
        }
        None => format!("<span class=\"badge none\">{how}</span>"),
    }
}

/// The class that gives a stream its colour.
fn class(stream: usize) -> String {
    format!("s{}", stream % COLOURS)
}

/// Text for HTML, in elements and in attributes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\t' && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
        assert_eq!(anchor_of("a b.cu"), "a_20b_2ecu");
    }
}
