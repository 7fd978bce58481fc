//! Types of subscripts, and the layout of slices of a memoryview.

use std::sync::Arc;

use super::Checker;
use crate::hir::{Binding, Body, ExprId, ExprKind, IntKind, LocalId, PyClass, Subscript, UnaryOp};
use crate::source::Span;
use crate::ty::{Axis, Contiguity, MAX_DIMENSIONS, Memoryview, Ty, report};

/// What a subscript does with one axis of a memoryview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisUse {
    /// An index: the axis is dropped.
    Index,
    /// `:` without bounds.
    Full,
    /// `start:stop`.
    Range,
    /// With a step.
    Stepped,
    /// A new axis of extent 1.
    New,
}

/// The literal that indexes a C tuple.
pub(crate) fn tuple_index(body: &Body, index: ExprId) -> Option<i128> {
    let literal = match body.exprs[index].kind {
        ExprKind::Unary(UnaryOp::Negate, inner) => inner,
        _ => index,
    };
    matches!(body.exprs[literal].kind, ExprKind::Int { .. })
        .then(|| crate::hir::constant(body, index))
        .flatten()
}

/// Which of `count` items an index means; negative ones count from the end.
pub(crate) fn item_at(count: usize, index: i128) -> Option<usize> {
    let index = if index < 0 { index + count as i128 } else { index };
    usize::try_from(index).ok().filter(|&index| index < count)
}

