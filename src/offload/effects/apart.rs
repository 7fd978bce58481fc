//! Loops whose ranges are disjoint in different iterations of a parallel loop: blocks, and what an array of offsets
//! says.

use super::super::affine::{Form, Symbol};
use super::super::bounds::Apart;
use super::Walker;
use super::access::unconverted;
use crate::base::Name;
use crate::tir::{Expr, ExprKind, MinMax};

/// Whether an assigned variable is looked through when it bounds a loop.
pub fn is_followed(value: &Expr) -> bool {
    matches!(
        unconverted(value).kind,
        ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::MinMax(..)
    )
}

impl Walker<'_> {
    /// Why ranges are disjoint in the iterations of a parallel loop around it.
    pub(super) fn apart(&mut self, start: &Expr, stop: &Expr) -> Option<Apart> {
        let parallel: Vec<u32> =
            self.position.around.iter().copied().filter(|&id| self.found.loops.is_parallel(id)).collect();
        if parallel.is_empty() {
            return None;
        }
        let (start, stop) = (self.looked_through(start), self.looked_through(stop));
        self.offsets(&start, &stop, &parallel).or_else(|| self.blocks(&start, &stop, &parallel))
    }

    /// What a variable was given, if it is followed.
    fn looked_through(&self, expr: &Expr) -> Expr {
        let expr = unconverted(expr);
        let copied = expr.as_local().and_then(|id| self.frame.copies.get(&id));
        unconverted(copied.unwrap_or(expr)).clone()
    }

    fn offsets(&mut self, start: &Expr, stop: &Expr, parallel: &[u32]) -> Option<Apart> {
        let (from, to) = (self.item(start)?, self.item(stop)?);
        if from.0 != to.0 {
            return None;
        }
        let step = to.1.subtract(&from.1)?;
        let leads = |&id: &u32| {
            let (factor, rest) = from.1.split(Symbol::Loop(id))?;
            let is_next = factor.multiply(self.found.loops.stride(id)?)? == step && step != Form::default();
            (is_next && is_outside(&rest, id)).then_some(id)
        };
        let parallel = parallel.iter().find_map(leads)?;
        Some(Apart::Offsets { parallel, array: from.0 })
    }

    /// The array from which a number is read, and its position there.
    fn item(&mut self, expr: &Expr) -> Option<(Name, Form)> {
        let (array, index) = match &expr.kind {
            ExprKind::Element { view, indices } => match indices.as_slice() {
                [index] => (&**view, index),
                _ => return None,
            },
            ExprKind::Index { base, index } => (&**base, &**index),
            _ => return None,
        };
        let form = self.value(index)?.form;
        Some((self.local(array.as_local()?).name.clone(), form))
    }

    fn blocks(&mut self, start: &Expr, stop: &Expr, parallel: &[u32]) -> Option<Apart> {
        let from = self.value(start)?.form;
        let ends = match &stop.kind {
            ExprKind::MinMax(MinMax::Min, left, right) => vec![self.value(left), self.value(right)],
            _ => vec![self.value(stop)],
        };
        let lengths: Vec<Form> =
            ends.into_iter().flatten().filter_map(|end| end.form.subtract(&from)).collect();
        let is_apart = |&&id: &&u32| {
            let Some((factor, rest)) = from.split(Symbol::Loop(id)) else { return false };
            let pitch = self.found.loops.stride(id).and_then(|stride| factor.multiply(stride));
            let Some(pitch) = pitch.filter(|pitch| *pitch != Form::default()) else { return false };
            let fits = |length: &Form| match (pitch.as_constant(), length.as_constant()) {
                (Some(pitch), Some(length)) => length <= pitch.abs(),
                _ => *length == pitch || Some(length) == pitch.scale(-1).as_ref(),
            };
            is_outside(&rest, id) && lengths.iter().any(fits)
        };
        parallel.iter().find(is_apart).map(|&parallel| Apart::Blocks { parallel })
    }
}

/// Whether a form is the same for everything that runs inside one iteration of the loops around a loop.
fn is_outside(form: &Form, id: u32) -> bool {
    form.loops().into_iter().all(|other| other < id)
}
