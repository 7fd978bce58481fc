//! Temporaries that can be one C variable: same hint, same type, never in use at the same time. In a function with very
//! many hints these are ignored: the work of C compilers at the place where all failures meet grows with variables and
//! failures.
//!
//! Statements are numbered in the order of the text. A temporary is in use from the first statement that touches it to
//! the last, both widened to whole statements of the block that holds all of its uses; it must be empty at the end, so
//! that the next one finds the variable empty.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};

use crate::base::{ArenaMap, Statement, StmtId};
use crate::pass::LocalSet;
use crate::tir::{ExprKind, Function, LocalId, LocalRole, Op, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// Where a temporary is in use, by statement numbers.
#[derive(Clone, Copy, Debug)]
struct Use {
    first: usize,
    last: usize,
    ends_empty: bool,
}

/// The temporaries that only hold what a function returns: they become its result variable.
pub fn results(function: &Function) -> Vec<LocalId> {
    let mut returned = Vec::new();
    let mut others = LocalSet::default();
    walk::statements(&function.body, &mut |stmt| {
        let is_return = match &stmt.kind {
            StmtKind::Return(Some(value)) => value.as_local(),
            _ => None,
        };
        returned.extend(is_return);
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |inner| {
                others.extend(inner.as_local().filter(|&id| Some(id) != is_return));
            });
        }
        if !matches!(stmt.kind, StmtKind::Run { .. }) {
            others.extend(walk::assigned(stmt));
        }
        if let StmtKind::Run { op: Op::NextItem { iterator, .. }, .. } = &stmt.kind {
            others.insert(*iterator);
        }
    });
    returned.sort();
    returned.dedup();
    returned.retain(|id| {
        let local = &function.locals[*id];
        local.role == LocalRole::Temp
            && local.ty.is_object()
            && function.is_owned(*id)
            && !others.contains(*id)
    });
    returned
}

/// What is known of a function's temporaries.
pub struct Temporaries {
    /// For each temporary that shares a variable, the one that owns it.
    pub shared: ArenaMap<LocalId, LocalId>,
    /// Those whose variables hold temporaries with other hints, too.
    pub mixed: LocalSet,
    /// For each `try`, the temporaries that a failure in its body may leave filled. A nested `try` handles those of its
    /// own body.
    pub made: HashMap<StmtId, LocalSet>,
}

pub fn temporaries(function: &Function) -> Temporaries {
    let mut finder = Finder { function, next: 0, filled: LocalSet::default(), made: HashMap::new() };
    let uses = finder.block(&function.body);
    let (shared, mixed) = shared(function, uses);
    Temporaries { shared, mixed, made: finder.made }
}

/// If a type has more hints than this, they are mixed.
const MOST_HINTS: usize = 40;

/// For each temporary that shares a variable, the one that owns it; and the owners of variables that all hints share.
fn shared(function: &Function, uses: HashMap<LocalId, Use>) -> (ArenaMap<LocalId, LocalId>, LocalSet) {
    let results: LocalSet = results(function).into_iter().collect();
    let shares = |(id, used): &(LocalId, Use)| used.ends_empty && !results.contains(*id);
    let mut order: Vec<(LocalId, Use)> = uses.into_iter().filter(shares).collect();
    order.sort_by_key(|(id, used)| (used.first, *id));
    let mut hints: HashMap<&Ty, HashSet<&str>> = HashMap::new();
    for (id, _) in &order {
        let local = &function.locals[*id];
        hints.entry(&local.ty).or_default().insert(local.name.as_str());
    }
    let (mut shared, mut mixed) = (ArenaMap::default(), LocalSet::default());
    let mut variables: HashMap<(&str, &Ty), Variables> = HashMap::new();
    for (id, used) in order {
        let local = &function.locals[id];
        let mixes = hints[&local.ty].len() > MOST_HINTS;
        let hint = if mixes { "" } else { local.name.as_str() };
        let owner = variables.entry((hint, &local.ty)).or_default().take(id, used);
        if owner != id {
            shared.insert(id, owner);
        } else if mixes {
            mixed.insert(id);
        }
    }
    (shared, mixed)
}

/// Variables of the same hint and type; each is identified by the first temporary in it.
#[derive(Default)]
struct Variables {
    owners: Vec<LocalId>,
    /// Those in use: the last statement, and the number. The first to become free is on top.
    busy: BinaryHeap<Reverse<(usize, usize)>>,
    /// The numbers of those that are free, the smallest on top.
    free: BinaryHeap<Reverse<usize>>,
}

