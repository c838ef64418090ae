//! What libclang shows of C++ and CUDA. These tests are the reference for whoever reads cursors.

mod cpp;
mod cuda;
mod macros;
mod units;

use crate::*;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The libclang to test with: `LIBCLANG_PATH` (file or directory), else the newest below `/usr/lib/llvm-*/lib`.
fn library() -> Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let candidates = candidates();
            let found = candidates.iter().find_map(|path| Library::load(path).ok());
            found.unwrap_or_else(|| {
                panic!("no usable libclang; set LIBCLANG_PATH or install libclang-19-dev (tried {candidates:?})")
            })
        })
        .clone()
}

fn candidates() -> Vec<PathBuf> {
    if let Some(path) = std::env::var_os("LIBCLANG_PATH").map(PathBuf::from) {
        return if path.is_dir() { libraries_in(&path) } else { vec![path] };
    }
    let mut directories = Vec::new();
    for entry in std::fs::read_dir("/usr/lib").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(version) =
            name.strip_prefix("llvm-").and_then(|version| version.parse::<u32>().ok())
        {
            directories.push((version, entry.path().join("lib")));
        }
    }
    directories.sort();
    directories.iter().rev().flat_map(|(_, directory)| libraries_in(directory)).collect()
}

fn libraries_in(directory: &Path) -> Vec<PathBuf> {
    let is_libclang = |name: &str| {
        (name.starts_with("libclang.so") || name.starts_with("libclang-")) && !name.contains("cpp")
    };
    std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_libclang))
        .collect()
}

const ALL: ParseOptions = ParseOptions {
    preprocessing_record: true,
    preamble: false,
    keep_going: true,
    skip_function_bodies: false,
    prefix: false,
};

/// The least that clang needs to accept launches.
const CUDA: &str = r#"
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
typedef unsigned long size_t;
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1); };
int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
"#;

fn parse(name: &str, text: &str, args: &[&str]) -> TranslationUnit {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let file = PathBuf::from(format!("/virtual/{name}"));
    let unit = TranslationUnit::parse(
        &library(),
        &file,
        &args,
        &[(file.clone(), text.as_bytes().to_vec())],
        ALL,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    assert!(!unit.has_errors(), "{:#?}", unit.diagnostics());
    unit
}

fn parse_cpp(text: &str) -> TranslationUnit {
    parse("test.cpp", text, &["-x", "c++", "-std=c++17"])
}

fn parse_cuda(text: &str) -> TranslationUnit {
    let args = [
        "-x",
        "cuda",
        "--cuda-host-only",
        "-nocudainc",
        "-nocudalib",
        "-std=c++17",
        "-Xclang",
        "-target-sdk-version=12.3",
    ];
    parse("test.cu", &format!("{CUDA}{text}"), &args)
}

/// The function of that name.
fn function<'tu>(unit: &'tu TranslationUnit, name: &str) -> Cursor<'tu> {
    let root = unit.cursor().expect("a parsed unit has a root");
    root.find(|cursor| {
        cursor.kind().is_function() && cursor.is_definition() && cursor.spelling() == name
    })
    .unwrap_or_else(|| panic!("no function {name}"))
}

/// The tree below a cursor, one node a line: kind, then what is worth knowing of it.
fn dump(cursor: Cursor<'_>) -> String {
    let mut text = String::new();
    cursor.visit(|node, depth| {
        text.push_str(&"  ".repeat(depth - 1));
        text.push_str(&format!("{:?}", node.kind()));
        let name = node.spelling();
        if !name.is_empty() {
            text.push_str(&format!(" {name}"));
        }
        if let Some(operator) = node.binary_operator() {
            text.push_str(&format!(" {operator:?}"));
        }
        if let Some(operator) = node.unary_operator() {
            text.push_str(&format!(" {operator:?}"));
        }
        if let Some(ty) = node.ty().filter(|_| node.kind().is_expression()) {
            text.push_str(&format!(" : {}", ty.spelling()));
        }
        text.push('\n');
        Visit::Recurse
    });
    text
}

/// Compares a dump with what is expected, given with any common indentation.
fn assert_tree(cursor: Cursor<'_>, expected: &str) {
    let lines: Vec<&str> = expected.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let expected: String =
        lines.iter().map(|line| format!("{}\n", line[indent..].trim_end())).collect();
    let found = dump(cursor);
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

/// The first node below `cursor` of that kind.
fn first<'tu>(cursor: Cursor<'tu>, kind: CursorKind) -> Cursor<'tu> {
    cursor
        .find(|node| node.kind() == kind)
        .unwrap_or_else(|| panic!("no {kind:?} in\n{}", dump(cursor)))
}

/// The declaration of that name.
fn declaration<'tu>(unit: &'tu TranslationUnit, name: &str) -> Cursor<'tu> {
    let root = unit.cursor().expect("a parsed unit has a root");
    root.find(|cursor| cursor.kind().is_declaration() && cursor.spelling() == name)
        .unwrap_or_else(|| panic!("no declaration of {name}"))
}

/// The bytes of a span.
fn text(unit: &TranslationUnit, span: Option<Span>) -> String {
    let span = span.expect("a span");
    let contents = unit.contents(span.file).expect("the file's bytes");
    String::from_utf8_lossy(&contents[span.range()]).into_owned()
}
