//! What containers hold, where their types say so: `list[Node]`, `dict[str, Node]`. What is taken out of one is an object of that
//! class: its C fields and methods can be used. offcy does so for extension types, whose members Python may not see.

use std::collections::{HashMap, HashSet};

use super::builder::BodyBuilder;
use super::{FunctionLowerer, string_text};
use crate::base::Name;
use crate::hir::{
    Binding, Expr, ExprId, ExprKind, LocalId, PyClass, Stmt, StmtKind, Subscript, TypeExpr, TypeKind,
    TypeName, field,
};
use crate::source::Span;
use crate::syntax::ast::Expression;

/// The types of what indexing and iterating give, as far as they matter.
#[derive(Clone)]
pub(super) struct Items {
    by_index: Option<TypeExpr>,
    by_iteration: Option<TypeExpr>,
}

/// What is known of containers and of what is taken out of them, by places in the text.
#[derive(Default)]
pub(super) struct Known {
    /// By the places of containers' types.
    containers: HashMap<Span, Items>,
    /// Variables that their functions bind once, by the places of these bindings.
    bound_once: HashSet<Span>,
    /// Those among them that hold what was taken out of a container.
    taken: HashMap<Span, TypeExpr>,
}

impl Known {
    /// Notes which of the names that a function binds, or a comprehension for itself, are bound once.
    pub fn note_bindings(&mut self, names: &[(Name, Span)]) {
        let mut count: HashMap<&str, usize> = HashMap::new();
        names.iter().for_each(|(name, _)| *count.entry(name.as_str()).or_default() += 1);
        let once = names.iter().filter(|(name, _)| count[name.as_str()] == 1);
        self.bound_once.extend(once.map(|(_, span)| *span));
    }
}

/// Notes what a container holds that is declared at a place in the text.
pub(super) fn note(
    lowerer: &mut FunctionLowerer<'_, '_>,
    class: PyClass,
    items: Vec<Option<TypeExpr>>,
    span: Span,
) {
    let (by_index, by_iteration) = match (class, items.as_slice()) {
        (PyClass::Dict, [key, value]) => (value.clone(), key.clone()),
        (PyClass::List, [item]) => (item.clone(), item.clone()),
        (PyClass::Set | PyClass::FrozenSet, [item]) => (None, item.clone()),
        (PyClass::Tuple, [first, others @ ..])
            if others.iter().all(|other| object_of(other.as_ref()) == object_of(first.as_ref())) =>
        {
            (first.clone(), first.clone())
        }
        _ => return,
    };
    if by_index.is_some() || by_iteration.is_some() {
        lowerer.tables.items.containers.insert(span, Items { by_index, by_iteration });
    }
}

/// The type that an annotation inside the brackets of another one means, if it matters here.
pub(super) fn annotated(
    lowerer: &mut FunctionLowerer<'_, '_>,
    expression: Expression<'_>,
    builder: &BodyBuilder,
) -> Option<TypeExpr> {
    let span = expression.span();
    let name = match expression {
        Expression::Name(name) => name.text().to_string(),
        Expression::String(text) => string_text(text)?.trim().to_string(),
        _ => return None,
    };
    if builder.is_local(&name) {
        return None;
    }
    let class = lowerer.visible().class_named(&name)?;
    Some(TypeExpr { kind: TypeKind::Named(TypeName::Object(PyClass::Extension(class))), span })
}

/// Those of some types that matter.
pub(super) fn of_types(types: &[TypeExpr]) -> Vec<Option<TypeExpr>> {
    types.iter().map(|ty| matters(ty).then(|| ty.clone())).collect()
}

/// An extension type, or a container of Python's, which may hold some.
fn matters(ty: &TypeExpr) -> bool {
    use PyClass::{Dict, Extension, FrozenSet, List, Set, Tuple};
    matches!(object_of(Some(ty)), Some(Extension(_) | Dict | FrozenSet | List | Set | Tuple))
}

