//! C functions that modules pass to one another when they are imported: see `offcy_module.h`.

use std::collections::HashSet;

use super::cython_views::{self, Adapter, Calls, pointer_to_cython};
use super::error_values::error_value;
use super::module::{if_failed, text};
use crate::base::Name;
use crate::emit::body::{Body, Setting, clear_view};
use crate::emit::c::{self, Doc};
use crate::emit::lir::{self, Block, If, Stmt as C};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::{Expr, ExprKind, Extern, FunctionId, GlobalId, Import};
use crate::ty::{ErrorValue, Signature, Ty};

/// Variables for the addresses of other modules' functions and variables.
pub fn variables(unit: &Unit<'_>, named: &HashSet<GlobalId>, out: &mut Writer) {
    for (id, decl) in unit.module.externs.iter() {
        let Some(import) = &decl.import else { continue };
        let name = unit.symbols.externs[id].clone();
        out.line(Doc::from("static ").add(pointer(unit, decl, import).declaring(&name)).text(";"));
        if let Some((signature, _)) = with_views(decl) {
            let ty = pointer_to_cython(unit, signature, import.is_cpdef);
            out.line(Doc::from("static ").add(ty.declaring(part(unit, &name, OF_CYTHON))).text(";"));
        }
    }
    for (id, global) in unit.module.globals.iter().filter(|(id, _)| named.contains(id)) {
        if global.import.is_none() {
            continue;
        }
        let name = &unit.symbols.globals[id];
        out.line(format!("static {};", c_type(&unit.symbols, &address_of(&global.ty)).declare(name)));
    }
}

/// What is added to the name of a function of another module with memoryviews: the same, if Cython has compiled that
/// module, and what calls it then; and to one of this module: what Cython's modules call.
const OF_CYTHON: &str = "of_cython";
const TO_CYTHON: &str = "to_cython";
const FOR_CYTHON: &str = "for_cython";

fn part(unit: &Unit<'_>, symbol: &str, what: &str) -> String {
    unit.symbols.namer.inside().name(&format!("{symbol}_{what}"))
}

/// For a function of another module with memoryviews: its type, and Cython's words for that.
fn with_views(decl: &Extern) -> Option<(&Signature, &Name)> {
    Some((decl.ty.function()?, decl.import.as_ref()?.of_cython.as_ref()?))
}

/// What calls other modules' functions with memoryviews where Cython has compiled them, and the table of those.
pub fn adapters(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    let mut rows = Vec::new();
    for (id, decl) in unit.module.externs.iter() {
        let (Some((signature, in_cython)), Some(import)) = (with_views(decl), &decl.import) else { continue };
        let name = &unit.symbols.externs[id];
        let (symbol, callee) = (part(unit, name, TO_CYTHON), part(unit, name, OF_CYTHON));
        let adapter = Adapter {
            params: named(signature.params.iter()),
            is_cpdef: import.is_cpdef,
            ..Adapter::new(symbol, callee, signature, Calls::Cython)
        };
        adapter.define(unit, tables, out);
        let (module, function) = (text(&import.module), text(&decl.name));
        let (own, other) = (text(&import.signature), text(in_cython));
        let (theirs, adapter) = (&adapter.callee, &adapter.symbol);
        let addresses = [
            format!("(void (**)(void))&{name}"),
            format!("(void (**)(void))&{theirs}"),
            format!("(void (*)(void)){adapter}"),
        ];
        rows.push(Doc::listed("    {", [module, function, own, other].into_iter().chain(addresses), "}"));
    }
    let what = "From other modules, by their types in offcy's words and in Cython's.";
    table(what, "static const offcy_view_import view_imports[] = {", rows, out);
}

fn table(what: &str, head: &str, mut rows: Vec<Doc>, out: &mut Writer) {
    let Some(last) = rows.pop() else { return };
    out.gap();
    out.line(format!("/* {what} */"));
    out.line(head);
    rows.into_iter().for_each(|row| out.line(row.text(",")));
    out.line(last.text("};"));
}

fn named<'t>(params: impl Iterator<Item = &'t Ty>) -> Vec<(String, &'t Ty)> {
    params.enumerate().map(|(number, ty)| (format!("argument_{number}"), ty)).collect()
}

