//! Statements.

use std::collections::HashSet;
use std::rc::Rc;

use super::culprit::{Statement, unknown};
use super::function::FunctionBuilder;
use super::source::Source;
use super::{facts, report};
use crate::base::Name;
use crate::hir::{self, Binding, ExprId, ExprKind as E, FunctionKind, StmtKind as H};
use crate::source::Span;
use crate::tir::{ContextOrigin, DataContext, Expr, ExprKind, Op, StmtKind, Update};
use crate::ty::{ExceptionSpec, Ty};

impl FunctionBuilder<'_, '_> {
    pub fn block(&mut self, block: &[hir::Stmt]) {
        for stmt in block {
            self.stmt(stmt);
            // As in Cython, unreachable code is not compiled.
            if self.directives.remove_unreachable && hir::walk::never_ends(stmt) {
                return;
            }
        }
    }

    /// Builds a nested block separately.
    pub fn nested(&mut self, block: &[hir::Stmt]) -> crate::tir::Block {
        self.captured(|builder| builder.block(block)).0
    }

    fn stmt(&mut self, stmt: &hir::Stmt) {
        let span = stmt.span;
        if self.takes_gil_itself(stmt) {
            return self.with_gil(std::slice::from_ref(stmt), span);
        }
        let (mark, start) = (self.code.pending.len(), self.code.out.len());
        let outer = std::mem::replace(&mut self.statement, Statement::new(stmt));
        let lines = self.begin_line(stmt);
        let reduction = self.open_reduction(stmt);
        match &stmt.kind {
            H::Error => {}
            H::Expr(value) => self.effect(*value),
            H::Assign { targets, value } => self.assign(targets, *value, span),
            H::AugAssign { target, operator, value } => {
                self.in_place_operator = true;
                self.aug_assign(*target, *operator, *value, span);
                self.in_place_operator = false;
            }
            H::If { condition, then, otherwise } => self.if_stmt(*condition, then, otherwise, span),
            H::While { condition, body, otherwise } => self.while_stmt(*condition, body, otherwise, span),
            H::ForRange { target, range, body, otherwise } => {
                self.for_range(*target, range, body, otherwise, span);
            }
            H::ForEach { target, iterable, body, otherwise } => {
                self.for_each(*target, *iterable, body, otherwise, span);
            }
            H::Prange(prange) => self.prange(prange, span),
            H::Break => self.jump(StmtKind::Break, "break", span),
            H::Continue => self.jump(StmtKind::Continue, "continue", span),
            H::Return(value) => self.return_stmt(*value, mark, span),
            H::Raise { exception, cause } => self.raise(*exception, *cause, span),
            H::Try(tried) => self.try_stmt(tried, span),
            H::With { manager, target, body } => self.with_manager(*manager, *target, body, span),
            H::Assert { condition, message } => self.assert(*condition, *message, span),
            H::Delete(targets) => self.delete(targets, span),
            H::Import { module, leaf, beside, target } => {
                self.require_gil("an import", span);
                let op = Op::Import { module: module.clone(), leaf: *leaf, beside: *beside };
                let module = self.run("module", op, Ty::OBJECT, span);
                self.bind(*target, module, span);
            }
            H::ImportFrom { level, module, names, all: Some(types) } => {
                self.import_all((*level, module), names, types, span);
            }
            H::ImportFrom { level, module, names, .. } => self.import_from(*level, module, names, span),
            H::Nogil(body) => self.nogil(body, span),
            H::WithGil(body) => self.with_gil(body, span),
            H::Parallel { clauses, body } => self.parallel(clauses, body, span),
            H::DataContext { context, body } => self.context(context, body, span),
            H::Update { entries, span: header } => {
                let entries = self.map_entries(entries);
                self.code.emit(
                    StmtKind::Update(Box::new(Update { entries, coherent: false, span: *header })),
                    span,
                );
            }
            H::Atomic { target, operator, value } => self.atomic(*target, *operator, *value, span),
            H::Comprehensions { blocks, body } => {
                blocks.iter().for_each(|(number, block)| self.keep_comprehension(*number, block));
                self.block(body);
            }
            H::Directives { directives, body } => {
                let outer = std::mem::replace(&mut self.directives, (**directives).clone());
                self.block(body);
                self.directives = outer;
            }
        }
        self.close_reduction(reduction);
        self.around.lines = lines;
        if std::mem::replace(&mut self.statement, outer).is_reported {
            self.code.pending.truncate(mark);
            return self.poison(stmt, start);
        }
        // Nothing runs after a jump or a raise: what is held is released at the function's exit.
        if self.code.out.last().is_some_and(leaves) {
            self.code.pending.truncate(mark);
        }
        self.code.release_pending(mark, span);
    }

    /// The block of a comprehension is built where an expression of the statement needs it.
    fn keep_comprehension(&mut self, number: usize, block: &hir::Block) {
        let block = Rc::new(block.clone());
        let Source { function, types, facts, .. } = &mut self.source;
        facts::note_assigned(&function.body, types, &block, &mut facts.assigned);
        self.comprehensions.insert(number, block);
    }

