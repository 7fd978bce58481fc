//! Integers of headers: an error about an object that does not fit names the type as the header does.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::hir::{self, Binding, ExprId, ExprKind as H, ExternKind, TypeExpr};
use crate::tir::{Expr, LocalRole, Op, StmtKind};

impl FunctionBuilder<'_, '_> {
    /// Notes in the conversion that made a value how its type is written.
    pub fn name_conversion(&mut self, value: &Expr, written: &TypeExpr) {
        let typedefs = &self.source.typed.module.typedefs;
        let Some(name) = hir::header_integer(written, typedefs) else { return };
        let is_temporary = |id: &_| self.code.locals[*id].role == LocalRole::Temp;
        let Some(local) = value.as_local().filter(is_temporary) else { return };
        let made = self.code.out.iter_mut().rev().find_map(|stmt| match &mut stmt.kind {
            StmtKind::Run { into: Some(into), op } if *into == local => Some(op),
            _ => None,
        });
        if let Some(Op::FromObject { named: named @ None, .. }) = made {
            *named = Some(name);
        }
    }

    /// The same for what is stored at a place.
    pub fn name_conversion_to(&mut self, value: &Expr, place: ExprId) {
        if value.as_local().is_none_or(|id| self.code.locals[id].role != LocalRole::Temp) {
            return;
        }
        let Source { typed, function, types, .. } = &self.source;
        if let H::Name(Binding::Local(local)) = function.body.exprs[place].kind {
            return self.name_conversion(value, &function.body.locals[local].ty);
        }
        if let Some(written) = crate::ty::written(typed, &function.body, types, place) {
            self.name_conversion(value, &written);
        }
    }

    /// The same for the arguments of a C function.
    pub fn name_arguments(&mut self, callee: ExprId, function: Option<&hir::Function>, values: &[Expr]) {
        let module = &self.source.typed.module;
        let external = match &self.source.function.body.exprs[callee].kind {
            H::Name(Binding::Extern(id)) => Some(&module.externs[*id].kind),
            _ => None,
        };
        for (at, value) in values.iter().enumerate() {
            match external {
                Some(ExternKind::Function { params, .. }) => {
                    params.get(at).into_iter().for_each(|written| self.name_conversion(value, written));
                }
                _ => self.name_argument(function, at, value),
            }
        }
    }

    pub fn name_argument(&mut self, function: Option<&hir::Function>, at: usize, value: &Expr) {
        if let Some(function) = function
            && let Some(param) = function.params.get(at)
        {
            self.name_conversion(value, &function.body.locals[param.local].ty);
        }
    }
}
