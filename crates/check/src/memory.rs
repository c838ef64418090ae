//! Memory in the terms of the function that the check starts from, and whether two accesses of it
//! meet.

use crate::helper::{is_helper, Helper};
use crate::recursion::Recursion;
use effects::{Access, Aliases, Effects, LocId, Object, StmtRef};
use ir::{FnId, Module, VarId, VarKind};
use model::MemoryKind;
use std::collections::{BTreeSet, HashMap};

/// How sure it is that two accesses touch common memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Only if memory that nothing is known of is the same.
    Speculative,
    May,
    /// They name the same object.
    Must,
}

/// An access by a step, with all the places that it may be.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The function that touches, and the place in its own terms.
    pub chain: ChainId,
    pub own: Access,
    pub locs: Vec<LocId>,
    pub write: bool,
    /// The pointers involved have one target each, without arithmetic.
    pub exact: bool,
    /// By code that cannot be seen, and is not handed the memory by name.
    pub vague: bool,
}

/// Index of a chain of calls in [`Chains`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChainId(pub u32);

/// The function that the check starts from.
pub const ROOT: ChainId = ChainId(0);

/// A function as it is reached from the root.
#[derive(Clone, Debug)]
pub struct Chain {
    pub function: FnId,
    /// The call that leads here, and the caller's own chain.
    pub caller: Option<(StmtRef, ChainId)>,
    pub depth: usize,
    /// Stands for all deeper activations of the function, too.
    pub merged: bool,
}

/// Questions about memory, answered for one root.
pub struct Memory<'a> {
    pub module: &'a Module,
    pub effects: &'a mut Effects,
    aliases: &'a mut Aliases,
    helper: &'a Helper,
    recursion: &'a Recursion,
    root: FnId,
    pub chains: Vec<Chain>,
    /// Accesses of a function on a chain, in terms of one that it is reached from.
    translated: HashMap<(ChainId, ChainId, Access), Vec<Access>>,
    levels: HashMap<(LocId, LocId), Option<Level>>,
}

impl<'a> Memory<'a> {
    pub fn new(
        module: &'a Module,
        effects: &'a mut Effects,
        aliases: &'a mut Aliases,
        helper: &'a Helper,
        recursion: &'a Recursion,
        root: FnId,
    ) -> Self {
        let chains = vec![Chain { function: root, caller: None, depth: 0, merged: false }];
        let (translated, levels) = (HashMap::new(), HashMap::new());
        Memory { module, effects, aliases, helper, recursion, root, chains, translated, levels }
    }

    pub fn chain(&self, id: ChainId) -> &Chain {
        &self.chains[id.0 as usize]
    }

    /// The chain of a function that is called at a statement of another. If it is `merged`, it stands
    /// for all deeper activations, too.
    pub fn called(&mut self, at: StmtRef, from: ChainId, function: FnId, merged: bool) -> ChainId {
        let id = ChainId(self.chains.len() as u32);
        let depth = self.chain(from).depth + 1;
        self.chains.push(Chain { function, caller: Some((at, from)), depth, merged });
        id
    }

    /// The activations of a function on a chain, the innermost first.
    pub fn activations(&self, from: ChainId, function: FnId) -> Vec<ChainId> {
        let outward = |id: &ChainId| self.chain(*id).caller.map(|(_, caller)| caller);
        let all = std::iter::successors(Some(from), outward);
        all.filter(|id| self.chain(*id).function == function).collect()
    }

    /// The root's places for a place of a function on a chain.
    pub fn in_root(&mut self, chain: ChainId, loc: LocId) -> Vec<LocId> {
        self.accesses_in(ROOT, chain, Access::read(loc)).into_iter().map(|a| a.loc).collect()
    }

    /// What an access of a function on a chain comes to in one that it is reached from. Local variables stay: the
    /// functions on a chain are all active.
    fn accesses_in(&mut self, outer: ChainId, chain: ChainId, access: Access) -> Vec<Access> {
        let caller = self.chain(chain).caller.filter(|_| chain != outer);
        let Some((call, caller)) = caller else { return vec![access] };
        if self.is_for_all(access) {
            return vec![access];
        }
        if let Some(known) = self.translated.get(&(outer, chain, access)) {
            return known.clone();
        }
        let callee = self.chain(chain).function;
        let own = match self.chain(chain).merged {
            true => self.of_all_activations(callee, access),
            false => BTreeSet::from([access]),
        };
        let mut found: Vec<Access> = Vec::new();
        for mine in own {
            if self.is_for_all(mine) {
                found.push(mine);
                continue;
            }
            for theirs in self.effects.translate_access(self.module, call, callee, mine) {
                found.extend(self.accesses_in(outer, caller, theirs));
            }
        }
        found.sort_unstable();
        found.dedup();
        self.translated.insert((outer, chain, access), found.clone());
        found
    }

    /// Whether a place is the same in the terms of all functions.
    fn is_for_all(&self, access: Access) -> bool {
        matches!(self.effects.locations.kind(access.loc), Object::Var(_) | Object::Unknown)
    }

