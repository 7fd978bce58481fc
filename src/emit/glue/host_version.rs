//! `noexcept` functions of the kernels' file as the glue calls them: errors that they drop are printed.

use crate::emit::body::{Body, Setting};
use crate::emit::c;
use crate::emit::lir::{self, Stmt as C};
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::FunctionId;
use crate::ty::Ty;

/// Writes the versions that the code calls.
pub fn host_versions(unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
    for (id, name) in unit.symbols.host_versions.iter() {
        if tables.names(name) {
            host_version(unit, tables, id, name, out);
        }
    }
}

fn host_version(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, name: &str, out: &mut Writer) {
    let body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    let function = body.function;
    let (mut params, mut arguments) = (Vec::new(), Vec::new());
    for (ty, name) in function.params.iter().flat_map(|param| body.declared_names(param.local)) {
        params.push(ty.declare(&name));
        arguments.push(c::Expr::name(name));
    }
    let error = || c::Expr::address(c::Expr::name("_error"));
    arguments.push(error());
    let result = c_type(&unit.symbols, &function.result);
    let call = c::Expr::call(unit.symbols.functions[id].clone(), arguments);
    let has_result = function.result != Ty::Void;
    let mut block = vec![C::declare(c::Type::named("offcy_error"), "_error", c::Expr::zeros())];
    block.push(match has_result {
        true => C::declare(result.clone(), "_result", call),
        false => call.into(),
    });
    let arguments = vec![error(), tables.site_table(), c::Expr::name("offcy_file")];
    block.push(C::call("offcy_print_dropped", arguments));
    if has_result {
        block.push(C::give(c::Expr::name("_result")));
    }
    tables.note(&block);
    out.gap();
    out.at_home();
    out.because_of(unit.origin(function.span));
    let head = c::Doc::from("static ").add(result.function(name, params));
    tables.define(lir::Function { head, body: block }, out);
}
