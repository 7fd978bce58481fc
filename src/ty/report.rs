//! The messages of the type checker.

use crate::diag::{Diagnostic, codes};
use crate::hir::OperandUse;
use crate::source::Span;

pub fn bad_operands(operator: &str, left: &str, right: &str, span: Span) -> Diagnostic {
    let message = format!("`{operator}` does not take `{left}` and `{right}`");
    let diagnostic =
        Diagnostic::error(codes::BAD_OPERANDS, message).at(span, "no such operation on these types");
    let is_complex = left.contains("complex") || right.contains("complex");
    match operator {
        _ if left.ends_with('*') && right.ends_with('*') => {
            diagnostic.note(format!("a cast makes one address of the other's type: `<{left}>p`"))
        }
        "^" => diagnostic.note("`^` is the exclusive or of integers; a power is `x ** y`"),
        "&" | "|" | "<<" | ">>" => diagnostic.note(format!(
            "`{operator}` works on the bits of integers; conditions are joined by `and` and `or`"
        )),
        "<" | "<=" | ">" | ">=" if is_complex => {
            diagnostic.note("complex numbers have no order: compare their parts, `z.real`, or `abs(z)`")
        }
        _ => diagnostic,
    }
}

pub fn bad_views(operator: &str, left: &str, right: &str, span: Span) -> Diagnostic {
    bad_operands(operator, left, right, span).note(
        "a memoryview is not a NumPy array: write a loop over its elements, or, with the GIL, use `np.asarray(x)`",
    )
}

pub fn size_of_view(span: Span) -> Diagnostic {
    bad_type("a memoryview as a type has no size".to_string(), span)
        .note("a variable has one, and so has what a pointer leads to: `sizeof(x)`, `sizeof(p[0])`")
}

pub fn not_callable(ty: &str, span: Span) -> Diagnostic {
    let is_array = ty.ends_with(']') || ty.ends_with('*') && !ty.contains('(');
    Diagnostic::error(codes::BAD_OPERANDS, format!("`{ty}` cannot be called")).at(span, "called here").note(match is_array {
        true => "its elements are written with brackets: `x.shape[0]`, `x[i, j]`",
        false => "functions, types and pointers to functions can be: a variable may hide a function of its name",
    })
}

pub fn not_for_c_operator(ty: &str, used: OperandUse, span: Span) -> Diagnostic {
    let (wanted, note) = match used {
        OperandUse::Dereferenced => ("a pointer", "what an array or memoryview begins with is `x[0]`"),
        OperandUse::Counted | OperandUse::CountedAgain => {
            ("a C number or a pointer", "declare its type, or write `x += 1`")
        }
    };
    let message = format!("expected {wanted}, found `{ty}`");
    Diagnostic::error(codes::BAD_OPERANDS, message).at(span, "this operator belongs to C").note(note)
}

pub fn bad_operand(operator: &str, operand: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("`{operator}` does not take `{operand}`"))
        .at(span, "no such operation on this type")
}

pub fn no_attribute(ty: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ATTRIBUTE, format!("`{ty}` has no attribute `{name}`"))
        .at(span, "looked up here")
}

pub fn no_view_attribute(ty: &str, name: &str, span: Span) -> Diagnostic {
    no_attribute(ty, name, span)
        .note("a memoryview is not a NumPy array: write a loop over its elements, or, with the GIL, use `np.asarray(x)`")
}

/// For a pointer to memoryviews.
pub fn no_pointed_attribute(ty: &str, name: &str, span: Span) -> Diagnostic {
    no_attribute(ty, name, span).note(format!(
        "it leads to memoryviews, of which it shows `shape`, `strides`, `suboffsets` and `_data`; all of the first one: `p[0].{name}`"
    ))
}

pub fn not_subscriptable(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("`{ty}` cannot be indexed"))
        .at(span, "indexed here")
        .note("declare what holds elements as such: a memoryview `double[:] x`, a C array `double x[3]`, or a pointer")
}

pub fn no_subscript_of_address(ty: &str, span: Span) -> Diagnostic {
    let message = format!("a `{ty}` cannot be indexed in this way");
    Diagnostic::error(codes::BAD_OPERANDS, message).at(span, "indexed here").note(
        "what points to elements takes one integer or slice for each pair of brackets, and elements have a size: \
         `a[i][j]`",
    )
}

pub fn no_such_item(ty: &str, index: i128, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("a `{ty}` has no item {index}")).at(span, "indexed here")
}

pub fn too_many_indices(ty: &str, dimensions: usize, given: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::TOO_MANY_INDICES,
        format!(
            "{given} indices for a memoryview of {dimensions} dimension{}",
            if dimensions == 1 { "" } else { "s" }
        ),
    )
    .at(span, format!("this is a `{ty}`"))
    .note(with_axes(ty, given))
}

/// Cython does not report it: memoryviews of all dimensions have the same struct there.
pub fn no_such_axis(ty: &str, dimensions: usize, axis: usize, span: Span) -> Diagnostic {
    let message = format!(
        "a memoryview of {dimensions} dimension{} has no axis {axis}",
        if dimensions == 1 { "" } else { "s" }
    );
    Diagnostic::warning(codes::TOO_MANY_INDICES, message)
        .at(span, format!("of a `{ty}`: 0 for this axis"))
        .note(with_axes(ty, axis + 1))
}

