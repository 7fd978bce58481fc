//! What was probably meant by a name that is not defined: one with a similar spelling, or one of a module that is
//! not cimported.

use std::collections::HashMap;

use super::cimports::MODULES;
use super::scope::{Construct, Entry};
use super::{Visible, known};
use crate::base::Name;
use crate::diag::{Applicability, Change, Diagnostic, Edit, Rewrite};
use crate::hir::{LocalId, library, library_modules};
use crate::source::Span;

/// The modules whose names are often used without a cimport.
const USUAL: &[&str] = &["libc.math", "libc.stdio", "libc.stdlib", "libc.string", "libc.stdint"];

/// The line that imports a name.
fn import(name: &str) -> Option<String> {
    match name {
        "prange" | "parallel" | "threadid" => return Some(format!("from cython.parallel cimport {name}")),
        "cython" => return Some("cimport cython".to_string()),
        "np" => return Some("import numpy as np".to_string()),
        _ if name.len() < 3 => return None,
        _ => {}
    }
    let has = |module: &&&str| library(module).is_some_and(|text| declares(text, name));
    USUAL.iter().find(has).map(|module| format!("from {module} cimport {name}"))
}

/// Whether declarations name a function, variable or type.
fn declares(text: &str, name: &str) -> bool {
    text.lines().filter(|line| line.contains(name)).any(|line| {
        let line = without_parentheses(line.split('#').next().unwrap_or(""));
        let is_declaration = line.starts_with("ctypedef ") || line.starts_with("    ");
        let named = |part: &str| {
            let declared = part.split('"').next().unwrap_or("").trim_end();
            declared.rsplit([' ', '*']).next() == Some(name)
        };
        is_declaration && line.split(',').any(named)
    })
}

/// The line without the text in parentheses: parameters.
fn without_parentheses(line: &str) -> String {
    let mut depth = 0;
    let keep = |c: &char| {
        depth += i32::from(*c == '(');
        let is_outside = depth == 0;
        depth -= i32::from(*c == ')');
        is_outside
    };
    line.chars().filter(keep).collect()
}

fn with_import(diagnostic: Diagnostic, name: &str, line: String, at: Span) -> Diagnostic {
    diagnostic.rewrite(Rewrite {
        title: "bring it in".to_string(),
        changes: vec![Change::Import { at, line: line.clone(), name: name.to_string() }],
        applicability: Applicability::MaybeIncorrect,
        otherwise: format!("bring it in with `{line}`"),
    })
}

fn with_word(diagnostic: Diagnostic, word: &str, span: Span) -> Diagnostic {
    let edits = vec![Edit { span, replacement: word.to_string() }];
    diagnostic.fix(format!("write `{word}`"), edits, Applicability::MaybeIncorrect)
}

/// Adds to an error about a cimported module what was probably meant.
pub fn with_module(diagnostic: Diagnostic, module: &str, span: Span) -> Diagnostic {
    let of_c = format!("libc.{module}");
    if library(&of_c).is_some() {
        return diagnostic.note(format!(
            "C's functions are in `{of_c}` (`from {of_c} cimport ...`), Python's module is imported: `import {module}`"
        ));
    }
    let modules = library_modules().chain(MODULES.iter().copied());
    match modules.filter(|known| one_slip(module, known)).min() {
        Some(similar) => with_word(diagnostic, similar, span),
        None => diagnostic,
    }
}

/// The same for a name that a module does not declare.
pub fn with_name_of_module(diagnostic: Diagnostic, module: &str, name: &str) -> Diagnostic {
    // Its uses have the slip as well: there is more to change than one word.
    let fused = ["floating", "integral", "numeric"].into_iter().filter(|_| module == "cython");
    if let Some(similar) = Construct::names(module).chain(fused).find(|known| one_slip(name, known)) {
        return diagnostic.note(format!("write `{similar}`"));
    }
    match import(name).filter(|_| !module.starts_with("numpy")) {
        Some(line) => diagnostic.note(format!("write `{line}`")),
        None if module == "numpy" => diagnostic.note(
            "`cimport numpy` brings in NumPy's C types: its functions take `import numpy as np` as well",
        ),
        None => match c_header(module) {
            Some(header) => diagnostic.note(format!(
                "if <{header}> has `{name}`, declare it in a block: `cdef extern from \"<{header}>\" nogil:`"
            )),
            None => diagnostic,
        },
    }
}

/// The header of C's library that a module stands for.
fn c_header(module: &str) -> Option<&'static str> {
    let (_, header) = library(module)?.split_once("cdef extern from \"<")?;
    header.split_once(">\"").map(|(header, _)| header)
}

impl<'d, 't> Visible<'d, 't> {
    /// Adds to an error about a name what was probably meant: `locals` are known besides the names of the
    /// module.
    pub fn with_suggestion(
        self,
        diagnostic: Diagnostic,
        name: &str,
        locals: &HashMap<Name, LocalId>,
        span: Span,
    ) -> Diagnostic {
        if let Some(line) = import(name) {
            return with_import(diagnostic, name, line, span);
        }
        match name {
            "true" => return with_word(diagnostic, "True", span),
            "false" => return with_word(diagnostic, "False", span),
            "null" | "nullptr" => return with_word(diagnostic, "NULL", span),
            _ => {}
        }
        let declared = locals.keys().chain(self.scope().names()).map(Name::as_str);
        let known = declared.chain(known::builtins());
        match known.filter(|known| one_slip(name, known)).min() {
            Some(similar) => with_word(diagnostic, similar, span),
            None => diagnostic.note(
                "give it a value or declare it (`cdef double x`), or bring it in with `import` or `cimport`",
            ),
        }
    }

