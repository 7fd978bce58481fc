//! Functions with specialisations: the tables by which the runtime chooses one.

use super::conversions::layout;
use super::dtypes::dtype;
use super::module::{docstring, method_row, text, with_marks};
use crate::emit::c::{self, Doc};
use crate::emit::symbols::FusedSymbols;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::{FunctionId, FusedChoice, FusedDefault, FusedFunction, FusedType, MethodRole};
use crate::ty::{ClassId, PyClass, Ty};

/// Writes the tables; nothing if no function of the module has specialisations.
pub fn tables(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    for (function, symbols) in unit.module.fused.iter().zip(&unit.symbols.fused) {
        out.gap();
        out.at_home();
        out.line(format!("/* Which `{}` a call means. */", function.name));
        for (ty, choices) in function.types.iter().zip(&symbols.choices) {
            if !ty.choices.is_empty() {
                out.line(format!("static const offcy_choice {choices}[] = {{"));
                for choice in &ty.choices {
                    let members = members(unit, tables, choice);
                    out.line(Doc::listed("    {", members, "},"));
                }
                out.line("};");
            }
        }
        out.line(format!("static offcy_fused_type {}[] = {{", symbols.types));
        for (ty, choices) in function.types.iter().zip(&symbols.choices) {
            let fields = fused_type(ty, function.hidden, choices);
            out.line(Doc::listed("    {", fields, "},"));
        }
        out.line("};");
        specialisations(unit, function, symbols, out);
    }
    functions(unit, out);
}

/// Before all functions: those that make objects of functions with specialisations name the table.
pub fn declaration(unit: &Unit<'_>, out: &mut Writer) {
    if unit.module.fused.iter().any(|function| function.made.is_some()) {
        out.gap();
        out.line(format!("static offcy_fused fused_functions[{}];", unit.module.fused.len()));
    }
}

/// The place in the table of the function with specialisations whose object is made where this one of them is named.
pub fn made(unit: &Unit<'_>, id: FunctionId) -> Option<c::Expr> {
    unit.module.functions[id].specialisation.as_ref()?;
    let place = unit.module.fused.iter().position(|function| function.specialisations.contains(&id))?;
    Some(c::Expr::literal(format!("&fused_functions[{place}]")))
}

/// Whether a class has methods of fused types that Python calls.
pub fn has_fused_methods(unit: &Unit<'_>, class: ClassId) -> bool {
    unit.module.fused.iter().any(|function| function.method.is_some_and(|method| method.class == class))
}

/// The statements that make the functions, after those that make the classes.
pub fn creation(unit: &Unit<'_>, out: &mut Writer) {
    if unit.module.fused.iter().all(|function| function.made.is_some()) {
        return;
    }
    let count = unit.module.fused.len();
    out.line(format!("if (offcy_add_fused(module, fused_functions, {count}, offcy_file) < 0)"));
    out.line("    return -1;");
    for id in unit.module.types.class_ids() {
        if has_fused_methods(unit, id) && !unit.module.types.class(id).has_statements {
            let class = &unit.symbols.classes[&id].type_object;
            out.line(format!("offcy_fix_class({class});"));
        }
    }
}

/// What the runtime knows of a choice, as the members of its struct.
fn members(unit: &Unit<'_>, tables: &mut Tables, choice: &FusedChoice) -> Vec<String> {
    let what = match &choice.ty {
        Ty::Memoryview(view) => {
            let dtype = dtype(unit, tables, view);
            vec![
                format!(".dtype = {dtype}"),
                format!(".ndim = {}", view.ndim()),
                format!(".layout = {}", layout(view)),
            ]
        }
        Ty::Object(PyClass::Extension(class)) => {
            vec![format!(".extension = &{}", unit.symbols.classes[class].type_object)]
        }
        // Found when the module is imported, as one of the module's own.
        Ty::Object(PyClass::FrozenDict) => vec![".extension = &offcy_frozendict_class".to_string()],
        ty => vec![format!(".type = &{}", class(ty))],
    };
    [format!(".number = {}", choice.number)].into_iter().chain(what).collect()
}

/// The class whose instances choose a type.
fn class(ty: &Ty) -> &'static str {
    let class = match ty {
        ty if ty.is_truth() => PyClass::Bool,
        Ty::Float(_) => PyClass::Float,
        Ty::Complex(_) => PyClass::Complex,
        Ty::Pointer { .. } => PyClass::Bytes,
        Ty::Object(class) => *class,
        _ => PyClass::Int,
    };
    super::wrapper::type_object(class).unwrap_or("PyBaseObject_Type")
}

