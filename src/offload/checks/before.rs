//! Checks in front of a region in place of those in its rounds.

use super::order::{Failing, failing};
use super::verdict::{Verdict, is_from_end, is_right};
use crate::offload::affine::Form;
use crate::offload::bounds::{Fact, Facts};
use crate::offload::effects::{Effects, IndexCheck};
use crate::offload::entries::same_expr;
use crate::source::Span;
use crate::tir::{Block, Check, CheckKind, Expr, ExprKind, LogicalOp, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// A check of a region's rounds that can be made before them.
struct Candidate<'a> {
    /// The number of its statement in the order of the text.
    at: usize,
    stmt: &'a Stmt,
    from_end: bool,
    /// What must hold for it to happen at all.
    rounds: Vec<Expr>,
    /// Where it fails, it fails for one of these.
    extremes: Vec<Expr>,
    extent: Expr,
}

/// The checks to put in front of a region; those in the rounds that they stand for are settled.
pub fn checks(block: &Block, found: &Effects, verdicts: &mut [Verdict]) -> Block {
    let open = open_checks(block, found, verdicts);
    let possible = |&(at, stmt, check)| candidate(at, stmt, check, verdicts[at], found);
    let mut candidates: Vec<Candidate<'_>> = open.iter().filter_map(possible).collect();
    drop_hidden(block, verdicts, &mut candidates);
    for candidate in &candidates {
        verdicts[candidate.at] = if candidate.from_end { Verdict::InsideFromEnd } else { Verdict::Inside };
    }
    statements(&candidates)
}

/// What must hold for checks that stay to have nothing to find; those are marked.
pub fn guard(block: &Block, found: &Effects, verdicts: &mut [Verdict]) -> Vec<Expr> {
    let mut all = Facts::default();
    let mut place = None;
    for (at, stmt, check) in open_checks(block, found, verdicts) {
        let Some(facts) = sufficient(stmt, check, verdicts[at], found) else { continue };
        let mut together = all.clone();
        let fits = together.union(facts).is_some();
        if fits && conditions(&together, found, stmt.span).is_some() {
            all = together;
            place.get_or_insert(stmt.span);
            verdicts[at] = Verdict::Guarded;
        }
    }
    place.and_then(|span| conditions(&all, found, span)).unwrap_or_default()
}

/// What must hold on entry for a check never to fail.
fn sufficient(stmt: &Stmt, check: &IndexCheck, verdict: Verdict, found: &Effects) -> Option<Facts> {
    let StmtKind::Check(Check { kind: CheckKind::Index { wraparound, boundscheck: true, .. } }) = &stmt.kind
    else {
        return None;
    };
    let (index, extent) = (check.index.as_ref()?, check.extent.as_ref()?);
    if check.loops.is_empty() || *wraparound && verdict != Verdict::Plain {
        return None;
    }
    let mut facts = Facts::default();
    let room = extent.form.subtract(&index.form)?.offset(-1)?;
    for form in index.guards.iter().chain(&extent.guards).chain([&room, &index.form]) {
        found.loops.require(form, &found.entries, &mut facts)?;
    }
    Some(facts)
}

/// The checks of which nothing is decided yet: their number in the order of the text, and what was found.
fn open_checks<'a>(
    block: &'a Block,
    found: &'a Effects,
    verdicts: &[Verdict],
) -> Vec<(usize, &'a Stmt, &'a IndexCheck)> {
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

/// Leaves out those before which something else may fail that stays where it is.
fn drop_hidden(block: &Block, verdicts: &[Verdict], candidates: &mut Vec<Candidate<'_>>) {
    let failing = failing(block, None);
    let open: Vec<&Failing> = failing
        .iter()
        .filter(|one| !matches!(verdicts[one.at], Verdict::Inside | Verdict::InsideFromEnd))
        .collect();
    loop {
        let is_candidate = |at: usize| candidates.iter().any(|candidate| candidate.at == at);
        let staying: Vec<&Failing> = open.iter().filter(|one| !is_candidate(one.at)).copied().collect();
        let hidden = |candidate: &Candidate<'_>| {
            let own = open.iter().find(|one| one.at == candidate.at);
            own.is_none_or(|own| staying.iter().any(|other| other.hides(own)))
        };
        let Some(at) = candidates.iter().position(hidden) else { return };
        candidates.remove(at);
    }
}

