//! Loops, the extremes of forms over them, and facts that hold in every iteration.

use super::affine::{Form, Symbol};
use super::entries::Entries;
use super::plan::{Condition, Relation};
use crate::base::Name;
use crate::base::planted::{self, Fault};
use crate::source::Span;

/// A loop of the region or of a function that it calls, once per place where it is reached; or a number that a
/// loop's iterations hand on, which is followed as if it were the variable of a loop.
#[derive(Clone, Debug)]
pub struct Loop {
    pub kind: LoopKind,
    /// Known if everything about the range is known.
    pub range: Option<LoopRange>,
    /// Its step, if that is known.
    pub stride: Option<Form>,
    pub apart: Option<Apart>,
}

/// Why a loop's range has nothing in common with its range in other iterations of a parallel loop around it.
#[derive(Clone, Debug)]
pub enum Apart {
    /// It is at most as long as the distance between the starts: `range(b * size, min((b + 1) * size, n))`.
    Blocks { parallel: u32 },
    /// It goes from one number of an array to the next: `range(p[b], p[b + 1])`, if they never decrease.
    Offsets { parallel: u32, array: Name },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    Sequential,
    /// A `prange`.
    Parallel,
    /// Not a loop: a number that lies in the range, but need not take each value of it.
    Carried,
}

/// `range(start, stop, step)`, over entry symbols and the variables of outer loops.
#[derive(Clone, Debug)]
pub struct LoopRange {
    pub start: Form,
    pub stop: Form,
    /// Not zero.
    pub step: i64,
    /// What must hold for the range to be correct.
    pub guards: Vec<Form>,
}

impl LoopRange {
    /// The variable's smallest and largest value, if there are iterations. Exact for steps of one.
    pub fn ends(&self) -> Option<(Form, Form)> {
        if self.step > 0 || planted::has(Fault::BackwardsEnds) {
            Some((self.start.clone(), self.stop.offset(-1)?))
        } else {
            Some((self.stop.offset(1)?, self.start.clone()))
        }
    }

    /// Is at least zero if there is an iteration.
    pub fn has_iterations(&self) -> Option<Form> {
        if self.step > 0 {
            self.stop.subtract(&self.start)?.offset(-1)
        } else {
            self.start.subtract(&self.stop)?.offset(-1)
        }
    }
}

/// Something that must hold on entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    NotNegative(Form),
    Zero(Form),
}

/// A set of facts, without duplicates, in the order of their discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    list: Vec<Fact>,
}

/// More than this many run-time conditions are not worth a better map.
const MAX_FACTS: usize = 12;

impl Facts {
    pub fn add(&mut self, fact: Fact) -> Option<()> {
        if let Fact::NotNegative(form) = &fact {
            for known in &mut self.list {
                let Fact::NotNegative(other) = known else { continue };
                let Some(difference) = form.subtract(other).and_then(|difference| difference.as_constant())
                else {
                    continue;
                };
                // One of the two follows from the other.
                if (difference < 0) != planted::has(Fault::StrongerFactLost) {
                    *known = fact;
                }
                return Some(());
            }
        }
        if !self.list.contains(&fact) {
            self.list.push(fact);
        }
        (self.list.len() <= MAX_FACTS).then_some(())
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn list(&self) -> &[Fact] {
        &self.list
    }

    pub fn union(&mut self, other: Facts) -> Option<()> {
        other.list.into_iter().try_for_each(|fact| self.add(fact))
    }

    /// The facts as comparisons; `None` if one cannot be expressed.
    pub fn conditions(&self, entries: &Entries, span: Span) -> Option<Vec<Condition>> {
        let zero = || crate::tir::Expr::int(0, crate::ty::Ty::SSIZE, span);
        let condition = |fact: &Fact| {
            let (form, is_equal) = match fact {
                Fact::NotNegative(form) => (form, false),
                Fact::Zero(form) => (form, true),
            };
            let (positive, negative) = entries.sides(form, span)?;
            Some(match (is_equal, positive, negative) {
                (true, positive, negative) => Condition {
                    left: positive.unwrap_or_else(zero),
                    relation: Relation::Equal,
                    right: negative.unwrap_or_else(zero),
                },
                (false, Some(positive), Some(negative)) if positive.as_int().is_some() => {
                    Condition { left: negative, relation: Relation::LessEqual, right: positive }
                }
                (false, positive, negative) => Condition {
                    left: positive.unwrap_or_else(zero),
                    relation: Relation::GreaterEqual,
                    right: negative.unwrap_or_else(zero),
                },
            })
        };
        self.list.iter().filter(|fact| !self.follows(fact)).map(condition).collect()
    }

    /// Whether a fact follows from an equation.
    fn follows(&self, fact: &Fact) -> bool {
        let Fact::NotNegative(form) = fact else { return false };
        let constant = |form: Option<Form>| form.and_then(|form| form.as_constant());
        self.list.iter().any(|other| match other {
            Fact::Zero(zero) => [form.subtract(zero), form.add(zero)].into_iter().any(|rest| {
                constant(rest).is_some_and(|rest| rest >= 0 || planted::has(Fault::EquationImpliesTooMuch))
            }),
            Fact::NotNegative(_) => false,
        })
    }
}

/// The loops of a region.
#[derive(Debug, Default)]
pub struct Loops {
    list: Vec<Loop>,
}

impl Loops {
    pub fn add(&mut self, found: Loop) -> u32 {
        self.list.push(found);
        self.list.len() as u32 - 1
    }

