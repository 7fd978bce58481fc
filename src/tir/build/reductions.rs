//! Which locals of a parallel loop are reductions, and with which operator.

use std::collections::{HashMap, HashSet};

use super::function::FunctionBuilder;
use super::source::Source;
use super::{facts, report};
use crate::base::{Statement, StmtId};
use crate::hir::{
    self, Binding, Body, Comparison, ExprId, ExprKind as H, Operator, StmtKind as S, Subscript,
};
use crate::source::Span;
use crate::tir::{BinaryOp, Chained, CompareOp, LocalId, MinMax, Reduction, ReductionOp};
use crate::ty::{FloatKind, Ty};

/// A reduction whose loop is being built.
#[derive(Clone, Copy)]
pub struct Open {
    pub local: LocalId,
    /// The first operator.
    pub span: Span,
    /// Each iteration sets it before it reads it, so its value is known within an iteration. Cython lets statements
    /// with an in-place operator read it.
    pub each_iteration: bool,
    /// Iterations go on from what others have left.
    pub goes_on: bool,
}

impl FunctionBuilder<'_, '_> {
    /// In-place operators on locals anywhere in the loop, and `s = min(s, x)` and the like if the loop gives `s` no
    /// value in another way. A variable that is given another value after its last operator is not a reduction, as in
    /// Cython: each iteration has its own.
    pub fn reductions_of(&mut self, counter: LocalId, body: &hir::Block) -> Vec<Reduction> {
        let source = self.source.function;
        let set_anew = self.source.set_anew(body);
        let mut found: Vec<(hir::LocalId, Option<ReductionOp>, &'static str, Span)> = Vec::new();
        hir::walk::statements(body, &mut |stmt| {
            if let S::AugAssign { target, operator, .. } = &stmt.kind
                && let H::Name(Binding::Local(id)) = source.body.exprs[*target].kind
            {
                found.push((id, reduction_op(*operator), operator.symbol(), stmt.span));
            }
            if let Some((id, which)) =
                min_max_of(&source.body, stmt).filter(|(id, _)| !set_anew.contains_key(id))
            {
                let name = if which == MinMax::Min { "min" } else { "max" };
                found.push((id, Some(ReductionOp::MinMax(which)), name, stmt.span));
            }
        });
        let mut last: HashMap<hir::LocalId, u32> = HashMap::new();
        for (id, .., span) in &found {
            let start = last.entry(*id).or_insert(span.start);
            *start = span.start.max(*start);
        }
        found.retain(|(id, ..)| set_anew.get(id).is_none_or(|at| at.start <= last[id]));
        let mut reductions: Vec<(Reduction, &'static str)> = Vec::new();
        for (id, op, symbol, span) in found {
            let local = id;
            // That the loop's variable is assigned is reported as such.
            if local == counter {
                continue;
            }
            let ty = self.code.locals[local].ty.clone();
            let Some(op) = op.filter(|_| ty.is_numeric()) else {
                // In a region an object is an error by itself.
                if !(ty.is_error() || self.around.in_region && ty.is_object()) {
                    self.report(report::not_a_reduction(symbol, span));
                }
                continue;
            };
            if ty == Ty::BOOL && !is_of_bool(op) {
                self.report(report::no_reduction_of_bool(symbol, span));
                continue;
            }
            match reductions.iter().find(|(known, _)| known.local == local) {
                None => {
                    let is_rounded = match (&ty, op) {
                        (Ty::Float(kind), ReductionOp::Add | ReductionOp::Multiply) => {
                            *kind != FloatKind::LongDouble
                        }
                        (Ty::Complex(_), ReductionOp::Add) => true,
                        _ => false,
                    };
                    let any_order = is_rounded && !self.directives.ordered_sums;
                    reductions.push((Reduction { local, op, any_order, span }, symbol));
                }
                Some((known, other)) if known.op != op => {
                    let name = self.code.locals[local].name.clone();
                    let (other, earlier) = (*other, known.span);
                    self.report(report::mixed_reduction(&name, symbol, other, span, earlier));
                }
                Some(_) => {}
            }
        }
        reductions.into_iter().map(|(reduction, _)| reduction).collect()
    }

    /// Opens a loop's reductions, and leaves out those that are not: other values are computed from them in the
    /// iterations, each of which sets them afresh.
    pub fn open_reductions(&mut self, body: &hir::Block, reductions: &mut Vec<Reduction>) {
        let source = self.source.function;
        let mut read_in_place = HashSet::new();
        hir::walk::statements(body, &mut |stmt| {
            if let S::AugAssign { target, value, .. } = &stmt.kind {
                let own = match source.body.exprs[*target].kind {
                    H::Name(Binding::Local(id)) => Some(id),
                    _ => None,
                };
                for id in [*target, *value] {
                    facts::mentions(&source.body, id, &mut |local| {
                        if Some(local) != own {
                            read_in_place.insert(local);
                        }
                    });
                }
            }
        });
        let each_iteration: HashSet<LocalId> =
            read_in_place.into_iter().filter(|&id| !facts::reads_before(&source.body, body, id)).collect();
        self.around.reductions.extend(reductions.iter().map(|reduction| Open {
            local: reduction.local,
            span: reduction.span,
            each_iteration: each_iteration.contains(&reduction.local),
            goes_on: facts::reads_before(&source.body, body, reduction.local),
        }));
        reductions.retain(|reduction| !each_iteration.contains(&reduction.local));
    }

    /// A statement with a reduction's operator may read the local, in all the loops around it. Until
    /// [`Self::close_reduction`], which takes what this returns.
    pub fn open_reduction(&mut self, stmt: &hir::Stmt) -> Option<Vec<Open>> {
        if self.around.reductions.is_empty() {
            return None;
        }
        let (id, _) = min_max_of(&self.source.function.body, stmt)?;
        let local = id;
        let all = self.around.reductions.clone();
        self.around.reductions.retain(|known| known.local != local);
        Some(all)
    }

    pub fn close_reduction(&mut self, opened: Option<Vec<Open>>) {
        if let Some(all) = opened {
            self.around.reductions = all;
        }
    }
}

impl<'m> Source<'m> {
    /// The locals that a loop gives values other than their own with the minimum or maximum of something, and does so
    /// last: each iteration has its own.
    fn set_anew(&self, body: &hir::Block) -> HashMap<hir::LocalId, Span> {
        let source = &self.function.body;
        let mut found = HashMap::new();
        // The assignment inside `if x < s: s = x` comes after the `if`.
        let mut inside: HashSet<StmtId> = HashSet::new();
        hir::walk::statements(body, &mut |stmt| {
            if min_max_of(source, stmt).is_some() {
                inside.extend(hir::walk::blocks(stmt).into_iter().flatten().map(Statement::id));
            } else if !inside.contains(&stmt.id()) {
                let assigned = facts::assigned(source, self.types, stmt).into_iter();
                found.extend(
                    assigned.filter(|_| !matches!(stmt.kind, S::AugAssign { .. })).map(|id| (id, stmt.span)),
                );
            }
        });
        found
    }

    /// Variables that `if x < s: s = x` and the like would reduce, if it were not for an `elif` after it: when one of
    /// them has been assigned, the next is not compared.
    pub fn chained_in(&self, body: &hir::Block) -> Vec<Chained> {
        let source = &self.function.body;
        let mut found: Vec<Chained> = Vec::new();
        hir::walk::statements(body, &mut |stmt| {
            let Some(Chain { kept, elifs }) = Chain::at(source, stmt) else { return };
            let is_elsewhere =
                |id| mentions_in(source, body, id) != mentions_in(source, std::slice::from_ref(stmt), id);
            if elifs.is_empty() || kept.iter().any(|(id, _)| is_elsewhere(*id)) {
                return;
            }
            for (id, which) in &kept {
                let is_new = |local| found.iter().all(|known| known.local != local);
                let local = Some(*id).filter(|&local| is_new(local));
                let chained = local.map(|local| Chained { local, which: *which, elifs: elifs.clone() });
                found.extend(chained);
            }
        });
        found
    }
}

/// `s = min(s, x)` or `s = min(x, s)`; `if x < s: s = x` or `if s > x: s = x`; and the same for the maximum.
fn min_max_of(body: &Body, stmt: &hir::Stmt) -> Option<(hir::LocalId, MinMax)> {
    match &stmt.kind {
        S::Assign { targets, value } => called(body, targets, *value),
        S::If { condition, then, otherwise } if otherwise.is_empty() => compared(body, *condition, then),
        _ => None,
    }
}

/// `if x < s: s = x`, `elif x > t: t = x` and so on.
struct Chain {
    /// Each one once.
    kept: Vec<(hir::LocalId, MinMax)>,
    elifs: Vec<Span>,
}

impl Chain {
    fn at(body: &Body, stmt: &hir::Stmt) -> Option<Chain> {
        let mut chain = Chain { kept: Vec::new(), elifs: Vec::new() };
        let mut next = stmt;
        loop {
            let S::If { condition, then, otherwise } = &next.kind else { return None };
            let (id, which) = compared(body, *condition, then)?;
            if chain.kept.iter().any(|(known, _)| *known == id) {
                return None;
            }
            chain.kept.push((id, which));
            match otherwise.as_slice() {
                [] => break,
                [only] => next = only,
                _ => return None,
            }
            chain.elifs.push(next.span);
        }
        // Each one is named in its comparison and where it is assigned.
        let is_alone =
            |(id, _): &(hir::LocalId, MinMax)| mentions_in(body, std::slice::from_ref(stmt), *id) == 2;
        chain.kept.iter().all(is_alone).then_some(chain)
    }
}

/// How often a block names a local.
fn mentions_in(body: &Body, block: &[hir::Stmt], id: hir::LocalId) -> usize {
    let mut count = 0;
    hir::walk::statements(block, &mut |stmt| {
        for expr in hir::walk::expressions(&stmt.kind) {
            facts::mentions(body, expr, &mut |local| count += usize::from(local == id));
        }
    });
    count
}

fn called(body: &Body, targets: &[ExprId], value: ExprId) -> Option<(hir::LocalId, MinMax)> {
    let [target] = targets else { return None };
    let H::Name(Binding::Local(id)) = body.exprs[*target].kind else { return None };
    let H::Call { callee, arguments, keywords } = &body.exprs[value].kind else { return None };
    let H::Name(Binding::Builtin(name)) = &body.exprs[*callee].kind else { return None };
    let which = match name.as_str() {
        "min" => MinMax::Min,
        "max" => MinMax::Max,
        _ => return None,
    };
    let names = |argument: &ExprId| body.exprs[*argument].kind.is_local(id);
    let [first, second] = arguments.as_slice() else { return None };
    (keywords.is_empty() && names(first) != names(second)).then_some((id, which))
}

fn compared(body: &Body, condition: ExprId, then: &hir::Block) -> Option<(hir::LocalId, MinMax)> {
    let [hir::Stmt { kind: S::Assign { targets, value }, .. }] = then.as_slice() else { return None };
    let [target] = targets.as_slice() else { return None };
    let H::Name(Binding::Local(id)) = body.exprs[*target].kind else { return None };
    let H::Compare { first, rest } = &body.exprs[condition].kind else { return None };
    let [(Comparison::Ordering(op), second)] = rest.as_slice() else { return None };
    let kept = |operand: &ExprId| body.exprs[*operand].kind.is_local(id);
    let is_less = matches!(op, CompareOp::Less | CompareOp::LessEqual);
    let is_greater = matches!(op, CompareOp::Greater | CompareOp::GreaterEqual);
    if !(is_less || is_greater) || kept(first) == kept(second) {
        return None;
    }
    let (other, is_lowered) = if kept(second) { (*first, is_less) } else { (*second, is_greater) };
    let mut mentions_kept = false;
    facts::mentions(body, *value, &mut |local| mentions_kept |= local == id);
    let which = if is_lowered { MinMax::Min } else { MinMax::Max };
    (same(body, other, *value) && !mentions_kept).then_some((id, which))
}

/// Whether two expressions are written in the same way.
fn same(body: &Body, left: ExprId, right: ExprId) -> bool {
    let plain = |indices: &[Subscript]| indices.iter().all(|index| matches!(index, Subscript::Index(_)));
    let alike = match (&body.exprs[left].kind, &body.exprs[right].kind) {
        (H::Name(left), H::Name(right)) => left == right,
        (H::Int { digits, suffix }, H::Int { digits: others, suffix: other }) => {
            digits == others && suffix == other
        }
        (H::Float(left), H::Float(right)) => left == right,
        (H::Unary(left, _), H::Unary(right, _)) => left == right,
        (H::Binary(left, ..), H::Binary(right, ..)) => left == right,
        (H::Attribute { name: left, .. }, H::Attribute { name: right, .. }) => left == right,
        (H::Call { keywords: left, .. }, H::Call { keywords: right, .. }) => {
            left.is_empty() && right.is_empty()
        }
        (H::Subscript { indices: left, .. }, H::Subscript { indices: right, .. }) => {
            plain(left) && plain(right)
        }
        _ => false,
    };
    let (left, right) = (hir::walk::children(body, left), hir::walk::children(body, right));
    alike
        && left.len() == right.len()
        && left.into_iter().zip(right).all(|(left, right)| same(body, left, right))
}

/// Whether the parts of a reduction of C's `bool` are combined as its values are; a byte that is not 0 or 1 would come of
/// others.
fn is_of_bool(op: ReductionOp) -> bool {
    matches!(op, ReductionOp::BitOr | ReductionOp::BitAnd | ReductionOp::MinMax(_))
}

fn reduction_op(operator: Operator) -> Option<ReductionOp> {
    let op = match operator {
        Operator::Add => BinaryOp::Add,
        Operator::Subtract => BinaryOp::Subtract,
        Operator::Multiply => BinaryOp::Multiply,
        Operator::BitAnd => BinaryOp::BitAnd,
        Operator::BitOr => BinaryOp::BitOr,
        Operator::BitXor => BinaryOp::BitXor,
        _ => return None,
    };
    ReductionOp::from_binary(op)
}

impl hir::ExprKind {
    fn is_local(&self, id: hir::LocalId) -> bool {
        matches!(self, H::Name(Binding::Local(local)) if *local == id)
    }
}
