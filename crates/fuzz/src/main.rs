//! The `streamalloc-fuzz` program: random programs until the number or the time is used up.

use clap::Parser;
use fuzz::check::{Checked, Fault, Lab, Layout, Tally, Verdict};
use fuzz::generate::generate;
use fuzz::shrink::shrink;
use fuzz::tree::Program;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Rewrites random CUDA programs and compares them with their originals in the simulator.
#[derive(Parser)]
struct Args {
    /// Programs to try
    #[arg(long, default_value_t = 1000)]
    number: u64,
    /// Seed of the first program
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds of the simulated device under which each output runs
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// Seconds after which no more programs are tried
    #[arg(long)]
    time: Option<u64>,
    /// Programs in a file
    #[arg(long, default_value_t = 6)]
    batch: u64,
    /// Files worked on at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where failing programs go
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
    /// Leave failing programs as they are
    #[arg(long)]
    no_shrink: bool,
    /// Seconds spent on making one failing program smaller
    #[arg(long, default_value_t = 120)]
    shrink_time: u64,
    /// Print the programs of one file and do nothing else
    #[arg(long)]
    show: bool,
    /// Rewrite a file, print the counts, and do nothing else: for the processes that this one starts
    #[arg(long, num_args = 2, hide = true)]
    rewrite: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.show {
        let programs: Vec<Program> = (args.seed..args.seed + args.batch).map(generate).collect();
        let layout = if args.batch == 1 { Layout::Alone } else { Layout::Together };
        print!("{}", fuzz::check::text(&programs, layout));
        return ExitCode::SUCCESS;
    }
    if let [source, output] = &args.rewrite[..] {
        return match fuzz::check::rewrite_here(source, output) {
            Ok(counts) => {
                println!("{counts}");
                ExitCode::SUCCESS
            }
            Err(what) => {
                eprintln!("{what}");
                ExitCode::from(2)
            }
        };
    }
    match Session::new(&args) {
        Ok(session) => session.run(),
        Err(error) => {
            eprintln!("streamalloc-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

struct Session<'a> {
    args: &'a Args,
    lab: Lab,
    next: AtomicU64,
    state: Mutex<State>,
    start: Instant,
    bar: ProgressBar,
}

#[derive(Default)]
struct State {
    tally: Tally,
    findings: usize,
}

impl<'a> Session<'a> {
    fn new(args: &'a Args) -> Result<Self, String> {
        std::fs::create_dir_all(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
        Ok(Session {
            args,
            lab: Lab::new(std::env::current_exe().map_err(|e| e.to_string())?, args.seeds)?,
            next: AtomicU64::new(0),
            state: Mutex::default(),
            start: Instant::now(),
            bar: bar(args.number),
        })
    }

    fn run(&self) -> ExitCode {
        std::thread::scope(|scope| {
            for _ in 0..self.args.jobs {
                scope.spawn(|| while self.step() {});
            }
        });
        let findings = self.with(|s| s.findings);
        self.bar.finish_and_clear();
        eprintln!("{}", self.counts());
        let tried = self.next.load(Ordering::Relaxed);
        if tried < self.args.number {
            eprintln!("the time is up; --seed {} goes on from here", self.args.seed + tried);
        }
        match findings {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::from(1),
        }
    }

    fn with<T>(&self, job: impl FnOnce(&mut State) -> T) -> T {
        job(&mut self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// One file, or one program in a file of its own; false when there is nothing left to do.
    fn step(&self) -> bool {
        let late = |limit| self.start.elapsed() > Duration::from_secs(limit);
        let batch = self.args.batch;
        if self.args.time.is_some_and(late) {
            return false;
        }
        let first = self.next.fetch_add(batch, Ordering::Relaxed);
        if first >= self.args.number {
            return false;
        }
        let count = batch.min(self.args.number - first);
        let seeds = self.args.seed + first..self.args.seed + first + count;
        let mut programs: Vec<Program> = seeds.map(generate).collect();
        // The last one gets a file of its own: the end of `main` is a place of its own.
        let alone = programs.split_off(programs.len().saturating_sub(1));
        self.file(&programs, Layout::Together);
        self.file(&alone, Layout::Alone);
        self.bar.inc(count);
        self.bar.set_message(self.counts());
        if self.bar.is_hidden() {
            eprintln!("{}", self.counts());
        }
        true
    }

    fn file(&self, programs: &[Program], layout: Layout) {
        if programs.is_empty() {
            return;
        }
        match self.lab.check(programs, layout) {
            Ok(checked) => {
                self.with(|s| s.tally.add(checked.tally));
                for (program, verdict) in programs.iter().zip(&checked.verdicts) {
                    self.judge(program, layout, verdict);
                }
            }
            Err(fault) if programs.len() == 1 => self.fault(&programs[0], layout, &fault),
            Err(_) => {
                let (left, right) = programs.split_at(programs.len() / 2);
                self.file(left, layout);
                self.file(right, layout);
            }
        }
    }

    fn judge(&self, program: &Program, layout: Layout, verdict: &Verdict) {
        match verdict {
            Verdict::Same => {}
            Verdict::Unstable { seed, got, expected } => {
                let what = format!("the program itself depends on the seed ({seed})\n{got}\ninstead of\n{expected}");
                self.report(program, layout, "unstable", &what, &|checked| {
                    matches!(checked, Ok(Verdict::Unstable { .. }))
                });
            }
            Verdict::Differs { seed, got, expected } => {
                let what =
                    format!("the output differs under seed {seed}\n{got}\ninstead of\n{expected}");
                self.report(program, layout, "differs", &what, &|checked| {
                    matches!(checked, Ok(Verdict::Differs { .. }))
                });
            }
        }
    }

    fn fault(&self, program: &Program, layout: Layout, fault: &Fault) {
        let (kind, what) = match fault {
            Fault::Rewriting(what) => ("refused", what),
            Fault::Original(what) => ("invalid", what),
            Fault::Output(what) => ("uncompilable", what),
            Fault::Machine(what) => ("machine", what),
        };
        let same = |checked: &Result<Verdict, Fault>| {
            checked
                .as_ref()
                .is_err_and(|f| std::mem::discriminant(f) == std::mem::discriminant(fault))
        };
        self.report(program, layout, kind, what, &same);
    }

    /// Shrinks, writes and names a failing program.
    fn report(
        &self,
        program: &Program,
        layout: Layout,
        kind: &str,
        what: &str,
        same: &dyn Fn(&Result<Verdict, Fault>) -> bool,
    ) {
        self.say(&format!("{kind}: program {} ({layout:?}): {what}", program.seed));
        let stem = self.args.out.join(format!("{kind}-{}", program.seed));
        // Shrinking takes minutes, and may be interrupted.
        self.save(&stem, program, layout);
        let (small, layout) = match self.args.no_shrink {
            true => (program.clone(), layout),
            false => self.shrunk(program, layout, same),
        };
        self.save(&stem, &small, layout);
        self.with(|s| s.findings += 1);
        let text = fuzz::check::text(&[small], layout);
        let shown = text.find("struct Bundle").map_or(&text[..], |at| &text[at..]);
        self.say(&format!("{}.cu:\n{shown}", stem.display()));
    }

    fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("\n{text}"));
    }

    /// Many candidates can be asked about at a time where they share a file.
    fn shrunk(
        &self,
        program: &Program,
        layout: Layout,
        same: &dyn Fn(&Result<Verdict, Fault>) -> bool,
    ) -> (Program, Layout) {
        let fails = |p: &Program, layout| self.still(std::slice::from_ref(p), layout, same)[0];
        let used = match fails(program, Layout::Together) {
            true => Layout::Together,
            false => layout,
        };
        let until = Instant::now() + Duration::from_secs(self.args.shrink_time);
        let small = shrink(program, until, &mut |all| self.still(all, used, same));
        let best = if fails(&small, Layout::Alone) { Layout::Alone } else { used };
        (small, best)
    }

    fn save(&self, stem: &Path, program: &Program, layout: Layout) {
        let written = |suffix: &str, text: &str| {
            let path = PathBuf::from(format!("{}{suffix}", stem.display()));
            if let Err(error) = std::fs::write(&path, text) {
                eprintln!("{}: {error}", path.display());
            }
        };
        written(".cu", &fuzz::check::text(std::slice::from_ref(program), layout));
        if let Ok(Checked { rewritten, .. }) = self.lab.check(std::slice::from_ref(program), layout)
        {
            written(".rewritten.cu", &rewritten);
        }
    }

    /// Which of the candidates fail in the same way.
    fn still(
        &self,
        programs: &[Program],
        layout: Layout,
        same: &dyn Fn(&Result<Verdict, Fault>) -> bool,
    ) -> Vec<bool> {
        if layout == Layout::Together {
            if let Ok(checked) = self.lab.check(programs, layout) {
                return checked.verdicts.into_iter().map(|v| same(&Ok(v))).collect();
            }
        }
        let mut found = Vec::new();
        for program in programs {
            let checked = self.lab.check(std::slice::from_ref(program), layout);
            let verdict = checked.map(|mut c| c.verdicts.swap_remove(0));
            let fails = same(&verdict);
            found.push(fails);
            if fails {
                break;
            }
        }
        found.resize(programs.len(), false);
        found
    }

    fn counts(&self) -> String {
        let (t, findings) = self.with(|s| (s.tally, s.findings));
        let share = 100 * t.asynchronous / t.operations.max(1);
        let seconds = self.start.elapsed().as_secs();
        let rate = 3600 * t.programs as u64 / seconds.max(1);
        format!(
            "{seconds} s: {} programs ({rate} an hour), {} runs, {} operations, {share} % asynchronous, {} waits, {} guards, {} events; {findings} findings",
            t.programs, t.runs, t.operations, t.waits, t.guards, t.events
        )
    }
}

/// On a terminal only.
fn bar(programs: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}, {eta} left; {msg}");
    ProgressBar::new(programs).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
