//! Operations that may fail, touch reference counts or need the interpreter.

use std::sync::Arc;

use super::{
    CompareOp, Conversion, Expr, ExternId, FunctionId, LetterOp, LibraryFunction, LocalId, ObjectBinaryOp,
    ObjectUnaryOp, Runtime,
};
use crate::base::Name;
use crate::ty::{ExceptionSpec, Memoryview, PyClass};

/// The operand that an [`Op::Binary`] may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    Left,
    Right,
}

/// What a [`super::StmtKind::Run`] does. Operands of object type are atoms: locals, constants,
/// singletons; they stay borrowed.
#[derive(Clone, Debug)]
pub enum Op {
    /// `import a.b.c`: the top package, or the last one where `leaf`. One `beside` the module comes first.
    Import {
        module: Name,
        leaf: bool,
        beside: bool,
    },
    /// `from ..module import names`: the module; for a package, with those of its modules that are named. `level`
    /// counts the dots; -1: one beside the module comes first.
    ImportFrom {
        level: i32,
        module: Name,
        names: Vec<Name>,
    },
    /// `from module import name`, `module` being the object that [`Op::ImportFrom`] gave.
    ImportName {
        module: Expr,
        name: Name,
    },
    /// `from module import *`: stores the names of `module` in the compiled module, except for those of C's variables
    /// (`kept`), of which it makes a `dict`. Those of `refused` must not be there: a TypeError with their words.
    ImportAll {
        module: Expr,
        kept: Vec<Name>,
        refused: Vec<(Name, String)>,
    },
    /// A name of the module, otherwise of the builtins.
    LoadName(Name),
    /// A name of the builtins, whatever the module has under that name.
    LoadBuiltin(Name),
    /// Binds a name of the module.
    StoreName {
        name: Name,
        value: Expr,
    },
    GetAttribute {
        object: Expr,
        name: Name,
    },
    SetAttribute {
        object: Expr,
        name: Name,
        value: Expr,
    },
    /// `object[key]`: of items, the key may be a C number.
    GetItem {
        object: Expr,
        key: Expr,
    },
    SetItem {
        object: Expr,
        key: Expr,
        value: Expr,
        /// The value is a temporary that nothing else uses: it may be empty afterwards.
        spends_value: bool,
    },
    DelItem {
        object: Expr,
        key: Expr,
    },
    DelAttribute {
        object: Expr,
        name: Name,
    },
    /// `object[start:stop]`; what is left out is `None`.
    GetSlice {
        object: Expr,
        start: Expr,
        stop: Expr,
    },
    SetSlice {
        object: Expr,
        start: Expr,
        stop: Expr,
        value: Expr,
    },
    /// Unbinds a name of the module.
    DelName {
        name: Name,
        /// It may be unbound already.
        if_bound: bool,
    },
    /// `__enter__` or `__exit__` as a method of the object's type, bound to the object.
    SpecialMethod {
        object: Expr,
        name: Name,
    },
    /// `callee(*arguments, **keywords)` with keywords known by name.
    CallObject {
        callee: Expr,
        arguments: Vec<Expr>,
        keywords: Vec<(Name, Expr)>,
    },
    /// A method call without making the bound method.
    CallMethod {
        object: Expr,
        name: Name,
        arguments: Vec<Expr>,
        keywords: Vec<(Name, Expr)>,
    },
    Binary {
        op: ObjectBinaryOp,
        left: Expr,
        right: Expr,
        in_place: bool,
        /// The operand that is a temporary which nothing else uses: it may be empty afterwards.
        spent: Option<Spent>,
    },
    Unary {
        op: ObjectUnaryOp,
        operand: Expr,
    },
    /// The result is an object.
    Compare {
        op: CompareOp,
        left: Expr,
        right: Expr,
    },
    /// Whether a comparison is true; a `bint`.
    Holds {
        op: CompareOp,
        left: Expr,
        right: Expr,
    },
    /// `item in container`; a `bint`.
    Contains {
        item: Expr,
        container: Expr,
    },
    /// An operation on letters of texts.
    Letters(LetterOp),
    /// The truth value of an object; a `bint`.
    Truth(Expr),
    /// `float(value)` of an object; a `double`.
    FloatOf(Expr),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    /// Adds an item to a list or a set, or a key and its value to a dict, that nobody else knows yet; or items to a list as
    /// `list.extend` does.
    Gather {
        into: Expr,
        items: Vec<Expr>,
        extends: bool,
    },
    /// `str(value)`, `repr(value)` or `ascii(value)`, whatever the module calls it.
    Text {
        conversion: Conversion,
        value: Expr,
    },
    /// `format(value, format)`
    Format {
        value: Expr,
        format: Option<Expr>,
    },
    /// The texts one after another.
    Join(Vec<Expr>),
    /// The characters of a C string from `start` to `stop`, or to its end, as `bytes` or a similar class.
    Characters {
        text: Expr,
        start: Expr,
        stop: Option<Expr>,
        class: PyClass,
    },
    /// `text[start:stop].decode(encoding, errors)` of a C string, bounds below zero counted from its end.
    Decode {
        text: Expr,
        start: Expr,
        stop: Option<Expr>,
        encoding: Option<Expr>,
        errors: Option<Expr>,
    },
    /// `slice(start, stop, step)`.
    SliceObject {
        start: Expr,
        stop: Expr,
        step: Expr,
    },
    /// A C value as a new object, by its type.
    ToObject(Expr),
    /// An object as a C value of the target's type, with Cython's errors.
    FromObject {
        value: Expr,
        /// What the errors call the type, if a header names it.
        named: Option<Name>,
    },
    /// An object as a memoryview of the target's type (acquires its buffer).
    ViewFromObject(Expr),
    /// A memoryview as a Python object that exports the same memory.
    ViewToObject(Expr),
    /// An array of `cython.view` over what a pointer points to, with a number of elements per axis; its layout is the
    /// view's.
    ArrayOver {
        pointer: Expr,
        extents: Vec<Expr>,
        view: Arc<Memoryview>,
    },
    /// How many elements of its type a pointer to the data of an array points to: all that the array has, or why that is not
    /// known (`OFFCY_UNKNOWN_COUNT`, `OFFCY_COUNT_WITH_GAPS`).
    ElementsFrom {
        array: Expr,
        pointer: Expr,
    },
    /// The object of a function: with the object that holds what it shares with others, and a tuple of its parameters'
    /// defaults.
    MakeFunction {
        function: FunctionId,
        scope: Option<Expr>,
        defaults: Option<Expr>,
    },
    /// A function of the runtime that returns an object.
    Runtime {
        function: Runtime,
        arguments: Vec<Expr>,
    },
    /// A new reference to a borrowed object or memoryview, which may be in a field.
    Own(Expr),
    /// Stores a new reference to the value in a field or global, and releases what it held; a null pointer leaves it
    /// empty. With `gives` the value is an owned temporary whose reference is taken: it is empty afterwards.
    Store {
        place: Expr,
        value: Expr,
        gives: bool,
    },
    /// Whether an object is of a class, or is `None` where that is allowed: otherwise TypeError.
    CheckClass {
        value: Expr,
        class: PyClass,
        allows_none: bool,
    },
    /// Calls a function of the module that may fail, or that runs offload regions.
    CallFunction {
        function: FunctionId,
        arguments: Vec<Expr>,
    },
    /// Calls a C function of another module that may set an exception.
    CallExtern {
        external: ExternId,
        arguments: Vec<Expr>,
    },
    /// Calls a function of BLAS, where its arrays are: it moves what it needs itself. `pass::device_library` makes these.
    CallLibrary {
        external: ExternId,
        library: LibraryFunction,
        arguments: Vec<Expr>,
        /// The code around it reports what the host uses.
        coherent: bool,
    },
    /// The function begins, or a generator goes on: reports that to profilers, and with `lines` to what traces lines.
    /// The first statement of its function.
    Enter {
        lines: bool,
    },
    /// Reports to what traces lines that the line of the statement begins.
    Line,
    /// Fails if a C function has set an exception without reporting it.
    CheckRaised,
    /// Fails because a C function has set an exception and has reported it.
    Raised,
    /// Calls what a function pointer points to, of a [`Ty::Function`].
    CallPointer {
        pointer: Expr,
        arguments: Vec<Expr>,
    },
    /// Yields a value; the result is what is sent back.
    Yield(Expr),
    /// Yields all that an iterator returns; its result.
    YieldFrom(Expr),
    /// An iterator over an object, or what [`Op::NextItem`] takes in its place.
    GetIterator(Expr),
    /// `iter(range(start, stop))`, or what [`Op::NextItem`] takes in its place: then `at` is where it starts. `range` is the
    /// builtin, as it was at import.
    GetRange {
        range: Expr,
        start: Option<Expr>,
        stop: Expr,
        at: LocalId,
    },
    /// The next item, or empty at the end (no error then). `at` counts them.
    NextItem {
        iterator: LocalId,
        at: LocalId,
        what: Next,
    },
    /// `assert`, `raise`: raises the object (a class or an instance).
    Raise {
        exception: Expr,
        /// The one after `from`.
        cause: Option<Expr>,
    },
    /// `raise ValueError("text")`: raises a new object of a builtin exception.
    RaiseNew {
        exception: Name,
        arguments: Vec<Expr>,
    },
    /// Lets an exception go on; without one, the exception being handled.
    Reraise {
        exception: Option<Expr>,
    },
    /// Whether an exception is of a class, or of one in a tuple; a `bint`.
    Matches {
        exception: Expr,
        class: Expr,
    },
    /// Calls a bound `__exit__` with an exception: its truth value, a `bint`.
    ExitWith {
        exit: Expr,
        exception: Expr,
    },
    /// The same for a builtin exception whose one argument, if it has any, is a constant text: an entry of the error
    /// record, which needs no interpreter.
    RaiseConstant {
        exception: Name,
        message: Option<String>,
    },
    /// Unpacks an iterable of exactly as many items into owned, empty locals; one of them may take all the items that
    /// the others leave, as a list.
    Unpack {
        sequence: Expr,
        targets: Vec<LocalId>,
        rest: Option<usize>,
    },
}

