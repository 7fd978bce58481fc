//! Functions of fused types whose objects are made at their definitions. Such an object binds itself: it is what
//! `@staticmethod` and `@classmethod` would have made of it.

use std::collections::HashMap;

use super::report;
use super::signature::Signature;
use crate::diag::Diagnostics;
use crate::hir::{Binding, Body, ExprKind, Function, FunctionId, Functions, MethodRole, Module};

/// What each of them binds to, if not to objects. The decorators that say so are removed.
pub fn roles(
    module: &mut Module,
    signatures: &Functions<Signature>,
    diagnostics: &mut Diagnostics,
) -> HashMap<FunctionId, MethodRole> {
    let fused: Vec<FunctionId> =
        module.functions.ids().filter(|id| !signatures[*id].uses.is_empty()).collect();
    let mut roles = HashMap::new();
    if fused.is_empty() {
        return roles;
    }
    find(&mut module.init.body, &fused, &mut roles);
    for id in &fused {
        let function = &module.functions[*id];
        if function.made.as_ref().is_some_and(|name| name.ends_with("<lambda>")) {
            diagnostics.push(report::not_here("a lambda", function.span));
        }
    }
    refuse_inner(&module.functions, &fused, diagnostics);
    roles
}

fn find(body: &mut Body, fused: &[FunctionId], roles: &mut HashMap<FunctionId, MethodRole>) {
    let decorated: Vec<_> = body
        .exprs
        .iter()
        .filter_map(|(id, expr)| {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return None };
            let (ExprKind::Name(Binding::Builtin(name)), [only]) =
                (&body.exprs[*callee].kind, &arguments[..])
            else {
                return None;
            };
            let role = match name.as_str() {
                "staticmethod" => MethodRole::Static,
                "classmethod" => MethodRole::Class,
                _ => return None,
            };
            match &body.exprs[*only].kind {
                ExprKind::MakeFunction { function, .. } if fused.contains(function) => {
                    Some((id, *only, *function, role))
                }
                _ => None,
            }
        })
        .collect();
    for (id, made, function, role) in decorated {
        roles.insert(function, role);
        body.exprs[id].kind = std::mem::replace(&mut body.exprs[made].kind, ExprKind::Error);
    }
}

/// Inside of functions Cython does not compile them either.
fn refuse_inner(functions: &Functions<Function>, fused: &[FunctionId], diagnostics: &mut Diagnostics) {
    for (_, around) in functions.iter() {
        for (_, expr) in around.body.exprs.iter() {
            if let ExprKind::MakeFunction { function, .. } = &expr.kind
                && fused.contains(function)
            {
                let inner = &functions[*function];
                if inner.made.as_ref().is_some_and(|name| name.ends_with("<lambda>")) {
                    continue;
                }
                diagnostics.push(report::inner(&inner.name, &around.name, inner.span));
            }
        }
    }
}
