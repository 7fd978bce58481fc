//! Assignments to several targets: `a, *b = values`, and what can be said of them before they run.

use super::function::FunctionBuilder;
use super::report;
use crate::hir::{ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Expr, LocalId, Op, Ownership};
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

    /// `a, b = b, a`: all values are taken before the first target changes. `star`: the target that takes what the others leave,
    /// of which a list is made; nothing is unpacked.
    pub(super) fn assign_parallel(
        &mut self,
        targets: &[ExprId],
        star: Option<usize>,
        values: &[ExprId],
        span: Span,
    ) {
        let rest = star.map_or(values.len()..values.len(), |star| {
            star..star + (values.len() + 1).saturating_sub(targets.len())
        });
        let target_of = |at: usize| match at {
            at if at < rest.start => Some(targets[at]),
            at if at < rest.end => None,
            at => Some(targets[at + 1 - rest.len()]),
        };
        let wanted: Vec<(ExprId, Option<Ty>)> = values
            .iter()
            .enumerate()
            .map(|(at, &value)| match target_of(at) {
                Some(target) => (value, self.source.wanted(target, value)),
                None => (value, Some(Ty::OBJECT)),
            })
            .collect();
        let mut values = self.in_order(&wanted);
        for (at, value) in values.iter().enumerate() {
            if let Some(target) = target_of(at) {
                self.name_conversion_to(value, target);
            }
        }
        let taken: Vec<Expr> = values.drain(rest.clone()).collect();
        let list = star.map(|_| self.run("list", Op::List(taken), Ty::Object(PyClass::List), span));
        let mut kept: Vec<Expr> = values.into_iter().map(|value| self.kept(value)).collect();
        kept.splice(rest.start..rest.start, list);
        for (&target, value) in targets.iter().zip(kept) {
            self.bind(target, value, span);
        }
    }

    pub(super) fn unpack(&mut self, targets: &[ExprId], value: Expr, span: Span) {
        if value.ty.tuple_items().is_some() && !crate::ty::has_star(&self.source.function.body, targets) {
            return self.unpack_tuple(targets, value, span);
        }
        let sequence = self.coerce(value, &Ty::OBJECT);
        if sequence.ty.is_error() {
            return;
        }
        let temps: Vec<LocalId> = targets
            .iter()
            .map(|_| self.code.temp("item", Ty::Object(PyClass::Object), Ownership::Owned, span))
            .collect();
        let rest = crate::ty::star(&self.source.function.body, targets);
        self.run_only(Op::Unpack { sequence, targets: temps.clone(), rest }, span);
        self.bind_items(targets, temps, span);
    }

    /// What has been unpacked into temporaries becomes the values of targets.
    pub(super) fn bind_items(&mut self, targets: &[ExprId], temps: Vec<LocalId>, span: Span) {
        let mut items: Vec<Expr> = temps.into_iter().map(|temp| self.code.local_expr(temp, span)).collect();
        if self.around.try_depth > 0 {
            // As in Cython: what cannot be converted leaves all targets as they are.
            for (&target, item) in targets.iter().zip(&mut items) {
                if let Some(ty) = self.source.target_type(target).filter(|ty| !ty.is_counted()) {
                    *item = self.coerce(item.clone(), &ty);
                }
            }
        }
        for (&target, item) in targets.iter().zip(items) {
            self.bind(target, item, span);
        }
    }
}
