//! Constructors: calls of them, those that the compiler wrote, and the initialisers of members and bases.
//!
//! libclang shows a constructor where the program names it. What is constructed without being named,
//! members and bases above all, is found through the class; what cannot be found is code that is
//! hidden, which may do anything.

use crate::copy::Copying;
use crate::expr::{strip, Value};
use crate::function::FunctionLowering;
use crate::unit::{
    class_of, element_of, is_closure_class, is_hidden_instance, members, qualified_name, MAX_DEPTH,
};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{Callee, Operand, Place, Proj, StmtKind};

/// The members of a class that run without being named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Member {
    DefaultConstructor,
    CopyConstructor,
    MoveConstructor,
    CopyAssignment,
    MoveAssignment,
    Destructor,
}

impl Member {
    /// Which of them a function is.
    pub fn of(function: Cursor<'_>) -> Option<Member> {
        match function.kind() {
            CursorKind::Destructor => Some(Member::Destructor),
            CursorKind::Constructor if function.is_copy_constructor() => {
                Some(Member::CopyConstructor)
            }
            CursorKind::Constructor if function.is_move_constructor() => {
                Some(Member::MoveConstructor)
            }
            CursorKind::Constructor if function.is_default_constructor() => {
                Some(Member::DefaultConstructor)
            }
            _ if function.is_copy_assignment() => Some(Member::CopyAssignment),
            _ if function.is_move_assignment() => Some(Member::MoveAssignment),
            _ => None,
        }
    }
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Runs a constructor call on `place`.
    pub fn construct(&mut self, place: Place, call: Cursor<'tu>) {
        let Some(decl) = call.referenced() else { return self.unknown("constructor", call) };
        let arguments = call.arguments();
        let copies = decl.is_copy_constructor() || decl.is_move_constructor();
        let class = decl.semantic_parent();
        let place = match call.ty().is_some_and(|t| t.canonical().is_array()) {
            true => place.then(Proj::Index),
            false => place,
        };
        if let [source] = arguments[..] {
            if copies && is_new_object(source, class) {
                // Every compiler makes the object in its place.
                return self.initialize(place, source);
            }
        }
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
            if let Some(ty) = class.and_then(Cursor::ty) {
                self.construct_default(place, ty.canonical(), 0);
            }
            return;
        }
        if self.is_implicit(decl) && !decl.is_in_system_header() {
            self.unknown("constructor written by the compiler", call);
            return self.hidden_code("constructor written by the compiler", class, place);
        }
        let parameters = decl.ty().and_then(Type::argument_types).unwrap_or_default();
        if is_inherited(decl) && !decl.is_in_system_header() {
            let args = self.arguments_for(Some(decl), &arguments, &parameters);
            return self.construct_inherited(place, decl, args, call);
        }
        let callee = Callee::Direct(self.unit.function(decl));
        let args = self.arguments_for(Some(decl), &arguments, &parameters);
        let this = Some(self.address(Value::Place(place), None));
        let span = self.unit.sources.span(call);
        self.implied_call(callee, this, args, None, span);
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
        let origin = class.and_then(|class| inherited_from(class, decl, 0));
        match origin {
            Some((_, own)) => {
                let callee = Callee::Direct(self.unit.function(own));
                self.implied_call(callee, Some(this), args, None, span);
            }
            None => {
                // libclang does not show the constructors of a template's instance.
                self.hidden_code_on("inherited constructor", class, args, span);
                self.hidden_code("inherited constructor", class, place.clone());
            }
        }
        let Some(class) = class else { return };
        let mark = self.parts.len();
        for base in self.bases(class, &place) {
            let gives = |(from, _): (Cursor<'tu>, _)| Some(from) == base.declaration();
            if !origin.is_some_and(gives) {
                self.construct_member(place.clone(), base, 0);
            }
            self.made_part(place.clone(), base);
        }
        for field in class.ty().map(|t| t.canonical().fields()).unwrap_or_default() {
            self.construct_field(&place, field, 0);
            self.made_field(&place, field);
        }
        self.parts.truncate(mark);
    }

