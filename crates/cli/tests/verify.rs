//! The command `verify`: each of its outcomes, on small programs.

mod common;

use common::{finish, streamalloc, Finished};
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

const TIMEOUT: Duration = Duration::from_secs(120);

/// Two pipelines that print their results, with a place for a wait, and one for more.
const PROGRAM: &str = "\
#include <cstdio>
#include <cstdlib>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main(int argc, char **argv)
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    add<<<1, 64>>>(d_x, argc > 1 ? atoi(argv[1]) : 2);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    add<<<1, 64>>>(d_y, 3);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    printf(\"%d %d\\n\", x[5], y[5]);
    /* more */
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
";

/// The last copy of `PROGRAM`, and what may take its place.
const LAST_COPY: &str = "cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);";
const COPY_WITHOUT_WAIT: &str = "cudaMemcpyAsync(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);";

/// A folder with `a.cu`.
struct Place(TempDir);

impl Place {
    fn new(program: &str) -> Place {
        let place = Place(tempfile::tempdir().expect("a temporary folder"));
        place.write("a.cu", program)
    }

    fn write(self, name: &str, text: &str) -> Place {
        std::fs::write(self.path(name), text).expect("a writable folder");
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn verify(&self, arguments: &[&str]) -> Finished {
        let mut command = streamalloc();
        command.current_dir(self.0.path()).args(["verify", "--embedded"]).args(arguments);
        let done = finish(&mut command, TIMEOUT);
        assert!(!done.timed_out, "{arguments:?}: no end");
        assert!(!done.stderr.contains("panicked"), "{arguments:?}: {}", done.stderr);
        done
    }

    /// Checks the exit status, and that all of the words are printed.
    fn says(&self, arguments: &[&str], status: i32, words: &[&str]) {
        let done = self.verify(arguments);
        let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), done.stderr);
        assert_eq!(done.status, Some(status), "{arguments:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{arguments:?}: no `{word}` in: {said}");
        }
    }
}

/// `PROGRAM` with `more` before its buffers are freed.
fn with_more(more: &str) -> String {
    PROGRAM.replace("/* more */", more)
}

// --- equal ---------------------------------------------------------------------------------------

#[test]
fn a_rewriting_is_equal() {
    let place = Place::new(PROGRAM);
    place.says(&["a.cu"], 0, &["a.cu: equal under 20 seeds", "exit status 0", "4 bytes"]);
    place.says(&["a.cu", "--memory", "--seeds", "6"], 0, &["equal under 6 seeds", "2 buffers"]);
    place.says(&["a.cu", "--seed", "7"], 0, &["equal under 1 seed,"]);
}

#[test]
fn arguments_behind_two_dashes_are_the_programs_and_flags_are_the_compilers() {
    let place = Place::new(&with_more("puts(TEXT);"));
    place.says(&["a.cu", "--seeds", "3", "--flag=-DTEXT=\"text\""], 0, &["9 bytes"]);
    let flags = ["a.cu", "--seeds", "3", "--flag", "-DTEXT=\"t\"", "--flag", "-arch=sm_90"];
    place.says(&[&flags[..], &["--", "1234", "--seeds"]].concat(), 0, &["9 bytes"]);
    place.says(&["a.cu", "--flag=--no-such-flag"], 2, &["--no-such-flag"]);
}

#[test]
fn a_program_may_have_more_sources_and_headers() {
    let program = format!("#include \"more.h\"\n{}", with_more("more(__FILE__);"));
    let place = Place::new(&program)
        .write("more.h", "extern \"C\" void more(const char *);\n")
        .write("more.c", "#include <stdio.h>\nvoid more(const char *s) { puts(s); }\n");
    let words = ["a.cu: equal under 3 seeds", "9 bytes"];
    place.says(&["a.cu", "--seeds", "3", "--with", "more.c"], 0, &words);
    place.says(&["a.cu", "--seeds", "3"], 2, &["does not build", "more"]);
    place.says(&["a.cu", "--with", "missing.c"], 2, &["missing.c"]);
}

#[test]
fn a_file_that_is_not_rewritten_is_equal() {
    let place = Place::new("int main() { return 3; }\n");
    place.says(&["a.cu"], 0, &["a.cu: nothing is rewritten"]);
    let place = Place::new(&PROGRAM.replace("cudaMemcpy(", "// streamalloc: off\ncudaMemcpy("));
    place.says(&["a.cu", "--no-force"], 0, &["nothing is rewritten"]);
}

