//! The walk over statements.

use std::collections::BTreeSet;

use super::super::affine::Form;
use super::super::bounds::{Loop, LoopKind, LoopRange};
use super::super::plan::NotFull;
use super::pointer::is_address;
use super::{Frame, IndexCheck, MAX_KNOWN, MAX_STEPS, Place, Value, ViewValue, Walker, apart};
use crate::base::Statement;
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    Block, CheckKind, Expr, ExprKind, Local, LocalId, LocalRole, Locals, Op, Prange, Step, Stmt, StmtKind,
    Try, guard_of, walk,
};
use crate::ty::Ty;

impl Walker<'_> {
    /// Walks statements that all happen if their first one does.
    pub(super) fn block(&mut self, block: &[Stmt]) {
        let known = self.position.known.len();
        self.statements(block);
        self.position.known.truncate(known);
    }

    fn statements(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.gave_up.get_or_insert(stmt.span);
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(place, value, stmt.span),
            StmtKind::Atomic { place, value, .. } => {
                self.read(value);
                self.position.atomic = true;
                self.read(place);
                self.write(place, stmt.span);
                self.position.atomic = false;
            }
            StmtKind::Eval(value) => self.read(value),
            StmtKind::Run { into, op } => {
                self.run(*into, op, stmt.span);
                if stmt.raises() {
                    self.position.paths.fail();
                }
            }
            StmtKind::Move { into, from } => self.take_over(*into, *from, stmt.span),
            StmtKind::Release(local) => {
                self.destroy(*local, stmt.span);
                self.forget(*local);
            }
            StmtKind::HostAccess(_) => {}
            // Every thread of the team runs the block.
            StmtKind::Parallel(parallel) if self.on_host => {
                self.forget_assigned(&parallel.body);
                self.under(NotFull::Conditional, stmt.span, |walker| walker.block(&parallel.body));
                self.forget_assigned(&parallel.body);
            }
            StmtKind::Check(check) => self.check(stmt, &check.kind),
            // They find nothing if they are not made.
            StmtKind::If { then, .. } if guard_of(stmt, self.locals()).is_some() => self.block(then),
            StmtKind::If { condition, then, otherwise } => self.branch(condition, then, otherwise, stmt.span),
            StmtKind::While { prepare, condition, body, otherwise } => {
                self.repeated(prepare, condition, body, stmt.span);
                self.under(NotFull::Conditional, stmt.span, |walker| walker.block(otherwise));
                self.leave_if_jumped(stmt);
            }
            StmtKind::For(looped) => {
                let found = self.looped(LoopKind::Sequential, &looped.start, &looped.stop, &looped.step);
                self.enter(found, looped.counter, looped.target, &looped.body, stmt.span);
                self.under(NotFull::Conditional, stmt.span, |walker| walker.block(&looped.otherwise));
                self.forget_assigned(&looped.otherwise);
                self.leave_if_jumped(stmt);
            }
            StmtKind::Prange(prange) => {
                self.prange(prange, stmt.span);
                self.leave_if_jumped(stmt);
            }
            // The rest of the iteration may not happen.
            StmtKind::Continue | StmtKind::Break => {
                self.end_iteration();
                self.leave(stmt.span);
            }
            StmtKind::Return(None) => self.leave(stmt.span),
            StmtKind::Return(Some(value)) => {
                self.read(value);
                self.leave(stmt.span);
            }
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => self.statements(body),
            StmtKind::Try(tried) => self.tried(tried, stmt.span),
            StmtKind::Serial(serial) => self.statements(&serial.body),
            StmtKind::Lanes(lanes) => self.statements(&lanes.body),
            StmtKind::Context { body, .. } if !self.walks_calls => self.statements(body),
            StmtKind::Offload(region) if !self.walks_calls => {
                self.forget_assigned(&self.region_function.regions[*region].body);
            }
            // Rejected in a region.
            StmtKind::Parallel(_) | StmtKind::Offload(_) | StmtKind::Context { .. } | StmtKind::Update(_) => {
                self.everything(stmt.span);
            }
        }
    }

    /// What follows in the iteration may not happen.
    fn leave(&mut self, span: Span) {
        if planted::has(Fault::ContinueIgnored) {
            return;
        }
        self.position.uncertain.get_or_insert((NotFull::Conditional, span));
    }

    /// The same after a loop that may have left more than itself.
    fn leave_if_jumped(&mut self, looped: &Stmt) {
        let jump = jumped(std::slice::from_ref(looped));
        if let Some(jump) = jump.filter(|_| !planted::has(Fault::ElseOfLoopIgnored)) {
            self.leave(jump);
        }
    }

    /// An exception may leave the body at any place, and the handler may deal with it.
    fn tried(&mut self, tried: &Try, span: Span) {
        self.under(NotFull::Conditional, span, |walker| walker.block(&tried.body));
        self.forget_assigned(&tried.body);
        for block in [&tried.handler, &tried.otherwise] {
            self.under(NotFull::Conditional, span, |walker| walker.block(block));
            self.forget_assigned(block);
        }
        if let Some(jump) =
            [&tried.body, &tried.handler, &tried.otherwise].into_iter().find_map(|block| jumped(block))
        {
            self.leave(jump);
        }
    }

    /// Walks with a reason why what is found may not happen.
    pub(super) fn under(&mut self, why: NotFull, span: Span, walk: impl FnOnce(&mut Self)) {
        let (before, fork) = (self.position.uncertain, self.position.paths.fork());
        self.position.uncertain = before.or(Some((why, span)));
        walk(self);
        self.position.uncertain = before;
        self.position.paths.back_to(fork);
    }

    fn assign(&mut self, place: &Expr, value: &Expr, span: Span) {
        let is_followed = matches!(place.kind, ExprKind::Local(_));
        if is_followed {
            self.read_value(value)
        } else {
            self.read(value)
        }
        self.note_update(place, value, span);
        let ExprKind::Local(id) = place.kind else {
            self.write(place, span);
            if let Some(local) = walk::assigned_local(place) {
                self.forget(local);
            }
            return;
        };
        if value.ty.memoryview().is_some() {
            let view = self.view(value);
            self.frame.views.insert(id, view);
        } else if is_address(&value.ty) {
            let (pointer, place) = (self.pointer(value), self.pointed_element(value));
            self.frame.pointers.insert(id, pointer);
            self.frame.places.remove(&id);
            self.frame.places.extend(place.map(|place| (id, place)));
        } else {
            let known = self.value(value);
            self.frame.values.insert(id, known);
        }
        self.give_part(id, value);
        if apart::is_followed(value) {
            self.frame.copies.insert(id, value.clone());
        } else {
            self.frame.copies.remove(&id);
        }
        // A view that is rebound leaves the data that it showed.
        if self.captured(place).is_some() && value.ty.memoryview().is_none() {
            self.write(place, span);
        }
    }

    fn run(&mut self, into: Option<LocalId>, op: &Op, span: Span) {
        match op {
            Op::CallFunction { function, arguments } => self.call(*function, arguments, span),
            Op::Own(value) if value.ty.memoryview().is_some() => {
                self.read(value);
                if let Some(into) = into {
                    let view = self.view(value);
                    self.frame.views.insert(into, view);
                }
                return;
            }
            // What the view shows does not change.
            Op::Store { place, value, .. } if value.ty.memoryview().is_some() && self.on_host => {
                self.read_shape(value);
                // Of any memory.
                if place.is_pointed_view() {
                    self.write(place, span);
                }
                return;
            }
            // Like a check that fails: what follows need not happen, because a region that fails brings no
            // result back.
            Op::RaiseConstant { .. } => {}
            Op::ViewFromObject(object) if self.is_new_array(object) => {
                if let Some(into) = into {
                    self.forget(into);
                    // Its elements are not in any data that is kept.
                    self.frame.views.insert(into, ViewValue::AnyOf(BTreeSet::new()));
                }
                return;
            }
            _ if self.on_host => {
                op.operands().into_iter().for_each(|operand| self.read_shape(operand));
                // Python code reaches any data, except what only the function reaches.
                if op.info().runs_python && !self.reaches_nothing(op) {
                    self.lose_to_python(span);
                }
            }
            // Rejected in a region.
            _ => self.everything(span),
        }
        if let Some(into) = into {
            let place = Expr::local(into, self.local_type(into), span);
            if self.on_host && self.captured(&place).is_some() && !place.ty.is_counted() {
                self.write(&place, span);
            }
            if self.local_type(into).memoryview().is_some() {
                self.meet_unknown_view(span);
            }
            self.forget(into);
        }
    }

    fn reaches_nothing(&self, op: &Op) -> bool {
        self.frame.is_region && self.host.is_some_and(|host| host.origins.reaches_nothing(op))
    }

    fn is_new_array(&self, object: &Expr) -> bool {
        self.frame.is_region && self.host.is_some_and(|host| host.origins.is_new_array(object))
    }

    /// Reads an operand; of a view only the parts that it is made of.
    fn read_shape(&mut self, operand: &Expr) {
        if operand.ty.memoryview().is_some() { self.read_indices(operand) } else { self.read(operand) }
    }

    fn take_over(&mut self, into: LocalId, from: LocalId, span: Span) {
        self.destroy(into, span);
        let view = self.frame.views.get(&from).cloned();
        self.forget(into);
        self.forget(from);
        if let Some(view) = view {
            self.frame.views.insert(into, view);
        }
    }

    /// A user's variable loses what it holds: an object, which may have a destructor.
    fn destroy(&mut self, id: LocalId, span: Span) {
        if self.local_type(id).is_object() && self.local(id).role != LocalRole::Temp {
            self.lose_to_python(span);
        }
    }

    /// A local has a value of which nothing is known.
    fn forget(&mut self, id: LocalId) {
        self.frame.values.insert(id, None);
        self.frame.views.remove(&id);
        self.frame.pointers.remove(&id);
        self.frame.places.remove(&id);
        self.frame.copies.remove(&id);
        self.frame.parts.remove(&id);
        self.frame.assigned.insert(id);
    }

    fn forget_assigned(&mut self, block: &[Stmt]) {
        let pointers = self.frame.pointers.clone();
        walk::statements(block, &mut |stmt| {
            for id in walk::assigned(stmt) {
                self.forget(id);
            }
        });
        self.widen_pointers(block, pointers);
    }

    fn note_check(&mut self, stmt: &Stmt, check: &CheckKind, index: Option<Value>, extent: &Expr) {
        if self.frame.is_region {
            let (extent, known) = (self.value(extent), self.position.known.clone());
            let (loops, certain) = (self.position.around.clone(), self.position.uncertain.is_none());
            self.know(index.as_ref(), extent.as_ref(), check);
            self.found.checks.insert(stmt.id(), IndexCheck { index, extent, loops, certain, known });
        }
    }

    /// What a check that passes implies for what follows in the iteration.
    fn know(&mut self, index: Option<&Value>, extent: Option<&Value>, check: &CheckKind) {
        let CheckKind::Index { wraparound, boundscheck: true, .. } = check else { return };
        let (Some(index), Some(extent)) = (index, extent) else { return };
        if !index.guards.is_empty() || !extent.guards.is_empty() || self.position.known.len() >= MAX_KNOWN {
            return;
        }
        let from_end = *wraparound && index.form.as_constant().is_some_and(|constant| constant < 0);
        let room = extent.form.subtract(&index.form).and_then(|room| room.offset(-1));
        let below = if from_end { extent.form.add(&index.form) } else { room };
        let above = (!wraparound).then(|| index.form.clone());
        self.position.known.extend([below, above].into_iter().flatten());
    }

    fn check(&mut self, stmt: &Stmt, check: &CheckKind) {
        match check {
            CheckKind::Index { into, index, extent, wraparound, .. } => {
                self.read(index);
                self.read(extent);
                let value = self.value(index);
                self.note_check(stmt, check, value.clone(), extent);
                let Some(into) = into else { return };
                let value = value.and_then(|value| self.wrapped(value, extent, *wraparound));
                self.frame.values.insert(*into, value);
                self.give_part(*into, index);
            }
            // Made after the plan.
            CheckKind::Noted { index, extent, .. } => {
                self.read(index);
                self.read(extent);
            }
            CheckKind::Divisor { value, dividend, .. } => {
                dividend.iter().for_each(|dividend| self.read(dividend));
                self.read(value);
            }
            CheckKind::Overflow { left, right, .. } => {
                self.read(left);
                self.read(right);
            }
            CheckKind::Step { value, .. } | CheckKind::Clause { value, .. } | CheckKind::Given { value } => {
                self.read(value);
            }
            CheckKind::Extent { extent, given, .. } => {
                self.read(extent);
                self.read(given);
            }
            CheckKind::NotNone { view, .. } => self.read(view),
            CheckKind::Attribute { object, .. } => self.read(object),
            CheckKind::Shared { place, .. } => self.read(place),
            CheckKind::Initialised { .. } | CheckKind::Bound { .. } => {}
        }
    }

    /// An index after wrapping: itself if it is not negative, which becomes a guard.
    fn wrapped(&mut self, mut value: Value, extent: &Expr, wraparound: bool) -> Option<Value> {
        if !wraparound {
            return Some(value);
        }
        if value.form.as_constant().is_some_and(|constant| constant < 0) {
            return self.value(extent)?.add(&value);
        }
        if !planted::has(Fault::NegativeIndexKept) {
            value.guard(value.form.clone());
        }
        Some(value)
    }

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: &Block, span: Span) {
        self.read(condition);
        let (before, fork) = (self.position.uncertain, self.position.paths.fork());
        let entry = self.frame.clone();
        // If one branch only raises, the other one happens.
        let raising = [then, otherwise].map(|side| only_raises(side));
        let uncertain = before.or(Some((NotFull::Conditional, span)));
        let uncertain = uncertain.filter(|_| !planted::has(Fault::ConditionIgnored));
        self.position.uncertain = if raising[1] { before } else { uncertain };
        self.block(then);
        let one = self.position.paths.back_to(fork);
        let after_then = std::mem::replace(&mut self.frame, entry);
        self.position.uncertain = if raising[0] { before } else { uncertain };
        self.block(otherwise);
        let other = self.position.paths.back_to(fork);
        match raising {
            [true, _] => {}
            [false, true] => self.frame = after_then,
            [false, false] => self.join(after_then),
        }
        self.position.uncertain = before;
        let jump = jumped(then).or(jumped(otherwise));
        self.meet(one, other, jump.is_none());
        if let Some(jump) = jump {
            self.leave(jump);
        }
    }

    /// Keeps what both branches know.
    fn join(&mut self, other: Frame) {
        let Frame { values, views, pointers, places, parts, assigned, .. } = &mut self.frame;
        let ids: Vec<LocalId> = values.keys().chain(other.values.keys()).copied().collect();
        for id in ids {
            if values.get(&id) != other.values.get(&id) && !planted::has(Fault::BranchValueKept) {
                values.insert(id, None);
            }
        }
        let ids: Vec<LocalId> = views.keys().chain(other.views.keys()).copied().collect();
        for id in ids {
            match (views.get(&id), other.views.get(&id)) {
                (Some(one), Some(two)) => {
                    let merged = one.merge(two);
                    views.insert(id, merged);
                }
                // Unassigned on one side: if read there it would be undefined, or what it was before.
                _ => {
                    views.remove(&id);
                    assigned.insert(id);
                }
            }
        }
        for (id, known) in &other.pointers {
            if let Some(found) = pointers.get_mut(id) {
                found.extend(known);
            }
        }
        pointers.retain(|id, _| other.pointers.contains_key(id));
        places.retain(|id, place| other.places.get(id) == Some(place));
        parts.retain(|id, part| other.parts.get(id) == Some(part));
        assigned.union(&other.assigned);
    }

    fn repeated(&mut self, prepare: &Block, condition: &Expr, body: &Block, span: Span) {
        self.forget_assigned(prepare);
        self.forget_assigned(body);
        let id =
            self.found.loops.add(Loop { kind: LoopKind::Sequential, range: None, stride: None, apart: None });
        self.position.around.push(id);
        let around = std::mem::take(&mut self.position.paths);
        self.under(NotFull::Conditional, span, |walker| {
            walker.block(prepare);
            walker.read(condition);
            walker.block(body);
        });
        self.position.paths = around;
        self.position.around.pop();
        self.forget_assigned(prepare);
        self.forget_assigned(body);
    }

    /// Assumes the ranges of the counters of the host's loops around the region to be known.
    pub(super) fn know_host_loops(&mut self, place: Place) {
        let loops = super::loops_around(&self.region_function.body, place).unwrap_or_default();
        for looped in loops {
            let Step::Constant(step) = looped.step else { continue };
            let (Some(start), Some(stop)) = (self.plain_value(&looped.start), self.plain_value(&looped.stop))
            else {
                continue;
            };
            let counter = Expr::local(looped.counter, self.local_type(looped.counter), looped.start.span);
            let Some(counter) = self.plain_value(&counter) else { continue };
            let ends = LoopRange { start, stop, step, guards: Vec::new() }.ends();
            if let Some((least, greatest)) = ends {
                self.found.entries.bound_counter(&counter, least, greatest);
            }
        }
    }

    /// The form of a number that needs no guard.
    fn plain_value(&mut self, expr: &Expr) -> Option<Form> {
        self.value(expr).filter(|value| value.guards.is_empty()).map(|value| value.form)
    }

    fn looped(&mut self, kind: LoopKind, start: &Expr, stop: &Expr, step: &Step) -> Loop {
        let range = self.range(start, stop, step);
        let stride = match step {
            Step::Constant(step) => Some(Form::constant((*step).into())),
            Step::Dynamic(step) => self.value(step).map(|step| step.form),
        };
        let apart = self.apart(start, stop);
        Loop { kind, range, stride, apart }
    }

    fn range(&mut self, start: &Expr, stop: &Expr, step: &Step) -> Option<LoopRange> {
        self.read(start);
        self.read(stop);
        let step = match step {
            Step::Constant(step) => Some(*step),
            Step::Dynamic(step) => {
                self.read(step);
                None
            }
        };
        let (start, stop) = (self.value(start)?, self.value(stop)?);
        let mut guards = start.guards;
        guards.extend(stop.guards);
        Some(LoopRange { start: start.form, stop: stop.form, step: step.filter(|&step| step != 0)?, guards })
    }

    fn prange(&mut self, prange: &Prange, span: Span) {
        let found = self.looped(LoopKind::Parallel, &prange.start, &prange.stop, &prange.step);
        for &id in &prange.privates {
            self.forget(id);
        }
        self.enter(found, prange.counter, None, &prange.body, span);
    }

    fn enter(&mut self, found: Loop, counter: LocalId, target: Option<LocalId>, body: &Block, span: Span) {
        let is_sequential = found.kind == LoopKind::Sequential;
        let id = self.found.loops.add(found);
        let handed_on = if is_sequential { self.before_iterations(body) } else { Vec::new() };
        if !planted::has(Fault::IterationValueKept) {
            self.forget_assigned(body);
        }
        let ty = |walker: &Self, local| walker.local_type(local);
        let value = self.loop_value(id, &ty(self, counter), &ty(self, counter));
        self.frame.values.insert(counter, value);
        if let Some(target) = target {
            let value = self.loop_value(id, &ty(self, counter), &ty(self, target));
            self.frame.values.insert(target, value);
        }
        let carried = self.carry(handed_on, id, [Some(counter), target], body);
        let before = self.position.uncertain;
        if breaks(body) && !planted::has(Fault::BreakIgnored) {
            self.position.uncertain = before.or(Some((NotFull::Conditional, span)));
        }
        self.position.around.push(id);
        self.iteration(body);
        self.position.around.pop();
        self.position.uncertain = before;
        self.forget_assigned(body);
        self.forget(counter);
        target.into_iter().for_each(|target| self.forget(target));
        self.take(&carried);
    }

    /// Those of the function being walked.
    fn locals(&self) -> &Locals<Local> {
        match self.calls.last() {
            Some(&function) if !self.frame.is_region => &self.module.functions[function].locals,
            _ => &self.region_function.locals,
        }
    }

    pub(super) fn local(&self, id: LocalId) -> &Local {
        &self.locals()[id]
    }

    pub(super) fn local_type(&self, id: LocalId) -> Ty {
        self.local(id).ty.clone()
    }
}

