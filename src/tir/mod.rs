//! The typed intermediate representation (TIR).
//!
//! The TIR is a structured program, close enough to C that printing it keeps the user's control flow
//! and names, and explicit enough that no later stage has to know Cython:
//!
//! * **Expressions are pure.** An [`Expr`] never fails, never touches a reference count and never
//!   needs the interpreter; evaluating it early or twice changes nothing but time, except that a
//!   [`ExprKind::Call`] of a C function may have C side effects and is evaluated once, in order.
//!   Every conversion is an explicit [`ExprKind::Convert`]; both sides of an arithmetic operator have
//!   its type (shifts: the left side's).
//! * **What may fail is a statement.** [`StmtKind::Run`] carries an [`Op`] whose [`OpInfo`] says how
//!   it fails, whether it needs the GIL and whether its result is a new reference.
//!   [`StmtKind::Check`] tests one condition (bounds, zero divisor...). A failure leaves for the
//!   innermost error exit: the end of the iteration inside a parallel loop (with the error recorded),
//!   the handler of a [`Try`], otherwise the function's cleanup. Where the GIL is not held, `raise` and `assert` are
//!   [`Op::RaiseConstant`], which needs no interpreter, or are in their own [`StmtKind::WithGil`].
//! * **Ownership is a property of locals.** A local of a counted type ([`Ty::is_counted`]) is
//!   [`Ownership::Owned`] (empty or holding one reference, released at the function's exit whatever
//!   the way out) or [`Ownership::Borrowed`] (never released). [`StmtKind::Run`] into an owned local
//!   expects it to be empty; [`StmtKind::Move`] releases what the target holds. [`StmtKind::Release`]
//!   empties a local early.
//! * **Memoryview expressions are borrowed.** [`ExprKind::Slice`] makes a view without taking a
//!   reference; [`Op::Own`] takes one.
//! * **A handler begins anywhere.** An exception may leave the body of a [`Try`] before or after each of its
//!   statements has taken effect, so nothing is known there of what the body assigns; a jump
//!   also leads to a `finally`. Owned temporaries that the body has filled are empty in the handler.
//! * **Parallelism is explicit**: [`StmtKind::Parallel`] and [`StmtKind::Prange`] run on the host's
//!   cores; `pass::outline` turns a [`Parallel`] with a device clause into a [`Region`] and
//!   [`StmtKind::Offload`].
//!
//! * **In device code views are borrowed.** `pass::outline` turns the references that a region or a
//!   device function takes to views into plain assignments: what they are parts of outlives the code.
//!
//! * **Host code may report what it uses.** Where data may be kept on a device without the user saying
//!   how (an inferred [`DataContext`]), the host's code reports to the runtime beforehand what it reads and
//!   writes: `pass::coherence` puts a [`StmtKind::HostAccess`] before each stretch of it, and the
//!   plan says what the [`HostSection`] does to which view. Code reports if it is inside an inferred
//!   context, or in a function that is [coherent](Coherence). A call of a function that runs
//!   regions is always a statement, so that what comes before it and what comes after it can be
//!   distinguished.
//!
//! Details that the back end relies on:
//!
//! * A memoryview parameter of a `def` function is owned: what the Python wrapper acquires is
//!   the function's to release. Other parameters are borrowed unless the body rebinds them; then the local
//!   is owned and takes its own reference on entry.
//! * [`ExprKind::Singleton`] `None` of a memoryview type is the unset view. [`ExprKind::Compare`] on
//!   objects compares identities; with [`ExprKind::Null`] it asks whether an owned local is empty.
//! * [`StmtKind::Return`] of a counted value names an owned local, which it empties; without a value it
//!   returns `None` if the result is an object.
//! * Temporaries may be left unused by the builder; nothing is declared for them.
//!
//! A [`Function`] owns its locals, regions, data contexts and host sections; the [`Module`] owns functions,
//! globals, externs, object constants and type definitions.

pub mod beyond;
pub mod build;
mod c_function;
pub mod display;
mod expr;
mod fused;
mod lanes;
mod letters;
mod op;
mod operator;
mod region;
mod stmt;
mod tables;
#[cfg(test)]
pub mod testing;
pub mod walk;

use std::sync::Arc;