fn address_of(ty: &Ty) -> Ty {
    Ty::Pointer { to: std::sync::Arc::new(ty.clone()), is_const: false }
}

fn pointer(unit: &Unit<'_>, decl: &Extern, import: &Import) -> c::Type {
    let mut ty = decl.ty.clone();
    if import.is_variable {
        ty = address_of(&ty);
    } else if let (Ty::Function(signature), true) = (&mut ty, import.is_cpdef) {
        std::sync::Arc::make_mut(signature).params.push(Ty::INT);
    }
    c_type(&unit.symbols, &ty)
}

/// The statement that publishes functions and variables, before other modules are imported: they may import this one.
pub fn publication(unit: &Unit<'_>, exports: usize, out: &mut Writer) {
    if cython_views::are_there(unit) {
        out.line("if (offcy_cython_views_join() < 0)");
        out.line("    return -1;");
    }
    if exports > 0 {
        out.line(format!("if (offcy_export(module, exports, {exports}) < 0)"));
        out.line("    return -1;");
    }
}

/// The statements that take over functions and variables, before the module's own statements run.
pub fn taking_over(unit: &Unit<'_>, named: &HashSet<GlobalId>, out: &mut Writer) {
    for (id, decl) in unit.module.externs.iter() {
        let Some(import) = &decl.import else { continue };
        if with_views(decl).is_none() {
            take_over(import, &decl.name, &unit.symbols.externs[id], out);
        }
    }
    let count = unit.module.externs.iter().filter(|(_, decl)| with_views(decl).is_some()).count();
    if count > 0 {
        out.line(format!("if (offcy_import_functions_with_views(view_imports, {count}) < 0)"));
        out.line("    return -1;");
    }
    for (id, global) in unit.module.globals.iter().filter(|(id, _)| named.contains(id)) {
        let Some(import) = &global.import else { continue };
        take_over(import, &global.name, &unit.symbols.globals[id], out);
    }
}

/// The address of what another module exports, in the variable `into`.
fn take_over(import: &Import, name: &str, into: &str, out: &mut Writer) {
    let (module, name, signature) = (text(&import.module), text(name), text(&import.signature));
    let (function, target) = match import.is_variable {
        false => ("offcy_import_function", format!("(void (**)(void))&{into}")),
        true => ("offcy_import_variable", format!("(void **)&{into}")),
    };
    let call = Doc::listed(format!("{function}("), [module, name, signature, target], ")");
    out.line(if_failed(call));
    out.line("    return -1;");
}

/// What stands for the functions in the table, with wrappers for those that are not called as Cython calls
/// them; how many rows the table has.
pub fn exports(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) -> usize {
    let mut rows = Vec::new();
    for (id, function) in unit.module.functions.iter() {
        let Some(export) = &function.exported else { continue };
        let name = match is_wrapped(unit, id) || export.is_cpdef {
            true => {
                let symbol = format!("{}_capi", unit.symbols.functions[id].clone());
                let symbol = unit.symbols.namer.inside().name(&symbol);
                wrapper(
                    unit,
                    tables,
                    id,
                    &Wrapper { symbol, is_cpdef: export.is_cpdef, error: export.error_value.clone() },
                    out,
                )
            }
            false => {
                let name = Body::new(unit, tables, id, Setting::Glue, &Default::default()).callee_name(id);
                tables.note_name(&name);
                name
            }
        };
        if let Some(of_cython) = &export.of_cython {
            let types = function.params.iter().map(|param| &function.locals[param.local].ty);
            let symbol = part(unit, &unit.symbols.functions[id], FOR_CYTHON);
            let adapter = Adapter {
                symbol: symbol.clone(),
                callee: name.clone(),
                params: named(types),
                result: &function.result,
                is_cpdef: export.is_cpdef,
                error: export.error_value.clone(),
                raises: export.raises,
                calls: Calls::Offcy,
                method: None,
                own: None,
                known: Vec::new(),
            };
            adapter.define(unit, tables, out);
            let (shown, signature) = (text(&export.name), text(of_cython));
            rows.push(export_row(shown, signature, &format!("(void (*)(void)){symbol}"), "NULL"));
        }
        let own = if export.of_cython.is_some() { " OFFCY_WITH_VIEWS" } else { "" };
        let (shown, signature) = (format!("{}{own}", text(&export.name)), text(&export.signature));
        rows.push(export_row(shown, signature, &format!("(void (*)(void)){name}"), "NULL"));
    }
    for (id, global) in unit.module.globals.iter() {
        let Some(signature) = &global.exported else { continue };
        let name = unit.symbols.globals[id].clone();
        let (shown, signature) = (text(&global.name), text(signature));
        rows.push(export_row(shown, signature, "NULL", &format!("&{name}")));
    }
    let what = "For other modules, by their types in Cython's words.";
    let count = rows.len();
    table(what, "static const offcy_export_row exports[] = {", rows, out);
    count
}

