//! Pointers, followed as far as to what they point into.

use std::collections::{BTreeSet, HashMap};

use super::super::affine::Form;
use super::{Value, ViewValue, Walker};
use crate::tir::{BinaryOp, Callee, Expr, ExprKind, LocalId, Stmt, StmtKind, walk};
use crate::ty::Ty;

impl Walker<'_> {
    /// The captures that a pointer may point into; a C array stands for the pointer to its first element.
    pub(super) fn pointer(&mut self, expr: &Expr) -> BTreeSet<usize> {
        match &expr.kind {
            ExprKind::Null | ExprKind::CString(_) => BTreeSet::new(),
            ExprKind::Call(Callee::Extern(id), _) if self.module.externs[*id].allocates() => BTreeSet::new(),
            ExprKind::Local(_) | ExprKind::Global(_) if matches!(expr.ty, Ty::Array { .. }) => {
                self.pointed(expr)
            }
            ExprKind::Local(id) if self.frame.pinned.contains(*id) => self.unknown(expr),
            ExprKind::Local(id) => match self.frame.pointers.get(id) {
                Some(known) => known.clone(),
                None => self.entry_pointed(expr),
            },
            ExprKind::Global(_) => self.entry_pointed(expr),
            ExprKind::AddressOf(place) => self.pointed(place),
            ExprKind::Convert(inner) if is_address(&inner.ty) => self.pointer(inner),
            ExprKind::Binary(_, left, right) => {
                let sides = [left, right].into_iter().filter(|side| is_address(&side.ty));
                sides.flat_map(|side| self.pointer(side)).collect()
            }
            ExprKind::Select(_, then, otherwise) => {
                let mut found = self.pointer(then);
                found.extend(self.pointer(otherwise));
                found
            }
            // A part of an array of arrays.
            ExprKind::Index { .. } | ExprKind::Field { .. } if matches!(expr.ty, Ty::Array { .. }) => {
                self.pointed(expr)
            }
            _ => self.unknown(expr),
        }
    }

    fn entry_pointed(&mut self, expr: &Expr) -> BTreeSet<usize> {
        match self.entry_pointer(expr) {
            Some(capture) => [capture].into(),
            None => self.unknown(expr),
        }
    }

    /// A pointer may point anywhere.
    fn unknown(&mut self, expr: &Expr) -> BTreeSet<usize> {
        self.lose(expr.span);
        self.reachable()
    }

    /// The capture that a variable points to the beginning of, as it did on entry.
    pub(super) fn entry_pointer(&self, expr: &Expr) -> Option<usize> {
        let frame = &self.frame;
        let is_assigned =
            expr.as_local().is_some_and(|id| frame.assigned.contains(id) || frame.pinned.contains(id));
        self.captured(expr).filter(|_| !is_assigned)
    }

    /// The element that a pointer points to, by its number from where a captured pointer pointed on entry.
    pub(super) fn pointed_element(&mut self, expr: &Expr) -> Option<(usize, Value)> {
        if let Some(capture) = self.entry_pointer(expr) {
            let is_pointer = matches!(self.capture_types[capture], Ty::Pointer { .. });
            return is_pointer.then(|| (capture, Value::exact(Form::default())));
        }
        let moved = |walker: &mut Self, base: &Expr, by: &Expr, is_back: bool| {
            let (capture, place) = walker.pointed_element(base)?;
            let by = walker.value(by)?;
            Some((capture, if is_back { place.subtract(&by) } else { place.add(&by) }?))
        };
        match &expr.kind {
            ExprKind::Local(id) if !self.frame.pinned.contains(*id) => self.frame.places.get(id).cloned(),
            ExprKind::AddressOf(place) => match &place.kind {
                ExprKind::Index { base, index } if matches!(base.ty, Ty::Pointer { .. }) => {
                    moved(self, base, index, false)
                }
                ExprKind::Deref(base) => self.pointed_element(base),
                _ => None,
            },
            ExprKind::Convert(inner) if inner.ty.points_like(&expr.ty) => self.pointed_element(inner),
            ExprKind::Binary(BinaryOp::Add, left, right) if is_address(&left.ty) => {
                moved(self, left, right, false)
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => moved(self, right, left, false),
            ExprKind::Binary(BinaryOp::Subtract, left, right) if !is_address(&right.ty) => {
                moved(self, left, right, true)
            }
            _ => None,
        }
    }

    /// After everything that a block assigns is forgotten: finds again what the pointers among that may point
    /// into before any iteration of it, given where they pointed `before` the first.
    pub(super) fn widen_pointers(&mut self, block: &[Stmt], before: HashMap<LocalId, BTreeSet<usize>>) {
        let mut assignments: Vec<(LocalId, &Expr)> = Vec::new();
        let mut lost: Vec<LocalId> = Vec::new();
        walk::statements(block, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(id), .. }, value }
                if is_address(&value.ty) =>
            {
                assignments.push((*id, value));
            }
            _ => lost.extend(walk::assigned(stmt)),
        });
        assignments.retain(|(id, _)| !lost.contains(id) && before.contains_key(id));
        for (id, _) in &assignments {
            self.frame.pointers.insert(*id, before[id].clone());
        }
        let mut grown = true;
        while grown {
            grown = false;
            for (id, value) in &assignments {
                let found = self.pointer(value);
                let known = self.frame.pointers.entry(*id).or_default();
                grown |= !found.is_subset(known);
                known.extend(found);
            }
        }
    }

    /// The captures that a place may lie in.
    fn pointed(&mut self, place: &Expr) -> BTreeSet<usize> {
        match &place.kind {
            ExprKind::Element { view, .. } => match self.view(view) {
                ViewValue::Part(part) => [part.capture].into(),
                ViewValue::AnyOf(set) => set,
                ViewValue::Any => self.shown_by_any(),
            },
            ExprKind::Field { base, .. } if base.ty.is_object() => self.unknown(place),
            ExprKind::Field { base, .. } => self.pointed(base),
            ExprKind::Index { base, .. } if matches!(base.ty, Ty::Array { .. }) => self.pointed(base),
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => self.pointer(base),
            ExprKind::Local(_) | ExprKind::Global(_) => self.captured(place).into_iter().collect(),
            _ => self.unknown(place),
        }
    }
}

/// Whether a value of the type is an address.
pub fn is_address(ty: &Ty) -> bool {
    matches!(ty, Ty::Pointer { .. } | Ty::Array { .. })
}
