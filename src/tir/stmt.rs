//! Statements and blocks.

use super::{
    BinaryOp, ContextId, Expr, Failure, GlobalId, HostSectionId, Lanes, LocalId, MinMax, Op, Parallel,
    Prange, RegionId, Serial, Update,
};
use crate::base::Name;

/// Statements in order.
pub type Block = Vec<Stmt>;

pub type Stmt = crate::hir::Stmt<StmtKind>;

#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most statements are operations: a box for each would cost more"
)]
pub enum StmtKind {
    /// Stores a value in a place of the same, uncounted type. A borrowed memoryview local is assigned in this way too.
    Assign {
        place: Expr,
        value: Expr,
    },
    /// Evaluates for the C side effects.
    Eval(Expr),
    /// Runs an operation; the result goes to `into` (an owned local must be empty).
    Run {
        into: Option<LocalId>,
        op: Op,
    },
    /// Releases what `into` holds and takes over what `from` holds; `from` is empty afterwards.
    Move {
        into: LocalId,
        from: LocalId,
    },
    /// Releases what an owned local holds, if anything, and empties it.
    Release(LocalId),
    Check(Check),
    If {
        condition: Expr,
        then: Block,
        otherwise: Block,
    },
    /// `while`: runs `prepare` and tests `condition` before each iteration. `otherwise` runs when the condition fails,
    /// not after a `break`.
    While {
        prepare: Block,
        condition: Expr,
        body: Block,
        otherwise: Block,
    },
    For(Box<For>),
    /// Several iterations of a loop at once, without their last statements.
    Lanes(Box<Lanes>),
    Break,
    Continue,
    Return(Option<Expr>),
    Try(Box<Try>),
    /// The GIL is released inside; it is held outside.
    Nogil(Block),
    /// The GIL is held inside; it is not held outside.
    WithGil(Block),
    Parallel(Box<Parallel>),
    Prange(Box<Prange>),
    /// In a region, beside its parallel loops: one thread runs it. `pass::outline` makes these.
    Serial(Box<Serial>),
    /// A region that `pass::outline` has taken out.
    Offload(RegionId),
    /// A data context around a block, left on every way out of it.
    Context {
        context: ContextId,
        body: Block,
    },
    Update(Box<Update>),
    /// Reports to the runtime what the host code that follows reads and writes.
    HostAccess(HostSectionId),
    /// One read-modify-write of one place, atomic against all threads.
    Atomic {
        place: Expr,
        op: AtomicOp,
        value: Expr,
    },
}

/// What an atomic update makes of a place and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    Binary(BinaryOp),
    /// The value, if it is less than what the place holds, or greater: `if value < place: place = value`.
    MinMax(MinMax),
}

/// Code that runs where a block was left, by an exception or by any way.
#[derive(Clone, Debug)]
pub struct Try {
    pub body: Block,
    /// An owned temporary: the exception that has left `body`, empty if none did. Other owned temporaries that `body`
    /// has filled are released then.
    pub exception: LocalId,
    pub catches: Catches,
    /// Runs while the exception, if there is one, is being handled (`sys.exc_info()`).
    pub handler: Block,
    /// The GIL is held around it. Otherwise it is a `finally`, and a failure remains an entry of the error record:
    /// there is never an exception.
    pub has_gil: bool,
    /// For [`Catches::Exceptions`]: runs if `body` reached its end.
    pub otherwise: Block,
}

/// What leads to the handler of a [`Try`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catches {
    /// `except`: it deals with the exception, or raises it again.
    Exceptions,
    /// `finally`: all ways out of the body. After the handler it goes on to where the body was going, also with an
    /// exception unless the handler has released it.
    AllWays,
}

impl Try {
    /// Whether code after it may be reached although an exception has left the body.
    pub fn may_suppress(&self) -> bool {
        let mut releases = false;
        super::walk::statements(&self.handler, &mut |stmt| {
            releases |= matches!(stmt.kind, StmtKind::Release(id) if id == self.exception);
        });
        self.catches == Catches::Exceptions || releases
    }
}

/// A counted loop over `range(start, stop, step)`. The bounds are evaluated once, before; the expressions here are
/// safe to evaluate in the loop header in each iteration.
#[derive(Clone, Debug)]
pub struct For {
    /// Counts; nothing else assigns it and nobody reads it after the loop.
    pub counter: LocalId,
    /// The user's variable, if it must differ from the counter (it is assigned in the body, or read after the loop):
    /// set to the counter at the top of each iteration.
    pub target: Option<LocalId>,
    pub start: Expr,
    pub stop: Expr,
    pub step: Step,
    pub body: Block,
    /// `else:` of the loop: runs unless a `break` left it.
    pub otherwise: Block,
}

