//! From the creation of an object to its end.

use super::Emitted;
use crate::emit::c::Doc;
use crate::emit::layouts::is_shared_view;
use crate::emit::writer::Writer;
use crate::tir::MethodRole;
use crate::ty::Ty;

/// As many as Cython keeps.
const SPARE_SCOPES: usize = 8;

/// Memory of objects that is kept for the next ones of their class.
#[derive(Clone, Copy)]
pub(super) enum Spares {
    None,
    /// Of so many objects.
    Exactly(usize),
    /// Of a few, if they are small: what is made in an expression and ends with it needs no allocation.
    IfSmall,
}

impl Spares {
    pub fn are_kept(self) -> bool {
        !matches!(self, Spares::None | Spares::Exactly(0))
    }
}

pub fn functions(class: Emitted<'_, '_>, out: &mut Writer) {
    if begins(class) {
        new(class, out);
    }
    calls(class, out);
    if class.visits_others() {
        traverse(class, out);
    }
    if class.is_cleared() {
        clear(class, out);
    }
    if let Some(method) = class.own_function("__del__") {
        finalize(class, method, out);
    }
    dealloc(class, out);
}

/// Whether objects of the class begin otherwise than those of its base.
fn begins(class: Emitted<'_, '_>) -> bool {
    class.base().is_none_or(|base| base.def.foreign.is_some())
        || class.own("__cinit__", MethodRole::Instance).is_some()
        || class.def.fields.iter().any(|field| starts_as_none(class, field))
        || class.unit.module.types.class_field(class.id, crate::tir::CLASS_NUMBER).is_some()
        || super::tables::initialisation(class).is_some()
}

/// The function that creates its objects, by the name of the class that has it.
pub fn constructor(class: Emitted<'_, '_>) -> String {
    let maker = class.lineage().find(|class| begins(*class)).unwrap_or(class);
    maker.symbols.part("tp_new").to_string()
}

fn starts_as_none(class: Emitted<'_, '_>, field: &crate::ty::ClassFieldDef) -> bool {
    field.ty.is_object() && !class.def.is_scope
}

/// Creates an object: memory that is zero, fields that are `None`, then `__cinit__`, the base's first.
fn new(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    let head = format!("static PyObject *{}(", class.symbols.part("tp_new"));
    let params = ["PyTypeObject *type", "PyObject *_args", "PyObject *_keywords"];
    out.line(Doc::listed(head, params, ")"));
    out.open("");
    let cinit = class.own("__cinit__", MethodRole::Instance);
    let made = match class.base() {
        Some(base) if base.def.foreign.is_some() => {
            let base = base.symbols.type_object.as_str();
            Doc::listed("offcy_new_object(", [base, "type", "_args", "_keywords"], ")")
        }
        Some(base) => Doc::listed(format!("{}(", constructor(base)), ["type", "_args", "_keywords"], ")"),
        None if class.spares().are_kept() => {
            let (own, spares) = (&class.symbols.type_object, class.symbols.part("spares"));
            Doc::listed("offcy_allocate_spare(", ["type", own, &format!("&{spares}")], ")")
        }
        None => "offcy_allocate(type)".into(),
    };
    let takes_arguments = cinit.is_some_and(|(_, cinit)| cinit.params.len() > 1);
    if class.base().is_none() && !takes_arguments {
        out.line("(void)_args, (void)_keywords;");
    }
    out.line(Doc::from("PyObject *_self").value(made).text(";"));
    // Variables start out empty.
    let objects: Vec<_> = class.def.fields.iter().filter(|field| starts_as_none(class, field)).collect();
    let number = class.unit.module.types.class_field(class.id, crate::tir::CLASS_NUMBER);
    let table = super::tables::initialisation(class);
    if cinit.is_some() || !objects.is_empty() || number.is_some() || table.is_some() {
        out.line("if (_self == NULL)");
        out.line("    return NULL;");
    }
    if !objects.is_empty() || number.is_some() {
        out.line(class.self_pointer());
    }
    table.into_iter().for_each(|line| out.line(line));
    for field in objects {
        out.line(format!("{} = Py_NewRef(Py_None);", class.place(class.id, field)));
    }
    if let Some((owner, field)) = number {
        out.line(format!("{} = {};", class.place(owner, field), class.id.index()));
    }
    if cinit.is_some() {
        let call = match (takes_arguments, class.own_special("__cinit__"), class.own_function("__cinit__")) {
            (true, Some(wrapper), _) => format!("{wrapper}(_self, _args, _keywords)"),
            (_, _, function) => {
                format!("offcy_drop({}(_self))", function.expect("__cinit__ has a C function"))
            }
        };
        out.line(format!("if ({call} < 0)"));
        out.line("    Py_CLEAR(_self);");
    }
    out.line("return _self;");
    out.close();
}

