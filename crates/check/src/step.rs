//! From a statement to a [`Step`].

use crate::helper::{Helper, HelperCall};
use crate::memory::{ChainId, Memory, Touch};
use crate::program::{Boundary, Operation, Program, Step};
use crate::queue::{QueueId, Queues, LEGACY, UNKNOWN};
use crate::spin::SpinLoops;
use crate::state::Effect;
use effects::{row_of_call, Access, LocId, Object, OpUse, StmtFacts, StmtRef, StreamClass, Tri};
use ir::{Call, Callee, Operand, Place, Proj, Stmt, StmtKind};
use model::{Direction, MemoryKind, OpKind, Row};

/// Makes steps; interns streams and events on the way.
pub struct Steps<'a> {
    pub queues: &'a mut Queues,
    pub helper: &'a Helper,
    pub spin: &'a SpinLoops,
    /// The unit page-locks memory after its allocation, so that `malloc` says little.
    pub registers: bool,
    /// Freeing memory waits for the device first.
    pub trust_frees: bool,
}

/// A call, and what is known of it.
struct Here<'h> {
    chain: ChainId,
    call: &'h Call,
    facts: &'h StmtFacts,
    /// Its pointers have one target each.
    exact: bool,
}

impl Here<'_> {
    /// What an operation of the call touches.
    fn touches(&self, memory: &mut Memory<'_>, op: &OpUse) -> Vec<Touch> {
        op.accesses.iter().filter_map(|a| memory.touch(self.chain, *a, self.exact)).collect()
    }
}

