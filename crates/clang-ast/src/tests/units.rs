//! Parsing, diagnostics, files, and what the preprocessor did.

use super::*;

fn args(args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| (*arg).to_owned()).collect()
}

fn unsaved(files: &[(&str, &str)]) -> Vec<(PathBuf, Vec<u8>)> {
    files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect()
}

fn parse_files(files: &[(&str, &str)], options: ParseOptions) -> TranslationUnit {
    let args = args(&["-x", "c++", "-std=c++17", "-I/virtual"]);
    TranslationUnit::parse(&library(), Path::new(files[0].0), &args, &unsaved(files), options)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn errors_in_the_source_are_diagnostics() {
    let unit = parse_files(&[("/virtual/a.cpp", "int f(int);\nint x = f(\"a\"\n + 1, y);\n")], ALL);
    assert!(unit.has_errors());
    let diagnostics = unit.diagnostics();
    let error = diagnostics.iter().find(|d| d.severity == Severity::Error).expect("an error");
    assert_eq!(error.message, "use of undeclared identifier 'y'");
    assert_eq!(error.file.as_deref(), Some(Path::new("/virtual/a.cpp")));
    assert_eq!((error.line, error.column, error.offset), (3, 7, 32));
}

#[test]
fn notes_belong_to_their_error() {
    let unit = parse_files(&[("/virtual/a.cpp", "void f(int *);\nvoid g() { f(1.5); }\n")], ALL);
    let error = &unit.diagnostics()[0];
    assert_eq!(error.notes.len(), 1);
    assert_eq!(error.notes[0].severity, Severity::Note);
    assert_eq!(error.notes[0].line, 1);
}

#[test]
fn line_directives_do_not_move_diagnostics() {
    let unit = parse_files(&[("/virtual/a.cpp", "#line 100 \"other.cu\"\nint x = y;\n")], ALL);
    let error = &unit.diagnostics()[0];
    assert_eq!((error.file.as_deref(), error.line), (Some(Path::new("/virtual/a.cpp")), 2));
}

#[test]
fn a_missing_header_is_fatal_unless_told_to_keep_going() {
    let files = [("/virtual/a.cpp", "#include \"missing.h\"\nint after;\n")];
    let unit = parse_files(&files, ParseOptions { keep_going: false, ..ALL });
    assert_eq!(unit.diagnostics()[0].severity, Severity::Fatal);
    let unit = parse_files(&files, ALL);
    assert_eq!(unit.diagnostics()[0].severity, Severity::Error);
    assert_eq!(declaration(&unit, "after").spelling(), "after");
}

#[test]
fn files_that_cannot_be_read_give_a_failure_or_a_diagnostic() {
    let parsed = TranslationUnit::parse(&library(), Path::new("/nonexistent.cpp"), &[], &[], ALL);
    assert!(parsed.is_err() || parsed.is_ok_and(|unit| unit.has_errors()));
    let bad = TranslationUnit::parse(&library(), Path::new("a\0b.cpp"), &[], &[], ALL);
    assert!(matches!(bad, Err(ParseFailure::Nul(_))));
    let bad = TranslationUnit::parse(&library(), Path::new("a.cpp"), &args(&["a\0b"]), &[], ALL);
    assert!(matches!(bad, Err(ParseFailure::Nul(_))));
}

#[test]
fn deep_nesting_is_a_diagnostic_not_a_crash() {
    let text = format!("int x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    let unit = parse_files(&[("/virtual/a.cpp", &text)], ALL);
    assert!(unit.diagnostics()[0].message.contains("bracket nesting"), "{:?}", unit.diagnostics());
}

#[test]
fn long_expressions_are_visited_without_recursion() {
    let text = format!("int x = {}1;", "1 + ".repeat(2000));
    let unit = parse_files(&[("/virtual/a.cpp", &text)], ALL);
    let mut deepest = 0;
    declaration(&unit, "x").visit(|_, depth| {
        deepest = deepest.max(depth);
        Visit::Recurse
    });
    assert_eq!(deepest, 2001);
}

#[test]
fn skipped_ranges_reach_from_directive_to_directive() {
    let source = "#if 0\nnever\n#elif 1\nint q;\n#else\nint z;\n#endif\n#ifdef V\nint r;\n#endif\n";
    let unit = parse_files(&[("/virtual/a.cpp", source)], ALL);
    let file = unit.main_file().expect("the main file");
    let skipped: Vec<&str> = unit
        .skipped_ranges(file)
        .iter()
        .map(|(start, end)| &source[*start as usize..*end as usize])
        .collect();
    assert_eq!(
        skipped,
        ["#if 0\nnever\n#elif", "#else\nint z;\n#endif", "#ifdef V\nint r;\n#endif"]
    );
}

#[test]
fn inclusions_tell_file_place_and_depth() {
    let unit = parse_files(
        &[
            ("/virtual/a.cpp", "int first;\n#include \"b.h\"\n#include \"c.h\"\n"),
            ("/virtual/b.h", "#include \"c.h\"\n"),
            ("/virtual/c.h", "int c(int = 0);\n"),
        ],
        ALL,
    );
    let main = unit.main_file();
    let seen: Vec<(String, u32, u32, bool)> = unit
        .inclusions()
        .iter()
        .map(|inclusion| {
            let at = inclusion.included_at.expect("an #include");
            let name = unit.path(inclusion.file).display().to_string();
            (name, inclusion.depth, at.offset, Some(at.file) == main)
        })
        .collect();
    let expected = [
        ("/virtual/b.h", 1, 11, true),
        ("/virtual/c.h", 2, 0, false),
        ("/virtual/c.h", 1, 26, true),
    ];
    assert_eq!(seen.len(), expected.len(), "{seen:?}");
    for (found, (name, depth, offset, from_main)) in seen.iter().zip(expected) {
        assert!(Path::new(&found.0).ends_with(Path::new(name).file_name().unwrap()), "{found:?}");
        assert_eq!((found.1, found.3), (depth, from_main));
        // libclang gives the place of the file name in the directive.
        assert!(found.2 >= offset && found.2 <= offset + 9, "{found:?}");
    }
    let directives = unit.inclusion_directives(|file| Some(file) == main);
    assert_eq!(directives[0].0, "b.h");
    assert_eq!(text(&unit, Some(directives[0].1)), "#include \"b.h\"");
}

#[test]
fn a_reparse_sees_the_new_text_and_keeps_file_ids() {
    let options = ParseOptions { preamble: true, ..ALL };
    let file = "/virtual/a.cpp";
    let header = ("/virtual/b.h", "struct B { int b; };\n");
    let first_text = "#include \"b.h\"\nint one;\n";
    let mut unit = parse_files(&[(file, first_text), header], options);
    let main = unit.main_file();
    assert_eq!(declaration(&unit, "one").span().map(|span| span.file), main);
    let second_text = "#include \"b.h\"\n#ifdef A\n#endif\n#define M(x) x\nint other = M(1);\n";
    unit.reparse(&unsaved(&[(file, second_text), header]))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(unit.main_file(), main);
    let other = declaration(&unit, "other");
    assert_eq!(text(&unit, other.span()), "int other = M(1)");
    assert_eq!(unit.skipped_ranges(main.expect("the main file")).len(), 1);
    assert_eq!(unit.macro_expansions(|file| Some(file) == main).len(), 1);
}

#[test]
fn tokens_are_those_that_begin_in_the_span() {
    let unit = parse_cpp("int f(int a) { return a /* why */ + 0x1F; } // end\n");
    let body = first(function(&unit, "f"), CursorKind::ReturnStmt);
    let tokens: Vec<(TokenKind, String)> =
        body.tokens().into_iter().map(|token| (token.kind, token.spelling)).collect();
    let expected = [
        (TokenKind::Keyword, "return"),
        (TokenKind::Identifier, "a"),
        (TokenKind::Comment, "/* why */"),
        (TokenKind::Punctuation, "+"),
        (TokenKind::Literal, "0x1F"),
    ];
    assert_eq!(tokens, expected.map(|(kind, spelling)| (kind, spelling.to_owned())));
}

#[test]
fn bytes_that_are_no_utf8_keep_their_offsets() {
    let file = PathBuf::from("/virtual/latin1.cpp");
    let source = b"// caf\xe9\r\nint after;\r\n".to_vec();
    let unit = TranslationUnit::parse(&library(), &file, &[], &[(file.clone(), source)], ALL)
        .expect("parses");
    let after = declaration(&unit, "after").span().expect("a span");
    assert_eq!((after.start, after.end), (9, 18));
}

#[test]
fn a_byte_order_mark_counts_in_offsets() {
    let file = PathBuf::from("/virtual/bom.cpp");
    let source = b"\xef\xbb\xbfint after;\n".to_vec();
    let unit = TranslationUnit::parse(&library(), &file, &[], &[(file.clone(), source)], ALL)
        .expect("parses");
    assert_eq!(declaration(&unit, "after").span().map(|span| span.start), Some(3));
}

#[test]
fn units_work_on_several_threads() {
    let threads: Vec<_> = (0..4)
        .map(|index| {
            std::thread::spawn(move || {
                let unit = parse_cpp(&format!("int v{index};"));
                declaration(&unit, &format!("v{index}")).spelling()
            })
        })
        .collect();
    for (index, thread) in threads.into_iter().enumerate() {
        assert_eq!(thread.join().expect("no panic"), format!("v{index}"));
    }
    let unit = parse_cpp("int moved;");
    let name = std::thread::spawn(move || declaration(&unit, "moved").spelling()).join();
    assert_eq!(name.expect("no panic"), "moved");
}

#[test]
fn the_target_is_known() {
    let unit = parse_cpp("");
    assert_eq!(unit.target_pointer_width(), Some(usize::BITS));
    assert!(unit.target_triple().is_some_and(|triple| triple.contains('-')));
    assert!(unit.memory_use().is_some_and(|bytes| bytes > 0));
}

#[test]
fn cursors_are_found_by_offset() {
    let unit = parse_cpp("int f();\nint g() { return f(); }\n");
    let file = unit.main_file().expect("the main file");
    let cursor = unit.cursor_at(file, 26).expect("a cursor");
    assert_eq!(cursor.referenced().map(|f| f.spelling()).as_deref(), Some("f"));
    assert_eq!(unit.location_at(file, 26).map(|place| (place.line, place.column)), Some((2, 18)));
}
