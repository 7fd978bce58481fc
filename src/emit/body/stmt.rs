//! Statements.

use super::tried::Way;
use super::view::needs_statements;
use super::{Body, Failing, Opened, Setting};
use crate::emit::c;
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::tir::{BinaryOp, Block, Expr, ExprKind, FunctionId, FunctionKind, LocalId, Op, Stmt, StmtKind};
use crate::ty::Ty;

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        self.place_of(stmt.span);
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(stmt, place, value),
            StmtKind::Eval(value) => {
                let value = self.expr(value);
                self.out.line(format!("{value};"));
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
                let line = self.released(stmt);
                line.iter().for_each(|line| self.out.line(line));
            }
            StmtKind::Check(check) => {
                let declares = self.declared_by(stmt);
                self.check(&check.kind, declares, span);
                if let Some(local) = declares {
                    self.use_unread(local);
                }
            }
            StmtKind::If { condition, then, otherwise } => self.if_stmt(condition, then, otherwise),
            StmtKind::While { prepare, condition, body, otherwise } => {
                self.while_loop(prepare, condition, body, otherwise);
            }
            StmtKind::For(looped) => self.for_loop(looped),
            StmtKind::Break => self.leave(Way::Break),
            StmtKind::Continue => self.leave(Way::Continue),
            StmtKind::Return(value) => self.return_stmt(value.as_ref()),
            StmtKind::Try(tried) => self.tried(tried, span),
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
        let declares = self.declared_by(stmt);
        if matches!(place.ty, Ty::Array { .. }) {
            self.copy_array(declares, place, value);
        } else if let (Some(local), true) = (place.as_local(), value.ty.memoryview().is_some()) {
            self.assign_view(local, value, declares.is_some());
        } else if let Some(local) = declares {
            let (target, value) = (self.target(local, true), self.assigned_value(value));
            self.out.line(format!("{target} = {};", initialiser(&value)));
        } else {
            self.store(place, value);
        }
        if let Some(local) = declares {
            self.use_unread(local);
        }
    }

    /// C cannot assign arrays. The builtin needs no header, which a device might lack.
    fn copy_array(&mut self, declares: Option<LocalId>, place: &Expr, value: &Expr) {
        if let Some(local) = declares {
            let declared = self.target(local, true);
            self.out.line(format!("{declared};"));
        }
        let (target, value) = (self.expr(place), self.expr(value));
        let size = c::Expr::call("sizeof", vec![target.clone()]);
        let call = c::Expr::call("__builtin_memcpy", vec![target, value, size]);
        self.out.line(format!("{call};"));
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
                self.out.line(format!("{target} {symbol} {right};"));
                return;
            }
        }
        let is_array = matches!(place.ty, Ty::Array { .. });
        let value = self.assigned_value(value);
        if is_array {
            let size = c::Expr::call("sizeof", vec![target.clone()]);
            let call = c::Expr::call("memcpy", vec![target, value, size]);
            self.out.line(format!("{call};"));
        } else if value != target {
            self.out.line(format!("{target} = {value};"));
        }
    }

    fn if_stmt(&mut self, condition: &'a Expr, then: &'a Block, otherwise: &'a Block) {
        let condition = self.expr(condition);
        self.out.open(format!("if ({condition})"));
        self.block(then);
        let mut rest = otherwise;
        // `elif` chains stay flat if nothing must be computed or declared before the condition.
        while let [only] = rest.as_slice()
            && let StmtKind::If { condition, then, otherwise } = &only.kind
            && !needs_statements(condition)
            && !self.declares_before(only)
        {
            let condition = self.expr(condition);
            self.out.reopen(&format!("else if ({condition})"));
            self.block(then);
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.out.reopen("else");
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
                Some(local) => c::Expr::atom(self.local_name(local)),
                None => {
                    let unused = self.namer.name("_unused");
                    let declared = crate::emit::types::c_type(&self.unit.symbols, &result).declare(&unused);
                    self.out.line(format!("{declared};"));
                    c::Expr::atom(unused)
                }
            };
            own.push(c::Expr::unary("&", target));
        }
        if convention == Convention::Record {
            let error = self.error();
            own.push(error);
        }
        let at = if is_variadic { 0 } else { list.len() };
        list.splice(at..at, own);
        let call = c::Expr::call(name, list);
        self.check_step(&call, span);
        if self.unit.placement.drops(callee) {
            self.pass_drops_on();
        }
    }

    /// A part of the module's statements: it has reported its failure itself.
    fn part_of_module(&mut self, name: &str) {
        if self.failing == Failing::Status {
            self.out.line(format!("if ({name}() < 0)"));
            self.out.line("    return -1;");
            return;
        }
        (self.needs.failed, self.needs.line) = (true, true);
        self.out.line(format!("OFFCY_CHECK(-1, {name}());"));
    }

    /// After a call that succeeded and may have dropped an error on the way: reports it, or hands it on if
    /// another record is to report it.
    pub(crate) fn pass_drops_on(&mut self) {
        if self.setting == Setting::Glue {
            let error = self.error();
            self.out.line(format!("offcy_print_dropped({error}, offcy_sites, offcy_file);"));
        } else if self.failing == Failing::Dropped {
            self.out.line(super::check::DROP);
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
                let name = self.local_name(local).to_string();
                if convention == Convention::Python {
                    self.try_step(&name, &call, span);
                } else {
                    self.out.line(format!("{name} = {call};"));
                }
            }
            None if convention == Convention::Python => {
                let dropped = c::Expr::call("offcy_drop", vec![call]);
                self.check_step(&dropped, span);
            }
            None => self.out.line(format!("{call};")),
        }
    }

    /// Takes a way out, through each `finally` that is in it.
    pub(super) fn leave(&mut self, way: Way) {
        let loop_at = match way {
            Way::Return => None,
            _ => self.opened.iter().rposition(|opened| matches!(opened, Opened::Loop { .. })),
        };
        let mut depth = loop_at.map_or(0, |at| at + 1);
        // The next iteration of a parallel loop begins inside it.
        if way == Way::Continue
            && loop_at.is_some()
            && matches!(self.opened.get(depth), Some(Opened::Iterations(_)))
        {
            depth += 1;
        }
        if self.leaves_by_finally(way, depth) {
            return;
        }
        self.close_down_to(depth);
        if way == Way::Return {
            return self.leave_function();
        }
        let (broke, end) = match loop_at.map(|at| self.opened[at].clone()) {
            Some(Opened::Loop { broke, end }) => (broke, end),
            _ => (None, None),
        };
        match (way == Way::Break, broke, end) {
            (false, _, Some(label)) => return self.out.line(format!("goto {label};")),
            (false, _, None) => return self.out.line("continue;"),
            (true, Some(flag), _) => self.out.line(format!("{flag} = true;")),
            (true, None, _) => {}
        }
        self.out.line("break;");
    }

    /// Writes what leaves the open blocks beyond the first `depth`, innermost first.
    pub(super) fn close_down_to(&mut self, depth: usize) {
        let leaving = self.opened[depth..].to_vec();
        for opened in leaving.into_iter().rev() {
            match opened {
                Opened::Loop { .. } | Opened::Finally(_) | Opened::Iterations(_) => {}
                Opened::Handling(handling) => self.end_handling(&handling),
                Opened::Nogil => self.out.line("offcy_end_nogil(&_nogil);"),
                Opened::WithGil => self.out.line("_nogil = PyEval_SaveThread();"),
                Opened::Ensured(state) => self.out.line(format!("offcy_end_gil(&{state});")),
                Opened::Scope(scope) => self.leave_context(&scope),
            }
        }
    }

    pub(crate) fn leave_scope(&mut self, scope: &str, span: crate::source::Span) {
        let leave =
            c::Expr::call("offcy_leave", vec![c::Expr::atom(format!("&{scope}")), c::Expr::atom("false")]);
        self.check_step(&leave, span);
    }

    fn return_stmt(&mut self, value: Option<&Expr>) {
        if let Some(result) = self.iteration_result() {
            if let Some(value) = value {
                let text = self.expr(value);
                match value.as_local().filter(|_| value.ty.is_counted()) {
                    Some(_) => self.out.line(format!("offcy_give_object(&{result}, &{text});")),
                    None => self.give(Some(&text)),
                }
            }
            return self.leave(Way::Return);
        }
        if self.returns_directly() {
            self.close_down_to(0);
            let value = value.map(|value| self.expr(value));
            self.out.line(value.map_or("return;".to_string(), |value| format!("return {value};")));
            return;
        }
        let is_status = self.returns_status();
        if let Some(value) = value {
            let text = self.expr(value);
            let target = if is_status { "*_result" } else { "_result" };
            let is_there = text.to_string() == target;
            match value.as_local().filter(|_| value.ty.is_counted()) {
                Some(local) if !is_there && !is_status && self.returns_twice => {
                    let prefix = self.counted_prefix(local);
                    self.out.line(format!("{prefix}_move(&_result, &{text});"));
                }
                local if !is_there => {
                    self.out.line(format!("{target} = {text};"));
                    local.into_iter().for_each(|local| self.forget(local));
                }
                _ => {}
            }
        } else {
            self.empty_result();
        }
        self.leave(Way::Return);
    }

    /// The end of a `return`.
    fn leave_function(&mut self) {
        if self.failing == Failing::Status {
            self.out.line("return 0;");
            return;
        }
        if self.returns_status() {
            self.out.line("_status = 0;");
        }
        self.needs.done = true;
        self.out.line("goto done;");
    }

    /// The result of a function that ends without a value.
    pub(crate) fn empty_result(&mut self) {
        if self.function.result.is_object() && self.returns_twice {
            self.out.line("offcy_object_assign(&_result, Py_None);");
        } else if self.function.result.is_object() {
            self.out.line("_result = Py_NewRef(Py_None);");
        } else if self.returns_status() && self.result() != Ty::Void {
            let zero = self.zero();
            self.out.line(format!("*_result = {zero};"));
        }
    }

    /// The result of a C function that runs off its end, the same as Cython's.
    pub(crate) fn zero(&self) -> String {
        let ty = c_type(&self.unit.symbols, &self.function.result);
        match self.function.result {
            _ if ty.is_pointer() => "NULL".to_string(),
            Ty::Int(_) | Ty::Float(_) | Ty::Bint | Ty::Enum(_) => "0".to_string(),
            _ => format!("({ty}){{0}}"),
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
            && (self.setting == Setting::Kernel || !self.function.locals.iter().any(|(id, _)| self.owns(id)))
    }

    fn move_local(&mut self, into: LocalId, from: LocalId) {
        let (to, name) = (self.local_name(into).to_string(), self.local_name(from).to_string());
        let prefix = self.counted_prefix(into);
        self.out.line(format!("{prefix}_move(&{to}, &{name});"));
    }

    /// What releases a local early, if the statement does that.
    pub(super) fn released(&self, stmt: &Stmt) -> Option<String> {
        let StmtKind::Release(local) = &stmt.kind else { return None };
        let name = self.local_name(*local);
        match &self.function.locals[*local].ty {
            Ty::Object(_) if self.setting == Setting::Glue => Some(format!("Py_CLEAR({name});")),
            Ty::Memoryview(view) if self.setting == Setting::Glue => {
                Some(format!("offcy_view{}_clear(&{name});", view.ndim()))
            }
            _ => None,
        }
    }

    /// Empties a local whose reference has gone elsewhere.
    fn forget(&mut self, local: LocalId) {
        let name = self.local_name(local).to_string();
        match &self.function.locals[local].ty {
            Ty::Object(_) => self.out.line(format!("{name} = NULL;")),
            Ty::Memoryview(view) => {
                let line = format!("{name} = (offcy_view{}){{0}};", view.ndim());
                self.out.line(line);
            }
            _ => {}
        }
    }

    pub(crate) fn counted_prefix(&self, local: LocalId) -> String {
        match &self.function.locals[local].ty {
            Ty::Memoryview(view) => format!("offcy_view{}", view.ndim()),
            _ => "offcy_object".to_string(),
        }
    }

    fn atomic(&mut self, place: &Expr, op: BinaryOp, value: &Expr) {
        if matches!(place.ty, Ty::Complex(_)) {
            self.atomic_parts(place, op, value);
            return;
        }
        let (op, value) = match (op, &place.ty) {
            (BinaryOp::Subtract, Ty::Float(_)) => (BinaryOp::Add, self.negated(value, &place.ty)),
            _ => (op, self.expr(value)),
        };
        let place = self.expr(place);
        let line = match in_place_symbol(op) {
            Some(symbol) => format!("{place} {symbol} {value};"),
            None => format!("{place} = {};", c::Expr::binary("+", place.clone(), value)),
        };
        self.out.line("#pragma omp atomic");
        self.out.line(line);
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
        let (symbol, sign) = match op {
            BinaryOp::Subtract => ("+=", "-"),
            _ => (in_place_symbol(op).unwrap_or("+="), ""),
        };
        let ty = c_type(&self.unit.symbols, &place.ty);
        let (place, value) = (self.expr(place), self.expr(value));
        self.out.open("");
        let name = "offcy_term";
        self.out.line(format!("{} = {value};", ty.declare(name)));
        for part in ["__real__ ", "__imag__ "] {
            let place = c::Expr::unary(part, place.clone());
            self.out.line("#pragma omp atomic");
            self.out.line(format!("{place} {symbol} {sign}{part}{name};"));
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
            (Setting::Kernel, ..) => {}
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

/// A value in a declaration, which already says the type.
fn initialiser(value: &c::Expr) -> String {
    let text = value.to_string();
    match (value, text.find('{')) {
        (c::Expr::Compound(..), Some(begin)) => text[begin..].to_string(),
        _ => text,
    }
}
