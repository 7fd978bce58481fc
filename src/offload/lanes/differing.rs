//! Elements of one view that are never the same: what an iteration reads, and what is stored after that.

use super::classes::Classes;
use super::{inside, view_of};
use crate::base::planted::{self, Fault};
use crate::pass::reads;
use crate::tir::{Expr, ExprKind, Stmt, same_expr, walk};

impl Classes<'_> {
    /// What must hold for an element that is stored to after the statements to be none of those that they read of the same view; `None`
    /// if that cannot be said. Whether they read what is stored in the same iteration.
    pub fn differ_from_all(&self, stored: &Expr, block: &[Stmt]) -> Option<(Vec<Expr>, bool)> {
        let view = view_of(stored)?.as_local();
        let mut read = Vec::new();
        walk::all_expressions(block, &mut |expr| {
            if view_of(expr).is_some_and(|other| other.as_local() == view) {
                read.push(expr);
            }
        });
        let mut has_own = false;
        let differ = |read: &Expr| match self.has_its_own(stored, read) {
            true => {
                has_own = true;
                self.own_elements(stored)
            }
            false => self.differ(stored, read),
        };
        let all: Option<Vec<Vec<Expr>>> = read.into_iter().map(differ).collect();
        Some((all?.into_iter().next().unwrap_or_default(), has_own))
    }

    /// Whether two elements of one view have an index in common of which each iteration has another: they are never the same in
    /// different iterations.
    fn has_its_own(&self, stored: &Expr, read: &Expr) -> bool {
        let (ExprKind::Element { indices: stored, .. }, ExprKind::Element { indices: read, .. }) =
            (&stored.kind, &read.kind)
        else {
            return false;
        };
        stored.iter().zip(read).any(|(stored, read)| {
            self.is_number(stored)
                && same_expr(stored, read)
                && reads(stored).intersection(&self.assigned).is_empty()
        })
    }

    /// What must hold for elements of a view with different indices not to be the same.
    fn own_elements(&self, element: &Expr) -> Option<Vec<Expr>> {
        let view = view_of(element)?;
        Some(if planted::has(Fault::LanesShareRows) { Vec::new() } else { inside::has_own_elements(view) })
    }

    /// What must hold for two elements of one view never to be the same; `None` if that cannot be said.
    pub fn differ(&self, stored: &Expr, read: &Expr) -> Option<Vec<Expr>> {
        let ExprKind::Element { indices: to, .. } = &stored.kind else { return None };
        let ExprKind::Element { indices: from, .. } = &read.kind else { return None };
        let is_fixed =
            |index: &Expr| self.is_same(index) && reads(index).intersection(&self.assigned).is_empty();
        let differs = |(stored, read): (&Expr, &Expr)| {
            is_fixed(stored) && self.is_same(read) && self.ranges.differ(stored, read, &self.assigned)
        };
        let differ = to.iter().zip(from).any(differs) || planted::has(Fault::LanesShareElements);
        if differ { self.own_elements(stored) } else { None }
    }
}
