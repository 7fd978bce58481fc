//! The version of a loop that is tried first: what it consists of, and under which conditions.

use std::collections::HashMap;

use super::plain::{is_loaded, is_plain};
use super::{Deferring, exposed, temporary};
use crate::base::Name;
use crate::offload::checks::entry::Reach;
use crate::offload::checks::{edit, guarded};
use crate::pass::LocalSet;
use crate::tir::{
    Block, Check, CheckKind, CompareOp, Expr, ExprKind, For, INDEX, LocalId, LocalRole, OUTSIDE, Step, Stmt,
    StmtKind, UnaryOp, guard_of, same_expr, walk,
};
use crate::ty::Ty;

/// More statements than this are not written twice.
const MOST: usize = 80;

/// A loop's body without exits.
pub struct Tried {
    pub body: Block,
    /// The local that says whether an index was outside.
    pub outside: LocalId,
    /// The loop is not tried if one of these holds.
    pub conditions: Vec<Expr>,
}

impl Tried {
    /// `None` if the loop cannot be tried, or has no index for which that is worth it.
    pub fn of(looped: &For, deferring: &mut Deferring<'_>) -> Option<Tried> {
        let body = &looped.body;
        let mut changed = LocalSet::assigned_in(body);
        let is_number =
            |id: LocalId| deferring.locals[id].ty.is_numeric() && !deferring.addressed.contains(id);
        if !looped.otherwise.is_empty() || !is_candidate(body) || !changed.iter().all(is_number) {
            return None;
        }
        changed.extend(std::iter::once(looped.counter).chain(looped.target));
        let mut bounds = vec![&looped.start, &looped.stop];
        bounds.extend(match &looped.step {
            Step::Constant(_) => None,
            Step::Dynamic(step) => Some(step),
        });
        let outside = temporary(Name::new(OUTSIDE), Ty::Bint, looped.start.span, &mut deferring.locals);
        let reach = Reach::of(looped, &deferring.locals, &deferring.addressed);
        let mut trying = Trying {
            loaded: loaded_in(body),
            changed,
            reach,
            outside,
            noted: HashMap::new(),
            replaced: LocalSet::default(),
            renamed: Vec::new(),
            conditions: Vec::new(),
            deferring,
        };
        if !bounds.into_iter().all(|bound| trying.is_steady(bound)) {
            return None;
        }
        let mut body = trying.block(body)?;
        if trying.noted.is_empty() || !trying.is_sound(&body) {
            return None;
        }
        if let Some(reach) = &trying.reach {
            let conditions = reach.conditions(looped);
            conditions.into_iter().for_each(|condition| trying.need(condition));
        }
        let conditions = trying.conditions;
        edit::forward(&mut body, &deferring.locals);
        own_indices(&mut body, deferring);
        Some(Tried { body, outside, conditions })
    }
}

/// Whether a loop's body has an index to check, and only statements that can be tried.
fn is_candidate(body: &Block) -> bool {
    let mut count = 0;
    let mut has_checks = false;
    let mut is_plain = true;
    walk::statements(body, &mut |stmt| {
        count += 1;
        match &stmt.kind {
            StmtKind::Check(_) => has_checks = true,
            StmtKind::Assign { place, .. } => is_plain &= place.as_local().is_some(),
            StmtKind::If { .. } | StmtKind::Continue => {}
            _ => is_plain = false,
        }
    });
    has_checks && is_plain && count <= MOST
}

/// The locals whose values depend on what the loop loads, or are only given where that says so.
fn loaded_in(body: &Block) -> LocalSet {
    fn spread(block: &Block, under: bool, loaded: &mut LocalSet) {
        for stmt in block {
            let under = under || walk::expressions(stmt).into_iter().any(|expr| is_loaded(expr, loaded));
            if under {
                loaded.extend(walk::assigned(stmt));
            }
            walk::blocks(stmt).into_iter().for_each(|inner| spread(inner, under, loaded));
        }
    }
    let mut loaded = LocalSet::default();
    let leaves = walk::any(body, |stmt| matches!(stmt.kind, StmtKind::Continue));
    loop {
        let before = loaded.clone();
        spread(body, leaves, &mut loaded);
        if loaded.iter().eq(before.iter()) {
            return loaded;
        }
    }
}

/// An index of an axis that another local stands for, once it has been checked.
struct Renamed {
    view: LocalId,
    axis: usize,
    index: LocalId,
    checked: LocalId,
}

struct Trying<'t, 'm> {
    /// Locals that the loop gives values.
    changed: LocalSet,
    /// Those of them that depend on what it loads.
    loaded: LocalSet,
    reach: Option<Reach>,
    outside: LocalId,
    /// The indices that are inside, with the view and the axis.
    noted: HashMap<LocalId, (LocalId, usize)>,
    /// Those in whose places they are.
    replaced: LocalSet,
    renamed: Vec<Renamed>,
    conditions: Vec<Expr>,
    deferring: &'t mut Deferring<'m>,
}

