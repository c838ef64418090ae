//! Translation units: parsing, diagnostics, and what the preprocessor did.

use crate::api::Api;
use crate::cursor::Cursor;
use crate::expansions::{fixed_parameters, separators, Arguments, Expansions};
use crate::kinds::CursorKind;
use crate::library::Library;
use crate::location::{FileId, FileTable, Location, Mapping, Span, Token, TokenKind};
use clang_sys::*;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::CString;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_int, c_uint, c_ulong};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::Arc;

/// How to parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParseOptions {
    /// Keep macro definitions, expansions, inclusions and skipped ranges.
    pub preprocessing_record: bool,
    /// Compile the leading `#include`s once, so that a reparse with the same ones is fast.
    pub preamble: bool,
    /// Go on after a fatal error, such as a header that is not found.
    pub keep_going: bool,
    /// Leave function bodies out.
    pub skip_function_bodies: bool,
    /// The file is the beginning of others: for [`save`](TranslationUnit::save).
    pub prefix: bool,
}

impl ParseOptions {
    fn flags(self) -> CXTranslationUnit_Flags {
        let mut flags = CXTranslationUnit_None;
        if self.preprocessing_record {
            flags |= CXTranslationUnit_DetailedPreprocessingRecord;
        }
        if self.preamble {
            flags |= CXTranslationUnit_PrecompiledPreamble
                | CXTranslationUnit_CreatePreambleOnFirstParse;
        }
        if self.keep_going {
            flags |= CXTranslationUnit_KeepGoing;
        }
        if self.skip_function_bodies {
            flags |= CXTranslationUnit_SkipFunctionBodies;
        }
        if self.prefix {
            flags |= CXTranslationUnit_Incomplete | CXTranslationUnit_ForSerialization;
        }
        flags
    }
}

/// Why there is no translation unit at all. (Errors in the source are [`Diagnostic`]s of one.)
#[derive(Debug, thiserror::Error)]
pub enum ParseFailure {
    /// libclang crashed, and recovered.
    #[error("libclang crashed while parsing {}", .0.display())]
    Crashed(PathBuf),
    /// libclang does not accept the arguments.
    #[error("libclang rejects the arguments for {}", .0.display())]
    InvalidArguments(PathBuf),
    /// libclang could not make a translation unit, for instance for lack of a valid command line.
    #[error("libclang cannot parse {}", .0.display())]
    Failed(PathBuf),
    /// A path or argument contains a NUL byte, which C cannot express.
    #[error("{0:?} contains a NUL byte")]
    Nul(String),
    /// More arguments, files or bytes than libclang's interface can count.
    #[error("too many arguments or files for libclang")]
    TooLarge,
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Switched off.
    Ignored,
    /// Additional text.
    Note,
    /// Suspicious code.
    Warning,
    /// Ill-formed code.
    Error,
    /// Parsing stopped here.
    Fatal,
}

/// A message of clang about the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The text, without place and severity.
    pub message: String,
    /// The file; `None` for messages about the command line.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// The byte offset in the file.
    pub offset: u32,
    /// Notes that belong to it.
    pub notes: Vec<Diagnostic>,
}

/// One inclusion of a file. A file that is included twice, and read twice, appears twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inclusion {
    /// The file that was included.
    pub file: FileId,
    /// Where its `#include` stands; `None` for `-include`d files' outermost place and the like.
    pub included_at: Option<Location>,
    /// 1 for what the main file includes, 2 for what that includes, and so on.
    pub depth: u32,
}

/// A macro expansion, or an `#include`, in the source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroExpansion {
    /// The macro's name.
    pub name: String,
    /// The bytes of the expansion, arguments included.
    pub span: Span,
    /// The bytes of `NAME(...) body` in its `#define`; `None` for built-in and command-line macros.
    pub definition: Option<Span>,
    /// Whether it is one of the compiler's own, such as `__LINE__`.
    pub is_builtin: bool,
}

