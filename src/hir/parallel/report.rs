//! The messages about parallel blocks and loops.

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

fn misused(message: impl Into<String>, span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_CLAUSE, message).at(span, label)
}

pub fn clause_value(clause: &str, expected: &str, span: Span) -> Diagnostic {
    misused(format!("`{clause}` must be {expected}"), span, "not that")
}

pub fn chunks_without_schedule(span: Span) -> Diagnostic {
    misused("`chunksize` without a `schedule`", span, "chunks of which schedule?")
        .note("write `schedule='static'`, `'dynamic'` or `'guided'`")
}

pub fn chunks_at_run_time(span: Span) -> Diagnostic {
    misused("`schedule='runtime'` takes no `chunksize`", span, "determined at run time")
}

pub fn nested_block(span: Span, outer: Span) -> Diagnostic {
    misused("a parallel block inside parallel code", span, "its threads are running already")
        .also(outer, "the code around it")
        .note("only `prange` loops may be nested")
}

pub fn left_before_loop(word: &str, span: Span, prange: Span) -> Diagnostic {
    misused(
        format!("a `{word}` out of a parallel block before one of its loops"),
        span,
        "a thread that leaves here",
    )
    .also(prange, "is missing here, where the others would wait for it for ever")
    .note("leave inside the loop, which all threads leave together, or after the last loop")
}

pub fn threads_of_block(is_said: bool, span: Span, outer: Span) -> Diagnostic {
    let note = if is_said { "the block already says it" } else { "write it there" };
    misused("`num_threads` of a loop in a parallel block", span, "the block's threads run it")
        .also(outer, "the block")
        .note(note)
}

pub fn serial_region(target: Option<&str>, span: Span, region: Span) -> Diagnostic {
    let message = "no loop of this region is a `prange`: one thread of the device runs all of it";
    Diagnostic::warning(codes::SERIAL_REGION, message)
        .at(span, "runs on one thread")
        .also(region, "the region")
        .note(match target {
            Some(target) => format!("`for {target} in prange(...)` spreads the iterations over the device"),
            None => "a `for` loop with `prange` spreads its iterations over the device".to_string(),
        })
}

pub fn counter_assigned(name: &str, span: Span, construct: Span) -> Diagnostic {
    let message = format!("`{name}`, the variable of a parallel loop, is assigned in the loop");
    Diagnostic::warning(codes::COUNTER_ASSIGNED, message)
        .at(span, "which iteration comes next does not depend on it")
        .also(construct, "the loop")
        .note("use another variable; to skip elements, give the loop a step: `prange(0, n, 2)`")
}

pub fn released_twice(span: Span) -> Diagnostic {
    Diagnostic::error(codes::GIL_STATE, "the GIL is released already")
        .at(span, "`nogil=True` has nothing to release")
}

pub fn reduced_in_block(name: &str, span: Span, construct: Span) -> Diagnostic {
    misused(format!("`{name}` is reduced in a parallel block"), span, "outside of a `prange`")
        .also(construct, "the block")
        .note(format!("only loops reduce; for a variable of each thread write `{name} = {name} + ...`"))
}

pub fn assigned_in_both(name: &str, span: Span, outer: Span) -> Diagnostic {
    misused(format!("`{name}` is assigned in a parallel block and in a loop inside"), span, "in the loop")
        .also(outer, "outside of it, where each thread has its own")
        .note("use another variable for one of the two")
}

pub fn view_assigned(name: &str, span: Span, construct: Span) -> Diagnostic {
    misused(format!("the memoryview `{name}` is assigned in parallel code"), span, "all threads share it")
        .also(construct, "the parallel code")
        .note("bind it before, or use its elements")
}
