//! The command `check` on small programs that state what is to be found in them.
//!
//! `//~ SA1002 definite` stands on the line of the second place of a finding, once for each. A program
//! without such lines has no finding but advice, which has to be stated only where a program states some.
//! `// checked with: FLAGS` gives flags of the compiler.

mod common;

use common::{cases, check_all, directive, finish, folder, programs, streamalloc, Finished};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);
/// Removed waits that need not be found: mostly those that another wait follows before the next access.
const MISSED_PERCENT: usize = 40;

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

// --- semantic cases ------------------------------------------------------------------------------

/// Findings that a reader has to look at.
fn serious(program: &Path) -> Result<Vec<Finding>, String> {
    let all = findings(program, &[])?;
    Ok(all.into_iter().filter(|f| f.confidence != "advice").collect())
}

#[test]
fn correct_programs_have_next_to_no_findings() {
    let Some(folder) = cases() else { return };
    let mut possible = Vec::new();
    for program in programs(&folder) {
        for finding in serious(&program).unwrap_or_else(|e| panic!("{}: {e}", program.display())) {
            let at = format!("{}:{}: {}", program.display(), finding.second.line, finding.message);
            assert_ne!(finding.confidence, "definite", "{at}");
            possible.push(at);
        }
    }
    assert!(possible.len() <= 2, "{}", possible.join("\n"));
}

/// What a program waits with.
const WAITS: [&str; 3] =
    ["cudaDeviceSynchronize(", "cudaStreamSynchronize(", "cudaEventSynchronize("];

/// The closing parenthesis that belongs to the opening one that ends `text[..open]`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 1;
    for (index, c) in text[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + index);
        }
    }
    None
}

/// Versions of a program that wait once less, each with the line of the change.
fn without_a_wait(text: &str) -> Vec<(usize, String)> {
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let is_call = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let mut made = Vec::new();
    for wait in WAITS {
        for (at, _) in text.match_indices(wait).filter(|(at, _)| is_call(*at)) {
            if let Some(end) = closing(text, at + wait.len()) {
                made.push((line(at), format!("{}cudaSuccess{}", &text[..at], &text[end + 1..])));
            }
        }
    }
    let copy = "cudaMemcpy(";
    for (at, _) in text.match_indices(copy).filter(|(at, _)| is_call(*at)) {
        let Some(end) = closing(text, at + copy.len()) else { continue };
        let arguments = &text[at + copy.len()..end];
        if arguments.contains("DeviceToHost") {
            let changed = format!("{}cudaMemcpyAsync({arguments}, 0{}", &text[..at], &text[end..]);
            made.push((line(at), changed));
        }
    }
    made
}

/// Which versions are not found, and how many there are.
fn missed(program: &Path, work: &Path) -> Result<(Vec<usize>, usize), String> {
    let text = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let before = serious(program)?.len();
    let versions = without_a_wait(&text);
    let mut missed = Vec::new();
    for (line, changed) in &versions {
        let file = work.join(format!("{}_{line}.cu", common::name(program)));
        std::fs::write(&file, changed).map_err(|e| e.to_string())?;
        if serious(&file)?.len() <= before {
            missed.push(*line);
        }
    }
    Ok((missed, versions.len()))
}

#[test]
fn most_missing_waits_are_found() {
    let Some(folder) = cases() else { return };
    let work = tempfile::tempdir().expect("a temporary folder can be made");
    let (mut all, mut unseen) = (0, Vec::new());
    for program in programs(&folder) {
        let (lines, versions) =
            missed(&program, work.path()).unwrap_or_else(|e| panic!("{}: {e}", program.display()));
        all += versions;
        unseen.extend(lines.iter().map(|line| format!("{}:{line}", common::name(&program))));
    }
    println!("{} of {all} not found:\n{}", unseen.len(), unseen.join("\n"));
    assert!(unseen.len() * 100 <= all * MISSED_PERCENT, "{} of {all}", unseen.len());
}

// --- reports and exit codes ----------------------------------------------------------------------

fn program(name: &str) -> PathBuf {
    folder("check").join(format!("{name}.cu"))
}

#[test]
fn the_status_says_what_was_found() {
    let status = |name: &str, options: &[&str]| run(&[&program(name)], options, &[]).status;
    assert_eq!(status("blocking_streams", &[]), Some(0));
    assert_eq!(status("managed_memory", &[]), Some(1));
    assert_eq!(status("two_printers", &[]), Some(0));
    assert_eq!(status("two_printers", &["--pedantic"]), Some(1));
    assert_eq!(status("pageable", &["--pedantic"]), Some(0));
    assert_eq!(status("there_is_no_such_file", &[]), Some(2));
    let (bad, good) = (program("there_is_no_such_file"), program("managed_memory"));
    let both = run(&[&bad, &good], &[], &[]);
    assert_eq!(both.status, Some(2));
    assert!(String::from_utf8_lossy(&both.stdout).contains("SA1002"), "the other file is checked");
}

