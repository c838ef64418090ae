//! Finds the CUDA declarations: those of a toolkit, or else the ones that this program carries.

use super::libclang::{entries, file_name};
use std::fmt;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A version of CUDA.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CudaVersion {
    /// Such as 13.
    pub major: u32,
    /// Such as 0.
    pub minor: u32,
}

impl CudaVersion {
    /// The oldest version that we read headers of.
    pub const OLDEST: CudaVersion = CudaVersion { major: 11, minor: 8 };
    /// The major version that the embedded declarations follow, and the newest that we know.
    pub const NEWEST_MAJOR: u32 = 13;
    /// What the embedded declarations follow.
    pub const EMBEDDED: CudaVersion = CudaVersion { major: 13, minor: 0 };

    /// From the number in `CUDART_VERSION`, such as 13000.
    fn from_number(number: u32) -> CudaVersion {
        CudaVersion { major: number / 1000, minor: number % 1000 / 10 }
    }

    /// What to tell the user about a version that we do not know.
    pub fn warning(self) -> Option<String> {
        if self < Self::OLDEST {
            Some(format!("CUDA {self} is older than {}, the oldest supported", Self::OLDEST))
        } else if self.major > Self::NEWEST_MAJOR {
            Some(format!("CUDA {self} is newer than {}.x, the newest known", Self::NEWEST_MAJOR))
        } else {
            None
        }
    }
}

impl fmt::Display for CudaVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// How a toolkit was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The user named it.
    Explicit,
    /// An environment variable names it.
    Environment(&'static str),
    /// Its nvcc is in `PATH`.
    NvccInPath,
    /// It is in one of the usual directories.
    UsualPlace,
    /// It was installed as Python or conda packages.
    Packages,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Explicit => f.write_str("--cuda-path"),
            Origin::Environment(name) => write!(f, "environment variable {name}"),
            Origin::NvccInPath => f.write_str("nvcc in PATH"),
            Origin::UsualPlace => f.write_str("usual place"),
            Origin::Packages => f.write_str("Python or conda packages"),
        }
    }
}

/// An installed toolkit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Toolkit {
    /// How it was found.
    pub origin: Origin,
    /// Its directory.
    pub root: PathBuf,
    /// Its include directories, in the order in which they are searched.
    pub includes: Vec<PathBuf>,
    /// Its version.
    pub version: CudaVersion,
}

impl Toolkit {
    /// Its nvcc, if it has one.
    pub fn nvcc(&self) -> Option<PathBuf> {
        Some(self.root.join("bin").join("nvcc")).filter(|path| path.is_file())
    }

    /// The include directories that clang does not search by itself. (To name `/usr/include`, where some distributions
    /// put CUDA, would move it before the C++ library's headers, which breaks those.)
    pub fn added_includes(&self) -> impl Iterator<Item = &PathBuf> {
        self.includes.iter().filter(|directory| *directory != Path::new("/usr/include"))
    }

    /// Looks at a directory that may hold a toolkit.
    fn at(root: &Path, origin: Origin) -> Option<Toolkit> {
        let includes = include_directories(root);
        let has = |name: &str| includes.iter().any(|directory| directory.join(name).is_file());
        // cuda_runtime.h includes crt/host_config.h, which Python packages have in another package.
        if !has("cuda_runtime.h") || !has("crt/host_config.h") {
            return None;
        }
        let version = includes.iter().find_map(|directory| read_version(directory))?;
        Some(Toolkit { origin, root: root.to_owned(), includes, version })
    }
}

/// Where the CUDA declarations come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declarations {
    /// A toolkit's headers.
    Toolkit(Toolkit),
    /// Our own headers.
    Embedded,
}

impl Declarations {
    /// The version of CUDA that is declared.
    pub fn version(&self) -> CudaVersion {
        match self {
            Declarations::Toolkit(toolkit) => toolkit.version,
            Declarations::Embedded => CudaVersion::EMBEDDED,
        }
    }

    /// The toolkit at `explicit`, else the first that is found, else the embedded declarations.
    pub fn find(explicit: Option<&Path>) -> Result<Declarations, ToolkitError> {
        if let Some(path) = explicit {
            return Toolkit::at(path, Origin::Explicit)
                .map(Declarations::Toolkit)
                .ok_or_else(|| ToolkitError::NotAtPath(path.to_owned()));
        }
        Ok(installed().next().map_or(Declarations::Embedded, Declarations::Toolkit))
    }
}

