//! Functions in the glue: their variables, their body, one way out.

use std::collections::HashSet;

use crate::emit::body::{
    Body, Code, Declarations, Failing, Handling, Setting, Variable, begin_gil, clear_view, done, end_gil,
    end_nogil, ends_elsewhere, failed, leave_failed,
};
use crate::emit::c;
use crate::emit::levels;
use crate::emit::lir::{
    self, Block, Declaration, Layout, LoopFunction, Names, PRAGMAS, Serial, Stmt as C, WITHOUT_PRAGMAS,
};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::pass::LocalSet;
use crate::tir::{
    Callee, Expr, ExprKind, FunctionId, FunctionKind, LocalRole, MethodRole, Op, Stmt, StmtKind,
};
use crate::ty::Ty;

/// The function's head: `static PyObject *f(offcy_view2 X)`.
pub fn prototype(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId) -> c::Doc {
    let body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    head(&body)
}

fn head(body: &Body<'_, '_, '_>) -> c::Doc {
    let function = body.function;
    let symbols = &body.unit.symbols;
    let convention = body.convention();
    let mut params: Vec<c::Doc> = function
        .params
        .iter()
        .flat_map(|param| body.declared_names(param.local))
        .map(|(ty, name)| ty.declaring(name))
        .collect();
    let result = c_type(symbols, &body.result());
    let is_status = body.returns_status();
    let mut own = Vec::new();
    if is_status && body.result() != Ty::Void {
        own.push(result.clone().pointer().declaring("_result"));
    }
    if convention == Convention::Record {
        own.push("offcy_error *_error".into());
    }
    // The user's last parameter comes last, for `va_start`.
    let at = if function.is_variadic { 0 } else { params.len() };
    params.splice(at..at, own);
    if function.is_variadic {
        params.push("...".into());
    }
    let name = symbols.functions[body.id].clone();
    let inline = if function.is_inline { "inline " } else { "" };
    let result = if is_status { c::Type::named("int") } else { result };
    c::Doc::from("static ").text(inline).add(result.function(&name, params))
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
    body.declarations.hoist(&function.body, &|stmt| may_open_block(unit, stmt));
    let head = head(&body);
    if let Some(symbols) = unit.symbols.generators.get(id) {
        return super::generator::generator(body, symbols, head, out);
    }
    body.whole();
    if !body.returns_directly() || fails(&body) {
        finish(&mut body);
    } else if !ends_elsewhere(&function.body)
        && let Some(value) = body.value_of_nothing()
    {
        body.out.push(C::give(value));
    }
    let written = std::mem::take(&mut body.out).finish();
    let mut block = variables(&mut body, &written);
    block.push(C::Gap);
    block.extend(written);
    lir::tidy(&mut block);
    lir::validate(&function.name, &[], &block);
    body.tables.note(&block);
    let head = c::Doc::from(hurry(function, &mut block)).add(head);
    lir::hide_counters(&mut block);
    let loops = loops(&mut body, &mut block);

    levels::write(loops, body.tables, out);
    out.gap();
    out.place(&unit.place(function.span));
    body.tables.define(lir::Function { head, body: block }, out);
}

/// Saves C compilers time with a function that is long: what its head begins with.
fn hurry(function: &crate::tir::Function, block: &mut Block) -> &'static str {
    if !lir::is_long(block) {
        return "";
    }
    if function.kind == FunctionKind::Init && !lir::has_loops(block) {
        return "OFFCY_ONCE ";
    }
    lir::keep_in_memory(block);
    if lir::has_bare_loops(block) { "" } else { "OFFCY_SMALL " }
}

/// Whether a statement may be a macro of a header that opens a block, as its name in capital letters shows: `BEGIN_EACH(node)`.
fn may_open_block(unit: &Unit<'_>, stmt: &Stmt) -> bool {
    let called = match &stmt.kind {
        StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), _), .. }) => *id,
        StmtKind::Run { op: Op::CallExtern { external, .. }, .. } => *external,
        _ => return false,
    };
    let decl = &unit.module.externs[called];
    let is_macro = !decl.c_name.contains(|one: char| one.is_ascii_lowercase());
    is_macro && decl.ty.function().is_some_and(|signature| signature.result == Ty::Void)
}

