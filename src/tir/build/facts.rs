//! What must be known about a whole body before its statements are built: which locals are assigned where,
//! which loop variables are used after their loop, which memoryviews need no reference of their own.

use std::collections::{HashMap, HashSet};

use crate::base::ByBlock;
use crate::hir::{self, Binding, Block, Body, ExprId, ExprKind, LocalId, Stmt, StmtKind, TypeName};
use crate::ty::{FunctionTypes, Ty};

#[derive(Default)]
pub struct Facts {
    /// Loop variables that are mentioned outside the loops over them.
    pub outlives_loop: HashSet<LocalId>,
    /// The locals that statements give a value, and where.
    pub assigned: ByBlock<LocalId>,
    /// Locals whose address is taken: pointers and views may change them anywhere.
    pub addressed: HashSet<LocalId>,
    /// Memoryview locals that are always views of something that lives as long as the function.
    pub borrowed_views: HashSet<LocalId>,
    /// Locals to which calls of extension types alone give a value: they are never `None`.
    pub made_objects: HashSet<LocalId>,
    /// Locals that one statement alone binds, to a function that it makes, and its expression.
    pub made_functions: HashMap<LocalId, ExprId>,
}

pub fn collect(function: &hir::Function, types: &FunctionTypes) -> Facts {
    let body = &function.body;
    let mut facts = Facts::default();
    note_assigned(body, types, &body.block, &mut facts.assigned);
    let mut addressed = Vec::new();
    for (_, expr) in body.exprs.iter() {
        if let ExprKind::AddressOf(place) = expr.kind {
            target_locals(body, types, place, &mut addressed);
        }
    }
    facts.addressed.extend(addressed);
    outliving(body, &body.block, &mut Vec::new(), &mut facts.outlives_loop);
    facts.borrowed_views = borrowed_views(function, types);
    facts.made_objects = made_objects(function, types);
    facts.made_functions = super::local_functions::made_functions(function, types);
    facts
}

fn made_objects(function: &hir::Function, types: &FunctionTypes) -> HashSet<LocalId> {
    let body = &function.body;
    let makes = |value: ExprId| match &body.exprs[value].kind {
        ExprKind::Call { callee, .. } => {
            let class = match &body.exprs[*callee].kind {
                ExprKind::Attribute { base, name } if name == "__new__" => *base,
                _ => *callee,
            };
            matches!(&body.exprs[class].kind, ExprKind::Name(Binding::Type(TypeName::Object(class)))
                if class.extension().is_some())
        }
        _ => false,
    };
    let (mut made, mut others) = (HashSet::new(), Vec::new());
    others.extend(function.params.iter().map(|param| param.local));
    others.extend(body.rebound.iter().chain(&body.of_threads).copied());
    hir::walk::statements(&body.block, &mut |stmt| {
        let is_made = matches!(&stmt.kind, StmtKind::Assign { value, .. } if makes(*value));
        for target in targets(stmt) {
            match body.exprs[target].kind {
                ExprKind::Name(Binding::Local(local)) if is_made => drop(made.insert(local)),
                _ => target_locals(body, types, target, &mut others),
            }
        }
    });
    made.retain(|local| !others.contains(local));
    made
}

/// Notes what a block binds, and the blocks inside it.
pub fn note_assigned(body: &Body, types: &FunctionTypes, block: &Block, found: &mut ByBlock<LocalId>) {
    let mark = found.mark();
    for stmt in block {
        assigned(body, types, stmt).into_iter().for_each(|local| found.add(local));
        hir::walk::blocks(stmt).into_iter().for_each(|inner| note_assigned(body, types, inner, found));
    }
    found.end(block, mark);
}

/// The locals that a statement itself binds.
pub fn assigned(body: &Body, types: &FunctionTypes, stmt: &Stmt) -> Vec<LocalId> {
    let mut found = Vec::new();
    for target in targets(stmt) {
        target_locals(body, types, target, &mut found);
    }
    found
}

/// The locals that a block binds by name, at any depth: not through a field or an element.
pub fn named_in(body: &Body, block: &Block) -> HashSet<LocalId> {
    let mut found = HashSet::new();
    hir::walk::statements(block, &mut |stmt| {
        targets(stmt).into_iter().for_each(|target| named(body, target, &mut found));
    });
    found
}

fn named(body: &Body, target: ExprId, found: &mut HashSet<LocalId>) {
    match &body.exprs[target].kind {
        ExprKind::Name(Binding::Local(local)) => drop(found.insert(*local)),
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().for_each(|&item| named(body, item, found));
        }
        ExprKind::Starred(target) => named(body, *target, found),
        _ => {}
    }
}

fn targets(stmt: &Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.clone(),
        StmtKind::AugAssign { target, .. }
        | StmtKind::Atomic { target, .. }
        | StmtKind::ForRange { target, .. }
        | StmtKind::ForEach { target, .. }
        | StmtKind::Import { target, .. } => vec![*target],
        StmtKind::Prange(prange) => vec![prange.target],
        StmtKind::ImportFrom { names, .. } => names.iter().map(|(_, target)| *target).collect(),
        StmtKind::Delete(targets) => targets.clone(),
        StmtKind::Try(tried) => tried.handlers.iter().filter_map(|handler| handler.target).collect(),
        StmtKind::With { target, .. } => target.iter().copied().collect(),
        _ => vec![],
    }
}

