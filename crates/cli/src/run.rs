//! Runs the commands.

use crate::args::{
    AnalyzeArgs, Cli, Command, DecisionArgs, ReportFormat, ToolchainArgs, TransformArgs, VerifyArgs,
};
use crate::output::{has_uncommitted_changes, target, write, Target};
use crate::pipeline::{analyze, Failure, Settings};
use crate::{progress, report, verify};
use lower::frontend::{DoctorReport, Frontend, FrontendConfig};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// The exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Status {
    Fine = 0,
    /// There are findings, or a difference that was asked for.
    Findings = 1,
    Error = 2,
}

/// Runs a command line.
pub fn run(cli: Cli) -> Status {
    match cli.command {
        Command::Transform(args) => transform_files(&args),
        Command::Analyze(args) => analyze_files(&args),
        Command::Check(args) => crate::check_command::check_files(&args),
        Command::Verify(args) => verify_files(&args),
        Command::Doctor(args) => {
            let report = DoctorReport::collect(&config(&args.toolchain, &args.flags));
            let printed = print_out(report.to_string().as_bytes());
            match report.is_healthy() {
                true => printed,
                false => Status::Error,
            }
        }
    }
}

pub(crate) fn config(toolchain: &ToolchainArgs, flags: &[String]) -> FrontendConfig {
    FrontendConfig {
        libclang: toolchain.libclang.clone(),
        cuda_path: toolchain.cuda_path.clone(),
        user_args: flags.to_vec(),
        embedded_only: toolchain.embedded,
        reparse: false,
    }
}

/// The front end; without one there is only a message.
fn frontend(toolchain: &ToolchainArgs, flags: &[String]) -> Option<Frontend> {
    Frontend::new(config(toolchain, flags)).map_err(|error| complain(&error.to_string())).ok()
}

fn settings(args: &DecisionArgs) -> Settings {
    Settings { streams: usize::from(args.streams.most), force: args.force }
}

pub(crate) fn complain(message: &str) {
    eprintln!("streamalloc: {message}");
}

/// Prints to standard output; a reader that has gone away is no error.
pub(crate) fn print_out(bytes: &[u8]) -> Status {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("cannot write to standard output: {error}"));
            Status::Error
        }
        _ => Status::Fine,
    }
}

/// Stack of a worker: deeply nested source is walked recursively. Only what is used takes memory.
const STACK: usize = 2 << 30;

/// What became of one file.
struct Outcome {
    status: Status,
    out: Vec<u8>,
    messages: Vec<String>,
}

impl Outcome {
    fn error(message: String) -> Self {
        Outcome { status: Status::Error, out: Vec::new(), messages: vec![message] }
    }
}

/// Runs `job` on all files, several at a time; `None` for a file on which it did not come to an end.
pub(crate) fn map_files<T: Send>(
    files: &[PathBuf],
    quiet: bool,
    job: impl Fn(&Path) -> T + Sync,
) -> Vec<Option<T>> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new(files.iter().map(|_| None).collect());
    let bar = progress::bar(files.len(), quiet);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let worker = std::thread::Builder::new().stack_size(STACK);
            let spawned = worker.spawn_scoped(scope, || loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(index) else { break };
                bar.set_message(file.display().to_string());
                let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(file)));
                bar.inc(1);
                if let (Ok(result), Ok(mut results)) = (attempt, results.lock()) {
                    results[index] = Some(result);
                }
            });
            if let Err(error) = spawned {
                complain(&format!("cannot start a thread: {error}"));
            }
        }
    });
    bar.finish_and_clear();
    results.into_inner().unwrap_or_default()
}

/// What is said of a file on which the analysis did not come to an end.
pub(crate) fn stopped(file: &Path) -> String {
    format!("{}: the analysis stopped unexpectedly; nothing was written", file.display())
}

/// Runs `job` on all files, several at a time, and prints in the order of the files.
fn for_each_file(files: &[PathBuf], quiet: bool, job: impl Fn(&Path) -> Outcome + Sync) -> Status {
    let mut worst = Status::Fine;
    for (outcome, file) in map_files(files, quiet, job).into_iter().zip(files) {
        let outcome = outcome.unwrap_or_else(|| Outcome::error(stopped(file)));
        outcome.messages.iter().for_each(|m| complain(m));
        let printed = print_out(&outcome.out);
        worst = worst.max(outcome.status).max(printed);
    }
    worst
}

