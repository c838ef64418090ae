//! All stages on one file.

use crate::args::Stage;
use crate::check_report;
use crate::self_check::new_findings;
use crate::suppress::switched_off;
use cra::{Cra, NotPinned, Options};
use edit::SourceText;
use effects::{Aliases, Effects, NotWhole, Precision, SiteId};
use ir::{FnId, Module};
use lower::frontend::{DefaultStream, Frontend, FrontendError, Parsed};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use transform::{Pin, Plan, Prediction};

/// Why a file was not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Frontend(#[from] FrontendError),
    /// The plan does not fit the text: a bug of ours.
    #[error("{path}: cannot carry out the plan ({what}); nothing was written. This is a bug in StreamAlloc, please report it", path = .path.display())]
    Plan { path: PathBuf, what: String },
    /// The output does not parse as the input did: a bug of ours.
    #[error("{path}: the output would not compile; nothing was written. This is a bug in StreamAlloc, please report it\n{what}", path = .path.display())]
    SelfCheck { path: PathBuf, what: String },
    /// The output has a hazard that the input does not have: a bug of ours.
    #[error("{path}: the output would have {count} hazards that the input does not have; nothing was written. This is a bug in StreamAlloc, please report it\n{what}", path = .path.display())]
    Hazard { path: PathBuf, count: usize, what: String },
    /// The file includes itself: what is edited would be read twice.
    #[error("{path}: includes itself; nothing was written", path = .0.display())]
    IncludesItself(PathBuf),
    /// The user said that it is a whole program, which it is not.
    #[error("{path}: --whole-program: {what}; nothing was written", path = .path.display())]
    NotWhole { path: PathBuf, what: String },
    /// More than the analysis can hold in memory.
    #[error("{path}: `{function}` issues {count} operations, itself or in what it calls; at most {MOST_OPERATIONS} in one function are analysed", path = .path.display())]
    TooManyOperations { path: PathBuf, function: String, count: usize },
}

/// The most operations that one function may issue. What is known of each is kept for each point of the function, so
/// that this many take some gigabytes.
const MOST_OPERATIONS: usize = 2_000;

/// Share of the predicted time that a plan may leave at most, to be carried out.
const WORTH_WHILE: f64 = 0.9995;

/// What the user decides.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Most streams to use.
    pub streams: usize,
    /// Make a plan even where no gain is predicted.
    pub force: bool,
    /// Keep blocks of device memory instead of freeing them.
    pub reuse: bool,
    /// When host memory is page-locked.
    pub pin: Pin,
    /// What is known of the other files of the program.
    pub others: OtherFiles,
}

/// The other files of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherFiles {
    /// They may call functions with external linkage, and name such variables.
    Any,
    /// There are none: each file is a whole program.
    None,
}

/// What becomes of the numbers of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// What is inserted stands on lines of its own.
    Added,
    /// Each line keeps its number.
    Kept,
}

impl OtherFiles {
    pub fn of(whole_program: bool) -> OtherFiles {
        match whole_program {
            true => OtherFiles::None,
            false => OtherFiles::Any,
        }
    }
}

/// Everything that is known of one file.
pub struct Analysis {
    pub unit: Unit,
    pub cra: Cra,
    pub plan: Plan,
    /// Asynchronous copies whose host memory stays pageable, and why.
    pub pageable: BTreeMap<SiteId, NotPinned>,
    pub prediction: Prediction,
    /// It was rewritten before and is left as it is.
    pub already: bool,
}

/// A file with what it does: what rewriting and checking start from.
pub struct Unit {
    pub source: SourceText,
    pub module: Module,
    pub effects: Effects,
    pub aliases: Aliases,
    /// The files that it includes, by their real paths.
    pub includes: BTreeSet<PathBuf>,
    pub others: OtherFiles,
}

/// Which builds of a file an answer holds for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builds {
    /// The one that the options describe.
    This,
    /// Others too, in which conditional text is there or not.
    Any,
}

