//! Runs a region on integers alone, and marks which elements of which captures it touches.
//!
//! Rounds of a `prange` see only what was written before the loop or in the same round: that is what
//! holds whatever order they run in.

use std::collections::{HashMap, HashSet};

use offcy::tir::*;
use offcy::ty::Ty;

/// An element of a capture.
pub type Element = (LocalId, Vec<i128>);

/// What the world outside gives: numbers, shapes, strides in elements, the contents of `int` views.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub numbers: HashMap<LocalId, i128>,
    pub shapes: HashMap<LocalId, Vec<i128>>,
    pub strides: HashMap<LocalId, Vec<i128>>,
    pub contents: HashMap<LocalId, Vec<i128>>,
    /// Variables that point to the first of as many elements as are touched.
    pub pointers: HashSet<LocalId>,
    /// How many elements there are from a pointer on, where that is known.
    pub sizes: HashMap<LocalId, i128>,
    /// How many bytes arrays have.
    pub arrays: HashMap<LocalId, i128>,
}

/// Which elements were touched, and how.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub touched: HashSet<Element>,
    pub written: HashSet<Element>,
    pub read_unwritten: HashSet<Element>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Done,
    /// A check failed: an exception.
    Failed,
    /// Undefined behaviour: nothing is promised.
    Undefined,
}

#[derive(Clone, Debug)]
struct View {
    root: LocalId,
    /// Where element zero lies, per axis of the root.
    origin: Vec<i128>,
    axes: Vec<Axis>,
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    of: Option<usize>,
    step: i128,
    extent: i128,
}

#[derive(Clone, Default)]
struct Frame {
    numbers: HashMap<LocalId, i128>,
    views: HashMap<LocalId, View>,
    /// The variable of the world that pointers come from, and the element.
    pointers: HashMap<LocalId, (LocalId, i128)>,
    /// Pointers to memory that a copy has for itself.
    aside: HashSet<LocalId>,
    is_region: bool,
}

enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

pub struct Machine<'a> {
    module: &'a Module,
    world: &'a World,
    pub marks: Marks,
    frame: Frame,
    failed: bool,
    steps: usize,
    /// The function whose regions are run where they stand.
    regions: Option<&'a Function>,
}

/// `Err` for undefined behaviour and for failed checks.
type Run<T> = Result<T, End>;

