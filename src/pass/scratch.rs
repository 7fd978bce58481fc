//! Memory that a region allocates beside its parallel loops: `p = malloc(...)` in a `parallel` block.
//!
//! In Cython each thread has memory of its own there; beside the loops of a region one thread runs. Where the memory is only
//! scratch of one loop, the threads that run the loop allocate and free it ([`Prange::parts_of_thread`]). Otherwise the
//! iterations would share it, which is an error if they may write to it.

use super::local_set::LocalSet;
use super::pointers::{can_rename, names, rename};
use super::report::Place;
use super::serial::is_scalar_arithmetic;
use crate::base::Name;
use crate::diag::Diagnostics;
use crate::tir::{
    self, Block, CompareOp, Expr, ExprKind, Extern, Externs, For, Local, LocalId, LocalRole, Locals,
    LogicalOp, Op, Ownership, Prange, Region, Step, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Gives the iterations of a region's loops scratch memory of their own.
pub fn privatise(body: &mut Block, locals: &mut Locals<Local>, externs: &Externs<Extern>) {
    let mut at = 0;
    while at < body.len() {
        let own = scratch(body, at, externs);
        match own {
            Some(own) => own.put_into_loop(body, locals, externs),
            None => at += 1,
        }
    }
}

/// Memory that one loop alone uses.
struct Scratch {
    /// The statements that allocate and free it, and the loop.
    allocated: usize,
    freed: Vec<usize>,
    used: usize,
    pointer: LocalId,
}

fn scratch(body: &[Stmt], at: usize, externs: &Externs<Extern>) -> Option<Scratch> {
    let pointer = allocated(&body[at], externs)?;
    let StmtKind::Assign { value, .. } = &body[at].kind else { return None };
    let (mut freed, mut used) = (Vec::new(), None);
    for (number, stmt) in body.iter().enumerate().filter(|(number, _)| *number != at) {
        if !names(std::slice::from_ref(stmt), pointer) {
            continue;
        }
        match &stmt.kind {
            StmtKind::Prange(prange)
                if used.is_none() && number > at && can_rename(&prange.body, pointer) =>
            {
                used = Some(number);
            }
            _ if tir::freed(stmt, externs) == Some(pointer) => freed.push(number),
            _ => return None,
        }
    }
    let mut made_of = LocalSet::default();
    walk::expression(value, &mut |part| made_of.extend(part.as_local()));
    made_of.extend([pointer]);
    let mut is_steady = true;
    walk::statements(body, &mut |stmt| {
        let is_it = std::ptr::eq(stmt, &body[at]);
        is_steady &= is_it || !walk::assigned(stmt).into_iter().any(|id| made_of.contains(id));
    });
    let addressed = walk::addressed(body);
    (is_steady && !addressed.contains(&pointer) && !freed.is_empty()).then_some(Scratch {
        allocated: at,
        freed,
        used: used?,
        pointer,
    })
}

impl Scratch {
    fn put_into_loop(self, body: &mut Block, locals: &mut Locals<Local>, externs: &Externs<Extern>) {
        let own = locals.alloc(locals[self.pointer].clone());
        let name = |span| Expr::local(own, locals[own].ty.clone(), span);
        let renamed = |stmt: &Stmt| {
            let mut one = vec![stmt.clone()];
            rename(&mut one, self.pointer, &name(stmt.span));
            one.remove(0)
        };
        let free = renamed(&body[self.freed[0]]);
        let allocated = &body[self.allocated];
        let StmtKind::Assign { value, .. } = &allocated.kind else { return };
        let made = StmtKind::Assign { place: name(allocated.span), value: value.clone() };
        let made = Stmt::new(made, allocated.span);
        let loop_name = name(allocated.span);
        if let StmtKind::Prange(prange) = &mut body[self.used].kind {
            rename(&mut prange.body, self.pointer, &loop_name);
            let test = enough(&made, locals);
            let at = one_iteration(prange, locals);
            prange.body.insert(at + 1, free);
            prange.body.splice(at..at, test);
            // All memory is there before a test can fail: then all of it can be freed.
            let is_allocation = |stmt: &Stmt| self::allocated(stmt, externs).is_some();
            let first = prange.body[..at].iter().take_while(|stmt| is_allocation(stmt)).count();
            prange.body.insert(first, made);
            prange.privates.push(own);
        }
        let mut number = 0;
        body.retain(|_| {
            number += 1;
            number - 1 != self.allocated && !self.freed.contains(&(number - 1))
        });
    }
}

/// The pointer that gets memory of a size which is computed from numbers.
pub fn allocated(stmt: &Stmt, externs: &Externs<Extern>) -> Option<LocalId> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let (external, arguments) = tir::allocation(value, externs)?;
    let is_known = ["malloc", "calloc"].contains(&external.c_name.as_str());
    place.as_local().filter(|_| is_known && arguments.iter().all(is_scalar_arithmetic))
}

