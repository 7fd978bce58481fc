//! What a region, or a section of the host's code, does to each of its captures: an abstract walk over its body
//! and the functions that it calls.
//!
//! The walk follows integers as [`Value`]s (index forms) and views as [`ViewValue`]s (parts of
//! captures) and lists every [`Access`]. Calls are walked into with their arguments, so a callee's
//! accesses are known as exactly as the caller's; recursion, depth and size are bounded. What cannot
//! be followed counts as reading and writing everything that it might reach: in a region that is its
//! captures; host code may reach any data, and then the walk is lost.

mod access;
mod apart;
mod call;
mod carried;
pub mod display;
mod parts;
mod paths;
mod pointer;
mod statement;
mod value;
mod view;

use std::collections::{BTreeSet, HashMap};

pub use parts::{Part, tell_apart};
pub use value::Value;
pub use view::ViewValue;

use super::affine::Form;
use super::bounds::Loops;
use super::entries::Entries;
use super::plan::NotFull;
use crate::base::{Statement, StmtId};
use crate::pass::LocalSet;
use crate::pass::origin::Origins;
use crate::pass::storage::Storage;
use crate::source::Span;
use crate::tir::{
    Block, Expr, For, Function, FunctionId, HostSectionId, LocalId, Module, Region, RegionId, Stmt, StmtKind,
    Subject, walk,
};
use crate::ty::Ty;
use paths::Paths;

/// Everything that was found about a region.
#[derive(Debug, Default)]
pub struct Effects {
    /// In the order in which one thread would run them.
    pub accesses: Vec<Access>,
    pub loops: Loops,
    pub entries: Entries,
    /// In-place operators on elements.
    pub updates: Vec<Update>,
    /// Where host code does something that may use any data, captured or not.
    pub lost: Option<Span>,
    /// Whether C code is among that, which may also use arrays that live on devices: Python's code does not reach those.
    pub lost_in_c: bool,
    /// The indices of views that are checked, except those in functions that are called.
    checks: HashMap<StmtId, IndexCheck>,
}

impl Effects {
    /// What was found about a statement of the region that checks an index.
    pub fn check(&self, stmt: &Stmt) -> Option<&IndexCheck> {
        self.checks.get(&stmt.id())
    }
}

/// Where the code being walked is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Region(RegionId),
    Host(HostSectionId),
    /// The body of a function alone; what it calls is not walked.
    Body,
}

/// A [`crate::tir::CheckKind::Index`].
#[derive(Clone, Debug)]
pub struct IndexCheck {
    /// Before it is wrapped around.
    pub index: Option<Value>,
    pub extent: Option<Value>,
    /// Outermost first.
    pub loops: Vec<u32>,
    /// It happens in every iteration of its loops, unless something fails before.
    pub certain: bool,
    /// These are not negative there: checks before it have passed.
    pub known: Vec<Form>,
}

/// One read or write in the text of the region, for all the iterations of the loops around it.
#[derive(Clone, Debug)]
pub struct Access {
    /// The index of the capture in the region.
    pub capture: usize,
    pub write: bool,
    /// Per dimension of the capture; `None` if no form is known. Empty if it has no dimensions.
    pub indices: Vec<Option<Value>>,
    /// Outermost first.
    pub loops: Vec<u32>,
    /// Why it may not happen in every iteration of its loops, or not to the whole element.
    pub uncertain: Option<(NotFull, Span)>,
    /// In an update that no other iteration can come between.
    pub atomic: bool,
    pub span: Span,
}

/// `x[i] += y`
#[derive(Clone, Debug)]
pub struct Update {
    pub access: Access,
    /// With its `=`.
    pub operator: &'static str,
    /// Of the indices, those that are parts of a loop's variable.
    pub parts: Vec<Part>,
}

/// How many statements and calls one region's walk may visit before it gives up.
const MAX_STEPS: usize = 20_000;
const MAX_CALLS: usize = 12;
/// More passed checks than this are not remembered.
const MAX_KNOWN: usize = 48;

/// What is known about the function around host code.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// How its objects were created.
    pub origins: &'a Origins<'a>,
    /// The variables that views may show.
    pub storage: &'a Storage<'a>,
}

/// Finds the effects of a region, or of host code dressed up as one. `around`: present for a section of host code.
pub fn effects(
    module: &Module,
    function: FunctionId,
    region: &Region,
    place: Place,
    around: Option<Around<'_>>,
) -> Effects {
    let mut walker = Walker::new(module, function, region, place);
    walker.host = around;
    walker.know_host_loops(place);
    // Code around the section is not part of it.
    (walker.found.lost, walker.found.lost_in_c) = (None, false);
    walker.block(&region.body);
    walker.found.lost_in_c |= walker.unknown_views == UnknownViews { made: true, used: true };
    if let Some(span) = walker.gave_up {
        walker.everything(span);
        walker.found.checks.clear();
        for access in &mut walker.found.accesses {
            access.uncertain.get_or_insert((NotFull::ThroughAlias, span));
        }
    }
    walker.found
}

struct Walker<'a> {
    module: &'a Module,
    on_host: bool,
    walks_calls: bool,
    host: Option<Around<'a>>,
    /// The region's function: entry symbols refer to its locals.
    region_function: &'a Function,
    captures: HashMap<Subject, usize>,
    capture_types: Vec<Ty>,
    found: Effects,
    position: Position,
    frame: Frame,
    /// The functions being walked, outermost first; for recursion.
    calls: Vec<FunctionId>,
    steps: usize,
    gave_up: Option<Span>,
    unknown_views: UnknownViews,
}

/// Whether a section of host code makes a view of data that is not a capture, and uses one that may be such a view.
#[derive(Default, PartialEq, Eq)]
struct UnknownViews {
    made: bool,
    used: bool,
}

