//! Data contexts: what the user names, or what the regions inside need.
//!
//! An inferred context keeps a view on the device only where that cannot be noticed: nothing else in
//! its block reads or writes memory on the host, the name is not bound anew, and where
//! anything is written, nothing else inside may show the same data. All else is left to the regions themselves.

use super::aliases;
use super::host::{HostAccess, host_access};
use super::plan::{
    CapturePlan, ContextPlan, Effect, Extent, FunctionPlan, LeftOut, Reason, Transfer, WhyLeftOut,
};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Block, ContextId, DataContext, Function, MapEntry, MapType, Module, RegionId, Stmt, StmtKind, Subject,
    walk,
};

/// Plans every context of a function, whose regions are planned.
pub fn contexts(module: &Module, function: &Function, plan: &mut FunctionPlan) {
    let mut found: Vec<(ContextId, &Block)> = Vec::new();
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Context { context, body } = &stmt.kind {
            found.push((*context, body));
        }
    });
    for (id, body) in found {
        let context = &function.contexts[id];
        let planned = if context.infer {
            inferred(module, function, context, body, plan)
        } else {
            explicit(context, body, plan)
        };
        plan.contexts.insert(id, planned);
    }
}

/// The regions in a block, in the order of the text.
pub fn regions_in(block: &[Stmt]) -> Vec<RegionId> {
    let mut ids = Vec::new();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Offload(id) = stmt.kind {
            ids.push(id);
        }
    });
    ids
}

/// The captures of the regions in a block.
fn captures_in<'p>(block: &Block, plan: &'p FunctionPlan) -> Vec<&'p CapturePlan> {
    let planned = regions_in(block).into_iter().filter_map(|id| plan.regions.get(id));
    planned.flat_map(|region| &region.captures).collect()
}

fn effect_of(subject: &Subject, captures: &[&CapturePlan]) -> Effect {
    let mut effect = Effect { reads: false, writes: false };
    for capture in captures.iter().filter(|capture| capture.subject == *subject) {
        effect.reads |= capture.effect.reads;
        effect.writes |= capture.effect.writes;
    }
    effect
}

fn explicit(context: &DataContext, body: &Block, plan: &FunctionPlan) -> ContextPlan {
    let captures = captures_in(body, plan);
    let entry = |entry: &MapEntry| CapturePlan {
        subject: entry.subject.clone(),
        effect: effect_of(&entry.subject, &captures),
        extent: entry.count.clone().map_or(Extent::Whole, Extent::Count),
        extent_conditions: Vec::new(),
        transfer: Transfer::Map { map: entry.map, when_proven: None },
        section_proven: None,
        dead_after: None,
        reason: Reason::Explicit,
        explicit: Some(entry.span),
    };
    let entries: Vec<CapturePlan> = context.entries.iter().map(entry).collect();
    ContextPlan { obligations: aliases::obligations(&entries), entries, left_out: Vec::new() }
}

fn inferred(
    module: &Module,
    function: &Function,
    context: &DataContext,
    body: &Block,
    plan: &FunctionPlan,
) -> ContextPlan {
    let captures = captures_in(body, plan);
    let host = host_access(module, body);
    let rebound = assigned_in(body);
    let mut result = ContextPlan::default();
    let mut seen: Vec<&Subject> = Vec::new();
    for capture in captures.iter().filter(|capture| is_view(function, capture)) {
        let subject = &capture.subject;
        if seen.contains(&subject) {
            continue;
        }
        seen.push(subject);
        let effect = effect_of(subject, &captures);
        let mapped_inside =
            captures.iter().any(|other| other.subject == *subject && other.explicit.is_some());
        match obstacle(subject, effect, mapped_inside, host, &rebound, context.span) {
            Some((why, at)) => result.left_out.push(LeftOut { subject: subject.clone(), why, at }),
            None => result.entries.push(kept(subject, effect)),
        }
    }
    leave_out_aliases(&mut result, &captures, context.span);
    result.obligations = aliases::obligations(&result.entries);
    result
}

fn is_view(function: &Function, capture: &CapturePlan) -> bool {
    let is_local_view =
        matches!(&capture.subject, Subject::Local(id) if function.locals[*id].ty.memoryview().is_some());
    is_local_view && matches!(capture.transfer, Transfer::Map { .. })
}

fn assigned_in(body: &Block) -> LocalSet {
    let mut set = LocalSet::default();
    walk::statements(body, &mut |stmt| set.extend(walk::assigned(stmt)));
    set
}

fn obstacle(
    subject: &Subject,
    effect: Effect,
    mapped_inside: bool,
    host: HostAccess,
    rebound: &LocalSet,
    span: Span,
) -> Option<(WhyLeftOut, Span)> {
    if mapped_inside {
        return Some((WhyLeftOut::MappedInside, span));
    }
    if matches!(subject, Subject::Local(id) if rebound.contains(*id)) {
        return Some((WhyLeftOut::Rebound, span));
    }
    let access = host.write.or(host.read.filter(|_| effect.writes));
    access.map(|at| (WhyLeftOut::HostAccess, at))
}

fn kept(subject: &Subject, effect: Effect) -> CapturePlan {
    let (map, reason) = if effect.writes {
        (MapType::ToFrom, Reason::WrittenInside)
    } else {
        (MapType::To, Reason::OnlyRead)
    };
    CapturePlan {
        subject: subject.clone(),
        effect,
        extent: Extent::Whole,
        extent_conditions: Vec::new(),
        transfer: Transfer::Map { map, when_proven: None },
        section_proven: None,
        dead_after: None,
        reason,
        explicit: None,
    }
}

/// Where anything is written inside, data that is kept must not be reached under a name that is not:
/// the two would share memory, or overlap, where without the context they would not meet.
fn leave_out_aliases(result: &mut ContextPlan, captures: &[&CapturePlan], span: Span) {
    let is_kept = |subject: &Subject| result.entries.iter().any(|entry| entry.subject == *subject);
    let in_memory = |capture: &&&CapturePlan| matches!(capture.transfer, Transfer::Map { .. });
    let stray = captures.iter().filter(in_memory).any(|capture| !is_kept(&capture.subject));
    let written = captures.iter().filter(in_memory).any(|capture| capture.effect.writes);
    if stray && written {
        for entry in result.entries.drain(..) {
            result.left_out.push(LeftOut { subject: entry.subject, why: WhyLeftOut::MayAlias, at: span });
        }
    }
}
