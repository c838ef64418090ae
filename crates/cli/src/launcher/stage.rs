//! A rewritten file, where the compiler finds it.

use super::plan::{Plan, Source};
use crate::project::command_line::Compiler;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A rewritten file in a folder of its own, which goes away with this.
#[derive(Debug)]
pub struct Stage {
    /// Where the original stands in the command line.
    pub at: usize,
    /// The name of the original, as it is written there.
    pub original: String,
    /// Options with which the headers beside the original are found.
    pub include_options: Vec<String>,
    path: PathBuf,
}

impl Stage {
    /// Writes the text under the name of its original: compilers name what they make after it.
    ///
    /// # Errors
    /// Says why it cannot be compiled elsewhere than where it stands.
    pub fn new(plan: &Plan, source: &Source, text: &[u8]) -> Result<Stage, String> {
        let include_options = include_options(plan.compiler, &source.name)?;
        let name = Path::new(&source.name).file_name().ok_or("it has no name")?;
        let cannot =
            |error: io::Error| format!("there is no place for the rewritten file: {error}");
        let folder = folder(plan, source).map_err(cannot)?;
        let path = folder.join(name);
        if path.to_str().is_none() {
            return Err("the folder for temporary files has a name that is no text".to_owned());
        }
        edit::write_atomically(&path, &with_first_line(text, &source.name))
            .map_err(|error| error.to_string())?;
        Ok(Stage { at: source.at, original: source.name.clone(), include_options, path })
    }

    /// The path of the rewritten file.
    pub fn shown_path(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    /// The folder of the rewritten file.
    pub fn folder(&self) -> String {
        self.path.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.path.parent().map(fs::remove_dir);
    }
}

/// What the preprocessor and debuggers are to call the file.
fn with_first_line(text: &[u8], name: &str) -> Vec<u8> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let (mark, rest) = match text.strip_prefix(MARK) {
        Some(rest) => (MARK, rest),
        None => (&b""[..], text),
    };
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    [mark, format!("#line 1 \"{name}\"\n").as_bytes(), rest].concat()
}

/// Has the folder of the original searched first for what is included in quotes.
fn include_options(compiler: Compiler, name: &str) -> Result<Vec<String>, String> {
    let folder = match name.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => ".",
    };
    if compiler != Compiler::Nvcc {
        return Ok(vec!["-iquote".to_owned(), folder.to_owned()]);
    }
    // nvcc splits at commas, and a shell reads the rest.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=@%:".contains(c) || !c.is_ascii();
    let quoted = match (folder.chars().all(is_plain), folder.contains([',', '\'', '\\'])) {
        (true, _) => folder.to_owned(),
        (false, false) => format!("'{folder}'"),
        (false, true) => return Err("its folder has a name that nvcc cannot be given".to_owned()),
    };
    Ok(vec!["-Xcompiler".to_owned(), format!("-iquote,{quoted}")])
}

/// A folder for the file. Its name depends on what is compiled and to where, and on nothing else, so that caches of
/// compilers see the same command line each time, and parallel compilations do not meet.
fn folder(plan: &Plan, source: &Source) -> io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    env::current_dir()?.hash(&mut hasher);
    source.path.hash(&mut hasher);
    plan.products.output.hash(&mut hasher);
    let own = own_folder()?;
    let folder = own.join(format!("{:016x}", hasher.finish()));
    private(&folder)?;
    Ok(folder)
}

/// The folder of this user in that for temporary files.
fn own_folder() -> io::Result<PathBuf> {
    let user = match fs::metadata("/proc/self") {
        Ok(process) => process.uid().to_string(),
        Err(_) => format!("{:?}", env::var_os("USER")),
    };
    let folder = env::temp_dir().join(format!("streamalloc-{user}"));
    private(&folder)?;
    Ok(folder)
}

/// Makes a folder that only its owner may enter. One that is there must be such a folder of the same owner.
fn private(folder: &Path) -> io::Result<()> {
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let found = fs::symlink_metadata(folder)?;
            let own = fs::metadata("/proc/self").map_or(found.uid(), |process| process.uid());
            match found.is_dir() && found.uid() == own && found.mode() & 0o022 == 0 {
                true => Ok(()),
                false => {
                    Err(io::Error::other(format!("{} belongs to another user", folder.display())))
                }
            }
        }
        made => made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_stands_behind_a_byte_order_mark() {
        assert_eq!(
            with_first_line(b"\xef\xbb\xbfint x;", "a\\\"b.cu"),
            b"\xef\xbb\xbf#line 1 \"a\\\\\\\"b.cu\"\nint x;"
        );
    }

    #[test]
    fn folders_are_quoted_for_nvcc() {
        let option = |name| include_options(Compiler::Nvcc, name).map(|words| words[1].clone());
        assert_eq!(option("a.cu").as_deref(), Ok("-iquote,."));
        assert_eq!(option("/a.cu").as_deref(), Ok("-iquote,/"));
        assert_eq!(option("s p/a.cu").as_deref(), Ok("-iquote,'s p'"));
        assert!(option("s,p/a.cu").is_err());
        let clang = include_options(Compiler::Clang, "s,p/a.cu").expect("no shell reads it");
        assert_eq!(clang, ["-iquote", "s,p"]);
    }
}
