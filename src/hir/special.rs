//! Special methods of extension types, which Python calls through slots of the type.

use super::{IntKind, TypeName};

/// What a special method takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// How many arguments it has besides the object; `None` for methods that take any number.
    pub arguments: Option<usize>,
    /// An optional additional argument: the third of `pow`.
    pub takes_modulo: bool,
    /// Its arguments are C values: those of a buffer.
    pub takes_c: bool,
    pub gives: Gives,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    Object,
    /// Only whether it succeeded.
    Nothing,
    Size,
    Truth,
}

impl Gives {
    /// The type of its C result.
    pub fn c_result(self) -> Option<TypeName> {
        match self {
            Gives::Object | Gives::Nothing => None,
            Gives::Size => Some(TypeName::Int(IntKind::SsizeT)),
            Gives::Truth => Some(TypeName::Bint),
        }
    }
}

/// Binary operators: Python's word between the underscores.
pub const OPERATORS: &[&str] = &[
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
    "or", "xor",
];

/// Comparisons: the word between the underscores.
pub const COMPARISONS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge"];

/// Special methods of Cython that are not supported yet.
const NOT_YET: &[&str] = &["__new__"];

pub fn is_not_yet(name: &str) -> bool {
    NOT_YET.contains(&name)
}

/// The special method of a name; `None` for ordinary methods.
pub fn special(name: &str) -> Option<Special> {
    let word = name.strip_prefix("__")?.strip_suffix("__")?;
    let (arguments, gives) = match word {
        "cinit" | "init" => (None, Gives::Nothing),
        "dealloc" | "del" => (Some(0), Gives::Nothing),
        "call" => (None, Gives::Object),
        "getbuffer" => (Some(2), Gives::Nothing),
        "releasebuffer" => (Some(1), Gives::Nothing),
        "len" | "hash" => (Some(0), Gives::Size),
        "bool" | "nonzero" => (Some(0), Gives::Truth),
        "contains" => (Some(1), Gives::Truth),
        "getitem" => (Some(1), Gives::Object),
        "setitem" => (Some(2), Gives::Nothing),
        "delitem" => (Some(1), Gives::Nothing),
        "getattr" | "getattribute" => (Some(1), Gives::Object),
        "setattr" => (Some(2), Gives::Nothing),
        "delattr" => (Some(1), Gives::Nothing),
        "get" => (Some(2), Gives::Object),
        "set" => (Some(2), Gives::Nothing),
        "delete" => (Some(1), Gives::Nothing),
        "richcmp" => (Some(2), Gives::Object),
        "repr" | "str" | "iter" | "next" | "neg" | "pos" | "abs" | "invert" | "int" | "float" | "index"
        | "await" | "aiter" | "anext" => (Some(0), Gives::Object),
        _ if COMPARISONS.contains(&word) || is_operator(word) => (Some(1), Gives::Object),
        _ => return None,
    };
    let takes_modulo = matches!(word, "pow" | "rpow" | "ipow");
    Some(Special { arguments, takes_modulo, takes_c: matches!(word, "getbuffer" | "releasebuffer"), gives })
}

/// `__add__` and similar methods, whose slot Python calls with the object on either side.
pub fn is_operator_of_both(name: &str) -> bool {
    let word = name.strip_prefix("__").and_then(|name| name.strip_suffix("__"));
    word.is_some_and(|word| OPERATORS.contains(&word))
}

/// An operator, with its sides exchanged (`radd`) or in place (`iadd`).
fn is_operator(word: &str) -> bool {
    let in_place = word.strip_prefix('i').filter(|word| *word != "divmod");
    [Some(word), word.strip_prefix('r'), in_place].into_iter().flatten().any(|word| OPERATORS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_names() {
        assert_eq!(special("__radd__"), special("__add__"));
        assert!(
            special("__ior__").is_some() && special("__or__").is_some() && special("__rshift__").is_some()
        );
        assert!(
            special("__idivmod__").is_none() && special("__reduce__").is_none() && special("len").is_none()
        );
    }
}
