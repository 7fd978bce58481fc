//! What a region does beside its parallel loops.
//!
//! A device runs kernels; the host starts them one after another. So the host keeps the region's conditions
//! and sequential loops, and the scalars and parts of views that it can compute for them without touching
//! memory, and without a trap or an exception. Everything else becomes [`Serial`] statements, which one
//! thread of the device runs. What the host's part reads from memory goes through a variable that such a
//! statement assigns.
//!
//! In Cython every thread of the team runs these statements; here they run once.

use std::collections::HashMap;

use super::local_set::LocalSet;
use crate::base::Name;
use crate::tir::{
    BinaryOp, Block, Expr, ExprKind, Local, LocalId, LocalRole, Locals, Op, Ownership, Prange, Serial,
    SlicePart, Step, Stmt, StmtKind, walk,
};

/// Splits the body of a region into kernels and what the host does between them.
pub fn arrange(body: Block, locals: &mut Locals<Local>) -> Block {
    let mentions = mentions(&body);
    Arranger { locals, mentions }.block(body)
}

/// Whether a value consists only of scalars and shapes: it does not depend on memory.
pub fn is_scalar_arithmetic(value: &Expr) -> bool {
    let mut pure = true;
    walk::expression(value, &mut |expr| {
        pure &= !matches!(
            expr.kind,
            ExprKind::Element { .. }
                | ExprKind::Index { .. }
                | ExprKind::Deref(_)
                | ExprKind::AddressOf(_)
                | ExprKind::Global(_)
                | ExprKind::Field { .. }
                | ExprKind::Call(..)
                | ExprKind::ThreadId
                | ExprKind::HasThreads
                | ExprKind::Threads
                | ExprKind::Trial(..)
        ) && !expr.ty.is_object();
    });
    pure
}

/// Whether the host can compute a value between kernels. After a kernel that failed variables may hold
/// anything, so nothing may stop the process for some of their values.
fn is_host_value(value: &Expr) -> bool {
    let mut traps = false;
    walk::expression(value, &mut |expr| {
        if let ExprKind::Binary(op, _, divisor) = &expr.kind {
            traps |= may_trap(*op, divisor);
        }
    });
    !traps && is_scalar_arithmetic(value)
}

/// Whether a division of integers stops the process for some operands.
fn may_trap(op: BinaryOp, divisor: &Expr) -> bool {
    let divides = matches!(
        op,
        BinaryOp::Divide | BinaryOp::FloorDivide | BinaryOp::Modulo | BinaryOp::CDivide | BinaryOp::CModulo
    );
    divides && divisor.ty.is_integral() && divisor.as_int().is_none_or(|divisor| matches!(divisor, 0 | -1))
}

struct Arranger<'f> {
    locals: &'f mut Locals<Local>,
    /// How often the region names each local.
    mentions: HashMap<LocalId, usize>,
}

