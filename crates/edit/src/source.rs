//! The layout of a source file: lines, columns, line endings, indentation.

use std::ops::Range;
use std::sync::OnceLock;

/// A place in a file as compilers name it: both numbers from 1, the column in bytes (a byte order
/// mark counts as three columns of line 1, a tab as one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line number, from 1.
    pub line: usize,
    /// Byte within the line, from 1.
    pub column: usize,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
}

impl LineEnding {
    /// The bytes to write at the end of a line.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnding::Lf => "\n",
            LineEnding::CrLf => "\r\n",
        }
    }
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndentUnit {
    /// One tab.
    Tab,
    /// That many spaces, 1 to 8.
    Spaces(u8),
}

impl IndentUnit {
    /// The bytes to write for one level.
    pub fn as_str(self) -> &'static str {
        match self {
            IndentUnit::Tab => "\t",
            IndentUnit::Spaces(n) => &"        "[..usize::from(n).clamp(1, 8)],
        }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes of a file with an index of its lines.
///
/// Lines end, as in clang's locations, at `\n`, at `\r\n`, or at a lone `\r`; what follows the last
/// line ending is a line too, perhaps an empty one. Lines are numbered from 1; offsets are bytes
/// from 0 and may equal the length of the text.
#[derive(Clone, Debug)]
pub struct SourceText {
    bytes: Vec<u8>,
    /// Offset of the first byte of each line; never empty.
    line_starts: Vec<usize>,
    line_ending: LineEnding,
    /// Looked for at the first question.
    indent_unit: OnceLock<IndentUnit>,
}

impl SourceText {
    /// Indexes `bytes`. They need not be valid in any encoding.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let mut line_starts = vec![0];
        let (mut newlines, mut crlf) = (0, 0);
        for (offset, &byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => {
                    newlines += 1;
                    crlf += usize::from(offset > 0 && bytes[offset - 1] == b'\r');
                    true
                }
                b'\r' => bytes.get(offset + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                line_starts.push(offset + 1);
            }
        }
        let line_ending = if crlf > newlines - crlf { LineEnding::CrLf } else { LineEnding::Lf };
        SourceText { bytes, line_starts, line_ending, indent_unit: OnceLock::new() }
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of lines, at least 1.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The number of the line that holds the byte at `offset`; a line ending belongs to the line
    /// that it ends. Offsets beyond the text count as its end.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// The line and column of `offset`.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        let line = self.line_of(offset);
        Position { line, column: offset - self.line_starts[line - 1] + 1 }
    }

    /// The offset of a position, or `None` when the file has no such line or the line no such
    /// column. The column just behind the last byte of a line's text is one of its columns.
    pub fn offset(&self, position: Position) -> Option<usize> {
        if !(1..=self.line_count()).contains(&position.line) || position.column == 0 {
            return None;
        }
        let content = self.content_range(position.line);
        let offset = content.start.checked_add(position.column - 1)?;
        (offset <= content.end).then_some(offset)
    }

