//! Reads and writes of captures, expression by expression.

use std::collections::HashMap;

use super::super::plan::NotFull;
use super::parts::Part;
use super::pointer::is_address;
use super::{Access, Update, Value, ViewValue, Walker};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::same_expr;
use crate::tir::{BinaryOp, Callee, Expr, ExprKind, LocalId, Subject};
use crate::ty::Ty;

/// Where a place is.
enum Where {
    /// An element (or a part of one) of a capture.
    Element { capture: usize, indices: Vec<Option<Value>>, partial: bool },
    /// Somewhere in these captures.
    AnyOf(Vec<usize>),
    /// In one of the iteration's own variables.
    Private,
}

impl Walker<'_> {
    /// Notes what evaluating an expression reads.
    pub(super) fn read(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Global(_) => self.read_variable(expr),
            ExprKind::Extern(id) => {
                if self.host.is_some_and(|host| host.storage.is_extern(*id)) {
                    self.lose(expr.span);
                }
            }
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. } => {
                self.read_indices(expr);
                let place = self.locate(expr);
                self.note(place, false, expr.span);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.read(condition);
                self.perhaps(expr.span, |walker| {
                    [then, otherwise].into_iter().for_each(|one| walker.read(one))
                });
            }
            ExprKind::Logical(_, left, right) => {
                self.read(left);
                self.perhaps(expr.span, |walker| walker.read(right));
            }
            // Only the shape is read; the parts of the view are evaluated nevertheless.
            ExprKind::Extent { view, .. } | ExprKind::Stride { view, .. } => self.read_indices(view),
            ExprKind::IsNone(view) => self.read_indices(view),
            ExprKind::InOrder { to, from } | ExprKind::Apart(to, from) => {
                [to, from].into_iter().for_each(|view| self.read_indices(view))
            }
            ExprKind::Slice { .. } | ExprKind::Transpose(_) | ExprKind::ViewOf { .. } => {
                self.read_indices(expr)
            }
            ExprKind::AddressOf(place) => {
                self.read_indices(place);
                self.escape(expr);
            }
            ExprKind::Call(Callee::Function(id), arguments) => self.call(*id, arguments, expr.span),
            ExprKind::Compare(_, left, right) => {
                [left, right].into_iter().for_each(|side| self.read_value(side))
            }
            ExprKind::Call(Callee::Extern(id), arguments) => {
                let params = match &self.module.externs[*id].ty {
                    Ty::Function(signature) => signature.params.as_slice(),
                    _ => &[],
                };
                for (at, argument) in arguments.iter().enumerate() {
                    match params.get(at) {
                        // What it points to is guaranteed not to change.
                        Some(Ty::Pointer { is_const: true, .. }) if is_address(&argument.ty) => {
                            self.read_address(argument);
                            self.read_all_of(argument);
                        }
                        _ => self.read(argument),
                    }
                }
                let external = &self.module.externs[*id];
                let is_known = external.is_pure && arguments.iter().all(|argument| argument.ty.is_numeric());
                if !is_known && !external.uses_arguments_only() {
                    self.lose(expr.span);
                }
            }
            _ => expr.children().into_iter().for_each(|child| self.read(child)),
        }
    }

    /// Reads what need not be evaluated.
    fn perhaps(&mut self, span: Span, read: impl FnOnce(&mut Self)) {
        let before = self.position.perhaps;
        self.position.perhaps = before.or(Some((NotFull::Conditional, span)));
        read(self);
        self.position.perhaps = before;
    }

    /// A variable's own value. Views and pointers are followed where they are used; a pointer that is used in
    /// any other way may reach everything that it points to.
    fn read_variable(&mut self, expr: &Expr) {
        match &expr.ty {
            Ty::Memoryview(_) => {}
            Ty::Pointer { .. } | Ty::Array { .. } => self.escape(expr),
            _ => {
                if let Some(capture) = self.captured(expr) {
                    self.push(capture, false, Vec::new(), None, expr.span);
                }
            }
        }
    }

    /// Reads a value that escapes, if it is an address.
    pub(super) fn read_value(&mut self, expr: &Expr) {
        if is_address(&expr.ty) { self.read_address(expr) } else { self.read(expr) }
    }

    /// Reads what computing an address reads.
    fn read_address(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Global(_) => {}
            ExprKind::AddressOf(place) => self.read_indices(place),
            ExprKind::Convert(inner) => self.read_value(inner),
            ExprKind::Binary(_, left, right) => {
                self.read_value(left);
                self.read_value(right);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.read(condition);
                self.read_value(then);
                self.read_value(otherwise);
            }
            ExprKind::Index { .. } | ExprKind::Field { .. } if matches!(expr.ty, Ty::Array { .. }) => {
                self.read_indices(expr);
            }
            _ => self.read(expr),
        }
    }

    /// The capture that a name stands for; `None` for what is private to the region or a callee.
    pub(super) fn captured(&self, expr: &Expr) -> Option<usize> {
        match expr.kind {
            ExprKind::Local(id) if self.frame.is_region => self.captures.get(&Subject::Local(id)).copied(),
            ExprKind::Global(id) => self.captures.get(&Subject::Global(id)).copied(),
            _ => None,
        }
    }

    /// Reads what computing the address of a place, or making a view, reads: its indices.
    pub(super) fn read_indices(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Global(_) => {}
            ExprKind::Element { view, indices } => {
                self.read_indices(view);
                indices.iter().for_each(|index| self.read(index));
            }
            ExprKind::Slice { view, parts } => {
                self.read_indices(view);
                parts.iter().flat_map(|part| part.exprs()).for_each(|part| self.read(part));
            }
            ExprKind::Transpose(view) => self.read_indices(view),
            ExprKind::ViewOf { pointer, extents } => {
                self.read_indices(pointer);
                extents.iter().for_each(|extent| self.read(extent));
            }
            ExprKind::Index { base, index } => {
                self.read_indices(base);
                self.read(index);
            }
            ExprKind::Field { base, .. } | ExprKind::Deref(base) => self.read_indices(base),
            _ => self.read_value(expr),
        }
    }

    fn locate(&mut self, place: &Expr) -> Where {
        match &place.kind {
            ExprKind::Element { view, indices } => {
                let values = indices.iter().map(|index| self.value(index)).collect();
                match self.view(view) {
                    ViewValue::Part(part) => {
                        let dimensions =
                            self.capture_types[part.capture].memoryview().map_or(0, |view| view.ndim());
                        let indices = part.places(values, dimensions.max(part.axes.len() + part.fixed.len()));
                        Where::Element { capture: part.capture, indices, partial: false }
                    }
                    ViewValue::AnyOf(set) => Where::AnyOf(set.into_iter().collect()),
                    ViewValue::Any => Where::AnyOf(self.shown_by_any().into_iter().collect()),
                }
            }
            // Nothing else shows what an object holds.
            ExprKind::Field { base, .. } if base.ty.is_object() && !self.module.takes_field_addresses => {
                Where::Private
            }
            ExprKind::Field { base, .. } if base.ty.is_object() => self.anywhere(place.span),
            ExprKind::Field { base, .. } => self.part_of(base),
            ExprKind::Index { base, index } if matches!(base.ty, Ty::Array { .. }) => match self.locate(base)
            {
                Where::Element { capture, mut indices, partial: false } if self.is_array(capture) => {
                    indices.push(self.value(index));
                    Where::Element { capture, indices, partial: false }
                }
                Where::Element { capture, indices, .. } => Where::Element { capture, indices, partial: true },
                other => other,
            },
            ExprKind::Index { base, index } => match self.pointed_element(base) {
                Some((capture, first)) => {
                    let index = self.value(index).and_then(|index| first.add(&index));
                    Where::Element { capture, indices: vec![index], partial: false }
                }
                None => Where::AnyOf(self.pointer(base).into_iter().collect()),
            },
            ExprKind::Deref(base) => match self.pointed_element(base) {
                Some((capture, place)) => {
                    Where::Element { capture, indices: vec![Some(place)], partial: false }
                }
                None => Where::AnyOf(self.pointer(base).into_iter().collect()),
            },
            ExprKind::Local(_) | ExprKind::Global(_) => match self.captured(place) {
                Some(capture) => Where::Element { capture, indices: Vec::new(), partial: false },
                None => Where::Private,
            },
            _ => self.anywhere(place.span),
        }
    }

    /// A part of the place that `base` is.
    fn part_of(&mut self, base: &Expr) -> Where {
        match self.locate(base) {
            Where::Element { capture, indices, .. } => Where::Element { capture, indices, partial: true },
            other => other,
        }
    }

    fn anywhere(&mut self, span: Span) -> Where {
        self.lose(span);
        Where::AnyOf(self.reachable().into_iter().collect())
    }

    fn note(&mut self, place: Where, write: bool, span: Span) {
        match place {
            Where::Private => {}
            Where::AnyOf(captures) => {
                for capture in captures {
                    let unknown = self.unknown_indices(capture);
                    self.push(capture, write, unknown, Some((NotFull::ThroughAlias, span)), span);
                }
            }
            Where::Element { capture, indices, partial } => {
                let partial = partial.then_some((NotFull::OneField, span));
                self.push(capture, write, indices, partial, span);
            }
        }
    }

    fn push(
        &mut self,
        capture: usize,
        write: bool,
        indices: Vec<Option<Value>>,
        uncertain: Option<(NotFull, Span)>,
        span: Span,
    ) {
        let perhaps = self.position.perhaps.filter(|_| !planted::has(Fault::NotEvaluatedIgnored));
        let own = uncertain.or(perhaps);
        let is_known = own.is_none() && indices.iter().all(Option::is_some);
        let uncertain = self.position.uncertain.or(own);
        let (loops, atomic) = (self.position.around.clone(), self.position.atomic);
        self.found.accesses.push(Access { capture, write, indices, loops, uncertain, atomic, span });
        if write && is_known {
            self.note_written(self.found.accesses.len() - 1);
        }
    }

    fn unknown_indices(&self, capture: usize) -> Vec<Option<Value>> {
        let dimensions = match &self.capture_types[capture] {
            Ty::Memoryview(view) => view.ndim(),
            Ty::Pointer { .. } => 1,
            array => array.array_lengths().len(),
        };
        vec![None; dimensions]
    }

    fn is_array(&self, capture: usize) -> bool {
        matches!(self.capture_types[capture], Ty::Array { .. })
    }

    /// All of a capture may be read and written.
    pub(super) fn touch_whole(&mut self, capture: usize, span: Span) {
        for write in [false, true] {
            let unknown = self.unknown_indices(capture);
            self.push(capture, write, unknown, Some((NotFull::ThroughAlias, span)), span);
        }
    }

    /// A pointer escapes: what it points to may be read and written from then on.
    fn escape(&mut self, pointer: &Expr) {
        for capture in self.pointer(pointer) {
            self.touch_whole(capture, pointer.span);
        }
    }

    /// All that a pointer points to may be read.
    fn read_all_of(&mut self, pointer: &Expr) {
        for capture in self.pointer(pointer) {
            let unknown = self.unknown_indices(capture);
            let why = Some((NotFull::ThroughAlias, pointer.span));
            self.push(capture, false, unknown, why, pointer.span);
        }
    }

    /// `place = value`, the value having been read already.
    pub(super) fn write(&mut self, place: &Expr, span: Span) {
        self.read_indices(place);
        let found = self.locate(place);
        self.note(found, true, span);
    }

    /// Notes `x[i] = x[i] op y`, for the search for races.
    pub(super) fn note_update(&mut self, place: &Expr, value: &Expr, span: Span) {
        if matches!(place.kind, ExprKind::Local(_) | ExprKind::Global(_)) || !is_shared(place) {
            return;
        }
        let Some(operator) = updates_itself(place, value, &self.frame.copies) else { return };
        if let Where::Element { capture, mut indices, .. } = self.locate(place) {
            if !self.is_array(capture) {
                self.array_indices(place, &mut indices);
            }
            let (loops, atomic) = (self.position.around.clone(), self.position.atomic);
            let uncertain = self.position.uncertain.or(self.position.perhaps);
            let access = Access { capture, write: true, indices, loops, uncertain, atomic, span };
            let parts = self.parts_of_indices(place);
            self.found.updates.push(Update { access, operator, parts });
        }
    }

    /// The indices that are parts of a loop's variable.
    fn parts_of_indices(&mut self, place: &Expr) -> Vec<Part> {
        match &place.kind {
            ExprKind::Element { indices, .. } => {
                indices.iter().filter_map(|index| self.part(index)).collect()
            }
            ExprKind::Index { base, index } => {
                let mut parts = self.parts_of_indices(base);
                parts.extend(self.part(index));
                parts
            }
            ExprKind::Field { base, .. } => self.parts_of_indices(base),
            _ => Vec::new(),
        }
    }

    /// The indices into C arrays in elements on the way to a place, of which maps know nothing.
    fn array_indices(&mut self, place: &Expr, indices: &mut Vec<Option<Value>>) {
        match &place.kind {
            ExprKind::Index { base, index } if matches!(base.ty, Ty::Array { .. }) => {
                self.array_indices(base, indices);
                indices.push(self.value(index));
            }
            ExprKind::Field { base, .. } => self.array_indices(base, indices),
            _ => {}
        }
    }
}

