//! The module and what it declares.

use std::sync::Arc;

use super::special::special;
use super::{
    Binding, Body, Class, Classes, Directives, EnumDecl, Enums, ExprId, ExternDecl, ExternId, Externs,
    ForeignC, FunctionDecl, FunctionId, Functions, FusedDecl, FusedFunction, GlobalDecl, Globals, Header,
    LocalId, Mentions, MethodRole, Methods, Names, ParamKind, ParamNames, Struct, Structs, TypeExpr, Typedef,
};
use crate::base::{Arena, Idx, Name};
use crate::source::{FileId, Span};

pub type IncludeId = Idx<Include>;

#[derive(Clone, Debug)]
pub struct Module {
    pub name: Name,
    pub file: FileId,
    pub doc: Option<String>,
    pub structs: Structs<Struct>,
    pub enums: Arc<Enums<EnumDecl>>,
    pub typedefs: Arena<Typedef>,
    pub fused: Arena<FusedDecl>,
    pub classes: Classes<Class>,
    pub functions: Functions<Function>,
    /// The methods among them, once objects are settled.
    pub methods: Methods,
    /// Empty until functions are specialised.
    pub fused_functions: Arena<FusedFunction>,
    pub globals: Globals<Global>,
    /// The externs that its functions use.
    pub externs: Externs<Extern>,
    pub includes: Arc<Arena<Include>>,
    pub foreign: ForeignC,
    /// In its own files, and in those of other modules that it reads.
    pub mentions: Mentions,
    /// The module's own statements.
    pub init: Function,
}

impl Module {
    /// Whether a name means a function of the module or a C function elsewhere, and not a variable.
    pub fn is_c_function(&self, binding: &Binding) -> bool {
        match binding {
            Binding::Function(_) => true,
            Binding::Extern(id) => matches!(self.externs[*id].kind, ExternKind::Function { .. }),
            _ => false,
        }
    }

    /// The names of its types.
    pub fn names(&self) -> Names<'_> {
        Names {
            structs: &self.structs,
            enums: &self.enums,
            typedefs: &self.typedefs,
            fused: &self.fused,
            classes: &self.classes,
        }
    }
}

/// A variable of the module.
#[derive(Clone, Debug)]
pub struct Global {
    pub decl: Arc<GlobalDecl>,
    pub ty: TypeExpr,
}

impl Global {
    pub fn new(name: Name, ty: TypeExpr, exported: Option<Name>, span: Span) -> Global {
        Global { decl: Arc::new(GlobalDecl { name, exported, import: None, span }), ty }
    }

    /// A variable of another module.
    pub fn imported(name: Name, import: Import, ty: TypeExpr, span: Span) -> Global {
        Global { decl: Arc::new(GlobalDecl { name, exported: None, import: Some(import), span }), ty }
    }
}

/// A C function or variable that is defined elsewhere.
#[derive(Clone, Debug)]
pub struct Extern {
    pub decl: Arc<ExternDecl>,
    pub kind: ExternKind,
}

impl Extern {
    /// Something that is taken from another module.
    pub fn imported(name: Name, import: Import, kind: ExternKind, span: Span) -> Extern {
        let decl = ExternDecl {
            c_name: name.clone(),
            name,
            include: None,
            import: Some(import),
            on_device: false,
            is_pure: false,
            library: None,
            is_unsized: false,
            span,
        };
        Extern { decl: Arc::new(decl), kind }
    }
}

/// A function or variable that is taken from another module when this one is imported.
#[derive(Clone, Debug)]
pub struct Import {
    pub module: Name,
    /// Its type as Cython writes it, but for memoryviews, which are offcy's: both sides must agree.
    pub signature: Name,
    /// The type that Cython's modules give a function with memoryviews.
    pub of_cython: Option<Name>,
    /// The imported value is a variable's address.
    pub is_variable: bool,
    /// It takes one more argument, which Cython adds.
    pub is_cpdef: bool,
    pub no_body: NoBody,
}

