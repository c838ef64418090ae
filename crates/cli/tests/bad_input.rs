//! What the program does with input and output that it cannot use: a message that names the file, exit
//! status 2, and no output; and what it promises about files that exist already.

mod common;

use common::{finish, streamalloc, Finished};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// For a run that must not take long, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A program with something to overlap.
const PROGRAM: &str = "\
__global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }

int main()
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
/// A program with nothing to do.
const PLAIN: &str = "int main() { return 0; }\n";
const MARKER: &str = "// Added by StreamAlloc";

/// A folder to work in.
struct Place(TempDir);

impl Place {
    /// With `good.cu`, which would be rewritten.
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        place.write("good.cu", PROGRAM);
        place
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).expect("a writable folder");
    }

    fn read(&self, name: impl AsRef<Path>) -> String {
        let path = self.path(name);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The names of everything in the folder.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a readable folder").flatten();
        let mut names: Vec<String> =
            entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// `streamalloc transform --embedded …` in this folder.
    fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = streamalloc();
        command.current_dir(self.0.path()).args(["transform", "--embedded"]).args(arguments);
        command
    }

    fn transform<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Finished {
        let done = finish(&mut self.command(arguments), TIMEOUT);
        assert!(!done.timed_out, "no end within {} s", TIMEOUT.as_secs());
        done
    }

    /// Checks that this is refused with a message that has these words, and changes no file.
    fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let before = self.contents();
        let done = self.transform(arguments);
        let message = &done.stderr;
        assert_eq!(done.status, Some(2), "{arguments:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{arguments:?}: no `{word}` in: {message}");
        }
        assert!(!message.contains("panicked"), "{message}");
        assert!(done.stdout.is_empty(), "{arguments:?}: output in spite of an error");
        assert_eq!(self.contents(), before, "{arguments:?} changed a file");
    }

    fn contents(&self) -> Vec<(String, Option<Vec<u8>>)> {
        let names = self.names().into_iter();
        names.map(|name| (name.clone(), std::fs::read(self.path(&name)).ok())).collect()
    }
}

fn succeeds(done: &Finished) {
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}

// --- inputs --------------------------------------------------------------------------------------

#[test]
fn files_that_are_no_source_files_are_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path("folder.cu")).expect("a writable folder");
    place.write("binary.cu", b"int a;\0int b;\n");
    place.refuses(&["missing.cu", "-o", "out.cu"], &["missing.cu", "no such file"]);
    place.refuses(&["folder.cu", "-o", "out.cu"], &["folder.cu", "directory"]);
    place.refuses(&["binary.cu", "-o", "out.cu"], &["binary.cu", "not a text file"]);
}

#[test]
fn files_that_do_not_compile_are_refused() {
    let place = Place::new();
    place.write("error.cu", "int main() { return 1 +; }\n");
    place.write("header.cu", "#include \"no_such_header.h\"\nint main() {}\n");
    place.refuses(&["error.cu", "-o", "out.cu"], &["error.cu:1:24", "expected expression"]);
    place.refuses(&["header.cu", "-o", "out.cu"], &["header.cu:1", "no_such_header.h", "-I DIR"]);
    place.refuses(&["error.cu"], &["error.cu:1:24"]);
    place.refuses(&["error.cu", "--in-place"], &["error.cu:1:24"]);
    place.refuses(&["error.cu", "--diff"], &["error.cu:1:24"]);
}

#[test]
fn files_that_are_no_whole_programs_are_refused_as_such() {
    let place = Place::new();
    place.write("part.cu", "void part() {}\n");
    place.write("calls.cu", "void other();\nint main() { other(); }\n");
    place.write(
        "pure.cu",
        "struct Base { virtual int f() = 0; };\nint main(int n, char **v) { return n > 5 ? ((Base *)v)->f() : 0; }\n",
    );
    place.refuses(&["--whole-program", "part.cu", "-o", "out.cu"], &["part.cu", "no `main`"]);
    place.refuses(&["--whole-program", "calls.cu", "-o", "out.cu"], &["calls.cu", "`other`"]);
    succeeds(&place.transform(&["--whole-program", "pure.cu", "--diff"]));
    succeeds(&place.transform(&["--whole-program", "good.cu", "--diff"]));
}

