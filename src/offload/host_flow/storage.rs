//! Numbers and structs that views also show: a view over `&x`, or over an array in a struct.

use super::super::plan::{CapturePlan, Transfer};
use super::state::State;
use super::walker::Walker;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{Expr, ExprKind, Function, LocalId, Region, Stmt, StmtKind, Subject, walk};
use crate::ty::Ty;

/// Numbers and structs of a function whose address code takes.
pub fn addressed(function: &Function) -> LocalSet {
    let all = walk::addressed(&function.body).into_iter();
    all.filter(|id| {
        let ty = &function.locals[*id].ty;
        ty.is_numeric() || matches!(ty, Ty::Struct(_) | Ty::Tuple(_))
    })
    .collect()
}

impl Walker<'_, '_> {
    /// What a statement of the host does to such variables by name.
    pub(super) fn addressed_variables(&mut self, stmt: &Stmt, state: &mut State) {
        if state.copies.is_empty() && state.lost.is_empty() {
            return;
        }
        let mut read = Vec::new();
        for expr in walk::expressions(stmt) {
            variables(expr, &mut read);
        }
        let place = match &stmt.kind {
            StmtKind::Assign { place, .. } => Some(place),
            _ => None,
        };
        // The place of an assignment is not read.
        let root = place.and_then(|place| root(place));
        for (local, at) in read {
            let Some(view) = self.storage(local, state) else { continue };
            if root.is_none_or(|root| root.span != at) {
                self.read_after(state, view, at);
                self.host_reads(state, view, at);
            }
        }
        for local in walk::assigned(stmt) {
            let Some(view) = self.storage(local, state) else { continue };
            let is_whole = place.is_none_or(|place| place.as_local().is_some());
            let view = if is_whole { view } else { self.views.sliced(view, &[]) };
            self.host_writes(state, view, place.map_or(stmt.span, |place| place.span));
        }
    }

    /// Such variables of which a region has a copy: with the host's values, whatever views of them hold on the
    /// device.
    pub(super) fn copied_variables(
        &mut self,
        region: &Region,
        captures: &[CapturePlan],
        at: Span,
        state: &mut State,
    ) {
        for (plan, capture) in captures.iter().zip(&region.captures) {
            let Subject::Local(local) = plan.subject else { continue };
            let is_copied = match plan.transfer {
                Transfer::ScalarResult => true,
                Transfer::FirstPrivate => plan.effect.reads,
                _ => false,
            };
            let Some(view) = self.storage(local, state).filter(|_| is_copied) else { continue };
            if let Some((shows, at)) = self.written_view(local, region, captures, state) {
                let (name, shows) = (self.name(local), self.name(shows));
                self.findings.shown_by_value(capture.span, at, &name, &shows);
            }
            self.read_after(state, view, at);
            self.host_reads(state, view, at);
        }
    }

    /// A view of the variable that the region writes.
    fn written_view(
        &self,
        variable: LocalId,
        region: &Region,
        captures: &[CapturePlan],
        state: &State,
    ) -> Option<(LocalId, Span)> {
        let view = *state.views.get(&variable)?;
        captures.iter().zip(&region.captures).find_map(|(plan, capture)| {
            let Subject::Local(local) = plan.subject else { return None };
            let shown = *state.views.get(&local)?;
            let is_mapped = !matches!(plan.transfer, Transfer::FirstPrivate | Transfer::ScalarResult);
            (is_mapped && plan.effect.writes && self.views.is_within(shown, view))
                .then_some((local, capture.span))
        })
    }

    fn storage(&self, local: LocalId, state: &State) -> Option<super::views::ViewId> {
        state.views.get(&local).copied().filter(|_| self.addressed.contains(local))
    }
}

/// The variable that a place is, or is a part of.
fn root(place: &Expr) -> Option<&Expr> {
    match &place.kind {
        ExprKind::Local(_) => Some(place),
        ExprKind::Field { base, .. } if !base.ty.is_object() => root(base),
        ExprKind::Index { base, .. } if base.ty.is_array() => root(base),
        _ => None,
    }
}

/// The variables whose values an expression uses.
fn variables(expr: &Expr, found: &mut Vec<(LocalId, Span)>) {
    match &expr.kind {
        ExprKind::AddressOf(_)
        | ExprKind::Extent { .. }
        | ExprKind::Stride { .. }
        | ExprKind::InOrder { .. }
        | ExprKind::Apart(..) => {}
        ExprKind::Local(local) => found.push((*local, expr.span)),
        _ => expr.children().into_iter().for_each(|child| variables(child, found)),
    }
}
