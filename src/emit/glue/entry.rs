//! How Python calls a function, and what it passes.

use crate::tir::special::{Gives, special};
use crate::tir::{Function, MethodRole, Param, ParamKind};

/// The form in which the arguments come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// METH_FASTCALL | METH_KEYWORDS
    Fast,
    /// A tuple and a dict.
    Tuple,
    /// As many objects as there are parameters.
    Fixed,
    /// Like `Fixed`, for a property that is read.
    Getter,
    /// C values as is.
    C,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub form: Form,
    pub gives: Gives,
    /// Parameters that are not arguments: the object or the type.
    pub skipped: usize,
}

impl Entry {
    pub fn of(function: &Function) -> Entry {
        let plain = |skipped| {
            let form = match takes_anything(function.params.get(skipped..).unwrap_or_default()) {
                true if function.specialisation.is_none() => Form::Tuple,
                _ => Form::Fast,
            };
            Entry { form, gives: Gives::Object, skipped }
        };
        let fixed = |gives| Entry { form: Form::Fixed, gives, skipped: 1 };
        match function.method.map(|method| method.role) {
            None
            | Some(
                MethodRole::Static
                | MethodRole::Dispatcher
                | MethodRole::Open
                | MethodRole::Place(_)
                | MethodRole::OnFields,
            ) => plain(0),
            Some(MethodRole::Class | MethodRole::Closure) => plain(1),
            Some(MethodRole::Getter) => Entry { form: Form::Getter, ..fixed(Gives::Object) },
            Some(MethodRole::Setter | MethodRole::Deleter) => fixed(Gives::Nothing),
            Some(MethodRole::Instance) => match special(&function.name) {
                Some(found) => {
                    let form = match found.arguments {
                        _ if found.takes_c => Form::C,
                        Some(_) => Form::Fixed,
                        None if function.name == "__init__" => Form::Fast,
                        None => Form::Tuple,
                    };
                    Entry { form, gives: found.gives, skipped: 1 }
                }
                None => plain(1),
            },
        }
    }

    /// How CPython's tables name the form of a function that it calls by its arguments.
    pub fn flags(self) -> &'static str {
        match self.form {
            Form::Tuple => "METH_VARARGS | METH_KEYWORDS",
            _ => "METH_FASTCALL | METH_KEYWORDS",
        }
    }

    /// The C type of the result.
    pub fn result(self, function: &Function) -> &'static str {
        match self.gives {
            Gives::Object => "PyObject *",
            Gives::Nothing | Gives::Truth => "int ",
            Gives::Size if function.name == "__hash__" => "Py_hash_t ",
            Gives::Size => "Py_ssize_t ",
        }
    }
}

/// `*arguments, **keywords` and nothing else: `f(*a, **k)` has both already.
fn takes_anything(given: &[Param]) -> bool {
    matches!(given, [star, names] if star.kind == ParamKind::Star && names.kind == ParamKind::DoubleStar)
}
