//! What must be known about a function before its callers can be built.

use std::collections::HashMap;

use super::shared_functions::{self, SharedVariable};
use super::{auto_context, block_can_fail, objects};
use crate::base::{callers, spread};
use crate::hir;
use crate::tir::{Function, FunctionId, Functions, Module, Stmt, walk};
use crate::ty::{ExceptionSpec, Typed};

#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Functions that let exceptions out.
    pub failing: Functions<bool>,
    /// Functions that run offload regions.
    pub offloading: Functions<bool>,
    /// Functions that may rebind fields of objects: what a field held may be gone afterwards.
    pub rebinding: Functions<bool>,
    /// Shared variables that can hold one function of the module alone.
    pub shared_functions: HashMap<SharedVariable, FunctionId>,
}

impl Known {
    pub fn nothing(typed: &Typed) -> Known {
        let none: Functions<bool> = typed.module.functions.ids().map(|_| false).collect();
        let offloading = auto_context::offloading(&typed.module);
        let shared_functions = shared_functions::collect(typed);
        Known { failing: none.clone(), offloading, rebinding: none, shared_functions }
    }

    /// A call that is more than an expression.
    pub fn is_statement(&self, function: FunctionId) -> bool {
        self.failing[function] || self.offloading[function] || self.rebinding[function]
    }

    /// Derives from the module that was built with the known facts what else is true, also for callers of such
    /// functions; returns whether there is anything new.
    pub fn learn(&mut self, typed: &Typed, module: &Module) -> bool {
        let of_source = |id: &FunctionId| typed.module.functions.contains(*id);
        let functions = || typed.module.functions.ids().map(|id| &module.functions[id]);
        let called: Functions<Vec<FunctionId>> =
            functions().map(|function| called(&function.body, of_source)).collect();
        let has_fields = !typed.table.classes.is_empty();
        let can_fail: Functions<bool> = functions().map(can_fail).collect();
        let rebinds: Functions<bool> =
            functions().map(|function| has_fields && objects::rebinds(function)).collect();
        let mut is_more = false;
        spread(&callers(&called), |id| {
            let fails = can_fail[id] || called[id].iter().any(|&callee| self.is_statement(callee));
            let rebinds =
                rebinds[id] || has_fields && called[id].iter().any(|&callee| self.rebinding[callee]);
            let fails = fails && lets_out(typed, id) && !std::mem::replace(&mut self.failing[id], true);
            let rebinds = rebinds && !std::mem::replace(&mut self.rebinding[id], true);
            is_more |= fails || rebinds;
            fails || rebinds
        });
        is_more
    }
}

fn lets_out(typed: &Typed, function: FunctionId) -> bool {
    typed.functions[function].signature.exception != ExceptionSpec::Never
}

/// Whether a statement of the function can raise.
fn can_fail(function: &Function) -> bool {
    matches!(function.kind, hir::FunctionKind::Def | hir::FunctionKind::Init)
        || block_can_fail(&function.body)
}

/// The functions that a block calls, of those that count.
fn called(block: &[Stmt], counts: impl Fn(&FunctionId) -> bool) -> Vec<FunctionId> {
    let mut found = Vec::new();
    walk::statements(block, &mut |stmt| found.extend(walk::called(stmt)));
    found.retain(counts);
    found.sort_unstable();
    found.dedup();
    found
}
