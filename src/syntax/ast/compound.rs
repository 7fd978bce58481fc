//! Statements with blocks: conditions, loops, `try`, `with`, `match`.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    If = "if_statement";
    CompileTimeIf = "compile_time_if_statement";
    /// `elif condition:` or `ELIF condition:`
    ElifClause = "elif_clause" | "compile_time_elif_clause";
    For = "for_statement";
    /// `for i from 0 <= i < n by 2`
    ForFrom = "for_statement" | "for_in_clause";
    While = "while_statement";
    Try = "try_statement";
    ExceptClause = "except_clause" | "except_group_clause";
    With = "with_statement";
    WithItem = "with_item";
    Match = "match_statement";
    /// `case pattern if guard:`
    Case = "case_clause";
}

pub(super) fn block<'t>(node: Node<'t>, field: &str) -> Option<Block<'t>> {
    node.field(field).and_then(Block::cast)
}

fn else_block(node: Node<'_>) -> Option<Block<'_>> {
    let clause = node.child("else_clause").or_else(|| node.child("compile_time_else_clause"))?;
    block(clause, "body")
}

fn elif_clauses(node: Node<'_>) -> Vec<ElifClause<'_>> {
    node.children().into_iter().filter_map(ElifClause::cast).collect()
}

macro_rules! conditions {
    ($($view:ident),*) => {$(
        impl<'t> $view<'t> {
            pub fn condition(self) -> Option<Expression<'t>> {
                Expression::cast(self.0.field("condition")?)
            }

            pub fn body(self) -> Option<Block<'t>> {
                block(self.0, "consequence").or_else(|| block(self.0, "body"))
            }
        }
    )*};
}

conditions!(If, CompileTimeIf, ElifClause, While);

macro_rules! headers {
    ($($view:ident),*) => {$(
        impl<'t> $view<'t> {
            /// From its keyword to the end of its colon.
            pub fn header_span(self) -> Option<Span> {
                let colon = self.0.child(":")?.span();
                Some(Span { end: colon.end, ..self.span() })
            }
        }
    )*};
}

headers!(If, ElifClause, For, While, With, ExceptClause, Match, Case);

impl<'t> If<'t> {
    pub fn elif_clauses(self) -> Vec<ElifClause<'t>> {
        elif_clauses(self.0)
    }

    pub fn else_body(self) -> Option<Block<'t>> {
        else_block(self.0)
    }
}

impl<'t> CompileTimeIf<'t> {
    pub fn elif_clauses(self) -> Vec<ElifClause<'t>> {
        elif_clauses(self.0)
    }

    pub fn else_body(self) -> Option<Block<'t>> {
        else_block(self.0)
    }
}

impl<'t> While<'t> {
    pub fn else_body(self) -> Option<Block<'t>> {
        else_block(self.0)
    }
}

impl<'t> For<'t> {
    pub fn is_async(self) -> bool {
        self.0.has("async")
    }

    /// The loop's variables; for a [`ForFrom`], its variable.
    pub fn target(self) -> Option<Expression<'t>> {
        let target = self.0.field("left").or_else(|| self.0.field("variable"))?;
        Expression::cast(target)
    }

    /// After `in`.
    pub fn iterable(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("right")?)
    }

    /// The bounds of `for i from 0 <= i < n`, which has no iterable.
    pub fn from_range(self) -> Option<ForFrom<'t>> {
        self.0.field("lower").map(|_| ForFrom(self.0))
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }

    pub fn else_body(self) -> Option<Block<'t>> {
        else_block(self.0)
    }
}

impl<'t> ForFrom<'t> {
    pub fn variable(self) -> Option<Identifier<'t>> {
        self.0.field("variable").and_then(Identifier::cast)
    }

    pub fn lower(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("lower")?)
    }

    /// One of `<`, `<=`, `>`, `>=`.
    pub fn lower_relation(self) -> &'t str {
        self.0.field("lower_relation").map_or("", Node::text)
    }

    pub fn upper_relation(self) -> &'t str {
        self.0.field("upper_relation").map_or("", Node::text)
    }

    pub fn upper(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("upper")?)
    }

    pub fn step(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("step")?)
    }
}

impl<'t> Try<'t> {
    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }

    pub fn except_clauses(self) -> Vec<ExceptClause<'t>> {
        self.0.children().into_iter().filter_map(ExceptClause::cast).collect()
    }

    pub fn else_body(self) -> Option<Block<'t>> {
        else_block(self.0)
    }

    pub fn finally_body(self) -> Option<Block<'t>> {
        self.0.child("finally_clause")?.child("block").and_then(Block::cast)
    }
}

impl<'t> ExceptClause<'t> {
    /// The exception's type, or a tuple of types; `None` catches all.
    pub fn exception(self) -> Option<Expression<'t>> {
        match Expression::cast(self.0.field("value")?)? {
            Expression::Alias(alias) => alias.value(),
            other => Some(other),
        }
    }

    /// After `as`; in Python 2's `except Error, name:`, after the comma.
    pub fn alias(self) -> Option<Expression<'t>> {
        if let Some(alias) = self.0.field("alias").or(self.0.fields("value").get(1).copied()) {
            return Expression::cast(alias);
        }
        match Expression::cast(self.0.field("value")?)? {
            Expression::Alias(alias) => alias.target(),
            _ => None,
        }
    }

    /// Python 2's comma: the variable stays bound after the clause.
    pub fn keeps_alias(self) -> bool {
        self.0.has(",")
    }

    /// `except*`
    pub fn is_group(self) -> bool {
        self.0.has("*")
    }

    pub fn body(self) -> Option<Block<'t>> {
        self.0.child("block").and_then(Block::cast)
    }
}

impl<'t> With<'t> {
    pub fn is_async(self) -> bool {
        self.0.has("async")
    }

    pub fn items(self) -> Vec<WithItem<'t>> {
        let Some(clause) = self.0.child("with_clause") else { return Vec::new() };
        clause.children().into_iter().filter_map(WithItem::cast).collect()
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> With<'t> {
    /// The items are in parentheses: `with (a, b):`.
    pub fn is_parenthesized(self) -> bool {
        self.0.child("with_clause").is_some_and(|clause| clause.has("("))
    }
}

impl<'t> WithItem<'t> {
    /// The manager; `nogil` and `gil` are plain names, `nogil(condition)` a call.
    pub fn value(self) -> Option<Expression<'t>> {
        match Expression::cast(self.0.field("value")?)? {
            Expression::Alias(alias) => alias.value(),
            other => Some(other),
        }
    }

    /// After `as`.
    pub fn target(self) -> Option<Expression<'t>> {
        match Expression::cast(self.0.field("value")?)? {
            Expression::Alias(alias) => alias.target(),
            _ => None,
        }
    }
}

impl<'t> Match<'t> {
    /// Several are a tuple.
    pub fn subject(self) -> Option<Expression<'t>> {
        match self.0.has(",") {
            true => Some(Expression::Tuple(Collection(self.0))),
            false => Expression::cast(self.0.field("subject")?),
        }
    }

    pub fn cases(self) -> Vec<Case<'t>> {
        let Some(body) = self.0.field("body") else { return Vec::new() };
        body.children().into_iter().filter_map(Case::cast).collect()
    }
}

impl<'t> Case<'t> {
    /// After `if`.
    pub fn guard(self) -> Option<Expression<'t>> {
        Expression::first(self.0.field("guard")?)
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "consequence")
    }
}
