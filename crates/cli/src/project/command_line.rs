//! What stands in a command line of a compiler.

use std::path::Path;

/// The kinds of compilers that are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    Nvcc,
    Clang,
    /// gcc and its like: compiles no CUDA.
    Host,
}

impl Compiler {
    /// The kind of compiler that a word of a command line is the path of.
    pub fn of(word: &str) -> Option<Compiler> {
        let name = Path::new(word).file_name()?.to_str()?;
        let name = without_version(name.strip_suffix(".exe").unwrap_or(name));
        // Cross compilers: x86_64-linux-gnu-g++.
        let last = name.rsplit('-').next().unwrap_or(name);
        match last {
            "nvcc" | "nvcc_wrapper" => Some(Compiler::Nvcc),
            "clang" | "clang++" => Some(Compiler::Clang),
            "cc" | "c++" | "gcc" | "g++" | "icpx" | "icx" | "mpicc" | "mpicxx" | "mpic++" => {
                Some(Compiler::Host)
            }
            _ => None,
        }
    }
}

/// `clang++-19` and `g++-12.2` without their numbers.
fn without_version(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((rest, version))
            if version.starts_with(|c: char| c.is_ascii_digit())
                && version.chars().all(|c| c.is_ascii_digit() || c == '.') =>
        {
            rest
        }
        _ => name,
    }
}

/// Where the compiler stands in a command line: before it stand programs such as ccache that call it.
pub fn find_compiler<S: AsRef<str>>(words: &[S]) -> Option<(usize, Compiler)> {
    let mut kinds = words.iter().map(|word| Compiler::of(word.as_ref()));
    let at = kinds.position(|kind| kind.is_some())?;
    Compiler::of(words[at].as_ref()).map(|kind| (at, kind))
}

/// Whether a file is CUDA source by its name.
pub fn is_cuda_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cu")
}

/// Whether a file is a header by its name.
pub fn is_header_name(path: &Path) -> bool {
    const HEADERS: [&str; 8] = ["h", "hh", "hpp", "hxx", "h++", "cuh", "inl", "inc"];
    path.extension().and_then(|e| e.to_str()).is_some_and(|e| HEADERS.contains(&e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_known_by_their_names() {
        for (word, kind) in [
            ("nvcc", Some(Compiler::Nvcc)),
            ("/usr/local/cuda-12.4/bin/nvcc", Some(Compiler::Nvcc)),
            ("/usr/bin/clang++-19", Some(Compiler::Clang)),
            ("x86_64-linux-gnu-g++-12", Some(Compiler::Host)),
            ("c++", Some(Compiler::Host)),
            ("ccache", None),
            ("streamalloc", None),
            ("a.cc", None),
        ] {
            assert_eq!(Compiler::of(word), kind, "{word}");
        }
    }

    #[test]
    fn launchers_stand_before_the_compiler() {
        let words = ["ccache", "sloppiness=1", "/opt/cuda/bin/nvcc", "-c", "a.cu"];
        assert_eq!(find_compiler(&words), Some((2, Compiler::Nvcc)));
        assert_eq!(find_compiler(&["make", "all"]), None);
    }
}