#[test]
fn one_bad_file_does_not_hold_up_the_others() {
    let place = Place::new();
    place.write("error.cu", "int main() { return 1 +; }\n");
    let done = place.transform(&["error.cu", "good.cu", "--out-root", "out"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("error.cu:1:24"), "{}", done.stderr);
    assert!(place.read("out/good.cu").contains(MARKER));
    assert!(!place.path("out/error.cu").exists());
}

/// Nested so deeply that libclang runs out of its stack.
fn crashing() -> String {
    const DEPTH: usize = 300_000;
    format!("int f(int x) {{ return {}x{}; }}\n", "(".repeat(DEPTH), ")".repeat(DEPTH))
}

const NO_LIMIT: [&str; 2] = ["--", "-fbracket-depth=100000000"];

#[test]
fn a_crash_costs_one_file() {
    let place = Place::new();
    place.write("crash.cu", crashing());
    place.write("other.cu", PROGRAM);
    let files = ["good.cu", "crash.cu", "other.cu"];
    let done = place.transform(&[&files[..], &["--out-root", "out"], &NO_LIMIT].concat());
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("crash.cu: the analysis crashed (signal "), "{}", done.stderr);
    assert!(place.read("out/good.cu").contains(MARKER));
    assert!(place.read("out/other.cu").contains(MARKER));
    assert!(!place.path("out/crash.cu").exists());
    let order: Vec<Option<usize>> = files.iter().map(|file| done.stderr.find(file)).collect();
    assert!(order.is_sorted() && order[0].is_some(), "{}", done.stderr);
}

#[test]
fn a_crash_leaves_one_document_of_the_other_files() {
    let place = Place::new();
    place.write("crash.cu", crashing());
    let arguments = ["check", "--embedded", "--format", "json", "crash.cu", "good.cu"];
    let mut command = streamalloc();
    command.current_dir(place.0.path()).args(arguments).args(NO_LIMIT);
    let done = finish(&mut command, TIMEOUT);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("crash.cu: the analysis crashed"), "{}", done.stderr);
    let document: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(document["files"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["files"][0]["file"], "good.cu");
}

#[test]
fn a_crash_on_the_only_file_is_an_error_like_others() {
    let place = Place::new();
    place.write("crash.cu", crashing());
    let arguments = ["crash.cu", "-o", "out.cu", "--", "-fbracket-depth=100000000"];
    place.refuses(&arguments, &["crash.cu", "crashed (signal "]);
}