impl<'a> Machine<'a> {
    pub fn new(module: &'a Module, world: &'a World) -> Machine<'a> {
        let frame = Frame { is_region: true, numbers: world.numbers.clone(), ..Frame::default() };
        Machine { module, world, marks: Marks::default(), frame, failed: false, steps: 0, regions: None }
    }

    pub fn region(&mut self, region: &Region) -> End {
        self.region_of(&region.body)
    }

    /// How a function with regions ends, and what its regions touch.
    pub fn function(&mut self, function: &'a Function) -> End {
        self.regions = Some(function);
        self.region_of(&function.body)
    }

    fn region_of(&mut self, block: &[Stmt]) -> End {
        match self.block(block) {
            Ok(_) => End::Done,
            Err(end) => end,
        }
    }

    fn block(&mut self, block: &[Stmt]) -> Run<Flow> {
        for stmt in block {
            match self.stmt(stmt)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Run<Flow> {
        self.steps += 1;
        if self.steps > 200_000 {
            return Err(End::Undefined);
        }
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(place, value)?,
            StmtKind::Eval(value) => {
                self.number(value)?;
            }
            StmtKind::Check(check) => self.check(&check.kind)?,
            StmtKind::If { condition, then, otherwise } => {
                let taken = if self.number(condition)? != 0 { then } else { otherwise };
                return self.block(taken);
            }
            StmtKind::While { prepare, condition, body, otherwise } => loop {
                self.block(prepare)?;
                if self.number(condition)? == 0 {
                    return self.block(otherwise);
                }
                match self.block(body)? {
                    Flow::Break => return Ok(Flow::Next),
                    Flow::Return => return Ok(Flow::Return),
                    _ => {}
                }
            },
            StmtKind::For(looped) => return self.counted(looped),
            StmtKind::Prange(prange) => {
                self.prange(prange)?;
                if self.failed {
                    return Err(End::Failed);
                }
            }
            StmtKind::Serial(serial) => return self.block(&serial.body),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.number(value)?;
                }
                return Ok(Flow::Return);
            }
            StmtKind::Nogil(body) => return self.block(body),
            StmtKind::Offload(id) => {
                if let Some(function) = self.regions {
                    return self.block(&function.regions[*id].body);
                }
            }
            StmtKind::Release(_) => {}
            StmtKind::Run { into: None, op: Op::CallFunction { function, arguments } } => {
                self.call(*function, arguments)?;
            }
            StmtKind::Run { op: Op::RaiseConstant { .. }, .. } => return Err(End::Failed),
            other => panic!("not in a generated region: {other:?}"),
        }
        Ok(Flow::Next)
    }

    fn range(&mut self, start: &Expr, stop: &Expr, step: &Step) -> Run<Vec<i128>> {
        let (start, stop) = (self.number(start)?, self.number(stop)?);
        let Step::Constant(step) = step else { panic!("a step that is no constant") };
        let step = i128::from(*step);
        let inside = |value: &i128| if step > 0 { *value < stop } else { *value > stop };
        Ok(std::iter::successors(Some(start), |value| Some(value + step)).take_while(inside).collect())
    }

    fn counted(&mut self, looped: &For) -> Run<Flow> {
        for value in self.range(&looped.start, &looped.stop, &looped.step)? {
            self.frame.numbers.insert(looped.counter, value);
            if let Some(target) = looped.target {
                self.frame.numbers.insert(target, value);
            }
            match self.block(&looped.body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
                _ => {}
            }
        }
        self.block(&looped.otherwise)
    }

    fn prange(&mut self, prange: &Prange) -> Run<()> {
        let before = self.marks.written.clone();
        let mut all = before.clone();
        for value in self.range(&prange.start, &prange.stop, &prange.step)? {
            self.marks.written = before.clone();
            for private in &prange.privates {
                self.frame.numbers.remove(private);
                self.frame.views.remove(private);
            }
            self.frame.numbers.insert(prange.counter, value);
            match self.block(&prange.body) {
                Ok(_) => {}
                Err(End::Failed) => self.failed = true,
                Err(end) => return Err(end),
            }
            all.extend(self.marks.written.drain());
        }
        self.marks.written = all;
        Ok(())
    }

    fn check(&mut self, check: &CheckKind) -> Run<()> {
        if let CheckKind::Extent { extent, given, .. } = check {
            let (extent, given) = (self.number(extent)?, self.number(given)?);
            return if given == extent || given == 1 { Ok(()) } else { Err(End::Failed) };
        }
        let CheckKind::Index { into, index, extent, wraparound, boundscheck, .. } = check else {
            return Ok(());
        };
        let (mut index, extent) = (self.number(index)?, self.number(extent)?);
        if *wraparound && index < 0 {
            index += extent;
        }
        if *boundscheck && !(0..extent).contains(&index) {
            return Err(End::Failed);
        }
        if let Some(into) = into {
            self.frame.numbers.insert(*into, index);
        }
        Ok(())
    }

    fn assign(&mut self, place: &Expr, value: &Expr) -> Run<()> {
        if let (ExprKind::Local(id), Ty::Memoryview(_)) = (&place.kind, &value.ty) {
            let view = self.view(value)?;
            self.frame.views.insert(*id, view);
            return Ok(());
        }
        if let (ExprKind::Local(id), ExprKind::Null) = (&place.kind, &value.kind) {
            self.frame.aside.insert(*id);
            return Ok(());
        }
        // The world has what it points to.
        if allocation(value, &self.module.externs).is_some() {
            return Ok(());
        }
        if let (ExprKind::Local(id), Ty::Pointer { .. }) = (&place.kind, &value.ty) {
            let pointer = self.pointer(value)?;
            self.frame.pointers.insert(*id, pointer);
            return Ok(());
        }
        let number = self.number(value)?;
        if self.is_aside(place) {
            return Ok(());
        }
        match &place.kind {
            ExprKind::Local(id) => {
                self.frame.numbers.insert(*id, number);
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) => {
                let element = self.pointed(place)?;
                self.marks.touched.insert(element.clone());
                self.marks.written.insert(element);
            }
            ExprKind::Element { view, indices } => {
                let element = self.element(view, indices)?;
                self.marks.touched.insert(element.clone());
                self.marks.written.insert(element);
            }
            other => panic!("a place that is not generated: {other:?}"),
        }
        Ok(())
    }

    fn is_aside(&self, place: &Expr) -> bool {
        matches!(&place.kind, ExprKind::Index { base, .. } if base.as_local().is_some_and(|id| self.frame.aside.contains(&id)))
    }

    fn element(&mut self, view: &Expr, indices: &[Expr]) -> Run<Element> {
        let view = self.view(view)?;
        let mut at = view.origin.clone();
        for (axis, index) in view.axes.iter().zip(indices) {
            let index = self.number(index)?;
            if !(0..axis.extent).contains(&index) {
                return Err(End::Undefined);
            }
            if let Some(of) = axis.of {
                at[of] += axis.step * index;
            }
        }
        let shape = &self.world.shapes[&view.root];
        if at.iter().zip(shape).any(|(at, extent)| !(0..*extent).contains(at)) {
            return Err(End::Undefined);
        }
        Ok((view.root, at))
    }

    /// The element that a pointer points to.
    fn pointed(&mut self, place: &Expr) -> Run<Element> {
        let (root, at) = match &place.kind {
            ExprKind::Index { base, index } => {
                let (root, at) = self.pointer(base)?;
                (root, at + self.number(index)?)
            }
            ExprKind::Deref(base) => self.pointer(base)?,
            other => panic!("a place that is not generated: {other:?}"),
        };
        // A difference of addresses is a number of 64 bits.
        Ok((root, vec![i128::from(at as i64)]))
    }

    fn pointer(&mut self, expr: &Expr) -> Run<(LocalId, i128)> {
        match &expr.kind {
            ExprKind::Local(id) => match self.frame.pointers.get(id) {
                Some(&pointer) => Ok(pointer),
                None if self.frame.is_region && self.world.pointers.contains(id) => Ok((*id, 0)),
                None => Err(End::Undefined),
            },
            ExprKind::Convert(inner) => self.pointer(inner),
            ExprKind::AddressOf(place) => self.pointed(place).map(|(root, at)| (root, at[0])),
            ExprKind::Binary(op, left, right) => {
                let (root, at) = self.pointer(left)?;
                Ok((root, arithmetic(*op, at, self.number(right)?)))
            }
            other => panic!("a pointer that is not generated: {other:?}"),
        }
    }

    fn view(&mut self, expr: &Expr) -> Run<View> {
        match &expr.kind {
            ExprKind::Local(id) => {
                if let Some(view) = self.frame.views.get(id) {
                    return Ok(view.clone());
                }
                let shape =
                    self.world.shapes.get(id).filter(|_| self.frame.is_region).ok_or(End::Undefined)?;
                let axis = |(of, extent): (usize, &i128)| Axis { of: Some(of), step: 1, extent: *extent };
                let axes = shape.iter().enumerate().map(axis).collect();
                Ok(View { root: *id, origin: vec![0; shape.len()], axes })
            }
            ExprKind::Convert(inner) => self.view(inner),
            ExprKind::Transpose(inner) => {
                let mut view = self.view(inner)?;
                view.axes.reverse();
                Ok(view)
            }
            ExprKind::Slice { view, parts } => self.slice(view, parts),
            other => panic!("a view that is not generated: {other:?}"),
        }
    }

    fn slice(&mut self, view: &Expr, parts: &[SlicePart]) -> Run<View> {
        let base = self.view(view)?;
        let mut result = View { root: base.root, origin: base.origin, axes: Vec::new() };
        for (axis, part) in base.axes.into_iter().zip(parts) {
            match part {
                SlicePart::Index(index) => {
                    let index = self.number(index)?;
                    if !(0..axis.extent).contains(&index) {
                        return Err(End::Undefined);
                    }
                    if let Some(of) = axis.of {
                        result.origin[of] += axis.step * index;
                    }
                }
                SlicePart::Range { start, stop, step } => {
                    let mut end =
                        |expr: &Option<Expr>| expr.as_ref().map(|expr| self.number(expr)).transpose();
                    let (start, stop, step) = (end(start)?, end(stop)?, end(step)?.unwrap_or(1));
                    let (first, extent) = python_range(start, stop, step, axis.extent);
                    if let Some(of) = axis.of {
                        result.origin[of] += axis.step * first;
                    }
                    result.axes.push(Axis { of: axis.of, step: axis.step * step, extent });
                }
                SlicePart::NewAxis => panic!("new axes are not generated"),
            }
        }
        Ok(result)
    }

    fn call(&mut self, id: FunctionId, arguments: &[Expr]) -> Run<i128> {
        let function = &self.module.functions[id];
        let mut frame = Frame::default();
        for (param, argument) in function.params.iter().zip(arguments) {
            if argument.ty.memoryview().is_some() {
                frame.views.insert(param.local, self.view(argument)?);
            } else if matches!(argument.ty, Ty::Pointer { .. }) {
                frame.pointers.insert(param.local, self.pointer(argument)?);
            } else {
                frame.numbers.insert(param.local, self.number(argument)?);
            }
        }
        let caller = std::mem::replace(&mut self.frame, frame);
        let result = self.block(&function.body);
        self.frame = caller;
        match result {
            // An error that the callee cannot hand on is printed and dropped.
            Err(End::Failed) if !function.may_fail => Ok(0),
            other => other.map(|_| 0),
        }
    }

    /// The value of an integer; of a float, which is not followed, zero.
    pub fn number(&mut self, expr: &Expr) -> Run<i128> {
        Ok(match &expr.kind {
            ExprKind::Int(value) => *value,
            ExprKind::Float(_) | ExprKind::Null => 0,
            // It is not null.
            ExprKind::Local(id) if self.frame.aside.contains(id) => 1,
            ExprKind::Local(id) => match self.frame.numbers.get(id) {
                Some(value) => *value,
                None if expr.ty.is_integral() => return Err(End::Undefined),
                None => 0,
            },
            ExprKind::Convert(inner) => wrapped(self.number(inner)?, &expr.ty),
            ExprKind::Unary(UnaryOp::Negate, inner) => -self.number(inner)?,
            ExprKind::Unary(UnaryOp::Not, inner) => i128::from(self.number(inner)? == 0),
            ExprKind::Unary(_, inner) => self.number(inner)?,
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                wrapped(arithmetic(*op, left, right), &expr.ty)
            }
            ExprKind::Compare(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                i128::from(compare(*op, left, right))
            }
            ExprKind::Logical(LogicalOp::And, left, right) => {
                if self.number(left)? == 0 {
                    0
                } else {
                    self.number(right)?
                }
            }
            ExprKind::Logical(LogicalOp::Or, left, right) => {
                if self.number(left)? != 0 {
                    1
                } else {
                    self.number(right)?
                }
            }
            ExprKind::Select(condition, then, otherwise) => {
                let taken = if self.number(condition)? != 0 { then } else { otherwise };
                self.number(taken)?
            }
            ExprKind::MinMax(which, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                if *which == MinMax::Min { left.min(right) } else { left.max(right) }
            }
            ExprKind::Extent { view, axis } => self.view(view)?.axes[*axis].extent,
            ExprKind::Stride { view, axis } => {
                let view = self.view(view)?;
                let axis = view.axes[*axis];
                axis.of.map_or(0, |of| 8 * axis.step * self.world.strides[&view.root][of])
            }
            // Where it matters, everything is read before anything is written.
            ExprKind::InOrder { to, from } => i128::from(self.view(to)?.root != self.view(from)?.root),
            ExprKind::Index { .. } if self.is_aside(expr) => 0,
            ExprKind::SizeOf(_) => 8,
            ExprKind::Element { view, indices } => {
                let element = self.element(view, indices)?;
                if !self.marks.written.contains(&element) {
                    self.marks.read_unwritten.insert(element.clone());
                }
                let value = self.world.contents.get(&element.0).map_or(0, |all| all[element.1[0] as usize]);
                self.marks.touched.insert(element);
                value
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) => {
                let element = self.pointed(expr)?;
                if !self.marks.written.contains(&element) {
                    self.marks.read_unwritten.insert(element.clone());
                }
                self.marks.touched.insert(element);
                0
            }
            ExprKind::Call(Callee::Function(id), arguments) => self.call(*id, arguments)?,
            ExprKind::Call(Callee::Extern(_), _) => 0,
            other => panic!("an expression that is not generated: {other:?}"),
        })
    }
}

