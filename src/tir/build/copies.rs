//! Assignments to slices of memoryviews: `x[1:] = 0`, `x[i] = y`.

use std::sync::Arc;

use super::function::FunctionBuilder;
use super::operators::is_atom;
use super::report;
use crate::hir::{self, ExprId};
use crate::source::{FileId, Span};
use crate::tir::{
    BinaryOp, Block, Callee, Check, CheckKind, CompareOp, Expr, ExprKind, Extern, ExternId, Externs, For,
    LogicalOp, Op, Ownership, SlicePart, Step, Stmt, StmtKind, UnaryOp, c_function,
};
use crate::ty::{ErrorValue, ExceptionSpec, IntKind, Memoryview, Ty};

/// The ids of what copies need of C. They follow those of the source.
struct Ids {
    copy: ExternId,
    copy_objects: ExternId,
    malloc: ExternId,
    free: ExternId,
}

impl Ids {
    fn of(externs: &Externs<hir::Extern>) -> Ids {
        let first = externs.next_id();
        let mut ids = externs.next_ids();
        let mut next = || ids.next().unwrap_or(first);
        Ids { copy: next(), copy_objects: next(), malloc: next(), free: next() }
    }
}

/// What copies need of C, in the order of [`Ids`]. To analyses, `offcy_copy` of the runtime is a C function that reads what
/// one pointer points to and writes what another does; `offcy_copy_objects` is the same for elements that are objects.
pub(super) fn functions(file: FileId) -> [Extern; 4] {
    let nothing = |is_const| Ty::Pointer { to: Arc::new(Ty::Void), is_const };
    let copied = || vec![nothing(false), nothing(true), Ty::Int(IntKind::SizeT), Ty::INT];
    let minus_one = ExceptionSpec::Value(ErrorValue::MINUS_ONE);
    [
        c_function(file, "offcy_copy", (copied(), Ty::INT, true), ExceptionSpec::Never),
        c_function(file, "offcy_copy_objects", (copied(), Ty::INT, true), minus_one),
        c_function(
            file,
            "malloc",
            (vec![Ty::Int(IntKind::SizeT)], nothing(false), false),
            ExceptionSpec::Never,
        ),
        c_function(file, "free", (vec![nothing(false)], Ty::Void, false), ExceptionSpec::Never),
    ]
}

impl FunctionBuilder<'_, '_> {
    /// Stores a value in every element of a slice, or copies the elements of another view into a slice.
    pub fn assign_slice(&mut self, target: ExprId, value: Expr, span: Span) {
        let value = match value.ty.memoryview() {
            Some(_) => self.as_variable(value),
            None => {
                let element = self.source.types.expr(target).memoryview().map(|view| view.element.clone());
                let value = self.coerce(value, &element.unwrap_or(Ty::Error));
                if is_atom(&value) { value } else { self.store("value", value) }
            }
        };
        let slice = self.expr(target);
        if let ExprKind::Slice { view, parts } = &slice.kind
            && parts
                .iter()
                .all(|part| matches!(part, SlicePart::Range { start: None, stop: None, step: None }))
        {
            self.check_not_none(view, "assign", span);
        }
        let Some(to) = slice.ty.memoryview().cloned().filter(|_| !value.ty.is_error()) else { return };
        if to.is_const {
            let name = slice.children().first().and_then(|view| view.as_local());
            let name = name.map_or("this", |local| self.code.locals[local].name.as_str()).to_string();
            let subject = self.source.subject_of(&name, "const");
            self.report(report::read_only_view(&name, span).about_here(subject));
            return;
        }
        let slice = self.as_variable(slice);
        match value.ty.memoryview().cloned() {
            Some(from) => self.copy((slice, &to), (value, &from), span),
            None => self.fill_slice(slice, &to, value, span),
        }
    }

    fn as_variable(&mut self, view: Expr) -> Expr {
        match &view.kind {
            ExprKind::Local(_) => view,
            // All of a variable.
            ExprKind::Slice { view: inner, parts }
                if inner.as_local().is_some()
                    && inner.ty == view.ty
                    && parts.iter().all(|part| part.exprs().is_empty()) =>
            {
                (**inner).clone()
            }
            _ => self.store("slice", view),
        }
    }

    fn fill_slice(&mut self, slice: Expr, ty: &Memoryview, value: Expr, span: Span) {
        if ty.element.is_object() {
            self.require_gil("binding elements that are Python objects", span);
        }
        let filled = self.loops_over(&slice, ty, span, &mut |counters| {
            let element = ExprKind::Element { view: Box::new(slice.clone()), indices: counters.to_vec() };
            (Expr::new(element, ty.element.clone(), span), value.clone())
        });
        self.code.out.push(filled);
    }

