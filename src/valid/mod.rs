//! The gate before the back end.
//!
//! [`Validated`] has no public constructor: only [`validate`] makes one, and `emit` takes nothing
//! else. What it holds has no error nodes, a plan for every capture of every region, and only device
//! types in device code; the back end may rely on it.

mod code;
mod planned;
mod wrong;

use crate::diag::Diagnostics;
use crate::offload::OffloadPlan;
use crate::tir::Module;
use wrong::Wrong;

/// A module and its plan, checked.
#[derive(Debug)]
pub struct Validated {
    module: Module,
    plan: OffloadPlan,
}

impl Validated {
    pub fn module(&self) -> &Module {
        &self.module
    }

    pub fn plan(&self) -> &OffloadPlan {
        &self.plan
    }
}

/// Checks what the back end relies on. A failure here is a bug in an earlier stage.
pub fn validate(module: Module, plan: OffloadPlan) -> Result<Validated, Diagnostics> {
    let mut wrong = Wrong::default();
    for (id, function) in module.functions.iter() {
        code::function(&module, function, &mut wrong);
        planned::function(&module, id, &plan, &mut wrong);
    }
    let diagnostics = wrong.into_diagnostics();
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(Validated { module, plan }) }
}

#[cfg(test)]
mod tests;
