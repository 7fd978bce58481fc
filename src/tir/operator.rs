//! Operators on objects.

/// With two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectBinaryOp {
    Add,
    Subtract,
    Multiply,
    TrueDivide,
    FloorDivide,
    Modulo,
    Power,
    MatrixMultiply,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

/// `-x`, `+x`, `~x`, `not x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectUnaryOp {
    Negate,
    Positive,
    Invert,
    /// `not`: a `bint`.
    Not,
}
