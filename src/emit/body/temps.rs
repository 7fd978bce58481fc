//! Temporaries that can be one C variable: same hint, same type, never in use at the same time.
//!
//! Statements are numbered in the order of the text. A temporary is in use from the first statement
//! that touches it to the last, both widened to whole statements of the block that holds all of its
//! uses; it must end empty, so that the next one finds the variable empty.

use std::collections::HashMap;

use crate::base::ArenaMap;
use crate::tir::{ExprKind, Function, LocalId, LocalRole, Op, Stmt, StmtKind, walk};

/// Where a temporary is in use, by statement numbers.
#[derive(Clone, Copy, Debug)]
struct Use {
    first: usize,
    last: usize,
    ends_empty: bool,
}

/// The temporaries that only hold what a function returns: they are its result's variable.
pub fn results(function: &Function) -> Vec<LocalId> {
    let mut returned = Vec::new();
    let mut others = Vec::new();
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
        if let StmtKind::Run { op: Op::NextItem(id), .. } = &stmt.kind {
            others.push(*id);
        }
    });
    returned.sort_by_key(|id| id.into_raw().into_u32());
    returned.dedup();
    returned.retain(|id| {
        let local = &function.locals[*id];
        local.role == LocalRole::Temp
            && local.ty.is_object()
            && function.is_owned(*id)
            && !others.contains(id)
    });
    returned
}

/// For each temporary that shares, the one whose variable it is.
pub fn shared(function: &Function) -> ArenaMap<LocalId, LocalId> {
    let mut finder = Finder { function, next: 0 };
    let uses = finder.block(&function.body);
    let results = results(function);
    let shares = |(id, used): &(LocalId, Use)| used.ends_empty && !results.contains(id);
    let mut order: Vec<(LocalId, Use)> = uses.into_iter().filter(shares).collect();
    order.sort_by_key(|(id, used)| (used.first, id.into_raw().into_u32()));
    let mut shared = ArenaMap::default();
    let mut variables: Vec<(LocalId, usize)> = Vec::new();
    for (id, used) in order {
        let local = &function.locals[id];
        let free = variables.iter_mut().find(|(owner, last)| {
            let other = &function.locals[*owner];
            *last < used.first && other.name == local.name && other.ty == local.ty
        });
        match free {
            Some((owner, last)) => {
                shared.insert(id, *owner);
                *last = used.last;
            }
            None => variables.push((id, used.last)),
        }
    }
    shared
}

struct Finder<'a> {
    function: &'a Function,
    next: usize,
}

impl Finder<'_> {
    fn block(&mut self, block: &[Stmt]) -> HashMap<LocalId, Use> {
        let mut all: HashMap<LocalId, Use> = HashMap::new();
        for stmt in block {
            let first = self.next;
            self.next += 1;
            let mut inner: HashMap<LocalId, Vec<Use>> = HashMap::new();
            for id in self.touched(stmt) {
                inner.entry(id).or_default().push(Use { first, last: first, ends_empty: empties(stmt, id) });
            }
            for block in walk::blocks(stmt) {
                for (id, used) in self.block(block) {
                    inner.entry(id).or_default().push(used);
                }
            }
            let last = self.next - 1;
            for (id, uses) in inner {
                // Within one inner block alone it keeps its own bounds; else it takes the statement's.
                // The statement fills it, and empties it.
                let is_caught = matches!(&stmt.kind, StmtKind::Try(tried) if tried.exception == id);
                let used = match uses.as_slice() {
                    [only] if !is_caught => *only,
                    _ => {
                        let ends_empty = is_caught || uses.iter().all(|used| used.ends_empty);
                        Use { first, last, ends_empty }
                    }
                };
                all.entry(id)
                    .and_modify(|known| {
                        *known = Use { first: known.first, last, ends_empty: used.ends_empty };
                    })
                    .or_insert(used);
            }
        }
        all
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
        if let StmtKind::Run { op: Op::NextItem(id), .. } = &stmt.kind {
            found.push(*id);
        }
        let is_temp =
            |id: &LocalId| self.function.locals[*id].role == LocalRole::Temp && self.function.is_owned(*id);
        found.retain(is_temp);
        found.sort_by_key(|id| id.into_raw().into_u32());
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
        _ => false,
    }
}
