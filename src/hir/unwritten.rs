//! Functions that Python calls, including those without a written `def`.

use std::sync::Arc;

use super::{
    Binding, Body, Directives, ExceptionClause, Expr, ExprKind, Function, FunctionDecl, FunctionKind, Local,
    NoneClause, Param, ParamKind, PyClass, Stmt, StmtKind, TypeExpr, TypeKind, TypeName,
};
use crate::base::Name;
use crate::source::Span;

impl Function {
    /// A function that Python calls, with defaults for everything else: a lambda, and the starting point of a
    /// `def`.
    pub fn of_python(
        name: &str,
        params: Vec<Param>,
        directives: Directives,
        body: Body,
        span: Span,
    ) -> Function {
        let result = TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Object)), span };
        Function {
            decl: Arc::new(FunctionDecl::new(Name::new(name), FunctionKind::Def, span)),
            params,
            result,
            exception: ExceptionClause::Default,
            exported: Vec::new(),
            stands_for: Vec::new(),
            shorter: Vec::new(),
            on_device: false,
            directives,
            body,
        }
    }

    /// A function that calls a C function with its arguments, of these types; a parameter without a name is
    /// positional-only.
    pub fn calling(
        callee: Binding,
        name: &str,
        params: Vec<(Option<Name>, TypeExpr)>,
        result: &TypeExpr,
        directives: Directives,
        span: Span,
    ) -> Function {
        let mut body = Body::default();
        let add = |body: &mut Body, kind| body.exprs.alloc(Expr { kind, span });
        // Parameters before a nameless one must be positional-only too.
        let unnamed = params.iter().rposition(|(name, _)| name.is_none()).map_or(0, |last| last + 1);
        let (mut own, mut arguments) = (Vec::new(), Vec::new());
        for (at, (name, ty)) in params.into_iter().enumerate() {
            let kind = match at < unnamed {
                true => ParamKind::PositionalOnly,
                false => ParamKind::PositionalOrKeyword,
            };
            let name = name.unwrap_or_else(|| Name::new(format!("_{at}")));
            let local = body.locals.alloc(Local { name, ty, is_param: true, is_hidden: false, span });
            own.push(Param { local, kind, default: None, none: NoneClause::Unsaid, span });
            arguments.push(add(&mut body, ExprKind::Name(Binding::Local(local))));
        }
        let callee = add(&mut body, ExprKind::Name(callee));
        let call = add(&mut body, ExprKind::Call { callee, arguments, keywords: Vec::new() });
        let kind = match result.kind {
            TypeKind::Named(TypeName::Void) => StmtKind::Expr(call),
            _ => StmtKind::Return(Some(call)),
        };
        body.block = vec![Stmt::new(kind, span)];
        Function::of_python(name, own, directives, body, span)
    }
}
