//! Innermost loops without checks of indices that are the same in all of their iterations.
//!
//! `for j in range(m): total[j] += table[rows[i], j]`: whether `rows[i]` is inside is found once, before the loop over `j`, together with
//! what [`super::entry`] asks of its bounds. There are two loops then, and of the one without checks compilers make vectors. An
//! index that is loaded is loaded once for that loop, where nothing that it stores can be an index: numbers with a fraction, which C
//! compilers know to lie elsewhere than integers.

use std::collections::HashMap;

use super::entry::Reach;
use super::{edit, guarded};
use crate::base::planted::{self, Fault};
use crate::offload::lanes::temporary;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Check, CheckKind, CompareOp, Expr, ExprKind, For, INDEX, Local, LocalId, LocalRole,
    Locals, Stmt, StmtKind, guard_of, same_expr, walk,
};
use crate::ty::Ty;

/// More statements than this are not written twice.
const MOST: usize = 30;

/// What stands in the place of a loop: a condition, and the loop without checks or as it is. `None` if a check would be left.
pub fn split(
    (looped, reach): (&For, Option<&Reach>),
    locals: &mut Locals<Local>,
    addressed: &LocalSet,
    span: Span,
) -> Option<Block> {
    if !looped.otherwise.is_empty() || !is_innermost(looped) {
        return None;
    }
    let mut changed = LocalSet::assigned_in(&looped.body);
    changed.extend(std::iter::once(looped.counter).chain(looped.target));
    changed.union(addressed);
    let reach = reach.map(|reach| (reach.conditions(looped), reach));
    let (needs, reach) = reach.filter(|(conditions, _)| !conditions.is_empty()).unzip();
    let known = HashMap::new();
    let stores_numbers = planted::has(Fault::LanesLoadOnce) || !may_store_integers(&looped.body);
    let (needs, loads) = (needs.unwrap_or_default(), Vec::new());
    let mut search = Search { locals, changed, reach, stores_numbers, known, loads, needs };
    let mut body = search.block(&looped.body)?;
    let Search { loads, needs, .. } = search;
    edit::forward(&mut body, locals);
    let (inside, found) = guarded::condition(Expr::all(needs)?, locals);
    let version = |body: Block| {
        let looped = For { body, ..looped.clone() };
        vec![Stmt::new(StmtKind::For(Box::new(looped)), span)]
    };
    let kind =
        StmtKind::If { condition: inside, then: version(body), otherwise: version(looped.body.clone()) };
    let loads = loads.into_iter().map(|load| load.into_stmt(locals));
    Some(loads.chain([found, Stmt::new(kind, span)]).collect())
}

/// Whether a loop has checks and none inside, and little beside arithmetic.
fn is_innermost(looped: &For) -> bool {
    let (mut count, mut is_plain, mut has_checks) = (0, true, false);
    walk::statements(&looped.body, &mut |stmt| {
        count += 1;
        has_checks |= matches!(stmt.kind, StmtKind::Check(_));
        is_plain &= matches!(
            stmt.kind,
            StmtKind::Check(_)
                | StmtKind::Assign { .. }
                | StmtKind::If { .. }
                | StmtKind::Break
                | StmtKind::Continue
        );
    });
    has_checks && is_plain && count <= MOST
}

/// Whether a block may change what an index is loaded from.
fn may_store_integers(block: &Block) -> bool {
    let mut may = false;
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            may |= place.as_local().is_none() && !matches!(place.ty, Ty::Float(_) | Ty::Complex(_));
        }
    });
    walk::all_expressions(block, &mut |expr| may |= matches!(expr.kind, ExprKind::Call(..)));
    may
}

/// An index that is loaded before the loop, where it may be.
struct Load {
    /// The element, of which indices are the same as before the loop.
    element: Expr,
    /// Whether there is such an element.
    is_there: Expr,
    /// -1 if that is not so.
    local: LocalId,
}

