//! The semantic cases: every program is rewritten, and original and rewritten program agree in the
//! simulator under every seed.

mod common;

#[test]
fn rewritten_programs_agree_with_their_originals() {
    let Some(folder) = common::cases() else { return };
    let work = tempfile::tempdir().expect("a temporary folder");
    let mut programs = common::programs(&folder);
    // Thrust is not part of the embedded declarations, nor of the simulator.
    programs.retain(|program| !program.ends_with("thrust_mix.cu"));
    common::check_all(&programs, |program| common::agrees_with_its_rewriting(program, work.path()));
}
