//! Why an operation is not asynchronous, and why it is waited for where it is.
//!
//! *Takes* the decisions with the statements that they come from ([`Cause`]), *gives* a code and the chain of statements that
//! led there: the operation, what it uses, the calls through which the host comes to it, and what the host does there.
//! *Promises* nothing: a chain is one of those that there may be, for people to read.

use crate::cause::{Cause, Need};
use crate::code::Code;
use crate::decide::{Cra, FunctionCra, Mode, Reason};
use crate::place::Wait;
use effects::{
    Access, Aliases, Effects, Flags, LocId, ObjId, Object, SiteId, SiteKey, StmtFacts, StmtRef,
};
use ir::{AnchorId, BlockId, FnId, Module, StmtKind};
use model::{MemoryKind, OpKind};
use std::collections::BTreeSet;

/// A reason, with what led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    pub code: Code,
    /// What is in the way, if the code says what follows from that.
    pub obstacle: Code,
    /// From the operation to what is in its way.
    pub chain: Vec<Step>,
    /// The wait that is due to it.
    pub wait: Option<Wait>,
}

/// A statement on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub at: StmtRef,
    pub what: What,
}

/// What happens at a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The operation is issued, which uses this, if that matters.
    Issues(Option<Access>),
    /// A call whose callee leaves the operation in flight.
    LeavesInFlight(FnId),
    /// The memory is allocated.
    Allocates(ObjId),
    /// A call that leads on.
    Calls(FnId),
    /// The host touches this.
    Touches(Access),
    /// The host is the one who may read this for a copy.
    Stages(LocId),
    /// Memory goes.
    Releases(LocId),
    /// Another operation is issued.
    Other(SiteId),
    /// The function is left, at this statement or brace.
    Leaves(AnchorId),
    /// What the code says happens here.
    Here,
}

/// A question about a statement's flags.
type HasFlag = fn(Flags) -> bool;

/// The most calls that a chain follows.
const MAX_DEPTH: usize = 8;

/// All that is to be said of a site: one reason if it stays as it is, otherwise one for each place where it is waited for.
pub fn explain(
    module: &Module,
    effects: &mut Effects,
    aliases: &mut Aliases,
    cra: &Cra,
    site: SiteId,
) -> Vec<Explanation> {
    let mut explainer = Explainer { module, effects, aliases, cra, site };
    match cra.mode(site) {
        Mode::Async => explainer.waits(),
        Mode::Keep | Mode::User => vec![explainer.kept()],
    }
}

struct Explainer<'a> {
    module: &'a Module,
    effects: &'a mut Effects,
    aliases: &'a mut Aliases,
    cra: &'a Cra,
    site: SiteId,
}

/// What a site does as one function sees it.
struct Use {
    at: StmtRef,
    nested: bool,
    accesses: Vec<Access>,
}

