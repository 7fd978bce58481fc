//! The maps of a module for people and tools: what `offcy maps` prints.

mod text;

use serde::Serialize;
pub use text::{IS_CALLED, captures};

use crate::offload::plan::{
    CapturePlan, Condition, ContextPlan, Effect, Extent, FunctionPlan, HostAccess, HostPlan, LeftOut,
    OffloadPlan, RegionPlan, Relation, Transfer, WhyLeftOut, Work,
};
use crate::offload::report::{held_by_nobody_else, left_out_text, reason_text};
use crate::offload::roots::Roots;
use crate::offload::sections::covered;
use crate::offload::within::{Within, each_once};
use crate::source::{SourceMap, Span};
use crate::tir::display::{Spelling, subject, temporaries};
use crate::tir::{
    Block, ContextId, ContextOrigin, DataContext, Function, LocalId, LocalRole, MapType, Module, Region,
    StmtKind, Subject, walk,
};

/// Every region and data context of a module, in the order of the text.
#[derive(Debug, Serialize)]
pub struct MapsReport {
    pub regions: Vec<RegionMaps>,
    pub contexts: Vec<ContextMaps>,
    /// Functions that are called where data may be kept on a device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionMaps>,
}

/// Where the text says that data goes to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The header of the statement.
    pub header: Span,
    /// `device={...}` or `device(...)` in it; the header if the user wrote none.
    pub clause: Span,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct RegionMaps {
    #[serde(skip)]
    pub place: Place,
    pub file: String,
    pub line: u32,
    #[serde(flatten)]
    pub within: Within,
    /// The header as the source has it.
    pub header: String,
    pub kernels: Vec<KernelMaps>,
    pub captures: Vec<CaptureMaps>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct KernelMaps {
    pub line: u32,
    /// How many nested loops are spread together on a device; absent if one thread runs statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collapse: Option<u32>,
    /// Whether these are spread over teams, and the parallel loops inside over each team's threads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub levels: bool,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
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
    /// The map if the conditions hold on entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenMap>,
    /// For a temporary that is not read afterwards: the map if nobody else sees it, which is checked on entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temporary: Option<ProvenMap>,
    /// For what an inferred context keeps: when only the function's code, and what it calls, reaches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_if: Option<String>,
    /// The line of the data context around the region that holds it: then the region moves nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resident_since: Option<u32>,
    /// The line of the inferred context around the region that keeps it: then the region receives only
    /// what is not on the device yet, and its results stay there until the host's code needs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_since: Option<u32>,
    pub explicit: bool,
    pub reason: String,
    /// The same number if the conditions do not hold; otherwise that is an error.
    #[serde(skip)]
    pub otherwise: Option<String>,
    /// The number of elements that a pointer points to.
    #[serde(skip)]
    pub count: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ProvenMap {
    pub map: &'static str,
    pub conditions: Vec<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ContextMaps {
    #[serde(skip)]
    pub place: Place,
    pub file: String,
    pub line: u32,
    #[serde(flatten)]
    pub within: Within,
    /// The header of the `with` statement, or of the loop that a directive puts into a context.
    pub header: String,
    /// If no `with` statement makes the context: `auto_context`, or `offcy` for arrays that the code before it made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<&'static str>,
    pub inferred: bool,
    pub entries: Vec<CaptureMaps>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutMaps>,
    /// What contexts inside keep.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept_inside: Vec<KeptInsideMaps>,
    /// Views whose data need not come back at the end, if nobody else holds it then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_up: Vec<String>,
    /// What the host's code inside does to the data that is kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub host: Vec<HostMaps>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FunctionMaps {
    pub file: String,
    pub line: u32,
    #[serde(flatten)]
    pub within: Within,
    pub header: String,
    pub host: Vec<HostMaps>,
}

/// A stretch of the host's code.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct HostMaps {
    pub line: u32,
    /// The source of the line where it may use any data; the accesses are then those of temporaries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anything: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<AccessMaps>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct AccessMaps {
    pub name: String,
    /// `read`, `write`, or `read and write`.
    pub effect: &'static str,
    pub extent: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extent_conditions: Vec<String>,
    /// If these conditions hold, all of it is written before it is read: nothing comes back first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_full: Option<Vec<String>>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct LeftOutMaps {
    pub name: String,
    pub reason: String,
}

/// A variable that a context inside keeps, which begins at `line`.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct KeptInsideMaps {
    pub name: String,
    pub line: u32,
}

/// Describes a plan in words.
pub fn maps_report(module: &Module, plan: &OffloadPlan, sources: &SourceMap) -> MapsReport {
    let mut report = MapsReport { regions: Vec::new(), contexts: Vec::new(), functions: Vec::new() };
    for (id, function) in module.functions.iter() {
        let Some(planned) = plan.functions.get(id) else { continue };
        let held = temporaries(function);
        let spelling = Spelling { temporaries: Some(&held), ..Spelling::new(module, function) };
        let writer = Writer { spelling, sources };
        writer.function(function, planned, &mut report);
    }
    report.regions.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report.contexts.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report.functions.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    report.regions = each_once(report.regions, |region| &mut region.within);
    report.contexts = each_once(report.contexts, |context| &mut context.within);
    report.functions = each_once(report.functions, |function| &mut function.within);
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

/// What a section of the host's code does, as comments in emitted C put it: `reads x[0:1]`.
pub fn host_text(module: &Module, function: &Function, plan: &HostPlan, sources: &SourceMap) -> String {
    let held = temporaries(function);
    let spelling = Spelling { temporaries: Some(&held), ..Spelling::new(module, function) };
    let writer = Writer { spelling, sources };
    text::said_of(plan.anything.map(|_| "may use any data".to_string()), &writer.accesses(plan))
}

/// A number that offcy computes for itself: not a user's variable.
fn is_own(function: &Function, capture: &CapturePlan) -> bool {
    let is_temporary = |id: LocalId| function.locals[id].role == LocalRole::Temp;
    matches!(capture.transfer, Transfer::FirstPrivate) && capture.subject.as_local().is_some_and(is_temporary)
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
                    let Some(context) = holder(function, planned, region, &capture.subject) else { continue };
                    let line = Some(self.sources.line(context.span));
                    let since = if context.infer { &mut shown.kept_since } else { &mut shown.resident_since };
                    *since = line;
                }
                let mut captures = plan.captures.iter();
                maps.captures.retain(|_| captures.next().is_none_or(|capture| !is_own(function, capture)));
                report.regions.push(maps);
            }
        }
        for (id, context) in function.contexts.iter() {
            if let Some(plan) = planned.contexts.get(id) {
                let mut maps = self.context(context, plan);
                let is_own = context.infer && (!context.coherent || function.coherence.only_for_arrays);
                if let Some(body) = body_of(&function.body, id).filter(|_| is_own) {
                    maps.host = self.host(body, planned);
                }
                report.contexts.push(maps);
            }
        }
        if function.coherence.as_a_whole && !function.coherence.only_for_arrays {
            let (file, line, header) = self.place(function.span);
            let host = self.host(&function.body, planned);
            report.functions.push(FunctionMaps { file, line, within: Within::of(function), header, host });
        }
    }

    fn host(&self, block: &Block, planned: &FunctionPlan) -> Vec<HostMaps> {
        let function = self.spelling.function;
        let sections = covered(block, function).into_iter();
        let known = sections.filter_map(|(id, _)| Some((id, planned.host.get(id)?)));
        let used = known.filter(|(_, plan)| plan.anything.is_some() || !plan.accesses.is_empty());
        used.map(|(id, plan)| HostMaps {
            line: self.sources.line(plan.anything.unwrap_or(function.host_sections[id].span)),
            anything: plan.anything.map(|span| self.place(span).2),
            accesses: self.accesses(plan),
        })
        .collect()
    }

    fn accesses(&self, plan: &HostPlan) -> Vec<AccessMaps> {
        let access = |access: &HostAccess| {
            let name = self.name(&access.subject);
            AccessMaps {
                effect: effect_text(access.effect),
                extent: self.extent(&name, &access.extent),
                extent_conditions: self.conditions(&access.extent_conditions),
                in_full: access.overwritten.as_ref().map(|conditions| self.conditions(conditions)),
                name,
            }
        };
        plan.accesses.iter().map(access).collect()
    }

    fn place(&self, span: Span) -> (String, u32, String) {
        let file = self.sources.file(span.file);
        let line = self.sources.line(span);
        (file.path().display().to_string(), line, file.line_text(line).trim().to_string())
    }

    fn region(&self, region: &Region, plan: &RegionPlan) -> RegionMaps {
        let (file, line, header) = self.place(region.span);
        let kernels = plan.kernels.iter().map(|kernel| KernelMaps {
            line: self.sources.line(kernel.span),
            collapse: match kernel.work {
                Work::Loops { collapse, .. } => Some(collapse),
                Work::Serial => None,
            },
            levels: matches!(kernel.work, Work::Loops { levels: true, .. }),
        });
        RegionMaps {
            place: Place { header: region.span, clause: region.clause.span },
            file,
            line,
            within: Within::of(self.spelling.function),
            header,
            kernels: kernels.collect(),
            captures: plan.captures.iter().map(|capture| self.capture(capture)).collect(),
        }
    }

    fn context(&self, context: &DataContext, plan: &ContextPlan) -> ContextMaps {
        let (file, line, header) = self.place(context.span);
        let (inside, left): (Vec<&LeftOut>, Vec<&LeftOut>) =
            plan.left_out.iter().partition(|left| left.why == WhyLeftOut::KeptInside);
        let kept_inside = inside
            .into_iter()
            .map(|left| KeptInsideMaps { name: self.name(&left.subject), line: self.sources.line(left.at) });
        let left_out = left.into_iter().map(|left| LeftOutMaps {
            name: self.name(&left.subject),
            reason: format!("{} (line {})", left_out_text(left.why), self.sources.line(left.at)),
        });
        ContextMaps {
            place: Place { header: context.span, clause: context.clause },
            file,
            line,
            within: Within::of(self.spelling.function),
            header,
            made_by: match context.origin {
                ContextOrigin::Written => None,
                ContextOrigin::AutoContext => Some("auto_context"),
                ContextOrigin::NewViews => Some("offcy"),
            },
            inferred: context.infer,
            entries: plan.entries.iter().map(|entry| self.capture(entry)).collect(),
            kept_inside: kept_inside.collect(),
            left_out: left_out.collect(),
            given_up: plan.given_up.iter().map(|&view| self.name(&Subject::Local(view))).collect(),
            host: Vec::new(),
        }
    }

    fn name(&self, of: &crate::tir::Subject) -> String {
        subject(self.spelling.module, self.spelling.function, of)
    }

    fn extent(&self, name: &str, extent: &Extent) -> String {
        match extent {
            Extent::Whole => name.to_string(),
            Extent::Count(count) => format!("{name}[0:{}]", self.spelling.expr(count)),
            Extent::Section(ranges) => {
                let spelled = ranges.iter().map(|range| {
                    format!("{}:{}", self.spelling.expr(&range.start), self.spelling.expr(&range.stop))
                });
                format!("{name}[{}]", spelled.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn capture(&self, plan: &CapturePlan) -> CaptureMaps {
        let name = self.name(&plan.subject);
        let extent = self.extent(&name, &plan.extent);
        let (map, proven) = match &plan.transfer {
            Transfer::FirstPrivate => ("firstprivate", None),
            Transfer::ScalarResult => ("result", None),
            Transfer::Map { map, when_proven } => (map.keyword(), self.proven(plan, when_proven.as_ref())),
            Transfer::Coherent { map, undefined: false, .. } => (map.keyword(), None),
            Transfer::Coherent { map, .. } if map.copies_from() => (MapType::From.keyword(), None),
            Transfer::Coherent { .. } => (MapType::Alloc.keyword(), None),
        };
        let (private, dead) = match &plan.transfer {
            Transfer::Coherent { private, dead, .. } => (private.is_some(), dead.is_some()),
            _ => (false, false),
        };
        let temporary = match &plan.dead_after {
            Some(dead) => Some(self.temporary(&dead.conditions, map, proven.as_ref(), &name)),
            None => dead.then(|| self.temporary(&[], map, None, &name)),
        };
        let private_if = private.then(|| held_by_nobody_else(&name));
        CaptureMaps {
            name,
            effect: effect_text(plan.effect),
            extent,
            extent_conditions: self.conditions(&plan.extent_conditions),
            otherwise: plan.otherwise.as_ref().map(|count| self.spelling.expr(count)),
            map,
            proven,
            temporary,
            private_if,
            resident_since: None,
            kept_since: None,
            explicit: plan.explicit.is_some(),
            reason: reason_text(&plan.reason, |span| self.line(span)),
            count: match &plan.extent {
                Extent::Count(count) => Some(self.spelling.expr(count)),
                Extent::Whole | Extent::Section(_) => None,
            },
        }
    }

    /// The line of a place, with its file if that is not the module's own.
    fn line(&self, span: Span) -> String {
        let line = self.sources.line(span);
        let file = self.sources.file(span.file).path();
        let module = self.spelling.module;
        match span.file == module.functions[module.init].span.file {
            true => line.to_string(),
            false => format!("{line} of {}", file.file_name().unwrap_or_default().display()),
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
    fn temporary(
        &self,
        dead_if: &[Condition],
        map: &str,
        proven: Option<&ProvenMap>,
        name: &str,
    ) -> ProvenMap {
        let from = MapType::From.keyword();
        let proven = proven.filter(|proven| proven.map == from);
        let mut conditions = proven.map(|proven| proven.conditions.clone()).unwrap_or_default();
        for condition in self.conditions(dead_if) {
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        conditions.push(held_by_nobody_else(name));
        let is_sent = map != from && map != MapType::Alloc.keyword() && proven.is_none();
        let alone = if is_sent { MapType::To } else { MapType::Alloc };
        ProvenMap { map: alone.keyword(), conditions }
    }

    fn conditions(&self, conditions: &[Condition]) -> Vec<String> {
        conditions.iter().map(|condition| condition_text(self.spelling, condition)).collect()
    }
}

/// The outermost data context around a region that has an entry for the variable.
fn holder<'f>(
    function: &'f Function,
    planned: &FunctionPlan,
    region: &Region,
    subject: &Subject,
) -> Option<&'f DataContext> {
    let holds = |id: &&ContextId| {
        let entries = planned.contexts.get(**id).map_or(&[][..], |plan| plan.entries.as_slice());
        let has_entry = |subject: &Subject| entries.iter().any(|entry| entry.subject == *subject);
        let shown = |body: &Block| {
            let roots = subject.as_local().map(|local| Roots::of(function, body).local(local).locals);
            roots.into_iter().flatten().any(|root| has_entry(&Subject::Local(root)))
        };
        let is_inferred = function.contexts[**id].infer;
        has_entry(subject) || is_inferred && body_of(&function.body, **id).is_some_and(shown)
    };
    region.contexts.iter().find(holds).map(|id| &function.contexts[*id])
}

/// The code inside a context.
fn body_of(block: &Block, id: ContextId) -> Option<&Block> {
    block.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Context { context, body } if *context == id => Some(body),
        _ => walk::blocks(stmt).into_iter().find_map(|inner| body_of(inner, id)),
    })
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
    /// Whether its own memory is moved: otherwise it is passed by value, or stays what the region makes of it.
    pub fn is_mapped(&self) -> bool {
        [MapType::To, MapType::From, MapType::ToFrom, MapType::Alloc]
            .iter()
            .any(|map| map.keyword() == self.map)
    }

    /// The entry that means the same in a `device` clause: what is always right. `None` for what is not mapped.
    pub fn entry(&self) -> Option<String> {
        let (name, map) = (&self.name, self.map);
        self.is_mapped().then(|| match &self.count {
            Some(count) => format!("{name}: ('{map}', {count})"),
            None => format!("{name}: '{map}'"),
        })
    }

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
