//! Spans of what comes from macros.

use super::*;

const TEXT: &str = "int f(int);
#define CHECK(x) do { int e = (x); if (e) throw e; } while (0)
#define OUTER(x) CHECK(f(x))
#define CALL f
#define TWO f(1); f(2)
#define WRAP(x) x
#define ADD(a, b) a + b
#define POST(x) x + 1
#define PRE(x) 1 + x
#define ANY(...) __VA_ARGS__
template <int A, int B> int g(int);
";

/// `(node, text of span(), text of expansion_span())` of the nodes of a kind in a function with that body.
fn spans(body: &str, kind: CursorKind) -> Vec<(String, String)> {
    let source = format!("{TEXT}int z;\nvoid t(int y) {{ {body} }}\n");
    let unit = parse_cpp(&source);
    let mut found = Vec::new();
    function(&unit, "t").visit(|node, _| {
        if node.kind() == kind {
            found.push((text(&unit, node.span()), text(&unit, node.expansion_span())));
        }
        Visit::Recurse
    });
    found
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

#[test]
fn an_argument_is_where_it_was_written() {
    assert_eq!(spans("CHECK(f(y));", CursorKind::CallExpr), pairs(&[("f(y)", "CHECK(f(y))")]));
    assert_eq!(
        spans("WRAP(WRAP(f(4)));", CursorKind::CallExpr),
        pairs(&[("f(4)", "WRAP(WRAP(f(4)))")])
    );
    assert_eq!(
        spans("z = WRAP(f(WRAP(5)) + 1);", CursorKind::CallExpr),
        pairs(&[("f(WRAP(5))", "WRAP(f(WRAP(5)) + 1)")])
    );
}

#[test]
fn a_body_is_the_whole_expansion() {
    assert_eq!(spans("CHECK(f(y));", CursorKind::IfStmt), pairs(&[("CHECK(f(y))", "CHECK(f(y))")]));
    assert_eq!(spans("TWO;", CursorKind::CallExpr), pairs(&[("TWO", "TWO"), ("TWO", "TWO")]));
    assert_eq!(spans("CALL(3);", CursorKind::CallExpr), pairs(&[("CALL(3)", "CALL(3)")]));
}

#[test]
fn an_argument_written_in_another_macro_s_body_is_the_whole_expansion() {
    assert_eq!(
        spans("OUTER(y + 1);", CursorKind::CallExpr),
        pairs(&[("OUTER(y + 1)", "OUTER(y + 1)")])
    );
    assert_eq!(
        spans("OUTER(y + 1);", CursorKind::BinaryOperator),
        pairs(&[("y + 1", "OUTER(y + 1)")])
    );
    assert_eq!(
        spans("z = y + f(2) * CALL(4);", CursorKind::BinaryOperator)[1..],
        pairs(&[
            ("y + f(2) * CALL(4)", "y + f(2) * CALL(4)"),
            ("f(2) * CALL(4)", "f(2) * CALL(4)")
        ])
    );
}

#[test]
fn what_holds_only_part_of_the_arguments_is_the_whole_expansion() {
    let binary = CursorKind::BinaryOperator;
    assert_eq!(spans("f(ADD(y, z));", binary), pairs(&[("ADD(y, z)", "ADD(y, z)")]));
    assert_eq!(spans("f(POST(y));", binary), pairs(&[("POST(y)", "POST(y)")]));
    assert_eq!(spans("f(PRE(y));", binary), pairs(&[("PRE(y)", "PRE(y)")]));
    assert_eq!(spans("f(WRAP(ADD(y, z)));", binary), pairs(&[("ADD(y, z)", "WRAP(ADD(y, z))")]));
    assert_eq!(
        spans("f(ADD(y, z) * 2);", binary),
        pairs(&[("ADD(y, z) * 2", "ADD(y, z) * 2"), ("ADD(y, z) * 2", "ADD(y, z) * 2")])
    );
}

#[test]
fn commas_of_a_variadic_argument_part_nothing() {
    assert_eq!(
        spans("ANY(g<1, 2>(y));", CursorKind::CallExpr),
        pairs(&[("g<1, 2>(y)", "ANY(g<1, 2>(y))")])
    );
}

#[test]
fn nodes_tell_the_part_of_the_macro_they_begin_in() {
    let source = format!("{TEXT}void t(int y) {{ CHECK(f(y)); f(3); }}");
    let unit = parse_cpp(&source);
    let t = function(&unit, "t");
    let check = first(t, CursorKind::IfStmt);
    assert_eq!(check.macro_part(), MacroPart::Body);
    assert_eq!(check.spelling_span(), None);
    assert_eq!(check.spelling_location().map(|place| place.line), Some(2));
    let argument = first(t, CursorKind::CallExpr);
    assert_eq!(argument.macro_part(), MacroPart::Argument);
    assert_eq!(argument.spelling_span(), argument.span());
    assert_eq!(t.macro_part(), MacroPart::None);
}

#[test]
fn the_record_lists_expansions_with_their_definitions() {
    let source = format!("{TEXT}void t(int y) {{ CHECK(f(y)); WRAP(WRAP(f(__LINE__))); }}");
    let unit = parse_cpp(&source);
    let main = unit.main_file();
    let expansions = unit.macro_expansions(|file| Some(file) == main);
    let seen: Vec<(String, String)> = expansions
        .iter()
        .map(|expansion| {
            (text(&unit, Some(expansion.span)), text_or_empty(&unit, expansion.definition))
        })
        .collect();
    assert_eq!(
        seen,
        pairs(&[
            ("CHECK(f(y))", "CHECK(x) do { int e = (x); if (e) throw e; } while (0)"),
            ("WRAP(WRAP(f(__LINE__)))", "WRAP(x) x"),
            ("WRAP(f(__LINE__))", "WRAP(x) x"),
            ("__LINE__", ""),
        ])
    );
    assert!(expansions[3].is_builtin && !expansions[0].is_builtin);
}

fn text_or_empty(unit: &TranslationUnit, span: Option<Span>) -> String {
    span.map_or_else(String::new, |span| text(unit, Some(span)))
}
