//! `streamalloc` in front of the real nvcc: alone, under make and ninja, by way of CMake, and together with ccache.
//!
//! `STREAMALLOC_CUDA` names the folder of a toolkit, or of the parts of one, with `bin/nvcc`. No GPU is needed.

mod common;

use common::{finish, streamalloc, Finished};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const TIMEOUT: Duration = Duration::from_secs(300);

/// A unit with something to overlap; its line 17 is the one that calls `WRONG`.
const UNIT: &str = "\
#include \"size.h\"
__global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }

int run()
{
    static float x[SIZE], y[SIZE];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    scale<<<1, SIZE>>>(d_x, 2);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    scale<<<1, SIZE>>>(d_y, 3);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    float first = x[0] + y[0];
    WRONG
    return first > 0;
}
";

/// The toolkit, or nothing where the tests have none.
fn toolkit() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("STREAMALLOC_CUDA")?);
    let found = folder.join("bin/nvcc").is_file().then_some(folder);
    if found.is_none() {
        eprintln!("no bin/nvcc in STREAMALLOC_CUDA: skipped");
    }
    found
}

/// Whether there are such programs; `make test` installs them where it may.
fn have(programs: &[&str]) -> bool {
    programs.iter().all(|program| {
        let found = Command::new(program).arg("--version").output().is_ok();
        if !found {
            eprintln!("no {program}, and only root can install it: skipped");
        }
        found
    })
}

/// A folder to work in.
struct Place {
    folder: TempDir,
    toolkit: PathBuf,
}

