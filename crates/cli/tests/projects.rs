//! Commands on whole projects: builds with `compile_commands.json`, folders, settings, and what is promised of files in git.

mod common;

use common::{finish, streamalloc, Finished};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const TIMEOUT: Duration = Duration::from_secs(120);
const MARKER: &str = "// Added by StreamAlloc";

/// A program with something to overlap.
const PROGRAM: &str = "\
__global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }

int run()
{
    static float x[64], y[64];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d_x, 2);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d_y, 3);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    return x[0] + y[0] > 0;
}
";

/// A folder to work in.
struct Place(TempDir);

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        files.iter().for_each(|(name, text)| place.write(name, text));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
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

    fn is_rewritten(&self, name: &str) -> bool {
        self.read(name).contains(MARKER)
    }

    /// A compilation database in `build`, whose entries are run in that folder.
    fn database(&self, entries: &[(&str, &str)]) {
        let entry = |(file, command): &(&str, &str)| -> Value {
            json!({"directory": self.path("build"), "file": file, "command": command})
        };
        let entries: Vec<Value> = entries.iter().map(entry).collect();
        self.write("build/compile_commands.json", &json!(entries).to_string());
    }

    /// `streamalloc COMMAND --embedded …` in a folder.
    fn run_in(&self, folder: &str, arguments: &[&str]) -> Finished {
        let mut command = streamalloc();
        command.current_dir(self.path(folder)).args(arguments);
        if !matches!(arguments[0], "init") {
            command.arg("--embedded");
        }
        let done = finish(&mut command, TIMEOUT);
        assert!(!done.timed_out, "no end within {} s", TIMEOUT.as_secs());
        done
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        self.run_in(".", arguments)
    }

    fn git(&self, folder: &str, arguments: &[&str]) -> Finished {
        let mut command = Command::new("git");
        command.current_dir(self.path(folder)).args(["-c", "user.name=t", "-c", "user.email=t@t"]);
        finish(command.args(arguments), TIMEOUT)
    }

    fn commit(&self) {
        for arguments in
            [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "-m", "x"]]
        {
            assert_eq!(self.git(".", arguments).status, Some(0), "git {arguments:?}");
        }
    }
}

fn succeeds(done: &Finished) {
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}

fn says(done: &Finished, words: &[&str]) {
    for word in words {
        assert!(done.stderr.contains(word), "no `{word}` in: {}", done.stderr);
    }
}

// --- builds --------------------------------------------------------------------------------------

#[test]
fn a_build_is_rewritten_with_its_own_options() {
    let needs_header = format!("#include \"size.h\"\nstatic_assert(SIZE == N, \"\");\n{PROGRAM}");
    let place = Place::new(&[
        ("src/a.cu", &needs_header),
        ("src/plain.cu", "int f() { return 0; }\n"),
        ("src/host.cpp", "int g() { return 0; }\n"),
        ("include/size.h", "#define SIZE 64\n"),
    ]);
    place.write("build/flags.rsp", "-I../include");
    place.database(&[
        ("../src/a.cu", "/none/nvcc --options-file flags.rsp -DN=\\\"64\\\" -UN -DN=64 -x cu -c ../src/a.cu -o a.o"),
        ("../src/a.cu", "/none/nvcc -I../include -DN=64 -O2 -UN -DN=64 -lineinfo -c ../src/a.cu -o again.o"),
        ("../src/plain.cu", "/none/nvcc -c ../src/plain.cu"),
        ("../src/host.cpp", "c++ -c ../src/host.cpp"),
    ]);
    let done = place.run(&["transform", "-p", "build", "--in-place"]);
    succeeds(&done);
    says(&done, &["src/a.cu: ", "summary", "1  rewritten: ", "1  with nothing to do"]);
    assert!(
        !done.stderr.contains("host.cpp") && !done.stderr.contains("plain.cu"),
        "{}",
        done.stderr
    );
    assert!(place.is_rewritten("src/a.cu"));
    // The second run changes nothing, and says so.
    let time =
        || std::fs::metadata(place.path("src/a.cu")).and_then(|m| m.modified()).expect("there");
    let written = time();
    let again = place.run(&["transform", "-p", "build", "--in-place", "--exit-code", "-v"]);
    succeeds(&again);
    says(&again, &["1  rewritten before", "src/plain.cu: nothing to do"]);
    assert_eq!(time(), written);
}

