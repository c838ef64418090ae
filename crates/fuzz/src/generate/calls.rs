//! Functions and calls of them.

use super::{Maker, Scope};
use crate::tree::{Arg, Check, Func, Linkage, Method, Param, ParamForm, Place, Shape, Stmt, VarId};

impl Maker {
    pub(super) fn func(&mut self) {
        use Linkage::*;
        let mut scope = self.fresh_scope();
        scope.in_function = true;
        self.scope = scope;
        let mut linkage = self.rng.weighted(&[
            (10, Static),
            (3, External),
            (2, Inline),
            (2, Template),
            (2, Recursive),
            (1, Pointer),
        ]);
        let params = self.params();
        // An argument that is left out cannot stand before another, nor be left out by a pointer.
        if matches!(linkage, Recursive | Pointer)
            && params.iter().any(|p| p.form == ParamForm::Default)
        {
            linkage = Static;
        }
        let length = self.rng.between(2, 7);
        let body = match self.rng.chance(30) {
            true => vec![self.block(length)],
            false => self.stmts(length),
        };
        let name = self.name("f");
        self.program.funcs.push(Func { name, linkage, params, body });
        self.scope = Scope::default();
    }

    fn params(&mut self) -> Vec<Param> {
        let count = self.rng.between(0, 4);
        let mut forms: Vec<ParamForm> = (0..count)
            .map(|_| {
                self.rng.weighted(&[
                    (10, ParamForm::Pointer),
                    (4, ParamForm::PointerRef),
                    (3, ParamForm::PointerArray),
                    (3, ParamForm::VectorRef),
                    (2, ParamForm::BundleRef),
                    (1, ParamForm::BundleValue),
                    (1, ParamForm::BundlePointer),
                    (2, ParamForm::MirrorRef),
                    (1, ParamForm::Number),
                ])
            })
            .collect();
        if self.rng.chance(15) {
            forms.push(ParamForm::Default);
        }
        forms.into_iter().filter_map(|form| self.param(form)).collect()
    }

    pub(super) fn call(&mut self) -> Option<Stmt> {
        if self.program.funcs.is_empty() || self.calls_too_much() {
            return None;
        }
        let func = self.rng.below(self.program.funcs.len());
        let params = self.program.funcs[func].params.clone();
        let mut pool = None;
        let mut args = Vec::new();
        for param in params.iter().filter(|p| p.form != ParamForm::Default) {
            args.push(self.arg(param, &mut pool)?);
        }
        self.calls += 1;
        Some(Stmt::Call { func, args })
    }

    /// Calls in functions are few and not in loops, so that programs end soon.
    fn calls_too_much(&self) -> bool {
        self.scope.in_function && (self.scope.loops > 0 || self.calls > 0 || self.scope.in_lambda)
    }

    /// `pool`: that of the pointers that the function may swap.
    fn arg(&mut self, param: &Param, pool: &mut Option<usize>) -> Option<Arg> {
        let wanted = param.vars.first().map(|&v| self.var(v).clone());
        match param.form {
            ParamForm::Number => Some(Arg::Number(self.rng.constant())),
            ParamForm::Default => None,
            ParamForm::Pointer => {
                let mem = wanted?.mem;
                Some(Arg::Buffer(self.place(|v| v.mem == mem)?))
            }
            ParamForm::PointerRef => {
                let wanted = wanted?;
                let current = *pool;
                let place = self.place(|v| {
                    matches!(v.shape, Shape::Pointer | Shape::Pointers(_))
                        && (v.mem, v.alloc) == (wanted.mem, wanted.alloc)
                        && v.pool.is_some()
                        && (current.is_none() || v.pool == current)
                })?;
                *pool = self.var(place.var).pool;
                Some(Arg::Whole(place))
            }
            ParamForm::PointerArray => {
                let mem = wanted?.mem;
                let place =
                    self.place(|v| v.mem == mem && matches!(v.shape, Shape::Pointers(_)))?;
                Some(Arg::Whole(Place { var: place.var, index: None }))
            }
            ParamForm::VectorRef => {
                Some(Arg::Whole(self.place(|v| matches!(v.shape, Shape::Vector | Shape::Rows(_)))?))
            }
            ParamForm::BundleRef | ParamForm::BundleValue => self.object(false, false),
            ParamForm::BundlePointer => self.object(false, true),
            ParamForm::MirrorRef => self.object(true, false),
        }
    }

