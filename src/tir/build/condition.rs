//! Truth values, `and`, `or`, and conditional expressions.

use super::function::FunctionBuilder;
use super::natural::narrowed;
use super::operators::is_atom;
use super::source::Source;
use crate::hir::{ExprId, ExprKind as H, LetterTest, LogicalOp, Runtime};
use crate::source::Span;
use crate::tir::{Block, CompareOp, Expr, ExprKind, LocalId, LocalRole, Op, Ownership, StmtKind, UnaryOp};
use crate::ty::{IntKind, Ty};

impl FunctionBuilder<'_, '_> {
    /// The truth value of an expression, a `bint`.
    pub fn condition(&mut self, id: ExprId) -> Expr {
        let source = self.source.function;
        let expr = &source.body.exprs[id];
        if let H::Logical(op, left, right) = expr.kind {
            let left = self.condition(left);
            let (before_right, right) = self.captured(|builder| builder.condition(right));
            return self.joined(op, left, before_right, right, expr.span);
        }
        if let Some(holds) = self.comparison_of_objects(id) {
            return holds;
        }
        if let Some(is_so) = letter_test(self, id) {
            return is_so;
        }
        if let Some(truth) = self.asked_in_c(id) {
            return truth;
        }
        let value = self.expr(id);
        self.truth(value)
    }

    pub fn truth(&mut self, value: Expr) -> Expr {
        let span = value.span;
        match &value.ty {
            Ty::Bint | Ty::Error => value,
            // It needs no GIL, and cannot fail.
            ty if ty.has_items() => {
                let truth = Expr::new(ExprKind::Convert(Box::new(value)), Ty::Bint, span);
                self.store("truth", truth)
            }
            Ty::Object(_) => self.run("truth", Op::Truth(value), Ty::Bint, span),
            Ty::Memoryview(_) => {
                let object = self.coerce(value, &Ty::OBJECT);
                self.run("truth", Op::Truth(object), Ty::Bint, span)
            }
            // As in Cython, a C tuple is never true, although it holds something.
            Ty::Tuple(_) => {
                self.kept(value);
                Expr::int(0, Ty::Bint, span)
            }
            Ty::Int(kind) if *kind != IntKind::Bool => not_zero(narrowed(value)),
            _ => Expr::new(ExprKind::Convert(Box::new(value)), Ty::Bint, span),
        }
    }

    /// The truth value of an expression as a number: one of both sides of `and` and `or`, which may be a `bint` that holds another
    /// number than 0 and 1.
    pub fn truth_value(&mut self, id: ExprId) -> Expr {
        let expr = &self.source.function.body.exprs[id];
        match expr.kind {
            H::Logical(op, left, right) => self.logical_truth(op, left, right, expr.span),
            _ => self.condition(id),
        }
    }

    fn logical_truth(&mut self, op: LogicalOp, left: ExprId, right: ExprId, span: Span) -> Expr {
        // The left side of `and` is the value only where it is 0.
        let left = if op == LogicalOp::And { self.condition(left) } else { self.truth_value(left) };
        let (before_right, right) = self.captured(|builder| builder.truth_value(right));
        let is_truth = self.is_zero_or_one(&right) && (op == LogicalOp::And || self.is_zero_or_one(&left));
        if is_truth || !before_right.is_empty() {
            return self.joined(op, left, before_right, right, span);
        }
        let (condition, then, otherwise) = match op {
            LogicalOp::And => (left, right, Expr::int(0, Ty::Bint, span)),
            LogicalOp::Or => {
                let left = if is_atom(&left) { left } else { self.store("left", left) };
                (left.clone(), left, right)
            }
        };
        let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr::new(ExprKind::Select(parts.0, parts.1, parts.2), Ty::Bint, span)
    }

    /// One of two values as a truth value is the truth of both or of either. A number itself stays what it is.
    pub fn chosen_truth(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        if matches!(self.source.function.body.exprs[id].kind, H::Logical(..)) {
            let truth = self.truth_value(id);
            return Some(self.coerce(truth, target));
        }
        let is_number = *target == Ty::Bint && self.source.types.expr(id).is_integral();
        is_number.then(|| self.condition(id))
    }

    /// `bool(x)` as a number: 0 or 1.
    pub fn zero_or_one(&mut self, id: ExprId) -> Expr {
        let truth = self.condition(id);
        if truth.ty != Ty::Bint || self.is_zero_or_one(&truth) {
            return truth;
        }
        not_zero(truth)
    }

