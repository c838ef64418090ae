//! Expressions.
//!
//! libclang shows implicit conversions as unexposed expressions without saying which: an lvalue
//! stays a [`Value::Place`] until it is used as a value, which is when it is read.

use crate::function::FunctionLowering;
use clang_ast::{BinaryOperator, Cursor, CursorKind, Type, TypeKind, UnaryOperator};
use ir::{Operand, Place, Proj, Span, StmtKind, TypeInfo, TypeShape, VarId};

/// What an expression denotes.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// An lvalue, not read yet.
    Place(Place),
    Operand(Operand),
    /// Nothing: a call of a `void` function.
    Void,
}

impl Value {
    pub fn number() -> Value {
        Value::Operand(Operand::Const(None))
    }
}

/// The expression inside parentheses and implicit conversions.
pub(crate) fn strip(mut cursor: Cursor<'_>) -> Cursor<'_> {
    while matches!(cursor.kind(), CursorKind::UnexposedExpr | CursorKind::ParenExpr) {
        match last_expression(cursor) {
            Some(child) => cursor = child,
            None => return cursor,
        }
    }
    cursor
}

/// The operand of a cast or other wrapper: the last child that is no reference to a type.
fn last_expression(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    cursor.children().into_iter().rev().find(|c| {
        !matches!(
            c.kind(),
            CursorKind::TypeRef
                | CursorKind::TemplateRef
                | CursorKind::NamespaceRef
                | CursorKind::ParmDecl
        )
    })
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Lowers an expression whose value nobody looks at.
    pub fn discarded(&mut self, cursor: Cursor<'tu>) {
        let from = self.temps.len();
        self.expr(cursor);
        self.end_temps(from);
    }

    /// Lowers a condition, temporaries included.
    pub fn full_expression(&mut self, cursor: Cursor<'tu>) {
        let from = self.temps.len();
        let value = self.rvalue(cursor);
        if !value.reads().is_empty() {
            let span = self.unit.sources.span(cursor);
            self.emit(StmtKind::Read(value), span);
        }
        self.end_temps(from);
    }

    /// The value of an expression.
    pub fn rvalue(&mut self, cursor: Cursor<'tu>) -> Operand {
        let value = self.expr(cursor);
        self.load(value, cursor)
    }

    pub fn load(&mut self, value: Value, cursor: Cursor<'tu>) -> Operand {
        match value {
            Value::Place(place) if is_array(strip(cursor)) => Operand::AddrOf(place),
            Value::Place(place) => Operand::Copy(place),
            Value::Operand(operand) => operand,
            Value::Void => Operand::Const(None),
        }
    }

    /// The address of what an expression denotes; a value gets a place of its own first.
    pub fn address(&mut self, value: Value, of: Option<Cursor<'tu>>) -> Operand {
        match value {
            Value::Place(place) => match place.proj.split_last() {
                Some((Proj::Deref, rest)) => {
                    Operand::Copy(Place { var: place.var, proj: rest.to_vec() })
                }
                _ => Operand::AddrOf(place),
            },
            Value::Operand(Operand::Str) => Operand::Str,
            Value::Operand(Operand::Fn(id)) => Operand::Fn(id),
            Value::Operand(operand) => {
                let ty = of.and_then(Cursor::ty).map(|t| self.unit.type_info(t));
                let span = of.and_then(|c| self.unit.sources.span(c));
                let ty = ty.unwrap_or_else(|| TypeInfo::of(TypeShape::Other));
                let temp = self.materialize(operand, ty, span);
                self.own_temporary(temp, of);
                Operand::AddrOf(Place::var(temp))
            }
            Value::Void => Operand::Const(None),
        }
    }

    /// The place that a pointer value points to.
    pub fn behind(&mut self, pointer: Operand, span: Option<Span>) -> Place {
        match pointer {
            Operand::Copy(place) => place.then(Proj::Deref),
            Operand::AddrOf(place) => place,
            other => {
                let temp = self.materialize(other, TypeInfo::of(TypeShape::Pointer), span);
                Place::var(temp).then(Proj::Deref)
            }
        }
    }

    /// Lowers an expression.
    pub fn expr(&mut self, cursor: Cursor<'tu>) -> Value {
        match cursor.kind() {
            CursorKind::UnexposedExpr => self.implicit(cursor),
            CursorKind::ParenExpr => match last_expression(cursor) {
                Some(inner) => self.expr(inner),
                None => Value::number(),
            },
            CursorKind::DeclRefExpr => self.reference(cursor),
            CursorKind::MemberRefExpr => self.member(cursor),
            CursorKind::CallExpr => self.call(cursor),
            CursorKind::ArraySubscriptExpr => self.subscript(cursor),
            CursorKind::UnaryOperator => self.unary(cursor),
            CursorKind::BinaryOperator => self.binary(cursor),
            CursorKind::CompoundAssignOperator => self.compound_assignment(cursor),
            CursorKind::ConditionalOperator => self.conditional(cursor),
            CursorKind::CStyleCastExpr
            | CursorKind::CXXStaticCastExpr
            | CursorKind::CXXReinterpretCastExpr
            | CursorKind::CXXConstCastExpr
            | CursorKind::CXXFunctionalCastExpr
            | CursorKind::CXXAddrspaceCastExpr
            | CursorKind::BuiltinBitCastExpr => self.cast(cursor),
            CursorKind::CXXDynamicCastExpr => {
                let value = self.cast(cursor);
                if !is_pointer(cursor) {
                    self.model_call("__cxa_bad_cast", None, Vec::new(), None, None);
                }
                value
            }
            CursorKind::IntegerLiteral => Value::Operand(Operand::Const(cursor.evaluate_int())),
            CursorKind::FloatingLiteral
            | CursorKind::CharacterLiteral
            | CursorKind::ImaginaryLiteral
            | CursorKind::CXXBoolLiteralExpr
            | CursorKind::CXXNullPtrLiteralExpr
            | CursorKind::GNUNullExpr
            | CursorKind::SizeOfPackExpr
            | CursorKind::RequiresExpr
            | CursorKind::ConceptSpecializationExpr => Value::number(),
            // The operand of `typeid` and `sizeof` is evaluated only in some cases.
            CursorKind::CXXTypeidExpr | CursorKind::UnaryExpr => {
                let calls = || cursor.find(|c| c.kind() == CursorKind::CallExpr).is_some();
                if cursor.evaluate_int().is_none() && (self.has_brackets(cursor) || calls()) {
                    self.opaque_expression(cursor, &cursor.children());
                }
                if cursor.kind() == CursorKind::CXXTypeidExpr {
                    self.model_call("__cxa_bad_typeid", None, Vec::new(), None, None);
                }
                Value::number()
            }
            CursorKind::StringLiteral => Value::Operand(Operand::Str),
            CursorKind::CXXThisExpr => match self.unit.module.function(self.id).this {
                Some(this) => Value::Operand(Operand::Copy(Place::var(this))),
                None => self.captured_this(),
            },
            CursorKind::InitListExpr => self.initializer_list(cursor),
            CursorKind::CompoundLiteralExpr => match last_expression(cursor) {
                Some(inner) => self.expr(inner),
                None => Value::number(),
            },
            CursorKind::CXXNewExpr => self.new_expression(cursor),
            CursorKind::CXXDeleteExpr => self.delete_expression(cursor),
            CursorKind::LambdaExpr => self.lambda(cursor),
            CursorKind::CXXThrowExpr => {
                let exception = Place::var(self.unit.exception());
                let inner = cursor.children().into_iter().next();
                if inner.is_none() {
                    let again = Operand::Copy(exception.clone());
                    self.emit(StmtKind::Read(again), None);
                }
                if let Some(inner) = inner {
                    let from = self.temps.len();
                    self.initialize(exception, inner);
                    self.end_temps(from);
                }
                self.throw();
                Value::Void
            }
            CursorKind::StmtExpr => self.statement_expression(cursor),
            CursorKind::PackExpansionExpr | CursorKind::TypeRef | CursorKind::NamespaceRef => {
                Value::number()
            }
            _ => {
                self.unknown("expression", cursor);
                Value::Operand(Operand::Unknown)
            }
        }
    }

    /// `({ …; value; })`
    fn statement_expression(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(compound) = cursor.children().into_iter().next() else { return Value::Void };
        let children = compound.children();
        let Some((last, before)) = children.split_last() else { return Value::Void };
        self.open_scope();
        let outer = std::mem::replace(&mut self.inside_expression, true);
        before.iter().for_each(|child| self.statement(*child));
        let value = match crate::stmt::is_statement(last.kind()) {
            true => {
                self.statement(*last);
                Value::Void
            }
            false => {
                let operand = self.rvalue(*last);
                let ty = last.ty().map(|t| self.unit.type_info(t));
                let span = self.unit.sources.span(*last);
                let ty = ty.unwrap_or_else(|| TypeInfo::of(TypeShape::Other));
                Value::Operand(Operand::Copy(Place::var(self.materialize(operand, ty, span))))
            }
        };
        self.close_scope(None);
        self.inside_expression = outer;
        value
    }

    /// `this` inside a closure is that of the enclosing method.
    fn captured_this(&mut self) -> Value {
        let enclosing = self.unit.module.function(self.id).encloses;
        match enclosing.and_then(|f| self.unit.module.function(f).this) {
            Some(this) => Value::Operand(Operand::Copy(Place::var(this))),
            None => Value::Operand(Operand::Unknown),
        }
    }

    /// An implicit conversion, or a node that libclang does not show.
    fn implicit(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(inner) = last_expression(cursor) else { return Value::number() };
        let children = cursor.children();
        let operands = children.iter().filter(|c| !is_reference_to_type(**c)).count();
        if operands > 1 || !is_conversion(inner, cursor) {
            return self.opaque_expression(cursor, &children);
        }
        let value = self.expr(inner);
        match value {
            Value::Place(place) if is_array(strip(inner)) && is_pointer(cursor) => {
                Value::Operand(Operand::AddrOf(place))
            }
            // Converted to another type, it is another object.
            Value::Place(place) if converts_scalar(inner, cursor) => {
                Value::Operand(Operand::Copy(place))
            }
            other => other,
        }
    }

    /// Something with several operands, each of which may be evaluated: the result is any of them, or
    /// something else.
    fn opaque_expression(&mut self, cursor: Cursor<'tu>, children: &[Cursor<'tu>]) -> Value {
        let mut values = vec![Operand::Unknown];
        for child in children.iter().filter(|c| c.kind().is_expression()) {
            let before = self.cur;
            let after = self.new_block();
            self.edge(before, after);
            let evaluated = self.new_block();
            self.edge(before, evaluated);
            self.switch_to(evaluated);
            values.push(self.rvalue(*child));
            self.goto(after);
            self.switch_to(after);
        }
        self.unknown("expression", cursor);
        Value::Operand(Operand::AnyOf(values))
    }

    /// Whether an expression is written with brackets: `sizeof` of an array of variable length, say, whose
    /// length libclang does not show.
    fn has_brackets(&mut self, cursor: Cursor<'tu>) -> bool {
        let Some(span) = self.unit.sources.span(cursor) else { return false };
        let text = self.unit.sources.text(span.file);
        text.get(span.start as usize..span.end as usize).is_some_and(|t| t.contains(&b'['))
    }

    fn cast(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(inner) = last_expression(cursor) else { return Value::number() };
        let value = self.expr(inner);
        match value {
            Value::Place(place) if is_array(strip(inner)) && is_pointer(cursor) => {
                Value::Operand(Operand::AddrOf(place))
            }
            // A cast to a reference names the same object; any other cast reads it.
            Value::Place(place) if is_scalar(cursor) => match names_reference(cursor, inner) {
                Some(true) => Value::Place(place),
                Some(false) => Value::Operand(Operand::Copy(place)),
                None => self.same_or_copy(cursor, place),
            },
            Value::Place(place) => Value::Place(place),
            other => other,
        }
    }

    /// What a cast denotes that names the object at `place`, or else makes another with its value.
    fn same_or_copy(&mut self, cast: Cursor<'tu>, place: Place) -> Value {
        let span = self.unit.sources.span(cast);
        let ty = cast.ty().map(|t| self.unit.type_info(t));
        let ty = ty.unwrap_or_else(|| TypeInfo::of(TypeShape::Other));
        let copy = self.materialize(Operand::Copy(place.clone()), ty, span);
        self.own_temporary(copy, Some(cast));
        let same = self.address(Value::Place(place), None);
        let either = Operand::AnyOf(vec![same, Operand::AddrOf(Place::var(copy))]);
        let pointer = self.materialize(either, TypeInfo::of(TypeShape::Pointer), span);
        Value::Place(Place::var(pointer).then(Proj::Deref))
    }

    fn reference(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(decl) = cursor.referenced() else { return self.opaque(cursor) };
        match decl.kind() {
            CursorKind::VarDecl | CursorKind::ParmDecl => Value::Place(self.variable_place(decl)),
            CursorKind::EnumConstantDecl => Value::Operand(Operand::Const(decl.enum_value())),
            kind if crate::unit::is_function(kind) => {
                Value::Operand(self.unit.function_value(decl))
            }
            _ => self.opaque(cursor),
        }
    }

    /// A name of an unknown kind (a structured binding, the argument of a template): a number, or
    /// an address of anything visible here.
    fn opaque(&mut self, cursor: Cursor<'tu>) -> Value {
        let ty = cursor.ty().map(Type::canonical);
        if ty
            .is_some_and(|t| t.is_integral() || matches!(t.kind(), TypeKind::Bool | TypeKind::Enum))
        {
            // A variable of such a type may be bound all the same.
            let literal = cursor
                .referenced()
                .is_none_or(|r| r.kind() == CursorKind::NonTypeTemplateParameter);
            if literal {
                return Value::number();
            }
        }
        let touches = self.visible();
        let span = self.unit.sources.span(cursor);
        self.emit(StmtKind::Unknown { why: "name of an unknown kind".into(), touches }, span);
        Value::Operand(Operand::Unknown)
    }

    /// The place of a variable: what it refers to, for references.
    pub fn variable_place(&mut self, decl: Cursor<'tu>) -> Place {
        self.first_use_of(decl);
        let owner = match self.unit.known_var(decl) {
            Some(_) => None,
            None if decl.has_global_storage() => None,
            None => Some(self.id),
        };
        let var = self.unit.var(decl, owner);
        let place = Place::var(var);
        match self.unit.module.var(var).ty.shape {
            TypeShape::Reference => place.then(Proj::Deref),
            _ => place,
        }
    }

    fn member(&mut self, cursor: Cursor<'tu>) -> Value {
        let member = cursor.referenced();
        if let Some(decl) = member {
            match decl.kind() {
                CursorKind::VarDecl => return Value::Place(self.variable_place(decl)),
                CursorKind::EnumConstantDecl => return Value::number(),
                kind if crate::unit::is_function(kind) => {
                    return Value::Operand(self.unit.function_value(decl));
                }
                _ => {}
            }
        }
        let object = match cursor.children().into_iter().find(|c| !is_reference_to_type(*c)) {
            Some(base) => self.object_place(base),
            None => match self.captured_or_own_this() {
                Operand::Copy(place) => place.then(Proj::Deref),
                other => self.behind(other, None),
            },
        };
        let place = match member {
            Some(member) => self.unit.member_place(object, member),
            None => object,
        };
        // A member of reference type names what it refers to.
        let is_reference = member.and_then(Cursor::ty).is_some_and(Type::is_reference);
        Value::Place(if is_reference { place.then(Proj::Deref) } else { place })
    }

    /// The object pointer of the function, or of the method around a closure.
    pub fn captured_or_own_this(&mut self) -> Operand {
        let function = self.unit.module.function(self.id);
        match (function.encloses, function.this) {
            (None, Some(this)) => Operand::Copy(Place::var(this)),
            _ => match self.captured_this() {
                Value::Operand(operand) => operand,
                _ => Operand::Unknown,
            },
        }
    }

    /// The object that `base` denotes in `base.member` or `base->member`.
    pub fn object_place(&mut self, base: Cursor<'tu>) -> Place {
        let through_pointer = is_pointer(base);
        let value = self.expr(base);
        let span = self.unit.sources.span(base);
        if through_pointer {
            let pointer = self.load(value, base);
            return self.behind(pointer, span);
        }
        match value {
            Value::Place(place) => place,
            other => {
                let address = self.address(other, Some(base));
                self.behind(address, span)
            }
        }
    }

    fn subscript(&mut self, cursor: Cursor<'tu>) -> Value {
        let children = cursor.children();
        let [left, right] = children[..] else { return Value::Operand(Operand::Unknown) };
        // `i[p]` is legal, too.
        let (base, index) = match is_pointer(right) && !is_pointer(left) && !is_array(strip(left)) {
            true => (right, left),
            false => (left, right),
        };
        let base_value = self.rvalue(base);
        let index_value = self.rvalue(index);
        self.note_read(index_value, index);
        let span = self.unit.sources.span(cursor);
        Value::Place(self.behind(base_value, span).then(Proj::Index))
    }

    /// Emits the read of a value that nothing else in the IR holds.
    fn note_read(&mut self, value: Operand, cursor: Cursor<'tu>) {
        if !value.reads().is_empty() {
            let span = self.unit.sources.span(cursor);
            self.emit(StmtKind::Read(value), span);
        }
    }

    fn unary(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(inner) = last_expression(cursor) else { return Value::number() };
        let span = self.unit.sources.span(cursor);
        match cursor.unary_operator() {
            Some(UnaryOperator::AddrOf) => {
                let value = self.expr(inner);
                Value::Operand(self.address(value, Some(inner)))
            }
            Some(UnaryOperator::Deref) => {
                let pointer = self.rvalue(inner);
                match pointer {
                    Operand::Fn(id) => Value::Operand(Operand::Fn(id)),
                    pointer => Value::Place(self.behind(pointer, span)),
                }
            }
            Some(
                UnaryOperator::PostInc
                | UnaryOperator::PostDec
                | UnaryOperator::PreInc
                | UnaryOperator::PreDec,
            ) => match self.expr(inner) {
                Value::Place(place) => {
                    let src = Operand::AnyOf(vec![Operand::Copy(place.clone())]);
                    self.emit(StmtKind::Assign { dst: place.clone(), src }, span);
                    match cursor.unary_operator() {
                        Some(UnaryOperator::PreInc | UnaryOperator::PreDec) => Value::Place(place),
                        _ => Value::Operand(Operand::Copy(place)),
                    }
                }
                other => other,
            },
            Some(UnaryOperator::Extension) => self.expr(inner),
            Some(UnaryOperator::Plus) => Value::Operand(self.rvalue(inner)),
            _ => {
                let value = self.rvalue(inner);
                if may_carry_address(cursor)
                    && may_carry_address(strip(inner))
                    && carries_address(&value)
                {
                    return Value::Operand(Operand::AnyOf(vec![value]));
                }
                self.note_read(value, inner);
                Value::number()
            }
        }
    }

    fn binary(&mut self, cursor: Cursor<'tu>) -> Value {
        let children = cursor.children();
        let [left, right] = children[..] else {
            self.unknown("operator", cursor);
            return Value::Operand(Operand::Unknown);
        };
        match cursor.binary_operator() {
            Some(BinaryOperator::Assign) => self.assignment(cursor, left, right),
            Some(BinaryOperator::Comma) => {
                self.expr(left);
                self.expr(right)
            }
            Some(BinaryOperator::LAnd | BinaryOperator::LOr) => {
                let value = self.rvalue(left);
                self.note_read(value, left);
                let from = self.cur;
                let join = self.new_block();
                self.edge(from, join);
                let then = self.new_block();
                self.edge(from, then);
                self.switch_to(then);
                let value = self.rvalue(right);
                self.note_read(value, right);
                self.goto(join);
                self.switch_to(join);
                Value::number()
            }
            Some(BinaryOperator::PtrMemD | BinaryOperator::PtrMemI) => {
                self.unknown("pointer to member", cursor);
                Value::Operand(Operand::Unknown)
            }
            _ => {
                let a = self.rvalue(left);
                let b = self.rvalue(right);
                self.arithmetic(cursor, (left, a), (right, b))
            }
        }
    }

    /// The result of an arithmetic operator: an address only if the type can hold one.
    fn arithmetic(
        &mut self,
        cursor: Cursor<'tu>,
        (left, a): (Cursor<'tu>, Operand),
        (right, b): (Cursor<'tu>, Operand),
    ) -> Value {
        if is_pointer(cursor) {
            let (pointer, (offset, offset_cursor)) = match is_pointer(left) || is_array(strip(left))
            {
                true => (a, (b, right)),
                false => (b, (a, left)),
            };
            let stays = matches!(offset, Operand::Const(Some(0)));
            self.note_read(offset, offset_cursor);
            return Value::Operand(match is_byte_pointer(cursor) && !stays {
                true => Operand::Within(Box::new(pointer)),
                false => pointer,
            });
        }
        let carries = |cursor: Cursor<'tu>, value: &Operand| {
            may_carry_address(strip(cursor)) && carries_address(value)
        };
        if may_carry_address(cursor) && (carries(left, &a) || carries(right, &b)) {
            return Value::Operand(Operand::Within(Box::new(Operand::AnyOf(vec![a, b]))));
        }
        self.note_read(a, left);
        self.note_read(b, right);
        Value::number()
    }

    fn assignment(&mut self, cursor: Cursor<'tu>, left: Cursor<'tu>, right: Cursor<'tu>) -> Value {
        let src = self.rvalue(right);
        let span = self.unit.sources.span(cursor);
        match self.expr(left) {
            Value::Place(dst) => {
                self.emit(StmtKind::Assign { dst: dst.clone(), src }, span);
                Value::Place(dst)
            }
            other => {
                self.note_read(src, right);
                self.unknown("assignment", cursor);
                other
            }
        }
    }

    fn compound_assignment(&mut self, cursor: Cursor<'tu>) -> Value {
        let children = cursor.children();
        let [left, right] = children[..] else { return Value::Operand(Operand::Unknown) };
        let value = self.rvalue(right);
        let span = self.unit.sources.span(cursor);
        match self.expr(left) {
            Value::Place(place) => {
                let mut parts = vec![Operand::Copy(place.clone())];
                match may_carry_address(left)
                    && may_carry_address(strip(right))
                    && carries_address(&value)
                    && !is_pointer(left)
                {
                    true => parts.push(value),
                    false => self.note_read(value, right),
                }
                let src = match is_byte_pointer(left) || parts.len() > 1 {
                    true => Operand::Within(Box::new(Operand::AnyOf(parts))),
                    false => Operand::AnyOf(parts),
                };
                self.emit(StmtKind::Assign { dst: place.clone(), src }, span);
                Value::Place(place)
            }
            other => other,
        }
    }

    fn conditional(&mut self, cursor: Cursor<'tu>) -> Value {
        let children = cursor.children();
        let [condition, yes, no] = children[..] else {
            self.unknown("conditional expression", cursor);
            return Value::Operand(Operand::Unknown);
        };
        let value = self.rvalue(condition);
        self.note_read(value, condition);
        let from = self.cur;
        let join = self.new_block();
        let span = self.unit.sources.span(cursor);
        let mut arms = Vec::new();
        for arm in [yes, no] {
            let block = self.new_block();
            self.edge(from, block);
            self.switch_to(block);
            let value = self.expr(arm);
            arms.push((arm, value, self.cur));
        }
        let result = self.join_arms(cursor, arms, span, join);
        self.switch_to(join);
        result
    }

    fn join_arms(
        &mut self,
        cursor: Cursor<'tu>,
        arms: Vec<(Cursor<'tu>, Value, ir::BlockId)>,
        span: Option<Span>,
        join: ir::BlockId,
    ) -> Value {
        let ty = cursor.ty().map(|t| self.unit.type_info(t));
        let lvalue = arms.iter().all(|(_, v, _)| matches!(v, Value::Place(_)));
        let void = arms.iter().any(|(_, v, _)| matches!(v, Value::Void));
        let shape = if lvalue { TypeShape::Pointer } else { TypeShape::Other };
        let ty = ty.filter(|_| !lvalue).unwrap_or_else(|| TypeInfo::of(shape));
        let temp = self.temp(ty);
        for (arm, value, end) in arms {
            self.switch_to(end);
            if !void {
                let src = match lvalue {
                    true => self.address(value, Some(arm)),
                    false => self.load(value, arm),
                };
                self.emit(StmtKind::Assign { dst: Place::var(temp), src }, span);
            }
            self.goto(join);
        }
        match (void, lvalue) {
            (true, _) => Value::Void,
            (_, true) => Value::Place(Place::var(temp).then(Proj::Deref)),
            _ => Value::Operand(Operand::Copy(Place::var(temp))),
        }
    }

    /// A braced list used as a value: an unnamed object that holds the elements.
    fn initializer_list(&mut self, cursor: Cursor<'tu>) -> Value {
        let temp = self.object_temp(cursor.ty());
        // Before it is filled: an exception finds some of the elements made.
        self.own_temporary(temp, Some(cursor));
        self.initialize(Place::var(temp), cursor);
        Value::Place(Place::var(temp))
    }

    /// Says that anything may happen here to what the code at `cursor` names, and more if it calls.
    pub fn unknown(&mut self, why: &str, cursor: Cursor<'tu>) {
        let mut touches = Vec::new();
        let mut calls = false;
        cursor.visit(|child, _| {
            calls |= matches!(
                child.kind(),
                CursorKind::CallExpr
                    | CursorKind::CXXNewExpr
                    | CursorKind::CXXDeleteExpr
                    | CursorKind::LambdaExpr
            );
            if matches!(child.kind(), CursorKind::DeclRefExpr | CursorKind::VariableRef) {
                if let Some(decl) = child.referenced() {
                    if matches!(decl.kind(), CursorKind::VarDecl | CursorKind::ParmDecl) {
                        touches.push(decl);
                    }
                }
            }
            clang_ast::Visit::Recurse
        });
        let mut touches: Vec<Operand> =
            touches.into_iter().map(|decl| Operand::AddrOf(self.variable_place(decl))).collect();
        if calls {
            self.unit.leak_named_in(cursor);
            touches.extend(self.visible());
        }
        let span = self.unit.sources.span(cursor);
        self.emit(StmtKind::Unknown { why: why.to_owned(), touches }, span);
    }

    /// Says that more may happen to what `place` reaches.
    pub fn unknown_on(&mut self, why: &str, place: Place) {
        let touches = vec![Operand::AddrOf(place)];
        self.emit(StmtKind::Unknown { why: why.to_owned(), touches }, None);
    }

    /// An object made by an expression; when it ends is for [`own_temporary`] to say.
    ///
    /// [`own_temporary`]: FunctionLowering::own_temporary
    pub fn object_temp(&mut self, ty: Option<Type<'tu>>) -> VarId {
        let info = ty.map(|t| self.unit.type_info(t));
        let temp = self.temp(info.unwrap_or_else(|| TypeInfo::of(TypeShape::Record)));
        if let Some(ty) = ty {
            self.unit.note_record_type(temp, ty);
        }
        temp
    }
}

fn is_reference_to_type(cursor: Cursor<'_>) -> bool {
    matches!(
        cursor.kind(),
        CursorKind::TypeRef | CursorKind::TemplateRef | CursorKind::NamespaceRef
    )
}

pub(crate) fn is_array(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| t.non_reference().canonical().is_array())
}

pub(crate) fn is_pointer(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| t.non_reference().canonical().is_pointer())
}

