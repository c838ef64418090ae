//! Text that is compiled in some builds only.
//!
//! What `#ifdef VERIFY` … `#endif` leaves out here may do anything to whatever is visible there, and
//! what it leaves in may be gone elsewhere: a group of directives is an unknown effect, placed before
//! its `#if`, so that code inserted for it stands outside. `#if 0` is a comment.

use crate::function::FunctionLowering;
use crate::left_out::{named, Mention, Named};
use crate::unit::{element_of, shape};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{
    AnchorContext, FileId, LeftOut, Module, Operand, Place, Span, StmtKind, TypeShape, VarId,
    VarKind,
};

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
pub(crate) const WHY: &str = "conditional text";

/// Takes out what other builds may compile in place of this one: for questions about the program as it
/// is built now. Statements keep their places.
pub fn only_this_build(module: &mut Module) {
    let bodies = module.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for stmt in bodies.flat_map(|b| &mut b.blocks).flat_map(|b| &mut b.stmts) {
        let whole = matches!(&stmt.kind, StmtKind::Unknown { why, .. } if why == WHY);
        if whole || matches!(stmt.kind, StmtKind::LeftOut(_)) {
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
            let named = group.leaves_out.then(|| self.named(group)).flatten();
            let kind = match (group.leaves_out, named) {
                // What it names may be declared later: that is filled in at the function's end.
                (true, Some(named)) => {
                    self.left_out.insert(group.start, named);
                    StmtKind::LeftOut(Box::new(LeftOut {
                        start: group.start,
                        ..LeftOut::default()
                    }))
                }
                (true, None) => StmtKind::Unknown { why: WHY.to_owned(), touches: self.visible() },
                // What is there in this build is lowered; only what is not may do anything.
                (false, _) => StmtKind::Unknown { why: WHY.to_owned(), touches: Vec::new() },
            };
            self.anchored(anchor, |this| {
                this.emit(kind, Some(Span { editable: false, ..at }));
            });
        }
    }

    /// What the text names that a group leaves out here; `None` if that may be anything.
    fn named(&self, group: Group) -> Option<Named> {
        if self.unit.is_closure(self.id) {
            // Names of the functions around it mean the closure's copies.
            return None;
        }
        let text = self.unit.sources.text(FileId(0));
        let inside = self.unit.skipped.iter().filter(|(a, _)| group.start <= *a && *a < group.end);
        let mut all = Vec::new();
        for (start, end) in inside {
            all.extend_from_slice(text.get(*start as usize..*end as usize)?);
            all.push(b'\n');
        }
        named(&all, &self.unit.macros)
    }

    /// Fills in what text that is left out names, once all variables of the function are known.
    pub fn resolve_left_out(&mut self) {
        for (start, named) in std::mem::take(&mut self.left_out) {
            let text = self.left_out_text(start, &named);
            let stmts = self.body.blocks.iter_mut().flat_map(|b| &mut b.stmts);
            for stmt in stmts {
                match &mut stmt.kind {
                    StmtKind::LeftOut(known) if known.start == start => **known = text.clone(),
                    _ => {}
                }
            }
        }
    }

    fn left_out_text(&mut self, start: u32, named: &Named) -> LeftOut {
        let text = self.with_integers(start, named, Integers::Numbers);
        // Where addresses go about, an integer may be one.
        match text.touches.is_empty() && text.passed.is_empty() {
            true => text,
            false => self.with_integers(start, named, Integers::Addresses),
        }
    }

    fn with_integers(&mut self, start: u32, named: &Named, integers: Integers) -> LeftOut {
        let mut text = LeftOut { start, loops: named.loops, ..LeftOut::default() };
        text.calls.extend(named.calls.iter().cloned());
        let mut unresolved = false;
        for (path, mention) in &named.words {
            let mut words = path.split('.');
            let vars = self.variables_called(words.next().unwrap_or_default());
            unresolved |= vars.is_empty();
            let members: Vec<&str> = words.collect();
            for var in vars {
                self.note_mention((var, &members), mention, integers, &mut text);
            }
        }
        let statics = self.user_statics();
        text.statics = statics.into_iter().map(|v| Operand::AddrOf(Place::var(v))).collect();
        // A name that is no variable's may be a member's.
        if let (true, Operand::Copy(this)) = (unresolved, self.captured_or_own_this()) {
            text.touches.push(Operand::Copy(this));
        }
        text
    }

    fn variables_called(&self, word: &str) -> Vec<VarId> {
        let last = |name: &str| name.rsplit("::").next() == Some(word);
        let vars = self.unit.module.vars.iter().enumerate();
        vars.filter(|(_, var)| match var.kind {
            VarKind::Static => last(&var.name),
            VarKind::Local | VarKind::Param(_) => var.owner == Some(self.id) && var.name == word,
            _ => false,
        })
        .map(|(index, _)| VarId(index as u32))
        .collect()
    }

    /// Static variables that are the program's and may hold, or lead to, an address.
    fn user_statics(&self) -> Vec<VarId> {
        let vars = self.unit.module.vars.iter().enumerate();
        vars.filter(|(_, var)| var.kind == VarKind::Static && !var.system)
            .map(|(index, _)| VarId(index as u32))
            .collect()
    }

    /// Notes how a variable, or a member of it, is named.
    fn note_mention(
        &self,
        (var, members): (VarId, &[&str]),
        mention: &Mention,
        integers: Integers,
        text: &mut LeftOut,
    ) {
        let place = Place::var(var);
        let named = self.unit.declared_type(var).and_then(|ty| member_type(ty, members));
        let Some(ty) = named else {
            text.touches.push(Operand::AddrOf(place));
            return;
        };
        if shape(ty.canonical()) == TypeShape::Scalar {
            // An integer as wide as a pointer may carry an address.
            if mention.address || mention.itself && ty.size_of() == Some(8) {
                text.touches.push(Operand::AddrOf(place));
            }
            return;
        }
        if !integers.leads_to_numbers(ty, 0) || mention.itself || mention.value {
            text.touches.push(Operand::AddrOf(place));
            return;
        }
        let value = match self.unit.module.var(var).ty.shape {
            TypeShape::Pointer => Operand::Copy(place),
            _ => Operand::AddrOf(place),
        };
        text.passed.extend(mention.passed.iter().map(|call| (value.clone(), call.clone())));
        text.behind.push(value);
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

/// How deep types are looked into.
const MAX_DEPTH: u32 = 8;

/// The type of a member of an object, or of what a pointer to one leads to.
fn member_type<'tu>(ty: Type<'tu>, members: &[&str]) -> Option<Type<'tu>> {
    members.iter().try_fold(ty, |ty, name| {
        let object = ty.canonical();
        let object = object.pointee().map_or(object, Type::canonical);
        let field = object.fields().into_iter().find(|field| field.spelling() == *name)?;
        field.ty()
    })
}

