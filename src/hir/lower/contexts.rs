//! What the blocks of data contexts hold, as far as the text says it.

use crate::hir::{Block, Body, ExprKind as E, StmtKind as S, known_choice, known_condition, walk};
use crate::syntax::ast::{self, Statement};

/// Whether an `IF` chooses some of a block's statements.
pub fn has_choice(block: ast::Block<'_>) -> bool {
    let is_such = |statement: Statement<'_>| {
        matches!(statement, Statement::CompileTimeIf(_)) || statement.blocks().into_iter().any(has_choice)
    };
    block.statements().into_iter().any(is_such)
}

/// Whether a block has no region and no update, and all of it is compiled: no literal and no fused type chooses what is.
pub fn is_plain(body: &Body, block: &Block) -> bool {
    let mut is_plain = !has_unreached(block);
    walk::statements(block, &mut |stmt| {
        is_plain &= match &stmt.kind {
            S::Error | S::Update { .. } => false,
            S::Prange(prange) => prange.clauses.device.is_none(),
            S::Parallel { clauses, .. } => clauses.device.is_none(),
            S::If { condition, .. } => known_condition(body, *condition).is_none(),
            _ => true,
        };
        is_plain &= !walk::blocks(stmt).into_iter().any(has_unreached);
        let mut open = walk::expressions(&stmt.kind);
        while let Some(id) = open.pop() {
            is_plain &= match body.exprs[id].kind {
                E::Error | E::TypeTest { .. } => false,
                E::Conditional { .. } => known_choice(body, id).is_none(),
                E::Logical(_, left, _) => known_condition(body, left).is_none(),
                _ => true,
            };
            open.extend(walk::children(body, id));
        }
    });
    is_plain
}

/// Whether statements of a block follow one that jumps away.
fn has_unreached(block: &Block) -> bool {
    block.iter().rev().skip(1).any(walk::never_ends)
}