/// Why a function of another module has no body here, which a device would need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBody {
    /// Nothing for devices mentions it.
    Unsought,
    /// It is a function of BLAS that devices may have.
    Blas,
    /// No source beside the `.pxd` defines it.
    NoSource,
    /// It uses a name that stays in its module.
    Uses(Name),
}

/// A `cdef extern from` block: what C needs for its declarations.
#[derive(Clone, Debug)]
pub struct Include {
    pub header: Option<Header>,
    /// C code that the block starts with.
    pub verbatim: Option<Name>,
    /// The string that holds it.
    pub verbatim_span: Option<Span>,
    /// Of the module itself: included whether it is used or not.
    pub is_own: bool,
    /// The module's own C may rely on it.
    pub is_relied_on: bool,
    /// Offcy's own declarations of a standard header.
    pub is_library: bool,
    /// No header declares its contents to C (`cdef extern int count`).
    pub declares: bool,
    pub span: Span,
}

impl Include {
    /// Whether its header is Python's own, or needs it.
    pub fn is_pythons(&self) -> bool {
        match &self.header {
            Some(Header::User(name) | Header::System(name)) if name == "Python.h" => true,
            Some(Header::User(_)) => self.is_library,
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
pub enum ExternKind {
    Function {
        params: Vec<TypeExpr>,
        names: ParamNames,
        result: TypeExpr,
        exception: ExceptionClause,
        nogil: bool,
        is_variadic: bool,
    },
    Variable(TypeExpr),
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct Function {
    pub decl: Arc<FunctionDecl>,
    pub params: Vec<Param>,
    pub result: TypeExpr,
    pub exception: ExceptionClause,
    /// If the module's `.pxd` lets others call it: once, or once for each combination of its fused types.
    pub exported: Vec<Exported>,
    /// The function of another module that this one declares: once, or once for each combination of its fused types.
    pub stands_for: Vec<ExternId>,
    /// The functions that are called instead with fewer arguments, the one with the fewest first: only another module's
    /// function knows its defaults for the omitted ones.
    pub shorter: Vec<FunctionId>,
    /// Decorated with `@cython.device`.
    pub on_device: bool,
    pub directives: Directives,
    pub body: Body,
}

impl Function {
    /// The declared type of a parameter; with a buffer type, that of the view of its elements.
    pub fn declared_type(&self, param: &Param) -> &TypeExpr {
        let local = self.body.buffers.get(&param.local).copied().unwrap_or(param.local);
        &self.body.locals[local].ty
    }

    /// Whether Python calls it with C values: methods of the buffer protocol.
    pub fn takes_c(&self) -> bool {
        let is_method = self.method.is_some_and(|method| method.role == MethodRole::Instance);
        is_method && special(&self.name).is_some_and(|special| special.takes_c)
    }
}

/// What another module needs to call a function.
#[derive(Clone, Debug)]
pub struct Exported {
    pub name: Name,
    /// Its type as Cython writes it, but for memoryviews, which are offcy's.
    pub signature: Name,
    /// The type that Cython's modules give a function with memoryviews.
    pub of_cython: Option<Name>,
    /// It takes one more argument, which Cython adds.
    pub is_cpdef: bool,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub local: LocalId,
    pub kind: ParamKind,
    /// In the function's body.
    pub default: Option<ExprId>,
    pub none: NoneClause,
    pub span: Span,
}

/// `not None` and `or None` after a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneClause {
    Unsaid,
    NotNone,
    OrNone,
}

/// The exception clause after a C function's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExceptionClause {
    /// Nothing: Cython 3's default for the result type.
    Default,
    NoExcept,
    /// `except -1`
    Value(ErrorValue),
    /// `except? -1`
    MaybeValue(ErrorValue),
    /// `except *`
    Always,
}

/// The result of a C function that reports an exception.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ErrorValue {
    /// A number or address; 0 is also `NULL`.
    Int(i64),
    /// A number that is not an integer, by its bits.
    Float(u64),
    /// A constant of a header, by its C name.
    Named(Name),
}

impl ErrorValue {
    pub const MINUS_ONE: ErrorValue = ErrorValue::Int(-1);
    pub const ZERO: ErrorValue = ErrorValue::Int(0);
}
