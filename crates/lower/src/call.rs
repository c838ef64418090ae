//! Calls, launches, constructors.

use crate::expr::{is_array, strip, Value};
use crate::function::FunctionLowering;
use crate::unit::{
    class_of, element_of, is_closure_class, is_function, is_hidden_instance, members, MAX_DEPTH,
};
use clang_ast::{Cursor, CursorKind, Type};
use ir::{
    Call, CallSyntax, Callee, FnId, LaunchSyntax, Operand, Place, Proj, ResultUse, Span, StmtKind,
    TypeInfo, TypeShape, VarId,
};

/// Library functions whose first argument is an exception that is thrown there or later.
const MAKES_EXCEPTIONS: [&str; 2] = ["std::make_exception_ptr", "std::throw_with_nested"];

const CONFIGURATION: &str = "__cudaPushCallConfiguration";

/// The configuration of a `kernel<<<…>>>(…)`, when the call is one.
fn launch_configuration<'tu>(children: &[Cursor<'tu>]) -> Option<Cursor<'tu>> {
    children
        .get(1)
        .copied()
        .filter(|c| c.kind() == CursorKind::CallExpr && c.spelling() == CONFIGURATION)
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Lowers a call expression.
    pub fn call(&mut self, cursor: Cursor<'tu>) -> Value {
        let children = cursor.children();
        if let Some(configuration) = launch_configuration(&children) {
            return self.launch(cursor, children[0], configuration);
        }
        let into =
            self.result_in.take().filter(|(call, _)| *call == cursor).map(|(_, place)| place);
        let target = cursor.referenced();
        match target {
            Some(decl) if decl.kind() == CursorKind::Constructor => {
                let temp = self.object_temp(cursor.ty());
                self.construct(Place::var(temp), cursor);
                self.own_temporary(temp, Some(cursor));
                Value::Place(Place::var(temp))
            }
            Some(decl) if allocates_in_frame(decl) => self.frame_memory(cursor),
            Some(decl) if is_function(decl.kind()) => {
                self.direct_call(cursor, decl, &children, into)
            }
            _ => self.indirect_call(cursor, &children, into),
        }
    }

    fn direct_call(
        &mut self,
        cursor: Cursor<'tu>,
        decl: Cursor<'tu>,
        children: &[Cursor<'tu>],
        into: Option<Place>,
    ) -> Value {
        let arguments = cursor.arguments();
        let parameters = decl.ty().and_then(Type::argument_types).unwrap_or_default();
        let method = matches!(decl.kind(), CursorKind::CXXMethod | CursorKind::ConversionFunction)
            && !decl.is_static_method();
        let callee_expr = children.first().map(|c| strip(*c));
        let closure = decl.semantic_parent().filter(|class| is_closure_class(*class));
        if let (CursorKind::ConversionFunction, Some(class)) = (decl.kind(), closure) {
            return self.closure_as_pointer(class, callee_expr.and_then(object_of));
        }
        if decl.kind() == CursorKind::Destructor {
            return self.destructor_call(cursor, decl, callee_expr.and_then(object_of));
        }
        // The first child of an overloaded operator is its left operand, which may be a member, too.
        let names_callee = |c: Cursor<'tu>| {
            c.kind() == CursorKind::MemberRefExpr
                && c.referenced().map(Cursor::canonical) == Some(decl.canonical())
        };
        let member_call = callee_expr.is_some_and(names_callee);
        let (object, arguments) = match (method, member_call, arguments.split_first()) {
            (true, true, _) => (callee_expr.and_then(object_of), arguments),
            (true, false, Some((object, rest))) => (Some(*object), rest.to_vec()),
            _ => (None, arguments),
        };
        let implicit_this = method && member_call && object.is_none();
        if decl.is_copy_assignment() || decl.is_move_assignment() {
            if let (Some(object), [source]) = (object, &arguments[..]) {
                if self.is_implicit(decl) {
                    return self.assign_object(cursor, object, *source);
                }
            }
        }
        let id = self.unit.function(decl);
        let operator = !callee_expr.is_some_and(|c| {
            names_callee(c)
                || c.kind() == CursorKind::DeclRefExpr
                    && c.referenced().map(Cursor::canonical) == Some(decl.canonical())
        });
        // The right operand of an assignment is evaluated before the left one.
        let right_first = operator && is_assignment(&decl.spelling());
        let early = right_first && object.is_some();
        let early = early.then(|| self.arguments_for(Some(decl), &arguments, &parameters));
        let this = match object {
            Some(object) => Some(self.object_address(object)),
            None if implicit_this => Some(self.captured_or_own_this()),
            None => None,
        };
        let args = match early {
            Some(args) => args,
            None => self.arguments_in_order(Some(decl), &arguments, &parameters, right_first),
        };
        let callee = match cursor.is_dynamic_call() {
            true => Callee::Virtual(id),
            false => Callee::Direct(id),
        };
        let syntax = self.syntax(cursor, callee_expr, &arguments);
        if MAKES_EXCEPTIONS.contains(&self.unit.module.function(id).name.as_str()) {
            if let Some(exception) = args.first() {
                self.throw_object(exception.clone());
            }
        }
        self.finish_call(cursor, callee, this, args, syntax, into)
    }

    fn object_address(&mut self, object: Cursor<'tu>) -> Operand {
        let place = self.object_place(object);
        self.address(Value::Place(place), Some(object))
    }

    fn indirect_call(
        &mut self,
        cursor: Cursor<'tu>,
        children: &[Cursor<'tu>],
        into: Option<Place>,
    ) -> Value {
        let Some(callee_expr) = children.first() else {
            self.unknown("call", cursor);
            return Value::Operand(Operand::Unknown);
        };
        let callee = self.rvalue(*callee_expr);
        let parameters =
            function_type(*callee_expr).and_then(Type::argument_types).unwrap_or_default();
        let arguments = cursor.arguments();
        let args = self.arguments(&arguments, &parameters);
        self.finish_call(cursor, Callee::Indirect(callee), None, args, None, into)
    }

    /// A closure turned into a pointer to a function.
    fn closure_as_pointer(&mut self, class: Cursor<'tu>, object: Option<Cursor<'tu>>) -> Value {
        if let Some(object) = object {
            self.expr(object);
        }
        match call_operator(class) {
            Some(operator) => Value::Operand(self.unit.function_value(operator)),
            None => Value::Operand(Operand::Unknown),
        }
    }

    /// `p->~T()`: what the end of the object's life does, without freeing it.
    fn destructor_call(
        &mut self,
        cursor: Cursor<'tu>,
        destructor: Cursor<'tu>,
        object: Option<Cursor<'tu>>,
    ) -> Value {
        let class = destructor.semantic_parent().and_then(Cursor::ty).map(Type::canonical);
        match (object, class) {
            (Some(object), Some(class)) => {
                let place = self.object_place(object);
                match cursor.is_dynamic_call() {
                    true => self.destroy_dynamically(place, class),
                    false => self.destroy(place, class),
                }
            }
            _ => {
                let this = self.captured_or_own_this();
                let place = self.behind(this, None);
                self.unknown_on("destructor called by name", place);
            }
        }
        Value::Void
    }

    /// Lowers arguments: the address for reference parameters, the value for others.
    pub fn arguments(
        &mut self,
        arguments: &[Cursor<'tu>],
        parameters: &[Type<'tu>],
    ) -> Vec<Operand> {
        self.arguments_for(None, arguments, parameters)
    }

    /// Lowers the arguments of a call of a function that is known by name: those that the call leaves
    /// out are evaluated, too.
    pub fn arguments_for(
        &mut self,
        decl: Option<Cursor<'tu>>,
        arguments: &[Cursor<'tu>],
        parameters: &[Type<'tu>],
    ) -> Vec<Operand> {
        self.arguments_in_order(decl, arguments, parameters, false)
    }

    fn arguments_in_order(
        &mut self,
        decl: Option<Cursor<'tu>>,
        arguments: &[Cursor<'tu>],
        parameters: &[Type<'tu>],
        last_first: bool,
    ) -> Vec<Operand> {
        let library = decl.is_some_and(Cursor::is_in_system_header);
        let mut lowered = Vec::with_capacity(arguments.len());
        let mut order: Vec<_> = arguments.iter().enumerate().collect();
        if last_first {
            order.reverse();
        }
        for (index, argument) in order {
            let parameter = parameters.get(index).map(|p| p.canonical());
            let by_reference = parameter.is_some_and(Type::is_reference);
            let left_out = decl.filter(|_| !library && is_left_out(*argument));
            lowered.push(match left_out {
                Some(decl) => self.default_argument(decl, index, by_reference, Some(*argument)),
                None => self.argument(*argument, by_reference, library),
            });
        }
        if last_first {
            lowered.reverse();
        }
        lowered
    }

    fn argument(&mut self, argument: Cursor<'tu>, by_reference: bool, library: bool) -> Operand {
        if !by_reference {
            return self.rvalue(argument);
        }
        let value = self.expr(argument);
        let address = self.address(value, Some(argument));
        match library && is_array(strip(argument)) {
            // A library template may take it as the array, or as a value that decays to a pointer.
            true => {
                let span = self.unit.sources.span(argument);
                let pointer = TypeInfo::of(TypeShape::Pointer);
                let decayed = self.materialize(address.clone(), pointer, span);
                Operand::AnyOf(vec![address, Operand::AddrOf(Place::var(decayed))])
            }
            false => address,
        }
    }

    /// An argument that the call leaves out: the default that the declaration gives is evaluated here.
    pub fn default_argument(
        &mut self,
        decl: Cursor<'tu>,
        index: usize,
        by_reference: bool,
        argument: Option<Cursor<'tu>>,
    ) -> Operand {
        let declarations = [Some(decl), decl.definition(), Some(decl.canonical())];
        let given = declarations.into_iter().flatten().find_map(|d| {
            let parameter = d.arguments().into_iter().nth(index)?;
            parameter.children().into_iter().rev().find(|c| c.kind().is_expression())
        });
        let Some(given) = given else {
            // A template's default, say, or one of an earlier declaration.
            let span = argument.and_then(|a| self.unit.sources.span(a));
            self.hidden_code_on("default argument", Some(decl), Vec::new(), span);
            return Operand::Unknown;
        };
        let outer = std::mem::replace(&mut self.foreign_text, true);
        let operand = self.argument(given, by_reference, false);
        self.foreign_text = outer;
        operand
    }

    /// Emits the call and gives what it denotes.
    fn finish_call(
        &mut self,
        cursor: Cursor<'tu>,
        callee: Callee,
        this: Option<Operand>,
        args: Vec<Operand>,
        syntax: Option<CallSyntax>,
        into: Option<Place>,
    ) -> Value {
        let result_ty = result_type(cursor, &callee);
        let result = result_ty.map(|ty| self.unit.type_info(ty)).filter(|t| t.display != "void");
        let by_reference = result.as_ref().is_some_and(|t| t.shape == TypeShape::Reference);
        let shape = result.as_ref().map(|t| t.shape);
        let into = into.filter(|_| shape == Some(TypeShape::Record));
        let variable = into.as_ref().filter(|place| place.proj.is_empty()).map(|place| place.var);
        let dst = result.map(|ty| match (ty.shape, variable) {
            (_, Some(variable)) => variable,
            (TypeShape::Record, None) => self.object_temp(result_ty),
            _ => self.temp(ty),
        });
        let span = self.unit.sources.span(cursor);
        let used = self.result_use(cursor);
        let temporary = dst.filter(|_| shape == Some(TypeShape::Record) && into.is_none());
        let into = into.filter(|_| variable.is_none()).map(Box::new);
        self.emit_call(Call { callee, args, this, dst, into, syntax, result: used }, span);
        if let Some(variable) = variable {
            // Written by the call.
            let dst = Place::var(variable);
            self.emit(StmtKind::Assign { dst, src: Operand::Const(None) }, span);
        }
        if let Some(temporary) = temporary {
            self.own_temporary(temporary, Some(cursor));
        }
        match (dst, shape) {
            (Some(dst), _) if by_reference => Value::Place(Place::var(dst).then(Proj::Deref)),
            (Some(dst), Some(TypeShape::Record)) => Value::Place(Place::var(dst)),
            (Some(dst), _) => Value::Operand(Operand::Copy(Place::var(dst))),
            (None, _) => Value::Void,
        }
    }

    fn launch(
        &mut self,
        cursor: Cursor<'tu>,
        kernel: Cursor<'tu>,
        configuration: Cursor<'tu>,
    ) -> Value {
        let kernel_value = self.rvalue(kernel);
        let mut config = Vec::new();
        let mut written = 0;
        for part in configuration.arguments() {
            if self.unit.sources.span(part).is_none_or(|s| s.end <= s.start) {
                break;
            }
            written += 1;
            let value = self.rvalue(part);
            config.push(value);
        }
        let arguments = cursor.arguments();
        let parameters = function_type(kernel).and_then(Type::argument_types).unwrap_or_default();
        let args = self.arguments(&arguments, &parameters);
        let syntax = self.syntax(cursor, Some(strip(kernel)), &arguments).map(|mut syntax| {
            syntax.launch = self.launch_syntax(configuration, config, written);
            syntax
        });
        let span = self.unit.sources.span(cursor);
        let result = self.result_use(cursor);
        let callee = Callee::Launch(kernel_value);
        self.emit_call(
            Call { callee, args, this: None, dst: None, into: None, syntax, result },
            span,
        );
        Value::Void
    }

    fn launch_syntax(
        &mut self,
        configuration: Cursor<'tu>,
        config: Vec<Operand>,
        written: u32,
    ) -> Option<LaunchSyntax> {
        let span = self.unit.sources.span(configuration)?;
        let text = self.unit.sources.text(span.file);
        let end = span.end as usize;
        let editable = span.editable
            && !self.foreign_text
            && end >= 3
            && text.get(end - 3..).is_some_and(closes_a_launch);
        Some(LaunchSyntax {
            config_end: span.end.saturating_sub(3),
            config_args: written,
            config,
            editable,
        })
    }

    fn syntax(
        &mut self,
        cursor: Cursor<'tu>,
        callee: Option<Cursor<'tu>>,
        arguments: &[Cursor<'tu>],
    ) -> Option<CallSyntax> {
        let expr = self.unit.sources.span(cursor)?;
        let mut name = callee.and_then(|c| self.unit.sources.span(c)).unwrap_or(expr);
        let text = self.unit.sources.text(expr.file);
        let closed = text.get((expr.end as usize).saturating_sub(1)) == Some(&b')');
        if let Some(callee) = callee {
            let spelled = callee.spelling();
            // `::cudaMemcpy`: the name is the last part.
            let from = (name.end as usize).saturating_sub(spelled.len());
            if text.get(from..name.end as usize) == Some(spelled.as_bytes()) {
                name.start = from as u32;
            } else if !text
                .get(name.start as usize..)
                .is_some_and(|t| t.starts_with(spelled.as_bytes()))
            {
                name.editable = false;
            }
        }
        let args: Vec<Span> = arguments
            .iter()
            .filter_map(|a| self.unit.sources.span(*a))
            .filter(|s| s.end > s.start)
            .collect();
        let editable = expr.editable && closed && !self.foreign_text;
        let expr = Span { editable, ..expr };
        Some(CallSyntax { expr, name, args, launch: None })
    }

    /// What happens to the result, told from where the call stands in its statement.
    fn result_use(&mut self, cursor: Cursor<'tu>) -> ResultUse {
        let Some(span) = self.unit.sources.span(cursor) else { return ResultUse::Consumed };
        let anchor = self.body.anchors[self.anchor.index()].span;
        let text = self.unit.sources.text(span.file);
        if span.start == anchor.start && span.editable {
            let rest = text.get(span.end as usize..anchor.end as usize).unwrap_or_default();
            let only = rest.iter().all(|b| b.is_ascii_whitespace() || *b == b';');
            return if only { ResultUse::Discarded } else { ResultUse::Consumed };
        }
        let Some((end, macro_name)) = self.unit.sources.invocation_at(anchor.start) else {
            return ResultUse::Consumed;
        };
        let open = anchor.start as usize + macro_name.len();
        let inside = |from: usize, to: u32| text.get(from..to as usize).unwrap_or_default();
        let before = inside(open, span.start);
        let after = inside(span.end as usize, end);
        let blank = |bytes: &[u8], paren: u8| {
            let mut rest = bytes.iter().filter(|b| !b.is_ascii_whitespace());
            rest.next() == Some(&paren) && rest.next().is_none()
        };
        match span.editable && blank(before, b'(') && blank(after, b')') {
            true => ResultUse::CheckedBy {
                macro_name: macro_name.to_owned(),
                invocation: Span { end, ..anchor },
            },
            false => ResultUse::Consumed,
        }
    }

    /// A special member that the compiler made: it has no body to lower.
    pub fn is_implicit(&self, decl: Cursor<'tu>) -> bool {
        if decl.is_in_system_header() {
            // A plain C struct of a system header is copied as a whole.
            return decl.semantic_parent().and_then(Cursor::ty).is_some_and(Type::is_pod);
        }
        let has_body = decl
            .definition()
            .is_some_and(|d| d.find_child(|c| c.kind() == CursorKind::CompoundStmt).is_some());
        // clang gives implicit members an empty body.
        decl.is_defaulted()
            || stands_for_its_class(decl)
            || !has_body && decl.definition().is_some()
    }

    fn assign_object(
        &mut self,
        cursor: Cursor<'tu>,
        object: Cursor<'tu>,
        source: Cursor<'tu>,
    ) -> Value {
        let src = self.rvalue(source);
        let dst = self.object_place(object);
        let span = self.unit.sources.span(cursor);
        let from = match &src {
            Operand::Copy(place) => Some(place.clone()),
            _ => None,
        };
        self.emit(StmtKind::Assign { dst: dst.clone(), src }, span);
        let ty = strip(object).ty().map(|t| t.non_reference().canonical());
        let ty = ty.map(|t| match t.pointee().filter(|_| t.is_pointer()) {
            Some(pointee) => pointee.canonical(),
            None => t,
        });
        if let (Some(from), Some(ty)) = (from, ty) {
            self.copy_members(&dst, &from, ty, crate::copy::Copying::Assign, 0);
        }
        Value::Place(dst)
    }

    /// The function of a closure as a value.
    pub fn lambda(&mut self, cursor: Cursor<'tu>) -> Value {
        let class = cursor.ty().and_then(|t| t.canonical().declaration());
        let Some(class) = class else {
            self.unknown("lambda", cursor);
            return Value::Operand(Operand::Unknown);
        };
        let copied = self.copied_captures(cursor);
        for decl in copied.iter().flatten() {
            // What the closure keeps is read here; its body names the variable itself.
            let place = self.variable_place(*decl);
            let span = self.unit.sources.span(cursor);
            self.emit(StmtKind::Read(Operand::Copy(place)), span);
        }
        if copied.is_none_or(|all| self.any_object(&all)) {
            self.unit.copying_closures.push(class.canonical());
            // The copies are made here.
            let touches = self.visible();
            let span = self.unit.sources.span(cursor);
            self.emit(
                StmtKind::Unknown { why: "closure that copies objects".into(), touches },
                span,
            );
        }
        match call_operator(class) {
            Some(operator) => Value::Operand(Operand::Fn(self.unit.function(operator))),
            // A generic lambda: its instances are reached through direct calls only. Whoever else calls
            // it runs unknown code, over everything that can be captured here.
            None => {
                let touches = self.visible();
                let span = self.unit.sources.span(cursor);
                self.emit(StmtKind::Unknown { why: "generic lambda".into(), touches }, span);
                Value::Operand(Operand::Unknown)
            }
        }
    }

    /// The variables that a closure copies; `None` if it copies something else, or that cannot be told.
    fn copied_captures(&mut self, cursor: Cursor<'tu>) -> Option<Vec<Cursor<'tu>>> {
        let span = self.unit.sources.span(cursor);
        let captures = span
            .and_then(|s| crate::text::captures(self.unit.sources.text(s.file), s.start as usize));
        let captures = captures.filter(|c| !c.init)?;
        let refs = cursor
            .children()
            .into_iter()
            .filter(|c| matches!(c.kind(), CursorKind::DeclRefExpr | CursorKind::VariableRef));
        let mut implicit = Vec::new();
        if captures.default_copy {
            // Captures that are not written are no children of the expression.
            let own = cursor.span();
            cursor.visit(|c, _| {
                let decl = c.referenced().filter(|_| c.kind() == CursorKind::DeclRefExpr);
                let outside = |d: &Cursor<'tu>| {
                    let starts = d.location().map(|l| l.offset as usize);
                    let within = own.as_ref().zip(starts);
                    !within.is_some_and(|(s, at)| (s.start as usize..s.end as usize).contains(&at))
                };
                implicit.extend(decl.filter(outside).filter(|d| {
                    matches!(d.kind(), CursorKind::VarDecl | CursorKind::ParmDecl)
                        && !d.has_global_storage()
                        && !captures.references.contains(&d.spelling())
                }));
                clang_ast::Visit::Recurse
            });
        }
        let copied: Vec<Cursor<'tu>> = refs
            .filter(|c| {
                let name = c.spelling();
                !captures.references.contains(&name)
                    && (captures.copies.contains(&name) || captures.default_copy)
            })
            .filter_map(Cursor::referenced)
            .collect();
        Some(copied.into_iter().chain(implicit).collect())
    }

    /// Whether one of the variables has memory of its own.
    fn any_object(&mut self, variables: &[Cursor<'tu>]) -> bool {
        variables.iter().any(|decl| {
            decl.ty().is_some_and(|t| {
                let shape = self.unit.type_info(t).shape;
                matches!(shape, TypeShape::Array | TypeShape::Record | TypeShape::Other)
            })
        })
    }

    /// `new T(…)`, `new T[n]`, `new (place) T`.
    pub fn new_expression(&mut self, cursor: Cursor<'tu>) -> Value {
        let result: VarId = self.pointer_temp();
        let span = self.unit.sources.span(cursor);
        // Sizes, the arguments of a placement, initialisers of numbers and pointers: libclang does
        // not tell them apart.
        let mut operands = Vec::new();
        let mut construct = None;
        for child in cursor.children() {
            match child.kind() {
                CursorKind::TypeRef | CursorKind::TemplateRef | CursorKind::NamespaceRef => {}
                CursorKind::CallExpr
                    if child.referenced().is_some_and(|r| r.kind() == CursorKind::Constructor) =>
                {
                    construct = Some(child);
                }
                CursorKind::InitListExpr => construct = Some(child),
                // An object that is returned is made in the new memory.
                _ if makes_object_of(child, cursor) => construct = Some(child),
                _ => operands.push(self.rvalue(child)),
            }
        }
        self.allocate(cursor, operands.clone(), result, span);
        let mark = self.parts.len();
        if operands.iter().all(|o| matches!(o, Operand::Const(_))) {
            let class = cursor.ty().and_then(|t| t.canonical().pointee()).map(Type::canonical);
            self.made_memory(Place::var(result), class);
        }
        let placed = operands.iter().filter(|o| !matches!(o, Operand::Const(_))).cloned();
        let places = std::iter::once(Operand::Copy(Place::var(result))).chain(placed).collect();
        self.emit(StmtKind::Assign { dst: Place::var(result), src: Operand::AnyOf(places) }, span);
        let object = Place::var(result).then(Proj::Deref);
        match construct {
            Some(construct) => self.initialize(object, construct),
            // In memory that the program gave, the initialiser is a write like any other.
            None => {
                let src = Operand::AnyOf(operands);
                self.emit(StmtKind::Assign { dst: object, src }, span);
            }
        }
        self.parts.truncate(mark);
        Value::Operand(Operand::Copy(Place::var(result)))
    }

    /// `delete p`, `delete[] p`.
    pub fn delete_expression(&mut self, cursor: Cursor<'tu>) -> Value {
        let Some(pointer) = cursor.children().into_iter().next() else { return Value::Void };
        let value = self.rvalue(pointer);
        let span = self.unit.sources.span(cursor);
        let pointee = strip(pointer).ty().and_then(|t| t.canonical().pointee());
        if let Some(pointee) = pointee {
            let object = self.behind(value.clone(), span);
            self.destroy_dynamically(object, pointee.canonical());
        }
        self.free(pointee.map(Type::canonical), value, span);
        Value::Void
    }

    /// Frees memory that a new expression allocated.
    pub fn free(&mut self, class: Option<Type<'tu>>, pointer: Operand, span: Option<Span>) {
        if !self.call_own_operator("operator delete", class, vec![pointer.clone()], None, span) {
            self.model_call("operator delete[]", None, vec![pointer], None, span);
        }
    }

    /// Memory of `alloca`, which ends with the function: an object of its own.
    fn frame_memory(&mut self, cursor: Cursor<'tu>) -> Value {
        for argument in cursor.arguments() {
            self.full_expression(argument);
        }
        let memory = self.temp(TypeInfo::of(TypeShape::Array));
        self.frame.push(memory);
        Value::Operand(Operand::AddrOf(Place::var(memory)))
    }

    /// The allocation of a new expression.
    fn allocate(
        &mut self,
        cursor: Cursor<'tu>,
        operands: Vec<Operand>,
        result: VarId,
        span: Option<Span>,
    ) {
        let class = cursor.ty().and_then(|t| t.canonical().pointee()).map(Type::canonical);
        let mut args = vec![Operand::Const(None)];
        args.extend(operands.iter().cloned());
        if !self.call_own_operator("operator new", class, args, Some(result), span) {
            self.model_call("operator new[]", None, operands, Some(result), span);
        }
    }

    /// Calls the allocation functions of the program that this one may be: those of the class, or else
    /// the global ones that it replaces.
    fn call_own_operator(
        &mut self,
        name: &str,
        class: Option<Type<'tu>>,
        args: Vec<Operand>,
        dst: Option<VarId>,
        span: Option<Span>,
    ) -> bool {
        let class = class.map(element_of).filter(|t| t.is_record());
        let record = class.and_then(class_of);
        let mut own = Vec::new();
        if let Some(record) = record.filter(|r| !r.is_in_system_header()) {
            let mut hidden = false;
            class_operators(record, name, 0, &mut own, &mut hidden);
            if hidden {
                self.hidden_code_on("allocation function", Some(record), args.clone(), span);
            }
        }
        let mut ids: Vec<FnId> = own.into_iter().map(|f| self.unit.function(f)).collect();
        if ids.is_empty() {
            ids = self.unit.own_functions(name);
        }
        for id in &ids {
            self.implied_call(Callee::Direct(*id), None, args.clone(), dst, span);
        }
        if let (Some(dst), false) = (dst, ids.is_empty()) {
            // Which one is called is not known here: the memory may be any that is given.
            let places = args.into_iter().chain([Operand::Copy(Place::var(dst)), Operand::Unknown]);
            let src = Operand::AnyOf(places.collect());
            self.emit(StmtKind::Assign { dst: Place::var(dst), src }, span);
        }
        !ids.is_empty()
    }
}

/// The allocation functions of a class, or of its bases; `hidden` when a template's instance has some.
fn class_operators<'tu>(
    record: Cursor<'tu>,
    name: &str,
    depth: u32,
    found: &mut Vec<Cursor<'tu>>,
    hidden: &mut bool,
) {
    for member in members(record) {
        let named = member.spelling().starts_with(name);
        match member.kind() {
            CursorKind::CXXMethod if named && !is_hidden_instance(record) => found.push(member),
            CursorKind::CXXMethod | CursorKind::FunctionTemplate => *hidden |= named,
            CursorKind::CXXBaseSpecifier if depth < MAX_DEPTH => {
                let base = member.ty().and_then(|t| t.canonical().declaration());
                if let Some(base) = base.map(|b| b.definition().unwrap_or(b)) {
                    class_operators(base, name, depth + 1, found, hidden);
                }
            }
            _ => {}
        }
    }
}

/// Whether an expression makes an object of the class that a new expression makes one of.
fn makes_object_of(expression: Cursor<'_>, new: Cursor<'_>) -> bool {
    let made = new.ty().and_then(|t| t.canonical().pointee()).map(Type::canonical);
    made.is_some_and(|ty| {
        ty.is_record()
            && crate::construct::is_new_object(expression, ty.declaration().map(Cursor::canonical))
    })
}

/// Whether a function gives memory of the caller's frame.
fn allocates_in_frame(decl: Cursor<'_>) -> bool {
    const NAMES: [&str; 4] =
        ["alloca", "_alloca", "__builtin_alloca", "__builtin_alloca_with_align"];
    decl.kind() == CursorKind::FunctionDecl && NAMES.contains(&decl.spelling().as_str())
}

/// Whether an operator function is an assignment, plain or compound.
fn is_assignment(name: &str) -> bool {
    const OTHERS: [&str; 5] = ["==", "!=", "<=", ">=", "<=>"];
    name.strip_prefix("operator")
        .is_some_and(|symbol| symbol.ends_with('=') && !OTHERS.contains(&symbol))
}

/// The function of a closure; `None` for generic ones.
fn call_operator(class: Cursor<'_>) -> Option<Cursor<'_>> {
    class.find_child(|c| c.kind() == CursorKind::CXXMethod && c.spelling() == "operator()")
}

/// Whether an argument is not in the call: libclang shows a default argument as an empty expression.
fn is_left_out(argument: Cursor<'_>) -> bool {
    argument.kind() == CursorKind::UnexposedExpr && argument.children().is_empty()
}

/// An implicit member stands where its class is declared.
fn stands_for_its_class(decl: Cursor<'_>) -> bool {
    let class = decl.semantic_parent();
    decl.location().map(|l| l.offset) == class.and_then(Cursor::location).map(|l| l.offset)
}

/// The object expression of `object.method`.
fn object_of(member: Cursor<'_>) -> Option<Cursor<'_>> {
    member.children().into_iter().find(|c| {
        !matches!(
            c.kind(),
            CursorKind::TypeRef | CursorKind::TemplateRef | CursorKind::NamespaceRef
        )
    })
}

/// The function type behind an expression of function, pointer or reference type.
fn function_type(cursor: Cursor<'_>) -> Option<Type<'_>> {
    let ty = strip(cursor).ty()?.non_reference().canonical();
    match ty.is_pointer() {
        true => ty.pointee().map(Type::canonical),
        false => Some(ty),
    }
}

fn result_type<'tu>(cursor: Cursor<'tu>, callee: &Callee) -> Option<Type<'tu>> {
    let declared = match callee {
        Callee::Direct(_) | Callee::Virtual(_) => cursor.referenced().and_then(Cursor::result_type),
        _ => None,
    };
    let indirect = || {
        let callee = cursor.children().first().copied()?;
        function_type(callee)?.result_type()
    };
    declared.or_else(indirect).or_else(|| cursor.ty())
}

/// Whether the text begins with the chevrons that close a launch; the last may stand apart.
fn closes_a_launch(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b">>").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.starts_with(b">"))
}
