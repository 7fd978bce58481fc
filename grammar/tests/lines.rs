//! The end of a line ends a statement, except between brackets and after a backslash.

use tree_sitter::{Node, Parser};

/// Statements on one line, with everything that a statement may end in.
const STATEMENTS: &[&str] = &[
    "a",
    "a,",
    "a, b",
    "*a, b",
    "a.b",
    "a[b]",
    "a[b], c[d]",
    "f(a)",
    "a = b",
    "a = b, c",
    "a = b, f(c)",
    "a = b, c[d]",
    "a = b, c.d",
    "a = b, *c",
    "a = *b, c",
    "a = b = c, d",
    "a, b = c, d",
    "a, b = c = d, e",
    "(a) = b",
    "(a, b) = c",
    "[a] = b",
    "[a, b] = c, d",
    "a[b] = c, d[e]",
    "*a, b = c, d",
    "a += b",
    "a += b, c",
    "a: b",
    "a: b = c",
    "a: b[c] = d, e",
    "a: double[:, ::1]",
    "a = b if c else d",
    "a = b, c if d else e",
    "a = not b",
    "a = -b",
    "a = ~b, -c",
    "a = b < c",
    "a = b > c",
    "a < b > (c)",
    "a = b * c, d ** e",
    "a and b or c",
    "a in b, c not in d",
    "a is not b",
    "(a := b), c",
    "lambda: a",
    "a = lambda: b, c",
    "a = lambda b, c: d, e",
    "a = [b for c in d], e",
    "a = {b: c}, {d}",
    "-a",
    "+a",
    "~a",
    "&a",
    "not a",
    "(a)",
    "(a, b)",
    "(a).b",
    "[a]",
    "[a][b]",
    "{a}",
    "{a: b}",
    "...",
    "1",
    ".5",
    "1.",
    "1j",
    "c'a'",
    "'a'",
    "'a' 'b'",
    "r'a', b'c'",
    "f'{a}'",
    "f'{a!r:{b}}', c",
    "'''a'''",
    "None",
    "await a",
    "await a, b",
    "yield",
    "yield a",
    "yield a, b",
    "yield from a",
    "a = yield",
    "a = yield b, c",
    "print a",
    "print",
    "print a, b",
    "print a,",
    "print >>a, b",
    "print(a)",
    "print(a), b",
    "exec 'a'",
    "exec a in b, c",
    "return",
    "return a",
    "return a, b",
    "return a, b[c]",
    "return *a, b",
    "del a",
    "del a, b",
    "del a[b], c.d",
    "raise",
    "raise a",
    "raise a from b",
    "raise a, b",
    "assert a",
    "assert a, b",
    "global a, b",
    "nonlocal a",
    "pass",
    "break",
    "continue",
    "import a",
    "import a.b as c, d",
    "from a import b",
    "from a import b as c, d",
    "from a import *",
    "from . import a",
    "from .a import (b, c)",
    "from __future__ import a",
    "type a = b",
    "type a = b[c]",
    "a; b, c",
    "a = b, c; d = e, f;",
    "if a: b, c",
    "while a: b = c, d",
    "for a in b: c",
    "for a, b in c, d: e, f",
    "for a[b], c.d in e: f",
    "for a from 0 <= a < b: c",
    "with a: b",
    "with a as b, c: d, e",
    "with (a as b): c",
    "async for a in b: c",
    "class a: b",
    "class a(b): c, d",
    "def f(): return a, b",
    "def f(a: b = c, *d, **e) -> g: h, i",
    "async def f(): return a, b",
    "<int>a",
    "<int*>a, <double[:b]>c",
    "a = <int>b, <object>c",
    "sizeof(int), sizeof(a)",
    "a = new b(), c",
    "long = a, b",
    "cdef int a",
    "cdef int a, b",
    "cdef int *a",
    "cdef int a = b",
    "cdef int a = b, c = d",
    "cdef a = b",
    "cdef int a[3]",
    "cdef int a[3], b",
    "cdef int[3] a",
    "cdef int a[2][3]",
    "cdef int (*a)(int)",
    "cdef int (*a)(int) except -1",
    "cdef int f(int)",
    "cdef int f(int) except -1",
    "cdef int f(int) except? a",
    "cdef int f(int) except *",
    "cdef int f(int) except +",
    "cdef int f(int) except +a",
    "cdef int f(int) noexcept nogil",
    "cdef (int, int) a",
    "cdef object a",
    "cdef long long a",
    "cdef unsigned a",
    "cdef const double *a",
    "cdef double complex a",
    "cdef double[:, ::1] a",
    "cdef double[::1] a = b",
    "cdef a[b] c",
    "cdef public a.b c",
    "cdef struct a: int b",
    "cdef enum: a",
    "cdef enum a: b = c, d",
    "cdef class a: cdef int b",
    "cdef class a: pass",
    "cdef int f(): return a, b",
    "cdef inline int f(int a) except -1: return a",
    "cpdef f(a, b=c): return d, e",
    "cdef extern from 'a': int b",
    "cdef extern from 'a': int b(int) except +",
    "cdef extern int a",
    "ctypedef int a",
    "ctypedef int a[3]",
    "ctypedef int (*a)(int)",
    "ctypedef int (*a)(int) except +",
    "ctypedef a.b c",
    "cimport a",
    "cimport a.b as c, d",
    "from a cimport b",
    "from a cimport *",
    "include 'a'",
    "DEF a = b",
    "DEF a = b, c",
    "IF a: b, c",
    "property a: pass",
];

