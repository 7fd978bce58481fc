//! The dialect's types as C types.

use super::bug::bug;
use super::c;
use super::symbols::Symbols;
use super::unit::Unit;
use crate::tir::{Extern, Module};
use crate::ty::{EnumDecl, EnumId, Field, FloatKind, IntKind, Memoryview, Signature, Ty};

/// The C type of a value. Memoryviews are the runtime's structs here; kernels take them apart.
pub fn c_type(symbols: &Symbols, ty: &Ty) -> c::Type {
    match ty {
        Ty::Void => c::Type::named("void"),
        Ty::Error => bug("the type of what has been reported"),
        Ty::Object(_) => c::Type::named("PyObject").pointer(),
        Ty::Bint => c::Type::named("int"),
        Ty::Int(kind) => c::Type::named(kind.c_name()),
        Ty::Float(kind) => c::Type::named(kind.c_name()),
        Ty::Complex(kind) => c::Type::named(format!("{} _Complex", kind.c_name())),
        Ty::Pointer { to, is_const } => {
            let to = if to.memoryview().is_some() { view_in_memory() } else { c_type(symbols, to) };
            if *is_const { to.constant().pointer() } else { to.pointer() }
        }
        Ty::Array { element, length } => {
            let element =
                if element.memoryview().is_some() { view_in_memory() } else { c_type(symbols, element) };
            c::Type::Array(Box::new(element), length.to_string())
        }
        Ty::Memoryview(view) => c::Type::named(view_struct(view)),
        Ty::Struct(id) => c::Type::named(symbols.types.structs[*id].clone()),
        Ty::Tuple(_) => c::Type::named(symbols.tuple(ty)),
        Ty::Enum(id) => c::Type::named(symbols.types.enums.get(*id).map_or("int", String::as_str)),
        Ty::Function(signature) => match &signature.in_header.0 {
            Some(typedef) if typedef.is_pointer => c::Type::named(typedef.c_name.to_string()),
            Some(typedef) => c::Type::named(typedef.c_name.to_string()).pointer(),
            None => function_type(symbols, signature).pointer(),
        },
    }
}

/// Cython's struct of a memoryview, which a pointer leads to, or which is in an array that the pointer is given.
pub fn view_in_memory() -> c::Type {
    c::Type::named("struct offcy_cython_view")
}

/// The type of a function whose address a value is.
fn function_type(symbols: &Symbols, signature: &Signature) -> c::Type {
    c::Type::Function {
        result: Box::new(c_type(symbols, &signature.result)),
        params: signature.params.iter().map(|param| c_type(symbols, param)).collect(),
        variadic: signature.is_variadic,
    }
}

/// The declaration of a type that no header declares.
pub fn extern_declaration(symbols: &Symbols, decl: &Extern) -> String {
    let shown = match &decl.ty {
        Ty::Function(signature) => function_type(symbols, signature).declare(&decl.c_name),
        Ty::Pointer { to, .. } if decl.is_unsized => {
            c_type(symbols, to).declare(&format!("{}[]", decl.c_name))
        }
        ty => c_type(symbols, ty).declare(&decl.c_name),
    };
    format!("extern {shown};")
}

/// The type of one element as a view's code spells it, with `const` where the view has it.
pub fn element_type(symbols: &Symbols, view: &Memoryview) -> c::Type {
    let element = c_type(symbols, &view.element);
    if view.is_const && !view.element.is_object() { element.constant() } else { element }
}

/// The runtime's struct for views with the given number of dimensions.
pub fn view_struct(view: &Memoryview) -> String {
    format!("offcy_view{}", view.ndim())
}

/// The word for a C type inside the names of the runtime's functions.
pub fn int_word(kind: IntKind) -> &'static str {
    use IntKind::*;
    match kind {
        Bool => "bool",
        Char => "char",
        SChar | Int8 => "signed_char",
        UChar | UInt8 => "unsigned_char",
        Short | Int16 => "short",
        UShort | UInt16 => "unsigned_short",
        Int | Int32 => "int",
        UInt | UInt32 => "unsigned_int",
        Long | Int64 | PtrdiffT => "long",
        ULong | UInt64 => "unsigned_long",
        LongLong => "long_long",
        ULongLong => "unsigned_long_long",
        SsizeT | HashT => "ssize_t",
        SizeT => "size_t",
        Ucs4 => "ucs4",
        Unicode => "unicode",
        Inexact(_) => int_word(kind.real()),
    }
}

