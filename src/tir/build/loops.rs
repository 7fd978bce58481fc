//! Serial loops.

use super::call::python3_iterator;
use super::entry_loops::{bare_method_call, pair};
use super::function::FunctionBuilder;
use super::letter_loops::{Letters, for_each_letter};
use super::natural::narrowed_where;
use super::report;
use super::source::Source;
use crate::base::{Name, Within};
use crate::hir::{self, Binding, ExprId, ExprKind as H, Range, Runtime};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Expr, ExprKind, For, LocalId, Next, ObjectConst, Op, Ownership, Step, Stmt, StmtKind,
};
use crate::ty::{Memoryview, PyClass, Ty};

/// The bounds of a counted loop, safe to evaluate in its header.
pub(super) struct Bounds {
    pub start: Expr,
    pub stop: Expr,
    pub step: Step,
}

impl Bounds {
    /// Those of the same numbers, the last one first. The step is 1 or -1.
    fn reversed(self) -> Bounds {
        let Step::Constant(step) = self.step else { return self };
        let before = |bound: Expr| match bound.as_int() {
            Some(value) => Expr::int(value - i128::from(step), bound.ty.clone(), bound.span),
            None => {
                let (ty, span) = (bound.ty.clone(), bound.span);
                let one = Expr::int(i128::from(step), ty.clone(), span);
                Expr::new(ExprKind::Binary(BinaryOp::Subtract, Box::new(bound), Box::new(one)), ty, span)
            }
        };
        Bounds { start: before(self.stop), stop: before(self.start), step: Step::Constant(-step) }
    }
}

/// The items of an object on their way into a target.
struct Items {
    /// Of `enumerate`: what is bound to the number of each item before it, and the variable that counts.
    count: Option<(ExprId, Expr)>,
    target: ExprId,
    /// [`Op::NextItem`].
    next: Op,
    /// The target is a number, and gets the letters of a text, or the bytes of others.
    letters: Option<Letters>,
}

/// What changes while a loop runs: what its body binds, and its counter.
struct Changing {
    within: Within,
    counter: Option<hir::LocalId>,
    /// How far a variable without a sign counts down each time.
    down_by: Option<u64>,
    /// Owned temporaries from here on, such as memoryviews that are held, are released before the loop.
    mark: usize,
}

/// Which bound of a loop is evaluated first, if that may raise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    StartFirst,
    StopFirst,
    /// The start, of a `prange`: Cython takes floating-point bounds there.
    Parallel,
}

impl FunctionBuilder<'_, '_> {
    pub fn for_range(
        &mut self,
        target: ExprId,
        range: &Range,
        body: &hir::Block,
        otherwise: &hir::Block,
        span: Span,
    ) {
        let ty = self.source.types.expr(target);
        let local = match self.source.function.body.exprs[target].kind {
            _ if ty.is_error() => return,
            _ if !matches!(ty, Ty::Int(_)) || ty.is_truth() => {
                return self.for_python_range(target, range, body, otherwise, span);
            }
            H::Name(Binding::Local(id)) => Some(id),
            _ => None,
        };
        let mark = self.code.pending.len();
        // If the step is known, Cython makes a C loop of it, and evaluates the stop first.
        let is_known = |step| crate::hir::constant(&self.source.function.body, step).is_some();
        let order = if range.step.is_none_or(is_known) { Order::StopFirst } else { Order::StartFirst };
        let down_by = self.unsigned_way_down(range, &ty);
        let Some(bounds) = self.bounds(range, target, body, order, down_by) else { return };
        let bounds = if range.is_reversed { bounds.reversed() } else { bounds };
        self.code.release_pending(mark, span);
        let context = self.auto_context([body, otherwise], span);
        let (counter, kept) = match local {
            Some(local) if down_by.is_some() => self.counter_beside(local, Ty::SSIZE, span),
            Some(local) => self.counter(local, body, span),
            None => {
                let ty = if down_by.is_some() { Ty::SSIZE } else { ty };
                (self.code.temp("count", ty, Ownership::Borrowed, span), None)
            }
        };
        self.bind_assigned_in(body);
        // A place is not a variable of the loop: each iteration stores the number there.
        let place = local.is_none().then_some(target);
        let body = self.loop_body(counter, &bounds, place, body, span);
        let otherwise = self.nested(otherwise);
        let Bounds { start, stop, step } = bounds;
        let looped = For { counter, target: kept, start, stop, step, body, otherwise };
        self.emit_loop(context, StmtKind::For(Box::new(looped)), span);
    }