/// Reports that there was no memory; none of no bytes is enough.
pub fn enough(stmt: &Stmt, locals: &Locals<Local>) -> Option<Stmt> {
    let StmtKind::Assign { place, value } = &stmt.kind else { return None };
    let pointer = place.as_local()?;
    let bytes = match &value.without_conversions().kind {
        ExprKind::Call(_, arguments) => arguments,
        _ => return None,
    };
    let span = stmt.span;
    let compare = |op, left: Expr, right: Expr| {
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span)
    };
    let null = Expr::new(ExprKind::Null, place.ty.clone(), span);
    let mut failed = compare(CompareOp::Equal, place.clone(), null);
    for number in bytes.iter().filter(|number| !matches!(number.kind, ExprKind::SizeOf(_))) {
        let zero = Expr::int(0, number.ty.clone(), span);
        let parts = (Box::new(failed), Box::new(compare(CompareOp::NotEqual, number.clone(), zero)));
        failed = Expr::new(ExprKind::Logical(LogicalOp::And, parts.0, parts.1), Ty::Bint, span);
    }
    let message = format!("no memory is left for `{}` of each thread", locals[pointer].name);
    let raise = Op::RaiseConstant { exception: "MemoryError".into(), message: Some(message) };
    let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
    Some(Stmt::new(StmtKind::If { condition: failed, then, otherwise: Vec::new() }, span))
}

/// Puts the body of a loop into a loop of one iteration, which stands for a thread's iterations, and returns its place.
pub fn one_iteration(prange: &mut Prange, locals: &mut Locals<Local>) -> usize {
    if let Some(parts) = prange.parts_of_thread() {
        return parts.at;
    }
    let span = prange.span;
    let counter = locals.alloc(Local {
        name: Name::new("once"),
        ty: Ty::INT,
        role: LocalRole::Temp,
        ownership: Ownership::Owned,
        span,
    });
    let (start, stop) = (Expr::int(0, Ty::INT, span), Expr::int(1, Ty::INT, span));
    let body = std::mem::take(&mut prange.body);
    let otherwise = Block::new();
    let looped = For { counter, target: None, start, stop, step: Step::Constant(1), body, otherwise };
    prange.body = vec![Stmt::new(StmtKind::For(Box::new(looped)), span)];
    prange.once = Some(counter);
    0
}

/// Reports memory that is allocated once and that iterations may write to; returns whether there is any.
pub fn check(place: Place<'_>, region: &Region, diagnostics: &mut Diagnostics) -> bool {
    let before = diagnostics.len();
    let mut pointers: Vec<(LocalId, &Stmt)> = Vec::new();
    let mut loops: Vec<&Prange> = Vec::new();
    walk::statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Serial(serial) => walk::statements(&serial.body, &mut |stmt| {
            if let StmtKind::Assign { place: Expr { kind: ExprKind::Local(id), .. }, value } = &stmt.kind
                && tir::allocation(value, &place.module.externs).is_some()
            {
                pointers.push((*id, stmt));
            }
        }),
        StmtKind::Prange(prange) => loops.push(prange),
        _ => {}
    });
    for (pointer, stmt) in pointers {
        if loops.iter().any(|prange| !only_reads(&prange.body, pointer)) {
            let name = &place.function.locals[pointer].name;
            diagnostics.push(place.shared_memory(name, stmt.span));
        }
    }
    diagnostics.len() > before
}

/// Whether a block only reads elements through a pointer.
fn only_reads(block: &[Stmt], pointer: LocalId) -> bool {
    let mut found = true;
    walk::statements(block, &mut |stmt| {
        let place = match &stmt.kind {
            StmtKind::Assign { place, .. } | StmtKind::Atomic { place, .. } => Some(place),
            _ => None,
        };
        found &= place.is_none_or(|place| !is_behind(place, pointer));
        found &= walk::expressions(stmt).into_iter().all(|expr| reads_elements(expr, pointer));
    });
    found
}

/// Whether a place is an element that a pointer points to, or a part of one.
fn is_behind(place: &Expr, pointer: LocalId) -> bool {
    match &place.kind {
        ExprKind::Index { base, .. } | ExprKind::Deref(base) | ExprKind::Field { base, .. } => {
            base.as_local() == Some(pointer) || is_behind(base, pointer)
        }
        _ => false,
    }
}

fn reads_elements(expr: &Expr, pointer: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Index { base, index } if base.as_local() == Some(pointer) => reads_elements(index, pointer),
        ExprKind::Deref(base) if base.as_local() == Some(pointer) => true,
        ExprKind::AddressOf(place) => !is_behind(place, pointer) && reads_elements(place, pointer),
        ExprKind::Local(id) => *id != pointer,
        _ => expr.children().into_iter().all(|child| reads_elements(child, pointer)),
    }
}
