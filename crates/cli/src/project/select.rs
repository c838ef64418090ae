//! Which files of a project are worked on: globs, and what a walk over folders finds.

use super::absolute;
use super::command_line::is_cuda_name;
use super::config::Config;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::{Path, PathBuf};

/// Patterns that files must match, and patterns that they must not.
pub struct Selection {
    /// All CUDA source files if absent.
    include: Option<GlobSet>,
    exclude: Vec<(PathBuf, GlobSet)>,
    root: PathBuf,
}

impl Selection {
    /// The patterns of the configuration lead from its folder, those of the command line from the current one.
    ///
    /// # Errors
    /// When a pattern is malformed.
    pub fn new(config: &Config, exclude: &[String]) -> Result<Selection, String> {
        let here = std::env::current_dir().map_err(|e| format!("no current folder: {e}"))?;
        let root = config.root().map_or_else(|| here.clone(), Path::to_owned);
        let include = match config.include.is_empty() {
            true => None,
            false => Some(globs(&config.include)?),
        };
        let exclude = vec![(root.clone(), globs(&config.exclude)?), (here, globs(exclude)?)];
        Ok(Selection { include, exclude, root })
    }

    /// Whether a file that was found, not named, is to be worked on.
    pub fn takes(&self, file: &Path) -> bool {
        let included = match &self.include {
            Some(include) => matches(include, &self.root, file),
            None => true,
        };
        included && !self.exclude.iter().any(|(folder, globs)| matches(globs, folder, file))
    }

    /// The CUDA source files below a folder that are not excluded, nor ignored by git, in the order of their names.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, String> {
        let walk = ignore::WalkBuilder::new(folder).require_git(true).build();
        let mut found = Vec::new();
        for entry in walk {
            let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
            let path = entry.path();
            let wanted = self.include.is_some() || is_cuda_name(path);
            if wanted && path.is_file() && self.takes(path) {
                found.push(path.to_owned());
            }
        }
        found.sort();
        Ok(found)
    }
}

fn matches(globs: &GlobSet, folder: &Path, file: &Path) -> bool {
    let file = match std::env::current_dir() {
        Ok(here) => absolute(file, &here),
        Err(_) => file.to_owned(),
    };
    file.strip_prefix(folder).is_ok_and(|below| globs.is_match(below))
}

/// As in `.gitignore`: a pattern without a slash names files or folders at any depth, and a folder stands for all that is
/// below it.
fn globs(patterns: &[String]) -> Result<GlobSet, String> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let trimmed = pattern.trim_start_matches("./").trim_end_matches('/');
        let anchored = trimmed.trim_start_matches('/');
        let anywhere = !trimmed.contains('/');
        for start in if anywhere { &["", "**/"][..] } else { &[""] } {
            for end in ["", "/**"] {
                let glob = GlobBuilder::new(&format!("{start}{anchored}{end}"))
                    .literal_separator(true)
                    .build()
                    .map_err(|error| format!("the pattern '{pattern}': {error}"))?;
                set.add(glob);
            }
        }
    }
    set.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        let matched = |pattern: &str, path: &str| {
            globs(&[pattern.to_owned()]).is_ok_and(|globs| globs.is_match(path))
        };
        for (pattern, path) in [
            ("*.cu", "a.cu"),
            ("*.cu", "deep/er/a.cu"),
            ("third_party", "third_party/x/a.cu"),
            ("third_party/", "src/third_party/a.cu"),
            ("src/**/*.cu", "src/a.cu"),
            ("src/**/*.cu", "src/b/a.cu"),
            ("./src/*.cu", "src/a.cu"),
            ("/a.cu", "a.cu"),
        ] {
            assert!(matched(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("src/*.cu", "src/b/a.cu"), ("a.cu", "ba.cu"), ("/a.cu", "b/a.cu"), ("b/c", "a/b/c")]
        {
            assert!(!matched(pattern, path), "{pattern} {path}");
        }
        assert!(globs(&["a{".to_owned()]).is_err_and(|error| error.contains("a{")));
    }
}