    /// The same for an annotation, which names C types through `cython`.
    pub fn with_annotated_type(&self, diagnostic: Diagnostic, name: &str, span: Span) -> Diagnostic {
        let is_type = |(_, entry): &(&Name, &Entry)| matches!(entry, Entry::Type(_));
        let types = self.scope().entries().filter(is_type).map(|(name, _)| name.as_str());
        if let Some(similar) = types.chain(known::builtins()).filter(|known| one_slip(name, known)).min() {
            return with_word(diagnostic, similar, span);
        }
        let of_c = known::TYPES.iter().find(|known| **known == name || one_slip(name, known));
        diagnostic.note(match of_c {
            Some(known) => format!("a type of C is `cython.{known}` in an annotation, with `import cython`"),
            None => "types in annotations are Python's classes, those of C as `cython.double`, and what \
                     `cdef class`, `ctypedef` or `cimport` bring in"
                .to_string(),
        })
    }

    /// The same for a name that is not a type.
    pub fn with_type_suggestion(self, diagnostic: Diagnostic, name: &str, span: Span) -> Diagnostic {
        if let Some((head, rest)) = name.rsplit_once('.') {
            let is_numpy = matches!(head, "np" | "numpy" | "cnp")
                && (rest == "ndarray" || library("numpy").is_some_and(|text| declares(text, rest)));
            if rest == "array" {
                return diagnostic
                    .note("a memoryview is declared by its elements and dimensions: `double[:] x`, `double[:, :] y`");
            }
            return diagnostic.note(match (is_numpy, self.scope().get(head)) {
                (true, Some(Entry::Python) | None) => {
                    format!("`import` does not bring in C types: add `cimport numpy as {head}`")
                }
                (_, Some(Entry::Python) | None) => {
                    "`import` does not bring in C types: `cimport` does".to_string()
                }
                _ => "the types of C are `double`, `float`, `int`, `long`, and those that are cimported"
                    .to_string(),
            });
        }
        match name {
            "float64" => return with_word(diagnostic, "double", span),
            "float32" => return with_word(diagnostic, "float", span),
            "int64" => return with_word(diagnostic, "long long", span),
            "int32" => return with_word(diagnostic, "int", span),
            "boolean" | "_Bool" => return with_word(diagnostic, "bint", span),
            "uint" => return with_word(diagnostic, "unsigned int", span),
            "string" => return with_word(diagnostic, "str", span),
            _ => {}
        }
        if let Some(line) = import(name) {
            return with_import(diagnostic, name, line, span);
        }
        let is_type = |(_, entry): &(&Name, &Entry)| matches!(entry, Entry::Type(_));
        let types = self.scope().entries().filter(is_type).map(|(name, _)| name.as_str());
        match types.chain(known::TYPES.iter().copied()).filter(|known| one_slip(name, known)).min() {
            Some(similar) => with_word(diagnostic, similar, span),
            None => diagnostic.note(
                "types are those of C (`double`, `long`), classes, and what `ctypedef`, `cdef struct`, `cdef enum` or `cimport` \
                 bring in",
            ),
        }
    }
}

/// Whether two words differ by one additional, missing or different letter, or two swapped ones.
pub fn one_slip(left: &str, right: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if a == b || a.len().abs_diff(b.len()) > 1 || a.len().min(b.len()) < 3 {
        return false;
    }
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    match (rest_a, rest_b) {
        ([x, y], [u, v]) => x == v && y == u,
        _ => rest_a.len() <= 1 && rest_b.len() <= 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{import, one_slip};

    #[test]
    fn slips_of_the_finger() {
        assert!(one_slip("prnage", "prange"));
        assert!(one_slip("lenn", "len"));
        assert!(one_slip("widht", "width"));
        assert!(!one_slip("ab", "ac"));
        assert!(!one_slip("same", "same"));
        assert!(!one_slip("totally", "other"));
    }

    #[test]
    fn names_of_the_library_are_found_where_they_are_declared() {
        let of = |name: &str| import(name).unwrap_or_default();
        assert_eq!(of("sqrt"), "from libc.math cimport sqrt");
        assert_eq!(of("asin"), "from libc.math cimport asin");
        assert_eq!(of("M_PI"), "from libc.math cimport M_PI");
        assert_eq!(of("printf"), "from libc.stdio cimport printf");
        assert_eq!(of("malloc"), "from libc.stdlib cimport malloc");
        assert_eq!(of("memset"), "from libc.string cimport memset");
        assert_eq!(of("uint8_t"), "from libc.stdint cimport uint8_t");
        assert_eq!(of("prange"), "from cython.parallel cimport prange");
        for other in ["x", "double", "nothing", "const", "exponent", "void"] {
            assert_eq!(of(other), "", "{other}");
        }
    }
}
