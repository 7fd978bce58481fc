//! `@cython.ufunc`: the loops that NumPy calls, and the tables of their types. See `offcy_ufunc.h`.

use super::capi::finish;
use super::module::text;
use crate::emit::body::{Body, Setting};
use crate::emit::bug::bug;
use crate::emit::c;
use crate::emit::lir::{self, Block, Code, Header, Stmt as C};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::{FunctionId, Ufunc};
use crate::ty::{FloatKind, PartKind, Ty};

/// The header that declares what the module's ufuncs need.
pub fn header(unit: &Unit<'_>) -> Option<&'static str> {
    (!unit.module.ufuncs.is_empty()).then_some("#include <offcy_ufunc.h>")
}

/// The loops and tables of all ufuncs.
pub fn definitions(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    let mut rows = Vec::new();
    for ufunc in &unit.module.ufuncs {
        rows.push(definition(unit, tables, ufunc, out));
    }
    if !rows.is_empty() {
        out.gap();
        out.line("static offcy_ufunc ufuncs[] = {");
        rows.into_iter().for_each(|row| out.line(row));
        out.line("};");
    }
}

/// The statement that makes them when the module is imported.
pub fn creation(unit: &Unit<'_>, out: &mut Writer) {
    if !unit.module.ufuncs.is_empty() {
        out.line(format!("if (offcy_add_ufuncs(module, ufuncs, {}) < 0)", unit.module.ufuncs.len()));
        out.line("    return -1;");
    }
}

fn definition(unit: &Unit<'_>, tables: &mut Tables, ufunc: &Ufunc, out: &mut Writer) -> c::Doc {
    let mut loops = Vec::new();
    let mut types = Vec::new();
    let mut counts = (0, 0);
    for &id in &ufunc.loops {
        let function = &unit.module.functions[id];
        let params = function.params.iter().map(|param| &function.locals[param.local].ty);
        let results = results(&function.result);
        counts = (function.params.len(), results.len());
        types.push(c::Doc::listed("    ", params.chain(results).map(type_number), ","));
        loops.push(one_loop(unit, tables, id, out));
    }
    let name = |what: &str| unit.symbols.namer.inside().name(&format!("{}_{what}", ufunc.name));
    let (all, signatures, data) = (name("loops"), name("types"), name("data"));
    out.gap();
    let (count, (nin, nout)) = (loops.len(), counts);
    out.line(c::Doc::listed(format!("static PyUFuncGenericFunction {all}[] = {{"), loops, "};"));
    out.line(format!("static char {signatures}[] = {{"));
    types.into_iter().for_each(|types| out.line(types));
    out.line("};");
    out.line(format!("static void *{data}[{count}];"));
    let doc = ufunc.doc.as_deref().map_or("NULL".to_string(), text);
    let names = [text(&ufunc.name), doc, all, signatures, data];
    let numbers = [count, nin, nout].map(|number| number.to_string());
    c::Doc::listed("    {", names.into_iter().chain(numbers), "},")
}

fn results(result: &Ty) -> &[Ty] {
    result.tuple_items().unwrap_or(std::slice::from_ref(result))
}

/// The module's function for each element. NumPy holds the GIL if there are objects.
fn one_loop(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, out: &mut Writer) -> String {
    let symbol = format!("{}_loop", unit.symbols.functions[id].clone());
    let symbol = unit.symbols.namer.inside().name(&symbol);
    let mut body = Body::new(unit, tables, id, Setting::Glue, &Default::default());
    let (function, name) = (body.function, body.callee_name(id));
    let params = function.params.iter().map(|param| &function.locals[param.local].ty);
    let has_objects = params.clone().chain(results(&function.result)).any(Ty::is_object);
    let takes_gil = !function.nogil && !has_objects;
    let mut code = Code::default();
    code.push(C::unused(c::Expr::name("_data")));
    let state = || c::Expr::name("_state");
    if takes_gil {
        let call = c::Expr::call("PyGILState_Ensure", vec![]);
        code.push(C::declare(c::Type::named("PyGILState_STATE"), "_state", call));
    }
    let at = || c::Expr::name("_at");
    let sizes = c::Expr::index(c::Expr::name("_sizes"), c::Expr::number(0));
    code.open_for(Header::Counting {
        init: Box::new(C::declare(c::Type::named("npy_intp"), "_at", c::Expr::number(0))),
        condition: c::Expr::binary("<", at(), sizes),
        advance: c::Expr::postfix(at(), "++"),
    });
    let mut arguments = Vec::new();
    for (at, (param, ty)) in function.params.iter().zip(params).enumerate() {
        for (c_type, name) in body.declared_names(param.local) {
            let value = match ty {
                Ty::Object(_) => c::Expr::call("offcy_ufunc_object", vec![element(at)]),
                _ => place(&c_type, at),
            };
            code.push(C::declare(c_type, &name, value));
            arguments.push(c::Expr::name(name));
        }
    }
    let is_held = function.params.iter().map(|param| function.locals[param.local].ty.is_object());
    let held = arguments.iter().zip(is_held).filter(|(_, is_object)| *is_object);
    let held: Block = held.map(|(name, _)| C::call("Py_DECREF", vec![name.clone()])).collect();
    call(&mut body, name, arguments, held, &mut code);
    let (first, result) = (function.params.len(), c::Expr::name("_result"));
    match &function.result {
        Ty::Object(_) => code.push(C::call("offcy_ufunc_store", vec![element(first), result])),
        Ty::Tuple(items) => {
            for (at, ty) in items.iter().enumerate() {
                let value = c::Expr::member(result.clone(), Ty::tuple_field(at));
                code.push(C::assign(place(&c_type(&unit.symbols, ty), first + at), value));
            }
        }
        ty => code.push(C::assign(place(&c_type(&unit.symbols, ty), first), result)),
    }
    code.close();
    if takes_gil {
        code.push(C::call("PyGILState_Release", vec![state()]));
    }
    let block = code.finish();
    body.tables.note(&block);
    out.gap();
    out.at_home();
    let params = ["char **_args", "const npy_intp *_sizes", "const npy_intp *_steps", "void *_data"];
    let head = c::Doc::listed(format!("static void {symbol}("), params, ")");
    body.tables.define(lir::Function { head, body: block }, out);
    symbol
}

/// The call, and what releases its arguments.
fn call(
    body: &mut Body<'_, '_, '_>,
    name: String,
    mut arguments: Vec<c::Expr>,
    held: Block,
    code: &mut Code,
) {
    let result = body.result();
    let ty = c_type(&body.unit.symbols, &result);
    let has_record = body.convention() == Convention::Record;
    let is_coherent = body.function.coherence.as_a_whole;
    if body.returns_status() {
        let zero = if result.is_record() { c::Expr::zeros() } else { c::Expr::number(0) };
        code.push(C::declare(ty, "_result", zero));
        arguments.push(c::Expr::address(c::Expr::name("_result")));
        if has_record {
            code.push(C::declare(c::Type::named("offcy_error"), "_error", c::Expr::zeros()));
            arguments.push(c::Expr::address(c::Expr::name("_error")));
        }
        code.push(C::declare(c::Type::named("int"), "_status", c::Expr::call(name, arguments)));
    } else {
        code.push(C::declare(ty, "_result", c::Expr::call(name, arguments)));
    }
    code.extend(held);
    if has_record || is_coherent {
        code.extend(finish(body, has_record));
    }
    if body.returns_status() {
        code.push(C::when(c::Expr::binary("<", c::Expr::name("_status"), c::Expr::number(0)), C::Break));
    } else if result.is_object() {
        code.push(C::when(c::Expr::binary("==", c::Expr::name("_result"), c::Expr::null()), C::Break));
    }
}

/// Where an argument or result of the current element is.
fn element(at: usize) -> c::Expr {
    let of = |array: &str| c::Expr::index(c::Expr::name(array), c::Expr::number(at));
    c::Expr::binary("+", of("_args"), c::Expr::binary("*", c::Expr::name("_at"), of("_steps")))
}

/// The argument or result itself.
fn place(ty: &c::Type, at: usize) -> c::Expr {
    c::Expr::deref(c::Expr::cast(ty.clone().pointer(), element(at)))
}

/// NumPy's name for a type.
fn type_number(ty: &Ty) -> String {
    match ty {
        Ty::Int(kind) => {
            format!("NPY_{}INT{}", if kind.is_signed() { "" } else { "U" }, kind.bits())
        }
        Ty::Float(FloatKind::Float) => "NPY_FLOAT".to_string(),
        Ty::Float(FloatKind::Double) => "NPY_DOUBLE".to_string(),
        Ty::Float(FloatKind::LongDouble) => "NPY_LONGDOUBLE".to_string(),
        Ty::Complex(PartKind::FLOAT) => "NPY_CFLOAT".to_string(),
        Ty::Complex(PartKind::LONG_DOUBLE) => "NPY_CLONGDOUBLE".to_string(),
        Ty::Complex(_) => "NPY_CDOUBLE".to_string(),
        Ty::Object(_) => "NPY_OBJECT".to_string(),
        _ => bug("NumPy's number for a type"),
    }
}
