//! The end of objects: destructors of variables, members and bases, and `delete`.

use crate::construct::Member;
use crate::expr::Value;
use crate::function::FunctionLowering;
use crate::unit::{
    class_of, element_of, is_closure_class, is_hidden_instance, members, needs_destruction,
};
use crate::unit::{qualified_name, MAX_DEPTH};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{Callee, Place, VarId};

impl<'tu> FunctionLowering<'_, 'tu> {
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
                self.implied_call(Callee::Virtual(id), this, Vec::new(), None, None);
            }
        }
    }

    fn destroy_nested(&mut self, place: Place, ty: Type<'tu>, depth: u32) {
        let ty = element_of(ty.canonical());
        let Some(record) = class_of(ty) else {
            return;
        };
        if !ty.is_record() || is_closure_class(record) || !needs_destruction(ty, depth) {
            return;
        }
        if record.is_in_system_header() {
            let user_code = self.unit.user_code.may_run_for(ty);
            self.object_calls_back(ty, &place);
            return self.destroy_named(place, &qualified_name(record), user_code);
        }
        if depth > MAX_DEPTH {
            return self.hidden_code("deeply nested object", Some(record), place);
        }
        let declared = members(record)
            .into_iter()
            .find(|c| c.kind() == CursorKind::Destructor && !c.is_defaulted());
        let destructor = match is_hidden_instance(record) && declared.is_some() {
            true => self.unit.instance_member(record, Member::Destructor),
            false => declared,
        };
        match destructor {
            Some(destructor) => {
                let id = self.unit.function(destructor);
                let this = self.address(Value::Place(place.clone()), None);
                self.implied_call(Callee::Direct(id), Some(this), Vec::new(), None, None);
            }
            None if declared.is_some()
                || is_hidden_instance(record) && members(record).is_empty() =>
            {
                self.hidden_code("destructor of a template instance", Some(record), place.clone());
            }
            None => {}
        }
        for field in ty.fields().into_iter().rev() {
            let Some(field_ty) = field.ty() else { continue };
            let member = self.unit.member_place(place.clone(), field);
            self.destroy_nested(member, field_ty, depth + 1);
        }
        for base in self.bases(record, &place) {
            self.destroy_nested(place.clone(), base, depth + 1);
        }
    }
}

/// The destructor that makes the destruction of such objects dynamic: of the class or of a base.
fn virtual_destructor(ty: Type<'_>, depth: u32) -> Option<Cursor<'_>> {
    let record = class_of(ty)?;
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
