//! Numbers that one iteration of a loop hands to the next: `last = j` at the end, `x[last]` at the beginning.
//!
//! Such a number is what it was before the loop, or what some iteration assigned. If all of these are known, it
//! is followed as a symbol whose range contains them all.

use super::super::affine::{Form, Symbol};
use super::super::bounds::{Fact, Facts, Loop, LoopKind, LoopRange};
use super::{Value, Walker};
use crate::pass::LocalSet;
use crate::tir::{Block, Expr, ExprKind, LocalId, StmtKind, walk};

/// A number that a loop's body assigns.
pub(super) struct HandedOn<'e> {
    local: LocalId,
    before: Value,
    assigned: Vec<&'e Expr>,
}

/// What is known about such a number in and after the loop.
pub(super) struct Carried {
    local: LocalId,
    known: Known,
}

enum Known {
    /// All of its possible values are the same.
    Same(Value),
    Within(LoopRange),
}

impl Walker<'_> {
    /// The numbers that a loop's body assigns, with their values before the loop.
    pub(super) fn before_iterations<'e>(&mut self, body: &'e Block) -> Vec<HandedOn<'e>> {
        let mut found: Vec<(LocalId, Vec<&'e Expr>)> = Vec::new();
        let mut otherwise = LocalSet::default();
        walk::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { place: Expr { kind: ExprKind::Local(id), ty, .. }, value }
                if ty.is_integral() =>
            {
                match found.iter_mut().find(|(local, _)| local == id) {
                    Some((_, assigned)) => assigned.push(value),
                    None => found.push((*id, vec![value])),
                }
            }
            // No assignment says what each thread's own variable holds after it.
            StmtKind::Prange(prange) => {
                otherwise.insert(prange.counter);
                otherwise.union(&LocalSet::assigned_in(&prange.body));
            }
            StmtKind::Parallel(parallel) => otherwise.union(&LocalSet::assigned_in(&parallel.body)),
            StmtKind::Offload(region) => {
                otherwise.union(&LocalSet::assigned_in(&self.region_function.regions[*region].body));
            }
            _ => otherwise.extend(walk::assigned(stmt)),
        });
        found.retain(|(local, _)| !otherwise.contains(*local));
        let handed_on = found.into_iter().filter_map(|(local, assigned)| {
            let place = Expr::local(local, self.local_type(local), assigned.first()?.span);
            Some(HandedOn { local, before: self.value(&place)?, assigned })
        });
        handed_on.collect()
    }

    /// Gives the numbers that a loop's iterations hand on a value for an iteration to start with. The frame is
    /// that of the beginning of an iteration; `counters` are the loop's own variables.
    pub(super) fn carry(
        &mut self,
        handed_on: Vec<HandedOn<'_>>,
        id: u32,
        counters: [Option<LocalId>; 2],
        body: &Block,
    ) -> Vec<Carried> {
        if handed_on.is_empty() {
            return Vec::new();
        }
        // If it is assigned in the body, a counter is not always what it is at the beginning.
        let assigned = LocalSet::assigned_in(body);
        let unsteady = counters.into_iter().flatten().filter(|&counter| assigned.contains(counter));
        let hidden: Vec<_> =
            unsteady.map(|counter| (counter, self.frame.values.insert(counter, None))).collect();
        let carried: Vec<Carried> =
            handed_on.into_iter().filter_map(|number| self.carried(number, id)).collect();
        for (counter, value) in hidden {
            self.frame.values.insert(counter, value.flatten());
        }
        self.take(&carried);
        carried
    }

    /// Each is one of its numbers from here on: at the beginning of an iteration, and after the loop.
    pub(super) fn take(&mut self, carried: &[Carried]) {
        for Carried { local, known } in carried {
            let value = match known {
                Known::Same(value) => value.clone(),
                Known::Within(range) => {
                    let number = Loop {
                        kind: LoopKind::Carried,
                        range: Some(range.clone()),
                        stride: None,
                        apart: None,
                    };
                    Value::exact(Form::symbol(Symbol::Loop(self.found.loops.add(number))))
                }
            };
            self.frame.values.insert(*local, Some(value));
        }
    }

    fn carried(&mut self, number: HandedOn<'_>, id: u32) -> Option<Carried> {
        let mut values = vec![number.before];
        for assigned in number.assigned {
            values.push(self.value(assigned)?);
        }
        let local = number.local;
        let mut guards: Vec<Form> = values.iter().flat_map(|value| value.guards.iter().cloned()).collect();
        let mut end = |greatest| {
            let mut ends = Vec::new();
            for value in &values {
                let mut facts = Facts::default();
                let end =
                    self.found.loops.extreme(&value.form, greatest, id, &self.found.entries, &mut facts)?;
                for fact in facts.list() {
                    let Fact::NotNegative(form) = fact else { return None };
                    guards.push(form.clone());
                }
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            let outermost = self.outermost(&ends, greatest);
            for other in &ends {
                let beyond =
                    if greatest { outermost.subtract(other)? } else { other.subtract(&outermost)? };
                if !self.is_proven(&beyond) {
                    guards.push(beyond);
                }
            }
            Some(outermost)
        };
        let (least, most) = (end(false)?, end(true)?);
        guards.dedup();
        let known = if least == most && least == values[0].form {
            let mut value = Value::exact(least);
            guards.into_iter().for_each(|guard| value.guard(guard));
            Known::Same(value)
        } else {
            Known::Within(LoopRange { start: least, stop: most.offset(1)?, step: 1, guards })
        };
        Some(Carried { local, known })
    }

    /// The end that is certainly beyond all others; otherwise the last one, which an iteration of the loop
    /// assigned.
    fn outermost(&self, ends: &[Form], greatest: bool) -> Form {
        let is_beyond = |one: &Form, other: &Form| {
            let beyond = if greatest { one.subtract(other) } else { other.subtract(one) };
            beyond.is_some_and(|beyond| self.is_proven(&beyond))
        };
        let certain = ends.iter().find(|one| ends.iter().all(|other| is_beyond(one, other)));
        certain.or(ends.last()).cloned().unwrap_or_default()
    }

    fn is_proven(&self, form: &Form) -> bool {
        let mut facts = Facts::default();
        self.found.loops.require(form, &self.found.entries, &mut facts).is_some() && facts.is_empty()
    }
}