impl Trying<'_, '_> {
    /// The statements without exits.
    fn block(&mut self, block: &Block) -> Option<Block> {
        let known = self.renamed.len();
        let mut tried = Block::new();
        for stmt in block {
            let earlier = self.renamed.len();
            self.stmt(stmt, &mut tried)?;
            let assigned = walk::assigned(stmt);
            if self.renamed[..earlier].iter().any(|renamed| assigned.contains(&renamed.index)) {
                return None;
            }
        }
        self.renamed.truncate(known);
        Some(tried)
    }

    fn stmt(&mut self, stmt: &Stmt, tried: &mut Block) -> Option<()> {
        let kind = match &stmt.kind {
            StmtKind::If { .. } if guard_of(stmt, &self.deferring.locals).is_some() => {
                return self.guard(stmt);
            }
            StmtKind::Check(check) => return self.check(check, stmt, tried),
            StmtKind::Assign { place, value } => {
                StmtKind::Assign { place: place.clone(), value: self.expr(value)? }
            }
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.expr(condition)?,
                then: self.block(then)?,
                otherwise: self.block(otherwise)?,
            },
            StmtKind::Continue => StmtKind::Continue,
            _ => return None,
        };
        tried.push(Stmt::new(kind, stmt.span));
        Some(())
    }

    /// `if not inside:` with checks.
    fn guard(&mut self, stmt: &Stmt) -> Option<()> {
        let StmtKind::If { condition, then, otherwise } = &stmt.kind else { return None };
        let is_check =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Check(Check { kind: CheckKind::Index { .. } }));
        if !self.is_steady(condition) || !otherwise.is_empty() || !then.iter().all(is_check) {
            return None;
        }
        self.prevents(condition.clone());
        Some(())
    }

    fn check(&mut self, check: &Check, stmt: &Stmt, tried: &mut Block) -> Option<()> {
        let CheckKind::Index {
            into,
            index,
            extent,
            axis,
            wraparound,
            boundscheck: true,
            variable: _,
            is_slice: false,
        } = &check.kind
        else {
            return None;
        };
        let ExprKind::Extent { view, .. } = &extent.kind else { return None };
        let view = view.as_local()?;
        if self.reach.as_ref().is_some_and(|reach| reach.has(index, extent)) {
            tried.extend(into.map(|into| guarded::named(into, index.clone(), &self.deferring.locals)));
            return Some(());
        }
        if self.is_steady(index) {
            self.need_inside(index, extent);
            tried.extend(into.map(|into| guarded::named(into, index.clone(), &self.deferring.locals)));
            return Some(());
        }
        // What follows from a check of another index is not known here, but only indices that are loaded are noted.
        if !is_loaded(index, &self.loaded) || !self.deferring.whole.contains(&(view, *axis)) {
            return None;
        }
        let index = self.expr(index)?;
        let own = into.or(index.without_conversions().as_local())?;
        let is_narrow = matches!(&index.without_conversions().ty, Ty::Int(kind) if kind.bits() <= 32);
        let ty = if is_narrow { Ty::INT } else { Ty::SSIZE };
        let checked = temporary(Name::new(INDEX), ty, stmt.span, &mut self.deferring.locals);
        self.renamed.push(Renamed { view, axis: *axis, index: own, checked });
        self.noted.insert(checked, (view, *axis));
        self.replaced.extend(*into);
        self.need_elements(extent, is_narrow);
        let (wraparound, outside) = (*wraparound, self.outside);
        let kind = CheckKind::Noted {
            into: checked,
            index,
            extent: extent.clone(),
            axis: *axis,
            wraparound,
            outside,
        };
        tried.push(Stmt::new(StmtKind::Check(Check { kind }), stmt.span));
        Some(())
    }

    /// An axis has an element whose index takes the place of others, and an `int` has all of its indices if `is_narrow`.
    fn need_elements(&mut self, extent: &Expr, is_narrow: bool) {
        let mut need = |op, limit: i128| {
            let limit = Box::new(Expr::int(limit, Ty::SSIZE, extent.span));
            let kind = ExprKind::Compare(op, Box::new(extent.clone()), limit);
            self.need(Expr::new(kind, Ty::Bint, extent.span));
        };
        need(CompareOp::Greater, 0);
        if is_narrow {
            need(CompareOp::LessEqual, i128::from(i32::MAX));
        }
    }

    /// An expression with the indices that have been checked.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        let mut own = expr.clone();
        self.renamed.iter().for_each(|renamed| rename(&mut own, renamed));
        is_plain(&own, self.deferring.externs).then_some(own)
    }

    /// Adds a condition without which the loop is not tried.
    fn need(&mut self, condition: Expr) {
        self.prevents(negated(condition));
    }

    fn prevents(&mut self, condition: Expr) {
        if !self.conditions.iter().any(|known| same_expr(known, &condition)) {
            self.conditions.push(condition);
        }
    }

    /// An index that is the same in all iterations.
    fn need_inside(&mut self, index: &Expr, extent: &Expr) {
        let span = index.span;
        let index = match index.ty == Ty::SSIZE {
            true => index.clone(),
            false => Expr::new(ExprKind::Convert(Box::new(index.clone())), Ty::SSIZE, span),
        };
        let zero = Box::new(Expr::int(0, Ty::SSIZE, span));
        let is_low = ExprKind::Compare(CompareOp::Less, Box::new(index.clone()), zero);
        let is_high = ExprKind::Compare(CompareOp::GreaterEqual, Box::new(index), Box::new(extent.clone()));
        self.prevents(Expr::new(is_low, Ty::Bint, span));
        self.prevents(Expr::new(is_high, Ty::Bint, span));
    }

    /// Whether an expression is the same before the loop and in it.
    fn is_steady(&self, expr: &Expr) -> bool {
        use ExprKind::*;
        let steady = match &expr.kind {
            Local(id) => !self.changed.contains(*id) && !self.deferring.addressed.contains(*id),
            Extent { view, .. } => view.as_local().is_some(),
            Int(_) | Unary(..) | Binary(..) | Convert(_) | MinMax(..) => {
                is_plain(expr, self.deferring.externs)
            }
            _ => false,
        };
        steady && expr.children().into_iter().all(|child| self.is_steady(child))
    }

    /// Whether each element that is tried exists.
    fn is_sound(&self, body: &Block) -> bool {
        let is_inside = |view: LocalId, axis: usize, index: &Expr| match index.as_local() {
            Some(local) if self.noted.contains_key(&local) => self.noted[&local] == (view, axis),
            _ => !is_loaded(index, &self.loaded),
        };
        let mut sound = true;
        walk::all_expressions(body, &mut |expr| {
            if let ExprKind::Element { view, indices } = &expr.kind {
                let view = view.as_local();
                sound &= view.is_some_and(|view| {
                    indices.iter().enumerate().all(|(axis, index)| is_inside(view, axis, index))
                });
            }
            sound &= !expr.as_local().is_some_and(|local| self.replaced.contains(local));
        });
        // No other statement gives them a value, and they have one where they are used.
        let read_first = exposed(body);
        walk::statements(body, &mut |stmt| {
            let is_noted = |id: &LocalId| self.noted.contains_key(id);
            sound &= matches!(stmt.kind, StmtKind::Check(_)) || !walk::assigned(stmt).iter().any(is_noted);
        });
        sound && !self.noted.keys().any(|id| read_first.contains(*id))
    }
}

