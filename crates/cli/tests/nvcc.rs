//! What is written compiles with the real compiler: `STREAMALLOC_CUDA` names the folder of a toolkit,
//! or of the parts of one, with `bin/nvcc`. No GPU is needed.

mod common;

use common::{benchmark, check_all, finish, folder, name, programs, rewrite};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

fn nvcc() -> Option<PathBuf> {
    let folder = std::env::var_os("STREAMALLOC_CUDA").map(PathBuf::from);
    let nvcc = folder.unwrap_or_default().join("bin/nvcc");
    let found = nvcc.is_file().then_some(nvcc);
    if found.is_none() {
        eprintln!("no bin/nvcc in STREAMALLOC_CUDA: skipped");
    }
    found
}

/// Host and device code are compiled, up to PTX. Diagnostic 546, an error here, is that of a jump past
/// a variable's initialiser, which nvcc otherwise only warns of.
fn compile(nvcc: &Path, source: &Path, include: &Path) -> Result<(), String> {
    let mut command = Command::new(nvcc);
    command.args(["-std=c++17", "-arch=sm_90", "-ptx", "-diag-error", "546", "-I"]).arg(include);
    let done = finish(command.arg(source).args(["-o", "/dev/null"]), TIMEOUT);
    match done.status {
        Some(0) => Ok(()),
        _ => Err(format!("{}{}", String::from_utf8_lossy(&done.stdout), done.stderr)),
    }
}

#[test]
fn outputs_compile() {
    let Some(nvcc) = nvcc() else { return };
    let mut all = programs(&folder("soundness"));
    all.extend(common::cases().iter().flat_map(|folder| programs(folder)));
    // Thrust is not part of the embedded declarations.
    all.retain(|program| !program.ends_with("thrust_mix.cu"));
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&all, |program| compile_rewritten(&nvcc, program, work.path()));
}

fn compile_rewritten(nvcc: &Path, program: &Path, work: &Path) -> Result<(), String> {
    let output = work.join(format!("{}.cu", name(program)));
    std::fs::write(&output, rewrite(program, &[])?).map_err(|e| e.to_string())?;
    compile(nvcc, &output, program.parent().unwrap_or(Path::new(".")))
}

#[test]
fn benchmark_programs_compile() {
    let Some(nvcc) = nvcc() else { return };
    let (originals, experts) = (benchmark("programs"), benchmark("expert"));
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&originals), |program| {
        compile(&nvcc, program, &originals)?;
        compile_rewritten(&nvcc, program, work.path())
    });
    let mut by_hand = programs(&experts);
    by_hand.extend(programs(&benchmark("runner")));
    check_all(&by_hand, |program| compile(&nvcc, program, &experts));
}
