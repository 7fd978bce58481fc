//! What must be known about a function before its callers can be built.

use super::{auto_context, block_can_fail, objects};
use crate::base::{Idx, callers, spread};
use crate::hir;
use crate::tir::{Callee, Expr, ExprKind, Function, Module, Op, Stmt, StmtKind, walk};
use crate::ty::{ExceptionSpec, Typed};

/// By the function's number.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Functions that let exceptions out.
    pub failing: Vec<bool>,
    /// Functions that run offload regions.
    pub offloading: Vec<bool>,
    /// Functions that may rebind fields of objects: what a field held may be gone afterwards.
    pub rebinding: Vec<bool>,
}

impl Known {
    pub fn nothing(typed: &Typed) -> Known {
        let none = vec![false; typed.module.functions.len()];
        let offloading = auto_context::offloading(&typed.module);
        Known { failing: none.clone(), offloading, rebinding: none }
    }

    /// A call that is more than an expression.
    pub fn is_statement(&self, function: usize) -> bool {
        self.failing[function] || self.offloading[function] || self.rebinding[function]
    }

    /// Derives from the module that was built with the known facts what else is true, also for callers of such
    /// functions; returns whether there is anything new.
    pub fn learn(&mut self, typed: &Typed, module: &Module) -> bool {
        let count = self.failing.len();
        let functions: Vec<&Function> =
            module.functions.iter().take(count).map(|(_, function)| function).collect();
        let called: Vec<Vec<usize>> =
            functions.iter().map(|function| called(&function.body, count)).collect();
        let has_fields = !typed.table.classes.is_empty();
        let can_fail: Vec<bool> = functions.iter().map(|function| can_fail(function)).collect();
        let rebinds: Vec<bool> =
            functions.iter().map(|function| has_fields && objects::rebinds(function)).collect();
        let mut is_more = false;
        spread(count, &callers(count, |at| called[at].clone()), |at| {
            let fails = can_fail[at] || called[at].iter().any(|&callee| self.is_statement(callee));
            let rebinds =
                rebinds[at] || has_fields && called[at].iter().any(|&callee| self.rebinding[callee]);
            let fails = fails && lets_out(typed, at) && !std::mem::replace(&mut self.failing[at], true);
            let rebinds = rebinds && !std::mem::replace(&mut self.rebinding[at], true);
            is_more |= fails || rebinds;
            fails || rebinds
        });
        is_more
    }
}

fn lets_out(typed: &Typed, function: usize) -> bool {
    let id: hir::FunctionId = Idx::from_raw((function as u32).into());
    typed.functions[id].signature.exception != ExceptionSpec::Never
}

/// Whether a statement of the function can raise.
fn can_fail(function: &Function) -> bool {
    matches!(function.kind, hir::FunctionKind::Def | hir::FunctionKind::Init)
        || block_can_fail(&function.body)
}

/// The functions of the source that a block calls.
fn called(block: &[Stmt], count: usize) -> Vec<usize> {
    let mut found = Vec::new();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind {
            found.push(*function);
        }
    });
    walk::all_expressions(block, &mut |expr: &Expr| {
        if let ExprKind::Call(Callee::Function(function), _) = &expr.kind {
            found.push(*function);
        }
    });
    let mut found: Vec<usize> = found.into_iter().map(|id| id.into_raw().into_u32() as usize).collect();
    found.retain(|&at| at < count);
    found.sort_unstable();
    found.dedup();
    found
}