impl Checker<'_> {
    pub(super) fn subscript(&mut self, base: ExprId, indices: &[Subscript], span: Span) -> Ty {
        for index in indices {
            match index {
                Subscript::Index(index) => {
                    self.expr(*index);
                }
                Subscript::Slice { start, stop, step } => {
                    for part in [start, stop, step].into_iter().flatten() {
                        self.expr(*part);
                    }
                }
                Subscript::Ellipsis | Subscript::NewAxis => {}
            }
        }
        if let Some(extent) = self.view_extent(base, indices) {
            return extent;
        }
        self.take_for_view(base, indices);
        let ty = self.expr(base);
        match &ty {
            Ty::Error => Ty::Error,
            // Python finds them in an object that is of this class, and no heir's.
            Ty::Object(class) if class.is_sequence() && matches!(indices, [Subscript::Slice { .. }]) => {
                ty.clone()
            }
            Ty::Object(PyClass::Bytes | PyClass::ByteArray) => match indices {
                [Subscript::Index(index)] if self.expr(*index).is_integral() => Ty::INT,
                _ => Ty::OBJECT,
            },
            Ty::Object(PyClass::Str) => match indices {
                [Subscript::Index(index)] if self.expr(*index).is_integral() => Ty::Int(IntKind::Ucs4),
                _ => Ty::OBJECT,
            },
            Ty::Object(_) => Ty::OBJECT,
            Ty::Tuple(items) => self.tuple_subscript(&ty, items, indices, span),
            Ty::Memoryview(view) => self.view_subscript(base, &view.clone(), indices, span),
            Ty::Pointer { to: element, .. } | Ty::Array { element, .. } => match indices {
                [Subscript::Slice { .. }] if element.is_character() => {
                    Ty::Object(self.function.directives.c_strings.class)
                }
                [Subscript::Slice { start: None, stop: None, step: None }]
                    if matches!(ty, Ty::Array { .. }) =>
                {
                    ty.clone()
                }
                [Subscript::Slice { .. }] if **element != Ty::Void => Ty::pointer_to((**element).clone()),
                [Subscript::Index(_)] if **element != Ty::Void => (**element).clone(),
                _ => {
                    let shown = self.display(&ty);
                    self.fail(report::no_subscript_of_address(&shown, span))
                }
            },
            ty if ty.is_letter() => Ty::OBJECT,
            _ => {
                let shown = self.display(&ty);
                self.fail(report::not_subscriptable(&shown, span))
            }
        }
    }

    /// The index of `X[i,]`, which equals that of `X[i]` unless an object handles it.
    pub(super) fn alone(&mut self, base: ExprId, indices: &[Subscript]) -> Option<ExprId> {
        let [Subscript::Index(key)] = indices else { return None };
        let ExprKind::Tuple(items) = &self.body.exprs[*key].kind else { return None };
        let &[only] = items.as_slice() else { return None };
        let is_view = self.view_beside(base).is_some() || self.expr(base).memoryview().is_some();
        (is_view && !matches!(self.body.exprs[only].kind, ExprKind::Starred(_))).then_some(only)
    }

    /// An item of a C tuple; Python finds an item whose index is unknown at compile time.
    fn tuple_subscript(&mut self, ty: &Ty, items: &[Ty], indices: &[Subscript], span: Span) -> Ty {
        let [Subscript::Index(index)] = indices else { return Ty::OBJECT };
        let Some(index) = tuple_index(self.body, *index) else { return Ty::OBJECT };
        match item_at(items.len(), index) {
            Some(at) => items[at].clone(),
            None => {
                let shown = self.display(ty);
                self.fail(report::no_such_item(&shown, index, span))
            }
        }
    }

    /// The view of a variable's elements, if it has a buffer type.
    pub(super) fn view_beside(&self, id: ExprId) -> Option<LocalId> {
        match &self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(object)) => self.body.buffers.get(object).copied(),
            _ => None,
        }
    }

    fn rebind(&mut self, id: ExprId, view: LocalId) {
        let ty = self.types.local(view);
        if !ty.is_error() {
            self.types.rebound.insert(id, view);
            self.types.exprs.insert(id, ty);
        }
    }

    /// `x[i, j]` of a variable with a buffer type, all axes indexed by C integers, is an element of its view.
    fn take_for_view(&mut self, base: ExprId, indices: &[Subscript]) {
        let Some(view) = self.view_beside(base) else { return };
        let dimensions = self.types.local(view).memoryview().map(|view| view.ndim());
        let is_integer = |index: &Subscript| match index {
            Subscript::Index(index) => self.types.expr(*index).is_integral(),
            _ => false,
        };
        if dimensions == Some(indices.len()) && indices.iter().all(is_integer) {
            self.rebind(base, view);
        }
    }

    /// `X.shape[0]`, `X.strides[i]` of a memoryview. Cython has a number for each axis that a memoryview may have.
    fn view_extent(&mut self, base: ExprId, indices: &[Subscript]) -> Option<Ty> {
        let body = self.body;
        let ExprKind::Attribute { base: view, name } = &body.exprs[base].kind else { return None };
        if !matches!(name.as_str(), "shape" | "strides" | "suboffsets") {
            return None;
        }
        let [Subscript::Index(axis)] = indices else { return None };
        let Some(axis) = crate::hir::constant(body, *axis) else {
            self.expr(*view).memoryview()?;
            return Some(Ty::SSIZE);
        };
        let is_axis = |view: &Memoryview| usize::try_from(axis).is_ok_and(|axis| axis < view.ndim());
        if let Some(shown) = self.view_beside(*view) {
            // Another specialisation has this axis, and a condition on `ndim` keeps it from the array of this one.
            let is_shared = self.function.specialisation.is_some();
            if is_shared && self.types.local(shown).memoryview().is_some_and(|view| !is_axis(view)) {
                return None;
            }
            self.rebind(*view, shown);
        }
        let ty = self.expr(*view);
        let view = ty.memoryview()?;
        if is_axis(view) {
            return Some(Ty::SSIZE);
        }
        let shown = self.display(&ty);
        let span = body.exprs[base].span;
        let axes = axis.unsigned_abs() as usize + 1;
        if axis < 0 || axes > MAX_DIMENSIONS {
            return Some(self.fail(report::too_many_indices(&shown, view.ndim(), axes, span)));
        }
        self.report(report::no_such_axis(&shown, view.ndim(), axes - 1, span));
        Some(Ty::SSIZE)
    }

    /// The variable or field that an expression is, the same at each of its uses.
    pub(super) fn subject_of(&self, id: ExprId) -> Option<String> {
        match &self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local)) => Some(format!("{:?}", self.body.locals[*local].span)),
            ExprKind::Attribute { base, name } => Some(format!("{}.{name}", self.subject_of(*base)?)),
            _ => None,
        }
    }

    fn view_subscript(&mut self, base: ExprId, view: &Memoryview, indices: &[Subscript], span: Span) -> Ty {
        let Some(uses) = axis_uses(view.ndim(), indices) else {
            let given = indices.iter().filter(|index| !matches!(index, Subscript::Ellipsis)).count();
            let shown = self.display(&Ty::Memoryview(Arc::new(view.clone())));
            let wrong = report::too_many_indices(&shown, view.ndim(), given, span);
            let subject = self.subject_of(base).map(|subject| format!("{given} indices of {subject}"));
            return self.fail(wrong.about_here(subject));
        };
        for index in indices {
            let Subscript::Index(index) = index else { continue };
            let ty = self.expr(*index);
            if matches!(ty, Ty::Float(_) | Ty::Complex(_)) {
                let shown = self.display(&ty);
                return self.fail(report::no_index_of_view(&shown, self.body.exprs[*index].span));
            }
        }
        if uses.iter().all(|axis| *axis == AxisUse::Index) {
            return view.element.clone();
        }
        let axes = sliced_axes(view, &uses);
        if axes.len() > MAX_DIMENSIONS {
            return self.not_yet("a memoryview of more than 8 dimensions", span);
        }
        Ty::Memoryview(Arc::new(Memoryview { axes, ..view.clone() }))
    }

    pub(super) fn transposed(&mut self, view: &Memoryview) -> Ty {
        let axes = view.axes.iter().rev().copied().collect();
        Ty::Memoryview(Arc::new(Memoryview { axes, ..view.clone() }))
    }
}

/// What `copy` and `copy_fortran` make of a memoryview.
pub(super) fn copied(view: &Memoryview, order: Contiguity) -> Ty {
    let mut axes = vec![Axis::Packed; view.ndim()];
    let contiguous = if order == Contiguity::Fortran { axes.first_mut() } else { axes.last_mut() };
    contiguous.into_iter().for_each(|axis| *axis = Axis::Contiguous);
    Ty::Memoryview(Arc::new(Memoryview { axes, is_const: false, ..view.clone() }))
}

