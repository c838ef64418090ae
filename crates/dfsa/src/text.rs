//! A picture of a timeline in characters, for the terminal.
//!
//! ```text
//! host    |i:....................|
//! H2D     |[up 0==][up 1==]      |
//! compute |        [k0]    [k1]  |
//! D2H     |            [d0]    []|
//!          0              26.0 µs
//! ```
//!
//! A bar carries as much of its label as fits. On the host row `#` is the host's own work, `:` a call, `.` waiting
//! for the device. Rows without spans are left out; operations that overlap on the multiprocessors take a line each.

use crate::timeline::{Item, Program, Row, Span, SpanKind, Timeline};

/// Draws `timeline` of `program` with bars over `width` columns (at least 10).
pub fn render(timeline: &Timeline, program: &Program, width: usize) -> String {
    let width = width.max(10);
    let scale = Scale { width, makespan_ns: timeline.makespan_ns };
    let mut picture = String::new();
    for row in Row::ALL {
        let spans: Vec<&Span> = timeline.spans.iter().filter(|s| s.row == row).collect();
        let lanes = spans.iter().map(|span| span.lane + 1).max().unwrap_or(0);
        for lane in 0..lanes {
            let mut line = vec![' '; width];
            for span in spans.iter().filter(|span| span.lane == lane) {
                draw(&mut line, &scale, span, &label(program, span.item));
            }
            let name = if lane == 0 { row.to_string() } else { String::new() };
            let bars: String = line.into_iter().collect();
            picture.push_str(&format!("{name:<8}|{bars}|\n"));
        }
    }
    let end = duration(timeline.makespan_ns);
    picture.push_str(&format!("{:8} 0{end:>rest$}\n", "", rest = width - 1));
    picture
}

/// Nanoseconds in the unit that fits.
pub fn duration(ns: f64) -> String {
    if ns < 1e3 {
        format!("{ns:.0} ns")
    } else if ns < 1e6 {
        format!("{:.1} µs", ns / 1e3)
    } else if ns < 1e9 {
        format!("{:.1} ms", ns / 1e6)
    } else {
        format!("{:.2} s", ns / 1e9)
    }
}

/// From time to columns.
struct Scale {
    width: usize,
    makespan_ns: f64,
}

impl Scale {
    /// The column in which a moment lies, from 0 to `width`.
    fn column(&self, ns: f64) -> usize {
        if self.makespan_ns <= 0.0 {
            return 0;
        }
        let column = (ns / self.makespan_ns * self.width as f64).round();
        (column as usize).min(self.width)
    }
}

/// The name of an item.
fn label(program: &Program, item: usize) -> String {
    match program.items.get(item) {
        Some(Item::HostWork { label, .. } | Item::Issue { label, .. }) => label.clone(),
        Some(Item::HostWait { .. } | Item::DeviceSync) | None => String::new(),
    }
}

/// Draws one span; every span gets at least one column.
fn draw(line: &mut [char], scale: &Scale, span: &Span, label: &str) {
    let first = scale.column(span.start_ns).min(line.len() - 1);
    let end = scale.column(span.end_ns).clamp(first + 1, line.len());
    let bar = &mut line[first..end];
    match span.kind {
        SpanKind::Work => bar.fill('#'),
        SpanKind::Call => bar.fill(':'),
        SpanKind::Blocked => bar.fill('.'),
        SpanKind::Execution => draw_box(bar, label),
    }
}

/// `[label==]`, or as much of it as fits.
fn draw_box(bar: &mut [char], label: &str) {
    let mut letters = label.chars().map(|c| if c.is_control() { ' ' } else { c });
    match bar {
        [only] => *only = letters.next().unwrap_or('='),
        [first, inside @ .., last] => {
            *first = '[';
            *last = ']';
            for slot in inside {
                *slot = letters.next().unwrap_or('=');
            }
        }
        [] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Engine;
    use crate::machine::Machine;
    use crate::timeline::{evaluate, StreamRef};

    fn issue(label: &str, engine: Engine, stream: usize, duration_ns: f64) -> Item {
        Item::Issue {
            op: 0,
            label: label.into(),
            engine,
            stream: StreamRef::Stream(stream),
            duration_ns,
            blocking: false,
            waits: vec![],
        }
    }

    #[test]
    fn rows_bars_and_scale() {
        let program = Program {
            items: vec![
                Item::HostWork { label: "fill".into(), ns: 8000.0 },
                issue("up a", Engine::H2D, 0, 8000.0),
                issue("axpy", Engine::Compute, 0, 8000.0),
                issue("scale", Engine::Compute, 1, 16000.0),
                issue("down", Engine::D2H, 0, 2000.0),
                Item::DeviceSync,
            ],
        };
        let timeline = evaluate(&program, &Machine::ideal()).expect("a sound program");
        let expected = "\
host    |########..................|
H2D     |        [up a==]          |
compute |        [scale=========]  |
        |                [axpy==]  |
D2H     |                        []|
         0                  26.0 µs
";
        assert_eq!(render(&timeline, &program, 26), expected);
    }

    #[test]
    fn short_spans_keep_a_column() {
        let program = Program {
            items: vec![issue("kernel", Engine::Compute, 0, 1e6), issue("x", Engine::D2H, 0, 1.0)],
        };
        let timeline = evaluate(&program, &Machine::ideal()).expect("a sound program");
        let picture = render(&timeline, &program, 10);
        assert!(picture.contains("|         x|"), "{picture}");
    }

    #[test]
    fn an_empty_program_is_a_scale() {
        let picture = render(&Timeline::default(), &Program::default(), 10);
        assert_eq!(picture, "         0     0 ns\n");
    }

    #[test]
    fn durations_have_units() {
        let shown = [12.0, 1500.0, 2.25e6, 3.0e9].map(duration);
        assert_eq!(shown, ["12 ns", "1.5 µs", "2.2 ms", "3.00 s"]);
    }
}
