//! One iteration: what it reads before it assigns it, and what it does not assign.

use super::super::exposed::overwrites;
use super::super::local_set::LocalSet;
use super::Loop;
use crate::source::Span;
use crate::tir::{Expr, LocalId, Stmt, StmtKind, walk};

impl<'f> Loop<'f> {
    /// Where an iteration reads a variable that nothing in it can have assigned: the first place of each.
    pub fn first_reads(&self) -> Vec<(LocalId, Span)> {
        if self.watched.iter().next().is_none() {
            return Vec::new();
        }
        let mut reads = FirstReads { looped: self, found: Vec::new() };
        reads.block(&self.prange.body, LocalSet::default());
        reads.found
    }

    /// Variables that some iterations do not assign, each with its first assignment. Not those of `reads`, nor what is
    /// assigned beside them: that is one mistake.
    pub fn left_open(&self, reads: &[(LocalId, Span)]) -> Vec<(LocalId, &'f Stmt)> {
        if self.watched.iter().next().is_none() {
            return Vec::new();
        }
        let mut certain = Certain { looped: self, ends: Vec::new(), depth: 0 };
        let end = certain.block(&self.prange.body, LocalSet::default());
        let assigned = certain.ends.into_iter().chain(end).reduce(|one, other| common(&one, &other));
        let Some(assigned) = assigned else { return Vec::new() };
        let is_known = |id: LocalId| reads.iter().any(|(local, _)| *local == id);
        let open = self.watched.iter().filter(|&id| !assigned.contains(id) && !is_known(id));
        let first = open.filter_map(|id| Some((id, first_assignment(&self.prange.body, id, reads)?)));
        first.filter_map(|(id, stmt)| Some((id, stmt?))).collect()
    }
}

/// The first assignment of a variable; `Some(None)` if it is beside one of a variable of `reads`.
fn first_assignment<'f>(
    block: &'f [Stmt],
    local: LocalId,
    reads: &[(LocalId, Span)],
) -> Option<Option<&'f Stmt>> {
    for stmt in block {
        if walk::assigned(stmt).contains(&local) {
            let beside = LocalSet::assigned_in(block);
            let is_beside = reads.iter().any(|(read, _)| beside.contains(*read));
            return Some((!is_beside).then_some(stmt));
        }
        for inner in walk::blocks(stmt) {
            if let Some(found) = first_assignment(inner, local, reads) {
                return Some(found);
            }
        }
    }
    None
}

fn common(one: &LocalSet, other: &LocalSet) -> LocalSet {
    one.iter().filter(|&id| other.contains(id)).collect()
}

/// The expressions that a statement evaluates itself, without a variable that it assigns.
pub fn evaluated(stmt: &Stmt) -> Vec<&Expr> {
    let targets = overwrites(stmt);
    let mut all = walk::expressions(stmt);
    if let StmtKind::Assign { place, .. } = &stmt.kind
        && place.as_local().is_some_and(|id| targets.contains(&id))
    {
        all.retain(|expr| !std::ptr::eq(*expr, place));
    }
    all
}

/// Follows what may have been assigned.
struct FirstReads<'l, 'f> {
    looped: &'l Loop<'f>,
    found: Vec<(LocalId, Span)>,
}

impl<'f> FirstReads<'_, 'f> {
    /// What may be assigned where the block ends.
    fn block(&mut self, block: &'f [Stmt], mut maybe: LocalSet) -> LocalSet {
        for stmt in block {
            maybe = self.stmt(stmt, maybe);
        }
        maybe
    }

    fn stmt(&mut self, stmt: &'f Stmt, mut maybe: LocalSet) -> LocalSet {
        // An in-place operator reads its target; it has its own message if it makes no reduction.
        let place = match &stmt.kind {
            StmtKind::Assign { place, .. } => Some(place.span),
            _ => None,
        };
        for expr in evaluated(stmt) {
            walk::expression(expr, &mut |inner| {
                let Some(id) = inner.as_local().filter(|_| Some(inner.span) != place) else { return };
                let is_known = maybe.contains(id) || self.found.iter().any(|(known, _)| *known == id);
                if self.looped.watched.contains(id) && !is_known {
                    self.found.push((id, inner.span));
                }
            });
        }
        maybe.extend(walk::assigned(stmt));
        let before = maybe.clone();
        for (number, inner) in walk::blocks(stmt).into_iter().enumerate() {
            // What comes second in a loop comes after the first.
            let is_choice = matches!(stmt.kind, StmtKind::If { .. });
            let at = if is_choice { before.clone() } else { maybe.clone() };
            let end = match number == 0 && self.looped.is_for_the_last(stmt) {
                true => at.clone(),
                false => self.block(inner, at),
            };
            maybe.union(&end);
        }
        maybe
    }
}

/// Follows what is certainly assigned.
struct Certain<'l, 'f> {
    looped: &'l Loop<'f>,
    /// What is assigned where `continue` ends the iteration.
    ends: Vec<LocalSet>,
    /// Of loops inside.
    depth: u32,
}

impl Certain<'_, '_> {
    /// What is assigned where the block ends; `None` if it does not.
    fn block(&mut self, block: &[Stmt], mut assigned: LocalSet) -> Option<LocalSet> {
        for stmt in block {
            assigned = self.stmt(stmt, assigned)?;
        }
        Some(assigned)
    }

    fn stmt(&mut self, stmt: &Stmt, mut assigned: LocalSet) -> Option<LocalSet> {
        assigned.extend(walk::assigned(stmt));
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let of_then = self.block(then, assigned.clone());
                let of_otherwise = self.block(otherwise, assigned);
                match (of_then, of_otherwise) {
                    (Some(mut then), Some(otherwise)) if self.looped.is_for_the_last(stmt) => {
                        then.union(&otherwise);
                        Some(then)
                    }
                    (Some(then), Some(otherwise)) => Some(common(&then, &otherwise)),
                    (then, otherwise) => then.or(otherwise),
                }
            }
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_) => {
                self.depth += 1;
                for inner in walk::blocks(stmt) {
                    // What leaves it early is not followed.
                    assigned = self.block(inner, assigned.clone()).unwrap_or_else(|| {
                        assigned.union(&LocalSet::assigned_in(inner));
                        assigned
                    });
                }
                self.depth -= 1;
                Some(assigned)
            }
            StmtKind::Try(tried) => self.block(&tried.body, assigned),
            StmtKind::Continue if self.depth == 0 => {
                self.ends.push(assigned);
                None
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => None,
            _ if stmt.raises() => None,
            _ => {
                for inner in walk::blocks(stmt) {
                    assigned = self.block(inner, assigned)?;
                }
                Some(assigned)
            }
        }
    }
}
