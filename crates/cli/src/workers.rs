//! Files are worked on in processes of their own, so that a crash of libclang costs one file only.
//!
//! *Takes* files and what to do with a result, *gives* a result or a message for each file, in their order, *promises*
//! that no file's crash touches another file.
//!
//! A worker is this program with the same command line and a hidden option. It reads jobs from its standard input, a line
//! of JSON each, and answers each with a line of JSON on its standard output. Some workers run side by side, each on many
//! files, one after the other; in place of one that crashed another is started. A worker writes no file: what is to be
//! written is part of its answer. It ends when its input ends, also in the middle of its work.

use crate::progress;
use crate::project::{Build, Job};
use crate::run::{complain, Status};
use lower::frontend::{Frontend, FrontendConfig};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Mutex};

/// Stack of a worker: deeply nested source is walked recursively. Only what is used takes memory.
const STACK: usize = 2 << 30;

// --- the process that the user started -----------------------------------------------------------

/// How workers are started.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Show no progress.
    pub quiet: bool,
    /// Use colours in what is printed.
    pub colour: bool,
    /// Their command line, without the program.
    pub arguments: Vec<OsString>,
}

impl Setting {
    /// Workers for the command line that the user wrote.
    pub fn new(quiet: bool, colour: bool) -> Setting {
        Setting { quiet, colour, arguments: std::env::args_os().skip(1).collect() }
    }
}

/// What a worker says of a job: nothing if it caught a panic, or why it could not begin.
type Answer<T> = Option<Result<T, String>>;

/// Has workers deal with all files, and gives each answer to `finish`. What cannot be finished is a message.
///
/// # Errors
/// When there is no front end, or no worker can be started.
pub(crate) fn map_files<T: DeserializeOwned, R: Send>(
    jobs: &[Job],
    setting: &Setting,
    finish: impl Fn(&Path, T) -> R + Sync,
) -> Result<Vec<Result<R, String>>, String> {
    let number = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<R, String>>>> =
        Mutex::new(jobs.iter().map(|_| None).collect());
    let bar = progress::bar(jobs.len(), setting.quiet);
    let drive = || -> Result<(), String> {
        let mut worker = None;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { return Ok(()) };
            bar.set_message(job.file.display().to_string());
            let answer = answer(&mut worker, setting, job)
                .inspect_err(|_| next.store(jobs.len(), Ordering::Relaxed))?;
            let result = match answer {
                Ok(Ok(answer)) => Ok(finish(&job.file, answer)),
                Ok(Err(what)) => Err(format!("{}: {what}", job.file.display())),
                Err(what) => Err(format!("{}: {what}; nothing was written", job.file.display())),
            };
            bar.inc(1);
            if let Ok(mut results) = results.lock() {
                results[index] = Some(result);
            }
        }
    };
    let ended: Vec<Result<(), String>> = std::thread::scope(|scope| {
        let drivers: Vec<_> = (0..number).map(|_| scope.spawn(drive)).collect();
        drivers.into_iter().map(|driver| driver.join().unwrap_or(Ok(()))).collect()
    });
    bar.finish_and_clear();
    ended.into_iter().collect::<Result<(), String>>()?;
    let results = results.into_inner().unwrap_or_default();
    let missing = || Err("the work on this file did not end".to_owned());
    Ok(results.into_iter().map(|result| result.unwrap_or_else(missing)).collect())
}

/// What a worker says of a file, or how it failed to. Starts one if there is none, and drops one that failed.
fn answer<T: DeserializeOwned>(
    worker: &mut Option<Worker>,
    setting: &Setting,
    job: &Job,
) -> Result<Result<Result<T, String>, String>, String> {
    if worker.is_none() {
        match Worker::start(setting)? {
            Ok(started) => *worker = Some(started),
            Err(crash) => return Ok(Err(crash)),
        }
    }
    let Some(mut running) = worker.take() else { return Ok(Err("no worker".to_owned())) };
    let line = running.ask(job);
    match line.as_deref().map(serde_json::from_str::<Answer<T>>) {
        Some(Ok(Some(answer))) => {
            *worker = Some(running);
            Ok(Ok(answer))
        }
        // It has caught a panic, and goes on.
        Some(Ok(None)) => {
            *worker = Some(running);
            Ok(Err("the analysis stopped unexpectedly".to_owned()))
        }
        Some(Err(_)) | None => Ok(Err(running.crash())),
    }
}

