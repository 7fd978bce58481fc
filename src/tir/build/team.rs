//! The block of a team of threads, if code that holds the GIL surrounds loops of the team.
//!
//! All threads wait for one another at such a loop, so none may hold the GIL there. The code is split: what
//! surrounds the loops runs without the GIL, and the statements between them take it.

use super::function::FunctionBuilder;
use super::report;
use crate::source::Span;
use crate::tir::{Block, Catches, Op, Stmt, StmtKind, Try, walk};

impl FunctionBuilder<'_, '_> {
    /// A block, or a part of one, in which the GIL is not held.
    pub fn apart_from_loops(&mut self, block: Block) -> Block {
        let mut done = Block::with_capacity(block.len());
        for stmt in block {
            let span = stmt.span;
            if !has_loop_of_team(std::slice::from_ref(&stmt)) {
                done.push(stmt);
                continue;
            }
            match stmt.kind {
                StmtKind::WithGil(body) => done.extend(self.taken_apart(body, span)),
                StmtKind::Try(tried) => {
                    self.check_try(&tried, span);
                    let body = self.apart_from_loops(tried.body);
                    done.push(Stmt::new(StmtKind::Try(Box::new(Try { body, ..*tried })), span));
                }
                kind => done.push(self.inside(kind, span, Self::apart_from_loops)),
            }
        }
        done
    }

    /// A block that holds the GIL and contains loops of the team.
    fn taken_apart(&mut self, body: Block, span: Span) -> Block {
        let mut done = Block::new();
        let mut between = Block::new();
        for stmt in body {
            let span = stmt.span;
            if !has_loop_of_team(std::slice::from_ref(&stmt)) {
                between.push(stmt);
                continue;
            }
            done.extend(taken(std::mem::take(&mut between), span));
            match stmt.kind {
                StmtKind::Nogil(inner) => done.extend(self.apart_from_loops(inner)),
                StmtKind::Try(_) => self.refuse("in a `try` that holds the GIL", span),
                StmtKind::Context { .. } => self.refuse("in a data context that holds the GIL", span),
                kind => done.push(self.inside(kind, span, |builder, block| builder.taken_apart(block, span))),
            }
        }
        done.extend(taken(between, span));
        done
    }

    /// The same for the blocks of a condition or loop.
    fn inside(
        &mut self,
        kind: StmtKind,
        span: Span,
        mut apart: impl FnMut(&mut Self, Block) -> Block,
    ) -> Stmt {
        let kind = match kind {
            StmtKind::If { condition, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|block| apart(self, block));
                StmtKind::If { condition, then, otherwise }
            }
            StmtKind::For(mut looped) => {
                looped.body = apart(self, std::mem::take(&mut looped.body));
                looped.otherwise = apart(self, std::mem::take(&mut looped.otherwise));
                StmtKind::For(looped)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let mut iterates = false;
                walk::statements(&prepare, &mut |stmt| {
                    iterates |= matches!(stmt.kind, StmtKind::Run { op: Op::NextItem { .. }, .. });
                });
                if iterates {
                    self.refuse("in a loop over a Python object", span);
                }
                let [prepare, body, otherwise] = [prepare, body, otherwise].map(|block| apart(self, block));
                StmtKind::While { prepare, condition, body, otherwise }
            }
            other => other,
        };
        Stmt::new(kind, span)
    }

    /// Each thread runs a `finally` separately.
    fn check_try(&mut self, tried: &Try, span: Span) {
        if tried.has_gil || tried.catches == Catches::Exceptions {
            return self.refuse("in a `try` that holds the GIL", span);
        }
        if has_loop_of_team(&tried.handler) || has_loop_of_team(&tried.otherwise) {
            return self.refuse("in a `finally`", span);
        }
        let mut leaves = false;
        walk::statements(&tried.handler, &mut |stmt| leaves |= matches!(stmt.kind, StmtKind::Return(_)));
        if leaves || tried.may_suppress() {
            self.refuse("in a `try` whose `finally` leaves the block", span);
        }
    }

    fn refuse(&mut self, place: &str, span: Span) {
        self.report(report::not_yet(&format!("a loop of a parallel block {place}"), span));
    }
}

/// Statements that take the GIL; those that only release temporaries have been handled by the ones before.
fn taken(block: Block, span: Span) -> Option<Stmt> {
    let span = block.first().map_or(span, |stmt| stmt.span);
    (!block.is_empty()).then(|| Stmt::new(StmtKind::WithGil(block), span))
}

/// Whether statements of a team's block contain a loop of the team.
fn has_loop_of_team(block: &[Stmt]) -> bool {
    walk::any(block, |stmt| matches!(stmt.kind, StmtKind::Prange(_)))
}
