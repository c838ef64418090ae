//! What a compiler's command line compiles, and whether it can be rewritten on the way.

use super::stage::Stage;
use crate::project::absolute;
use crate::project::command_line::{is_cuda_name, is_header_name, Compiler};
use lower::frontend::options::split_words;
use lower::frontend::{options, toolkit, Language, Products};
use std::path::{Path, PathBuf};

/// A command line that compiles CUDA files for the host.
#[derive(Debug)]
pub struct Plan {
    /// All words: programs in front, the compiler, its options.
    pub words: Vec<String>,
    /// Where the compiler stands.
    at: usize,
    pub compiler: Compiler,
    /// The options for the analysis, those in nvcc's variables too.
    pub options: Vec<String>,
    pub cuda_path: Option<PathBuf>,
    pub products: Products,
    pub sources: Vec<Source>,
}

/// A file that is compiled.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it stands in the words.
    pub at: usize,
    /// Its name as it is written there.
    pub name: String,
    pub path: PathBuf,
}

impl Plan {
    /// Reads a command line; nothing where nothing can be rewritten.
    ///
    /// # Errors
    /// When something might be rewritten, but the command line is beyond us.
    pub fn of(words: &[String], at: usize, compiler: Compiler) -> Result<Option<Plan>, String> {
        let options = with_variables(&words[at + 1..], compiler);
        let meaning = options::translate(&options).map_err(|error| error.to_string())?;
        let names: Vec<&String> =
            meaning.inputs.iter().filter(|name| is_cuda(name, meaning.language)).collect();
        if names.is_empty() || meaning.products.no_host_code.is_some() {
            return Ok(None);
        }
        if meaning.products.host_dependencies {
            return Err(format!("{}: -Xcompiler asks for dependencies; use -MD", names[0]));
        }
        let sources: Vec<Source> =
            names.into_iter().map(|name| source(words, at, name)).collect::<Result<_, _>>()?;
        let cuda_path = match compiler {
            Compiler::Nvcc => toolkit::root_of(Path::new(&words[at])),
            _ => None,
        };
        let (words, products) = (words.to_vec(), meaning.products);
        Ok(Some(Plan { words, at, compiler, options, cuda_path, products, sources }))
    }

    /// The words with the staged files in place of the originals.
    pub fn with(&self, stages: &[Stage]) -> Vec<String> {
        let mut words = self.words.clone();
        let mut added: Vec<String> = Vec::new();
        for stage in stages {
            words[stage.at] = stage.shown_path();
            for word in &stage.include_options {
                if !added.contains(word) || word == "-Xcompiler" {
                    added.push(word.clone());
                }
            }
        }
        // Before all others, so that the folder of the original is searched first.
        words.splice(self.at + 1..=self.at, added);
        words
    }
}

/// The options with those that nvcc takes from its variables.
fn with_variables(options: &[String], compiler: Compiler) -> Vec<String> {
    if compiler != Compiler::Nvcc {
        let forward = "-forward-unknown-to-host-compiler".to_owned();
        return std::iter::once(forward).chain(options.iter().cloned()).collect();
    }
    let variable = |name| std::env::var(name).map(|text| split_words(&text)).unwrap_or_default();
    let (before, after) = (variable("NVCC_PREPEND_FLAGS"), variable("NVCC_APPEND_FLAGS"));
    [&before, options, &after].into_iter().flatten().cloned().collect()
}

/// Whether an input is CUDA source.
fn is_cuda(name: &str, language: Option<Language>) -> bool {
    const OTHERS: [&str; 8] = ["o", "obj", "a", "lib", "so", "ptx", "cubin", "fatbin"];
    let path = Path::new(name);
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    match language {
        Some(Language::Cuda) => {
            name != "-" && !is_header_name(path) && !OTHERS.contains(&extension)
        }
        Some(_) => false,
        None => is_cuda_name(path),
    }
}

fn source(words: &[String], at: usize, name: &str) -> Result<Source, String> {
    let places: Vec<usize> = (at + 1..words.len()).filter(|at| words[*at] == name).collect();
    let [at] = places[..] else {
        return Err(match places.is_empty() {
            true => format!("{name}: is named in a file of options"),
            false => format!("{name}: is named twice"),
        });
    };
    let here = std::env::current_dir().map_err(|error| format!("no current folder: {error}"))?;
    Ok(Source { at, name: name.to_owned(), path: absolute(Path::new(name), &here) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(line: &str) -> Result<Option<Plan>, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let (at, compiler) = crate::project::command_line::find_compiler(&words).expect("one");
        Plan::of(&words, at, compiler)
    }

    fn names(line: &str) -> Vec<String> {
        let plan = plan(line).expect("understood").expect("compiles something");
        plan.sources.into_iter().map(|source| source.name).collect()
    }

    #[test]
    fn cuda_files_are_found() {
        assert_eq!(names("nvcc -x cu -c src/a.cc -o a.o"), ["src/a.cc"]);
        assert_eq!(names("ccache /none/nvcc -o prog a.cu b.cpp c.o b.cu -lm"), ["a.cu", "b.cu"]);
        assert_eq!(names("clang++-19 --no-such-option -c a.cu"), ["a.cu"]);
    }

    #[test]
    fn what_has_no_code_of_the_host_is_none_of_our_business() {
        for line in [
            "nvcc -c a.cpp",
            "nvcc -ptx a.cu",
            "nvcc -M a.cu",
            "nvcc --version",
            "nvcc a.o -o a",
            "nvcc -x cu -",
        ] {
            assert!(plan(line).is_ok_and(|plan| plan.is_none()), "{line}");
        }
    }

    #[test]
    fn what_is_beyond_us_has_a_reason() {
        for (line, reason) in [
            ("nvcc --no-such -c a.cu", "--no-such"),
            ("nvcc -c a.cu -Xcompiler -MMD", "use -MD"),
            ("nvcc -c a.cu a.cu", "twice"),
        ] {
            assert!(plan(line).is_err_and(|error| error.contains(reason)), "{line}");
        }
    }
}
