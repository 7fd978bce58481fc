//! `cpdef` in an extern block: a function of a header that Python can also call.

use super::Collector;
use super::function::{Pending, PendingFunction};
use crate::hir::{Binding, ExternId, ExternKind, Function};
use crate::source::Span;

impl<'t> Collector<'t> {
    /// Adds the Python function that calls it.
    pub(super) fn expose_extern(&mut self, id: ExternId, span: Span) {
        let ExternKind::Function { params, names, result, is_variadic, .. } =
            self.tables.externs[id].kind.clone()
        else {
            return;
        };
        if is_variadic {
            return self.not_yet("a variadic `cpdef` function of a header", span);
        }
        let decl = &self.tables.externs[id];
        let params = names.0.into_iter().zip(params).collect();
        let directives = self.directives().clone();
        let function = Function::calling(Binding::Extern(id), &decl.name, params, &result, directives, span);
        // It belongs to the module, although its `.pxd` may declare it.
        let id = self
            .tables
            .functions
            .alloc(PendingFunction { text: Pending::Inner, home: self.declarations.own });
        self.tables.ready.insert(id, function);
    }
}
