//! Which library templates may run code of the program.
//!
//! Takes the types that a template is instantiated with; gives whether functions of the program may
//! run inside. A container creates, copies and destroys its elements; an algorithm also compares them
//! and calls whatever operator it finds, members or not.

use crate::record::element_of;
use crate::unit::{is_closure_class, is_function, members, qualified_name};
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

/// Members of these classes that compare elements, or look at them in other ways.
const LOOKING: [&str; 7] = ["sort", "unique", "remove", "remove_if", "merge", "swap", "operator"];

/// What a template does with the types it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Creates, copies and destroys objects.
    Holds,
    /// Anything.
    Any,
}

/// What the unit declares for library templates to find.
#[derive(Default)]
pub(crate) struct UserCode<'tu> {
    /// Classes and enumerations that a free operator, or another function found by type, takes.
    operands: HashSet<Cursor<'tu>>,
    /// Such a function is a template: it may take anything.
    generic: bool,
}

impl<'tu> UserCode<'tu> {
    /// Looks through the declarations of the unit, outside system headers.
    pub fn of(root: Option<Cursor<'tu>>) -> Self {
        let mut found = UserCode::default();
        if let Some(root) = root {
            found.declarations(root);
        }
        found
    }

    fn declarations(&mut self, parent: Cursor<'tu>) {
        for cursor in parent.children() {
            match cursor.kind() {
                _ if cursor.is_in_system_header() => {}
                CursorKind::Namespace | CursorKind::LinkageSpec | CursorKind::UnexposedDecl => {
                    self.declarations(cursor);
                }
                CursorKind::FunctionDecl if is_found_by_type(cursor) => {
                    let types = cursor.ty().and_then(Type::argument_types).unwrap_or_default();
                    let named = types.into_iter().filter_map(|t| behind(t).declaration());
                    self.operands.extend(named.map(Cursor::canonical));
                }
                CursorKind::FunctionTemplate => self.generic |= is_found_by_type(cursor),
                _ => {}
            }
        }
    }

    /// Whether a call of this library function may run code of the program.
    pub fn may_run_in(&self, decl: Cursor<'tu>) -> bool {
        let of_function = decl.template_arguments().into_iter().any(|argument| match argument {
            TemplateArgument::Type(ty) => self.has_code(ty, Use::Any, 0),
            _ => false,
        });
        let class = decl.semantic_parent();
        let holder = class.is_some_and(|class| HOLDERS.contains(&qualified_name(class).as_str()));
        let looks = || {
            let name = decl.spelling();
            name != "operator=" && LOOKING.iter().any(|part| name.starts_with(part))
        };
        let how = if holder && !looks() { Use::Holds } else { Use::Any };
        of_function || class.and_then(Cursor::ty).is_some_and(|ty| self.of_class(ty, how, 0))
    }

    /// Whether making, copying or destroying an object of a library class may.
    pub fn may_run_for(&self, class: Type<'tu>) -> bool {
        self.of_class(class, Use::Holds, 0)
    }

    fn of_class(&self, class: Type<'tu>, how: Use, depth: u32) -> bool {
        let count = class.num_template_arguments().unwrap_or(0);
        (0..count)
            .filter_map(|index| class.template_argument(index))
            .any(|ty| self.has_code(ty, how, depth))
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
        let found_by_type = || self.generic || self.operands.contains(&decl.canonical());
        if decl.is_in_system_header() {
            return ty.is_record() && self.of_class(ty, how, depth + 1);
        }
        if !ty.is_record() {
            return how == Use::Any && ty.kind() == TypeKind::Enum && found_by_type();
        }
        is_closure_class(decl)
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
        (special || how == Use::Any) && !member.is_defaulted()
    }
}

/// The type behind references, pointers and arrays.
fn behind(ty: Type<'_>) -> Type<'_> {
    let mut ty = element_of(ty.non_reference().canonical());
    while let Some(pointee) = ty.pointee().filter(|_| ty.is_pointer()) {
        ty = element_of(pointee.canonical());
    }
    ty
}

fn is_function_type(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::FunctionProto | TypeKind::FunctionNoProto)
}

fn is_found_by_type(function: Cursor<'_>) -> bool {
    let name = function.spelling();
    name.starts_with("operator") || FOUND_BY_TYPE.contains(&name.as_str())
}
