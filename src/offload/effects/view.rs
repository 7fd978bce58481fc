//! Views followed as parts of captures.

use std::collections::BTreeSet;

use super::super::affine::Form;
use super::{Value, Walker};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, LocalId, MinMax, SlicePart, Subject};
use crate::ty::Ty;

/// Whose elements a view shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewValue {
    /// A rectangular part of one capture.
    Part(Part),
    /// Some elements of one of these captures.
    AnyOf(BTreeSet<usize>),
    /// For host code: any data.
    Any,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub capture: usize,
    pub axes: Vec<PartAxis>,
    /// The axes of the capture at which one place was taken, and which.
    pub fixed: Vec<(usize, Option<Value>)>,
}

/// An axis of a part: its place `k` is the capture's place `start + step * k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartAxis {
    /// The axis of the capture; `None` for a new axis.
    pub of: Option<usize>,
    pub start: Option<Value>,
    pub step: i64,
    pub extent: Option<Value>,
}

impl ViewValue {
    /// Those that it may show; `None`: any data.
    fn captures(&self) -> Option<BTreeSet<usize>> {
        match self {
            ViewValue::Part(part) => Some(BTreeSet::from([part.capture])),
            ViewValue::AnyOf(set) => Some(set.clone()),
            ViewValue::Any => None,
        }
    }

    /// What is known where control comes from either side.
    pub fn merge(&self, other: &ViewValue) -> ViewValue {
        if self == other || planted::has(Fault::BranchViewKept) {
            return self.clone();
        }
        match (self.captures(), other.captures()) {
            (Some(one), Some(other)) => ViewValue::AnyOf(one.union(&other).copied().collect()),
            _ => ViewValue::Any,
        }
    }
}

impl PartAxis {
    /// The place in the capture that an index names.
    pub fn place(&self, index: Option<Value>) -> Option<Value> {
        let step = Value::exact(Form::constant(self.step.into()));
        index?.multiply(&step)?.add(self.start.as_ref()?)
    }
}

impl Part {
    /// Per axis of the capture, the place that the indices name.
    pub fn places(&self, indices: Vec<Option<Value>>, dimensions: usize) -> Vec<Option<Value>> {
        let mut places = vec![None; dimensions];
        for (axis, value) in &self.fixed {
            if let Some(place) = places.get_mut(*axis) {
                place.clone_from(value);
            }
        }
        for (axis, index) in self.axes.iter().zip(indices) {
            if let Some(place) = axis.of.and_then(|of| places.get_mut(of)) {
                *place = axis.place(index);
            }
        }
        places
    }
}

