//! The effects of text that other builds compile.
//!
//! Takes what was read of such text without a compiler (`ir::LeftOut`); gives where addresses may flow in it,
//! and what it may touch. On the host it is a boundary in any case, at which all is complete that the
//! original had completed: only what it may do to pointers matters. In device code, what it touches counts.

use crate::contents::LocSet;
use crate::facts::StmtFacts;
use crate::location::StmtRef;
use crate::solver::Solver;
use ir::{LeftOut, Operand, Space};
use model::{Model, Row};

impl Solver<'_, '_> {
    pub fn flow_left_out(&mut self, at: StmtRef, text: &LeftOut) {
        let from = self.mixed(text);
        if !from.is_empty() {
            self.flow_unknown(at, &from);
        }
    }

    pub fn left_out_effects(&mut self, text: &LeftOut, facts: &mut StmtFacts) {
        let mixed = self.mixed(text);
        let space = self.shared.module.function(self.function).space;
        if space == Space::Host {
            return self.unknown_effects(&mixed, facts);
        }
        let operands: Vec<Operand> = text.operands().cloned().collect();
        let all = self.values(&operands);
        // A loop may wait for other blocks.
        let opaque = text.loops || text.calls.iter().any(|call| !is_pure(call));
        match opaque || space == Space::Both {
            true => self.unknown_effects(&all, facts),
            false => self.touch_everything(&all, true, facts),
        }
    }

    /// From where addresses flow.
    fn mixed(&mut self, text: &LeftOut) -> LocSet {
        let mut operands = text.touches.clone();
        let passed = text.passed.iter().filter(|(_, call)| !only_looks(call));
        operands.extend(passed.map(|(operand, _)| operand.clone()));
        if text.calls.iter().any(|call| !only_looks(call)) {
            operands.extend(text.statics.iter().cloned());
        }
        self.values(&operands)
    }
}

fn row(name: &str) -> Option<&'static Row> {
    Model::builtin().row(name)
}

/// Whether a function neither keeps, stores nor returns what it is given, and runs no code of the program.
pub(crate) fn only_looks(name: &str) -> bool {
    row(name).is_some_and(|row| {
        row.op.is_none()
            && row.assigns.is_empty()
            && row.frees.is_empty()
            && row.keeps.is_empty()
            && row.leaks.is_empty()
            && row.calls.is_empty()
            && row.threading.is_none()
            && !row.user_code
    })
}

/// Whether a device function does nothing but compute its result.
fn is_pure(name: &str) -> bool {
    let special = crate::device::is_output(name)
        || crate::device::is_heap(name)
        || crate::device::is_grid_wait(name, true);
    !special && row(name).is_some_and(Row::touches_nothing)
}
