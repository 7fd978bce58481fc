//! Whether the threads of a parallel loop are worth starting: how long the loop takes, and how many there are.

use std::collections::HashSet;

use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Callee, CompareOp, Expr, ExprKind, FunctionId, LogicalOp, Module, Prange, Step, Stmt,
    StmtKind, UnaryOp, same_expr, walk,
};
use crate::ty::Ty;

/// What a thread does in the time that starting threads takes, in elements read or written and operations. Measured
/// (`benches/defaults`): a triad, 5 of these in each iteration, takes as long on one thread as on two for 1000 to 3000
/// elements; nests whose inner loops are short, as many for 10,000 to 20,000 (`benches/suite`). If other programs use the
/// processors, threads start later still.
const LITTLE: i128 = 8000;
/// `exp` and the like.
const CALL: i128 = 20;
const DIVISION: i128 = 5;
/// If the iterations of nested loops do more together, threads are worth it.
const MOST_OF_A_NEST: i128 = 1000;

/// The condition that a loop does so little that one thread is faster; `None` if that cannot be said before it, or if it
/// must have threads.
pub fn is_little(prange: &Prange, estimate: &Estimate<'_>) -> Option<Expr> {
    if must_have_team(prange) {
        return None;
    }
    condition(&estimate.of(prange)?, prange)
}

/// When a parallel loop runs on the thread that comes to it.
pub enum OneThread {
    /// Where it is faster so: this is known before.
    If(Expr),
    /// Until it has taken as long as the start of other threads does.
    First(Guess),
}

/// What a loop does, as far as that can be said before it.
#[derive(Clone)]
pub struct Guess {
    /// In elements and operations, a `double`: zero if nobody knows.
    pub work: Expr,
    /// So much takes as long as the start of other threads.
    pub little: Expr,
}

/// When one thread is faster: if the loop does little, or no other thread would help with it.
pub fn one_thread(prange: &Prange, estimate: &Estimate<'_>) -> Option<OneThread> {
    if must_have_team(prange) {
        return None;
    }
    let work = estimate.of(prange);
    let mut little = work.as_ref().and_then(|work| condition(work, prange));
    // A team adds up in any order, which is faster even if it has one thread.
    if !prange.reductions.is_empty() {
        return little.map(OneThread::If);
    }
    let is_sure = little.is_some() && work.as_ref().is_some_and(|work| !work.is_unsure);
    let Estimate { module, has_inner, .. } = *estimate;
    let mut threads = OutsideTeam { module, has_inner, called: HashSet::new() };
    let is_possible = is_sure || threads.is_possible(&prange.body, Inside::Iteration);
    let count = estimate.count(&prange.start, &prange.stop, &prange.step);
    if !is_sure && is_possible && count.is_some() && has_parts(prange) {
        let number = |value| Expr::int(value, Ty::SSIZE, prange.span);
        let work = work.map_or_else(|| number(0), |work| work.total(&Ty::DOUBLE, prange.span));
        return Some(OneThread::First(Guess { work, little: number(LITTLE) }));
    }
    if little.is_none() {
        if !is_possible {
            return None;
        }
        little = count.map(|count| at_most(count, 1));
    }
    let has_threads = Expr::new(ExprKind::HasThreads, Ty::Bint, prange.span);
    let alone = Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(has_threads)), Ty::Bint, prange.span);
    let condition = little.into_iter().chain([alone]);
    condition.reduce(|left, right| Expr::logical(LogicalOp::Or, left, right)).map(OneThread::If)
}

/// Whether a loop may run in parts: nothing is handed from one iteration to the next, nor to what follows the loop.
fn has_parts(prange: &Prange) -> bool {
    let is_signed = |bound: &Expr| matches!(&bound.ty, Ty::Int(kind) if kind.is_signed());
    let (firsts, lasts) = (&prange.firstprivates, &prange.lastprivates);
    [&prange.start, &prange.stop].into_iter().all(is_signed) && firsts.is_empty() && lasts.is_empty()
}

fn must_have_team(prange: &Prange) -> bool {
    let clauses = &prange.clauses;
    let must =
        clauses.num_threads.is_some() || clauses.use_threads_if.is_some() || clauses.schedule.is_some();
    // After a parallel loop its variable has the last value, after another one the next.
    must || prange.once.is_some() || prange.lastprivates.contains(&prange.counter)
}

/// Finds whether a thread does the same outside a team: neither the iterations nor the functions that they call ask OpenMP
/// for anything, start teams, or leave the loop before its end.
struct OutsideTeam<'m> {
    module: &'m Module,
    /// As in [`Estimate`].
    has_inner: bool,
    /// Functions that have been looked at.
    called: HashSet<FunctionId>,
}

/// What a block is in.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Iteration,
    InnerLoop,
    Function,
}

