//! The plan: what the back end, `offcy maps` and the editor learn about regions, contexts and the host's code in them.
//!
//! Expressions in a plan are TIR expressions over the locals of the function **as they are when the
//! region, context or section is entered**; they are pure and need no interpreter.

use crate::base::ArenaMap;
use crate::source::Span;
use crate::tir::same_expr;
use crate::tir::{
    CompareOp, ContextId, Expr, Function, FunctionId, HostSectionId, LocalId, MapType, RegionId, Shared,
    Subject, walk,
};
use crate::ty::Contiguity;

/// The plan of a module.
#[derive(Clone, Debug, Default)]
pub struct OffloadPlan {
    pub functions: ArenaMap<FunctionId, FunctionPlan>,
}

#[derive(Clone, Debug, Default)]
pub struct FunctionPlan {
    pub regions: ArenaMap<RegionId, RegionPlan>,
    pub contexts: ArenaMap<ContextId, ContextPlan>,
    pub host: ArenaMap<HostSectionId, HostPlan>,
    /// New objects from whose buffers views are made; the runtime must note whether they belong to the function alone:
    /// for [`DeadAfter`], here or in a caller.
    pub fresh: Vec<LocalId>,
    /// Objects of views that NumPy asks for a shape and a type, without keeping anything of them.
    pub lent: Vec<LocalId>,
}

/// What a region moves and which kernels it runs.
#[derive(Clone, Debug)]
pub struct RegionPlan {
    /// One per capture of the region, in the same order.
    pub captures: Vec<CapturePlan>,
    /// One per kernel of the region's body ([`walk::kernels`]), in the same order.
    pub kernels: Vec<KernelShape>,
}

/// What a data context keeps on the device.
#[derive(Clone, Debug, Default)]
pub struct ContextPlan {
    pub entries: Vec<CapturePlan>,
    /// For an inferred context: which data used by regions inside it does not keep itself, and why.
    pub left_out: Vec<LeftOut>,
    /// Owned views whose final contents nobody reads after the context: the data need not come back if each of them
    /// alone holds a new array then. For data that changes its name inside.
    pub given_up: Vec<LocalId>,
}

/// What a section of the host's code does to data that may be kept on a device.
#[derive(Clone, Debug, Default)]
pub struct HostPlan {
    /// What it uses of views and of such variables, part by part; a part that is read comes before one that is
    /// overwritten.
    pub accesses: Vec<HostAccess>,
    /// Where it does something that may use any data; then the accesses are those to data that perhaps no other code
    /// reaches.
    pub anything: Option<Span>,
    /// Whether that includes arrays that live on devices.
    pub any_array: bool,
}

/// What host code does to a part of a view, or of a variable that views may show.
#[derive(Clone, Debug)]
pub struct HostAccess {
    pub subject: Subject,
    pub effect: Effect,
    pub extent: Extent,
    /// `extent` is right if these hold; otherwise it is [`Extent::Whole`].
    pub extent_conditions: Vec<Condition>,
    /// If these hold, every element of the part is written, and none is read before.
    pub overwritten: Option<Vec<Condition>>,
}

impl HostAccess {
    /// The view that it goes through, if it does.
    pub fn view(&self, function: &Function) -> Option<LocalId> {
        self.subject.as_local().filter(|id| function.locals[*id].ty.memoryview().is_some())
    }
}

/// A capture of a region that the context around it does not keep on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub subject: Subject,
    pub why: WhyLeftOut,
    pub at: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyLeftOut {
    /// The name is bound inside to data that no view shows when the context begins.
    Rebound,
    /// The user maps it at a region inside.
    MappedInside,
    /// A context inside, at that place, keeps it.
    KeptInside,
}

#[derive(Clone, Debug)]
pub struct CapturePlan {
    pub subject: Subject,
    pub effect: Effect,
    pub extent: Extent,
    /// `extent` is right if these hold on entry; otherwise it is [`Extent::Whole`], or unknown for what a pointer points to.
    pub extent_conditions: Vec<Condition>,
    /// How many elements a pointer points to where they do not hold, if that is known.
    pub otherwise: Option<Expr>,
    pub transfer: Transfer,
    /// If these and `extent_conditions` hold on entry, every element of the section is written before
    /// it is read: then [`MapType::From`] is right for exactly the section, and for nothing more.
    pub section_proven: Option<Vec<Condition>>,
    /// Which other captures may show the same memory; `None`: any.
    pub sharing: Option<Shared>,
    /// What is written need not come back: the map is that of `transfer` without its `from`.
    pub dead_after: Option<DeadAfter>,
    pub reason: Reason,
    /// The entry that the user wrote, if there is one: it overrides.
    pub explicit: Option<Span>,
}

impl CapturePlan {
    /// Whether its data is on the device while the region runs; otherwise it is passed by value, if at all.
    pub fn is_mapped(&self) -> bool {
        matches!(self.transfer, Transfer::Map { .. })
    }

