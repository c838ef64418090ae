//! What the tests share: running the program, and comparing a CUDA program with its rewriting.
#![allow(dead_code)] // Every test file uses a part of it.

use serde::de::DeserializeOwned;
use serde::Deserialize;
use sim::RunOptions;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Seeds of the adversarial device that most tests try.
pub const SEEDS: u64 = 20;
/// For one run of a simulated program.
const RUN_TIMEOUT: Duration = Duration::from_secs(20);
/// For one run of `streamalloc` on a small file: far more than it needs, also on a busy machine.
const TOOL_TIMEOUT: Duration = Duration::from_secs(60);
/// Programs handled at a time.
const WORKERS: usize = 2;

// --- programs ------------------------------------------------------------------------------------

/// The folder with the semantic cases: beside the repository, or where the environment says.
pub fn cases() -> Option<PathBuf> {
    let named = std::env::var_os("STREAMALLOC_CASES").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    let found = named.or(Some(beside)).filter(|p| p.is_dir());
    if found.is_none() {
        eprintln!("no cases beside the repository, nor in STREAMALLOC_CASES: skipped");
    }
    found
}

/// The benchmark programs: a folder of `bench/`, at the root of the repository.
pub fn benchmark(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench").join(name)
}

/// A folder beside the tests.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The CUDA programs of a folder in the order of their names; `STREAMALLOC_ONLY` picks some by a
/// part of their path.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let wanted = std::env::var("STREAMALLOC_ONLY").unwrap_or_default();
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    found.sort();
    found
}

pub fn name(program: &Path) -> String {
    program.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Checks all programs, two at a time, and fails with everything that went wrong.
pub fn check_all(programs: &[PathBuf], check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = check(program) {
                        let report = format!("{}: {what}", name(program));
                        failures.lock().expect("no test thread panics").push(report);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panics");
    failures.sort();
    let (failed, all) = (failures.len(), programs.len());
    assert!(failures.is_empty(), "{failed} of {all} failed:\n{}", failures.join("\n\n"));
}

// --- the program under test ----------------------------------------------------------------------

/// The program under test: the one just built, or what `STREAMALLOC_BIN` names.
pub fn streamalloc() -> Command {
    match std::env::var_os("STREAMALLOC_BIN") {
        Some(named) => Command::new(named),
        None => Command::new(env!("CARGO_BIN_EXE_streamalloc")),
    }
}

/// What a process left behind.
pub struct Finished {
    /// The exit code; none after a signal.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub timed_out: bool,
}

/// Runs a command to its end, or kills it when it takes too long.
pub fn finish(command: &mut Command, timeout: Duration) -> Finished {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let end = Instant::now() + timeout;
    let (status, timed_out) = loop {
        match child.try_wait() {
            Ok(Some(status)) => break (status.code(), false),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(3)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break (None, true);
            }
        }
    };
    let bytes = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|r| r.join().ok()).unwrap_or_default()
    };
    let stderr = String::from_utf8_lossy(&bytes(stderr)).into_owned();
    Finished { status, stdout: bytes(stdout), stderr, timed_out }
}

/// Reads in the background, so that a process which prints much is not held up.
fn reader(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn succeed(command: &mut Command) -> Result<Vec<u8>, String> {
    let done = finish(command, TOOL_TIMEOUT);
    match (done.timed_out, done.status) {
        (true, _) => Err(format!("no end within {} s", TOOL_TIMEOUT.as_secs())),
        (_, Some(0)) => Ok(done.stdout),
        (_, status) => Err(format!("exit status {status:?}\n{}", done.stderr)),
    }
}

/// The rewritten text of a program, also where that is not predicted to gain anything, analysed
/// with the embedded declarations and these flags. A line `// rewritten with: OPTIONS` in the program names
/// more options.
pub fn rewrite(program: &Path, flags: &[&str]) -> Result<Vec<u8>, String> {
    let source = std::fs::read(program).map_err(|e| e.to_string())?;
    let options = directive(&source, "rewritten with:").unwrap_or_default();
    let mut command = streamalloc();
    command.args(["transform", "--embedded", "--force", "--quiet", "--stdout"]);
    command.args(options.split_whitespace()).arg(program);
    succeed(command.arg("--").args(flags))
}

/// The rest of the first line `// WORD rest` of a source text.
pub fn directive(source: &[u8], word: &str) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let rest = text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(word))?;
    Some(rest.trim().to_owned())
}

/// What `streamalloc analyze --format json` says of a program.
#[derive(Debug, Deserialize)]
pub struct Report {
    pub operations: Vec<Operation>,
    pub streams: usize,
    pub waits: usize,
    pub predicted_before_ms: f64,
    pub predicted_after_ms: f64,
}

