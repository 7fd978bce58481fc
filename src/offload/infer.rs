//! The map table of the dialect: from effects to how each capture moves, with the reason.

use super::affine::Form;
use super::bounds::Facts;
use super::cover::{self, Covered, Part};
use super::effects::{Access, Effects, subject_type};
use super::extents::{self, Hull};
use super::plan::{CapturePlan, Condition, Effect, Extent, NotFull, Reason, Relation, Transfer};
use super::touched;
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Capture, Expr, ExprKind, Function, FunctionId, MapEntry, MapType, Module, Region, StmtKind,
    Subject, walk,
};
use crate::ty::{Contiguity, Length, Memoryview, Ty};

/// A region as the inference sees it.
pub struct Facets<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub region: &'a Region,
}

impl<'a> Facets<'a> {
    pub fn new(module: &'a Module, function: FunctionId, region: &'a Region) -> Facets<'a> {
        Facets { module, function: &module.functions[function], region }
    }

    pub fn entry(&self, subject: &Subject) -> Option<&'a MapEntry> {
        self.region.clause.entries.iter().find(|entry| entry.subject == *subject)
    }

    pub fn ty(&self, subject: &Subject) -> Ty {
        subject_type(self.module, self.function, subject)
    }

    fn expr(&self, capture: &Capture) -> Option<Expr> {
        let ty = self.ty(&capture.subject);
        match &capture.subject {
            Subject::Local(id) => Some(Expr::local(*id, ty, capture.span)),
            Subject::Global(id) => Some(Expr::new(ExprKind::Global(*id), ty, capture.span)),
        }
    }

    /// Why the value of a scalar comes back, if it does.
    fn result_reason(&self, subject: &Subject) -> Option<Reason> {
        let Subject::Local(local) = subject else { return None };
        let mut reason = self.region.results.contains(local).then_some(Reason::ReadAfter);
        walk::statements(&self.region.body, &mut |stmt| {
            let StmtKind::Prange(prange) = &stmt.kind else { return };
            if prange.reductions.iter().any(|reduction| reduction.local == *local) {
                reason = Some(Reason::Reduction);
            } else if prange.lastprivates.contains(local) {
                reason.get_or_insert(Reason::ReadAfter);
            }
        });
        reason
    }
}

/// Plans one capture.
pub fn capture_plan(facets: &Facets<'_>, index: usize, effects: &mut Effects) -> CapturePlan {
    let capture = &facets.region.captures[index];
    let accesses: Vec<Access> =
        effects.accesses.iter().filter(|access| access.capture == index).cloned().collect();
    let effect = Effect {
        reads: accesses.iter().any(|access| !access.write),
        writes: accesses.iter().any(|access| access.write),
    };
    let ty = facets.ty(&capture.subject);
    let mut plan = match &ty {
        Ty::Memoryview(view) => view_plan(facets, capture, view, &accesses, effects),
        Ty::Array { .. } => array_plan(capture, &ty, effect, &accesses, effects),
        Ty::Pointer { .. } => pointer_plan(facets, (capture, effect), &accesses, effects),
        Ty::Object(_) | Ty::Error => data_plan(capture, effect, &accesses),
        // A struct is passed like a scalar.
        _ => match facets.result_reason(&capture.subject) {
            Some(reason) => {
                let effect = Effect { reads: effect.reads || reason == Reason::Reduction, writes: true };
                plain(capture, effect, Transfer::ScalarResult, reason)
            }
            None => {
                let reason = match ty {
                    _ if effect.writes => Reason::OwnScalar,
                    Ty::Struct(_) | Ty::Tuple(_) => Reason::OnlyRead,
                    _ => Reason::Scalar,
                };
                plain(capture, effect, Transfer::FirstPrivate, reason)
            }
        },
    };
    plan.explicit = facets.entry(&capture.subject).map(|entry| entry.span);
    let mut sharing = facets.region.sharing.iter();
    plan.sharing = sharing.find(|shared| Subject::Local(shared.local) == capture.subject).copied();
    plan
}

