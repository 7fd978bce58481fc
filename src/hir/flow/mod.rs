//! What follows from the order of statements: variables that are read before they have a value, unreachable
//! statements.

mod build;
mod graph;
mod report;

use crate::hir::{LocalId, LocalSet};
use std::collections::BTreeMap;

use super::fused::{is_object, resolved};
use super::{Function, Module, Names, TypeExpr, TypeKind, TypeName};
use crate::diag::Diagnostics;
use crate::source::Span;
use build::Flow;
use graph::Event;

type Locals = LocalSet;

/// Checks each function of the module's own file, before fused types turn it into several.
pub fn check_flow(module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let functions = module.functions.iter().map(|(_, function)| function).chain([&module.init]);
    for function in functions.filter(|function| function.span.file == module.file) {
        check(function, &module.names(), &mut diagnostics);
    }
    (module, diagnostics)
}

/// Where a variable is read.
#[derive(Default)]
struct Read {
    may_be_unbound: bool,
    may_be_bound: bool,
}

fn check(function: &Function, names: &Names<'_>, diagnostics: &mut Diagnostics) {
    let locals = &function.body.locals;
    let named = locals.iter().filter(|(_, local)| !local.is_hidden && needs_a_value(names, &local.ty));
    let tracked: Locals = named.map(|(id, _)| id).collect();
    let Flow { graph, unreachable, private } = build::follow(&function.body, &tracked);
    let warnings = &function.directives.warnings;
    if warnings.unreachable {
        unreachable.into_iter().for_each(|span| diagnostics.push(report::unreachable(span)));
    }
    let (bound, unbound): (Vec<_>, Vec<_>) = tracked.iter().partition(|id| locals[*id].is_param);
    let mut reads: BTreeMap<(LocalId, Span), Read> = BTreeMap::new();
    graph.visit(unbound.into_iter().collect(), bound.into_iter().collect(), |event, state| {
        if let Event::Read(local, span) = event {
            let read = reads.entry((local, span)).or_default();
            read.may_be_unbound |= state.unbound.contains(local);
            read.may_be_bound |= state.bound.contains(local);
        }
    });
    // Only the first place of each variable: what is wrong there is also wrong later.
    let mut reported = Locals::default();
    for (&(id, span), _) in reads.iter().filter(|(_, read)| !read.may_be_bound) {
        let local = &locals[id];
        if reported.insert(id) {
            diagnostics.push(match private.get(&id) {
                Some(block) if block.start < span.start => report::left_in_threads(&local.name, span, *block),
                private => {
                    let is_certain = private.is_some() || is_object(&local.ty, names.typedefs);
                    report::unbound(&local.name, is_certain, span, local.span)
                }
            });
        }
    }
    let maybe = reads.iter().filter(|(_, read)| read.may_be_unbound && warnings.maybe_uninitialized);
    for (&(id, span), _) in maybe {
        if reported.insert(id) {
            diagnostics.push(report::maybe_unbound(&locals[id].name, span, locals[id].span));
        }
    }
}

/// Whether a variable has no value until one is assigned: C structs, arrays and complex numbers are just memory.
fn needs_a_value(names: &Names<'_>, ty: &TypeExpr) -> bool {
    !matches!(
        resolved(ty, names.typedefs).kind,
        TypeKind::Error
            | TypeKind::Array(..)
            | TypeKind::Tuple(_)
            | TypeKind::Named(TypeName::Struct(_) | TypeName::Complex(_))
    )
}
