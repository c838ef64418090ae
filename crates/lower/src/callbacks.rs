//! Code of the program that library functions run because it was handed to the library earlier.
//!
//! Takes the declarations of the unit; gives which calls of library functions may run code that is
//! not among their arguments, or touch memory that the program knows under another name: streams over
//! buffers of the program, overriders of the library's virtual functions, functions that were
//! registered, allocators. A unit that uses nothing of the kind has no such calls.

use crate::unit::{class_of, element_of, qualified_name, MAX_DEPTH};
use clang_ast::{Cursor, CursorKind, Type, Visit};
use std::collections::HashSet;

/// Functions that register code to be run by the functions of `<stdio.h>`, or open a stream over memory
/// of the program.
const REGISTERS_STDIO: [&str; 10] = [
    "fmemopen",
    "open_memstream",
    "open_wmemstream",
    "fopencookie",
    "funopen",
    "funopen2",
    "register_printf_function",
    "register_printf_specifier",
    "register_printf_modifier",
    "register_printf_type",
];

/// Functions that register code to be run by streams, or put another buffer behind one.
const REGISTERS_STREAM: [&str; 2] = ["register_callback", "set_rdbuf"];

/// Streams and buffers over memory of the program, by their names in the text.
const OVER_MEMORY: [&str; 17] = [
    "strstream",
    "istrstream",
    "ostrstream",
    "strstreambuf",
    "basic_spanbuf",
    "basic_spanstream",
    "basic_ispanstream",
    "basic_ospanstream",
    "spanbuf",
    "spanstream",
    "ispanstream",
    "ospanstream",
    "wspanstream",
    "wispanstream",
    "wospanstream",
    "stdio_filebuf",
    "stdio_sync_filebuf",
];

/// Beginnings of the names of classes whose functions use stream buffers or locales.
const STREAM_CLASSES: [&str; 31] = [
    "std::basic_istream",
    "std::basic_ostream",
    "std::basic_iostream",
    "std::basic_ios",
    "std::basic_streambuf",
    "std::basic_filebuf",
    "std::basic_fstream",
    "std::basic_ifstream",
    "std::basic_ofstream",
    "std::basic_stringbuf",
    "std::basic_stringstream",
    "std::basic_istringstream",
    "std::basic_ostringstream",
    "std::basic_syncbuf",
    "std::basic_osyncstream",
    "std::basic_span",
    "std::basic_ispanstream",
    "std::basic_ospanstream",
    "std::ios_base",
    "std::istreambuf_iterator",
    "std::ostreambuf_iterator",
    "std::istream_iterator",
    "std::ostream_iterator",
    "std::strstream",
    "std::istrstream",
    "std::ostrstream",
    "std::locale",
    "std::ctype",
    "std::basic_regex",
    "std::match_results",
    "std::regex_",
];

/// The same for classes that hold or use an error category.
const ERROR_CLASSES: [&str; 4] =
    ["std::error_code", "std::error_condition", "std::error_category", "std::system_error"];

/// Classes that hold any function object.
pub(crate) const FUNCTION_CLASSES: [&str; 3] =
    ["std::function", "std::move_only_function", "std::copyable_function"];

/// Their members that leave it alone, or call it.
const FUNCTION_USES: [&str; 4] = ["operator()", "operator bool", "target", "target_type"];

/// Members of containers that only look at what is there.
const ONLY_LOOKS: [&str; 22] = [
    "operator[]",
    "operator*",
    "operator->",
    "at",
    "front",
    "back",
    "data",
    "c_str",
    "size",
    "length",
    "max_size",
    "capacity",
    "empty",
    "begin",
    "end",
    "cbegin",
    "cend",
    "rbegin",
    "rend",
    "find",
    "count",
    "get_allocator",
];

const STREAMS: &str = "stream buffer, facet or callback of the program";
const FUNCTORS: &str = "function object of the program";
const ALLOCATOR: &str = "allocator that is not the library's own";

/// What the unit hands to the library to be run or touched later.
#[derive(Default)]
pub(crate) struct Callbacks<'tu> {
    /// Something behind streams or locales.
    streams: bool,
    /// Something behind the functions of `<stdio.h>`.
    stdio: bool,
    /// An error category.
    errors: bool,
    /// Function objects that do something when they are copied or end.
    functors: bool,
    /// Classes of system headers that classes of the program derive from, directly or not.
    bases: HashSet<Cursor<'tu>>,
}

impl<'tu> Callbacks<'tu> {
    /// Looks through the declarations of the unit, outside system headers.
    pub fn of(root: Option<Cursor<'tu>>, functors: bool) -> Self {
        let mut found = Callbacks { functors, ..Callbacks::default() };
        let own = root.map_or_else(Vec::new, Cursor::children);
        for declaration in own.into_iter().filter(|c| !c.is_in_system_header()) {
            found.note(declaration);
            declaration.visit(|node, _| {
                found.note(node);
                Visit::Recurse
            });
        }
        found
    }

