//! The words of lowering.

use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::Span;

pub fn not_yet(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, format!("{what} cannot be compiled yet"))
        .at(span, "valid Cython, but offcy does not compile it yet")
}

pub fn no_expression(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "an expression is missing here").at(span, "not valid Cython")
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

pub fn unknown_cimport(module: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("offcy has no declarations of `{module}`"))
        .at(span, "cannot be cimported yet")
        .note("known: `cython`, `cython.parallel`, `offcy.parallel`, `libc.math`, `libc.stdint`, `libc.stdlib`, `numpy`")
}

pub fn unknown_cimport_name(module: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` declares no `{name}` that offcy knows"))
        .at(span, "cannot be cimported")
}

pub fn redeclared(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::REDECLARED, format!("`{name}` is declared twice"))
        .at(span, "declared again")
        .also(earlier, "declared here")
}

pub fn final_base(name: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` is final: no type can inherit from it"))
        .at(span, "used as a base")
        .also(declared, "declared here")
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
