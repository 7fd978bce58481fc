//! Types as declarations write them, with the names in them bound.

use std::sync::Arc;

use super::{
    Binding, Body, Class, Classes, EnumDecl, EnumId, Enums, ExceptionClause, ExprId, ExprKind, FloatKind,
    FusedDecl, FusedId, HeaderLength, IncludeId, IntKind, PartKind, PyClass, StructDecl, StructId, Structs,
};
use crate::base::{Arena, Aside, Idx, Name};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    /// Already reported.
    Error,
    /// No type was written: a Python object, or to be inferred for a local.
    Untyped,
    Named(TypeName),
    Pointer(Box<TypeExpr>),
    Const(Box<TypeExpr>),
    /// `int[3]`; without a length, `int[]`.
    Array(Box<TypeExpr>, Option<ArrayLength>),
    Memoryview {
        element: Box<TypeExpr>,
        axes: Vec<AxisSpec>,
    },
    /// An object, and the memoryview of its elements: only local variables have such types.
    Buffer {
        object: Box<TypeExpr>,
        view: Box<TypeExpr>,
        options: BufferOptions,
    },
    /// `(int, double)`, a C tuple.
    Tuple(Vec<TypeExpr>),
    /// A C function, or a pointer to one: C does not distinguish their values.
    Function(Box<FunctionTypeExpr>),
}

/// How many elements an array has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// A number.
    Literal(i128),
    /// Computed from numbers.
    Constant(i128),
    /// A member of an enum, whose value is known when the whole enum is.
    Member(EnumId, Name),
    /// Computed by C, from constants of headers.
    OfHeader(Arc<HeaderLength>),
    /// Not a constant.
    Unknown,
}

impl ArrayLength {
    /// `known`: its value, where enums and constants of the text give it.
    pub fn of(body: &Body, length: ExprId, known: Option<i128>) -> ArrayLength {
        match &body.exprs[length].kind {
            ExprKind::Name(Binding::EnumMember(id, member)) => ArrayLength::Member(*id, member.clone()),
            ExprKind::Int { digits, .. } => digits.parse().map_or(ArrayLength::Unknown, ArrayLength::Literal),
            _ => super::constant(body, length).or(known).map_or(ArrayLength::Unknown, ArrayLength::Constant),
        }
    }
}

/// The options of a buffer type, besides its elements and axes.
#[derive(Clone, Copy, Debug, Default)]
pub struct BufferOptions {
    /// `cast=True`: elements of other types are accepted if they have the same size.
    pub takes_any: bool,
    /// `negative_indices=False`: no index counts from the end.
    pub is_unwrapped: bool,
    /// No element is assigned. An array that is not writable is accepted, as by Cython, even if addresses are taken.
    pub is_not_assigned: bool,
}

impl TypeExpr {
    /// The type that a name in C makes `const`: `ctypedef char const_char "const char"`; of a pointer, `"const char *"`, what it
    /// points to.
    pub fn const_in_c(self, c_name: &str) -> TypeExpr {
        let span = self.span;
        let kind = match self.kind {
            kind if !c_name.starts_with("const ") => kind,
            TypeKind::Pointer(to) if c_name.contains('*') => {
                let to = match to.kind {
                    TypeKind::Const(_) => to,
                    _ => Box::new(TypeExpr { span, kind: TypeKind::Const(to) }),
                };
                TypeKind::Pointer(to)
            }
            kind @ TypeKind::Const(_) => kind,
            kind => TypeKind::Const(Box::new(TypeExpr { kind, span })),
        };
        TypeExpr { kind, span }
    }

    /// The type as a parameter: arrays are passed as pointers.
    pub fn decayed(self) -> TypeExpr {
        match self.kind {
            TypeKind::Array(element, _) => TypeExpr { kind: TypeKind::Pointer(element), span: self.span },
            kind => TypeExpr { kind, span: self.span },
        }
    }
}

/// `int f(double) except -1 nogil`, without its name.
#[derive(Clone, Debug)]
pub struct FunctionTypeExpr {
    pub params: Vec<TypeExpr>,
    pub names: ParamNames,
    pub result: TypeExpr,
    pub exception: ExceptionClause,
    pub nogil: bool,
    pub is_variadic: bool,
}

/// The names of the parameters of a function, if they have any.
pub type ParamNames = Aside<Vec<Option<Name>>>;

impl ParamNames {
    pub fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|known| known.as_ref().is_some_and(|known| known == name))
    }
}

impl TypeExpr {
    /// The types that it is written with, without the targets of names.
    pub fn parts(&self) -> impl Iterator<Item = &TypeExpr> {
        let (inner, items, function): (_, &[TypeExpr], _) = match &self.kind {
            TypeKind::Pointer(inner)
            | TypeKind::Const(inner)
            | TypeKind::Array(inner, _)
            | TypeKind::Memoryview { element: inner, .. } => (Some(&**inner), &[], None),
            TypeKind::Tuple(items) => (None, items, None),
            TypeKind::Function(function) => (None, &[], Some(function.types())),
            TypeKind::Named(_) | TypeKind::Error | TypeKind::Untyped | TypeKind::Buffer { .. } => {
                (None, &[], None)
            }
        };
        inner.into_iter().chain(items).chain(function.into_iter().flatten())
    }
}

impl FunctionTypeExpr {
    /// The types in the signature, in the order of the text.
    pub fn types(&self) -> impl Iterator<Item = &TypeExpr> {
        std::iter::once(&self.result).chain(&self.params)
    }
}

/// One axis of a memoryview type as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisSpec {
    /// `:`
    Any,
    /// `::1`
    Contiguous,
}