/// What the user writes overrides what is inferred, except for how a scalar is passed.
pub fn override_with(plan: &mut CapturePlan, entry: &MapEntry) {
    plan.explicit = Some(entry.span);
    if let Transfer::Map { map, when_proven } = &mut plan.transfer {
        *map = entry.map;
        *when_proven = None;
        plan.reason = Reason::Explicit;
        plan.section_proven = None;
    }
    if let Some(count) = &entry.count {
        plan.extent = Extent::Count(count.clone());
        plan.extent_conditions.clear();
        plan.otherwise = None;
    }
}

fn plain(capture: &Capture, effect: Effect, transfer: Transfer, reason: Reason) -> CapturePlan {
    CapturePlan {
        subject: capture.subject.clone(),
        effect,
        extent: Extent::Whole,
        extent_conditions: Vec::new(),
        otherwise: None,
        transfer,
        section_proven: None,
        sharing: None,
        dead_after: None,
        reason,
        explicit: None,
    }
}

fn mapped(map: MapType) -> Transfer {
    Transfer::Map { map, when_proven: None }
}

fn read_and_written(accesses: &[Access], fallback: Span) -> Reason {
    let first = |write: bool| {
        accesses.iter().find(|access| access.write == write).map_or(fallback, |access| access.span)
    };
    both(accesses, first(false), first(true))
}

/// Read at one place and written at another; for a pointer or view that is not followed, only that.
fn both(accesses: &[Access], read: Span, written: Span) -> Reason {
    let lost = accesses.iter().find(|access| matches!(access.uncertain, Some((NotFull::ThroughAlias, _))));
    match lost {
        Some(access) => Reason::Unknown { at: access.span },
        None => Reason::ReadAndWritten { read, written },
    }
}

/// Data of which only the effect is followed.
fn data_plan(capture: &Capture, effect: Effect, accesses: &[Access]) -> CapturePlan {
    let (map, reason) = match (effect.reads, effect.writes) {
        (_, false) => (MapType::To, Reason::OnlyRead),
        (true, true) => (MapType::ToFrom, read_and_written(accesses, capture.span)),
        (false, true) => {
            let write = accesses.iter().find(|access| access.write);
            let at = write.map_or(capture.span, |access| access.span);
            let why =
                write.and_then(|access| access.uncertain).map_or(NotFull::IndexNotCovering, |(why, _)| why);
            (MapType::ToFrom, Reason::PartialWrite { why, at })
        }
    };
    plain(capture, effect, mapped(map), reason)
}

fn view_plan(
    facets: &Facets<'_>,
    capture: &Capture,
    view: &Memoryview,
    accesses: &[Access],
    effects: &mut Effects,
) -> CapturePlan {
    let effect = Effect {
        reads: accesses.iter().any(|access| !access.write),
        writes: accesses.iter().any(|access| access.write),
    };
    if accesses.is_empty() {
        return plain(capture, effect, Transfer::FirstPrivate, Reason::ShapeOnly);
    }
    let Some(expr) = facets.expr(capture) else { return data_plan(capture, effect, accesses) };
    let extents: Option<Vec<Form>> =
        (0..view.ndim()).map(|axis| effects.entries.form(extent_of(&expr, axis))).collect();
    let Some(extents) = extents else { return data_plan(capture, effect, accesses) };
    let refs: Vec<&Access> = accesses.iter().collect();
    let hull = extents::hull(&refs, &extents, effects);
    let (extent, extent_conditions) = extents::extent(&hull, &expr, effects, capture.span);
    let mut plan = if effect.writes {
        written_plan(capture, packed_conditions(&expr, view), accesses, &hull, &extents, effects)
    } else {
        plain(capture, effect, mapped(MapType::To), Reason::OnlyRead)
    };
    if !matches!(extent, Extent::Section(_)) {
        plan.section_proven = None;
    }
    plan.extent = extent;
    plan.extent_conditions = extent_conditions;
    plan
}