    /// The types of a class's direct bases. One that depends on a template's arguments is hidden: it
    /// may do anything to `place`.
    pub fn bases(&mut self, record: Cursor<'tu>, place: &Place) -> Vec<Type<'tu>> {
        let bases =
            members(record).into_iter().filter(|c| c.kind() == CursorKind::CXXBaseSpecifier);
        let types: Vec<Type<'tu>> = bases.filter_map(Cursor::ty).map(Type::canonical).collect();
        let (known, hidden): (Vec<_>, Vec<_>) = types.into_iter().partition(|ty| ty.is_record());
        if !hidden.is_empty() {
            self.hidden_code("base that depends on a template", Some(record), place.clone());
        }
        known
    }

    /// Default-initialises an object whose constructor the compiler wrote.
    pub fn construct_default(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let Some(record) = class_of(ty) else {
            return;
        };
        if record.is_in_system_header() {
            let name = qualified_name(record);
            let last = name.rsplit("::").next().unwrap_or_default().to_owned();
            self.object_calls_back(ty, &place);
            let this = Some(self.address(Value::Place(place), None));
            if !ty.is_pod() {
                let name = format!("{name}::{last}");
                let user_code = self.unit.user_code.may_run_for(ty);
                self.model_call_for(&name, user_code, this, Vec::new(), None, None);
            }
            return;
        }
        if depth > MAX_DEPTH {
            return self.hidden_code("deeply nested object", Some(record), place);
        }
        if is_hidden_instance(record) && initialises_fields(record) {
            self.hidden_code("initialisers of a template instance", Some(record), place.clone());
        }
        let mark = self.parts.len();
        for base in self.bases(record, &place) {
            self.construct_member(place.clone(), base, depth);
            self.made_part(place.clone(), base);
        }
        if record.kind() != CursorKind::UnionDecl {
            for field in ty.fields() {
                self.construct_field(&place, field, depth);
                self.made_field(&place, field);
            }
        }
        self.parts.truncate(mark);
    }

    /// Notes that a field is made, for exceptions before its object is complete.
    pub fn made_field(&mut self, object: &Place, field: Cursor<'tu>) {
        let place = self.unit.member_place(object.clone(), field);
        if let Some(ty) = field.ty() {
            self.made_part(place, ty);
        }
    }

    /// Initialises a field that no initialiser is written for.
    pub fn construct_field(&mut self, object: &Place, field: Cursor<'tu>, depth: u32) {
        let place = self.unit.member_place(object.clone(), field);
        let Some(ty) = field.ty() else { return };
        if let Some(init) = field.children().into_iter().rev().find(|c| c.kind().is_expression()) {
            let outer = std::mem::replace(&mut self.foreign_text, true);
            self.initialize_as(place, ty, init);
            self.foreign_text = outer;
            return;
        }
        self.construct_member(place, ty, depth);
    }

    /// Default-initialises an object that is part of another.
    pub fn construct_member(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let ty = ty.canonical();
        let place = if ty.is_array() { place.then(Proj::Index) } else { place };
        let ty = element_of(ty);
        let Some(record) = class_of(ty) else {
            return;
        };
        if !ty.is_record() {
            return;
        }
        if record.is_in_system_header() {
            return self.construct_default(place, ty, depth + 1);
        }
        let mut constructors =
            members(record).into_iter().filter(|c| is_constructor_of(*c, record)).peekable();
        let any = constructors.peek().is_some();
        let written = constructors.find(|c| c.is_default_constructor() && !c.is_defaulted());
        let defaulted = members(record)
            .into_iter()
            .any(|c| c.kind() == CursorKind::Constructor && c.is_default_constructor());
        let own = match is_hidden_instance(record) && any {
            true => self.unit.instance_member(record, Member::DefaultConstructor),
            false => written,
        };
        match own {
            Some(constructor) if self.unit.function_has_body(constructor) || written.is_some() => {
                self.call_default_constructor(constructor, place);
            }
            _ if any && !defaulted || written.is_some() => {
                // A template, or one that libclang does not show.
                self.hidden_code("constructor", Some(record), place);
            }
            _ => self.construct_default(place, ty, depth + 1),
        }
    }

    /// Calls a constructor without arguments: its defaults are evaluated.
    fn call_default_constructor(&mut self, constructor: Cursor<'tu>, place: Place) {
        let types = constructor.ty().and_then(Type::argument_types).unwrap_or_default();
        let args = types
            .iter()
            .enumerate()
            .map(|(index, ty)| {
                self.default_argument(constructor, index, ty.canonical().is_reference(), None)
            })
            .collect();
        let callee = Callee::Direct(self.unit.function(constructor));
        let this = Some(self.address(Value::Place(place), None));
        self.implied_call(callee, this, args, None, None);
    }

    /// Makes an object from values that the tree shows without the constructor that takes them.
    pub fn construct_from(&mut self, place: Place, ty: Type<'tu>, values: &[Cursor<'tu>]) {
        let Some(record) = class_of(ty) else { return };
        let span = values.first().and_then(|v| self.unit.sources.span(*v));
        let fits = |c: &Cursor<'tu>| {
            let parameters = c.arguments();
            let optional = |p: &Cursor<'tu>| p.children().iter().any(|c| c.kind().is_expression());
            parameters.len() >= values.len() && parameters[values.len()..].iter().all(optional)
        };
        let candidates: Vec<Cursor<'tu>> = members(record)
            .into_iter()
            .filter(|c| is_constructor_of(*c, record))
            .filter(|c| !c.is_copy_constructor() && !c.is_move_constructor() && !c.is_deleted())
            .filter(|c| c.kind() != CursorKind::Constructor || fits(c))
            .collect();
        match candidates[..] {
            [constructor]
                if constructor.kind() == CursorKind::Constructor
                    && !record.is_in_system_header()
                    && !is_hidden_instance(record) =>
            {
                let types = constructor.ty().and_then(Type::argument_types).unwrap_or_default();
                let mut args = self.arguments_for(Some(constructor), values, &types);
                for (index, ty) in types.iter().enumerate().skip(values.len()) {
                    let by_reference = ty.canonical().is_reference();
                    args.push(self.default_argument(constructor, index, by_reference, None));
                }
                let callee = Callee::Direct(self.unit.function(constructor));
                let this = Some(self.address(Value::Place(place), None));
                self.implied_call(callee, this, args, None, span);
            }
            _ => {
                let args: Vec<Operand> = values.iter().map(|v| self.passed_somehow(*v)).collect();
                self.hidden_code_on(
                    "constructor that is not named",
                    Some(record),
                    args.clone(),
                    span,
                );
                self.hidden_code("constructor that is not named", Some(record), place.clone());
                self.emit(StmtKind::Assign { dst: place, src: Operand::AnyOf(args) }, span);
            }
        }
    }

    /// An argument for a parameter that is not known: the value, and where it stands.
    pub fn passed_somehow(&mut self, argument: Cursor<'tu>) -> Operand {
        let value = self.expr(argument);
        let stands = match &value {
            Value::Place(place) => Some(self.address(Value::Place(place.clone()), None)),
            _ => None,
        };
        let loaded = self.load(value, argument);
        Operand::AnyOf(std::iter::once(loaded).chain(stands).collect())
    }

    /// The initialisers of a constructor, written ones and defaults.
    pub fn member_initializers(&mut self, constructor: Cursor<'tu>) {
        let Some(this) = self.unit.module.function(self.id).this else { return };
        let object = Place::var(this).then(Proj::Deref);
        // Nothing can be put between two initialisers.
        self.foreign_text = true;
        self.initialize_as_written(constructor, &object);
        self.foreign_text = false;
    }

    /// Initialises bases and fields in the order of their declaration, which is that of the language.
    fn initialize_as_written(&mut self, constructor: Cursor<'tu>, object: &Place) {
        let class = constructor.semantic_parent();
        let mut written = written_initializers(constructor);
        if let Some(at) = written.iter().position(|w| w.delegates(class)) {
            let target = written.swap_remove(at);
            self.run_initializer(object, &target);
            // From here on the object counts as made.
            if let Some(ty) = class.and_then(Cursor::ty) {
                self.made_part(object.clone(), ty.canonical());
            }
            return;
        }
        let Some(class) = class else { return };
        let record = class.definition().unwrap_or(class);
        for base in self.bases(record, object) {
            let name = base.declaration().map(plain_spelling);
            match written.iter().position(|w| w.field.is_none() && w.base == name) {
                Some(at) => self.run_initializer(object, &written.remove(at)),
                None => self.construct_member(object.clone(), base, 0),
            }
            self.made_part(object.clone(), base);
        }
        if is_hidden_instance(record) && initialises_fields(record) {
            self.hidden_code("initialisers of a template instance", Some(record), object.clone());
        }
        for field in class.ty().map(|t| t.canonical().fields()).unwrap_or_default() {
            let name = field.spelling();
            let own = |w: &Written<'tu>| w.field.is_some_and(|f| f.spelling() == name);
            match written.iter().position(own) {
                Some(at) => self.run_initializer(object, &written.remove(at)),
                None if record.kind() == CursorKind::UnionDecl => continue,
                None => self.construct_field(object, field, 0),
            }
            self.made_field(object, field);
        }
        // Members of unions without a name, say.
        for rest in written {
            self.run_initializer(object, &rest);
            if let Some(field) = rest.field {
                self.made_field(object, field);
            }
        }
    }

    fn run_initializer(&mut self, object: &Place, written: &Written<'tu>) {
        let from = self.temps.len();
        let (place, ty) = match written.field {
            Some(field) => (self.unit.member_place(object.clone(), field), field.ty()),
            None => (object.clone(), written.class),
        };
        match ty {
            Some(ty) => self.initialize_as(place, ty, written.init),
            None => self.initialize(place, written.init),
        }
        self.end_temps(from);
    }
}