/// An expression as an object of the class that its container is declared to hold, or `None`: a cast finds out.
pub(super) fn taken_out(lowerer: &FunctionLowerer<'_, '_>, expr: ExprId, body: &mut BodyBuilder) -> ExprId {
    let Expr { kind: ExprKind::Subscript { indices, .. }, span } = &body.body.exprs[expr] else {
        return expr;
    };
    let span = *span;
    if !matches!(indices.as_slice(), [Subscript::Index(_)]) {
        return expr;
    }
    match declared(lowerer, expr, body) {
        Some(ty) => body.add(ExprKind::Cast { ty, checked: false, operand: expr }, span),
        None => expr,
    }
}

/// Notes that an assignment gives a variable what was taken out of a container.
pub(super) fn note_assigned(
    lowerer: &mut FunctionLowerer<'_, '_>,
    targets: &[ExprId],
    value: ExprId,
    body: &BodyBuilder,
) {
    if let (&[target], ExprKind::Cast { ty, .. }) = (targets, &body.body.exprs[value].kind)
        && let ExprKind::Name(Binding::Local(variable)) = body.body.exprs[target].kind
    {
        let span = body.body.locals[variable].span;
        if lowerer.tables.items.bound_once.contains(&span) {
            lowerer.tables.items.taken.insert(span, ty.clone());
        }
    }
}

/// For a loop over a container that is declared to hold such objects, with a variable without a type: the variable of the loop,
/// and what gives the other one its value.
pub(super) fn iterated(
    lowerer: &mut FunctionLowerer<'_, '_>,
    target: ExprId,
    iterable: ExprId,
    body: &mut BodyBuilder,
) -> Option<(ExprId, Stmt)> {
    let ExprKind::Name(Binding::Local(variable)) = body.body.exprs[target].kind else { return None };
    if !matches!(body.body.locals[variable].ty.kind, TypeKind::Untyped) {
        return None;
    }
    let ty = items_of(lowerer, &declared(lowerer, iterable, body)?)?.by_iteration.clone()?;
    let span = body.body.exprs[target].span;
    let untyped = TypeExpr { kind: TypeKind::Untyped, span };
    let item = body.hidden_local("item".into(), untyped, false, span);
    let local = |id: LocalId| ExprKind::Name(Binding::Local(id));
    let (looped, operand) = (body.add(local(item), span), body.add(local(item), span));
    let value = body.add(ExprKind::Cast { ty, checked: false, operand }, span);
    note_assigned(lowerer, &[target], value, body);
    Some((looped, Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)))
}

/// The type that the declarations give an expression.
fn declared(lowerer: &FunctionLowerer<'_, '_>, expr: ExprId, body: &BodyBuilder) -> Option<TypeExpr> {
    match &body.body.exprs[expr].kind {
        ExprKind::Name(Binding::Local(local)) => {
            let local = &body.body.locals[*local];
            match local.ty.kind {
                TypeKind::Untyped => lowerer.tables.items.taken.get(&local.span).cloned(),
                _ => Some(local.ty.clone()),
            }
        }
        ExprKind::Name(Binding::Global(global)) => Some(lowerer.tables.globals[*global].ty.clone()),
        ExprKind::Cast { ty, .. } => Some(ty.clone()),
        ExprKind::Attribute { base, name } => {
            let class = object_of(Some(&declared(lowerer, *base, body)?))?.extension()?;
            field(&lowerer.tables.classes, class, name).map(|field| field.ty.clone())
        }
        ExprKind::Subscript { base, indices } => {
            let container = declared(lowerer, *base, body)?;
            match indices.as_slice() {
                [Subscript::Index(_)] => items_of(lowerer, &container)?.by_index.clone(),
                // A part of a list holds what the list does.
                [Subscript::Slice { .. }] => {
                    (object_of(Some(&container)) == Some(PyClass::List)).then_some(container)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn items_of<'l>(lowerer: &'l FunctionLowerer<'_, '_>, ty: &TypeExpr) -> Option<&'l Items> {
    let is_container = matters(ty) && object_of(Some(ty)).is_some_and(|class| class.extension().is_none());
    lowerer.tables.items.containers.get(&ty.span).filter(|_| is_container)
}

fn object_of(ty: Option<&TypeExpr>) -> Option<PyClass> {
    match ty?.kind {
        TypeKind::Named(TypeName::Object(class)) => Some(class),
        _ => None,
    }
}
