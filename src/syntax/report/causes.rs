//! Guesses what a broken line was meant to be.

use super::{Broken, syntax};
use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::{FileId, Span};

/// Words of C types that start a declaration in C, but in Cython only after `cdef`.
const TYPE_WORDS: &[&str] = &[
    "int",
    "double",
    "float",
    "long",
    "short",
    "char",
    "unsigned",
    "signed",
    "bint",
    "void",
    "const",
    "size_t",
    "Py_ssize_t",
    "struct",
    "enum",
    "union",
];

/// Statements whose header ends in a colon.
const HEADERS: &[&str] =
    &["if", "elif", "else", "for", "while", "with", "try", "except", "finally", "def", "class", "async"];

/// Operators of C, and their Cython spelling.
const C_OPERATORS: &[(&str, &str, &str)] = &[
    ("&&", "and", "`&&` is written `and` in Cython"),
    ("||", "or", "`||` is written `or` in Cython"),
    ("else if", "elif", "`else if` is written `elif`"),
    ("->", ".", "a member of a pointer is written `p.member` in Cython"),
];

/// What is wrong at a place, if its line shows it.
pub fn cause(broken: Broken<'_>) -> Option<Diagnostic> {
    let line = Line::of(broken);
    if let Some(kind) = broken.missing {
        let is_operand = kind == "identifier" && broken.start >= line.start + line.code.len();
        return [increment, dangling_operator].iter().find_map(|guess| guess(&line)).filter(|_| is_operand);
    }
    let guesses = [
        comment,
        return_type,
        c_operator,
        exclamation,
        float_suffix,
        c_loop,
        increment,
        cplusplus,
        conditional,
        cast,
        brace,
        header_without_quotes,
        no_such_word,
        assignment_in_condition,
        undeclared_type,
        missing_colon,
        dangling_operator,
        assigned_text,
        starred,
    ];
    guesses.iter().find_map(|guess| guess(&line)).or_else(|| in_later_line(broken))
}

/// What belongs to C in one of the other lines, where nothing of a block could be read.
fn in_later_line(broken: Broken<'_>) -> Option<Diagnostic> {
    let text = &broken.text[broken.start..broken.end];
    let starts = text.match_indices('\n').map(|(at, _)| broken.start + at + 1);
    starts.filter(|start| *start < broken.end).find_map(|start| {
        let line = Line::of(Broken { start, ..broken });
        let guesses =
            [comment, c_operator, exclamation, float_suffix, c_loop, conditional, cast, brace, missing_colon];
        guesses.iter().find_map(|guess| guess(&line))
    })
}

/// The report for a place with an unknown cause.
pub fn unexpected(broken: Broken<'_>) -> Diagnostic {
    match broken.missing {
        Some(kind) => missing(broken, kind),
        None => unknown(broken),
    }
}

fn missing(broken: Broken<'_>, kind: &str) -> Diagnostic {
    let span = Span::new(broken.file, broken.start, broken.end);
    let what = match kind {
        "identifier" => "a name".to_string(),
        "_newline" => "the end of the line".to_string(),
        "_indent" => "an indented block".to_string(),
        "_dedent" => "the end of the block".to_string(),
        "string_end" => "the end of the string".to_string(),
        token => format!("`{token}`"),
    };
    syntax(format!("expected {what}"), span, "missing here")
}

fn unknown(broken: Broken<'_>) -> Diagnostic {
    let text = &broken.text[broken.start..broken.end];
    let first = text.lines().next().unwrap_or("").trim_end();
    let span = Span::new(broken.file, broken.start, broken.start + first.len());
    if first.is_empty() || first.chars().count() > 24 || text.trim_end().contains('\n') {
        return syntax("the text is not valid Cython", span, "cannot be read here");
    }
    syntax(format!("unexpected `{first}`"), span, "cannot be read here")
}