impl OutsideTeam<'_> {
    fn is_possible(&mut self, block: &Block, inside: Inside) -> bool {
        block.iter().all(|stmt| {
            let inner = match &stmt.kind {
                StmtKind::Assign { .. } | StmtKind::Eval(_) | StmtKind::Check(_) => inside,
                StmtKind::If { .. } | StmtKind::Continue => inside,
                StmtKind::For(_) | StmtKind::While { .. } if inside == Inside::Iteration => Inside::InnerLoop,
                StmtKind::Prange(prange) if self.has_inner && prange.once.is_none() => Inside::InnerLoop,
                StmtKind::For(_) | StmtKind::While { .. } => inside,
                StmtKind::Break if inside != Inside::Iteration => inside,
                StmtKind::Return(_) if inside == Inside::Function => inside,
                _ => return false,
            };
            self.asks_nothing(stmt)
                && walk::blocks(stmt).into_iter().all(|block| self.is_possible(block, inner))
        })
    }

    fn asks_nothing(&mut self, stmt: &Stmt) -> bool {
        let mut is_known = true;
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |part| {
                is_known &= match &part.kind {
                    ExprKind::ThreadId | ExprKind::HasThreads | ExprKind::Threads => false,
                    ExprKind::Call(Callee::Extern(id), _) => self.module.externs[*id].is_pure,
                    _ => true,
                };
            });
        }
        let module = self.module;
        is_known
            && walk::called(stmt).into_iter().all(|callee| {
                !self.called.insert(callee)
                    || self.is_possible(&module.functions[callee].body, Inside::Function)
            })
    }
}

/// What is known around a loop, to say what it does.
pub struct Estimate<'e> {
    pub module: &'e Module,
    /// An expression has the same value before the loop.
    pub is_steady: &'e dyn Fn(&Expr) -> bool,
    /// Parallel loops in its iterations are plain ones, also without threads.
    pub has_inner: bool,
}

/// What a block does: its own work, and that of the loops in it.
#[derive(Default)]
struct Work {
    own: i128,
    /// Each with the number of its iterations, and what one of them does.
    loops: Vec<(Expr, Work)>,
    /// Conditions, calls and loops inside: compilers may make much less of it.
    is_unsure: bool,
}

impl Work {
    fn add(&mut self, other: Work) {
        self.own += other.own;
        self.loops.extend(other.loops);
        self.is_unsure |= other.is_unsure;
    }

    /// What one iteration of each loop does.
    fn sum(&self) -> i128 {
        self.own + self.loops.iter().map(|(_, work)| work.sum()).sum::<i128>()
    }

    /// The numbers of iterations of all loops.
    fn counts(&self, found: &mut Vec<Expr>) {
        for (count, work) in &self.loops {
            found.push(count.clone());
            work.counts(found);
        }
    }

    /// All of it, if each loop's number of iterations is a constant.
    fn constant(&self) -> Option<i128> {
        self.loops.iter().try_fold(self.own, |sum, (count, work)| {
            Some(bounded(sum + bounded(count.as_int()?.max(0).saturating_mul(work.constant()?))))
        })
    }

    /// `own + count * (own + ...)`, as a number of this type.
    fn total(&self, ty: &Ty, span: Span) -> Expr {
        let number = |value: i128| match *ty == Ty::DOUBLE {
            true => Expr::new(ExprKind::Float(format!("{value}.0").into()), ty.clone(), span),
            false => Expr::int(value, ty.clone(), span),
        };
        let of = |op, left: Expr, right: Expr| {
            Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty.clone(), span)
        };
        let typed = |count: &Expr| match *ty == count.ty {
            true => count.clone(),
            false => Expr::new(ExprKind::Convert(Box::new(count.clone())), ty.clone(), span),
        };
        let mut terms = Vec::new();
        // A constant count is part of the number.
        let mut own = self.own;
        for (count, work) in &self.loops {
            match (count.as_int(), work.constant()) {
                (Some(count), Some(each)) => {
                    own = bounded(own + bounded(count.max(0).saturating_mul(each)));
                }
                _ => terms.push(of(BinaryOp::Multiply, typed(count), work.total(ty, span))),
            }
        }
        if own > 0 || terms.is_empty() {
            terms.push(number(own));
        }
        terms.into_iter().reduce(|left, right| of(BinaryOp::Add, left, right)).unwrap_or_else(|| number(0))
    }
}

