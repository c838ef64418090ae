//! Functions of the helper of which an output gets only those that it uses.
//!
//! Compilers warn of functions that nothing calls; users would have to read them.

use std::collections::BTreeSet;

/// A function, or several that belong together.
pub(crate) struct Piece {
    pub name: &'static str,
    /// Pieces that this one calls; they stand before it.
    pub needs: &'static [&'static str],
    pub text: String,
}

/// The text of the pieces that are wanted and of what these need.
pub(crate) fn text(pieces: &[Piece], wanted: &BTreeSet<&'static str>) -> String {
    let mut used = wanted.clone();
    for piece in pieces.iter().rev() {
        if used.contains(piece.name) {
            used.extend(piece.needs);
        }
    }
    pieces
        .iter()
        .filter(|piece| used.contains(piece.name))
        .map(|piece| piece.text.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_comes_along_and_nothing_else() {
        let piece = |name, needs, text: &str| Piece { name, needs, text: text.to_owned() };
        let all = [
            piece("a", &[], "A"),
            piece("b", &["a"], "B"),
            piece("c", &["b"], "C"),
            piece("d", &["a"], "D"),
        ];
        assert_eq!(text(&all, &BTreeSet::from(["c"])), "ABC");
        assert_eq!(text(&all, &BTreeSet::from(["a", "d"])), "AD");
        assert_eq!(text(&all, &BTreeSet::new()), "");
    }
}