impl Steps<'_> {
    /// What the arguments of a call touch, apart from the callee.
    pub fn arguments(
        &mut self,
        memory: &mut Memory<'_>,
        chain: ChainId,
        at: StmtRef,
        stmt: &Stmt,
    ) -> Step {
        let mut step = Step::at(at);
        let StmtKind::Call(call) = &stmt.kind else { return step };
        let (module, function) = (memory.module, at.function);
        for place in call.args.iter().flat_map(Operand::reads) {
            let address = Operand::AddrOf(place.clone());
            for loc in memory.effects.value(module, function, &address) {
                step.host.extend(memory.touch(chain, Access::read(loc), false));
            }
        }
        step
    }

    /// What a statement does, with the operations it issues added to the program.
    pub fn step(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        chain: ChainId,
        at: StmtRef,
        stmt: &Stmt,
    ) -> Step {
        let mut step = Step::at(at);
        if let StmtKind::Call(call) = &stmt.kind {
            if let Some(known) = self.helper.call(memory.module, call) {
                self.helper_step(&known, &mut step);
                return step;
            }
        }
        let Some(facts) = memory.effects.stmt(at).cloned() else { return step };
        let exact = is_exact(memory, at, &stmt.kind);
        let named = named(memory, at, &stmt.kind);
        let certain = |memory: &Memory<'_>, loc: LocId| exact && named.contains(memory, loc);
        for access in &facts.accesses {
            let exact = certain(memory, access.loc);
            step.host.extend(memory.touch(chain, *access, exact));
        }
        // The host cannot touch device memory.
        for touch in &mut step.host {
            touch.locs.retain(|l| !memory.is_all(&[*l], &[MemoryKind::Device]));
        }
        step.host.retain(|t| !t.locs.is_empty());
        if facts.flags.unknown {
            self.doubt(memory, chain, at, stmt, &mut step.host);
        }
        for loc in &facts.frees {
            let exact = certain(memory, *loc);
            step.frees.extend(memory.touch(chain, Access::write(*loc), exact));
        }
        // Of what `exit` runs, and of the order inside code that is not followed, little is known.
        if facts.noreturn && facts.callees.is_empty() || is_unfollowed(memory, at, &facts) {
            let all = step.host.iter_mut().chain(&mut step.frees);
            all.for_each(|touch| touch.vague = true);
        }
        if facts.flags.unknown || is_unfollowed(memory, at, &facts) {
            step.after.push(Effect::MayHaveRecorded);
        }
        let flags = facts.flags;
        step.boundary = Boundary {
            opaque: flags.unknown || flags.release || flags.device_change,
            observes: flags.clock || flags.device_change || flags.reset,
        };
        match &stmt.kind {
            StmtKind::Call(call) => {
                let here = Here { chain, call, facts: &facts, exact };
                match row_of_call(memory.module, call) {
                    Some(row) => self.modelled(memory, program, &here, row, &mut step),
                    None => self.unmodelled(memory, program, &here, &mut step),
                }
            }
            _ => self.hidden(memory, program, chain, &facts, &mut step),
        }
        step
    }

    /// Code that cannot be seen may touch all it can reach; what it is handed it very likely does touch.
    fn doubt(
        &self,
        memory: &mut Memory<'_>,
        chain: ChainId,
        at: StmtRef,
        stmt: &Stmt,
        touches: &mut [Touch],
    ) {
        let mut handed: Vec<LocId> = Vec::new();
        if let StmtKind::Call(call) = &stmt.kind {
            let module = memory.module;
            let foreign = matches!(call.callee, Callee::Direct(id) if !module.function(id).system);
            for argument in call.args.iter().filter(|_| foreign) {
                let targets = memory.effects.value(module, at.function, argument);
                handed.extend(targets.into_iter().flat_map(|l| memory.in_root(chain, l)));
            }
        }
        for touch in touches {
            touch.vague |= !touch.locs.iter().any(|l| handed.contains(l));
        }
    }

    fn helper_step(&mut self, call: &HelperCall, step: &mut Step) {
        match call {
            HelperCall::Stream { stream, after } => {
                let stream = self.queues.helper_stream(*stream);
                for event in after {
                    let event = self.queues.helper_event(*event);
                    step.after.push(Effect::StreamWait { stream, event });
                }
            }
            HelperCall::Record(number) => {
                let event = self.queues.helper_event(*number);
                let stream = match self.helper.stream_of_event(*number) {
                    Some(stream) => self.queues.helper_stream(stream),
                    None => UNKNOWN,
                };
                step.after.push(Effect::Record { event, stream });
            }
            HelperCall::WaitEvents(events) => {
                for event in events {
                    step.after.push(Effect::Sync(self.queues.helper_event(*event)));
                }
            }
            HelperCall::WaitStreams(streams) => {
                for stream in streams {
                    step.after.push(Effect::Sync(self.queues.helper_stream(*stream)));
                }
            }
            HelperCall::Join => step.after.push(Effect::Join),
            HelperCall::Guard | HelperCall::Nothing => {}
        }
    }

    /// A call of a function that the model describes.
    fn modelled(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        here: &Here<'_>,
        row: &Row,
        step: &mut Step,
    ) {
        if self.trust_frees
            && row.waits == model::HostWaits::Yes
            && matches!(row.op, Some(OpKind::Free | OpKind::Unregister))
        {
            step.before.push(Effect::SyncDevice);
        }
        if row.stream.is_none() && frees_its_argument(row) {
            step.after.extend(deaths(memory, &step.frees));
        }
        match row.op {
            Some(OpKind::DeviceSync | OpKind::Reset) => step.after.push(Effect::SyncDevice),
            Some(OpKind::StreamSync) => {
                let stream = self.stream(memory, here.chain, here.call, row);
                step.queues.push(stream);
                step.after.push(Effect::Sync(stream));
            }
            Some(OpKind::EventSync) => {
                let event = self.queues.event(memory, here.chain, here.call.args.first());
                self.wait_for(event, program, step);
                step.after.push(Effect::Sync(event));
            }
            Some(OpKind::Capture) => {
                if let Some(begins) = captures(memory, here.call) {
                    step.after.push(Effect::Capture(begins));
                }
                self.issues(memory, program, here, row, step);
            }
            Some(OpKind::Query) => self.query(memory, program, here, row, step),
            Some(OpKind::EventRecord) => {
                let event = self.queues.event(memory, here.chain, here.call.args.first());
                let stream = self.stream(memory, here.chain, here.call, row);
                step.queues.extend([event, stream]);
                step.after.push(Effect::Record { event, stream });
            }
            Some(OpKind::StreamWait) => {
                let event = self.queues.event(memory, here.chain, here.call.args.get(1));
                let stream = self.stream(memory, here.chain, here.call, row);
                step.queues.push(stream);
                self.wait_for(event, program, step);
                step.after.push(Effect::StreamWait { stream, event });
            }
            Some(OpKind::StreamDestroy | OpKind::EventDestroy) => {
                destroys(memory, here.chain, here.call, step);
            }
            Some(OpKind::StreamCreate | OpKind::EventCreate) => {
                step.after.push(Effect::Born(step.at))
            }
            Some(OpKind::Alloc) => self.allocates(memory, program, here, row, step),
            Some(OpKind::Free) if row.stream.is_some() => {
                let stream = self.stream(memory, here.chain, here.call, row);
                let touches = std::mem::take(&mut step.frees);
                step.after.extend(deaths(memory, &touches));
                let op = program.add(Operation::new(step.at, stream, touches), step);
                step.after.push(Effect::issue(op, stream, Tri::No));
            }
            _ => {
                if row.op.is_none()
                    && row.assigns.iter().any(|a| matches!(a.source, model::Source::Fresh(_)))
                {
                    step.after.push(Effect::Born(step.at));
                }
                self.issues(memory, program, here, row, step);
            }
        }
    }

    fn wait_for(&mut self, event: QueueId, program: &mut Program, step: &mut Step) {
        step.queues.push(event);
        step.waits_for = Some(event);
        program.awaited.insert(event);
    }

    fn stream(
        &mut self,
        memory: &mut Memory<'_>,
        chain: ChainId,
        call: &Call,
        row: &Row,
    ) -> QueueId {
        let operand = row.stream.and_then(|index| call.args.get(index));
        self.queues.stream(memory, self.helper, chain, operand)
    }

    fn query(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        here: &Here<'_>,
        row: &Row,
        step: &mut Step,
    ) {
        let queue = match row.stream {
            Some(_) => self.stream(memory, here.chain, here.call, row),
            None => {
                let event = self.queues.event(memory, here.chain, here.call.args.first());
                program.awaited.insert(event);
                event
            }
        };
        step.queues.push(queue);
        // A loop that asks until the answer is yes has waited when it ends.
        step.after.push(match self.spin.contains(step.at) {
            true => Effect::Sync(queue),
            false => Effect::Ask(queue),
        });
    }

    /// Stream-ordered memory is there for other streams when the allocation is.
    fn allocates(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        here: &Here<'_>,
        row: &Row,
        step: &mut Step,
    ) {
        step.after.push(Effect::Born(step.at));
        let Some(Operand::AddrOf(place)) = here.call.args.first().filter(|_| row.stream.is_some())
        else {
            return;
        };
        let (module, function) = (memory.module, step.at.function);
        let made = memory.effects.value(module, function, &Operand::Copy(place.clone()));
        let made_here = |memory: &Memory<'_>, loc: &LocId| matches!(memory.effects.locations.kind(*loc), Object::Heap { at, .. } if *at == step.at);
        let own: Vec<LocId> = made.into_iter().filter(|l| made_here(memory, l)).collect();
        let touches: Vec<Touch> = own
            .into_iter()
            .filter_map(|l| memory.touch(here.chain, Access::write(l), here.exact))
            .collect();
        let stream = self.stream(memory, here.chain, here.call, row);
        let op = program.add(Operation::new(step.at, stream, touches), step);
        step.after.push(Effect::issue(op, stream, Tri::No));
    }

    /// Copies, launches, and what else is issued by a modelled call.
    fn issues(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        here: &Here<'_>,
        row: &Row,
        step: &mut Step,
    ) {
        let own = memory.effects.sites.at(step.at);
        for op in here.facts.ops.iter().filter(|o| Some(o.site) == own) {
            let mut touches = here.touches(memory, op);
            if row.op == Some(OpKind::HostFunc) {
                touches.extend(host_function(memory, here.chain, step.at, here.call));
            }
            let stream = match row.nonlegacy {
                true => UNKNOWN,
                false => self.stream(memory, here.chain, here.call, row),
            };
            let waits = self.waits(memory, op, &touches);
            if row.op == Some(OpKind::Copy) {
                self.staging(memory, program, &touches, waits, step);
            }
            step.queues.push(stream);
            let host_side = touches.iter().any(|t| !memory.is_all(&t.locs, &[MemoryKind::Device]));
            let copy = row.op == Some(OpKind::Copy);
            let waited =
                memory.effects.sites.get(op.site).direction != Some(Direction::DeviceToDevice);
            let fragile = copy && host_side && waited && self.queues.is_helper_stream(stream);
            // A library's own work is complete then, which says nothing of earlier work.
            let issued = !(row.op == Some(OpKind::Library) && waits == Tri::Yes);
            let operation = Operation {
                issued,
                // Which streams it uses is not known.
                hidden: row.nonlegacy,
                ..Operation::new(step.at, stream, touches)
            };
            let op = program.add(operation, step);
            if issued {
                step.after.push(Effect::Issue { op, stream, waits, fragile });
            }
        }
        let rest = StmtFacts {
            ops: here.facts.ops.iter().filter(|o| Some(o.site) != own).cloned().collect(),
            ..here.facts.clone()
        };
        self.hidden(memory, program, here.chain, &rest, step);
    }

    /// Whether a statement waits for a stream or event that stands for several.
    pub fn waits_for_an_element(
        &mut self,
        memory: &mut Memory<'_>,
        chain: ChainId,
        at: StmtRef,
        stmt: &Stmt,
    ) -> bool {
        let StmtKind::Call(call) = &stmt.kind else { return false };
        let Some(row) = row_of_call(memory.module, call)
            .filter(|_| at.function == memory.chain(chain).function)
        else {
            return false;
        };
        let queue = match row.op {
            Some(OpKind::StreamSync) => self.stream(memory, chain, call, row),
            Some(OpKind::EventSync) => self.queues.event(memory, chain, call.args.first()),
            Some(OpKind::StreamWait) => self.queues.event(memory, chain, call.args.get(1)),
            _ => return false,
        };
        !self.queues.is_single(queue)
    }

    /// The host's wait inside a call, with memory kinds known.
    fn waits(&mut self, memory: &mut Memory<'_>, op: &OpUse, touches: &[Touch]) -> Tri {
        let known = memory.effects.sites.get(op.site).blocks();
        if known != Tri::Maybe {
            return known;
        }
        let site = memory.effects.sites.get(op.site).waits;
        let device = touches.iter().all(|t| memory.is_all(&t.locs, &[MemoryKind::Device]));
        let host = [MemoryKind::Host, MemoryKind::Pinned];
        let host_side = touches.iter().any(|t| memory.is_all(&t.locs, &host));
        let pinned = [MemoryKind::Pinned, MemoryKind::Managed];
        let target = touches.iter().any(|t| t.write && memory.is_all(&t.locs, &pinned));
        match site {
            _ if device => Tri::No,
            model::HostWaits::ByDirection if host_side => Tri::Yes,
            model::HostWaits::PinnedTarget if target => Tri::Yes,
            _ => Tri::Maybe,
        }
    }

    /// The host may read a pageable source itself, and an asynchronous copy of one may wait.
    fn staging(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        touches: &[Touch],
        waits: Tri,
        step: &mut Step,
    ) {
        let unstaged = [MemoryKind::Device, MemoryKind::Pinned];
        let read = touches.iter().filter(|t| !t.write);
        step.staged.extend(read.filter(|t| !memory.is_all(&t.locs, &unstaged)).cloned());
        let pageable = touches.iter().any(|t| memory.is_all(&t.locs, &[MemoryKind::Host]));
        let device = touches.iter().any(|t| memory.is_all(&t.locs, &[MemoryKind::Device]));
        if waits == Tri::No && pageable && device && !self.registers {
            program.pageable.push(step.at);
        }
    }

    /// A launch written `<<<…>>>`, or a call that is not followed.
    fn unmodelled(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        here: &Here<'_>,
        step: &mut Step,
    ) {
        if !matches!(here.call.callee, Callee::Launch(_)) {
            return self.hidden(memory, program, here.chain, here.facts, step);
        }
        let config = here.call.syntax.as_ref().and_then(|s| s.launch.as_ref());
        let operand = config.and_then(|l| l.config.get(3));
        let stream = self.queues.stream(memory, self.helper, here.chain, operand);
        step.queues.push(stream);
        for op in &here.facts.ops {
            let mut touches = here.touches(memory, op);
            for touch in touches.iter_mut().filter(|_| !self.registers) {
                // Only some systems let kernels touch pageable memory, and few programs mean to.
                touch.vague |= memory.is_all(&touch.locs, &[MemoryKind::Host]);
            }
            let kernel = Operation { launch: true, ..Operation::new(step.at, stream, touches) };
            let op = program.add(kernel, step);
            step.after.push(Effect::issue(op, stream, Tri::No));
        }
    }

    /// Operations of code that is not followed.
    fn hidden(
        &mut self,
        memory: &mut Memory<'_>,
        program: &mut Program,
        chain: ChainId,
        facts: &StmtFacts,
        step: &mut Step,
    ) {
        for op in &facts.ops {
            let site = memory.effects.sites.get(op.site);
            let (blocks, class) = (site.blocks(), site.stream);
            let stream = match class {
                StreamClass::Legacy => LEGACY,
                StreamClass::User => UNKNOWN,
            };
            let touches: Vec<Touch> =
                op.accesses.iter().filter_map(|a| memory.touch(chain, *a, false)).collect();
            let waits = if blocks == Tri::Yes { Tri::Maybe } else { Tri::No };
            let hidden = Operation { hidden: true, ..Operation::new(step.at, stream, touches) };
            let op = program.add(hidden, step);
            step.after.push(Effect::issue(op, stream, waits));
        }
        let waits = facts.flags.partial_sync || facts.flags.device_sync || facts.flags.frees_device;
        if !facts.ops.is_empty() || !facts.callees.is_empty() && waits {
            step.after.push(Effect::MayHaveWaited);
        }
    }
}