/// What [`Op::NextItem`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Of an [`Op::GetIterator`].
    Item,
    /// Of an [`Op::GetRange`].
    Number,
    /// The key of a [`Runtime::Entries`], and the value that belongs to it.
    Entry { value: LocalId },
    /// The value of a [`Runtime::Entries`].
    Value,
}

/// How an operation reports a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    Never,
    /// A Python exception is set and the result is NULL (objects).
    NullResult,
    /// A Python exception is set and the status is negative.
    NegativeStatus,
    /// The result may be any value; the callee's error channel reports the failure.
    Asked,
    /// It always fails (`raise`).
    Always,
}

/// What the back end must know about an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpInfo {
    pub failure: Failure,
    pub needs_gil: bool,
    /// The result is a reference that the target local then owns.
    pub makes_reference: bool,
    /// It may run unknown code (a method of an object, say), which may use any data.
    pub runs_python: bool,
}

impl Op {
    pub fn info(&self) -> OpInfo {
        use Op::*;
        let runs_python = self.runs_python();
        let object =
            OpInfo { failure: Failure::NullResult, needs_gil: true, makes_reference: true, runs_python };
        let status =
            OpInfo { failure: Failure::NegativeStatus, needs_gil: true, makes_reference: false, runs_python };
        match self {
            Import { .. }
            | ImportFrom { .. }
            | ImportName { .. }
            | ImportAll { .. }
            | LoadName(_)
            | LoadBuiltin(_)
            | GetAttribute { .. }
            | SpecialMethod { .. }
            | GetItem { .. }
            | GetSlice { .. }
            | CallObject { .. }
            | CallMethod { .. }
            | Binary { .. }
            | Compare { .. }
            | Tuple(_)
            | List(_)
            | Dict(_)
            | Text { .. }
            | Format { .. }
            | Join(_)
            | Characters { .. }
            | Decode { .. }
            | SliceObject { .. }
            | ToObject(_)
            | ViewToObject(_)
            | ArrayOver { .. }
            | MakeFunction { .. }
            | Runtime { .. }
            | Yield(_)
            | YieldFrom(_)
            | GetIterator(_)
            | GetRange { .. }
            | NextItem { .. } => object,
            Unary { op: ObjectUnaryOp::Not, .. } => status,
            Unary { .. } => object,
            StoreName { .. }
            | SetAttribute { .. }
            | SetItem { .. }
            | SetSlice { .. }
            | DelItem { .. }
            | DelAttribute { .. }
            | DelName { .. }
            | Gather { .. }
            | ExitWith { .. }
            | CheckClass { .. }
            | Contains { .. }
            | Holds { .. }
            | FloatOf(_)
            | Truth(_)
            | Enter { .. }
            | Line
            | CheckRaised
            | Unpack { .. } => status,
            FromObject { .. } => OpInfo { failure: Failure::Asked, ..status },
            ViewFromObject(_) => OpInfo { makes_reference: true, ..status },
            // Destroying an object may run code; a buffer is only released, as elsewhere.
            Store { place, .. } => {
                let is_object = place.ty.is_object();
                OpInfo { failure: Failure::Never, needs_gil: is_object, runs_python: is_object, ..status }
            }
            Own(value) => OpInfo { failure: Failure::Never, needs_gil: value.ty.is_object(), ..object },
            CallFunction { .. } => OpInfo { failure: Failure::Asked, needs_gil: false, ..object },
            CallExtern { .. } => OpInfo { failure: Failure::Asked, ..object },
            CallLibrary { .. } => OpInfo { failure: Failure::Never, needs_gil: false, ..object },
            CallPointer { pointer, .. } => of_pointer(pointer, object),
            Raise { .. } | RaiseNew { .. } | Reraise { .. } | Raised => {
                OpInfo { failure: Failure::Always, ..status }
            }
            Matches { .. } | ElementsFrom { .. } => OpInfo { failure: Failure::Never, ..status },
            Letters(op) => OpInfo { failure: op.failure(), ..status },
            RaiseConstant { .. } => OpInfo { failure: Failure::Always, needs_gil: false, ..status },
        }
    }

