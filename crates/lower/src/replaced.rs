//! Functions that another file may replace, or call by another name: weak ones and targets of aliases.
//!
//! Attributes of such functions have no kind of their own in libclang; their text tells.

use crate::function::FunctionLowering;
use crate::unit::Unit;
use clang_ast::{Cursor, CursorKind};
use ir::{Operand, Place, StmtKind};

/// The tokens of the attributes that libclang has no kind for.
fn attribute_tokens(decl: Cursor<'_>) -> Vec<String> {
    let declarations = [Some(decl), decl.definition(), Some(decl.canonical())];
    let attributes = declarations.into_iter().flatten().flat_map(Cursor::children);
    attributes
        .filter(|c| c.kind() == CursorKind::UnexposedAttr)
        .flat_map(Cursor::tokens)
        .map(|token| token.spelling)
        .collect()
}

/// Whether an attribute makes a function weak; a macro that does is called so.
pub(crate) fn is_weak(decl: Cursor<'_>) -> bool {
    attribute_tokens(decl).iter().any(|token| token.to_lowercase().contains("weak"))
}

/// The name, as the linker knows it, of the function that a declaration is another name of.
pub(crate) fn alias_target(decl: Cursor<'_>) -> Option<String> {
    let tokens = attribute_tokens(decl);
    let kinds = ["alias", "__alias__", "ifunc", "__ifunc__", "weakref", "__weakref__"];
    let named = tokens.iter().any(|token| kinds.contains(&token.as_str()));
    let target = tokens.iter().find_map(|token| token.strip_prefix('"')?.strip_suffix('"'));
    target.filter(|_| named).map(str::to_owned)
}

/// The functions that `#pragma weak` names.
pub(crate) fn weak_pragmas(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text)
        .lines()
        .filter_map(|line| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start();
            let rest = rest.strip_prefix("pragma")?.trim_start().strip_prefix("weak")?;
            let name: String = rest.split(['=', ' ', '\t']).find(|part| !part.is_empty())?.into();
            Some(name)
        })
        .collect()
}

impl<'tu> Unit<'tu> {
    /// Whether another file's function may run instead of this one.
    pub fn may_be_replaced(&self, decl: Cursor<'tu>) -> bool {
        is_weak(decl) || self.weak.contains(&decl.mangled_name())
    }

    /// Other names lead to functions that nothing else names.
    pub fn leak_aliased(&mut self) {
        if self.aliased.is_empty() {
            return;
        }
        for (cursor, id) in &self.functions {
            if self.aliased.contains(&cursor.mangled_name()) {
                self.module.functions[id.0 as usize].address_taken = true;
            }
        }
    }
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// At the start of a function that may be replaced: anything may run in place of its body.
    pub fn replaced(&mut self, why: &str) {
        let function = self.unit.module.function(self.id);
        let (ret, params) = (function.ret, function.params.clone());
        let mut touches = self.visible();
        touches.extend(params.into_iter().map(|p| Operand::Copy(Place::var(p))));
        let why = why.to_owned();
        self.emit(StmtKind::Unknown { why, touches: touches.clone() }, None);
        if let Some(ret) = ret {
            touches.push(Operand::Unknown);
            let src = Operand::AnyOf(touches);
            self.emit(StmtKind::Assign { dst: Place::var(ret), src }, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pragmas_name_weak_functions() {
        let text = b"#pragma weak hook\nint x;\n # pragma weak other = target\n#pragma once\n";
        assert_eq!(weak_pragmas(text), ["hook", "other"]);
    }
}