    fn object(&mut self, is_mirror: bool, by_address: bool) -> Option<Arg> {
        let fitting: Vec<(Vec<VarId>, String)> = self
            .scope
            .objects
            .iter()
            .filter(|o| o.is_mirror == is_mirror)
            .map(|o| (o.vars.clone(), if by_address { &o.address } else { &o.value }.clone()))
            .collect();
        let (vars, text) = self.rng.pick(&fitting)?.clone();
        Some(Arg::Object(vars, text))
    }

    pub(super) fn method(&mut self) -> Option<Stmt> {
        let objects: Vec<_> = self.scope.objects.iter().filter(|o| o.is_mirror).cloned().collect();
        let object = self.rng.pick(&objects)?;
        let method = self.rng.weighted(&[
            (3, Method::Push),
            (4, Method::Pull),
            (4, Method::Step),
            (3, Method::Total),
            (2, Method::View),
        ]);
        let text = match object.value.strip_prefix('*') {
            Some(pointer) => format!("{pointer}->"),
            None => format!("{}.", object.value),
        };
        Some(Stmt::Method { object: text, vars: object.vars.clone(), method })
    }

    pub(super) fn lambda(&mut self) -> Option<Stmt> {
        if self.scope.in_lambda {
            return None;
        }
        let outer = self.scope.clone();
        let by_value = self.rng.chance(30);
        self.scope.in_lambda = true;
        self.scope.in_switch = false;
        self.scope.loops = 0;
        self.scope.depth += 1;
        if by_value {
            let captured: Vec<VarId> =
                outer.vars.iter().copied().filter(|&v| self.copies(v)).collect();
            self.scope.vars = captured;
            self.scope.objects.clear();
        }
        let length = self.rng.between(1, 4);
        let body = self.stmts(length);
        self.scope = outer;
        let name = self.name("l");
        self.scope.lambdas.push(name.clone());
        // The memory that it has copied pointers to must stay.
        self.scope.frozen |= by_value;
        Some(Stmt::Lambda { name, by_value, body })
    }

    /// Whether a lambda may capture it by value.
    fn copies(&self, var: VarId) -> bool {
        let var = self.var(var);
        let held = matches!(var.shape, Shape::Vector | Shape::Pointer | Shape::Elements);
        held && !var.member && var.pool.is_some()
    }

    pub(super) fn call_lambda(&mut self) -> Option<Stmt> {
        let name = self.rng.pick(&self.scope.lambdas)?.clone();
        Some(Stmt::CallLambda { name })
    }

    /// What is done with the result of a runtime call.
    pub(super) fn check(&mut self) -> Check {
        match self.rng.chance(85) {
            true => self.style,
            false => self.rng.weighted(&[
                (4, Check::Ignored),
                (3, Check::Macro),
                (1, Check::Function),
                (1, Check::Collected),
                (1, Check::Return),
            ]),
        }
    }

    /// Two pointers that may be swapped.
    pub(super) fn swap(&mut self) -> Option<Stmt> {
        let swappable =
            |shape| matches!(shape, Shape::Pointer | Shape::Pointers(_) | Shape::Vector);
        let a = self.place(|v| v.pool.is_some() && swappable(v.shape) && !v.member)?;
        let first = self.var(a.var).clone();
        let b: Place = self.place(|v| {
            (v.mem, v.alloc, v.pool, v.owner) == (first.mem, first.alloc, first.pool, first.owner)
                && swappable(v.shape)
                && (v.shape == Shape::Vector) == (first.shape == Shape::Vector)
                && !v.member
        })?;
        (a != b).then(|| Stmt::Swap { a, b, std: self.rng.chance(60) })
    }
}
