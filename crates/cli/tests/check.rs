//! The command `check` on small programs that state what is to be found in them.
//!
//! `//~ SA1002 definite` stands on the line of the second place of a finding, once for each. A program
//! without such lines has no finding but advice, which has to be stated only where a program states some.
//! `// checked with: FLAGS` gives flags of the compiler.

mod common;

use common::{cases, check_all, directive, finish, folder, programs, streamalloc, Finished};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
struct Report {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    code: String,
    confidence: String,
    message: String,
    second: Place,
}

#[derive(Deserialize)]
struct Place {
    line: usize,
}

fn run(files: &[&Path], options: &[&str], flags: &[&str]) -> Finished {
    let mut command = streamalloc();
    command.arg("check").args(options).args(files).arg("--").args(flags);
    finish(&mut command, TIMEOUT)
}

fn findings(program: &Path, flags: &[&str]) -> Result<Vec<Finding>, String> {
    let done = run(&[program], &["--format", "json"], flags);
    let report: Report = serde_json::from_slice(&done.stdout)
        .map_err(|e| format!("status {:?}, {e}\n{}", done.status, done.stderr))?;
    Ok(report.files.into_iter().flat_map(|f| f.findings).collect())
}

// --- small programs ------------------------------------------------------------------------------

/// Lines with the code and confidence that each states.
fn expected(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for stated in line.split("//~ ").skip(1) {
            all.push((index + 1, stated.trim().to_owned()));
        }
    }
    all.sort();
    all
}

fn states_its_findings(program: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let flags = directive(text.as_bytes(), "checked with:").unwrap_or_default();
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let wanted = expected(&text);
    let with_advice = wanted.iter().any(|(_, what)| what.ends_with("advice"));
    let mut found: Vec<(usize, String)> = findings(program, &flags)?
        .into_iter()
        .filter(|f| with_advice || f.confidence != "advice")
        .map(|f| (f.second.line, format!("{} {}", f.code, f.confidence)))
        .collect();
    found.sort();
    match found == wanted {
        true => Ok(()),
        false => Err(format!("expected {wanted:?}\n   found {found:?}")),
    }
}

#[test]
fn small_programs_have_the_findings_they_state() {
    check_all(&programs(&folder("check")), states_its_findings);
}