    fn loop_body(
        &mut self,
        counter: LocalId,
        bounds: &Bounds,
        place: Option<ExprId>,
        body: &hir::Block,
        span: Span,
    ) -> crate::tir::Block {
        let known = self.mark_not_negative(counter, bounds);
        self.around.loop_depth += 1;
        let (body, ()) = self.captured(|builder| {
            if let Some(place) = place {
                let mark = builder.code.pending.len();
                let count = builder.code.local_expr(counter, span);
                builder.bind(place, count, span);
                builder.code.release_pending(mark, span);
            }
            builder.block(body);
        });
        self.around.loop_depth -= 1;
        if known {
            self.around.not_negative.remove(&counter);
        }
        body
    }

    /// Records that a counter which starts at zero or more and counts up is never negative.
    pub fn mark_not_negative(&mut self, counter: LocalId, bounds: &Bounds) -> bool {
        let upwards = matches!(bounds.step, Step::Constant(step) if step > 0);
        let from_zero = bounds.start.as_int().is_some_and(|start| start >= 0);
        let downwards_to_zero = matches!(bounds.step, Step::Constant(step) if step < 0)
            && bounds.stop.as_int().is_some_and(|stop| stop >= -1);
        (upwards && from_zero || downwards_to_zero) && self.around.not_negative.insert(counter)
    }

    /// The variable that counts: the user's own if nobody else assigns it and nobody reads it after the loop;
    /// otherwise a temporary beside it.
    pub fn counter(&mut self, local: LocalId, body: &hir::Block, span: Span) -> (LocalId, Option<LocalId>) {
        let within = self.source.facts.assigned.within(body);
        let own = self.source.hir_local(local).is_none_or(|id| {
            self.source.facts.assigned.contains(id, &within)
                || self.source.facts.outlives_loop.contains(&id)
                || self.source.facts.addressed.contains(&id)
                || self.source.function.body.locals[id].is_param
        });
        if !own {
            return (local, None);
        }
        let ty = self.code.locals[local].ty.clone();
        self.counter_beside(local, ty, span)
    }

    pub fn counter_beside(&mut self, local: LocalId, ty: Ty, span: Span) -> (LocalId, Option<LocalId>) {
        let hint = Name::new(format!("{}_count", self.code.locals[local].name));
        (self.code.temp(&hint, ty, Ownership::Borrowed, span), Some(local))
    }

    /// `for i in range(n - 1, -1, -1)` with an `i` that has no sign ends below zero: another variable counts. In reverse, so
    /// it does for all types but those that hold the number before the first one.
    pub fn unsigned_way_down(&self, range: &Range, ty: &Ty) -> Option<u64> {
        let is_unsigned = matches!(ty, Ty::Int(kind) if !kind.is_signed());
        if range.is_reversed {
            let is_wide = matches!(ty, Ty::Int(kind) if kind.is_signed() && kind.bits() >= 64);
            return (!is_wide).then_some(1);
        }
        let step = crate::hir::constant(&self.source.function.body, range.step?)?;
        (is_unsigned && step < 0).then(|| u64::try_from(step.unsigned_abs()).ok()).flatten()
    }

