//! Which library templates may run code of the program.
//!
//! Takes the types that a template is instantiated with; gives whether functions of the program may
//! run inside. A container creates, copies and destroys its elements; an algorithm also compares them
//! and calls whatever operator it finds, members or not.

use crate::callbacks::{behind, Callbacks, FUNCTION_CLASSES};
use crate::construct::initialises_fields;
use crate::unit::{element_of, is_closure_class, is_function, members, qualified_name};
use clang_ast::{Cursor, CursorKind, TemplateArgument, Type, TypeKind};
use std::collections::HashSet;

/// Deeper nesting of types is taken to run something.
const MAX_DEPTH: u32 = 4;

/// Free functions, beside operators, that library templates find by the types of their arguments.
const FOUND_BY_TYPE: [&str; 12] = [
    "swap",
    "begin",
    "end",
    "size",
    "data",
    "get",
    "hash_value",
    "iter_move",
    "iter_swap",
    "advance",
    "distance",
    "tag_invoke",
];

/// Classes whose members create, copy and destroy elements, and do nothing else with them.
const HOLDERS: [&str; 14] = [
    "std::vector",
    "std::deque",
    "std::array",
    "std::list",
    "std::forward_list",
    "std::optional",
    "std::unique_ptr",
    "std::shared_ptr",
    "std::stack",
    "std::queue",
    "std::pair",
    "std::tuple",
    "std::variant",
    "std::initializer_list",
];

/// Classes whose template arguments are all elements.
const OF_MANY: [&str; 3] = ["std::pair", "std::tuple", "std::variant"];

/// Library classes that do with their arguments what a container does with its elements.
const TRANSPARENT: [&str; 4] =
    ["std::allocator", "std::default_delete", "std::char_traits", "std::allocator_traits"];

/// Classes that run code which their type does not show: a deleter, the destructor of the object that
/// was put in.
const ERASING: [&str; 10] = [
    "std::shared_ptr",
    "std::__shared_ptr",
    "std::any",
    "std::experimental::any",
    "std::__exception_ptr::exception_ptr",
    "std::exception_ptr",
    "std::future",
    "std::shared_future",
    "std::promise",
    "std::packaged_task",
];

/// Beginnings of the names of library functions, beside members, that put their arguments into an
/// object that they make or are given.
const PUTTING: [&str; 6] = ["make_", "allocate_", "construct", "exchange", "throw_", "__construct"];

/// Members of these classes that compare elements, or look at them in other ways.
const LOOKING: [&str; 7] = ["sort", "unique", "remove", "remove_if", "merge", "swap", "operator"];

/// Free functions that call the member of that name, of whatever class they are given.
const RANGE_ACCESS: [&str; 12] = [
    "begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend", "data", "size",
    "ssize", "empty",
];

/// What a template does with the types it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Creates, copies and destroys objects.
    Holds,
    /// Anything.
    Any,
}

/// What is given to objects of the library whose types do not show it: from then on, the end of any such
/// object may run it. Calls are met while the unit is lowered, so that the answer is complete only then.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Given {
    /// A deleter, or an object with a destructor, is given to one of [`ERASING`].
    pub owned: bool,
    /// A function object that does something when it is copied or ends is given to one of [`FUNCTION_CLASSES`].
    pub functors: bool,
}

/// What the unit declares for library templates to find.
#[derive(Default)]
pub(crate) struct UserCode<'tu> {
    /// Classes and enumerations that a free operator, or another function found by type, takes.
    operands: HashSet<Cursor<'tu>>,
    /// Such a function is a template: it may take anything.
    generic: bool,
    given: Given,
    /// What the unit hands to the library.
    pub callbacks: Callbacks<'tu>,
}

impl<'tu> UserCode<'tu> {
    /// Looks through the declarations of the unit, outside system headers.
    /// `given` is what an earlier lowering of the unit found.
    pub fn of(root: Option<Cursor<'tu>>, given: Given) -> Self {
        let callbacks = Callbacks::of(root, given.functors);
        let mut found = UserCode { callbacks, given, ..UserCode::default() };
        if let Some(root) = root {
            found.declarations(root);
        }
        found
    }