/// The line that an error starts in.
struct Line<'t> {
    broken: Broken<'t>,
    /// The line without its comment and surrounding spaces.
    code: &'t str,
    /// Where `code` starts in the file.
    start: usize,
}

impl<'t> Line<'t> {
    fn of(broken: Broken<'t>) -> Line<'t> {
        let begin = broken.text[..broken.start].rfind('\n').map_or(0, |at| at + 1);
        let line = broken.text[begin..].split('\n').next().unwrap_or("");
        let code = without_comment(line).trim_end();
        let lead = code.len() - code.trim_start().len();
        Line { broken, code: code.trim_start(), start: begin + lead }
    }

    fn span(&self, at: usize, length: usize) -> Span {
        Span::new(self.broken.file, self.start + at, self.start + at + length)
    }

    fn first_word(&self) -> &'t str {
        let end = self.code.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        &self.code[..end.unwrap_or(self.code.len())]
    }

    /// The position of a piece of code outside of strings.
    fn find(&self, piece: &str) -> Option<usize> {
        code_positions(self.code).into_iter().find(|&at| self.code[at..].starts_with(piece))
    }
}

/// The byte positions that are not inside a string.
fn code_positions(code: &str) -> Vec<usize> {
    let mut quote = None;
    let mut positions = Vec::new();
    let mut is_escaped = false;
    for (at, letter) in code.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if letter == '\\' => is_escaped = true,
            Some(open) if open == letter => quote = None,
            Some(_) => {}
            None if matches!(letter, '\'' | '"') => quote = Some(letter),
            None => positions.push(at),
        }
    }
    positions
}

fn without_comment(line: &str) -> &str {
    match code_positions(line).into_iter().find(|&at| line[at..].starts_with('#')) {
        Some(at) => &line[..at],
        None => line,
    }
}

fn fix(diagnostic: Diagnostic, title: &str, span: Span, replacement: &str) -> Diagnostic {
    let edits = vec![Edit { span, replacement: replacement.to_string() }];
    diagnostic.fix(title, edits, Applicability::MaybeIncorrect)
}

/// `cdef f() -> int:`
fn return_type(line: &Line<'_>) -> Option<Diagnostic> {
    let at = line.find("->").filter(|_| matches!(line.first_word(), "cdef" | "cpdef"))?;
    let message = format!("the return type of a `{}` function goes before its name", line.first_word());
    Some(
        syntax(message, line.span(at, line.code.len() - at), "only for `def`")
            .note("write `cdef int f(...)`"),
    )
}

fn c_operator(line: &Line<'_>) -> Option<Diagnostic> {
    C_OPERATORS.iter().find_map(|&(written, meant, message)| {
        let span = line.span(line.find(written)?, written.len());
        let space =
            |text: Option<char>| if text.is_some_and(|letter| !letter.is_whitespace()) { " " } else { "" };
        let at = line.find(written)?;
        // `def f(a) -> b:` has spaces around it.
        if written == "->" && !space(line.code[..at].chars().next_back()).contains(' ') {
            return None;
        }
        let replacement = if meant == "." {
            meant.to_string()
        } else {
            let before = space(line.code[..at].chars().next_back());
            format!("{before}{meant}{}", space(line.code[at + written.len()..].chars().next()))
        };
        Some(fix(syntax(message, span, ""), &format!("write `{meant}`"), span, &replacement))
    })
}

/// `// words`
fn comment(line: &Line<'_>) -> Option<Diagnostic> {
    let opening = ["//", "/*"].into_iter().find(|opening| line.code.starts_with(opening))?;
    let span = line.span(0, opening.len());
    let diagnostic = syntax("a comment starts with `#`", span, "");
    Some(if opening == "//" { fix(diagnostic, "write `#`", span, "#") } else { diagnostic })
}

