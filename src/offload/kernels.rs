//! The kernels of a region: which loops run as one, and how many are spread together.

use super::plan::{KernelShape, Work};
use super::report;
use crate::diag::Diagnostics;
use crate::pass::LocalSet;
use crate::tir::{Expr, Prange, Region, Step, StmtKind, walk};

/// The shapes of the region's kernels, in their order.
pub fn kernels(region: &Region, diagnostics: &mut Diagnostics) -> Vec<KernelShape> {
    let mut shapes = Vec::new();
    for stmt in walk::kernels(&region.body) {
        let StmtKind::Prange(prange) = &stmt.kind else {
            shapes.push(KernelShape { span: stmt.span, work: Work::Serial });
            continue;
        };
        let possible = depth(prange);
        let asked = prange.clauses.collapse.or(region.clauses.collapse);
        if let Some(asked) = asked
            && asked > possible
        {
            diagnostics.push(report::cannot_collapse(asked, possible, prange.span));
        }
        let collapse = asked.map_or(possible, |asked| asked.clamp(1, possible));
        shapes.push(KernelShape { span: prange.span, work: Work::Loops { collapse } });
    }
    shapes
}

/// How many directly nested loops there are whose bounds are the same in every round.
fn depth(outer: &Prange) -> u32 {
    let mut depth = 1;
    let mut varying = LocalSet::default();
    let mut prange = outer;
    loop {
        varying.insert(prange.counter);
        varying.extend(prange.privates.iter().copied());
        varying.extend(prange.reductions.iter().map(|reduction| reduction.local));
        let [only] = prange.body.as_slice() else { return depth };
        let StmtKind::Prange(inner) = &only.kind else { return depth };
        let step = match &inner.step {
            Step::Constant(_) => None,
            Step::Dynamic(step) => Some(step),
        };
        let bounds = [Some(&inner.start), Some(&inner.stop), step];
        if !bounds.into_iter().flatten().all(|bound| is_fixed(bound, &varying)) {
            return depth;
        }
        depth += 1;
        prange = inner;
    }
}

/// Whether a bound says the same in every round: no variable of the loops, nothing from memory.
fn is_fixed(bound: &Expr, varying: &LocalSet) -> bool {
    use crate::tir::ExprKind::*;
    let mut fixed = true;
    walk::expression(bound, &mut |expr| {
        fixed &= match &expr.kind {
            Local(id) => !varying.contains(*id),
            Element { .. } | Index { .. } | Deref(_) | Call(..) | AddressOf(_) | ThreadId => false,
            _ => true,
        };
    });
    fixed
}
