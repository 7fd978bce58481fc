//! The module: tables, functions, methods, import.

use std::collections::HashSet;

use super::constants;
use super::host_version::host_versions;
use super::wrapper::wrapper;
use crate::emit::body::{Body, Setting};
use crate::emit::c::{self, Doc};
use crate::emit::types::c_type;
use crate::emit::unit::{SITES, Tables, Unit};
use crate::emit::writer::{Writer, Written};
use crate::tir::{
    CheckKind, Default, Expr, ExprKind, Function, FunctionId, GlobalId, Header, Include, ObjectConst, Op,
    Param, ParamKind, Singleton, StmtKind, walk,
};

/// The whole of `m.c`.
pub fn module(unit: &Unit<'_>, tables: &mut Tables, banner: &str) -> Written {
    let file = format!("{}.c", unit.stem);
    let mut code = Writer::new(&file, unit.line_directives);
    tables.has_sites = !tables.sites.is_empty() || may_have_sites(unit);
    for (id, _) in unit.module.functions.iter() {
        if !unit.placement.in_kernels(id) && unit.placement.is_used(id) {
            super::function(unit, tables, id, &mut code);
        }
        if unit.symbols.wrappers.get(id).is_some() {
            wrapper(unit, tables, id, &mut code);
            super::definition::definition(unit, id, &mut code);
        }
    }
    super::fused::tables(unit, tables, &mut code);
    let addressed = super::capi::addressed(unit, tables, &mut code);
    let exports = super::capi::exports(unit, tables, &mut code);
    super::capi::adapters(unit, tables, &mut code);
    let methods = super::class::view_methods::adapters(unit, tables, &mut code);
    super::ufunc::definitions(unit, tables, &mut code);
    super::class::definitions(unit, tables, &mut code);
    super::enums::definition(unit, &mut code);
    let init = unit.module.init;
    let span = unit.module.functions[init].span;
    let end = unit.module.functions[init].coherence.as_a_whole.then(|| {
        let mut body = Body::new(unit, tables, init, Setting::Glue, &std::default::Default::default());
        body.place(span, "OFFCY_HOST_CODE", false, true)
    });

    let mut out = Writer::new(&file, unit.line_directives);
    out.comment(banner);
    out.gap();
    out.line("#include <offcy_py.h>");
    super::ufunc::header(unit).into_iter().for_each(|header| out.line(header));
    super::class::header(unit).into_iter().for_each(|header| out.line(header));
    super::cython_views::header(unit).into_iter().for_each(|header| out.line(header));
    out.gap();
    out.line(format!("#include \"{}\"", unit.header));
    crate::emit::header::glue_includes(unit, &mut out);
    crate::emit::header::glue_types(unit, &mut out);
    out.gap();
    let source = unit.file(span);
    // Of a module in which nothing fails, it may stay without use.
    let unused = if tables.names("offcy_file") { "" } else { " __attribute__((unused))" };
    out.line(format!("static const char offcy_file[]{unused} = {};", c::string_literal(source.as_bytes())));
    let has_globals = tables.names("offcy_globals") || super::enums::are_there(unit);
    if has_globals {
        out.line("static PyObject *offcy_globals; /* the module's dict */");
    }
    let named = named_globals(unit);
    globals(unit, &named, &mut out);
    super::capi::variables(unit, &named, &mut out);
    super::enums::declarations(unit, &mut out);
    super::class::structs(unit, &mut out);
    constants::declarations(tables, &mut out);
    sites(tables, &mut out);
    places(tables, &mut out);
    super::dtypes::definitions(unit, tables, &mut out);
    super::definition::declarations(unit, &mut out);
    super::fused::declaration(unit, &mut out);
    prototypes(unit, tables, &mut out);
    addressed.into_iter().chain(methods).for_each(|prototype| out.line(prototype));
    host_versions(unit, tables, &mut out);
    out.gap();
    out.splice(code);
    out.at_home();
    constants::creation(tables, unit.module, &mut out);
    let imported = Imported { offloads: !tables.places.is_empty(), has_globals, end, exports, named };
    definition(unit, &imported, &mut out);
    out.finish()
}

/// The variables of modules that the code mentions.
fn named_globals(unit: &Unit<'_>) -> HashSet<GlobalId> {
    let mut named = HashSet::new();
    for (_, function) in unit.module.functions.iter() {
        let regions = function.regions.iter().map(|(_, region)| &region.body);
        for block in regions.chain([&function.body]) {
            walk::all_expressions(block, &mut |expr| {
                named.extend(if let ExprKind::Global(id) = expr.kind { Some(id) } else { None });
            });
        }
    }
    named
}

