//! What can be said of `a, *b = values` before it runs.

use super::function::FunctionBuilder;
use super::report;
use crate::hir::{ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::Expr;
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// Reports where a display is unpacked to more or fewer targets than it has values.
    pub fn is_of_other_length(&mut self, target: ExprId, value: ExprId) -> bool {
        let source = self.source.function;
        let (H::Tuple(targets) | H::List(targets)) = &source.body.exprs[target].kind else { return false };
        let (H::Tuple(values) | H::List(values)) = &source.body.exprs[value].kind else { return false };
        let has_star = crate::ty::has_star(&source.body, targets);
        if crate::ty::has_star(&source.body, values) {
            return false;
        }
        let fits = match has_star {
            true => values.len() + 1 >= targets.len(),
            false => values.len() == targets.len(),
        };
        if !fits {
            let span = source.body.exprs[target].span;
            self.report(report::other_length(targets.len() - usize::from(has_star), values.len(), span));
            return true;
        }
        if has_star {
            let kinds = &source.body.exprs;
            let rest = targets.iter().find_map(|&target| match kinds[target].kind {
                H::Starred(rest) => Some(rest),
                _ => None,
            });
            return rest
                .is_some_and(|rest| self.rest_is_of_other_length(rest, values.len() + 1 - targets.len()));
        }
        let mut pairs = targets.iter().zip(values);
        pairs.any(|(&target, &value)| self.is_of_other_length(target, value))
    }

    /// `*(a, b), c = values`: `count` of them are left for `a` and `b`.
    fn rest_is_of_other_length(&mut self, rest: ExprId, count: usize) -> bool {
        let source = self.source.function;
        let (H::Tuple(targets) | H::List(targets)) = &source.body.exprs[rest].kind else { return false };
        if crate::ty::has_star(&source.body, targets) || targets.len() == count {
            return false;
        }
        self.report(report::other_length(targets.len(), count, source.body.exprs[rest].span));
        true
    }

    /// `*rest`: what is left is a list.
    pub fn bind_rest(&mut self, target: ExprId, value: Expr, span: Span) {
        match self.source.target_type(target) {
            Some(ty) if !matches!(ty, Ty::Object(PyClass::Object | PyClass::List)) => {
                let (shown, place) =
                    (self.source.table().display(&ty), self.source.function.body.exprs[target].span);
                self.report(report::no_list_for_rest(&shown, place));
            }
            _ => self.bind(target, value, span),
        }
    }
}
