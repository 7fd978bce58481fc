//! Checks before a region in place of those in its iterations.

use super::first::{Counters, statements};
use super::order::{Failing, failing};
use super::verdict::{Verdict, is_from_end, is_right};
use crate::base::planted::{self, Fault};
use crate::offload::affine::Form;
use crate::offload::bounds::{Fact, Facts};
use crate::offload::effects::{Effects, IndexCheck};
use crate::source::Span;
use crate::tir::{Block, Check, CheckKind, Expr, ExprKind, LocalId, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// A check in a region's iterations that can be made before them.
pub struct Candidate<'a> {
    /// The number of its statement in the order of the text.
    at: usize,
    pub stmt: &'a Stmt,
    pub from_end: bool,
    pub index: Form,
    pub extent: Form,
    /// The loops around it, outermost first.
    pub loops: Vec<u32>,
    /// Those whose iterations run one after another, with their variables.
    pub in_order: Vec<(u32, LocalId)>,
    /// How it is reported.
    pub failing: Failing,
}

/// The checks to put before a region; those in the iterations that they stand for are settled. `counters` are the
/// variables of loops before it.
pub fn checks(
    block: &Block,
    found: &mut Effects,
    verdicts: &mut [Verdict],
    counters: &mut Counters,
) -> Block {
    let failing = failing(block, None);
    let open = open_checks(block, found, verdicts);
    let possible = |&(at, stmt, check)| {
        let failing = failing.iter().find(|one| one.at == at)?;
        candidate((at, stmt, check), verdicts[at], failing, block, found)
    };
    let mut candidates: Vec<Candidate<'_>> = open.iter().filter_map(possible).collect();
    counters.drop_unordered(&mut candidates, found);
    drop_hidden(&failing, verdicts, &mut candidates);
    // Only checks that are made before the region may be removed from its iterations.
    let Some(made) = statements(&candidates, counters, found) else { return Block::new() };
    for candidate in &candidates {
        verdicts[candidate.at] = if candidate.from_end { Verdict::InsideFromEnd } else { Verdict::Inside };
    }
    made
}

/// What must hold for the remaining checks to find nothing; those are marked.
pub fn guard(block: &Block, found: &Effects, verdicts: &mut [Verdict]) -> Vec<Expr> {
    let mut all = Facts::default();
    let mut place = None;
    for (at, stmt, check) in open_checks(block, found, verdicts) {
        let Some(facts) = sufficient(stmt, check, found) else { continue };
        let mut together = all.clone();
        let fits = together.union(facts).is_some();
        if fits && conditions(&together, found, stmt.span).is_some() {
            all = together;
            place.get_or_insert(stmt.span);
            verdicts[at] = Verdict::Guarded { wraps: verdicts[at] != Verdict::Plain };
        }
    }
    place.and_then(|span| conditions(&all, found, span)).unwrap_or_default()
}

/// What must hold on entry for a check never to fail, and for no index to count from the end.
fn sufficient(stmt: &Stmt, check: &IndexCheck, found: &Effects) -> Option<Facts> {
    let StmtKind::Check(Check { kind: CheckKind::Index { boundscheck: true, .. } }) = &stmt.kind else {
        return None;
    };
    let (index, extent) = (check.index.as_ref()?, check.extent.as_ref()?);
    if check.loops.is_empty() {
        return None;
    }
    let mut facts = Facts::default();
    let last = if planted::has(Fault::CheckGuardTooWeak) { 0 } else { -1 };
    let room = extent.form.subtract(&index.form)?.offset(last)?;
    for form in index.guards.iter().chain(&extent.guards).chain([&room, &index.form]) {
        found.loops.require(form, &found.entries, &mut facts)?;
    }
    Some(facts)
}

/// The checks that are still undecided: their number in the order of the text, and what was found.
fn open_checks<'b, 'f>(
    block: &'b Block,
    found: &'f Effects,
    verdicts: &[Verdict],
) -> Vec<(usize, &'b Stmt, &'f IndexCheck)> {
    let mut open = Vec::new();
    let mut at = 0;
    walk::statements(block, &mut |stmt| {
        if matches!(verdicts[at], Verdict::Keep | Verdict::Plain) {
            open.extend(found.check(stmt).map(|check| (at, stmt, check)));
        }
        at += 1;
    });
    open
}

/// Leaves out those that come after something else that may fail and stays where it is.
fn drop_hidden(failing: &[Failing], verdicts: &[Verdict], candidates: &mut Vec<Candidate<'_>>) {
    let open: Vec<&Failing> = failing
        .iter()
        .filter(|one| !matches!(verdicts[one.at], Verdict::Inside | Verdict::InsideFromEnd))
        .collect();
    loop {
        let is_candidate = |at: usize| candidates.iter().any(|candidate| candidate.at == at);
        let staying: Vec<&Failing> = open.iter().filter(|one| !is_candidate(one.at)).copied().collect();
        let hidden = |candidate: &Candidate<'_>| staying.iter().any(|other| other.hides(&candidate.failing));
        let Some(at) = candidates.iter().position(hidden) else { return };
        candidates.remove(at);
    }
}

