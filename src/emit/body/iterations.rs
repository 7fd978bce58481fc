//! Ways out of the host's parallel code: `break`, `return` and failures end the iteration that they are in, inform
//! the other threads, and go on after the construct.
//!
//! One thread wins: the variables that are used after the loop have the values that they had in its iteration, and
//! a number that is returned is its number. If objects are returned, the last one is kept.

use super::tried::Way;
use super::{Body, Failing, Opened};
use crate::emit::c;
use crate::emit::types::c_type;
use crate::tir::{Prange, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// An iteration of a parallel loop, or the block of a team: where the ways out of it go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The label at its end.
    label: String,
    /// The iteration's variable that says how it was left.
    way: String,
    /// The iteration's variable for what it returns.
    result: String,
    ways: Vec<Way>,
}

/// What all threads share.
#[derive(Clone, Debug)]
pub(super) struct Left {
    /// How the iterations were left: zero if they ran to their end.
    pub flag: String,
    /// The variables that are used afterwards, each with the variable that keeps its value.
    saved: Vec<(String, String)>,
    /// What is returned, unless it is an object.
    result: Option<String>,
    in_team: bool,
}

impl<'a> Body<'_, '_, 'a> {
    /// Declares what records that a parallel loop was left, if that can happen.
    pub(super) fn open_left(&mut self, prange: &'a Prange) -> Option<Left> {
        // Checks go on as before: nobody sees what other iterations do.
        let is_seen = has_try_in(&self.function.body) || takes_gil(&prange.body);
        let stops = self.leaves(&prange.body) || is_seen && self.can_fail(&prange.body);
        let left = (self.region.is_none() && stops).then(|| self.left(&prange.body));
        let mut left = left?;
        for &local in &prange.lastprivates {
            if matches!(self.function.locals[local].ty, Ty::Array { .. }) {
                continue;
            }
            let name = self.local_name(local).to_string();
            let last = self.namer.name(&format!("_last_{}", name.trim_start_matches('_')));
            let declared = self.local_type(local).declare(&last);
            self.declare_shared(format!("{declared};"));
            left.saved.push((name, last));
        }
        if self.in_team {
            self.out.pragma(&["single".to_string()]);
            self.out.line(format!("{} = 0;", left.flag));
        }
        Some(left)
    }

    /// The same for the block of a team.
    pub(super) fn open_left_block(&mut self, block: &'a [Stmt]) -> Option<Left> {
        self.leaves(block).then(|| self.left(block))
    }

    fn left(&mut self, block: &[Stmt]) -> Left {
        let flag = self.namer.name("_left");
        self.declare_shared(format!("int {flag} = 0;"));
        let result =
            (returns(block) && !self.function.result.is_object() && self.result() != Ty::Void).then(|| {
                let result = self.namer.name("_given");
                let declared = c_type(&self.unit.symbols, &self.function.result).declare(&result);
                let zero = self.zero();
                self.declare_shared(format!("{declared} = {zero};"));
                result
            });
        Left { flag, saved: Vec::new(), result, in_team: self.in_team }
    }

