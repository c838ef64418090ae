//! Argument positions in the tables against the prototypes of a CUDA toolkit.
//!
//! `STREAMALLOC_CUDA` names the toolkit's folder, or its `include` folder; without it there is
//! nothing to compare with, and the tests pass.

use model::{Base, Model, OpKind, Path, Row, Source};
use std::path::PathBuf;

#[derive(Clone, Debug)]
struct Param {
    /// The declared type with single spaces, without the name and the default.
    ty: String,
    name: String,
    has_default: bool,
}

impl Param {
    fn is_pointer(&self) -> bool {
        self.ty.ends_with('*')
    }

    fn is_const_pointer(&self) -> bool {
        self.is_pointer() && self.ty.starts_with("const ")
    }
}

#[derive(Clone, Debug)]
struct Prototype {
    name: String,
    params: Vec<Param>,
}

fn header(name: &str) -> Option<String> {
    let root = PathBuf::from(std::env::var_os("STREAMALLOC_CUDA")?);
    let candidates = [root.join("include").join(name), root.join(name)];
    let path = candidates.iter().find(|path| path.is_file())?;
    Some(String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned())
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        out.push(' ');
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    out.push_str(rest);
    let lines = out.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n")
}

fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text up to the parenthesis that closes the one before `text`.
fn inside_parentheses(text: &str) -> Option<&str> {
    let mut depth = 1;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' | '{' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[..i]);
        }
    }
    None
}

fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn param(text: &str) -> Option<Param> {
    let has_default = text.contains("__dv(") || text.contains('=');
    let end = text.find("__dv(").or_else(|| text.find('=')).unwrap_or(text.len());
    let text = text[..end].trim();
    if text.is_empty() || text == "void" {
        return None;
    }
    let name_at = text.rfind(|c| !is_identifier(c)).map_or(0, |i| i + 1);
    let (ty, name) = text.split_at(name_at);
    let ty = ty.split_whitespace().collect::<Vec<_>>().join(" ");
    let ty = ty.replace(" *", "*").replace("* const", "*").replace("*const", "*");
    Some(Param { ty, name: name.to_owned(), has_default })
}

/// Every function that is declared behind the calling-convention macro `marker`.
fn prototypes(text: &str, marker: &str) -> Vec<Prototype> {
    let text = without_comments(text);
    let mut found = Vec::new();
    for (i, _) in text.match_indices(marker) {
        let rest = text[i + marker.len()..].trim_start();
        let Some(open) = rest.find('(') else { continue };
        let name = rest[..open].trim();
        if name.is_empty() || !name.chars().all(is_identifier) {
            continue;
        }
        let Some(list) = inside_parentheses(&rest[open + 1..]) else { continue };
        let params = split_at_commas(list).into_iter().filter_map(param).collect();
        found.push(Prototype { name: name.to_owned(), params });
    }
    found
}

fn runtime() -> Option<Vec<Prototype>> {
    let found = prototypes(&header("cuda_runtime_api.h")?, "CUDARTAPI ");
    assert!(found.len() > 250, "the scanner found only {} functions", found.len());
    Some(found)
}

fn position(prototype: &Prototype, test: impl Fn(&Param) -> bool) -> Option<usize> {
    prototype.params.iter().position(test)
}

/// Every path of the row.
fn paths(row: &Row) -> impl Iterator<Item = &Path> {
    let lists = [
        &row.op_reads,
        &row.op_writes,
        &row.reads,
        &row.writes,
        &row.frees,
        &row.keeps,
        &row.leaks,
    ];
    let assigned = row.assigns.iter().flat_map(|assign| {
        let source = match &assign.source {
            Source::Path(path) | Source::Address(path) => Some(path),
            Source::Fresh(_) | Source::Literal | Source::Unknown => None,
        };
        std::iter::once(&assign.target).chain(source)
    });
    lists.into_iter().flatten().chain(assigned)
}

