//! What the checker finds.

use crate::memory::Level;
use effects::{LocId, StmtRef};
use serde::Serialize;

/// Kinds of findings, with the codes by which they are known for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Code {
    /// Two operations touch common memory, one of them writing, and nothing orders them.
    #[serde(rename = "SA1001")]
    UnorderedOperations,
    /// The host touches memory that an operation in flight uses, one of them writing.
    #[serde(rename = "SA1002")]
    HostAccessInFlight,
    /// Memory is released, or its life ends, while an operation that uses it is in flight.
    #[serde(rename = "SA1003")]
    ReleasedInFlight,
    /// Memory is used that was freed before on every path.
    #[serde(rename = "SA1004")]
    UsedAfterFree,
    /// A stream or an event is used that was destroyed before on every path.
    #[serde(rename = "SA1005")]
    UsedAfterDestroy,
    /// An event is recorded in another stream, and so forgets a record that nobody waited for.
    #[serde(rename = "SA1006")]
    EventForgets,
    /// An event is waited for that was recorded on no path: the wait does nothing.
    #[serde(rename = "SA1007")]
    NeverRecorded,
    /// An asynchronous copy from or to pageable memory, which may wait like a synchronous one.
    #[serde(rename = "SA1008")]
    PageableCopy,
    /// Two kernels whose output, device heap or grid-wide barriers meet without order.
    #[serde(rename = "SA1009")]
    UnorderedKernels,
    /// Code that cannot be seen runs, or time is read, while an operation is in flight.
    #[serde(rename = "SA1010")]
    InFlightAtBoundary,
    /// Code that cannot be seen may issue work to its own streams, which an operation in flight is
    /// not ordered before.
    #[serde(rename = "SA1011")]
    NotJoined,
}

impl Code {
    pub const ALL: [Code; 11] = [
        Code::UnorderedOperations,
        Code::HostAccessInFlight,
        Code::ReleasedInFlight,
        Code::UsedAfterFree,
        Code::UsedAfterDestroy,
        Code::EventForgets,
        Code::NeverRecorded,
        Code::PageableCopy,
        Code::UnorderedKernels,
        Code::InFlightAtBoundary,
        Code::NotJoined,
    ];

    /// One line on what it means.
    pub fn summary(self) -> &'static str {
        match self {
            Code::UnorderedOperations => "two operations touch common memory without order",
            Code::HostAccessInFlight => "the host touches memory that an operation in flight uses",
            Code::ReleasedInFlight => "memory is released while an operation uses it",
            Code::UsedAfterFree => "memory is used after it was freed",
            Code::UsedAfterDestroy => "a stream or event is used after it was destroyed",
            Code::EventForgets => "an event forgets a record that nobody waited for",
            Code::NeverRecorded => "an event is waited for that was never recorded",
            Code::PageableCopy => "an asynchronous copy uses pageable memory",
            Code::UnorderedKernels => "output, heap or barriers of two kernels meet without order",
            Code::InFlightAtBoundary => {
                "code that cannot be seen runs while an operation is in flight"
            }
            Code::NotJoined => "streams of unseen code are not ordered after an operation",
        }
    }

    /// The stable code.
    pub fn id(self) -> &'static str {
        match self {
            Code::UnorderedOperations => "SA1001",
            Code::HostAccessInFlight => "SA1002",
            Code::ReleasedInFlight => "SA1003",
            Code::UsedAfterFree => "SA1004",
            Code::UsedAfterDestroy => "SA1005",
            Code::EventForgets => "SA1006",
            Code::NeverRecorded => "SA1007",
            Code::PageableCopy => "SA1008",
            Code::UnorderedKernels => "SA1009",
            Code::InFlightAtBoundary => "SA1010",
            Code::NotJoined => "SA1011",
        }
    }
}

/// How sure the checker is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Rests on memory or code that nothing is known of. Kept to compare two versions of a program; too
    /// many of them are false to show them to people.
    Speculative,
    /// Not an error, but not what the text says either.
    Advice,
    /// On some path, or if two pointers are the same.
    Possible,
    /// Whenever both places are reached, one after the other.
    Definite,
}

impl From<Level> for Confidence {
    fn from(level: Level) -> Self {
        match level {
            Level::Speculative => Confidence::Speculative,
            Level::May => Confidence::Possible,
            Level::Must => Confidence::Definite,
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    pub code: Code,
    pub confidence: Confidence,
    /// The operation that is in flight, or what came first.
    pub first: StmtRef,
    /// Where it meets the second access.
    pub second: StmtRef,
    /// Whether the second is an operation too.
    pub second_is_operation: bool,
    /// The memory, a stream or an event.
    pub object: Option<LocId>,
    /// The object's name.
    pub object_name: String,
    /// Whether the first and the second write.
    pub writes: (bool, bool),
    /// Rests on operations inside code that is not followed (recursion, callbacks), whose order is not known.
    pub hidden: bool,
    /// Why nothing orders the two.
    pub why: String,
    /// What would.
    pub help: String,
}

impl Finding {
    /// Whether it is one for each second place. What the host touches again and again is one finding.
    pub fn is_about_places(&self) -> bool {
        self.second_is_operation || matches!(self.code, Code::InFlightAtBoundary | Code::NotJoined)
    }
}
