//! Who notices a mutant.

use super::points::{points, Change, Point};
use super::text::{with_mutants, MUTANT};
use cli::pipeline::{analyze, read_output, OtherFiles, Settings, Trust, Unit};
use ir::{Module, Operand, StmtKind};
use lower::frontend::{Frontend, FrontendConfig};
use sim::RunOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For one run of a simulated program.
const RUN_TIMEOUT: Duration = Duration::from_secs(10);
const STREAMS: usize = 8;

/// What became of one mutant.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub point: Point,
    /// The line of the output in which it stands.
    pub line: usize,
    pub checker: bool,
    pub simulator: bool,
}

/// A program with its mutants.
pub struct Judged {
    pub verdicts: Vec<Verdict>,
}

/// Tries all mutants of a program's rewriting under `seeds` seeds each. `work` is a folder for files.
///
/// # Errors
/// When the program cannot be rewritten or built, or output and original differ to begin with.
pub fn judge(source: &Path, work: &Path, seeds: u64) -> Result<Judged, String> {
    let config = FrontendConfig { embedded_only: true, ..FrontendConfig::default() };
    let frontend = Frontend::new(config).map_err(|e| e.to_string())?;
    let (pin, others) = (cli::Pin::Always, OtherFiles::Any);
    let settings = Settings { streams: STREAMS, force: true, reuse: true, pin, others };
    let mut analysis = analyze(&frontend, source, settings).map_err(|e| e.to_string())?;
    let output = analysis.rewrite(&frontend, source).map_err(|e| e.to_string())?;
    let mut after =
        read_output(&frontend, source, &output, &analysis.unit).map_err(|e| e.to_string())?;
    let mutants = points(&after.module);
    let known = analysis.unit.check(&frontend, Trust::Documented);
    let noticed: Vec<bool> = mutants
        .iter()
        .map(|point| is_noticed(&frontend, &analysis.unit, &known, &mut after, point))
        .collect();
    let simulated = simulate(source, work, &output, &mutants, seeds)?;
    let line = |point: &Point| after.source.line_of(point.call.start as usize);
    let verdicts = mutants
        .iter()
        .zip(noticed.into_iter().zip(simulated))
        .map(|(point, (checker, simulator))| Verdict {
            line: line(point),
            point: point.clone(),
            checker,
            simulator,
        })
        .collect();
    Ok(Judged { verdicts })
}

/// Whether the checker finds a hazard in the mutant.
fn is_noticed(
    frontend: &Frontend,
    input: &Unit,
    known: &[check::Finding],
    after: &mut Unit,
    point: &Point,
) -> bool {
    let original = after.module.clone();
    change(&mut after.module, point);
    let new = after.new_hazards(frontend, input, known);
    after.module = original;
    !new.is_empty()
}

/// Carries out a change in the IR, in all instances of the text.
fn change(module: &mut Module, point: &Point) {
    let bodies = module.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for stmt in bodies.flat_map(|b| &mut b.blocks).flat_map(|b| &mut b.stmts) {
        let StmtKind::Call(call) = &mut stmt.kind else { continue };
        if call.syntax.as_ref().is_none_or(|syntax| syntax.expr != point.call) {
            continue;
        }
        match &point.change {
            Change::Forget(index) if *index < call.args.len() => {
                call.args.remove(*index);
            }
            // An event that nothing waits for.
            Change::NoRecord => call.args[0] = Operand::Const(Some(i64::from(u32::MAX))),
            Change::Move(stream) => call.args[0] = Operand::Const(Some(i64::from(*stream))),
            Change::NoJoin => stmt.kind = StmtKind::Read(Operand::Const(None)),
            Change::Forget(_) => {}
        }
    }
}

/// Whether each mutant behaves otherwise than the original.
fn simulate(
    source: &Path,
    work: &Path,
    output: &[u8],
    mutants: &[Point],
    seeds: u64,
) -> Result<Vec<bool>, String> {
    let text = with_mutants(output, mutants).map_err(|e| e.to_string())?;
    let mutated = work.join("mutated.cu");
    std::fs::write(&mutated, text).map_err(|e| e.to_string())?;
    let original_exe = build(source, source, &work.join("original.exe"))?;
    let mutated_exe = build(&mutated, source, &work.join("mutated.exe"))?;
    let reference =
        sim::run::<&str>(&original_exe, &[], 0, RUN_TIMEOUT).map_err(|e| e.to_string())?;
    let all: Vec<u64> = (0..seeds).collect();
    let differs = |mutant: Option<usize>| -> Result<bool, String> {
        let mut settings = vec![("SIM_SYNC_H2D".to_owned(), "complete".to_owned())];
        settings.extend(mutant.map(|index| (MUTANT.to_owned(), index.to_string())));
        let options = RunOptions { timeout: RUN_TIMEOUT, settings, ..RunOptions::default() };
        let outputs =
            sim::run_seeds::<&str>(&mutated_exe, &[], &all, &options).map_err(|e| e.to_string())?;
        Ok(outputs.iter().any(|got| !got.agrees_with(&reference)))
    };
    if differs(None)? {
        return Err("the output differs from the original".to_owned());
    }
    (0..mutants.len()).map(|index| differs(Some(index))).collect()
}

fn build(source: &Path, original: &Path, executable: &Path) -> Result<PathBuf, String> {
    let folder = original.parent().unwrap_or(Path::new(".")).to_owned();
    let mut sources = vec![source.to_owned()];
    let stem = original.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // A program may have a second file, of code that the rewriter does not see.
    let other = original.with_file_name(format!("{stem}_extern.cpp"));
    sources.extend(other.is_file().then_some(other));
    sim::build(&sources, &[folder], executable, &["-O0".to_owned()]).map_err(|e| e.to_string())?;
    Ok(executable.to_owned())
}