    /// Whether a `bint` cannot hold another number.
    pub(super) fn is_zero_or_one(&self, truth: &Expr) -> bool {
        match &truth.kind {
            ExprKind::Compare(..) | ExprKind::Logical(..) | ExprKind::IsNone(_) | ExprKind::Int(0 | 1) => {
                true
            }
            ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Convert(inner) => !inner.ty.is_integral() || inner.ty == Ty::BOOL,
            ExprKind::Select(_, then, otherwise) => {
                self.is_zero_or_one(then) && self.is_zero_or_one(otherwise)
            }
            // A variable of the user's may have got another value since.
            _ => {
                let is_temporary =
                    truth.as_local().is_some_and(|local| self.code.locals[local].role == LocalRole::Temp);
                let made_by = self.code.made_by(truth).filter(|_| is_temporary);
                matches!(
                    made_by,
                    Some(Op::Truth(_) | Op::Holds { .. } | Op::Contains { .. } | Op::FromObject { .. })
                )
            }
        }
    }

    fn joined(&mut self, op: LogicalOp, left: Expr, before_right: Block, right: Expr, span: Span) -> Expr {
        if before_right.is_empty() {
            return Expr::new(ExprKind::Logical(op, Box::new(left), Box::new(right)), Ty::Bint, span);
        }
        // The right side runs statements, so only if it is needed.
        let result = self.store("both", left);
        let mut then = before_right;
        let assign = StmtKind::Assign { place: result.clone(), value: right };
        then.push(crate::tir::Stmt::new(assign, span));
        let condition = match op {
            LogicalOp::And => result.clone(),
            LogicalOp::Or => super::operators::not(result.clone()),
        };
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
        result
    }

    /// `a and b` as a value: one of the two.
    pub fn logical_value(&mut self, op: LogicalOp, left: ExprId, right: ExprId, ty: Ty, span: Span) -> Expr {
        if ty == Ty::Bint {
            return self.logical_truth(op, left, right, span);
        }
        let result = self.result_local(&ty, span);
        let left_value = self.value(left, &ty);
        self.fill(result, left_value, span);
        let test = self.code.local_expr(result, span);
        let test = self.truth(test);
        let condition = match op {
            LogicalOp::And => test,
            LogicalOp::Or => super::operators::not(test),
        };
        let (then, ()) = self.captured(|builder| builder.fill_scoped(result, right, &ty, span));
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
        self.code.local_expr(result, span)
    }

    /// `a and b` of C numbers where a value of another type is wanted: as in Cython the one that is chosen becomes that, not what
    /// has the type of both.
    pub fn logical_of_numbers(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        let span = self.source.function.body.exprs[id].span;
        let is_wanted = matches!(target, Ty::Int(_) | Ty::Float(_) | Ty::Object(_));
        if !is_wanted || target.is_truth() || !self.source.mixes_numbers(id, target) {
            return None;
        }
        let result = self.result_local(target, span);
        let truth = self.code.temp("truth", Ty::Bint, Ownership::Borrowed, span);
        self.choose(id, result, truth, target);
        Some(self.code.local_expr(result, span))
    }

    /// Gives `result` the value that is chosen, and `truth` whether it is true.
    fn choose(&mut self, id: ExprId, result: LocalId, truth: LocalId, target: &Ty) {
        let expr = &self.source.function.body.exprs[id];
        let span = expr.span;
        if let H::Logical(op, left, right) = expr.kind {
            self.choose(left, result, truth, target);
            let test = self.code.local_expr(truth, span);
            let condition = if op == LogicalOp::And { test } else { super::operators::not(test) };
            let (then, ()) = self.captured(|builder| {
                let mark = builder.code.pending.len();
                builder.choose(right, result, truth, target);
                builder.code.release_pending(mark, span);
            });
            self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
            return;
        }
        let value = self.expr(id);
        let value = self.as_declared(id, value);
        let value = if is_atom(&value) { value } else { self.store("value", value) };
        let is_true = self.truth(value.clone());
        let place = self.code.local_expr(truth, span);
        self.code.emit(StmtKind::Assign { place, value: is_true }, span);
        let value = self.coerce(value, target);
        if !value.ty.is_error() {
            self.fill(result, value, span);
        }
    }

    /// `then if condition else otherwise`
    pub fn conditional(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: Ty,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        if !ty.is_counted() {
            let (before_then, then_value) = self.captured(|builder| builder.value(then, &ty));
            let (before_otherwise, otherwise_value) = self.captured(|builder| builder.value(otherwise, &ty));
            if before_then.is_empty() && before_otherwise.is_empty() {
                let parts = (Box::new(condition), Box::new(then_value), Box::new(otherwise_value));
                return Expr::new(ExprKind::Select(parts.0, parts.1, parts.2), ty, span);
            }
            let result = self.result_local(&ty, span);
            let place = self.code.local_expr(result, span);
            let branch = |mut before: Block, value: Expr| {
                before.push(crate::tir::Stmt::new(StmtKind::Assign { place: place.clone(), value }, span));
                before
            };
            let (then, otherwise) =
                (branch(before_then, then_value), branch(before_otherwise, otherwise_value));
            self.code.emit(StmtKind::If { condition, then, otherwise }, span);
            return place;
        }
        let result = self.result_local(&ty, span);
        let (then, ()) = self.captured(|builder| builder.fill_scoped(result, then, &ty, span));
        let (otherwise, ()) = self.captured(|builder| builder.fill_scoped(result, otherwise, &ty, span));
        self.code.emit(StmtKind::If { condition, then, otherwise }, span);
        self.code.local_expr(result, span)
    }

