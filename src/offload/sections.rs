//! What each section of the host's code does to data that may be kept on a device.
//!
//! A section is looked at as if it were a region: its captures are the views that it names, its
//! conditions and bounds speak of the locals as they are at its marker.

use super::effects::{self, Place};
use super::infer::{self, Facets};
use super::plan::{CapturePlan, FunctionPlan, HostPlan, Transfer};
use super::temporaries::origin::Origins;
use crate::pass::LocalSet;
use crate::tir::build::statement_can_fail;
use crate::tir::{
    Block, Capture, Clauses, DeviceClause, Function, FunctionId, HostSection, HostSectionId, MapType, Module,
    Region, Stmt, StmtKind, Subject, walk,
};

/// Plans the host sections of a function.
pub fn sections(module: &Module, id: FunctionId, origins: &Origins<'_>, plan: &mut FunctionPlan) {
    let function = &module.functions[id];
    for (section, statements) in covered(&function.body, function) {
        let planned = host_plan(module, id, origins, section, statements);
        plan.host.insert(section, planned);
    }
}

/// The markers in a block, in the order of the text, with the statements that they stand for.
pub fn covered<'a>(block: &'a Block, function: &Function) -> Vec<(HostSectionId, &'a [Stmt])> {
    let mut found = Vec::new();
    collect(block, function, &mut found);
    found
}

fn collect<'a>(block: &'a [Stmt], function: &Function, found: &mut Vec<(HostSectionId, &'a [Stmt])>) {
    for (index, stmt) in block.iter().enumerate() {
        if let StmtKind::HostAccess(id) = stmt.kind {
            let behind = &block[index + 1..];
            let count = function.host_sections[id].statements.min(behind.len());
            found.push((id, &behind[..count]));
        }
        walk::blocks(stmt).into_iter().for_each(|inner| collect(inner, function, found));
    }
}

fn host_plan(
    module: &Module,
    id: FunctionId,
    origins: &Origins<'_>,
    section: HostSectionId,
    statements: &[Stmt],
) -> HostPlan {
    let function = &module.functions[id];
    let dressed = dressed(function, &function.host_sections[section], statements);
    let mut effects = effects::effects(module, id, &dressed, Place::Host(section), Some(origins));
    if let Some(at) = effects.lost {
        return HostPlan { accesses: Vec::new(), anything: Some(at) };
    }
    let facets = Facets::new(module, id, &dressed);
    let planned = (0..dressed.captures.len()).map(|index| infer::capture_plan(&facets, index, &mut effects));
    let mut accesses: Vec<CapturePlan> =
        planned.filter(|capture| matches!(capture.transfer, Transfer::Map { .. })).collect();
    let mut can_fail = false;
    walk::statements(&dressed.body, &mut |stmt| can_fail |= statement_can_fail(stmt));
    if can_fail {
        accesses.iter_mut().for_each(not_in_full);
    }
    // Where two views show the same data, one that is read needs it before the other is overwritten.
    accesses.sort_by_key(|access| (access.effect.writes, !access.effect.reads));
    HostPlan { accesses, anything: None }
}

/// Code that fails may leave unwritten what it would have written.
fn not_in_full(access: &mut CapturePlan) {
    access.section_proven = None;
    if let Transfer::Map { map, when_proven } = &mut access.transfer {
        *when_proven = None;
        if *map == MapType::From {
            *map = MapType::ToFrom;
        }
    }
}

/// The section as a region of its own.
fn dressed(function: &Function, section: &HostSection, statements: &[Stmt]) -> Region {
    let mut body = statements.to_vec();
    let header = section.header.iter().cloned();
    body.extend(header.map(|expr| Stmt::new(StmtKind::Eval(expr), section.span)));
    let mut seen = LocalSet::default();
    let mut captures = Vec::new();
    walk::all_expressions(&body, &mut |expr| {
        let view = expr.as_local().filter(|&local| function.locals[local].ty.memoryview().is_some());
        if let Some(local) = view.filter(|&local| seen.insert(local)) {
            captures.push(Capture { subject: Subject::Local(local), span: expr.span });
        }
    });
    Region {
        clause: DeviceClause { entries: Vec::new(), span: section.span },
        clauses: Clauses::default(),
        body,
        captures,
        may_fail: false,
        contexts: Vec::new(),
        coherent: true,
        span: section.span,
    }
}