fn fused_type(ty: &FusedType, hidden: usize, choices: &str) -> Vec<String> {
    let mut fields =
        vec![format!(".name = {}", text(&ty.name)), format!(".position = {}", ty.param - hidden)];
    if ty.takes_none && ty.choices.iter().any(|choice| choice.ty.memoryview().is_some()) {
        fields.push(".takes_none = true".to_string());
    }
    let unset = match ty.default {
        FusedDefault::None => "OFFCY_REQUIRED".to_string(),
        FusedDefault::Unknown => "OFFCY_NO_TYPE".to_string(),
        FusedDefault::Type(number) => number.to_string(),
    };
    fields.extend([format!(".width = {}", ty.width), format!(".unset = {unset}")]);
    if !ty.choices.is_empty() {
        fields.extend([format!(".choices = {choices}"), format!(".choice_count = {}", ty.choices.len())]);
    }
    fields
}

fn specialisations(unit: &Unit<'_>, function: &FusedFunction, symbols: &FusedSymbols, out: &mut Writer) {
    let first = match function.method.map(|method| method.role) {
        None => Some("$module"),
        Some(MethodRole::Static) => None,
        Some(MethodRole::Class) => Some("$type"),
        Some(_) => Some("$self"),
    };
    out.line(format!("static offcy_specialisation {}[] = {{", symbols.specialisations));
    for id in &function.specialisations {
        let Some(which) = &unit.module.functions[*id].specialisation else { continue };
        let wrapper = unit.symbols.wrappers[*id].clone();
        let name = format!("{}[{}]", function.name, which.params);
        let flags = Doc::joined("|", ["METH_FASTCALL", "METH_KEYWORDS"]);
        out.line(method_row(&[&text(&which.key), &format!("{{{}", text(&name))], &wrapper, flags));
        if function.made.is_some() {
            out.line("     NULL}},");
            continue;
        }
        let params = &unit.module.functions[*id].params[function.hidden..];
        let shown = params.iter().map(|param| super::module::shown_param(unit, *id, param));
        docstring(&name, first, &with_marks(params, shown.collect()), function.doc.as_deref(), "}},", out);
    }
    out.line("};");
    if let Some(definitions) = &symbols.definitions {
        out.line(format!("static const offcy_definition *const {definitions}[] = {{"));
        for id in &function.specialisations {
            out.line(format!("    &{},", unit.symbols.definitions[*id]));
        }
        out.line("};");
    }
}

fn binding(role: MethodRole) -> &'static str {
    match role {
        MethodRole::Static => ", .binding = METH_STATIC",
        MethodRole::Class => ", .binding = METH_CLASS",
        _ => "",
    }
}

fn functions(unit: &Unit<'_>, out: &mut Writer) {
    if unit.module.fused.is_empty() {
        return;
    }
    out.gap();
    out.line("static offcy_fused fused_functions[] = {");
    for (function, symbols) in unit.module.fused.iter().zip(&unit.symbols.fused) {
        out.line(format!("    {{.name = {}, .line = {},", text(&function.name), unit.line(function.span)));
        if let Some(doc) = &function.doc {
            out.line(Doc::from("     .doc").value(text(doc)).text(","));
        }
        if let Some(method) = function.method
            && let Some(class) = unit.symbols.classes.get(&method.class)
        {
            let binding = binding(method.role);
            let qualname = format!("{}.{}", unit.module.types.class(method.class).name, function.name);
            out.line(format!(
                "     .owner = &{}, .qualname = {}{binding},",
                class.type_object,
                text(&qualname)
            ));
        }
        if let (Some(made), Some(definitions)) = (&function.made, &symbols.definitions) {
            let binding = binding(made.role);
            out.line(format!(
                "     .definitions = {definitions}, .qualname = {}{binding},",
                text(&made.qualname)
            ));
        }
        let (types, specialisations) = (&symbols.types, &symbols.specialisations);
        out.line(format!(
            "     .required = {}, .type_count = {}, .types = {types},",
            function.required,
            function.types.len()
        ));
        out.line(format!(
            "     .count = {}, .specialisations = {specialisations}}},",
            function.specialisations.len()
        ));
    }
    out.line("};");
}
