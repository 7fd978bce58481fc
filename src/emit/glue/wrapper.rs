//! What Python calls: arguments parsed and converted, the C function called.

use super::capi::{object_status, raise};
use super::entry::{Entry, Form};
use crate::emit::body::{Body, Setting, clear_view};
use crate::emit::c;
use crate::emit::glue::conversions::{acquisition, conversion, to_object};
use crate::emit::lir::{self, Block, Code, Label, Stmt as C};
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
    let [parameters, signature] = unit.symbols.signatures[id].clone();
    if is_parsed {
        describe(&body, given, &parameters, &signature, out);
    }
    let mut block = Block::new();
    if entry.form == Form::Getter {
        block.push(C::unused(c::Expr::name("_closure")));
    } else if function.made.is_some() {
        match function.params.first().filter(|_| entry.skipped > 0) {
            Some(scope) => {
                let value = c::Expr::call("offcy_function_scope", vec![c::Expr::name("_function")]);
                block.push(C::declare(object(), body.naming.local_name(scope.local), value));
            }
            None if keeps_defaults(function) => {}
            None => block.push(C::unused(c::Expr::name("_function"))),
        }
    } else if entry.skipped == 0 {
        block.push(C::unused(c::Expr::name("_module")));
    }
    if is_parsed && !given.is_empty() {
        let values = c::Type::Array(Box::new(object()), given.len().to_string());
        block.push(lir::Declaration::of(values, "_values", None).into());
    }
    let value_at = |index: usize| c::Expr::index(c::Expr::name("_values"), c::Expr::number(index));
    let mut converted = Code::default();
    // New references, none of which may be lost.
    for (index, param) in given.iter().enumerate().filter(|(_, param)| param.kind.takes_rest()) {
        block.push(C::declare(object(), body.naming.local_name(param.local), c::Expr::null()));
        converted.push(C::assign(body.naming.local(param.local), value_at(index)));
    }
    for (index, param) in given.iter().enumerate().filter(|(_, param)| !param.kind.takes_rest()) {
        let value = match is_parsed {
            true => value_at(index),
            false if entry.form == Form::C || is_plain(&body, param) => continue,
            false => c::Expr::name(argument_name(&body, param)),
        };
        parameter(&mut body, value, (param, entry), &mut block, &mut converted);
    }
    let converted = converted.finish();
    if is_parsed || !converted.is_empty() {
        block.push(C::Gap);
    }
    let values = if given.is_empty() { c::Expr::null() } else { c::Expr::name("_values") };
    let parsed = |function: &str, arguments: &[&str]| {
        let arguments = arguments.iter().map(|name| c::Expr::name(*name));
        let signature = c::Expr::address(c::Expr::name(&signature));
        c::Expr::call(function, [signature].into_iter().chain(arguments).chain([values.clone()]).collect())
    };
    let parse = match entry.form {
        Form::Fast => Some(parsed("offcy_parse_arguments", &["_args", "_nargs", "_keywords"])),
        Form::Tuple => Some(parsed("offcy_parse_tuple", &["_args", "_keywords"])),
        Form::Fixed | Form::Getter | Form::C => None,
    };
    block.extend(parse.map(|parse| fail_if(is_negative(parse))));
    block.extend(converted);
    let mut code = Code::default();
    call_and_convert(&mut body, entry, &mut code);
    block.extend(code.finish());
    failed(&mut body, entry, &mut block);
    body.tables.note(&block);
    let head = head(&body, entry, given);
    body.tables.define(lir::Function { head, body: block }, out);
}

fn object() -> c::Type {
    c::Type::named("PyObject").pointer()
}

fn is_negative(value: c::Expr) -> c::Expr {
    c::Expr::binary("<", value, c::Expr::number(0))
}

fn fail_if(condition: c::Expr) -> C {
    C::when(condition, C::Goto(Label::named("failed")))
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
        true => body.naming.local_name(param.local).to_string(),
        false => format!("_{}_object", body.naming.local_name(param.local).trim_start_matches('_')),
    }
}