/// A process that works on files. It is told to end, and waited for, when this is dropped.
struct Worker {
    process: Child,
    /// Always there until it is told to end.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts one and waits until it has its front end. A crash on the way is the inner error, since it may be due to the
    /// file that it was started for.
    fn start(setting: &Setting) -> Result<Result<Worker, String>, String> {
        let problem = |error| format!("cannot start a process to work in: {error}");
        let program = std::env::current_exe().map_err(problem)?;
        let mut process = Command::new(program)
            .args(["--worker", if setting.colour { "colour" } else { "plain" }])
            .args(&setting.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(problem)?;
        let (requests, Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("cannot start a process to work in: it has no pipe".to_owned());
        };
        let mut worker = Worker { process, requests, answers: BufReader::new(answers) };
        match worker.line().as_deref().map(serde_json::from_str::<Result<(), String>>) {
            Some(Ok(ready)) => ready.map(|()| Ok(worker)),
            Some(Err(_)) | None => Ok(Err(worker.crash())),
        }
    }

    /// Its answer for a file; none if it ended before.
    fn ask(&mut self, job: &Job) -> Option<String> {
        let request = serde_json::to_string(job).ok()?;
        writeln!(self.requests.as_mut()?, "{request}").ok()?;
        self.line()
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        line.ends_with('\n').then_some(line)
    }

    /// How it ended.
    fn crash(mut self) -> String {
        match self.end() {
            Ok(status) => format!("the analysis crashed ({})", ending(status)),
            Err(error) => format!("the analysis crashed ({error})"),
        }
    }

    fn end(&mut self) -> std::io::Result<ExitStatus> {
        self.requests = None;
        self.process.wait()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// An exit status in words.
fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " SIGILL",
            5 => " SIGTRAP",
            6 => " SIGABRT",
            8 => " SIGFPE",
            9 => " SIGKILL, perhaps for lack of memory",
            11 => " SIGSEGV",
            15 => " SIGTERM",
            24 => " SIGXCPU",
            _ => "",
        };
        return format!("signal {signal}{name}");
    }
    status.to_string()
}

// --- the worker ----------------------------------------------------------------------------------

/// Front ends for the ways in which one file is compiled: at least one.
pub(crate) type Frontends<'a> = [&'a Frontend];

/// Works on the jobs that standard input names, until it ends.
pub(crate) fn serve<T: Serialize>(
    config: FrontendConfig,
    work_on: impl Fn(&Frontends<'_>, &Path) -> T + Sync,
) -> Status {
    let requests = requests();
    let work = || {
        let base = match Frontend::new(config) {
            Ok(frontend) => frontend,
            Err(error) => return reply(&Err::<(), String>(error.to_string())),
        };
        reply(&Ok::<(), String>(()))?;
        let mut known = Known { base: &base, frontends: HashMap::new() };
        for job in requests {
            let answer: Answer<T> = match known.frontends(&job) {
                Ok(frontends) => {
                    let work = std::panic::AssertUnwindSafe(|| work_on(&frontends, &job.file));
                    std::panic::catch_unwind(work).ok().map(Ok)
                }
                Err(problem) => Some(Err(problem)),
            };
            reply(&answer)?;
        }
        Ok(())
    };
    let worked = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread
            .map_err(|error| complain(&format!("cannot start a thread: {error}")))
            .map(|thread| thread.join())
    });
    match worked {
        Ok(Ok(Ok(()))) => Status::Fine,
        _ => Status::Error,
    }
}

/// The front ends made so far: files that are compiled in the same way share one, and what it has precompiled.
struct Known<'b> {
    base: &'b Frontend,
    frontends: HashMap<Build, Frontend>,
}

impl Known<'_> {
    fn frontends(&mut self, job: &Job) -> Result<Vec<&Frontend>, String> {
        for build in &job.builds {
            if !self.frontends.contains_key(build) {
                let frontend = build.frontend(self.base).map_err(|error| error.to_string())?;
                self.frontends.insert(build.clone(), frontend);
            }
        }
        Ok(job.builds.iter().filter_map(|build| self.frontends.get(build)).collect())
    }
}

/// The jobs from standard input. When it ends, whoever wanted answers is gone, or has them all.
fn requests() -> mpsc::Receiver<Job> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let Ok(job) = serde_json::from_str(&line) else { break };
            if sender.send(job).is_err() {
                return;
            }
        }
        std::process::exit(0);
    });
    receiver
}

fn reply<T: Serialize>(answer: &T) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    let mut out = std::io::stdout().lock();
    out.write_all(&line)?;
    out.flush()
}

/// Bytes as a string of the characters with the same numbers: short for source text, which is mostly ASCII.
pub(crate) mod bytes {
    use serde::{de::Error, Deserialize, Deserializer, Serializer};

    /// Bytes to a string.
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>())
    }

    /// A string to bytes.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.chars().map(|c| u8::try_from(c).map_err(D::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    struct Text(#[serde(with = "super::bytes")] Vec<u8>);

    #[test]
    fn bytes_come_back_from_a_line() {
        let all: Vec<u8> = (0..=255).collect();
        let line = serde_json::to_string(&Text(all.clone())).expect("bytes are characters");
        assert!(!line.contains('\n'));
        let back: Text = serde_json::from_str(&line).expect("our own line");
        assert_eq!(back.0, all);
    }
}
