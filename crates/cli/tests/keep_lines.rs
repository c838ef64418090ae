//! `--keep-lines` means the same as without, and each line keeps its number: seen on every eighth program of `soundness`, or
//! on those that `STREAMALLOC_ONLY` picks.

mod common;

use common::{finish, folder, programs, streamalloc};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(600);

/// Text without comments; `bare` also without blanks. Literals are kept.
fn stripped(text: &str, bare: bool) -> String {
    let mut out = String::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let tail = &text[at..];
        let end = match c {
            '"' | '\'' => {
                let mut escaped = false;
                let closes = |&(_, d): &(usize, char)| {
                    let closes = d == c && !escaped;
                    escaped = d == '\\' && !escaped;
                    closes
                };
                let end =
                    tail.char_indices().skip(1).find(closes).map_or(tail.len(), |(i, _)| i + 1);
                out.push_str(&tail[..end]);
                at + end
            }
            '/' if tail.starts_with("//") => at + tail.find('\n').unwrap_or(tail.len()),
            '/' if tail.starts_with("/*") => {
                let end = tail.find("*/").map_or(tail.len(), |end| end + 2);
                out.extend(tail[..end].chars().filter(|c| *c == '\n' && !bare));
                at + end
            }
            _ => {
                if !bare || !c.is_whitespace() {
                    out.push(c);
                }
                continue;
            }
        };
        while rest.next_if(|(next, _)| *next < end).is_some() {}
    }
    out
}

/// The text that the compiler takes for each line's.
fn by_number(text: &str) -> BTreeMap<usize, String> {
    let mut lines: BTreeMap<usize, String> = BTreeMap::new();
    let mut number = 1;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("#line ") {
            number = rest.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
            continue;
        }
        lines.entry(number).or_default().push_str(line);
        number += 1;
    }
    lines
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

fn check(original: &str, added: &str, kept: &str) -> Result<(), String> {
    let without_numbers: String =
        kept.lines().filter(|line| !line.starts_with("#line ")).map(|l| format!("{l}\n")).collect();
    if stripped(added, true) != stripped(&without_numbers, true) {
        return Err(format!("other text:\n{kept}"));
    }
    let numbered = by_number(&stripped(kept, false));
    for (index, line) in stripped(original, false).lines().enumerate() {
        let here = numbered.get(&(index + 1)).map_or("", String::as_str);
        // Names of calls change.
        let mut lost = words(line).filter(|w| !w.starts_with("cuda") && !here.contains(w));
        if let Some(word) = lost.next() {
            return Err(format!("line {}: `{word}` is not in: {here}", index + 1));
        }
    }
    Ok(())
}

#[test]
fn lines_keep_their_numbers_and_their_meaning() {
    let every = if std::env::var_os("STREAMALLOC_ONLY").is_some() { 1 } else { 8 };
    let all: Vec<PathBuf> = programs(&folder("soundness")).into_iter().step_by(every).collect();
    let work = tempfile::tempdir().expect("a temporary folder");
    let rewrite = |root: &str, options: &[&str]| {
        let mut command = streamalloc();
        command.current_dir(folder("soundness")).args(["transform", "--embedded", "--force", "-q"]);
        command.args(options).arg("--out-root").arg(work.path().join(root));
        // Some of the programs need flags, and are not rewritten here.
        finish(command.args(all.iter().filter_map(|program| program.file_name())), TIMEOUT);
    };
    rewrite("added", &[]);
    rewrite("kept", &["--keep-lines"]);
    let mut rewritten = 0;
    let mut failures = Vec::new();
    for program in &all {
        let name = program.file_name().map(Path::new).expect("a file");
        let read = |path: &Path| {
            let bytes = std::fs::read(path).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (added, kept) =
            (work.path().join("added").join(name), work.path().join("kept").join(name));
        match (read(program), read(&added), read(&kept)) {
            (Some(original), Some(added), Some(kept)) => {
                rewritten += usize::from(original != added);
                if let Err(what) = check(&original, &added, &kept) {
                    failures.push(format!("{}: {what}", name.display()));
                }
            }
            (_, None, None) => {}
            (_, added, _) => {
                let only = if added.is_some() { "without" } else { "with" };
                failures.push(format!("{}: is rewritten {only} --keep-lines only", name.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(rewritten * 2 > all.len(), "{rewritten} of {} are rewritten", all.len());
}
