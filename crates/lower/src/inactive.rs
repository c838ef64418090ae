//! Text that the preprocessor left out, but that another build may compile.
//!
//! Such a range (`#ifdef VERIFY` … `#endif`) may do anything to whatever is visible there: it
//! becomes an unknown effect, placed before the outermost `#if` of its group, so that code inserted
//! for it stands outside. `#if 0` is a comment.

use crate::function::FunctionLowering;
use clang_ast::{Cursor, CursorKind};
use ir::{AnchorContext, FileId, Operand, Place, Span, StmtKind, VarKind};

/// An inactive range with the group of directives it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inactive {
    /// First byte of the line with the group's `#if`.
    pub group: u32,
    pub start: u32,
    pub end: u32,
}

/// Finds the group of every skipped range.
pub(crate) fn groups(text: &[u8], skipped: &[(u32, u32)]) -> Vec<Inactive> {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |n| at + n + 1);
        let line = text[at..end].trim_ascii();
        if let Some(directive) = line.strip_prefix(b"#") {
            let directive = directive.trim_ascii_start();
            if directive.starts_with(b"if") {
                open.push(at);
            }
            // Within one line: clang names the `#` of the directive that begins the range.
            for (start, stop) in skipped {
                let inside = (at..end).contains(&(*start as usize));
                if inside && !is_if_zero(directive) {
                    let group = open.first().copied().unwrap_or(at) as u32;
                    found.push(Inactive { group, start: *start, end: *stop });
                }
            }
            if directive.starts_with(b"endif") {
                open.pop();
            }
        }
        at = end;
    }
    found
}

fn is_if_zero(directive: &[u8]) -> bool {
    directive.strip_prefix(b"if").is_some_and(|rest| {
        let rest = rest.trim_ascii();
        rest == b"0" || rest.strip_prefix(b"0").is_some_and(|r| r[0].is_ascii_whitespace() || r[0] == b'/')
    })
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Emits the unknown effects of inactive ranges between two offsets of the main file.
    pub fn inactive_before(&mut self, from: u32, to: u32) {
        let ranges: Vec<Inactive> = self
            .unit
            .inactive
            .iter()
            .filter(|r| from <= r.start && r.start < to)
            .copied()
            .collect();
        for range in ranges {
            // A group that began before this place is handled where the statement around it is.
            let at = Span { file: FileId(0), start: range.group, end: range.group, editable: true };
            let context = match range.group >= from {
                true => AnchorContext::Block,
                false => AnchorContext::Fixed,
            };
            let parent = self.anchor;
            let anchor = self.new_anchor(at, context, Some(parent));
            let touches = self.visible();
            let why = "text left out by the preprocessor".to_owned();
            self.anchored(anchor, |this| {
                this.emit(StmtKind::Unknown { why, touches }, Some(Span { editable: false, ..at }));
            });
        }
    }

    /// The same for ranges inside a statement that has no statement list of its own there.
    pub fn inactive_inside(&mut self, stmt: Cursor<'tu>) {
        if matches!(
            stmt.kind(),
            CursorKind::CompoundStmt
                | CursorKind::IfStmt
                | CursorKind::ForStmt
                | CursorKind::WhileStmt
                | CursorKind::DoStmt
                | CursorKind::SwitchStmt
                | CursorKind::CXXTryStmt
                | CursorKind::CXXForRangeStmt
        ) {
            return;
        }
        let Some(span) = self.unit.sources.span(stmt).filter(|s| s.file.0 == 0) else { return };
        let inside = self.unit.inactive.iter().any(|r| span.start < r.start && r.start < span.end);
        if inside {
            let touches = self.visible();
            let why = "text left out by the preprocessor".to_owned();
            self.emit(StmtKind::Unknown { why, touches }, None);
        }
    }

    /// Everything that code at this place can name.
    pub fn visible(&self) -> Vec<Operand> {
        let locals = self.scopes.iter().flat_map(|s| s.vars.iter().copied());
        let statics = (0..self.unit.module.vars.len() as u32)
            .map(ir::VarId)
            .filter(|v| self.unit.module.var(*v).kind == VarKind::Static);
        locals.chain(statics).map(|v| Operand::AddrOf(Place::var(v))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_know_their_group() {
        let text = b"a;\n#ifdef X\nb;\n#else\nc;\n#endif\n#if 0\nd;\n#endif\n";
        let zero = text.windows(5).position(|w| w == b"#if 0").unwrap() as u32;
        let found = groups(text, &[(3, 15), (zero, zero + 10)]);
        assert_eq!(found, [Inactive { group: 3, start: 3, end: 15 }]);
    }
}
