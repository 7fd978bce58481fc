//! Statements that only add to memory which threads share, or keep the least or the greatest there, under a lock of OpenMP's or
//! the GIL. On a device each is one atomic update, which needs no lock.

use std::collections::HashSet;

use super::extremes::{self, Extreme};
use super::local_set::LocalSet;
use super::pointers::Sources;
use super::scratch::allocated;
use super::serial::is_scalar_arithmetic;
use crate::base::planted::{self, Fault};
use crate::tir::{
    AtomicOp, BinaryOp, Block, Callee, Expr, ExprKind, Extern, Externs, For, Function, FunctionId, LocalId,
    MinMax, Module, Stmt, StmtKind, freed, same_expr, walk,
};
use crate::ty::{FloatKind, IntKind, Ty};

/// OpenMP's functions that take a lock, and those that give it back.
const TAKE: &[&str] = &["omp_set_lock", "omp_set_nest_lock"];
const GIVE: &[&str] = &["omp_unset_lock", "omp_unset_nest_lock"];

/// The functions of a module that compute a number from numbers, and do nothing else.
pub struct Arithmetic(HashSet<FunctionId>);

impl Arithmetic {
    pub fn of(module: &Module) -> Arithmetic {
        let is_it = |function: &Function| {
            let mut is_number = function.params.iter().map(|param| &function.locals[param.local].ty);
            is_number.all(Ty::is_numeric) && !function.may_fail && only_computes(&function.body)
        };
        Arithmetic(
            module.functions.iter().filter(|(_, function)| is_it(function)).map(|(id, _)| id).collect(),
        )
    }
}

fn only_computes(block: &[Stmt]) -> bool {
    block.iter().all(|stmt| {
        let is_plain = match &stmt.kind {
            StmtKind::Assign { place, .. } => place.as_local().is_some() && place.ty.is_numeric(),
            StmtKind::Return(Some(value)) => value.ty.is_numeric(),
            StmtKind::If { .. } | StmtKind::For(_) | StmtKind::Break | StmtKind::Continue => true,
            _ => false,
        };
        is_plain
            && walk::expressions(stmt).into_iter().all(is_scalar_arithmetic)
            && walk::blocks(stmt).into_iter().all(|inner| only_computes(inner))
    })
}

/// Where the statements are.
pub struct Around<'a> {
    pub externs: &'a Externs<Extern>,
    pub arithmetic: &'a Arithmetic,
    /// Pointers to memory that the thread has for itself.
    pub own: &'a LocalSet,
    /// Variables whose values are not known there.
    pub unknown: &'a LocalSet,
    pub sources: &'a Sources,
}

/// The call takes a lock, or gives it back.
fn is_lock(call: &Expr, externs: &Externs<Extern>) -> bool {
    calls(call, TAKE, externs) || calls(call, GIVE, externs)
}

fn calls(call: &Expr, names: &[&str], externs: &Externs<Extern>) -> bool {
    matches!(&call.kind, ExprKind::Call(Callee::Extern(id), _) if names.contains(&externs[*id].c_name.as_str()))
}

/// Puts atomic updates in place of sums that the iterations of loops do under a lock. Returns what they add to.
pub fn unlock(block: &mut Block, externs: &Externs<Extern>, arithmetic: &Arithmetic) -> LocalSet {
    let mut own = LocalSet::default();
    walk::statements(block, &mut |stmt| own.extend(allocated(stmt, externs)));
    let (unknown, sources) = (&LocalSet::default(), &Sources::of(block));
    unlock_within(block, &Around { externs, arithmetic, own: &own, unknown, sources }, false)
}

