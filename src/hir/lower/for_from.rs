//! `for i from 0 <= i < n by 2`: C's loop in the syntax of old Cython.
//!
//! A C integer variable that the loop's body does not assign is a counter: as in C, it has its start before the first
//! iteration, and after the last one the first value for which the condition is false: `i = start - step`, then `i = i
//! + step` where no `break` left the loop. Any other is a `while`, whose condition does the step:
//!
//! ```text
//! i = start; stop_at = stop; step = by; again = False
//! while (if again: i += step; again = True; i < stop_at): ...
//! ```

use super::builder::BodyBuilder;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    self, Binding, Block, CompareOp, Comparison, ExprId, ExprKind, FloatKind, LocalId, Operator, Range,
    Singleton, Stmt, StmtKind, TypeExpr, TypeKind, TypeName, resolved, walk,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// The direction of the variable, and whether the bound itself is excluded.
fn relation(text: &str) -> Option<(i64, bool)> {
    match text {
        "<=" => Some((1, false)),
        "<" => Some((1, true)),
        ">=" => Some((-1, false)),
        ">" => Some((-1, true)),
        _ => None,
    }
}

/// The clause with lowered bounds.
struct Clause {
    target: ExprId,
    lower: ExprId,
    upper: ExprId,
    step: Option<ExprId>,
    /// Up or down.
    way: i64,
    after_lower: bool,
    before_upper: bool,
    span: Span,
}

impl<'t> FunctionLowerer<'_, 't> {
    /// Lowers the loop, with the statements before it put into `out`; or reports why it is impossible.
    pub fn for_from(
        &mut self,
        looped: ast::For<'t>,
        from: ast::ForFrom<'t>,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> Option<StmtKind> {
        let clause = self.clause_of_from(looped.target(), from, span, body)?;
        let inner = self.inner(looped.body(), body);
        let otherwise = self.inner(looped.else_body(), body);
        Some(self.looped_from(clause, inner, otherwise, body, out))
    }

    /// The same in a comprehension, whose variables are already known.
    pub fn clause_from(
        &mut self,
        target: Option<Expression<'t>>,
        from: ast::ForFrom<'t>,
        span: Span,
        body: &mut BodyBuilder,
        inner: impl FnOnce(&mut Self, &mut BodyBuilder) -> Block,
    ) -> Block {
        let Some(clause) = self.clause_of_from(target, from, span, body) else { return Block::new() };
        let inner = inner(self, body);
        let mut out = Block::new();
        let kind = self.looped_from(clause, inner, Block::new(), body, &mut out);
        out.push(Stmt::new(kind, span));
        out
    }

    fn clause_of_from(
        &mut self,
        target: Option<Expression<'t>>,
        from: ast::ForFrom<'t>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<Clause> {
        let relations = (relation(from.lower_relation()), relation(from.upper_relation()));
        let (Some((way, after_lower)), Some((upper_way, before_upper))) = relations else {
            self.report(report::no_expression(span));
            return None;
        };
        if way != upper_way {
            self.report(report::two_ways(from.lower_relation(), from.upper_relation(), span));
            return None;
        }
        let target = self.maybe(target, span, body);
        let lower = self.maybe(from.lower(), span, body);
        let upper = self.maybe(from.upper(), span, body);
        let step = from.step().map(|step| self.expr(step, body));
        Some(Clause { target, lower, upper, step, way, after_lower, before_upper, span })
    }

    fn looped_from(
        &mut self,
        clause: Clause,
        inner: Block,
        otherwise: Block,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> StmtKind {
        let step = match clause.step {
            None => Some(1),
            Some(step) => hir::constant(&body.body, step).and_then(|step| i64::try_from(step).ok()),
        };
        if clause.way < 0 && self.is_unsigned(clause.target, body) {
            return downwards(clause, inner, otherwise, body, out);
        }
        match step {
            Some(step)
                if step > 0 && counts(body, clause.target) && !assigns(body, &inner, clause.target) =>
            {
                counted(clause, step, inner, otherwise, body, out)
            }
            _ => stepped(clause, inner, otherwise, body, out),
        }
    }
}

