//! Statements of one line.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    ExpressionStatement = "expression_statement";
    /// `a = b = value`, `a: annotation`, `a: annotation = value`
    Assignment = "assignment";
    /// `target += value`
    AugmentedAssignment = "augmented_assignment";
    Return = "return_statement";
    Raise = "raise_statement";
    Assert = "assert_statement";
    Delete = "delete_statement";
    Global = "global_statement";
    Nonlocal = "nonlocal_statement";
    Pass = "pass_statement";
    Break = "break_statement";
    Continue = "continue_statement";
    /// `type name = value`
    TypeAlias = "type_alias_statement";
    Define = "define_statement";
}

impl<'t> ExpressionStatement<'t> {
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::row(self.0)
    }
}

impl<'t> Assignment<'t> {
    /// The targets from left to right; more than one in `a = b = value`.
    pub fn targets(self) -> Vec<Expression<'t>> {
        self.links().into_iter().filter_map(|link| Expression::cast(link.field("left")?)).collect()
    }

    pub fn annotation(self) -> Option<Annotation<'t>> {
        self.0.field("type").and_then(Annotation::cast)
    }

    /// What is assigned; `None` for a bare annotation.
    pub fn value(self) -> Option<Expression<'t>> {
        let last = self.links().pop()?;
        Expression::cast(last.field("right")?)
    }

    /// `a = b = c` nests to the right.
    fn links(self) -> Vec<Node<'t>> {
        let mut links = vec![self.0];
        let mut node = self.0;
        while let Some(right) = node.field("right").filter(|right| right.kind() == "assignment") {
            links.push(right);
            node = right;
        }
        links
    }
}

impl<'t> AugmentedAssignment<'t> {
    pub fn target(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("left")?)
    }

    /// `+=` and the like.
    pub fn operator(self) -> &'t str {
        self.0.field("operator").map_or("", Node::text)
    }

    pub fn operator_span(self) -> Option<Span> {
        self.0.field("operator").map(Node::span)
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("right")?)
    }
}

impl<'t> Return<'t> {
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }
}

impl<'t> Raise<'t> {
    pub fn exception(self) -> Option<Expression<'t>> {
        if let Some(list) = self.0.child("expression_list") {
            return Expression::list(list).into_iter().next();
        }
        let cause = self.0.field("cause").map(Node::span);
        self.0.children().into_iter().filter(|child| Some(child.span()) != cause).find_map(Expression::cast)
    }

    /// What follows the first comma of Python 2's `raise Error, value, traceback`.
    pub fn value_and_traceback(self) -> Vec<Expression<'t>> {
        let list = self.0.child("expression_list");
        list.map_or_else(Vec::new, |list| Expression::list(list).into_iter().skip(1).collect())
    }

    /// After `from`.
    pub fn cause(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("cause")?)
    }
}

impl<'t> Assert<'t> {
    pub fn condition(self) -> Option<Expression<'t>> {
        Expression::nth(self.0, 0)
    }

    pub fn message(self) -> Option<Expression<'t>> {
        Expression::nth(self.0, 1)
    }
}

impl<'t> Delete<'t> {
    pub fn targets(self) -> Vec<Expression<'t>> {
        match self.0.child("expression_list") {
            Some(list) => Expression::list(list),
            None => Expression::list(self.0),
        }
    }
}

impl<'t> Global<'t> {
    pub fn names(self) -> Vec<Identifier<'t>> {
        self.0.children().into_iter().filter_map(Identifier::cast).collect()
    }
}

impl<'t> Nonlocal<'t> {
    pub fn names(self) -> Vec<Identifier<'t>> {
        self.0.children().into_iter().filter_map(Identifier::cast).collect()
    }
}

impl<'t> TypeAlias<'t> {
    pub fn name(self) -> Option<Annotation<'t>> {
        self.0.field("left").and_then(Annotation::cast)
    }

    pub fn value(self) -> Option<Annotation<'t>> {
        self.0.field("right").and_then(Annotation::cast)
    }
}

impl<'t> Define<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }
}
