//! Map lists: what a region, context, update or section of the host's code reports to the runtime of its
//! variables.

use crate::emit::body::Body;
use crate::emit::c;
use crate::emit::kernel::subject_name;
use crate::emit::lir::{Declaration, Stmt as C};
use crate::emit::types::element_type;
use crate::offload::{
    CapturePlan, Condition, DeadAfter, Effect, Extent, HostAccess, IndexRange, Reason, Transfer,
};
use crate::tir::{Expr, ExprKind, LocalId, MapEntry, MapType, RegionId, Shared, Sharing, Subject};
use crate::ty::{Memoryview, Ty};

/// One row of a map list, before it is printed.
pub struct Row {
    subject: Subject,
    /// For pointers.
    count: Option<Count>,
    /// The bounds along each axis of the part of a view that is mapped; `None` if all of it is.
    part: Option<Part>,
    map: c::Expr,
}

/// How many elements a pointer points to.
struct Count {
    count: Expr,
    /// If these do not hold, it is `otherwise`, or not known.
    conditions: Vec<Condition>,
    otherwise: Option<Expr>,
}

impl From<Expr> for Count {
    fn from(count: Expr) -> Count {
        Count { count, conditions: Vec::new(), otherwise: None }
    }
}

struct Part {
    bounds: Vec<c::Expr>,
    /// All of the view is mapped if this does not hold.
    condition: Option<c::Expr>,
}

impl Row {
    /// A view that the host's code overwrites in full.
    pub(super) fn replaced(view: LocalId) -> Row {
        let map = flags(&["OFFCY_WRITTEN", "OFFCY_FROM"]);
        Row { subject: Subject::Local(view), count: None, part: None, map }
    }
}