    /// A variable that all threads share: it is declared before the team.
    fn declare_shared(&mut self, line: String) {
        match self.in_team {
            true => self.shared_by_team.push(line),
            false => self.out.line(line),
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
        (label, mark): (&str, usize),
        write: impl FnOnce(&mut Self),
    ) {
        let has_record = has_try_in(block);
        if left.is_none() && !has_record {
            write(self);
            return self.label(label, mark);
        }
        let error = self.own_error.clone();
        if has_record {
            self.own_error = Some(self.namer.name("_own"));
        }
        let mut inside = self.out.fork();
        std::mem::swap(&mut self.out, &mut inside);
        let handlings = std::mem::take(&mut self.needs.handlings);
        let open_handlings = std::mem::take(&mut self.needs.open_handlings);
        let end = self.namer.name("round_left");
        let [way, result] = ["_way", "_gives"].map(|name| self.namer.name(name));
        self.opened.push(Opened::Iterations(Leaving {
            label: end.clone(),
            way: way.clone(),
            result: result.clone(),
            ways: vec![],
        }));
        write(self);
        let ways = match self.opened.pop() {
            Some(Opened::Iterations(leaving)) => leaving.ways,
            _ => Vec::new(),
        };
        let handlings = std::mem::replace(&mut self.needs.handlings, handlings);
        self.needs.open_handlings = open_handlings;
        let own = std::mem::replace(&mut self.own_error, error);
        std::mem::swap(&mut self.out, &mut inside);
        let written = inside;
        let goes = format!("goto {label};");
        let fails = written.since(0).contains(&goes) || self.out.since(mark).contains(&goes);
        if left.is_some() {
            self.out.line(format!("int {way} = OFFCY_FAILED;"));
        }
        let gives = ways.contains(&Way::Return) && self.result() != Ty::Void;
        if gives {
            let ty = c_type(&self.unit.symbols, &self.function.result);
            let zero = self.zero();
            self.out.line(format!("{} = {zero};", ty.declare(&result)));
        }
        own.iter()
            .filter(|_| has_record)
            .for_each(|own| self.out.line(format!("offcy_error {own} = {{0}};")));
        handlings.iter().for_each(|handling| self.out.line(handling.declared()));
        self.out.splice(written);
        if !fails && ways.is_empty() {
            return;
        }
        let done = self.namer.name("round_end");
        self.out.line(format!("goto {done};"));
        if fails {
            self.margin_label(&format!("{label}:;"));
            handlings.iter().rev().for_each(|handling| self.out.line(handling.end()));
            if let Some(own) = own.filter(|_| has_record) {
                let shared = self.error();
                self.out.line(format!("offcy_hand_over_error({shared}, &{own});"));
            }
        }
        if !ways.is_empty() {
            self.margin_label(&format!("{end}:;"));
        }
        if let Some(left) = left {
            let mut lines: Vec<String> =
                left.saved.iter().map(|(name, last)| format!("{last} = {name};")).collect();
            lines.extend(left.result.iter().filter(|_| gives).map(|given| format!("{given} = {result};")));
            let wins = format!("offcy_leave_iterations(&{}, {way})", left.flag);
            if lines.is_empty() {
                self.out.line(format!("{wins};"));
            } else {
                self.out.open(format!("if ({wins})"));
                lines.iter().for_each(|line| self.out.line(line));
                self.out.close();
            }
        }
        if gives && self.function.result.is_object() {
            self.out.line(format!("offcy_give_object(&_result, &{result});"));
        }
        self.margin_label(&format!("{done}:;"));
    }

    /// Whether code leaves the iterations of the loop, or the team's block, whose body it is.
    fn leaves(&mut self, block: &[Stmt]) -> bool {
        self.ways_out(block, false).iter().any(|way| *way != Way::Continue)
    }

    fn margin_label(&mut self, text: &str) {
        self.out.dedent();
        self.out.line(text);
        self.out.indent();
    }

    /// After the construct, and after the check for failures: goes where its iterations were going.
    pub(super) fn go_on_after(&mut self, left: &Left, block: &[Stmt], in_loop: bool) {
        let ways = self.ways_out(block, in_loop);
        let flag = self.settle_left(left, !ways.is_empty());
        for way in ways {
            self.out.open(format!("if ({flag} == {})", way.code()));
            match &left.result {
                Some(result) if way == Way::Return => self.give(Some(&c::Expr::atom(result.clone()))),
                _ if way == Way::Return
                    && self.function.result.is_object()
                    && self.iteration_result().is_none() =>
                {
                    self.out.open("if (_result == NULL)");
                    self.empty_result();
                    self.out.close();
                }
                _ => {}
            }
            if way != Way::Return || self.iteration_result().is_some() || !self.returns_directly() {
                self.leave(way);
            }
            self.out.close();
        }
    }

    /// Gives variables their values back, and returns the variable that records the way out.
    fn settle_left(&mut self, left: &Left, has_ways: bool) -> String {
        let restored: Vec<String> =
            left.saved.iter().map(|(name, last)| format!("{name} = {last};")).collect();
        let settles = !restored.is_empty() || left.in_team && has_ways;
        if left.in_team && settles {
            self.out.pragma(&["single".to_string()]);
        }
        if settles {
            self.out.open(format!("if ({})", left.flag));
            restored.iter().for_each(|line| self.out.line(line));
            self.out.close();
        }
        if !left.in_team || !has_ways {
            return left.flag.clone();
        }
        // After this the flag belongs to the next run.
        let how = self.namer.name("_how");
        self.out.line(format!("const int {how} = {};", left.flag));
        self.out.pragma(&["barrier".to_string()]);
        how
    }

    /// What is returned becomes the result of the function, or of the iteration around this place.
    pub(super) fn give(&mut self, value: Option<&c::Expr>) {
        let Some(value) = value else { return };
        let target = match self.iteration_result() {
            Some(result) => result,
            None if self.returns_directly() => {
                self.close_down_to(0);
                self.out.line(format!("return {value};"));
                return;
            }
            None if self.returns_status() => "*_result".to_string(),
            None => "_result".to_string(),
        };
        self.out.line(format!("{target} = {value};"));
    }

    /// The variable for what the innermost iteration returns.
    pub(super) fn iteration_result(&self) -> Option<String> {
        self.opened.iter().rev().find_map(|opened| match opened {
            Opened::Iterations(leaving) => Some(leaving.result.clone()),
            _ => None,
        })
    }

    /// Goes to the end of the iteration that must be left first.
    pub(super) fn leave_iterations(&mut self, way: Way, at: usize) {
        self.close_down_to(at + 1);
        let Some(Opened::Iterations(leaving)) = self.opened.get_mut(at) else { return };
        if !leaving.ways.contains(&way) {
            leaving.ways.push(way);
        }
        self.out.line(format!("{} = {};", leaving.way, way.code()));
        self.out.line(format!("goto {};", leaving.label));
    }

    /// Where a failure in a `try` goes.
    pub(super) fn failing_in_try(&self) -> Failing {
        match &self.failing {
            Failing::Iteration(_) => Failing::Cleanup,
            other => other.clone(),
        }
    }
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
