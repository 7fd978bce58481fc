//! What the iterations of a loop have in common: which values are the same in all of them, which grow by one from each to the
//! next, and of which each has its own.

use std::collections::HashMap;

use super::inside::Ranges;
use super::unread::{may_stop, unread};
use super::{Around, failing, is_quiet};
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::tir::{BinaryOp, Callee, Expr, ExprKind, For, LocalId, Step, Stmt, StmtKind, UnaryOp, walk};
use crate::ty::{Axis, FloatKind, IntKind, Ty};

/// What a value is in iterations next to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Same,
    /// An integer, greater by one in each than in the one before.
    Number,
    /// One that vectors hold.
    Own,
    /// A condition that each iteration has for itself.
    Truth,
    /// Nothing that can be computed for all of them at once.
    Other,
}

impl Class {
    /// What a variable is that gets the one or the other.
    fn or(self, other: Class) -> Class {
        match (self, other) {
            (one, other) if one == other => one,
            (Class::Same | Class::Number, Class::Own) | (Class::Own, Class::Same | Class::Number) => {
                Class::Own
            }
            _ => Class::Other,
        }
    }
}

/// The classes of the locals that statements assign.
pub struct Classes<'a> {
    around: &'a Around<'a>,
    counters: [Option<LocalId>; 2],
    /// By the loop.
    pub(super) assigned: LocalSet,
    pub(super) ranges: &'a Ranges<'a>,
    /// Divisors are checked.
    pub may_fail: bool,
    found: HashMap<LocalId, Class>,
    order: Vec<LocalId>,
}

