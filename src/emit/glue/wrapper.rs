//! What Python calls: arguments parsed and converted, the C function called.

use super::entry::{Entry, Form};
use crate::emit::body::{Body, Setting};
use crate::emit::c;
use crate::emit::glue::ops::{acquisition, conversion, to_object};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::special::Gives;
use crate::tir::{Default, Expr, ExprKind, Function, FunctionId, FunctionKind, MethodRole, Param, ParamKind};
use crate::ty::{PyClass, Ty};

/// Writes the wrapper of a `def` or `cpdef` function.
pub fn wrapper(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, out: &mut Writer) {
    let mut body = Body::new(unit, tables, id, Setting::Glue, &std::default::Default::default());
    let function = body.function;
    let entry = Entry::of(function);
    let given = &function.params[entry.skipped.min(function.params.len())..];
    out.gap();
    out.at_home();
    out.because_of(unit.origin(function.span));
    let is_parsed = matches!(entry.form, Form::Fast | Form::Tuple);
    let [parameters, signature] = unit.symbols.signatures.get(id).cloned().unwrap_or_default();
    if is_parsed {
        describe(&body, given, &parameters, &signature, out);
    }
    head(&mut body, entry, given, out);
    out.open("");
    if entry.form == Form::Getter {
        out.line("(void)_closure;");
    } else if function.made.is_some() {
        match function.params.first().filter(|_| entry.skipped > 0) {
            Some(scope) => {
                let name = body.local_name(scope.local);
                out.line(format!("PyObject *{name} = offcy_function_scope(_function);"));
            }
            None if keeps_defaults(function) => {}
            None => out.line("(void)_function;"),
        }
    } else if entry.skipped == 0 {
        out.line("(void)_module;");
    }
    if is_parsed && !given.is_empty() {
        out.line(format!("PyObject *_values[{}];", given.len()));
    }
    let mut converted = Writer::new("", false);
    converted.indent();
    // New references, none of which may be lost.
    for (index, param) in given.iter().enumerate().filter(|(_, param)| param.kind.takes_rest()) {
        let name = body.local_name(param.local).to_string();
        out.line(format!("PyObject *{name} = NULL;"));
        converted.line(format!("{name} = _values[{index}];"));
    }
    for (index, param) in given.iter().enumerate().filter(|(_, param)| !param.kind.takes_rest()) {
        if is_parsed {
            let value = c::Expr::atom(format!("_values[{index}]"));
            parameter(&mut body, value, param, out, &mut converted);
        } else if entry.form == Form::C {
            continue;
        } else if !is_plain(&body, param) {
            let value = c::Expr::atom(argument_name(&body, param));
            parameter(&mut body, value, param, out, &mut converted);
        }
    }
    let has_conversions = !converted.since(0).is_empty();
    let can_fail = converted.since(0).contains("goto failed");
    if is_parsed || has_conversions {
        out.gap();
    }
    let values = if given.is_empty() { "NULL" } else { "_values" };
    let parse = match entry.form {
        Form::Fast => {
            Some(format!("offcy_parse_arguments(&{signature}, _args, _nargs, _keywords, {values})"))
        }
        Form::Tuple => Some(format!("offcy_parse_tuple(&{signature}, _args, _keywords, {values})")),
        Form::Fixed | Form::Getter | Form::C => None,
    };
    if let Some(parse) = &parse {
        out.line(format!("if ({parse} < 0)"));
        out.line("    goto failed;");
    }
    out.splice(converted);
    call_and_convert(&mut body, entry, parse.is_some() || can_fail, out);
    out.close();
}

fn keeps_defaults(function: &Function) -> bool {
    function.params.iter().any(|param| matches!(param.default, Some(Default::Kept(_))))
}

/// A parameter that takes any object: the argument is its value.
fn is_plain(body: &Body<'_, '_, '_>, param: &Param) -> bool {
    body.function.locals[param.local].ty == Ty::OBJECT && param.default.is_none()
}

fn argument_name(body: &Body<'_, '_, '_>, param: &Param) -> String {
    match is_plain(body, param) {
        true => body.local_name(param.local).to_string(),
        false => format!("_{}_object", body.local_name(param.local).trim_start_matches('_')),
    }
}

