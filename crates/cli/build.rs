//! Tells the program from which commit it is built, for `--version`.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    println!("cargo::rerun-if-changed=build.rs");
    for name in ["HEAD", "index"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    let changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|s| !s.is_empty());
    let commit = match (commit, changed) {
        (Some(commit), true) => format!("commit {commit} with changes"),
        (Some(commit), false) => format!("commit {commit}"),
        (None, _) => "no commit known".to_owned(),
    };
    let target = std::env::var("TARGET").unwrap_or_default();
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=STREAMALLOC_BUILD={commit}, {target}, {profile}");
}
