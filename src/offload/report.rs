//! The planner's messages: diagnostics, and the reasons of maps.

use super::plan::{NotFull, Reason, WhyLeftOut};
use super::races::{Race, Unless};
use crate::diag::{Applicability, Change, Diagnostic, Edit, Rewrite, Severity, codes};
use crate::source::Span;
use crate::tir::{MapEntry, MapType};

/// Why a map is what it is, for people. `line` gives the line of a place.
pub fn reason_text(reason: &Reason, line: impl Fn(Span) -> String) -> String {
    match reason {
        Reason::Explicit => "as the source says".to_string(),
        Reason::OnlyRead => "only read".to_string(),
        Reason::FullWrite { checked: false } => "every element is written before it is read".to_string(),
        Reason::FullWrite { checked: true } => {
            "every element is written before it is read where the conditions hold".to_string()
        }
        Reason::PartialWrite { why, at } => format!("{} (line {})", not_full_text(*why), line(*at)),
        Reason::ReadAndWritten { read, written } => {
            format!("read (line {}) and written (line {})", line(*read), line(*written))
        }
        Reason::WhenNeeded { device, written, host_reads, host_writes } => {
            when_needed_text(*written, line(*device), host_reads.map(&line), host_writes.map(&line))
        }
        Reason::Uninitialised => "a new array with nothing in it yet".to_string(),
        Reason::Scalar => "a scalar that is only read".to_string(),
        Reason::ShapeOnly => "only its shape is asked".to_string(),
        Reason::Reduction => "a reduction".to_string(),
        Reason::OwnScalar => "a scalar that changes here, and is not read afterwards".to_string(),
        Reason::ReadAfter => "its last value is read after the loop".to_string(),
        Reason::Unknown { at } => format!("what happens to it cannot be followed (line {})", line(*at)),
    }
}

/// Why what a region writes need not come back.
pub const NOT_READ_AFTERWARDS: &str = "a temporary, not read afterwards";

/// What is checked on entry about a temporary.
pub fn held_by_nobody_else(name: &str) -> String {
    format!("nobody else holds {name}")
}

/// Why kept data may move, and when.
fn when_needed_text(written: bool, device: String, reads: Option<String>, writes: Option<String>) -> String {
    let regions = if written { "regions write it" } else { "regions only read it" };
    let host = match (reads, writes) {
        (None, None) => return format!("{regions} (line {device}), the host's code does not use it"),
        (Some(one), Some(other)) if one == other => format!("reads and writes it (line {one})"),
        (Some(reads), Some(writes)) => format!("reads it (line {reads}) and writes it (line {writes})"),
        (Some(reads), None) => format!("reads it (line {reads})"),
        (None, Some(writes)) => format!("writes it (line {writes})"),
    };
    format!("moved when a side needs it: {regions} (line {device}), the host's code {host}")
}

fn not_full_text(why: NotFull) -> &'static str {
    match why {
        NotFull::Conditional => "perhaps not all of it is written: a write under a condition",
        NotFull::IndexNotCovering => "perhaps not all of it is written: the indices do not cover it",
        NotFull::IndexUnknown => "perhaps not all of it is written: an index is known only in the loop",
        NotFull::Gaps => "its strides may leave gaps, which keep their values",
        NotFull::InCallee => "perhaps not all of it is written: a called function may return early",
        NotFull::ThroughAlias => "perhaps not all of it is written: a view or pointer that is not followed",
        NotFull::OneField => "only a part of each element is written",
    }
}

/// Why an inferred context does not keep something itself.
pub fn left_out_text(why: WhyLeftOut) -> &'static str {
    match why {
        WhyLeftOut::Rebound => "the name is bound inside to data that no variable shows before",
        WhyLeftOut::MappedInside => "a region inside maps it explicitly",
        WhyLeftOut::KeptInside => "a context inside keeps it",
    }
}

pub fn cannot_collapse(asked: u32, possible: u32, at: Span) -> Diagnostic {
    let message = format!("`collapse={asked}`, but only {possible} of these loops can be spread together");
    Diagnostic::warning(codes::CANNOT_COLLAPSE, message)
        .at(at, "the outer loop")
        .note("inner bounds must not depend on the outer loop, and nothing may come between the loops")
        .note("no iteration of an inner loop may read a variable that the previous one has assigned")
}

