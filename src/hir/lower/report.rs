//! The words of lowering.

use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::Span;

pub fn not_yet(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, format!("{what} cannot be compiled yet"))
        .at(span, "valid Cython, but offcy does not compile it yet")
}

pub fn not_compile_time(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, "this cannot be computed at compile time")
        .at(span, "not known now")
        .note("numbers, texts, tuples, operators on them and names of other `DEF` statements are")
}

pub fn no_expression(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "an expression is missing here").at(span, "not valid Cython")
}

pub fn outside_function(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside a function"))
        .at(span, "no function around it")
}

pub fn outside_loop(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside a loop")).at(span, "no loop around it")
}

pub fn inner_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a C function inside a function or Python class")
        .at(span, "C functions belong to the module or to an extension type")
        .note("write `def`")
}

pub fn yield_in_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`yield` in a C function")
        .at(span, "only `def` functions can be generators")
}

pub fn value_of_field(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a field has no value where it is declared")
        .at(span, "fields begin as 0 or `None`")
        .note("assign it in `__cinit__`")
}

pub fn decorated_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "C functions take no decorators but those of `cython`")
        .at(span, "a decorator is called with a Python object")
}

pub fn rest_of_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a C function takes no `*` or `**` parameter")
        .at(span, "only `def` functions do")
}

pub fn two_ways(lower: &str, upper: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::SYNTAX_ERROR,
        format!("`{lower}` goes up and `{upper}` goes down, or the reverse"),
    )
    .at(span, "a loop goes one way: `0 <= i < n`, or `n > i >= 0`")
}

pub fn cplusplus(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CPLUSPLUS, format!("{what} is C++, which offcy does not compile"))
        .at(span, "C++")
        .note("offcy emits C; modules in C++ stay with Cython")
}

pub fn unknown_name(name: &str, similar: Option<&str>, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, format!("`{name}` is not defined"))
        .at(span, "not found in this module, nor among the builtins");
    match similar {
        Some(similar) => diagnostic.fix(
            format!("write `{similar}`"),
            vec![Edit { span, replacement: similar.to_string() }],
            Applicability::MaybeIncorrect,
        ),
        None => diagnostic,
    }
}

pub fn unknown_type(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("`{name}` is not a type")).at(span, "no type of this name")
}

pub fn unknown_cimport(module: &str, places: &[String], span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("no declarations of `{module}` are found"))
            .at(span, "cannot be cimported");
    looked_in(diagnostic, places)
}

fn looked_in(diagnostic: Diagnostic, places: &[String]) -> Diagnostic {
    let shown = places.iter().take(6).map(|place| format!("`{place}`")).collect::<Vec<_>>().join(", ");
    match places.len() {
        0 => diagnostic,
        1..=6 => diagnostic.note(format!("looked for {shown}")),
        more => diagnostic.note(format!("looked for {shown} and in {} more places", more - 6)),
    }
}

pub fn outside_package(module: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` leads out of the package"))
        .at(span, "no package around")
        .note("a folder is a package if it has an `__init__.py`, `__init__.pyx` or `__init__.pxd`")
}

pub fn no_include(name: &str, places: &[String], span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::UNREADABLE_FILE, format!("there is no file `{name}` to include"))
            .at(span, "not found");
    looked_in(diagnostic, places)
}

pub fn includes_itself(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE_FILE, format!("`{name}` includes itself")).at(span, "included again")
}

/// What is wrong with a file, with the place that leads to it.
pub fn reached_from(diagnostic: Diagnostic, words: &str, span: Span) -> Diagnostic {
    match diagnostic.primary {
        Some(_) => diagnostic.also(span, words),
        None => diagnostic.at(span, words),
    }
}

/// What was wrong with a declaration elsewhere, told where its name is used.
pub fn unusable(name: &str, why: &Diagnostic, declared: Span, span: Span) -> Diagnostic {
    Diagnostic::error(why.code, format!("`{name}` cannot be used: {}", why.message))
        .at(span, "used here")
        .also(declared, "declared here")
}

/// Of what a module's source declares, and its `.pxd` does not.
pub fn stays_in_its_module(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::HOST_FUNCTION_ON_DEVICE,
        "the functions that are taken from a module leave its variables behind",
    )
    .at(span, "declared here")
}

pub fn not_defined(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::NOT_AS_DECLARED,
        format!("`{name}` is declared, but the module does not define it"),
    )
    .at(span, "declared here")
}

pub fn declared_otherwise(name: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_AS_DECLARED, format!("`{name}` is not as the module's `.pxd` declares it"))
        .at(span, "defined here")
        .also(declared, "declared here")
        .note("types, `nogil` and what is said of exceptions must be the same: other modules call it by its declaration")
}

pub fn unknown_cimport_name(module: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` declares no `{name}`"))
        .at(span, "cannot be cimported")
}

pub fn defined_by_itself(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "this type is defined by itself").at(span, "")
}

pub fn redeclared(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::REDECLARED, format!("`{name}` is declared twice"))
        .at(span, "declared again")
        .also(earlier, "declared here")
}

pub fn own_base(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` inherits from itself")).at(span, "its base here")
}

pub fn no_room(class: &str, span: Span) -> Diagnostic {
    let message = format!("`{class}` cannot have fields: the objects of its base differ in length");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "declared here")
}

pub fn no_home(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("the extern class `{name}` does not say which module has it"))
        .at(span, "for example `module.Name`")
}

pub fn final_base(name: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` is final: no type can inherit from it"))
        .at(span, "used as a base")
        .also(declared, "declared here")
}

pub fn two_stars(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "two targets with `*` in one assignment")
        .at(span, "only one can take the rest")
}

pub fn no_nonlocal(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("no function around this one binds `{name}`"))
        .at(span, "declared `nonlocal`")
}

pub fn no_self(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "a method needs a parameter for the object")
        .at(span, "has none")
        .note("name it `self`, or decorate the method with `@staticmethod`")
}

pub fn special_arguments(name: &str, takes: usize, span: Span) -> Diagnostic {
    let message = format!("`{name}` takes {takes} parameter{}", if takes == 1 { "" } else { "s" });
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "Python calls it so")
}

pub fn directive(name: &str, message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, format!("directive `{name}`: {message}")).at(span, "set here")
}

pub fn unknown_directive(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::BAD_DIRECTIVE, format!("directive `{name}`: no such directive"))
        .at(span, "of no effect")
}

pub fn bad_clause(construct: &str, clause: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`{construct}` takes no `{clause}`"))
        .at(span, "unknown here")
}

pub fn bad_clause_value(clause: &str, expected: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`{clause}` must be {expected}")).at(span, "not that")
}

pub fn bad_map(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_MAP_ENTRY, "this is no map")
        .at(span, "expected `'to'`, `'from'`, `'tofrom'`, `'alloc'`, or `('to', n)` for a pointer")
}

pub fn atomic_body(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, "`atomic()` holds one in-place operation on one element")
        .at(span, "write `with atomic(): x[i] += 1`")
}

pub fn construct_misused(name: &str, usage: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`{name}` cannot be used like this"))
        .at(span, usage.to_string())
}

pub fn bad_fused(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_FUSED_TYPE, message).at(span, "")
}

pub fn no_specialisation(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_SPECIALISATION, message).at(span, "no such specialisation")
}
