//! Files that are whole programs.
//!
//! *Takes* a module of which its owner says that no other file of the program calls its functions or names its variables,
//! *gives* all of them internal linkage, *promises* to refuse files that show the contrary: one without `main`, and one that
//! calls functions which are defined elsewhere.
//!
//! Functions keep external linkage that libraries may call by their names: `extern "C"` ones, since such a name may be one of
//! the library's, and those that replace `operator new` and `operator delete`. What the language runs without naming it is
//! known by other means, whatever its linkage.

use crate::sites::row_of;
use ir::{Linkage, Module, Space, VarKind};

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
    let undefined = module.function_ids().find(|id| {
        let f = module.function(*id);
        let host = !matches!(f.space, Space::Kernel | Space::Device);
        let defined = f.body.is_some() || f.system || f.is_pure;
        host && !defined && row_of(module, *id).is_none()
    });
    if let Some(id) = undefined {
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
