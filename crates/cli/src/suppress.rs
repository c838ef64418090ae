//! Comments in the source that tell the tool to leave something alone.

use edit::SourceText;
use effects::{Effects, SiteKey};
use std::collections::BTreeSet;

const OFF: &[u8] = b"streamalloc: off";

/// Operations on a line with `// streamalloc: off`, or on the line after one that has nothing else.
pub fn switched_off(source: &SourceText, effects: &Effects) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    if !source.bytes().windows(OFF.len()).any(|w| w == OFF) {
        return found;
    }
    for site in &effects.sites.all {
        let SiteKey::Text(span) = site.key else { continue };
        if is_switched_off(source, source.line_of(span.start as usize)) {
            found.insert(span.start);
        }
    }
    found
}

/// Whether a line has such a comment, or the line before has nothing else.
pub fn is_switched_off(source: &SourceText, line: usize) -> bool {
    let alone = line > 1 && text(source, line - 1).trim_ascii_start().starts_with(b"//");
    let above = alone && has_comment(text(source, line - 1));
    above || has_comment(text(source, line))
}

fn text(source: &SourceText, line: usize) -> &[u8] {
    &source.bytes()[source.content_range(line)]
}

fn has_comment(line: &[u8]) -> bool {
    line.windows(OFF.len())
        .position(|w| w == OFF)
        .is_some_and(|at| line[..at].windows(2).any(|w| w == b"//" || w == b"/*"))
}
