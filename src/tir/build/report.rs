//! The messages of the TIR builder.

use super::reductions::Open;
use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::Span;
use crate::ty::Length;

pub fn cannot_convert(from: &str, to: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::CANNOT_CONVERT, format!("cannot convert `{from}` to `{to}`"))
        .at(span, format!("this is a `{from}`"));
    let is_address = |shown: &str| shown.ends_with('*') && !is_function(shown);
    let note = match (from, to) {
        (from, to) if is_function(from) && is_function(to) => {
            let says_same = without_clause(from) == without_clause(to);
            if !says_same {
                return diagnostic;
            }
            "a call through this type would miss exceptions, or mistake results for them: give both the same clause, or the type `except *`"
        }
        ("void", _) => {
            "a function of type `void` gives nothing: declare it with the type that it is to return"
        }
        (_, to) if to.ends_with(']') && !to.contains(':') => {
            "the elements of a C array are assigned one by one, or all: `a[:] = 0`"
        }
        (from, "object") if is_address(from) => {
            "an address means nothing to Python: return what it points to, `p[0]`, or a memoryview, `<double[:n]>p`"
        }
        ("str", "bytes") => "encode the text: `s.encode()`, and `b\"...\"` for a literal",
        ("bytes", "str") => "decode the bytes: `b.decode()`; a literal is a `str` without its `b`",
        (from, to) if is_address(from) && is_address(to) => "a cast says that it is meant: `<T *>p`",
        (from, _) if is_address(from) => "what a pointer points to is `p[0]`",
        (from, to) if is_address(to) && !from.ends_with(']') => {
            "the address of a variable or element is a pointer: `&x`, `&x[0]`"
        }
        _ => return diagnostic,
    };
    diagnostic.note(note)
}

/// Whether a type that is shown is a C function's: `int (*)(double) except? -1`.
fn is_function(shown: &str) -> bool {
    shown.contains("(*)(")
}

/// The same without its exception clause.
fn without_clause(shown: &str) -> &str {
    let at = shown.rfind(')').map_or(shown.len(), |at| at + 1);
    &shown[..at]
}

/// A pointer through which nothing is written, where one is expected through which C may write.
pub fn drops_const(from: &str, to: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::CONST_DROPPED, format!("`{from}` becomes `{to}`, which loses its `const`"))
        .at(span, format!("this is a `{from}`"))
        .note(format!("declare what takes it as `{from}`, or write a cast if nothing is written: `<{to}>p`"))
}

/// `element`: what the pointer leads to.
pub fn late_list(element: &str, count: usize, span: Span) -> Diagnostic {
    let message = "a display makes an array for a pointer only where the pointer is declared";
    Diagnostic::error(codes::CANNOT_CONVERT, message).at(span, "no array to point to").note(format!(
        "declare the array, as long as it is needed, and let the pointer lead to it: `cdef {element}[{count}] items = ...`, then `p = items`"
    ))
}

/// `span`: the value.
pub fn value_of_void(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, "a function of type `void` returns no value")
        .at(span, "returned here")
        .note("declare the function with the type of what it returns, or write `return` alone")
}

pub fn none_for_number(to: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("cannot convert `None` to `{to}`"))
        .at(span, "a C value is never `None`")
        .note("let a number stand for it, as `-1` or `NAN` of `libc.math`, or leave the variable without a C type")
}

/// A floating-point number where C wants an integer. `is_atom`: a cast may stand before it as it is.
pub fn loses_fraction(from: &str, to: &str, is_atom: bool, span: Span) -> Diagnostic {
    if to == "bool" {
        return cannot_convert(from, to, span).note("compare it: `x != 0` is a truth value");
    }
    let edit = |at: u32, text: String| Edit { span: Span { start: at, end: at, ..span }, replacement: text };
    let edits = match is_atom {
        true => vec![edit(span.start, format!("<{to}>"))],
        false => vec![edit(span.start, format!("<{to}>(")), edit(span.end, ")".to_string())],
    };
    cannot_convert(from, to, span)
        .note("a cast cuts off the fraction; `round` and `floor` of `libc.math` round first")
        .fix(format!("cut it off: write `<{to}>`"), edits, Applicability::MaybeIncorrect)
}

