//! Offload regions: one function each, with a version for a device and one for the host's cores.

use super::{captured, comment, iterations};
use crate::base::Statement;
use crate::emit::body::{
    Body, Code, Companions, DataClause, Declarations, DeviceClauses, RegionCode, Setting, Spread, Unpacked,
};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::levels;
use crate::emit::lir::{self, Clause, Label, Names, PRAGMAS, Serial, Stmt as C};
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::offload::{CapturePlan, Extent, RegionPlan, Transfer, Work};
use crate::pass::LocalSet;
use crate::tir::{Expr, FunctionId, LocalId, MapType, Region, RegionId, Stmt, StmtKind, Subject, walk};
use crate::ty::{Contiguity, Ty};

/// A parameter of a region's function, and what the glue passes for it.
#[derive(Clone, Debug)]
pub enum RegionParam {
    /// Where to run.
    Device,
    /// A view, as its pointer and those scalars that the body uses.
    View(LocalId),
    /// Which elements of a view are mapped, if not all: the first, and how many.
    Section(LocalId),
    /// Anything else by value (arrays: their address).
    Value(LocalId),
    /// A scalar that is copied back: its address.
    Result(LocalId),
    Global(crate::tir::GlobalId),
    /// A clause's value, by the name of its parameter.
    Clause(&'static str, Expr),
    /// The error record.
    Error,
}

/// The parameters of a region's function, in order.
pub fn params(unit: &Unit<'_>, function: FunctionId, region: RegionId) -> Vec<RegionParam> {
    let data = &unit.module.functions[function].regions[region];
    let locals = &unit.module.functions[function].locals;
    let plan = unit.region_plan(function, region);
    let mut params = vec![RegionParam::Device];
    for (index, capture) in data.captures.iter().enumerate() {
        let planned = &plan.captures[index];
        match capture.subject {
            Subject::Local(id) if locals[id].ty.memoryview().is_some() => {
                params.push(RegionParam::View(id));
                if planned.moved_section(&unit.module.functions[function]).is_some() {
                    params.push(RegionParam::Section(id));
                }
            }
            Subject::Local(id) if is_result(data, id) && !locals[id].ty.is_array() => {
                params.push(RegionParam::Result(id));
            }
            Subject::Local(id) => params.push(RegionParam::Value(id)),
            Subject::Global(id) => params.push(RegionParam::Global(id)),
        }
    }
    let mut clause = |name: &'static str, value: &Option<Expr>| {
        if let Some(value) = value
            && value.as_int().is_none()
            && !params.iter().any(|param| matches!(param, RegionParam::Clause(known, _) if *known == name))
        {
            params.push(RegionParam::Clause(name, value.clone()));
        }
    };
    let mut each = |clauses: &crate::tir::Clauses| {
        clause("_num_threads", &clauses.num_threads);
        clause("_chunksize", &clauses.chunksize);
        clause("_use_threads", &clauses.use_threads_if);
        clause("_num_teams", &clauses.num_teams);
        clause("_thread_limit", &clauses.thread_limit);
    };
    each(&data.clauses);
    for stmt in walk::kernels(&data.body) {
        if let StmtKind::Prange(prange) = &stmt.kind {
            each(&prange.clauses);
        }
    }
    if unit.has_record(function, region) {
        params.push(RegionParam::Error);
    }
    params
}

/// Names the parameters that accompany locals.
fn companions(body: &mut Body<'_, '_, '_>, params: &[RegionParam]) -> Companions {
    let mut companions = Companions::default();
    for param in params {
        match *param {
            RegionParam::Section(id) => {
                let view = body.naming.local_name(id).to_string();
                let names = ["first", "count"].map(|end| body.naming.fresh(&format!("{view}_{end}")));
                companions.sections.insert(id, names);
            }
            RegionParam::Result(id) => {
                let wanted = format!("_{}", body.naming.local_name(id));
                companions.results.insert(id, body.naming.fresh(&wanted));
            }
            _ => {}
        }
    }
    companions
}

/// Whether the region gives the local a value that is read after it.
fn is_result(region: &Region, id: LocalId) -> bool {
    let mut found = region.results.contains(&id);
    walk::statements(&region.body, &mut |stmt| {
        if let StmtKind::Prange(prange) = &stmt.kind {
            found |= prange.lastprivates.contains(&id);
            found |= prange.reductions.iter().any(|reduction| reduction.local == id);
        }
    });
    found
}

