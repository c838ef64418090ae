//! Rewrites programs and compares them with their originals in the simulator.
//!
//! *Takes* programs, *gives* a verdict for each, *promises* that a program counts as different only
//! if its original does the same under every seed that was tried.

use crate::print;
use crate::settle::settled;
use crate::tree::Program;
use cli::pipeline::{analyze, OtherFiles, Settings};
use lower::frontend::{Frontend, FrontendConfig};
use sim::{Output, RunOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// For one run of a program.
const RUN_TIMEOUT: Duration = Duration::from_secs(10);
/// For the analysis of one file.
const ANALYSIS_TIMEOUT: Duration = Duration::from_secs(120);
/// Stack of the analysis, which walks deeply nested source recursively.
const STACK: usize = 1 << 30;
const STREAMS: usize = 8;
/// Programs run for milliseconds: they cost more to optimise than to run.
const FAST_BUILD: &str = "-O0";
/// Seeds under which the original must agree with itself before anything is said of its output.
const SEEDS_OF_ORIGINAL: [u64; 3] = [0, 1, 13];

/// How programs are put into files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One program, in `main`.
    Alone,
    /// Several, each in a function of its own.
    Together,
}

/// What was found out about a program.
#[derive(Clone, Debug)]
pub enum Verdict {
    Same,
    /// The output is wrong under a seed.
    Differs {
        seed: u64,
        got: String,
        expected: String,
    },
    /// The program itself depends on the seed, or fails: a fault of the generator or the simulator.
    Unstable {
        seed: u64,
        got: String,
        expected: String,
    },
}

/// What went wrong with a whole file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The tool refused the file, failed, or did not end.
    Rewriting(String),
    /// The original does not compile: a fault of the generator.
    Original(String),
    /// The output does not compile.
    Output(String),
    /// Files or processes.
    Machine(String),
}

/// How much was at stake.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub programs: usize,
    pub runs: usize,
    pub operations: usize,
    pub asynchronous: usize,
    pub waits: usize,
    pub guards: usize,
    pub at_exit: usize,
    pub events: usize,
}

impl Tally {
    fn parsed(counts: &str) -> Option<Tally> {
        let counts: Vec<usize> = counts.split_whitespace().map_while(|c| c.parse().ok()).collect();
        let [operations, asynchronous, waits, guards, at_exit, events] = counts[..] else {
            return None;
        };
        Some(Tally { operations, asynchronous, waits, guards, at_exit, events, ..Tally::default() })
    }

    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.operations += other.operations;
        self.asynchronous += other.asynchronous;
        self.waits += other.waits;
        self.guards += other.guards;
        self.at_exit += other.at_exit;
        self.events += other.events;
    }
}

/// The verdicts on the programs of one file, and its two texts.
pub struct Checked {
    pub verdicts: Vec<Verdict>,
    pub tally: Tally,
    pub original: String,
    pub rewritten: String,
}

/// A folder to work in, and the program that rewrites.
pub struct Lab {
    rewriter: PathBuf,
    work: tempfile::TempDir,
    files: AtomicUsize,
    /// Seeds under which outputs run.
    pub seeds: u64,
}

impl Lab {
    /// `rewriter` is the program `streamalloc-fuzz`.
    ///
    /// # Errors
    /// Without a folder for temporary files.
    pub fn new(rewriter: PathBuf, seeds: u64) -> Result<Lab, String> {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        Ok(Lab { rewriter, work, files: AtomicUsize::new(0), seeds })
    }

    /// Rewrites one file of programs and compares.
    ///
    /// # Errors
    /// When there is nothing to compare.
    pub fn check(&self, programs: &[Program], layout: Layout) -> Result<Checked, Fault> {
        let original = text(programs, layout);
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let folder = self.work.path().join(number.to_string());
        std::fs::create_dir_all(&folder).map_err(|e| Fault::Machine(e.to_string()))?;
        let checked = self.check_in(&folder, original, programs.len());
        let _ = std::fs::remove_dir_all(&folder);
        checked
    }

    fn check_in(&self, folder: &Path, original: String, programs: usize) -> Result<Checked, Fault> {
        let source = folder.join("original.cu");
        write(&source, original.as_bytes())?;
        let output = folder.join("rewritten.cu");
        let mut tally = self.rewrite(&source, &output).map_err(Fault::Rewriting)?;
        let original_exe = build(&source).map_err(Fault::Original)?;
        let rewritten_exe = build(&output).map_err(Fault::Output)?;
        let mut verdicts = Vec::new();
        for number in 0..programs {
            verdicts.push(self.compare(&original_exe, &rewritten_exe, number, &mut tally)?);
        }
        tally.programs = programs;
        let rewritten =
            std::fs::read_to_string(&output).map_err(|e| Fault::Machine(e.to_string()))?;
        Ok(Checked { verdicts, tally, original, rewritten })
    }

