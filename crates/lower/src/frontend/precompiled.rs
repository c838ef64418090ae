//! The headers that every CUDA file begins with, compiled once.
//!
//! clang puts some 200,000 lines of CUDA and C++ declarations before a file, and a file is parsed two to four times: for
//! the analysis, with probes, for the device, and as output. So these lines are precompiled, into the cache directory,
//! one file for each set of options. clang checks, whenever it reads such a file, that no header has changed since. A
//! parse that fails with it is repeated without it, so that what is said of an error never depends on the cache.

use super::headers::{unique, write_if_different, Headers};
use clang_ast::{Library, ParseOptions, Severity, TranslationUnit};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use std::{env, fs, io};

/// The most files to keep, of about 8 MB each.
const MOST_FILES: usize = 16;

/// The precompiled headers that this process knows, by clang's arguments; `None` where there can be none.
#[derive(Debug, Default)]
pub(super) struct Precompiled {
    known: Mutex<HashMap<Vec<String>, Option<PathBuf>>>,
}

impl Precompiled {
    /// clang's arguments with a precompiled header in place of the headers to include. `None` if there are none to
    /// include, if there are others than ours, or if it cannot be made.
    pub fn arguments(
        &self,
        library: &Arc<Library>,
        headers: &Headers,
        clang_args: &[String],
    ) -> Option<Vec<String>> {
        let mut args = without_includes(clang_args)?;
        let mut known = self.known.lock().ok()?;
        let file = known
            .entry(clang_args.to_vec())
            .or_insert_with(|| find_or_make(library, headers, clang_args).ok())
            .clone()?;
        args.extend(["-include-pch".to_owned(), file.to_str()?.to_owned()]);
        Some(args)
    }

    /// Removes a file with which a text has errors that it has not without it, as after a change of the headers: the
    /// next process makes it anew.
    pub fn discard(&self, clang_args: &[String]) {
        let Ok(mut known) = self.known.lock() else { return };
        if let Some(file) = known.get_mut(clang_args).and_then(Option::take) {
            let _ = fs::remove_file(file);
        }
    }
}

/// The arguments without our two `-include`s. `None` if there are others: what the program includes is to be seen.
fn without_includes(clang_args: &[String]) -> Option<Vec<String>> {
    if clang_args.iter().any(|arg| arg == "-imacros") {
        return None;
    }
    let mut rest = Vec::with_capacity(clang_args.len());
    let mut args = clang_args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-include" => {
                args.next();
            }
            _ => rest.push(arg.clone()),
        }
    }
    (rest.len() + 4 == clang_args.len()).then_some(rest)
}

fn find_or_make(
    library: &Arc<Library>,
    headers: &Headers,
    clang_args: &[String],
) -> io::Result<PathBuf> {
    let (empty, folder) = headers.precompiled();
    let file = folder.join(format!("{:016x}.pch", key(library, clang_args)));
    if file.is_file() {
        return Ok(file);
    }
    write_if_different(&empty, "\n")?;
    let options =
        ParseOptions { preprocessing_record: true, prefix: true, ..ParseOptions::default() };
    let failed = |_| io::Error::other("the headers cannot be compiled");
    let unit = TranslationUnit::parse(library, &empty, clang_args, &[], options).map_err(failed)?;
    if unit.diagnostics().iter().any(|diagnostic| diagnostic.severity >= Severity::Error) {
        return Err(io::Error::other("the headers have errors"));
    }
    let temporary = file.with_extension(format!("{}.tmp", unique()));
    let saved = unit.save(&temporary).map_err(failed);
    saved.and_then(|()| fs::rename(&temporary, &file)).inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })?;
    remove_oldest(&folder);
    Ok(file)
}

/// What the contents depend on, other than the headers themselves: clang, the arguments, where relative ones lead, and
/// the variables in which clang finds more.
fn key(library: &Library, clang_args: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    library.path().hash(&mut hasher);
    library.version().text.hash(&mut hasher);
    fs::metadata(library.path()).and_then(|file| file.modified()).ok().hash(&mut hasher);
    clang_args.hash(&mut hasher);
    if clang_args.iter().any(|arg| may_be_relative(arg)) {
        env::current_dir().ok().hash(&mut hasher);
    }
    for name in ["CPATH", "CPLUS_INCLUDE_PATH"] {
        env::var_os(name).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether an argument may name a path that is relative to the current folder.
fn may_be_relative(arg: &str) -> bool {
    const KNOWN: [&str; 6] = ["cuda", "-include", "-isystem", "-iquote", "-idirafter", "-I"];
    let path = arg.strip_prefix("-I").unwrap_or(arg);
    let is_option =
        path.starts_with('-') && !["-i", "--sysroot"].iter().any(|p| path.starts_with(p));
    !KNOWN.contains(&arg) && !path.starts_with('/') && !is_option
}

/// Keeps the newest files.
fn remove_oldest(folder: &Path) {
    let age = |path: &Path| {
        let modified = path.metadata().and_then(|metadata| metadata.modified());
        modified.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "pch"))
        .map(|path| (age(&path), path))
        .collect();
    files.sort();
    for (_, path) in files.iter().rev().skip(MOST_FILES) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_precompiled_is_not_included_again() {
        let args = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let rest = without_includes(&args("-x cuda -include a.h -include b.h -DX"));
        assert_eq!(rest, Some(args("-x cuda -DX")));
        assert_eq!(without_includes(&args("-x c++")), None);
        assert_eq!(without_includes(&args("-include a.h -include b.h -include own.h")), None);
    }

    #[test]
    fn relative_paths_are_noticed() {
        for arg in ["dir", "-Idir", "-isystemdir", "-iquotedir", "--sysroot=dir"] {
            assert!(may_be_relative(arg), "{arg}");
        }
        for arg in ["/dir", "-I/dir", "-I", "-isystem", "-DX=1", "-std=c++17", "cuda", "-x"] {
            assert!(!may_be_relative(arg), "{arg}");
        }
    }
}