    fn if_stmt(&mut self, condition: ExprId, then: &hir::Block, otherwise: &hir::Block, span: Span) {
        if let Some(holds) = hir::known_condition(&self.source.function.body, condition) {
            return self.block(if holds { then } else { otherwise });
        }
        let mark = self.code.pending.len();
        let condition = self.settled_condition(condition, mark, span);
        let before = self.references.maybe_bound.clone();
        let then = self.nested(then);
        let after_then = std::mem::replace(&mut self.references.maybe_bound, before);
        let otherwise = self.nested(otherwise);
        self.references.maybe_bound.extend(after_then);
        self.code.emit(StmtKind::If { condition, then, otherwise }, span);
    }

    /// A condition whose temporaries are released before the branches.
    fn settled_condition(&mut self, condition: ExprId, mark: usize, span: Span) -> Expr {
        let condition = self.condition(condition);
        if self.statement.is_reported {
            return unknown(span);
        }
        if self.code.pending.len() == mark {
            return condition;
        }
        let condition = match condition.kind {
            // A computed truth value does not depend on the temporaries.
            ExprKind::Local(_) => condition,
            _ => self.store("condition", condition),
        };
        self.code.release_pending(mark, span);
        condition
    }

    fn while_stmt(&mut self, condition: ExprId, body: &hir::Block, otherwise: &hir::Block, span: Span) {
        let context = self.auto_context([body, otherwise], span);
        self.bind_assigned_in(body);
        self.bind_comprehended(vec![condition]);
        let (prepare, condition) = self.captured(|builder| {
            builder.line(span);
            let mark = builder.code.pending.len();
            builder.settled_condition(condition, mark, span)
        });
        self.around.loop_depth += 1;
        let body = self.nested(body);
        self.around.loop_depth -= 1;
        let otherwise = self.nested(otherwise);
        self.emit_loop(context, StmtKind::While { prepare, condition, body, otherwise }, span);
    }

    fn jump(&mut self, kind: StmtKind, word: &str, span: Span) {
        if self.around.loop_depth == 0 && !self.around.in_region {
            return self.report(report::outside_loop(word, span));
        }
        if let Some(broke) = self.around.broke.filter(|broke| broke.depth == self.around.loop_depth)
            && matches!(kind, StmtKind::Break)
        {
            self.set_flag(broke.flag, true, span);
        }
        self.code.emit(kind, span);
    }

    /// Whether a C function that the function calls may set an exception without reporting it: then the
    /// function's own callers would check for it.
    fn asks_for_exception(&self) -> bool {
        let reports = self.source.types.signature.exception != ExceptionSpec::Never;
        let is_asked = reports && !self.source.types.signature.result.is_object() && self.gil;
        let sets = |id: &hir::ExternId| match &self.module.typed.externs[*id] {
            Ty::Function(signature) => signature.exception == ExceptionSpec::Never && !signature.nogil,
            _ => false,
        };
        is_asked
            && self.source.function.kind != FunctionKind::Init
            && self.source.function.body.exprs.iter().any(|(_, expr)| match &expr.kind {
                E::Name(Binding::Extern(id)) => sets(id),
                _ => false,
            })
    }

    pub fn ask_for_exception(&mut self, span: Span) {
        if self.asks_for_exception() {
            self.run_only(Op::CheckRaised, span);
        }
    }

    /// What outer statements hold is released at the function's exit; what this one made is released before.
    fn return_stmt(&mut self, value: Option<ExprId>, mark: usize, span: Span) {
        if self.around.prange_depth > 0 && self.around.in_region {
            return self.code.emit(StmtKind::Return(None), span);
        }
        let result = self.source.types.signature.result.clone();
        if !self.gil && result.is_object() {
            return self.require_gil("returning a Python object", span);
        }
        let Some(value) = value else {
            let is_c = matches!(self.source.function.kind, FunctionKind::Cdef | FunctionKind::Cpdef);
            if is_c
                && (result.is_numeric()
                    || matches!(result, Ty::Pointer { .. } | Ty::Struct(_) | Ty::Tuple(_)))
            {
                self.report(report::nothing_returned(&self.source.table().display(&result), span));
                return;
            }
            self.ask_for_exception(span);
            self.ask_for_view(span);
            self.code.emit(StmtKind::Return(None), span);
            return;
        };
        if result == Ty::Void {
            self.report(report::value_of_void(self.source.function.body.exprs[value].span));
            return;
        }
        if self.around.prange_depth > 0 && result.memoryview().is_some() {
            return self.report(report::not_yet("returning a memoryview out of parallel code", span));
        }
        let value = self.value(value, &result);
        if value.ty.is_error() {
            return;
        }
        self.name_conversion(&value, &self.source.function.result);
        if !value.ty.is_counted() {
            let asks = self.asks_for_exception();
            let value =
                if self.code.pending.len() == mark && !asks { value } else { self.kept_result(value) };
            self.code.release_pending(mark, span);
            self.ask_for_exception(span);
            self.code.emit(StmtKind::Return(Some(value)), span);
            return;
        }
        let owned = match self.code.pending_temp(&value) {
            Some(_) => value,
            None => {
                let ty = value.ty.clone();
                self.run("result", Op::Own(value), ty, span)
            }
        };
        if let Some(temp) = owned.as_local() {
            self.code.take_over(temp);
        }
        self.code.release_pending(mark, span);
        self.code.emit(StmtKind::Return(Some(owned)), span);
    }

