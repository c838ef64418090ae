//! Objects of class type: initialisation, copies, destruction.

use crate::expr::{strip, Value};
use crate::function::FunctionLowering;
use crate::unit::{is_closure_class, members, needs_destruction, qualified_name};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{Call, Callee, Operand, Place, Proj, ResultUse, StmtKind, VarId};

/// Deeper nesting of fields than this is treated as one unknown effect.
const MAX_DEPTH: u32 = 8;

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Initialises `place` with an initialiser expression.
    pub fn initialize(&mut self, place: Place, init: Cursor<'tu>) {
        let inner = strip(init);
        let span = self.unit.sources.span(init);
        match inner.kind() {
            CursorKind::InitListExpr => self.initialize_from_list(place, inner),
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
                let before = self.temps.len();
                let src = self.rvalue(init);
                // The object that a call made is this one now.
                if let Operand::Copy(source) = &src {
                    if source.proj.is_empty() {
                        let at = self.temps.iter().skip(before).position(|t| *t == source.var);
                        at.map(|i| self.temps.remove(before + i));
                    }
                }
                self.emit(StmtKind::Assign { dst: place, src }, span);
            }
        }
    }

    fn initialize_from_list(&mut self, place: Place, list: Cursor<'tu>) {
        let span = self.unit.sources.span(list);
        // The rest of the object becomes zero.
        self.emit(StmtKind::Assign { dst: place.clone(), src: Operand::Const(Some(0)) }, span);
        let ty = list.ty().map(Type::canonical);
        let fields = ty.filter(|t| t.is_record()).map(Type::fields).unwrap_or_default();
        for (index, element) in list.children().into_iter().enumerate() {
            let (target, element) = match designated(element) {
                Some((field, value)) => (self.unit.member_place(place.clone(), field), value),
                None => match fields.get(index) {
                    Some(field) => (self.unit.member_place(place.clone(), *field), element),
                    None => (place.clone().then(Proj::Index), element),
                },
            };
            self.initialize(target, element);
        }
    }

    /// Runs a constructor call on `place`.
    pub fn construct(&mut self, place: Place, call: Cursor<'tu>) {
        let Some(decl) = call.referenced() else { return self.unknown("constructor", call) };
        let arguments = call.arguments();
        let copies = decl.is_copy_constructor() || decl.is_move_constructor();
        let class = decl.semantic_parent();
        let closure = class.is_some_and(is_closure_class);
        if copies && arguments.len() == 1 && (closure || self.is_implicit(decl)) {
            let span = self.unit.sources.span(call);
            let src = self.rvalue(arguments[0]);
            let from = match &src {
                Operand::Copy(place) => Some(place.clone()),
                _ => None,
            };
            self.emit(StmtKind::Assign { dst: place.clone(), src }, span);
            if let (Some(from), Some(ty)) = (from, class.and_then(Cursor::ty)) {
                self.copy_members(&place, &from, ty.canonical(), Copying::Construct, 0);
            }
            return;
        }
        if self.is_implicit(decl) && arguments.is_empty() {
            if let Some(ty) = call.ty() {
                self.construct_default(place, ty.canonical(), 0);
            }
            return;
        }
        if self.is_implicit(decl) && !decl.is_in_system_header() {
            self.unknown("constructor written by the compiler", call);
            return self.unknown_on("constructor written by the compiler", place);
        }
        let parameters = decl.ty().and_then(Type::argument_types).unwrap_or_default();
        if is_inherited(decl) && !decl.is_in_system_header() {
            let args = self.arguments_for(Some(decl), &arguments, &parameters);
            return self.construct_inherited(place, decl, args, call);
        }
        let id = self.unit.function(decl);
        let args = self.arguments_for(Some(decl), &arguments, &parameters);
        let this = Some(self.address(Value::Place(place), None));
        let span = self.unit.sources.span(call);
        let callee = Callee::Direct(id);
        let result = ResultUse::Consumed;
        self.emit_call(Call { callee, args, this, dst: None, syntax: None, result }, span);
    }

    /// `using Base::Base`: the base's constructor, then what the class adds.
    fn construct_inherited(
        &mut self,
        place: Place,
        decl: Cursor<'tu>,
        args: Vec<Operand>,
        call: Cursor<'tu>,
    ) {
        let class = decl.semantic_parent().map(|c| c.definition().unwrap_or(c));
        let span = self.unit.sources.span(call);
        let this = self.address(Value::Place(place.clone()), None);
        match class.and_then(|class| inherited_from(class, decl, 0)) {
            Some((_, own)) => {
                let callee = Callee::Direct(self.unit.function(own));
                let (this, result) = (Some(this), ResultUse::Consumed);
                self.emit_call(Call { callee, args, this, dst: None, syntax: None, result }, span);
            }
            None => {
                // libclang does not show the constructors of a template's instance.
                let mut touches = self.visible();
                touches.extend(args);
                touches.push(this);
                let why = "inherited constructor".to_owned();
                self.emit(StmtKind::Unknown { why, touches }, span);
            }
        }
        let Some(class) = class else { return };
        for base in class.bases().into_iter().filter_map(Cursor::ty).map(Type::canonical) {
            let gives = |(from, _): (Cursor<'tu>, _)| Some(from) == base.declaration();
            if !inherited_from(class, decl, 0).is_some_and(gives) {
                self.construct_member(place.clone(), base, 0);
            }
        }
        for field in class.ty().map(|t| t.canonical().fields()).unwrap_or_default() {
            self.construct_field(&place, field, 0);
        }
    }

    /// What a memberwise copy runs beside copying bytes: the copy constructors or assignments of
    /// members and bases that have some.
    pub fn copy_members(
        &mut self,
        dst: &Place,
        src: &Place,
        ty: Type<'tu>,
        how: Copying,
        depth: u32,
    ) {
        let Some(record) = ty.declaration().and_then(|d| d.definition().or(Some(d))) else {
            return;
        };
        if !ty.is_record() || ty.is_pod() || is_closure_class(record) {
            return;
        }
        if depth > MAX_DEPTH {
            self.unknown_on("deeply nested object", src.clone());
            return self.unknown_on("deeply nested object", dst.clone());
        }
        let bases = record.bases().into_iter().filter_map(Cursor::ty);
        for base in bases {
            self.copy_member(dst.clone(), src.clone(), base.canonical(), how, depth);
        }
        for field in ty.fields() {
            let Some(field_ty) = field.ty().map(|t| element_of(t.canonical())) else { continue };
            let (to, from) = (dst.clone(), src.clone());
            let to = self.unit.member_place(to, field);
            let from = self.unit.member_place(from, field);
            self.copy_member(to, from, field_ty, how, depth);
        }
    }

    fn copy_member(&mut self, dst: Place, src: Place, ty: Type<'tu>, how: Copying, depth: u32) {
        let Some(record) = ty.declaration().and_then(|d| d.definition().or(Some(d))) else {
            return;
        };
        if !ty.is_record() || ty.is_pod() {
            return;
        }
        let this = self.address(Value::Place(dst.clone()), None);
        let from = self.address(Value::Place(src.clone()), None);
        if record.is_in_system_header() {
            let name = qualified_name(record);
            let member = match how {
                Copying::Construct => name.rsplit("::").next().unwrap_or_default().to_owned(),
                Copying::Assign => "operator=".to_owned(),
            };
            let user_code = self.unit.user_code.may_run_for(ty);
            return self.model_call_for(
                &format!("{name}::{member}"),
                user_code,
                Some(this),
                vec![from],
                None,
                None,
            );
        }
        let own = members(record).into_iter().find(|c| {
            let kind = match how {
                Copying::Construct => c.is_copy_constructor() || c.is_move_constructor(),
                Copying::Assign => c.is_copy_assignment() || c.is_move_assignment(),
            };
            kind && !c.is_defaulted()
        });
        match own {
            Some(_) if record.specialized_template().is_some() => {
                // libclang shows the members of a class template's instance only where they are named.
                self.unknown_on("copy of a template instance", src);
                self.unknown_on("copy of a template instance", dst);
            }
            Some(member) => {
                let id = self.unit.function(member);
                let callee = Callee::Direct(id);
                let result = ResultUse::Consumed;
                let call = Call {
                    callee,
                    args: vec![from],
                    this: Some(this),
                    dst: None,
                    syntax: None,
                    result,
                };
                self.emit_call(call, None);
            }
            None => self.copy_members(&dst, &src, ty, how, depth + 1),
        }
    }

    /// Default-initialises an object whose constructor the compiler wrote.
    fn construct_default(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let Some(record) = ty.declaration().and_then(|d| d.definition().or(Some(d))) else {
            return;
        };
        if record.is_in_system_header() {
            let name = qualified_name(record);
            let last = name.rsplit("::").next().unwrap_or_default().to_owned();
            let this = Some(self.address(Value::Place(place), None));
            if !ty.is_pod() {
                let name = format!("{name}::{last}");
                let user_code = self.unit.user_code.may_run_for(ty);
                self.model_call_for(&name, user_code, this, Vec::new(), None, None);
            }
            return;
        }
        if depth > MAX_DEPTH {
            return self.unknown("deeply nested object", record);
        }
        for base in record.bases() {
            if let Some(base_ty) = base.ty() {
                self.construct_member(place.clone(), base_ty.canonical(), depth);
            }
        }
        for field in ty.fields() {
            self.construct_field(&place, field, depth);
        }
    }

    fn construct_field(&mut self, object: &Place, field: Cursor<'tu>, depth: u32) {
        let place = self.unit.member_place(object.clone(), field);
        if let Some(init) = field.children().into_iter().rev().find(|c| is_expression(c.kind())) {
            let outer = std::mem::replace(&mut self.foreign_text, true);
            self.initialize(place, init);
            self.foreign_text = outer;
            return;
        }
        if let Some(ty) = field.ty().map(|t| element_of(t.canonical())).filter(|t| t.is_record()) {
            self.construct_member(place, ty, depth);
        }
    }

    fn construct_member(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let record = ty.declaration().and_then(|d| d.definition().or(Some(d)));
        let own = record.and_then(|r| {
            r.children().into_iter().find(|c| {
                c.kind() == CursorKind::Constructor
                    && c.is_default_constructor()
                    && !c.is_defaulted()
            })
        });
        match own.filter(|_| record.is_some_and(|r| !r.is_in_system_header())) {
            Some(constructor) => {
                let id = self.unit.function(constructor);
                let this = self.address(Value::Place(place), None);
                self.call_named_function(id, this, None);
            }
            None => self.construct_default(place, ty, depth + 1),
        }
    }

    /// The initialisers of a constructor, written ones and defaults.
    pub fn member_initializers(&mut self, constructor: Cursor<'tu>) {
        let Some(this) = self.unit.module.function(self.id).this else { return };
        let object = Place::var(this).then(Proj::Deref);
        let mut written: Vec<String> = Vec::new();
        let mut target: Option<Place> = None;
        let mut delegates = false;
        // Nothing can be put between two initialisers.
        self.foreign_text = true;
        let class = constructor.semantic_parent();
        for child in constructor.children() {
            match child.kind() {
                CursorKind::MemberRef => {
                    written.push(child.spelling());
                    target = child.referenced().map(|f| self.unit.member_place(object.clone(), f));
                }
                CursorKind::TypeRef => {
                    let same =
                        child.referenced().map(Cursor::canonical) == class.map(Cursor::canonical);
                    delegates |= same;
                    target = Some(object.clone());
                }
                kind if is_expression(kind) => {
                    if let Some(place) = target.take() {
                        let from = self.temps.len();
                        self.initialize(place, child);
                        self.end_temps(from);
                    }
                }
                _ => {}
            }
        }
        if delegates {
            self.foreign_text = false;
            return;
        }
        let fields = class.and_then(Cursor::ty).map(|t| t.canonical().fields()).unwrap_or_default();
        for field in fields {
            if !written.contains(&field.spelling()) {
                self.construct_field(&object, field, 0);
            }
        }
        self.foreign_text = false;
    }

    /// Ends the life of a variable's object.
    pub fn destroy_variable(&mut self, var: VarId) {
        let record = self.unit.module.var(var).ty.record.clone();
        if record.is_empty() {
            return;
        }
        let Some(ty) = self.unit.record_type(var) else {
            // A temporary without a declaration: the model knows the library's classes by name.
            return self.destroy_named(Place::var(var), &record, true);
        };
        self.destroy(Place::var(var), ty);
    }

    fn destroy_named(&mut self, place: Place, record: &str, user_code: bool) {
        let last = record.rsplit("::").next().unwrap_or_default();
        let this = Some(self.address(Value::Place(place), None));
        let name = format!("{record}::~{last}");
        self.model_call_for(&name, user_code, this, Vec::new(), None, None);
    }

    /// Ends the life of an object of this type.
    pub fn destroy(&mut self, place: Place, ty: Type<'tu>) {
        self.destroy_nested(place, ty, 0);
    }

    /// Ends the life of an object that a pointer leads to: of a type that may be derived from this one
    /// when the destructor is virtual.
    pub fn destroy_dynamically(&mut self, place: Place, ty: Type<'tu>) {
        match virtual_destructor(ty, 0) {
            None => self.destroy(place, ty),
            Some(destructor) => {
                let id = self.unit.function(destructor);
                let this = Some(self.address(Value::Place(place), None));
                let callee = Callee::Virtual(id);
                let result = ResultUse::Consumed;
                let call = Call { callee, args: Vec::new(), this, dst: None, syntax: None, result };
                self.emit_call(call, None);
            }
        }
    }

    fn destroy_nested(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let Some(record) = ty.declaration().and_then(|d| d.definition().or(Some(d))) else {
            return;
        };
        if !ty.is_record() || is_closure_class(record) {
            return;
        }
        if !needs_destruction(ty, depth) {
            return;
        }
        if record.is_in_system_header() {
            let user_code = self.unit.user_code.may_run_for(ty);
            return self.destroy_named(place, &qualified_name(record), user_code);
        }
        if is_instance_with_destructor(record) {
            // libclang shows the members of a class template's instance only where they are named.
            return self.unknown_on("destructor of a template instance", place);
        }
        if depth > MAX_DEPTH {
            return self.unknown("deeply nested object", record);
        }
        let destructor = record
            .children()
            .into_iter()
            .find(|c| c.kind() == CursorKind::Destructor && !c.is_defaulted());
        if let Some(destructor) = destructor {
            let id = self.unit.function(destructor);
            let this = self.address(Value::Place(place.clone()), None);
            self.call_named_function(id, this, None);
        }
        for field in ty.fields().into_iter().rev() {
            let Some(field_ty) = field.ty().map(|t| element_of(t.canonical())) else { continue };
            let member = self.unit.member_place(place.clone(), field);
            self.destroy_nested(member, field_ty, depth + 1);
        }
        for base in record.bases() {
            if let Some(base_ty) = base.ty() {
                self.destroy_nested(place.clone(), base_ty.canonical(), depth + 1);
            }
        }
    }
}

