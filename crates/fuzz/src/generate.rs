//! Makes programs.
//!
//! *Takes* a seed, *gives* a program, *promises* that it is valid ([`valid`](crate::valid)), does
//! not race once it is [`settled`](crate::settle), ends, and prints the same every time.
//!
//! What is random is chosen on the way down: a statement is only made of what is in scope. The
//! rules that keep programs valid:
//! - an *owner* holds memory that no other owner holds. Owners of one block may be swapped, which
//!   keeps that so;
//! - an alias points to memory of its own block or of one around it;
//! - a kernel that reads other elements than it writes gets two different owners;
//! - a loop counts to a constant, and calls in functions do not stand in loops.

mod calls;
mod decls;
mod stmts;

use crate::rng::Rng;
use crate::tree::{
    Check, Index, Kernel, KernelKind, Mem, MirrorClass, MirrorHost, Place, Program, Shape, Stmt,
    UserStream, Var, VarId,
};

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let program = outline(seed, &mut rng);
    let mut maker = Maker::new(rng, program);
    maker.globals();
    let functions = maker.rng.between(0, 4);
    for _ in 0..functions {
        maker.func();
    }
    maker.entry();
    maker.program
}

fn outline(seed: u64, rng: &mut Rng) -> Program {
    let user_stream = match rng.below(100) {
        0..=4 => Some(UserStream::Blocking),
        5..=7 => Some(UserStream::NonBlocking),
        _ => None,
    };
    let symbol = rng.chance(30);
    let kernels = kernels(symbol, rng);
    let hosts = [MirrorHost::Elements, MirrorHost::Vector, MirrorHost::New, MirrorHost::Pinned];
    // The class does not wait for the user's stream.
    let hosts = if user_stream.is_some() { &hosts[..3] } else { &hosts[..] };
    Program {
        seed,
        vars: Vec::new(),
        globals: Vec::new(),
        symbol,
        user_stream,
        bundle_pinned: rng.chance(40),
        mirror: MirrorClass {
            host: hosts[rng.below(hosts.len())],
            reports: rng.chance(50),
            pulls: rng.chance(40),
            uploads_at_start: rng.chance(60),
            virtual_base: rng.chance(20),
        },
        kernels,
        funcs: Vec::new(),
        body: Vec::new(),
    }
}

fn kernels(symbol: bool, rng: &mut Rng) -> Vec<Kernel> {
    use KernelKind::*;
    let of_symbol = if symbol { 3 } else { 0 };
    let kinds = [
        (2, Fill),
        (5, Scale),
        (5, Map),
        (3, Combine),
        (2, Part),
        (2, Shift),
        (2, Histogram),
        (of_symbol, FromSymbol),
        (of_symbol, ToSymbol),
        (1, OfBundle),
        (1, Template),
        (1, Shared),
        (1, Nothing),
    ];
    let mut made = vec![Kernel { kind: Scale, a: 3, b: 1 }];
    for _ in 0..rng.between(2, 5) {
        made.push(Kernel { kind: rng.weighted(&kinds), a: rng.constant(), b: rng.constant() });
    }
    made
}

/// An object with a device buffer and a host buffer that is in scope.
#[derive(Clone)]
struct Object {
    is_mirror: bool,
    /// An expression for the object.
    value: String,
    /// An expression for its address.
    address: String,
    vars: Vec<VarId>,
}

/// What can be named at a place.
#[derive(Clone, Default)]
struct Scope {
    vars: Vec<VarId>,
    objects: Vec<Object>,
    counters: Vec<String>,
    lambdas: Vec<String>,
    /// The innermost block, which is the pool of what it declares.
    block: usize,
    /// Blocks below this number belong to callers.
    own_blocks: usize,
    loops: usize,
    depth: usize,
    in_function: bool,
    in_lambda: bool,
    in_switch: bool,
    /// Pointers that a lambda has copied are in scope: their memory must stay.
    frozen: bool,
}

