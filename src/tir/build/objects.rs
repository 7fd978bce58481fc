//! Objects of extension types: their fields, their C methods, and which class an object belongs to.

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::base::Name;
use crate::diag::Diagnostics;
use crate::hir::{self, Binding, ExprId, ExprKind as H, MethodRole, NoneClause, Subscript, TypeName};
use crate::source::Span;
use crate::tir::{Check, CheckKind, Expr, ExprKind, Function, Op, Ownership, Runtime, StmtKind, walk};
use crate::ty::{
    BoundArguments, FieldAccess, IntKind, MethodOwner, PyClass, SlotDef, Ty, TypeTable, slot_of_value,
};

impl<'m> Source<'m> {
    /// Whether `base.name` is a field that C code accesses directly.
    pub fn is_class_field(&self, base: ExprId, name: &str) -> bool {
        let class = self.types.expr(base).extension();
        class.is_some_and(|class| self.table().class_field(class, name).is_some())
    }

    /// Whether an expression is an object that holds variables which functions share.
    pub fn is_shared(&self, base: ExprId) -> bool {
        self.is_scope(&self.types.expr(base))
    }

    /// Whether a type is that of an object with variables that functions share.
    fn is_scope(&self, ty: &Ty) -> bool {
        ty.extension().is_some_and(|class| self.table().class(class).is_scope)
    }

    /// Whether an expression is a parameter that is an object of its type and remains one.
    fn is_never_none(&self, id: ExprId) -> bool {
        let local = match self.function.body.exprs[id].kind {
            H::Name(Binding::Local(local)) => local,
            // The dispatcher has checked the class.
            H::Cast { operand, .. } => return self.is_dispatcher() && self.is_never_none(operand),
            _ => return false,
        };
        // Not every caller of a C function checks its arguments: those that have it as a pointer do not.
        let is_method = self.function.method.is_some_and(|method| method.role.takes_self());
        let mut params = self.function.params.iter().enumerate();
        let is_checked = params.any(|(at, param)| {
            param.local == local
                && param.none == NoneClause::NotNone
                && (self.function.kind == hir::FunctionKind::Def || at == 0 && is_method)
        });
        is_checked && !self.facts.assigned.has(local)
            || self.facts.made_objects.contains(&local) && !self.facts.addressed.contains(&local)
    }

    /// Whether evaluating runs nobody else's code.
    fn is_calm(&self, id: ExprId) -> bool {
        let body = &self.function.body;
        let here = !matches!(body.exprs[id].kind, H::Call { .. }) && !self.types.expr(id).is_object();
        let mut children = hir::walk::children(body, id).into_iter();
        here && children.all(|child| self.is_calm(child) || self.types.expr(child).extension().is_some())
    }

    /// The class of what precedes the dot, and whether that is the class itself.
    pub fn owner_of_method(&self, base: ExprId) -> Option<(hir::ClassId, bool)> {
        Some(match self.function.body.exprs[base].kind {
            H::Name(Binding::Type(TypeName::Object(PyClass::Extension(class)))) => (class, true),
            _ => (self.types.expr(base).extension()?, false),
        })
    }

    /// The C method that `base.name` is, if it is one.
    pub fn named_method(&self, base: ExprId, name: &str) -> Option<crate::ty::CalledMethod> {
        let (class, on_type) = self.owner_of_method(base)?;
        crate::ty::named_method(&self.typed.module, class, on_type, name)
    }

    fn is_dispatcher(&self) -> bool {
        let role = self.function.method.map(|method| method.role);
        matches!(role, Some(MethodRole::Dispatcher | MethodRole::Open | MethodRole::Place(_)))
    }
}

impl FunctionBuilder<'_, '_> {
    /// The place of a field, with a check that its object is not `None`.
    pub fn field_place(&mut self, base: ExprId, name: &Name, ty: Ty, span: Span) -> Expr {
        let object = self.object_of(base);
        if object.ty.is_error() {
            return object;
        }
        self.check_attribute(base, &object, name, span);
        Expr::new(ExprKind::Field { base: Box::new(object), name: name.clone() }, ty, span)
    }