/// Whether an expression is a number or a pointer.
fn is_scalar(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| scalar_name(t).is_some())
}

/// The name of a type of numbers or pointers, without qualifiers.
fn scalar_name(ty: Type<'_>) -> Option<String> {
    let ty = ty.non_reference().canonical().unqualified();
    let other = ty.is_record()
        || ty.is_array()
        || ty.is_function()
        || matches!(ty.kind(), TypeKind::Unexposed | TypeKind::Dependent | TypeKind::Void);
    (!other).then(|| ty.spelling())
}

/// Whether a conversion makes a number or pointer of one type from one of another.
fn converts_scalar(from: Cursor<'_>, to: Cursor<'_>) -> bool {
    match (from.ty().and_then(scalar_name), to.ty().and_then(scalar_name)) {
        // Qualifiers inside of pointers are added in place.
        (Some(a), Some(b)) => a != b && !(is_pointer(from) && is_pointer(to)),
        _ => false,
    }
}

/// Whether a cast between numbers or pointers names a type of references, which libclang does not show;
/// `None` where that depends on a template's arguments.
fn names_reference(cast: Cursor<'_>, operand: Cursor<'_>) -> Option<bool> {
    if converts_scalar(operand, cast) && cast.kind() != CursorKind::CXXReinterpretCastExpr {
        return Some(false);
    }
    let end = operand.span().map(|s| s.start)?;
    let mut before = cast.tokens().into_iter().take_while(|token| token.offset < end).peekable();
    before.peek()?;
    if before.any(|t| t.spelling == "&" || t.spelling == "&&") {
        return Some(true);
    }
    let mut names = Some(false);
    for named in cast.children().into_iter().filter(|c| c.kind() == CursorKind::TypeRef) {
        let decl = named.referenced()?;
        match decl.kind() {
            CursorKind::TypedefDecl | CursorKind::TypeAliasDecl => {
                let ty = decl.underlying_type()?;
                names = names.map(|found| found || ty.canonical().is_reference());
            }
            CursorKind::StructDecl
            | CursorKind::ClassDecl
            | CursorKind::UnionDecl
            | CursorKind::EnumDecl => {}
            _ => names = None,
        }
    }
    names
}

