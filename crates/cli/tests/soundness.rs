//! Programs whose rewriting was once wrong, or that once could not be analysed: each states its
//! trap and what must hold, and agrees with its rewriting in the simulator under every seed.
//!
//! A trap is no trap where nothing is in flight, so every program must be rewritten, unless a line
//! `// left alone: …` says why it is not.

mod common;

use common::{agrees_with_its_rewriting, check_all, directive, folder, programs, rewrite, SEEDS};

#[test]
fn rewritten_programs_agree_with_their_originals() {
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&folder("soundness")), |program| {
        let rewritten = agrees_with_its_rewriting(program, &[], work.path(), SEEDS)?;
        let source = std::fs::read(program).map_err(|e| e.to_string())?;
        match rewritten || directive(&source, "left alone:").is_some() {
            true => Ok(()),
            false => Err("nothing was rewritten: its trap is not tried".to_owned()),
        }
    });
}

/// Tables that are walked in the order of their hashes would give another output in each run.
#[test]
fn outputs_do_not_depend_on_the_run() {
    let program = folder("soundness").join("planning_settles.cu");
    let outputs: Vec<Vec<u8>> =
        (0..4).map(|_| rewrite(&program, &[]).expect("rewritten")).collect();
    assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]));
}