/// `if !done:`
fn exclamation(line: &Line<'_>) -> Option<Diagnostic> {
    let is_not = |&at: &usize| {
        let rest = &line.code[at..];
        rest.starts_with('!')
            && rest[1..].starts_with(|next: char| next.is_alphabetic() || matches!(next, '_' | '('))
            && !line.code[..at]
                .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | ')' | ']'))
    };
    let at = code_positions(line.code).into_iter().find(is_not)?;
    let span = line.span(at, 1);
    Some(fix(syntax("`!` is written `not` in Cython", span, ""), "write `not`", span, "not "))
}

/// `1.5f`, `2e3F`
fn float_suffix(line: &Line<'_>) -> Option<Diagnostic> {
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let length_at = |at: usize| {
        let rest = &line.code[at..];
        let number = rest.find(|letter: char| !is_number(letter))?;
        let is_start = !line.code[..at]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | '.'));
        let exponent = rest[number..].strip_prefix(['e', 'E']).map_or(0, |after| {
            let digits = after
                .trim_start_matches(['+', '-'])
                .trim_start_matches(|letter: char| letter.is_ascii_digit());
            rest.len() - number - digits.len()
        });
        let length = number + exponent;
        let mut after = rest[length..].chars();
        let has_suffix = matches!(after.next(), Some('f' | 'F'));
        let ends = !after.next().is_some_and(|next| next.is_alphanumeric() || next == '_');
        (is_start && has_suffix && ends && (exponent > 0 || rest[..number].contains('.'))).then_some(length)
    };
    let numbers = code_positions(line.code).into_iter().filter(|&at| line.code[at..].starts_with(is_number));
    let (at, length) = numbers.into_iter().find_map(|at| Some((at, length_at(at)?)))?;
    let (number, written) = (&line.code[at..at + length], &line.code[at..at + length + 1]);
    let span = line.span(at, length + 1);
    let wrong = syntax(format!("`{written}` is a number of C: Cython's have no `f`"), span, "");
    let wrong = wrong.note(format!("for arithmetic of C's `float`: `<float>{number}`"));
    Some(fix(wrong, "leave the `f` out", span, number))
}

/// `for (i = 0; i < n; i++)`
fn c_loop(line: &Line<'_>) -> Option<Diagnostic> {
    let rest = line.code.strip_prefix("for")?.trim_start();
    (rest.starts_with('(') && line.find(";").is_some()).then(|| {
        syntax("Cython has no `for (...; ...; ...)`", line.span(0, line.code.len()), "a loop of C")
            .note("a loop that counts is written `for i in range(n):`")
    })
}

/// `i++`
fn increment(line: &Line<'_>) -> Option<Diagnostic> {
    let (operator, at) =
        ["++", "--"].into_iter().find_map(|operator| Some((operator, line.find(operator)?)))?;
    let rest = line.code[at + 2..].trim_start();
    if !(rest.is_empty() || rest.starts_with([';', ')'])) {
        return None;
    }
    let half = &operator[..1];
    let span = line.span(at, 2);
    let diagnostic = syntax(format!("Cython has no `{operator}`"), span, "");
    Some(fix(diagnostic, &format!("write `{half}= 1`"), span, &format!(" {half}= 1")))
}

/// `cdef extern from math.h:`
fn header_without_quotes(line: &Line<'_>) -> Option<Diagnostic> {
    let from = "extern from ";
    let at = line.find(from)? + from.len();
    let name = line.code[at..].trim_end_matches([':', ' ']);
    (name.ends_with(".h") && !name.starts_with(['"', '\''])).then(|| {
        let span = line.span(at, name.len());
        let diagnostic = syntax("the name of a header is a text", span, "expected quotes");
        fix(diagnostic, "put it in quotes", span, &format!("\"{name}\""))
    })
}

