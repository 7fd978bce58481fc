//! The views, on small programs.

use super::ast::{CType, Declarator, Expression, ParameterKind, Statement};
use super::{Parse, parse};
use crate::source::{SourceFile, SourceMap};

fn parsed(text: &str) -> Parse {
    let mut map = SourceMap::default();
    let file = map.add(SourceFile::new("test.pyx", text.to_string()));
    parse(file, text)
}

#[test]
fn declarations_have_types_declarators_and_values() {
    let parse = parsed("cdef const double[:, ::1] D = f(), *p, q[3]\n");
    assert!(parse.diagnostics.is_empty());
    let statements = parse.module().statements();
    let [Statement::CDeclaration(declaration)] = statements.as_slice() else { panic!("{statements:?}") };
    let Some(CType::MemoryView(view)) = declaration.c_type() else { panic!() };
    assert!(matches!(view.base(), Some(CType::Qualified(base)) if base.is_const()));
    let axes = view.axes();
    assert_eq!(axes.len(), 2);
    assert_eq!(axes[1].step().map(|step| step.text()), Some("1"));
    assert!(axes[1].start().is_none() && axes[1].stop().is_none() && axes[0].step().is_none());
    let declarators = declaration.declarators();
    let names: Vec<_> = declarators.iter().filter_map(|one| one.name()).map(|name| name.text()).collect();
    assert_eq!(names, ["D", "p", "q"]);
    assert!(matches!(declarators[0].value(), Some(Expression::Call(_))));
    assert!(matches!(declarators[1].declarator(), Some(Declarator::Pointer(_))));
    assert!(matches!(declarators[2].declarator(), Some(Declarator::Array(array)) if array.size().is_some()));
}

#[test]
fn functions_have_decorators_and_parameters() {
    let text = "@cython.device\ncdef inline double f(double[:] v, int n=3, *, x: int = 4) except? -1 nogil:\n    pass\n";
    let parse = parsed(&text.replace(", *, x: int = 4", ""));
    let statements = parse.module().statements();
    let [Statement::CFunction(function)] = statements.as_slice() else { panic!("{statements:?}") };
    assert_eq!(function.decorators().len(), 1);
    assert!(function.is_inline());
    let signature = function.function().expect("a function");
    assert!(signature.is_nogil());
    assert!(signature.exception_clause().is_some_and(|clause| clause.is_maybe() && clause.value().is_some()));
    let parameters = signature.parameters().expect("parameters").list();
    assert_eq!(parameters[1].name().map(|name| name.text()), Some("n"));
    assert_eq!(parameters[1].default().map(|value| value.text()), Some("3"));
    assert!(matches!(parameters[0].c_type(), Some(CType::MemoryView(_))));

    let parse = parsed("def f(a, int b, *args, d: int = 4, e=None, **kw): pass\n");
    let statements = parse.module().statements();
    let [Statement::Function(function)] = statements.as_slice() else { panic!("{statements:?}") };
    let parameters = function.parameters().expect("parameters").list();
    let names: Vec<_> = parameters.iter().filter_map(|one| one.name()).map(|name| name.text()).collect();
    assert_eq!(names, ["a", "b", "args", "d", "e", "kw"]);
    assert_eq!(parameters[2].kind(), ParameterKind::Star);
    assert_eq!(parameters[5].kind(), ParameterKind::DoubleStar);
}

#[test]
fn comments_carry_directives() {
    let parse =
        parsed("# cython: boundscheck=False, wraparound = True\n# offcy: fastmath=True\nx = 1  # y\n");
    let comments = parse.comments();
    assert_eq!(comments.len(), 3);
    assert_eq!(parse.header_comments().len(), 2);
    let settings = comments[0].directives();
    assert_eq!((settings[1].name, settings[1].value), ("wraparound", "True"));
    assert_eq!(comments[1].directives()[0].tool, "offcy");
    assert!(!comments[2].is_alone());
}

#[test]
fn nothing_is_too_odd_to_parse() {
    for text in ["", "\0", "(", "cdef", "cdef int", "\u{feff}x = 1\n", "'", "f'{", "x = \\", "\t x\n  y"] {
        let parse = parsed(text);
        let _ = parse.module().statements();
    }
    let deep = format!("x = {}1{}\n", "(".repeat(2000), ")".repeat(2000));
    let parse = parsed(&deep);
    assert!(parse.diagnostics.iter().any(|one| one.code.as_str() == "OFC0003"));
    assert!(parse.module().statements().is_empty());
}

/// The message and the line of every diagnostic.
fn reported(text: &str) -> Vec<String> {
    let parse = parsed(text);
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    let mut reported: Vec<(usize, String)> = parse
        .diagnostics
        .iter()
        .map(|one| (one.primary.as_ref().map_or(0, |label| line(label.span.start)), one.message.clone()))
        .collect();
    reported.sort();
    reported.into_iter().map(|(line, message)| format!("{line}: {message}")).collect()
}