/// The place that the walk has reached.
#[derive(Default)]
struct Position {
    /// The loops around it.
    around: Vec<u32>,
    paths: Paths,
    /// What checks on the way here have found not to be negative.
    known: Vec<Form>,
    uncertain: Option<(NotFull, Span)>,
    /// Of what is being read: a part of an expression that need not be evaluated.
    perhaps: Option<(NotFull, Span)>,
    atomic: bool,
}

/// What is known about the locals of the function being walked.
#[derive(Clone, Default)]
struct Frame {
    /// `Some(None)`: assigned, and nothing is known.
    values: HashMap<LocalId, Option<Value>>,
    views: HashMap<LocalId, ViewValue>,
    /// What pointers point into, if that is known.
    pointers: HashMap<LocalId, BTreeSet<usize>>,
    /// The element that pointers point to, if that is one of what another pointer pointed to on entry.
    places: HashMap<LocalId, (usize, Value)>,
    /// The elements that were last copied into locals.
    copies: HashMap<LocalId, Expr>,
    /// Locals that are parts of a loop's variable.
    parts: HashMap<LocalId, Part>,
    /// The frame of the region itself: locals that it never assigns are known on entry.
    is_region: bool,
    /// The locals of which no value on entry is used: in a region and in a function that is called, those that are
    /// assigned anywhere.
    assigned: LocalSet,
    /// Those whose address is taken: they may change unseen, and nothing is known of them.
    pinned: LocalSet,
}

impl<'a> Walker<'a> {
    fn new(module: &'a Module, function: FunctionId, region: &Region, place: Place) -> Walker<'a> {
        let region_function = &module.functions[function];
        let captures: HashMap<Subject, usize> = region
            .captures
            .iter()
            .enumerate()
            .map(|(index, capture)| (capture.subject.clone(), index))
            .collect();
        let capture_types = region
            .captures
            .iter()
            .map(|capture| subject_type(module, region_function, &capture.subject))
            .collect();
        // Host code runs in order: what it assigns has its old value until then.
        let mut frame = Frame { is_region: true, ..Frame::of(&region.body) };
        if !matches!(place, Place::Region(_)) {
            frame.assigned = LocalSet::default();
            // Other code may have their addresses.
            frame.pinned.extend(walk::addressed(&region_function.body));
        }
        Walker {
            module,
            on_host: !matches!(place, Place::Region(_)),
            walks_calls: place != Place::Body,
            host: None,
            region_function,
            captures,
            capture_types,
            found: Effects::default(),
            position: Position::default(),
            frame,
            calls: vec![function],
            steps: 0,
            gave_up: None,
            unknown_views: UnknownViews::default(),
        }
    }

    /// The captures of data that code could reach in ways that are not followed; for host code that is lost there,
    /// the views that perhaps nobody else has.
    fn reachable(&self) -> BTreeSet<usize> {
        let is_reached = |ty: &Ty| if self.on_host { ty.memoryview().is_some() } else { has_data(ty) };
        (0..self.capture_types.len()).filter(|&index| is_reached(&self.capture_types[index])).collect()
    }

    /// Everything may be read and written.
    fn everything(&mut self, span: Span) {
        self.lose(span);
        for capture in self.reachable() {
            self.touch_whole(capture, span);
        }
    }

    /// What host code does here may affect data that is not a capture.
    fn lose(&mut self, span: Span) {
        self.lose_to_python(span);
        self.found.lost_in_c |= self.on_host;
    }

    /// The same for what Python's code does.
    fn lose_to_python(&mut self, span: Span) {
        if self.on_host {
            self.found.lost.get_or_insert(span);
        }
    }

    /// A view of unknown data is made.
    fn meet_unknown_view(&mut self, span: Span) {
        self.lose_to_python(span);
        self.unknown_views.made = true;
    }

    /// The captures that a view may show of which nothing is known.
    fn shown_by_any(&mut self) -> BTreeSet<usize> {
        self.unknown_views.used = true;
        self.reachable()
    }
}

/// The counted loops around a place, outermost first.
fn loops_around(block: &Block, place: Place) -> Option<Vec<&For>> {
    for stmt in block {
        let is_place = match stmt.kind {
            StmtKind::Offload(id) => place == Place::Region(id),
            StmtKind::HostAccess(id) => place == Place::Host(id),
            _ => false,
        };
        if is_place {
            return Some(Vec::new());
        }
        for inner in walk::blocks(stmt) {
            let Some(mut found) = loops_around(inner, place) else { continue };
            if let StmtKind::For(looped) = &stmt.kind
                && std::ptr::eq(inner, &looped.body)
            {
                found.insert(0, looped);
            }
            return Some(found);
        }
    }
    None
}

/// Whether there is memory behind a value of the type that others can also reach.
pub fn has_data(ty: &Ty) -> bool {
    matches!(
        ty,
        Ty::Memoryview(_)
            | Ty::Pointer { .. }
            | Ty::Array { .. }
            | Ty::Struct(_)
            | Ty::Tuple(_)
            | Ty::Object(_)
            | Ty::Error
    )
}

/// The type of what is mapped.
pub fn subject_type(module: &Module, function: &Function, subject: &Subject) -> Ty {
    match subject {
        Subject::Local(id) => function.locals[*id].ty.clone(),
        Subject::Global(id) => module.globals[*id].ty.clone(),
    }
}

impl Frame {
    fn of(block: &[crate::tir::Stmt]) -> Frame {
        let mut frame = Frame { assigned: LocalSet::assigned_in(block), ..Frame::default() };
        walk::all_expressions(block, &mut |expr| {
            if let crate::tir::ExprKind::AddressOf(place) = &expr.kind {
                frame.pinned.extend(walk::assigned_local(place));
            }
        });
        frame
    }
}
