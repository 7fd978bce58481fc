//! Which variables a statement touches, reads, or declares itself.

use crate::offload::{CapturePlan, Condition, Extent, FunctionPlan, HostAccess};
use crate::pass::LocalSet;
use crate::tir::{
    CheckKind, ExprKind, Function, LocalId, Op, Parallel, Prange, Region, Stmt, StmtKind, Subject, walk,
};

/// For statements that stand for more than they say: what they mean.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    pub function: &'a Function,
    pub plan: Option<&'a FunctionPlan>,
}

/// Locals that a loop declares in its own header or body, where no outer block sees them.
pub(super) fn hidden(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::For(looped) => vec![looped.counter],
        StmtKind::Lanes(lanes) => lanes.own.iter().map(|own| own.local).collect(),
        StmtKind::Prange(prange) => {
            let mut all = private(prange);
            if !prange.lastprivates.contains(&prange.counter) {
                all.push(prange.counter);
            }
            all
        }
        StmtKind::Parallel(parallel) => of_threads(parallel),
        _ => vec![],
    }
}

/// What starts afresh in each iteration.
pub(super) fn private(prange: &Prange) -> Vec<LocalId> {
    let lives = |id: &LocalId| prange.lastprivates.contains(id) || prange.firstprivates.contains(id);
    prange.privates.iter().copied().filter(|id| !lives(id)).collect()
}

/// What starts afresh in each thread of a team.
pub(super) fn of_threads(parallel: &Parallel) -> Vec<LocalId> {
    parallel.privates.iter().copied().filter(|id| !parallel.firstprivates.contains(id)).collect()
}

/// Locals that start afresh in a loop's body.
pub(super) fn fresh(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::Prange(prange) => private(prange),
        StmtKind::Parallel(parallel) => of_threads(parallel),
        _ => vec![],
    }
}

/// Whether a statement gives the local a value before it reads it, whatever happens.
pub(super) fn assigns_first(stmt: &Stmt, local: LocalId) -> bool {
    match &stmt.kind {
        StmtKind::Assign { place, value } => place.as_local() == Some(local) && !value.names(local),
        StmtKind::Check(check) => matches!(
            &check.kind,
            CheckKind::Index { into: Some(into), index, extent, .. }
                | CheckKind::Noted { into, index, extent, .. }
                if *into == local && !index.names(local) && !extent.names(local)
        ),
        StmtKind::Run { into: Some(into), op } => {
            *into == local && op.operands().into_iter().all(|operand| !operand.names(local))
        }
        StmtKind::Lanes(lanes) => lanes.own.iter().any(|own| own.kept == Some(local)),
        _ => false,
    }
}

/// Locals in no particular order, with duplicates: statements touch few.
#[derive(Default)]
pub(super) struct Touches(pub(super) Vec<LocalId>);

impl Touches {
    fn insert(&mut self, local: LocalId) {
        self.0.push(local);
    }

    fn remove(&mut self, local: LocalId) {
        self.0.retain(|other| *other != local);
    }
}

impl Extend<LocalId> for Touches {
    fn extend<I: IntoIterator<Item = LocalId>>(&mut self, iter: I) {
        self.0.extend(iter);
    }
}

/// What a statement itself touches, not what is inside its blocks.
pub(super) fn own_touches(code: Code<'_>, stmt: &Stmt) -> Vec<LocalId> {
    let mut found = Touches::default();
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |inner| found.extend(inner.as_local()));
    }
    touch_without_expressions(code, stmt, &mut found);
    found.0.sort();
    found.0.dedup();
    found.0
}

