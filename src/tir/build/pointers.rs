//! Slices of pointers and C arrays: texts, loops, memberships, and assignments to parts.

use std::sync::Arc;

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::hir::{self, Binding, Comparison, ExprId, ExprKind as H, FunctionKind, Singleton, Subscript};
use crate::source::Span;
use crate::tir::{
    Check, CheckKind, CompareOp, Expr, ExprKind, For, Op, Ownership, Step, Stmt, StmtKind, same_expr,
};
use crate::ty::{IntKind, Length, PyClass, Ty};

/// A part of what a pointer points to, or of a C array.
pub(super) struct Part {
    base: Expr,
    element: Ty,
    start: Option<Expr>,
    stop: Option<Expr>,
    step: Option<ExprId>,
    /// The length of the C array that it is a part of.
    length: Option<Length>,
}

/// `p[start:stop:step]` as written.
struct Written {
    base: ExprId,
    bounds: [Option<ExprId>; 3],
}

impl<'m> Source<'m> {
    /// What is written as a slice of a pointer or a C array.
    fn written_part(&self, id: ExprId) -> Option<Written> {
        let H::Subscript { base, indices } = &self.function.body.exprs[id].kind else { return None };
        let [Subscript::Slice { start, stop, step }] = indices.as_slice() else { return None };
        matches!(self.types.expr(*base), Ty::Pointer { .. } | Ty::Array { .. })
            .then_some(Written { base: *base, bounds: [*start, *stop, *step] })
    }

    /// Whether an expression is a C array, or a slice of one or of a pointer.
    pub fn is_part(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id), Ty::Array { .. }) || self.written_part(id).is_some()
    }

    /// `text[start:]` of a C string, which ends where the text ends: an object.
    pub fn is_rest_of_text(&self, id: ExprId) -> bool {
        self.written_part(id).is_some_and(|written| {
            let [_, stop, step] = written.bounds;
            let is_left_out = |bound: Option<ExprId>| bound.is_none_or(|bound| self.is_none(bound));
            self.types.expr(written.base).is_c_string() && is_left_out(stop) && is_left_out(step)
        })
    }

    fn is_none(&self, id: ExprId) -> bool {
        matches!(self.function.body.exprs[id].kind, H::Singleton(Singleton::None))
    }

    fn is_written_list(&self, value: ExprId) -> bool {
        let kinds = &self.function.body.exprs;
        match &kinds[value].kind {
            H::List(_) | H::Tuple(_) => true,
            H::Binary(hir::Operator::Multiply, list, _) => matches!(kinds[*list].kind, H::List(_)),
            _ => false,
        }
    }

    fn constant_length(&self, target: ExprId) -> Option<u64> {
        let Written { base, bounds: [start, stop, None] } = self.written_part(target)? else { return None };
        let constant = |id| crate::hir::constant(&self.function.body, id);
        let start = start.map_or(Some(0), constant)?;
        let stop = match (stop, self.types.expr(base)) {
            (Some(stop), _) => constant(stop)?,
            (None, Ty::Array { length, .. }) => i128::from(length.known()?),
            _ => return None,
        };
        u64::try_from(stop - start).ok().filter(|_| start >= 0)
    }
}

impl FunctionBuilder<'_, '_> {
    /// Evaluates the parts of a slice. A whole array has its length.
    pub fn part(&mut self, id: ExprId) -> Option<Part> {
        let span = self.source.function.body.exprs[id].span;
        let (base, bounds) = match self.source.written_part(id) {
            Some(written) => (written.base, written.bounds),
            None => (id, [None; 3]),
        };
        let [start, stop, step] = bounds;
        let ty = self.source.types.expr(base);
        let (base, start, stop) = self.base_and_bounds(base, start, stop)?;
        let step = step.filter(|&step| !self.source.is_none(step));
        let (element, stop) = match &ty {
            Ty::Array { element, length } => {
                (element, Some(stop.unwrap_or_else(|| Expr::length(length, span))))
            }
            Ty::Pointer { to, .. } => (to, stop),
            _ => return None,
        };
        let element = (**element).clone();
        let length = ty.array_lengths().first().cloned();
        Some(Part { base, element, start, stop, step, length })
    }

