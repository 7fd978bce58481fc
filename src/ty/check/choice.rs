//! What is one of two values: `a if c else b`, `a and b`, `a or b`.

use super::Checker;
use crate::hir::{ExprId, ExprKind, known_condition};
use crate::ty::objects::can_be_object;
use crate::ty::{Ty, report, spanning};

impl Checker<'_> {
    pub(super) fn conditional(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Ty {
        self.expr(condition);
        let spanning = self.either(then, otherwise);
        match known_condition(self.body, condition) {
            Some(true) => self.expr(then),
            Some(false) => self.expr(otherwise),
            None => spanning,
        }
    }

    pub(super) fn either(&mut self, left: ExprId, right: ExprId) -> Ty {
        let is_null = |id: ExprId| matches!(self.body.exprs[id].kind, ExprKind::Null);
        let nulls = (is_null(left), is_null(right));
        match (nulls, self.expr(left), self.expr(right)) {
            ((true, false), _, ty @ Ty::Pointer { .. }) | ((false, true), ty @ Ty::Pointer { .. }, _) => ty,
            (_, one, other) => {
                let spanning = spanning(&one, &other);
                let table = &self.declared.table;
                if !spanning.is_object() || (can_be_object(table, &one) && can_be_object(table, &other)) {
                    return spanning;
                }
                let of = |id: ExprId, ty: &Ty| (self.display(ty), self.body.exprs[id].span);
                self.fail(report::no_common_type(of(left, &one), of(right, &other)))
            }
        }
    }
}