fn target_locals(body: &Body, types: &FunctionTypes, target: ExprId, found: &mut Vec<LocalId>) {
    match &body.exprs[target].kind {
        ExprKind::Name(Binding::Local(local)) => found.push(*local),
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            for &item in items {
                target_locals(body, types, item, found);
            }
        }
        ExprKind::Starred(target) => target_locals(body, types, *target, found),
        // A field of a struct variable, an element of a C array.
        ExprKind::Attribute { base, .. } | ExprKind::Subscript { base, .. }
            if matches!(types.expr(*base), Ty::Struct(_) | Ty::Tuple(_) | Ty::Array { .. }) =>
        {
            target_locals(body, types, *base, found)
        }
        _ => {}
    }
}

/// Calls `visit` for every local that the expression mentions.
pub fn mentions(body: &Body, id: ExprId, visit: &mut impl FnMut(LocalId)) {
    if let ExprKind::Name(Binding::Local(local)) = body.exprs[id].kind {
        visit(local);
    }
    for child in hir::walk::children(body, id) {
        mentions(body, child, visit);
    }
}

/// Whether statements may read a local before they give it a value.
pub fn reads_before(body: &Body, block: &Block, local: LocalId) -> bool {
    first_use(body, block, local) == FirstUse::Read
}

/// What a block does first with a local, on some path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstUse {
    Read,
    /// On all paths.
    Set,
    /// On some paths nothing, and no path reads it first.
    None,
}

fn first_use(body: &Body, block: &Block, local: LocalId) -> FirstUse {
    for stmt in block {
        let is_it = |root: &ExprId| matches!(body.exprs[*root].kind, ExprKind::Name(Binding::Local(id)) if id == local);
        let (targets, is_set) = match &stmt.kind {
            StmtKind::Assign { targets, .. } => (targets.as_slice(), targets.iter().any(is_it)),
            _ => (&[][..], false),
        };
        let is_target = |root: &ExprId| targets.contains(root) && is_it(root);
        let roots = hir::walk::expressions(&stmt.kind);
        if roots.iter().any(|root| !is_target(root) && is_in(body, *root, local)) {
            return FirstUse::Read;
        }
        if is_set {
            return FirstUse::Set;
        }
        let inner: Vec<FirstUse> =
            hir::walk::blocks(stmt).into_iter().map(|block| first_use(body, block, local)).collect();
        if inner.contains(&FirstUse::Read) {
            return FirstUse::Read;
        }
        let is_if = matches!(stmt.kind, StmtKind::If { .. });
        if is_if && inner.len() == 2 && inner.iter().all(|one| *one == FirstUse::Set) {
            return FirstUse::Set;
        }
    }
    FirstUse::None
}

fn is_in(body: &Body, root: ExprId, local: LocalId) -> bool {
    let mut found = false;
    mentions(body, root, &mut |mentioned| found |= mentioned == local);
    found
}

fn outliving(body: &Body, block: &Block, loops: &mut Vec<LocalId>, found: &mut HashSet<LocalId>) {
    for stmt in block {
        let (target, inner) = match &stmt.kind {
            StmtKind::ForRange { target, body: inner, .. } => (Some(*target), Some(inner)),
            StmtKind::Prange(prange) => (Some(prange.target), Some(&prange.body)),
            _ => (None, None),
        };
        for root in hir::walk::expressions(&stmt.kind) {
            if Some(root) != target {
                mentions(body, root, &mut |local| {
                    if !loops.contains(&local) {
                        found.insert(local);
                    }
                });
            }
        }
        let target = target.and_then(|target| match body.exprs[target].kind {
            ExprKind::Name(Binding::Local(local)) => Some(local),
            _ => None,
        });
        for nested in hir::walk::blocks(stmt) {
            let is_body = inner.is_some_and(|inner| std::ptr::eq(inner, nested));
            if let (true, Some(target)) = (is_body, target) {
                loops.push(target);
                outliving(body, nested, loops, found);
                loops.pop();
            } else {
                outliving(body, nested, loops, found);
            }
        }
    }
}

/// What is bound to locals; `None`: something that is not an expression of its own.
type Values = HashMap<LocalId, Vec<Option<ExprId>>>;

