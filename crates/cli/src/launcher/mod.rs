//! In front of a compiler: `streamalloc nvcc …` rewrites what is compiled, on the way to the compiler.
//!
//! *Takes* the command line of a compiler; *gives* what the compiler gives for the rewritten files; *promises* that the
//! sources stay as they are, that line numbers and dependency files speak of them, and that whatever cannot be done ends
//! in the compilation of the original, with one warning.

mod dependencies;
mod plan;
mod stage;

use crate::project::command_line::{find_compiler, Compiler};
use crate::project::config::{nearest, Config};
use crate::project::{own_options, Build, Job, Part, Selection};
use crate::run::complain;
use crate::transform_command::Transformed;
use crate::workers::{map_files, Setting};
use plan::{Plan, Source};
use stage::Stage;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Output};

/// Programs that call the compiler which stands behind them.
const LAUNCHERS: [&str; 7] =
    ["ccache", "sccache", "distcc", "icecc", "buildcache", "cachepot", "env"];

/// The variable that switches rewriting off: `STREAMALLOC=off make`.
const SWITCH: &str = "STREAMALLOC";

/// Runs a compiler's command line, if these words (without our own name) are one.
pub fn launch(words: &[OsString]) -> Option<ExitCode> {
    let Some(words) = words.iter().map(|word| word.to_str().map(str::to_owned)).collect() else {
        // A path that is no text: clap deals with it, or the compiler does.
        return is_compilation(&lossy(words)).then(|| replace_by(words));
    };
    let words: Vec<String> = words;
    if !is_compilation(&words) {
        return None;
    }
    let off = std::env::var_os(SWITCH).is_some_and(|value| value == "off");
    let plan = match find_compiler(&words) {
        Some((at, compiler)) if !off && compiler != Compiler::Host => {
            Plan::of(&words, at, compiler)
        }
        _ => Ok(None),
    };
    let attempt = match plan {
        Ok(Some(plan)) => compile(&plan),
        Ok(None) => Err(Vec::new()),
        Err(reason) => Err(vec![reason]),
    };
    Some(attempt.unwrap_or_else(|reasons| compile_original(&words, &reasons)))
}

fn lossy(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Whether the first word is a compiler, or a program that calls the one behind it.
fn is_compilation(words: &[String]) -> bool {
    let Some(first) = words.first() else { return false };
    let name = Path::new(first).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Compiler::of(first).is_some() || LAUNCHERS.contains(&name) && find_compiler(words).is_some()
}

/// Becomes this command.
fn replace_by(words: &[OsString]) -> ExitCode {
    let Some((program, arguments)) = words.split_first() else { return ExitCode::from(2) };
    let error = std::os::unix::process::CommandExt::exec(Command::new(program).args(arguments));
    complain(&format!("cannot run {}: {error}", program.to_string_lossy()));
    ExitCode::from(127)
}

/// Compiles the rewritten files.
///
/// # Errors
/// When the originals must be compiled: why, or nothing if there is nothing to rewrite.
fn compile(plan: &Plan) -> Result<ExitCode, Vec<String>> {
    let (mut stages, mut reasons) = (Vec::new(), Vec::new());
    for source in &plan.sources {
        let stage = rewritten(plan, source).and_then(|text| match text {
            Some(text) => Stage::new(plan, source, &text)
                .map(Some)
                .map_err(|reason| format!("{}: {reason}", source.name)),
            None => Ok(None),
        });
        match stage {
            Ok(stage) => stages.extend(stage),
            Err(reason) => reasons.push(first_line(&reason)),
        }
    }
    if stages.is_empty() {
        return Err(reasons);
    }
    let words = plan.with(&stages);
    let output = match Command::new(&words[0]).args(&words[1..]).output() {
        Ok(output) => output,
        Err(error) => return Err(vec![format!("cannot run {}: {error}", words[0])]),
    };
    if !output.status.success() {
        reasons.push(refusal(&output, &stages));
        return Err(reasons);
    }
    dependencies::repair(plan, &stages);
    show(&output, &stages);
    reasons.iter().for_each(|reason| warn(reason));
    Ok(ExitCode::SUCCESS)
}

/// What is said if the compiler takes the original, but not what became of it.
fn refusal(output: &Output, stages: &[Stage]) -> String {
    let names: Vec<&str> = stages.iter().map(|stage| stage.original.as_str()).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    let error = said.lines().find(|line| line.contains("error")).unwrap_or("it does not say why");
    format!(
        "{}: the compiler refuses the rewritten text ({error}). This is a bug in StreamAlloc, please report it",
        names.join(", ")
    )
}

/// Compiles the originals. If this fails, too, the reasons for doing so are of no interest.
fn compile_original(words: &[String], reasons: &[String]) -> ExitCode {
    if reasons.is_empty() {
        return replace_by(&words.iter().map(OsString::from).collect::<Vec<_>>());
    }
    match Command::new(&words[0]).args(&words[1..]).status() {
        Ok(status) => {
            if status.success() {
                reasons.iter().for_each(|reason| warn(reason));
            }
            code(status)
        }
        Err(error) => {
            complain(&format!("cannot run {}: {error}", words[0]));
            ExitCode::from(127)
        }
    }
}

fn warn(reason: &str) {
    complain(&format!("warning: {reason}; compiled as it is"));
}

/// Prints what the compiler said, with the names that the user knows.
fn show(output: &Output, stages: &[Stage]) {
    let named = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        stages.iter().fold(text, |text, stage| text.replace(&stage.shown_path(), &stage.original))
    };
    let _ = std::io::stdout().write_all(named(&output.stdout).as_bytes());
    let _ = std::io::stderr().write_all(named(&output.stderr).as_bytes());
}

