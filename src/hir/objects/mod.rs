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

use super::{Function, FunctionId, Module};
use crate::diag::Diagnostics;
use variants::Variants;

/// Settles both. After this, the methods that a call may mean are functions, and offload code uses variables
/// instead of the fields of declared objects.
pub fn settle_objects(mut module: Module) -> (Module, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let has_views = module.globals.values().any(|global| fields::is_view(&module, &global.ty));
    if module.classes.is_empty() && !has_views {
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
    let mut init = module.init.clone();
    regions::rewrite(&module, &mut init, &mut typedefs, &mut variants, &mut diagnostics);
    module.init = init;
    for (id, function) in rewritten {
        module.functions[id] = function;
    }
    for function in variants.functions.into_values() {
        module.functions.alloc(function);
    }
    module.typedefs = typedefs;
    (module, diagnostics)
}
