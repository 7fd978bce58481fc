//! Extension types: their structs, the functions that create and destroy their objects, their slots.

mod attributes;
mod buffers;
mod fields;
mod life;
mod methods;
mod operators;
mod pickling;
mod slots;
mod special;
mod tables;
pub mod view_methods;

use std::collections::HashSet;

use super::module::{if_failed, text};
use crate::emit::c::{self, Doc};
use crate::emit::layouts::is_shared_view;
use crate::emit::names::c_field_name;
use crate::emit::symbols::ClassSymbols;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::{ForeignClass, ForeignStruct, Function, FunctionId, Method, MethodRole, SizeCheck};
use crate::ty::{ClassDef, ClassFieldDef, ClassId, PyClass, Ty};

/// Where Python puts attributes that no class declares.
const DICT: &str = "_dict";
/// What Python knows of weak references to an object.
const WEAKREFS: &str = "_weakrefs";

/// A class with what its C is made from.
#[derive(Clone, Copy)]
struct Emitted<'u, 'a> {
    unit: &'u Unit<'a>,
    id: ClassId,
    def: &'u ClassDef,
    symbols: &'u ClassSymbols,
}

/// The header that they need beside the runtime's.
pub fn header(unit: &Unit<'_>) -> Option<&'static str> {
    all(unit).into_iter().any(methods::has_members).then_some("#include <structmember.h>")
}

/// The structs and type objects, before all functions.
pub fn structs(unit: &Unit<'_>, out: &mut Writer) {
    for class in all(unit) {
        out.gap();
        class.structure(out);
        tables::declaration(class, out);
    }
}

/// What Python calls through the types' slots, and the tables of the types: after all methods.
pub fn definitions(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    // A class that inherits from another module's is pickled by the fields of that, too.
    let foreign = all(unit).into_iter().filter(|class| class.def.foreign.is_some());
    let own = || all(unit).into_iter().filter(|class| class.def.foreign.is_none());
    let pickled = pickling::owners(&unit.module.types);
    let mut body = fields::body(unit, tables);
    for class in foreign.filter(|class| pickled.contains(&class.id)).chain(own()) {
        fields::accessors(class, pickled.contains(&class.id), &mut body, out);
    }
    for class in own() {
        pickling::functions(class, out);
        tables::definition(class, out);
        life::functions(class, out);
        special::combined(class, out);
        buffers::functions(class, out);
        methods::tables(class, out);
        slots::spec(class, out);
    }
}

/// The lines that make the types when the module is imported.
pub fn creation(unit: &Unit<'_>, out: &mut Writer) {
    let mut made = HashSet::new();
    let own = all(unit).into_iter().filter(|class| class.def.foreign.is_none());
    own.for_each(|class| create(unit, class, &mut made, out));
    let mut imported = HashSet::new();
    for id in unit.module.types.class_ids() {
        let Some(foreign) = &unit.module.types.class(id).foreign else { continue };
        match Emitted::new(unit, id).filter(|_| unit.used.classes.contains(&id)) {
            Some(class) => create(unit, class, &mut made, out),
            // Modules that import each other rely on the order, in which Cython imports those of unused classes, too.
            None if is_of_module(foreign) && imported.insert(&foreign.module) => {
                out.line(format!("if (offcy_import_module({}) < 0)", text(&foreign.module)));
                out.line("    return -1;");
            }
            None => {}
        }
    }
}

/// Whether a class is defined in a module that was written like this one, and not declared for what a header has.
fn is_of_module(foreign: &ForeignClass) -> bool {
    matches!(foreign.structure, ForeignStruct::Fields(None))
        && !matches!(&*foreign.module, "numpy" | "cython.view")
}

/// A class after its base.
fn create(unit: &Unit<'_>, class: Emitted<'_, '_>, made: &mut HashSet<ClassId>, out: &mut Writer) {
    if !made.insert(class.id) {
        return;
    }
    if let Some(base) = class.base() {
        create(unit, base, made, out);
    }
    let base = class.base().map_or("NULL", |base| base.symbols.type_object.as_str());
    let (object, spec) = (&class.symbols.type_object, class.symbols.part("spec"));
    if let Some(foreign) = &class.def.foreign {
        import(unit, class, foreign, out);
    } else {
        let is_hidden = class.def.is_scope || class.def.decorated.is_internal;
        let make = if is_hidden { "offcy_make_class" } else { "offcy_add_class" };
        pickling::preparation(class, base, out);
        let arguments = ["module", &format!("&{object}"), &format!("&{spec}"), base];
        out.line(if_failed(Doc::listed(format!("{make}("), arguments, ")")));
        out.line("    return -1;");
        if class.is_called_quickly() {
            out.line(format!("OFFCY_SET_CALL({object}, {});", class.symbols.part("tp_vectorcall")));
        }
        pickling::completion(class, out);
    }
    tables::creation(class, out);
}

/// Asks the module that has a class for it; classes of `cython` are the runtime's.
fn import(unit: &Unit<'_>, class: Emitted<'_, '_>, foreign: &ForeignClass, out: &mut Writer) {
    if foreign.module == "cython.view" {
        out.line(format!("if (({} = offcy_view_array_type()) == NULL)", class.symbols.type_object));
        out.line("    return -1;");
        return;
    }
    let [module, name] = [&foreign.module, &foreign.name].map(|name| text(name));
    let structure = &class.symbols.structure;
    let is_base = unit.module.types.class_ids().any(|id| unit.module.types.class(id).base == Some(class.id));
    // A derived class has its own fields after that.
    let check = match foreign.check_size {
        _ if is_base => "OFFCY_SIZE_EXACT",
        SizeCheck::Ignore => "OFFCY_SIZE_IGNORED",
        SizeCheck::Warn => "OFFCY_SIZE_WARNED",
        SizeCheck::Error => "OFFCY_SIZE_EXACT",
    };
    let arguments = vec![
        format!("&{}", class.symbols.type_object),
        module,
        name,
        format!("sizeof({structure})"),
        check.to_string(),
    ];
    out.line(if_failed(Doc::listed("offcy_import_class(", arguments, ")")));
    out.line("    return -1;");
}

/// The module's own, and those of others that it uses.
fn all<'u, 'a>(unit: &'u Unit<'a>) -> Vec<Emitted<'u, 'a>> {
    let used = unit.module.types.class_ids().filter(|id| unit.used.classes.contains(id));
    used.filter_map(|id| Emitted::new(unit, id)).collect()
}

impl<'u, 'a> Emitted<'u, 'a> {
    fn new(unit: &'u Unit<'a>, id: ClassId) -> Option<Emitted<'u, 'a>> {
        Some(Emitted { unit, id, def: unit.module.types.class(id), symbols: unit.symbols.classes.get(&id)? })
    }

    fn base(self) -> Option<Emitted<'u, 'a>> {
        Emitted::new(self.unit, self.def.base?)
    }

    /// The class and what it inherits from, itself first.
    fn lineage(self) -> impl Iterator<Item = Emitted<'u, 'a>> {
        std::iter::successors(Some(self), |class| class.base())
    }

    fn structure(self, out: &mut Writer) {
        let structure = &self.symbols.structure;
        out.line(match &self.def.foreign {
            _ if self.def.is_scope => "/* Variables that functions share. */".to_string(),
            Some(foreign) => format!("/* {}.{} */", foreign.module, foreign.name),
            None => format!("/* cdef class {} */", self.def.name),
        });
        if self.has_own_struct() {
            out.line(format!("{structure} {{"));
            self.members(out);
            out.line("};");
        }
        out.line(format!("static PyTypeObject *{};", self.symbols.type_object));
        if self.def.foreign.is_none() && self.spares().are_kept() {
            let head = format!("static offcy_spares {}", self.symbols.part("spares"));
            let room = match self.spares() {
                life::Spares::Exactly(count) => count.to_string(),
                life::Spares::None | life::Spares::IfSmall => format!("OFFCY_ROOM(sizeof({structure}))"),
            };
            let mut parts = vec![format!(".size = sizeof({structure})"), format!(".room = {room}")];
            if self.is_collected() {
                parts.push(".is_collected = true".to_string());
            }
            out.line(Doc::from(head).value(Doc::listed("{", parts, "};")));
        }
    }

    /// What the struct of its objects contains.
    fn members(self, out: &mut Writer) {
        let types = &self.unit.module.types;
        match self.base() {
            Some(base) => {
                out.line(format!("    {} {};", base.symbols.structure, crate::emit::body::BASE));
            }
            None => out.line("    PyObject_HEAD"),
        }
        if types.table_root(self.id) == Some(self.id) {
            out.line(format!("    const offcy_method *{};", crate::emit::body::TABLE));
        }
        // In the order of the declaration: other modules rely on it.
        let objects = [
            (self.def.has_dict, self.def.dict_at, DICT),
            (self.def.has_weakrefs, self.def.weakrefs_at, WEAKREFS),
        ];
        let object_at = |at: usize, out: &mut Writer| {
            let here = objects.iter().filter(|(has, place, _)| *has && *place == at);
            here.for_each(|(.., name)| out.line(format!("    PyObject *{name};")));
        };
        for (at, field) in self.def.fields.iter().enumerate() {
            object_at(at, out);
            let name = c_field_name(field);
            let declared = match &field.ty {
                _ if is_shared_view(self.def, field) => format!("offcy_cython_view {name}"),
                ty => c_type(&self.unit.symbols, ty).declare(&name),
            };
            out.line(format!("    {declared};"));
        }
        object_at(self.def.fields.len(), out);
    }

    /// Whether no header declares the struct of its objects.
    fn has_own_struct(self) -> bool {
        let foreign = self.def.foreign.as_ref();
        foreign.is_none_or(|foreign| matches!(foreign.structure, ForeignStruct::Fields(_)))
    }

    /// The class of another module that it inherits from, directly or not.
    fn foreign_base(self) -> Option<Emitted<'u, 'a>> {
        self.lineage().find(|class| class.def.foreign.is_some())
    }

    /// The class and what it inherits from, itself first, as far as this module makes it.
    fn own_lineage(self) -> impl Iterator<Item = Emitted<'u, 'a>> {
        self.lineage().take_while(|class| class.def.foreign.is_none())
    }

    /// A field of `self`, a pointer to the class' struct; it may be inherited.
    fn place(self, owner: ClassId, field: &ClassFieldDef) -> String {
        self.part_of_self(owner, &c_field_name(field))
    }

    fn part_of_self(self, owner: ClassId, name: &str) -> String {
        let depth = self.lineage().take_while(|class| class.id != owner).count();
        let whole = c::Expr::deref(c::Expr::name("self"));
        let base = (0..depth).fold(whole, |place, _| c::Expr::member(place, crate::emit::body::BASE));
        c::Expr::member(base, name).to_string()
    }

    /// All fields that the module itself has, those of the class first, with the classes that they come from.
    fn all_fields(self) -> impl Iterator<Item = (ClassId, &'u ClassFieldDef)> {
        self.own_lineage().flat_map(|class| class.def.fields.iter().map(move |field| (class.id, field)))
    }

    /// `struct Shape *self = (struct Shape *)_self;`
    fn self_pointer(self) -> String {
        let structure = &self.symbols.structure;
        format!("{structure} *self = ({structure} *)_self;")
    }

    /// The function of the class itself with a given name and role.
    fn own(self, name: &str, role: MethodRole) -> Option<(FunctionId, &'a Function)> {
        let id = self.unit.class_functions.find(Method { class: self.id, role }, name)?;
        Some((id, &self.unit.module.functions[id]))
    }

    /// All functions of the class itself, in the order of the module.
    fn own_functions(self) -> impl Iterator<Item = (FunctionId, &'a Function)> {
        let unit: &'u Unit<'a> = self.unit;
        unit.class_functions.all(self.id).iter().map(|&id| (id, &unit.module.functions[id]))
    }

    /// What Python calls for a special method, whether the class has it or inherits it.
    fn special(self, name: &str) -> Option<&'u str> {
        self.lineage().find_map(|class| class.own_special(name))
    }

    fn own_special(self, name: &str) -> Option<&'u str> {
        let (id, _) = self.own(name, MethodRole::Instance)?;
        self.unit.symbols.wrappers.get(id).map(String::as_str)
    }

    /// The C function of a special method without arguments.
    fn own_function(self, name: &str) -> Option<&'u str> {
        let (id, _) = self.own(name, MethodRole::Instance)?;
        self.unit.symbols.functions.get(id).map(String::as_str)
    }

    /// Whether it has functions for the cycle collector.
    fn visits_others(self) -> bool {
        self.is_collected() || self.foreign_base().is_some()
    }

    /// Whether its objects may be parts of cycles. For another module's class that is known when it is imported.
    fn is_collected(self) -> bool {
        self.visited_fields().next().is_some() || self.own_lineage().any(|class| class.def.has_dict)
    }

    /// The fields that may be parts of cycles.
    fn visited_fields(self) -> impl Iterator<Item = (ClassId, &'u ClassFieldDef)> {
        let unit = self.unit;
        let in_cycles = move |owner: ClassId| !unit.module.types.class(owner).decorated.no_cycles;
        self.all_fields().filter(move |(owner, field)| in_cycles(*owner) && may_hold_others(&field.ty))
    }

    /// Whether the collector may empty its fields.
    fn is_cleared(self) -> bool {
        self.visits_others() && !self.own_lineage().any(|class| class.def.decorated.no_clear)
    }

    /// The dicts of its objects, which they may have from a base class.
    fn dicts(self) -> impl Iterator<Item = String> {
        let classes = self.own_lineage().filter(|class| class.def.has_dict);
        classes.map(move |class| self.part_of_self(class.id, DICT))
    }

    fn shown_name(self) -> String {
        text(&format!("{}.{}", self.unit.module.name, self.def.name))
    }
}

/// Whether an object of the type may refer to others that refer back.
fn may_hold_others(ty: &Ty) -> bool {
    use PyClass::*;
    match ty {
        Ty::Object(class) => !matches!(class, Str | Bytes | Bool | Int | Float | Complex),
        _ => false,
    }
}
