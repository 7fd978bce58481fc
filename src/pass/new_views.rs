//! Arrays that code makes between its regions: they are kept on the device from there to the end of the
//! block.
//!
//! Code whose accesses are reported to the runtime may make an array, offload with it repeatedly, and drop
//! it: the temporaries of a function that a loop in a data context calls, for example. No context written by
//! the user could name it. So the rest of the block, from its first region on, becomes an inferred context of
//! only these views.

use super::local_set::LocalSet;
use super::offloading::Offloading;
use crate::tir::{
    Block, ContextId, ContextOrigin, DataContext, Function, LocalId, Op, RegionId, Stmt, StmtKind, walk,
};

/// Puts the contexts into a block whose code reports its accesses.
pub fn keep(function: &mut Function, offloading: &Offloading, block: Block) -> Block {
    let mut rest = block;
    let mut before = Block::new();
    let mut made: Vec<LocalId> = Vec::new();
    let mut span = None;
    while !rest.is_empty() {
        let wanted = !made.is_empty() && offloading.is_in(&rest[0]) && offloads_again(offloading, &rest);
        if wanted && uses_any(function, &made, &rest) {
            let span = span.unwrap_or(rest[0].span);
            let context = function.contexts.alloc(DataContext {
                entries: Vec::new(),
                infer: true,
                coherent: true,
                device_num: None,
                origin: ContextOrigin::NewViews,
                views: std::mem::take(&mut made),
                is_plain: false,
                clause: span,
                span,
            });
            note_context(function, context, &rest);
            let body = keep(function, offloading, rest);
            before.push(Stmt::new(StmtKind::Context { context, body }, span));
            return before;
        }
        let mut stmt = rest.remove(0);
        if note_new(&stmt, &mut made) {
            span = Some(stmt.span);
        }
        for inner in walk::blocks_mut(&mut stmt) {
            *inner = keep(function, offloading, std::mem::take(inner));
        }
        before.push(stmt);
    }
    before
}

/// Notes a view of a new object, or one that takes it over; returns whether it is one.
fn note_new(stmt: &Stmt, made: &mut Vec<LocalId>) -> bool {
    let into = match &stmt.kind {
        StmtKind::Run { into: Some(into), op: Op::ViewFromObject(_) } => into,
        StmtKind::Move { into, from } if made.contains(from) => {
            made.retain(|local| local != from);
            into
        }
        _ => return false,
    };
    made.retain(|local| local != into);
    made.push(*into);
    true
}

/// Whether it would pay: more than one region, or one in a loop. A context inside takes care of its own
/// regions.
fn offloads_again(offloading: &Offloading, block: &[Stmt]) -> bool {
    offloads(offloading, block, 1) > 1
}

fn offloads(offloading: &Offloading, block: &[Stmt], iterations: usize) -> usize {
    let count = |stmt: &Stmt| {
        if offloading.is(stmt) {
            return iterations;
        }
        let iterations =
            if matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. }) { 2 } else { iterations };
        walk::blocks(stmt).into_iter().map(|inner| offloads(offloading, inner, iterations)).sum()
    };
    block.iter().map(count).sum()
}

fn uses_any(function: &Function, made: &[LocalId], block: &[Stmt]) -> bool {
    let mut used = LocalSet::default();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Offload(region) = stmt.kind {
            let captures = function.regions[region].captures.iter();
            used.extend(captures.filter_map(|capture| capture.subject.as_local()));
        }
        if let StmtKind::Run {
            op: Op::CallFunction { arguments, .. } | Op::CallLibrary { arguments, .. },
            ..
        } = &stmt.kind
        {
            arguments.iter().for_each(|argument| {
                walk::expression(argument, &mut |expr| used.extend(expr.as_local()));
            });
        }
    });
    made.iter().any(|local| used.contains(*local))
}

/// The regions inside are in one more context; contexts inside are made later, and follow it.
fn note_context(function: &mut Function, context: ContextId, block: &[Stmt]) {
    let mut regions: Vec<(RegionId, usize)> = Vec::new();
    inside(block, 0, &mut regions);
    for (region, depth) in regions {
        let contexts = &mut function.regions[region].contexts;
        contexts.insert(contexts.len().saturating_sub(depth), context);
    }
}

/// The regions of a block, with the number of contexts between.
fn inside(block: &[Stmt], depth: usize, found: &mut Vec<(RegionId, usize)>) {
    for stmt in block {
        if let StmtKind::Offload(region) = stmt.kind {
            found.push((region, depth));
        }
        let deeper = depth + usize::from(matches!(stmt.kind, StmtKind::Context { .. }));
        for inner in walk::blocks(stmt) {
            inside(inner, deeper, found);
        }
    }
}