impl Place {
    /// With `src/a.cu`, and a header beside it.
    fn new() -> Option<Place> {
        let place = Place { toolkit: toolkit()?, folder: tempfile::tempdir().expect("a folder") };
        place.write("src/a.cu", &UNIT.replace("    WRONG\n", ""));
        place.write("src/size.h", "#pragma once\n#define SIZE 64\n");
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("below the folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }

    fn read(&self, name: &str) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    fn nvcc(&self) -> String {
        self.toolkit.join("bin/nvcc").to_string_lossy().into_owned()
    }

    /// Readies a command for this folder; what it leaves in the folder for temporary files can be seen.
    fn prepare(&self, command: &mut Command) {
        std::fs::create_dir_all(self.path("tmp")).expect("writable");
        command.current_dir(self.folder.path()).env("TMPDIR", self.path("tmp"));
        command.env("LIBRARY_PATH", self.toolkit.join("lib")).env_remove("STREAMALLOC");
        command.env("CCACHE_DIR", self.path("cache")).env_remove("CCACHE_DISABLE");
    }

    fn run(&self, command: &mut Command) -> Finished {
        self.prepare(command);
        let done = finish(command, TIMEOUT);
        assert!(!done.timed_out, "no end within {} s", TIMEOUT.as_secs());
        done
    }

    /// `streamalloc nvcc …`
    fn launch(&self, arguments: &[&str]) -> Finished {
        self.run(streamalloc().arg(self.nvcc()).args(arguments))
    }

    /// `nvcc …`
    fn compile(&self, arguments: &[&str]) -> Finished {
        self.run(Command::new(self.nvcc()).args(arguments))
    }

    /// Whether what stands in an object file comes from rewritten text.
    fn is_rewritten(&self, object: &str) -> bool {
        let bytes = std::fs::read(self.path(object)).expect("an object file");
        bytes.windows(21).any(|window| window == b"cudaStreamSynchronize")
    }

    /// Nothing is left behind.
    fn is_tidy(&self) -> bool {
        let Ok(own) = std::fs::read_dir(self.path("tmp")) else { return true };
        let ours =
            own.flatten().filter(|e| e.file_name().to_string_lossy().starts_with("streamalloc"));
        ours.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten())
            .next()
            .is_none()
    }
}

fn succeeds(done: &Finished) {
    assert_eq!(done.status, Some(0), "{}{}", String::from_utf8_lossy(&done.stdout), done.stderr);
}

fn says(done: &Finished, words: &[&str]) {
    for word in words {
        assert!(done.stderr.contains(word), "no `{word}` in: {}", done.stderr);
    }
}

/// What the compiler said, on both channels.
fn said(done: &Finished) -> String {
    format!("{}{}", String::from_utf8_lossy(&done.stdout), done.stderr)
}

// --- one command ---------------------------------------------------------------------------------

#[test]
fn files_are_rewritten_on_the_way_and_dependencies_name_the_original() {
    let Some(place) = Place::new() else { return };
    let before = place.read("src/a.cu");
    let line = ["-MD", "-MP", "-c", "src/a.cu", "-o", "a.o"];
    succeeds(&place.launch(&line));
    assert!(place.is_rewritten("a.o") && place.is_tidy());
    let ours = place.read("a.d");
    assert!(ours.starts_with("a.o : src/a.cu "), "{ours}");
    assert_eq!(place.read("src/a.cu"), before);
    succeeds(&place.compile(&line));
    assert!(!place.is_rewritten("a.o"));
    assert!(place.read("a.d") == ours, "{ours}");
}

#[test]
fn messages_are_those_of_the_original() {
    let Some(place) = Place::new() else { return };
    // A warning of nvcc, one of the preprocessor in a header, and one of the host compiler.
    place.write("src/size.h", "#pragma once\n#define SIZE 64\n#warning from the header\n");
    place.write(
        "src/a.cu",
        &UNIT.replace("WRONG", "int unused = __LINE__; static_assert(__LINE__ == 17, \"\");"),
    );
    let line = ["-Xcompiler", "-Wall", "-c", "src/a.cu", "-o", "a.o"];
    let (ours, theirs) = (place.launch(&line), place.compile(&line));
    succeeds(&ours);
    assert!(said(&theirs).contains("src/a.cu(17)"), "{}", said(&theirs));
    assert_eq!(said(&ours), said(&theirs));
    // An error is reported once, by nvcc.
    place.write("src/a.cu", &UNIT.replace("WRONG", "undeclared = 1;"));
    let (ours, theirs) = (place.launch(&line), place.compile(&line));
    assert_eq!((ours.status, said(&ours)), (theirs.status, said(&theirs)));
    assert_ne!(ours.status, Some(0));
}

#[test]
fn debuggers_see_the_lines_of_the_original() {
    let Some(place) = Place::new() else { return };
    if !have(&["objdump"]) {
        return;
    }
    let line = ["-g", "-c", "src/a.cu", "-o", "a.o"];
    let lines = || -> Vec<String> {
        let table = place.run(Command::new("objdump").args(["--dwarf=decodedline", "a.o"]));
        let text = String::from_utf8_lossy(&table.stdout).into_owned();
        let rows = text.lines().filter(|row| row.starts_with("a.cu "));
        let mut lines: Vec<String> =
            rows.filter_map(|row| row.split_whitespace().nth(1).map(str::to_owned)).collect();
        lines.sort();
        lines.dedup();
        lines
    };
    succeeds(&place.compile(&line));
    let theirs = lines();
    succeeds(&place.launch(&line));
    assert!(place.is_rewritten("a.o"));
    let ours = lines();
    // The host's code: from the line of the function's name to its end.
    let missing: Vec<_> = theirs.iter().filter(|line| !ours.contains(line)).collect();
    assert!(missing.is_empty() && theirs.len() > 8, "{missing:?} of {theirs:?}");
}

#[test]
fn several_files_and_names_with_blanks() {
    let Some(place) = Place::new() else { return };
    place.write(
        "my src/b c.cu",
        &UNIT
            .replace("    WRONG\n", "")
            .replace("run()", "other()")
            .replace("scale", "other_scale"),
    );
    place.write("my src/size.h", "#define SIZE 32\n");
    place.write("main.cpp", "int run(); int other();\nint main() { return run() + other(); }\n");
    let line = ["-MD", "-o", "prog", "src/a.cu", "my src/b c.cu", "main.cpp", "-cudart", "static"];
    succeeds(&place.launch(&line));
    assert!(place.is_rewritten("prog") && place.is_tidy());
    succeeds(&place.launch(&["-MD", "-c", "my src/b c.cu", "-o", "b.o"]));
    assert!(place.is_rewritten("b.o"));
    let dependencies = place.read("b.d");
    assert!(dependencies.starts_with("b.o : my\\ src/b\\ c.cu "), "{dependencies}");
    assert!(dependencies.contains(" my\\ src/size.h"), "{dependencies}");
}

#[test]
fn what_cannot_be_rewritten_is_compiled_as_it_is_with_one_warning() {
    let Some(place) = Place::new() else { return };
    // Only nvcc takes this.
    place.write(
        "src/odd.cu",
        &UNIT.replace("WRONG", "#if !defined(__clang__)\n#else\n#error no\n#endif"),
    );
    let done = place.launch(&["-c", "src/odd.cu", "-o", "odd.o"]);
    succeeds(&done);
    assert_eq!(done.stderr.matches("warning").count(), 1, "{}", done.stderr);
    says(&done, &["src/odd.cu:", "compiled as it is"]);
    // A compiler that refuses rewritten text, whatever it is.
    let refuse = "case \"$*\" in *streamalloc-*) echo 'a.cu(3): error: no' >&2; exit 1;; esac";
    place.write("bin/nvcc", &format!("#!/bin/sh\n{refuse}\nexec {} \"$@\"\n", place.nvcc()));
    succeeds(&place.run(Command::new("chmod").args(["+x", "bin/nvcc"])));
    let done = place.run(streamalloc().args(["bin/nvcc", "-c", "src/a.cu", "-o", "a.o"]));
    succeeds(&done);
    assert!(!place.is_rewritten("a.o"));
    assert_eq!(done.stderr.matches("warning").count(), 1, "{}", done.stderr);
    says(&done, &["src/a.cu: the compiler refuses the rewritten text (a.cu(3): error: no)"]);
    assert!(place.is_tidy());
}

#[test]
fn it_can_be_switched_off() {
    let Some(place) = Place::new() else { return };
    let line = ["-c", "src/a.cu", "-o", "a.o"];
    let mut command = streamalloc();
    place.prepare(&mut command);
    let done = finish(command.arg(place.nvcc()).args(line).env("STREAMALLOC", "off"), TIMEOUT);
    succeeds(&done);
    assert!(!place.is_rewritten("a.o"));
    place.write("streamalloc.toml", "exclude = [\"src\"]\n");
    succeeds(&place.launch(&line));
    assert!(!place.is_rewritten("a.o"));
    place.write("streamalloc.toml", "exclude = [3]\n");
    let done = place.launch(&line);
    succeeds(&done);
    says(&done, &["streamalloc.toml", "compiled as it is"]);
}

#[test]
fn other_command_lines_reach_the_compiler_untouched() {
    let Some(place) = Place::new() else { return };
    for line in [
        &["--version"][..],
        &["-E", "src/a.cu"],
        &["-M", "src/a.cu"],
        &["--no-such-option", "x.cu"],
    ] {
        let (ours, theirs) = (place.launch(line), place.compile(line));
        assert_eq!((ours.status, ours.stdout), (theirs.status, theirs.stdout), "{line:?}");
    }
    let none = place.run(streamalloc().args(["/nonexistent/nvcc", "-c", "src/a.cu"]));
    assert_eq!(none.status, Some(127));
}

// --- builds --------------------------------------------------------------------------------------

#[test]
fn make_builds_in_parallel() {
    let Some(place) = Place::new() else { return };
    if !have(&["make"]) {
        return;
    }
    for name in ["b", "c", "d"] {
        place.write(
            &format!("src/{name}.cu"),
            &UNIT
                .replace("    WRONG\n", "")
                .replace("run()", name)
                .replace("int b", "int b()")
                .replace("int c", "int c()")
                .replace("int d", "int d()"),
        );
    }
    let tool = streamalloc().get_program().to_string_lossy().into_owned();
    let rule = "%.o: src/%.cu\n\t$(NVCC) -MD -c $< -o $@\n-include $(wildcard *.d)\n";
    let all = "all: a.o b.o c.o d.o\n";
    place.write("Makefile", &format!("NVCC = {tool} {}\n{all}{rule}", place.nvcc()));
    let make = || place.run(Command::new("make").args(["-j4", "--no-print-directory"]));
    succeeds(&make());
    for object in ["a.o", "b.o", "c.o", "d.o"] {
        assert!(place.is_rewritten(object), "{object}");
    }
    assert!(place.is_tidy());
    let again = make();
    succeeds(&again);
    assert!(!said(&again).contains(" -c "), "{}", said(&again));
}

/// The example project, in a folder where it can be changed.
struct Project {
    place: Place,
    generator: &'static str,
}

impl Project {
    /// Copies and configures it, with the program in front of the compiler.
    fn new(generator: &'static str) -> Option<Project> {
        let project = Project { place: Place::new()?, generator };
        let program = if generator == "Ninja" { "ninja" } else { "make" };
        if !have(&["cmake", program]) {
            return None;
        }
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cmake");
        for folder in ["", "include"] {
            for entry in std::fs::read_dir(example.join(folder)).expect("the example").flatten() {
                if entry.path().is_file() {
                    let name = format!("project/{folder}/{}", entry.file_name().to_string_lossy());
                    let text = std::fs::read_to_string(entry.path()).expect("text");
                    project.place.write(&name, &text);
                }
            }
        }
        succeeds(&project.configure("build", streamalloc().get_program().to_str()?));
        Some(project)
    }

