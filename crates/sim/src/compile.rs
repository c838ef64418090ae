//! Sources → executable, with g++ and the embedded runtime.

use std::collections::hash_map::DefaultHasher;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::translate::translate;
use crate::work_dir::WorkDir;

include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// How every unit is compiled. `printf` must stay a call, since the runtime replaces the function.
const COMPILE_FLAGS: &[&str] =
    &["-std=c++17", "-O1", "-w", "-pthread", "-fno-builtin-printf", "-U_FORTIFY_SOURCE"];

/// What nvcc defines, except `__CUDA_ARCH__`: like its host pass.
const CUDA_DEFINES: &[&str] = &[
    "-D__CUDACC__=1",
    "-D__NVCC__=1",
    "-D__CUDACC_VER_MAJOR__=13",
    "-D__CUDACC_VER_MINOR__=0",
    "-D__CUDACC_VER_BUILD__=0",
    "-D__CUDACC_EXTENDED_LAMBDA__=1",
];

/// Why a program could not be built.
#[derive(Debug)]
pub enum BuildError {
    /// A file or process could not be used; says what was tried.
    Io(String, io::Error),
    /// The compiler refused the program.
    Compiler {
        /// The command, for the report.
        command: String,
        /// What the compiler said; lines are those of the sources given.
        message: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Io(what, error) => write!(f, "{what}: {error}"),
            BuildError::Compiler { command, message } => {
                write!(f, "the compiler failed\n{command}\n{message}")
            }
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BuildError::Io(_, error) => Some(error),
            BuildError::Compiler { .. } => None,
        }
    }
}

/// What is added to a program so that somebody can watch it run.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    /// Further flags for compiling the program's sources; they come last.
    pub compile_flags: Vec<String>,
    /// Flags for the linker.
    pub link_flags: Vec<String>,
    /// Objects to link; they may define the functions of `runtime/streamalloc_sim/impl/observe.h`.
    pub objects: Vec<PathBuf>,
}

/// Builds an executable from CUDA (`.cu`, translated), C++ and C sources (compiled as they are, against the same runtime).
/// `flags` go to every compilation and to the linker.
///
/// The runtime is compiled once per version and compiler and kept in a cache folder: `$STREAMALLOC_CACHE`, else
/// `$XDG_CACHE_HOME/streamalloc`, `~/.cache/streamalloc`, or the system's temporary folder. `$STREAMALLOC_CXX` names another
/// compiler than `g++`.
///
/// # Errors
/// When the compiler refuses a source or cannot be run, or files cannot be written.
pub fn build(
    sources: &[PathBuf],
    include_dirs: &[PathBuf],
    out: &Path,
    flags: &[String],
) -> Result<(), BuildError> {
    let runtime = runtime()?;
    let work = work_dir()?;
    let mut link = compiler(&runtime.include);
    include(&mut link, include_dirs);
    link.args(flags);
    for (i, source) in sources.iter().enumerate() {
        let (language, text) = compilable(&runtime, &work, i, source, include_dirs, flags)?;
        link.arg("-x").arg(language).arg(text);
    }
    link.arg("-x").arg("none").arg(&runtime.object).arg("-o").arg(out);
    link.args(flags.iter().filter(|f| is_for_linker(f)));
    execute(&mut link)
}

/// Like [`build`], for a program that is watched: its sources are compiled with the observer's flags, the runtime is not.
///
/// # Errors
/// Like [`build`].
pub fn build_observed(
    sources: &[PathBuf],
    include_dirs: &[PathBuf],
    out: &Path,
    flags: &[String],
    observer: &Observer,
) -> Result<(), BuildError> {
    let runtime = runtime()?;
    let work = work_dir()?;
    let mut link = compiler(&runtime.include);
    for (i, source) in sources.iter().enumerate() {
        let (language, text) = compilable(&runtime, &work, i, source, include_dirs, flags)?;
        let object = work.path().join(format!("{i}.o"));
        let mut compile = compiler(&runtime.include);
        include(&mut compile, include_dirs);
        compile.args(flags.iter().filter(|f| !is_for_linker(f))).args(&observer.compile_flags);
        compile.arg("-c").arg("-x").arg(language).arg(text).arg("-o").arg(&object);
        execute(&mut compile)?;
        link.arg(object);
    }
    link.args(&observer.objects).arg(&runtime.object).arg("-o").arg(out);
    link.args(flags.iter().filter(|f| is_for_linker(f))).args(&observer.link_flags);
    execute(&mut link)
}

fn work_dir() -> Result<WorkDir, BuildError> {
    WorkDir::new()
        .map_err(|e| BuildError::Io("preparing a folder for intermediate files".to_owned(), e))
}

fn is_for_linker(flag: &str) -> bool {
    flag.starts_with("-l") || flag.starts_with("-L")
}

