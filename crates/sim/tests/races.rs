//! Programs with one missing wait each (`tests/programs/racy`): some seed must show it. Without the fault (`-DFIXED`) no seed may
//! show anything.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use common::{in_parallel, own_program, text, Scratch, TIMEOUT};

const SEEDS: u64 = 20;

/// What the program does under each seed, as groups of seeds with the same outcome.
fn outcomes(
    scratch: &Scratch,
    source: &PathBuf,
    name: &str,
    flags: &[String],
) -> BTreeMap<String, Vec<u64>> {
    let exe = scratch.path(name);
    sim::build(std::slice::from_ref(source), &[], &exe, flags)
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut groups: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for seed in 0..SEEDS {
        let output = sim::run(&exe, &[] as &[&str], seed, TIMEOUT).expect("the program starts");
        let key = format!("exit {:?}: {}", output.status, text(&output.stdout).replace('\n', " "));
        groups.entry(key).or_default().push(seed);
    }
    groups
}

#[test]
fn missing_waits_show_and_fixed_programs_are_stable() {
    let scratch = Scratch::new("races");
    let mut sources: Vec<PathBuf> = fs::read_dir(own_program("racy"))
        .expect("the programs")
        .map(|e| e.expect("an entry").path())
        .collect();
    sources.retain(|p| p.extension().is_some_and(|e| e == "cu"));
    sources.sort();
    assert!(!sources.is_empty());
    let problems = in_parallel(&sources, |source| {
        let name = source.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let racy = outcomes(&scratch, source, &name, &[]);
        let fixed = outcomes(&scratch, source, &format!("{name}.fixed"), &["-DFIXED".to_string()]);
        let mut problems = Vec::new();
        let correct = fixed.keys().next().cloned().unwrap_or_default();
        if fixed.len() != 1 || !correct.starts_with("exit Some(0)") {
            problems.push(format!("{name}: the fixed program is not stable: {fixed:?}"));
        }
        let right = racy.get(&correct).map_or(0, Vec::len);
        println!("{name}: caught by {} of {SEEDS} seeds", SEEDS as usize - right);
        if racy.keys().all(|outcome| *outcome == correct) {
            problems.push(format!("{name}: no seed shows the fault: {racy:?}"));
        }
        problems
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
