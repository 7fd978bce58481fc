//! Blocks of threads with memory of their own, which they add up at the end:
//!
//! ```text
//! with nogil, parallel(device={}):
//!     mine = <double *>calloc(m, sizeof(double))
//!     for i in prange(n):
//!         mine[...] += ...
//!     with gil:
//!         for k in range(m):
//!             total[k] += mine[k]
//!     free(mine)
//! ```
//!
//! How many threads run the block is unspecified. What is put into the loop is right if they are as many as the loop has
//! iterations: each allocates the memory, does its part, and adds what it has with atomic updates. There may be fewer
//! ([`Prange::parts_of_thread`]).

use super::exposed::{ByNumber, exposed, reads};
use super::local_set::LocalSet;
use super::pointers::{Sources, can_rename, names, rename};
use super::scratch::{allocated, enough, one_iteration};
use super::serial::is_scalar_arithmetic;
use super::sums::{Arithmetic, Around, is_apart, sums_and_reads};
use crate::base::Arena;
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Callee, CompareOp, Expr, ExprKind, Extern, Externs, Local, LocalId, Locals, LogicalOp,
    Prange, Step, Stmt, StmtKind, UnaryOp, freed, walk,
};
use crate::ty::Ty;

/// What the threads of a block do after its loop.
#[derive(Default)]
pub struct After {
    /// What they add to.
    pub summed: LocalSet,
    /// What else they read.
    pub read: LocalSet,
    /// They do either only if this number is not 0.
    pub only_if: Option<LocalId>,
}

/// Moves what each thread of a region's block does into the iterations of its loop, if this is such a block.
pub fn spread(
    body: &mut Block,
    locals: &mut Locals<Local>,
    (externs, arithmetic): (&Externs<Extern>, &Arithmetic),
) -> After {
    let Some(block) = ThreadBlock::of(body, externs, arithmetic) else { return After::default() };
    let (summed, mut read) = sums_and_reads(&block.after);
    block.own.iter().for_each(|pointer| read.remove(pointer));
    let only_if = condition_of_sums(&block.after).filter(|&id| !LocalSet::assigned_in(body).contains(id));
    block.put_into_loop(body, locals);
    After { summed, read, only_if }
}

/// The number that all statements which add up or read elements are under the condition of, if it is one.
fn condition_of_sums(after: &[Stmt]) -> Option<LocalId> {
    let mut found = None;
    for stmt in after {
        let (summed, read) = sums_and_reads(std::slice::from_ref(stmt));
        if summed.is_empty() && read.is_empty() {
            continue;
        }
        let StmtKind::If { condition, otherwise, .. } = &stmt.kind else { return None };
        let number = condition.as_local().filter(|_| otherwise.is_empty())?;
        if found.is_some_and(|known| known != number) {
            return None;
        }
        found = Some(number);
    }
    found
}

/// What the threads do before and after their part of the loop.
struct ThreadBlock {
    /// Statements that stay before the loop: numbers, the same for all threads.
    steady: Block,
    before: Block,
    looped: Prange,
    span: Span,
    after: Block,
    own: LocalSet,
    /// Whether the loop has no iteration, if it matters.
    empty: Option<Expr>,
}