/// Whether every pointer that a statement uses has one target at most, and none is computed.
fn is_exact(memory: &mut Memory<'_>, at: StmtRef, kind: &StmtKind) -> bool {
    let operands: Vec<Operand> = match kind {
        StmtKind::Assign { dst, src } => {
            let mut all = pointers(dst);
            all.extend(src.reads().into_iter().flat_map(pointers));
            all
        }
        StmtKind::Read(src) => src.reads().into_iter().flat_map(pointers).collect(),
        StmtKind::Call(call) => call.args.iter().chain(&call.this).cloned().collect(),
        StmtKind::ScopeEnd(_) => return true,
        StmtKind::Unknown { .. } | StmtKind::LeftOut(_) => return false,
    };
    let (module, function) = (memory.module, at.function);
    operands.iter().all(|operand| {
        !matches!(operand, Operand::AnyOf(_) | Operand::Within(_) | Operand::Unknown)
            && memory.effects.value(module, function, operand).len() <= 1
    })
}

/// The places that a statement names: all of an assignment, what the arguments of a call point to.
enum Named {
    All,
    These(Vec<LocId>),
}

impl Named {
    fn contains(&self, memory: &Memory<'_>, loc: LocId) -> bool {
        match self {
            Named::All => true,
            Named::These(locs) => {
                matches!(memory.effects.locations.kind(loc), Object::Var(_)) || locs.contains(&loc)
            }
        }
    }
}

