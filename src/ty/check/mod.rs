//! The natural type of every expression of a function.

mod arguments;
mod calls;
mod choice;
mod expr;
mod overload;
mod slots;
mod text;
mod truths;
mod views;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use calls::{CalledMethod, MethodOwner, called_slot, named_method};
pub(super) use slots::entered;
pub(crate) use slots::{Entering, entering_method, slot_of_value};
pub(crate) use views::{AxisUse, axis_uses, item_at, tuple_index};

use super::resolve::{Declared, Resolver};
use super::{FunctionTypes, Signature, Ty, infer, report};
use crate::base::{ArenaMap, Aside};
use crate::diag::{Diagnostic, Diagnostics};
use crate::hir::{self, Body, Directives, ExprId, Range};
use crate::source::Span;

/// Types one function. While locals are inferred it is `quiet`: errors are reported once, in the last pass.
pub struct Checker<'a> {
    pub(super) module: &'a hir::Module,
    pub(super) declared: &'a Declared,
    pub(super) function: &'a hir::Function,
    pub(super) body: &'a Body,
    pub(super) types: FunctionTypes,
    /// The directives of expressions in `with` blocks that set some.
    directives: HashMap<ExprId, &'a Directives>,
    /// The displays that `any` and `all` are given without the GIL.
    asked_without_gil: HashSet<ExprId>,
    diagnostics: Diagnostics,
    quiet: bool,
    /// While locals are inferred: what they hold where not all of their values can be.
    pub(super) places: Option<HashMap<ExprId, Ty>>,
}

/// Types one function of a module whose declarations are resolved.
pub fn function(
    module: &hir::Module,
    declared: &Declared,
    function: &hir::Function,
    signature: Signature,
    diagnostics: &mut Diagnostics,
) -> FunctionTypes {
    let (locals, exprs, chosen) = (ArenaMap::default(), ArenaMap::default(), ArenaMap::default());
    let types = FunctionTypes {
        signature,
        locals,
        exprs,
        chosen,
        rebound: ArenaMap::default(),
        alone: ArenaMap::default(),
        bound: ArenaMap::default(),
        soft: Default::default(),
        whole: Default::default(),
    };
    let body = &function.body;
    let mut directives = HashMap::new();
    find_directives(function, &body.block, None, &mut directives);
    let mut checker = Checker {
        module,
        declared,
        function,
        body,
        types,
        directives,
        asked_without_gil: truths::asked_without_gil(function),
        diagnostics: Diagnostics::default(),
        quiet: true,
        places: None,
    };
    checker.declared_locals();
    infer::locals(&mut checker);
    checker.quiet = false;
    if !checker.directives.is_empty() {
        checker.forget_expressions();
    }
    checker.everything();
    diagnostics.append(checker.diagnostics);
    checker.types
}

/// The expressions for which the directives differ from those of the whole function.
fn find_directives<'a>(
    function: &'a hir::Function,
    block: &'a hir::Block,
    around: Option<&'a Directives>,
    found: &mut HashMap<ExprId, &'a Directives>,
) {
    for stmt in block {
        if let Some(directives) = around {
            let mut open = hir::walk::expressions(&stmt.kind);
            while let Some(id) = open.pop() {
                if found.insert(id, directives).is_none() {
                    open.extend(hir::walk::children(&function.body, id));
                }
            }
        }
        let inner = match &stmt.kind {
            hir::StmtKind::Directives { directives, .. } => Some(&**directives),
            _ => around,
        };
        for block in hir::walk::blocks(stmt) {
            find_directives(function, block, inner, found);
        }
    }
}

impl<'a> Checker<'a> {
    /// The directives in effect at an expression. Types of variables are inferred with those of the function.
    pub(super) fn directives_at(&self, id: ExprId) -> &Directives {
        self.directives.get(&id).copied().filter(|_| !self.quiet).unwrap_or(&self.function.directives)
    }

    /// Drops what inference has typed so far, because locals have changed their type.
    pub(super) fn forget_expressions(&mut self) {
        self.types.exprs = ArenaMap::default();
        self.types.rebound = ArenaMap::default();
        self.types.alone = ArenaMap::default();
        self.types.bound = ArenaMap::default();
    }

    fn declared_locals(&mut self) {
        let resolver = Resolver::new(self.module);
        let rest = self.function.params.iter().filter(|param| param.kind.takes_rest());
        let inferred: Vec<_> = rest.map(|param| param.local).collect();
        for (id, local) in self.body.locals.iter() {
            let untyped = matches!(local.ty.kind, hir::TypeKind::Untyped);
            if !untyped || local.is_param && !inferred.contains(&id) {
                // Parameters have been reported with the signature.
                let mut reported = Diagnostics::default();
                let mut ty = resolver.variable(&local.ty, &mut reported);
                if let (Some(options), Ty::Memoryview(view)) = (self.body.buffer_options.get(&id), &mut ty) {
                    Arc::make_mut(view).buffer = Aside(Some(*options));
                }
                if !local.is_param {
                    self.diagnostics.append(reported);
                }
                self.types.locals.insert(id, ty);
            }
        }
    }

    /// Types every expression that a statement uses, including callees and assignment targets.
    fn everything(&mut self) {
        let mut roots = Vec::new();
        hir::walk::statements(&self.body.block, &mut |stmt| roots.extend(hir::walk::expressions(&stmt.kind)));
        roots.extend(self.function.params.iter().filter_map(|param| param.default));
        for root in roots {
            self.expr(root);
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.quiet {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn fail(&mut self, diagnostic: Diagnostic) -> Ty {
        self.report(diagnostic);
        Ty::Error
    }

    pub(super) fn not_yet(&mut self, what: &str, span: Span) -> Ty {
        self.fail(report::not_yet(what, span))
    }

    pub(super) fn display(&self, ty: &Ty) -> String {
        self.declared.table.display(ty)
    }

    /// The type of a counted loop's undeclared variable.
    pub(super) fn range(&mut self, range: &Range) -> Ty {
        let stop = self.expr(range.stop);
        let Some(start) = range.start else { return stop };
        let start = self.expr(start);
        let ends = super::spanning(&start, &stop);
        // With a step it also holds a sum, which is wider than short integers.
        let sum = range.step.and_then(|step| super::common_type(&start, &self.expr(step)));
        sum.map_or(ends.clone(), |sum| super::spanning(&ends, &sum))
    }
}
