//! The order of evaluation: what has been read keeps its value while the rest of an expression runs.

use super::function::FunctionBuilder;
use crate::hir::ExprId;
use crate::tir::{Expr, ExprKind, Op, Ownership, StmtKind};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    pub fn objects(&mut self, ids: &[ExprId]) -> Vec<Expr> {
        let wanted: Vec<(ExprId, Option<Ty>)> = ids.iter().map(|&id| (id, Some(Ty::OBJECT))).collect();
        self.in_order(&wanted)
    }

    /// Evaluates from left to right: what an earlier operand has read is kept in a temporary if a later one
    /// runs statements that might change it.
    pub fn in_order(&mut self, wanted: &[(ExprId, Option<Ty>)]) -> Vec<Expr> {
        self.arguments_in_order(wanted, &|_| false)
    }

    /// The same, where some of the operands must not be `None`.
    pub fn arguments_in_order(
        &mut self,
        wanted: &[(ExprId, Option<Ty>)],
        refuses_none: &dyn Fn(usize) -> bool,
    ) -> Vec<Expr> {
        let mut done: Vec<(Expr, usize)> = Vec::new();
        for (at, (id, target)) in wanted.iter().enumerate() {
            let before = self.code.out.len();
            let value = match target {
                Some(target) => self.value(*id, target),
                None => self.expr(*id),
            };
            if refuses_none(at) {
                self.check_given(*id, &value);
            }
            if !self.only_looks(before) {
                self.keep_unstable(&mut done);
            }
            done.push((value, self.code.out.len()));
        }
        done.into_iter().map(|(value, _)| value).collect()
    }

    /// The operands of a subscript of a pointer or of a C array, which is a place, not a value to keep.
    pub fn base_and_index(&mut self, base: ExprId, index: ExprId, target: Option<Ty>) -> (Expr, Expr) {
        let mut base = self.expr(base);
        let before = self.code.out.len();
        let index = match target {
            Some(target) => self.value(index, &target),
            None => self.expr(index),
        };
        if !self.only_looks(before) || calls(&base) && calls(&index) {
            let mut at = before;
            self.hold(&mut base, &mut at);
        }
        (base, index)
    }

    /// Keeps what the place depends on, at `at` of the statements.
    fn hold(&mut self, place: &mut Expr, at: &mut usize) {
        let is_place = place.ty.is_array() || place.ty.is_record();
        let is_kept = !is_place && !place.ty.is_object() && !is_stable(place);
        match &mut place.kind {
            ExprKind::Index { base, index } if is_place => {
                self.hold(base, at);
                self.hold(index, at);
            }
            ExprKind::Field { base, .. } if is_place => self.hold(base, at),
            ExprKind::Deref(pointer) if is_place => self.hold(pointer, at),
            _ if !is_kept => {}
            _ => {
                let span = place.span;
                let id = self.code.temp("value", place.ty.clone(), Ownership::Borrowed, span);
                let kept = self.code.local_expr(id, span);
                let value = std::mem::replace(place, kept.clone());
                self.code
                    .out
                    .insert(*at, crate::tir::Stmt::new(StmtKind::Assign { place: kept, value }, span));
                *at += 1;
            }
        }
    }

    /// Whether the statements emitted since `mark` change nothing that an expression reads: checks, and
    /// values kept in temporaries.
    pub fn only_looks(&self, mark: usize) -> bool {
        self.code.out[mark.min(self.code.out.len())..].iter().all(|stmt| match &stmt.kind {
            StmtKind::Check(_) => true,
            StmtKind::Assign { place, value } => {
                let is_temp = place.as_local().is_some_and(|local| self.source.hir_local(local).is_none());
                is_temp && !calls(value)
            }
            _ => false,
        })
    }

    fn keep_unstable(&mut self, done: &mut [(Expr, usize)]) {
        let mut shift = 0;
        for (value, at) in done {
            *at += shift;
            if is_stable(value) {
                continue;
            }
            let span = value.span;
            let id = self.code.temp("value", value.ty.clone(), Ownership::Borrowed, span);
            let place = self.code.local_expr(id, span);
            let kept = std::mem::replace(value, place.clone());
            let stmt = crate::tir::Stmt::new(StmtKind::Assign { place, value: kept }, span);
            self.code.out.insert(*at, stmt);
            // The next copy is one of this copy.
            *at += 1;
            shift += 1;
        }
    }

    /// The current value of a variable, which the rest of the expression may change.
    pub fn as_it_is(&mut self, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        match ty.is_counted() {
            true if ty.is_object() && !self.gil => value,
            true => self.run("value", Op::Own(value), ty, span),
            false => self.store("value", value),
        }
    }
}

/// Whether evaluating later statements first cannot change the value.
pub(super) fn is_stable(value: &Expr) -> bool {
    match &value.kind {
        // Locals are changed only by assignments, and an expression has none; what an array or a struct holds
        // may be changed through a pointer.
        ExprKind::Local(_) => !value.ty.is_array() && !value.ty.is_record(),
        ExprKind::Global(_)
        | ExprKind::Extern(_)
        | ExprKind::Element { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_)
        | ExprKind::Field { .. }
        | ExprKind::Call(..) => false,
        _ => value.children().into_iter().all(is_stable),
    }
}

/// Whether evaluating may have C side effects.
pub(super) fn calls(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Call(..)) || value.children().into_iter().any(calls)
}