    pub fn result_local(&mut self, ty: &Ty, span: Span) -> crate::tir::LocalId {
        self.code.temp("choice", ty.clone(), Ownership::Owned, span)
    }

    /// Gives `result` the value of an expression that belongs to one branch only; its temporaries are released
    /// there.
    fn fill_scoped(&mut self, result: crate::tir::LocalId, id: ExprId, ty: &Ty, span: Span) {
        let mark = self.code.pending.len();
        let value = self.value(id, ty);
        self.fill(result, value, span);
        self.code.release_pending(mark, span);
    }

    /// Gives a value to a local, which may already hold something.
    pub fn fill(&mut self, result: crate::tir::LocalId, value: Expr, span: Span) {
        if !value.ty.is_counted() {
            let place = self.code.local_expr(result, span);
            self.code.emit(StmtKind::Assign { place, value }, span);
            return;
        }
        let from = match self.code.pending_temp(&value) {
            Some(temp) if temp != result => {
                self.code.take_over(temp);
                temp
            }
            _ => {
                let ty = value.ty.clone();
                let owned = self.run("reference", Op::Own(value), ty, span);
                match owned.as_local() {
                    Some(temp) => {
                        self.code.take_over(temp);
                        temp
                    }
                    None => return,
                }
            }
        };
        self.code.emit(StmtKind::Move { into: result, from }, span);
    }
}

/// Whether a C number differs from 0: 0 or 1.
pub(super) fn not_zero(number: Expr) -> Expr {
    let span = number.span;
    let zero = Expr::int(0, number.ty.clone(), span);
    Expr::new(ExprKind::Compare(CompareOp::NotEqual, Box::new(number), Box::new(zero)), Ty::Bint, span)
}

/// `c.isalpha()` of a character, which needs no object where only its truth matters.
fn letter_test(builder: &mut FunctionBuilder<'_, '_>, id: ExprId) -> Option<Expr> {
    let exprs = &builder.source.function.body.exprs;
    let H::Call { callee, arguments, keywords } = &exprs[id].kind else { return None };
    let H::Attribute { base, name } = &exprs[*callee].kind else { return None };
    let test = LetterTest::of_method(name).filter(|_| arguments.is_empty() && keywords.is_empty())?;
    let is_letter = matches!(builder.source.types.expr(*base), Ty::Int(kind) if kind.is_letter());
    let (base, span) = (is_letter.then_some(*base)?, exprs[id].span);
    let letter = builder.expr(base);
    if letter.ty.is_error() {
        return Some(letter);
    }
    builder.require_gil(&format!("`.{name}` of a character"), span);
    let op = Op::Runtime { function: Runtime::LetterIs(test), arguments: vec![letter] };
    Some(builder.run("is_so", op, Ty::Bint, span))
}

impl<'m> Source<'m> {
    /// Whether every possible value of `a and b` is an integer of C that one type holds: together they only have
    /// Python's.
    /// Whether an expression is one of C numbers of which one does not have the wanted type, and that show it.
    fn mixes_numbers(&self, id: ExprId, target: &Ty) -> bool {
        let mut sides = Vec::new();
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match self.function.body.exprs[id].kind {
                H::Logical(_, first, second) => left.extend([first, second]),
                _ => sides.push(self.types.expr(id)),
            }
        }
        let is_number =
            |ty: &Ty| matches!(ty, Ty::Int(_) | Ty::Float(_)) && !ty.is_truth() && !ty.is_letter();
        let common = self.types.expr(id);
        // Fractions become integers by a cast alone.
        let fits = |ty: &Ty| matches!((ty, target), (_, Ty::Float(_) | Ty::Object(_)) | (Ty::Int(_), _));
        sides.iter().all(|ty| is_number(ty) && fits(ty))
            && sides.iter().any(|ty| *ty != common)
            && is_number(&common)
    }

    pub fn is_whole_within(&self, id: ExprId, target: &Ty) -> bool {
        if let H::Logical(_, left, right) = self.function.body.exprs[id].kind {
            return self.is_whole_within(left, target) && self.is_whole_within(right, target);
        }
        match (self.types.expr(id), target) {
            (from, Ty::Int(_)) if from.is_truth() => true,
            (Ty::Int(from), Ty::Int(to)) => from.bits() <= to.bits(),
            _ => false,
        }
    }
}
