//! Files, byte spans and tokens.

use crate::library::Library;
use clang_sys::{CXFile, CXFileUniqueID};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of one translation unit. Two paths to the same file (through a link, or spelled differently) are one `FileId`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A half-open range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range as indices into the file's bytes.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `other` lies within this span.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A place in a file. Lines and columns count from 1, columns in bytes; `#line` has no influence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// Byte offset.
    pub offset: u32,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// An operator or separator.
    Punctuation,
    /// A keyword of the language.
    Keyword,
    /// A name.
    Identifier,
    /// A number, character or string.
    Literal,
    /// A comment.
    Comment,
}

/// A token of the source text, before macro expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its text.
    pub spelling: String,
    /// Byte offset of its first byte in the file.
    pub offset: u32,
}

/// The three ways in which libclang maps a position to a file.
#[derive(Clone, Copy)]
pub(crate) enum Mapping {
    /// Macro arguments to where they were written, macro bodies to the expansion.
    File,
    /// Everything to the outermost macro expansion.
    Expansion,
    /// To where the characters stand, also in a macro's body.
    Spelling,
}

/// The interned files of a translation unit.
#[derive(Default)]
pub(crate) struct FileTable {
    /// What libclang's pointers stand for.
    by_pointer: HashMap<usize, FileId>,
    /// Files by device and inode.
    by_identity: HashMap<(u64, u64), FileId>,
    /// Files without an identity, by name.
    by_path: HashMap<Arc<Path>, FileId>,
    paths: Vec<Arc<Path>>,
    pointers: Vec<usize>,
    /// The answer to the previous question, which is nearly always the next one's too.
    last: Option<(usize, FileId)>,
}

impl FileTable {
    /// The identity of a file that libclang handed out.
    ///
    /// # Safety
    /// `file` is null or belongs to the translation unit that this table serves.
    pub(crate) unsafe fn intern(&mut self, library: &Library, file: CXFile) -> Option<FileId> {
        let pointer = file as usize;
        if pointer == 0 {
            return None;
        }
        match self.last {
            Some((last, id)) if last == pointer => return Some(id),
            _ => {}
        }
        let id = match self.by_pointer.get(&pointer) {
            Some(id) => *id,
            None => self.add(library, file),
        };
        self.last = Some((pointer, id));
        Some(id)
    }

    /// Interns a file whose pointer is new.
    unsafe fn add(&mut self, library: &Library, file: CXFile) -> FileId {
        let path: Arc<Path> =
            PathBuf::from(library.take((library.api.clang_getFileName)(file))).into();
        let mut unique = CXFileUniqueID { data: [0; 3] };
        let failed = (library.api.clang_getFileUniqueID)(file, &mut unique) != 0;
        let identity = (unique.data[0], unique.data[1]);
        // Files that exist in memory only may share a made-up identity.
        let known = if failed || identity.1 == 0 || identity.0 == u64::MAX || identity.1 == u64::MAX
        {
            self.by_path.get(&path).copied()
        } else {
            let next = FileId(self.paths.len() as u32);
            let id = *self.by_identity.entry(identity).or_insert(next);
            (id != next).then_some(id)
        };
        let id = known.unwrap_or_else(|| {
            let id = FileId(self.paths.len() as u32);
            self.paths.push(path.clone());
            self.pointers.push(file as usize);
            id
        });
        self.pointers[id.0 as usize] = file as usize;
        self.by_path.entry(path).or_insert(id);
        self.by_pointer.insert(file as usize, id);
        id
    }

    /// Forgets libclang's pointers, which a reparse makes stale; the `FileId`s keep their meaning.
    pub(crate) fn forget_pointers(&mut self) {
        self.by_pointer.clear();
        self.pointers.iter_mut().for_each(|pointer| *pointer = 0);
        self.last = None;
    }

    /// The name by which the file was first seen.
    pub(crate) fn path(&self, id: FileId) -> Option<Arc<Path>> {
        self.paths.get(id.0 as usize).cloned()
    }

    /// libclang's pointer for a file.
    pub(crate) fn pointer(&self, id: FileId) -> Option<CXFile> {
        self.pointers
            .get(id.0 as usize)
            .filter(|pointer| **pointer != 0)
            .map(|pointer| *pointer as CXFile)
    }
}