fn head(body: &Body<'_, '_, '_>, entry: Entry, given: &[Param]) -> c::Doc {
    let function = body.function;
    let name = body.unit.symbols.wrappers[body.id].clone();
    let first = match function.params.first().filter(|_| entry.skipped > 0) {
        _ if function.made.is_some() => "_function".to_string(),
        Some(first) => body.naming.local_name(first.local).to_string(),
        None => "_module".to_string(),
    };
    let head = format!("static {}{name}(", entry.result(function));
    let mut params = vec![c::Doc::from(format!("PyObject *{first}"))];
    match entry.form {
        Form::Fast => {
            params.extend(
                ["PyObject *const *_args", "Py_ssize_t _nargs", "PyObject *_keywords"].map(c::Doc::from),
            );
        }
        Form::Tuple => params.extend(["PyObject *_args", "PyObject *_keywords"].map(c::Doc::from)),
        Form::Fixed => {
            params
                .extend(given.iter().map(|param| format!("PyObject *{}", argument_name(body, param)).into()));
        }
        Form::Getter => params.push("void *_closure".into()),
        Form::C => {
            let declared =
                |param: &Param| body.local_type(param.local).declaring(body.naming.local_name(param.local));
            params.extend(given.iter().map(declared));
        }
    }
    c::Doc::listed(head, params, ")")
}

/// The parameters as the runtime's parser wants them.
fn describe(body: &Body<'_, '_, '_>, given: &[Param], parameters: &str, signature: &str, out: &mut Writer) {
    let function = body.function;
    let rows: Vec<String> = given
        .iter()
        .filter(|param| !param.kind.takes_rest())
        .map(|param| {
            let text = c::string_literal(function.locals[param.local].name.as_bytes());
            let is_optional = param.kind == ParamKind::KeywordOnly && param.default.is_some();
            let optional = if is_optional { ", .optional = true" } else { "" };
            format!("{{.name = {text}{optional}}}")
        })
        .collect();
    if !rows.is_empty() {
        let rows = c::Doc::listed("{", &rows, "};");
        out.line(c::Doc::from(format!("static offcy_parameter {parameters}[]")).value(rows));
    }
    let count = |kinds: &[ParamKind]| given.iter().filter(|param| kinds.contains(&param.kind)).count();
    let positional_only = count(&[ParamKind::PositionalOnly]);
    let positional = positional_only + count(&[ParamKind::PositionalOrKeyword]);
    let keyword_only = count(&[ParamKind::KeywordOnly]);
    let defaults = |of_keywords: bool| {
        let has_one =
            |param: &&Param| param.default.is_some() && (param.kind == ParamKind::KeywordOnly) == of_keywords;
        given.iter().filter(has_one).count()
    };
    out.line(format!("static const offcy_signature {signature} = {{"));
    let mut fields = vec![format!(".function = {}", c::string_literal(function.name.as_bytes()))];
    if !rows.is_empty() {
        fields.extend([format!(".parameters = {parameters}"), format!(".positional = {positional}")]);
    }
    for (field, count) in [
        ("positional_only", positional_only),
        ("defaults", defaults(false)),
        ("keyword_only", keyword_only),
        ("keyword_defaults", defaults(true)),
    ] {
        if count > 0 {
            fields.push(format!(".{field} = {count}"));
        }
    }
    for (kind, field) in [(ParamKind::Star, "star"), (ParamKind::DoubleStar, "star_star")] {
        if count(&[kind]) > 0 {
            fields.push(format!(".{field} = true"));
        }
    }
    if function.takes_no_keywords {
        fields.push(".no_keywords = true".to_string());
    }
    let is_method = function.method.is_some_and(|method| method.role != MethodRole::Closure);
    if is_method && rows.is_empty() {
        fields.push(".is_method = true".to_string());
    }
    out.line(c::Doc::listed("    ", fields, "};"));
}

