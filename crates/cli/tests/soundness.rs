//! Programs whose rewriting was once wrong, or that once could not be analysed: each states its
//! trap and what must hold, and agrees with its rewriting in the simulator under every seed.

mod common;

#[test]
fn rewritten_programs_agree_with_their_originals() {
    let work = tempfile::tempdir().expect("a temporary folder");
    let programs = common::programs(&common::folder("soundness"));
    common::check_all(&programs, |program| common::agrees_with_its_rewriting(program, work.path()));
}
