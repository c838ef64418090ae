//! Text that is compiled in some builds only.
//!
//! What `#ifdef VERIFY` … `#endif` leaves out here may do anything to whatever is visible there, and
//! what it leaves in may be gone elsewhere: a group of directives is an unknown effect, placed before
//! its `#if`, so that code inserted for it stands outside. `#if 0` is a comment.

use crate::function::FunctionLowering;
use clang_ast::{Cursor, CursorKind};
use ir::{AnchorContext, FileId, Module, Operand, Place, Span, StmtKind, VarKind};

/// A group of directives from `#if` to `#endif`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// First byte of the line with the `#if`.
    pub start: u32,
    /// Byte behind the `#endif`'s line.
    pub end: u32,
    /// Some of it is left out here.
    pub leaves_out: bool,
}

/// Finds the groups of a file that are not just `#if 0` … `#endif`, and not inside a skipped range.
pub(crate) fn groups(text: &[u8], skipped: &[(u32, u32)]) -> Vec<Group> {
    // Start of each open group, and whether it can compile to anything.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |n| at + n + 1);
        let line = text[at..end].trim_ascii();
        if let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start) {
            if directive.starts_with(b"if") {
                open.push((at, !is_if_zero(directive)));
            } else if directive.starts_with(b"el") {
                open.last_mut().into_iter().for_each(|group| group.1 = true);
            } else if directive.starts_with(b"endif") {
                let inside = |start: usize| {
                    skipped.iter().any(|(a, b)| (*a as usize) < start && start < *b as usize)
                };
                match open.pop() {
                    Some((start, true)) if !inside(start) => {
                        let (start, end) = (start as u32, end as u32);
                        let leaves_out = skipped.iter().any(|(a, _)| start <= *a && *a < end);
                        found.push(Group { start, end, leaves_out });
                    }
                    _ => {}
                }
            }
        }
        at = end;
    }
    found.sort_by_key(|g| g.start);
    found
}

fn is_if_zero(directive: &[u8]) -> bool {
    directive.strip_prefix(b"if").is_some_and(|rest| {
        let rest = rest.trim_ascii();
        rest == b"0"
            || rest.strip_prefix(b"0").is_some_and(|r| r[0].is_ascii_whitespace() || r[0] == b'/')
    })
}

/// What the unknown effects of such text are called in the IR.
const WHY: &str = "conditional text";

/// Takes out what other builds may compile in place of this one: for questions about the program as it
/// is built now. Statements keep their places.
pub fn only_this_build(module: &mut Module) {
    let bodies = module.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for stmt in bodies.flat_map(|b| &mut b.blocks).flat_map(|b| &mut b.stmts) {
        if matches!(&stmt.kind, StmtKind::Unknown { why, .. } if why == WHY) {
            stmt.kind = StmtKind::Read(Operand::Const(None));
        }
    }
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Emits the unknown effects of groups that begin between two offsets of the main file. A group
    /// whose text is active is one, too: a wait inside it would vanish with it in another build.
    pub fn inactive_before(&mut self, from: u32, to: u32) {
        let groups: Vec<Group> =
            self.unit.groups.iter().filter(|g| from <= g.start && g.start < to).copied().collect();
        for group in groups {
            let at = Span { file: FileId(0), start: group.start, end: group.start, editable: true };
            let parent = self.anchor;
            let anchor = self.new_anchor(at, AnchorContext::Block, Some(parent));
            // What is there in this build is lowered; only what is not may do anything.
            let touches = if group.leaves_out { self.visible() } else { Vec::new() };
            let why = WHY.to_owned();
            self.anchored(anchor, |this| {
                this.emit(StmtKind::Unknown { why, touches }, Some(Span { editable: false, ..at }));
            });
        }
    }

    /// The same for groups inside a statement that has no statement list of its own there.
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
        let inside = self.unit.groups.iter().any(|g| span.start < g.start && g.start < span.end);
        if inside {
            let touches = self.visible();
            let why = WHY.to_owned();
            self.emit(StmtKind::Unknown { why, touches }, None);
        }
    }

    /// Everything that code at this place can name.
    pub fn visible(&mut self) -> Vec<Operand> {
        let this = match self.captured_or_own_this() {
            Operand::Copy(place) => Some(Operand::Copy(place)),
            _ => None,
        };
        let locals = self.scopes.iter().flat_map(|s| s.vars.iter().copied());
        let statics = (0..self.unit.module.vars.len() as u32)
            .map(ir::VarId)
            .filter(|v| self.unit.module.var(*v).kind == VarKind::Static);
        locals.chain(statics).map(|v| Operand::AddrOf(Place::var(v))).chain(this).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_may_compile_to_something() {
        let text =
            b"a;\n#ifdef X\nb;\n#else\nc;\n#endif\n#if 0\nd;\n#endif\n#if 0\n#else\ne;\n#endif\n";
        let found = groups(text, &[]);
        assert_eq!(found.iter().map(|g| g.start).collect::<Vec<_>>(), [3, 47]);
    }
}
