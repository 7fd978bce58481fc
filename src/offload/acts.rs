//! What single statements do with memory, in the order in which they do it.

use crate::source::Span;
use crate::tir::{Callee, CheckKind, Expr, ExprKind, FunctionId, Op, SlicePart, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// One thing that a statement does. Reading the shape of a view does not count.
#[derive(Clone, Copy, Debug)]
pub enum Act<'e> {
    /// The value of a place is read: an element, a field, what a pointer points to.
    Read(&'e Expr),
    Write(&'e Expr),
    /// The address of a place is taken, by the expression at that span.
    Address(&'e Expr, Span),
    /// An array becomes the address of its first element.
    Decay(&'e Expr),
    /// A view is given away: whoever has it reads it, writes it, and may keep a reference.
    Give(&'e Expr, Taker),
    /// A function is called; the acts before it cover its arguments.
    Call(Callee, &'e [Expr], Span),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    Function(FunctionId),
    /// Python, C, the caller.
    Anybody,
}

/// The acts of a statement itself; not those of its inner blocks, nor of what a region, a context or an
/// update says.
pub fn of(stmt: &Stmt) -> Vec<Act<'_>> {
    let mut acts = Acts(Vec::new());
    match &stmt.kind {
        StmtKind::Assign { place: Expr { kind: ExprKind::Local(_), .. }, value }
        | StmtKind::Run { into: Some(_), op: Op::Own(value) }
            if is_view(value) =>
        {
            acts.inside(value);
        }
        StmtKind::Assign { place, value } => {
            acts.value(value);
            acts.write(place);
        }
        StmtKind::Atomic { place, value, .. } => {
            acts.value(value);
            acts.value(place);
            acts.write(place);
        }
        StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
            acts.call(Callee::Function(*function), arguments, stmt.span);
        }
        StmtKind::Run { op: Op::Store { place, value, .. }, .. } if place.is_pointed_view() => {
            acts.value(value);
            acts.write(place);
        }
        StmtKind::Check(check) if matches!(check.kind, CheckKind::NotNone { .. }) => {
            walk::expressions(stmt).into_iter().for_each(|view| acts.inside(view));
        }
        _ => walk::expressions(stmt).into_iter().for_each(|expr| acts.value(expr)),
    }
    acts.0
}

/// The acts of evaluating an expression.
pub fn of_value(expr: &Expr) -> Vec<Act<'_>> {
    let mut acts = Acts(Vec::new());
    acts.value(expr);
    acts.0
}

/// The acts of making a view, which is not used yet.
pub fn of_view(view: &Expr) -> Vec<Act<'_>> {
    let mut acts = Acts(Vec::new());
    acts.inside(view);
    acts.0
}

fn is_view(expr: &Expr) -> bool {
    expr.ty.memoryview().is_some()
}

struct Acts<'e>(Vec<Act<'e>>);

impl<'e> Acts<'e> {
    fn value(&mut self, expr: &'e Expr) {
        match &expr.kind {
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments, expr.span),
            _ if is_view(expr) => {
                self.inside(expr);
                self.0.push(Act::Give(expr, Taker::Anybody));
            }
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. } => {
                self.address(expr);
                self.0.push(Act::Read(expr));
            }
            ExprKind::Extent { view, .. } | ExprKind::Stride { view, .. } | ExprKind::IsNone(view)
                if is_view(view) =>
            {
                self.inside(view);
            }
            ExprKind::InOrder { to, from } | ExprKind::Apart(to, from) => {
                [to, from].into_iter().for_each(|view| self.inside(view))
            }
            ExprKind::AddressOf(place) => {
                self.address(place);
                self.0.push(Act::Address(place, expr.span));
            }
            ExprKind::Convert(array) if matches!(array.ty, Ty::Array { .. }) => self.decay(array),
            _ => expr.children().into_iter().for_each(|child| self.value(child)),
        }
    }

    fn write(&mut self, place: &'e Expr) {
        self.address(place);
        self.0.push(Act::Write(place));
    }

    fn decay(&mut self, array: &'e Expr) {
        self.address(array);
        self.0.push(Act::Decay(array));
    }

    fn call(&mut self, callee: Callee, arguments: &'e [Expr], span: Span) {
        let taker = match callee {
            Callee::Function(id) => Taker::Function(id),
            Callee::Extern(_) => Taker::Anybody,
        };
        for argument in arguments {
            if is_view(argument) {
                self.inside(argument);
                self.0.push(Act::Give(argument, taker));
            } else if matches!(argument.ty, Ty::Array { .. }) {
                self.decay(argument);
            } else {
                self.value(argument);
            }
        }
        self.0.push(Act::Call(callee, arguments, span));
    }

    /// The acts of locating a place.
    fn address(&mut self, place: &'e Expr) {
        match &place.kind {
            ExprKind::Element { view, indices } => {
                self.inside(view);
                indices.iter().for_each(|index| self.value(index));
            }
            ExprKind::Index { base, index } => {
                self.base(base);
                self.value(index);
            }
            ExprKind::Field { base, .. } | ExprKind::Deref(base) => self.base(base),
            _ => place.children().into_iter().for_each(|child| self.value(child)),
        }
    }

    /// A pointer's value is read; for any other place only its address matters.
    fn base(&mut self, base: &'e Expr) {
        let is_address = base.is_place() && !matches!(base.ty, Ty::Pointer { .. });
        if is_address { self.address(base) } else { self.value(base) }
    }

    fn inside(&mut self, view: &'e Expr) {
        match &view.kind {
            ExprKind::Slice { view: inner, parts } => {
                self.inside(inner);
                parts.iter().flat_map(SlicePart::exprs).for_each(|part| self.value(part));
            }
            ExprKind::Transpose(inner) | ExprKind::Convert(inner) if is_view(inner) => self.inside(inner),
            ExprKind::Select(condition, then, otherwise) => {
                self.value(condition);
                self.inside(then);
                self.inside(otherwise);
            }
            ExprKind::Call(callee, arguments) => self.call(*callee, arguments, view.span),
            ExprKind::Element { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Field { .. } => {
                self.address(view);
                self.0.push(Act::Read(view));
            }
            _ => view.children().into_iter().for_each(|child| self.value(child)),
        }
    }
}
