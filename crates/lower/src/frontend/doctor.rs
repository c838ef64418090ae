//! A report on what the front end finds on this machine, and what to do about what it misses.

use super::libclang::{query, Libclang};
use super::session::FrontendConfig;
use super::toolkit::{self, Declarations, Toolkit};
use super::{headers::Headers, options};
use std::fmt;
use std::path::{Path, PathBuf};

/// What the front end finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorReport {
    /// The libclang in use: path and version.
    pub libclang: Option<(PathBuf, String)>,
    /// Its resource directory.
    pub resource_dir: Option<PathBuf>,
    /// The CUDA declarations in use.
    pub declarations: Option<String>,
    /// All toolkits found, the first of which is used unless another is named.
    pub toolkits: Vec<String>,
    /// The nvcc in `PATH`, or else the toolkit's, and the version that it states.
    pub nvcc: Option<(PathBuf, String)>,
    /// The compiler of the host, which `verify` uses, and its version.
    pub host_compiler: Option<(PathBuf, String)>,
    /// The GPUs that the driver names.
    pub gpus: Vec<String>,
    /// Where the headers are that the program carries.
    pub headers: Option<PathBuf>,
    /// Why nothing can be parsed.
    pub errors: Vec<String>,
    /// What to know about.
    pub warnings: Vec<String>,
}

impl DoctorReport {
    /// Looks around, as [`Frontend::new`](super::Frontend::new) would with the same configuration.
    pub fn collect(config: &FrontendConfig) -> DoctorReport {
        let mut report = DoctorReport::default();
        let cuda_path = match options::translate(&config.user_args) {
            Ok(options) => config.cuda_path.clone().or(options.cuda_path),
            Err(error) => {
                report.errors.push(error.to_string());
                config.cuda_path.clone()
            }
        };
        report.look_for_libclang(config);
        let toolkits: Vec<Toolkit> = toolkit::installed().collect();
        report.look_for_declarations(cuda_path, config.embedded_only);
        report.look_for_nvcc(&toolkits);
        report.look_for_host_compiler();
        report.gpus = gpus(Path::new("/proc/driver/nvidia/gpus"));
        report.toolkits = toolkits
            .into_iter()
            .map(|toolkit| Declarations::Toolkit(toolkit).to_string())
            .collect();
        report.toolkits.dedup();
        match Headers::install() {
            Ok(headers) => report.headers = headers.embedded().parent().map(PathBuf::from),
            Err(error) => {
                report.errors.push(format!("cannot write the embedded CUDA headers: {error}"))
            }
        }
        report
    }

    /// Whether files can be parsed.
    pub fn is_healthy(&self) -> bool {
        self.errors.is_empty()
    }

    fn look_for_libclang(&mut self, config: &FrontendConfig) {
        match Libclang::find(config.libclang.as_deref()) {
            Ok(found) => {
                let library = &found.library;
                self.libclang = Some((library.path().to_owned(), library.version().text.clone()));
                self.resource_dir = Some(found.resource_dir);
            }
            Err(error) => self.errors.push(error.to_string()),
        }
    }

    fn look_for_declarations(&mut self, cuda_path: Option<PathBuf>, embedded_only: bool) {
        let found = if embedded_only {
            Ok(Declarations::Embedded)
        } else {
            Declarations::find(cuda_path.as_deref())
        };
        match found {
            Ok(Declarations::Embedded) if !Headers::has_embedded() => {
                self.errors.push(
                    "no CUDA toolkit found, and no embedded declarations in this build".to_owned(),
                );
            }
            Ok(declarations) => {
                self.warnings.extend(declarations.version().warning());
                if declarations == Declarations::Embedded && !embedded_only {
                    self.warnings.push(
                        "no CUDA toolkit found: libraries such as Thrust, CUB or cuBLAS are not declared \
                         (install one, or name it with --cuda-path)"
                            .to_owned(),
                    );
                }
                self.declarations = Some(declarations.to_string());
            }
            Err(error) => self.errors.push(error.to_string()),
        }
    }