impl For {
    /// The variable that the body reads.
    pub fn variable(&self) -> LocalId {
        self.target.unwrap_or(self.counter)
    }
}

/// The step of a counted loop.
#[derive(Clone, Debug)]
pub enum Step {
    /// Known and not zero.
    Constant(i64),
    /// Known only at run time, checked not to be zero.
    Dynamic(Expr),
}

/// A condition that must hold; otherwise an exception is raised.
#[derive(Clone, Debug)]
pub struct Check {
    pub kind: CheckKind,
}

#[derive(Clone, Debug)]
pub enum CheckKind {
    /// `into` becomes the index, wrapped around once if `wraparound` is set and it is negative; if `boundscheck` is
    /// set, an index outside `0..extent` is an `IndexError`. Without `into` the index needs no wrapping and is only
    /// tested.
    Index {
        into: Option<LocalId>,
        index: Expr,
        extent: Expr,
        axis: usize,
        wraparound: bool,
        boundscheck: bool,
        /// The user's name of the memoryview, for the message.
        variable: Option<Name>,
        /// The index belongs to a slice; its message differs from an element's.
        is_slice: bool,
    },
    /// An index like [`CheckKind::Index`] that raises nothing: where it is outside, `outside` is set and `into` is the last one. The
    /// code around it has no effects that count then.
    Noted { into: LocalId, index: Expr, extent: Expr, axis: usize, wraparound: bool, outside: LocalId },
    /// A divisor of integers or floats: `ZeroDivisionError`.
    Divisor {
        value: Expr,
        division: Division,
        /// For `//` on signed integers: the smallest divided by -1 is an `OverflowError`.
        dividend: Option<Expr>,
    },
    /// `left op right` on C integers of one type, which must hold the result: `OverflowError`.
    Overflow { op: BinaryOp, left: Expr, right: Expr },
    /// The step of a range, or of a slice along an axis: `ValueError`.
    Step { value: Expr, axis: Option<usize> },
    /// What a clause of parallel code asks for, `num_threads` or `chunksize`, which the OpenMP runtime must be able to
    /// follow: `ValueError`.
    Clause { value: Expr, clause: &'static str },
    /// An extent of what is assigned to a slice: it must be the slice's or 1, otherwise `ValueError`. A slice of a C
    /// array has no axis, and one element is not repeated.
    Extent { extent: Expr, given: Expr, axis: Option<usize> },
    /// A memoryview that must not be `None`: `AttributeError` or `TypeError` as in Cython.
    NotNone { view: Expr, action: Name },
    /// An object that must not be `None`, for its field or method: `AttributeError`.
    Attribute { object: Expr, name: Name },
    /// An object or memoryview for a parameter of a C function that does not take `None`: `TypeError`.
    Given { value: Expr },
    /// A variable that functions share, and that may not have been assigned yet: `UnboundLocalError` in its own function,
    /// otherwise `NameError`.
    Shared { place: Expr, name: Name, is_own: bool },
    /// A variable that may not have been assigned yet: `UnboundLocalError`.
    Initialised { local: LocalId },
    /// The same for a memoryview of the module.
    Bound { global: GlobalId },
}

/// Which message a zero divisor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    Integer,
    IntegerModulo,
    Float,
    FloatModulo,
}

impl Stmt {
    /// Whether it always raises: nothing after it is reached.
    pub fn raises(&self) -> bool {
        matches!(&self.kind, StmtKind::Run { op, .. } if op.info().failure == Failure::Always)
    }
}

/// Whether control never reaches the end of the block.
pub fn ends_elsewhere(block: &[Stmt]) -> bool {
    block.last().is_some_and(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Run { .. } => stmt.raises(),
        StmtKind::If { then, otherwise, .. } => ends_elsewhere(then) && ends_elsewhere(otherwise),
        StmtKind::Nogil(body) | StmtKind::WithGil(body) | StmtKind::Context { body, .. } => {
            ends_elsewhere(body)
        }
        StmtKind::Try(tried) => tried_ends_elsewhere(tried),
        _ => false,
    })
}

/// Whether a `try` does not reach what follows it.
fn tried_ends_elsewhere(tried: &Try) -> bool {
    let [body, handler, otherwise] =
        [&tried.body, &tried.handler, &tried.otherwise].map(|block| ends_elsewhere(block));
    match tried.catches {
        Catches::Exceptions => handler && (body || otherwise),
        Catches::AllWays => handler || body && !tried.may_suppress(),
    }
}
