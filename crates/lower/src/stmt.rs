//! Statements.

use crate::copy::Copying;
use crate::expr::{strip, Value};
use crate::function::{FunctionLowering, JumpTarget};
use crate::initialize::is_constant;
use crate::unit::is_static_local;
use clang_ast::{BinaryOperator, Cursor, CursorKind, IfParts};
use ir::{
    AnchorContext, AnchorId, BlockId, Callee, Operand, Place, Proj, Span, StmtKind, TypeShape,
    VarId,
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
    fn sub_statement(&mut self, stmt: Cursor<'tu>) {
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
                if let Some((to, depth)) = self.jumps.last().map(|j| (j.break_to, j.depth)) {
                    self.jump(to, depth);
                }
            }
            CursorKind::ContinueStmt => {
                let target = self.jumps.iter().rev().find_map(|j| Some((j.continue_to?, j.depth)));
                if let Some((to, depth)) = target {
                    self.jump(to, depth);
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
            if child.kind() == CursorKind::VarDecl {
                self.variable(child);
            }
        }
    }

    /// Declares a local variable and runs its initialiser.
    pub fn variable(&mut self, decl: Cursor<'tu>) {
        let var = self.unit.var(decl, Some(self.id));
        if is_static_local(decl) && self.is_host() {
            return self.static_variable(decl, var);
        }
        self.declare(var);
        self.cleanup(decl, var);
        let init = decl.initializer();
        let ty = self.unit.module.var(var).ty.clone();
        let from = self.temps.len();
        match init {
            Some(init) if ty.shape == TypeShape::Reference => {
                let value = self.expr(init);
                let address = self.address(value, Some(init));
                let span = self.span(decl);
                self.emit(StmtKind::Assign { dst: Place::var(var), src: address }, span);
                // A temporary bound to the reference lives as long as it.
                let kept: Vec<_> = self.temps.drain(from..).collect();
                kept.into_iter().for_each(|temp| self.declare(temp));
            }
            Some(init) => self.initialize(Place::var(var), init),
            None => {}
        }
        self.end_temps(from);
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
        match self.unit.module.var(var).ty.shape {
            TypeShape::Reference => {
                let value = self.expr(init);
                let address = self.address(value, Some(init));
                let span = self.span(decl);
                self.emit(StmtKind::Assign { dst: Place::var(var), src: address }, span);
                // A temporary bound to it lives to the end of the program.
                self.temps.truncate(from);
            }
            _ => self.initialize(Place::var(var), init),
        }
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
        for part in [parts.init, parts.condition_variable, parts.condition].into_iter().flatten() {
            self.anchored_once(anchor, part, |this| match part.kind() {
                CursorKind::VarDecl => this.variable(part),
                kind if is_statement(kind) => this.statement(part),
                _ if Some(part) == parts.init => this.discarded(part),
                _ => this.full_expression(part),
            });
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
        let outer = self.anchor;
        if self.one_anchor() {
            return f(self);
        }
        let span = self.span(expr).unwrap_or(self.body.anchors[outer.index()].span);
        let context = match span.editable && expr.kind() != CursorKind::VarDecl {
            true => AnchorContext::Expression,
            false => AnchorContext::Fixed,
        };
        let anchor = self.new_anchor(span, context, Some(outer));
        self.anchored(anchor, f);
        if matches!(expr.kind(), CursorKind::VarDecl | CursorKind::DeclStmt) {
            self.declared_inside();
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
        self.jumps.push(JumpTarget { break_to: end, continue_to: None, depth: self.scopes.len() });
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

    /// Lowers a loop: `condition`, then `body`, then `step`, from the current block on.
    fn loop_of(
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
        self.switch_to(test);
        condition(self);
        let tested = self.cur;
        self.edge(tested, first);
        if !endless {
            self.edge(tested, after);
        }
        self.switch_to(first);
        let depth = self.scopes.len();
        self.jumps.push(JumpTarget { break_to: after, continue_to: Some(next), depth });
        body(self);
        self.jumps.pop();
        self.goto(next);
        self.switch_to(next);
        step(self);
        self.goto(test);
        self.loop_ = outer;
        self.switch_to(after);
    }

    fn while_statement(&mut self, stmt: Cursor<'tu>) {
        let children = stmt.children();
        let Some((body, conditions)) = children.split_last() else { return };
        self.open_scope();
        self.loop_of(
            None,
            &mut |this| {
                for condition in conditions {
                    this.anchored_expression(*condition, |this| match condition.kind() {
                        CursorKind::VarDecl => this.variable(*condition),
                        CursorKind::DeclStmt => this.statement(*condition),
                        _ => this.full_expression(*condition),
                    });
                }
            },
            &mut |this| this.sub_statement(*body),
            &mut |_| {},
            true,
            false,
        );
        self.close_scope(None);
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
        let depth = self.scopes.len();
        self.jumps.push(JumpTarget { break_to: after, continue_to: Some(after), depth });
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
        let conditions = [parts.condition_variable, parts.condition];
        self.loop_of(
            trip_count(parts.init, parts.condition),
            &mut |this| {
                for condition in conditions.into_iter().flatten() {
                    this.anchored_expression(condition, |this| match condition.kind() {
                        CursorKind::VarDecl => this.variable(condition),
                        _ => this.full_expression(condition),
                    });
                }
            },
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
            parts.condition.is_none(),
        );
        self.close_scope(None);
    }

    fn range_for_statement(&mut self, stmt: Cursor<'tu>) {
        let parts = stmt.for_range_parts().unwrap_or_default();
        let (Some(decl), Some(range), Some(body)) = (parts.variable, parts.range, parts.body)
        else {
            return self.unknown("range-based for", stmt);
        };
        if parts.hidden_init {
            self.unknown("statement that libclang does not show", stmt);
        }
        self.open_scope();
        let from = self.temps.len();
        let value = self.expr(range);
        let object = self.address(value, Some(range));
        let kept: Vec<_> = self.temps.drain(from..).collect();
        kept.into_iter().for_each(|temp| self.declare(temp));
        self.declared_inside();
        let element = self.first_element(range, object);
        self.loop_of(
            None,
            &mut |_| {},
            &mut |this| {
                this.open_scope();
                this.loop_variable(decl, element.clone());
                this.declared_inside();
                this.sub_statement(body);
                this.close_scope(None);
            },
            &mut |_| {},
            true,
            false,
        );
        self.close_scope(None);
    }

    /// The place of the elements of a range whose address is given.
    fn first_element(&mut self, range: Cursor<'tu>, object: Operand) -> Place {
        let ty = strip(range).ty().map(|t| t.non_reference().canonical());
        let info = ty.map(|t| self.unit.type_info(t));
        let holder = self.materialize(object, pointer(), None);
        let place = Place::var(holder).then(Proj::Deref);
        match info {
            Some(info) if info.shape == TypeShape::Record => {
                let result = self.pointer_temp();
                let name = format!("{}::begin", info.record);
                let this = Some(Operand::Copy(Place::var(holder)));
                self.model_call(&name, this, Vec::new(), Some(result), None);
                Place::var(result).then(Proj::Deref)
            }
            _ => place.then(Proj::Index),
        }
    }

    fn loop_variable(&mut self, decl: Cursor<'tu>, element: Place) {
        let var = self.unit.var(decl, Some(self.id));
        self.declare(var);
        let reference = self.unit.module.var(var).ty.shape == TypeShape::Reference;
        let src = match reference {
            true => Operand::AddrOf(element.clone()),
            false => Operand::Copy(element.clone()),
        };
        // Read in every round, before the body.
        let anchor = self.late_anchor();
        self.anchored(anchor, |this| {
            this.emit(StmtKind::Assign { dst: Place::var(var), src }, None);
            this.element_conversions(decl, var, &element);
        });
    }

    /// Constructors and conversions that make the variable of a range-based `for` from an element.
    fn element_conversions(&mut self, decl: Cursor<'tu>, var: VarId, element: &Place) {
        let mut named = Vec::new();
        if let Some(init) = decl.initializer() {
            let mut look = |c: Cursor<'tu>| {
                named.extend(c.referenced().filter(|_| c.kind() == CursorKind::CallExpr));
            };
            look(init);
            init.visit(|c, _| {
                look(c);
                clang_ast::Visit::Recurse
            });
        }
        let from = self.address(Value::Place(element.clone()), None);
        let class = decl.ty().map(|t| t.non_reference().canonical()).filter(|t| t.is_record());
        let reference = self.unit.module.var(var).ty.shape == TypeShape::Reference;
        for function in named {
            let (this, args, dst) = match function.kind() {
                CursorKind::Constructor => {
                    let made = match reference {
                        true => {
                            let temp = self.object_temp(class);
                            let src = Operand::AddrOf(Place::var(temp));
                            self.emit(StmtKind::Assign { dst: Place::var(var), src }, None);
                            temp
                        }
                        false => var,
                    };
                    let element =
                        Operand::AnyOf(vec![from.clone(), Operand::Copy(element.clone())]);
                    (Operand::AddrOf(Place::var(made)), vec![element], None)
                }
                CursorKind::ConversionFunction => (from.clone(), Vec::new(), Some(var)),
                _ => continue,
            };
            if self.is_implicit(function) {
                if let Some(class) = class.filter(|_| !reference) {
                    self.copy_member(
                        Place::var(var),
                        element.clone(),
                        class,
                        Copying::Construct,
                        0,
                    );
                }
                continue;
            }
            let callee = Callee::Direct(self.unit.function(function));
            self.implied_call(callee, Some(this), args, dst, None);
        }
    }

    fn return_statement(&mut self, stmt: Cursor<'tu>) {
        self.body.anchors[self.anchor.index()].is_return = true;
        if let Some(value) = stmt.children().into_iter().next() {
            let from = self.temps.len();
            let ret = self.unit.module.function(self.id).ret;
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

    fn goto_statement(&mut self, stmt: Cursor<'tu>) {
        let label = stmt
            .find_child(|c| c.kind() == CursorKind::LabelRef)
            .map(Cursor::spelling)
            .unwrap_or_default();
        let span = self.span(stmt).unwrap_or(self.body.anchors[self.anchor.index()].span);
        self.goto_label(label, span);
    }

    /// Lowers `try { … } catch …`.
    pub fn try_statement(&mut self, stmt: Cursor<'tu>) {
        let children = stmt.children();
        let dispatch = self.new_block();
        let after = self.new_block();
        self.handlers.push((dispatch, self.scopes.len()));
        if let Some(body) = children.first() {
            self.sub_statement(*body);
        }
        self.handlers.pop();
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
            self.goto(after);
        }
        if !catches_all {
            self.switch_to(dispatch);
            let pad = self.landing_pad();
            self.goto(pad);
        }
        self.switch_to(after);
    }
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

fn pointer() -> ir::TypeInfo {
    ir::TypeInfo::of(TypeShape::Pointer)
}

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
