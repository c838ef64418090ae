//! The programs that the generator makes, as a tree.
//!
//! *Promises*: a tree says what a program does, not how its text is laid out, and stays a valid
//! program when a statement is left out or replaced by the statements in it. What validity needs
//! beside the statements (memory that is initialised and released, waits of the original) is put in
//! when the tree is printed and by [`settle`](crate::settle).
//!
//! All buffers of a program have the same number of elements, and every one is initialised where it
//! is declared. So any pointer may stand for any other to memory of its kind, and swaps, arrays of
//! pointers and branches need no knowledge of what points where.

/// Elements of every buffer.
pub const N: usize = 32;
/// Elements of a chunk; loops have fewer rounds than there are chunks.
pub const CHUNK: usize = 8;

pub type VarId = usize;
pub type KernelId = usize;
pub type FuncId = usize;

/// Where memory lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mem {
    Device,
    Pageable,
    Pinned,
    /// Host memory that kernels use too.
    Mapped,
    Managed,
}

impl Mem {
    pub fn host_may_touch(self) -> bool {
        self != Mem::Device
    }

    pub fn kernels_may_touch(self) -> bool {
        matches!(self, Mem::Device | Mem::Mapped | Mem::Managed)
    }
}

/// How a variable holds its memory, which decides how pointers and elements are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Pointer,
    /// So many pointers.
    Pointers(usize),
    /// The elements themselves.
    Elements,
    Vector,
    /// A vector of so many vectors.
    Rows(usize),
    UniquePtr,
}

/// How memory is got, and so how it is released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alloc {
    CudaMalloc,
    Malloc,
    New,
    MallocHost,
    HostAlloc,
    Managed,
    /// The variable does that itself, or holds memory of another.
    Own,
}

/// Something that holds buffers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// An expression: a name, or a member of an object.
    pub name: String,
    pub mem: Mem,
    pub shape: Shape,
    pub alloc: Alloc,
    /// No other variable ever holds the same memory, except aliases.
    pub owner: bool,
    /// Pointers of the same pool, with the same allocation, may be swapped.
    pub pool: Option<usize>,
    /// It is a member of an object.
    pub member: bool,
}

/// An element of a variable that holds several buffers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    Constant(usize),
    /// A loop's counter plus a constant, modulo the number of buffers.
    Counter(String, usize),
}

/// One buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub var: VarId,
    pub index: Option<Index>,
}

/// A part of a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub place: Place,
    pub from: usize,
    /// The counter of a loop, each of whose rounds has a chunk of its own.
    pub round: Option<String>,
}

/// What a kernel does. The first parameter is written, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelKind {
    Fill,
    Scale,
    Map,
    Combine,
    /// A part of the buffer.
    Part,
    /// Reads other elements than it writes: the buffers must differ.
    Shift,
    /// Counts with atomics: the buffers must differ.
    Histogram,
    FromSymbol,
    ToSymbol,
    /// Takes a structure with the pointer.
    OfBundle,
    /// Has a template parameter.
    Template,
    /// Through shared memory.
    Shared,
    Nothing,
}

impl KernelKind {
    /// How many buffers it takes.
    pub fn buffers(self) -> usize {
        match self {
            KernelKind::Map | KernelKind::Shift | KernelKind::Histogram => 2,
            KernelKind::Combine => 3,
            _ => 1,
        }
    }

