//! Descriptions of view elements, by which buffers are accepted or rejected.

use crate::base::Aside;
use crate::emit::bug::bug;
use crate::emit::c::{self, Doc};
use crate::emit::names::spell;
use crate::emit::types::int_word;
use crate::emit::types::{c_field, c_type};
use crate::emit::unit::{Element, Tables, Unit};
use crate::emit::writer::Writer;
use crate::ty::{FloatKind, IntKind, Memoryview, PartKind, PyClass, Ty};

/// The address of a view's element description. The runtime has those of C's own types; types that messages
/// call something else (`const double`, `int32_t`, a struct, a typedef) are described in the module.
pub fn dtype(unit: &Unit<'_>, tables: &mut Tables, view: &Memoryview) -> c::Expr {
    let typedef = view.typedef.0.clone().filter(|name| {
        !matches!(view.element, Ty::Complex(_)) && *name != unit.module.types.display(&view.element)
    });
    // The user has not written that a buffer is `const`.
    let is_const = view.is_const && !view.element.is_object() && view.buffer.0.is_none();
    let takes_any = view.buffer.0.is_some_and(|options| options.takes_any);
    let element = Element { ty: view.element.clone(), is_const, typedef, takes_any };
    let name = dtype_name(unit, &element);
    if is_own(&element) && !tables.dtypes.contains(&element) {
        tables.dtypes.push(element);
    }
    c::Expr::address(c::Expr::name(name))
}

/// The address of the description of a value that goes to or comes from Python: for a C array, of its
/// elements.
pub fn value_dtype(unit: &Unit<'_>, tables: &mut Tables, ty: &Ty) -> c::Expr {
    let element = ty.array_element().clone();
    let (typedef, buffer) = (Aside(None), Aside(None));
    let view = Memoryview { element, typedef, buffer, is_const: false, axes: vec![] };
    dtype(unit, tables, &view)
}

fn dtype_name(unit: &Unit<'_>, element: &Element) -> String {
    // A buffer that takes any type of a kind is written to.
    let prefix = match element.takes_any {
        true => "any_",
        false if element.is_const => "const_",
        false => "",
    };
    let word = match &element.ty {
        Ty::Int(kind) if kind.is_named_by_library() => kind.c_name().to_string(),
        Ty::Struct(id) => format!("of_{}", spell(&unit.module.types.structs[*id].name)),
        Ty::Tuple(_) => format!("of_{}", unit.symbols.tuple(&element.ty).trim_start_matches("struct ")),
        Ty::Enum(_) => format!("of_enum_{}", spell(&unit.module.types.display(&element.ty))),
        Ty::Object(PyClass::Object) => "object".to_string(),
        Ty::Object(_) => format!("of_class_{}", spell(&unit.module.types.display(&element.ty))),
        ty => word(ty).to_string(),
    };
    let typedef = element.typedef.as_ref().map_or(String::new(), |name| format!("_as_{}", spell(name)));
    format!("offcy_dtype_{prefix}{word}{typedef}")
}

fn is_own(element: &Element) -> bool {
    element.is_const
        || element.takes_any
        || element.typedef.is_some()
        || matches!(element.ty, Ty::Struct(_) | Ty::Tuple(_) | Ty::Enum(_))
        || matches!(element.ty, Ty::Object(class) if class != PyClass::Object)
        || matches!(element.ty, Ty::Int(kind) if kind.is_named_by_library())
}

/// The type by its own name.
fn plain(ty: &Ty) -> Element {
    Element { ty: ty.clone(), is_const: false, typedef: None, takes_any: false }
}

fn word(ty: &Ty) -> &'static str {
    match ty {
        Ty::Int(kind) => int_word(*kind),
        Ty::Bint => "bint",
        Ty::Float(FloatKind::Float) => "float",
        Ty::Float(FloatKind::LongDouble) => "long_double",
        Ty::Complex(PartKind::FLOAT) => "float_complex",
        Ty::Complex(PartKind::LONG_DOUBLE) => "long_double_complex",
        Ty::Complex(_) => "double_complex",
        Ty::Pointer { .. } => "text",
        Ty::Float(FloatKind::Double) => "double",
        _ => bug("the name of an element's type"),
    }
}

/// The descriptions that the module needs.
pub fn definitions(unit: &Unit<'_>, tables: &Tables, out: &mut Writer) {
    let mut done: Vec<String> = Vec::new();
    if !tables.dtypes.is_empty() {
        out.gap();
        out.line("/* Elements of views. */");
    }
    for element in &tables.dtypes {
        definition(unit, element, &mut done, out);
    }
}

