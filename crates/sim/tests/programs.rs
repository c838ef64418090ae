//! Small programs that each cover one part of the simulator, under many seeds.
//!
//! A program of `tests/programs` prints `OK` last and exits with 0; with `// expect:` lines it prints exactly those. A program of
//! `tests/programs/faults` is stopped with the fault exit code, one of `unsupported` with that for what the simulator lacks, and its
//! message contains the text of each `// message:` line.
//! `// flags:` and `// settings:` lines give compiler flags and environment variables; `// seeds: even` limits the seeds.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{build_program, in_parallel, own_program, text, Scratch, TIMEOUT};
use sim::{run_with, CompareOptions, Output, RunOptions, FAULT_EXIT_CODE, UNSUPPORTED_EXIT_CODE};

/// The values of `// key: value` comments.
fn annotations(source: &str, key: &str) -> Vec<String> {
    let prefix = format!("// {key}: ");
    source.lines().filter_map(|line| line.strip_prefix(&prefix)).map(str::to_string).collect()
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "cu"));
    all.sort();
    assert!(!all.is_empty());
    all
}

/// Runs a program under its seeds and lists what `problem` finds.
fn check_program(
    scratch: &Scratch,
    path: &Path,
    problem: impl Fn(&str, &Output) -> Option<String>,
) -> Vec<String> {
    let source = fs::read_to_string(path).expect("a program");
    let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let exe = scratch.path(&name);
    if let Err(error) = sim::build(&[path.to_path_buf()], &[], &exe, &annotations(&source, "flags"))
    {
        return vec![format!("{name}: {error}")];
    }
    let settings: Vec<(String, String)> = annotations(&source, "settings")
        .iter()
        .filter_map(|s| s.split_once('=').map(|(k, v)| (k.to_string(), v.to_string())))
        .collect();
    let step = if annotations(&source, "seeds").iter().any(|s| s == "even") { 2 } else { 1 };
    let mut problems = Vec::new();
    for seed in (0..20).step_by(step) {
        let options = RunOptions {
            seed,
            timeout: TIMEOUT,
            settings: settings.clone(),
            ..RunOptions::default()
        };
        let output = run_with(&exe, &[] as &[&str], &options).expect("the program starts");
        if let Some(problem) = problem(&source, &output) {
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            problems
                .push(format!("{name}, seed {seed}: {problem}; {:?}\n{out}{err}", output.status));
        }
    }
    problems
}