impl Walker<'_> {
    /// What a view expression shows.
    pub(super) fn view(&mut self, expr: &Expr) -> ViewValue {
        match &expr.kind {
            ExprKind::Local(id) => self.local_view(*id, expr),
            // `None` has no elements.
            ExprKind::Singleton(_) => ViewValue::AnyOf(BTreeSet::new()),
            ExprKind::Slice { view, parts } => match self.view(view) {
                ViewValue::Part(part) => self.sliced(part, parts, expr.span),
                any => any,
            },
            // To a type that says more or less about the same strides.
            ExprKind::Convert(view) => self.view(view),
            ExprKind::Transpose(view) => match self.view(view) {
                ViewValue::Part(mut part) => {
                    if !planted::has(Fault::TransposeIgnored) {
                        part.axes.reverse();
                    }
                    ViewValue::Part(part)
                }
                any => any,
            },
            ExprKind::ViewOf { pointer, .. } => ViewValue::AnyOf(self.pointer(pointer)),
            ExprKind::Select(_, then, otherwise) => {
                let then = self.view(then);
                then.merge(&self.view(otherwise))
            }
            _ => self.other_view(expr.span),
        }
    }

    /// A view of data that may not be a capture.
    fn other_view(&mut self, span: Span) -> ViewValue {
        self.meet_unknown_view(span);
        self.any_view()
    }

    fn any_view(&self) -> ViewValue {
        if self.on_host { ViewValue::Any } else { ViewValue::AnyOf(self.reachable()) }
    }

    fn local_view(&mut self, id: LocalId, expr: &Expr) -> ViewValue {
        if let Some(known) = self.frame.views.get(&id) {
            return known.clone();
        }
        if !self.frame.is_region || self.frame.assigned.contains(id) {
            return self.any_view();
        }
        self.captured_view(&Subject::Local(id), expr)
    }

    fn captured_view(&mut self, subject: &Subject, expr: &Expr) -> ViewValue {
        let (Some(&capture), Some(view)) = (self.captures.get(subject), expr.ty.memoryview()) else {
            return self.other_view(expr.span);
        };
        let axes = (0..view.ndim())
            .map(|axis| {
                let kind = ExprKind::Extent { view: Box::new(expr.clone()), axis };
                let extent = self.found.entries.form(Expr::new(kind, Ty::SSIZE, expr.span));
                let start = Some(Value::exact(Form::default()));
                PartAxis { of: Some(axis), start, step: 1, extent: extent.map(Value::exact) }
            })
            .collect();
        ViewValue::Part(Part { capture, axes, fixed: Vec::new() })
    }

    /// `view.shape[axis]`
    pub(super) fn extent(&mut self, view: &Expr, axis: usize) -> Option<Value> {
        match self.view(view) {
            ViewValue::Part(part) => part.axes.get(axis)?.extent.clone(),
            ViewValue::AnyOf(_) | ViewValue::Any => None,
        }
    }

    fn sliced(&mut self, part: Part, parts: &[SlicePart], span: Span) -> ViewValue {
        let mut axes = part.axes.into_iter();
        let mut result = Part { capture: part.capture, axes: Vec::new(), fixed: part.fixed };
        for piece in parts {
            if let SlicePart::NewAxis = piece {
                let extent = Some(Value::exact(Form::constant(1)));
                result.axes.push(PartAxis { of: None, start: None, step: 1, extent });
                continue;
            }
            let Some(axis) = axes.next() else { return self.any_view() };
            match piece {
                SlicePart::Index(index) => {
                    let place = self.value(index).and_then(|index| axis.place(Some(index)));
                    result.fixed.extend(axis.of.map(|of| (of, place)));
                }
                SlicePart::Range { start, stop, step } => {
                    let range = self.ranged(axis, start.as_ref(), stop.as_ref(), step.as_ref(), span);
                    result.axes.push(range);
                }
                SlicePart::NewAxis => {}
            }
        }
        result.axes.extend(axes);
        ViewValue::Part(result)
    }

    /// `start:stop:step` of an axis. Python clamps the ends to the axis; a clamped start means an empty part,
    /// of which nothing is accessed.
    fn ranged(
        &mut self,
        axis: PartAxis,
        start: Option<&Expr>,
        stop: Option<&Expr>,
        step: Option<&Expr>,
        span: Span,
    ) -> PartAxis {
        let step_value = match step {
            None => Some(1),
            Some(step) => step.as_int().and_then(|step| i64::try_from(step).ok()).filter(|&step| step != 0),
        };
        let nothing = PartAxis { of: axis.of, start: None, step: 1, extent: None };
        let Some(step) = step_value else { return nothing };
        let first = match start {
            None if step > 0 => Some(Value::exact(Form::default())),
            None => axis.extent.clone().and_then(|extent| extent.add(&Value::exact(Form::constant(-1)))),
            Some(start) => self.slice_end(start, &axis),
        };
        let step_of_all = if planted::has(Fault::SliceStepIgnored) { 1 } else { step };
        let Some(total) = axis.step.checked_mul(step_of_all) else { return nothing };
        let first = first
            .filter(|_| !planted::has(Fault::SliceStartIgnored))
            .or_else(|| planted::has(Fault::SliceStartIgnored).then(|| Value::exact(Form::default())));
        let extent = match (step, stop) {
            (1, None) if start.is_none() => axis.extent.clone(),
            (-1, None) if start.is_none() => axis.extent.clone(),
            (1, _) => first.clone().and_then(|first| self.length(&axis, first, start.is_some(), stop, span)),
            _ => None,
        };
        PartAxis { of: axis.of, start: axis.place(first), step: total, extent }
    }

    /// An end of a slice that is certainly in `0..`, counted from the axis' end if it is a negative constant.
    fn slice_end(&mut self, end: &Expr, axis: &PartAxis) -> Option<Value> {
        let mut value = self.value(end)?;
        if value.form.as_constant().is_some_and(|constant| constant < 0) {
            value = axis.extent.clone()?.add(&value)?;
        }
        value.guard(value.form.clone());
        Some(value)
    }

    /// `min(stop, extent) - first`, guarded so that it is not negative.
    fn length(
        &mut self,
        axis: &PartAxis,
        first: Value,
        has_start: bool,
        stop: Option<&Expr>,
        span: Span,
    ) -> Option<Value> {
        let extent = axis.extent.clone()?;
        let last = match stop {
            None => extent,
            Some(stop) => {
                let stop = self.slice_end(stop, axis)?;
                let form = self.found.entries.min_max(MinMax::Min, &stop.form, &extent.form, span)?;
                let mut last = stop.add(&extent)?;
                last.form = form;
                last
            }
        };
        if !has_start {
            return Some(last);
        }
        let mut length = last.subtract(&first)?;
        length.guard(length.form.clone());
        Some(length)
    }
}
