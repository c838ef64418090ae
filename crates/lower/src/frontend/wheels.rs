//! libclang from Python packages: `libclang` has the library, `clang-tidy` the headers that belong to it.

use super::libclang::{entries, file_name};
use std::env;
use std::path::{Path, PathBuf};

/// Where the packages have the library, below the folder of packages.
const LIBRARY: &str = "clang/native";
/// Where they have the headers of the compiler.
const HEADERS: &str = "clang_tidy/data/lib/clang";

/// Folders in which Python packages have a libclang.
pub(super) fn library_directories() -> Vec<PathBuf> {
    package_folders().into_iter().map(|folder| folder.join(LIBRARY)).collect()
}

/// Folders in which Python packages have headers for this library, one subfolder a version.
pub(super) fn header_directories(library: &Path) -> Vec<PathBuf> {
    let own = library.ancestors().find(|folder| folder.ends_with(LIBRARY));
    let own = own.and_then(|folder| folder.ancestors().nth(2)).map(Path::to_owned);
    own.into_iter().chain(package_folders()).map(|folder| folder.join(HEADERS)).collect()
}

/// The folders of packages of the environment in which this program is installed, and of the one that is active.
fn package_folders() -> Vec<PathBuf> {
    let of_program = env::current_exe().ok().and_then(|path| Some(path.parent()?.parent()?.into()));
    let active = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    of_program.into_iter().chain(active).flat_map(|root| packages_below(&root)).collect()
}

/// The folders of packages below the root of an environment.
fn packages_below(root: &Path) -> Vec<PathBuf> {
    let pythons = ["lib", "lib64"].map(|name| root.join(name));
    let pythons = pythons.iter().flat_map(|folder| entries(folder));
    let pythons = pythons.filter(|path| file_name(path).starts_with("python"));
    let folders = pythons.flat_map(|p| [p.join("site-packages"), p.join("dist-packages")]);
    let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
    folders.sort();
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_below_the_root_and_headers_beside_the_library() {
        let root = tempfile::tempdir().expect("a folder");
        let packages = root.path().join("lib/python3.11/site-packages");
        std::fs::create_dir_all(&packages).expect("writable");
        assert_eq!(packages_below(root.path()), [packages.as_path()]);
        let library = packages.join("clang/native/libclang.so");
        assert_eq!(header_directories(&library)[0], packages.join("clang_tidy/data/lib/clang"));
    }
}