    /// The value of a property of a foreign class, if C code reads it.
    pub fn c_property(&mut self, base: ExprId, name: &str, ty: &Ty, span: Span) -> Option<Expr> {
        let class =
            self.source.types.expr(base).extension().filter(|_| !self.source.is_class_field(base, name))?;
        let property = self.module.typed.module.c_property(class, name)?;
        let object = self.object_of(base);
        self.check_attribute(base, &object, &name.into(), span);
        Some(self.call_with((property, vec![object]), ty.clone(), span))
    }

    /// An object whose field or method is used right away: it may stay where it is.
    fn object_of(&mut self, base: ExprId) -> Expr {
        let source = self.source.function;
        match &source.body.exprs[base].kind {
            H::Attribute { base: outer, name }
                if !self.references.hold_objects && self.source.is_class_field(*outer, name) =>
            {
                self.field_place(*outer, name, self.source.types.expr(base), source.body.exprs[base].span)
            }
            _ => self.expr(base),
        }
    }

    /// `AttributeError` for `None`, if the object may be that.
    fn check_attribute(&mut self, base: ExprId, object: &Expr, name: &Name, span: Span) {
        if self.source.is_never_none(base) || self.source.is_scope(&object.ty) {
            return;
        }
        let kind = CheckKind::Attribute { object: object.clone(), name: name.clone() };
        self.code.emit(StmtKind::Check(Check { kind }), span);
    }

    /// What a field holds: for an object or a view, a reference.
    pub fn field_value(&mut self, base: ExprId, name: &Name, ty: Ty, span: Span) -> Expr {
        let place = self.field_place(base, name, ty, span);
        if !place.ty.is_counted() {
            return place;
        }
        let ty = place.ty.clone();
        if ty.is_object() && self.source.is_scope(&self.source.types.expr(base)) && !self.source.is_scope(&ty)
        {
            self.check_shared(base, name, place.clone());
        }
        self.run(name, Op::Own(place), ty, span)
    }

    /// `NameError` if a shared variable has no value yet.
    pub fn check_shared(&mut self, base: ExprId, name: &Name, place: Expr) {
        let (span, is_own) = (place.span, is_own_scope(self.source.function, base));
        let kind = CheckKind::Shared { place, name: shared_name(name), is_own };
        self.code.emit(StmtKind::Check(Check { kind }), span);
    }

    /// A view that a field or a variable of the module holds, for one element: nothing can rebind it before it is used.
    pub fn field_view(&mut self, view: ExprId, indices: &[Subscript], span: Span) -> Option<Expr> {
        let source = self.source.function;
        let calm = indices.iter().all(|index| match index {
            Subscript::Index(index) => self.source.is_calm(*index),
            _ => false,
        });
        if calm && let Some(view) = self.calm_view_of_module(view, span) {
            return Some(view);
        }
        if calm && let Some(view) = self.calm_pointed_view(view) {
            return Some(view);
        }
        let H::Attribute { base, name } = &source.body.exprs[view].kind else { return None };
        if !self.source.is_class_field(*base, name) {
            return None;
        }
        let ty = self.source.types.expr(view);
        let value = if calm {
            let place = self.field_place(*base, name, ty, span);
            if place.ty.is_error() { place } else { self.store(name, place) }
        } else {
            self.field_value(*base, name, ty, span)
        };
        if self.directives.initializedcheck && !value.ty.is_error() {
            let kind = CheckKind::NotNone { view: value.clone(), action: Name::new("field") };
            self.code.emit(StmtKind::Check(Check { kind }), span);
        }
        Some(value)
    }

    /// The place of an in-place operator, when evaluating its operand may run other code: that may rebind a field on
    /// the way to the place.
    pub fn held_place(&mut self, target: ExprId, value: ExprId) -> Expr {
        self.references.hold_objects = self.gil && !self.source.is_calm(value);
        let place = self.place(target);
        self.references.hold_objects = false;
        place
    }

    /// `base.name = value` of a field that holds a reference.
    pub fn store_field(&mut self, target: ExprId, value: Expr, span: Span) {
        let H::Attribute { base, name } = &self.source.function.body.exprs[target].kind else { return };
        let ty = self.source.types.expr(target);
        let value = self.coerce(value, &ty);
        if value.ty.is_error() {
            return;
        }
        let place = self.field_place(*base, name, ty, span);
        if !place.ty.is_error() {
            let gives = self.code.gives(&value);
            self.run_only(Op::Store { place, value, gives }, span);
        }
    }

