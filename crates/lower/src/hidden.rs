//! Code of the program that runs without being shown by libclang.

use crate::expr::Value;
use crate::function::FunctionLowering;
use clang_ast::{Cursor, Type};
use ir::{Call, Callee, Operand, Place, Span, StmtKind};

impl<'tu> FunctionLowering<'_, 'tu> {
    /// A constructor or another member of `class` runs on the object at `place`; it is not shown. It may
    /// do anything to the object, and to all that has a name here.
    pub fn hidden_code(&mut self, why: &str, class: Option<Cursor<'tu>>, place: Place) {
        let object = self.address(Value::Place(place), None);
        self.hidden_code_on(why, class, vec![object], None);
    }

    /// The same, with what the code is given.
    pub fn hidden_code_on(
        &mut self,
        why: &str,
        class: Option<Cursor<'tu>>,
        given: Vec<Operand>,
        span: Option<Span>,
    ) {
        for shown in class.into_iter().flat_map(crate::unit::members) {
            self.unit.leak_named_in(shown);
        }
        let mut touches = self.visible();
        touches.extend(given);
        self.emit(StmtKind::Unknown { why: why.to_owned(), touches }, span);
    }

    /// Code of the program that a library function runs without being given it by this call: it may
    /// touch, and put addresses into, all that has a name here, the result included.
    pub fn call_backs(&mut self, call: &Call, span: Option<Span>) {
        let (Callee::Direct(id) | Callee::Virtual(id)) = &call.callee else { return };
        let Some(why) = self.unit.called_back.get(id).copied() else {
            return;
        };
        let given = call.args.iter().chain(&call.this).cloned();
        let result = call.dst.map(|dst| Operand::AddrOf(Place::var(dst)));
        self.hidden_code_on(why, None, given.chain(result).collect(), span);
    }

    /// The same for an object of a library class that begins, is copied or ends without a call that the
    /// text shows.
    pub fn object_calls_back(&mut self, class: Type<'tu>, place: &Place) {
        if let Some(why) = self.unit.user_code.callbacks.reached_by_object(class) {
            self.hidden_code(why, None, place.clone());
        }
        if crate::unit::refers_elsewhere(class, 0) {
            self.hidden_code("references in an object", None, place.clone());
        }
    }
}