/// Takes out the hot loops. A function that C code calls may have few elements each time.
fn loops(body: &mut Body<'_, '_, '_>, block: &mut Block) -> Vec<LoopFunction> {
    let function = body.function;
    let serial = match function.kind {
        FunctionKind::Def => Serial::All,
        FunctionKind::Init => Serial::None,
        FunctionKind::Cdef | FunctionKind::Cpdef if function.is_inline => Serial::None,
        FunctionKind::Cdef | FunctionKind::Cpdef => Serial::Nests,
    };
    let params = function.params.iter().flat_map(|param| body.declared_names(param.local)).collect();
    let name = body.unit.symbols.functions[body.id].clone();
    let loops = levels::outline(body, &name, block, params, serial);
    if !loops.is_empty() {
        lir::validate(&function.name, &[], block);
    }
    loops
}

/// Whether something in the body goes to the function's label `failed`.
pub fn fails(body: &Body<'_, '_, '_>) -> bool {
    body.out.goes_to(&failed(), 0)
}

/// The end of the body: the result, the error exit, the cleanup.
pub fn finish(body: &mut Body<'_, '_, '_>) {
    let function = body.function;
    body.out.because_of(body.unit.origin(function.span));
    let fails = fails(body);
    if !ends_elsewhere(&function.body) {
        body.empty_result();
        if body.exits.failing == Failing::Status {
            body.out.push(C::give(c::Expr::number(0)));
        } else {
            if body.returns_status() {
                body.out.push(C::assign(c::Expr::name("_status"), c::Expr::number(0)));
            }
            body.out.push(C::Goto(done()));
        }
    }
    if body.exits.failing == Failing::Status {
        return;
    }
    if fails {
        body.out.push(C::Label(failed()));
        for scope in body.needs.scopes.clone().into_iter().rev() {
            body.out.push(leave_failed(&scope.name));
            body.let_go(&scope);
        }
        for state in body.needs.gil_states.clone() {
            if body.convention() == Convention::Record {
                let name = c::string_literal(function.name.as_bytes());
                let file = body.unit.file_constant(function.span);
                let arguments = vec![c::Expr::name("_error"), name, file, line(body)];
                let held = c::Expr::member(c::Expr::name(&state), "held");
                body.out.push(C::when(held, C::call("offcy_catch", arguments)));
            }
            end_handlings(body);
            body.out.push(end_gil(&state));
        }
        if body.needs.nogil {
            body.out.push(end_nogil("_nogil"));
        }
        report(body);
        if body.needs.gil_states.is_empty() {
            end_handlings(body);
        }
        // A context that cannot be left takes the result with it.
        if body.result().is_object() && (!function.contexts.is_empty() || body.exits.returns_twice) {
            body.out.push(C::call("Py_CLEAR", vec![c::Expr::name("_result")]));
        }
    }
    body.out.push(C::Label(done()));
    // What a generator holds is released with its frame.
    let owned = if body.in_frame { Vec::new() } else { owned(body) };
    let takes_gil = owned.iter().any(Owned::is_object) && function.nogil;
    if takes_gil {
        body.out.open_block();
        body.out.push(C::declare(c::Type::named("offcy_gil"), "_cleanup", c::Expr::zeros()));
        body.out.push(begin_gil("_cleanup"));
    }
    release(body, &owned);
    if takes_gil {
        body.out.push(end_gil("_cleanup"));
        body.out.close();
    }
    body.leave_events();
    body.out.push(C::Return(match (body.returns_status(), body.result()) {
        (true, _) => Some(c::Expr::name("_status")),
        (false, Ty::Void) => None,
        (false, _) => Some(c::Expr::name("_result")),
    }));
}

/// The line for the traceback.
fn line(body: &Body<'_, '_, '_>) -> c::Expr {
    if body.needs.line { c::Expr::name("_line") } else { c::Expr::number(0) }
}

/// A variable that the cleanup releases, by its name.
enum Owned {
    Object(Variable),
    /// For so many dimensions.
    View(Variable, usize),
}

impl Owned {
    fn is_object(&self) -> bool {
        matches!(self, Owned::Object(_))
    }

    fn release(&self) -> C {
        match self {
            Owned::Object(variable) => C::call("Py_XDECREF", vec![variable.place()]),
            Owned::View(variable, ndim) => clear_view(*ndim, variable.place()),
        }
    }
}

