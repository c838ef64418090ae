//! Statements.

use super::Maker;
use crate::tree::{
    Alloc, Cond, KernelKind, Leave, LoopKind, Mem, Place, Read, Shape, Span, Stmt, VarId, Write,
    CHUNK, N,
};

/// What kind of statement to make.
#[derive(Clone, Copy)]
enum Kind {
    Upload,
    Download,
    OnDevice,
    OnHost,
    Symbol,
    Memset,
    Launch,
    Write,
    Read,
    HostCopy,
    Print,
    Swap,
    Reseat,
    Renew,
    Sync,
    Block,
    If,
    Loop,
    Switch,
    Try,
    Leave,
    Call,
    Method,
    Lambda,
    CallLambda,
}

/// How often which is made. Statements that hold others are left out when they are nested too deep.
const KINDS: &[(usize, Kind)] = &[
    (12, Kind::Upload),
    (14, Kind::Download),
    (6, Kind::OnDevice),
    (1, Kind::OnHost),
    (6, Kind::Symbol),
    (4, Kind::Memset),
    (24, Kind::Launch),
    (9, Kind::Write),
    (12, Kind::Read),
    (2, Kind::HostCopy),
    (3, Kind::Print),
    (4, Kind::Swap),
    (3, Kind::Reseat),
    (2, Kind::Renew),
    (1, Kind::Sync),
    (7, Kind::Method),
    (9, Kind::Call),
    (5, Kind::CallLambda),
    (4, Kind::Leave),
    (2, Kind::Lambda),
    (6, Kind::Block),
    (7, Kind::If),
    (6, Kind::Loop),
    (2, Kind::Switch),
    (2, Kind::Try),
];
/// Entries of `KINDS` whose statements hold no others.
const FLAT: usize = 19;
const DEEPEST: usize = 3;

impl Maker {
    /// About so many statements.
    pub(super) fn stmts(&mut self, count: usize) -> Vec<Stmt> {
        let mut made = Vec::new();
        for _ in 0..3 * count {
            if made.len() >= count {
                break;
            }
            made.extend(self.stmt());
        }
        made
    }

    fn stmt(&mut self) -> Option<Stmt> {
        let kinds = match self.scope.depth < DEEPEST {
            true => KINDS,
            false => &KINDS[..FLAT],
        };
        match self.rng.weighted(kinds) {
            Kind::Upload => {
                let (dst, src) = (self.device_place()?, self.host_place()?);
                Some(self.copy(dst, src))
            }
            Kind::Download => {
                let (dst, src) = (self.host_place()?, self.device_place()?);
                Some(self.copy(dst, src))
            }
            Kind::OnDevice => {
                let (dst, src) = (self.device_place()?, self.device_place()?);
                Some(self.copy(dst, src))
            }
            Kind::OnHost => {
                let (dst, src) = (self.host_place()?, self.host_place()?);
                Some(self.copy(dst, src))
            }
            Kind::Symbol => self.symbol_copy(),
            Kind::Memset => {
                let (span, len) = self.device_span()?;
                let (value, check) = (self.rng.constant(), self.check());
                Some(Stmt::Memset { span, len, value, check })
            }
            Kind::Launch => self.launch(),
            Kind::Write => self.write(),
            Kind::Read => self.read(),
            Kind::HostCopy => self.host_copy(),
            Kind::Print => Some(Stmt::Print),
            Kind::Swap => self.swap(),
            Kind::Reseat => self.reseat(),
            Kind::Renew => self.renew(),
            Kind::Sync => Some(Stmt::Sync { user_stream: false }),
            Kind::Block => {
                let length = self.rng.between(2, 5);
                Some(self.block(length))
            }
            Kind::If => self.branch(),
            Kind::Loop => Some(self.repeat()),
            Kind::Switch => Some(self.switch()),
            Kind::Try => Some(self.attempt()),
            Kind::Leave => self.leave(),
            Kind::Call => self.call(),
            Kind::Method => self.method(),
            Kind::Lambda => self.lambda(),
            Kind::CallLambda => self.call_lambda(),
        }
    }

    /// A copy of all or of a part. Buffers that may be the same are copied from one half to the
    /// other.
    fn copy(&mut self, dst: Place, src: Place) -> Stmt {
        let apart = self.distinct(&dst, &src);
        if let (true, Some(counter)) = (apart, self.rng.pick(&self.scope.counters).cloned()) {
            if self.rng.chance(30) {
                return self.chunk_copy(dst, src, counter);
            }
        }
        let (to, from, len) = match (apart, self.rng.chance(60)) {
            (false, _) => (0, N / 2, N / 2),
            (true, true) => (0, 0, N),
            (true, false) => {
                let len = self.rng.between(1, N - 1);
                (self.rng.between(0, N - len), self.rng.between(0, N - len), len)
            }
        };
        let (dst, src) = (span(dst, to), span(src, from));
        self.copy_part(dst, src, len)
    }