impl Explainer<'_> {
    // --- operations that stay as they are --------------------------------------------------------

    fn kept(&mut self) -> Explanation {
        let reason = self.cra.reasons.get(&self.site).cloned().unwrap_or(Reason::NoTwin);
        let code = self.code_of(&reason);
        let cause = self.cra.causes.get(&self.site).copied();
        let cause = cause.or_else(|| self.file_wide(&reason).map(Cause::host));
        let Some(cause) = cause else {
            let issue = Step { at: self.issued_at(), what: What::Issues(None) };
            return Explanation { code, obstacle: code, chain: vec![issue], wait: None };
        };
        let uses = self.uses(cause.at.function);
        let (mut obstacle, steps) = self.led_to(cause, &uses);
        if matches!(
            reason,
            Reason::Capture | Reason::NonLocalJumps | Reason::Handlers | Reason::KeptElsewhere
        ) {
            obstacle = code;
        }
        Explanation { code, obstacle, chain: self.with_issue(&uses, steps), wait: None }
    }

    fn code_of(&self, reason: &Reason) -> Code {
        match reason {
            Reason::NotEditable if self.in_other_file() => Code::OtherFile,
            Reason::NotEditable => Code::MacroBody,
            Reason::NoTwin => Code::NoTwin,
            Reason::DeviceCode => Code::DeviceCode,
            Reason::HostToHost => Code::HostToHost,
            Reason::UserStreams => Code::UserStreams,
            Reason::Capture => Code::Capture,
            Reason::SameStatement => Code::SameStatement,
            Reason::NoPlaceForWait => Code::NoPlaceForWait,
            Reason::FlushesOutput => Code::FlushesOutput,
            Reason::CompletesEarlierWork => Code::CompletesEarlierWork,
            Reason::NoPlaceForGuard => Code::NoPlaceForGuard,
            Reason::PerThreadStream => Code::PerThreadStream,
            Reason::NonLocalJumps => Code::NonLocalJumps,
            Reason::Handlers => Code::Handlers,
            Reason::KeptElsewhere => Code::KeptElsewhere,
            Reason::SwitchedOff => Code::SwitchedOff,
        }
    }

    fn in_other_file(&self) -> bool {
        let site = self.effects.sites.get(self.site);
        let span = match site.key {
            SiteKey::Text(span) => Some(span),
            SiteKey::Stmt(at) => at.stmt(self.module).map(|stmt| stmt.span),
        };
        span.is_some_and(|span| span.file.0 != 0)
    }

    fn issued_at(&self) -> StmtRef {
        self.effects.sites.get(self.site).at
    }

    /// The first statement that is the reason for all of the file.
    fn file_wide(&self, reason: &Reason) -> Option<StmtRef> {
        match reason {
            Reason::Capture => self.first_flagged(|flags| flags.capture),
            Reason::NonLocalJumps => {
                self.first_call(|name| name.trim_start_matches('_').contains("setjmp"))
            }
            Reason::Handlers => self.first_call(crate::decide::sets_handler),
            _ => None,
        }
    }

    fn first_flagged(&self, wanted: impl Fn(Flags) -> bool) -> Option<StmtRef> {
        let mut all = self.module.function_ids().flat_map(|id| statements(self.module, id));
        // Its callers have the flag from it.
        all.find(|at| {
            self.effects.stmt(*at).is_some_and(|f| wanted(f.flags) && f.callees.is_empty())
        })
    }

    fn first_call(&self, wanted: impl Fn(&str) -> bool) -> Option<StmtRef> {
        let mut all = self.module.function_ids().flat_map(|id| statements(self.module, id));
        all.find(|at| match at.call(self.module).map(|call| &call.callee) {
            Some(ir::Callee::Direct(id)) => wanted(&self.module.function(*id).name),
            _ => false,
        })
    }

    // --- operations in flight --------------------------------------------------------------------

    fn waits(&mut self) -> Vec<Explanation> {
        let functions = self.module.function_ids().filter_map(|id| self.cra.functions.get(&id));
        let waits: Vec<(Wait, Cause)> = functions
            .flat_map(|f| &f.waits)
            .filter_map(|wait| Some((wait.clone(), *wait.causes.get(&self.site)?)))
            .collect();
        let mut found: Vec<Explanation> = Vec::new();
        for (wait, cause) in waits {
            let next = self.wait(wait, cause);
            let known = found.iter().any(|e| e.code == next.code && e.chain == next.chain);
            if !known {
                found.push(next);
            }
        }
        found.extend(self.guards());
        if found.is_empty() {
            let chain = vec![Step { at: self.issued_at(), what: What::Issues(None) }];
            let crossed = |f: &FunctionCra| f.crossed.get(&self.site).is_some_and(|n| *n > 0);
            let code = match self.cra.functions.values().any(crossed) {
                true => Code::NothingWaits,
                false => Code::NothingFollows,
            };
            found.push(Explanation { code, obstacle: code, chain, wait: None });
        }
        found
    }

    fn wait(&mut self, wait: Wait, cause: Cause) -> Explanation {
        let uses = self.uses(cause.at.function);
        let (mut obstacle, mut steps) = self.led_to(cause, &uses);
        let mut code = obstacle;
        if matches!(cause.need, Need::Return | Need::ProcessEnd) {
            steps = vec![Step { at: cause.at, what: What::Leaves(wait.position.anchor()) }];
        }
        let of_caller = self.cra.complete_at_exit.get(&self.site).copied();
        if let (Need::Return, Some(why)) = (cause.need, of_caller) {
            // Not the function's contract, but a statement of a caller is why it waits.
            let their_uses = self.uses(why.at.function);
            let (theirs, more) = self.led_to(why, &their_uses);
            (code, obstacle) = (Code::SameStatement, theirs);
            steps = vec![Step { at: why.at, what: What::Here }];
            steps.extend(more.into_iter().filter(|step| step.at != why.at));
        }
        let chain = self.with_issue(&uses, steps);
        Explanation { code, obstacle, chain, wait: Some(wait) }
    }

    fn guards(&self) -> Option<Explanation> {
        let mut functions = self.module.function_ids().filter_map(|id| self.cra.functions.get(&id));
        let guarded = |f: &&FunctionCra| f.guards.iter().any(|g| g.sites.contains(&self.site));
        functions.find(guarded)?;
        let chain = vec![Step { at: self.issued_at(), what: What::Issues(None) }];
        let code = Code::Exception;
        Some(Explanation { code, obstacle: code, chain, wait: None })
    }

    // --- chains ----------------------------------------------------------------------------------

    /// Puts the operation, and the call that leaves it in flight, before what is in its way.
    fn with_issue(&mut self, uses: &[Use], steps: Vec<Step>) -> Vec<Step> {
        let issued = self.issued_at();
        let touched = steps.iter().find_map(|step| match step.what {
            What::Touches(access) => Some((step.at.function, access)),
            What::Stages(loc) => Some((step.at.function, Access::read(loc))),
            What::Releases(loc) => Some((step.at.function, Access::write(loc))),
            _ => None,
        });
        let own =
            self.effects.stmt(issued).and_then(|f| f.ops.iter().find(|o| o.site == self.site));
        let accesses: Vec<Access> = own.iter().flat_map(|op| &op.accesses).copied().collect();
        let used = touched.and_then(|touched| {
            let (function, theirs) = touched;
            let mut all = accesses.into_iter().filter(|access| access.write || theirs.write);
            all.find(|access| self.meet((issued.function, access.loc), (function, theirs.loc)))
        });
        let mut chain = vec![Step { at: issued, what: What::Issues(used) }];
        let left = uses.iter().find(|u| u.nested).filter(|_| uses.iter().all(|u| u.nested));
        if let Some(left) = left {
            let callee = self.effects.stmt(left.at).and_then(|f| f.callees.first().copied());
            chain.extend(callee.map(|id| Step { at: left.at, what: What::LeavesInFlight(id) }));
        }
        if let (Some(used), Some(touched)) = (used, touched) {
            let touched = (touched.0, touched.1.loc);
            chain.extend(self.allocation((issued.function, used.loc), touched));
        }
        chain.extend(steps);
        chain.dedup_by(|b, a| a.at == b.at && b.what == What::Here);
        chain
    }

    /// Where memory comes from that two places have in common.
    fn allocation(&mut self, a: (FnId, LocId), b: (FnId, LocId)) -> Option<Step> {
        let first = self.aliases.concretize(self.module, self.effects, a.0, a.1);
        let second = self.aliases.concretize(self.module, self.effects, b.0, b.1);
        let objects = |places: &effects::Places, locations: &effects::Locations| {
            places.iter().map(|loc| locations.object_of(loc)).collect::<BTreeSet<ObjId>>()
        };
        let first = objects(&first, &self.effects.locations);
        let second = objects(&second, &self.effects.locations);
        first.intersection(&second).find_map(|object| {
            match self.effects.locations.object(*object) {
                Object::Heap { at, .. } => Some(Step { at: *at, what: What::Allocates(*object) }),
                _ => None,
            }
        })
    }

    /// What a cause comes down to.
    fn led_to(&mut self, cause: Cause, uses: &[Use]) -> (Code, Vec<Step>) {
        let here = Step { at: cause.at, what: What::Here };
        match cause.need {
            Need::HostAction => self.host_action(cause.at, uses),
            Need::BehindCompletion => {
                let (_, steps) = self.host_action(cause.at, uses);
                (Code::BehindCompletion, steps)
            }
            Need::Unwinding => (Code::Exception, vec![here]),
            Need::Return => (Code::Returns, vec![here]),
            Need::ProcessEnd => (Code::ProcessEnds, vec![here]),
            Need::Operation(site) => {
                (Code::CompletesEarlierWork, vec![Step { at: cause.at, what: What::Other(site) }])
            }
        }
    }

    fn host_action(&mut self, at: StmtRef, uses: &[Use]) -> (Code, Vec<Step>) {
        let flags = self.effects.stmt(at).map(|facts| facts.flags).unwrap_or_default();
        if let Some((code, wanted)) = boundary(flags) {
            let mut steps = Vec::new();
            let last = self.follow_flag(at, wanted, &mut steps);
            return (self.sort_of_unseen(code, last), steps);
        }
        let accesses: Vec<(FnId, Access)> =
            uses.iter().flat_map(|u| &u.accesses).map(|a| (at.function, *a)).collect();
        let mut steps = Vec::new();
        if let Some(code) = self.follow_access(at, &accesses, &mut steps) {
            return (code, steps);
        }
        let code = match () {
            () if self.touches_managed(at) => Code::Managed,
            () if flags.exits => Code::ProcessEnds,
            () => Code::HostAccess,
        };
        (code, vec![Step { at, what: What::Here }])
    }

    /// Follows calls to the statement that has a flag of its own.
    fn follow_flag(&self, at: StmtRef, wanted: HasFlag, steps: &mut Vec<Step>) -> StmtRef {
        let callees = self.effects.stmt(at).map_or(&[][..], |facts| &facts.callees);
        let inner = callees.iter().find_map(|callee| {
            let has = |at: &StmtRef| self.effects.stmt(*at).is_some_and(|f| wanted(f.flags));
            let found = statements(self.module, *callee).find(has)?;
            Some((*callee, found))
        });
        match inner {
            Some((callee, next)) if steps.len() < MAX_DEPTH => {
                steps.push(Step { at, what: What::Calls(callee) });
                self.follow_flag(next, wanted, steps)
            }
            _ => {
                steps.push(Step { at, what: What::Here });
                at
            }
        }
    }

    /// Text that is compiled in some builds only is told from other code that cannot be seen.
    fn sort_of_unseen(&self, code: Code, last: StmtRef) -> Code {
        let conditional = match last.stmt(self.module).map(|stmt| &stmt.kind) {
            Some(StmtKind::LeftOut(_)) => true,
            Some(StmtKind::Unknown { why, .. }) => why == "conditional text",
            _ => false,
        };
        match conditional {
            true => Code::ConditionalText,
            false => code,
        }
    }

    /// Follows calls to the statement that touches what the operation uses.
    fn follow_access(
        &mut self,
        at: StmtRef,
        used: &[(FnId, Access)],
        steps: &mut Vec<Step>,
    ) -> Option<Code> {
        let facts = self.effects.stmt(at)?.clone();
        let (code, what) = self.touched(at, &facts, used)?;
        let deep_enough = steps.len() >= MAX_DEPTH;
        for callee in facts.callees.iter().filter(|_| !deep_enough) {
            let inner: Vec<StmtRef> = statements(self.module, *callee).collect();
            for next in inner {
                let before = steps.len();
                steps.push(Step { at, what: What::Calls(*callee) });
                if let Some(code) = self.follow_access(next, used, steps) {
                    return Some(code);
                }
                steps.truncate(before);
            }
        }
        steps.push(Step { at, what });
        Some(code)
    }

    /// What the host does at a statement with memory that the operation uses.
    fn touched(
        &mut self,
        at: StmtRef,
        facts: &StmtFacts,
        used: &[(FnId, Access)],
    ) -> Option<(Code, What)> {
        let here = at.function;
        for access in &facts.accesses {
            if !self.is_device_memory(here, access.loc) && self.conflicts(here, *access, used) {
                return Some((Code::HostAccess, What::Touches(*access)));
            }
        }
        for loc in &facts.frees {
            let access = Access::write(*loc);
            if self.conflicts(here, access, used) {
                return Some((Code::Released, What::Releases(*loc)));
            }
        }
        let copies =
            facts.ops.iter().filter(|o| self.effects.sites.get(o.site).kind == OpKind::Copy);
        let read: Vec<Access> =
            copies.flat_map(|o| &o.accesses).filter(|a| !a.write).copied().collect();
        let staged = read.into_iter().find(|access| self.conflicts(here, *access, used))?;
        Some((Code::Staged, What::Stages(staged.loc)))
    }

    fn conflicts(&mut self, here: FnId, access: Access, used: &[(FnId, Access)]) -> bool {
        used.iter().any(|(function, theirs)| {
            (access.write || theirs.write) && self.meet((here, access.loc), (*function, theirs.loc))
        })
    }

    fn meet(&mut self, a: (FnId, LocId), b: (FnId, LocId)) -> bool {
        self.aliases.meet(self.module, self.effects, a, b)
    }

    fn is_device_memory(&mut self, function: FnId, loc: LocId) -> bool {
        let places = self.aliases.concretize(self.module, self.effects, function, loc);
        let mut kinds = places.iter().map(|loc| self.effects.locations.kind(loc));
        !places.is_empty()
            && kinds.all(
                |kind| matches!(kind, Object::Heap { memory, .. } if *memory == MemoryKind::Device),
            )
    }

    fn touches_managed(&mut self, at: StmtRef) -> bool {
        let facts = self.effects.stmt(at);
        let all: Vec<LocId> = facts.iter().flat_map(|f| &f.accesses).map(|a| a.loc).collect();
        all.into_iter().any(|loc| {
            let places = self.aliases.concretize(self.module, self.effects, at.function, loc);
            places.iter().any(|loc| match self.effects.locations.kind(loc) {
                Object::Heap { memory, .. } => *memory == MemoryKind::Managed,
                Object::Var(var) => self.module.var(*var).memory == Some(ir::DeviceMemory::Managed),
                _ => false,
            })
        })
    }

    /// Statements of a function that issue the operation.
    fn uses(&self, function: FnId) -> Vec<Use> {
        let Some(cra) = self.cra.functions.get(&function) else { return Vec::new() };
        let flights = cra.flights.all.iter().filter(|flight| flight.site == self.site);
        let used = flights.map(|flight| Use {
            at: flight.at,
            nested: flight.nested,
            accesses: flight.accesses.iter().copied().collect(),
        });
        used.collect()
    }
}

/// Which flag makes a statement a boundary, as a code.
fn boundary(flags: Flags) -> Option<(Code, HasFlag)> {
    let all: [(Code, HasFlag); 5] = [
        (Code::UnseenCode, |flags| flags.unknown),
        (Code::Clock, |flags| flags.clock),
        (Code::HandOver, |flags| flags.release),
        (Code::DeviceChange, |flags| flags.device_change),
        (Code::DeviceChange, |flags| flags.reset),
    ];
    all.into_iter().find(|(_, wanted)| wanted(flags))
}

/// The statements of a function, in the order of the text.
fn statements(module: &Module, function: FnId) -> impl Iterator<Item = StmtRef> {
    let mut all: Vec<(u32, StmtRef)> = Vec::new();
    for (block, index, stmt) in module.function(function).body.iter().flat_map(|body| {
        body.block_ids().flat_map(move |block| {
            body.block(block)
                .stmts
                .iter()
                .enumerate()
                .map(move |(index, stmt)| (block, index, stmt))
        })
    }) {
        let block: BlockId = block;
        all.push((stmt.span.start, StmtRef { function, block, index: index as u32 }));
    }
    all.sort_by_key(|(start, _)| *start);
    all.into_iter().map(|(_, at)| at)
}
