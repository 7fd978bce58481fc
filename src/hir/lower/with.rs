//! `with`: the GIL, parallel blocks, data contexts, directives, Python's context managers.

use super::builder::BodyBuilder;
use super::scope::Construct;
use super::{FunctionLowerer, contexts, report};
use crate::hir::{Binding, Block, DataContext, ExprId, ExprKind, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// What one item of a `with` does to the block.
enum Manager<'t> {
    Nogil,
    WithGil,
    /// `nogil(condition)`, and with `takes` `gil(condition)`.
    GilIf {
        takes: bool,
        condition: Expression<'t>,
    },
    Parallel(crate::hir::Clauses),
    Device(DataContext),
    Atomic,
    /// `critical_section(objects)`: while the GIL is held nobody else uses them.
    Held(Vec<ExprId>),
    Directives(crate::hir::Directives),
    Python {
        manager: ExprId,
        target: Option<ExprId>,
    },
    Error,
}

impl<'t> FunctionLowerer<'_, 't> {
    pub fn with_statement(&mut self, with: ast::With<'t>, body: &mut BodyBuilder, out: &mut Block) {
        let span = with.span();
        let header = with.header_span().unwrap_or(span);
        let outer = body.directives.clone();
        let reported = self.tables.diagnostics.len();
        let mut managers = Vec::new();
        for item in with.items() {
            let manager = self.manager(item, (with.is_async(), header), body);
            if let Manager::Directives(directives) = &manager {
                body.directives = directives.clone();
            }
            managers.push(match manager {
                Manager::GilIf { takes, condition } => match self.visible().evaluated(condition, &|_| None) {
                    Some(value) if !value.is_true() => continue,
                    Some(_) if takes => Manager::WithGil,
                    Some(_) => Manager::Nogil,
                    None => manager,
                },
                other => other,
            });
        }
        if managers.iter().any(|manager| matches!(manager, Manager::Atomic)) {
            let kind = self.atomic(with, body);
            body.directives = outer;
            out.push(Stmt::new(kind, span));
            return;
        }
        let mut block = self.inner(with.body(), body);
        body.directives = outer;
        for manager in managers.into_iter().rev() {
            let kind = match manager {
                Manager::Nogil => StmtKind::Nogil(block),
                Manager::WithGil => StmtKind::WithGil(block),
                // A test of a fused type: each specialisation keeps one of the two.
                Manager::GilIf { takes, condition } => {
                    let place = condition.span();
                    let condition = self.expr(condition, body);
                    if !is_type_test(body, condition) {
                        let word = if takes { "gil" } else { "nogil" };
                        self.report(report::changing_gil(word, place));
                    }
                    let otherwise = self.inner(with.body(), body);
                    let kind = if takes { StmtKind::WithGil(block) } else { StmtKind::Nogil(block) };
                    let then = vec![Stmt::new(kind, place)];
                    StmtKind::If { condition, then, otherwise }
                }
                Manager::Parallel(clauses) => StmtKind::Parallel { clauses, body: block },
                Manager::Device(context) => {
                    let is_plain = self.tables.diagnostics.len() == reported
                        && !with.body().is_some_and(contexts::has_choice)
                        && contexts::is_plain(&body.body, &block);
                    StmtKind::DataContext { context: DataContext { is_plain, ..context }, body: block }
                }
                Manager::Held(objects) => {
                    let evaluated =
                        objects.into_iter().map(|object| Stmt::new(StmtKind::Expr(object), header));
                    block = evaluated.chain(block).collect();
                    continue;
                }
                Manager::Directives(directives) => {
                    StmtKind::Directives { directives: Box::new(directives), body: block }
                }
                Manager::Python { manager, target } if with.is_async() => {
                    block = super::coroutine::async_with(self, (manager, target), block, header, body);
                    continue;
                }
                Manager::Python { manager, target } => StmtKind::With { manager, target, body: block },
                Manager::Atomic | Manager::Error => StmtKind::Error,
            };
            let shows_header = matches!(kind, StmtKind::Parallel { .. } | StmtKind::With { .. });
            let place = if shows_header { header } else { span };
            block = vec![Stmt::new(kind, place)];
        }
        out.append(&mut block);
    }

    fn manager(
        &mut self,
        item: ast::WithItem<'t>,
        (is_async, header): (bool, Span),
        body: &mut BodyBuilder,
    ) -> Manager<'t> {
        let Some(value) = item.value() else { return Manager::Error };
        if item.target().is_none() && !is_async {
            if let Some(manager) = self.gil_manager(value, body) {
                return manager;
            }
            if let Some(manager) = self.construct_manager(value, header, body) {
                return manager;
            }
            if let Some(objects) = self.critical_section(value) {
                return Manager::Held(objects.into_iter().map(|object| self.expr(object, body)).collect());
            }
            let mut directives = body.directives.clone();
            if self.directive_call(value, &mut directives) {
                return Manager::Directives(directives);
            }
        }
        let manager = self.expr(value, body);
        Manager::Python { manager, target: item.target().map(|target| self.target(target, body)) }
    }

    /// The objects of `cython.critical_section(objects)`.
    fn critical_section(&mut self, value: Expression<'t>) -> Option<Vec<Expression<'t>>> {
        let Expression::Call(call) = value else { return None };
        if self.visible().cython_attribute(call.function()?)? != "critical_section" {
            return None;
        }
        let objects = call.arguments();
        if !matches!(objects.len(), 1 | 2) || !objects.iter().all(|object| object.is_plain()) {
            self.report(report::directive("critical_section", "expected one object or two", call.span()));
        }
        Some(objects.into_iter().filter_map(|object| object.value()).collect())
    }

    fn gil_manager(&mut self, value: Expression<'t>, body: &BodyBuilder) -> Option<Manager<'t>> {
        match value {
            Expression::Name(name) if !body.is_local(name.text()) => match name.text() {
                "nogil" => Some(Manager::Nogil),
                "gil" => Some(Manager::WithGil),
                _ => None,
            },
            Expression::Attribute(_) => match self.visible().cython_attribute(value)?.as_str() {
                "nogil" => Some(Manager::Nogil),
                "gil" => Some(Manager::WithGil),
                _ => None,
            },
            Expression::Call(call) => {
                let Some(Expression::Name(name)) = call.function() else { return None };
                if !matches!(name.text(), "nogil" | "gil") || body.is_local(name.text()) {
                    return None;
                }
                let arguments = call.arguments();
                let [condition] = arguments.as_slice() else { return Some(Manager::Error) };
                let condition = condition.value().filter(|_| condition.is_plain())?;
                Some(Manager::GilIf { takes: name.text() == "gil", condition })
            }
            _ => None,
        }
    }

    fn construct_manager(
        &mut self,
        value: Expression<'t>,
        header: Span,
        body: &mut BodyBuilder,
    ) -> Option<Manager<'t>> {
        let Expression::Call(call) = value else {
            let construct = self.construct_in(value, body)?;
            let usage = format!("call it: `with {}(...)`", construct.name());
            self.report(report::construct_misused(construct.name(), &usage, value.span()));
            return Some(Manager::Error);
        };
        match self.construct_in(call.function()?, body)? {
            Construct::Parallel => {
                Some(Manager::Parallel(self.clauses(Construct::Parallel, call, body).clauses))
            }
            Construct::Device => Some(Manager::Device(self.data_context(call, header, body))),
            Construct::Atomic => Some(Manager::Atomic),
            other => {
                self.report(report::construct_misused(other.name(), "not in a `with`", call.span()));
                Some(Manager::Error)
            }
        }
    }

    /// `with atomic(): x[i] += 1`: one in-place operation. On a variable it is what it is without that: each thread has its own,
    /// or the loop reduces it.
    fn atomic(&mut self, with: ast::With<'t>, body: &mut BodyBuilder) -> StmtKind {
        let block = self.inner(with.body(), body);
        match block.into_iter().map(|stmt| stmt.kind).collect::<Vec<_>>().as_slice() {
            [StmtKind::AugAssign { target, operator, value }] if with.items().len() == 1 => {
                let (target, operator, value) = (*target, *operator, *value);
                match body.body.exprs[target].kind {
                    ExprKind::Name(Binding::Local(_)) => StmtKind::AugAssign { target, operator, value },
                    _ => StmtKind::Atomic { target, operator, value },
                }
            }
            [StmtKind::Error] => StmtKind::Error,
            _ => {
                self.report(report::atomic_body(with.header_span().unwrap_or(with.span())));
                StmtKind::Error
            }
        }
    }
}

/// Whether a condition is decided when a function is specialised, or has been reported.
fn is_type_test(body: &BodyBuilder, id: ExprId) -> bool {
    match &body.body.exprs[id].kind {
        ExprKind::TypeTest { .. } | ExprKind::Error => true,
        ExprKind::Unary(_, inner) => is_type_test(body, *inner),
        ExprKind::Logical(_, left, right) => is_type_test(body, *left) && is_type_test(body, *right),
        _ => false,
    }
}
