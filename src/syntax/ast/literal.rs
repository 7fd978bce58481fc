//! Literals and their values.

use super::*;
use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::literal::{
    Beyond, IntegerValue, LiteralError, decode_bytes, decode_float, decode_integer, decode_text,
};
use crate::syntax::node::Node;

views! {
    /// `10`, `0xFFu`
    IntegerLiteral = "integer";
    FloatLiteral = "float";
    /// `1j`
    ImaginaryLiteral = "integer" | "float";
    /// One string, or several adjacent ones
    StringLiteral = "string" | "concatenated_string";
    /// `c'x'`
    CharacterLiteral = "character";
    BooleanLiteral = "true" | "false";
    NoneLiteral = "none";
    /// `{expression!r:format}` in an f-string
    Interpolation = "interpolation" | "format_expression";
}

/// The value of a string literal.
#[derive(Clone, Debug)]
pub enum StringValue<'t> {
    Text(String),
    Bytes(Vec<u8>),
    /// An f-string
    Format(Vec<FormatPart<'t>>),
}

#[derive(Clone, Debug)]
pub enum FormatPart<'t> {
    Text(String),
    Interpolation(Interpolation<'t>),
}

fn report(error: LiteralError, literal: Span, offset: usize) -> Diagnostic {
    let start = literal.start as usize + offset;
    let span = Span::new(literal.file, start + error.range.start, start + error.range.end);
    let code = if error.is_not_yet { codes::NOT_YET_SUPPORTED } else { codes::SYNTAX_ERROR };
    Diagnostic::error(code, error.message).at(span, "")
}

impl<'t> IntegerLiteral<'t> {
    pub fn value(self) -> Result<IntegerValue, Diagnostic> {
        decode_integer(self.text()).map_err(|error| report(error, self.span(), 0))
    }
}

impl<'t> FloatLiteral<'t> {
    /// Digits that are also valid in C.
    pub fn value(self) -> Result<String, Diagnostic> {
        decode_float(self.text()).map_err(|error| report(error, self.span(), 0))
    }
}

impl<'t> ImaginaryLiteral<'t> {
    /// The number without its `j`.
    pub fn value(self) -> Result<String, Diagnostic> {
        decode_float(self.text()).map_err(|error| report(error, self.span(), 0))
    }
}

impl<'t> BooleanLiteral<'t> {
    pub fn value(self) -> bool {
        self.text() == "True"
    }
}

impl<'t> CharacterLiteral<'t> {
    pub fn value(self) -> Result<u8, Diagnostic> {
        let text = self.text();
        let body = text.get(2..text.len().saturating_sub(1)).unwrap_or("");
        let bytes =
            decode_bytes(body, false, Beyond::Refused).map_err(|error| report(error, self.span(), 2))?;
        match bytes.as_slice() {
            [byte] => Ok(*byte),
            _ => {
                let range = 0..text.len();
                let message = "a character literal holds exactly one byte".to_string();
                Err(report(LiteralError { message, range, is_not_yet: false }, self.span(), 0))
            }
        }
    }
}

/// The letters before the quotes, and the quotes.
struct Opening<'t> {
    prefix: &'t str,
    length: usize,
}

impl<'t> Opening<'t> {
    fn of(string: Node<'t>) -> Opening<'t> {
        let start = string.child("string_start").map_or("", Node::text);
        Opening { prefix: start.trim_end_matches(['\'', '"', '`']), length: start.len() }
    }

    fn has(&self, letter: char) -> bool {
        self.prefix.chars().any(|found| found.eq_ignore_ascii_case(&letter))
    }

    /// The length of the closing quotes.
    fn quotes(&self) -> usize {
        self.length - self.prefix.len()
    }

    fn is_format(&self) -> bool {
        self.has('f') || self.has('t')
    }
}

impl<'t> StringLiteral<'t> {
    fn strings(self) -> Vec<Node<'t>> {
        match self.0.kind() {
            "string" => vec![self.0],
            _ => self.0.children().into_iter().filter(|child| child.kind() == "string").collect(),
        }
    }