pub use crate::hir::special;
pub use crate::hir::{
    CLASS_NUMBER, CompareOp, Conversion, Coroutine, ForeignC, ForeignClass, ForeignKind, ForeignStruct,
    FunctionKind, Header, Import, Include, IncludeId, LibraryFunction, LogicalOp, MapType, Method,
    MethodRole, NoBody, ParamKind, Runtime, Schedule, Singleton, SizeCheck, Specialisation, UnaryOp,
};
pub use crate::hir::{
    ClassDecl, ClassId, EnumDecl, EnumId, ExternDecl, ExternId, Externs, FunctionDecl, FunctionId, Functions,
    GlobalDecl, GlobalId, Globals, LocalId, LocalSet, Locals, StructDecl, StructId, kind,
};
pub use c_function::{MemoryFunctions, c_function};
pub use expr::*;
pub use fused::*;
pub use lanes::*;
pub use letters::*;
pub use op::*;
pub use operator::*;
pub use region::*;
pub use stmt::*;
pub use tables::method_table;

use crate::base::{Arena, Idx, Name};
use crate::source::Span;
use crate::ty::{ErrorValue, Ty, TypeTable};

pub type ConstId = Idx<ObjectConst>;
pub type RegionId = Idx<Region>;
pub type ContextId = Idx<DataContext>;
pub type HostSectionId = Idx<HostSection>;

/// A whole module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The dotted name that Python imports.
    pub name: Name,
    pub doc: Option<String>,
    pub types: Arc<TypeTable>,
    pub functions: Functions<Function>,
    /// Functions that Python calls by one name and that have several specialisations.
    pub fused: Vec<FusedFunction>,
    pub ufuncs: Vec<Ufunc>,
    pub globals: Globals<Global>,
    pub externs: Externs<Extern>,
    /// Python objects made once when the module is imported: strings, numbers.
    pub consts: Arena<ObjectConst>,
    /// The module's own statements, run at import, as a function without parameters.
    pub init: FunctionId,
    /// What C needs for other people's declarations: not all of it is used.
    pub includes: Arc<Arena<Include>>,
    /// The address of an object's field is taken somewhere: pointers may point into objects.
    pub takes_field_addresses: bool,
    pub foreign: ForeignC,
    pub directives: ModuleDirectives,
    /// Numbers that headers define, and the values that the module assumes.
    pub foreign_numbers: Vec<ForeignNumber>,
}

/// What directives say of the module as a whole.
#[derive(Clone, Debug)]
pub struct ModuleDirectives {
    pub c_strings: crate::hir::CStrings,
    /// Python may leave its GIL off when it imports the module.
    pub freethreading_compatible: bool,
    /// An exception `StopIteration` that leaves a generator becomes a `RuntimeError`.
    pub generator_stop: bool,
}

impl ModuleDirectives {
    pub fn of(directives: &crate::hir::Directives) -> ModuleDirectives {
        ModuleDirectives {
            c_strings: directives.c_strings.clone(),
            freethreading_compatible: directives.freethreading_compatible,
            generator_stop: directives.level.generator_stop,
        }
    }
}

/// `ctypedef int count_t` in an extern block: C's own definition must agree.
#[derive(Clone, Debug)]
pub struct ForeignNumber {
    pub c_name: Name,
    pub include: IncludeId,
    pub ty: Ty,
    pub span: Span,
}

/// A NumPy function that calls the module's own for each element of arrays.
#[derive(Clone, Debug)]
pub struct Ufunc {
    pub name: Name,
    pub doc: Option<String>,
    /// One for each combination of types.
    pub loops: Vec<FunctionId>,
}

/// A variable of the module.
#[derive(Clone, Debug)]
pub struct Global {
    pub decl: Arc<GlobalDecl>,
    pub ty: Ty,
}

/// A C function or variable defined elsewhere.
#[derive(Clone, Debug)]
pub struct Extern {
    pub decl: Arc<ExternDecl>,
    /// [`Ty::Function`] for functions.
    pub ty: Ty,
}

impl Extern {
    /// A function of the C library that uses no memory except what its arguments point to. C reserves the
    /// names.
    pub fn uses_arguments_only(&self) -> bool {
        let known = ["calloc", "free", "malloc", "memcpy", "memmove", "memset", "printf"];
        known.contains(&self.c_name.as_str())
    }

    /// A variable of another module: C has its address.
    pub fn is_address(&self) -> bool {
        self.import.as_ref().is_some_and(|import| import.is_variable)
    }

    /// Its result points to memory that nothing else points to.
    pub fn allocates(&self) -> bool {
        self.is_malloc() || self.is_calloc()
    }

    /// It takes a number of bytes.
    pub fn is_malloc(&self) -> bool {
        ["malloc", "PyMem_Malloc", "PyMem_RawMalloc"].contains(&self.c_name.as_str())
    }

    /// It takes a number of elements and their size.
    pub fn is_calloc(&self) -> bool {
        ["calloc", "PyMem_Calloc", "PyMem_RawCalloc"].contains(&self.c_name.as_str())
    }
}

