//! What variables stand for: which data views show, and which numbers integers hold.

use super::super::affine::Form;
use super::state::State;
use super::views::{Origin, PartBounds, ViewId, constant_step};
use super::walker::{Over, Walker};
use crate::tir::{
    BinaryOp, CheckKind, Expr, ExprKind, LocalId, Op, SlicePart, Stmt, StmtKind, UnaryOp, same_expr, walk,
};
use crate::ty::{Length, Ty};

impl Walker<'_, '_> {
    /// What a statement gives to variables.
    pub(super) fn assign(&mut self, stmt: &Stmt, state: &mut State) {
        match &stmt.kind {
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(into), .. }, value } => {
                self.bind(*into, value, state);
            }
            StmtKind::Run { into: Some(into), op: Op::Own(value) } => self.bind(*into, value, state),
            StmtKind::Run { into: Some(into), op: Op::ArrayOver { pointer, extents, .. } } => {
                self.over.remove(into);
                if let Some(shown) = self.shown_variable(pointer, extents) {
                    self.over.insert(*into, shown);
                }
            }
            StmtKind::Run { into: Some(into), op: Op::ViewFromObject(object) } => {
                let shown = object.as_local().and_then(|object| self.over.get(&object));
                if let Some(Over { variable, is_whole }) = shown
                    && let Some(&view) = state.views.get(variable)
                {
                    let view = if *is_whole { view } else { self.views.sliced(view, &[]) };
                    state.views.insert(*into, view);
                    return;
                }
                let origin = Origin { is_param: false, object: object.as_local() };
                self.forget(*into, origin, state);
            }
            StmtKind::Move { into, from } => {
                if let Some(&view) = state.views.get(from) {
                    state.views.insert(*into, view);
                }
            }
            StmtKind::Release(_) => {}
            StmtKind::Check(check) => {
                if let CheckKind::Index { into: Some(into), index, extent, .. } = &check.kind {
                    let known = self.number(index, state).and_then(|form| {
                        match form.as_constant().is_some_and(|constant| constant < 0) {
                            true => self.number(extent, state)?.add(&form),
                            false => Some(form),
                        }
                    });
                    self.set(*into, known, state);
                }
            }
            _ => {
                for local in walk::assigned(stmt) {
                    self.forget(local, Origin::default(), state);
                }
            }
        }
    }

    /// The variable of which a pointer with extents shows all or a part: for a C array all.
    fn shown_variable(&self, pointer: &Expr, extents: &[Expr]) -> Option<Over> {
        if let Some(variable) = self.whole_array(pointer, extents) {
            return Some(Over { variable, is_whole: true });
        }
        let place = match &pointer.kind {
            ExprKind::AddressOf(place) => place,
            ExprKind::Convert(array) if array.ty.is_array() => array,
            _ => return None,
        };
        let variable = walk::assigned_local(place).filter(|id| self.addressed.contains(*id))?;
        let is_one = extents.iter().all(|extent| extent.as_int() == Some(1));
        Some(Over { variable, is_whole: is_one && place.as_local().is_some() })
    }

    /// The C array of which a pointer with extents shows all.
    fn whole_array(&self, pointer: &Expr, extents: &[Expr]) -> Option<LocalId> {
        let ExprKind::AddressOf(place) = &pointer.kind else { return None };
        let mut array = &**place;
        while let ExprKind::Index { base, index } = &array.kind {
            if index.as_int() != Some(0) {
                return None;
            }
            array = base;
        }
        let lengths = array.ty.array_lengths();
        let same = |(extent, length): (&Expr, &Length)| same_expr(extent, &Expr::length(length, extent.span));
        let is_whole = lengths.len() == extents.len() && extents.iter().zip(&lengths).all(same);
        array.as_local().filter(|_| is_whole && array.ty.is_array())
    }

    fn bind(&mut self, into: LocalId, value: &Expr, state: &mut State) {
        if value.ty.memoryview().is_some() {
            let view = self.view(value, state);
            state.views.insert(into, view);
        } else if value.ty.is_integral() {
            let known = self.number(value, state);
            self.set(into, known, state);
        } else {
            self.forget(into, Origin::default(), state);
            if let Some(shown) = self.shown_variable(value, &[])
                && let Some(&view) = state.views.get(&shown.variable)
            {
                state.views.insert(into, self.views.sliced(view, &[]));
            }
        }
    }

    pub(super) fn set(&mut self, into: LocalId, known: Option<Form>, state: &mut State) {
        let form = known.unwrap_or_else(|| self.views.number());
        state.numbers.insert(into, form);
    }

    /// A variable has a value of which nothing is known.
    pub(super) fn forget(&mut self, local: LocalId, origin: Origin, state: &mut State) {
        match &self.function.locals[local].ty {
            Ty::Memoryview(view) => {
                state.views.insert(local, self.views.root(view.ndim(), origin));
            }
            Ty::Pointer { .. } => {
                state.views.insert(local, self.views.root(0, origin));
            }
            ty if ty.is_integral() => self.set(local, None, state),
            _ => {}
        }
    }

    /// The element that a place is, as a view of one; `None` if it is not an element of a view.
    pub(super) fn element(&mut self, place: &Expr, state: &State) -> Option<ViewId> {
        match &place.kind {
            ExprKind::Element { view, indices } => {
                let view = self.view(view, state);
                let parts: Vec<PartBounds> =
                    indices.iter().map(|index| PartBounds::Index(self.number(index, state))).collect();
                Some(self.views.sliced(view, &parts))
            }
            ExprKind::Field { base, .. } => self.element(base, state),
            ExprKind::Index { .. } => {
                let (mut array, mut indices) = (place, Vec::new());
                while let ExprKind::Index { base, index } = &array.kind {
                    indices.insert(0, PartBounds::Index(self.number(index, state)));
                    array = base;
                }
                let view =
                    array.as_local().filter(|_| array.ty.is_array()).and_then(|id| state.views.get(&id));
                Some(self.views.sliced(*view?, &indices))
            }
            _ => None,
        }
    }

    /// What a view expression shows.
    fn view(&mut self, expr: &Expr, state: &State) -> ViewId {
        match &expr.kind {
            ExprKind::Local(id) => {
                state.views.get(id).copied().unwrap_or_else(|| self.views.root(0, Origin::default()))
            }
            ExprKind::Convert(inner) => self.view(inner, state),
            ExprKind::Transpose(inner) => {
                let inner = self.view(inner, state);
                self.views.transposed(inner)
            }
            ExprKind::Slice { view, parts } => {
                let view = self.view(view, state);
                let parts: Vec<PartBounds> = parts.iter().map(|part| self.part(part, state)).collect();
                self.views.sliced(view, &parts)
            }
            _ => {
                let dimensions = expr.ty.memoryview().map_or(0, |view| view.ndim());
                self.views.root(dimensions, Origin::default())
            }
        }
    }

    fn part(&mut self, part: &SlicePart, state: &State) -> PartBounds {
        match part {
            SlicePart::NewAxis => PartBounds::NewAxis,
            SlicePart::Index(index) => PartBounds::Index(self.number(index, state)),
            SlicePart::Range { start, stop, .. } => PartBounds::Range {
                start: start.as_ref().map(|start| self.number(start, state)),
                stop: stop.as_ref().map(|stop| self.number(stop, state)),
                step: constant_step(part),
            },
        }
    }

    /// The form of an integer; `None` if none is known.
    pub(super) fn number(&mut self, expr: &Expr, state: &State) -> Option<Form> {
        if !expr.ty.is_integral() {
            return None;
        }
        match &expr.kind {
            ExprKind::Int(value) => Some(Form::constant(*value)),
            ExprKind::Local(id) => state.numbers.get(id).cloned(),
            ExprKind::Convert(inner) => self.number(inner, state),
            ExprKind::Unary(UnaryOp::Negate, inner) => self.number(inner, state)?.scale(-1),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.number(left, state)?.add(&self.number(right, state)?)
            }
            ExprKind::Binary(BinaryOp::Subtract, left, right) => {
                self.number(left, state)?.subtract(&self.number(right, state)?)
            }
            ExprKind::Binary(BinaryOp::Multiply, left, right) => {
                self.number(left, state)?.multiply(&self.number(right, state)?)
            }
            ExprKind::Extent { view, axis } => {
                let view = self.view(view, state);
                self.views.extent(view, *axis)
            }
            _ => None,
        }
    }
}
