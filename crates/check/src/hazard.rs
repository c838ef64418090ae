//! Looks at the state before each step for what the step must not meet.

use crate::finding::{Code, Confidence, Finding};
use crate::memory::{Level, Memory, Touch};
use crate::program::{NodeId, Operation, Program, Step};
use crate::queue::{Queues, ALL_BLOCKING};
use crate::state::{Effect, Flight, OpId, State};
use effects::{row_of_call, LocId, Object, StmtRef};
use ir::{Callee, Operand};
use model::{MemoryKind, OpKind};

/// The scan of one program.
pub struct Scan<'a, 'm> {
    pub memory: &'a mut Memory<'m>,
    pub queues: &'a Queues,
    pub program: &'a Program,
    pub found: Vec<Finding>,
}

impl Scan<'_, '_> {
    /// Everything there is to find, given the state before each node.
    pub fn run(mut self, before: &[Option<State>]) -> Vec<Finding> {
        for (index, (node, state)) in self.program.nodes.iter().zip(before).enumerate() {
            if self.program.dying.contains(&NodeId(index as u32)) {
                continue;
            }
            let Some(mut state) = state.clone() else { continue };
            for step in &node.steps {
                step.before.iter().for_each(|effect| state.apply(effect, self.queues));
                self.step(step, &state);
                step.after.iter().for_each(|effect| state.apply(effect, self.queues));
            }
        }
        for at in &self.program.pageable {
            self.pageable(*at);
        }
        self.found
    }

    /// `state` is that in which the step touches what it touches.
    fn step(&mut self, step: &Step, state: &State) {
        self.gone(step, state);
        self.events(step, state);
        for (op, flight) in state.in_air() {
            self.host(step, op, flight);
            for second in step.operations.iter().filter(|_| !state.capturing) {
                self.operations(step, op, flight, *second);
            }
            self.boundary(step, op, flight);
        }
    }

    /// What most findings have in common.
    fn finding(
        &self,
        code: Code,
        first: StmtRef,
        second: StmtRef,
        object: Option<LocId>,
    ) -> Finding {
        Finding {
            code,
            confidence: Confidence::Definite,
            first,
            second,
            second_is_operation: false,
            object,
            object_name: object.map(|loc| self.memory.name(loc)).unwrap_or_default(),
            writes: (true, true),
            hidden: false,
            why: String::new(),
            help: String::new(),
        }
    }

    // --- conflicts -------------------------------------------------------------------------------

    /// The host against an operation in flight.
    fn host(&mut self, step: &Step, op: OpId, flight: &Flight) {
        let program = self.program;
        let first = program.operation(op);
        for theirs in &first.touches {
            for (mine, code) in step
                .host
                .iter()
                .map(|t| (t, Code::HostAccessInFlight))
                .chain(step.frees.iter().map(|t| (t, Code::ReleasedInFlight)))
            {
                if let Some((level, loc)) = self.memory.conflict(theirs, mine) {
                    let level = if flight.landed { level.min(Level::May) } else { level };
                    self.report_access(code, level, step, first, (theirs, mine), loc);
                }
            }
            for mine in &step.staged {
                if let Some((_, loc)) = self.memory.conflict(theirs, mine) {
                    let (code, level) = (Code::HostAccessInFlight, Level::Speculative);
                    self.report_access(code, level, step, first, (theirs, mine), loc);
                }
            }
        }
        self.managed(step, first);
    }

    /// Not every system lets the host touch managed memory while a kernel runs.
    fn managed(&mut self, step: &Step, first: &Operation) {
        if !first.launch {
            return;
        }
        let all = step.host.iter().chain(&step.frees);
        let touched: Vec<&Touch> =
            all.filter(|t| self.memory.is_any(&t.locs, MemoryKind::Managed)).collect();
        for touch in touched {
            let (code, level) = (Code::HostAccessInFlight, Level::Speculative);
            self.report_access(code, level, step, first, (touch, touch), touch.locs[0]);
        }
    }

