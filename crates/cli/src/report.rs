//! The report of `analyze`: for every operation what it touches, whether it runs asynchronously and
//! why not, its stream and what waits for it.

use crate::pipeline::Analysis;
use cra::{Mode, NotPinned, Reason};
use effects::{SiteId, SiteKey};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use transform::PlannedOp;

/// The report on one file.
#[derive(Serialize)]
pub struct Report {
    pub file: String,
    pub operations: Vec<Operation>,
    pub streams: usize,
    pub events: usize,
    pub waits: usize,
    #[serde(flatten)]
    pub memory: Memory,
    /// Virtual time of the program as written and as planned, in milliseconds.
    pub predicted_before_ms: f64,
    pub predicted_after_ms: f64,
}

/// What is done for memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Calls that allocate device memory and are given blocks that were freed before.
    pub reused_allocations: usize,
    /// Calls that allocate host memory which may be page-locked at run time.
    pub pinnable_allocations: usize,
    /// Other calls that allocate host memory which is copied: large blocks get large pages.
    pub large_allocations: usize,
    /// Files in which the memory of containers, and all that `new` allocates, gets large pages or may be page-locked.
    pub containers: usize,
}

impl Memory {
    fn of(plan: &transform::Plan) -> Memory {
        let lockable = plan.host_blocks.iter().filter(|block| block.lockable).count();
        Memory {
            reused_allocations: plan.allocations.len(),
            pinnable_allocations: lockable,
            large_allocations: plan.host_blocks.len() - lockable,
            containers: usize::from(plan.new != cra::NewMemory::AsItIs),
        }
    }

    /// Counts another file's, too.
    pub fn add(&mut self, other: Memory) {
        self.reused_allocations += other.reused_allocations;
        self.pinnable_allocations += other.pinnable_allocations;
        self.large_allocations += other.large_allocations;
        self.containers += other.containers;
    }

    /// What a summary says of it, if anything.
    pub fn words(&self) -> String {
        let counted = |count: usize, what: &str| match count {
            0 => String::new(),
            1 => format!(", 1 allocation {what}"),
            count => format!(", {count} allocations {what}"),
        };
        let containers = if self.containers > 0 { ", memory of containers taken over" } else { "" };
        counted(self.reused_allocations, "reused")
            + &counted(self.pinnable_allocations, "may be page-locked")
            + &counted(self.large_allocations, "with large pages")
            + containers
    }
}

/// One operation.
#[derive(Serialize)]
pub struct Operation {
    pub line: usize,
    pub call: String,
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    #[serde(rename = "async")]
    pub is_async: bool,
    pub why: String,
    /// Of those that are not asynchronous; `explain` says more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    pub stream: Option<usize>,
    /// Why the host memory of an asynchronous copy stays pageable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pageable: Option<&'static str>,
    /// Lines of the waits for it.
    pub waited_for_at: Vec<usize>,
    #[serde(skip)]
    site: SiteId,
}

/// Makes the report.
pub fn report(path: &Path, analysis: &Analysis) -> Report {
    let index = Index::of(analysis);
    let mut operations: Vec<Operation> =
        analysis.unit.effects.sites.ids().map(|site| operation(analysis, &index, site)).collect();
    operations.sort_by_key(|o| o.line);
    Report {
        file: path.display().to_string(),
        operations,
        streams: analysis.plan.streams,
        events: analysis.plan.events,
        waits: analysis.plan.waits.len(),
        memory: Memory::of(&analysis.plan),
        predicted_before_ms: analysis.prediction.before_ns / 1e6,
        predicted_after_ms: analysis.prediction.after_ns / 1e6,
    }
}

/// The same, with the codes of reasons.
pub fn with_codes(path: &Path, analysis: &mut Analysis) -> Report {
    let mut report = report(path, analysis);
    for op in report.operations.iter_mut().filter(|op| !op.is_async) {
        let reasons = analysis.explain(op.site);
        let no_gain = analysis.plan.ops.is_empty() && reasons.iter().all(|r| !r.code.keeps());
        let Some(code) = reasons.first().map(|reason| reason.code) else { continue };
        op.code = Some(if no_gain { cra::Code::NoGain } else { code }.id());
        if !no_gain && !code.keeps() {
            let summary = code.page().summary;
            op.why = match code {
                cra::Code::NothingFollows => summary.to_owned(),
                _ => format!("it is waited for at once: {summary}"),
            };
        }
    }
    report
}

/// What is known of each operation.
struct Index<'a> {
    asynchronous: HashSet<SiteId>,
    planned: HashMap<SiteId, &'a PlannedOp>,
    /// Offsets of the waits.
    waits: HashMap<SiteId, Vec<usize>>,
}

impl<'a> Index<'a> {
    fn of(analysis: &'a Analysis) -> Self {
        let mut waits: HashMap<SiteId, Vec<usize>> = HashMap::new();
        for wait in &analysis.plan.waits {
            for site in &wait.sites {
                waits.entry(*site).or_default().push(wait.offset as usize);
            }
        }
        Index {
            asynchronous: analysis.cra.asynchronous(),
            planned: analysis.plan.ops.iter().map(|op| (op.site, op)).collect(),
            waits,
        }
    }
}

