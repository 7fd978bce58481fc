//! Results of C functions that report exceptions, in C.

use crate::emit::c;
use crate::ty::{ErrorValue, Ty};

/// Whether a result reports an exception. A NaN equals nothing.
pub fn is_error_value(name: &str, value: &ErrorValue, ty: &Ty) -> String {
    let spelled = error_value(value, ty);
    match (value, ty) {
        (ErrorValue::Float(bits), _) if f64::from_bits(*bits).is_nan() => format!("{name} != {name}"),
        (ErrorValue::Named(_), Ty::Float(_)) => {
            format!("({name} == {spelled} || ({name} != {name} && {spelled} != {spelled}))")
        }
        _ => format!("{name} == {spelled}"),
    }
}

/// A value that reports an exception, as C spells it.
pub fn error_value(value: &ErrorValue, ty: &Ty) -> String {
    match (value, ty) {
        (ErrorValue::Int(0), Ty::Pointer { .. } | Ty::Function(_)) => "NULL".to_string(),
        (ErrorValue::Int(value), Ty::Pointer { .. } | Ty::Function(_)) => format!("(void *){value}"),
        (ErrorValue::Int(value), Ty::Int(kind)) if *value < 0 && !kind.is_signed() => {
            format!("({}){value}", kind.c_name())
        }
        (ErrorValue::Int(value), _) => value.to_string(),
        (ErrorValue::Float(bits), _) => {
            let number = f64::from_bits(*bits);
            let text =
                if number.is_finite() { format!("{number:?}") } else { number.to_string().to_lowercase() };
            c::float_literal(&text, "double").to_string()
        }
        (ErrorValue::Named(name), _) => name.to_string(),
    }
}
