//! The types of expressions as they are written: with typedefs, and with `const` of what pointers lead to, which the types
//! that stages compute with do not have.

use super::infer::only_value;
use super::{FunctionTypes, Ty, Typed};
use crate::hir::{
    Binding, Body, ExprId, ExprKind, LocalId, PyClass, Subscript, TypeExpr, TypeKind, TypeName, resolved,
};

/// The text of a C type; `None` of others, and where nothing is written.
pub fn c_text(typed: &Typed, body: &Body, types: &FunctionTypes, id: ExprId) -> Option<String> {
    let ty = Search { typed, body, types, around: Vec::new() }.expr(id)?;
    let is_c = !matches!(
        resolved(&ty, &typed.module.typedefs).kind,
        TypeKind::Named(TypeName::Object(_))
            | TypeKind::Memoryview { .. }
            | TypeKind::Buffer { .. }
            | TypeKind::Untyped
            | TypeKind::Error
    );
    let mut element = &ty;
    while let TypeKind::Array(inner, _) = &element.kind {
        element = inner;
    }
    let text = typed.module.names().display(element);
    let lengths: String = match &ty.kind {
        TypeKind::Array(..) => types.expr(id).array_lengths().iter().map(|n| format!("[{n}]")).collect(),
        _ => return is_c.then_some(text),
    };
    Some(format!("{text} {lengths}"))
}

/// The type of a place as it is written, if that is known.
pub(crate) fn written(typed: &Typed, body: &Body, types: &FunctionTypes, id: ExprId) -> Option<TypeExpr> {
    Search { typed, body, types, around: Vec::new() }.place(id)
}

struct Search<'a> {
    typed: &'a Typed,
    body: &'a Body,
    types: &'a FunctionTypes,
    /// The variables whose values are being looked at: one may be its own.
    around: Vec<LocalId>,
}

impl Search<'_> {
    /// The same of a field, or of an element of a memoryview.
    fn place(&mut self, id: ExprId) -> Option<TypeExpr> {
        let module = &self.typed.module;
        match &self.body.exprs[id].kind {
            ExprKind::Attribute { base, name } => {
                let of = self.types.expr(*base);
                match &of {
                    Ty::Pointer { to, .. } => self.field(to, name),
                    Ty::Object(PyClass::Extension(class)) => {
                        let fields = &module.classes[*class].fields;
                        fields.iter().find(|field| field.name == *name).map(|field| field.ty.clone())
                    }
                    of => self.field(of, name),
                }
            }
            ExprKind::Subscript { base, .. } if self.types.expr(*base).memoryview().is_some() => {
                match &resolved(&self.expr(*base)?, &module.typedefs).kind {
                    TypeKind::Memoryview { element, .. } => Some(element.as_ref().clone()),
                    _ => None,
                }
            }
            ExprKind::Name(Binding::Global(id)) => Some(module.globals[*id].ty.clone()),
            _ => self.expr(id),
        }
    }

    fn field(&self, of: &Ty, name: &str) -> Option<TypeExpr> {
        let Ty::Struct(id) = of else { return None };
        let fields = &self.typed.module.structs[*id].fields;
        fields.iter().find(|(field, _)| field.as_str() == name).map(|(_, ty)| ty.clone())
    }

    fn expr(&mut self, id: ExprId) -> Option<TypeExpr> {
        match &self.body.exprs[id].kind {
            ExprKind::Name(Binding::Local(local)) => self.local(*local),
            ExprKind::AddressOf(operand) => {
                let span = self.body.exprs[id].span;
                Some(TypeExpr { kind: TypeKind::Pointer(Box::new(self.expr(*operand)?)), span })
            }
            ExprKind::Subscript { base, indices } if matches!(indices[..], [Subscript::Index(_)]) => {
                let base = self.expr(*base)?;
                match &resolved(&base, &self.typed.module.typedefs).kind {
                    TypeKind::Pointer(element) | TypeKind::Array(element, _) => {
                        Some(element.as_ref().clone())
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// As declared, or as its only value is written, if it has the type of that.
    fn local(&mut self, local: LocalId) -> Option<TypeExpr> {
        let declared = &self.body.locals[local].ty;
        if !matches!(declared.kind, TypeKind::Untyped) {
            return Some(declared.clone());
        }
        if self.around.contains(&local) {
            return None;
        }
        let value = only_value(self.body, local)?;
        let (own, of_value) = (self.types.local(local), self.types.expr(value));
        let is_same = own == of_value || own == of_value.clone().decayed();
        self.around.push(local);
        let ty = if is_same { self.expr(value) } else { None };
        self.around.pop();
        Some(match ty?.decayed() {
            TypeExpr { kind: TypeKind::Const(inner), .. } => *inner,
            ty => ty,
        })
    }
}