/// The language and the text that the compiler is given for a source.
fn compilable(
    runtime: &Runtime,
    work: &WorkDir,
    number: usize,
    source: &Path,
    include_dirs: &[PathBuf],
    flags: &[String],
) -> Result<(&'static str, PathBuf), BuildError> {
    Ok(match source.extension().and_then(OsStr::to_str) {
        Some("cu") => {
            let unit = work.path().join(format!("{number}.ii"));
            translate_unit(runtime, source, &unit, include_dirs, flags)?;
            ("c++-cpp-output", unit)
        }
        Some("c") => ("c", source.to_owned()),
        _ => ("c++", source.to_owned()),
    })
}

/// Preprocesses a `.cu` file, as nvcc does with the runtime header first, and translates the result.
fn translate_unit(
    runtime: &Runtime,
    source: &Path,
    unit: &Path,
    include_dirs: &[PathBuf],
    flags: &[String],
) -> Result<(), BuildError> {
    let mut preprocess = compiler(&runtime.include);
    preprocess.args(CUDA_DEFINES).args(["-include", "cuda_runtime.h"]);
    include(&mut preprocess, include_dirs);
    preprocess.args(flags.iter().filter(|f| !is_for_linker(f)));
    preprocess.args(["-E", "-x", "c++"]).arg(source).arg("-o").arg(unit);
    execute(&mut preprocess)?;
    let text = fs::read(unit).map_err(|e| io_error("reading", unit, e))?;
    fs::write(unit, translate(&text)).map_err(|e| io_error("writing", unit, e))
}

/// The compiled runtime.
struct Runtime {
    include: PathBuf,
    object: PathBuf,
}

/// Finds the runtime in the cache, or puts it there.
fn runtime() -> Result<Runtime, BuildError> {
    // One build at a time in this process; processes that race each make a copy, and one of the copies stays.
    static BUILDING: Mutex<()> = Mutex::new(());
    let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = cache_root().join(format!("sim-{:016x}", runtime_key()?));
    let ready = |folder: &Path| Runtime {
        include: folder.join("include"),
        object: folder.join("runtime.o"),
    };
    if folder.is_dir() {
        return Ok(ready(&folder));
    }
    let draft = folder.with_extension(format!("{}.tmp", std::process::id()));
    let new = ready(&draft);
    for (name, text) in RUNTIME_FILES {
        let path = new.include.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| io_error("creating", parent, e))?;
        }
        fs::write(&path, text).map_err(|e| io_error("writing", &path, e))?;
    }
    let mut compile = compiler(&new.include);
    compile
        .arg("-c")
        .arg(new.include.join("streamalloc_sim/runtime.cpp"))
        .arg("-o")
        .arg(&new.object);
    execute(&mut compile)?;
    if let Err(error) = fs::rename(&draft, &folder) {
        // Another process was faster, or the cache is not usable.
        let _ = fs::remove_dir_all(&draft);
        if !folder.is_dir() {
            return Err(io_error("creating", &folder, error));
        }
    }
    Ok(ready(&folder))
}

/// Changes whenever the compiled runtime would.
fn runtime_key() -> Result<u64, BuildError> {
    let mut hasher = DefaultHasher::new();
    RUNTIME_FILES.hash(&mut hasher);
    COMPILE_FLAGS.hash(&mut hasher);
    let name = compiler_name();
    let version = Command::new(&name)
        .arg("-v")
        .output()
        .map_err(|e| io_error("running", Path::new(&name), e))?;
    version.stderr.hash(&mut hasher);
    Ok(hasher.finish())
}

fn cache_root() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    variable("STREAMALLOC_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|p| p.join("streamalloc")))
        .or_else(|| variable("HOME").map(|p| p.join(".cache/streamalloc")))
        .unwrap_or_else(|| std::env::temp_dir().join("streamalloc"))
}

fn compiler_name() -> OsString {
    std::env::var_os("STREAMALLOC_CXX").filter(|v| !v.is_empty()).unwrap_or_else(|| "g++".into())
}

/// A compiler command that sees the runtime's headers before all others.
fn compiler(include: &Path) -> Command {
    let mut command = Command::new(compiler_name());
    command.args(COMPILE_FLAGS).arg("-I").arg(include);
    command
}

fn include(command: &mut Command, dirs: &[PathBuf]) {
    for dir in dirs {
        command.arg("-I").arg(dir);
    }
}

fn execute(command: &mut Command) -> Result<(), BuildError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| io_error("running", Path::new(command.get_program()), e))?;
    if output.status.success() {
        return Ok(());
    }
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|a| a.to_string_lossy().into_owned()));
    Err(BuildError::Compiler {
        command: words.join(" "),
        message: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

fn io_error(verb: &str, path: &Path, error: io::Error) -> BuildError {
    BuildError::Io(format!("{verb} {}", path.display()), error)
}
