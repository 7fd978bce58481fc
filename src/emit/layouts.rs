//! How objects hold memoryviews: as Cython's do where other modules know of their class, so that either compiler may have
//! made it, or a class that inherits from it.

use super::c;
use super::types::view_struct;
use crate::pass::LocalSet;
use crate::tir::{CheckKind, Expr, ExprKind, Function, LocalRole, Module, StmtKind, walk};
use crate::ty::{ClassDef, ClassFieldDef, Memoryview};

/// Whether a field of a class is a memoryview in Cython's struct: `offcy_cython_view`.
pub fn is_shared_view(def: &ClassDef, field: &ClassFieldDef) -> bool {
    field.ty.memoryview().is_some() && (def.is_declared || def.foreign.is_some())
}

/// What such a field shows, borrowed.
pub fn shown(view: &Memoryview, place: c::Expr) -> c::Expr {
    c::Expr::call(format!("{}_shown", view_struct(view)), vec![c::Expr::address(place)])
}

/// Whether a module has a class, of its own or another's, with such a field.
pub fn are_there(module: &Module) -> bool {
    let classes = module.types.class_ids().map(|id| module.types.class(id));
    classes.into_iter().any(|def| def.fields.iter().any(|field| is_shared_view(def, field)))
}

/// The borrowed memoryviews of a function of which only elements and extents are used, and whether there is one. What lies
/// under them need not be found out.
pub fn peeked(function: &Function) -> LocalSet {
    let body = &function.body;
    let is_region = |kind: &StmtKind| {
        matches!(kind, StmtKind::Offload(_) | StmtKind::HostAccess(_) | StmtKind::Context { .. })
    };
    let mut found = LocalSet::default();
    if walk::any(body, |stmt| is_region(&stmt.kind)) {
        return found;
    }
    let is_borrowed = |id| {
        let local = &function.locals[id];
        local.role == LocalRole::Temp && local.ty.memoryview().is_some() && !function.is_owned(id)
    };
    found.extend(function.locals.ids().filter(|&id| is_borrowed(id)));
    walk::statements(body, &mut |stmt| {
        let kept = match &stmt.kind {
            StmtKind::Assign { place, value } if place.as_local().is_some() => vec![value],
            StmtKind::Check(check) if matches!(check.kind, CheckKind::NotNone { .. }) => vec![],
            _ => walk::expressions(stmt),
        };
        kept.into_iter().for_each(|expr| leave_out(expr, &mut found));
    });
    found
}

/// Takes out the memoryviews that an expression uses as wholes.
fn leave_out(expr: &Expr, found: &mut LocalSet) {
    let inside = match &expr.kind {
        ExprKind::InOrder { to, from } | ExprKind::Apart(to, from)
            if [to, from].iter().all(|view| view.as_local().is_some()) =>
        {
            return;
        }
        ExprKind::Local(id) => {
            found.remove(*id);
            return;
        }
        ExprKind::Element { view, .. } | ExprKind::Extent { view, .. } | ExprKind::Stride { view, .. } => {
            Some(view)
        }
        ExprKind::IsNone(view) => Some(view),
        _ => None,
    };
    let inside = inside.filter(|view| view.as_local().is_some());
    let children = expr.children().into_iter();
    children
        .filter(|child| inside.is_none_or(|view| !std::ptr::eq(*child, &raw const **view)))
        .for_each(|child| leave_out(child, found));
}
