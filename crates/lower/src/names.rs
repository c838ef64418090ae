//! The names that a translation unit has taken, of macros and of declarations.

use clang_ast::{Cursor, CursorKind};
use ir::UnitNames;

/// The names of the unit whose root this is.
pub(crate) fn of(root: Cursor<'_>) -> UnitNames {
    let mut names = UnitNames::default();
    for cursor in root.children() {
        match cursor.kind() {
            CursorKind::MacroDefinition => {
                let with_arguments = cursor.is_function_like_macro();
                *names.macros.entry(cursor.spelling()).or_default() |= with_arguments;
            }
            _ => declaration(cursor, &mut names),
        }
    }
    names
}

fn declaration(cursor: Cursor<'_>, names: &mut UnitNames) {
    let name = cursor.spelling();
    if !name.is_empty() {
        names.declared.insert(name);
    }
    let is_scope = matches!(
        cursor.kind(),
        CursorKind::Namespace
            | CursorKind::LinkageSpec
            | CursorKind::UnexposedDecl
            | CursorKind::StructDecl
            | CursorKind::ClassDecl
            | CursorKind::UnionDecl
            | CursorKind::ClassTemplate
    );
    if is_scope && !cursor.is_in_system_header() {
        cursor.children().into_iter().for_each(|inner| declaration(inner, names));
    }
}