    fn kept_result(&mut self, value: Expr) -> Expr {
        match value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => value,
            _ => self.store("result", value),
        }
    }

    fn import_from(&mut self, level: i32, module: &Name, names: &[(Name, ExprId)], span: Span) {
        self.require_gil("an import", span);
        let listed = names.iter().map(|(name, _)| name.clone()).collect();
        let op = Op::ImportFrom { level, module: module.clone(), names: listed };
        let module = self.run("module", op, Ty::OBJECT, span);
        for (name, target) in names {
            let op = Op::ImportName { module: module.clone(), name: name.clone() };
            let value = self.run(name, op, Ty::OBJECT, span);
            self.bind(*target, value, span);
        }
    }

    fn nogil(&mut self, body: &hir::Block, span: Span) {
        if !self.gil {
            // Whoever calls a `nogil` function may hold the GIL.
            if !self.source.function.nogil {
                self.report(report::gil_state(false, span));
            }
            return self.block(body);
        }
        self.gil = false;
        let body = self.nested(body);
        self.gil = true;
        self.code.emit(StmtKind::Nogil(body), span);
    }

    fn with_gil(&mut self, body: &[hir::Stmt], span: Span) {
        if self.gil {
            self.report(report::gil_state(true, span));
            return self.block(body);
        }
        self.gil = true;
        let body = self.nested(body);
        self.gil = false;
        self.code.emit(StmtKind::WithGil(body), span);
    }

    fn context(&mut self, context: &hir::DataContext, body: &hir::Block, span: Span) {
        let entries = self.map_entries(&context.entries);
        let device_num = context.device_num.map(|value| self.value(value, &Ty::INT));
        let context = self.code.contexts.alloc(DataContext {
            entries,
            infer: context.infer,
            coherent: false,
            device_num,
            origin: ContextOrigin::Written,
            views: Vec::new(),
            is_plain: context.is_plain,
            clause: context.clause,
            span: context.span,
        });
        self.around.context_depth += 1;
        let reported = self.diagnostics.len();
        let built = self.nested(body);
        // What is reported may be left out.
        let is_whole = self.diagnostics.len() == reported && self.is_typed(body);
        self.code.contexts[context].is_plain &= is_whole;
        self.around.context_depth -= 1;
        self.code.emit(StmtKind::Context { context, body: built }, span);
    }

    /// Whether the types of all values in a block are known: errors have been reported.
    fn is_typed(&self, block: &hir::Block) -> bool {
        let mut is_typed = true;
        hir::walk::statements(block, &mut |stmt| {
            let mut values = hir::walk::expressions(&stmt.kind).into_iter();
            is_typed &= !values.any(|value| self.source.types.expr(value).is_error());
        });
        is_typed
    }

    /// Before a loop body is built: what it binds may already be bound when it runs again.
    pub fn bind_assigned_in(&mut self, body: &hir::Block) {
        for local in self.source.facts.assigned.items(&self.source.facts.assigned.within(body)).to_vec() {
            self.references.maybe_bound.insert(local);
        }
        if !self.comprehensions.is_empty() {
            let mut roots = Vec::new();
            hir::walk::statements(body, &mut |stmt| roots.extend(hir::walk::expressions(&stmt.kind)));
            self.bind_comprehended(roots);
        }
    }

    /// The same for what expressions bind that run again: their comprehensions and `:=` are blocks that stand before the loop.
    fn bind_comprehended(&mut self, mut expressions: Vec<ExprId>) {
        let mut seen = HashSet::new();
        while let Some(id) = expressions.pop() {
            let body = &self.source.function.body;
            expressions.extend(hir::walk::children(body, id));
            let E::Comprehension { block, .. } = &body.exprs[id].kind else { continue };
            let block = self.comprehensions.get(block).filter(|_| seen.insert(*block));
            let Some(block) = block.cloned() else { continue };
            let bound = self.source.facts.assigned.within(&block);
            self.references.maybe_bound.extend(self.source.facts.assigned.items(&bound).iter().copied());
            hir::walk::statements(&block, &mut |stmt| expressions.extend(hir::walk::expressions(&stmt.kind)));
        }
    }
}

/// Whether the statement after this one is never reached.
fn leaves(stmt: &crate::tir::Stmt) -> bool {
    stmt.raises() || matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue)
}
