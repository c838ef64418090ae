//! What `verify` says.

use crate::args::VerifyArgs;
use sim::{Comparison, Difference, Output, Stopped};
use std::fmt::Write;
use std::path::Path;

/// Lines of a difference between two outputs that are shown.
const SHOWN_LINES: usize = 30;

/// Why nothing can be said of the rewriting, if that is so: the original cannot be run, or disagrees with itself.
pub fn no_verdict(file: &Path, args: &VerifyArgs, comparison: &Comparison) -> Option<String> {
    let name = file.display();
    let reference = &comparison.reference;
    if reference.timed_out {
        let seconds = args.timeout;
        return Some(format!(
            "{name}: the original does not end within {seconds} s; --timeout allows more"
        ));
    }
    match reference.stopped() {
        Some(Stopped::Unsupported(what)) => {
            return Some(format!("{name}: the simulator lacks what the program needs: {what}"))
        }
        Some(Stopped::Fault(what)) => {
            return Some(format!("{name}: the original touches memory that it must not: {what}"))
        }
        None => {}
    }
    if comparison.original.is_empty() {
        return None;
    }
    let first = comparison.original.first()?;
    if !comparison.repeatable {
        return Some(format!(
            "{name}: the original does something else each time it runs, so that there is nothing to compare with \
             (does it print times, addresses or random numbers? --ignore leaves out such lines)\n{}",
            against_reference(comparison, first, "another run")
        ));
    }
    let cause = comparison.cause.as_ref().map(|what| format!("note: {what}\n"));
    Some(format!(
        "{name}: the original itself depends on the seed ({}): it relies on something that CUDA does not promise\n{}{}",
        seeds(&comparison.original, comparison),
        against_reference(comparison, first, &format!("seed {}", first.seed)),
        cause.unwrap_or_default()
    ))
}

/// The report on programs that do the same.
pub fn equal(file: &Path, args: &VerifyArgs, comparison: &Comparison) -> String {
    let reference = &comparison.reference;
    let mut text = format!(
        "{}: equal under {}, with {} and {} bytes of output",
        file.display(),
        counted(comparison.seeds, "seed"),
        end(reference),
        reference.stdout.len()
    );
    if args.memory {
        let _ = write!(text, "; {}", counted(comparison.buffers, "buffer"));
    }
    text.push('\n');
    text
}

/// The report on programs that differ.
pub fn different(file: &Path, args: &VerifyArgs, comparison: &Comparison) -> String {
    let Some(first) = comparison.rewritten.first() else { return String::new() };
    let name = file.display();
    let mut text = format!("{name}: different ({})\n", seeds(&comparison.rewritten, comparison));
    match &first.memory {
        Some(what) => {
            let _ = writeln!(text, "seed {}: {what}", first.seed);
            if comparison.memory_varies {
                text.push_str(
                    "note: buffers of the original, too, hold other values under other seeds\n",
                );
            }
        }
        None => text.push_str(&against_reference(
            comparison,
            first,
            &format!("rewritten, seed {}", first.seed),
        )),
    }
    let _ = writeln!(
        text,
        "repeat it with: streamalloc verify {} --seed {}",
        again(file, args),
        first.seed
    );
    text
}

/// The options with which the difference shows again.
fn again(file: &Path, args: &VerifyArgs) -> String {
    let mut words = vec![file.display().to_string()];
    if let Some(against) = &args.against {
        words.push(format!("--against {}", against.display()));
    }
    if args.memory {
        words.push("--memory".to_owned());
    }
    words.join(" ")
}

/// How an output differs from the reference.
fn against_reference(comparison: &Comparison, difference: &Difference, title: &str) -> String {
    let (reference, got) = (&comparison.reference, &difference.output);
    let mut text = String::new();
    if reference.stdout != got.stdout {
        text.push_str(&diff(&reference.stdout, &got.stdout, title));
    }
    if (reference.status, reference.timed_out) != (got.status, got.timed_out) {
        let _ = writeln!(text, "{title}: {} instead of {}", end(got), end(reference));
    }
    if let Some(Stopped::Fault(what) | Stopped::Unsupported(what)) = got.stopped() {
        let _ = writeln!(text, "{title}: the simulator stopped it: {what}");
    }
    text
}

fn diff(reference: &[u8], got: &[u8], title: &str) -> String {
    let diff = edit::diff::unified(reference, got, "original, seed 0", title, 1);
    let diff = String::from_utf8_lossy(&diff);
    let mut lines = diff.lines();
    // Names of files would have prefixes.
    let mut text = format!("--- original, seed 0\n+++ {title}\n");
    for line in lines.by_ref().skip_while(|l| !l.starts_with("@@")).take(SHOWN_LINES) {
        text.push_str(line);
        text.push('\n');
    }
    let more = lines.count();
    if more > 0 {
        let _ = writeln!(text, "… {} more", counted(more, "line"));
    }
    text
}

fn end(output: &Output) -> String {
    match (output.timed_out, output.status) {
        (true, _) => "no end".to_owned(),
        (_, Some(code)) => format!("exit status {code}"),
        (_, None) => "a signal".to_owned(),
    }
}

/// `seeds 1, 3 and 5 of 20`.
fn seeds(differences: &[Difference], comparison: &Comparison) -> String {
    let numbers: Vec<String> = differences.iter().map(|d| d.seed.to_string()).collect();
    let list = match numbers.split_last() {
        Some((last, [])) => format!("seed {last}"),
        Some((last, before)) => format!("seeds {} and {last}", before.join(", ")),
        None => String::new(),
    };
    format!("{list} of {} tried", comparison.seeds)
}

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
