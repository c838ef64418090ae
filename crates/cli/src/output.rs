//! Where results go.

use crate::args::TransformArgs;
use std::path::{Component, Path, PathBuf};

/// What to do with a result.
pub enum Target {
    File(PathBuf),
    Diff,
    Stdout,
}

/// The target of an input.
///
/// # Errors
/// When the options do not fit the input.
pub fn target(args: &TransformArgs, input: &Path) -> Result<Target, String> {
    if args.in_place {
        return Ok(Target::File(input.to_owned()));
    }
    if args.diff {
        return Ok(Target::Diff);
    }
    if let Some(output) = &args.output {
        if same_file(output, input) {
            let input = input.display();
            return Err(format!("{input}: output and input are the same file; use --in-place if that is what you want"));
        }
        return Ok(Target::File(output.clone()));
    }
    if let Some(root) = &args.out_root {
        let below = relative(input);
        let output = root.join(below);
        if same_file(&output, input) {
            let input = input.display();
            return Err(format!("{input}: --out-root leads back to the input; use --in-place if that is what you want"));
        }
        return Ok(Target::File(output));
    }
    Ok(Target::Stdout)
}

/// Whether two paths lead to one file.
pub fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// The path of an input below an output directory: without root and `..`.
fn relative(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let inside = here.as_ref().and_then(|h| path.strip_prefix(h).ok()).unwrap_or(path);
    inside.components().filter(|c| matches!(c, Component::Normal(_))).collect()
}

/// Writes a result whole or not at all. A file that has these bytes already is not touched.
///
/// # Errors
/// Says what stands in the way.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
    if is_file && std::fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent)
            .map_err(|e| format!("{}: cannot make its folder: {e}", path.display()))?;
    }
    edit::write_atomically(path, bytes).map_err(|e| e.to_string())
}
