//! Ways out of the host's parallel code: `break`, `return` and failures end the iteration that they are in, inform
//! the other threads, and go on after the construct.
//!
//! One thread wins: the variables that are used after the loop have the values that they had in its iteration, and
//! a number that is returned is its number. If objects are returned, the last one is kept.

use super::stmt::clear_view;
use super::tried::Handling;
use super::{Body, Opened};
use crate::emit::c;
use crate::emit::lir::{self, Clause, Destination, Label, Meeting, Stmt as C, Way, exits};
use crate::emit::types::c_type;
use crate::pass::LocalSet;
use crate::tir::{LocalRole, Prange, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// The end of an iteration of a parallel loop, or of the block of a team, where its ways out meet.
struct Leaving {
    label: Label,
    /// The iteration's variable that says how it was left.
    way: String,
    /// The iteration's variable for what it returns.
    result: String,
}

/// What all threads share.
#[derive(Clone, Debug)]
pub(super) struct Left {
    /// How the iterations were left: zero if they ran to their end.
    pub flag: String,
    /// The variables that are used afterwards, each with the variable that keeps its value.
    saved: Vec<(c::Expr, String)>,
    /// What is returned, unless it is an object.
    result: Option<String>,
    in_team: bool,
}

/// An iteration that has been written.
struct Apart {
    /// Its own record of errors.
    own: Option<String>,
    handlings: Vec<Handling>,
    leaving: Leaving,
    /// How it may be left.
    ways: Vec<Way>,
    written: lir::Block,
}

impl<'a> Body<'_, '_, 'a> {
    /// Declares what records that a parallel loop was left, if that can happen.
    pub(super) fn open_left(&mut self, prange: &'a Prange) -> Option<Left> {
        // Checks go on as before: nobody sees what other iterations do.
        let is_seen = has_try_in(&self.function.body) || takes_gil(&prange.body);
        let stops = self.leaves(&prange.body) || is_seen && self.can_fail(&prange.body);
        let left = (self.kernels.region.is_none() && stops).then(|| self.left(&prange.body));
        let mut left = left?;
        for &local in &prange.lastprivates {
            if matches!(self.function.locals[local].ty, Ty::Array { .. }) {
                continue;
            }
            let name = self.naming.local_name(local).trim_start_matches('_').to_string();
            let last = self.naming.fresh(&format!("_last_{name}"));
            self.declare_shared(lir::Declaration::of(self.local_type(local), &last, None).into());
            left.saved.push((self.naming.local(local), last));
        }
        if self.threads.in_team {
            self.out.push(C::Pragma(vec![Clause::words("single")]));
            self.out.push(C::assign(c::Expr::name(&left.flag), c::Expr::number(0)));
        }
        Some(left)
    }

    /// The same for the block of a team.
    pub(super) fn open_left_block(&mut self, block: &'a [Stmt]) -> Option<Left> {
        self.leaves(block).then(|| self.left(block))
    }

    fn left(&mut self, block: &[Stmt]) -> Left {
        let flag = self.naming.fresh("_left");
        self.declare_shared(C::declare(c::Type::named("int"), &flag, c::Expr::number(0)));
        let result =
            (returns(block) && !self.function.result.is_object() && self.result() != Ty::Void).then(|| {
                let result = self.naming.fresh("_given");
                let ty = c_type(&self.unit.symbols, &self.function.result);
                let zero = self.zero();
                self.declare_shared(C::declare(ty, &result, zero));
                result
            });
        Left { flag, saved: Vec::new(), result, in_team: self.threads.in_team }
    }

    /// A variable that all threads share: it is declared before the team.
    fn declare_shared(&mut self, declaration: C) {
        match self.threads.in_team {
            true => self.threads.shared.push(declaration),
            false => self.out.push(declaration),
        }
    }

    fn can_fail(&self, block: &[Stmt]) -> bool {
        crate::emit::placement::fails(self.unit.module, block)
    }

    /// Writes an iteration, or a team's block, with each thread's own variables. `write` writes the statements.
    /// `label` is where failures go; those that come from what is written after `mark` count.
    pub(super) fn apart(
        &mut self,
        block: &'a [Stmt],
        left: Option<&Left>,
        (label, mark): (&Label, usize),
        write: impl FnOnce(&mut Self),
    ) {
        let views = self.views_of_threads(block);
        self.parted(block, left, (label, mark), write);
        // Whoever left early left them filled.
        self.out.joined(views.into_iter().map(|(ndim, view)| clear_view(ndim, view)).collect());
    }

    /// The memoryviews that statements of threads hold for a while, each with its number of dimensions. Each thread has
    /// its own, which is empty when an iteration begins.
    pub(super) fn views_of_threads(&self, block: &[Stmt]) -> Vec<(usize, c::Expr)> {
        let mut made = LocalSet::default();
        walk::statements(block, &mut |stmt| made.extend(walk::assigned(stmt)));
        let mut found: Vec<(usize, c::Expr)> = Vec::new();
        for id in made.iter().filter(|&id| self.function.is_owned(id)) {
            let local = &self.function.locals[id];
            let Ty::Memoryview(view) = &local.ty else { continue };
            let view = (view.ndim(), self.naming.local(id));
            if local.role == LocalRole::Temp && !found.contains(&view) {
                found.push(view);
            }
        }
        found
    }

    /// The same without what threads hold.
    fn parted(
        &mut self,
        block: &'a [Stmt],
        left: Option<&Left>,
        (label, mark): (&Label, usize),
        write: impl FnOnce(&mut Self),
    ) {
        let has_record = has_try_in(block);
        if left.is_none() && !has_record {
            let begin = self.out.mark();
            write(self);
            self.lead(begin, Destination::Iteration(label));
            return self.out.push(C::Label(label.clone()));
        }
        let mut iteration = self.written_apart(has_record, write);
        self.lead_in(&mut iteration.written, Destination::Iteration(label));
        let fails = lir::jumps_to(&iteration.written, label) || self.out.goes_to(label, mark);
        let gives = iteration.ways.contains(&Way::Return) && self.result() != Ty::Void;
        self.declare_own(&iteration, left.is_some(), gives);
        let Apart { own, handlings, leaving, ways, written, .. } = iteration;
        self.out.extend(written);
        if !fails && ways.is_empty() {
            return;
        }
        let done = Label::named(self.naming.fresh("round_end"));
        self.out.push(C::Goto(done.clone()));
        if fails {
            self.out.push(C::Label(label.clone()));
            self.out.extend(handlings.iter().rev().map(Handling::end));
            if let Some(own) = own {
                let shared = self.error();
                self.out.push(hand_over(shared, &own));
            }
        }
        if !ways.is_empty() {
            self.out.push(C::Label(leaving.label.clone()));
        }
        if let Some(left) = left {
            self.leave_for_all(left, &leaving, gives);
        }
        if gives && self.function.result.is_object() {
            let arguments = ["_result", &leaving.result].map(|name| c::Expr::address(c::Expr::name(name)));
            self.out.push(C::call("offcy_give_object", arguments.to_vec()));
        }
        self.out.push(C::Label(done));
    }

    /// The statements of an iteration, which are not added yet, and what they turn out to need.
    fn written_apart(&mut self, has_record: bool, write: impl FnOnce(&mut Self)) -> Apart {
        let own = has_record.then(|| self.naming.fresh("_own"));
        let error = self.exits.own_error.clone();
        if has_record {
            self.exits.own_error = own.clone();
        }
        let around = std::mem::take(&mut self.out);
        let handlings = std::mem::take(&mut self.needs.handlings);
        let open_handlings = std::mem::take(&mut self.needs.open_handlings);
        let label = Label::named(self.naming.fresh("round_left"));
        let [way, result] = ["_way", "_gives"].map(|name| self.naming.fresh(name));
        let leaving = Leaving { label, way, result };
        let is_iteration = self.exits.is_in_loop_itself();
        self.exits.opened.push(Opened::Iterations(leaving.result.clone()));
        write(self);
        self.exits.opened.pop();
        let handlings = std::mem::replace(&mut self.needs.handlings, handlings);
        self.needs.open_handlings = open_handlings;
        self.exits.own_error = error;
        let mut written = std::mem::replace(&mut self.out, around).finish();
        let noted = c::Expr::name(&leaving.way);
        let at = Meeting { label: &leaving.label, noted: Some(&noted), is_iteration };
        let mut ways = Vec::new();
        self.exits.settle(&mut written, |written| exits::meet(written, at, &mut ways));
        Apart { own, handlings, leaving, ways, written }
    }

    /// Declares an iteration's own variables.
    fn declare_own(&mut self, iteration: &Apart, is_left: bool, gives: bool) {
        let Apart { own, handlings, leaving, .. } = iteration;
        if is_left {
            let failed = c::Expr::name("OFFCY_FAILED");
            self.out.push(C::declare(c::Type::named("int"), &leaving.way, failed));
        }
        if gives {
            let ty = c_type(&self.unit.symbols, &self.function.result);
            let zero = self.zero();
            self.out.push(C::declare(ty, &leaving.result, zero));
        }
        let record = c::Type::named("offcy_error");
        self.out.extend(own.iter().map(|own| C::declare(record.clone(), own, c::Expr::zeros())));
        self.out.extend(handlings.iter().map(Handling::declared));
    }

    /// At the end of an iteration that was left: the thread that is the first keeps the values for all.
    fn leave_for_all(&mut self, left: &Left, leaving: &Leaving, gives: bool) {
        let saved = left.saved.iter().map(|(place, last)| C::assign(c::Expr::name(last), place.clone()));
        let given = left.result.iter().filter(|_| gives);
        let given = given.map(|given| C::assign(c::Expr::name(given), c::Expr::name(&leaving.result)));
        let kept: lir::Block = saved.chain(given).collect();
        let flag = c::Expr::address(c::Expr::name(&left.flag));
        let wins = c::Expr::call(lir::LEAVE_FIRST, vec![flag, c::Expr::name(&leaving.way)]);
        if kept.is_empty() {
            self.out.push(wins);
        } else {
            self.out.open_if(wins);
            self.out.extend(kept);
            self.out.close();
        }
    }

    /// Whether code leaves the iterations of the loop, or the team's block, whose body it is.
    fn leaves(&mut self, block: &[Stmt]) -> bool {
        self.exits.ways_out(block, false).iter().any(|way| *way != Way::Continue)
    }

    /// After the construct, and after the check for failures: goes where its iterations were going.
    pub(super) fn go_on_after(&mut self, left: &Left, block: &[Stmt], in_loop: bool) {
        let ways = self.exits.ways_out(block, in_loop);
        let flag = self.settle_left(left, !ways.is_empty());
        for way in ways {
            self.out.open_if(c::Expr::binary("==", c::Expr::name(&flag), way.code()));
            match &left.result {
                Some(result) if way == Way::Return => self.return_value(c::Expr::name(result)),
                _ => {
                    if way == Way::Return
                        && self.function.result.is_object()
                        && self.exits.iteration_result().is_none()
                    {
                        let result = c::Expr::name("_result");
                        self.out.open_if(c::Expr::binary("==", result, c::Expr::null()));
                        self.empty_result();
                        self.out.close();
                    }
                    self.leave(way);
                }
            }
            self.out.close();
        }
    }

    /// Gives variables their values back, and returns the variable that records the way out.
    fn settle_left(&mut self, left: &Left, has_ways: bool) -> String {
        let restored = left.saved.iter().map(|(place, last)| C::assign(place.clone(), c::Expr::name(last)));
        let restored: lir::Block = restored.collect();
        let settles = !restored.is_empty() || left.in_team && has_ways;
        if left.in_team && settles {
            self.out.push(C::Pragma(vec![Clause::words("single")]));
        }
        if settles {
            self.out.open_if(c::Expr::name(&left.flag));
            self.out.extend(restored);
            self.out.close();
        }
        if !left.in_team || !has_ways {
            return left.flag.clone();
        }
        // After this the flag belongs to the next run.
        let how = self.naming.fresh("_how");
        self.out.push(C::declare(c::Type::named("int").constant(), &how, c::Expr::name(&left.flag)));
        self.out.push(C::Pragma(vec![Clause::words("barrier")]));
        how
    }

    /// Returns a number, from the function or the iteration around this place.
    pub(super) fn return_value(&mut self, value: c::Expr) {
        let target = match self.exits.iteration_result() {
            Some(result) => c::Expr::name(result),
            None if self.returns_directly() => return self.leave_with(Way::Return, Some(value)),
            None => self.result_place(),
        };
        self.out.push(C::assign(target, value));
        self.leave(Way::Return);
    }
}

/// Copies an iteration's own error to the record that all share.
pub(super) fn hand_over(shared: c::Expr, own: &str) -> C {
    C::call(lir::HAND_OVER, vec![shared, c::Expr::address(c::Expr::name(own))])
}

fn returns(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Return(_)));
    found
}

/// Whether a failure in a block may lead to a handler in it, which looks at a record.
pub(super) fn has_try_in(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Try(_)));
    found
}

fn takes_gil(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::WithGil(_)));
    found
}

/// Whether parallel code returns the function's result and the result is an object.
pub(super) fn gives_object(function: &crate::tir::Function) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Prange(_) | StmtKind::Parallel(_) = &stmt.kind {
            found |= walk::blocks(stmt).into_iter().any(|block| returns(block));
        }
    });
    found && function.result.is_object()
}