fn globals(unit: &Unit<'_>, named: &HashSet<GlobalId>, out: &mut Writer) {
    for (id, global) in unit.module.globals.iter().filter(|(_, global)| global.import.is_none()) {
        let name = unit.symbols.globals[id].clone();
        // Declared by the user, who need not use it.
        let unused =
            if named.contains(&id) || global.ty.is_object() { "" } else { " __attribute__((unused))" };
        out.line(format!("static {}{unused};", c_type(&unit.symbols, &global.ty).declare(&name)));
        if let Some(flag) = unit.symbols.flags.get(id) {
            out.line(format!("static bool {flag};"));
        }
    }
}

/// Whether a function of the glue has a place that can fail without Python, so that a record may name it.
fn may_have_sites(unit: &Unit<'_>) -> bool {
    let mut found = false;
    for (id, function) in unit.module.functions.iter() {
        if unit.placement.in_kernels(id) || !unit.placement.is_used(id) {
            continue;
        }
        walk::statements(&function.body, &mut |stmt| {
            found |= match &stmt.kind {
                StmtKind::Check(check) => !matches!(
                    check.kind,
                    CheckKind::Index { boundscheck: false, .. } | CheckKind::Noted { .. }
                ),
                StmtKind::Run { op, .. } => matches!(op, Op::RaiseConstant { .. }),
                _ => false,
            };
        });
    }
    found
}

/// The places that can fail, in the order of their constants in the header.
fn sites(tables: &Tables, out: &mut Writer) {
    debug_assert!(tables.has_sites || tables.sites.is_empty(), "code of the glue has NULL for the table");
    if tables.sites.is_empty() {
        if tables.names(SITES) {
            out.gap();
            out.line(format!("static const offcy_site *const {SITES} = NULL;"));
        }
        return;
    }
    out.gap();
    out.line("/* Where errors that kernels record come from. */");
    out.line(format!("static const offcy_site {SITES}[] = {{"));
    for (name, site) in &tables.sites {
        let mut fields =
            vec![member("function", text(&site.function)), member("line", site.line.to_string())];
        let texts = [
            ("variable", &site.variable),
            ("exception", &site.exception),
            ("message", &site.message),
            ("file", &site.file),
        ];
        let shown = |(field, value): (&str, &Option<String>)| Some(member(field, text(value.as_deref()?)));
        fields.extend(texts.into_iter().filter_map(shown));
        out.line(Doc::listed(format!("    [{name}] = {{"), fields, "},"));
    }
    out.line("};");
}

pub fn text(value: &str) -> String {
    c::quoted(value.as_bytes())
}

fn places(tables: &Tables, out: &mut Writer) {
    if tables.places.is_empty() {
        return;
    }
    out.gap();
    out.line("/* What moves data, as the trace names it. */");
    for place in &tables.places {
        let mut fields = vec![
            format!(".function = {}", text(&place.function)),
            format!(".file = {}", place.file),
            format!(".line = {}", place.line),
            format!(".kind = {}", place.kind),
        ];
        fields.extend(place.routine.iter().map(|name| format!(".routine = {}", text(name))));
        let flags = [
            (place.can_fail, "can_fail"),
            (place.coherent, "coherent"),
            (place.interruptible, "interruptible"),
        ];
        fields.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| format!(".{name} = true")));
        out.line(Doc::listed(format!("static const offcy_region {} = {{", place.name), fields, "};"));
    }
}

/// Functions are declared first if one is called before its definition.
fn prototypes(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    let mut is_known: HashSet<FunctionId> = HashSet::new();
    let mut needed: Vec<FunctionId> = Vec::new();
    for id in unit.module.functions.ids().filter(|id| unit.placement.is_used(*id)) {
        is_known.insert(id);
        for &callee in unit.calls.of_function(id) {
            if !unit.placement.in_kernels(callee) && is_known.insert(callee) {
                needed.push(callee);
            }
        }
    }
    if needed.is_empty() {
        return;
    }
    out.gap();
    for id in needed {
        out.line(super::prototype(unit, tables, id).text(";"));
    }
}

