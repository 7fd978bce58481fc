//! The plan: what the back end, `offcy maps` and the editor are told about regions and contexts.
//!
//! Expressions in a plan are TIR expressions over the locals of the function **as they are when the
//! region or context is entered**; they are pure and need no interpreter.

use crate::base::ArenaMap;
use crate::source::Span;
use crate::tir::{ContextId, Expr, FunctionId, MapType, RegionId, Subject};

/// The plan of a module.
#[derive(Clone, Debug, Default)]
pub struct OffloadPlan {
    pub functions: ArenaMap<FunctionId, FunctionPlan>,
}

#[derive(Clone, Debug, Default)]
pub struct FunctionPlan {
    pub regions: ArenaMap<RegionId, RegionPlan>,
    pub contexts: ArenaMap<ContextId, ContextPlan>,
}

/// What a region moves and which kernels it runs.
#[derive(Clone, Debug)]
pub struct RegionPlan {
    /// One per capture of the region, in the same order.
    pub captures: Vec<CapturePlan>,
    pub kernels: Vec<KernelShape>,
    pub obligations: Vec<AliasObligation>,
}

/// What a data context moves at its boundaries.
#[derive(Clone, Debug, Default)]
pub struct ContextPlan {
    pub entries: Vec<CapturePlan>,
}

#[derive(Clone, Debug)]
pub struct CapturePlan {
    pub subject: Subject,
    pub effect: Effect,
    pub extent: Extent,
    pub transfer: Transfer,
    pub reason: Reason,
    /// The entry that the user wrote, where there is one: it overrides.
    pub explicit: Option<Span>,
}

/// What a region does to a capture's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    pub reads: bool,
    pub writes: bool,
}

/// Which part of a capture a region can touch.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All of it (scalars too).
    Whole,
    /// Per dimension the half-open range of indices, known on entry.
    Section(Vec<IndexRange>),
    /// For pointers: elements `0..count`.
    Count(Expr),
}

#[derive(Clone, Debug)]
pub struct IndexRange {
    pub start: Expr,
    pub stop: Expr,
}

/// How a capture reaches the device and comes back.
#[derive(Clone, Debug)]
pub enum Transfer {
    /// A scalar passed by value.
    FirstPrivate,
    /// A scalar that a reduction or a lastprivate brings back: mapped `tofrom` by the kernel itself.
    ScalarResult,
    /// Only assigned before it is read: nothing comes in or goes out.
    Private,
    /// Data in memory.
    Map {
        /// Right whatever happens.
        map: MapType,
        /// A better map, sound if all the conditions hold on entry (a full write, say).
        when_proven: Option<(MapType, Vec<Condition>)>,
    },
}

/// A comparison of integers that must hold on entry.
#[derive(Clone, Debug)]
pub struct Condition {
    pub left: Expr,
    pub relation: Relation,
    pub right: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    LessEqual,
    GreaterEqual,
}

/// Why a map is what it is: facts, put into words by `report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user says so.
    Explicit,
    OnlyRead,
    /// Every element is written before it is read; `checked` where that is asked on entry.
    FullWrite {
        checked: bool,
    },
    /// Written, and a full write is not proven.
    PartialWrite {
        why: NotFull,
        at: Span,
    },
    ReadAndWritten {
        read: Span,
        written: Span,
    },
    /// A temporary of this function that nobody reads before or after.
    DeadOutside,
    Scalar,
    Reduction,
    ReadAfter,
    AssignedFirst,
    /// What the region does with it cannot be followed; `at` shows where.
    Unknown {
        at: Span,
    },
}

/// What stands between a write and the proof that it covers everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFull {
    /// Under a condition, or behind a `continue`.
    Conditional,
    /// An index is not a loop variable of a loop that covers the axis.
    IndexNotCovering,
    /// An index that no formula describes (read from an array, say).
    IndexUnknown,
    /// The strides leave gaps, which must keep their values.
    Gaps,
    /// A called function writes it.
    InCallee,
    /// Through a slice or a pointer that is not followed.
    ThroughAlias,
}

/// One kernel of a region: a loop nest of the region's body.
#[derive(Clone, Debug)]
pub struct KernelShape {
    /// The index of the `Prange` statement in the region's body.
    pub statement: usize,
    /// How many directly nested pranges are spread together on a device (1: the outer alone).
    pub collapse: u32,
}

/// Two captures that may share memory, at least one of which is written: to be checked before
/// anything moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasObligation {
    pub first: Subject,
    pub second: Subject,
}
