//! `raise` and `assert`, with the GIL and without it.
//!
//! Without the GIL a builtin exception with a constant text does not need it, least of all on a device;
//! anything else takes the GIL, as in Cython.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::Name;
use crate::hir::{self, Binding, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Block, Expr, Op, Stmt, StmtKind};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    pub fn raise(&mut self, exception: Option<ExprId>, cause: Option<ExprId>, span: Span) {
        let Some(exception) = exception else {
            self.require_gil("`raise` without an exception", span);
            return self.run_only(Op::Reraise { exception: None }, span);
        };
        let block = match self.source.constant_exception(exception) {
            Some(op) if !self.gil && cause.is_none() => {
                vec![Stmt::new(StmtKind::Run { into: None, op }, span)]
            }
            _ => {
                let make = |builder: &mut Self| {
                    let exception = builder.object(exception);
                    (exception, cause.map(|cause| builder.object(cause)))
                };
                self.raising(make, span)
            }
        };
        self.code.out.extend(block);
    }

    pub fn assert(&mut self, condition: ExprId, message: Option<ExprId>, span: Span) {
        let condition = self.condition(condition);
        let text = message.map(|message| self.source.constant_text(message));
        let then = match text {
            // No message, or one that is constant.
            None | Some(Some(_)) if !self.gil => {
                let op = Op::RaiseConstant { exception: "AssertionError".into(), message: text.flatten() };
                vec![Stmt::new(StmtKind::Run { into: None, op }, span)]
            }
            _ => self.raising(|builder| (builder.assertion_error(message, span), None), span),
        };
        let condition = super::operators::not(condition);
        self.code.emit(StmtKind::If { condition, then, otherwise: vec![] }, span);
    }

    fn assertion_error(&mut self, message: Option<ExprId>, span: Span) -> Expr {
        let class = self.run("class", Op::LoadBuiltin("AssertionError".into()), Ty::OBJECT, span);
        let arguments = message.into_iter().map(|message| self.object(message)).collect();
        let call = Op::CallObject { callee: class, arguments, keywords: vec![] };
        self.run("exception", call, Ty::OBJECT, span)
    }

    /// Makes an exception and raises it; takes the GIL for that if it is not held.
    fn raising(&mut self, make: impl FnOnce(&mut Self) -> (Expr, Option<Expr>), span: Span) -> Block {
        let has_gil = std::mem::replace(&mut self.gil, true);
        let (block, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let (exception, cause) = make(builder);
            if !exception.ty.is_error() && cause.as_ref().is_none_or(|cause| !cause.ty.is_error()) {
                builder.run_only(Op::Raise { exception, cause }, span);
            }
            // Released at the function's exit: nothing runs after it.
            builder.code.pending.truncate(mark);
        });
        self.gil = has_gil;
        if has_gil { block } else { vec![Stmt::new(StmtKind::WithGil(block), span)] }
    }
}

impl<'m> Source<'m> {
    /// `ValueError`, `ValueError()` or `ValueError("text")`, where the name means the builtin.
    fn constant_exception(&self, id: ExprId) -> Option<Op> {
        let exprs = &self.function.body.exprs;
        let (class, message) = match &exprs[id].kind {
            H::Call { callee, arguments, keywords } if keywords.is_empty() => match arguments.as_slice() {
                [] => (*callee, None),
                [text] => (*callee, Some(self.constant_text(*text)?)),
                _ => return None,
            },
            _ => (id, None),
        };
        let H::Name(Binding::Builtin(name)) = &exprs[class].kind else { return None };
        let exception: Name = name.clone();
        hir::is_exception(name).then_some(Op::RaiseConstant { exception, message })
    }

    /// The text of a string literal, if C can hold it.
    fn constant_text(&self, id: ExprId) -> Option<String> {
        match &self.function.body.exprs[id].kind {
            H::Str(text) if !text.contains('\0') => Some(text.clone()),
            _ => None,
        }
    }
}
