//! Objects of extension types: their fields.

use super::stmt::{clear_object, moved};
use super::{Body, Naming, Variable};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::glue::dtype;
use crate::emit::layouts::{is_shared_view, peeked, shown};
use crate::emit::lir::{Stmt as C, ViewChange};
use crate::emit::names::c_field_name;
use crate::emit::types::{c_type, view_struct};
use crate::emit::views::ViewValue;
use crate::pass::LocalSet;
use crate::tir::{Expr, ExprKind, Function, LocalId, LocalRole, Op, StmtKind, walk};
use crate::ty::{ClassId, Memoryview, PyClass, Ty};

/// The name in a class' struct for the part of its base.
pub(crate) const BASE: &str = "base";

/// The name in a class' struct for the pointer to the table of its C methods.
pub(crate) const TABLE: &str = "c_methods";

impl Naming {
    /// A parameter whose fields are used is one pointer as an object, `_self`, and one to its struct, `self`.
    pub(super) fn name_objects(&mut self, function: &Function) {
        let used = objects_with_used_fields(&function.body);
        self.peeked = peeked(function);
        for param in &function.params {
            let local = &function.locals[param.local];
            if local.ty.extension().is_some() && !function.is_owned(param.local) && used.contains(param.local)
            {
                let structure = self.fresh(&local.name);
                let object = self.fresh(&format!("_{}", local.name));
                self.structs.insert(param.local, structure);
                self.locals.insert(param.local, Variable::plain(object));
            }
        }
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// The struct of an object of an extension type.
    pub(crate) fn struct_of(&self, local: LocalId) -> c::Type {
        match self.function.locals[local].ty.extension() {
            Some(class) => self.class_struct(class),
            None => self.bug("the class of an object whose fields are used"),
        }
    }

    fn class_struct(&self, class: ClassId) -> c::Type {
        c::Type::named(&self.unit.symbols.classes[&class].structure)
    }

    /// `self->x`; `self->base.x` where it is inherited. A memoryview is borrowed.
    pub(super) fn class_field(&mut self, object: &Expr, name: &str) -> c::Expr {
        let types = &self.unit.module.types;
        if let ExprKind::TypeObject(PyClass::Extension(class)) = object.kind {
            return self.method_of_class(class, name);
        }
        let Some(class) = object.ty.extension() else {
            self.bug("the class of an object whose field is used")
        };
        if let Some(slot) = types.slot(class, name) {
            let table = self.member_of(object, slot.root, TABLE.to_string());
            let method = c::Expr::index(table, c::Expr::number(slot.number));
            let ty = slot.def.called_as();
            return c::Expr::cast(c_type(&self.unit.symbols, &ty), method);
        }
        match self.place_of_field(object, class, name) {
            (place, Some(view)) => shown(view, place),
            (place, None) => place,
        }
    }

    /// The place of a field, and the type of a memoryview that is in Cython's struct.
    fn place_of_field(
        &mut self,
        object: &Expr,
        class: ClassId,
        name: &str,
    ) -> (c::Expr, Option<&'a Memoryview>) {
        let types = &self.unit.module.types;
        let Some((owner, field)) = types.class_field(class, name) else {
            self.bug(&format!("the field `{name}` of a class"))
        };
        let view = field.ty.memoryview().filter(|_| is_shared_view(types.class(owner), field));
        (self.member_of(object, owner, c_field_name(field)), view)
    }

    /// A memoryview in Cython's struct for a local that needs no more than elements and extents.
    pub(super) fn peeked_view(&mut self, local: LocalId, value: &Expr) -> Option<c::Expr> {
        let ExprKind::Field { base, name } = &value.kind else { return None };
        let class = base.ty.extension().filter(|_| self.naming.peeked.contains(local))?;
        let (place, view) = self.place_of_field(base, class, name);
        Some(c::Expr::call(format!("{}_peeked", view_struct(view?)), vec![c::Expr::address(place)]))
    }

    /// A memoryview in Cython's struct, for who needs parts of it.
    pub(super) fn shared_view(&mut self, object: &Expr, name: &str) -> Option<ViewValue> {
        let class = object.ty.extension()?;
        if self.unit.module.types.slot(class, name).is_some() {
            return None;
        }
        let (place, view) = self.place_of_field(object, class, name);
        let view = view?;
        let of_owner = vec![c::Expr::address(place.clone()), c::Expr::number(view.ndim())];
        Some(ViewValue {
            owner: Some(c::Expr::call("offcy_cython_owner", of_owner)),
            whole: Some(shown(view, place.clone())),
            ..ViewValue::of_struct(&self.unit.symbols, view, place)
        })
    }

    /// A C method of another module's class, or of a class that inherits it, whatever overrides it in the
    /// object.
    fn method_of_class(&mut self, class: ClassId, name: &str) -> c::Expr {
        let types = &self.unit.module.types;
        let foreign = types.lineage(class).find(|&id| types.class(id).foreign.is_some());
        let symbols = foreign.and_then(|id| self.unit.symbols.classes.get(&id));
        let (Some(slot), Some(symbols)) = (types.slot(class, name), symbols) else {
            self.bug(&format!("the C method `{name}` of another module's class"))
        };
        let method = c::Expr::index(c::Expr::name(symbols.part("c_methods")), c::Expr::number(slot.number));
        c::Expr::cast(c_type(&self.unit.symbols, &slot.def.called_as()), method)
    }

    /// A member of that part of an object which belongs to a class.
    fn member_of(&mut self, object: &Expr, owner: ClassId, c_name: String) -> c::Expr {
        let types = &self.unit.module.types;
        // A variable of a class can stand for an object of its base.
        let local = object.as_local().and_then(|local| self.function.locals[local].ty.extension());
        let Some(class) = local.or(object.ty.extension()) else {
            self.bug("the class of an object whose member is used")
        };
        let structure = object.as_local().and_then(|local| self.naming.structs.get(local).cloned());
        let place = match structure {
            // What precedes such a struct need not be a part with a name.
            Some(structure) if owner != class && types.class(owner).foreign.is_some() => {
                let pointer = self.class_struct(owner).pointer();
                c::Expr::deref(c::Expr::cast(pointer, c::Expr::name(structure)))
            }
            Some(structure) => {
                let depth = types.lineage(class).take_while(|&id| id != owner).count();
                let whole = c::Expr::deref(c::Expr::name(structure));
                (0..depth).fold(whole, |place, _| c::Expr::member(place, BASE))
            }
            None => {
                let pointer = self.class_struct(owner).pointer();
                c::Expr::deref(c::Expr::cast(pointer, self.expr(object)))
            }
        };
        c::Expr::member(place, c_name)
    }

    /// The type object of a class, as an object.
    pub(crate) fn type_object(&self, class: PyClass) -> c::Expr {
        let object = c::Type::named("PyObject").pointer();
        c::Expr::cast(object, self.type_pointer(class))
    }

    /// The `PyTypeObject *` of a class.
    pub(crate) fn type_pointer(&self, class: PyClass) -> c::Expr {
        match class {
            PyClass::Object => c::Expr::address(c::Expr::name("PyBaseObject_Type")),
            _ => crate::emit::glue::type_pointer(self.unit, class).or_bug("the type object of a class"),
        }
    }

    pub(super) fn is_exactly(&mut self, object: &Expr, class: PyClass) -> c::Expr {
        let class = self.type_pointer(class);
        let ty = c::Expr::call("Py_TYPE", vec![self.expr(object)]);
        c::Expr::binary("==", ty, class)
    }

    pub(super) fn is_instance(&mut self, object: &Expr, class: PyClass) -> c::Expr {
        match crate::emit::glue::flag_test(class) {
            Some(test) => c::Expr::call(test, vec![self.expr(object)]),
            None => {
                let class = self.type_pointer(class);
                c::Expr::call("offcy_is_instance", vec![self.expr(object), class])
            }
        }
    }

    /// The class of an object in a variable that owns it, which an operation may therefore take it from and give back.
    pub(crate) fn class_of_variable(&self, value: &Expr) -> Option<PyClass> {
        let id = value.as_local()?;
        let local = &self.function.locals[id];
        match local.ty {
            Ty::Object(class) if local.role != LocalRole::Temp && self.function.is_owned(id) => Some(class),
            _ => None,
        }
    }

    /// Takes a new reference to what a place holds.
    pub(crate) fn own_counted(&mut self, into: Option<LocalId>, value: &Expr) {
        let Some(into) = into else { self.bug("who owns a new reference") };
        let ndim = self.function.locals[into].ty.memoryview().map(Memoryview::ndim);
        let target = self.naming.local(into);
        if let Some(taken) = self.load_pointed(target.clone(), value) {
            self.out.push(taken);
            return;
        }
        let is_variable = matches!(value.kind, ExprKind::Global(_));
        let is_element = matches!(value.kind, ExprKind::Element { .. });
        let value = self.expr(value);
        let taken = match ndim {
            None if is_element => C::assign(target, c::Expr::call("offcy_own_element", vec![value])),
            None => C::assign(target, c::Expr::call("Py_NewRef", vec![value])),
            Some(ndim) if is_variable => {
                C::view(ViewChange::Hold, ndim, target, vec![c::Expr::address(value)])
            }
            Some(ndim) => C::view(ViewChange::Assign, ndim, target, vec![value]),
        };
        self.out.push(taken);
    }

    /// Sets a memoryview in Cython's struct.
    fn put_view(&mut self, place: c::Expr, view: &Memoryview, value: &Expr) {
        let value = self.expr(value);
        let dtype = dtype(self.unit, self.tables, view);
        let arguments = vec![c::Expr::address(place), value, dtype, c::Expr::name("false")];
        self.out.push(C::call(&format!("{}_put", view_struct(view)), arguments));
    }

    /// Stores a reference in a place: a new one, or that of the temporary which `gives` it.
    pub(crate) fn store_counted(&mut self, place: &Expr, value: &Expr, gives: bool) {
        if self.store_pointed(place, value) {
            return;
        }
        let target = match (&place.kind, place.ty.memoryview()) {
            (ExprKind::Field { base, name }, Some(_)) if base.ty.is_object() => {
                let class = base.ty.extension().or_bug("the class of an object whose field is set");
                let (target, shared) = self.place_of_field(base, class, name);
                if let Some(view) = shared {
                    return self.put_view(target, view, value);
                }
                target
            }
            _ => self.expr(place),
        };
        if matches!(value.kind, ExprKind::Null) {
            self.out.push(clear_object(target));
            return;
        }
        let value = self.expr(value);
        let flag = match &place.kind {
            ExprKind::Global(id) => self.unit.symbols.flags.get(*id),
            _ => None,
        };
        let Some(ndim) = place.ty.memoryview().map(Memoryview::ndim) else {
            self.out.push(match gives {
                true => moved(&place.ty, target, value),
                false => C::call("offcy_object_assign", vec![c::Expr::address(target), value]),
            });
            return;
        };
        self.out.push(match flag {
            Some(flag) => {
                let flag = c::Expr::address(c::Expr::name(flag));
                C::view(ViewChange::Bind, ndim, target, vec![flag, value])
            }
            None => C::view(ViewChange::Assign, ndim, target, vec![value]),
        });
    }
}

fn objects_with_used_fields(block: &[crate::tir::Stmt]) -> LocalSet {
    let mut found = LocalSet::default();
    walk::all_expressions(block, &mut |expr| found.extend(used_object(expr)));
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Run { op: Op::Store { place, .. }, .. } = &stmt.kind {
            found.extend(used_object(place));
        }
    });
    found
}

fn used_object(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Field { base, .. } if base.ty.is_object() => base.as_local(),
        _ => None,
    }
}