    fn copy(&mut self, to: (Expr, &Memoryview), from: (Expr, &Memoryview), span: Span) {
        let ((to, to_ty), (from, from_ty)) = (to, from);
        if to_ty.element != from_ty.element || from_ty.ndim() > to_ty.ndim() {
            let (from, to) = (self.source.table().display(&from.ty), self.source.table().display(&to.ty));
            self.report(report::not_conformable(&from, &to, span));
            return;
        }
        self.check_extents((&to, to_ty), (&from, from_ty), span);
        let is_object = to_ty.element.is_object();
        match self.gil || is_object {
            true => self.copy_by_runtime((to, to_ty), (from, from_ty), span),
            false => self.copy_by_loops((to, to_ty), (from, from_ty), span),
        }
    }

    /// Each extent of what is assigned must be the slice's, or one.
    fn check_extents(&mut self, to: (&Expr, &Memoryview), from: (&Expr, &Memoryview), span: Span) {
        let ((to, to_ty), (from, from_ty)) = (to, from);
        let missing = to_ty.ndim() - from_ty.ndim();
        for axis in missing..to_ty.ndim() {
            let (extent, given) = (extent_of(to, axis, span), extent_of(from, axis - missing, span));
            let kind = CheckKind::Extent { extent, given, axis: Some(axis) };
            self.code.emit(StmtKind::Check(Check { kind }), span);
        }
    }

    fn copy_by_runtime(&mut self, to: (Expr, &Memoryview), from: (Expr, &Memoryview), span: Span) {
        let ((to, to_ty), (from, from_ty)) = (to, from);
        let missing = to_ty.ndim() - from_ty.ndim();
        let size = |ty: &Ty| Expr::new(ExprKind::SizeOf(ty.clone()), Ty::Int(IntKind::SizeT), span);
        let mut arguments = vec![
            first_element(&to, to_ty, false, span),
            first_element(&from, from_ty, true, span),
            size(&to_ty.element),
            Expr::int(to_ty.ndim() as i128, Ty::INT, span),
        ];
        for axis in 0..to_ty.ndim() {
            let extent = extent_of(&to, axis, span);
            let stride = stride_of(&to, axis, span);
            arguments.extend([extent.clone(), stride]);
            if axis < missing {
                arguments.push(Expr::int(0, Ty::SSIZE, span));
                continue;
            }
            let given = extent_of(&from, axis - missing, span);
            let repeats = compare(CompareOp::Equal, given, Expr::int(1, Ty::SSIZE, span), span);
            let stride = stride_of(&from, axis - missing, span);
            let zero = Expr::int(0, Ty::SSIZE, span);
            let step = ExprKind::Select(Box::new(repeats), Box::new(zero), Box::new(stride));
            arguments.push(Expr::new(step, Ty::SSIZE, span));
        }
        let Ids { copy, copy_objects, .. } = Ids::of(&self.module.typed.module.externs);
        self.module.copies = true;
        if to_ty.element.is_object() {
            let call = Op::CallExtern { external: copy_objects, arguments };
            self.run("status", call, Ty::INT, span);
            return;
        }
        let call = Expr::new(ExprKind::Call(Callee::Extern(copy), arguments), Ty::INT, span);
        let failed = compare(CompareOp::Less, call, Expr::int(0, Ty::INT, span), span);
        self.code.emit(only_if(failed, vec![no_memory(span)]), span);
    }

