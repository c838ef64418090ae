//! Statements.

use crate::copy::Copying;
use crate::expr::strip;
use crate::function::{Alive, FunctionLowering, Handler, JumpTarget};
use crate::initialize::is_constant;
use crate::lifetime::Lifetime;
use crate::unit::is_static_local;
use clang_ast::{BinaryOperator, Cursor, CursorKind, IfParts, Type, TypeKind};
use ir::{
    AnchorContext, AnchorId, BlockId, Operand, Place, Span, StmtKind, TypeShape, VarId, VarKind,
};

/// Whether a cursor is a statement that is not an expression.
pub(crate) fn is_statement(kind: CursorKind) -> bool {
    matches!(
        kind,
        CursorKind::CompoundStmt
            | CursorKind::IfStmt
            | CursorKind::SwitchStmt
            | CursorKind::WhileStmt
            | CursorKind::DoStmt
            | CursorKind::ForStmt
            | CursorKind::CXXForRangeStmt
            | CursorKind::ReturnStmt
            | CursorKind::BreakStmt
            | CursorKind::ContinueStmt
            | CursorKind::GotoStmt
            | CursorKind::LabelStmt
            | CursorKind::CaseStmt
            | CursorKind::DefaultStmt
            | CursorKind::DeclStmt
            | CursorKind::NullStmt
            | CursorKind::CXXTryStmt
            | CursorKind::AsmStmt
            | CursorKind::UnexposedStmt
    )
}

