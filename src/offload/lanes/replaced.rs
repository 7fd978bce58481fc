//! What stands in the place of a loop of which iterations run at once: the loop in blocks, if it has enough iterations.

use std::borrow::Cow;

use super::made::{self, Blocks};
use super::memory::{in_variable, value_in_variable};
use super::plain::plain;
use super::{MOST, OfOne, Search, counts, ending, failing, has_loop};
use crate::source::Span;
use crate::tir::{Begin, Block, Expr, For, LocalId, Prange, Stmt, StmtKind, walk};

impl Search<'_> {
    /// A loop in blocks; as it was, if it has not enough iterations for one.
    pub(super) fn replaced(&mut self, stmt: &Stmt) -> Option<Block> {
        let StmtKind::Prange(prange) = &stmt.kind else { return self.in_blocks(stmt) };
        let around = (std::mem::replace(&mut self.ending, ending(prange)), std::mem::take(&mut self.read));
        let replaced = self.in_blocks(stmt);
        (self.ending, self.read) = around;
        replaced
    }

    fn in_blocks(&mut self, stmt: &Stmt) -> Option<Block> {
        let has_inner = walk::blocks(stmt).into_iter().flatten().any(has_loop);
        if !has_inner || walk::count(stmt) > MOST {
            return None;
        }
        let (looped, prange) = self.loop_of(stmt)?;
        let looped = &*looped;
        self.is_divided = prange.is_some();
        let before = self.around.locals.ids().count();
        let whole = plain(looped, self.around.locals);
        let computed = value_in_variable(&whole, self.around.locals);
        let summed;
        let (changed, mut found) = match self.found(&computed, None) {
            Some(found) => (&computed, found),
            None => {
                summed = in_variable(&whole, self.around.locals)?;
                let found = self.found(&summed.looped, Some(&summed))?;
                (&summed.looped, found)
            }
        };
        if let Some(divisor) = failing::first_divisor(&changed.body[..found.end]) {
            let local = made::temporary("fails", divisor.ty.clone(), stmt.span, self.around.locals);
            found.own.push(OfOne { local, begin: Begin::Nothing, is_scratch: false, is_kept: true });
            found.fails = Some(Expr::local(local, divisor.ty, stmt.span));
        }
        let rest = found.fails.as_ref().map(|_| self.rest(looped, stmt.span));
        let apart = self.asked.add(&found.needs, stmt.span, &mut self.around);
        let locals = &mut *self.around.locals;
        let mut block_of = |count| Blocks::new((changed, &found), rest, count, stmt.span, locals);
        let sizes: Vec<Blocks<'_>> =
            counts(found.largest, !found.spread.is_empty()).iter().map(|count| block_of(*count)).collect();
        let write = |blocks: &Blocks<'_>| match prange {
            None => blocks.serial(locals),
            Some(prange) => blocks.parallel(prange, locals),
        };
        let written: Vec<(Stmt, LocalId)> = sizes.iter().map(write).collect();
        let is_new = |id: &LocalId| {
            let is_known = Some(*id) == apart || prange.is_some() && Some(*id) == rest;
            !is_known && written.iter().all(|(_, counter)| counter != id)
        };
        let new: Vec<LocalId> = self.around.locals.ids().skip(before).filter(is_new).collect();
        let is_parallel = prange.is_some();
        let shortest = sizes.last()?.condition(apart, is_parallel);
        let chosen = sizes.iter().zip(written).rev().map(|(blocks, (mut stmt, _))| {
            if let StmtKind::Prange(prange) = &mut stmt.kind {
                prange.privates.extend(&new);
            }
            (blocks.is_long(is_parallel), stmt)
        });
        let chosen = chosen.reduce(|(_, shorter), (condition, longer)| {
            let otherwise = vec![shorter];
            let kind = StmtKind::If { condition: condition.clone(), then: vec![longer], otherwise };
            (condition, Stmt::new(kind, stmt.span))
        });
        let then = chosen.map(|(_, stmt)| stmt).into_iter().collect();
        self.new.extend(new);
        let otherwise = if rest.is_some() && !is_parallel { Block::new() } else { vec![stmt.clone()] };
        let in_blocks = Stmt::new(StmtKind::If { condition: shortest, then, otherwise }, stmt.span);
        Some(match rest {
            None => vec![in_blocks],
            Some(rest) => {
                let [before, after] = made::rest(looped, rest, is_parallel, stmt.span, self.around.locals);
                vec![before, in_blocks, after]
            }
        })
    }

    /// A loop, or one of threads as one without; and whose threads divide its iterations among themselves.
    pub(super) fn loop_of<'s>(&self, stmt: &'s Stmt) -> Option<(Cow<'s, For>, Option<&'s Prange>)> {
        match &stmt.kind {
            StmtKind::For(looped) => Some((Cow::Borrowed(&**looped), None)),
            StmtKind::Prange(prange) if self.in_thread => {
                let is_plain = prange.lastprivates.is_empty();
                Some((Cow::Owned(serial(prange)?), None)).filter(|_| is_plain)
            }
            StmtKind::Prange(prange) => Some((Cow::Owned(serial(prange)?), Some(prange))),
            _ => None,
        }
    }

    /// Makes the local for the iteration from which a loop goes on one by one.
    pub(super) fn rest(&mut self, looped: &For, span: Span) -> LocalId {
        let ty = self.around.locals[looped.counter].ty.clone();
        made::temporary("rest", ty, span, self.around.locals)
    }
}

/// A parallel loop as one of one thread, if nothing says which thread runs which of its iterations.
fn serial(prange: &Prange) -> Option<For> {
    let clauses = &prange.clauses;
    let is_free = clauses.schedule.is_none() && clauses.chunksize.is_none() && clauses.collapse.is_none();
    // Each thread adds up what its iterations give.
    let is_free = is_free && prange.reductions.is_empty();
    if !is_free || prange.once.is_some() || prange.lastprivates.contains(&prange.counter) {
        return None;
    }
    Some(prange.without_threads())
}
