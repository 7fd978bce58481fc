//! What the iterations of a loop have in common: which values are the same in all of them, which grow by one from each to the
//! next, and of which each has its own.

use std::collections::HashMap;

use super::{Around, is_quiet};
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::tir::{BinaryOp, Expr, ExprKind, For, LocalId, Step, Stmt, StmtKind, UnaryOp, walk};
use crate::ty::{Axis, FloatKind, IntKind, Ty};

/// What a value is in iterations next to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Same,
    /// An integer, greater by one in each than in the one before.
    Number,
    /// One that vectors hold.
    Own,
    /// Nothing that can be computed for all of them at once.
    Other,
}

impl Class {
    /// What a variable is that gets the one or the other.
    fn or(self, other: Class) -> Class {
        match (self, other) {
            (one, other) if one == other => one,
            (Class::Same, Class::Own) | (Class::Own, Class::Same) => Class::Own,
            _ => Class::Other,
        }
    }
}

/// The classes of the locals that statements assign.
pub struct Classes<'a> {
    around: &'a Around<'a>,
    counters: [Option<LocalId>; 2],
    /// By the loop.
    assigned: LocalSet,
    /// By the outermost one.
    assigned_outside: &'a LocalSet,
    found: HashMap<LocalId, Class>,
    order: Vec<LocalId>,
}

