//! The body of one function under construction: blocks, scopes, anchors, jumps and landing pads.

use crate::lifetime::{Extension, Lifetime, Part};
use crate::unit::Unit;
use clang_ast::{Cursor, CursorKind};
use ir::{
    Anchor, AnchorContext, AnchorId, Block, BlockId, Body, Call, Callee, FnId, Loop, LoopId,
    Operand, Place, ResultUse, Scope, ScopeId, Space, Span, Stmt, StmtKind, TypeInfo, TypeShape,
    VarId, VarKind,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A scope that is being lowered, with the variables declared in it so far.
#[derive(Clone)]
pub(crate) struct OpenScope {
    pub id: ScopeId,
    pub vars: Vec<VarId>,
}

/// What is alive at a point of a function: so many scopes, and so many temporaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alive {
    pub scopes: usize,
    pub temps: usize,
}

/// Where `break` and `continue` lead, and what stays alive there.
pub(crate) struct JumpTarget {
    pub break_to: BlockId,
    pub break_alive: Alive,
    pub continue_to: Option<(BlockId, Alive)>,
}

/// The block that dispatches the exceptions of a `try`, and what is alive outside of it.
pub(crate) struct Handler {
    pub dispatch: BlockId,
    pub alive: Alive,
}

/// A label, with the scopes around it and how many variables each had there.
#[derive(Clone)]
struct Label {
    block: BlockId,
    path: Vec<(ScopeId, usize)>,
    temps: usize,
}

/// A `goto` whose label may come later.
struct PendingGoto {
    from: BlockId,
    label: String,
    open: Vec<OpenScope>,
    temps: Vec<VarId>,
    anchor: AnchorId,
    span: Span,
}

/// Lowers one function.
pub(crate) struct FunctionLowering<'a, 'tu> {
    pub unit: &'a mut Unit<'tu>,
    pub id: FnId,
    pub body: Body,
    pub cur: BlockId,
    pub anchor: AnchorId,
    pub scopes: Vec<OpenScope>,
    pub loop_: Option<LoopId>,
    pub jumps: Vec<JumpTarget>,
    /// The `try` blocks around, innermost last.
    pub handlers: Vec<Handler>,
    /// Objects made in the current full expression, which end with it.
    pub temps: Vec<VarId>,
    /// Whose temporaries outlive the full expression.
    pub extension: Option<Extension<'tu>>,
    /// Parts, already made, of objects that are not complete.
    pub parts: Vec<Part<'tu>>,
    /// The call that makes an object, and where.
    pub result_in: Option<(Cursor<'tu>, Place)>,
    /// Memory that ends when the function returns: of `alloca`.
    pub frame: Vec<VarId>,
    /// Blocks that dispatch to the cases of the open `switch` statements.
    pub switches: Vec<BlockId>,
    /// What is lowered stands elsewhere than at the current anchor: a default argument, say. Nothing
    /// can be edited in it.
    pub foreign_text: bool,
    /// What is lowered is a statement inside of an expression.
    pub inside_expression: bool,
    /// Variables that are being ended, outermost last.
    ended: Vec<VarId>,
    /// Variables with a cleanup function.
    pub cleanups: HashSet<VarId>,
    labels: HashMap<String, Label>,
    gotos: Vec<PendingGoto>,
    /// What text names that is left out, by its group's first byte.
    pub left_out: BTreeMap<u32, crate::left_out::Named>,
    /// Landing pads by where they lead and what they end on the way.
    pads: HashMap<(BlockId, Vec<VarId>, Vec<Place>), BlockId>,
    host: bool,
    exit: BlockId,
    unwind_exit: BlockId,
}

impl<'a, 'tu> FunctionLowering<'a, 'tu> {
    /// Lowers the definition of function `id`.
    pub fn lower(unit: &'a mut Unit<'tu>, id: FnId, definition: Cursor<'tu>) -> Body {
        let mut lowering = FunctionLowering::new(unit, id, Some(definition));
        lowering.parameters_owned();
        if lowering.host && lowering.unit.may_be_replaced(definition) {
            lowering.replaced("function that another file may replace");
        } else if lowering.host && lowering.unit.has_alternative(definition) {
            lowering.replaced(crate::inactive::WHY);
        }
        let constructor = Some(definition).filter(|d| d.kind() == CursorKind::Constructor);
        for child in definition.children() {
            match child.kind() {
                CursorKind::CompoundStmt => {
                    if let Some(constructor) = constructor {
                        lowering.member_initializers(constructor);
                    }
                    lowering.function_body(child);
                }
                CursorKind::CXXTryStmt => lowering.function_try(child, constructor),
                _ => {}
            }
        }
        lowering.finish()
    }