    /// What a loop over `range` counts from, to and by. `target`, a C integer, counts, or a variable beside it.
    pub fn bounds(
        &mut self,
        range: &Range,
        target: ExprId,
        body: &hir::Block,
        order: Order,
        down_by: Option<u64>,
    ) -> Option<Bounds> {
        let own = self.source.types.expr(target);
        let ty = if down_by.is_some() { &Ty::SSIZE } else { &own };
        let counter = match self.source.function.body.exprs[target].kind {
            H::Name(Binding::Local(counter)) => Some(counter),
            _ => None,
        };
        let within = self.source.facts.assigned.within(body);
        let down_by = down_by.filter(|_| !range.is_reversed);
        let assigned = Changing { within, counter, down_by, mark: self.code.pending.len() };
        let span = self.source.function.body.exprs[range.stop].span;
        let start = |builder: &mut Self| match range.start {
            Some(start) => builder.bound(start, ty, &assigned, ("start", order)),
            None => Expr::int(0, ty.clone(), span),
        };
        let stop = |builder: &mut Self| builder.bound(range.stop, ty, &assigned, ("stop", order));
        let (start, stop) = match order {
            Order::StartFirst | Order::Parallel => (start(self), stop(self)),
            Order::StopFirst => {
                let stop = stop(self);
                (start(self), stop)
            }
        };
        let step = match range.step {
            None => Step::Constant(1),
            Some(step) => self.step(step, ty, &assigned, order)?,
        };
        if let (Some(first), Some(end), &Step::Constant(step)) = (start.as_int(), stop.as_int(), &step)
            && (step > 0 && first > end || step < 0 && first < end)
        {
            let is_plain = range.start.is_some() && range.step.is_none();
            self.report(report::empty_range(first, end, span, is_plain));
        }
        (!start.ty.is_error() && !stop.ty.is_error()).then_some(Bounds { start, stop, step })
    }

    fn step(&mut self, step: ExprId, ty: &Ty, assigned: &Changing, order: Order) -> Option<Step> {
        let span = self.source.function.body.exprs[step].span;
        match crate::hir::constant(&self.source.function.body, step).map(i64::try_from) {
            Some(Ok(0)) => {
                self.report(report::zero_step(span));
                None
            }
            Some(Ok(step)) => Some(Step::Constant(step)),
            _ => {
                let step = self.bound(step, ty, assigned, ("step", order));
                let check = crate::tir::Check {
                    kind: crate::tir::CheckKind::Step { value: step.clone(), axis: None },
                };
                self.code.emit(StmtKind::Check(check), span);
                Some(Step::Dynamic(step))
            }
        }
    }

    /// A bound: kept in a temporary unless it is the same in every iteration.
    fn bound(&mut self, id: ExprId, ty: &Ty, assigned: &Changing, (hint, order): (&str, Order)) -> Expr {
        let natural = self.source.types.expr(id);
        let constant = crate::hir::constant(&self.source.function.body, id).is_some();
        let value = if order == Order::Parallel && matches!(natural, Ty::Float(_)) {
            let value = self.expr(id);
            self.coerce(value, ty)
        } else if constant || !natural.is_integral() && !natural.is_object() {
            self.value(id, ty)
        } else {
            // The index of an object: a float has none.
            let value = if natural.is_object() { self.value(id, &Ty::SSIZE) } else { self.expr(id) };
            let value = match assigned.down_by {
                Some(step) if hint != "step" => below_zero(value, step),
                _ => value,
            };
            // It is compared with the counter, so it needs the same signedness; otherwise C compares as
            // unsigned.
            match (&value.ty, ty) {
                (Ty::Int(from), Ty::Int(to)) if from.is_signed() == to.is_signed() => {
                    narrowed_where(value, |kind| kind.is_signed() == to.is_signed())
                }
                // C compares them as numbers of the wider type, which has all of both.
                (Ty::Int(from), Ty::Int(to))
                    if order != Order::Parallel
                        && hint == "stop"
                        && from.is_signed()
                        && from.bits() > to.bits() =>
                {
                    value
                }
                _ => self.coerce(value, ty),
            }
        };
        let stays =
            self.source.is_invariant(&value, assigned) && !self.code.reads_pending(&value, assigned.mark);
        if stays { value } else { self.store(hint, value) }
    }

