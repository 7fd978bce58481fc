//! What host code around regions may do to data that a region also uses, under any name.

use crate::source::Span;
use crate::tir::{Block, Callee, Expr, ExprKind, Module, Op, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// The first place where host code may read, and where it may write, memory that views show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostAccess {
    pub read: Option<Span>,
    pub write: Option<Span>,
}

impl HostAccess {
    fn reads(&mut self, at: Span) {
        self.read.get_or_insert(at);
    }

    fn both(&mut self, at: Span) {
        self.read.get_or_insert(at);
        self.write.get_or_insert(at);
    }
}

/// Looks through the host code of a block; regions in it are not host code.
pub fn host_access(module: &Module, block: &Block) -> HostAccess {
    let mut found = HostAccess::default();
    walk::statements(block, &mut |stmt| statement(module, stmt, &mut found));
    found
}

fn statement(module: &Module, stmt: &Stmt, found: &mut HostAccess) {
    match &stmt.kind {
        StmtKind::Run { op: Op::Own(view), .. } if view.ty.memoryview().is_some() => {}
        StmtKind::Run { .. } | StmtKind::Update(_) | StmtKind::Atomic { .. } => found.both(stmt.span),
        StmtKind::Assign { place, .. } if !matches!(place.kind, ExprKind::Local(_)) => found.both(stmt.span),
        _ => {}
    }
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |expr| expression(module, expr, found));
    }
}

fn expression(module: &Module, expr: &Expr, found: &mut HostAccess) {
    match &expr.kind {
        ExprKind::Element { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => found.reads(expr.span),
        ExprKind::AddressOf(_) => found.both(expr.span),
        ExprKind::Call(Callee::Function(_), _) => found.both(expr.span),
        ExprKind::Call(Callee::Extern(id), arguments) => {
            let scalars = arguments.iter().all(|argument| argument.ty.is_numeric());
            if !(module.externs[*id].is_pure && scalars) {
                found.both(expr.span);
            }
        }
        ExprKind::Field { base, .. } if matches!(base.ty, Ty::Pointer { .. }) => found.reads(expr.span),
        _ => {}
    }
}
