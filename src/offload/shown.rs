//! What offcy has found out about each region, and what it makes of it: `offcy debug effects`.

use std::fmt::Write;

use super::effects::{self, Place, display};
use super::maps::{capture_maps, captures};
use super::plan::{OffloadPlan, RegionPlan, Work};
use crate::source::{SourceMap, Span};
use crate::tir::display::{Spelling, temporaries};
use crate::tir::{Function, FunctionId, Module, RegionId};

/// All regions of the module, in the order of their lines.
pub fn effects_report(module: &Module, plan: &OffloadPlan, sources: &SourceMap) -> String {
    let mut shown: Vec<(Span, String)> = Vec::new();
    for (id, function) in module.functions.iter() {
        let Some(planned) = plan.functions.get(id) else { continue };
        for (region, data) in function.regions.iter() {
            if let Some(plan) = planned.regions.get(region) {
                shown.push((data.span, region_text(module, (id, region), plan, sources)));
            }
        }
    }
    shown.sort_by_key(|(span, _)| (span.file, span.start));
    match shown.is_empty() {
        true => "no offload regions\n".to_string(),
        false => shown.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n"),
    }
}

fn region_text(
    module: &Module,
    (id, region): (FunctionId, RegionId),
    plan: &RegionPlan,
    sources: &SourceMap,
) -> String {
    let function: &Function = &module.functions[id];
    let data = &function.regions[region];
    let (file, line) = (sources.file(data.span.file), sources.line(data.span));
    let header = file.line_text(line).trim();
    let mut text = format!("{}:{line} in {}: {header}\n", file.path().display(), function.name);
    let held = temporaries(function);
    let spelling = Spelling { temporaries: Some(&held), ..Spelling::new(module, function) };
    let found = effects::effects(module, id, data, Place::Region(region), None);
    text.push_str(&display::effects(&found, data, &spelling, sources));
    for kernel in &plan.kernels {
        let Work::Loops { sums, .. } = &kernel.work else { continue };
        if !sums.is_empty() {
            let names: Vec<&str> = sums.iter().map(|sum| function.locals[sum.view].name.as_str()).collect();
            let (line, names) = (sources.line(kernel.span), names.join(", "));
            let _ = writeln!(text, "  line {line}: each team may have sums of its own for {names}");
        }
    }
    let maps = plan.captures.iter().map(|capture| capture_maps(module, function, capture, sources));
    text.push_str(&captures(&maps.collect::<Vec<_>>()));
    text
}
