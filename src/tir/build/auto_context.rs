//! The `auto_context` directive: a loop on the host that offloads repeatedly is put into a data context of
//! which everything is inferred, as if `with device():` were around it.
//!
//! A loop that contains one of the user's own data contexts is left alone, and so are loops inside one:
//! whoever places a context decides what stays on the device.

use super::function::FunctionBuilder;
use crate::base::{callers, spread};
use crate::hir::{self, Binding, Block, Body, ExprKind, StmtKind as S};
use crate::source::Span;
use crate::tir::{ContextId, ContextOrigin, DataContext, FunctionId, Functions, Stmt, StmtKind};

/// For each function of the module, whether calling it runs an offload region, or a function of a device's library.
pub(super) fn offloading(module: &hir::Module) -> Functions<bool> {
    let functions = || module.functions.values();
    let named: Functions<Vec<FunctionId>> = functions().map(|function| named(&function.body)).collect();
    let mut known: Functions<bool> = functions()
        .map(|one| has_region(&one.body.block) || uses_device_library(module, &one.body))
        .collect();
    let mut is_asked: Functions<bool> = functions().map(|_| false).collect();
    spread(&callers(&named), |id| {
        let was_known = std::mem::replace(&mut is_asked[id], true) && known[id];
        known[id] |= named[id].iter().any(|&callee| known.get(callee).copied().unwrap_or(false));
        known[id] && !was_known
    });
    known
}

fn has_region(block: &Block) -> bool {
    let mut found = false;
    hir::walk::statements(block, &mut |stmt| found |= is_region(stmt));
    found
}

/// Whether it calls functions of BLAS, which run where their arrays are.
fn uses_device_library(module: &hir::Module, body: &Body) -> bool {
    let is_in_library = |kind: &ExprKind| match kind {
        ExprKind::Name(Binding::Extern(id)) => module.externs[*id].library.is_some(),
        _ => false,
    };
    body.exprs.values().any(|expr| is_in_library(&expr.kind))
}

fn is_region(stmt: &hir::Stmt) -> bool {
    match &stmt.kind {
        S::Parallel { clauses, .. } => clauses.device.is_some(),
        S::Prange(prange) => prange.clauses.device.is_some(),
        _ => false,
    }
}

/// The module's functions that a body names.
fn named(body: &Body) -> Vec<FunctionId> {
    let mut found = Vec::new();
    hir::walk::statements(&body.block, &mut |stmt| {
        let roots = hir::walk::expressions(&stmt.kind);
        roots.into_iter().for_each(|root| functions(body, root, &mut |function| found.push(function)));
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a block contains an offload region, or a call of one of the functions that do.
fn offloads(body: &Body, block: &Block, functions: &Functions<bool>) -> bool {
    let mut found = false;
    hir::walk::statements(block, &mut |stmt| {
        found |= is_region(stmt);
        found =
            found || hir::walk::expressions(&stmt.kind).into_iter().any(|root| calls(body, root, functions));
    });
    found
}

fn calls(body: &Body, id: hir::ExprId, known: &Functions<bool>) -> bool {
    let mut found = false;
    functions(body, id, &mut |function| found |= known.get(function).copied().unwrap_or(false));
    found
}

/// The functions that an expression names.
fn functions(body: &Body, id: hir::ExprId, found: &mut impl FnMut(FunctionId)) {
    if let ExprKind::Name(Binding::Function(function)) = body.exprs[id].kind {
        return found(function);
    }
    hir::walk::children(body, id).into_iter().for_each(|child| functions(body, child, found));
}

fn has_context(block: &Block) -> bool {
    let mut found = false;
    hir::walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, S::DataContext { .. }));
    found
}

impl FunctionBuilder<'_, '_> {
    /// Before a loop with these blocks is built: the context to put around it, if it gets one.
    /// [`FunctionBuilder::emit_loop`] ends what this begins.
    pub fn auto_context(&mut self, blocks: [&Block; 2], span: Span) -> Option<ContextId> {
        // A generator yields with no context open.
        let may_wait = self.source.function.body.yields;
        if !self.directives.auto_context
            || self.around.context_depth > 0
            || self.around.prange_depth > 0
            || may_wait
        {
            return None;
        }
        let offloading = &self.module.known.offloading;
        let body = &self.source.function.body;
        if !offloads(body, blocks[0], offloading) || blocks.into_iter().any(has_context) {
            return None;
        }
        self.around.context_depth += 1;
        Some(self.code.contexts.alloc(DataContext {
            entries: Vec::new(),
            infer: true,
            coherent: false,
            device_num: None,
            origin: ContextOrigin::AutoContext,
            views: Vec::new(),
            is_plain: false,
            clause: span,
            span,
        }))
    }

    /// Emits a loop, in its context if it has one.
    pub fn emit_loop(&mut self, context: Option<ContextId>, kind: StmtKind, span: Span) {
        let Some(context) = context else { return self.code.emit(kind, span) };
        self.around.context_depth -= 1;
        let body = vec![Stmt::new(kind, span)];
        self.code.emit(StmtKind::Context { context, body }, span);
    }
}