#[test]
fn what_was_never_written_does_not_count() {
    // The second half of the buffer, and freed heap memory, hold other bytes for each seed.
    let more = "int *d_z; cudaMalloc(&d_z, 512);\n\
                int *z = static_cast<int *>(malloc(256));\n\
                cudaMemcpy(d_z, z, 256, cudaMemcpyHostToDevice);\n\
                cudaFree(d_z);";
    let place = Place::new(&with_more(more));
    place.says(&["a.cu", "--memory"], 0, &["equal under 20 seeds", "3 buffers"]);
}

#[test]
fn both_programs_have_the_same_name() {
    let place = Place::new(&with_more("printf(\"%s\\n\", argv[0]);"));
    place.says(&["a.cu", "--seeds", "3"], 0, &["equal under 3 seeds", "6 bytes"]);
}

#[test]
fn addresses_do_not_count() {
    let more = "void *pointers[3] = {d_x + 1, x, &argc}; void *d_p; cudaMalloc(&d_p, 24);\n\
                cudaMemcpy(d_p, pointers, 24, cudaMemcpyHostToDevice);\n\
                cudaMemset(d_x, 0, 4);";
    let place = Place::new(&with_more(more));
    place.says(&["a.cu", "--memory"], 0, &["equal under 20 seeds", "3 buffers"]);
}

// --- different -----------------------------------------------------------------------------------

#[test]
fn a_missing_wait_is_found() {
    let place = Place::new(PROGRAM).write("b.cu", &PROGRAM.replace(LAST_COPY, COPY_WITHOUT_WAIT));
    let words = ["a.cu: different (seeds 1,", "-2 3\n+2 0\n", "repeat it with", "--seed 1"];
    place.says(&["a.cu", "--against", "b.cu"], 1, &words);
    place.says(&["a.cu", "--against", "b.cu", "--seed", "1"], 1, &["(seed 1 of 1 tried)"]);
    place.says(&["a.cu", "--against", "b.cu", "--seed", "0"], 0, &["equal under 1 seed"]);
}

#[test]
fn another_exit_status_is_found() {
    let place = Place::new(PROGRAM).write("b.cu", &PROGRAM.replace("return 0", "return 5"));
    place.says(&["a.cu", "--against", "b.cu"], 1, &["exit status 5 instead of exit status 0"]);
    let place = Place::new(PROGRAM).write("b.cu", &with_more("for (;;) {}"));
    let arguments = ["a.cu", "--against", "b.cu", "--timeout", "1", "--seed", "2"];
    place.says(&arguments, 1, &["no end instead of exit status 0"]);
}

#[test]
fn a_fault_is_explained() {
    let fault = "cudaFree(d_y); cudaMemset(d_y, 0, 4);";
    let place = Place::new(PROGRAM).write("b.cu", &with_more(fault));
    place.says(&["a.cu", "--against", "b.cu"], 1, &["the simulator stopped it", "freed device"]);
}

#[test]
fn other_bytes_in_a_buffer_are_found_when_asked_for() {
    for (more, words) in [
        ("cudaMemset(d_y, 1, 4);", "buffer 2 (device memory, 256 bytes) holds other bytes"),
        ("cudaFree(d_x); d_x = nullptr; cudaMalloc(&d_x, 4);", "buffer"),
        (
            "int *p; cudaMallocHost(&p, 8); p[0] = argc;",
            "3 buffers are freed or alive at exit instead of 2",
        ),
    ] {
        let more = with_more(more);
        let place = Place::new(PROGRAM).write("b.cu", &more);
        let arguments = ["a.cu", "--against", "b.cu", "--seeds", "4"];
        place.says(&arguments, 0, &["equal"]);
        place.says(&[&arguments[..], &["--memory"]].concat(), 1, &[words]);
    }
}

// --- no verdict ----------------------------------------------------------------------------------

#[test]
fn an_original_that_depends_on_the_seed_is_named() {
    let racy = PROGRAM.replace(LAST_COPY, COPY_WITHOUT_WAIT);
    let place = Place::new(&racy).write("b.cu", PROGRAM);
    let words = ["the original itself depends on the seed (seeds 1,", "CUDA does not promise"];
    place.says(&["a.cu", "--against", "b.cu"], 2, &words);
    // Of memory that was never written.
    let more = "int *d_z; cudaMalloc(&d_z, 4); cudaMemcpy(x, d_z, 4, cudaMemcpyDeviceToHost);\n\
                printf(\"%d\\n\", x[0]);";
    let words = ["depends on the seed", "note: a download of 4 bytes", "never written"];
    place.write("a.cu", &with_more(more)).says(&["a.cu"], 2, &words);
}

