//! Iterations side by side: vectors, with a lane for each.

use super::Body;
use crate::emit::bug::{OrBug, bug};
use crate::emit::c;
use crate::emit::lir::{Declaration, Stmt as C};
use crate::emit::types::c_type;
use crate::pass::LocalSet;
use crate::tir::{BinaryOp, Expr, ExprKind, Lanes, LocalId, UnaryOp, walk};
use crate::ty::Ty;

/// The iterations whose code is being written.
#[derive(Debug)]
pub(super) struct Running {
    count: usize,
    /// The locals of which each iteration has its own, with their vectors.
    own: Vec<(LocalId, String)>,
    /// Those of which it has another number, too.
    varying: LocalSet,
}

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn lanes(&mut self, lanes: &'a Lanes) {
        self.out.open_block();
        self.out.push(C::Comment(format!("{} iterations at once", lanes.count)));
        let mut vectors = Vec::new();
        let mut varying: LocalSet = lanes.numbers.iter().copied().collect();
        varying.insert(lanes.first);
        for own in &lanes.own {
            let name = self.naming.fresh(&format!("{}_lanes", self.naming.local_name(own.local)));
            let ty = self.function.locals[own.local].ty.clone();
            let before = own.begins.then(|| self.naming.local(own.local));
            let before = before.map(|before| self.in_each_lane(&ty, lanes.count, before));
            self.out.push(Declaration::of(self.vector(&ty, lanes.count), &name, before));
            vectors.push((own.local, name));
            varying.insert(own.local);
        }
        self.threads.lanes = Some(Running { count: lanes.count, own: vectors, varying });
        self.block(&lanes.body);
        let running = self.threads.lanes.take().or_bug("the iterations side by side");
        for (own, (_, vector)) in lanes.own.iter().zip(&running.own) {
            if let Some(kept) = own.kept {
                let arguments = vec![self.naming.local(kept), c::Expr::name(vector)];
                self.out.push(C::call("OFFCY_KEEP_LANES", arguments));
            }
        }
        self.out.close();
    }

    /// Assigns a local of which each lane has its own; `false` if that is not one.
    pub(super) fn assign_in_lanes(&mut self, place: &Expr, value: &Expr) -> bool {
        let Some(vector) = place.as_local().and_then(|local| self.lanes_of(local)) else { return false };
        let in_place = match &value.kind {
            ExprKind::Binary(op, left, right) if left.as_local() == place.as_local() => {
                Some((operators(*op).1, right))
            }
            _ => None,
        };
        let assigned = match in_place {
            Some((op, right)) => c::Expr::assign(vector, op, self.lane_operand(right)),
            None => c::Expr::assign(vector, "=", self.lanes_value(value)),
        };
        self.out.push(assigned);
        true
    }

    /// The vector of a local, if each lane has its own.
    fn lanes_of(&self, local: LocalId) -> Option<c::Expr> {
        let (_, vector) = self.threads.lanes.as_ref()?.own.iter().find(|(own, _)| *own == local)?;
        Some(c::Expr::name(vector))
    }

    fn running(&self) -> &Running {
        self.threads.lanes.as_ref().or_bug("the iterations side by side")
    }

    /// Whether an expression is another one in each lane.
    fn is_of_lane(&self, expr: &Expr) -> bool {
        let running = self.running();
        let mut found = false;
        walk::expression(expr, &mut |part| {
            found |= part.as_local().is_some_and(|local| running.varying.contains(local));
        });
        found
    }

    /// A vector of what the expression is in each lane.
    fn lanes_value(&mut self, expr: &Expr) -> c::Expr {
        let count = self.running().count;
        if !self.is_of_lane(expr) {
            let value = self.expr(expr);
            return self.in_each_lane(&expr.ty, count, value);
        }
        match &expr.kind {
            ExprKind::Local(id) => self.lanes_of(*id).or_bug("the lanes of a local"),
            ExprKind::Element { .. } => {
                let place = self.expr(expr);
                self.lanes_macro("OFFCY_LANES_AT", &expr.ty, count, place)
            }
            ExprKind::Convert(inner) if inner.ty == expr.ty => self.lanes_value(inner),
            ExprKind::Convert(inner) => {
                let values = self.lanes_value(inner);
                self.lanes_macro("OFFCY_CONVERT_LANES", &expr.ty, count, values)
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => c::Expr::unary("-", self.lanes_value(inner)),
            ExprKind::Binary(op, left, right) => {
                c::Expr::binary(operators(*op).0, self.lane_operand(left), self.lane_operand(right))
            }
            _ => self.bug("what lanes compute"),
        }
    }

    /// A side of an operator beside a vector: what is the same in all lanes stays one number, of the elements' type.
    fn lane_operand(&mut self, expr: &Expr) -> c::Expr {
        if self.is_of_lane(expr) {
            return self.lanes_value(expr);
        }
        let value = self.expr(expr);
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Element { .. } => value,
            ExprKind::Float(_) if expr.ty == Ty::DOUBLE => value,
            _ => c::Expr::cast(c_type(&self.unit.symbols, &expr.ty), value),
        }
    }

    fn vector(&self, ty: &Ty, count: usize) -> c::Type {
        c::Type::named(format!("OFFCY_LANES({}, {count})", c_type(&self.unit.symbols, ty)))
    }

    fn in_each_lane(&self, ty: &Ty, count: usize, value: c::Expr) -> c::Expr {
        self.lanes_macro("OFFCY_EACH_LANE", ty, count, value)
    }

    fn lanes_macro(&self, name: &str, ty: &Ty, count: usize, value: c::Expr) -> c::Expr {
        let ty = c::Expr::Type(c_type(&self.unit.symbols, ty));
        c::Expr::call(name, vec![ty, c::Expr::number(count), value])
    }
}

/// An operator, and the one that assigns.
fn operators(op: BinaryOp) -> (&'static str, &'static str) {
    match op {
        BinaryOp::Add => ("+", "+="),
        BinaryOp::Subtract => ("-", "-="),
        BinaryOp::Multiply => ("*", "*="),
        BinaryOp::Divide | BinaryOp::CDivide => ("/", "/="),
        _ => bug("an operator of lanes"),
    }
}
