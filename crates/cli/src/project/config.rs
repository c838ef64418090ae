//! `streamalloc.toml`.

use crate::args::ProjectArgs;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "streamalloc.toml";

/// What the file may contain. Options of the command line go first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    build: Option<PathBuf>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    /// Options for the compiler.
    pub flags: Vec<String>,
    pub libclang: Option<PathBuf>,
    pub cuda_path: Option<PathBuf>,
    pub embedded: bool,
    pub streams: Option<u16>,
    pub force: bool,
    pub whole_program: bool,
    pub check: CheckConfig,
    /// The folder of the file.
    #[serde(skip)]
    root: Option<PathBuf>,
}

/// The table `[check]`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CheckConfig {
    pub pedantic: bool,
    pub speculative: bool,
}

impl Config {
    /// The configuration that a command line asks for: the file it names, none, or the nearest one in the current folder
    /// and those above.
    ///
    /// # Errors
    /// When the file cannot be read, or something in it is wrong.
    pub fn find(args: &ProjectArgs) -> Result<Config, String> {
        if args.no_config {
            return Ok(Config::default());
        }
        match &args.config {
            Some(path) => Config::read(path),
            None => {
                let here =
                    std::env::current_dir().map_err(|e| format!("no current folder: {e}"))?;
                nearest(&here).map_or_else(|| Ok(Config::default()), |path| Config::read(&path))
            }
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or something in it is wrong.
    pub fn read(path: &Path) -> Result<Config, String> {
        let problem = |what: String| format!("{}: {what}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
        let mut config: Config = toml::from_str(&text)
            .map_err(|error| problem(error.to_string().trim_end().to_owned()))?;
        if config.streams.is_some_and(|streams| !(1..=128).contains(&streams)) {
            return Err(problem("`streams` is a number from 1 to 128".to_owned()));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = folder.canonicalize().map_err(|error| problem(error.to_string()))?;
        for path in [&mut config.build, &mut config.libclang, &mut config.cuda_path] {
            *path = path.take().map(|path| root.join(path));
        }
        config.root = Some(root);
        Ok(config)
    }

    /// The folder that the patterns and paths lead from.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The folder with `compile_commands.json`.
    pub fn build_folder(&self) -> Option<PathBuf> {
        self.build.clone()
    }

    /// Whether it says which files to work on.
    pub fn names_files(&self) -> bool {
        !self.include.is_empty()
    }
}

/// The file in a folder or the nearest folder above that has one.
pub fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join(NAME);
        std::fs::write(&path, text).expect("writable");
        Config::read(&path)
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = read("build = \"b\"\nstream = 4\n").expect_err("a typing error");
        assert!(error.contains("streamalloc.toml") && error.contains("line 2"), "{error}");
        assert!(error.contains("unknown field `stream`") && error.contains("`streams`"), "{error}");
        assert!(read("streams = 0\n").is_err_and(|e| e.contains("1 to 128")));
        assert!(read("flags = 3\n").is_err_and(|e| e.contains("line 1")));
        assert!(read("[check]\npedantic = \"yes\"\n").is_err());
    }

    #[test]
    fn paths_lead_from_the_file() {
        let config = read("build = \"out\"\ncuda-path = \"/opt/cuda\"\n").expect("well-formed");
        let root = config.root().expect("read from a file");
        assert_eq!(config.build_folder(), Some(root.join("out")));
        assert_eq!(config.cuda_path.as_deref(), Some(Path::new("/opt/cuda")));
    }

    #[test]
    fn the_nearest_file_counts() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let deep = place.path().join("a/b");
        std::fs::create_dir_all(&deep).expect("writable");
        std::fs::write(place.path().join(NAME), "").expect("writable");
        assert_eq!(nearest(&deep), Some(place.path().join(NAME)));
        std::fs::write(place.path().join("a").join(NAME), "").expect("writable");
        assert_eq!(nearest(&deep), Some(place.path().join("a").join(NAME)));
    }
}