/// The function that allocates what a value points to, with its arguments.
pub fn allocation<'e>(value: &'e Expr, externs: &'e Externs<Extern>) -> Option<(&'e Extern, &'e [Expr])> {
    match &value.kind {
        ExprKind::Convert(inner) => allocation(inner, externs),
        ExprKind::Call(Callee::Extern(id), arguments) if externs[*id].allocates() => {
            Some((&externs[*id], arguments))
        }
        _ => None,
    }
}

/// The pointer that a statement frees: `free(p)`.
pub fn freed(stmt: &Stmt, externs: &Externs<Extern>) -> Option<LocalId> {
    let StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), arguments), .. }) = &stmt.kind else {
        return None;
    };
    let is_free = externs[*id].c_name.as_str() == "free";
    arguments.first().filter(|_| is_free).and_then(|pointer| pointer.without_conversions().as_local())
}

/// Whether a value is the number of the thread that runs the code.
pub fn is_thread_number(value: &Expr, externs: &Externs<Extern>) -> bool {
    match &value.kind {
        ExprKind::ThreadId => true,
        ExprKind::Call(Callee::Extern(id), _) => externs[*id].c_name.as_str() == "omp_get_thread_num",
        _ => false,
    }
}

/// A Python object made at import.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectConst {
    Str(String),
    Bytes(Vec<u8>),
    /// Decimal digits with an optional sign: any size.
    Int(String),
    /// The bits of the double, so that equal constants are identical and NaN equals itself.
    Float(u64),
    /// The bits of the imaginary part.
    Imaginary(u64),
    Tuple(Vec<ConstItem>),
    /// What `in` looks into, of constants that have a hash.
    FrozenSet(Vec<ConstItem>),
}

/// An item of a constant tuple or set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstItem {
    Const(ConstId),
    Singleton(Singleton),
    /// The first item of a tuple that is a pattern for [`Runtime::Display`].
    New(Display),
}

/// What a display makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Display {
    Tuple,
    List,
    Set,
    /// Each key is followed by its value.
    Dict,
}

impl Display {
    /// The name of its class.
    pub fn name(self) -> &'static str {
        match self {
            Display::Tuple => "tuple",
            Display::List => "list",
            Display::Set => "set",
            Display::Dict => "dict",
        }
    }
}

impl Module {
    /// A constant as Python writes it.
    pub fn const_text(&self, id: ConstId) -> String {
        self.const_text_within(id, usize::MAX).unwrap_or_default()
    }

    /// The same, or `None` if that has more than `most` bytes: nested tuples are long.
    pub fn const_text_within(&self, id: ConstId, most: usize) -> Option<String> {
        let mut text = String::new();
        self.write_const(id, most, &mut text)?;
        (text.len() <= most).then_some(text)
    }

    fn write_const(&self, id: ConstId, most: usize, text: &mut String) -> Option<()> {
        match &self.consts[id] {
            ObjectConst::Str(value) => text.push_str(&format!("{value:?}")),
            ObjectConst::Bytes(bytes) => text.push_str(&format!("b\"{}\"", bytes.escape_ascii())),
            ObjectConst::Int(digits) => text.push_str(digits),
            ObjectConst::Float(bits) => text.push_str(&format!("{:?}", f64::from_bits(*bits))),
            ObjectConst::Imaginary(bits) => text.push_str(&format!("{:?}j", f64::from_bits(*bits))),
            ObjectConst::Tuple(items) => {
                text.push('(');
                self.write_items(items, most, text)?;
                text.push_str(if items.len() == 1 { ",)" } else { ")" });
            }
            ObjectConst::FrozenSet(items) => {
                text.push('{');
                self.write_items(items, most, text)?;
                text.push('}');
            }
        }
        Some(())
    }

    fn write_items(&self, items: &[ConstItem], most: usize, text: &mut String) -> Option<()> {
        for (number, item) in items.iter().enumerate() {
            if text.len() > most {
                return None;
            }
            if number > 0 {
                text.push_str(", ");
            }
            match item {
                ConstItem::Const(id) => self.write_const(*id, most, text)?,
                ConstItem::Singleton(which) => text.push_str(which.name()),
                ConstItem::New(display) => text.push_str(display.name()),
            }
        }
        Some(())
    }
}

