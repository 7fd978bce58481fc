//! Assignments to slices of memoryviews: `x[1:] = 0`, `x[i] = y`.

use std::sync::Arc;

use super::function::FunctionBuilder;
use super::operators::is_atom;
use super::report;
use crate::hir::{self, ExprId, ParamNames};
use crate::source::{FileId, Span};
use crate::tir::{
    BinaryOp, Callee, Check, CheckKind, CompareOp, Expr, ExprKind, Extern, ExternDecl, ExternId, Externs,
    For, LogicalOp, Op, Ownership, SlicePart, Step, Stmt, StmtKind,
};
use crate::ty::{ErrorValue, ExceptionSpec, IntKind, Memoryview, Signature, Ty};

/// The ids of the externs that copy elements, and elements that are objects: they follow those of the source.
pub(super) fn ids(externs: &Externs<hir::Extern>) -> [ExternId; 2] {
    let first = externs.next_id();
    let mut ids = externs.next_ids();
    [ids.next().unwrap_or(first), ids.next().unwrap_or(first)]
}

/// `offcy_copy` of the runtime: to analyses it is a C function that reads what one pointer points to and writes
/// what another does.
pub(super) fn function(file: FileId) -> Extern {
    function_named(file, "offcy_copy", ExceptionSpec::Never)
}

/// The same for elements that are objects.
pub(super) fn function_for_objects(file: FileId) -> Extern {
    function_named(file, "offcy_copy_objects", ExceptionSpec::Value(ErrorValue::MINUS_ONE))
}

fn function_named(file: FileId, name: &str, exception: ExceptionSpec) -> Extern {
    let nothing = |is_const| Ty::Pointer { to: Arc::new(Ty::Void), is_const };
    let signature = Signature {
        params: vec![nothing(false), nothing(true), Ty::Int(IntKind::SizeT), Ty::INT],
        names: ParamNames::default(),
        result: Ty::INT,
        nogil: exception == ExceptionSpec::Never,
        exception,
        is_variadic: true,
    };
    let decl = ExternDecl {
        name: name.into(),
        c_name: name.into(),
        include: None,
        import: None,
        on_device: false,
        is_pure: false,
        library: None,
        is_unsized: false,
        span: Span::whole_file(file),
    };
    Extern { decl: Arc::new(decl), ty: Ty::Function(Arc::new(signature)) }
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

    /// A loop per axis.
    fn fill_slice(&mut self, slice: Expr, ty: &Memoryview, value: Expr, span: Span) {
        let axes = 0..ty.ndim();
        let counters: Vec<_> =
            axes.map(|_| self.code.temp("i", Ty::SSIZE, Ownership::Borrowed, span)).collect();
        let indices = counters.iter().map(|counter| self.code.local_expr(*counter, span)).collect();
        let element = ExprKind::Element { view: Box::new(slice.clone()), indices };
        let place = Expr::new(element, ty.element.clone(), span);
        let store = match ty.element.is_object() {
            true => {
                self.require_gil("binding elements that are Python objects", span);
                StmtKind::Run { into: None, op: Op::Store { place, value, gives: false } }
            }
            false => StmtKind::Assign { place, value },
        };
        let mut body = vec![Stmt::new(store, span)];
        for (axis, counter) in counters.into_iter().enumerate().rev() {
            let stop = Expr::new(ExprKind::Extent { view: Box::new(slice.clone()), axis }, Ty::SSIZE, span);
            let looped = For {
                counter,
                target: None,
                start: Expr::int(0, Ty::SSIZE, span),
                stop,
                step: Step::Constant(1),
                body,
                otherwise: Vec::new(),
            };
            body = vec![Stmt::new(StmtKind::For(Box::new(looped)), span)];
        }
        self.code.out.append(&mut body);
    }

    fn copy(&mut self, to: (Expr, &Memoryview), from: (Expr, &Memoryview), span: Span) {
        let ((to, to_ty), (from, from_ty)) = (to, from);
        if to_ty.element != from_ty.element || from_ty.ndim() > to_ty.ndim() {
            let (from, to) = (self.source.table().display(&from.ty), self.source.table().display(&to.ty));
            self.report(report::not_conformable(&from, &to, span));
            return;
        }
        if self.around.in_region {
            self.report(report::not_yet("a copy between memoryviews in an offload region", span));
            return;
        }
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
            let one = || Expr::int(1, Ty::SSIZE, span);
            let kind = CheckKind::Extent { extent: extent.clone(), given: given.clone(), axis: Some(axis) };
            self.code.emit(StmtKind::Check(Check { kind }), span);
            let repeats = compare(CompareOp::Equal, given, one(), span);
            let stride = stride_of(&from, axis - missing, span);
            let zero = Expr::int(0, Ty::SSIZE, span);
            let step = ExprKind::Select(Box::new(repeats), Box::new(zero), Box::new(stride));
            arguments.push(Expr::new(step, Ty::SSIZE, span));
        }
        let [copy, copy_objects] = ids(&self.module.typed.module.externs);
        if to_ty.element.is_object() {
            self.module.copies_objects = true;
            let call = Op::CallExtern { external: copy_objects, arguments };
            self.run("status", call, Ty::INT, span);
            return;
        }
        self.module.copies = true;
        let call = Expr::new(ExprKind::Call(Callee::Extern(copy), arguments), Ty::INT, span);
        let failed = compare(CompareOp::Less, call, Expr::int(0, Ty::INT, span), span);
        let raise = Op::RaiseConstant { exception: "MemoryError".into(), message: None };
        let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        self.code.emit(StmtKind::If { condition: failed, then, otherwise: Vec::new() }, span);
    }
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