    /// See [`OpInfo::runs_python`]. Making objects of C values and of other objects runs nothing, nor does taking a
    /// reference; functions of the module are analysed.
    fn runs_python(&self) -> bool {
        use Op::*;
        match self {
            Runtime { function, .. } => return function.runs_python(),
            // A key is asked for its hash.
            Gather { into, extends, .. } => {
                return *extends || into.ty != crate::ty::Ty::Object(PyClass::List);
            }
            Letters(op) => return !op.only_looks(),
            _ => {}
        }
        !matches!(
            self,
            LoadName(_)
                | LoadBuiltin(_)
                | Tuple(_)
                | List(_)
                | Join(_)
                | SliceObject { .. }
                | ToObject(_)
                | Own(_)
                | ArrayOver { .. }
                | ElementsFrom { .. }
                | MakeFunction { .. }
                | CheckClass { .. }
                | CheckRaised
                | Raised
                | CallFunction { .. }
                | CallLibrary { .. }
                | RaiseConstant { .. }
                | Reraise { .. }
                | Matches { .. }
        )
    }

    /// The operands, in the order of evaluation.
    pub fn operands(&self) -> Vec<&Expr> {
        use Op::*;
        match self {
            Import { .. }
            | ImportFrom { .. }
            | LoadName(_)
            | LoadBuiltin(_)
            | NextItem { .. }
            | RaiseConstant { .. }
            | DelName { .. }
            | Enter { .. }
            | Line
            | CheckRaised
            | Raised => {
                vec![]
            }
            Raise { exception, cause } => std::iter::once(exception).chain(cause).collect(),
            RaiseNew { arguments, .. } => arguments.iter().collect(),
            Reraise { exception } => exception.iter().collect(),
            Matches { exception, class } => vec![exception, class],
            ElementsFrom { array, pointer } => vec![array, pointer],
            ExitWith { exit, exception } => vec![exit, exception],
            ImportName { module: operand, .. }
            | ImportAll { module: operand, .. }
            | StoreName { value: operand, .. }
            | GetAttribute { object: operand, .. }
            | DelAttribute { object: operand, .. }
            | SpecialMethod { object: operand, .. }
            | Unary { operand, .. }
            | Text { value: operand, .. }
            | Truth(operand)
            | FloatOf(operand)
            | ToObject(operand)
            | FromObject { value: operand, .. }
            | ViewFromObject(operand)
            | ViewToObject(operand)
            | Own(operand)
            | CheckClass { value: operand, .. }
            | GetIterator(operand)
            | Yield(operand)
            | YieldFrom(operand)
            | Unpack { sequence: operand, .. } => vec![operand],
            MakeFunction { scope, defaults, .. } => scope.iter().chain(defaults).collect(),
            SetAttribute { object, value, .. } => vec![object, value],
            Store { place, value, .. } => vec![place, value],
            GetItem { object, key } | DelItem { object, key } => vec![object, key],
            SetItem { object, key, value, .. } => vec![object, key, value],
            Binary { left, right, .. } | Compare { left, right, .. } | Holds { left, right, .. } => {
                vec![left, right]
            }
            GetRange { range, start, stop, .. } => [range].into_iter().chain(start).chain([stop]).collect(),
            GetSlice { object, start, stop } => vec![object, start, stop],
            SetSlice { object, start, stop, value } => vec![object, start, stop, value],
            Contains { item, container } => vec![item, container],
            Letters(op) => op.operands(),
            CallObject { callee, arguments, keywords } => std::iter::once(callee)
                .chain(arguments)
                .chain(keywords.iter().map(|(_, value)| value))
                .collect(),
            CallMethod { object, arguments, keywords, .. } => std::iter::once(object)
                .chain(arguments)
                .chain(keywords.iter().map(|(_, value)| value))
                .collect(),
            Tuple(items) | List(items) | Join(items) => items.iter().collect(),
            Gather { into, items, .. } => std::iter::once(into).chain(items).collect(),
            Format { value, format } => std::iter::once(value).chain(format).collect(),
            Dict(items) => items.iter().flat_map(|(key, value)| [key, value]).collect(),
            Characters { text, start, stop, .. } => [text, start].into_iter().chain(stop).collect(),
            Decode { text, start, stop, encoding, errors } => {
                [text, start].into_iter().chain(stop).chain(encoding).chain(errors).collect()
            }
            SliceObject { start, stop, step } => vec![start, stop, step],
            CallFunction { arguments, .. }
            | CallExtern { arguments, .. }
            | CallLibrary { arguments, .. }
            | Runtime { arguments, .. } => arguments.iter().collect(),
            ArrayOver { pointer, extents, .. } => std::iter::once(pointer).chain(extents).collect(),
            CallPointer { pointer, arguments } => std::iter::once(pointer).chain(arguments).collect(),
        }
    }
}

/// A call of what a function pointer points to, beside that of an object.
fn of_pointer(pointer: &Expr, object: OpInfo) -> OpInfo {
    let signature = pointer.ty.function();
    let never = signature.is_some_and(|signature| signature.exception == ExceptionSpec::Never);
    OpInfo {
        failure: if never { Failure::Never } else { Failure::Asked },
        needs_gil: signature.is_none_or(|signature| !signature.nogil),
        ..object
    }
}
