//! Old buffer syntax: `np.ndarray[double, ndim=2] x`. The variable is an object; with it comes a memoryview of the
//! same array, which is bound whenever the variable is. The type checker replaces the object by it where all axes are
//! indexed by C integers.

use super::{
    Binding, Block, Body, ExprId, ExprKind, Local, LocalId, Stmt, StmtKind, Subscript, TypeExpr, TypeKind,
    walk,
};
use crate::source::Span;

/// Functions return objects, and declared parameters take objects: only the class of a buffer type remains.
pub fn handed_over(ty: TypeExpr) -> TypeExpr {
    match ty.kind {
        TypeKind::Buffer { object, .. } => *object,
        kind => TypeExpr { kind, span: ty.span },
    }
}

/// Binds the views of parameters at the beginning of the body, and wherever the body binds the variables; a view
/// that is never written through has `const` elements.
pub fn bind_views(body: &mut Body, params: &[LocalId]) {
    if body.buffers.is_empty() {
        return;
    }
    let mut block = std::mem::take(&mut body.block);
    follow(body, &mut block);
    let buffers: Vec<(LocalId, LocalId)> =
        params.iter().filter_map(|param| Some((*param, *body.buffers.get(param)?))).collect();
    for (object, view) in buffers.into_iter().rev() {
        let span = body.locals[object].span;
        block.insert(0, binding(body, object, view, span));
    }
    let (assigned, addressed) = (assigned(body, &block), addressed(body));
    for (object, view) in body.buffers.clone() {
        if assigned.contains(&object) {
            continue;
        }
        body.buffer_options.entry(view).or_default().is_not_assigned = true;
        if let TypeKind::Memoryview { element, .. } = &mut body.locals[view].ty.kind
            && !addressed.contains(&object)
        {
            let inner = element.clone();
            **element = TypeExpr { span: inner.span, kind: TypeKind::Const(inner) };
        }
    }
    body.block = block;
}

fn follow(body: &mut Body, block: &mut Block) {
    let mut at = 0;
    while at < block.len() {
        walk::blocks_mut(&mut block[at]).into_iter().for_each(|inner| follow(body, inner));
        let mut bound = Vec::new();
        let (targets, inside) = match &block[at].kind {
            StmtKind::Assign { targets, .. } => (targets.clone(), false),
            StmtKind::AugAssign { target, .. } => (vec![*target], false),
            StmtKind::ForEach { target, .. } => (vec![*target], true),
            StmtKind::With { target: Some(target), .. } => (vec![*target], true),
            _ => (Vec::new(), false),
        };
        targets.into_iter().for_each(|target| named(body, target, &mut bound));
        let span = block[at].span;
        let added: Vec<Stmt> =
            bound.into_iter().map(|(object, view)| binding(body, object, view, span)).collect();
        if let (true, StmtKind::ForEach { body: inner, .. } | StmtKind::With { body: inner, .. }) =
            (inside, &mut block[at].kind)
        {
            inner.splice(0..0, added);
        } else {
            let count = added.len();
            block.splice(at + 1..at + 1, added);
            at += count;
        }
        at += 1;
    }
}

/// The variables that a target names, with their views.
fn named(body: &Body, target: ExprId, found: &mut Vec<(LocalId, LocalId)>) {
    match &body.exprs[target].kind {
        ExprKind::Name(Binding::Local(object)) => {
            found.extend(body.buffers.get(object).map(|view| (*object, *view)));
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().for_each(|item| named(body, *item, found));
        }
        _ => {}
    }
}

/// `view = object`
fn binding(body: &mut Body, object: LocalId, view: LocalId, span: Span) -> Stmt {
    let mut name = |local| {
        let kind = ExprKind::Name(Binding::Local(local));
        body.exprs.alloc(crate::hir::Expr { kind, span })
    };
    let (target, value) = (name(view), name(object));
    Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
}

/// Splits the variables of a buffer type, as those of a fused type are in a specialisation.
pub fn split(body: &mut Body) {
    let others = std::mem::take(&mut body.buffers);
    let mut found = Vec::new();
    for (id, local) in body.locals.iter_mut() {
        if let TypeKind::Buffer { object, view, options } = &local.ty.kind {
            let (object, view, options) = ((**object).clone(), (**view).clone(), *options);
            found.push((id, Local { ty: view, is_param: false, is_hidden: true, ..local.clone() }, options));
            local.ty = object;
        }
    }
    for (object, view, options) in found {
        let view = body.locals.alloc(view);
        body.buffers.insert(object, view);
        body.buffer_options.insert(view, options);
    }
    let params: Vec<LocalId> =
        body.locals.iter().filter(|(_, local)| local.is_param).map(|(id, _)| id).collect();
    bind_views(body, &params);
    body.buffers.extend(others);
}

/// The variables with an element that is assigned.
fn assigned(body: &Body, block: &Block) -> Vec<LocalId> {
    let mut targets = Vec::new();
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets: all, .. } => targets.extend(all.iter().copied()),
        StmtKind::AugAssign { target, .. } | StmtKind::Atomic { target, .. } => targets.push(*target),
        _ => {}
    });
    with_elements(body, targets)
}

/// The variables with an element whose address is taken.
fn addressed(body: &Body) -> Vec<LocalId> {
    let place = |kind: &ExprKind| match kind {
        ExprKind::AddressOf(place) => Some(*place),
        _ => None,
    };
    with_elements(body, body.exprs.iter().filter_map(|(_, expr)| place(&expr.kind)).collect())
}

/// The variables whose elements places are, or are parts of.
fn with_elements(body: &Body, mut targets: Vec<ExprId>) -> Vec<LocalId> {
    let mut found = Vec::new();
    while let Some(target) = targets.pop() {
        match &body.exprs[target].kind {
            ExprKind::Subscript { base, indices }
                if indices.iter().all(|index| matches!(index, Subscript::Index(_))) =>
            {
                match &body.exprs[*base].kind {
                    ExprKind::Name(Binding::Local(object)) => found.push(*object),
                    _ => targets.push(*base),
                }
            }
            ExprKind::Attribute { base, .. } => targets.push(*base),
            ExprKind::Tuple(items) | ExprKind::List(items) => targets.extend(items),
            _ => {}
        }
    }
    found
}
