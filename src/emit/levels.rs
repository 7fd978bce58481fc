//! Loops of the host in versions for processors: which functions have them, and how they are written.

use super::body::Body;
use super::c;
use super::lir::{self, Around, Block, LoopFunction, Serial};
use super::writer::Writer;
use crate::tir::{BinaryOp, Expr, ExprKind, Function, walk};
use crate::ty::Ty;

/// Makes functions of the hot loops in a block of C. `name`: the C function's, `params`: the variables that are declared
/// around the block.
pub fn outline(
    body: &mut Body<'_, '_, '_>,
    name: &str,
    block: &mut Block,
    params: Vec<(c::Type, String)>,
    serial: Serial,
) -> Vec<LoopFunction> {
    if !is_same_everywhere(body.function) {
        return Vec::new();
    }
    let symbols = &body.unit.symbols;
    let globals = body.unit.module.globals.iter().filter(|(_, global)| !global.ty.is_object());
    let globals: Vec<&str> = globals.filter_map(|(id, _)| symbols.globals.get(id)).map(String::as_str).collect();
    let wanted = format!("{name}_loop");
    let namer = &mut body.namer;
    let around = Around {
        params,
        is_global: &|name| globals.contains(&name),
        serial,
        namer: &mut |name| namer.name(name),
        wanted,
    };
    let loops = lir::outline(block, around);
    for one in &loops {
        let outer: Vec<String> = one.params.iter().map(|(_, name)| name.clone()).collect();
        lir::validate(&one.name, &outer, &one.body);
    }
    loops
}

/// Whether C says of all that the function computes what it gives. It does not where a number is converted that the type
/// cannot hold, or shifted by more than it has bits: then each processor's instructions have their own answer.
fn is_same_everywhere(function: &Function) -> bool {
    let mut same = true;
    walk::all_expressions(&function.body, &mut |expr| same &= is_defined(expr));
    same
}

fn is_defined(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Convert(inner) if matches!(inner.ty, Ty::Float(_) | Ty::Complex(_)) => match &expr.ty {
            // Conversions to these give the least number, in vectors as without.
            Ty::Int(kind) => kind.is_signed() && kind.bits() >= 32,
            Ty::Enum(_) => false,
            _ => true,
        },
        ExprKind::Binary(BinaryOp::ShiftLeft | BinaryOp::ShiftRight, _, by) => {
            by.as_int().is_some_and(|by| (0..32).contains(&by))
        }
        _ => true,
    }
}

/// Writes the functions of loops.
pub fn write(loops: &[LoopFunction], out: &mut Writer) {
    for one in loops {
        let params: Vec<String> = one.params.iter().map(|(ty, name)| ty.declare(name)).collect();
        let params = params.join(", ");
        let names: Vec<&str> = one.params.iter().map(|(_, name)| name.as_str()).collect();
        out.gap();
        out.line(format!("static OFFCY_LOOP void {}({params})", one.name));
        out.open("");
        lir::print(&one.body, out);
        out.close();
        out.line(format!("OFFCY_LEVELS({}, ({params}), ({}))", one.name, names.join(", ")));
    }
}
