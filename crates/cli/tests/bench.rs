//! The benchmark programs of `bench/`, at their small size, in the simulator: what is measured on a GPU are programs
//! that do the same. The runner has tests of its own.

mod common;

use common::{agrees_with, agrees_with_its_rewriting, benchmark, check_all, finish, name, programs};
use std::process::Command;
use std::time::Duration;

const SMALL: &[&str] = &["small"];
/// Every seed runs a program that takes long for a simulated one.
const SEEDS: u64 = 4;

#[test]
fn programs_agree_with_their_rewritings() {
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&benchmark("programs")), |program| {
        agrees_with_its_rewriting(program, SMALL, work.path(), SEEDS).map(|_| ())
    });
}

#[test]
fn programs_agree_with_their_versions_by_hand() {
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&benchmark("expert")), |expert| {
        let original = benchmark("programs").join(format!("{}.cu", name(expert)));
        agrees_with(&original, expert, SMALL, work.path(), SEEDS)
    });
}

#[test]
fn the_runner_passes_its_tests() {
    let mut command = Command::new("python3");
    command.current_dir(benchmark(".")).args(["-m", "unittest", "discover", "-t", ".", "-s", "tests"]);
    let done = finish(&mut command, Duration::from_secs(120));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}
