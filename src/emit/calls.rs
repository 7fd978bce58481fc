//! Which functions of the module name which, found once.

use std::collections::HashSet;

use crate::base::callers;
use crate::tir::{Callee, Expr, ExprKind, Function, FunctionId, Functions, Module, Op, Stmt, StmtKind, walk};

#[derive(Debug)]
pub struct Calls {
    /// The functions that each one names, in its regions too, in the order of the text.
    called: Functions<Vec<FunctionId>>,
    pub callers: Functions<Vec<FunctionId>>,
    callees_first: Vec<FunctionId>,
}

impl Calls {
    pub fn of(module: &Module) -> Calls {
        let called: Functions<_> = module.functions.values().map(named).collect();
        Calls { callers: callers(&called), callees_first: callees_first(&called), called }
    }

    /// The functions that a function names.
    pub fn of_function(&self, id: FunctionId) -> &[FunctionId] {
        &self.called[id]
    }

    /// All functions, callees before callers if possible.
    pub fn callees_first(&self) -> impl Iterator<Item = FunctionId> {
        self.callees_first.iter().copied()
    }

    /// Whether one of these functions names itself, or one that comes after it in [`Calls::callees_first`].
    pub fn is_recursive(&self, is_one: impl Fn(FunctionId) -> bool) -> bool {
        let mut before = HashSet::new();
        self.callees_first().any(|id| {
            let is_later = |callee| !before.contains(callee);
            let found = is_one(id) && self.called[id].iter().any(is_later);
            before.insert(id);
            found
        })
    }
}

/// The order in which a walk that goes into callees first is done with the functions.
fn callees_first(called: &Functions<Vec<FunctionId>>) -> Vec<FunctionId> {
    let mut seen = HashSet::new();
    let mut done = Vec::new();
    for root in called.ids() {
        // The functions that the walk is in, each with the callees that it has not gone into.
        let mut open = Vec::new();
        if seen.insert(root) {
            open.push((root, called[root].iter()));
        }
        while let Some((id, callees)) = open.last_mut() {
            match callees.find(|&&callee| seen.insert(callee)) {
                Some(&callee) => open.push((callee, called[callee].iter())),
                None => {
                    done.push(*id);
                    open.pop();
                }
            }
        }
    }
    done
}

fn named(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    calls_in(&function.body, &mut found);
    function.regions.values().for_each(|region| calls_in(&region.body, &mut found));
    found
}

/// Adds the functions that statements name.
pub fn calls_in(block: &[Stmt], found: &mut Vec<FunctionId>) {
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind {
            found.push(*function);
        }
    });
    walk::all_expressions(block, &mut |expr: &Expr| {
        if let ExprKind::Call(Callee::Function(function), _) | ExprKind::FunctionAddress(function) =
            &expr.kind
        {
            found.push(*function);
        }
    });
}