impl Estimate<'_> {
    fn of(&self, prange: &Prange) -> Option<Work> {
        self.looped(&prange.start, &prange.stop, &prange.step, &prange.body, 0)
    }

    fn looped(&self, start: &Expr, stop: &Expr, step: &Step, body: &Block, depth: usize) -> Option<Work> {
        if depth > 3 {
            return None;
        }
        let count = self.count(start, stop, step)?;
        let each = self.block(body, depth)?;
        let is_unsure = depth > 0 || each.is_unsure;
        Some(Work { own: 0, loops: vec![(count, each)], is_unsure })
    }

    /// How many iterations a loop has, or less than one.
    fn count(&self, start: &Expr, stop: &Expr, step: &Step) -> Option<Expr> {
        if !matches!(step, Step::Constant(1)) {
            return None;
        }
        let is_known = |bound: &Expr| bound.ty.is_integral() && (self.is_steady)(bound);
        if !is_known(start) || !is_known(stop) {
            return None;
        }
        let typed = |bound: &Expr| match bound.ty == Ty::SSIZE {
            true => bound.clone(),
            false => Expr::new(ExprKind::Convert(Box::new(bound.clone())), Ty::SSIZE, bound.span),
        };
        Some(match (start.as_int(), stop.as_int()) {
            (Some(first), Some(end)) => Expr::int((end - first).max(0), Ty::SSIZE, stop.span),
            (Some(0), _) => typed(stop),
            _ => difference(typed(stop), typed(start)),
        })
    }

    fn block(&self, block: &Block, depth: usize) -> Option<Work> {
        let mut work = Work::default();
        for stmt in block {
            match &stmt.kind {
                StmtKind::For(looped) => {
                    work.add(self.block(&looped.otherwise, depth)?);
                    work.add(self.looped(
                        &looped.start,
                        &looped.stop,
                        &looped.step,
                        &looped.body,
                        depth + 1,
                    )?);
                }
                StmtKind::Prange(inner) if self.has_inner => {
                    work.add(self.looped(&inner.start, &inner.stop, &inner.step, &inner.body, depth + 1)?);
                }
                StmtKind::If { then, otherwise, .. } => {
                    work.add(self.own(stmt)?);
                    work.is_unsure = true;
                    work.add(self.block(then, depth)?);
                    work.add(self.block(otherwise, depth)?);
                }
                StmtKind::Assign { .. } | StmtKind::Eval(_) | StmtKind::Continue | StmtKind::Check(_) => {
                    work.add(self.own(stmt)?);
                }
                _ => return None,
            }
        }
        Some(work)
    }

    /// What a statement computes itself.
    fn own(&self, stmt: &Stmt) -> Option<Work> {
        let mut work = Some(1);
        let mut is_unsure = false;
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| {
                let own = match &expr.kind {
                    ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => Some(1),
                    ExprKind::Binary(op, ..) => Some(match op {
                        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => 1,
                        _ => DIVISION,
                    }),
                    ExprKind::Call(Callee::Extern(id), _) if self.module.externs[*id].is_pure => {
                        is_unsure = true;
                        Some(CALL)
                    }
                    ExprKind::Call(..) | ExprKind::ThreadId => None,
                    _ => Some(0),
                };
                work = work.zip(own).map(|(work, own)| work + own);
            });
        }
        work.map(|own| Work { own, is_unsure, ..Work::default() })
    }
}

/// A number that fits 64 bits: more is more than enough.
fn bounded(work: i128) -> i128 {
    work.min(1 << 60)
}

fn at_most(value: Expr, most: i128) -> Expr {
    let span = value.span;
    let most = Expr::int(most, Ty::SSIZE, span);
    Expr::new(ExprKind::Compare(CompareOp::LessEqual, Box::new(value), Box::new(most)), Ty::Bint, span)
}

/// `left - right`, with constants together.
fn difference(left: Expr, right: Expr) -> Expr {
    let span = left.span;
    let (left, right) = match (left.kind, right.as_int()) {
        (ExprKind::Binary(BinaryOp::Subtract, first, second), Some(more)) if second.as_int().is_some() => {
            (*first, Expr::int(second.as_int().unwrap_or_default() + more, Ty::SSIZE, span))
        }
        (kind, _) => (Expr::new(kind, left.ty, span), right),
    };
    Expr::new(ExprKind::Binary(BinaryOp::Subtract, Box::new(left), Box::new(right)), Ty::SSIZE, span)
}

/// That all of it is at most [`LITTLE`].
fn condition(work: &Work, prange: &Prange) -> Option<Expr> {
    let span = prange.span;
    let [(count, each)] = work.loops.as_slice() else { return None };
    if each.loops.is_empty() {
        let most = LITTLE / each.own.max(1);
        return (most > 0).then(|| at_most(count.clone(), most));
    }
    if work.sum() > MOST_OF_A_NEST {
        return None;
    }
    // Each count first: four of them and the rest cannot wrap around then.
    let mut counts = Vec::new();
    work.counts(&mut counts);
    counts.retain(|count| count.as_int().is_none());
    let mut known: Vec<Expr> = Vec::new();
    for count in counts {
        if !known.iter().any(|other| same_expr(other, &count)) {
            known.push(count);
        }
    }
    let known = known.into_iter().map(|count| at_most(count, LITTLE));
    let total = at_most(work.total(&Ty::SSIZE, span), LITTLE);
    Expr::all(known.chain([total]))
}
