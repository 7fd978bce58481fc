//! The messages about objects.

use crate::diag::{Diagnostic, codes};
use crate::hir::not_yet;
use crate::source::Span;

pub fn other_signature(name: &str, span: Span, overridden: Span) -> Diagnostic {
    not_yet(&format!("a method that overrides `{name}` with other types"), span)
        .also(overridden, "the method that it overrides")
}

pub fn overrides_unusable(name: &str, why: &str, span: Span, overridden: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, format!("`{name}` cannot be overridden: {why}"))
        .at(span, "it would replace that method")
        .also(overridden, "the method that it overrides")
}

pub fn other_parameters(name: &str, span: Span, overridden: Span) -> Diagnostic {
    Diagnostic::error(
        codes::BAD_TYPE,
        format!("`{name}` takes different arguments from the method that it overrides"),
    )
    .at(span, "it cannot be called instead of that")
    .also(overridden, "the method that it overrides")
    .note("parameters have the same types; more of them may follow, with default values")
}

pub fn view_bound(name: &str, span: Span, region: Span) -> Diagnostic {
    Diagnostic::error(
        codes::FIELD_WRITTEN_ON_DEVICE,
        format!("the memoryview `{name}` of the module is bound in an offload region"),
    )
    .at(span, "every iteration would bind the one variable")
    .also(region, "the region")
    .note("bind a local variable")
}

pub fn field_written(name: &str, span: Span, region: Span) -> Diagnostic {
    Diagnostic::error(
        codes::FIELD_WRITTEN_ON_DEVICE,
        format!("the field `{name}` is assigned in an offload region"),
    )
    .at(span, "every iteration would write the one field")
    .also(region, "the region")
    .note(format!("a reduction is possible: `{name} += ...`, or `{name} = max({name}, ...)`, in a `prange`"))
    .note("otherwise assign a local variable and store it in the field after the region")
    .about_here(format!("field {name} in {region:?}"))
}

pub fn one_field(name: &str, other: &str, span: Span, region: Span) -> Diagnostic {
    let message = format!("`{name}` is assigned in an offload region that uses `{other}` too");
    Diagnostic::error(codes::FIELD_WRITTEN_ON_DEVICE, message)
        .at(span, "the two objects may be one")
        .also(region, "the region")
        .note("use a local variable for one of the two fields")
}

pub fn object_on_device(name: &str, span: Span, region: Span) -> Diagnostic {
    Diagnostic::error(
        codes::OBJECT_ON_DEVICE,
        format!("the Python object `{name}` is used in an offload region"),
    )
    .at(span, "a Python object")
    .also(region, "the region")
    .note("a device has no interpreter: convert to C values before the region")
    .about_here(format!("object {name} in {region:?}"))
}

/// A function that uses memoryviews of the module.
pub fn function_on_device(name: &str, why: &str, span: Span, declared: Span) -> Diagnostic {
    let message = format!("`{name}` cannot be called in an offload region");
    Diagnostic::error(codes::HOST_FUNCTION_ON_DEVICE, message)
        .at(span, why.to_string())
        .also(declared, "the function")
        .note("on a device, such a function takes the memoryviews of the module that it uses as arguments")
}

pub fn method_on_device(name: &str, why: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::HOST_FUNCTION_ON_DEVICE, format!("the method `{name}` cannot be called in an offload region"))
        .at(span, why.to_string())
        .also(declared, "the method")
        .note("a device has no objects: such a method may read fields of its object that hold data, but nothing else of it")
}
