//! How long `streamalloc transform` takes, self-check included, and how much memory, compared with
//! `clang -fsyntax-only` on the same file with the same options.
//!
//! `make bench` measures the examples. `STREAMALLOC_BENCH` names a list of other files: on each line
//! a file and its compiler options, all relative to the list's folder. `STREAMALLOC_ROUNDS` is how
//! often each is run (7), `STREAMALLOC_CLANG` the clang to compare with. The two programs take turns,
//! so that a busy machine slows both.

use lower::frontend::{Frontend, FrontendConfig};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Highest ratios that we accept: of time, of time where the device pass is parsed too, of memory.
const TIME: f64 = 2.0;
const TIME_WITH_DEVICE_PASS: f64 = 3.0;
const MEMORY: f64 = 1.5;

/// A file with the options of its compiler.
struct Input {
    file: String,
    flags: Vec<String>,
}

/// What one file came to.
struct Measured {
    device_pass: bool,
    time: f64,
    memory: f64,
}

fn main() {
    let (folder, inputs) = inputs();
    println!("   ratio   tool ms  clang ms    memory  tool MiB clang MiB  file");
    let measured: Vec<Measured> =
        inputs.iter().filter_map(|input| measure(&folder, input)).collect();
    for (device_pass, limit) in [(false, TIME), (true, TIME_WITH_DEVICE_PASS)] {
        let group = measured.iter().filter(|m| m.device_pass == device_pass);
        let times: Vec<f64> = group.map(|m| m.time).collect();
        if !times.is_empty() {
            let what = if device_pass { "host and device pass" } else { "host pass only" };
            let count = times.len();
            println!("{what}: median ratio {:.2} of {count} (at most {limit})", median(times));
        }
    }
    let memory = measured.iter().map(|m| m.memory).fold(0.0, f64::max);
    println!("memory: highest ratio {memory:.2} (at most {MEMORY})");
}

fn inputs() -> (PathBuf, Vec<Input>) {
    let Some(list) = std::env::var_os("STREAMALLOC_BENCH").map(PathBuf::from) else {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let entries = std::fs::read_dir(&folder).expect("the examples");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut files: Vec<String> = names.filter(|name| name.ends_with(".cu")).collect();
        files.sort();
        return (folder, files.into_iter().map(|file| Input { file, flags: vec![] }).collect());
    };
    let text = std::fs::read_to_string(&list).expect("a readable list");
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some(Input { file: words.next()?, flags: words.collect() })
    });
    (list.parent().unwrap_or(Path::new(".")).to_owned(), lines.collect())
}

/// Runs both programs on a file; `None` if it does not parse.
fn measure(folder: &Path, input: &Input) -> Option<Measured> {
    let config = FrontendConfig { user_args: input.flags.clone(), ..FrontendConfig::default() };
    let frontend = Frontend::new(config).expect("libclang and CUDA declarations");
    std::env::set_current_dir(folder).expect("the folder of the files");
    let parsed = match frontend.parse(Path::new(&input.file), None) {
        Ok(parsed) => parsed,
        Err(error) => {
            println!("{}: left out: {error}", input.file);
            return None;
        }
    };
    let device_pass = parsed.contents.windows(13).any(|text| text == b"__CUDA_ARCH__");
    let version = frontend.libclang().library.version().major;
    let clang = std::env::var("STREAMALLOC_CLANG").unwrap_or(format!("clang++-{version}"));
    let output = std::env::temp_dir().join(format!("streamalloc-bench-{}.cu", std::process::id()));
    let tool = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_streamalloc"));
        command.args(["transform", "--quiet", &input.file, "-o"]).arg(&output);
        command.arg("--").args(&input.flags);
        command
    };
    let compiler = || {
        let mut command = Command::new(&clang);
        command.arg("-fsyntax-only").args(&parsed.clang_args).arg(&input.file);
        command
    };
    let rounds = std::env::var("STREAMALLOC_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(7);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        ours.push(seconds(tool()));
        theirs.push(seconds(compiler()));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let (our_peak, their_peak) = (peak_mib(tool()), peak_mib(compiler()));
    let _ = std::fs::remove_file(output);
    let (time, memory) = (ours / theirs, our_peak / their_peak);
    println!(
        "{time:8.2}{:10.0}{:10.0}{memory:10.2}{our_peak:10.0}{their_peak:10.0}  {}{}",
        ours * 1e3,
        theirs * 1e3,
        input.file,
        if device_pass { " (device pass)" } else { "" }
    );
    Some(Measured { device_pass, time, memory })
}

fn start(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn seconds(command: Command) -> f64 {
    let begin = Instant::now();
    let mut child = start(command);
    let status = child.wait().expect("our own child");
    assert!(status.success(), "a run failed");
    begin.elapsed().as_secs_f64()
}

/// The peak of resident memory, of the process and those that it starts, as Linux tells it until they end.
fn peak_mib(command: Command) -> f64 {
    let mut child = start(command);
    let mut peaks: HashMap<u32, f64> = HashMap::new();
    while child.try_wait().expect("our own child").is_none() {
        for process in with_children(child.id()) {
            let peak = peaks.entry(process).or_default();
            *peak = peak.max(resident_mib(process));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    peaks.values().sum()
}

fn resident_mib(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

/// A process and those that its threads have started.
fn with_children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let lists = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children =
        lists.flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<u32>>());
    std::iter::once(process).chain(children).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