impl<'tu> FunctionLowering<'_, 'tu> {
    fn span(&mut self, cursor: Cursor<'tu>) -> Option<Span> {
        self.unit.sources.span(cursor)
    }

    /// The anchor of a statement in a block or as the single body of something.
    fn statement_anchor(&mut self, stmt: Cursor<'tu>, context: AnchorContext) -> AnchorId {
        let outer = self.anchor;
        let Some(span) = self.span(stmt) else { return outer };
        if span.file.0 != 0 || self.one_anchor() {
            return outer;
        }
        let parent = &self.body.anchors[outer.index()];
        // Inside the text of a macro invocation the enclosing statement is the place for edits.
        let inside_invocation = parent.span.start == span.start
            && !matches!(parent.context, AnchorContext::FunctionOpen)
            && self.unit.sources.invocation_at(span.start).is_some();
        if inside_invocation {
            return outer;
        }
        let end = self.unit.sources.statement_end(span);
        let editable = end.is_some() && span.start < span.end;
        let span = Span { end: end.unwrap_or(span.end), editable, ..span };
        let context = if editable { context } else { AnchorContext::Fixed };
        self.new_anchor(span, context, Some(outer))
    }

    /// Lowers a compound statement in a scope of its own.
    pub fn compound(&mut self, compound: Cursor<'tu>) {
        self.open_scope();
        let close = self.scope_close(compound);
        self.statements(compound);
        self.close_scope(close);
    }

    /// The anchor of a closing brace, when the braces are in the text.
    fn scope_close(&mut self, compound: Cursor<'tu>) -> Option<AnchorId> {
        let span = self.span(compound).filter(|s| s.editable && s.end > s.start)?;
        if self.one_anchor() {
            return None;
        }
        let text = self.unit.sources.text(span.file);
        let (open, close) = (span.start as usize, span.end as usize - 1);
        if text.get(open) != Some(&b'{') || text.get(close) != Some(&b'}') {
            return None;
        }
        let brace = Span { start: span.end - 1, ..span };
        let parent = self.anchor;
        Some(self.new_anchor(brace, AnchorContext::ScopeClose, Some(parent)))
    }

    fn statements(&mut self, compound: Cursor<'tu>) {
        let in_text = self.span(compound).is_some_and(|s| s.editable) && !self.one_anchor();
        let outer = self.anchor;
        let mut last_start = None;
        let mut position = self.span(compound).map_or(0, |s| s.start);
        for child in compound.children() {
            let span = self.span(child);
            if in_text {
                if let Some(span) = span {
                    self.inactive_before(position, span.start);
                    position = position.max(span.end);
                }
                // Several statements of one macro invocation share its anchor.
                let same_invocation = span.is_some() && last_start == span.map(|s| s.start);
                if !same_invocation {
                    self.anchor = outer;
                    self.anchor = self.statement_anchor(child, AnchorContext::Block);
                }
                last_start = span.map(|s| s.start);
            }
            self.statement(child);
        }
        self.anchor = outer;
        if let Some(span) = self.span(compound).filter(|_| in_text) {
            self.inactive_before(position, span.end);
        }
    }

    /// Lowers the body of a loop or branch, in its own scope and with its own anchor.
    pub fn sub_statement(&mut self, stmt: Cursor<'tu>) {
        if stmt.kind() == CursorKind::CompoundStmt {
            return self.compound(stmt);
        }
        self.open_scope();
        let anchor = self.statement_anchor(stmt, AnchorContext::Body);
        self.anchored(anchor, |this| this.statement(stmt));
        self.close_scope(None);
    }

    /// Lowers a statement; its anchor is current.
    pub fn statement(&mut self, stmt: Cursor<'tu>) {
        self.inactive_inside(stmt);
        match stmt.kind() {
            CursorKind::CompoundStmt => self.compound(stmt),
            CursorKind::DeclStmt => self.declaration_statement(stmt),
            CursorKind::IfStmt => self.if_statement(stmt),
            CursorKind::SwitchStmt => self.switch_statement(stmt),
            CursorKind::WhileStmt => self.while_statement(stmt),
            CursorKind::DoStmt => self.do_statement(stmt),
            CursorKind::ForStmt => self.for_statement(stmt),
            CursorKind::CXXForRangeStmt => self.range_for_statement(stmt),
            CursorKind::ReturnStmt => self.return_statement(stmt),
            CursorKind::BreakStmt => {
                if let Some((to, alive)) = self.jumps.last().map(|j| (j.break_to, j.break_alive)) {
                    self.jump(to, alive);
                }
            }
            CursorKind::ContinueStmt => {
                if let Some((to, alive)) = self.jumps.iter().rev().find_map(|j| j.continue_to) {
                    self.jump(to, alive);
                }
            }
            CursorKind::GotoStmt => self.goto_statement(stmt),
            CursorKind::LabelStmt => {
                self.label(&stmt.spelling());
                self.labelled(stmt, 0);
            }
            CursorKind::CaseStmt => self.labelled(stmt, 1),
            CursorKind::DefaultStmt => self.labelled(stmt, 0),
            CursorKind::CXXTryStmt => self.try_statement(stmt),
            CursorKind::NullStmt => {}
            CursorKind::AsmStmt => self.unknown("inline assembly", stmt),
            CursorKind::UnexposedStmt => {
                for child in stmt.children() {
                    match is_statement(child.kind()) {
                        true => self.statement(child),
                        false => self.discarded(child),
                    }
                }
            }
            kind if is_statement(kind) => self.unknown("statement", stmt),
            CursorKind::TypedefDecl
            | CursorKind::StructDecl
            | CursorKind::ClassDecl
            | CursorKind::EnumDecl
            | CursorKind::UsingDeclaration
            | CursorKind::UsingDirective
            | CursorKind::TypeAliasDecl => {}
            _ => self.discarded(stmt),
        }
    }

    /// The statement after a label or case; `skip` children of the label come first.
    fn labelled(&mut self, label: Cursor<'tu>, skip: usize) {
        if label.kind() != CursorKind::LabelStmt {
            self.case_label();
        }
        let Some(stmt) = label.children().into_iter().skip(skip).last() else { return };
        if matches!(
            stmt.kind(),
            CursorKind::CaseStmt | CursorKind::DefaultStmt | CursorKind::LabelStmt
        ) {
            return self.statement(stmt);
        }
        let outer = self.anchor;
        let context = match self.body.anchors[outer.index()].context {
            AnchorContext::Block => AnchorContext::Block,
            _ => AnchorContext::Fixed,
        };
        let anchor = self.statement_anchor(stmt, context);
        self.anchored(anchor, |this| this.statement(stmt));
    }

    fn case_label(&mut self) {
        let block = self.fall_into_new_block();
        self.case_targets(block);
    }

    fn case_targets(&mut self, block: BlockId) {
        if let Some(scope) = self.scopes.last() {
            self.body.scopes[scope.id.index()].has_labels = true;
        }
        if let Some(dispatch) = self.switches.last().copied() {
            self.edge(dispatch, block);
        }
    }

    fn declaration_statement(&mut self, stmt: Cursor<'tu>) {
        for child in stmt.children() {
            match child.kind() {
                CursorKind::VarDecl => self.variable(child),
                CursorKind::TypedefDecl | CursorKind::TypeAliasDecl => self.array_bounds(child),
                CursorKind::UnexposedDecl if is_decomposition(child) => self.variable(child),
                _ => {}
            }
        }
    }

    /// Declares a local variable and runs its initialiser. That of a structured binding has no name.
    pub fn variable(&mut self, decl: Cursor<'tu>) {
        let var = self.unit.var(decl, Some(self.id));
        if is_static_local(decl) && self.is_host() {
            return self.static_variable(decl, var);
        }
        self.array_bounds(decl);
        self.declare(var);
        self.cleanup(decl, var);
        let from = self.temps.len();
        if let Some(init) = decl.initializer() {
            self.initialize_variable(var, init, Lifetime::Scope);
        }
        self.end_temps(from);
    }

    /// The bounds of arrays of variable length in the type of a declaration are evaluated there.
    fn array_bounds(&mut self, decl: Cursor<'tu>) {
        if !decl.ty().is_some_and(|ty| has_variable_bound(ty)) {
            return;
        }
        let init = decl.initializer();
        for bound in decl.children() {
            if bound.kind().is_expression() && Some(bound) != init {
                self.full_expression(bound);
            }
        }
    }

    /// A static local: it is initialised when control first passes here.
    fn static_variable(&mut self, decl: Cursor<'tu>, var: VarId) {
        let Some(init) = decl.initializer() else { return };
        if is_constant(init) {
            return self.unit.static_initializer(var, init);
        }
        let before = self.cur;
        let after = self.new_block();
        self.edge(before, after);
        let first = self.new_block();
        self.edge(before, first);
        self.switch_to(first);
        let from = self.temps.len();
        self.initialize_variable(var, init, Lifetime::Process);
        self.end_temps(from);
        self.goto(after);
        self.switch_to(after);
    }

    /// Notes an `__attribute__((cleanup(f)))`: libclang has no name for it.
    fn cleanup(&mut self, decl: Cursor<'tu>, var: VarId) {
        let attributes =
            decl.children().into_iter().filter(|c| c.kind() == CursorKind::UnexposedAttr);
        let mut found = None;
        for attribute in attributes {
            let tokens: Vec<String> = attribute.tokens().into_iter().map(|t| t.spelling).collect();
            let named = tokens.iter().position(|t| t.contains("cleanup"));
            match named {
                Some(at) => {
                    let name =
                        tokens.get(at + 2).filter(|_| tokens.get(at + 1).is_some_and(|t| t == "("));
                    found = Some(name.cloned().unwrap_or_default());
                }
                None if tokens.iter().all(|t| HARMLESS_ATTRIBUTES.contains(&t.as_str())) => {}
                // A macro may stand for anything.
                None => found = Some(String::new()),
            }
        }
        if let Some(name) = found {
            self.unit.cleanups.push(name);
            self.cleanups.insert(var);
        }
    }

    /// The object of an exception is kept where all handlers find it.
    pub fn throw_object(&mut self, exception: Operand) {
        let cell = Place::var(self.unit.exception());
        let object = self.behind(exception.clone(), None);
        self.emit(StmtKind::Assign { dst: cell.clone(), src: exception }, None);
        self.emit(StmtKind::Assign { dst: cell, src: Operand::Copy(object) }, None);
    }

    /// The object of an exception ends with its handler.
    fn end_of_exception(&mut self, caught: Option<Cursor<'tu>>) {
        let cell = Place::var(self.unit.exception());
        let class = caught.and_then(Cursor::ty).map(|t| t.non_reference().canonical());
        let anchor = self.late_anchor();
        self.anchored(anchor, |this| match class {
            Some(class) if is_own_class(class) => this.destroy_dynamically(cell, class),
            Some(class) if !class.is_record() => {}
            // Caught by a base in the library, or as whatever it is.
            _ if this.unit.throws_objects => this.hidden_code("end of an exception", None, cell),
            _ => {}
        });
    }

    /// The variable of a handler: what was thrown here, or anything that was thrown elsewhere.
    fn catch_exception(&mut self, var: VarId) {
        let cell = Place::var(self.unit.exception());
        let thrown = match self.unit.module.var(var).ty.shape {
            TypeShape::Reference => Operand::AddrOf(cell),
            _ => Operand::Copy(cell),
        };
        let anchor = self.late_anchor();
        self.anchored(anchor, |this| {
            for src in [thrown, Operand::Unknown] {
                this.emit(StmtKind::Assign { dst: Place::var(var), src }, None);
            }
            if let Some(class) = this.unit.record_type(var) {
                let cell = Place::var(this.unit.exception());
                this.copy_member(Place::var(var), cell, class, Copying::Construct, 0);
            }
        });
    }

    fn if_statement(&mut self, stmt: Cursor<'tu>) {
        let Some(parts) = stmt.if_parts() else { return self.unknown("if", stmt) };
        self.open_scope();
        self.conditions(stmt, &parts);
        let from = self.cur;
        let join = self.new_block();
        for branch in [parts.then, parts.otherwise] {
            let Some(branch) = branch else {
                self.edge(from, join);
                continue;
            };
            let block = self.new_block();
            self.edge(from, block);
            self.switch_to(block);
            self.sub_statement(branch);
            self.goto(join);
        }
        self.switch_to(join);
        self.close_scope(None);
    }

    /// What is evaluated once before the branches of an `if` or `switch`.
    fn conditions(&mut self, stmt: Cursor<'tu>, parts: &IfParts<'tu>) {
        if parts.hidden_init {
            self.unknown("statement that libclang does not show", stmt);
        }
        let anchor = self.anchor;
        let all = [parts.init, parts.condition_variable, parts.condition];
        for (index, part) in all.into_iter().flatten().enumerate() {
            let lower = |this: &mut Self| match part.kind() {
                CursorKind::VarDecl => this.variable(part),
                kind if is_statement(kind) => this.statement(part),
                _ if Some(part) == parts.init => this.discarded(part),
                _ => this.full_expression(part),
            };
            // What stands before the statement runs before its first part.
            let tests_variable = parts.condition_variable.is_some();
            match index {
                0 => self.anchored_once(anchor, part, lower),
                _ if Some(part) == parts.condition && !tests_variable => {
                    self.anchored_expression(part, lower);
                }
                _ => self.anchored_inside(part, AnchorContext::Fixed, lower),
            }
        }
        self.declared_inside();
    }

    /// Runs `f` with the anchor of a condition that is evaluated once.
    fn anchored_once(
        &mut self,
        outer: AnchorId,
        condition: Cursor<'tu>,
        f: impl FnOnce(&mut Self),
    ) {
        let anchor = match self.span(condition) {
            Some(span) if span.editable && !self.one_anchor() => {
                self.new_anchor(span, AnchorContext::Once(outer), Some(outer))
            }
            _ => outer,
        };
        self.anchored(anchor, f);
    }

    /// Runs `f` with the anchor of an expression that is evaluated again and again.
    fn anchored_expression(&mut self, expr: Cursor<'tu>, f: impl FnOnce(&mut Self)) {
        self.anchored_inside(expr, AnchorContext::Expression, f);
    }

    /// Runs `f` with an anchor of its own for a part of the current statement.
    fn anchored_inside(
        &mut self,
        part: Cursor<'tu>,
        context: AnchorContext,
        f: impl FnOnce(&mut Self),
    ) {
        let outer = self.anchor;
        if self.one_anchor() {
            return f(self);
        }
        let span = self.span(part).unwrap_or(self.body.anchors[outer.index()].span);
        let context = if span.editable { context } else { AnchorContext::Fixed };
        let anchor = self.new_anchor(span, context, Some(outer));
        self.anchored(anchor, f);
    }

    /// The condition of a loop. A variable in it is made in each round, and ends with it: its scope stays
    /// open.
    fn loop_condition(&mut self, variable: Option<Cursor<'tu>>, condition: Option<Cursor<'tu>>) {
        if let Some(variable) = variable {
            self.open_scope();
            // Nothing can be put between the variable and its test, which has no text of its own.
            self.anchored_inside(variable, AnchorContext::Fixed, |this| {
                match is_statement(variable.kind()) {
                    true => this.statement(variable),
                    false => this.variable(variable),
                }
                condition.into_iter().for_each(|c| this.full_expression(c));
            });
            self.declared_inside();
        } else if let Some(condition) = condition {
            self.anchored_expression(condition, |this| this.full_expression(condition));
        }
    }

    fn switch_statement(&mut self, stmt: Cursor<'tu>) {
        let Some(parts) = stmt.if_parts() else { return self.unknown("switch", stmt) };
        self.open_scope();
        self.conditions(stmt, &parts);
        let dispatch = self.cur;
        let end = self.new_block();
        // Without a matching case control goes past the switch.
        self.edge(dispatch, end);
        self.switches.push(dispatch);
        let break_alive = self.alive();
        self.jumps.push(JumpTarget { break_to: end, break_alive, continue_to: None });
        self.unreachable_from_here();
        if let Some(body) = parts.then {
            self.sub_statement(body);
        }
        self.goto(end);
        self.jumps.pop();
        self.switches.pop();
        self.switch_to(end);
        self.close_scope(None);
    }

    /// Lowers a loop: `condition`, then `body`, then `step`, from the current block on. Scopes that the
    /// condition opens end with each round.
    pub fn loop_of(
        &mut self,
        trips: Option<u64>,
        condition: &mut dyn FnMut(&mut Self),
        body: &mut dyn FnMut(&mut Self),
        step: &mut dyn FnMut(&mut Self),
        test_first: bool,
        endless: bool,
    ) {
        let anchor = self.anchor;
        let after = self.new_block();
        let outer = self.loop_;
        self.loop_ = Some(self.new_loop(anchor, trips));
        let head = self.fall_into_new_block();
        let test = self.new_block();
        let next = self.new_block();
        let first = self.new_block();
        self.edge(head, if test_first { test } else { first });
        let break_alive = self.alive();
        self.switch_to(test);
        condition(self);
        let tested = self.cur;
        self.edge(tested, first);
        if !endless {
            self.leave_loop(break_alive, after);
        }
        self.switch_to(first);
        let continue_to = Some((next, self.alive()));
        self.jumps.push(JumpTarget { break_to: after, break_alive, continue_to });
        body(self);
        self.jumps.pop();
        self.goto(next);
        self.switch_to(next);
        step(self);
        while self.scopes.len() > break_alive.scopes {
            self.close_scope(None);
        }
        self.goto(test);
        self.loop_ = outer;
        self.switch_to(after);
    }

    /// The way out of a loop whose condition does not hold.
    fn leave_loop(&mut self, alive: Alive, after: BlockId) {
        let tested = self.cur;
        if self.scopes.len() == alive.scopes {
            return self.edge(tested, after);
        }
        let leave = self.new_block();
        self.edge(tested, leave);
        self.switch_to(leave);
        let anchor = self.late_anchor();
        self.end_scopes(alive.scopes, Some(anchor));
        self.goto(after);
    }

    fn while_statement(&mut self, stmt: Cursor<'tu>) {
        let children = stmt.children();
        let Some((body, conditions)) = children.split_last() else { return };
        let (variable, condition) = match conditions {
            [variable, condition] => (Some(*variable), Some(*condition)),
            [one] if is_statement(one.kind()) || one.kind() == CursorKind::VarDecl => {
                (Some(*one), None)
            }
            _ => (None, conditions.first().copied()),
        };
        self.loop_of(
            None,
            &mut |this| this.loop_condition(variable, condition),
            &mut |this| this.sub_statement(*body),
            &mut |_| {},
            true,
            false,
        );
    }

    fn do_statement(&mut self, stmt: Cursor<'tu>) {
        let children = stmt.children();
        let [body, condition] = children[..] else { return self.unknown("do loop", stmt) };
        let once = strip(condition).evaluate_int() == Some(0) && self.is_macro_text(stmt);
        if once {
            // `do { … } while (0)` of a macro: no loop, but `break` and `continue` leave it.
            return self.run_once(body);
        }
        self.loop_of(
            None,
            &mut |this| this.anchored_expression(condition, |this| this.full_expression(condition)),
            &mut |this| this.sub_statement(body),
            &mut |_| {},
            false,
            false,
        );
    }

    fn run_once(&mut self, body: Cursor<'tu>) {
        let after = self.new_block();
        let alive = self.alive();
        let continue_to = Some((after, alive));
        self.jumps.push(JumpTarget { break_to: after, break_alive: alive, continue_to });
        self.sub_statement(body);
        self.jumps.pop();
        self.goto(after);
        self.switch_to(after);
    }

    fn is_macro_text(&mut self, cursor: Cursor<'tu>) -> bool {
        self.span(cursor).is_some_and(|s| !s.editable)
    }

    fn for_statement(&mut self, stmt: Cursor<'tu>) {
        let Some(parts) = stmt.for_parts() else {
            return self.unknown("for with parts in a macro", stmt);
        };
        self.open_scope();
        if let Some(init) = parts.init {
            match is_statement(init.kind()) {
                true => self.statement(init),
                false => self.discarded(init),
            }
        }
        self.declared_inside();
        self.loop_of(
            trip_count(parts.init, parts.condition),
            &mut |this| this.loop_condition(parts.condition_variable, parts.condition),
            &mut |this| {
                if let Some(body) = parts.body {
                    this.sub_statement(body);
                }
            },
            &mut |this| {
                if let Some(step) = parts.increment {
                    this.anchored_expression(step, |this| this.discarded(step));
                }
            },
            true,
            parts.condition.is_none() && parts.condition_variable.is_none(),
        );
        self.close_scope(None);
    }

    fn return_statement(&mut self, stmt: Cursor<'tu>) {
        self.body.anchors[self.anchor.index()].is_return = true;
        if let Some(value) = stmt.children().into_iter().next() {
            let from = self.temps.len();
            let ret = self.unit.module.function(self.id).ret;
            self.note_returned(value);
            match ret {
                Some(ret) if self.unit.module.var(ret).ty.shape == TypeShape::Reference => {
                    let value_of = self.expr(value);
                    let src = self.address(value_of, Some(value));
                    self.emit(StmtKind::Assign { dst: Place::var(ret), src }, None);
                }
                Some(ret) => self.initialize(Place::var(ret), value),
                None => {
                    self.expr(value);
                }
            }
            self.end_temps(from);
        }
        self.return_to_caller();
    }

    /// The compiler may make a local variable that is returned by value in the place of the result.
    fn note_returned(&mut self, value: Cursor<'tu>) {
        let mut named = strip(value);
        if let ([only], CursorKind::CallExpr) = (&named.arguments()[..], named.kind()) {
            let constructs =
                named.referenced().is_some_and(|f| f.kind() == CursorKind::Constructor);
            named = if constructs { strip(*only) } else { named };
        }
        let Some(decl) = named.referenced().filter(|_| named.kind() == CursorKind::DeclRefExpr)
        else {
            return;
        };
        if let Some(var) = self.unit.known_var(decl) {
            let var = &mut self.unit.module.vars[var.0 as usize];
            var.returned |= var.kind == VarKind::Local && var.ty.shape == TypeShape::Record;
        }
    }

    fn goto_statement(&mut self, stmt: Cursor<'tu>) {
        let label = stmt
            .find_child(|c| c.kind() == CursorKind::LabelRef)
            .map(Cursor::spelling)
            .unwrap_or_default();
        let span = self.span(stmt).unwrap_or(self.body.anchors[self.anchor.index()].span);
        self.goto_label(label, span);
    }

    /// Lowers `try { … } catch …`.
    fn try_statement(&mut self, stmt: Cursor<'tu>) {
        self.function_try(stmt, None);
    }

    /// The same around the initialisers of a constructor: its handlers end by throwing again.
    pub fn function_try(&mut self, stmt: Cursor<'tu>, constructor: Option<Cursor<'tu>>) {
        let children = stmt.children();
        let dispatch = self.new_block();
        let after = self.new_block();
        self.handlers.push(Handler { dispatch, alive: self.alive() });
        let parts = self.parts.len();
        if let Some(constructor) = constructor {
            self.member_initializers(constructor);
        }
        let tried = self.body.scopes.len();
        if let Some(body) = children.first() {
            self.sub_statement(*body);
        }
        if let Some(scope) = self.body.scopes.get_mut(tried) {
            scope.has_handlers = true;
        }
        self.handlers.pop();
        self.parts.truncate(parts);
        self.goto(after);
        let mut catches_all = false;
        for catch in children.iter().filter(|c| c.kind() == CursorKind::CXXCatchStmt) {
            let block = self.new_block();
            self.edge(dispatch, block);
            self.switch_to(block);
            self.open_scope();
            let parts = catch.children();
            let caught = parts.iter().copied().find(|p| p.kind() == CursorKind::VarDecl);
            match caught {
                Some(decl) => {
                    let var = self.unit.var(decl, Some(self.id));
                    self.declare(var);
                    self.catch_exception(var);
                }
                None => catches_all = true,
            }
            if let Some(body) = parts.last().filter(|p| p.kind() == CursorKind::CompoundStmt) {
                self.compound(*body);
            }
            self.end_of_exception(caught);
            self.close_scope(None);
            match constructor {
                Some(_) => self.throw(),
                None => self.goto(after),
            }
        }
        if !catches_all {
            self.switch_to(dispatch);
            let pad = self.landing_pad();
            self.goto(pad);
        }
        self.switch_to(after);
    }
}

