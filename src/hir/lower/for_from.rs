//! `for i from 0 <= i < n by 2`: C's loop in the words of old Cython.
//!
//! It becomes a counted loop. As in C, the variable has its start before the first round, and after the last one
//! the first value that the condition refuses: `i = start - step`, then `i = i + step` where no `break` left the loop.

use super::builder::BodyBuilder;
use super::{Lowerer, report};
use crate::hir::{self, Binding, Block, ExprId, ExprKind, Operator, Range, Stmt, StmtKind, walk};
use crate::source::Span;
use crate::syntax::ast;

/// Which way the variable goes, and whether the bound itself is left out.
fn relation(text: &str) -> Option<(i64, bool)> {
    match text {
        "<=" => Some((1, false)),
        "<" => Some((1, true)),
        ">=" => Some((-1, false)),
        ">" => Some((-1, true)),
        _ => None,
    }
}

impl<'t> Lowerer<'t> {
    /// The loop, with what stands in front of it put into `out`; or reports why it cannot be.
    pub fn for_from(
        &mut self,
        looped: ast::For<'t>,
        from: ast::ForFrom<'t>,
        span: Span,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) -> Option<StmtKind> {
        let relations = (relation(from.lower_relation()), relation(from.upper_relation()));
        let (Some((way, after_lower)), Some((upper_way, before_upper))) = relations else {
            self.report(report::no_expression(span));
            return None;
        };
        if way != upper_way {
            self.report(report::two_ways(from.lower_relation(), from.upper_relation(), span));
            return None;
        }
        let step = match from.step() {
            None => 1,
            Some(step) => match step.text().replace('_', "").parse::<i64>() {
                Ok(step) if step > 0 => step,
                _ => {
                    self.not_yet("a step that is no positive number", step.span());
                    return None;
                }
            },
        };
        let variable = |this: &mut Self, body: &mut BodyBuilder| this.maybe(looped.target(), span, body);
        let target = variable(self, body);
        // Before the first round the variable is a step below its start.
        let lower = self.maybe(from.lower(), span, body);
        let before = shifted(body, lower, if after_lower { way } else { 0 } - way * step, span);
        out.push(Stmt { kind: StmtKind::Assign { targets: vec![target], value: before }, span });
        let read = variable(self, body);
        let start = shifted(body, read, way * step, span);
        let upper = self.maybe(from.upper(), span, body);
        let stop = shifted(body, upper, if before_upper { 0 } else { way }, span);
        let step_by = number(body, way * step, span);
        let rounds = self.inner(looped.body(), body);
        let target = variable(self, body);
        if assigns(body, &rounds, target) {
            self.not_yet("a `for ... from` whose body assigns its variable", span);
            return None;
        }
        let read = variable(self, body);
        let passed = shifted(body, read, way * step, span);
        let last = variable(self, body);
        let mut otherwise =
            vec![Stmt { kind: StmtKind::Assign { targets: vec![last], value: passed }, span }];
        otherwise.extend(self.inner(looped.else_body(), body));
        let range = Range { start: Some(start), stop, step: Some(step_by) };
        Some(StmtKind::ForRange { target, range, body: rounds, otherwise })
    }
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
    let local = |id: ExprId| match &body.body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => Some(*local),
        _ => None,
    };
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.clone(),
            StmtKind::AugAssign { target, .. }
            | StmtKind::ForRange { target, .. }
            | StmtKind::ForEach { target, .. } => vec![*target],
            _ => Vec::new(),
        };
        found |= local(target).is_some() && targets.into_iter().any(|other| local(other) == local(target));
    });
    found
}
