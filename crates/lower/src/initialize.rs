//! Initialisers: expressions, and braced lists, which libclang shows as they are written: without the
//! conversions of their elements, the elements that are left out, and the inner braces that are.

use crate::construct::{initialises_fields, is_constructor_of};
use crate::copy::Copying;
use crate::expr::{strip, Value};
use crate::function::FunctionLowering;
use crate::unit::{class_of, is_hidden_instance, members, MAX_DEPTH};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{Callee, Operand, Place, Proj, StmtKind, VarKind};
use std::iter::Peekable;
use std::vec::IntoIter;

/// The elements of a list that are not used yet.
type Elements<'tu> = Peekable<IntoIter<Cursor<'tu>>>;

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Initialises `place` with an initialiser expression.
    pub fn initialize(&mut self, place: Place, init: Cursor<'tu>) {
        let inner = strip(init);
        let span = self.unit.sources.span(init);
        if let Some((source, element)) = array_copy(init) {
            return self.copy_array(place, source, element);
        }
        match inner.kind() {
            CursorKind::InitListExpr if !behind_list(init) => match inner.ty() {
                Some(ty) => self.initialize_from_list(place, ty, inner),
                None => self.unknown("list", inner),
            },
            CursorKind::CXXFunctionalCastExpr if is_record(inner) => {
                match inner.children().into_iter().next_back() {
                    Some(last) => self.initialize(place, last),
                    None => {
                        self.emit(StmtKind::Assign { dst: place, src: Operand::Const(None) }, span)
                    }
                }
            }
            CursorKind::CallExpr
                if inner.referenced().is_some_and(|r| r.kind() == CursorKind::Constructor) =>
            {
                self.construct(place, inner);
            }
            _ => {
                // The object that a call returns is made in its place.
                self.result_in = Some((inner, place.clone()));
                let src = self.rvalue(init);
                self.result_in = None;
                if src != Operand::Copy(place.clone()) {
                    self.emit(StmtKind::Assign { dst: place, src }, span);
                }
            }
        }
    }

    /// Copies an array, element by element.
    fn copy_array(&mut self, place: Place, source: Cursor<'tu>, element: Cursor<'tu>) {
        let at = place.then(Proj::Index);
        let value = self.expr(source);
        match (value, strip(element).kind()) {
            (_, CursorKind::CallExpr) => self.initialize(at, element),
            (Value::Place(from), _) => {
                let span = self.unit.sources.span(source);
                let src = Operand::Copy(from.then(Proj::Index));
                self.emit(StmtKind::Assign { dst: at, src }, span);
            }
            _ => self.unknown("copy of an array", source),
        }
    }

    /// Initialises an object of a known type; a reference is bound.
    pub fn initialize_as(&mut self, place: Place, ty: Type<'tu>, init: Cursor<'tu>) {
        let inner = strip(init);
        if ty.canonical().is_reference() {
            let value = self.expr(init);
            let src = self.address(value, Some(init));
            let span = self.unit.sources.span(init);
            return self.emit(StmtKind::Assign { dst: place, src }, span);
        }
        match inner.kind() {
            CursorKind::InitListExpr if !behind_list(init) => {
                self.initialize_from_list(place, ty, inner);
            }
            _ => self.initialize(place, init),
        }
    }

    fn initialize_from_list(&mut self, place: Place, ty: Type<'tu>, list: Cursor<'tu>) {
        let span = self.unit.sources.span(list);
        // The rest of the object becomes zero.
        self.emit(StmtKind::Assign { dst: place.clone(), src: Operand::Const(Some(0)) }, span);
        let ty = ty.canonical();
        let values: Vec<Cursor<'tu>> =
            list.children().into_iter().filter(|c| !c.kind().is_reference()).collect();
        if ty.is_record() && !is_aggregate(ty) {
            return match values.is_empty() {
                true => self.construct_member(place, ty, 0),
                false => self.construct_from(place, ty, &values),
            };
        }
        let mut elements = values.into_iter().peekable();
        self.fill(&place, ty, &mut elements, true);
        elements.for_each(|element| self.discarded(element));
    }

    /// Initialises the parts of an aggregate with the next elements, and the others as a list does that
    /// leaves them out.
    fn fill(&mut self, place: &Place, ty: Type<'tu>, elements: &mut Elements<'tu>, braced: bool) {
        if let Some(element) = ty.element_type().filter(|_| ty.is_array()) {
            return self.fill_array(place, ty, element.canonical(), elements);
        }
        if !ty.is_record() {
            if let Some(element) = elements.next() {
                self.convert(place.clone(), ty, element);
            }
            return;
        }
        let Some(record) = class_of(ty) else { return };
        let fields = ty.fields();
        let mut given = vec![false; fields.len()];
        for base in self.bases(record, place) {
            match elements.peek().is_some_and(|e| designated(*e).is_none()) {
                true => self.fill_one(place.clone(), base, elements),
                false => self.construct_member(place.clone(), base, 0),
            }
        }
        let mut next = 0;
        while let Some(element) = elements.peek().copied() {
            if let Some((path, value)) = designated(element) {
                if !braced {
                    break;
                }
                elements.next();
                let at = fields.iter().position(|f| Some(f) == path.first());
                next = at.map_or(next, |at| at + 1);
                at.into_iter().for_each(|at| given[at] = true);
                let place = path.iter().fold(place.clone(), |p, f| self.unit.member_place(p, *f));
                match path.last().and_then(|f| f.ty()) {
                    Some(ty) => self.convert(place, ty.canonical(), value),
                    None => self.initialize(place, value),
                }
                continue;
            }
            let Some(field) = fields.get(next) else { break };
            given[next] = true;
            next += 1;
            let target = self.unit.member_place(place.clone(), *field);
            match field.ty() {
                Some(ty) => self.fill_one(target, ty, elements),
                None => self.initialize(target, element),
            }
            if record.kind() == CursorKind::UnionDecl {
                return;
            }
        }
        if is_hidden_instance(record) && initialises_fields(record) {
            self.hidden_code("initialisers of a template instance", Some(record), place.clone());
        }
        for (field, _) in fields.into_iter().zip(given).filter(|(_, given)| !given) {
            self.construct_field(place, field, 0);
        }
    }

    fn fill_array(
        &mut self,
        place: &Place,
        ty: Type<'tu>,
        element: Type<'tu>,
        elements: &mut Elements<'tu>,
    ) {
        let size = ty.array_size();
        let at = place.clone().then(Proj::Index);
        let mut given = 0;
        while size.is_none_or(|size| given < size) {
            let Some(next) = elements.peek().copied() else {
                return self.construct_member(at, element, 0);
            };
            if element_designator(next) {
                // `[3] = value`: the value comes last.
                elements.next();
                if let Some(value) = next.children().into_iter().next_back() {
                    self.convert(at.clone(), element, value);
                }
            } else {
                self.fill_one(at.clone(), element, elements);
            }
            given += 1;
        }
    }

    /// Initialises one part: with an element, or with as many as it has parts when its braces are left
    /// out.
    fn fill_one(&mut self, place: Place, ty: Type<'tu>, elements: &mut Elements<'tu>) {
        let Some(element) = elements.peek().copied() else { return };
        let ty = ty.canonical();
        let inner = strip(element);
        let whole = inner.kind() == CursorKind::InitListExpr
            || inner.kind() == CursorKind::StringLiteral
            || ty.is_reference()
            || !(ty.is_array() || ty.is_record() && is_aggregate(ty))
            || same_class(inner, ty)
            || converts_to_class(inner);
        match whole {
            true => {
                elements.next();
                self.convert(place, ty, element);
            }
            false => self.fill(&place, ty, elements, false),
        }
    }

    /// Initialises `place` with an element, which is converted to the type.
    fn convert(&mut self, place: Place, ty: Type<'tu>, element: Cursor<'tu>) {
        let inner = strip(element);
        let from = inner.ty().map(|t| t.non_reference().canonical());
        let from_class = from.filter(|t| t.is_record());
        if inner.kind() == CursorKind::InitListExpr || ty.is_reference() {
            return self.initialize_as(place, ty, element);
        }
        if ty.is_record() {
            return match same_class(inner, ty) {
                true if inner.kind() == CursorKind::CallExpr => self.initialize(place, element),
                true => self.copy_object(place, ty, element),
                false => self.construct_from(place, ty, &[element]),
            };
        }
        match from_class {
            Some(class) => self.convert_object(place, class, element),
            None => self.initialize(place, element),
        }
    }

    fn copy_object(&mut self, place: Place, ty: Type<'tu>, element: Cursor<'tu>) {
        let span = self.unit.sources.span(element);
        let src = self.rvalue(element);
        self.emit(StmtKind::Assign { dst: place.clone(), src: src.clone() }, span);
        if let Operand::Copy(from) = src {
            self.copy_member(place, from, ty, Copying::Construct, 0);
        }
    }

    /// Calls the function that converts an object to a value.
    fn convert_object(&mut self, place: Place, class: Type<'tu>, element: Cursor<'tu>) {
        let record = class_of(class);
        let functions: Vec<Cursor<'tu>> = record
            .map(members)
            .unwrap_or_default()
            .into_iter()
            .filter(|c| c.kind() == CursorKind::ConversionFunction)
            .collect();
        let object = self.expr(element);
        let this = self.address(object, Some(element));
        let span = self.unit.sources.span(element);
        match functions[..] {
            [function] if record.is_some_and(|r| !is_hidden_instance(r)) => {
                let result = function.result_type().map(|t| self.unit.type_info(t));
                let dst = result.map(|ty| self.unit.add_var("", VarKind::Temp, ty, Some(self.id)));
                let callee = Callee::Direct(self.unit.function(function));
                self.implied_call(callee, Some(this), Vec::new(), dst, span);
                if let Some(dst) = dst {
                    let src = Operand::Copy(Place::var(dst));
                    self.emit(StmtKind::Assign { dst: place, src }, span);
                }
            }
            _ => {
                self.hidden_code_on("conversion", record, vec![this.clone()], span);
                let src = Operand::AnyOf(vec![this, Operand::Unknown]);
                self.emit(StmtKind::Assign { dst: place, src }, span);
            }
        }
    }
}

