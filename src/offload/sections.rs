//! What each section of the host's code does to data that may be kept on a device.
//!
//! A section is analysed as if it were a region: its captures are the views that it names, its conditions and
//! bounds refer to the locals as they are at its marker. Unlike a region, whose data is moved as one piece,
//! each part that it uses is reported separately: two rows of a matrix are not the matrix.

use super::affine::Form;
use super::bounds::Facts;
use super::cover;
use super::effects::{self, Access, Around, Effects, Place};
use super::extents::{self, Hull, MAX_ACCESSES};
use super::infer::extent_of;
use super::plan::{Condition, Effect, Extent, FunctionPlan, HostAccess, HostPlan};
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::pass::origin::Origins;
use crate::pass::storage::{ModuleStorage, Storage};
use crate::source::Span;
use crate::tir::build::statement_can_fail;
use crate::tir::{
    Block, Capture, Clauses, DeviceClause, Expr, ExprKind, Function, FunctionId, HostSection, HostSectionId,
    Module, Region, Stmt, StmtKind, Subject, walk,
};

/// Plans the host sections of a function.
pub fn sections(
    module: &Module,
    shown: &ModuleStorage,
    id: FunctionId,
    origins: &Origins<'_>,
    plan: &mut FunctionPlan,
) {
    let function = &module.functions[id];
    if function.host_sections.is_empty() {
        return;
    }
    let storage = Storage::of(module, shown, function);
    let around = Around { origins, storage: &storage };
    for (section, statements) in covered(&function.body, function) {
        plan.host.insert(section, host_plan(module, id, around, section, statements));
    }
}

/// The markers in a block, in the order of the text, with the statements that they stand for.
pub fn covered<'a>(block: &'a [Stmt], function: &Function) -> Vec<(HostSectionId, &'a [Stmt])> {
    let mut found = Vec::new();
    collect(block, function, &mut found);
    found
}

fn collect<'a>(block: &'a [Stmt], function: &Function, found: &mut Vec<(HostSectionId, &'a [Stmt])>) {
    for (index, stmt) in block.iter().enumerate() {
        if let StmtKind::HostAccess(id) = stmt.kind {
            let rest = &block[index + 1..];
            let count = function.host_sections[id].statements.min(rest.len());
            found.push((id, &rest[..count]));
        }
        walk::blocks(stmt).into_iter().for_each(|inner| collect(inner, function, found));
    }
}

fn host_plan(
    module: &Module,
    id: FunctionId,
    around: Around<'_>,
    section: HostSectionId,
    statements: &[Stmt],
) -> HostPlan {
    let function = &module.functions[id];
    let dressed = dressed(function, around.storage, &function.host_sections[section], statements);
    let mut effects = effects::effects(module, id, &dressed, Place::Host(section), Some(around));
    // Code that fails may leave unwritten what it would have written.
    let mut can_fail = effects.lost.is_some();
    walk::statements(&dressed.body, &mut |stmt| can_fail |= statement_can_fail(stmt));
    let mut accesses = Vec::new();
    for (index, capture) in dressed.captures.iter().enumerate() {
        let variable = variable(module, function, capture);
        let used = Used { subject: &capture.subject, variable, index, can_fail };
        accesses.extend(used.accesses(&mut effects));
    }
    // If two views show the same data, one that is read needs it before the other is overwritten.
    accesses.sort_by_key(|access: &HostAccess| !access.effect.reads);
    let any_array = effects.lost_in_c && !planted::has(Fault::ArrayLostInC);
    HostPlan { accesses, anything: effects.lost, any_array }
}

/// The section as a region, whose captures also include the variables that views may show: its code, or what
/// that calls, may use them by name.
fn dressed(function: &Function, storage: &Storage<'_>, section: &HostSection, statements: &[Stmt]) -> Region {
    let mut body = statements.to_vec();
    let header = section.header.iter().cloned();
    body.extend(header.map(|expr| Stmt::new(StmtKind::Eval(expr), section.span)));
    let given = section.results.iter().map(|result| (result.clone(), result.clone()));
    body.extend(given.map(|(place, value)| Stmt::new(StmtKind::Assign { place, value }, section.span)));
    let mut region = dress(function, body, section.span);
    let shown = storage.subjects().into_iter();
    region.captures.extend(shown.map(|subject| Capture { subject, span: section.span }));
    region
}