impl ThreadBlock {
    fn of(body: &[Stmt], externs: &Externs<Extern>, arithmetic: &Arithmetic) -> Option<ThreadBlock> {
        let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Prange(_));
        let at = body.iter().position(is_loop)?;
        let StmtKind::Prange(looped) = &body[at].kind else { return None };
        let (head, rest) = (&body[..at], &body[at + 1..]);
        let mut own = LocalSet::default();
        own.extend(head.iter().filter_map(|stmt| allocated(stmt, externs)));
        let (mut steady, mut before) = (Block::new(), Block::new());
        for stmt in head {
            if is_test(stmt, &own, externs) {
                continue;
            }
            own.extend(inside(stmt, &own));
            let is_own = allocated(stmt, externs).is_some()
                || inside(stmt, &own).is_some()
                || fills(stmt, &own, externs);
            if is_own {
                before.push(stmt.clone());
            } else if names_any(stmt, &own) || !before.is_empty() && !can_go_before(stmt, &before) {
                return None;
            } else {
                steady.push(stmt.clone());
            }
        }
        let mut unknown = LocalSet::assigned_in(&looped.body);
        unknown.extend(looped.reductions.iter().map(|reduction| reduction.local).chain([looped.counter]));
        // They get new values there first.
        LocalSet::assigned_in(rest).iter().for_each(|local| unknown.remove(local));
        let after =
            Around { externs, arithmetic, own: &own, unknown: &unknown, sources: &Sources::default() }
                .atomic(rest)?;
        // Cython's threads wait for each other after the loop.
        if !is_apart(&after, &looped.body, &own) {
            return None;
        }
        let is_shared = sums_and_reads(&after).0.iter().next().is_some();
        let empty = if is_shared { Some(is_empty(looped)?) } else { None };
        let (looped, span) = ((**looped).clone(), body[at].span);
        let block = ThreadBlock { steady, before, looped, span, after, own, empty };
        block.is_whole(externs).then_some(block)
    }

    /// Whether every pointer is freed, can be renamed, and stays what it is; and what the threads compute depends on nothing
    /// that they have left before.
    fn is_whole(&self, externs: &Externs<Extern>) -> bool {
        let is_derived = |pointer| self.before.iter().any(|stmt| inside(stmt, &self.own) == Some(pointer));
        let given_back = |pointer| {
            is_derived(pointer) || self.after.iter().any(|stmt| freed(stmt, externs) == Some(pointer))
        };
        let all = || [&self.before, &self.looped.body, &self.after];
        let mut assigned = LocalSet::assigned_in(&self.looped.body);
        assigned.union(&LocalSet::assigned_in(&self.after));
        let mut addressed = LocalSet::default();
        all().into_iter().for_each(|block| addressed.extend(walk::addressed(block)));
        let is_settled = |pointer: LocalId| {
            given_back(pointer)
                && !assigned.contains(pointer)
                && !addressed.contains(pointer)
                && all().into_iter().all(|block| can_rename(block, pointer))
        };
        let (regions, contexts) = (Arena::default(), Arena::default());
        let by_number = ByNumber { regions: &regions, contexts: &contexts, known: None };
        let mine: Block = self.before.iter().chain(&self.after).cloned().collect();
        let mut left = LocalSet::assigned_in(&mine);
        let needed = exposed(&mine, by_number);
        let reduced: LocalSet = self.looped.reductions.iter().map(|reduction| reduction.local).collect();
        let is_fresh = !left.iter().any(|id| needed.contains(id) || reduced.contains(id));
        left.union(&assigned);
        let is_steady = self.before.iter().filter_map(|stmt| value_of(stmt)).all(|value| {
            let mut is_steady = true;
            walk::expression(value, &mut |part| {
                is_steady &= part.as_local().is_none_or(|id| !assigned.contains(id));
            });
            is_steady
        });
        self.own.iter().count() > 0 && self.own.iter().all(is_settled) && is_fresh && is_steady
    }

    fn put_into_loop(mut self, body: &mut Block, locals: &mut Locals<Local>) {
        let own: Vec<LocalId> = self.own.iter().collect();
        for pointer in own {
            let renamed = locals.alloc(locals[pointer].clone());
            let name = Expr::local(renamed, locals[renamed].ty.clone(), locals[renamed].span);
            for block in [&mut self.before, &mut self.looped.body, &mut self.after] {
                rename(block, pointer, &name);
            }
            self.looped.privates.push(renamed);
        }
        let mut mine = LocalSet::assigned_in(&self.before);
        mine.union(&LocalSet::assigned_in(&self.after));
        let mut counters = LocalSet::default();
        for block in [&self.before, &self.after] {
            walk::statements(block, &mut |stmt| {
                if let StmtKind::For(looped) = &stmt.kind {
                    counters.insert(looped.counter);
                }
            });
        }
        let is_new = |id: &LocalId| !counters.contains(*id) && !self.looped.privates.contains(id);
        let new: Vec<LocalId> = mine.iter().filter(is_new).collect();
        self.looped.privates.extend(new);
        let at = one_iteration(&mut self.looped, locals);
        let mut before = Block::new();
        for stmt in self.before {
            let test = enough(&stmt, locals);
            before.push(stmt);
            before.extend(test);
        }
        self.looped.body.extend(self.after);
        self.looped.body.splice(at..at, before);
        *body = self.steady;
        let empty = self.empty.take().filter(|_| !planted::has(Fault::ThreadsOfEmptyLoops));
        body.extend(empty.map(|empty| of_no_iterations(&self.looped, empty, locals)));
        body.push(Stmt::new(StmtKind::Prange(Box::new(self.looped)), self.span));
    }
}

