//! `try` and `with`: both are [`Try`] statements.

use super::block_can_fail;
use super::function::FunctionBuilder;
use crate::base::Name;
use crate::hir::{self, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{
    Block, Catches, CompareOp, Expr, ExprKind, LocalId, LogicalOp, Op, Ownership, Singleton, Stmt, StmtKind,
    Try, walk,
};
use crate::ty::{Entering, Ty};

impl FunctionBuilder<'_, '_> {
    pub fn try_stmt(&mut self, tried: &hir::Try, span: Span) {
        let only_finally = tried.handlers.is_empty();
        if !only_finally && !self.may_handle("`try`", span) {
            return;
        }
        let Some(finally) = &tried.finally else { return self.try_except(tried, span) };
        self.around.try_depth += 1;
        let (body, ()) = self.captured(|builder| match tried.handlers.is_empty() {
            true => builder.block(&tried.body),
            false => builder.try_except(tried, span),
        });
        self.around.try_depth -= 1;
        let handler = self.nested(finally);
        if !self.gil && only_finally && self.can_be_joined(&body) {
            return self.one_after_the_other(body, handler);
        }
        if self.around.in_region && !self.may_handle("`try`", span) {
            return;
        }
        self.finally(body, handler, span);
    }

    /// Whether what `finally` does may simply come after a body: nothing leaves that, but a `return` at its end. A failure would,
    /// except in a region, which it ends; what a region leaves then is unspecified.
    fn can_be_joined(&self, body: &Block) -> bool {
        let rest = match body.split_last() {
            Some((Stmt { kind: StmtKind::Return(value), .. }, rest))
                if !self.around.in_region && value.as_ref().is_none_or(|value| !value.ty.is_counted()) =>
            {
                rest
            }
            _ => body,
        };
        !is_left(rest, false) && (self.around.in_region || !block_can_fail(body))
    }

    fn one_after_the_other(&mut self, mut body: Block, handler: Block) {
        let returned = body.pop_if(|last| matches!(last.kind, StmtKind::Return(_)));
        self.code.out.extend(body);
        let Some(Stmt { kind: StmtKind::Return(value), span, .. }) = returned else {
            return self.code.out.extend(handler);
        };
        let kept = value.map(|value| {
            let ty = value.ty.clone();
            let local = self.code.temp("result", ty, Ownership::Owned, span);
            let place = self.code.local_expr(local, span);
            self.code.emit(StmtKind::Assign { place: place.clone(), value }, span);
            place
        });
        self.code.out.extend(handler);
        self.code.emit(StmtKind::Return(kept), span);
    }

    fn may_handle(&mut self, what: &str, span: Span) -> bool {
        if !self.gil {
            self.require_gil(what, span);
            return false;
        }
        true
    }

    /// ```text
    /// try: body
    /// except exception: if exception is of a class: ... else: let it go on
    /// ```
    fn try_except(&mut self, tried: &hir::Try, span: Span) {
        self.around.try_depth += 1;
        let body = self.nested(&tried.body);
        self.around.try_depth -= 1;
        let before = self.references.maybe_bound.clone();
        let exception = self.exception(span);
        let handler = self.handlers(exception, &tried.handlers, span);
        let after = std::mem::replace(&mut self.references.maybe_bound, before);
        let otherwise = self.nested(&tried.otherwise);
        self.references.maybe_bound.extend(after);
        let tried = Try { body, exception, catches: Catches::Exceptions, handler, has_gil: true, otherwise };
        self.code.emit(StmtKind::Try(Box::new(tried)), span);
    }

    /// The temporary for an exception; the statement that catches it empties it.
    fn exception(&mut self, span: Span) -> LocalId {
        let exception = self.code.temp("exception", Ty::OBJECT, Ownership::Owned, span);
        self.code.take_over(exception);
        exception
    }

    fn handlers(&mut self, exception: LocalId, handlers: &[hir::Handler], span: Span) -> Block {
        let caught = self.code.local_expr(exception, span);
        let Some((first, rest)) = handlers.split_first() else {
            let again = Op::Reraise { exception: Some(caught) };
            return self.captured(|builder| builder.run_only(again, span)).0;
        };
        let Some(class) = first.exception else {
            let (mut block, ()) = self.captured(|builder| builder.line(first.span));
            block.extend(self.handler(exception, first));
            return block;
        };
        let (block, ()) = self.captured(|builder| {
            builder.line(first.span);
            let mark = builder.code.pending.len();
            let classes = match &builder.source.function.body.exprs[class].kind {
                H::Tuple(classes) if builder.source.are_plain(classes) => classes.clone(),
                _ => vec![class],
            };
            let classes = builder.objects(&classes);
            if classes.iter().any(|class| class.ty.is_error()) {
                return;
            }
            let matches = classes.into_iter().map(|class| {
                let matches = Op::Matches { exception: caught.clone(), class };
                builder.run("matches", matches, Ty::Bint, first.span)
            });
            let any = |left, right| {
                let kind = ExprKind::Logical(LogicalOp::Or, Box::new(left), Box::new(right));
                Expr::new(kind, Ty::Bint, first.span)
            };
            let Some(condition) = matches.reduce(any) else { return };
            builder.code.release_pending(mark, first.span);
            let then = builder.handler(exception, first);
            let otherwise = builder.handlers(exception, rest, span);
            builder.code.emit(StmtKind::If { condition, then, otherwise }, first.span);
        });
        block
    }

    /// The body of an `except` clause. Its variable is unbound at the end, whichever way leads there, except
    /// that of `except Error, name:`.
    fn handler(&mut self, exception: LocalId, handler: &hir::Handler) -> Block {
        let Some(target) = handler.target else { return self.nested(&handler.body) };
        let span = handler.span;
        let (block, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let caught = builder.code.local_expr(exception, span);
            builder.bind(target, caught, span);
            builder.code.release_pending(mark, span);
            if handler.keeps_target {
                return builder.block(&handler.body);
            }
            let body = builder.nested(&handler.body);
            let (unbind, ()) = builder.captured(|builder| builder.unbind(target, true, span));
            builder.finally(body, unbind, span);
        });
        block
    }

    fn finally(&mut self, body: Block, handler: Block, span: Span) {
        let exception = self.exception(span);
        let catches = Catches::AllWays;
        let has_gil = self.gil;
        let tried = Try { body, exception, catches, handler, has_gil, otherwise: Block::new() };
        self.code.emit(StmtKind::Try(Box::new(tried)), span);
    }

    /// ```text
    /// exit = manager.__exit__; entered = manager.__enter__()
    /// try: target = entered; body
    /// finally: exit(None, None, None), or with the exception, which it may keep from going on
    /// ```
    pub fn with_manager(&mut self, manager: ExprId, target: Option<ExprId>, body: &hir::Block, span: Span) {
        if !self.may_handle("a Python context manager", span) {
            return;
        }
        let mark = self.code.pending.len();
        let manager = self.object(manager);
        if manager.ty.is_error() {
            return;
        }
        let method = |name: &str| Op::SpecialMethod { object: manager.clone(), name: Name::new(name) };
        let exit = self.run("exit", method("__exit__"), Ty::OBJECT, span);
        let entered = match self.entered_in_c(&manager, span) {
            Some(value) => target.map(|_| value),
            None => {
                let enter = self.run("enter", method("__enter__"), Ty::OBJECT, span);
                let entering = Op::CallObject { callee: enter, arguments: vec![], keywords: vec![] };
                match target {
                    Some(_) => Some(self.run("entered", entering, Ty::OBJECT, span)),
                    None => {
                        self.run_only(entering, span);
                        None
                    }
                }
            }
        };
        // These go elsewhere before the block is left.
        for kept in [Some(&exit), entered.as_ref()].into_iter().flatten() {
            kept.as_local().into_iter().for_each(|local| self.code.take_over(local));
        }
        self.code.release_pending(mark, span);
        self.around.try_depth += 1;
        let (body, ()) = self.captured(|builder| {
            if let (Some(target), Some(entered)) = (target, entered) {
                let mark = builder.code.pending.len();
                builder.code.pending.extend(entered.as_local());
                builder.bind(target, entered, span);
                builder.code.release_pending(mark, span);
            }
            builder.block(body);
        });
        self.around.try_depth -= 1;
        let exception = self.exception(span);
        let handler = self.exit_block(exit, exception, span);
        let catches = Catches::AllWays;
        let tried = Try { body, exception, catches, handler, has_gil: true, otherwise: Block::new() };
        self.code.emit(StmtKind::Try(Box::new(tried)), span);
    }

    /// The result of a C method `__enter__`, which Python does not see; `None` if there is none.
    fn entered_in_c(&mut self, manager: &Expr, span: Span) -> Option<Expr> {
        let class = manager.ty.extension()?;
        let typed = self.module.typed;
        let caller = self.source.function;
        let entered = match crate::ty::entering_method(&typed.table, &typed.module, caller, class)? {
            Entering::Function(function) => {
                let result = typed.functions[function].signature.result.clone();
                self.call_with((function, vec![manager.clone()]), result, span)
            }
            Entering::Slot(signature) => {
                let slot = typed.table.slot(class, "__enter__")?;
                let pointer = self.slot_pointer(slot.def, manager.clone(), span);
                self.run_pointer((pointer, vec![manager.clone()]), signature.result.clone(), span)
            }
        };
        // A call that cannot fail is a value, which need not be checked.
        Some(if matches!(entered.kind, ExprKind::Call(..)) {
            self.store("entered", entered)
        } else {
            entered
        })
    }

    fn exit_block(&mut self, exit: Expr, exception: LocalId, span: Span) -> Block {
        let caught = self.code.local_expr(exception, span);
        let (block, ()) = self.captured(|builder| {
            let (normal, ()) = builder.captured(|builder| {
                let none = || Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span);
                let arguments = vec![none(), none(), none()];
                let callee = exit.clone();
                builder.run_only(Op::CallObject { callee, arguments, keywords: vec![] }, span);
            });
            let (failed, ()) = builder.captured(|builder| {
                let op = Op::ExitWith { exit: exit.clone(), exception: caught.clone() };
                let condition = builder.run("suppressed", op, Ty::Bint, span);
                let then =
                    builder.captured(|builder| builder.code.emit(StmtKind::Release(exception), span)).0;
                builder.code.emit(StmtKind::If { condition, then, otherwise: vec![] }, span);
            });
            let null = Expr::new(ExprKind::Null, Ty::OBJECT, span);
            let is_empty = ExprKind::Compare(CompareOp::Equal, Box::new(caught), Box::new(null));
            let condition = Expr::new(is_empty, Ty::Bint, span);
            builder.code.emit(StmtKind::If { condition, then: normal, otherwise: failed }, span);
            exit.as_local().into_iter().for_each(|local| builder.code.emit(StmtKind::Release(local), span));
        });
        block
    }
}

/// Whether a jump leads out of the block. `in_loop`: a loop inside it is around the statements.
fn is_left(block: &[Stmt], in_loop: bool) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break | StmtKind::Continue => !in_loop,
        StmtKind::For(looped) => is_left(&looped.body, true) || is_left(&looped.otherwise, in_loop),
        StmtKind::While { prepare, body, otherwise, .. } => {
            is_left(prepare, true) || is_left(body, true) || is_left(otherwise, in_loop)
        }
        StmtKind::Prange(prange) => is_left(&prange.body, true),
        _ => walk::blocks(stmt).into_iter().any(|inner| is_left(inner, in_loop)),
    })
}