/// Whether anything in the module needs the OpenMP runtime on the host.
fn is_parallel(unit: &Unit<'_>) -> bool {
    let is_openmp = |(_, include): (_, &Include)| matches!(&include.header, Some(Header::System(name)) if name.as_str() == "omp.h");
    let mut found = unit.module.includes.iter().any(is_openmp);
    for (_, function) in unit.module.functions.iter().filter(|(id, _)| unit.placement.is_used(*id)) {
        walk::statements(&function.body, &mut |stmt| {
            found |= matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_));
        });
    }
    found
}

/// What the import of a module must do.
struct Imported {
    /// The module has regions, or code that reports what it uses.
    offloads: bool,
    /// Its code uses the module's dict.
    has_globals: bool,
    /// The place of the end of the module's statements, if their code reports what it uses.
    end: Option<String>,
    /// The rows of what it exports.
    exports: usize,
    /// The variables of modules that its code mentions.
    named: HashSet<GlobalId>,
}

fn definition(unit: &Unit<'_>, imported: &Imported, out: &mut Writer) {
    out.gap();
    let is_method = |id, function: &Function| {
        unit.symbols.wrappers.get(id).is_some()
            && function.specialisation.is_none()
            && function.method.is_none()
            && function.made.is_none()
    };
    let wrappers = unit.module.functions.iter().filter(|(id, function)| is_method(*id, function));
    out.line("static PyMethodDef methods[] = {");
    for (id, function) in wrappers {
        let wrapper = unit.symbols.wrappers[id].clone();
        let flags = super::entry::Entry::of(function).flags();
        out.line(method_row(&[&text(&function.name)], &wrapper, flags));
        let shown = function.params.iter().map(|param| shown_param(unit, id, param));
        docstring(
            function.name.as_str(),
            Some("$module"),
            &with_marks(function.params.as_slice(), shown.collect()),
            function.doc.as_deref(),
            "},",
            out,
        );
    }
    out.line("    {NULL, NULL, 0, NULL}};");
    out.gap();
    let is_parallel = imported.offloads || is_parallel(unit);
    if is_parallel {
        out.line("OFFCY_GUARD_ENVIRONMENT");
        out.gap();
    }
    out.line("static int execute(PyObject *module)");
    out.open("");
    out.line("if (offcy_is_imported(module))");
    out.line("    return 0;");
    let steps = [
        (true, "offcy_runtime_join(module) < 0"),
        (is_parallel, "offcy_check_environment() < 0"),
        (imported.offloads, "offcy_offload_join() < 0"),
        (true, "make_constants() < 0"),
    ];
    let steps = steps.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, step)| step);
    out.line(Doc::default().open("if (").add(Doc::joined("||", steps)).close(")"));
    out.line("    return -1;");
    if imported.has_globals {
        out.line("offcy_globals = PyModule_GetDict(module);");
    }
    if super::enums::are_there(unit) {
        out.line("if (make_enums() < 0)");
        out.line("    return -1;");
    }
    super::ufunc::creation(unit, out);
    let objects = unit.module.globals.iter().filter(|(_, global)| global.ty.is_object());
    for (id, _) in objects.filter(|(_, global)| global.import.is_none()) {
        let name = unit.symbols.globals[id].clone();
        out.line(format!("offcy_object_assign(&{name}, Py_None);"));
    }
    super::capi::publication(unit, imported.exports, out);
    super::class::creation(unit, out);
    super::fused::creation(unit, out);
    super::capi::taking_over(unit, &imported.named, out);
    // Importlib asks a module for attributes before that: its own `__getattr__` must not answer yet.
    out.line("if (PyModule_AddFunctions(module, methods) < 0)");
    out.line("    return -1;");
    let body = unit.symbols.functions[unit.module.init].clone();
    match &imported.end {
        Some(place) => {
            out.line(format!("return offcy_imported(module, offcy_back_to_python(&{place}, {body}()));"));
        }
        None => out.line(format!("return offcy_imported(module, {body}());")),
    }
    out.close();
    out.gap();
    slots(unit, out);
}

fn slots(unit: &Unit<'_>, out: &mut Writer) {
    let gil = if unit.module.directives.freethreading_compatible { "OFFCY_WITHOUT_GIL" } else { "" };
    out.line(format!("OFFCY_SLOTS(execute, {gil})"));
    let doc = unit.module.doc.as_ref().map(|doc| format!("OFFCY_MODULE_DOC({})", text(doc)));
    let arguments = [unit.stem.to_string(), text(&unit.module.name), doc.unwrap_or_default()];
    out.line(Doc::listed("OFFCY_DEFINE_MODULE(", arguments, ")"));
}

