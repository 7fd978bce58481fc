//! The messages about constructs: parallel ones, their clauses and maps, and imports for the compiler.

use super::with_word;
use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::Span;

pub fn bad_clause(construct: &str, clause: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`{construct}` takes no `{clause}`"))
        .at(span, "unknown here")
}

/// A clause that `parallel` or `prange` does not have; `word` is the place of its name.
pub fn unknown_clause(construct: &str, clause: &str, known: &[&str], word: Span, span: Span) -> Diagnostic {
    let diagnostic = bad_clause(construct, clause, span);
    match known.iter().find(|known| crate::hir::lower::suggest::one_slip(clause, known)) {
        Some(similar) => with_word(diagnostic, similar, word),
        None if clause == "nogil" => diagnostic.note("write `with nogil, parallel(...):`"),
        None => diagnostic.note(format!("it takes `{}`", known.join("`, `"))),
    }
}

/// `range(n, device={})`
pub fn range_with_clause(clause: &str, span: Span, callee: Span) -> Diagnostic {
    let edits = vec![Edit { span: callee, replacement: "prange".to_string() }];
    Diagnostic::error(codes::BAD_CLAUSE, format!("`range` takes no `{clause}`: `prange` does"))
        .at(span, "only a parallel loop takes this")
        .fix("write `prange`", edits, Applicability::MaybeIncorrect)
        .note("`prange` is cimported from `cython.parallel`")
}

pub fn bad_clause_value(clause: &str, expected: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, format!("`{clause}` must be {expected}"))
        .at(span, format!("expected {expected}"))
}

pub fn bad_schedule(span: Span) -> Diagnostic {
    let expected = "`'static'`, `'dynamic'`, `'guided'` or `'runtime'`";
    bad_clause_value("schedule", expected, span)
        .note("`'static'` gives each thread its part at once, `'dynamic'` hands out chunks; without the clause OpenMP chooses")
}

/// Something that is not a dict of maps, after `device=` or in a context.
pub fn no_maps(clause: &str, span: Span) -> Diagnostic {
    let diagnostic = bad_clause_value(clause, "a dict of variables and map types, written out", span);
    match clause {
        "device" => diagnostic.note(
            "`device={}` infers all maps, and `device={x: 'to', y: 'from'}` says some; which device it is, `device_num=1` says",
        ),
        _ => diagnostic.note(format!("as in `{clause}({{x: 'to', y: 'from'}})`")),
    }
}

pub fn no_region(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::BAD_CLAUSE, "`device=None` makes no offload region")
        .at(span, "runs on the host's cores")
        .note("`device={}` makes one and infers all maps; `device=False` says the same as `None` without this warning")
}

/// The key of a map in quotes, or something else that is not a variable.
pub fn no_variable(text: Option<&str>, span: Span) -> Diagnostic {
    let expected = "a variable or a field of one";
    let diagnostic = Diagnostic::error(codes::BAD_CLAUSE, format!("the key of a map must be {expected}"))
        .at(span, format!("expected {expected}"));
    match text {
        Some(name) => with_word(diagnostic, name, span),
        None => diagnostic
            .note("as in `device={x: 'to', self.y: 'from'}`; parts of arrays are found by themselves"),
    }
}

/// The key of a map is `x[:n]` or `x[0]`.
pub fn part_as_key(wrong: Diagnostic, name: &str) -> Diagnostic {
    wrong.note(format!(
        "write `{name}: 'tofrom'` for a memoryview, and the number of elements beside the map type for a pointer: \
         `{name}: ('tofrom', n)`"
    ))
}

pub fn bad_map(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_MAP_ENTRY, "this is not a map")
        .at(span, "expected `'to'`, `'from'`, `'tofrom'`, `'alloc'`, or `('to', n)` for a pointer")
        .note("`'to'` copies to the device before, `'from'` back after, `'tofrom'` both, `'alloc'` neither")
}

/// A text that is not a map type.
pub fn bad_map_type(word: &str, span: Span) -> Diagnostic {
    let diagnostic = bad_map(span);
    let meant = match word.to_ascii_lowercase().as_str() {
        "in" | "too" | "copyin" | "copy" | "host_to_device" | "h2d" | "read" => Some("to"),
        "out" | "copyout" | "device_to_host" | "d2h" | "write" => Some("from"),
        "inout" | "both" | "copyinout" | "to_from" | "tofro" | "readwrite" | "rw" => Some("tofrom"),
        "create" | "allocate" => Some("alloc"),
        lower => ["to", "from", "tofrom", "alloc"]
            .into_iter()
            .find(|known| *known == lower || crate::hir::lower::suggest::one_slip(lower, known)),
    };
    match meant {
        Some(meant) => with_word(diagnostic, &format!("'{meant}'"), span),
        None => diagnostic,
    }
}

pub fn atomic_body(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, "`atomic()` holds one in-place operation on one element")
        .at(span, "write `with atomic(): x[i] += 1`")
}

pub fn construct_misused(name: &str, usage: &str, span: Span) -> Diagnostic {
    let example = match name {
        "prange" => "`for i in prange(n, nogil=True):`",
        "parallel" => "`with nogil, parallel():`",
        "threadid" => "`cdef int me = threadid()`",
        "device" => "`with device({x: 'tofrom'}):`",
        "update" => "`update({x: 'from'})`",
        "atomic" => "`with atomic(): x[i] += 1`",
        "address" | "dereference" => "`p = address(x)` and `dereference(p)`",
        "preincrement" | "predecrement" | "postincrement" | "postdecrement" => {
            "`while postincrement(i) < n:`"
        }
        "typeof" | "sizeof" => "`cython.typeof(x)` and `cython.sizeof(x)`",
        _ => "",
    };
    let misused = Diagnostic::error(codes::BAD_CLAUSE, format!("`{name}` cannot be used like this"))
        .at(span, usage.to_string());
    if example.is_empty() { misused } else { misused.note(format!("as in {example}")) }
}

/// `import cython.cimports.libc` without a name of its own, and `cython.cimports` itself.
pub fn cimports_as_module(path: &str, span: Span) -> Diagnostic {
    let (message, label) = match path {
        "" => ("`cython.cimports` is not a module by itself".to_string(), "names no module"),
        path => (format!("`cython.cimports.{path}` is imported without a name"), "needs a name"),
    };
    let path = if path.is_empty() { "libc.math" } else { path };
    let name = path.rsplit('.').next().unwrap_or(path);
    Diagnostic::error(codes::SYNTAX_ERROR, message).at(span, label).note(format!(
        "write `import cython.cimports.{path} as {name}`, or `from cython.cimports.{path} import` and what it declares"
    ))
}

pub fn two_stars(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "two targets with `*` in one assignment")
        .at(span, "only one can take the rest")
        .note("as in `first, *rest = values`")
}

pub fn outside_async(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside an `async def`"))
        .at(span, "the function around it cannot wait")
        .note("write `async def` for the function; generator expressions and lambdas cannot wait")
}