/// If there are more objects than this, the cleanup uses a table. Where all failures meet, an optimiser weighs
/// each variable against each failure; variables whose addresses are taken stay in memory.
const MOST_RELEASED_IN_PLACE: usize = 64;

fn release(body: &mut Body<'_, '_, '_>, owned: &[Owned]) {
    let count = owned.iter().filter(|one| one.is_object()).count();
    if count <= MOST_RELEASED_IN_PLACE {
        return body.out.joined(owned.iter().map(Owned::release).collect());
    }
    let (mut views, mut addresses) = (Vec::new(), Vec::new());
    for one in owned {
        match one {
            Owned::Object(variable) => addresses.push(c::Expr::address(variable.place())),
            Owned::View(..) => views.push(one.release()),
        }
    }
    body.out.joined(views);
    body.out.open_block();
    let ty = c::Type::named("PyObject").pointer().pointer().constant();
    let table = Declaration::rows(ty, "_owned", addresses);
    body.out.push(Declaration { layout: Layout::Filled, ..table });
    let arguments = vec![c::Expr::name("_owned"), c::Expr::number(count)];
    body.out.push(C::call("offcy_release_all", arguments));
    body.out.close();
}

/// A failure in a handler leaves it.
fn end_handlings(body: &mut Body<'_, '_, '_>) {
    let ends: Block = body.needs.handlings.iter().rev().map(Handling::end).collect();
    body.out.extend(ends);
}