/// Whether a braced list is the array behind a `std::initializer_list`: an object of its own.
fn behind_list(init: Cursor<'_>) -> bool {
    crate::expr::is_array(strip(init)) && is_record(init)
}

/// The array that an initialiser copies, and the initialiser of each element, which is not written.
fn array_copy(init: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    if init.kind() != CursorKind::UnexposedExpr || !crate::expr::is_array(init) {
        return None;
    }
    match init.children()[..] {
        [source, element] if crate::expr::is_array(source) => {
            let written = element.span().is_some_and(|s| s.end > s.start);
            (!written).then_some((source, element))
        }
        _ => None,
    }
}

/// Whether a class is initialised member by member from a list.
fn is_aggregate(ty: Type<'_>) -> bool {
    let Some(record) = class_of(ty) else { return false };
    if record.is_in_system_header() {
        return ty.is_pod();
    }
    !members(record)
        .into_iter()
        .any(|c| is_constructor_of(c, record) || c.kind() == CursorKind::UsingDeclaration)
}

/// Whether an expression is an object of this class, or of one derived from it.
fn same_class(expression: Cursor<'_>, ty: Type<'_>) -> bool {
    fn is_or_derives(class: Cursor<'_>, wanted: Cursor<'_>, depth: u32) -> bool {
        class.canonical() == wanted.canonical()
            || depth < MAX_DEPTH
                && members(class.definition().unwrap_or(class))
                    .into_iter()
                    .filter(|c| c.kind() == CursorKind::CXXBaseSpecifier)
                    .filter_map(|base| base.ty()?.canonical().declaration())
                    .any(|base| is_or_derives(base, wanted, depth + 1))
    }
    let class = expression.ty().and_then(|t| t.non_reference().canonical().declaration());
    match (class, ty.declaration()) {
        (Some(class), Some(wanted)) => is_or_derives(class, wanted, 0),
        _ => false,
    }
}