fn definition(unit: &Unit<'_>, element: &Element, done: &mut Vec<String>, out: &mut Writer) {
    let name = dtype_name(unit, element);
    if done.contains(&name) || !is_own(element) {
        return;
    }
    let ty = &element.ty;
    let qualifier = if element.is_const { "const " } else { "" };
    let shown = match &element.typedef {
        Some(typedef) => format!("{qualifier}{typedef}"),
        None if matches!(ty, Ty::Enum(_)) => format!("{qualifier}enum {}", unit.module.types.display(ty)),
        None if ty.is_object() && ty.extension().is_none() => {
            format!("{} object", unit.module.types.display(ty))
        }
        None => format!("{qualifier}{}", unit.module.types.display(ty)),
    };
    let shown = c::quoted(shown.as_bytes());
    done.push(name.clone());
    if element.takes_any {
        let c_name = c_type(&unit.symbols, ty);
        out.line(format!("static const offcy_dtype {name} ="));
        return out.line(format!("    OFFCY_DTYPE_OF({shown}, OFFCY_ANY, {c_name}, \"B\");"));
    }
    if ty.is_record() {
        return struct_definition(unit, ty, &name, &shown, done, out);
    }
    let c_name = c_type(&unit.symbols, ty);
    if let Ty::Enum(_) = ty {
        out.line(format!("static const offcy_dtype {name} = OFFCY_ENUM_DTYPE({shown}, {c_name});"));
        return;
    }
    if ty.is_object() {
        out.line(format!("static const offcy_dtype {name} = OFFCY_OBJECT_DTYPE({shown});"));
        return;
    }
    let (kind, format) = (kind(ty), format(ty));
    out.line(format!("static const offcy_dtype {name} ="));
    out.line(format!("    OFFCY_DTYPE_OF({shown}, {kind}, {c_name}, \"{format}\");"));
}

fn struct_definition(
    unit: &Unit<'_>,
    ty: &Ty,
    name: &str,
    shown: &str,
    done: &mut Vec<String>,
    out: &mut Writer,
) {
    let parts = unit.module.types.fields(ty);
    for field in parts.iter() {
        definition(unit, &plain(field.ty.array_element()), done, out);
    }
    let fields = format!("{}_fields", dtype_name(unit, &plain(ty)));
    if !done.contains(&fields) {
        field_table(unit, ty, &fields, out);
        done.push(fields.clone());
    }
    out.line(format!("static const offcy_dtype {name} = {{"));
    let kind = match ty {
        Ty::Struct(id) if unit.module.types.structs[*id].is_union => "OFFCY_UNION",
        Ty::Struct(_) => "OFFCY_STRUCT",
        _ => "OFFCY_TUPLE",
    };
    let conversion = if kind == "OFFCY_TUPLE" { "&offcy_tuple_conversion" } else { "NULL" };
    let (c_name, count) = (c_type(&unit.symbols, ty).declare(""), parts.len());
    let (size, count) = (format!("sizeof({c_name})"), count.to_string());
    out.line(Doc::listed("    ", [shown, kind, &size, "NULL", &fields, &count, conversion, "NULL"], "};"));
}

fn field_table(unit: &Unit<'_>, ty: &Ty, name: &str, out: &mut Writer) {
    let owner = c_type(&unit.symbols, ty).declare("");
    out.line(format!("static const offcy_field {name}[] = {{"));
    for field in unit.module.types.fields(ty).iter() {
        let text = c::string_literal(field.name.as_bytes());
        let dtype = dtype_name(unit, &plain(field.ty.array_element()));
        let lengths: Vec<_> = field.ty.array_lengths().iter().map(ToString::to_string).collect();
        let word = if lengths.is_empty() { "OFFCY_FIELD" } else { "OFFCY_ARRAY_FIELD" };
        let ndim = (!lengths.is_empty()).then(|| lengths.len().to_string());
        let c_name = c_field(unit.module, ty, &field.name);
        let fixed = [text.to_string(), owner.clone(), c_name, dtype];
        let arguments = fixed.into_iter().chain(ndim).chain(lengths);
        out.line(Doc::listed(format!("    {word}("), arguments, "),"));
    }
    out.line("};");
}

fn kind(ty: &Ty) -> &'static str {
    match ty {
        ty if ty.is_truth() => "OFFCY_TRUTH",
        Ty::Int(IntKind::Char) => "OFFCY_CHARACTER",
        Ty::Int(kind) if !kind.is_signed() => "OFFCY_UNSIGNED",
        Ty::Float(_) => "OFFCY_FLOATING",
        Ty::Complex(_) => "OFFCY_COMPLEX",
        Ty::Int(_) | Ty::Enum(_) => "OFFCY_SIGNED",
        _ => bug("the kind of an element"),
    }
}

/// The format letter of PEP 3118, with C's own sizes.
fn format(ty: &Ty) -> &'static str {
    match ty {
        Ty::Int(IntKind::Bool) => "?",
        Ty::Int(IntKind::Char) => "c",
        Ty::Int(IntKind::LongLong) => "q",
        Ty::Int(IntKind::ULongLong) => "Q",
        Ty::Int(kind) => match (kind.bits(), kind.is_signed()) {
            (8, true) => "b",
            (8, false) => "B",
            (16, true) => "h",
            (16, false) => "H",
            (32, true) => "i",
            (32, false) => "I",
            (_, true) => "l",
            (_, false) => "L",
        },
        Ty::Float(FloatKind::Float) => "f",
        Ty::Float(FloatKind::LongDouble) => "g",
        Ty::Complex(PartKind::FLOAT) => "Zf",
        Ty::Complex(PartKind::LONG_DOUBLE) => "Zg",
        Ty::Complex(_) => "Zd",
        Ty::Bint => "i",
        Ty::Float(FloatKind::Double) => "d",
        _ => bug("the format of an element"),
    }
}