/// What is exported: its name and type, and its address as a function or as a variable.
fn export_row(name: String, signature: String, function: &str, variable: &str) -> Doc {
    Doc::listed("    {", [name, signature, function.to_string(), variable.to_string()], "}")
}

/// The functions whose addresses are taken and that C cannot call directly: their prototypes, and what stands
/// for them.
pub fn addressed(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) -> Vec<Doc> {
    let mut prototypes = Vec::new();
    for (id, function) in unit.module.functions.iter() {
        let Some(error) = function.by_address.clone().filter(|_| is_wrapped(unit, id)) else { continue };
        let wrapped = Wrapper { symbol: function_address(unit, id), is_cpdef: false, error };
        prototypes.push(declaration(unit, tables, id, &wrapped).text(";"));
        wrapper(unit, tables, id, &wrapped, out);
    }
    prototypes
}

/// What stands for a function when its address is taken.
pub fn function_address(unit: &Unit<'_>, id: FunctionId) -> String {
    let symbols = &unit.symbols;
    let name = symbols.host_versions.get(id).unwrap_or_else(|| &symbols.functions[id]).clone();
    if is_wrapped(unit, id) { symbols.namer.inside().name(&format!("{name}_pointer")) } else { name }
}

/// Whether C code that knows only the function's type needs a wrapper to call it.
fn is_wrapped(unit: &Unit<'_>, id: FunctionId) -> bool {
    let function = &unit.module.functions[id];
    let returns_status = unit.placement.convention(id) != Convention::Plain && !function.result.is_object();
    let has_views =
        function.params.iter().any(|param| function.locals[param.local].ty.memoryview().is_some());
    returns_status || function.coherence.as_a_whole || has_views && unit.placement.in_kernels(id)
}

/// How a function is wrapped for C code elsewhere: an error becomes an exception and a value.
struct Wrapper {
    symbol: String,
    /// It takes one more argument, which Cython passes.
    is_cpdef: bool,
    error: ErrorValue,
}

fn declaration(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, wrapped: &Wrapper) -> Doc {
    let body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    let params = body.function.params.iter().flat_map(|param| body.declared_names(param.local));
    let mut params: Vec<Doc> = params.map(|(ty, name)| ty.declaring(name)).collect();
    if wrapped.is_cpdef {
        params.push("int _skip".into());
    }
    Doc::from("static ").add(c_type(&unit.symbols, &body.result()).function(&wrapped.symbol, params))
}