/// A span between two mapped ends, if they are in one file and in order.
fn make_span(start: (FileId, u32), end: (FileId, u32)) -> Option<Span> {
    let in_order = start.0 == end.0 && start.1 <= end.1;
    in_order.then_some(Span { file: start.0, start: start.1, end: end.1 })
}

/// A parsed file, with all that it includes.
pub struct TranslationUnit {
    library: Arc<Library>,
    index: CXIndex,
    raw: CXTranslationUnit,
    main_file: PathBuf,
    files: RefCell<FileTable>,
    expansions: OnceCell<HashMap<FileId, Expansions>>,
    separators: RefCell<HashMap<Span, Vec<u32>>>,
    definitions: RefCell<HashMap<FileId, HashMap<Span, Span>>>,
}

// SAFETY: libclang lets a translation unit be used from any thread, one at a time; `&TranslationUnit` stays on one
// thread because the type is not `Sync`.
unsafe impl Send for TranslationUnit {}

/// A reference to a unit, for use in what is hashed. (A plain one would let Clippy fear for every map that has cursors as
/// keys: the unit's caches are interior mutability, but no part of a cursor's identity.)
#[derive(Clone, Copy)]
pub(crate) struct UnitRef<'tu> {
    unit: NonNull<TranslationUnit>,
    lifetime: PhantomData<&'tu ()>,
}

impl<'tu> UnitRef<'tu> {
    pub(crate) fn new(unit: &'tu TranslationUnit) -> Self {
        UnitRef { unit: NonNull::from(unit), lifetime: PhantomData }
    }

    pub(crate) fn get(self) -> &'tu TranslationUnit {
        // SAFETY: made from a reference that lives as long as `'tu`.
        unsafe { self.unit.as_ref() }
    }
}

/// The shape of `clang_getFileLocation` and its like.
type MapFunction =
    unsafe extern "C" fn(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);

/// Arguments in the form that C wants.
struct CStrings {
    _owned: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl CStrings {
    fn new(strings: &[String]) -> Result<CStrings, ParseFailure> {
        let owned = strings.iter().map(|s| c_string(s.as_str())).collect::<Result<Vec<_>, _>>()?;
        let pointers = owned.iter().map(|s| s.as_ptr()).collect();
        Ok(CStrings { _owned: owned, pointers })
    }
}

/// Unsaved files in the form that C wants; borrows their contents.
struct UnsavedFiles {
    _names: Vec<CString>,
    files: Vec<CXUnsavedFile>,
}

impl UnsavedFiles {
    fn new(unsaved: &[(PathBuf, Vec<u8>)]) -> Result<UnsavedFiles, ParseFailure> {
        let names = unsaved.iter().map(|(path, _)| c_path(path)).collect::<Result<Vec<_>, _>>()?;
        let files = names
            .iter()
            .zip(unsaved)
            .map(|(name, (_, contents))| {
                Ok(CXUnsavedFile {
                    Filename: name.as_ptr(),
                    Contents: contents.as_ptr().cast(),
                    Length: c_ulong::try_from(contents.len())
                        .map_err(|_| ParseFailure::TooLarge)?,
                })
            })
            .collect::<Result<Vec<_>, ParseFailure>>()?;
        Ok(UnsavedFiles { _names: names, files })
    }

