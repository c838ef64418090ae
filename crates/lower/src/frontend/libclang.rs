//! Finds a libclang that is new enough, and the headers that belong to it.

use super::wheels;
use clang_ast::{Library, LoadError, OLDEST_SUPPORTED};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

/// A libclang that is ready to parse.
#[derive(Clone, Debug)]
pub struct Libclang {
    /// The loaded library.
    pub library: Arc<Library>,
    /// Its resource directory (`…/lib/clang/19`), whose `include` has `stddef.h` and clang's CUDA headers.
    pub resource_dir: PathBuf,
}

/// Why there is no usable libclang.
#[derive(Debug, thiserror::Error)]
pub enum LibclangError {
    /// No file by such a name anywhere.
    #[error(
        "no libclang found (searched LIBCLANG_PATH, llvm-config, and the usual directories)\n{}",
        install_hint()
    )]
    NotFound,
    /// There are some, none of which can be used.
    #[error("no usable libclang found:\n{}\n{}", reasons(.0), install_hint())]
    NoneUsable(Vec<LoadError>),
    /// The path that the user gave has none.
    #[error("{} is neither libclang nor a directory that contains it", .0.display())]
    NotAtPath(PathBuf),
    /// The library is there without clang's own headers.
    #[error(
        "{} has no compiler headers beside it: {missing} was looked for in {}\n\
         they come with clang itself: apt install libclang-common-{major}-dev, or, beside a libclang of pip, \
         pip install 'clang-tidy=={major}.*'",
        library.display(), list(searched)
    )]
    NoResourceDir {
        /// The library.
        library: PathBuf,
        /// Its major version.
        major: u32,
        /// The header that is missing.
        missing: &'static str,
        /// Where it was looked for.
        searched: Vec<PathBuf>,
    },
}

/// How to get a libclang.
fn install_hint() -> String {
    format!(
        "libclang {OLDEST_SUPPORTED} or newer is needed: apt install libclang-19-dev, dnf install clang-devel, \
         brew install llvm, or pip install libclang==18.1.1 clang-tidy==18.1.8; then, if it is not found, set LIBCLANG_PATH to the file or its directory"
    )
}

fn reasons(errors: &[LoadError]) -> String {
    errors.iter().map(|error| format!("  {error}")).collect::<Vec<_>>().join("\n")
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl Libclang {
    /// Finds and loads a libclang: the one at `explicit` (file or directory), else at `LIBCLANG_PATH`, else the newest
    /// of those installed.
    pub fn find(explicit: Option<&Path>) -> Result<Libclang, LibclangError> {
        let from_env =
            env::var_os("LIBCLANG_PATH").filter(|path| !path.is_empty()).map(PathBuf::from);
        let given = explicit.map(Path::to_owned).or(from_env);
        let candidates = match &given {
            Some(path) => {
                let found = libraries_at(path);
                if found.is_empty() {
                    return Err(LibclangError::NotAtPath(path.clone()));
                }
                found
            }
            None => installed(),
        };
        if candidates.is_empty() {
            return Err(LibclangError::NotFound);
        }
        Self::load_first(candidates)
    }

    /// Loads the first of the candidates that is usable.
    fn load_first(candidates: Vec<PathBuf>) -> Result<Libclang, LibclangError> {
        let mut refused = Vec::new();
        let mut without_headers = None;
        for path in candidates {
            match Library::load(&path) {
                Ok(library) => match resource_dir(&library) {
                    Ok(resource_dir) => return Ok(Libclang { library, resource_dir }),
                    Err(error) => without_headers = without_headers.or(Some(error)),
                },
                Err(error) => refused.push(error),
            }
        }
        Err(without_headers.unwrap_or(LibclangError::NoneUsable(refused)))
    }
}

/// Files that may be libclang, newest first; the same file under several names is there once.
fn installed() -> Vec<PathBuf> {
    let mut directories = llvm_config_directories();
    directories.extend(usual_directories());
    let mut seen = BTreeSet::new();
    let mut found: Vec<(Vec<u32>, PathBuf)> = directories
        .iter()
        .flat_map(|directory| libraries_at(directory))
        .filter(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())))
        .map(|path| (version_hint(&path), path))
        .collect();
    // A stable sort: among equals, llvm-config's comes first.
    found.sort_by(|a, b| b.0.cmp(&a.0));
    found.into_iter().map(|(_, path)| path).collect()
}

/// What `llvm-config` and its versioned kin say.
fn llvm_config_directories() -> Vec<PathBuf> {
    let mut programs: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for directory in env::var_os("PATH").iter().flat_map(env::split_paths) {
        for path in entries(&directory) {
            if file_name(&path).starts_with("llvm-config") {
                // One program under several names is asked once.
                let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                programs.entry(real).or_insert(path);
            }
        }
    }
    let mut names: Vec<PathBuf> = programs.into_values().collect();
    names.sort();
    names.iter().filter_map(|program| query(program, "--libdir")).map(PathBuf::from).collect()
}

/// Runs `program argument` and returns the first line of its output.
pub(super) fn query(program: &Path, argument: &str) -> Option<String> {
    let output = Command::new(program).arg(argument).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}

/// Directories where distributions and package managers put libclang.
fn usual_directories() -> Vec<PathBuf> {
    let mut directories: Vec<PathBuf> = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
        "/usr/local/opt/llvm/lib",
        "/opt/homebrew/opt/llvm/lib",
        "/home/linuxbrew/.linuxbrew/opt/llvm/lib",
    ]
    .iter()
    .map(PathBuf::from)
    .collect();
    for parent in ["/usr/lib", "/usr/lib64", "/usr/local", "/opt"] {
        for path in entries(Path::new(parent)) {
            let name = file_name(&path);
            if name.starts_with("llvm") || name.starts_with("clang") {
                directories.push(path.join("lib"));
                directories.push(path.join("lib64"));
            }
        }
    }
    if let Some(prefix) = env::var_os("CONDA_PREFIX") {
        directories.push(PathBuf::from(prefix).join("lib"));
    }
    directories.extend(wheels::library_directories());
    directories
}