pub fn lost_writes(name: &str, entry: Span, region: Span) -> Diagnostic {
    Diagnostic::warning(codes::LOST_WRITES, format!("what the region writes to `{name}` is lost"))
        .at(entry, "sent to the device, never brought back")
        .also(region, "written here")
        .note("use `'tofrom'`, or leave the entry out to have the map inferred")
}

pub fn garbage_read(name: &str, entry: &MapEntry, read: Option<Span>) -> Diagnostic {
    let message = format!("the region reads `{name}`, which is not sent to the device");
    let label = format!("`'{}'` sends nothing", entry.map.keyword());
    let diagnostic = Diagnostic::warning(codes::GARBAGE_READ, message).at(entry.span, label);
    let diagnostic = match read {
        Some(read) => diagnostic.also(read, "may read what the region has not written"),
        None => diagnostic,
    };
    diagnostic.note("leave the entry out to have the map inferred")
}

pub fn garbage_back(name: &str, entry: &MapEntry, why: NotFull, at: Span) -> Diagnostic {
    let message = format!("elements of `{name}` that the region does not write come back as garbage");
    Diagnostic::warning(codes::GARBAGE_BACK, message)
        .at(entry.span, "nothing is sent, everything comes back")
        .also(at, not_full_text(why))
        .note("use `'tofrom'`, or leave the entry out to have the map inferred")
}

pub fn unused_entry(name: &str, at: Span) -> Diagnostic {
    Diagnostic::warning(codes::UNUSED_ENTRY, format!("the region does not use `{name}`"))
        .at(at, "this entry has no effect")
}

pub fn duplicate_entry(name: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_ENTRY, format!("`{name}` is mapped twice"))
        .at(at, "mapped again")
        .also(first, "mapped here")
        .note("keep one entry: `'tofrom'` is both `'to'` and `'from'`")
        .about_here(format!("entry at {first:?}"))
}

/// `variable`: where a local variable is declared; what else is wrong with it in the region is the same mistake.
pub fn unmappable(name: &str, at: Span, variable: Option<Span>) -> Diagnostic {
    unmappable_entry(name, at).about_here(variable.map(|span| format!("{span:?} in an offload region")))
}

fn unmappable_entry(name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(codes::UNMAPPABLE_ENTRY, format!("the Python object `{name}` cannot be mapped"))
        .at(at, "a Python object")
        .note("map a typed memoryview of it")
}