    pub fn iter(&self) -> impl Iterator<Item = &Loop> {
        self.list.iter()
    }

    pub fn range(&self, id: u32) -> Option<&LoopRange> {
        self.list.get(id as usize)?.range.as_ref()
    }

    pub fn stride(&self, id: u32) -> Option<&Form> {
        self.list.get(id as usize)?.stride.as_ref()
    }

    pub fn apart(&self, id: u32) -> Option<&Apart> {
        self.list.get(id as usize)?.apart.as_ref()
    }

    pub fn is_parallel(&self, id: u32) -> bool {
        self.is(id, LoopKind::Parallel)
    }

    /// Whether it stands for a number that need not take each value of its range.
    pub fn is_carried(&self, id: u32) -> bool {
        self.is(id, LoopKind::Carried)
    }

    fn is(&self, id: u32, kind: LoopKind) -> bool {
        self.list.get(id as usize).is_some_and(|found| found.kind == kind)
    }

    /// The smallest (or largest) value of a form over the iterations of the loops numbered `from` and up; the
    /// result no longer contains their variables. Facts on which it rests go to `facts`.
    pub fn extreme(
        &self,
        form: &Form,
        greatest: bool,
        from: u32,
        entries: &Entries,
        facts: &mut Facts,
    ) -> Option<Form> {
        let mut form = form.clone();
        while let Some(inner) = form.loops().last().copied().filter(|&inner| inner >= from) {
            let range = self.range(inner)?;
            let symbol = Symbol::Loop(inner);
            let (factor, _) = form.split(symbol)?;
            let rises = self.is_not_negative(&factor, entries, facts)? || planted::has(Fault::AllFormsRise);
            let (least, most) = range.ends()?;
            form = form.substitute(symbol, if rises == greatest { &most } else { &least })?;
            for guard in &range.guards {
                self.require(guard, entries, facts)?;
            }
        }
        Some(form)
    }

    /// The sign of a factor; if neither the types nor the facts determine it, it is assumed to be what it seems,
    /// and that becomes a fact.
    fn is_not_negative(&self, factor: &Form, entries: &Entries, facts: &mut Facts) -> Option<bool> {
        let interval = entries.interval(factor)?;
        if interval.high <= 0 || interval.low >= 0 {
            return Some(interval.low >= 0);
        }
        if planted::has(Fault::SignAssumed) {
            return Some(true);
        }
        let negated = factor.scale(-1)?;
        if facts.list.contains(&Fact::NotNegative(factor.clone())) {
            return Some(true);
        }
        let seems_negative = factor.terms().next().is_some_and(|(_, coefficient)| coefficient < 0);
        if seems_negative || facts.list.contains(&Fact::NotNegative(negated.clone())) {
            facts.add(Fact::NotNegative(negated))?;
            return Some(false);
        }
        facts.add(Fact::NotNegative(factor.clone()))?;
        Some(true)
    }

    /// Makes sure that a form is never negative in any iteration: proven, or noted as a fact to check on entry.
    /// `None` if neither is possible.
    pub fn require(&self, form: &Form, entries: &Entries, facts: &mut Facts) -> Option<()> {
        let least = self.extreme(form, false, 0, entries, facts)?;
        let interval = entries.interval(&least);
        if interval.is_some_and(|interval| interval.low >= 0) {
            return Some(());
        }
        if interval.is_some_and(|interval| interval.high < 0) {
            return None;
        }
        facts.add(Fact::NotNegative(least))
    }

    /// Makes sure that two forms known on entry are equal.
    pub fn require_equal(&self, left: &Form, right: &Form, facts: &mut Facts) -> Option<()> {
        let difference = left.subtract(right)?;
        match difference.as_constant() {
            Some(0) => Some(()),
            Some(_) => None,
            None if difference.is_entry_known() => facts.add(Fact::Zero(difference)),
            None => None,
        }
    }
}
