//! The command `transform`.
//!
//! *Takes* jobs, *gives* rewritten files, a patch or text, a line for each file and a summary, *promises* that nothing is
//! written before all files have been analysed, and that the summary counts what was written.

use crate::args::TransformArgs;
use crate::git;
use crate::output::{target, write, Target};
use crate::pipeline::{analyze, Analysis, Failure, Lines};
use crate::project::config::Config;
use crate::project::{included_elsewhere, inputs, Job};
use crate::report::{self, Memory};
use crate::run::{colour, complain, print_out, settings, Status};
use crate::summary::Summary;
use crate::workers::{self, map_files, Frontends, Setting};
use lower::frontend::Frontend;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a worker made of one file.
#[derive(Serialize, Deserialize)]
pub struct Transformed {
    /// A stage's result, the diff, or the text for standard output.
    #[serde(with = "workers::bytes")]
    out: Vec<u8>,
    kind: Kind,
    /// The rewritten text, if it is to be written.
    text: Option<Contents>,
    pub counts: Counts,
    /// Files that it includes.
    includes: BTreeSet<PathBuf>,
    /// Operations in headers, by the headers' paths.
    pub headers: BTreeMap<PathBuf, usize>,
}

impl Transformed {
    /// The text for standard output, if the file is rewritten.
    pub fn into_rewritten(self) -> Option<Vec<u8>> {
        (self.kind == Kind::Rewritten).then_some(self.out)
    }
}

/// The bytes of a file.
#[derive(Serialize, Deserialize)]
struct Contents(#[serde(with = "workers::bytes")] Vec<u8>);

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A stage was printed.
    Emitted,
    Rewritten,
    NothingToDo,
    RewrittenBefore,
    /// So many ways of compiling it lead to different results.
    Disagreement(usize),
    /// Another file includes it.
    IncludedBy(PathBuf),
}

/// What there is in a file.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct Counts {
    pub operations: usize,
    pub asynchronous: usize,
    pub streams: usize,
    pub events: usize,
    pub waits: usize,
    pub memory: Memory,
}

impl Kind {
    /// What is said of a file.
    fn message(&self, counts: &Counts) -> String {
        let Counts { operations, asynchronous, streams, events, waits, memory } = counts;
        match self {
            Kind::Emitted => String::new(),
            Kind::Rewritten => format!(
                "{asynchronous} of {operations} operations asynchronous, {streams} streams, {events} events, \
                 {waits} waits{}",
                memory.words()
            ),
            Kind::NothingToDo => {
                format!("nothing to do ({operations} operations; `streamalloc analyze` says why)")
            }
            Kind::RewrittenBefore => "was rewritten before, left as it is".to_owned(),
            Kind::Disagreement(ways) => format!(
                "left as it is: the build compiles it in {ways} ways, which lead to different results"
            ),
            Kind::IncludedBy(other) => {
                format!("left as it is: {} includes it, too", other.display())
            }
        }
    }

    /// Whether it is said without being asked for, where there are many files.
    fn is_news(&self) -> bool {
        !matches!(self, Kind::NothingToDo | Kind::RewrittenBefore)
    }
}

// --- the process that the user started -----------------------------------------------------------

/// Rewrites files.
pub fn transform_files(args: &TransformArgs, config: &Config) -> Status {
    let attempt =
        inputs(&args.files, &args.project, &args.frontend.flags, config).and_then(|found| {
            if !args.quiet {
                found.notes.iter().for_each(|note| complain(note));
            }
            before_work(args, &found.jobs)?;
            let setting = Setting::new(args.quiet, colour());
            let results =
                map_files(&found.jobs, &setting, |_, answer: Result<Transformed, String>| answer);
            Ok((found.jobs, results?))
        });
    let (jobs, results) = match attempt {
        Ok(found) => found,
        Err(problem) => {
            complain(&problem);
            return Status::Error;
        }
    };
    let mut results: Vec<Result<Transformed, String>> =
        results.into_iter().map(|result| result.and_then(|answer| answer)).collect();
    leave_included_alone(&jobs, &mut results);
    finish(args, &jobs, results)
}

/// Refuses what must not even begin.
fn before_work(args: &TransformArgs, jobs: &[Job]) -> Result<(), String> {
    if jobs.len() > 1 && (args.output.is_some() || args.stdout) {
        return Err(
            "-o and --stdout take one input file; use --out-root or --in-place for several".into(),
        );
    }
    if args.in_place && !args.allow_dirty {
        let files: Vec<&Path> = jobs.iter().map(|job| job.file.as_path()).collect();
        if let Some(problem) = git::uncommitted(&files) {
            return Err(problem);
        }
    }
    Ok(())
}

/// An edit of a file that another one includes would change both, and put two helpers into that one.
fn leave_included_alone(jobs: &[Job], results: &mut [Result<Transformed, String>]) {
    let units: Vec<(&Path, &BTreeSet<PathBuf>)> = jobs
        .iter()
        .zip(results.iter())
        .filter_map(|(job, result)| Some((job.file.as_path(), &result.as_ref().ok()?.includes)))
        .collect();
    let found: BTreeMap<PathBuf, PathBuf> = included_elsewhere(&units)
        .into_iter()
        .map(|(file, includer)| (file.to_owned(), includer.to_owned()))
        .collect();
    for (job, result) in jobs.iter().zip(results) {
        let (Some(includer), Ok(done)) = (found.get(&job.file), result) else { continue };
        if done.kind == Kind::Rewritten {
            done.kind = Kind::IncludedBy(includer.clone());
            done.text = None;
            done.out.clear();
        }
    }
}