fn variable(module: &Module, function: &Function, capture: &Capture) -> Expr {
    let ty = effects::subject_type(module, function, &capture.subject);
    match capture.subject {
        Subject::Local(id) => Expr::local(id, ty, capture.span),
        Subject::Global(id) => Expr::new(ExprKind::Global(id), ty, capture.span),
    }
}

/// Host code as if it were a region: its captures are the views that it names.
pub fn dress(function: &Function, body: Block, span: Span) -> Region {
    let mut seen = LocalSet::default();
    let mut captures = Vec::new();
    walk::all_expressions(&body, &mut |expr| {
        let view = expr.as_local().filter(|&local| function.locals[local].ty.memoryview().is_some());
        if let Some(local) = view.filter(|&local| seen.insert(local)) {
            captures.push(Capture { subject: Subject::Local(local), span: expr.span });
        }
    });
    Region {
        clause: DeviceClause { entries: Vec::new(), counts: Vec::new(), span },
        clauses: Clauses::default(),
        body,
        of_device: None,
        captures,
        results: Vec::new(),
        may_fail: false,
        contexts: Vec::new(),
        coherent: true,
        sharing: Vec::new(),
        span,
    }
}

/// A view that a section names, or a variable that views may show.
struct Used<'a> {
    subject: &'a Subject,
    variable: Expr,
    /// Its place among the captures.
    index: usize,
    can_fail: bool,
}

/// A part of it, and what is done to it.
struct Piece {
    hull: Hull,
    reads: bool,
    writes: bool,
    /// What must hold for all of it to be written.
    covered: Option<Facts>,
}

/// If one view has more parts than this, they are reported as one.
const MAX_PIECES: usize = 6;
/// Parts whose ends are no further apart than this are reported as one.
const NEAR: i128 = 4;

impl Used<'_> {
    fn accesses(&self, effects: &mut Effects) -> Vec<HostAccess> {
        let of_this = |access: &&Access| access.capture == self.index;
        let accesses: Vec<Access> = effects.accesses.iter().filter(of_this).cloned().collect();
        let mut pieces = self.pieces(&accesses, effects).unwrap_or_default();
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            pieces = self.together(&accesses, effects);
        }
        let reported: Vec<HostAccess> =
            pieces.into_iter().map(|piece| self.reported(piece, effects)).collect();
        // What is done to all of a view need not be repeated for its parts.
        let all = reported.iter().filter(|access| matches!(access.extent, Extent::Whole));
        let (reads, writes) = all.fold((false, false), |(reads, writes), access| {
            (reads || access.effect.reads, writes || access.effect.writes)
        });
        let says_more = |access: &HostAccess| {
            matches!(access.extent, Extent::Whole)
                || access.effect.reads && !reads
                || access.effect.writes && !writes
        };
        reported.into_iter().filter(says_more).collect()
    }

    /// The elements along each axis; a number or a struct has none.
    fn extents(&self, effects: &mut Effects) -> Option<Vec<Form>> {
        let Some(view) = self.variable.ty.memoryview() else {
            let lengths = self.variable.ty.array_lengths();
            return lengths.iter().map(|length| Some(Form::constant(length.known()?.into()))).collect();
        };
        (0..view.ndim()).map(|axis| effects.entries.form(extent_of(&self.variable, axis))).collect()
    }

    fn extent(&self, hull: &Hull, effects: &Effects) -> (Extent, Vec<Condition>) {
        extents::extent(hull, &self.variable, effects, self.variable.span)
    }

    /// The parts one by one.
    fn pieces(&self, accesses: &[Access], effects: &mut Effects) -> Option<Vec<Piece>> {
        let extents = self.extents(effects)?;
        if accesses.len() > MAX_ACCESSES {
            return None;
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for (at, access) in accesses.iter().enumerate() {
            if !access.write && accesses[..at].iter().any(|write| is_written_before(write, access, effects)) {
                continue;
            }
            let hull = extents::hull(&[access], &extents, effects);
            let covered = if access.write { covers(access, &hull, &extents, effects) } else { None };
            let piece = Piece { hull, reads: !access.write, writes: access.write, covered };
            if let Some(piece) = join(&mut pieces, piece) {
                pieces.push(piece);
            }
        }
        Some(pieces)
    }

    /// The hull of all parts, if it has a simple description, otherwise the view.
    fn together(&self, accesses: &[Access], effects: &mut Effects) -> Vec<Piece> {
        let (reads, writes) =
            (accesses.iter().any(|access| !access.write), accesses.iter().any(|access| access.write));
        if !reads && !writes {
            return Vec::new();
        }
        let extents = self.extents(effects);
        let refs: Vec<&Access> = accesses.iter().collect();
        let hull = extents.map(|extents| extents::hull(&refs, &extents, effects));
        let nothing_known = || Hull { axes: Vec::new(), facts: Facts::default() };
        let hull = hull.filter(|hull| self.is_plain(hull, effects)).unwrap_or_else(nothing_known);
        vec![Piece { hull, reads, writes, covered: None }]
    }

    fn is_plain(&self, hull: &Hull, effects: &Effects) -> bool {
        let (extent, _) = self.extent(hull, effects);
        let mut plain = true;
        for range in extent.section().into_iter().flatten() {
            for bound in [&range.start, &range.stop] {
                walk::expression(bound, &mut |expr| plain &= !matches!(expr.kind, ExprKind::MinMax(..)));
            }
        }
        plain
    }

    fn reported(&self, piece: Piece, effects: &Effects) -> HostAccess {
        let (extent, extent_conditions) = self.extent(&piece.hull, effects);
        // A part that cannot be described is all of the view, and is not known to be overwritten.
        let is_reported = extent.section().is_some() || piece.hull.axes.iter().all(Option::is_none);
        let is_covered = is_reported && piece.writes && !piece.reads && !self.can_fail;
        let covered = piece.covered.filter(|_| is_covered);
        HostAccess {
            subject: self.subject.clone(),
            effect: Effect { reads: piece.reads, writes: piece.writes },
            extent,
            extent_conditions,
            overwritten: covered.and_then(|facts| facts.conditions(&effects.entries, self.variable.span)),
        }
    }
}