    pub fn needs_distinct_buffers(self) -> bool {
        matches!(self, KernelKind::Shift | KernelKind::Histogram)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    pub kind: KernelKind,
    /// Constants in its body.
    pub a: u32,
    pub b: u32,
}

/// What is done with the result of a runtime call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    Ignored,
    Macro,
    ThrowingMacro,
    Function,
    /// Added to a variable.
    Collected,
    Return,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Write {
    Loop,
    Element,
    Helper,
    Memset,
    StdFill,
    /// Adds to what is there.
    Increment,
    /// By a local reference to an element.
    Reference,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    Loop,
    Element,
    Helper,
    Accumulate,
    Print,
    /// A copy of the elements is read.
    Copy,
    Compare,
    Lambda,
    /// By an iterator over the container.
    Range,
    /// In the condition of `?:`.
    Choice,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// `acc % m == r`
    Sum(u32, u32),
    /// The same of an element.
    Element(Place, usize, u32, u32),
    /// `counter % m == r`
    Counter(String, u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Return,
    Break,
    Continue,
    Goto,
    Throw,
    /// `exit(n)`
    Process,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    For,
    While,
    DoWhile,
}

/// Which methods of an object of the program's class are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Push,
    Pull,
    Step,
    Total,
    /// Reads the host's elements through a returned pointer.
    View,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A pointer to the elements.
    Buffer(Place),
    /// What holds the buffer: for references to pointers and vectors.
    Whole(Place),
    /// An object, or a pointer to one, with the variables that are its members.
    Object(Vec<VarId>, String),
    Number(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Copy {
        dst: Span,
        src: Span,
        len: usize,
        check: Check,
        /// `cudaMemcpyDefault`
        any_direction: bool,
        /// In the user's stream.
        user_stream: bool,
    },
    /// A device symbol's elements from or to host memory.
    SymbolCopy {
        place: Place,
        to_symbol: bool,
        len: usize,
        check: Check,
    },
    Memset {
        span: Span,
        len: usize,
        value: u32,
        check: Check,
    },
    Launch {
        kernel: KernelId,
        args: Vec<Place>,
        value: u32,
        user_stream: bool,
        two_blocks: bool,
        check: bool,
    },
    Write {
        place: Place,
        how: Write,
        value: u32,
    },
    Read {
        place: Place,
        how: Read,
        at: usize,
    },
    HostCopy {
        dst: Place,
        src: Place,
        std: bool,
    },
    Print,
    Swap {
        a: Place,
        b: Place,
        std: bool,
    },
    /// An alias points elsewhere from now on.
    Reseat {
        alias: VarId,
        to: Place,
    },
    /// Releases a buffer and makes a new one; aliases point to it from then on.
    Renew {
        place: Place,
        value: u32,
        reseat: Vec<VarId>,
    },
    /// The host waits for the device.
    Sync {
        user_stream: bool,
    },
    Block {
        decls: Vec<Decl>,
        body: Vec<Stmt>,
    },
    If {
        cond: Cond,
        then: Vec<Stmt>,
        other: Vec<Stmt>,
        braces: bool,
    },
    Loop {
        counter: String,
        times: usize,
        kind: LoopKind,
        cond: Option<Cond>,
        body: Vec<Stmt>,
    },
    Switch {
        arms: Vec<Vec<Stmt>>,
        fall_through: bool,
    },
    Try {
        body: Vec<Stmt>,
        handler: Vec<Stmt>,
    },
    Leave {
        cond: Cond,
        how: Leave,
        code: u32,
    },
    Call {
        func: FuncId,
        args: Vec<Arg>,
    },
    Method {
        object: String,
        vars: Vec<VarId>,
        method: Method,
    },
    Lambda {
        name: String,
        by_value: bool,
        body: Vec<Stmt>,
    },
    CallLambda {
        name: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Device memory: by `cudaMemset`.
    Memset,
    /// Device memory: from an array of constants.
    Upload,
    /// Device memory: by a kernel.
    Kernel,
    /// Host memory: by a loop.
    Loop,
}

/// How a second name holds what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasStyle {
    Pointer,
    /// A reference to the pointer or vector.
    Reference,
    /// A pointer to the pointer.
    Address,
    /// This or another buffer.
    Choice(Place),
    /// An array of this and another buffer.
    Array(Place),
    /// What a function returns.
    Returned,
    /// A member of an object that is made in place, copied, or made by the library.
    View,
    CopiedView,
    UniqueView,
    SharedView,
    EmplacedView,
    Pair,
    Binding,
    /// A member of an object whose destructor reads the buffer.
    Report,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeclKind {
    Buffer,
    /// A second name.
    Alias {
        of: Place,
        style: AliasStyle,
    },
    /// A structure with a device pointer and a host pointer.
    Bundle {
        object: String,
    },
    /// An object of the program's class.
    Mirror {
        object: String,
        on_heap: bool,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    pub kind: DeclKind,
    pub vars: Vec<VarId>,
    pub start: Start,
    pub value: u32,
    pub is_static: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamForm {
    Pointer,
    PointerRef,
    /// An array of two pointers or more.
    PointerArray,
    VectorRef,
    BundleRef,
    BundleValue,
    BundlePointer,
    MirrorRef,
    /// A number that is an element of a global array when it is left out.
    Default,
    Number,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    pub form: ParamForm,
    pub name: String,
    pub vars: Vec<VarId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    Static,
    External,
    Inline,
    /// A template with a number as its parameter.
    Template,
    /// Calls itself once.
    Recursive,
    /// Called through a pointer.
    Pointer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Func {
    pub name: String,
    pub linkage: Linkage,
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
}

/// How the program's class holds its host elements, and what its destructor does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MirrorClass {
    pub host: MirrorHost,
    /// The destructor prints a sum of the host's elements.
    pub reports: bool,
    /// The destructor downloads first.
    pub pulls: bool,
    pub uploads_at_start: bool,
    pub virtual_base: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MirrorHost {
    Elements,
    Vector,
    New,
    Pinned,
}

/// The user's stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UserStream {
    Blocking,
    NonBlocking,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub seed: u64,
    pub vars: Vec<Var>,
    /// Host arrays and vectors outside of functions.
    pub globals: Vec<Decl>,
    pub symbol: bool,
    pub user_stream: Option<UserStream>,
    pub bundle_pinned: bool,
    pub mirror: MirrorClass,
    pub kernels: Vec<Kernel>,
    pub funcs: Vec<Func>,
    pub body: Vec<Stmt>,
}

impl Stmt {
    /// The statements in it, each list apart.
    pub fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } | Stmt::Lambda { body, .. } => {
                vec![body]
            }
            Stmt::If { then, other, .. } => vec![then, other],
            Stmt::Switch { arms, .. } => arms.iter().collect(),
            Stmt::Try { body, handler } => vec![body, handler],
            _ => Vec::new(),
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } | Stmt::Lambda { body, .. } => {
                vec![body]
            }
            Stmt::If { then, other, .. } => vec![then, other],
            Stmt::Switch { arms, .. } => arms.iter_mut().collect(),
            Stmt::Try { body, handler } => vec![body, handler],
            _ => Vec::new(),
        }
    }

    /// The buffers that it names itself, those of the statements in it left out.
    pub fn places(&self) -> Vec<&Place> {
        match self {
            Stmt::Copy { dst, src, .. } => vec![&dst.place, &src.place],
            Stmt::Memset { span, .. } => vec![&span.place],
            Stmt::Launch { args, .. } => args.iter().collect(),
            Stmt::SymbolCopy { place, .. }
            | Stmt::Write { place, .. }
            | Stmt::Read { place, .. }
            | Stmt::Renew { place, .. }
            | Stmt::Reseat { to: place, .. } => vec![place],
            Stmt::HostCopy { dst, src, .. } => vec![dst, src],
            Stmt::Swap { a, b, .. } => vec![a, b],
            Stmt::If { cond, .. }
            | Stmt::Loop { cond: Some(cond), .. }
            | Stmt::Leave { cond, .. } => cond.place().into_iter().collect(),
            Stmt::Call { args, .. } => args.iter().filter_map(Arg::place).collect(),
            _ => Vec::new(),
        }
    }
}

impl Cond {
    pub fn place(&self) -> Option<&Place> {
        match self {
            Cond::Element(place, ..) => Some(place),
            _ => None,
        }
    }
}

impl Arg {
    pub fn place(&self) -> Option<&Place> {
        match self {
            Arg::Buffer(place) | Arg::Whole(place) => Some(place),
            _ => None,
        }
    }
}

impl Program {
    pub fn uses_mirror(&self) -> bool {
        let declared = |stmt: &Stmt| match stmt {
            Stmt::Block { decls, .. } => {
                decls.iter().any(|d| matches!(d.kind, DeclKind::Mirror { .. }))
            }
            _ => false,
        };
        let param = |f: &Func| f.params.iter().any(|p| p.form == ParamForm::MirrorRef);
        self.funcs.iter().any(param) || self.bodies().any(|body| any(body, &declared))
    }

    /// The bodies of all functions, the entry function's last.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Stmt>> {
        self.funcs.iter().map(|f| &f.body).chain([&self.body])
    }

    /// Whether the host may find the device at work on the variable's memory.
    pub fn is_shared(&self, var: VarId) -> bool {
        match self.vars[var].mem {
            Mem::Mapped | Mem::Managed => true,
            Mem::Pinned => self.user_stream.is_some(),
            Mem::Device | Mem::Pageable => false,
        }
    }
}

/// Whether some statement, at any depth, is as asked.
pub fn any(body: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| wanted(stmt) || stmt.bodies().into_iter().any(|b| any(b, wanted)))
}
