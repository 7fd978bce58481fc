//! What the TIR promises: types that agree, ids that exist, operands that are atoms.

use super::wrong::Wrong;
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Callee, CheckKind, Expr, ExprKind, Function, LocalId, Module, Op, Stmt, StmtKind,
    Subject, walk,
};
use crate::ty::Ty;

/// Where a statement is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Host,
    Device,
}

/// Checks a function and its regions.
pub fn function(module: &Module, function: &Function, wrong: &mut Wrong) {
    let mut checker = Checker { module, function, wrong };
    checker.signature();
    let side = if function.on_device { Side::Device } else { Side::Host };
    checker.block(&function.body, side);
    for (_, region) in function.regions.iter() {
        std::iter::once(&region.body)
            .chain(&region.of_device)
            .for_each(|block| checker.block(block, Side::Device));
        for expr in walk::clause_expressions(&region.clauses) {
            checker.expression(expr, Side::Host);
        }
        for id in &region.contexts {
            if function.contexts.get(*id).is_none() {
                checker.wrong.add(region.span, "a region in a data context that does not exist");
            }
        }
        for capture in &region.captures {
            checker.subject(&capture.subject, capture.span);
        }
    }
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    wrong: &'a mut Wrong,
}

impl Checker<'_> {
    fn signature(&mut self) {
        let function = self.function;
        if function.result.is_error() {
            self.wrong.add(function.span, "a function without a result type");
        }
        for param in &function.params {
            self.local(param.local, param.span);
        }
    }

    fn local(&mut self, id: LocalId, span: Span) {
        match self.function.locals.get(id) {
            None => self.wrong.add(span, "a variable that does not exist"),
            Some(local) if local.ty.is_error() => {
                self.wrong.add(span, format!("the variable `{}` has no type", local.name));
            }
            Some(_) => {}
        }
    }

    fn subject(&mut self, subject: &Subject, span: Span) {
        match subject {
            Subject::Local(id) => self.local(*id, span),
            Subject::Global(id) => {
                if self.module.globals.get(*id).is_none() {
                    self.wrong.add(span, "a global that does not exist");
                }
            }
        }
    }

    fn block(&mut self, block: &Block, side: Side) {
        for stmt in block {
            self.stmt(stmt, side);
            for inner in walk::blocks(stmt) {
                self.block(inner, side);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt, side: Side) {
        let span = stmt.span;
        for expr in walk::expressions(stmt) {
            self.expression(expr, side);
        }
        for id in walk::assigned(stmt) {
            self.local(id, span);
        }
        match &stmt.kind {
            StmtKind::Parallel(parallel) if parallel.device.is_some() => {
                self.wrong.add(span, "an offload region that was not outlined");
            }
            StmtKind::Offload(id) if self.function.regions.get(*id).is_none() => {
                self.wrong.add(span, "an offload region that does not exist");
            }
            StmtKind::Context { context, .. } if self.function.contexts.get(*context).is_none() => {
                self.wrong.add(span, "a data context that does not exist");
            }
            StmtKind::Assign { place, value } => self.assign(place, value),
            StmtKind::Try(tried) if !self.function.is_owned(tried.exception) => {
                self.wrong.add(span, "an exception that nobody owns");
            }
            StmtKind::Run { op, .. } => self.operation(op, side, span),
            StmtKind::Check(check) => match check.kind {
                CheckKind::Initialised { local } => self.local(local, span),
                CheckKind::Bound { global } => self.subject(&Subject::Global(global), span),
                _ => {}
            },
            _ => {}
        }
        let is_host_only = matches!(
            stmt.kind,
            StmtKind::WithGil(_)
                | StmtKind::Try(_)
                | StmtKind::Parallel(_)
                | StmtKind::Offload(_)
                | StmtKind::Context { .. }
                | StmtKind::Update(_)
        );
        if side == Side::Device && is_host_only {
            self.wrong.add(span, "device code that only the host can run");
        }
    }

    fn assign(&mut self, place: &Expr, value: &Expr) {
        if !place.is_place() {
            self.wrong.add(place.span, "an assignment to something that is not a place");
        }
        let is_owned = place.as_local().is_some_and(|id| self.function.is_owned(id));
        if is_owned {
            self.wrong.add(place.span, "a counted variable is assigned without a reference");
        }
        if !agree(&place.ty, &value.ty) {
            let table = &self.module.types;
            let (to, from) = (table.display(&place.ty), table.display(&value.ty));
            self.wrong.add(value.span, format!("a `{from}` is stored in a place of type `{to}`"));
        }
    }

    fn operation(&mut self, op: &Op, side: Side, span: Span) {
        if side == Side::Device && op.info().needs_gil {
            self.wrong.add(span, "device code that needs the interpreter");
        }
        for operand in op.operands() {
            let may_stand_in_a_field =
                matches!(op, Op::Own(_) | Op::Store { .. } | Op::CheckClass { .. } | Op::ElementsFrom { .. });
            let is_field = may_stand_in_a_field && (operand.is_place() || is_address_of_object(operand));
            if operand.ty.is_object() && !is_atom(operand) && !is_field {
                self.wrong.add(operand.span, "an operand of object type that is more than a name");
            }
        }
        match op {
            Op::CallFunction { function, arguments } => {
                self.call(Callee::Function(*function), arguments, side, span);
            }
            Op::CallExtern { external, arguments } | Op::CallLibrary { external, arguments, .. } => {
                self.call(Callee::Extern(*external), arguments, side, span);
            }
            _ => {}
        }
    }

    fn expression(&mut self, expr: &Expr, side: Side) {
        if expr.ty.is_error() {
            self.wrong.add(expr.span, "an expression without a type");
            return;
        }
        if side == Side::Device && expr.ty.is_object() {
            self.wrong.add(expr.span, "a Python object in device code");
        }
        self.node(expr, side);
        for child in expr.children() {
            self.expression(child, side);
        }
    }

    fn node(&mut self, expr: &Expr, side: Side) {
        match &expr.kind {
            ExprKind::Local(id) => self.local(*id, expr.span),
            ExprKind::Global(id) => self.subject(&Subject::Global(*id), expr.span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Compare(_, left, right) if !agree(&left.ty, &right.ty) => {
                self.disagree(left, right, expr.span);
            }
            ExprKind::Element { view, indices } => {
                let dimensions = view.ty.memoryview().map(|view| view.ndim());
                if dimensions != Some(indices.len()) {
                    self.wrong.add(expr.span, "an element with another number of indices than dimensions");
                }
                if indices.iter().any(|index| !index.ty.is_integral()) {
                    self.wrong.add(expr.span, "an index that is not an integer");
                }
            }
            ExprKind::Extent { view, axis } | ExprKind::Stride { view, axis }
                if view.ty.memoryview().is_none_or(|view| *axis >= view.ndim()) =>
            {
                self.wrong.add(expr.span, "an axis that the view does not have");
            }
            ExprKind::InOrder { to, from } => {
                let [to, from] = [to, from].map(|view| view.ty.memoryview());
                if to.zip(from).is_none_or(|(to, from)| to.element != from.element || to.ndim() < from.ndim())
                {
                    self.wrong.add(expr.span, "a copy between views that do not fit each other");
                }
            }
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments, side, expr.span),
            _ => {}
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) {
        let is_pointer = |expr: &Expr| matches!(expr.ty, Ty::Pointer { .. } | Ty::Array { .. });
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::Power);
        if is_pointer(left) || is_pointer(right) || is_shift {
            return;
        }
        if !agree(&left.ty, &right.ty) || !agree(&left.ty, &expr.ty) {
            self.disagree(left, right, expr.span);
        }
    }

    fn disagree(&mut self, left: &Expr, right: &Expr, span: Span) {
        let table = &self.module.types;
        let (left, right) = (table.display(&left.ty), table.display(&right.ty));
        self.wrong.add(span, format!("an operator on a `{left}` and a `{right}`"));
    }

    fn call(&mut self, callee: Callee, arguments: &[Expr], side: Side, span: Span) {
        match callee {
            Callee::Function(id) => match self.module.functions.get(id) {
                None => self.wrong.add(span, "a call of a function that does not exist"),
                Some(function) => {
                    if side == Side::Device && !function.on_device {
                        self.wrong
                            .add(span, format!("device code calls `{}`, a host function", function.name));
                    }
                    let (given, taken) = (arguments.len(), function.params.len());
                    if given < taken || given > taken && !function.is_variadic {
                        self.wrong.add(span, format!("`{}` is called with too few arguments", function.name));
                    }
                }
            },
            Callee::Extern(id) => match self.module.externs.get(id) {
                None => self.wrong.add(span, "a call of an external function that does not exist"),
                Some(function) => {
                    if side == Side::Device && !function.on_device {
                        self.wrong
                            .add(span, format!("device code calls `{}`, a host function", function.name));
                    }
                }
            },
        }
    }
}

/// A pointer that is taken for an object.
fn is_address_of_object(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Convert(inner) if matches!(inner.ty, Ty::Pointer { .. }))
}

fn is_atom(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Const(_)
            | ExprKind::Singleton(_)
            | ExprKind::TypeObject(_)
            | ExprKind::Null
    )
}

/// Whether values of the types can be combined in C. Objects all have one pointer type, views differ only in
/// what is known of their strides, and `bint` is an `int`.
fn agree(left: &Ty, right: &Ty) -> bool {
    match (left, right) {
        (Ty::Object(_), Ty::Object(_))
        | (Ty::Pointer { .. } | Ty::Array { .. }, Ty::Pointer { .. } | Ty::Array { .. }) => true,
        (Ty::Memoryview(a), Ty::Memoryview(b)) => a.ndim() == b.ndim() && a.element == b.element,
        (Ty::Function(_), _) | (_, Ty::Function(_)) => true,
        _ => left == right || is_int_like(left) && is_int_like(right),
    }
}

fn is_int_like(ty: &Ty) -> bool {
    matches!(ty, Ty::Bint | Ty::Enum(_) | Ty::Int(crate::ty::IntKind::Int))
}
