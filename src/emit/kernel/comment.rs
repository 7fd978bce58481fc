//! The comment above a region: its header in the source, and why each capture is mapped as it is.

use crate::emit::unit::Unit;
use crate::offload::{CapturePlan, NotFull, Reason, Transfer};
use crate::tir::{FunctionId, RegionId, Subject};

/// The comment's lines.
pub fn region(unit: &Unit<'_>, function: FunctionId, region: RegionId) -> String {
    let owner = &unit.module.functions[function];
    let data = &owner.regions[region];
    let file = unit.sources.file(data.span.file);
    let header = file.line_text(unit.line(data.span)).trim().replace("*/", "* /");
    let mut lines = vec![format!("/* {}:{}: {header}", unit.file(data.span), unit.line(data.span))];
    let captures =
        unit.region_plan(function, region).map(|plan| plan.captures.as_slice()).unwrap_or_default();
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for capture in captures {
        rows.push((subject_name(unit, function, &capture.subject), transfer(capture), reason(unit, capture)));
    }
    let width = |pick: fn(&(String, String, String)) -> &String| {
        rows.iter().map(|row| pick(row).chars().count()).max().unwrap_or(0)
    };
    let (names, maps) = (width(|row| &row.0), width(|row| &row.1));
    if !rows.is_empty() {
        lines.push(" *".to_string());
    }
    for (name, map, reason) in &rows {
        lines.push(format!(" *   {name:names$}  {map:maps$}  {reason}").trim_end().to_string());
    }
    lines.push(" */".to_string());
    if rows.is_empty() {
        lines = vec![format!("{} */", lines[0])];
    }
    lines.join("\n")
}

/// What the user calls a capture.
pub fn subject_name(unit: &Unit<'_>, function: FunctionId, subject: &Subject) -> String {
    let locals = &unit.module.functions[function].locals;
    match subject {
        Subject::Local(id) => locals[*id].name.to_string(),
        Subject::Global(id) => unit.module.globals[*id].name.to_string(),
        Subject::Field { object, name } => format!("{}.{name}", locals[*object].name),
    }
}

fn transfer(capture: &CapturePlan) -> String {
    match &capture.transfer {
        Transfer::FirstPrivate => "by value".to_string(),
        Transfer::ScalarResult => "tofrom".to_string(),
        Transfer::Private => "private".to_string(),
        Transfer::Map { map, when_proven: Some((better, _)) } => {
            format!("{} or {}", better.keyword(), map.keyword())
        }
        Transfer::Map { map, when_proven: None } => map.keyword().to_string(),
    }
}

fn reason(unit: &Unit<'_>, capture: &CapturePlan) -> String {
    match &capture.reason {
        Reason::Explicit => "the program says so".to_string(),
        Reason::OnlyRead => "only read".to_string(),
        Reason::FullWrite { checked: false } => "every element is written before it is read".to_string(),
        Reason::FullWrite { checked: true } => {
            "every element is written, if the extents are as the loops say".to_string()
        }
        Reason::PartialWrite { why, at } => {
            format!("written in part: {} (line {})", not_full(*why), unit.line(*at))
        }
        Reason::ReadAndWritten { read, written } => {
            format!("read on line {} and written on line {}", unit.line(*read), unit.line(*written))
        }
        Reason::DeadOutside => "nobody reads it before or after".to_string(),
        Reason::Scalar => "a scalar that is only read".to_string(),
        Reason::Reduction => "a reduction".to_string(),
        Reason::ReadAfter => "read after the region".to_string(),
        Reason::AssignedFirst => "assigned before it is read".to_string(),
        Reason::Unknown { at } => format!("cannot be followed (line {})", unit.line(*at)),
    }
}

fn not_full(why: NotFull) -> &'static str {
    match why {
        NotFull::Conditional => "under a condition",
        NotFull::IndexNotCovering => "the loop does not cover the axis",
        NotFull::IndexUnknown => "at an index that no formula describes",
        NotFull::Gaps => "the strides leave gaps",
        NotFull::InCallee => "by a called function",
        NotFull::ThroughAlias => "through a slice or pointer",
    }
}
