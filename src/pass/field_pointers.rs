//! Pointers in struct variables that get memory once: `table.values = <double *>malloc(n * sizeof(double))`. A device cannot
//! follow the host's addresses, so a region takes such a pointer as a variable that is read when it begins, with the number of
//! elements. Nothing in the region changes the struct.

use super::local_set::{LocalSet, is_given_once};
use super::pointers::count_of;
use crate::base::Name;
use crate::tir::{
    Block, Expr, ExprKind, Extern, Externs, Function, Local, LocalId, LocalRole, Locals, Ownership, Stmt,
    StmtKind, walk,
};
use crate::ty::Ty;

/// Settles the regions of a function.
pub fn settle(function: &mut Function, externs: &Externs<Extern>) {
    let is_region =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
    if !walk::any(&function.body, is_region) {
        return;
    }
    let mut addressed = LocalSet::default();
    addressed.extend(walk::addressed(&function.body));
    let allocated = allocated(function, externs, &addressed);
    let mut body = std::mem::take(&mut function.body);
    let mut fields = Fields { externs, allocated, addressed, locals: &mut function.locals };
    fields.in_block(&mut body);
    function.body = body;
}

/// The struct and the name of a field.
type Key = (LocalId, Name);

fn key(field: &Expr) -> Option<Key> {
    let ExprKind::Field { base, name } = &field.kind else { return None };
    let is_pointer = matches!((&base.ty, &field.ty), (Ty::Struct(_), Ty::Pointer { .. }));
    Some((base.as_local().filter(|_| is_pointer)?, name.clone()))
}

/// The fields that get memory of a number of elements which does not change, and no other value.
fn allocated(function: &Function, externs: &Externs<Extern>, addressed: &LocalSet) -> Vec<(Key, Expr)> {
    let mut given = LocalSet::default();
    let mut fields: Vec<(Key, Expr)> = Vec::new();
    walk::statements(&function.body, &mut |stmt| {
        let field = match &stmt.kind {
            StmtKind::Assign { place, value } => key(place).map(|key| (key, value)),
            _ => None,
        };
        match field {
            Some((key, value)) => fields.push((key, value.clone())),
            // A whole struct as well.
            None => match &stmt.kind {
                StmtKind::Assign { place, .. } if matches!(place.kind, ExprKind::Field { .. }) => {}
                _ => given.extend(walk::assigned(stmt)),
            },
        }
    });
    let is_once = |key: &Key| fields.iter().filter(|(other, _)| other == key).count() == 1;
    let is_known = |(key, value): &&(Key, Expr)| {
        let place = Expr::local(key.0, value.ty.clone(), value.span);
        let mut is_steady = true;
        walk::expression(value, &mut |part| {
            is_steady &= part.as_local().is_none_or(|local| is_given_once(function, local));
        });
        is_once(key)
            && is_steady
            && !given.contains(key.0)
            && !addressed.contains(key.0)
            && count_of((&place, value), externs, addressed).is_some()
    };
    fields.iter().filter(is_known).cloned().collect()
}

struct Fields<'a> {
    externs: &'a Externs<Extern>,
    allocated: Vec<(Key, Expr)>,
    addressed: LocalSet,
    locals: &'a mut Locals<Local>,
}

impl Fields<'_> {
    fn in_block(&mut self, block: &mut Block) {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            match &mut stmt.kind {
                StmtKind::Parallel(parallel) => {
                    let changed = LocalSet::assigned_in(&parallel.body);
                    let Some(clause) = &mut parallel.device else {
                        self.in_block(&mut parallel.body);
                        done.push(stmt);
                        continue;
                    };
                    let mut known = Vec::new();
                    self.replace_in(&mut parallel.body, &changed, &mut known);
                    for (key, pointer, field) in known {
                        let place = Expr::local(pointer, field.ty.clone(), field.span);
                        let allocated = self.allocated.iter().find(|(other, _)| *other == key);
                        let count = allocated
                            .and_then(|(_, value)| count_of((&place, value), self.externs, &self.addressed));
                        clause.counts.extend(count.map(|count| (pointer, count)));
                        let span = field.span;
                        done.push(Stmt::new(StmtKind::Assign { place, value: field }, span));
                    }
                }
                _ => walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.in_block(inner)),
            }
            done.push(stmt);
        }
        *block = done;
    }

    fn replace_in(&mut self, block: &mut Block, changed: &LocalSet, known: &mut Vec<Known>) {
        for stmt in block {
            for expr in walk::expressions_mut(stmt).into_iter().flatten() {
                self.replace(expr, changed, known);
            }
            walk::blocks_mut(stmt).into_iter().for_each(|inner| self.replace_in(inner, changed, known));
        }
    }

    fn replace(&mut self, expr: &mut Expr, changed: &LocalSet, known: &mut Vec<Known>) {
        let is_allocated = |key: &Key| self.allocated.iter().any(|(other, _)| other == key);
        if let Some(key) = key(expr).filter(|key| !changed.contains(key.0) && is_allocated(key)) {
            let found = known.iter().find(|(other, ..)| *other == key).map(|(_, pointer, _)| *pointer);
            let pointer = found.unwrap_or_else(|| {
                let pointer = self.locals.alloc(Local {
                    name: Name::new(format!("{}.{}", self.locals[key.0].name, key.1)),
                    ty: expr.ty.clone(),
                    role: LocalRole::User,
                    ownership: Ownership::Owned,
                    span: expr.span,
                });
                known.push((key, pointer, expr.clone()));
                pointer
            });
            *expr = Expr::local(pointer, expr.ty.clone(), expr.span);
            return;
        }
        expr.children_mut().into_iter().for_each(|child| self.replace(child, changed, known));
    }
}

/// A field, the variable for it, and its value.
type Known = (Key, LocalId, Expr);