fn head(body: &mut Body<'_, '_, '_>, entry: Entry, given: &[Param], out: &mut Writer) {
    let function = body.function;
    let name = body.unit.symbols.wrappers.get(body.id).cloned().unwrap_or_default();
    let first = match function.params.first().filter(|_| entry.skipped > 0) {
        _ if function.made.is_some() => "_function".to_string(),
        Some(first) => body.local_name(first.local).to_string(),
        None => "_module".to_string(),
    };
    let head = format!("static {}{name}(", entry.result(function));
    let mut params = vec![format!("PyObject *{first}")];
    match entry.form {
        Form::Fast => {
            out.line(format!("{head}PyObject *{first}, PyObject *const *_args, Py_ssize_t _nargs,"));
            out.line(format!("{}PyObject *_keywords)", " ".repeat(head.len())));
            return;
        }
        Form::Tuple => params.extend(["PyObject *_args".to_string(), "PyObject *_keywords".to_string()]),
        Form::Fixed => {
            params.extend(given.iter().map(|param| format!("PyObject *{}", argument_name(body, param))));
        }
        Form::Getter => params.push("void *_closure".to_string()),
        Form::C => {
            let declared = |param: &Param| body.local_type(param.local).declare(body.local_name(param.local));
            params.extend(given.iter().map(declared));
        }
    }
    super::constants::wrapped(out, &head, &params, ")");
}

/// The parameters as the runtime's parser wants them.
fn describe(body: &Body<'_, '_, '_>, given: &[Param], parameters: &str, signature: &str, out: &mut Writer) {
    let function = body.function;
    let rows: Vec<String> = given
        .iter()
        .filter(|param| !param.kind.takes_rest())
        .map(|param| {
            let text = c::string_literal(function.locals[param.local].name.as_bytes());
            let optional = if param.default.is_some() { ", .optional = true" } else { "" };
            format!("{{.name = {text}{optional}}}")
        })
        .collect();
    if !rows.is_empty() {
        let head = format!("static offcy_parameter {parameters}[] = {{");
        super::constants::wrapped(out, &head, &rows, "};");
    }
    let count = |kinds: &[ParamKind]| given.iter().filter(|param| kinds.contains(&param.kind)).count();
    let positional_only = count(&[ParamKind::PositionalOnly]);
    let positional = positional_only + count(&[ParamKind::PositionalOrKeyword]);
    let keyword_only = count(&[ParamKind::KeywordOnly]);
    out.line(format!("static offcy_signature {signature} = {{"));
    let mut fields = format!(".function = {}", c::string_literal(function.name.as_bytes()));
    if !rows.is_empty() {
        fields.push_str(&format!(", .parameters = {parameters}, .positional = {positional}"));
    }
    if positional_only > 0 {
        fields.push_str(&format!(", .positional_only = {positional_only}"));
    }
    if keyword_only > 0 {
        fields.push_str(&format!(", .keyword_only = {keyword_only}"));
    }
    for (kind, field) in [(ParamKind::Star, "star"), (ParamKind::DoubleStar, "star_star")] {
        if count(&[kind]) > 0 {
            fields.push_str(&format!(", .{field} = true"));
        }
    }
    let is_method = function.method.is_some_and(|method| method.role != MethodRole::Closure);
    if is_method && rows.is_empty() {
        fields.push_str(", .is_method = true");
    }
    out.line(format!("    {fields}}};"));
}

/// Declares the C parameter and converts the Python argument.
fn parameter(
    body: &mut Body<'_, '_, '_>,
    value: c::Expr,
    param: &Param,
    out: &mut Writer,
    converted: &mut Writer,
) {
    let name = body.local_name(param.local).to_string();
    let local = &body.function.locals[param.local];
    let ty = local.ty.clone();
    let shown = c::string_literal(local.name.as_bytes());
    let target = c::Expr::unary("&", c::Expr::atom(name.clone()));
    let declared = body.local_type(param.local).declare(&name);
    if let Some(Default::Object(global)) = &param.default {
        let kept = body.unit.symbols.globals.get(*global).cloned().unwrap_or_default();
        converted.line(format!("if ({value} == NULL)"));
        converted.line(format!("    {value} = {kept};"));
    }
    if let Some(Default::Kept(place)) = &param.default {
        converted.line(format!("if ({value} == NULL)"));
        converted.line(format!("    {value} = offcy_function_default(_function, {place});"));
    }
    let constant = match &param.default {
        Some(Default::Value(value)) => Some(value),
        _ => None,
    };
    let call = match &ty {
        Ty::Memoryview(view) => {
            out.line(format!("{declared} = {{0}};"));
            acquisition(body, view, target, value.clone())
        }
        Ty::Object(_) => {
            out.line(format!("{declared} = NULL;"));
            return object_parameter(body, &ty, &name, &shown, &value, (param, constant), converted);
        }
        _ => {
            out.line(format!("{declared} = {};", if ty.is_record() { "{0}" } else { "0" }));
            conversion(body, &ty, target, value.clone())
        }
    };
    let mut checks = Vec::new();
    if ty.memoryview().is_some() && !param.allows_none {
        checks.push(format!("offcy_check_not_none({value}, {shown}) < 0"));
    }
    checks.push(format!("{call} < 0"));
    match constant {
        Some(default) => {
            converted.open(format!("if ({value} != NULL)"));
            converted.line(format!("if ({})", checks.join(" || ")));
            converted.line("    goto failed;");
            if let Some(initial) = default_value(body, default) {
                converted.reopen("else");
                converted.line(format!("{name} = {initial};"));
            }
            converted.close();
        }
        None => {
            converted.line(format!("if ({})", checks.join(" || ")));
            converted.line("    goto failed;");
        }
    }
}

