//! Byte-range edits on source text, and what surrounds them: where a byte stands in its file, how
//! the file is laid out, the diff of two versions, and writing the result so that no reader ever
//! sees half of it. Knows nothing of CUDA or C++.
//!
//! | takes | gives | module |
//! |---|---|---|
//! | insertions, replacements and deletions of byte ranges | the edited bytes, or the two edits that contradict each other | [`Edits`] |
//! | such edits | edits after which each line has the number that it had | [`keep_lines`] |
//! | the bytes of a file | lines, columns, line endings, indentation | [`SourceText`] |
//! | two versions of a file | a patch for `git apply` and `patch -p1` | [`diff`] |
//! | a path and bytes | the file, replaced in one step | [`write_atomically`] |
//!
//! Promises: text is bytes throughout, so Latin-1, byte order marks, CRLF and line splices survive;
//! a byte that no edit touches is the same byte afterwards; the result depends only on the edits,
//! ranks and their order, never on hashing or addresses.

pub mod diff;
mod edits;
mod keep_lines;
mod source;
#[cfg(test)]
mod testing;
mod write;

pub use edits::{Edit, EditError, Edits};
pub use keep_lines::keep_lines;
pub use source::{IndentUnit, LineEnding, Position, SourceText};
pub use write::{write_atomically, WriteError};
