//! A safe view of what libclang knows about a C++ or CUDA translation unit.
//!
//! *Takes* a source file and clang's command-line arguments, *gives* cursors, types and byte spans, and *promises* that
//! nothing else in the workspace sees a `CXCursor` or needs `unsafe`.
//!
//! * [`Library`] is a libclang found at run time (LLVM 17 and newer).
//! * [`TranslationUnit`] is one parsed file, with its diagnostics, inclusions, macro expansions and skipped ranges.
//! * [`Cursor`] is a node of the syntax tree, [`Type`] the type of one; both borrow the translation unit and are `Copy`.
//! * [`Span`] is a range of bytes in a file, which is what edits are made of.
//!
//! Functions that a libclang lacks answer `None`, `false` or an empty list.
//!
//! A [`TranslationUnit`] may move between threads but is used by one at a time; a [`Library`] is shared by all.

// The constants of libclang keep their C names.
#![allow(non_upper_case_globals)]

mod api;
mod cursor;
mod decay;
mod expansions;
mod kinds;
mod library;
mod location;
mod operators;
mod statements;
mod types;
mod unit;

#[cfg(test)]
mod tests;

pub use cursor::{
    Access, Cursor, ExceptionSpec, Linkage, MacroPart, StorageClass, TemplateArgument, Visit,
};
pub use kinds::{CursorKind, TypeKind};
pub use library::{Library, LoadError, Version, OLDEST_SUPPORTED};
pub use location::{FileId, Location, Span, Token, TokenKind};
pub use operators::{BinaryOperator, UnaryOperator};
pub use statements::{ForParts, ForRangeParts, IfParts};
pub use types::Type;
pub use unit::{
    Diagnostic, Inclusion, MacroExpansion, ParseFailure, ParseOptions, Severity, TranslationUnit,
};