fn names_argument(path: &Path, index: usize) -> bool {
    match path.base {
        Base::Arg(i) => i == index || (path.and_rest && i < index),
        _ => false,
    }
}

#[test]
fn every_runtime_function_has_a_row() {
    let Some(found) = runtime() else { return };
    for prototype in found {
        // Variants for the other default-stream mode are found by that mode's names.
        if !prototype.name.ends_with("_ptsz") && !prototype.name.ends_with("_ptds") {
            assert!(Model::builtin().row(&prototype.name).is_some(), "{}: no row", prototype.name);
        }
    }
}

#[test]
fn streams_kinds_and_sizes_are_where_the_prototypes_have_them() {
    let Some(found) = runtime() else { return };
    for prototype in found {
        let name = &prototype.name;
        let Some(row) = Model::builtin().row(name) else { continue };
        let stream = position(&prototype, |p| p.ty == "cudaStream_t");
        if row.op == Some(OpKind::Info) {
            assert_eq!(row.stream, None, "{name}: stream");
        } else {
            assert_eq!(row.stream, stream, "{name}: stream");
        }
        let kind = position(&prototype, |p| p.ty == "enum cudaMemcpyKind");
        if row.op == Some(OpKind::Copy) {
            assert_eq!(row.kind, kind, "{name}: kind");
        } else {
            assert_eq!(row.kind, None, "{name}: kind");
        }
        if matches!(row.op, Some(OpKind::Copy | OpKind::Set | OpKind::Alloc | OpKind::Register)) {
            let bytes = position(&prototype, |p| p.name == "count" || p.name == "size");
            assert_eq!(row.bytes, bytes, "{name}: bytes");
        }
        if matches!(row.op, Some(OpKind::Copy | OpKind::Set)) {
            let width = position(&prototype, |p| p.name == "width");
            let height = position(&prototype, |p| p.name == "height");
            let extent: Vec<usize> = width.into_iter().chain(height).collect();
            assert_eq!(row.extent, extent, "{name}: extent");
        }
    }
}

#[test]
fn launches_name_kernel_and_arguments() {
    let Some(found) = runtime() else { return };
    let launches = found.iter().filter(|p| {
        Model::builtin().row(&p.name).is_some_and(|row| row.op == Some(OpKind::Launch))
    });
    for prototype in launches {
        let row = Model::builtin().row(&prototype.name).unwrap();
        assert_eq!(row.kernel, position(prototype, |p| p.name == "func"), "{}", prototype.name);
        assert_eq!(
            row.kernel_args,
            position(prototype, |p| p.name == "args"),
            "{}",
            prototype.name
        );
    }
}

#[test]
fn copies_go_from_source_to_destination() {
    let Some(found) = runtime() else { return };
    for prototype in found {
        let name = &prototype.name;
        let Some(row) = Model::builtin().row(name) else { continue };
        if row.op != Some(OpKind::Copy) {
            continue;
        }
        let (to, from) = if name.contains("ToSymbol") { ("symbol", "src") } else { ("dst", "src") };
        let from = if name.contains("FromSymbol") { "symbol" } else { from };
        if let Some(to) = position(&prototype, |p| p.name == to) {
            assert!(row.op_writes.iter().all(|path| path.base == Base::Arg(to)), "{name}");
        }
        if let Some(from) = position(&prototype, |p| p.name == from) {
            assert!(row.op_reads.iter().all(|path| path.base == Base::Arg(from)), "{name}");
        }
    }
}

#[test]
fn a_twin_takes_the_same_arguments_and_a_stream() {
    let Some(found) = runtime() else { return };
    for prototype in &found {
        let Some(row) = Model::builtin().row(&prototype.name) else { continue };
        let Some(twin_name) = &row.twin else { continue };
        let twin = found.iter().find(|p| p.name == *twin_name);
        let twin = twin.unwrap_or_else(|| panic!("{twin_name} is not declared"));
        let types = |p: &Prototype| p.params.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
        let mut expected = types(prototype);
        expected.push("cudaStream_t".to_owned());
        assert_eq!(types(twin), expected, "{twin_name}");
        let defaults = prototype.params.iter().filter(|p| p.has_default).count();
        assert_eq!(row.twin_args.len(), defaults, "{}: twin_args", prototype.name);
    }
}