fn transform_files(args: &TransformArgs) -> Status {
    if args.files.len() > 1 && (args.output.is_some() || args.stdout) {
        complain("-o and --stdout take one input file; use --out-root or --in-place for several");
        return Status::Error;
    }
    let Some(frontend) = frontend(&args.frontend.toolchain, &args.frontend.flags) else {
        return Status::Error;
    };
    for_each_file(&args.files, args.quiet, |file| transform_file(args, &frontend, file))
}

fn transform_file(args: &TransformArgs, frontend: &Frontend, file: &Path) -> Outcome {
    let target = match target(args, file) {
        Ok(target) => target,
        Err(message) => return Outcome::error(message),
    };
    if args.in_place && !args.allow_dirty && has_uncommitted_changes(file) {
        return Outcome::error(format!(
            "{}: has uncommitted changes; commit them, or pass --allow-dirty",
            file.display()
        ));
    }
    match try_transform(args, frontend, file, &target) {
        Ok(outcome) => outcome,
        Err(failure) => Outcome::error(failure.to_string()),
    }
}

fn try_transform(
    args: &TransformArgs,
    frontend: &Frontend,
    file: &Path,
    target: &Target,
) -> Result<Outcome, Failure> {
    let mut analysis = analyze(frontend, file, settings(&args.decisions))?;
    if let Some(stage) = args.emit {
        let out = analysis.emit(stage).into_bytes();
        return Ok(Outcome { status: Status::Fine, out, messages: Vec::new() });
    }
    let output = analysis.rewrite(frontend, file)?;
    let changed = output != analysis.unit.source.bytes();
    let mut outcome = Outcome { status: Status::Fine, out: Vec::new(), messages: Vec::new() };
    match target {
        Target::Diff => {
            let terminal =
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let diff = if terminal { edit::diff::unified_coloured } else { edit::diff::unified };
            outcome.out = diff(analysis.unit.source.bytes(), &output, file, file, 3);
        }
        Target::Stdout => outcome.out.clone_from(&output),
        Target::File(path) => {
            if changed || path != file {
                write(path, &output).map_err(Failure::Write)?;
            }
        }
    }
    if !args.quiet {
        outcome.messages.push(summary(file, &analysis, changed));
    }
    if changed && args.exit_code {
        outcome.status = Status::Findings;
    }
    Ok(outcome)
}

fn summary(file: &Path, analysis: &crate::pipeline::Analysis, changed: bool) -> String {
    let report = report::report(file, analysis);
    let total = report.operations.len();
    let asynchronous = report.operations.iter().filter(|o| o.is_async).count();
    let name = file.display();
    if analysis.already {
        return format!("{name}: was rewritten before, left as it is");
    }
    if !changed {
        return format!(
            "{name}: nothing to do ({total} operations; `streamalloc analyze` says why)"
        );
    }
    format!(
        "{name}: {asynchronous} of {total} operations asynchronous, {} streams, {} events, {} waits",
        report.streams, report.events, report.waits
    )
}

fn analyze_files(args: &AnalyzeArgs) -> Status {
    let Some(frontend) = frontend(&args.frontend.toolchain, &args.frontend.flags) else {
        return Status::Error;
    };
    for_each_file(&args.files, false, |file| {
        match analyze(&frontend, file, settings(&args.decisions)) {
            Ok(analysis) => {
                let out = match (args.emit, args.format) {
                    (Some(stage), _) => analysis.emit(stage),
                    (None, ReportFormat::Text) => report::text(&report::report(file, &analysis)),
                    (None, ReportFormat::Json) => {
                        serde_json::to_string_pretty(&report::report(file, &analysis))
                            .unwrap_or_default()
                            + "\n"
                    }
                };
                Outcome { status: Status::Fine, out: out.into_bytes(), messages: Vec::new() }
            }
            Err(failure) => Outcome::error(failure.to_string()),
        }
    })
}

fn verify_files(args: &VerifyArgs) -> Status {
    if args.files.len() > 1 && args.against.is_some() {
        complain("--against takes one input file");
        return Status::Error;
    }
    let Some(frontend) = frontend(&args.toolchain, &args.flags) else { return Status::Error };
    for_each_file(&args.files, false, |file| match verify::verify(args, &frontend, file) {
        Ok(verdict) => {
            let status = if verdict.equal { Status::Fine } else { Status::Findings };
            Outcome { status, out: verdict.text.into_bytes(), messages: Vec::new() }
        }
        Err(problem) => Outcome::error(problem),
    })
}
