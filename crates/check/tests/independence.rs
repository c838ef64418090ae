//! The checker shares nothing with the rewriter beyond the front end, the model and the effects.

use std::collections::BTreeSet;
use std::process::Command;

/// What the rewriter is made of, and what runs rewritten programs.
const FORBIDDEN: [&str; 5] = ["cra", "dfsa", "transform", "sim", "edit"];

/// The crates of the workspace that a crate is built from, itself included, as `cargo tree` lists them.
fn built_from(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(["tree", "--offline", "-e", "normal", "--prefix", "none", "-p", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let names = text.lines().filter_map(|line| line.split_whitespace().next());
    names.filter_map(|name| name.strip_prefix("streamalloc-")).map(str::to_owned).collect()
}

#[test]
fn nothing_of_the_rewriter_is_used() {
    let used = built_from("streamalloc-check");
    assert!(used.contains("effects"), "{used:?}");
    let shared: Vec<&str> = FORBIDDEN.into_iter().filter(|name| used.contains(*name)).collect();
    assert!(shared.is_empty(), "depends on {shared:?}");
}