/// Reads a file, or takes `contents` for what stands in it.
///
/// # Errors
/// When the file cannot be read, does not parse, or is more than the analysis gets through.
pub fn read(
    frontend: &Frontend,
    path: &Path,
    contents: Option<&[u8]>,
    builds: Builds,
) -> Result<Unit, Failure> {
    read_like(frontend, path, contents, builds, OtherFiles::Any, None)
}

/// Reads an output in place of its input, and sees as much in it: a budget of the analysis that the one fits and the
/// other does not would make them differ.
///
/// # Errors
/// When it does not parse, or is more than the analysis gets through.
pub fn read_output(
    frontend: &Frontend,
    path: &Path,
    output: &[u8],
    input: &Unit,
) -> Result<Unit, Failure> {
    read_like(frontend, path, Some(output), Builds::Any, input.others, Some(input))
}

fn read_like(
    frontend: &Frontend,
    path: &Path,
    contents: Option<&[u8]>,
    builds: Builds,
    others: OtherFiles,
    like: Option<&Unit>,
) -> Result<Unit, Failure> {
    let parsed = frontend.parse(path, contents)?;
    let source = SourceText::new(parsed.contents.clone());
    let includes = includes(&parsed);
    let mut module = lower::lower_unit(&parsed.unit, &parsed.contents);
    if tests_architecture(&parsed) {
        let device = frontend.parse_device(path, Some(&parsed.contents))?;
        lower::unite_device_code(&mut module, &device.unit, &device.contents);
    }
    if contains(&parsed.contents, transform::MARKER.as_bytes()) {
        check::adopt_helper(&mut module);
    }
    if builds == Builds::This {
        lower::only_this_build(&mut module);
    }
    if others == OtherFiles::None {
        effects::make_whole(&mut module).map_err(|why| not_whole(path, &why))?;
    }
    let precisions = like.map(|like| precisions(like, &module)).unwrap_or_default();
    let mut effects = effects::analyze_at(&module, &precisions);
    check_size(&module, &effects, path)?;
    let aliases = Aliases::of(&module, &mut effects);
    Ok(Unit { source, module, effects, aliases, includes, others })
}

fn not_whole(path: &Path, why: &NotWhole) -> Failure {
    let what = match why {
        NotWhole::NoMain => "this file has no `main`".to_owned(),
        NotWhole::Undefined(name) => format!("`{name}` is called, and defined in another file"),
    };
    Failure::NotWhole { path: path.to_owned(), what }
}

/// The files that a unit includes, apart from those of the system.
fn includes(parsed: &Parsed) -> BTreeSet<PathBuf> {
    let inclusions = parsed.unit.inclusions();
    let paths: BTreeSet<_> = inclusions.iter().map(|i| parsed.unit.path(i.file)).collect();
    let is_system = |path: &Path| path.starts_with("/usr/include") || path.starts_with("/usr/lib");
    let own = paths.into_iter().filter(|path| !is_system(path));
    own.filter_map(|path| path.canonicalize().ok()).collect()
}

/// How finely memory was told apart in the functions of another unit that a module has, too.
fn precisions(like: &Unit, module: &Module) -> HashMap<FnId, Precision> {
    let facts = &like.effects.functions;
    let known: HashMap<&str, Precision> = facts
        .iter()
        .map(|(id, facts)| (like.module.function(*id).display.as_str(), facts.precision))
        .collect();
    let found = module.function_ids().filter_map(|id| {
        let precision = known.get(module.function(id).display.as_str())?;
        Some((id, *precision))
    });
    found.collect()
}

/// What a check relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// What the documents promise on their most cautious reading.
    Documented,
    /// Also what devices were seen to do.
    Measured,
}

/// Whether the default stream of the build is an ordinary one.
fn per_thread(frontend: &Frontend) -> bool {
    frontend.options().default_stream == DefaultStream::PerThread
}

impl Unit {
    /// What the checker finds.
    pub fn check(&mut self, frontend: &Frontend, trust: Trust) -> Vec<check::Finding> {
        let options = check::Options {
            per_thread_default_stream: per_thread(frontend),
            trust_frees: trust == Trust::Measured,
        };
        check::check(&self.module, &mut self.effects, &mut self.aliases, options)
    }