/// Whether a pointer counts bytes: arithmetic on it may lead from one member of an object to another.
fn is_byte_pointer(cursor: Cursor<'_>) -> bool {
    let pointee = cursor.ty().and_then(|t| t.non_reference().canonical().pointee());
    pointee.is_some_and(|t| {
        let t = t.canonical();
        t.size_of().is_none_or(|size| size <= 1)
    })
}

/// Whether an implicit conversion can lead from one expression to the other. What libclang does not
/// show may be something else: `va_arg`, say, has the list as its only child.
fn is_conversion(inner: Cursor<'_>, outer: Cursor<'_>) -> bool {
    let (Some(from), Some(to)) = (inner.ty(), outer.ty()) else { return true };
    let (from, to) = (from.non_reference().canonical(), to.non_reference().canonical());
    let of_list = |ty: Type<'_>| ty.spelling().contains("va_list");
    if of_list(from) && !of_list(to) {
        return false;
    }
    match (
        from.element_type().filter(|_| from.is_array()),
        to.pointee().filter(|_| to.is_pointer()),
    ) {
        (Some(element), Some(pointee)) => {
            element.canonical().unqualified().spelling()
                == pointee.canonical().unqualified().spelling()
        }
        _ => true,
    }
}

/// Whether a value of the expression's type is wide enough for an address.
fn may_carry_address(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| {
        let t = t.canonical();
        t.is_pointer() || (t.is_integral() && t.size_of().is_none_or(|size| size >= 8))
    })
}

/// Whether an operand may be an address at all.
fn carries_address(operand: &Operand) -> bool {
    match operand {
        Operand::Const(_) => false,
        Operand::AnyOf(all) => all.iter().any(carries_address),
        Operand::Within(inner) => carries_address(inner),
        _ => true,
    }
}
