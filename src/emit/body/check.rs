//! Checks: a condition that must hold, and what happens if it does not.

use super::{Body, Failing, Setting, failed};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::lir::{Destination, Fail, Stmt as C, Test};
use crate::emit::placement::Convention;
use crate::emit::types::{c_type, math_word};
use crate::emit::unit::Site;
use crate::source::Span;
use crate::tir::{BinaryOp, CheckKind, Division, Expr, LocalId};
use crate::ty::Ty;

/// What a `noexcept` function of the kernels' file does with its own error record.
pub(super) fn note_dropped() -> C {
    C::call("offcy_note_dropped", vec![c::Expr::name("_error"), c::Expr::lent(c::Expr::name("_own"))])
}

/// An index that is to be checked.
struct Outside {
    given: c::Expr,
    extent: c::Expr,
    /// The condition that it is outside.
    is_outside: c::Expr,
}

/// What is raised for a memoryview that is `None`, by what is done with it.
fn not_none(action: &str) -> (&'static str, String) {
    match action {
        "index" | "slice" => ("TypeError", format!("Cannot {action} None memoryview slice")),
        "assign" => ("TypeError", "Cannot assign to None memoryview slice".to_string()),
        "buffer" => ("TypeError", "'NoneType' object is not subscriptable".to_string()),
        "transpose" => ("AttributeError", "Cannot transpose None memoryview slice".to_string()),
        "field" => ("AttributeError", "Memoryview is not initialized".to_string()),
        other => {
            let message = format!("Cannot access '{other}' attribute of None memoryview slice");
            ("AttributeError", message)
        }
    }
}

