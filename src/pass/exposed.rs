//! Upward-exposed locals: those that a block may read before it has assigned them.
//!
//! One pass forward over the structure; a loop body is looked at once, because what its second iteration reads of its
//! first was either assigned (then it isn't exposed) or is exposed in the first too.

use std::cell::RefCell;
use std::collections::HashMap;

use super::local_set::LocalSet;
use crate::base::{Arena, Statement, StmtId};
use crate::source::Span;
use crate::tir::{
    Catches, DataContext, Expr, ExprKind, LocalId, MapEntry, Prange, Region, Stmt, StmtKind, Subject, Try,
    walk,
};

/// What a function's blocks refer to only by number.
#[derive(Clone, Copy)]
pub struct ByNumber<'f> {
    pub regions: &'f Arena<Region>,
    pub contexts: &'f Arena<DataContext>,
    /// Where the results for the bodies of loops are kept.
    pub known: Option<&'f Known>,
}

/// What the bodies of loops may read before they assign it, by their first statements: a nested loop is looked at once.
pub type Known = RefCell<HashMap<StmtId, LocalSet>>;

/// The locals that `block` may read before assigning them.
pub fn exposed(block: &[Stmt], by_number: ByNumber<'_>) -> LocalSet {
    exposed_after(block, LocalSet::default(), by_number)
}

/// The same for a loop's body, which is looked at once.
pub fn exposed_in_body(body: &[Stmt], by_number: ByNumber<'_>) -> LocalSet {
    let (Some(known), Some(first)) = (by_number.known, body.first()) else { return exposed(body, by_number) };
    let key = first.id();
    if let Some(found) = known.borrow().get(&key) {
        return found.clone();
    }
    let found = exposed(body, by_number);
    known.borrow_mut().insert(key, found.clone());
    found
}

/// The same, except for the locals that are `assigned` already.
pub fn exposed_after(block: &[Stmt], assigned: LocalSet, by_number: ByNumber<'_>) -> LocalSet {
    let mut reader = Reader::new(by_number);
    reader.block(block, assigned);
    reader.exposed
}

/// The first statement of `block` that may read `local` before it has a value.
pub fn first_exposed_read(block: &[Stmt], local: LocalId, by_number: ByNumber<'_>) -> Option<Span> {
    let mut reader = Reader { sought: Some(local), ..Reader::new(by_number) };
    reader.block(block, LocalSet::default());
    reader.found
}

/// The locals that an expression reads.
pub fn reads(expr: &Expr) -> LocalSet {
    let mut set = LocalSet::default();
    walk::expression(expr, &mut |inner| set.extend(inner.as_local()));
    set
}

/// The locals that a statement itself reads, not counting its inner blocks. Assigning a part of a struct or array
/// leaves the rest, so it counts as a read of the variable.
pub fn reads_of(stmt: &Stmt) -> LocalSet {
    let mut set = LocalSet::default();
    let whole = whole_local(stmt);
    for (index, expr) in walk::expressions(stmt).into_iter().enumerate() {
        if index > 0 || whole.is_none() {
            set.union(&reads(expr));
        }
    }
    match &stmt.kind {
        StmtKind::Run { op: crate::tir::Op::NextItem { iterator, at, .. }, .. } => {
            set.extend([*iterator, *at])
        }
        StmtKind::Move { from, .. } => set.extend([*from]),
        StmtKind::Check(check) => {
            if let crate::tir::CheckKind::Initialised { local } = check.kind {
                set.insert(local);
            }
        }
        StmtKind::Prange(prange) => set.extend(prange.reductions.iter().map(|reduction| reduction.local)),
        StmtKind::Update(update) => {
            set.extend(update.entries.iter().filter_map(|entry| subject_local(&entry.subject)));
        }
        _ => {}
    }
    set
}

/// The local on which a subject is based.
pub fn subject_local(subject: &Subject) -> Option<LocalId> {
    match subject {
        Subject::Local(id) => Some(*id),
        Subject::Global(_) => None,
    }
}

/// The locals that a simple statement overwrites as a whole.
pub fn overwrites(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::Assign { .. } => whole_local(stmt).into_iter().collect(),
        StmtKind::Run { .. } | StmtKind::Check(_) => walk::assigned(stmt),
        StmtKind::Move { into, .. } => vec![*into],
        _ => vec![],
    }
}

fn whole_local(stmt: &Stmt) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::Assign { place: Expr { kind: ExprKind::Local(id), .. }, .. } => Some(*id),
        _ => None,
    }
}

/// What a prange's body reads from outside: its own copies start with the values from there.
pub fn exposed_in_prange(prange: &Prange, by_number: ByNumber<'_>) -> LocalSet {
    exposed_after(&prange.body, LocalSet::from_iter([prange.counter]), by_number)
}

/// What one iteration of a `while` loop reads from the previous one.
pub fn exposed_in_while(
    prepare: &[Stmt],
    condition: &Expr,
    body: &[Stmt],
    by_number: ByNumber<'_>,
) -> LocalSet {
    let mut reader = Reader::new(by_number);
    if let Some(assigned) = reader.block(prepare, LocalSet::default()) {
        reader.read(&reads(condition), &assigned);
        reader.looped(body, assigned);
    }
    reader.exposed
}

