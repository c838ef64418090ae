//! The report of `check`: as text with excerpts, JSON, commands of a workflow, or SARIF (`sarif.rs`).

use crate::args::CheckFormat;
use crate::excerpt::{Excerpts, Location};
use crate::pipeline::Unit;
use crate::sarif;
use crate::suppress::is_switched_off;
use annotate_snippets::{Level, Renderer, Snippet};
use check::{Code, Confidence, Finding};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A checked file.
#[derive(Serialize)]
pub struct Checked {
    pub file: String,
    pub findings: Vec<Reported>,
    /// Texts of the files that findings lie in.
    #[serde(skip)]
    pub texts: BTreeMap<PathBuf, String>,
}

/// A finding as the outside sees it.
#[derive(Serialize)]
pub struct Reported {
    pub code: &'static str,
    pub confidence: Confidence,
    pub message: String,
    /// What is in flight, or came first.
    pub first: Location,
    /// What meets it.
    pub second: Location,
    /// The memory, stream or event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    pub why: String,
    pub help: String,
}

impl Reported {
    /// Whether there is something to say of a first place.
    pub fn has_two_places(&self) -> bool {
        !self.first.what.is_empty() && self.first.line > 0
    }
}

/// Findings as plain text.
pub fn plain(file: &Path, unit: &Unit, findings: &[Finding]) -> String {
    let checked = checked(file, unit, findings);
    let renderer = Renderer::plain();
    let all = checked.findings.iter().map(|f| excerpt(&checked, f, &renderer));
    all.collect::<Vec<_>>().join("\n\n")
}

/// Puts findings into words.
pub fn checked(file: &Path, unit: &Unit, findings: &[Finding]) -> Checked {
    let mut words = Excerpts::new(file, unit);
    let mut all: Vec<Reported> = findings.iter().map(|f| words.reported(f)).collect();
    all.sort_by_key(|f| std::cmp::Reverse(f.confidence));
    let mut seen = BTreeSet::new();
    // Instances of a template, and functions that are reached in several ways, find the same thing twice.
    all.retain(|f| seen.insert((f.code, f.message.clone(), f.first.place(), f.second.place())));
    all.sort_by_key(|f| f.second.place());
    let is_off = |place: &Location| {
        place.file == file && place.line > 0 && is_switched_off(&unit.source, place.line)
    };
    all.retain(|f| !is_off(&f.first) && !is_off(&f.second));
    let findings = all;
    Checked { file: file.display().to_string(), findings, texts: words.into_texts() }
}

impl Excerpts<'_> {
    fn reported(&mut self, finding: &Finding) -> Reported {
        let object = finding.object.map(|loc| self.object(loc, &finding.object_name));
        let first_call = self.call_at(finding.first);
        let second_call = self.call_at(finding.second);
        let (was, is) = (verb(finding.writes.0), verb(finding.writes.1));
        let name = object.clone().unwrap_or_default();
        let (message, first, second) = match finding.code {
            Code::UnorderedOperations => (
                format!("nothing orders `{first_call}` and `{second_call}`, which both use {name}"),
                format!("{was} {name}"),
                format!("{is} {name}"),
            ),
            Code::UnorderedKernels => (
                format!(
                    "nothing orders `{first_call}` and `{second_call}`, which both use the {name}"
                ),
                format!("uses the {name}"),
                format!("uses the {name}"),
            ),
            Code::HostAccessInFlight => (
                format!("the host {is} {name} while `{first_call}` may be in flight"),
                format!("{was} {name}, and is not waited for"),
                format!("{is} {name}"),
            ),
            Code::ReleasedInFlight => (
                format!("{name} is released while `{first_call}` may be in flight"),
                format!("{was} {name}, and is not waited for"),
                "is released here".to_owned(),
            ),
            Code::UsedAfterFree => (
                format!("{name} is used after it was freed"),
                "allocated here".to_owned(),
                "used here".to_owned(),
            ),
            Code::UsedAfterDestroy => (
                format!("{name} is used after it was destroyed"),
                "created here".to_owned(),
                "used here".to_owned(),
            ),
            Code::EventForgets => (
                format!("recording {name} in another stream makes it forget `{first_call}`"),
                "recorded after this".to_owned(),
                "recorded again here".to_owned(),
            ),
            Code::NeverRecorded => (
                format!("waits for {name}, which was never recorded"),
                String::new(),
                "waits for nothing".to_owned(),
            ),
            Code::PageableCopy => (
                format!("`{first_call}` copies from or to pageable memory"),
                String::new(),
                "may wait like a synchronous copy".to_owned(),
            ),
            Code::InFlightAtBoundary => (
                format!("`{first_call}` may be in flight when `{second_call}` runs"),
                "issued here".to_owned(),
                "code that cannot be seen, or a clock".to_owned(),
            ),
            Code::NotJoined => (
                format!(
                    "other streams are not ordered after `{first_call}` when `{second_call}` runs"
                ),
                "issued here".to_owned(),
                "code that cannot be seen".to_owned(),
            ),
        };
        Reported {
            code: finding.code.id(),
            confidence: finding.confidence,
            message,
            first: self.location(finding.first, first),
            second: self.location(finding.second, second),
            object,
            why: finding.why.clone(),
            help: finding.help.clone(),
        }
    }
}