/// Declares the C parameter and converts the Python argument.
fn parameter(
    body: &mut Body<'_, '_, '_>,
    value: c::Expr,
    (param, entry): (&Param, Entry),
    block: &mut Block,
    converted: &mut Code,
) {
    let name = body.naming.local_name(param.local).to_string();
    let local = &body.function.locals[param.local];
    let ty = local.ty.clone();
    let shown = c::string_literal(local.name.as_bytes());
    let target = c::Expr::address(c::Expr::name(&name));
    let is_missing = c::Expr::binary("==", value.clone(), c::Expr::null());
    if let Some(Default::Object(global)) = &param.default {
        let kept = body.unit.symbols.globals[*global].clone();
        converted.push(C::when(is_missing, C::assign(value.clone(), c::Expr::name(kept))));
    } else if let Some(Default::Kept(place)) = &param.default {
        let arguments = vec![c::Expr::name("_function"), c::Expr::number(place)];
        let kept = c::Expr::call("offcy_function_default", arguments);
        converted.push(C::when(is_missing, C::assign(value.clone(), kept)));
    }
    let constant = match &param.default {
        Some(Default::Value(value)) => Some(value),
        _ => None,
    };
    let zero = match &ty {
        Ty::Memoryview(_) => c::Expr::zeros(),
        Ty::Object(_) => c::Expr::null(),
        _ if ty.is_record() => c::Expr::zeros(),
        _ => c::Expr::number(0),
    };
    block.push(C::declare(body.local_type(param.local), &name, zero));
    let call = match &ty {
        Ty::Memoryview(view) => acquisition(body, view, target, value.clone()),
        Ty::Object(_) => {
            return object_parameter(body, &ty, shown, &value, (param, constant, entry), converted);
        }
        _ => conversion(body, (&ty, param.named.as_ref()), target, value.clone()),
    };
    let mut failed = is_negative(call);
    if ty.memoryview().is_some() && !param.allows_none {
        let is_none = c::Expr::call("offcy_check_not_none", vec![value.clone(), shown]);
        failed = c::Expr::binary("||", is_negative(is_none), failed);
    }
    match constant {
        Some(default) => {
            converted.open_if(c::Expr::binary("!=", value, c::Expr::null()));
            converted.push(fail_if(failed));
            if let Some(initial) = default_value(body, default) {
                converted.otherwise();
                converted.push(C::assign(c::Expr::name(name), initial));
            }
            converted.close();
        }
        None => converted.push(fail_if(failed)),
    }
}

fn object_parameter(
    body: &mut Body<'_, '_, '_>,
    ty: &Ty,
    shown: c::Expr,
    value: &c::Expr,
    (param, constant, entry): (&Param, Option<&Expr>, Entry),
    converted: &mut Code,
) {
    let place = c::Expr::name(body.naming.local_name(param.local));
    let given = match constant.and_then(|default| default_value(body, default)) {
        Some(default) => {
            let is_given = c::Expr::binary("!=", value.clone(), c::Expr::null());
            c::Expr::conditional(is_given, value.clone(), default)
        }
        None => value.clone(),
    };
    converted.push(C::assign(place.clone(), given));
    let Ty::Object(class) = ty else { return };
    if *class == PyClass::Object && !param.allows_none {
        let call = c::Expr::call("offcy_check_not_none", vec![place.clone(), shown.clone()]);
        converted.push(fail_if(is_negative(call)));
    }
    // As in Cython, special methods with arguments in C do not convert numbers.
    if matches!(class, PyClass::Int | PyClass::Float) && entry.form != Form::Fixed {
        let ty = type_pointer(body.unit, *class).into_iter();
        let arguments =
            [place].into_iter().chain(ty).chain([shown, c::Expr::bool(param.allows_none)]).collect();
        converted.push(fail_if(is_negative(c::Expr::call("offcy_check_number", arguments))));
    } else if let Some(pointer) = type_pointer(body.unit, *class) {
        let flags = [param.allows_none, is_exact(*class)].map(c::Expr::bool);
        let arguments = [place, pointer, shown].into_iter().chain(flags).collect();
        converted.push(fail_if(is_negative(c::Expr::call("offcy_check_type", arguments))));
    }
}

/// The `PyTypeObject *` of a class; `None` for `object`.
pub fn type_pointer(unit: &Unit<'_>, class: PyClass) -> Option<c::Expr> {
    match class {
        PyClass::Extension(id) => {
            unit.symbols.classes.get(&id).map(|class| c::Expr::name(&class.type_object))
        }
        class => type_object(class).map(|name| c::Expr::address(c::Expr::name(name))),
    }
}