/// Calls of `__init__` with a tuple, and of the class without one where `__cinit__` wants none either.
fn calls(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(init) = class.own_special("__init__") else { return };
    out.gap();
    out.line(format!("OFFCY_DEFINE_INIT({}, {init})", class.symbols.part("tp_init")));
    if class.is_called_quickly() {
        let (call, new) = (class.symbols.part("tp_vectorcall"), constructor(class));
        out.line(format!("OFFCY_DEFINE_CALL({call}, {new}, {init})"));
    }
}

impl Emitted<'_, '_> {
    /// Whether a call of the class needs no tuple: it has an `__init__` that stays, and nothing takes arguments before it.
    pub(super) fn is_called_quickly(self) -> bool {
        let takes_arguments = |class: Emitted<'_, '_>| {
            let cinit = class.own("__cinit__", MethodRole::Instance);
            class.def.foreign.is_some() || cinit.is_some_and(|(_, cinit)| cinit.params.len() > 1)
        };
        self.own_special("__init__").is_some()
            && !self.is_finished_later()
            && !self.lineage().any(takes_arguments)
    }
}

fn traverse(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    out.line(format!(
        "static int {}(PyObject *_self, visitproc visit, void *arg)",
        class.symbols.part("tp_traverse")
    ));
    out.open("");
    if class.foreign_base().is_none() || class.is_collected() {
        out.line(class.self_pointer());
    }
    let visit = match class.foreign_base() {
        None => "offcy_visit_type(_self, visit, arg)".to_string(),
        Some(base) => format!("offcy_visit_base(_self, {}, visit, arg)", base.symbols.type_object),
    };
    out.line(format!("const int _status = {visit};"));
    out.line("if (_status != 0)");
    out.line("    return _status;");
    for (owner, field) in class.visited_fields() {
        out.line(format!("Py_VISIT({});", class.place(owner, field)));
    }
    class.dicts().for_each(|dict| out.line(format!("Py_VISIT({dict});")));
    out.line("return 0;");
    out.close();
}

/// Breaks cycles: what is cleared is `None` for code that still runs.
fn clear(class: Emitted<'_, '_>, out: &mut Writer) {
    out.gap();
    out.line(format!("static int {}(PyObject *_self)", class.symbols.part("tp_clear")));
    out.open("");
    if class.is_collected() {
        out.line(class.self_pointer());
    }
    if let Some(base) = class.foreign_base() {
        out.line(format!("offcy_clear_base(_self, {});", base.symbols.type_object));
    }
    for (owner, field) in class.visited_fields() {
        let place = class.place(owner, field);
        out.line(match class.def.is_scope {
            true => format!("Py_CLEAR({place});"),
            false => format!("offcy_object_assign(&{place}, Py_None);"),
        });
    }
    class.dicts().for_each(|dict| out.line(format!("Py_CLEAR({dict});")));
    out.line("return 0;");
    out.close();
}

fn finalize(class: Emitted<'_, '_>, method: &str, out: &mut Writer) {
    out.gap();
    out.line(format!("static void {}(PyObject *_self)", class.symbols.part("tp_finalize")));
    out.open("");
    out.line(format!("offcy_run_at_end(_self, {method});"));
    out.close();
}

