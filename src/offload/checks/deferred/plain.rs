//! What may be computed in iterations that do not count: with any numbers it is defined, does not trap and changes nothing.

use crate::tir::{BinaryOp, Callee, Expr, ExprKind, Extern, Externs, LocalSet};
use crate::ty::Ty;

/// Whether an expression is such, and a number. Its elements are looked at elsewhere.
pub fn is_plain(expr: &Expr, externs: &Externs<Extern>) -> bool {
    use ExprKind::*;
    let inner = |inner: &Expr| is_plain(inner, externs);
    if !expr.ty.is_numeric() {
        return false;
    }
    match &expr.kind {
        Local(_) | Int(_) | Float(_) | Imaginary(_) | SizeOf(_) => true,
        Extern(id) => externs[*id].is_pure,
        Unary(_, operand) => inner(operand),
        Binary(op, left, right) => inner(left) && inner(right) && is_defined(*op, left, right),
        Compare(_, left, right) | Logical(_, left, right) | MinMax(_, left, right) => {
            inner(left) && inner(right)
        }
        Select(condition, then, otherwise) => inner(condition) && inner(then) && inner(otherwise),
        // A float that an integer cannot hold.
        Convert(operand) => inner(operand) && (operand.ty.is_integral() || !expr.ty.is_integral()),
        Element { view, indices } => view.as_local().is_some() && indices.iter().all(inner),
        Extent { view, .. } | Stride { view, .. } => view.as_local().is_some(),
        Field { base, .. } => is_field_of_element(base, externs),
        Call(Callee::Extern(id), arguments) => externs[*id].is_pure && arguments.iter().all(inner),
        _ => false,
    }
}

/// An element of a view of structs, or a field of one.
fn is_field_of_element(base: &Expr, externs: &Externs<Extern>) -> bool {
    match &base.kind {
        ExprKind::Element { view, indices } => {
            view.as_local().is_some() && indices.iter().all(|index| is_plain(index, externs))
        }
        ExprKind::Field { base: inner, .. } => base.ty.is_record() && is_field_of_element(inner, externs),
        _ => false,
    }
}

/// Whether an operation is defined for all operands of their type. Sums and products wrap around (`-fwrapv`).
fn is_defined(op: BinaryOp, left: &Expr, right: &Expr) -> bool {
    use BinaryOp::*;
    let is_integer = left.ty.is_integral() || right.ty.is_integral();
    match op {
        Add | Subtract | Multiply | BitAnd | BitOr | BitXor => true,
        _ if !is_integer => true,
        FloorDivide | Modulo | CDivide | CModulo => right.as_int().is_some_and(|by| by > 0),
        ShiftLeft | ShiftRight => {
            let Ty::Int(kind) = &left.ty else { return false };
            right.as_int().is_some_and(|by| (0..i128::from(kind.bits())).contains(&by))
        }
        Divide | Power => false,
    }
}

/// Whether an expression depends on what is loaded, or on locals that do.
pub fn is_loaded(expr: &Expr, loaded: &LocalSet) -> bool {
    use ExprKind::*;
    match &expr.kind {
        Local(id) => loaded.contains(*id),
        Element { .. }
        | Index { .. }
        | Deref(_)
        | Field { .. }
        | Global(_)
        | Call(..)
        | ThreadId
        | HasThreads
        | Threads
        | Trial(..) => true,
        _ => expr.children().into_iter().any(|child| is_loaded(child, loaded)),
    }
}