pub fn unmappable_views(name: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}`, a pointer to memoryviews, cannot be mapped");
    Diagnostic::error(codes::UNMAPPABLE_ENTRY, message)
        .at(at, "leads to memoryviews, which are of the host")
        .note("give what it leads to a name before, `x = p[0]`, and map that")
}

pub fn const_comes_back(name: &str, at: Span) -> Diagnostic {
    Diagnostic::error(codes::UNMAPPABLE_ENTRY, format!("`{name}` is const: nothing can come back to it"))
        .at(at, "would be written when the region is left")
        .note("map it `'to'`, or leave the entry out to have the map inferred")
}

pub fn unbounded_pointer(name: &str, at: Span, label: &str) -> Diagnostic {
    Diagnostic::error(codes::UNBOUNDED_POINTER, format!("how many elements `{name}` points to is not known"))
        .at(at, label)
        .note(format!("say it in the map: `{{{name}: ('tofrom', n)}}`"))
}

/// `holder`: the variable from which the address is read, if it has a name.
pub fn host_pointer(holder: Option<String>, at: Span) -> Diagnostic {
    let message = match holder {
        Some(name) => format!("a device cannot follow a pointer in `{name}`: it is a host address"),
        None => "a device cannot follow a pointer that is read from host memory".to_string(),
    };
    Diagnostic::error(codes::HOST_POINTER, message)
        .at(at, "followed here")
        .note("only pointers that are variables are mapped: assign it to one before the region, and map that, `device={p: ('to', n)}`")
}

/// `shows`: the view.
pub fn shown_by_value(name: &str, variable: Span, shows: &str, view: Span) -> Diagnostic {
    let message = format!("the region has a copy of `{name}`, and writes `{name}` through `{shows}`");
    Diagnostic::error(codes::SHOWN_BY_VALUE, message)
        .at(variable, "the copy, with the value from before the region")
        .also(view, format!("shows `{name}`"))
        .note(format!("use `{shows}` instead, or a copy of `{name}` that no view shows"))
}

pub fn reads_what_others_write(name: &str, read: Span, written: Span) -> Diagnostic {
    let message = format!("iterations of a parallel loop read elements of `{name}` that others write");
    Diagnostic::warning(codes::ORDER_IS_OPEN, message)
        .at(read, "read here, of another iteration")
        .also(written, "written here")
        .note("which of the two comes first is unspecified, on devices and on the host's threads")
}

pub fn one_element_of_all(name: &str, is_array: bool, at: Span) -> Diagnostic {
    let message = format!("all iterations of a parallel loop write one element of `{name}`");
    let diagnostic = Diagnostic::warning(codes::ORDER_IS_OPEN, message)
        .at(at, "which iteration's value remains is unspecified");
    own_element(diagnostic, name, is_array)
}

/// The writes are under a condition, and others read.
pub fn one_element_of_many(name: &str, is_array: bool, at: Span) -> Diagnostic {
    own_element(shared_elements(name, at), name, is_array)
}

/// All iterations write the elements, and read them.
pub fn shared_scratch(name: &str, is_array: bool, at: Span) -> Diagnostic {
    if is_array {
        return one_element_of_many(name, is_array, at);
    }
    shared_elements(name, at).note(format!(
        "iterations run at once. For scratch space of its own, give each thread a row (`{name}[threadid(), k]`, of \
         `np.empty((threads, n))`), or use a C array of a `cdef` function that the loop calls"
    ))
}

fn shared_elements(name: &str, at: Span) -> Diagnostic {
    let message =
        format!("iterations of a parallel loop share elements of `{name}` that they write and read");
    Diagnostic::warning(codes::ORDER_IS_OPEN, message)
        .at(at, "other iterations may write and read it at the same time")
}

fn own_element(diagnostic: Diagnostic, name: &str, is_array: bool) -> Diagnostic {
    if is_array {
        return diagnostic.note(format!(
            "threads share a C array that is declared outside the loop: to give each iteration its own, declare `{name}` in a \
             `cdef` function that the loop calls"
        ));
    }
    diagnostic.note(
        "an in-place operator on a local variable is a reduction, and the last iteration's value of a local variable is kept; \
         an array needs a row for each iteration",
    )
}

pub fn race(name: &str, operator: &str, race: &Race, at: Span) -> Diagnostic {
    let (severity, message) = match race {
        Race::Certain => {
            (Severity::Error, format!("all iterations race on one element of `{name}` by `{operator}`"))
        }
        Race::Possible(_) => {
            (Severity::Warning, format!("iterations may race on an element of `{name}` by `{operator}`"))
        }
    };
    let note = match race {
        Race::Certain => {
            "an in-place operator on a local variable is a reduction: add to one in the loop, and store it after the loop".to_string()
        }
        Race::Possible(Unless::Increases(array)) => format!(
            "if the numbers in `{array}` never decrease, each iteration has its own elements, and nothing is wrong"
        ),
        Race::Possible(Unless::Differ { from_memory: true }) => {
            "if no two iterations read the same index, each has its own elements, and nothing is wrong".to_string()
        }
        Race::Possible(Unless::Differ { from_memory: false }) => {
            "if the indices of different iterations never overlap, each has its own elements, and nothing is wrong"
                .to_string()
        }
    };
    let before = Span { end: at.start, ..at };
    let edit = Edit { span: before, replacement: "with atomic(): ".to_string() };
    Diagnostic::new(codes::RACE, severity, message).at(at, "read and written back").note(note).fix(
        "make the update atomic",
        vec![edit],
        Applicability::MaybeIncorrect,
    )
}

fn update_rewrite(title: String, changes: Vec<(Span, String)>, otherwise: String) -> Rewrite {
    let changes = changes.into_iter().map(|(at, arguments)| Change::UpdateBefore { at, arguments }).collect();
    Rewrite { title, changes, applicability: Applicability::MachineApplicable, otherwise }
}

/// `place`: where an `update` can be inserted that brings it back first.
pub fn stale_on_host(name: &str, at: Span, written: Span, entry: Span, place: Option<Span>) -> Diagnostic {
    let message = format!("host code reads old values of `{name}`: the newest are on the device");
    let diagnostic = Diagnostic::warning(codes::STALE_ON_HOST, message)
        .at(at, "reads the host's copy")
        .also(written, "the device's copy is written here")
        .also(entry, "on the device for the length of this block");
    let from = format!("{{{name}: 'from'}}");
    let in_words = format!("`update({from})` brings the device's copy back");
    match place {
        Some(place) => {
            let title = format!("bring `{name}` back first");
            diagnostic.rewrite(update_rewrite(title, vec![(place, from)], in_words))
        }
        None => diagnostic.note(in_words),
    }
}

/// `places`: where an `update` can be inserted that sends it first, and one before that brings it back, if
/// that is needed too.
pub fn stale_on_device(
    name: &str,
    at: Span,
    written: Span,
    entry: Span,
    places: Option<(Option<Span>, Span)>,
) -> Diagnostic {
    let message = format!("the device reads old values of `{name}`: the newest are on the host");
    let diagnostic = Diagnostic::warning(codes::STALE_ON_DEVICE, message)
        .at(at, "reads the device's copy")
        .also(written, "the host's copy is written here")
        .also(entry, "on the device for the length of this block");
    let to = format!("{{{name}: 'to'}}");
    let in_words = format!("`update({to})` sends the host's copy");
    match places {
        Some((None, place)) => {
            let title = format!("send `{name}` first");
            diagnostic.rewrite(update_rewrite(title, vec![(place, to)], in_words))
        }
        Some((Some(before), place)) => {
            let title = format!("bring `{name}` back before it is written, and send it first");
            let changes = vec![(before, format!("{{{name}: 'from'}}")), (place, to)];
            diagnostic.rewrite(update_rewrite(title, changes, in_words))
        }
        None => diagnostic.note(in_words),
    }
}

pub fn overwritten_on_host(name: &str, at: Span, entry: Span) -> Diagnostic {
    let message = format!("what host code writes to `{name}` is overwritten when the data context ends");
    Diagnostic::warning(codes::OVERWRITTEN_ON_HOST, message)
        .at(at, "written to the host's copy")
        .also(entry, "the device's copy comes back at the end")
        .note(format!("`update({{{name}: 'to'}})` after the write sends it to the device"))
}

pub fn lost_in_context(
    name: &str,
    map: MapType,
    entry: Span,
    region: Span,
    read: Option<Span>,
) -> Diagnostic {
    let label = match map {
        MapType::Alloc => "never brought back",
        _ => "sent to the device, never brought back",
    };
    let message = format!("what the device writes to `{name}` is lost when the data context ends");
    let diagnostic =
        Diagnostic::warning(codes::LOST_WRITES, message).at(entry, label).also(region, "written here");
    let diagnostic = match read {
        Some(read) => diagnostic.also(read, "read here"),
        None => diagnostic,
    };
    let wanted = if map == MapType::Alloc { "from" } else { "tofrom" };
    diagnostic
        .note(format!("use `'{wanted}'`, or `update({{{name}: 'from'}})` at the end of the block"))
        .about_here(format!("entry at {entry:?}"))
}

pub fn unset_in_context(
    name: &str,
    map: MapType,
    entry: Span,
    region: Span,
    read: Option<Span>,
) -> Diagnostic {
    let message = format!("the device reads `{name}`, which is not sent there");
    let label = format!("`'{}'` sends nothing", map.keyword());
    let diagnostic = Diagnostic::warning(codes::GARBAGE_READ, message)
        .at(entry, label)
        .about_here(format!("entry at {entry:?}"));
    match read {
        Some(read) => diagnostic.also(read, "may read what the region has not written"),
        None => diagnostic.also(region, "only read here"),
    }
}

/// `at`: the region or context.
pub fn partial_overlap(names: [&str; 2], at: Span, places: [Span; 2], written: &str) -> Diagnostic {
    let [first, second] = names;
    let message = format!("`{first}` and `{second}` overlap in part, and `{written}` is written");
    let mut diagnostic = Diagnostic::warning(codes::PARTIAL_OVERLAP, message)
        .at(at, "at run time a `ValueError`, unless one holds no elements that the other lacks");
    for (name, place) in names.into_iter().zip(places) {
        diagnostic = diagnostic.also(place, format!("`{name}`"));
    }
    diagnostic.note("use the view that both are parts of, with an offset")
}

/// A data context in which nothing uses a device.
pub struct IdleContext {
    /// What it keeps on the device, if that is not inferred, and which of that it brings back.
    pub names: Vec<String>,
    pub overwritten: Vec<String>,
    pub at: Span,
    /// The first loop in it.
    pub looped: Option<(Span, IdleLoop)>,
}

/// A loop of the host that the user may have meant for the device.
pub enum IdleLoop {
    /// Over a range, with this variable.
    Range(String),
    While,
    Prange,
    /// A block of threads.
    Parallel,
}

pub fn idle_context(context: &IdleContext) -> Diagnostic {
    let label = match context.names.as_slice() {
        [] => "has no effect".to_string(),
        names => format!("keeps {} on the device for nothing", listed(names)),
    };
    let mut diagnostic =
        Diagnostic::warning(codes::UNUSED_CONTEXT, "nothing in this data context uses a device")
            .at(context.at, label);
    if let Some((at, _)) = &context.looped {
        diagnostic = diagnostic.also(*at, "runs on the host");
    }
    let note = match context.looped.as_ref().map(|(_, kind)| kind) {
        Some(IdleLoop::Range(name)) => {
            format!("`for {name} in prange(..., device={{}})` runs the iterations on the device")
        }
        Some(IdleLoop::Prange) => "with `device={}` the `prange` runs on the device".to_string(),
        Some(IdleLoop::Parallel) => "with `device={}` the `parallel` block runs on the device".to_string(),
        Some(IdleLoop::While) | None => {
            "regions use it: `prange` loops and `parallel` blocks with `device={}`".to_string()
        }
    };
    diagnostic = diagnostic.note(note);
    match context.overwritten.as_slice() {
        [] => diagnostic,
        names => diagnostic
            .note(format!("what the host writes to {} is overwritten when the context ends", listed(names))),
    }
}

/// A loop of the host that sends data again.
pub struct Resent {
    /// What is sent again.
    pub names: Vec<String>,
    pub looped: Span,
    /// The regions that send it, and the calls in the loop that reach them.
    pub regions: Vec<(Span, Option<Span>)>,
    /// For a context around the loop, with their map types; `None` if it must be inferred.
    pub entries: Option<Vec<(String, &'static str)>>,
    pub has_fix: bool,
}

pub fn resent(resent: &Resent) -> Diagnostic {
    let names = listed(&resent.names);
    let (verb, object) = if resent.names.len() == 1 { ("is", "it") } else { ("are", "them") };
    let message = format!("{names} {verb} sent to the device in every iteration of a loop");
    let mut diagnostic = Diagnostic::advice(codes::RESENT_EACH_ROUND, message)
        .at(resent.looped, format!("nothing on the host changes {object} in this loop"));
    for (region, call) in &resent.regions {
        if let Some(call) = call {
            diagnostic = diagnostic.also(*call, "called here");
        }
        diagnostic = diagnostic.also(*region, "sent here");
    }
    diagnostic.secondary.dedup();
    if resent.has_fix {
        let (title, arguments) = match &resent.entries {
            Some(entries) => {
                let spelled: Vec<String> =
                    entries.iter().map(|(name, map)| format!("{name}: '{map}'")).collect();
                let kept: Vec<String> = entries.iter().map(|(name, _)| name.clone()).collect();
                let title = format!("keep {} on the device while the loop runs", listed(&kept));
                (title, format!("{{{}}}", spelled.join(", ")))
            }
            None => {
                let title = "keep data on the device while the loop runs; what a side needs is moved then";
                (title.to_string(), String::new())
            }
        };
        let changes = vec![Change::ContextAround { at: resent.looped, arguments: arguments.clone() }];
        let applicability = Applicability::MachineApplicable;
        let otherwise = format!("keep data on the device: put `with device({arguments}):` around the loop");
        diagnostic = diagnostic.rewrite(Rewrite { title, changes, applicability, otherwise });
    }
    diagnostic.note("the directive `auto_context=True` keeps data on the device in every such loop")
}

/// Of more names, the first are listed, and the others counted.
const MOST_LISTED: usize = 12;

/// `a`, `b` and `c`
fn listed(names: &[String]) -> String {
    if names.len() > MOST_LISTED {
        let first: Vec<String> = names[..MOST_LISTED / 2].iter().map(|name| format!("`{name}`")).collect();
        return format!("{} and {} others", first.join(", "), names.len() - first.len());
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => quoted.concat(),
    }
}