fn dealloc(class: Emitted<'_, '_>, out: &mut Writer) {
    let name = class.symbols.part("tp_dealloc");
    let body = if ends_in_turn(class) { class.symbols.part("end") } else { name };
    out.gap();
    if body != name {
        out.line(format!("static void {name}(PyObject *_self);"));
        out.gap();
    }
    out.line(format!("static void {body}(PyObject *_self)"));
    out.open("");
    let has_del = class.own_lineage().any(|part| part.own_function("__del__").is_some());
    if has_del || class.foreign_base().is_some() {
        out.line(format!("if (!offcy_finalize(_self, {name}))"));
        out.line("    return;");
    }
    if class.foreign_base().is_some() {
        out.line("offcy_untrack(_self);");
    } else if class.is_collected() {
        out.line("PyObject_GC_UnTrack(_self);");
    }
    let releases = |field: &crate::ty::ClassFieldDef| field.ty.is_counted();
    let has_more = class.own_lineage().any(|class| class.def.has_dict || class.def.has_weakrefs);
    if has_more || class.all_fields().any(|(_, field)| releases(field)) {
        out.line(class.self_pointer());
    }
    for part in class.own_lineage() {
        if let Some(method) = part.own_function("__dealloc__") {
            out.line(format!("if (!offcy_end_object(_self, {method}))"));
            out.line("    return;");
        }
        if part.def.has_weakrefs {
            let weakrefs = class.part_of_self(part.id, super::WEAKREFS);
            out.line(format!("if ({weakrefs} != NULL)"));
            out.line("    PyObject_ClearWeakRefs(_self);");
        }
        if part.def.has_dict {
            out.line(format!("Py_CLEAR({});", class.part_of_self(part.id, super::DICT)));
        }
        for field in part.def.fields.iter().filter(|field| releases(field)) {
            let place = class.place(part.id, field);
            match &field.ty {
                Ty::Memoryview(_) if is_shared_view(part.def, field) => {
                    out.line(format!("offcy_cython_view_clear(&{place});"));
                }
                Ty::Memoryview(view) => {
                    out.line(format!("{}_clear(&{place});", crate::emit::types::view_struct(view)));
                }
                _ => out.line(format!("Py_CLEAR({place});")),
            }
        }
    }
    out.line(match class.foreign_base() {
        Some(base) => format!("offcy_end_base(_self, {});", base.symbols.type_object),
        None if class.spares().are_kept() => {
            let (own, spares) = (&class.symbols.type_object, class.symbols.part("spares"));
            format!("offcy_spare(_self, {own}, &{spares});")
        }
        None => format!("offcy_free(_self, {});", class.symbols.type_object),
    });
    out.close();
    if body != name {
        out.gap();
        out.line(format!("static void {name}(PyObject *_self)"));
        out.open("");
        out.line(format!("offcy_end_in_turn(_self, {name}, {body});"));
        out.close();
    }
}

impl Emitted<'_, '_> {
    /// The memory of which objects that have ended is kept for the next ones. Python notes in the memory that `__del__` was
    /// called.
    pub(super) fn spares(self) -> Spares {
        let is_plain = self.def.base.is_none() && self.own_function("__del__").is_none();
        match (self.def.is_scope, self.def.decorated.freelist) {
            (true, _) => Spares::Exactly(SPARE_SCOPES),
            (false, Some(count)) if is_plain => Spares::Exactly(count),
            (false, None) if is_plain => Spares::IfSmall,
            (false, _) => Spares::None,
        }
    }
}

/// Whether chains of objects end one after another: as a decorator says, otherwise as the base has it. Python's own
/// containers do, unless a class is derived from them.
fn ends_in_turn(class: Emitted<'_, '_>) -> bool {
    let said = class.own_lineage().find_map(|part| part.def.decorated.trashcan);
    said.unwrap_or_else(|| {
        let base = class.foreign_base().and_then(|base| base.def.foreign.as_ref());
        base.is_some_and(|foreign| {
            foreign.module == "builtins" && ["dict", "list", "set", "tuple"].contains(&foreign.name.as_str())
        })
    })
}