fn is_written_before(write: &Access, read: &Access, effects: &Effects) -> bool {
    write.write && cover::written_before(write, read, effects).is_some_and(|facts| facts.is_empty())
}

/// What must hold for a write to cover all of its hull. Code that leaves the view without a check is wrong in
/// any case.
fn covers(write: &Access, hull: &Hull, extents: &[Form], effects: &Effects) -> Option<Facts> {
    let covered = cover::covered(write, effects).ok()?;
    for ((axis, extent), hull) in covered.axes.iter().zip(extents).zip(&hull.axes) {
        let whole = (Form::default(), extent.clone());
        let (start, stop) = hull.as_ref().unwrap_or(&whole);
        if axis.start != *start || axis.stop != *stop {
            return None;
        }
    }
    let mut facts = covered.facts;
    facts.union(hull.facts.clone())?;
    Some(facts)
}

/// Adds a part to one that is the same or near; returns it if there is none.
fn join(pieces: &mut [Piece], piece: Piece) -> Option<Piece> {
    for known in pieces.iter_mut() {
        let Some(axes) = joined(&known.hull, &piece.hull) else { continue };
        let mut facts = known.hull.facts.clone();
        if facts.union(piece.hull.facts.clone()).is_none() {
            continue;
        }
        let kept = known.covered.take().filter(|_| known.hull.axes == axes);
        known.covered = kept.or(piece.covered.filter(|_| piece.hull.axes == axes));
        known.reads |= piece.reads;
        known.writes |= piece.writes;
        known.hull = Hull { axes, facts };
        return None;
    }
    Some(piece)
}

/// From and to, where both are known.
type Axis = Option<(Form, Form)>;
type Axes = Vec<Axis>;

/// The hull of two parts whose ends are near.
fn joined(one: &Hull, other: &Hull) -> Option<Axes> {
    if one.axes.len() != other.axes.len() {
        return None;
    }
    let outer = |one: &Form, other: &Form, least: bool| -> Option<Form> {
        let difference = other.subtract(one)?.as_constant().filter(|difference| difference.abs() <= NEAR)?;
        Some(if (difference < 0) == least && difference != 0 { other.clone() } else { one.clone() })
    };
    let axis = |(one, other): (&Axis, &Axis)| match (one, other) {
        (None, None) => Some(None),
        (Some(one), Some(other)) => {
            Some(Some((outer(&one.0, &other.0, true)?, outer(&one.1, &other.1, false)?)))
        }
        _ => None,
    };
    one.axes.iter().zip(&other.axes).map(axis).collect()
}
