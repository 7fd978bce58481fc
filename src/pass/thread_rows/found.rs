//! Arrays, and memory of pointers, of which each thread uses its own row and nobody anything else.

use std::collections::HashMap;

use super::covered;
use super::kept;
use super::offsets::{Offsets, factors_of};
use crate::base::planted::{self, Fault};
use crate::base::{Arena, Name};
use crate::pass::exposed::{ByNumber, exposed_in_prange};
use crate::pass::local_set::{LocalSet, is_given_once};
use crate::pass::origin::Origins;
use crate::pass::pointers::{can_rename, names};
use crate::pass::serial::is_scalar_arithmetic;
use crate::pass::thread_number;
use crate::tir::{
    Callee, Check, CheckKind, CompareOp, Expr, ExprKind, Extern, Externs, Function, FunctionId, LocalId,
    LocalRole, Module, Op, Parallel, Prange, Stmt, StmtKind, Subject, allocation, same_expr, walk,
};
use crate::ty::{Axis, Ty};

/// What the regions of a function have by the number of the thread.
pub struct Rows {
    /// Variables of numbers that are that of the thread.
    pub numbers: LocalSet,
    pub bases: Vec<Base>,
}

/// An array or pointer that has rows for threads.
#[derive(Debug)]
pub struct Base {
    pub local: LocalId,
    /// Its elements are zeros where nobody has stored any.
    pub zeros: bool,
    pub size: Size,
}

/// How much memory a row needs.
#[derive(Debug)]
pub enum Size {
    /// All axes of the view but the first.
    View,
    /// The product of these; of none, one element.
    Elements(Vec<Expr>),
    /// As much as there is for all threads, which this call allocates: where the rows lie in it is not known.
    Whole(Expr),
}

/// Whether regions of a function ask for the number of the thread.
pub fn may_have_rows(function: &Function, externs: &Externs<Extern>) -> bool {
    !function.is_generator
        && walk::any(&function.body, |stmt| {
            matches!(&stmt.kind, StmtKind::Parallel(parallel)
                if parallel.device.is_some() && thread_number::asked(&parallel.body, externs).is_some())
        })
}

pub fn rows(module: &Module, id: FunctionId, imported: &HashMap<Name, String>) -> Rows {
    let (function, externs) = (&module.functions[id], &module.externs);
    let offsets = Offsets { externs, numbers: numbers(function, externs) };
    let mut finding = Finding {
        module,
        function,
        offsets: &offsets,
        origins: Origins::of(function, imported),
        made: HashMap::new(),
        others: LocalSet::default(),
        uses: Vec::new(),
    };
    finding.others.extend(walk::addressed(&function.body));
    let contexts = function.contexts.iter().flat_map(|(_, context)| &context.entries);
    finding.others.extend(contexts.filter_map(|entry| entry.subject.as_local()));
    finding.block(&function.body, Where::Host);
    let made: Vec<LocalId> = finding.made.keys().copied().collect();
    let mut bases: Vec<Base> = made.into_iter().filter_map(|local| finding.base(local)).collect();
    bases.sort_by_key(|base| base.local);
    Rows { numbers: offsets.numbers, bases }
}

/// Variables of numbers that are that of the thread wherever they get a value, which is in parallel code.
fn numbers(function: &Function, externs: &Externs<Extern>) -> LocalSet {
    let (mut numbers, mut others) = (LocalSet::default(), LocalSet::default());
    others.extend(function.params.iter().map(|param| param.local));
    others.extend(walk::addressed(&function.body));
    loop {
        let known = Offsets { externs, numbers: numbers.clone() };
        let (mut found, mut others) = (LocalSet::default(), others.clone());
        values_in(&function.body, false, &mut |stmt, is_parallel| {
            let stored = number_of(stmt).filter(|(_, value)| is_parallel && known.is_number(value));
            let stored = stored.map(|(local, _)| local);
            for local in walk::assigned(stmt) {
                match stored == Some(local) && function.locals[local].ty.is_integral() {
                    true => found.insert(local),
                    false => others.insert(local),
                };
            }
        });
        others.iter().for_each(|local| found.remove(local));
        if found.iter().all(|local| numbers.contains(local)) {
            return found;
        }
        numbers = found;
    }
}

fn values_in<'b>(block: &'b [Stmt], is_parallel: bool, visit: &mut impl FnMut(&'b Stmt, bool)) {
    for stmt in block {
        visit(stmt, is_parallel);
        let inside = is_parallel || matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_));
        walk::blocks(stmt).into_iter().for_each(|inner| values_in(inner, inside, visit));
    }
}