/// What the name of a type is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
    Void,
    Bint,
    Int(IntKind),
    Float(FloatKind),
    Complex(PartKind),
    Object(PyClass),
    Struct(StructId),
    Enum(EnumId),
    Typedef(TypedefId),
    Fused(FusedId),
}

pub type TypedefId = Idx<Typedef>;

/// A struct or union with its fields.
#[derive(Clone, Debug)]
pub struct Struct {
    pub decl: Arc<StructDecl>,
    /// Only its name has been seen.
    pub is_announced: bool,
    pub fields: Vec<(Name, TypeExpr)>,
    /// The header's names of fields that are declared with other names.
    pub c_names: Vec<(Name, Name)>,
}

impl Struct {
    /// A struct whose fields are not known yet.
    pub fn new(decl: StructDecl, is_announced: bool) -> Struct {
        Struct { decl: Arc::new(decl), is_announced, fields: Vec::new(), c_names: Vec::new() }
    }
}

/// `ctypedef double real`.
#[derive(Clone, Debug)]
pub struct Typedef {
    pub name: Name,
    /// The module that declares it.
    pub home: Name,
    /// The name in a header, and the header; `None` for one of the dialect's own.
    pub in_header: Option<(Name, IncludeId)>,
    /// Something is declared with this type.
    pub is_used: bool,
    pub target: TypeExpr,
    pub span: Span,
}

impl Typedef {
    /// Whether it names a number of a header that is not what its declaration says.
    pub fn is_inexact(&self) -> bool {
        matches!(self.target.kind, TypeKind::Named(TypeName::Int(kind)) if kind.is_inexact())
    }
}

/// The name that a header has for an integer type, if that is what is written: of the C library, or a typedef of a type that C
/// has a word for, or that says its width. Sizes are known by their own names.
pub fn header_integer(written: &TypeExpr, typedefs: &Arena<Typedef>) -> Option<Name> {
    let id = match &written.kind {
        TypeKind::Const(inner) => return header_integer(inner, typedefs),
        TypeKind::Named(TypeName::Int(kind)) => {
            let is_named = kind.is_named_by_library() && !kind.is_letter() && *kind != IntKind::PtrdiffT;
            return is_named.then(|| Name::new(kind.c_name()));
        }
        TypeKind::Named(TypeName::Typedef(id)) => *id,
        _ => return None,
    };
    let Typedef { target, in_header, .. } = &typedefs[id];
    match (&target.kind, in_header) {
        (TypeKind::Named(TypeName::Int(kind)), Some((c_name, _))) if has_another_name(kind.declared()) => {
            Some(c_name.clone())
        }
        _ => header_integer(target, typedefs),
    }
}

/// Whether a typedef in a header gives an integer type another name.
fn has_another_name(kind: IntKind) -> bool {
    use IntKind::{Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64};
    kind.is_of_c() || matches!(kind, Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64)
}

/// A C tuple as the dialect writes its type.
pub fn tuple_text(items: &[String]) -> String {
    match items {
        [only] => format!("({only},)"),
        items => format!("({})", items.join(", ")),
    }
}

/// The names of a module's types.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub structs: &'a Structs<Struct>,
    pub enums: &'a Enums<EnumDecl>,
    pub typedefs: &'a Arena<Typedef>,
    pub fused: &'a Arena<FusedDecl>,
    pub classes: &'a Classes<Class>,
}

impl Names<'_> {
    /// The type as the dialect writes it, typedefs by their names.
    pub fn display(&self, ty: &TypeExpr) -> String {
        match &ty.kind {
            TypeKind::Error => "<error>".to_string(),
            TypeKind::Untyped => PyClass::Object.name().to_string(),
            TypeKind::Named(name) => self.named(*name),
            TypeKind::Pointer(to) => match self.display(to) {
                to if to.ends_with('*') => format!("{to}*"),
                to => format!("{to} *"),
            },
            TypeKind::Const(inner) => format!("const {}", self.display(inner)),
            TypeKind::Array(element, _) => format!("{}[]", self.display(element)),
            TypeKind::Memoryview { element, axes } => {
                let axis = |axis: &AxisSpec| if *axis == AxisSpec::Contiguous { "::1" } else { ":" };
                let axes: Vec<_> = axes.iter().map(axis).collect();
                format!("{}[{}]", self.display(element), axes.join(", "))
            }
            TypeKind::Buffer { object, view, .. } => match &view.kind {
                TypeKind::Memoryview { element, axes } => {
                    format!("{}[{},ndim={}]", self.display(object), self.display(element), axes.len())
                }
                _ => self.display(object),
            },
            TypeKind::Tuple(items) => {
                let items: Vec<_> = items.iter().map(|item| self.display(item)).collect();
                tuple_text(&items)
            }
            TypeKind::Function(function) => {
                let params: Vec<_> = function.params.iter().map(|param| self.display(param)).collect();
                format!("{} (*)({})", self.display(&function.result), params.join(", "))
            }
        }
    }

    fn named(&self, name: TypeName) -> String {
        match name {
            TypeName::Void => "void".to_string(),
            TypeName::Bint => "bint".to_string(),
            TypeName::Int(kind) => kind.dialect_name().to_string(),
            TypeName::Float(kind) => kind.c_name().to_string(),
            TypeName::Complex(kind) => format!("{} complex", kind.dialect_name()),
            TypeName::Object(PyClass::Extension(id)) => self.classes[id].name.to_string(),
            TypeName::Object(class) => class.name().to_string(),
            TypeName::Struct(id) => self.structs[id].name.to_string(),
            TypeName::Enum(id) => self.enums[id].name.as_deref().unwrap_or("enum").to_string(),
            TypeName::Typedef(id) => self.typedefs[id].name.to_string(),
            TypeName::Fused(id) => self.fused[id].name.to_string(),
        }
    }
}