    /// `for x in range(...)` with an object for `x`: Python's own loop.
    fn for_python_range(
        &mut self,
        target: ExprId,
        range: &Range,
        body: &hir::Block,
        otherwise: &hir::Block,
        span: Span,
    ) {
        self.require_gil("a loop over Python's `range`", span);
        let callee = self.run("range", Op::LoadBuiltin("range".into()), Ty::OBJECT, span);
        let bounds: Vec<ExprId> = match (range.start, range.step) {
            (None, _) => vec![range.stop],
            (Some(start), None) => vec![start, range.stop],
            (Some(start), Some(step)) => vec![start, range.stop, step],
        };
        let mut arguments = self.objects(&bounds);
        let at = self.store("at", Expr::int(0, Ty::SSIZE, span));
        let Some(at) = at.as_local() else { return };
        let op = match (arguments.len(), arguments.pop()) {
            (_, last) if range.is_reversed => {
                arguments.extend(last);
                let op = Op::CallObject { callee, arguments, keywords: vec![] };
                let numbers = self.run("iterable", op, Ty::OBJECT, span);
                let callee = self.run("reversed", Op::LoadBuiltin("reversed".into()), Ty::OBJECT, span);
                let op = Op::CallObject { callee, arguments: vec![numbers], keywords: vec![] };
                Op::GetIterator(self.run("iterable", op, Ty::OBJECT, span))
            }
            (1 | 2, Some(stop)) => Op::GetRange { range: callee, start: arguments.pop(), stop, at },
            (_, last) => {
                arguments.extend(last);
                let op = Op::CallObject { callee, arguments, keywords: vec![] };
                Op::GetIterator(self.run("iterable", op, Ty::OBJECT, span))
            }
        };
        let what = if matches!(op, Op::GetRange { .. }) { Next::Number } else { Next::Item };
        let iterator = self.run("iterator", op, Ty::OBJECT, span);
        if let Some(iterator) = iterator.as_local() {
            let next = Op::NextItem { iterator, at, what };
            let items = Items { count: None, target, next, letters: None };
            self.iterate(items, body, otherwise, span);
        }
    }

    pub fn for_each(
        &mut self,
        target: ExprId,
        iterable: ExprId,
        body: &hir::Block,
        otherwise: &hir::Block,
        span: Span,
    ) {
        if self.source.is_part(iterable) && !self.source.is_rest_of_text(iterable) {
            return self.for_each_of(target, iterable, body, otherwise, span);
        }
        if self.source.types.expr(iterable).memoryview().is_some_and(Memoryview::gives_elements) {
            return self.for_each_element(target, iterable, body, otherwise, span);
        }
        self.require_gil("a loop over a Python object", span);
        let (number, item, all) = match enumerated(&self.source, target, iterable) {
            Some((number, item, all)) => (Some(number), item, all),
            None => (None, target, iterable),
        };
        // A `bytearray` may become shorter meanwhile.
        if self.source.types.expr(all) != Ty::Object(PyClass::ByteArray)
            && let Some(letters) = Letters::of(self, item, all)
        {
            return for_each_letter(self, (number, item, all), letters, [body, otherwise], span);
        }
        if let Some(items) = self.items_of(item, all, span) {
            let count = number.map(|number| (number, self.store("count", Expr::int(0, Ty::SSIZE, span))));
            self.iterate(Items { count, ..items }, body, otherwise, span);
        }
    }

    /// The items of an object, from the first one on.
    fn items_of(&mut self, target: ExprId, iterable: ExprId, span: Span) -> Option<Items> {
        let letters = Letters::of(self, target, iterable);
        let (begin, what) = match self.entries(target, iterable) {
            Some(entries) => entries,
            None => (Op::GetIterator(self.iterated(target, iterable)), Next::Item),
        };
        if begin.operands().iter().any(|operand| operand.ty.is_error()) {
            return None;
        }
        let iterator = self.run("iterator", begin, Ty::OBJECT, span).as_local()?;
        let at = self.store("at", Expr::int(0, Ty::SSIZE, span)).as_local()?;
        let next = Op::NextItem { iterator, at, what };
        Some(Items { count: None, target, next, letters })
    }

    /// An object whose items a loop is over.
    fn iterated(&mut self, target: ExprId, iterable: ExprId) -> Expr {
        match self.iterated_dict(iterable) {
            Some(items) => items,
            None => {
                self.refuse_list_bounds(target, iterable);
                self.refuse_iterated_none(iterable);
                self.object(iterable)
            }
        }
    }

    /// `d.iteritems()` of an object that may be a dict. As in Cython, a loop over it is one over `d.items()` then.
    fn iterated_dict(&mut self, iterable: ExprId) -> Option<Expr> {
        let (base, name) = bare_method_call(&self.source, iterable)?;
        if self.source.types.expr(base) != Ty::OBJECT || python3_iterator(name).is_none() {
            return None;
        }
        let span = self.source.function.body.exprs[iterable].span;
        let object = self.object(base);
        Some(self.iterated_by(object, name, span))
    }