    /// The ranges of a view of which only a part is moved. Strided views are moved whole: their parts need not be a
    /// whole number of elements apart.
    pub fn moved_section(&self, function: &Function) -> Option<&[IndexRange]> {
        let Subject::Local(id) = &self.subject else { return None };
        let view = function.locals[*id].ty.memoryview()?;
        self.extent.section().filter(|_| view.contiguity() != Contiguity::Strided)
    }
}

/// A temporary of the function, which nobody reads after the region if these hold on entry: the conditions, and that
/// only the holders have references to the memory, an array that was new when its buffer was taken.
#[derive(Clone, Debug)]
pub struct DeadAfter {
    /// Owned views of the function that may show the memory, and are also dead.
    pub holders: Vec<LocalId>,
    pub conditions: Vec<Condition>,
}

/// What a region does to a capture's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    pub reads: bool,
    pub writes: bool,
}

/// Which part of a capture a region can touch. The maps of a [`Transfer`] are right for the whole
/// capture, and so for the part too.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All of it (scalars too).
    Whole,
    /// Per dimension the half-open range of indices, known on entry. A range may begin before the view, end after it or
    /// be empty (`stop <= start`): clamp it to the view.
    Section(Vec<IndexRange>),
    /// For pointers: elements `0..count`.
    Count(Expr),
}

impl Extent {
    pub fn section(&self) -> Option<&[IndexRange]> {
        match self {
            Extent::Section(ranges) => Some(ranges),
            _ => None,
        }
    }
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
    /// Data in memory.
    ///
    /// A region that ends with an error may not have written everything: what came in by [`MapType::From`] must then
    /// not be copied back, so that the host keeps its old contents.
    Map {
        /// Always right.
        map: MapType,
        /// A better map, sound for the whole capture if all the conditions hold on entry (a full write, for example).
        /// No conditions: always sound.
        when_proven: Option<(MapType, Vec<Condition>)>,
    },
    /// Data that an inferred context keeps: nothing moves at its boundaries; what a side needs and does not have is
    /// moved at that time.
    Coherent {
        /// What may move at most.
        map: MapType,
        /// Only the code of the function, and what it calls, reaches the data, if these owned views hold all references
        /// to a new array on entry.
        private: Option<Vec<LocalId>>,
        /// Nobody reads the data after the context, if these hold all references.
        dead: Option<Vec<LocalId>>,
        /// Nobody has written the data before.
        undefined: bool,
    },
}

/// A comparison of integers that must hold on entry.
#[derive(Clone, Debug)]
pub struct Condition {
    pub left: Expr,
    pub relation: Relation,
    pub right: Expr,
}

impl Condition {
    /// Whether two compare the same in the same way.
    pub(super) fn is_same(&self, other: &Condition) -> bool {
        self.relation == other.relation
            && same_expr(&self.left, &other.left)
            && same_expr(&self.right, &other.right)
    }

    /// The locals that it names.
    pub fn locals(&self) -> Vec<LocalId> {
        let mut found = Vec::new();
        for side in [&self.left, &self.right] {
            walk::expression(side, &mut |expr| found.extend(expr.as_local()));
        }
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    LessEqual,
    GreaterEqual,
}

impl Relation {
    pub fn op(self) -> CompareOp {
        match self {
            Relation::Equal => CompareOp::Equal,
            Relation::LessEqual => CompareOp::LessEqual,
            Relation::GreaterEqual => CompareOp::GreaterEqual,
        }
    }
}

/// Why a map is what it is: facts, put into words by `report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user says so.
    Explicit,
    OnlyRead,
    /// Every element is written before it is read; `checked` if that is tested on entry.
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
    /// In a context: it moves when a side needs it. Where regions use it, and where the host's code does.
    WhenNeeded {
        device: Span,
        /// Regions write it.
        written: bool,
        host_reads: Option<Span>,
        host_writes: Option<Span>,
    },
    /// A new array that nobody has written yet: there is nothing to send.
    Uninitialised,
    Scalar,
    /// A scalar that the region changes for itself.
    OwnScalar,
    /// Only the shape or strides of the view are read: its elements stay where they are.
    ShapeOnly,
    Reduction,
    ReadAfter,
    /// What the region does with it cannot be followed; `at` shows where.
    Unknown {
        at: Span,
    },
}

/// What prevents the proof that a write covers everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFull {
    /// Under a condition, or after a `continue`.
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
    /// One field of a struct, or a part of an array in it.
    OneField,
}

/// One kernel of a region.
#[derive(Clone, Debug)]
pub struct KernelShape {
    pub span: Span,
    pub work: Work,
}

/// An array that iterations only add to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSum {
    pub view: LocalId,
    /// Teams may have sums only if these views show none of its elements.
    pub apart: Vec<LocalId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// A loop nest.
    Loops {
        /// How many directly nested pranges are spread together on a device (1: only the outer).
        collapse: u32,
        /// Whether those are spread over the teams only, and the parallel loops inside over each team's threads.
        levels: bool,
        /// Arrays that iterations only add to: each team may have sums of its own.
        sums: Vec<TeamSum>,
    },
    /// Statements beside the loops: one thread runs them.
    Serial,
}
