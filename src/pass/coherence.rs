//! Which host code reports to the runtime what it reads and writes, and the markers by which it does.
//!
//! What an inferred data context keeps on a device moves when a side needs it, so the host's code must say
//! what it needs. This applies to the code inside inferred contexts, and to functions that it calls as C
//! functions if they contain regions: such a function is coherent as a whole, and so is every function that
//! calls it as a C function, up to those that Python calls. So are functions that may acquire a view of an array
//! that lives on a device ([`device_arrays`]). All other code reports nothing, and may assume
//! that the host's copies are current: regions in it write back at once.

use std::collections::HashSet;

use super::offloading::Offloading;
use super::storage::{ModuleStorage, Storage};
use super::{device_arrays, device_library, host_sections, new_views};
use crate::base::planted::{self, Fault};
use crate::tir::{Block, Coherence, Function, FunctionId, Global, Globals, Module, Op, Stmt, StmtKind, walk};

/// Marks the functions, contexts and regions whose code reports, and puts the markers in.
pub fn mark(mut module: Module) -> Module {
    device_library::settle(&mut module);
    let offloading = Offloading::of(&module);
    let by_contexts = coherent(&module, &offloading, &HashSet::new());
    let takers = device_arrays::takers(&module, &offloading);
    for id in coherent(&module, &offloading, &takers) {
        let function = &mut module.functions[id];
        function.coherence = Coherence {
            as_a_whole: true,
            only_for_arrays: !by_contexts.contains(&id),
            takes_arrays: takers.contains(&id),
        };
    }
    let shown = ModuleStorage::of(&module);
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    let globals = module.globals.clone();
    for id in ids {
        let storage = Storage::of(&module, &shown, &module.functions[id]);
        let arrays = !takers.is_empty();
        let reporting = Reporting { offloading: &offloading, storage: &storage, globals: &globals, arrays };
        let function = &mut module.functions[id];
        let mut body = std::mem::take(&mut function.body);
        if function.coherence.as_a_whole {
            if function.coherence.only_for_arrays {
                keep_in_contexts(function, &offloading, &mut body);
            } else if !function.is_generator {
                // A generator yields with no context open.
                body = new_views::keep(function, &offloading, body);
            }
            mark_inside(function, &mut body);
            body = host_sections::marked(function, reporting, body);
        } else {
            mark_contexts(function, reporting, &mut body);
        }
        module.functions[id].body = body;
    }
    module
}

/// What determines which code must report.
#[derive(Clone, Copy)]
pub struct Reporting<'a> {
    pub offloading: &'a Offloading,
    /// Variables of the function and the module that views may show.
    pub storage: &'a Storage<'a>,
    pub globals: &'a Globals<Global>,
    /// Some functions of the module take arrays that live on devices, and may give their views to others.
    pub arrays: bool,
}

/// A call of a function that runs regions or Python's code.
struct Call {
    caller: FunctionId,
    callee: FunctionId,
    /// In an inferred context.
    inside: bool,
}

/// The functions that report as a whole, those of `takers` among them.
fn coherent(module: &Module, offloading: &Offloading, takers: &HashSet<FunctionId>) -> HashSet<FunctionId> {
    let mut found = takers.clone();
    let mut calls = Vec::new();
    for (caller, function) in module.functions.iter() {
        walk_inside(&function.body, false, &|id| function.contexts[id].infer, &mut |stmt, inside| {
            for callee in walk::called(stmt) {
                if offloading.has_through_python(callee) || offloading.has_python(callee) {
                    calls.push(Call { caller, callee, inside });
                }
            }
        });
    }
    loop {
        let before = found.len();
        for call in &calls {
            let is_given = offloading.has(call.callee) && (call.inside || found.contains(&call.caller));
            // What it is given may be an array on a device, on which Python's code may run regions.
            let is_given_array = !takers.is_empty()
                && offloading.has_python(call.callee)
                && found.contains(&call.caller)
                && !planted::has(Fault::ArrayOfHelper);
            if is_given || is_given_array {
                found.insert(call.callee);
            }
            let is_left = offloading.has_through_python(call.callee) && found.contains(&call.callee);
            if is_left && !call.inside {
                found.insert(call.caller);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Calls `visit` with every statement and whether it is in an inferred context.
fn walk_inside(
    block: &Block,
    inside: bool,
    infers: &impl Fn(crate::tir::ContextId) -> bool,
    visit: &mut impl FnMut(&Stmt, bool),
) {
    for stmt in block {
        visit(stmt, inside);
        let inner = inside || matches!(&stmt.kind, StmtKind::Context { context, .. } if infers(*context));
        for block in walk::blocks(stmt) {
            walk_inside(block, inner, infers, visit);
        }
    }
}

/// Everything in the block that moves data is in code that reports.
fn mark_inside(function: &mut Function, block: &mut Block) {
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::Offload(region) => function.regions[*region].coherent = true,
            StmtKind::Context { context, .. } => function.contexts[*context].coherent = true,
            StmtKind::Update(update) => update.coherent = true,
            StmtKind::Run { op: Op::CallLibrary { coherent, .. }, .. } => *coherent = true,
            _ => {}
        }
        for inner in walk::blocks_mut(stmt) {
            mark_inside(function, inner);
        }
    }
}

/// Arrays made inside inferred contexts are kept there.
fn keep_in_contexts(function: &mut Function, offloading: &Offloading, block: &mut Block) {
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::Context { context, body } if function.contexts[*context].infer => {
                *body = new_views::keep(function, offloading, std::mem::take(body));
            }
            _ => {
                for inner in walk::blocks_mut(stmt) {
                    keep_in_contexts(function, offloading, inner);
                }
            }
        }
    }
}

/// Only the code inside inferred contexts reports.
fn mark_contexts(function: &mut Function, reporting: Reporting<'_>, block: &mut Block) {
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::Context { context, body } if function.contexts[*context].infer => {
                *body = new_views::keep(function, reporting.offloading, std::mem::take(body));
                mark_inside(function, body);
                *body = host_sections::marked(function, reporting, std::mem::take(body));
            }
            _ => {
                for inner in walk::blocks_mut(stmt) {
                    mark_contexts(function, reporting, inner);
                }
            }
        }
    }
}