    fn note(&mut self, node: Cursor<'tu>) {
        match node.kind() {
            CursorKind::CXXBaseSpecifier => self.note_base(node, 0),
            CursorKind::CallExpr
            | CursorKind::DeclRefExpr
            | CursorKind::MemberRefExpr
            | CursorKind::OverloadedDeclRef => self.note_use(node),
            CursorKind::TypeRef | CursorKind::TemplateRef => {
                let name = node.referenced().map(Cursor::spelling).unwrap_or_default();
                self.streams |= OVER_MEMORY.contains(&name.as_str());
            }
            _ => {}
        }
    }

    fn note_use(&mut self, node: Cursor<'tu>) {
        let name = node.spelling();
        self.stdio |= REGISTERS_STDIO.contains(&name.as_str());
        self.streams |= REGISTERS_STREAM.contains(&name.as_str());
        // Another buffer for a stream.
        let gives = || node.kind() == CursorKind::CallExpr && !node.arguments().is_empty();
        self.streams |= name == "rdbuf" && gives();
    }

    fn note_base(&mut self, specifier: Cursor<'tu>, depth: u32) {
        let named = specifier.ty().and_then(|t| t.canonical().declaration());
        let written = specifier
            .find_child(|c| matches!(c.kind(), CursorKind::TemplateRef | CursorKind::TypeRef))
            .and_then(Cursor::referenced);
        let Some(base) = named.or(written) else { return };
        if depth > MAX_DEPTH {
            return;
        }
        let definition = base.definition().unwrap_or(base);
        if base.is_in_system_header() {
            let name = qualified_name(base);
            self.streams |= name == "std::basic_streambuf" || name == "std::locale::facet";
            self.errors |= name == "std::error_category";
            self.bases.insert(base.canonical());
            for above in crate::unit::members(definition) {
                if above.kind() == CursorKind::CXXBaseSpecifier {
                    self.note_base(above, depth + 1);
                }
            }
        }
    }

    /// Whether objects of this library class may be of a class of the program in truth.
    pub fn is_derived_from(&self, class: Cursor<'tu>) -> bool {
        let template = class.specialized_template().map(Cursor::canonical);
        self.bases.contains(&class.canonical())
            || template.is_some_and(|template| self.bases.contains(&template))
    }

