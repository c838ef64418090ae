//! Buffers, aliases and objects.

use super::{Maker, Object};
use crate::tree::{
    AliasStyle, Alloc, Decl, DeclKind, Mem, MirrorHost, ParamForm, Place, Shape, Start, Stmt, Var,
    VarId,
};
use crate::tree::{Param, Read, Span};

impl Maker {
    pub(super) fn globals(&mut self) {
        for _ in 0..self.rng.between(0, 2) {
            let shape = if self.rng.chance(70) { Shape::Elements } else { Shape::Vector };
            let name = self.name("g");
            let var = self.add(Var {
                name,
                mem: Mem::Pageable,
                shape,
                alloc: Alloc::Own,
                owner: true,
                pool: Some(0),
                member: false,
            });
            let value = self.rng.constant();
            self.program.globals.push(Decl {
                kind: DeclKind::Buffer,
                vars: vec![var],
                start: Start::Loop,
                value,
                is_static: true,
            });
        }
    }

    /// Two device buffers and two host buffers, so that there is something to do.
    pub(super) fn starting_decls(&mut self) -> Vec<Decl> {
        [Mem::Device, Mem::Device, Mem::Pageable].map(|mem| self.buffer(mem)).to_vec()
    }

    pub(super) fn any_decl(&mut self) -> Option<Decl> {
        match self.rng.below(100) {
            0..=24 => Some(self.buffer(Mem::Device)),
            25..=49 => Some(self.buffer(Mem::Pageable)),
            50..=57 => Some(self.buffer(Mem::Pinned)),
            58..=60 => Some(self.buffer(Mem::Mapped)),
            61..=63 => Some(self.buffer(Mem::Managed)),
            64..=77 => self.alias(),
            78..=88 => Some(self.bundle()),
            _ => Some(self.mirror()),
        }
    }

    fn declared(&mut self, kind: DeclKind, vars: Vec<VarId>) -> Decl {
        self.scope.vars.extend(&vars);
        let start =
            self.rng.weighted(&[(3, Start::Memset), (2, Start::Upload), (2, Start::Kernel)]);
        Decl { kind, vars, start, value: self.rng.constant(), is_static: false }
    }

    pub(super) fn buffer(&mut self, mem: Mem) -> Decl {
        let count = self.rng.between(2, 3);
        let pointer = [(7, Shape::Pointer), (3, Shape::Pointers(count))];
        let (prefix, alloc, shape) = match mem {
            Mem::Device => ("d", Alloc::CudaMalloc, self.rng.weighted(&pointer)),
            Mem::Pinned => ("p", Alloc::MallocHost, self.rng.weighted(&pointer)),
            Mem::Mapped => ("z", Alloc::HostAlloc, Shape::Pointer),
            Mem::Managed => ("u", Alloc::Managed, Shape::Pointer),
            Mem::Pageable => self.pageable(count),
        };
        let lasting = matches!(shape, Shape::Elements | Shape::Vector);
        let is_static = lasting && self.rng.chance(20) && !self.scope.in_lambda;
        let pool = Some(if is_static { 0 } else { self.scope.block });
        let name = self.name(prefix);
        let var = self.add(Var { name, mem, shape, alloc, owner: true, pool, member: false });
        let decl = self.declared(DeclKind::Buffer, vec![var]);
        Decl { is_static, ..decl }
    }

    fn pageable(&mut self, count: usize) -> (&'static str, Alloc, Shape) {
        let (alloc, shape) = self.rng.weighted(&[
            (2, (Alloc::Malloc, Shape::Pointer)),
            (2, (Alloc::New, Shape::Pointer)),
            (1, (Alloc::New, Shape::Pointers(count))),
            (4, (Alloc::Own, Shape::Elements)),
            (3, (Alloc::Own, Shape::Vector)),
            (1, (Alloc::Own, Shape::Rows(count))),
            (1, (Alloc::Own, Shape::UniquePtr)),
        ]);
        ("h", alloc, shape)
    }

