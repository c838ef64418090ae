//! Files that are whole programs.
//!
//! *Takes* a module of which its owner says that no other file of the program calls its functions or names its variables,
//! *gives* all of them internal linkage, *promises* to refuse files that show the contrary: one without `main`, and one that
//! calls functions which are defined elsewhere.
//!
//! Functions keep external linkage that libraries may call by their names: `extern "C"` ones, since such a name may be one of
//! the library's, and those that replace `operator new` and `operator delete`. What the language runs without naming it is
//! known by other means, whatever its linkage.

use crate::left_out::only_looks;
use crate::sites::row_of;
use ir::{FnId, Linkage, Module, Space, StmtKind, VarKind};

/// Why a file is no whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWhole {
    NoMain,
    /// It calls this function, and does not define it.
    Undefined(String),
}

/// Makes all that other files could name the file's own.
///
/// # Errors
/// When the file is no whole program.
pub fn make_whole(module: &mut Module) -> Result<(), NotWhole> {
    if !module.functions.iter().any(|f| f.name == "main" && f.body.is_some()) {
        return Err(NotWhole::NoMain);
    }
    if let Some(id) = module.function_ids().find(|id| is_defined_elsewhere(module, *id)) {
        return Err(NotWhole::Undefined(module.function(id).name.clone()));
    }
    for function in &mut module.functions {
        let called_by_libraries = function.c_linkage
            || ["operator new", "operator delete"].iter().any(|n| function.name.starts_with(n));
        let own = function.body.is_some() && !function.system && !function.name.starts_with('$');
        if own && !called_by_libraries && function.name != "main" {
            function.linkage = Linkage::Internal;
        }
    }
    for var in &mut module.vars {
        if var.kind == VarKind::Static && !var.system && !var.name.starts_with('$') {
            var.linkage = Linkage::Internal;
        }
    }
    Ok(())
}

/// A function of the host that another file of the program defines.
fn is_defined_elsewhere(module: &Module, id: FnId) -> bool {
    let f = module.function(id);
    let host = !matches!(f.space, Space::Kernel | Space::Device);
    let defined = f.body.is_some() || f.system || f.is_pure;
    host && !defined && row_of(module, id).is_none()
}

/// Whether code of other files may run before or between statements of this one. Where a file has `main`, calls no
/// function that is defined elsewhere, and loads no code, nobody gives control to such code.
pub fn meets_other_code(module: &Module) -> bool {
    let has_main = module.functions.iter().any(|f| f.name == "main" && f.body.is_some());
    let loads = |f: &ir::Function| f.body.is_none() && matches!(&*f.name, "dlsym" | "dlvsym");
    !has_main
        || module.functions.iter().any(loads)
        || module.function_ids().any(|id| is_defined_elsewhere(module, id))
        || left_out_calls(module).any(|name| !is_known(module, name))
}

/// What text calls that other builds compile.
fn left_out_calls(module: &Module) -> impl Iterator<Item = &str> {
    let bodies =
        module.functions.iter().filter(|f| f.space == Space::Host).filter_map(|f| f.body.as_ref());
    let stmts = bodies.flat_map(|body| body.block_ids().flat_map(|block| &body.block(block).stmts));
    stmts
        .flat_map(|stmt| match &stmt.kind {
            StmtKind::LeftOut(text) => text.calls.as_slice(),
            _ => &[],
        })
        .map(String::as_str)
}

fn is_known(module: &Module, name: &str) -> bool {
    only_looks(name) || module.functions.iter().any(|f| f.name == name && f.body.is_some())
}