/// The C variables of a parameter.
fn variables(body: &Body<'_, '_, '_>, param: &RegionParam) -> Vec<(c::Type, String)> {
    let symbols = &body.unit.symbols;
    let int = || c::Type::named("int");
    match param {
        RegionParam::Device => vec![(int(), "_device".to_string())],
        RegionParam::View(id) => body.declared_names(*id),
        RegionParam::Section(id) => {
            let ends = body.naming.companions.sections[*id].iter();
            ends.map(|name| (c::Type::named("ptrdiff_t"), name.clone())).collect()
        }
        RegionParam::Value(id) => vec![(body.local_type(*id), body.naming.local_name(*id).to_string())],
        RegionParam::Result(id) => {
            vec![(body.local_type(*id).pointer(), body.naming.companions.results[*id].clone())]
        }
        RegionParam::Global(id) => {
            vec![(c_type(symbols, &body.unit.module.globals[*id].ty), symbols.globals[*id].clone())]
        }
        RegionParam::Clause(name, _) => vec![(int(), name.to_string())],
        RegionParam::Error => vec![(c::Type::named("offcy_error").pointer(), "_error".to_string())],
    }
}

fn declared_params(body: &Body<'_, '_, '_>, params: &[RegionParam]) -> Vec<c::Doc> {
    let all = params.iter().flat_map(|param| variables(body, param));
    all.map(|(ty, name)| ty.declaring(name)).collect()
}

fn region_body<'b, 'u, 'a>(
    unit: &'u Unit<'a>,
    tables: &'b mut Tables,
    function: FunctionId,
    region: RegionId,
    params: &[RegionParam],
) -> Body<'b, 'u, 'a> {
    let parts = unit.demands.region(function, region);
    let mut body = Body::new(unit, tables, function, Setting::Kernel, &parts);
    body.naming.companions = companions(&mut body, params);
    body
}

/// The declaration of the region's function, for the header.
pub fn region_prototype(
    unit: &Unit<'_>,
    tables: &mut Tables,
    function: FunctionId,
    region: RegionId,
) -> c::Doc {
    let list = params(unit, function, region);
    let name = unit.symbols.regions[&(function, region)].clone();
    let body = region_body(unit, tables, function, region, &list);
    c::Doc::listed(format!("OFFCY_HIDDEN void {name}("), declared_params(&body, &list), ");")
}

/// A region whose function is being written.
struct Parts<'r> {
    id: (FunctionId, RegionId),
    name: &'r str,
    params: &'r [RegionParam],
    results: Vec<LocalId>,
    /// The parameters that are arrays.
    arrays: Vec<String>,
}

impl<'r> Parts<'r> {
    fn of(
        body: &Body<'_, '_, '_>,
        id: (FunctionId, RegionId),
        name: &'r str,
        params: &'r [RegionParam],
    ) -> Parts<'r> {
        let result = |param: &RegionParam| match param {
            RegionParam::Result(id) => Some(*id),
            _ => None,
        };
        let results = params.iter().filter_map(result).collect();
        Parts { id, name, params, results, arrays: arrays(body, params) }
    }

    /// The variables that are declared around both versions.
    fn around(&self, body: &Body<'_, '_, '_>) -> Vec<(c::Type, String)> {
        let params = self.params.iter().flat_map(|param| variables(body, param));
        let result = |&id: &LocalId| (body.local_type(id), body.naming.local_name(id).to_string());
        params.chain(self.results.iter().map(result)).collect()
    }

    /// The statements that precede both versions: what is given back has its value from before.
    fn front(&self, body: &Body<'_, '_, '_>) -> lir::Block {
        let declared = self.results.iter().map(|&id| {
            let value = c::Expr::deref(body.naming.companions.result(id));
            C::declare(body.local_type(id), body.naming.local_name(id), value)
        });
        declared.collect()
    }
}