    /// The findings of this output that its input, with these findings, does not have.
    pub fn new_hazards(
        &mut self,
        frontend: &Frontend,
        input: &Unit,
        known: &[check::Finding],
    ) -> Vec<check::Finding> {
        let found = self.check(frontend, Trust::Documented);
        let new = new_findings((input, known), (self, &found));
        new.into_iter().cloned().collect()
    }
}

/// Analyses a file and makes a plan.
///
/// # Errors
/// When the file cannot be read or does not parse.
pub fn analyze(frontend: &Frontend, path: &Path, settings: Settings) -> Result<Analysis, Failure> {
    let mut unit = read_like(frontend, path, None, Builds::Any, settings.others, None)?;
    let already = contains(unit.source.bytes(), transform::MARKER.as_bytes());
    let reused = match settings.reuse && !already && !per_thread(frontend) {
        true => cra::reused(&unit.module, &mut unit.effects, &mut unit.aliases),
        false => cra::Reused::default(),
    };
    let options = Options {
        per_thread_default_stream: per_thread(frontend),
        switched_off: switched_off(&unit.source, &unit.effects),
        kept_blocks: reused.blocks.clone(),
    };
    let cra = cra::analyze(&unit.module, &mut unit.effects, &mut unit.aliases, &options);
    let mut plan = match already {
        true => Plan::default(),
        false => transform::plan(&unit.module, &unit.effects, &cra, settings.streams),
    };
    let mut prediction = transform::predict(&unit.module, &unit.effects, &cra, &plan);
    if !settings.force && prediction.after_ns > prediction.before_ns * WORTH_WHILE {
        plan = Plan::default();
        prediction.after_ns = prediction.before_ns;
    }
    plan.reuse(&unit.module, &unit.effects, &reused);
    let pageable = match already || per_thread(frontend) {
        true => BTreeMap::new(),
        false => pin(&mut unit, &mut plan, settings.pin),
    };
    Ok(Analysis { unit, cra, plan, pageable, prediction, already })
}

/// Adds to a plan what is done for host memory; the copies whose memory stays pageable all the same.
fn pin(unit: &mut Unit, plan: &mut Plan, when: Pin) -> BTreeMap<SiteId, NotPinned> {
    if when == Pin::Never {
        return BTreeMap::new();
    }
    let text = unit.source.bytes();
    let found = cra::pinnable(&unit.module, &mut unit.effects, &mut unit.aliases, text);
    plan.pin(&unit.module, &unit.effects, &found, when);
    found.left
}

/// Refuses functions that the analysis would not get through.
fn check_size(module: &Module, effects: &Effects, path: &Path) -> Result<(), Failure> {
    for id in module.function_ids() {
        let Some(facts) = effects.functions.get(&id) else { continue };
        let count = facts.stmts.iter().flatten().map(|stmt| stmt.ops.len()).sum();
        if count > MOST_OPERATIONS {
            let function = module.function(id).name.clone();
            return Err(Failure::TooManyOperations { path: path.to_owned(), function, count });
        }
    }
    Ok(())
}

/// Code that only one of the two passes sees must be seen in both.
fn tests_architecture(parsed: &Parsed) -> bool {
    contains(&parsed.contents, b"__CUDA_ARCH__")
}

fn contains(text: &[u8], needle: &[u8]) -> bool {
    text.windows(needle.len()).any(|w| w == needle)
}

impl Analysis {
    /// The rewritten text, checked; the same bytes when there is nothing to do.
    ///
    /// # Errors
    /// When the plan does not fit the text, the output does not parse like the input, or it has a hazard that
    /// the input does not have.
    pub fn rewrite(&mut self, frontend: &Frontend, path: &Path) -> Result<Vec<u8>, Failure> {
        self.rewrite_lines(frontend, path, Lines::Added)
    }

