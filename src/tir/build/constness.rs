//! What is declared `const` is not assigned. The types of C values do not record it; their declarations do.

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::hir::{
    self, ArrayLength, Binding, ExprId, ExprKind as H, FunctionKind, TypeExpr, TypeKind, TypeName,
};
use crate::ty::Ty;

impl FunctionBuilder<'_, '_> {
    /// Reports targets that are `const`. The module may give a variable its value, once and if that is a constant.
    pub fn assigns_const(&mut self, target: ExprId, value: Option<ExprId>) -> bool {
        let source = self.source.function;
        match &source.body.exprs[target].kind {
            H::Tuple(targets) | H::List(targets) => {
                targets.iter().fold(false, |found, &one| self.assigns_const(one, None) | found)
            }
            H::Starred(target) => self.assigns_const(*target, None),
            _ if !self.is_const(target) || self.is_first_value(target, value) => false,
            _ => {
                let span = source.body.exprs[target].span;
                self.report(report::assigned_const(span));
                true
            }
        }
    }

    /// Whether a place is `const`, or a part of one that is. What a pointer points to is checked where it is written.
    fn is_const(&self, place: ExprId) -> bool {
        if self.source.declared_type(place).is_some_and(|ty| self.says_const(ty)) {
            return true;
        }
        match &self.source.function.body.exprs[place].kind {
            H::Attribute { base, .. } => {
                matches!(self.source.types.expr(*base), Ty::Struct(_)) && self.is_const(*base)
            }
            H::Subscript { base, .. } => {
                matches!(self.source.types.expr(*base), Ty::Array { .. } | Ty::Tuple(_))
                    && self.is_const(*base)
            }
            _ => false,
        }
    }

    fn says_const(&self, ty: &TypeExpr) -> bool {
        match &self.without_typedefs(ty).kind {
            TypeKind::Const(_) => true,
            TypeKind::Array(element, _) => self.says_const(element),
            _ => false,
        }
    }

    fn without_typedefs<'t>(&'t self, ty: &'t TypeExpr) -> &'t TypeExpr {
        let typedefs = &self.module.typed.module.typedefs;
        let mut ty = ty;
        // A cycle has been reported, and never ends.
        for _ in 0..typedefs.len() {
            match &ty.kind {
                TypeKind::Named(TypeName::Typedef(id)) => ty = &typedefs[*id].target,
                _ => break,
            }
        }
        ty
    }

    /// The length of a C array that is declared with a number. Cython determines that of another one when the module
    /// runs.
    pub fn literal_length(&self, place: ExprId) -> Option<i128> {
        let written = self.source.declared_type(place)?;
        match self.without_typedefs(written).kind {
            TypeKind::Array(_, Some(ArrayLength::Literal(length))) => Some(length),
            _ => None,
        }
    }

    fn is_first_value(&mut self, target: ExprId, value: Option<ExprId>) -> bool {
        let H::Name(Binding::Global(id)) = &self.source.function.body.exprs[target].kind else {
            return false;
        };
        let is_array = matches!(self.source.types.expr(target), Ty::Array { .. });
        self.source.function.kind == FunctionKind::Init
            && !is_array
            && value.is_some_and(|value| self.source.is_constant_value(value))
            && self.valued.insert(*id)
    }
}

impl<'m> Source<'m> {
    /// The type as written of a variable or of a member.
    fn declared_type(&self, place: ExprId) -> Option<&TypeExpr> {
        let module = &self.typed.module;
        match &self.function.body.exprs[place].kind {
            H::Name(Binding::Local(id)) => Some(&self.function.body.locals[*id].ty),
            H::Name(Binding::Global(id)) => Some(&module.globals[*id].ty),
            H::Name(Binding::Extern(id)) => match &module.externs[*id].kind {
                hir::ExternKind::Variable(ty) => Some(ty),
                hir::ExternKind::Function { .. } => None,
            },
            H::Attribute { base, name } => {
                let id = match self.types.expr(*base) {
                    Ty::Struct(id) => id,
                    Ty::Pointer { to, .. } => match *to {
                        Ty::Struct(id) => id,
                        _ => return None,
                    },
                    Ty::Object(class) => {
                        let class = class.extension()?;
                        // A variable that functions share is given its value there.
                        let is_scope = module.classes[class].is_scope;
                        let field = hir::field(&module.classes, class, name).filter(|_| !is_scope);
                        return field.map(|field| &field.ty);
                    }
                    _ => return None,
                };
                let fields = &module.structs[id].fields;
                fields.iter().find(|(known, _)| known == name).map(|(_, ty)| ty)
            }
            _ => None,
        }
    }

    /// Whether a value is known before the module runs.
    fn is_constant_value(&self, value: ExprId) -> bool {
        match &self.function.body.exprs[value].kind {
            H::Int { .. } | H::Float(_) | H::Imaginary(_) | H::Str(_) | H::Bytes(_) => true,
            H::Char(_) | H::Singleton(_) | H::Null => true,
            H::Name(Binding::EnumMember(..)) | H::SizeOfType(_) => true,
            H::Unary(_, inner) | H::Positive(inner) | H::Cast { operand: inner, .. } => {
                self.is_constant_value(*inner)
            }
            H::Binary(_, left, right) => self.is_constant_value(*left) && self.is_constant_value(*right),
            _ => false,
        }
    }
}