/// Expands the subscript: one use per axis of the view (and per new axis); `None` if there are too many
/// indices.
pub(crate) fn axis_uses(dimensions: usize, indices: &[Subscript]) -> Option<Vec<AxisUse>> {
    let consuming =
        indices.iter().filter(|index| matches!(index, Subscript::Index(_) | Subscript::Slice { .. })).count();
    let missing = dimensions.checked_sub(consuming)?;
    let mut uses = Vec::new();
    let mut filled = false;
    for index in indices {
        match index {
            Subscript::Index(_) => uses.push(AxisUse::Index),
            Subscript::NewAxis => uses.push(AxisUse::New),
            Subscript::Slice { step: Some(_), .. } => uses.push(AxisUse::Stepped),
            Subscript::Slice { start: None, stop: None, .. } => uses.push(AxisUse::Full),
            Subscript::Slice { .. } => uses.push(AxisUse::Range),
            // If there are several ellipses, only the first stands for axes.
            Subscript::Ellipsis if !filled => {
                uses.extend(std::iter::repeat_n(AxisUse::Full, missing));
                filled = true;
            }
            Subscript::Ellipsis => {}
        }
    }
    if !filled {
        uses.extend(std::iter::repeat_n(AxisUse::Full, missing));
    }
    Some(uses)
}

/// The remaining layout. A contiguous layout survives if the kept part is contiguous: whole inner axes, and
/// at most a range of the outermost kept axis, with only indices before it.
fn sliced_axes(view: &Memoryview, uses: &[AxisUse]) -> Vec<Axis> {
    let kept: Vec<AxisUse> = uses.iter().copied().filter(|axis| *axis != AxisUse::Index).collect();
    let mut axes = vec![Axis::Strided; kept.len()];
    if uses.contains(&AxisUse::New) {
        return axes;
    }
    let in_one_piece = |outer_to_inner: &[AxisUse]| {
        let from = outer_to_inner.iter().position(|axis| *axis != AxisUse::Index).unwrap_or(0);
        let kept = &outer_to_inner[from..];
        kept.iter().enumerate().all(|(at, axis)| match axis {
            AxisUse::Full => true,
            AxisUse::Range => at == 0,
            _ => false,
        })
    };
    let last = axes.len() - 1;
    let innermost_kept = |place: usize| matches!(uses[place], AxisUse::Full | AxisUse::Range);
    match view.contiguity() {
        Contiguity::C if in_one_piece(uses) => {
            axes = vec![Axis::Packed; kept.len()];
            axes[last] = Axis::Contiguous;
        }
        Contiguity::C if innermost_kept(uses.len() - 1) => axes[last] = Axis::Contiguous,
        Contiguity::Fortran if in_one_piece(&uses.iter().rev().copied().collect::<Vec<_>>()) => {
            axes = vec![Axis::Packed; kept.len()];
            axes[0] = Axis::Contiguous;
        }
        Contiguity::Fortran if innermost_kept(0) => axes[0] = Axis::Contiguous,
        _ => {
            // A strided view keeps its contiguous axis if that axis is kept whole.
            let mut at = 0;
            for (axis, how) in view.axes.iter().zip(uses) {
                if *how != AxisUse::Index {
                    if *axis == Axis::Contiguous && *how != AxisUse::Stepped {
                        axes[at] = Axis::Contiguous;
                    }
                    at += 1;
                }
            }
        }
    }
    axes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Aside;
    use AxisUse::*;

    fn layout(axes: &[Axis], uses: &[AxisUse]) -> Vec<Axis> {
        let view = Memoryview {
            element: Ty::DOUBLE,
            typedef: Aside(None),
            buffer: Aside(None),
            is_const: false,
            axes: axes.to_vec(),
        };
        sliced_axes(&view, uses)
    }

    #[test]
    fn slices_keep_only_the_contiguity_they_have() {
        use Axis::{Contiguous as Unit, Packed, Strided};
        let c = [Packed, Unit];
        assert_eq!(layout(&c, &[Index, Full]), [Unit]);
        assert_eq!(layout(&c, &[Full, Index]), [Strided]);
        assert_eq!(layout(&c, &[Range, Full]), [Packed, Unit]);
        assert_eq!(layout(&c, &[Full, Range]), [Strided, Unit]);
        assert_eq!(layout(&c, &[Index, Range]), [Unit]);
        assert_eq!(layout(&c, &[Index, Stepped]), [Strided]);
        let f = [Unit, Packed];
        assert_eq!(layout(&f, &[Full, Index]), [Unit]);
        assert_eq!(layout(&f, &[Index, Full]), [Strided]);
        assert_eq!(layout(&f, &[Full, Range]), [Unit, Packed]);
        assert_eq!(layout(&[Strided, Strided], &[Index, Full]), [Strided]);
        assert_eq!(layout(&[Packed, Packed, Unit], &[Full, Index, Full]), [Strided, Unit]);
    }
}