fn candidate<'a>(
    (at, stmt, check): (usize, &'a Stmt, &IndexCheck),
    verdict: Verdict,
    failing: &Failing,
    block: &Block,
    found: &Effects,
) -> Option<Candidate<'a>> {
    let StmtKind::Check(Check { kind: CheckKind::Index { wraparound, boundscheck: true, .. } }) = &stmt.kind
    else {
        return None;
    };
    let (index, extent) = (check.index.as_ref()?, check.extent.as_ref()?);
    let is_certain = check.certain || planted::has(Fault::CheckOfSomeIterations);
    let is_known =
        is_certain && extent.form.is_entry_known() && is_right(index, found) && is_right(extent, found);
    if !is_known {
        return None;
    }
    let from_end = *wraparound && is_from_end(index);
    // Elsewhere an index below zero may be intended.
    if *wraparound && verdict != Verdict::Plain && !from_end {
        return None;
    }
    let sequential: Vec<u32> =
        check.loops.iter().copied().filter(|&id| !found.loops.is_parallel(id)).collect();
    let variables = failing.in_order.iter().map(|&at| counter(block, at)).collect::<Option<Vec<_>>>()?;
    if sequential.len() != variables.len() {
        return None;
    }
    let candidate = Candidate {
        at,
        stmt,
        from_end,
        index: index.form.clone(),
        extent: extent.form.clone(),
        loops: check.loops.clone(),
        in_order: sequential.into_iter().zip(variables).collect(),
        failing: failing.clone(),
    };
    candidate.iterations(&[], found)?;
    candidate.extremes(&candidate.index, found)?;
    Some(candidate)
}

/// The variable of the counted loop that is a block's statement of this number.
fn counter(block: &Block, number: usize) -> Option<LocalId> {
    let mut counter = None;
    let mut at = 0;
    walk::statements(block, &mut |stmt| {
        match &stmt.kind {
            StmtKind::For(looped) if at == number => counter = Some(looped.counter),
            _ => {}
        }
        at += 1;
    });
    counter
}

/// The smallest or the largest index of a check, if it may be outside.
pub struct Extreme {
    pub index: Expr,
    pub below: bool,
    pub above: bool,
}

impl Candidate<'_> {
    /// What must hold for the check to happen at all, in an iteration of the loops of `within`.
    pub fn iterations(&self, within: &[u32], found: &Effects) -> Option<Vec<Expr>> {
        let mut iterations = Facts::default();
        for &id in self.loops.iter().filter(|id| !within.contains(id)) {
            iterations.union(has_iterations(id, found)?)?;
        }
        conditions(&iterations, found, self.stmt.span)
    }

    /// If it fails with this index in some iteration of its loops, it fails for one of these.
    pub fn extremes(&self, index: &Form, found: &Effects) -> Option<Vec<Extreme>> {
        let extreme = |greatest| exact_extreme(index, greatest, found);
        let (least, greatest) = (extreme(false)?, extreme(true)?);
        let low = found.entries.interval(&least)?.low;
        let room = self.extent.subtract(&greatest)?.offset(-1)?;
        let below = low < 0 && !planted::has(Fault::CheckBelowIgnored);
        let above = found.entries.interval(&room)?.low < 0 && !planted::has(Fault::CheckAboveIgnored);
        let expr = |form: &Form| found.entries.expr(form, self.stmt.span);
        if least == greatest {
            let both = Extreme { index: expr(&least)?, below, above };
            return Some(if below || above { vec![both] } else { Vec::new() });
        }
        let mut extremes = Vec::new();
        if below {
            extremes.push(Extreme { index: expr(&least)?, below: true, above: false });
        }
        if above {
            extremes.push(Extreme { index: expr(&greatest)?, below: false, above: true });
        }
        Some(extremes)
    }
}

/// What must hold for a loop to have iterations, if the first and the last of them are known on entry.
fn has_iterations(id: u32, found: &Effects) -> Option<Facts> {
    let range = found.loops.range(id)?;
    let mut facts = Facts::default();
    let is_right = |guard: &Form| super::verdict::is_never_negative(guard, found);
    let iterations = range.has_iterations()?;
    if range.step.abs() != 1 || !range.guards.iter().all(is_right) || !iterations.is_entry_known() {
        return None;
    }
    if found.entries.interval(&iterations)?.low < 0 && !planted::has(Fault::CheckOfEmptyLoops) {
        facts.add(Fact::NotNegative(iterations))?;
    }
    Some(facts)
}

/// The smallest or largest index, which occurs in some iteration if each loop has one.
fn exact_extreme(form: &Form, greatest: bool, found: &Effects) -> Option<Form> {
    if form.loops().into_iter().any(|id| found.loops.is_carried(id)) {
        return None;
    }
    let mut facts = Facts::default();
    let extreme = found.loops.extreme(form, greatest, 0, &found.entries, &mut facts)?;
    facts.is_empty().then_some(extreme)
}

fn conditions(facts: &Facts, found: &Effects, span: Span) -> Option<Vec<Expr>> {
    let conditions = facts.conditions(&found.entries, span)?;
    let compared = conditions.into_iter().map(|condition| {
        let op = condition.relation.op();
        let kind = ExprKind::Compare(op, Box::new(condition.left), Box::new(condition.right));
        Expr::new(kind, Ty::Bint, span)
    });
    Some(compared.collect())
}