impl Body<'_, '_, '_> {
    pub(super) fn region_rows(&mut self, id: RegionId) -> Vec<Row> {
        let plan = self.unit.region_plan(self.id, id);
        self.planned_rows(&plan.captures)
    }

    pub(super) fn planned_rows(&mut self, captures: &[CapturePlan]) -> Vec<Row> {
        captures.iter().filter_map(|capture| self.planned_row(capture)).collect()
    }

    /// What host code does to parts of views.
    pub(super) fn access_rows(&mut self, accesses: &[HostAccess]) -> Vec<Row> {
        accesses.iter().map(|access| self.access_row(access)).collect()
    }

    fn access_row(&mut self, access: &HostAccess) -> Row {
        let subject = access.subject.clone();
        let mut map = access_flag(access.effect);
        if let Some(conditions) = &access.overwritten {
            map = self.either(conditions, flags(&["OFFCY_WRITTEN", "OFFCY_FROM"]), map);
            if matches!(map, c::Expr::Conditional(..)) {
                let shown = self.subject_shown(&subject);
                map = self.kept_map(&shown, "access", map);
            }
        }
        let part = access.extent.section().map(|ranges| self.part(&access.extent_conditions, ranges));
        Row { subject, count: None, part, map }
    }

    fn shared(&self, shared: Shared) -> c::Expr {
        let flag = flags(&[match shared.sharing {
            Sharing::Alone => "OFFCY_ALONE",
            Sharing::OnlyRead => "OFFCY_STEADY",
        }]);
        match shared.only_if {
            Some(local) => c::Expr::conditional(self.naming.local(local), flag, c::Expr::number(0)),
            None => flag,
        }
    }

    fn planned_row(&mut self, capture: &CapturePlan) -> Option<Row> {
        let ranges = capture.moved_section(self.function).map(<[IndexRange]>::to_vec);
        let shown = self.subject_shown(&capture.subject);
        let shared = capture.sharing.map(|shared| self.shared(shared));
        let flag = |map: MapType| {
            let moved = match (map, &capture.reason) {
                (MapType::From, Reason::Uninitialised) => flags(&["OFFCY_FROM", "OFFCY_UNDEFINED"]),
                _ => map_flag(map, capture.effect),
            };
            match &shared {
                Some(shared) => c::Expr::binary("|", moved, shared.clone()),
                None => moved,
            }
        };
        let (value, when_proven) = match &capture.transfer {
            Transfer::Map { map, when_proven } => (flag(*map), when_proven.as_ref()),
            Transfer::Coherent { .. } => (self.coherent(capture)?, None),
            _ => return None,
        };
        let mut part = ranges.map(|ranges| self.part(&capture.extent_conditions, &ranges));
        let mut map = match when_proven {
            Some((better, conditions)) => self.either(conditions, flag(*better), value.clone()),
            None => value.clone(),
        };
        if let (Some(proven), Some(part)) = (&capture.section_proven, &mut part) {
            // A proof for the whole view also holds for the part.
            let otherwise = if part.condition.is_some() { map } else { value };
            let asked = self.comparisons(&capture.extent_conditions);
            let own = self.comparisons(proven).into_iter().filter(|one| !asked.contains(one));
            // The part is requested twice.
            part.condition = part.condition.take().map(|all| self.kept_condition(&shown, "partly", all));
            map = match all_of(part.condition.clone().into_iter().chain(own)) {
                Some(condition) => choice(condition, flag(MapType::From), otherwise),
                None => flag(MapType::From),
            };
        }
        if let (Some(dead), Subject::Local(view)) = (&capture.dead_after, &capture.subject) {
            map = self.temporary(*view, dead, map);
        }
        if matches!(map, c::Expr::Conditional(..) | c::Expr::Call(..)) {
            map = self.kept_map(&shown, "map", map);
        }
        let count = match &capture.extent {
            Extent::Count(count) => Some(Count {
                count: count.clone(),
                conditions: capture.extent_conditions.clone(),
                otherwise: capture.otherwise.clone(),
            }),
            _ => None,
        };
        Some(Row { subject: capture.subject.clone(), count, part, map })
    }

    fn kept_map(&mut self, shown: &str, what: &str, map: c::Expr) -> c::Expr {
        let map = match map {
            c::Expr::Conditional(condition, then, otherwise) if is_combined(&condition) => {
                let condition = self.kept_condition(shown, "full", *condition);
                c::Expr::conditional(condition, *then, *otherwise)
            }
            map => map,
        };
        let name = self.naming.fresh(&format!("_{shown}_{what}"));
        self.out.push(C::declare(c::Type::named("unsigned").constant(), &name, map));
        c::Expr::name(name)
    }

    fn kept_condition(&mut self, shown: &str, what: &str, condition: c::Expr) -> c::Expr {
        let name = self.naming.fresh(&format!("_{shown}_{what}"));
        self.out.push(C::declare(c::Type::named("bool").constant(), &name, condition));
        c::Expr::name(name)
    }

    /// The owner of the view's memory, and how many of the holders also own it.
    fn held_views(&self, view: LocalId, holders: &[LocalId]) -> (c::Expr, c::Expr) {
        let owner = |id: LocalId| c::Expr::member(self.naming.local(id), "owner");
        let others = holders.iter().filter(|&&holder| holder != view);
        let same = others.map(|&holder| c::Expr::binary("==", owner(holder), owner(view)));
        let own = holders.contains(&view).then(|| c::Expr::number(1));
        let held = own.into_iter().chain(same).reduce(|sum, one| c::Expr::binary("+", sum, one));
        (owner(view), held.unwrap_or_else(|| c::Expr::number(0)))
    }

    /// The flags for what an inferred context keeps.
    fn coherent(&mut self, capture: &CapturePlan) -> Option<c::Expr> {
        let Transfer::Coherent { private, dead, undefined, .. } = &capture.transfer else { return None };
        let mut all =
            flags(if *undefined { &["OFFCY_COHERENT", "OFFCY_UNDEFINED"] } else { &["OFFCY_COHERENT"] });
        let Subject::Local(view) = capture.subject else { return Some(all) };
        let asked: &[(&Option<Vec<LocalId>>, &[&str])] = match (private, dead) {
            (Some(one), Some(other)) if one == other => &[(private, &["OFFCY_PRIVATE", "OFFCY_DEAD"])],
            _ => &[(private, &["OFFCY_PRIVATE"]), (dead, &["OFFCY_DEAD"])],
        };
        let asked: Vec<_> =
            asked.iter().filter_map(|(holders, words)| Some((holders.as_ref()?, *words))).collect();
        let is_asked = !asked.is_empty();
        for (holders, words) in asked {
            let (of, held) = self.held_views(view, holders);
            all = c::Expr::call("offcy_map_kept", vec![all, flags(words), of, held]);
        }
        let shown = self.subject_shown(&capture.subject);
        Some(if is_asked { self.kept_map(&shown, "map", all) } else { all })
    }

    /// The map of a temporary that nobody reads after the region: asks whether only the function holds it.
    fn temporary(&mut self, view: LocalId, dead: &DeadAfter, map: c::Expr) -> c::Expr {
        let (of, held) = self.held_views(view, &dead.holders);
        let asked = |map| c::Expr::call("offcy_map_temporary", vec![map, of, held]);
        let shown = self.naming.local_name(view).to_string();
        if dead.conditions.is_empty() {
            let map =
                if let c::Expr::Conditional(..) = map { self.kept_map(&shown, "moved", map) } else { map };
            return asked(map);
        }
        let condition = self.conditions(&dead.conditions);
        match map {
            // If it is not written in full, the next iteration needs it.
            c::Expr::Conditional(same, then, otherwise) if *same == condition => {
                c::Expr::conditional(condition, asked(*then), *otherwise)
            }
            map => {
                let kept = self.kept_map(&shown, "moved", map);
                c::Expr::conditional(condition, asked(kept.clone()), kept)
            }
        }
    }

    fn subject_shown(&self, subject: &Subject) -> String {
        subject_name(self.unit, self.id, subject)
    }

    /// One value if the conditions hold, otherwise another.
    fn either(&mut self, conditions: &[Condition], then: c::Expr, otherwise: c::Expr) -> c::Expr {
        if conditions.is_empty() {
            return then;
        }
        choice(self.conditions(conditions), then, otherwise)
    }

    fn conditions(&mut self, conditions: &[Condition]) -> c::Expr {
        all_of(self.comparisons(conditions)).unwrap_or_else(|| c::Expr::bool(true))
    }

    fn comparisons(&mut self, conditions: &[Condition]) -> Vec<c::Expr> {
        let mut all: Vec<c::Expr> = Vec::new();
        for condition in conditions {
            let one = self.compare(condition.relation.op(), &condition.left, &condition.right);
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    fn part(&mut self, conditions: &[Condition], ranges: &[IndexRange]) -> Part {
        let bounds = ranges
            .iter()
            .map(|range| {
                let bounds = [&range.start, &range.stop].map(|bound| (None, self.bound(bound)));
                c::Expr::Braces(bounds.to_vec())
            })
            .collect();
        let condition = (!conditions.is_empty()).then(|| self.conditions(conditions));
        Part { bounds, condition }
    }

    /// C widens integers implicitly.
    fn bound(&mut self, bound: &Expr) -> c::Expr {
        match &bound.kind {
            ExprKind::Convert(inner) if matches!(inner.ty, Ty::Int(kind) if kind.is_signed()) => {
                self.expr(inner)
            }
            _ => self.expr(bound),
        }
    }

    /// Writes the rows as an array; its name and length.
    pub(super) fn map_list(&mut self, rows: Vec<Row>) -> (c::Expr, c::Expr) {
        let spelled: Vec<(&Row, c::Expr)> =
            rows.iter().filter_map(|row| self.row(row).map(|spelled| (row, spelled))).collect();
        if spelled.is_empty() {
            return (c::Expr::null(), c::Expr::number(0));
        }
        let name = self.naming.fresh("_maps");
        for (index, (row, _)) in spelled.iter().enumerate() {
            if let (Subject::Local(id), Some(_)) = (&row.subject, &row.part) {
                self.naming.parts.insert(*id, c::Expr::index(c::Expr::name(&name), c::Expr::number(index)));
            }
        }
        let count = c::Expr::number(spelled.len());
        let spelled = spelled.into_iter().map(|(_, row)| row).collect();
        self.out.push(Declaration::rows(c::Type::named("offcy_map").constant(), &name, spelled));
        (c::Expr::name(name), count)
    }

    fn row(&mut self, row: &Row) -> Option<c::Expr> {
        let shown = c::string_literal(self.subject_shown(&row.subject).as_bytes());
        let (place, ty) = self.subject(&row.subject)?;
        let map = row.map.clone();
        match (&ty, &row.count) {
            (Ty::Memoryview(view), _) => Some(self.view_row(shown, place, view, row)),
            (Ty::Pointer { .. }, Some(Count { count, conditions, otherwise })) => {
                let mut count = self.expr(count);
                if !conditions.is_empty() {
                    let unknown = || c::Expr::name("OFFCY_UNKNOWN_COUNT");
                    let otherwise = otherwise.as_ref().map_or_else(unknown, |known| self.expr(known));
                    count = choice(self.conditions(conditions), count, otherwise);
                }
                Some(c::Expr::call("OFFCY_MAP_POINTER", vec![shown, place, lengths(vec![count]), map]))
            }
            (Ty::Pointer { .. }, None) => None,
            (Ty::Array { .. }, None) if let Some(part) = &row.part => {
                Some(array_row(shown, place, &ty, part, map))
            }
            _ => Some(c::Expr::call("OFFCY_MAP_VARIABLE", vec![shown, place, map])),
        }
    }

    fn view_row(&mut self, shown: c::Expr, place: c::Expr, view: &Memoryview, row: &Row) -> c::Expr {
        let element = c::Expr::Type(element_type(&self.unit.symbols, view));
        let of_view = [shown, place, element, c::Expr::number(view.ndim()), row.map.clone()].into_iter();
        match &row.part {
            Some(Part { bounds, condition: None }) => {
                c::Expr::call("OFFCY_MAP_PART", of_view.chain(bounds.clone()).collect())
            }
            Some(Part { bounds, condition: Some(condition) }) => {
                let arguments = [condition.clone()].into_iter().chain(of_view).chain(bounds.clone());
                c::Expr::call("OFFCY_MAP_PART_IF", arguments.collect())
            }
            None => c::Expr::call("OFFCY_MAP_VIEW", of_view.collect()),
        }
    }

    fn subject(&mut self, subject: &Subject) -> Option<(c::Expr, Ty)> {
        match subject {
            Subject::Local(id) => Some((self.naming.local(*id), self.function.locals[*id].ty.clone())),
            Subject::Global(id) => {
                let name = self.unit.symbols.globals.get(*id).cloned()?;
                Some((c::Expr::name(name), self.unit.module.globals[*id].ty.clone()))
            }
        }
    }

    /// The entries as the user wrote them.
    pub(super) fn entry_rows(&mut self, entries: &[MapEntry]) -> Vec<Row> {
        let row = |entry: &MapEntry| Row {
            subject: entry.subject.clone(),
            count: entry.count.clone().map(Count::from),
            part: None,
            map: map_flag(entry.map, Effect { reads: true, writes: entry.map.copies_from() }),
        };
        entries.iter().map(row).collect()
    }
}

fn array_row(shown: c::Expr, place: c::Expr, ty: &Ty, part: &Part, map: c::Expr) -> c::Expr {
    let axes = ty.array_lengths();
    let element = axes.iter().fold(place.clone(), |place, _| c::Expr::index(place, c::Expr::number(0)));
    let size = c::Expr::call("sizeof", vec![element]);
    let shape = lengths(axes.iter().map(c::Expr::number).collect());
    let condition = part.condition.clone().unwrap_or(c::Expr::number(1));
    let row = vec![condition, shown, place, size, c::Expr::number(axes.len()), map, shape];
    c::Expr::call("OFFCY_MAP_ARRAY_IF", row.into_iter().chain(part.bounds.clone()).collect())
}

/// `((const ptrdiff_t[]){...})`: without the parentheses its commas would part the arguments of a macro.
fn lengths(values: Vec<c::Expr>) -> c::Expr {
    let values = values.into_iter().map(|value| (None, value)).collect();
    c::Expr::Paren(Box::new(c::Expr::Compound(c::Type::named("const ptrdiff_t[]"), values)))
}

/// The condition that all of them hold; `None` if there are none.
fn all_of(conditions: impl IntoIterator<Item = c::Expr>) -> Option<c::Expr> {
    conditions.into_iter().reduce(|before, one| c::Expr::binary("&&", before, one))
}

/// One value if the condition holds, otherwise another.
fn choice(condition: c::Expr, then: c::Expr, otherwise: c::Expr) -> c::Expr {
    match otherwise {
        c::Expr::Conditional(other, same, rest) if *same == then => {
            c::Expr::conditional(c::Expr::binary("||", *other, condition), then, *rest)
        }
        otherwise => c::Expr::conditional(condition, then, otherwise),
    }
}

/// Whether a condition is long enough to deserve a name.
fn is_combined(condition: &c::Expr) -> bool {
    matches!(condition, c::Expr::Binary("&&" | "||", ..))
}

/// The runtime's flags for a map: what moves, and what else the region does.
fn map_flag(map: MapType, effect: Effect) -> c::Expr {
    flags(match map {
        MapType::To if effect.writes => &["OFFCY_TO", "OFFCY_WRITTEN"],
        MapType::To => &["OFFCY_TO"],
        MapType::From => &["OFFCY_FROM"],
        MapType::ToFrom => &["OFFCY_TOFROM"],
        MapType::Alloc if effect.writes => &["OFFCY_ALLOC", "OFFCY_WRITTEN"],
        MapType::Alloc => &["OFFCY_ALLOC", "OFFCY_READ"],
    })
}

fn access_flag(effect: Effect) -> c::Expr {
    flags(match (effect.reads, effect.writes) {
        (true, true) => &["OFFCY_READ", "OFFCY_WRITTEN"],
        (false, true) => &["OFFCY_WRITTEN"],
        (_, false) => &["OFFCY_READ"],
    })
}

pub(super) fn flags(words: &[&str]) -> c::Expr {
    let atoms = words.iter().map(|word| c::Expr::name(*word));
    atoms.reduce(|left, right| c::Expr::binary("|", left, right)).unwrap_or_else(|| c::Expr::number(0))
}
