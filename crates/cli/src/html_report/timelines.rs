//! Timelines as drawings.

use super::{class, escaped};
use crate::pipeline::Analysis;
use crate::timeline::with_lines;
use dfsa::text::duration;
use dfsa::timeline::{Row, SpanKind, StreamRef, Timeline};
use dfsa::{evaluate, CostModel, Item, Program};
use std::fmt::Write;

const WIDTH: f64 = 1150.0;
/// Where the bars begin.
const LEFT: f64 = 70.0;
const LANE: f64 = 24.0;
/// Width of a letter in a bar.
const LETTER: f64 = 6.8;

/// Writes a drawing before and after for each function that the prediction starts from, on one scale.
pub fn write(out: &mut String, analysis: &Analysis) {
    let unit = &analysis.unit;
    let machine = CostModel::h200().machine;
    for walked in transform::walks(&unit.module, &unit.effects, &analysis.cra, &analysis.plan) {
        let name = &unit.module.function(walked.root).name;
        let programs = [walked.before, walked.after].map(|p| with_lines(p, analysis));
        let timelines = programs.each_ref().map(|p| evaluate(p, &machine).unwrap_or_default());
        let longest = timelines.iter().map(|t| t.makespan_ns).fold(0.0, f64::max);
        if longest <= 0.0 {
            continue;
        }
        let _ = writeln!(out, "<h3>Timeline of {}</h3>", escaped(name));
        for (when, (program, timeline)) in
            ["before", "after"].iter().zip(programs.iter().zip(&timelines))
        {
            let _ =
                writeln!(out, "<p class=\"note\">{when}: {}</p>", duration(timeline.makespan_ns));
            draw(out, program, timeline, longest);
        }
    }
}

fn draw(out: &mut String, program: &Program, timeline: &Timeline, longest: f64) {
    let lanes = |row: Row| {
        let spans = timeline.spans.iter().filter(|span| span.row == row);
        spans.map(|span| span.lane + 1).max().unwrap_or(1)
    };
    let height = Row::ALL.iter().map(|row| lanes(*row) as f64 * LANE).sum::<f64>();
    let _ = writeln!(
        out,
        "<div class=\"scroll\"><svg viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
    );
    let x = |ns: f64| LEFT + ns / longest * (WIDTH - LEFT - 1.0);
    let mut top = 0.0;
    for row in Row::ALL {
        let _ = writeln!(out, "<text x=\"0\" y=\"{:.1}\">{row}</text>", top + 16.0);
        for span in timeline.spans.iter().filter(|span| span.row == row) {
            let (left, y) = (x(span.start_ns), top + span.lane as f64 * LANE + 3.0);
            let width = (x(span.end_ns) - left).max(1.0);
            let (colour, label) = look(program, span.item, span.kind);
            let title = format!("{label} {}", duration(span.end_ns - span.start_ns));
            let _ = write!(
                out,
                "<g class=\"bar\"><title>{}</title><rect class=\"{colour}\" x=\"{left:.1}\" y=\"{y:.1}\" \
                 width=\"{width:.1}\" height=\"{:.1}\" rx=\"2\"/>",
                escaped(title.trim()),
                LANE - 6.0
            );
            let letters = ((width - 6.0) / LETTER) as usize;
            if span.kind == SpanKind::Execution && letters > 0 {
                let shown: String = label.chars().take(letters).collect();
                let _ = write!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    left + 3.0,
                    y + 13.0,
                    escaped(&shown)
                );
            }
            out.push_str("</g>\n");
        }
        top += lanes(row) as f64 * LANE;
        let _ = writeln!(
            out,
            "<line class=\"axis\" x1=\"0\" x2=\"{WIDTH}\" y1=\"{top:.1}\" y2=\"{top:.1}\"/>"
        );
    }
    out.push_str("</svg></div>\n");
}

/// The class and the label of a span.
fn look(program: &Program, item: usize, kind: SpanKind) -> (String, String) {
    let label = match program.items.get(item) {
        Some(Item::Issue { label, .. } | Item::HostWork { label, .. }) => label.clone(),
        Some(Item::HostWait { .. }) => "the host waits".to_owned(),
        Some(Item::DeviceSync) => "the host waits for the device".to_owned(),
        None => String::new(),
    };
    let colour = match (kind, program.items.get(item)) {
        (SpanKind::Work, _) => "work".to_owned(),
        (SpanKind::Call, _) => "call".to_owned(),
        (SpanKind::Blocked, _) => "blocked".to_owned(),
        (SpanKind::Execution, Some(Item::Issue { stream: StreamRef::Stream(stream), .. })) => {
            format!("op {}", class(*stream))
        }
        (SpanKind::Execution, _) => "op none".to_owned(),
    };
    (colour, label)
}