impl fmt::Display for Declarations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declarations::Toolkit(toolkit) => {
                write!(
                    f,
                    "CUDA {} in {} ({})",
                    toolkit.version,
                    toolkit.root.display(),
                    toolkit.origin
                )
            }
            Declarations::Embedded => {
                write!(f, "embedded declarations of CUDA {}", CudaVersion::EMBEDDED)
            }
        }
    }
}

/// Why the toolkit that the user named cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ToolkitError {
    /// There is none.
    #[error(
        "{} is no CUDA toolkit: cuda_runtime.h, crt/host_config.h or CUDART_VERSION in cuda_runtime_api.h is missing\n\
         leave --cuda-path out to use the embedded declarations",
        .0.display()
    )]
    NotAtPath(PathBuf),
}

/// The toolkits of this machine, best first, found as they are asked for.
pub fn installed() -> impl Iterator<Item = Toolkit> {
    candidates().into_iter().filter_map(|(path, origin)| Toolkit::at(&path, origin))
}

/// Directories that may hold a toolkit.
fn candidates() -> Vec<(PathBuf, Origin)> {
    let mut candidates = Vec::new();
    for name in ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDAToolkit_ROOT"] {
        let value = env::var_os(name).filter(|value| !value.is_empty());
        candidates.extend(value.map(|value| (PathBuf::from(value), Origin::Environment(name))));
    }
    candidates.extend(
        nvcc_in_path().and_then(|nvcc| toolkit_of(&nvcc)).map(|root| (root, Origin::NvccInPath)),
    );
    candidates.push(("/usr/local/cuda".into(), Origin::UsualPlace));
    let mut versioned: Vec<PathBuf> = entries(Path::new("/usr/local"))
        .chain(entries(Path::new("/opt")))
        .filter(|path| file_name(path).starts_with("cuda"))
        .collect();
    versioned.sort_by_key(|path| std::cmp::Reverse(version_in_name(path)));
    candidates.extend(versioned.into_iter().map(|path| (path, Origin::UsualPlace)));
    candidates.push(("/usr/lib/cuda".into(), Origin::UsualPlace));
    candidates.extend(package_directories().into_iter().map(|path| (path, Origin::Packages)));
    candidates
}

/// The `nvcc` that a shell would run.
pub fn nvcc_in_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let found =
        env::split_paths(&path).map(|directory| directory.join("nvcc")).find(|nvcc| nvcc.is_file());
    found
}

/// The folder of the toolkit that an nvcc belongs to, if its headers are there.
pub fn root_of(nvcc: &Path) -> Option<PathBuf> {
    let nvcc = match nvcc.components().count() {
        1 => nvcc_in_path()?,
        _ => nvcc.to_owned(),
    };
    toolkit_of(&nvcc).filter(|root| Toolkit::at(root, Origin::Explicit).is_some())
}

/// The toolkit that an nvcc (perhaps a link) belongs to.
fn toolkit_of(nvcc: &Path) -> Option<PathBuf> {
    let real = nvcc.canonicalize().ok()?;
    Some(real.parent()?.parent()?.to_owned())
}

/// The version in a directory name such as `cuda-12.4`.
fn version_in_name(path: &Path) -> Vec<u32> {
    file_name(path)
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect()
}

/// Directories of Python's and conda's packages that may hold a toolkit.
fn package_directories() -> Vec<PathBuf> {
    let mut prefixes: Vec<PathBuf> = Vec::new();
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        prefixes.extend(env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from));
    }
    let mut directories: Vec<PathBuf> = prefixes.clone();
    prefixes.extend(env::var_os("HOME").map(|home| PathBuf::from(home).join(".local")));
    prefixes.extend(["/usr/local", "/usr"].map(PathBuf::from));
    for prefix in prefixes {
        for python in
            entries(&prefix.join("lib")).filter(|path| file_name(path).starts_with("python"))
        {
            for packages in ["site-packages", "dist-packages"] {
                let nvidia = python.join(packages).join("nvidia");
                let mut versions: Vec<PathBuf> =
                    entries(&nvidia).filter(|path| file_name(path).starts_with("cu1")).collect();
                versions.sort_by_key(|path| std::cmp::Reverse(version_in_name(path)));
                directories.extend(versions);
                directories.push(nvidia);
            }
        }
    }
    directories
}