/// `ty`: a memoryview with fewer dimensions.
fn with_axes(ty: &str, given: usize) -> String {
    let element = ty.split('[').next().unwrap_or(ty);
    match given {
        2..=8 => {
            format!("a memoryview with {given} dimensions is a `{element}[{}]`", vec![":"; given].join(", "))
        }
        _ => "a memoryview has 8 dimensions at most".to_string(),
    }
}

pub fn no_index_of_view(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("a `{ty}` cannot be an index of a memoryview"))
        .at(span, format!("this is a `{ty}`"))
        .note("indices are integers: `i // 2` divides them without a rest, and a cast rounds towards 0, `<int>d`")
}

pub fn argument_count(function: &str, least: usize, most: usize, given: usize, span: Span) -> Diagnostic {
    let range = if least < most { format!("{least} to {most}") } else { most.to_string() };
    let plural = if most == 1 { "" } else { "s" };
    let message = format!("`{function}` takes {range} argument{plural}, {given} given");
    let note = match given < least {
        true => {
            "give the missing ones, or default values where the function is defined: `cdef f(int a, int b=0)`"
        }
        false => "leave the others out, or add parameters where the function is defined",
    };
    Diagnostic::error(codes::ARGUMENT_COUNT, message).at(span, "called here").note(note)
}

/// What `exec` and `eval` cannot run.
pub fn not_code(function: &str, given: &str, span: Span) -> Diagnostic {
    let example = if function == "exec" { "exec(\"x = 1\")" } else { "eval(\"1 + 1\")" };
    Diagnostic::error(
        codes::CANNOT_CONVERT,
        format!("`{function}` runs a text or compiled code, found `{given}`"),
    )
    .at(span, "not code")
    .note(format!("write the code as a text: `{example}`"))
}

pub fn code_and_namespaces(function: &str, given: usize, span: Span) -> Diagnostic {
    Diagnostic::error(codes::ARGUMENT_COUNT, format!("`{function}` takes 1 to 3 arguments, {given} given"))
        .at(span, "called here")
        .note(format!("these are the code, its globals and its locals: `{function}(code, {{\"x\": x}})`"))
}

pub fn missing_argument(function: &str, parameter: &str, has_default: bool, span: Span) -> Diagnostic {
    let message = format!("`{function}` is called without an argument for `{parameter}`");
    let missing = Diagnostic::error(codes::ARGUMENT_COUNT, message).at(span, "called here");
    missing.note(match has_default {
        true => "defaults of a C function's parameters take the place of the last arguments only".to_string(),
        false => format!("add `{parameter}=...`"),
    })
}

/// `known`: the names of its parameters.
pub fn unknown_argument(function: &str, keyword: &str, known: &[&str], span: Span) -> Diagnostic {
    let message = format!("`{function}` has no parameter `{keyword}`");
    let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, message).at(span, "given here");
    match known {
        [] => diagnostic.note("its parameters have no names: give the argument without one"),
        _ => diagnostic.note(format!("its parameters are `{}`", known.join("`, `"))),
    }
}

pub fn argument_twice(function: &str, keyword: &str, span: Span) -> Diagnostic {
    let message = format!("`{function}` is called with two arguments for `{keyword}`");
    Diagnostic::error(codes::ARGUMENT_COUNT, message)
        .at(span, "given again here")
        .note("arguments without names go to the first parameters, in their order")
}

pub(crate) use crate::hir::not_yet;

pub fn special_field(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ATTRIBUTE, format!("C code does not see `{name}` of an extension type"))
        .at(span, "only Python finds it")
        .note(format!("ask Python: `getattr(x, \"{name}\")`"))
}

pub fn bad_type(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "")
}

pub fn no_common_type(one: (String, Span), other: (String, Span)) -> Diagnostic {
    let message = format!("`{}` and `{}` have no common type", one.0, other.0);
    Diagnostic::error(codes::CANNOT_CONVERT, message)
        .at(one.1, format!("this is a `{}`", one.0))
        .also(other.1, format!("and this a `{}`", other.0))
}

pub fn no_specialisation(function: &str, given: &str, among: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_SPECIALISATION, format!("no specialisation of `{function}` takes {given}"))
        .at(span, "called here")
        .note(among.to_string())
}

pub fn no_method_to_specialise(span: Span) -> Diagnostic {
    let message = "what is indexed with types must be a C function or method of fused types".to_string();
    Diagnostic::error(codes::NO_SPECIALISATION, message).at(span, "indexed here")
}

pub fn ambiguous_specialisation(function: &str, given: &str, best: &str, span: Span) -> Diagnostic {
    let message = format!("several specialisations of `{function}` take {given} equally well");
    Diagnostic::error(codes::NO_SPECIALISATION, message)
        .at(span, "called here")
        .note(format!("equally good: {best}"))
        .note("say which is meant in brackets before the arguments, or cast an argument")
}

pub fn unusable_method(name: &str, why: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, format!("`{name}` cannot be used: {why}"))
        .at(span, "a C method of another module")
}
