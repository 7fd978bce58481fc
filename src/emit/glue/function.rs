//! Functions in the glue: their variables, their body, one way out.

use std::collections::HashSet;

use crate::emit::body::{Body, Code, Declarations, Failing, Setting, ends_elsewhere};
use crate::emit::c;
use crate::emit::kernel::{without_pragmas, words};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::pass::LocalSet;
use crate::tir::{FunctionId, FunctionKind, LocalRole, MethodRole};
use crate::ty::Ty;

/// The function's head: `static PyObject *f(offcy_view2 X)`.
pub fn prototype(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId) -> String {
    let body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    head(&body)
}

fn head(body: &Body<'_, '_, '_>) -> String {
    let function = body.function;
    let symbols = &body.unit.symbols;
    let convention = body.convention();
    let mut params: Vec<String> = function
        .params
        .iter()
        .flat_map(|param| body.variables(param.local))
        .map(|(ty, name)| ty.declare(&name))
        .collect();
    let result = c_type(symbols, &body.result());
    let is_status = body.returns_status();
    let mut own = Vec::new();
    if is_status && body.result() != Ty::Void {
        own.push(result.clone().pointer().declare("_result"));
    }
    if convention == Convention::Record {
        own.push("offcy_error *_error".to_string());
    }
    // The user's last parameter comes last, for `va_start`.
    let at = if function.is_variadic { 0 } else { params.len() };
    params.splice(at..at, own);
    if params.is_empty() {
        params.push("void".to_string());
    }
    if function.is_variadic {
        params.push("...".to_string());
    }
    let name = symbols.functions.get(body.id).cloned().unwrap_or_default();
    let declarator = format!("{name}({})", params.join(", "));
    let inline = if function.is_inline { "inline " } else { "" };
    if is_status {
        format!("static {inline}int {declarator}")
    } else {
        format!("static {inline}{}", result.declare(&declarator))
    }
}

/// Writes the function's definition.
pub fn function(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, out: &mut Writer) {
    let mut body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    let function = body.function;
    let mut outside: LocalSet = function.params.iter().map(|param| param.local).collect();
    let owned = function.locals.iter().filter(|(id, _)| function.is_owned(*id)).map(|(id, _)| id);
    outside.extend(owned);
    let code = Code { function, plan: unit.plan.functions.get(id) };
    body.declarations = Declarations::plan(code, &function.body, &outside);
    let head = head(&body);
    if let Some(symbols) = unit.symbols.generators.get(id) {
        return super::generator::generator(body, symbols, &head, out);
    }
    body.block(&function.body);
    if !body.returns_directly() || body.needs.failed {
        finish(&mut body);
    } else if !ends_elsewhere(&function.body) && function.result != Ty::Void {
        let value = if function.result.is_object() { "Py_NewRef(Py_None)".to_string() } else { body.zero() };
        body.out.line(format!("return {value};"));
    }
    let written = std::mem::replace(&mut body.out, Writer::new("", false));

    out.gap();
    unit.place(function.span, out);
    out.line(head);
    out.open("");
    variables(&mut body, &written, out);
    out.splice(written);
    out.close();
}

/// The end of the body: the result, the error exit, the cleanup.
pub fn finish(body: &mut Body<'_, '_, '_>) {
    let function = body.function;
    body.out.because_of(body.unit.origin(function.span));
    if !ends_elsewhere(&function.body) {
        body.empty_result();
        if body.returns_status() && body.failing != Failing::Status {
            body.out.line("_status = 0;");
        }
        if body.failing == Failing::Status {
            body.out.line("return 0;");
        } else if body.needs.failed {
            body.needs.done = true;
            body.out.line("goto done;");
        }
    }
    if body.failing == Failing::Status {
        return;
    }
    if body.needs.failed {
        body.out.margin("failed:");
        for scope in body.needs.scopes.clone().into_iter().rev() {
            body.out.line(format!("offcy_leave(&{}, true);", scope.name));
            body.let_go(&scope);
        }
        for state in body.needs.gil_states.clone() {
            if body.convention() == Convention::Record {
                let name = c::string_literal(function.name.as_bytes());
                let line = if body.needs.line { "_line" } else { "0" };
                let file = body.unit.file_constant(function.span);
                body.out.line(format!("if ({state}.held)"));
                body.out.line(format!("    offcy_catch(_error, {name}, {file}, {line});"));
            }
            end_handlings(body);
            body.out.line(format!("offcy_end_gil(&{state});"));
        }
        if body.needs.nogil {
            body.out.line("offcy_end_nogil(&_nogil);");
        }
        report(body);
        if body.needs.gil_states.is_empty() {
            end_handlings(body);
        }
        // A context that cannot be left takes the result with it.
        if body.result().is_object() && (!function.contexts.is_empty() || body.returns_twice) {
            body.out.line("Py_CLEAR(_result);");
        }
    }
    if body.needs.done {
        body.out.margin("done:");
    }
    // What a generator holds is released with its frame.
    let owned = if body.in_frame { Vec::new() } else { owned(body) };
    let takes_gil = owned.iter().any(Owned::is_object) && function.nogil;
    if takes_gil {
        body.out.open("");
        body.out.line("offcy_gil _cleanup = {0};");
        body.out.line("offcy_begin_gil(&_cleanup);");
    }
    release(body, &owned);
    if takes_gil {
        body.out.line("offcy_end_gil(&_cleanup);");
        body.out.close();
    }
    body.out.line(match (body.returns_status(), body.result()) {
        (true, _) => "return _status;",
        (false, Ty::Void) => "return;",
        (false, _) => "return _result;",
    });
}