    /// Lowers the dynamic initialisation of static variables.
    pub fn lower_initializers(
        unit: &'a mut Unit<'tu>,
        id: FnId,
        inits: &[(VarId, Cursor<'tu>)],
    ) -> Body {
        let mut lowering = FunctionLowering::new(unit, id, None);
        for (var, init) in inits {
            let from = lowering.temps.len();
            lowering.initialize_variable(*var, *init, Lifetime::Process);
            lowering.end_temps(from);
        }
        lowering.finish()
    }

    fn new(unit: &'a mut Unit<'tu>, id: FnId, definition: Option<Cursor<'tu>>) -> Self {
        let span = definition.and_then(|d| {
            let body = d.find_child(|c| c.kind() == CursorKind::CompoundStmt)?;
            unit.sources.span(body)
        });
        let nowhere = Span { file: ir::FileId(0), start: 0, end: 0, editable: false };
        let host = matches!(unit.module.function(id).space, Space::Host | Space::Both);
        let mut lowering = FunctionLowering {
            unit,
            id,
            body: Body { span, ..Body::default() },
            cur: BlockId(0),
            anchor: AnchorId(0),
            scopes: Vec::new(),
            loop_: None,
            jumps: Vec::new(),
            handlers: Vec::new(),
            temps: Vec::new(),
            extension: None,
            parts: Vec::new(),
            result_in: None,
            frame: Vec::new(),
            switches: Vec::new(),
            foreign_text: false,
            inside_expression: false,
            ended: Vec::new(),
            cleanups: HashSet::new(),
            labels: HashMap::new(),
            gotos: Vec::new(),
            left_out: BTreeMap::new(),
            pads: HashMap::new(),
            host,
            exit: BlockId(1),
            unwind_exit: BlockId(2),
        };
        for _ in 0..3 {
            lowering.body.blocks.push(Block::default());
        }
        lowering.body.exit = Some(lowering.exit);
        lowering.body.unwind_exit = Some(lowering.unwind_exit);
        lowering.body.scopes.push(Scope {
            parent: None,
            close: None,
            has_labels: false,
            has_handlers: false,
        });
        lowering.scopes.push(OpenScope { id: ScopeId(0), vars: Vec::new() });
        let open = span.unwrap_or(nowhere);
        lowering.body.anchors.push(Anchor {
            span: Span { end: open.start + u32::from(open.editable), ..open },
            context: match open.editable {
                true => AnchorContext::FunctionOpen,
                false => AnchorContext::Fixed,
            },
            parent: None,
            loop_: None,
            scope: ScopeId(0),
            is_return: false,
        });
        lowering
    }

    /// Parameters of class type end with the function.
    fn parameters_owned(&mut self) {
        let params = self.unit.module.function(self.id).params.clone();
        self.scopes[0].vars.extend(params);
    }

    fn function_body(&mut self, compound: Cursor<'tu>) {
        self.compound(compound);
    }

    fn finish(mut self) -> Body {
        // The outermost braces are the second scope; parameters are in the first.
        let close = self.body.scopes.get(1).and_then(|s| s.close).unwrap_or(AnchorId(0));
        self.end_scopes(0, Some(close));
        self.body.exits.push((self.cur, close));
        self.goto(self.exit);
        self.resolve_gotos();
        self.end_frame();
        self.resolve_left_out();
        self.body
    }

    /// Ends the memory that lasts as long as the function, wherever control leaves it.
    fn end_frame(&mut self) {
        let mut leaving = self.body.exits.clone();
        let unwinding =
            self.body.block_ids().filter(|b| self.body.block(*b).succs.contains(&self.unwind_exit));
        let unwinding: Vec<BlockId> = unwinding.collect();
        for block in unwinding {
            let last = self.body.block(block).stmts.last().map(|stmt| stmt.anchor);
            let anchor = last.unwrap_or_else(|| self.unwinding_anchor());
            leaving.push((block, anchor));
        }
        for var in self.frame.clone() {
            for (block, anchor) in &leaving {
                self.cur = *block;
                self.anchor = *anchor;
                self.emit(StmtKind::ScopeEnd(var), None);
            }
        }
    }

    // --- blocks ----------------------------------------------------------------------------------

    pub fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.body.blocks.len() as u32);
        self.body.blocks.push(Block { loop_: self.loop_, ..Block::default() });
        id
    }

