//! What variables without a declaration hold at the places where they are read, while their types are inferred.
//!
//! A variable that is assigned values of several types is an object, but the value that it has at a place comes from some of the
//! assignments alone. Cython infers the types of other variables from that, and offcy does the same: a C number that becomes an
//! object and is read back is the same number. The types of expressions do not change: `a` stays an object wherever it is.

use std::collections::HashMap;

use super::check::Checker;
use super::infer::{Inference, Source};
use super::{IntKind, Ty, has_object_form, spanning};
use crate::hir::{
    self, Binding, Body, ExprId, ExprKind, Function, LocalId, LocalSet, Operator, Origin, PyClass,
};

/// A place that reads a variable, and the sources of the value that it has there.
struct Read {
    place: ExprId,
    local: LocalId,
    sources: Vec<usize>,
}

/// The places where not all sources of a variable count.
#[derive(Default)]
pub struct Reads {
    all: Vec<Read>,
    /// Variables that may be objects, whatever their types are so far.
    open: LocalSet,
}

impl Reads {
    /// Those of variables with several sources.
    pub fn of(function: &Function, untyped: &[LocalId], sources: &[Source]) -> Reads {
        let body = &function.body;
        let mut own: HashMap<LocalId, Vec<usize>> = HashMap::new();
        for (at, source) in sources.iter().enumerate().filter(|(_, source)| untyped.contains(&source.target))
        {
            own.entry(source.target).or_default().push(at);
        }
        own.retain(|_, sources| sources.len() > 1);
        if own.is_empty() {
            return Reads::default();
        }
        let variables: LocalSet = own.keys().copied().collect();
        let given = function.params.iter().map(|param| param.local);
        let reaching =
            hir::reaching(body, &variables, &given.filter(|local| variables.contains(*local)).collect());
        // Where a value may come from somewhere else, all of them count.
        own.retain(|local, own| {
            let known = |origin: &Origin| own.iter().any(|&at| sources[at].origin == Some(*origin));
            let is_followed = |&at: &usize| match sources[at].origin {
                Some(origin) => reaching.all.get(local).is_some_and(|all| all.contains(&origin)),
                None => sources[at].gives_nothing(),
            };
            reaching.all.get(local).is_some_and(|all| all.iter().all(known)) && own.iter().all(is_followed)
        });
        let reads = names(body).filter_map(|(place, local)| {
            let own = own.get(&local)?;
            let origins = reaching.reads.get(&(local, body.exprs[place].span))?;
            let is_one = |at: &usize| sources[*at].origin.is_some_and(|origin| origins.contains(&origin));
            let found: Vec<usize> = own.iter().copied().filter(is_one).collect();
            let is_narrower = !found.is_empty() && found.len() < own.len();
            is_narrower.then_some(Read { place, local, sources: found })
        });
        Reads { all: reads.collect(), open: LocalSet::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn are_open(&mut self, open: LocalSet) {
        self.open = open;
    }

    /// Types the places of variables that are objects, or may be, as far as the sources are typed; whether that changes
    /// something.
    pub fn settle(&self, inference: &Inference, checker: &mut Checker<'_>) -> bool {
        let mut changed = false;
        for read in &self.all {
            let mut found = Ty::Error;
            for &source in &read.sources {
                found = joined(&found, &inference.sources[source].ty(checker));
            }
            let is_open = self.open.contains(read.local) || checker.types.local(read.local).is_object();
            let found = inference.narrowed(read.local, found);
            let narrower = found.filter(|found| is_open && comes_back(checker, found));
            if let Some(places) = &mut checker.places
                && places.get(&read.place) != narrower.as_ref()
            {
                changed = true;
                match narrower {
                    Some(narrower) => drop(places.insert(read.place, narrower)),
                    None => drop(places.remove(&read.place)),
                }
            }
        }
        changed
    }
}

/// The names of variables in a body.
fn names(body: &Body) -> impl Iterator<Item = (ExprId, LocalId)> {
    body.exprs.iter().filter_map(|(id, expr)| match expr.kind {
        ExprKind::Name(Binding::Local(local)) => Some((id, local)),
        _ => None,
    })
}

/// Whether a value of a type is the same after it was an object.
fn comes_back(checker: &Checker<'_>, ty: &Ty) -> bool {
    !ty.is_error() && !ty.is_c_address() && has_object_form(&checker.declared.table, ty)
}

/// The type of what holds values of both types. Python's integers may also come from C.
pub fn joined(one: &Ty, other: &Ty) -> Ty {
    match (one, other) {
        (Ty::Object(PyClass::Int), Ty::Int(kind)) | (Ty::Int(kind), Ty::Object(PyClass::Int))
            if is_number(*kind) =>
        {
            Ty::Object(PyClass::Int)
        }
        _ => spanning(one, other),
    }
}

/// The type of Python's integer or float that an operation on one of its integers gives.
pub fn of_integers(operator: Operator, left: &Ty, right: &Ty) -> Option<Ty> {
    use Operator::*;
    let is_integer = |ty: &Ty| match ty {
        Ty::Int(kind) => is_number(*kind),
        ty => matches!(ty, Ty::Bint | Ty::Object(PyClass::Int)),
    };
    let is_float = |ty: &Ty| matches!(ty, Ty::Float(_));
    if ![left, right].contains(&&Ty::Object(PyClass::Int)) {
        return None;
    }
    let are_integers = is_integer(left) && is_integer(right);
    let are_numbers = are_integers || is_float(left) || is_float(right);
    match operator {
        Power | MatrixMultiply => None,
        TrueDivide if are_numbers => Some(Ty::DOUBLE),
        _ if are_integers => Some(Ty::Object(PyClass::Int)),
        Add | Subtract | Multiply | FloorDivide | Modulo if are_numbers => Some(Ty::DOUBLE),
        _ => None,
    }
}

/// Whether a type of C is an integer to Python.
pub fn is_number(kind: IntKind) -> bool {
    kind != IntKind::Bool && !kind.is_letter()
}
