//! Memoryviews that a pointer leads to, in Cython's struct (`offcy_cython_view.h`): they hold no reference.

use super::{Body, Setting};
use crate::base::planted::{self, Fault};
use crate::emit::bug::bug;
use crate::emit::c;
use crate::emit::glue::dtype;
use crate::emit::lir::Stmt as C;
use crate::emit::types::view_struct;
use crate::emit::views::ViewValue;
use crate::tir::{Expr, ExprKind, LocalId, LocalRole};
use crate::ty::Memoryview;

impl Body<'_, '_, '_> {
    /// The struct as a place; `None` for what no pointer leads to.
    pub(super) fn pointed_place(&mut self, expr: &Expr) -> Option<c::Expr> {
        if !expr.is_pointed_view() {
            return None;
        }
        Some(match &expr.kind {
            ExprKind::Index { base, index } => c::Expr::index(self.expr(base), self.expr(index)),
            ExprKind::Deref(pointer) => c::Expr::deref(self.expr(pointer)),
            _ => bug("where a pointer leads"),
        })
    }

    /// The address of a place, of whatever type.
    pub(super) fn address_of(&mut self, place: &Expr) -> c::Expr {
        let is_variable = is_variable(place);
        let place = match self.pointed_place(place) {
            Some(place) => place,
            None => self.expr(place),
        };
        if is_variable { self.lent(place) } else { c::Expr::address(place) }
    }

    /// The address of a variable or of a part of one, for a function that may write it.
    pub(super) fn lent(&self, variable: c::Expr) -> c::Expr {
        match self.setting {
            Setting::Glue => c::Expr::address(variable),
            Setting::Kernel if planted::has(Fault::VariableSeen) => c::Expr::address(variable),
            Setting::Kernel => c::Expr::lent(variable),
        }
    }

    /// Such a view, borrowed.
    pub(super) fn pointed_view(&mut self, expr: &Expr, ty: &Memoryview) -> Option<ViewValue> {
        let place = self.pointed_place(expr)?;
        let address = || vec![c::Expr::address(place.clone())];
        Some(ViewValue {
            owner: Some(c::Expr::call("offcy_cython_pointed_owner", address())),
            whole: Some(c::Expr::call(format!("{}_pointed", view_struct(ty)), address())),
            ..ViewValue::of_struct(&self.unit.symbols, ty, place.clone())
        })
    }

    /// The same for a local that needs no more than elements and extents.
    pub(super) fn glanced_view(&mut self, local: LocalId, value: &Expr) -> Option<c::Expr> {
        let view = value.ty.memoryview().filter(|_| self.naming.peeked.contains(local))?;
        let place = self.pointed_place(value)?;
        Some(c::Expr::call(format!("{}_glanced", view_struct(view)), vec![c::Expr::address(place)]))
    }

    /// The value of such a view, with a reference.
    pub(super) fn load_pointed(&mut self, target: c::Expr, value: &Expr) -> Option<C> {
        let view = value.ty.memoryview()?;
        let place = self.pointed_place(value)?;
        let arguments = vec![c::Expr::address(target), c::Expr::address(place)];
        Some(C::call(&format!("{}_load", view_struct(view)), arguments))
    }

    /// `p[0] = value`. Returns whether it was that.
    pub(super) fn store_pointed(&mut self, place: &Expr, value: &Expr) -> bool {
        let (Some(view), Some(target)) = (place.ty.memoryview(), self.pointed_place(place)) else {
            return false;
        };
        let ends = value.as_local().is_some_and(|local| {
            self.function.locals[local].role == LocalRole::Temp && self.function.is_owned(local)
        });
        let value = self.expr(value);
        let dtype = dtype(self.unit, self.tables, view);
        let arguments = vec![c::Expr::address(target), value, dtype, c::Expr::bool(ends)];
        self.out.push(C::call(&format!("{}_point", view_struct(view)), arguments));
        true
    }

    /// `p[0] = q[0]`, struct by struct. Returns whether it was that.
    pub(super) fn copy_pointed(&mut self, place: &Expr, value: &Expr) -> bool {
        let (Some(target), Some(value)) = (self.pointed_place(place), self.pointed_place(value)) else {
            return false;
        };
        self.out.push(C::assign(target, value));
        true
    }

    /// A part of the struct, as the source calls it.
    pub(super) fn part_of_pointed(&mut self, base: &Expr, name: &str) -> Option<c::Expr> {
        let place = self.pointed_place(base)?;
        Some(c::Expr::member(place, if name == "_data" { "data" } else { name }))
    }
}

/// Whether a place is a variable of the function or a part of one, not where a pointer leads.
pub(super) fn is_variable(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Local(_) => true,
        ExprKind::Field { base, .. } => !base.ty.is_object() && is_variable(base),
        ExprKind::Index { base, .. } => base.ty.is_array() && is_variable(base),
        _ => false,
    }
}