/// `cdef int f() noexpect:`
fn no_such_word(line: &Line<'_>) -> Option<Diagnostic> {
    let is_c = matches!(line.first_word(), "cdef" | "cpdef");
    let end = line.code.rfind(')').filter(|_| is_c && line.code.ends_with(':'))? + 1;
    let word = line.code[end..].trim_matches([' ', ':']);
    let is_word = !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let known = ["noexcept", "nogil", "except"].contains(&word);
    (is_word && !known).then(|| {
        let at = end + line.code[end..].find(word).unwrap_or(0);
        syntax(format!("`{word}` says nothing about a C function"), line.span(at, word.len()), "unknown here")
            .note("`nogil`, `with gil`, `noexcept`, `except -1`, `except? -1` and `except *` can stand here")
    })
}

/// `a ? b : c`
fn conditional(line: &Line<'_>) -> Option<Diagnostic> {
    let at = line.find("?")?;
    line.code[at..].contains(':').then(|| {
        syntax("Cython has no `... ? ... : ...`", line.span(at, 1), "an operator of C")
            .note("write `a if condition else b`")
    })
}

/// `(int)x`
fn cast(line: &Line<'_>) -> Option<Diagnostic> {
    let places = code_positions(line.code);
    let is_cast = |at: usize| {
        let (ty, rest) = line.code[at..].strip_prefix('(')?.split_once(')')?;
        let is_type =
            !ty.is_empty() && ty.split([' ', '*']).all(|word| word.is_empty() || TYPE_WORDS.contains(&word));
        let is_operand = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '(' | '&' | '-');
        let is_called = line.code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        (is_type && !is_called && rest.trim_start().starts_with(is_operand)).then(|| ty.to_string())
    };
    let (at, ty) = places.into_iter().find_map(|at| Some((at, is_cast(at)?)))?;
    let span = line.span(at, ty.len() + 2);
    let diagnostic = syntax(format!("a cast is written `<{ty}>` in Cython"), span, "a cast of C");
    Some(fix(diagnostic, &format!("write `<{ty}>`"), span, &format!("<{ty}>")))
}

/// `cdef struct point {`
fn brace(line: &Line<'_>) -> Option<Diagnostic> {
    let is_header =
        HEADERS.contains(&line.first_word()) || matches!(line.first_word(), "cdef" | "cpdef" | "ctypedef");
    let at = line
        .code
        .strip_suffix('{')
        .filter(|rest| is_header && !rest.trim_end().ends_with(['=', '(', ',', ':']))?
        .len();
    let diagnostic =
        syntax("a block begins with `:` and is indented: it has no braces", line.span(at, 1), "a brace of C");
    Some(diagnostic.note("write `:` here, and nothing where the block ends"))
}

/// The same for a bracket that is never closed.
pub fn block_in_braces(text: &str, file: FileId, start: usize) -> Option<Diagnostic> {
    let line = Line::of(Broken { text, file, start, end: start + 1, missing: None });
    brace(&line).filter(|_| text[start..].starts_with('{'))
}

/// `std::vector`
fn cplusplus(line: &Line<'_>) -> Option<Diagnostic> {
    let at = line.find("::").filter(|&at| {
        let before = line.code[..at].chars().next_back();
        before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
            && !line.code[..at].contains('[')
    })?;
    let diagnostic = Diagnostic::error(codes::CPLUSPLUS, "`::` belongs to C++, which is not in the dialect");
    Some(diagnostic.at(line.span(at, 2), ""))
}

/// `if x = 3:`
fn assignment_in_condition(line: &Line<'_>) -> Option<Diagnostic> {
    if !matches!(line.first_word(), "if" | "elif" | "while") {
        return None;
    }
    let single = |&at: &usize| {
        let before = line.code[..at].chars().next_back();
        line.code[at..].starts_with('=')
            && !line.code[at + 1..].starts_with('=')
            && !before.is_some_and(|letter| "=<>!:+-*/%&|^@".contains(letter))
            && line.code[..at].matches('(').count() == line.code[..at].matches(')').count()
    };
    let at = code_positions(line.code).into_iter().find(single)?;
    let span = line.span(at, 1);
    let diagnostic = syntax("a condition cannot assign with `=`", span, "");
    Some(fix(diagnostic, "compare with `==`", span, "=="))
}

