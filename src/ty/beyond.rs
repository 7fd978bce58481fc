//! What a module does that Cython does not, although Cython accepts the words.

use super::{FunctionTypes, PyClass, Ty, TypeTable, Typed};
use crate::base::Name;
use crate::hir::{Asked, Binding, Body, ExprId, ExprKind, Stmt, StmtKind, UnaryOp, walk};
use crate::source::{FileId, Span};

/// In the order of the text.
#[derive(Debug, Default)]
pub struct Beyond {
    /// The `len`s of calls that give the length of `bytes` in regions, where their data is available.
    pub lengths: Vec<Span>,
    /// Variables that are memoryviews of unions.
    pub union_views: Vec<(Span, Name)>,
    /// Calls of `any` and `all` that need no GIL.
    pub asked: Vec<AskedInC>,
}

/// `any` or `all` of C numbers where the GIL is not held.
#[derive(Debug)]
pub struct AskedInC {
    pub is_any: bool,
    pub call: Span,
    /// The name of the function.
    pub callee: Span,
    /// The tuple or list.
    pub display: Span,
    /// Whether an item is a truth as it is written.
    pub items: Vec<(Span, bool)>,
}

impl Typed {
    pub fn beyond_cython(&self) -> Beyond {
        let file = self.module.file;
        let functions = self
            .module
            .functions
            .iter()
            .filter_map(|(id, function)| self.functions.get(id).map(|types| (&function.body, types)));
        let mut found = Beyond::default();
        for (body, types) in functions.chain([(&self.module.init.body, &self.init)]) {
            let mut looker = Looker { body, types, table: &self.table, found: &mut found };
            looker.locals();
            walk::statements(&body.block, &mut |stmt| looker.region(stmt));
            looker.asked();
        }
        tidy(&mut found.lengths, file, |span| *span);
        tidy(&mut found.union_views, file, |(span, _)| *span);
        tidy(&mut found.asked, file, |asked| asked.call);
        found
    }
}

/// Removes duplicates from specialisations, and findings in other files.
fn tidy<T>(found: &mut Vec<T>, file: FileId, span: impl Fn(&T) -> Span) {
    let place = |one: &T| (span(one).start, span(one).end);
    found.retain(|one| span(one).file == file);
    found.sort_by_key(place);
    found.dedup_by_key(|one| place(one));
}

struct Looker<'a> {
    body: &'a Body,
    types: &'a FunctionTypes,
    table: &'a TypeTable,
    found: &'a mut Beyond,
}

impl Looker<'_> {
    fn locals(&mut self) {
        for (id, local) in self.body.locals.iter().filter(|(_, local)| !local.is_hidden) {
            if let Some(Ty::Memoryview(view)) = self.types.locals.get(id)
                && has_union(&view.element, self.table)
            {
                self.found.union_views.push((local.span, local.name.clone()));
            }
        }
    }

    fn asked(&mut self) {
        let exprs = &self.body.exprs;
        for (id, expr) in exprs.iter() {
            let ExprKind::Call { callee, .. } = expr.kind else { continue };
            let asked = Asked::of(self.body, id).filter(|_| self.types.exprs.get(id) == Some(&Ty::Bint));
            let Some(Asked { is_any, display, items }) = asked else { continue };
            let item = |item: &ExprId| {
                let kind = &exprs[*item].kind;
                let is_truth = matches!(kind, ExprKind::Compare { .. } | ExprKind::Unary(UnaryOp::Not, _));
                (exprs[*item].span, is_truth || Asked::of(self.body, *item).is_some())
            };
            self.found.asked.push(AskedInC {
                is_any,
                call: expr.span,
                callee: exprs[callee].span,
                display: exprs[display].span,
                items: items.iter().map(item).collect(),
            });
        }
    }

    fn region(&mut self, stmt: &Stmt) {
        let inside = match &stmt.kind {
            StmtKind::Parallel { clauses, body } if clauses.device.is_some() => body,
            StmtKind::Prange(prange) if prange.clauses.device.is_some() => {
                self.expressions(stmt);
                &prange.body
            }
            _ => return,
        };
        walk::statements(inside, &mut |stmt| self.expressions(stmt));
    }

    fn expressions(&mut self, stmt: &Stmt) {
        walk::expressions(&stmt.kind).into_iter().for_each(|root| self.expr(root));
    }

    fn expr(&mut self, id: ExprId) {
        if let ExprKind::Call { callee, arguments, .. } = &self.body.exprs[id].kind
            && let ExprKind::Name(Binding::Builtin(name)) = &self.body.exprs[*callee].kind
            && name == "len"
            && let [bytes] = arguments.as_slice()
            && self.types.exprs.get(*bytes) == Some(&Ty::Object(PyClass::Bytes))
        {
            self.found.lengths.push(self.body.exprs[*callee].span);
        }
        walk::children(self.body, id).into_iter().for_each(|child| self.expr(child));
    }
}

fn has_union(ty: &Ty, table: &TypeTable) -> bool {
    match ty {
        Ty::Struct(id) => {
            let def = &table.structs[*id];
            def.is_union || def.fields.iter().any(|field| has_union(&field.ty, table))
        }
        Ty::Array { element, .. } => has_union(element, table),
        _ => false,
    }
}
