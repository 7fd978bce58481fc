//! The function that is built, as it is in the HIR.

use super::facts::Facts;
use crate::hir::{self, Binding, ExprId, ExprKind as H};
use crate::tir::{BinaryOp, Expr, ExprKind, FunctionKind, LocalId};
use crate::ty::{FloatKind, FunctionTypes, IntKind, PartKind, Ty, TypeTable, Typed};

/// The function in the HIR, with its types, and what is known of it: what is asked here changes nothing.
pub(super) struct Source<'m> {
    pub typed: &'m Typed,
    pub function: &'m hir::Function,
    pub types: &'m FunctionTypes,
    pub facts: Facts,
}

impl<'m> Source<'m> {
    /// A parameter that is rebound needs its own reference. The function must release a memoryview that the
    /// Python wrapper acquires, and what the wrapper makes of the other arguments.
    pub fn owns_param(&self, id: hir::LocalId) -> bool {
        let mut params = self.function.params.iter();
        let made = params.any(|param| param.local == id && param.kind.takes_rest());
        let acquired =
            made || self.types.local(id).memoryview().is_some() && self.function.kind == FunctionKind::Def;
        acquired || self.facts.assigned.has(id)
    }

    pub fn table(&self) -> &'m TypeTable {
        &self.typed.table
    }

    /// The local of the source that it is, if the builder has not made it.
    pub fn hir_local(&self, id: LocalId) -> Option<hir::LocalId> {
        self.function.body.locals.contains(id).then_some(id)
    }

    /// The type of what an assignment to it stores, if that is one value.
    pub fn target_type(&self, target: ExprId) -> Option<Ty> {
        match &self.function.body.exprs[target].kind {
            H::Tuple(_) | H::List(_) => None,
            // An assignment to a slice binds no view.
            H::Subscript { .. } if self.types.expr(target).memoryview().is_some() => None,
            // What a slice of an object gives has a class, what it is given need not have that.
            H::Subscript { base, .. }
                if self.types.expr(*base).is_object() && self.types.expr(target).is_object() =>
            {
                Some(Ty::OBJECT)
            }
            H::Name(Binding::ModuleName(_) | Binding::ClassName(..)) => Some(Ty::OBJECT),
            _ => {
                let ty = self.types.expr(target);
                (!ty.is_error()).then_some(ty)
            }
        }
    }

    /// An element of a view, or a part of one. There Cython writes C's own operator: `x[i] /= 0` is infinite. It
    /// rejects divisions of integers.
    pub fn is_in_element_of_view(&self, target: ExprId) -> bool {
        match &self.function.body.exprs[target].kind {
            H::Subscript { base, .. } => self.is_element_of_view(target) || self.is_in_element_of_view(*base),
            H::Attribute { base, .. } => self.is_in_element_of_view(*base),
            _ => false,
        }
    }

    /// Whether Cython evaluates the value of an in-place operator before it looks at the target.
    pub fn is_element_of_view(&self, target: ExprId) -> bool {
        match &self.function.body.exprs[target].kind {
            H::Subscript { base, .. } => self.types.expr(*base).memoryview().is_some(),
            _ => false,
        }
    }

    /// Describes a place that no machine can update atomically.
    pub fn not_atomic(&self, place: &Expr, op: BinaryOp, of_truth: bool) -> Option<String> {
        match &place.ty {
            Ty::Float(FloatKind::LongDouble) | Ty::Complex(PartKind::LONG_DOUBLE) => {
                return Some("a `long double`".to_string());
            }
            // A sum's parts are updated one by one.
            Ty::Complex(_) if !matches!(op, BinaryOp::Add | BinaryOp::Subtract) => {
                return Some("a complex number by anything but `+=` and `-=`".to_string());
            }
            // Compilers update the byte as a number, and a `bool` is 0 or 1.
            Ty::Int(IntKind::Bool) if !is_of_bool(op, of_truth) => {
                return Some(
                    "a `bool` by anything but `|=`, and `&=` and `^=` with truth values".to_string(),
                );
            }
            _ => {}
        }
        let mut outer = place;
        while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } = &outer.kind {
            let Ty::Struct(id) = base.ty else {
                outer = base;
                continue;
            };
            let def = &self.typed.table.structs[id];
            if def.is_packed {
                return Some(format!("a field of `{}`, which is packed", def.name));
            }
            outer = base;
        }
        None
    }
}

/// Whether an operation on the byte of a `bool` and of the truth of the other side gives 0 or 1, and what C gives.
fn is_of_bool(op: BinaryOp, of_truth: bool) -> bool {
    op == BinaryOp::BitOr || of_truth && matches!(op, BinaryOp::BitAnd | BinaryOp::BitXor)
}
