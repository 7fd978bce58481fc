//! Versions of the host's loops, between which their first statement chooses.
//!
//! - Where all indices are inside and elements lie side by side along the last axis of each view, nothing is checked and C
//!   compilers know the strides: they vectorise. What must hold is computed once, before the outermost loop.
//! - A parallel loop with little to do runs on the thread that comes to it: to start others takes longer. It has both forms,
//!   with checks and without, as well.
//!
//! Otherwise the loop runs as it is written, and checks under the condition. Nothing else changes: the same statements in the
//! same order, so also what happens before an exception.

use super::work::{self, OneThread};
use super::{edit, entry, guarded, stores, trial::Parts, verdict::Verdict};
use crate::offload::effects::{Place, effects};
use crate::offload::lanes;
use crate::offload::sections::dress;
use crate::pass::LocalSet;
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, LocalRole, Locals,
    Module, Op, Prange, Stmt, StmtKind, same_expr, walk,
};
use crate::ty::{Axis, Ty};

use super::before::guard;

/// More statements than this are not written twice.
const MOST: usize = 80;

/// More than this are not written twice for the thread that comes to a parallel loop.
const MOST_ALONE: usize = 30;

/// Makes versions of the loops of an outlined module, after its plan.
pub fn of_loops(mut module: Module) -> Module {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let function = &module.functions[id];
        if function.is_generator || !has_loops(&function.body) {
            continue;
        }
        if !function.on_device {
            let function = &mut module.functions[id];
            stores::after_choices(&mut function.body, &mut function.locals, false);
        }
        let function = &module.functions[id];
        let addressed = walk::addressed(&function.body).into_iter().collect();
        let (mut body, locals) = (function.body.clone(), function.locals.clone());
        let read = lanes::Reads::of(&body);
        let mut versions = Versions { module: &module, id, locals, addressed, read };
        versions.block(&mut body);
        let locals = versions.locals;
        let function = &mut module.functions[id];
        (function.body, function.locals) = (body, locals);
    }
    module
}

fn has_loops(block: &Block) -> bool {
    walk::any(block, is_loop)
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For(_) | StmtKind::Prange(_))
}

/// What is asked before a loop, and what its checks come to otherwise.
struct Asked {
    verdicts: Vec<Verdict>,
    /// All indices are inside.
    inside: Option<Expr>,
    /// The elements of `side_by_side` lie side by side along the last axes.
    strides: Option<Expr>,
    side_by_side: Vec<LocalId>,
}

struct Versions<'m> {
    module: &'m Module,
    id: FunctionId,
    /// Those of the function, and the conditions.
    locals: Locals<Local>,
    /// C code may change them at any time.
    addressed: LocalSet,
    /// By the function's body.
    read: lanes::Reads,
}

