//! The order that the device keeps: a column for each stream, and an arrow for each event that another stream waits for.

use super::{class, escaped};
use crate::pipeline::Analysis;
use std::collections::BTreeMap;
use std::fmt::Write;

const COLUMN: f64 = 220.0;
const ROW: f64 = 34.0;
const BOX: (f64, f64) = (170.0, 22.0);
/// Letters that fit into a box.
const LETTERS: usize = 23;

/// Writes the drawing, if anything runs in streams.
pub fn write(out: &mut String, analysis: &Analysis) {
    let plan = &analysis.plan;
    if plan.ops.is_empty() {
        return;
    }
    let mut ops: Vec<_> = plan.ops.iter().collect();
    ops.sort_by_key(|op| op.offset);
    let columns = ops.iter().map(|op| op.stream + 1).max().unwrap_or(1);
    let (width, height) = (columns as f64 * COLUMN, ops.len() as f64 * ROW + 24.0);
    out.push_str("<h3>Order on the device</h3>\n<p class=\"note\">Each column is a stream, which runs from top to bottom; ");
    out.push_str("an arrow is an event that another stream waits for.</p>\n");
    let _ = writeln!(
        out,
        "<div class=\"scroll\"><svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" fill=\"context-stroke\"/></marker></defs>"
    );
    for stream in 0..columns {
        let x = stream as f64 * COLUMN;
        let _ = writeln!(out, "<text class=\"soft\" x=\"{x}\" y=\"12\">stream {stream}</text>");
    }
    let place = |index: usize| (ops[index].stream as f64 * COLUMN, index as f64 * ROW + 20.0);
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, op) in ops.iter().enumerate() {
        if let Some(before) = last.insert(op.stream, index) {
            edge(out, place(before), place(index), "edge");
        }
        for event in &op.after {
            let recorded = ops.iter().position(|other| other.event == Some(*event));
            if let Some(from) = recorded {
                edge(out, place(from), place(index), "edge cross");
            }
        }
    }
    for (index, op) in ops.iter().enumerate() {
        let (x, y) = place(index);
        let line = analysis.unit.source.line_of(op.offset as usize);
        let label: String = format!("{line} {}", op.name).chars().take(LETTERS).collect();
        let _ = writeln!(
            out,
            "<g class=\"bar\"><rect class=\"op {}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\"/>\
             <text x=\"{}\" y=\"{}\">{}</text></g>",
            class(op.stream),
            BOX.0,
            BOX.1,
            x + 5.0,
            y + 15.0,
            escaped(&label)
        );
    }
    out.push_str("</svg></div>\n");
}

/// An arrow from the bottom of one box to the top of another, or between their sides where it leads up or across.
fn edge(out: &mut String, from: (f64, f64), to: (f64, f64), class: &str) {
    let (x1, y1) = (from.0 + BOX.0 / 2.0, from.1 + BOX.1);
    let (x2, y2) = (to.0 + BOX.0 / 2.0, to.1);
    let path = if from.0 == to.0 {
        format!("M{x1} {y1}L{x2} {y2}")
    } else {
        let side = if to.0 > from.0 { (from.0 + BOX.0, to.0) } else { (from.0, to.0 + BOX.0) };
        let (a, b) = (from.1 + BOX.1 / 2.0, to.1 + BOX.1 / 2.0);
        let middle = (side.0 + side.1) / 2.0;
        format!("M{} {a}C{middle} {a} {middle} {b} {} {b}", side.0, side.1)
    };
    let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#tip)\"/>");
}
