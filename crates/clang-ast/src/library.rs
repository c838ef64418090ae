//! Loading libclang at run time.

use crate::api::Api;
use clang_sys::CXString;
use std::ffi::CStr;
use std::fmt;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The oldest major version whose functions we rely on (operator kinds appeared in it).
pub const OLDEST_SUPPORTED: u32 = 17;

/// Why a libclang could not be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The dynamic loader refused the file.
    #[error("cannot load libclang from {}: {reason}", path.display())]
    Open {
        /// The file that was tried.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// The file is a library, but not a libclang of our time.
    #[error("{} is not a usable libclang: it lacks the function {function}", path.display())]
    MissingFunction {
        /// The file that was tried.
        path: PathBuf,
        /// The first function that is missing.
        function: &'static str,
    },
    /// A libclang older than [`OLDEST_SUPPORTED`].
    #[error("{} is {version}; libclang {OLDEST_SUPPORTED} or newer is needed", path.display())]
    TooOld {
        /// The file that was tried.
        path: PathBuf,
        /// Its version.
        version: Version,
    },
}

/// The version of a libclang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The major version, such as 19; 0 when the text names none.
    pub major: u32,
    /// The whole text, such as `Debian clang version 19.1.7 (3+b1)`.
    pub text: String,
}

impl Version {
    fn parse(text: String) -> Version {
        let major = text
            .split_once("version ")
            .map_or(text.as_str(), |(_, rest)| rest)
            .split(|c: char| !c.is_ascii_digit())
            .find(|part| !part.is_empty())
            .and_then(|digits| digits.parse().ok())
            .unwrap_or(0);
        Version { major, text }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A loaded libclang, shared by all threads.
pub struct Library {
    pub(crate) api: Api,
    path: PathBuf,
    version: Version,
}

impl Library {
    /// Loads the libclang at `path` (a file). It stays loaded until the process ends: libclang installs handlers and
    /// thread-local state which outlive the last use of it.
    pub fn load(path: &Path) -> Result<Arc<Library>, LoadError> {
        // SAFETY: loading runs the library's initialisers, which for libclang have no preconditions.
        let library = unsafe { libloading::Library::new(path) }.map_err(|error| {
            LoadError::Open { path: path.to_owned(), reason: error.to_string() }
        })?;
        let library = ManuallyDrop::new(library);
        // SAFETY: the functions keep their documented signatures from version to version, and `ManuallyDrop` keeps
        // the library loaded for good.
        let api = unsafe { Api::load(&library) }
            .map_err(|function| LoadError::MissingFunction { path: path.to_owned(), function })?;
        // SAFETY: takes nothing, returns a string which `take_string` disposes of.
        let version = Version::parse(unsafe { take_string(&api, (api.clang_getClangVersion)()) });
        if version.major != 0 && version.major < OLDEST_SUPPORTED {
            return Err(LoadError::TooOld { path: path.to_owned(), version });
        }
        Ok(Arc::new(Library { api, path: path.to_owned(), version }))
    }

    /// The version that the library states.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// The file it was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies and disposes of a string that libclang returned.
    ///
    /// # Safety
    /// `string` came from a function of this library and was not disposed of.
    pub(crate) unsafe fn take(&self, string: CXString) -> String {
        take_string(&self.api, string)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("path", &self.path)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// See [`Library::take`].
unsafe fn take_string(api: &Api, string: CXString) -> String {
    let text = (api.clang_getCString)(string);
    let owned = if text.is_null() {
        String::new()
    } else {
        CStr::from_ptr(text).to_string_lossy().into_owned()
    };
    (api.clang_disposeString)(string);
    owned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_vendor_texts() {
        for (text, major) in [
            ("Debian clang version 19.1.7 (3+b1)", 19),
            ("clang version 17.0.6", 17),
            ("Apple clang version 16.0.0 (clang-1600.0.26.6)", 16),
            ("mystery", 0),
        ] {
            assert_eq!(Version::parse(text.to_owned()).major, major, "{text}");
        }
    }

    #[test]
    fn what_is_no_library_is_refused_with_its_path() {
        let error = Library::load(Path::new("/nonexistent/libclang.so"))
            .expect_err("there is no such file");
        assert!(error.to_string().contains("/nonexistent/libclang.so"), "{error}");
    }
}