    /// `text[start:stop]` of a C string, as an object.
    pub fn characters(
        &mut self,
        base: ExprId,
        start: Option<ExprId>,
        stop: Option<ExprId>,
        ty: &Ty,
        span: Span,
    ) -> Expr {
        match self.text_part(base, start, stop, span) {
            Some((text, start, stop)) => self.characters_of(text, start, stop, ty, span),
            None => Expr::new(ExprKind::Null, Ty::Error, span),
        }
    }

    /// A C string, or a part of it, as `bytes` or what the class says.
    pub fn characters_of(
        &mut self,
        text: Expr,
        start: Expr,
        stop: Option<Expr>,
        ty: &Ty,
        span: Span,
    ) -> Expr {
        self.require_gil("making a Python object of a C string", span);
        let text = as_text(text);
        let op = match ty {
            Ty::Object(PyClass::Str) => {
                let Some(name) = self.directives.c_strings.encoding.clone() else {
                    return self.error_expr(report::no_encoding(span), span);
                };
                let name = ExprKind::CString(name.as_bytes().to_vec());
                let encoding = Some(Expr::new(name, text_type(), span));
                Op::Decode { text, start, stop, encoding, errors: None }
            }
            Ty::Object(PyClass::ByteArray) => Op::Characters { text, start, stop, class: PyClass::ByteArray },
            _ => Op::Characters { text, start, stop, class: PyClass::Bytes },
        };
        self.run("text", op, ty.clone(), span)
    }

    fn text_part(
        &mut self,
        base: ExprId,
        start: Option<ExprId>,
        stop: Option<ExprId>,
        span: Span,
    ) -> Option<(Expr, Expr, Option<Expr>)> {
        let (text, start, stop) = self.base_and_bounds(base, start, stop)?;
        let start = start.unwrap_or_else(|| Expr::int(0, Ty::SSIZE, span));
        text.ty.is_c_string().then_some((text, start, stop))
    }

    /// Evaluates from left to right. An array stays where it is.
    fn base_and_bounds(
        &mut self,
        base: ExprId,
        start: Option<ExprId>,
        stop: Option<ExprId>,
    ) -> Option<(Expr, Option<Expr>, Option<Expr>)> {
        let mut wanted: Vec<(ExprId, Option<Ty>)> = Vec::new();
        let mut array = None;
        if matches!(self.source.types.expr(base), Ty::Array { .. }) {
            let place = self.expr(base);
            array = Some(if place.as_local().is_some() { place } else { self.address_of_first(place) });
        } else {
            wanted.push((base, None));
        }
        let (start, stop) =
            (start.filter(|&id| !self.source.is_none(id)), stop.filter(|&id| !self.source.is_none(id)));
        wanted.extend(start.into_iter().chain(stop).map(|bound| (bound, Some(Ty::SSIZE))));
        let mut values = self.in_order(&wanted).into_iter();
        let base = array.or_else(|| values.next())?;
        let start = start.and_then(|_| values.next());
        Some((base, start, stop.and_then(|_| values.next())))
    }

    /// `text.decode("utf-8")` of a C string, or of a part of one; `None` if its arguments are objects.
    pub fn decode(&mut self, base: ExprId, arguments: &[ExprId], span: Span) -> Option<Expr> {
        let is_text = |id: &ExprId| {
            matches!(self.source.function.body.exprs[*id].kind, H::Str(_) | H::Bytes(_))
                || self.source.types.expr(*id).is_c_string()
        };
        if arguments.len() > 2 || !arguments.iter().all(is_text) {
            return None;
        }
        let (base, start, stop) = match self.source.written_part(base) {
            Some(Written { base, bounds: [start, stop, None] }) => (base, start, stop),
            Some(_) => return None,
            None => (base, None, None),
        };
        if !self.source.types.expr(base).is_c_string() {
            return None;
        }
        self.require_gil("decoding a C string", span);
        let (text, start, stop) = self.text_part(base, start, stop, span)?;
        let mut arguments = arguments.iter().map(|&argument| match self.source.types.expr(argument) {
            ty @ Ty::Pointer { .. } if ty.is_c_string() => as_text(self.expr(argument)),
            _ => self.value(argument, &text_type()),
        });
        let (encoding, errors) = (arguments.next(), arguments.next());
        let op = Op::Decode { text: as_text(text), start, stop, encoding, errors };
        Some(self.run("text", op, Ty::Object(PyClass::Str), span))
    }

