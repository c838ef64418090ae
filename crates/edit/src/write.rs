//! Replacing a file in one step.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// Why a file was not written. It is then as it was before, or still absent.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file exists and its permissions let nobody write it. Renaming over it would succeed all
    /// the same, against its owner's wish.
    #[error("{} is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The path names a folder, a device, a pipe, or nothing that could be a file.
    #[error("{} is not a regular file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// No new file can be made in the folder: it does not exist, is read-only, or the disk is full.
    #[error("cannot write {}: cannot create a file in its folder {}: {source}", path.display(), folder.display())]
    Folder {
        /// The file that was to be written.
        path: PathBuf,
        /// The folder it stands in.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Any other failure.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file that was to be written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes `bytes` the contents of the file at `path`: readers see the old contents or the new ones,
/// also after a crash, never a part. The new contents are written to a temporary file in the same
/// folder, brought to disk, and renamed over the old file.
///
/// An existing file keeps its permissions, and its owner where the caller may set it. A symbolic
/// link stays a link, the file it leads to is replaced; other hard links to the file keep the old
/// contents. A new file gets the permissions that the process gives to new files.
///
/// # Errors
/// [`WriteError`]; the file is then as it was, and no temporary file is left behind.
pub fn write_atomically(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    let path = path.as_ref();
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    let target = follow_links(path).map_err(failed)?;
    let existing = existing_file(&target, path)?;
    let Some(folder) = target.parent().filter(|_| target.file_name().is_some()) else {
        return Err(WriteError::NotAFile { path: path.to_owned() });
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut temporary = Temporary::create_in(folder).map_err(|source| WriteError::Folder {
        path: path.to_owned(),
        folder: folder.to_owned(),
        source,
    })?;
    temporary
        .fill(bytes, existing.as_ref())
        .and_then(|()| temporary.rename_to(&target))
        .map_err(failed)?;
    // The new contents are in place; that the folder's entry reaches the disk too is a wish that
    // some file systems cannot grant.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The path that a symbolic link leads to, also where nothing is yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(leads_to) => path = path.parent().unwrap_or(Path::new("")).join(leads_to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// What is at `target`, if it is a file that may be replaced; `named` is for the message.
fn existing_file(target: &Path, named: &Path) -> Result<Option<Metadata>, WriteError> {
    let path = named.to_owned();
    match fs::metadata(target) {
        Ok(found) if !found.is_file() => Err(WriteError::NotAFile { path }),
        Ok(found) if found.permissions().readonly() => Err(WriteError::ReadOnly { path }),
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(WriteError::Io { path, source }),
    }
}

/// A file that goes away again unless it is renamed.
struct Temporary {
    file: File,
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    fn create_in(folder: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let process = std::process::id();
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".edit-{process}-{count}.tmp"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let renamed = false;
                    return Ok(Temporary { file, path, renamed });
                }
                // Left behind by a killed process of the same number: take the next name.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
        }
    }

    fn fill(&mut self, bytes: &[u8], like: Option<&Metadata>) -> io::Result<()> {
        self.file.write_all(bytes)?;
        if let Some(like) = like {
            keep_owner(&self.file, like);
            self.file.set_permissions(like.permissions())?;
        }
        self.file.sync_all()
    }

    fn rename_to(&mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives the file the owner and group of `like` where the process may do so.
#[cfg(unix)]
fn keep_owner(file: &File, like: &Metadata) {
    use std::os::unix::fs::{fchown, MetadataExt};
    if let Ok(own) = file.metadata() {
        let differs = (own.uid(), own.gid()) != (like.uid(), like.gid());
        if differs && fchown(file, Some(like.uid()), Some(like.gid())).is_err() {
            // Not the owner, but perhaps a member of the group.
            let _ = fchown(file, None, Some(like.gid()));
        }
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _like: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn creates_and_replaces_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        for contents in [&b"first\r\n\xff\0"[..], b"", b"third"] {
            write_atomically(&path, contents).unwrap();
            assert_eq!(fs::read(&path).unwrap(), contents);
        }
        assert_eq!(entries(folder.path()), ["a.cu"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        for mode in [0o755, 0o640, 0o200] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_atomically(&path, b"new").unwrap();
            let got = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
            assert_eq!(got, mode, "{got:o} is not {mode:o}");
            fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_stay_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("real")).unwrap();
        let target = folder.path().join("real/a.cu");
        fs::write(&target, "old").unwrap();
        symlink("real/a.cu", folder.path().join("hop")).unwrap();
        symlink("hop", folder.path().join("link.cu")).unwrap();
        write_atomically(folder.path().join("link.cu"), b"new").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(folder.path().join("link.cu").is_symlink());
        assert_eq!(entries(&folder.path().join("real")), ["a.cu"]);

        symlink("real/later.cu", folder.path().join("dangling")).unwrap();
        write_atomically(folder.path().join("dangling"), b"x").unwrap();
        assert_eq!(fs::read(folder.path().join("real/later.cu")).unwrap(), b"x");

        symlink("round", folder.path().join("round")).unwrap();
        let error = write_atomically(folder.path().join("round"), b"x").unwrap_err();
        assert!(error.to_string().contains("symbolic links"), "{error}");
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = write_atomically(&path, b"new").unwrap_err();
        assert!(matches!(error, WriteError::ReadOnly { .. }), "{error}");
        assert_eq!(error.to_string(), format!("{} is read-only", path.display()));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(entries(folder.path()), ["a.cu"]);
    }

    #[test]
    fn a_folder_that_takes_no_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/a.cu");
        let error = write_atomically(&path, b"new").unwrap_err();
        assert!(matches!(error, WriteError::Folder { .. }), "{error}");
        assert!(error.to_string().contains("in its folder"), "{error}");
        assert!(entries(folder.path()).is_empty());
    }

    /// The superuser may write into any folder, so for that user there is nothing to see here.
    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_is_an_error() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cu");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let superuser = File::create(folder.path().join("probe")).is_ok();
        if !superuser {
            let error = write_atomically(&path, b"new").unwrap_err();
            assert!(matches!(error, WriteError::Folder { .. }), "{error}");
            assert_eq!(fs::read(&path).unwrap(), b"old");
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path(), Path::new("/"), Path::new("..")] {
            let error = write_atomically(path, b"x").unwrap_err();
            assert!(matches!(error, WriteError::NotAFile { .. }), "{error}");
        }
        assert!(write_atomically("", b"x").is_err());
        assert!(write_atomically("/dev/null", b"x").is_err());
        assert!(entries(folder.path()).is_empty());
    }
}
