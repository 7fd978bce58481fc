//! Variables, parameters and assignments that nothing reads, where `warn.unused` and its like ask for them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::graph::Graph;
use super::report;
use crate::base::Name;
use crate::diag::Diagnostics;

use crate::hir::{
    Binding, Body, ExprId, ExprKind, Function, LocalId, LocalSet, Module, StmtKind, Warnings, walk,
};
use crate::source::Span;

/// What nothing in a function reads: `read` are the variables that something does. The variables at the places `shared` are
/// those of several functions.
pub fn check(
    function: &Function,
    graph: &Graph,
    (tracked, read): (&LocalSet, &LocalSet),
    shared: &BTreeSet<Span>,
    diagnostics: &mut Diagnostics,
) {
    let warnings = &function.directives.warnings;
    let locals = &function.body.locals;
    let takes_self = function.method.is_some_and(|method| method.role.takes_self());
    let this = function.params.first().filter(|_| takes_self).map(|param| param.local);
    let named: LocalSet = named(&function.body).collect();
    let own = |id: &LocalId| !named.contains(*id) && !shared.contains(&locals[*id].span);
    let is_unused =
        |id: &LocalId| own(id) && !read.contains(*id) && Some(*id) != this && is_meant(&locals[*id].name);
    for id in tracked.iter().filter(is_unused) {
        let local = &locals[id];
        if is_asked(warnings, local.is_param) {
            diagnostics.push(report::unused(&local.name, local.is_param, local.span));
        }
    }
    if warnings.unused_result {
        let unread = graph.unread(tracked).into_iter().filter(|(_, id)| own(id) && read.contains(*id));
        for (span, id) in unread.collect::<BTreeMap<Span, LocalId>>() {
            diagnostics.push(report::unused_result(&locals[id].name, span));
        }
    }
}

/// Where the variables are declared that functions share.
pub fn shared(module: &Module) -> BTreeSet<Span> {
    let scopes = module.classes.iter().filter(|(_, class)| class.is_scope);
    scopes.flat_map(|(_, class)| class.fields.iter().map(|field| field.span)).collect()
}

/// The variables whose address or type is taken.
fn named(body: &Body) -> impl Iterator<Item = LocalId> {
    body.exprs.iter().filter_map(|(_, expr)| match expr.kind {
        ExprKind::AddressOf(of) | ExprKind::SizeOfExpr(of) | ExprKind::TypeOf(of) => {
            match body.exprs[of].kind {
                ExprKind::Name(Binding::Local(local)) => Some(local),
                _ => None,
            }
        }
        _ => None,
    })
}

/// Variables that functions share and none of them reads.
pub fn check_shared(module: &Module, diagnostics: &mut Diagnostics) {
    let warnings = &module.init.directives.warnings;
    if !warnings.unused && !warnings.unused_arg {
        return;
    }
    let functions = || module.functions.iter().map(|(_, function)| function);
    let read: HashSet<&Name> = functions().flat_map(|function| names_read(&function.body)).collect();
    let params: BTreeSet<Span> = functions()
        .flat_map(|function| function.params.iter().map(|param| function.body.locals[param.local].span))
        .collect();
    for (_, class) in module.classes.iter().filter(|(_, class)| class.is_scope) {
        for field in class.fields.iter().filter(|field| !read.contains(&field.name) && is_meant(&field.name))
        {
            let is_param = params.contains(&field.span);
            if is_asked(warnings, is_param) && field.span.file == module.file {
                diagnostics.push(report::unused(&field.name, is_param, field.span));
            }
        }
    }
}

/// The attributes that a body reads, by name: it may do more with them than to assign them.
fn names_read(body: &Body) -> Vec<&Name> {
    let mut assigned: HashSet<ExprId> = HashSet::new();
    walk::statements(&body.block, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            assigned.extend(targets);
        }
    });
    let attributes = body.exprs.iter().filter(|(id, _)| !assigned.contains(id));
    let names = attributes.filter_map(|(_, expr)| match &expr.kind {
        ExprKind::Attribute { name, .. } => Some(name),
        _ => None,
    });
    names.collect()
}

fn is_asked(warnings: &Warnings, is_param: bool) -> bool {
    if is_param { warnings.unused_arg } else { warnings.unused }
}

/// As for Cython, `_` and names that say so are never read.
fn is_meant(name: &str) -> bool {
    name != "_" && !name.starts_with("unused") && !name.starts_with("__")
}
