//! Generators.

use super::function::FunctionBuilder;
use super::report;
use crate::hir::{ExprId, Singleton, Yielding};
use crate::source::Span;
use crate::tir::{Block, Expr, ExprKind, LocalId, Op, Runtime, StmtKind, walk};
use crate::ty::Ty;

const UNDECLARED: &str = "an undeclared variable that parallel code of a generator assigns";

impl FunctionBuilder<'_, '_> {
    pub fn yielded(&mut self, value: Option<ExprId>, how: Yielding, span: Span) -> Expr {
        let value = match value {
            Some(value) => self.object(value),
            None => Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span),
        };
        if value.ty.is_error() {
            return value;
        }
        let function = match how {
            Yielding::Value => return self.run("sent", Op::Yield(value), Ty::OBJECT, span),
            Yielding::Iterator => return self.run("result", Op::YieldFrom(value), Ty::OBJECT, span),
            Yielding::From => Runtime::Delegated,
            Yielding::Await => Runtime::Awaited,
        };
        let op = Op::Runtime { function, arguments: vec![value] };
        let iterator = self.run("iterator", op, Ty::OBJECT, span);
        self.run("result", Op::YieldFrom(iterator), Ty::OBJECT, span)
    }

    /// The variables of a generator are fields of its frame, which threads cannot have copies of; and it yields with
    /// the GIL held, and with no context open.
    pub fn check_generator(&mut self, body: &Block) {
        // A `yield` in a place where there can be none has been reported.
        if walk::is_broken(body) {
            return;
        }
        let mut refused = Vec::new();
        let source = &self.source.function.body;
        let lives = |id: &LocalId| {
            let local = self.source.hir_local(*id);
            local.is_some_and(|id| !source.locals[id].is_hidden && !source.of_threads.contains(&id))
        };
        walk::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Parallel(parallel) if parallel.device.is_some() => {
                refused.push(("an offload region in a generator", stmt.span));
            }
            StmtKind::Parallel(parallel) if parallel.privates.iter().any(lives) => {
                refused.push((UNDECLARED, parallel.span));
            }
            StmtKind::Prange(prange) => {
                let reduced = prange.reductions.iter().map(|reduction| &reduction.local);
                if prange.privates.iter().chain([&prange.counter]).chain(reduced).any(lives) {
                    refused.push((UNDECLARED, prange.span));
                }
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
