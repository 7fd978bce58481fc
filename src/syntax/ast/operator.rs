//! Operators.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    /// `-x`, `+x`, `~x`, `&x`
    Unary = "unary_operator";
    /// `not x`
    Not = "not_operator";
    /// Arithmetic and bits
    Binary = "binary_operator";
    /// `and`, `or`
    Logical = "boolean_operator";
    /// `a < b <= c`, `a is not b`, `a in b`
    Compare = "comparison_operator";
    /// `a if condition else b`
    Conditional = "conditional_expression";
}

fn operand<'t>(node: Node<'t>, field: &str) -> Option<Expression<'t>> {
    Expression::cast(node.field(field)?)
}

macro_rules! operators {
    ($($view:ident),*) => {$(
        impl<'t> $view<'t> {
            /// As written.
            pub fn operator(self) -> &'t str {
                self.0.field("operator").map_or("", Node::text)
            }

            pub fn operator_span(self) -> Option<Span> {
                self.0.field("operator").map(Node::span)
            }
        }
    )*};
}

operators!(Unary, Binary, Logical);

impl<'t> Unary<'t> {
    pub fn operand(self) -> Option<Expression<'t>> {
        operand(self.0, "argument")
    }
}

impl<'t> Not<'t> {
    pub fn operand(self) -> Option<Expression<'t>> {
        operand(self.0, "argument")
    }
}

impl<'t> Binary<'t> {
    pub fn left(self) -> Option<Expression<'t>> {
        operand(self.0, "left")
    }

    pub fn right(self) -> Option<Expression<'t>> {
        operand(self.0, "right")
    }
}

impl<'t> Logical<'t> {
    pub fn is_and(self) -> bool {
        self.operator() == "and"
    }

    pub fn left(self) -> Option<Expression<'t>> {
        operand(self.0, "left")
    }

    pub fn right(self) -> Option<Expression<'t>> {
        operand(self.0, "right")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
    In,
    NotIn,
    Is,
    IsNot,
}

impl Comparison {
    fn of(kind: &str) -> Option<Comparison> {
        Some(match kind {
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::NotEqual,
            ">=" => Comparison::GreaterEqual,
            ">" => Comparison::Greater,
            "in" => Comparison::In,
            "not in" => Comparison::NotIn,
            "is" => Comparison::Is,
            "is not" => Comparison::IsNot,
            _ => return None,
        })
    }
}

impl<'t> Compare<'t> {
    pub fn first(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }

    /// Each further operand with the operator before it.
    pub fn rest(self) -> Vec<(Comparison, Expression<'t>)> {
        let mut operator = None;
        let mut rest = Vec::new();
        for child in self.0.all_children() {
            match (Comparison::of(child.kind()), operator) {
                (Some(comparison), _) => operator = Some(comparison),
                (None, Some(comparison)) => {
                    rest.extend(Expression::cast(child).map(|operand| (comparison, operand)));
                    operator = None;
                }
                (None, None) => {}
            }
        }
        rest
    }
}

impl<'t> Conditional<'t> {
    pub fn then(self) -> Option<Expression<'t>> {
        Expression::nth(self.0, 0)
    }

    pub fn condition(self) -> Option<Expression<'t>> {
        Expression::nth(self.0, 1)
    }

    pub fn otherwise(self) -> Option<Expression<'t>> {
        Expression::nth(self.0, 2)
    }
}
