//! Variables of threads: their dynamic initialisers run when one of them is first used.

use crate::function::FunctionLowering;
use crate::initialize::is_constant;
use crate::unit::{is_function, Unit};
use clang_ast::Cursor;
use ir::{Callee, FnId, Linkage};

/// What the use of a variable of a thread may run before it.
enum FirstUse {
    Nothing,
    /// The initialisers of all such variables of the unit.
    Initialisers,
    /// Those of another unit.
    Hidden,
}

fn first_use(decl: Cursor<'_>) -> FirstUse {
    let local = decl.semantic_parent().is_some_and(|p| is_function(p.kind()));
    if !decl.is_thread_local() || local || decl.is_in_system_header() {
        return FirstUse::Nothing;
    }
    let definition = decl.definition();
    match definition.unwrap_or(decl).initializer() {
        Some(init) if is_constant(init) => FirstUse::Nothing,
        Some(_) => FirstUse::Initialisers,
        None if definition.is_some() => FirstUse::Nothing,
        None => FirstUse::Hidden,
    }
}

/// Whether a variable's initialiser waits for the first use.
pub(crate) fn is_initialised_late(decl: Cursor<'_>) -> bool {
    matches!(first_use(decl), FirstUse::Initialisers)
}

impl<'tu> Unit<'tu> {
    /// The function that runs the initialisers of the unit's variables of threads.
    fn thread_init(&mut self) -> FnId {
        if let Some(id) = self.thread_init {
            return id;
        }
        let id = self.add_function("$thread_init".into(), "$thread_init".into());
        self.module.functions[id.0 as usize].linkage = Linkage::Internal;
        self.thread_init = Some(id);
        id
    }
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Before the use of a variable: the initialisers that this may be the first use for.
    pub fn first_use_of(&mut self, decl: Cursor<'tu>) {
        match first_use(decl) {
            FirstUse::Nothing => {}
            FirstUse::Hidden => {
                let why = "initialiser of a variable of threads";
                self.hidden_code_on(why, None, Vec::new(), None);
            }
            FirstUse::Initialisers => {
                let id = self.unit.thread_init();
                if id == self.id {
                    return;
                }
                let before = self.cur;
                let first = self.new_block();
                let after = self.new_block();
                self.edge(before, first);
                self.edge(before, after);
                self.switch_to(first);
                self.implied_call(Callee::Direct(id), None, Vec::new(), None, None);
                self.goto(after);
                self.switch_to(after);
            }
        }
    }
}