    /// Each round of a loop copies a chunk.
    fn chunk_copy(&mut self, dst: Place, src: Place, counter: String) -> Stmt {
        let chunk = |place| Span { place, from: 0, round: Some(counter.clone()) };
        self.copy_part(chunk(dst), chunk(src), CHUNK)
    }

    /// A copy of whole buffers.
    pub(super) fn copy_of(&mut self, dst: Span, src: Span) -> Stmt {
        self.copy_part(dst, src, N)
    }

    fn copy_part(&mut self, dst: Span, src: Span, len: usize) -> Stmt {
        let own = |span: &Span| {
            let var = &self.program.vars[span.place.var];
            var.mem == Mem::Device || (var.mem != Mem::Pageable && !var.member)
        };
        let may_use_stream = self.program.user_stream.is_some() && own(&dst) && own(&src);
        Stmt::Copy {
            len,
            check: self.check(),
            any_direction: self.rng.chance(8),
            user_stream: may_use_stream && self.rng.chance(50),
            dst,
            src,
        }
    }

    fn symbol_copy(&mut self) -> Option<Stmt> {
        if !self.program.symbol {
            return None;
        }
        let place = self.place(|v| matches!(v.mem, Mem::Pageable | Mem::Pinned))?;
        let len = if self.rng.chance(70) { N } else { self.rng.between(1, N) };
        Some(Stmt::SymbolCopy { place, to_symbol: self.rng.chance(50), len, check: self.check() })
    }

    fn device_span(&mut self) -> Option<(Span, usize)> {
        let place = self.device_place()?;
        let len = if self.rng.chance(50) { N } else { self.rng.between(1, N) };
        Some((span(place, self.rng.between(0, N - len)), len))
    }

    fn launch(&mut self) -> Option<Stmt> {
        let kernel = self.rng.below(self.program.kernels.len());
        let kind = self.program.kernels[kernel].kind;
        let mut args = Vec::new();
        for _ in 0..kind.buffers() {
            args.push(match kind {
                KernelKind::OfBundle => self.bundle_member()?,
                _ => self.kernel_place()?,
            });
        }
        if kind.needs_distinct_buffers() && !self.distinct(&args[0], &args[1]) {
            return None;
        }
        Some(Stmt::Launch {
            kernel,
            args,
            value: self.rng.constant(),
            user_stream: self.program.user_stream.is_some() && self.rng.chance(35),
            // A block has its own shared memory.
            two_blocks: self.rng.chance(20) && kind != KernelKind::Shared,
            check: self.rng.chance(15),
        })
    }

    fn bundle_member(&mut self) -> Option<Place> {
        let members: Vec<VarId> =
            self.scope.objects.iter().filter(|o| !o.is_mirror).map(|o| o.vars[0]).collect();
        Some(Place { var: *self.rng.pick(&members)?, index: None })
    }

    fn write(&mut self) -> Option<Stmt> {
        use Write::*;
        let place = self.host_place()?;
        let how = self.rng.weighted(&[
            (3, Loop),
            (4, Element),
            (2, Helper),
            (1, Memset),
            (1, StdFill),
            (2, Increment),
            (1, Reference),
        ]);
        Some(Stmt::Write { place, how, value: self.rng.constant() })
    }

    fn read(&mut self) -> Option<Stmt> {
        use Read::*;
        let place = self.host_place()?;
        let how = self.rng.weighted(&[
            (2, Loop),
            (4, Element),
            (4, Helper),
            (1, Accumulate),
            (2, Print),
            (1, Copy),
            (1, Compare),
            (1, Lambda),
            (1, Range),
            (1, Choice),
        ]);
        Some(Stmt::Read { place, how, at: self.rng.below(N) })
    }

    fn host_copy(&mut self) -> Option<Stmt> {
        let (dst, src) = (self.host_place()?, self.host_place()?);
        let std = self.distinct(&dst, &src) && self.rng.chance(50);
        Some(Stmt::HostCopy { dst, src, std })
    }

    fn reseat(&mut self) -> Option<Stmt> {
        let aliases: Vec<VarId> =
            self.scope.vars.iter().copied().filter(|&v| self.is_alias(v)).collect();
        let aliases: Vec<VarId> =
            aliases.into_iter().filter(|&v| self.var(v).shape == Shape::Pointer).collect();
        let alias = *self.rng.pick(&aliases)?;
        let (mem, pool) = (self.var(alias).mem, self.var(alias).pool);
        let to = self.place(|v| v.mem == mem && v.pool.is_some() && v.pool <= pool)?;
        Some(Stmt::Reseat { alias, to })
    }

    /// A pointer of its own to memory of another.
    fn is_alias(&self, var: VarId) -> bool {
        let var = self.var(var);
        !var.owner && var.pool.is_some() && var.alloc == Alloc::Own
    }

