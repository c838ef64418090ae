//! Function bodies: a control-flow graph over statements, with the source structure beside it.
//!
//! Evaluation order, short circuits, conditional expressions, implicit destructors of locals, loop
//! back edges and exception edges are in the graph. Anchors, loops and scopes tell a later stage
//! where in the text something can be inserted.

use crate::{FieldId, FnId, Span, VarId};

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type!(
    /// Index of a [`Block`] in [`Body::blocks`].
    BlockId
);
index_type!(
    /// Index of an [`Anchor`] in [`Body::anchors`].
    AnchorId
);
index_type!(
    /// Index of a [`Loop`] in [`Body::loops`].
    LoopId
);
index_type!(
    /// Index of a [`Scope`] in [`Body::scopes`].
    ScopeId
);

/// One step from a place to a place inside it or behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proj {
    /// Follow the pointer.
    Deref,
    Field(FieldId),
    /// Some element of an array.
    Index,
}

/// A memory location named from a variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub var: VarId,
    pub proj: Vec<Proj>,
}

impl Place {
    pub fn var(var: VarId) -> Self {
        Place { var, proj: Vec::new() }
    }

    /// The place reached by one more step.
    pub fn then(mut self, step: Proj) -> Self {
        self.proj.push(step);
        self
    }
}

/// A value, as far as it can be an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The value stored in a place; evaluating it reads the place.
    Copy(Place),
    /// The address of a place.
    AddrOf(Place),
    Fn(FnId),
    /// A number; its value when the compiler knows it.
    Const(Option<i64>),
    /// A string literal.
    Str,
    /// An address computed from any of these (`p + i` is one of `p`, `i`).
    AnyOf(Vec<Operand>),
    /// Any address in the objects that the operand points into: byte offsets lead from one member
    /// to another.
    Within(Box<Operand>),
    /// An address that nothing is known of.
    Unknown,
}

impl Operand {
    /// Every place that evaluating the operand reads.
    pub fn reads(&self) -> Vec<&Place> {
        match self {
            Operand::Copy(place) => vec![place],
            Operand::AnyOf(all) => all.iter().flat_map(Operand::reads).collect(),
            Operand::Within(inner) => inner.reads(),
            _ => Vec::new(),
        }
    }
}

/// Whom a call goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function known by name; it may lack a body.
    Direct(FnId),
    /// A virtual method of which this is the static target.
    Virtual(FnId),
    /// Through a pointer, a closure or a function object.
    Indirect(Operand),
    /// A kernel launch written `f<<<…>>>(…)`; the operand is the kernel.
    Launch(Operand),
}

/// What becomes of a call's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultUse {
    /// The call is a whole expression statement: nobody looks at the result.
    Discarded,
    /// The call is the only argument of this macro, whose invocation is a whole statement.
    CheckedBy { macro_name: String, invocation: Span },
    /// Anything else.
    Consumed,
}

/// Where the pieces of a `<<<…>>>` stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchSyntax {
    /// Offset of the first byte of `>>>`.
    pub config_end: u32,
    /// How many of grid, block, shared bytes and stream are written.
    pub config_args: u32,
    /// Grid, block, shared bytes, stream: as far as they are written.
    pub config: Vec<Operand>,
    /// The whole configuration can be edited.
    pub editable: bool,
}

/// Where the pieces of a call stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSyntax {
    /// The call expression.
    pub expr: Span,
    /// The callee's name.
    pub name: Span,
    /// Arguments as written; default arguments are not there.
    pub args: Vec<Span>,
    /// The source statement is inside a loop, branch or lambda in the same anchor; see [`Anchor`].
    pub launch: Option<LaunchSyntax>,
}

/// A call, launch, constructor or destructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub callee: Callee,
    /// Written arguments first, then defaults that are known; the object of a method is `this`.
    pub args: Vec<Operand>,
    pub this: Option<Operand>,
    /// Where the result goes.
    pub dst: Option<VarId>,
    /// The place that `dst` stands for, when the callee makes the result in a place that is no variable.
    pub into: Option<Box<Place>>,
    pub syntax: Option<CallSyntax>,
    pub result: ResultUse,
}

/// A statement of the IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Reads what the operand reads, then writes `dst`.
    Assign {
        dst: Place,
        src: Operand,
    },
    /// A read whose value is not followed.
    Read(Operand),
    Call(Call),
    /// The lifetime of a variable ends here; its storage may be used for something else.
    ScopeEnd(VarId),
    /// Something that was not lowered, for this reason: it may do anything to what the operands
    /// reach and to whatever other code can reach.
    Unknown {
        why: String,
        touches: Vec<Operand>,
    },
    LeftOut(Box<LeftOut>),
}