/// Statements of several lines.
const BLOCKS: &[&str] = &[
    "if a:\n    b, c",
    "if a:\n    b\nelse:\n    c = d, e",
    "try:\n    a\nexcept b: c, d",
    "try: a\nfinally: b, c",
    "for a in b, c:\n    d\nelse: e",
    "match a:\n    case b: c, d",
    "match (a):\n    case [b]: c",
    "match [a], b:\n    case (b): c",
    "match -a:\n    case _:\n        b",
    "with (a, b):\n    c",
    "@a\ndef f(): b",
    "@a.b(c)\n@d\nclass e:\n    f",
    "@a\n\n# b\ncdef int f(): return a, b",
    "@a\ncdef int b",
    "cdef class a:\n    cdef int b\n    def f(self): pass",
    "cdef struct a:\n    int b\n    (int, int) c",
    "cdef enum a:\n    b\n    c = d, e",
    "cdef fused a:\n    int\n    double",
    "cdef:\n    int a = b\n    int *c",
    "cdef extern from 'a':\n    int f() except +\n    (int, int) g()\n    @b\n    int h() nogil",
    "IF a:\n    b\nELIF c:\n    d\nELSE:\n    e, f",
    "'''a\nb'''",
    "a = (\n    b,\nc)",
];

/// What a block of declarations may contain.
const DECLARATIONS: &[&str] = &[
    "int a",
    "int a, b",
    "int *a",
    "int a[3]",
    "int (*a)(int)",
    "(int, int) a",
    "long a",
    "const a *b",
    "unsigned a",
    "int f()",
    "int f() except -1",
    "int f() except *",
    "int f() except +",
    "int f() except +a",
    "int f() nogil",
    "ctypedef int a",
    "ctypedef int (*a)(int) except +",
    "'a'",
    "pass",
    "cdef int a",
    "a b 'c'",
    "struct a: int b",
    "enum: a = b",
    "@a\nint f()",
];

/// Ways in which a line ends.
const ENDS: &[&str] = &["\n", "\r\n", " # a (\n", " \n\n# [a\n\n", "\u{feff}\n", "\u{b}\n", "\t\u{c}\n"];

struct Tree {
    is_broken: bool,
    statements: Vec<String>,
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).expect("the language fits the library");
    parser
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    (0..node.child_count()).filter_map(|at| node.child(at as _)).collect()
}

/// The statements of a module.
fn parsed(parser: &mut Parser, text: &str) -> Tree {
    let tree = parser.parse(text, None).expect("a tree");
    let statements = children(tree.root_node()).into_iter().filter(|child| child.kind() != "comment");
    let statements = statements.map(|child| child.to_sexp().replace(" (comment)", "")).collect();
    Tree { is_broken: tree.root_node().has_error(), statements }
}

/// The ends of the tokens of a line, and whether brackets are open there.
fn cuts(parser: &mut Parser, line: &str) -> Vec<(usize, bool)> {
    let tree = parser.parse(format!("{line}\n"), None).expect("a tree");
    let (mut found, mut open) = (Vec::new(), 0);
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        if node.child_count() > 0 && node.kind() != "string" {
            waiting.extend(children(node).into_iter().rev());
            continue;
        }
        match node.kind() {
            "(" | "[" | "{" => open += 1,
            ")" | "]" | "}" => open -= 1,
            _ => {}
        }
        if node.end_byte() < line.len() {
            found.push((node.end_byte(), open > 0));
        }
    }
    found
}

#[test]
fn the_statements_are_some() {
    let mut parser = parser();
    for statement in STATEMENTS.iter().chain(BLOCKS) {
        let text = format!("{statement}\n");
        assert!(!parsed(&mut parser, &text).is_broken, "{text}");
    }
}

