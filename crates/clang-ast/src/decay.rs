//! What parameters are that are declared as arrays or functions: pointers.
//!
//! The compiler adjusts `float b[]` to `float *b`. libclang gives the type as it is written instead, and so it does for each
//! expression whose value is that of the parameter: `b`, `b + 1`, `b = c`, and a variable that is declared as `auto p = b`.
//! Whoever takes them for arrays loses what they point to.

use crate::cursor::Cursor;
use crate::kinds::CursorKind;
use crate::operators::{BinaryOperator, UnaryOperator};
use crate::types::Type;

/// The pointer type of an expression or variable that libclang says to be an array or a function, if it is none.
pub(crate) fn adjusted<'tu>(cursor: Cursor<'tu>) -> Option<Type<'tu>> {
    let written = cursor.type_as_written()?;
    if !(written.is_array() || written.is_function()) {
        return None;
    }
    match cursor.kind() {
        CursorKind::ParmDecl => parameter(cursor),
        CursorKind::DeclRefExpr => variable(cursor.referenced()?),
        // Only a pointer can be copied from a pointer.
        CursorKind::VarDecl => adjusted(cursor.initializer()?),
        CursorKind::UnexposedExpr | CursorKind::ParenExpr => adjusted(last_operand(cursor)?),
        CursorKind::UnaryOperator => unary(cursor),
        CursorKind::ArraySubscriptExpr => {
            let operands = cursor.children();
            operands.into_iter().find_map(|operand| pointee(operand.ty()?))
        }
        CursorKind::BinaryOperator if cursor.binary_operator() == Some(BinaryOperator::Comma) => {
            adjusted(last_operand(cursor)?)
        }
        CursorKind::BinaryOperator
        | CursorKind::CompoundAssignOperator
        | CursorKind::ConditionalOperator => cursor.children().into_iter().find_map(adjusted),
        CursorKind::CallExpr => {
            let result = cursor.referenced()?.type_as_written()?.canonical().result_type()?;
            result.is_pointer().then_some(result)
        }
        _ => None,
    }
}

/// The type of a parameter, as that of its function has it.
fn parameter(declaration: Cursor<'_>) -> Option<Type<'_>> {
    let function = declaration.semantic_parent()?;
    let index = function.arguments().iter().position(|parameter| *parameter == declaration)?;
    let types = function.type_as_written()?.canonical().argument_types()?;
    types.get(index).copied().filter(|ty| ty.is_pointer())
}

/// The type of a variable that an expression names.
fn variable(declaration: Cursor<'_>) -> Option<Type<'_>> {
    if !matches!(declaration.kind(), CursorKind::ParmDecl | CursorKind::VarDecl) {
        return None;
    }
    let ty = declaration.type_as_written()?;
    match ty.is_array() || ty.is_function() {
        true => adjusted(declaration),
        // A reference to such a pointer.
        false => Some(ty.canonical().non_reference()).filter(|ty| ty.is_pointer()),
    }
}

fn unary(cursor: Cursor<'_>) -> Option<Type<'_>> {
    let operand = last_operand(cursor)?;
    match cursor.unary_operator()? {
        UnaryOperator::Deref => pointee(operand.ty()?),
        UnaryOperator::AddrOf => None,
        _ => adjusted(operand),
    }
}

/// What a pointer to pointers, or an array of pointers, leads to.
fn pointee(ty: Type<'_>) -> Option<Type<'_>> {
    let ty = ty.canonical();
    let found = if ty.is_array() { ty.element_type() } else { ty.pointee() };
    found.filter(|found| found.is_pointer())
}

fn last_operand(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.children().into_iter().rfind(|child| child.kind().is_expression())
}
