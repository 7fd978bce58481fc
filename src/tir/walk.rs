//! Walks over the TIR: every statement, every expression, and who reads and assigns what.

use super::{
    Block, Callee, Check, CheckKind, Clauses, Expr, ExprKind, FunctionId, LocalId, Next, Op, Prange, Step,
    Stmt, StmtKind,
};

/// Calls `visit` on every statement of the block, outer before inner. Regions that are already outlined are
/// not entered: they have their own bodies.
pub fn statements<'a>(block: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks(stmt) {
            statements(inner, visit);
        }
    }
}

/// Whether a statement of the block, or one inside of it, is such.
pub fn any(block: &[Stmt], is_such: impl Fn(&Stmt) -> bool) -> bool {
    let mut found = false;
    statements(block, &mut |stmt| found |= is_such(stmt));
    found
}

/// How many statements a statement consists of, itself among them.
pub fn count(stmt: &Stmt) -> usize {
    let mut count = 0;
    statements(std::slice::from_ref(stmt), &mut |_| count += 1);
    count
}

/// Whether something in a block has been reported: then it is incomplete.
pub fn is_broken(block: &[Stmt]) -> bool {
    let mut found = false;
    statements(block, &mut |stmt| found |= expressions(stmt).into_iter().any(|expr| expr.ty.is_error()));
    found
}

/// The blocks directly inside a statement, in the order of the text.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::While { prepare, body, otherwise, .. } => vec![prepare, body, otherwise],
        StmtKind::For(looped) => vec![&looped.body, &looped.otherwise],
        StmtKind::Nogil(body) | StmtKind::WithGil(body) | StmtKind::Context { body, .. } => vec![body],
        StmtKind::Try(tried) => vec![&tried.body, &tried.handler, &tried.otherwise],
        StmtKind::Parallel(parallel) => vec![&parallel.body],
        StmtKind::Prange(prange) => vec![&prange.body],
        StmtKind::Serial(serial) => vec![&serial.body],
        StmtKind::Lanes(lanes) => vec![&lanes.body],
        _ => vec![],
    }
}

/// The kernels of a region's body, in the order of the text: outermost parallel loops, and what one
/// thread runs.
pub fn kernels(block: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    for stmt in block {
        match stmt.kind {
            StmtKind::Prange(_) | StmtKind::Serial(_) => found.push(stmt),
            _ => found.extend(blocks(stmt).into_iter().flat_map(|inner| kernels(inner))),
        }
    }
    found
}

/// A parallel loop and the `depth - 1` loops directly inside.
pub fn nested(outer: &Prange, depth: u32) -> Vec<&Prange> {
    let (mut loops, mut prange) = (vec![outer], outer);
    while loops.len() < depth as usize
        && let [Stmt { kind: StmtKind::Prange(inner), .. }] = prange.body.as_slice()
    {
        loops.push(inner);
        prange = inner;
    }
    loops
}

/// [`blocks`], mutable.
pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If { then, otherwise, .. } => vec![then, otherwise],
        StmtKind::While { prepare, body, otherwise, .. } => vec![prepare, body, otherwise],
        StmtKind::For(looped) => {
            let looped = &mut **looped;
            vec![&mut looped.body, &mut looped.otherwise]
        }
        StmtKind::Nogil(body) | StmtKind::WithGil(body) | StmtKind::Context { body, .. } => vec![body],
        StmtKind::Try(tried) => {
            let tried = &mut **tried;
            vec![&mut tried.body, &mut tried.handler, &mut tried.otherwise]
        }
        StmtKind::Parallel(parallel) => vec![&mut parallel.body],
        StmtKind::Prange(prange) => vec![&mut prange.body],
        StmtKind::Serial(serial) => vec![&mut serial.body],
        StmtKind::Lanes(lanes) => vec![&mut lanes.body],
        _ => vec![],
    }
}