/// Writes the region's function.
pub fn region(
    unit: &Unit<'_>,
    tables: &mut Tables,
    function: FunctionId,
    region: RegionId,
    out: &mut Writer,
) {
    let list = params(unit, function, region);
    let name = unit.symbols.regions[&(function, region)].clone();
    let data = &unit.module.functions[function].regions[region];
    let mut body = region_body(unit, tables, function, region, &list);
    let local = |param: &RegionParam| match param {
        RegionParam::View(id) | RegionParam::Value(id) | RegionParam::Result(id) => Some(*id),
        _ => None,
    };
    let outside: LocalSet = list.iter().filter_map(local).collect();
    let code = Code { function: body.function, plan: None };
    let declarations = |on_device| Declarations::plan(code, data.code(on_device), &outside);
    let parts = Parts::of(&body, (function, region), &name, &list);
    let front = parts.front(&body);
    body.declarations = declarations(true);
    let naming = body.naming.clone();
    let mut device = device_version(&mut body, unit, &parts);
    body.naming = naming;
    body.declarations = declarations(false);
    let mut back = host_version(&mut body, unit, &parts);
    let around = parts.around(&body);
    let mut loops = levels::outline(&mut body, &name, &mut back, around.clone(), Serial::All);
    out.has_for_devices(Some(body.kernels.device_code));
    let shared = iterations::share(&mut body, &name, (&mut device, &mut back, &mut loops), &around);
    let block = both(&body, &list, front, device, back);

    let head = c::Doc::listed(format!("void {name}("), declared_params(&body, &list), ")");
    iterations::write(shared, body.tables, out);
    levels::write(loops, body.tables, out);
    out.gap();
    out.because_of(unit.origin(data.span));
    out.comment(&comment::region(unit, function, region));
    out.place(&unit.place(data.span));
    body.tables.define(lir::Function { head, body: block }, out);
}

/// The loops for a device, under the condition that there is one.
fn device_version<'a>(body: &mut Body<'_, '_, 'a>, unit: &Unit<'a>, parts: &Parts<'_>) -> lir::Block {
    let (function, region) = parts.id;
    let data = &unit.module.functions[function].regions[region];
    let mut clauses = device_clauses(body, unit, function, region, parts.params);
    let bounds = in_bounds(data);
    let assigned = assigned_beside_loops(data.code(true));
    let candidates = clauses.by_value.iter().filter(|&&id| !bounds.contains(id) && !assigned.contains(id));
    clauses.unpacked = candidates.filter_map(|&id| Unpacked::of(body, id)).collect();
    clauses.by_value.retain(|&id| !clauses.unpacked.iter().any(|unpacked| unpacked.local == id));
    body.out.open_if(c::Expr::binary(">=", c::Expr::name("_device"), c::Expr::number(0)));
    body.out.joined(clauses.unpacked.iter().flat_map(Unpacked::declarations).collect());
    captured::pack(body, data, parts.params, &mut clauses);
    body.kernels.device = Some(clauses);
    versions(body, unit, parts, true);
    body.kernels.device = None;
    body.out.because_of(unit.origin(data.span));
    body.out.push(C::Return(None));
    body.out.close();
    settled(body, parts)
}

/// The loops for the host's cores.
fn host_version<'a>(body: &mut Body<'_, '_, 'a>, unit: &Unit<'a>, parts: &Parts<'_>) -> lir::Block {
    versions(body, unit, parts, false);
    let mut block = settled(body, parts);
    lir::hide_counters(&mut block);
    block
}

/// The version that has been written. Both may have labels of the same name: clang makes functions of kernels.
fn settled(body: &mut Body<'_, '_, '_>, parts: &Parts<'_>) -> lir::Block {
    let mut block = std::mem::take(&mut body.out).finish();
    let outer: Vec<String> = parts.around(body).into_iter().map(|(_, name)| name).collect();
    lir::tidy(&mut block);
    lir::validate(parts.name, &outer, &block);
    block
}

/// Both versions, with a mention of the parameters that are not used: compilers warn of others.
fn both(
    body: &Body<'_, '_, '_>,
    list: &[RegionParam],
    front: lir::Block,
    device: lir::Block,
    back: lir::Block,
) -> lir::Block {
    let of_device = lir::names(&device, PRAGMAS);
    // What is passed by value is used in both versions or, as a clause's value, in neither; its name may be a
    // word of the pragma.
    let is_value = |name: &String| {
        let is_it = |id: &LocalId| body.naming.local_name(*id) == name;
        list.iter().any(|param| matches!(param, RegionParam::Value(id) if is_it(id)))
    };
    let (of_device, of_nobody): (Vec<_>, Vec<_>) = unused(body, list, &lir::names(&back, PRAGMAS))
        .into_iter()
        .partition(|name| !is_value(name) && of_device.has_name(name));
    let ignored = |names: Vec<String>| -> Option<C> {
        let ignored: lir::Block = names.into_iter().map(|name| C::unused(c::Expr::name(name))).collect();
        (!ignored.is_empty()).then_some(C::Joined(ignored))
    };
    let mut block: lir::Block = ignored(of_nobody).into_iter().chain(front).collect();
    let otherwise = ignored(of_device).into_iter().collect();
    block.push(C::Select { name: "OFFCY_OFFLOAD", then: device, otherwise });
    block.extend(back);
    block
}

