//! Powers of C numbers: what is C's, what may be complex.

use super::function::FunctionBuilder;
use crate::hir::{ExprId, ExprKind as H, Operator, Runtime, constant};
use crate::source::Span;
use crate::tir::{BinaryOp, CompareOp, Expr, ExprKind, LogicalOp, Op, Stmt, StmtKind};
use crate::ty::{Ty, common_type};

impl FunctionBuilder<'_, '_> {
    /// A negative base with a fractional exponent: Python's result is complex, which is not a C number.
    pub fn refuse_complex(&mut self, base: &Expr, exponent: &Expr, span: Span) {
        let float = |text: &str| Expr::new(ExprKind::Float(text.into()), exponent.ty.clone(), span);
        let test = |op, left: &Expr, right: Expr| {
            Expr::new(ExprKind::Compare(op, Box::new(left.clone()), Box::new(right)), Ty::Bint, span)
        };
        let mut condition = test(CompareOp::Less, base, float("0.0"));
        if !matches!(exponent.kind, ExprKind::Float(_)) {
            let (left, right) = (Box::new(exponent.clone()), Box::new(float("1.0")));
            let floor = ExprKind::Binary(BinaryOp::FloorDivide, left, right);
            let floor = Expr::new(floor, exponent.ty.clone(), span);
            let is_fraction = test(CompareOp::NotEqual, exponent, floor);
            let both = ExprKind::Logical(LogicalOp::And, Box::new(condition), Box::new(is_fraction));
            condition = Expr::new(both, Ty::Bint, span);
        }
        let message = "Cannot convert 'complex' with non-zero imaginary component to 'double' (this most likely comes \
                       from the '**' operator; use 'cython.cpow(True)' to return 'nan' instead of a complex number).";
        let raise = Op::RaiseConstant { exception: "TypeError".into(), message: Some(message.to_string()) };
        let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }

    /// A power that becomes a C number at once is C's, if `cpow` is not given: of integers it is one of them, and where it
    /// would be complex it is `nan`. `None` if that makes no difference.
    pub fn power_in_c(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        if matches!(target, Ty::Float(_)) && self.source.types.is_soft(&self.source.function.body, id) {
            let span = self.source.function.body.exprs[id].span;
            let op = Op::Runtime { function: Runtime::RealPower, arguments: vec![self.expr(id)] };
            return Some(self.run("real", op, Ty::OBJECT, span));
        }
        let H::Binary(Operator::Power, left, right) = self.source.function.body.exprs[id].kind else {
            return None;
        };
        if self.directives.cpow.is_some() {
            return None;
        }
        let [ty, base, exponent] = [id, left, right].map(|id| self.source.types.expr(id));
        let is_real = |ty: &Ty| ty.is_integral() || matches!(ty, Ty::Float(_));
        let ty = if self.may_be_complex(id) {
            let are_real = is_real(&base) && is_real(&exponent) && is_real(target);
            (are_real && ![left, right].into_iter().any(|id| self.may_be_complex(id))).then_some(ty)
        } else {
            let is_widened = ty == Ty::DOUBLE && base.is_integral() && exponent.is_integral();
            let is_known = constant(&self.source.function.body, right).is_some();
            (is_widened && target.is_integral() && !is_known).then(|| common_type(&base, &exponent))?
        }?;
        let given = self.directives.cpow.replace(true);
        let power = self.binary(Operator::Power, left, right, ty, self.source.function.body.exprs[id].span);
        self.directives.cpow = given;
        Some(power)
    }

    /// Whether a power of C numbers may be complex: as an object it is computed by Python.
    pub fn may_be_complex(&self, id: ExprId) -> bool {
        let body = &self.source.function.body;
        match &body.exprs[id].kind {
            H::Binary(Operator::Power, _, right) => {
                let is_whole = crate::ty::is_whole(body, *right)
                    .unwrap_or_else(|| !matches!(self.source.types.expr(*right), Ty::Float(_)));
                matches!(self.source.types.expr(id), Ty::Float(_))
                    && self.directives.cpow != Some(true)
                    && !is_whole
            }
            _ => false,
        }
    }
}

/// Whether an exponent is certainly a whole number.
pub fn is_whole(exponent: &Expr) -> bool {
    match &exponent.kind {
        ExprKind::Float(text) => text.parse::<f64>().is_ok_and(|value| value.fract() == 0.0),
        ExprKind::Convert(inner) => inner.ty.is_integral() || is_whole(inner),
        _ => exponent.ty.is_integral(),
    }
}