    /// Copies in loops, which kernels and their maps know element by element. Where that order is not right, for the two share
    /// memory, the elements first go to memory of their own, and once more from there:
    ///
    /// ```text
    /// if not in_order: aside = malloc(...); aside[...] = from[...]
    /// to[...] = from[...]
    /// if not in_order: to[...] = aside[...]; free(aside)
    /// ```
    ///
    /// So the loop in the middle is under no condition, and all that is read is read before the first element is written.
    fn copy_by_loops(&mut self, to: (Expr, &Memoryview), from: (Expr, &Memoryview), span: Span) {
        let ((to, to_ty), (from, from_ty)) = (to, from);
        let Ids { malloc, free, .. } = Ids::of(&self.module.typed.module.externs);
        self.module.copies = true;
        let pointer = Ty::Pointer { to: Arc::new(to_ty.element.clone()), is_const: false };
        let aside = self.code.temp("aside", pointer.clone(), Ownership::Borrowed, span);
        let aside = self.code.local_expr(aside, span);
        let new = |kind, ty: &Ty| Expr::new(kind, ty.clone(), span);
        let clear = StmtKind::Assign { place: aside.clone(), value: new(ExprKind::Null, &pointer) };
        self.code.emit(clear, span);
        let in_order = ExprKind::InOrder { to: Box::new(to.clone()), from: Box::new(from.clone()) };
        let in_order = self.store("in_order", new(in_order, &Ty::Bint));
        let out_of_order = || new(ExprKind::Unary(UnaryOp::Not, Box::new(in_order.clone())), &Ty::Bint);
        let missing = to_ty.ndim() - from_ty.ndim();
        let read = |counters: &[Expr]| {
            let indices = counters[missing..].iter().enumerate().map(|(axis, counter)| {
                let is_one = compare(CompareOp::Equal, extent_of(&from, axis, span), one(span), span);
                let first = Expr::int(0, Ty::SSIZE, span);
                new(
                    ExprKind::Select(Box::new(is_one), Box::new(first), Box::new(counter.clone())),
                    &Ty::SSIZE,
                )
            });
            let indices = indices.collect();
            new(ExprKind::Element { view: Box::new(from.clone()), indices }, &to_ty.element)
        };
        let put = |counters: &[Expr]| {
            let element = ExprKind::Element { view: Box::new(to.clone()), indices: counters.to_vec() };
            new(element, &to_ty.element)
        };
        // The elements side by side, the last axis the fastest.
        let kept = |counters: &[Expr]| {
            let numbered = counters.iter().cloned().enumerate().reduce(|(_, number), (axis, counter)| {
                let rows = product(number, extent_of(&to, axis, span), span);
                (axis, new(ExprKind::Binary(BinaryOp::Add, Box::new(rows), Box::new(counter)), &Ty::SSIZE))
            });
            let index =
                Box::new(numbered.map_or_else(|| Expr::int(0, Ty::SSIZE, span), |(_, number)| number));
            new(ExprKind::Index { base: Box::new(aside.clone()), index }, &to_ty.element)
        };
        let count = (0..to_ty.ndim()).map(|axis| extent_of(&to, axis, span));
        let bytes = count.chain([itemsize(to_ty, span)]).reduce(|left, right| product(left, right, span));
        let bytes =
            new(ExprKind::Convert(Box::new(bytes.unwrap_or_else(|| one(span)))), &Ty::Int(IntKind::SizeT));
        let allocated = new(ExprKind::Call(Callee::Extern(malloc), vec![bytes]), &void_pointer());
        let allocated = new(ExprKind::Convert(Box::new(allocated)), &pointer);
        let is_null = compare(CompareOp::Equal, aside.clone(), new(ExprKind::Null, &pointer), span);
        let keep = vec![
            Stmt::new(StmtKind::Assign { place: aside.clone(), value: allocated }, span),
            Stmt::new(only_if(is_null, vec![no_memory(span)]), span),
            self.loops_over(&to, to_ty, span, &mut |counters| (kept(counters), read(counters))),
        ];
        self.code.emit(only_if(out_of_order(), keep), span);
        let copied = self.loops_over(&to, to_ty, span, &mut |counters| (put(counters), read(counters)));
        self.code.out.push(copied);
        let given = new(ExprKind::Convert(Box::new(aside.clone())), &void_pointer());
        let freed = new(ExprKind::Call(Callee::Extern(free), vec![given]), &Ty::Void);
        let restore = vec![
            self.loops_over(&to, to_ty, span, &mut |counters| (put(counters), kept(counters))),
            Stmt::new(StmtKind::Eval(freed), span),
        ];
        self.code.emit(only_if(out_of_order(), restore), span);
    }

    /// A loop per axis of a view around an assignment to the place that `made` makes of the counters, of the value beside it.
    fn loops_over(
        &mut self,
        view: &Expr,
        ty: &Memoryview,
        span: Span,
        made: &mut dyn FnMut(&[Expr]) -> (Expr, Expr),
    ) -> Stmt {
        let axes = 0..ty.ndim();
        let counters: Vec<_> =
            axes.map(|_| self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span)).collect();
        let indices: Vec<_> = counters.iter().map(|&counter| self.code.local_expr(counter, span)).collect();
        let (place, value) = made(&indices);
        let store = match place.ty.is_object() {
            true => StmtKind::Run { into: None, op: Op::Store { place, value, gives: false } },
            false => StmtKind::Assign { place, value },
        };
        let innermost = Stmt::new(store, span);
        counters.into_iter().enumerate().rev().fold(innermost, |inner, (axis, counter)| {
            let looped = For {
                counter,
                target: None,
                start: Expr::int(0, Ty::SSIZE, span),
                stop: extent_of(view, axis, span),
                step: Step::Constant(1),
                body: vec![inner],
                otherwise: Vec::new(),
            };
            Stmt::new(StmtKind::For(Box::new(looped)), span)
        })
    }
}