    /// A pointer to a place is created.
    pub fn note_address(&mut self, place: &Expr) {
        if self.module.takes_field_addresses || matches!(place.ty, Ty::Pointer { .. }) {
            return;
        }
        crate::tir::walk::expression(place, &mut |part| {
            let is_field = matches!(&part.kind, ExprKind::Field { base, .. } if base.ty.is_object());
            self.module.takes_field_addresses |= is_field;
        });
    }

    /// The function that an object, or a class, has for a C method now: `None` if it is not found in its table.
    pub fn slot_value(&mut self, base: ExprId, name: &str, ty: &Ty, span: Span) -> Option<Expr> {
        ty.function()?;
        let (class, is_named) = self.source.owner_of_method(base)?;
        let (typed, owner) = (self.module.typed, MethodOwner { class, is_named });
        let slot = slot_of_value(&typed.table, &typed.module, self.source.function, owner, name)?;
        let of_class = is_named || slot.def.is_static;
        if !of_class {
            self.check_not_none_object(base, &name.into(), span);
        }
        let table = match of_class {
            true => Expr::new(ExprKind::TypeObject(PyClass::Extension(class)), Ty::OBJECT, span),
            false => self.object_of(base),
        };
        Some(self.slot_pointer(slot.def, table, span))
    }

    /// The function in a slot of the table that an object, or a class, points to.
    pub fn slot_pointer(&mut self, slot: &SlotDef, table: Expr, span: Span) -> Expr {
        let field = ExprKind::Field { base: Box::new(table), name: slot.name.clone() };
        self.store("method", Expr::new(field, slot.called_as(), span))
    }

    /// A call of a C method of an object, or of a type: `None` if it is not one.
    pub fn call_c_method(
        &mut self,
        callee: ExprId,
        (base, name): (ExprId, &Name),
        arguments: &[ExprId],
        ty: &Ty,
        span: Span,
    ) -> Option<Expr> {
        let module = &self.module.typed.module;
        let (class, on_type) = self.source.owner_of_method(base)?;
        let mut method = crate::ty::named_method(module, class, on_type, name)?;
        if let Some(chosen) = self.source.types.chosen_method(callee) {
            method.function = chosen;
        }
        let mut arguments = arguments.to_vec();
        if method.passes_object {
            arguments.insert(0, base);
        }
        let checked =
            module.functions[method.function].method.filter(|method| method.role != MethodRole::Static);
        if checked.is_some()
            && let Some(&object) = arguments.first()
        {
            self.check_not_none_object(object, name, span);
        }
        let bound = self.source.types.bound_arguments(callee);
        let given = bound.map_or(arguments.len(), BoundArguments::taken);
        let called = match on_type {
            true => method.function,
            false => module.called_method(class, method.function, given),
        };
        let called = (called, method.function);
        Some(self.call_function(called, callee, &arguments, ty.clone(), span))
    }

    /// The object of a method is not `None`.
    pub fn check_not_none_object(&mut self, object: ExprId, name: &Name, span: Span) {
        if self.source.is_never_none(object) {
            return;
        }
        let value = self.object_of(object);
        if value.ty.extension().is_some() {
            self.check_attribute(object, &value, name, span);
        }
    }

    /// An argument for a parameter of a C function that does not take `None`.
    pub fn check_given(&mut self, argument: ExprId, value: &Expr) {
        let makes_no_none = matches!(
            self.source.function.body.exprs[argument].kind,
            H::List(_) | H::Tuple(_) | H::Dict(_) | H::Str(_) | H::Bytes(_)
        );
        let is_needed = value.ty.is_counted() && !self.source.is_dispatcher();
        if is_needed && !makes_no_none && !self.source.is_never_none(argument) {
            self.code
                .emit(StmtKind::Check(Check { kind: CheckKind::Given { value: value.clone() } }), value.span);
        }
    }