/// Whether a `break` in the block leaves the loop that the block is the body of, or a `return` the
/// function.
fn breaks(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Return(_) => true,
        StmtKind::For(inner) => breaks(&inner.otherwise) || returns(&inner.body),
        StmtKind::While { prepare, body, otherwise, .. } => {
            breaks(otherwise) || returns(prepare) || returns(body)
        }
        StmtKind::Prange(inner) => returns(&inner.body),
        _ => walk::blocks(stmt).into_iter().any(|inner| breaks(inner)),
    })
}

/// Whether a block ends only by raising.
fn only_raises(block: &[Stmt]) -> bool {
    let ends = block.last().is_some_and(|last| match &last.kind {
        StmtKind::If { then, otherwise, .. } => only_raises(then) && only_raises(otherwise),
        _ => last.raises(),
    });
    ends && jumped(block).is_none() && !returns(block)
}

fn returns(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Return(_)));
    found
}

/// Where a block may jump past what follows it in its loop: by `continue`, `break` or `return`.
fn jumped(block: &[Stmt]) -> Option<Span> {
    block.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Continue | StmtKind::Break | StmtKind::Return(_) => Some(stmt.span),
        StmtKind::For(inner) => jumped(&inner.otherwise).or(returns(&inner.body).then_some(stmt.span)),
        StmtKind::While { prepare, body, otherwise, .. } => {
            jumped(otherwise).or((returns(prepare) || returns(body)).then_some(stmt.span))
        }
        StmtKind::Prange(inner) => returns(&inner.body).then_some(stmt.span),
        _ => walk::blocks(stmt).into_iter().find_map(|inner| jumped(inner)),
    })
}
