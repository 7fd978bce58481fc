//! `noexcept` functions of the kernels' file as the glue calls them: errors that they drop are printed.

use crate::emit::body::{Body, Setting};
use crate::emit::c;
use crate::emit::kernel::mentions;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::tir::FunctionId;
use crate::ty::Ty;

/// Writes the versions that the code calls.
pub fn host_versions(unit: &Unit<'_>, tables: &mut Tables, code: &str, out: &mut Writer) {
    for (id, name) in unit.symbols.host_versions.iter() {
        if mentions(code, name) {
            host_version(unit, tables, id, name, out);
        }
    }
}

fn host_version(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, name: &str, out: &mut Writer) {
    let body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    let function = body.function;
    let (mut params, mut arguments) = (Vec::new(), Vec::new());
    for (ty, name) in function.params.iter().flat_map(|param| body.variables(param.local)) {
        params.push(ty.declare(&name));
        arguments.push(c::Expr::atom(name));
    }
    if params.is_empty() {
        params.push("void".to_string());
    }
    arguments.push(c::Expr::atom("&_error"));
    let result = c_type(&unit.symbols, &function.result);
    let call = c::Expr::call(unit.symbols.functions.get(id).cloned().unwrap_or_default(), arguments);
    out.gap();
    out.at_home();
    out.because_of(unit.origin(function.span));
    out.line(format!("static {}", result.declare(&format!("{name}({})", params.join(", ")))));
    out.open("");
    out.line("offcy_error _error = {0};");
    match function.result {
        Ty::Void => out.line(format!("{call};")),
        _ => out.line(format!("{} = {call};", result.declare("_result"))),
    }
    out.line("offcy_print_dropped(&_error, offcy_sites, offcy_file);");
    if function.result != Ty::Void {
        out.line("return _result;");
    }
    out.close();
}