    /// What an access by any deeper activation of a recursive function comes to in its own terms.
    fn of_all_activations(&mut self, function: FnId, access: Access) -> BTreeSet<Access> {
        let mut seen: BTreeSet<(FnId, Access)> = BTreeSet::new();
        let mut work = vec![(function, access)];
        while let Some((callee, access)) = work.pop() {
            if !seen.insert((callee, access)) || self.is_for_all(access) {
                continue;
            }
            for call in self.recursion.calls_of(callee) {
                let outer = self.effects.translate_access(self.module, *call, callee, access);
                work.extend(outer.into_iter().map(|access| (call.function, access)));
            }
        }
        let own = |(id, access): (FnId, Access)| (id == function).then_some(access);
        let all = seen.iter().copied().filter(|(_, access)| self.is_for_all(*access));
        all.map(|(_, access)| access).chain(seen.iter().copied().filter_map(own)).collect()
    }

    /// The innermost function run that both chains are reached from.
    fn common(&self, mut a: ChainId, mut b: ChainId) -> ChainId {
        while a != b || self.is_merged(a) {
            let deeper = if self.chain(a).depth >= self.chain(b).depth { &mut a } else { &mut b };
            let Some((_, caller)) = self.chains[deeper.0 as usize].caller else { return ROOT };
            *deeper = caller;
        }
        a
    }

    /// Whether two accesses may meet in terms of the innermost function run that both are part of: these say
    /// more than those of the root.
    fn may_meet(&mut self, a: &Touch, b: &Touch) -> bool {
        let common = self.common(a.chain, b.chain);
        let function = self.chain(common).function;
        let (first, second) =
            (self.accesses_in(common, a.chain, a.own), self.accesses_in(common, b.chain, b.own));
        first.iter().any(|x| {
            second
                .iter()
                .any(|y| self.aliases.may_alias(self.module, self.effects, function, x.loc, y.loc))
        })
    }

    /// An access of a function on a chain; none if no memory comes of it.
    pub fn touch(&mut self, chain: ChainId, access: Access, exact: bool) -> Option<Touch> {
        if self.is_no_memory(access.loc) {
            return None;
        }
        let mut found = self.accesses_in(ROOT, chain, access);
        found.retain(|a| !self.is_no_memory(a.loc));
        let exact = exact && found.len() == 1 && !found[0].deep;
        // All that lies behind a parameter or global variable may be one place here, the host's tables of
        // pointers and the device memory that they lead to alike.
        let vague = found.iter().all(|a| {
            self.is_symbolic(a.loc) && (a.deep || self.effects.locations.is_collapsed(a.loc))
        });
        let mut locs: Vec<LocId> = found.into_iter().map(|a| a.loc).collect();
        locs.dedup();
        (!locs.is_empty()).then_some(Touch {
            chain,
            own: access,
            locs,
            write: access.write,
            exact,
            vague,
        })
    }

    fn is_symbolic(&self, loc: LocId) -> bool {
        matches!(self.effects.locations.kind(loc), Object::Entry(_))
    }

    /// Things that nothing writes, that stand for addresses only, or that are StreamAlloc's own.
    fn is_no_memory(&self, loc: LocId) -> bool {
        match self.effects.locations.kind(loc) {
            Object::Function(_) | Object::Literal | Object::Pool(_) => true,
            Object::Var(var) => {
                let name = self.module.var(*var).name.as_str();
                ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"].contains(&name)
                    || self.helper.owns_variable(self.module, *var)
            }
            Object::Heap { at, .. } => is_helper(self.module, at.function),
            Object::Entry(inner) => self.is_no_memory(*inner),
            _ => false,
        }
    }

    /// Variables, allocations and unknown memory that a place of the root may be.
    pub fn concrete(&mut self, loc: LocId) -> Vec<LocId> {
        let found = self.aliases.concretize(self.module, self.effects, self.root, loc);
        found.iter().collect()
    }

    /// Whether all the memory that an access may touch is of these kinds.
    pub fn is_all(&mut self, locs: &[LocId], kinds: &[MemoryKind]) -> bool {
        let concrete: Vec<LocId> = locs.iter().flat_map(|l| self.concrete(*l)).collect();
        !concrete.is_empty()
            && concrete.iter().all(|l| self.kind_of(*l).is_some_and(|k| kinds.contains(&k)))
    }

    /// Whether some of the memory that an access may touch is of this kind.
    pub fn is_any(&mut self, locs: &[LocId], kind: MemoryKind) -> bool {
        let concrete: Vec<LocId> = locs.iter().flat_map(|l| self.concrete(*l)).collect();
        concrete.iter().any(|l| self.kind_of(*l) == Some(kind))
    }

    fn kind_of(&self, loc: LocId) -> Option<MemoryKind> {
        match self.effects.locations.kind(loc) {
            Object::Heap { memory, .. } => Some(*memory),
            Object::Var(var) => Some(match self.module.var(*var).memory {
                Some(ir::DeviceMemory::Managed) => MemoryKind::Managed,
                Some(_) => MemoryKind::Device,
                None => MemoryKind::Host,
            }),
            _ => None,
        }
    }

