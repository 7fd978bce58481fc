//! C's usual arithmetic conversions, and the type that two values share.

use std::sync::Arc;

use super::{IntKind, PyClass, Ty, TypeTable};
use crate::hir::{Operator, PartKind};

/// The type that Cython gives an integer narrower than `int` in arithmetic; other types are kept.
pub fn promote(ty: &Ty) -> Ty {
    match ty {
        Ty::Bint | Ty::Enum(_) => Ty::INT,
        Ty::Int(kind) if kind.declared().rank() < IntKind::Int.rank() => Ty::INT,
        Ty::Int(kind) if kind.is_letter() => Ty::Int(IntKind::UInt),
        Ty::Complex(PartKind::Int(kind)) if kind.rank() < IntKind::Int.rank() => {
            Ty::Complex(PartKind::Int(IntKind::Int))
        }
        other => other.clone(),
    }
}

/// The type that C gives a number in arithmetic: Cython goes by the declarations of types in headers.
pub fn promote_in_c(ty: &Ty) -> Ty {
    match ty {
        Ty::Int(kind) if kind.is_inexact() => promote(&Ty::Int(kind.real())),
        other => promote(other),
    }
}

/// The type that Cython gives an operation on two numbers, or `None` if one is not a C number.
pub fn common_type(left: &Ty, right: &Ty) -> Option<Ty> {
    if !left.is_numeric() || !right.is_numeric() {
        return None;
    }
    Some(match (left, right) {
        (Ty::Complex(_), _) | (_, Ty::Complex(_)) => {
            let part = common_type(&left.real_part(), &right.real_part())?;
            Ty::Complex(part.as_part()?)
        }
        (Ty::Float(a), Ty::Float(b)) => Ty::Float(*a.max(b)),
        (Ty::Float(_), _) => left.clone(),
        (_, Ty::Float(_)) => right.clone(),
        _ => common_integer(promote(left), promote(right)),
    })
}

/// Whether an operation is Python's. Its operators see a C tuple as a `tuple` and a letter as a text. They also get two
/// C strings that are added, and any C string at a `%`.
pub fn is_object_operation(operator: Operator, left: &Ty, right: &Ty) -> bool {
    let of_texts = match operator {
        Operator::Add => left.is_c_string() && right.is_c_string(),
        Operator::Modulo => left.is_c_string() || right.is_c_string(),
        _ => false,
    };
    of_texts || [left, right].iter().any(|ty| ty.is_object() || ty.is_letter() || ty.tuple_items().is_some())
}

/// The type that Cython gives an operation: the longer integer; of two equally long ones, the unsigned one.
/// Types for sizes of memory are longer than `long` there.
fn common_integer(left: Ty, right: Ty) -> Ty {
    let (Ty::Int(a), Ty::Int(b)) = (&left, &right) else { return left };
    match length(*a).cmp(&length(*b)) {
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Equal => match (a.declared().is_signed(), b.declared().is_signed()) {
            (true, false) => right,
            (false, true) => left,
            // A header's type wins over a type of C's.
            _ if a.is_inexact() != b.is_inexact() => {
                if a.is_inexact() {
                    left
                } else {
                    right
                }
            }
            (_, is_signed) => {
                if is_signed && !b.is_inexact() {
                    left
                } else {
                    right
                }
            }
        },
    }
}

/// How long Cython takes an integer to be.
fn length(kind: IntKind) -> u32 {
    match kind.declared() {
        IntKind::SsizeT | IntKind::HashT | IntKind::SizeT => 4 * kind.rank() + 2,
        IntKind::PtrdiffT => 4 * kind.rank() + 3,
        kind => 4 * kind.rank(),
    }
}

/// The type of both results of `divmod` of integers: that of the longer one; of two equally long ones, of the first.
pub fn divmod_type(left: IntKind, right: IntKind) -> Ty {
    Ty::Int(if length(left) >= length(right) { left } else { right })
}

/// The type that C computes in for two numbers, and compares them in; `None` for other values.
pub fn usual_type(left: &Ty, right: &Ty) -> Option<Ty> {
    let common = common_type(left, right)?;
    Some(if common.is_integral() { usual_integer(promote_in_c(left), promote_in_c(right)) } else { common })
}

