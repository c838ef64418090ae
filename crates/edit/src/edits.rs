//! A collection of edits to one text, all given in offsets of the *original* text.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

/// One edit: the bytes of `range` give way to `text`. An empty range is an insertion.
#[derive(Clone, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the original text that go away.
    pub range: Range<usize>,
    /// Bytes that come in their place.
    pub text: Vec<u8>,
    /// Order among insertions at one offset, lowest first. Always 0 for a replacement.
    pub rank: i32,
}

impl Edit {
    fn is_insertion(&self) -> bool {
        self.range.start == self.range.end
    }

    /// Sorting key: insertions at an offset come before a replacement that starts there.
    fn key(&self) -> (usize, bool, i32) {
        (self.range.start, !self.is_insertion(), self.rank)
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 60;
        let Range { start, end } = self.range;
        match (self.is_insertion(), self.text.is_empty()) {
            (true, _) => write!(f, "insertion at byte {start} of ")?,
            (false, true) => return write!(f, "deletion of bytes {start}..{end}"),
            (false, false) => write!(f, "replacement of bytes {start}..{end} by ")?,
        }
        let shown = &self.text[..self.text.len().min(SHOWN)];
        let more = if shown.len() < self.text.len() { "…" } else { "" };
        write!(f, "`{}{more}`", shown.escape_ascii())
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} (rank {})", self.rank)
    }
}

/// Why a collection of edits has no meaning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// Two different edits claim the same byte, or one inserts in the middle of what another one
    /// replaces. `first` starts no later than `second`.
    #[error("{first} overlaps {second}")]
    Overlap {
        /// The edit that starts first.
        first: Edit,
        /// The edit that starts inside it.
        second: Edit,
    },
    /// The range ends before it starts, or beyond the end of the text.
    #[error("{edit} does not lie within a text of {length} bytes")]
    OutOfBounds {
        /// The offending edit.
        edit: Edit,
        /// Length of the text in bytes.
        length: usize,
    },
}

/// Edits to one text, in any order of arrival, all in offsets of the original text.
///
/// - Identical edits at the identical place merge: two stages that agree may both say so, and an
///   edit reached through two expansions of one macro is made once. (Two insertions of the same
///   text that are both meant need different ranks.)
/// - Several insertions at one offset stand in order of their rank, lowest first; those of one rank
///   in order of arrival. By convention what *closes* the text before the offset has a negative
///   rank, and what *opens* the text after it a positive one.
/// - An insertion at the start of a replaced range stands before the replacement, one at its end
///   after it. Any other contact between two different edits is an [`EditError::Overlap`].
///
/// ```
/// let mut edits = edit::Edits::new();
/// edits.replace(0..4, "copy_later");
/// edits.insert(12, ", queue", 0);
/// assert_eq!(
///     edits.apply(b"copy(a, b, n);").unwrap(),
///     b"copy_later(a, b, n, queue);",
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Sorted by [`Edit::key`], then by arrival; no two equal.
    edits: Vec<Edit>,
}

impl Edits {
    /// No edits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Inserts `text` before the byte at offset `at`; see [`Edits`] for what `rank` means.
    /// An empty text is no edit.
    pub fn insert(&mut self, at: usize, text: impl AsRef<[u8]>, rank: i32) {
        self.push(Edit { range: at..at, text: text.as_ref().to_vec(), rank });
    }

    /// Puts `text` in place of the bytes of `range`. With an empty range this is an insertion of
    /// rank 0.
    pub fn replace(&mut self, range: Range<usize>, text: impl AsRef<[u8]>) {
        self.push(Edit { range, text: text.as_ref().to_vec(), rank: 0 });
    }

