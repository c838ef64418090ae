//! `compile_commands.json`, as CMake, Bear and Bazel write it.

use super::command_line::{find_compiler, is_cuda_name, is_header_name, Compiler};
use super::{absolute, Build, Part};
use lower::frontend::{options, toolkit, Language};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// One element of the file.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    /// The words of the command line, or …
    arguments: Option<Vec<String>>,
    /// … the line as a shell would get it.
    command: Option<String>,
}

/// What a build compiles, and how.
#[derive(Debug)]
pub struct Commands {
    path: PathBuf,
    /// By absolute paths, in the order of these.
    units: BTreeMap<PathBuf, Unit>,
    notes: Vec<String>,
    /// The paths by where they lead in the end, for files that are named by way of a link.
    real: HashMap<PathBuf, PathBuf>,
}

#[derive(Debug, Default)]
struct Unit {
    is_cuda: bool,
    builds: Vec<Build>,
    /// What the builds come to, to know equal ones.
    meanings: Vec<options::Options>,
    /// Whether a compiler of CUDA compiles it.
    by_cuda_compiler: bool,
}

/// A file that a build compiles.
pub struct CudaUnit<'a> {
    pub path: &'a Path,
    pub builds: &'a [Build],
}

impl Commands {
    /// Reads the file in a build folder, or the file itself.
    ///
    /// # Errors
    /// When there is none, or it is not of this form.
    pub fn read(folder: &Path) -> Result<Commands, String> {
        let path = match folder.is_dir() {
            true => folder.join("compile_commands.json"),
            false => folder.to_owned(),
        };
        let shown = path.display();
        let text = std::fs::read(&path).map_err(|error| {
            format!(
                "{shown}: {error}; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, and \
                 `bear -- make` for other builds"
            )
        })?;
        let entries: Vec<Entry> = serde_json::from_slice(&text)
            .map_err(|error| format!("{shown}: no compilation database: {error}"))?;
        let here = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let here = here.canonicalize().map_err(|error| format!("{}: {error}", here.display()))?;
        let (units, notes) = (BTreeMap::new(), Vec::new());
        let mut commands = Commands { path: path.clone(), units, notes, real: HashMap::new() };
        entries.into_iter().for_each(|entry| commands.add(entry, &here));
        commands.units.retain(|_, unit| !unit.builds.is_empty());
        let keys = commands.units.keys();
        commands.real =
            keys.filter_map(|key| Some((key.canonicalize().ok()?, key.clone()))).collect();
        Ok(commands)
    }

    /// The file that was read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was left out, and why.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The CUDA source files, in the order of their paths.
    pub fn cuda_units(&self) -> impl Iterator<Item = CudaUnit<'_>> {
        let cuda = self.units.iter().filter(|(_, unit)| unit.is_cuda);
        cuda.map(|(path, unit)| CudaUnit { path, builds: &unit.builds })
    }

    /// The ways in which a file is compiled.
    pub fn builds(&self, file: &Path) -> Option<&[Build]> {
        let here = std::env::current_dir().ok()?;
        let found = self.units.get(&absolute(file, &here)).or_else(|| {
            let real = file.canonicalize().ok()?;
            self.units.get(self.real.get(&real)?)
        });
        found.map(|unit| unit.builds.as_slice())
    }

    fn add(&mut self, entry: Entry, here: &Path) {
        let directory = absolute(&entry.directory, here);
        let path = absolute(&entry.file, &directory);
        // Bear also sees what nvcc itself starts, on files that are gone afterwards.
        if !path.is_file() {
            self.note(&path, "the build compiles it, but it is not there");
            return;
        }
        match entry.words() {
            Ok(words) => self.add_build(path, directory, &words),
            Err(problem) => self.note(&path, problem),
        }
    }

    fn note(&mut self, path: &Path, what: &str) {
        let note = format!("{}: {what}", path.display());
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn add_build(&mut self, path: PathBuf, directory: PathBuf, words: &[String]) {
        let (at, compiler) = find_compiler(words).unwrap_or((0, Compiler::Host));
        let mut options: Vec<String> = words[at + 1..].to_vec();
        if compiler != Compiler::Nvcc {
            // gcc and clang have options that nvcc lacks; none of these is needed to read a program.
            options.insert(0, "-forward-unknown-to-host-compiler".to_owned());
        }
        let by_cuda_compiler = compiler != Compiler::Host;
        let build = Build {
            options: vec![Part { words: options, folder: Some(directory.clone()) }],
            cuda_path: match compiler {
                Compiler::Nvcc => toolkit::root_of(&from(&words[at], &directory)),
                _ => None,
            },
        };
        let meaning = match options::translate_all(&build.words()) {
            Ok(meaning) => meaning_only(meaning),
            Err(error) => {
                self.note(&path, &error.to_string());
                return;
            }
        };
        let named_cuda = match meaning.language {
            Some(language) => language == Language::Cuda,
            None => is_cuda_name(&path),
        };
        let is_cuda = named_cuda && !is_header_name(&path);
        let unit = self.units.entry(path).or_default();
        if by_cuda_compiler && !unit.by_cuda_compiler {
            // What the host compiler gets to see of it comes out of nvcc.
            *unit = Unit { by_cuda_compiler, ..Unit::default() };
        }
        if unit.by_cuda_compiler && !by_cuda_compiler || unit.meanings.contains(&meaning) {
            return;
        }
        unit.is_cuda |= is_cuda;
        unit.builds.push(build);
        unit.meanings.push(meaning);
    }
}

