//! Which specialisation of a C function a call means: the one whose parameters fit the types of the arguments
//! best. Cython's rules decide what fits how well, and what is ambiguous.

use std::sync::Arc;

use super::Checker;
use crate::hir::{Binding, ExprId, ExprKind, FloatKind, FunctionId, FusedFunction, IntKind, PyClass};
use crate::source::Span;
use crate::ty::{Axis, Memoryview, Ty, TypeTable, report, resolve_in};

/// How far the arguments are from the parameters, the worst kind of conversion first: objects to C values, C
/// values of another kind, numbers of another size, narrowing, `void *`, other pointers. Sizes are counted in
/// quarters of a step, because some integers are between others.
type Distance = [u32; 6];

const STEP: u32 = 4;

impl Checker<'_> {
    /// The specialisation that takes arguments of these types.
    pub(super) fn specialisation(
        &mut self,
        function: &FusedFunction,
        given: &[Option<Ty>],
        span: Span,
    ) -> Option<FunctionId> {
        if given.iter().flatten().any(Ty::is_error) {
            return None;
        }
        let candidates = &function.specialisations;
        let first = *candidates.first()?;
        if candidates.len() == 1 {
            return Some(first);
        }
        let far = |id| distance(given, &self.wanted(id), &self.declared.table);
        let mut ranked: Vec<(Distance, FunctionId)> =
            candidates.iter().filter_map(|&id| Some((far(id)?, id))).collect();
        ranked.sort_by_key(|(distance, _)| *distance);
        let types: Vec<String> = given.iter().flatten().map(|ty| format!("`{}`", self.display(ty))).collect();
        match ranked.as_slice() {
            [] => {
                let among = format!("its specialisations: {}", self.keys(candidates));
                let diagnostic = report::no_specialisation(&function.name, &types.join(", "), &among, span);
                self.report(diagnostic);
                None
            }
            [(best, _), (second, _), ..] if best == second => {
                let equal = ranked.iter().take_while(|(distance, _)| distance == best);
                let equal: Vec<FunctionId> = equal.map(|(_, id)| *id).collect();
                let equal = self.keys(&equal);
                let diagnostic =
                    report::ambiguous_specialisation(&function.name, &types.join(", "), &equal, span);
                self.report(diagnostic);
                None
            }
            [(_, best), ..] => Some(*best),
        }
    }

    /// The types of a function's parameters: for buffer types, the views of their elements.
    fn wanted(&self, id: FunctionId) -> Vec<Ty> {
        let function = &self.module.functions[id];
        let params = self.declared.signatures[id].params.iter().zip(&function.params);
        let wanted = params.map(|(ty, param)| match function.body.buffers.contains_key(&param.local) {
            true => unqualified(&resolve_in(self.module, function.declared_type(param))),
            false => ty.clone(),
        });
        wanted.collect()
    }

    /// The type of an argument that counts for the parameter at a position: for a variable with a buffer type, the
    /// view of its elements; none for a function of fused types.
    pub(super) fn argument_type(&mut self, function: FunctionId, at: usize, argument: ExprId) -> Option<Ty> {
        if let ExprKind::Name(Binding::Fused(_)) = self.body.exprs[argument].kind {
            return None;
        }
        let ty = self.expr(argument);
        let function = &self.module.functions[function];
        let is_buffer =
            function.params.get(at).is_some_and(|param| function.body.buffers.contains_key(&param.local));
        Some(match self.view_beside(argument).filter(|_| is_buffer) {
            Some(view) => unqualified(&self.types.local(view)),
            None => ty,
        })
    }

    /// `half[float]`, `half[double]`
    fn keys(&self, candidates: &[FunctionId]) -> String {
        let shown = candidates.iter().take(8).map(|&id| format!("`{}`", self.module.functions[id].shown()));
        let more = if candidates.len() > 8 { ", ..." } else { "" };
        format!("{}{more}", shown.collect::<Vec<_>>().join(", "))
    }
}

/// Whether the view of a buffer is written through is not part of its type.
fn unqualified(view: &Ty) -> Ty {
    match view {
        Ty::Memoryview(view) => Ty::Memoryview(Arc::new(Memoryview { is_const: false, ..(**view).clone() })),
        ty => ty.clone(),
    }
}

/// `None`: an argument cannot become what its parameter wants. Parameters without an argument fit.
fn distance(given: &[Option<Ty>], wanted: &[Ty], table: &TypeTable) -> Option<Distance> {
    let mut distance = Distance::default();
    for (from, to) in given.iter().zip(wanted) {
        let Some(from) = from else { continue };
        let from = as_assigned(from, to, table)?;
        if !is_same(&from, to) {
            add(&from, to, &mut distance);
        }
    }
    Some(distance)
}