    /// What a method of Python 2's dicts gives, which a dict has by the name of today.
    pub(super) fn iterated_by(&mut self, object: Expr, name: &Name, span: Span) -> Expr {
        let name = self.object_const(ObjectConst::Str(name.to_string()), PyClass::Str, span);
        let op = Op::Runtime { function: Runtime::IteratedDict, arguments: vec![object, name] };
        self.run("items", op, Ty::OBJECT, span)
    }

    /// A loop over a memoryview: by its indices. It has as many iterations as there are elements at its beginning.
    fn for_each_element(
        &mut self,
        target: ExprId,
        iterable: ExprId,
        body: &hir::Block,
        otherwise: &hir::Block,
        span: Span,
    ) {
        let mark = self.code.pending.len();
        let mut view = self.view_operand(iterable);
        let Some(element) = view.ty.memoryview().map(|of| of.element.clone()) else { return };
        self.check_not_none(&view, "iterate over", span);
        let within = self.source.facts.assigned.within(body);
        let is_rebound = match view.as_local() {
            Some(local) => self
                .source
                .hir_local(local)
                .is_some_and(|id| self.source.facts.assigned.contains(id, &within)),
            None => true,
        };
        if is_rebound {
            let ty = view.ty.clone();
            view = self.run("view", Op::Own(view), ty, span);
        }
        let extent = Expr::new(ExprKind::Extent { view: Box::new(view.clone()), axis: 0 }, Ty::SSIZE, span);
        let context = self.auto_context([body, otherwise], span);
        let counter = self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span);
        self.bind_assigned_in(body);
        self.around.loop_depth += 1;
        let (body, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let indices = vec![builder.code.local_expr(counter, span)];
            let item = ExprKind::Element { view: Box::new(view), indices };
            builder.bind(target, Expr::new(item, element, span), span);
            builder.code.release_pending(mark, span);
            builder.block(body);
        });
        self.around.loop_depth -= 1;
        let otherwise = self.nested(otherwise);
        let (start, step) = (Expr::int(0, Ty::SSIZE, span), Step::Constant(1));
        let looped = For { counter, target: None, start, stop: extent, step, body, otherwise };
        self.emit_loop(context, StmtKind::For(Box::new(looped)), span);
        self.code.release_pending(mark, span);
    }

    fn is_object_variable(&self, target: ExprId) -> bool {
        match self.source.function.body.exprs[target].kind {
            H::Name(Binding::Local(local)) => self.code.locals[local].ty.is_object(),
            _ => false,
        }
    }

    /// What the previous iteration has put into the names of a target.
    pub(super) fn bind_names_in(&mut self, target: ExprId) {
        match &self.source.function.body.exprs[target].kind {
            H::Name(Binding::Local(local)) => {
                let local = *local;
                self.references.maybe_bound.insert(local);
            }
            H::Tuple(targets) | H::List(targets) => {
                targets.clone().into_iter().for_each(|target| self.bind_names_in(target));
            }
            H::Starred(target) => self.bind_names_in(*target),
            _ => {}
        }
    }

    /// ```text
    /// iterator = iter(iterable)
    /// while (item = next(iterator)) is there: target = item; body
    /// ```
    fn iterate(&mut self, items: Items, body: &hir::Block, otherwise: &hir::Block, span: Span) {
        let Items { count, target, next, letters } = items;
        let item = self.code.temp("item", Ty::OBJECT, Ownership::Owned, span);
        self.code.take_over(item);
        let context = self.auto_context([body, otherwise], span);
        self.bind_assigned_in(body);
        self.bind_names_in(target);
        if let Some((number, _)) = &count {
            self.bind_names_in(*number);
        }
        let entry = match next {
            Op::NextItem { what: Next::Entry { value }, .. } => {
                pair(&self.source, target).map(|pair| (pair, value))
            }
            _ => None,
        };
        let next = StmtKind::Run { into: Some(item), op: next };
        let prepare = vec![Stmt::new(StmtKind::Release(item), span), Stmt::new(next, span)];
        let found = self.code.local_expr(item, span);
        let null = Expr::new(ExprKind::Null, Ty::OBJECT, span);
        let condition = Expr::new(
            ExprKind::Compare(crate::tir::CompareOp::NotEqual, Box::new(found.clone()), Box::new(null)),
            Ty::Bint,
            span,
        );
        self.around.loop_depth += 1;
        let (body, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            count.iter().for_each(|(number, count)| bind_count(builder, *number, count, span));
            match entry {
                Some((pair, value)) => {
                    builder.code.pending.extend([item, value]);
                    builder.bind_items(&pair, vec![item, value], span);
                }
                None => builder.bind_item(target, (item, found), letters, span),
            }
            builder.code.release_pending(mark, span);
            builder.block(body);
        });
        self.around.loop_depth -= 1;
        let otherwise = self.nested(otherwise);
        self.emit_loop(context, StmtKind::While { prepare, condition, body, otherwise }, span);
        self.code.emit(StmtKind::Release(item), span);
    }

    fn bind_item(
        &mut self,
        target: ExprId,
        (item, found): (LocalId, Expr),
        letters: Option<Letters>,
        span: Span,
    ) {
        if letters.is_none() && self.is_object_variable(target) {
            // It takes the item over.
            self.code.pending.push(item);
        }
        let found = match letters {
            None => found,
            Some(letters) => letters.value(self, found, self.source.types.expr(target)),
        };
        self.bind(target, found, span);
    }
}

