//! Comparisons of objects whose truth alone is asked for, also in a chain: `a < b < c`.

use super::function::FunctionBuilder;
use crate::hir::{Comparison, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{CompareOp, Expr, ExprKind, LocalId, Op, StmtKind};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    /// Whether a comparison of objects is true, without an object for the result. `None`: it is another one.
    pub fn comparison_of_objects(&mut self, id: ExprId) -> Option<Expr> {
        let expr = &self.source.function.body.exprs[id];
        let H::Compare { first, rest } = &expr.kind else { return None };
        let [(Comparison::Ordering(op), second)] = rest.as_slice() else {
            return self.chain_of_objects(*first, rest, expr.span);
        };
        if ![id, *first, *second].iter().any(|id| self.source.types.expr(*id).is_object()) {
            return None;
        }
        let mut operands = self.objects(&[*first, *second]).into_iter();
        let (left, right) = (operands.next()?, operands.next()?);
        if left.ty.is_error() || right.ty.is_error() {
            return Some(Expr::new(ExprKind::Null, Ty::Error, expr.span));
        }
        Some(self.run("holds", Op::Holds { op: *op, left, right }, Ty::Bint, expr.span))
    }

    /// Whether a chain of comparisons is true. `None`: in some of them C compares, or they are other ones.
    fn chain_of_objects(&mut self, first: ExprId, rest: &[(Comparison, ExprId)], span: Span) -> Option<Expr> {
        let ordering = |(comparison, id): &(Comparison, ExprId)| match comparison {
            Comparison::Ordering(op) => Some((*op, *id)),
            _ => None,
        };
        let links: Vec<(CompareOp, ExprId)> = rest.iter().map(ordering).collect::<Option<_>>()?;
        let is_object = |id: ExprId| self.source.types.expr(id).is_object();
        let lefts = std::iter::once(first).chain(links.iter().map(|(_, id)| *id));
        if lefts.zip(&links).any(|(left, (_, right))| !is_object(left) && !is_object(*right)) {
            return None;
        }
        let ((op, second), more) = links.split_first()?;
        let result = self.result_local(&Ty::Bint, span);
        let mut operands = self.objects(&[first, *second]).into_iter();
        let (left, right) = (operands.next()?, operands.next()?);
        self.link(*op, left, right, more, result, span);
        Some(self.code.local_expr(result, span))
    }

    fn link(
        &mut self,
        op: CompareOp,
        left: Expr,
        right: Expr,
        more: &[(CompareOp, ExprId)],
        result: LocalId,
        span: Span,
    ) {
        if left.ty.is_error() || right.ty.is_error() {
            return;
        }
        // Between two uses of a variable nothing gives it a value, unless the operands that follow do.
        let is_steady = more.iter().all(|(_, id)| self.source.is_name_or_number(*id));
        let right =
            if more.is_empty() || is_steady && right.as_local().is_some() { right } else { self.kept(right) };
        let holds = self.run("holds", Op::Holds { op, left, right: right.clone() }, Ty::Bint, span);
        self.fill(result, holds, span);
        let Some(((op, next), more)) = more.split_first() else { return };
        let condition = self.code.local_expr(result, span);
        let (then, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let next = builder.value(*next, &Ty::OBJECT);
            builder.link(*op, right, next, more, result, span);
            builder.code.release_pending(mark, span);
        });
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }
}
