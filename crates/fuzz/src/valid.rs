//! Whether a tree is a program.
//!
//! *Takes* a tree, *gives* what is wrong with it, *promises* that a tree without complaint compiles:
//! all names are declared where they are used, and jumps have somewhere to go.

use crate::tree::{
    AliasStyle, Arg, Cond, Decl, DeclKind, Func, Index, Leave, ParamForm, Place, Program, Stmt,
    VarId,
};
use std::collections::BTreeSet;

/// Checks a whole program.
///
/// # Errors
/// Says what is wrong.
pub fn check(program: &Program) -> Result<(), String> {
    let mut scope = Scope::of(program);
    for decl in &program.globals {
        scope.vars.extend(&decl.vars);
    }
    for (number, func) in program.funcs.iter().enumerate() {
        let mut inner = scope.clone();
        inner.funcs = number;
        for param in &func.params {
            match param.form {
                ParamForm::Default => inner.known(param.vars[0])?,
                _ => inner.vars.extend(&param.vars),
            }
        }
        inner.body(&func.body)?;
    }
    scope.funcs = program.funcs.len();
    scope.body(&program.body)
}

#[derive(Clone)]
struct Scope<'a> {
    program: &'a Program,
    vars: BTreeSet<VarId>,
    counters: BTreeSet<String>,
    lambdas: BTreeSet<String>,
    /// How many functions may be called here.
    funcs: usize,
    may_break: bool,
    may_continue: bool,
    may_goto: bool,
}

impl<'a> Scope<'a> {
    fn of(program: &'a Program) -> Self {
        Scope {
            program,
            vars: BTreeSet::new(),
            counters: BTreeSet::new(),
            lambdas: BTreeSet::new(),
            funcs: 0,
            may_break: false,
            may_continue: false,
            may_goto: true,
        }
    }

    fn known(&self, var: VarId) -> Result<(), String> {
        match self.vars.contains(&var) {
            true => Ok(()),
            false => Err(format!("{} is not declared here", self.program.vars[var].name)),
        }
    }

    fn place(&self, place: &Place) -> Result<(), String> {
        if let Some(Index::Counter(counter, _)) = &place.index {
            self.counter(counter)?;
        }
        self.known(place.var)
    }

    fn counter(&self, counter: &String) -> Result<(), String> {
        match self.counters.contains(counter) {
            true => Ok(()),
            false => Err(format!("{counter} is not counted here")),
        }
    }

    /// A list of statements in a scope of its own.
    fn body(&self, body: &[Stmt]) -> Result<(), String> {
        let mut scope = self.clone();
        body.iter().try_for_each(|stmt| scope.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), String> {
        stmt.places().into_iter().try_for_each(|p| self.place(p))?;
        let mut inner = self.clone();
        match stmt {
            Stmt::Block { decls, .. } => {
                decls.iter().try_for_each(|d| inner.decl(d))?;
            }
            Stmt::Loop { counter, cond, .. } => {
                if let Some(Cond::Element(place, ..)) = cond {
                    if self.program.is_shared(place.var) {
                        return Err("a loop's condition reads what the device may touch".into());
                    }
                }
                inner.counters.insert(counter.clone());
                inner.may_break = true;
                inner.may_continue = true;
            }
            Stmt::Switch { .. } => inner.may_break = true,
            Stmt::Lambda { name, .. } => {
                inner.may_break = false;
                inner.may_continue = false;
                inner.may_goto = false;
                self.lambdas.insert(name.clone());
            }
            Stmt::Copy { dst, src, .. } => {
                [dst, src]
                    .iter()
                    .filter_map(|s| s.round.as_ref())
                    .try_for_each(|c| self.counter(c))?;
            }
            Stmt::If { cond: Cond::Counter(counter, ..), .. } => self.counter(counter)?,
            Stmt::Leave { cond, how, .. } => self.leave(cond, *how)?,
            Stmt::Reseat { alias, .. } => self.known(*alias)?,
            Stmt::Renew { reseat, .. } => reseat.iter().try_for_each(|&v| self.known(v))?,
            Stmt::Call { func, args } => self.call(*func, args)?,
            Stmt::Method { vars, .. } => vars.iter().try_for_each(|&v| self.known(v))?,
            Stmt::CallLambda { name } if !self.lambdas.contains(name) => {
                return Err(format!("{name} is not declared here"));
            }
            _ => {}
        }
        stmt.bodies().into_iter().try_for_each(|body| inner.body(body))
    }

    fn decl(&mut self, decl: &Decl) -> Result<(), String> {
        if let DeclKind::Alias { of, style } = &decl.kind {
            self.place(of)?;
            if let AliasStyle::Choice(other) | AliasStyle::Array(other) = style {
                self.place(other)?;
            }
        }
        self.vars.extend(&decl.vars);
        Ok(())
    }

    fn leave(&self, cond: &Cond, how: Leave) -> Result<(), String> {
        if let Cond::Counter(counter, ..) = cond {
            self.counter(counter)?;
        }
        let possible = match how {
            Leave::Break => self.may_break,
            Leave::Continue => self.may_continue,
            Leave::Goto => self.may_goto,
            Leave::Return | Leave::Throw | Leave::Process => true,
        };
        match possible {
            true => Ok(()),
            false => Err(format!("{how:?} has nowhere to go")),
        }
    }

    fn call(&self, func: usize, args: &[Arg]) -> Result<(), String> {
        if func >= self.funcs {
            return Err("a function is called before it is declared".into());
        }
        let wanted = |f: &Func| f.params.iter().filter(|p| p.form != ParamForm::Default).count();
        if wanted(&self.program.funcs[func]) != args.len() {
            return Err("a call has too few or too many arguments".into());
        }
        let objects = args.iter().filter_map(|a| match a {
            Arg::Object(vars, _) => Some(vars),
            _ => None,
        });
        objects.flatten().try_for_each(|&v| self.known(v))
    }
}
