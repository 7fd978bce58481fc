//! C strings, arrays and pointers as Python sees them: the items of loops over them, and attributes of the objects
//! that C values become.

use super::Checker;
use crate::hir::{ExprId, ExprKind, IntKind, PyClass};
use crate::ty::Ty;

impl Checker<'_> {
    /// The type of an undeclared variable of a loop over an expression.
    pub(in crate::ty) fn item(&mut self, iterable: ExprId) -> Ty {
        let ty = self.expr(iterable);
        match (&self.body.exprs[iterable].kind, ty) {
            (ExprKind::Subscript { base, .. }, _) if self.expr(*base).is_c_string() => {
                Ty::Int(IntKind::UChar)
            }
            (ExprKind::Subscript { .. }, Ty::Pointer { to: element, .. }) => (*element).clone(),
            (_, Ty::Array { element, .. }) => (*element).clone(),
            (_, Ty::Memoryview(view)) if view.gives_elements() => view.element.clone(),
            (_, Ty::Tuple(items)) if items.windows(2).all(|pair| pair[0] == pair[1]) => items[0].clone(),
            (_, Ty::Object(PyClass::Str)) => Ty::Int(IntKind::Ucs4),
            (_, Ty::Object(PyClass::Bytes)) => Ty::Int(IntKind::UChar),
            (_, Ty::Error) => Ty::Error,
            _ => Ty::OBJECT,
        }
    }
}

/// Whether a value of a C type, as an object, has an attribute that C does not know. Others are considered
/// mistakes.
pub(super) fn has_python_attribute(ty: &Ty, name: &str) -> bool {
    let names: &[&str] = match ty {
        Ty::Float(_) => &["is_integer", "as_integer_ratio", "hex", "fromhex", "real", "imag", "conjugate"],
        Ty::Complex(_) => &["conjugate"],
        ty if ty.is_letter() => return BYTES.contains(&name) && name != "decode" || TEXT.contains(&name),
        Ty::Int(_) | Ty::Bint | Ty::Enum(_) => &[
            "bit_length",
            "bit_count",
            "to_bytes",
            "from_bytes",
            "as_integer_ratio",
            "is_integer",
            "conjugate",
            "real",
            "imag",
            "numerator",
            "denominator",
        ],
        Ty::Struct(_) => &["items", "keys", "values", "get", "pop", "copy"],
        ty if ty.is_c_string() => return BYTES.contains(&name),
        Ty::Array { .. } => &["index", "count", "copy"],
        _ => return false,
    };
    names.contains(&name) || name.starts_with("__") && name.ends_with("__")
}

/// Attributes of a text that `bytes` does not have.
const TEXT: &[&str] = &[
    "casefold",
    "format",
    "format_map",
    "isdecimal",
    "isidentifier",
    "isnumeric",
    "isprintable",
    "maketrans",
];

const BYTES: &[&str] = &[
    "capitalize",
    "center",
    "count",
    "decode",
    "encode",
    "endswith",
    "expandtabs",
    "find",
    "hex",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdigit",
    "islower",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "partition",
    "replace",
    "removeprefix",
    "removesuffix",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
];