fn void_pointer() -> Ty {
    Ty::Pointer { to: Arc::new(Ty::Void), is_const: false }
}

fn one(span: Span) -> Expr {
    Expr::int(1, Ty::SSIZE, span)
}

fn only_if(condition: Expr, then: Block) -> StmtKind {
    StmtKind::If { condition, then, otherwise: Vec::new() }
}

fn no_memory(span: Span) -> Stmt {
    let raise = Op::RaiseConstant { exception: "MemoryError".into(), message: None };
    Stmt::new(StmtKind::Run { into: None, op: raise }, span)
}

impl FunctionBuilder<'_, '_> {
    /// `x.size` and the like. With the GIL, as in Cython, `None` does not have them.
    pub fn view_size(&mut self, base: ExprId, what: &str, span: Span) -> Expr {
        let view = self.view_operand(base);
        let Some(ty) = view.ty.memoryview().cloned() else { return view };
        if self.gil {
            let message = Some(format!("'NoneType' object has no attribute '{what}'"));
            let op = Op::RaiseConstant { exception: "AttributeError".into(), message };
            let then = vec![Stmt::new(StmtKind::Run { into: None, op }, span)];
            let condition = Expr::new(ExprKind::IsNone(Box::new(view.clone())), Ty::Bint, span);
            self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
        }
        let axes = (0..ty.ndim()).filter(|_| what != "itemsize");
        let extents = axes.map(|axis| extent_of(&view, axis, span));
        let itemsize = (what != "size").then(|| itemsize(&ty, span));
        let product = extents.chain(itemsize).reduce(|left, right| product(left, right, span));
        product.unwrap_or_else(|| Expr::int(1, Ty::SSIZE, span))
    }

    /// Whether the elements of a view are adjacent, by rows or by columns.
    pub fn is_packed(&mut self, base: ExprId, by_rows: bool, span: Span) -> Expr {
        let view = self.view_operand(base);
        let Some(ty) = view.ty.memoryview().cloned() else { return view };
        let mut distance = itemsize(&ty, span);
        let mut all: Option<Expr> = None;
        let inner_first: Vec<usize> =
            if by_rows { (0..ty.ndim()).rev().collect() } else { (0..ty.ndim()).collect() };
        for axis in inner_first {
            let fits = compare(CompareOp::Equal, stride_of(&view, axis, span), distance.clone(), span);
            all = Some(match all {
                Some(before) => {
                    let both = ExprKind::Logical(LogicalOp::And, Box::new(before), Box::new(fits));
                    Expr::new(both, Ty::Bint, span)
                }
                None => fits,
            });
            distance = product(distance, extent_of(&view, axis, span), span);
        }
        all.unwrap_or_else(|| Expr::int(1, Ty::Bint, span))
    }
}

fn itemsize(ty: &Memoryview, span: Span) -> Expr {
    let size = Expr::new(ExprKind::SizeOf(ty.element.clone()), Ty::Int(IntKind::SizeT), span);
    Expr::new(ExprKind::Convert(Box::new(size)), Ty::SSIZE, span)
}

fn product(left: Expr, right: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(BinaryOp::Multiply, Box::new(left), Box::new(right)), Ty::SSIZE, span)
}

fn compare(op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, span)
}

fn extent_of(view: &Expr, axis: usize, span: Span) -> Expr {
    Expr::new(ExprKind::Extent { view: Box::new(view.clone()), axis }, Ty::SSIZE, span)
}

fn stride_of(view: &Expr, axis: usize, span: Span) -> Expr {
    Expr::new(ExprKind::Stride { view: Box::new(view.clone()), axis }, Ty::SSIZE, span)
}

/// The address of the first element.
pub fn first_element(view: &Expr, ty: &Memoryview, is_const: bool, span: Span) -> Expr {
    let indices = vec![Expr::int(0, Ty::SSIZE, span); ty.ndim()];
    let element = ExprKind::Element { view: Box::new(view.clone()), indices };
    let element = Expr::new(element, ty.element.clone(), span);
    let pointer = Ty::Pointer { to: Arc::new(ty.element.clone()), is_const: is_const || ty.is_const };
    Expr::new(ExprKind::AddressOf(Box::new(element)), pointer, span)
}