impl FunctionLowerer<'_, '_> {
    /// Whether a variable is declared as an unsigned integer.
    fn is_unsigned(&self, target: ExprId, body: &BodyBuilder) -> bool {
        let ty = local_of(body, target).map(|local| &body.body.locals[local].ty);
        let ty = ty.map(|ty| &resolved(ty, &self.tables.typedefs).kind);
        matches!(ty, Some(TypeKind::Named(TypeName::Int(kind))) if !kind.is_signed())
    }
}

/// A loop downwards of an unsigned variable, which has no value below its last one: as in Cython, it is stepped at the
/// beginning of each iteration.
fn downwards(
    clause: Clause,
    mut inner: Block,
    otherwise: Block,
    body: &mut BodyBuilder,
    out: &mut Block,
) -> StmtKind {
    let Clause { target, lower, upper, way, span, .. } = clause;
    let ty = type_of(body, target, span);
    let mut kept = |name: &str, value: ExprId, body: &mut BodyBuilder| {
        let local = body.hidden_local(Name::new(name), ty.clone(), false, span);
        let place = variable(body, local, span);
        out.push(assign(place, value, span));
        local
    };
    let step = clause.step.unwrap_or_else(|| number(body, 1, span));
    let step = kept("step", step, body);
    let raised = |value: ExprId, body: &mut BodyBuilder| {
        let by = variable(body, step, span);
        body.add(ExprKind::Binary(Operator::Add, value, by), span)
    };
    let stop = raised(upper, body);
    let stop = kept("stop", stop, body);
    let start = shifted(body, lower, if clause.after_lower { way } else { 0 }, span);
    let start = raised(start, body);
    out.push(assign(target, start, span));
    let order = if clause.before_upper { CompareOp::Greater } else { CompareOp::GreaterEqual };
    let (read, bound) = (again(body, target), variable(body, stop, span));
    let rest = vec![(Comparison::Ordering(order), bound)];
    let condition = body.add(ExprKind::Compare { first: read, rest }, span);
    let (place, read, by) = (again(body, target), again(body, target), variable(body, step, span));
    let next = body.add(ExprKind::Binary(Operator::Subtract, read, by), span);
    inner.insert(0, assign(place, next, span));
    StmtKind::While { condition, body: inner, otherwise }
}

/// A loop over a range.
fn counted(
    clause: Clause,
    step: i64,
    inner: Block,
    mut otherwise: Block,
    body: &mut BodyBuilder,
    out: &mut Block,
) -> StmtKind {
    let Clause { target, lower, upper, way, span, .. } = clause;
    let made = body.body.exprs.len();
    // Before the first iteration the variable is a step before its start.
    let before = shifted(body, lower, if clause.after_lower { way } else { 0 } - way * step, span);
    out.push(assign(target, before, span));
    let read = again(body, target);
    let start = shifted(body, read, way * step, span);
    let stop = shifted(body, upper, if clause.before_upper { 0 } else { way }, span);
    let step_by = number(body, way * step, span);
    let read = again(body, target);
    let passed = shifted(body, read, way * step, span);
    let last = again(body, target);
    otherwise.insert(0, assign(last, passed, span));
    let range = Range { start: Some(start), stop, step: Some(step_by), is_reversed: false };
    let counter = again(body, target);
    starts_at(&clause, made, body);
    StmtKind::ForRange { target: counter, range, body: inner, otherwise }
}

