//! Functions of one name whose specialisation is chosen when Python calls them.

use super::{FunctionId, Method, MethodRole};
use crate::base::Name;
use crate::source::Span;
use crate::ty::Ty;

/// A `def` or `cpdef` function that had fused types in its signature.
#[derive(Clone, Debug)]
pub struct FusedFunction {
    pub name: Name,
    pub method: Option<Method>,
    pub doc: Option<String>,
    /// In the order of the signature: all of them together choose.
    pub types: Vec<FusedType>,
    /// One per combination of the types; those of the last fused type vary fastest.
    pub specialisations: Vec<FunctionId>,
    /// How many arguments must be given by position or name.
    pub required: usize,
    pub span: Span,
}

impl FusedFunction {
    /// How many of its parameters a call of a bound method leaves out.
    pub fn hidden(&self) -> usize {
        self.method.is_some_and(|method| method.role != MethodRole::Static).into()
    }
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