/// Memoryview locals whose every value is a view of a parameter that is never rebound, or of a local that is
/// bound once and outside every loop: such a root keeps the buffer until the function ends.
fn borrowed_views(function: &hir::Function, types: &FunctionTypes) -> HashSet<LocalId> {
    let body = &function.body;
    let mut values: Values = Values::new();
    let mut in_loop: HashSet<LocalId> = HashSet::new();
    bindings(body, types, &body.block, false, &mut values, &mut in_loop);
    let is_view = |local: &LocalId| types.local(*local).memoryview().is_some();
    let is_root = |local: LocalId| match values.get(&local) {
        None => body.locals[local].is_param,
        Some(list) => !body.locals[local].is_param && list.len() == 1 && !in_loop.contains(&local),
    };
    let candidates = values.keys().copied().filter(is_view).filter(|local| !body.locals[*local].is_param);
    let mut borrowed = settled(candidates.collect(), |local, borrowed| {
        views_of(body, types, &values[&local], |root| {
            root != local && (borrowed.contains(&root) && is_single(&values, root) || is_root(root))
        })
    });
    let counted = body.exprs.iter().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Name(Binding::Local(local)) => Some(local),
        _ => None,
    });
    let mut mentioned = HashMap::new();
    counted.for_each(|local| *mentioned.entry(local).or_insert(0) += 1);
    borrowed_by_teams(body, types, &body.block, (&values, &mentioned), &mut borrowed);
    borrowed
}

/// The largest part of the candidates of which each is kept because of the others.
fn settled(
    mut kept: HashSet<LocalId>,
    is_kept: impl Fn(LocalId, &HashSet<LocalId>) -> bool,
) -> HashSet<LocalId> {
    loop {
        let count = kept.len();
        let known = kept.clone();
        kept.retain(|&local| is_kept(local, &known));
        if kept.len() == count {
            return kept;
        }
    }
}

/// Whether all values are views of such locals.
fn views_of(
    body: &Body,
    types: &FunctionTypes,
    values: &[Option<ExprId>],
    is_root: impl Fn(LocalId) -> bool,
) -> bool {
    values.iter().all(|value| value.and_then(|value| view_root(body, types, value)).is_some_and(&is_root))
}

/// The same for locals that parallel code alone mentions: what it does not bind itself keeps its buffer while it runs.
fn borrowed_by_teams(
    body: &Body,
    types: &FunctionTypes,
    block: &[Stmt],
    (values, mentioned): (&Values, &HashMap<LocalId, usize>),
    borrowed: &mut HashSet<LocalId>,
) {
    for stmt in block {
        if !matches!(stmt.kind, StmtKind::Prange(_) | StmtKind::Parallel { .. }) {
            for inner in hir::walk::blocks(stmt) {
                borrowed_by_teams(body, types, inner, (values, mentioned), borrowed);
            }
            continue;
        }
        let team = std::slice::from_ref(stmt);
        let mut own: Values = Values::new();
        bindings(body, types, team, true, &mut own, &mut HashSet::new());
        let mut inside: HashMap<LocalId, usize> = HashMap::new();
        hir::walk::statements(team, &mut |stmt| {
            for id in hir::walk::expressions(&stmt.kind) {
                mentions(body, id, &mut |local| *inside.entry(local).or_default() += 1);
            }
        });
        let is_of_team = |local: &LocalId| {
            types.local(*local).memoryview().is_some()
                && !body.locals[*local].is_param
                && values.get(local).map(Vec::len) == own.get(local).map(Vec::len)
                && inside.get(local) == mentioned.get(local)
        };
        let found = settled(own.keys().copied().filter(is_of_team).collect(), |local, found| {
            views_of(body, types, &own[&local], |root| {
                !own.contains_key(&root) || root != local && found.contains(&root) && is_single(&own, root)
            })
        });
        borrowed.extend(found);
    }
}

fn is_single(values: &Values, local: LocalId) -> bool {
    values.get(&local).is_some_and(|list| list.len() == 1)
}

/// The local whose memory a view expression shows.
fn view_root(body: &Body, types: &FunctionTypes, id: ExprId) -> Option<LocalId> {
    types.expr(id).memoryview()?;
    match &body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => Some(*local),
        ExprKind::Subscript { base, .. } => view_root(body, types, *base),
        ExprKind::Attribute { base, name } if name == "T" => view_root(body, types, *base),
        _ => None,
    }
}

fn bindings(
    body: &Body,
    types: &FunctionTypes,
    block: &[Stmt],
    looping: bool,
    values: &mut Values,
    in_loop: &mut HashSet<LocalId>,
) {
    for stmt in block {
        let mut bind = |target: ExprId, value: Option<ExprId>| {
            let mut locals = Vec::new();
            target_locals(body, types, target, &mut locals);
            let direct = matches!(body.exprs[target].kind, ExprKind::Name(_));
            for local in locals {
                values.entry(local).or_default().push(value.filter(|_| direct));
                if looping {
                    in_loop.insert(local);
                }
            }
        };
        match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                targets.iter().for_each(|&target| bind(target, Some(*value)))
            }
            _ => targets(stmt).into_iter().for_each(|target| bind(target, None)),
        }
        let is_loop = matches!(
            stmt.kind,
            StmtKind::While { .. }
                | StmtKind::ForRange { .. }
                | StmtKind::ForEach { .. }
                | StmtKind::Prange(_)
        );
        for inner in hir::walk::blocks(stmt) {
            bindings(body, types, inner, looping || is_loop, values, in_loop);
        }
    }
}
