//! The benchmark programs of `bench/`, at their small size, in the simulator: what is measured on a GPU are programs
//! that do the same. The tests of the runner are in `bench/tests/`.

mod common;

use common::{agrees_with, agrees_with_its_rewriting, benchmark, check_all, name, programs};

const SMALL: &[&str] = &["small"];
/// Every seed runs a program that takes long for a simulated one.
const SEEDS: u64 = 4;
/// What takes too long in the simulator at the default size.
const LONG: &[&str] = &["batched_loop", "host_reference", "image_pipeline", "stencil"];

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

/// The parts, threads and page-locked blocks of a version by hand come with larger sizes.
#[test]
fn programs_agree_with_their_versions_by_hand_at_the_default_size() {
    let work = tempfile::tempdir().expect("a temporary folder");
    let mut experts = programs(&benchmark("expert"));
    experts.retain(|expert| !LONG.contains(&name(expert).as_str()));
    check_all(&experts, |expert| {
        let original = benchmark("programs").join(format!("{}.cu", name(expert)));
        agrees_with(&original, expert, &["default"], work.path(), 1)
    });
}