#[test]
fn programs_do_what_they_should() {
    let scratch = Scratch::new("programs");
    let problems = in_parallel(&programs(&own_program("")), |path| {
        check_program(&scratch, path, |source, output| {
            let printed = text(&output.stdout);
            let expected = annotations(source, "expect");
            let lines: Vec<&str> = printed.lines().collect();
            if output.status != Some(0) || lines.last() != Some(&"OK") {
                return Some("failed".to_string());
            }
            (!expected.is_empty() && lines != expected)
                .then(|| "printed something else".to_string())
        })
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Checks that the simulator stops all programs of a folder with this exit code, and says what their comments want.
fn all_are_stopped(folder: &str, exit_code: i32) {
    let scratch = Scratch::new(folder);
    let problems = in_parallel(&programs(&own_program(folder)), |path| {
        check_program(&scratch, path, |source, output| {
            let said = text(&output.stderr);
            let missing =
                annotations(source, "message").into_iter().find(|m| !said.contains(m.as_str()));
            match missing {
                _ if output.status != Some(exit_code) => Some("was not stopped".to_string()),
                Some(message) => Some(format!("does not say: {message}")),
                None => None,
            }
        })
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn faults_are_caught_and_explained() {
    all_are_stopped("faults", FAULT_EXIT_CODE);
}

#[test]
fn what_the_simulator_lacks_is_named() {
    all_are_stopped("unsupported", UNSUPPORTED_EXIT_CODE);
}

#[test]
fn several_units_in_several_languages() {
    let scratch = Scratch::new("units");
    let sources: Vec<PathBuf> = ["main.cu", "other.cu", "plain.cpp", "legacy.c"]
        .iter()
        .map(|f| own_program("units").join(f))
        .collect();
    let exe = build_program(&scratch, "units", &sources).unwrap_or_else(|e| panic!("{e}"));
    for seed in 0..8 {
        let output = sim::run(&exe, &[] as &[&str], seed, TIMEOUT).expect("the program starts");
        assert_eq!(
            (output.status, text(&output.stdout).as_str()),
            (Some(0), "OK\n"),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn compiler_errors_name_the_line_of_the_source() {
    let scratch = Scratch::new("errors");
    let source = scratch.path("wrong.cu");
    fs::write(&source, "__global__ void k(int *p)\n{\n    *p = 1;\n}\nint main()\n{\n    k<<<1,\n        1>>>(3.5);\n}\n").expect("a file");
    match build_program(&scratch, "wrong", &[source]) {
        Err(sim::BuildError::Compiler { message, .. }) => {
            assert!(message.contains("wrong.cu:8:"), "{message}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_that_hangs_is_ended() {
    let scratch = Scratch::new("hang");
    let source = scratch.path("hang.cu");
    fs::write(&source, "int main() { puts(\"started\"); fflush(stdout); for (;;) {} }")
        .expect("a file");
    let exe = build_program(&scratch, "hang", &[source]).unwrap_or_else(|e| panic!("{e}"));
    let output = sim::run(&exe, &[] as &[&str], 0, std::time::Duration::from_millis(300))
        .expect("the program starts");
    assert!(output.timed_out);
    assert_eq!(text(&output.stdout), "started\n");
}

#[test]
fn comparison_tells_a_wrong_rewrite_from_an_unstable_original() {
    let scratch = Scratch::new("compare");
    let source = own_program("racy").join("missing_stream_wait.cu");
    let (right, wrong) = (scratch.path("right"), scratch.path("wrong"));
    let build = |exe: &Path, flags: &[String]| {
        sim::build(std::slice::from_ref(&source), &[], exe, flags)
            .unwrap_or_else(|e| panic!("{e}"));
    };
    build(&right, &["-DFIXED".to_string()]);
    build(&wrong, &[]);
    let options = CompareOptions { timeout: TIMEOUT, jobs: 2, ..CompareOptions::default() };
    let compare = |a: &Path, b: &Path| {
        sim::compare(a, b, &[] as &[&str], &options).expect("the programs start")
    };
    assert!(compare(&right, &right).equal());
    let caught = compare(&right, &wrong);
    assert!(caught.original.is_empty() && !caught.rewritten.is_empty());
    assert!(!compare(&wrong, &right).original.is_empty());
}

/// The order in which a program's operations were carried out.
fn order_of_operations(scratch: &Scratch, exe: &Path, seed: u64) -> Vec<String> {
    let trace = scratch.path("order.jsonl");
    let options =
        RunOptions { seed, trace: Some(trace.clone()), timeout: TIMEOUT, ..RunOptions::default() };
    run_with(exe, &[] as &[&str], &options).expect("the program starts");
    let text = fs::read_to_string(&trace).expect("a trace");
    let number = |line: &str| line.split(',').next().unwrap_or_default().to_string();
    text.lines().map(number).collect()
}

#[test]
fn a_seed_says_all() {
    let scratch = Scratch::new("seed");
    let exe =
        build_program(&scratch, "rotation", &[own_program("racy").join("buffer_rotation.cu")])
            .unwrap_or_else(|e| panic!("{e}"));
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let order = order_of_operations(&scratch, &exe, seed);
        assert_eq!(order, order_of_operations(&scratch, &exe, seed), "seed {seed}");
        orders.insert(order);
    }
    assert!(orders.len() > 15, "only {} different orders", orders.len());
}

#[test]
fn a_trace_lists_the_operations() {
    let scratch = Scratch::new("trace");
    let exe = build_program(&scratch, "copies", &[own_program("copies.cu")])
        .unwrap_or_else(|e| panic!("{e}"));
    let trace = scratch.path("trace.jsonl");
    let options =
        RunOptions { trace: Some(trace.clone()), timeout: TIMEOUT, ..RunOptions::default() };
    run_with(&exe, &[] as &[&str], &options).expect("the program starts");
    let lines = fs::read_to_string(&trace).expect("a trace");
    assert!(lines.lines().all(|l| l.starts_with("{\"op\": ") && l.ends_with('}')), "{lines}");
    for what in [
        "\"kind\": \"kernel\", \"name\": \"use_symbols\"",
        "\"direction\": \"upload\"",
        "\"kind\": \"set\"",
    ] {
        assert!(lines.contains(what), "{what}\n{lines}");
    }
}
