//! Where things stand in the source text.

/// Index of a file in [`crate::Module::files`]; 0 is the main file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A half-open byte range of one file.
///
/// Offsets are those of the file on disk (`#line` does not count). A piece of a macro *argument*
/// has the place where the argument was written; a piece of a macro *body* has the place of the
/// invocation and `editable` is false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
    /// The text in the range is the text of the construct: an edit there changes it and nothing else.
    pub editable: bool,
}

impl Span {
    pub fn contains(&self, other: &Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}
