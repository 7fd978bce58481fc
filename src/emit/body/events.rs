//! What functions report to profilers and to what traces lines: see `offcy_events.h`.

use super::Body;
use crate::emit::c;
use crate::emit::lir::{Fail, Stmt as C, Test};
use crate::emit::placement::Convention;
use crate::source::Span;
use crate::tir::{Function, FunctionKind};

/// What reports a line.
const LINE: &str = "offcy_line_event";

/// The variables that a function needs for it: `OFFCY_EVENTS` declares them.
pub(super) fn names(function: &Function) -> &'static [&'static str] {
    if function.is_watched() { &["_events", "_watched"] } else { &[] }
}

fn events() -> c::Expr {
    c::Expr::address(c::Expr::name("_events"))
}

impl Body<'_, '_, '_> {
    pub(crate) fn enter_events(&mut self, lines: bool, span: Span) {
        self.needs.events = Some(lines);
        self.check_step(c::Expr::call("offcy_enter_events", vec![events()]), span);
    }

    pub(crate) fn line_event(&mut self, span: Span) {
        let line = c::Expr::number(self.unit.line(span));
        let call = c::Expr::call(LINE, vec![events(), line]);
        let is_line =
            |value: &c::Expr| matches!(value, c::Expr::Call(callee, _) if **callee == c::Expr::name(LINE));
        let last = self.out.since(0).iter().rev().find_map(|stmt| match stmt {
            C::Fail(Fail { test: Test::Negative(value), .. }) => Some(value).filter(|value| is_line(value)),
            _ => None,
        });
        // Several statements may be on a line.
        if last != Some(&call) {
            self.check_step(call, span);
        }
    }

    pub(crate) fn declared_events(&self) -> Option<C> {
        let lines = self.needs.events?;
        let (name, line) = match self.function.kind {
            FunctionKind::Init => ("<module>", 1),
            _ => (self.function.name.as_str(), self.unit.line(self.function.span)),
        };
        let arguments = vec![
            c::string_literal(name.as_bytes()),
            self.unit.file_constant(self.function.span),
            c::Expr::number(line),
            c::Expr::bool(lines),
            c::Expr::name("offcy_globals"),
        ];
        Some(C::call("OFFCY_EVENTS", arguments))
    }

    /// At the end of the function, before it returns.
    pub(crate) fn leave_events(&mut self) {
        if self.needs.events.is_none() {
            return;
        }
        let name = |name: &str| c::Expr::name(name);
        self.out.push(match (self.convention(), self.returns_status()) {
            (Convention::Python, true) => {
                let left = c::Expr::call("offcy_leave_events", vec![events(), name("_status")]);
                C::assign(name("_status"), left)
            }
            (Convention::Python, false) => {
                let left = c::Expr::call("offcy_return_event", vec![events(), name("_result")]);
                C::assign(name("_result"), left)
            }
            _ => C::call("offcy_end_events", vec![events()]),
        });
    }

    /// What a generator gives at a `yield`.
    pub(crate) fn yielded(&self, value: c::Expr) -> c::Expr {
        match self.needs.events {
            Some(_) => c::Expr::call("offcy_yield_event", vec![events(), value]),
            None => value,
        }
    }
}