/// The same for an in-place operator.
pub fn loses_fraction_in_place(from: &str, to: &str, operator: &str, span: Span) -> Diagnostic {
    cannot_convert(from, to, span)
        .note(format!("what `{operator}=` computes is a `{from}`: a cast cuts off the fraction, `x = <{to}>(x {operator} y)`"))
}

pub fn no_index(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("a `{ty}` cannot be an index of a pointer or C array"))
        .at(span, format!("this is a `{ty}`"))
        .note("indices are integers: a cast rounds towards 0")
}

pub fn nothing_returned(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::CANNOT_CONVERT,
        format!("`return` without a value in a function that returns a `{ty}`"),
    )
    .at(span, "nothing is returned here")
    .note("write the value after it; in a function that gives nothing the type of the result is `void`")
}

pub fn negative_index(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::NEGATIVE_INDEX, "a negative index where `wraparound` is off")
        .at(span, "not counted from the end here")
        .note("its result is undefined in Cython")
}

pub fn not_for_python(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("Python has no form of a `{ty}`"))
        .at(span, "Python's code would see this")
        .note("an address means nothing to Python: a memoryview or a number can hold it")
}

pub fn literal_wraps(digits: &str, to: &str, becomes: i128, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::LITERAL_WRAPS, format!("`{digits}` does not fit in `{to}`"))
        .at(span, format!("becomes {becomes}"))
        .note("declare a type that holds it, such as `long long`, or write the number that is meant")
}

pub fn not_conformable(from: &str, to: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_CONFORMABLE, format!("a `{from}` is not a `{to}`"))
        .at(span, format!("this is a `{from}`"))
}

/// A slice with one contiguous axis, where all of it must be contiguous.
pub fn has_gaps(to: &str, ndim: usize, any_layout: &str, span: Span) -> Diagnostic {
    let parts = match ndim {
        2 if to.contains("[::1") => "columns",
        2 => "rows",
        _ => "parts",
    };
    Diagnostic::error(codes::NOT_CONFORMABLE, format!("a slice with gaps is not a `{to}`"))
        .at(span, format!("its {parts} are contiguous, but there are gaps between them"))
        .note(format!("a `{any_layout}` takes any layout, and `.copy()` makes a contiguous array"))
        .note("where a slice has a start or an end, Cython takes it for contiguous, and copies and pointers are wrong")
}

pub fn not_yet(what: &str, span: Span) -> Diagnostic {
    crate::ty::not_yet(what, span)
}

/// The key of a map: an attribute, but no field that is mapped by itself.
pub fn map_of_part(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, "the key of a map must be a variable or a field of an object")
        .at(span, "a part of one, which is not mapped by itself")
        .note("a memoryview's shape comes with the memoryview and a struct's fields with the struct: map that, or leave the entry out")
}

pub fn not_atomic(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`atomic()` cannot update {what}"))
        .at(span, "no machine does this at once")
        .note("numbers of up to 8 bytes that are aligned can be: sum into one of those")
}

pub fn too_many_values(name: &str, fields: usize, given: usize, span: Span) -> Diagnostic {
    let plural = if fields == 1 { "" } else { "s" };
    let message = format!("`{name}` has {fields} field{plural}, {given} values given");
    Diagnostic::error(codes::ARGUMENT_COUNT, message)
        .at(span, "made here")
        .note("values come in the order of the fields, or by their names: `Point(x=1, y=2)`")
}

pub fn one_value_for_union(name: &str, given: usize, span: Span) -> Diagnostic {
    let message = format!("the union `{name}` takes the value of one field, {given} given");
    Diagnostic::error(codes::ARGUMENT_COUNT, message)
        .at(span, "made here")
        .note("its fields share their memory: give the one that is read later")
}

pub fn no_field(name: &str, field: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ATTRIBUTE, format!("`{name}` has no field `{field}`")).at(span, "given here")
}