    pub fn is_bytes(self) -> bool {
        self.strings().first().is_some_and(|&string| Opening::of(string).has('b'))
    }

    /// Whether it is an f-string or a template string.
    pub fn has_fields(self) -> bool {
        self.strings().into_iter().any(|string| Opening::of(string).is_format())
    }

    /// `ur"..."`
    pub fn is_raw_unicode(self) -> bool {
        let has = |string: &Node<'t>| {
            let opening = Opening::of(*string);
            opening.has('u') && opening.has('r')
        };
        self.strings().iter().any(has)
    }

    /// The bytes of a bytes literal of Python 2, which may contain any character of the source.
    pub fn bytes_of_any_characters(self) -> Result<Vec<u8>, Diagnostic> {
        if !self.strings().into_iter().all(|string| Opening::of(string).has('b')) {
            return self.value().map(|_| Vec::new());
        }
        self.bytes(Beyond::Utf8)
    }

    /// What a C string has of a text: the bytes that its escapes name. Python 3 has none for other characters of the
    /// source.
    pub fn c_bytes(self, is_2: bool) -> Option<Vec<u8>> {
        let has_none = |string: Node<'t>| {
            let opening = Opening::of(string);
            // Cython takes the escapes of text for bytes as they are written, which nobody means.
            let names_character =
                || ["\\u", "\\U", "\\N"].iter().any(|escape| body(string, &opening).contains(escape));
            opening.has('u') || opening.is_format() || !opening.has('r') && names_character()
        };
        if self.strings().into_iter().any(has_none) {
            return None;
        }
        self.bytes(if is_2 { Beyond::Utf8 } else { Beyond::Refused }).ok()
    }

    fn bytes(self, beyond: Beyond) -> Result<Vec<u8>, Diagnostic> {
        let parts = self.strings().into_iter().map(|string| {
            let opening = Opening::of(string);
            decode_bytes(body(string, &opening), opening.has('r'), beyond)
                .map_err(|error| report(error, string.span(), opening.length))
        });
        Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
    }

    pub fn value(self) -> Result<StringValue<'t>, Diagnostic> {
        let strings = self.strings();
        let bytes = strings.iter().filter(|&&string| Opening::of(string).has('b')).count();
        if bytes == strings.len() {
            return Ok(StringValue::Bytes(self.bytes(Beyond::Refused)?));
        }
        if bytes > 0 {
            let message = "bytes and text cannot be joined";
            return Err(Diagnostic::error(codes::SYNTAX_ERROR, message).at(self.span(), ""));
        }
        let mut parts = Vec::new();
        for &string in &strings {
            if Opening::of(string).has('t') {
                let message = "template strings are not supported yet";
                return Err(Diagnostic::error(codes::NOT_YET_SUPPORTED, message).at(string.span(), ""));
            }
            format_parts(string, &mut parts)?;
        }
        if strings.iter().any(|&string| Opening::of(string).is_format()) {
            return Ok(StringValue::Format(parts));
        }
        match parts.pop() {
            Some(FormatPart::Text(text)) => Ok(StringValue::Text(text)),
            _ => Ok(StringValue::Text(String::new())),
        }
    }
}

/// The text between the quotes, and its offset in the string.
fn body<'t>(string: Node<'t>, opening: &Opening<'t>) -> &'t str {
    // The token of the closing quotes may begin with backslashes of a raw string.
    let end = string.child("string_end").map_or(0, |_| opening.quotes());
    let text = string.text();
    text.get(opening.length..text.len().saturating_sub(end)).unwrap_or("")
}

fn push_text(parts: &mut Vec<FormatPart<'_>>, text: String) {
    match parts.last_mut() {
        Some(FormatPart::Text(last)) => last.push_str(&text),
        _ => parts.push(FormatPart::Text(text)),
    }
}