/// The number as the type holds it.
fn wrapped(value: i128, ty: &Ty) -> i128 {
    let Ty::Int(kind) = ty else { return value };
    let modulus = 1i128 << kind.bits();
    let low = value.rem_euclid(modulus);
    if kind.is_signed() && low >= modulus / 2 { low - modulus } else { low }
}

fn arithmetic(op: BinaryOp, left: i128, right: i128) -> i128 {
    match op {
        BinaryOp::Add => left + right,
        BinaryOp::Subtract => left - right,
        BinaryOp::Multiply => left * right,
        _ if right == 0 => 0,
        BinaryOp::CModulo => left % right,
        BinaryOp::Modulo => left.rem_euclid(right),
        _ => left / right,
    }
}

pub fn compare(op: CompareOp, left: i128, right: i128) -> bool {
    match op {
        CompareOp::Equal => left == right,
        CompareOp::NotEqual => left != right,
        CompareOp::Less => left < right,
        CompareOp::LessEqual => left <= right,
        CompareOp::Greater => left > right,
        CompareOp::GreaterEqual => left >= right,
    }
}

/// The first index and the length of a Python slice.
fn python_range(start: Option<i128>, stop: Option<i128>, step: i128, extent: i128) -> (i128, i128) {
    let (low, high) = if step > 0 { (0, extent) } else { (-1, extent - 1) };
    let clamp = |value: i128| (if value < 0 { value + extent } else { value }).clamp(low, high);
    let first = start.map_or(if step > 0 { low } else { high }, clamp);
    let last = stop.map_or(if step > 0 { high } else { low }, clamp);
    let distance = if step > 0 { last - first } else { first - last };
    let length = if distance <= 0 { 0 } else { (distance + step.abs() - 1) / step.abs() };
    (if length == 0 { 0 } else { first }, length)
}
