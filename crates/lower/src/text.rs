//! Source text, and what can only be read from it.
//!
//! libclang does not say where a statement ends, what a macro invocation is, or which captures of a
//! lambda are by copy; the text does.

use clang_ast::{Cursor, TranslationUnit};
use ir::{FileId, Span};
use std::collections::HashMap;

/// Texts of the files of a translation unit, and the macro invocations in the main file.
pub(crate) struct SourceMap<'tu> {
    tu: &'tu TranslationUnit,
    main_text: Vec<u8>,
    /// Invocations in the main file by their first byte: one past the last byte, and the name.
    invocations: HashMap<u32, (u32, String)>,
    files: HashMap<clang_ast::FileId, FileId>,
    pub paths: Vec<std::path::PathBuf>,
}

impl<'tu> SourceMap<'tu> {
    pub fn new(tu: &'tu TranslationUnit, main_text: &[u8]) -> Self {
        let main = tu.main_file();
        let mut invocations: HashMap<u32, (u32, String)> = HashMap::new();
        for expansion in tu.macro_expansions(|file| Some(file) == main) {
            let entry = invocations
                .entry(expansion.span.start)
                .or_insert((expansion.span.end, expansion.name));
            entry.0 = entry.0.max(expansion.span.end);
        }
        let mut map = SourceMap {
            tu,
            main_text: main_text.to_vec(),
            invocations,
            files: HashMap::new(),
            paths: Vec::new(),
        };
        if let Some(main) = main {
            map.file(main);
        }
        map
    }

    /// The text of a file: only the main file's is kept.
    pub fn text(&self, file: FileId) -> &[u8] {
        match file.0 {
            0 => &self.main_text,
            _ => &[],
        }
    }

    fn file(&mut self, id: clang_ast::FileId) -> FileId {
        if let Some(known) = self.files.get(&id) {
            return *known;
        }
        let new = FileId(self.paths.len() as u32);
        self.paths.push(self.tu.path(id).to_path_buf());
        self.files.insert(id, new);
        new
    }

    /// The macro invocation that starts at this byte of the main file: its end and the macro's name.
    pub fn invocation_at(&self, offset: u32) -> Option<(u32, &str)> {
        self.invocations.get(&offset).map(|(end, name)| (*end, name.as_str()))
    }

    /// Where a cursor's text stands, and whether it can be edited there.
    pub fn span(&mut self, cursor: Cursor<'tu>) -> Option<Span> {
        let span = cursor.span()?;
        let file = self.file(span.file);
        // Text of a macro's body is mapped to the invocation, whose first byte is in the table.
        let from_body = file.0 == 0 && self.invocations.contains_key(&span.start);
        let end = match self.invocation_at(span.start) {
            Some((end, _)) if file.0 == 0 => span.end.max(end),
            _ => span.end,
        };
        let editable = file.0 == 0 && !from_body && span.start < span.end;
        Some(Span { file, start: span.start, end, editable })
    }

    /// The same for a place that has no text of its own.
    pub fn point(&mut self, at: Span) -> Span {
        Span { editable: false, ..at }
    }

    /// The byte behind the semicolon that ends a statement whose expression ends at `end`.
    pub fn statement_end(&self, span: Span) -> Option<u32> {
        let text = self.text(span.file);
        let end = span.end as usize;
        let last = end.checked_sub(1).and_then(|at| text.get(at));
        if last == Some(&b';') {
            return Some(span.end);
        }
        // A brace ends a block, or a list at the end of an expression.
        let next = skip_blank(text, end);
        let semicolon = text.get(next) == Some(&b';');
        match last {
            _ if semicolon => Some(next as u32 + 1),
            Some(b'}') => Some(span.end),
            _ => None,
        }
    }
}

/// The first byte at or after `at` that is neither white space nor comment nor line splice.
pub(crate) fn skip_blank(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b) if b.is_ascii_whitespace() => at += 1,
            Some(b'\\') if matches!(text.get(at + 1), Some(b'\n' | b'\r')) => at += 2,
            Some(b'/') if text.get(at + 1) == Some(&b'/') => {
                while text.get(at).is_some_and(|b| *b != b'\n') {
                    at += 1;
                }
            }
            Some(b'/') if text.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < text.len() && !text[at..].starts_with(b"*/") {
                    at += 1;
                }
                at = (at + 2).min(text.len());
            }
            _ => return at,
        }
    }
}

/// What a lambda introducer `[…]` copies.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Captures {
    /// `=`: everything not named otherwise.
    pub default_copy: bool,
    /// Names captured by copy.
    pub copies: Vec<String>,
    /// Names captured by reference.
    pub references: Vec<String>,
    /// There is a capture with an initialiser.
    pub init: bool,
}

/// Parses the introducer that starts at `at`.
pub(crate) fn captures(text: &[u8], at: usize) -> Option<Captures> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let close = (at..text.len()).find(|i| text[*i] == b']')?;
    let inner = String::from_utf8_lossy(&text[at + 1..close]).into_owned();
    let mut found = Captures::default();
    for part in inner.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        match part {
            "=" => found.default_copy = true,
            "&" | "this" => {}
            // The object itself is copied.
            "*this" => found.init = true,
            _ if part.contains('=') => found.init = true,
            _ => match part.strip_prefix('&') {
                Some(name) => found.references.push(name.trim().to_owned()),
                None => found.copies.push(part.to_owned()),
            },
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_of_every_form() {
        let c = captures(b"[=, &a, b]", 0).unwrap();
        assert!(c.default_copy);
        assert_eq!(c.references, ["a"]);
        assert_eq!(c.copies, ["b"]);
        assert!(captures(b"[x = 1]", 0).unwrap().init);
    }
}
