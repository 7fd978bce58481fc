//! What `cimport numpy` means besides its names: the module imports NumPy, and its own C may use NumPy's.

use super::scope::Entry;
use super::{Finisher, Reader};
use crate::base::Name;
use crate::hir::{Binding, Expr, ExprKind, Function, FunctionId, Stmt, StmtKind};
use crate::source::Span;

const NUMPY: &str = "numpy";

impl<'t> Reader<'t> {
    /// Records a cimport by the module itself.
    pub(super) fn note_cimport(&mut self, path: &str, span: Span) {
        if path == NUMPY && self.visible().is_own_unit() && self.numpy.is_none() {
            self.numpy = Some(span);
        }
    }
}

impl<'t> Finisher<'t> {
    /// The function that imports NumPy, and where the module cimports that.
    pub(super) fn import_of_numpy(&self) -> Option<(FunctionId, Span)> {
        let span = self.numpy?;
        let unit = self.declarations.by_path.get(NUMPY).copied()?;
        match self.visible(unit).scope_of(unit).get("import_array")? {
            Entry::Function(id) => Some((*id, span)),
            _ => None,
        }
    }

    /// The module's own C may assume that NumPy's header is included.
    pub(super) fn rely_on_numpy(&mut self) {
        let has_c =
            self.tables.includes.iter().any(|(_, include)| include.is_own && include.verbatim.is_some());
        let Some(unit) =
            self.declarations.by_path.get(NUMPY).copied().filter(|_| self.numpy.is_some() && has_c)
        else {
            return;
        };
        let file = self.declarations.units[unit].file();
        for (_, include) in self.tables.includes.iter_mut().filter(|(_, include)| include.span.file == file) {
            include.is_relied_on = include.verbatim.is_some();
        }
    }
}

/// `import_array()`, before everything that the module does.
pub(super) fn import_first(init: &mut Function, import: FunctionId, span: Span) {
    let mut expr = |kind| init.body.exprs.alloc(Expr { kind, span });
    let callee = expr(ExprKind::Name(Binding::Function(import)));
    let call = expr(ExprKind::Call { callee, arguments: Vec::new(), keywords: Vec::<(Name, _)>::new() });
    init.body.block.insert(0, Stmt::new(StmtKind::Expr(call), span));
}