impl Versions<'_> {
    fn function(&self) -> &Function {
        &self.module.functions[self.id]
    }

    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            match &stmt.kind {
                StmtKind::For(_) | StmtKind::Prange(_) if self.is_plain(&stmt) => self.of_loop(stmt, block),
                // Their threads share what is around loops.
                StmtKind::Parallel(_) | StmtKind::Prange(_) | StmtKind::Context { .. } => block.push(stmt),
                _ => {
                    walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner));
                    block.push(stmt);
                }
            }
        }
    }

    /// Whether a loop consists of C's operations alone, so that it can be written twice.
    fn is_plain(&self, stmt: &Stmt) -> bool {
        let mut plain = true;
        walk::statements(std::slice::from_ref(stmt), &mut |inner| {
            plain &= match &inner.kind {
                StmtKind::Assign { place, .. } => !place.ty.is_counted() && place.ty.memoryview().is_none(),
                StmtKind::Run { into, op: Op::CallFunction { .. } } => {
                    into.is_none_or(|into| !self.locals[into].ty.is_counted())
                }
                StmtKind::Check(_) | StmtKind::Eval(_) | StmtKind::Atomic { .. } | StmtKind::If { .. } => {
                    true
                }
                StmtKind::While { .. } | StmtKind::For(_) | StmtKind::Break | StmtKind::Continue => true,
                StmtKind::Prange(prange) => prange.once.is_none(),
                _ => false,
            };
        });
        plain && walk::count(stmt) <= MOST
    }

    /// Ends the block with the loop in as many versions as are worth it.
    fn of_loop(&mut self, mut stmt: Stmt, block: &mut Block) {
        let (span, read_inside) = (stmt.span, self.read_inside(&stmt));
        if let StmtKind::Prange(prange) = &mut stmt.kind {
            own_temporaries(prange, &self.locals);
        }
        let short = walk::count(&stmt) <= MOST_ALONE;
        let mut alone = self.one_thread(&stmt, short);
        let Asked { verdicts, inside, strides, side_by_side } = self.asked(&stmt);
        let mut code = Block::new();
        // The same for one thread; a long loop is written once more, as it is.
        let is_as_it_is = alone.is_some() && !short;
        let mut own = if is_as_it_is { without_threads(std::slice::from_ref(&stmt)) } else { Block::new() };
        let mut parts = None;
        match (inside, strides) {
            (None, None) => {
                parts = self.parts(&alone, [std::slice::from_mut(&mut stmt)]);
                code.push(stmt);
                entry::of_loops(&mut code, &mut self.locals, &self.addressed);
                self.at_once(&mut code, &[], &read_inside);
                if alone.is_some() {
                    own = without_threads(&code);
                }
            }
            (inside, strides) => {
                let inside = inside.map(|condition| guarded::condition(condition, &mut self.locals));
                let (inside, computed) = inside.unzip();
                code.extend(computed);
                let all_inside: Vec<Verdict> = verdicts.iter().map(|verdict| settled(*verdict)).collect();
                let mut fast = vec![stmt.clone()];
                let mut slow = vec![stmt];
                if inside.is_some() {
                    edit::apply(&mut fast, &all_inside, None, &self.locals);
                    if strides.is_some() {
                        edit::apply(&mut slow, &verdicts, inside.as_ref(), &self.locals);
                    }
                }
                if alone.is_some() && short {
                    // What is checked once is not part of the work.
                    let little = fast.first().and_then(|fast| self.one_thread(fast, short));
                    alone = little.or(alone);
                    parts = self.parts(&alone, [&mut fast, &mut slow]);
                }
                entry::of_loops(&mut fast, &mut self.locals, &self.addressed);
                // Without strides to ask for, an index is outside, or likely to be.
                if strides.is_some() {
                    entry::of_loops(&mut slow, &mut self.locals, &self.addressed);
                }
                if let [Stmt { kind: StmtKind::Prange(prange), .. }] = fast.as_mut_slice() {
                    prange.assumed.clone_from(&strides);
                }
                self.at_once(&mut fast, &side_by_side, &read_inside);
                let condition = Expr::all(inside.into_iter().chain(strides));
                let condition = condition.expect("there is one");
                if alone.is_some() && short {
                    let (then, otherwise) = (without_threads(&fast), without_threads(&slow));
                    let kind = StmtKind::If { condition: condition.clone(), then, otherwise };
                    own = vec![Stmt::new(kind, span)];
                    // Both forms ask for it.
                    block.append(&mut code);
                }
                code.push(Stmt::new(StmtKind::If { condition, then: fast, otherwise: slow }, span));
            }
        }
        match (alone, parts) {
            (Some(OneThread::If(condition)), _) => {
                block.push(Stmt::new(StmtKind::If { condition, then: own, otherwise: code }, span));
            }
            (_, Some(parts)) => block.extend(parts.run(own, code)),
            _ => block.extend(code),
        }
    }

    /// Makes the versions of a parallel loop ones of its parts, if it has some.
    fn parts<const COUNT: usize>(
        &mut self,
        alone: &Option<OneThread>,
        versions: [&mut [Stmt]; COUNT],
    ) -> Option<Parts> {
        let Some(OneThread::First(guess)) = alone else { return None };
        let parts = versions.iter().find_map(|version| match version {
            [Stmt { kind: StmtKind::Prange(prange), .. }] => Some(Parts::of(prange, guess, &mut self.locals)),
            _ => None,
        })?;
        versions.into_iter().for_each(|version| parts.limit(version));
        Some(parts)
    }

    /// What decides between the versions of a loop.
    fn asked(&self, stmt: &Stmt) -> Asked {
        let dressed = dress(self.function(), vec![stmt.clone()], stmt.span);
        let found = effects(self.module, self.id, &dressed, Place::Body, None);
        let mut verdicts = super::verdicts(&dressed.body, &found);
        let conditions = guard(&dressed.body, &found, &mut verdicts);
        let assigned = LocalSet::assigned_in(std::slice::from_ref(stmt));
        let fits = Bounds::of(stmt, self, &assigned).fit();
        let conditions = if conditions.is_empty() { None } else { Some(conditions) };
        let conditions = conditions.zip(fits).map(|(conditions, fits)| [conditions, fits].concat());
        let is_steady = |conditions: &Vec<Expr>| conditions.iter().all(|one| self.is_steady(one, &assigned));
        let inside = conditions.filter(is_steady).and_then(Expr::all);
        let strided = self.strided(stmt, &assigned);
        let side_by_side = strided.iter().filter_map(Expr::as_local).collect();
        let strides = Expr::all(strided.iter().map(lanes::are_side_by_side));
        Asked { verdicts, inside, strides, side_by_side }
    }

    /// Puts iterations side by side in a version of a loop.
    fn at_once(&mut self, version: &mut Block, side_by_side: &[LocalId], read_inside: &LocalSet) {
        if self.function().on_device {
            return;
        }
        let (module, locals, addressed) = (self.module, &mut self.locals, &self.addressed);
        let mut before = lanes::of_loops(
            version,
            lanes::Around { module, locals, addressed, side_by_side, read_inside, in_region: false },
        );
        before.append(version);
        *version = before;
    }

    /// The locals that a loop assigns and nothing else in the function reads.
    fn read_inside(&self, stmt: &Stmt) -> LocalSet {
        let function = self.function();
        // Regions and contexts read more than statements say.
        if function.regions.iter().next().is_some() || function.contexts.iter().next().is_some() {
            return LocalSet::default();
        }
        let inside = lanes::Reads::of(std::slice::from_ref(stmt));
        let assigned = LocalSet::assigned_in(std::slice::from_ref(stmt));
        let is_inside = |local: &LocalId| inside.of_local(*local) == self.read.of_local(*local);
        assigned.iter().filter(is_inside).collect()
    }

    /// Whether an expression gives the same before the loop and in it.
    fn is_steady(&self, expr: &Expr, assigned: &LocalSet) -> bool {
        use ExprKind::*;
        let steady = match &expr.kind {
            Local(id) => !assigned.contains(*id) && !self.addressed.contains(*id),
            Extent { view, .. } => view.as_local().is_some(),
            Int(_) | Unary(..) | Binary(..) | Convert(_) | MinMax(..) | Compare(..) | Logical(..) => true,
            _ => false,
        };
        steady && expr.children().into_iter().all(|child| self.is_steady(child, assigned))
    }

    /// The views of which it is not known whether elements lie side by side along their last axes.
    fn strided(&self, stmt: &Stmt, assigned: &LocalSet) -> Vec<Expr> {
        let mut views: Vec<Expr> = Vec::new();
        walk::all_expressions(std::slice::from_ref(stmt), &mut |expr| {
            if let ExprKind::Element { view, .. } = &expr.kind
                && let Some(local) = view.as_local()
                && !assigned.contains(local)
                && !self.addressed.contains(local)
                && view.ty.memoryview().is_some_and(|ty| ty.axes.last() == Some(&Axis::Strided))
                && views.iter().all(|known| known.as_local() != Some(local))
            {
                views.push((**view).clone());
            }
        });
        views
    }

    /// When a parallel loop is faster without threads. `short`: it is written for one thread in all versions.
    fn one_thread(&self, stmt: &Stmt, short: bool) -> Option<OneThread> {
        let StmtKind::Prange(prange) = &stmt.kind else { return None };
        let assigned = LocalSet::assigned_in(&prange.body);
        let is_steady = |expr: &Expr| self.is_steady(expr, &assigned);
        match short {
            true => work::one_thread(prange, self.module, &is_steady),
            false => work::is_little(prange, self.module, &is_steady).map(OneThread::If),
        }
    }
}

