//! Range-based `for`.
//!
//! libclang shows neither the calls of `begin` and `end` nor the comparison and the increment; the
//! initialiser of the loop's variable names the hidden iterator, whose initialiser names the hidden
//! range. Where code of the program takes part, these are lowered as the language says; iterators of
//! the library are pointers into the range.

use crate::copy::Copying;
use crate::expr::{strip, Value};
use crate::function::FunctionLowering;
use crate::lifetime::{Extension, Lifetime};
use crate::unit::{class_of, is_hidden_instance, members, qualified_name};
use clang_ast::{Cursor, CursorKind, Visit};
use ir::{Callee, Operand, Place, Proj, StmtKind, TypeInfo, TypeShape, VarId};

/// The hidden variables of a loop in which code of the program takes part.
struct Iteration<'tu> {
    /// The reference to the range.
    range: Cursor<'tu>,
    /// The iterator.
    begin: Cursor<'tu>,
}

impl<'tu> Iteration<'tu> {
    fn of(variable: Cursor<'tu>) -> Option<Iteration<'tu>> {
        let init = variable.initializer()?;
        let begin = hidden_variable(init, "__begin")?;
        let range = hidden_variable(begin.initializer()?, "__range")?;
        range.initializer()?;
        let iteration = Iteration { range, begin };
        let functions = [iteration.begin_function(), called(init, "operator*")];
        let own = functions.into_iter().flatten().any(|f| !f.is_in_system_header());
        own.then_some(iteration)
    }

    fn begin_function(&self) -> Option<Cursor<'tu>> {
        called(self.begin.initializer()?, "begin")
    }

    /// The class of the iterator, if it is one of the program.
    fn iterator_class(&self) -> Option<Cursor<'tu>> {
        let class = self.begin.ty().map(|t| t.non_reference().canonical());
        class.filter(|t| t.is_record()).and_then(class_of).filter(|c| !c.is_in_system_header())
    }
}

/// The variable with such a name that an expression names.
fn hidden_variable<'tu>(within: Cursor<'tu>, prefix: &str) -> Option<Cursor<'tu>> {
    let named = |c: Cursor<'tu>| {
        let decl = c.referenced().filter(|_| c.kind() == CursorKind::DeclRefExpr)?;
        (decl.kind() == CursorKind::VarDecl && decl.spelling().starts_with(prefix)).then_some(decl)
    };
    named(within).or_else(|| within.find(|c| named(c).is_some()).and_then(named))
}

/// The function of this name that an expression calls.
fn called<'tu>(within: Cursor<'tu>, name: &str) -> Option<Cursor<'tu>> {
    let mut found = None;
    let mut look = |c: Cursor<'tu>| {
        let function = c.referenced().filter(|_| c.kind() == CursorKind::CallExpr);
        found = found.or(function.filter(|f| f.spelling() == name));
    };
    look(within);
    within.visit(|c, _| {
        look(c);
        Visit::Recurse
    });
    found
}

/// The functions of these names that a class or its bases declare, friends included.
fn named_members<'tu>(class: Cursor<'tu>, names: &[&str]) -> Vec<Cursor<'tu>> {
    let class = class.definition().unwrap_or(class);
    let mut found = Vec::new();
    for member in members(class) {
        match member.kind() {
            CursorKind::FriendDecl => found.extend(
                member.children().into_iter().filter(|c| c.kind() == CursorKind::FunctionDecl),
            ),
            _ => found.push(member),
        }
    }
    found.retain(|f| crate::unit::is_function(f.kind()) && names.contains(&f.spelling().as_str()));
    for base in class.bases() {
        if let Some(base) = base.ty().and_then(|t| t.canonical().declaration()) {
            found.extend(named_members(base, names));
        }
    }
    found
}

