//! Arrays that a loop only adds to, atomically: a histogram's bins. Each team of a device may then have sums of its
//! own, in its fast memory, and add them to the array at its end.

use super::plan::TeamSum;
use crate::pass::LocalSet;
use crate::tir::{
    AtomicOp, BinaryOp, Callee, Expr, ExprKind, Function, LocalId, Prange, Stmt, StmtKind, walk,
};
use crate::ty::{Contiguity, Ty};

/// The contiguous views of numbers that the iterations of loops, spread together, only add to, in the order of their
/// first update. No iteration sees a sum before the loop has ended: an atomic update has no result, and reading what
/// others update is a race. So it makes no difference when a term reaches the array.
///
/// Two views may show one array. An iteration that touches other memory after its first update to a view would miss its own
/// update there, or come before it. So such other views must be apart from it, which is found when the kernel starts; of
/// other memory it must be certain by its type. In an inner loop all comes after an update in it.
pub fn only_added_to(function: &Function, prange: &Prange, collapse: u32) -> Vec<TeamSum> {
    let Some(innermost) = walk::nested(prange, collapse).pop() else { return Vec::new() };
    let mut found = Found { function, updated: Vec::new(), others: LocalSet::default() };
    for stmt in &innermost.body {
        let part = std::slice::from_ref(stmt);
        if walk::any(part, is_loop) {
            walk::statements(part, &mut |stmt| found.note_update(stmt));
        }
        walk::statements(part, &mut |stmt| found.statement(stmt));
    }
    let Found { updated, others, .. } = found;
    // What must be apart is compared before the loops.
    let assigned = LocalSet::assigned_in(&innermost.body);
    let is_fixed = |sum: &TeamSum| ![sum.view].iter().chain(&sum.apart).any(|&view| assigned.contains(view));
    updated.into_iter().filter(|sum| !others.contains(sum.view) && is_fixed(sum)).collect()
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_))
}

struct Found<'a> {
    function: &'a Function,
    /// Views that have been added to so far.
    updated: Vec<TeamSum>,
    /// Views that may be used in other ways.
    others: LocalSet,
}

impl Found<'_> {
    fn note_update(&mut self, stmt: &Stmt) {
        if let Some((view, _)) = sum(self.function, stmt)
            && self.updated.iter().all(|known| known.view != view)
        {
            self.updated.push(TeamSum { view, apart: Vec::new() });
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let update = sum(self.function, stmt);
        let all = touched(stmt, update.is_some());
        for known in &mut self.updated {
            let element = self.function.locals[known.view].ty.memoryview().map(|view| &view.element);
            let (Some(element), Some(all)) = (element, &all) else {
                self.others.insert(known.view);
                continue;
            };
            for touch in all.iter().filter(|touch| alike(touch.ty, element)) {
                match touch.view {
                    Some(view) if known.apart.contains(&view) => {}
                    Some(view) if view != known.view => known.apart.push(view),
                    _ => drop(self.others.insert(known.view)),
                }
            }
        }
        self.note_update(stmt);
        let read = match update {
            Some((_, read)) => read,
            None => walk::expressions(stmt),
        };
        read.into_iter().for_each(|expr| named_for_elements(expr, &mut self.others));
    }
}

/// The view that a statement adds to, and the expressions that it reads.
fn sum<'a>(function: &Function, stmt: &'a Stmt) -> Option<(LocalId, Vec<&'a Expr>)> {
    let StmtKind::Atomic { place, op: AtomicOp::Binary(BinaryOp::Add | BinaryOp::Subtract), value } =
        &stmt.kind
    else {
        return None;
    };
    let ExprKind::Element { view, indices } = &place.kind else { return None };
    let local = view.as_local()?;
    let shape = function.locals[local].ty.memoryview()?;
    let is_number =
        matches!(&place.ty, Ty::Int(kind) if kind.bits() >= 32) || matches!(place.ty, Ty::Float(_));
    (is_number && shape.contiguity() == Contiguity::C)
        .then(|| (local, indices.iter().chain([value]).collect()))
}

/// Memory that a statement reads or writes.
struct Touch<'a> {
    ty: &'a Ty,
    /// The view whose element it is; otherwise not known.
    view: Option<LocalId>,
}

/// What a statement reads and writes in memory, but for what an atomic sum adds to; `None`: anything.
fn touched(stmt: &Stmt, is_sum: bool) -> Option<Vec<Touch<'_>>> {
    if matches!(stmt.kind, StmtKind::Run { .. } | StmtKind::Move { .. }) {
        return None;
    }
    let mut found = Some(Vec::new());
    for (place, expr) in walk::expressions(stmt).into_iter().enumerate() {
        walk::expression(expr, &mut |inner| match &inner.kind {
            ExprKind::Call(Callee::Function(_), _) | ExprKind::AddressOf(_) => found = None,
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. }
                if !(is_sum && place == 0 && std::ptr::eq(inner, expr)) =>
            {
                let view = match &inner.kind {
                    ExprKind::Element { view, .. } => view.as_local(),
                    _ => None,
                };
                found.iter_mut().for_each(|found| found.push(Touch { ty: &inner.ty, view }));
            }
            _ => {}
        });
    }
    found
}

/// Whether an element of one type may be one of the other: of the same size, signed or not.
fn alike(one: &Ty, other: &Ty) -> bool {
    match (one, other) {
        (Ty::Int(one), Ty::Int(other)) => one.bits() == other.bits(),
        _ => one == other,
    }
}

/// The views that an expression names for more than their extents.
fn named_for_elements(expr: &Expr, named: &mut LocalSet) {
    if let ExprKind::Extent { view, .. } = &expr.kind
        && view.as_local().is_some()
    {
        return;
    }
    named.extend(expr.as_local());
    expr.children().into_iter().for_each(|child| named_for_elements(child, named));
}