#[test]
fn every_pointer_is_accounted_for() {
    let Some(found) = runtime() else { return };
    // Arguments that are code, or that only say which memory or object is meant.
    let silent = ["func", "symbolPtr", "entryFuncAddr", "symbol", "devPtr", "ptr", "pHost"];
    for prototype in found {
        let name = &prototype.name;
        let Some(row) = Model::builtin().row(name) else { continue };
        for (i, param) in prototype.params.iter().enumerate() {
            if !param.is_pointer() {
                continue;
            }
            let named = paths(row).any(|path| names_argument(path, i)) || row.calls.contains(&i);
            let quiet = silent.contains(&param.name.as_str())
                && matches!(
                    row.op,
                    Some(
                        OpKind::Info
                            | OpKind::Configure
                            | OpKind::Register
                            | OpKind::Unregister
                            | OpKind::Launch
                    )
                );
            assert!(named || quiet, "{name}: nothing is said of `{} {}`", param.ty, param.name);
        }
    }
}

#[test]
fn what_a_function_gives_back_through_a_pointer_is_written() {
    let Some(found) = runtime() else { return };
    for prototype in found {
        let name = &prototype.name;
        let Some(row) = Model::builtin().row(name) else { continue };
        for (i, param) in prototype.params.iter().enumerate() {
            let result = param.name.ends_with("_out")
                || (i == 0 && param.ty.ends_with("**"))
                || (i == 0 && param.is_pointer() && name.contains("Create"));
            let batch = name.contains("Batch");
            if result && !param.is_const_pointer() && !batch {
                let written = row.writes.iter().any(|path| names_argument(path, i));
                assert!(written, "{name}: `{}` is not written", param.name);
            }
        }
    }
}

#[test]
fn no_row_names_an_argument_that_is_not_there() {
    let Some(found) = runtime() else { return };
    // These have overloads in cuda_runtime.h with more parameters.
    let overloaded = ["cudaGraphInstantiate", "cudaGraphExecUpdate"];
    for prototype in found.iter().filter(|p| !overloaded.contains(&p.name.as_str())) {
        let Some(row) = Model::builtin().row(&prototype.name) else { continue };
        let arity = prototype.params.len();
        for path in paths(row) {
            if let Base::Arg(i) = path.base {
                assert!(i < arity, "{}: argument {i} of {arity}", prototype.name);
            }
        }
        let numbers = row.calls.iter().chain(&row.extent).chain(&row.bytes).chain(&row.stream);
        assert!(numbers.into_iter().all(|i| *i < arity), "{}", prototype.name);
    }
}

#[test]
fn driver_functions_have_their_streams_where_the_prototypes_do() {
    let Some(text) = header("cuda.h") else { return };
    let found = prototypes(&text, "CUDAAPI ");
    assert!(found.len() > 300, "the scanner found only {} functions", found.len());
    for (name, row) in Model::builtin().rows() {
        // The header declares old and new forms of some functions under one name.
        let declared: Vec<_> = found.iter().filter(|p| p.name == name).collect();
        if declared.is_empty() || name == "cuMemPrefetchAsync" {
            continue;
        }
        let fits = declared.iter().any(|prototype| {
            let stream = position(prototype, |p| p.ty == "CUstream");
            let in_range = paths(row).all(|path| match path.base {
                Base::Arg(i) => i < prototype.params.len(),
                _ => true,
            });
            in_range && (row.op == Some(OpKind::Info) || row.stream == stream)
        });
        assert!(fits, "{name}: {declared:?}");
    }
}
