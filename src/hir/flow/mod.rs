//! What follows from the order of statements: variables that are read before they have a value, unreachable
//! statements.

mod build;
mod graph;
mod report;
mod unused;

use crate::hir::{LocalId, LocalSet};
use std::collections::{BTreeMap, BTreeSet};

use super::fused::{is_object, resolved};
use super::{
    Binding, Body, Expr, ExprId, ExprKind, Function, Module, Names, Runtime, TypeExpr, TypeKind, TypeName,
};
use crate::diag::Diagnostics;
use crate::source::Span;
use build::Flow;
use graph::Event;
pub use graph::{Origin, Reaching};

type Locals = LocalSet;

/// Checks each function of the module's own file, before fused types turn it into several.
pub fn check_flow(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut asked = Vec::new();
    let shared = unused::shared(&module);
    let functions = module.functions.iter().map(|(_, function)| function).chain([&module.init]);
    for function in functions {
        let asks: BTreeSet<Span> = namespaces(&function.body).map(|(_, span)| span).collect();
        let is_own = function.span.file == module.file;
        let mut ignored = Diagnostics::default();
        let reported = if is_own { &mut diagnostics } else { &mut ignored };
        let found = if is_own || !asks.is_empty() {
            check(function, &module.names(), (&asks, &shared), reported)
        } else {
            Asked::default()
        };
        asked.push(found);
    }
    unused::check_shared(&module, &mut diagnostics);
    let functions = module.functions.iter_mut().map(|(_, function)| function).chain([&mut module.init]);
    for (function, asked) in functions.zip(asked) {
        show_namespaces(&mut function.body, &asked);
    }
    (module, diagnostics)
}

/// Where the values of some variables come from, at each place that reads one of them; `given` have one when the function begins.
pub fn reaching(body: &Body, variables: &LocalSet, given: &LocalSet) -> Reaching {
    build::follow(body, variables).graph.reaching(given)
}

/// The calls of `locals()`, and where they are.
fn namespaces(body: &Body) -> impl Iterator<Item = (ExprId, Span)> {
    let is_one = |kind: &ExprKind| matches!(kind, ExprKind::Runtime(Runtime::Locals, _));
    body.exprs.iter().filter(move |(_, expr)| is_one(&expr.kind)).map(|(id, expr)| (id, expr.span))
}

/// Of the variables that `locals()` asks for, those that have no value there, and those that may have none.
#[derive(Default)]
struct Asked {
    unbound: BTreeSet<(LocalId, Span)>,
    maybe: BTreeSet<(LocalId, Span)>,
}

/// Makes displays of them, without the variables that have no value there. Those that may have none come after the display.
fn show_namespaces(body: &mut Body, asked: &Asked) {
    let found: Vec<ExprId> = namespaces(body).map(|(id, _)| id).collect();
    for id in found {
        let span = body.exprs[id].span;
        let ExprKind::Runtime(function, parts) = &body.exprs[id].kind else { continue };
        let function = *function;
        let (mut certain, mut maybe) = (Vec::new(), Vec::new());
        for pair in parts.chunks_exact(2) {
            let value = &body.exprs[pair[1]];
            match value.kind {
                ExprKind::Name(Binding::Local(local)) if asked.unbound.contains(&(local, value.span)) => {}
                ExprKind::Name(Binding::Local(local)) if !asked.maybe.contains(&(local, value.span)) => {
                    certain.push((pair[0], pair[1]));
                }
                _ => maybe.extend([pair[0], pair[1]]),
            }
        }
        let shown = ExprKind::Dict(certain);
        body.exprs[id].kind = match maybe.is_empty() {
            true => shown,
            false => {
                let shown = body.exprs.alloc(Expr { kind: shown, span });
                ExprKind::Runtime(function, std::iter::once(shown).chain(maybe).collect())
            }
        };
    }
}

/// Where a variable is read.
#[derive(Default)]
struct Read {
    may_be_unbound: bool,
    may_be_bound: bool,
}

/// `asks`: where `locals()` asks for all variables; `shared`: where those are that functions share.
fn check(
    function: &Function,
    names: &Names<'_>,
    (asks, shared): (&BTreeSet<Span>, &BTreeSet<Span>),
    diagnostics: &mut Diagnostics,
) -> Asked {
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
    let warned = [warnings.unused, warnings.unused_arg, warnings.unused_result];
    if warned.contains(&true) {
        let read: Locals = reads.keys().map(|(local, _)| *local).collect();
        unused::check(function, &graph, (&tracked, &read), shared, diagnostics);
    }
    let is_asked = |(_, span): &(LocalId, Span)| asks.contains(span);
    let mut asked = Asked::default();
    for (read, state) in reads.iter().filter(|(read, state)| is_asked(read) && state.may_be_unbound) {
        let found = if state.may_be_bound { &mut asked.maybe } else { &mut asked.unbound };
        found.insert(*read);
    }
    reads.retain(|read, _| !is_asked(read));
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
    asked
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
