//! Fused types: one name for several types, and functions that are compiled once for each.
//!
//! Lowering keeps fused types as written. [`super::specialise`] then makes a copy of each function per
//! combination of the types in its signature, and later stages do not know fused types.

use std::collections::HashSet;

use super::{
    FunctionId, FunctionKind, FunctionTypeExpr, IntKind, Method, MethodRole, Names, TypeExpr, TypeKind,
    TypeName, Typedef, TypedefId,
};
use crate::base::{Arena, Idx, Name};
use crate::diag::Variants;
use crate::source::Span;

pub type FusedId = Idx<FusedDecl>;
pub type FusedFunctionId = Idx<FusedFunction>;

/// `ctypedef fused real: ...`
#[derive(Clone, Debug)]
pub struct FusedDecl {
    pub name: Name,
    /// Each once, none of them fused.
    pub types: Vec<TypeExpr>,
    pub span: Span,
}

/// A function that had fused types in its signature.
#[derive(Clone, Debug)]
pub struct FusedFunction {
    pub name: Name,
    pub kind: FunctionKind,
    pub method: Option<Method>,
    /// Of a function whose object is made at its definition.
    pub made: Option<MadeFused>,
    pub doc: Option<String>,
    /// In the order of the signature.
    pub types: Vec<FusedUse>,
    /// One per combination of the types; those of the last fused type vary fastest.
    pub specialisations: Vec<FunctionId>,
    pub span: Span,
}

impl FusedFunction {
    /// The index in `specialisations` for these types, one for each of `types`; the error is the number of the first
    /// that does not belong to its fused type.
    pub fn number_of(&self, types: &[TypeExpr], names: &Names<'_>) -> Result<usize, usize> {
        let mut number = 0;
        for (index, (ty, used)) in types.iter().zip(&self.types).enumerate() {
            let known = &names.fused[used.fused].types;
            let place = known.iter().position(|one| is_same_type(one, ty, names.typedefs)).ok_or(index)?;
            number = number * known.len() + place;
        }
        Ok(number)
    }
}

/// A function of fused types that has no place in a table: a method of a Python class, or a function with decorators.
#[derive(Clone, Debug)]
pub struct MadeFused {
    pub qualname: Name,
    /// What its object binds to.
    pub role: MethodRole,
}

/// A fused type in a signature.
#[derive(Clone, Copy, Debug)]
pub struct FusedUse {
    pub fused: FusedId,
    /// The first parameter of this type: its argument decides.
    pub param: usize,
}

/// What distinguishes one specialisation of a function from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specialisation {
    pub of: FusedFunctionId,
    /// As Python indexes it: `float|int`.
    pub key: Name,
    /// The types of the parameters that had fused ones, as its `__name__` shows them: `float,float[:]`.
    pub params: Name,
    /// For messages: `real = float`, `index = int`.
    pub meanings: Vec<Name>,
    /// The suffix of its C name: `float_int`.
    pub suffix: Name,
    /// How many types each fused type stands for.
    pub widths: Vec<usize>,
}

impl Specialisation {
    /// The function as the user means it: `scale[float, int]`.
    pub fn shown(&self, name: &str) -> String {
        format!("{name}[{}]", self.key.replace('|', ", "))
    }

    /// How many specialisations the function has.
    pub fn count(&self) -> usize {
        self.widths.iter().product()
    }
}

/// Which variant of a piece of code a function is, for diagnostics about it.
pub fn variant(specialisation: &Option<Specialisation>) -> Option<Variants> {
    let specialisation = specialisation.as_ref()?;
    let meanings = specialisation.meanings.iter().map(ToString::to_string).collect();
    Some(Variants { meanings: vec![meanings], widths: specialisation.widths.clone() })
}

/// Adds the fused types in a type to `found`, in the order of the text, each once.
pub fn fused_types(ty: &TypeExpr, typedefs: &Arena<Typedef>, found: &mut Vec<FusedId>) {
    collect(ty, typedefs, &mut HashSet::new(), found);
}

fn collect(
    ty: &TypeExpr,
    typedefs: &Arena<Typedef>,
    seen: &mut HashSet<TypedefId>,
    found: &mut Vec<FusedId>,
) {
    match &ty.kind {
        TypeKind::Named(TypeName::Fused(id)) if !found.contains(id) => found.push(*id),
        TypeKind::Named(TypeName::Typedef(id)) if seen.insert(*id) => {
            collect(&typedefs[*id].target, typedefs, seen, found);
        }
        _ => ty.parts().for_each(|part| collect(part, typedefs, seen, found)),
    }
}

/// Whether a value of a type is a memoryview, or a function that takes or returns one.
pub fn deals_in_views(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    has_views(ty, typedefs, &mut HashSet::new())
}

fn has_views(ty: &TypeExpr, typedefs: &Arena<Typedef>, seen: &mut HashSet<TypedefId>) -> bool {
    match &ty.kind {
        TypeKind::Memoryview { .. } => true,
        TypeKind::Named(TypeName::Typedef(id)) => {
            seen.insert(*id) && has_views(&typedefs[*id].target, typedefs, seen)
        }
        // In memory they are Cython's structs, whoever has the pointer.
        TypeKind::Pointer(inner) if is_memoryview(inner, typedefs) => false,
        TypeKind::Const(inner) | TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => {
            has_views(inner, typedefs, seen)
        }
        TypeKind::Function(function) => function.types().any(|ty| has_views(ty, typedefs, seen)),
        _ => false,
    }
}

