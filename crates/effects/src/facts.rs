//! What the analysis finds out, per statement and per function.

use crate::contents::Contents;
use crate::location::{LocId, Precision, StmtRef};
use ir::{FnId, Span};
use model::{Direction, HostWaits, OpKind, Threading};
use std::collections::{BTreeMap, BTreeSet};

/// A read or write of a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    pub loc: LocId,
    pub write: bool,
    /// Also everything that can be reached from there.
    pub deep: bool,
}

impl Access {
    pub fn read(loc: LocId) -> Self {
        Access { loc, write: false, deep: false }
    }

    pub fn write(loc: LocId) -> Self {
        Access { loc, write: true, deep: false }
    }
}

/// Index of an operation site in [`crate::Effects::sites`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

/// What identifies an operation site: its text, which template instances share; or the statement,
/// for text that belongs to a macro's body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiteKey {
    Text(Span),
    Stmt(StmtRef),
}

/// Which stream an operation is issued to in the original program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamClass {
    /// The default stream.
    Legacy,
    /// A stream that the program chose.
    User,
}

/// A place in the source that issues device work.
#[derive(Clone, Debug)]
pub struct OpSite {
    pub key: SiteKey,
    /// One of the statements; template instances have one each.
    pub at: StmtRef,
    pub all: Vec<StmtRef>,
    pub kind: OpKind,
    /// The runtime function, or the kernels.
    pub name: String,
    pub stream: StreamClass,
    pub waits: HostWaits,
    pub direction: Option<Direction>,
    /// The call site's text can be edited and the model knows an asynchronous twin.
    pub editable: bool,
    /// Uses streams that the legacy stream does not order.
    pub nonlegacy: bool,
}

impl OpSite {
    /// The host waits, inside the call, for this operation and for all before it in legacy order.
    pub fn blocks(&self) -> Tri {
        match (self.waits, self.direction) {
            (HostWaits::Yes, _) => Tri::Yes,
            (HostWaits::ByDirection, Some(Direction::DeviceToDevice)) => Tri::No,
            (HostWaits::ByDirection, Some(_)) => Tri::Yes,
            (HostWaits::ByDirection, None) => Tri::Maybe,
            // A memset waits for targets in pinned and managed memory only.
            (HostWaits::PinnedTarget, _) => Tri::Maybe,
            (HostWaits::No, _) => Tri::No,
        }
    }
}

/// Yes, no, or depending on the path or run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tri {
    No,
    Maybe,
    Yes,
}

impl Tri {
    /// The answer when either may hold.
    pub fn join(self, other: Tri) -> Tri {
        if self == other {
            self
        } else {
            Tri::Maybe
        }
    }
}

/// An operation as one statement issues it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpUse {
    pub site: SiteId,
    pub accesses: BTreeSet<Access>,
}

/// What a statement does beside accessing memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// Code that we cannot see may run: anything that HB had completed must be complete.
    pub unknown: bool,
    /// A clock is read, or what is complete can be told otherwise.
    pub clock: bool,
    /// Memory may be handed to another thread.
    pub release: bool,
    /// The process may end here.
    pub exits: bool,
    /// The current device or context may change.
    pub device_change: bool,
    /// The context is destroyed.
    pub reset: bool,
    /// Stream capture.
    pub capture: bool,
    /// Waits on the host for the whole device.
    pub device_sync: bool,
    /// Waits for, or asks about, one stream or event.
    pub partial_sync: bool,
    /// Changes how kernels run.
    pub configure: bool,
    /// The call frees device or pinned memory, and waits for the whole device to do so (measured).
    pub frees_device: bool,
}

impl Flags {
    /// Both.
    pub fn merge(&mut self, other: Flags) {
        self.unknown |= other.unknown;
        self.clock |= other.clock;
        self.release |= other.release;
        self.exits |= other.exits;
        self.device_change |= other.device_change;
        self.reset |= other.reset;
        self.capture |= other.capture;
        // A wait inside a callee is not one on every path through it.
        self.partial_sync |= other.partial_sync;
        self.configure |= other.configure;
        self.frees_device |= other.frees_device;
    }
}

/// What one statement does.
#[derive(Clone, Debug, Default)]
pub struct StmtFacts {
    /// What the host touches (the device, in a kernel's body).
    pub accesses: BTreeSet<Access>,
    /// Memory released or whose life ends.
    pub frees: BTreeSet<LocId>,
    /// Memory whose address other code keeps, to use it behind calls that do not name it.
    pub kept: BTreeSet<LocId>,
    /// Memory whose address goes where addresses come back from, such as a file.
    pub leaked: BTreeSet<LocId>,
    /// Operations issued, by the statement itself or inside the functions it calls.
    pub ops: Vec<OpUse>,
    /// Functions with a body that it may call.
    pub callees: Vec<FnId>,
    pub flags: Flags,
    /// Control does not come to the next statement, by an exception at most to a handler.
    pub noreturn: bool,
    pub may_throw: bool,
}

/// What a function does, in terms of its parameters, statics and allocation sites.
#[derive(Clone, Default)]
pub struct Summary {
    pub accesses: BTreeSet<Access>,
    pub frees: BTreeSet<LocId>,
    pub ops: BTreeMap<SiteId, BTreeSet<Access>>,
    pub flags: Flags,
    pub may_throw: bool,
    /// It ends with an exception, if at all.
    pub never_returns: bool,
    /// Prints, asserts or traps (device code).
    pub contents: Contents,
}

/// A function's facts.
#[derive(Clone, Default)]
pub struct FunctionFacts {
    pub summary: Summary,
    /// By block and statement; empty for functions without a body.
    pub stmts: Vec<Vec<StmtFacts>>,
    /// How finely memory was told apart.
    pub precision: Precision,
}

/// Threading of a row as flags.
pub(crate) fn threading_flags(threading: Option<Threading>) -> Flags {
    Flags { release: threading == Some(Threading::Release), ..Flags::default() }
}
