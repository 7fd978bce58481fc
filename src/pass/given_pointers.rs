//! Pointers that a function gets from its callers, and uses in a region. If each of them gives memory of which the number of
//! elements is known there (`malloc` and the like, or the first element of a view without gaps), that number becomes one more argument, and the region's clause notes it.

use super::local_set::LocalSet;
use super::pointers::{count_of, elements_of_view, names};
use crate::base::Name;
use crate::base::planted::{self, Fault};
use crate::tir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, Local, LocalId, LocalRole, Module, Op,
    Ownership, Param, ParamKind, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Settles the parameters of all functions.
pub fn settle(module: &mut Module) {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for &id in &ids {
        for at in pointers(&module.functions[id]) {
            let of_caller = |&caller: &FunctionId| match given(module, caller, id, at) {
                None if planted::has(Fault::GivenToOneCaller) => {
                    let function = &module.functions[caller];
                    let one = Expr::int(1, Ty::SSIZE, function.locals[function.params[0].local].span);
                    Some(vec![one; all_calls(&function.body, id)])
                }
                counts => counts,
            };
            let counts = ids.iter().map(of_caller).collect::<Option<Vec<_>>>();
            let is_called = |counts: &Vec<Vec<Expr>>| counts.iter().any(|counts| !counts.is_empty());
            if let Some(counts) = counts.filter(is_called) {
                add_parameter(&mut module.functions[id], at);
                for (&caller, counts) in ids.iter().zip(counts) {
                    let mut body = std::mem::take(&mut module.functions[caller].body);
                    let mut counts = counts.into_iter();
                    calls(&mut body, id, &mut |arguments| arguments.extend(counts.next()));
                    module.functions[caller].body = body;
                }
            }
        }
    }
}

/// The parameters that regions use and nothing assigns, if only calls by the name of the function reach it.
fn pointers(function: &Function) -> Vec<usize> {
    let is_private = function.kind == FunctionKind::Cdef
        && function.method.is_none()
        && function.exported.is_none()
        && function.by_address.is_none()
        && !function.is_variadic;
    if !is_private {
        return Vec::new();
    }
    let mut fixed = LocalSet::assigned_in(&function.body);
    fixed.extend(walk::addressed(&function.body));
    let is_used = |local: LocalId| {
        let mut found = false;
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Parallel(parallel) = &stmt.kind
                && let Some(clause) = &parallel.device
            {
                let is_mapped = clause.entries.iter().any(|entry| entry.subject.as_local() == Some(local));
                found |= !is_mapped && names(&parallel.body, local);
            }
        });
        found
    };
    let is_pointer = |local: LocalId| matches!(function.locals[local].ty, Ty::Pointer { .. });
    let params = function.params.iter().map(|param| param.local).enumerate();
    params
        .filter(|(_, local)| is_pointer(*local) && !fixed.contains(*local) && is_used(*local))
        .map(|(at, _)| at)
        .collect()
}

/// For each call in a function, how many elements its argument has; `None` if that is not known of all.
fn given(module: &Module, caller: FunctionId, callee: FunctionId, at: usize) -> Option<Vec<Expr>> {
    let function = &module.functions[caller];
    let param = module.functions[callee].params[at].local;
    let mut body = function.body.clone();
    let mut arguments = Vec::new();
    calls(&mut body, callee, &mut |given| arguments.push(given.get(at).cloned()));
    if arguments.len() != all_calls(&function.body, callee) {
        return None;
    }
    let mut addressed = LocalSet::default();
    addressed.extend(walk::addressed(&function.body));
    arguments
        .into_iter()
        .map(|argument| {
            let mut argument = argument?;
            if let ExprKind::Binary(_, base, _) = &argument.kind
                && planted::has(Fault::AllocatedElsewhere)
            {
                argument = (**base).clone();
            }
            if let Ty::Pointer { to, .. } = &module.functions[callee].locals[param].ty
                && let Some(count) = elements_of_view(&argument, to)
            {
                return Some(count);
            }
            let pointer = argument.as_local().filter(|pointer| !addressed.contains(*pointer))?;
            allocated_once(module, function, pointer, callee, &addressed)
        })
        .collect()
}