/// Whether only instances of exactly this class count, as in Cython for builtin classes.
pub fn is_exact(class: PyClass) -> bool {
    class.extension().is_none()
}

/// What asks for an instance of a class or a subclass without a look at the classes in between.
pub fn flag_test(class: PyClass) -> Option<&'static str> {
    Some(match class {
        PyClass::Int => "PyLong_Check",
        PyClass::List => "PyList_Check",
        PyClass::Tuple => "PyTuple_Check",
        PyClass::Bytes => "PyBytes_Check",
        PyClass::Str => "PyUnicode_Check",
        PyClass::Dict => "PyDict_Check",
        PyClass::Type => "PyType_Check",
        _ => return None,
    })
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
        PyClass::MemoryView => "PyMemoryView_Type",
        PyClass::Type => "PyType_Type",
    })
}

/// A constant default as a C expression; a view's `None` is what its declaration already says.
fn default_value(body: &mut Body<'_, '_, '_>, value: &Expr) -> Option<c::Expr> {
    value.ty.memoryview().is_none().then(|| body.expr(value))
}

fn call_and_convert(body: &mut Body<'_, '_, '_>, entry: Entry, code: &mut Code) {
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
    let wanted = |object: c::Expr| match entry.gives {
        Gives::Object => object,
        _ => c::Expr::call("offcy_drop", vec![object]),
    };
    if matches!(entry.gives, Gives::Size | Gives::Truth) {
        number(body, name, list, releases, code);
    } else if returns_object && is_simple {
        let mut call = c::Expr::call(name, list);
        if function.coherence.as_a_whole {
            let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
            let place = c::Expr::address(c::Expr::name(place));
            call = c::Expr::call("offcy_result_to_python", vec![place, call]);
        }
        code.push(C::give(wanted(call)));
    } else {
        c_result(body, name, list, releases, code);
        code.push(C::give(wanted(c::Expr::name("_result"))));
    }
}

/// What a failed conversion leads to, if there is one.
fn failed(body: &mut Body<'_, '_, '_>, entry: Entry, block: &mut Block) {
    let label = Label::named("failed");
    if !lir::jumps_to(block, &label) {
        return;
    }
    block.push(C::Label(label));
    block.extend(releases(body, true));
    let function = body.function;
    let shown = c::string_literal(function.name.as_bytes());
    let line = c::Expr::number(body.unit.line(function.span));
    let file = body.unit.file_constant(function.span);
    let has_views =
        function.params.iter().any(|param| function.locals[param.local].ty.memoryview().is_some());
    block.push(match has_views && matches!(entry.form, Form::Fast | Form::Tuple) {
        true => {
            let signature = c::Expr::address(c::Expr::name(&body.unit.symbols.signatures[body.id][1]));
            C::call("offcy_argument_traceback", vec![signature, c::Expr::name("_values"), file, line])
        }
        false => C::call("offcy_traceback", vec![shown, file, line]),
    });
    let minus_one = || c::Expr::number(-1);
    block.push(C::give(if entry.gives == Gives::Object { c::Expr::null() } else { minus_one() }));
}

/// Calls a special method that returns a C number; -1 reports a failure.
fn number(
    body: &mut Body<'_, '_, '_>,
    name: String,
    mut list: Vec<c::Expr>,
    releases: Block,
    code: &mut Code,
) {
    let function = body.function;
    let (value, minus_one) = (|| c::Expr::name("_value"), || c::Expr::number(-1));
    code.push(C::declare(c_type(&body.unit.symbols, &function.result), "_value", c::Expr::number(0)));
    list.push(c::Expr::address(value()));
    let mut call = c::Expr::call(name, list);
    if function.coherence.as_a_whole {
        let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
        call = c::Expr::call("offcy_back_to_python", vec![c::Expr::address(c::Expr::name(place)), call]);
    }
    if releases.is_empty() {
        code.push(C::when(is_negative(call), C::give(minus_one())));
    } else {
        code.push(C::declare(c::Type::named("int").constant(), "_status", call));
        code.extend(releases);
        code.push(C::when(is_negative(c::Expr::name("_status")), C::give(minus_one())));
    }
    // -1 would mean a failure.
    code.push(C::give(match function.name == "__hash__" {
        true => {
            let is_error = c::Expr::binary("==", value(), minus_one());
            c::Expr::conditional(is_error, c::Expr::number(-2), value())
        }
        false => value(),
    }));
}

