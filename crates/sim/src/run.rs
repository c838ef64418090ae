//! Running a simulated program under one behaviour of the device.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a program exits with after it touched memory that it must not.
pub const FAULT_EXIT_CODE: i32 = 86;

/// What a program exits with when it needs something that the simulator lacks.
pub const UNSUPPORTED_EXIT_CODE: i32 = 87;

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The exit code; none after a signal, such as the one that ends a program at its time limit.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub timed_out: bool,
}

impl Output {
    /// Whether another run printed the same to standard output and ended in the same way. Standard error does not count: it
    /// holds the simulator's own messages, and source text that a rewrite may change.
    pub fn agrees_with(&self, other: &Output) -> bool {
        self.status == other.status
            && self.timed_out == other.timed_out
            && self.stdout == other.stdout
    }

    /// Removes the lines of standard output that contain one of the texts.
    pub(crate) fn leave_out(&mut self, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        let counts = |line: &&[u8]| {
            let line = String::from_utf8_lossy(line);
            !texts.iter().any(|text| line.contains(text.as_str()))
        };
        let lines = self.stdout.split_inclusive(|&byte| byte == b'\n');
        self.stdout = lines.filter(counts).flatten().copied().collect();
    }

    /// Whether the simulator ended the program, and why. A program may have the same exit codes; it does not print the message.
    pub fn stopped(&self) -> Option<Stopped> {
        let said = String::from_utf8_lossy(&self.stderr);
        let message = said.lines().rev().find_map(|line| line.strip_prefix(MESSAGE_PREFIX))?;
        match self.status {
            Some(FAULT_EXIT_CODE) => Some(Stopped::Fault(message.to_owned())),
            Some(UNSUPPORTED_EXIT_CODE) => Some(Stopped::Unsupported(message.to_owned())),
            _ => None,
        }
    }
}

/// Why the simulator ended a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It touched memory that it must not; says which.
    Fault(String),
    /// It needs something that the simulator lacks; says what.
    Unsupported(String),
}

/// How the simulator's own messages begin.
const MESSAGE_PREFIX: &str = "streamalloc-sim: ";

/// How to run a program, beyond its arguments.
#[derive(Clone, Debug)]
pub struct RunOptions {
    pub seed: u64,
    pub timeout: Duration,
    /// Where to write one JSON line per executed operation.
    pub trace: Option<PathBuf>,
    /// Where to write one line per buffer ([`crate::MemoryLog`] reads it).
    pub memory_log: Option<PathBuf>,
    /// The name under which the program runs, its `argv[0]`; its path when none.
    pub name: Option<PathBuf>,
    /// Working directory; the caller's when none.
    pub directory: Option<PathBuf>,
    /// More settings, as environment variables (`runtime/streamalloc_sim/impl/settings.h` has the list).
    pub settings: Vec<(String, String)>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            seed: 0,
            timeout: Duration::from_secs(20),
            trace: None,
            memory_log: None,
            name: None,
            directory: None,
            settings: Vec::new(),
        }
    }
}

/// Runs a program built by [`crate::build`] under `seed`, for at most `timeout`.
///
/// # Errors
/// When the program cannot be started.
pub fn run<S: AsRef<str>>(
    exe: &Path,
    args: &[S],
    seed: u64,
    timeout: Duration,
) -> io::Result<Output> {
    run_with(exe, args, &RunOptions { seed, timeout, ..RunOptions::default() })
}

/// Like [`run`], with all options.
///
/// # Errors
/// When the program cannot be started.
pub fn run_with<S: AsRef<str>>(exe: &Path, args: &[S], options: &RunOptions) -> io::Result<Output> {
    let mut command = Command::new(exe);
    command.args(args.iter().map(AsRef::as_ref));
    #[cfg(unix)]
    if let Some(name) = &options.name {
        std::os::unix::process::CommandExt::arg0(&mut command, name);
    }
    command.env("SIM_SEED", options.seed.to_string());
    command.env_remove("SIM_TRACE").env_remove("SIM_MEMORY_LOG");
    // Heap memory, too, has other contents for each seed, fresh or freed; without the caches that glibc does not fill.
    let tunables =
        format!("glibc.malloc.perturb={}:glibc.malloc.tcache_count=0", options.seed % 255 + 1);
    command.env("GLIBC_TUNABLES", tunables);
    if let Some(trace) = &options.trace {
        command.env("SIM_TRACE", trace);
    }
    if let Some(log) = &options.memory_log {
        command.env("SIM_MEMORY_LOG", log);
    }
    if let Some(directory) = &options.directory {
        command.current_dir(directory);
    }
    command.envs(options.settings.iter().map(|(name, value)| (name, value)));
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // The pipes are read all the time, so that a program that prints much does not block.
    let stdout = child.stdout.take().map(|pipe| thread::spawn(move || read_all(pipe)));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(move || read_all(pipe)));
    let (status, timed_out) = wait(&mut child, options.timeout)?;
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|r| r.join().ok()).unwrap_or_default()
    };
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr), timed_out })
}

/// Runs a program under several seeds, each time in a process of its own, but with one start for all:
/// the program is loaded once. The settings in `options` hold for each run, its seed and trace for
/// none. After a run that does not end in time no other is made.
///
/// # Errors
/// When the program cannot be started, or what it says of its runs cannot be read.
pub fn run_seeds<S: AsRef<str>>(
    exe: &Path,
    args: &[S],
    seeds: &[u64],
    options: &RunOptions,
) -> io::Result<Vec<Output>> {
    let list: String = seeds.iter().map(|seed| format!("{seed} ")).collect();
    let mut all = options.clone();
    all.trace = None;
    all.timeout = options.timeout * (seeds.len() as u32 + 1);
    all.settings.push(("SIM_SEEDS".to_owned(), list));
    all.settings.push(("SIM_LIMIT_MS".to_owned(), options.timeout.as_millis().to_string()));
    let report = run_with(exe, args, &all)?.stdout;
    let mut rest = &report[..];
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (output, behind) = one_run(rest)
            .ok_or_else(|| io::Error::other("the simulated program ended without a report"))?;
        found.push(output);
        rest = behind;
    }
    let complete = found.len() == seeds.len() || found.last().is_some_and(|run| run.timed_out);
    complete.then_some(found).ok_or_else(|| io::Error::other("runs are missing"))
}

/// The first run of a report, and what follows.
fn one_run(report: &[u8]) -> Option<(Output, &[u8])> {
    let end = report.iter().position(|byte| *byte == b'\n')?;
    let line = std::str::from_utf8(&report[..end]).ok()?;
    let [how, code, stdout, stderr] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    let rest = &report[end + 1..];
    let (stdout, rest) = rest.split_at_checked(stdout.parse().ok()?)?;
    let (stderr, rest) = rest.split_at_checked(stderr.parse().ok()?)?;
    let output = Output {
        status: code.parse().ok().filter(|_| how == "exited"),
        stdout: stdout.to_vec(),
        stderr: stderr.to_vec(),
        timed_out: how == "late",
    };
    Some((output, rest))
}

fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is still the program's output.
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

fn wait(child: &mut Child, timeout: Duration) -> io::Result<(Option<i32>, bool)> {
    let end = Instant::now() + timeout;
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status.code(), false));
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok((None, true));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}
