//! Defaults of parameters that Python computes at the `def`: each is kept in its own C variable.

use super::builder::BodyBuilder;
use super::function::object_type;
use super::optional::{is_constant, names_member};
use super::{FunctionLowerer, KeptDefault};
use crate::base::Name;
use crate::hir::{Binding, Block, ExprId, ExprKind, Global, Stmt, StmtKind, TypeExpr, TypeKind, TypeName};
use crate::syntax::ast::{self, Statement};

impl<'t> FunctionLowerer<'_, 't> {
    /// Computes the defaults of a function at its place among the statements of the module, or of a class.
    pub fn keep_defaults(&mut self, statement: Statement<'t>, body: &mut BodyBuilder, out: &mut Block) {
        match statement {
            Statement::Function(function) => {
                let name = function.name().map_or("", |name| name.text());
                self.defaults_of(name, function.parameters(), false, body, out);
            }
            Statement::CFunction(function) => {
                let name = function.name().map_or("", |name| name.text());
                self.defaults_of(name, function.parameters(), true, body, out);
            }
            _ => {}
        }
    }

    fn defaults_of(
        &mut self,
        name: &str,
        parameters: Option<ast::Parameters<'t>>,
        is_c: bool,
        body: &mut BodyBuilder,
        out: &mut Block,
    ) {
        for parameter in parameters.map(ast::Parameters::list).unwrap_or_default() {
            let Some(default) = parameter.default() else { continue };
            let value = self.expr(default, body);
            if self.is_known_default(parameter, value, body) {
                continue;
            }
            let span = parameter.span();
            let of = parameter.name().map_or("", |name| name.text());
            let ty = match is_c {
                true => self.kept_type(parameter, body),
                false => object_type(span),
            };
            let kept = Global::new(Name::new(format!("{name}_{of}_default")), ty, None, span);
            let kept = self.tables.globals.alloc(kept);
            self.tables.kept_defaults.insert(span, KeptDefault::Global(kept));
            let target = body.add(ExprKind::Name(Binding::Global(kept)), span);
            out.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, span));
        }
    }

    /// Whether a default needs no variable.
    pub(super) fn is_known_default(
        &mut self,
        parameter: ast::Parameter<'t>,
        value: ExprId,
        body: &mut BodyBuilder,
    ) -> bool {
        let makes_object = |this: &mut Self, body: &mut BodyBuilder| {
            matches!(
                this.kept_type(parameter, body).kind,
                TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped
            )
        };
        is_constant(&body.body, value) && !(names_member(&body.body, value) && makes_object(self, body))
    }

    /// C functions read the default with the type of the parameter.
    fn kept_type(&mut self, parameter: ast::Parameter<'t>, body: &mut BodyBuilder) -> TypeExpr {
        let span = parameter.span();
        let (Some(c_type), declarator) = (parameter.c_type(), parameter.declarator()) else {
            return object_type(span);
        };
        let base = self.c_type(Some(c_type), span, body);
        let ty = match declarator {
            Some(declarator) => self.declared_value(base, declarator, body),
            None => base,
        };
        let is_object = matches!(ty.kind, TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped);
        if is_object { object_type(span) } else { ty }
    }
}
