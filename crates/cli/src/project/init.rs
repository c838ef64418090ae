//! The command `init`: writes a `streamalloc.toml` with every setting, explained.

use super::config::NAME;
use std::path::{Path, PathBuf};

/// The usual names of build folders.
const BUILD_FOLDERS: [&str; 5] = ["build", "out", "cmake-build-release", "cmake-build-debug", "."];

/// Writes the file into a folder and gives its path.
///
/// # Errors
/// When there is one already, or it cannot be written.
pub fn write(folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join(NAME);
    if path.exists() {
        return Err(format!("{}: is there already", path.display()));
    }
    edit::write_atomically(&path, text(build_folder(folder).as_deref()).as_bytes())
        .map_err(|error| error.to_string())?;
    Ok(path)
}

/// A folder with a compilation database below this one.
fn build_folder(folder: &Path) -> Option<String> {
    let has_one = |name: &&str| folder.join(name).join("compile_commands.json").is_file();
    BUILD_FOLDERS.into_iter().find(has_one).map(str::to_owned)
}

fn text(build: Option<&str>) -> String {
    let build = match build {
        Some(folder) => format!("build = {folder:?}"),
        None => "# build = \"build\"".to_owned(),
    };
    format!(
        "\
# Settings of StreamAlloc for this folder and those below. Options of the command line go first.
# Paths and patterns lead from this file's folder.

# The folder of a build with compile_commands.json, as -p names it. CMake writes that file with
# -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, `bear -- make` writes it for other builds.
{build}

# The files to work on when the command line names none, and files to leave out. Patterns are those
# of .gitignore: without a slash they match at any depth, and a folder stands for all below it.
# Without `include`: the CUDA files of the build. Files that the command line names are never left out.
# include = [\"src/**/*.cu\"]
# exclude = [\"third_party\", \"*_test.cu\"]

# More options for the compiler, as after -- on the command line.
# flags = [\"-std=c++17\", \"-Iinclude\"]

# What reads the files: by default the newest libclang and the first CUDA toolkit found.
# libclang = \"/usr/lib/llvm-19/lib\"
# cuda-path = \"/usr/local/cuda\"
# embedded = false

# The most streams to use, and whether to rewrite where no gain is predicted.
# streams = 8
# force = false

# Whether each file is a whole program, whose functions no other file calls.
# whole-program = false

# The command `check`: count possible findings too; show those that rest on unknown memory or code.
[check]
# pedantic = false
# speculative = false
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::config::Config;

    #[test]
    fn the_file_is_read_as_no_settings_and_each_line_is_a_setting() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = write(place.path()).expect("written");
        let config = Config::read(&path).expect("well-formed");
        assert_eq!(config.build_folder(), None);
        let text = std::fs::read_to_string(&path).expect("readable");
        let is_setting =
            |line: &str| line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
        let settings: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| is_setting(rest)).unwrap_or(line))
            .collect();
        std::fs::write(&path, settings.join("\n")).expect("writable");
        let config = Config::read(&path).expect("every setting is one");
        assert_eq!((config.streams, config.include.len()), (Some(8), 1));
        assert!(write(place.path()).is_err_and(|error| error.contains("already")));
    }

    #[test]
    fn a_build_folder_is_found() {
        let place = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(place.path().join("out")).expect("writable");
        std::fs::write(place.path().join("out/compile_commands.json"), "[]").expect("writable");
        let config = Config::read(&write(place.path()).expect("written")).expect("well-formed");
        assert_eq!(config.build_folder(), config.root().map(|root| root.join("out")));
    }
}