fn add(from: &Ty, to: &Ty, distance: &mut Distance) {
    match (Number::of(from), Number::of(to)) {
        _ if is_promotion(from, to) => distance[2] += STEP,
        (Some(from), Some(to)) if from.is_float == to.is_float => {
            distance[2] += to.place().abs_diff(from.place()) + STEP;
            distance[3] += u32::from(to.rank < from.rank) * 2 + u32::from(to.is_unsigned != from.is_unsigned);
        }
        _ => match (from, to) {
            (Ty::Pointer { .. }, Ty::Pointer { to, .. }) => {
                distance[if **to == Ty::Void { 4 } else { 5 }] += 1;
            }
            (Ty::Object(_), _) => distance[0] += 1,
            _ => distance[1] += 1,
        },
    }
}

/// The argument's type, or the C type that it is converted to first; `None` if it does not fit.
fn as_assigned(from: &Ty, to: &Ty, table: &TypeTable) -> Option<Ty> {
    if is_assignable(from, to, table) {
        return Some(from.clone());
    }
    let converted = match from {
        Ty::Object(PyClass::Bool) => Ty::Bint,
        Ty::Object(PyClass::Int) => Ty::LONG,
        Ty::Object(PyClass::Float) => Ty::DOUBLE,
        Ty::Object(PyClass::Bytes) => Ty::pointer_to(Ty::Int(IntKind::Char)),
        _ => return None,
    };
    is_assignable(&converted, to, table).then_some(converted)
}

fn is_assignable(from: &Ty, to: &Ty, table: &TypeTable) -> bool {
    match (from, to) {
        (Ty::Object(PyClass::Extension(from)), Ty::Object(PyClass::Extension(to))) => {
            table.is_subclass(*from, *to)
        }
        (Ty::Object(from), Ty::Object(to)) => {
            *to == PyClass::Object || from == to || *from == PyClass::Object
        }
        (Ty::Pointer { to: from, .. }, Ty::Object(PyClass::Object)) => **from == Ty::Int(IntKind::Char),
        (_, Ty::Object(PyClass::Object)) => true,
        (from, Ty::Int(_) | Ty::Bint) => from.is_integral(),
        (from, Ty::Float(_)) => from.is_numeric() && !matches!(from, Ty::Complex(_)),
        (from, Ty::Complex(_)) => from.is_numeric() || from.is_object(),
        (Ty::Pointer { to: from, .. } | Ty::Array { element: from, .. }, Ty::Pointer { to, .. }) => {
            **to == Ty::Void || **from == Ty::Void || from == to
        }
        (Ty::Function(from), Ty::Function(to)) => from.serves_as(to),
        (Ty::Memoryview(from), Ty::Memoryview(to)) => conforms(from, to),
        (from, to) => from == to,
    }
}

fn is_same(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Int(from), Ty::Int(to)) => from.declared() == to.declared(),
        (Ty::Memoryview(from), Ty::Memoryview(to)) => from.element == to.element && from.axes == to.axes,
        (Ty::Pointer { to: from, .. }, Ty::Pointer { to, .. }) => from == to,
        (Ty::Array { element: from, .. }, Ty::Pointer { to, .. }) => from == to,
        (from, to) => from == to,
    }
}

/// A view of the same elements whose layout is at least as specific.
fn conforms(from: &Memoryview, to: &Memoryview) -> bool {
    let fits = |(from, to): (&Axis, &Axis)| from == to || *to == Axis::Strided;
    from.element == to.element && from.ndim() == to.ndim() && from.axes.iter().zip(&to.axes).all(fits)
}

/// A number's position in C's order of numbers.
struct Number {
    is_float: bool,
    rank: u32,
    is_unsigned: bool,
}

impl Number {
    fn of(ty: &Ty) -> Option<Number> {
        let integer = |rank, is_unsigned| Some(Number { is_float: false, rank, is_unsigned });
        match ty {
            ty if ty.is_truth() => integer(rank(IntKind::Int), false),
            Ty::Int(kind) => integer(rank(*kind), !kind.declared().is_signed()),
            Ty::Float(kind) => {
                let rank = match kind {
                    FloatKind::Float => 5 * STEP,
                    FloatKind::Double => 6 * STEP,
                    FloatKind::LongDouble => 7 * STEP,
                };
                Some(Number { is_float: true, rank, is_unsigned: false })
            }
            _ => None,
        }
    }

    /// Unsigned types come after the signed ones of their rank.
    fn place(&self) -> u32 {
        self.rank + if self.is_unsigned { STEP } else { 0 }
    }
}

fn rank(kind: IntKind) -> u32 {
    match kind.declared() {
        IntKind::SsizeT | IntKind::HashT | IntKind::SizeT => 3 * STEP + 2,
        IntKind::PtrdiffT => 3 * STEP + 3,
        kind => (kind.rank() - 1) * STEP,
    }
}

/// To `int` or `double` from something smaller: what C does implicitly.
fn is_promotion(from: &Ty, to: &Ty) -> bool {
    match (from, Number::of(from), to) {
        (Ty::Enum(_), _, Ty::Int(IntKind::Int)) => true,
        (_, Some(number), Ty::Int(IntKind::Int)) => !number.is_float && number.place() < rank(IntKind::Int),
        (Ty::Float(kind), _, Ty::Float(FloatKind::Double)) => *kind <= FloatKind::Double,
        _ => false,
    }
}
