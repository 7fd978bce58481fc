//! Fields that Python reads and writes.

use super::{Emitted, text};
use crate::emit::body::{Body, Setting};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::glue::conversions::{acquisition, conversion, to_object};
use crate::emit::glue::module::if_failed;
use crate::emit::glue::ops::class_check;
use crate::emit::layouts::{is_shared_view, shown};
use crate::emit::types::{c_type, view_struct};
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::ty::{ClassFieldDef, FieldAccess, PyClass, Ty};

/// `body`: one for the accessors of all classes, since making one takes time in proportion to the module's own statements.
pub fn accessors(class: Emitted<'_, '_>, is_pickled: bool, body: &mut Body<'_, '_, '_>, out: &mut Writer) {
    for field in &class.def.fields {
        if is_pickled || field.access != FieldAccess::Hidden {
            getter(class, field, body, out);
        }
        if is_pickled || field.access == FieldAccess::Public {
            setter(class, field, body, out);
        }
    }
}

pub fn body<'b, 'u, 'a>(unit: &'u Unit<'a>, tables: &'b mut Tables) -> Body<'b, 'u, 'a> {
    let init = unit.module.init;
    Body::new(unit, tables, init, Setting::Glue, &std::default::Default::default())
}

fn getter(class: Emitted<'_, '_>, field: &ClassFieldDef, body: &mut Body<'_, '_, '_>, out: &mut Writer) {
    let place = class.place(class.id, field);
    out.gap();
    let name = class.symbols.part(&format!("{}_get", field.name));
    out.line(format!("static PyObject *{name}(PyObject *_self, void *_closure)"));
    out.open("");
    out.line("(void)_closure;");
    out.line(class.self_pointer());
    match &field.ty {
        Ty::Object(_) => out.line(format!("return Py_NewRef({place});")),
        Ty::Memoryview(view) => {
            let dtype = super::super::dtypes::dtype(body.unit, body.tables, view);
            let structure = view_struct(view);
            let place = match is_shared_view(class.def, field) {
                true => shown(view, c::Expr::name(place)),
                false => c::Expr::name(place),
            };
            let call = c::Expr::call(format!("{structure}_to_object"), vec![place, dtype]);
            out.line(c::Doc::from("return ").add(call).text(";"));
        }
        ty => {
            if matches!(ty, Ty::Pointer { .. }) {
                out.line(format!("if ({place} == NULL) {{"));
                out.line("    PyErr_SetString(PyExc_ValueError, \"the C string is NULL\");");
                out.line("    return NULL;");
                out.line("}");
            }
            let call = to_object(body, ty, c::Expr::name(place));
            out.line(c::Doc::from("return ").add(call).text(";"));
        }
    }
    out.close();
}

fn setter(class: Emitted<'_, '_>, field: &ClassFieldDef, body: &mut Body<'_, '_, '_>, out: &mut Writer) {
    let place = class.place(class.id, field);
    out.gap();
    let name = class.symbols.part(&format!("{}_set", field.name));
    out.line(format!("static int {name}(PyObject *_self, PyObject *_value, void *_closure)"));
    out.open("");
    out.line("(void)_closure;");
    out.line(class.self_pointer());
    match &field.ty {
        Ty::Object(of) => {
            out.line("if (_value == NULL)");
            out.line("    _value = Py_None;");
            if *of != PyClass::Object {
                let pointer =
                    super::super::type_pointer(class.unit, *of).or_bug("the type object of a class");
                out.line(format!("if ({}(_value, {pointer}, true) < 0)", class_check(*of)));
                out.line("    return -1;");
            }
            out.line(format!("offcy_object_assign(&{place}, _value);"));
            out.line("return 0;");
        }
        Ty::Memoryview(view) => {
            refuse_delete(out);
            let structure = view_struct(view);
            out.line(format!("{structure} _view = {{0}};"));
            let target = c::Expr::address(c::Expr::name("_view"));
            let call = acquisition(body, view, target, c::Expr::name("_value"));
            out.line(if_failed(call));
            out.line("    return -1;");
            if is_shared_view(class.def, field) {
                let dtype = super::super::dtypes::dtype(body.unit, body.tables, view);
                out.line(format!("const int _status = {structure}_put(&{place}, _view, {dtype}, true);"));
                out.line(format!("{structure}_clear(&_view);"));
                out.line("return _status;");
            } else {
                out.line(format!("{structure}_move(&{place}, &_view);"));
                out.line("return 0;");
            }
        }
        ty => {
            refuse_delete(out);
            let declared = c_type(&class.unit.symbols, ty).declare("_number");
            out.line(format!("{declared};"));
            let call = conversion(
                body,
                (ty, None),
                c::Expr::address(c::Expr::name("_number")),
                c::Expr::name("_value"),
            );
            out.line(if_failed(call));
            out.line("    return -1;");
            out.line(match ty {
                Ty::Array { .. } => format!("__builtin_memcpy({place}, _number, sizeof(_number));"),
                _ => format!("{place} = _number;"),
            });
            out.line("return 0;");
        }
    }
    out.close();
}

pub fn refuse_delete(out: &mut Writer) {
    out.line("if (_value == NULL)");
    out.line("    return offcy_refuse_set(\"__del__\");");
}

/// The rows of the table of properties for fields.
pub fn rows(class: Emitted<'_, '_>) -> Vec<String> {
    let shown = class.def.fields.iter().filter(|field| field.access != FieldAccess::Hidden);
    let rows = shown.map(|field| {
        let get = class.symbols.part(&format!("{}_get", field.name));
        let set = match field.access {
            FieldAccess::Public => class.symbols.part(&format!("{}_set", field.name)),
            _ => "NULL",
        };
        format!("{{{}, {get}, {set}, NULL, NULL}}", text(&field.name))
    });
    rows.collect()
}