fn object_parameter(
    body: &mut Body<'_, '_, '_>,
    ty: &Ty,
    name: &str,
    shown: &str,
    value: &c::Expr,
    (param, constant): (&Param, Option<&Expr>),
    converted: &mut Writer,
) {
    match constant.and_then(|default| default_value(body, default)) {
        Some(default) => converted.line(format!("{name} = {value} != NULL ? {value} : {default};")),
        None => converted.line(format!("{name} = {value};")),
    }
    let Ty::Object(class) = ty else { return };
    if *class == PyClass::Object && !param.allows_none {
        converted.line(format!("if (offcy_check_not_none({name}, {shown}) < 0)"));
        converted.line("    goto failed;");
    }
    if let Some(pointer) = type_pointer(body.unit, *class) {
        let is_exact = is_exact(*class);
        let allows_none = param.allows_none;
        converted.line(format!(
            "if (offcy_check_type({name}, {pointer}, {shown}, {allows_none}, {is_exact}) < 0)"
        ));
        converted.line("    goto failed;");
    }
}

/// The `PyTypeObject *` of a class; `None` for `object`.
pub fn type_pointer(unit: &Unit<'_>, class: PyClass) -> Option<String> {
    match class {
        PyClass::Extension(id) => unit.symbols.classes.get(&id).map(|class| class.type_object.clone()),
        class => type_object(class).map(|name| format!("&{name}")),
    }
}

/// Whether only instances of exactly this class count, as in Cython for builtin classes.
pub fn is_exact(class: PyClass) -> bool {
    class.extension().is_none()
}

pub fn type_object(class: PyClass) -> Option<&'static str> {
    Some(match class {
        PyClass::Object | PyClass::Extension(_) => return None,
        PyClass::Str => "PyUnicode_Type",
        PyClass::Bytes => "PyBytes_Type",
        PyClass::Bool => "PyBool_Type",
        PyClass::Int => "PyLong_Type",
        PyClass::Float => "PyFloat_Type",
        PyClass::Complex => "PyComplex_Type",
        PyClass::Tuple => "PyTuple_Type",
        PyClass::List => "PyList_Type",
        PyClass::Dict => "PyDict_Type",
        PyClass::FrozenDict => "offcy_frozendict",
        PyClass::Set => "PySet_Type",
        PyClass::Slice => "PySlice_Type",
        PyClass::ByteArray => "PyByteArray_Type",
        PyClass::FrozenSet => "PyFrozenSet_Type",
        PyClass::Range => "PyRange_Type",
        PyClass::Type => "PyType_Type",
    })
}

/// A constant default as a C expression; a view's `None` is what its declaration already says.
fn default_value(body: &mut Body<'_, '_, '_>, value: &Expr) -> Option<c::Expr> {
    value.ty.memoryview().is_none().then(|| body.expr(value))
}

fn call_and_convert(body: &mut Body<'_, '_, '_>, entry: Entry, can_fail: bool, out: &mut Writer) {
    let function = body.function;
    let arguments: Vec<Expr> = function
        .params
        .iter()
        .map(|param| {
            let local = &function.locals[param.local];
            Expr::new(ExprKind::Local(param.local), local.ty.clone(), local.span)
        })
        .collect();
    let list = body.arguments(body.id, &arguments);
    let name = body.callee_name(body.id);
    let releases = releases(body, false);
    let returns_object = function.result.is_object();
    let is_simple = releases.is_empty() || function.kind == FunctionKind::Def;
    let wanted = |object: String| match entry.gives {
        Gives::Object => object,
        _ => format!("offcy_drop({object})"),
    };
    if matches!(entry.gives, Gives::Size | Gives::Truth) {
        number(body, name, list, &releases, out);
    } else if returns_object && is_simple && !function.coherent {
        out.line(format!("return {};", wanted(c::Expr::call(name, list).to_string())));
    } else {
        c_result(body, name, list, &releases, out);
        out.line(format!("return {};", wanted("_result".to_string())));
    }
    if !can_fail {
        return;
    }
    out.margin("failed:");
    for line in self::releases(body, true) {
        out.line(line);
    }
    let shown = c::string_literal(function.name.as_bytes());
    let line = body.unit.line(function.span);
    let file = body.unit.file_constant(function.span);
    out.line(format!("offcy_traceback({shown}, {file}, {line});"));
    out.line(if entry.gives == Gives::Object { "return NULL;" } else { "return -1;" });
}