/// A loop that steps between its iterations.
fn stepped(
    clause: Clause,
    inner: Block,
    otherwise: Block,
    body: &mut BodyBuilder,
    out: &mut Block,
) -> StmtKind {
    let Clause { target, lower, upper, way, span, .. } = clause;
    let made = body.body.exprs.len();
    let floats = counts_in_floats(body, &clause);
    let ty = match &floats {
        Some(ty) => ty.clone(),
        None => type_of(body, target, span),
    };
    let counted = |value: ExprId, body: &mut BodyBuilder| match &floats {
        Some(ty) => {
            let cast = ExprKind::Cast { ty: ty.clone(), checked: false, operand: value };
            body.add(cast, span)
        }
        None => value,
    };
    let mut kept = |name: &str, value: ExprId, body: &mut BodyBuilder| {
        let local = body.hidden_local(Name::new(name), ty.clone(), false, span);
        let place = variable(body, local, span);
        out.push(assign(place, value, span));
        local
    };
    let stop = kept("stop", upper, body);
    let step = match clause.step {
        Some(step) => kept("step", step, body),
        None => {
            let one = number(body, 1, span);
            kept("step", one, body)
        }
    };
    let start = shifted(body, lower, if clause.after_lower { way } else { 0 }, span);
    let start = counted(start, body);
    out.push(assign(target, start, span));
    let truth = TypeExpr { kind: TypeKind::Named(TypeName::Bint), span };
    let is_later = body.hidden_local(Name::new("again"), truth.clone(), false, span);
    let holds = body.hidden_local(Name::new("holds"), truth, false, span);
    let set = |local: LocalId, value: Singleton, body: &mut BodyBuilder| {
        let place = variable(body, local, span);
        let value = body.add(ExprKind::Singleton(value), span);
        assign(place, value, span)
    };
    out.push(set(is_later, Singleton::False, body));

    let (read, place, by) = (again(body, target), again(body, target), variable(body, step, span));
    let operator = if way > 0 { Operator::Add } else { Operator::Subtract };
    let read = counted(read, body);
    let next = body.add(ExprKind::Binary(operator, read, by), span);
    let then = vec![assign(place, next, span)];
    let condition = variable(body, is_later, span);
    let mut block = vec![Stmt::new(StmtKind::If { condition, then, otherwise: Block::new() }, span)];
    block.push(set(is_later, Singleton::True, body));
    let order = match (way > 0, clause.before_upper) {
        (true, true) => CompareOp::Less,
        (true, false) => CompareOp::LessEqual,
        (false, true) => CompareOp::Greater,
        (false, false) => CompareOp::GreaterEqual,
    };
    let (read, bound, place) = (again(body, target), variable(body, stop, span), variable(body, holds, span));
    let read = counted(read, body);
    let rest = vec![(Comparison::Ordering(order), bound)];
    let test = body.add(ExprKind::Compare { first: read, rest }, span);
    block.push(assign(place, test, span));
    let condition = super::comprehension::running(block, holds, span, body);
    starts_at(&clause, made, body);
    StmtKind::While { condition, body: inner, otherwise }
}

/// The type of a variable that is not declared comes from its start, and from the next value if there is a step. What
/// the loop has made says nothing about it: all expressions from `made` on.
fn starts_at(clause: &Clause, made: usize, body: &mut BodyBuilder) {
    let new: Vec<ExprId> = body.body.exprs.ids().skip(made).chain([clause.target]).collect();
    let Some(local) = local_of(body, clause.target) else { return };
    // Downwards an unsigned variable would be another loop.
    if clause.way < 0 && !is_signed(body, clause.lower) {
        return;
    }
    let is_made = |id: &ExprId| {
        local_of(body, *id) == Some(local) || matches!(body.body.exprs[*id].kind, ExprKind::Binary(..))
    };
    let steps: Vec<ExprId> = new.into_iter().filter(is_made).collect();
    body.body.steps.extend(steps);
    body.body.starts.push((local, clause.lower));
    if let Some(step) = clause.step {
        let next = body.add(ExprKind::Binary(Operator::Add, clause.lower, step), clause.span);
        body.body.steps.insert(next);
        body.body.starts.push((local, next));
    }
}

