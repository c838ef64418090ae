//! What the documents show is what happens: the commands of the guide are run, and the list of options is that of the program.

mod common;

use common::{finish, streamalloc};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of a document, with what it shows of the output.
struct Shown {
    arguments: Vec<String>,
    output: Vec<String>,
}

/// The commands in blocks marked as `console`.
fn commands(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (_, "```console") => inside = true,
            (_, "```") => inside = false,
            (true, line) => match (line.strip_prefix("$ streamalloc "), found.last_mut()) {
                (Some(rest), _) => found.push(Shown {
                    arguments: rest.split_whitespace().map(str::to_owned).collect(),
                    output: Vec::new(),
                }),
                (None, Some(shown)) => shown.output.push(line.to_owned()),
                (None, None) => panic!("{line}: not the output of a command"),
            },
            _ => {}
        }
    }
    found
}

/// Whether a line is one that is shown; `…` stands for anything.
fn fits(line: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty() || shown.ends_with('…')
}

#[test]
fn the_commands_of_the_guide_do_what_is_shown() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let example = repository().join("examples/pipelines.cu");
    std::fs::copy(example, place.path().join("pipelines.cu")).expect("the example");
    let guide = std::fs::read_to_string(repository().join("docs/guide.md")).expect("the guide");
    let all = commands(&guide);
    assert!(all.len() > 5, "only {} commands", all.len());
    for shown in all {
        let done = finish(streamalloc().current_dir(place.path()).args(&shown.arguments), TIMEOUT);
        let output = format!("{}{}", String::from_utf8_lossy(&done.stdout), done.stderr);
        assert_eq!(done.status, Some(0), "{:?}: {output}", shown.arguments);
        let mut lines = output.lines();
        for wanted in &shown.output {
            let found = lines.any(|line| fits(line, wanted));
            assert!(found, "{:?}: no `{wanted}` in:\n{output}", shown.arguments);
        }
    }
}

/// What `--help` says of each command.
fn options() -> String {
    let help = |arguments: &[&str]| {
        let mut command: Command = streamalloc();
        let done = finish(command.args(arguments).arg("--help").env("COLUMNS", "100"), TIMEOUT);
        assert_eq!(done.status, Some(0), "{arguments:?}: {}", done.stderr);
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>()
    };
    let mut page = String::from(
        "# Every option\n\nWhat `--help` says. This page is made by a test; `UPDATE_EXPECT=1` writes it anew.\n",
    );
    page.push_str(&format!("\n```text\n{}```\n", help(&[])));
    for command in
        ["transform", "analyze", "explain", "check", "verify", "init", "doctor", "completions"]
    {
        page.push_str(&format!("\n## {command}\n\n```text\n{}```\n", help(&[command])));
    }
    page
}

/// A page that is made from the program stands in the repository as it is made.
fn assert_made(name: &str, page: &str) {
    let path = repository().join("docs").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, page).expect("writable");
        return;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/{name} is out of date: UPDATE_EXPECT=1 cargo test -p streamalloc-cli --test docs"
    );
}

#[test]
fn every_option_is_listed() {
    assert_made("options.md", &options());
}

/// What the source says of each reason.
fn reasons() -> String {
    let mut page = String::from(
        "# Why an operation is not asynchronous, or is waited for where it is\n\n\
         What `streamalloc explain FILE:LINE` and the reports of `analyze` mean by their codes. Codes below SA2100 say that an\n\
         operation stays as it is, the others why the host waits for one. In the examples `d` and `e` are device memory, `g` and `h`\n\
         the host's. This page is made by a test from `cra/src/code.rs`; `UPDATE_EXPECT=1` writes it anew.\n",
    );
    for code in cra::Code::ALL {
        let about = code.page();
        page.push_str(&format!(
            "\n## {}: {}\n\n{}\n",
            about.id,
            about.summary,
            sentence(about.why)
        ));
        if !about.example.is_empty() {
            page.push_str(&format!("\n```cuda\n{}\n```\n", about.example));
        }
        page.push_str(&format!("\n**What to do:** {}.\n", about.help));
    }
    page
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[test]
fn every_reason_has_its_place() {
    assert_made("reasons.md", &reasons());
}
