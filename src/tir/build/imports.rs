//! `from module import *`.

use super::function::FunctionBuilder;
use crate::base::Name;
use crate::hir::{self, Binding, ExprId, ExprKind as H, GlobalId};
use crate::source::Span;
use crate::tir::{ObjectConst, Op, StmtKind};
use crate::ty::{PyClass, Ty, has_object_form};

impl FunctionBuilder<'_, '_> {
    /// Names go into the module's dict, as in Python; those of C's variables give them values. As in Cython, a variable
    /// that no code uses is not one, and what Python has no form for is refused when the module is imported. So is a pointer:
    /// nothing would keep the text.
    pub fn import_all(
        &mut self,
        (level, module): (i32, &Name),
        variables: &[(Name, ExprId)],
        types: &[Name],
        span: Span,
    ) {
        self.require_gil("an import", span);
        let op = Op::ImportFrom { level, module: module.clone(), names: vec!["*".into()] };
        let module = self.run("module", op, Ty::OBJECT, span);
        let mut refused: Vec<(Name, String)> =
            types.iter().map(|name| (name.clone(), format!("Cannot overwrite C type {name}"))).collect();
        let mut kept = Vec::new();
        for (name, target) in variables.iter().filter(|(_, target)| self.is_used(*target)) {
            let ty = self.source.types.expr(*target);
            if has_object_form(self.source.table(), &ty) && !matches!(ty, Ty::Pointer { .. }) {
                kept.push((name.clone(), *target));
            } else {
                let to = self.source.table().display(&ty);
                refused.push((name.clone(), format!("Cannot convert Python object {name} to {to}")));
            }
        }
        let names = kept.iter().map(|(name, _)| name.clone()).collect();
        let found = self.run("found", Op::ImportAll { module, kept: names, refused }, Ty::OBJECT, span);
        for (name, target) in kept {
            let key = self.object_const(ObjectConst::Str(name.to_string()), PyClass::Str, span);
            let op = Op::Contains { item: key.clone(), container: found.clone() };
            let condition = self.run("is_there", op, Ty::Bint, span);
            let (then, ()) = self.captured(|builder| {
                let mark = builder.code.pending.len();
                let value = builder.run(&name, Op::GetItem { object: found.clone(), key }, Ty::OBJECT, span);
                builder.bind(target, value, span);
                builder.code.release_pending(mark, span);
            });
            self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
        }
    }

    /// Whether code names a variable of the module other than in `import *`.
    fn is_used(&self, target: ExprId) -> bool {
        let H::Name(Binding::Global(id)) = self.source.function.body.exprs[target].kind else { return true };
        let module = &self.source.typed.module;
        names(&module.init, id) || module.functions.iter().any(|(_, function)| names(function, id))
    }
}

fn names(function: &hir::Function, id: GlobalId) -> bool {
    let mut of_imports = Vec::new();
    hir::walk::statements(&function.body.block, &mut |stmt| {
        if let hir::StmtKind::ImportFrom { names, all: Some(_), .. } = &stmt.kind {
            of_imports.extend(names.iter().map(|(_, target)| *target));
        }
    });
    let is_it = |expr: &hir::Expr| matches!(expr.kind, H::Name(Binding::Global(known)) if known == id);
    function.body.exprs.iter().any(|(place, expr)| is_it(expr) && !of_imports.contains(&place))
}