    /// A second name for what lives at least as long.
    fn alias(&mut self) -> Option<Decl> {
        let of = self.place(|v| v.pool.is_some())?;
        let source = self.var(of.var).clone();
        let (mem, here) = (source.mem, self.scope.block);
        let mut styles = vec![
            (6, AliasStyle::Pointer),
            (1, AliasStyle::Returned),
            (1, AliasStyle::View),
            (1, AliasStyle::CopiedView),
            (1, AliasStyle::UniqueView),
            (1, AliasStyle::SharedView),
            (1, AliasStyle::EmplacedView),
            (1, AliasStyle::Pair),
            (1, AliasStyle::Binding),
        ];
        if let Some(other) = self.place(|v| v.mem == mem && v.pool.is_some()) {
            styles.extend([(3, AliasStyle::Choice(other.clone())), (2, AliasStyle::Array(other))]);
        }
        if matches!(source.shape, Shape::Pointer | Shape::Pointers(_)) {
            styles.extend([(4, AliasStyle::Reference), (1, AliasStyle::Address)]);
        }
        if matches!(source.shape, Shape::Vector | Shape::Rows(_)) {
            styles.push((6, AliasStyle::Reference));
        }
        // Destructors run after what the end of the block releases.
        let lasts = source.pool < Some(here) || (source.owner && source.alloc == Alloc::Own);
        if lasts && !source.member && mem.host_may_touch() && !self.program.is_shared(of.var) {
            styles.push((3, AliasStyle::Report));
        }
        let numbered: Vec<(usize, usize)> =
            styles.iter().enumerate().map(|(number, (weight, _))| (*weight, number)).collect();
        let style = styles.swap_remove(self.rng.weighted(&numbered)).1;
        let var = self.alias_var(&source, &style);
        Some(self.declared(DeclKind::Alias { of, style }, vec![var]))
    }

    fn alias_var(&mut self, source: &Var, style: &AliasStyle) -> VarId {
        let name = self.name("a");
        let member = match style {
            AliasStyle::View | AliasStyle::CopiedView | AliasStyle::Report => {
                format!("{name}.values")
            }
            AliasStyle::UniqueView | AliasStyle::SharedView => format!("{name}->values"),
            AliasStyle::EmplacedView => format!("{name}[0].values"),
            AliasStyle::Pair => format!("{name}.first"),
            AliasStyle::Address => format!("(*{name})"),
            _ => name.clone(),
        };
        let refers = matches!(style, AliasStyle::Reference | AliasStyle::Address);
        let shape = match (style, source.shape) {
            (AliasStyle::Reference, Shape::Vector | Shape::Rows(_)) => Shape::Vector,
            (AliasStyle::Array(_), _) => Shape::Pointers(2),
            _ => Shape::Pointer,
        };
        self.add(Var {
            mem: source.mem,
            shape,
            alloc: Alloc::Own,
            owner: false,
            // A reference is no pointer of its own.
            pool: (!refers).then_some(self.scope.block),
            // Lambdas cannot copy all of these.
            member: member != name || *style == AliasStyle::Binding,
            name: member,
        })
    }

    fn bundle(&mut self) -> Decl {
        let object = self.name("b");
        let vars = self.bundle_vars(&object, ".", true);
        self.scope.objects.push(Object {
            is_mirror: false,
            value: object.clone(),
            address: format!("&{object}"),
            vars: vars.clone(),
        });
        self.declared(DeclKind::Bundle { object }, vars)
    }

    fn bundle_vars(&mut self, object: &str, access: &str, owner: bool) -> Vec<VarId> {
        let (mem, alloc) = match self.program.bundle_pinned {
            true => (Mem::Pinned, Alloc::MallocHost),
            false => (Mem::Pageable, Alloc::New),
        };
        let pool = owner.then_some(self.scope.block);
        let member = |name: &str, mem, alloc| Var {
            name: format!("{object}{access}{name}"),
            mem,
            shape: Shape::Pointer,
            alloc: if owner { alloc } else { Alloc::Own },
            owner,
            pool,
            member: true,
        };
        let (dev, host) =
            (member("dev", Mem::Device, Alloc::CudaMalloc), member("host", mem, alloc));
        vec![self.add(dev), self.add(host)]
    }

    fn mirror(&mut self) -> Decl {
        let object = self.name("m");
        let on_heap = self.rng.chance(30);
        let access = if on_heap { "->" } else { "." };
        let vars = self.mirror_vars(&object, access, true);
        let (value, address) = match on_heap {
            true => (format!("*{object}"), object.clone()),
            false => (object.clone(), format!("&{object}")),
        };
        self.scope.objects.push(Object { is_mirror: true, value, address, vars: vars.clone() });
        let is_static = !on_heap && self.rng.chance(10) && !self.scope.in_lambda;
        if is_static {
            vars.iter().for_each(|&v| self.program.vars[v].pool = Some(0));
        }
        let decl = self.declared(DeclKind::Mirror { object, on_heap }, vars);
        Decl { is_static, ..decl }
    }

