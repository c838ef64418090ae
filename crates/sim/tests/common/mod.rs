//! What the test programs of this crate share.
#![allow(dead_code)] // each of them uses a part

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Duration;

pub const TIMEOUT: Duration = Duration::from_secs(30);

/// A folder for executables, removed in the end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch folder");
        Scratch(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn build_program(
    scratch: &Scratch,
    name: &str,
    sources: &[PathBuf],
) -> Result<PathBuf, sim::BuildError> {
    let exe = scratch.path(name);
    sim::build(sources, &[], &exe, &[])?;
    Ok(exe)
}

/// A program of `tests/programs`.
pub fn own_program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Applies `check` to every item on as many threads as there are cores, and gathers what they find.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], check: impl Fn(&T) -> Vec<R> + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let results = check(item);
                    found.lock().expect("no worker failed").extend(results);
                }
            });
        }
    });
    found.into_inner().expect("no worker failed")
}
