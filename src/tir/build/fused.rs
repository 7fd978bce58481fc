//! By which of its arguments, and in which order of attempts, a fused function chooses its specialisation.
//! The order is Cython's.

use std::sync::Arc;

use crate::base::Aside;
use crate::hir::{self, FunctionKind, MethodRole, NoneClause, ParamKind, TypeKind, TypeName};
use crate::tir::{FusedChoice, FusedDefault, FusedFunction, FusedType};
use crate::ty::{FloatKind, IntKind, PartKind, PyClass, Ty, Typed};

/// The fused functions of a module that Python can call.
pub fn functions(typed: &Typed) -> Vec<FusedFunction> {
    let module = &typed.module;
    let called = module.fused_functions.iter().filter(|(_, function)| function.kind != FunctionKind::Cdef);
    called.filter_map(|(_, function)| fused_function(typed, function)).collect()
}

fn fused_function(typed: &Typed, function: &hir::FusedFunction) -> Option<FusedFunction> {
    let module = &typed.module;
    let first = &module.functions[*function.specialisations.first()?];
    let is_made = function.made.is_some();
    let shared = usize::from(is_made && function.method.is_some());
    let required = first.params[shared..].iter().filter(|param| {
        param.default.is_none()
            && (function.kind == FunctionKind::Cpdef || param.kind != ParamKind::KeywordOnly)
    });
    let widths: Vec<usize> = function.types.iter().map(|used| module.fused[used.fused].types.len()).collect();
    let types = function.types.iter().enumerate().map(|(at, used)| {
        // The specialisations in which only this type varies.
        let stride: usize = widths[at + 1..].iter().product();
        let of = |number: usize| {
            let id = function.specialisations.get(number * stride).copied()?;
            let function = &module.functions[id];
            let local = function.params.get(used.param)?.local;
            let shown = function.body.buffers.get(&local).copied().unwrap_or(local);
            let mut ty = typed.functions[id].local(shown);
            // The type of the elements is what chooses.
            if let Ty::Memoryview(view) = &mut ty {
                Arc::make_mut(view).buffer = Aside(None);
            }
            Some(ty)
        };
        let declared = &module.fused[used.fused].types;
        let candidates = declared.iter().enumerate().filter_map(|(number, ty)| {
            // C's `bool` is one to Cython.
            let is_typedef =
                matches!(ty.kind, TypeKind::Named(TypeName::Typedef(_) | TypeName::Int(IntKind::Bool)));
            let ty = of(number)?;
            Some(Candidate { number, is_typedef: is_typedef && ty.memoryview().is_none(), ty })
        });
        let choices = in_order_of_tries(candidates.collect());
        let param = &first.params[used.param];
        let takes_none = param.none != NoneClause::NotNone;
        let default = param.default.map_or(FusedDefault::None, |value| {
            let id = function.specialisations[0];
            let is_none =
                matches!(first.body.exprs[value].kind, hir::ExprKind::Singleton(hir::Singleton::None));
            let chosen = of_default(&typed.functions[id].expr(value), is_none && takes_none, &choices);
            chosen.map_or(FusedDefault::Unknown, FusedDefault::Type)
        });
        let name = first.body.locals[param.local].name.clone();
        FusedType { param: used.param, name, width: widths[at], default, takes_none, choices }
    });
    Some(FusedFunction {
        name: function.name.clone(),
        method: function.method.filter(|_| !is_made),
        made: function.made.clone(),
        hidden: function.method.is_some_and(|method| method.role != MethodRole::Static).into(),
        doc: function.doc.clone(),
        types: types.collect(),
        specialisations: function.specialisations.clone(),
        required: required.count(),
        span: function.span,
    })
}

/// What a default of this type would choose as an argument.
fn of_default(natural: &Ty, is_none: bool, choices: &[FusedChoice]) -> Option<usize> {
    let class = if is_none { None } else { class_of(natural) };
    let fits = |choice: &&FusedChoice| match (&choice.ty, class_of(&choice.ty)) {
        (Ty::Memoryview(_), _) => is_none,
        (_, Some(PyClass::Object)) => true,
        // Python's `bool` is an `int`.
        (_, Some(PyClass::Int)) => matches!(class, Some(PyClass::Int | PyClass::Bool)),
        (_, wanted) => !is_none && class == wanted,
    };
    choices.iter().find(fits).map(|choice| choice.number)
}

/// One of the types that a fused type stands for.
struct Candidate {
    number: usize,
    ty: Ty,
    is_typedef: bool,
}

/// Which classes of arguments choose which type: among several types for one class, the preferred one.
fn in_order_of_tries(mut candidates: Vec<Candidate>) -> Vec<FusedChoice> {
    sort(&mut candidates);
    let (mut classes, mut views, mut any) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = Vec::new();
    for Candidate { number, ty, .. } in candidates {
        let class = class_of(&ty);
        if class.is_some() && seen.contains(&class) {
            continue;
        }
        seen.push(class);
        let choice = FusedChoice { number, ty };
        match class {
            Some(PyClass::Object) => any.push(choice),
            Some(_) => classes.push(choice),
            None if choice.ty.memoryview().is_some() => views.push(choice),
            None => {}
        }
    }
    classes.into_iter().chain(views).chain(any).collect()
}

