//! Runs the commands.

use crate::args::{
    Allocation, AnalyzeArgs, Cli, Command, DecisionArgs, ExplainArgs, InitArgs, Palette,
    ProjectArgs, ReportFormat, ToolchainArgs, VerifyArgs,
};
use crate::check_command::{check_file, check_files};
use crate::explain_command;
use crate::pipeline::{analyze, OtherFiles, Settings};
use crate::project::config::Config;
use crate::project::{init, inputs, Inputs};
use crate::transform_command::{transform_file, transform_files};
use crate::workers::{self, map_files, serve, Frontends, Setting};
use crate::{html_report, output, report, timeline, verify};
use clap::CommandFactory;
use lower::frontend::{DoctorReport, FrontendConfig};
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
pub fn run(mut cli: Cli) -> Status {
    let config = match configure(&mut cli.command) {
        Ok(config) => config,
        Err(problem) => {
            complain(&problem);
            return Status::Error;
        }
    };
    if let Some(palette) = cli.worker {
        return work(&cli.command, palette == Palette::Colour);
    }
    match cli.command {
        Command::Transform(args) => transform_files(&args, &config),
        Command::Analyze(args) => analyze_files(&args, &config),
        Command::Explain(args) => explain_files(&args, &config),
        Command::Check(args) => check_files(&args, &config),
        Command::Verify(args) => verify_files(&args),
        Command::Init(args) => init(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "streamalloc", &mut script);
            print_out(&script)
        }
        Command::Doctor(args) => {
            let report = DoctorReport::collect(&frontend_config(&args.toolchain, &args.flags));
            let printed = print_out(report.to_string().as_bytes());
            match report.is_healthy() {
                true => printed,
                false => Status::Error,
            }
        }
    }
}

/// Finds the settings for a command, and fills in what its command line leaves open.
fn configure(command: &mut Command) -> Result<Config, String> {
    let config = match command {
        Command::Transform(args) => Config::find(&args.project)?,
        Command::Analyze(args) => Config::find(&args.project)?,
        Command::Explain(args) => Config::find(&args.project)?,
        Command::Check(args) => Config::find(&args.project)?,
        Command::Verify(_) | Command::Doctor(_) => Config::find(&ProjectArgs::default())?,
        Command::Init(_) | Command::Completions { .. } => return Ok(Config::default()),
    };
    let toolchain = match command {
        Command::Transform(args) => {
            args.decisions.fill_in(&config);
            &mut args.frontend.toolchain
        }
        Command::Analyze(args) => {
            args.decisions.fill_in(&config);
            &mut args.frontend.toolchain
        }
        Command::Explain(args) => {
            args.decisions.fill_in(&config);
            &mut args.frontend.toolchain
        }
        Command::Check(args) => {
            args.pedantic |= config.check.pedantic;
            args.speculative |= config.check.speculative;
            &mut args.frontend.toolchain
        }
        Command::Verify(args) => {
            args.streams.fill_in(&config);
            &mut args.toolchain
        }
        Command::Doctor(args) => &mut args.toolchain,
        Command::Init(_) | Command::Completions { .. } => return Ok(config),
    };
    toolchain.fill_in(&config);
    Ok(config)
}

/// What a worker does for a command.
fn work(command: &Command, colour: bool) -> Status {
    match command {
        Command::Transform(args) => {
            let config = frontend_config(&args.frontend.toolchain, &args.frontend.flags);
            serve(config, |frontends, file| transform_file(args, colour, frontends, file))
        }
        Command::Analyze(args) => {
            let config = frontend_config(&args.frontend.toolchain, &args.frontend.flags);
            serve(config, |frontends, file| analyze_file(args, frontends, file))
        }
        Command::Explain(args) => {
            let config = frontend_config(&args.frontend.toolchain, &args.frontend.flags);
            serve(config, |frontends, file| explain_file(args, colour, frontends, file))
        }
        Command::Check(args) => {
            let config = frontend_config(&args.frontend.toolchain, &args.frontend.flags);
            serve(config, |frontends, file| check_file(args, colour, frontends, file))
        }
        Command::Verify(args) => {
            let config = frontend_config(&args.toolchain, &args.flags);
            serve(config, |frontends, file| verify_file(args, frontends, file))
        }
        Command::Init(_) | Command::Doctor(_) | Command::Completions { .. } => Status::Error,
    }
}

fn init(args: &InitArgs) -> Status {
    match init::write(&args.folder) {
        Ok(path) => {
            complain(&format!("wrote {}", path.display()));
            Status::Fine
        }
        Err(problem) => {
            complain(&problem);
            Status::Error
        }
    }
}

fn frontend_config(toolchain: &ToolchainArgs, flags: &[String]) -> FrontendConfig {
    FrontendConfig {
        libclang: toolchain.libclang.clone(),
        cuda_path: toolchain.cuda_path.clone(),
        user_args: flags.to_vec(),
        embedded_only: toolchain.embedded,
        reparse: false,
    }
}