    /// [`Self::rewrite`] with a say in what becomes of the numbers of lines.
    ///
    /// # Errors
    /// As there.
    pub fn rewrite_lines(
        &mut self,
        frontend: &Frontend,
        path: &Path,
        lines: Lines,
    ) -> Result<Vec<u8>, Failure> {
        let output = self.output(path, lines)?;
        if output != self.unit.source.bytes() {
            let real = path.canonicalize();
            if real.is_ok_and(|real| self.unit.includes.contains(&real)) {
                return Err(Failure::IncludesItself(path.to_owned()));
            }
            self.check(frontend, path, &output)?;
        }
        Ok(output)
    }

    /// The rewritten text.
    fn output(&self, path: &Path, lines: Lines) -> Result<Vec<u8>, Failure> {
        let failure = |what: String| Failure::Plan { path: path.to_owned(), what };
        let Unit { source, module, effects, .. } = &self.unit;
        let mut edits = transform::edits_for(module, effects, &self.plan, source)
            .map_err(|transform::EditFailure::Misfit(what)| failure(what))?;
        if lines == Lines::Kept {
            let is_helper = |text: &[u8]| contains(text, transform::MARKER.as_bytes());
            let name = path.to_string_lossy();
            edits = edit::keep_lines(&edits, source, &name, is_helper)
                .ok_or_else(|| failure("no line of its own for the helper".to_owned()))?;
        }
        edits.apply(source.bytes()).map_err(|e| failure(e.to_string()))
    }

    /// Parses the output in place of the input and compares what matters.
    fn check(&mut self, frontend: &Frontend, path: &Path, output: &[u8]) -> Result<(), Failure> {
        let failure = |what: String| Failure::SelfCheck { path: path.to_owned(), what };
        let mut after =
            read_output(frontend, path, output, &self.unit).map_err(|e| failure(e.to_string()))?;
        let (names_before, names_after) = (outline(&self.unit.module), outline(&after.module));
        let differs = names_before.iter().zip(&names_after).find(|(b, a)| b != a);
        if differs.is_some() || names_before.len() != names_after.len() {
            return Err(failure(format!(
                "the output has other functions or operations than the input: {differs:?}"
            )));
        }
        let before = self.unit.check(frontend, Trust::Documented);
        let mut new = after.new_hazards(frontend, &self.unit, &before);
        new.retain(|finding| finding.confidence >= check::Confidence::Possible);
        match new.is_empty() {
            true => Ok(()),
            false => Err(Failure::Hazard {
                path: path.to_owned(),
                count: new.len(),
                what: check_report::plain(path, &after, &new),
            }),
        }
    }

    /// Why an operation stays as it is, or each of the reasons to wait for it.
    pub fn explain(&mut self, site: SiteId) -> Vec<cra::Explanation> {
        let Unit { module, effects, aliases, .. } = &mut self.unit;
        cra::explain(module, effects, aliases, &self.cra, site)
    }

    /// The text form of a stage.
    pub fn emit(&self, stage: Stage) -> String {
        crate::emit::emit(self, stage)
    }
}

/// What a rewriting never changes: the user's functions and how many operations each issues.
fn outline(module: &Module) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = module
        .functions
        .iter()
        .filter(|f| f.body.is_some() && !is_unstable(&f.name))
        .map(|f| {
            let stmts = f.body.iter().flat_map(|b| &b.blocks).flat_map(|b| &b.stmts);
            let issues = stmts.filter(|s| is_issue(module, s)).count();
            (f.name.clone(), issues)
        })
        .collect();
    found.sort();
    found
}

/// Functions whose names or bodies another line count changes.
fn is_unstable(name: &str) -> bool {
    // Closures are named after the line they stand in.
    name.contains("(lambda") || name == "$static_init"
}

fn is_issue(module: &Module, stmt: &ir::Stmt) -> bool {
    let ir::StmtKind::Call(call) = &stmt.kind else { return false };
    match &call.callee {
        ir::Callee::Launch(_) => true,
        ir::Callee::Direct(id) => {
            let op = effects::row_of(module, *id).and_then(|row| row.op);
            matches!(op, Some(model::OpKind::Copy | model::OpKind::Set))
        }
        _ => false,
    }
}