/// The locals that bounds of a device's parallel loops name: nothing is put together before a loop.
fn in_bounds(region: &Region) -> LocalSet {
    let mut found = LocalSet::default();
    walk::statements(region.code(true), &mut |stmt| {
        if matches!(stmt.kind, StmtKind::Prange(_)) {
            for expr in walk::expressions(stmt) {
                walk::expression(expr, &mut |inner| found.extend(inner.as_local()));
            }
        }
    });
    found
}

/// The locals that change between the loops.
fn assigned_beside_loops(block: &[Stmt]) -> LocalSet {
    let mut found = LocalSet::default();
    for stmt in block.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Prange(_))) {
        found.extend(walk::assigned(stmt));
        walk::blocks(stmt).into_iter().for_each(|inner| found.union(&assigned_beside_loops(inner)));
    }
    found
}

/// Parameters that only the device's version names.
fn unused(body: &Body<'_, '_, '_>, params: &[RegionParam], used: &Names<'_>) -> Vec<String> {
    let always_used = |param: &&RegionParam| {
        matches!(param, RegionParam::Result(_) | RegionParam::Global(_) | RegionParam::Clause(..))
    };
    let perhaps = params.iter().filter(|param| !always_used(param));
    let mut names: Vec<String> =
        perhaps.flat_map(|param| variables(body, param)).map(|(_, name)| name).collect();
    names.retain(|name| !used.has_name(name));
    // A pragma is of no use to a compiler without OpenMP.
    names.extend(params.iter().filter_map(|param| match param {
        RegionParam::Clause(name, _) => Some((*name).to_string()),
        _ => None,
    }));
    names
}

/// The parameters that are arrays.
fn arrays(body: &Body<'_, '_, '_>, params: &[RegionParam]) -> Vec<String> {
    let name = |param: &RegionParam| match param {
        RegionParam::Value(id) if body.function.locals[*id].ty.is_array() => {
            Some(body.naming.local_name(*id).to_string())
        }
        RegionParam::Global(id) => body.unit.symbols.globals.get(*id).cloned(),
        _ => None,
    };
    params.iter().filter_map(name).collect()
}

/// The loops, once; results go back through their pointers.
fn versions<'a>(body: &mut Body<'_, '_, 'a>, unit: &Unit<'a>, parts: &Parts<'_>, on_device: bool) {
    let (function, region) = parts.id;
    let module: &'a crate::tir::Module = unit.module;
    let data = &module.functions[function].regions[region];
    let plan = unit.region_plan(function, region);
    let end = Label::named(if on_device { "done_on_device" } else { "done" });
    let written = data.code(on_device);
    let mut code = RegionCode::new(data, on_device, end.clone(), parts.arrays.clone());
    if on_device {
        let kernels = walk::kernels(written).into_iter().zip(&plan.kernels);
        let spread = kernels.filter_map(|(stmt, kernel)| match &kernel.work {
            Work::Loops { collapse, levels, sums } => {
                let spread = Spread { collapse: *collapse, levels: *levels, sums };
                Some((stmt.id(), spread))
            }
            Work::Serial => None,
        });
        code.spread = spread.collect();
    }
    body.kernels.region = Some(code);
    body.kernels.host_locals = LocalSet::default();
    let around = std::mem::take(&mut body.out);
    body.kernels.earlier_failure = data.may_fail.then_some(false);
    body.block(written);
    body.kernels.earlier_failure = None;
    let stop = body.kernels.region.take().and_then(|code| code.stop);
    body.out.push(C::Label(end));
    let loops = std::mem::replace(&mut body.out, around).finish();
    if let Some(stop) = stop {
        let ty = c::Type::named("int").constant().pointer().constant();
        body.out.push(C::declare(ty, &stop, c::Expr::call("offcy_stop", vec![])));
    }
    body.out.extend(loops);
    for &id in &parts.results {
        body.out.push(C::assign(c::Expr::deref(body.naming.companions.result(id)), body.naming.local(id)));
    }
}