/// Whether an object may turn itself into one of another class.
fn converts_to_class(expression: Cursor<'_>) -> bool {
    let ty = expression.ty().map(|t| t.non_reference().canonical());
    let Some(record) = ty.filter(|t| t.is_record()).and_then(Type::declaration) else {
        return false;
    };
    members(record.definition().unwrap_or(record)).into_iter().any(|c| {
        c.kind() == CursorKind::ConversionFunction
            && c.result_type().is_some_and(|t| t.non_reference().canonical().is_record())
    })
}

/// The fields and the value of a designated initialiser, `.a.b = value`.
fn designated(element: Cursor<'_>) -> Option<(Vec<Cursor<'_>>, Cursor<'_>)> {
    let children = element.children();
    let path: Vec<Cursor<'_>> = children
        .iter()
        .take_while(|c| c.kind() == CursorKind::MemberRef)
        .filter_map(|c| c.referenced())
        .collect();
    let value = children.last().filter(|_| !path.is_empty())?;
    Some((path, *value))
}

/// Whether an element says which one of an array it is: libclang has no kind for that.
fn element_designator(element: Cursor<'_>) -> bool {
    element.kind() == CursorKind::UnexposedExpr
        && element.children().len() > 1
        && element.tokens().first().is_some_and(|t| t.spelling == "[")
}

/// Whether an initialiser is put into the program's image: nothing of it runs.
pub(crate) fn is_constant(init: Cursor<'_>) -> bool {
    let mut constant = true;
    let mut look = |cursor: Cursor<'_>| {
        constant &= matches!(
            cursor.kind(),
            CursorKind::InitListExpr
                | CursorKind::IntegerLiteral
                | CursorKind::FloatingLiteral
                | CursorKind::CharacterLiteral
                | CursorKind::StringLiteral
                | CursorKind::CXXBoolLiteralExpr
                | CursorKind::CXXNullPtrLiteralExpr
                | CursorKind::GNUNullExpr
                | CursorKind::UnaryExpr
                | CursorKind::UnexposedExpr
                | CursorKind::ParenExpr
                | CursorKind::UnaryOperator
                | CursorKind::BinaryOperator
                | CursorKind::CStyleCastExpr
                | CursorKind::TypeRef
        );
    };
    look(init);
    init.visit(|cursor, _| {
        look(cursor);
        clang_ast::Visit::Recurse
    });
    constant
}

fn is_record(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| t.canonical().is_record())
}
