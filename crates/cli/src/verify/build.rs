//! Builds both programs for the simulator.

use crate::args::VerifyArgs;
use lower::frontend::{Frontend, Options};
use sim::BuildError;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Lines of a compiler's output that are shown.
const SHOWN_LINES: usize = 25;

/// Two executables in a folder that is removed with them.
pub struct Programs {
    folder: TempDir,
}

impl Programs {
    /// Builds `file`, and a program with `other` in its place.
    ///
    /// # Errors
    /// Says which of the two does not build, and why.
    pub fn build(
        args: &VerifyArgs,
        frontend: &Frontend,
        file: &Path,
        other: &[u8],
    ) -> Result<Programs, String> {
        let folder =
            TempDir::new().map_err(|e| format!("cannot make a folder for the programs: {e}"))?;
        let programs = Programs { folder };
        let place = args.against.as_deref().unwrap_or(file);
        let source = programs.folder.path().join("rewritten.cu");
        std::fs::write(&source, in_place_of(place, other))
            .map_err(|e| format!("{}: cannot write it: {e}", source.display()))?;
        let flags = flags(frontend.options());
        let build = |source: &Path, place: &Path, executable: &Path| {
            let mut sources = vec![source.to_owned()];
            sources.extend(args.with.iter().cloned());
            sim::build(&sources, &[], executable, &beside(place, &flags))
        };
        // Both at a time: compilers take longer than anything else here.
        let (original, rewritten) = std::thread::scope(|scope| {
            let rewritten = scope.spawn(|| build(&source, place, &programs.rewritten()));
            let original = build(file, file, &programs.original());
            (original, rewritten.join())
        });
        let name = file.display();
        original.map_err(|e| {
            format!("{name}: the original does not build for the simulator{}", shown(&e))
        })?;
        match rewritten {
            Ok(Ok(())) => Ok(programs),
            Ok(Err(e)) => Err(format!("{name}: {}{}", fault_of_output(args), shown(&e))),
            Err(_) => Err(format!("{name}: the build stopped unexpectedly")),
        }
    }

    pub fn original(&self) -> PathBuf {
        self.folder.path().join("original")
    }

    pub fn rewritten(&self) -> PathBuf {
        self.folder.path().join("rewritten")
    }
}

fn fault_of_output(args: &VerifyArgs) -> String {
    match &args.against {
        Some(path) => format!("{} does not build, though the original does", path.display()),
        None => {
            "the output does not build, though the original does. This is a bug in StreamAlloc, \
                 please report it"
                .to_owned()
        }
    }
}

/// The text, so that the compiler takes it for the file at `place`: `__FILE__` and messages name that.
fn in_place_of(place: &Path, text: &[u8]) -> Vec<u8> {
    let name = place.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    let mut all = format!("#line 1 \"{name}\"\n").into_bytes();
    all.extend(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
    all
}

/// The flags, with the folder of `place` as the first in which quoted includes are looked for.
fn beside(place: &Path, flags: &[String]) -> Vec<String> {
    let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut all = vec!["-iquote".to_owned(), folder.to_string_lossy().into_owned()];
    all.extend(flags.iter().cloned());
    all
}

/// The options for g++: those that clang gets, without what only clang knows, and libraries other than CUDA's own.
fn flags(options: &Options) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = options.clang_args.iter();
    while let Some(word) = words.next() {
        if word == "-Xclang" {
            words.next();
        } else if !CLANG_ONLY.iter().any(|name| word.starts_with(name)) {
            flags.push(word.clone());
        }
    }
    flags.extend(options.dropped.iter().filter(|word| is_library(word)).cloned());
    flags
}

/// How options begin that g++ does not know.
const CLANG_ONLY: &[&str] = &[
    "--target=",
    "-stdlib=",
    "--gcc-",
    "-fgpu-rdc",
    "-fbracket-depth",
    "-fconstexpr-steps",
    "-fdelayed-template-parsing",
    "-frelaxed-template-template-args",
    "-fdeclspec",
    "-fblocks",
    "-fmodules",
    "-fwchar-type",
    "-fgnu-keywords",
];

/// Whether a word that is without influence on the analysis names a library, or where to look for some.
fn is_library(word: &str) -> bool {
    const OTHERS: &[&str] = &["-lineinfo", "-link", "-lib", "-lto", "-ldir", "-list-gpu"];
    const CUDA: &[&str] = &["-lcudart", "-lcudart_static", "-lcuda", "-lcudadevrt"];
    let library = word.starts_with("-l") || word.starts_with("-L");
    library && !OTHERS.iter().any(|o| word.starts_with(o)) && !CUDA.contains(&word)
}

/// A build error as the end of a message.
fn shown(error: &BuildError) -> String {
    match error {
        BuildError::Io(what, e) if e.kind() == std::io::ErrorKind::NotFound => {
            format!(": {what}: not found; install g++, or name a compiler in STREAMALLOC_CXX")
        }
        BuildError::Io(..) => format!(": {error}"),
        BuildError::Compiler { message, .. } => {
            let mut lines = message.lines();
            let mut text: String =
                lines.by_ref().take(SHOWN_LINES).map(|line| format!("\n{line}")).collect();
            if lines.next().is_some() {
                text.push_str("\n…");
            }
            text
        }
    }
}
