//! The little that the analyses need to know of types.

/// What a value of a type can do with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeShape {
    /// Numbers, enumerations: hold no address.
    Scalar,
    Pointer,
    /// A C++ reference: lowered as a pointer that is dereferenced at each use.
    Reference,
    Array,
    /// A struct, class or union.
    Record,
    Function,
    /// Dependent or not understood.
    Other,
}

/// A type as the analyses see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeInfo {
    pub shape: TypeShape,
    /// Qualified record name without template arguments (`std::vector`), for arrays that of their
    /// elements; empty otherwise.
    pub record: String,
    /// As written, for messages.
    pub display: String,
    /// Size in bytes, when complete and known.
    pub size: Option<u64>,
    /// A record whose destructor does something.
    pub destructor: bool,
    /// `const` at the top level, for variables that never change.
    pub is_const: bool,
}

impl TypeInfo {
    /// A type of this shape without further detail.
    pub fn of(shape: TypeShape) -> Self {
        TypeInfo {
            shape,
            record: String::new(),
            display: String::new(),
            size: None,
            destructor: false,
            is_const: false,
        }
    }

    /// Whether a value of this type may hold an address.
    pub fn may_hold_address(&self) -> bool {
        self.shape != TypeShape::Scalar
    }
}