    /// Takes away the bytes of `range`. An empty range is no edit.
    pub fn delete(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The number of edits, after merging.
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// The edits in the order in which they apply, from the start of the text to its end.
    pub fn iter(&self) -> impl Iterator<Item = &Edit> {
        self.edits.iter()
    }

    /// Adds all edits of `other`, or none of them if one contradicts what is here already. Its
    /// insertions come after those of the same offset and rank that are here.
    ///
    /// # Errors
    /// [`EditError::Overlap`], and `self` is as it was.
    pub fn merge(&mut self, other: Edits) -> Result<(), EditError> {
        let mut union = self.clone();
        for edit in other.edits {
            union.push(edit);
        }
        union.check_overlaps()?;
        *self = union;
        Ok(())
    }

    /// The text with all edits made; `source` is the text that the offsets refer to.
    ///
    /// # Errors
    /// [`EditError::Overlap`] when two edits contradict each other, [`EditError::OutOfBounds`] when
    /// one does not lie within `source`.
    pub fn apply(&self, source: &[u8]) -> Result<Vec<u8>, EditError> {
        self.check_bounds(source.len())?;
        self.check_overlaps()?;
        let inserted: usize = self.edits.iter().map(|edit| edit.text.len()).sum();
        let mut output = Vec::with_capacity(source.len() + inserted);
        let mut copied = 0;
        for Edit { range, text, .. } in &self.edits {
            output.extend_from_slice(&source[copied..range.start]);
            output.extend_from_slice(text);
            copied = range.end;
        }
        output.extend_from_slice(&source[copied..]);
        Ok(output)
    }

    fn push(&mut self, edit: Edit) {
        if edit.is_insertion() && edit.text.is_empty() {
            return;
        }
        let alike = self.edits.partition_point(|e| e.key() < edit.key());
        let after = self.edits.partition_point(|e| e.key() <= edit.key());
        if !self.edits[alike..after].contains(&edit) {
            self.edits.insert(after, edit);
        }
    }

    fn check_bounds(&self, length: usize) -> Result<(), EditError> {
        let outside = |e: &&Edit| e.range.start > e.range.end || e.range.end > length;
        match self.edits.iter().find(outside) {
            Some(edit) => Err(EditError::OutOfBounds { edit: edit.clone(), length }),
            None => Ok(()),
        }
    }

    /// The edits are sorted by their start, so each one need only be compared with the last
    /// replacement before it.
    fn check_overlaps(&self) -> Result<(), EditError> {
        let mut last: Option<&Edit> = None;
        for edit in &self.edits {
            if let Some(first) = last.filter(|first| edit.range.start < first.range.end) {
                return Err(EditError::Overlap { first: first.clone(), second: edit.clone() });
            }
            if !edit.is_insertion() {
                last = Some(edit);
            }
        }
        Ok(())
    }
}

impl Extend<Edit> for Edits {
    fn extend<I: IntoIterator<Item = Edit>>(&mut self, edits: I) {
        for edit in edits {
            self.push(edit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn applied(source: &str, edits: &Edits) -> String {
        String::from_utf8(edits.apply(source.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn no_edits_leave_every_byte_value_as_it_is() {
        let source: Vec<u8> = (0..=255).collect();
        assert_eq!(Edits::new().apply(&source).unwrap(), source);
    }

    #[test]
    fn bytes_outside_the_edits_are_not_text() {
        // Byte order mark, Latin-1, CRLF, a line splice, NUL, a lone continuation byte.
        let source = b"\xef\xbb\xbfcaf\xe9 \\\r\nx\0\x80";
        let mut edits = Edits::new();
        edits.replace(3..6, b"th\xe9");
        assert_eq!(edits.apply(source).unwrap(), b"\xef\xbb\xbfth\xe9\xe9 \\\r\nx\0\x80");
    }

    #[test]
    fn edits_may_arrive_in_any_order_and_touch_both_ends() {
        let mut edits = Edits::new();
        edits.insert(6, "!", 0);
        edits.delete(2..4);
        edits.insert(0, ">", 0);
        assert_eq!(applied("abcdef", &edits), ">abef!");
    }

    #[test]
    fn insertions_at_one_offset_go_by_rank_then_by_arrival() {
        let mut edits = Edits::new();
        edits.insert(1, "d", 1);
        edits.insert(1, "b", 0);
        edits.insert(1, "c", 0);
        edits.insert(1, "a", -1);
        assert_eq!(applied("<>", &edits), "<abcd>");
    }

    #[test]
    fn insertions_stand_outside_a_replacement_that_they_touch() {
        let mut edits = Edits::new();
        edits.replace(1..3, "X");
        edits.replace(3..5, "Y");
        edits.insert(1, "(", 9);
        edits.insert(3, "|", 0);
        edits.insert(5, ")", -9);
        assert_eq!(applied("abcdef", &edits), "a(X|Y)f");
    }

    #[test]
    fn identical_edits_merge() {
        let mut edits = Edits::new();
        for _ in 0..2 {
            edits.insert(0, "x", 0);
            edits.insert(0, "y", 0);
            edits.replace(1..2, "z");
            edits.delete(3..4);
        }
        assert_eq!(edits.len(), 4);
        assert_eq!(applied("abcd", &edits), "xyazc");
    }

    #[test]
    fn the_same_text_with_another_rank_is_another_edit() {
        let mut edits = Edits::new();
        edits.insert(1, "}", -1);
        edits.insert(1, "}", -2);
        assert_eq!(applied("x", &edits), "x}}");
    }

    #[test]
    fn edits_that_change_nothing_are_dropped() {
        let mut edits = Edits::new();
        edits.insert(1, "", 0);
        edits.delete(2..2);
        assert!(edits.is_empty());
    }

    #[test]
    fn an_overlap_names_both_edits() {
        let mut edits = Edits::new();
        edits.replace(2..6, "one");
        edits.replace(5..8, "two");
        let error = edits.apply(b"0123456789").unwrap_err();
        assert_eq!(
            error.to_string(),
            "replacement of bytes 2..6 by `one` overlaps replacement of bytes 5..8 by `two`"
        );
    }

    #[test]
    fn different_replacements_of_one_range_overlap() {
        let mut edits = Edits::new();
        edits.replace(2..6, "one");
        edits.delete(2..6);
        let error = edits.apply(b"0123456789").unwrap_err();
        assert_eq!(
            error.to_string(),
            "replacement of bytes 2..6 by `one` overlaps deletion of bytes 2..6"
        );
    }

    #[test]
    fn an_insertion_within_a_replacement_overlaps() {
        let mut edits = Edits::new();
        edits.insert(5, "\n", 0);
        edits.delete(2..6);
        let error = edits.apply(b"0123456789").unwrap_err();
        assert_eq!(
            error.to_string(),
            "deletion of bytes 2..6 overlaps insertion at byte 5 of `\\n`"
        );
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges)]
    fn ranges_outside_the_text_are_errors() {
        for range in [9..11, 11..11, 6..4] {
            let mut edits = Edits::new();
            edits.replace(range, "x");
            let error = edits.apply(b"0123456789").unwrap_err();
            assert!(matches!(error, EditError::OutOfBounds { length: 10, .. }), "{error}");
        }
    }

    #[test]
    fn a_merge_is_all_or_nothing() {
        let mut edits = Edits::new();
        edits.replace(2..4, "x");
        let mut contradicting = Edits::new();
        contradicting.insert(0, "harmless", 0);
        contradicting.insert(3, "within", 0);
        let before = edits.clone();
        assert!(edits.merge(contradicting).is_err());
        assert_eq!(edits, before);

        let mut agreeing = before.clone();
        agreeing.insert(4, "y", 0);
        edits.merge(agreeing).unwrap();
        assert_eq!(applied("012345", &edits), "01xy45");
    }

    /// The naive model: each offset keeps its insertions and its replacement in plain lists, and
    /// the text is built byte by byte. `None` when two edits contradict each other.
    fn naive(source: &[u8], edits: &[Edit]) -> Option<Vec<u8>> {
        let mut distinct: Vec<&Edit> = Vec::new();
        for edit in edits {
            if !distinct.contains(&edit) {
                distinct.push(edit);
            }
        }
        let mut owner: Vec<Option<&Edit>> = vec![None; source.len()];
        let replacements = distinct.iter().filter(|e| !e.range.is_empty());
        for edit in replacements.clone() {
            for offset in edit.range.clone() {
                if owner[offset].replace(edit).is_some() {
                    return None;
                }
            }
        }
        let mut output = Vec::new();
        for offset in 0..=source.len() {
            let mut here: Vec<&&Edit> = distinct
                .iter()
                .filter(|e| e.range.is_empty() && e.range.start == offset && !e.text.is_empty())
                .collect();
            here.sort_by_key(|e| e.rank);
            let within =
                replacements.clone().any(|e| e.range.start < offset && offset < e.range.end);
            if within && !here.is_empty() {
                return None;
            }
            for edit in here {
                output.extend_from_slice(&edit.text);
            }
            match owner.get(offset) {
                Some(Some(edit)) if edit.range.start == offset => {
                    output.extend_from_slice(&edit.text)
                }
                Some(None) => output.extend(source.get(offset)),
                _ => {}
            }
        }
        Some(output)
    }

    #[test]
    fn random_edits_equal_the_naive_model() {
        let mut accepted = 0;
        for seed in 0..20_000 {
            let mut random = Random::new(seed);
            let length = random.below(40);
            let source = random.bytes(length);
            let edits: Vec<Edit> = (0..random.below(8))
                .map(|_| {
                    let start = random.below(source.len() + 1);
                    let longest = (source.len() - start).min(6);
                    let end = start + random.below(longest + 1) * random.below(2);
                    Edit {
                        range: start..end,
                        text: vec![b'a' + random.below(4) as u8; random.below(3)],
                        rank: if start == end { random.below(3) as i32 - 1 } else { 0 },
                    }
                })
                .collect();

            let mut collection = Edits::new();
            collection.extend(edits.iter().cloned());
            let expected = naive(&source, &edits);
            accepted += usize::from(expected.is_some());
            match (collection.apply(&source), expected) {
                (Ok(got), Some(expected)) => assert_eq!(got, expected, "seed {seed}: {edits:?}"),
                (Err(EditError::Overlap { .. }), None) => {}
                (got, expected) => panic!("seed {seed}: {got:?} but {expected:?} for {edits:?}"),
            }
        }
        assert!((5_000..15_000).contains(&accepted), "too one-sided: {accepted} of 20000");
    }
}
