//! Statements.

use super::view::needs_statements;
use super::{Body, Failing, Opened, Setting};
use crate::base::Statement;
use crate::emit::c;
use crate::emit::lir::{self, Clause, Declaration, Fail, Leave, Stmt as C, Test, ViewChange, Way, exits};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::tir::{
    AtomicOp, BinaryOp, Block, Expr, ExprKind, FunctionId, FunctionKind, LocalId, MinMax, Op, Stmt, StmtKind,
};
use crate::ty::Ty;

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        self.place_of(stmt.span);
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(stmt, place, value),
            StmtKind::Eval(value) => {
                let value = self.expr(value);
                self.out.push(value);
            }
            StmtKind::Run { into, op: Op::CallFunction { function, arguments } } => {
                self.call_function(*into, *function, arguments, span);
            }
            StmtKind::Run { op: Op::RaiseConstant { exception, message }, .. } => {
                self.raise_constant(exception, message.clone(), span);
            }
            StmtKind::Run { into, op } => self.run(*into, op, span),
            StmtKind::Move { into, from } => self.move_local(*into, *from),
            StmtKind::Release(_) => {
                let released = self.released(stmt);
                self.out.extend(released);
            }
            StmtKind::Check(check) => {
                let declares = self.declared_by(stmt);
                self.check(&check.kind, declares, span);
                if let Some(local) = declares {
                    self.use_unread(stmt, local);
                }
            }
            StmtKind::If { condition, then, otherwise } => self.if_stmt(condition, then, otherwise),
            StmtKind::While { prepare, condition, body, otherwise } => {
                self.while_loop(prepare, condition, body, otherwise);
            }
            StmtKind::For(looped) => self.for_loop(looped),
            StmtKind::Lanes(lanes) => self.lanes(lanes),
            StmtKind::Break => self.leave(Way::Break),
            StmtKind::Continue => self.leave(Way::Continue),
            StmtKind::Return(value) => self.return_stmt(value.as_ref()),
            StmtKind::Try(tried) => self.tried(stmt.id(), tried, span),
            StmtKind::Nogil(body) => self.nogil(body),
            StmtKind::WithGil(body) => self.with_gil(body),
            StmtKind::Parallel(parallel) => self.parallel(parallel),
            StmtKind::Prange(prange) => self.parallel_loop(prange, stmt),
            StmtKind::Serial(serial) => self.serial(serial, span),
            StmtKind::Offload(region) => self.offload(*region, span),
            StmtKind::Context { context, body } => self.context(*context, body, span),
            StmtKind::Update(update) => self.update(update, span),
            StmtKind::HostAccess(id) => self.host_access(*id, span),
            StmtKind::Atomic { place, op, value } => self.atomic(place, *op, value),
        }
    }

    fn assign(&mut self, stmt: &Stmt, place: &Expr, value: &Expr) {
        if self.assign_in_lanes(place, value) {
            return;
        }
        let declares = self.declared_by(stmt);
        if self.copy_pointed(place, value) {
        } else if matches!(place.ty, Ty::Array { .. }) {
            self.copy_array(declares, place, value);
        } else if let (Some(local), true) = (place.as_local(), value.ty.memoryview().is_some()) {
            self.assign_view(local, value, declares.is_some());
        } else if let Some(local) = declares {
            let value = match self.is_condition(local) {
                true => self.guard(value),
                false => self.assigned_value(value),
            };
            self.give_value(local, true, value);
        } else if place.as_local().is_some_and(|local| self.is_condition(local)) {
            let (target, value) = (self.expr(place), self.guard(value));
            self.out.push(C::assign(target, value));
        } else {
            self.store(place, value);
        }
        if let Some(local) = declares {
            self.use_unread(stmt, local);
        }
    }

    /// C cannot assign arrays. The builtin needs no header, which a device might lack.
    fn copy_array(&mut self, declares: Option<LocalId>, place: &Expr, value: &Expr) {
        if let Some(local) = declares {
            self.out.push(Declaration::of(self.local_type(local), self.naming.local_name(local), None));
        }
        let (target, value) = (self.expr(place), self.expr(value));
        let size = c::Expr::call("sizeof", vec![target.clone()]);
        self.out.push(C::call("__builtin_memcpy", vec![target, value, size]));
    }

    /// `place = value`, written in place if the value is an operation on the place itself.
    fn store(&mut self, place: &Expr, value: &Expr) {
        let target = self.expr(place);
        if let ExprKind::Binary(op, left, right) = &value.kind
            && let Some(symbol) = in_place_symbol(*op)
            && left.ty == place.ty
            && is_simple_place(place)
        {
            let left = self.expr(left);
            if left == target {
                let right = self.expr(right);
                self.out.push(match self.is_in_any_order(place) {
                    true => c::Expr::call("OFFCY_IN_ANY_ORDER", vec![target, c::Expr::name(symbol), right]),
                    false => c::Expr::assign(target, symbol, right),
                });
                return;
            }
        }
        let is_array = matches!(place.ty, Ty::Array { .. });
        let value = self.assigned_value(value);
        if is_array {
            let size = c::Expr::call("sizeof", vec![target.clone()]);
            self.out.push(C::call("memcpy", vec![target, value, size]));
        } else if value != target {
            self.out.push(C::assign(target, value));
        }
    }

    /// Whether the place is a sum or product of the loop whose iteration this is, which may be computed in any order.
    fn is_in_any_order(&self, place: &Expr) -> bool {
        let innermost = self.exits.in_any_order();
        innermost.zip(place.as_local()).is_some_and(|(any_order, local)| any_order.contains(local))
    }

    fn if_stmt(&mut self, condition: &'a Expr, then: &'a Block, otherwise: &'a Block) {
        if self.choose_in_lanes(condition, then, otherwise) {
            return;
        }
        let words = self.which_version(condition);
        let condition = self.expr(condition);
        self.out.open_if(condition);
        self.out.extend(words.map(|words| C::Comment(words.to_string())));
        self.block(then);
        let mut rest = otherwise;
        // `elif` chains stay flat if nothing must be computed or declared before the condition.
        while let [only] = rest.as_slice()
            && let StmtKind::If { condition, then, otherwise } = &only.kind
            && !needs_statements(condition)
            && !self.declares_before(only)
            && !self.is_choice_of_lanes(condition)
        {
            let condition = self.expr(condition);
            self.out.else_if(condition);
            self.block(then);
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.out.otherwise();
            self.block(rest);
        }
        self.out.close();
    }

    /// A call of a function of the module that may fail.
    fn call_function(
        &mut self,
        into: Option<LocalId>,
        callee: FunctionId,
        arguments: &[Expr],
        span: crate::source::Span,
    ) {
        let name = self.callee_name(callee);
        if self.unit.module.functions[callee].kind == FunctionKind::Init {
            return self.part_of_module(&name);
        }
        let result = self.unit.module.functions[callee].result.clone();
        let mut list = self.arguments(callee, arguments);
        let is_variadic = self.unit.module.functions[callee].is_variadic;
        let convention = self.unit.placement.convention(callee);
        if convention == Convention::Plain || (convention == Convention::Python && result.is_object()) {
            self.plain_call(into, convention, c::Expr::call(name, list), span);
            return;
        }
        let mut own = Vec::new();
        if result != Ty::Void {
            let target = match into {
                Some(local) => self.naming.local(local),
                None => {
                    let unused = self.naming.fresh("_unused");
                    self.out.push(Declaration::of(c_type(&self.unit.symbols, &result), &unused, None));
                    c::Expr::name(unused)
                }
            };
            own.push(self.lent(target));
        }
        if convention == Convention::Record {
            let error = self.error();
            own.push(error);
        }
        let at = if is_variadic { 0 } else { list.len() };
        list.splice(at..at, own);
        let call = c::Expr::call(name, list);
        self.check_step(call, span);
        if self.unit.placement.drops(callee) {
            self.pass_drops_on();
        }
    }

    /// A part of the module's statements: it has reported its failure itself.
    fn part_of_module(&mut self, name: &str) {
        let part = c::Expr::call(name, vec![]);
        self.fail(Fail::at(Test::Negative(part), Some(c::Expr::number(-1))));
    }

    /// After a call that succeeded and may have dropped an error on the way: reports it, or hands it on if
    /// another record is to report it.
    pub(crate) fn pass_drops_on(&mut self) {
        if self.setting == Setting::Glue {
            let error = self.error();
            let arguments = vec![error, self.tables.site_table(), c::Expr::name("offcy_file")];
            self.out.push(C::call("offcy_print_dropped", arguments));
        } else if self.drops_errors() {
            self.out.push(super::check::note_dropped());
        }
    }

    fn plain_call(
        &mut self,
        into: Option<LocalId>,
        convention: Convention,
        call: c::Expr,
        span: crate::source::Span,
    ) {
        match into {
            Some(local) => {
                let target = self.naming.local(local);
                if convention == Convention::Python {
                    self.try_step(target, call, span);
                } else {
                    self.out.push(C::assign(target, call));
                }
            }
            None if convention == Convention::Python => {
                let dropped = c::Expr::call("offcy_drop", vec![call]);
                self.check_step(dropped, span);
            }
            None => self.out.push(call),
        }
    }

    /// A way out of what is open.
    pub(super) fn leave(&mut self, way: Way) {
        self.leave_with(way, None);
    }

    /// The same; `value`: what a function returns that needs no cleanup.
    pub(super) fn leave_with(&mut self, way: Way, value: Option<c::Expr>) {
        let mut contexts = Vec::new();
        for scope in self.exits.contexts_left_by(way) {
            let around = std::mem::take(&mut self.out);
            self.leave_context(&scope);
            contexts.push((scope.name, std::mem::replace(&mut self.out, around).finish()));
        }
        self.exits.pending += 1;
        self.out.push(C::Leave(Leave { way, value, first: Vec::new(), contexts }));
    }

    /// Lets a pass make jumps of the ways out since the mark.
    pub(crate) fn settle(&mut self, mark: usize, pass: impl FnOnce(&mut lir::Block) -> usize) {
        let Body { out, exits, .. } = self;
        if exits.pending > 0 {
            out.change(mark, |written| exits.settle(written, pass));
        }
    }

    /// Writes a block in which something is open that each way out of it closes.
    pub(super) fn within(&mut self, opened: Opened, closing: &[C], block: &'a [Stmt]) {
        let mark = self.out.mark();
        self.exits.opened.push(opened);
        self.block(block);
        self.exits.opened.pop();
        self.settle(mark, |written| exits::close(written, closing));
    }

    /// Writes all of a function.
    pub(crate) fn whole(&mut self) {
        self.block(&self.function.body);
        let end = self.end_of_return();
        self.settle(0, |written| exits::end_in_function(written, &end));
        self.lead_out();
    }

    pub(crate) fn leave_scope(&mut self, scope: &str, span: crate::source::Span) {
        let arguments = vec![c::Expr::address(c::Expr::name(scope)), c::Expr::bool(false)];
        self.check_step(c::Expr::call("offcy_leave", arguments), span);
    }

    fn return_stmt(&mut self, value: Option<&Expr>) {
        if let Some(result) = self.exits.iteration_result() {
            let Some(value) = value else { return self.leave(Way::Return) };
            let given = self.expr(value);
            if value.as_local().is_none() || !value.ty.is_counted() {
                return self.return_value(given);
            }
            let arguments = vec![c::Expr::address(c::Expr::name(result)), c::Expr::address(given)];
            self.out.push(C::call("offcy_give_object", arguments));
            return self.leave(Way::Return);
        }
        if self.returns_directly() {
            let value = value.map(|value| self.expr(value));
            return self.leave_with(Way::Return, value.or_else(|| self.value_of_nothing()));
        }
        if let Some(value) = value {
            let given = self.expr(value);
            let target = self.result_place();
            let is_there = given == target;
            match value.as_local().filter(|_| value.ty.is_counted()) {
                Some(local) if !is_there && !self.returns_status() && self.exits.returns_twice => {
                    self.out.push(moved(&self.function.locals[local].ty, target, given));
                }
                local if !is_there => {
                    self.out.push(C::assign(target, given));
                    local.into_iter().for_each(|local| self.forget(local));
                }
                _ => {}
            }
        } else {
            self.empty_result();
        }
        self.leave(Way::Return);
    }

    /// Where the function's result goes.
    pub(super) fn result_place(&self) -> c::Expr {
        let result = c::Expr::name("_result");
        if self.returns_status() { c::Expr::deref(result) } else { result }
    }

    /// What a `return` does at last.
    fn end_of_return(&self) -> lir::Block {
        if self.returns_directly() {
            return vec![C::Return(None)];
        }
        if self.exits.failing == Failing::Status {
            return vec![C::give(c::Expr::number(0))];
        }
        let status = C::assign(c::Expr::name("_status"), c::Expr::number(0));
        let status = self.returns_status().then_some(status);
        status.into_iter().chain([C::Goto(done())]).collect()
    }

    /// The result of a function that ends without a value.
    pub(crate) fn empty_result(&mut self) {
        let none = || c::Expr::name("Py_None");
        if self.function.result.is_object() && self.exits.returns_twice {
            let arguments = vec![c::Expr::address(c::Expr::name("_result")), none()];
            self.out.push(C::call("offcy_object_assign", arguments));
        } else if self.function.result.is_object() {
            let value = c::Expr::call("Py_NewRef", vec![none()]);
            self.out.push(C::assign(c::Expr::name("_result"), value));
        } else if self.returns_status() && self.result() != Ty::Void {
            let (target, zero) = (self.result_place(), self.zero());
            self.out.push(C::assign(target, zero));
        }
    }

    /// What a function returns at once that ends without a value.
    pub(crate) fn value_of_nothing(&self) -> Option<c::Expr> {
        match &self.function.result {
            Ty::Void => None,
            result if result.is_object() => Some(c::Expr::call("Py_NewRef", vec![c::Expr::name("Py_None")])),
            _ => Some(self.zero()),
        }
    }

    /// The result of a C function that runs off its end, the same as Cython's.
    pub(crate) fn zero(&self) -> c::Expr {
        let ty = c_type(&self.unit.symbols, &self.function.result);
        match self.function.result {
            _ if ty.is_pointer() => c::Expr::null(),
            Ty::Int(_) | Ty::Float(_) | Ty::Bint | Ty::Enum(_) => c::Expr::number(0),
            _ => c::Expr::Compound(ty, vec![(None, c::Expr::number(0))]),
        }
    }

    /// Whether the C function returns 0 or -1, and its result through a pointer.
    pub(crate) fn returns_status(&self) -> bool {
        self.convention() != Convention::Plain && !self.function.result.is_object()
    }

    /// Whether the function's cleanup has a local to release.
    fn owns(&self, id: LocalId) -> bool {
        self.function.is_owned(id) && !self.inner_owned.contains(id)
    }

    /// Whether `return` needs no cleanup.
    pub(crate) fn returns_directly(&self) -> bool {
        self.convention() == Convention::Plain
            && self.needs.events.is_none()
            && (self.setting == Setting::Kernel || !self.function.locals.iter().any(|(id, _)| self.owns(id)))
    }

    fn move_local(&mut self, into: LocalId, from: LocalId) {
        let place = |local| self.naming.local(local);
        let moved = moved(&self.function.locals[into].ty, place(into), place(from));
        self.out.push(moved);
    }

    /// What releases a local early, if the statement does that.
    pub(super) fn released(&self, stmt: &Stmt) -> Option<C> {
        let StmtKind::Release(local) = &stmt.kind else { return None };
        match &self.function.locals[*local].ty {
            Ty::Object(_) if self.setting == Setting::Glue => Some(clear_object(self.naming.local(*local))),
            Ty::Memoryview(view) if self.setting == Setting::Glue => {
                Some(clear_view(view.ndim(), self.naming.local(*local)))
            }
            _ => None,
        }
    }

    /// Empties a local whose reference has gone elsewhere.
    fn forget(&mut self, local: LocalId) {
        let empty = match &self.function.locals[local].ty {
            Ty::Object(_) => c::Expr::null(),
            Ty::Memoryview(view) => {
                let ty = c::Type::named(format!("offcy_view{}", view.ndim()));
                c::Expr::Compound(ty, vec![(None, c::Expr::number(0))])
            }
            _ => return,
        };
        self.out.push(C::assign(self.naming.local(local), empty));
    }

    fn atomic(&mut self, place: &Expr, op: AtomicOp, value: &Expr) {
        let op = match op {
            AtomicOp::Binary(op) => op,
            AtomicOp::MinMax(which) => {
                let name = if which == MinMax::Min { "OFFCY_ATOMIC_LEAST" } else { "OFFCY_ATOMIC_GREATEST" };
                let arguments = vec![self.expr(place), self.assigned_value(value)];
                self.out.push(C::call(name, arguments));
                return;
            }
        };
        if matches!(place.ty, Ty::Complex(_)) {
            self.atomic_parts(place, op, value);
            return;
        }
        let (op, value) = match (op, &place.ty) {
            (BinaryOp::Subtract, Ty::Float(_)) => (BinaryOp::Add, self.negated(value, &place.ty)),
            _ => (op, self.expr(value)),
        };
        let place = self.expr(place);
        let update = c::Expr::assign(place, self.symbol_in_place(op), value);
        self.out.push(C::Pragma(vec![Clause::words("atomic")]));
        self.out.push(update);
    }

    fn symbol_in_place(&self, op: BinaryOp) -> &'static str {
        in_place_symbol(op).unwrap_or_else(|| self.bug("C's operator for an atomic operation"))
    }

    /// GPUs add atomically; a difference is a loop around a compare-and-swap.
    fn negated(&mut self, value: &Expr, ty: &Ty) -> c::Expr {
        let number = self.expr(value);
        let number = match value.ty {
            Ty::Float(_) => number,
            _ => c::Expr::cast(c_type(&self.unit.symbols, ty), number),
        };
        c::Expr::unary("-", number)
    }

    /// No machine updates a complex number atomically; each part of a sum is a sum.
    fn atomic_parts(&mut self, place: &Expr, op: BinaryOp, value: &Expr) {
        let (symbol, is_negated) = match op {
            BinaryOp::Subtract => ("+=", true),
            _ => (self.symbol_in_place(op), false),
        };
        let ty = c_type(&self.unit.symbols, &place.ty);
        let (place, value) = (self.expr(place), self.expr(value));
        self.out.open_block();
        let name = "offcy_term";
        self.out.push(C::declare(ty, name, value));
        for part in ["__real__ ", "__imag__ "] {
            let place = c::Expr::unary(part, place.clone());
            let term = c::Expr::unary(part, c::Expr::name(name));
            let term = if is_negated { c::Expr::unary("-", term) } else { term };
            self.out.push(C::Pragma(vec![Clause::words("atomic")]));
            self.out.push(c::Expr::assign(place, symbol, term));
        }
        self.out.close();
    }

    fn declares_before(&self, stmt: &Stmt) -> bool {
        self.declarations.has_before(stmt)
    }

    /// Runs a Python operation; kernels have none.
    fn run(&mut self, into: Option<LocalId>, op: &'a Op, span: crate::source::Span) {
        match (self.setting, op, into) {
            (Setting::Kernel, Op::Own(value), Some(into)) => self.assign_view(into, value, false),
            (Setting::Kernel, ..) => self.bug("how to do without Python's operations in a kernel"),
            (Setting::Glue, ..) => crate::emit::glue::run(self, into, op, span),
        }
    }
}