    /// The bytes of line `line`, its line ending included.
    ///
    /// # Panics
    /// When the file has no line of that number.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let end = self.line_starts.get(line).copied();
        self.line_starts[line - 1]..end.unwrap_or(self.bytes.len())
    }

    /// The bytes of line `line` without its line ending.
    ///
    /// # Panics
    /// When the file has no line of that number.
    pub fn content_range(&self, line: usize) -> Range<usize> {
        let Range { start, end } = self.line_range(line);
        let content = &self.bytes[start..end];
        let content = content.strip_suffix(b"\n").unwrap_or(content);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        start..start + content.len()
    }

    /// Whether line `line` ends in a backslash, so that the compiler reads the next line as its
    /// continuation. Blanks between the backslash and the line ending do not matter to compilers.
    ///
    /// # Panics
    /// When the file has no line of that number.
    pub fn is_line_splice(&self, line: usize) -> bool {
        let content = &self.bytes[self.content_range(line)];
        line < self.line_count() && content.trim_ascii_end().ends_with(b"\\")
    }

    /// The bytes of the logical line that `offset` stands in: its line and those that line splices
    /// join with it, the last line ending included. New lines go in at its ends, not inside.
    pub fn logical_line_range(&self, offset: usize) -> Range<usize> {
        let (mut first, mut last) = (self.line_of(offset), self.line_of(offset));
        while first > 1 && self.is_line_splice(first - 1) {
            first -= 1;
        }
        while self.is_line_splice(last) {
            last += 1;
        }
        self.line_range(first).start..self.line_range(last).end
    }

    /// The offset of the first byte of program text: behind the byte order mark if there is one.
    pub fn content_start(&self) -> usize {
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        }
    }

    /// The line ending that most lines have; LF when there is none or neither prevails.
    pub fn line_ending(&self) -> LineEnding {
        self.line_ending
    }

    /// The blanks and tabs with which the line of `offset` begins (behind a byte order mark).
    pub fn indentation_of(&self, offset: usize) -> &[u8] {
        self.indentation_of_line(self.line_of(offset))
    }

    /// What one level of indentation is in this file, guessed from the lines that follow a line
    /// ending in `{`, or, where there is none, from all that are indented deeper than the line
    /// before. Four spaces when nothing is indented.
    pub fn indent_unit(&self) -> IndentUnit {
        *self.indent_unit.get_or_init(|| self.guess_indent_unit())
    }

    fn guess_indent_unit(&self) -> IndentUnit {
        let lines: Vec<usize> =
            (1..=self.line_count()).filter(|&line| self.shows_indentation(line)).collect();
        let steps = |after_brace_only: bool| {
            let mut votes = [0_usize; 9];
            for pair in lines.windows(2) {
                let opens =
                    self.bytes[self.content_range(pair[0])].trim_ascii_end().ends_with(b"{");
                if opens || !after_brace_only {
                    if let Some(unit) = self.step(pair[0], pair[1]) {
                        votes[unit] += 1;
                    }
                }
            }
            // The most votes; of equals, the tab (0), then the widest.
            let rank = |&unit: &usize| (votes[unit], unit == 0, unit);
            (0..votes.len()).max_by_key(rank).filter(|&unit| votes[unit] > 0)
        };
        match steps(true).or_else(|| steps(false)) {
            Some(0) => IndentUnit::Tab,
            Some(n) => IndentUnit::Spaces(n as u8),
            None => IndentUnit::Spaces(4),
        }
    }

    fn indentation_of_line(&self, line: usize) -> &[u8] {
        let content = &self.bytes[self.content_range(line)];
        let content = if line == 1 {
            content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content)
        } else {
            content
        };
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let end = content.iter().position(|byte| !blank(byte));
        &content[..end.unwrap_or(content.len())]
    }

    /// Blank lines, preprocessor lines and the inner lines of `/* * */` say nothing about levels.
    fn shows_indentation(&self, line: usize) -> bool {
        let text = self.bytes[self.content_range(line)].trim_ascii();
        !matches!(text.first(), None | Some(b'#' | b'*'))
    }

    /// By what `deeper` is indented beyond `line`: 0 for a tab, else the number of spaces.
    fn step(&self, line: usize, deeper: usize) -> Option<usize> {
        let outer = self.indentation_of_line(line);
        let added = self.indentation_of_line(deeper).strip_prefix(outer)?;
        match added {
            [b'\t', ..] => Some(0),
            _ if added.iter().all(|&byte| byte == b' ') => {
                (1..=8).contains(&added.len()).then_some(added.len())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    #[test]
    fn every_kind_of_line_ending_ends_one_line() {
        let text = SourceText::new("a\nb\r\nc\rd\n\re");
        assert_eq!(text.line_count(), 6);
        let lines: Vec<_> = (1..=6).map(|line| text.line_range(line)).collect();
        assert_eq!(lines, [0..2, 2..5, 5..7, 7..9, 9..10, 10..11]);
        let contents: Vec<_> = (1..=6).map(|line| text.content_range(line)).collect();
        assert_eq!(contents, [0..1, 2..3, 5..6, 7..8, 9..9, 10..11]);
    }

    #[test]
    fn an_empty_text_has_one_empty_line() {
        let text = SourceText::new("");
        assert_eq!(text.line_count(), 1);
        assert_eq!(text.position(0), at(1, 1));
        assert_eq!(text.line_range(1), 0..0);
        assert_eq!(text.line_ending(), LineEnding::Lf);
        assert_eq!(text.indentation_of(0), b"");
        assert_eq!(text.indent_unit(), IndentUnit::Spaces(4));
        assert!(!text.is_line_splice(1));
    }

    #[test]
    fn positions_and_offsets_are_each_others_inverse() {
        let text = SourceText::new(&b"int a;\r\n\tb\xe9;\n\nend"[..]);
        assert_eq!(text.position(0), at(1, 1));
        assert_eq!(text.position(9), at(2, 2));
        assert_eq!(text.position(11), at(2, 4));
        assert_eq!(text.position(13), at(3, 1));
        assert_eq!(text.position(17), at(4, 4));
        assert_eq!(text.position(999), at(4, 4));
        for offset in 0..=text.bytes().len() {
            let inside_crlf = offset == 7;
            let found = text.offset(text.position(offset));
            assert_eq!(found, (!inside_crlf).then_some(offset), "offset {offset}");
        }
    }

    #[test]
    fn places_that_a_file_does_not_have() {
        let text = SourceText::new("ab\n");
        for place in [at(0, 1), at(1, 0), at(1, 4), at(3, 1), at(1, usize::MAX)] {
            assert_eq!(text.offset(place), None, "{place:?}");
        }
        assert_eq!(text.offset(at(1, 3)), Some(2));
        assert_eq!(text.offset(at(2, 1)), Some(3));
    }

    #[test]
    fn the_prevailing_line_ending_wins() {
        let ending = |text: &str| SourceText::new(text).line_ending();
        assert_eq!(ending("a\r\nb\r\nc\n"), LineEnding::CrLf);
        assert_eq!(ending("a\r\nb\nc\n"), LineEnding::Lf);
        assert_eq!(ending("a\r\nb\n"), LineEnding::Lf);
        assert_eq!(ending("a\rb\r"), LineEnding::Lf);
        assert_eq!(LineEnding::CrLf.as_str(), "\r\n");
    }

    #[test]
    fn indentation_is_copied_as_it_stands() {
        let text = SourceText::new("\u{feff}  a;\n\t  b;\r\n   \nc;\n");
        assert_eq!(text.content_start(), 3);
        assert_eq!(text.indentation_of(0), b"  ");
        assert_eq!(text.indentation_of(6), b"  ");
        assert_eq!(text.indentation_of(11), b"\t  ");
        assert_eq!(text.indentation_of(16), b"   ");
        assert_eq!(text.indentation_of(20), b"");
    }

    #[test]
    fn line_splices_join_lines() {
        let text = SourceText::new("x\n#define A \\\r\n  b \\ \n  c\ny \\");
        let spliced: Vec<_> = (1..=5).map(|line| text.is_line_splice(line)).collect();
        assert_eq!(spliced, [false, true, true, false, false]);
        assert_eq!(text.logical_line_range(0), 0..2);
        for offset in [2, 16, 22] {
            assert_eq!(text.logical_line_range(offset), 2..26, "offset {offset}");
        }
    }

    #[test]
    fn the_indent_unit_is_guessed_from_blocks() {
        let unit = |text: &str| SourceText::new(text).indent_unit();
        assert_eq!(unit("void f() {\n  a;\n  if (b) {\n    c;\n  }\n}\n"), IndentUnit::Spaces(2));
        assert_eq!(unit("void f()\n{\n\ta;\n\tif (b)\n\t{\n\t\tc;\n"), IndentUnit::Tab);
        // Continuation lines, comments and directives are not levels.
        assert_eq!(
            unit(
                "/*\n * a\n */\nint g(int a,\n      int b)\n{\n\n#  if X\n    c(d,\n      e);\n#endif\n}\n"
            ),
            IndentUnit::Spaces(4)
        );
        // No braces at line ends: any deeper line will do.
        assert_eq!(unit("if (a)\n   b;\n"), IndentUnit::Spaces(3));
        assert_eq!(unit("a;\nb;\n"), IndentUnit::Spaces(4));
        // One stray line does not outvote the rest.
        assert_eq!(
            unit("{\n    a {\n        b {\n\t\t\tc;\n  d {\n    e;\n"),
            IndentUnit::Spaces(4)
        );
        assert_eq!(IndentUnit::Spaces(3).as_str(), "   ");
        assert_eq!(IndentUnit::Tab.as_str(), "\t");
    }
}