/// What integers as wide as a pointer are taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Integers {
    Numbers,
    Addresses,
}

impl Integers {
    /// Whether an object, or what it points to, holds no addresses: then what is stored behind it, through an
    /// index or a member, is none.
    fn leads_to_numbers(self, ty: Type<'_>, depth: u32) -> bool {
        let ty = ty.canonical();
        match ty.pointee() {
            Some(target) if ty.is_pointer() => self.holds_numbers(target, depth),
            _ if ty.is_record() => {
                all_fields(ty, |field| self.leads_to_numbers(field, depth + 1), depth)
            }
            _ => self.holds_numbers(ty, depth),
        }
    }

    fn holds_numbers(self, ty: Type<'_>, depth: u32) -> bool {
        let ty = element_of(ty.canonical());
        match shape(ty) {
            TypeShape::Scalar => {
                let small = ty.size_of().is_some_and(|size| size < 8);
                self == Integers::Numbers || small || !ty.is_integral()
            }
            TypeShape::Record => {
                all_fields(ty, |field| self.holds_numbers(field, depth + 1), depth)
            }
            _ => false,
        }
    }
}

fn all_fields(record: Type<'_>, holds: impl Fn(Type<'_>) -> bool, depth: u32) -> bool {
    let fields = record.fields();
    depth < MAX_DEPTH
        && !fields.is_empty()
        && record.bases().is_empty()
        && fields.iter().all(|field| field.ty().is_some_and(&holds))
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
