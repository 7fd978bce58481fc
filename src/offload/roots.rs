//! Which variables' data a view may show, by what it is bound to in a block: `row = D[i, :]` shows data of
//! `D`, and after `u, v = v, u` each may show the data of both.
//!
//! Every assignment counts, in whatever order they run: an extra root does no harm.

use std::collections::HashMap;

use crate::pass::LocalSet;
use crate::tir::{Block, Expr, ExprKind, Function, LocalId, LocalRole, Op, Stmt, StmtKind, walk};

/// What the views of a function may show, as of the entry to one of its blocks.
pub struct Roots<'a> {
    function: &'a Function,
    /// What is assigned to each view in the block.
    inside: HashMap<LocalId, Vec<Source>>,
    /// The views that are assigned elsewhere in the function.
    outside: LocalSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Local(LocalId),
    Unknown,
}

/// Where the data of a view comes from.
#[derive(Debug, Default)]
pub struct Found {
    /// Views as they are on entry to the block, in the order of discovery.
    pub locals: Vec<LocalId>,
    /// It may also be data that no view shows on entry.
    pub unknown: bool,
}

impl<'a> Roots<'a> {
    /// `block` is one of the function's, or its body.
    pub fn of(function: &'a Function, block: &Block) -> Roots<'a> {
        let inside = bindings(function, block);
        let mut left: HashMap<LocalId, usize> = HashMap::new();
        walk::statements(&function.body, &mut |stmt| {
            assigned_views(function, stmt).into_iter().for_each(|id| *left.entry(id).or_default() += 1);
        });
        walk::statements(block, &mut |stmt| {
            for id in assigned_views(function, stmt) {
                left.entry(id).and_modify(|times| *times = times.saturating_sub(1));
            }
        });
        let outside = left.into_iter().filter(|(_, times)| *times > 0).map(|(id, _)| id).collect();
        Roots { function, inside, outside }
    }

    /// The roots of what a view expression shows.
    pub fn expr(&self, view: &Expr) -> Found {
        let mut found = Found::default();
        let mut seen = LocalSet::default();
        for source in sources(view) {
            self.follow(source, &mut seen, &mut found);
        }
        found
    }

    pub fn local(&self, id: LocalId) -> Found {
        let mut found = Found::default();
        self.follow(Source::Local(id), &mut LocalSet::default(), &mut found);
        found
    }

    fn follow(&self, source: Source, seen: &mut LocalSet, found: &mut Found) {
        let Source::Local(id) = source else {
            found.unknown = true;
            return;
        };
        if !seen.insert(id) {
            return;
        }
        let sources = self.inside.get(&id);
        if sources.is_none() || self.has_value_on_entry(id) {
            match self.function.locals[id].role {
                LocalRole::Temp => found.unknown = true,
                _ => found.locals.push(id),
            }
        }
        for &source in sources.into_iter().flatten() {
            self.follow(source, seen, found);
        }
    }

    fn has_value_on_entry(&self, id: LocalId) -> bool {
        self.function.locals[id].role == LocalRole::Param || self.outside.contains(id)
    }
}

fn assigned_views(function: &Function, stmt: &Stmt) -> Vec<LocalId> {
    let is_view = |id: &LocalId| function.locals[*id].ty.memoryview().is_some();
    match &stmt.kind {
        StmtKind::Move { into, .. } => Some(*into).into_iter().filter(is_view).collect(),
        StmtKind::Release(_) => Vec::new(),
        _ => walk::assigned(stmt).into_iter().filter(is_view).collect(),
    }
}

fn bindings(function: &Function, block: &Block) -> HashMap<LocalId, Vec<Source>> {
    let mut found: HashMap<LocalId, Vec<Source>> = HashMap::new();
    walk::statements(block, &mut |stmt| {
        for id in assigned_views(function, stmt) {
            let list = found.entry(id).or_default();
            match &stmt.kind {
                StmtKind::Move { from, .. } => list.push(Source::Local(*from)),
                StmtKind::Assign { value, .. } | StmtKind::Run { op: Op::Own(value), .. } => {
                    list.extend(sources(value));
                }
                _ => list.push(Source::Unknown),
            }
        }
    });
    found
}

/// The variables from which a view expression is made.
fn sources(view: &Expr) -> Vec<Source> {
    match &view.kind {
        ExprKind::Local(id) => vec![Source::Local(*id)],
        ExprKind::Slice { view, .. } | ExprKind::Transpose(view) | ExprKind::Convert(view) => sources(view),
        ExprKind::Select(_, then, otherwise) => {
            let mut both = sources(then);
            both.extend(sources(otherwise));
            both
        }
        // `None` shows nothing, and memory of an iteration's own nothing of others.
        ExprKind::Singleton(_) | ExprKind::ViewOf { .. } => Vec::new(),
        _ => vec![Source::Unknown],
    }
}