    fn mirror_vars(&mut self, object: &str, access: &str, owner: bool) -> Vec<VarId> {
        let (mem, shape) = match self.program.mirror.host {
            MirrorHost::Elements => (Mem::Pageable, Shape::Elements),
            MirrorHost::Vector => (Mem::Pageable, Shape::Vector),
            MirrorHost::New => (Mem::Pageable, Shape::Pointer),
            MirrorHost::Pinned => (Mem::Pinned, Shape::Pointer),
        };
        let pool = owner.then_some(self.scope.block);
        let member = |name: &str, mem, shape| Var {
            name: format!("{object}{access}{name}"),
            mem,
            shape,
            alloc: Alloc::Own,
            owner,
            pool,
            member: true,
        };
        let (dev, host) = (member("dev", Mem::Device, Shape::Pointer), member("host", mem, shape));
        vec![self.add(dev), self.add(host)]
    }

    /// A parameter, which is then in scope.
    pub(super) fn param(&mut self, form: ParamForm) -> Option<Param> {
        let name = self.name("q");
        let vars = match form {
            ParamForm::Pointer => {
                let mem = self.rng.weighted(&[
                    (6, Mem::Device),
                    (6, Mem::Pageable),
                    (2, Mem::Pinned),
                    (1, Mem::Mapped),
                    (1, Mem::Managed),
                ]);
                vec![self.param_var(&name, mem, Shape::Pointer, Alloc::Own, true)]
            }
            ParamForm::PointerRef => {
                let (mem, alloc) = self.rng.weighted(&[
                    (4, (Mem::Device, Alloc::CudaMalloc)),
                    (1, (Mem::Pageable, Alloc::New)),
                    (1, (Mem::Pageable, Alloc::Malloc)),
                    (1, (Mem::Pinned, Alloc::MallocHost)),
                ]);
                vec![self.param_var(&name, mem, Shape::Pointer, alloc, true)]
            }
            ParamForm::PointerArray => {
                let mem = self.rng.weighted(&[(3, Mem::Device), (1, Mem::Pageable)]);
                vec![self.param_var(&name, mem, Shape::Pointers(2), Alloc::Own, true)]
            }
            ParamForm::VectorRef => {
                vec![self.param_var(&name, Mem::Pageable, Shape::Vector, Alloc::Own, false)]
            }
            ParamForm::BundleRef | ParamForm::BundleValue => self.bundle_vars(&name, ".", false),
            ParamForm::BundlePointer => self.bundle_vars(&name, "->", false),
            ParamForm::MirrorRef => self.mirror_vars(&name, ".", false),
            ParamForm::Number => Vec::new(),
            ParamForm::Default => vec![*self.program.globals.first()?.vars.first()?],
        };
        if let Some(is_mirror) = match form {
            ParamForm::BundleRef | ParamForm::BundleValue | ParamForm::BundlePointer => Some(false),
            ParamForm::MirrorRef => Some(true),
            _ => None,
        } {
            let (value, address) = match form {
                ParamForm::BundlePointer => (format!("*{name}"), name.clone()),
                _ => (name.clone(), format!("&{name}")),
            };
            self.scope.objects.push(Object { is_mirror, value, address, vars: vars.clone() });
        }
        if form != ParamForm::Default {
            self.scope.vars.extend(&vars);
        }
        Some(Param { form, name, vars })
    }

    fn param_var(
        &mut self,
        name: &str,
        mem: Mem,
        shape: Shape,
        alloc: Alloc,
        pooled: bool,
    ) -> VarId {
        let pool = pooled.then_some(self.scope.block);
        self.add(Var {
            name: name.to_owned(),
            mem,
            shape,
            alloc,
            owner: false,
            pool,
            member: false,
        })
    }

    /// Reads every buffer of the block once more.
    pub(super) fn read_all(&mut self, body: &mut Vec<Stmt>) {
        let vars: Vec<VarId> =
            self.scope.vars.iter().copied().filter(|&v| self.var(v).owner).collect();
        for var in vars {
            let place = self.place_in(var);
            if self.var(var).mem != Mem::Device {
                body.push(Stmt::Read { place, how: Read::Helper, at: 1 });
                continue;
            }
            let Some(host) = self.place(|v| v.mem == Mem::Pageable) else { continue };
            body.push(self.copy_of(whole(&host), whole(&place)));
            if self.rng.chance(80) {
                body.push(Stmt::Read { place: host, how: Read::Helper, at: 1 });
            }
        }
    }
}

fn whole(place: &Place) -> Span {
    Span { place: place.clone(), from: 0, round: None }
}
