//! The lengths of C arrays. Those with constants of headers are computed by C.

use std::sync::Arc;

use super::builder::BodyBuilder;
use super::declare::Place;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    ArrayLength, Binding, Body, ExprId, ExprKind, ExternId, ExternKind, HeaderLength, IncludeId, Operator,
    TypeExpr, TypeKind, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{CDeclaration, CType, Declarator, Expression};

impl Place {
    /// Whether the declaration is of constants of a header: types after it may have them as lengths.
    pub(super) fn has_length(self, decl: CDeclaration<'_>) -> bool {
        let is_const = matches!(decl.c_type(), Some(CType::Qualified(ty)) if ty.is_const());
        let is_name = |declarator| matches!(declarator, Some(Declarator::Name(_)));
        self.is_extern() && is_const && decl.declarators().into_iter().all(|one| is_name(one.declarator()))
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// `element[length]`
    pub(super) fn array_of(
        &mut self,
        element: TypeExpr,
        length: Expression<'t>,
        span: Span,
        body: &mut BodyBuilder,
    ) -> TypeExpr {
        let known = self.visible().integer_of(length).map(i128::from);
        let length = self.expr(length, body);
        let kind = match &body.body.exprs[length].kind {
            ExprKind::Error => TypeKind::Error,
            _ if let Some((of_header, place)) = of_header(&body.body, length) => {
                match self.header_length(&body.body, length) {
                    Some(length) => TypeKind::Array(Box::new(element), Some(length)),
                    None => {
                        let name = self.tables.externs[of_header].name.clone();
                        self.report(match self.is_constant_of_header(of_header) {
                            true => report::length_in_header(&name, place),
                            false => report::variable_length(&name, place),
                        });
                        TypeKind::Error
                    }
                }
            }
            _ => TypeKind::Array(Box::new(element), Some(ArrayLength::of(&body.body, length, known))),
        };
        TypeExpr { kind, span }
    }

    fn header_length(&self, body: &Body, length: ExprId) -> Option<ArrayLength> {
        let mut includes = Vec::new();
        let c = Name::new(self.length_in_c(body, length, false, &mut includes)?);
        Some(ArrayLength::OfHeader(Arc::new(HeaderLength { c, includes })))
    }

    /// A constant expression as C has it. Of `//`, `%` and `**` Python's meaning is another.
    fn length_in_c(
        &self,
        body: &Body,
        id: ExprId,
        is_operand: bool,
        includes: &mut Vec<IncludeId>,
    ) -> Option<String> {
        if let Some(number) = crate::hir::constant(body, id) {
            return Some(if number < 0 { format!("({number})") } else { number.to_string() });
        }
        let mut operand = |id| self.length_in_c(body, id, true, includes);
        let text = match &body.exprs[id].kind {
            ExprKind::Positive(inner) => return self.length_in_c(body, *inner, is_operand, includes),
            ExprKind::Binary(operator, left, right) => {
                let operator = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::ShiftLeft => "<<",
                    Operator::ShiftRight => ">>",
                    Operator::BitAnd => "&",
                    Operator::BitOr => "|",
                    Operator::BitXor => "^",
                    _ => return None,
                };
                format!("{} {operator} {}", operand(*left)?, operand(*right)?)
            }
            ExprKind::Cast { ty, operand: inner, .. } => {
                let TypeKind::Named(TypeName::Int(kind)) = ty.kind else { return None };
                format!("({}){}", kind.c_name(), operand(*inner)?)
            }
            ExprKind::Name(Binding::EnumMember(of, member)) => {
                let decl = Some(&self.declarations.enums[*of]).filter(|decl| !decl.is_extern);
                return decl?.value(member).map(|value| value.to_string());
            }
            ExprKind::Name(Binding::Extern(id)) if self.is_constant_of_header(*id) => {
                let decl = &self.tables.externs[*id];
                let include = decl.include.filter(|include| !includes.contains(include));
                includes.extend(include);
                let is_name = decl.c_name.chars().all(|one| one.is_alphanumeric() || one == '_');
                return Some(if is_name { decl.c_name.to_string() } else { format!("({})", decl.c_name) });
            }
            _ => return None,
        };
        Some(if is_operand { format!("({text})") } else { text })
    }

    /// Whether C takes what a header has by this name for a constant.
    fn is_constant_of_header(&self, id: ExternId) -> bool {
        let decl = &self.tables.externs[id];
        let ExternKind::Variable(ty) = &decl.kind else { return false };
        let is_in_header = decl.include.is_some_and(|include| !self.tables.includes[include].declares);
        let is_number = |ty: &TypeExpr| {
            matches!(ty.kind, TypeKind::Named(TypeName::Int(_) | TypeName::Enum(_) | TypeName::Typedef(_)))
        };
        is_in_header
            && match &ty.kind {
                TypeKind::Const(ty) => is_number(ty),
                _ => decl.is_pure && is_number(ty),
            }
    }
}

/// The first name of a header in an expression.
fn of_header(body: &Body, id: ExprId) -> Option<(ExternId, Span)> {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if let ExprKind::Name(Binding::Extern(found)) = body.exprs[id].kind {
            return Some((found, body.exprs[id].span));
        }
        open.extend(crate::hir::walk::children(body, id));
    }
    None
}