/// A block with its parallel loops as ones of one thread.
fn without_threads(block: &[Stmt]) -> Block {
    let mut block = block.to_vec();
    for stmt in &mut block {
        match &mut stmt.kind {
            StmtKind::Prange(prange) => {
                stmt.kind = StmtKind::For(Box::new(prange.without_threads()));
            }
            StmtKind::If { condition, then, otherwise } => {
                of_one_thread(condition);
                for inner in [then, otherwise] {
                    *inner = without_threads(inner);
                }
            }
            _ => {}
        }
    }
    block
}

/// There is one thread.
fn of_one_thread(condition: &mut Expr) {
    match condition.kind {
        ExprKind::Threads => condition.kind = ExprKind::Int(1),
        _ => condition.children_mut().into_iter().for_each(of_one_thread),
    }
}

/// Makes the temporaries of a parallel loop private: what only one loop uses is declared in it, but now there are several.
/// Variables of the user that are not private are C arrays and structs of which parts are assigned: all threads share these.
fn own_temporaries(prange: &mut Prange, locals: &Locals<Local>) {
    let all = LocalSet::assigned_in(&prange.body);
    let mut assigned: LocalSet = all.iter().filter(|id| locals[*id].role == LocalRole::Temp).collect();
    assigned.remove(prange.counter);
    walk::statements(&prange.body, &mut |stmt| match &stmt.kind {
        StmtKind::For(looped) => assigned.remove(looped.counter),
        StmtKind::Prange(inner) => assigned.remove(inner.counter),
        _ => {}
    });
    let known = prange.privates.iter().copied();
    known.chain(prange.reductions.iter().map(|reduction| reduction.local)).for_each(|id| assigned.remove(id));
    prange.privates.extend(assigned.iter());
}