    /// A loop over the elements of a part, by a counter.
    pub fn for_each_of(
        &mut self,
        target: ExprId,
        iterable: ExprId,
        body: &hir::Block,
        otherwise: &hir::Block,
        span: Span,
    ) {
        let Some(mut part) = self.part(iterable) else { return };
        let is_text = part.base.ty.is_c_string() && self.source.written_part(iterable).is_some();
        let within = self.source.facts.assigned.within(body);
        let is_kept = |local| {
            self.source.hir_local(local).is_none_or(|id| !self.source.facts.assigned.contains(id, &within))
        };
        if part.base.as_local().is_none_or(|local| !is_kept(local)) {
            part.base = self.address_of_first(part.base);
        }
        for bound in [&mut part.start, &mut part.stop].into_iter().flatten() {
            if bound.as_int().is_none() {
                *bound = self.store("bound", bound.clone());
            }
        }
        let Some((start, stop, step)) = self.steps(&part, span) else { return };
        let context = self.auto_context([body, otherwise], span);
        let counter = self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span);
        self.bind_assigned_in(body);
        self.around.loop_depth += 1;
        let (body, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let at = builder.code.local_expr(counter, span);
            let item = builder.item(&part, at, target, is_text, span);
            builder.bind(target, item, span);
            builder.code.release_pending(mark, span);
            builder.block(body);
        });
        self.around.loop_depth -= 1;
        let otherwise = self.nested(otherwise);
        let looped = For { counter, target: None, start, stop, step: Step::Constant(step), body, otherwise };
        self.emit_loop(context, StmtKind::For(Box::new(looped)), span);
    }

    /// What a loop's target gets: an object is given a character of a text as Python does it.
    fn item(&mut self, part: &Part, at: Expr, target: ExprId, is_text: bool, span: Span) -> Expr {
        if let Ty::Pointer { to, .. } = self.source.types.expr(target)
            && !part.element.is_c_address()
            && (*to == part.element || *to == Ty::Void)
        {
            // A pointer is given where the element is, instead of what it is.
            let place = element(part, at, span);
            self.note_address(&place);
            let ty = Ty::pointer_to(part.element.clone());
            return Expr::new(ExprKind::AddressOf(Box::new(place)), ty, span);
        }
        if !self.source.types.expr(target).is_object() || !is_text {
            return self.pointed(element(part, at, span));
        }
        if self.directives.c_strings.class != PyClass::Str {
            let character = element(part, at, span);
            return Expr::new(ExprKind::Convert(Box::new(character)), Ty::Int(IntKind::UChar), span);
        }
        let one = Expr::int(1, Ty::SSIZE, span);
        let sum = ExprKind::Binary(crate::tir::BinaryOp::Add, Box::new(at.clone()), Box::new(one));
        let stop = Expr::new(sum, Ty::SSIZE, span);
        let class = Ty::Object(self.directives.c_strings.class);
        self.characters_of(part.base.clone(), at, Some(stop), &class, span)
    }

    fn steps(&mut self, part: &Part, span: Span) -> Option<(Expr, Expr, i64)> {
        let step = match part.step {
            None => Some(1),
            Some(step) => crate::hir::constant(&self.source.function.body, step)
                .and_then(|step| i64::try_from(step).ok()),
        };
        let zero = Expr::int(0, Ty::SSIZE, span);
        let (start, stop) = (part.start.clone(), part.stop.clone());
        match (step, start, stop) {
            (Some(step), start, Some(stop)) if step > 0 => Some((start.unwrap_or(zero), stop, step)),
            (Some(step), Some(start), stop) if step < 0 => {
                Some((start, stop.unwrap_or_else(|| Expr::int(-1, Ty::SSIZE, span)), step))
            }
            _ => {
                self.report(report::open_slice(span));
                None
            }
        }
    }

    /// `item in p[start:stop]`
    pub fn part_contains(&mut self, item: ExprId, container: ExprId, span: Span) -> Expr {
        let item = self.expr(item);
        let item = self.kept(item);
        let nothing = || Expr::new(ExprKind::Null, Ty::Error, span);
        let Some(mut part) = self.part(container) else { return nothing() };
        part.base = self.address_of_first(part.base);
        let Some((start, stop, step)) = self.steps(&part, span) else { return nothing() };
        let stop = if stop.as_int().is_some() { stop } else { self.store("stop", stop) };
        let found = self.store("found", Expr::int(0, Ty::Bint, span));
        let counter = self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span);
        let (body, ()) = self.captured(|builder| {
            let mark = builder.code.pending.len();
            let at = builder.code.local_expr(counter, span);
            let other = builder.pointed(element(&part, at, span));
            let same = builder.compare_any(Comparison::Ordering(CompareOp::Equal), item.clone(), other, span);
            let same = builder.truth(same);
            builder.code.release_pending(mark, span);
            let place = found.clone();
            let assign = StmtKind::Assign { place, value: Expr::int(1, Ty::Bint, span) };
            let then = vec![Stmt::new(assign, span), Stmt::new(StmtKind::Break, span)];
            builder.code.emit(StmtKind::If { condition: same, then, otherwise: Vec::new() }, span);
        });
        let otherwise = Vec::new();
        let looped = For { counter, target: None, start, stop, step: Step::Constant(step), body, otherwise };
        self.code.emit(StmtKind::For(Box::new(looped)), span);
        found
    }

    /// `a, b = p[1:3]`, if there are as many as there are targets. Returns whether it was that.
    pub fn unpack_part(&mut self, targets: &[ExprId], value: ExprId, span: Span) -> bool {
        if !self.source.is_part(value)
            || self.source.types.expr(value).is_object()
            || crate::ty::has_star(&self.source.function.body, targets)
        {
            return false;
        }
        let Some(part) = self.part(value) else { return true };
        let bound = |bound: &Option<Expr>| bound.as_ref().map_or(Some(0), Expr::as_int);
        let count = match (bound(&part.start), part.stop.as_ref().and_then(Expr::as_int), part.step) {
            (Some(start), Some(stop), None) => stop - start,
            _ => -1,
        };
        if count != targets.len() as i128 {
            self.report(report::unpacked_slice(span));
            return true;
        }
        let first = bound(&part.start).unwrap_or(0);
        let items = (0..count).map(|at| element(&part, Expr::int(first + at, Ty::SSIZE, span), span));
        let items: Vec<Expr> = items.collect();
        let items = items.into_iter().map(|item| match item.is_pointed_view() {
            true => self.pointed(item),
            false => self.store("item", item),
        });
        let items: Vec<Expr> = items.collect();
        for (&target, item) in targets.iter().zip(items) {
            self.bind(target, item, span);
        }
        true
    }

    /// A pointer to the first element, in a variable.
    fn address_of_first(&mut self, base: Expr) -> Expr {
        let Ty::Array { element, .. } = &base.ty else { return self.store("base", base) };
        let (ty, span) = (Ty::pointer_to((**element).clone()), base.span);
        self.note_address(&base);
        let address = Expr::new(ExprKind::Convert(Box::new(base)), ty, span);
        self.store("base", address)
    }

    /// The values of a list display, as a new C array; `count` times.
    pub fn items_as_array(&mut self, value: ExprId, element: &Ty) -> Option<Expr> {
        let source = self.source.function;
        let span = source.body.exprs[value].span;
        let (items, count) = match &source.body.exprs[value].kind {
            H::List(items) | H::Tuple(items) => (items, 1),
            H::Binary(hir::Operator::Multiply, list, count) => match &source.body.exprs[*list].kind {
                H::List(items) => (items, crate::hir::constant(&source.body, *count)?),
                _ => return None,
            },
            _ => return None,
        };
        if items.is_empty() || crate::ty::has_star(&source.body, items) || !(1..=1 << 16).contains(&count) {
            return None;
        }
        let wanted: Vec<_> = items.iter().map(|&item| (item, Some(element.clone()))).collect();
        let values = self.in_order(&wanted);
        if values.iter().any(|value| value.ty.is_error()) {
            return Some(Expr::new(ExprKind::Null, Ty::Error, span));
        }
        let values: Vec<Expr> = match count {
            1 => values,
            _ => values.into_iter().map(|value| self.kept(value)).collect(),
        };
        let length = values.len() as u64 * count as u64;
        let ty = Ty::array_of(element.clone(), length);
        let array = self.code.temp("items", ty, Ownership::Borrowed, span);
        let array = self.code.local_expr(array, span);
        for at in 0..length {
            let index = Box::new(Expr::int(i128::from(at), Ty::INT, span));
            let place = ExprKind::Index { base: Box::new(array.clone()), index };
            let place = Expr::new(place, element.clone(), span);
            let value = values[at as usize % values.len()].clone();
            match place.is_pointed_view() {
                true => self.run_only(Op::Store { place, value, gives: false }, span),
                false => self.code.emit(StmtKind::Assign { place, value }, span),
            }
        }
        Some(array)
    }

    /// Reports a list for a pointer that has been declared before, as Cython does: the array ends with the function, which may
    /// not be so for what the pointer is used for. Whether it is one.
    pub fn is_late_list(&mut self, target: ExprId, value: ExprId) -> bool {
        let body = &self.source.function.body;
        let (H::List(items) | H::Tuple(items)) = &body.exprs[value].kind else { return false };
        let is_late = match body.exprs[target].kind {
            H::Name(Binding::Local(local)) => body.locals[local].span != body.exprs[target].span,
            H::Name(Binding::Global(_)) => true,
            _ => false,
        };
        let of_module = self.source.function.kind == FunctionKind::Init;
        if !is_late || of_module {
            return false;
        }
        let Some(Ty::Pointer { to, .. }) = self.source.target_type(target) else { return false };
        let (element, span) = (self.source.table().display(&to), body.exprs[value].span);
        self.report(report::late_list(&element, items.len(), span));
        true
    }

    /// `int *p = [1, 2, 3]`: the array lives as long as the function runs.
    pub fn items_as_pointer(&mut self, value: ExprId, target: &Ty) -> Option<Expr> {
        let Ty::Pointer { to, .. } = target else { return None };
        if **to == Ty::Void {
            return None;
        }
        let array = self.items_as_array(value, to)?;
        let span = array.span;
        if array.ty.is_error() {
            return Some(array);
        }
        Some(Expr::new(ExprKind::Convert(Box::new(array)), target.clone(), span))
    }

    /// Values for a part of what a pointer points to, or for a whole C array. Returns whether it was that.
    pub fn assign_part(&mut self, target: ExprId, value: ExprId, span: Span) -> bool {
        let is_array = matches!(self.source.types.expr(target), Ty::Array { .. });
        let is_part = self.source.written_part(target).is_some();
        if !is_array && !is_part {
            return false;
        }
        let value_ty = self.source.types.expr(value);
        let is_list = self.source.is_written_list(value);
        let fits = value_ty == self.source.types.expr(target) || value_ty.is_object() && !is_list;
        if !is_part && (fits || !is_list && !matches!(value_ty, Ty::Pointer { .. } | Ty::Array { .. })) {
            return false;
        }
        let element =
            match self.source.types.expr(self.source.written_part(target).map_or(target, |part| part.base)) {
                Ty::Pointer { to: element, .. } | Ty::Array { element, .. } => (*element).clone(),
                _ => return false,
            };
        let from = match self.items_as_array(value, &element) {
            Some(array) => array,
            None if value_ty.is_object() => match self.object_as_array(target, value, &element) {
                Some(array) => array,
                None => return true,
            },
            None => self.expr(value),
        };
        let Some(mut to) = self.part(target).filter(|_| !from.ty.is_error()) else { return true };
        if let Some(length) = &to.length {
            for bound in [&mut to.start, &mut to.stop].into_iter().flatten() {
                if let Some(at) = bound.as_int().filter(|at| *at < 0) {
                    *bound = from_end(length, at, span);
                }
            }
        }
        if to.step.is_some() {
            self.report(report::stepped_part(span));
            return true;
        }
        let given = match &from.ty {
            Ty::Array { element: own, length } if **own == element => Some(length.clone()),
            Ty::Pointer { to: own, .. } if **own == element => None,
            _ => {
                let (from, to) =
                    (self.source.table().display(&from.ty), self.source.table().display(&element));
                self.report(report::cannot_convert(&from, &format!("{to}[]"), span));
                return true;
            }
        };
        if let (Some(wanted), Some(given)) = (self.literal_length(target), self.literal_length(value))
            && wanted != given
        {
            self.report(report::other_extent(wanted, given, span));
            return true;
        }
        self.copy_elements(to, from, given, span);
        true
    }

    /// An object's items, as many as the part has.
    fn object_as_array(&mut self, target: ExprId, value: ExprId, element: &Ty) -> Option<Expr> {
        let span = self.source.function.body.exprs[value].span;
        let Some(length) = self.source.constant_length(target) else {
            self.report(report::items_without_number(span));
            return None;
        };
        let object = self.object(value);
        let ty = Ty::array_of(element.clone(), length);
        Some(self.coerce(object, &ty))
    }

    fn copy_elements(&mut self, to: Part, from: Expr, given: Option<Length>, span: Span) {
        let zero = || Expr::int(0, Ty::SSIZE, span);
        let start = to.start.clone().unwrap_or_else(zero);
        let start = if start.as_int().is_some() { start } else { self.store("start", start) };
        let length = match (start.as_int(), to.stop.clone()) {
            (_, None) => None,
            (Some(start), Some(stop)) if stop.as_int().is_some() => {
                stop.as_int().map(|stop| Expr::int(stop - start, Ty::SSIZE, span))
            }
            (Some(0), Some(stop)) if matches!(stop.kind, ExprKind::HeaderLength(_)) => Some(stop),
            (_, Some(stop)) => {
                let rest =
                    ExprKind::Binary(crate::tir::BinaryOp::Subtract, Box::new(stop), Box::new(start.clone()));
                Some(self.store("length", Expr::new(rest, Ty::SSIZE, span)))
            }
        };
        let given = given.map(|given| Expr::length(&given, span));
        let count = match (given, length) {
            (Some(given), Some(extent)) => {
                if to.length.is_some() && !same_expr(&extent, &given) {
                    let kind = CheckKind::Extent { extent, given: given.clone(), axis: None };
                    self.code.emit(StmtKind::Check(Check { kind }), span);
                }
                given
            }
            (Some(count), None) | (None, Some(count)) => count,
            (None, None) => {
                self.report(report::open_slice(span));
                return;
            }
        };
        let counter = self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span);
        let at = self.code.local_expr(counter, span);
        let value = Expr::new(
            ExprKind::Index { base: Box::new(from), index: Box::new(at.clone()) },
            to.element.clone(),
            span,
        );
        let index = match start.as_int() {
            Some(0) => at,
            _ => {
                let sum = ExprKind::Binary(crate::tir::BinaryOp::Add, Box::new(start), Box::new(at));
                Expr::new(sum, Ty::SSIZE, span)
            }
        };
        let place = element(&to, index, span);
        let body = vec![Stmt::new(StmtKind::Assign { place, value }, span)];
        let step = Step::Constant(1);
        let looped =
            For { counter, target: None, start: zero(), stop: count, step, body, otherwise: Vec::new() };
        self.code.emit(StmtKind::For(Box::new(looped)), span);
    }
}

/// The position of which a negative number is the distance from the end of an array.
fn from_end(length: &Length, number: i128, span: Span) -> Expr {
    let at = |at| Expr::int(at, Ty::SSIZE, span);
    match length.known() {
        Some(length) => at(number + i128::from(length)),
        None => {
            let length = Box::new(Expr::length(length, span));
            let place = ExprKind::Binary(crate::tir::BinaryOp::Add, length, Box::new(at(number)));
            Expr::new(place, Ty::SSIZE, span)
        }
    }
}

fn element(part: &Part, at: Expr, span: Span) -> Expr {
    let kind = ExprKind::Index { base: Box::new(part.base.clone()), index: Box::new(at) };
    Expr::new(kind, part.element.clone(), span)
}

/// `const char *`
pub(super) fn text_type() -> Ty {
    Ty::Pointer { to: Arc::new(Ty::Int(IntKind::Char)), is_const: true }
}

/// A C string of any kind of characters as a `const char *`.
fn as_text(text: Expr) -> Expr {
    let span = text.span;
    Expr::new(ExprKind::Convert(Box::new(text)), text_type(), span)
}
