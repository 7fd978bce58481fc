//! The messages about dataclasses of extension types.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

pub fn dataclass_by_position(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, "`dataclass` takes no arguments by position")
        .at(span, "an argument without a name")
        .note("write `@dataclass(order=True)`")
}

pub fn dataclass_option(name: &str, known: &[&str], span: Span) -> Diagnostic {
    unknown(format!("`dataclass` of an extension type takes no `{name}`"), known, span)
}

fn unknown(message: String, known: &[&str], span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, message)
        .at(span, "unknown here")
        .note(format!("it takes `{}`", known.join("`, `")))
}

/// `more` is what it may be beside.
pub fn dataclass_constant(name: &str, more: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, format!("`{name}` of a dataclass is a constant"))
        .at(span, "not known now")
        .note(format!("write `{name}=True` or `{name}=False`{more}"))
}

pub fn field_by_position(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, "`field` takes only arguments with names, written out")
        .at(span, "an argument without a name")
        .note("write `field(default=1)`")
}

pub fn field_option(name: &str, known: &[&str], span: Span) -> Diagnostic {
    unknown(format!("`field` takes no `{name}`"), known, span)
}

pub fn two_defaults(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, "a field has `default` or `default_factory`, not both")
        .at(span, "the second")
        .note("remove one: `default` is the same object for all, `default_factory` is called for each")
}

pub fn mutable_default(class: &str, name: &str, span: Span) -> Diagnostic {
    let message = format!("the default of `{name}` would be one `{class}` that all objects share");
    Diagnostic::error(codes::BAD_DIRECTIVE, message)
        .at(span, "made once")
        .note(format!("write `field(default_factory={class})`, or a `lambda` that makes what is wanted"))
}

pub fn field_order(name: &str, span: Span, (earlier, at): (&str, Span)) -> Diagnostic {
    let message = format!("the field `{name}` has no default, and follows one that has");
    Diagnostic::error(codes::SYNTAX_ERROR, message)
        .at(span, "`__init__` would take it after what may be left out")
        .also(at, format!("`{earlier}` has one"))
        .note("give it a default, move it up, or write `@dataclass(kw_only=True)`")
}

pub fn dataclass_hash(class: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::BAD_DIRECTIVE,
        format!("`{class}` has `__hash__`, which `unsafe_hash` would make"),
    )
    .at(span, "two of them")
    .note("remove `unsafe_hash=True`, or the method")
}

pub fn init_var_alone(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "`InitVar` is for fields of dataclasses")
        .at(span, "this class is not one")
        .note("write `@cython.dataclasses.dataclass` above the class, or the type alone")
}

pub fn init_var_of_nobody(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing gives the `InitVar` `{name}` a value");
    Diagnostic::error(codes::BAD_DIRECTIVE, message)
        .at(span, "`__post_init__` takes it")
        .note("give it a default, or remove `init=False`")
}

pub fn base_of_dataclass(name: &str, span: Span) -> Diagnostic {
    let message = format!("offcy does not know whether `{name}` of another module is a dataclass");
    Diagnostic::warning(codes::BAD_DIRECTIVE, message)
        .at(span, "its fields are not among those of this class")
        .note("as in Cython: declare both in one module, or write `__init__` and what else needs the fields")
}

pub fn field_of_c(name: &str, span: Span) -> Diagnostic {
    let message = format!("Python cannot give or show the field `{name}`: a pointer");
    Diagnostic::error(codes::CANNOT_CONVERT, message)
        .at(span, "`__init__` takes it, or `__repr__` shows it")
        .note("write `field(init=False, repr=False)`, with a `default_factory` in C")
}
