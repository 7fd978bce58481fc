//! C's types in Python's words.

use crate::tir::Module;
use crate::ty::{FloatKind, PyClass, Ty};

/// What type checkers call what a value of a type is converted to.
pub fn given(module: &Module, ty: &Ty) -> String {
    match ty {
        Ty::Void => "None".to_string(),
        Ty::Float(_) => "float".to_string(),
        ty if ty.is_truth() => "bool".to_string(),
        ty if ty.is_letter() => "str".to_string(),
        Ty::Int(_) => "int".to_string(),
        Ty::Complex(_) => "complex".to_string(),
        Ty::Enum(id) => {
            let def = &module.types.enums[*id];
            let name = def.name.as_ref().filter(|_| def.is_python && def.home == module.name);
            name.map_or("int".to_string(), |name| name.to_string())
        }
        Ty::Struct(_) => "dict[str, Any]".to_string(),
        Ty::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| given(module, item)).collect();
            format!("tuple[{}]", items.join(", "))
        }
        Ty::Object(class) => object(module, *class).unwrap_or("Any".to_string()),
        _ => "Any".to_string(),
    }
}

/// What a parameter of a type takes: all that converts to it.
pub fn taken(module: &Module, ty: &Ty, allows_none: bool) -> String {
    let or_none = |text: String| if allows_none { format!("{text} | None") } else { text };
    match ty {
        Ty::Float(FloatKind::Float | FloatKind::Double | FloatKind::LongDouble) => {
            "SupportsFloat".to_string()
        }
        Ty::Int(_) | Ty::Enum(_) if !ty.is_truth() && !ty.is_letter() => "SupportsIndex".to_string(),
        Ty::Memoryview(_) => or_none("Buffer".to_string()),
        Ty::Object(class) => object(module, *class).map_or("Any".to_string(), or_none),
        ty => given(module, ty),
    }
}

/// A class by its name in the module; `None` for any object, and for what only another module names.
pub fn object(module: &Module, class: PyClass) -> Option<String> {
    let text = match class {
        PyClass::Object => return None,
        PyClass::Extension(id) => {
            let def = module.types.class(id);
            let is_named = def.foreign.is_none() && !def.is_scope && !def.decorated.is_internal;
            return is_named.then(|| def.name.to_string());
        }
        PyClass::Tuple => "tuple[Any, ...]",
        PyClass::List => "list[Any]",
        PyClass::Dict | PyClass::FrozenDict => "dict[Any, Any]",
        PyClass::Set => "set[Any]",
        PyClass::FrozenSet => "frozenset[Any]",
        PyClass::Type => "type[Any]",
        PyClass::MemoryView => return None,
        other => other.name(),
    };
    Some(text.to_string())
}