/// The word for the parts of a complex number inside the names of the runtime's functions: one for each type of C.
pub fn part_word(kind: IntKind) -> &'static str {
    match kind {
        IntKind::SsizeT | IntKind::HashT => "long",
        IntKind::SizeT => "unsigned_long",
        IntKind::Ucs4 | IntKind::Unicode => "unsigned_int",
        other => int_word(other),
    }
}

/// The runtime's integer math exists for `int` and wider: the word for the type that C promotes to.
pub fn math_word(ty: &Ty) -> &'static str {
    match ty {
        Ty::Float(FloatKind::Float) => "float",
        Ty::Float(FloatKind::LongDouble) => "long_double",
        Ty::Float(FloatKind::Double) => "double",
        Ty::Int(kind) => match (kind.bits(), kind.is_signed(), kind) {
            (_, true, IntKind::LongLong) => "long_long",
            (_, false, IntKind::ULongLong) => "unsigned_long_long",
            (64, true, _) => "long",
            (64, false, _) => "unsigned_long",
            (32, false, _) => "unsigned_int",
            _ => "int",
        },
        Ty::Bint | Ty::Enum(_) => "int",
        _ => bug("the type of a number"),
    }
}

/// Whether a type has its own functions of [`math_word`]: narrower ones are promoted.
pub fn has_math(ty: &Ty) -> bool {
    match ty {
        Ty::Float(_) => true,
        Ty::Int(kind) => kind.rank() >= IntKind::Int.rank() && matches!(kind.bits(), 32 | 64),
        _ => false,
    }
}

/// Definitions of the structs, unions and enums that the module's code uses and no header defines: each
/// after those that it holds by value. `is_here` says which of them the file has.
pub fn definitions(unit: &Unit<'_>, is_here: impl Fn(&Ty) -> bool) -> Vec<String> {
    let Unit { module, symbols, used, .. } = unit;
    let mut lines = Vec::new();
    let is_wanted = |(id, def): &(EnumId, &EnumDecl)| {
        !def.is_extern && used.enums.contains(id) && is_here(&Ty::Enum(*id))
    };
    for (id, def) in module.types.enums.iter().filter(is_wanted) {
        let members: Vec<_> = def
            .members
            .iter()
            .map(|(name, value)| match value {
                Some(value) => format!("{name} = {value}"),
                None => name.to_string(),
            })
            .collect();
        let name = symbols.types.enums.get(id).map_or("enum", String::as_str);
        lines.push(format!("{name} {{ {} }};", members.join(", ")));
    }
    let mut records = Vec::new();
    for (id, _) in module.types.structs.iter().filter(|(id, _)| used.structs.contains(id)) {
        define(symbols, module, &Ty::Struct(id), &mut records);
    }
    used.tuples.iter().for_each(|tuple| define(symbols, module, tuple, &mut records));
    lines.extend(records.into_iter().filter(|(ty, _)| is_here(ty)).flat_map(|(_, lines)| lines));
    lines
}

fn define(symbols: &Symbols, module: &Module, ty: &Ty, records: &mut Vec<(Ty, Vec<String>)>) {
    let def = match ty {
        Ty::Struct(id) => Some(&module.types.structs[*id]),
        _ => None,
    };
    if def.is_some_and(|def| def.is_extern) || records.iter().any(|(known, _)| known == ty) {
        return;
    }
    let fields = module.types.fields(ty);
    for inner in fields.iter().map(|field| field.ty.array_element()).filter(|inner| inner.is_record()) {
        define(symbols, module, inner, records);
    }
    let mut lines = vec![format!("{} {{", c_type(symbols, ty).declare(""))];
    for Field { name, ty, .. } in fields.iter() {
        lines.push(format!("    {};", c_type(symbols, ty).declare(&super::names::field_name(name))));
    }
    let is_packed = def.is_some_and(|def| def.is_packed);
    lines.push(if is_packed { "} __attribute__((packed));".into() } else { "};".into() });
    records.push((ty.clone(), lines));
}

/// The C name of a field of a struct, or of what a pointer to one points to.
pub fn c_field(module: &Module, ty: &Ty, name: &str) -> String {
    let ty = match ty {
        Ty::Pointer { to, .. } => to,
        ty => ty,
    };
    let def = match ty {
        Ty::Struct(id) => Some(&module.types.structs[*id]).filter(|def| def.is_extern),
        _ => None,
    };
    let field = def.and_then(|def| def.fields.iter().find(|field| field.name == name));
    field.map_or_else(|| super::names::field_name(name), |field| field.c_name.to_string())
}
