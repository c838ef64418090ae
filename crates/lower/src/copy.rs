//! Copies and moves of objects, member by member.

use crate::construct::Member;
use crate::expr::Value;
use crate::function::FunctionLowering;
use crate::unit::{
    class_of, element_of, is_closure_class, is_hidden_instance, members, qualified_name, MAX_DEPTH,
};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{Callee, Place};

/// Whether a memberwise copy makes a new object or changes one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copying {
    Construct,
    Assign,
}

impl<'tu> FunctionLowering<'_, 'tu> {
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
        let Some(record) = class_of(ty) else {
            return;
        };
        if !ty.is_record() || ty.is_pod() || is_closure_class(record) {
            return;
        }
        if depth > MAX_DEPTH {
            self.hidden_code("deeply nested object", Some(record), src.clone());
            return self.hidden_code("deeply nested object", Some(record), dst.clone());
        }
        for base in self.bases(record, dst) {
            self.copy_member(dst.clone(), src.clone(), base, how, depth);
        }
        for field in ty.fields() {
            let Some(field_ty) = field.ty().map(|t| element_of(t.canonical())) else { continue };
            let (to, from) = (dst.clone(), src.clone());
            let to = self.unit.member_place(to, field);
            let from = self.unit.member_place(from, field);
            self.copy_member(to, from, field_ty, how, depth);
        }
    }

    /// Copies an object of class type beside its bytes, by whatever the class has for that.
    pub fn copy_member(&mut self, dst: Place, src: Place, ty: Type<'tu>, how: Copying, depth: u32) {
        let Some(record) = class_of(ty) else {
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
            let name = format!("{name}::{member}");
            let user_code = self.unit.user_code.may_run_for(ty);
            self.object_calls_back(ty, &dst);
            self.object_calls_back(ty, &src);
            return self.model_call_for(&name, user_code, Some(this), vec![from], None, None);
        }
        let written: Vec<Cursor<'tu>> =
            members(record).into_iter().filter(|c| copies(*c, how) && !c.is_defaulted()).collect();
        if written.is_empty() {
            return self.copy_members(&dst, &src, ty, how, depth + 1);
        }
        let kinds = match how {
            Copying::Construct => [Member::CopyConstructor, Member::MoveConstructor],
            Copying::Assign => [Member::CopyAssignment, Member::MoveAssignment],
        };
        let hidden = is_hidden_instance(record);
        let own: Vec<Cursor<'tu>> = match hidden {
            true => {
                let unit = &self.unit;
                kinds.iter().filter_map(|kind| unit.instance_member(record, *kind)).collect()
            }
            false => {
                written.iter().copied().filter(|c| crate::unit::is_function(c.kind())).collect()
            }
        };
        if own.len() < written.len() {
            // A template, say, or an instance of one that libclang does not show.
            self.hidden_code("copy of an object", Some(record), src);
            self.hidden_code("copy of an object", Some(record), dst);
        }
        // Which of copy and move it is does not matter: what either does may happen.
        for member in own {
            let callee = Callee::Direct(self.unit.function(member));
            self.implied_call(callee, Some(this.clone()), vec![from.clone()], None, None);
        }
    }
}

fn copies(member: Cursor<'_>, how: Copying) -> bool {
    match how {
        Copying::Construct => member.is_copy_constructor() || member.is_move_constructor(),
        Copying::Assign => {
            member.is_copy_assignment()
                || member.is_move_assignment()
                || member.kind() == CursorKind::FunctionTemplate && member.spelling() == "operator="
        }
    }
}