/// The expressions directly in a statement (not those of its inner blocks), places included.
pub fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { place, value } | StmtKind::Atomic { place, value, .. } => vec![place, value],
        StmtKind::Eval(value) | StmtKind::Return(Some(value)) => vec![value],
        StmtKind::Run { op, .. } => op.operands(),
        StmtKind::Check(check) => check_expressions(&check.kind),
        StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => vec![condition],
        StmtKind::For(looped) => range(&looped.start, &looped.stop, &looped.step),
        StmtKind::Parallel(parallel) => clause_expressions(&parallel.clauses),
        StmtKind::Prange(prange) => {
            let mut all = range(&prange.start, &prange.stop, &prange.step);
            all.extend(clause_expressions(&prange.clauses));
            all
        }
        StmtKind::Update(update) => update.entries.iter().filter_map(|entry| entry.count.as_ref()).collect(),
        StmtKind::Move { .. }
        | StmtKind::Release(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Try(_)
        | StmtKind::Nogil(_)
        | StmtKind::WithGil(_)
        | StmtKind::Offload(_)
        | StmtKind::HostAccess(_)
        | StmtKind::Serial(_)
        | StmtKind::Lanes(_)
        | StmtKind::Context { .. } => vec![],
    }
}

/// [`expressions`], without those of clauses.
pub fn outside_clauses(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Parallel(_) => vec![],
        StmtKind::Prange(prange) => range(&prange.start, &prange.stop, &prange.step),
        _ => expressions(stmt),
    }
}

/// The functions that a statement itself calls in C.
pub fn called(stmt: &Stmt) -> Vec<FunctionId> {
    let mut found = Vec::new();
    if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind {
        found.push(*function);
    }
    for expr in expressions(stmt) {
        expression(expr, &mut |inner| {
            if let ExprKind::Call(Callee::Function(function), _) = &inner.kind {
                found.push(*function);
            }
        });
    }
    found
}

/// [`expressions`], mutable, of statements that regions consist of; `None` for others.
pub fn expressions_mut(stmt: &mut Stmt) -> Option<Vec<&mut Expr>> {
    Some(match &mut stmt.kind {
        StmtKind::Assign { place, value } | StmtKind::Atomic { place, value, .. } => vec![place, value],
        StmtKind::Eval(value) | StmtKind::Return(Some(value)) => vec![value],
        StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => vec![condition],
        StmtKind::For(looped) => {
            let looped = &mut **looped;
            range_mut(&mut looped.start, &mut looped.stop, &mut looped.step)
        }
        StmtKind::Prange(prange) => {
            let prange = &mut **prange;
            range_mut(&mut prange.start, &mut prange.stop, &mut prange.step)
        }
        StmtKind::Check(Check {
            kind: CheckKind::Index { index, extent, .. } | CheckKind::Noted { index, extent, .. },
        }) => vec![index, extent],
        StmtKind::Check(Check { kind: CheckKind::Divisor { value, dividend, .. } }) => {
            std::iter::once(value).chain(dividend).collect()
        }
        StmtKind::Check(Check { kind: CheckKind::Overflow { left, right, .. } }) => vec![left, right],
        StmtKind::Run { op: Op::CallFunction { arguments, .. }, .. } => arguments.iter_mut().collect(),
        StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => vec![],
        _ => return None,
    })
}

fn range_mut<'a>(start: &'a mut Expr, stop: &'a mut Expr, step: &'a mut Step) -> Vec<&'a mut Expr> {
    match step {
        Step::Constant(_) => vec![start, stop],
        Step::Dynamic(step) => vec![start, stop, step],
    }
}

fn check_expressions(check: &CheckKind) -> Vec<&Expr> {
    match check {
        CheckKind::Index { index, extent, .. } | CheckKind::Noted { index, extent, .. } => {
            vec![index, extent]
        }
        CheckKind::Divisor { value, dividend, .. } => std::iter::once(value).chain(dividend).collect(),
        CheckKind::Overflow { left, right, .. } => vec![left, right],
        CheckKind::Step { value, .. } | CheckKind::Clause { value, .. } | CheckKind::Given { value } => {
            vec![value]
        }
        CheckKind::Extent { extent, given, .. } => vec![extent, given],
        CheckKind::NotNone { view, .. } => vec![view],
        CheckKind::Attribute { object, .. } => vec![object],
        CheckKind::Shared { place, .. } => vec![place],
        CheckKind::Initialised { .. } | CheckKind::Bound { .. } => vec![],
    }
}

