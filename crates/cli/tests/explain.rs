//! The command `explain` on small programs that state its answers.
//!
//! `//~ CODE a b c` stands on the line of an operation, once for each reason: its code, and the lines of the chain that led to
//! it, by their names. `//@a` gives a line its name.

mod common;

use common::{check_all, finish, folder, programs, streamalloc, Finished};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
struct Answer {
    operations: Vec<Operation>,
}

#[derive(Deserialize)]
struct Operation {
    line: usize,
    reasons: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    code: String,
    chain: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    line: usize,
}

fn explain(place: &str, options: &[&str]) -> Finished {
    finish(streamalloc().args(["explain", "--no-config", "--force", place]).args(options), TIMEOUT)
}

/// What is said of the operations of a line: codes with the lines of their chains.
fn said(program: &Path, line: usize) -> Result<Vec<String>, String> {
    let place = format!("{}:{line}", program.display());
    let done = explain(&place, &["--format", "json"]);
    let answer: Answer = serde_json::from_slice(&done.stdout)
        .map_err(|e| format!("{place}: status {:?}, {e}\n{}", done.status, done.stderr))?;
    let here = answer.operations.iter().filter(|op| op.line == line);
    let reasons = here.flat_map(|op| &op.reasons).map(|reason| {
        let chain: Vec<String> = reason.chain.iter().map(|p| p.line.to_string()).collect();
        format!("{} {}", reason.code, chain.join(" "))
    });
    Ok(reasons.collect())
}

/// The lines that have names.
fn names(text: &str) -> BTreeMap<&str, usize> {
    let mut found = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        for name in line.split("//@").skip(1) {
            found.insert(name.split_whitespace().next().unwrap_or_default(), index + 1);
        }
    }
    found
}

fn states_its_reasons(program: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let names = names(&text);
    for (index, line) in text.lines().enumerate() {
        let mut wanted = Vec::new();
        for stated in line.split("//~ ").skip(1) {
            let mut words = stated.split("//").next().unwrap_or_default().split_whitespace();
            let code = words.next().unwrap_or_default();
            let lines = words.map(|name| names.get(name).map_or("?".to_owned(), usize::to_string));
            wanted.push(format!("{code} {}", lines.collect::<Vec<_>>().join(" ")));
        }
        if wanted.is_empty() {
            continue;
        }
        let found = said(program, index + 1)?;
        if !wanted.iter().all(|reason| found.contains(reason)) {
            return Err(format!("line {}: stated {wanted:?}, found {found:?}", index + 1));
        }
    }
    Ok(())
}

#[test]
fn programs_state_their_reasons() {
    check_all(&programs(&folder("explain")), states_its_reasons);
}

fn waits() -> PathBuf {
    folder("explain").join("waits.cu")
}

#[test]
fn the_text_shows_each_step_in_its_line() {
    let done = explain(&format!("{}:46", waits().display()), &[]);
    let text = String::from_utf8_lossy(&done.stdout);
    for part in [
        "note[SA2101]: `cudaMemcpy` is waited for at once",
        "1. the operation writes `g`",
        "2. the memory is allocated here",
        "3. calls `through`",
        "4. calls `sum`",
        "5. the host reads `*values`",
        "= help: ",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn a_line_without_operations_is_an_error_that_names_others() {
    let done = explain(&format!("{}:1", waits().display()), &[]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("the nearest begin at"), "{}", done.stderr);
}

#[test]
fn what_is_waited_for_at_a_line_is_explained_there_too() {
    let done = explain(&format!("{}:47", waits().display()), &["--format", "json"]);
    let answer: Answer = serde_json::from_slice(&done.stdout).expect("an answer");
    let lines: Vec<usize> = answer.operations.iter().map(|op| op.line).collect();
    assert_eq!(lines, [46]);
}

#[test]
fn a_file_alone_is_asked_about_all_that_is_not_asynchronous() {
    let done = explain(&waits().display().to_string(), &["--format", "json"]);
    let answer: Answer = serde_json::from_slice(&done.stdout).expect("an answer");
    assert!(answer.operations.len() > 5, "{}", answer.operations.len());
    assert!(answer.operations.iter().all(|op| !op.reasons.is_empty()));
}