/// The destructor that makes the destruction of such objects dynamic: of the class or of a base.
fn virtual_destructor(ty: Type<'_>, depth: u32) -> Option<Cursor<'_>> {
    let record = ty.declaration().and_then(|d| d.definition().or(Some(d)))?;
    if depth > MAX_DEPTH {
        return None;
    }
    let own = members(record)
        .into_iter()
        .find(|c| c.kind() == CursorKind::Destructor && c.is_virtual_method());
    own.or_else(|| {
        let bases = record.bases().into_iter().filter_map(Cursor::ty);
        bases.into_iter().find_map(|base| virtual_destructor(base.canonical(), depth + 1))
    })
}

/// Whether a constructor comes from a base: it has the base's name.
fn is_inherited(constructor: Cursor<'_>) -> bool {
    let plain = |cursor: Cursor<'_>| {
        let name = cursor.spelling();
        name.split('<').next().unwrap_or_default().to_owned()
    };
    constructor.semantic_parent().is_some_and(|class| plain(class) != plain(constructor))
}

/// The direct base that a constructor is inherited from, and the constructor as it is declared there
/// or further up.
fn inherited_from<'tu>(
    class: Cursor<'tu>,
    constructor: Cursor<'tu>,
    depth: u32,
) -> Option<(Cursor<'tu>, Cursor<'tu>)> {
    let types = |c: Cursor<'tu>| -> Vec<String> {
        let types = c.ty().and_then(Type::argument_types).unwrap_or_default();
        types.into_iter().map(|t| t.canonical().spelling()).collect()
    };
    if depth > MAX_DEPTH {
        return None;
    }
    let wanted = types(constructor);
    class.bases().into_iter().filter_map(Cursor::ty).find_map(|base| {
        let declared = base.canonical().declaration()?;
        let record = declared.definition().unwrap_or(declared);
        let own = record.children().into_iter().find(|c| {
            c.kind() == CursorKind::Constructor && !is_inherited(*c) && types(*c) == wanted
        });
        let found = own.or_else(|| Some(inherited_from(record, constructor, depth + 1)?.1));
        Some((declared, found?))
    })
}