fn rename(expr: &mut Expr, renamed: &Renamed) {
    if let ExprKind::Element { view, indices } = &mut expr.kind
        && view.as_local() == Some(renamed.view)
        && let Some(index) = indices.get_mut(renamed.axis)
        && index.without_conversions().as_local() == Some(renamed.index)
    {
        *index = Expr::local(renamed.checked, Ty::SSIZE, index.span);
    }
    expr.children_mut().into_iter().for_each(|child| rename(child, renamed));
}

/// The opposite of a comparison of integers.
fn negated(condition: Expr) -> Expr {
    let span = condition.span;
    let kind = match condition.kind {
        ExprKind::Compare(op, left, right) => {
            let opposite = match op {
                CompareOp::Equal => CompareOp::NotEqual,
                CompareOp::NotEqual => CompareOp::Equal,
                CompareOp::Less => CompareOp::GreaterEqual,
                CompareOp::LessEqual => CompareOp::Greater,
                CompareOp::Greater => CompareOp::LessEqual,
                CompareOp::GreaterEqual => CompareOp::Less,
            };
            ExprKind::Compare(opposite, left, right)
        }
        kind => ExprKind::Unary(UnaryOp::Not, Box::new(Expr::new(kind, Ty::Bint, span))),
    };
    Expr::new(kind, Ty::Bint, span)
}

/// Gives the tried loop indices of its own: each version declares those that it uses.
fn own_indices(body: &mut Block, deferring: &mut Deferring<'_>) {
    let is_index =
        |id: &LocalId| deferring.locals[*id].role == LocalRole::Temp && deferring.locals[*id].name == INDEX;
    let indices: Vec<LocalId> = LocalSet::assigned_in(body).iter().filter(is_index).collect();
    for old in indices {
        let new = deferring.locals.alloc(deferring.locals[old].clone());
        let local = &deferring.locals[new];
        put(body, old, &Expr::local(new, local.ty.clone(), local.span));
    }
}

fn put(block: &mut Block, old: LocalId, new: &Expr) {
    for stmt in block {
        if let StmtKind::Check(Check { kind: CheckKind::Noted { into, .. } }) = &mut stmt.kind
            && *into == old
            && let Some(local) = new.as_local()
        {
            *into = local;
        }
        walk::expressions_mut(stmt).into_iter().flatten().for_each(|expr| expr.substitute(old, new));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| put(inner, old, new));
    }
}
