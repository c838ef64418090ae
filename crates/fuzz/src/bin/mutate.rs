//! The `streamalloc-mutate` program: who notices when something is missing in an output.

use clap::Parser;
use fuzz::check::{text, Layout};
use fuzz::generate::generate;
use fuzz::mutate::{judge, Judged};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Takes waits, events and guards away from outputs, one at a time, and counts who notices.
#[derive(Parser)]
struct Args {
    /// Programs
    files: Vec<PathBuf>,
    /// Random programs, beside the files
    #[arg(long, default_value_t = 0)]
    number: u64,
    /// Seed of the first random program
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds of the simulated device for each mutant
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// Seconds after which no more programs are tried
    #[arg(long)]
    time: Option<u64>,
    /// Programs worked on at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// One program to try.
enum Subject {
    File(PathBuf),
    Random(u64),
}

#[derive(Default)]
struct Score {
    programs: usize,
    mutants: usize,
    harmful: usize,
    checker: usize,
    simulator: usize,
    lines: Vec<String>,
    failures: Vec<String>,
}

/// Deeply nested source is walked recursively.
const STACK: usize = 2 << 30;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut subjects: Vec<Subject> = args.files.iter().cloned().map(Subject::File).collect();
    subjects.extend((args.seed..args.seed + args.number).map(Subject::Random));
    let (next, score) = (AtomicUsize::new(0), Mutex::new(Score::default()));
    let bar = ProgressBar::new(subjects.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    let end = args.time.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            let work = || loop {
                let late = end.is_some_and(|end| Instant::now() > end);
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(subject) = subjects.get(index).filter(|_| !late) else { break };
                let (name, judged) = try_one(subject, args.seeds);
                bar.inc(1);
                if let Ok(mut score) = score.lock() {
                    score.add(&name, judged);
                }
            };
            // A thread that cannot be started leaves its share to the others.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
    });
    bar.finish_and_clear();
    let score = score.into_inner().unwrap_or_default();
    score.print();
    if score.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    }
}

fn try_one(subject: &Subject, seeds: u64) -> (String, Result<Judged, String>) {
    let name = match subject {
        Subject::File(path) => path.display().to_string(),
        Subject::Random(seed) => format!("random program {seed}"),
    };
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return (name, Err(error.to_string())),
    };
    let judged = match subject {
        Subject::File(path) => judge(path, folder.path(), seeds),
        Subject::Random(seed) => random(*seed, folder.path(), seeds),
    };
    (name, judged)
}

fn random(seed: u64, folder: &Path, seeds: u64) -> Result<Judged, String> {
    let path = folder.join("program.cu");
    let program = text(&[generate(seed)], Layout::Alone);
    std::fs::write(&path, program).map_err(|e| e.to_string())?;
    judge(&path, folder, seeds)
}

impl Score {
    fn add(&mut self, name: &str, judged: Result<Judged, String>) {
        let judged = match judged {
            Ok(judged) => judged,
            Err(what) => return self.failures.push(format!("{name}: {what}")),
        };
        self.programs += 1;
        for verdict in judged.verdicts {
            self.mutants += 1;
            self.harmful += usize::from(verdict.checker || verdict.simulator);
            self.checker += usize::from(verdict.checker);
            self.simulator += usize::from(verdict.simulator);
            let missed = match (verdict.checker, verdict.simulator) {
                (true, true) => continue,
                (true, false) => "simulator",
                (false, true) => "CHECKER",
                (false, false) => "both",
            };
            let (line, what) = (verdict.line, verdict.point.describe());
            self.lines.push(format!("{name}:{line}: missed by {missed}: {what}"));
        }
    }

    fn print(&self) {
        self.lines.iter().for_each(|line| println!("{line}"));
        self.failures.iter().for_each(|line| println!("not tried: {line}"));
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        println!(
            "{} programs, {} mutants, {} noticed by somebody ({:.1} %); of these {} by the checker ({:.1} %), {} by the simulator ({:.1} %); {} programs not tried",
            self.programs,
            self.mutants,
            self.harmful,
            share(self.harmful, self.mutants),
            self.checker,
            share(self.checker, self.harmful),
            self.simulator,
            share(self.simulator, self.harmful),
            self.failures.len(),
        );
    }
}