fn candidate<'a>(
    at: usize,
    stmt: &'a Stmt,
    check: &IndexCheck,
    verdict: Verdict,
    found: &Effects,
) -> Option<Candidate<'a>> {
    let StmtKind::Check(Check { kind: CheckKind::Index { wraparound, boundscheck: true, .. } }) = &stmt.kind
    else {
        return None;
    };
    let (index, extent) = (check.index.as_ref()?, check.extent.as_ref()?);
    let is_known =
        check.certain && extent.form.is_entry_known() && is_right(index, found) && is_right(extent, found);
    if !is_known {
        return None;
    }
    let from_end = *wraparound && is_from_end(index);
    // Elsewhere an index below zero may be meant.
    if *wraparound && verdict != Verdict::Plain && !from_end {
        return None;
    }
    let span = stmt.span;
    let mut rounds = Facts::default();
    for &id in &check.loops {
        rounds.union(has_rounds(id, found)?)?;
    }
    let extreme = |greatest| exact_extreme(&index.form, greatest, found);
    let (least, greatest) = (extreme(false)?, extreme(true)?);
    let low = found.entries.interval(&least)?.low;
    let room = extent.form.subtract(&greatest)?.offset(-1)?;
    let mut extremes = Vec::new();
    if low < 0 {
        extremes.push(least.clone());
    }
    let may_be_above = found.entries.interval(&room)?.low < 0;
    if may_be_above && (low >= 0 || greatest != least) {
        extremes.push(greatest);
    }
    let expr = |form: &Form| found.entries.expr(form, span);
    Some(Candidate {
        at,
        stmt,
        from_end,
        rounds: conditions(&rounds, found, span)?,
        extremes: extremes.iter().map(expr).collect::<Option<_>>()?,
        extent: expr(&extent.form)?,
    })
}

/// What must hold for a loop to have rounds, where the first and the last of them are known on entry.
fn has_rounds(id: u32, found: &Effects) -> Option<Facts> {
    let range = found.loops.range(id)?;
    let mut facts = Facts::default();
    let is_right = |guard: &Form| super::verdict::is_never_negative(guard, found);
    let rounds = range.has_rounds()?;
    if range.step.abs() != 1 || !range.guards.iter().all(is_right) || !rounds.is_entry_known() {
        return None;
    }
    if found.entries.interval(&rounds)?.low < 0 {
        facts.add(Fact::NotNegative(rounds))?;
    }
    Some(facts)
}

/// The least or greatest index, which some round has if each loop has one.
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

/// The checks, those of one condition together.
fn statements(candidates: &[Candidate<'_>]) -> Block {
    let mut made: Vec<(Vec<Expr>, Block)> = Vec::new();
    for candidate in candidates {
        for index in &candidate.extremes {
            let is_new = !made.iter().any(|(rounds, checks)| {
                same_exprs(rounds, &candidate.rounds)
                    && checks.iter().any(|other| is_check_of(other, index, &candidate.extent, candidate.stmt))
            });
            if !is_new {
                continue;
            }
            let check = check(candidate, index.clone());
            match made.last_mut() {
                Some((rounds, checks)) if same_exprs(rounds, &candidate.rounds) => checks.push(check),
                _ => made.push((candidate.rounds.clone(), vec![check])),
            }
        }
    }
    made.into_iter().flat_map(|(rounds, checks)| under(rounds, checks)).collect()
}

fn same_exprs(left: &[Expr], right: &[Expr]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_expr(left, right))
}

fn is_check_of(stmt: &Stmt, wanted: &Expr, of: &Expr, like: &Stmt) -> bool {
    let parts = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Check(Check { kind: CheckKind::Index { axis, is_slice, .. } }) => Some((*axis, *is_slice)),
        _ => None,
    };
    let StmtKind::Check(Check { kind: CheckKind::Index { index, extent, .. } }) = &stmt.kind else {
        return false;
    };
    parts(stmt) == parts(like) && same_expr(index, wanted) && same_expr(extent, of)
}

/// The candidate's check for one index.
fn check(candidate: &Candidate<'_>, at: Expr) -> Stmt {
    let mut stmt = candidate.stmt.clone();
    if let StmtKind::Check(Check { kind: CheckKind::Index { into, index, extent, wraparound, .. } }) =
        &mut stmt.kind
    {
        *into = None;
        *index = at;
        *extent = candidate.extent.clone();
        *wraparound = candidate.from_end;
    }
    stmt
}

/// That all of them hold; `None` for none.
pub fn all(conditions: Vec<Expr>) -> Option<Expr> {
    let both = |left: Expr, right: Expr| {
        let span = left.span;
        Expr::new(ExprKind::Logical(LogicalOp::And, Box::new(left), Box::new(right)), Ty::Bint, span)
    };
    conditions.into_iter().reduce(both)
}

fn under(conditions: Vec<Expr>, then: Block) -> Block {
    match all(conditions) {
        None => then,
        Some(condition) => {
            let span = condition.span;
            vec![Stmt::new(StmtKind::If { condition, then, otherwise: Vec::new() }, span)]
        }
    }
}
