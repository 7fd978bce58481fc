//! Explicit casts.

use std::sync::Arc;

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::hir::{Binding, ExprId, ExprKind as H, TypeExpr};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, Op};
use crate::ty::{FloatKind, PyClass, Ty, has_value_form};

impl FunctionBuilder<'_, '_> {
    /// A cast to a type as it is written.
    pub fn named_cast(
        &mut self,
        (operand, checked): (ExprId, bool),
        ty: Ty,
        written: &TypeExpr,
        span: Span,
    ) -> Expr {
        let value = self.cast(operand, checked, ty, span);
        self.name_conversion(&value, written);
        value
    }

    pub fn cast(&mut self, operand: ExprId, checked: bool, ty: Ty, span: Span) -> Expr {
        let operand = if is_opaque(&ty) || ty.is_object() { self.below_record(operand) } else { operand };
        let value = self.value_for_cast(operand, &ty);
        if let (Ty::Object(class), Ty::Object(_)) = (&ty, &value.ty)
            && *class != PyClass::Object
        {
            return self.as_class(value, *class, !checked);
        }
        if value.ty == ty && ty == Ty::Float(FloatKind::Float) && value.is_double_in_c() {
            return Expr::new(ExprKind::Convert(Box::new(value)), ty, span);
        }
        if value.ty == ty && is_other_typedef(&value.ty, &ty) {
            return Expr::new(ExprKind::Convert(Box::new(value)), ty, span);
        }
        if value.ty == ty || value.ty.is_error() {
            return value;
        }
        // Of all numbers, those of enums alone stay what they are.
        match value.ty {
            Ty::Int(_) if ty == Ty::Bint => return self.truth(value),
            Ty::Enum(_) if ty == Ty::Bint => return self.coerce(value, &ty),
            _ => {}
        }
        if ty == Ty::Object(PyClass::Bool) && value.ty.is_numeric() {
            let truth = self.truth(value);
            return self.coerce(truth, &Ty::OBJECT);
        }
        let table = self.source.table();
        let castable = |ty: &Ty| {
            ty.is_numeric()
                || matches!(ty, Ty::Pointer { .. } | Ty::Array { .. } | Ty::Function(_))
                || table.is_opaque(ty)
        };
        if matches!(ty, Ty::Pointer { .. }) && value.ty.is_object() && self.source.is_made_here(operand) {
            let shown = self.source.table().display(&ty);
            return self.error_expr(report::address_of_temporary(&shown, span), span);
        }
        if let Some(address) = self.object_cast(&value, &ty, span) {
            return address;
        }
        if castable(&value.ty) && castable(&ty) {
            // A number becomes a number.
            if !(value.ty.is_numeric() && ty.is_numeric()) {
                self.note_address(&value);
            }
            return Expr::new(ExprKind::Convert(Box::new(value)), ty, span);
        }
        self.coerce(value, &ty)
    }

    /// `<void *>x` of an object is its address, and `<object>p` a reference to what is there: nothing is
    /// checked.
    fn object_cast(&mut self, value: &Expr, ty: &Ty, span: Span) -> Option<Expr> {
        if value.ty.is_object() && is_opaque(ty) {
            self.module.takes_field_addresses = true;
            return Some(Expr::new(ExprKind::Convert(Box::new(value.clone())), ty.clone(), span));
        }
        if is_opaque(&value.ty) && ty.is_object() {
            let object = Expr::new(ExprKind::Convert(Box::new(value.clone())), ty.clone(), span);
            // Without the GIL it can be handed on, but not kept.
            if !self.gil {
                return Some(object);
            }
            return Some(self.run("object", Op::Own(object), ty.clone(), span));
        }
        None
    }

    /// `<PyObject>x` between an object and a pointer: no struct can be made of `x`, and the address remains.
    fn below_record(&self, operand: ExprId) -> ExprId {
        let H::Cast { operand: below, checked: false, .. } = self.source.function.body.exprs[operand].kind
        else {
            return operand;
        };
        let record = self.source.types.expr(operand);
        let has_record = matches!(record, Ty::Struct(_)) && !has_value_form(self.source.table(), &record);
        if has_record && self.source.types.expr(below).is_object() { below } else { operand }
    }

    /// An object of which code without the GIL takes the address: nobody counts it.
    fn uncounted(&mut self, operand: ExprId) -> Option<Expr> {
        let source = self.source.function;
        let (kind, span) = (&source.body.exprs[operand].kind, source.body.exprs[operand].span);
        let ty = self.source.types.expr(operand);
        match kind {
            _ if self.gil || self.around.region.is_some() || !ty.is_object() => None,
            H::Name(Binding::Global(id)) => Some(Expr::new(ExprKind::Global(*id), ty, span)),
            H::Attribute { base, name } if self.source.is_class_field(*base, name) => {
                Some(self.field_place(*base, name, ty, span))
            }
            _ => None,
        }
    }

    fn value_for_cast(&mut self, operand: ExprId, ty: &Ty) -> Expr {
        if is_opaque(ty)
            && let Some(place) = self.uncounted(operand)
        {
            return place;
        }
        // The address of a function may be called in any way that a cast says.
        if let H::Name(Binding::Function(id)) = &self.source.function.body.exprs[operand].kind
            && ty.function().is_some()
            && !self.source.types.expr(operand).is_error()
        {
            let own = Ty::Function(Arc::new(self.module.typed.functions[*id].signature.clone()));
            return self.function_address(*id, own, self.source.function.body.exprs[operand].span);
        }
        if *ty == Ty::OBJECT
            && let Some(wrapped) = self.wrapped_function(operand)
        {
            return wrapped;
        }
        // Each side becomes a number separately, as elsewhere.
        if matches!(self.source.function.body.exprs[operand].kind, H::Conditional { .. } | H::Logical(..))
            && matches!(ty, Ty::Int(_) | Ty::Float(_))
            && self.source.types.expr(operand).is_object()
        {
            return self.value(operand, ty);
        }
        // Literals have a double's precision everywhere, so a cast to `float` narrows them.
        let narrows = matches!(ty, Ty::Float(FloatKind::Float));
        match self.literal(operand, ty).filter(|_| !narrows) {
            Some(literal) => literal,
            None => self.expr(operand),
        }
    }
}

/// Whether C has two types where the declarations say one: the header has its own typedef of a pointer to a function.
fn is_other_typedef(from: &Ty, to: &Ty) -> bool {
    let c_name = |ty: &Ty| ty.function()?.in_header.0.as_ref().map(|typedef| typedef.c_name.clone());
    c_name(to).is_some_and(|to| c_name(from) != Some(to))
}

fn is_opaque(ty: &Ty) -> bool {
    matches!(ty, Ty::Pointer { to, .. } if matches!(**to, Ty::Void | Ty::Struct(_)))
}

impl<'m> Source<'m> {
    /// Whether an expression makes an object that no variable has to hold.
    fn is_made_here(&self, id: ExprId) -> bool {
        use H::{Binary, Call, Dict, Joined, List, Logical, Unary};
        let kind = &self.function.body.exprs[id].kind;
        matches!(kind, Binary(..) | Call { .. } | Dict(_) | Joined(_) | List(_) | Logical(..) | Unary(..))
    }
}
