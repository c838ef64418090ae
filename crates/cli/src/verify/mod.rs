//! The command `verify`: a program and what becomes of it, on a simulated device that delays and reorders whatever CUDA lets it.
//!
//! *Takes* a source file, *gives* a verdict, *promises* that "equal" means: under every seed tried, both programs printed the
//! same, ended in the same way and, if asked for, left the same bytes in their buffers; and that "different" is never said of
//! an original that disagrees with itself.

mod build;
mod report;

use crate::args::VerifyArgs;
use crate::pipeline::{analyze, OtherFiles, Settings};
use build::Programs;
use lower::frontend::Frontend;
use sim::{CompareOptions, Comparison};
use std::path::Path;
use std::time::Duration;

/// Seeds tried when none are asked for. The first twelve are the simulator's fixed behaviours; the rest is random.
const SEEDS: u64 = 20;

/// What was found.
pub struct Verdict {
    pub equal: bool,
    /// For people.
    pub text: String,
}

/// Compares a file with its rewriting, or with another file.
///
/// # Errors
/// Says why there is no verdict.
pub fn verify(args: &VerifyArgs, frontend: &Frontend, file: &Path) -> Result<Verdict, String> {
    let original = read(file)?;
    let other = match &args.against {
        Some(path) => read(path)?,
        None => rewritten(args, frontend, file)?,
    };
    if args.against.is_none() && other == original {
        let text = format!("{}: nothing is rewritten\n", file.display());
        return Ok(Verdict { equal: true, text });
    }
    let programs = Programs::build(args, frontend, file, &other)?;
    let comparison =
        sim::compare(&programs.original(), &programs.rewritten(), &args.args, &options(args, file))
            .map_err(|e| format!("{}: cannot run the programs: {e}", file.display()))?;
    match report::no_verdict(file, args, &comparison) {
        Some(problem) => Err(problem),
        None => Ok(verdict(file, args, &comparison)),
    }
}

fn verdict(file: &Path, args: &VerifyArgs, comparison: &Comparison) -> Verdict {
    let text = match comparison.equal() {
        true => report::equal(file, args, comparison),
        false => report::different(file, args, comparison),
    };
    Verdict { equal: comparison.equal(), text }
}

fn options(args: &VerifyArgs, file: &Path) -> CompareOptions {
    let first = args.seed.unwrap_or(0);
    let number = args.seeds.unwrap_or(if args.seed.is_some() { 1 } else { SEEDS });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    CompareOptions {
        seeds: (first..first.saturating_add(number)).collect(),
        name: Some(file.with_extension("")),
        timeout: Duration::from_secs(args.timeout),
        memory: args.memory,
        ignore: args.ignore.clone(),
        jobs: (cores / args.files.len()).max(1),
        ..CompareOptions::default()
    }
}

fn rewritten(args: &VerifyArgs, frontend: &Frontend, file: &Path) -> Result<Vec<u8>, String> {
    let settings = Settings {
        streams: args.streams.most(),
        force: !args.no_force,
        reuse: true,
        pin: args.pin.when.into(),
        others: OtherFiles::of(args.whole_program),
    };
    let mut analysis = analyze(frontend, file, settings).map_err(|e| e.to_string())?;
    analysis.rewrite(frontend, file).map_err(|e| e.to_string())
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    lower::frontend::read_source(file).map_err(|problem| format!("{}: {problem}", file.display()))
}
