//! Functions of which other builds compile another text.
//!
//! `#ifdef DEBUG` … `static void dump(…) { … }` … `#else` … `static void dump(…) {}` … `#endif`: a build that is made
//! later from the same output runs the other one. *Takes* the text that is left out and where groups of directives
//! stand, *gives* the functions whose body may be another one there, *promises* to know those of the main file by their
//! names. Operators and functions that macros define are not told.

use crate::inactive::Group;
use crate::left_out::function_names;
use crate::unit::Unit;
use clang_ast::{Cursor, CursorKind};
use std::collections::BTreeSet;

/// Names of functions that the text defines which groups leave out.
pub(crate) fn defined(text: &[u8], groups: &[Group], skipped: &[(u32, u32)]) -> BTreeSet<String> {
    let inside = |at: u32| groups.iter().any(|g| g.start <= at && at < g.end);
    let texts = skipped.iter().filter(|(start, _)| inside(*start));
    let texts = texts.filter_map(|(start, end)| text.get(*start as usize..*end as usize));
    texts.flat_map(function_names).collect()
}

/// Whether a group that leaves something out stands in a function's head, or reaches out of its body.
fn cuts(group: &Group, (start, open, end): (u32, u32, u32)) -> bool {
    let begins_in_head = start < group.start && group.start <= open;
    let ends_outside = start < group.start && group.start < end && end < group.end;
    group.leaves_out && (begins_in_head || ends_outside)
}

impl<'tu> Unit<'tu> {
    /// Whether other builds may have another body for a function.
    pub fn has_alternative(&mut self, definition: Cursor<'tu>) -> bool {
        if self.groups.is_empty() {
            return false;
        }
        let body = definition.children().into_iter().find(|c| c.kind() == CursorKind::CompoundStmt);
        let (Some(whole), Some(body)) = (self.sources.span(definition), body) else { return false };
        let Some(body) = self.sources.span(body).filter(|_| whole.file.0 == 0) else {
            return false;
        };
        let extent = (whole.start, body.start, whole.end);
        self.alternatives.contains(&definition.spelling())
            || self.groups.iter().any(|group| cuts(group, extent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_definitions() {
        let text = b"static int *pick(int *x, int (*f)(int)) { return call(x); }\nint T::get() const\n{ if (ready(x)) { again(x); } }\nT::T(int n) : n(n) {}\nint declared(int);\n";
        let names: Vec<String> = function_names(text).into_iter().collect();
        assert_eq!(names, ["T", "get", "if", "n", "pick"]);
    }

    #[test]
    fn only_text_of_groups_counts() {
        let text = b"#if 0\nint f() {}\n#endif\n#ifdef X\nint g() {}\n#endif\n";
        let skipped = [(0, 23), (24, 50)];
        let groups = crate::inactive::groups(text, &skipped);
        assert_eq!(defined(text, &groups, &[(6, 23)]), BTreeSet::new());
        assert_eq!(defined(text, &groups, &[(24, 44)]), BTreeSet::from(["g".to_owned()]));
    }

    #[test]
    fn groups_that_cut_through() {
        let group = |start, end| Group { start, end, leaves_out: true };
        let function = (100, 120, 200);
        assert!(cuts(&group(110, 130), function));
        assert!(cuts(&group(150, 210), function));
        assert!(!cuts(&group(130, 150), function));
        assert!(!cuts(&group(50, 250), function));
    }
}