fn operation(analysis: &Analysis, index: &Index<'_>, id: SiteId) -> Operation {
    let site = analysis.unit.effects.sites.get(id);
    let (module, effects) = (&analysis.unit.module, &analysis.unit.effects);
    let span = match site.key {
        SiteKey::Text(span) => Some(span),
        SiteKey::Stmt(at) => at.stmt(module).map(|s| s.span),
    };
    let line = span
        .filter(|s| s.file.0 == 0)
        .map_or(0, |s| analysis.unit.source.line_of(s.start as usize));
    let accesses = effects.stmt(site.at).and_then(|f| f.ops.iter().find(|o| o.site == id));
    let names = |write: bool| -> Vec<String> {
        let mut names: Vec<String> = accesses
            .iter()
            .flat_map(|o| o.accesses.iter())
            .filter(|a| a.write == write)
            .map(|a| effects.locations.name(module, a.loc))
            .filter(|n| !["", "blockIdx", "threadIdx", "blockDim", "gridDim"].contains(&n.as_str()))
            .collect();
        names.dedup();
        names
    };
    let planned = index.planned.get(&id);
    let waits = index.waits.get(&id).map_or(&[][..], Vec::as_slice);
    Operation {
        line,
        call: site.name.clone(),
        reads: names(false),
        writes: names(true),
        is_async: planned.is_some() && index.asynchronous.contains(&id),
        why: why(analysis, index, id),
        code: None,
        stream: planned.map(|o| o.stream),
        pageable: analysis.pageable.get(&id).map(|why| not_pinned(*why)),
        waited_for_at: waits.iter().map(|at| analysis.unit.source.line_of(*at)).collect(),
        site: id,
    }
}

fn why(analysis: &Analysis, index: &Index<'_>, id: SiteId) -> String {
    match analysis.cra.mode(id) {
        Mode::Async if analysis.plan.ops.is_empty() => "nothing in this file would overlap".into(),
        Mode::Async if index.asynchronous.contains(&id) => "may run beside what follows".into(),
        Mode::Async => "its result is needed at once".into(),
        _ => analysis.cra.reasons.get(&id).map_or_else(String::new, |r| reason(r).into()),
    }
}

/// A reason in words.
fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::NotEditable => "its text belongs to a macro's body or to a header",
        Reason::NoTwin => "there is no asynchronous function that does the same",
        Reason::DeviceCode => "it is issued by device code",
        Reason::HostToHost => "it copies host memory to host memory",
        Reason::UserStreams => "the program uses streams of its own around it",
        Reason::Capture => "streams are captured in this file",
        Reason::SameStatement => "the same statement uses the memory",
        Reason::NoPlaceForWait => "no wait can be put where one would be needed",
        Reason::FlushesOutput => "it flushes the output of a kernel that prints",
        Reason::CompletesEarlierWork => {
            "on some path the host relies on it to complete earlier work"
        }
        Reason::NoPlaceForGuard => {
            "an exception may leave the scope, and no guard can be put there"
        }
        Reason::PerThreadStream => "the build uses per-thread default streams",
        Reason::Handlers => "this file sets a handler for signals or uncaught exceptions",
        Reason::NonLocalJumps => "setjmp is used in this file",
        Reason::KeptElsewhere => "other code keeps the address of the memory",
        Reason::SwitchedOff => "switched off by a comment",
    }
}

/// Why memory is not page-locked, in words.
fn not_pinned(why: NotPinned) -> &'static str {
    match why {
        NotPinned::OtherFiles => "code of other files may run",
        NotPinned::Pages => {
            "the program asks about pages of host memory or changes them, or has streams that do not block"
        }
        NotPinned::Concurrency => "the program has several devices or host threads",
        NotPinned::Calls => "streams are captured, or call functions of the host",
        NotPinned::Allocation => {
            "it is no block of `new`, nor one of `malloc` or `calloc` whose call can be edited"
        }
        NotPinned::Lifetime => "it may be freed, moved or kept where that cannot be edited",
        NotPinned::DeviceUse => "not only synchronous copies use it on the device",
    }
}

/// The text form.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    let total = report.operations.len();
    let asynchronous = report.operations.iter().filter(|o| o.is_async).count();
    let _ = writeln!(
        out,
        "{}: {asynchronous} of {total} operations asynchronous, {} streams, {} events, {} waits{}",
        report.file,
        report.streams,
        report.events,
        report.waits,
        report.memory.words()
    );
    for op in &report.operations {
        let how = if op.is_async { "async" } else { "sync " };
        let stream = op.stream.map_or_else(String::new, |s| format!(" stream {s}"));
        let code = op.code.map_or_else(String::new, |code| format!(" [{code}]"));
        let _ =
            writeln!(out, "  line {:>4}  {how}  {}{stream}: {}{code}", op.line, op.call, op.why);
        if !op.reads.is_empty() {
            let _ = writeln!(out, "             reads {}", op.reads.join(", "));
        }
        if !op.writes.is_empty() {
            let _ = writeln!(out, "             writes {}", op.writes.join(", "));
        }
        if let Some(why) = op.pageable {
            let _ = writeln!(out, "             pageable: {why}");
        }
        if !op.waited_for_at.is_empty() {
            let lines: Vec<String> = op.waited_for_at.iter().map(usize::to_string).collect();
            let _ = writeln!(out, "             waited for before line {}", lines.join(", "));
        }
    }
    let _ = writeln!(
        out,
        "  predicted (virtual time, as if host memory were page-locked): {:.3} ms before, {:.3} ms after",
        report.predicted_before_ms, report.predicted_after_ms
    );
    out
}
