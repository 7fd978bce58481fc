//! Puts markers into host code that tells of what it reads and writes.
//!
//! A section is as long a run of statements as nothing in it runs on a device: a whole loop of the
//! host is one statement of it, so that no marker stands in a loop without regions. An `if` whose
//! branches use memory is taken apart all the same, and a section ends where the code may jump away:
//! what is not reached shall not move anything.

use super::coherence::Offloading;
use crate::base::Arena;
use crate::tir::{Block, Expr, ExprKind, Function, HostSection, Local, LocalRole, Op, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// The block with markers in it.
pub fn told(function: &mut Function, offloading: &Offloading, block: Block) -> Block {
    Marker { function, offloading }.block(block, Vec::new())
}

struct Marker<'m> {
    function: &'m mut Function,
    offloading: &'m Offloading,
}

impl Marker<'_> {
    fn look(&self) -> Look<'_> {
        Look { locals: &self.function.locals }
    }

    /// `last` is evaluated where the block ends.
    fn block(&mut self, block: Block, last: Vec<Expr>) -> Block {
        let mut result = Block::with_capacity(block.len());
        let mut run = Block::new();
        for mut stmt in block {
            if !self.is_apart(&stmt) {
                let ends = may_jump(&stmt, false);
                run.push(stmt);
                if ends {
                    self.section(std::mem::take(&mut run), Vec::new(), &mut result);
                }
                continue;
            }
            let header = self.header(&stmt);
            self.section(std::mem::take(&mut run), header, &mut result);
            self.inside(&mut stmt);
            result.push(stmt);
        }
        self.section(run, last, &mut result);
        result
    }

    /// Whether a statement is no part of a section, though its header may be.
    fn is_apart(&self, stmt: &Stmt) -> bool {
        self.offloading.is_in(stmt) || self.look().chooses(stmt)
    }

    fn inside(&mut self, stmt: &mut Stmt) {
        let condition = match &stmt.kind {
            StmtKind::While { condition, .. } => Some(condition.clone()),
            _ => None,
        };
        for (index, inner) in walk::blocks_mut(stmt).into_iter().enumerate() {
            // The first block of a `while` prepares its condition.
            let last = condition.iter().filter(|_| index == 0).cloned().collect();
            *inner = self.block(std::mem::take(inner), last);
        }
    }

    fn section(&mut self, run: Block, header: Vec<Expr>, result: &mut Block) {
        let look = self.look();
        let uses = run.iter().any(|stmt| look.uses(stmt)) || header.iter().any(reads_memory);
        let first = run.first().map(|stmt| stmt.span).or(header.first().map(|expr| expr.span));
        if let (true, Some(span)) = (uses, first) {
            let section = HostSection { statements: run.len(), header, span };
            let id = self.function.host_sections.alloc(section);
            result.push(Stmt::new(StmtKind::HostAccess(id), span));
        }
        result.extend(run);
    }

    /// What a statement evaluates once, before anything inside it runs.
    fn header(&self, stmt: &Stmt) -> Vec<Expr> {
        let function = &*self.function;
        let (clauses, entries) = match &stmt.kind {
            // Its condition is evaluated in every round.
            StmtKind::While { .. } => return Vec::new(),
            StmtKind::Offload(id) => {
                let region = &function.regions[*id];
                (walk::clause_expressions(&region.clauses), region.clause.entries.as_slice())
            }
            StmtKind::Context { context, .. } => {
                let context = &function.contexts[*context];
                (context.device_num.iter().collect(), context.entries.as_slice())
            }
            _ => (walk::expressions(stmt), [].as_slice()),
        };
        let counts = entries.iter().filter_map(|entry| entry.count.as_ref());
        clauses.into_iter().chain(counts).cloned().collect()
    }
}

/// Whether the code behind a statement may be passed over.
fn may_jump(stmt: &Stmt, in_loop: bool) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break | StmtKind::Continue => !in_loop,
        StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_) => {
            walk::blocks(stmt).into_iter().flatten().any(|inner| may_jump(inner, true))
        }
        _ => walk::blocks(stmt).into_iter().flatten().any(|inner| may_jump(inner, in_loop)),
    }
}

/// Whether code may use memory that a view shows, by what it looks like; the plan knows better.
struct Look<'f> {
    locals: &'f Arena<Local>,
}

impl Look<'_> {
    /// Whether a statement runs some of its blocks on a condition, and these use memory.
    fn chooses(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(|stmt| self.uses(stmt)),
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => body.iter().any(|stmt| self.chooses(stmt)),
            StmtKind::Try(_) => walk::blocks(stmt).into_iter().flatten().any(|stmt| self.uses(stmt)),
            _ => false,
        }
    }

    fn uses(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Run { op, .. } => op.info().runs_python || matches!(op, Op::CallFunction { .. }),
            // What a variable of the user's held may have a destructor.
            StmtKind::Move { into: id, .. } | StmtKind::Release(id) => {
                self.locals[*id].ty.is_object() && self.locals[*id].role != LocalRole::Temp
            }
            _ => false,
        };
        own || walk::expressions(stmt).into_iter().any(reads_memory)
            || walk::blocks(stmt).into_iter().flatten().any(|inner| self.uses(inner))
    }
}

fn reads_memory(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Element { .. } | ExprKind::Deref(_) | ExprKind::AddressOf(_) | ExprKind::Call(..) => true,
        ExprKind::Index { base, .. } => matches!(base.ty, Ty::Pointer { .. }),
        ExprKind::Field { base, .. } => matches!(base.ty, Ty::Pointer { .. } | Ty::Object(_)),
        _ => false,
    };
    own || expr.children().into_iter().any(reads_memory)
}