fn unlock_within(block: &mut Block, around: &Around<'_>, is_iteration: bool) -> LocalSet {
    let (mut at, mut summed) = (0, LocalSet::default());
    while at < block.len() {
        let inner_is = is_iteration || matches!(block[at].kind, StmtKind::Prange(_));
        for inner in walk::blocks_mut(&mut block[at]) {
            summed.union(&unlock_within(inner, around, inner_is));
        }
        let len = if is_iteration { locked(&block[at..], around) } else { None };
        if let Some(len) = len
            && let Some(sums) = around.atomic(&block[at..at + len])
        {
            let count = sums.len();
            summed.union(&sums_and_reads(&sums).0);
            block.splice(at..at + len, sums);
            at += count;
        } else {
            at += 1;
        }
    }
    summed
}

/// How many of the statements are under a lock that the first one takes.
fn locked(block: &[Stmt], around: &Around<'_>) -> Option<usize> {
    if matches!(block[0].kind, StmtKind::WithGil(_)) {
        return Some(1);
    }
    let taken = LockCall::of(&block[0], TAKE, around.externs)?;
    let is_given =
        |stmt: &Stmt| LockCall::of(stmt, GIVE, around.externs).is_some_and(|given| given.gives_back(&taken));
    let last = block.iter().position(is_given)?;
    let assigned = LocalSet::assigned_in(&block[..last]);
    let is_steady =
        taken.only_if.is_none_or(|condition| !assigned.iter().any(|local| condition.names(local)));
    is_steady.then_some(last + 1)
}

/// `omp_set_lock(&lock)`, or the like; or `if have_openmp: omp_set_lock(&lock)`.
struct LockCall<'b> {
    lock: &'b Expr,
    only_if: Option<&'b Expr>,
}

impl<'b> LockCall<'b> {
    fn of(stmt: &'b Stmt, names: &[&str], externs: &Externs<Extern>) -> Option<LockCall<'b>> {
        match &stmt.kind {
            StmtKind::Eval(call) if calls(call, names, externs) => {
                Some(LockCall { lock: call.children()[0], only_if: None })
            }
            StmtKind::If { condition, then, otherwise }
                if otherwise.is_empty() && is_scalar_arithmetic(condition) =>
            {
                let [inner] = then.as_slice() else { return None };
                let call = LockCall::of(inner, names, externs).filter(|call| call.only_if.is_none())?;
                Some(LockCall { only_if: Some(condition), ..call })
            }
            _ => None,
        }
    }

    fn gives_back(&self, taken: &LockCall<'_>) -> bool {
        let is_same_condition = match (self.only_if, taken.only_if) {
            (Some(one), Some(other)) => same_expr(one, other),
            (None, None) => true,
            _ => false,
        };
        is_same_condition && is_same_lock(self.lock, taken.lock)
    }
}

fn is_same_lock(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::AddressOf(one), ExprKind::AddressOf(other)) => same_expr(one, other),
        _ => same_expr(one, other),
    }
}