/// A function, in every one of its kinds.
#[derive(Clone, Debug)]
pub struct Function {
    pub decl: Arc<FunctionDecl>,
    /// In the order of the C parameters; their locals have [`LocalRole::Param`].
    pub params: Vec<Param>,
    pub result: Ty,
    /// An exception can leave it. It is `false` also if its specification allows one but its body cannot
    /// raise: then calls of it are expressions.
    pub may_fail: bool,
    /// Marked `@cython.device`, or reached from a region: compiled for the device too.
    pub on_device: bool,
    /// Where other modules may call it.
    pub exported: Option<Export>,
    /// A call makes a generator, which runs the body.
    pub is_generator: bool,
    /// The generator is a coroutine.
    pub coroutine: Option<Coroutine>,
    /// Its address is taken: the value that reports an exception to callers.
    pub by_address: Option<ErrorValue>,
    pub locals: Locals<Local>,
    pub regions: Arena<Region>,
    pub contexts: Arena<DataContext>,
    pub host_sections: Arena<HostSection>,
    pub coherence: Coherence,
    /// Some index is used that nobody checks (`boundscheck=False`): iterations that must not run must not be tried.
    pub has_unchecked: bool,
    pub body: Block,
}

/// How a function's code on the host keeps up with data on devices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coherence {
    /// All of its host code reports what it reads and writes, and so does the code that calls it.
    pub as_a_whole: bool,
    /// That is so for the sake of arrays that live on devices alone.
    pub only_for_arrays: bool,
    /// It, or what it calls, acquires views of such arrays; nothing else than such code keeps a view.
    pub takes_arrays: bool,
}

crate::hir::declared!(Function: FunctionDecl, Global: GlobalDecl, Extern: ExternDecl);

/// How a function is exported to C.
#[derive(Clone, Debug)]
pub struct Export {
    /// The name by which other modules request it.
    pub name: Name,
    pub signature: Name,
    /// The type that Cython's modules give a function with memoryviews.
    pub of_cython: Option<Name>,
    /// It takes one more argument, which Cython passes.
    pub is_cpdef: bool,
    /// The value that reports an exception.
    pub error_value: ErrorValue,
    /// Its callers notice exceptions.
    pub raises: bool,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub local: LocalId,
    pub kind: ParamKind,
    /// For parameters of `def` functions that may be left out.
    pub default: Option<Default>,
    /// A memoryview or object that accepts `None`.
    pub allows_none: bool,
    /// What errors call the type, if a header names it.
    pub named: Option<Name>,
    pub span: Span,
}

/// The value of a parameter that the caller left out.
#[derive(Clone, Debug)]
pub enum Default {
    /// A C constant of the parameter's type.
    Value(Expr),
    /// Evaluated when the module is imported and kept as an object.
    Object(GlobalId),
    /// In the function's object.
    Kept(usize),
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The user's name; temporaries have a hint at what they hold.
    pub name: Name,
    pub ty: Ty,
    pub role: LocalRole,
    pub ownership: Ownership,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalRole {
    Param,
    /// Declared or assigned by the user.
    User,
    /// Made by offcy.
    Temp,
    /// The same: an array that a statement of a block fills, and that others of the block read.
    Kept,
    /// The same: a number that is kept from one run of the function to the next. Zero at first.
    Static,
}

impl LocalRole {
    /// Whether it is in the source.
    pub fn is_users(self) -> bool {
        matches!(self, LocalRole::Param | LocalRole::User)
    }
}

/// The name of temporaries that hold an index between its check and the one statement that uses it.
pub const INDEX: &str = "index";

/// The name of temporaries that say that checks which read them find nothing.
pub const INSIDE: &str = "inside";

/// The name of temporaries that say that an index is outside, or may be: [`CheckKind::Noted`].
pub const OUTSIDE: &str = "outside";

/// Whether a local is one that notes that an index is outside.
pub fn is_outside(local: LocalId, locals: &Locals<Local>) -> bool {
    locals[local].role == LocalRole::Temp && locals[local].name == OUTSIDE
}

/// The local that says that the checks in a statement find nothing: `if not inside:` around them.
pub fn guard_of(stmt: &Stmt, locals: &Locals<Local>) -> Option<LocalId> {
    let StmtKind::If { condition, .. } = &stmt.kind else { return None };
    let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind else { return None };
    inner.as_local().filter(|local| is_guard(*local, locals))
}

/// Whether a local is such a condition.
pub fn is_guard(local: LocalId, locals: &Locals<Local>) -> bool {
    locals[local].role == LocalRole::Temp && locals[local].name == INSIDE
}

/// Who releases what a local of a counted type refers to; meaningless for other types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    Owned,
    Borrowed,
}

impl Function {
    pub fn local_name(&self, id: LocalId) -> &Name {
        &self.locals[id].name
    }

    pub fn is_owned(&self, id: LocalId) -> bool {
        let local = &self.locals[id];
        local.ty.is_counted() && local.ownership == Ownership::Owned
    }

    /// Whether it reports its calls: see [`Op::Enter`].
    pub fn is_watched(&self) -> bool {
        let first = self.body.first().map(|first| &first.kind);
        matches!(first, Some(StmtKind::Run { op: Op::Enter { .. }, .. }))
    }
}