/// Whether threads share the place: memory behind views and pointers, and C arrays. A struct that a
/// loop assigns is each thread's own.
fn is_shared(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Element { .. } | ExprKind::Deref(_) => true,
        ExprKind::Index { base, .. } => !matches!(base.ty, Ty::Array { .. }) || is_shared(base),
        ExprKind::Field { base, .. } => is_shared(base),
        _ => matches!(place.ty, Ty::Array { .. }),
    }
}

pub(super) fn unconverted(mut expr: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) = &expr.kind {
        expr = inner;
    }
    expr
}

/// The operator of `place op= ...`, if `value` could be spelled that way.
fn updates_itself(place: &Expr, value: &Expr, copies: &HashMap<LocalId, Expr>) -> Option<&'static str> {
    let ExprKind::Binary(op, left, right) = &unconverted(value).kind else { return None };
    let is_place = |side: &Expr| {
        let side = unconverted(side);
        let copied = side.as_local().and_then(|id| copies.get(&id));
        same_expr(copied.unwrap_or(side), place)
    };
    let commutes = matches!(
        op,
        BinaryOp::Add | BinaryOp::Multiply | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
    );
    if !(is_place(left) || commutes && is_place(right)) {
        return None;
    }
    match op {
        BinaryOp::Add => Some("+="),
        BinaryOp::Subtract => Some("-="),
        BinaryOp::Multiply => Some("*="),
        BinaryOp::Divide => Some("/="),
        BinaryOp::BitAnd => Some("&="),
        BinaryOp::BitOr => Some("|="),
        BinaryOp::BitXor => Some("^="),
        _ => None,
    }
}