impl Around<'_> {
    /// The statements with atomic updates in place of sums, and without locks. `None` if they do anything else, but compute
    /// numbers from what no other thread changes.
    pub fn atomic(&self, block: &[Stmt]) -> Option<Block> {
        let done = self.block(block)?;
        let (summed, read) = sums_and_reads(&done);
        let (summed, read) = (self.sources.with(summed), self.sources.with(read));
        if is_mixed(&done) {
            return None;
        }
        let is_read = summed.iter().any(|id| read.contains(id)) && !planted::has(Fault::SumReadUnderLock);
        (!is_read).then_some(done)
    }

    fn block(&self, block: &[Stmt]) -> Option<Block> {
        let mut done = Block::new();
        for stmt in block {
            if let Some(Extreme { place, which, value }) = extremes::found(&done, stmt) {
                let is_steady = self.is_place(&place) && self.is_known(&value);
                let op = AtomicOp::MinMax(which);
                done.push(Stmt::new(is_steady.then_some(StmtKind::Atomic { place, op, value })?, stmt.span));
                continue;
            }
            let is_known = || walk::expressions(stmt).into_iter().all(|part| self.is_known(part));
            let kind = match &stmt.kind {
                StmtKind::WithGil(body) | StmtKind::Nogil(body) => {
                    done.extend(self.block(body)?);
                    continue;
                }
                StmtKind::Eval(call) if is_lock(call, self.externs) => continue,
                StmtKind::Eval(_) => {
                    freed(stmt, self.externs).filter(|pointer| self.own.contains(*pointer))?;
                    stmt.kind.clone()
                }
                StmtKind::If { condition, then, otherwise } if is_known() => {
                    let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                    if then.is_empty() && otherwise.is_empty() {
                        continue;
                    }
                    StmtKind::If { condition: condition.clone(), then, otherwise }
                }
                StmtKind::For(looped) if is_known() => {
                    let (body, otherwise) = (self.block(&looped.body)?, self.block(&looped.otherwise)?);
                    StmtKind::For(Box::new(For { body, otherwise, ..(**looped).clone() }))
                }
                StmtKind::Check(_) if is_known() => stmt.kind.clone(),
                StmtKind::Assign { place, value } if place.as_local().is_some() => {
                    (place.ty.is_numeric() && self.is_known(value)).then(|| stmt.kind.clone())?
                }
                StmtKind::Assign { place, value } => self.sum(place, value)?,
                _ => return None,
            };
            done.push(Stmt::new(kind, stmt.span));
        }
        Some(done)
    }

    /// `place = place + value`, which is what `place += value` becomes.
    fn sum(&self, place: &Expr, value: &Expr) -> Option<StmtKind> {
        let (op, term) = added(place, value)?;
        let is_steady = self.is_place(place) && self.is_known(&term);
        if planted::has(Fault::SumNotAtomic) {
            return is_steady.then(|| StmtKind::Assign { place: place.clone(), value: value.clone() });
        }
        is_steady.then(|| StmtKind::Atomic { place: place.clone(), op: AtomicOp::Binary(op), value: term })
    }

    /// Whether a place is an element that threads share, at a known index.
    fn is_place(&self, place: &Expr) -> bool {
        base(place).is_some_and(|base| !self.own.contains(base))
            && place.children().into_iter().skip(1).all(|index| self.is_known(index))
    }

    /// Whether a value consists of numbers, elements of views and what the thread has for itself.
    fn is_known(&self, value: &Expr) -> bool {
        let is_memory = match &value.kind {
            ExprKind::Local(id) => return !self.unknown.contains(*id),
            ExprKind::Element { view, .. } => view.as_local().is_none(),
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                !base.as_local().is_some_and(|base| self.own.contains(base))
            }
            ExprKind::Call(Callee::Function(id), _) => !self.arithmetic.0.contains(id),
            ExprKind::AddressOf(_)
            | ExprKind::Field { .. }
            | ExprKind::Call(..)
            | ExprKind::ThreadId
            | ExprKind::HasThreads
            | ExprKind::Threads
            | ExprKind::Trial(..) => true,
            _ => value.ty.is_object(),
        };
        !is_memory && value.children().into_iter().all(|part| self.is_known(part))
    }
}

/// The views and pointers whose elements statements add to, and those whose elements they read.
pub fn sums_and_reads(block: &[Stmt]) -> (LocalSet, LocalSet) {
    let (mut summed, mut read) = (LocalSet::default(), LocalSet::default());
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::Atomic { place, value, .. } => {
            summed.extend(base(place));
            place.children().into_iter().skip(1).chain([value]).for_each(|part| elements(part, &mut read));
        }
        _ => walk::expressions(stmt).into_iter().for_each(|part| elements(part, &mut read)),
    });
    (summed, read)
}

/// Whether statements do different things to the elements of one view, of which it matters which is done first.
fn is_mixed(block: &[Stmt]) -> bool {
    let mut known: Vec<(LocalId, Option<MinMax>)> = Vec::new();
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        let StmtKind::Atomic { place, op, .. } = &stmt.kind else { return };
        let which = match op {
            AtomicOp::Binary(_) => None,
            AtomicOp::MinMax(which) => Some(*which),
        };
        let Some(base) = base(place) else { return };
        found |= known.iter().any(|(other, of)| *other == base && *of != which);
        known.push((base, which));
    });
    found
}

