//! Memoryview expressions.

use super::{Body, Setting, Variable};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::lir::{Declaration, Stmt as C};
use crate::emit::types::element_type;
use crate::emit::views::{Base, Stride, ViewValue};
use crate::tir::{Expr, ExprKind, LocalId, SlicePart};
use crate::ty::Memoryview;

impl Body<'_, '_, '_> {
    /// A view as expressions for its address, extents and strides. Bounded ranges are computed by preceding
    /// statements.
    pub fn view(&mut self, expr: &Expr) -> ViewValue {
        let Some(ty) = expr.ty.memoryview().cloned() else { self.bug("the view that an expression has") };
        match &expr.kind {
            ExprKind::Local(id) => match self.flat_value(*id, &ty) {
                Some(value) => value,
                None => {
                    let place = self.naming.local(*id);
                    ViewValue::of_struct(&self.unit.symbols, &ty, place)
                }
            },
            ExprKind::Convert(inner) => {
                let mut value = self.view(inner);
                value.element = element_type(&self.unit.symbols, &ty);
                value.ty = ty;
                value
            }
            ExprKind::Transpose(inner) => self.view(inner).transposed(&ty),
            ExprKind::Slice { view, parts } => {
                let source = self.view(view);
                self.slice(source, parts, &ty)
            }
            ExprKind::ViewOf { pointer, extents } => self.view_of(pointer, extents, &ty),
            ExprKind::Singleton(_) | ExprKind::Null => self.none_view(&ty),
            ExprKind::Select(condition, then, otherwise) if self.setting == Setting::Glue => {
                let condition = self.expr(condition);
                let (then, otherwise) = (self.view(then).as_struct(), self.view(otherwise).as_struct());
                let place = c::Expr::conditional(condition, then, otherwise);
                let name = self.naming.fresh("_view");
                let declared = c::Type::named(format!("offcy_view{}", ty.ndim())).constant();
                self.out.push(C::declare(declared, &name, place));
                ViewValue::of_struct(&self.unit.symbols, &ty, c::Expr::name(name))
            }
            ExprKind::Global(_) | ExprKind::Field { .. } | ExprKind::Call(..) => {
                if let ExprKind::Field { base, name } = &expr.kind
                    && let Some(shared) = self.shared_view(base, name)
                {
                    return shared;
                }
                let place = self.scalar_place(expr);
                ViewValue::of_struct(&self.unit.symbols, &ty, place)
            }
            _ => match self.pointed_view(expr, &ty) {
                Some(view) => view,
                None => self.bug("how a view is made"),
            },
        }
    }

    /// A view kept in a struct that is not a local.
    fn scalar_place(&mut self, expr: &Expr) -> c::Expr {
        match &expr.kind {
            ExprKind::Global(id) => c::Expr::name(self.unit.symbols.globals[*id].clone()),
            ExprKind::Field { base, name } if base.ty.is_object() => self.class_field(base, name),
            ExprKind::Field { base, name } => c::Expr::member(self.expr(base), name.to_string()),
            _ => self.bug("where a view is kept"),
        }
    }

    /// A view of memory without a buffer, whose elements lie in the order of C.
    fn view_of(&mut self, pointer: &Expr, extents: &[Expr], ty: &Memoryview) -> ViewValue {
        let extents: Vec<_> = extents.iter().map(|extent| self.expr(extent)).collect();
        let product = |axes: &[c::Expr]| axes.iter().cloned().reduce(c::Expr::product);
        let stride = |axis: usize| Stride {
            elements: Some(product(&extents[axis + 1..]).unwrap_or(c::Expr::number(1))),
            bytes: None,
        };
        ViewValue {
            ty: ty.clone(),
            element: element_type(&self.unit.symbols, ty),
            base: Base::Typed(self.expr(pointer)),
            strides: (0..ty.ndim()).map(stride).collect(),
            extents: extents.into_iter().map(Some).collect(),
            owner: Some(c::Expr::null()),
            whole: None,
        }
    }

    fn none_view(&self, ty: &Memoryview) -> ViewValue {
        let whole = c::Expr::Compound(
            c::Type::named(format!("offcy_view{}", ty.ndim())),
            vec![(None, c::Expr::number(0))],
        );
        let zero = || c::Expr::number(0);
        ViewValue {
            ty: ty.clone(),
            element: element_type(&self.unit.symbols, ty),
            base: Base::Typed(c::Expr::null()),
            extents: vec![Some(zero()); ty.ndim()],
            strides: vec![Stride { elements: Some(zero()), bytes: Some(zero()) }; ty.ndim()],
            owner: Some(c::Expr::null()),
            whole: Some(whole),
        }
    }

    fn slice(&mut self, source: ViewValue, parts: &[SlicePart], ty: &Memoryview) -> ViewValue {
        let mut result = source.clone();
        (result.extents, result.strides) = (Vec::new(), Vec::new());
        // Indices first: what remains of the strides is the source's.
        let mut axis = 0;
        for part in parts {
            if let SlicePart::Index(index) = part {
                let mut moved = source.clone();
                moved.base = result.base.clone();
                moved.advance(axis, self.expr(index));
                result.base = moved.base;
            }
            axis += usize::from(!matches!(part, SlicePart::NewAxis));
        }
        let mut axis = 0;
        for part in parts {
            match part {
                SlicePart::Index(_) => axis += 1,
                SlicePart::NewAxis => {
                    result.extents.push(Some(c::Expr::number(1)));
                    result.strides.push(Stride { elements: Some(c::Expr::number(0)), bytes: None });
                }
                SlicePart::Range { start: None, stop: None, step: None } => {
                    result.extents.push(source.extents[axis].clone());
                    result.strides.push(source.strides[axis].clone());
                    axis += 1;
                }
                SlicePart::Range { start, stop, step } => {
                    let bounds =
                        [start, stop, step].map(|bound| bound.as_ref().map(|bound| self.expr(bound)));
                    let (extent, stride) = self.range(&mut result.base, &source, axis, bounds);
                    result.extents.push(Some(extent));
                    let mut distance = Stride { elements: None, bytes: Some(stride) };
                    if step.is_none() {
                        distance = source.strides[axis].clone();
                    }
                    result.strides.push(distance);
                    axis += 1;
                }
            }
        }
        result.ty = ty.clone();
        result.element = element_type(&self.unit.symbols, ty);
        result.whole = None;
        result
    }

    /// Clamps a range as Python does, by the runtime: the new extent and stride, the address moved.
    fn range(
        &mut self,
        base: &mut Base,
        source: &ViewValue,
        axis: usize,
        bounds: [Option<c::Expr>; 3],
    ) -> (c::Expr, c::Expr) {
        let mut current = source.clone();
        current.base = base.clone();
        let at = self.naming.fresh("_at");
        let (extent, stride) = (self.naming.fresh("_extent"), self.naming.fresh("_stride"));
        let flags: Vec<_> =
            [("OFFCY_START", &bounds[0]), ("OFFCY_STOP", &bounds[1]), ("OFFCY_STEP", &bounds[2])]
                .into_iter()
                .filter(|(_, bound)| bound.is_some())
                .map(|(flag, _)| c::Expr::name(flag))
                .collect();
        let [start, stop, step] = bounds.map(|bound| bound.unwrap_or_else(|| c::Expr::number(0)));
        self.out.push(C::declare(c::Type::named("char").pointer(), &at, current.bytes()));
        let zero = || Some(c::Expr::number(0));
        let variables = vec![(extent.clone(), zero()), (stride.clone(), zero())];
        let declaration = Declaration::of(c::Type::named("ptrdiff_t"), "", None);
        self.out.push(Declaration { variables, ..declaration });
        let address = |name: &str| self.lent(c::Expr::name(name));
        let either = |one, other| c::Expr::binary("|", one, other);
        let call = C::call(
            "offcy_slice_range",
            vec![
                address(&at),
                address(&extent),
                address(&stride),
                source.extent(axis),
                source.stride_bytes(axis),
                start,
                stop,
                step,
                flags.into_iter().reduce(either).unwrap_or(c::Expr::number(0)),
            ],
        );
        self.out.push(call);
        *base = match base {
            Base::Typed(_) => Base::Typed(c::Expr::cast(source.element.clone().pointer(), c::Expr::name(at))),
            Base::Bytes(_) => Base::Bytes(c::Expr::name(at)),
        };
        (c::Expr::name(extent), c::Expr::name(stride))
    }

    pub fn in_order(&mut self, to: &Expr, from: &Expr) -> c::Expr {
        let [to, from] = [to, from].map(|view| self.view(view));
        let [ndim, rows] = rows(&to, &from);
        c::Expr::call("offcy_in_order", vec![to.pointer(), from.pointer(), element_size(&to), ndim, rows])
    }

    pub fn are_apart(&mut self, one: &Expr, other: &Expr) -> c::Expr {
        let [one, other] = [one, other].map(|view| self.view(view));
        let [ndim, rows] = rows(&one, &other);
        let addresses = [&one, &other].map(|view| [view.pointer(), element_size(view)]);
        c::Expr::call("offcy_apart", addresses.into_iter().flatten().chain([ndim, rows]).collect())
    }

    /// Assigns a borrowed view to a local: its parts one by one in a kernel, as a struct in the glue.
    pub fn assign_view(&mut self, local: LocalId, value: &Expr, declares: bool) {
        let peeked = self.peeked_view(local, value);
        if let Some(peeked) = peeked.or_else(|| self.glanced_view(local, value)) {
            return self.give_value(local, declares, peeked);
        }
        let view = self.view(value);
        let Some(flat) = self.naming.flat.get(&local).cloned() else {
            return self.give_value(local, declares, view.as_struct());
        };
        let mut pairs = vec![(flat.pointer.clone(), view.pointer())];
        for (axis, variable) in flat.extents.iter().enumerate() {
            pairs.extend(variable.clone().map(|variable| (variable, view.extent(axis))));
        }
        for (axis, variable) in flat.strides.iter().enumerate() {
            pairs.extend(variable.clone().map(|variable| (variable, view.stride_bytes(axis))));
        }
        let types = self.variables(local);
        if !declares && value.names(local) {
            pairs = self.through_temporaries(pairs, &types);
        }
        for (variable, part) in pairs {
            if part == variable.place() {
                continue;
            }
            let declared = types.iter().find(|(_, known)| declares && *known == variable);
            self.out.push(match declared {
                Some((ty, _)) => C::declare(ty.clone(), variable.name, part),
                None => C::assign(variable.place(), part),
            });
        }
    }

    /// For `row = row[1:]`: every part is computed before the first changes.
    fn through_temporaries(
        &mut self,
        pairs: Vec<(Variable, c::Expr)>,
        types: &[(c::Type, Variable)],
    ) -> Vec<(Variable, c::Expr)> {
        let mut kept = Vec::new();
        for (variable, part) in pairs {
            let temporary = self.naming.fresh(&format!("_{}", variable.name));
            let ty = types.iter().find(|(_, known)| *known == variable).map(|(ty, _)| ty.clone());
            let ty = ty.or_bug("the type of a view's part");
            self.out.push(C::declare(ty, &temporary, part));
            kept.push((variable, c::Expr::name(temporary)));
        }
        kept
    }
}

