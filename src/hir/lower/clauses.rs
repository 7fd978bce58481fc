//! The arguments of `parallel` and `prange`.

use super::builder::BodyBuilder;
use super::scope::Construct;
use super::{FunctionLowerer, report, string_text};
use crate::hir::{Clauses, DeviceClause, Schedule};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

/// The clauses of a call of `parallel` or `prange`.
pub struct ReadClauses<'t> {
    pub positional: Vec<Expression<'t>>,
    pub clauses: Clauses,
    pub nogil: bool,
}

const CLAUSES: &[&str] =
    &["device", "num_threads", "use_threads_if", "num_teams", "thread_limit", "if_", "device_num", "simd"];
const LOOP_CLAUSES: &[&str] = &["nogil", "schedule", "chunksize", "collapse"];

impl<'t> FunctionLowerer<'_, 't> {
    pub fn clauses(
        &mut self,
        construct: Construct,
        call: ast::Call<'t>,
        body: &mut BodyBuilder,
    ) -> ReadClauses<'t> {
        let mut read = ReadClauses { positional: Vec::new(), clauses: Clauses::default(), nogil: false };
        for argument in call.arguments() {
            let Some(value) = argument.value() else { continue };
            match argument.name() {
                Some(name) => self.clause(construct, name.text(), value, argument.span(), &mut read, body),
                None if argument.is_plain() && construct == Construct::Prange => read.positional.push(value),
                None => {
                    self.report(report::bad_clause(construct.name(), "positional argument", argument.span()));
                }
            }
        }
        read
    }

    fn clause(
        &mut self,
        construct: Construct,
        name: &str,
        value: Expression<'t>,
        span: Span,
        read: &mut ReadClauses<'t>,
        body: &mut BodyBuilder,
    ) {
        let in_loop = construct == Construct::Prange;
        let clauses = &mut read.clauses;
        match name {
            // As if it were not there.
            "num_threads" if matches!(value, Expression::None(_)) => {}
            "chunksize" if in_loop && matches!(value, Expression::None(_)) => {}
            "num_threads" => clauses.num_threads = Some(self.expr(value, body)),
            "use_threads_if" => clauses.use_threads_if = Some(self.expr(value, body)),
            "num_teams" => clauses.num_teams = Some(self.expr(value, body)),
            "thread_limit" => clauses.thread_limit = Some(self.expr(value, body)),
            "if_" => clauses.offload_if = Some(self.expr(value, body)),
            "device_num" => clauses.device_num = Some(self.expr(value, body)),
            "device" => clauses.device = self.device_clause(value, span, body),
            "simd" => clauses.simd = self.flag(name, value),
            "collapse" if in_loop => clauses.collapse = self.collapse(value),
            "nogil" if in_loop => read.nogil = self.flag(name, value),
            "schedule" if in_loop => clauses.schedule = self.schedule(value),
            "chunksize" if in_loop => clauses.chunksize = Some(self.expr(value, body)),
            _ => {
                let known = CLAUSES.iter().chain(if in_loop { LOOP_CLAUSES } else { &[] });
                let known: Vec<&str> = known.copied().collect();
                let word = Span { end: span.start + name.len() as u32, ..span };
                self.report(report::unknown_clause(construct.name(), name, &known, word, span));
            }
        }
    }

    /// A dict of maps or `True`; `False` and `None` mean no region.
    fn device_clause(
        &mut self,
        value: Expression<'t>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> Option<DeviceClause> {
        match value {
            Expression::None(_) => {
                self.report(report::no_region(span));
                None
            }
            Expression::Boolean(literal) => {
                literal.value().then_some(DeviceClause { entries: Vec::new(), span })
            }
            _ => Some(DeviceClause { entries: self.map_dictionary("device", value, body), span }),
        }
    }

    fn flag(&mut self, name: &str, value: Expression<'t>) -> bool {
        match value {
            Expression::Boolean(literal) => literal.value(),
            _ => {
                self.report(report::bad_clause_value(name, "`True` or `False`", value.span()));
                false
            }
        }
    }

    fn collapse(&mut self, value: Expression<'t>) -> Option<u32> {
        let depth = match value {
            Expression::Integer(literal) => {
                literal.value().ok().and_then(|number| number.digits.parse().ok())
            }
            _ => None,
        };
        let depth = depth.filter(|depth| (1..=8).contains(depth));
        if depth.is_none() {
            self.report(report::bad_clause_value("collapse", "a number of loops, 1 to 8", value.span()));
        }
        depth
    }

    fn schedule(&mut self, value: Expression<'t>) -> Option<Schedule> {
        let word = match value {
            Expression::String(literal) => string_text(literal),
            Expression::None(_) => return None,
            _ => None,
        };
        let schedule = match word.as_deref() {
            Some("static") => Some(Schedule::Static),
            Some("dynamic") => Some(Schedule::Dynamic),
            Some("guided") => Some(Schedule::Guided),
            Some("runtime") => Some(Schedule::Runtime),
            _ => None,
        };
        if schedule.is_none() {
            self.report(report::bad_schedule(value.span()));
        }
        schedule
    }
}
