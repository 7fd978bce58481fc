//! Small enums that mean the same in the user's program and in the typed one.

use crate::base::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// Called from Python only.
    Def,
    /// Called from C only.
    Cdef,
    /// Both: a C function and a Python wrapper.
    Cpdef,
    /// The module's statements.
    Init,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    PositionalOnly,
    PositionalOrKeyword,
    KeywordOnly,
    /// `*args`: a tuple of the other positional arguments; after all others except `**kwargs`.
    Star,
    /// `**kwargs`: a dict of the other named ones; the last.
    DoubleStar,
}

impl ParamKind {
    /// Takes the arguments that the other parameters leave.
    pub fn takes_rest(self) -> bool {
        matches!(self, ParamKind::Star | ParamKind::DoubleStar)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Header {
    /// `#include <name>`
    System(Name),
    /// `#include "name"`
    User(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Negate,
    /// `~`
    Invert,
    /// `not`: of a truth value.
    Not,
    /// `abs()` of a C number.
    Abs,
    /// `z.conjugate()`
    Conjugate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl CompareOp {
    /// As C and Python write it.
    pub fn symbol(self) -> &'static str {
        match self {
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicalOp {
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Singleton {
    None,
    True,
    False,
    Ellipsis,
}

impl Singleton {
    /// Its name in Python.
    pub fn name(self) -> &'static str {
        match self {
            Singleton::None => "None",
            Singleton::True => "True",
            Singleton::False => "False",
            Singleton::Ellipsis => "Ellipsis",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    Static,
    Dynamic,
    Guided,
    Runtime,
}

/// OpenMP's map types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapType {
    To,
    From,
    ToFrom,
    Alloc,
}

impl MapType {
    /// As the dialect and OpenMP spell it.
    pub fn keyword(self) -> &'static str {
        match self {
            MapType::To => "to",
            MapType::From => "from",
            MapType::ToFrom => "tofrom",
            MapType::Alloc => "alloc",
        }
    }

    pub fn copies_to(self) -> bool {
        matches!(self, MapType::To | MapType::ToFrom)
    }

    pub fn copies_from(self) -> bool {
        matches!(self, MapType::From | MapType::ToFrom)
    }
}
