//! The semantic cases: every program is rewritten, and original and rewritten program agree in the
//! simulator under every seed.

use lower::frontend::{Frontend, FrontendConfig};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seeds of the adversarial device.
const SEEDS: u64 = 20;
const TIMEOUT: Duration = Duration::from_secs(20);

/// The folder with the cases: beside the repository, or where the environment says.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("STREAMALLOC_CASES").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    named.or(Some(beside)).filter(|p| p.is_dir())
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let wanted = std::env::var("STREAMALLOC_ONLY").unwrap_or_default();
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .filter(|p| p.to_string_lossy().contains(&wanted))
        .collect();
    found.sort();
    found
}

fn frontend() -> Frontend {
    let config = FrontendConfig { embedded_only: true, reparse: true, ..FrontendConfig::default() };
    Frontend::new(config).expect("a libclang of LLVM 17 or newer with its headers")
}

/// What is wrong with the rewriting of one program, if anything.
fn check(frontend: &Frontend, program: &Path, work: &Path) -> Result<(), String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut analysis = streamalloc::pipeline::analyze(frontend, program, 8).map_err(|e| e.to_string())?;
    let output = analysis.rewrite(program).map_err(|e| e.to_string())?;
    let rewritten = work.join(format!("{name}.cu"));
    std::fs::write(&rewritten, output).map_err(|e| e.to_string())?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let part = folder.join(format!("{name}_extern.cpp"));
    let parts: Vec<PathBuf> = part.is_file().then_some(part).into_iter().collect();
    let mut executables = Vec::new();
    for (side, source) in [("original", program.to_path_buf()), ("rewritten", rewritten)] {
        let exe = work.join(format!("{name}.{side}"));
        let sources: Vec<PathBuf> = std::iter::once(source).chain(parts.clone()).collect();
        sim::build(&sources, &[folder.to_path_buf()], &exe, &[]).map_err(|e| format!("{side}: {e}"))?;
        executables.push(exe);
    }
    let reference = sim::run::<&str>(&executables[0], &[], 0, TIMEOUT).map_err(|e| e.to_string())?;
    for seed in 0..SEEDS {
        let got = sim::run::<&str>(&executables[1], &[], seed, TIMEOUT).map_err(|e| e.to_string())?;
        if !got.agrees_with(&reference) {
            let text = String::from_utf8_lossy(&got.stdout).into_owned();
            let error = String::from_utf8_lossy(&got.stderr).into_owned();
            return Err(format!("seed {seed}: {:?}\n{text}{error}", got.status));
        }
    }
    Ok(())
}

#[test]
fn rewritten_programs_agree_with_their_originals() {
    let Some(folder) = folder() else {
        eprintln!("no cases beside the repository: skipped");
        return;
    };
    let work = tempfile::tempdir().expect("a temporary folder");
    let frontend = frontend();
    let mut failures = Vec::new();
    for program in programs(&folder) {
        // Thrust is not part of the embedded declarations, nor of the simulator.
        if program.ends_with("thrust_mix.cu") {
            continue;
        }
        if let Err(what) = check(&frontend, &program, work.path()) {
            failures.push(format!("{}: {what}", program.display()));
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n\n"));
}