/// All owned variables that the body names.
fn owned(body: &Body<'_, '_, '_>) -> Vec<Owned> {
    let (mut owned, mut seen) = (Vec::new(), HashSet::new());
    let used = lir::names(body.out.since(0), PRAGMAS);
    for (id, local) in body.function.locals.iter().filter(|(id, _)| body.function.is_owned(*id)) {
        let variable = body.naming.variable(id);
        let is_used = local.role == LocalRole::Param || used.has(&variable.place());
        if body.naming.is_result(id) || body.inner_owned.contains(id) || !is_used || !seen.insert(variable) {
            continue;
        }
        owned.push(match &local.ty {
            Ty::Memoryview(view) => Owned::View(variable.clone(), view.ndim()),
            _ => Owned::Object(variable.clone()),
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
        body.out.push(C::unused(c::Expr::name("_line")));
        return;
    }
    if body.convention() == Convention::Record {
        return;
    }
    let (line, file) = (line(body), body.unit.file_constant(function.span));
    let (record, sites) = match body.needs.error {
        true => (c::Expr::address(c::Expr::name("_error")), body.tables.site_table()),
        false => (c::Expr::null(), c::Expr::null()),
    };
    body.out.push(if body.convention() == Convention::Plain {
        // `noexcept`: the exception is printed and dropped.
        C::call("offcy_drop_error", vec![record, sites, name, file, line])
    } else if body.needs.error {
        C::call("offcy_report", vec![record, sites, name, file, line])
    } else {
        C::call("offcy_traceback", vec![name, file, line])
    });
}

/// The declarations at the start: the result, what the cleanup releases, the way out.
pub fn variables(body: &mut Body<'_, '_, '_>, written: &Block) -> Block {
    let mut out = Block::new();
    let fails = lir::jumps_to(written, &failed());
    let (read, named) = (lir::names(written, WITHOUT_PRAGMAS), lir::names(written, PRAGMAS));
    params(body, &read, &named, &mut out);
    if (!body.returns_directly() || fails) && body.exits.failing != Failing::Status {
        if body.returns_status() {
            let failed = c::Expr::number(-1);
            out.push(C::declare(c::Type::named("int"), "_status", failed));
        } else if body.result() != Ty::Void {
            let ty = c_type(&body.unit.symbols, &body.result());
            let is_scalar = matches!(body.result(), Ty::Int(_) | Ty::Float(_) | Ty::Bint | Ty::Enum(_));
            let zero = match is_scalar {
                _ if ty.is_pointer() => c::Expr::null(),
                true => c::Expr::number(0),
                false => c::Expr::zeros(),
            };
            out.push(C::declare(ty, "_result", zero));
        }
    }
    owned_variables(body, &named, &mut out);
    for scope in &body.needs.scopes {
        for held in &scope.held {
            let ty = c::Type::named(format!("offcy_view{}", held.ndim));
            out.push(C::declare(ty, &held.name, c::Expr::zeros()));
        }
        out.push(C::declare(c::Type::named("offcy_scope"), &scope.name, c::Expr::zeros()));
    }
    for state in &body.needs.gil_states {
        out.push(C::declare(c::Type::named("offcy_gil"), state, c::Expr::zeros()));
    }
    out.extend(body.needs.handlings.iter().filter(|_| !body.in_frame).map(Handling::declared));
    if body.needs.error && body.convention() != Convention::Record {
        out.push(C::declare(c::Type::named("offcy_error"), "_error", c::Expr::zeros()));
    }
    if body.convention() == Convention::Record && !named.has_name("_error") {
        out.push(C::unused(c::Expr::name("_error")));
    }
    let gives_result = body.returns_status() && body.result() != Ty::Void;
    if gives_result && !body.in_frame && !named.has_name("_result") {
        out.push(C::unused(c::Expr::name("_result")));
    }
    out.extend(body.declared_events());
    if body.needs.nogil {
        out.push(C::declare(c::Type::named("PyThreadState").pointer(), "_nogil", c::Expr::null()));
    }
    if body.needs.line {
        out.push(C::declare(c::Type::named("int"), "_line", c::Expr::number(0)));
        // A `finally` may catch all failures.
        if !fails {
            out.push(C::unused(c::Expr::name("_line")));
        }
    }
    if !body.in_frame {
        own_params(body, &mut out);
    }
    out
}

/// Pointers to the structs of objects whose fields are used; parameters that the code never names.
fn params(body: &Body<'_, '_, '_>, read: &Names<'_>, named: &Names<'_>, out: &mut Block) {
    let function = body.function;
    for param in &function.params {
        if let Some(pointer) = body.naming.structs.get(param.local).filter(|pointer| named.has_name(pointer))
        {
            let ty = body.struct_of(param.local).pointer();
            let cast = c::Expr::cast(ty.clone(), body.naming.local(param.local));
            out.push(C::declare(ty, pointer, cast));
            continue;
        }
        if body.in_frame || function.is_owned(param.local) {
            continue;
        }
        let places = body.variables(param.local).into_iter().map(|(_, variable)| variable.place());
        out.extend(places.filter(|place| !read.has(place)).map(C::unused));
    }
}

/// The variables that the cleanup releases.
fn owned_variables(body: &Body<'_, '_, '_>, named: &Names<'_>, out: &mut Block) {
    let function = body.function;
    let mut objects = Vec::new();
    // Temporaries may share a variable.
    let mut seen = HashSet::new();
    for (id, local) in function.locals.iter() {
        let variable = body.naming.variable(id);
        let is_declared = function.is_owned(id)
            && !body.in_frame
            && local.role != LocalRole::Param
            && !body.naming.is_result(id)
            && !body.inner_owned.contains(id);
        if !is_declared || !named.has(&variable.place()) || !seen.insert(variable) {
            continue;
        }
        match &local.ty {
            Ty::Memoryview(view) => {
                let ty = c::Type::named(format!("offcy_view{}", view.ndim()));
                out.push(C::declare(ty, &variable.name, c::Expr::zeros()));
            }
            _ => objects.push((variable.name.clone(), Some(c::Expr::null()))),
        }
    }
    if !objects.is_empty() {
        let ty = c::Type::named("PyObject").pointer();
        out.push(C::Declare(Declaration {
            is_static: false,
            ty,
            variables: objects,
            layout: Layout::Wrapped,
        }));
    }
}

/// A parameter that the function rebinds holds its own reference. A view that the Python wrapper acquired is
/// handed over, and so is what it made of the other arguments.
fn own_params(body: &Body<'_, '_, '_>, out: &mut Block) {
    let function = body.function;
    let owned = |param: &&crate::tir::Param| function.is_owned(param.local) && !param.kind.takes_rest();
    for param in function.params.iter().filter(owned) {
        let place = body.naming.local(param.local);
        match &function.locals[param.local].ty {
            Ty::Memoryview(_) if function.kind == FunctionKind::Def => {}
            Ty::Memoryview(_) => {
                out.push(C::call("offcy_buffer_retain", vec![c::Expr::member(place, "owner")]))
            }
            _ => out.push(C::call("Py_INCREF", vec![place])),
        }
    }
}
