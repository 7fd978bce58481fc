//! Subscripts: elements and slices of memoryviews, pointers, objects.

use super::function::FunctionBuilder;
use super::natural::narrowed;
use super::operators::is_atom;
use super::report;
use super::source::Source;
use crate::base::Name;
use crate::hir::{self, ExprId, ExprKind as H, Subscript};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Check, CheckKind, Expr, ExprKind, INDEX, Op, Ownership, Singleton, SlicePart, StmtKind,
};
use crate::ty::{AxisUse, PyClass, Ty, axis_uses, item_at, tuple_index};

impl FunctionBuilder<'_, '_> {
    pub fn subscript(&mut self, base: ExprId, indices: &[Subscript], ty: Ty, span: Span) -> Expr {
        if let Some(extent) = self.view_extent(base, indices, span) {
            return extent;
        }
        match self.source.types.expr(base) {
            Ty::Memoryview(_) => self.view_subscript(base, indices, ty, span),
            Ty::Pointer { .. } | Ty::Array { .. } => match indices {
                [Subscript::Index(index)] => {
                    let index_ty = self.source.types.expr(*index);
                    if matches!(index_ty, Ty::Float(_) | Ty::Complex(_)) {
                        let place = self.source.function.body.exprs[*index].span;
                        let shown = self.source.table().display(&index_ty);
                        return self.error_expr(report::no_index(&shown, place), span);
                    }
                    let place = self.pointed_element(base, *index, ty, span);
                    self.pointed(place)
                }
                // All of a C array.
                [Subscript::Slice { .. }] if matches!(ty, Ty::Array { .. }) => self.expr(base),
                [Subscript::Slice { start, stop, step: None }] if ty.is_object() => {
                    self.characters(base, *start, *stop, &ty, span)
                }
                // With a step, a slice of the text as Python has it.
                [Subscript::Slice { .. }] if ty.is_object() => {
                    let text = self.expr(base);
                    let object = self.coerce(text, &ty);
                    let key = self.object_key(indices, span);
                    self.run("item", Op::GetItem { object, key }, ty, span)
                }
                _ => {
                    let shown = self.source.table().display(&self.source.types.expr(base));
                    self.error_expr(report::slice_as_value(&shown, span), span)
                }
            },
            Ty::Tuple(items) => match indices {
                [Subscript::Index(index)]
                    if let Some(index) = tuple_index(&self.source.function.body, *index)
                        && let Some(at) = item_at(items.len(), index) =>
                {
                    let tuple = self.expr(base);
                    Expr { span, ..self.source.tuple_item(tuple, at) }
                }
                _ => {
                    let object = self.object(base);
                    let key = self.object_key(indices, span);
                    self.run("item", Op::GetItem { object, key }, Ty::OBJECT, span)
                }
            },
            Ty::Object(PyClass::Bytes | PyClass::ByteArray) if ty == Ty::INT => match indices {
                [Subscript::Index(index)] => self.byte(base, *index, span),
                _ => Expr::new(ExprKind::Null, Ty::Error, span),
            },
            Ty::Object(PyClass::Str) if ty.is_letter() => match indices {
                [Subscript::Index(index)] => self.letter(base, *index, ty, span),
                _ => Expr::new(ExprKind::Null, Ty::Error, span),
            },
            Ty::Object(_) => {
                self.warn_of_negative(base, indices);
                let object = self.expr(base);
                let key = self.item_key(base, indices, span);
                self.get_item("item", object, key, ty, span)
            }
            letter if letter.is_letter() => {
                self.warn_of_negative(base, indices);
                let object = self.object(base);
                let key = self.object_key(indices, span);
                self.run("item", Op::GetItem { object, key }, Ty::OBJECT, span)
            }
            _ => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    /// `p[i]` as a place.
    pub fn pointed_element(&mut self, base: ExprId, index: ExprId, ty: Ty, span: Span) -> Expr {
        if self.around.in_region && ty.memoryview().is_some() {
            let named = match self.source.function.body.exprs[base].kind {
                H::Name(hir::Binding::Local(local)) => Some(self.code.locals[local].name.clone()),
                _ => None,
            };
            let subject = named.map(|name| format!("pointer {name} in {:?}", self.around.region));
            return self.error_expr(report::pointed_view_on_device(span).about_here(subject), span);
        }
        let target = if self.source.types.expr(index).is_integral() { None } else { Some(Ty::SSIZE) };
        let (base, index) = self.base_and_index(base, index, target);
        let index = Box::new(narrowed(index));
        Expr::new(ExprKind::Index { base: Box::new(base), index }, ty, span)
    }

    /// For a slice of an object, where indices do not count from the end.
    fn warn_of_negative(&mut self, base: ExprId, indices: &[Subscript]) {
        let [Subscript::Slice { start, stop, step: None }] = indices else { return };
        let body = &self.source.function.body;
        let is_negative = |id: &ExprId| hir::constant(body, *id).is_some_and(|bound| bound < 0);
        let bounds: Vec<ExprId> = start.iter().chain(stop).copied().collect();
        // What is known now behaves as in Python.
        let is_known = matches!(body.exprs[base].kind, H::Str(_) | H::Bytes(_))
            && bounds.iter().all(|bound| hir::constant(body, *bound).is_some());
        if self.directives.wraparound || is_known {
            return;
        }
        let places: Vec<Span> =
            bounds.iter().filter(|id| is_negative(id)).map(|id| body.exprs[*id].span).collect();
        places.into_iter().for_each(|place| self.report(report::negative_index(place)));
    }

    /// `X.shape[0]`, `X.strides[i]`
    fn view_extent(&mut self, base: ExprId, indices: &[Subscript], span: Span) -> Option<Expr> {
        let source = self.source.function;
        let H::Attribute { base: view, name } = &source.body.exprs[base].kind else { return None };
        self.source.types.expr(*view).memoryview()?;
        let [Subscript::Index(axis)] = indices else { return None };
        let is_extent = matches!(name.as_str(), "shape" | "strides" | "suboffsets");
        is_extent.then(|| self.extent_of_view(*view, name, *axis, span))
    }

    /// A view as a variable: anything but a name is kept in a borrowed temporary.
    pub fn view_operand(&mut self, id: ExprId) -> Expr {
        let view = self.expr(id);
        if matches!(view.kind, ExprKind::Local(_) | ExprKind::Global(_)) || view.ty.is_error() {
            return view;
        }
        self.store("view", view)
    }

    /// With `nonecheck`, using a `None` memoryview raises; without it, the behaviour in Cython is undefined.
    /// offcy never lets it crash: extents of `None` are zero, so a bounds check catches every access.
    pub fn check_not_none(&mut self, view: &Expr, action: &str, span: Span) {
        if self.directives.nonecheck {
            let check = Check { kind: CheckKind::NotNone { view: view.clone(), action: Name::new(action) } };
            self.code.emit(StmtKind::Check(check), span);
        }
    }

    /// An element or a slice; for an element that is an object, a reference.
    fn view_subscript(&mut self, base: ExprId, indices: &[Subscript], ty: Ty, span: Span) -> Expr {
        let part = self.view_part(base, indices, ty, span);
        if part.ty.is_object() { self.object_element(part) } else { part }
    }

    /// The same as a place.
    pub fn view_part(&mut self, base: ExprId, indices: &[Subscript], ty: Ty, span: Span) -> Expr {
        let view = match self.field_view(base, indices, span) {
            Some(view) => view,
            None => self.view_operand(base),
        };
        if view.ty.is_error() || ty.is_error() {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let dimensions = view.ty.memoryview().map_or(0, |view| view.ndim());
        let Some(uses) = axis_uses(dimensions, indices) else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        // `x[...]` is the view itself, not a slice of it.
        let is_whole = indices.iter().all(|index| matches!(index, Subscript::Ellipsis));
        let is_element = uses.iter().all(|axis| *axis == AxisUse::Index);
        let is_buffer = view
            .as_local()
            .and_then(|id| self.source.hir_local(id))
            .is_some_and(|id| self.source.function.body.locals[id].is_hidden);
        match (is_element, is_buffer) {
            (true, true) => self.check_not_none(&view, "buffer", span),
            (true, false) => self.check_not_none(&view, "index", span),
            _ if !is_whole => self.check_not_none(&view, "slice", span),
            _ => {}
        }
        if is_element {
            let indices = self.element_indices(&view, indices);
            return Expr::new(ExprKind::Element { view: Box::new(view), indices }, ty, span);
        }
        let parts = self.slice_parts(&view, indices, &uses);
        Expr::new(ExprKind::Slice { view: Box::new(view), parts }, ty, span)
    }

    fn element_indices(&mut self, view: &Expr, indices: &[Subscript]) -> Vec<Expr> {
        let wanted: Vec<(ExprId, Option<Ty>)> = indices
            .iter()
            .filter_map(|index| match index {
                Subscript::Index(id) => Some((*id, self.source.index_target(*id))),
                _ => None,
            })
            .collect();
        let values = self.in_order(&wanted);
        // As in Cython, if several indices are out of bounds the last one is reported.
        let last_first = values.into_iter().map(narrowed).enumerate().rev();
        let mut indices: Vec<Expr> =
            last_first.map(|(axis, value)| self.checked_index(view, axis, value, false)).collect();
        indices.reverse();
        indices
    }

    /// The index, with wraparound and bounds check as the directives say.
    pub fn checked_index(&mut self, view: &Expr, axis: usize, index: Expr, is_slice: bool) -> Expr {
        let span = index.span;
        let options = view.ty.memoryview().and_then(|view| view.buffer.0);
        let counts_back = self.directives.wraparound && !options.is_some_and(|options| options.is_unwrapped);
        let wraparound = counts_back && !self.is_not_negative(&index);
        let boundscheck = self.directives.boundscheck;
        self.code.has_unchecked |= !boundscheck;
        if !self.directives.wraparound && !is_slice && index.as_int().is_some_and(|value| value < 0) {
            self.report(report::negative_index(span));
        }
        if index.ty.is_error() || (!wraparound && !boundscheck) {
            return index;
        }
        let index = if is_atom(&index) || wraparound { index } else { self.store(INDEX, index) };
        let extent = Expr::new(ExprKind::Extent { view: Box::new(view.clone()), axis }, Ty::SSIZE, span);
        let into = wraparound.then(|| self.code.temp(INDEX, Ty::SSIZE, Ownership::Borrowed, span));
        let variable = view.as_local().map(|local| self.code.locals[local].name.clone());
        let kind = CheckKind::Index {
            into,
            index: index.clone(),
            extent,
            axis,
            wraparound,
            boundscheck,
            variable,
            is_slice,
        };
        self.code.emit(StmtKind::Check(Check { kind }), span);
        match into {
            Some(into) => self.code.local_expr(into, span),
            None => index,
        }
    }

    /// Whether an integer expression is certainly zero or more.
    fn is_not_negative(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(value) => *value >= 0,
            ExprKind::Local(local) => self.around.not_negative.contains(local) || is_unsigned(&expr.ty),
            ExprKind::Extent { .. } => true,
            ExprKind::Convert(inner) if !is_unsigned(&expr.ty) => {
                inner.ty.is_integral() && self.is_not_negative(inner)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Multiply, left, right) => {
                self.is_not_negative(left) && self.is_not_negative(right)
            }
            ExprKind::MinMax(_, left, right) => self.is_not_negative(left) && self.is_not_negative(right),
            _ => is_unsigned(&expr.ty),
        }
    }

    fn slice_parts(&mut self, view: &Expr, indices: &[Subscript], uses: &[AxisUse]) -> Vec<SlicePart> {
        let mut parts = Vec::new();
        let mut axis = 0;
        let full = SlicePart::Range { start: None, stop: None, step: None };
        for index in indices {
            match index {
                Subscript::Index(id) => {
                    let target = self.source.index_target(*id);
                    let value = match target {
                        Some(target) => self.value(*id, &target),
                        None => self.expr(*id),
                    };
                    parts.push(SlicePart::Index(self.checked_index(view, axis, value, true)));
                    axis += 1;
                }
                Subscript::Slice { start, stop, step } => {
                    parts.push(self.range_part([*start, *stop, *step], axis));
                    axis += 1;
                }
                Subscript::NewAxis => parts.push(SlicePart::NewAxis),
                Subscript::Ellipsis => {
                    while parts.len() < uses.len() && axis + remaining(indices, index) < view_dimensions(view)
                    {
                        parts.push(full.clone());
                        axis += 1;
                    }
                }
            }
        }
        while parts.len() < uses.len() {
            parts.push(full.clone());
        }
        parts
    }

    fn range_part(&mut self, bounds: [Option<ExprId>; 3], axis: usize) -> SlicePart {
        let source = self.source.function;
        let [start, stop, step] = bounds.map(|bound| {
            let bound = bound?;
            let kind = &source.body.exprs[bound].kind;
            // `X[None:n]` is `X[:n]`.
            let absent = matches!(kind, H::Singleton(Singleton::None));
            (!absent).then(|| self.value(bound, &Ty::SSIZE))
        });
        if let Some(step) = &step
            && step.as_int().is_none_or(|value| value == 0)
        {
            let check = Check { kind: CheckKind::Step { value: step.clone(), axis: Some(axis) } };
            self.code.emit(StmtKind::Check(check), step.span);
        }
        SlicePart::Range { start, stop, step }
    }

    /// The key of an object's subscript: one object, a slice, or a tuple of these.
    pub fn object_key(&mut self, indices: &[Subscript], span: Span) -> Expr {
        let mut keys: Vec<Expr> = indices.iter().map(|index| self.object_index(index, span)).collect();
        if keys.len() == 1 {
            return keys.remove(0);
        }
        self.run("key", Op::Tuple(keys), Ty::OBJECT, span)
    }

    fn object_index(&mut self, index: &Subscript, span: Span) -> Expr {
        let singleton = |which| Expr::new(ExprKind::Singleton(which), Ty::OBJECT, span);
        match index {
            Subscript::Index(id) => self.object(*id),
            Subscript::Ellipsis => singleton(Singleton::Ellipsis),
            Subscript::NewAxis => singleton(Singleton::None),
            Subscript::Slice { start, stop, step } => {
                let mut bound = |id: &Option<ExprId>| match id {
                    // Cython makes a number of C's for sizes of it, whatever type it has.
                    Some(id) if step.is_none() && matches!(self.source.types.expr(*id), Ty::Int(_)) => {
                        let value = self.expr(*id);
                        self.coerce(value, &Ty::OBJECT)
                    }
                    Some(id) => self.object(*id),
                    None => Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span),
                };
                let (start, stop, step) = (bound(start), bound(stop), bound(step));
                self.run("slice", Op::SliceObject { start, stop, step }, Ty::OBJECT, span)
            }
        }
    }

    /// A place to store into: like an expression, but never converted.
    pub fn place(&mut self, id: ExprId) -> Expr {
        let span = self.source.function.body.exprs[id].span;
        let place = self.const_place(id);
        if let ExprKind::Element { view, .. } = &place.kind
            && view.ty.memoryview().is_some_and(|view| view.is_const)
        {
            let name =
                view.as_local().map_or("this", |local| self.code.locals[local].name.as_str()).to_string();
            let subject = self.source.subject_of(&name, "const");
            return self.error_expr(report::read_only_view(&name, span).about_here(subject), span);
        }
        if is_pointed_to_const(&place) {
            return self.error_expr(report::pointed_to_const(span), span);
        }
        place
    }

    /// A place that may only be read.
    pub fn const_place(&mut self, id: ExprId) -> Expr {
        let span = self.source.function.body.exprs[id].span;
        if let Some(place) = self.place_in_pointed(id) {
            return place;
        }
        let place = match &self.source.function.body.exprs[id].kind {
            H::Name(crate::hir::Binding::Local(local)) => {
                let local = *local;
                self.code.local_expr(local, span)
            }
            _ => self.expr(id),
        };
        if place.ty.is_error() {
            return place;
        }
        // What Python returns is a value, although it is kept in a variable.
        let is_given = place.as_local().is_some_and(|local| self.source.hir_local(local).is_none());
        if !place.is_place() || is_given && place.ty.is_object() {
            return self.error_expr(report::not_assignable(span), span);
        }
        place
    }
}

impl<'m> Source<'m> {
    /// Objects are converted to `Py_ssize_t`; integers keep their type.
    fn index_target(&self, id: ExprId) -> Option<Ty> {
        let ty = self.types.expr(id);
        if ty.is_integral() && self.source_is_not_literal(id) { None } else { Some(Ty::SSIZE) }
    }

    fn source_is_not_literal(&self, id: ExprId) -> bool {
        crate::hir::constant(&self.function.body, id).is_none()
    }
}

/// Whether the place is reached through a pointer to const.
pub(super) fn is_pointed_to_const(place: &Expr) -> bool {
    match &place.kind {
        // What a pointer points to is not a part of what holds the pointer.
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => match base.ty {
            Ty::Pointer { is_const, .. } => is_const,
            _ => is_pointed_to_const(base),
        },
        ExprKind::Field { base, .. } => is_pointed_to_const(base),
        _ => false,
    }
}

fn is_unsigned(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(kind) if !kind.is_signed())
}

fn view_dimensions(view: &Expr) -> usize {
    view.ty.memoryview().map_or(0, |view| view.ndim())
}

/// How many axes the indices after an ellipsis take.
fn remaining(indices: &[Subscript], ellipsis: &Subscript) -> usize {
    indices
        .iter()
        .skip_while(|index| !std::ptr::eq(*index, ellipsis))
        .filter(|index| matches!(index, Subscript::Index(_) | Subscript::Slice { .. }))
        .count()
}
