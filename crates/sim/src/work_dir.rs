//! A folder for intermediate files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder of its own below the system's temporary folder, removed when dropped.
pub(crate) struct WorkDir {
    path: PathBuf,
}

impl WorkDir {
    /// # Errors
    /// When the folder cannot be created; the message names it.
    pub(crate) fn new() -> io::Result<Self> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let n = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("streamalloc-sim-{}-{n}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("creating {}: {error}", path.display()))
        })?;
        Ok(WorkDir { path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
