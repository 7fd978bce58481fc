//! What iterations do in both versions of a region, as functions that both call.

use super::region::wrapped;
use crate::emit::body::Body;
use crate::emit::c;
use crate::emit::lir::{self, Iteration, LoopFunction, Version};
use crate::emit::unit::Tables;
use crate::emit::writer::Writer;

/// Makes functions of what iterations do on the device and on the host, where also `loops` run them. `name`: the region's,
/// `around`: the variables that are declared around both versions.
pub fn share(
    body: &mut Body<'_, '_, '_>,
    name: &str,
    (device, back, loops): (&mut lir::Block, &mut lir::Block, &mut [LoopFunction]),
    around: &[(c::Type, String)],
) -> Vec<Iteration> {
    let of_host = Version { block: back, params: around.to_vec() };
    let of_loops = loops.iter_mut().map(|one| Version { block: &mut one.body, params: one.params.clone() });
    let host = std::iter::once(of_host).chain(of_loops).collect();
    let namer = &mut body.naming.namer;
    let mut name = || namer.name(&format!("{name}_iteration"));
    let shared = lir::share_iterations(Version { block: device, params: around.to_vec() }, host, &mut name);
    for one in &shared {
        let outer: Vec<String> = one.params.iter().map(|(_, name)| name.clone()).collect();
        lir::validate(&one.name, &outer, &one.body);
    }
    shared
}

/// Writes the functions.
pub fn write(shared: Vec<Iteration>, tables: &mut Tables, out: &mut Writer) {
    for one in shared {
        let list: Vec<String> = one.params.iter().map(|(ty, name)| ty.declare(name)).collect();
        let head = wrapped(&format!("static OFFCY_ITERATION void {}(", one.name), &list);
        out.gap();
        tables.define(lir::Function { head, body: one.body }, out);
    }
}