impl<'a> Classes<'a> {
    /// Of the first statements of a loop.
    pub fn of(
        block: &[Stmt],
        looped: &For,
        around: &'a Around<'a>,
        assigned_outside: &'a LocalSet,
    ) -> Classes<'a> {
        let mut classes = Classes {
            around,
            counters: [Some(looped.counter), looped.target],
            assigned: LocalSet::assigned_in(&looped.body),
            assigned_outside,
            found: HashMap::new(),
            order: Vec::new(),
        };
        while classes.note(block) {}
        classes
    }

    /// Whether a class has changed.
    fn note(&mut self, block: &[Stmt]) -> bool {
        let mut changed = false;
        walk::statements(block, &mut |stmt| {
            let StmtKind::Assign { place, value } = &stmt.kind else { return };
            let Some(local) = place.as_local() else { return };
            let class = self.class(value);
            let known = self.found.get(&local).copied();
            let both = known.map_or(class, |known| known.or(class));
            if known != Some(both) {
                self.found.insert(local, both);
                changed = true;
            }
            if known.is_none() {
                self.order.push(local);
            }
        });
        changed
    }

    pub fn assigned(&self) -> impl Iterator<Item = LocalId> {
        self.order.iter().copied()
    }

    /// The locals of which each iteration has its own.
    pub fn own(&self) -> impl Iterator<Item = LocalId> {
        self.of_class(Class::Own)
    }

    /// Those that grow by one from each iteration to the next.
    pub fn numbers(&self) -> impl Iterator<Item = LocalId> {
        self.of_class(Class::Number)
    }

    fn of_class(&self, class: Class) -> impl Iterator<Item = LocalId> {
        self.order.iter().copied().filter(move |local| self.found.get(local) == Some(&class))
    }

    /// The first statement of the block that cannot run for all iterations at once.
    pub fn first_unfit(&self, block: &[Stmt]) -> Option<usize> {
        block.iter().position(|stmt| !self.fits(stmt))
    }

    fn fits(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Assign { place, value } => place.as_local().is_some_and(|local| {
                let class = self.found.get(&local).copied();
                match class {
                    Some(Class::Own) => size(&place.ty).is_some() && self.class(value) != Class::Other,
                    Some(Class::Same) => place.ty.is_numeric(),
                    Some(Class::Number) => true,
                    _ => false,
                }
            }),
            StmtKind::For(looped) => {
                let counters = std::iter::once(looped.counter).chain(looped.target);
                let step = match &looped.step {
                    Step::Constant(_) => None,
                    Step::Dynamic(step) => Some(step),
                };
                looped.otherwise.is_empty()
                    && [&looped.start, &looped.stop].into_iter().chain(step).all(|bound| self.is_same(bound))
                    && counters.into_iter().all(|counter| !self.found.contains_key(&counter))
            }
            StmtKind::If { condition, .. } => self.is_same(condition),
            _ => false,
        };
        own && walk::blocks(stmt).into_iter().flatten().all(|inner| self.fits(inner))
    }

    pub fn is_own(&self, expr: &Expr) -> bool {
        self.class(expr) == Class::Own
    }

    fn is_same(&self, expr: &Expr) -> bool {
        self.class(expr) == Class::Same
    }

    /// Whether iterations add up, in a loop, elements that lie side by side: otherwise there is little to gain.
    pub fn adds_up(&self, block: &[Stmt]) -> bool {
        let in_loop = |stmt: &Stmt| {
            walk::any(walk::blocks(stmt).into_iter().next().map_or(&[][..], Vec::as_slice), |inner| {
                self.is_sum(inner)
            })
        };
        walk::any(block, |stmt| matches!(stmt.kind, StmtKind::For(_)) && in_loop(stmt))
    }

    /// `s += x[j]`: a floating-point number that waits for the one before.
    fn is_sum(&self, stmt: &Stmt) -> bool {
        let StmtKind::Assign { place, value } = &stmt.kind else { return false };
        let Some(local) = place.as_local() else { return false };
        matches!(place.ty, Ty::Float(_)) && self.found.get(&local) == Some(&Class::Own) && value.names(local)
    }

    /// The views of which the statements read elements.
    pub fn loaded(&self, block: &[Stmt]) -> Vec<Expr> {
        let mut loaded: Vec<Expr> = Vec::new();
        walk::all_expressions(block, &mut |expr| {
            if let ExprKind::Element { view, .. } = &expr.kind
                && loaded.iter().all(|known| known.as_local() != view.as_local())
            {
                loaded.push((**view).clone());
            }
        });
        loaded
    }

    /// The views of which it must be asked whether elements lie side by side.
    pub fn strided(&self, block: &[Stmt]) -> Vec<Expr> {
        let mut strided = Vec::new();
        walk::all_expressions(block, &mut |expr| {
            if let ExprKind::Element { view, .. } = &expr.kind
                && self.is_own(expr)
                && view.ty.memoryview().is_some_and(|ty| !ty.axes.contains(&Axis::Contiguous))
                && view.as_local().is_some_and(|local| !self.around.side_by_side.contains(&local))
            {
                strided.push((**view).clone());
            }
        });
        strided
    }

    fn class(&self, expr: &Expr) -> Class {
        match &expr.kind {
            ExprKind::Local(id) if self.counters.contains(&Some(*id)) => Class::Number,
            ExprKind::Local(id) => self.found.get(id).copied().unwrap_or(Class::Same),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::SizeOf(_) => Class::Same,
            ExprKind::Extent { view, .. } | ExprKind::Stride { view, .. } if self.is_fixed(view) => {
                Class::Same
            }
            ExprKind::Element { view, indices } if self.is_fixed(view) => {
                self.element(view, indices, &expr.ty)
            }
            ExprKind::Index { base, index } if self.is_own_array(base) && self.is_same(index) => Class::Same,
            ExprKind::Call(..) if is_quiet(expr, self.around.module) => self.same(expr),
            ExprKind::Convert(inner) => self.converted(inner, &expr.ty),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Unary(op, inner) => match self.class(inner) {
                Class::Same => Class::Same,
                Class::Own if *op == UnaryOp::Negate && is_computed(&expr.ty) => {
                    self.exact(&[inner], &expr.ty)
                }
                _ => Class::Other,
            },
            ExprKind::MinMax(..) | ExprKind::Select(..) | ExprKind::Compare(..) | ExprKind::Logical(..) => {
                self.same(expr)
            }
            _ => Class::Other,
        }
    }

    /// The same, if all that it consists of is.
    fn same(&self, expr: &Expr) -> Class {
        match expr.children().into_iter().all(|child| self.is_same(child)) {
            true => Class::Same,
            false => Class::Other,
        }
    }

    /// Whether it is a C array of the function's.
    fn is_own_array(&self, base: &Expr) -> bool {
        base.ty.is_array() && base.as_local().is_some_and(|local| !self.around.addressed.contains(local))
    }

    /// Whether a view is the same in all iterations.
    fn is_fixed(&self, view: &Expr) -> bool {
        view.as_local().is_some_and(|local| {
            let assigned = self.assigned.contains(local) || self.assigned_outside.contains(local);
            !assigned && !self.around.addressed.contains(local)
        })
    }

    fn element(&self, view: &Expr, indices: &[Expr], ty: &Ty) -> Class {
        let unit = view.as_local().and_then(|local| {
            let axes = &view.ty.memoryview()?.axes;
            let last = axes.len() - 1;
            let is_known = self.around.in_region || self.around.side_by_side.contains(&local);
            let is_last = axes[last] == Axis::Strided && is_known;
            axes.iter().position(|axis| *axis == Axis::Contiguous).or(is_last.then_some(last))
        });
        let mut class = Class::Same;
        for (axis, index) in indices.iter().enumerate() {
            class = match (self.class(index), class) {
                (Class::Same, class) => class,
                (Class::Number, Class::Same)
                    if (Some(axis) == unit || planted::has(Fault::LanesAnyStride)) && size(ty).is_some() =>
                {
                    Class::Own
                }
                _ => return Class::Other,
            };
        }
        class
    }

    fn converted(&self, inner: &Expr, ty: &Ty) -> Class {
        match self.class(inner) {
            // In a narrower type, the next number may be another one.
            Class::Number => match (&inner.ty, ty) {
                (Ty::Int(from), Ty::Int(to)) if to.is_signed() && to.bits() >= from.bits() => Class::Number,
                _ => Class::Other,
            },
            Class::Own if size(&inner.ty).is_none() || size(ty).is_none() => Class::Other,
            Class::Own => match (&inner.ty, ty) {
                (Ty::Float(_), Ty::Int(_)) => Class::Other,
                _ => self.exact(&[inner], ty),
            },
            class => class,
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Class {
        use BinaryOp::{Add, CDivide, Divide, Multiply, Subtract};
        match (self.class(left), self.class(right)) {
            (Class::Same, Class::Same) => Class::Same,
            (Class::Number, Class::Same) if matches!(op, Add | Subtract) => self.number(expr),
            (Class::Same, Class::Number) if op == Add => self.number(expr),
            (Class::Own | Class::Same, Class::Own | Class::Same) if is_computed(&expr.ty) => {
                match (op, &expr.ty) {
                    (Add | Subtract, _) | (Multiply | Divide | CDivide, Ty::Float(_)) => {
                        self.exact(&[left, right], &expr.ty)
                    }
                    // No vector of the oldest processors multiplies longer ones.
                    (Multiply, Ty::Int(kind)) if kind.bits() == 32 => self.exact(&[left, right], &expr.ty),
                    _ => Class::Other,
                }
            }
            _ => Class::Other,
        }
    }

    fn number(&self, expr: &Expr) -> Class {
        match expr.ty {
            Ty::Int(kind) if kind.is_signed() => Class::Number,
            _ => Class::Other,
        }
    }

    /// One's own, unless C computes a `float` as a double.
    fn exact(&self, operands: &[&Expr], ty: &Ty) -> Class {
        let is_float = *ty == Ty::Float(FloatKind::Float);
        let is_rounded = planted::has(Fault::LanesRoundLess);
        match is_float
            && !is_rounded
            && operands.iter().any(|operand| operand.ty == *ty && operand.is_double_in_c())
        {
            true => Class::Other,
            false => Class::Own,
        }
    }
}

/// The bytes of a number of which vectors are made.
pub fn size(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Float(FloatKind::Double) => Some(8),
        Ty::Float(FloatKind::Float) => Some(4),
        Ty::Int(IntKind::Bool | IntKind::Inexact(_)) => None,
        Ty::Int(kind) => usize::try_from(kind.bits() / 8).ok(),
        _ => None,
    }
}

/// Whether C computes with numbers of a type as they are: it widens shorter integers.
fn is_computed(ty: &Ty) -> bool {
    match ty {
        Ty::Int(kind) => size(ty).is_some() && kind.bits() >= 32,
        _ => size(ty).is_some(),
    }
}