#[test]
fn common_mistakes_are_named() {
    let cases: &[(&str, &[&str])] = &[
        ("x = 1\nprint x\n", &["2: `print` is a function, not a statement"]),
        ("exec 'x'\n", &["1: `exec` is a function, not a statement"]),
        ("try:\n    x\nexcept A, B, c:\n    y\n", &["3: several exceptions must be in parentheses"]),
        (
            "try:\n    x\nexcept KeyError, ValueError:\n    y\n",
            &["3: several exceptions must be in parentheses"],
        ),
        (
            "try:\n    x\nexcept KeyError, os.Error:\n    y\n",
            &["3: several exceptions must be in parentheses"],
        ),
        ("try:\n    x\nexcept KeyError, e:\n    y\n", &[]),
        ("raise A, 'x', y, z\n", &["1: `raise` takes one exception"]),
        ("raise A, 'x' from y\n", &["1: `raise` takes one exception"]),
        ("def f(a, (b, c)): pass\n", &["1: a parameter cannot be a tuple"]),
        ("x = `y`\n", &["1: backquotes are Python 2 syntax"]),
        ("def f():\nx = 1\n", &["1: expected an indented block"]),
        ("if x:\n    a\n      b\n", &["3: unexpected indentation"]),
        ("if x:\n        a\n    b\n", &["3: unexpected indentation"]),
        ("if x:\n    if y:\n            a\n        b\n", &["4: unexpected indentation"]),
        ("if x:\n        a\n\tb\n", &["3: tabs and spaces are mixed in the indentation"]),
        ("  x = 1\n", &["1: unexpected indentation"]),
        ("x = (1,\ny = 2\n", &["1: `(` is never closed"]),
        ("def f(a:\n    return 1\ndef g(): pass\n", &["1: `(` is never closed"]),
        ("x = [1)\n", &["1: `)` does not close `[`"]),
        ("x = 1)\n", &["1: `)` closes nothing"]),
        ("x = 'abc\ny = 2\n", &["1: the string is never closed"]),
        ("x = \"\"\"abc\ny = 2\n", &["1: the string is never closed"]),
        ("def f(a)\n    return a\n", &["1: expected `:` at the end of the `def` line"]),
        ("if x\n    y = 2\n", &["1: expected `:` at the end of the `if` line"]),
        ("def f():\n    int x = 3\n    return x\n", &["2: a C declaration starts with `cdef`"]),
        ("if a && b:\n    pass\n", &["1: `&&` is written `and` in Cython"]),
        ("if a:\n    b\nelse if c:\n    d\n", &["3: `else if` is written `elif`"]),
        ("x = p->y\n", &["1: a member of a pointer is written `p.member` in Cython"]),
        ("def f():\n    i++\n", &["2: Cython has no `++`"]),
        ("if x = 3:\n    pass\n", &["1: a condition cannot assign with `=`"]),
        ("cdef f() -> int:\n    pass\n", &["1: the return type of a `cdef` function goes before its name"]),
        ("cdef std::vector v\n", &["1: `::` belongs to C++, which is not in the dialect"]),
        ("try:\n    x\ny = 1\n", &["1: `try` needs an `except` or a `finally`"]),
        ("x = bu'a'\n", &["1: `bu` is not a prefix of strings"]),
        ("x = (a as b)\n", &["1: `as` has no meaning here"]),
        ("with (a as b, c as d): pass\nwith a as b: pass\n", &[]),
        ("try: pass\nexcept (A, B) as e: pass\n", &[]),
        ("x = 1 +\ny = 2\n", &["1: expected an expression after `+`"]),
        ("f() = 3\n", &["1: unexpected `f() =`"]),
        ("class A:\n    @a\n    b = 1\n", &["2: unexpected `@a`"]),
        ("@a\nreturn b\n", &["1: unexpected `@a`"]),
        ("\0", &["1: the file holds a NUL byte"]),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let found = reported(text);
        if found != *expected {
            wrong.push(format!("{text}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_mistake_is_reported_once() {
    let lines = "def f(x):\n    return x + \n\n".repeat(100);
    assert!(reported(&lines).len() <= 10);
    assert!(reported("cdef class A\n    cdef int x\n    def f(self):\n        return self.x\n").len() <= 2);
}

#[test]
fn the_end_of_a_line_ends_its_statement() {
    for text in [
        "a = b, (c)\n[d] = e\n",
        "a = b, f(c)\n[d] = e\n",
        "b, f(c) \\\n [d] = e\n",
        "f(\n c)[d], a = e\n",
        "def f(a):\n    return (a +\na)\n",
    ] {
        assert!(reported(text).is_empty(), "{text}: {:?}", reported(text));
    }
    let cases = [
        ("a =\n    b\n", "1: expected an expression after `=`"),
        ("a = b +\n    c\n", "1: expected an expression after `+`"),
        ("def f(a,\n      b) -> int: return a if b\n", "2: unexpected `if b`"),
    ];
    for (text, expected) in cases {
        assert_eq!(reported(text), [expected], "{text}");
    }
}