impl Entry {
    fn words(&self) -> Result<Vec<String>, &'static str> {
        let words = match (&self.arguments, &self.command) {
            (Some(words), _) => words.clone(),
            (None, Some(line)) => {
                shlex::split(line).ok_or("its command line has a quote that does not end")?
            }
            (None, None) => return Err("its entry has neither `command` nor `arguments`"),
        };
        match words.is_empty() {
            true => Err("its command line is empty"),
            false => Ok(words),
        }
    }
}

/// A program's path as a shell in the folder takes it: a lone name is looked for in `PATH`.
fn from(program: &str, directory: &Path) -> PathBuf {
    match program.contains('/') {
        true => directory.join(program),
        false => program.into(),
    }
}

/// Options without what does not change what a program means.
fn meaning_only(mut options: options::Options) -> options::Options {
    options.inputs.clear();
    options.dropped.clear();
    options.products = options::Products::default();
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, Value};
    use tempfile::TempDir;

    /// A folder with `a.cu`, `b.cpp` and `build/compile_commands.json`.
    fn place(entries: Value) -> (TempDir, Result<Commands, String>) {
        let place = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(place.path().join("build")).expect("writable");
        for name in ["a.cu", "b.cpp", "c.h"] {
            std::fs::write(place.path().join(name), "int x;\n").expect("writable");
        }
        let database = place.path().join("build/compile_commands.json");
        std::fs::write(database, entries.to_string()).expect("writable");
        let commands = Commands::read(&place.path().join("build"));
        (place, commands)
    }

    fn clang_args(place: &TempDir, commands: &Commands, name: &str) -> Vec<Vec<String>> {
        let builds = commands.builds(&place.path().join(name)).expect("a known file");
        let args = |build: &Build| {
            options::translate_all(&build.words()).expect("known options").clang_args
        };
        builds.iter().map(args).collect()
    }

    fn cuda_names(commands: &Commands) -> Vec<String> {
        let name = |unit: CudaUnit<'_>| {
            unit.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        };
        commands.cuda_units().map(name).collect()
    }

    #[test]
    fn command_lines_of_cmake_are_read() {
        let (place, commands) = place(json!([
            {"directory": "PLACE/build", "file": "PLACE/b.cpp", "command": "/usr/bin/c++ --param x=1 -c ../b.cpp"},
            {"directory": ".", "file": "../a.cu", "output": "a.o",
             "command": "ccache /opt/none/bin/nvcc -forward-unknown-to-host-compiler -DNAME=\\\"a\\ b\\\" \"-DN=1 + 2\" \
                         -I../include --generate-code=arch=compute_90,code=[compute_90,sm_90] -MD -MT a.o -MF a.o.d -x cu \
                         -c ../a.cu -o a.o"},
        ]));
        let commands = commands.expect("well-formed");
        assert_eq!(cuda_names(&commands), ["a.cu"]);
        let include = place.path().canonicalize().expect("there").join("build").join("../include");
        let expected =
            ["-DNAME=\"a b\"".into(), "-DN=1 + 2".into(), format!("-I{}", include.display())];
        assert_eq!(clang_args(&place, &commands, "a.cu"), [expected]);
        assert_eq!(commands.notes().len(), 1, "PLACE does not exist: {:?}", commands.notes());
    }

    #[test]
    fn equal_ways_of_compiling_are_one() {
        let entry = |words: &str| {
            let arguments: Vec<&str> = words.split(' ').collect();
            json!({"directory": "..", "file": "a.cu", "arguments": arguments})
        };
        let (place, commands) = place(json!([
            entry("nvcc -DA -c a.cu -o one.o"),
            entry("nvcc -DA -O3 -lineinfo -c a.cu -o two.o"),
            entry("nvcc -DB -c a.cu -o three.o"),
            entry("gcc -E -x c++ -D__CUDACC__ a.cu"),
            entry("nvcc -DC --no-such-option -c a.cu"),
        ]));
        let commands = commands.expect("well-formed");
        let ways = clang_args(&place, &commands, "a.cu");
        // -O reaches clang, and with it __OPTIMIZE__.
        assert_eq!(ways.len(), 3, "{ways:?}");
        assert!(commands.notes()[0].contains("--no-such-option"), "{:?}", commands.notes());
    }

    #[test]
    fn clang_and_headers_and_response_files() {
        let (place, commands) = place(json!([
            {"directory": "..", "file": "b.cpp", "arguments": ["clang++-19", "-x", "cuda", "@build/b.rsp", "b.cpp"]},
            {"directory": "..", "file": "c.h", "arguments": ["clang++", "-x", "cuda", "c.h"]},
        ]));
        assert!(commands.is_ok_and(|c| c.notes()[0].contains("b.rsp")));
        std::fs::write(place.path().join("build/b.rsp"), "-DFROM_FILE").expect("writable");
        let commands =
            Commands::read(&place.path().join("build/compile_commands.json")).expect("read");
        assert_eq!(cuda_names(&commands), ["b.cpp"]);
        assert_eq!(clang_args(&place, &commands, "b.cpp"), [["-DFROM_FILE"]]);
    }

    #[test]
    fn what_is_no_database_is_an_error_that_says_how_to_get_one() {
        let missing = Commands::read(Path::new("/nonexistent")).expect_err("nothing there");
        assert!(missing.contains("No such file") && missing.contains("CMAKE_EXPORT"), "{missing}");
        let (_place, commands) = place(json!({"directory": "."}));
        assert!(commands.is_err_and(|e| e.contains("no compilation database")));
        let (_place, commands) = place(json!([
            {"directory": "..", "file": "a.cu"},
            {"directory": "..", "file": "b.cpp", "command": "g++ 'b.cpp"},
        ]));
        let notes = commands.expect("well-formed").notes;
        assert!(notes[0].contains("neither") && notes[1].contains("quote"), "{notes:?}");
    }
}