#[test]
fn the_text_names_both_places_and_a_remedy() {
    let done = run(&[&program("managed_memory"), &program("never_recorded")], &[], &[]);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    for part in [
        "error[SA1002]: the host reads `m` while `fill` may be in flight",
        "the host does not wait for it on the way here",
        "help: wait before the access",
        "error[SA1007]: waits for `e`, which was never recorded",
        "2 files checked: 3 definite and 0 possible findings",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

/// What SARIF 2.1.0 says of the objects that logs of ours have, from `sarif-schema-2.1.0.json`: their properties, with `!`
/// behind those that must be there, and what these are: an object, a list (`*`), text, or a number of at least 0 or 1. The
/// schema allows no others.
const SARIF: [(&str, &[(&str, &str)]); 11] = [
    ("log", &[("$schema", "uri"), ("version!", "version"), ("runs!", "run*")]),
    ("run", &[("tool!", "tool"), ("results", "result*"), ("columnKind", "columns")]),
    ("tool", &[("driver!", "driver")]),
    ("driver", &[("name!", "text"), ("version", "text"), ("rules", "rule*")]),
    ("rule", &[("id!", "text"), ("shortDescription", "message")]),
    (
        "result",
        &[
            ("ruleId", "text"),
            ("ruleIndex", "0"),
            ("level", "level"),
            ("message!", "message"),
            ("locations", "location*"),
            ("relatedLocations", "location*"),
        ],
    ),
    ("message", &[("text!", "text")]),
    ("location", &[("physicalLocation", "physical"), ("message", "message")]),
    ("physical", &[("artifactLocation!", "artifact"), ("region", "region")]),
    ("artifact", &[("uri", "uri")]),
    (
        "region",
        &[
            ("startLine", "1"),
            ("startColumn", "1"),
            ("endLine", "1"),
            ("endColumn", "1"),
            ("byteOffset", "0"),
            ("byteLength", "0"),
        ],
    ),
];

/// Says where a value is not what it should be.
fn conforms(value: &Value, kind: &str) -> Result<(), String> {
    if let Some(item) = kind.strip_suffix('*') {
        let list = value.as_array().ok_or(format!("{value} is no list of {item}"))?;
        return list.iter().try_for_each(|value| conforms(value, item));
    }
    let one_of = |words: &[&str]| value.as_str().is_some_and(|text| words.contains(&text));
    let fits = match kind {
        "text" => value.is_string(),
        "uri" => value.as_str().is_some_and(|text| !text.contains([' ', '\\', '"', '<', '>'])),
        "version" => value == "2.1.0",
        "level" => one_of(&["none", "note", "warning", "error"]),
        "columns" => one_of(&["utf16CodeUnits", "unicodeCodePoints"]),
        "0" => value.is_u64(),
        "1" => value.as_u64() >= Some(1),
        _ => return conforms_to_object(value, kind),
    };
    fits.then_some(()).ok_or(format!("{value} is no {kind}"))
}

fn conforms_to_object(value: &Value, kind: &str) -> Result<(), String> {
    let (_, properties) = SARIF.iter().find(|(name, _)| *name == kind).expect("a known object");
    let object = value.as_object().ok_or(format!("{value} is no {kind}"))?;
    for (name, _) in properties.iter().filter(|(name, _)| name.ends_with('!')) {
        let name = name.trim_end_matches('!');
        object.get(name).ok_or(format!("a {kind} without {name}"))?;
    }
    for (name, value) in object {
        let known = properties.iter().find(|(known, _)| known.trim_end_matches('!') == name);
        let (_, kind) = known.ok_or(format!("a {kind} has no {name}"))?;
        conforms(value, kind).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

#[test]
fn sarif_is_what_the_standard_says() {
    let all = programs(&folder("check"));
    let files: Vec<&Path> = all.iter().map(PathBuf::as_path).collect();
    let done = run(&files, &["--format", "sarif"], &[]);
    let log: Value = serde_json::from_slice(&done.stdout).expect("it is JSON");
    conforms(&log, "log").unwrap_or_else(|error| panic!("{error}"));
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
    let results = run["results"].as_array().expect("there are results");
    assert!(results.len() > 20, "{}", results.len());
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("a rule is named") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let place = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
        assert!(place("startLine", "startColumn") < place("endLine", "endColumn"), "{region}");
    }
    let has_two = |result: &&Value| result.get("relatedLocations").is_some();
    assert!(
        results.iter().any(|result| has_two(&result))
            && !results.iter().all(|result| has_two(&result))
    );
}

#[test]
fn annotations_are_a_line_each_and_comments_switch_findings_off() {
    let file = program("host_read_without_wait");
    let done = run(&[&file], &["--format", "github", "--quiet"], &[]);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let start = format!("::error file={},line=", file.display());
    assert!(text.starts_with(&start) && text.contains(",title=SA1002::the host reads"), "{text}");
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");

    let place = tempfile::tempdir().expect("a temporary folder");
    let source = std::fs::read_to_string(&file).expect("a program");
    let line = text.split("line=").nth(1).and_then(|rest| rest.split(',').next()).expect("a line");
    let line: usize = line.parse().expect("a number");
    let marked: String = source
        .lines()
        .enumerate()
        .map(|(i, text)| match i + 1 == line {
            true => format!("{text}  // streamalloc: off\n"),
            false => format!("{text}\n"),
        })
        .collect();
    let copy = place.path().join("marked.cu");
    std::fs::write(&copy, marked).expect("writable");
    let done = run(&[&copy], &[], &[]);
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("1 file checked: 0 definite"));
}