/// Calls a special method that returns a C number; -1 reports a failure.
fn number(
    body: &mut Body<'_, '_, '_>,
    name: String,
    mut list: Vec<c::Expr>,
    releases: &[String],
    out: &mut Writer,
) {
    let function = body.function;
    out.line(format!("{} = 0;", c_type(&body.unit.symbols, &function.result).declare("_value")));
    list.push(c::Expr::atom("&_value"));
    let mut call = c::Expr::call(name, list).to_string();
    if function.coherent {
        let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
        call = format!("offcy_back_to_python(&{place}, {call})");
    }
    if releases.is_empty() {
        out.line(format!("if ({call} < 0)"));
        out.line("    return -1;");
    } else {
        out.line(format!("const int _status = {call};"));
        releases.iter().for_each(|line| out.line(line));
        out.line("if (_status < 0)");
        out.line("    return -1;");
    }
    // -1 would mean a failure.
    out.line(if function.name == "__hash__" {
        "return _value == -1 ? -2 : _value;"
    } else {
        "return _value;"
    });
}

/// Calls a function with a C result and makes an object of it.
fn c_result(
    body: &mut Body<'_, '_, '_>,
    name: String,
    mut list: Vec<c::Expr>,
    releases: &[String],
    out: &mut Writer,
) {
    let function = body.function;
    let convention = body.convention();
    let result = function.result.clone();
    let is_status = convention != Convention::Plain && !result.is_object();
    out.line("PyObject *_result = NULL;");
    let has_value = result != Ty::Void && !result.is_object();
    if has_value {
        let zero = if result.memoryview().is_some() || result.is_record() { "{0}" } else { "0" };
        out.line(format!("{} = {zero};", c_type(&body.unit.symbols, &result).declare("_value")));
    }
    if convention == Convention::Record {
        out.line("offcy_error _error = {0};");
    }
    if is_status && has_value {
        list.push(c::Expr::atom("&_value"));
    }
    if convention == Convention::Record {
        list.push(c::Expr::atom("&_error"));
    }
    let call = c::Expr::call(name, list);
    let converted = if has_value { object_of(body, &result) } else { "Py_NewRef(Py_None)".to_string() };
    if result.is_object() {
        out.line(format!("_result = {call};"));
    } else if is_status {
        out.line(format!("if ({call} == 0)"));
        out.line(format!("    _result = {converted};"));
        if convention == Convention::Record {
            out.line("else");
            out.line("    offcy_raise(&_error, offcy_sites, offcy_file, NULL, 0);");
        }
    } else {
        let assigned = if has_value { format!("_value = {call};") } else { format!("{call};") };
        out.line(assigned);
        out.line(format!("_result = {converted};"));
    }
    if function.coherent {
        let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
        out.line("/* Python's code may use any data. */");
        let status = "_result == NULL ? -1 : 0";
        out.line(format!("if (offcy_back_to_python(&{place}, {status}) < 0)"));
        out.line("    Py_CLEAR(_result);");
    }
    releases.iter().for_each(|line| out.line(line));
    if let Ty::Memoryview(view) = &result {
        out.line(format!("offcy_view{}_clear(&_value);", view.ndim()));
    }
}

fn object_of(body: &mut Body<'_, '_, '_>, result: &Ty) -> String {
    match result {
        Ty::Memoryview(view) => {
            let dtype = super::dtypes::dtype(body.unit, body.tables, view);
            format!("offcy_view{}_to_object(_value, {dtype})", view.ndim())
        }
        _ => to_object(body, result, c::Expr::atom("_value")).to_string(),
    }
}

/// What releases the acquired views: all of them after a failed conversion; after the call only those that
/// the function does not release itself.
fn releases(body: &Body<'_, '_, '_>, failed: bool) -> Vec<String> {
    let function: &Function = body.function;
    let mut lines = Vec::new();
    for param in function.params.iter().filter(|param| failed && param.kind.takes_rest()) {
        lines.push(format!("Py_XDECREF({});", body.local_name(param.local)));
    }
    for param in &function.params {
        let handed_over = function.kind == FunctionKind::Def && function.is_owned(param.local);
        if let Ty::Memoryview(view) = &function.locals[param.local].ty
            && (failed || !handed_over)
        {
            lines.push(format!("offcy_view{}_clear(&{});", view.ndim(), body.local_name(param.local)));
        }
    }
    lines
}