/// The include directories below a toolkit's root, in all known layouts.
fn include_directories(root: &Path) -> Vec<PathBuf> {
    let target = match env::consts::ARCH {
        "aarch64" => "sbsa-linux",
        _ => "x86_64-linux",
    };
    let mut directories =
        vec![root.join("include"), root.join("targets").join(target).join("include")];
    // Python packages of CUDA 11 and 12 have a directory per component.
    for component in
        ["cuda_runtime", "cuda_nvcc", "cuda_crt", "cuda_cccl", "curand", "cublas", "cufft"]
    {
        directories.push(root.join(component).join("include"));
    }
    if root.join("cuda_runtime.h").is_file() {
        directories.insert(0, root.to_owned());
    }
    directories.retain(|directory| directory.is_dir());
    let cccl: Vec<PathBuf> = directories
        .iter()
        .map(|directory| directory.join("cccl"))
        .filter(|path| path.is_dir())
        .collect();
    directories.extend(cccl);
    directories
}

/// Reads `CUDART_VERSION` from the headers in a directory.
fn read_version(include: &Path) -> Option<CudaVersion> {
    let bytes = fs::read(include.join("cuda_runtime_api.h")).ok()?;
    parse_version(&String::from_utf8_lossy(&bytes))
}

/// Finds `#define CUDART_VERSION 13000` in a header's text.
fn parse_version(text: &str) -> Option<CudaVersion> {
    text.lines().find_map(|line| {
        let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
        let defines = words.next() == Some("define") && words.next() == Some("CUDART_VERSION");
        let number = words.next()?.parse().ok()?;
        defines.then(|| CudaVersion::from_number(number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_headers() {
        let version =
            parse_version("/* 11080 */\n#define OTHER 1\n  # define CUDART_VERSION  11080\n");
        assert_eq!(version, Some(CudaVersion { major: 11, minor: 8 }));
        assert_eq!(parse_version("#define CUDART_VERSION\n"), None);
        assert_eq!(CudaVersion::from_number(12090), CudaVersion { major: 12, minor: 9 });
    }

    #[test]
    fn versions_out_of_range_get_a_warning() {
        let warning = |major, minor| CudaVersion { major, minor }.warning();
        assert!(warning(11, 7).is_some_and(|text| text.contains("older than 11.8")));
        assert!(warning(14, 0).is_some_and(|text| text.contains("newer than 13.x")));
        assert_eq!(warning(11, 8), None);
        assert_eq!(warning(13, 2), None);
    }

    #[test]
    fn toolkits_are_known_in_each_layout() {
        let root = env::temp_dir().join(format!("streamalloc-toolkit-{}", std::process::id()));
        let put = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("writable");
            fs::write(path, text).expect("writable");
        };
        let version = "#define CUDART_VERSION 12040\n";
        put("plain/include/cuda_runtime.h", "");
        put("plain/include/crt/host_config.h", "");
        put("plain/include/cuda_runtime_api.h", version);
        put("plain/include/cccl/thrust/version.h", "");
        put("wheels/cuda_runtime/include/cuda_runtime.h", "");
        put("wheels/cuda_runtime/include/cuda_runtime_api.h", version);
        put("wheels/cuda_nvcc/include/crt/host_config.h", "");
        put("half/include/cuda_runtime.h", "");
        let plain = Toolkit::at(&root.join("plain"), Origin::Explicit).expect("a toolkit");
        assert_eq!(plain.version, CudaVersion { major: 12, minor: 4 });
        assert_eq!(plain.includes, [root.join("plain/include"), root.join("plain/include/cccl")]);
        let wheels = Toolkit::at(&root.join("wheels"), Origin::Packages).expect("a toolkit");
        assert_eq!(wheels.includes.len(), 2);
        let error = Declarations::find(Some(&root.join("half"))).expect_err("incomplete");
        assert!(error.to_string().contains("crt/host_config.h"), "{error}");
        fs::remove_dir_all(&root).expect("removable");
    }
}
