//! Which calls of BLAS run where their arrays are.
//!
//! Kernels have loops of offcy's in the place of BLAS. Host code calls what the device on which the arrays are has
//! itself ([`Op::CallLibrary`]): such a call moves what it needs, as regions do, and the code around it reports nothing
//! for it. Functions that regions call keep plain calls, since they are compiled for both sides.

use crate::tir::{
    Block, Callee, Expr, ExprKind, Extern, ExternId, Externs, Module, Op, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Makes operations of the calls that stand by themselves.
pub fn settle(module: &mut Module) {
    let externs = &module.externs;
    if !externs.values().any(|external| external.library.is_some()) {
        return;
    }
    for (_, function) in module.functions.iter_mut().filter(|(_, function)| !function.on_device) {
        block(&mut function.body, externs);
    }
}

fn block(statements: &mut Block, externs: &Externs<Extern>) {
    for stmt in statements {
        if let Some(kind) = operation(stmt, externs) {
            stmt.kind = kind;
        }
        walk::blocks_mut(stmt).into_iter().for_each(|inner| block(inner, externs));
    }
}

fn operation(stmt: &Stmt, externs: &Externs<Extern>) -> Option<StmtKind> {
    let (into, call) = match &stmt.kind {
        StmtKind::Eval(call) => (None, call),
        StmtKind::Assign { place, value } => (Some(place.as_local()?), value),
        _ => return None,
    };
    let ExprKind::Call(Callee::Extern(external), arguments) = &call.kind else { return None };
    let op = Op::CallLibrary { external: *external, arguments: arguments.clone(), coherent: false };
    externs[*external].library.map(|_| StmtKind::Run { into, op })
}

/// What the host reads before such a call: its numbers, and the indices of its arrays.
pub fn read_by_host(external: ExternId, arguments: &[Expr], externs: &Externs<Extern>) -> Vec<Expr> {
    let arrays = externs[external].library.map_or(&[][..], |library| library.arrays);
    let read =
        |(at, argument): (usize, &Expr)| match (&argument.without_conversions().kind, arrays.contains(&at)) {
            (ExprKind::AddressOf(place), true) => indices(place),
            (_, true) => Vec::new(),
            (ExprKind::AddressOf(place), false) => vec![(**place).clone()],
            (_, false) => vec![pointed(argument)],
        };
    arguments.iter().enumerate().flat_map(read).collect()
}

fn indices(place: &Expr) -> Vec<Expr> {
    match &place.kind {
        ExprKind::Element { indices, .. } => indices.clone(),
        ExprKind::Index { index, .. } => vec![(**index).clone()],
        _ => Vec::new(),
    }
}

/// What a pointer points to.
fn pointed(pointer: &Expr) -> Expr {
    let to = match &pointer.ty {
        Ty::Pointer { to, .. } => (**to).clone(),
        _ => Ty::Error,
    };
    Expr::new(ExprKind::Deref(Box::new(pointer.clone())), to, pointer.span)
}