    fn report_access(
        &mut self,
        code: Code,
        level: Level,
        step: &Step,
        first: &Operation,
        (theirs, mine): (&Touch, &Touch),
        loc: LocId,
    ) {
        let level = if first.hidden { Level::Speculative } else { level };
        let released = code == Code::ReleasedInFlight;
        let what = match (released, theirs.write, mine.write) {
            (true, ..) => "is still using the memory when it is released",
            (_, true, true) => "may still be writing when the host writes",
            (_, true, false) => "may still be writing when the host reads",
            _ => "may still be reading when the host writes",
        };
        let place = if released { "before the memory is released" } else { "before the access" };
        self.found.push(Finding {
            confidence: level.into(),
            writes: (theirs.write, mine.write),
            hidden: first.hidden,
            why: format!("the call returns before the operation is complete, and {}: it {what}", unwaited(level)),
            help: format!("wait {place}: `cudaStreamSynchronize` on the operation's stream, or `cudaEventSynchronize` on an event recorded after it"),
            ..self.finding(code, first.at, step.at, Some(loc))
        });
    }

    /// An operation against one in flight.
    fn operations(&mut self, step: &Step, op: OpId, flight: &Flight, second: OpId) {
        let program = self.program;
        let (first, second) = (program.operation(op), program.operation(second));
        if flight.is_before(second.stream, self.queues) {
            return;
        }
        let on_some_path = flight.landed || flight.may_be_before(second.stream, self.queues);
        for theirs in &first.touches {
            for mine in &second.touches {
                let Some((level, loc)) = self.memory.conflict(theirs, mine) else { continue };
                let stand_in = self.is_stand_in(loc);
                let weak = on_some_path || stand_in || self.may_share(first, second);
                let mut level = if weak { level.min(Level::May) } else { level };
                // Kernels that need all their blocks at once may be meant to share the device.
                let barrier = self.memory.effects.locations.kind(loc) == &Object::GridBarrier;
                if first.hidden || second.hidden || barrier {
                    level = Level::Speculative;
                }
                let code =
                    if stand_in { Code::UnorderedKernels } else { Code::UnorderedOperations };
                self.found.push(Finding {
                    confidence: level.into(),
                    second_is_operation: true,
                    writes: (theirs.write, mine.write),
                    hidden: first.hidden || second.hidden,
                    why: self.why_unordered(first, second, on_some_path),
                    help: "issue both in one stream, or record an event after the first and let the second's stream wait for it with `cudaStreamWaitEvent`".into(),
                    ..self.finding(code, first.at, step.at, Some(loc))
                });
            }
        }
    }

    fn why_unordered(&self, first: &Operation, second: &Operation, on_some_path: bool) -> String {
        let which = match first.stream == second.stream {
            true => "they may be in different streams",
            false => "they are in different streams",
        };
        match on_some_path {
            true => {
                format!("{which}, and on some path neither an event nor a wait lies between them")
            }
            false => format!("{which}, and neither an event nor a wait lies between them"),
        }
    }

    fn is_stand_in(&self, loc: LocId) -> bool {
        matches!(
            self.memory.effects.locations.kind(loc),
            Object::DeviceOutput | Object::DeviceHeap | Object::GridBarrier
        )
    }

    /// Launches of one kernel that differ in a number may work on parts of their own.
    fn may_share(&self, first: &Operation, second: &Operation) -> bool {
        if !first.launch || !second.launch {
            return false;
        }
        let module = self.memory.module;
        let (Some(a), Some(b)) = (first.at.call(module), second.at.call(module)) else {
            return true;
        };
        let same = match (&a.callee, &b.callee) {
            (Callee::Launch(Operand::Fn(x)), Callee::Launch(Operand::Fn(y))) => x == y,
            _ => true,
        };
        same && a.args.iter().zip(&b.args).any(|(x, y)| x != y)
    }

    /// Code that is not seen, a clock, another device: what is in flight when they come.
    fn boundary(&mut self, step: &Step, op: OpId, flight: &Flight) {
        let first = self.program.operation(op);
        if step.boundary.opaque || step.boundary.observes {
            self.note(Code::InFlightAtBoundary, step, first);
        }
        if step.boundary.opaque && !flight.must.contains(ALL_BLOCKING.0 as usize) {
            self.note(Code::NotJoined, step, first);
        }
    }

    fn note(&mut self, code: Code, step: &Step, first: &Operation) {
        self.found.push(Finding {
            confidence: Confidence::Speculative,
            hidden: first.hidden,
            why: "code that cannot be seen may rely on it".into(),
            help: "wait for the operation first".into(),
            ..self.finding(code, first.at, step.at, None)
        });
    }

    // --- lives -----------------------------------------------------------------------------------