/// The number that a statement stores, also after a check, and the variable.
fn number_of(stmt: &Stmt) -> Option<(LocalId, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign { place, value } => Some((place.as_local()?, value)),
        StmtKind::Check(Check { kind: CheckKind::Index { into: Some(into), index, .. } })
        | StmtKind::Check(Check { kind: CheckKind::Noted { into, index, .. } }) => Some((*into, index)),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Host,
    /// Beside the loops of a region.
    Region,
    Loop,
}

/// How a variable gets its elements.
struct Made<'f> {
    by: &'f Stmt,
    zeros: bool,
}

struct Finding<'f, 'o> {
    module: &'f Module,
    function: &'f Function,
    offsets: &'o Offsets<'o>,
    origins: Origins<'f>,
    made: HashMap<LocalId, Made<'f>>,
    /// What is used for anything else.
    others: LocalSet,
    uses: Vec<Use<'f>>,
}

/// A parallel loop, and the block around it.
struct Loop<'f> {
    parallel: Option<&'f Parallel>,
    prange: &'f Prange,
}

impl Loop<'_> {
    fn is_of_region(&self) -> bool {
        self.parallel.is_some_and(|parallel| parallel.device.is_some())
    }
}

fn loops_in<'f>(
    block: &'f [Stmt],
    parallel: Option<&'f Parallel>,
    visit: &mut impl FnMut(Option<&'f Parallel>, &'f Prange),
) {
    for stmt in block {
        let around = match &stmt.kind {
            StmtKind::Parallel(around) => Some(&**around),
            _ => parallel,
        };
        if let StmtKind::Prange(prange) = &stmt.kind {
            visit(parallel, prange);
        }
        walk::blocks(stmt).into_iter().for_each(|inner| loops_in(inner, around, visit));
    }
}

/// Whether a variable of these may be read outside of such loops; another loop may give it a value of its own first.
fn has_read_outside(block: &[Stmt], made: &LocalSet, is_of_rows: &dyn Fn(&Prange) -> bool) -> bool {
    let (regions, contexts) = (Arena::default(), Arena::default());
    let by_number = ByNumber { regions: &regions, contexts: &contexts, known: None };
    block.iter().any(|stmt| {
        let names_any = |expr: &Expr| made.iter().any(|local| expr.names(local));
        let is_read = match &stmt.kind {
            StmtKind::Assign { place, value } if place.as_local().is_some() => names_any(value),
            _ => walk::expressions(stmt).into_iter().any(names_any),
        };
        let is_read_inside = match &stmt.kind {
            StmtKind::Prange(prange) if is_of_rows(prange) => false,
            StmtKind::Prange(prange) => {
                exposed_in_prange(prange, by_number).iter().any(|local| made.contains(local))
            }
            _ => walk::blocks(stmt).into_iter().any(|inner| has_read_outside(inner, made, is_of_rows)),
        };
        is_read || is_read_inside
    })
}

/// A row in a loop.
struct Use<'f> {
    base: LocalId,
    offset: Option<&'f Expr>,
}

