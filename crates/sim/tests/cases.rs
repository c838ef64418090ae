//! The project's semantic cases (correct programs, most of them synchronous) must behave the same under every seed.
//!
//! They lie outside the repository: `$STREAMALLOC_CASES`, else `../shared/cases` beside it. Without them there is nothing to test.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{build_program, in_parallel, text, Scratch, TIMEOUT};

/// Cases that need a library the simulator does not have.
const LEFT_OUT: &[&str] = &["thrust_mix"];

const SEEDS: u64 = 20;

fn folder() -> Option<PathBuf> {
    let folder = match std::env::var_os("STREAMALLOC_CASES") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
    };
    folder.is_dir().then_some(folder)
}

/// The sources of each case: `NAME.cu`, and `NAME_extern.*` if there is one.
fn cases(folder: &Path) -> Vec<(String, Vec<PathBuf>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    let stem =
        |p: &Path| p.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let is_main =
        |p: &Path| p.extension().is_some_and(|e| e == "cu") && !stem(p).ends_with("_extern");
    let mains = files.iter().filter(|p| is_main(p) && !LEFT_OUT.contains(&stem(p).as_str()));
    mains
        .map(|main| {
            let extra = format!("{}_extern", stem(main));
            let mut sources = vec![main.clone()];
            sources.extend(files.iter().filter(|p| stem(p) == extra).cloned());
            (stem(main), sources)
        })
        .collect()
}

#[test]
fn all_cases_are_the_same_under_every_seed() {
    let Some(folder) = folder() else {
        println!("skipped: there is no folder of cases; set STREAMALLOC_CASES");
        return;
    };
    let scratch = Scratch::new("cases");
    let problems = in_parallel(&cases(&folder), |(name, sources)| {
        let exe = match build_program(&scratch, name, sources) {
            Ok(exe) => exe,
            Err(error) => return vec![format!("{name}: {error}")],
        };
        let mut problems = Vec::new();
        let mut first = None;
        for seed in 0..SEEDS {
            let output = sim::run(&exe, &[] as &[&str], seed, TIMEOUT).expect("the program starts");
            let printed = text(&output.stdout);
            if output.status != Some(0) || printed.lines().last() != Some("OK") {
                problems.push(format!(
                    "{name}, seed {seed}: {:?}\n{printed}{}",
                    output.status,
                    text(&output.stderr)
                ));
            }
            // Codes and texts of errors are part of the output, so that this compares them too.
            let expected = first.get_or_insert_with(|| printed.clone());
            if *expected != printed {
                problems.push(format!("{name}, seed {seed}: not as under seed 0\n{printed}"));
            }
        }
        problems
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
