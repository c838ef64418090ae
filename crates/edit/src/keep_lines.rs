//! Edits that leave every line of a text where it is, so that compilers and debuggers speak of the original's lines.
//!
//! *Takes* edits that insert lines of C++, *gives* edits that mean the same and put these lines onto lines that are there
//! already, or number what follows them with `#line`; *promises* that each byte of the original keeps its line number.

use crate::{Edit, Edits, SourceText};

/// The same edits on the original's lines. `name` is the file's name for `#line`; `is_block` says of a text that it
/// contains directives, and must keep its own lines.
///
/// `None` if a text that must keep its own lines is not inserted at the start of a line.
pub fn keep_lines(
    edits: &Edits,
    source: &SourceText,
    name: &str,
    is_block: impl Fn(&[u8]) -> bool,
) -> Option<Edits> {
    let mut kept = Edits::new();
    for edit in edits.iter() {
        let (at, text) = match is_block(&edit.text) {
            true => (edit.range.start, numbered(edit, source, name)?),
            false => on_one_line(edit, source, name),
        };
        match edit.range.is_empty() {
            true => kept.insert(at, text, edit.rank),
            false => kept.replace(edit.range.clone(), text),
        }
    }
    Some(kept)
}

/// Text on lines of its own, and a directive that says which line follows.
fn numbered(edit: &Edit, source: &SourceText, name: &str) -> Option<Vec<u8>> {
    let at = edit.range.start;
    let starts_line = at == source.content_start() || source.bytes()[..at].ends_with(b"\n");
    let whole = edit.range.is_empty() && edit.text.ends_with(b"\n");
    (starts_line && whole).then(|| with_line(edit.text.clone(), source, at, name))
}

/// `text`, and a directive that gives what stands at `at` its number.
fn with_line(mut text: Vec<u8>, source: &SourceText, at: usize, name: &str) -> Vec<u8> {
    let (line, eol) = (source.line_of(at), source.line_ending().as_str());
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    text.extend(format!("#line {line} \"{name}\"{eol}").into_bytes());
    text
}

/// Text without line ends of its own, and where it goes.
fn on_one_line(edit: &Edit, source: &SourceText, name: &str) -> (usize, Vec<u8>) {
    let removed = source.bytes()[edit.range.clone()].iter().filter(|b| **b == b'\n').count();
    let mut at = edit.range.start;
    if !edit.text.contains(&b'\n') && removed == 0 {
        return (at, edit.text.clone());
    }
    let mut text = joined(&edit.text);
    if edit.range.is_empty() {
        let line = source.line_of(at);
        if edit.text.first().is_some_and(|b| matches!(b, b'\r' | b'\n'))
            && at == source.content_range(line).end
        {
            // Behind a comment, perhaps: it goes before what stands on the next line.
            at = source.line_range(line).end;
        }
        let starts_line = source.bytes()[..at].ends_with(b"\n");
        let rest = source.bytes().get(at..).unwrap_or_default();
        if starts_line && rest.trim_ascii_start().starts_with(b"#") {
            text.extend(source.line_ending().as_str().as_bytes());
            text = with_line(text, source, at, name);
        } else if starts_line {
            text.push(b' ');
        }
    }
    let lines = source.line_ending().as_str().repeat(removed);
    text.extend(lines.into_bytes());
    (at, text)
}

/// C++ text with a blank for each line end, and without `//` comments.
fn joined(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' | b'\'' => {
                let end = end_of_literal(text, at);
                out.extend(&text[at..end]);
                at = end;
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'/') => {
                at += text[at..].iter().position(|b| *b == b'\n').unwrap_or(text.len() - at);
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                let end = text[at..].windows(2).skip(2).position(|w| w == b"*/");
                let end = end.map_or(text.len(), |end| at + end + 4);
                out.extend(text[at..end].iter().map(|b| if *b == b'\n' { b' ' } else { *b }));
                at = end;
                continue;
            }
            b'\n' => out.push(b' '),
            b'\r' => {}
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

/// The end of the literal that starts at `at`.
fn end_of_literal(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(byte) = text.get(end) {
        end += 1;
        match byte {
            b'\\' => end += 1,
            byte if *byte == text[at] => break,
            _ => {}
        }
    }
    end.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(source: &str, make: impl Fn(&mut Edits)) -> String {
        let mut edits = Edits::new();
        make(&mut edits);
        let text = SourceText::new(source.as_bytes());
        let is_block = |text: &[u8]| text.starts_with(b"\n// block");
        let kept = keep_lines(&edits, &text, "a \"b\".cu", is_block).expect("a place for each");
        String::from_utf8(kept.apply(source.as_bytes()).expect("no overlap")).expect("text")
    }

    #[test]
    fn lines_before_a_statement_join_it() {
        let output = kept("{\n    f();\n}\n", |edits| {
            edits.insert(6, "wait(0);  // \"x\" has arrived\n    ", 1);
            edits.insert(6, "wait(1);\r\n    ", 2);
        });
        assert_eq!(output, "{\n    wait(0);       wait(1);     f();\n}\n");
    }

    #[test]
    fn lines_behind_a_comment_go_to_the_next_line() {
        let output = kept("f();  // why\ng();\n", |edits| edits.insert(12, "\nrecord(0);", -1));
        assert_eq!(output, "f();  // why\n record(0); g();\n");
        let output = kept("f();\r\n#if X\r\n", |edits| edits.insert(4, "\r\nrecord(0);", -1));
        assert_eq!(output, "f();\r\n record(0);\r\n#line 2 \"a \\\"b\\\".cu\"\r\n#if X\r\n");
        // Not at the end of its line: what follows is no comment.
        let output = kept("{ int x;\n}\n", |edits| edits.insert(1, "\n    Guard g(0);", 0));
        assert_eq!(output, "{     Guard g(0); int x;\n}\n");
    }

    #[test]
    fn before_a_directive_and_behind_a_block_lines_are_numbered() {
        let output = kept("a\n  #endif\n", |edits| edits.insert(2, "  wait(0);  // x\n", 1));
        assert_eq!(output, "a\n  wait(0);   \n#line 2 \"a \\\"b\\\".cu\"\n  #endif\n");
        let output = kept("#include <x>\nint y;\n", |edits| {
            edits.insert(13, "\n// block\n#if 1\n#endif\n", 0)
        });
        assert_eq!(
            output,
            "#include <x>\n\n// block\n#if 1\n#endif\n#line 2 \"a \\\"b\\\".cu\"\nint y;\n"
        );
    }

    #[test]
    fn what_replaces_lines_is_followed_by_as_many() {
        assert_eq!(
            kept("f(a,\n  b);\ng();\n", |e| e.replace(2..8, "c,\n\n d")),
            "f(c,   d\n);\ng();\n"
        );
        assert_eq!(
            kept("f(a);\n", |e| e.replace(2..3, "b /* x\n// y */ \"//\" '\\''")),
            "f(b /* x // y */ \"//\" '\\'');\n"
        );
    }

    #[test]
    fn a_block_in_the_middle_of_a_line_has_no_place() {
        let mut edits = Edits::new();
        edits.insert(3, "\n// block\n", 0);
        let text = SourceText::new(&b"int x;\n"[..]);
        assert_eq!(keep_lines(&edits, &text, "a", |_| true), None);
    }
}
