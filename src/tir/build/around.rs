//! What is known of the place under construction.

use std::collections::{HashMap, HashSet};

use super::parallel::Broke;
use super::reductions::Open;
use crate::source::Span;
use crate::tir::LocalId;

/// What is around the place under construction.
#[derive(Default)]
pub(super) struct Around {
    /// Loops to which `break` and `continue` may refer: none outside an offload region.
    pub loop_depth: u32,
    /// Counters of loops that are never negative.
    pub not_negative: HashSet<LocalId>,
    /// What a `break` of the parallel loop sets, if the loop has an `else`.
    pub broke: Option<Broke>,
    /// Bodies of `try`: what a failing operation was to assign to a variable must not show.
    pub try_depth: u32,
    pub prange_depth: u32,
    /// Parallel loops: the place runs in their iterations.
    pub in_iterations: bool,
    /// Reductions of the parallel loops, with the place of the first operator.
    pub reductions: Vec<Open>,
    /// Variables of Python objects that the parallel code binds.
    pub shared_objects: HashSet<LocalId>,
    /// An offload region: what it may not contain is reported when it is outlined.
    pub in_region: bool,
    /// The header of the offload region.
    pub region: Option<Span>,
    /// Data contexts.
    pub context_depth: u32,
    /// Lines are reported to what traces them; where the statement begins that has reported the last one.
    pub lines: bool,
    pub line_at: Option<u32>,
}

/// Which references are held where, and how long.
#[derive(Default)]
pub(super) struct References {
    /// Owned locals that may hold a reference here.
    pub maybe_bound: HashSet<LocalId>,
    /// The object of a field is held while other code runs.
    pub hold_objects: bool,
    /// An argument is being built: a temporary lives longer than the call.
    pub lends_temporaries: bool,
    /// The views that regions have of `bytes` variables.
    pub bytes_views: HashMap<LocalId, LocalId>,
}