/// The ranges of all loops in one. Sums in them may wrap around, of which forms know nothing: in an index that does no harm,
/// as the sum is the same number in the end, but a loop would run in another range.
struct Bounds<'a> {
    versions: &'a Versions<'a>,
    stmt: &'a Stmt,
    assigned: &'a LocalSet,
    counters: LocalSet,
    bounds: Vec<&'a Expr>,
}

/// Sums of a few numbers below this fit 64 bits.
const FITS: i128 = 1 << 60;

impl<'a> Bounds<'a> {
    fn of(stmt: &'a Stmt, versions: &'a Versions<'a>, assigned: &'a LocalSet) -> Bounds<'a> {
        let (mut counters, mut bounds) = (LocalSet::default(), Vec::new());
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::For(looped) => {
                counters.extend([Some(looped.counter), looped.target].into_iter().flatten());
                bounds.extend([&looped.start, &looped.stop]);
            }
            StmtKind::Prange(prange) => {
                counters.insert(prange.counter);
                bounds.extend([&prange.start, &prange.stop]);
            }
            _ => {}
        });
        Bounds { versions, stmt, assigned, counters, bounds }
    }

    /// What must hold for no sum to wrap around; `None` if that cannot be said.
    fn fit(&self) -> Option<Vec<Expr>> {
        let mut fit: Vec<Expr> = Vec::new();
        for bound in &self.bounds {
            let mut terms = Vec::new();
            let is_sum = self.terms(bound, &mut terms)?;
            if terms.len() > 4 {
                return None;
            }
            for term in terms.into_iter().filter(|_| is_sum) {
                let span = term.span;
                let typed = match term.ty == Ty::SSIZE {
                    true => term.clone(),
                    false => Expr::new(ExprKind::Convert(Box::new(term.clone())), Ty::SSIZE, span),
                };
                for (op, limit) in [(CompareOp::LessEqual, FITS), (CompareOp::GreaterEqual, -FITS)] {
                    let limit = Box::new(Expr::int(limit, Ty::SSIZE, span));
                    let one =
                        Expr::new(ExprKind::Compare(op, Box::new(typed.clone()), limit), Ty::Bint, span);
                    if !fit.iter().any(|known| same_expr(known, &one)) {
                        fit.push(one);
                    }
                }
            }
        }
        Some(fit)
    }

    /// Finds the numbers that a range is made of, and whether it is a sum. Those that are loaded from memory have no form.
    fn terms<'e>(&self, expr: &'e Expr, terms: &mut Vec<&'e Expr>) -> Option<bool> {
        match &expr.kind {
            ExprKind::Int(value) => (value.abs() < FITS).then_some(false),
            ExprKind::Extent { .. } => {
                terms.push(expr);
                Some(false)
            }
            // An extent less a constant fits.
            ExprKind::Binary(BinaryOp::Subtract, left, right)
                if matches!(left.kind, ExprKind::Extent { .. })
                    && right.as_int().is_some_and(|by| (0..FITS).contains(&by)) =>
            {
                Some(false)
            }
            ExprKind::Local(id) if self.counters.contains(*id) => Some(false),
            ExprKind::Local(id) if !self.assigned.contains(*id) => {
                terms.push(expr);
                Some(false)
            }
            ExprKind::Local(id) => self.is_loaded(*id).then_some(false),
            ExprKind::Convert(inner) => self.terms(inner, terms),
            ExprKind::Binary(..) | ExprKind::MinMax(..) | ExprKind::Unary(..) => {
                let mut is_sum = !matches!(expr.kind, ExprKind::MinMax(..));
                for child in expr.children() {
                    is_sum |= self.terms(child, terms)?;
                }
                Some(is_sum)
            }
            _ => Some(false),
        }
    }

    /// Whether a local gets nothing but elements and the like.
    fn is_loaded(&self, id: LocalId) -> bool {
        let mut is_loaded = true;
        walk::statements(std::slice::from_ref(self.stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Assign { place, value } if place.as_local() == Some(id) => {
                let value = value.without_conversions();
                is_loaded &= matches!(
                    value.kind,
                    ExprKind::Element { .. }
                        | ExprKind::Index { .. }
                        | ExprKind::Deref(_)
                        | ExprKind::Field { .. }
                );
            }
            _ => is_loaded &= !walk::assigned(stmt).contains(&id),
        });
        is_loaded && !self.versions.addressed.contains(id)
    }
}

/// The same if the condition holds.
fn settled(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Guarded { .. } => Verdict::Inside,
        other => other,
    }
}
