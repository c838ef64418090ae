//! StreamAlloc's intermediate representation.
//!
//! *Takes* nothing, *gives* the vocabulary that every later stage shares: functions with a
//! control-flow graph, statements over places, calls, and where each of them stands in the source.
//! *Promises* that a [`Module`] says everything the analyses may rely on: what the front end could
//! not lower is an explicit [`StmtKind::Unknown`], never silence. What a called library function
//! does is not in here; that is data of the `model` crate, looked up by [`Function::name`].

mod body;
mod print;
mod source;
mod types;

use std::collections::{BTreeMap, BTreeSet};

pub use body::{
    Anchor, AnchorContext, AnchorId, Block, BlockId, Body, Call, CallSyntax, Callee, LaunchSyntax,
    LeftOut, Loop, LoopId, Operand, Place, Proj, ResultUse, Scope, ScopeId, Stmt, StmtKind,
};
pub use print::print_module;
pub use source::{FileId, Span};
pub use types::{TypeInfo, TypeShape};

/// Index of a [`Var`] in [`Module::vars`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// Index of a [`Function`] in [`Module::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FnId(pub u32);

/// Index of a field name in [`Module::fields`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u32);

/// How far a name is visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Visible in its scope or translation unit only: all users are seen.
    Internal,
    /// Other translation units may refer to it.
    External,
}

/// The role of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// Automatic storage in a function body.
    Local,
    /// The parameter with this position (`this`, when there is one, is not counted).
    Param(u32),
    /// The implicit object parameter; holds a pointer.
    This,
    /// The value a function returns.
    Return,
    /// A compiler-made value: the result of a call or of a conditional expression.
    Temp,
    /// Namespace scope, class static or function static: one for the whole process.
    Static,
}

/// Which memory a variable with a CUDA memory attribute lives in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceMemory {
    Device,
    Constant,
    Managed,
    Shared,
}

/// A variable, parameter or temporary.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub kind: VarKind,
    pub ty: TypeInfo,
    /// The function whose activation owns it; `None` for [`VarKind::Static`].
    pub owner: Option<FnId>,
    pub linkage: Linkage,
    pub memory: Option<DeviceMemory>,
    /// The declaration, for messages and for guards placed after it.
    pub span: Option<Span>,
    /// The declaration statement, when it is one of a function body.
    pub anchor: Option<AnchorId>,
    /// A `return` names it: it may be the object that the function returns.
    pub returned: bool,
    /// Declared in a system header: the library writes it as it likes.
    pub system: bool,
}

/// What a function is to CUDA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Runs on the host only (`__host__ __device__` functions are [`Space::Both`]).
    Host,
    Device,
    Both,
    /// `__global__`.
    Kernel,
}

/// A function that is called or defined in the translation unit.
#[derive(Clone, Debug)]
pub struct Function {
    /// Qualified name without template arguments and inline namespaces (`std::vector::data`):
    /// the key of the model's table.
    pub name: String,
    /// What a message calls it: with template arguments.
    pub display: String,
    pub linkage: Linkage,
    pub space: Space,
    pub params: Vec<VarId>,
    pub this: Option<VarId>,
    pub ret: Option<VarId>,
    /// Declared in a system header: one that the model or the library default must describe.
    pub system: bool,
    /// `extern "C"`, or a function of the CUDA runtime: throws no C++ exception.
    pub c_linkage: bool,
    /// Declared so that it cannot let an exception out.
    pub nothrow: bool,
    pub is_virtual: bool,
    /// A virtual function that its class leaves to derived ones.
    pub is_pure: bool,
    pub is_static_method: bool,
    /// A template instance: several functions share the source text of the body.
    pub instance: bool,
    pub variadic: bool,
    /// Its address is taken or it is a closure that leaves its scope: unknown code may call it.
    pub address_taken: bool,
    /// For closures: the enclosing function, whose variables the body may name directly.
    pub encloses: Option<FnId>,
    /// A closure that copies arrays or class objects: its own copies are not told apart.
    pub copies_objects: bool,
    /// A library template over classes or closures of the program, whose members it may run.
    pub user_code: bool,
    /// A library template over library classes that own memory (`vector<vector<float>>`): copying
    /// an element reads more than the element.
    pub owning_elements: bool,
    pub span: Option<Span>,
    pub body: Option<Body>,
}

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Files by [`FileId`]; 0 is the main file.
    pub files: Vec<std::path::PathBuf>,
    pub functions: Vec<Function>,
    pub vars: Vec<Var>,
    pub fields: Vec<String>,
    /// Initial values of static variables that hold addresses.
    pub static_inits: Vec<(VarId, Operand)>,
    pub names: UnitNames,
}

/// Names of a translation unit that code added to it must keep clear of.
#[derive(Clone, Debug, Default)]
pub struct UnitNames {
    /// Macros, wherever they are defined, and whether they take arguments.
    pub macros: BTreeMap<String, bool>,
    /// Declarations at global scope; in the program's own files, those of namespaces and classes too.
    pub declared: BTreeSet<String>,
}

impl Module {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }

    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn field(&self, id: FieldId) -> &str {
        &self.fields[id.0 as usize]
    }

    /// All functions with their ids, in the order they were met.
    pub fn function_ids(&self) -> impl Iterator<Item = FnId> + '_ {
        (0..self.functions.len() as u32).map(FnId)
    }
}