impl Load {
    fn into_stmt(self, locals: &Locals<Local>) -> Stmt {
        let span = self.element.span;
        let ty = locals[self.local].ty.clone();
        let element = converted(self.element, &ty);
        let nowhere = Expr::int(-1, ty.clone(), span);
        let select = ExprKind::Select(Box::new(self.is_there), Box::new(element), Box::new(nowhere));
        let value = Expr::new(select, ty.clone(), span);
        Stmt::new(StmtKind::Assign { place: Expr::local(self.local, ty, span), value }, span)
    }
}

struct Search<'s> {
    locals: &'s mut Locals<Local>,
    /// What the loop gives values, or others may.
    changed: LocalSet,
    reach: Option<&'s Reach>,
    /// What the loop stores to memory are numbers with a fraction.
    stores_numbers: bool,
    /// What names of indices stand for.
    known: HashMap<LocalId, Expr>,
    loads: Vec<Load>,
    /// What must hold before the loop.
    needs: Vec<Expr>,
}

impl Search<'_> {
    /// The statements without checks.
    fn block(&mut self, block: &Block) -> Option<Block> {
        let mut left = Block::new();
        for stmt in block {
            self.stmt(stmt, &mut left)?;
        }
        Some(left)
    }

    fn stmt(&mut self, stmt: &Stmt, left: &mut Block) -> Option<()> {
        match &stmt.kind {
            StmtKind::Check(check) => self.check(check, left)?,
            StmtKind::If { then, .. } if let Some(guard) = guard_of(stmt, self.locals) => {
                if self.changed.contains(guard) {
                    return None;
                }
                self.need(Expr::local(guard, Ty::Bint, stmt.span));
                // What they name has been named before the condition.
                let is_check = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Check(_));
                then.iter().all(is_check).then_some(())?;
            }
            StmtKind::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                let kind = StmtKind::If { condition: condition.clone(), then, otherwise };
                left.push(Stmt::new(kind, stmt.span));
            }
            StmtKind::Assign { place, value } => {
                if let Some(name) = place.as_local().filter(|id| is_index(*id, self.locals))
                    && let Some(value) = self.steady(value)
                {
                    self.name(name, value.clone())?;
                    left.push(guarded::named(name, value, self.locals));
                } else {
                    left.push(stmt.clone());
                }
            }
            _ => left.push(stmt.clone()),
        }
        Some(())
    }

    fn check(&mut self, check: &Check, left: &mut Block) -> Option<()> {
        let CheckKind::Index { into, index, extent, boundscheck: true, is_slice: false, .. } = &check.kind
        else {
            return None;
        };
        if self.reach.is_some_and(|reach| reach.has(index, extent)) {
            left.extend(into.map(|into| guarded::named(into, index.clone(), self.locals)));
            return Some(());
        }
        let index = self.steady(index)?;
        let extent = self.steady(extent)?;
        self.need_inside(&index, &extent)?;
        if let Some(into) = *into {
            self.name(into, index.clone())?;
            left.push(guarded::named(into, index, self.locals));
        }
        Some(())
    }

    /// A name gets a value, the only one.
    fn name(&mut self, name: LocalId, value: Expr) -> Option<()> {
        let known = self.known.entry(name).or_insert_with(|| value.clone());
        same_expr(known, &value).then_some(())
    }

    /// An expression as it may be computed before the loop, with the same result; `None` if that cannot be.
    fn steady(&mut self, expr: &Expr) -> Option<Expr> {
        if !expr.ty.is_integral() {
            return None;
        }
        let kind = match &expr.kind {
            ExprKind::Local(id) if let Some(value) = self.known.get(id) => {
                return Some(converted(value.clone(), &expr.ty));
            }
            ExprKind::Local(id) => (!self.changed.contains(*id)).then(|| expr.kind.clone())?,
            ExprKind::Int(_) => expr.kind.clone(),
            ExprKind::Extent { view, .. } => self.is_same_view(view).then(|| expr.kind.clone())?,
            ExprKind::Convert(inner) => ExprKind::Convert(Box::new(self.steady(inner)?)),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply), left, right) => {
                ExprKind::Binary(*op, Box::new(self.steady(left)?), Box::new(self.steady(right)?))
            }
            ExprKind::Element { view, indices } => return self.load(expr, view, indices),
            _ => return None,
        };
        Some(Expr::new(kind, expr.ty.clone(), expr.span))
    }

    fn is_same_view(&self, view: &Expr) -> bool {
        view.as_local().is_some_and(|view| !self.changed.contains(view))
    }

    /// An index that is in memory.
    fn load(&mut self, expr: &Expr, view: &Expr, indices: &[Expr]) -> Option<Expr> {
        // Anything that is stored may be a `char`.
        let is_wide = matches!(&expr.ty, Ty::Int(kind) if kind.bits() > 8);
        if !is_wide || !self.stores_numbers || !self.is_same_view(view) {
            return None;
        }
        let (mut steady, mut conditions) = (Vec::new(), Vec::new());
        for (axis, index) in indices.iter().enumerate() {
            let index = self.steady(index)?;
            let kind = ExprKind::Extent { view: Box::new(view.clone()), axis };
            let extent = Expr::new(kind, Ty::SSIZE, index.span);
            conditions.extend(inside(&index, &extent)?);
            steady.push(index);
        }
        let kind = ExprKind::Element { view: Box::new(view.clone()), indices: steady };
        let element = Expr::new(kind, expr.ty.clone(), expr.span);
        let known = self.loads.iter().find(|load| same_expr(&load.element, &element));
        let local = match known {
            Some(load) => load.local,
            None => {
                let is_signed = matches!(&expr.ty, Ty::Int(kind) if kind.is_signed());
                let ty = if is_signed { expr.ty.clone() } else { Ty::SSIZE };
                let local = temporary(INDEX, ty, expr.span, self.locals);
                let is_there = Expr::all(conditions.clone())?;
                self.loads.push(Load { element, is_there, local });
                local
            }
        };
        // Otherwise it is -1, but what is computed from that may be inside.
        conditions.into_iter().for_each(|condition| self.need(condition));
        let ty = self.locals[local].ty.clone();
        Some(converted(Expr::local(local, ty, expr.span), &expr.ty))
    }

    fn need_inside(&mut self, index: &Expr, extent: &Expr) -> Option<()> {
        inside(index, extent)?.into_iter().for_each(|condition| self.need(condition));
        Some(())
    }

    fn need(&mut self, condition: Expr) {
        if !self.needs.iter().any(|known| same_expr(known, &condition)) {
            self.needs.push(condition);
        }
    }
}

