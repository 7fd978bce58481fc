//! Which calls of BLAS run where their arrays are.
//!
//! Kernels have loops of offcy's in the place of BLAS. Host code calls what the device on which the arrays are has
//! itself ([`Op::CallLibrary`]): such a call moves what it needs, as regions do, and the code around it reports nothing
//! for it. Functions that regions call keep plain calls, since they are compiled for both sides.

use crate::tir::{
    Block, Callee, Expr, ExprKind, Extern, Externs, LibraryFunction, Module, Op, Stmt, StmtKind, walk,
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
    let library = externs[*external].library?;
    let (external, arguments) = (*external, arguments.clone());
    Some(StmtKind::Run { into, op: Op::CallLibrary { external, library, arguments, coherent: false } })
}

/// What the host reads before such a call: its numbers, and the indices of its arrays.
pub fn read_by_host(library: LibraryFunction, arguments: &[Expr]) -> Vec<Expr> {
    let read = |(at, argument): (usize, &Expr)| {
        let is_array = library.arrays.contains(&at);
        match &argument.without_conversions().kind {
            ExprKind::AddressOf(place) if is_array => indices(place),
            _ if is_array => Vec::new(),
            ExprKind::AddressOf(place) => vec![(**place).clone()],
            _ => vec![pointed(argument)],
        }
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