#[test]
fn files_are_named_from_anywhere() {
    let place = Place::new(&[("src/a.cu", PROGRAM)]);
    place.database(&[("../src/a.cu", "nvcc -DX -c ../src/a.cu")]);
    let done = place.run_in("src", &["transform", "-p", "../build", "a.cu", "-o", "../out.cu"]);
    succeeds(&done);
    assert!(place.is_rewritten("out.cu"));
    place.write("src/other.cu", PROGRAM);
    let done = place.run(&["analyze", "-p", "build/compile_commands.json", "src/other.cu"]);
    succeeds(&done);
    says(&done, &["src/other.cu: is not in build/compile_commands.json"]);
}

#[test]
fn ways_of_compiling_that_disagree_leave_a_file_alone() {
    let uncommon = format!("#ifdef X\n{PROGRAM}#endif\n");
    let place = Place::new(&[("a.cu", &uncommon), ("b.cu", PROGRAM)]);
    place.database(&[
        ("../a.cu", "nvcc -c ../a.cu"),
        ("../a.cu", "nvcc -DX -c ../a.cu"),
        ("../b.cu", "nvcc -c ../b.cu"),
        ("../b.cu", "nvcc -DX -c ../b.cu"),
    ]);
    let done = place.run(&["transform", "-p", "build", "--in-place"]);
    succeeds(&done);
    says(
        &done,
        &["a.cu: left as it is: the build compiles it in 2 ways", "1  left as they are: compiled"],
    );
    assert!(!place.is_rewritten("a.cu") && place.is_rewritten("b.cu"));
}

#[test]
fn what_another_file_includes_is_left_alone() {
    let header =
        PROGRAM.replace("int run()", "inline int from_header()").replace("scale", "enlarge");
    let place = Place::new(&[
        ("kernels.cu", PROGRAM),
        ("main.cu", "#include \"kernels.cu\"\n#include \"h.cuh\"\nint main() { return run() + from_header(); }\n"),
        ("h.cuh", &header),
        ("alone.cu", PROGRAM),
    ]);
    let done = place.run(&["transform", ".", "--in-place"]);
    succeeds(&done);
    says(
        &done,
        &[
            "kernels.cu: left as it is: ./main.cu includes it, too",
            "operations in headers",
            "h.cuh",
        ],
    );
    assert!(!place.is_rewritten("kernels.cu") && !place.is_rewritten("h.cuh"));
    assert!(place.is_rewritten("alone.cu"));
}

#[test]
fn failures_count_and_do_not_hold_up_others() {
    let place = Place::new(&[("bad.cu", "int f( {\n"), ("good.cu", PROGRAM)]);
    let done = place.run(&["transform", "bad.cu", "good.cu", "--out-root", "out"]);
    assert_eq!(done.status, Some(2));
    says(&done, &["1  rewritten", "1  failed"]);
    assert!(place.is_rewritten("out/good.cu") && !place.path("out/bad.cu").exists());
}

// --- folders and settings ------------------------------------------------------------------------

#[test]
fn folders_are_searched_and_patterns_left_out() {
    let place = Place::new(&[
        ("src/a.cu", PROGRAM),
        ("src/third_party/b.cu", PROGRAM),
        ("src/c_test.cu", PROGRAM),
        ("src/d.cpp", "int x;\n"),
    ]);
    let exclude = ["--exclude", "third_party", "--exclude", "*_test.cu"];
    succeeds(&place.run(&[&["transform", "src", "--out-root", "out"][..], &exclude].concat()));
    assert!(place.is_rewritten("out/src/a.cu"));
    assert!(
        !place.path("out/src/third_party").exists() && !place.path("out/src/c_test.cu").exists()
    );
    // What is named is worked on.
    let done = place.run(&[&["transform", "src/c_test.cu", "-o", "t.cu"][..], &exclude].concat());
    succeeds(&done);
    assert!(place.is_rewritten("t.cu"));
    let done = place.run(&["transform", "src", "--exclude", "*", "--diff"]);
    assert_eq!(done.status, Some(2));
    says(&done, &["src: is a directory without a .cu file"]);
}

