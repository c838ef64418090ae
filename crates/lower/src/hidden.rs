//! Code of the program that runs without being shown by libclang.

use crate::expr::Value;
use crate::function::FunctionLowering;
use clang_ast::Cursor;
use ir::{Operand, Place, Span, StmtKind};

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
}