/// An initialiser as a constructor's text has it.
struct Written<'tu> {
    field: Option<Cursor<'tu>>,
    /// Of a base, or of the class itself: its name and its type.
    base: Option<String>,
    class: Option<Type<'tu>>,
    init: Cursor<'tu>,
    named: Option<Cursor<'tu>>,
}

impl<'tu> Written<'tu> {
    /// Whether it calls another constructor of the class.
    fn delegates(&self, class: Option<Cursor<'tu>>) -> bool {
        self.field.is_none()
            && self.named.is_some()
            && self.named.map(Cursor::canonical) == class.map(Cursor::canonical)
    }
}

fn written_initializers(constructor: Cursor<'_>) -> Vec<Written<'_>> {
    let mut found = Vec::new();
    let mut target = None;
    for child in constructor.children() {
        match child.kind() {
            CursorKind::MemberRef => target = Some((child.referenced(), None, None)),
            CursorKind::TypeRef | CursorKind::TemplateRef => {
                let ty = child.ty().map(Type::canonical).filter(|t| t.is_record());
                let named = ty.and_then(Type::declaration).or_else(|| child.referenced());
                target = Some((None, named, ty));
            }
            kind if kind.is_expression() => {
                if let Some((field, named, class)) = target.take() {
                    let base = named.map(plain_spelling);
                    found.push(Written { field, base, class, init: child, named });
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether an expression makes a new object of just this class: a copy of it is never made.
pub(crate) fn is_new_object(expression: Cursor<'_>, class: Option<Cursor<'_>>) -> bool {
    let inner = strip(expression);
    let made = match inner.kind() {
        CursorKind::CXXFunctionalCastExpr => inner.ty(),
        CursorKind::CallExpr => match inner.referenced() {
            Some(f) if f.kind() == CursorKind::Constructor => inner.ty(),
            Some(f) => f.result_type(),
            None => None,
        },
        _ => None,
    };
    let made = made.map(Type::canonical).filter(|t| t.is_record()).and_then(Type::declaration);
    made.is_some() && made.map(Cursor::canonical) == class.map(Cursor::canonical)
}

/// A name without template arguments.
fn plain_spelling(cursor: Cursor<'_>) -> String {
    cursor.spelling().split('<').next().unwrap_or_default().to_owned()
}

/// Whether a member is a constructor, or a template of some.
pub(crate) fn is_constructor_of(member: Cursor<'_>, record: Cursor<'_>) -> bool {
    member.kind() == CursorKind::Constructor
        || member.kind() == CursorKind::FunctionTemplate
            && plain_spelling(member) == plain_spelling(record)
}

/// Whether some field has an initialiser in the class that is more than a constant.
pub(crate) fn initialises_fields(record: Cursor<'_>) -> bool {
    members(record).into_iter().filter(|c| c.kind() == CursorKind::FieldDecl).any(|field| {
        let init = field.children().into_iter().rev().find(|c| c.kind().is_expression());
        init.is_some_and(|init| !crate::initialize::is_constant(init))
    })
}

/// Whether a constructor comes from a base: it has the base's name.
fn is_inherited(constructor: Cursor<'_>) -> bool {
    let class = constructor.semantic_parent();
    class.is_some_and(|class| plain_spelling(class) != plain_spelling(constructor))
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
