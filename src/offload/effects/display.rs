//! What was found about a region, as text: for tests and for people who change the compiler.

use std::fmt::Write;

use super::{Access, Effects, Value};
use crate::offload::affine::{Form, Symbol};
use crate::offload::bounds::{Apart, Loop, LoopKind};
use crate::offload::plan::NotFull;
use crate::source::SourceMap;
use crate::tir::Region;
use crate::tir::display::{Spelling, subject};

/// The numbers known on entry, the loops, and the accesses of a region. Loops have numbers: `L0`.
pub fn effects(found: &Effects, region: &Region, spelling: &Spelling<'_>, sources: &SourceMap) -> String {
    let writer = Writer { found, region, spelling, sources };
    let mut text = String::new();
    for (number, each) in found.loops.iter().enumerate() {
        let _ = writeln!(text, "  L{number}: {}", writer.one_loop(each));
    }
    for access in &found.accesses {
        let _ = writeln!(text, "  {}", writer.access(access));
    }
    for update in &found.updates {
        let (line, place) = (sources.line(update.access.span), writer.place(&update.access));
        let _ = writeln!(text, "  line {line}: updates {place} by `{}`", update.operator);
    }
    if let Some(span) = found.lost {
        let whose = if found.lost_in_c { "" } else { ", but not of arrays that live on devices" };
        let _ = writeln!(text, "  line {}: may use any data{whose}", sources.line(span));
    }
    text
}

struct Writer<'a> {
    found: &'a Effects,
    region: &'a Region,
    spelling: &'a Spelling<'a>,
    sources: &'a SourceMap,
}

impl Writer<'_> {
    fn one_loop(&self, each: &Loop) -> String {
        let kind = match each.kind {
            LoopKind::Sequential => "a loop",
            LoopKind::Parallel => "a parallel loop",
            LoopKind::Carried => "a number that iterations hand on",
        };
        let mut text = kind.to_string();
        match &each.range {
            Some(range) => {
                let (start, stop) = (self.form(&range.start), self.form(&range.stop));
                let _ = write!(text, " over range({start}, {stop}, {})", range.step);
                text.push_str(&self.guards(&range.guards));
            }
            None => text.push_str(" over an unknown range"),
        }
        if each.range.is_none()
            && let Some(stride) = &each.stride
        {
            let _ = write!(text, " with the step {}", self.form(stride));
        }
        match &each.apart {
            Some(Apart::Blocks { parallel }) => {
                let _ = write!(text, "; its range is apart from that of other iterations of L{parallel}");
            }
            Some(Apart::Offsets { parallel, array }) => {
                let _ = write!(text, "; the same for L{parallel} if `{array}` never decreases");
            }
            None => {}
        }
        text
    }

    fn access(&self, access: &Access) -> String {
        let what = if access.write { "writes" } else { "reads" };
        let atomic = if access.atomic { " atomically" } else { "" };
        let loops: Vec<String> = access.loops.iter().map(|number| format!("L{number}")).collect();
        let within = if loops.is_empty() { String::new() } else { format!(" in {}", loops.join(", ")) };
        let mut text =
            format!("line {}: {what}{atomic} {}{within}", self.sources.line(access.span), self.place(access));
        for value in access.indices.iter().flatten() {
            text.push_str(&self.guards(&value.guards));
        }
        if let Some((why, span)) = access.uncertain {
            let _ = write!(text, "; {} (line {})", uncertainty(why), self.sources.line(span));
        }
        text
    }

    /// `x[L0, ?]`
    fn place(&self, access: &Access) -> String {
        let Some(capture) = self.region.captures.get(access.capture) else { return String::new() };
        let name = subject(self.spelling.module, self.spelling.function, &capture.subject);
        if access.indices.is_empty() {
            return name;
        }
        let index = |index: &Option<Value>| match index {
            Some(value) => self.form(&value.form),
            None => "?".to_string(),
        };
        format!("{name}[{}]", access.indices.iter().map(index).collect::<Vec<_>>().join(", "))
    }

    fn guards(&self, guards: &[Form]) -> String {
        let guards: Vec<String> = guards.iter().map(|guard| format!("{} >= 0", self.form(guard))).collect();
        if guards.is_empty() { String::new() } else { format!(", if {}", guards.join(" and ")) }
    }

    fn form(&self, form: &Form) -> String {
        let symbol = |symbol: &Symbol| match symbol {
            Symbol::Loop(number) => format!("L{number}"),
            Symbol::Entry(_) => {
                let expr = self.found.entries.expr(&Form::symbol(*symbol), self.region.span);
                expr.map_or("?".to_string(), |expr| self.spelling.expr(&expr))
            }
        };
        let mut text = String::new();
        // The constant comes last.
        let (constant, others): (Vec<_>, Vec<_>) = form.terms().partition(|(symbols, _)| symbols.is_empty());
        for (symbols, coefficient) in others.into_iter().chain(constant) {
            let sign = match (text.is_empty(), coefficient < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = coefficient.unsigned_abs();
            let mut factors: Vec<String> = symbols.iter().map(symbol).collect();
            if size != 1 || factors.is_empty() {
                factors.insert(0, size.to_string());
            }
            let _ = write!(text, "{sign}{}", factors.join("*"));
        }
        if text.is_empty() { "0".to_string() } else { text }
    }
}

/// Why an access perhaps does not happen in every iteration, or not to the whole element.
fn uncertainty(why: NotFull) -> &'static str {
    match why {
        NotFull::Conditional => "under a condition",
        NotFull::IndexNotCovering => "not of all elements",
        NotFull::IndexUnknown => "by an index that is known only in the loop",
        NotFull::Gaps => "with gaps",
        NotFull::InCallee => "in a function that may return early",
        NotFull::ThroughAlias => "through a view or pointer that is not followed",
        NotFull::OneField => "a part of the element",
    }
}
