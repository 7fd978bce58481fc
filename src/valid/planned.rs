//! Checks that the plan covers everything that moves.

use super::wrong::Wrong;
use crate::offload::{
    CapturePlan, Extent, FunctionPlan, KernelShape, OffloadPlan, RegionPlan, Transfer, Work,
};
use crate::source::Span;
use crate::tir::{Function, FunctionId, Module, Region, Stmt, StmtKind, Subject, walk};

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
    check_kernels(region.code(true), region, plan, wrong);
}

fn check_kernels(block: &[Stmt], region: &Region, plan: &RegionPlan, wrong: &mut Wrong) {
    if !block.iter().all(is_between_kernels) {
        wrong.add(region.span, "a region in which the host runs more than it can");
    }
    let kernels = walk::kernels(block);
    let fits = |(stmt, kernel): (&&Stmt, &KernelShape)| match &kernel.work {
        Work::Loops { collapse, .. } => matches!(stmt.kind, StmtKind::Prange(_)) && *collapse > 0,
        Work::Serial => matches!(stmt.kind, StmtKind::Serial(_)),
    };
    if kernels.len() != plan.kernels.len() || !kernels.iter().zip(&plan.kernels).all(fits) {
        wrong.add(region.span, "kernels that are not the region's loops");
    }
}

/// Whether a statement of a region is a kernel, or something that the host can do around kernels.
fn is_between_kernels(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Prange(_) | StmtKind::Serial(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Assign { place, .. } => place.as_local().is_some(),
        StmtKind::If { .. } | StmtKind::For(_) | StmtKind::While { .. } => {
            walk::blocks(stmt).into_iter().flatten().all(is_between_kernels)
        }
        _ => false,
    }
}

fn check_capture(function: &Function, plan: &CapturePlan, span: Span, wrong: &mut Wrong) {
    let Subject::Local(local) = plan.subject else { return };
    let Some(local) = function.locals.get(local) else {
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
        let is_view = function.locals.get(holder).is_some_and(|local| local.ty.memoryview().is_some());
        if !is_view || !function.is_owned(holder) {
            wrong.add(
                span,
                format!("`{}` may be held by something that is not a view of the function", local.name),
            );
        }
    }
    let in_memory = matches!(plan.transfer, Transfer::Map { .. });
    if in_memory && local.ty.is_object() {
        wrong.add(span, format!("the Python object `{}` is mapped", local.name));
    }
}
