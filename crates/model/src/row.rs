//! A row of the table: what one function does.

use crate::path::{Assign, Path};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a call is to the CUDA runtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpKind {
    /// Moves bytes: the operation reads `op_reads` and writes `op_writes`.
    Copy,
    /// Fills bytes.
    Set,
    /// Starts a kernel given as an argument (`kernel`).
    Launch,
    /// A call into a library that issues device work in the legacy stream.
    Library,
    /// Queues a host function.
    HostFunc,
    DeviceSync,
    StreamSync,
    EventSync,
    /// Asks whether work is done, without waiting.
    Query,
    EventRecord,
    StreamWait,
    StreamCreate,
    StreamDestroy,
    EventCreate,
    EventDestroy,
    /// Selects the device, or a context, of the calls that follow.
    SetDevice,
    /// Destroys the context with everything in it.
    Reset,
    /// Begins, ends or uses stream capture and graphs.
    Capture,
    /// Page-locks memory that exists.
    Register,
    Unregister,
    /// Changes how kernels run (attributes, limits, caches): nothing may be moved across it.
    Configure,
    /// Allocates; the object is in `assigns`.
    Alloc,
    /// Frees device or pinned memory.
    Free,
    /// Looks at or clears the error state.
    Error,
    /// Anything of the runtime without effect on memory or order.
    Info,
}

/// Does the host wait, inside the call, until the operation is complete?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostWaits {
    #[default]
    No,
    Yes,
    /// As `cudaMemcpy` does: not for device-to-device copies.
    ByDirection,
    /// As `cudaMemset` does: only for pinned and managed targets.
    PinnedTarget,
}

/// Direction of a copy that needs no argument to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    HostToHost,
}

/// What a call means to other host threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threading {
    /// May hand memory to another thread: thread creation, unlock, notify, release store, promise.
    Release,
    /// May receive memory from another thread: join, lock, acquire load, wait.
    Acquire,
}

/// What a call is to the reuse of device memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reuse {
    /// Allocates device memory: a block that was released before may be given out instead.
    Allocates,
    /// Frees device memory: the block may be kept.
    Releases,
    /// Tells the program, or another one, how device memory is allocated, or changes that.
    Observes,
}

/// One function's row, as written in the data files.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    op: Option<OpKind>,
    #[serde(default)]
    op_reads: Vec<String>,
    #[serde(default)]
    op_writes: Vec<String>,
    #[serde(default)]
    reads: Vec<String>,
    #[serde(default)]
    writes: Vec<String>,
    #[serde(default)]
    frees: Vec<String>,
    #[serde(default)]
    assigns: Vec<String>,
    #[serde(default)]
    calls: Vec<usize>,
    #[serde(default)]
    keeps: Vec<String>,
    #[serde(default)]
    leaks: Vec<String>,
    kind: Option<usize>,
    direction: Option<Direction>,
    bytes: Option<usize>,
    #[serde(default)]
    extent: Vec<usize>,
    stream: Option<usize>,
    kernel: Option<usize>,
    kernel_args: Option<usize>,
    #[serde(default)]
    waits: HostWaits,
    twin: Option<String>,
    #[serde(default)]
    twin_args: Vec<String>,
    threading: Option<Threading>,
    #[serde(default)]
    clock: bool,
    #[serde(default)]
    noreturn: bool,
    #[serde(default)]
    exits: bool,
    #[serde(default)]
    throws: bool,
    #[serde(default)]
    nonlegacy: bool,
    #[serde(default)]
    user_code: bool,
    reuse: Option<Reuse>,
    #[serde(default)]
    pages: bool,
}

/// What one function does.
///
/// A function without any effect on memory, order or time has a row with no field set: being in
/// the table is what says so.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is to the CUDA runtime; `None` for host functions.
    pub op: Option<OpKind>,
    /// Memory that the device operation reads, while it runs.
    pub op_reads: Vec<Path>,
    /// Memory that the device operation writes, while it runs.
    pub op_writes: Vec<Path>,
    /// Memory that the host reads inside the call.
    pub reads: Vec<Path>,
    /// Memory that the host writes inside the call.
    pub writes: Vec<Path>,
    /// Memory that the call releases.
    pub frees: Vec<Path>,
    /// Where addresses flow.
    pub assigns: Vec<Assign>,
    /// Arguments that are functions and are called before it returns; those that turn out to be
    /// none (another overload, a number sent to a stream) are not. They may be given any address
    /// that the other arguments reach.
    pub calls: Vec<usize>,
    /// Addresses that it keeps after it has returned.
    pub keeps: Vec<Path>,
    /// Addresses that leave the program's memory, into a file or a pipe: what is read from there later
    /// may be any of them.
    pub leaks: Vec<Path>,
    /// The argument of type `cudaMemcpyKind`.
    pub kind: Option<usize>,
    /// The direction; beside `kind`, the one meant when that argument is left out.
    pub direction: Option<Direction>,
    /// The argument with the number of bytes.
    pub bytes: Option<usize>,
    /// Arguments whose product is the number of bytes.
    pub extent: Vec<usize>,
    /// The stream argument.
    pub stream: Option<usize>,
    /// The kernel argument of a [`OpKind::Launch`].
    pub kernel: Option<usize>,
    /// The argument that is the array of pointers to kernel arguments.
    pub kernel_args: Option<usize>,
    pub waits: HostWaits,
    /// The asynchronous function that does the same in a stream.
    pub twin: Option<String>,
    /// Default values of the arguments between the ones this function may leave out and the
    /// twin's stream, for calls that do: the last `n` are appended when `n` are missing.
    pub twin_args: Vec<String>,
    pub threading: Option<Threading>,
    /// Reads a clock: what is complete at this point can be told by time.
    pub clock: bool,
    /// Does not return.
    pub noreturn: bool,
    /// Ends the process.
    pub exits: bool,
    /// May let a C++ exception out.
    pub throws: bool,
    /// Issues device work that does not follow the legacy stream's order.
    pub nonlegacy: bool,
    /// A template that may run the program's code: constructors, destructors, assignments,
    /// comparisons, hashes and call operators of the types it is instantiated with.
    pub user_code: bool,
    pub reuse: Option<Reuse>,
    /// Tells whether host memory is page-locked, changes what its pages are, or makes work that a wait for
    /// the device covers and a wait for its blocking streams does not: where it is called, no memory of the
    /// program's is page-locked.
    pub pages: bool,
}