fn element_size(view: &ViewValue) -> c::Expr {
    c::Expr::call("sizeof", vec![c::Expr::Type(view.element.clone())])
}

/// The axes of two views side by side, with their number. The first ones of that with more are alone.
fn rows(one: &ViewValue, other: &ViewValue) -> [c::Expr; 2] {
    let ndim = one.ndim().max(other.ndim());
    let of = |view: &ViewValue, axis: usize| match (axis + view.ndim()).checked_sub(ndim) {
        Some(axis) => [view.extent(axis), view.stride_bytes(axis)],
        None => [c::Expr::number(1), c::Expr::number(0)],
    };
    let rows = (0..ndim).map(|axis| {
        let row = of(one, axis).into_iter().chain(of(other, axis));
        (None, c::Expr::Braces(row.map(|value| (None, value)).collect()))
    });
    let rows = c::Expr::Compound(c::Type::named("offcy_copied_axis[]").constant(), rows.collect());
    [c::Expr::number(ndim), rows]
}

/// Whether printing the expression needs statements before it.
pub fn needs_statements(expr: &Expr) -> bool {
    let here = match &expr.kind {
        ExprKind::Slice { parts, .. } => parts.iter().any(|part| {
            matches!(part, SlicePart::Range { start, stop, step } if start.is_some() || stop.is_some() || step.is_some())
        }),
        ExprKind::Select(..) => expr.ty.memoryview().is_some(),
        _ => false,
    };
    here || expr.children().into_iter().any(needs_statements)
}