impl<'tu> FunctionLowering<'_, 'tu> {
    /// Lowers a range-based `for`.
    pub fn range_for_statement(&mut self, stmt: Cursor<'tu>) {
        let parts = stmt.for_range_parts().unwrap_or_default();
        let (Some(decl), Some(range), Some(body)) = (parts.variable, parts.range, parts.body)
        else {
            return self.unknown("range-based for", stmt);
        };
        if parts.hidden_init {
            self.unknown("statement that libclang does not show", stmt);
        }
        self.open_scope();
        match Iteration::of(decl) {
            Some(iteration) => self.loop_over_own(decl, iteration, body),
            None => self.loop_over_known(decl, range, body),
        }
        self.close_scope(None);
    }

    /// The loop over a range or iterators of the program: all that they do in each round.
    fn loop_over_own(&mut self, decl: Cursor<'tu>, iteration: Iteration<'tu>, body: Cursor<'tu>) {
        let anchor = self.late_anchor();
        let from = self.temps.len();
        self.anchored(anchor, |this| {
            this.bind_range(iteration.range);
            this.variable(iteration.begin);
        });
        self.end_temps(from);
        let range = Operand::Copy(Place::var(self.unit.var(iteration.range, Some(self.id))));
        let iterator = Place::var(self.unit.var(iteration.begin, Some(self.id)));
        let end = self.pointer_temp();
        self.anchored(anchor, |this| this.call_end(&iteration, range, end));
        self.declared_inside();
        let end = Operand::AddrOf(Place::var(end));
        let class = iteration.iterator_class();
        self.loop_of(
            None,
            &mut |this| {
                let given = [Operand::AddrOf(iterator.clone()), end.clone()];
                this.iterator_operator(class, &["operator!=", "operator=="], &given);
            },
            &mut |this| {
                this.open_scope();
                let anchor = this.late_anchor();
                this.anchored(anchor, |this| this.variable(decl));
                this.declared_inside();
                this.sub_statement(body);
                this.close_scope(None);
            },
            &mut |this| {
                let given = [Operand::AddrOf(iterator.clone())];
                this.iterator_operator(class, &["operator++"], &given);
            },
            true,
            false,
        );
    }

    /// Binds the range. Until C++23 only what is bound lives on; since then, all that the expression
    /// makes. So the rest ends here, and behind the loop.
    fn bind_range(&mut self, range: Cursor<'tu>) {
        let var = self.unit.var(range, Some(self.id));
        self.declare(var);
        let from = self.temps.len();
        if let Some(init) = range.initializer() {
            self.initialize_variable(var, init, Lifetime::Scope);
        }
        self.end_range_temps(from);
    }

    fn end_range_temps(&mut self, from: usize) {
        let rest = self.temps[from..].to_vec();
        self.end_temps(from);
        rest.into_iter().for_each(|temp| self.declare(temp));
    }

    /// Calls `end` of a range, which libclang does not show.
    fn call_end(&mut self, iteration: &Iteration<'tu>, range: Operand, end: VarId) {
        let Some(begin) = iteration.begin_function() else { return };
        if begin.is_in_system_header() {
            return;
        }
        let class = begin.semantic_parent().filter(|_| begin.kind() == CursorKind::CXXMethod);
        let found = class.map(|class| named_members(class, &["end"])).unwrap_or_default();
        if found.is_empty() {
            return self.hidden_code_on("end of a range", class, vec![range], None);
        }
        for function in found {
            let callee = Callee::Direct(self.unit.function(function));
            self.implied_call(callee, Some(range.clone()), Vec::new(), Some(end), None);
        }
    }

    /// Calls an operator of an iterator class of the program, whichever of these it has.
    fn iterator_operator(&mut self, class: Option<Cursor<'tu>>, names: &[&str], given: &[Operand]) {
        let Some(class) = class else { return };
        let found = match is_hidden_instance(class) {
            true => Vec::new(),
            false => named_members(class, names),
        };
        let anchor = self.late_anchor();
        self.anchored(anchor, |this| {
            if found.is_empty() {
                let why = "operator of an iterator";
                return this.hidden_code_on(why, Some(class), given.to_vec(), None);
            }
            for function in found {
                let callee = Callee::Direct(this.unit.function(function));
                let result = function.result_type().map(|t| this.unit.type_info(t));
                let dst = result.filter(|t| t.display != "void").map(|t| this.temp(t));
                let (object, args) = match function.kind() {
                    CursorKind::CXXMethod => (given.first().cloned(), given[1..].to_vec()),
                    _ => (None, given.to_vec()),
                };
                this.implied_call(callee, object, args, dst, None);
            }
        });
    }

    /// The loop over an array, or over a range of the library: its iterators do nothing but lead to the
    /// elements.
    fn loop_over_known(&mut self, decl: Cursor<'tu>, range: Cursor<'tu>, body: Cursor<'tu>) {
        let from = self.temps.len();
        let outer = self.extension.replace(Extension::bound(range, Lifetime::Scope));
        let value = self.expr(range);
        let object = self.address(value, Some(range));
        self.extension = outer;
        self.end_range_temps(from);
        self.declared_inside();
        let hidden = self.runs_hidden_code(range).then(|| object.clone());
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
            &mut |this| {
                let anchor = this.late_anchor();
                this.anchored(anchor, |this| {
                    let why = "iterators of a range";
                    let given = hidden.iter().cloned().collect::<Vec<_>>();
                    if !given.is_empty() {
                        this.hidden_code_on(why, None, given, None);
                    }
                });
            },
            true,
            false,
        );
    }

    /// Whether the iterators of a range may run code of the program: of a view, or of a class whose
    /// iterators are not shown.
    fn runs_hidden_code(&mut self, range: Cursor<'tu>) -> bool {
        let ty = strip(range).ty().map(|t| t.non_reference().canonical());
        let record = ty.filter(|t| t.is_record()).and_then(class_of);
        record.is_some_and(|record| {
            !record.is_in_system_header() || qualified_name(record).starts_with("std::ranges::")
        })
    }

    /// The place of the elements of a range whose address is given.
    fn first_element(&mut self, range: Cursor<'tu>, object: Operand) -> Place {
        let ty = strip(range).ty().map(|t| t.non_reference().canonical());
        let info = ty.map(|t| self.unit.type_info(t));
        let holder = self.materialize(object, TypeInfo::of(TypeShape::Pointer), None);
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
}
