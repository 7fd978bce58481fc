//! The maps of a module for people and tools: what `offcy maps` prints.

use std::fmt::Write;

use serde::Serialize;

use super::plan::{
    CapturePlan, Condition, ContextPlan, DeadAfter, Effect, Extent, FunctionPlan, OffloadPlan, RegionPlan,
    Relation, Transfer,
};
use super::report::{NOT_READ_AFTERWARDS, held_by_nobody_else, left_out_text, reason_text};
use crate::source::{SourceMap, Span};
use crate::tir::display::{Spelling, subject, temporaries};
use crate::tir::{
    ContextId, ContextOrigin, DataContext, Function, MapType, Module, Region, StmtKind, Subject,
};

/// Every region and data context of a module, in the order of the text.
#[derive(Debug, Serialize)]
pub struct MapsReport {
    pub regions: Vec<RegionMaps>,
    pub contexts: Vec<ContextMaps>,
}

#[derive(Debug, Serialize)]
pub struct RegionMaps {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The header as the source has it.
    pub header: String,
    pub kernels: Vec<KernelMaps>,
    pub captures: Vec<CaptureMaps>,
}

#[derive(Debug, Serialize)]
pub struct KernelMaps {
    pub line: u32,
    /// How many nested loops are spread together on a device.
    pub collapse: u32,
}

#[derive(Debug, Serialize)]
pub struct CaptureMaps {
    pub name: String,
    /// `read`, `write`, `read and write`, or `none`.
    pub effect: &'static str,
    /// As a slice of the variable: `X[0:M, 0:N]`.
    pub extent: String,
    /// What must hold on entry for the extent to be less than all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extent_conditions: Vec<String>,
    /// A map type, `firstprivate`, `private` or `result`.
    pub map: &'static str,
    /// The map where the conditions hold on entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenMap>,
    /// Of a temporary that is not read afterwards: the map where nobody else sees it, which is asked
    /// on entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temporary: Option<ProvenMap>,
    /// The line of the data context around the region that holds it: then the region moves nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resident_since: Option<u32>,
    pub explicit: bool,
    pub reason: String,
}

#[derive(Debug, Serialize)]
pub struct ProvenMap {
    pub map: &'static str,
    pub conditions: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct ContextMaps {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The header of the `with` statement, or of the loop that a directive puts into a context.
    pub header: String,
    /// `auto_context` where no `with` statement makes the context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<&'static str>,
    pub inferred: bool,
    pub entries: Vec<CaptureMaps>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutMaps>,
}

#[derive(Debug, Serialize)]
pub struct LeftOutMaps {
    pub name: String,
    pub reason: String,
}

/// Puts a plan into words.
pub fn maps_report(module: &Module, plan: &OffloadPlan, sources: &SourceMap) -> MapsReport {
    let mut report = MapsReport { regions: Vec::new(), contexts: Vec::new() };
    for (id, function) in module.functions.iter() {
        let Some(planned) = plan.functions.get(id) else { continue };
        let held = temporaries(function);
        let spelling = Spelling { temporaries: Some(&held), ..Spelling::new(module, function) };
        let writer = Writer { spelling, sources };
        writer.function(function, planned, &mut report);
    }
    report.regions.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report.contexts.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report
}

/// One capture as `offcy maps` shows it; comments in emitted C say the same.
pub fn capture_maps(
    module: &Module,
    function: &Function,
    plan: &CapturePlan,
    sources: &SourceMap,
) -> CaptureMaps {
    let held = temporaries(function);
    let spelling = Spelling { temporaries: Some(&held), ..Spelling::new(module, function) };
    Writer { spelling, sources }.capture(plan)
}

struct Writer<'a> {
    spelling: Spelling<'a>,
    sources: &'a SourceMap,
}

