//! Programs whose accesses must all be in the facts: those that were once rewritten wrongly, and the semantic cases.

use oracle::{compare, Comparison, Failure, Lab, Program};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Programs handled at a time.
const WORKERS: usize = 2;

/// Stack of the analysis, which walks deeply nested source recursively.
const STACK: usize = 1 << 28;

/// Programs that need a library or a header that the simulator does not have.
const LEFT_OUT: &[&str] = &["thrust_mix"];

/// What is known to be missing: a program, and what its findings must have in common.
const KNOWN: &[(&str, &str)] = &[
    // Arithmetic of time points has no row.
    ("timed_region", "reads t"),
    // An argument of class type that is handed to the library by value.
    ("exception_ptr", "reads e"),
    // What `readdir` returns lies in what `opendir` has allocated; it is known as memory of the library.
    ("upload_of_directory_entry", "memory allocated in line 20"),
];

/// Of the programs in the folder of the soundness tests, the share that is tried in every run: one in this many.
const SHARE: usize = 10;

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .filter(|path| !LEFT_OUT.contains(&name(path).as_str()))
        .collect();
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn observed(lab: &Lab, path: &Path) -> Result<Comparison, Failure> {
    let mut program = Program::analyze(&lab.frontend, path)?;
    let built = lab.build(&program)?;
    let run = lab.run(&built, &[], 0)?;
    Ok(compare(&mut program, &built, &run))
}

/// Findings that are not known, and failures.
fn problems(lab: &Lab, path: &Path) -> Vec<String> {
    let comparison = match observed(lab, path) {
        Ok(comparison) => comparison,
        Err(failure) => return vec![format!("{}: {failure}", path.display())],
    };
    let known = KNOWN.iter().find(|(program, _)| *program == name(path));
    let texts = comparison.findings.iter().map(|f| format!("{}:{f}", path.display()));
    let mut found: Vec<String> =
        texts.filter(|text| known.is_none_or(|(_, part)| !text.contains(part))).collect();
    if comparison.checked == 0 {
        found.push(format!("{}: nothing was checked", path.display()));
    }
    found
}

fn check_all(programs: &[PathBuf]) {
    let lab = Lab::new().expect("a lab");
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            let work = || {
                while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let problems = problems(&lab, path);
                    found.lock().expect("no worker panics").extend(problems);
                }
            };
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let found = found.into_inner().expect("no worker panics");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn soundness() -> Vec<PathBuf> {
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/soundness"))
}

#[test]
fn some_programs_that_were_once_wrong() {
    check_all(&soundness().into_iter().step_by(SHARE).collect::<Vec<_>>());
}

#[test]
#[ignore = "takes minutes: `make oracle`"]
fn programs_that_were_once_wrong() {
    check_all(&soundness());
}

#[test]
fn cases() {
    let named = std::env::var_os("STREAMALLOC_CASES").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    match named.or(Some(beside)).filter(|p| p.is_dir()) {
        Some(folder) => check_all(&programs(&folder)),
        None => eprintln!("no cases beside the repository, nor in STREAMALLOC_CASES: skipped"),
    }
}