/// Calls a function with a C result and makes an object of it.
fn c_result(
    body: &mut Body<'_, '_, '_>,
    name: String,
    mut list: Vec<c::Expr>,
    releases: Block,
    code: &mut Code,
) {
    let function = body.function;
    let convention = body.convention();
    let result = function.result.clone();
    let is_status = convention != Convention::Plain && !result.is_object();
    let (object_place, value) = (|| c::Expr::name("_result"), || c::Expr::name("_value"));
    code.push(C::declare(object(), "_result", c::Expr::null()));
    let has_value = result != Ty::Void && !result.is_object();
    if has_value {
        let is_wide = result.memoryview().is_some() || result.is_record();
        let zero = if is_wide { c::Expr::zeros() } else { c::Expr::number(0) };
        code.push(C::declare(c_type(&body.unit.symbols, &result), "_value", zero));
    }
    if convention == Convention::Record {
        code.push(C::declare(c::Type::named("offcy_error"), "_error", c::Expr::zeros()));
    }
    if is_status && has_value {
        list.push(c::Expr::address(value()));
    }
    if convention == Convention::Record {
        list.push(c::Expr::address(c::Expr::name("_error")));
    }
    let call = c::Expr::call(name, list);
    let none = || c::Expr::call("Py_NewRef", vec![c::Expr::name("Py_None")]);
    let converted = if has_value { object_of(body, &result) } else { none() };
    if result.is_object() {
        code.push(C::assign(object_place(), call));
    } else if is_status {
        let succeeded = c::Expr::binary("==", call, c::Expr::number(0));
        let otherwise = (convention == Convention::Record).then(|| vec![raise(body)]);
        let arms = vec![(succeeded, vec![C::assign(object_place(), converted)])];
        code.push(C::If(lir::If { arms, otherwise, is_bare: true }));
    } else {
        code.push(if has_value { C::assign(value(), call) } else { call.into() });
        code.push(C::assign(object_place(), converted));
    }
    if function.coherence.as_a_whole {
        let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
        code.push(C::Comment("Python's code may use any data.".to_string()));
        let arguments = vec![c::Expr::address(c::Expr::name(place)), object_status()];
        let back = c::Expr::call("offcy_back_to_python", arguments);
        code.push(C::when(is_negative(back), C::call("Py_CLEAR", vec![object_place()])));
    }
    code.extend(releases);
    if let Ty::Memoryview(view) = &result {
        code.push(clear_view(view.ndim(), value()));
    }
}

fn object_of(body: &mut Body<'_, '_, '_>, result: &Ty) -> c::Expr {
    let value = c::Expr::name("_value");
    match result {
        Ty::Memoryview(view) => {
            let dtype = super::dtypes::dtype(body.unit, body.tables, view);
            c::Expr::call(format!("offcy_view{}_to_object", view.ndim()), vec![value, dtype])
        }
        _ => to_object(body, result, value),
    }
}

/// What releases the acquired views: all of them after a failed conversion; after the call only those that
/// the function does not release itself.
fn releases(body: &Body<'_, '_, '_>, failed: bool) -> Block {
    let function: &Function = body.function;
    let mut released = Block::new();
    for param in function.params.iter().filter(|param| failed && param.kind.takes_rest()) {
        released.push(C::call("Py_XDECREF", vec![body.naming.local(param.local)]));
    }
    for param in &function.params {
        let handed_over = function.kind == FunctionKind::Def && function.is_owned(param.local);
        if let Ty::Memoryview(view) = &function.locals[param.local].ty
            && (failed || !handed_over)
        {
            released.push(clear_view(view.ndim(), body.naming.local(param.local)));
        }
    }
    released
}
