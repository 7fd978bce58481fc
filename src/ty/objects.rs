//! Which C values can be Python objects, and vice versa.

use super::{Ty, TypeTable};

/// Whether values of a type can be converted to and from Python.
pub fn has_object_form(table: &TypeTable, ty: &Ty) -> bool {
    match ty {
        Ty::Error | Ty::Object(_) | Ty::Memoryview(_) => true,
        Ty::Pointer { to, .. } => to.is_character(),
        ty => has_value_form(table, ty),
    }
}

/// Whether a value can become an object if it has to: a function also does, as one that Python calls.
pub fn can_be_object(table: &TypeTable, ty: &Ty) -> bool {
    match ty {
        Ty::Function(signature) => signature
            .params
            .iter()
            .chain([&signature.result])
            .all(|ty| *ty == Ty::Void || shows_as_object(table, ty) || has_object_form(table, ty)),
        ty => shows_as_object(table, ty) || has_object_form(table, ty),
    }
}

/// Numbers, and types composed of them.
pub fn has_value_form(table: &TypeTable, ty: &Ty) -> bool {
    match ty {
        Ty::Struct(id) => {
            let fields = &table.structs[*id].fields;
            !fields.is_empty() && fields.iter().all(|field| has_part_form(table, &field.ty))
        }
        Ty::Tuple(items) => items.iter().all(|item| has_part_form(table, item)),
        Ty::Array { element, .. } => has_part_form(table, element),
        ty => ty.is_error() || ty.is_numeric(),
    }
}

/// The same inside a struct or C array, whose descriptions have no complex integers.
fn has_part_form(table: &TypeTable, ty: &Ty) -> bool {
    !ty.is_integer_complex() && has_value_form(table, ty)
}

/// Whether a struct or C array can become an object. C strings in it also can, but a union must then have nothing
/// else, because it is unknown which of its fields is valid.
pub fn shows_as_object(table: &TypeTable, ty: &Ty) -> bool {
    match ty {
        Ty::Struct(id) => {
            let def = &table.structs[*id];
            let texts = def.fields.iter().filter(|field| matches!(field.ty, Ty::Pointer { .. })).count();
            let is_mixed = def.is_union && texts > 0 && texts < def.fields.len();
            let mut types = def.fields.iter().map(|field| &field.ty);
            !def.fields.is_empty()
                && !is_mixed
                && types.all(|ty| !ty.is_integer_complex() && shows_as_object(table, ty))
        }
        Ty::Tuple(items) => {
            items.iter().all(|item| !item.is_integer_complex() && shows_as_object(table, item))
        }
        Ty::Array { element, .. } => !element.is_integer_complex() && shows_as_object(table, element),
        Ty::Pointer { to, .. } => to.is_character(),
        ty => has_value_form(table, ty),
    }
}