#[test]
fn an_original_that_is_never_the_same_is_named() {
    let clock = "timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf(\"%ld\\n\", t.tv_nsec);";
    let place = Place::new(&format!("#include <time.h>\n{}", with_more(clock)));
    place.says(&["a.cu"], 2, &["does something else each time it runs", "--ignore"]);
    let place = Place::new(&format!(
        "#include <time.h>\n{}",
        with_more(&clock.replace("\"%ld", "\"ns: %ld"))
    ));
    place.says(&["a.cu", "--seeds", "4", "--ignore", "ns:"], 0, &["equal under 4 seeds"]);
}

#[test]
fn an_original_that_fails_in_the_simulator_is_named() {
    let place = Place::new(&with_more("cudaFree(d_y); cudaMemset(d_y, 0, 4);"));
    place.says(&["a.cu"], 2, &["original touches memory that it must not", "freed device memory"]);
    let place = Place::new(&with_more("for (;;) {}"));
    place.says(&["a.cu", "--timeout", "1"], 2, &["does not end within 1 s", "--timeout"]);
    let text = "#include <cooperative_groups.h>\n#include <cstdio>\n\
                __global__ void k(int *p) { cooperative_groups::this_cluster().sync(); *p = 1; }\n\
                int main() { int x = 0, *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d);\n\
                cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\\n\", x); }\n";
    let place = Place::new(text).write("b.cu", text);
    place.says(&["a.cu", "--against", "b.cu"], 2, &["the simulator lacks", "cluster"]);
}

#[test]
fn programs_that_do_not_build_are_named() {
    let place = Place::new(PROGRAM)
        .write("error.cu", "int main() { return 1 +; }\n")
        .write("nul.cu", "int a;\0int b;\n");
    place.says(&["error.cu"], 2, &["error.cu:1:24", "expected expression"]);
    place.says(&["nul.cu"], 2, &["nul.cu"]);
    let words = ["a.cu: error.cu does not build, though the original does", "error.cu:1:24"];
    place.says(&["a.cu", "--against", "error.cu"], 2, &words);
    let words = ["error.cu: the original does not build for the simulator", "error.cu:1:24"];
    place.says(&["error.cu", "--against", "a.cu"], 2, &words);
}

#[test]
fn a_missing_compiler_is_named() {
    let place = Place::new(PROGRAM);
    let mut command = streamalloc();
    command.current_dir(place.0.path()).env("STREAMALLOC_CXX", "/nonexistent/g++");
    let done = finish(command.args(["verify", "--embedded", "a.cu"]), TIMEOUT);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("/nonexistent/g++"), "{}", done.stderr);
    assert!(done.stderr.contains("install g++"), "{}", done.stderr);
}

#[test]
fn bad_arguments_are_refused() {
    let place = Place::new(PROGRAM).write("b.cu", PROGRAM);
    place.says(&["missing.cu"], 2, &["missing.cu: no such file"]);
    place.says(&["a.cu", "--against", "missing.cu"], 2, &["missing.cu: no such file"]);
    place.says(&["a.cu", "--seeds", "0"], 2, &["--seeds"]);
    place.says(&["a.cu", "--seeds", "many"], 2, &["--seeds"]);
    place.says(&["a.cu", "--timeout", "0"], 2, &["--timeout"]);
    place.says(&["a.cu", "b.cu", "--against", "b.cu"], 2, &["--against takes one input file"]);
    place.says(&[], 2, &["<FILE>"]);
}

#[test]
fn of_several_files_the_worst_counts() {
    let place = Place::new(PROGRAM).write("b.cu", PROGRAM);
    place.says(&["a.cu", "b.cu", "--seeds", "2"], 0, &["a.cu: equal", "b.cu: equal"]);
    place.says(&[".", "--seeds", "2"], 0, &["a.cu: equal", "b.cu: equal"]);
    place.says(&["a.cu", "missing.cu", "--seeds", "2"], 2, &["a.cu: equal", "missing.cu"]);
}