impl<'m> Source<'m> {
    fn changes(&self, assigned: &Changing, id: hir::LocalId) -> bool {
        assigned.counter == Some(id) || self.facts.assigned.contains(id, &assigned.within)
    }

    fn is_invariant(&self, value: &Expr, assigned: &Changing) -> bool {
        match &value.kind {
            ExprKind::Int(_) => true,
            ExprKind::Local(local) => self
                .hir_local(*local)
                .is_none_or(|id| !self.changes(assigned, id) && !self.facts.addressed.contains(&id)),
            ExprKind::Convert(_) | ExprKind::Extent { .. } | ExprKind::Binary(..) | ExprKind::Unary(..) => {
                value.children().into_iter().all(|child| self.is_invariant(child, assigned))
            }
            _ => value.ty.is_error(),
        }
    }
}

/// `n - 1` of an `n` that is zero and has no sign is -1, as in Cython's loops: they compare `n - 1 + step`.
fn below_zero(value: Expr, step: u64) -> Expr {
    let is_wide = matches!(&value.ty, Ty::Int(kind) if !kind.is_signed() && kind.bits() >= 32);
    if !is_wide || value.as_int().is_some() {
        return value;
    }
    let (span, ty) = (value.span, value.ty.clone());
    let by = |ty: &Ty| Box::new(Expr::int(i128::from(step), ty.clone(), span));
    let sum = ExprKind::Binary(BinaryOp::Add, Box::new(value), by(&ty));
    let sum = Expr::new(ExprKind::Convert(Box::new(Expr::new(sum, ty, span))), Ty::SSIZE, span);
    Expr::new(ExprKind::Binary(BinaryOp::Subtract, Box::new(sum), by(&Ty::SSIZE)), Ty::SSIZE, span)
}

/// Of a loop over `enumerate(x)`: binds the number of an item, and counts on.
pub(super) fn bind_count(builder: &mut FunctionBuilder<'_, '_>, number: ExprId, count: &Expr, span: Span) {
    builder.bind(number, count.clone(), span);
    let one = Box::new(Expr::int(1, Ty::SSIZE, span));
    let more = ExprKind::Binary(BinaryOp::Add, Box::new(count.clone()), one);
    let value = Expr::new(more, Ty::SSIZE, span);
    builder.code.emit(StmtKind::Assign { place: count.clone(), value }, span);
}

/// Of a loop over `enumerate(x)` with two targets: those, and `x`.
fn enumerated(source: &Source<'_>, target: ExprId, iterable: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
    let [number, item] = pair(source, target)?;
    let &[numbered] = source.arguments_of(iterable, "enumerate")? else { return None };
    let is_starred = matches!(source.function.body.exprs[numbered].kind, H::Starred(_));
    (!is_starred).then_some((number, item, numbered))
}