#[test]
fn a_crash_that_libclang_recovers_from_costs_one_file() {
    let place = Place::new();
    place.write("crash.cu", "#pragma clang __debug parser_crash\n");
    let done = place.transform(&["crash.cu", "good.cu", "--out-root", "out"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("libclang crashed while parsing crash.cu"), "{}", done.stderr);
    assert!(place.read("out/good.cu").contains(MARKER));
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_not_waited_for() {
    let place = Place::new();
    let made = Command::new("mkfifo").arg(place.path("pipe.cu")).status().expect("mkfifo");
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", place.path("zero.cu")).expect("a writable folder");
    for name in ["pipe.cu", "zero.cu"] {
        let words = [name, "pipe or a device"];
        let refused = |arguments: &[&str]| {
            let done = place.transform(arguments);
            assert_eq!(done.status, Some(2), "{arguments:?}: {}", done.stderr);
            assert!(words.iter().all(|w| done.stderr.contains(w)), "{}", done.stderr);
        };
        refused(&[name]);
        refused(&[name, "--in-place"]);
        let mut verify = streamalloc();
        verify.current_dir(place.0.path()).args(["verify", "--embedded", "good.cu", "--against"]);
        let done = finish(verify.arg(name), TIMEOUT);
        assert_eq!(done.status, Some(2), "{}", done.stderr);
        assert!(words.iter().all(|w| done.stderr.contains(w)), "{}", done.stderr);
    }
    let done = place.transform(&["good.cu", "--", "@pipe.cu"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("not a regular file"), "{}", done.stderr);
    let done = place.transform(&["good.cu", "-o", "pipe.cu"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("not a regular file"), "{}", done.stderr);
}

#[test]
fn an_empty_file_stays_empty() {
    let place = Place::new();
    place.write("empty.cu", "");
    succeeds(&place.transform(&["empty.cu", "-o", "out.cu"]));
    assert_eq!(place.read("out.cu"), "");
}

#[test]
fn large_files_are_rewritten_in_bounded_time() {
    let place = Place::new();
    let (kernel, main) = PROGRAM.split_once("\n\n").expect("a kernel and main");
    let mut text = format!("{kernel}\n\n");
    let mut count = 0;
    while text.len() < 5 << 20 {
        text.push_str(&"// a comment that goes on and on and says little\n".repeat(400));
        text.push_str(&format!("int host_{count}(int x) {{ return x * {count}; }}\n"));
        text.push_str(&main.replace("int main()", &format!("int run_{count}()")));
        count += 1;
    }
    place.write("large.cu", &text);
    succeeds(&place.transform(&["large.cu", "-o", "out.cu"]));
    let output = place.read("out.cu");
    assert_eq!(output.matches("cudaMemcpyAsync(").count(), 4 * count);
}

#[test]
fn functions_beyond_the_limit_are_refused() {
    let place = Place::new();
    let operations = "cudaMemset(d, 0, 4);\n".repeat(2_001);
    place.write("many.cu", format!("void f(int *d) {{\n{operations}}}\n"));
    place.refuses(&["many.cu", "-o", "out.cu"], &["many.cu", "`f`", "2001 operations", "2000"]);
}

#[test]
fn macros_with_names_of_the_helper_change_nothing() {
    let place = Place::new();
    place.write("macro.cu", format!("#define stream 1\n#define inline static\n{PROGRAM}"));
    succeeds(&place.transform(&["macro.cu", "-o", "out.cu"]));
    let output = place.read("out.cu");
    assert!(output.contains("sa::stream_("), "{output}");
    assert!(output.contains("#undef inline\n"), "{output}");
    assert!(!output.contains("#undef stream"), "{output}");
}

#[test]
fn deep_nesting_is_no_crash() {
    const DEPTH: usize = 10_000;
    let place = Place::new();
    let (open, close) = ("(".repeat(DEPTH), ")".repeat(DEPTH));
    place.write("parentheses.cu", format!("int f(int x) {{ return {open}x{close}; }}\n"));
    let (open, close) = ("{".repeat(DEPTH), "}".repeat(DEPTH));
    place.write("braces.cu", format!("void f() {{ {open}{close} }}\n"));
    for file in ["parentheses.cu", "braces.cu"] {
        place.refuses(&[file, "-o", "out.cu"], &[file, "nesting", "-fbracket-depth"]);
    }
    // Where the compiler sets no limit, or is told of another one, they are programs like any other.
    place.write("sum.cu", format!("int f(int x) {{ return x{}; }}\n", " + x".repeat(DEPTH)));
    let chain: String = (0..DEPTH).map(|i| format!("if (x == {i}) return {i}; else ")).collect();
    place.write("chain.cu", format!("int f(int x) {{ {chain} return 0; }}\n"));
    for file in ["sum.cu", "chain.cu", "parentheses.cu", "braces.cu"] {
        let done = place.transform(&[file, "--", "-fbracket-depth=100000"]);
        assert_eq!(done.status, Some(0), "{file}: {}", done.stderr);
    }
}

#[test]
fn nested_classes_are_visited_once() {
    let place = Place::new();
    let (open, close) = ("struct { ".repeat(50), "} a;".repeat(50));
    place.write("nested.cu", format!("struct deep {{ {open}int a;{close} }};\n{PROGRAM}"));
    succeeds(&place.transform(&["nested.cu"]));
}

#[cfg(unix)]
#[test]
fn documents_name_files_that_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let name = OsStr::from_bytes(b"gr\xfcn.cu");
    let hazard = "\
int main()
{
    static int x[64];
    int *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, sizeof(x));
    cudaMemcpyAsync(x, d, sizeof(x), cudaMemcpyDeviceToHost, s);
    return x[0];
}
";
    place.write(name, hazard);
    for format in ["json", "sarif", "text"] {
        let mut command = streamalloc();
        command.current_dir(place.0.path()).args(["check", "--embedded", "--format", format]);
        let done = finish(command.arg(name), TIMEOUT);
        assert_eq!(done.status, Some(1), "{format}: {}", done.stderr);
        let text = String::from_utf8(done.stdout).expect("UTF-8");
        let shown = if format == "sarif" { "gr%FCn.cu" } else { "gr\u{fffd}n.cu" };
        assert!(text.contains(shown), "{format}: {text}");
        assert!(text.contains("may be in flight"), "{format}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let input = OsStr::from_bytes(b"gr\xfcn.cu");
    let output = OsStr::from_bytes(b"ge\xe4ndert.cu");
    place.write(input, PROGRAM);
    succeeds(&place.transform(&[input, OsStr::new("-o"), output]));
    assert!(place.read(output).contains(MARKER));
    let missing = OsStr::from_bytes(b"fr\xfch.cu");
    let done = place.transform(&[missing]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("no such file"), "{}", done.stderr);
}

// --- options -------------------------------------------------------------------------------------

#[test]
fn unknown_options_are_refused() {
    let place = Place::new();
    place.refuses(&["good.cu", "--no-such-option"], &["--no-such-option", "Usage"]);
    place.refuses(&["good.cu", "-o", "out.cu", "--", "--no-such-flag"], &["--no-such-flag"]);
    place.refuses(&[], &["<FILE>"]);
}

#[test]
fn a_missing_libclang_is_named() {
    let place = Place::new();
    let arguments = ["good.cu", "-o", "out.cu", "--libclang", "/nonexistent"];
    place.refuses(&arguments, &["/nonexistent", "libclang"]);
}

#[test]
fn one_output_takes_one_input() {
    let place = Place::new();
    place.write("other.cu", PROGRAM);
    place.refuses(&["good.cu", "other.cu", "-o", "out.cu"], &["one input"]);
    place.refuses(&["good.cu", "other.cu", "--stdout"], &["one input"]);
    place.refuses(&["good.cu", "--stdout", "--in-place"], &["--in-place"]);
}

#[test]
fn the_exit_status_says_what_happened() {
    let place = Place::new();
    place.write("plain.cu", PLAIN);
    place.write("error.cu", "int main() { return 1 +; }\n");
    let status = |arguments: &[&str]| place.transform(arguments).status;
    assert_eq!(status(&["good.cu"]), Some(0));
    assert_eq!(status(&["plain.cu"]), Some(0));
    assert_eq!(status(&["good.cu", "--diff"]), Some(0));
    assert_eq!(status(&["good.cu", "--diff", "--exit-code"]), Some(1));
    assert_eq!(status(&["good.cu", "-o", "out.cu", "--exit-code"]), Some(1));
    assert_eq!(status(&["plain.cu", "--exit-code"]), Some(0));
    assert_eq!(status(&["good.cu", "error.cu", "--diff", "--exit-code"]), Some(2));
}

// --- outputs -------------------------------------------------------------------------------------

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let place = Place::new();
    place.write("read_only.cu", "old\n");
    let mut permissions = place.path("read_only.cu").metadata().expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(place.path("read_only.cu"), permissions).expect("our own file");
    std::fs::create_dir(place.path("folder")).expect("a writable folder");
    place.write("file", "old\n");
    place.refuses(&["good.cu", "-o", "read_only.cu"], &["read_only.cu", "read-only"]);
    place.refuses(&["good.cu", "-o", "folder"], &["folder"]);
    // Permissions do not bind everybody; that a file is no folder does.
    place.refuses(&["good.cu", "-o", "file/out.cu"], &["file/out.cu"]);
    place.refuses(&["good.cu", "--out-root", "file"], &["file/good.cu"]);
}

#[test]
fn the_input_is_not_overwritten_by_accident() {
    let place = Place::new();
    place.refuses(&["good.cu", "-o", "good.cu"], &["good.cu", "--in-place"]);
    place.refuses(&["good.cu", "-o", "./good.cu"], &["good.cu", "--in-place"]);
    place.refuses(&["good.cu", "--out-root", "."], &["good.cu", "--in-place"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("good.cu", place.path("link.cu")).expect("a writable folder");
        place.refuses(&["good.cu", "-o", "link.cu"], &["good.cu", "--in-place"]);
        place.refuses(&["link.cu", "-o", "good.cu"], &["link.cu", "--in-place"]);
        std::os::unix::fs::symlink(".", place.path("here")).expect("a writable folder");
        place.refuses(&["good.cu", "--out-root", "here"], &["good.cu", "--in-place"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let place = Place::new();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    for how in ["--stdout", "--diff"] {
        let mut child = place
            .command(&["good.cu", "--quiet", how])
            .stdout(full())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let status = child.wait().expect("our own child");
        assert_eq!(status.code(), Some(2), "{how} to a full disk");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_nobody_can_read_are_no_error() {
    let place = Place::new();
    for (file, expected) in [("good.cu", 0), ("missing.cu", 2)] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let mut command = place.command(&[file]);
        let status = command.stdout(std::process::Stdio::null()).stderr(full).status();
        assert_eq!(status.expect("the program starts").code(), Some(expected), "{file}");
    }
}

#[test]
fn an_interrupted_run_leaves_nothing_half_written() {
    let place = Place::new();
    let whole = {
        succeeds(&place.transform(&["good.cu", "-o", "whole.cu"]));
        place.read("whole.cu")
    };
    place.write("old.cu", "old\n");
    for milliseconds in [5, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400, 500, 600] {
        for (output, before) in [("new.cu", None), ("old.cu", Some("old\n"))] {
            let mut child = place
                .command(&["good.cu", "--quiet", "-o", output])
                .spawn()
                .expect("the program starts");
            std::thread::sleep(Duration::from_millis(milliseconds));
            child.kill().expect("our own child");
            child.wait().expect("our own child");
            let after = std::fs::read_to_string(place.path(output)).ok();
            let as_before = after.as_deref() == before;
            let done = after.as_deref() == Some(whole.as_str());
            assert!(as_before || done, "{output} after {milliseconds} ms: {after:?}");
            match before {
                None if done => std::fs::remove_file(place.path(output)).expect("our own file"),
                Some(old) => place.write(output, old),
                None => {}
            }
        }
    }
}

// --- in place ------------------------------------------------------------------------------------

#[test]
fn a_second_run_changes_nothing() {
    let place = Place::new();
    succeeds(&place.transform(&["good.cu", "--in-place"]));
    let once = place.read("good.cu");
    assert!(once.contains(MARKER));
    let time = |place: &Place| place.path("good.cu").metadata().and_then(|m| m.modified()).ok();
    let written = time(&place);
    let done = place.transform(&["good.cu", "--in-place", "--exit-code"]);
    succeeds(&done);
    assert!(done.stderr.contains("rewritten before"), "{}", done.stderr);
    assert_eq!(place.read("good.cu"), once);
    assert_eq!(time(&place), written);
    assert_eq!(place.names(), ["good.cu"]);
}

#[test]
fn uncommitted_changes_are_not_overwritten() {
    let place = Place::new();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(place.0.path()).args(["-c", "user.name=t", "-c", "user.email=t@t"]);
        finish(command.args(arguments), TIMEOUT).status == Some(0)
    };
    if !git(&["init", "--quiet"]) {
        eprintln!("no git: skipped");
        return;
    }
    let refused = |file: &str| {
        let before = place.read(file);
        let done = place.transform(&[file, "--in-place"]);
        assert_eq!(done.status, Some(2), "{}", done.stderr);
        for words in [file, "uncommitted", "--allow-dirty"] {
            assert!(done.stderr.contains(words), "{}", done.stderr);
        }
        assert_eq!(place.read(file), before);
    };
    refused("good.cu"); // not known to git yet
    assert!(git(&["add", "."]) && git(&["commit", "--quiet", "-m", "one"]));
    place.write("good.cu", format!("{PROGRAM}// changed\n"));
    refused("good.cu");
    succeeds(&place.transform(&["good.cu", "--in-place", "--allow-dirty"]));
    assert!(place.read("good.cu").contains(MARKER));
    assert!(git(&["checkout", "--quiet", "."]));
    succeeds(&place.transform(&["good.cu", "--in-place"]));
    assert!(place.read("good.cu").contains(MARKER));
}
