//! Iterations side by side: vectors, with a lane for each.

use std::collections::HashMap;

use super::Body;
use crate::emit::bug::{OrBug, bug};
use crate::emit::c;
use crate::emit::lir::{Declaration, Layout, Stmt as C};
use crate::emit::types::c_type;
use crate::pass::LocalSet;
use crate::tir::{
    Begin, BinaryOp, Block, Callee, Expr, ExprKind, Lanes, LocalId, LogicalOp, MinMax, Step, UnaryOp, walk,
};
use crate::ty::Ty;

/// The iterations whose code is being written.
#[derive(Debug)]
pub(super) struct Running {
    count: usize,
    /// The locals of which each iteration has its own, with their vectors.
    own: Vec<(LocalId, String)>,
    /// Those of which it has another number, too.
    varying: LocalSet,
    /// Those that may be assigned in all lanes.
    scratch: LocalSet,
    /// As in [`Lanes`].
    spread: Vec<(LocalId, usize)>,
    lane: LocalId,
    /// Those that grow by one from lane to lane.
    numbers: Vec<LocalId>,
    /// Where an iteration does what is being written: the conditions around it.
    truths: Option<c::Expr>,
    /// How many variables have asked for each name.
    named: HashMap<String, usize>,
}

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn lanes(&mut self, lanes: &'a Lanes) {
        self.out.open_block();
        self.out.push(C::Comment(format!("{} iterations at once", lanes.count)));
        let (mut vectors, mut named) = (Vec::new(), HashMap::new());
        let mut declared: Vec<Declaration> = Vec::new();
        let numbers: Vec<LocalId> = lanes.numbers.iter().copied().chain([lanes.first]).collect();
        let mut varying: LocalSet = numbers.iter().copied().collect();
        for own in &lanes.own {
            let wanted = format!("{}_lanes", self.naming.local_name(own.local));
            let name = self.naming.of_lanes(wanted.clone(), 0);
            named.insert(wanted, 1);
            let ty = self.function.locals[own.local].ty.clone();
            let before = match own.begin {
                Begin::Nothing => None,
                Begin::Zero => Some(c::Expr::number(0)),
                Begin::Before => Some(self.naming.local(own.local)),
            };
            let before = before.map(|before| self.in_each_lane(&ty, lanes.count, before));
            let one = Declaration::of(self.vector(&ty, lanes.count), &name, before);
            match declared.last_mut().filter(|last| last.ty == one.ty) {
                Some(last) => last.variables.extend(one.variables),
                None => declared.push(Declaration { layout: Layout::Several, ..one }),
            }
            vectors.push((own.local, name));
            varying.insert(own.local);
        }
        declared.into_iter().for_each(|declaration| self.out.push(declaration));
        self.threads.lanes = Some(Running {
            count: lanes.count,
            own: vectors,
            varying,
            scratch: lanes.own.iter().filter(|own| own.is_scratch).map(|own| own.local).collect(),
            spread: lanes.spread.clone(),
            lane: lanes.lane,
            numbers,
            truths: None,
            named,
        });
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
        let running = self.running();
        let is_scratch = place.as_local().is_some_and(|local| running.scratch.contains(local));
        if let Some(truths) = running.truths.clone().filter(|_| !is_scratch) {
            let count = self.running().count;
            let value = self.lanes_value(value);
            let chosen =
                self.lanes_macro("OFFCY_CHOOSE_LANES", &place.ty, count, [truths, value, vector.clone()]);
            self.out.push(c::Expr::assign(vector, "=", chosen));
            return true;
        }
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

    /// Runs the blocks of an `if` in all lanes, and keeps what they give where the condition holds, or does not; `false` if
    /// the condition is the same for all.
    pub(super) fn choose_in_lanes(
        &mut self,
        condition: &Expr,
        then: &'a Block,
        otherwise: &'a Block,
    ) -> bool {
        if !self.is_choice_of_lanes(condition) {
            return false;
        }
        let around = self.running().truths.clone();
        let ty = compared(self.decided(condition));
        let value = self.truths(condition);
        let value = self.where_both(around.as_ref(), ty, value);
        let name = self.lane_name("truths".into());
        let c_ty = c_type(&self.unit.symbols, ty);
        let truths = c::Type::named(format!("OFFCY_TRUTHS({c_ty}, {})", self.running().count));
        self.out.push(Declaration::of(truths, &name, Some(value)));
        let truths = c::Expr::name(&name);
        self.chosen_block(truths.clone(), then);
        if !otherwise.is_empty() {
            let others = self.where_both(around.as_ref(), ty, c::Expr::unary("~", truths));
            self.chosen_block(others, otherwise);
        }
        self.threads.lanes.as_mut().or_bug("the iterations side by side").truths = around;
        true
    }

    /// Whether lanes are being written, and each has a condition for itself.
    pub(super) fn is_choice_of_lanes(&self, condition: &Expr) -> bool {
        self.threads.lanes.is_some() && self.is_of_lane(condition)
    }

    fn lane_name(&mut self, wanted: String) -> String {
        let running = self.threads.lanes.as_mut().or_bug("the iterations side by side");
        let number = running.named.entry(wanted.clone()).or_default();
        *number += 1;
        self.naming.of_lanes(wanted, *number - 1)
    }

    fn chosen_block(&mut self, truths: c::Expr, block: &'a Block) {
        self.threads.lanes.as_mut().or_bug("the iterations side by side").truths = Some(truths);
        self.block(block);
    }

    fn truths_for(&self, ty: &Ty, truths: c::Expr) -> c::Expr {
        self.lanes_macro("OFFCY_TRUTHS_FOR", ty, self.running().count, [truths])
    }

    /// Where truths of numbers of a type hold, and those of the conditions around as well.
    fn where_both(&self, around: Option<&c::Expr>, ty: &Ty, truths: c::Expr) -> c::Expr {
        match around {
            Some(around) => c::Expr::binary("&", self.truths_for(ty, around.clone()), truths),
            None => truths,
        }
    }

    /// Where a condition holds, of numbers of the type that [`compared`] finds.
    fn truths(&mut self, condition: &Expr) -> c::Expr {
        match &condition.kind {
            ExprKind::Compare(op, left, right) => {
                let (left, right) = (self.lane_operand(left), self.lane_operand(right));
                c::Expr::binary(op.symbol(), left, right)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => c::Expr::unary("~", self.truths(inner)),
            ExprKind::Logical(op, left, right) => {
                let ty = compared(self.decided(condition));
                let [left, right] = [left, right].map(|side| self.truths_of_side(side, ty));
                c::Expr::binary(if *op == LogicalOp::And { "&" } else { "|" }, left, right)
            }
            _ => self.bug("a condition of lanes"),
        }
    }

    /// The truths of one side of `and` and `or`, for numbers of a type.
    fn truths_of_side(&mut self, side: &Expr, ty: &Ty) -> c::Expr {
        if !self.is_of_lane(side) {
            let value = self.expr(side);
            let (count, zero) = (self.running().count, c::Expr::number(0));
            return c::Expr::binary("!=", self.in_each_lane(ty, count, value), zero);
        }
        let truths = self.truths(side);
        if compared(self.decided(side)) == ty { truths } else { self.truths_for(ty, truths) }
    }

    /// The first comparison of a condition that each lane decides for itself.
    fn decided<'e>(&self, condition: &'e Expr) -> &'e Expr {
        match &condition.kind {
            ExprKind::Unary(_, inner) => self.decided(inner),
            ExprKind::Logical(_, left, right) => {
                self.decided(if self.is_of_lane(left) { left } else { right })
            }
            _ => condition,
        }
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

    /// Whether an expression that is another one in each lane is a number that grows by one.
    fn is_numbered(&self, expr: &Expr) -> bool {
        let own = &self.running().own;
        let mut found = matches!(expr.ty, Ty::Int(_));
        walk::expression(expr, &mut |part| {
            let is_own = part.as_local().is_some_and(|local| own.iter().any(|(own, _)| *own == local));
            found &= !is_own && !matches!(part.kind, ExprKind::Element { .. }) || !self.is_of_lane(part);
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
        if self.is_numbered(expr) {
            let first = self.expr(expr);
            return self.lanes_macro("OFFCY_NUMBERED_LANES", &expr.ty, count, [first]);
        }
        match &expr.kind {
            ExprKind::Local(id) => self.lanes_of(*id).or_bug("the lanes of a local"),
            ExprKind::Element { view, indices } => {
                if let Some(view) = self.is_spread(view, indices) {
                    return self.spread(expr, view);
                }
                let place = self.expr(expr);
                self.lanes_macro("OFFCY_LANES_AT", &expr.ty, count, [place])
            }
            ExprKind::Convert(inner) if inner.ty == expr.ty => self.lanes_value(inner),
            ExprKind::Convert(inner) => {
                let values = self.lanes_value(inner);
                self.lanes_macro("OFFCY_CONVERT_LANES", &expr.ty, count, [values])
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => c::Expr::unary("-", self.lanes_value(inner)),
            ExprKind::Unary(UnaryOp::Abs, inner) => {
                let name = if expr.ty == Ty::DOUBLE { "fabs" } else { "fabsf" };
                let arguments = [c::Expr::name(name), self.lanes_value(inner)];
                self.lanes_macro("OFFCY_CALL_LANES", &expr.ty, count, arguments)
            }
            ExprKind::Call(Callee::Extern(id), arguments) => {
                let name = c::Expr::name(self.unit.module.externs[*id].c_name.as_str());
                let arguments = [name, self.lanes_value(&arguments[0])];
                self.lanes_macro("OFFCY_CALL_LANES", &expr.ty, count, arguments)
            }
            ExprKind::MinMax(which, left, right) => {
                let name = if *which == MinMax::Min { "OFFCY_MIN_LANES" } else { "OFFCY_MAX_LANES" };
                let arguments = [self.lanes_value(left), self.lanes_value(right)];
                self.lanes_macro(name, &expr.ty, count, arguments)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let arguments = [self.truths(condition), self.lanes_value(then), self.lanes_value(otherwise)];
                self.lanes_macro("OFFCY_CHOOSE_LANES", &expr.ty, count, arguments)
            }
            ExprKind::Binary(..) if let Some(base) = expr.squared() => {
                let values = self.lanes_value(base);
                self.lanes_macro("OFFCY_SQUARE_LANES", &expr.ty, count, [values])
            }
            ExprKind::Binary(op, left, right) => {
                c::Expr::binary(operators(*op).0, self.lane_operand(left), self.lane_operand(right))
            }
            _ => self.bug("what lanes compute"),
        }
    }

    /// The view, if the lanes' elements do not lie side by side in it.
    fn is_spread(&self, view: &Expr, indices: &[Expr]) -> Option<LocalId> {
        let (view, axis) = (view.as_local()?, indices.iter().position(|index| self.is_of_lane(index))?);
        self.running().spread.contains(&(view, axis)).then_some(view)
    }

    /// Such elements, read one by one before the statement.
    fn spread(&mut self, expr: &Expr, view: LocalId) -> c::Expr {
        let (count, numbers) = (self.running().count, self.running().numbers.clone());
        let lane = self.running().lane;
        let ty = &self.function.locals[lane].ty;
        let mut element = expr.clone();
        for number in numbers {
            let [first, lane] = [number, lane].map(|id| Box::new(Expr::local(id, ty.clone(), expr.span)));
            element.substitute(
                number,
                &Expr::new(ExprKind::Binary(BinaryOp::Add, first, lane), ty.clone(), expr.span),
            );
        }
        let name = self.lane_name(format!("{}_lanes", self.naming.local_name(view)));
        self.out.push(Declaration::of(self.vector(&expr.ty, count), &name, None));
        let counter = self.naming.local(lane);
        let start = Expr::int(0, ty.clone(), expr.span);
        let stop = Expr::int(count as i128, ty.clone(), expr.span);
        let header =
            self.counting(Some(self.local_type(lane)), counter.clone(), &start, &stop, &Step::Constant(1));
        self.out.open_for(header);
        let value = self.expr(&element);
        self.out.push(C::assign(c::Expr::index(c::Expr::name(&name), counter), value));
        self.out.close();
        c::Expr::name(&name)
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
        self.lanes_macro("OFFCY_EACH_LANE", ty, count, [value])
    }

    fn lanes_macro<const N: usize>(
        &self,
        name: &str,
        ty: &Ty,
        count: usize,
        values: [c::Expr; N],
    ) -> c::Expr {
        let ty = c::Expr::Type(c_type(&self.unit.symbols, ty));
        c::Expr::call(name, [ty, c::Expr::number(count)].into_iter().chain(values).collect())
    }
}

/// The type of the numbers that are compared.
fn compared(comparison: &Expr) -> &Ty {
    match &comparison.kind {
        ExprKind::Compare(_, left, _) => &left.ty,
        _ => bug("a condition of lanes"),
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