    pub fn goto(&mut self, to: BlockId) {
        let from = self.cur;
        self.edge(from, to);
    }

    pub fn edge(&mut self, from: BlockId, to: BlockId) {
        let succs = &mut self.body.blocks[from.index()].succs;
        if !succs.contains(&to) {
            succs.push(to);
        }
    }

    pub fn switch_to(&mut self, block: BlockId) {
        self.cur = block;
    }

    /// Leaves the current block for a new one that control falls into.
    pub fn fall_into_new_block(&mut self) -> BlockId {
        let next = self.new_block();
        self.goto(next);
        self.cur = next;
        next
    }

    /// What follows is not reached from here.
    pub fn unreachable_from_here(&mut self) {
        self.cur = self.new_block();
    }

    pub fn emit(&mut self, kind: StmtKind, span: Option<Span>) {
        let anchor = self.anchor;
        let span = span.unwrap_or_else(|| {
            let at = self.body.anchors[anchor.index()].span;
            self.unit.sources.point(at)
        });
        self.body.blocks[self.cur.index()].stmts.push(Stmt { kind, span, anchor });
    }

    /// Emits a call, with an edge to where an exception from it goes.
    pub fn emit_call(&mut self, call: Call, span: Option<Span>) {
        if self.host {
            self.call_backs(&call, span);
        }
        let throws = self.host && self.may_throw(&call);
        self.emit(StmtKind::Call(call), span);
        if throws {
            let pad = self.landing_pad();
            self.body.blocks[self.cur.index()].unwind = Some(pad);
            self.fall_into_new_block();
        }
    }

    fn may_throw(&self, call: &Call) -> bool {
        match &call.callee {
            Callee::Direct(id) | Callee::Virtual(id) => {
                let function = self.unit.module.function(*id);
                !function.c_linkage && !function.nothrow
            }
            Callee::Indirect(_) => true,
            Callee::Launch(_) => false,
        }
    }

    /// A call of a function that the model describes, without source text of its own.
    pub fn model_call(
        &mut self,
        name: &str,
        this: Option<Operand>,
        args: Vec<Operand>,
        dst: Option<VarId>,
        span: Option<Span>,
    ) {
        self.model_call_for(name, false, this, args, dst, span);
    }

    /// The same for a member of a library template over classes of the program.
    pub fn model_call_for(
        &mut self,
        name: &str,
        user_code: bool,
        this: Option<Operand>,
        args: Vec<Operand>,
        dst: Option<VarId>,
        span: Option<Span>,
    ) {
        let callee = Callee::Direct(self.unit.named_function(name, user_code));
        self.implied_call(callee, this, args, dst, span);
    }

    /// A call that the text does not show as one: of a constructor, a destructor, a conversion.
    pub fn implied_call(
        &mut self,
        callee: Callee,
        this: Option<Operand>,
        args: Vec<Operand>,
        dst: Option<VarId>,
        span: Option<Span>,
    ) {
        let result = ResultUse::Consumed;
        self.emit_call(Call { callee, args, this, dst, into: None, syntax: None, result }, span);
    }

    // --- variables -------------------------------------------------------------------------------

    pub fn temp(&mut self, ty: TypeInfo) -> VarId {
        self.unit.add_var("", VarKind::Temp, ty, Some(self.id))
    }

    pub fn pointer_temp(&mut self) -> VarId {
        self.temp(TypeInfo::of(TypeShape::Pointer))
    }

    /// Puts a value into a variable of its own.
    pub fn materialize(&mut self, value: Operand, ty: TypeInfo, span: Option<Span>) -> VarId {
        let temp = self.temp(ty);
        self.emit(StmtKind::Assign { dst: Place::var(temp), src: value }, span);
        temp
    }

    pub fn declare(&mut self, var: VarId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.push(var);
        }
        self.unit.module.vars[var.0 as usize].anchor = Some(self.anchor);
    }

    // --- scopes ----------------------------------------------------------------------------------

    pub fn open_scope(&mut self) -> ScopeId {
        let parent = self.scopes.last().map(|s| s.id);
        let id = ScopeId(self.body.scopes.len() as u32);
        let scope = Scope { parent, close: None, has_labels: false, has_handlers: false };
        self.body.scopes.push(scope);
        self.scopes.push(OpenScope { id, vars: Vec::new() });
        id
    }