fn named(memory: &mut Memory<'_>, at: StmtRef, kind: &StmtKind) -> Named {
    let StmtKind::Call(call) = kind else { return Named::All };
    let module = memory.module;
    let operands = call.args.iter().chain(&call.this);
    Named::These(operands.flat_map(|o| memory.effects.value(module, at.function, o)).collect())
}

/// Whether a call goes to code of the unit that issues or orders operations, but is one step here.
fn is_unfollowed(memory: &Memory<'_>, at: StmtRef, facts: &StmtFacts) -> bool {
    let launch = at.call(memory.module).is_some_and(|c| matches!(c.callee, Callee::Launch(_)));
    let flags = &facts.flags;
    let waits = flags.partial_sync || flags.device_sync || flags.frees_device;
    !launch && !facts.callees.is_empty() && (!facts.ops.is_empty() || waits)
}

/// The pointers that are followed on the way to a place.
fn pointers(place: &Place) -> Vec<Operand> {
    let derefs = place.proj.iter().enumerate().filter(|(_, step)| **step == Proj::Deref);
    derefs
        .map(|(index, _)| {
            Operand::Copy(Place { var: place.var, proj: place.proj[..index].to_vec() })
        })
        .collect()
}

/// Whether a call begins (or else ends) the capture of a stream.
fn captures(memory: &Memory<'_>, call: &Call) -> Option<bool> {
    let Callee::Direct(id) = call.callee else { return None };
    match memory.module.function(id).name.as_str() {
        "cudaStreamBeginCapture" | "cudaStreamBeginCaptureToGraph" => Some(true),
        "cudaStreamEndCapture" => Some(false),
        _ => None,
    }
}

