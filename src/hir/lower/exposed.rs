//! `cpdef` in an extern block: a function of a header that Python can call too.

use super::Lowerer;
use super::function::Pending;
use super::inner::expression_function;
use super::units::OWN;
use crate::base::Name;
use crate::hir::{
    Binding, ExprKind, ExternId, ExternKind, NoneClause, Param, ParamKind, Stmt, StmtKind, TypeKind, TypeName,
};
use crate::source::Span;

impl Lowerer<'_> {
    /// Adds the Python function that calls it.
    pub(super) fn expose_extern(&mut self, id: ExternId, span: Span) {
        let ExternKind::Function { params, names, result, is_variadic, .. } = self.externs[id].kind.clone()
        else {
            return;
        };
        if is_variadic {
            return self.not_yet("a variadic `cpdef` function of a header", span);
        }
        let mut builder = self.module_body();
        builder.is_module = false;
        let (mut own, mut arguments) = (Vec::new(), Vec::new());
        for (at, (ty, name)) in params.into_iter().zip(names.0).enumerate() {
            let kind = match name {
                Some(_) => ParamKind::PositionalOrKeyword,
                None => ParamKind::PositionalOnly,
            };
            let name = name.unwrap_or_else(|| Name::new(format!("_{at}")));
            let local = builder.declare(name, ty, true, span);
            own.push(Param { local, kind, default: None, none: NoneClause::Unsaid, span });
            arguments.push(builder.add(ExprKind::Name(Binding::Local(local)), span));
        }
        // What stands behind one without a name can have none either.
        if let Some(last) = own.iter().rposition(|param| param.kind == ParamKind::PositionalOnly) {
            own[..last].iter_mut().for_each(|param| param.kind = ParamKind::PositionalOnly);
        }
        let callee = builder.add(ExprKind::Name(Binding::Extern(id)), span);
        let call = builder.add(ExprKind::Call { callee, arguments, keywords: Vec::new() }, span);
        let kind = match result.kind {
            TypeKind::Named(TypeName::Void) => StmtKind::Expr(call),
            _ => StmtKind::Return(Some(call)),
        };
        builder.body.block = vec![Stmt { kind, span }];
        let name = self.externs[id].name.clone();
        let directives = self.directives.clone();
        let function = expression_function(&name, None, None, directives, own, builder.body, span);
        // Of the module, though its `.pxd` may declare it.
        self.homes.resize(self.functions.len(), self.unit);
        self.ready.insert(self.functions.len(), function);
        self.functions.push(Pending::Inner);
        self.homes.push(OWN);
    }
}