#[derive(Debug, Deserialize)]
pub struct Operation {
    pub line: usize,
    pub call: String,
    #[serde(rename = "async")]
    pub is_async: bool,
    pub why: String,
    pub stream: Option<usize>,
    pub waited_for_at: Vec<usize>,
}

/// The report on a program, with more options and with flags for the compiler.
pub fn analyze(program: &Path, options: &[&str], flags: &[&str]) -> Result<Report, String> {
    let mut command = streamalloc();
    command.args(["analyze", "--embedded", "--format", "json"]).args(options).arg(program);
    serde_json::from_slice(&succeed(command.arg("--").args(flags))?).map_err(|e| e.to_string())
}

/// What `streamalloc analyze --emit STAGE` prints, where that is JSON.
pub fn emitted<T: DeserializeOwned>(program: &Path, stage: &str) -> Result<T, String> {
    let mut command = streamalloc();
    command.args(["analyze", "--embedded", "--emit", stage]).arg(program);
    serde_json::from_slice(&succeed(&mut command)?).map_err(|e| e.to_string())
}

// --- the simulator -------------------------------------------------------------------------------

/// Checks that a program and its rewriting print the same and end in the same way under so many seeds,
/// and says whether there was anything to rewrite.
///
/// A second source `NAME_extern.cpp` beside the program belongs to it and is not rewritten. A line
/// `// analysed with: FLAGS` in the program names flags that the analysis gets, but not the build.
pub fn agrees_with_its_rewriting(
    program: &Path,
    arguments: &[&str],
    work: &Path,
    seeds: u64,
) -> Result<bool, String> {
    let name = name(program);
    let source = std::fs::read(program).map_err(|e| e.to_string())?;
    let flags = directive(&source, "analysed with:").unwrap_or_default();
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let output = rewrite(program, &flags)?;
    let rewritten = work.join(format!("{name}.cu"));
    std::fs::write(&rewritten, &output).map_err(|e| e.to_string())?;
    let original = build(program, program, &work.join(format!("{name}.original")))?;
    let rewritten = build(program, &rewritten, &work.join(format!("{name}.rewritten")))?;
    agree(&original, &rewritten, arguments, seeds)?;
    Ok(output != source)
}

/// Checks that two programs for the same task, written independently, print the same and end in the same way
/// under so many seeds.
pub fn agrees_with(
    program: &Path,
    other: &Path,
    arguments: &[&str],
    work: &Path,
    seeds: u64,
) -> Result<(), String> {
    let name = name(program);
    let program = build(program, program, &work.join(format!("{name}.one")))?;
    let other = build(other, other, &work.join(format!("{name}.other")))?;
    agree(&program, &other, arguments, seeds)
}

/// Compares two executables.
fn agree(original: &Path, other: &Path, arguments: &[&str], seeds: u64) -> Result<(), String> {
    let reference = run(original, arguments, 0)?;
    for seed in 0..seeds {
        let got = run(other, arguments, seed)?;
        if got.agrees_with(&reference) {
            continue;
        }
        if !run(original, arguments, seed)?.agrees_with(&reference) {
            return Err(format!("seed {seed}: the program itself depends on the seed"));
        }
        return Err(format!("seed {seed}:\n{}\ninstead of\n{}", shown(&got), shown(&reference)));
    }
    Ok(())
}

fn build(program: &Path, source: &Path, executable: &Path) -> Result<PathBuf, String> {
    let folder = program.parent().unwrap_or(Path::new("."));
    let second = folder.join(format!("{}_extern.cpp", name(program)));
    let mut sources = vec![source.to_owned()];
    sources.extend(Some(second).filter(|p| p.is_file()));
    sim::build(&sources, &[folder.to_owned()], executable, &[])
        .map_err(|e| format!("{}: {e}", source.display()))?;
    Ok(executable.to_owned())
}

/// In the original, a copy from pageable memory is complete when it returns.
fn run(executable: &Path, arguments: &[&str], seed: u64) -> Result<sim::Output, String> {
    let settings = vec![("SIM_SYNC_H2D".to_owned(), "complete".to_owned())];
    let options = RunOptions { seed, timeout: RUN_TIMEOUT, settings, ..RunOptions::default() };
    sim::run_with(executable, arguments, &options).map_err(|e| e.to_string())
}

fn shown(output: &sim::Output) -> String {
    let end = match (output.timed_out, output.status) {
        (true, _) => "no end".to_owned(),
        (_, Some(code)) => format!("exit status {code}"),
        (_, None) => "ended by a signal".to_owned(),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}({end})", text(&output.stdout), text(&output.stderr))
}
