//! Conversions between objects and C values: calls of the runtime.

use super::dtypes::{dtype, value_dtype};
use crate::base::Name;
use crate::emit::body::Body;
use crate::emit::c;
use crate::emit::types::{c_type, int_word, part_word, view_struct};
use crate::ty::{Contiguity, FloatKind, Memoryview, PartKind, PyClass, Ty};

/// The call that converts an object to a C value at an address; `named`: what errors call the type, if not by its own name.
pub fn conversion(
    body: &mut Body<'_, '_, '_>,
    (ty, named): (&Ty, Option<&Name>),
    target: c::Expr,
    value: c::Expr,
) -> c::Expr {
    if let Some(description) = described(body, ty) {
        let name = if ty.is_record() { "offcy_struct" } else { "offcy_array" };
        return c::Expr::call(format!("{name}_from_object"), [vec![target, value], description].concat());
    }
    let word = match ty {
        Ty::Int(kind) if let Some(named) = named => {
            let called = format!("offcy_{}_from_named", int_word(*kind));
            return c::Expr::call(called, vec![target, value, c::string_literal(named.as_bytes())]);
        }
        Ty::Int(kind) => int_word(*kind),
        Ty::Bint => "bint",
        Ty::Float(FloatKind::Float) => "float",
        Ty::Float(FloatKind::Double) => "double",
        Ty::Float(FloatKind::LongDouble) => "long_double",
        Ty::Complex(PartKind::FLOAT) => "float_complex",
        Ty::Complex(PartKind::LONG_DOUBLE) => "long_double_complex",
        Ty::Complex(PartKind::Int(kind)) => {
            let name = format!("offcy_{}_complex_from_object", part_word(*kind));
            return c::Expr::call(name, vec![target, value]);
        }
        Ty::Complex(_) => "double_complex",
        Ty::Enum(_) => {
            let is_signed = c::Expr::Type(c_type(&body.unit.symbols, ty));
            let is_signed = c::Expr::call("OFFCY_IS_SIGNED", vec![is_signed]);
            let shown = format!("enum {}", body.unit.module.types.display(ty));
            let shown = c::string_literal(shown.as_bytes());
            return c::Expr::call("offcy_enum_from_object", vec![target, value, is_signed, shown]);
        }
        Ty::Pointer { .. } => {
            return match body.unit.module.directives.c_strings.encoding_of_str() {
                None => c::Expr::call("offcy_string_from_object", vec![target, c::Expr::null(), value]),
                Some(encoding) => {
                    let is_ascii = c::Expr::bool(encoding == "ascii");
                    c::Expr::call("offcy_string_from_text", vec![target, value, is_ascii])
                }
            };
        }
        _ => body.bug("how an object becomes a value of C"),
    };
    c::Expr::call(format!("offcy_{word}_from_object"), vec![target, value])
}

/// What the runtime must know of a struct or a C array to convert it; other types have their own functions.
fn described(body: &mut Body<'_, '_, '_>, ty: &Ty) -> Option<Vec<c::Expr>> {
    if !ty.is_record() && !ty.is_array() {
        return None;
    }
    let mut all = vec![value_dtype(body.unit, body.tables, ty)];
    let lengths = ty.array_lengths();
    if !lengths.is_empty() {
        let extents = lengths.iter().map(|length| (None, c::Expr::number(length))).collect();
        all.push(c::Expr::number(lengths.len()));
        all.push(c::Expr::Compound(c::Type::named("const ptrdiff_t[]"), extents));
    }
    Some(all)
}

/// The call that acquires a buffer.
pub fn acquisition(
    body: &mut Body<'_, '_, '_>,
    view: &Memoryview,
    target: c::Expr,
    value: c::Expr,
) -> c::Expr {
    let dtype = dtype(body.unit, body.tables, view);
    let is_not_assigned = view.buffer.0.is_some_and(|options| options.is_not_assigned);
    let writable = c::Expr::bool(!view.is_const && !is_not_assigned);
    let from = if body.function.coherence.takes_arrays { "from_array" } else { "from_object" };
    let name = format!("{}_{from}", view_struct(view));
    c::Expr::call(name, vec![target, value, dtype, c::Expr::name(layout(view)), writable])
}

/// The runtime's name for the layout of a view.
pub fn layout(view: &Memoryview) -> &'static str {
    match view.contiguity() {
        Contiguity::C => "OFFCY_C_CONTIGUOUS",
        Contiguity::Fortran => "OFFCY_F_CONTIGUOUS",
        Contiguity::Strided => "OFFCY_STRIDED",
    }
}

/// A C value as a new object.
pub fn to_object(body: &mut Body<'_, '_, '_>, ty: &Ty, value: c::Expr) -> c::Expr {
    if let Some(description) = described(body, ty) {
        let (name, value) = match ty {
            ty if ty.is_record() => ("offcy_object_from_struct", c::Expr::address(value)),
            _ => ("offcy_object_from_array", value),
        };
        return c::Expr::call(name, [vec![value], description].concat());
    }
    if let Ty::Enum(id) = ty
        && let Some(class) = super::enums::class(body.unit, *id)
    {
        return c::Expr::call("offcy_object_from_enum", vec![c::Expr::name(class), value]);
    }
    let name = match ty {
        ty if ty.is_truth() => "offcy_object_from_bint",
        Ty::Int(kind) if kind.is_letter() => "offcy_object_from_letter",
        Ty::Int(kind) if kind.is_signed() => "offcy_int",
        Ty::Int(_) => "offcy_object_from_unsigned",
        Ty::Enum(_) => "offcy_int",
        Ty::Complex(_) => "offcy_object_from_complex",
        Ty::Pointer { .. } => return text_to_object(body, value),
        Ty::Float(_) => "offcy_object_from_double",
        _ => body.bug("how a value of C becomes an object"),
    };
    c::Expr::call(name, vec![value])
}

/// A C string in the form that the module wants.
fn text_to_object(body: &Body<'_, '_, '_>, value: c::Expr) -> c::Expr {
    let strings = &body.unit.module.directives.c_strings;
    let part = vec![value, c::Expr::number(0), c::Expr::name("OFFCY_END")];
    match (strings.class, &strings.encoding) {
        (PyClass::Str, Some(encoding)) => {
            let encoding = c::string_literal(encoding.as_bytes());
            c::Expr::call("offcy_decode", [part, vec![encoding, c::Expr::null()]].concat())
        }
        (PyClass::ByteArray, _) => c::Expr::call("offcy_bytearray_of", part),
        _ => c::Expr::call("offcy_bytes_of", part),
    }
}
