//! Parallel loops, offload regions and data contexts.

use super::{BinaryOp, Block, Expr, For, GlobalId, LocalId, MapType, MinMax, Schedule, Step, Stmt, StmtKind};
use crate::source::Span;

/// `parallel(...)`: every thread of a team runs the body; `prange` loops in it share their iterations.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// Present: the body is an offload region. `pass::outline` leaves none of these.
    pub device: Option<DeviceClause>,
    pub clauses: Clauses,
    pub body: Block,
    /// Locals assigned in the body outside any `prange`: each thread has its own.
    pub privates: Vec<LocalId>,
    /// Those of `privates` that may be read before they are assigned: they start with the value from before the
    /// block. `pass::outline` finds them, for the host's threads.
    pub firstprivates: Vec<LocalId>,
    pub span: Span,
}

/// `for target in prange(start, stop, step)`.
#[derive(Clone, Debug)]
pub struct Prange {
    /// Each thread has its own; nothing else assigns it.
    pub counter: LocalId,
    pub start: Expr,
    pub stop: Expr,
    pub step: Step,
    pub body: Block,
    /// Locals assigned in the body (the counter and inner counters not included): each thread has its own copy.
    /// Objects are not among them: the GIL guards what all threads share.
    pub privates: Vec<LocalId>,
    /// Those of `privates` that an iteration may read, or leave for code after the loop, before it assigns them: a
    /// thread's first iteration finds the value from before the loop. `pass::outline` finds them; all others are
    /// undefined at the start of an iteration.
    pub firstprivates: Vec<LocalId>,
    /// Those of `privates` and the counter that are read after the loop: they get the value of the last iteration.
    pub lastprivates: Vec<LocalId>,
    pub reductions: Vec<Reduction>,
    /// What would be reductions if the statements were written differently.
    pub chained: Vec<Chained>,
    /// The body is what a thread does that has one iteration: see [`Prange::parts_of_thread`]. The counter of the loop in it.
    pub once: Option<LocalId>,
    /// What is known to hold when it begins: `offload::versions_of_loops` has put it under this condition.
    pub assumed: Option<Expr>,
    /// The thread that comes to it runs all iterations: one of the versions for the host's cores.
    pub is_alone: bool,
    pub clauses: Clauses,
    pub span: Span,
}

/// What a thread does that has memory of its own for all its iterations.
#[derive(Clone, Copy)]
pub struct PartsOfThread<'a> {
    /// It allocates the memory; the iterations; it adds what it has to what all threads share, and frees the memory.
    pub body: &'a [Stmt],
    /// The place of the iterations.
    pub at: usize,
    /// Each of them.
    pub iteration: &'a [Stmt],
}

impl<'a> PartsOfThread<'a> {
    pub fn before(&self) -> &'a [Stmt] {
        &self.body[..self.at]
    }

    pub fn after(&self) -> &'a [Stmt] {
        &self.body[self.at + 1..]
    }
}

impl Prange {
    /// The loop as one of one thread.
    pub fn without_threads(&self) -> For {
        For {
            counter: self.counter,
            target: None,
            start: self.start.clone(),
            stop: self.stop.clone(),
            step: self.step.clone(),
            body: self.body.clone(),
            otherwise: Block::new(),
        }
    }

    /// In the body of a loop whose threads have memory of their own, a loop of one iteration, with the counter `once`, stands
    /// for all iterations of a thread. So the body is right for as many threads as there are iterations; there may be fewer.
    pub fn parts_of_thread(&self) -> Option<PartsOfThread<'_>> {
        let once = self.once?;
        let looped = |stmt: &'_ Stmt| matches!(&stmt.kind, StmtKind::For(looped) if looped.counter == once);
        let at = self.body.iter().position(looped)?;
        let StmtKind::For(looped) = &self.body[at].kind else { return None };
        Some(PartsOfThread { body: &self.body, at, iteration: &looped.body })
    }
}

/// Statements that one thread of the device runs, between the kernels before and after.
#[derive(Clone, Debug)]
pub struct Serial {
    pub body: Block,
    /// Locals assigned in the body that are read after it.
    pub results: Vec<LocalId>,
}

/// A local that every iteration updates in place with one operator.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub local: LocalId,
    pub op: ReductionOp,
    /// Each thread may compute its part in any order, too: a sum or product of floating-point numbers.
    pub any_order: bool,
    /// The first in-place operator.
    pub span: Span,
}

/// A local that `if x < s: s = x` would reduce, with `elif`s after it: as separate statements they reduce as well.
#[derive(Clone, Debug)]
pub struct Chained {
    pub local: LocalId,
    pub which: MinMax,
    pub elifs: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReductionOp {
    /// `+=` and `-=`.
    Add,
    Multiply,
    BitAnd,
    BitOr,
    BitXor,
    MinMax(MinMax),
}

impl ReductionOp {
    /// The reduction that an in-place operator makes.
    pub fn from_binary(op: BinaryOp) -> Option<ReductionOp> {
        match op {
            BinaryOp::Add | BinaryOp::Subtract => Some(ReductionOp::Add),
            BinaryOp::Multiply => Some(ReductionOp::Multiply),
            BinaryOp::BitAnd => Some(ReductionOp::BitAnd),
            BinaryOp::BitOr => Some(ReductionOp::BitOr),
            BinaryOp::BitXor => Some(ReductionOp::BitXor),
            _ => None,
        }
    }
}

/// What `parallel` and `prange` take beside `device=`.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    pub num_threads: Option<Expr>,
    pub schedule: Option<Schedule>,
    pub chunksize: Option<Expr>,
    /// `use_threads_if=condition` (Cython's): run on one thread if it is false.
    pub use_threads_if: Option<Expr>,
    /// For devices only, like the rest.
    pub num_teams: Option<Expr>,
    pub thread_limit: Option<Expr>,
    pub simd: bool,
    pub collapse: Option<u32>,
    /// `if_=condition`: on the host if it is false.
    pub offload_if: Option<Expr>,
    pub device_num: Option<Expr>,
}