/// What is added to a place, or subtracted, if an atomic update can do it: a number that C adds as the source does.
pub fn added(place: &Expr, value: &Expr) -> Option<(BinaryOp, Expr)> {
    let sum = widened(value, &place.ty);
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) = &sum.kind else {
        return None;
    };
    let is_exact = match &place.ty {
        Ty::Int(kind) => *kind != IntKind::Bool && sum.ty.is_integral(),
        // A sum of fractions in an integer is cut off each time.
        Ty::Float(kind) => *kind != FloatKind::LongDouble && matches!(sum.ty, Ty::Float(_)),
        _ => false,
    };
    if !is_exact || base(place).is_none() || !same_expr(place, widened(left, &place.ty)) {
        return None;
    }
    // The sum of a `float` and a `double` is a `double`, which is rounded then.
    let ty = if place.ty.is_integral() { &place.ty } else { &sum.ty };
    let term = match right.ty == *ty {
        true => (**right).clone(),
        false => Expr::new(ExprKind::Convert(right.clone()), ty.clone(), right.span),
    };
    Some((*op, term))
}

/// An expression without conversions around it that lose nothing of what a type holds.
fn widened<'e>(expr: &'e Expr, held: &Ty) -> &'e Expr {
    let ExprKind::Convert(inner) = &expr.kind else { return expr };
    let holds = match (&expr.ty, held) {
        (Ty::Int(kind), Ty::Int(held)) => *kind != IntKind::Bool && kind.bits() >= held.bits(),
        (Ty::Float(kind), Ty::Float(held)) => kind == held || *held == FloatKind::Float,
        _ => false,
    };
    if holds { widened(inner, held) } else { expr }
}

/// The view or pointer whose element a place is.
pub fn base(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Element { view: base, .. } | ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
            base.as_local()
        }
        _ => None,
    }
}

/// The views and pointers whose elements an expression reads.
fn elements(expr: &Expr, found: &mut LocalSet) {
    found.extend(base(expr));
    expr.children().into_iter().for_each(|part| elements(part, found));
}

/// The views and pointers whose elements an expression may lead to.
pub fn bases(expr: &Expr, found: &mut LocalSet) {
    if !matches!(expr.kind, ExprKind::Extent { .. } | ExprKind::Stride { .. }) {
        found.extend(expr.as_local());
        expr.children().into_iter().for_each(|part| bases(part, found));
    }
}

/// What statements that follow a loop must have for themselves if no barrier is in between: what they add to is not named in
/// the loop, and what they read is not changed there.
pub fn is_apart(after: &[Stmt], looped: &[Stmt], own: &LocalSet) -> bool {
    let (summed, read) = sums_and_reads(after);
    let (mut named, mut changed) = (LocalSet::default(), LocalSet::default());
    walk::statements(looped, &mut |stmt| {
        if let StmtKind::Assign { place, .. } | StmtKind::Atomic { place, .. } = &stmt.kind {
            changed.extend(base(place));
        }
        let hands_all = matches!(stmt.kind, StmtKind::Run { .. });
        for expr in walk::expressions(stmt) {
            bases(expr, &mut named);
            if hands_all {
                bases(expr, &mut changed);
            }
            walk::expression(expr, &mut |part| {
                if matches!(part.kind, ExprKind::Call(..) | ExprKind::AddressOf(_) | ExprKind::Slice { .. }) {
                    bases(part, &mut changed);
                }
            });
        }
    });
    let is_own = |id: LocalId| own.contains(id);
    if planted::has(Fault::SumReadInLoop) {
        return true;
    }
    !summed.iter().any(|id| named.contains(id)) && !read.iter().any(|id| !is_own(id) && changed.contains(id))
}