/// Adds what a statement touches other than through its expressions.
fn touch_without_expressions(code: Code<'_>, stmt: &Stmt, set: &mut Touches) {
    let function = code.function;
    set.extend(walk::assigned(stmt));
    match &stmt.kind {
        StmtKind::Run { op: Op::NextItem { iterator, .. }, .. } => set.extend([*iterator]),
        StmtKind::Check(check) => {
            if let CheckKind::Initialised { local } = check.kind {
                set.insert(local);
            }
        }
        StmtKind::For(looped) => set.remove(looped.counter),
        StmtKind::Lanes(lanes) => set.extend(lanes.begun()),
        StmtKind::Prange(prange) => {
            if !prange.lastprivates.contains(&prange.counter) {
                set.remove(prange.counter);
            }
            set.extend(prange.lastprivates.iter().chain(&prange.firstprivates).copied());
            set.extend(prange.reductions.iter().map(|reduction| reduction.local));
        }
        StmtKind::Parallel(parallel) => set.extend(parallel.firstprivates.iter().copied()),
        StmtKind::Serial(serial) => set.extend(serial.results.iter().copied()),
        StmtKind::Offload(region) => set.extend(region_locals(&function.regions[*region])),
        StmtKind::Context { context, .. } => {
            let entries = &function.contexts[*context].entries;
            set.extend(entries.iter().filter_map(|entry| subject_local(&entry.subject)));
            let planned = code.plan.and_then(|plan| plan.contexts.get(*context));
            planned.into_iter().flat_map(|plan| &plan.entries).for_each(|entry| entry_locals(entry, set));
        }
        StmtKind::HostAccess(id) => {
            let planned = code.plan.and_then(|plan| plan.host.get(*id));
            let accesses = planned.into_iter().flat_map(|plan| &plan.accesses);
            accesses.for_each(|access| access_locals(access, set));
        }
        StmtKind::Update(update) => {
            set.extend(update.entries.iter().filter_map(|entry| subject_local(&entry.subject)));
        }
        _ => {}
    }
}

/// The locals that an entry of a context mentions.
fn entry_locals(entry: &CapturePlan, set: &mut Touches) {
    set.extend(subject_local(&entry.subject));
    extent_locals(&entry.extent, &entry.extent_conditions, set);
}

fn access_locals(access: &HostAccess, set: &mut Touches) {
    set.extend(subject_local(&access.subject));
    extent_locals(&access.extent, &access.extent_conditions, set);
    let conditions = access.overwritten.iter().flatten();
    conditions.for_each(|condition| set.extend(condition.locals()));
}

fn extent_locals(extent: &Extent, conditions: &[Condition], set: &mut Touches) {
    for range in extent.section().into_iter().flatten() {
        for bound in [&range.start, &range.stop] {
            walk::expression(bound, &mut |inner| set.extend(inner.as_local()));
        }
    }
    conditions.iter().for_each(|condition| set.extend(condition.locals()));
}

fn region_locals(region: &Region) -> Vec<LocalId> {
    let mut all: Vec<_> =
        region.captures.iter().filter_map(|capture| subject_local(&capture.subject)).collect();
    let written = region.clause.entries.iter().filter_map(|entry| entry.count.as_ref());
    for count in written.chain(region.clause.counts.iter().map(|(_, count)| count)) {
        walk::expression(count, &mut |inner| all.extend(inner.as_local()));
    }
    for expr in walk::clause_expressions(&region.clauses) {
        walk::expression(expr, &mut |inner| all.extend(inner.as_local()));
    }
    all
}

fn subject_local(subject: &Subject) -> Option<LocalId> {
    match subject {
        Subject::Local(id) => Some(*id),
        Subject::Global(_) => None,
    }
}

/// The locals whose value is used somewhere, as C compilers define "unused". Compilers without OpenMP do not see
/// clauses.
pub(super) fn reads(block: &[Stmt], code: Code<'_>, read: &mut LocalSet) {
    walk::statements(block, &mut |stmt| own_reads(stmt, code, read));
}

/// Of a statement, without its blocks.
pub(super) fn own_reads(stmt: &Stmt, code: Code<'_>, read: &mut impl Extend<LocalId>) {
    for (index, expr) in walk::outside_clauses(stmt).into_iter().enumerate() {
        let is_target = index == 0
            && matches!(stmt.kind, StmtKind::Assign { .. })
            && matches!(expr.kind, ExprKind::Local(_));
        if !is_target {
            walk::expression(expr, &mut |inner| read.extend(inner.as_local()));
        }
    }
    if !matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Run { .. } | StmtKind::Check(_)) {
        let mut others = Touches::default();
        touch_without_expressions(code, stmt, &mut others);
        read.extend(others.0);
    }
    if let StmtKind::Run { op: Op::NextItem { iterator, at, .. }, .. } = &stmt.kind {
        read.extend([*iterator, *at]);
    }
}
