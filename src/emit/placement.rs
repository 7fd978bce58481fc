//! Which file each function goes to, and how it reports an error to its caller.

use std::collections::HashSet;

use super::calls::{Calls, calls_in};
use crate::base::{ArenaMap, spread};
use crate::tir::build::statement_can_fail;
use crate::tir::{
    Callee, Expr, ExprKind, For, Function, FunctionId, FunctionKind, Module, Op, Stmt, StmtKind, walk,
};

/// How a function reports an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// It does not: it returns its result.
    Plain,
    /// `nogil` functions and kernels: it fills an `offcy_error` and returns -1; the result is returned through a
    /// pointer. A Python exception, in code that takes the GIL, goes into the record too.
    Record,
    /// A Python exception is set. Objects: the result is NULL. Others: -1, and the result is returned through a
    /// pointer.
    Python,
}

#[derive(Debug, Default)]
pub struct Placement {
    conventions: ArenaMap<FunctionId, Convention>,
    kernels: HashSet<FunctionId>,
    from_glue: HashSet<FunctionId>,
    drops: HashSet<FunctionId>,
    takes_gil: HashSet<FunctionId>,
    asks: HashSet<FunctionId>,
    takes_long: HashSet<FunctionId>,
    asks_openmp: HashSet<FunctionId>,
    used: HashSet<FunctionId>,
}

impl Placement {
    pub fn of(module: &Module, calls: &Calls) -> Placement {
        let mut placement = Placement::default();
        for (id, function) in module.functions.iter() {
            if function.on_device {
                placement.kernels.insert(id);
            }
            let convention = match function.may_fail {
                false => Convention::Plain,
                true if function.on_device => Convention::Record,
                true if function.nogil && !function.result.is_object() => Convention::Record,
                true => Convention::Python,
            };
            placement.conventions.insert(id, convention);
        }
        let is_root =
            |function: &Function| function.kind != FunctionKind::Cdef || is_called_elsewhere(function);
        let roots = module.functions.iter().filter(|(_, function)| is_root(function));
        roots.for_each(|(id, _)| placement.find_used(calls, id));
        placement.find_calls_from_glue(module);
        placement.find_drops(module, calls);
        placement.find_takes_gil(module, calls);
        placement.find_asks(module, calls);
        placement.find_takes_long(module, calls);
        placement.find_asks_openmp(module, calls);
        placement
    }

    /// Functions that have a property which may depend on what is known of those that they call.
    fn find(
        &mut self,
        (module, calls): (&Module, &Calls),
        found: impl Fn(&mut Placement) -> &mut HashSet<FunctionId>,
        belongs: impl Fn(&Placement, FunctionId, &Function) -> bool,
    ) {
        spread(&calls.callers, |id| {
            !found(self).contains(&id) && belongs(self, id, &module.functions[id]) && found(self).insert(id)
        });
    }

    /// Those that may take the GIL, or that expect it.
    fn find_takes_gil(&mut self, module: &Module, calls: &Calls) {
        self.find(
            (module, calls),
            |placement| &mut placement.takes_gil,
            |placement, id, function| {
                let reports_to_python = || !function.may_fail && fails(module, &function.body);
                let may_take = || placement.may_take_gil(module, &function.body);
                !placement.kernels.contains(&id) && (!function.nogil || reports_to_python() || may_take())
            },
        );
    }

    fn find_asks(&mut self, module: &Module, calls: &Calls) {
        self.find(
            (module, calls),
            |placement| &mut placement.asks,
            |placement, _, function| placement.asks_for_exceptions(&function.body),
        );
    }

    fn find_takes_long(&mut self, module: &Module, calls: &Calls) {
        self.find(
            (module, calls),
            |placement| &mut placement.takes_long,
            |placement, _, function| placement.takes_long(module, &function.body),
        );
    }

    /// Whether code may take much longer than a few operations: it has a loop, or calls something that has one or is
    /// unknown.
    pub fn takes_long(&self, module: &Module, block: &[Stmt]) -> bool {
        let mut called = Vec::new();
        calls_in(block, &mut called);
        let mut takes = called.into_iter().any(|function| self.takes_long.contains(&function));
        walk::statements(block, &mut |stmt| {
            takes |= match &stmt.kind {
                StmtKind::For(looped) => !is_short(looped),
                StmtKind::While { .. } | StmtKind::Prange(_) => true,
                StmtKind::Run { op, .. } => !matches!(op, Op::CallFunction { .. }),
                _ => false,
            };
        });
        walk::all_expressions(block, &mut |expr: &Expr| {
            if let ExprKind::Call(Callee::Extern(id), _) = &expr.kind {
                takes |= !module.externs[*id].is_pure;
            }
        });
        takes
    }

    fn find_asks_openmp(&mut self, module: &Module, calls: &Calls) {
        self.find(
            (module, calls),
            |placement| &mut placement.asks_openmp,
            |placement, _, function| placement.asks_openmp(module, &function.body),
        );
    }