impl Arranger<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut done = Block::new();
        let mut run = Block::new();
        for stmt in block {
            match stmt.kind {
                StmtKind::Prange(mut prange) => {
                    self.bounds(&mut prange, &mut run);
                    self.flush(&mut run, &mut done);
                    done.push(Stmt::new(StmtKind::Prange(prange), stmt.span));
                }
                StmtKind::Nogil(inner) => {
                    self.flush(&mut run, &mut done);
                    done.extend(self.block(inner));
                }
                _ if self.bound_view(&stmt).is_some() => {
                    let stmt = self.view_statement(stmt, &mut run);
                    self.flush(&mut run, &mut done);
                    done.push(stmt);
                }
                _ if self.is_for_the_host(&stmt) => {
                    let stmt = self.around_kernels(stmt, &mut run, &mut done);
                    done.push(stmt);
                }
                _ => run.push(stmt),
            }
        }
        self.flush(&mut run, &mut done);
        done
    }

    /// Whether the statement contains kernels, leaves a loop that contains some, or binds views for them.
    fn is_for_the_host(&self, stmt: &Stmt) -> bool {
        if self.binds_for_others(stmt) {
            return true;
        }
        match &stmt.kind {
            StmtKind::Prange(_) | StmtKind::Break | StmtKind::Continue => true,
            StmtKind::For(looped) => has_loops(&looped.body) || self.any_for_the_host(&looped.otherwise),
            StmtKind::While { prepare, body, otherwise, .. } => {
                has_loops(prepare) || has_loops(body) || self.any_for_the_host(otherwise)
            }
            _ => walk::blocks(stmt).into_iter().any(|inner| self.any_for_the_host(inner)),
        }
    }

    fn any_for_the_host(&self, block: &Block) -> bool {
        block.iter().any(|stmt| self.is_for_the_host(stmt))
    }

    /// A statement that the host keeps: what is inside is arranged recursively.
    fn around_kernels(&mut self, mut stmt: Stmt, run: &mut Block, done: &mut Block) -> Stmt {
        match &mut stmt.kind {
            StmtKind::If { condition, then, otherwise } => {
                self.read_memory(condition, "condition", run);
                self.flush(run, done);
                *then = self.block(std::mem::take(then));
                *otherwise = self.block(std::mem::take(otherwise));
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                self.flush(run, done);
                let mut before = std::mem::take(prepare);
                self.read_memory(condition, "condition", &mut before);
                *prepare = self.block(before);
                *body = self.block(std::mem::take(body));
                *otherwise = self.block(std::mem::take(otherwise));
            }
            StmtKind::For(looped) => {
                self.read_memory(&mut looped.start, "start", run);
                self.read_memory(&mut looped.stop, "stop", run);
                if let Step::Dynamic(step) = &mut looped.step {
                    self.read_memory(step, "step", run);
                }
                self.flush(run, done);
                looped.body = self.block(std::mem::take(&mut looped.body));
                looped.otherwise = self.block(std::mem::take(&mut looped.otherwise));
            }
            _ => self.flush(run, done),
        }
        stmt
    }

    fn bounds(&mut self, prange: &mut Prange, run: &mut Block) {
        self.read_memory(&mut prange.start, "start", run);
        self.read_memory(&mut prange.stop, "stop", run);
        if let Step::Dynamic(step) = &mut prange.step {
            self.read_memory(step, "step", run);
        }
    }

    /// Puts a number that the host cannot compute itself into a variable, before the statement.
    fn read_memory(&mut self, value: &mut Expr, hint: &str, run: &mut Block) {
        if is_host_value(value) {
            return;
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let local = self.locals.alloc(Local {
            name: Name::new(hint),
            ty: ty.clone(),
            role: LocalRole::Temp,
            ownership: Ownership::Owned,
            span,
        });
        let place = Expr::local(local, ty, span);
        let value = std::mem::replace(value, place.clone());
        run.push(Stmt::new(StmtKind::Assign { place, value }, span));
    }

    /// The view that the statement binds, or releases.
    fn bound_view(&self, stmt: &Stmt) -> Option<LocalId> {
        let bound = match &stmt.kind {
            StmtKind::Assign { place, .. } => place.as_local(),
            StmtKind::Run { into, op: Op::Own(_) } => *into,
            StmtKind::Move { into, .. } | StmtKind::Release(into) => Some(*into),
            _ => None,
        };
        bound.filter(|&id| self.locals[id].ty.memoryview().is_some())
    }

    /// Whether something inside the statement binds a view that other statements use too.
    fn binds_for_others(&self, stmt: &Stmt) -> bool {
        let inside = mentions(std::slice::from_ref(stmt));
        let mut found = false;
        walk::statements(std::slice::from_ref(stmt), &mut |inner| {
            found |= self.bound_view(inner).is_some_and(|view| inside.get(&view) != self.mentions.get(&view));
        });
        found
    }

    /// Binding a view is arithmetic with its address, which kernels take from the host.
    fn view_statement(&mut self, mut stmt: Stmt, run: &mut Block) -> Stmt {
        match &mut stmt.kind {
            StmtKind::Assign { value, .. } | StmtKind::Run { op: Op::Own(value), .. } => {
                self.view_from_memory(value, run);
            }
            _ => {}
        }
        stmt
    }

    fn view_from_memory(&mut self, view: &mut Expr, run: &mut Block) {
        match &mut view.kind {
            ExprKind::Convert(inner) | ExprKind::Transpose(inner) => self.view_from_memory(inner, run),
            ExprKind::Select(condition, then, otherwise) => {
                self.read_memory(condition, "condition", run);
                self.view_from_memory(then, run);
                self.view_from_memory(otherwise, run);
            }
            ExprKind::Slice { view, parts } => {
                self.view_from_memory(view, run);
                for part in parts {
                    match part {
                        SlicePart::Index(index) => self.read_memory(index, "index", run),
                        SlicePart::Range { start, stop, step } => {
                            let bounds = [start, stop, step].into_iter().flatten();
                            bounds.for_each(|bound| self.read_memory(bound, "bound", run));
                        }
                        SlicePart::NewAxis => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Ends a run of simple statements: those from the first to the last that the host cannot run go to the
    /// device.
    fn flush(&mut self, run: &mut Block, done: &mut Block) {
        let mut run = std::mem::take(run);
        let for_device = |stmt: &Stmt| !is_host_arithmetic(stmt);
        let Some(first) = run.iter().position(for_device) else { return done.extend(run) };
        let last = run.iter().rposition(for_device).unwrap_or(first);
        let rest = run.split_off(last + 1);
        let body = run.split_off(first);
        done.extend(run);
        let span = body[0].span;
        let results = self.results(&body);
        done.push(Stmt::new(StmtKind::Serial(Box::new(Serial { body, results })), span));
        done.extend(rest);
    }

    /// What the statements give values to, except views and the counters of loops.
    fn results(&self, body: &Block) -> Vec<LocalId> {
        let (mut assigned, mut counters) = (LocalSet::default(), LocalSet::default());
        walk::statements(body, &mut |stmt| {
            assigned.extend(walk::assigned(stmt));
            if let StmtKind::For(looped) = &stmt.kind {
                counters.insert(looped.counter);
            }
        });
        let is_result = |id: &LocalId| !counters.contains(*id) && self.locals[*id].ty.memoryview().is_none();
        assigned.iter().filter(is_result).collect()
    }
}

/// How often a block names each local.
fn mentions(block: &[Stmt]) -> HashMap<LocalId, usize> {
    let mut found = HashMap::new();
    walk::statements(block, &mut |stmt| {
        let mut note = |id: LocalId| *found.entry(id).or_default() += 1;
        walk::assigned(stmt).into_iter().for_each(&mut note);
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |inner| inner.as_local().into_iter().for_each(&mut note));
        }
    });
    found
}

fn has_loops(block: &[Stmt]) -> bool {
    walk::any(block, |stmt| matches!(stmt.kind, StmtKind::Prange(_)))
}

/// Whether the host can run a statement between kernels.
fn is_host_arithmetic(stmt: &Stmt) -> bool {
    let is_plain = match &stmt.kind {
        StmtKind::Assign { place, .. } => place.as_local().is_some() && place.ty.is_numeric(),
        StmtKind::If { .. } | StmtKind::For(_) | StmtKind::While { .. } => true,
        _ => false,
    };
    is_plain
        && walk::expressions(stmt).into_iter().all(is_host_value)
        && walk::blocks(stmt).into_iter().flatten().all(is_host_arithmetic)
}
