//! Lists the runtime's C++ headers, so that they can be embedded and a new one needs no entry anywhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .ok_or_else(|| io::Error::other("not run by cargo"))?;
    let out = std::env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("not run by cargo"))?;
    let root = Path::new(&manifest).join("runtime");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut text =
        String::from("/// The runtime's files: path below the include folder, and contents.\n");
    text.push_str("pub const RUNTIME_FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?;
        text.push_str(&format!("    ({:?}, include_str!({:?})),\n", name, file));
    }
    text.push_str("];\n");
    fs::write(Path::new(&out).join("runtime_files.rs"), text)?;
    println!("cargo:rerun-if-changed=runtime");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "h" || e == "cpp") {
            files.push(path);
        }
    }
    Ok(())
}
