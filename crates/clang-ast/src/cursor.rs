//! Cursors: nodes of the syntax tree.

use crate::decay;
use crate::kinds::CursorKind;
use crate::location::{Location, Mapping, Span, Token};
use crate::operators::{BinaryOperator, UnaryOperator};
use crate::types::Type;
use crate::unit::{TranslationUnit, UnitRef};
use clang_sys::*;
use std::collections::HashSet;
use std::ffi::CStr;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A node of the syntax tree: a declaration, statement, expression, reference, attribute or preprocessing entity.
#[derive(Clone, Copy)]
pub struct Cursor<'tu> {
    raw: CXCursor,
    unit: UnitRef<'tu>,
}

/// What to do after a node was seen by [`Cursor::visit`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// End the visit.
    Break,
    /// Go on with the next sibling.
    Continue,
    /// Go on with the node's children.
    Recurse,
}

/// Who can see a name outside its scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Nobody: a local.
    NoLinkage,
    /// This translation unit only: `static` at namespace scope.
    Internal,
    /// This translation unit only: within an anonymous namespace.
    UniqueExternal,
    /// Every translation unit.
    External,
}

/// The storage class as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StorageClass {
    /// None.
    None,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto` (of C)
    Auto,
    /// `register`
    Register,
    /// Any other.
    Other,
}

/// Who may use a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `public`
    Public,
    /// `protected`
    Protected,
    /// `private`
    Private,
}

/// Where text stands with regard to macros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MacroPart {
    /// In no macro expansion.
    None,
    /// In an argument of an expansion: editable where it was written, if every use of the argument agrees.
    Argument,
    /// In a macro's body, shared by all expansions. (LLVM 17 and 18 do not tell it from `None`.)
    Body,
}

/// What a function says about exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExceptionSpec {
    /// Nothing: may throw.
    None,
    /// Never throws: `noexcept`, `throw()`, `__attribute__((nothrow))`.
    NoThrow,
    /// `noexcept(expression)`, whose value libclang does not give.
    Computed,
    /// `throw(types)`, or not decided yet.
    Other,
}

/// An argument of a template specialisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateArgument<'tu> {
    /// A type.
    Type(Type<'tu>),
    /// An integer; unsigned ones above `i64::MAX` wrap.
    Integral(i64),
    /// The address of a declaration, which libclang does not name.
    Declaration,
    /// `nullptr`
    NullPtr,
    /// A template.
    Template,
    /// An expression that is dependent.
    Expression,
    /// A parameter pack.
    Pack,
    /// Any other.
    Other,
}

/// Calls a libclang function that takes a cursor and always exists.
macro_rules! call {
    ($self:ident, $name:ident $(, $argument:expr)*) => {
        // SAFETY: `raw` belongs to the translation unit that `unit` keeps alive.
        unsafe { ($self.unit().api().$name)($self.raw $(, $argument)*) }
    };
}

/// Calls a libclang function that takes a cursor and may be missing: an `Option`.
macro_rules! call_optional {
    ($self:ident, $name:ident $(, $argument:expr)*) => {
        // SAFETY: as for `call!`.
        $self.unit().api().$name.map(|function| unsafe { function($self.raw $(, $argument)*) })
    };
}

impl<'tu> Cursor<'tu> {
    /// Wraps what libclang returned; `None` for "no cursor".
    pub(crate) fn from_raw(raw: CXCursor, unit: &'tu TranslationUnit) -> Option<Cursor<'tu>> {
        let invalid = (CXCursor_InvalidFile..=CXCursor_InvalidCode).contains(&raw.kind);
        (!invalid && !raw.data.iter().all(|pointer| pointer.is_null()))
            .then_some(Cursor { raw, unit: UnitRef::new(unit) })
    }

    fn wrap(self, raw: CXCursor) -> Option<Cursor<'tu>> {
        Cursor::from_raw(raw, self.unit())
    }

    /// Copies a string that libclang made for this cursor.
    fn text(self, string: CXString) -> String {
        // SAFETY: callers pass what a function of this library has just returned.
        unsafe { self.unit().library().take(string) }
    }

    /// The translation unit that the cursor belongs to.
    pub fn unit(self) -> &'tu TranslationUnit {
        self.unit.get()
    }

    /// What the cursor is.
    pub fn kind(self) -> CursorKind {
        CursorKind::from_raw(self.raw.kind)
    }

    // --- names ---------------------------------------------------------------------------------------------------

    /// The name: of the declaration, of what is referred to, or the text of a literal. Empty for most statements.
    pub fn spelling(self) -> String {
        self.text(call!(self, clang_getCursorSpelling))
    }

    /// The name with parameters or template arguments, such as `f(int, float *)`.
    pub fn display_name(self) -> String {
        self.text(call!(self, clang_getCursorDisplayName))
    }

    /// The "unified symbol resolution" text, equal for the same entity in other translation units; empty for most
    /// cursors that declare nothing. Names with internal linkage contain their file's name.
    pub fn usr(self) -> String {
        self.text(call!(self, clang_getCursorUSR))
    }

    /// The linker's name of a function or variable; empty where there is none.
    pub fn mangled_name(self) -> String {
        call_optional!(self, clang_Cursor_getMangling)
            .map_or_else(String::new, |string| self.text(string))
    }

    // --- tree ----------------------------------------------------------------------------------------------------

    /// The direct children, in the order of the source. Those of the root include the preprocessing record.
    pub fn children(self) -> Vec<Cursor<'tu>> {
        let mut children = Vec::new();
        self.each_child(&mut |child| {
            children.push(child);
            true
        });
        children
    }

    /// Calls `f` for each direct child until it says `false`; whether it never did.
    fn each_child(self, f: &mut dyn FnMut(Cursor<'tu>) -> bool) -> bool {
        struct State<'a, 'tu> {
            unit: &'tu TranslationUnit,
            f: &'a mut dyn FnMut(Cursor<'tu>) -> bool,
        }
        // A panic in `f` ends the process, as `extern "C"` functions cannot unwind: callers keep `f` simple.
        extern "C" fn visit(
            cursor: CXCursor,
            _parent: CXCursor,
            data: CXClientData,
        ) -> CXChildVisitResult {
            // SAFETY: `data` is the `State` below, which outlives the visit and which nothing else uses meanwhile.
            let state = unsafe { &mut *data.cast::<State<'_, '_>>() };
            match Cursor::from_raw(cursor, state.unit) {
                Some(cursor) if !(state.f)(cursor) => CXChildVisit_Break,
                _ => CXChildVisit_Continue,
            }
        }
        let mut state = State { unit: self.unit(), f };
        call!(self, clang_visitChildren, visit, (&raw mut state).cast()) == 0
    }

    /// The first direct child that `wanted` accepts. `wanted` must not panic.
    pub fn find_child(self, mut wanted: impl FnMut(Cursor<'tu>) -> bool) -> Option<Cursor<'tu>> {
        let mut found = None;
        self.each_child(&mut |child| {
            if wanted(child) {
                found = Some(child);
            }
            found.is_none()
        });
        found
    }

    /// Visits the nodes below this one, parents first, and tells `f` each node's depth (children have 1). Uses no
    /// recursion, so deep trees are fine. A class is visited once: libclang shows the one in `struct { … } a;` both beside
    /// `a` and below it, and of nested ones each twice as often as the one around it. Whether it went through without
    /// [`Visit::Break`].
    pub fn visit(self, mut f: impl FnMut(Cursor<'tu>, usize) -> Visit) -> bool {
        let mut pending: Vec<(Cursor<'tu>, usize)> =
            self.children().into_iter().rev().map(|child| (child, 1)).collect();
        let mut classes = HashSet::new();
        while let Some((cursor, depth)) = pending.pop() {
            if cursor.kind().is_record() && !classes.insert(cursor) {
                continue;
            }
            match f(cursor, depth) {
                Visit::Break => return false,
                Visit::Continue => {}
                Visit::Recurse => {
                    pending.extend(
                        cursor.children().into_iter().rev().map(|child| (child, depth + 1)),
                    );
                }
            }
        }
        true
    }

    /// The first node below this one, parents first, that `wanted` accepts.
    pub fn find(self, mut wanted: impl FnMut(Cursor<'tu>) -> bool) -> Option<Cursor<'tu>> {
        let mut found = None;
        self.visit(|cursor, _| {
            if wanted(cursor) {
                found = Some(cursor);
                Visit::Break
            } else {
                Visit::Recurse
            }
        });
        found
    }

    /// The declaration that a reference, call or member expression refers to; a declaration refers to itself.
    pub fn referenced(self) -> Option<Cursor<'tu>> {
        self.wrap(call!(self, clang_getCursorReferenced))
    }

    /// The definition of what is declared or referred to, if this translation unit has it.
    pub fn definition(self) -> Option<Cursor<'tu>> {
        self.wrap(call!(self, clang_getCursorDefinition))
    }

    /// The first declaration of the same entity: one cursor for all its redeclarations.
    pub fn canonical(self) -> Cursor<'tu> {
        self.wrap(call!(self, clang_getCanonicalCursor)).unwrap_or(self)
    }

    /// The scope that a declaration belongs to, such as the class of a method defined outside of it.
    pub fn semantic_parent(self) -> Option<Cursor<'tu>> {
        self.wrap(call!(self, clang_getCursorSemanticParent))
    }

    /// The scope that a declaration is written in.
    pub fn lexical_parent(self) -> Option<Cursor<'tu>> {
        self.wrap(call!(self, clang_getCursorLexicalParent))
    }

    /// The template (or member of a template) that a specialisation or instance was made from.
    pub fn specialized_template(self) -> Option<Cursor<'tu>> {
        self.wrap(call!(self, clang_getSpecializedCursorTemplate))
    }

    /// What a template makes: the kind of cursor that its instances are.
    pub fn template_kind(self) -> Option<CursorKind> {
        let kind = CursorKind::from_raw(call!(self, clang_getTemplateCursorKind));
        (kind != CursorKind::NoDeclFound).then_some(kind)
    }

    /// Arguments of a call, or parameters of a function; `None` for other cursors.
    pub fn num_arguments(self) -> Option<usize> {
        usize::try_from(call!(self, clang_Cursor_getNumArguments)).ok()
    }

    /// Argument expressions of a call, or parameter declarations of a function. Arguments that the call leaves to a
    /// default are left out.
    pub fn arguments(self) -> Vec<Cursor<'tu>> {
        let count = self.num_arguments().unwrap_or(0) as u32;
        (0..count)
            .filter_map(|index| self.wrap(call!(self, clang_Cursor_getArgument, index)))
            .collect()
    }

    /// The candidates of an `OverloadedDeclRef`.
    pub fn overloads(self) -> Vec<Cursor<'tu>> {
        let count = call!(self, clang_getNumOverloadedDecls);
        (0..count)
            .filter_map(|index| self.wrap(call!(self, clang_getOverloadedDecl, index)))
            .collect()
    }

    /// The virtual methods that this one overrides directly.
    pub fn overridden(self) -> Vec<Cursor<'tu>> {
        let mut cursors = std::ptr::null_mut();
        let mut count = 0;
        call!(self, clang_getOverriddenCursors, &mut cursors, &mut count);
        if cursors.is_null() {
            return Vec::new();
        }
        // SAFETY: libclang has written an array of `count` cursors, which is ours until it is disposed of.
        let overridden = unsafe { std::slice::from_raw_parts(cursors, count as usize) }
            .iter()
            .filter_map(|raw| self.wrap(*raw))
            .collect();
        // SAFETY: the array is not used after this.
        unsafe { (self.unit().api().clang_disposeOverriddenCursors)(cursors) };
        overridden
    }

    /// The base classes of a record, as `CXXBaseSpecifier` cursors.
    pub fn bases(self) -> Vec<Cursor<'tu>> {
        let mut bases = self.children();
        bases.retain(|child| child.kind() == CursorKind::CXXBaseSpecifier);
        bases
    }

    // --- types and values ----------------------------------------------------------------------------------------

    /// The type of an expression, variable, field, function or type declaration. A parameter that is declared as an
    /// array or a function is a pointer.
    pub fn ty(self) -> Option<Type<'tu>> {
        decay::adjusted(self).or_else(|| self.type_as_written())
    }

    /// What libclang says that the type is.
    pub(crate) fn type_as_written(self) -> Option<Type<'tu>> {
        Type::from_raw(call!(self, clang_getCursorType), self.unit())
    }

    /// What a function returns.
    pub fn result_type(self) -> Option<Type<'tu>> {
        Type::from_raw(call!(self, clang_getCursorResultType), self.unit())
    }

    /// What a typedef or alias stands for.
    pub fn underlying_type(self) -> Option<Type<'tu>> {
        Type::from_raw(call!(self, clang_getTypedefDeclUnderlyingType), self.unit())
    }

    /// The operator of a built-in binary or compound assignment expression. (An overloaded one is a call.)
    pub fn binary_operator(self) -> Option<BinaryOperator> {
        call_optional!(self, clang_getCursorBinaryOperatorKind).and_then(BinaryOperator::from_raw)
    }

    /// The operator of a built-in unary expression.
    pub fn unary_operator(self) -> Option<UnaryOperator> {
        call_optional!(self, clang_getCursorUnaryOperatorKind).and_then(UnaryOperator::from_raw)
    }

    /// The value of an enumerator.
    pub fn enum_value(self) -> Option<i64> {
        (self.kind() == CursorKind::EnumConstantDecl)
            .then(|| call!(self, clang_getEnumConstantDeclValue))
    }

    /// The value of a constant integral expression or of a variable initialised with one, if it fits.
    pub fn evaluate_int(self) -> Option<i64> {
        self.evaluate(|unit, result, kind| {
            let api = unit.api();
            // SAFETY: `result` is alive, and of the kind that these functions want.
            unsafe {
                if kind != CXEval_Int {
                    None
                } else if api.clang_EvalResult_isUnsignedInt?(result) != 0 {
                    i64::try_from(api.clang_EvalResult_getAsUnsigned?(result)).ok()
                } else {
                    Some(api.clang_EvalResult_getAsLongLong?(result))
                }
            }
        })
    }

    /// The value of a constant floating-point expression.
    pub fn evaluate_float(self) -> Option<f64> {
        self.evaluate(|unit, result, kind| {
            // SAFETY: as above.
            (kind == CXEval_Float)
                .then_some(unsafe { unit.api().clang_EvalResult_getAsDouble?(result) })
        })
    }

    /// The characters of a string literal, escapes resolved, up to the first NUL.
    pub fn evaluate_string(self) -> Option<Vec<u8>> {
        self.evaluate(|unit, result, kind| {
            if kind != CXEval_StrLiteral {
                return None;
            }
            // SAFETY: as above; the text lives as long as `result` and ends with NUL.
            unsafe {
                let text = unit.api().clang_EvalResult_getAsStr?(result);
                (!text.is_null()).then(|| CStr::from_ptr(text).to_bytes().to_vec())
            }
        })
    }

    /// Evaluates the cursor, and lets `read` look at the result.
    fn evaluate<T>(
        self,
        read: impl FnOnce(&TranslationUnit, CXEvalResult, CXEvalResultKind) -> Option<T>,
    ) -> Option<T> {
        let api = self.unit().api();
        let (kind_of, dispose) = (api.clang_EvalResult_getKind?, api.clang_EvalResult_dispose?);
        let result = call_optional!(self, clang_Cursor_Evaluate)?;
        if result.is_null() {
            return None;
        }
        // SAFETY: `result` is ours, and used only until it is disposed of.
        unsafe {
            let value = read(self.unit(), result, kind_of(result));
            dispose(result);
            value
        }
    }

    /// The initialiser of a variable.
    pub fn initializer(self) -> Option<Cursor<'tu>> {
        call_optional!(self, clang_Cursor_getVarDeclInitializer).and_then(|raw| self.wrap(raw))
    }

    /// The number of template arguments of a function or class specialisation; `None` for other cursors.
    pub fn num_template_arguments(self) -> Option<usize> {
        call_optional!(self, clang_Cursor_getNumTemplateArguments)
            .and_then(|count| usize::try_from(count).ok())
    }

    /// A template argument of a function or class specialisation.
    pub fn template_argument(self, index: usize) -> Option<TemplateArgument<'tu>> {
        let index = u32::try_from(index).ok()?;
        let argument = match call_optional!(self, clang_Cursor_getTemplateArgumentKind, index)? {
            CXTemplateArgumentKind_Type => {
                let raw = call_optional!(self, clang_Cursor_getTemplateArgumentType, index)?;
                TemplateArgument::Type(Type::from_raw(raw, self.unit())?)
            }
            CXTemplateArgumentKind_Integral => TemplateArgument::Integral(call_optional!(
                self,
                clang_Cursor_getTemplateArgumentValue,
                index
            )?),
            CXTemplateArgumentKind_Declaration => TemplateArgument::Declaration,
            CXTemplateArgumentKind_NullPtr => TemplateArgument::NullPtr,
            CXTemplateArgumentKind_Template | CXTemplateArgumentKind_TemplateExpansion => {
                TemplateArgument::Template
            }
            CXTemplateArgumentKind_Expression => TemplateArgument::Expression,
            CXTemplateArgumentKind_Pack => TemplateArgument::Pack,
            CXTemplateArgumentKind_Invalid => return None,
            _ => TemplateArgument::Other,
        };
        Some(argument)
    }

    /// All template arguments of a function or class specialisation.
    pub fn template_arguments(self) -> Vec<TemplateArgument<'tu>> {
        (0..self.num_template_arguments().unwrap_or(0))
            .filter_map(|index| self.template_argument(index))
            .collect()
    }

    // --- places --------------------------------------------------------------------------------------------------

    /// The bytes to edit to change this node. What comes from a macro *argument* is where the argument was written;
    /// what comes from a macro's *body*, or from several arguments, is the whole expansion. (Without the preprocessing
    /// record, spans of nodes that come partly from a macro may cut through the expansion.)
    pub fn span(self) -> Option<Span> {
        self.unit().span(call!(self, clang_getCursorExtent), Mapping::File)
    }

    /// The bytes in the outermost file: the whole macro expansion for anything that comes from one.
    pub fn expansion_span(self) -> Option<Span> {
        self.unit().span(call!(self, clang_getCursorExtent), Mapping::Expansion)
    }

    /// Where the characters stand: as [`span`](Cursor::span), but `None` for what begins in a macro's body, of which
    /// libclang tells the beginning only (see [`spelling_location`](Cursor::spelling_location)).
    pub fn spelling_span(self) -> Option<Span> {
        let span = self.span()?;
        let start = self.unit().range_start(self.raw_extent(), Mapping::Spelling)?;
        ((start.file, start.offset) == (span.file, span.start)).then_some(span)
    }

    /// Where the first character stands, which for macro bodies is the `#define`.
    pub fn spelling_location(self) -> Option<Location> {
        self.unit().range_start(self.raw_extent(), Mapping::Spelling)
    }

    /// Which part of a macro the node begins in.
    pub fn macro_part(self) -> MacroPart {
        let start = |mapping| {
            self.unit()
                .range_start(self.raw_extent(), mapping)
                .map(|location| (location.file, location.offset))
        };
        let expansion = start(Mapping::Expansion);
        if start(Mapping::File) != expansion {
            MacroPart::Argument
        } else if start(Mapping::Spelling) != expansion {
            MacroPart::Body
        } else {
            MacroPart::None
        }
    }

    pub(crate) fn raw_extent(self) -> CXSourceRange {
        call!(self, clang_getCursorExtent)
    }

    /// The bytes of the name alone: of a declaration, of the member in `x.member`, of the callee of a call.
    pub fn name_span(self) -> Option<Span> {
        self.unit().span(call!(self, clang_Cursor_getSpellingNameRange, 0, 0), Mapping::File)
    }

    /// The cursor's own place, such as that of the name in a declaration or of the operator in a binary expression.
    pub fn location(self) -> Option<Location> {
        self.unit().location(call!(self, clang_getCursorLocation), Mapping::File)
    }

    /// As [`location`](Cursor::location), with macros mapped to the outermost expansion.
    pub fn expansion_location(self) -> Option<Location> {
        self.unit().location(call!(self, clang_getCursorLocation), Mapping::Expansion)
    }

    /// The tokens of [`span`](Cursor::span).
    pub fn tokens(self) -> Vec<Token> {
        self.span().map_or_else(Vec::new, |span| self.unit().tokens(span))
    }

    /// Whether it stands in a system header (`-isystem` and the like).
    pub fn is_in_system_header(self) -> bool {
        let location = call!(self, clang_getCursorLocation);
        // SAFETY: the location is of this translation unit.
        unsafe { (self.unit().api().clang_Location_isInSystemHeader)(location) != 0 }
    }

    /// Whether it stands in the file that was parsed, rather than in one that it includes.
    pub fn is_from_main_file(self) -> bool {
        let location = call!(self, clang_getCursorLocation);
        // SAFETY: the location is of this translation unit.
        unsafe { (self.unit().api().clang_Location_isFromMainFile)(location) != 0 }
    }

    // --- properties of declarations ------------------------------------------------------------------------------

    /// The storage class as written; `None` for what can have none.
    pub fn storage_class(self) -> Option<StorageClass> {
        Some(match call_optional!(self, clang_Cursor_getStorageClass)? {
            CX_SC_Invalid => return None,
            CX_SC_None => StorageClass::None,
            CX_SC_Extern => StorageClass::Extern,
            CX_SC_Static => StorageClass::Static,
            CX_SC_Auto => StorageClass::Auto,
            CX_SC_Register => StorageClass::Register,
            _ => StorageClass::Other,
        })
    }

    /// The linkage of a declared name.
    pub fn linkage(self) -> Option<Linkage> {
        Some(match call!(self, clang_getCursorLinkage) {
            CXLinkage_NoLinkage => Linkage::NoLinkage,
            CXLinkage_Internal => Linkage::Internal,
            CXLinkage_UniqueExternal => Linkage::UniqueExternal,
            CXLinkage_External => Linkage::External,
            _ => return None,
        })
    }

    /// The access of a member, base or access specifier.
    pub fn access(self) -> Option<Access> {
        Some(match call!(self, clang_getCXXAccessSpecifier) {
            CX_CXXPublic => Access::Public,
            CX_CXXProtected => Access::Protected,
            CX_CXXPrivate => Access::Private,
            _ => return None,
        })
    }

    /// What a function says about exceptions.
    pub fn exception_spec(self) -> Option<ExceptionSpec> {
        Some(match call_optional!(self, clang_getCursorExceptionSpecificationType)? {
            CXCursor_ExceptionSpecificationKind_None => ExceptionSpec::None,
            CXCursor_ExceptionSpecificationKind_DynamicNone
            | CXCursor_ExceptionSpecificationKind_BasicNoexcept
            | CXCursor_ExceptionSpecificationKind_NoThrow => ExceptionSpec::NoThrow,
            CXCursor_ExceptionSpecificationKind_ComputedNoexcept => ExceptionSpec::Computed,
            raw if raw < 0 => return None,
            _ => ExceptionSpec::Other,
        })
    }

    /// Whether an attribute of the kind is written on the declaration. One visit, which ends at the attribute.
    pub fn has_attr(self, kind: CursorKind) -> bool {
        self.find_child(|child| child.kind() == kind).is_some()
    }

    /// Whether the declaration is a definition.
    pub fn is_definition(self) -> bool {
        call!(self, clang_isCursorDefinition) != 0
    }

    /// Whether a variable lives as long as the program (global, `static` local, static member).
    pub fn has_global_storage(self) -> bool {
        call_optional!(self, clang_Cursor_hasVarDeclGlobalStorage).is_some_and(|answer| answer == 1)
    }

    /// Whether a variable is `thread_local`.
    pub fn is_thread_local(self) -> bool {
        call_optional!(self, clang_getCursorTLSKind).is_some_and(|kind| kind != CXTLS_None)
    }

    /// Whether a record, enum, namespace or field has no name.
    pub fn is_anonymous(self) -> bool {
        call_optional!(self, clang_Cursor_isAnonymous).is_some_and(|answer| answer != 0)
    }

    /// Whether an anonymous record's members are members of the enclosing record.
    pub fn is_anonymous_record(self) -> bool {
        call_optional!(self, clang_Cursor_isAnonymousRecordDecl).is_some_and(|answer| answer != 0)
    }

    /// Whether a namespace is `inline`.
    pub fn is_inline_namespace(self) -> bool {
        call_optional!(self, clang_Cursor_isInlineNamespace).is_some_and(|answer| answer != 0)
    }

    /// Whether a function is `inline`, also when it is so by being defined within its class.
    pub fn is_inline_function(self) -> bool {
        call_optional!(self, clang_Cursor_isFunctionInlined).is_some_and(|answer| answer != 0)
    }

    /// Whether a function ends its parameters with `...`.
    pub fn is_variadic(self) -> bool {
        call!(self, clang_Cursor_isVariadic) != 0
    }

    /// Whether a call goes to a virtual method whose final overrider is decided at run time.
    pub fn is_dynamic_call(self) -> bool {
        call!(self, clang_Cursor_isDynamicCall) != 0
    }

    /// Whether a method is virtual, declared so or by what it overrides.
    pub fn is_virtual_method(self) -> bool {
        call!(self, clang_CXXMethod_isVirtual) != 0
    }

    /// Whether a method is pure virtual.
    pub fn is_pure_virtual_method(self) -> bool {
        call!(self, clang_CXXMethod_isPureVirtual) != 0
    }

    /// Whether a method is static.
    pub fn is_static_method(self) -> bool {
        call!(self, clang_CXXMethod_isStatic) != 0
    }

    /// Whether a method is const.
    pub fn is_const_method(self) -> bool {
        call!(self, clang_CXXMethod_isConst) != 0
    }

    /// Whether a method is `= default`, or made by the compiler.
    pub fn is_defaulted(self) -> bool {
        call!(self, clang_CXXMethod_isDefaulted) != 0
    }

    /// Whether a method is `= delete`.
    pub fn is_deleted(self) -> bool {
        call_optional!(self, clang_CXXMethod_isDeleted).is_some_and(|answer| answer != 0)
    }

    /// Whether a constructor or conversion is `explicit`.
    pub fn is_explicit(self) -> bool {
        call_optional!(self, clang_CXXMethod_isExplicit).is_some_and(|answer| answer != 0)
    }

    /// Whether a method is a copy assignment operator.
    pub fn is_copy_assignment(self) -> bool {
        call_optional!(self, clang_CXXMethod_isCopyAssignmentOperator)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a method is a move assignment operator.
    pub fn is_move_assignment(self) -> bool {
        call_optional!(self, clang_CXXMethod_isMoveAssignmentOperator)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a constructor copies.
    pub fn is_copy_constructor(self) -> bool {
        call_optional!(self, clang_CXXConstructor_isCopyConstructor)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a constructor moves.
    pub fn is_move_constructor(self) -> bool {
        call_optional!(self, clang_CXXConstructor_isMoveConstructor)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a constructor needs no argument.
    pub fn is_default_constructor(self) -> bool {
        call_optional!(self, clang_CXXConstructor_isDefaultConstructor)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a constructor converts implicitly.
    pub fn is_converting_constructor(self) -> bool {
        call_optional!(self, clang_CXXConstructor_isConvertingConstructor)
            .is_some_and(|answer| answer != 0)
    }

    /// Whether a base is virtual.
    pub fn is_virtual_base(self) -> bool {
        call!(self, clang_isVirtualBase) != 0
    }

    /// Whether a record has pure virtual methods left.
    pub fn is_abstract_record(self) -> bool {
        call_optional!(self, clang_CXXRecord_isAbstract).is_some_and(|answer| answer != 0)
    }

    /// Whether a field is `mutable`.
    pub fn is_mutable(self) -> bool {
        call_optional!(self, clang_CXXField_isMutable).is_some_and(|answer| answer != 0)
    }

    /// Whether an enum is `enum class`.
    pub fn is_scoped_enum(self) -> bool {
        call_optional!(self, clang_EnumDecl_isScoped).is_some_and(|answer| answer != 0)
    }

    /// The offset of a field within its record, in *bits*; `None` in dependent and incomplete records.
    pub fn field_offset(self) -> Option<u64> {
        call_optional!(self, clang_Cursor_getOffsetOfField)
            .and_then(|offset| u64::try_from(offset).ok())
    }

    /// Whether a macro definition takes parameters.
    pub fn is_function_like_macro(self) -> bool {
        call_optional!(self, clang_Cursor_isMacroFunctionLike).is_some_and(|answer| answer != 0)
    }

    /// Whether a macro is the compiler's own, such as `__LINE__`.
    pub fn is_builtin_macro(self) -> bool {
        call_optional!(self, clang_Cursor_isMacroBuiltin).is_some_and(|answer| answer != 0)
    }
}

impl PartialEq for Cursor<'_> {
    fn eq(&self, other: &Self) -> bool {
        call!(self, clang_equalCursors, other.raw) != 0
    }
}

impl Eq for Cursor<'_> {}

impl Hash for Cursor<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(call!(self, clang_hashCursor));
    }
}

impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind())?;
        let name = self.display_name();
        if !name.is_empty() {
            write!(f, " `{name}`")?;
        }
        match self.location() {
            Some(at) => write!(f, " at {}:{}", at.line, at.column),
            None => Ok(()),
        }
    }
}