/// The Python class that is accepted for a type; `None` if no argument's class identifies it.
fn class_of(ty: &Ty) -> Option<PyClass> {
    Some(match ty {
        ty if ty.is_truth() => PyClass::Bool,
        Ty::Int(_) => PyClass::Int,
        Ty::Float(_) => PyClass::Float,
        Ty::Complex(_) => PyClass::Complex,
        Ty::Pointer { to, .. } if **to == Ty::Int(IntKind::Char) => PyClass::Bytes,
        Ty::Object(class) => *class,
        _ => return None,
    })
}

/// Sorts as Cython does. Its order of types is partial, so the result depends on the algorithm: the insertion
/// sort that Python uses for short lists.
fn sort(items: &mut [Candidate]) {
    let run = leading_run(items);
    for start in run..items.len() {
        let (mut left, mut right) = (0, start);
        while left < right {
            let middle = left + (right - left) / 2;
            if precedes(&items[start], &items[middle]) {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        items[left..=start].rotate_right(1);
    }
}

/// How many items at the front are in order; a run in the opposite order is reversed.
fn leading_run(items: &mut [Candidate]) -> usize {
    if items.len() < 2 {
        return items.len();
    }
    let descends = precedes(&items[1], &items[0]);
    let rest = items.windows(2).skip(1).take_while(|pair| precedes(&pair[1], &pair[0]) == descends);
    let run = 2 + rest.count();
    if descends {
        items[..run].reverse();
    }
    run
}

/// Whether one type is preferred to another: the larger of two numbers, numbers to anything else.
fn precedes(one: &Candidate, other: &Candidate) -> bool {
    // Cython does not resolve typedefs here.
    if one.is_typedef {
        return !other.is_typedef;
    }
    match (&one.ty, &other.ty) {
        (Ty::Complex(_), Ty::Complex(_)) => number(&one.ty) > number(&other.ty),
        (one, other) => match (number(one), number(other)) {
            _ if matches!(one, Ty::Complex(_)) => false,
            (Some((rank, sign)), Some((other_rank, other_sign))) => rank > other_rank && sign >= other_sign,
            (Some(_), None) => true,
            _ => false,
        },
    }
}

/// A number's rank, and 0 for unsigned, 1 for signed, 2 for `signed char`.
fn number(ty: &Ty) -> Option<(u32, u32)> {
    let float = |kind: &FloatKind| match kind {
        FloatKind::Float => 10,
        FloatKind::Double => 12,
        FloatKind::LongDouble => 14,
    };
    Some(match ty {
        ty if ty.is_truth() => (4, 1),
        Ty::Int(kind) => {
            let kind = kind.declared();
            let rank = match kind {
                IntKind::SsizeT | IntKind::HashT | IntKind::SizeT | IntKind::PtrdiffT => 7,
                kind => (kind.rank() - 1) * 2,
            };
            let sign = if kind == IntKind::SChar { 2 } else { u32::from(kind.is_signed()) };
            (rank, sign)
        }
        Ty::Float(kind) => (float(kind), 1),
        Ty::Complex(PartKind::Float(kind)) => (float(kind) + 1, 1),
        Ty::Complex(PartKind::Int(kind)) => ((kind.rank() - 1) * 2 + 1, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types in the order of the attempts, by their numbers.
    fn order(types: &[Ty]) -> Vec<usize> {
        let candidate = |(number, ty): (usize, &Ty)| Candidate { number, ty: ty.clone(), is_typedef: false };
        let choices = in_order_of_tries(types.iter().enumerate().map(candidate).collect());
        choices.into_iter().map(|choice| choice.number).collect()
    }

    #[test]
    fn of_several_types_for_a_class_the_widest_is_taken() {
        let int = |kind| Ty::Int(kind);
        let float = Ty::Float(FloatKind::Float);
        assert_eq!(order(&[float.clone(), Ty::DOUBLE]), [1]);
        assert_eq!(order(&[Ty::DOUBLE, float.clone()]), [0]);
        assert_eq!(order(&[int(IntKind::Short), int(IntKind::LongLong), int(IntKind::Long)]), [1]);
        // Neither is preferred to the other: the first one.
        assert_eq!(order(&[int(IntKind::Int), int(IntKind::ULong)]), [0]);
        assert_eq!(order(&[int(IntKind::ULong), int(IntKind::Int)]), [0]);
        assert_eq!(order(&[Ty::Bint, int(IntKind::Int), float]), [2, 0, 1]);
    }

    #[test]
    fn any_object_comes_last_and_what_no_argument_chooses_not_at_all() {
        let pointer = Ty::pointer_to(Ty::DOUBLE);
        let list = Ty::Object(PyClass::List);
        assert_eq!(order(&[Ty::OBJECT, pointer, list, Ty::LONG]), [3, 2, 0]);
    }

    #[test]
    fn runs_are_found_as_python_finds_them() {
        let long = |number| Candidate { number, ty: Ty::LONG, is_typedef: false };
        let mut items = [long(0), Candidate { number: 1, ty: Ty::DOUBLE, is_typedef: false }, long(2)];
        sort(&mut items);
        assert_eq!(items.map(|item| item.number), [1, 0, 2]);
        let mut none: [Candidate; 0] = [];
        sort(&mut none);
    }
}