fn wrapper(
    unit: &Unit<'_>,
    tables: &mut Tables,
    id: FunctionId,
    wrapped: &Wrapper,
    out: &mut Writer,
) -> String {
    let head = declaration(unit, tables, id, wrapped);
    let mut body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    let (function, result, name) = (body.function, body.result(), body.callee_name(id));
    let local = |local| Expr::new(ExprKind::Local(local), function.locals[local].ty.clone(), function.span);
    let params: Vec<Expr> = function.params.iter().map(|param| local(param.local)).collect();
    let mut arguments = body.arguments(id, &params);
    let ty = c_type(&unit.symbols, &result);
    let has_value = result != Ty::Void;
    let is_view = result.memoryview().is_some();
    let has_record = body.convention() == Convention::Record;
    let returns_status = body.returns_status();
    let (result_place, status) = (|| c::Expr::name("_result"), || c::Expr::name("_status"));
    let mut block = Block::new();
    if wrapped.is_cpdef {
        block.push(C::unused(c::Expr::name("_skip")));
    }
    if returns_status && has_value {
        let zero = if result.is_record() || is_view { c::Expr::zeros() } else { c::Expr::number(0) };
        block.push(C::declare(ty.clone(), "_result", zero));
        arguments.push(c::Expr::address(result_place()));
    }
    if returns_status && has_record {
        block.push(C::declare(c::Type::named("offcy_error"), "_error", c::Expr::zeros()));
        arguments.push(c::Expr::address(c::Expr::name("_error")));
    }
    let call = c::Expr::call(name, arguments);
    block.push(match has_value {
        _ if returns_status => C::declare(c::Type::named("int"), "_status", call),
        true => C::declare(ty, "_result", call),
        false => call.into(),
    });
    if has_record || function.coherence.as_a_whole {
        block.extend(finish(&mut body, has_record));
    }
    let failed = || c::Expr::binary("<", status(), c::Expr::number(0));
    if let (true, Some(view)) = (returns_status, result.memoryview()) {
        let clear = clear_view(view.ndim(), result_place());
        block.push(C::when(failed(), clear));
        block.push(C::give(result_place()));
    } else if returns_status && !result.is_record() && result != Ty::Void {
        let value = error_value(&wrapped.error, &result);
        block.push(C::give(c::Expr::conditional(failed(), value, result_place())));
    } else {
        if returns_status {
            block.push(C::unused(status()));
        }
        if has_value {
            block.push(C::give(result_place()));
        }
    }
    body.tables.note(&block);
    out.gap();
    out.at_home();
    out.because_of(unit.origin(function.span));
    body.tables.define(lir::Function { head, body: block }, out);
    wrapped.symbol.clone()
}

/// Makes an exception of what is recorded, and brings back what is kept on a device.
pub(super) fn finish(body: &mut Body<'_, '_, '_>, has_record: bool) -> Block {
    let function = body.function;
    let returns_status = body.returns_status();
    let (status, result) = (|| c::Expr::name("_status"), || c::Expr::name("_result"));
    let take_gil = || {
        let call = c::Expr::call("PyGILState_Ensure", vec![]);
        C::declare(c::Type::named("PyGILState_STATE"), "_gil", call)
    };
    let release_gil = || C::call("PyGILState_Release", vec![c::Expr::name("_gil")]);
    let failed = c::Expr::binary("<", status(), c::Expr::number(0));
    if !function.coherence.as_a_whole {
        let block = vec![take_gil(), raise(body), release_gil()];
        return vec![C::If(If { arms: vec![(failed, block)], otherwise: None, is_bare: false })];
    }
    let place = body.place(function.span, "OFFCY_HOST_CODE", false, true);
    let is_object = function.result.is_object();
    let before = match (returns_status, is_object) {
        (true, _) => status(),
        (false, true) => object_status(),
        (false, false) => c::Expr::number(0),
    };
    let mut block = vec![take_gil()];
    if has_record && returns_status {
        block.push(C::when(failed, raise(body)));
    }
    let home = c::Expr::call("offcy_back_to_python", vec![c::Expr::address(c::Expr::name(place)), before]);
    block.push(match (returns_status, is_object) {
        (true, _) => C::assign(status(), home),
        (false, is_object) => {
            let failed = c::Expr::binary("<", home, c::Expr::number(0));
            let dropped = match is_object {
                true => C::call("Py_CLEAR", vec![result()]),
                false => C::call("PyErr_WriteUnraisable", vec![c::Expr::null()]),
            };
            C::when(failed, dropped)
        }
    });
    block.push(release_gil());
    block
}

/// What a function that returns an object has come to: -1 if it has failed.
pub(super) fn object_status() -> c::Expr {
    let is_null = c::Expr::binary("==", c::Expr::name("_result"), c::Expr::null());
    let failed = c::Expr::number(-1);
    c::Expr::conditional(is_null, failed, c::Expr::number(0))
}

/// Raises what the record says.
pub(super) fn raise(body: &Body<'_, '_, '_>) -> C {
    let record = c::Expr::address(c::Expr::name("_error"));
    let (sites, file) = (body.tables.site_table(), c::Expr::name("offcy_file"));
    C::call("offcy_raise", vec![record, sites, file, c::Expr::null(), c::Expr::number(0)])
}
