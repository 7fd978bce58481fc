//! Results of C functions that report exceptions, in C.

use crate::emit::c;
use crate::ty::{ErrorValue, Ty};

/// Whether a result reports an exception. A NaN equals nothing.
pub fn is_error_value(result: &c::Expr, value: &ErrorValue, ty: &Ty) -> c::Expr {
    let spelled = error_value(value, ty);
    let differs = |value: &c::Expr| c::Expr::binary("!=", value.clone(), value.clone());
    match (value, ty) {
        (ErrorValue::Float(bits), _) if f64::from_bits(*bits).is_nan() => differs(result),
        (ErrorValue::Named(_), Ty::Float(_)) => {
            let is_equal = c::Expr::binary("==", result.clone(), spelled.clone());
            let are_nan = c::Expr::binary("&&", differs(result), differs(&spelled));
            c::Expr::binary("||", is_equal, are_nan)
        }
        _ => c::Expr::binary("==", result.clone(), spelled),
    }
}

/// A value that reports an exception.
pub fn error_value(value: &ErrorValue, ty: &Ty) -> c::Expr {
    match (value, ty) {
        (ErrorValue::Int(0), Ty::Pointer { .. } | Ty::Function(_)) => c::Expr::null(),
        (ErrorValue::Int(value), Ty::Pointer { .. } | Ty::Function(_)) => {
            c::Expr::cast(c::Type::named("void").pointer(), c::Expr::number(value))
        }
        (ErrorValue::Int(value), Ty::Int(kind)) if *value < 0 && !kind.is_signed() => {
            c::Expr::cast(c::Type::named(kind.c_name()), c::Expr::number(value))
        }
        (ErrorValue::Int(value), _) => c::Expr::number(value),
        (ErrorValue::Float(bits), _) => {
            let number = f64::from_bits(*bits);
            let text =
                if number.is_finite() { format!("{number:?}") } else { number.to_string().to_lowercase() };
            c::float_literal(&text, "double")
        }
        (ErrorValue::Named(name), _) => c::Expr::name(name.to_string()),
    }
}
