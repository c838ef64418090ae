//! Where macro expansions stand in a file, and spans that do not cut through them.
//!
//! libclang maps the two ends of a node to a file one by one. When a node comes from a macro's body and holds one of its
//! arguments, as `(x)` does in `#define CHECK(x) if ((x) != 0)`, or spans two arguments, the bytes between its mapped
//! ends are no text of the node. Such a node can be edited only as a whole: its span is the whole expansion.

use crate::location::{Token, TokenKind};

/// The expansions of one file.
#[derive(Debug, Default)]
pub(crate) struct Expansions {
    /// Sorted by start; those that enclose others come first.
    ranges: Vec<Range>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    start: u32,
    end: u32,
    /// Index of the outermost expansion that contains this one.
    outermost: usize,
}

/// What is needed to look into an expansion.
pub(crate) trait Arguments {
    /// Offsets of the commas that part the arguments of the expansion at `start..end`.
    fn separators(&self, start: u32, end: u32) -> Vec<u32>;
}

impl Expansions {
    /// Takes the `(start, end)` of all expansions of a file.
    pub(crate) fn new(mut spans: Vec<(u32, u32)>) -> Expansions {
        spans.sort_by_key(|(start, end)| (*start, u32::MAX - *end));
        spans.dedup();
        let mut ranges: Vec<Range> = Vec::with_capacity(spans.len());
        for (start, end) in spans {
            let outermost = match ranges.last().map(|last| ranges[last.outermost]) {
                Some(outer) if start < outer.end => outer.outermost,
                _ => ranges.len(),
            };
            ranges.push(Range { start, end, outermost });
        }
        Expansions { ranges }
    }

    /// The outermost expansion that begins at `start`: its end.
    pub(crate) fn end_of(&self, start: u32) -> Option<u32> {
        let index = self.ranges.partition_point(|range| range.start < start);
        self.ranges.get(index).filter(|range| range.start == start).map(|range| range.end)
    }

    /// The expansions that contain the byte at `offset` beyond their first, outermost first.
    fn around(&self, offset: u32) -> impl Iterator<Item = Range> + '_ {
        let end = self.ranges.partition_point(|range| range.start < offset);
        let begin = end.checked_sub(1).map_or(0, |last| self.ranges[last].outermost);
        self.ranges[begin..end].iter().copied().filter(move |range| offset < range.end)
    }

    /// The smallest span that contains `start..end` and has each expansion wholly inside, wholly outside, or around
    /// it with the span inside one argument.
    pub(crate) fn widen(&self, start: u32, end: u32, arguments: &dyn Arguments) -> (u32, u32) {
        let (mut start, mut end) = (start, end);
        loop {
            let last = end.saturating_sub(1).max(start);
            let cut = self
                .around(start)
                .chain(self.around(last).filter(|range| range.start >= start))
                .find(|range| Self::cuts(*range, start, end, arguments));
            let Some(range) = cut else { return (start, end) };
            let wider = (start.min(range.start), end.max(range.end));
            if wider == (start, end) {
                return wider;
            }
            (start, end) = wider;
        }
    }

    /// Whether the span `start..end` has one end in an argument of the expansion and the other one elsewhere.
    fn cuts(range: Range, start: u32, end: u32, arguments: &dyn Arguments) -> bool {
        if start <= range.start && range.end <= end {
            return false;
        }
        if start <= range.start || range.end <= end.saturating_sub(1) {
            return true;
        }
        let separators = arguments.separators(range.start, range.end);
        separators.iter().any(|comma| start <= *comma && *comma < end) || end == range.end
        // takes the closing parenthesis with it
    }
}

/// The offsets of the commas that part the arguments in `tokens`, the tokens of an expansion. For a macro with `fixed`
/// named parameters before its `...`, later commas part nothing.
pub(crate) fn separators(tokens: &[Token], fixed: Option<usize>) -> Vec<u32> {
    let mut depth = 0_u32;
    let mut commas = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Punctuation) {
        match token.spelling.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "," if depth == 1 => commas.push(token.offset),
            _ => {}
        }
    }
    commas.truncate(fixed.unwrap_or(usize::MAX));
    commas
}

/// The number of parameters before `...` in the definition of a variadic macro (`NAME(a, b, ...) body`); `None` for
/// other macros.
pub(crate) fn fixed_parameters(definition: &[Token]) -> Option<usize> {
    let parameters = definition.iter().skip(2).take_while(|token| token.spelling != ")");
    let (mut commas, mut variadic) = (0, false);
    for token in parameters {
        match token.spelling.as_str() {
            "," => commas += 1,
            "..." => variadic = true,
            _ => {}
        }
    }
    variadic.then_some(commas)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `A(B(x, y), z) w` with `A` at 0..13 and `B` at 2..9.
    struct Example;

    impl Arguments for Example {
        fn separators(&self, start: u32, _end: u32) -> Vec<u32> {
            vec![if start == 0 { 9 } else { 5 }]
        }
    }

    fn widen(start: u32, end: u32) -> (u32, u32) {
        Expansions::new(vec![(2, 9), (0, 13)]).widen(start, end, &Example)
    }

    #[test]
    fn a_span_inside_one_argument_stays() {
        assert_eq!(widen(4, 5), (4, 5), "x");
        assert_eq!(widen(2, 9), (2, 9), "B(x, y)");
        assert_eq!(widen(0, 13), (0, 13));
        assert_eq!(widen(0, 15), (0, 15));
    }

    #[test]
    fn a_span_that_cuts_an_expansion_grows_to_hold_it() {
        assert_eq!(widen(4, 8), (2, 9), "x, y is all of B");
        assert_eq!(widen(4, 9), (2, 9), "x, y)");
        assert_eq!(widen(7, 12), (0, 13), "y), z");
        assert_eq!(widen(11, 15), (0, 15), "z) w");
        assert_eq!(widen(4, 15), (0, 15));
        assert_eq!(widen(0, 5), (0, 13), "A(B(x");
    }

    #[test]
    fn ends_are_those_of_the_outermost() {
        let expansions = Expansions::new(vec![(3, 5), (3, 9), (20, 21)]);
        assert_eq!(expansions.end_of(3), Some(9));
        assert_eq!(expansions.end_of(20), Some(21));
        assert_eq!(expansions.end_of(4), None);
    }
}
