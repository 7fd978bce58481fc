//! Bounds checks that need not be made in every iteration.
//!
//! A check whose index lies in its range whatever the program's input is removed everywhere. In a region, a check that
//! happens in all iterations of its loops is made before the region instead, for the smallest and the largest index:
//! then nothing has moved or run yet, and the kernel needs no way to fail. That is sound because it is unspecified
//! which iterations of a parallel loop have run when one of them fails, and because no other kind of failure can come
//! before it. Other checks with known bounds keep their place, but are skipped if a condition holds that is computed
//! once, before the region.
//!
//! [`verdict`] decides, [`before`] finds what can go before a region, [`first`] makes it, [`inner`] what goes before a
//! loop in it, [`entry`] and [`invariant`] the condition before such a loop, [`guarded`] puts checks under conditions, [`edit`] changes
//! the code. After the plan, [`views`] looks up once what loops show, [`versions`] and [`deferred`] write loops more than once,
//! and [`trial`] runs parallel ones in parts.

mod before;
mod deferred;
mod edit;
mod entry;
mod first;
mod guarded;
mod inner;
mod invariant;
mod order;
mod stores;
mod trial;
mod verdict;
mod versions;
mod views;
mod work;

pub use deferred::defer;
pub use versions::{of_loops, of_regions};

use std::collections::HashMap;

use super::effects::{Effects, Place, effects};
use super::sections::dress;
use crate::pass;
use crate::tir::{
    Block, Capture, Expr, Function, FunctionId, Local, Module, RegionId, StmtKind, Subject, walk,
};
use first::Counters;
use verdict::Verdict;

/// Settles the bounds checks of an outlined module.
pub fn settle(mut module: Module) -> Module {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let regions: Vec<RegionId> = module.functions[id].regions.iter().map(|(region, _)| region).collect();
        let mut in_front = HashMap::new();
        for region in regions {
            if has_checks(&module.functions[id].regions[region].body) {
                let settled = of_region(&module, id, region);
                in_front.insert(region, change_region(&mut module.functions[id], region, settled));
            }
        }
        if has_checks(&module.functions[id].body) {
            let verdicts = of_body(&module, id);
            let function = &mut module.functions[id];
            edit::apply(&mut function.body, &verdicts, None, &function.locals);
        }
        edit::put_before(&mut module.functions[id].body, &mut in_front);
    }
    pass::find_failures(&mut module);
    module
}

fn has_checks(block: &Block) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Check(_)));
    found
}

/// What becomes of the checks of a region.
struct Settled {
    /// By the place of the statement in the order of the text.
    verdicts: Vec<Verdict>,
    /// What to put before the region.
    checks: Block,
    /// The variables of the loops in it.
    counters: Vec<Local>,
    /// The conditions that make the guarded ones unnecessary.
    guard: Option<Expr>,
}

fn of_region(module: &Module, id: FunctionId, region: RegionId) -> Settled {
    let data = &module.functions[id].regions[region];
    let mut found = effects(module, id, data, Place::Region(region), None);
    let mut verdicts = verdicts(&data.body, &found);
    let mut counters = Counters::of(&module.functions[id]);
    let checks = before::checks(&data.body, &mut found, &mut verdicts, &mut counters);
    let guard = Expr::all(before::guard(&data.body, &found, &mut verdicts));
    Settled { verdicts, checks, counters: counters.into_locals().collect(), guard }
}

/// Changes a region, and returns what to put before it.
fn change_region(function: &mut Function, id: RegionId, settled: Settled) -> Block {
    let mut before = settled.checks;
    for counter in settled.counters {
        function.locals.alloc(counter);
    }
    let inside = settled.guard.map(|condition| {
        let span = condition.span;
        let (place, found) = guarded::condition(condition, &mut function.locals);
        before.push(found);
        let local = place.as_local().expect("it is a local");
        function.regions[id].captures.push(Capture { subject: Subject::Local(local), span });
        place
    });
    edit::apply(&mut function.regions[id].body, &settled.verdicts, inside.as_ref(), &function.locals);
    inner::lift(&mut function.regions[id].body);
    entry::of_region(&mut function.regions[id].body, &mut function.locals);
    before
}

fn of_body(module: &Module, id: FunctionId) -> Vec<Verdict> {
    let function = &module.functions[id];
    let dressed = dress(function, function.body.clone(), function.span);
    let found = effects(module, id, &dressed, Place::Body, None);
    verdicts(&dressed.body, &found)
}

/// One for each statement of the block, outer before inner.
fn verdicts(block: &Block, found: &Effects) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    walk::statements(block, &mut |stmt| {
        verdicts.push(found.check(stmt).map_or(Verdict::Keep, |check| verdict::of(check, &stmt.kind, found)));
    });
    verdicts
}
