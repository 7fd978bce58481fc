//! Which extents and strides of a view a kernel needs.
//!
//! In kernels a view is a pointer and scalars, and only those that the code uses are passed and
//! declared. A demand starts where an element is taken or an extent is read, and travels through
//! slices, assignments and calls to where the view comes from.

use super::bug::OrBug;
use std::collections::HashMap;

use super::placement::Placement;
use crate::offload::{OffloadPlan, RegionPlan};
use crate::tir::{
    Callee, Expr, ExprKind, Function, FunctionId, LocalId, Module, Op, Region, RegionId, SlicePart, Stmt,
    StmtKind, Subject, walk,
};
use crate::ty::{Axis, Contiguity, Memoryview};

/// A set of extents and strides, a bit for each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub extents: u8,
    pub strides: u8,
}

impl Parts {
    fn union(self, other: Parts) -> Parts {
        Parts { extents: self.extents | other.extents, strides: self.strides | other.strides }
    }

    pub fn all(view: &Memoryview) -> Parts {
        let every = (0..view.ndim()).fold(0u8, |bits, axis| bits | bit(axis));
        let strides = if view.contiguity() == Contiguity::Strided { every } else { 0 };
        Parts { extents: every, strides }
    }

    pub fn has_extent(self, axis: usize) -> bool {
        self.extents & bit(axis) != 0
    }

    pub fn has_stride(self, axis: usize) -> bool {
        self.strides & bit(axis) != 0
    }
}

fn bit(axis: usize) -> u8 {
    1u8.checked_shl(axis as u32).unwrap_or(0)
}

/// What is needed to know the stride of one axis.
pub fn stride_parts(view: &Memoryview, axis: usize) -> Parts {
    let extents = match view.contiguity() {
        Contiguity::C => (axis + 1..view.ndim()).fold(0, |bits, axis| bits | bit(axis)),
        Contiguity::Fortran => (0..axis).fold(0, |bits, axis| bits | bit(axis)),
        Contiguity::Strided if view.axes[axis] == Axis::Strided => {
            return Parts { extents: 0, strides: bit(axis) };
        }
        Contiguity::Strided => 0,
    };
    Parts { extents, strides: 0 }
}

/// What is needed to address one element. An index of zero needs nothing.
fn element_parts(view: &Memoryview, indices: &[Expr]) -> Parts {
    let is_zero = |axis: usize| indices.get(axis).is_some_and(|index| index.as_int() == Some(0));
    let axes: Vec<usize> = match view.contiguity() {
        Contiguity::Fortran => (0..view.ndim()).rev().collect(),
        _ => (0..view.ndim()).collect(),
    };
    let mut parts = Parts::default();
    let mut is_moved = false;
    for axis in axes {
        if view.contiguity() == Contiguity::Strided {
            if !is_zero(axis) {
                parts = parts.union(stride_parts(view, axis));
            }
            continue;
        }
        // Horner's scheme: the extent scales the result of the slower axes.
        if is_moved {
            parts.extents |= bit(axis);
        }
        is_moved |= !is_zero(axis);
    }
    parts
}

pub type LocalParts = HashMap<LocalId, Parts>;

/// The demands on the views of every kernel function and region.
#[derive(Debug, Default)]
pub struct Demands {
    functions: HashMap<FunctionId, LocalParts>,
    regions: HashMap<(FunctionId, RegionId), LocalParts>,
}

impl Demands {
    pub fn of(module: &Module, plan: &OffloadPlan, placement: &Placement) -> Demands {
        let mut demands = Demands::default();
        loop {
            let mut changed = false;
            for (id, function) in module.functions.iter() {
                if placement.in_kernels(id) {
                    let found = demands.of_blocks(module, function, &[&function.body]);
                    changed |= demands.functions.get(&id) != Some(&found);
                    demands.functions.insert(id, found);
                }
                for (region, data) in function.regions.iter() {
                    let blocks: Vec<&[Stmt]> =
                        std::iter::once(&data.body).chain(&data.of_device).map(Vec::as_slice).collect();
                    let mut found = demands.of_blocks(module, function, &blocks);
                    let planned = plan.functions.get(id).and_then(|plan| plan.regions.get(region));
                    whole_extents(function, data, planned.or_bug("the plan of a region"), &mut found);
                    changed |= demands.regions.get(&(id, region)) != Some(&found);
                    demands.regions.insert((id, region), found);
                }
            }
            if !changed {
                return demands;
            }
        }
    }

    pub fn function(&self, id: FunctionId) -> LocalParts {
        self.functions.get(&id).cloned().unwrap_or_default()
    }

    pub fn region(&self, function: FunctionId, region: RegionId) -> LocalParts {
        self.regions.get(&(function, region)).cloned().unwrap_or_default()
    }

    /// What a kernel function needs of its parameter's view.
    pub fn param(&self, module: &Module, function: FunctionId, index: usize) -> Parts {
        let Some(param) = module.functions[function].params.get(index) else { return Parts::default() };
        self.functions.get(&function).and_then(|parts| parts.get(&param.local)).copied().unwrap_or_default()
    }

    fn of_blocks(&self, module: &Module, function: &Function, blocks: &[&[Stmt]]) -> LocalParts {
        let mut found = LocalParts::new();
        loop {
            let before = found.clone();
            let mut collector = Collector { demands: self, module, found: &mut found };
            for block in blocks {
                walk::statements(block, &mut |stmt| collector.statement(function, stmt));
                walk::all_expressions(block, &mut |expr| collector.expression(expr));
            }
            if found == before {
                return found;
            }
        }
    }
}

