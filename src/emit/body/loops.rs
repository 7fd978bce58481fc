//! Serial loops.

use super::view::needs_statements;
use super::{Body, Opened};
use crate::emit::c;
use crate::tir::{Block, Expr, For, Step, Stmt, StmtKind};

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
            self.out.open(format!("while ({condition})"));
            self.leave_failed_region();
        } else {
            self.out.open("for (;;)");
            // After what one thread computes for the condition the host asks anyway.
            let asks =
                |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Serial(serial) if !serial.results.is_empty());
            if !prepare.iter().any(asks) {
                self.leave_failed_region();
            }
            self.prepare_iteration(prepare, body);
            let condition = self.expr(condition);
            self.out.line(format!("if ({})", c::Expr::not(condition)));
            self.out.indent();
            self.out.line("break;");
            self.out.dedent();
        }
        self.loop_body(body, broke.clone());
        self.out.close();
        self.in_failing_loop = outer;
        self.otherwise(otherwise, broke);
    }

    pub(super) fn for_loop(&mut self, looped: &'a For) {
        let broke = self.broke_flag(&looped.body, &looped.otherwise);
        let name = self.local_name(looped.counter).to_string();
        let declared = match Self::is_of_c(&name) {
            true => self.local_type(looped.counter).declare(&name),
            false => name.clone(),
        };
        let header = self.counting(&declared, &name, &looped.start, &looped.stop, &looped.step);
        if !self.in_kernel() {
            self.host_locals.insert(looped.counter);
        }
        let outer = self.enter_failing_loop(&[&looped.body]);
        self.out.open(format!("for ({header})"));
        if let Some(target) = looped.target {
            let line = format!("{} = {name};", self.local_name(target));
            self.out.line(line);
        }
        self.loop_body(&looped.body, broke.clone());
        self.out.close();
        self.in_failing_loop = outer;
        self.otherwise(&looped.otherwise, broke);
    }

    /// `int i = 0; i < n; i++`
    pub(super) fn counting(
        &mut self,
        declared: &str,
        name: &str,
        start: &Expr,
        stop: &Expr,
        step: &Step,
    ) -> String {
        let (start, stop) = (self.expr(start), self.expr(stop));
        let counter = || c::Expr::atom(name);
        match step {
            Step::Constant(step) => {
                let comparison = if *step > 0 { "<" } else { ">" };
                let condition = c::Expr::binary(comparison, counter(), stop);
                let advance = match step {
                    1 => format!("{name}++"),
                    -1 => format!("{name}--"),
                    step if *step > 0 => format!("{name} += {step}"),
                    step => format!("{name} -= {}", step.unsigned_abs()),
                };
                format!("{declared} = {start}; {condition}; {advance}")
            }
            Step::Dynamic(step) => {
                let step = self.expr(step);
                let up = c::Expr::binary("<", counter(), stop.clone());
                let down = c::Expr::binary(">", counter(), stop);
                let positive = c::Expr::binary(">", step.clone(), c::Expr::atom("0"));
                let condition = c::Expr::conditional(positive, up, down);
                format!("{declared} = {start}; {condition}; {name} += {step}")
            }
        }
    }

    fn loop_body(&mut self, body: &'a Block, broke: Option<String>) {
        self.opened.push(Opened::Loop { broke, end: None });
        self.block(body);
        self.opened.pop();
    }

    /// A flag that a `break` sets, if there is an `else` that needs it.
    fn broke_flag(&mut self, body: &Block, otherwise: &Block) -> Option<String> {
        if otherwise.is_empty() || !has_break(body) {
            return None;
        }
        let flag = self.kept("bool", "_broke");
        self.out.line(format!("{}{flag} = false;", if self.in_frame { "" } else { "bool " }));
        Some(flag)
    }

    fn otherwise(&mut self, otherwise: &'a Block, broke: Option<String>) {
        match broke {
            Some(flag) => {
                self.out.open(format!("if (!{flag})"));
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
