//! The block of a team of threads, whose loops all threads have to reach.
//!
//! A thread that fails in front of a loop must not leave the block: the others would wait for it at the loop's end. It
//! goes to the loop, where nobody begins a round once something has failed.

use super::rounds::has_try_in;
use super::{Body, Failing};
use crate::emit::placement;
use crate::pass::LocalSet;
use crate::tir::{BinaryOp, Expr, ExprKind, Prange, Step, Stmt, StmtKind};

/// Statements in front of a loop that may fail: from `begin`; who fails goes to the statement `meet`.
struct Approach {
    begin: usize,
    meet: usize,
}

impl<'a> Body<'_, '_, 'a> {
    /// Writes the block; what fails behind its last loop goes to its end.
    pub(super) fn team_block(&mut self, block: &'a [Stmt]) {
        let end = self.failing.clone();
        let approaches = self.approaches(block);
        let mut label: Option<(String, usize)> = None;
        self.block_with(block, |body, index| {
            if approaches.iter().any(|approach| approach.meet == index)
                && let Some((label, mark)) = label.take()
            {
                body.label(&label, mark);
                body.failing = end.clone();
            }
            if approaches.iter().any(|approach| approach.begin == index) {
                let name = body.namer.name("next_loop");
                body.failing = Failing::Round(name.clone());
                label = Some((name, body.out.mark()));
            }
        });
    }

    fn approaches(&self, block: &[Stmt]) -> Vec<Approach> {
        // The record that a thread has of its own is handed over at the end.
        if has_try_in(block) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut begin = 0;
        for (index, stmt) in block.iter().enumerate() {
            let StmtKind::Prange(prange) = &stmt.kind else { continue };
            let meet = meeting_point(&block[begin..index], prange).map(|meet| begin + meet);
            if let Some(meet) = meet.filter(|&meet| placement::fails(self.unit.module, &block[begin..meet])) {
                found.push(Approach { begin, meet });
            }
            begin = index + 1;
        }
        found
    }
}

/// The statement in front of which a thread can join those that come to the loop: the bounds are computed behind it. `None`
/// where they are of what only a thread that has not failed knows.
fn meeting_point(before: &[Stmt], prange: &Prange) -> Option<usize> {
    let step = match &prange.step {
        Step::Constant(_) => None,
        Step::Dynamic(step) => Some(step),
    };
    let mut needed = LocalSet::default();
    for bound in [Some(&prange.start), Some(&prange.stop), step].into_iter().flatten() {
        if !is_plain(bound) {
            return None;
        }
        note_locals(bound, &mut needed);
    }
    let mut meet = before.len();
    while let Some(StmtKind::Assign { place, value }) = meet.checked_sub(1).map(|last| &before[last].kind) {
        let ExprKind::Local(local) = place.kind else { break };
        if !needed.contains(local) || !is_plain(value) {
            break;
        }
        note_locals(value, &mut needed);
        meet -= 1;
    }
    let assigned = LocalSet::assigned_in(&before[..meet]);
    (!needed.iter().any(|local| assigned.contains(local))).then_some(meet)
}

fn note_locals(value: &Expr, found: &mut LocalSet) {
    if let ExprKind::Local(local) = value.kind {
        found.insert(local);
    }
    value.children().into_iter().for_each(|child| note_locals(child, found));
}

/// Whether a value needs no memory but variables, and no check in front of it: no divisor may be zero.
fn is_plain(value: &Expr) -> bool {
    let here = match &value.kind {
        ExprKind::Int(_) | ExprKind::Local(_) | ExprKind::Extent { .. } | ExprKind::Convert(_) => true,
        ExprKind::Unary(..) => true,
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply),
        _ => false,
    };
    here && value.children().into_iter().all(is_plain)
}
