//! What git knows of files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many names a message lists.
const MOST_NAMES: usize = 5;

/// Why these files must not be overwritten: in the trees they belong to something is not committed, or one of them is not
/// known to git yet. Files outside of git trees are nobody's business here.
pub fn uncommitted(files: &[&Path]) -> Option<String> {
    let folders: BTreeSet<PathBuf> = files.iter().map(|file| folder_of(file)).collect();
    let trees: BTreeSet<String> = folders.iter().filter_map(|f| tree_of(f)).collect();
    let changed = trees.iter().flat_map(|tree| changes(Path::new(tree), &["--untracked-files=no"]));
    let mut names: Vec<String> = changed.collect();
    for file in files {
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else { continue };
        let unknown = changes(&folder_of(file), &["--untracked-files=all", "--", name]);
        names.extend(unknown.into_iter().filter(|line| line.starts_with("??")));
    }
    if names.is_empty() {
        return None;
    }
    let total = names.len();
    // Lines of `git status` begin with two letters and a blank.
    let mut list: Vec<String> = names
        .iter()
        .take(MOST_NAMES)
        .map(|line| line.get(3..).unwrap_or(line).to_owned())
        .collect();
    if total > MOST_NAMES {
        list.push(format!("{} more", total - MOST_NAMES));
    }
    Some(format!("uncommitted changes ({}); commit them, or pass --allow-dirty", list.join(", ")))
}

/// The name by which patches call a file: its path from the top of its git tree; outside of git, from the current folder.
pub fn name_for_patch(file: &Path) -> PathBuf {
    let Some(name) = file.file_name() else { return file.to_owned() };
    match ask(&folder_of(file), &["rev-parse", "--show-prefix"]) {
        Some(prefix) => Path::new(prefix.trim_end_matches('\n')).join(name),
        None => {
            let Ok(here) = std::env::current_dir() else { return file.to_owned() };
            let whole = crate::project::absolute(file, &here);
            whole.strip_prefix(&here).map(Path::to_owned).unwrap_or(whole)
        }
    }
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

fn tree_of(folder: &Path) -> Option<String> {
    ask(folder, &["rev-parse", "--show-toplevel"]).map(|top| top.trim_end_matches('\n').to_owned())
}

/// Lines of `git status`.
fn changes(folder: &Path, options: &[&str]) -> Vec<String> {
    let arguments = [&["status", "--porcelain"], options].concat();
    let lines = ask(folder, &arguments).unwrap_or_default();
    lines.lines().map(str::to_owned).collect()
}

/// What git says; nothing where there is no git, or the folder is in no tree.
fn ask(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
