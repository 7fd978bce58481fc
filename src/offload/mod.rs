//! What an offload region moves and how it runs: effects, extents, maps with their reasons.
//!
//! [`plan()`] reads the outlined TIR and decides; it changes nothing and never spells C. The rule above all: an
//! inferred map never changes a result. What is not understood counts as read and written as a whole.
//!
//! [`effects`] walks a region and lists its accesses as index forms ([`affine`]) over loops ([`bounds`]) and numbers
//! known on entry ([`entries`]). [`cover`] proves that writes cover, [`extents`] finds the section that is touched, [`touched`] how many elements of a pointer are,
//! [`infer`] decides. [`sections`] does the same for the host's code, and [`contexts`] finds what is kept for both.
//! [`temporaries`] and [`hoist`] look at whole functions, and at the host's code in them by [`uses`] and [`roots`];
//! [`host_flow`] follows it in the order in which it runs. [`acts`] knows what single statements do with memory.
//! [`host_pointers`] finds addresses that no map translates, and [`idle`] contexts in which nothing uses a device.
//!
//! Before there is a plan, [`checks`] removes or moves the bounds checks that need not be made in each iteration.

mod acts;
mod affine;
mod bounds;
mod checks;
mod contexts;
mod cover;
mod effects;
mod entries;
mod extents;
mod hoist;
mod host_flow;
mod host_pointers;
mod idle;
mod infer;
mod kernels;
mod lanes;
mod lints;
pub mod maps;
pub mod plan;
#[doc(hidden)]
mod races;
mod reached;
mod repeats;
pub mod report;
mod roots;
mod sections;
mod shown;
mod sums;
mod temporaries;
mod touched;
mod uses;
mod within;

pub use checks::{
    defer as defer_checks, of_loops as versions_of_loops, of_regions as versions_of_regions,
    settle as settle_checks,
};
pub use maps::{
    CaptureMaps, ContextMaps, MapsReport, Place, RegionMaps, capture_maps, host_text, maps_report,
};
pub use plan::*;
pub use shown::effects_report;

use crate::diag::Diagnostics;
use crate::pass::storage::ModuleStorage;
use crate::tir::{FunctionId, Module, RegionId};
use temporaries::Temporaries;

/// Plans every region and data context of an outlined module.
pub fn plan(module: &Module) -> (OffloadPlan, Diagnostics) {
    let mut plan = OffloadPlan::default();
    let mut diagnostics = Diagnostics::default();
    let temporaries = Temporaries::of(module);
    let shown = ModuleStorage::of(module);
    let mut fresh = Vec::new();
    for (id, function) in module.functions.iter() {
        lints::lists(module, function, &mut diagnostics);
        if function.regions.is_empty() && function.contexts.is_empty() && function.host_sections.is_empty() {
            continue;
        }
        let before = diagnostics.len();
        let mut planned = FunctionPlan::default();
        for (region_id, _) in function.regions.iter() {
            planned.regions.insert(region_id, inferred(module, id, region_id, &mut diagnostics));
        }
        temporaries.nothing_to_send(id, &mut planned);
        for (region_id, region) in planned.regions.iter_mut() {
            explicit(module, id, region_id, region, &mut diagnostics);
        }
        sections::sections(module, &shown, id, &temporaries.origins(id), &mut planned);
        diagnostics.said_of(before, function.variant());
        plan.functions.insert(id, planned);
    }
    contexts::contexts(module, &mut plan);
    for (id, planned) in plan.functions.iter_mut() {
        fresh.extend(temporaries.nothing_to_bring_back(id, planned));
    }
    for (function, object) in fresh {
        let noted = &mut plan.functions.get_or_default(function).fresh;
        if !noted.contains(&object) {
            noted.push(object);
        }
    }
    hoist::advise(module, &plan, &mut diagnostics);
    let idle = idle::contexts(module, &mut diagnostics);
    host_flow::check(module, &plan, &idle, &mut diagnostics);
    (plan, diagnostics)
}

/// A region's plan as if the user had said nothing.
fn inferred(
    module: &Module,
    id: FunctionId,
    region_id: RegionId,
    diagnostics: &mut Diagnostics,
) -> RegionPlan {
    let region = &module.functions[id].regions[region_id];
    let facets = infer::Facets::new(module, id, region);
    let mut effects = effects::effects(module, id, region, effects::Place::Region(region_id), None);
    let captures: Vec<CapturePlan> =
        (0..region.captures.len()).map(|index| infer::capture_plan(&facets, index, &mut effects)).collect();
    lints::races(&facets, &effects, diagnostics);
    let kernels = kernels::kernels(module, &module.functions[id], region, diagnostics);
    RegionPlan { captures, kernels }
}

/// Replaces what is inferred by what the user wrote.
fn explicit(
    module: &Module,
    id: FunctionId,
    region_id: RegionId,
    plan: &mut RegionPlan,
    diagnostics: &mut Diagnostics,
) {
    let facets = infer::Facets::new(module, id, &module.functions[id].regions[region_id]);
    for capture in &mut plan.captures {
        if let Some(entry) = facets.entry(&capture.subject) {
            lints::explicit_entry(&facets, entry, capture, diagnostics);
            infer::override_with(capture, entry);
        }
    }
    lints::entries(&facets, diagnostics);
    lints::pointers(&facets, plan, diagnostics);
}
