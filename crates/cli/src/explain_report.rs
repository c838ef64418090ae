//! The report of `explain`: why operations stay as they are, and why they are waited for where they are, with the chain of
//! statements that led there. As text with excerpts, or JSON.

use crate::excerpt::{Excerpts, Location};
use crate::pipeline::Analysis;
use annotate_snippets::{Level, Renderer, Snippet};
use cra::{Code, Explanation, Mode, Step, What};
use effects::{Access, SiteId, SiteKey};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// All that stays as it is, or is waited for at once.
    WholeFile,
    /// The operations of a line, and those that are waited for there.
    Line(usize),
}

/// The answers on a file.
#[derive(Serialize)]
pub struct Explained {
    pub file: String,
    /// The file is left as it is, since nothing would be gained.
    pub no_gain: bool,
    /// It was rewritten before.
    pub rewritten_before: bool,
    pub operations: Vec<Operation>,
    /// Texts of the files that places lie in.
    #[serde(skip)]
    texts: BTreeMap<PathBuf, String>,
}

/// An operation.
#[derive(Serialize)]
pub struct Operation {
    pub line: usize,
    pub call: String,
    /// Something may run beside it.
    #[serde(rename = "async")]
    pub is_async: bool,
    pub reasons: Vec<Reason>,
}

/// A reason, with what led to it.
#[derive(Serialize)]
pub struct Reason {
    pub code: &'static str,
    pub message: String,
    pub why: &'static str,
    pub help: &'static str,
    /// The line before which the host waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited_for_at: Option<usize>,
    /// From the operation to what is in its way.
    pub chain: Vec<Location>,
}

/// Answers what is asked about a file.
pub fn explained(file: &Path, analysis: &mut Analysis, asked: Asked) -> Explained {
    let asynchronous = analysis.cra.asynchronous();
    let sites: Vec<SiteId> = analysis.unit.effects.sites.ids().collect();
    let mut all: Vec<(SiteId, Vec<Explanation>)> = Vec::new();
    for site in sites {
        if asked == Asked::WholeFile && asynchronous.contains(&site) {
            continue;
        }
        all.push((site, analysis.explain(site)));
    }
    let mut words = Words { excerpts: Excerpts::new(file, &analysis.unit), analysis };
    let mut operations: Vec<Operation> = Vec::new();
    for (site, explanations) in all {
        let is_async = asynchronous.contains(&site);
        let lines = words.lines(site);
        let whole = asked == Asked::WholeFile
            || matches!(asked, Asked::Line(line) if lines.contains(&line));
        let mut reasons: Vec<Reason> =
            explanations.iter().map(|e| words.reason(site, e, is_async)).collect();
        if let (Asked::Line(line), false) = (asked, whole) {
            reasons.retain(|reason| reason.waited_for_at == Some(line));
        }
        if !reasons.is_empty() {
            let call = words.analysis.unit.effects.sites.get(site).name.clone();
            operations.push(Operation { line: *lines.start(), call, is_async, reasons });
        }
    }
    operations.sort_by_key(|op| op.line);
    let no_gain = analysis.plan.ops.is_empty() && !asynchronous.is_empty() && !analysis.already;
    Explained {
        file: file.display().to_string(),
        no_gain,
        rewritten_before: analysis.already,
        operations,
        texts: words.excerpts.into_texts(),
    }
}

/// The lines of a file at which operations begin.
pub fn lines_with_operations(file: &Path, analysis: &Analysis) -> Vec<usize> {
    let mut words = Words { excerpts: Excerpts::new(file, &analysis.unit), analysis };
    let sites = analysis.unit.effects.sites.ids();
    let mut lines: Vec<usize> = sites.map(|site| *words.lines(site).start()).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.retain(|line| *line > 0);
    lines
}

struct Words<'a> {
    excerpts: Excerpts<'a>,
    analysis: &'a Analysis,
}