struct Maker {
    rng: Rng,
    program: Program,
    scope: Scope,
    blocks: usize,
    names: usize,
    /// Calls made by the function that is being made.
    calls: usize,
    style: Check,
}

impl Maker {
    fn new(mut rng: Rng, program: Program) -> Self {
        use Check::*;
        let style = rng.weighted(&[
            (5, Ignored),
            (4, Macro),
            (1, ThrowingMacro),
            (2, Function),
            (1, Collected),
            (1, Return),
        ]);
        Maker { rng, program, scope: Scope::default(), blocks: 0, names: 0, calls: 0, style }
    }

    /// The function that runs the program: in the end it reads all that is left.
    fn entry(&mut self) {
        self.scope = self.fresh_scope();
        let outer = self.scope.clone();
        self.new_block();
        let mut decls = self.starting_decls();
        let count = self.rng.between(0, 3);
        for _ in 0..count {
            decls.extend(self.any_decl());
        }
        let length = self.rng.between(8, 20);
        let mut body = self.stmts(length);
        self.read_all(&mut body);
        self.scope = outer;
        self.program.body = vec![Stmt::Block { decls, body }];
    }

    /// A scope with what is global.
    fn fresh_scope(&mut self) -> Scope {
        self.calls = 0;
        let vars = self.program.globals.iter().flat_map(|d| d.vars.clone()).collect();
        self.blocks += 1;
        Scope { vars, block: self.blocks, own_blocks: self.blocks, ..Scope::default() }
    }

    fn new_block(&mut self) {
        self.blocks += 1;
        self.scope.block = self.blocks;
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn add(&mut self, var: Var) -> VarId {
        self.program.vars.push(var);
        self.program.vars.len() - 1
    }

    fn var(&self, id: VarId) -> &Var {
        &self.program.vars[id]
    }

    /// A buffer in scope.
    fn place(&mut self, wanted: impl Fn(&Var) -> bool) -> Option<Place> {
        let fitting: Vec<VarId> =
            self.scope.vars.iter().copied().filter(|&v| wanted(self.var(v))).collect();
        let var = *self.rng.pick(&fitting)?;
        Some(self.place_in(var))
    }

    fn place_in(&mut self, var: VarId) -> Place {
        let index = match self.var(var).shape {
            Shape::Pointers(n) | Shape::Rows(n) => Some(self.index(n)),
            _ => None,
        };
        Place { var, index }
    }

    fn index(&mut self, count: usize) -> Index {
        let constant = self.rng.below(count);
        match self.rng.pick(&self.scope.counters).cloned() {
            Some(counter) if self.rng.chance(70) => Index::Counter(counter, constant),
            _ => Index::Constant(constant),
        }
    }

    fn host_place(&mut self) -> Option<Place> {
        self.place(|v| v.mem.host_may_touch())
    }

    fn device_place(&mut self) -> Option<Place> {
        self.place(|v| v.mem == Mem::Device)
    }

    fn kernel_place(&mut self) -> Option<Place> {
        self.place(|v| v.mem.kernels_may_touch())
    }

    /// Whether two buffers are never the same.
    fn distinct(&self, a: &Place, b: &Place) -> bool {
        let (va, vb) = (self.var(a.var), self.var(b.var));
        if va.mem != vb.mem {
            return true;
        }
        if a.var != b.var {
            return va.owner && vb.owner;
        }
        match (&a.index, &b.index) {
            (Some(Index::Constant(x)), Some(Index::Constant(y))) => va.owner && x != y,
            (Some(Index::Counter(x, i)), Some(Index::Counter(y, j))) => {
                va.owner && x == y && i != j
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::generate;
    use crate::{settle::settled, valid};

    #[test]
    fn programs_are_valid() {
        for seed in 0..2000 {
            let program = generate(seed);
            assert_eq!(valid::check(&settled(&program)), Ok(()), "seed {seed}");
        }
    }

    #[test]
    fn a_seed_always_gives_the_same_program() {
        assert_eq!(generate(11), generate(11));
        assert_ne!(generate(11).body, generate(12).body);
    }
}
