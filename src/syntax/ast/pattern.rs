//! Patterns of `match`.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

/// The name that does not capture: C's constant.
pub const NULL: &str = "NULL";

/// What follows `case`.
#[derive(Clone, Debug)]
pub enum Pattern<'t> {
    /// `_`
    Wildcard(Span),
    /// A name alone.
    Capture(Identifier<'t>),
    /// `a.b`, or `NULL`
    Value(DottedName<'t>),
    Literal(LiteralPattern<'t>),
    /// `p | q`
    Or(Vec<Pattern<'t>>, Span),
    /// `[p, q]`, `(p, q)` or `p, q`
    Sequence(Vec<Pattern<'t>>, Span),
    /// `*name` in a sequence; `None` for `*_`.
    Star(Option<Identifier<'t>>, Span),
    Mapping(MappingPattern<'t>),
    Class(ClassPattern<'t>),
    /// `p as name`
    As(Box<Pattern<'t>>, Identifier<'t>),
    Error(Span),
}

/// A text, a constant of Python's, or a number.
#[derive(Clone, Copy, Debug)]
pub struct LiteralPattern<'t> {
    pub value: Expression<'t>,
    /// `-1`
    pub is_negative: bool,
    /// Of a complex number: whether it is subtracted, and the imaginary part.
    pub imaginary: Option<(bool, Expression<'t>)>,
    pub span: Span,
}

/// `{key: pattern, **rest}`
#[derive(Clone, Debug)]
pub struct MappingPattern<'t> {
    /// A key is a literal or a value.
    pub items: Vec<(Pattern<'t>, Pattern<'t>)>,
    pub rest: Option<Identifier<'t>>,
    pub span: Span,
}

/// `Class(pattern, name=pattern)`
#[derive(Clone, Debug)]
pub struct ClassPattern<'t> {
    pub class: DottedName<'t>,
    pub positional: Vec<Pattern<'t>>,
    pub keywords: Vec<(Identifier<'t>, Pattern<'t>)>,
    pub span: Span,
}

impl<'t> Case<'t> {
    pub fn pattern(self) -> Pattern<'t> {
        let patterns = self.0.children().into_iter().filter(|child| child.kind() == "case_pattern");
        let patterns: Vec<Node<'t>> = patterns.collect();
        let Some((first, last)) = patterns.first().zip(patterns.last()) else {
            return Pattern::Error(self.span());
        };
        let span = first.span().to(last.span());
        let is_star = || patterns.iter().any(|pattern| pattern.child("splat_pattern").is_some());
        match patterns.as_slice() {
            [only] if !self.0.has(",") && !is_star() => one(*only),
            _ => Pattern::Sequence(patterns.into_iter().map(one).collect(), span),
        }
    }
}

impl<'t> Pattern<'t> {
    pub fn span(&self) -> Span {
        match self {
            Pattern::Wildcard(span)
            | Pattern::Or(_, span)
            | Pattern::Sequence(_, span)
            | Pattern::Star(_, span)
            | Pattern::Error(span) => *span,
            Pattern::Capture(name) => name.span(),
            Pattern::Value(name) => name.span(),
            Pattern::Literal(literal) => literal.span,
            Pattern::Mapping(mapping) => mapping.span,
            Pattern::Class(class) => class.span,
            Pattern::As(pattern, name) => pattern.span().to(name.span()),
        }
    }

    /// The names that it binds where it matches, in the order of the text; of alternatives, those of each.
    pub fn names(&self) -> Vec<Identifier<'t>> {
        let mut names = Vec::new();
        self.collect(&mut names);
        names
    }

    fn collect(&self, names: &mut Vec<Identifier<'t>>) {
        match self {
            Pattern::Wildcard(_) | Pattern::Value(_) | Pattern::Literal(_) | Pattern::Error(_) => {}
            Pattern::Capture(name) => names.push(*name),
            Pattern::Star(name, _) => names.extend(*name),
            Pattern::Or(patterns, _) | Pattern::Sequence(patterns, _) => {
                patterns.iter().for_each(|pattern| pattern.collect(names));
            }
            Pattern::Mapping(mapping) => {
                mapping.items.iter().for_each(|(_, pattern)| pattern.collect(names));
                names.extend(mapping.rest);
            }
            Pattern::Class(class) => {
                let keywords = class.keywords.iter().map(|(_, pattern)| pattern);
                class.positional.iter().chain(keywords).for_each(|pattern| pattern.collect(names));
            }
            Pattern::As(pattern, name) => {
                pattern.collect(names);
                names.push(*name);
            }
        }
    }
}

/// The pattern in a `case_pattern`, an `as_pattern` or a `keyword_pattern`.
fn one(around: Node<'_>) -> Pattern<'_> {
    match around.child("as_pattern") {
        Some(named) => {
            let parts = named.children();
            match (parts.first(), parts.last().copied().and_then(Identifier::cast)) {
                (Some(pattern), Some(name)) => Pattern::As(Box::new(one(*pattern)), name),
                _ => Pattern::Error(named.span()),
            }
        }
        None => simple(around.all_children()).pop().unwrap_or(Pattern::Error(around.span())),
    }
}

fn in_brackets(around: Node<'_>) -> Vec<Pattern<'_>> {
    around.children().into_iter().filter(|child| child.kind() == "case_pattern").map(one).collect()
}

/// The patterns among some nodes, without those between them; a sign is a node of its own.
fn simple(nodes: Vec<Node<'_>>) -> Vec<Pattern<'_>> {
    let mut found = Vec::new();
    let mut sign: Option<Node<'_>> = None;
    for node in nodes {
        let pattern = match node.kind() {
            "-" => {
                sign = Some(node);
                continue;
            }
            "_" => Pattern::Wildcard(node.span()),
            "dotted_name" => match DottedName(node).parts().as_slice() {
                [name] if name.text() != NULL => Pattern::Capture(*name),
                _ => Pattern::Value(DottedName(node)),
            },
            "union_pattern" => Pattern::Or(simple(node.all_children()), node.span()),
            "list_pattern" => Pattern::Sequence(in_brackets(node), node.span()),
            "tuple_pattern" => group(node),
            "splat_pattern" => {
                Pattern::Star(node.children().into_iter().find_map(Identifier::cast), node.span())
            }
            "dict_pattern" => Pattern::Mapping(mapping(node)),
            "class_pattern" => class(node),
            "complex_pattern" => complex(node),
            _ => match Expression::cast(node).filter(|_| node.kind() != "identifier") {
                Some(value) => {
                    let span = sign.map_or(node.span(), |sign| sign.span().to(node.span()));
                    let is_negative = sign.is_some();
                    Pattern::Literal(LiteralPattern { value, is_negative, imaginary: None, span })
                }
                None if node.entry().is_error => Pattern::Error(node.span()),
                None => continue,
            },
        };
        sign = None;
        found.push(pattern);
    }
    found
}

/// `(p)` is `p`.
fn group(node: Node<'_>) -> Pattern<'_> {
    let mut inner = in_brackets(node);
    match inner.as_slice() {
        [Pattern::Star(..)] => Pattern::Sequence(inner, node.span()),
        [_] if !node.has(",") => inner.pop().unwrap_or(Pattern::Error(node.span())),
        _ => Pattern::Sequence(inner, node.span()),
    }
}

fn mapping(node: Node<'_>) -> MappingPattern<'_> {
    let mut items = Vec::new();
    let (mut key, mut rest) = (Vec::new(), None);
    for child in node.all_children() {
        match (child.field_name(), child.kind()) {
            (Some("key"), _) => key.push(child),
            (Some("value"), _) => {
                let key = simple(std::mem::take(&mut key)).pop();
                items.push((key.unwrap_or(Pattern::Error(child.span())), one(child)));
            }
            (_, "splat_pattern") => rest = child.children().into_iter().find_map(Identifier::cast),
            _ => {}
        }
    }
    MappingPattern { items, rest, span: node.span() }
}

fn class(node: Node<'_>) -> Pattern<'_> {
    let Some(class) = node.child("dotted_name").map(DottedName) else { return Pattern::Error(node.span()) };
    let (mut positional, mut keywords) = (Vec::new(), Vec::new());
    for child in node.children().into_iter().filter(|child| child.kind() == "case_pattern") {
        // `x=p as y` has the keyword inside.
        let (inner, name) = match child.child("as_pattern") {
            Some(named) => {
                let parts = named.children();
                (parts.first().copied(), parts.last().copied().and_then(Identifier::cast))
            }
            None => (Some(child), None),
        };
        match inner.and_then(|inner| inner.child("keyword_pattern")) {
            Some(given) => {
                let Some(keyword) = given.child("identifier").and_then(Identifier::cast) else { continue };
                let pattern = simple(given.all_children()).pop().unwrap_or(Pattern::Error(given.span()));
                keywords.push((
                    keyword,
                    match name {
                        Some(name) => Pattern::As(Box::new(pattern), name),
                        None => pattern,
                    },
                ));
            }
            None => positional.push(one(child)),
        }
    }
    Pattern::Class(ClassPattern { class, positional, keywords, span: node.span() })
}

fn complex(node: Node<'_>) -> Pattern<'_> {
    let parts = node.all_children();
    let is_negative = parts.first().is_some_and(|first| first.kind() == "-");
    let numbers: Vec<Expression<'_>> = parts.iter().copied().filter_map(Expression::cast).collect();
    let is_subtracted = parts.iter().skip(usize::from(is_negative)).any(|part| part.kind() == "-");
    match numbers.as_slice() {
        &[value, imaginary] => Pattern::Literal(LiteralPattern {
            value,
            is_negative,
            imaginary: Some((is_subtracted, imaginary)),
            span: node.span(),
        }),
        _ => Pattern::Error(node.span()),
    }
}