    fn declarations(&mut self, parent: Cursor<'tu>) {
        for cursor in parent.children() {
            match cursor.kind() {
                _ if cursor.is_in_system_header() => {}
                CursorKind::Namespace
                | CursorKind::LinkageSpec
                | CursorKind::UnexposedDecl
                | CursorKind::StructDecl
                | CursorKind::ClassDecl
                | CursorKind::UnionDecl
                | CursorKind::ClassTemplate
                | CursorKind::ClassTemplatePartialSpecialization
                | CursorKind::FriendDecl => self.declarations(cursor),
                CursorKind::FunctionDecl if is_found_by_type(cursor) => {
                    let types = cursor.ty().and_then(Type::argument_types).unwrap_or_default();
                    let named = types.into_iter().filter_map(|t| behind(t).declaration());
                    self.operands.extend(named.map(Cursor::canonical));
                }
                CursorKind::FunctionTemplate => self.generic |= is_free_template(cursor),
                _ => {}
            }
        }
    }

    /// What was found so far.
    pub fn given(&self) -> Given {
        self.given
    }

    /// Notes a call of this library function.
    pub fn note_call(&mut self, decl: Cursor<'tu>) {
        let owned = self.given.owned
            || self.puts_away(decl, &ERASING, &|ty| self.has_code(ty, Use::Any, 0));
        let functors = self.given.functors
            || self.puts_away(decl, &FUNCTION_CLASSES, &|ty| self.functor_has_code(ty));
        self.given = Given { owned, functors };
    }

