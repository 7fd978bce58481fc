//! The lengths of C arrays.

use std::fmt;
use std::sync::Arc;

use super::IncludeId;
use crate::base::Name;

/// How many elements a C array has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    Known(u64),
    OfHeader(Arc<HeaderLength>),
}

/// A length of which only C knows the value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeaderLength {
    /// A constant expression of C.
    pub c: Name,
    /// The blocks that declare what it names.
    pub includes: Vec<IncludeId>,
}

impl Length {
    pub fn known(&self) -> Option<u64> {
        match self {
            Length::Known(length) => Some(*length),
            Length::OfHeader(_) => None,
        }
    }

    /// The blocks that declare what it names.
    pub fn includes(&self) -> &[IncludeId] {
        match self {
            Length::Known(_) => &[],
            Length::OfHeader(length) => &length.includes,
        }
    }
}

/// As C has it.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Known(length) => length.fmt(f),
            Length::OfHeader(length) => length.c.fmt(f),
        }
    }
}
