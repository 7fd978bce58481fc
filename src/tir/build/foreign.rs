//! Calls of C functions that report exceptions as Cython's do: of other modules, of headers, through
//! pointers.

use super::function::FunctionBuilder;
use crate::hir::{ErrorValue, ExprId};
use crate::source::Span;
use crate::tir::{
    Callee, CompareOp, Expr, ExprKind, ExternId, Failure, LocalId, Op, Ownership, Stmt, StmtKind,
};
use crate::ty::{ExceptionSpec, Signature, Ty};

impl FunctionBuilder<'_, '_> {
    pub fn call_extern(
        &mut self,
        id: crate::hir::ExternId,
        callee: ExprId,
        arguments: &[ExprId],
        ty: Ty,
        span: Span,
    ) -> Expr {
        let typed = self.module.typed;
        let Ty::Function(signature) = &typed.externs[id] else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let decl = &typed.module.externs[id];
        self.require_gil_to_call(&format!("`{}`", decl.name), signature, span);
        if ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let mut arguments = self.typed_arguments(callee, arguments, signature, None);
        if decl.import.as_ref().is_some_and(|import| import.is_cpdef) {
            // Whether to bypass what overrides it in Python.
            arguments.push(Expr::int(0, Ty::INT, span));
        }
        // Whoever has a view may keep it.
        if signature.has_views() {
            let pointer = Expr::new(ExprKind::Extern(id), typed.externs[id].clone(), span);
            return self.run_pointer((pointer, arguments), ty, span);
        }
        if signature.exception != ExceptionSpec::Never {
            return self.run_extern(id, arguments, signature, ty, span);
        }
        let is_apart = decl.library.is_some() && !self.around.in_region;
        let call = Expr::new(ExprKind::Call(Callee::Extern(id), arguments), ty.clone(), span);
        if is_apart { self.apart(call, ty, span) } else { call }
    }

    /// A call as a statement by itself, which `pass::device_library` looks for.
    fn apart(&mut self, call: Expr, ty: Ty, span: Span) -> Expr {
        if ty == Ty::Void {
            self.code.emit(StmtKind::Eval(call), span);
            return Expr::new(ExprKind::Null, Ty::Void, span);
        }
        let into = self.code.temp("result", ty, Ownership::Borrowed, span);
        let place = self.code.local_expr(into, span);
        self.code.emit(StmtKind::Assign { place: place.clone(), value: call }, span);
        place
    }

    pub fn run_pointer(&mut self, (pointer, arguments): (Expr, Vec<Expr>), ty: Ty, span: Span) -> Expr {
        let signature = pointer.ty.function().cloned();
        let op = Op::CallPointer { pointer, arguments };
        self.run_foreign(op, signature.as_ref(), ty, span)
    }

    pub fn run_extern(
        &mut self,
        external: ExternId,
        arguments: Vec<Expr>,
        signature: &Signature,
        ty: Ty,
        span: Span,
    ) -> Expr {
        self.run_foreign(Op::CallExtern { external, arguments }, Some(signature), ty, span)
    }

    fn run_foreign(&mut self, op: Op, signature: Option<&Signature>, ty: Ty, span: Span) -> Expr {
        let into = (ty != Ty::Void).then(|| self.code.temp("result", ty.clone(), Ownership::Owned, span));
        let run = |op: Op, into: Option<LocalId>| Stmt::new(StmtKind::Run { into, op }, span);
        if self.gil || self.around.in_region || op.info().failure == Failure::Never {
            self.code.emit(run(op, into).kind, span);
        } else if let Some(into) = into
            && let Some(signature) = signature
            && let Some((failed, raised)) = reported_by(signature, &self.code.local_expr(into, span))
        {
            // Only an exception takes the GIL: other threads go on during the call.
            self.code.emit(run(unasked(op, signature, span), Some(into)).kind, span);
            let then = vec![Stmt::new(StmtKind::WithGil(vec![run(raised, None)]), span)];
            self.code.emit(StmtKind::If { condition: failed, then, otherwise: Vec::new() }, span);
        } else {
            // Asking for an exception needs the GIL.
            self.code.emit(StmtKind::WithGil(vec![run(op, into)]), span);
        }
        match into {
            Some(into) => self.code.local_expr(into, span),
            None => Expr::new(ExprKind::Null, Ty::Void, span),
        }
    }
}

/// Whether a result reports an exception, and the operation that then fails; `None` if only Python knows.
fn reported_by(signature: &Signature, result: &Expr) -> Option<(Expr, Op)> {
    let (value, raised) = match &signature.exception {
        ExceptionSpec::Value(value) => (value, Op::Raised),
        ExceptionSpec::MaybeValue(value) => (value, Op::CheckRaised),
        ExceptionSpec::Never | ExceptionSpec::Always | ExceptionSpec::Null => return None,
    };
    let (ty, span) = (&result.ty, result.span);
    let (how, value) = match (value, ty) {
        (ErrorValue::Int(0), Ty::Pointer { .. }) => {
            (CompareOp::Equal, Expr::new(ExprKind::Null, ty.clone(), span))
        }
        (ErrorValue::Int(value), Ty::Int(_) | Ty::Bint | Ty::Float(_)) if i32::try_from(*value).is_ok() => {
            let value = Expr::new(
                ExprKind::Convert(Box::new(Expr::int((*value).into(), Ty::INT, span))),
                ty.clone(),
                span,
            );
            (CompareOp::Equal, value)
        }
        (ErrorValue::Float(bits), Ty::Float(_)) if f64::from_bits(*bits).is_nan() => {
            (CompareOp::NotEqual, result.clone())
        }
        _ => return None,
    };
    let compare = ExprKind::Compare(how, Box::new(result.clone()), Box::new(value));
    Some((Expr::new(compare, Ty::Bint, span), raised))
}

/// A call after which nobody asks for an exception.
fn unasked(op: Op, signature: &Signature, span: Span) -> Op {
    let quiet = Signature { exception: ExceptionSpec::Never, ..signature.clone() };
    let ty = Ty::Function(quiet.into());
    match op {
        Op::CallPointer { pointer, arguments } => {
            Op::CallPointer { pointer: Expr { ty, ..pointer }, arguments }
        }
        Op::CallExtern { external, arguments } => {
            Op::CallPointer { pointer: Expr::new(ExprKind::Extern(external), ty, span), arguments }
        }
        op => op,
    }
}
