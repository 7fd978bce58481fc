//! The functions that regions reach: compiled for the device too, if their bodies allow it.

use std::collections::HashSet;

use super::device_code;
use super::report::Place;
use super::thread_number;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::build::block_can_fail;
use crate::tir::{Block, Callee, ExprKind, Function, FunctionId, FunctionKind, Module, Op, StmtKind, walk};

/// Marks every function that a region or a device function calls, and reports what in it a device cannot run.
pub fn reach(module: &mut Module, diagnostics: &mut Diagnostics) {
    let mut todo: Vec<(FunctionId, Option<Span>)> = module
        .functions
        .iter()
        .filter(|(_, function)| function.on_device)
        .map(|(id, _)| (id, None))
        .collect();
    for (_, function) in module.functions.iter() {
        for (_, region) in function.regions.iter() {
            todo.extend(callees(&region.body).into_iter().map(|(id, at)| (id, Some(at))));
        }
    }
    let mut seen = HashSet::new();
    while let Some((id, called_at)) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let before = diagnostics.len();
        let runs_there = check_function(module, id, called_at, diagnostics);
        diagnostics.said_of(before, module.functions[id].variant());
        if !runs_there {
            continue;
        }
        let function = &mut module.functions[id];
        function.on_device = true;
        device_code::borrow_views(&mut function.body, &mut function.locals);
        todo.extend(callees(&module.functions[id].body).into_iter().map(|(id, at)| (id, Some(at))));
    }
}

/// The functions of the module that a block calls, with the place of the first call of each.
pub fn callees(block: &Block) -> Vec<(FunctionId, Span)> {
    let mut found: Vec<(FunctionId, Span)> = Vec::new();
    let mut add = |id, span| {
        if found.iter().all(|(known, _)| *known != id) {
            found.push((id, span));
        }
    };
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind {
            add(*function, stmt.span);
        }
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |expr| {
                if let ExprKind::Call(Callee::Function(function), _) | ExprKind::FunctionAddress(function) =
                    &expr.kind
                {
                    add(*function, expr.span);
                }
            });
        }
    });
    found
}

/// Whether the function may be compiled for a device; reports why not.
fn check_function(
    module: &Module,
    id: FunctionId,
    called_at: Option<Span>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let function = &module.functions[id];
    if walk::is_broken(&function.body) {
        return false;
    }
    let place = Place { module, function, header: function.span, is_region: false };
    let at = called_at.unwrap_or(function.span);
    if matches!(function.kind, FunctionKind::Def | FunctionKind::Init) {
        diagnostics.push(match called_at {
            Some(at) => place.host_function(&function.name, "a Python function", at),
            None => super::report::python_function_for_devices(&function.name, function.span),
        });
        return false;
    }
    if let Some(why) = host_signature(function) {
        diagnostics.push(place.host_function(&function.name, why, at));
        return false;
    }
    let before = diagnostics.len();
    device_code::check(place, &function.body, diagnostics);
    if let Some(asked) = thread_number::asked(&function.body, &module.externs) {
        diagnostics.push(place.not_yet("the number of the thread", asked));
    }
    diagnostics.len() == before
}

fn host_signature(function: &Function) -> Option<&'static str> {
    if function.params.iter().any(|param| function.locals[param.local].ty.is_object()) {
        Some("it takes a Python object")
    } else if function.result.is_object() {
        Some("it returns a Python object")
    } else if function.result.memoryview().is_some() {
        Some("it returns a view, and a device cannot count references")
    } else if function.is_variadic {
        Some("it takes any number of arguments")
    } else {
        None
    }
}

/// Sets `may_fail` of every region: it has its own check, or a callee that may fail.
pub fn find_failures(module: &mut Module) {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        for (_, region) in module.functions[id].regions.iter_mut() {
            region.may_fail = block_can_fail(&region.body);
        }
    }
}