/// Whether a start is certainly not unsigned.
fn is_signed(body: &BodyBuilder, value: ExprId) -> bool {
    if hir::constant(&body.body, value).is_some() {
        return true;
    }
    let ty = local_of(body, value).map(|local| &body.body.locals[local].ty.kind);
    matches!(ty, Some(TypeKind::Named(TypeName::Int(kind))) if kind.is_signed())
}

/// The type of a bound, as in Cython: the variable's type.
fn type_of(body: &BodyBuilder, target: ExprId, span: Span) -> TypeExpr {
    match local_of(body, target).map(|local| &body.body.locals[local].ty) {
        Some(ty) => ty.clone(),
        None => TypeExpr { kind: TypeKind::Untyped, span },
    }
}

/// The type of the counter if the target is an object and a bound or the step is a C float: as in Cython, the object
/// is such a number in each iteration.
fn counts_in_floats(body: &BodyBuilder, clause: &Clause) -> Option<TypeExpr> {
    let target = &body.body.locals[local_of(body, clause.target)?].ty.kind;
    if !matches!(target, TypeKind::Named(TypeName::Object(_))) {
        return None;
    }
    let is_float = |id: ExprId| match &body.body.exprs[id].kind {
        ExprKind::Float(_) => true,
        _ => local_of(body, id).is_some_and(|local| {
            matches!(body.body.locals[local].ty.kind, TypeKind::Named(TypeName::Float(_)))
        }),
    };
    let parts = [Some(clause.lower), Some(clause.upper), clause.step];
    let kind = TypeKind::Named(TypeName::Float(FloatKind::Double));
    parts.into_iter().flatten().any(is_float).then_some(TypeExpr { kind, span: clause.span })
}

fn local_of(body: &BodyBuilder, id: ExprId) -> Option<LocalId> {
    match &body.body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => Some(*local),
        _ => None,
    }
}

/// Whether a target is a variable of the function that may be a counter.
fn counts(body: &BodyBuilder, target: ExprId) -> bool {
    let ty = local_of(body, target).map(|local| &body.body.locals[local].ty.kind);
    matches!(ty, Some(TypeKind::Untyped | TypeKind::Named(TypeName::Int(_) | TypeName::Typedef(_))))
}

fn assign(target: ExprId, value: ExprId, span: Span) -> Stmt {
    Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
}

fn variable(body: &mut BodyBuilder, local: LocalId, span: Span) -> ExprId {
    body.add(ExprKind::Name(Binding::Local(local)), span)
}

/// A copy of an expression.
fn again(body: &mut BodyBuilder, id: ExprId) -> ExprId {
    let expr = body.body.exprs[id].clone();
    body.add(expr.kind, expr.span)
}

fn number(body: &mut BodyBuilder, value: i64, span: Span) -> ExprId {
    let digits = value.unsigned_abs().to_string();
    let number = body.add(ExprKind::Int { digits: digits.into(), suffix: Default::default() }, span);
    if value < 0 { body.add(ExprKind::Unary(hir::UnaryOp::Negate, number), span) } else { number }
}

fn shifted(body: &mut BodyBuilder, value: ExprId, by: i64, span: Span) -> ExprId {
    if by == 0 {
        return value;
    }
    if let ExprKind::Int { digits, suffix } = &body.body.exprs[value].kind
        && suffix.is_empty()
        && let Some(sum) = digits.parse::<i64>().ok().and_then(|number| number.checked_add(by))
    {
        return number(body, sum, span);
    }
    let operator = if by > 0 { Operator::Add } else { Operator::Subtract };
    let by = number(body, by.abs(), span);
    body.add(ExprKind::Binary(operator, value, by), span)
}

fn assigns(body: &BodyBuilder, block: &Block, target: ExprId) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.clone(),
            StmtKind::AugAssign { target, .. }
            | StmtKind::ForRange { target, .. }
            | StmtKind::ForEach { target, .. } => vec![*target],
            _ => Vec::new(),
        };
        let target = local_of(body, target);
        found |= target.is_some() && targets.into_iter().any(|other| local_of(body, other) == target);
    });
    found
}
