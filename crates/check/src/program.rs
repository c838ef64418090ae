//! The program as the check sees it: operations, and a graph of steps.

use crate::memory::Touch;
use crate::queue::QueueId;
use crate::state::{Effect, OpId};
use effects::StmtRef;
use std::collections::BTreeSet;

/// Index of a [`Node`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A copy, a launch, … as it is issued at one statement, reached by one chain of calls.
#[derive(Clone, Debug)]
pub struct Operation {
    pub at: StmtRef,
    pub stream: QueueId,
    pub touches: Vec<Touch>,
    /// A kernel, of which two with other arguments may share a buffer in peace.
    pub launch: bool,
    /// It stays in flight after its call has returned.
    pub issued: bool,
    /// It is issued inside code that is not followed.
    pub hidden: bool,
}

impl Operation {
    /// One that is issued in the open, and is no kernel.
    pub fn new(at: StmtRef, stream: QueueId, touches: Vec<Touch>) -> Operation {
        Operation { at, stream, touches, launch: false, issued: true, hidden: false }
    }
}

/// What code is that meets operations in flight without naming their memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Boundary {
    /// Code that cannot be seen runs, or gets to know of memory.
    pub opaque: bool,
    /// Time is read, or the context or device changes.
    pub observes: bool,
}

/// A statement, as far as it matters.
#[derive(Clone, Debug)]
pub struct Step {
    pub at: StmtRef,
    /// What it does to the order before it touches anything.
    pub before: Vec<Effect>,
    /// What the host touches.
    pub host: Vec<Touch>,
    /// Memory that the host reads if the runtime has the copy staged.
    pub staged: Vec<Touch>,
    /// What the host releases.
    pub frees: Vec<Touch>,
    pub operations: Vec<OpId>,
    /// Streams and events it uses.
    pub queues: Vec<QueueId>,
    /// The event it waits for.
    pub waits_for: Option<QueueId>,
    pub boundary: Boundary,
    pub after: Vec<Effect>,
}

impl Step {
    /// A step that does nothing.
    pub fn at(at: StmtRef) -> Step {
        Step {
            at,
            before: Vec::new(),
            host: Vec::new(),
            staged: Vec::new(),
            frees: Vec::new(),
            operations: Vec::new(),
            queues: Vec::new(),
            waits_for: None,
            boundary: Boundary::default(),
            after: Vec::new(),
        }
    }

    /// Whether leaving it out would change nothing.
    pub fn is_idle(&self) -> bool {
        self.before.is_empty()
            && self.host.is_empty()
            && self.staged.is_empty()
            && self.frees.is_empty()
            && self.operations.is_empty()
            && self.queues.is_empty()
            && self.after.is_empty()
            && self.boundary == Boundary::default()
    }
}

/// Steps that run one after the other.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub steps: Vec<Step>,
    pub succs: Vec<NodeId>,
    /// Where an exception goes that the last step lets out.
    pub unwind: Option<NodeId>,
}

/// All that runs from one root.
#[derive(Default)]
pub struct Program {
    pub nodes: Vec<Node>,
    pub operations: Vec<Operation>,
    /// Events that something waits for.
    pub awaited: BTreeSet<QueueId>,
    /// Nodes from which an exception only leaves `main`: nothing there is sure to run.
    pub dying: BTreeSet<NodeId>,
    /// Asynchronous copies from or to memory that is not page-locked.
    pub pageable: Vec<StmtRef>,
}

impl Program {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    pub fn new_node(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Adds an operation to the program and to the step that issues it.
    pub fn add(&mut self, operation: Operation, step: &mut Step) -> OpId {
        let id = self.operations.len() as OpId;
        self.operations.push(operation);
        step.operations.push(id);
        id
    }

    pub fn operation(&self, id: OpId) -> &Operation {
        &self.operations[id as usize]
    }
}
