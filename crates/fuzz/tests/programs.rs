//! A bounded run of the generator: outputs do what their originals do.

use fuzz::check::{Lab, Layout, Tally, Verdict};
use fuzz::generate::generate;
use fuzz::tree::Program;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

/// The first program; those that are slow to analyse are left to `make fuzz`.
const FIRST: u64 = 500;
/// Files, each with so many programs and one program alone.
const FILES: u64 = 9;
const PER_FILE: u64 = 4;
/// Seeds of the device: the plain ones, which delay one kind of work or one stream each.
const SEEDS: u64 = 12;
const WORKERS: usize = 2;

#[test]
fn outputs_do_what_their_originals_do() {
    let rewriter = PathBuf::from(env!("CARGO_BIN_EXE_streamalloc-fuzz"));
    let lab = Lab::new(rewriter, SEEDS).expect("a temporary folder");
    let next = AtomicU64::new(0);
    let found = Mutex::new((Tally::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| loop {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= FILES {
                    break;
                }
                let (tally, problems) = file_of(&lab, FIRST + file * (PER_FILE + 1));
                let mut found = found.lock().expect("no worker panics");
                found.0.add(tally);
                found.1.extend(problems);
            });
        }
    });
    let (tally, problems) = found.into_inner().expect("no worker panics");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    // Programs in which nothing overlaps would prove nothing.
    assert!(tally.asynchronous * 2 > tally.operations, "{tally:?}");
    assert!(tally.waits > 2 * tally.programs, "{tally:?}");
}

fn file_of(lab: &Lab, first: u64) -> (Tally, Vec<String>) {
    let mut programs: Vec<Program> = (first..=first + PER_FILE).map(generate).collect();
    let alone = programs.split_off(PER_FILE as usize);
    let mut tally = Tally::default();
    let mut problems = Vec::new();
    for (programs, layout) in [(programs, Layout::Together), (alone, Layout::Alone)] {
        match lab.check(&programs, layout) {
            Ok(checked) => {
                tally.add(checked.tally);
                let judged = programs.iter().zip(checked.verdicts);
                problems.extend(judged.filter_map(|(p, v)| problem(p, &v)));
            }
            Err(fault) => problems.push(format!("programs from {first}, {layout:?}: {fault:?}")),
        }
    }
    (tally, problems)
}

fn problem(program: &Program, verdict: &Verdict) -> Option<String> {
    let (what, seed, got, expected) = match verdict {
        Verdict::Same => return None,
        Verdict::Differs { seed, got, expected } => ("the output differs", seed, got, expected),
        Verdict::Unstable { seed, got, expected } => ("the original differs", seed, got, expected),
    };
    let number = program.seed;
    Some(format!(
        "program {number}: {what} under seed {seed}\n{got}\ninstead of\n{expected}\n\
         (make fuzz N=1 SEED={number} makes it smaller)"
    ))
}
