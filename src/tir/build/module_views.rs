//! Memoryviews that are variables of the module.
//!
//! Any function may rebind one, and so may another thread, and the old buffer is gone then. So whoever reads it takes
//! a reference, except for an element that is used right away while the GIL is held: only the holder of the GIL
//! rebinds.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::hir::{self, Binding, ExprId, ExprKind as H, LocalId};
use crate::source::Span;
use crate::tir::{Check, CheckKind, Expr, ExprKind, Op, Stmt, StmtKind};

impl<'m> Source<'m> {
    fn module_view(&self, id: hir::GlobalId, span: Span) -> Expr {
        let ty = self.typed.globals[id].clone();
        Expr::new(ExprKind::Global(id), ty, span)
    }
}

impl FunctionBuilder<'_, '_> {
    /// The view that it is bound to now.
    pub fn view_of_module(&mut self, id: hir::GlobalId, span: Span) -> Expr {
        self.check_bound(id, span);
        self.hold_view(id, span)
    }

    fn hold_view(&mut self, id: hir::GlobalId, span: Span) -> Expr {
        let view = self.source.module_view(id, span);
        let (name, ty) = (self.module.typed.module.globals[id].name.clone(), view.ty.clone());
        self.run(&name, Op::Own(view), ty, span)
    }

    /// The view that it is bound to now, for elements or extents that are read before anything else happens.
    pub fn calm_view_of_module(&mut self, view: ExprId, span: Span) -> Option<Expr> {
        let H::Name(Binding::Global(id)) = self.source.function.body.exprs[view].kind else { return None };
        if !self.gil {
            return None;
        }
        self.check_bound(id, span);
        let view = self.source.module_view(id, span);
        let name = self.module.typed.module.globals[id].name.clone();
        Some(self.store(&name, view))
    }

    /// As in Cython: `UnboundLocalError` if it has no value yet. Before a region this has been checked.
    pub fn check_bound(&mut self, id: hir::GlobalId, span: Span) {
        if self.directives.initializedcheck && !self.around.in_region {
            let kind = CheckKind::Bound { global: id };
            self.code.emit(StmtKind::Check(Check { kind }), span);
        }
    }

    /// The same when a variable that holds such a memoryview is read.
    pub fn check_held(&mut self, expr: ExprId, binding: &Binding, span: Span) {
        let Binding::Local(local) = binding else { return };
        if let Some(&global) = self.source.function.body.held.get(local)
            && !self.source.function.body.given.contains(&expr)
        {
            self.check_bound(global, span);
        }
    }

    /// What a variable keeps, whether it has a value or not: whoever reads the variable checks.
    pub fn hold_for(&mut self, target: ExprId, value: ExprId, span: Span) -> bool {
        let exprs = &self.source.function.body.exprs;
        let (H::Name(Binding::Local(local)), H::Name(Binding::Global(id))) =
            (&exprs[target].kind, &exprs[value].kind)
        else {
            return false;
        };
        let (local, id): (LocalId, hir::GlobalId) = (*local, *id);
        if self.source.function.body.held.get(&local) != Some(&id) {
            return false;
        }
        let value = self.hold_view(id, span);
        self.bind(target, value, span);
        true
    }

    /// `table = value`; code without the GIL takes the GIL for that.
    pub fn bind_view_of_module(&mut self, id: hir::GlobalId, value: Expr, span: Span) {
        let place = self.source.module_view(id, span);
        let value = self.coerce(value, &place.ty);
        if value.ty.is_error() {
            return;
        }
        let kind = StmtKind::Run { into: None, op: Op::Store { place, value, gives: false } };
        match self.gil {
            true => self.code.emit(kind, span),
            false => self.code.emit(StmtKind::WithGil(vec![Stmt::new(kind, span)]), span),
        }
    }
}