/// What the entries of a device clause read.
pub fn entry_reads(entries: &[MapEntry]) -> LocalSet {
    let mut set: LocalSet = entries.iter().filter_map(|entry| subject_local(&entry.subject)).collect();
    for count in entries.iter().filter_map(|entry| entry.count.as_ref()) {
        set.union(&reads(count));
    }
    set
}

/// What the clauses of a region and their entries read.
pub fn clause_reads(region: &Region) -> LocalSet {
    let mut set = entry_reads(&region.clause.entries);
    region.clause.counts.iter().for_each(|(_, count)| set.union(&reads(count)));
    walk::clause_expressions(&region.clauses).into_iter().for_each(|expr| set.union(&reads(expr)));
    set
}

struct Reader<'r> {
    exposed: LocalSet,
    /// The local whose first read is sought, and where that is.
    sought: Option<LocalId>,
    found: Option<Span>,
    /// The statement being looked at.
    current: Option<Span>,
    by_number: ByNumber<'r>,
}

impl<'r> Reader<'r> {
    fn new(by_number: ByNumber<'r>) -> Reader<'r> {
        Reader { exposed: LocalSet::default(), sought: None, found: None, current: None, by_number }
    }

    fn read(&mut self, reads: &LocalSet, assigned: &LocalSet) {
        if self.sought.is_some_and(|id| reads.contains(id) && !assigned.contains(id)) {
            self.found = self.found.or(self.current);
        }
        self.exposed.extend(reads.iter().filter(|&id| !assigned.contains(id)));
    }

    /// What is certainly assigned where control falls off the end of the block; `None` if it never does.
    fn block(&mut self, block: &[Stmt], mut assigned: LocalSet) -> Option<LocalSet> {
        for stmt in block {
            assigned = self.stmt(stmt, assigned)?;
        }
        Some(assigned)
    }

    /// The body of a loop.
    fn looped(&mut self, body: &[Stmt], assigned: LocalSet) {
        if self.sought.is_some() {
            self.block(body, assigned);
        } else {
            self.read(&exposed_in_body(body, self.by_number), &assigned);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, mut assigned: LocalSet) -> Option<LocalSet> {
        self.current = Some(stmt.span);
        if !matches!(stmt.kind, StmtKind::While { .. }) {
            self.read(&reads_of(stmt), &assigned);
        }
        assigned.extend(overwrites(stmt));
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let then = self.block(then, assigned.clone());
                let otherwise = self.block(otherwise, assigned);
                met(then, otherwise)
            }
            StmtKind::While { prepare, condition, body, otherwise } => {
                let assigned = self.block(prepare, assigned)?;
                self.read(&reads(condition), &assigned);
                self.looped(body, assigned.clone());
                self.block(otherwise, assigned.clone());
                Some(assigned)
            }
            StmtKind::For(looped) => {
                let mut inside = assigned.clone();
                inside.extend(std::iter::once(looped.counter).chain(looped.target));
                self.looped(&looped.body, inside);
                self.block(&looped.otherwise, assigned.clone());
                Some(assigned)
            }
            StmtKind::Prange(prange) => {
                // No iteration knows what another one has assigned.
                let mut inside = assigned.clone();
                inside.insert(prange.counter);
                self.block(&prange.body, inside);
                Some(assigned)
            }
            StmtKind::Parallel(parallel) => {
                self.block(&parallel.body, assigned.clone());
                Some(assigned)
            }
            StmtKind::Offload(id) => {
                let region = &self.by_number.regions[*id];
                self.read(&clause_reads(region), &assigned);
                self.block(&region.body, assigned.clone());
                Some(assigned)
            }
            StmtKind::Context { context, body } => {
                self.read(&entry_reads(&self.by_number.contexts[*context].entries), &assigned);
                self.block(body, assigned)
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.block(body, assigned),
            StmtKind::Try(tried) => self.tried(tried, assigned),
            StmtKind::Serial(serial) => self.block(&serial.body, assigned),
            StmtKind::Lanes(lanes) => self.block(&lanes.body, assigned),
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => None,
            _ => (!stmt.raises()).then_some(assigned),
        }
    }

    /// The handler finds only what was assigned before the body.
    fn tried(&mut self, tried: &Try, assigned: LocalSet) -> Option<LocalSet> {
        let end = self.block(&tried.body, assigned.clone());
        let handled = self.block(&tried.handler, assigned);
        if tried.catches == Catches::AllWays {
            return handled;
        }
        let otherwise = end.and_then(|end| self.block(&tried.otherwise, end));
        met(handled, otherwise)
    }
}

/// What is certainly assigned where two paths meet.
fn met(one: Option<LocalSet>, other: Option<LocalSet>) -> Option<LocalSet> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.iter().filter(|&id| other.contains(id)).collect()),
        (one, other) => one.or(other),
    }
}
