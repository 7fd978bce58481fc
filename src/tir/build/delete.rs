//! `del`: of names, items and attributes.

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::hir::{Binding, ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Check, CheckKind, Expr, ExprKind, ObjectConst, Op, Singleton, StmtKind};
use crate::ty::{FieldAccess, PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    pub fn delete(&mut self, targets: &[ExprId], span: Span) {
        targets.iter().for_each(|&target| self.unbind(target, false, span));
    }

    /// Unbinds a target; a name need not be bound if `if_bound`.
    pub fn unbind(&mut self, target: ExprId, if_bound: bool, span: Span) {
        let source = self.source.function;
        match &source.body.exprs[target].kind {
            H::Error => {}
            H::Tuple(items) | H::List(items) => {
                items.iter().for_each(|&item| self.unbind(item, if_bound, span));
            }
            H::Name(Binding::Local(id))
                if self.source.types.local(*id).is_object()
                    || self.source.types.local(*id).is_counted()
                        && self.around.prange_depth == 0
                        && !self.around.in_region =>
            {
                let local = *id;
                // As in Cython, a view may be emptied twice.
                if self.source.types.local(*id).is_object() {
                    self.require_gil("`del` of a Python object", span);
                    if !if_bound {
                        let kind = CheckKind::Initialised { local };
                        self.code.emit(StmtKind::Check(Check { kind }), source.body.exprs[target].span);
                    }
                }
                self.code.emit(StmtKind::Release(local), span);
            }
            H::Name(Binding::ModuleName(name)) => {
                self.run_only(Op::DelName { name: name.clone(), if_bound }, span);
            }
            H::Name(Binding::ClassName(namespace, name)) => {
                let object = self.code.local_expr(*namespace, span);
                let text = ObjectConst::Str(name.to_string());
                let key = self.object_const(text, PyClass::Str, span);
                self.run_only(Op::DelItem { object, key }, span);
            }
            H::Attribute { base, name }
                if self.source.is_shared(*base) && self.source.types.expr(target).is_object() =>
            {
                let place = self.field_place(*base, name, self.source.types.expr(target), span);
                if !if_bound {
                    let is_own = super::objects::is_own_scope(self.source.function, *base);
                    let kind = CheckKind::Shared { place: place.clone(), name: name.clone(), is_own };
                    self.code.emit(StmtKind::Check(Check { kind }), span);
                }
                let value = Expr::new(ExprKind::Null, place.ty.clone(), span);
                self.run_only(Op::Store { place, value, gives: false }, span);
            }
            H::Subscript { base, indices } if self.source.types.expr(*base).is_object() => {
                let object = self.expr(*base);
                let key = self.object_key(indices, span);
                self.run_only(Op::DelItem { object, key }, span);
            }
            H::Attribute { base, name }
                if self.source.types.expr(*base).is_object() && !self.source.is_class_field(*base, name) =>
            {
                let object = self.expr(*base);
                self.run_only(Op::DelAttribute { object, name: name.clone() }, span);
            }
            // The field of a C struct always holds something.
            H::Attribute { base, name }
                if self.source.types.expr(target).is_object() && self.source.is_public_field(*base, name) =>
            {
                let none = Expr::new(ExprKind::Singleton(Singleton::None), Ty::OBJECT, span);
                self.store_field(target, none, span);
            }
            // A C variable keeps what it holds.
            H::Name(_) if if_bound => {}
            H::Subscript { base, .. } | H::Attribute { base, .. }
                if self.source.types.expr(*base).is_error() => {}
            _ if self.source.types.expr(target).is_error() => {}
            _ => self.report(report::not_deletable(source.body.exprs[target].span)),
        }
    }
}

impl<'m> Source<'m> {
    fn is_public_field(&self, base: ExprId, name: &str) -> bool {
        let class = self.types.expr(base).extension();
        let field = class.and_then(|class| self.table().class_field(class, name));
        field.is_some_and(|(_, field)| field.access == FieldAccess::Public)
    }
}