/// The number of elements of a pointer that one statement of the function's own block gives its value, before any call, with
/// what nothing changes after that.
fn allocated_once(
    module: &Module,
    function: &Function,
    pointer: LocalId,
    callee: FunctionId,
    addressed: &LocalSet,
) -> Option<Expr> {
    let gives = |stmt: &Stmt| walk::assigned(stmt).contains(&pointer);
    let mut assignments = 0;
    walk::statements(&function.body, &mut |stmt| assignments += usize::from(gives(stmt)));
    let at = function.body.iter().position(gives).filter(|_| assignments == 1)?;
    let StmtKind::Assign { place, value } = &function.body[at].kind else { return None };
    let of_view = match &place.ty {
        Ty::Pointer { to, .. } => elements_of_view(value, to),
        _ => None,
    };
    let count = of_view.or_else(|| count_of((place, value), &module.externs, addressed))?;
    let mut before = function.body[..at].to_vec();
    let mut calls_before = 0;
    calls(&mut before, callee, &mut |_| calls_before += 1);
    let changed = LocalSet::assigned_in(&function.body[at + 1..]);
    let mut is_steady = calls_before == 0;
    if planted::has(Fault::GivenChanged) {
        return Some(count);
    }
    walk::expression(&count, &mut |part| {
        is_steady &= part.as_local().is_none_or(|id| id == pointer || !changed.contains(id));
    });
    is_steady.then_some(count)
}

fn add_parameter(function: &mut Function, at: usize) {
    let pointer = function.params[at].local;
    let span = function.locals[pointer].span;
    let count = function.locals.alloc(Local {
        name: Name::new(format!("{}_count", function.locals[pointer].name)),
        ty: Ty::SSIZE,
        role: LocalRole::Param,
        ownership: Ownership::Borrowed,
        span,
    });
    let kind = ParamKind::PositionalOrKeyword;
    function.params.push(Param { local: count, kind, default: None, allows_none: false, named: None, span });
    note(&mut function.body, pointer, &Expr::local(count, Ty::SSIZE, span));
}

fn note(block: &mut Block, pointer: LocalId, count: &Expr) {
    for stmt in block {
        if let StmtKind::Parallel(parallel) = &mut stmt.kind
            && let Some(clause) = &mut parallel.device
            && names(&parallel.body, pointer)
        {
            clause.counts.push((pointer, count.clone()));
            continue;
        }
        walk::blocks_mut(stmt).into_iter().for_each(|inner| note(inner, pointer, count));
    }
}

/// The arguments of each call of a function, in a fixed order.
fn calls(block: &mut Block, callee: FunctionId, visit: &mut impl FnMut(&mut Vec<Expr>)) {
    for stmt in block {
        if let StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } = &mut stmt.kind
            && *function == callee
        {
            visit(arguments);
        }
        if let Some(exprs) = walk::expressions_mut(stmt) {
            exprs.into_iter().for_each(|expr| calls_in(expr, callee, visit));
        }
        walk::blocks_mut(stmt).into_iter().for_each(|inner| calls(inner, callee, visit));
    }
}

/// How many calls there are, also in statements that cannot be changed.
fn all_calls(block: &[Stmt], callee: FunctionId) -> usize {
    let mut count = 0;
    walk::statements(block, &mut |stmt| {
        let op = matches!(&stmt.kind, StmtKind::Run { op: Op::CallFunction { function, .. }, .. } if *function == callee);
        count += usize::from(op);
    });
    walk::all_expressions(block, &mut |expr| {
        count += usize::from(matches!(&expr.kind, ExprKind::Call(Callee::Function(id), _) if *id == callee));
    });
    count
}

fn calls_in(expr: &mut Expr, callee: FunctionId, visit: &mut impl FnMut(&mut Vec<Expr>)) {
    if let ExprKind::Call(Callee::Function(function), arguments) = &mut expr.kind
        && *function == callee
    {
        visit(arguments);
    }
    expr.children_mut().into_iter().for_each(|child| calls_in(child, callee, visit));
}