    /// Why a call of this library function may run code, or touch memory, that its arguments do not
    /// show.
    pub fn reached_by(&self, decl: Cursor<'tu>) -> Option<&'static str> {
        let callee = Callee::of(decl);
        if self.stdio && (callee.is_stdio() || callee.mentions(&STREAM_CLASSES)) {
            return Some("function or memory behind stdio");
        }
        if self.streams && (callee.mentions(&STREAM_CLASSES) || callee.name == "use_facet") {
            return Some(STREAMS);
        }
        if self.errors && callee.mentions(&ERROR_CLASSES) {
            return Some("error category of the program");
        }
        let used = FUNCTION_USES.contains(&callee.name.as_str());
        if self.functors && !used && callee.mentions(&FUNCTION_CLASSES) {
            return Some(FUNCTORS);
        }
        if self.dispatches(&callee) {
            return Some("overrider of a library function");
        }
        callee.allocates_elsewhere().then_some(ALLOCATOR)
    }

    /// Whether the function may call a virtual function that the program overrides. Constructors call those
    /// of their own class.
    fn dispatches(&self, callee: &Callee<'tu>) -> bool {
        let constructor = callee.decl.kind() == CursorKind::Constructor;
        let object = callee.class.filter(|_| !constructor);
        object.iter().chain(&callee.parameters).any(|ty| {
            class_of(behind(*ty)).is_some_and(|c| self.is_derived_from(c) && is_polymorphic(c, 0))
        })
    }

    /// The same for the beginning, the copy or the end of an object of a library class.
    pub fn reached_by_object(&self, class: Type<'tu>) -> Option<&'static str> {
        if (self.streams || self.stdio) && mentions(class, &STREAM_CLASSES, 0) {
            return Some(STREAMS);
        }
        if self.functors && mentions(class, &FUNCTION_CLASSES, 0) {
            return Some(FUNCTORS);
        }
        allocates_elsewhere(class, 0).then_some(ALLOCATOR)
    }
}

/// Whether objects of a container's type get memory from an allocator that the program has a say in.
fn allocates_elsewhere(ty: Type<'_>, depth: u32) -> bool {
    let ty = element_of(ty.non_reference().canonical());
    let Some(decl) = ty.declaration().filter(|_| ty.is_record()) else { return false };
    if depth > MAX_DEPTH {
        return true;
    }
    if !decl.is_in_system_header() {
        return ty
            .fields()
            .into_iter()
            .filter_map(Cursor::ty)
            .any(|field| !field.canonical().is_pointer() && allocates_elsewhere(field, depth + 1));
    }
    let name = qualified_name(decl);
    if name.starts_with("std::pmr::") {
        return true;
    }
    let count = ty.num_template_arguments().unwrap_or(0);
    (0..count).filter_map(|index| ty.template_argument(index)).enumerate().any(
        |(index, argument)| {
            let own = class_of(argument.canonical()).filter(|c| !c.is_in_system_header());
            let allocator = index > 0 && own.is_some_and(is_allocator);
            allocator || !argument.is_pointer() && allocates_elsewhere(argument, depth + 1)
        },
    )
}

/// Whether a class of the program can stand where an allocator is asked for.
fn is_allocator(class: Cursor<'_>) -> bool {
    crate::unit::members(class).into_iter().any(|member| match member.kind() {
        CursorKind::CXXBaseSpecifier => member
            .ty()
            .and_then(|t| class_of(t.canonical()))
            .is_none_or(|base| qualified_name(base) == "std::allocator" || is_allocator(base)),
        _ => member.spelling() == "allocate",
    })
}

/// Whether a class has virtual functions.
pub(crate) fn is_polymorphic(class: Cursor<'_>, depth: u32) -> bool {
    depth > MAX_DEPTH
        || crate::unit::members(class).into_iter().any(|member| match member.kind() {
            CursorKind::CXXBaseSpecifier => member
                .ty()
                .and_then(|t| class_of(t.canonical()))
                .is_some_and(|base| is_polymorphic(base, depth + 1)),
            _ => member.is_virtual_method(),
        })
}

/// A library function that is called.
struct Callee<'tu> {
    decl: Cursor<'tu>,
    name: String,
    /// The class that it is a member of.
    class: Option<Type<'tu>>,
    class_name: String,
    parameters: Vec<Type<'tu>>,
}

impl<'tu> Callee<'tu> {
    fn of(decl: Cursor<'tu>) -> Self {
        let parent = decl.semantic_parent();
        Callee {
            decl,
            name: decl.spelling(),
            class: parent.and_then(Cursor::ty),
            class_name: parent.map(qualified_name).unwrap_or_default(),
            parameters: decl.ty().and_then(Type::argument_types).unwrap_or_default(),
        }
    }

    /// Whether its class, a class around that, or a parameter is one of these.
    fn mentions(&self, names: &[&str]) -> bool {
        starts_with_any(&self.class_name, names)
            || self.class.iter().chain(&self.parameters).any(|ty| mentions(*ty, names, 0))
    }

    /// Whether it belongs to `<stdio.h>`, or takes what does.
    fn is_stdio(&self) -> bool {
        let file = self.decl.location().map(|l| self.decl.unit().path(l.file));
        let in_header = file
            .and_then(|f| Some(f.file_name()?.to_string_lossy().contains("stdio")))
            .unwrap_or(false);
        let takes_file =
            self.parameters.iter().filter_map(|ty| behind(*ty).declaration()).any(|d| {
                ["_IO_FILE", "__sFILE", "__FILE", "FILE"].contains(&d.spelling().as_str())
            });
        in_header || takes_file || self.name.contains("printf")
    }

    /// Whether it may use an allocator that the program has a say in.
    fn allocates_elsewhere(&self) -> bool {
        let looks = self.class.is_some() && ONLY_LOOKS.contains(&self.name.as_str());
        let result = self.decl.result_type();
        let types = || self.class.iter().chain(&self.parameters).chain(&result);
        !looks && types().any(|ty| allocates_elsewhere(behind(*ty), 0))
    }
}

fn mentions(ty: Type<'_>, names: &[&str], depth: u32) -> bool {
    let ty = behind(ty);
    let Some(decl) = ty.declaration().filter(|_| ty.is_record()) else { return false };
    if depth > MAX_DEPTH || starts_with_any(&qualified_name(decl), names) {
        return true;
    }
    let count = ty.num_template_arguments().unwrap_or(0);
    (0..count)
        .filter_map(|index| ty.template_argument(index))
        .any(|argument| mentions(argument, names, depth + 1))
}

fn starts_with_any(name: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| name.starts_with(beginning))
}

/// The type behind references, pointers and arrays.
pub(crate) fn behind(ty: Type<'_>) -> Type<'_> {
    let mut ty = element_of(ty.non_reference().canonical());
    while let Some(pointee) = ty.pointee().filter(|_| ty.is_pointer()) {
        ty = element_of(pointee.canonical());
    }
    ty
}