/// `int x = 3`
fn undeclared_type(line: &Line<'_>) -> Option<Diagnostic> {
    let word = line.first_word();
    let rest = line.code[word.len()..].trim_start_matches([' ', '\t', '*']);
    // The axes of a memoryview, the length of an array.
    let rest = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((axes, rest)) if !axes.contains(['(', '"', '\'']) => rest.trim_start(),
        _ => rest,
    };
    if !TYPE_WORDS.contains(&word)
        || !rest.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
    {
        return None;
    }
    let diagnostic = syntax("a C declaration starts with `cdef`", line.span(0, word.len()), "a C type");
    Some(fix(diagnostic, "insert `cdef`", line.span(0, 0), "cdef "))
}

/// `if x` at the end of a line
fn missing_colon(line: &Line<'_>) -> Option<Diagnostic> {
    let is_function = matches!(line.first_word(), "cdef" | "cpdef")
        && (line.code.contains("class ") || line.code.contains("extern from "));
    if !(HEADERS.contains(&line.first_word()) || is_function) || line.find(":").is_some() {
        return None;
    }
    let depth = |open: char, close: char| line.code.matches(open).count() == line.code.matches(close).count();
    if line.code.ends_with('\\') || !depth('(', ')') || !depth('[', ']') || !depth('{', '}') {
        return None;
    }
    let span = line.span(line.code.len(), 0);
    let message = format!("expected `:` at the end of the `{}` line", line.first_word());
    Some(fix(syntax(message, span, "missing here"), "insert `:`", span, ":"))
}

/// `x = 1 +` at the end of a line
fn dangling_operator(line: &Line<'_>) -> Option<Diagnostic> {
    let operators =
        ["+", "-", "*", "/", "%", "&", "|", "^", "@", "<", ">", "=", " and", " or", " not", " in", " is"];
    let operator = operators.into_iter().find(|operator| line.code.ends_with(operator))?;
    let words = operator.trim();
    let message = format!("expected an expression after `{words}`");
    Some(syntax(message, line.span(line.code.len() - words.len(), words.len()), "nothing follows"))
}

/// `*values` as a statement. Other lines of the broken text may be such statements too.
fn starred(line: &Line<'_>) -> Option<Diagnostic> {
    let Broken { text, file, end, .. } = line.broken;
    let is_one = |line: &Line<'_>| {
        let is_starred = line.code.starts_with('*') && !line.code.starts_with("**");
        is_starred && super::brackets::problem(&text[..line.start], file).is_none()
    };
    if !is_one(line) {
        return None;
    }
    let first = syntax("`*` is not in a list, tuple or call", line.span(0, 1), "nothing to unpack into")
        .note("write `[*values]` or `f(*values)`; what a pointer `p` points to is `p[0]`");
    let starts = text[..end].match_indices('\n').map(|(at, _)| at + 1).filter(|start| *start > line.start);
    let others = starts.map(|start| Line::of(Broken { start, ..line.broken })).filter(is_one);
    Some(others.fold(first, |found, other| found.also(other.span(0, 1), "the same here")))
}

/// `"text" = 3`
fn assigned_text(line: &Line<'_>) -> Option<Diagnostic> {
    let quote = line.code.find(['\'', '"']).filter(|at| *at <= 2)?;
    let is_prefix = line.code[..quote].chars().all(char::is_alphabetic);
    let end = code_positions(line.code).into_iter().find(|at| *at >= quote).filter(|_| is_prefix)?;
    let rest = line.code[end..].trim_start();
    let is_assigned = rest.starts_with('=') && !rest.starts_with("==");
    is_assigned.then(|| syntax("a text cannot be assigned to", line.span(0, end), "a value, not a place"))
}
