//! Memoryviews that a pointer leads to: `p[0]` of a `double[:] *p`.
//!
//! In memory they are Cython's structs (`__Pyx_memviewslice`), which code may also fill by hand. As in Cython they hold no
//! reference: storing one counts nothing and releases nothing. Who reads one as a whole takes a reference of its own; who
//! uses elements or extents takes none.

use super::function::FunctionBuilder;
use crate::hir::{ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, Op, Stmt, StmtKind};
use crate::ty::{IntKind, Ty};

impl FunctionBuilder<'_, '_> {
    /// Whether an expression is a memoryview that a pointer leads to.
    pub fn is_pointed_view(&self, id: ExprId) -> bool {
        let H::Subscript { base, indices } = &self.source.function.body.exprs[id].kind else { return false };
        self.source.types.expr(id).memoryview().is_some()
            && matches!(self.source.types.expr(*base), Ty::Pointer { .. })
            && matches!(indices.as_slice(), [Subscript::Index(_)])
    }

    /// The value at a place that a pointer leads to: a reference of its own for a memoryview, otherwise the place.
    pub fn pointed(&mut self, place: Expr) -> Expr {
        if !place.is_pointed_view() {
            return place;
        }
        let (ty, span) = (place.ty.clone(), place.span);
        self.run("view", Op::Own(place), ty, span)
    }

    /// The memoryview itself, borrowed, for elements or extents that are read before anything else happens.
    pub fn calm_pointed_view(&mut self, view: ExprId) -> Option<Expr> {
        let place = self.pointed_place(view)?;
        Some(if place.ty.is_error() { place } else { self.store("view", place) })
    }

    /// The place of a memoryview that a pointer leads to; of other expressions the value.
    pub fn place_or_value(&mut self, id: ExprId) -> Expr {
        match self.pointed_place(id) {
            Some(place) => place,
            None => self.expr(id),
        }
    }

    /// The place of a memoryview that a pointer leads to; `None` for other expressions.
    fn pointed_place(&mut self, view: ExprId) -> Option<Expr> {
        if !self.is_pointed_view(view) {
            return None;
        }
        let expr = &self.source.function.body.exprs[view];
        let H::Subscript { base, indices } = &expr.kind else { return None };
        let [Subscript::Index(index)] = indices.as_slice() else { return None };
        Some(self.pointed_element(*base, *index, self.source.types.expr(view), expr.span))
    }

    /// `p.shape` and the like.
    pub fn pointed_attribute(&mut self, base: ExprId, name: &str, ty: Ty, span: Span) -> Expr {
        let part = if ty.is_error() { None } else { self.part_of_pointed(base, name, ty, span) };
        part.unwrap_or_else(|| super::culprit::unknown(span))
    }

    /// The same, and `p[0].shape` as a place: a part of Cython's struct.
    fn part_of_pointed(&mut self, base: ExprId, name: &str, ty: Ty, span: Span) -> Option<Expr> {
        let place = match self.source.types.expr(base) {
            Ty::Pointer { to, .. } if to.memoryview().is_some() => {
                let pointer = self.expr(base);
                if pointer.ty.is_error() {
                    return Some(pointer);
                }
                Expr::new(ExprKind::Deref(Box::new(pointer)), (*to).clone(), span)
            }
            _ => self.pointed_place(base)?,
        };
        if place.ty.is_error() {
            return Some(place);
        }
        Some(Expr::new(ExprKind::Field { base: Box::new(place), name: name.into() }, ty, span))
    }

    /// The place that an assignment to a part of such a memoryview names: `p[0].shape[1]`, `p[0]._data`.
    pub fn place_in_pointed(&mut self, id: ExprId) -> Option<Expr> {
        let source = self.source.function;
        let expr = &source.body.exprs[id];
        match &expr.kind {
            H::Attribute { base, name } if self.is_pointed_view(*base) => {
                let ty = match name.as_str() {
                    "shape" | "strides" | "suboffsets" => Ty::extents(),
                    "_data" => Ty::pointer_to(Ty::Int(IntKind::Char)),
                    _ => return None,
                };
                self.part_of_pointed(*base, name, ty, expr.span)
            }
            H::Subscript { base, indices } => {
                let H::Attribute { base: view, .. } = &source.body.exprs[*base].kind else { return None };
                let [Subscript::Index(axis)] = indices.as_slice() else { return None };
                if !self.is_pointed_view(*view) {
                    return None;
                }
                let array = self.place_in_pointed(*base)?;
                let index = self.value(*axis, &Ty::SSIZE);
                if array.ty.is_error() || index.ty.is_error() {
                    return Some(Expr::new(ExprKind::Null, Ty::Error, expr.span));
                }
                let kind = ExprKind::Index { base: Box::new(array), index: Box::new(index) };
                Some(Expr::new(kind, Ty::SSIZE, expr.span))
            }
            _ => None,
        }
    }

    /// `p[0] = q[1]` of the same type: the struct as it is, whoever has filled it. Returns whether it was that.
    pub fn copy_pointed(&mut self, target: ExprId, value: ExprId, span: Span) -> bool {
        let is_one = |id| self.is_pointed_view(id);
        if !is_one(target)
            || !is_one(value)
            || self.source.types.expr(target) != self.source.types.expr(value)
        {
            return false;
        }
        let Some(value) = self.pointed_place(value) else { return false };
        let before = self.code.out.len();
        let Some(place) = self.checked_pointed_place(target) else { return true };
        if value.ty.is_error() || place.ty.is_error() {
            return true;
        }
        // What the target's statements may change is read before them.
        if self.only_looks(before) {
            self.code.emit(StmtKind::Assign { place, value }, span);
            return true;
        }
        let ty = value.ty.clone();
        let kept = self.code.temp("view", ty.clone(), crate::tir::Ownership::Owned, span);
        let own = StmtKind::Run { into: Some(kept), op: Op::Own(value) };
        self.code.out.insert(before, Stmt::new(own, span));
        let value = self.code.local_expr(kept, span);
        self.run_only(Op::Store { place, value, gives: false }, span);
        true
    }

    /// `p[0] = value`
    pub fn store_pointed(&mut self, target: ExprId, value: Expr, span: Span) {
        let value = self.coerce(value, &self.source.types.expr(target));
        if value.ty.is_error() {
            return;
        }
        let Some(place) = self.checked_pointed_place(target).filter(|place| !place.ty.is_error()) else {
            return;
        };
        self.run_only(Op::Store { place, value, gives: false }, span);
    }

    /// The place of an assignment, which no pointer to const leads to.
    fn checked_pointed_place(&mut self, target: ExprId) -> Option<Expr> {
        let place = self.pointed_place(target)?;
        if super::views::is_pointed_to_const(&place) {
            let span = self.source.function.body.exprs[target].span;
            return Some(self.error_expr(super::report::pointed_to_const(span), span));
        }
        Some(place)
    }
}