    fn compare(
        &self,
        original: &Path,
        rewritten: &Path,
        number: usize,
        tally: &mut Tally,
    ) -> Result<Verdict, Fault> {
        let of_original = run(original, number, &SEEDS_OF_ORIGINAL)?;
        let reference = &of_original[0];
        let faulty = matches!(reference.status, None | Some(86 | 87 | 99));
        let odd = of_original.iter().position(|got| faulty || !got.agrees_with(reference));
        if let Some(odd) = odd {
            return Ok(unstable(SEEDS_OF_ORIGINAL[odd], &of_original[odd], reference));
        }
        let seeds: Vec<u64> = (0..self.seeds).collect();
        let of_output = run(rewritten, number, &seeds)?;
        tally.runs += of_output.len();
        let differs = seeds.into_iter().zip(of_output).find(|(_, got)| !got.agrees_with(reference));
        let Some((seed, got)) = differs else { return Ok(Verdict::Same) };
        let again = run(original, number, &[seed])?;
        Ok(match again[0].agrees_with(reference) {
            true => Verdict::Differs { seed, got: shown(&got), expected: shown(reference) },
            false => unstable(seed, &again[0], reference),
        })
    }

    /// Rewrites in a process of its own, which can be ended when it does not end by itself.
    fn rewrite(&self, source: &Path, output: &Path) -> Result<Tally, String> {
        let mut child = Command::new(&self.rewriter)
            .arg("--rewrite")
            .args([source, output])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let end = Instant::now() + ANALYSIS_TIMEOUT;
        // It prints less than a pipe holds.
        while child.try_wait().map_err(|e| e.to_string())?.is_none() {
            if Instant::now() > end {
                let _ = child.kill();
                let _ = child.wait();
                return Err("the analysis does not end".to_owned());
            }
            thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Tally::parsed(&text(&output.stdout)).ok_or_else(|| text(&output.stderr))
    }
}

/// The text of programs as they are compared.
pub fn text(programs: &[Program], layout: Layout) -> String {
    let settled: Vec<Program> = programs.iter().map(settled).collect();
    match (layout, &settled[..]) {
        (Layout::Alone, [only]) => print::alone(only),
        _ => print::together(&settled.iter().collect::<Vec<_>>()),
    }
}

/// Rewrites a file and gives the counts of a [`Tally`].
///
/// # Errors
/// When the tool refuses the file.
pub fn rewrite_here(source: &Path, output: &Path) -> Result<String, String> {
    let (source, output) = (source.to_owned(), output.to_owned());
    let job = move || rewritten(&source, &output);
    let worker = thread::Builder::new().stack_size(STACK).spawn(job).map_err(|e| e.to_string())?;
    worker.join().unwrap_or_else(|_| Err("the analysis panics".to_owned()))
}

fn rewritten(source: &Path, output: &Path) -> Result<String, String> {
    let config = FrontendConfig { embedded_only: true, ..FrontendConfig::default() };
    let frontend = Frontend::new(config).map_err(|e| e.to_string())?;
    // Every file is a whole program; half of them are taken for that.
    let size = std::fs::metadata(source).map_err(|e| e.to_string())?.len();
    let others = if size % 2 == 0 { OtherFiles::None } else { OtherFiles::Any };
    let pin = cli::Pin::Always;
    let settings = Settings { streams: STREAMS, force: true, reuse: true, pin, others };
    let mut analysis = analyze(&frontend, source, settings).map_err(|e| e.to_string())?;
    let text = analysis.rewrite(&frontend, source).map_err(|e| e.to_string())?;
    std::fs::write(output, text).map_err(|e| e.to_string())?;
    let counts = [
        analysis.unit.effects.sites.ids().count(),
        analysis.cra.asynchronous().len(),
        analysis.plan.waits.len(),
        analysis.plan.guards.len(),
        analysis.plan.at_exit.len(),
        analysis.plan.events,
    ];
    Ok(counts.map(|n| n.to_string()).join(" "))
}

fn write(path: &Path, text: &[u8]) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|e| Fault::Machine(e.to_string()))
}

fn build(source: &Path) -> Result<PathBuf, String> {
    let executable = source.with_extension("exe");
    sim::build(&[source.to_owned()], &[], &executable, &[FAST_BUILD.to_owned()])
        .map_err(|e| e.to_string())?;
    Ok(executable)
}

/// Runs a program under seeds, at least one. In the original, a copy from pageable memory is complete
/// when it returns.
fn run(executable: &Path, number: usize, seeds: &[u64]) -> Result<Vec<Output>, Fault> {
    let settings = vec![("SIM_SYNC_H2D".to_owned(), "complete".to_owned())];
    let options = RunOptions { timeout: RUN_TIMEOUT, settings, ..RunOptions::default() };
    sim::run_seeds(executable, &[number.to_string()], seeds, &options)
        .map_err(|e| Fault::Machine(e.to_string()))
}

fn unstable(seed: u64, got: &Output, reference: &Output) -> Verdict {
    Verdict::Unstable { seed, got: shown(got), expected: shown(reference) }
}

fn shown(output: &Output) -> String {
    let end = match (output.timed_out, output.status) {
        (true, _) => "no end".to_owned(),
        (_, Some(code)) => format!("exit status {code}"),
        (_, None) => "ended by a signal".to_owned(),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}({end})", text(&output.stdout), text(&output.stderr))
}