/// Whether a loop has no iteration, as a number that is known before it.
fn is_empty(prange: &Prange) -> Option<Expr> {
    let compare = |op, left: &Expr, right: &Expr| {
        let number = |side: &Expr| match side.ty == Ty::SSIZE {
            true => Box::new(side.clone()),
            false => {
                let whole = ExprKind::Convert(Box::new(side.clone()));
                Box::new(Expr::new(whole, Ty::SSIZE, side.span))
            }
        };
        Expr::new(ExprKind::Compare(op, number(left), number(right)), Ty::Bint, prange.span)
    };
    let both = |one, other| {
        let parts = (Box::new(one), Box::new(other));
        Expr::new(ExprKind::Logical(LogicalOp::And, parts.0, parts.1), Ty::Bint, prange.span)
    };
    let (up, down) = (
        compare(CompareOp::GreaterEqual, &prange.start, &prange.stop),
        compare(CompareOp::LessEqual, &prange.start, &prange.stop),
    );
    let empty = match &prange.step {
        Step::Constant(step) if *step > 0 => up,
        Step::Constant(_) => down,
        Step::Dynamic(step) => {
            let zero = Expr::int(0, step.ty.clone(), prange.span);
            let up = both(compare(CompareOp::Greater, step, &zero), up);
            let down = both(compare(CompareOp::Less, step, &zero), down);
            Expr::new(ExprKind::Logical(LogicalOp::Or, Box::new(up), Box::new(down)), Ty::Bint, prange.span)
        }
    };
    is_scalar_arithmetic(&empty).then_some(empty)
}

/// What one thread does if a loop has no iteration: Cython's threads run the rest of the block all the same.
fn of_no_iterations(looped: &Prange, condition: Expr, locals: &mut Locals<Local>) -> Stmt {
    let mut alone = looped.clone();
    let (counter, span) = (locals.alloc(locals[looped.counter].clone()), looped.span);
    let ty = locals[counter].ty.clone();
    (alone.counter, alone.step) = (counter, Step::Constant(1));
    (alone.start, alone.stop) = (Expr::int(0, ty.clone(), span), Expr::int(1, ty, span));
    alone.reductions.clear();
    alone.chained.clear();
    for stmt in &mut alone.body {
        if let StmtKind::For(once) = &mut stmt.kind
            && Some(once.counter) == looped.once
        {
            once.body.clear();
        }
    }
    let then = vec![Stmt::new(StmtKind::Prange(Box::new(alone)), span)];
    Stmt::new(StmtKind::If { condition, then, otherwise: Block::new() }, span)
}