pub fn field_given_twice(field: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::ARGUMENT_COUNT, format!("the field `{field}` is given twice"))
        .at(span, "again here")
        .note("values without names go to the first fields, in their order")
}

pub fn no_field_name(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, "the fields of a struct are named by string literals")
        .at(span, "not a string literal")
        .note("as in `{'x': 1, 'y': 2}`")
}

pub fn wrong_length(ty: &str, given: usize, span: Span) -> Diagnostic {
    let message = format!("{given} value{} for a `{ty}`", if given == 1 { "" } else { "s" });
    Diagnostic::error(codes::CANNOT_CONVERT, message).at(span, "as many values as elements are needed")
}

pub fn text_of_header_length(length: &Length, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::CANNOT_CONVERT,
        format!("a text for a C array whose length, `{length}`, only C knows"),
    )
    .at(span, "may be too short or too long")
    .note("copy it: `memcpy(array, <const char *>text, n)`, with `memcpy` of `libc.string`")
}

pub fn wrong_tuple(ty: &str, count: usize, given: usize, span: Span) -> Diagnostic {
    let plural = if given == 1 { "" } else { "s" };
    let message = format!("{given} value{plural} cannot be converted to `{ty}`");
    Diagnostic::error(codes::CANNOT_CONVERT, message).at(span, format!("{count} are needed"))
}

pub fn optional_of_ufunc(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "an argument of a ufunc cannot be left out")
        .at(span, "it has a default")
        .note("NumPy gives a ufunc as many arrays as it has arguments")
}

pub fn bad_ufunc(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "")
        .note("C integers, floating-point and complex numbers can be, and `object`")
}

pub fn slice_as_value(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("a part of a `{ty}` is not a value"))
        .at(span, "this names elements, not an object that holds them")
        .note("its elements can be assigned, looped over or unpacked; a memoryview of them is one: `<int[:n]>p`")
}

pub fn stepped_part(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, "elements of C arrays are assigned side by side")
        .at(span, "these are not: there is a step between them")
        .note("a loop assigns each, and a memoryview of the array takes slices with steps")
}

pub fn items_without_number(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, "how many items this object has to have is not known")
        .at(span, "a Python object")
        .note("the bounds of the slice must be constants; a loop stores any number of items")
}

pub fn open_slice(span: Span) -> Diagnostic {
    let message = "this slice of a pointer has no known end".to_string();
    Diagnostic::error(codes::BAD_OPERANDS, message)
        .at(span, "how far it goes is not known")
        .note("a slice with a step below zero needs a start, others an end; the step must be a constant")
}

pub fn unpacked_slice(span: Span) -> Diagnostic {
    let message = "a slice of a pointer is unpacked to as many variables as it has elements".to_string();
    Diagnostic::error(codes::CANNOT_CONVERT, message)
        .at(span, "its bounds must be constants and fit the variables")
        .note("as in `a, b = p[0:2]`")
}

pub fn no_encoding(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::CANNOT_CONVERT,
        "a C string has no encoding that would make it a `str`".to_string(),
    )
    .at(span, "decode it with `.decode()`")
    .note("or set one for the module: `# cython: c_string_encoding=utf8`")
}

/// A literal text as a C string.
pub fn no_c_text(to: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("this text has no bytes of its own for a `{to}`"))
        .at(span, "it has characters that are not ASCII")
        .note("write its bytes, `b\"\\xc3\\xa9\"`, or keep `text.encode()` in a variable and take that")
}

pub fn address_in_variable(to: &str, name: &str, span: Span) -> Diagnostic {
    let message = format!("this `{to}` is valid only as long as `{name}` keeps its object");
    Diagnostic::warning(codes::UNSAFE_POINTER, message)
        .at(span, "a Python variable of the module, which others may bind")
        .note(format!("declare the variable: `cdef bytes {name}`"))
}

pub fn address_of_temporary(to: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::CANNOT_CONVERT,
        format!("a `{to}` would outlive the Python object that it points into"),
    )
    .at(span, "nothing keeps this object")
    .note("bind the object to a variable first, and keep that while the pointer is used")
}

