//! Functions of the module that device code calls.

use crate::emit::body::{Body, Code, Declarations, Setting};
use crate::emit::c;
use crate::emit::lir::{self, Names, PRAGMAS, Stmt as C, WITHOUT_PRAGMAS};
use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::pass::LocalSet;
use crate::tir::{FunctionId, LocalId};
use crate::ty::Ty;

/// The function's head without `static inline`.
pub fn prototype(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId) -> c::Doc {
    let body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    head(&body)
}

fn head(body: &Body<'_, '_, '_>) -> c::Doc {
    let function = body.function;
    let symbols = &body.unit.symbols;
    let mut params = Vec::new();
    for param in &function.params {
        for (ty, name) in body.declared_names(param.local) {
            params.push(ty.declaring(name));
        }
    }
    let result = c_type(symbols, &function.result);
    let convention = body.convention();
    if convention != Convention::Plain && function.result != Ty::Void {
        params.push(result.clone().pointer().declaring("_result"));
    }
    if convention != Convention::Plain || body.unit.placement.drops(body.id) {
        params.push("offcy_error *_error".into());
    }
    let name = symbols.functions[body.id].clone();
    let result = if convention == Convention::Plain { result } else { c::Type::named("int") };
    result.function(&name, params)
}

/// Writes the function's definition.
pub fn device_function(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, out: &mut Writer) {
    let mut body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    let function = body.function;
    let outside: LocalSet =
        function.params.iter().map(|param| param.local).collect::<Vec<LocalId>>().into_iter().collect();
    body.declarations = Declarations::plan(Code { function, plan: None }, &function.body, &outside);
    let head = head(&body);
    body.whole();
    if !crate::emit::body::ends_elsewhere(&function.body) {
        if body.convention() != Convention::Plain {
            body.empty_result();
            body.out.push(C::give(c::Expr::number(0)));
        } else if function.result != Ty::Void {
            let zero = body.zero();
            body.out.push(C::give(zero));
        }
    }
    let mut written = std::mem::take(&mut body.out).finish();
    lir::tidy(&mut written);
    lir::validate(&function.name, &[], &written);
    let unused = unused_params(&body, &lir::names(&written, WITHOUT_PRAGMAS));
    let mut head_of_body: lir::Block = unused.into_iter().map(C::unused).collect();
    let used = lir::names(&written, PRAGMAS);
    if body.convention() != Convention::Plain {
        let own = ["_error", "_result"].into_iter().take(if function.result == Ty::Void { 1 } else { 2 });
        head_of_body
            .extend(own.filter(|name| !used.has_name(name)).map(|name| C::unused(c::Expr::name(name))));
    }
    if used.has_name("_own") {
        head_of_body.push(C::declare(c::Type::named("offcy_error"), "_own", c::Expr::zeros()));
    }
    out.gap();
    out.place(&unit.place(function.span));
    head_of_body.extend(written);
    let function = lir::Function { head: c::Doc::from("static inline ").add(head), body: head_of_body };
    body.tables.define(function, out);
}

/// Parameters that the code never names: compilers warn of them unless the code says so.
fn unused_params(body: &Body<'_, '_, '_>, used: &Names<'_>) -> Vec<c::Expr> {
    let params = body.function.params.iter().flat_map(|param| body.variables(param.local));
    params.map(|(_, variable)| variable.place()).filter(|place| !used.has(place)).collect()
}
