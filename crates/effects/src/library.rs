//! Memory that belongs to the C library and that a program can name: what `gmtime` and `strerror` return,
//! `errno`, variables such as `timezone`.
//!
//! Which function writes which of it is not told apart: every call of a library function may write all of
//! it. That matters only to operations in flight that read it.

use crate::facts::{Access, StmtFacts};
use crate::location::Object;
use crate::sites::row_of;
use crate::solver::Solver;
use ir::{Call, Callee, FnId, Function, Module, Space, TypeShape, VarId, VarKind};
use model::Base;

/// The memory of the library that this unit can see.
pub(crate) fn visible(module: &Module) -> Vec<Object> {
    let variables = (0..module.vars.len() as u32).map(|id| Object::Var(VarId(id)));
    let mut found: Vec<Object> =
        variables.filter(|object| is_written_by_it(module, object)).collect();
    if module.function_ids().any(|id| returns_its_memory(module, id)) {
        found.push(Object::Library);
    }
    found
}

/// Variables of the library that it never assigns: where its streams are is fixed when the program starts.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Whether an object is memory that calls of the library write.
pub(crate) fn is_written_by_it(module: &Module, object: &Object) -> bool {
    match object {
        Object::Library => true,
        Object::Var(id) => {
            let var = module.var(*id);
            // Streams of C++ are objects of classes, and constants stay as they are.
            var.system
                && var.kind == VarKind::Static
                && var.memory.is_none()
                && !var.ty.is_const
                && var.ty.shape != TypeShape::Record
                && !STREAMS.contains(&var.name.as_str())
        }
        _ => false,
    }
}

/// Whether a function gives out an address of the library's memory: one of a row that says nothing of
/// its result.
fn returns_its_memory(module: &Module, id: FnId) -> bool {
    let function = module.function(id);
    if !is_of_the_library(function) || !function.c_linkage {
        return false;
    }
    let pointer = function.ret.is_some_and(|ret| {
        matches!(module.var(ret).ty.shape, TypeShape::Pointer | TypeShape::Reference)
    });
    let names_result = |row: &model::Row| row.assigns.iter().any(|a| a.target.base == Base::Ret);
    pointer && row_of(module, id).is_some_and(|row| !names_result(row))
}

/// A function of the host's libraries, CUDA's not included.
fn is_of_the_library(function: &Function) -> bool {
    let host = !matches!(function.space, Space::Kernel | Space::Device);
    let cuda = function.name.strip_prefix("cu").is_some_and(|rest| {
        let libraries = ["da", "blas", "sparse", "solver", "fft", "rand", "dnn", "tensor"];
        rest.starts_with(char::is_uppercase) || libraries.iter().any(|l| rest.starts_with(l))
    });
    let of_launches = function.name.starts_with("dim3::");
    host && function.system && function.body.is_none() && !cuda && !of_launches
}

impl Solver<'_, '_> {
    /// Whether the called function gives out an address of the library's memory.
    pub fn returns_library_memory(&self, call: &Call) -> bool {
        match &call.callee {
            Callee::Direct(id) => returns_its_memory(self.shared.module, *id),
            _ => false,
        }
    }

    /// What a call of a library function does to the library's own memory.
    pub fn library_effects(&mut self, callee: FnId, facts: &mut StmtFacts) {
        if is_of_the_library(self.shared.module.function(callee)) {
            self.write_library_memory(facts);
        }
    }

    /// Whether it is what a call of the host's library does: on the device, functions for both sides call another one.
    pub fn is_by_library_call(&self, access: &Access) -> bool {
        let object = self.shared.locations.kind(access.loc);
        access.write && self.shared.library.contains(object)
    }

    /// Code that calls the library writes its memory.
    pub fn write_library_memory(&mut self, facts: &mut StmtFacts) {
        let caller = self.shared.module.function(self.function).space;
        if matches!(caller, Space::Kernel | Space::Device) {
            return;
        }
        for object in self.shared.library.clone().iter().cloned() {
            facts.accesses.insert(Access::write(self.shared.locations.whole(object)));
        }
    }
}