impl<'a> Classes<'a> {
    /// Of the first statements of a loop.
    /// `for_all`: they run for all iterations, whichever of them fail.
    pub fn of(
        block: &[Stmt],
        looped: &For,
        around: &'a Around<'a>,
        ranges: &'a Ranges<'a>,
        for_all: bool,
    ) -> Classes<'a> {
        let mut classes = Classes {
            around,
            counters: [Some(looped.counter), looped.target],
            assigned: LocalSet::assigned_in(&looped.body),
            ranges,
            may_fail: for_all && failing::first_divisor(block).is_some(),
            found: HashMap::new(),
            order: Vec::new(),
        };
        while classes.note(block, false) {}
        classes
    }

    /// Whether a class has changed. `is_chosen`: some of the iterations may leave the statements out.
    fn note(&mut self, block: &[Stmt], is_chosen: bool) -> bool {
        let mut changed = false;
        for stmt in block {
            if let StmtKind::Assign { place, value } = &stmt.kind
                && let Some(local) = place.as_local()
            {
                changed |= self.note_value(local, value, is_chosen);
            }
            let is_chosen = is_chosen || self.is_choice(stmt).is_some();
            for inner in walk::blocks(stmt) {
                changed |= self.note(inner, is_chosen);
            }
        }
        changed
    }

    fn note_value(&mut self, local: LocalId, value: &Expr, is_chosen: bool) -> bool {
        let class = match self.class(value) {
            Class::Same | Class::Number if is_chosen && !planted::has(Fault::LanesShareChoice) => Class::Own,
            class => class,
        };
        let known = self.found.get(&local).copied();
        let both = known.map_or(class, |known| known.or(class));
        if known.is_none() {
            self.order.push(local);
        }
        self.found.insert(local, both);
        known != Some(both)
    }

    /// The condition of an `if` that each iteration decides for itself.
    fn is_choice<'s>(&self, stmt: &'s Stmt) -> Option<&'s Expr> {
        match &stmt.kind {
            StmtKind::If { condition, .. } => Some(condition).filter(|it| self.class(it) == Class::Truth),
            _ => None,
        }
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

    pub fn fits(&self, stmt: &Stmt) -> bool {
        if self.is_choice(stmt).is_some() {
            return self.fits_chosen(stmt, &[]);
        }
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
            StmtKind::Check(check) => failing::divisor(check).is_some_and(|divisor| {
                matches!(self.class(&failing::is_zero(divisor)), Class::Same | Class::Truth)
            }),
            _ => false,
        };
        own && walk::blocks(stmt).into_iter().flatten().all(|inner| self.fits(inner))
    }

    /// The same of a statement that runs in some of the iterations: at once, it runs in all of them, and what it gives
    /// is kept where the conditions hold. It must not read what the conditions would keep it from.
    fn fits_chosen(&self, stmt: &Stmt, conditions: &[&Expr]) -> bool {
        match &stmt.kind {
            StmtKind::Assign { value, .. } => self.fits(stmt) && self.may_read(value, conditions),
            StmtKind::Check(check) => {
                let may_read = |divisor| self.may_read(divisor, conditions);
                self.fits(stmt) && failing::divisor(check).is_some_and(may_read)
            }
            StmtKind::If { condition, then, otherwise } => {
                let class = self.class(condition);
                let inner: Vec<&Expr> = conditions.iter().copied().chain([condition]).collect();
                let is_known = conditions.is_empty() || self.may_read(condition, conditions);
                matches!(class, Class::Same | Class::Truth)
                    && is_known
                    && then.iter().chain(otherwise).all(|stmt| self.fits_chosen(stmt, &inner))
            }
            _ => false,
        }
    }

    /// Whether an expression may be computed where the conditions do not hold, too.
    fn may_read(&self, expr: &Expr, conditions: &[&Expr]) -> bool {
        let mut divides = false;
        walk::expression(expr, &mut |part| divides |= may_stop(part));
        let is_inside = |element| self.ranges.inside(element).is_some();
        !divides && unread(expr, conditions).into_iter().all(is_inside) || planted::has(Fault::LanesReadMore)
    }

    /// What must hold for the elements to be there that are read where the program does not read them.
    pub fn inside(&self, block: &[Stmt]) -> Option<Vec<Expr>> {
        let mut chosen = Vec::new();
        block.iter().for_each(|stmt| self.chosen(stmt, &[], &mut chosen));
        if planted::has(Fault::LanesReadMore) || planted::has(Fault::LanesAskNothing) {
            return Some(Vec::new());
        }
        let inside: Option<Vec<_>> = chosen.into_iter().map(|element| self.ranges.inside(element)).collect();
        Some(inside?.concat())
    }

    /// Finds the elements that a statement reads at once and only some of its iterations otherwise.
    fn chosen<'s>(&self, stmt: &'s Stmt, conditions: &[&Expr], found: &mut Vec<&'s Expr>) {
        for expr in walk::expressions(stmt) {
            if !conditions.is_empty() {
                found.extend(unread(expr, conditions));
            }
            walk::expression(expr, &mut |part| match &part.kind {
                ExprKind::Select(condition, then, otherwise) if self.class(condition) == Class::Truth => {
                    found.extend([then, otherwise].into_iter().flat_map(|one| unread(one, &[condition])));
                }
                ExprKind::Logical(_, left, right)
                    if [left, right].into_iter().any(|side| self.class(side) == Class::Truth) =>
                {
                    found.extend(unread(right, &[left]));
                }
                _ => {}
            });
        }
        let inner = match &stmt.kind {
            StmtKind::If { condition, .. } if !conditions.is_empty() || self.is_choice(stmt).is_some() => {
                conditions.iter().copied().chain([condition]).collect()
            }
            _ => conditions.to_vec(),
        };
        for stmt in walk::blocks(stmt).into_iter().flatten() {
            self.chosen(stmt, &inner, found);
        }
    }

    /// Whether a local that only some of the iterations may assign has a value of the same iteration where they do not.
    pub fn is_given_before_choices(&self, block: &[Stmt], local: LocalId) -> bool {
        super::is_given(block, local)
            || block.iter().all(|stmt| match self.is_choice(stmt) {
                Some(_) => {
                    !walk::any(std::slice::from_ref(stmt), |stmt| walk::assigned(stmt).contains(&local))
                }
                None => {
                    walk::blocks(stmt).into_iter().all(|inner| self.is_given_before_choices(inner, local))
                }
            })
    }

    pub fn is_own(&self, expr: &Expr) -> bool {
        self.class(expr) == Class::Own
    }

    /// Whether it can be computed for all iterations at once.
    pub fn is_possible(&self, expr: &Expr) -> bool {
        self.class(expr) != Class::Other
    }

    /// Whether it grows by one from each iteration to the next.
    pub fn is_number(&self, expr: &Expr) -> bool {
        self.class(expr) == Class::Number
    }

    pub fn is_same(&self, expr: &Expr) -> bool {
        self.class(expr) == Class::Same
    }

    /// Whether iterations add up in a loop: otherwise there is little to gain. `is_spread`: elements are read one by one, which pays
    /// for sums of floating-point numbers alone, of which compilers make no vectors.
    pub fn adds_up(&self, block: &[Stmt], is_spread: bool) -> bool {
        let is_worth_it = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign { place, value } if is_spread => {
                let is_sum = matches!(value.kind, ExprKind::Binary(..)) && matches!(place.ty, Ty::Float(_));
                is_sum && self.is_sum(stmt)
            }
            _ => !is_spread && self.is_sum(stmt),
        };
        let in_loop = |stmt: &Stmt| {
            let body = walk::blocks(stmt).into_iter().next();
            walk::any(body.map_or(&[][..], Vec::as_slice), is_worth_it)
        };
        walk::any(block, |stmt| matches!(stmt.kind, StmtKind::For(_)) && in_loop(stmt))
    }

    /// `s += x[j]`, `if x[j] > s: s = x[j]`: a number that waits for the one before.
    fn is_sum(&self, stmt: &Stmt) -> bool {
        let waits = |stmt: &Stmt, for_value: &dyn Fn(LocalId, &Expr) -> bool| match &stmt.kind {
            StmtKind::Assign { place, value } => place.as_local().is_some_and(|local| {
                let is_own = self.found.get(&local) == Some(&Class::Own);
                is_own && for_value(local, value)
            }),
            _ => false,
        };
        match self.is_choice(stmt) {
            Some(condition) => walk::blocks(stmt)
                .into_iter()
                .any(|inner| walk::any(inner, |stmt| waits(stmt, &|local, _| condition.names(local)))),
            None => waits(stmt, &|local, value| value.names(local)),
        }
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
            if let ExprKind::Element { view, indices } = &expr.kind
                && self.is_own(expr)
                && matches!(self.axis(view, indices), Some((_, true)))
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
            ExprKind::Call(_, arguments) if is_quiet(expr, self.around.module) => match &arguments[..] {
                [of] if self.is_own(of) && self.is_root_or_magnitude(expr, of) => self.exact(&[of], &expr.ty),
                _ => self.same(expr),
            },
            ExprKind::Convert(inner) => self.converted(inner, &expr.ty),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Unary(op, inner) => match self.class(inner) {
                Class::Same => Class::Same,
                Class::Own if *op == UnaryOp::Negate && is_computed(&expr.ty) => {
                    self.exact(&[inner], &expr.ty)
                }
                Class::Own if *op == UnaryOp::Abs && matches!(expr.ty, Ty::Float(_)) => {
                    self.exact(&[inner], &expr.ty)
                }
                Class::Truth if *op == UnaryOp::Not => Class::Truth,
                _ => Class::Other,
            },
            ExprKind::MinMax(_, left, right) => self.one_of(left, right, expr),
            ExprKind::Select(condition, then, otherwise) => match self.class(condition) {
                Class::Truth if [then, otherwise].into_iter().all(|one| self.may_read(one, &[condition])) => {
                    self.one_of(then, otherwise, expr)
                }
                _ => self.same(expr),
            },
            ExprKind::Compare(_, left, right) => self.compared(left, right, expr),
            ExprKind::Logical(_, left, right) => match (self.class(left), self.class(right)) {
                (Class::Truth | Class::Same, Class::Truth) | (Class::Truth, Class::Same)
                    if self.may_read(right, &[left]) =>
                {
                    Class::Truth
                }
                _ => self.same(expr),
            },
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

    /// One of two numbers.
    fn one_of(&self, left: &Expr, right: &Expr, expr: &Expr) -> Class {
        let of_one_type = [left, right].into_iter().all(|one| one.ty == expr.ty);
        match (self.class(left), self.class(right)) {
            (Class::Same, Class::Same) => self.same(expr),
            (Class::Own | Class::Same, Class::Own | Class::Same)
                if of_one_type && size(&expr.ty).is_some() =>
            {
                self.exact(&[left, right], &expr.ty)
            }
            _ => Class::Other,
        }
    }

    fn compared(&self, left: &Expr, right: &Expr, expr: &Expr) -> Class {
        let is_plain = left.ty == right.ty && size(&left.ty).is_some();
        let is_exact = || self.exact(&[left, right], &left.ty) == Class::Own;
        match (self.class(left), self.class(right)) {
            (Class::Same, Class::Same) => self.same(expr),
            (Class::Own | Class::Same | Class::Number, Class::Own | Class::Same | Class::Number)
                if is_plain && is_exact() =>
            {
                Class::Truth
            }
            _ => Class::Other,
        }
    }

    /// `sqrt(x)`, `fabs(x)`: processors have them for vectors, and they are exact.
    fn is_root_or_magnitude(&self, call: &Expr, of: &Expr) -> bool {
        let ExprKind::Call(Callee::Extern(id), _) = &call.kind else { return false };
        let name = match call.ty {
            Ty::Float(FloatKind::Double) => ["sqrt", "fabs"],
            Ty::Float(FloatKind::Float) => ["sqrtf", "fabsf"],
            _ => return false,
        };
        call.ty == of.ty && name.contains(&self.around.module.externs[*id].decl.c_name.as_str())
    }

    /// Whether it is a C array of the function's.
    fn is_own_array(&self, base: &Expr) -> bool {
        base.ty.is_array() && base.as_local().is_some_and(|local| !self.around.addressed.contains(local))
    }

    /// Whether a view is the same in all iterations.
    fn is_fixed(&self, view: &Expr) -> bool {
        view.as_local().is_some_and(|local| !self.assigned.contains(local) && self.ranges.is_steady(local))
    }

    fn element(&self, view: &Expr, indices: &[Expr], ty: &Ty) -> Class {
        let classes: Vec<Class> = indices.iter().map(|index| self.class(index)).collect();
        let numbers = classes.iter().filter(|class| **class == Class::Number).count();
        match classes.iter().all(|class| matches!(class, Class::Same | Class::Number)) {
            true if numbers == 0 => Class::Same,
            true if numbers == 1 && size(ty).is_some() && !view.ty.is_object() => Class::Own,
            _ => Class::Other,
        }
    }

    /// The axis along which the iterations' elements of a view lie, and whether they lie side by side there.
    fn axis(&self, view: &Expr, indices: &[Expr]) -> Option<(usize, bool)> {
        let axis = indices.iter().position(|index| self.class(index) == Class::Number)?;
        let axes = &view.ty.memoryview()?.axes;
        let is_known = self.around.side_by_side.contains(&view.as_local()?);
        let is_last = axis + 1 == axes.len() && axes[axis] == Axis::Strided && is_known;
        Some((axis, axes[axis] == Axis::Contiguous || is_last || planted::has(Fault::LanesAnyStride)))
    }

    /// The views and axes along which elements of the iterations are read that do not lie side by side.
    pub fn spread(&self, block: &[Stmt]) -> Vec<(LocalId, usize)> {
        let mut spread = Vec::new();
        walk::all_expressions(block, &mut |expr| {
            if let ExprKind::Element { view, indices } = &expr.kind
                && self.is_own(expr)
                && let (Some(local), Some((axis, false))) = (view.as_local(), self.axis(view, indices))
                && !spread.contains(&(local, axis))
            {
                spread.push((local, axis));
            }
        });
        spread
    }

    fn converted(&self, inner: &Expr, ty: &Ty) -> Class {
        match self.class(inner) {
            // In a narrower type, the next number may be another one.
            Class::Number => match (&inner.ty, ty) {
                (Ty::Int(from), Ty::Int(to)) if to.is_signed() && to.bits() >= from.bits() => Class::Number,
                (Ty::Int(_), Ty::Float(_)) if size(ty).is_some() => Class::Own,
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
        if let Some(base) = expr.squared().filter(|base| self.is_own(base)) {
            return self.exact(&[base], &expr.ty);
        }
        match (self.class(left), self.class(right)) {
            // It would be a number of any kind after a division by zero, which others may depend on.
            (Class::Same, Class::Same) if self.may_fail && is_float_division(op, &expr.ty) => Class::Other,
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

fn is_float_division(op: BinaryOp, ty: &Ty) -> bool {
    use BinaryOp::{CDivide, CModulo, Divide, FloorDivide, Modulo};
    matches!(ty, Ty::Float(_)) && matches!(op, CDivide | CModulo | Divide | FloorDivide | Modulo)
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
