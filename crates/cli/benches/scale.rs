//! How time and memory of `streamalloc analyze` grow with a file: operations spread over up to a thousand
//! functions, and operations in one function.
//!
//! `make bench-scale` prints, for each size, what is needed beyond a file of one operation, for each operation.
//! `STREAMALLOC_ROUNDS` is how often each file is analysed (3); the least time counts.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SPREAD: [usize; 4] = [10, 100, 1_000, 10_000];
const SINGLE: [usize; 3] = [20, 200, 2_000];
const MOST_FUNCTIONS: usize = 1_000;
/// Buffers of a function at most.
const BUFFERS: usize = 8;
/// After which a file counts as too slow.
const LIMIT: Duration = Duration::from_secs(120);

const PRELUDE: &str = "#include <cstdlib>
#include <cuda_runtime.h>
__global__ void add(float *a, const float *b, int n) { int i = threadIdx.x; if (i < n) a[i] += b[i]; }
static void fill(float *h, int n) { for (int i = 0; i < n; i++) h[i] = i; }
";

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The first run fills the cache of precompiled headers.
    measure(folder.path(), &spread(1));
    let base = measure(folder.path(), &spread(1));
    println!("one operation: {}", shown(base));
    for (title, sizes, text) in [
        ("over functions", &SPREAD[..], spread as fn(usize) -> String),
        ("in one function", &SINGLE[..], single),
    ] {
        println!("operations {title}: total, beyond one operation for each");
        for size in sizes {
            let total = measure(folder.path(), &text(*size));
            let each = total.zip(base).map(|((time, kib), (time_of_one, kib_of_one))| {
                let count = *size as f64;
                let ms = (time.as_secs_f64() - time_of_one.as_secs_f64()) * 1e3;
                (ms / count, (kib - kib_of_one) / count)
            });
            let each = each.map(|(ms, kib)| format!("{ms:.3} ms, {kib:.1} KiB"));
            println!("{size:8}  {}  {}", shown(total), each.unwrap_or_default());
        }
    }
}

fn shown(measured: Option<(Duration, f64)>) -> String {
    match measured {
        Some((time, kib)) => format!("{:9.3} s {:8.0} MiB", time.as_secs_f64(), kib / 1024.0),
        None => format!("more than {} s", LIMIT.as_secs()),
    }
}

fn spread(operations: usize) -> String {
    let functions = operations.min(MOST_FUNCTIONS);
    let mut text = PRELUDE.to_owned();
    for number in 0..functions {
        let more = usize::from(number < operations % functions);
        function(&mut text, number, operations / functions + more);
    }
    text
}

fn single(operations: usize) -> String {
    let mut text = PRELUDE.to_owned();
    function(&mut text, 0, operations);
    text
}

/// Uploads, kernels and downloads of a few buffers in turn.
fn function(text: &mut String, number: usize, operations: usize) {
    let buffers = (operations / 5 + 1).min(BUFFERS);
    let mut line = |args: std::fmt::Arguments<'_>| writeln!(text, "{args}").expect("text");
    line(format_args!(
        "float work{number}(int n) {{ size_t bytes = n * sizeof(float); float sum = 0;"
    ));
    for b in 0..buffers {
        line(format_args!("float *h{b} = (float *)malloc(bytes), *d{b};"));
        line(format_args!("cudaMalloc(&d{b}, bytes);\nfill(h{b}, n);"));
    }
    for operation in 0..operations {
        let b = operation / 3 % buffers;
        match operation % 3 {
            0 => line(format_args!("cudaMemcpy(d{b}, h{b}, bytes, cudaMemcpyHostToDevice);")),
            1 => line(format_args!("add<<<1, 256>>>(d{b}, d{}, n);", (b + 1) % buffers)),
            _ => line(format_args!(
                "cudaMemcpy(h{b}, d{b}, bytes, cudaMemcpyDeviceToHost);\nsum += h{b}[0];"
            )),
        }
    }
    for b in 0..buffers {
        line(format_args!("cudaFree(d{b});\nfree(h{b});"));
    }
    line(format_args!("return sum; }}"));
}

/// Least time and highest memory in KiB of some runs; `None` if it takes too long.
fn measure(folder: &Path, text: &str) -> Option<(Duration, f64)> {
    let path = folder.join("generated.cu");
    std::fs::write(&path, text).expect("a file");
    let rounds = std::env::var("STREAMALLOC_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let mut runs = Vec::new();
    for _ in 0..rounds {
        runs.push(run(&path)?);
    }
    let time = runs.iter().map(|(time, _)| *time).min()?;
    Some((time, runs.iter().map(|(_, kib)| *kib).fold(0.0, f64::max)))
}

fn run(path: &Path) -> Option<(Duration, f64)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_streamalloc"));
    command.args(["analyze", "--embedded"]).arg(path);
    let begin = Instant::now();
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("our own program");
    let mut kib = 0.0_f64;
    loop {
        if let Some(status) = child.try_wait().expect("our own child") {
            assert!(status.success(), "the analysis failed");
            return Some((begin.elapsed(), kib));
        }
        if begin.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        kib = kib.max(resident_kib(child.id()));
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The peak of the processes that a process's threads have started, as Linux tells it until they end.
fn resident_kib(process: u32) -> f64 {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let lists = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(peak_kib).collect::<Vec<_>>())
        .fold(0.0, f64::max)
}

fn peak_kib(process: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0)
}
