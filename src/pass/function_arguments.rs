//! Functions that regions give to functions: `integrate(square, 0, x[i])`. A device calls functions by their names, so there is
//! a copy of the called function for each, which calls it by its name.

use std::collections::{HashMap, HashSet};

use super::function_pointers::{Target, called, replace_in};
use super::local_set::LocalSet;
use crate::tir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, LocalId, LocalRole, Module, Op, Stmt,
    StmtKind, method_table, walk,
};
use crate::ty::Ty;

/// Settles the calls in all functions' regions.
pub fn settle(module: &mut Module) {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    let mut copies = Copies { module, made: HashMap::new() };
    for id in ids {
        let mut body = std::mem::take(&mut copies.module.functions[id].body);
        copies.regions(&mut body);
        copies.module.functions[id].body = body;
    }
    forget_addresses(module);
}

/// Whose address nobody takes any more is not called by one.
fn forget_addresses(module: &mut Module) {
    let mut taken: HashSet<FunctionId> = HashSet::new();
    for (_, function) in module.functions.iter() {
        walk::all_expressions(&function.body, &mut |expr: &Expr| {
            if let ExprKind::FunctionAddress(id) = &expr.kind {
                taken.insert(*id);
            }
        });
    }
    let tables = module.types.class_ids();
    let tables = tables.filter_map(|class| method_table(&module.types, &module.functions, class));
    taken.extend(tables.flatten().flatten());
    for (id, function) in module.functions.iter_mut() {
        if !taken.contains(&id) {
            function.by_address = None;
        }
    }
}

/// A function and what some of its parameters are, by their places.
type Key = (FunctionId, Vec<(usize, Callee)>);

struct Copies<'m> {
    module: &'m mut Module,
    made: HashMap<Key, FunctionId>,
}

impl Copies<'_> {
    fn regions(&mut self, block: &mut Block) {
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::Parallel(parallel) if parallel.device.is_some() => self.block(&mut parallel.body),
                _ => walk::blocks_mut(stmt).into_iter().for_each(|inner| self.regions(inner)),
            }
        }
    }

    /// Code for devices.
    fn block(&mut self, block: &mut Block) {
        for stmt in block {
            if let StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } = &mut stmt.kind {
                self.call(function, arguments);
            }
            let exprs = walk::expressions_mut(stmt);
            exprs.into_iter().flatten().for_each(|expr| self.calls_in(expr));
            walk::blocks_mut(stmt).into_iter().for_each(|inner| self.block(inner));
        }
    }

    fn calls_in(&mut self, expr: &mut Expr) {
        if let ExprKind::Call(Callee::Function(function), arguments) = &mut expr.kind {
            self.call(function, arguments);
        }
        expr.children_mut().into_iter().for_each(|child| self.calls_in(child));
    }

    /// Calls a copy, without the arguments that are functions.
    fn call(&mut self, function: &mut FunctionId, arguments: &mut Vec<Expr>) {
        let given: Vec<(usize, Target)> = arguments
            .iter()
            .enumerate()
            .filter_map(|(at, argument)| Some((at, Target::of(self.module, argument.without_conversions())?)))
            .filter(|(at, _)| self.is_fixed(*function, *at))
            .collect();
        if given.is_empty() {
            return;
        }
        let Some(copy) = self.copy(*function, &given) else { return };
        *function = copy;
        remove(arguments, &given);
    }

    /// Whether a parameter is a function that the function only calls, or gives to others.
    fn is_fixed(&self, id: FunctionId, at: usize) -> bool {
        let function = &self.module.functions[id];
        let Some(param) = function.params.get(at).map(|param| param.local) else { return false };
        let mut others = LocalSet::assigned_in(&function.body);
        others.extend(walk::addressed(&function.body));
        matches!(function.locals[param].ty, Ty::Function(_))
            && matches!(function.kind, FunctionKind::Cdef | FunctionKind::Cpdef)
            && function.method.is_none()
            && !others.contains(param)
    }

    fn copy(&mut self, id: FunctionId, given: &[(usize, Target)]) -> Option<FunctionId> {
        let key = (id, given.iter().map(|(at, target)| (*at, target.callee)).collect());
        if let Some(&made) = self.made.get(&key) {
            return Some(made);
        }
        let mut function = self.module.functions[id].clone();
        let mut body = std::mem::take(&mut function.body);
        for (at, target) in given {
            let param = function.params[*at].local;
            if !replace(&mut body, param, target) {
                return None;
            }
            function.locals[param].role = LocalRole::Temp;
        }
        remove(&mut function.params, given);
        function.exported = None;
        function.by_address = None;
        let made = self.module.functions.alloc(Function { body: Block::new(), ..function });
        // It may call itself.
        self.made.insert(key, made);
        self.block(&mut body);
        self.module.functions[made].body = body;
        Some(made)
    }
}

/// Removes what stands at the places of the functions.
fn remove<T>(list: &mut Vec<T>, given: &[(usize, Target)]) {
    given.iter().rev().for_each(|(at, _)| drop(list.remove(*at)));
}

/// Puts a function in the place of a parameter; `false` where that is not possible.
fn replace(block: &mut Block, param: LocalId, target: &Target) -> bool {
    leave_exceptions_to_function(block, param);
    block.iter_mut().all(|stmt| {
        if let StmtKind::Run { into, op: Op::CallPointer { pointer, arguments } } = &stmt.kind
            && pointer.as_local() == Some(param)
        {
            *stmt = called(target, *into, arguments, &pointer.ty, stmt.span);
        }
        let is_known = replace_in(stmt, param, target);
        is_known && walk::blocks_mut(stmt).into_iter().all(|inner| replace(inner, param, target))
    })
}

/// A function of the module reports its exception itself: nobody asks for it after a call, for which host code takes the GIL.
fn leave_exceptions_to_function(block: &mut Block, param: LocalId) {
    for stmt in &mut *block {
        if let StmtKind::WithGil(inner) = &mut stmt.kind
            && let [call] = inner.as_slice()
            && result_of(call, param).is_some()
        {
            *stmt = inner.remove(0);
        }
    }
    let mut called = None;
    block.retain(|stmt| {
        let before = std::mem::replace(&mut called, result_of(stmt, param).flatten());
        !before.is_some_and(|result| asks_for_exception(stmt, result))
    });
}

/// Where the result of a call of the parameter goes.
fn result_of(stmt: &Stmt, param: LocalId) -> Option<Option<LocalId>> {
    match &stmt.kind {
        StmtKind::Run { into, op: Op::CallPointer { pointer, .. } } if pointer.as_local() == Some(param) => {
            Some(*into)
        }
        _ => None,
    }
}

/// Whether it looks for an exception where a result is the value that may report one.
fn asks_for_exception(stmt: &Stmt, result: LocalId) -> bool {
    let StmtKind::If { condition, then, .. } = &stmt.kind else { return false };
    let [Stmt { kind: StmtKind::WithGil(inner), .. }] = then.as_slice() else { return false };
    let is_asked =
        |stmt: &Stmt| matches!(stmt.kind, StmtKind::Run { into: None, op: Op::Raised | Op::CheckRaised });
    condition.names(result) && matches!(inner.as_slice(), [one] if is_asked(one))
}
