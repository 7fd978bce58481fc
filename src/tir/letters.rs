//! Operations on the letters of texts and the bytes of `bytes` and `bytearray`, as C numbers.

use super::{Expr, Failure};

#[derive(Clone, Debug)]
pub enum LetterOp {
    /// `letter in text`: a `Py_UCS4` in a `str`, or a `char` in a `bytes` or a `bytearray`; a `bint`.
    Has { letter: Expr, text: Expr },
    /// `text[index]`; a `Py_UCS4` or an `int`.
    At { text: Expr, index: Expr },
    /// How many letters a `str`, or how many bytes a `bytes` has, which it really must be.
    Count(Expr),
    /// The same as [`LetterOp::At`] of one that is there.
    Nth { text: Expr, index: Expr },
    /// `bytes[index] = value` of a `bytearray`; both are C numbers.
    Set { bytes: Expr, index: Expr, value: Expr },
}

impl LetterOp {
    pub fn failure(&self) -> Failure {
        match self {
            LetterOp::Nth { .. } => Failure::Never,
            _ => Failure::NegativeStatus,
        }
    }

    /// Runs nobody's code.
    pub fn only_looks(&self) -> bool {
        matches!(self, LetterOp::Count(_) | LetterOp::Nth { .. })
    }

    /// The operands, in the order of evaluation.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            LetterOp::Has { letter, text } => vec![letter, text],
            LetterOp::At { text, index } | LetterOp::Nth { text, index } => vec![text, index],
            LetterOp::Count(text) => vec![text],
            LetterOp::Set { bytes, index, value } => vec![bytes, index, value],
        }
    }
}
