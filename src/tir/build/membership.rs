//! `x in (a, b)` of C numbers: comparisons, which need no Python.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::hir::{ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{CompareOp, Expr, ExprKind, LogicalOp};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    /// Compares a number with each of those that are written out. As in Cython what is more than a name or a number is
    /// evaluated first, in its order, and then the number that is looked for.
    pub fn is_one_of(&mut self, item: ExprId, display: ExprId, span: Span) -> Expr {
        let items = self.source.written_items(display);
        let is_simple: Vec<bool> = items.iter().map(|&id| self.source.is_name_or_number(id)).collect();
        let mut stored = Vec::new();
        for (&id, _) in items.iter().zip(&is_simple).filter(|(_, is_simple)| !**is_simple) {
            let value = self.expr(id);
            stored.push(self.store("item", value));
        }
        let item = self.expr(item);
        let item = self.store("item", item);
        let mut stored = stored.into_iter();
        let mut values = Vec::new();
        for (&id, is_simple) in items.iter().zip(is_simple) {
            values.extend(if is_simple { Some(self.expr(id)) } else { stored.next() });
        }
        values
            .into_iter()
            .map(|value| self.compare_values(CompareOp::Equal, item.clone(), value, span))
            .reduce(|left, right| {
                Expr::new(ExprKind::Logical(LogicalOp::Or, Box::new(left), Box::new(right)), Ty::Bint, span)
            })
            .unwrap_or_else(|| Expr::int(0, Ty::Bint, span))
    }
}

impl<'m> Source<'m> {
    /// Whether a number of C is looked for among numbers of C that are written out.
    pub fn is_display_of_numbers(&self, item: ExprId, display: ExprId) -> bool {
        let is_number = |id: ExprId| {
            let ty = self.types.expr(id);
            ty.is_numeric() && !ty.is_letter()
        };
        let items = self.written_items(display);
        !items.is_empty() && is_number(item) && items.into_iter().all(is_number)
    }

    fn is_name_or_number(&self, id: ExprId) -> bool {
        matches!(self.function.body.exprs[id].kind, H::Name(_) | H::Int { .. } | H::Float(_) | H::Char(_))
    }

    /// The items of a tuple or list that is written out.
    fn written_items(&self, id: ExprId) -> Vec<ExprId> {
        match &self.function.body.exprs[id].kind {
            H::Tuple(items) | H::List(items) => items.clone(),
            _ => Vec::new(),
        }
    }
}
