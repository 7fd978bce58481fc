//! What is one of two values: `a if c else b`, `a and b`, `a or b`.

use super::Checker;
use crate::hir::{ExprId, ExprKind, known_condition};
use crate::ty::objects::can_be_object;
use crate::ty::{Ty, report, spanning};

impl Checker<'_> {
    pub(super) fn conditional(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Ty {
        self.expr(condition);
        let spanning = self.either(then, otherwise);
        let spanning =
            if spanning.is_object() { convertible(self, then, otherwise, spanning) } else { spanning };
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
            ((true, false), _, ty @ (Ty::Pointer { .. } | Ty::Function(_)))
            | ((false, true), ty @ (Ty::Pointer { .. } | Ty::Function(_)), _) => ty,
            (_, one, other) => spanning(&one, &other),
        }
    }
}

/// The type of what is one of two values as an object, which both must be able to become.
fn convertible(checker: &mut Checker<'_>, then: ExprId, otherwise: ExprId, object: Ty) -> Ty {
    let types = [then, otherwise].map(|id| checker.types.expr(id));
    if types.iter().all(|ty| can_be_object(&checker.declared.table, ty)) {
        return object;
    }
    let of = |id: ExprId, ty: &Ty| (checker.display(ty), checker.body.exprs[id].span);
    let refused = report::no_common_type(of(then, &types[0]), of(otherwise, &types[1]));
    checker.fail(refused)
}
