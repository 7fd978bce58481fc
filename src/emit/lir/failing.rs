//! Loops that may fail as functions: what records an error goes to the end of its iteration or of the function, and the caller
//! asks the record.

use std::collections::HashSet;

use super::iterations::rename_label;
use super::levels::without_places;
use super::plain::{self, FAILED, Uses};
use super::query::each;
use super::rows::HIDE;
use super::{Block, If, Label, Stmt};
use crate::base::planted::{self, Fault};
use crate::emit::c::{Expr, Type};

/// The name of the record in such a function.
const RECORD: &str = "_error";

/// How a loop that may fail does so.
pub(super) struct Failing {
    /// The address of the error record, as it is written around the loop; `None` if nothing records an error.
    record: Option<Expr>,
    /// Where it is left for; `None` if all failures end only their iteration.
    exit: Option<Label>,
}

impl Failing {
    /// `None` if the loop is left in another way.
    pub fn of(looped: &Stmt, uses: &Uses<'_>) -> Option<Failing> {
        let block = std::slice::from_ref(looped);
        let mut labels = HashSet::new();
        each(block, &mut |stmt| {
            if let Stmt::Label(label) = stmt {
                labels.insert(label);
            }
        });
        let mut walk = Walk { labels, exit: None, elsewhere: false };
        walk.block(block);
        let (exit, record) = (walk.exit.cloned(), uses.record.cloned());
        (!walk.elsewhere).then_some(Failing { record, exit })
    }

    pub fn leaves(&self) -> bool {
        self.exit.is_some()
    }

    /// The parameter for the record, and what is passed.
    pub fn param(&self) -> Option<((Type, String), Expr)> {
        let record = self.record.clone()?;
        Some(((Type::named("offcy_error").pointer(), RECORD.to_string()), record))
    }

    /// The loop in its function, where what leaves it goes to the end.
    pub fn inside(&self, looped: &Stmt) -> Block {
        let mut block = vec![looped.clone()];
        take_record(&mut block);
        block.extend(self.exit.clone().map(Stmt::Label));
        block
    }

    /// What follows the call of the function.
    pub fn after(&self) -> Option<Stmt> {
        if planted::has(Fault::LanesFailUnseen) {
            return None;
        }
        let failed = Expr::call(FAILED, vec![self.record.clone()?]);
        Some(Stmt::when(failed, Stmt::Goto(self.exit.clone()?)))
    }
}

/// The record of the function in the place of what is around.
fn take_record(block: &mut Block) {
    for stmt in block {
        match stmt {
            Stmt::Expr(value) => take_from(value),
            Stmt::If(branches) => branches.arms.iter_mut().for_each(|(condition, _)| take_from(condition)),
            _ => {}
        }
        stmt.blocks_mut().into_iter().for_each(take_record);
    }
}

fn take_from(value: &mut Expr) {
    if let Expr::Binary("&&", left, right) = value {
        take_from(left);
        take_from(right);
    } else if plain::of_record(value).is_some()
        && let Expr::Call(_, arguments) = value
    {
        arguments[0] = Expr::name(RECORD);
    }
}

/// Looks where jumps go.
struct Walk<'s> {
    labels: HashSet<&'s Label>,
    exit: Option<&'s Label>,
    elsewhere: bool,
}

impl<'s> Walk<'s> {
    fn block(&mut self, block: &'s [Stmt]) {
        let mut before = None;
        for stmt in block {
            match stmt {
                Stmt::Goto(label) if self.labels.contains(label) => {}
                Stmt::Goto(label) => {
                    let is_only = self.exit.is_none_or(|known| known == label);
                    self.elsewhere |= !is_only || !before.is_some_and(plain::records);
                    self.exit = Some(label);
                }
                _ => stmt.blocks().into_iter().for_each(|inner| self.block(inner)),
            }
            before = Some(stmt).filter(|stmt| !matches!(stmt, Stmt::At(_) | Stmt::Gap)).or(before);
        }
    }
}

/// A loop without what tells one that a failure leaves from one of which each iteration that begins after a failure does nothing:
/// run by one thread, they do the same.
pub(super) fn one_by_one(block: &Block) -> Block {
    let mut block = without_places(block);
    let Some(at) = block.iter().position(|stmt| matches!(stmt, Stmt::For(..))) else { return block };
    let end = match block.get(at + 1) {
        Some(Stmt::Label(end)) => Some(end.clone()),
        _ => None,
    };
    let way_out = if end.is_some() {
        block.remove(at + 1);
        end
    } else if let Stmt::For(_, body) = &mut block[at] {
        end_of_iteration(body)
    } else {
        None
    };
    if let Some(label) = way_out {
        rename_label(&mut block, &label, &Label::named("failed"));
    }
    block
}

/// Removes the end of an iteration and the question whether another one has failed; gives the label.
fn end_of_iteration(body: &mut Block) -> Option<Label> {
    let Some(Stmt::Label(end)) = body.last().cloned() else { return None };
    // Nothing but what is known stands before it.
    let known = [HIDE, "OFFCY_ASSUME"].map(Expr::name);
    let is_known = |stmt: &Stmt| matches!(stmt, Stmt::Expr(Expr::Call(callee, _)) if known.contains(callee));
    let at = body.iter().position(|stmt| !is_known(stmt))?;
    let Stmt::If(If { arms, otherwise: None, .. }) = &body[at] else { return None };
    let [(condition, then)] = arms.as_slice() else { return None };
    if !plain::asks(condition) || *then != [Stmt::Goto(end.clone())] {
        return None;
    }
    body.remove(at);
    body.pop();
    Some(end)
}
