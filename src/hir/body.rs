//! Statements and expressions of one function.

use super::{
    BufferOptions, ClassId, CompareOp, Directives, EnumId, ExternId, FunctionId, FusedFunctionId, GlobalId,
    LocalId, Locals, LogicalOp, MapType, Runtime, Schedule, Singleton, TypeExpr, TypeName, UnaryOp,
};
use std::collections::{HashMap, HashSet};

use crate::base::{Arena, Idx, Name, Statement, StmtId};
use crate::source::Span;

pub type ExprId = Idx<Expr>;
pub type Block = Vec<Stmt>;

#[derive(Clone, Debug, Default)]
pub struct Body {
    pub exprs: Arena<Expr>,
    pub locals: Locals<Local>,
    /// The views of the elements of variables with buffer types.
    pub buffers: HashMap<LocalId, LocalId>,
    /// The options that their types set for these views.
    pub buffer_options: HashMap<LocalId, BufferOptions>,
    /// The function is a generator, or a coroutine.
    pub yields: bool,
    /// The function is `async`.
    pub coroutine: Option<Coroutine>,
    /// Locals that stand for variables of other scopes, or of a generator, while parallel code runs.
    pub of_threads: HashSet<LocalId>,
    /// Variables that `:=` binds: an expression may change them.
    pub rebound: HashSet<LocalId>,
    /// Variables that hold memoryviews of the module while offload code or code without the GIL runs.
    pub held: HashMap<LocalId, GlobalId>,
    /// Uses of such a variable as an argument; the function checks whether the memoryview has a value.
    pub given: HashSet<ExprId>,
    /// Targets and sums that are made for the variable of a `for ... from` loop: its type comes from `starts`.
    pub steps: HashSet<ExprId>,
    pub starts: Vec<(LocalId, ExprId)>,
    /// The bytes that C strings have of literals with characters beyond ASCII, where they have any.
    pub c_texts: HashMap<ExprId, Vec<u8>>,
    pub block: Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coroutine {
    Plain,
    /// `@cython.iterable_coroutine`: loops and `yield from` take it, too.
    Iterable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yielding {
    Value,
    From,
    Await,
    /// From an iterator that is made for it.
    Iterator,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: Name,
    /// [`super::TypeKind::Untyped`] if it is not declared.
    pub ty: TypeExpr,
    pub is_param: bool,
    /// Made by offcy, and never read before it has a value.
    pub is_hidden: bool,
    /// The first declaration or assignment.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// How an operator of `cython.operator` uses a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandUse {
    /// A pointer.
    Dereferenced,
    /// A C number, or a pointer that is moved.
    Counted,
    /// The same once more.
    CountedAgain,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Already reported.
    Error,
    Name(Binding),
    /// Decimal digits, any size, and the C suffix (`u`, `l`, `ul`, `ll`, `ull`, lower case) if any.
    Int {
        digits: Name,
        suffix: Name,
    },
    Float(Name),
    Imaginary(Name),
    Str(String),
    Bytes(Vec<u8>),
    /// `c'x'`
    Char(u8),
    Singleton(Singleton),
    Null,
    Unary(UnaryOp, ExprId),
    /// `+x`
    Positive(ExprId),
    Binary(Operator, ExprId, ExprId),
    /// `a < b <= c`: each operand is evaluated once.
    Compare {
        first: ExprId,
        rest: Vec<(Comparison, ExprId)>,
    },
    Logical(LogicalOp, ExprId, ExprId),
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Call {
        callee: ExprId,
        arguments: Vec<ExprId>,
        keywords: Vec<(Name, ExprId)>,
    },
    Attribute {
        base: ExprId,
        name: Name,
    },
    Subscript {
        base: ExprId,
        indices: Vec<Subscript>,
    },
    Tuple(Vec<ExprId>),
    List(Vec<ExprId>),
    /// `*target`, among the targets of an assignment.
    Starred(ExprId),
    /// `yield value`, `yield from value` or `await value`.
    Yield {
        value: Option<ExprId>,
        how: Yielding,
    },
    /// Runs a block of the enclosing [`StmtKind::Comprehensions`]; its value is that of a variable
    /// afterwards.
    Comprehension {
        block: usize,
        result: LocalId,
        /// Variables that nothing outside names.
        variables: Vec<LocalId>,
    },
    Dict(Vec<(ExprId, ExprId)>),
    /// `{value!conversion:format}` of an f-string: text.
    Formatted {
        value: ExprId,
        conversion: Option<Conversion>,
        format: Option<ExprId>,
    },
    /// An f-string: its parts, which are all texts.
    Joined(Vec<ExprId>),
    /// `<T>x`; `checked` for `<T?>x`.
    Cast {
        ty: TypeExpr,
        checked: bool,
        operand: ExprId,
    },
    /// `<int[:n, :m]>p`: an array of `cython.view` over the memory at a pointer, with the memoryview's
    /// element type.
    ArrayOver {
        ty: TypeExpr,
        operand: ExprId,
        extents: Vec<ExprId>,
    },
    AddressOf(ExprId),
    /// What an operator of `cython.operator` is applied to: itself, if it has a type for that.
    COperand(ExprId, OperandUse),
    /// Whether an object is of exactly this class.
    IsExactly(ExprId, ClassId),
    /// Whether an object is of a class or of a subclass.
    IsInstance(ExprId, ClassId),
    /// Whether an object of a class or of a subclass is known to have the class's own method of a name.
    Inherits(ExprId, ClassId, Name),
    SizeOfType(TypeExpr),
    SizeOfExpr(ExprId),
    /// `cython.typeof(x)`: the name of a type, as a string.
    TypeOf(ExprId),
    /// `real is double`, `real in cython.floating`: decided when the function is specialised.
    TypeTest {
        left: TypeExpr,
        comparison: Comparison,
        right: TypeExpr,
    },
    /// The object of a function, created at its definition.
    MakeFunction {
        function: FunctionId,
        /// The object that holds the variables which it shares with the functions around it.
        scope: Option<ExprId>,
        /// The defaults of its parameters, if they are not constants.
        defaults: Vec<ExprId>,
    },
    /// The default of a parameter that the function's object keeps.
    KeptDefault(usize),
    /// A call of a function of the runtime with objects.
    Runtime(Runtime, Vec<ExprId>),
    /// `f[double]` of a C function: one of its specialisations.
    Specialise {
        function: FunctionId,
        types: Vec<TypeExpr>,
    },
    /// `object.method[double]`, if it is a C method: one of its specialisations. `otherwise` is what else it may be;
    /// `None` if the types have no names in Python.
    SpecialiseMethod {
        method: ExprId,
        types: Vec<TypeExpr>,
        otherwise: Option<ExprId>,
    },
}

impl ExprKind {
    /// The number of the only letter of a text, or of the only one of some bytes.
    pub fn code_of_letter(&self) -> Option<u32> {
        match self {
            ExprKind::Str(text) => {
                let mut letters = text.chars();
                let letter = letters.next()?;
                letters.next().is_none().then(|| letter.into())
            }
            ExprKind::Bytes(bytes) => match bytes.as_slice() {
                [byte] => Some(u32::from(*byte)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// How an f-string converts a value to text before it formats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    Str,
    Repr,
    Ascii,
}

/// One place in a subscript.
#[derive(Clone, Debug)]
pub enum Subscript {
    Index(ExprId),
    Slice {
        start: Option<ExprId>,
        stop: Option<ExprId>,
        step: Option<ExprId>,
    },
    Ellipsis,
    /// `None` as a new axis.
    NewAxis,
}

/// Binary operators as written: what they mean depends on the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// `/`
    TrueDivide,
    /// `//`
    FloorDivide,
    Modulo,
    Power,
    MatrixMultiply,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

impl Operator {
    pub fn is_shift(self) -> bool {
        matches!(self, Operator::ShiftLeft | Operator::ShiftRight)
    }

    /// Whether `overflowcheck` applies to the operator.
    pub fn may_overflow(self) -> bool {
        matches!(self, Operator::Add | Operator::Subtract | Operator::Multiply | Operator::ShiftLeft)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Ordering(CompareOp),
    Is,
    IsNot,
    In,
    NotIn,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    Local(LocalId),
    /// A C-level global of the module.
    Global(GlobalId),
    /// A `cdef` or `cpdef` function of the module, known to C. A `def` function is a
    /// [`Binding::ModuleName`].
    Function(FunctionId),
    /// A C function with specialisations, of which a call chooses one by its arguments.
    Fused(FusedFunctionId),
    Extern(ExternId),
    /// A member of a C enum.
    EnumMember(EnumId, Name),
    /// A Python-level name of the module: looked up at run time.
    ModuleName(Name),
    /// A name that the body of a Python class binds; the class's namespace.
    ClassName(LocalId, Name),
    /// A Python builtin that the module does not define.
    Builtin(Name),
    /// A type as a value: `float(x)`, casts written as calls.
    Type(TypeName),
    /// A function of `cython` or `cython.parallel` that offcy knows.
    Intrinsic(Intrinsic),
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    ThreadId,
}

/// A statement, of the HIR or, with another kind, of the TIR.
#[derive(Debug)]
pub struct Stmt<K = StmtKind> {
    /// A copy has another one.
    id: StmtId,
    pub kind: K,
    pub span: Span,
}

impl<K> Stmt<K> {
    /// A statement, with an identity of its own.
    pub fn new(kind: K, span: Span) -> Stmt<K> {
        Stmt { id: StmtId::unused(), kind, span }
    }
}

impl<K: Clone> Clone for Stmt<K> {
    fn clone(&self) -> Stmt<K> {
        Stmt::new(self.kind.clone(), self.span)
    }
}

impl<K> Statement for Stmt<K> {
    fn id(&self) -> StmtId {
        self.id
    }
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Already reported.
    Error,
    Expr(ExprId),
    /// `a = b = value`: the value is evaluated once, the targets are bound from left to right.
    Assign {
        targets: Vec<ExprId>,
        value: ExprId,
    },
    /// `target op= value`
    AugAssign {
        target: ExprId,
        operator: Operator,
        value: ExprId,
    },
    If {
        condition: ExprId,
        then: Block,
        otherwise: Block,
    },
    While {
        condition: ExprId,
        body: Block,
        otherwise: Block,
    },
    /// `for target in range(...)` with Python's own `range`.
    ForRange {
        target: ExprId,
        range: Range,
        body: Block,
        otherwise: Block,
    },
    /// A loop over a Python iterable.
    ForEach {
        target: ExprId,
        iterable: ExprId,
        body: Block,
        otherwise: Block,
    },
    Prange(Box<Prange>),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// `raise exception from cause`; without an exception, the one that is being handled.
    Raise {
        exception: Option<ExprId>,
        cause: Option<ExprId>,
    },
    Try(Box<Try>),
    /// `with manager as target` of a Python context manager.
    With {
        manager: ExprId,
        target: Option<ExprId>,
        body: Block,
    },
    Assert {
        condition: ExprId,
        message: Option<ExprId>,
    },
    Delete(Vec<ExprId>),
    /// `import a.b as c`: binds `target`.
    Import {
        module: Name,
        leaf: bool,
        /// As in Python 2, a module in the same package comes first.
        beside: bool,
        target: ExprId,
    },
    /// `from ..a import b as c, d`.
    ImportFrom {
        /// The number of leading dots; -1: as in Python 2, a module in the same package comes first.
        level: i32,
        module: Name,
        names: Vec<(Name, ExprId)>,
        /// `import *`, with the extension types, whose names it must not bind; `names` are the variables of C, which
        /// it binds if the module has their names.
        all: Option<Vec<Name>>,
    },
    Nogil(Block),
    WithGil(Block),
    /// `with parallel(...)`.
    Parallel {
        clauses: Clauses,
        body: Block,
    },
    /// `with device({...})`.
    DataContext {
        context: DataContext,
        body: Block,
    },
    Update {
        entries: Vec<MapEntry>,
        span: Span,
    },
    /// `with atomic(): place op= value`.
    Atomic {
        target: ExprId,
        operator: Operator,
        value: ExprId,
    },
    /// Blocks that expressions of the body run, by number, where they are evaluated.
    Comprehensions {
        blocks: Vec<(usize, Block)>,
        body: Block,
    },
    /// `with cython.boundscheck(False):`.
    Directives {
        directives: Box<Directives>,
        body: Block,
    },
}

#[derive(Clone, Debug)]
pub struct Try {
    pub body: Block,
    pub handlers: Vec<Handler>,
    /// `else:`
    pub otherwise: Block,
    pub finally: Option<Block>,
}

/// `except exception as target:`
#[derive(Clone, Debug)]
pub struct Handler {
    /// A class or a tuple of classes; `None` catches all.
    pub exception: Option<ExprId>,
    pub target: Option<ExprId>,
    /// The target stays bound after the clause: `except exception, target:`.
    pub keeps_target: bool,
    pub body: Block,
    pub span: Span,
}

/// The arguments of `range` or `prange`.
#[derive(Clone, Debug)]
pub struct Range {
    pub start: Option<ExprId>,
    pub stop: ExprId,
    pub step: Option<ExprId>,
    /// `reversed(range(...))`, of a range with a step of 1 or -1.
    pub is_reversed: bool,
}

#[derive(Clone, Debug)]
pub struct Prange {
    pub target: ExprId,
    pub range: Range,
    /// `nogil=True`: releases the GIL around the loop.
    pub nogil: bool,
    pub clauses: Clauses,
    pub body: Block,
    /// `else:` of the loop.
    pub otherwise: Block,
}

/// The arguments of `parallel` and `prange`.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// `device=`: makes an offload region. `device=False` or `None` is absent.
    pub device: Option<DeviceClause>,
    pub num_threads: Option<ExprId>,
    pub schedule: Option<Schedule>,
    pub chunksize: Option<ExprId>,
    pub use_threads_if: Option<ExprId>,
    pub num_teams: Option<ExprId>,
    pub thread_limit: Option<ExprId>,
    pub simd: bool,
    pub collapse: Option<u32>,
    pub offload_if: Option<ExprId>,
    pub device_num: Option<ExprId>,
}

#[derive(Clone, Debug)]
pub struct DeviceClause {
    pub entries: Vec<MapEntry>,
    pub span: Span,
}

/// `X: 'to'` or `p: ('tofrom', n)`.
#[derive(Clone, Debug)]
pub struct MapEntry {
    /// A name or an attribute of one.
    pub subject: ExprId,
    pub map: MapType,
    pub count: Option<ExprId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct DataContext {
    pub entries: Vec<MapEntry>,
    /// `device()`: everything is inferred.
    pub infer: bool,
    pub device_num: Option<ExprId>,
    /// The text of its block has no region and no update, nothing in it has been reported, and all of it is compiled.
    pub is_plain: bool,
    /// `device(...)` itself.
    pub clause: Span,
    /// `with nogil, device(...)` is a [`StmtKind::Nogil`] around the context.
    pub span: Span,
}