    fn renew(&mut self) -> Option<Stmt> {
        if self.scope.frozen || self.scope.in_lambda {
            return None;
        }
        let first = self.scope.own_blocks;
        let place =
            self.place(|v| v.owner && v.alloc != Alloc::Own && v.pool.is_some_and(|p| p >= first))?;
        let (mem, pool) = (self.var(place.var).mem, self.var(place.var).pool);
        let reseat =
            self.scope.vars.iter().copied().filter(|&v| {
                self.is_alias(v) && self.var(v).mem == mem && self.var(v).pool >= pool
            });
        Some(Stmt::Renew { reseat: reseat.collect(), value: self.rng.constant(), place })
    }

    // --- statements that hold others -------------------------------------------------------------

    /// Statements one level further in.
    fn inner(&mut self, most: usize) -> Vec<Stmt> {
        let outer = self.scope.clone();
        self.scope.depth += 1;
        let count = self.rng.between(1, most);
        let body = self.stmts(count);
        self.scope = outer;
        body
    }

    pub(super) fn block(&mut self, length: usize) -> Stmt {
        let outer = self.scope.clone();
        self.new_block();
        self.scope.depth += 1;
        let count = self.rng.between(1, 3);
        let decls = (0..count).filter_map(|_| self.any_decl()).collect();
        let body = self.stmts(length);
        self.scope = outer;
        Stmt::Block { decls, body }
    }

    fn cond(&mut self, in_loop_head: bool) -> Cond {
        let m = self.rng.between(2, 4) as u32;
        let r = self.rng.below(m as usize) as u32;
        let user_stream = self.program.user_stream.is_some();
        let quiet = move |mem| match mem {
            Mem::Pageable => true,
            Mem::Pinned => !user_stream,
            _ => !in_loop_head && mem != Mem::Device,
        };
        match self.rng.below(10) {
            0..=4 => {
                let at = self.rng.below(N);
                match self.place(|v| quiet(v.mem)) {
                    Some(place) => Cond::Element(place, at, m, r),
                    None => Cond::Sum(m, r),
                }
            }
            5..=6 if !in_loop_head => match self.rng.pick(&self.scope.counters).cloned() {
                Some(counter) => Cond::Counter(counter, m, r),
                None => Cond::Sum(m, r),
            },
            _ => Cond::Sum(m, r),
        }
    }

    fn branch(&mut self) -> Option<Stmt> {
        let cond = self.cond(false);
        let (then, other) = match self.rng.chance(40) {
            true => (self.inner(3), self.inner(3)),
            false => (self.inner(2), Vec::new()),
        };
        (!then.is_empty()).then(|| Stmt::If { cond, then, other, braces: self.rng.chance(50) })
    }

    fn repeat(&mut self) -> Stmt {
        let cond = self.rng.chance(20).then(|| self.cond(true));
        let counter = self.name("i");
        let kind =
            self.rng.weighted(&[(6, LoopKind::For), (2, LoopKind::While), (1, LoopKind::DoWhile)]);
        let outer = self.scope.clone();
        self.scope.counters.push(counter.clone());
        self.scope.loops += 1;
        self.scope.in_switch = false;
        let body = self.inner(5);
        self.scope = outer;
        let times = self.rng.between(2, 3);
        Stmt::Loop { counter, times, kind, cond, body }
    }

    fn switch(&mut self) -> Stmt {
        let outer = self.scope.clone();
        self.scope.in_switch = true;
        let count = self.rng.between(1, 3);
        let arms = (0..count).map(|_| self.inner(3)).collect();
        self.scope = outer;
        Stmt::Switch { arms, fall_through: self.rng.chance(30) }
    }

    fn attempt(&mut self) -> Stmt {
        let mut body = self.inner(5);
        if self.rng.chance(50) {
            let cond = self.cond(false);
            let at = self.rng.between(0, body.len());
            body.insert(at, Stmt::Leave { cond, how: Leave::Throw, code: 3 });
        }
        let handler = self.inner(2);
        Stmt::Try { body, handler }
    }

    fn leave(&mut self) -> Option<Stmt> {
        let (in_loop, in_lambda) = (self.scope.loops > 0, self.scope.in_lambda);
        let how = self.rng.weighted(&[
            (3, Leave::Return),
            (if in_loop || self.scope.in_switch { 4 } else { 0 }, Leave::Break),
            (if in_loop { 4 } else { 0 }, Leave::Continue),
            (if in_lambda { 0 } else { 1 }, Leave::Goto),
            (2, Leave::Throw),
            (1, Leave::Process),
        ]);
        // Leaving for good at once would make the rest of the program dead too often.
        if !in_loop && !self.scope.in_function && self.rng.chance(50) {
            return None;
        }
        let cond = self.cond(false);
        Some(Stmt::Leave { cond, how, code: self.rng.constant() })
    }
}

fn span(place: Place, from: usize) -> Span {
    Span { place, from, round: None }
}