/// `if p == NULL: ...` about memory of the thread: another test is made where it is allocated.
fn is_test(stmt: &Stmt, own: &LocalSet, externs: &Externs<Extern>) -> bool {
    let StmtKind::If { condition, then, otherwise } = &stmt.kind else { return false };
    let is_own = |expr: &Expr| expr.without_conversions().as_local().is_some_and(|id| own.contains(id));
    let is_null = |expr: &Expr| matches!(expr.without_conversions().kind, ExprKind::Null);
    let asks = match &condition.kind {
        ExprKind::Compare(CompareOp::Equal, left, right) => {
            is_own(left) && is_null(right) || is_null(left) && is_own(right)
        }
        ExprKind::Unary(UnaryOp::Not, pointer) => is_own(pointer),
        _ => false,
    };
    asks && otherwise.is_empty() && ends(then, externs)
}

/// Whether nothing comes after the block: it raises, or ends the process.
fn ends(block: &[Stmt], externs: &Externs<Extern>) -> bool {
    block.last().is_some_and(|last| match &last.kind {
        StmtKind::WithGil(inner) | StmtKind::Nogil(inner) => ends(inner, externs),
        StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), _), .. }) => {
            ["abort", "exit", "_Exit"].contains(&externs[*id].c_name.as_str())
        }
        _ => last.raises(),
    })
}

/// A pointer that a statement lets point into memory of the thread: `q = &p[n]`, `q = p + n`.
fn inside(stmt: &Stmt, own: &LocalSet) -> Option<LocalId> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let is_own = |expr: &Expr| expr.as_local().is_some_and(|id| own.contains(id));
    let is_inside = match &value.without_conversions().kind {
        ExprKind::AddressOf(element) => match &element.kind {
            ExprKind::Index { base, index } => is_own(base) && is_scalar_arithmetic(index),
            _ => false,
        },
        ExprKind::Binary(BinaryOp::Add, base, index) => is_own(base) && is_scalar_arithmetic(index),
        _ => false,
    };
    place.as_local().filter(|_| is_inside)
}

/// Whether a statement only gives values to memory of the thread, from numbers.
fn fills(stmt: &Stmt, own: &LocalSet, externs: &Externs<Extern>) -> bool {
    let is_own = |base: &Expr| base.as_local().is_some_and(|id| own.contains(id));
    match &stmt.kind {
        StmtKind::Assign { place, value } => {
            let mut element = place;
            while let ExprKind::Field { base, .. } = &element.kind {
                element = base;
            }
            let is_element = match &element.kind {
                ExprKind::Index { base, index } => is_own(base) && is_scalar_arithmetic(index),
                ExprKind::Deref(base) => is_own(base),
                _ => false,
            };
            is_element && is_scalar_arithmetic(value)
        }
        StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), arguments), .. }) => {
            externs[*id].c_name.as_str() == "memset"
                && arguments.first().is_some_and(|first| is_own(first.without_conversions()))
                && arguments.iter().skip(1).all(is_scalar_arithmetic)
        }
        StmtKind::For(looped) => {
            walk::expressions(stmt).into_iter().all(is_scalar_arithmetic)
                && looped.otherwise.is_empty()
                && looped.body.iter().all(|inner| fills(inner, own, externs))
        }
        StmtKind::If { condition, then, otherwise } => {
            is_scalar_arithmetic(condition)
                && then.iter().chain(otherwise).all(|inner| fills(inner, own, externs))
        }
        _ => false,
    }
}

/// Whether a statement computes a number on which those before it do not depend, nor it on them.
fn can_go_before(stmt: &Stmt, before: &Block) -> bool {
    let StmtKind::Assign { place, value } = &stmt.kind else { return false };
    let Some(number) = place.as_local() else { return false };
    let left = LocalSet::assigned_in(before);
    place.ty.is_numeric()
        && is_scalar_arithmetic(value)
        && !names(before, number)
        && !left.contains(number)
        && !reads(value).iter().any(|id| left.contains(id))
}

fn value_of(stmt: &Stmt) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { value, .. } => Some(value),
        _ => None,
    }
}

fn names_any(stmt: &Stmt, pointers: &LocalSet) -> bool {
    pointers.iter().any(|pointer| names(std::slice::from_ref(stmt), pointer))
}
