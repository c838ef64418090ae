//! Reaching the special members of template instances.
//!
//! libclang (before LLVM 21) shows no members of an implicit instance such as `Buffer<float>`: its methods are reached
//! through the calls of them, but no node of the tree stands for what runs without being named. So a file that has objects
//! of such types is parsed a second time with an `#include` appended, of a header that calls each of these members. The
//! header counts as a system header, so that nothing of it is taken for the program's.

use clang_ast::{Cursor, CursorKind, TemplateArgument, TranslationUnit, Type, Visit};
use std::collections::HashSet;

/// The namespace of the calls.
const NAMESPACE: &str = "__streamalloc_probes";

/// The special members of template instances, with their bodies: constructors without arguments, copies, moves,
/// assignments, destructors. Classes that cannot be named outside of a function (with a closure among their arguments)
/// are not there.
pub fn instance_members(unit: &TranslationUnit) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    let Some(namespace) = unit.cursor().and_then(|root| {
        root.find_child(|child| {
            child.kind() == CursorKind::Namespace && child.spelling() == NAMESPACE
        })
    }) else {
        return found;
    };
    namespace.visit(|node, _| {
        if node.kind() == CursorKind::CallExpr {
            found.extend(node.referenced().filter(|function| function.kind().is_function()));
        }
        Visit::Recurse
    });
    found
}

/// The header for the instances that `unit` has objects of; `None` if there are none with such members.
pub(super) fn header_for(unit: &TranslationUnit) -> Option<String> {
    let mut names: Vec<String> = Collector::new().collect(unit).into_iter().collect();
    if names.is_empty() {
        return None;
    }
    names.sort_unstable();
    let mut header = format!("#pragma clang system_header\nnamespace {NAMESPACE} {{\n");
    for (index, name) in names.iter().enumerate() {
        // One function for each member: one that a class lacks is an error in its own function only.
        header.push_str(&format!(
            "using T{index} = {name};\n\
             static inline void d{index}(T{index} *p) {{ p->~T{index}(); }}\n\
             static inline void n{index}() {{ T{index} x; }}\n\
             static inline void c{index}(const T{index} &p) {{ T{index} x(p); }}\n\
             static inline void m{index}(T{index} &p) {{ T{index} x(static_cast<T{index} &&>(p)); }}\n\
             static inline void a{index}(T{index} &p, const T{index} &q) {{ p = q; }}\n\
             static inline void b{index}(T{index} &p, T{index} &q) {{ p = static_cast<T{index} &&>(q); }}\n"
        ));
    }
    header.push_str("}\n");
    Some(header)
}

/// Walks everything that the program's own functions reach.
struct Collector<'tu> {
    seen_functions: HashSet<Cursor<'tu>>,
    seen_types: HashSet<Cursor<'tu>>,
    functions: Vec<Cursor<'tu>>,
    names: HashSet<String>,
}

impl<'tu> Collector<'tu> {
    fn new() -> Self {
        Collector {
            seen_functions: HashSet::new(),
            seen_types: HashSet::new(),
            functions: Vec::new(),
            names: HashSet::new(),
        }
    }

    /// The names of the instances that have such members.
    fn collect(mut self, unit: &'tu TranslationUnit) -> HashSet<String> {
        for child in unit.cursor().map_or_else(Vec::new, Cursor::children) {
            if !child.kind().is_preprocessing() && !child.is_in_system_header() {
                self.walk(child);
            }
        }
        while let Some(function) = self.functions.pop() {
            self.walk(function);
        }
        self.names
    }

    /// Looks at all nodes of a declaration; template patterns are passed by, their instances come through references.
    fn walk(&mut self, declaration: Cursor<'tu>) {
        if is_pattern(declaration.kind()) {
            return;
        }
        self.node(declaration);
        declaration.visit(|node, _| {
            if is_pattern(node.kind()) {
                return Visit::Continue;
            }
            self.node(node);
            Visit::Recurse
        });
    }

    fn node(&mut self, node: Cursor<'tu>) {
        use CursorKind::*;
        match node.kind() {
            VarDecl | FieldDecl | ParmDecl | CXXDeleteExpr | CXXNewExpr | LambdaExpr => {
                self.ty_of(node)
            }
            CallExpr => {
                self.ty_of(node);
                self.function(node);
            }
            DeclRefExpr | MemberRefExpr => self.function(node),
            _ => {}
        }
    }

    /// Notes a function whose instance is referred to.
    fn function(&mut self, node: Cursor<'tu>) {
        let Some(function) = node.referenced().filter(|found| found.kind().is_function()) else {
            return;
        };
        let is_instance = function.specialized_template().is_some();
        if is_instance && !function.is_in_system_header() && self.seen_functions.insert(function) {
            self.functions.push(function);
        }
    }

    fn ty_of(&mut self, node: Cursor<'tu>) {
        if let Some(ty) = node.ty() {
            self.ty(ty, 0);
        }
    }

    /// Notes the classes that a type contains.
    fn ty(&mut self, ty: Type<'tu>, depth: u32) {
        let mut ty = ty.non_reference().canonical();
        while let Some(inner) = ty.pointee().or_else(|| ty.element_type()) {
            ty = inner.canonical();
        }
        let Some(class) = ty.declaration().filter(|class| class.kind().is_record()) else { return };
        if depth > 32 || !self.seen_types.insert(class) {
            return;
        }
        for argument in class.template_arguments() {
            if let TemplateArgument::Type(argument) = argument {
                self.ty(argument, depth + 1);
            }
        }
        if class.is_in_system_header() {
            return;
        }
        for field in ty.fields() {
            if let Some(ty) = field.ty() {
                self.ty(ty, depth + 1);
            }
        }
        if has_special_member(class) {
            self.names.extend(Some(ty.unqualified().spelling()).filter(|name| can_be_named(name)));
        }
    }
}

/// Whether it is a template, which only its instances give a meaning.
fn is_pattern(kind: CursorKind) -> bool {
    use CursorKind::*;
    matches!(
        kind,
        FunctionTemplate
            | ClassTemplate
            | ClassTemplatePartialSpecialization
            | TypeAliasTemplateDecl
    )
}

/// Whether the class is an instance of a template that declares members which run without being named.
fn has_special_member(class: Cursor<'_>) -> bool {
    let special = |member: &Cursor<'_>| {
        use CursorKind::*;
        let assigns = member.is_copy_assignment() || member.is_move_assignment();
        let initialised = member.kind() == FieldDecl
            && member.children().iter().any(|child| child.kind().is_expression());
        let runs = matches!(member.kind(), Constructor | Destructor | FunctionTemplate) || assigns;
        runs && !member.is_defaulted() || initialised
    };
    crate::unit::is_hidden_instance(class) && crate::unit::members(class).iter().any(special)
}

/// Whether a type's name means the same at the end of the file.
fn can_be_named(name: &str) -> bool {
    !["(lambda", "(anonymous", "(unnamed", "type-parameter"].iter().any(|part| name.contains(part))
}