    /// Whether the function puts something for which `code` holds into an object of one of these
    /// classes, or into one that has such an object in it.
    fn puts_away(
        &self,
        decl: Cursor<'tu>,
        classes: &[&str],
        code: &dyn Fn(Type<'tu>) -> bool,
    ) -> bool {
        let class = decl.semantic_parent().and_then(Cursor::ty);
        let name = decl.spelling();
        let cast = name.ends_with("pointer_cast");
        // What `make_shared` makes has the type that its result shows.
        let puts = class.is_some()
            || cast
            || !name.starts_with("make_shared") && PUTTING.iter().any(|p| name.starts_with(p));
        let of_function = || {
            decl.template_arguments().into_iter().filter_map(|argument| match argument {
                TemplateArgument::Type(ty) => Some(ty),
                _ => None,
            })
        };
        let result = decl.result_type();
        let holds = |ty: Type<'tu>| holds_one_of(ty, classes, 0);
        if !puts || !class.into_iter().chain(result).chain(of_function()).any(holds) {
            return false;
        }
        let shown = class.or(result).map(shown_by).unwrap_or_default();
        let parameters = decl.ty().and_then(Type::argument_types).unwrap_or_default();
        let made = result.filter(|_| name == "emplace");
        parameters
            .into_iter()
            .chain(of_function())
            .chain(made)
            .any(|ty| !shown.contains(&spelled(behind(ty))) && code(ty))
    }

    /// Whether copies and ends of a function object may run something.
    fn functor_has_code(&self, ty: Type<'tu>) -> bool {
        let ty = ty.non_reference().canonical();
        match ty.declaration().filter(|decl| is_closure_class(*decl)) {
            Some(_) => {
                let captures = ty.fields().into_iter().filter_map(Cursor::ty);
                captures.into_iter().any(|t| self.has_code(t, Use::Holds, 0))
            }
            None => ty.is_record() && self.has_code(ty, Use::Holds, 0),
        }
    }

    /// Whether a call of this library function may run code of the program.
    pub fn may_run_in(&self, decl: Cursor<'tu>) -> bool {
        if is_range_access(decl) {
            return self.may_run_to_access(decl);
        }
        let of_function = decl.template_arguments().into_iter().any(|argument| match argument {
            TemplateArgument::Type(ty) => self.has_code(ty, Use::Any, 0),
            _ => false,
        });
        // libclang does not give the template arguments of methods: their parameters tell.
        let of_parameters = || {
            let types = decl.ty().and_then(Type::argument_types).unwrap_or_default();
            types.into_iter().any(|ty| self.has_code(ty, Use::Any, 0))
        };
        let of_function = of_function || decl.specialized_template().is_some() && of_parameters();
        let class = decl.semantic_parent();
        let holder = class.is_some_and(|class| HOLDERS.contains(&qualified_name(class).as_str()));
        let looks = || {
            let name = decl.spelling();
            name != "operator=" && LOOKING.iter().any(|part| name.starts_with(part))
        };
        let how = if holder && !looks() { Use::Holds } else { Use::Any };
        of_function || class.and_then(Cursor::ty).is_some_and(|ty| self.of_class(ty, how, 0))
    }

    /// Whether looking at a range may: not where it is a container of the library.
    fn may_run_to_access(&self, decl: Cursor<'tu>) -> bool {
        let types = decl.ty().and_then(Type::argument_types).unwrap_or_default();
        types.into_iter().any(|ty| {
            let ty = behind(ty);
            let name = ty.declaration().map(qualified_name).unwrap_or_default();
            let adaptor = name == "std::stack" || name == "std::queue";
            (adaptor || !HOLDERS.contains(&name.as_str())) && self.has_code(ty, Use::Any, 0)
        })
    }

    /// Whether making, copying or destroying an object of a library class may.
    pub fn may_run_for(&self, class: Type<'tu>) -> bool {
        self.of_class(class, Use::Holds, 0)
    }

    /// What a library class does with its template arguments, and what is in it without being shown.
    fn of_class(&self, class: Type<'tu>, how: Use, depth: u32) -> bool {
        let name = class.declaration().map(qualified_name).unwrap_or_default();
        if self.given.owned && ERASING.contains(&name.as_str()) {
            return true;
        }
        let elements = match () {
            () if OF_MANY.contains(&name.as_str()) => usize::MAX,
            () if name.ends_with("map") => 2,
            () => 1,
        };
        let count = class.num_template_arguments().unwrap_or(0);
        let arguments = (0..count).filter_map(|index| class.template_argument(index));
        arguments.enumerate().any(|(index, ty)| {
            // Deleters, allocators, comparators are called.
            let called = index >= elements && !is_transparent(ty);
            self.has_code(ty, if called { Use::Any } else { how }, depth)
        })
    }

    fn has_code(&self, ty: Type<'tu>, how: Use, depth: u32) -> bool {
        let ty = match how {
            // A container of pointers leaves alone what they point to; a function may be a deleter.
            Use::Holds if !is_function_type(behind(ty)) => {
                element_of(ty.non_reference().canonical())
            }
            // An iterator may be a pointer: the elements count.
            _ => behind(ty),
        };
        if depth > MAX_DEPTH || is_function_type(ty) {
            return true;
        }
        let Some(decl) = ty.declaration() else { return false };
        let found_by_type = || {
            let template = decl.specialized_template().map(Cursor::canonical);
            self.generic
                || self.operands.contains(&decl.canonical())
                || template.is_some_and(|template| self.operands.contains(&template))
        };
        if decl.is_in_system_header() {
            let overridden = || self.callbacks.is_derived_from(decl) && is_polymorphic(decl);
            return ty.is_record() && (overridden() || self.of_class(ty, how, depth + 1));
        }
        if !ty.is_record() {
            return how == Use::Any && ty.kind() == TypeKind::Enum && found_by_type();
        }
        is_closure_class(decl)
            || initialises_fields(decl.definition().unwrap_or(decl))
            || how == Use::Any && found_by_type()
            || members(decl.definition().unwrap_or(decl))
                .into_iter()
                .any(|member| self.is_code(member, how, depth))
            || ty.fields().into_iter().filter_map(Cursor::ty).any(|t| {
                match t.canonical().is_pointer() {
                    true => false,
                    false => self.has_code(t, how, depth + 1),
                }
            })
    }

    fn is_code(&self, member: Cursor<'tu>, how: Use, depth: u32) -> bool {
        let special = match member.kind() {
            CursorKind::Constructor | CursorKind::Destructor | CursorKind::ConversionFunction => {
                true
            }
            CursorKind::FunctionTemplate | CursorKind::FriendDecl => true,
            CursorKind::CXXBaseSpecifier => match member.ty().map(Type::canonical) {
                Some(base) if base.is_record() => return self.has_code(base, how, depth + 1),
                _ => return true,
            },
            kind if is_function(kind) => {
                let name = member.spelling();
                ["operator=", "operator new", "operator delete", "operator&", "operator,"]
                    .iter()
                    .any(|prefix| name.starts_with(prefix))
            }
            _ => return false,
        };
        // Classes derived from this one have destructors of their own.
        let overridden = member.is_virtual_method()
            && (how == Use::Any || member.kind() == CursorKind::Destructor);
        overridden || (special || how == Use::Any) && !member.is_defaulted()
    }
}

fn is_range_access(decl: Cursor<'_>) -> bool {
    let free = decl.semantic_parent().is_some_and(|p| p.kind() == CursorKind::Namespace);
    free && RANGE_ACCESS.contains(&decl.spelling().as_str())
}

/// Whether a template argument beyond the elements does nothing but what is done with elements.
fn is_transparent(ty: Type<'_>) -> bool {
    let Some(decl) = ty.canonical().declaration().filter(|d| d.is_in_system_header()) else {
        return false;
    };
    let name = qualified_name(decl);
    TRANSPARENT.contains(&name.as_str()) || HOLDERS.contains(&name.as_str())
}

/// Whether objects of this type have one of these library classes in them.
fn holds_one_of(ty: Type<'_>, classes: &[&str], depth: u32) -> bool {
    let ty = behind(ty);
    let Some(decl) = ty.declaration().filter(|_| ty.is_record()) else { return false };
    if depth > MAX_DEPTH {
        return true;
    }
    if !decl.is_in_system_header() {
        let fields = ty.fields().into_iter().filter_map(Cursor::ty);
        return fields
            .filter(|t| !t.canonical().is_pointer())
            .any(|t| holds_one_of(t, classes, depth + 1));
    }
    let count = ty.num_template_arguments().unwrap_or(0);
    classes.contains(&qualified_name(decl).as_str())
        || (0..count)
            .filter_map(|index| ty.template_argument(index))
            .any(|argument| holds_one_of(argument, classes, depth + 1))
}

/// The types whose objects a class shows that it holds: its own and its template arguments.
fn shown_by(class: Type<'_>) -> HashSet<String> {
    let count = class.num_template_arguments().unwrap_or(0);
    let arguments = (0..count).filter_map(|index| class.template_argument(index)).map(behind);
    std::iter::once(class.canonical()).chain(arguments).map(spelled).collect()
}

/// A type in words, without qualifiers.
fn spelled(ty: Type<'_>) -> String {
    ty.canonical().unqualified().spelling()
}

fn is_polymorphic(class: Cursor<'_>) -> bool {
    crate::callbacks::is_polymorphic(class.definition().unwrap_or(class), 0)
}

/// Whether a function template is found by the types of its arguments: free, or a friend.
fn is_free_template(function: Cursor<'_>) -> bool {
    let member = function.lexical_parent().is_some_and(|parent| {
        matches!(
            parent.kind(),
            CursorKind::StructDecl
                | CursorKind::ClassDecl
                | CursorKind::UnionDecl
                | CursorKind::ClassTemplate
                | CursorKind::ClassTemplatePartialSpecialization
        )
    });
    let friend = function.semantic_parent() != function.lexical_parent();
    is_found_by_type(function) && (friend || !member)
}

fn is_function_type(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::FunctionProto | TypeKind::FunctionNoProto)
}

pub(crate) fn is_found_by_type(function: Cursor<'_>) -> bool {
    let name = function.spelling();
    name.starts_with("operator") || FOUND_BY_TYPE.contains(&name.as_str())
}
