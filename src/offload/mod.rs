//! What an offload region moves and how it runs: effects, extents, maps with their reasons.
//!
//! [`plan()`] reads the outlined TIR and decides; it changes nothing and never spells C. The rule
//! above all: an inferred map never changes a result. What is not understood is read and written,
//! whole.
//!
//! [`effects`] walks a region and lists its accesses as index forms ([`affine`]) over loops
//! ([`bounds`]) and numbers known on entry ([`entries`]). [`cover`] proves that writes cover,
//! [`extents`] finds the section that is touched, [`infer`] decides. [`contexts`] and [`lints`] look
//! at whole functions.

mod affine;
mod aliases;
mod bounds;
mod contexts;
mod cover;
mod effects;
mod entries;
mod extents;
mod host;
mod infer;
mod kernels;
mod lints;
pub mod maps;
pub mod plan;
mod races;
pub mod report;

pub use maps::{MapsReport, capture_maps, maps_report};
pub use plan::*;

use crate::diag::Diagnostics;
use crate::tir::{FunctionId, Module, RegionId};

/// Plans every region and data context of an outlined module.
pub fn plan(module: &Module) -> (OffloadPlan, Diagnostics) {
    let mut plan = OffloadPlan::default();
    let mut diagnostics = Diagnostics::default();
    for (id, function) in module.functions.iter() {
        if function.regions.is_empty() && function.contexts.is_empty() {
            continue;
        }
        let mut planned = FunctionPlan::default();
        for (region_id, _) in function.regions.iter() {
            planned.regions.insert(region_id, region_plan(module, id, region_id, &mut diagnostics));
        }
        contexts::contexts(module, function, &mut planned);
        lints::resent(module, function, &planned, &mut diagnostics);
        plan.functions.insert(id, planned);
    }
    (plan, diagnostics)
}

fn region_plan(
    module: &Module,
    id: FunctionId,
    region_id: RegionId,
    diagnostics: &mut Diagnostics,
) -> RegionPlan {
    let region = &module.functions[id].regions[region_id];
    let facets = infer::Facets::new(module, id, region);
    let mut effects = effects::effects(module, id, region_id);
    let mut captures = Vec::new();
    for (index, capture) in region.captures.iter().enumerate() {
        let mut planned = infer::capture_plan(&facets, index, &mut effects);
        if let Some(entry) = facets.entry(&capture.subject) {
            lints::explicit_entry(&facets, entry, &planned, diagnostics);
            infer::override_with(&mut planned, entry);
        }
        captures.push(planned);
    }
    lints::entries(&facets, diagnostics);
    lints::races(&facets, &effects, diagnostics);
    let kernels = kernels::kernels(region, diagnostics);
    let obligations = aliases::obligations(&captures);
    RegionPlan { captures, kernels, obligations }
}