    fn count(&self) -> Result<c_uint, ParseFailure> {
        c_uint::try_from(self.files.len()).map_err(|_| ParseFailure::TooLarge)
    }
}

fn c_string(text: &str) -> Result<CString, ParseFailure> {
    CString::new(text).map_err(|_| ParseFailure::Nul(text.to_owned()))
}

fn c_path(path: &Path) -> Result<CString, ParseFailure> {
    CString::new(path.as_os_str().as_encoded_bytes())
        .map_err(|_| ParseFailure::Nul(path.to_string_lossy().into_owned()))
}

fn failure(code: CXErrorCode, file: &Path) -> ParseFailure {
    match code {
        CXError_Crashed => ParseFailure::Crashed(file.to_owned()),
        CXError_InvalidArguments => ParseFailure::InvalidArguments(file.to_owned()),
        _ => ParseFailure::Failed(file.to_owned()),
    }
}

impl TranslationUnit {
    /// Parses `file` with clang's `args` (without program and file name). `unsaved` files are seen in place of what
    /// the disk has under these names. Errors in the source do not fail the parse: see
    /// [`diagnostics`](TranslationUnit::diagnostics).
    pub fn parse(
        library: &Arc<Library>,
        file: &Path,
        args: &[String],
        unsaved: &[(PathBuf, Vec<u8>)],
        options: ParseOptions,
    ) -> Result<TranslationUnit, ParseFailure> {
        let name = c_path(file)?;
        let arguments = CStrings::new(args)?;
        let count =
            c_int::try_from(arguments.pointers.len()).map_err(|_| ParseFailure::TooLarge)?;
        let mut unsaved = UnsavedFiles::new(unsaved)?;
        let unsaved_count = unsaved.count()?;
        // SAFETY: no preconditions; diagnostics are not printed, nothing is excluded.
        let index = unsafe { (library.api.clang_createIndex)(0, 0) };
        // From here on `unit` disposes of what it holds, also on failure.
        let mut unit = TranslationUnit {
            library: library.clone(),
            index,
            raw: std::ptr::null_mut(),
            main_file: file.to_owned(),
            files: RefCell::default(),
            expansions: OnceCell::new(),
            separators: RefCell::default(),
            definitions: RefCell::default(),
        };
        // SAFETY: all pointers are valid for the call, with the lengths given; libclang copies what it keeps.
        let code = unsafe {
            (library.api.clang_parseTranslationUnit2)(
                index,
                name.as_ptr(),
                arguments.pointers.as_ptr(),
                count,
                unsaved.files.as_mut_ptr(),
                unsaved_count,
                options.flags(),
                &mut unit.raw,
            )
        };
        if code != CXError_Success || unit.raw.is_null() {
            return Err(failure(code, file));
        }
        Ok(unit)
    }

    /// Parses the file again, with other contents. After a failure the unit is empty.
    pub fn reparse(&mut self, unsaved: &[(PathBuf, Vec<u8>)]) -> Result<(), ParseFailure> {
        if self.raw.is_null() {
            return Err(ParseFailure::Failed(self.main_file.clone()));
        }
        let mut files = UnsavedFiles::new(unsaved)?;
        let count = files.count()?;
        self.files.get_mut().forget_pointers();
        self.expansions.take();
        self.separators.get_mut().clear();
        self.definitions.get_mut().clear();
        // SAFETY: as in `parse`; `&mut self` means that no cursor of the unit is alive.
        let code = unsafe {
            (self.library.api.clang_reparseTranslationUnit)(
                self.raw,
                count,
                files.files.as_mut_ptr(),
                CXReparse_None,
            )
        };
        if code == CXError_Success {
            return Ok(());
        }
        // SAFETY: after a failure the one valid thing to do with the unit is this.
        unsafe { (self.library.api.clang_disposeTranslationUnit)(self.raw) };
        self.raw = std::ptr::null_mut();
        Err(failure(code, &self.main_file))
    }

    /// Writes the unit to a file, for clang's `-include-pch`. Needs [`ParseOptions::prefix`].
    pub fn save(&self, file: &Path) -> Result<(), ParseFailure> {
        let failed = || ParseFailure::Failed(self.main_file.clone());
        if self.raw.is_null() {
            return Err(failed());
        }
        let name = c_path(file)?;
        // SAFETY: the unit is valid, the name ends with NUL; 0 is the one defined set of options.
        let code = unsafe { (self.api().clang_saveTranslationUnit)(self.raw, name.as_ptr(), 0) };
        if code == CXSaveError_None {
            Ok(())
        } else {
            Err(failed())
        }
    }

    pub(crate) fn api(&self) -> &Api {
        &self.library.api
    }