/// Whether values of a type are memoryviews.
pub fn is_memoryview(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    match &resolved(ty, typedefs).kind {
        TypeKind::Memoryview { .. } => true,
        TypeKind::Const(inner) => is_memoryview(inner, typedefs),
        _ => false,
    }
}

/// Whether variables of a type are Python objects.
pub fn is_object(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    matches!(resolved(ty, typedefs).kind, TypeKind::Untyped | TypeKind::Named(TypeName::Object(_)))
}

/// Whether a fused type is in a type.
pub fn is_fused(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    let mut found = Vec::new();
    fused_types(ty, typedefs, &mut found);
    !found.is_empty()
}

/// The type with its fused types replaced by the results of `of`; `None` leaves one unchanged. Typedefs of
/// fused types are expanded.
pub fn substitute(
    ty: &TypeExpr,
    typedefs: &Arena<Typedef>,
    of: &mut impl FnMut(FusedId) -> Option<TypeExpr>,
) -> TypeExpr {
    let mut inner = |ty: &TypeExpr| Box::new(substitute(ty, typedefs, of));
    let kind = match &ty.kind {
        TypeKind::Pointer(to) => TypeKind::Pointer(inner(to)),
        TypeKind::Const(of) => TypeKind::Const(inner(of)),
        TypeKind::Array(element, length) => TypeKind::Array(inner(element), length.clone()),
        TypeKind::Memoryview { element, axes } => {
            TypeKind::Memoryview { element: inner(element), axes: axes.clone() }
        }
        TypeKind::Tuple(items) => TypeKind::Tuple(items.iter().map(|item| *inner(item)).collect()),
        TypeKind::Function(function) => TypeKind::Function(Box::new(FunctionTypeExpr {
            params: function.params.iter().map(|param| *inner(param)).collect(),
            result: *inner(&function.result),
            ..(**function).clone()
        })),
        TypeKind::Named(TypeName::Fused(id)) => match of(*id) {
            Some(specific) => specific.kind,
            None => ty.kind.clone(),
        },
        TypeKind::Named(TypeName::Typedef(id)) if is_fused(ty, typedefs) => {
            substitute(&typedefs[*id].target, typedefs, of).kind
        }
        TypeKind::Named(_) | TypeKind::Error | TypeKind::Untyped | TypeKind::Buffer { .. } => ty.kind.clone(),
    };
    TypeExpr { kind, span: ty.span }
}

/// Whether two types are spelled the same: a typedef is a separate type.
pub fn is_identical(left: &TypeExpr, right: &TypeExpr) -> bool {
    match (&left.kind, &right.kind) {
        (TypeKind::Const(left), TypeKind::Const(right)) => is_identical(left, right),
        (left, right) => same_shape(left, right, is_identical),
    }
}

/// Whether two types are the same, typedefs and `const` aside.
pub fn is_same_type(left: &TypeExpr, right: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    let same = |left: &TypeExpr, right: &TypeExpr| is_same_type(left, right, typedefs);
    same_shape(&resolved(left, typedefs).kind, &resolved(right, typedefs).kind, same)
}

fn same_shape(left: &TypeKind, right: &TypeKind, same: impl Fn(&TypeExpr, &TypeExpr) -> bool) -> bool {
    match (left, right) {
        (TypeKind::Named(left), TypeKind::Named(right)) => spelled_out(*left) == spelled_out(*right),
        // An array as a parameter is a pointer to its first element.
        (
            TypeKind::Pointer(left) | TypeKind::Array(left, _),
            TypeKind::Pointer(right) | TypeKind::Array(right, _),
        ) => same(left, right),
        (
            TypeKind::Memoryview { element: left, axes },
            TypeKind::Memoryview { element: right, axes: others },
        ) => axes == others && same(left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (TypeKind::Function(left), TypeKind::Function(right)) => {
            left.params.len() == right.params.len()
                && left.types().zip(right.types()).all(|(left, right)| same(left, right))
                && (&left.exception, left.nogil, left.is_variadic)
                    == (&right.exception, right.nogil, right.is_variadic)
        }
        _ => false,
    }
}

/// The underlying type of a `<stdint.h>` name: signed types of 16 bits and more are separate types, as in
/// Cython.
fn spelled_out(name: TypeName) -> TypeName {
    TypeName::Int(match name {
        TypeName::Int(IntKind::Int8) => IntKind::SChar,
        TypeName::Int(IntKind::UInt8) => IntKind::UChar,
        TypeName::Int(IntKind::UInt16) => IntKind::UShort,
        TypeName::Int(IntKind::UInt32) => IntKind::UInt,
        TypeName::Int(kind) if kind.is_inexact() => return spelled_out(TypeName::Int(kind.declared())),
        other => return other,
    })
}

/// A type without its typedefs and `const`.
pub fn resolved<'a>(ty: &'a TypeExpr, typedefs: &'a Arena<Typedef>) -> &'a TypeExpr {
    let (mut ty, mut steps) = (ty, 0);
    loop {
        ty = match &ty.kind {
            TypeKind::Const(inner) => inner,
            // More steps than there are typedefs means a cycle.
            TypeKind::Named(TypeName::Typedef(id)) if steps < typedefs.len() => {
                steps += 1;
                &typedefs[*id].target
            }
            _ => return ty,
        };
    }
}