/// The docstring, after the signature that `inspect` and `help` read.
pub fn docstring(
    name: &str,
    first: Option<&str>,
    params: &[String],
    doc: Option<&str>,
    end: &str,
    out: &mut Writer,
) {
    let mut all: Vec<String> = first.map(str::to_string).into_iter().collect();
    all.extend(params.iter().cloned());
    let head = format!("{name}({})\n--\n\n", all.join(", "));
    let mut lines = vec![head];
    lines.extend(doc.into_iter().flat_map(|doc| doc.split_inclusive('\n').map(str::to_string)));
    for (index, line) in lines.iter().enumerate() {
        let end = if index + 1 == lines.len() { end } else { "" };
        out.line(format!("     {}{end}", text(line)));
    }
}

/// The condition that a call of the runtime has failed: its status is negative.
pub fn if_failed(call: impl Into<Doc>) -> Doc {
    Doc::default().open("if (").add(call).text(" < 0").close(")")
}

/// A member of a struct with its first value: `.name = value`.
pub fn member(name: &str, value: impl Into<Doc>) -> Doc {
    Doc::from(format!(".{name}")).value(value)
}

/// The beginning of what a table says of a function that Python calls: names, address, flags.
pub fn method_row(names: &[&str], wrapper: &str, flags: impl Into<Doc>) -> Doc {
    let address = format!("(PyCFunction)(void (*)(void)){wrapper}");
    let names = names.iter().map(|name| Doc::from(*name));
    Doc::listed("    {", names.chain([address.into(), flags.into()]), ",")
}

/// The parameters with `/` and `*` between their kinds.
pub fn with_marks(params: &[Param], shown: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    let mut last = None;
    let mut pairs: Vec<(&Param, String)> = params.iter().zip(shown).collect();
    // `*args` comes before the parameters that can only be passed by name.
    if let Some(star) = pairs.iter().position(|(param, _)| param.kind == ParamKind::Star) {
        let star = pairs.remove(star);
        let first = pairs
            .iter()
            .position(|(param, _)| matches!(param.kind, ParamKind::KeywordOnly | ParamKind::DoubleStar));
        pairs.insert(first.unwrap_or(pairs.len()), star);
    }
    for (param, text) in pairs {
        if last == Some(ParamKind::PositionalOnly) && param.kind != ParamKind::PositionalOnly {
            all.push("/".to_string());
        }
        let follows = matches!(last, Some(ParamKind::KeywordOnly | ParamKind::Star));
        if param.kind == ParamKind::KeywordOnly && !follows {
            all.push("*".to_string());
        }
        all.push(match param.kind {
            ParamKind::Star => format!("*{text}"),
            ParamKind::DoubleStar => format!("**{text}"),
            _ => text,
        });
        last = Some(param.kind);
    }
    if last == Some(ParamKind::PositionalOnly) {
        all.push("/".to_string());
    }
    all
}

/// As Python shows it, if that is plain.
fn shown_const(value: &ObjectConst) -> String {
    let is_plain =
        |text: &str| text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !b"'\\".contains(&byte));
    match value {
        ObjectConst::Int(digits) => digits.clone(),
        ObjectConst::Float(bits) if f64::from_bits(*bits).is_finite() => {
            format!("{:?}", f64::from_bits(*bits))
        }
        ObjectConst::Str(text) if is_plain(text) => format!("'{text}'"),
        _ => "...".to_string(),
    }
}

pub fn shown_param(unit: &Unit<'_>, id: FunctionId, param: &Param) -> String {
    let name = &unit.module.functions[id].locals[param.local].name;
    match &param.default {
        None => name.to_string(),
        Some(Default::Value(Expr { kind, ty, .. })) => {
            let value = match kind {
                ExprKind::Int(value) if ty.is_truth() => {
                    if *value != 0 { "True" } else { "False" }.to_string()
                }
                ExprKind::Int(value) => value.to_string(),
                ExprKind::Float(text) => text.to_string(),
                ExprKind::Singleton(Singleton::True) => "True".to_string(),
                ExprKind::Singleton(Singleton::False) => "False".to_string(),
                ExprKind::Singleton(Singleton::None) => "None".to_string(),
                ExprKind::Const(id) => shown_const(&unit.module.consts[*id]),
                _ => "...".to_string(),
            };
            format!("{name}={value}")
        }
        Some(Default::Object(_) | Default::Kept(_)) => format!("{name}=..."),
    }
}