    fn gone(&mut self, step: &Step, state: &State) {
        if state.gone.is_empty() {
            return;
        }
        for queue in &step.queues {
            let Some(handle) = self.queues.handle(*queue).filter(|_| self.queues.is_single(*queue))
            else {
                continue;
            };
            if state.gone.contains_key(&self.memory.effects.locations.object_of(handle)) {
                let what = "it was destroyed before, on every path";
                self.dead(Code::UsedAfterDestroy, step, handle, what);
            }
        }
        let ops = step.operations.iter().flat_map(|op| &self.program.operation(*op).touches);
        let touches: Vec<Touch> = step.host.iter().chain(&step.frees).chain(ops).cloned().collect();
        for touch in touches.iter().filter(|t| t.exact) {
            if state.gone.contains_key(&self.memory.effects.locations.object_of(touch.locs[0])) {
                let what = "the memory was freed before, on every path";
                self.dead(Code::UsedAfterFree, step, touch.locs[0], what);
            }
        }
    }

    fn dead(&mut self, code: Code, step: &Step, loc: LocId, why: &str) {
        let first = match self.memory.effects.locations.kind(loc) {
            Object::Heap { at, .. } => *at,
            _ => step.at,
        };
        self.found.push(Finding {
            second_is_operation: !step.operations.is_empty(),
            why: why.into(),
            help: "release it after its last use".into(),
            ..self.finding(code, first, step.at, Some(loc))
        });
    }

    // --- events ----------------------------------------------------------------------------------

    fn events(&mut self, step: &Step, state: &State) {
        if let Some(event) = step.waits_for {
            let made = self.queues.handle(event).filter(|l| self.is_own_event(*l));
            if let Some(handle) = made.filter(|_| !state.recorded.contains(&event)) {
                let aliased = state.recorded.iter().any(|e| self.queues.may_be_same(*e, event));
                if !aliased {
                    self.never_recorded(step, handle);
                }
            }
        }
        for effect in &step.after {
            let Effect::Record { event, stream } = effect else { continue };
            if !self.queues.is_single(*event) || !self.program.awaited.contains(event) {
                continue;
            }
            let lost = state.in_air().find(|(op, flight)| {
                let own = self.program.operation(*op).stream;
                flight.must.contains(event.0 as usize)
                    && !flight.may_be_before(*stream, self.queues)
                    // Whoever waited for the first record has seen it.
                    && flight.may.iter().all(|q| {
                        q == event.0 as usize || q == own.0 as usize || q == ALL_BLOCKING.0 as usize
                    })
            });
            if let (Some((op, _)), Some(handle)) = (lost, self.queues.handle(*event)) {
                let first = self.program.operation(op);
                self.found.push(Finding {
                    confidence: Confidence::Possible,
                    why: "the event was recorded after the operation and is recorded here in another stream: whoever waits for it now no longer waits for the operation".into(),
                    help: "use one event for each stream".into(),
                    ..self.finding(Code::EventForgets, first.at, step.at, Some(handle))
                });
            }
        }
    }

    /// Whether an event is made by the program itself, for nobody but itself.
    fn is_own_event(&self, handle: LocId) -> bool {
        let Object::Heap { at, .. } = self.memory.effects.locations.kind(handle) else {
            return false;
        };
        let module = self.memory.module;
        let made = at.call(module).and_then(|call| row_of_call(module, call));
        made.is_some_and(|row| row.op == Some(OpKind::EventCreate))
            && !module.functions.iter().any(|f| f.name == "cudaIpcGetEventHandle")
    }

    fn never_recorded(&mut self, step: &Step, handle: LocId) {
        self.found.push(Finding {
            why: "no path to here records the event, and an event that was never recorded counts as complete: the wait does nothing".into(),
            help: "record the event with `cudaEventRecord` before".into(),
            ..self.finding(Code::NeverRecorded, step.at, step.at, Some(handle))
        });
    }

    fn pageable(&mut self, at: StmtRef) {
        self.found.push(Finding {
            confidence: Confidence::Advice,
            second_is_operation: true,
            why: "the host memory is not page-locked, so the runtime may wait inside the call, and the copy overlaps nothing".into(),
            help: "allocate the host memory with `cudaMallocHost`, or page-lock it with `cudaHostRegister`".into(),
            ..self.finding(Code::PageableCopy, at, at, None)
        });
    }
}

fn unwaited(level: Level) -> &'static str {
    match level {
        Level::Must => "the host does not wait for it on the way here",
        _ => "on some path the host does not wait for it",
    }
}
