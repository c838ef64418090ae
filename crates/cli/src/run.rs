//! Runs the commands.

use crate::args::{
    Allocation, AnalyzeArgs, Cli, Command, DecisionArgs, Palette, ReportFormat, ToolchainArgs,
    TransformArgs, VerifyArgs,
};
use crate::check_command::{check_file, check_files};
use crate::output::{has_uncommitted_changes, target, write, Target};
use crate::pipeline::{analyze, Failure, Settings};
use crate::workers::{self, map_files, serve, Setting};
use crate::{report, verify};
use lower::frontend::{DoctorReport, Frontend, FrontendConfig};
use serde::{Deserialize, Serialize};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Status {
    Fine = 0,
    /// There are findings, or a difference that was asked for.
    Findings = 1,
    Error = 2,
}

/// Runs a command line.
pub fn run(cli: Cli) -> Status {
    if let Some(palette) = cli.worker {
        return work(&cli.command, palette == Palette::Colour);
    }
    match cli.command {
        Command::Transform(args) => transform_files(&args),
        Command::Analyze(args) => for_each_file(&args.files, false, |_, outcome| outcome),
        Command::Check(args) => check_files(&args),
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

/// What a worker does for a command.
fn work(command: &Command, colour: bool) -> Status {
    match command {
        Command::Transform(args) => {
            let config = config(&args.frontend.toolchain, &args.frontend.flags);
            serve(&args.files, config, |frontend, file| {
                transform_file(args, colour, frontend, file)
            })
        }
        Command::Analyze(args) => {
            let config = config(&args.frontend.toolchain, &args.frontend.flags);
            serve(&args.files, config, |frontend, file| analyze_file(args, frontend, file))
        }
        Command::Check(args) => {
            let config = config(&args.frontend.toolchain, &args.frontend.flags);
            serve(&args.files, config, |frontend, file| check_file(args, colour, frontend, file))
        }
        Command::Verify(args) => {
            let config = config(&args.toolchain, &args.flags);
            serve(&args.files, config, |frontend, file| verify_file(args, frontend, file))
        }
        Command::Doctor(_) => Status::Error,
    }
}

fn config(toolchain: &ToolchainArgs, flags: &[String]) -> FrontendConfig {
    FrontendConfig {
        libclang: toolchain.libclang.clone(),
        cuda_path: toolchain.cuda_path.clone(),
        user_args: flags.to_vec(),
        embedded_only: toolchain.embedded,
        reparse: false,
    }
}

fn settings(args: &DecisionArgs) -> Settings {
    Settings {
        streams: usize::from(args.streams.most),
        force: args.force,
        reuse: args.alloc == Allocation::Reuse,
        pin: args.pin.when.into(),
    }
}

/// Prints a message; that nobody reads messages is no error.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "streamalloc: {message}");
}

/// Whether what is printed has colours.
pub(crate) fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
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

/// What became of one file.
#[derive(Serialize, Deserialize)]
struct Outcome {
    status: Status,
    /// For standard output.
    #[serde(with = "workers::bytes")]
    out: Vec<u8>,
    messages: Vec<String>,
    /// What the target is to contain, if it is to be written.
    written: Option<Contents>,
}

/// The bytes of a file.
#[derive(Serialize, Deserialize)]
struct Contents(#[serde(with = "workers::bytes")] Vec<u8>);

impl Outcome {
    fn error(message: String) -> Self {
        Outcome { messages: vec![message], ..Outcome::printed(Status::Error, Vec::new()) }
    }

    fn printed(status: Status, out: Vec<u8>) -> Self {
        Outcome { status, out, messages: Vec::new(), written: None }
    }
}

/// Has workers deal with all files, several at a time, and prints in the order of the files.
fn for_each_file(
    files: &[PathBuf],
    quiet: bool,
    finish: impl Fn(&Path, Outcome) -> Outcome + Sync,
) -> Status {
    let outcomes = match map_files(files, Setting { quiet, colour: colour() }, finish) {
        Ok(outcomes) => outcomes,
        Err(problem) => {
            complain(&problem);
            return Status::Error;
        }
    };
    let mut worst = Status::Fine;
    for outcome in outcomes {
        let outcome = outcome.unwrap_or_else(Outcome::error);
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
    for_each_file(&args.files, args.quiet, |file, mut outcome| {
        let Some(contents) = outcome.written.take() else { return outcome };
        match write_target(args, file, &contents.0) {
            Ok(()) => outcome,
            Err(message) => Outcome::error(message),
        }
    })
}

fn write_target(args: &TransformArgs, file: &Path, contents: &[u8]) -> Result<(), String> {
    match target(args, file)? {
        Target::File(path) => write(&path, contents),
        Target::Diff | Target::Stdout => Ok(()),
    }
}

fn transform_file(args: &TransformArgs, colour: bool, frontend: &Frontend, file: &Path) -> Outcome {
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
    match try_transform(args, colour, frontend, file, &target) {
        Ok(outcome) => outcome,
        Err(failure) => Outcome::error(failure.to_string()),
    }
}

fn try_transform(
    args: &TransformArgs,
    colour: bool,
    frontend: &Frontend,
    file: &Path,
    target: &Target,
) -> Result<Outcome, Failure> {
    let mut analysis = analyze(frontend, file, settings(&args.decisions))?;
    if let Some(stage) = args.emit {
        let out = analysis.emit(stage).into_bytes();
        return Ok(Outcome::printed(Status::Fine, out));
    }
    let output = analysis.rewrite(frontend, file)?;
    let changed = output != analysis.unit.source.bytes();
    let mut outcome = Outcome::printed(Status::Fine, Vec::new());
    match target {
        Target::Diff => {
            let diff = if colour { edit::diff::unified_coloured } else { edit::diff::unified };
            outcome.out = diff(analysis.unit.source.bytes(), &output, file, file, 3);
        }
        Target::Stdout => outcome.out = output,
        Target::File(path) if changed || path != file => outcome.written = Some(Contents(output)),
        Target::File(_) => {}
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
        "{name}: {asynchronous} of {total} operations asynchronous, {} streams, {} events, {} waits{}",
        report.streams,
        report.events,
        report.waits,
        report::allocations(&report)
    )
}

fn analyze_file(args: &AnalyzeArgs, frontend: &Frontend, file: &Path) -> Outcome {
    let analysis = match analyze(frontend, file, settings(&args.decisions)) {
        Ok(analysis) => analysis,
        Err(failure) => return Outcome::error(failure.to_string()),
    };
    let out = match (args.emit, args.format) {
        (Some(stage), _) => analysis.emit(stage),
        (None, ReportFormat::Text) => report::text(&report::report(file, &analysis)),
        (None, ReportFormat::Json) => {
            serde_json::to_string_pretty(&report::report(file, &analysis)).unwrap_or_default()
                + "\n"
        }
    };
    Outcome::printed(Status::Fine, out.into_bytes())
}

fn verify_files(args: &VerifyArgs) -> Status {
    if args.files.len() > 1 && args.against.is_some() {
        complain("--against takes one input file");
        return Status::Error;
    }
    for_each_file(&args.files, false, |_, outcome| outcome)
}

fn verify_file(args: &VerifyArgs, frontend: &Frontend, file: &Path) -> Outcome {
    match verify::verify(args, frontend, file) {
        Ok(verdict) => {
            let status = if verdict.equal { Status::Fine } else { Status::Findings };
            Outcome::printed(status, verdict.text.into_bytes())
        }
        Err(problem) => Outcome::error(problem),
    }
}
