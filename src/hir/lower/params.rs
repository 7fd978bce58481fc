//! Parameters of functions.

use super::builder::BodyBuilder;
use super::function::object_type;
use super::pure::Declared;
use super::{FunctionLowerer, KeptDefault, report};
use crate::hir::{
    Binding, ExprKind, NoneClause, Param, ParamKind, PyClass, Runtime, Stmt, StmtKind, TypeExpr, TypeKind,
    TypeName,
};
use crate::syntax::ast::{self, Expression, ParameterKind};

impl<'t> FunctionLowerer<'_, 't> {
    /// `declared` are the types from decorators.
    pub(super) fn params(
        &mut self,
        parameters: Option<ast::Parameters<'t>>,
        declared: &[Declared<'t>],
        builder: &mut BodyBuilder,
    ) -> Vec<Param> {
        let mut params: Vec<Param> = Vec::new();
        let mut rest: Vec<Param> = Vec::new();
        let mut kind = ParamKind::PositionalOrKeyword;
        for parameter in parameters.map(ast::Parameters::list).unwrap_or_default() {
            match parameter.kind() {
                ParameterKind::Plain => params.extend(self.param(parameter, kind, declared, builder)),
                ParameterKind::KeywordOnlyMarker => kind = ParamKind::KeywordOnly,
                ParameterKind::PositionalOnlyMarker => {
                    params.iter_mut().for_each(|param| param.kind = ParamKind::PositionalOnly);
                }
                ParameterKind::Star => {
                    rest.extend(self.param(parameter, ParamKind::Star, declared, builder));
                    kind = ParamKind::KeywordOnly;
                }
                ParameterKind::DoubleStar => {
                    rest.extend(self.param(parameter, ParamKind::DoubleStar, declared, builder));
                }
                // Reported where the function must not have it.
                ParameterKind::Ellipsis => {}
                ParameterKind::Error => {}
            }
        }
        params.append(&mut rest);
        params
    }

    fn param(
        &mut self,
        parameter: ast::Parameter<'t>,
        kind: ParamKind,
        declared: &[Declared<'t>],
        builder: &mut BodyBuilder,
    ) -> Option<Param> {
        let span = parameter.span();
        let name = match parameter.name() {
            Some(name) => name,
            None => {
                self.not_yet("a parameter without a name", span);
                return None;
            }
        };
        let annotation = parameter.annotation().filter(|_| builder.directives.annotation_typing);
        let mut of_annotation = None;
        let ty = match (parameter.c_type(), parameter.declarator()) {
            // It starts as a tuple or a dict, and may be bound to anything.
            _ if kind.takes_rest() => TypeExpr { kind: TypeKind::Untyped, span: name.span() },
            (None, None) if let Some(one) = declared.iter().find(|one| one.name.text() == name.text()) => {
                one.ty.clone()
            }
            (None, None) if let Some(annotation) = annotation => {
                let (ty, none) = self.annotated_param(annotation, builder);
                of_annotation = Some(none);
                match parameter.default() {
                    Some(Expression::None(_)) => super::annotation::as_class(ty),
                    _ => ty,
                }
            }
            (None, None) => object_type(name.span()),
            (c_type, declarator) => {
                let base = self.c_type(c_type, span, builder);
                match declarator {
                    Some(declarator) => self.declared_value(base, declarator, builder),
                    None => base,
                }
            }
        };
        let ty = ty.decayed();
        if let Some(&local) = builder.locals.get(&self.mangled(name.text(), builder)) {
            let earlier = builder.body.locals[local].span;
            self.report(report::redeclared(name.text(), name.span(), earlier));
            return None;
        }
        if parameter.none_clause().is_some() && !may_be_none(&ty) {
            self.report(report::never_none(span));
        }
        let default = match self.tables.kept_defaults.get(&span) {
            Some(&KeptDefault::Global(kept)) => {
                Some(builder.add(ExprKind::Name(Binding::Global(kept)), span))
            }
            Some(&KeptDefault::InFunction(place)) => Some(builder.add(ExprKind::KeptDefault(place), span)),
            None => parameter.default().map(|value| self.expr(value, builder)),
        };
        let is_classed =
            matches!(ty.kind, TypeKind::Named(TypeName::Object(class)) if class != PyClass::Object);
        let local = builder.declare(self.mangled(name.text(), builder), ty, true, name.span());
        let none = match parameter.none_clause() {
            Some(ast::NoneClause::NotNone) => NoneClause::NotNone,
            Some(ast::NoneClause::OrNone) => NoneClause::OrNone,
            None if matches!(parameter.default(), Some(Expression::None(_))) => NoneClause::Unsaid,
            None if of_annotation == Some(NoneClause::NotNone) => NoneClause::NotNone,
            None if is_classed && !builder.directives.allow_none_for_extension_args => NoneClause::NotNone,
            None => NoneClause::Unsaid,
        };
        Some(Param { local, kind, default, none, span })
    }
}

/// What begins the body of a function with parameters that are `int`s or `float`s by their annotations: as in Cython, they take
/// other numbers, and convert them.
pub fn conversions(params: &[Param], builder: &mut BodyBuilder) -> Vec<Stmt> {
    let conversion = |builder: &BodyBuilder, param: &Param| match builder.body.locals[param.local].ty.kind {
        TypeKind::Named(TypeName::Object(PyClass::Int)) => Some(Runtime::Integer),
        TypeKind::Named(TypeName::Object(PyClass::Float)) => Some(Runtime::Floating),
        _ => None,
    };
    let mut conversions = Vec::new();
    for param in params.iter().filter(|param| !param.kind.takes_rest()) {
        if let Some(conversion) = conversion(builder, param) {
            let name = || ExprKind::Name(Binding::Local(param.local));
            let [target, given] = [builder.add(name(), param.span), builder.add(name(), param.span)];
            let value = builder.add(ExprKind::Runtime(conversion, vec![given]), param.span);
            conversions.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, param.span));
        }
    }
    conversions
}

/// Whether a value of a type may be `None`, as far as the type is known yet.
fn may_be_none(ty: &TypeExpr) -> bool {
    use TypeName::{Bint, Complex, Enum, Float, Int, Struct, Void};
    let is_c = matches!(
        ty.kind,
        TypeKind::Pointer(_)
            | TypeKind::Array(..)
            | TypeKind::Tuple(_)
            | TypeKind::Function(_)
            | TypeKind::Named(Bint | Complex(_) | Enum(_) | Float(_) | Int(_) | Struct(_) | Void)
    );
    !is_c
}
