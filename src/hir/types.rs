//! Types as declarations write them, with the names in them bound.

use super::ExprId;
use super::{FloatKind, IntKind, PyClass};
use crate::base::{Idx, Name};
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
    /// `int[3]`; the length in the body that declares it, absent for `int[]`.
    Array(Box<TypeExpr>, Option<ExprId>),
    Memoryview {
        element: Box<TypeExpr>,
        axes: Vec<AxisSpec>,
    },
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
    Complex(FloatKind),
    Object(PyClass),
    Struct(StructDeclId),
    Enum(EnumDeclId),
    Typedef(TypedefId),
}

pub type StructDeclId = Idx<StructDecl>;
pub type EnumDeclId = Idx<EnumDecl>;
pub type TypedefId = Idx<Typedef>;

/// `cdef struct`, `cdef union`.
#[derive(Clone, Debug)]
pub struct StructDecl {
    pub name: Name,
    /// As C spells it in a declaration.
    pub c_name: Name,
    pub is_union: bool,
    pub is_packed: bool,
    pub is_extern: bool,
    pub fields: Vec<(Name, TypeExpr)>,
    pub span: Span,
}

/// `cdef enum`.
#[derive(Clone, Debug)]
pub struct EnumDecl {
    pub name: Option<Name>,
    pub is_extern: bool,
    /// Values where they are written as integer literals, else they count on.
    pub members: Vec<(Name, Option<i64>)>,
    pub span: Span,
}

impl EnumDecl {
    /// The value of a member.
    pub fn value(&self, member: &str) -> Option<i64> {
        let mut next = 0i64;
        for (name, value) in &self.members {
            let value = value.unwrap_or(next);
            if name == member {
                return Some(value);
            }
            next = value.wrapping_add(1);
        }
        None
    }
}

/// `ctypedef double real`.
#[derive(Clone, Debug)]
pub struct Typedef {
    pub name: Name,
    pub target: TypeExpr,
    pub span: Span,
}