    /// An object as one of a class: checked if it is not known to be one.
    pub fn as_class(&mut self, value: Expr, class: PyClass, allows_none: bool) -> Expr {
        let span = value.span;
        let ty = Ty::Object(class);
        let known = match (&value.ty, class) {
            (Ty::Object(PyClass::Extension(from)), PyClass::Extension(to)) => {
                self.source.table().is_subclass(*from, to)
            }
            (Ty::Object(from), to) => *from == to,
            _ => false,
        };
        let is_none = matches!(value.kind, ExprKind::Singleton(hir::Singleton::None));
        // As in Cython: other numbers are converted.
        let number = match class {
            PyClass::Int => Some((Runtime::Integer, "making an `int` of an object")),
            PyClass::Float => Some((Runtime::Floating, "making a `float` of an object")),
            _ => None,
        };
        let value = match number {
            Some((function, what)) if !known && !is_none && !self.source.is_dispatcher() => {
                self.require_gil(what, span);
                self.run("number", Op::Runtime { function, arguments: vec![value] }, ty.clone(), span)
            }
            _ => value,
        };
        let known = known || number.is_some();
        if !self.source.is_dispatcher() && !(allows_none && (known || is_none)) {
            self.require_gil("asking for the class of an object", span);
            self.run_only(Op::CheckClass { value: value.clone(), class, allows_none }, span);
        }
        Expr { ty, ..value }
    }

    /// An extension type as a value.
    pub fn type_object(&mut self, class: PyClass, span: Span) -> Expr {
        self.require_gil("a type as a value", span);
        Expr::new(ExprKind::TypeObject(class), Ty::OBJECT, span)
    }

    /// An object argument of C code that runs without the GIL: borrowed from where it is.
    pub fn borrowed_argument(&mut self, id: ExprId, target: &Ty) -> Option<Expr> {
        let source = self.source.function;
        let H::Attribute { base, name } = &source.body.exprs[id].kind else { return None };
        if self.gil || target.extension().is_none() || !self.source.is_class_field(*base, name) {
            return None;
        }
        let span = source.body.exprs[id].span;
        let place = self.field_place(*base, name, self.source.types.expr(id), span);
        if place.ty.is_error() {
            return Some(place);
        }
        let into = self.code.temp(name, place.ty.clone(), Ownership::Borrowed, span);
        let local = self.code.local_expr(into, span);
        self.code.emit(StmtKind::Assign { place: local.clone(), value: place }, span);
        Some(self.coerce(local, target))
    }
}

/// Whether a value is an address of which Python can make nothing: not of a text.
pub fn is_address(ty: &Ty) -> bool {
    match ty {
        Ty::Pointer { to, .. } => match &**to {
            Ty::Int(kind) => (kind.bits() != 8 || *kind == IntKind::Bool) && !kind.is_letter(),
            _ => true,
        },
        _ => false,
    }
}

/// Python reads and writes only what it has a form for.
pub fn check_fields(table: &TypeTable, diagnostics: &mut Diagnostics) {
    let fields = table.classes.values().flat_map(|class| &class.fields);
    for field in fields.filter(|field| field.access != FieldAccess::Hidden) {
        // A text that Python gives would have to live as long as the object.
        let is_read = field.access == FieldAccess::ReadOnly || !matches!(field.ty, Ty::Pointer { .. });
        let is_shown = crate::ty::has_object_form(table, &field.ty) && is_read;
        if !is_shown {
            let shown = table.display(&field.ty);
            diagnostics.push(match is_address(&field.ty) {
                true => report::not_for_python(&shown, field.span),
                false => report::not_yet(&format!("a `{shown}` as a field that Python sees"), field.span),
            });
        }
    }
}

/// Whether a function may rebind a field of an object, directly or through code other than functions of the module.
pub fn rebinds(function: &Function) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Run { op: Op::CallFunction { .. }, .. } => false,
            StmtKind::Run { op, .. } => op.info().runs_python || matches!(op, Op::Store { .. }),
            _ => false,
        };
    });
    found
}

/// The name of a variable of which a field has the values: that of a comprehension's variable ends with a number.
fn shared_name(field: &Name) -> Name {
    field.split_once('.').map_or_else(|| field.clone(), |(name, _)| Name::new(name))
}

/// Whether a function has made the object with the shared variables itself, and was not given it.
pub fn is_own_scope(function: &hir::Function, base: ExprId) -> bool {
    let H::Name(Binding::Local(local)) = function.body.exprs[base].kind else { return false };
    !function.params.iter().any(|param| param.local == local)
}