    fn look_for_nvcc(&mut self, toolkits: &[Toolkit]) {
        let nvcc = toolkit::nvcc_in_path().or_else(|| toolkits.iter().find_map(Toolkit::nvcc));
        match nvcc {
            Some(nvcc) => {
                let version = nvcc_version(&nvcc).unwrap_or_else(|| "unknown version".to_owned());
                self.nvcc = Some((nvcc, version));
            }
            None => self
                .warnings
                .push(
                    "no nvcc found: rewritten programs cannot be compiled here (install the CUDA toolkit, \
                     https://developer.nvidia.com/cuda-downloads, or put the folder with nvcc into PATH)"
                        .to_owned(),
                ),
        }
    }

    fn look_for_host_compiler(&mut self) {
        let name = Path::new("g++");
        let output = std::process::Command::new(name).arg("--version").output();
        match output.ok().filter(|output| output.status.success()) {
            Some(output) => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let version = text.lines().next().unwrap_or("unknown version").to_owned();
                self.host_compiler = Some((name.to_owned(), version));
            }
            None => self.warnings.push(
                "no g++ found: `streamalloc verify` cannot build programs (apt install g++, dnf install gcc-c++)"
                    .to_owned(),
            ),
        }
    }
}

/// The last line but one of `nvcc --version`, such as `Cuda compilation tools, release 13.0, V13.0.88`.
fn nvcc_version(nvcc: &std::path::Path) -> Option<String> {
    query(nvcc, "--version")?;
    let output = std::process::Command::new(nvcc).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.contains("release"))?;
    Some(line.trim().to_owned())
}

/// The models in the files that NVIDIA's driver has for each GPU.
fn gpus(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let model = |entry: std::fs::DirEntry| {
        let text = std::fs::read_to_string(entry.path().join("information")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Model:"))?;
        Some(line.trim().to_owned())
    };
    let mut found: Vec<String> = entries.filter_map(model).collect();
    found.sort();
    found
}

impl fmt::Display for DoctorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none = || "none".to_owned();
        let pair = |pair: &Option<(PathBuf, String)>| {
            pair.as_ref()
                .map_or_else(none, |(path, version)| format!("{} ({version})", path.display()))
        };
        let path = |path: &Option<PathBuf>| {
            path.as_ref().map_or_else(none, |path| path.display().to_string())
        };
        writeln!(f, "libclang:           {}", pair(&self.libclang))?;
        writeln!(f, "compiler headers:   {}", path(&self.resource_dir))?;
        writeln!(f, "CUDA declarations:  {}", self.declarations.clone().unwrap_or_else(none))?;
        for toolkit in &self.toolkits {
            writeln!(f, "toolkit found:      {toolkit}")?;
        }
        writeln!(f, "nvcc:               {}", pair(&self.nvcc))?;
        writeln!(f, "host compiler:      {}", pair(&self.host_compiler))?;
        match self.gpus.is_empty() {
            true => writeln!(
                f,
                "GPU:                none (needed only to run programs; `verify` simulates one)"
            )?,
            false => writeln!(f, "GPU:                {}", self.gpus.join(", "))?,
        }
        writeln!(f, "carried headers:    {}", path(&self.headers))?;
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        write!(f, "{}", if self.is_healthy() { "ready" } else { "not ready" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_what_is_used() {
        let report = DoctorReport::collect(&FrontendConfig::default());
        let text = report.to_string();
        assert!(report.is_healthy(), "{text}");
        assert!(text.contains("clang version") && text.ends_with("ready"), "{text}");
        assert!(report.declarations.is_some());
    }

    #[test]
    fn gpus_are_named_by_the_driver() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("0000:01:00.0");
        std::fs::create_dir(&folder).expect("writable");
        std::fs::write(folder.join("information"), "Model: \t NVIDIA X1\nIRQ: 3\n")
            .expect("writable");
        assert_eq!(gpus(place.path()), ["NVIDIA X1"]);
        assert!(gpus(Path::new("/nonexistent")).is_empty());
    }

    #[test]
    fn what_is_wrong_is_an_error_with_a_remedy() {
        let report = DoctorReport::collect(&FrontendConfig {
            libclang: Some("/nonexistent".into()),
            cuda_path: Some("/nonexistent".into()),
            user_args: vec!["--no-such".to_owned()],
            ..FrontendConfig::default()
        });
        assert_eq!(report.errors.len(), 3, "{report}");
        assert!(report.to_string().ends_with("not ready"));
    }
}