/// The map clause of a contiguous view that is mapped as a whole names all of its extents.
fn whole_extents(function: &Function, region: &Region, plan: &RegionPlan, found: &mut LocalParts) {
    for (index, capture) in region.captures.iter().enumerate() {
        let Subject::Local(id) = capture.subject else { continue };
        let planned = &plan.captures[index];
        if let Some(view) = function.locals[id].ty.memoryview()
            && view.contiguity() != Contiguity::Strided
            && planned.is_mapped()
            && planned.moved_section(function).is_none()
        {
            let entry = found.entry(id).or_default();
            *entry = entry.union(Parts::all(view));
        }
    }
}

struct Collector<'a> {
    demands: &'a Demands,
    module: &'a Module,
    found: &'a mut LocalParts,
}

impl Collector<'_> {
    fn statement(&mut self, function: &Function, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place, value } if value.ty.memoryview().is_some() => {
                let parts = place.as_local().map(|local| self.of_local(local)).unwrap_or_default();
                self.view(value, parts);
            }
            StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
                self.call(*function, arguments);
            }
            StmtKind::Run { into: Some(into), op: Op::Own(value) } if value.ty.memoryview().is_some() => {
                let parts = self.of_local(*into);
                self.view(value, parts);
            }
            StmtKind::Return(Some(value)) => {
                if let Some(view) = function.result.memoryview() {
                    self.view(value, Parts::all(view));
                }
            }
            _ => {}
        }
    }

    fn of_local(&mut self, local: LocalId) -> Parts {
        *self.found.entry(local).or_default()
    }

    fn call(&mut self, callee: FunctionId, arguments: &[Expr]) {
        for (index, argument) in arguments.iter().enumerate() {
            if argument.ty.memoryview().is_some() {
                let parts = self.demands.param(self.module, callee, index);
                self.view(argument, parts);
            }
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element { view, indices } => {
                if let Some(ty) = view.ty.memoryview() {
                    self.view(view, element_parts(ty, indices));
                }
            }
            ExprKind::Extent { view, axis } => self.view(view, Parts { extents: bit(*axis), strides: 0 }),
            ExprKind::Stride { view, axis } => {
                if let Some(ty) = view.ty.memoryview() {
                    self.view(view, stride_parts(ty, *axis));
                }
            }
            ExprKind::IsNone(view) if view.ty.memoryview().is_some() => self.view(view, Parts::default()),
            ExprKind::InOrder { to, from } | ExprKind::Apart(to, from) => {
                for view in [to, from] {
                    self.view(view, view.ty.memoryview().map(Parts::all).unwrap_or_default());
                }
            }
            ExprKind::Call(Callee::Function(callee), arguments) => self.call(*callee, arguments),
            _ => {}
        }
    }

    /// Asks a view expression for its pointer and `parts`.
    fn view(&mut self, expr: &Expr, parts: Parts) {
        let Some(ty) = expr.ty.memoryview() else { return };
        match &expr.kind {
            ExprKind::Local(id) => {
                let entry = self.found.entry(*id).or_default();
                *entry = entry.union(real_parts(ty, parts));
            }
            ExprKind::Convert(inner) => self.view(inner, parts),
            ExprKind::Select(_, then, otherwise) => {
                self.view(then, parts);
                self.view(otherwise, parts);
            }
            ExprKind::Transpose(inner) => {
                let last = ty.ndim() - 1;
                let mut turned = Parts::default();
                for axis in 0..=last {
                    turned.extents |= if parts.has_extent(axis) { bit(last - axis) } else { 0 };
                    turned.strides |= if parts.has_stride(axis) { bit(last - axis) } else { 0 };
                }
                self.view(inner, turned);
            }
            ExprKind::Slice { view, parts: cuts } => self.slice(view, cuts, parts),
            _ => {}
        }
    }

    fn slice(&mut self, view: &Expr, cuts: &[SlicePart], wanted: Parts) {
        let Some(source) = view.ty.memoryview() else { return };
        let mut needed = Parts::default();
        let (mut from, mut to) = (0, 0);
        for cut in cuts {
            match cut {
                SlicePart::Index(index) => {
                    if index.as_int() != Some(0) {
                        needed = needed.union(stride_parts(source, from));
                    }
                    from += 1;
                }
                SlicePart::NewAxis => to += 1,
                SlicePart::Range { start, stop, step } => {
                    if wanted.has_extent(to) {
                        needed.extents |= bit(from);
                    }
                    if wanted.has_stride(to) {
                        needed = needed.union(stride_parts(source, from));
                    }
                    if start.is_some() || stop.is_some() || step.is_some() {
                        needed.extents |= bit(from);
                        needed = needed.union(stride_parts(source, from));
                    }
                    from += 1;
                    to += 1;
                }
            }
        }
        self.view(view, needed);
    }
}

/// Strides that follow from the extents become demands on the extents.
fn real_parts(view: &Memoryview, parts: Parts) -> Parts {
    let derived = Parts { extents: parts.extents, strides: 0 };
    (0..view.ndim())
        .filter(|&axis| parts.has_stride(axis))
        .fold(derived, |all, axis| all.union(stride_parts(view, axis)))
}
