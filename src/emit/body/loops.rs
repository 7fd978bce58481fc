//! Serial loops.

use super::view::needs_statements;
use super::{Body, Opened};
use crate::emit::c;
use crate::emit::lir::{Header, Stmt as C, exits};
use crate::pass::LocalSet;
use crate::tir::{Block, Check, CheckKind, Expr, For, Step, Stmt, StmtKind, walk};

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn while_loop(
        &mut self,
        prepare: &'a Block,
        condition: &'a Expr,
        body: &'a Block,
        otherwise: &'a Block,
    ) {
        let broke = self.broke_flag(body, otherwise);
        let outer = self.enter_failing_loop(&[prepare, body]);
        if prepare.is_empty() && !needs_statements(condition) {
            let condition = self.expr(condition);
            self.out.open_while(condition);
            self.leave_failed_region();
        } else {
            self.out.open_forever();
            // After what one thread computes for the condition the host asks anyway.
            let asks =
                |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Serial(serial) if !serial.results.is_empty());
            if !prepare.iter().any(asks) {
                self.leave_failed_region();
            }
            self.prepare_iteration(prepare, body);
            let condition = self.expr(condition);
            self.out.push(C::when(c::Expr::not(condition), C::Break));
        }
        self.loop_body(body, broke.clone());
        self.out.close();
        self.kernels.in_failing_loop = outer;
        self.otherwise(otherwise, broke);
    }

    pub(super) fn for_loop(&mut self, looped: &'a For) {
        let broke = self.broke_flag(&looped.body, &looped.otherwise);
        let counter = self.naming.local(looped.counter);
        let declared = !self.naming.variable(looped.counter).is_in_frame();
        let declared = declared.then(|| self.local_type(looped.counter));
        let header = self.counting(declared, counter.clone(), &looped.start, &looped.stop, &looped.step);
        if !self.in_kernel() {
            self.kernels.host_locals.insert(looped.counter);
        }
        let outer = self.enter_failing_loop(&[&looped.body]);
        self.out.extend(unrolled(looped).map(C::Unroll));
        self.out.open_for(header);
        if let Some(target) = looped.target {
            self.out.push(C::assign(self.naming.local(target), counter));
        }
        self.loop_body(&looped.body, broke.clone());
        self.out.close();
        self.kernels.in_failing_loop = outer;
        self.otherwise(&looped.otherwise, broke);
    }

    /// `int i = 0; i < n; i++`; the type if the header declares the counter.
    pub(super) fn counting(
        &mut self,
        declared: Option<c::Type>,
        counter: c::Expr,
        start: &Expr,
        stop: &Expr,
        step: &Step,
    ) -> Header {
        let (start, stop) = (self.expr(start), self.expr(stop));
        let (condition, advance) = match step {
            Step::Constant(step) => {
                let comparison = if *step > 0 { "<" } else { ">" };
                let condition = c::Expr::binary(comparison, counter.clone(), stop);
                let distance = || c::Expr::number(step.unsigned_abs());
                let advance = match step {
                    1 => c::Expr::postfix(counter.clone(), "++"),
                    -1 => c::Expr::postfix(counter.clone(), "--"),
                    step if *step > 0 => c::Expr::assign(counter.clone(), "+=", distance()),
                    _ => c::Expr::assign(counter.clone(), "-=", distance()),
                };
                (condition, advance)
            }
            Step::Dynamic(step) => {
                let step = self.expr(step);
                let up = c::Expr::binary("<", counter.clone(), stop.clone());
                let down = c::Expr::binary(">", counter.clone(), stop);
                let positive = c::Expr::binary(">", step.clone(), c::Expr::number(0));
                let advance = c::Expr::assign(counter.clone(), "+=", step);
                (c::Expr::conditional(positive, up, down), advance)
            }
        };
        let init = match (declared, &counter) {
            (Some(ty), c::Expr::Name(name)) => C::declare(ty, name, start),
            _ => C::assign(counter, start),
        };
        Header::Counting { init: Box::new(init), condition, advance }
    }

    fn loop_body(&mut self, body: &'a Block, broke: Option<c::Expr>) {
        let mark = self.out.mark();
        self.exits.opened.push(Opened::Loop { any_order: LocalSet::default() });
        self.block(body);
        self.exits.opened.pop();
        self.settle(mark, |body| exits::end_in_loop(body, broke.as_ref(), None));
    }

    /// A flag that a `break` sets, if there is an `else` that needs it.
    fn broke_flag(&mut self, body: &Block, otherwise: &Block) -> Option<c::Expr> {
        if otherwise.is_empty() || !has_break(body) {
            return None;
        }
        let flag = self.kept("bool", "_broke");
        self.out.push(Self::first_value("bool", &flag, c::Expr::bool(false)));
        Some(flag.place())
    }

    fn otherwise(&mut self, otherwise: &'a Block, broke: Option<c::Expr>) {
        match broke {
            Some(flag) => {
                self.out.open_if(c::Expr::not(flag));
                self.block(otherwise);
                self.out.close();
            }
            None => self.block(otherwise),
        }
    }
}

/// Whether the body contains a `break` of this loop.
fn has_break(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::While { otherwise, .. } => has_break(otherwise),
        StmtKind::For(looped) => has_break(&looped.otherwise),
        _ => crate::tir::walk::blocks(stmt).into_iter().any(|block| has_break(block)),
    })
}

/// How many iterations of a loop that no index ends are to be one. Compilers for GPUs would leave it as it is, and wait for what
/// one iteration loads before the next one.
fn unrolled(looped: &For) -> Option<u32> {
    let mut count = 0;
    let mut is_tried = false;
    walk::statements(&looped.body, &mut |stmt| {
        count += 1;
        is_tried |= matches!(&stmt.kind, StmtKind::Check(Check { kind: CheckKind::Noted { .. } }));
    });
    let is_known = matches!(looped.step, Step::Constant(_));
    match count {
        _ if !is_tried || !is_known => None,
        0..=8 => Some(8),
        9..=20 => Some(4),
        _ => None,
    }
}
