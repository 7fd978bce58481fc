//! Walks over the statements and expressions of a body.

use super::{Block, Body, Clauses, ExprId, ExprKind, Handler, MapEntry, Range, Stmt, StmtKind, Subscript};

/// Calls `visit` on every statement, outer before inner, in the order of the text.
pub fn statements<'a>(block: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks(stmt) {
            statements(inner, visit);
        }
    }
}

/// Whether a `break` in a loop's body leaves that loop.
pub fn breaks(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::While { otherwise, .. }
        | StmtKind::ForRange { otherwise, .. }
        | StmtKind::ForEach { otherwise, .. } => breaks(otherwise),
        StmtKind::Prange(prange) => breaks(&prange.otherwise),
        _ => blocks(stmt).into_iter().any(|inner| breaks(inner)),
    })
}

/// Whether a statement jumps away, whatever happens.
pub fn never_ends(stmt: &Stmt) -> bool {
    let all = |block: &Block| block.iter().any(never_ends);
    match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Raise { .. } | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If { then, otherwise, .. } => all(then) && all(otherwise),
        _ => false,
    }
}

/// The blocks directly inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::While { body, otherwise, .. }
        | StmtKind::ForRange { body, otherwise, .. }
        | StmtKind::ForEach { body, otherwise, .. } => vec![body, otherwise],
        StmtKind::Comprehensions { blocks, body } => {
            blocks.iter().map(|(_, block)| block).chain([body]).collect()
        }
        StmtKind::Prange(prange) => vec![&prange.body, &prange.otherwise],
        StmtKind::Nogil(body)
        | StmtKind::WithGil(body)
        | StmtKind::Parallel { body, .. }
        | StmtKind::DataContext { body, .. }
        | StmtKind::With { body, .. }
        | StmtKind::Directives { body, .. } => vec![body],
        StmtKind::Try(tried) => std::iter::once(&tried.body)
            .chain(tried.handlers.iter().map(|handler| &handler.body))
            .chain([&tried.otherwise])
            .chain(&tried.finally)
            .collect(),
        _ => vec![],
    }
}

/// The blocks directly inside a statement, to be changed.
pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::While { body, otherwise, .. }
        | StmtKind::ForRange { body, otherwise, .. }
        | StmtKind::ForEach { body, otherwise, .. } => vec![body, otherwise],
        StmtKind::Comprehensions { blocks, body } => {
            blocks.iter_mut().map(|(_, block)| block).chain([body]).collect()
        }
        StmtKind::Prange(prange) => vec![&mut prange.body, &mut prange.otherwise],
        StmtKind::Nogil(body)
        | StmtKind::WithGil(body)
        | StmtKind::Parallel { body, .. }
        | StmtKind::DataContext { body, .. }
        | StmtKind::With { body, .. }
        | StmtKind::Directives { body, .. } => vec![body],
        StmtKind::Try(tried) => {
            let tried = &mut **tried;
            std::iter::once(&mut tried.body)
                .chain(tried.handlers.iter_mut().map(|handler| &mut handler.body))
                .chain([&mut tried.otherwise])
                .chain(&mut tried.finally)
                .collect()
        }
        _ => vec![],
    }
}

/// The expressions directly in a statement.
pub fn expressions(stmt: &StmtKind) -> Vec<ExprId> {
    let range = |range: &Range| [Some(range.stop), range.start, range.step].into_iter().flatten();
    match stmt {
        StmtKind::Expr(value) => vec![*value],
        StmtKind::Assign { targets, value } => {
            std::iter::once(*value).chain(targets.iter().copied()).collect()
        }
        StmtKind::AugAssign { target, value, .. } | StmtKind::Atomic { target, value, .. } => {
            vec![*target, *value]
        }
        StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => vec![*condition],
        StmtKind::ForRange { target, range: bounds, .. } => {
            std::iter::once(*target).chain(range(bounds)).collect()
        }
        StmtKind::ForEach { target, iterable, .. } => vec![*target, *iterable],
        StmtKind::Prange(prange) => std::iter::once(prange.target)
            .chain(range(&prange.range))
            .chain(clause_roots(&prange.clauses))
            .collect(),
        StmtKind::Return(value) => value.iter().copied().collect(),
        StmtKind::Raise { exception, cause } => exception.iter().chain(cause).copied().collect(),
        StmtKind::Try(tried) => {
            let parts = |handler: &Handler| handler.exception.into_iter().chain(handler.target);
            tried.handlers.iter().flat_map(parts).collect()
        }
        StmtKind::With { manager, target, .. } => std::iter::once(*manager).chain(*target).collect(),
        StmtKind::Assert { condition, message } => std::iter::once(*condition).chain(*message).collect(),
        StmtKind::Delete(targets) => targets.clone(),
        StmtKind::Import { target, .. } => vec![*target],
        StmtKind::ImportFrom { names, .. } => names.iter().map(|(_, target)| *target).collect(),
        StmtKind::Parallel { clauses, .. } => clause_roots(clauses),
        StmtKind::DataContext { context, .. } => {
            entry_roots(&context.entries).into_iter().chain(context.device_num).collect()
        }
        StmtKind::Update { entries, .. } => entry_roots(entries),
        StmtKind::Error
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Comprehensions { .. }
        | StmtKind::Nogil(_)
        | StmtKind::WithGil(_)
        | StmtKind::Directives { .. } => vec![],
    }
}

