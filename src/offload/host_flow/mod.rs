//! Host code and regions in the order in which they run: which side has the newest copy of the data of
//! data contexts that the user wrote, and how views overlap that a region uses.
//!
//! The user decides what moves in a context with entries, and is warned where that is certainly a mistake. A
//! walk follows the structure of the function. Where branches meet, only what holds on both sides is kept. A
//! loop is walked twice: the state at the end of the first iteration is where the second begins, and a mistake
//! in either counts. If the first iteration does not change the state, the second would find the same and is
//! omitted. The loop is assumed to have iterations.

mod alike;
mod copies;
mod findings;
mod loops;
mod names;
mod overlaps;
mod state;
mod storage;
mod views;
mod walker;

use std::collections::HashMap;

use super::plan::OffloadPlan;
use super::reached::Reach;
use super::uses::Look;
use crate::diag::Diagnostics;
use crate::tir::{ContextId, FunctionId, Module};

/// Looks at every function that contains regions or contexts, or calls one that does. What `idle` contexts overwrite has
/// been reported.
pub fn check(
    module: &Module,
    plan: &OffloadPlan,
    idle: &HashMap<FunctionId, Vec<ContextId>>,
    diagnostics: &mut Diagnostics,
) {
    let (mut reach, mut look) = (Reach::new(module, plan), Look::new(module));
    for (id, function) in module.functions.iter() {
        if function.regions.is_empty() && function.contexts.is_empty() {
            continue;
        }
        let mut walker = walker::Walker::new(module, plan, id, &mut reach, &mut look);
        walker.idle = idle.get(&id).map_or(&[], Vec::as_slice);
        walker.function();
        walker.findings.report(diagnostics);
    }
}
