//! Streams and events, as far as they can be told apart.

use crate::helper::Helper;
use crate::memory::{ChainId, Memory};
use effects::{LocId, Object, Tri};
use ir::Operand;
use std::collections::HashMap;

/// Index of a stream or event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QueueId(pub u32);

/// Stands for all blocking streams of the context, the legacy stream and future ones included: what is
/// ordered into it comes before whatever any of them gets later.
pub const ALL_BLOCKING: QueueId = QueueId(0);
/// The legacy default stream.
pub const LEGACY: QueueId = QueueId(1);
/// A stream or event that nothing is known of.
pub const UNKNOWN: QueueId = QueueId(2);

/// What a queue is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Name {
    AllBlocking,
    Legacy,
    Unknown,
    PerThread,
    /// The handles that a value may be, as places of the root.
    Stream(Vec<LocId>),
    Event(Vec<LocId>),
    /// Those of a rewritten program, by number.
    HelperStream(u32),
    HelperEvent(u32),
}

struct Queue {
    name: Name,
    /// Follows the legacy stream's rules.
    blocking: Tri,
    /// Stands for one stream or event at a time.
    single: bool,
}

/// The queues of one root.
pub struct Queues {
    all: Vec<Queue>,
    by_name: HashMap<Name, QueueId>,
    per_thread: bool,
}

impl Queues {
    /// The ones that every program has. In a build with per-thread default streams the default stream is
    /// an ordinary one.
    pub fn new(per_thread: bool) -> Queues {
        let mut queues = Queues { all: Vec::new(), by_name: HashMap::new(), per_thread };
        for (name, single) in
            [(Name::AllBlocking, false), (Name::Legacy, true), (Name::Unknown, false)]
        {
            let blocking = if name == Name::Unknown { Tri::Maybe } else { Tri::Yes };
            queues.intern(name, blocking, single);
        }
        queues
    }

    fn intern(&mut self, name: Name, blocking: Tri, single: bool) -> QueueId {
        if let Some(known) = self.by_name.get(&name) {
            return *known;
        }
        let id = QueueId(self.all.len() as u32);
        self.by_name.insert(name.clone(), id);
        self.all.push(Queue { name, blocking, single });
        id
    }

    fn get(&self, id: QueueId) -> &Queue {
        &self.all[id.0 as usize]
    }

    /// Whether the legacy stream orders a stream.
    pub fn blocking(&self, id: QueueId) -> Tri {
        match self.get(id).name {
            Name::Event(_) | Name::HelperEvent(_) => Tri::No,
            _ => self.get(id).blocking,
        }
    }

    pub fn is_single(&self, id: QueueId) -> bool {
        self.get(id).single
    }

    /// Whether two may be the same one.
    pub fn may_be_same(&self, a: QueueId, b: QueueId) -> bool {
        if a == b || a == UNKNOWN || b == UNKNOWN {
            return true;
        }
        match (&self.get(a).name, &self.get(b).name) {
            (Name::Stream(x), Name::Stream(y)) | (Name::Event(x), Name::Event(y)) => {
                x.iter().any(|l| y.contains(l))
            }
            _ => false,
        }
    }

    /// The default stream of this build.
    pub fn default_stream(&mut self) -> QueueId {
        match self.per_thread {
            true => self.intern(Name::PerThread, Tri::Yes, true),
            false => LEGACY,
        }
    }

    pub fn helper_stream(&mut self, number: u32) -> QueueId {
        self.intern(Name::HelperStream(number), Tri::Yes, true)
    }

    pub fn is_helper_stream(&self, id: QueueId) -> bool {
        matches!(self.get(id).name, Name::HelperStream(_))
    }

    pub fn helper_event(&mut self, number: u32) -> QueueId {
        self.intern(Name::HelperEvent(number), Tri::No, true)
    }

    /// The stream that an operand names, in a function on a chain. One that was left out is the default.
    pub fn stream(
        &mut self,
        memory: &mut Memory<'_>,
        helper: &Helper,
        chain: ChainId,
        operand: Option<&Operand>,
    ) -> QueueId {
        let operand = match operand {
            None | Some(Operand::Const(None | Some(0))) => return self.default_stream(),
            Some(Operand::Const(Some(1))) => return LEGACY,
            Some(Operand::Const(Some(2))) => {
                return self.intern(Name::PerThread, Tri::Yes, true);
            }
            Some(operand) => operand,
        };
        if let Some(number) = helper.stream(operand) {
            return self.helper_stream(number);
        }
        let handles = handles(memory, chain, operand);
        if handles.is_empty() {
            return self.default_stream();
        }
        if handles.iter().any(|l| matches!(memory.effects.locations.kind(*l), Object::Unknown)) {
            return UNKNOWN;
        }
        let blocking =
            handles.iter().map(|l| is_blocking(memory, *l)).reduce(Tri::join).unwrap_or(Tri::Maybe);
        let single = handles.len() == 1 && memory.is_single(handles[0]);
        self.intern(Name::Stream(handles), blocking, single)
    }

    /// The event that an operand names.
    pub fn event(
        &mut self,
        memory: &mut Memory<'_>,
        chain: ChainId,
        operand: Option<&Operand>,
    ) -> QueueId {
        let Some(operand) = operand else { return UNKNOWN };
        let handles = handles(memory, chain, operand);
        let unknown = |l: &LocId| matches!(memory.effects.locations.kind(*l), Object::Unknown);
        if handles.is_empty() || handles.iter().any(unknown) {
            return UNKNOWN;
        }
        let single = handles.len() == 1 && memory.is_single(handles[0]);
        self.intern(Name::Event(handles), Tri::No, single)
    }

    /// The handle that a queue stands for, for messages.
    pub fn handle(&self, id: QueueId) -> Option<LocId> {
        match &self.get(id).name {
            Name::Stream(handles) | Name::Event(handles) => handles.first().copied(),
            _ => None,
        }
    }
}

/// The handles that a value may be, as places of the root.
fn handles(memory: &mut Memory<'_>, chain: ChainId, operand: &Operand) -> Vec<LocId> {
    let (module, function) = (memory.module, memory.chain(chain).function);
    let own = memory.effects.value(module, function, operand);
    let mut found: Vec<LocId> = own.into_iter().flat_map(|l| memory.in_root(chain, l)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a handle was made by a call that makes blocking streams.
fn is_blocking(memory: &Memory<'_>, handle: LocId) -> Tri {
    let Object::Heap { at, .. } = memory.effects.locations.kind(handle) else { return Tri::Maybe };
    let Some(call) = at.call(memory.module) else { return Tri::Maybe };
    // Flags, when the call has any, are its second argument; bit 0 is `cudaStreamNonBlocking`.
    match call.args.get(1) {
        None => Tri::Yes,
        Some(Operand::Const(Some(flags))) if flags & 1 == 0 => Tri::Yes,
        Some(Operand::Const(Some(_))) => Tri::No,
        Some(_) => Tri::Maybe,
    }
}
