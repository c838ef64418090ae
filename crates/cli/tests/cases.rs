//! The semantic cases: every program is rewritten, and original and rewritten program agree in the
//! simulator under every seed.

mod common;

use common::{agrees_with_its_rewriting, cases, check_all, programs};

/// Seeds of the adversarial device.
const SEEDS: u64 = 50;

#[test]
fn rewritten_programs_agree_with_their_originals() {
    let Some(folder) = cases() else { return };
    let work = tempfile::tempdir().expect("a temporary folder");
    let mut programs = programs(&folder);
    // Thrust is not part of the embedded declarations, nor of the simulator.
    programs.retain(|program| !program.ends_with("thrust_mix.cu"));
    check_all(&programs, |program| {
        agrees_with_its_rewriting(program, &[], work.path(), SEEDS).map(|_| ())
    });
}