/// What a function of the unit touches that a stream calls: global variables, and what it is handed.
fn host_function(memory: &mut Memory<'_>, chain: ChainId, at: StmtRef, call: &Call) -> Vec<Touch> {
    let Some(Operand::Fn(id)) = call.args.get(1) else { return Vec::new() };
    let module = memory.module;
    let parameter = module.function(*id).params.last().copied();
    let handed: Vec<LocId> = call.args.get(2).map_or_else(Vec::new, |data| {
        memory.effects.value(module, at.function, data).into_iter().collect()
    });
    let Some(facts) = memory.effects.functions.get(id) else { return Vec::new() };
    let accesses: Vec<Access> = facts.summary.accesses.iter().copied().collect();
    let mut touches = Vec::new();
    for access in accesses {
        let locations = &memory.effects.locations;
        let places = match locations.kind(access.loc) {
            Object::Var(var) if module.var(*var).owner.is_none() && !module.var(*var).system => {
                vec![access.loc]
            }
            Object::Entry(inner) if matches!(locations.kind(*inner), Object::Var(v) if Some(*v) == parameter) => {
                handed.clone()
            }
            _ => Vec::new(),
        };
        for loc in places {
            touches.extend(memory.touch(chain, Access { loc, ..access }, false));
        }
    }
    touches
}

