//! Which variables go through the same values in every iteration of a loop: `row` does in `for r in range(n):
//! row = D[r, :]` within a loop that does not change `D` and `n`.

use std::collections::HashMap;

use crate::pass::LocalSet;
use crate::tir::{CheckKind, Expr, ExprKind, LocalId, Op, Step, Stmt, StmtKind, walk};

/// What the iterations of a loop assign to variables.
pub struct Repeats<'a> {
    /// What differs from iteration to iteration to begin with.
    counters: LocalSet,
    sources: HashMap<LocalId, Vec<Source<'a>>>,
}

enum Source<'a> {
    Local(LocalId),
    Expr(&'a Expr),
    Unknown,
}

impl<'a> Repeats<'a> {
    /// For the loop `looped`, which runs `iterations`.
    pub fn of(looped: &Stmt, iterations: &'a [Stmt]) -> Repeats<'a> {
        let counters = match &looped.kind {
            StmtKind::For(looped) => std::iter::once(looped.counter).chain(looped.target).collect(),
            _ => LocalSet::default(),
        };
        let mut repeats = Repeats { counters, sources: HashMap::new() };
        walk::statements(iterations, &mut |stmt| repeats.note(stmt));
        repeats
    }

    pub fn is(&self, local: LocalId) -> bool {
        self.local(local, &mut HashMap::new())
    }

    fn note(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Release(_) => {}
            StmtKind::Move { into, from } => self.add(*into, [Source::Local(*from)]),
            StmtKind::Run { into: Some(into), op: Op::Own(value) } => self.add(*into, [Source::Expr(value)]),
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(into), .. }, value } => {
                self.add(*into, [Source::Expr(value)]);
            }
            StmtKind::For(looped) => {
                let step = match &looped.step {
                    Step::Constant(_) => None,
                    Step::Dynamic(step) => Some(step),
                };
                for counter in std::iter::once(looped.counter).chain(looped.target) {
                    let bounds = [Some(&looped.start), Some(&looped.stop), step];
                    self.add(counter, bounds.into_iter().flatten().map(Source::Expr));
                }
            }
            StmtKind::Check(check) => {
                if let CheckKind::Index { into: Some(into), index, extent, .. } = &check.kind {
                    self.add(*into, [Source::Expr(index), Source::Expr(extent)]);
                }
            }
            _ => walk::assigned(stmt).into_iter().for_each(|local| self.add(local, [Source::Unknown])),
        }
    }

    fn add(&mut self, local: LocalId, sources: impl IntoIterator<Item = Source<'a>>) {
        self.sources.entry(local).or_default().extend(sources);
    }

    /// `known`: what has been found; `None` while it is being computed.
    fn local(&self, local: LocalId, known: &mut HashMap<LocalId, Option<bool>>) -> bool {
        if self.counters.contains(local) {
            return false;
        }
        let Some(sources) = self.sources.get(&local) else { return true };
        // What depends on itself carries over from iteration to iteration.
        if let Some(found) = known.get(&local) {
            return found.unwrap_or(false);
        }
        known.insert(local, None);
        let same = sources.iter().all(|source| match source {
            Source::Local(from) => self.local(*from, known),
            Source::Expr(expr) => self.expr(expr, known),
            Source::Unknown => false,
        });
        known.insert(local, Some(same));
        same
    }

    fn expr(&self, expr: &Expr, known: &mut HashMap<LocalId, Option<bool>>) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local, known),
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. }
            | ExprKind::Global(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Call(..)
            | ExprKind::ThreadId
            | ExprKind::HasThreads
            | ExprKind::Threads
            | ExprKind::Trial(..) => false,
            _ => expr.children().into_iter().all(|child| self.expr(child, known)),
        }
    }
}