/// `device={...}`: an offload region with the maps that the user wrote; what is not named is inferred.
#[derive(Clone, Debug)]
pub struct DeviceClause {
    pub entries: Vec<MapEntry>,
    /// How many elements pointers point to, where the code before the region says that: numbers that are known when it
    /// begins.
    pub counts: Vec<(LocalId, Expr)>,
    pub span: Span,
}

/// `X: 'to'` or `p: ('tofrom', n)`.
#[derive(Clone, Debug)]
pub struct MapEntry {
    pub subject: Subject,
    pub map: MapType,
    /// For pointers: the number of elements.
    pub count: Option<Expr>,
    pub span: Span,
}

/// What can be mapped. The fields of an object are locals here: see `hir::objects`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    Local(LocalId),
    Global(GlobalId),
}

/// An offload region, outlined: the body of a [`Parallel`] with a device clause, or a `prange` with
/// one (then the body is that one loop).
///
/// The body consists of kernels ([`super::walk::kernels`]): parallel loops and [`Serial`] statements. What is around
/// them runs on the host: conditions, sequential loops, and assignments of scalars and views that touch no memory and
/// cannot fail.
///
/// The body refers to the function's locals. Those assigned in it are private to it unless they are
/// `lastprivates` or reductions of its loops, or `results`.
#[derive(Clone, Debug)]
pub struct Region {
    pub clause: DeviceClause,
    pub clauses: Clauses,
    pub body: Block,
    /// What devices run in its place, where that is not the same. After the plan, the host's kernels have versions, and so may loops of the
    /// device's.
    pub of_device: Option<Block>,
    /// Every outside local, global or field that the body uses, in the order of first appearance.
    pub captures: Vec<Capture>,
    /// Captures that statements beside the loops give a value which is read after the region.
    pub results: Vec<LocalId>,
    /// A check in the body, or a function that it calls, can fail.
    pub may_fail: bool,
    /// Data contexts of the function that the region is in, outermost first.
    pub contexts: Vec<super::ContextId>,
    /// The host's code around it reports what it reads and writes.
    pub coherent: bool,
    /// What may not show the same memory as others that the region uses, unless one thread runs it.
    pub sharing: Vec<Shared>,
    /// From `with` or `for` to the end of its header line.
    pub span: Span,
}

/// A view or pointer that may not show the same memory as some others: where it does, one thread runs the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub local: LocalId,
    pub sharing: Sharing,
    /// Only where this number, which the region does not change, is not 0: otherwise nothing is added up.
    pub only_if: Option<LocalId>,
}

/// Which other variables of a region may show the same memory as a view or pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// None: atomic updates add to it, in place of sums under a lock or after a barrier.
    Alone,
    /// What the region only reads: it is read where Cython's threads have waited for one another, and those of the region have
    /// not.
    OnlyRead,
}

impl Region {
    /// What a device runs, or the host.
    pub fn code(&self, on_device: bool) -> &Block {
        self.of_device.as_ref().filter(|_| on_device).unwrap_or(&self.body)
    }
}

impl Subject {
    pub fn as_local(&self) -> Option<LocalId> {
        match self {
            Subject::Local(id) => Some(*id),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Capture {
    pub subject: Subject,
    /// Its first use in the body.
    pub span: Span,
}

/// `with device({...})`: data resident on the device for the length of a block.
#[derive(Clone, Debug)]
pub struct DataContext {
    pub entries: Vec<MapEntry>,
    /// `device()` without arguments, or with an empty dict: the entries are inferred.
    pub infer: bool,
    /// The host's code around it reports what it reads and writes.
    pub coherent: bool,
    pub device_num: Option<Expr>,
    pub origin: ContextOrigin,
    /// For [`ContextOrigin::NewViews`]: what may be kept.
    pub views: Vec<LocalId>,
    /// The text of its block has no region and no update, nothing in it has been reported, and all of it is compiled.
    pub is_plain: bool,
    /// `device(...)` itself, if the user wrote it.
    pub clause: Span,
    pub span: Span,
}

/// Who put a data context where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextOrigin {
    /// The user, by a `with` statement.
    Written,
    /// The `auto_context` directive, around a loop.
    AutoContext,
    /// `pass::coherence`, around the code that uses arrays which the code before it made.
    NewViews,
}

/// Host code in which nothing runs on a device: it follows a [`super::StmtKind::HostAccess`].
#[derive(Clone, Debug)]
pub struct HostSection {
    /// How many statements of the block after the marker.
    pub statements: usize,
    /// What is evaluated right after these: the condition, bounds or arguments of the next statement, or the
    /// condition of the `while` whose preparation ends here.
    pub header: Vec<Expr>,
    /// Variables to which the next statement, or the one that has just run, itself gives values.
    pub results: Vec<Expr>,
    /// Its first statement or expression.
    pub span: Span,
}

/// `update({D: 'from', X: 'to'})`.
#[derive(Clone, Debug)]
pub struct Update {
    pub entries: Vec<MapEntry>,
    /// The host's code around it reports what it reads and writes.
    pub coherent: bool,
    pub span: Span,
}