#[test]
fn settings_are_found_above_and_the_command_line_goes_first() {
    let place = Place::new(&[
        (
            "streamalloc.toml",
            "include = [\"src/*.cu\"]\nexclude = [\"b.cu\"]\nflags = [\"-Iinc\"]\nstreams = 1\n",
        ),
        ("src/a.cu", &format!("#include \"x.h\"\n{PROGRAM}")),
        ("src/b.cu", PROGRAM),
        ("inc/x.h", ""),
    ]);
    let streams = |done: &Finished| -> u64 {
        let report: Value = serde_json::from_slice(&done.stdout).expect("a report");
        report["streams"].as_u64().expect("a number")
    };
    let done = place.run_in("src", &["analyze", "--force", "--format", "json"]);
    succeeds(&done);
    assert_eq!(streams(&done), 1);
    let done = place.run_in("src", &["analyze", "--force", "--format", "json", "--streams", "2"]);
    assert_eq!(streams(&done), 2);
    let done = place.run_in("src", &["analyze", "a.cu", "--no-config"]);
    assert_eq!(done.status, Some(2));
    place.write("other.toml", "stream = 2\n");
    let done = place.run(&["check", "src/b.cu", "--config", "other.toml"]);
    assert_eq!(done.status, Some(2));
    says(&done, &["other.toml", "line 1", "unknown field `stream`"]);
}

#[test]
fn init_writes_settings_that_are_read() {
    let place = Place::new(&[("a.cu", PROGRAM)]);
    place.database(&[("../a.cu", "nvcc -c ../a.cu")]);
    succeeds(&place.run(&["init"]));
    assert!(place.read("streamalloc.toml").contains("build = \"build\""));
    let done = place.run(&["transform", "--diff"]);
    succeeds(&done);
    assert!(String::from_utf8_lossy(&done.stdout).contains(MARKER));
    assert_eq!(place.run(&["init"]).status, Some(2));
}

// --- git -----------------------------------------------------------------------------------------

#[test]
fn a_tree_with_uncommitted_changes_is_left_alone() {
    let place = Place::new(&[("src/a.cu", PROGRAM), ("src/b.cu", PROGRAM), ("notes.txt", "one\n")]);
    place.commit();
    place.write("untracked.txt", "not of interest\n");
    place.write("notes.txt", "two\n");
    let done = place.run(&["transform", "src", "--in-place"]);
    assert_eq!(done.status, Some(2));
    says(&done, &["uncommitted changes (notes.txt)", "--allow-dirty"]);
    assert!(!place.is_rewritten("src/a.cu"));
    succeeds(&place.run(&["transform", "src/a.cu", "--in-place", "--allow-dirty"]));
    place.commit();
    succeeds(&place.run(&["transform", "src", "--in-place"]));
    assert!(place.is_rewritten("src/a.cu") && place.is_rewritten("src/b.cu"));
}

#[test]
fn diffs_apply_wherever_they_are_made() {
    let place = Place::new(&[("deep/er/a.cu", PROGRAM), ("b.cu", &PROGRAM.replace('\n', "\r\n"))]);
    place.commit();
    for (folder, files) in [(".", &["deep/er/a.cu", "b.cu"][..]), ("deep", &["er/a.cu", "../b.cu"])]
    {
        let done = place.run_in(folder, &[&["transform", "--diff"][..], files].concat());
        succeeds(&done);
        std::fs::write(place.path("patch"), &done.stdout).expect("writable");
        let applied = place.git(".", &["apply", "--whitespace=nowarn", "patch"]);
        assert_eq!(applied.status, Some(0), "{}", applied.stderr);
        assert!(place.is_rewritten("deep/er/a.cu") && place.is_rewritten("b.cu"));
        let expected = place.read("deep/er/a.cu");
        assert_eq!(place.git(".", &["checkout", "--quiet", "."]).status, Some(0));
        succeeds(&place.run(&["transform", "deep/er/a.cu", "-o", "direct.cu"]));
        assert_eq!(place.read("direct.cu"), expected);
    }
}

#[test]
fn lines_can_be_kept() {
    let text = PROGRAM
        .replace("    static float", "    // streams\n#ifdef NEVER\n#endif\n    static float");
    let text = text.replace(
        "sizeof(y), cudaMemcpyDeviceToHost);",
        "sizeof(y), cudaMemcpyDeviceToHost);  // last\n    int line = __LINE__;",
    );
    let place = Place::new(&[("a.cu", &text)]);
    succeeds(&place.run(&["transform", "a.cu", "--keep-lines", "-o", "b.cu"]));
    let output = place.read("b.cu");
    let rest = output.split_once("#line 1 \"a.cu\"\n").map(|(_, rest)| rest).expect("numbered");
    assert!(rest.lines().count() == text.lines().count(), "{output}");
    for (number, (before, after)) in text.lines().zip(rest.lines()).enumerate() {
        let head = before.trim().split(['(', ';', '<']).next().unwrap_or_default();
        let asynchronous = after.contains("Async") && head == "cudaMemcpy";
        assert!(after.contains(head) || asynchronous, "line {}: {before} / {after}", number + 1);
    }
    assert!(Path::new(&place.path("b.cu")).is_file());
}