impl Writer<'_> {
    fn function(&self, function: &Function, planned: &FunctionPlan, report: &mut MapsReport) {
        for (id, region) in function.regions.iter() {
            if let Some(plan) = planned.regions.get(id) {
                let mut maps = self.region(region, plan);
                for (capture, shown) in plan.captures.iter().zip(&mut maps.captures) {
                    shown.resident_since = self.resident_since(function, planned, region, &capture.subject);
                }
                report.regions.push(maps);
            }
        }
        for (id, context) in function.contexts.iter() {
            if let Some(plan) = planned.contexts.get(id) {
                report.contexts.push(self.context(context, plan));
            }
        }
    }

    /// The line of the outermost data context around a region that has an entry for the variable.
    fn resident_since(
        &self,
        function: &Function,
        planned: &FunctionPlan,
        region: &Region,
        subject: &Subject,
    ) -> Option<u32> {
        let holds = |id: &&ContextId| {
            let plan = planned.contexts.get(**id);
            plan.is_some_and(|plan| plan.entries.iter().any(|entry| entry.subject == *subject))
        };
        let context = region.contexts.iter().find(holds)?;
        Some(self.sources.line(function.contexts[*context].span))
    }

    fn place(&self, span: Span) -> (String, u32, String) {
        let file = self.sources.file(span.file);
        let line = self.sources.line(span);
        (file.path().display().to_string(), line, file.line_text(line).trim().to_string())
    }

    fn region(&self, region: &Region, plan: &RegionPlan) -> RegionMaps {
        let (file, line, header) = self.place(region.span);
        let kernels = plan.kernels.iter().filter_map(|kernel| {
            let stmt = region.body.get(kernel.statement)?;
            let StmtKind::Prange(prange) = &stmt.kind else { return None };
            Some(KernelMaps { line: self.sources.line(prange.span), collapse: kernel.collapse })
        });
        RegionMaps {
            file,
            line,
            function: self.spelling.function.name.to_string(),
            header,
            kernels: kernels.collect(),
            captures: plan.captures.iter().map(|capture| self.capture(capture)).collect(),
        }
    }

    fn context(&self, context: &DataContext, plan: &ContextPlan) -> ContextMaps {
        let (file, line, header) = self.place(context.span);
        let left_out = plan.left_out.iter().map(|left| LeftOutMaps {
            name: self.name(&left.subject),
            reason: format!("{} (line {})", left_out_text(left.why), self.sources.line(left.at)),
        });
        ContextMaps {
            file,
            line,
            function: self.spelling.function.name.to_string(),
            header,
            made_by: (context.origin == ContextOrigin::AutoContext).then_some("auto_context"),
            inferred: context.infer,
            entries: plan.entries.iter().map(|entry| self.capture(entry)).collect(),
            left_out: left_out.collect(),
        }
    }

    fn name(&self, of: &crate::tir::Subject) -> String {
        subject(self.spelling.module, self.spelling.function, of)
    }

    fn capture(&self, plan: &CapturePlan) -> CaptureMaps {
        let name = self.name(&plan.subject);
        let extent = match &plan.extent {
            Extent::Whole => name.clone(),
            Extent::Count(count) => format!("{name}[0:{}]", self.spelling.expr(count)),
            Extent::Section(ranges) => {
                let spelled = ranges.iter().map(|range| {
                    format!("{}:{}", self.spelling.expr(&range.start), self.spelling.expr(&range.stop))
                });
                format!("{name}[{}]", spelled.collect::<Vec<_>>().join(", "))
            }
        };
        let (map, proven) = match &plan.transfer {
            Transfer::FirstPrivate => ("firstprivate", None),
            Transfer::ScalarResult => ("result", None),
            Transfer::Map { map, when_proven } => (map.keyword(), self.proven(plan, when_proven.as_ref())),
        };
        let temporary =
            plan.dead_after.as_ref().map(|dead| self.temporary(dead, map, proven.as_ref(), &name));
        CaptureMaps {
            name,
            effect: effect_text(plan.effect),
            extent,
            extent_conditions: self.conditions(&plan.extent_conditions),
            map,
            proven,
            temporary,
            resident_since: None,
            explicit: plan.explicit.is_some(),
            reason: reason_text(&plan.reason, |span| self.sources.line(span)),
        }
    }

    fn proven(&self, plan: &CapturePlan, whole: Option<&(MapType, Vec<Condition>)>) -> Option<ProvenMap> {
        let by_section =
            plan.moved_section(self.spelling.function).is_some() && plan.extent_conditions.is_empty();
        if let Some((map, conditions)) = whole
            && !(by_section && plan.section_proven.is_some())
        {
            return Some(ProvenMap { map: map.keyword(), conditions: self.conditions(conditions) });
        }
        let conditions = self.conditions(plan.section_proven.as_ref()?);
        Some(ProvenMap { map: MapType::From.keyword(), conditions })
    }

    /// The best map without `from`.
    fn temporary(&self, dead: &DeadAfter, map: &str, proven: Option<&ProvenMap>, name: &str) -> ProvenMap {
        let from = MapType::From.keyword();
        let proven = proven.filter(|proven| proven.map == from);
        let mut conditions = proven.map(|proven| proven.conditions.clone()).unwrap_or_default();
        for condition in self.conditions(&dead.conditions) {
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        conditions.push(held_by_nobody_else(name));
        let alone = if map == from || proven.is_some() { MapType::Alloc } else { MapType::To };
        ProvenMap { map: alone.keyword(), conditions }
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<String> {
        conditions.iter().map(|condition| condition_text(self.spelling, condition)).collect()
    }
}

/// `M == D.shape[0]`
pub fn condition_text(spelling: Spelling<'_>, condition: &Condition) -> String {
    let relation = match condition.relation {
        Relation::Equal => "==",
        Relation::LessEqual => "<=",
        Relation::GreaterEqual => ">=",
    };
    format!("{} {relation} {}", spelling.expr(&condition.left), spelling.expr(&condition.right))
}

fn effect_text(effect: Effect) -> &'static str {
    match (effect.reads, effect.writes) {
        (true, true) => "read and write",
        (true, false) => "read",
        (false, true) => "write",
        (false, false) => "none",
    }
}