/// A stream or event that a call destroys.
fn destroys(memory: &mut Memory<'_>, chain: ChainId, call: &Call, step: &mut Step) {
    let Some(operand) = call.args.first() else { return };
    let (module, function) = (memory.module, step.at.function);
    let handles: Vec<LocId> = memory.effects.value(module, function, operand).into_iter().collect();
    let touches: Vec<Touch> = handles
        .iter()
        .filter_map(|l| memory.touch(chain, Access::write(*l), handles.len() == 1))
        .collect();
    step.after.extend(deaths(memory, &touches));
}

/// Whether a function releases what it is given and nothing else, as `free` does. Destructors of
/// containers may have given their memory away.
fn frees_its_argument(row: &Row) -> bool {
    let argument = |path: &model::Path| {
        path.base == model::Base::Arg(0)
            && path.fields.is_empty()
            && path.reach == model::Reach::Pointee
    };
    !row.frees.is_empty() && row.frees.iter().all(argument)
}

fn deaths(memory: &Memory<'_>, touches: &[Touch]) -> Vec<Effect> {
    let certain = touches.iter().filter(|t| t.exact && memory.is_single(t.locs[0]));
    certain
        .filter_map(|t| match memory.effects.locations.kind(t.locs[0]) {
            Object::Heap { at, .. } => {
                Some(Effect::Dead(memory.effects.locations.object_of(t.locs[0]), *at))
            }
            _ => None,
        })
        .collect()
}
