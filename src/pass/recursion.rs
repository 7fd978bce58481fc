//! Device functions that call themselves: a GPU's thread has little stack.

use std::collections::{HashMap, HashSet};

use super::device_functions::callees;
use super::report;
use crate::base::strong_components;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::{Block, Callee, ExprKind, FunctionId, Module, StmtKind, walk};

/// Warns of each cycle of calls among device functions, at a call in it.
pub fn check(module: &Module, diagnostics: &mut Diagnostics) {
    let functions: Vec<FunctionId> =
        module.functions.iter().filter(|(_, function)| function.on_device).map(|(id, _)| id).collect();
    let numbers: HashMap<FunctionId, usize> =
        functions.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let calls: Vec<Vec<(usize, Span)>> = functions
        .iter()
        .map(|&id| {
            let body = &module.functions[id].body;
            let called = callees(body).into_iter().filter(|(callee, _)| *callee != id || !loops(body, id));
            called.filter_map(|(callee, at)| Some((*numbers.get(&callee)?, at))).collect()
        })
        .collect();
    let targets: Vec<Vec<usize>> =
        calls.iter().map(|calls| calls.iter().map(|(callee, _)| *callee).collect()).collect();
    let nodes: Vec<usize> = (0..functions.len()).collect();
    for cycle in strong_components(&nodes, &targets) {
        let first = cycle[0];
        let cycle: HashSet<usize> = cycle.into_iter().collect();
        let Some((callee, at)) = calls[first].iter().find(|(callee, _)| cycle.contains(callee)) else {
            continue;
        };
        let function = &module.functions[functions[first]];
        let before = diagnostics.len();
        let by = (*callee != first).then(|| module.functions[functions[*callee]].name.as_str());
        diagnostics.push(report::recursion(&function.name, by, *at));
        diagnostics.said_of(before, function.variant());
    }
}

/// Whether a function calls itself only in `return f(...)`, which C compilers turn into a loop.
fn loops(body: &Block, id: FunctionId) -> bool {
    let is_call = |expr: &crate::tir::Expr| matches!(&expr.kind, ExprKind::Call(Callee::Function(callee), _) if *callee == id);
    let (mut calls, mut returned) = (0, 0);
    walk::statements(body, &mut |stmt| {
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |inner| calls += usize::from(is_call(inner)));
        }
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            returned += usize::from(is_call(value));
        }
    });
    calls > 0 && calls == returned
}