impl<'f> Finding<'f, '_> {
    fn block(&mut self, block: &'f [Stmt], place: Where) {
        for stmt in block {
            self.statement(stmt, place);
            let is_region = matches!(&stmt.kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
            let inside = match (place, &stmt.kind) {
                (Where::Host, _) if is_region => Where::Region,
                (Where::Host | Where::Region, StmtKind::Prange(_)) => Where::Loop,
                // Loops of one thread, and conditions, are around the parallel ones.
                (Where::Region, StmtKind::Nogil(_)) => Where::Region,
                (Where::Region, _) => {
                    walk::blocks(stmt).into_iter().for_each(|inner| self.other_block(inner));
                    continue;
                }
                _ => place,
            };
            walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner, inside));
        }
    }

    fn other_block(&mut self, block: &'f [Stmt]) {
        walk::statements(block, &mut |stmt| {
            self.others.extend(walk::assigned(stmt));
            walk::expressions(stmt).into_iter().for_each(|expr| self.expression(expr, Where::Host));
        });
    }

    fn statement(&mut self, stmt: &'f Stmt, place: Where) {
        if place == Where::Host && self.makes(stmt) {
            return;
        }
        let released = if let StmtKind::Release(local) = &stmt.kind { Some(*local) } else { None };
        if place == Where::Host && (self.freed(stmt).is_some() || released.is_some()) {
            return;
        }
        let entries = match &stmt.kind {
            StmtKind::Parallel(parallel) => parallel.device.as_ref().map(|clause| &clause.entries),
            StmtKind::Update(update) => Some(&update.entries),
            _ => None,
        };
        let subjects = entries.into_iter().flatten().map(|entry| &entry.subject);
        self.others.extend(subjects.filter_map(Subject::as_local));
        self.others.extend(walk::assigned(stmt));
        if place == Where::Loop && walk::expressions_mut(&mut stmt.clone()).is_none() {
            walk::expressions(stmt).into_iter().for_each(|expr| self.expression(expr, Where::Host));
            return;
        }
        walk::expressions(stmt).into_iter().for_each(|expr| self.expression(expr, place));
    }

    /// Whether a statement gives a variable memory of which nobody else knows.
    fn makes(&mut self, stmt: &'f Stmt) -> bool {
        let (local, zeros) = match &stmt.kind {
            StmtKind::Assign { place, value } if matches!(place.ty, Ty::Pointer { .. }) => {
                let Some(local) = place.as_local() else { return false };
                if matches!(value.without_conversions().kind, ExprKind::Null) {
                    return true;
                }
                let Some((external, arguments)) = allocation(value, self.offsets.externs) else {
                    return false;
                };
                if !arguments.iter().all(|argument| self.is_settled(argument)) {
                    return false;
                }
                (local, external.is_calloc())
            }
            StmtKind::Run { into: Some(local), op: Op::ViewFromObject(object) } => {
                let Some(object) = object.as_local() else { return false };
                let zeros = self.origins.is_of_zeros(object);
                if !zeros && !self.origins.is_uninitialised(object) {
                    return false;
                }
                (*local, zeros)
            }
            _ => return false,
        };
        if self.function.locals[local].role != LocalRole::User || self.made.contains_key(&local) {
            return false;
        }
        self.made.insert(local, Made { by: stmt, zeros });
        true
    }

    /// Whether an expression means the same wherever its variables have values; how many threads there may be is the same.
    fn is_settled(&self, expr: &Expr) -> bool {
        let mut is_settled = true;
        walk::expression(expr, &mut |part| {
            is_settled &= part.as_local().is_none_or(|local| is_given_once(self.function, local));
            is_settled &= !matches!(part.kind, ExprKind::Call(..)) || self.is_thread_count(part);
        });
        let mut without_calls = expr.clone();
        self.leave_out_counts(&mut without_calls);
        is_settled && is_scalar_arithmetic(&without_calls)
    }

    fn leave_out_counts(&self, expr: &mut Expr) {
        if self.is_thread_count(expr) {
            *expr = Expr::int(1, expr.ty.clone(), expr.span);
        }
        expr.children_mut().into_iter().for_each(|child| self.leave_out_counts(child));
    }

    fn freed(&self, stmt: &Stmt) -> Option<LocalId> {
        let StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), arguments), .. }) = &stmt.kind
        else {
            return None;
        };
        let frees = ["free", "PyMem_Free", "PyMem_RawFree"];
        let is_free = frees.contains(&self.offsets.externs[*id].c_name.as_str());
        arguments.first().filter(|_| is_free)?.without_conversions().as_local()
    }

    fn expression(&mut self, expr: &'f Expr, place: Where) {
        if self.is_shape_or_test(expr) {
            return;
        }
        if place == Where::Loop
            && let Some(base) = self.base_of(expr)
            && let Some(offset) = self.offsets.row(expr, base)
        {
            self.uses.push(Use { base, offset });
            let rest = expr.children().into_iter().filter(|child| child.as_local() != Some(base));
            rest.for_each(|child| self.expression(child, place));
            return;
        }
        self.others.extend(expr.as_local());
        expr.children().into_iter().for_each(|child| self.expression(child, place));
    }

    /// The variable of which an expression is a place, a part, or an address that is computed from it.
    fn base_of(&self, expr: &Expr) -> Option<LocalId> {
        let is_memory = |expr: &Expr| matches!(expr.ty, Ty::Pointer { .. } | Ty::Memoryview(_));
        let mut children = expr.children().into_iter().filter(|child| is_memory(child));
        children.find_map(|child| child.as_local()).filter(|local| self.made.contains_key(local))
    }

    /// What asks no element: the shape of an array, whether there was memory.
    fn is_shape_or_test(&self, expr: &Expr) -> bool {
        let is_pointer = |expr: &Expr| {
            let expr = expr.without_conversions();
            expr.as_local().is_some() && matches!(expr.ty, Ty::Pointer { .. })
        };
        let is_null = |expr: &Expr| matches!(expr.without_conversions().kind, ExprKind::Null);
        match &expr.kind {
            ExprKind::Extent { view, .. } | ExprKind::IsNone(view) => view.as_local().is_some(),
            ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, left, right) => {
                is_pointer(left) && is_null(right) || is_null(left) && is_pointer(right)
            }
            ExprKind::Convert(inner) => expr.ty == Ty::Bint && is_pointer(inner),
            ExprKind::Unary(crate::tir::UnaryOp::Not, inner) => is_pointer(inner),
            _ => false,
        }
    }

    /// What is found of a variable, if threads use rows of it and nobody uses anything else.
    fn base(&self, local: LocalId) -> Option<Base> {
        let uses: Vec<&Use<'_>> = self.uses.iter().filter(|one| one.base == local).collect();
        if self.others.contains(local) && !planted::has(Fault::RowsReadAfterwards) {
            return None;
        }
        let loops = self.loops(local);
        let is_known =
            |one: &Loop<'_>| can_rename(&one.prange.body, local) && one.prange.clauses.collapse.is_none();
        let mut of_regions = loops.iter().filter(|one| one.is_of_region()).peekable();
        if of_regions.peek().is_none() || !of_regions.all(is_known) {
            return None;
        }
        if !self.stay_in_loops(local, &loops) {
            return None;
        }
        let made = &self.made[&local];
        let size = match &made.by.kind {
            StmtKind::Assign { value, .. } => self.size(local, value, &uses, &loops)?,
            _ => self.size_of_view(local)?,
        };
        let width = self.width(local, &size);
        let covers = |one: &Loop<'_>| {
            covered::by_iteration(&one.prange.body, local, width.as_ref(), self.module, self.offsets)
        };
        let is_fresh = self.runs(&self.function.body, local) < 2 || planted::has(Fault::RowsOfOtherLoops);
        if !is_fresh && !loops.iter().all(covers) {
            return None;
        }
        Some(Base { local, zeros: made.zeros, size })
    }

    /// Whether no other code has the addresses of rows that loops have.
    fn stay_in_loops(&self, local: LocalId, loops: &[Loop<'_>]) -> bool {
        let mut made = LocalSet::default();
        for one in loops {
            match kept::made_of_rows(&one.prange.body, local, self.module, self.offsets) {
                Some(found) => made.union(&found),
                None => return false,
            }
        }
        let is_of_rows = |prange: &Prange| loops.iter().any(|one| std::ptr::eq(one.prange, prange));
        !has_read_outside(&self.function.body, &made, &is_of_rows)
    }

    /// How many elements a row of numbers one after another has, if there is one number for that.
    fn width(&self, local: LocalId, size: &Size) -> Option<Expr> {
        let ty = &self.function.locals[local].ty;
        let span = self.function.locals[local].span;
        match size {
            Size::Elements(factors) => match factors.as_slice() {
                [width] => Some(width.clone()),
                _ => None,
            },
            Size::View if ty.memoryview().is_some_and(|view| view.ndim() == 2) => {
                let view = Box::new(Expr::local(local, ty.clone(), span));
                Some(Expr::new(ExprKind::Extent { view, axis: 1 }, Ty::SSIZE, span))
            }
            Size::View | Size::Whole(_) => None,
        }
    }

    fn size_of_view(&self, local: LocalId) -> Option<Size> {
        let view = self.function.locals[local].ty.memoryview()?;
        let last = view.ndim() - 1;
        let is_row_major =
            view.axes.iter().enumerate().all(|(axis, kind)| axis == last || *kind != Axis::Contiguous);
        (is_row_major && !view.element.is_object() && !view.is_const).then_some(Size::View)
    }

    /// The memory of a row. Where the number is multiplied by `m`, and there is memory for `threads * m` elements, a row has
    /// `m`: the last thread has no more.
    fn size(&self, local: LocalId, call: &Expr, uses: &[&Use<'_>], loops: &[Loop<'_>]) -> Option<Size> {
        let Ty::Pointer { to: element, .. } = &self.function.locals[local].ty else { return None };
        let (_, arguments) = allocation(call, self.offsets.externs)?;
        let mut offsets = Vec::new();
        for one in uses {
            offsets.push(self.offsets.factors(one.offset?)?);
        }
        let (first, rest) = offsets.split_first()?;
        let mut changed = LocalSet::default();
        for one in loops {
            changed.union(&LocalSet::assigned_in(&one.prange.body));
            one.parallel.iter().for_each(|around| changed.union(&LocalSet::assigned_in(&around.body)));
        }
        let is_known = |size: &Expr| {
            let mut is_steady = true;
            walk::expression(size, &mut |part| {
                is_steady &= part.as_local().is_none_or(|local| !changed.contains(local));
            });
            is_steady && self.is_settled(size)
        };
        let is_number = |factor: &&Expr| factor.ty.is_integral() && is_known(factor);
        if !offsets.iter().flatten().all(is_number) || !arguments.iter().all(is_known) {
            return None;
        }
        let whole = || arguments.iter().all(is_scalar_arithmetic).then(|| Size::Whole(call.clone()));
        if !rest.iter().all(|other| same_factors(first, other)) {
            return whole();
        }
        let mut factors: Vec<&Expr> = arguments.iter().flat_map(factors_of).collect();
        let is_size = |factor: &&Expr| matches!(&factor.kind, ExprKind::SizeOf(ty) if *ty == **element);
        let Some(at) = factors.iter().position(is_size) else { return whole() };
        factors.remove(at);
        for factor in first {
            let Some(at) = factors.iter().position(|other| same_factor(factor, other)) else {
                return whole();
            };
            factors.remove(at);
        }
        match factors.as_slice() {
            [count] if self.is_count_of_threads(count, loops) => {
                Some(Size::Elements(first.iter().copied().cloned().collect()))
            }
            _ => whole(),
        }
    }

    /// Whether as many threads may run all of the loops, and no more.
    fn is_count_of_threads(&self, count: &Expr, loops: &[Loop<'_>]) -> bool {
        let is_asked = |clause: &Option<Expr>| {
            clause.as_ref().is_some_and(|asked| same_factor(asked.without_conversions(), count))
        };
        let mut is_most = false;
        walk::statements(&self.function.body, &mut |stmt| {
            if let StmtKind::Assign { place, value } = &stmt.kind
                && place.as_local().is_some()
                && place.as_local() == count.as_local()
            {
                is_most |= self.is_thread_count(value.without_conversions());
            }
        });
        self.is_thread_count(count)
            || is_most && count.as_local().is_some_and(|local| is_given_once(self.function, local))
            || loops.iter().all(|one| {
                let of_block = one.parallel.map(|around| &around.clauses.num_threads);
                is_asked(&one.prange.clauses.num_threads) || of_block.is_some_and(is_asked)
            })
    }

    fn is_thread_count(&self, expr: &Expr) -> bool {
        let ExprKind::Call(Callee::Extern(id), _) = &expr.kind else { return false };
        self.offsets.externs[*id].c_name.as_str() == "omp_get_max_threads"
    }

    /// The loops that use rows, those of the host's threads as well.
    fn loops(&self, local: LocalId) -> Vec<Loop<'f>> {
        let mut found = Vec::new();
        loops_in(&self.function.body, None, &mut |parallel, prange| {
            if names(&prange.body, local) {
                found.push(Loop { parallel, prange });
            }
        });
        found
    }

    /// How often loops that use rows may run for one allocation: twice at most is counted.
    fn runs(&self, block: &[Stmt], local: LocalId) -> usize {
        let made = self.made[&local].by;
        let is_made_in = |block: &[Stmt]| block.iter().any(|stmt| std::ptr::eq(stmt, made));
        let of_statement = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Prange(prange) => usize::from(names(&prange.body, local)),
            StmtKind::If { then, otherwise, .. } => self.runs(then, local).max(self.runs(otherwise, local)),
            StmtKind::For(looped) if is_made_in(&looped.body) => self.runs(&looped.body, local),
            StmtKind::While { body, .. } if is_made_in(body) => self.runs(body, local),
            StmtKind::For(_) | StmtKind::While { .. } => {
                2 * walk::blocks(stmt).into_iter().map(|inner| self.runs(inner, local)).sum::<usize>()
            }
            _ => walk::blocks(stmt).into_iter().map(|inner| self.runs(inner, local)).sum(),
        };
        block.iter().map(of_statement).sum::<usize>().min(2)
    }
}

fn same_factors(one: &[&Expr], other: &[&Expr]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_factor(one, other))
}

fn same_factor(one: &Expr, other: &Expr) -> bool {
    let (one, other) = (one.without_conversions(), other.without_conversions());
    match (one.as_int(), other.as_int()) {
        (Some(one), Some(other)) => one == other,
        _ => same_expr(one, other),
    }
}