impl Body<'_, '_, '_> {
    pub(super) fn check(&mut self, check: &CheckKind, declares: Option<LocalId>, span: Span) {
        let declares = declares.is_some();
        match check {
            CheckKind::Index { into, index, extent, axis, wraparound, boundscheck, variable, is_slice } => {
                let target = (*into, declares);
                if let Some(outside) = self.placed(target, (index, extent), *wraparound, *boundscheck) {
                    let site = self.site(span, variable.as_deref());
                    self.fail_outside(outside, (site, *axis), *is_slice);
                }
            }
            CheckKind::Noted { into, index, extent, wraparound, outside, .. } => {
                self.noted((*into, declares), (index, extent), *wraparound, *outside);
            }
            CheckKind::Divisor { value, dividend: Some(dividend), .. } => {
                self.divided(dividend, value, span);
            }
            CheckKind::Divisor { value, division, dividend: None } => {
                let kind = match division {
                    Division::Integer | Division::IntegerModulo => "OFFCY_INTEGER_DIVISION_BY_ZERO",
                    Division::Float => "OFFCY_FLOAT_DIVISION_BY_ZERO",
                    Division::FloatModulo => "OFFCY_FLOAT_MODULO_BY_ZERO",
                };
                let site = self.site(span, None);
                self.fail_if_zero(value, kind, site);
            }
            CheckKind::Overflow { op, left, right } => {
                let site = self.site(span, None);
                let overflows = self.overflows(*op, left, right);
                self.fail_when(overflows, "OFFCY_OVERFLOW", site);
            }
            CheckKind::Step { value, axis: Some(axis) } => self.slice_step(value, *axis, span),
            CheckKind::Step { value, axis: None } => {
                let message = "range() arg 3 must not be zero".to_string();
                let site = self.message_site(span, "ValueError", Some(message));
                self.fail_if_zero(value, "OFFCY_RAISED", site);
            }
            CheckKind::Extent { extent, given, axis } => self.extent(extent, given, *axis, span),
            // Devices have no such teams.
            CheckKind::Clause { clause: "num_threads", .. } if self.setting == Setting::Kernel => {}
            CheckKind::Clause { value, clause } => self.clause(value, clause, span),
            CheckKind::NotNone { view, action } => {
                let (exception, message) = not_none(action);
                let is_none = self.is_no_view(view);
                let site = self.message_site(span, exception, Some(message));
                self.fail_when(is_none, "OFFCY_NONE_ERROR", site);
            }
            CheckKind::Attribute { object, name } => {
                let is_none = self.is_python_none(object);
                let message = format!("'NoneType' object has no attribute '{name}'");
                self.raise_when(is_none, "AttributeError", message, span);
            }
            CheckKind::Given { value } => {
                let is_none = match value.ty.memoryview() {
                    Some(_) => self.is_no_view(value),
                    None => self.is_python_none(value),
                };
                let message = "cannot pass None into a C function argument that is declared 'not None'";
                self.raise_when(is_none, "TypeError", message.to_string(), span);
            }
            CheckKind::Shared { place, name, is_own } => {
                let is_empty = c::Expr::binary("==", self.expr(place), c::Expr::null());
                let (class, message) = match is_own {
                    true => {
                        ("UnboundLocalError", format!("local variable '{name}' referenced before assignment"))
                    }
                    false => (
                        "NameError",
                        format!("free variable '{name}' referenced before assignment in enclosing scope"),
                    ),
                };
                self.raise_when(is_empty, class, message, span);
            }
            CheckKind::Initialised { local } => self.initialised(*local, span),
            CheckKind::Bound { global } => {
                let name = self.unit.module.globals[*global].name.clone();
                let site = self.site(span, Some(&name));
                let flag = self.unit.symbols.flags[*global].clone();
                self.fail_when(c::Expr::not(c::Expr::name(flag)), "OFFCY_UNBOUND_ERROR", site);
            }
        }
    }

    /// Stores an index, if somebody reads it. What is to be checked: that was not checked before, where nothing has
    /// changed since.
    fn placed(
        &mut self,
        target: (Option<LocalId>, bool),
        (index, extent): (&Expr, &Expr),
        wraparound: bool,
        boundscheck: bool,
    ) -> Option<Outside> {
        let given = self.expr(index);
        let extent = self.expr(extent);
        let condition = (given.clone(), extent.clone(), wraparound);
        let is_checked = boundscheck && !self.checked.contains(&condition);
        let is_outside = self.stored(target, &given, &extent, wraparound, is_checked);
        is_checked.then(|| {
            self.checked.push(condition);
            Outside { given, extent, is_outside }
        })
    }

    fn fail_outside(&mut self, outside: Outside, (site, axis): (c::Expr, usize), is_slice: bool) {
        let Outside { given, extent, is_outside } = outside;
        let error = self.error();
        let axis = c::Expr::number(axis);
        let record = if is_slice {
            let kind = c::Expr::constant("OFFCY_SLICE_INDEX_ERROR");
            c::Expr::call("offcy_fail_axis", vec![error, kind, site, axis, given, extent])
        } else {
            c::Expr::call("offcy_fail_index", vec![error, site, axis, given, extent])
        };
        self.fail_if(is_outside, record);
    }

    /// A division that may divide by zero, or have a result that its type cannot hold.
    fn divided(&mut self, dividend: &Expr, divisor: &Expr, span: Span) {
        let word = math_word(&divisor.ty);
        let arguments = vec![self.expr(dividend), self.expr(divisor)];
        let call = c::Expr::call(format!("offcy_division_problem_{word}"), arguments);
        let problem = self.naming.fresh("_problem");
        self.out.push(C::declare(c::Type::named("int").constant(), &problem, call));
        let site = self.site(span, None);
        self.fail_with(c::Expr::name(&problem), c::Expr::name(&problem), site);
    }

    fn slice_step(&mut self, value: &Expr, axis: usize, span: Span) {
        let (site, error) = (self.site(span, None), self.error());
        let kind = c::Expr::constant("OFFCY_SLICE_STEP_ERROR");
        let zero = || c::Expr::number(0);
        let arguments = vec![error, kind, site, c::Expr::number(axis), zero(), zero()];
        let record = c::Expr::call("offcy_fail_axis", arguments);
        let is_zero = c::Expr::binary("==", self.expr(value), zero());
        self.fail_if(c::Expr::call("OFFCY_UNLIKELY", vec![is_zero]), record);
    }

    /// What is assigned along an axis, or in its whole length, must have as many elements; one goes to all.
    fn extent(&mut self, extent: &Expr, given: &Expr, axis: Option<usize>, span: Span) {
        let (site, error) = (self.site(span, None), self.error());
        let (given, extent) = (self.expr(given), self.expr(extent));
        let kind = if axis.is_some() { "OFFCY_EXTENT_ERROR" } else { "OFFCY_LENGTH_ERROR" };
        let number = c::Expr::number(axis.unwrap_or(0));
        let arguments = vec![error, c::Expr::constant(kind), site, number, given.clone(), extent.clone()];
        let record = c::Expr::call("offcy_fail_axis", arguments);
        let differs = c::Expr::binary("!=", given.clone(), extent);
        let is_wrong = match axis {
            Some(_) => {
                let is_many = c::Expr::binary("!=", given, c::Expr::number(1));
                c::Expr::binary("&&", differs, is_many)
            }
            None => differs,
        };
        self.fail_if(is_wrong, record);
    }

    /// A number in a clause that OpenMP takes.
    fn clause(&mut self, value: &Expr, clause: &'static str, span: Span) {
        let site = self.site(span, Some(clause));
        let asked = self.expr(value);
        let is_wrong = match clause {
            "num_threads" => c::Expr::call("offcy_too_many_threads", vec![asked.clone()]),
            _ => c::Expr::binary("<", asked.clone(), c::Expr::number(1)),
        };
        let zero = || c::Expr::number(0);
        let arguments =
            vec![self.error(), c::Expr::constant("OFFCY_BAD_CLAUSE"), site, zero(), asked, zero()];
        let record = c::Expr::call("offcy_fail_axis", arguments);
        self.fail_if(c::Expr::call("OFFCY_UNLIKELY", vec![is_wrong]), record);
    }

    /// A local that must have a value.
    fn initialised(&mut self, local: LocalId, span: Span) {
        let declared = &self.function.locals[local];
        let site = self.site(span, Some(&declared.name));
        let place = self.naming.local(local);
        let value = match declared.ty.memoryview() {
            Some(_) if self.setting == Setting::Glue => c::Expr::member(place, "owner"),
            _ => place,
        };
        let is_empty = c::Expr::binary("==", value, c::Expr::null());
        self.fail_when(is_empty, "OFFCY_UNBOUND_ERROR", site);
    }

    /// Whether a memoryview is `None`.
    fn is_no_view(&mut self, view: &Expr) -> c::Expr {
        let view = self.view(view);
        let address = match self.setting {
            Setting::Glue => view.owner.or_bug("the owner of a view"),
            Setting::Kernel => view.pointer(),
        };
        c::Expr::binary("==", address, c::Expr::null())
    }

    fn is_python_none(&mut self, object: &Expr) -> c::Expr {
        c::Expr::binary("==", self.expr(object), c::Expr::name("Py_None"))
    }

    /// Stores the index, wrapped around where asked. Returns the condition that it is out of bounds.
    fn stored(
        &mut self,
        (into, declares): (Option<LocalId>, bool),
        given: &c::Expr,
        extent: &c::Expr,
        wraparound: bool,
        is_checked: bool,
    ) -> c::Expr {
        // A variable of the index's own type can change while it is checked.
        let name = into.filter(|&into| self.function.locals[into].ty == Ty::SSIZE);
        let wraps_in_check = is_checked && wraparound && name.is_some();
        let value = match wraparound && !wraps_in_check {
            true => c::Expr::call("offcy_wrap", vec![given.clone(), extent.clone()]),
            false => given.clone(),
        };
        let Some(into) = into else { return c::Expr::call("offcy_outside", vec![value, extent.clone()]) };
        self.give_value(into, declares, value);
        let place = self.naming.local(into);
        let misses = c::Expr::call("offcy_misses", vec![c::Expr::address(place.clone()), extent.clone()]);
        let outside = c::Expr::call("offcy_outside", vec![place, extent.clone()]);
        if wraps_in_check { c::Expr::binary("&&", outside, misses) } else { outside }
    }

    /// Stores the index, or the last one and that it is outside. All is computed in the type of the index.
    fn noted(
        &mut self,
        (into, declares): (LocalId, bool),
        (index, extent): (&Expr, &Expr),
        wraparound: bool,
        outside: LocalId,
    ) {
        let (given, extent) = (self.expr(index), self.expr(extent));
        let is_narrow = self.function.locals[into].ty != Ty::SSIZE;
        let (suffix, extent) = match is_narrow {
            true => ("_int", c::Expr::cast(c::Type::named("int"), extent)),
            false => ("", extent),
        };
        let call = |what: &str, index: c::Expr| {
            c::Expr::call(format!("offcy_{what}{suffix}"), vec![index, extent.clone()])
        };
        let value = if wraparound { call("near", given) } else { given };
        self.give_value(into, declares, value);
        let held = call("hold", c::Expr::address(self.naming.local(into)));
        self.out.push(c::Expr::assign(self.naming.local(outside), "|=", held));
    }

    /// Whether the type of an operation cannot hold its result.
    fn overflows(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> c::Expr {
        let ty = left.ty.clone();
        let (left, right) = (self.expr(left), self.expr(right));
        let word = match op {
            BinaryOp::Add => "add",
            BinaryOp::Subtract => "sub",
            BinaryOp::Multiply => "mul",
            _ => {
                let name = format!("offcy_shift_overflows_{}", math_word(&ty));
                return c::Expr::call(name, vec![left, right]);
            }
        };
        let nowhere = c::Expr::Compound(c_type(&self.unit.symbols, &ty), vec![(None, c::Expr::number(0))]);
        c::Expr::call(format!("__builtin_{word}_overflow"), vec![left, right, c::Expr::address(nowhere)])
    }

    fn fail_if_zero(&mut self, value: &Expr, kind: &str, site: c::Expr) {
        let value = self.expr(value);
        self.fail_when(c::Expr::binary("==", value, c::Expr::number(0)), kind, site);
    }

    fn fail_when(&mut self, condition: c::Expr, kind: &str, site: c::Expr) {
        self.fail_with(condition, c::Expr::constant(kind), site);
    }

    fn fail_with(&mut self, condition: c::Expr, kind: c::Expr, site: c::Expr) {
        let error = self.error();
        let record = c::Expr::call("offcy_fail", vec![error, kind, site]);
        self.fail_if(c::Expr::call("OFFCY_UNLIKELY", vec![condition]), record);
    }

    fn raise_when(&mut self, condition: c::Expr, exception: &str, message: String, span: Span) {
        let site = self.message_site(span, exception, Some(message));
        self.fail_when(condition, "OFFCY_RAISED", site);
    }

    fn message_site(&mut self, span: Span, exception: &str, message: Option<String>) -> c::Expr {
        self.tables.site(Site {
            function: self.function.name.to_string(),
            line: self.unit.line(span),
            variable: None,
            exception: Some(exception.to_string()),
            message,
            file: self.unit.other_file(span),
        })
    }

    /// `raise` of a builtin exception with a constant text.
    pub(super) fn raise_constant(&mut self, exception: &str, message: Option<String>, span: Span) {
        let site = self.message_site(span, exception, message);
        let error = self.error();
        let kind = c::Expr::constant("OFFCY_RAISED");
        self.fail(Fail::recorded(Test::Always, c::Expr::call("offcy_fail", vec![error, kind, site])));
    }

    /// If the condition holds, records an error and leaves.
    fn fail_if(&mut self, condition: c::Expr, record: c::Expr) {
        self.fail(Fail::recorded(Test::When(condition), record));
    }

    /// Something that may fail. Where that leads is found later.
    pub(super) fn fail(&mut self, fail: C) {
        self.exits.pending_failures += 1;
        self.out.push(fail);
    }

    /// A step that gives a negative number on failure, which has reported its own error.
    pub(crate) fn check_step(&mut self, value: c::Expr, span: Span) {
        self.fail(Fail::at(Test::Negative(value), self.line_of_failure(span)));
    }

    /// A step that gives NULL on failure; the result goes to a variable.
    pub(crate) fn try_step(&mut self, target: c::Expr, value: c::Expr, span: Span) {
        self.fail(Fail::at(Test::Null { target, value }, self.line_of_failure(span)));
    }

    /// Leaves where a condition says that something has failed.
    pub(crate) fn leave_if(&mut self, condition: c::Expr, span: Span) {
        self.fail(Fail::at(Test::When(condition), self.line_of_failure(span)));
    }

    /// Leaves code that has failed and has reported it.
    pub(crate) fn fail_at(&mut self, span: Span) {
        self.fail(Fail::at(Test::Always, self.line_of_failure(span)));
    }

    /// The line for the traceback, where a failure is a Python exception.
    fn line_of_failure(&self, span: Span) -> Option<c::Expr> {
        // Threads share the function's line.
        let has_own = self.convention() != Convention::Record && !self.threads.are_several();
        (has_own || self.exits.has_taken_gil()).then(|| c::Expr::number(self.unit.line(span)))
    }

    /// What still leads nowhere leaves the function.
    pub(super) fn lead_out(&mut self) {
        let (failed, dropped) = (failed(), [note_dropped(), self.plain_return()]);
        let to = match self.exits.failing {
            Failing::Cleanup => Destination::Cleanup(&failed),
            Failing::Status => Destination::Status,
            Failing::Dropped => Destination::Dropped(&dropped),
        };
        self.lead(0, to);
    }

    /// Whether errors here go into a record that the function drops.
    pub(super) fn drops_errors(&self) -> bool {
        self.exits.failing == Failing::Dropped && self.kernels.region.is_none()
    }

    /// How a function that reports no errors leaves: with nothing, or zero.
    fn plain_return(&self) -> C {
        match &self.function.result {
            Ty::Void => C::Return(None),
            Ty::Struct(_) | Ty::Tuple(_) | Ty::Complex(_) => {
                let ty = c_type(&self.unit.symbols, &self.function.result);
                C::give(c::Expr::Compound(ty, vec![(None, c::Expr::number(0))]))
            }
            _ => C::give(c::Expr::number(0)),
        }
    }
}