/// `view.shape[axis]`
pub fn extent_of(view: &Expr, axis: usize) -> Expr {
    Expr::new(ExprKind::Extent { view: Box::new(view.clone()), axis }, Ty::SSIZE, view.span)
}

/// What a pointer points to, as far as it is touched.
fn pointer_plan(
    facets: &Facets<'_>,
    (capture, effect): (&Capture, Effect),
    accesses: &[Access],
    effects: &Effects,
) -> CapturePlan {
    let counts = &facets.region.clause.counts;
    let known = counts.iter().find(|(local, _)| Subject::Local(*local) == capture.subject);
    let found = touched::touched(accesses, effects, capture.span);
    let Some(found) = found else {
        let plan = data_plan(capture, effect, accesses);
        let extent = known.map_or(Extent::Whole, |(_, count)| Extent::Count(count.clone()));
        return CapturePlan { extent, ..plan };
    };
    let otherwise = known.filter(|_| !found.conditions.is_empty()).map(|(_, count)| count.clone());
    let mut plan = if effect.writes {
        let hull = Hull { axes: vec![None], facts: Facts::default() };
        written_plan(capture, Vec::new(), accesses, &hull, &[found.stop], effects)
    } else {
        data_plan(capture, effect, accesses)
    };
    if otherwise.is_some() && !planted::has(Fault::PointerOtherwiseFull) {
        proven_if(&mut plan, &found.conditions);
    } else if let Transfer::Map { when_proven: Some((map, conditions)), .. } = &mut plan.transfer {
        // Where the number of elements is not known, nothing is mapped at all.
        conditions.retain(|one| !found.conditions.iter().any(|known| known.is_same(one)));
        if conditions.is_empty() {
            plan.transfer = mapped(*map);
            plan.reason = Reason::FullWrite { checked: false };
        }
    }
    let extent = Extent::Count(found.count);
    CapturePlan { extent, extent_conditions: found.conditions, otherwise, section_proven: None, ..plan }
}

/// What is written in full is so only if these hold as well: otherwise more is mapped.
fn proven_if(plan: &mut CapturePlan, also: &[Condition]) {
    match &mut plan.transfer {
        Transfer::Map { when_proven: Some((_, conditions)), .. } => {
            conditions.retain(|one| !also.iter().any(|other| other.is_same(one)));
            conditions.extend_from_slice(also);
        }
        Transfer::Map { map: map @ MapType::From, when_proven } => {
            *when_proven = Some((MapType::From, also.to_vec()));
            *map = MapType::ToFrom;
            plan.reason = Reason::FullWrite { checked: true };
        }
        _ => {}
    }
}

/// A C array, mapped whole.
fn array_plan(
    capture: &Capture,
    ty: &Ty,
    effect: Effect,
    accesses: &[Access],
    effects: &mut Effects,
) -> CapturePlan {
    let lengths: Option<Vec<u64>> = ty.array_lengths().iter().map(Length::known).collect();
    let Some(lengths) = lengths.filter(|_| effect.writes) else {
        return data_plan(capture, effect, accesses);
    };
    let extents: Vec<Form> = lengths.into_iter().map(|length| Form::constant(length.into())).collect();
    let refs: Vec<&Access> = accesses.iter().collect();
    let hull = extents::hull(&refs, &extents, effects);
    let plan = written_plan(capture, Vec::new(), accesses, &hull, &extents, effects);
    CapturePlan { section_proven: None, ..plan }
}

