//! Functions of one name whose specialisation is chosen when Python calls them.

use super::{FunctionId, Method};
use crate::base::Name;
use crate::hir::MadeFused;
use crate::source::Span;
use crate::ty::Ty;

/// A `def` or `cpdef` function that had fused types in its signature.
#[derive(Clone, Debug)]
pub struct FusedFunction {
    pub name: Name,
    pub method: Option<Method>,
    /// Of a function whose object is made at its definition.
    pub made: Option<MadeFused>,
    /// How many of its parameters a call leaves out: what a method is bound to, what it shares with others.
    pub hidden: usize,
    pub doc: Option<String>,
    /// In the order of the signature: all of them together choose.
    pub types: Vec<FusedType>,
    /// One per combination of the types; those of the last fused type vary fastest.
    pub specialisations: Vec<FunctionId>,
    /// How many arguments must be given by position or name.
    pub required: usize,
    pub span: Span,
}

/// One fused type of a signature, and the parameter whose argument determines it.
#[derive(Clone, Debug)]
pub struct FusedType {
    pub param: usize,
    pub name: Name,
    /// How many types it stands for.
    pub width: usize,
    pub default: FusedDefault,
    /// `None` chooses the first view.
    pub takes_none: bool,
    /// In the order in which they are tried: what an argument of a Python class means, then the views, then
    /// any object. Types that no argument can choose are not included.
    pub choices: Vec<FusedChoice>,
}

/// What a fused type means if the argument is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FusedDefault {
    /// The argument must be given.
    None,
    /// As if this one of the types had been chosen.
    Type(usize),
    /// The default has none of the types.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct FusedChoice {
    /// Which of the types, in the order of their declaration.
    pub number: usize,
    /// The parameter's type in that case.
    pub ty: Ty,
}
