//! That the plan says something of everything that moves.

use super::code::get;
use super::wrong::Wrong;
use crate::offload::{CapturePlan, Extent, FunctionPlan, OffloadPlan, RegionPlan, Transfer};
use crate::source::Span;
use crate::tir::{Function, FunctionId, Module, Region, StmtKind, Subject};

/// Checks the plan of a function's regions and contexts.
pub fn function(module: &Module, id: FunctionId, plan: &OffloadPlan, wrong: &mut Wrong) {
    let function = &module.functions[id];
    let nothing = FunctionPlan::default();
    let planned = plan.functions.get(id).unwrap_or(&nothing);
    for (region_id, region) in function.regions.iter() {
        match planned.regions.get(region_id) {
            Some(plan) => check_region(function, region, plan, wrong),
            None => wrong.add(region.span, "an offload region without a plan"),
        }
    }
    for (context_id, context) in function.contexts.iter() {
        match planned.contexts.get(context_id) {
            Some(plan) => {
                plan.entries.iter().for_each(|entry| check_capture(function, entry, context.span, wrong));
            }
            None => wrong.add(context.span, "a data context without a plan"),
        }
    }
}

fn check_region(function: &Function, region: &Region, plan: &RegionPlan, wrong: &mut Wrong) {
    let planned = plan.captures.iter().map(|capture| &capture.subject);
    if !planned.eq(region.captures.iter().map(|capture| &capture.subject)) {
        wrong.add(region.span, "a plan of other captures than the region's");
    }
    for capture in &plan.captures {
        check_capture(function, capture, region.span, wrong);
    }
    let loops = region.body.iter().filter(|stmt| matches!(stmt.kind, StmtKind::Prange(_))).count();
    if loops != region.body.len() {
        wrong.add(region.span, "a region with more than `prange` loops in its body");
    }
    let statements: Vec<usize> = plan.kernels.iter().map(|kernel| kernel.statement).collect();
    if statements != (0..loops).collect::<Vec<_>>() || plan.kernels.iter().any(|kernel| kernel.collapse == 0)
    {
        wrong.add(region.span, "kernels that are not the region's loops");
    }
}

fn check_capture(function: &Function, plan: &CapturePlan, span: Span, wrong: &mut Wrong) {
    let Subject::Local(local) = plan.subject else { return };
    let Some(local) = get(&function.locals, local) else {
        wrong.add(span, "a map of a variable that does not exist");
        return;
    };
    if let (Extent::Section(ranges), Some(view)) = (&plan.extent, local.ty.memoryview())
        && ranges.len() != view.ndim()
    {
        wrong.add(span, format!("a section of `{}` with another number of dimensions", local.name));
    }
    let kept = match &plan.transfer {
        Transfer::Coherent { private, dead, .. } => [private.as_deref(), dead.as_deref()],
        _ => [plan.dead_after.as_ref().map(|dead| dead.holders.as_slice()), None],
    };
    for &holder in kept.into_iter().flatten().flatten() {
        let is_view = get(&function.locals, holder).is_some_and(|local| local.ty.memoryview().is_some());
        if !is_view || !function.is_owned(holder) {
            wrong.add(span, format!("`{}` may be held by what is no view of the function's", local.name));
        }
    }
    let in_memory = matches!(plan.transfer, Transfer::Map { .. });
    if in_memory && local.ty.is_object() {
        wrong.add(span, format!("the Python object `{}` is mapped", local.name));
    }
}
