//! Walks over the statements of a body.

use super::{Block, Stmt, StmtKind};

/// Calls `visit` on every statement, outer before inner, in the order of the text.
pub fn statements<'a>(block: &'a Block, visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks(stmt) {
            statements(inner, visit);
        }
    }
}

/// The blocks directly inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::While { body, otherwise, .. }
        | StmtKind::ForRange { body, otherwise, .. }
        | StmtKind::ForEach { body, otherwise, .. } => vec![body, otherwise],
        StmtKind::Prange(prange) => vec![&prange.body, &prange.otherwise],
        StmtKind::Nogil(body)
        | StmtKind::WithGil(body)
        | StmtKind::Parallel { body, .. }
        | StmtKind::DataContext { body, .. }
        | StmtKind::Directives { body, .. } => vec![body],
        _ => vec![],
    }
}
