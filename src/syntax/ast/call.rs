//! Calls and their arguments.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    Call = "call";
}

impl<'t> Call<'t> {
    pub fn function(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("function")?)
    }

    pub fn arguments(self) -> Vec<Argument<'t>> {
        match self.0.field("arguments") {
            Some(generator) if generator.kind() == "generator_expression" => vec![Argument(generator)],
            Some(list) => Argument::list(list),
            None => Vec::new(),
        }
    }

    /// Whether the call is a statement by itself.
    pub fn is_statement(self) -> bool {
        self.0.parent().is_some_and(|parent| parent.kind() == "expression_statement")
    }

    /// Whether the call is all of the condition of an `if`, also of a comprehension, of an `elif` or a conditional expression.
    pub fn is_condition(self) -> bool {
        let mut node = self.0;
        while let Some(parent) = node.parent().filter(|parent| parent.kind() == "parenthesized_expression") {
            node = parent;
        }
        match node.parent() {
            Some(parent) if matches!(parent.kind(), "if_statement" | "elif_clause") => {
                node.field_name() == Some("condition")
            }
            Some(parent) if parent.kind() == "if_clause" => true,
            Some(parent) if parent.kind() == "conditional_expression" => {
                let place = Expression::nth(parent, 1).map(|condition| condition.span());
                place == Some(node.span())
            }
            _ => false,
        }
    }

    /// The parentheses and their contents.
    pub fn arguments_span(self) -> Option<Span> {
        self.0.field("arguments").map(Node::span)
    }

    /// The operand of `sizeof(expression)`. `sizeof` of what can only be a type is a [`SizeOf`]; a type that
    /// parses as an expression (`sizeof(double)`, `sizeof(int[3])`) is an expression here.
    pub fn as_sizeof(self) -> Option<Expression<'t>> {
        let Expression::Name(name) = self.function()? else { return None };
        match self.arguments().as_slice() {
            [only] if name.text() == "sizeof" && only.is_plain() => only.value(),
            _ => None,
        }
    }
}

/// One argument of a call, or a base of a class.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'t>(pub(in crate::syntax) Node<'t>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpacking {
    /// `*values`
    Star,
    /// `**values`
    DoubleStar,
}

impl<'t> Argument<'t> {
    pub(super) fn list(node: Node<'t>) -> Vec<Argument<'t>> {
        node.children().into_iter().map(Argument).collect()
    }

    pub fn span(self) -> Span {
        self.0.span()
    }

    pub fn text(self) -> &'t str {
        self.0.text()
    }

    /// Of a keyword argument.
    pub fn name(self) -> Option<Identifier<'t>> {
        match self.0.kind() {
            "keyword_argument" => self.0.field("name").and_then(Identifier::cast),
            _ => None,
        }
    }

    pub fn unpacking(self) -> Option<Unpacking> {
        match self.0.kind() {
            "list_splat" => Some(Unpacking::Star),
            "dictionary_splat" => Some(Unpacking::DoubleStar),
            _ => None,
        }
    }

    /// Positional and not unpacked.
    pub fn is_plain(self) -> bool {
        self.0.kind() != "keyword_argument" && self.unpacking().is_none()
    }

    pub fn value(self) -> Option<Expression<'t>> {
        match self.0.kind() {
            "keyword_argument" => Expression::cast(self.0.field("value")?),
            "list_splat" | "dictionary_splat" => Expression::first(self.0),
            _ => Expression::cast(self.0),
        }
    }
}