fn range<'a>(start: &'a Expr, stop: &'a Expr, step: &'a Step) -> Vec<&'a Expr> {
    match step {
        Step::Constant(_) => vec![start, stop],
        Step::Dynamic(step) => vec![start, stop, step],
    }
}

/// The expressions of a clause list.
pub fn clause_expressions(clauses: &Clauses) -> Vec<&Expr> {
    let all = [
        &clauses.num_threads,
        &clauses.chunksize,
        &clauses.use_threads_if,
        &clauses.num_teams,
        &clauses.thread_limit,
        &clauses.offload_if,
        &clauses.device_num,
    ];
    all.into_iter().flatten().collect()
}

/// Calls `visit` on the expression and everything inside it, outer before inner.
pub fn expression<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    for child in expr.children() {
        expression(child, visit);
    }
}

/// Calls `visit` on every expression of the block, at any depth.
pub fn all_expressions<'a>(block: &'a [Stmt], visit: &mut impl FnMut(&'a Expr)) {
    statements(block, &mut |stmt| {
        for expr in expressions(stmt) {
            expression(expr, visit);
        }
    });
}

/// The locals that a statement itself gives a value (not what is inside its blocks).
pub fn assigned(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::Assign { place, .. } | StmtKind::Atomic { place, .. } => {
            assigned_local(place).into_iter().collect()
        }
        StmtKind::Run { into, op } => {
            let mut all: Vec<_> = into.iter().copied().collect();
            match op {
                Op::Unpack { targets, .. } => all.extend(targets),
                Op::NextItem { at, what: Next::Entry { value }, .. } => all.extend([*at, *value]),
                Op::NextItem { at, .. } | Op::GetRange { at, .. } => all.push(*at),
                _ => {}
            }
            all
        }
        StmtKind::Move { into, from } => vec![*into, *from],
        StmtKind::Release(local) => vec![*local],
        StmtKind::Check(check) => match &check.kind {
            CheckKind::Index { into, .. } => into.iter().copied().collect(),
            CheckKind::Noted { into, outside, .. } => vec![*into, *outside],
            _ => vec![],
        },
        StmtKind::For(looped) => std::iter::once(looped.counter).chain(looped.target).collect(),
        StmtKind::Lanes(lanes) => lanes.own.iter().filter_map(|own| own.kept).collect(),
        StmtKind::Prange(prange) => vec![prange.counter],
        StmtKind::Try(tried) => vec![tried.exception],
        _ => vec![],
    }
}

/// The local that an assignment to `place` changes: the variable itself, or the struct or array
/// variable that holds the place. Memory behind views and pointers belongs to no local.
pub fn assigned_local(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(id) => Some(*id),
        // What an object holds is memory too.
        ExprKind::Field { base, .. } if base.ty.is_object() => None,
        ExprKind::Field { base, .. } => assigned_local(base),
        ExprKind::Index { base, .. } if matches!(base.ty, crate::ty::Ty::Array { .. }) => {
            assigned_local(base)
        }
        _ => None,
    }
}

/// The locals of which an expression in the block takes the address.
pub fn addressed(block: &[Stmt]) -> Vec<LocalId> {
    let mut found = Vec::new();
    all_expressions(block, &mut |expr| match &expr.kind {
        ExprKind::AddressOf(place) => found.extend(assigned_local(place)),
        // An array that becomes a pointer.
        ExprKind::Convert(inner) if inner.ty.is_array() && !expr.ty.is_array() => {
            found.extend(assigned_local(inner));
        }
        _ => {}
    });
    found
}