/// What the region's kernels say of the data and of the launch.
fn device_clauses(
    body: &Body<'_, '_, '_>,
    unit: &Unit<'_>,
    function: FunctionId,
    region: RegionId,
    params: &[RegionParam],
) -> DeviceClauses {
    let data = &unit.module.functions[function].regions[region];
    let plan = unit.region_plan(function, region);
    let mut clauses = DeviceClauses::default();
    for (word, name, value) in [
        ("num_teams", "_num_teams", &data.clauses.num_teams),
        ("thread_limit", "_thread_limit", &data.clauses.thread_limit),
    ] {
        if let Some(value) = value {
            let value = value.as_int().map_or(c::Expr::name(name), c::Expr::number);
            clauses.launch.push(Clause::Value(word, vec![value]));
        }
    }
    for param in params {
        match param {
            RegionParam::View(id) | RegionParam::Value(id) => {
                let capture = planned(plan, &Subject::Local(*id));
                let map = map_of(capture);
                match section(body, unit, *id, capture, map) {
                    Some(clause) => clauses.data.push(DataClause { concerns: Some(*id), clause }),
                    None => clauses.by_value.push(*id),
                }
            }
            RegionParam::Result(id) => {
                clauses.results.push(*id);
                let clause = Clause::map(vec![body.naming.local(*id)]);
                clauses.data.push(DataClause { concerns: Some(*id), clause });
            }
            RegionParam::Global(id) => {
                let map = map_of(planned(plan, &Subject::Global(*id)));
                if let Ty::Array { length, .. } = &unit.module.globals[*id].ty {
                    let name = unit.symbols.globals[*id].clone();
                    let clause = whole(map, c::Expr::name(name), c::Expr::number(length));
                    clauses.data.push(DataClause { concerns: None, clause });
                }
            }
            RegionParam::Error => {
                let clause = whole(MapType::ToFrom, c::Expr::name("_error"), c::Expr::number(1));
                clauses.data.push(DataClause { concerns: None, clause });
            }
            _ => {}
        }
    }
    clauses
}

/// What is planned for a capture.
fn planned<'p>(plan: &'p RegionPlan, subject: &Subject) -> &'p CapturePlan {
    let capture = plan.captures.iter().find(|capture| capture.subject == *subject);
    capture.or_bug("the plan of a capture")
}

/// The map of a capture that is data in memory; for others it is not asked.
fn map_of(capture: &CapturePlan) -> MapType {
    match &capture.transfer {
        Transfer::Map { map, .. } => *map,
        _ => MapType::ToFrom,
    }
}

/// The array section that a capture's clause names; `None` for what goes by value.
///
/// The glue has made the data present, so the section must lie within what is present: a section of length
/// zero finds a strided view wherever it begins.
fn section(
    body: &Body<'_, '_, '_>,
    unit: &Unit<'_>,
    id: LocalId,
    capture: &CapturePlan,
    map: MapType,
) -> Option<Clause> {
    let array = body.naming.local(id);
    let nothing = |array| part(map, array, None, c::Expr::number(0));
    match &unit.module.functions[body.id].locals[id].ty {
        // If only the shape of a view is used, nothing of it is on the device.
        Ty::Memoryview(_) if !capture.is_mapped() => None,
        Ty::Memoryview(view) => {
            let flat = body.naming.flat.get(&id)?;
            let extents: Option<Vec<_>> = flat.extents.iter().map(Option::as_ref).collect();
            if capture.moved_section(body.function).is_some() {
                let [first, count] = body.naming.companions.sections[id].each_ref().map(c::Expr::name);
                return Some(part(map, array, Some(first), count));
            }
            match extents {
                Some(extents) if view.contiguity() != Contiguity::Strided => {
                    let count = extents.into_iter().map(|extent| extent.place());
                    let count = count.reduce(|one, other| c::Expr::binary("*", one, other));
                    Some(whole(map, array, count.unwrap_or(c::Expr::number(1))))
                }
                _ => Some(nothing(array)),
            }
        }
        Ty::Pointer { .. } => Some(match &capture.extent {
            Extent::Count(count) => match count.as_int() {
                Some(count) => whole(map, array, c::Expr::number(count)),
                None => nothing(array),
            },
            _ => nothing(array),
        }),
        Ty::Array { length, .. } => Some(whole(map, array, c::Expr::number(length))),
        _ => None,
    }
}

/// `map(to: x[first:count])`
fn part(map: MapType, array: c::Expr, first: Option<c::Expr>, count: c::Expr) -> Clause {
    let before = format!("{}: ", map.keyword());
    Clause::Section { word: "map", before, array, first, count }
}

fn whole(map: MapType, array: c::Expr, count: c::Expr) -> Clause {
    part(map, array, Some(c::Expr::number(0)), count)
}