pub fn not_assignable(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, "this cannot be assigned to")
        .at(span, "not a place")
        .note("variables, elements `x[i]` and attributes `p.x` can be: bind the value to a variable first")
}

pub fn other_extent(wanted: i128, given: i128, span: Span) -> Diagnostic {
    let message = format!("{given} elements for {wanted}");
    Diagnostic::error(codes::CANNOT_CONVERT, message).at(span, "as many are needed as there are places")
}

pub fn assigned_const(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, "what is `const` cannot be assigned")
        .at(span, "declared `const`")
        .note(
            "the module's own statements may give a variable of the module its value, once and as a constant",
        )
}

pub fn not_deletable(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, "this cannot be deleted")
        .at(span, "not a name, item or attribute that holds a Python object")
        .note("a C value needs no `del`: its memory goes when the function returns")
}

pub fn other_length(targets: usize, values: usize, span: Span) -> Diagnostic {
    let plural = if values == 1 { "" } else { "s" };
    let message = format!("{values} value{plural} cannot be unpacked to {targets} targets");
    Diagnostic::error(codes::CANNOT_CONVERT, message)
        .at(span, "another number of targets")
        .note("each target takes one value; `*rest` takes those that are left, as a list")
}

/// `span`: the target after the star.
pub fn no_list_for_rest(ty: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("`*` gives a `list`, which is no `{ty}`"))
        .at(span, format!("this is a `{ty}`"))
        .note("declare it as a `list`, or leave it without a type")
}

pub fn no_character(to: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, format!("cannot convert this text to `{to}`"))
        .at(span, "only a single character that fits can")
        .note("a number that is written as text is read by `int(s)` and `float(s)`; text is a `str`, or a `char *` for C")
}

pub fn pointed_to_const(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, "what a pointer to const points to cannot be written")
        .at(span, "written here")
        .note("leave the `const` out of the pointer's declaration, or write to other memory")
}

/// An element of a view of objects in a region, or the view in a map.
pub fn objects_on_device(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::OBJECT_ON_DEVICE, format!("{what} of Python objects in offload code"))
        .at(span, "the elements are Python objects")
        .note("a device has no interpreter: convert to C values before the region")
}

pub fn pointed_view_on_device(span: Span) -> Diagnostic {
    let message =
        "a memoryview that a pointer leads to is used in an offload region: this is not compiled yet";
    Diagnostic::error(codes::NOT_YET_ON_DEVICE, message)
        .at(span, "not on a device yet")
        .note("give it a name before the region: `x = p[0]`")
}

pub fn object_in_place(span: Span) -> Diagnostic {
    let message = "elements that are Python objects have no in-place operators";
    Diagnostic::error(codes::BAD_OPERANDS, message.to_string())
        .at(span, "an element of a memoryview or buffer")
        .note("write `x[i] = x[i] + ...`")
}

pub fn read_only_view(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::READ_ONLY_VIEW, format!("`{name}` is a const memoryview and cannot be written"))
        .at(span, "written here")
        .note("leave the `const` out of its declaration, or write to another array")
}

pub fn no_integer_counter(ty: &str, span: Span) -> Diagnostic {
    let message = format!("the variable of a `prange` is a C integer, not `{ty}`");
    Diagnostic::error(codes::CANNOT_CONVERT, message)
        .at(span, "counts the iterations")
        .note("declare it: `cdef Py_ssize_t i`")
}

pub fn no_counter(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, "a `prange` target that is not a variable")
        .at(span, "each thread counts by itself: only a variable can be private to it")
        .note("declare one, `cdef Py_ssize_t i`, and use it in the loop")
}

pub fn counts_view(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, "`prange` counts: it takes integers, not a memoryview")
        .at(span, "a memoryview")
        .note("count its elements, `for i in prange(x.shape[0])`, and use `x[i]` in the loop")
}

/// A region directly in a block of threads, which would not share its iterations.
pub fn region_of_each_thread(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::BAD_CLAUSE,
        "an offload region in a `parallel()` block would run once for each thread",
    )
    .at(span, "each thread of the block comes here")
    .note(
        "move the region out of the block; without `device=`, the threads share the iterations of a `prange`",
    )
}

