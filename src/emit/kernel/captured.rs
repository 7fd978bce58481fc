//! Regions that use more variables than a GPU's runtime passes to its threads one by one: they go in a struct.
//!
//! LLVM's runtime for GPUs ends a kernel whose parallel loop captures more than 64 variables, a few of which are the
//! loop's own (`generated_microtask_cases.gen` in LLVM 19's device runtime).

use super::RegionParam;
use crate::emit::body::{Body, CAPTURED, DataClause, DeviceClauses, Holder};
use crate::emit::c;
use crate::emit::lir::{Clause, Stmt as C};
use crate::pass::LocalSet;
use crate::tir::{LocalId, Region, walk};
use crate::ty::Ty;

/// As many are passed one by one: there is room for what loops and their tiles add.
pub const MOST_CAPTURED: usize = 48;

/// A variable in the struct.
struct Member {
    ty: c::Type,
    name: String,
    /// On the host: what the kernels find in it.
    value: c::Expr,
}

/// Puts what the kernels only read into a struct, if it is too much to pass one by one: declares the struct, and lets
/// its members stand for the variables in what is written next.
pub fn pack(
    body: &mut Body<'_, '_, '_>,
    region: &Region,
    params: &[RegionParam],
    clauses: &mut DeviceClauses,
) {
    if captured(body, clauses) <= MOST_CAPTURED {
        return;
    }
    let assigned = assigned(region);
    let is_view = |id: LocalId| body.function.locals[id].ty.memoryview().is_some();
    // Within the region the host binds views to its own addresses.
    let binds_views = assigned.iter().any(is_view);
    let is_address = |id: LocalId| match body.function.locals[id].ty {
        Ty::Memoryview(_) => !binds_views,
        Ty::Pointer { .. } => true,
        _ => false,
    };
    let addresses = clauses.data.iter().filter_map(|data| data.concerns);
    let addresses: Vec<LocalId> = addresses.filter(|&id| is_address(id) && !assigned.contains(id)).collect();
    let values = clauses.by_value.iter().copied();
    let values: Vec<LocalId> =
        values.filter(|&id| !(assigned.contains(id) || binds_views && is_view(id))).collect();

    let of_values = values.iter().map(|&id| {
        let variables = body.declared_names(id).into_iter();
        variables.map(|(ty, name)| Member { ty, value: c::Expr::name(&name), name }).collect()
    });
    let of_addresses = addresses.iter().map(|&id| members_of_address(body, id, params));
    let members: Vec<Vec<Member>> = of_addresses.chain(of_values).collect();
    if members.is_empty() {
        return;
    }
    declare(body, members);
    for &id in addresses.iter().chain(&values) {
        body.naming.rename(id, |variable| variable.holder = Some(Holder::Captured));
    }
    clauses.data.retain(|data| !data.concerns.iter().any(|id| addresses.contains(id)));
    clauses.by_value.retain(|id| !values.contains(id));
    let names = vec![c::Expr::name(CAPTURED)];
    let clause = Clause::List { word: "map", before: "to: ".to_string(), names };
    clauses.data.push(DataClause { concerns: None, clause });
}

/// How many variables a kernel captures at most.
fn captured(body: &Body<'_, '_, '_>, clauses: &DeviceClauses) -> usize {
    let of_local = |id: LocalId| body.variables(id).len();
    let data = clauses.data.iter().map(|data| data.concerns.map_or(1, of_local));
    let values = clauses.by_value.iter().map(|&id| of_local(id));
    let unpacked = clauses.unpacked.iter().map(|unpacked| unpacked.names().len());
    data.chain(values).chain(unpacked).sum()
}

/// The locals that anything in the region assigns.
fn assigned(region: &Region) -> LocalSet {
    let mut found = LocalSet::default();
    walk::statements(&region.body, &mut |stmt| found.extend(walk::assigned(stmt)));
    found
}

/// The variables of a view or pointer: its address is the device's.
fn members_of_address(body: &Body<'_, '_, '_>, id: LocalId, params: &[RegionParam]) -> Vec<Member> {
    let is_part = params.iter().any(|param| matches!(param, RegionParam::Section(part) if *part == id));
    let first = is_part.then(|| c::Expr::name(&body.naming.companions.sections[id][0]));
    let mut members = Vec::new();
    for (position, (ty, name)) in body.declared_names(id).into_iter().enumerate() {
        let variable = c::Expr::name(&name);
        let value = match (position, &first) {
            (0, Some(first)) => {
                let begin = c::Expr::sum(variable, first.clone());
                c::Expr::binary("-", on_device(&ty, begin), first.clone())
            }
            (0, None) => on_device(&ty, variable),
            _ => variable,
        };
        members.push(Member { ty, name, value });
    }
    members
}

fn on_device(ty: &c::Type, address: c::Expr) -> c::Expr {
    let arguments = vec![address, c::Expr::number(1), c::Expr::name("_device")];
    c::Expr::cast(ty.clone(), c::Expr::call("offcy_device_pointer", arguments))
}

fn declare(body: &mut Body<'_, '_, '_>, locals: Vec<Vec<Member>>) {
    let member = |member: Member| (member.ty, member.name, member.value);
    let groups = locals.into_iter().map(|members| members.into_iter().map(member).collect());
    let comment = "More than a GPU hands to its threads one by one.".to_string();
    body.out.push(C::Comment(comment));
    body.out.push(C::Packed { name: CAPTURED.to_string(), groups: groups.collect() });
}
