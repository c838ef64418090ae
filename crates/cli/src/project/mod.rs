//! Which files a command works on, and how each is compiled.
//!
//! *Takes* files, folders, a build folder with `compile_commands.json` and a configuration; *gives* [`Job`]s; *promises*
//! that each file is there once, with every way in which the build compiles it.

pub(crate) mod command_line;
mod commands;
pub mod config;
pub mod init;
mod select;

use crate::args::ProjectArgs;
use commands::Commands;
use config::Config;
use lower::frontend::{Frontend, FrontendError, Words};
pub(crate) use select::Selection;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A file to work on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The file.
    #[serde(with = "as_bytes")]
    pub file: PathBuf,
    /// How it is compiled: at least one way.
    pub builds: Vec<Build>,
}

/// One way in which a file is compiled.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Build {
    /// Options of the build, of the configuration and of the command line, in this order.
    pub options: Vec<Part>,
    /// The toolkit of its compiler.
    pub cuda_path: Option<PathBuf>,
}

/// Options that were written at one place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Part {
    pub words: Vec<String>,
    /// Where relative paths in them lead from, if not from the current folder.
    pub folder: Option<PathBuf>,
}

impl Build {
    /// The options for the front end.
    pub fn words(&self) -> Vec<Words> {
        let part = |part: &Part| Words { words: part.words.clone(), folder: part.folder.clone() };
        self.options.iter().map(part).collect()
    }

    /// A front end for this way of compiling.
    ///
    /// # Errors
    /// When the options are not understood.
    pub fn frontend(&self, base: &Frontend) -> Result<Frontend, FrontendError> {
        base.for_compilation(&self.words(), self.cuda_path.as_deref())
    }
}

/// What there is to work on.
#[derive(Debug, Default)]
pub struct Inputs {
    pub jobs: Vec<Job>,
    /// What the user should know about the choice.
    pub notes: Vec<String>,
}

impl Inputs {
    fn add(&mut self, file: PathBuf, builds: Vec<Build>) {
        if !self.jobs.iter().any(|job| job.file == file) {
            self.jobs.push(Job { file, builds });
        }
    }
}

/// The files that a command line and a configuration name, with the options for each.
///
/// # Errors
/// When nothing is named, or what is named cannot be read.
pub fn inputs(
    files: &[PathBuf],
    project: &ProjectArgs,
    flags: &[String],
    config: &Config,
) -> Result<Inputs, String> {
    let selection = Selection::new(config, &project.exclude)?;
    let build_folder = project.build.clone().or_else(|| config.build_folder());
    let commands = build_folder.as_deref().map(Commands::read).transpose()?;
    let own = own_options(flags, config);
    let mut inputs = Inputs::default();
    if files.is_empty() {
        let Some(commands) = &commands else { return whole_folder(config, &selection, &own) };
        inputs.notes.extend(commands.notes().iter().cloned());
        for unit in commands.cuda_units().filter(|unit| selection.takes(unit.path)) {
            inputs.add(shown(unit.path), with_options(unit.builds, &own));
        }
        if inputs.jobs.is_empty() {
            let database = commands.path().display();
            return Err(format!("{database}: no CUDA file in it, or none that is not excluded"));
        }
    }
    let lone = || vec![Build { options: own.clone(), cuda_path: None }];
    let builds = |file: &Path| {
        let found = commands.as_ref().and_then(|c| c.builds(file));
        found.map(|builds| with_options(builds, &own))
    };
    for file in files {
        if file.is_dir() {
            let found = selection.files_below(file)?;
            if found.is_empty() {
                return Err(format!(
                    "{}: is a directory without a .cu file, or with none that is not excluded",
                    file.display()
                ));
            }
            for file in found {
                let builds = builds(&file).unwrap_or_else(lone);
                inputs.add(file, builds);
            }
            continue;
        }
        let known = builds(file);
        if let (None, Some(commands)) = (&known, &commands) {
            let (file, database) = (file.display(), commands.path().display());
            inputs.notes.push(format!(
                "{file}: is not in {database}; read with the options of the command line alone"
            ));
        }
        inputs.add(file.clone(), known.unwrap_or_else(lone));
    }
    Ok(inputs)
}

/// Without files and without a build: what the configuration names.
fn whole_folder(config: &Config, selection: &Selection, own: &[Part]) -> Result<Inputs, String> {
    let Some(root) = config.root().filter(|_| config.names_files()) else {
        return Err(
            "no input: name a <FILE> or a folder, or the folder of a build with -p".to_owned()
        );
    };
    let mut inputs = Inputs::default();
    for file in selection.files_below(root)? {
        let build = Build { options: own.to_vec(), cuda_path: None };
        inputs.add(shown(&file), vec![build]);
    }
    match inputs.jobs.is_empty() {
        true => Err(format!("{}: no file that `include` names", root.display())),
        false => Ok(inputs),
    }
}

/// The options of the configuration and of the command line.
pub(crate) fn own_options(flags: &[String], config: &Config) -> Vec<Part> {
    let configured =
        Part { words: config.flags.clone(), folder: config.root().map(Path::to_owned) };
    let written = Part { words: flags.to_vec(), folder: None };
    [configured, written].into_iter().filter(|part| !part.words.is_empty()).collect()
}

fn with_options(builds: &[Build], own: &[Part]) -> Vec<Build> {
    let longer = |build: &Build| {
        let options = build.options.iter().chain(own).cloned().collect();
        Build { options, cuda_path: build.cuda_path.clone() }
    };
    builds.iter().map(longer).collect()
}

/// A path as it is shown: relative to the current folder if it is below.
fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    let below = here.as_ref().and_then(|here| path.strip_prefix(here).ok());
    below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(path).to_owned()
}

/// An absolute path without `.` and `..`, and without a look at the disk.
pub(crate) fn absolute(path: &Path, folder: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

/// Those of `files` that another of the jobs' files includes, with that other file. To rewrite such a file would change
/// two units at once.
pub fn included_elsewhere<'j>(
    units: &[(&'j Path, &BTreeSet<PathBuf>)],
) -> Vec<(&'j Path, &'j Path)> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut found = Vec::new();
    for (file, _) in units {
        let own = real(file);
        let includer = units.iter().find(|(_, includes)| includes.contains(&own));
        found.extend(includer.map(|(includer, _)| (*file, *includer)));
    }
    found
}

/// Paths as strings of the characters with the numbers of their bytes: a path need not be text.
pub(crate) mod as_bytes {
    use crate::workers::bytes;
    use serde::{Deserializer, Serializer};
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::{Path, PathBuf};

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        bytes::serialize(path.as_os_str().as_bytes(), serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        bytes::deserialize(deserializer).map(|bytes| OsString::from_vec(bytes).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_absolute_without_detours() {
        let path = absolute(Path::new("./../src//./a.cu"), Path::new("/p/build"));
        assert_eq!(path, Path::new("/p/src/a.cu"));
        assert_eq!(absolute(Path::new("/x/../y"), Path::new("/p")), Path::new("/y"));
    }

    #[test]
    fn a_file_that_another_one_includes_is_found() {
        let (a, b) = (Path::new("/p/a.cu"), Path::new("/p/b.cu"));
        let of_a = BTreeSet::from([PathBuf::from("/p/b.cu"), PathBuf::from("/p/h.h")]);
        let of_b = BTreeSet::new();
        assert_eq!(included_elsewhere(&[(a, &of_a), (b, &of_b)]), [(b, a)]);
    }
}
