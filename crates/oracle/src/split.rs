//! The source text with a line of its own for each piece that the analysis tells apart.
//!
//! *Takes* a text and the offsets at which pieces begin and end, *gives* the same tokens with more line breaks
//! between them, and which bytes of the original each line has. The compiler's line table then says which piece an
//! instruction comes from.

use std::collections::BTreeSet;
use std::ops::Range;

/// A text that was broken into more lines.
pub struct Split {
    pub text: Vec<u8>,
    /// The first byte in the original of each line.
    starts: Vec<usize>,
    length: usize,
}

impl Split {
    /// Breaks `original` at these offsets, which must lie between tokens.
    pub fn new(original: &[u8], breaks: &BTreeSet<usize>) -> Split {
        let mut split = Split { text: Vec::new(), starts: vec![0], length: original.len() };
        for (at, byte) in original.iter().enumerate() {
            if breaks.contains(&at) && split.starts.last() != Some(&at) {
                split.text.push(b'\n');
                split.starts.push(at);
            }
            split.text.push(*byte);
            if *byte == b'\n' {
                split.starts.push(at + 1);
            }
        }
        split
    }

    /// The bytes of the original that a line has; the first line is 1.
    pub fn bytes(&self, line: u32) -> Option<Range<usize>> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.length);
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::Split;
    use std::collections::BTreeSet;

    #[test]
    fn lines_lead_back_to_the_original() {
        let original = b"a; b;\nc; // d\n";
        let split = Split::new(original, &BTreeSet::from([0, 2, 3, 5, 6, 8]));
        let lines: Vec<&[u8]> = split.text.split(|b| *b == b'\n').collect();
        assert_eq!(lines, [&b"a;"[..], b" ", b"b;", b"", b"c;", b" // d", b""]);
        for (index, line) in lines.iter().enumerate() {
            let bytes = split.bytes(index as u32 + 1).expect("a line");
            let piece = &original[bytes];
            assert_eq!(piece.strip_suffix(b"\n").unwrap_or(piece), *line);
        }
        assert_eq!(split.bytes(0), None);
        assert_eq!(split.bytes(8), None);
    }
}