impl Words<'_> {
    /// The lines of an operation; zero for one in another file.
    fn lines(&mut self, site: SiteId) -> RangeInclusive<usize> {
        let site = self.analysis.unit.effects.sites.get(site);
        let span = match site.key {
            SiteKey::Text(span) => Some(span),
            SiteKey::Stmt(at) => at.stmt(&self.analysis.unit.module).map(|s| s.span),
        };
        let source = &self.analysis.unit.source;
        match span.filter(|span| span.file.0 == 0) {
            Some(span) => {
                let last = (span.end.max(span.start + 1) - 1) as usize;
                source.line_of(span.start as usize)..=source.line_of(last)
            }
            None => 0..=0,
        }
    }

    fn reason(&mut self, site: SiteId, explanation: &Explanation, is_async: bool) -> Reason {
        let code = explanation.code;
        let page = code.page();
        let obstacle = explanation.obstacle;
        let chain: Vec<Location> =
            explanation.chain.iter().map(|step| self.step(*step, obstacle)).collect();
        let waited_for_at = explanation.wait.as_ref().and_then(|wait| {
            let body = self.analysis.unit.module.function(wait.function).body.as_ref()?;
            let span = body.anchor(wait.position.anchor()).span;
            (span.file.0 == 0).then(|| self.analysis.unit.source.line_of(span.start as usize))
        });
        let call = &self.analysis.unit.effects.sites.get(site).name;
        let mode = self.analysis.cra.mode(site);
        let what = match (mode, waited_for_at) {
            (Mode::Keep | Mode::User, _) => "stays as it is".to_owned(),
            (Mode::Async, None) => "is asynchronous".to_owned(),
            (Mode::Async, Some(_)) if !is_async => "is waited for at once".to_owned(),
            (Mode::Async, Some(line)) => format!("is waited for before line {line}"),
        };
        let message = match code {
            Code::NothingWaits => format!("`{call}` is {}", page.summary),
            Code::NothingFollows => format!("`{call}` is as good as synchronous: {}", page.summary),
            _ => format!("`{call}` {what}: {}", page.summary),
        };
        let (code, why, help) = (page.id, page.why, page.help);
        Reason { code, message, why, help, waited_for_at, chain }
    }

    fn step(&mut self, step: Step, code: Code) -> Location {
        let what = self.what(step, code);
        let body = self.analysis.unit.module.function(step.at.function).body.as_ref();
        match (step.what, body) {
            (What::Leaves(anchor), Some(body)) => {
                self.excerpts.location_of(body.anchor(anchor).span, what)
            }
            _ => self.excerpts.location(step.at, what),
        }
    }

    fn what(&mut self, step: Step, code: Code) -> String {
        let name = |words: &mut Self, access: Access| {
            let locations = &words.analysis.unit.effects.locations;
            let name = locations.name(&words.analysis.unit.module, access.loc);
            words.excerpts.object(access.loc, &name)
        };
        let verb = |access: Access| if access.write { "writes" } else { "reads" };
        match step.what {
            What::Issues(None) => "the operation".to_owned(),
            What::Issues(Some(access)) => {
                format!("the operation {} {}", verb(access), name(self, access))
            }
            What::LeavesInFlight(callee) => {
                format!("`{}` leaves it in flight", self.function(callee))
            }
            What::Allocates(_) => "the memory is allocated here".to_owned(),
            What::Calls(callee) => format!("calls `{}`", self.function(callee)),
            What::Touches(access) => format!("the host {} {}", verb(access), name(self, access)),
            What::Stages(loc) => {
                format!("the copy's source is {}", name(self, Access::read(loc)))
            }
            What::Releases(loc) => format!("{} is released", name(self, Access::write(loc))),
            What::Other(site) => {
                let name = &self.analysis.unit.effects.sites.get(site).name;
                format!("`{name}` is issued here")
            }
            What::Here | What::Leaves(_) => here(code).to_owned(),
        }
    }

    fn function(&self, id: ir::FnId) -> &str {
        &self.analysis.unit.module.function(id).name
    }
}

/// What happens at the last statement of a chain.
fn here(code: Code) -> &'static str {
    match code {
        Code::Clock => "time is read, or what is complete can be told",
        Code::UnseenCode => "nothing is known of what runs here",
        Code::ConditionalText => "another text may stand here in another build",
        Code::HandOver => "another thread may go on from here",
        Code::DeviceChange => "the device or its context changes",
        Code::Managed => "the host touches managed memory",
        Code::Returns => "returns here",
        Code::ProcessEnds => "the process may end here",
        Code::Exception | Code::NoPlaceForGuard => "an exception may leave the scope here",
        Code::Capture => "a stream is captured",
        Code::NonLocalJumps => "`setjmp` is called",
        Code::Handlers => "a handler is set",
        Code::KeptElsewhere => "the address is kept",
        _ => "needs it complete",
    }
}

/// Compiler style, with excerpts.
pub fn text(explained: &Explained, asked: Asked, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for reason in explained.operations.iter().flat_map(|op| &op.reasons) {
        out.push_str(&excerpt(explained, reason, &renderer));
        out.push_str("\n\n");
    }
    let file = &explained.file;
    if explained.rewritten_before {
        out.push_str(&format!("{file}: was rewritten before, and is left as it is\n"));
    }
    if explained.no_gain {
        let page = Code::NoGain.page();
        out.push_str(&format!("{file}: {}: {}; {}\n", page.id, page.summary, page.help));
    }
    if explained.operations.is_empty() && asked == Asked::WholeFile {
        out.push_str(&format!("{file}: no operation stays as it is or is waited for at once\n"));
    }
    out
}

fn excerpt(explained: &Explained, reason: &Reason, renderer: &Renderer) -> String {
    let shown: Vec<&Location> = reason.chain.iter().filter(|step| step.line > 0).collect();
    let labels: Vec<String> = match shown.len() {
        1 => vec![shown[0].what.clone()],
        _ => shown.iter().enumerate().map(|(i, s)| format!("{}. {}", i + 1, s.what)).collect(),
    };
    let mut files: Vec<&Path> = Vec::new();
    for step in &shown {
        if !files.contains(&step.file.as_path()) {
            files.push(&step.file);
        }
    }
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let mut message = Level::Note.title(&reason.message).id(reason.code);
    for (file, name) in files.iter().zip(&names) {
        let text = explained.texts.get(*file).map_or("", String::as_str);
        let mut snippet = Snippet::source(text).origin(name).fold(true);
        for (index, step) in shown.iter().enumerate().filter(|(_, step)| step.file == *file) {
            let level = if index == 0 { Level::Note } else { Level::Info };
            snippet = snippet.annotation(level.span(step.bytes.clone()).label(&labels[index]));
        }
        message = message.snippet(snippet);
    }
    let message =
        message.footer(Level::Note.title(reason.why)).footer(Level::Help.title(reason.help));
    let rendered = renderer.render(message).to_string();
    rendered
}