    /// Whether code asks OpenMP's runtime for something, or calls something unknown, which may.
    pub fn asks_openmp(&self, module: &Module, block: &[Stmt]) -> bool {
        let mut called = Vec::new();
        calls_in(block, &mut called);
        let mut asks = called.into_iter().any(|function| self.asks_openmp.contains(&function));
        walk::statements(block, &mut |stmt| {
            let is_foreign = |op: &Op| matches!(op, Op::CallExtern { .. } | Op::CallPointer { .. });
            asks |= matches!(&stmt.kind, StmtKind::Run { op, .. } if is_foreign(op));
        });
        walk::all_expressions(block, &mut |expr: &Expr| {
            asks |= match &expr.kind {
                ExprKind::ThreadId | ExprKind::HasThreads | ExprKind::Threads | ExprKind::Trial(..) => true,
                ExprKind::Call(Callee::Extern(id), _) => !module.externs[*id].is_pure,
                _ => false,
            };
        });
        asks
    }

    /// Whether code that runs without the GIL calls C functions that may leave an exception in the thread.
    pub fn asks_for_exceptions(&self, block: &[Stmt]) -> bool {
        let mut called = Vec::new();
        calls_in(block, &mut called);
        let mut asks = called.into_iter().any(|function| self.asks.contains(&function));
        walk::statements(block, &mut |stmt| {
            asks |= matches!(&stmt.kind, StmtKind::Run { op: Op::Raised | Op::CheckRaised, .. });
        });
        asks
    }

    /// Whether code that runs without the GIL may take it, or calls something that may.
    pub fn may_take_gil(&self, module: &Module, block: &[Stmt]) -> bool {
        let mut called = Vec::new();
        calls_in(block, &mut called);
        let mut takes = called.into_iter().any(|function| self.takes_gil.contains(&function));
        walk::statements(block, &mut |stmt| {
            let is_foreign = |op: &Op| matches!(op, Op::CallExtern { .. } | Op::CallPointer { .. });
            takes |= match &stmt.kind {
                StmtKind::WithGil(_) => true,
                StmtKind::Run { op, .. } => is_foreign(op),
                _ => false,
            };
        });
        walk::all_expressions(block, &mut |expr: &Expr| {
            if let ExprKind::Call(Callee::Extern(id), _) = &expr.kind {
                let known = &module.externs[*id];
                takes |= !known.is_pure && !known.uses_arguments_only();
            }
        });
        takes
    }

    /// `noexcept` functions of the kernels' file with errors to drop, and what calls them there.
    fn find_drops(&mut self, module: &Module, calls: &Calls) {
        self.find(
            (module, calls),
            |placement| &mut placement.drops,
            |placement, id, function| {
                let own = || !function.may_fail && fails(module, &function.body);
                placement.kernels.contains(&id) && (own() || placement.calls_drops(&function.body))
            },
        );
    }

    /// Whether the function, or one that it calls, may drop an error in code that cannot report to Python.
    pub fn drops(&self, id: FunctionId) -> bool {
        self.drops.contains(&id)
    }

    /// Whether it takes an error record only for what is dropped.
    pub fn notes_drops(&self, id: FunctionId) -> bool {
        self.drops(id) && self.convention(id) == Convention::Plain
    }

    pub fn calls_drops(&self, block: &[Stmt]) -> bool {
        let mut calls = Vec::new();
        calls_in(block, &mut calls);
        calls.into_iter().any(|callee| self.drops.contains(&callee))
    }

    fn find_used(&mut self, calls: &Calls, id: FunctionId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.used.insert(id) {
                open.extend(calls.of_function(id));
            }
        }
    }

    /// Whether Python can reach the function; a function that nobody calls is not written.
    pub fn is_used(&self, id: FunctionId) -> bool {
        self.used.contains(&id)
    }

    /// What the glue calls, and the kernels' functions that those call.
    fn find_calls_from_glue(&mut self, module: &Module) {
        let mut open = Vec::new();
        for (id, function) in module.functions.iter() {
            if function.kind == FunctionKind::Cpdef || is_called_elsewhere(function) {
                open.push(id);
            }
            if !self.in_kernels(id) && self.is_used(id) {
                calls_in(&function.body, &mut open);
            }
        }
        while let Some(id) = open.pop() {
            if self.from_glue.insert(id) && self.in_kernels(id) {
                calls_in(&module.functions[id].body, &mut open);
            }
        }
    }

    pub fn convention(&self, id: FunctionId) -> Convention {
        self.conventions[id]
    }

    /// Whether the function is in the kernels' file, where views are taken apart.
    pub fn in_kernels(&self, id: FunctionId) -> bool {
        self.kernels.contains(&id)
    }

    /// Whether the glue also calls a function of the kernels' file.
    pub fn is_shared(&self, id: FunctionId) -> bool {
        self.in_kernels(id) && self.from_glue.contains(&id)
    }
}

/// Whether C code that knows only its type may call the function.
fn is_called_elsewhere(function: &Function) -> bool {
    function.exported.is_some() || function.by_address.is_some() || function.is_ufunc
}

/// Whether a statement of the block may fail.
pub fn fails(module: &Module, block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Run { op: Op::CallFunction { function, .. }, .. } => {
                module.functions[*function].may_fail
            }
            _ => statement_can_fail(stmt),
        };
    });
    found
}

/// Whether a loop always has few iterations: compilers unroll such loops.
fn is_short(looped: &For) -> bool {
    const FEW: i128 = 8;
    match (looped.start.as_int(), looped.stop.as_int()) {
        (Some(start), Some(stop)) => (start - stop).abs() <= FEW,
        _ => false,
    }
}
