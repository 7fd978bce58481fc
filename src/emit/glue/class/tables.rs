//! The tables of C methods, through which modules call one another's: see `offcy_class.h`.

use super::view_methods::converted;
use super::{Emitted, text};
use crate::emit::glue::fused::has_fused_methods;
use crate::emit::writer::Writer;
use crate::tir::{Block, Expr, ExprKind, FunctionId, method_table, walk};
use crate::ty::{ClassId, PyClass, Signature, SlotDef};

impl Emitted<'_, '_> {
    /// The contents of the class' own table, if it has one.
    pub(super) fn table(self) -> Option<Vec<Option<FunctionId>>> {
        let module = &self.unit.module;
        method_table(&module.types, &module.functions, self.id)
    }

    /// Whether other modules look up the class' table.
    pub(super) fn shows_table(self) -> bool {
        self.def.is_shared && self.table().is_some()
    }

    /// Whether the parts of the type are complete only after more of the module has run.
    pub(super) fn is_finished_later(self) -> bool {
        self.def.has_statements || has_fused_methods(self.unit, self.id)
    }

    /// Whether functions of the class' table have memoryviews that nothing converts.
    fn has_views(self) -> bool {
        self.unit.module.types.places(self.id).any(takes_views)
    }

    /// For a class of another module: whether this one calls such functions, or overrides them in it.
    fn relies_on_views(self) -> bool {
        let module = &self.unit.module;
        let types = &module.types;
        let inherits = |id: ClassId| types.is_subclass(id, self.id);
        let fills = |id: ClassId| {
            let table = method_table(types, &module.functions, id);
            let own = table.unwrap_or_default().into_iter().zip(types.places(id));
            inherits(id) && own.into_iter().any(|(function, slot)| function.is_some() && takes_views(slot))
        };
        let is_called = |expr: &Expr| {
            let ExprKind::Field { base, name } = &expr.kind else { return false };
            let class = match base.kind {
                ExprKind::TypeObject(PyClass::Extension(class)) => Some(class),
                _ => base.ty.extension(),
            };
            let slot = class.filter(|&class| inherits(class)).and_then(|class| types.slot(class, name));
            slot.is_some_and(|slot| takes_views(slot.def))
        };
        let calls = |block: &Block| {
            let mut found = false;
            walk::all_expressions(block, &mut |expr| found |= is_called(expr));
            found
        };
        self.has_views()
            && (types.class_ids().any(fills)
                || module.functions.iter().any(|(_, function)| calls(&function.body)))
    }

    /// Whether another module makes the class, and its objects point to a table.
    fn has_foreign_table(self) -> bool {
        self.def.foreign.is_some() && self.unit.module.types.table_root(self.id).is_some()
    }
}

/// What points to the table of another module's class.
pub fn declaration(class: Emitted<'_, '_>, out: &mut Writer) {
    if class.has_foreign_table() {
        out.line(format!("static const offcy_method *{};", class.symbols.part("c_methods")));
    }
}

/// The table of a class of the module, after all functions.
pub fn definition(class: Emitted<'_, '_>, out: &mut Writer) {
    let Some(table) = class.table() else { return };
    out.gap();
    // Other modules know it as a struct of functions. Another module's part of it is filled in later.
    let is_whole = table.iter().all(Option::is_some);
    let kind = if is_whole { "static const" } else { "static" };
    out.line(format!("{kind} offcy_method {}[{}] = {{", class.symbols.part("c_methods"), table.len()));
    for (number, function) in table.into_iter().enumerate() {
        let Some(function) = function else { continue };
        let name = class.entry(number, function);
        let place = if is_whole { String::new() } else { format!("[{number}] = ") };
        out.line(format!("    {place}(offcy_method){name},"));
    }
    out.line("};");
}

/// Finds the table of another module's class; fills that of a class of the module, and publishes it.
pub fn creation(class: Emitted<'_, '_>, out: &mut Writer) {
    let (object, methods) = (&class.symbols.type_object, class.symbols.part("c_methods"));
    if class.has_foreign_table() {
        let takes_views = class.relies_on_views();
        out.line(format!("if (offcy_find_methods({object}, &{methods}, {takes_views}) < 0)"));
        out.line("    return -1;");
        let mut slots = class.def.slots.iter();
        if let (Some(foreign), true) = (&class.def.foreign, slots.any(|slot| converted(slot).is_some())) {
            out.line(format!("if (offcy_expect_memoryviews({}) < 0)", text(&foreign.module)));
            out.line("    return -1;");
        }
    }
    let Some(table) = class.table() else { return };
    if let Some(base) = class.foreign_base().filter(|_| table.iter().any(Option::is_none)) {
        let (base, count) = (base.symbols.part("c_methods"), table.len());
        out.line(format!("offcy_inherit_methods({methods}, {base}, {count});"));
    }
    if class.shows_table() {
        let takes_views = match class.foreign_base() {
            _ if !class.has_views() => "false".to_string(),
            Some(base) if base.has_views() && !base.relies_on_views() => {
                format!("offcy_passes_views({})", base.symbols.type_object)
            }
            _ => "true".to_string(),
        };
        out.line(format!("if (offcy_show_methods({object}, {methods}, {takes_views}) < 0)"));
        out.line("    return -1;");
        if let Some(shown) = class.showing_own() {
            out.line(shown);
            out.line("    return -1;");
        }
        if !class.is_finished_later() {
            out.line(format!("offcy_fix_class({object});"));
        }
    }
}

/// The statement that makes a new object, `_self`, point to the class' table.
pub fn initialisation(class: Emitted<'_, '_>) -> Option<String> {
    class.table()?;
    let root = class.unit.module.types.table_root(class.id)?;
    let symbols = class.unit.symbols.classes.get(&root)?;
    let (table, methods) = (crate::emit::body::TABLE, class.symbols.part("c_methods"));
    let object = format!("({} *)_self", symbols.structure);
    let place = format!("({object})->{table}");
    Some(format!("{place} = {methods};"))
}

/// Whether a function in the table has memoryviews that nothing converts.
fn takes_views(slot: &SlotDef) -> bool {
    converted(slot).is_none()
        && slot.ty.as_ref().is_ok_and(|ty| ty.function().is_some_and(Signature::has_views))
}
