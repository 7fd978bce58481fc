//! Loops of the host in versions for processors: which functions have them, and how they are written.

use std::collections::HashMap;
use std::rc::Rc;

use super::body::Body;
use super::c::{self, Doc};
use super::lir::{self, Around, Block, Call, LoopFunction, Serial};
use super::placement::Convention;
use super::unit::{Tables, Unit};
use super::writer::Writer;
use crate::tir::{
    BinaryOp, Callee, Expr, ExprKind, Extern, Function, FunctionId, LocalId, Stmt, StmtKind, walk,
};
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
    let facts = facts(body);
    if !facts.same {
        return Vec::new();
    }
    let symbols = &body.unit.symbols;
    let globals = body.unit.module.globals.iter().filter(|(_, global)| !global.ty.is_object());
    let globals: Vec<&str> =
        globals.filter_map(|(id, _)| symbols.globals.get(id)).map(String::as_str).collect();
    let addressed = facts.addressed.iter().flat_map(|&id| body.declared_names(id));
    let addressed: Vec<String> = addressed.map(|(_, name)| name).collect();
    let wanted = format!("{name}_loop");
    let owns_record = body.kernels.region.is_some() || body.convention() != Convention::Record;
    let namer = &mut body.naming.namer;
    let around = Around {
        params,
        is_global: &|name| globals.contains(&name),
        is_addressed: &|name| addressed.iter().any(|known| known == name),
        calls: &|name| facts.calls.get(name).copied(),
        owns_record,
        serial,
        namer: &mut |name| namer.name(name),
        wanted,
    };
    let loops = lir::outline(block, around);
    loops.iter().for_each(LoopFunction::validate);
    loops
}

/// What has been found of functions.
#[derive(Debug, Default)]
pub struct Known {
    /// Whether they compute the same on every processor, as far down in calls as was asked.
    arithmetic: HashMap<(FunctionId, usize), bool>,
    facts: HashMap<FunctionId, Rc<LoopFacts>>,
}

/// What holds of all loops of a function: it is found once, for there may be many.
#[derive(Debug)]
struct LoopFacts {
    /// C says of all that is computed what it gives.
    same: bool,
    /// C's names of what the loops may call.
    calls: HashMap<String, Call>,
    /// The variables whose address is taken.
    addressed: Vec<LocalId>,
}

fn facts(body: &mut Body<'_, '_, '_>) -> Rc<LoopFacts> {
    if let Some(known) = body.tables.known.facts.get(&body.id) {
        return known.clone();
    }
    let same = is_same_everywhere(body.function);
    let calls = if same { callable(body.unit, body.tables, body.id) } else { HashMap::new() };
    let addressed = blocks(body.function).flat_map(walk::addressed).collect();
    let facts = Rc::new(LoopFacts { same, calls, addressed });
    body.tables.known.facts.insert(body.id, facts.clone());
    facts
}

/// Whether a function has a loop over a range at all.
pub fn may_have_loops(function: &Function) -> bool {
    let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_) | StmtKind::Prange(_));
    blocks(function).any(|block| walk::any(block, is_loop))
}

/// Whether C says of all that the function computes what it gives. It does not where a number is converted that the type
/// cannot hold, or shifted by more than it has bits: then each processor's instructions have their own answer.
fn is_same_everywhere(function: &Function) -> bool {
    let mut same = true;
    blocks(function).for_each(|block| walk::all_expressions(block, &mut |expr| same &= is_defined(expr)));
    same
}

/// The body, and those of the regions that were taken out of it.
fn blocks(function: &Function) -> impl Iterator<Item = &[Stmt]> {
    std::iter::once(function.body.as_slice())
        .chain(function.regions.values().map(|region| region.body.as_slice()))
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

/// C's names of what a function may call in such loops.
fn callable(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId) -> HashMap<String, Call> {
    let mut found = HashMap::new();
    let module = unit.module;
    let mut visit = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Extern(one), _) if is_mathematics(&module.externs[*one]) => {
            found.insert(module.externs[*one].c_name.to_string(), Call::Kept);
        }
        ExprKind::Call(Callee::Function(callee), _) if is_arithmetic(unit, tables, *callee, DEPTH) => {
            found.insert(unit.symbols.functions[*callee].clone(), Call::Inline);
        }
        _ => {}
    };
    blocks(&module.functions[id]).for_each(|block| walk::all_expressions(block, &mut visit));
    found
}

/// Calls within calls that are looked at.
const DEPTH: usize = 4;

/// Whether a function computes the same on every processor, also what it calls.
fn is_arithmetic(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, depth: usize) -> bool {
    if let Some(&known) = tables.known.arithmetic.get(&(id, depth)) {
        return known;
    }
    let function = &unit.module.functions[id];
    let mut same = is_same_everywhere(function) && !has_threads(function);
    walk::all_expressions(&function.body, &mut |expr| match &expr.kind {
        ExprKind::Call(Callee::Extern(one), _) => same &= is_mathematics(&unit.module.externs[*one]),
        ExprKind::Call(Callee::Function(callee), _) => {
            same &= depth > 0 && is_arithmetic(unit, tables, *callee, depth - 1);
        }
        _ => {}
    });
    tables.known.arithmetic.insert((id, depth), same);
    same
}

fn has_threads(function: &Function) -> bool {
    let is_parallel = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Prange(_) | StmtKind::Parallel(_));
    function.regions.values().next().is_some() || walk::any(&function.body, is_parallel)
}

/// Of two zeros, `fmin` may give either.
fn is_mathematics(one: &Extern) -> bool {
    one.is_pure && !["fmin", "fmax", "fminf", "fmaxf"].contains(&one.c_name.as_str())
}

/// Writes the functions of loops.
pub fn write(loops: Vec<LoopFunction>, tables: &mut Tables, out: &mut Writer) {
    for one in loops {
        let params = || one.params.iter().map(|(ty, name)| ty.declaring(name));
        let names = one.params.iter().map(|(_, name)| name);
        let levels = [one.name.clone().into(), Doc::listed("(", params(), ")"), Doc::listed("(", names, ")")];
        out.gap();
        let head = Doc::listed(format!("static OFFCY_LOOP void {}(", one.name), params(), ")");
        tables.define(lir::Function { head, body: one.body }, out);
        out.line(Doc::listed("OFFCY_LEVELS(", levels, ")"));
    }
}