fn verb(write: bool) -> &'static str {
    if write {
        "writes"
    } else {
        "reads"
    }
}

/// A file's part of a report.
#[derive(PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub definite: usize,
    pub possible: usize,
    advice: usize,
    /// A text, or what stands for the file in a document.
    body: Value,
}

/// Makes a file's part of a report.
pub fn part(format: CheckFormat, file: &Checked, colour: bool) -> Part {
    let count =
        |wanted: Confidence| file.findings.iter().filter(|f| f.confidence == wanted).count();
    Part {
        definite: count(Confidence::Definite),
        possible: count(Confidence::Possible),
        advice: count(Confidence::Advice),
        body: match format {
            CheckFormat::Text => Value::String(text(file, colour)),
            CheckFormat::Json => json!(file),
            CheckFormat::Sarif => {
                file.findings.iter().map(|finding| sarif::result(file, finding)).collect()
            }
            CheckFormat::Github => file.findings.iter().map(github_line).collect::<String>().into(),
        },
    }
}

/// The report on all files.
pub fn whole(format: CheckFormat, quiet: bool, parts: Vec<Part>) -> String {
    let summary = if quiet { String::new() } else { summary(&parts) };
    let bodies = parts.into_iter().map(|part| part.body);
    match format {
        CheckFormat::Text | CheckFormat::Github => {
            let texts: String = bodies.filter_map(|b| b.as_str().map(str::to_owned)).collect();
            texts + &summary
        }
        CheckFormat::Json => json(bodies.collect()),
        CheckFormat::Sarif => {
            let results = bodies.filter_map(|b| b.as_array().cloned()).flatten();
            sarif::log(results.collect())
        }
    }
}

/// Compiler style, with excerpts.
fn text(file: &Checked, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let findings = file.findings.iter();
    findings.map(|finding| format!("{}\n\n", excerpt(file, finding, &renderer))).collect()
}

/// The last line of the text form.
fn summary(parts: &[Part]) -> String {
    let files =
        if parts.len() == 1 { "1 file".to_owned() } else { format!("{} files", parts.len()) };
    let sum = |count: fn(&Part) -> usize| parts.iter().map(count).sum::<usize>();
    let (definite, possible) = (sum(|p| p.definite), sum(|p| p.possible));
    let advice = match sum(|p| p.advice) {
        0 => String::new(),
        advice => format!(", {advice} of advice"),
    };
    format!("{files} checked: {definite} definite and {possible} possible findings{advice}\n")
}

fn excerpt(file: &Checked, finding: &Reported, renderer: &Renderer) -> String {
    let origin = |location: &Location| location.file.display().to_string();
    let (first, second) = (origin(&finding.first), origin(&finding.second));
    let level = match finding.confidence {
        Confidence::Definite => Level::Error,
        Confidence::Possible => Level::Warning,
        Confidence::Advice | Confidence::Speculative => Level::Note,
    };
    let mut message = level.title(&finding.message).id(finding.code);
    let text = |location: &Location| file.texts.get(&location.file).map_or("", String::as_str);
    let main = level.span(finding.second.bytes.clone()).label(&finding.second.what);
    let mut snippet = Snippet::source(text(&finding.second)).origin(&second).fold(true);
    snippet = snippet.annotation(main);
    if !finding.has_two_places() {
        message = message.snippet(snippet);
    } else {
        let other = Level::Info.span(finding.first.bytes.clone()).label(&finding.first.what);
        if first == second {
            message = message.snippet(snippet.annotation(other));
        } else {
            let outside = Snippet::source(text(&finding.first)).origin(&first).fold(true);
            message = message.snippet(snippet).snippet(outside.annotation(other));
        }
    }
    let message =
        message.footer(Level::Note.title(&finding.why)).footer(Level::Help.title(&finding.help));
    let rendered = renderer.render(message).to_string();
    rendered
}

/// One JSON document for all files.
fn json(files: Vec<Value>) -> String {
    serde_json::to_string_pretty(&json!({ "version": 1, "files": files })).unwrap_or_default()
        + "\n"
}

/// A command of a workflow on GitHub, which shows the finding at its line.
fn github_line(finding: &Reported) -> String {
    let level = match finding.confidence {
        Confidence::Definite => "error",
        Confidence::Possible => "warning",
        _ => "notice",
    };
    let text = format!("{}: {}. {}", finding.message, finding.why, finding.help);
    format!(
        "::{level} file={},line={},col={},title={}::{}\n",
        github_property(&finding.second.file.display().to_string()),
        finding.second.line.max(1),
        finding.second.column.max(1),
        finding.code,
        github_text(&text)
    )
}

/// Text in a workflow's command.
fn github_text(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property in a workflow's command.
fn github_property(text: &str) -> String {
    github_text(text).replace(':', "%3A").replace(',', "%2C")
}