/// That an index does not count from the end and is inside; `None` if it never is.
fn inside(index: &Expr, extent: &Expr) -> Option<Vec<Expr>> {
    let typed = converted(index.clone(), &Ty::SSIZE);
    // C compares a signed number with a constant without a conversion.
    let is_signed = matches!(&index.ty, Ty::Int(kind) if kind.is_signed() && kind.bits() >= 32);
    let least = if is_signed { index.clone() } else { typed.clone() };
    let zero = Expr::int(0, least.ty.clone(), index.span);
    let is_low = match index.as_int() {
        Some(number) if number < 0 => return None,
        Some(_) => None,
        None => Some(Expr::compare(CompareOp::GreaterEqual, least, zero)),
    };
    let is_weak = planted::has(Fault::LanesLookAnywhere);
    let op = if is_weak { CompareOp::LessEqual } else { CompareOp::Less };
    Some(is_low.into_iter().chain([Expr::compare(op, typed, extent.clone())]).collect())
}

fn is_index(local: LocalId, locals: &Locals<Local>) -> bool {
    locals[local].role == LocalRole::Temp && locals[local].name == INDEX
}

fn converted(expr: Expr, ty: &Ty) -> Expr {
    if expr.ty == *ty {
        return expr;
    }
    let span = expr.span;
    Expr::new(ExprKind::Convert(Box::new(expr)), ty.clone(), span)
}
