//! Types.

use crate::cursor::Cursor;
use crate::kinds::TypeKind;
use crate::unit::{TranslationUnit, UnitRef};
use clang_sys::*;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A type of a translation unit, with its qualifiers. Equal types are the same type *as written*: compare
/// [`canonical`](Type::canonical) types to look through typedefs.
#[derive(Clone, Copy)]
pub struct Type<'tu> {
    raw: CXType,
    unit: UnitRef<'tu>,
}

/// Calls a libclang function that takes a type and always exists.
macro_rules! call {
    ($self:ident, $name:ident $(, $argument:expr)*) => {
        // SAFETY: `raw` belongs to the translation unit that `unit` keeps alive.
        unsafe { ($self.unit().api().$name)($self.raw $(, $argument)*) }
    };
}

impl<'tu> Type<'tu> {
    /// Wraps what libclang returned; `None` for "no type".
    pub(crate) fn from_raw(raw: CXType, unit: &'tu TranslationUnit) -> Option<Type<'tu>> {
        (raw.kind != CXType_Invalid).then_some(Type { raw, unit: UnitRef::new(unit) })
    }

    fn unit(self) -> &'tu TranslationUnit {
        self.unit.get()
    }

    fn wrap(self, raw: CXType) -> Option<Type<'tu>> {
        Type::from_raw(raw, self.unit())
    }

    /// What the type is, as written: a typedef is `Typedef`, a named type often `Elaborated`.
    pub fn kind(self) -> TypeKind {
        TypeKind::from_raw(self.raw.kind)
    }

    /// The type in C++ notation.
    pub fn spelling(self) -> String {
        let spelling = call!(self, clang_getTypeSpelling);
        // SAFETY: the string is fresh from this library.
        unsafe { self.unit().library().take(spelling) }
    }

    /// The type with every typedef and sugar removed, qualifiers kept.
    pub fn canonical(self) -> Type<'tu> {
        self.wrap(call!(self, clang_getCanonicalType)).unwrap_or(self)
    }

    /// What a pointer, reference, or pointer to member points to.
    pub fn pointee(self) -> Option<Type<'tu>> {
        let pointee = self.wrap(call!(self, clang_getPointeeType))?;
        // libclang shows a parameter's type as it is written, also where it is behind a pointer; the canonical type has
        // what it stands for.
        let plain = match pointee.is_array() || pointee.is_function() {
            true => {
                let canonical = self.canonical();
                self.wrap(call!(canonical, clang_getPointeeType))
            }
            false => None,
        };
        Some(plain.filter(|plain| plain.is_pointer()).unwrap_or(pointee))
    }

    /// What a reference refers to; itself if it is none.
    pub fn non_reference(self) -> Type<'tu> {
        let function = self.unit().api().clang_getNonReferenceType;
        // SAFETY: as for `call!`.
        function.and_then(|function| self.wrap(unsafe { function(self.raw) })).unwrap_or(self)
    }

    /// The type without top-level qualifiers. Itself where libclang is too old to tell.
    pub fn unqualified(self) -> Type<'tu> {
        let function = self.unit().api().clang_getUnqualifiedType;
        // SAFETY: as for `call!`.
        function.and_then(|function| self.wrap(unsafe { function(self.raw) })).unwrap_or(self)
    }

    /// The declaration of a record, enum, typedef, or template type.
    pub fn declaration(self) -> Option<Cursor<'tu>> {
        Cursor::from_raw(call!(self, clang_getTypeDeclaration), self.unit())
    }

    /// The element type of an array or vector.
    pub fn element_type(self) -> Option<Type<'tu>> {
        self.wrap(call!(self, clang_getElementType))
    }

    /// The number of elements of an array of constant size, or of a vector.
    pub fn array_size(self) -> Option<u64> {
        u64::try_from(call!(self, clang_getNumElements))
            .or_else(|_| u64::try_from(call!(self, clang_getArraySize)))
            .ok()
    }

    /// The size in bytes; `None` for incomplete, dependent and sizeless types.
    pub fn size_of(self) -> Option<u64> {
        u64::try_from(call!(self, clang_Type_getSizeOf)).ok()
    }

    /// The alignment in bytes, where the size is known too.
    pub fn align_of(self) -> Option<u64> {
        u64::try_from(call!(self, clang_Type_getAlignOf)).ok()
    }

    /// Whether the type itself is const. (`const int*` is not.)
    pub fn is_const(self) -> bool {
        call!(self, clang_isConstQualifiedType) != 0
    }

    /// Whether the type itself is volatile.
    pub fn is_volatile(self) -> bool {
        call!(self, clang_isVolatileQualifiedType) != 0
    }

    /// Whether the type itself is restrict.
    pub fn is_restrict(self) -> bool {
        call!(self, clang_isRestrictQualifiedType) != 0
    }

    /// Whether it is a POD type.
    pub fn is_pod(self) -> bool {
        call!(self, clang_isPODType) != 0
    }

    /// The type that an elaborated type names.
    pub fn named_type(self) -> Option<Type<'tu>> {
        self.wrap(call!(self, clang_Type_getNamedType))
    }

    /// What an attributed type is without its attribute.
    pub fn modified_type(self) -> Option<Type<'tu>> {
        let function = self.unit().api().clang_Type_getModifiedType?;
        // SAFETY: as for `call!`.
        self.wrap(unsafe { function(self.raw) })
    }

    /// What an `_Atomic` type holds.
    pub fn value_type(self) -> Option<Type<'tu>> {
        let function = self.unit().api().clang_Type_getValueType?;
        // SAFETY: as for `call!`.
        self.wrap(unsafe { function(self.raw) })
    }

    /// The result type of a function type.
    pub fn result_type(self) -> Option<Type<'tu>> {
        self.wrap(call!(self, clang_getResultType))
    }

    /// The parameter types of a function type; `None` for other types.
    pub fn argument_types(self) -> Option<Vec<Type<'tu>>> {
        let count = u32::try_from(call!(self, clang_getNumArgTypes)).ok()?;
        // What is written as an array or a function is a pointer, which only the canonical type shows.
        let canonical = self.canonical();
        let adjusted = |i| {
            let written = self.wrap(call!(self, clang_getArgType, i))?;
            match written.is_array() || written.is_function() {
                true => self.wrap(call!(canonical, clang_getArgType, i)),
                false => Some(written),
            }
        };
        Some((0..count).filter_map(adjusted).collect())
    }

    /// Whether a function type ends in `...`.
    pub fn is_variadic(self) -> bool {
        call!(self, clang_isFunctionTypeVariadic) != 0
    }

    /// The class of a pointer to member.
    pub fn class_type(self) -> Option<Type<'tu>> {
        self.wrap(call!(self, clang_Type_getClassType))
    }

    /// The non-static data members of a record, without those of its bases (see
    /// [`Cursor::bases`]).
    pub fn fields(self) -> Vec<Cursor<'tu>> {
        self.collect(self.unit().api().clang_Type_visitFields)
    }

    /// The bases of a record, as `CXXBaseSpecifier` cursors. Those of template instances are known from LLVM 20 on.
    pub fn bases(self) -> Vec<Cursor<'tu>> {
        match self.unit().api().clang_visitCXXBaseClasses {
            Some(visit) => self.collect(visit),
            None => self.declaration().map_or_else(Vec::new, Cursor::bases),
        }
    }

    /// The methods of a record. Those of template instances are known from LLVM 21 on.
    pub fn methods(self) -> Vec<Cursor<'tu>> {
        if let Some(visit) = self.unit().api().clang_visitCXXMethods {
            return self.collect(visit);
        }
        let mut members = self.declaration().map_or_else(Vec::new, Cursor::children);
        members.retain(|member| member.kind().is_function());
        members
    }

    /// Collects what one of libclang's visitors of record types shows.
    fn collect<R>(
        self,
        visit_all: unsafe extern "C" fn(CXType, CXFieldVisitor, CXClientData) -> R,
    ) -> Vec<Cursor<'tu>> {
        struct State<'tu> {
            unit: &'tu TranslationUnit,
            cursors: Vec<Cursor<'tu>>,
        }
        extern "C" fn visit(cursor: CXCursor, data: CXClientData) -> CXVisitorResult {
            // SAFETY: `data` is the `State` below, which outlives the visit and which nothing else uses meanwhile.
            let state = unsafe { &mut *data.cast::<State<'_>>() };
            state.cursors.extend(Cursor::from_raw(cursor, state.unit));
            CXVisit_Continue
        }
        let mut state = State { unit: self.unit(), cursors: Vec::new() };
        // SAFETY: as for `call!`; the state outlives the visit.
        unsafe { visit_all(self.raw, visit, (&raw mut state).cast()) };
        state.cursors
    }

    /// The number of template arguments of a specialised class; `None` for other types.
    pub fn num_template_arguments(self) -> Option<usize> {
        usize::try_from(call!(self, clang_Type_getNumTemplateArguments)).ok()
    }

    /// A template argument, if it is a type.
    pub fn template_argument(self, index: usize) -> Option<Type<'tu>> {
        let index = u32::try_from(index).ok()?;
        self.wrap(call!(self, clang_Type_getTemplateArgumentAsType, index))
    }

    /// Whether it is a pointer, seen through typedefs.
    pub fn is_pointer(self) -> bool {
        self.canonical().kind() == TypeKind::Pointer
    }

    /// Whether it is a reference, seen through typedefs.
    pub fn is_reference(self) -> bool {
        matches!(self.canonical().kind(), TypeKind::LValueReference | TypeKind::RValueReference)
    }

    /// Whether it is an array, seen through typedefs.
    pub fn is_array(self) -> bool {
        matches!(
            self.canonical().kind(),
            TypeKind::ConstantArray
                | TypeKind::IncompleteArray
                | TypeKind::VariableArray
                | TypeKind::DependentSizedArray
        )
    }

    /// Whether it is a function, seen through typedefs.
    pub fn is_function(self) -> bool {
        matches!(self.canonical().kind(), TypeKind::FunctionProto | TypeKind::FunctionNoProto)
    }

    /// Whether it is a record, seen through typedefs.
    pub fn is_record(self) -> bool {
        self.canonical().kind() == TypeKind::Record
    }

    /// Whether it is an integer, character, `bool` or enumeration, seen through typedefs.
    pub fn is_integral(self) -> bool {
        use TypeKind::*;
        matches!(
            self.canonical().kind(),
            Bool | CharU
                | UChar
                | Char16
                | Char32
                | UShort
                | UInt
                | ULong
                | ULongLong
                | UInt128
                | CharS
                | SChar
                | WChar
                | Short
                | Int
                | Long
                | LongLong
                | Int128
                | Enum
        )
    }
}

impl PartialEq for Type<'_> {
    fn eq(&self, other: &Self) -> bool {
        call!(self, clang_equalTypes, other.raw) != 0
    }
}

impl Eq for Type<'_> {}

impl Hash for Type<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The two pointers are all that `clang_equalTypes` compares.
        self.raw.data.hash(state);
    }
}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} `{}`", self.kind(), self.spelling())
    }
}
