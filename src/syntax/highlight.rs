//! The token class of each word of a text, for highlighting.

use super::node::Node;
use crate::source::Span;

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Comment,
    /// Text, with its quotes and escapes, but not what is evaluated inside.
    String,
    Number,
    Keyword,
    /// `True`, `None`, `...`
    Constant,
    Type,
    /// The name in a definition of a function or class.
    Definition,
    Decorator,
}

/// The words of each kind, in order; adjacent words of the same kind are merged.
pub(in crate::syntax) fn highlights(root: Node<'_>) -> Vec<(Span, Token)> {
    let mut found: Vec<(Span, Token)> = Vec::new();
    // The ancestors of the current node.
    let mut path: Vec<Node<'_>> = Vec::new();
    for node in root.all() {
        while path.last().is_some_and(|around| !around.is_around(node)) {
            path.pop();
        }
        if !node.is_leaf() {
            path.push(node);
            continue;
        }
        let span = node.span();
        if let Some(token) = token(node, &path).filter(|_| span.start < span.end) {
            match found.last_mut() {
                Some((last, of)) if *of == token && last.end == span.start => last.end = span.end,
                _ => found.push((span, token)),
            }
        }
    }
    found
}

fn token(node: Node<'_>, path: &[Node<'_>]) -> Option<Token> {
    let kind = node.kind();
    let parent = path.last().map_or("", |node| node.kind());
    match kind {
        "comment" => return Some(Token::Comment),
        "string_start"
        | "string_content"
        | "string_end"
        | "escape_sequence"
        | "escape_interpolation"
        | "character" => return Some(Token::String),
        "integer" | "float" => return Some(Token::Number),
        "true" | "false" | "none" | "ellipsis" => return Some(Token::Constant),
        _ => {}
    }
    if ["string", "string_content"].contains(&parent) {
        return Some(Token::String);
    }
    if kind != "identifier" {
        let is_word = |kind: &str| kind.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        return match (parent, kind) {
            _ if is_decorator(path, kind == "@") => Some(Token::Decorator),
            ("c_integer_type" | "c_complex_type" | "c_named_type", _) => Some(Token::Type),
            _ if !node.entry().is_named && is_word(kind) => Some(Token::Keyword),
            _ => None,
        };
    }
    let around = path.len().checked_sub(2).map_or("", |at| path[at].kind());
    match parent {
        _ if is_decorator(path, false) => Some(Token::Decorator),
        "c_named_type" | "c_dotted_type" | "c_nested_type" | "type" => Some(Token::Type),
        "c_name_declarator" if around == "c_function_declarator" => Some(Token::Definition),
        _ if node.field_name() == Some("name")
            && (parent.ends_with("_definition") || parent == "class_definition") =>
        {
            Some(Token::Definition)
        }
        _ => None,
    }
}

/// Whether it is an `@` or the name after it; not the arguments.
fn is_decorator(path: &[Node<'_>], is_at: bool) -> bool {
    let mut around = path.iter().rev().map(|node| node.kind());
    let of = around.find(|kind| !["attribute", "call", "dotted_name"].contains(kind));
    of == Some("decorator") && (is_at || path.last().is_some_and(|node| node.kind() != "argument_list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, SourceMap};

    #[test]
    fn words_have_their_kinds() {
        let text = "@cython.cfunc\ncdef double f(int[:] x) nogil:  # c\n    return f'a{x[0]:>3}' if None else 1.5\n\
                    class C: pass\n";
        let file = SourceMap::default().add(SourceFile::new("m.pyx", text));
        let parse = crate::syntax::parse(file, text);
        let found: Vec<(&str, Token)> =
            parse.highlights().into_iter().map(|(span, token)| (&text[span.range()], token)).collect();
        use Token::*;
        let wanted = [
            ("@cython.cfunc", Decorator),
            ("cdef", Keyword),
            ("double", Type),
            ("f", Definition),
            ("int", Type),
            ("nogil", Keyword),
            ("# c", Comment),
            ("return", Keyword),
            ("f'a", String),
            ("0", Number),
            ("'", String),
            ("if", Keyword),
            ("None", Constant),
            ("else", Keyword),
            ("1.5", Number),
            ("class", Keyword),
            ("C", Definition),
            ("pass", Keyword),
        ];
        assert_eq!(found, wanted);
    }
}