/// The libclang files at a path: itself, or those in the directory.
fn libraries_at(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut found: Vec<PathBuf> =
        entries(path).filter(|path| is_libclang(&file_name(path))).collect();
    found.sort_by_key(|path| (std::cmp::Reverse(version_hint(path)), path.clone()));
    found
}

/// Whether a file is named as libclang is: `libclang.so`, `libclang-19.so.1`, `libclang.so.19.1`, `libclang.dylib`.
fn is_libclang(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("libclang") else { return name == "libclang.dll" };
    let rest = rest.trim_start_matches(|c: char| c == '-' || c == '.' || c.is_ascii_digit());
    let after = name.trim_start_matches("libclang");
    (rest.starts_with("so") || rest.starts_with("dylib") || rest.starts_with("dll"))
        && after.starts_with(['.', '-'])
}

/// The numbers in the file's real name, or else in its directory's: what version it probably is.
fn version_hint(path: &Path) -> Vec<u32> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let from_name = numbers(file_name(&real).trim_start_matches("libclang"));
    let from_directory = real
        .ancestors()
        .skip(1)
        .map(file_name)
        .find(|name| name.starts_with("llvm") || name.starts_with("clang"))
        .map_or_else(Vec::new, |name| numbers(&name));
    // `libclang.so.1` in `llvm-19/lib` is version 19; `libclang.so.19.1.7` says it itself.
    match (from_name.first().copied().unwrap_or(0), from_directory.first()) {
        (small, Some(_)) if small < 3 => from_directory,
        _ => from_name,
    }
}

/// The decimal numbers in a text.
fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// The headers that clang cannot do without.
const NEEDED: [&str; 2] = ["stddef.h", "__clang_cuda_runtime_wrapper.h"];

/// The resource directory of a library.
fn resource_dir(library: &Library) -> Result<PathBuf, LibclangError> {
    let major = library.version().major;
    let real = library.path().canonicalize().unwrap_or_else(|_| library.path().to_owned());
    let mut parents: Vec<PathBuf> = Vec::new();
    for path in [library.path(), &real] {
        for directory in path.ancestors().skip(1).take(2) {
            parents.push(directory.join("clang"));
            parents.push(directory.join("lib/clang"));
        }
    }
    parents.push(format!("/usr/lib/llvm-{major}/lib/clang").into());
    parents
        .extend(["/usr/lib/clang", "/usr/lib64/clang", "/usr/local/lib/clang"].map(PathBuf::from));
    parents.extend(wheels::header_directories(library.path()));
    parents.dedup();
    let searched: Vec<PathBuf> = parents
        .iter()
        .flat_map(|parent| {
            entries(parent).filter(|path| numbers(&file_name(path)).first() == Some(&major))
        })
        .collect();
    let missing_in = |directory: &PathBuf| {
        NEEDED.into_iter().find(|name| !directory.join("include").join(name).is_file())
    };
    if let Some(found) = searched.iter().find(|directory| missing_in(directory).is_none()) {
        return Ok(found.clone());
    }
    let missing = searched.first().and_then(missing_in).unwrap_or(NEEDED[0]);
    let searched = if searched.is_empty() { parents } else { searched };
    Err(LibclangError::NoResourceDir {
        library: library.path().to_owned(),
        major,
        missing,
        searched,
    })
}

/// The entries of a directory, none if it cannot be read.
pub(super) fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The last part of a path, as text.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libclang_is_known_by_its_name() {
        for name in [
            "libclang.so",
            "libclang-19.so.1",
            "libclang.so.19.1.7",
            "libclang-19.so.19",
            "libclang.dylib",
        ] {
            assert!(is_libclang(name), "{name}");
        }
        for name in [
            "libclang-cpp.so.19.1",
            "libclangAST.so.19",
            "libclang_rt.so",
            "libclang.a",
            "libclang-19.a",
        ] {
            assert!(!is_libclang(name), "{name}");
        }
    }

    #[test]
    fn versions_are_guessed_from_names() {
        assert_eq!(version_hint(Path::new("/x/llvm-18/lib/libclang.so.1")), [18]);
        assert_eq!(version_hint(Path::new("/x/lib64/libclang.so.17.0.6")), [17, 0, 6]);
        assert_eq!(version_hint(Path::new("/x/llvm-19/lib/libclang-19.so.1")), [19, 1]);
        assert_eq!(version_hint(Path::new("/x/lib/libclang.so")), []);
    }

    #[test]
    fn an_installed_libclang_is_found_with_its_headers() {
        let found = Libclang::find(None).unwrap_or_else(|error| panic!("{error}"));
        assert!(found.library.version().major >= OLDEST_SUPPORTED);
        assert!(found.resource_dir.join("include/stddef.h").is_file());
    }

    #[test]
    fn a_wrong_path_is_named() {
        let error = Libclang::find(Some(Path::new("/nonexistent"))).expect_err("nothing is there");
        assert!(error.to_string().contains("/nonexistent is neither libclang"), "{error}");
        let error = Libclang::find(Some(Path::new("/bin/sh"))).expect_err("no library");
        assert!(error.to_string().contains("/bin/sh"), "{error}");
        assert!(error.to_string().contains("apt install libclang-19-dev"), "{error}");
    }
}