fn in_place_symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+=",
        BinaryOp::Subtract => "-=",
        BinaryOp::Multiply => "*=",
        BinaryOp::Divide | BinaryOp::CDivide => "/=",
        BinaryOp::BitAnd => "&=",
        BinaryOp::BitOr => "|=",
        BinaryOp::BitXor => "^=",
        BinaryOp::ShiftLeft => "<<=",
        BinaryOp::ShiftRight => ">>=",
        _ => return None,
    })
}

fn is_simple_place(place: &Expr) -> bool {
    !matches!(place.ty, Ty::Bint) && place.is_place()
}

/// Where a function's ways out meet.
pub fn done() -> lir::Label {
    lir::Label::named("done")
}

/// Where a function's failures meet.
pub fn failed() -> lir::Label {
    lir::Label::named("failed")
}

/// Releases an object, and leaves NULL.
pub fn clear_object(place: c::Expr) -> C {
    C::call("Py_CLEAR", vec![place])
}

/// Releases a view, and leaves an empty one.
/// Moves a reference from one place to another.
pub(super) fn moved(ty: &Ty, into: c::Expr, from: c::Expr) -> C {
    let from = c::Expr::address(from);
    match ty {
        Ty::Memoryview(view) => C::view(ViewChange::Move, view.ndim(), into, vec![from]),
        _ => C::call("offcy_object_move", vec![c::Expr::address(into), from]),
    }
}

pub fn clear_view(ndim: usize, place: c::Expr) -> C {
    C::view(ViewChange::Clear, ndim, place, vec![])
}

/// Releases the GIL.
pub fn begin_nogil() -> C {
    C::assign(c::Expr::name("_nogil"), c::Expr::call("PyEval_SaveThread", vec![]))
}

/// Takes the GIL again.
pub fn end_nogil(state: &str) -> C {
    C::call("offcy_end_nogil", vec![c::Expr::address(c::Expr::name(state))])
}

/// Takes the GIL in a function that runs without it.
pub fn begin_gil(state: &str) -> C {
    C::call("offcy_begin_gil", vec![c::Expr::address(c::Expr::name(state))])
}

pub fn end_gil(state: &str) -> C {
    C::call("offcy_end_gil", vec![c::Expr::address(c::Expr::name(state))])
}