    /// The libclang that parsed it.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The root of the syntax tree; `None` after a failed reparse.
    pub fn cursor(&self) -> Option<Cursor<'_>> {
        // SAFETY: null is answered with a null cursor.
        Cursor::from_raw(unsafe { (self.api().clang_getTranslationUnitCursor)(self.raw) }, self)
    }

    // --- files ---------------------------------------------------------------------------------------------------

    /// The name of a file, as clang found it.
    pub fn path(&self, file: FileId) -> Arc<Path> {
        self.files.borrow().path(file).unwrap_or_else(|| Path::new("").into())
    }

    /// The file that was parsed.
    pub fn main_file(&self) -> Option<FileId> {
        self.file(&self.main_file)
    }

    /// The file of that name (as clang would spell it), if the unit has read it.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let name = c_path(path).ok()?;
        // SAFETY: libclang answers null for a null unit and for unknown files.
        unsafe {
            let raw = (self.api().clang_getFile)(self.raw, name.as_ptr());
            self.intern(raw)
        }
    }

    /// # Safety
    /// `file` is null or a file of this unit.
    unsafe fn intern(&self, file: CXFile) -> Option<FileId> {
        self.files.borrow_mut().intern(&self.library, file)
    }

    /// libclang's pointer for a file; looks the name up again after a reparse.
    fn raw_file(&self, file: FileId) -> Option<CXFile> {
        let known = self.files.borrow().pointer(file);
        known.or_else(|| {
            let path = self.path(file);
            self.file(&path)?;
            self.files.borrow().pointer(file)
        })
    }

    /// Every inclusion that was entered, `-include`d files too, without the main file.
    pub fn inclusions(&self) -> Vec<Inclusion> {
        struct State<'tu> {
            unit: &'tu TranslationUnit,
            inclusions: Vec<Inclusion>,
        }
        extern "C" fn visit(
            file: CXFile,
            stack: *mut CXSourceLocation,
            depth: c_uint,
            data: CXClientData,
        ) {
            // SAFETY: `data` is the `State` below; `file` is of its unit; `stack` has `depth` elements, innermost first.
            unsafe {
                let state = &mut *data.cast::<State<'_>>();
                let unit = state.unit;
                let Some(file) = unit.intern(file) else { return };
                if depth > 0 {
                    let included_at = unit.location(*stack, Mapping::Expansion);
                    state.inclusions.push(Inclusion { file, included_at, depth });
                }
            }
        }
        let mut state = State { unit: self, inclusions: Vec::new() };
        if !self.raw.is_null() {
            // SAFETY: the unit is valid, and the state outlives the call.
            unsafe { (self.api().clang_getInclusions)(self.raw, visit, (&raw mut state).cast()) };
        }
        state.inclusions
    }

    /// Byte ranges of `file` that the preprocessor left out, from the `#if` (or `#else`…) to the directive that ends
    /// it. Needs the preprocessing record.
    pub fn skipped_ranges(&self, file: FileId) -> Vec<(u32, u32)> {
        let Some(raw_file) = self.raw_file(file) else { return Vec::new() };
        // SAFETY: unit and file belong together; the list is ours until it is disposed of.
        unsafe {
            let list = (self.api().clang_getSkippedRanges)(self.raw, raw_file);
            if list.is_null() {
                return Vec::new();
            }
            let ranges = match (*list).ranges.is_null() {
                true => &[][..],
                false => std::slice::from_raw_parts((*list).ranges, (*list).count as usize),
            };
            let skipped = ranges
                .iter()
                .filter_map(|range| self.span(*range, Mapping::Expansion))
                .map(|span| (span.start, span.end))
                .collect();
            (self.api().clang_disposeSourceRangeList)(list);
            skipped
        }
    }

    /// The macro expansions of the unit in source order, nested ones after the ones they are nested in; `wanted`
    /// selects files. Needs the preprocessing record.
    pub fn macro_expansions(&self, mut wanted: impl FnMut(FileId) -> bool) -> Vec<MacroExpansion> {
        let mut expansions = Vec::new();
        self.preprocessing(CursorKind::MacroExpansion, |cursor| {
            let Some(span) = self.raw_span(cursor).filter(|span| wanted(span.file)) else { return };
            expansions.push(MacroExpansion {
                name: cursor.spelling(),
                span,
                definition: cursor.referenced().and_then(|definition| self.raw_span(definition)),
                is_builtin: cursor.is_builtin_macro(),
            });
        });
        expansions
    }

    /// The `#include` directives: the name as written, and the bytes of the directive without its newline. Needs the
    /// preprocessing record.
    pub fn inclusion_directives(
        &self,
        mut wanted: impl FnMut(FileId) -> bool,
    ) -> Vec<(String, Span)> {
        let mut directives = Vec::new();
        self.preprocessing(CursorKind::InclusionDirective, |cursor| {
            directives.extend(
                cursor
                    .span()
                    .filter(|span| wanted(span.file))
                    .map(|span| (cursor.spelling(), span)),
            );
        });
        directives
    }

    /// Calls `f` with each entity of the preprocessing record that has the kind.
    fn preprocessing<'tu>(&'tu self, kind: CursorKind, mut f: impl FnMut(Cursor<'tu>)) {
        let mut entities = Vec::new();
        if let Some(root) = self.cursor() {
            root.find_child(|child| {
                if child.kind() == kind {
                    entities.push(child);
                }
                // The record comes first; the declarations after it are of no interest.
                !child.kind().is_preprocessing()
            });
        }
        entities.into_iter().for_each(&mut f);
    }

    // --- places --------------------------------------------------------------------------------------------------

    /// libclang's function for a mapping.
    fn mapper(&self, mapping: Mapping) -> MapFunction {
        match mapping {
            Mapping::File => self.api().clang_getFileLocation,
            Mapping::Expansion => self.api().clang_getExpansionLocation,
            Mapping::Spelling => self.api().clang_getSpellingLocation,
        }
    }

    /// Maps a location of libclang; `None` for those without a file.
    pub(crate) fn location(&self, raw: CXSourceLocation, mapping: Mapping) -> Option<Location> {
        let (mut file, mut line, mut column, mut offset) = (std::ptr::null_mut(), 0, 0, 0);
        // SAFETY: the location is of this unit, the pointers are to locals.
        let file = unsafe {
            self.mapper(mapping)(raw, &mut file, &mut line, &mut column, &mut offset);
            self.intern(file)
        }?;
        Some(Location { file, offset, line, column })
    }

    /// Maps a position to file and offset only, which saves libclang the work of counting lines.
    fn offset(&self, raw: CXSourceLocation, mapping: Mapping) -> Option<(FileId, u32)> {
        let (mut file, mut offset) = (std::ptr::null_mut(), 0);
        let none = std::ptr::null_mut();
        // SAFETY: as above; libclang skips null out parameters.
        let file = unsafe {
            self.mapper(mapping)(raw, &mut file, none, none, &mut offset);
            self.intern(file)
        }?;
        Some((file, offset))
    }

    /// Where a range begins.
    pub(crate) fn range_start(&self, raw: CXSourceRange, mapping: Mapping) -> Option<Location> {
        // SAFETY: ranges are plain values.
        self.location(unsafe { (self.api().clang_getRangeStart)(raw) }, mapping)
    }

    /// Maps a range; `None` if it has no file, or begins and ends in different ones.
    ///
    /// With the preprocessing record, `Mapping::File` gives spans that cut no macro expansion (see
    /// [`expansions`](crate::expansions)), and `Mapping::Expansion` gives whole expansions.
    pub(crate) fn span(&self, raw: CXSourceRange, mapping: Mapping) -> Option<Span> {
        // SAFETY: ranges are plain values.
        let (start, end) =
            unsafe { ((self.api().clang_getRangeStart)(raw), (self.api().clang_getRangeEnd)(raw)) };
        let outer_start = self.offset(start, Mapping::Expansion)?;
        let outer_end = self.offset(end, Mapping::Expansion)?;
        let file_start = self.offset(start, Mapping::File)?;
        let file_end = self.offset(end, Mapping::File)?;
        let in_arguments = file_start != outer_start || file_end != outer_end;
        let outer_end = if file_end != outer_end || self.is_in_macro_body(end, file_end) {
            (outer_end.0, self.end_of_expansion(outer_end.0, outer_end.1).unwrap_or(outer_end.1))
        } else {
            outer_end
        };
        let outer = make_span(outer_start, outer_end);
        match mapping {
            Mapping::Expansion => outer,
            _ if !in_arguments => outer,
            _ => {
                let file_end =
                    if self.is_in_macro_body(end, file_end) { outer_end } else { file_end };
                let span = make_span(file_start, file_end).or(outer)?;
                Some(self.widen(span))
            }
        }
    }

    /// Whether the end of a range is a token of a macro's body, where libclang answers with the *beginning* of the
    /// expansion. (Elsewhere it has moved the end behind the expansion.)
    fn is_in_macro_body(&self, raw: CXSourceLocation, mapped: (FileId, u32)) -> bool {
        self.end_of_expansion(mapped.0, mapped.1).is_some()
            && self.offset(raw, Mapping::Spelling).is_some_and(|spelling| spelling != mapped)
    }

    /// Widens a span so that it cuts no macro expansion.
    fn widen(&self, span: Span) -> Span {
        struct Lookup<'tu>(&'tu TranslationUnit, FileId);
        impl Arguments for Lookup<'_> {
            fn separators(&self, start: u32, end: u32) -> Vec<u32> {
                self.0.argument_separators(Span { file: self.1, start, end })
            }
        }
        let expansions = self.expansions();
        let Some(expansions) = expansions.get(&span.file) else { return span };
        let (start, end) = expansions.widen(span.start, span.end, &Lookup(self, span.file));
        Span { start, end, ..span }
    }

    /// The end of the outermost macro expansion that begins there.
    fn end_of_expansion(&self, file: FileId, start: u32) -> Option<u32> {
        self.expansions().get(&file)?.end_of(start)
    }

    /// The commas that part the arguments of a macro expansion.
    fn argument_separators(&self, expansion: Span) -> Vec<u32> {
        if let Some(known) = self.separators.borrow().get(&expansion) {
            return known.clone();
        }
        let definition = self.definition_of(expansion).map(|definition| self.tokens(definition));
        let fixed = definition.and_then(|tokens| fixed_parameters(&tokens));
        let commas = separators(&self.tokens(expansion), fixed);
        self.separators.borrow_mut().insert(expansion, commas.clone());
        commas
    }

    /// The definition of the macro that is expanded there. One pass over the record serves a whole file.
    fn definition_of(&self, expansion: Span) -> Option<Span> {
        let mut definitions = self.definitions.borrow_mut();
        let of_file = definitions.entry(expansion.file).or_insert_with(|| {
            let expansions = self.macro_expansions(|file| file == expansion.file);
            expansions
                .into_iter()
                .filter_map(|found| Some((found.span, found.definition?)))
                .collect()
        });
        of_file.get(&expansion).copied()
    }

    /// The span of an entity of the preprocessing record, which is never inside a macro.
    fn raw_span(&self, cursor: Cursor<'_>) -> Option<Span> {
        let raw = cursor.raw_extent();
        // SAFETY: ranges are plain values.
        let (start, end) =
            unsafe { ((self.api().clang_getRangeStart)(raw), (self.api().clang_getRangeEnd)(raw)) };
        make_span(self.offset(start, Mapping::Expansion)?, self.offset(end, Mapping::Expansion)?)
    }

    /// The macro expansions by file, collected at the first question.
    fn expansions(&self) -> &HashMap<FileId, Expansions> {
        self.expansions.get_or_init(|| {
            let mut spans: HashMap<FileId, Vec<(u32, u32)>> = HashMap::new();
            self.preprocessing(CursorKind::MacroExpansion, |cursor| {
                if let Some(span) = self.raw_span(cursor) {
                    spans.entry(span.file).or_default().push((span.start, span.end));
                }
            });
            spans.into_iter().map(|(file, spans)| (file, Expansions::new(spans))).collect()
        })
    }

    /// The bytes of a file as clang read them, unsaved ones included.
    pub fn contents(&self, file: FileId) -> Option<&[u8]> {
        let raw_file = self.raw_file(file)?;
        let get = self.api().clang_getFileContents?;
        let mut size = 0;
        // SAFETY: unit and file belong together; the buffer has `size` bytes, and lives until the unit is reparsed or
        // dropped, which the borrow of `self` prevents.
        unsafe {
            let text = get(self.raw, raw_file, &mut size);
            (!text.is_null()).then(|| std::slice::from_raw_parts(text.cast::<u8>(), size))
        }
    }

    /// libclang's location for a byte of a file.
    fn raw_location(&self, file: FileId, offset: u32) -> Option<CXSourceLocation> {
        let raw_file = self.raw_file(file)?;
        // SAFETY: unit and file belong together.
        Some(unsafe { (self.api().clang_getLocationForOffset)(self.raw, raw_file, offset) })
    }

    /// The line and column of a byte of a file.
    pub fn location_at(&self, file: FileId, offset: u32) -> Option<Location> {
        self.location(self.raw_location(file, offset)?, Mapping::Spelling)
    }

    /// The innermost cursor at a byte of a file.
    pub fn cursor_at(&self, file: FileId, offset: u32) -> Option<Cursor<'_>> {
        let location = self.raw_location(file, offset)?;
        // SAFETY: the location is of this unit.
        Cursor::from_raw(unsafe { (self.api().clang_getCursor)(self.raw, location) }, self)
    }

    /// The tokens of the source text that begin within `span`, comments included.
    pub fn tokens(&self, span: Span) -> Vec<Token> {
        let (Some(start), Some(end)) =
            (self.raw_location(span.file, span.start), self.raw_location(span.file, span.end))
        else {
            return Vec::new();
        };
        let api = self.api();
        let (mut raw, mut count) = (std::ptr::null_mut(), 0);
        // SAFETY: the range is of this unit; libclang writes an array, ours until it is disposed of.
        unsafe {
            (api.clang_tokenize)(self.raw, (api.clang_getRange)(start, end), &mut raw, &mut count);
            if raw.is_null() {
                return Vec::new();
            }
            let tokens = std::slice::from_raw_parts(raw, count as usize)
                .iter()
                .filter_map(|token| self.token(*token))
                .filter(|token| span.start <= token.offset && token.offset < span.end)
                .collect();
            (api.clang_disposeTokens)(self.raw, raw, count);
            tokens
        }
    }

    /// # Safety
    /// `raw` is a token of this unit that was not disposed of.
    unsafe fn token(&self, raw: CXToken) -> Option<Token> {
        let api = self.api();
        let kind = match (api.clang_getTokenKind)(raw) {
            CXToken_Keyword => TokenKind::Keyword,
            CXToken_Identifier => TokenKind::Identifier,
            CXToken_Literal => TokenKind::Literal,
            CXToken_Comment => TokenKind::Comment,
            _ => TokenKind::Punctuation,
        };
        let (_, offset) =
            self.offset((api.clang_getTokenLocation)(self.raw, raw), Mapping::Spelling)?;
        Some(Token {
            kind,
            spelling: self.library.take((api.clang_getTokenSpelling)(self.raw, raw)),
            offset,
        })
    }

    // --- diagnostics and target ----------------------------------------------------------------------------------

    /// What clang had to say, in its order.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        // SAFETY: a null unit has no diagnostics; each one is ours until it is disposed of.
        unsafe {
            (0..(self.api().clang_getNumDiagnostics)(self.raw))
                .map(|index| {
                    let raw = (self.api().clang_getDiagnostic)(self.raw, index);
                    let diagnostic = self.diagnostic(raw);
                    (self.api().clang_disposeDiagnostic)(raw);
                    diagnostic
                })
                .collect()
        }
    }

    /// Whether there is a diagnostic of severity error or fatal.
    pub fn has_errors(&self) -> bool {
        self.diagnostics().iter().any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// # Safety
    /// `raw` is a diagnostic of this unit that was not disposed of.
    unsafe fn diagnostic(&self, raw: CXDiagnostic) -> Diagnostic {
        let api = self.api();
        let severity = match (api.clang_getDiagnosticSeverity)(raw) {
            CXDiagnostic_Ignored => Severity::Ignored,
            CXDiagnostic_Note => Severity::Note,
            CXDiagnostic_Warning => Severity::Warning,
            CXDiagnostic_Fatal => Severity::Fatal,
            _ => Severity::Error,
        };
        let place = self.location((api.clang_getDiagnosticLocation)(raw), Mapping::File);
        let notes = (api.clang_getChildDiagnostics)(raw);
        let count = if notes.is_null() { 0 } else { (api.clang_getNumDiagnosticsInSet)(notes) };
        Diagnostic {
            severity,
            message: self.library.take((api.clang_getDiagnosticSpelling)(raw)),
            file: place.map(|place| self.path(place.file).to_path_buf()),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            offset: place.map_or(0, |place| place.offset),
            notes: (0..count)
                .map(|i| self.diagnostic((api.clang_getDiagnosticInSet)(notes, i)))
                .collect(),
        }
    }

    /// The width of a pointer of the target, in bits.
    pub fn target_pointer_width(&self) -> Option<u32> {
        self.target(|api, target| {
            // SAFETY: `target` is alive.
            u32::try_from(unsafe { api.clang_TargetInfo_getPointerWidth?(target) }).ok()
        })
    }

    /// The target's triple, such as `x86_64-pc-linux-gnu`.
    pub fn target_triple(&self) -> Option<String> {
        self.target(|api, target| {
            // SAFETY: `target` is alive, and the string fresh.
            unsafe { Some(self.library.take(api.clang_TargetInfo_getTriple?(target))) }
        })
    }

    fn target<T>(&self, read: impl FnOnce(&Api, CXTargetInfo) -> Option<T>) -> Option<T> {
        let api = self.api();
        let (get, dispose) =
            (api.clang_getTranslationUnitTargetInfo?, api.clang_TargetInfo_dispose?);
        // SAFETY: a null unit has no target; the target is used only until it is disposed of.
        unsafe {
            let target = get(self.raw);
            if target.is_null() {
                return None;
            }
            let value = read(api, target);
            dispose(target);
            value
        }
    }

    /// The bytes of memory that libclang says the unit takes.
    pub fn memory_use(&self) -> Option<u64> {
        let api = self.api();
        let (get, dispose) = (api.clang_getCXTUResourceUsage?, api.clang_disposeCXTUResourceUsage?);
        // SAFETY: the entries are ours until they are disposed of.
        unsafe {
            let usage = get(self.raw);
            if usage.entries.is_null() {
                return None;
            }
            let entries = std::slice::from_raw_parts(usage.entries, usage.numEntries as usize);
            #[allow(clippy::useless_conversion)] // `c_ulong` has 32 bits on some targets
            let total = entries.iter().map(|entry| u64::from(entry.amount)).sum();
            dispose(usage);
            Some(total)
        }
    }
}

impl Drop for TranslationUnit {
    fn drop(&mut self) {
        // SAFETY: the unit goes before its index; nothing borrows it any more.
        unsafe {
            if !self.raw.is_null() {
                (self.library.api.clang_disposeTranslationUnit)(self.raw);
            }
            if !self.index.is_null() {
                (self.library.api.clang_disposeIndex)(self.index);
            }
        }
    }
}

impl std::fmt::Debug for TranslationUnit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranslationUnit")
            .field("main_file", &self.main_file)
            .finish_non_exhaustive()
    }
}