    /// Whether two accesses conflict, where, and how sure that is.
    pub fn conflict(&mut self, a: &Touch, b: &Touch) -> Option<(Level, LocId)> {
        if !a.write && !b.write {
            return None;
        }
        let mut found: Option<(Level, LocId)> = None;
        for x in &a.locs {
            for y in &b.locs {
                let Some(level) = self.level(*x, *y) else { continue };
                let exact = a.exact && b.exact;
                let level = match (exact, a.vague || b.vague) {
                    (_, true) => Level::Speculative,
                    (true, false) => level,
                    (false, false) => level.min(Level::May),
                };
                let level = level.min(self.same_variable(a.chain, b.chain, *x));
                if found.is_none_or(|(known, _)| known < level) {
                    found = Some((level, *x));
                }
            }
        }
        found.filter(|_| self.may_meet(a, b))
    }

    /// Whether a chain stands for several activations.
    fn is_merged(&self, chain: ChainId) -> bool {
        let outward = |id: &ChainId| self.chain(*id).caller.map(|(_, caller)| caller);
        std::iter::successors(Some(chain), outward).any(|id| self.chain(id).merged)
    }

    /// How sure it is that two runs mean the same by a local variable: each activation of a recursive
    /// function has its own. What one activation does to its own is seen best in the outermost.
    fn same_variable(&self, a: ChainId, b: ChainId, loc: LocId) -> Level {
        let Object::Var(var) = self.effects.locations.kind(loc) else { return Level::Must };
        let Some(owner) = self.recursive_owner(*var) else { return Level::Must };
        let innermost = |chain| self.activations(chain, owner).first().copied();
        match (innermost(a), innermost(b)) {
            (Some(a), Some(b)) if a == b && !self.is_merged(a) => Level::Must,
            (Some(a), Some(b)) if a == b && self.activations(a, owner).len() == 1 => Level::May,
            _ => Level::Speculative,
        }
    }

    /// The function that a local variable belongs to, if it is recursive.
    fn recursive_owner(&self, var: VarId) -> Option<FnId> {
        let info = self.module.var(var);
        let local = info.kind != VarKind::Static;
        info.owner.filter(|owner| local && self.recursion.contains(*owner))
    }

    fn level(&mut self, x: LocId, y: LocId) -> Option<Level> {
        let key = (x.min(y), x.max(y));
        if let Some(known) = self.levels.get(&key) {
            return *known;
        }
        let found = self.find_level(x, y);
        self.levels.insert(key, found);
        found
    }

    fn find_level(&mut self, x: LocId, y: LocId) -> Option<Level> {
        if !self.aliases.may_alias(self.module, self.effects, self.root, x, y) {
            return None;
        }
        let object = self.effects.locations.object_of(x);
        if object == self.effects.locations.object_of(y) {
            return Some(match self.effects.locations.kind(x) {
                Object::Unknown => Level::Speculative,
                _ if self.is_before_main(x) => Level::Speculative,
                _ if self.is_single(x) => Level::Must,
                _ => Level::May,
            });
        }
        let (first, second) = (self.concrete(x), self.concrete(y));
        let objects = |memory: &Self, locs: &[LocId]| -> Vec<effects::ObjId> {
            let known = locs.iter().filter(|l| memory.kind_of(**l).is_some());
            known.map(|l| memory.effects.locations.object_of(*l)).collect()
        };
        let unknown = |loc: &LocId| matches!(self.effects.locations.kind(*loc), Object::Unknown);
        let followed = !first.iter().chain(&second).any(unknown);
        let (first, second) = (objects(self, &first), objects(self, &second));
        match followed && first.iter().any(|o| second.contains(o)) {
            true => Some(Level::May),
            false => Some(Level::Speculative),
        }
    }

    /// Whether a place stands for one object at a time, as far as loops and recursion around its
    /// allocation tell.
    pub fn is_single(&self, loc: LocId) -> bool {
        let again = |at: &StmtRef| {
            let body = self.module.function(at.function).body.as_ref();
            self.recursion.contains(at.function)
                || body.is_some_and(|b| b.block(at.block).loop_.is_some())
        };
        match self.effects.locations.kind(loc) {
            Object::Heap { at, context, .. } => !again(at) && !context.iter().any(again),
            Object::Unknown | Object::Pool(_) => false,
            _ => true,
        }
    }

    /// What a global variable points to before `main` runs, which is mostly nothing at all.
    fn is_before_main(&self, loc: LocId) -> bool {
        match self.effects.locations.kind(loc) {
            Object::Entry(inner) => match self.effects.locations.kind(*inner) {
                Object::Var(var) => {
                    self.module.var(*var).owner.is_none()
                        && self.module.function(self.root).name == "main"
                }
                _ => self.is_before_main(*inner),
            },
            _ => false,
        }
    }

    pub fn name(&self, loc: LocId) -> String {
        self.effects.locations.name(self.module, loc)
    }
}