/// Whether a declaration is a structured binding: libclang has no kind for it.
pub(crate) fn is_decomposition(decl: Cursor<'_>) -> bool {
    decl.kind() == CursorKind::UnexposedDecl && decl.spelling().starts_with('[')
}

/// Whether a type names an array whose bound is no constant.
fn has_variable_bound(ty: Type<'_>) -> bool {
    let ty = ty.canonical();
    let within = ty.element_type().filter(|_| ty.is_array()).or_else(|| ty.pointee());
    ty.kind() == TypeKind::VariableArray || within.is_some_and(has_variable_bound)
}

/// Whether a type is a class of the program.
fn is_own_class(ty: clang_ast::Type<'_>) -> bool {
    ty.is_record() && ty.declaration().is_some_and(|d| !d.is_in_system_header())
}

/// Attributes of variables that make nothing run, as the tokens that they are written with.
const HARMLESS_ATTRIBUTES: [&str; 9] = [
    "unused",
    "__unused__",
    "maybe_unused",
    "used",
    "__used__",
    "deprecated",
    "nodebug",
    "uninitialized",
    "noescape",
];

/// Iterations of `for (i = a; i < b; …)` with constants `a` and `b`, as a hint for cost estimates.
fn trip_count(init: Option<Cursor<'_>>, condition: Option<Cursor<'_>>) -> Option<u64> {
    let condition = condition?;
    let strict = match condition.binary_operator()? {
        BinaryOperator::LT | BinaryOperator::NE => 0,
        BinaryOperator::LE => 1,
        _ => return None,
    };
    let bound = condition.children().get(1)?.evaluate_int()?;
    let first = init?.find(|c| c.kind() == CursorKind::IntegerLiteral)?.evaluate_int()?;
    u64::try_from(bound.checked_sub(first)?.checked_add(strict)?).ok()
}