/// Writes and prints, in the order of the files.
fn finish(args: &TransformArgs, jobs: &[Job], results: Vec<Result<Transformed, String>>) -> Status {
    let mut worst = Status::Fine;
    let mut summary = Summary::default();
    for (job, result) in jobs.iter().zip(results) {
        let written = result.and_then(|done| deliver(args, &job.file, &done).map(|()| done));
        match written {
            Ok(done) => {
                let many = jobs.len() > 1 && !args.verbose;
                if !args.quiet && done.kind != Kind::Emitted && (done.kind.is_news() || !many) {
                    complain(&format!(
                        "{}: {}",
                        job.file.display(),
                        done.kind.message(&done.counts)
                    ));
                }
                worst = worst.max(print_out(&done.out));
                if done.kind == Kind::Rewritten && args.exit_code {
                    worst = worst.max(Status::Findings);
                }
                summary.add(&done.kind, &done.counts, &done.headers);
            }
            Err(problem) => {
                complain(&problem);
                summary.failed += 1;
                worst = Status::Error;
            }
        }
    }
    let wanted = jobs.len() > 1 && !args.quiet && args.emit.is_none();
    if wanted {
        complain(&summary.text(args.in_place || args.out_root.is_some()));
    }
    worst
}

/// Brings the result where it belongs, unless it is printed.
fn deliver(args: &TransformArgs, file: &Path, done: &Transformed) -> Result<(), String> {
    if done.kind == Kind::Emitted {
        return Ok(());
    }
    let Target::File(path) = target(args, file)? else { return Ok(()) };
    match &done.text {
        Some(text) => write(&path, &text.0),
        None if path != file => {
            let original = lower::frontend::read_source(file);
            write(&path, &original.map_err(|problem| format!("{}: {problem}", file.display()))?)
        }
        None => Ok(()),
    }
}

// --- the worker ----------------------------------------------------------------------------------

/// Rewrites one file, and writes nothing.
///
/// # Errors
/// Says why it cannot be rewritten.
pub fn transform_file(
    args: &TransformArgs,
    colour: bool,
    frontends: &Frontends<'_>,
    file: &Path,
) -> Result<Transformed, String> {
    let target = target(args, file)?;
    try_transform(args, colour, frontends, file, &target).map_err(|failure| failure.to_string())
}

fn try_transform(
    args: &TransformArgs,
    colour: bool,
    frontends: &Frontends<'_>,
    file: &Path,
    target: &Target,
) -> Result<Transformed, Failure> {
    let mut results = Vec::new();
    for frontend in frontends {
        results.push(one_way(args, frontend, file)?);
    }
    let ways = results.len();
    let agree = results.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let includes = results.iter().flat_map(|(a, _)| a.unit.includes.iter().cloned()).collect();
    let (analysis, output) = results.swap_remove(0);
    let kind = match args.emit {
        Some(_) => Kind::Emitted,
        None if !agree => Kind::Disagreement(ways),
        None if analysis.already => Kind::RewrittenBefore,
        None if output == analysis.unit.source.bytes() => Kind::NothingToDo,
        None => Kind::Rewritten,
    };
    let original = analysis.unit.source.bytes();
    let output = if agree { output } else { original.to_vec() };
    let (mut out, mut text) = (Vec::new(), None);
    match (args.emit, target) {
        (Some(stage), _) => out = analysis.emit(stage).into_bytes(),
        (None, Target::Diff) if kind == Kind::Rewritten => {
            let diff = if colour { edit::diff::unified_coloured } else { edit::diff::unified };
            let name = git::name_for_patch(file);
            out = diff(original, &output, &name, &name, 3);
        }
        (None, Target::Diff) => {}
        (None, Target::Stdout) => out = output,
        (None, Target::File(_)) => text = (kind == Kind::Rewritten).then_some(Contents(output)),
    }
    let counts = counts(file, &analysis);
    let headers = operations_in_headers(&analysis);
    Ok(Transformed { out, kind, text, counts, includes, headers })
}

/// What comes of a file in one way of compiling it.
fn one_way(
    args: &TransformArgs,
    frontend: &Frontend,
    file: &Path,
) -> Result<(Analysis, Vec<u8>), Failure> {
    let mut analysis = analyze(frontend, file, settings(&args.decisions))?;
    let lines = if args.keep_lines { Lines::Kept } else { Lines::Added };
    let output = match args.emit {
        Some(_) => Vec::new(),
        None => analysis.rewrite_lines(frontend, file, lines)?,
    };
    Ok((analysis, output))
}

fn counts(file: &Path, analysis: &Analysis) -> Counts {
    let report = report::report(file, analysis);
    Counts {
        operations: report.operations.len(),
        asynchronous: report.operations.iter().filter(|o| o.is_async).count(),
        streams: report.streams,
        events: report.events,
        waits: report.waits,
        memory: report.memory,
    }
}

/// Operations that stand in headers, which are never edited.
fn operations_in_headers(analysis: &Analysis) -> BTreeMap<PathBuf, usize> {
    let (module, effects) = (&analysis.unit.module, &analysis.unit.effects);
    let mut found = BTreeMap::new();
    for id in effects.sites.ids() {
        let span = match effects.sites.get(id).key {
            effects::SiteKey::Text(span) => Some(span),
            effects::SiteKey::Stmt(at) => at.stmt(module).map(|stmt| stmt.span),
        };
        let Some(file) = span.filter(|span| span.file.0 != 0) else { continue };
        let path = module.files.get(file.file.0 as usize);
        let real = path.and_then(|path| path.canonicalize().ok());
        if let Some(real) = real.filter(|path| !path.starts_with("/usr")) {
            *found.entry(real).or_insert(0) += 1;
        }
    }
    found
}