/// A variable that the cleanup releases, by its name.
enum Owned {
    Object(String),
    /// For so many dimensions.
    View(String, usize),
}

impl Owned {
    fn is_object(&self) -> bool {
        matches!(self, Owned::Object(_))
    }

    fn release(&self) -> String {
        match self {
            Owned::Object(name) => format!("Py_XDECREF({name});"),
            Owned::View(name, ndim) => format!("offcy_view{ndim}_clear(&{name});"),
        }
    }
}

/// If there are more objects than this, the cleanup uses a table. Where all failures meet, an optimiser weighs
/// each variable against each failure; variables whose addresses are taken stay in memory.
const MOST_RELEASED_IN_PLACE: usize = 64;

fn release(body: &mut Body<'_, '_, '_>, owned: &[Owned]) {
    let count = owned.iter().filter(|one| one.is_object()).count();
    if count <= MOST_RELEASED_IN_PLACE {
        return body.out.joined(&owned.iter().map(Owned::release).collect::<Vec<_>>());
    }
    let (mut views, mut addresses) = (Vec::new(), Vec::new());
    for one in owned {
        match one {
            Owned::Object(name) => addresses.push(format!("&{name},")),
            Owned::View(..) => views.push(one.release()),
        }
    }
    body.out.joined(&views);
    body.out.open("");
    body.out.line("PyObject **const _owned[] = {");
    body.out.indent();
    body.out.joined(&addresses);
    body.out.dedent();
    body.out.line("};");
    body.out.line(format!("offcy_release_all(_owned, {count});"));
    body.out.close();
}

/// A failure in a handler leaves it.
fn end_handlings(body: &mut Body<'_, '_, '_>) {
    for handling in body.needs.handlings.clone().iter().rev() {
        body.out.line(handling.end());
    }
}

/// All owned variables that the body names.
fn owned(body: &Body<'_, '_, '_>) -> Vec<Owned> {
    let (mut owned, mut seen) = (Vec::new(), HashSet::new());
    let used = words(body.out.since(0));
    for (id, local) in body.function.locals.iter().filter(|(id, _)| body.function.is_owned(*id)) {
        let name = body.local_name(id);
        let is_used = local.role == LocalRole::Param || used.contains(name);
        if name == "_result" || body.inner_owned.contains(id) || !is_used || !seen.insert(name) {
            continue;
        }
        owned.push(match &local.ty {
            Ty::Memoryview(view) => Owned::View(name.to_string(), view.ndim()),
            _ => Owned::Object(name.to_string()),
        });
    }
    owned
}

/// Turns the failure into a Python exception with this function in its traceback.
fn report(body: &mut Body<'_, '_, '_>) {
    let function = body.function;
    let name = match function.kind {
        FunctionKind::Init => format!("init {}", body.unit.module.name),
        _ => function.name.to_string(),
    };
    let name = c::string_literal(name.as_bytes());
    let role = function.method.map(|method| method.role);
    let is_chooser = matches!(role, Some(MethodRole::Dispatcher | MethodRole::Open | MethodRole::Place(_)));
    // What chooses a method is not one of the user's functions.
    if is_chooser && body.convention() == Convention::Python && !body.needs.error {
        body.out.line("(void)_line;");
        return;
    }
    if body.convention() == Convention::Record {
        return;
    }
    let line = if body.needs.line { "_line" } else { "0" };
    let file = body.unit.file_constant(function.span);
    if body.convention() == Convention::Plain {
        // `noexcept`: the exception is printed and dropped.
        let error = if body.needs.error { "&_error" } else { "NULL" };
        let sites = if body.needs.error { "offcy_sites" } else { "NULL" };
        body.out.line(format!("offcy_drop_error({error}, {sites}, {name}, {file}, {line});"));
    } else if body.needs.error {
        body.out.line(format!("offcy_report(&_error, offcy_sites, {name}, {file}, {line});"));
    } else {
        body.out.line(format!("offcy_traceback({name}, {file}, {line});"));
    }
}

