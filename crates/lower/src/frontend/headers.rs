//! The headers that the program carries, and where they are put so that clang can read them.
//!
//! There are three folders: `embedded` stands in for a whole toolkit, `prelude` closes gaps between nvcc and clang, and
//! `standin` has headers that are missing from some toolkits (searched last, so a real header wins).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

/// Names (with `/`) and contents.
const HEADERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// The folders on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    root: PathBuf,
}

impl Headers {
    /// Writes the headers to the user's cache directory, unless they are there already. Other versions of the program
    /// have other directories, and several processes may do this at once.
    pub fn install() -> io::Result<Headers> {
        let mut hasher = DefaultHasher::new();
        HEADERS.hash(&mut hasher);
        let name = format!("headers-{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
        let mut failure = None;
        for base in cache_directories() {
            match Headers::write_to(&base.join("streamalloc").join(&name)) {
                Ok(headers) => return Ok(headers),
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.unwrap_or_else(|| io::Error::other("no directory for the embedded headers")))
    }

    /// Writes the headers below `root`.
    pub fn write_to(root: &Path) -> io::Result<Headers> {
        for (name, contents) in HEADERS {
            write_if_different(&root.join(name), contents)?;
        }
        Ok(Headers { root: root.to_owned() })
    }

    /// The declarations that stand in for a toolkit.
    pub fn embedded(&self) -> PathBuf {
        self.root.join("embedded")
    }

    /// Stand-ins for headers that a toolkit may lack, to be searched last.
    pub fn standins(&self) -> PathBuf {
        self.root.join("standin")
    }

    /// The name of a header that is made up for one parse, and is not on disk.
    pub fn probes(&self) -> PathBuf {
        self.root.join("streamalloc_probes.h")
    }

    /// The header that is included before every CUDA file.
    pub fn prelude(&self) -> PathBuf {
        self.root.join("prelude").join("streamalloc_prelude.h")
    }

    /// An empty file, and the folder for what clang makes of it and the headers before it.
    pub(super) fn precompiled(&self) -> (PathBuf, PathBuf) {
        let folder = self.root.join("precompiled");
        (folder.join("empty.cu"), folder)
    }

    /// Whether the program carries declarations that stand in for a toolkit.
    pub fn has_embedded() -> bool {
        HEADERS.iter().any(|(name, _)| *name == "embedded/cuda_runtime.h")
    }
}

/// Where cached files may go, best first. The last one is fresh and belongs to this process, so that nobody else can
/// have put anything there.
fn cache_directories() -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let xdg = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let mut directories: Vec<PathBuf> = Vec::new();
    directories.extend(xdg.or_else(|| home.map(|home| home.join(".cache"))));
    directories.push(env::temp_dir().join(format!("streamalloc-{}", process::id())));
    directories
}

/// Puts a file in place at once, so that no reader sees half of it; leaves it alone if it is right.
pub(super) fn write_if_different(path: &Path, contents: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == contents.as_bytes()) {
        return Ok(());
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let temporary = path.with_extension(format!("{}.tmp", unique()));
    fs::write(&temporary, contents)?;
    fs::rename(&temporary, path).inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}

/// A text that no other thread of any process uses now.
pub(super) fn unique() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_written_once_and_repaired() {
        let root = env::temp_dir().join(format!("streamalloc-test-{}", unique()));
        let headers = Headers::write_to(&root).expect("a writable temporary directory");
        let prelude = fs::read(headers.prelude()).expect("the prelude");
        fs::write(headers.prelude(), "tampered").expect("writable");
        Headers::write_to(&root).expect("writable");
        assert_eq!(fs::read(headers.prelude()).expect("the prelude"), prelude);
        assert!(headers.standins().join("curand_kernel.h").is_file());
        fs::remove_dir_all(&root).expect("removable");
    }
}
