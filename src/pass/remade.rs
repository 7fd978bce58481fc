//! Pointers to elements of views: `p = &x[k, 0]` before a region.
//!
//! A pointer does not say how much it points to; the view does. Where nothing that the address is made of changes in
//! between, the parallel loops of a region make the pointer again, each for itself. Then only the view is mapped, whatever the
//! region does through the pointer.

use std::collections::HashMap;

use super::local_set::LocalSet;
use super::serial::is_scalar_arithmetic;
use crate::tir::{
    Block, Expr, ExprKind, Function, Local, LocalId, LocalRole, Locals, Prange, Stmt, StmtKind, walk,
};
use crate::ty::{Contiguity, Ty};

/// Lets the regions of a function make such pointers again.
pub fn make_again(function: &mut Function) {
    let mut body = std::mem::take(&mut function.body);
    let mut assigned: HashMap<LocalId, usize> = HashMap::new();
    let mut mapped = LocalSet::default();
    let mut has_regions = false;
    walk::statements(&body, &mut |stmt| {
        walk::assigned(stmt).into_iter().for_each(|id| *assigned.entry(id).or_default() += 1);
        let entries = match &stmt.kind {
            StmtKind::Parallel(parallel) => parallel.device.as_ref().map(|clause| &clause.entries),
            StmtKind::Update(update) => Some(&update.entries),
            _ => None,
        };
        has_regions |= matches!(&stmt.kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
        mapped.extend(entries.into_iter().flatten().filter_map(|entry| entry.subject.as_local()));
    });
    let kept = function.contexts.iter().flat_map(|(_, context)| &context.entries);
    mapped.extend(kept.filter_map(|entry| entry.subject.as_local()));
    if has_regions {
        let mut addressed = LocalSet::default();
        addressed.extend(walk::addressed(&body));
        Remaking { locals: &mut function.locals, assigned, addressed, mapped }.block(&mut body);
    }
    function.body = body;
}

struct Remaking<'f> {
    locals: &'f mut Locals<Local>,
    /// How many statements assign each local.
    assigned: HashMap<LocalId, usize>,
    addressed: LocalSet,
    /// The user says what becomes of these.
    mapped: LocalSet,
}