fn clause_roots(clauses: &Clauses) -> Vec<ExprId> {
    let values = [
        clauses.num_threads,
        clauses.chunksize,
        clauses.use_threads_if,
        clauses.num_teams,
        clauses.thread_limit,
        clauses.offload_if,
        clauses.device_num,
    ];
    let entries = clauses.device.iter().flat_map(|device| entry_roots(&device.entries));
    values.into_iter().flatten().chain(entries).collect()
}

fn entry_roots(entries: &[MapEntry]) -> Vec<ExprId> {
    entries.iter().flat_map(|entry| std::iter::once(entry.subject).chain(entry.count)).collect()
}

/// The expressions directly inside one.
pub fn children(body: &Body, id: ExprId) -> Vec<ExprId> {
    match &body.exprs[id].kind {
        ExprKind::Unary(_, inner)
        | ExprKind::Positive(inner)
        | ExprKind::Attribute { base: inner, .. }
        | ExprKind::Cast { operand: inner, .. }
        | ExprKind::AddressOf(inner)
        | ExprKind::COperand(inner, _)
        | ExprKind::IsExactly(inner, _)
        | ExprKind::IsInstance(inner, _)
        | ExprKind::Inherits(inner, ..)
        | ExprKind::Starred(inner)
        | ExprKind::SizeOfExpr(inner)
        | ExprKind::TypeOf(inner) => vec![*inner],
        ExprKind::Binary(_, left, right) | ExprKind::Logical(_, left, right) => vec![*left, *right],
        ExprKind::Compare { first, rest } => {
            std::iter::once(*first).chain(rest.iter().map(|(_, operand)| *operand)).collect()
        }
        ExprKind::Conditional { condition, then, otherwise } => vec![*condition, *then, *otherwise],
        ExprKind::Call { callee, arguments, keywords } => std::iter::once(*callee)
            .chain(arguments.iter().copied())
            .chain(keywords.iter().map(|(_, value)| *value))
            .collect(),
        ExprKind::Subscript { base, indices } => {
            std::iter::once(*base).chain(indices.iter().flat_map(subscript_exprs)).collect()
        }
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Runtime(_, items) => items.clone(),
        ExprKind::SpecialiseMethod { method, otherwise, .. } => {
            std::iter::once(*method).chain(*otherwise).collect()
        }
        ExprKind::MakeFunction { scope, defaults, .. } => scope.iter().chain(defaults).copied().collect(),
        ExprKind::Formatted { value, format, .. } => std::iter::once(*value).chain(*format).collect(),
        ExprKind::Joined(parts) => parts.clone(),
        ExprKind::Yield { value, .. } => value.iter().copied().collect(),
        ExprKind::ArrayOver { operand, extents, .. } => {
            std::iter::once(*operand).chain(extents.iter().copied()).collect()
        }
        ExprKind::Dict(items) => items.iter().flat_map(|(key, value)| [*key, *value]).collect(),
        _ => vec![],
    }
}

fn subscript_exprs(subscript: &Subscript) -> Vec<ExprId> {
    match subscript {
        Subscript::Index(index) => vec![*index],
        Subscript::Slice { start, stop, step } => [*start, *stop, *step].into_iter().flatten().collect(),
        Subscript::Ellipsis | Subscript::NewAxis => vec![],
    }
}
