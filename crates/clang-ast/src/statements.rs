//! The parts of statements and calls, which libclang gives as a list with the absent ones left out.

use crate::cursor::Cursor;
use crate::kinds::CursorKind;
use crate::location::{Span, Token, TokenKind};

/// The parts of a `for` statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForParts<'tu> {
    /// The first part: a `DeclStmt` or an expression.
    pub init: Option<Cursor<'tu>>,
    /// The variable that the condition declares.
    pub condition_variable: Option<Cursor<'tu>>,
    /// The condition; absent means true.
    pub condition: Option<Cursor<'tu>>,
    /// What runs after each round.
    pub increment: Option<Cursor<'tu>>,
    /// The body.
    pub body: Option<Cursor<'tu>>,
}

/// The parts of an `if` or `switch` statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IfParts<'tu> {
    /// The statement before the condition, of C++17.
    pub init: Option<Cursor<'tu>>,
    /// The variable that the condition declares.
    pub condition_variable: Option<Cursor<'tu>>,
    /// The condition.
    pub condition: Option<Cursor<'tu>>,
    /// What runs if it holds; the body of a `switch`.
    pub then: Option<Cursor<'tu>>,
    /// What runs if it does not hold.
    pub otherwise: Option<Cursor<'tu>>,
    /// Whether there is an init statement that libclang does not show: it leaves out those of `switch`.
    pub hidden_init: bool,
}

/// The parts of a range-based `for` statement. libclang shows neither the calls of `begin` and `end` nor the comparison
/// and increment of the iterators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForRangeParts<'tu> {
    /// Whether there is a statement before the variable (of C++20), which libclang does not show.
    pub hidden_init: bool,
    /// The loop variable; its initialiser is the dereferenced iterator.
    pub variable: Option<Cursor<'tu>>,
    /// The range.
    pub range: Option<Cursor<'tu>>,
    /// The body.
    pub body: Option<Cursor<'tu>>,
}

impl<'tu> Cursor<'tu> {
    /// The parts of a `ForStmt`; `None` for other cursors, and where they cannot be told apart (a `for` with parts
    /// missing inside a macro's body).
    pub fn for_parts(self) -> Option<ForParts<'tu>> {
        if self.kind() != CursorKind::ForStmt {
            return None;
        }
        let mut children = self.children();
        let body = children.pop();
        let mut parts = ForParts { body, ..ForParts::default() };
        match children[..] {
            [] => return Some(parts),
            [init, condition, increment]
                if init.kind() != CursorKind::VarDecl
                    && condition.kind() != CursorKind::VarDecl =>
            {
                (parts.init, parts.condition, parts.increment) =
                    (Some(init), Some(condition), Some(increment));
                return Some(parts);
            }
            [init, variable, condition, increment] => {
                (parts.init, parts.condition_variable) = (Some(init), Some(variable));
                (parts.condition, parts.increment) = (Some(condition), Some(increment));
                return Some(parts);
            }
            _ => {}
        }
        let [first, second] = self.header_semicolons()?[..] else { return None };
        for child in children {
            let at = child.span()?.start;
            if at <= first {
                // `<=`: an absent init may leave an empty statement at the semicolon.
                parts.init = Some(child);
            } else if at < second && child.kind() == CursorKind::VarDecl {
                parts.condition_variable = Some(child);
            } else if at < second {
                parts.condition = Some(child);
            } else {
                parts.increment = Some(child);
            }
        }
        Some(parts)
    }

    /// The parts of an `IfStmt` or `SwitchStmt`; `None` for other cursors.
    pub fn if_parts(self) -> Option<IfParts<'tu>> {
        if !matches!(self.kind(), CursorKind::IfStmt | CursorKind::SwitchStmt) {
            return None;
        }
        let mut children = self.children();
        let mut parts = IfParts::default();
        if let Some(index) = children.iter().position(|child| child.kind() == CursorKind::VarDecl) {
            parts.condition_variable = Some(children.remove(index));
            if index > 0 {
                parts.init = Some(children.remove(0));
            }
        }
        let written = |this: Self| this.header_semicolons().is_some_and(|found| !found.is_empty());
        let has_init = match children.len() {
            4 => true,
            3 => {
                matches!(children[0].kind(), CursorKind::DeclStmt | CursorKind::NullStmt)
                    || written(self)
            }
            _ => false,
        };
        if has_init && parts.init.is_none() {
            parts.init = Some(children.remove(0));
        }
        parts.hidden_init = parts.init.is_none() && written(self);
        let mut rest = children.into_iter();
        (parts.condition, parts.then, parts.otherwise) = (rest.next(), rest.next(), rest.next());
        Some(parts)
    }

    /// The parts of a `CXXForRangeStmt`; `None` for other cursors.
    pub fn for_range_parts(self) -> Option<ForRangeParts<'tu>> {
        if self.kind() != CursorKind::CXXForRangeStmt {
            return None;
        }
        let hidden_init = self.header_semicolons().is_some_and(|found| !found.is_empty());
        let mut rest = self.children().into_iter();
        let (variable, range, body) = (rest.next(), rest.next(), rest.next());
        Some(ForRangeParts { hidden_init, variable, range, body })
    }

    /// Offsets of the semicolons right within the parentheses of a `for`, `if` or `switch`; `None` if the statement
    /// does not begin with its keyword in the file.
    fn header_semicolons(self) -> Option<Vec<u32>> {
        let span = self.span()?;
        // Piece by piece: the statement may be most of the file, and its header is short.
        let mut length = 256_u32;
        loop {
            let end = span.end.min(span.start.saturating_add(length));
            let tokens = self.unit().tokens(Span { end, ..span });
            if tokens.first()?.kind != TokenKind::Keyword {
                return None;
            }
            let (found, complete) = semicolons(&tokens);
            if complete || end == span.end {
                return Some(found);
            }
            length = length.saturating_mul(4);
        }
    }

    /// The call that sets the configuration of a kernel launch: its arguments are grid, block, bytes of shared memory
    /// and stream, the last two being empty expressions where they are left out. `None` for other cursors.
    ///
    /// The launch's own [`arguments`](Cursor::arguments) are the kernel's.
    pub fn launch_configuration(self) -> Option<Cursor<'tu>> {
        if self.kind() != CursorKind::CallExpr {
            return None;
        }
        let mut index = 0;
        let second = self.find_child(|_| {
            index += 1;
            index == 2
        })?;
        let is_configuration = second.kind() == CursorKind::CallExpr
            && matches!(
                second.spelling().as_str(),
                "__cudaPushCallConfiguration" | "cudaConfigureCall" | "__hipPushCallConfiguration"
            );
        is_configuration.then_some(second)
    }
}

/// Offsets of the semicolons at depth one of parentheses, braces and brackets, up to where that depth is left; and
/// whether it is left within these tokens.
fn semicolons(tokens: &[Token]) -> (Vec<u32>, bool) {
    let mut depth = 0_u32;
    let mut found = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Punctuation) {
        match token.spelling.as_str() {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" if depth <= 1 => return (found, true),
            ")" | "}" | "]" => depth -= 1,
            ";" if depth == 1 => found.push(token.offset),
            _ => {}
        }
    }
    (found, false)
}