fn code(status: ExitStatus) -> ExitCode {
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    let code = status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(2);
    ExitCode::from(u8::try_from(code).unwrap_or(2))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// What becomes of a file, in a process of its own; `None` if it stays as it is.
fn rewritten(plan: &Plan, source: &Source) -> Result<Option<Vec<u8>>, String> {
    let path = nearest(source.path.parent().unwrap_or(Path::new("/")));
    let config = path.as_deref().map_or_else(|| Ok(Config::default()), Config::read)?;
    if !Selection::new(&config, &[])?.takes(&source.path) {
        return Ok(None);
    }
    let mut options = vec![Part { words: plan.options.clone(), folder: None }];
    options.extend(own_options(&[], &config));
    let build = Build { options, cuda_path: plan.cuda_path.clone() };
    let job = Job { file: PathBuf::from(&source.name), builds: vec![build] };
    let arguments = worker_arguments(path.as_deref());
    let setting = Setting { quiet: true, colour: false, arguments };
    let results = map_files(&[job], &setting, |_, answer: Result<Transformed, String>| answer)?;
    let done = results.into_iter().next().ok_or("no answer")???;
    Ok(done.into_rewritten())
}

/// The command line of the worker: one that the user could have written.
fn worker_arguments(settings: Option<&Path>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> =
        ["transform", "--keep-lines", "--stdout", "--quiet"].map(OsString::from).to_vec();
    match settings {
        Some(path) => arguments.extend(["--config".into(), path.into()]),
        None => arguments.push("--no-config".into()),
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::Parser;

    #[test]
    fn the_workers_command_line_is_one() {
        for settings in [None, Some(Path::new("/p/streamalloc.toml"))] {
            let words = [vec!["streamalloc".into()], worker_arguments(settings)].concat();
            assert!(Cli::try_parse_from(words).is_ok());
        }
    }

    #[test]
    fn compilations_are_told_from_commands() {
        let is =
            |words: &str| is_compilation(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(is("nvcc -c a.cu") && is("/opt/cuda/bin/nvcc --version") && is("clang++-19 a.cu"));
        assert!(is("ccache nvcc -c a.cu") && is("/usr/bin/env X=1 nvcc a.cu"));
        assert!(!is("transform nvcc.cu") && !is("ccache --help") && !is("tranform a.cu"));
    }
}
