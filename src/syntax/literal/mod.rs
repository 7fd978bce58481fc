//! The values of literals.

mod number;
mod string;

pub use number::{IntegerValue, decode_float, decode_integer};
pub use string::{Beyond, Text, decode_bytes, decode_text};

/// What is wrong with a literal, as a message, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralError {
    pub message: String,
    /// Bytes of the literal's text.
    pub range: std::ops::Range<usize>,
    /// The literal is valid, but offcy does not compile it yet.
    pub is_not_yet: bool,
}