/// Appends the parts of one string; adjacent texts are joined.
fn format_parts<'t>(string: Node<'t>, parts: &mut Vec<FormatPart<'t>>) -> Result<(), Diagnostic> {
    let opening = Opening::of(string);
    let is_raw = opening.has('r');
    if !opening.is_format() {
        let text = decode_text(body(string, &opening), is_raw)
            .map_err(|error| report(error, string.span(), opening.length))?;
        push_text(parts, text);
        return Ok(());
    }
    for child in string.children() {
        match child.kind() {
            "string_content" => {
                let text = child.text().replace("{{", "{").replace("}}", "}");
                let text = decode_text(&text, is_raw).map_err(|error| report(error, child.span(), 0))?;
                push_text(parts, text);
            }
            "interpolation" => parts.push(FormatPart::Interpolation(Interpolation(child))),
            "string_end" => {
                let text = child.text();
                push_text(parts, text[..text.len().saturating_sub(opening.quotes())].to_string());
            }
            _ => {}
        }
    }
    Ok(())
}

impl<'t> Interpolation<'t> {
    pub fn expression(self) -> Option<Expression<'t>> {
        if self.0.kind() == "set" {
            return Expression::first(self.0);
        }
        match self.named() {
            Some(named) => named.name().map(Expression::Name),
            None => Expression::cast(self.0.field("expression")?),
        }
    }

    /// `{x:=10}`, which has the tree of an assignment: only parentheses hold one, and this is a format.
    fn named(self) -> Option<Named<'t>> {
        self.0.field("expression").and_then(Named::cast)
    }

    /// Of that, what follows the colon: `{w}` in it has the tree of a set.
    fn format_after(self, named: Named<'t>) -> Option<Vec<FormatPart<'t>>> {
        let (value, start) = (named.0.field("value")?, self.span().start);
        let at = (named.name()?.span().end - start) as usize;
        let text = self.text().get(at..)?.strip_suffix('}')?.trim_start().strip_prefix(':')?;
        if value.kind() != "set" || value.children().len() != 1 {
            return Some(vec![FormatPart::Text(text.to_string())]);
        }
        let before = text.find('{').map(|brace| text[..brace].to_string())?;
        let after = text.rfind('}').map(|brace| text[brace + 1..].to_string())?;
        Some(vec![
            FormatPart::Text(before),
            FormatPart::Interpolation(Interpolation(value)),
            FormatPart::Text(after),
        ])
    }

    /// What `{x = }` shows before the value: the text after the brace up to `=`, with the spaces around it.
    pub fn shown(self) -> Option<&'t str> {
        let equals = self.0.child("=")?;
        let text = self.text().get(1..)?;
        let end = (equals.span().end - self.span().start) as usize - 1;
        let spaces = text.get(end..)?.bytes().take_while(u8::is_ascii_whitespace).count();
        text.get(..end + spaces)
    }

    /// `r`, `s` or `a` of `!r`.
    pub fn conversion(self) -> Option<char> {
        self.0.field("type_conversion")?.text().chars().nth(1)
    }

    /// What follows the colon: text and further interpolations.
    pub fn format(self) -> Option<Vec<FormatPart<'t>>> {
        if let Some(named) = self.named() {
            return self.format_after(named);
        }
        let specifier = self.0.field("format_specifier")?;
        let text = specifier.text();
        let start = specifier.span().start;
        let mut parts = Vec::new();
        let mut at = 1;
        for inner in specifier.children() {
            let inner_start = (inner.span().start - start) as usize;
            if inner_start > at {
                push_text(&mut parts, text.get(at..inner_start).unwrap_or("").to_string());
            }
            at = (inner.span().end - start) as usize;
            parts.extend(Interpolation::cast(inner).map(FormatPart::Interpolation));
        }
        if text.len() > at {
            push_text(&mut parts, text.get(at..).unwrap_or("").to_string());
        }
        Some(parts)
    }
}
