//! Defaults of parameters that Python computes where the `def` stands: each is kept in a C variable of its own.

use super::builder::BodyBuilder;
use super::function::object_type;
use super::optional::is_constant;
use super::{KeptDefault, Lowerer};
use crate::base::Name;
use crate::hir::{Binding, Block, ExprKind, Global, Stmt, StmtKind};
use crate::syntax::ast::{self, Statement};

impl<'t> Lowerer<'t> {
    /// Computes the defaults of a function, or of a class's methods, at their place among the module's statements.
    pub fn keep_defaults(&mut self, statement: Statement<'t>, body: &mut BodyBuilder, out: &mut Block) {
        match statement {
            Statement::Function(function) => self.defaults_of(function, body, out),
            Statement::CClass(class) => {
                for inner in class.body().map(ast::Block::statements).unwrap_or_default() {
                    self.keep_defaults(inner, body, out);
                }
            }
            _ => {}
        }
    }

    fn defaults_of(&mut self, function: ast::Function<'t>, body: &mut BodyBuilder, out: &mut Block) {
        let name = function.name().map_or("", |name| name.text());
        for parameter in function.parameters().map(ast::Parameters::list).unwrap_or_default() {
            let Some(default) = parameter.default() else { continue };
            let value = self.expr(default, body);
            if is_constant(&body.body, value) {
                continue;
            }
            let span = parameter.span();
            let of = parameter.name().map_or("", |name| name.text());
            let kept =
                Global { name: Name::new(format!("{name}_{of}_default")), ty: object_type(span), span };
            let kept = self.globals.alloc(kept);
            self.kept_defaults.insert(span, KeptDefault::Global(kept));
            let target = body.add(ExprKind::Name(Binding::Global(kept)), span);
            out.push(Stmt { kind: StmtKind::Assign { targets: vec![target], value }, span });
        }
    }
}