pub(crate) fn settings(args: &DecisionArgs) -> Settings {
    Settings {
        streams: args.streams.most(),
        force: args.force,
        reuse: args.alloc == Allocation::Reuse,
        pin: args.pin.when.into(),
        others: OtherFiles::of(args.whole_program),
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
    message: Option<String>,
}

impl Outcome {
    fn error(message: String) -> Self {
        Outcome { message: Some(message), ..Outcome::printed(Status::Error, Vec::new()) }
    }

    fn printed(status: Status, out: Vec<u8>) -> Self {
        Outcome { status, out, message: None }
    }
}

/// Has workers deal with all files, several at a time, and prints in the order of the files.
fn print_each(inputs: Result<Inputs, String>) -> Status {
    let (status, out) = gather(inputs);
    status.max(print_out(&out))
}

/// Has workers deal with all files, several at a time: the worst status, and what is to be printed, in their order.
fn gather(inputs: Result<Inputs, String>) -> (Status, Vec<u8>) {
    let outcomes = inputs.and_then(|inputs| {
        inputs.notes.iter().for_each(|note| complain(note));
        map_files(&inputs.jobs, &Setting::new(false, colour()), |_, outcome: Outcome| outcome)
    });
    let outcomes = match outcomes {
        Ok(outcomes) => outcomes,
        Err(problem) => {
            complain(&problem);
            return (Status::Error, Vec::new());
        }
    };
    let (mut worst, mut out) = (Status::Fine, Vec::new());
    for outcome in outcomes {
        let outcome = outcome.unwrap_or_else(Outcome::error);
        outcome.message.iter().for_each(|m| complain(m));
        out.extend(outcome.out);
        worst = worst.max(outcome.status);
    }
    (worst, out)
}

/// Reports on files, to a file or to standard output.
fn analyze_files(args: &AnalyzeArgs, config: &Config) -> Status {
    let own = |file: &&PathBuf| args.output.as_ref().is_some_and(|o| output::same_file(o, file));
    if let Some(input) = args.files.iter().find(own) {
        complain(&format!("{}: the report would take the place of this input", input.display()));
        return Status::Error;
    }
    let inputs = inputs(&args.files, &args.project, &args.frontend.flags, config);
    let (status, mut out) = gather(inputs);
    if status == Status::Error && out.is_empty() {
        return status;
    }
    if args.format == ReportFormat::Html && args.emit.is_none() {
        out = html_report::document(&out);
    }
    match &args.output {
        None => status.max(print_out(&out)),
        Some(path) => match output::write(path, &out) {
            Ok(()) => status,
            Err(problem) => {
                complain(&problem);
                Status::Error
            }
        },
    }
}

/// Of several ways of compiling a file the first is reported.
fn analyze_file(args: &AnalyzeArgs, frontends: &Frontends<'_>, file: &Path) -> Outcome {
    let Some(frontend) = frontends.first() else { return Outcome::error("no front end".into()) };
    let mut analysis = match analyze(frontend, file, settings(&args.decisions)) {
        Ok(analysis) => analysis,
        Err(failure) => return Outcome::error(failure.to_string()),
    };
    let out = match (args.emit, args.format) {
        (Some(stage), _) => analysis.emit(stage),
        (None, _) if args.timeline => timeline::text(file, &analysis),
        (None, ReportFormat::Html) => html_report::section(file, &mut analysis),
        (None, ReportFormat::Text) => report::text(&report::with_codes(file, &mut analysis)),
        (None, ReportFormat::Json) => {
            let report = report::with_codes(file, &mut analysis);
            serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
        }
    };
    Outcome::printed(Status::Fine, out.into_bytes())
}

fn explain_files(args: &ExplainArgs, config: &Config) -> Status {
    let (file, _) = explain_command::asked(&args.place);
    print_each(inputs(&[file], &args.project, &args.frontend.flags, config))
}

fn explain_file(
    args: &ExplainArgs,
    colour: bool,
    frontends: &Frontends<'_>,
    file: &Path,
) -> Outcome {
    match explain_command::explain_file(args, colour, frontends, file) {
        Ok(text) => Outcome::printed(Status::Fine, text.into_bytes()),
        Err(problem) => Outcome::error(problem),
    }
}

fn verify_files(args: &VerifyArgs) -> Status {
    if args.files.len() > 1 && args.against.is_some() {
        complain("--against takes one input file");
        return Status::Error;
    }
    print_each(inputs(&args.files, &ProjectArgs::default(), &args.flags, &Config::default()))
}

fn verify_file(args: &VerifyArgs, frontends: &Frontends<'_>, file: &Path) -> Outcome {
    let Some(frontend) = frontends.first() else { return Outcome::error("no front end".into()) };
    match verify::verify(args, frontend, file) {
        Ok(verdict) => {
            let status = if verdict.equal { Status::Fine } else { Status::Findings };
            Outcome::printed(status, verdict.text.into_bytes())
        }
        Err(problem) => Outcome::error(problem),
    }
}
