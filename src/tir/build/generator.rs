//! Generators.

use super::function::FunctionBuilder;
use super::report;
use crate::hir::{ExprId, Singleton};
use crate::source::Span;
use crate::tir::{Block, Expr, ExprKind, Op, StmtKind, walk};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    pub fn yielded(&mut self, value: Option<ExprId>, is_from: bool, span: Span) -> Expr {
        let value = match value {
            Some(value) => self.object(value),
            None => Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span),
        };
        if value.ty.is_error() {
            return value;
        }
        if !is_from {
            return self.run("sent", Op::Yield(value), Ty::OBJECT, span);
        }
        let iterator = self.run("iterator", Op::GetIterator(value), Ty::OBJECT, span);
        self.run("result", Op::YieldFrom(iterator), Ty::OBJECT, span)
    }

    /// The variables of a generator are fields of its frame, which parallel code knows nothing of; and it waits with
    /// the GIL, and with no context open.
    pub fn check_generator(&mut self, body: &Block) {
        let mut refused = Vec::new();
        walk::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Parallel(_) | StmtKind::Prange(_) => {
                refused.push(("a parallel loop or block in a generator", stmt.span));
            }
            StmtKind::Context { .. } => refused.push(("a data context in a generator", stmt.span)),
            StmtKind::WithGil(inner) => {
                walk::statements(inner, &mut |stmt| {
                    if matches!(stmt.kind, StmtKind::Run { op: Op::Yield(_) | Op::YieldFrom(_), .. }) {
                        refused.push(("`yield` in code that takes the GIL for a while", stmt.span));
                    }
                });
            }
            _ => {}
        });
        if let Some((what, span)) = refused.first() {
            self.report(report::not_yet(what, *span));
        }
    }
}