/// What is written: `from` if a full write is proven, now or by a check on entry. `packed`: what must hold
/// for it to have no gaps.
fn written_plan(
    capture: &Capture,
    packed: Vec<Condition>,
    accesses: &[Access],
    hull: &Hull,
    extents: &[Form],
    effects: &Effects,
) -> CapturePlan {
    let effect = Effect { reads: accesses.iter().any(|access| !access.write), writes: true };
    let mut plan = plain(capture, effect, mapped(MapType::ToFrom), Reason::OnlyRead);
    let mut search = Search { accesses, hull, extents, effects, failure: None };
    let whole = search.whole().and_then(|facts| facts.conditions(&effects.entries, capture.span));
    if packed.is_empty() {
        let section = search.section();
        plan.section_proven = section.and_then(|facts| facts.conditions(&effects.entries, capture.span));
    }
    match whole {
        Some(mut conditions) => {
            conditions.extend(packed);
            plan.reason = Reason::FullWrite { checked: !conditions.is_empty() };
            plan.transfer = if conditions.is_empty() {
                mapped(MapType::From)
            } else {
                Transfer::Map { map: MapType::ToFrom, when_proven: Some((MapType::From, conditions)) }
            };
        }
        None => {
            plan.reason = search.uncovered_read().unwrap_or_else(|| {
                search.failure.take().unwrap_or_else(|| read_and_written(accesses, capture.span))
            });
        }
    }
    plan
}

/// What must hold for a view whose type does not fix the strides to have no gaps, outermost axis last.
fn packed_conditions(expr: &Expr, view: &Memoryview) -> Vec<Condition> {
    if view.contiguity() != Contiguity::Strided || planted::has(Fault::GapsUnchecked) {
        return Vec::new();
    }
    let node = |kind| Expr::new(kind, Ty::SSIZE, expr.span);
    let stride = |axis| node(ExprKind::Stride { view: Box::new(expr.clone()), axis });
    let last = view.ndim() - 1;
    let size =
        Expr::new(ExprKind::SizeOf(view.element.clone()), Ty::Int(crate::ty::IntKind::SizeT), expr.span);
    let mut conditions = vec![Condition {
        left: stride(last),
        relation: Relation::Equal,
        right: node(ExprKind::Convert(Box::new(size))),
    }];
    for axis in (0..last).rev() {
        let inner = Box::new(stride(axis + 1));
        let packed = node(ExprKind::Binary(BinaryOp::Multiply, Box::new(extent_of(expr, axis + 1)), inner));
        conditions.push(Condition { left: stride(axis), relation: Relation::Equal, right: packed });
    }
    conditions
}

/// The search for a write that covers everything, before anything is read.
struct Search<'a> {
    accesses: &'a [Access],
    hull: &'a Hull,
    extents: &'a [Form],
    effects: &'a Effects,
    /// The first obstacle.
    failure: Option<Reason>,
}