    /// Ends the innermost scope; what its end does stands at the closing brace, if there is one.
    pub fn close_scope(&mut self, close: Option<AnchorId>) {
        let Some(depth) = self.scopes.len().checked_sub(1) else { return };
        let end = close.unwrap_or_else(|| self.late_anchor());
        if let Some(scope) = self.scopes.last() {
            self.body.scopes[scope.id.index()].close = close;
        }
        self.end_scopes(depth, Some(end));
        self.scopes.pop();
    }

    /// Ends the lifetimes of the variables in all scopes from `depth` on, innermost first.
    pub fn end_scopes(&mut self, depth: usize, at: Option<AnchorId>) {
        let open: Vec<OpenScope> = self.scopes[depth..].to_vec();
        self.end_open(&open, at);
    }

    fn end_open(&mut self, open: &[OpenScope], at: Option<AnchorId>) {
        let saved = self.anchor;
        if let Some(at) = at {
            self.anchor = at;
        }
        let ended = self.ended.len();
        for scope in open.iter().rev() {
            for var in scope.vars.iter().rev() {
                // An exception out of its end leads past it.
                self.ended.push(*var);
                self.end_variable(*var);
            }
        }
        self.ended.truncate(ended);
        self.anchor = saved;
    }

    /// Destroys what full-expression temporaries hold.
    pub fn end_temps(&mut self, from: usize) {
        while self.temps.len() > from {
            if let Some(var) = self.temps.pop() {
                self.end_variable(var);
            }
        }
    }

    pub fn end_variable(&mut self, var: VarId) {
        let ty = self.unit.module.var(var).ty.clone();
        if ty.destructor {
            self.destroy_variable(var);
        }
        if self.cleanups.contains(&var) {
            let touches = self.visible();
            self.emit(StmtKind::Unknown { why: "cleanup function".into(), touches }, None);
        }
        self.emit(StmtKind::ScopeEnd(var), None);
    }

    // --- anchors ---------------------------------------------------------------------------------

    pub fn new_anchor(
        &mut self,
        span: Span,
        context: AnchorContext,
        parent: Option<AnchorId>,
    ) -> AnchorId {
        let scope = self.scopes.last().map_or(ScopeId(0), |s| s.id);
        let id = AnchorId(self.body.anchors.len() as u32);
        self.body.anchors.push(Anchor {
            span,
            context,
            parent,
            loop_: self.loop_,
            scope,
            is_return: false,
        });
        id
    }

    /// An anchor for what happens after, or between, the parts of the current statement: nothing can be
    /// put before it, since code in front of the statement would run before those parts.
    pub fn late_anchor(&mut self) -> AnchorId {
        let statement = self.anchor;
        if self.one_anchor() {
            return statement;
        }
        let at = self.unit.sources.point(self.body.anchors[statement.index()].span);
        self.new_anchor(at, AnchorContext::Fixed, Some(statement))
    }

    /// Whether all statements belong to the current anchor.
    pub fn one_anchor(&self) -> bool {
        self.foreign_text || self.inside_expression
    }

    /// The variables of the innermost scope are declared inside of a statement: nothing can stand behind
    /// their declarations.
    pub fn declared_inside(&mut self) {
        for var in self.scopes.last().map(|s| s.vars.clone()).unwrap_or_default() {
            self.unit.module.vars[var.0 as usize].anchor = None;
        }
    }