/// Text that other builds compile here in place of this one, or beside it: code that was read, but not
/// compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// First byte of the group of directives.
    pub start: u32,
    /// It may store any address that is reached from here, or one of its own, in what is reached from here.
    pub touches: Vec<Operand>,
    /// The same, if the function of this name does more than look at its arguments. The empty name is one
    /// that could not be read.
    pub passed: Vec<(Operand, String)>,
    /// Static variables: what functions of the program may touch.
    pub statics: Vec<Operand>,
    /// It reads and writes memory that these lead to, but no addresses there.
    pub behind: Vec<Operand>,
    /// Functions that it calls.
    pub calls: Vec<String>,
    /// It may run in circles.
    pub loops: bool,
}

impl LeftOut {
    /// All operands.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let passed = self.passed.iter().map(|(operand, _)| operand);
        self.touches.iter().chain(passed).chain(&self.statics).chain(&self.behind)
    }

    /// All operands.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        let passed = self.passed.iter_mut().map(|(operand, _)| operand);
        self.touches.iter_mut().chain(passed).chain(&mut self.statics).chain(&mut self.behind)
    }
}

/// A statement with its place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    pub anchor: AnchorId,
}

/// Where a source statement or controlling expression stands, which decides how code is put
/// before or after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnchorContext {
    /// A statement in the list of a `{ … }` block (also right after a label in one).
    Block,
    /// The only statement of a loop or branch without braces.
    Body,
    /// A controlling or incrementing expression, evaluated again and again: `(code, expr)`.
    Expression,
    /// The condition of an `if` or `switch`, evaluated once: code may go before the parent anchor.
    Once(AnchorId),
    /// No text can be inserted here (inside a macro body, a declaration condition, …).
    Fixed,
    /// The end of a block: before its closing brace.
    ScopeClose,
    /// The start of a function body: after its opening brace.
    FunctionOpen,
}

/// The smallest enclosing source statement of some IR statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// For statements: from the first byte to the semicolon or closing brace, inclusive. For
    /// [`AnchorContext::ScopeClose`]: the closing brace. For expressions: the expression.
    pub span: Span,
    pub context: AnchorContext,
    /// The anchor of the enclosing statement, when there is one.
    pub parent: Option<AnchorId>,
    pub loop_: Option<LoopId>,
    pub scope: ScopeId,
    /// The statement is a `return`.
    pub is_return: bool,
}

/// A source loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub parent: Option<LoopId>,
    /// The loop statement, before which code can be put that runs once.
    pub anchor: AnchorId,
    /// Number of iterations, when it is a constant.
    pub trip_count: Option<u64>,
}

/// A lexical block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    /// Anchor of the closing brace; `None` for scopes without one.
    pub close: Option<AnchorId>,
    /// Labels or cases stand in it: a declaration added to it might be jumped over.
    pub has_labels: bool,
    /// The block of a `try`: handlers of this function may catch the exceptions that leave it.
    pub has_handlers: bool,
}

/// Statements that run one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub succs: Vec<BlockId>,
    /// Where an exception goes that the last statement lets out. A block with an unwind edge ends
    /// in the statement that may throw.
    pub unwind: Option<BlockId>,
    pub loop_: Option<LoopId>,
}

/// The control-flow graph of a function, with the source structure beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    pub blocks: Vec<Block>,
    /// Block 0 is the entry.
    pub exit: Option<BlockId>,
    /// Blocks from which control returns to the caller, each with the `return` statement or the
    /// closing brace that does it.
    pub exits: Vec<(BlockId, AnchorId)>,
    /// Where exceptions leave the function; no edge leads there when none can.
    pub unwind_exit: Option<BlockId>,
    pub anchors: Vec<Anchor>,
    pub loops: Vec<Loop>,
    pub scopes: Vec<Scope>,
    /// Byte range of the body's braces.
    pub span: Option<Span>,
}

impl Body {
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn anchor(&self, id: AnchorId) -> &Anchor {
        &self.anchors[id.index()]
    }

    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The loops around `inner`, innermost first, itself included.
    pub fn loops_around(&self, inner: Option<LoopId>) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(inner, |id| self.loops[id.index()].parent)
    }
    /// The innermost block of a `try` around an anchor.
    pub fn handlers_around(&self, anchor: AnchorId) -> Option<ScopeId> {
        let scope = |id: &ScopeId| &self.scopes[id.index()];
        let mut around =
            std::iter::successors(Some(self.anchor(anchor).scope), |id| scope(id).parent);
        around.find(|id| scope(id).has_handlers)
    }
}