impl CaptureMaps {
    /// `from if M == D.shape[0], else tofrom`
    pub fn map_text(&self) -> String {
        match &self.proven {
            None => self.map.to_string(),
            Some(proven) if proven.conditions.is_empty() => proven.map.to_string(),
            Some(proven) => {
                format!("{} if {}, else {}", proven.map, proven.conditions.join(" and "), self.map)
            }
        }
    }
}

impl MapsReport {
    /// For people: a table per region and context.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for region in &self.regions {
            heading(&mut text, &region.file, region.line, &region.function, &region.header);
            for kernel in &region.kernels {
                let _ = match kernel.collapse {
                    1 => writeln!(text, "  kernel: the loop at line {}", kernel.line),
                    depth => {
                        writeln!(text, "  kernel: {depth} loops spread together, from line {}", kernel.line)
                    }
                };
            }
            table(&mut text, &region.captures);
        }
        for context in &self.contexts {
            let made_by = context.made_by.map_or(String::new(), |made_by| format!(" (made by {made_by})"));
            let header = format!("{}{made_by}", context.header);
            heading(&mut text, &context.file, context.line, &context.function, &header);
            table(&mut text, &context.entries);
            for left in &context.left_out {
                let _ = writeln!(text, "  {} is left to the regions: {}", left.name, left.reason);
            }
        }
        if text.is_empty() {
            text.push_str("no offload regions\n");
        }
        text
    }

    /// For tools: JSON, indented.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn heading(text: &mut String, file: &str, line: u32, function: &str, header: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{file}:{line}: in {function}: {header}");
}

fn table(text: &mut String, captures: &[CaptureMaps]) {
    let rows: Vec<[&str; 4]> = std::iter::once(["variable", "effect", "extent", "map"])
        .chain(captures.iter().map(|row| [row.name.as_str(), row.effect, row.extent.as_str(), row.map]))
        .collect();
    let mut widths = [0; 4];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let capture = index.checked_sub(1).and_then(|index| captures.get(index));
        let reason = capture.map_or("reason", |capture| capture.reason.as_str());
        let _ = write!(text, " ");
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(text, " {cell:width$} ");
        }
        let _ = writeln!(text, " {reason}");
        let Some(capture) = capture else { continue };
        if !capture.extent_conditions.is_empty() {
            let conditions = capture.extent_conditions.join(" and ");
            let _ = writeln!(text, "      this part if {conditions}, else all of {}", capture.name);
        }
        if let Some(line) = capture.resident_since {
            let _ = writeln!(text, "      on the device since line {line}: nothing moves here");
            continue;
        }
        match &capture.proven {
            Some(proven) if !proven.conditions.is_empty() => {
                let _ = writeln!(text, "      {} if {}", proven.map, proven.conditions.join(" and "));
            }
            Some(proven) => {
                let _ = writeln!(text, "      {} for exactly this part", proven.map);
            }
            None => {}
        }
        if let Some(alone) = &capture.temporary {
            let conditions = alone.conditions.join(" and ");
            let _ = writeln!(text, "      {} if {conditions}: {NOT_READ_AFTERWARDS}", alone.map);
        }
    }
}