fn usual_integer(left: Ty, right: Ty) -> Ty {
    let (Ty::Int(a), Ty::Int(b)) = (&left, &right) else { return left };
    if a.is_signed() == b.is_signed() {
        return if b.rank() > a.rank() { right } else { left };
    }
    let (signed, unsigned) = if a.is_signed() { (*a, *b) } else { (*b, *a) };
    if unsigned.rank() >= signed.rank() {
        Ty::Int(unsigned)
    } else if signed.bits() > unsigned.bits() {
        Ty::Int(signed)
    } else {
        Ty::Int(IntKind::ULongLong)
    }
}

/// The type of a variable or expression that may have either type: `a if c else b`, two assignments.
pub fn spanning(left: &Ty, right: &Ty) -> Ty {
    if left == right || right.is_error() {
        return left.clone();
    }
    if left.is_error() {
        return right.clone();
    }
    // A truth value stays a truth value: a number would print differently.
    match (left.is_truth(), right.is_truth()) {
        (true, true) => return Ty::BOOL,
        (false, false) => {}
        _ => return Ty::OBJECT,
    }
    // Narrow ones are unchanged.
    if matches!((left, right), (Ty::Int(_), Ty::Int(_))) {
        return common_integer(left.clone(), right.clone());
    }
    if let Some(common) = common_type(left, right) {
        return common;
    }
    match (left, right) {
        (Ty::Object(a), Ty::Object(b)) if a == b => left.clone(),
        (Ty::Pointer { .. }, Ty::Array { element, .. }) | (Ty::Array { element, .. }, Ty::Pointer { .. }) => {
            Ty::Pointer { to: element.clone(), is_const: false }
        }
        // What may be either is called as the one that notices every exception.
        (Ty::Function(a), Ty::Function(b)) if a.serves_as(b) => right.clone(),
        (Ty::Function(a), Ty::Function(b)) if b.serves_as(a) => left.clone(),
        // Addresses of different types. Texts are objects then.
        (Ty::Pointer { is_const: a, .. }, Ty::Pointer { is_const: b, .. })
            if !left.is_c_string() || !right.is_c_string() =>
        {
            Ty::Pointer { to: Arc::new(Ty::Void), is_const: *a || *b }
        }
        _ => Ty::Object(PyClass::Object),
    }
}

/// Whether a pointer to the one may be read as a pointer to the other: C has one type for both, or `to` adds `const`.
pub fn is_same_in_c(table: &TypeTable, from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Int(from), Ty::Int(to)) => from.in_c() == to.in_c(),
        // Headers of several files may declare the same struct.
        (Ty::Struct(from), Ty::Struct(to)) => {
            let (one, other) = (&table.structs[*from], &table.structs[*to]);
            from == to || one.is_extern && other.is_extern && one.c_name == other.c_name
        }
        (Ty::Pointer { to: one, is_const: from }, Ty::Pointer { to: other, is_const: to }) => {
            (*to || !*from) && is_same_in_c(table, one, other)
        }
        (from, to) => from == to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ty::FloatKind;

    #[test]
    fn integers_follow_cython() {
        let common = |a, b| common_type(&Ty::Int(a), &Ty::Int(b)).unwrap();
        assert_eq!(common(IntKind::Char, IntKind::Short), Ty::INT);
        assert_eq!(common(IntKind::Int, IntKind::UInt), Ty::Int(IntKind::UInt));
        assert_eq!(common(IntKind::Long, IntKind::UInt), Ty::LONG);
        assert_eq!(common(IntKind::LongLong, IntKind::ULong), Ty::Int(IntKind::LongLong));
        assert_eq!(common(IntKind::ULong, IntKind::SsizeT), Ty::SSIZE);
        let in_c = usual_type(&Ty::Int(IntKind::LongLong), &Ty::Int(IntKind::ULong));
        assert_eq!(in_c, Some(Ty::Int(IntKind::ULongLong)));
        assert_eq!(common(IntKind::SsizeT, IntKind::Int), Ty::SSIZE);
    }

    #[test]
    fn floats_win_over_integers_whatever_their_width() {
        let float = Ty::Float(FloatKind::Float);
        assert_eq!(common_type(&float, &Ty::LONG), Some(float.clone()));
        assert_eq!(common_type(&float, &Ty::DOUBLE), Some(Ty::DOUBLE));
        assert_eq!(common_type(&Ty::OBJECT, &Ty::DOUBLE), None);
    }
}
