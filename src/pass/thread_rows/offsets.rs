//! Where a thread's row begins.

use crate::pass::local_set::LocalSet;
use crate::tir::{
    BinaryOp, Block, Expr, ExprKind, Extern, Externs, LocalId, SlicePart, is_thread_number, walk,
};
use crate::ty::Ty;

/// What is the number of the thread.
pub struct Offsets<'a> {
    pub externs: &'a Externs<Extern>,
    /// Variables that have no other value.
    pub numbers: LocalSet,
}

impl Offsets<'_> {
    pub fn is_number(&self, expr: &Expr) -> bool {
        let expr = expr.without_conversions();
        is_thread_number(expr, self.externs) || expr.as_local().is_some_and(|id| self.numbers.contains(id))
    }

    /// Whether something in an expression is the number.
    pub fn asks(&self, expr: &Expr) -> bool {
        self.is_number(expr) || expr.children().into_iter().any(|child| self.asks(child))
    }

    /// The factors by which an offset depends on the number: `m` of `threadid() * m + k`.
    pub fn factors<'e>(&self, offset: &'e Expr) -> Option<Vec<&'e Expr>> {
        if self.is_number(offset) {
            return Some(Vec::new());
        }
        let ExprKind::Binary(op, left, right) = &offset.without_conversions().kind else { return None };
        match (op, self.asks(left), self.asks(right)) {
            (BinaryOp::Multiply, true, false) => self.times(left, right),
            (BinaryOp::Multiply, false, true) => self.times(right, left),
            (BinaryOp::Add | BinaryOp::Subtract, true, false) => self.factors(left),
            (BinaryOp::Add, false, true) => self.factors(right),
            _ => None,
        }
    }

    fn times<'e>(&self, number: &'e Expr, factor: &'e Expr) -> Option<Vec<&'e Expr>> {
        let mut found = self.product(number)?;
        found.extend(factors_of(factor));
        Some(found)
    }

    /// The factors of a product with the number, in which nothing is added to it.
    fn product<'e>(&self, product: &'e Expr) -> Option<Vec<&'e Expr>> {
        let is_sum = matches!(
            &product.without_conversions().kind,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, ..)
        );
        self.factors(product).filter(|_| !is_sum)
    }

    /// Whether an expression is a place in a row of the array or memory, a part of it, or an address in it; and by which
    /// offset, of memory.
    pub fn row<'e>(&self, expr: &'e Expr, base: LocalId) -> Option<Option<&'e Expr>> {
        let is_base = |expr: &Expr| expr.as_local() == Some(base);
        match &expr.kind {
            ExprKind::Element { view, indices } if is_base(view) => {
                indices.first().filter(|first| self.is_number(first)).map(|_| None)
            }
            ExprKind::Slice { view, parts } if is_base(view) => match parts.first() {
                Some(SlicePart::Index(first)) if self.is_number(first) => Some(None),
                _ => None,
            },
            ExprKind::Index { base: pointer, index } if is_base(pointer) => Some(Some(&**index)),
            ExprKind::Binary(BinaryOp::Add, left, right) if is_base(left) => Some(Some(&**right)),
            ExprKind::Binary(BinaryOp::Add, left, right) if is_base(right) => Some(Some(&**left)),
            _ => None,
        }
    }

    /// Puts 0 in the place of the number where a row begins.
    pub fn put_zero(&self, block: &mut Block, base: LocalId) {
        for stmt in block {
            walk::expressions_mut(stmt).into_iter().flatten().for_each(|expr| self.in_rows(expr, base));
            walk::blocks_mut(stmt).into_iter().for_each(|inner| self.put_zero(inner, base));
        }
    }

    fn in_rows(&self, expr: &mut Expr, base: LocalId) {
        if self.row(expr, base).is_some() {
            match &mut expr.kind {
                ExprKind::Element { indices, .. } => self.replace(&mut indices[0]),
                ExprKind::Slice { parts, .. } => {
                    if let Some(SlicePart::Index(first)) = parts.first_mut() {
                        self.replace(first);
                    }
                }
                ExprKind::Index { index, .. } => self.replace(index),
                ExprKind::Binary(_, left, right) => {
                    let (pointer, offset) = match left.as_local() == Some(base) {
                        true => (left, right),
                        false => (right, left),
                    };
                    self.replace(offset);
                    if offset.as_int() == Some(0) {
                        *expr = std::mem::replace(pointer, Expr::int(0, Ty::INT, expr.span));
                    }
                }
                _ => {}
            }
        }
        expr.children_mut().into_iter().for_each(|child| self.in_rows(child, base));
    }

    /// What remains of an offset where the number is 0.
    pub fn within_row(&self, offset: &Expr) -> Expr {
        let mut rest = offset.clone();
        self.replace(&mut rest);
        rest
    }

    fn replace(&self, offset: &mut Expr) {
        if self.is_number(offset) {
            *offset = Expr::int(0, offset.ty.clone(), offset.span);
            return;
        }
        match &mut offset.kind {
            ExprKind::Convert(inner) => {
                self.replace(inner);
                if inner.as_int() == Some(0) {
                    *offset = Expr::int(0, offset.ty.clone(), offset.span);
                }
            }
            ExprKind::Binary(op, left, right) => {
                self.replace(left);
                self.replace(right);
                let (no_left, no_right) = (left.as_int() == Some(0), right.as_int() == Some(0));
                let rest = match op {
                    BinaryOp::Multiply if no_left || no_right => {
                        Some(Expr::int(0, offset.ty.clone(), offset.span))
                    }
                    BinaryOp::Add if no_left => Some(Expr::clone(right)),
                    BinaryOp::Add | BinaryOp::Subtract if no_right => Some(Expr::clone(left)),
                    _ => None,
                };
                if let Some(rest) = rest {
                    *offset = rest;
                }
            }
            _ => {}
        }
    }
}

/// The factors of a product.
pub fn factors_of(product: &Expr) -> Vec<&Expr> {
    let product = product.without_conversions();
    match &product.kind {
        ExprKind::Binary(BinaryOp::Multiply, left, right) => {
            let mut all = factors_of(left);
            all.extend(factors_of(right));
            all
        }
        _ if product.as_int() == Some(1) => Vec::new(),
        _ => vec![product],
    }
}
