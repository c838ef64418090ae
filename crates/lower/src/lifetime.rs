//! How long unnamed objects live: temporaries, and the parts of objects that are not complete.
//!
//! A temporary ends with the full expression that makes it, unless a variable's initialiser binds it
//! to a reference: to the variable itself, or to a member of an aggregate in braces; the array behind
//! a `std::initializer_list` is bound likewise. Only what is bound is extended; what else the
//! initialiser makes ends with it. An exception ends all temporaries of the full expressions that it
//! leaves, and what was made of objects whose constructors it leaves.

use crate::expr::{is_pointer, strip};
use crate::function::FunctionLowering;
use crate::unit::{class_of, element_of, needs_destruction, qualified_name, MAX_DEPTH};
use clang_ast::{BinaryOperator, Cursor, CursorKind, Type};
use ir::{Operand, Place, StmtKind, TypeShape, VarId, VarKind};
use std::collections::HashSet;

/// How long temporaries live that a variable's initialiser binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lifetime {
    /// As long as the scope that is open.
    Scope,
    /// To the end of the process.
    Process,
}

/// The expressions of an initialiser whose temporaries are bound.
#[derive(Clone, Debug)]
pub(crate) struct Extension<'tu> {
    makers: HashSet<Cursor<'tu>>,
    lifetime: Lifetime,
}

impl<'tu> Extension<'tu> {
    /// What the initialiser of a variable of this type binds.
    pub fn of(ty: Type<'tu>, init: Cursor<'tu>, lifetime: Lifetime) -> Extension<'tu> {
        match binds_temporaries(ty, 0) {
            true => Extension::bound(init, lifetime),
            false => Extension { makers: HashSet::new(), lifetime },
        }
    }

    /// What a reference with this initialiser binds.
    pub fn bound(init: Cursor<'tu>, lifetime: Lifetime) -> Extension<'tu> {
        let mut makers = HashSet::new();
        bound_by(init, &mut makers);
        Extension { makers, lifetime }
    }
}

/// A part of an object under construction: an exception destroys it, or frees it.
#[derive(Clone, Debug)]
pub(crate) struct Part<'tu> {
    pub place: Place,
    what: PartKind<'tu>,
    /// How many `try` blocks were open when it was made.
    handlers: usize,
}

#[derive(Clone, Debug)]
enum PartKind<'tu> {
    /// An object of this type.
    Object(Type<'tu>),
    /// Memory of a new expression for objects of this type, which the place points to.
    Memory(Option<Type<'tu>>),
}

/// Whether a variable of the type may hold references to temporaries of its initialiser.
fn binds_temporaries(ty: Type<'_>, depth: u32) -> bool {
    let ty = element_of(ty.canonical());
    if ty.is_reference() {
        return true;
    }
    let Some(record) = class_of(ty).filter(|_| ty.is_record() && depth <= MAX_DEPTH) else {
        return false;
    };
    if record.is_in_system_header() {
        return qualified_name(record) == "std::initializer_list";
    }
    let within = |c: Cursor<'_>| c.ty().is_some_and(|t| binds_temporaries(t, depth + 1));
    ty.fields().into_iter().any(within) || record.bases().into_iter().any(within)
}

/// The parts of an initialiser whose temporaries are bound, where it makes any.
fn bound_by<'tu>(init: Cursor<'tu>, makers: &mut HashSet<Cursor<'tu>>) {
    let inner = strip(init);
    makers.extend([init, inner]);
    let children = inner.children();
    match inner.kind() {
        CursorKind::InitListExpr => children.into_iter().for_each(|c| bound_by(c, makers)),
        CursorKind::CXXFunctionalCastExpr
        | CursorKind::CompoundLiteralExpr
        | CursorKind::CStyleCastExpr
        | CursorKind::CXXStaticCastExpr
        | CursorKind::CXXConstCastExpr
        | CursorKind::CXXReinterpretCastExpr
        | CursorKind::CXXDynamicCastExpr
        // A designator: the value comes last.
        | CursorKind::UnexposedExpr => {
            children.last().into_iter().for_each(|c| bound_by(*c, makers));
        }
        CursorKind::ConditionalOperator => {
            children.into_iter().skip(1).for_each(|c| bound_by(c, makers));
        }
        CursorKind::BinaryOperator if inner.binary_operator() == Some(BinaryOperator::Comma) => {
            children.last().into_iter().for_each(|c| bound_by(*c, makers));
        }
        CursorKind::MemberRefExpr | CursorKind::ArraySubscriptExpr => {
            let object = children.first().filter(|c| !is_pointer(**c));
            object.into_iter().for_each(|c| bound_by(*c, makers));
        }
        _ => {}
    }
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Runs the initialiser of a variable; temporaries that it binds live on.
    pub fn initialize_variable(&mut self, var: VarId, init: Cursor<'tu>, lifetime: Lifetime) {
        let place = Place::var(var);
        let reference = self.unit.module.var(var).ty.shape == TypeShape::Reference;
        let declared = self.unit.declared_type(var);
        let extension = declared.map(|ty| Extension::of(ty, init, lifetime));
        let outer = std::mem::replace(&mut self.extension, extension);
        match reference {
            true => {
                let value = self.expr(init);
                let src = self.address(value, Some(init));
                let span = self.unit.module.var(var).span;
                self.emit(StmtKind::Assign { dst: place, src }, span);
            }
            false => self.initialize(place, init),
        }
        self.extension = outer;
    }

    /// Decides when a temporary ends that an expression has made.
    pub fn own_temporary(&mut self, temp: VarId, maker: Option<Cursor<'tu>>) {
        let lifetime = self.extension.as_ref().and_then(|extension| {
            let bound = maker.is_some_and(|m| {
                extension.makers.contains(&m) || extension.makers.contains(&strip(m))
            });
            bound.then_some(extension.lifetime)
        });
        match lifetime {
            None => self.temps.push(temp),
            Some(Lifetime::Scope) => {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.vars.push(temp);
                }
            }
            Some(Lifetime::Process) => {
                let var = &mut self.unit.module.vars[temp.0 as usize];
                (var.kind, var.owner) = (VarKind::Static, None);
            }
        }
    }

    /// Notes a part of an object that is made, until `self.parts` is cut off again.
    pub fn made_part(&mut self, place: Place, ty: Type<'tu>) {
        if needs_destruction(element_of(ty.canonical()), 0) {
            let handlers = self.handlers.len();
            self.parts.push(Part { place, what: PartKind::Object(ty), handlers });
        }
    }

    /// Notes memory that a new expression frees if the object in it cannot be made.
    pub fn made_memory(&mut self, pointer: Place, class: Option<Type<'tu>>) {
        let handlers = self.handlers.len();
        self.parts.push(Part { place: pointer, what: PartKind::Memory(class), handlers });
    }

    /// The parts that an exception thrown here finds inside of the innermost `try`.
    pub fn parts_inside(&self) -> Vec<Part<'tu>> {
        let inside = |part: &&Part<'tu>| part.handlers == self.handlers.len();
        self.parts.iter().filter(inside).cloned().collect()
    }

    /// What an exception does to the parts of an object that it leaves unfinished.
    pub fn end_parts(&mut self, parts: Vec<Part<'tu>>) {
        for part in parts.into_iter().rev() {
            match part.what {
                PartKind::Object(ty) => self.destroy(part.place, ty),
                PartKind::Memory(class) => self.free(class, Operand::Copy(part.place), None),
            }
        }
    }
}
