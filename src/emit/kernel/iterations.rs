//! What iterations do in both versions of a region, as functions that both call.

use crate::emit::body::Body;
use crate::emit::c::{self, Doc};
use crate::emit::lir::{self, LoopFunction, Version};
use crate::emit::unit::Tables;
use crate::emit::writer::Writer;

/// Makes functions of what iterations do on the device and on the host, where also `loops` run them. `region`: its name,
/// `around`: the variables that are declared around both versions.
pub fn share(
    body: &mut Body<'_, '_, '_>,
    region: &str,
    (device, back, loops): (&mut lir::Block, &mut lir::Block, &mut [LoopFunction]),
    around: &[(c::Type, String)],
) -> Vec<LoopFunction> {
    let of_host = Version { block: &mut *back, params: around.to_vec() };
    let of_loops = loops.iter_mut().map(|one| Version { block: &mut one.body, params: one.params.clone() });
    let host = std::iter::once(of_host).chain(of_loops).collect();
    let namer = &mut body.naming.namer;
    let mut name = || namer.name(&format!("{region}_iteration"));
    let of_device = Version { block: &mut *device, params: around.to_vec() };
    let shared = lir::share_iterations(of_device, host, &mut name);
    if !shared.is_empty() {
        let outer: Vec<String> = around.iter().map(|(_, name)| name.clone()).collect();
        [device, back].into_iter().for_each(|version| lir::validate(region, &outer, version));
        shared.iter().chain(&*loops).for_each(LoopFunction::validate);
    }
    shared
}

/// Writes the functions.
pub fn write(shared: Vec<LoopFunction>, tables: &mut Tables, out: &mut Writer) {
    for one in shared {
        let params = one.params.iter().map(|(ty, name)| ty.declaring(name));
        let head = Doc::listed(format!("static OFFCY_ITERATION void {}(", one.name), params, ")");
        out.gap();
        tables.define(lir::Function { head, body: one.body }, out);
    }
}
