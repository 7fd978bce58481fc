//! `raise` and `assert`, with the GIL and without it.
//!
//! Without the GIL a builtin exception with a constant text does not need it, least of all on a device;
//! anything else takes the GIL, as in Cython.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::Name;
use crate::hir::{self, Binding, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Block, Op, Stmt, StmtKind};

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
            _ => self.raising(|builder| builder.raise_op(exception, cause), span),
        };
        self.code.out.extend(block);
    }

    fn raise_op(&mut self, exception: ExprId, cause: Option<ExprId>) -> Op {
        match new_exception(&self.source, exception) {
            Some((name, arguments)) if cause.is_none() => {
                Op::RaiseNew { exception: name, arguments: self.objects(&arguments) }
            }
            _ => {
                let exception = self.object(exception);
                Op::Raise { exception, cause: cause.map(|cause| self.object(cause)) }
            }
        }
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
            _ => {
                let assertion = |builder: &mut Self| {
                    let arguments = message.into_iter().map(|message| builder.object(message)).collect();
                    Op::RaiseNew { exception: "AssertionError".into(), arguments }
                };
                self.raising(assertion, span)
            }
        };
        let condition = super::operators::not(condition);
        self.code.emit(StmtKind::If { condition, then, otherwise: vec![] }, span);
    }

    /// Makes an exception and raises it; takes the GIL for that if it is not held.
    fn raising(&mut self, make: impl FnOnce(&mut Self) -> Op, span: Span) -> Block {
        let has_gil = std::mem::replace(&mut self.gil, true);
        let (block, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let op = make(builder);
            if op.operands().iter().all(|operand| !operand.ty.is_error()) {
                builder.run_only(op, span);
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
        let (exception, arguments) = new_exception(self, id)?;
        let message = match arguments.as_slice() {
            [] => None,
            [text] => Some(self.constant_text(*text)?),
            _ => return None,
        };
        Some(Op::RaiseConstant { exception, message })
    }

    /// The text of a string literal, if C can hold it.
    fn constant_text(&self, id: ExprId) -> Option<String> {
        match &self.function.body.exprs[id].kind {
            H::Str(text) if !text.contains('\0') => Some(text.clone()),
            _ => None,
        }
    }
}

/// A builtin exception, where the name means that, and the arguments of its new object.
fn new_exception(source: &Source<'_>, id: ExprId) -> Option<(Name, Vec<ExprId>)> {
    let exprs = &source.function.body.exprs;
    let (class, arguments) = match &exprs[id].kind {
        H::Call { callee, arguments, keywords } if keywords.is_empty() => (*callee, arguments.clone()),
        _ => (id, vec![]),
    };
    let H::Name(Binding::Builtin(name)) = &exprs[class].kind else { return None };
    let is_plain = !arguments.iter().any(|&argument| matches!(exprs[argument].kind, H::Starred(_)));
    (is_plain && hir::is_exception(name)).then(|| (name.clone(), arguments))
}