/// The declarations at the start: the result, what the cleanup releases, the way out.
pub fn variables(body: &mut Body<'_, '_, '_>, written: &Writer, out: &mut Writer) {
    let function = body.function;
    let text = written.since(0);
    let (read, named) = (without_pragmas(text), words(text));
    let read = words(&read);
    for param in &function.params {
        if let Some(pointer) =
            body.structs.get(param.local).filter(|pointer| named.contains(pointer.as_str()))
        {
            let ty = body.struct_of(param.local).pointer();
            let cast = c::Expr::cast(ty.clone(), c::Expr::atom(body.local_name(param.local)));
            out.line(format!("{} = {cast};", ty.declare(pointer)));
            continue;
        }
        if body.in_frame {
            continue;
        }
        for (_, name) in body.variables(param.local) {
            if !read.contains(name.as_str()) && !function.is_owned(param.local) {
                out.line(format!("(void){name};"));
            }
        }
    }
    if !body.returns_directly() || body.needs.failed {
        if body.failing == Failing::Status {
        } else if body.returns_status() {
            out.line("int _status = -1;");
        } else {
            let ty = c_type(&body.unit.symbols, &body.result());
            let is_scalar = matches!(body.result(), Ty::Int(_) | Ty::Float(_) | Ty::Bint | Ty::Enum(_));
            let zero = if ty.is_pointer() {
                "NULL"
            } else if is_scalar {
                "0"
            } else {
                "{0}"
            };
            if body.result() != Ty::Void {
                out.line(format!("{} = {zero};", ty.declare("_result")));
            }
        }
    }
    let (mut objects, mut views): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    // Temporaries may share a variable.
    let mut seen = HashSet::new();
    for (id, local) in function.locals.iter() {
        let name = body.local_name(id);
        let is_declared = function.is_owned(id)
            && !body.in_frame
            && local.role != LocalRole::Param
            && name != "_result"
            && !body.inner_owned.contains(id);
        if !is_declared || !named.contains(name) || !seen.insert(name) {
            continue;
        }
        match &local.ty {
            Ty::Memoryview(view) => views.push(format!("offcy_view{} {name} = {{0}};", view.ndim())),
            _ => objects.push(format!("*{name} = NULL")),
        }
    }
    views.iter().for_each(|line| out.line(line));
    if !objects.is_empty() {
        super::constants::wrapped(out, "PyObject ", &objects, ";");
    }
    for scope in &body.needs.scopes {
        for held in &scope.held {
            out.line(format!("offcy_view{} {} = {{0}};", held.ndim, held.name));
        }
        out.line(format!("offcy_scope {} = {{0}};", scope.name));
    }
    for state in &body.needs.gil_states {
        out.line(format!("offcy_gil {state} = {{0}};"));
    }
    for handling in body.needs.handlings.iter().filter(|_| !body.in_frame) {
        out.line(handling.declared());
    }
    if body.needs.error && body.convention() != Convention::Record {
        out.line("offcy_error _error = {0};");
    }
    if body.convention() == Convention::Record && !named.contains("_error") {
        out.line("(void)_error;");
    }
    if body.needs.nogil {
        out.line("PyThreadState *_nogil = NULL;");
    }
    if body.needs.line {
        out.line("int _line = 0;");
        // A `finally` may catch all failures.
        if !body.needs.failed {
            out.line("(void)_line;");
        }
    }
    if !body.in_frame {
        own_params(body, out);
    }
    out.gap();
}

/// A parameter that the function rebinds holds its own reference. A view that the Python wrapper acquired is
/// handed over, and so is what it made of the other arguments.
fn own_params(body: &Body<'_, '_, '_>, out: &mut Writer) {
    let function = body.function;
    let owned = |param: &&crate::tir::Param| function.is_owned(param.local) && !param.kind.takes_rest();
    for param in function.params.iter().filter(owned) {
        let name = body.local_name(param.local);
        match &function.locals[param.local].ty {
            Ty::Memoryview(_) if function.kind == FunctionKind::Def => {}
            Ty::Memoryview(_) => out.line(format!("offcy_buffer_retain({name}.owner);")),
            _ => out.line(format!("Py_INCREF({name});")),
        }
    }
}