    /// The text of anchors may only be edited where it was written by the user.
    pub fn anchored<T>(&mut self, anchor: AnchorId, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.anchor, anchor);
        let result = f(self);
        self.anchor = saved;
        result
    }

    pub fn new_loop(&mut self, anchor: AnchorId, trip_count: Option<u64>) -> LoopId {
        let id = LoopId(self.body.loops.len() as u32);
        self.body.loops.push(Loop { parent: self.loop_, anchor, trip_count });
        id
    }

    // --- jumps -----------------------------------------------------------------------------------

    /// What is alive here.
    pub fn alive(&self) -> Alive {
        Alive { scopes: self.scopes.len(), temps: self.temps.len() }
    }

    pub fn jump(&mut self, to: BlockId, alive: Alive) {
        self.leave_temps(alive.temps);
        self.end_scopes(alive.scopes, None);
        self.goto(to);
        self.unreachable_from_here();
    }

    /// Ends temporaries on a path that leaves their full expression: a jump out of a statement in it.
    fn leave_temps(&mut self, from: usize) {
        for var in self.temps.clone().into_iter().skip(from).rev() {
            self.end_variable(var);
        }
    }

    pub fn return_to_caller(&mut self) {
        self.leave_temps(0);
        self.end_scopes(0, None);
        self.body.exits.push((self.cur, self.anchor));
        self.goto(self.exit);
        self.unreachable_from_here();
    }

    pub fn label(&mut self, name: &str) {
        let block = self.fall_into_new_block();
        let path = self.scopes.iter().map(|s| (s.id, s.vars.len())).collect();
        self.labels.insert(name.to_owned(), Label { block, path, temps: self.temps.len() });
        // A jump to it may enter all scopes around.
        for scope in &self.scopes {
            self.body.scopes[scope.id.index()].has_labels = true;
        }
    }

    pub fn goto_label(&mut self, name: String, span: Span) {
        // The jump gets a block of its own, so that ends of scopes can be added to it later.
        let from = self.fall_into_new_block();
        let open = self.scopes.clone();
        let temps = self.temps.clone();
        self.gotos.push(PendingGoto { from, label: name, open, temps, anchor: self.anchor, span });
        self.unreachable_from_here();
    }

    fn resolve_gotos(&mut self) {
        for goto in std::mem::take(&mut self.gotos) {
            let Some(label) = self.labels.get(&goto.label).cloned() else { continue };
            self.cur = goto.from;
            self.anchor = goto.anchor;
            self.temps = goto.temps;
            self.leave_temps(label.temps);
            self.temps.clear();
            self.end_open(&left_by_goto(goto.open, &label.path), None);
            self.goto(label.block);
            let _ = goto.span;
        }
    }

    /// The block that an exception thrown here goes to: it ends the temporaries, the open scopes and
    /// the parts of unfinished objects up to the innermost `try`, then continues in its handlers or
    /// leaves the function.
    pub fn landing_pad(&mut self) -> BlockId {
        let (target, alive) = match self.handlers.last() {
            Some(handler) => (handler.dispatch, handler.alive),
            None => (self.unwind_exit, Alive { scopes: 0, temps: 0 }),
        };
        let mut open: Vec<OpenScope> = self.scopes[alive.scopes..].to_vec();
        let innermost = self.scopes.last().map_or(ScopeId(0), |s| s.id);
        let temps = self.temps.get(alive.temps..).unwrap_or_default().to_vec();
        open.push(OpenScope { id: innermost, vars: temps });
        open.iter_mut().for_each(|s| s.vars.retain(|v| !self.ended.contains(v)));
        let live: Vec<VarId> = open.iter().flat_map(|s| s.vars.iter().copied()).collect();
        let parts = self.parts_inside();
        let key = (target, live, parts.iter().map(|p| p.place.clone()).collect());
        if let Some(pad) = self.pads.get(&key) {
            return *pad;
        }
        let pad = self.new_block();
        let saved_cur = std::mem::replace(&mut self.cur, pad);
        let saved_host = std::mem::replace(&mut self.host, false);
        let fixed = self.unwinding_anchor();
        self.end_open(&open, Some(fixed));
        self.anchored(fixed, |this| this.end_parts(parts));
        self.goto(target);
        self.cur = saved_cur;
        self.host = saved_host;
        self.pads.insert(key, pad);
        pad
    }

    /// An anchor for what unwinding does. It has no parent: that is how unwinding is told apart.
    fn unwinding_anchor(&mut self) -> AnchorId {
        let at = self.unit.sources.point(self.body.anchors[self.anchor.index()].span);
        self.new_anchor(at, AnchorContext::Fixed, None)
    }

    pub fn throw(&mut self) {
        let pad = self.landing_pad();
        self.goto(pad);
        self.unreachable_from_here();
    }

    pub fn is_host(&self) -> bool {
        self.host
    }
}

/// The scopes that a jump leaves, each with the variables that end: those of a scope around the label,
/// too, that are declared behind the label.
fn left_by_goto(open: Vec<OpenScope>, path: &[(ScopeId, usize)]) -> Vec<OpenScope> {
    let mut common = true;
    let mut left = open;
    for (index, scope) in left.iter_mut().enumerate() {
        let around = path.get(index).filter(|(id, _)| common && *id == scope.id);
        common = around.is_some();
        if let Some((_, declared)) = around {
            let declared = (*declared).min(scope.vars.len());
            scope.vars.drain(..declared);
        }
    }
    left
}
