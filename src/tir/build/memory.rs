//! C memory with a shape: arrays of `cython.view` over what a pointer points to, and memoryviews of C arrays.

use std::sync::Arc;

use super::copies::first_element;
use super::function::FunctionBuilder;
use super::operators::is_atom;
use super::report;
use crate::hir::{ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{CompareOp, Expr, ExprKind, Op, Ownership, StmtKind};
use crate::ty::{Axis, IntKind, Length, Memoryview, Ty, is_same_in_c};

impl FunctionBuilder<'_, '_> {
    /// `<int[:n, :m]>p`
    pub fn array_over(&mut self, id: ExprId, operand: ExprId, extents: &[ExprId], span: Span) -> Expr {
        let H::ArrayOver { ty, .. } = &self.source.function.body.exprs[id].kind else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let Ty::Memoryview(view) = self.source.resolve(ty) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let wanted: Vec<(ExprId, Option<Ty>)> = std::iter::once((operand, None))
            .chain(extents.iter().map(|&extent| (extent, Some(Ty::SSIZE))))
            .collect();
        let mut values = self.in_order(&wanted).into_iter();
        let Some(memory) = values.next() else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        let extents: Vec<Expr> = values.collect();
        if memory.ty.is_error() || extents.iter().any(|extent| extent.ty.is_error()) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let leads_to = match &memory.ty {
            Ty::Pointer { to, is_const } if !is_const || view.is_const => Some(&**to),
            array if array.array_lengths().len() == extents.len() => Some(array.array_element()),
            _ => None,
        };
        let is_opaque = leads_to == Some(&Ty::Void);
        if !is_opaque && !leads_to.is_some_and(|to| is_same_in_c(self.source.table(), to, &view.element)) {
            let from = self.source.table().display(&memory.ty);
            let to = self.source.table().display(&Ty::Memoryview(view));
            return self.error_expr(report::cannot_convert(&from, &to, span), span);
        }
        if !self.gil {
            self.require_gil("making an array over what a pointer points to", span);
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let mut pointer = self.first_of(memory);
        if is_opaque {
            pointer =
                Expr::new(ExprKind::Convert(Box::new(pointer)), Ty::pointer_to(view.element.clone()), span);
        }
        let view = Arc::clone(&view);
        self.run("array", Op::ArrayOver { pointer, extents, view }, Ty::OBJECT, span)
    }

    /// A C array as a memoryview of its elements.
    pub fn view_of_array(&mut self, array: Expr, target: &Ty) -> Expr {
        let span = array.span;
        let lengths = array.ty.array_lengths();
        let Some(view) = target.memoryview().cloned() else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        if !self.gil {
            self.require_gil("making a memoryview of a C array", span);
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let array = if array.is_place() { array } else { self.store("array", array) };
        let extents = lengths.iter().map(|length| Expr::length(length, span)).collect();
        let pointer = self.first_of(array);
        let mut axes = vec![Axis::Packed; lengths.len()];
        if let Some(last) = axes.last_mut() {
            *last = Axis::Contiguous;
        }
        let made = Arc::new(Memoryview { axes, ..view });
        let object = self.run("array", Op::ArrayOver { pointer, extents, view: made }, Ty::OBJECT, span);
        self.run("view", Op::ViewFromObject(object), target.clone(), span)
    }

    /// Where memory begins. Taking the address of an array's first element means that others can reach all of
    /// it.
    fn first_of(&mut self, memory: Expr) -> Expr {
        let span = memory.span;
        let mut place = memory;
        if !place.ty.is_array() {
            return place;
        }
        while let Ty::Array { element, .. } = place.ty.clone() {
            let index = Box::new(Expr::int(0, Ty::INT, span));
            place = Expr::new(ExprKind::Index { base: Box::new(place), index }, (*element).clone(), span);
        }
        self.note_address(&place);
        let ty = Ty::pointer_to(place.ty.clone());
        Expr::new(ExprKind::AddressOf(Box::new(place)), ty, span)
    }

    /// `X.shape`, `X.strides` or `X.suboffsets` as a value: an array with as many numbers as a memoryview may
    /// have axes, as in Cython.
    pub fn extents_of_view(&mut self, base: ExprId, name: &str, ty: Ty, span: Span) -> Expr {
        let view = self.extents_operand(base, span);
        let array = self.code.temp(name, ty.clone(), Ownership::Borrowed, span);
        let array = self.code.local_expr(array, span);
        for at in 0..ty.array_lengths().first().and_then(Length::known).unwrap_or(0) {
            let index = Box::new(Expr::int(i128::from(at), Ty::INT, span));
            let place = ExprKind::Index { base: Box::new(array.clone()), index };
            let place = Expr::new(place, Ty::SSIZE, span);
            let value = extent_at(&view, name, at as usize, span);
            self.code.emit(StmtKind::Assign { place, value }, span);
        }
        array
    }

    /// `&X.shape[0]`: of a copy, as for all of them.
    pub fn address_of_extent(&mut self, operand: ExprId, span: Span) -> Option<Expr> {
        let source = self.source.function;
        let H::Subscript { base, indices } = &source.body.exprs[operand].kind else { return None };
        let H::Attribute { base: view, name } = &source.body.exprs[*base].kind else { return None };
        let [Subscript::Index(axis)] = indices.as_slice() else { return None };
        if self.source.types.expr(*view).memoryview().is_none()
            || self.is_pointed_view(*view)
            || self.source.types.expr(operand) != Ty::SSIZE
        {
            return None;
        }
        let array = self.extents_of_view(*view, name, Ty::extents(), span);
        let index = self.value(*axis, &Ty::SSIZE);
        let element = ExprKind::Index { base: Box::new(array), index: Box::new(index) };
        let element = Expr::new(element, Ty::SSIZE, span);
        Some(Expr::new(ExprKind::AddressOf(Box::new(element)), Ty::pointer_to(Ty::SSIZE), span))
    }

    /// `X.shape[i]`: 0 beyond the last axis.
    pub fn extent_of_view(&mut self, base: ExprId, name: &str, axis: ExprId, span: Span) -> Expr {
        let view = self.extents_operand(base, span);
        let known = crate::hir::constant(&self.source.function.body, axis);
        if let Some(axis) = known.and_then(|axis| usize::try_from(axis).ok()) {
            return extent_at(&view, name, axis, span);
        }
        let axis = self.value(axis, &Ty::SSIZE);
        if axis.ty.is_error() {
            return axis;
        }
        let axis = if is_atom(&axis) { axis } else { self.store("axis", axis) };
        let dimensions = view.ty.memoryview().map_or(0, Memoryview::ndim);
        let beyond = Expr::int(0, Ty::SSIZE, span);
        (0..dimensions).rev().fold(beyond, |others, at| {
            let here = Expr::int(at as i128, Ty::SSIZE, span);
            let equal = CompareOp::Equal;
            let is_here = ExprKind::Compare(equal, Box::new(axis.clone()), Box::new(here));
            let is_here = Box::new(Expr::new(is_here, Ty::Bint, span));
            let value = Box::new(extent_at(&view, name, at, span));
            Expr::new(ExprKind::Select(is_here, value, Box::new(others)), Ty::SSIZE, span)
        })
    }

    fn extents_operand(&mut self, base: ExprId, span: Span) -> Expr {
        let view = match self.field_view(base, &[], span) {
            Some(view) => view,
            None => self.view_operand(base),
        };
        self.check_not_none(&view, "shape", span);
        view
    }

    /// `X._data`: where the first element is.
    pub fn data_of_view(&mut self, base: ExprId, ty: Ty, span: Span) -> Expr {
        let view = self.extents_operand(base, span);
        let Some(of) = view.ty.memoryview().cloned() else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let first = first_element(&view, &of, false, span);
        Expr::new(ExprKind::Convert(Box::new(first)), ty, span)
    }
}

/// A number that a view has for an axis; beyond the last axis it is 0.
fn extent_at(view: &Expr, name: &str, axis: usize, span: Span) -> Expr {
    if axis >= view.ty.memoryview().map_or(0, Memoryview::ndim) {
        return Expr::int(0, Ty::SSIZE, span);
    }
    let view = Box::new(view.clone());
    let kind = match name {
        "shape" => ExprKind::Extent { view, axis },
        "strides" => ExprKind::Stride { view, axis },
        _ => ExprKind::Int(-1),
    };
    Expr::new(kind, Ty::Int(IntKind::SsizeT), span)
}

/// `sizeof`: of a memoryview what a pointer leads to.
pub(super) fn size_of(of: Ty, ty: Ty, span: Span) -> Expr {
    match of {
        Ty::Memoryview(_) => Expr::int(Memoryview::SIZE_IN_MEMORY, ty, span),
        of => Expr::new(ExprKind::SizeOf(of), ty, span),
    }
}