impl Search<'_> {
    fn whole(&mut self) -> Option<Facts> {
        self.find(|search, covered| {
            let mut facts = Facts::default();
            for (axis, extent) in covered.axes.iter().zip(search.extents) {
                if axis.fixed {
                    return None;
                }
                search.effects.loops.require_equal(&axis.start, &Form::default(), &mut facts)?;
                if !planted::has(Fault::WholeUnchecked) {
                    search.effects.loops.require_equal(&axis.stop, extent, &mut facts)?;
                }
            }
            Some(facts)
        })
    }

    /// What must hold for exactly the hull to be written, and for it to lie within the view.
    fn section(&mut self) -> Option<Facts> {
        let failure = self.failure.clone();
        let found = self.find(|search, covered| {
            let mut facts = search.hull.facts.clone();
            let loops = &search.effects.loops;
            let entries = &search.effects.entries;
            for ((axis, extent), hull) in covered.axes.iter().zip(search.extents).zip(&search.hull.axes) {
                let whole = (Form::default(), extent.clone());
                let (start, stop) = hull.as_ref().unwrap_or(&whole);
                loops.require_equal(&axis.start, start, &mut facts)?;
                loops.require_equal(&axis.stop, stop, &mut facts)?;
                loops.require(start, entries, &mut facts)?;
                loops.require(&extent.subtract(stop)?, entries, &mut facts)?;
            }
            Some(facts)
        });
        self.failure = failure;
        found
    }

    /// The facts of the first writes that cover, by `fits`, what must be covered, and come before all reads: several
    /// together if there are such, or one.
    fn find(&mut self, fits: impl Fn(&Self, &Covered) -> Option<Facts>) -> Option<Facts> {
        if self.accesses.len() > extents::MAX_ACCESSES {
            return None;
        }
        let writes = self.accesses.iter().enumerate().filter(|(_, access)| access.write);
        let parts: Vec<Result<Part, (NotFull, Span)>> = writes
            .map(|(at, write)| Ok(Part { writes: vec![at], covered: cover::covered(write, self.effects)? }))
            .collect();
        let together = cover::together(parts.iter().flatten().cloned().collect());
        if let Some(facts) = together.iter().find_map(|part| self.proven(part, &fits).ok()) {
            return Some(facts);
        }
        for part in parts {
            match part
                .map_err(|(why, at)| Reason::PartialWrite { why, at })
                .and_then(|part| self.proven(&part, &fits))
            {
                Ok(facts) => return Some(facts),
                Err(reason @ Reason::ReadAndWritten { .. }) => self.failure = Some(reason),
                Err(reason) => {
                    self.failure.get_or_insert(reason);
                }
            }
        }
        None
    }

    /// What must hold for a part to fit and to be written before all reads; otherwise what prevents it.
    fn proven(&self, part: &Part, fits: &impl Fn(&Self, &Covered) -> Option<Facts>) -> Result<Facts, Reason> {
        let written = self.accesses[part.writes[0]].span;
        let partial = Reason::PartialWrite { why: NotFull::IndexNotCovering, at: written };
        let mut facts = fits(self, &part.covered).ok_or(partial.clone())?;
        let more = self.reads_after(&part.writes).map_err(|read| Reason::ReadAndWritten { read, written })?;
        facts.union(part.covered.facts.clone()).and_then(|()| facts.union(more)).ok_or(partial)?;
        Ok(facts)
    }

    /// A read of something that the region may not have written before: then no full write would help.
    fn uncovered_read(&self) -> Option<Reason> {
        if self.accesses.len() > extents::MAX_ACCESSES {
            return None;
        }
        let written = self.accesses.iter().find(|access| access.write)?.span;
        let uncovered = |(at, read): &(usize, &Access)| {
            let mut writes = self.accesses[..*at].iter().filter(|access| access.write);
            !read.write && !writes.any(|write| cover::written_before(write, read, self.effects).is_some())
        };
        let (_, read) = self.accesses.iter().enumerate().find(uncovered)?;
        Some(both(self.accesses, read.span, written))
    }

    /// What must hold for every read to come after `full`, which write all together, or after a write of what it reads;
    /// otherwise the read.
    fn reads_after(&self, full: &[usize]) -> Result<Facts, Span> {
        let mut facts = Facts::default();
        let is_over = |write: usize, at: usize, read: &Access| {
            write < at && cover::is_over_before(&self.accesses[write], read)
        };
        for (at, read) in self.accesses.iter().enumerate().filter(|(_, access)| !access.write) {
            let is_after_all = match planted::has(Fault::PartsReadBetween) {
                true => full.iter().any(|&write| is_over(write, at, read)),
                false => full.iter().all(|&write| is_over(write, at, read)),
            };
            if is_after_all || planted::has(Fault::ReadBeforeWrite) {
                continue;
            }
            let found = self.accesses[..at]
                .iter()
                .filter(|access| access.write)
                .find_map(|write| cover::written_before(write, read, self.effects));
            let added = found.and_then(|more| facts.union(more));
            if added.is_none() {
                return Err(read.span);
            }
        }
        Ok(facts)
    }
}