/// Whether the class is an instance of a template that has a destructor.
fn is_instance_with_destructor(record: Cursor<'_>) -> bool {
    record.specialized_template().is_some()
        && members(record).iter().any(|c| c.kind() == CursorKind::Destructor)
}

/// Whether a memberwise copy makes a new object or changes one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copying {
    Construct,
    Assign,
}

/// The type of the elements of an array, of however many dimensions; the type itself otherwise.
pub(crate) fn element_of(mut ty: Type<'_>) -> Type<'_> {
    while let Some(element) = ty.element_type().filter(|_| ty.is_array()) {
        ty = element.canonical();
    }
    ty
}

/// The field and value of a designated initialiser.
fn designated(element: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    let children = element.children();
    let first = children.first().filter(|c| c.kind() == CursorKind::MemberRef)?;
    let value = children.last()?;
    Some((first.referenced()?, *value))
}

fn is_record(cursor: Cursor<'_>) -> bool {
    cursor.ty().is_some_and(|t| t.canonical().is_record())
}

/// Whether a child of a declaration is an expression rather than a reference or attribute.
pub(crate) fn is_expression(kind: CursorKind) -> bool {
    matches!(
        kind,
        CursorKind::UnexposedExpr
            | CursorKind::DeclRefExpr
            | CursorKind::MemberRefExpr
            | CursorKind::CallExpr
            | CursorKind::IntegerLiteral
            | CursorKind::FloatingLiteral
            | CursorKind::StringLiteral
            | CursorKind::CharacterLiteral
            | CursorKind::ParenExpr
            | CursorKind::UnaryOperator
            | CursorKind::ArraySubscriptExpr
            | CursorKind::BinaryOperator
            | CursorKind::ConditionalOperator
            | CursorKind::CStyleCastExpr
            | CursorKind::InitListExpr
            | CursorKind::CXXStaticCastExpr
            | CursorKind::CXXReinterpretCastExpr
            | CursorKind::CXXConstCastExpr
            | CursorKind::CXXFunctionalCastExpr
            | CursorKind::CXXBoolLiteralExpr
            | CursorKind::CXXNullPtrLiteralExpr
            | CursorKind::CXXNewExpr
            | CursorKind::LambdaExpr
            | CursorKind::GNUNullExpr
            | CursorKind::UnaryExpr
    )
}
