//! Building programs that are observed, and running them.

use crate::debug::{code_range, positions, DebugError, Position, Variables, CLOSURE};
use crate::log::Log;
use crate::program::Program;
use lower::frontend::{Frontend, FrontendConfig, FrontendError};
use sim::{BuildError, Observer, Output, RunOptions};
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const OBSERVER: &[(&str, &str)] = &[
    ("layout.h", include_str!("../runtime/layout.h")),
    ("log.h", include_str!("../runtime/log.h")),
    ("observer.cpp", include_str!("../runtime/observer.cpp")),
    ("state.h", include_str!("../runtime/state.h")),
];

/// Functions of the C library whose calls by the program are observed.
const WRAPPED: &[&str] = &[
    "fread", "fwrite", "memcmp", "memcpy", "memmove", "memset", "puts", "read", "snprintf",
    "strcmp", "strcpy", "strlen", "strncpy", "write",
];

/// How observed programs are compiled: variables stay in their places, and functions that are called are.
const COMPILE_FLAGS: &[&str] = &[
    "-O0",
    "-g",
    "-gno-as-locview-support",
    "-fsanitize=thread",
    "-fno-omit-frame-pointer",
    "-fno-pie",
    "-fno-builtin",
    "-fstack-reuse=none",
    "-fno-elide-constructors",
];

/// For one run.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Why there is nothing to compare.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Frontend(#[from] FrontendError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Debug(#[from] DebugError),
    #[error("{0}: {1}")]
    Io(String, io::Error),
    #[error("the observer cannot be compiled\n{0}")]
    Observer(String),
    #[error("the program does not end by itself within {} s", TIMEOUT.as_secs())]
    NoEnd,
}

/// A folder to work in, the front end and the compiled observer.
pub struct Lab {
    pub frontend: Frontend,
    work: tempfile::TempDir,
    observer: PathBuf,
    count: AtomicUsize,
}

/// A program that can be run.
pub struct Built {
    executable: PathBuf,
    image: Vec<u8>,
    source: PathBuf,
    layout: PathBuf,
    /// The addresses of its instructions.
    code: Range<u64>,
    pub variables: Variables,
}

impl Built {
    /// Whether an instruction of the executable belongs to no function that is observed.
    pub fn is_internal(&self, pc: u64) -> bool {
        self.code.contains(&pc) && self.variables.function_at(pc).is_none()
    }
}

/// What a run did.
pub struct Run {
    pub log: Log,
    /// Of all instructions in the log, and where closures begin.
    pub positions: HashMap<u64, Vec<Position>>,
    pub output: Output,
}

impl Lab {
    /// Compiles the observer.
    ///
    /// # Errors
    /// Without libclang, a compiler or a folder for temporary files.
    pub fn new() -> Result<Lab, Failure> {
        let config = FrontendConfig { embedded_only: true, ..FrontendConfig::default() };
        let frontend = Frontend::new(config)?;
        let work = tempfile::tempdir().map_err(|e| Failure::Io("a temporary folder".into(), e))?;
        let observer = compile_observer(work.path())?;
        Ok(Lab { frontend, work, observer, count: AtomicUsize::new(0) })
    }