impl Variables {
    /// The variable for a temporary; they come in the order of their first uses.
    fn take(&mut self, id: LocalId, used: Use) -> LocalId {
        while let Some(&Reverse((last, number))) = self.busy.peek()
            && last < used.first
        {
            self.busy.pop();
            self.free.push(Reverse(number));
        }
        let number = self.free.pop().map_or(self.owners.len(), |Reverse(number)| number);
        if number == self.owners.len() {
            self.owners.push(id);
        }
        self.busy.push(Reverse((used.last, number)));
        self.owners[number]
    }
}

struct Finder<'a> {
    function: &'a Function,
    next: usize,
    /// What is assigned in the body being walked.
    filled: LocalSet,
    made: HashMap<StmtId, LocalSet>,
}

impl Finder<'_> {
    fn block(&mut self, block: &[Stmt]) -> HashMap<LocalId, Use> {
        let mut all: HashMap<LocalId, Use> = HashMap::new();
        for stmt in block {
            let used = self.stmt(stmt);
            let last = self.next - 1;
            // Few are used by more than one statement: the smaller map is merged into the larger.
            if all.len() < used.len() {
                let before = std::mem::replace(&mut all, used);
                for (id, known) in before {
                    all.entry(id)
                        .and_modify(|used| *used = Use { first: known.first, last, ..*used })
                        .or_insert(known);
                }
            } else {
                for (id, used) in used {
                    all.entry(id)
                        .and_modify(|known| *known = Use { first: known.first, last, ..used })
                        .or_insert(used);
                }
            }
        }
        all
    }

    /// A temporary used in one inner block alone keeps its own bounds; otherwise it takes the statement's.
    fn stmt(&mut self, stmt: &Stmt) -> HashMap<LocalId, Use> {
        let first = self.next;
        self.next += 1;
        self.filled.extend(walk::assigned(stmt));
        let own = |id| (id, Use { first, last: first, ends_empty: empties(stmt, id) });
        let mut all: HashMap<LocalId, Use> = self.touched(stmt).into_iter().map(own).collect();
        let mut widened = Vec::new();
        for (number, block) in walk::blocks(stmt).into_iter().enumerate() {
            let mut smaller = match &stmt.kind {
                StmtKind::Try(_) if number == 0 => self.tried(stmt.id(), block),
                _ => self.block(block),
            };
            if all.len() < smaller.len() {
                std::mem::swap(&mut all, &mut smaller);
            }
            for (id, other) in smaller {
                match all.entry(id) {
                    Entry::Occupied(mut known) => {
                        known.get_mut().ends_empty &= other.ends_empty;
                        widened.push(id);
                    }
                    Entry::Vacant(place) => {
                        place.insert(other);
                    }
                }
            }
        }
        let whole = |ends_empty| Use { first, last: self.next - 1, ends_empty };
        for id in widened {
            all.entry(id).and_modify(|used| *used = whole(used.ends_empty));
        }
        // The statement fills it, and empties it.
        if let StmtKind::Try(tried) = &stmt.kind {
            all.entry(tried.exception).and_modify(|used| *used = whole(true));
        }
        all
    }

    /// The body of a `try`: outside it, what it leaves filled counts.
    fn tried(&mut self, tried: StmtId, body: &[Stmt]) -> HashMap<LocalId, Use> {
        let around = std::mem::take(&mut self.filled);
        let uses = self.block(body);
        let made = std::mem::replace(&mut self.filled, around);
        let stays = |id: &LocalId| uses.get(id).is_some_and(|used| !used.ends_empty);
        self.filled.extend(made.iter().filter(stays));
        self.made.insert(tried, made);
        uses
    }

    /// The owned temporaries that a statement itself uses.
    fn touched(&self, stmt: &Stmt) -> Vec<LocalId> {
        let mut found = walk::assigned(stmt);
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |inner| {
                if let ExprKind::Local(id) = inner.kind {
                    found.push(id);
                }
            });
        }
        if let StmtKind::Run { op: Op::NextItem { iterator, .. }, .. } = &stmt.kind {
            found.push(*iterator);
        }
        let is_temp =
            |id: &LocalId| self.function.locals[*id].role == LocalRole::Temp && self.function.is_owned(*id);
        found.retain(is_temp);
        found.sort();
        found.dedup();
        found
    }
}

/// Whether nothing is left in the local after the statement.
fn empties(stmt: &Stmt, local: LocalId) -> bool {
    match &stmt.kind {
        StmtKind::Release(id) => *id == local,
        StmtKind::Move { from, .. } => *from == local,
        StmtKind::Return(Some(value)) => value.as_local() == Some(local),
        StmtKind::Try(tried) => tried.exception == local,
        StmtKind::Run { op: Op::Store { value, gives: true, .. }, .. } => value.as_local() == Some(local),
        _ => false,
    }
}
