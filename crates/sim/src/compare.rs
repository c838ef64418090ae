//! Original against rewritten, over many behaviours of the device.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::memory::MemoryLog;
use crate::run::{run_with, Output, RunOptions, Stopped};
use crate::work_dir::WorkDir;

/// What to try, and what to compare.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    pub seeds: Vec<u64>,
    /// The name under which both programs run; the path of the original when none.
    pub name: Option<PathBuf>,
    /// For each run.
    pub timeout: Duration,
    /// Compare the contents of buffers, too, when they are freed and at exit.
    pub memory: bool,
    /// Lines of output that contain one of these are left out.
    pub ignore: Vec<String>,
    /// Seeds tried at a time.
    pub jobs: usize,
    /// No more seeds are tried once so many show a difference.
    pub enough: usize,
}

impl Default for CompareOptions {
    fn default() -> Self {
        CompareOptions {
            seeds: (0..20).collect(),
            name: None,
            timeout: Duration::from_secs(20),
            memory: false,
            ignore: Vec::new(),
            jobs: 1,
            enough: 5,
        }
    }
}

/// A seed under which a program did not do what the reference did.
#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub output: Output,
    /// What is wrong with the contents of a buffer, if output and exit status are right.
    pub memory: Option<String>,
}

/// The result of [`compare`].
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The original with every operation as early as possible: as on an idle device.
    pub reference: Output,
    /// Seeds under which the original disagrees with itself. When there are any, it relies on something that CUDA does not promise,
    /// and `rewritten` says nothing about the rewrite.
    pub original: Vec<Difference>,
    /// Seeds under which the rewritten program disagrees with the reference, or with the buffers of the original under this seed.
    pub rewritten: Vec<Difference>,
    /// Whether the original did the same when it ran under seed 0 again, which is tried when it disagrees with itself. If not,
    /// its output depends on the time, on addresses, or on chance.
    pub repeatable: bool,
    /// What the simulator says of the original that disagrees with itself when it looks for downloads of memory that was never
    /// written.
    pub cause: Option<String>,
    /// Whether buffers of the original held other values under other seeds.
    pub memory_varies: bool,
    /// Seeds tried.
    pub seeds: usize,
    /// Buffers compared in the reference.
    pub buffers: usize,
}

impl Comparison {
    /// Whether both programs did the same under all seeds.
    pub fn equal(&self) -> bool {
        self.original.is_empty() && self.rewritten.is_empty()
    }
}

/// Runs two executables under each of the seeds and compares standard output and exit status with the original's under seed 0,
/// and the contents of buffers with the original's under the same seed.
///
/// The original's synchronous copies are complete when they return, as documented, although those from pageable memory may lag on
/// a real device. An original that the simulator stops, or that does not end, is not run again.
///
/// # Errors
/// When a program cannot be started, or a log of its memory cannot be read.
pub fn compare<S: AsRef<str> + Sync>(
    original: &Path,
    rewritten: &Path,
    args: &[S],
    options: &CompareOptions,
) -> io::Result<Comparison> {
    let logs = WorkDir::new()?;
    let lab = Lab { original, rewritten, args, options, logs: &logs };
    let reference = lab.observe(original, 0, "reference")?;
    let mut comparison = Comparison {
        reference: reference.output.clone(),
        original: Vec::new(),
        rewritten: Vec::new(),
        repeatable: true,
        cause: None,
        memory_varies: false,
        seeds: 0,
        buffers: reference.memory.len(),
    };
    if reference.output.timed_out || reference.output.stopped().is_some() {
        return Ok(comparison);
    }
    for seeds in options.seeds.chunks(options.jobs.max(1)) {
        for pair in lab.observe_all(seeds)? {
            comparison.add(&reference, pair);
        }
        if comparison.original.len().max(comparison.rewritten.len()) >= options.enough {
            break;
        }
    }
    if let Some(first) = comparison.original.first() {
        let again = lab.observe(original, 0, "again")?;
        comparison.repeatable = again.output.agrees_with(&reference.output);
        comparison.cause = lab.uninitialised_download(first.seed)?;
    }
    Ok(comparison)
}

/// What one run showed.
struct Observed {
    output: Output,
    memory: MemoryLog,
}

/// Both programs under one seed.
struct Pair {
    seed: u64,
    original: Observed,
    rewritten: Observed,
}

/// What all runs share.
struct Lab<'a, S> {
    original: &'a Path,
    rewritten: &'a Path,
    args: &'a [S],
    options: &'a CompareOptions,
    logs: &'a WorkDir,
}

impl<S: AsRef<str> + Sync> Lab<'_, S> {
    fn run_options(&self, seed: u64) -> RunOptions {
        RunOptions {
            seed,
            name: Some(self.options.name.clone().unwrap_or_else(|| self.original.to_owned())),
            timeout: self.options.timeout,
            settings: vec![("SIM_SYNC_H2D".to_owned(), "complete".to_owned())],
            ..RunOptions::default()
        }
    }

    /// The first download of the original, if any, that brings memory which was never written.
    fn uninitialised_download(&self, seed: u64) -> io::Result<Option<String>> {
        let mut options = self.run_options(seed);
        options.settings.push(("SIM_CHECK".to_owned(), "uninit".to_owned()));
        match run_with(self.original, self.args, &options)?.stopped() {
            Some(Stopped::Fault(what)) => Ok(Some(what)),
            _ => Ok(None),
        }
    }

    fn observe(&self, exe: &Path, seed: u64, name: &str) -> io::Result<Observed> {
        let log = self.options.memory.then(|| self.logs.path().join(format!("{name}-{seed}")));
        let options = RunOptions { memory_log: log.clone(), ..self.run_options(seed) };
        let mut output = run_with(exe, self.args, &options)?;
        output.leave_out(&self.options.ignore);
        let memory = match log {
            Some(path) => MemoryLog::read(&path)?,
            None => MemoryLog::default(),
        };
        Ok(Observed { output, memory })
    }

    fn observe_pair(&self, seed: u64) -> io::Result<Pair> {
        let original = self.observe(self.original, seed, "original")?;
        let rewritten = self.observe(self.rewritten, seed, "rewritten")?;
        Ok(Pair { seed, original, rewritten })
    }

    /// Runs under all the seeds at the same time; the results come in their order.
    fn observe_all(&self, seeds: &[u64]) -> io::Result<Vec<Pair>> {
        if let [seed] = seeds {
            return Ok(vec![self.observe_pair(*seed)?]);
        }
        thread::scope(|scope| {
            let runs: Vec<_> =
                seeds.iter().map(|&seed| scope.spawn(move || self.observe_pair(seed))).collect();
            runs.into_iter()
                .map(|run| run.join().unwrap_or_else(|_| Err(io::Error::other("a run failed"))))
                .collect()
        })
    }
}

impl Comparison {
    fn add(&mut self, reference: &Observed, pair: Pair) {
        self.seeds += 1;
        let Pair { seed, original, rewritten } = pair;
        self.memory_varies |= !original.memory.agrees_under_another_seed(&reference.memory);
        if !rewritten.output.agrees_with(&reference.output) {
            self.rewritten.push(Difference { seed, output: rewritten.output, memory: None });
        } else if let Some(what) = original.memory.difference(&rewritten.memory) {
            let memory = Some(what);
            self.rewritten.push(Difference { seed, output: rewritten.output, memory });
        }
        if !original.output.agrees_with(&reference.output) {
            self.original.push(Difference { seed, output: original.output, memory: None });
        }
    }
}