    /// Compiles a program so that it is observed. A source `NAME_extern.cpp` beside it belongs to it.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn build(&self, program: &Program) -> Result<Built, Failure> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let folder = self.work.path().join(number.to_string());
        std::fs::create_dir_all(&folder).map_err(|e| io(&folder, e))?;
        let name = program.path.file_name().unwrap_or_default();
        let source = folder.join(name);
        std::fs::write(&source, &program.split.text).map_err(|e| io(&source, e))?;
        let home = program.path.parent().filter(|p| !p.as_os_str().is_empty());
        let home = home.unwrap_or(Path::new("."));
        let mut stem = program.path.file_stem().unwrap_or_default().to_owned();
        stem.push("_extern.cpp");
        let second = home.join(stem);
        let mut sources = vec![source.clone()];
        sources.extend(Some(second).filter(|p| p.is_file()));
        let mut link_flags = vec!["-no-pie".to_owned()];
        link_flags.extend(WRAPPED.iter().map(|name| format!("-Wl,--wrap={name}")));
        let observer = Observer {
            compile_flags: COMPILE_FLAGS.iter().map(|f| (*f).to_owned()).collect(),
            link_flags,
            objects: vec![self.observer.clone()],
        };
        let executable = folder.join("program");
        sim::build_observed(&sources, &[home.to_owned()], &executable, &[], &observer)?;
        let image = std::fs::read(&executable).map_err(|e| io(&executable, e))?;
        let variables = Variables::of(&image, &source)?;
        let layout = folder.join("layout");
        std::fs::write(&layout, variables.layout()).map_err(|e| io(&layout, e))?;
        let code = code_range(&image)?;
        Ok(Built { executable, image, source, layout, code, variables })
    }

    /// Runs a program under one behaviour of the device.
    ///
    /// # Errors
    /// When it cannot be started or does not end.
    pub fn run(&self, built: &Built, arguments: &[String], seed: u64) -> Result<Run, Failure> {
        let path = built.executable.with_extension("log");
        let setting = |name: &str, path: &Path| (name.to_owned(), path.display().to_string());
        let settings = vec![
            ("SIM_SYNC_H2D".to_owned(), "complete".to_owned()),
            setting("STREAMALLOC_ORACLE_LOG", &path),
            setting("STREAMALLOC_ORACLE_LAYOUT", &built.layout),
        ];
        let options = RunOptions { seed, timeout: TIMEOUT, settings, ..RunOptions::default() };
        let output =
            sim::run_with(&built.executable, arguments, &options).map_err(|e| io(&path, e))?;
        if output.timed_out {
            return Err(Failure::NoEnd);
        }
        let bytes = read_log(&path).map_err(|e| io(&path, e))?;
        let _ = std::fs::remove_file(&path);
        let log = Log::parse(&bytes);
        let points = log.events.iter().map(|e| e.at).chain(log.issued.iter().copied());
        let points = points.chain(log.allocated.iter().copied());
        let calls = log.nodes.iter().map(|n| n.call);
        let mut pcs: BTreeSet<u64> =
            points.map(|p| p.pc).chain(calls).filter(|pc| *pc != 0).map(|pc| pc - 1).collect();
        let functions = built.variables.functions.iter();
        pcs.extend(functions.filter(|f| f.name == CLOSURE).map(|f| f.low));
        let positions = positions(&built.image, &built.source, &pcs)?;
        Ok(Run { log, positions, output })
    }
}

/// The part of a log that was written; the rest of the file is a hole.
fn read_log(path: &Path) -> io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut file = std::fs::File::open(path)?;
    let mut header = [0; 16];
    file.read_exact(&mut header)?;
    let length = header[..8].iter().rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
    let mut bytes = header.to_vec();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn compile_observer(folder: &Path) -> Result<PathBuf, Failure> {
    for (name, text) in OBSERVER {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| io(&path, e))?;
    }
    let compiler = std::env::var_os("STREAMALLOC_CXX").filter(|v| !v.is_empty());
    let object = folder.join("observer.o");
    let output = Command::new(compiler.unwrap_or_else(|| OsString::from("g++")))
        .args([
            "-std=c++17",
            "-O2",
            "-w",
            "-fno-omit-frame-pointer",
            "-fno-builtin",
            "-fno-pie",
            "-c",
        ])
        .arg(folder.join("observer.cpp"))
        .arg("-o")
        .arg(&object)
        .output()
        .map_err(|e| Failure::Io("the compiler".into(), e))?;
    match output.status.success() {
        true => Ok(object),
        false => Err(Failure::Observer(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

fn io(path: &Path, error: io::Error) -> Failure {
    Failure::Io(path.display().to_string(), error)
}