impl Row {
    /// The function's result depends on its arguments only, and nothing else is changed.
    pub fn touches_nothing(&self) -> bool {
        let memory = [&self.op_reads, &self.op_writes, &self.reads, &self.writes, &self.frees];
        self.op.is_none()
            && memory.iter().all(|paths| paths.is_empty())
            && self.assigns.is_empty()
            && self.calls.is_empty()
            && self.keeps.is_empty()
            && self.leaks.is_empty()
    }
}

impl RawRow {
    fn check(self) -> Result<Row, String> {
        let paths =
            |list: &[String]| list.iter().map(|p| Path::parse(p)).collect::<Result<Vec<_>, _>>();
        if self.op == Some(OpKind::Copy) && (self.op_reads.is_empty() || self.op_writes.is_empty())
        {
            return Err("a copy needs op_reads and op_writes".into());
        }
        if self.op == Some(OpKind::Set) && self.op_writes.is_empty() {
            return Err("a set needs op_writes".into());
        }
        if self.op == Some(OpKind::Launch) && self.kernel.is_none() {
            return Err("a launch needs `kernel`".into());
        }
        if self.twin.is_none() && !self.twin_args.is_empty() {
            return Err("twin_args without twin".into());
        }
        if self.kernel.is_none() && self.kernel_args.is_some() {
            return Err("kernel_args without kernel".into());
        }
        self.check_host_function()?;
        let memory = |list: &[String]| {
            let list = paths(list)?;
            match list.iter().position(|path| !path.is_memory()) {
                Some(i) => Err(format!("path {i} of {list:?} names a value, not memory")),
                None => Ok(list),
            }
        };
        Ok(Row {
            op: self.op,
            op_reads: memory(&self.op_reads)?,
            op_writes: memory(&self.op_writes)?,
            reads: memory(&self.reads)?,
            writes: memory(&self.writes)?,
            frees: memory(&self.frees)?,
            assigns: self.assigns.iter().map(|a| Assign::parse(a)).collect::<Result<_, _>>()?,
            calls: self.calls,
            keeps: paths(&self.keeps)?,
            leaks: paths(&self.leaks)?,
            kind: self.kind,
            direction: self.direction,
            bytes: self.bytes,
            extent: self.extent,
            stream: self.stream,
            kernel: self.kernel,
            kernel_args: self.kernel_args,
            waits: self.waits,
            twin: self.twin,
            twin_args: self.twin_args,
            threading: self.threading,
            clock: self.clock,
            noreturn: self.noreturn,
            exits: self.exits,
            throws: self.throws,
            nonlegacy: self.nonlegacy,
            user_code: self.user_code,
            reuse: self.reuse,
            pages: self.pages,
        })
    }

    /// A function that is nothing to the CUDA runtime has no field that only makes sense there.
    fn check_host_function(&self) -> Result<(), String> {
        let device = !self.op_reads.is_empty()
            || !self.op_writes.is_empty()
            || self.stream.is_some()
            || self.kind.is_some()
            || self.direction.is_some()
            || self.kernel.is_some()
            || self.twin.is_some()
            || self.waits != HostWaits::No;
        if self.op.is_none() && device {
            return Err("fields of a device operation without `op`".into());
        }
        Ok(())
    }
}

/// Rows of one data file: by name, and by the longest prefix of a name (`"cublas*"`).
#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub exact: BTreeMap<String, Row>,
    pub prefix: BTreeMap<String, Row>,
}

/// The prefix that a key ending in `*` stands for; `operator*` is the name of a function.
pub fn prefix(key: &str) -> Option<&str> {
    key.strip_suffix('*').filter(|head| !head.ends_with("operator"))
}

/// Parses the text of a data file, or one line of it.
///
/// # Errors
/// Names the row and what is wrong with it.
pub fn parse_rows(text: &str) -> Result<Rows, String> {
    let raw: BTreeMap<String, RawRow> = toml::from_str(text).map_err(|e| e.to_string())?;
    let mut rows = Rows::default();
    for (name, raw) in raw {
        let row = raw.check().map_err(|e| format!("row `{name}`: {e}"))?;
        match prefix(&name) {
            Some(prefix) => rows.prefix.insert(prefix.to_owned(), row),
            None => rows.exact.insert(name, row),
        };
    }
    Ok(rows)
}

/// The keys of a data file, each with the line that its row is: finding them is quick, parsing
/// thousands of rows that a run does not ask for is not.
pub fn lines(text: &str) -> impl Iterator<Item = (String, &str)> {
    text.lines().filter_map(|line| Some((key(line)?, line)))
}

fn key(line: &str) -> Option<String> {
    let Some(quoted) = line.strip_prefix('"') else {
        let (bare, _) = line.split_once(" = ")?;
        return (!bare.starts_with('#')).then(|| bare.to_owned());
    };
    let mut key = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => return Some(key),
            '\\' => key.push(chars.next()?),
            c => key.push(c),
        }
    }
}