impl Remaking<'_> {
    fn block(&mut self, block: &mut Block) {
        for at in 0..block.len() {
            walk::blocks_mut(&mut block[at]).into_iter().for_each(|inner| self.block(inner));
            let (before, rest) = block.split_at_mut(at + 1);
            let Some((pointer, value)) = self.pointer(&before[at]) else { continue };
            let value = value.clone();
            let Some(last) = rest.iter().rposition(|stmt| uses_in_region(stmt, pointer)) else { continue };
            if !changes(&rest[..=last], &value) {
                rest[..=last].iter_mut().for_each(|stmt| self.regions(stmt, pointer, &value));
            }
        }
    }

    /// A pointer that is only ever assigned here, the address of an element of a view.
    fn pointer<'s>(&self, stmt: &'s Stmt) -> Option<(LocalId, &'s Expr)> {
        let StmtKind::Assign { place, value } = &stmt.kind else { return None };
        let id = place.as_local().filter(|id| matches!(self.locals[*id].ty, Ty::Pointer { .. }))?;
        let is_single = self.assigned.get(&id) == Some(&1) && self.locals[id].role != LocalRole::Param;
        let is_free = !self.addressed.contains(id) && !self.mapped.contains(id);
        (is_single && is_free && self.is_element(value)).then_some((id, value))
    }

    fn is_element(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Convert(inner) if matches!(inner.ty, Ty::Pointer { .. }) => self.is_element(inner),
            ExprKind::AddressOf(place) => {
                let ExprKind::Element { view, indices } = &place.kind else { return false };
                let is_packed = view.as_local().is_some()
                    && view.ty.memoryview().is_some_and(|view| view.contiguity() != Contiguity::Strided);
                let is_steady = |index: &Expr| {
                    let mut is_own = true;
                    walk::expression(index, &mut |part| {
                        is_own &= !part.as_local().is_some_and(|id| self.addressed.contains(id));
                    });
                    is_own && is_scalar_arithmetic(index)
                };
                is_packed && indices.iter().all(is_steady)
            }
            _ => false,
        }
    }

    /// Makes the pointer again in the regions of a statement.
    fn regions(&mut self, stmt: &mut Stmt, pointer: LocalId, value: &Expr) {
        if let StmtKind::Parallel(parallel) = &mut stmt.kind
            && parallel.device.is_some()
        {
            if only_in_loops(&parallel.body, pointer) {
                self.loops(&mut parallel.body, pointer, value);
            }
            return;
        }
        walk::blocks_mut(stmt).into_iter().flatten().for_each(|inner| self.regions(inner, pointer, value));
    }

    fn loops(&mut self, block: &mut Block, pointer: LocalId, value: &Expr) {
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::Prange(prange) if names(&prange.body, pointer) => {
                    self.one_loop(prange, pointer, value);
                }
                StmtKind::Prange(_) => {}
                _ => walk::blocks_mut(stmt).into_iter().for_each(|inner| self.loops(inner, pointer, value)),
            }
        }
    }

    fn one_loop(&mut self, prange: &mut Prange, pointer: LocalId, value: &Expr) {
        let own = self.locals.alloc(self.locals[pointer].clone());
        let (ty, span) = (self.locals[own].ty.clone(), value.span);
        rename(&mut prange.body, pointer, &Expr::local(own, ty.clone(), span));
        let made = StmtKind::Assign { place: Expr::local(own, ty, span), value: value.clone() };
        prange.body.insert(0, Stmt::new(made, span));
        prange.privates.push(own);
    }
}

fn names(block: &[Stmt], id: LocalId) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= walk::expressions(stmt).into_iter().any(|expr| expr.names(id));
    });
    found
}

fn uses_in_region(stmt: &Stmt, pointer: LocalId) -> bool {
    let mut found = false;
    walk::statements(std::slice::from_ref(stmt), &mut |stmt| {
        if let StmtKind::Parallel(parallel) = &stmt.kind {
            found |= parallel.device.is_some() && names(&parallel.body, pointer);
        }
    });
    found
}

/// Whether the statements assign something that a value is made of.
fn changes(block: &[Stmt], value: &Expr) -> bool {
    let mut made_of = LocalSet::default();
    walk::expression(value, &mut |part| made_of.extend(part.as_local()));
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= walk::assigned(stmt).into_iter().any(|id| made_of.contains(id));
    });
    found
}

/// Whether a region names the pointer only within its parallel loops, in statements where it can be renamed.
fn only_in_loops(block: &[Stmt], pointer: LocalId) -> bool {
    block.iter().all(|stmt| {
        let is_free = !walk::expressions(stmt).into_iter().any(|expr| expr.names(pointer));
        let is_inside = match &stmt.kind {
            StmtKind::Prange(prange) => can_rename(&prange.body, pointer),
            _ => walk::blocks(stmt).into_iter().all(|inner| only_in_loops(inner, pointer)),
        };
        is_free && is_inside
    })
}

fn can_rename(block: &[Stmt], pointer: LocalId) -> bool {
    let mut is_known = true;
    walk::statements(block, &mut |stmt| {
        let is_named = walk::expressions(stmt).into_iter().any(|expr| expr.names(pointer));
        is_known &= !is_named || walk::expressions_mut(&mut stmt.clone()).is_some();
    });
    is_known
}

fn rename(block: &mut Block, from: LocalId, to: &Expr) {
    for stmt in block {
        let own = walk::expressions_mut(stmt).into_iter().flatten();
        own.for_each(|expr| expr.substitute(from, to));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| rename(inner, from, to));
    }
}