    fn configure(&self, folder: &str, launcher: &str) -> Finished {
        let mut command = Command::new("cmake");
        command.args(["-G", self.generator, "-S", "project", "-B", folder]);
        command.args(["-DCMAKE_CUDA_ARCHITECTURES=90", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]);
        command.arg(format!("-DCMAKE_CUDA_COMPILER={}", self.place.nvcc()));
        command.arg(format!("-DCMAKE_CUDA_COMPILER_LAUNCHER={launcher}"));
        self.place.run(&mut command)
    }

    fn build(&self, folder: &str) -> Finished {
        self.place.run(Command::new("cmake").args(["--build", folder, "-j2"]))
    }

    fn is_rewritten(&self, target: &str, name: &str) -> bool {
        self.place.is_rewritten(&format!("build/CMakeFiles/{target}.dir/{name}.cu.o"))
    }

    /// Replaces the first `from` of a file.
    fn change(&self, file: &str, from: &str, to: &str) {
        let (name, text) = (format!("project/{file}"), self.place.read(&format!("project/{file}")));
        assert!(text.contains(from), "{file} has no `{from}`");
        self.place.write(&name, &text.replacen(from, to, 1));
    }
}

/// The CUDA files that a build says it compiles.
fn compiled(done: &Finished) -> Vec<String> {
    let text = said(done);
    let lines = text.lines().filter(|line| line.contains("Building CUDA object"));
    let mut names: Vec<String> =
        lines.filter_map(|line| Some(line.rsplit_once('/')?.1.to_owned())).collect();
    names.sort();
    names
}

#[test]
fn cmake_builds_the_example_with_ninja_and_with_make() {
    for generator in ["Ninja", "Unix Makefiles"] {
        let Some(project) = Project::new(generator) else { return };
        let built = project.build("build");
        succeeds(&built);
        assert!(!said(&built).contains("warning"), "{}", said(&built));
        assert!(project.is_rewritten("filters", "filters"));
        assert!(project.is_rewritten("filters", "statistics"));
        assert!(!project.is_rewritten("pictures", "main"));
        assert!(project.place.is_tidy() && project.place.path("build/pictures").is_file());
        let again = project.build("build");
        succeeds(&again);
        assert!(compiled(&again).is_empty(), "{}", said(&again));
        // A header that two of the files include.
        project.change("include/pixel.cuh", "What both files do", "What they do");
        let again = project.build("build");
        succeeds(&again);
        assert_eq!(compiled(&again), ["filters.cu.o", "statistics.cu.o"], "{generator}");
        project.change("statistics.cu", "Histograms", "The histograms");
        let again = project.build("build");
        assert_eq!(compiled(&again), ["statistics.cu.o"], "{generator}");
    }
}

#[test]
fn a_build_shows_the_errors_of_the_original_and_goes_on_where_rewriting_fails() {
    let Some(project) = Project::new("Ninja") else { return };
    succeeds(&project.configure("plain", ""));
    // Clang, and so the rewriting, does not take this.
    project.change(
        "statistics.cu",
        "__global__",
        "#ifdef __clang__\n#error no\n#endif\n__global__",
    );
    let built = project.build("build");
    succeeds(&built);
    assert_eq!(said(&built).matches("warning").count(), 1, "{}", said(&built));
    assert!(said(&built).contains("statistics.cu:") && said(&built).contains("compiled as it is"));
    assert!(project.is_rewritten("filters", "filters"));
    assert!(!project.is_rewritten("filters", "statistics"));
    // Errors are told once, in the words of the compiler.
    project.change("filters.cu", "int i = this_pixel();", "int i = that_pixel();");
    let errors = |folder| {
        let text = said(&project.build(folder));
        let told = text.lines().filter(|line| line.contains("): error"));
        told.map(str::to_owned).collect::<Vec<_>>()
    };
    let (ours, theirs) = (errors("build"), errors("plain"));
    assert!(ours.len() == 1 && ours[0].contains("filters.cu(8): error"), "{ours:?}");
    assert_eq!(ours, theirs);
}

#[test]
fn the_database_of_a_build_with_a_launcher_is_read() {
    let Some(project) = Project::new("Ninja") else { return };
    let run = |arguments: &[&str]| project.place.run(streamalloc().args(arguments));
    let done = run(&["transform", "-p", "build", "--diff", "-v"]);
    succeeds(&done);
    says(
        &done,
        &["filters.cu: 4 of 6 operations", "statistics.cu: 6 of 8", "main.cu: nothing to do"],
    );
}

#[test]
fn ccache_stands_on_either_side() {
    let Some(place) = Place::new() else { return };
    if !have(&["ccache"]) {
        return;
    }
    let tool = streamalloc().get_program().to_string_lossy().into_owned();
    let (nvcc, line) = (place.nvcc(), ["-MD", "-MF", "a.d", "-c", "src/a.cu", "-o", "a.o"]);
    let hits = || {
        let stats = place.run(Command::new("ccache").arg("--print-stats"));
        let text = String::from_utf8_lossy(&stats.stdout).into_owned();
        let number = |name: &str| -> u32 {
            let row = text.lines().find_map(|row| row.strip_prefix(name)?.trim().parse().ok());
            row.unwrap_or(0)
        };
        number("direct_cache_hit") + number("preprocessed_cache_hit")
    };
    // Behind: what is rewritten is cached.
    for expected in [0, 1] {
        let _ = std::fs::remove_file(place.path("a.o"));
        succeeds(&place.run(streamalloc().args(["ccache", &nvcc]).args(line)));
        assert!(place.is_rewritten("a.o"));
        assert_eq!(hits(), expected);
        let dependencies = place.read("a.d");
        assert!(dependencies.contains(" src/a.cu ") && !dependencies.contains("streamalloc-"));
    }
    // In front: ccache does not know what it calls, and lets it work.
    let _ = std::fs::remove_file(place.path("a.o"));
    succeeds(&place.run(Command::new("ccache").args([&tool, &nvcc]).args(line)));
    assert!(place.is_rewritten("a.o"));
    // In front by CCACHE_PREFIX: what is compiled is cached by the original.
    let before = hits();
    for expected in [0, 1] {
        let _ = std::fs::remove_file(place.path("a.o"));
        let mut command = Command::new("ccache");
        succeeds(&place.run(command.env("CCACHE_PREFIX", &tool).arg(&nvcc).args(line)));
        assert!(place.is_rewritten("a.o"));
        assert_eq!(hits() - before, expected);
    }
}