pub fn gil_held(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::GIL_HELD, "a parallel block or loop while the GIL is held")
        .at(span, "its threads take the GIL in turn: one runs at a time")
        .note("write `with nogil, parallel():`, or `prange(..., nogil=True)`")
}

pub fn gil_state(held: bool, span: Span) -> Diagnostic {
    let message = if held { "the GIL is held already" } else { "the GIL is released already" };
    let word = if held { "with gil" } else { "with nogil" };
    Diagnostic::error(codes::GIL_STATE, message)
        .at(span, "has no effect here")
        .note(format!("remove the `{word}`, or the one around it"))
}

pub fn outside_loop(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside a loop"))
        .at(span, "no loop around it")
        .note("a function is left by `return`; a loop around it may need a deeper indentation here")
}

pub fn mixed_reduction(name: &str, operator: &str, other: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(
        codes::MIXED_REDUCTION,
        format!("`{name}` is reduced with `{operator}` here and with `{other}` elsewhere in the same loop"),
    )
    .at(span, format!("`{operator}` here"))
    .also(earlier, format!("`{other}` here"))
    .note("a reduction has one operator: use a variable for each")
}

pub fn not_a_reduction(operator: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::MIXED_REDUCTION, format!("`{operator}=` is not a reduction"))
        .at(span, "several iterations of a parallel loop would update this at once")
        .note("the operators of reductions are `+ - * & | ^`")
}

pub fn no_reduction_of_bool(operator: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::MIXED_REDUCTION, format!("`{operator}=` of a `bool` is not a reduction"))
        .at(span, "several iterations of a parallel loop would update this at once")
        .note("`|=` and `&=` reduce a `bool`; sums need a wider type, as `int`")
}

pub fn reads_reduction(name: &str, read: Span, reduction: &Open) -> Diagnostic {
    let note = match reduction.goes_on {
        true => format!(
            "what earlier iterations have made of `{name}` is known in a loop over `range`, not in parallel; a variable of each \
             iteration is assigned first, and then written `{name} = {name} + ...`"
        ),
        false => format!(
            "a variable that each iteration sets again is not a reduction: write `{name} = {name} + ...` for it"
        ),
    };
    let message = format!("`{name}` is a reduction of this loop, so its value is not known inside");
    Diagnostic::error(codes::READS_REDUCTION, message)
        .at(read, "read here")
        .also(reduction.span, "an in-place operator makes it a reduction")
        .note(note)
}

pub fn zero_step(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, "the step of a range cannot be zero")
        .at(span, "zero")
        .note("1 counts up and -1 down; a loop without end is `while True:`")
}

/// A loop that counts from one constant away from another. `is_plain`: with a start and without a step.
pub fn empty_range(start: i128, stop: i128, span: Span, is_plain: bool) -> Diagnostic {
    let (from, towards) = if start > stop { ("above", "up") } else { ("below", "down") };
    let message = format!("this loop never runs: {start} is {from} {stop}, and it counts {towards}");
    let diagnostic = Diagnostic::warning(codes::EMPTY_RANGE, message).at(span, "the range ends here");
    match is_plain {
        true => diagnostic.note(format!("a step makes it count down: `range({start}, {stop}, -1)`")),
        false => diagnostic,
    }
}

pub fn no_such_specialisation(function: &str, wanted: &str, span: Span) -> Diagnostic {
    let message = format!("no specialisation of `{function}` is a `{wanted}`");
    Diagnostic::error(codes::NO_SPECIALISATION, message)
        .at(span, "its fused types cannot be chosen that way")
        .note("the types of a fused type are those of its `ctypedef fused`: add the one that is meant there")
}

pub fn unspecialised(function: &str, span: Span) -> Diagnostic {
    let message = format!("nothing says which specialisation of `{function}` is meant");
    Diagnostic::error(codes::NO_SPECIALISATION, message)
        .at(span, "a C function of fused types")
        .note(format!("`{function}[double]` names one, and the type of a function pointer chooses one"))
}
