//! Which functions may acquire a view of an array that lives on a device.
//!
//! Of such an array the host has no copy until code that reports what it reads has asked for one. So a function takes one if it,
//! or what it calls, in C or by its name in Python, runs regions (then it reports as a whole), and if no view that it has stays anywhere
//! else: what is in a field, in a variable of the module, or given to C code of which nothing is known, would be found there
//! by code that reports nothing.

use std::collections::HashSet;

use super::offloading::Offloading;
use crate::base::planted::{self, Fault};
use crate::tir::{
    Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, Module, Op, Stmt, StmtKind, walk,
};

/// The functions that take arrays that live on devices.
pub fn takers(module: &Module, offloading: &Offloading) -> HashSet<FunctionId> {
    let keepers = if planted::has(Fault::ArrayKept) { HashSet::new() } else { keepers(module, offloading) };
    let takes = |(id, function): &(FunctionId, &Function)| {
        offloading.has_through_python(*id) && !keepers.contains(id) && acquires(function)
    };
    module.functions.iter().filter(takes).map(|(id, _)| id).collect()
}

/// Whether Python gives it views, or it makes one of an object.
fn acquires(function: &Function) -> bool {
    // C code that calls it may keep the view that it gives.
    if function.kind != FunctionKind::Def && function.result.memoryview().is_some() {
        return false;
    }
    let is_called = matches!(function.kind, FunctionKind::Def | FunctionKind::Cpdef);
    let has_views =
        || function.params.iter().any(|param| function.locals[param.local].ty.memoryview().is_some());
    let mut makes = false;
    walk::statements(&function.body, &mut |stmt| {
        makes |= matches!(&stmt.kind, StmtKind::Run { op: Op::ViewFromObject(_), .. });
    });
    function.kind != FunctionKind::Init && (makes || is_called && has_views())
}

fn is_view(expr: &Expr) -> bool {
    expr.ty.memoryview().is_some()
}

/// The functions that keep views somewhere, or call one that does. What threads of the host report is not known to the
/// thread that started them, so functions in which such threads run regions or Python's code count as well.
fn keepers(module: &Module, offloading: &Offloading) -> HashSet<FunctionId> {
    let mut found = HashSet::new();
    loop {
        let keeps = |function: &Function| {
            let mut keeps = false;
            walk::statements(&function.body, &mut |stmt| {
                keeps |= keeps_view(stmt, &found) || reports_in_threads(stmt, function, offloading);
            });
            keeps
        };
        let new = module.functions.iter().filter(|(id, _)| !found.contains(id));
        let more: Vec<FunctionId> = new.filter(|(_, function)| keeps(function)).map(|(id, _)| id).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Whether the statement itself puts a view where other code finds it.
fn keeps_view(stmt: &Stmt, keepers: &HashSet<FunctionId>) -> bool {
    let has_view = |arguments: &[Expr]| arguments.iter().any(is_view);
    let is_kept = match &stmt.kind {
        StmtKind::Assign { place, value } => is_view(value) && !matches!(place.kind, ExprKind::Local(_)),
        StmtKind::Run { op: Op::Store { value, .. }, .. } => is_view(value),
        StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
            has_view(arguments) && keepers.contains(function)
        }
        StmtKind::Run {
            op: Op::CallExtern { arguments, .. } | Op::CallPointer { arguments, .. }, ..
        } => has_view(arguments),
        _ => false,
    };
    let mut is_passed = false;
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |inner| {
            is_passed |= match &inner.kind {
                ExprKind::Call(Callee::Function(id), arguments) => {
                    has_view(arguments) && keepers.contains(id)
                }
                ExprKind::Call(Callee::Extern(_), arguments) => has_view(arguments),
                _ => false,
            };
        });
    }
    is_kept || is_passed
}

/// Whether threads of the host run regions or Python's code in the statement.
fn reports_in_threads(stmt: &Stmt, function: &Function, offloading: &Offloading) -> bool {
    let reports = |stmt: &Stmt| offloading.is(stmt) || offloading.is_python(stmt, &function.locals);
    matches!(stmt.kind, StmtKind::Prange(_) | StmtKind::Parallel(_))
        && walk::blocks(stmt).into_iter().any(|block| walk::any(block, reports))
}
