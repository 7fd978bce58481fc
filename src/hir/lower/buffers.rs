//! Old buffer syntax: `np.ndarray[double, ndim=2] x`. The variable is an object; with it comes a memoryview of the
//! same array, which is bound whenever the variable is. The type checker replaces the object by it where all axes are
//! indexed by C integers.

use super::builder::BodyBuilder;
use super::{FunctionLowerer, report};
use crate::hir::{
    AxisSpec, Binding, Block, Body, BufferOptions, ExprId, ExprKind, LocalId, PyClass, Stmt, StmtKind,
    Subscript, TypeExpr, TypeKind, TypeName, walk,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, StringValue, TemplateValue};

impl<'t> FunctionLowerer<'_, 't> {
    /// The type `base[element, ndim=2, mode="c"]`, if `base` is a Python class.
    pub(super) fn buffer_type(
        &mut self,
        template: ast::TemplateType<'t>,
        body: &mut BodyBuilder,
    ) -> Option<TypeKind> {
        let span = template.span();
        let base = self.c_type(template.base(), span, body);
        if !self.is_python_class(&base) {
            return None;
        }
        let (mut element, mut dimensions, mut mode) = (None, 1, "strided".to_string());
        let mut options = BufferOptions::default();
        for (at, argument) in template.arguments().into_iter().enumerate() {
            let by_place = || ["dtype", "ndim", "mode"].get(at).copied();
            let Some(name) = argument.name().map(|name| name.text()).or_else(by_place) else {
                self.report(report::too_many_buffer_options(argument.span()));
                return Some(TypeKind::Error);
            };
            let known = argument.expression().and_then(|value| self.visible().evaluated(value, &|_| None));
            match (name, argument.value()) {
                ("dtype", Some(TemplateValue::Type(ty))) => element = Some(self.type_name(ty, body)),
                ("ndim", _) => dimensions = known.and_then(|known| usize::try_from(known.integer()?).ok())?,
                ("mode", Some(TemplateValue::Expression(Expression::String(text)))) => {
                    match text.value().ok()? {
                        StringValue::Text(text) => mode = text,
                        _ => return None,
                    }
                }
                ("negative_indices", _) => options.is_unwrapped = !known?.boolean()?,
                ("cast", _) => options.takes_any = known?.boolean()?,
                ("dtype" | "mode", _) => return None,
                _ => {
                    let place = argument.name().map_or(span, |name| name.span());
                    self.report(report::no_buffer_option(name, place));
                    return Some(TypeKind::Error);
                }
            }
        }
        let last = dimensions.checked_sub(1).filter(|last| *last < 8)?;
        let mut axes = vec![AxisSpec::Any; dimensions];
        match mode.as_str() {
            "c" => axes[last] = AxisSpec::Contiguous,
            "fortran" => axes[0] = AxisSpec::Contiguous,
            // Buffers that are accessed through pointers are rejected at their source.
            "strided" | "full" => {}
            _ => return None,
        }
        let element = Box::new(element?);
        if self.is_python_class(&element) && !self.may_hold_objects(&base) {
            return None;
        }
        let view = TypeExpr { kind: TypeKind::Memoryview { element, axes }, span };
        Some(TypeKind::Buffer { object: Box::new(base), view: Box::new(view), options })
    }

    /// What a map refers to if it names a variable: the view of its elements.
    pub(super) fn shown_view(&self, subject: ExprId, body: &mut BodyBuilder) -> ExprId {
        match &body.body.exprs[subject].kind {
            ExprKind::Name(Binding::Local(object)) => match body.body.buffers.get(object).copied() {
                Some(view) => {
                    let span = body.body.exprs[subject].span;
                    body.add(ExprKind::Name(Binding::Local(view)), span)
                }
                None => subject,
            },
            _ => subject,
        }
    }

    /// Whether a class may be an array class, and not one of Python's containers (`list[str]`).
    fn may_hold_objects(&self, base: &TypeExpr) -> bool {
        match &base.kind {
            TypeKind::Named(TypeName::Object(class)) => {
                *class == PyClass::Object || class.extension().is_some()
            }
            TypeKind::Named(TypeName::Typedef(id)) => {
                self.may_hold_objects(&self.tables.typedefs[*id].target)
            }
            _ => false,
        }
    }

    fn is_python_class(&self, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Named(TypeName::Object(_)) => true,
            TypeKind::Named(TypeName::Typedef(id)) => self.is_python_class(&self.tables.typedefs[*id].target),
            _ => false,
        }
    }
}

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
    let written = written(body, &block);
    for (object, view) in body.buffers.clone() {
        if let TypeKind::Memoryview { element, .. } = &mut body.locals[view].ty.kind
            && !written.contains(&object)
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

/// The variables with an element that is assigned, or whose address is taken.
fn written(body: &Body, block: &Block) -> Vec<LocalId> {
    let mut targets = Vec::new();
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets: all, .. } => targets.extend(all.iter().copied()),
        StmtKind::AugAssign { target, .. } | StmtKind::Atomic { target, .. } => targets.push(*target),
        _ => {}
    });
    for (_, expr) in body.exprs.iter() {
        if let ExprKind::AddressOf(place) = expr.kind {
            targets.push(place);
        }
    }
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
