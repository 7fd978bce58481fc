//! What depends on the whole module for objects of extension types: which method a call means ([`dispatch`],
//! [`tables`]), and what offload code uses of objects and of the module's memoryviews ([`regions`], [`variants`]).

mod chooser;
mod dispatch;
mod fields;
mod rebinding;
mod regions;
mod report;
mod tables;
mod variants;

pub use dispatch::CLASS_NUMBER;

use std::collections::HashSet;

use super::{Extern, ExternKind, Function, FunctionId, Module, walk};
use crate::diag::Diagnostics;
use variants::Variants;

/// Whether there is anything that functions may use without a parameter: memoryviews of the module, and for devices numbers
/// of the module or of C.
fn has_variables(module: &Module) -> bool {
    let mut globals = module.globals.values();
    if globals.any(|global| fields::is_view(module, &global.ty)) {
        return true;
    }
    let of_c = |external: &Extern| match &external.kind {
        ExternKind::Variable(ty) => !external.on_device && fields::is_number(module, ty),
        ExternKind::Function { .. } => false,
    };
    let has_numbers = module.globals.values().any(|global| fields::holds_numbers(module, &global.ty))
        || module.externs.values().any(of_c);
    has_numbers && module.functions.values().any(|function| function.on_device || has_regions(function))
}

fn has_regions(function: &Function) -> bool {
    let mut found = false;
    walk::statements(&function.body.block, &mut |stmt| found |= regions::is_offload(stmt));
    found
}

/// Settles both. After this, the methods that a call may mean are functions, and offload code uses variables
/// instead of the fields of declared objects.
pub fn settle_objects(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    if module.classes.is_empty() && !has_variables(&module) {
        return (module, diagnostics);
    }
    tables::lay_out(&mut module);
    module.index_methods();
    dispatch::add(&mut module, &mut diagnostics);
    module.index_methods();
    tables::fill(&mut module, &mut diagnostics);
    let mut variants = Variants::new(&module);
    let mut rewritten: Vec<(FunctionId, Function)> = Vec::new();
    let mut typedefs = module.typedefs.clone();
    for (id, function) in module.functions.iter() {
        let mut function = function.clone();
        regions::rewrite(&module, &mut function, &mut typedefs, &mut variants, &mut diagnostics);
        rewritten.push((id, function));
    }
    let marked: Vec<FunctionId> =
        module.functions.iter().filter(|(_, function)| function.on_device).map(|(id, _)| id).collect();
    let mut for_devices = HashSet::new();
    for id in marked {
        if variants.can_be_made(&module, id) {
            for_devices.insert(id);
        }
    }
    let mut init = module.init.clone();
    regions::rewrite(&module, &mut init, &mut typedefs, &mut variants, &mut diagnostics);
    module.init = init;
    for (id, function) in rewritten {
        module.functions[id] = function;
    }
    for (id, function) in module.functions.iter_mut() {
        // Device code calls a copy.
        function.on_device &= !for_devices.contains(&id);
    }
    for function in variants.functions.into_values() {
        module.functions.alloc(function);
    }
    module.typedefs = typedefs;
    (module, diagnostics)
}
