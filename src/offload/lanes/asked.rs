//! What must hold for iterations to run at once, and is not known before the program runs: asked once, before the block.

use super::made::temporary;
use super::{Around, Needs};
use crate::source::Span;
use crate::tir::{Block, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind, same_expr};
use crate::ty::{IntKind, Ty};

#[derive(Default)]
pub struct Asked {
    /// Views that must be apart from one another.
    pairs: Vec<[Expr; 2]>,
    /// Views whose elements must lie side by side along their last axes.
    strided: Vec<Expr>,
    /// As in [`Needs`].
    conditions: Vec<Expr>,
    /// The local that says whether all of that holds.
    answer: Option<LocalId>,
}

impl Asked {
    /// Asks for what iterations need, too. Returns the local with the answer, if they need anything.
    pub fn add(&mut self, needs: &Needs, span: Span, around: &mut Around<'_>) -> Option<LocalId> {
        if needs.pairs.is_empty() && needs.strided.is_empty() && needs.conditions.is_empty() {
            return None;
        }
        for pair in &needs.pairs {
            let is_same =
                |known: &[Expr; 2]| [0, 1].into_iter().all(|at| known[at].as_local() == pair[at].as_local());
            if !self.pairs.iter().any(is_same) {
                self.pairs.push(pair.clone());
            }
        }
        for view in &needs.strided {
            if self.strided.iter().all(|known| known.as_local() != view.as_local()) {
                self.strided.push(view.clone());
            }
        }
        for condition in &needs.conditions {
            if !self.conditions.iter().any(|known| same_expr(known, condition)) {
                self.conditions.push(condition.clone());
            }
        }
        let answer = self.answer.get_or_insert_with(|| temporary("apart", Ty::Bint, span, around.locals));
        Some(*answer)
    }

    /// The statements that ask.
    pub fn before(self) -> Block {
        let Some(answer) = self.answer else { return Block::new() };
        let pairs = self.pairs.into_iter().map(|[one, other]| {
            let span = one.span;
            Expr::new(ExprKind::Apart(Box::new(one), Box::new(other)), Ty::Bint, span)
        });
        let conditions = self.strided.iter().map(are_side_by_side).chain(self.conditions).chain(pairs);
        let assigned = |value: Expr| {
            let span = value.span;
            Stmt::new(StmtKind::Assign { place: Expr::local(answer, Ty::Bint, span), value }, span)
        };
        Expr::all(conditions).map(assigned).into_iter().collect()
    }
}

/// Whether the elements of a view lie side by side along its last axis.
pub fn are_side_by_side(view: &Expr) -> Expr {
    let axis = view.ty.memoryview().expect("it is a view").ndim() - 1;
    let stride = Expr::new(ExprKind::Stride { view: Box::new(view.clone()), axis }, Ty::SSIZE, view.span);
    Expr::compare(CompareOp::Equal, stride, element_size(view))
}

/// The bytes of an element of a view.
pub fn element_size(view: &Expr) -> Expr {
    let element = view.ty.memoryview().expect("it is a view").element.clone();
    let size = Expr::new(ExprKind::SizeOf(element), Ty::Int(IntKind::SizeT), view.span);
    Expr::new(ExprKind::Convert(Box::new(size)), Ty::SSIZE, view.span)
}