#[test]
fn two_lines_are_two_statements() {
    let mut parser = parser();
    let all: Vec<&str> = STATEMENTS.iter().chain(BLOCKS).copied().collect();
    let alone: Vec<Tree> = all.iter().map(|text| parsed(&mut parser, &format!("{text}\n"))).collect();
    let mut failures = Vec::new();
    for (first, before) in all.iter().zip(&alone) {
        for (at, (second, after)) in all.iter().zip(&alone).enumerate() {
            let end = ENDS[at % ENDS.len()];
            let text = format!("{first}{end}{second}\n");
            let both = parsed(&mut parser, &text);
            let expected: Vec<_> = before.statements.iter().chain(&after.statements).collect();
            if both.is_broken || both.statements.iter().ne(expected) {
                failures.push(text);
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures[..failures.len().min(40)].join("----\n"));
}

#[test]
fn two_declarations_are_two() {
    let mut parser = parser();
    let inside = |parser: &mut Parser, text: &str| {
        let text = format!("cdef extern from 'h':\n    {}\n", text.replace('\n', "\n    "));
        let tree = parser.parse(&text, None).expect("a tree");
        assert!(!tree.root_node().has_error(), "{text}");
        let block = tree.root_node().child(0).and_then(|block| block.child_by_field_name("body"));
        block.into_iter().flat_map(children).map(|child| child.to_sexp()).collect::<Vec<_>>()
    };
    for first in DECLARATIONS {
        let before = inside(&mut parser, first);
        for second in DECLARATIONS {
            let after = inside(&mut parser, second);
            let text = format!("{first}\n{second}");
            assert_eq!(inside(&mut parser, &text), [before.clone(), after].concat(), "{text}");
        }
    }
}

#[test]
fn a_statement_in_two_lines_is_two_or_none() {
    let mut parser = parser();
    let mut failures = Vec::new();
    for line in STATEMENTS {
        for (number, (at, is_open)) in cuts(&mut parser, line).into_iter().enumerate() {
            let (first, second) = (&line[..at], line[at..].trim_start());
            let end = ENDS[number % ENDS.len()];
            let text = format!("{first}{end}{second}\n");
            let both = parsed(&mut parser, &text);
            let is_right = if is_open {
                let whole = parsed(&mut parser, &format!("{line}\n"));
                !both.is_broken && both.statements.len() == whole.statements.len()
            } else {
                let halves = [first, second].map(|half| parsed(&mut parser, &format!("{half}\n")));
                let expected = halves.iter().flat_map(|half| &half.statements);
                let is_block = first.ends_with(':');
                both.is_broken || both.statements.iter().eq(expected) || is_block
            };
            if !is_right {
                failures.push(text);
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("----\n"));
}

#[test]
fn lines_go_on_after_backslashes_and_between_brackets() {
    let mut parser = parser();
    for line in STATEMENTS {
        let whole = format!("if z:\n    {line}\nz\n");
        let expected = parser.parse(&whole, None).expect("a tree").root_node().to_sexp();
        for (at, is_open) in cuts(&mut parser, line) {
            for end in if is_open { &["\n", "\n\n  ", "\\\n"][..] } else { &["\\\n", " \\\r\n   "] } {
                let text = format!("if z:\n    {}{end}{}\nz\n", &line[..at], &line[at..]);
                let found = parser.parse(&text, None).expect("a tree").root_node().to_sexp();
                let found = found.replace(" (line_continuation)", "");
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

/// Whatever stands before the end: what looks like a comment after a token of the string is not one.
#[test]
fn a_string_ends_in_its_line() {
    let mut parser = parser();
    let contents =
        ["", "a", "a # b", "\\q", "\\q # b", "a\\ # b", "\\n # b", "a\\x41 # b", "{{ # b", "}} # b"];
    let prefixes = ["", "r", "b", "f", "rb", "u"];
    let strings = contents.iter().flat_map(|content| prefixes.iter().map(move |prefix| (prefix, content)));
    let mut failures = Vec::new();
    for (prefix, content) in strings {
        for quote in ["'", "\""] {
            let whole = parsed(&mut parser, &format!("a = {prefix}{quote}{content}{quote}\n"));
            assert!(!whole.is_broken, "{prefix}{quote}{content}{quote}");
            let text = format!("a = {prefix}{quote}{content}\nb{quote}\n");
            if !parsed(&mut parser, &text).is_broken {
                failures.push(text);
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("----\n"));
}
