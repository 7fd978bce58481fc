//! Loops that divide and add nothing up. A check before each division keeps compilers from vectors, and most divisors are not zero:
//! a block of results is computed and kept, and stored if no divisor of it is zero. Otherwise the loop goes on from there as it is
//! written, and raises what it raises.
//!
//! ```text
//! for i in range(n):                  for block in range(0, n, 64):
//!     out[i] = a[i] / b[i]                for i in the block: fails |= b[i] == 0
//!                                                             out_kept[i - block] = a[i] / b[i]
//!                                         if fails: break
//!                                         for i in the block: out[i] = out_kept[i - block]
//!                                     for i in what is left: out[i] = a[i] / b[i]
//! ```
//!
//! What is stored must be apart from what other iterations read.

use super::classes::{Classes, size};
use super::inside::Ranges;
use super::made::{self, Writer, temporary};
use super::{MOST, Needs, Reads, Search, failing, has_loop, memory, read_first};
use crate::base::planted::{self, Fault};
use crate::pass::reads;
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, For, Local, LocalId, Locals, Prange, Step, Stmt, StmtKind,
    same_expr, walk,
};
use crate::ty::Ty;

/// So many bytes of results are kept at a time: storing them from registers and fetching them again overlaps with the divisions of the
/// next ones, and to begin and to end a block takes little beside it.
const BYTES: usize = 512;

/// Loops with fewer iterations than this gain nothing.
const LEAST: i128 = 16;

/// Loops that store to more places keep too much.
const MOST_PLACES: usize = 4;

/// A loop whose results can be kept.
struct Kept {
    /// The elements to which each iteration stores.
    places: Vec<Expr>,
    needs: Needs,
    /// The locals with values that the loop leaves.
    left: Vec<LocalId>,
}

impl Search<'_> {
    /// A loop whose results are stored in blocks, if it divides, and compilers make vectors of it without checks.
    pub(super) fn of_quotients(&mut self, stmt: &Stmt) -> Option<Block> {
        let has_inner = walk::blocks(stmt).into_iter().flatten().any(has_loop);
        if has_inner || walk::count(stmt) > MOST {
            return None;
        }
        let (looped, prange) = self.loop_of(stmt)?;
        failing::first_divisor(&looped.body)?;
        let kept = self.kept(&looped)?;
        let before = self.around.locals.ids().count();
        let rest = self.rest(&looped, stmt.span);
        let asked = self.asked.add(&kept.needs, stmt.span, &mut self.around);
        let blocks = Blocks::new(&looped, &kept, rest, stmt.span, self.around.locals);
        let written = match prange {
            None => blocks.serial(),
            Some(prange) => blocks.parallel(prange, self.around.locals),
        };
        let own = |id: &LocalId| Some(*id) != asked && !written.1.contains(id);
        let new: Vec<LocalId> = self.around.locals.ids().skip(before).filter(own).collect();
        let mut in_blocks = written.0;
        if let StmtKind::Prange(prange) = &mut in_blocks.kind {
            prange.privates.extend(&new);
        }
        self.new.extend(new);
        let answer = asked.map(|asked| Expr::local(asked, Ty::Bint, stmt.span));
        let all =
            answer.into_iter().chain(blocks.writer.limits(&looped)).chain([blocks.is_long(prange.is_some())]);
        let condition = Expr::all(all)?;
        let otherwise = if prange.is_some() { vec![stmt.clone()] } else { Block::new() };
        let kind = StmtKind::If { condition, then: vec![in_blocks], otherwise };
        let [first, last] = made::rest(&looped, rest, prange.is_some(), stmt.span, self.around.locals);
        Some(vec![first, Stmt::new(kind, stmt.span), last])
    }

    /// Whether the results of a loop's iterations can be stored after others have been computed.
    fn kept(&self, looped: &For) -> Option<Kept> {
        let assigned = self.plain_range(looped)?;
        let ranges = Ranges::of(looped, &self.outer, &self.around, &self.assigned);
        let classes = Classes::of(&looped.body, looped, &self.around, &ranges, false);
        let carried = read_first(&looped.body).intersection(&assigned);
        let is_shared = |local: LocalId| self.around.addressed.contains(local);
        if !looped.body.iter().all(|stmt| fits(stmt, &classes))
            || !classes.spread(&looped.body).is_empty()
            || !(carried.is_empty() || planted::has(Fault::LanesCarryOn))
            || assigned.iter().any(is_shared)
        {
            return None;
        }
        let places = places(&looped.body)?;
        // It is stored to after the iterations have been computed: their variables are others then.
        let is_moved = |place: &Expr| !reads(place).intersection(&assigned).is_empty();
        if places.iter().any(is_moved) && !planted::has(Fault::LanesStoreElsewhere) {
            return None;
        }
        let mut needs = Needs::default();
        let mut read = Vec::new();
        walk::statements(&looped.body, &mut |stmt| read.extend(elements_read(stmt)));
        for place in &places {
            let view = super::view_of(place).filter(|view| self.is_steady(view))?;
            for other in read.iter().copied().chain(&places).filter(|other| !same_expr(place, other)) {
                let of = super::view_of(other).filter(|view| self.is_steady(view))?;
                if of.as_local() == view.as_local() {
                    needs.conditions.extend(classes.differ(place, other)?);
                } else if read.iter().any(|read| std::ptr::eq(*read, other)) {
                    needs.pairs.push([view.clone(), of.clone()]);
                }
            }
        }
        if planted::has(Fault::LanesShareMemory) {
            needs.pairs.clear();
        }
        let inside = Reads::of(&looped.body);
        let left: Vec<LocalId> =
            assigned.iter().filter(|local| !self.is_read_inside(*local, &inside)).collect();
        // Otherwise a block may leave the value of an iteration before it.
        let is_given = |local: &LocalId| super::is_given(&looped.body, *local);
        if !left.iter().all(is_given) && !planted::has(Fault::LanesForgetAfterwards) {
            return None;
        }
        Some(Kept { places, needs, left })
    }
}

/// Whether a statement can be computed before what the iterations before it store is there.
fn fits(stmt: &Stmt, classes: &Classes<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Assign { place, value } if matches!(place.kind, ExprKind::Element { .. }) => {
            classes.is_own(place) && classes.is_possible(value)
        }
        StmtKind::If { condition, then, otherwise } => {
            classes.is_possible(condition) && then.iter().chain(otherwise).all(|stmt| fits(stmt, classes))
        }
        StmtKind::Assign { .. } | StmtKind::Check(_) => classes.fits(stmt),
        _ => false,
    }
}

/// The elements to which a block stores, whatever conditions hold; `None` if it may leave one out.
fn places(block: &[Stmt]) -> Option<Vec<Expr>> {
    let mut places: Vec<Expr> = Vec::new();
    for stmt in block {
        for place in stored(std::slice::from_ref(stmt)) {
            let is_known = places.iter().any(|known| same_expr(known, place));
            // It is read before this statement stores to it, or afterwards.
            let is_whole = always_stores(stmt, place)
                && (matches!(stmt.kind, StmtKind::Assign { .. }) || !reads_within(stmt, place));
            if !is_known && is_whole {
                places.push(place.clone());
            } else if !is_known {
                return None;
            }
        }
    }
    (1..=MOST_PLACES).contains(&places.len()).then_some(places)
}

/// The elements to which the statements of a block store.
fn stored(block: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind
            && matches!(place.kind, ExprKind::Element { .. })
        {
            found.push(place);
        }
    });
    found
}

fn always_stores(stmt: &Stmt, place: &Expr) -> bool {
    match &stmt.kind {
        StmtKind::Assign { place: own, .. } => same_expr(own, place),
        StmtKind::If { then, otherwise, .. } => {
            [then, otherwise].into_iter().all(|arm| arm.iter().any(|stmt| always_stores(stmt, place)))
        }
        _ => false,
    }
}

/// The elements that a statement itself reads.
fn elements_read(stmt: &Stmt) -> Vec<&Expr> {
    let mut found = Vec::new();
    let place = match &stmt.kind {
        StmtKind::Assign { place, .. } => Some(place),
        _ => None,
    };
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |part| {
            let is_stored = place.is_some_and(|place| std::ptr::eq(place, part));
            if matches!(part.kind, ExprKind::Element { .. }) && !is_stored {
                found.push(part);
            }
        });
    }
    found
}

/// Whether a statement, or one in its blocks, reads an element.
fn reads_within(stmt: &Stmt, element: &Expr) -> bool {
    let reads = |stmt: &Stmt| elements_read(stmt).into_iter().any(|read| same_expr(read, element));
    walk::any(std::slice::from_ref(stmt), reads)
}

/// How such a loop is written.
struct Blocks<'a> {
    looped: &'a For,
    writer: Writer,
    /// How many iterations a block has.
    count: usize,
    rest: LocalId,
    /// The first iteration of a block, the end of the block, and the iteration whose results are computed.
    start: LocalId,
    end: LocalId,
    at: LocalId,
    /// Whether a divisor is zero.
    fails: Expr,
    /// The results of a block, and to what they are stored.
    kept: Vec<(LocalId, &'a Expr)>,
    /// The locals with values that the loop leaves, and those in their place where results are computed.
    left: Vec<(Expr, LocalId)>,
    span: Span,
}

impl<'a> Blocks<'a> {
    fn new(
        looped: &'a For,
        kept: &'a Kept,
        rest: LocalId,
        span: Span,
        locals: &mut Locals<Local>,
    ) -> Blocks<'a> {
        let ty = locals[looped.counter].ty.clone();
        let name = locals[looped.variable()].name.clone();
        let [start, end, at] = ["block", "block_end", "at"]
            .map(|of| temporary(&format!("{name}_{of}"), ty.clone(), span, locals));
        let largest = kept.places.iter().filter_map(|place| size(&place.ty)).max();
        let count = BYTES / largest.unwrap_or(8);
        // As wide as what is compared: vectors of truths need no conversion.
        let divisor = failing::first_divisor(&looped.body).and_then(|divisor| size(&divisor.ty));
        let wide = if divisor == Some(8) { Ty::LONG } else { Ty::INT };
        let fails = Expr::local(temporary("fails", wide.clone(), span, locals), wide, span);
        let mut array_of = |place: &'a Expr| {
            let view = super::view_of(place).and_then(Expr::as_local).expect("it is an element of a view");
            let name = locals[view].name.clone();
            (made::array_of(place.ty.clone(), count, &name, span, locals), place)
        };
        let arrays = kept.places.iter().map(&mut array_of).collect();
        let left = kept.left.iter().map(|local| {
            let (name, ty) = (locals[*local].name.clone(), locals[*local].ty.clone());
            (Expr::local(*local, ty.clone(), span), temporary(&name, ty, span, locals))
        });
        let left = left.collect();
        Blocks {
            looped,
            writer: Writer { ty, span },
            count,
            rest,
            start,
            end,
            at,
            fails,
            kept: arrays,
            left,
            span,
        }
    }

    /// The loop over blocks, and the locals that only it has.
    fn serial(&self) -> (Stmt, Vec<LocalId>) {
        let writer = &self.writer;
        let mut body = self.computed();
        body.push(writer.left_if(failing::has_failed(self.fails.clone())));
        body.extend(self.stored());
        body.push(writer.assigned(self.rest, writer.local(self.end)));
        let blocks = For {
            counter: self.start,
            target: None,
            start: writer.typed(&self.looped.start),
            stop: writer.typed(&self.looped.stop),
            step: Step::Constant(self.count as i64),
            body,
            otherwise: Block::new(),
        };
        (Stmt::new(StmtKind::For(Box::new(blocks)), self.span), vec![self.start, self.at])
    }

    /// The same with threads, which divide the blocks among themselves. The first block that fails is the rest's first.
    fn parallel(&self, prange: &Prange, locals: &mut Locals<Local>) -> (Stmt, Vec<LocalId>) {
        let writer = &self.writer;
        let (number, start, count) = writer.numbered(self.looped, self.count, locals);
        let mut body = vec![writer.assigned(self.start, start)];
        body.extend(self.computed());
        let first = writer.min(writer.local(self.rest), writer.local(self.start));
        let then = vec![writer.assigned(self.rest, first)];
        let condition = failing::has_failed(self.fails.clone());
        body.push(Stmt::new(StmtKind::If { condition, then, otherwise: self.stored() }, self.span));
        let reductions = vec![writer.first_of_all(self.rest)];
        let (start, stop) = (writer.int(0), count);
        let blocks = Prange { reductions, counter: number, start, stop, body, ..prange.clone() };
        (Stmt::new(StmtKind::Prange(Box::new(blocks)), self.span), vec![number, self.at, self.rest])
    }

    /// The results of a block.
    fn computed(&self) -> Block {
        let writer = &self.writer;
        let start = writer.local(self.start);
        let next = writer.binary(BinaryOp::Add, start.clone(), writer.int(self.count as i128));
        let end = writer.min(next, writer.typed(&self.looped.stop));
        let none = Expr::int(0, self.fails.ty.clone(), self.span);
        let mut body = self.looped.body.clone();
        for (array, place) in &self.kept {
            self.keep(&mut body, *array, place);
        }
        failing::note_for_all(&mut body, &self.fails);
        for one in std::iter::once(self.looped.counter).chain(self.looped.target) {
            writer.in_place(&mut body, one, self.at);
        }
        for (local, other) in &self.left {
            let other = Expr::local(*other, local.ty.clone(), self.span);
            memory::replace(&mut body, local, &other);
        }
        let results = For {
            counter: self.at,
            target: None,
            start,
            stop: writer.local(self.end),
            body,
            ..self.looped.clone()
        };
        vec![
            writer.assigned(self.end, end),
            Stmt::new(StmtKind::Assign { place: self.fails.clone(), value: none }, self.span),
            Stmt::new(StmtKind::For(Box::new(results)), self.span),
        ]
    }

    /// Puts an element of an array in the place of one that is stored to, from the first statement on that does so.
    fn keep(&self, body: &mut Block, array: LocalId, stored: &Expr) {
        let result = self.result(array, stored);
        let Some(first) = body.iter().position(|stmt| always_stores(stmt, stored)) else { return };
        let mut from = first;
        if let StmtKind::Assign { place, .. } = &mut body[first].kind {
            // It may read what the place holds so far.
            *place = result.clone();
            from += 1;
        }
        memory::replace(&mut body[from..], stored, &result);
    }

    /// What an iteration has computed for a place.
    fn result(&self, array: LocalId, place: &Expr) -> Expr {
        let writer = &self.writer;
        let ty = Ty::array_of(place.ty.clone(), self.count as u64);
        let base = Box::new(Expr::local(array, ty, self.span));
        let counter = writer.local(self.looped.counter);
        let index = Box::new(writer.binary(BinaryOp::Subtract, counter, writer.local(self.start)));
        Expr::new(ExprKind::Index { base, index }, place.ty.clone(), self.span)
    }

    /// Stores the results of a block, in the order of its iterations.
    fn stored(&self) -> Block {
        let assigned = |place: &Expr, value: Expr| {
            Stmt::new(StmtKind::Assign { place: place.clone(), value }, self.span)
        };
        let body = self.kept.iter().map(|(array, place)| assigned(place, self.result(*array, place)));
        let stores = For {
            start: self.writer.local(self.start),
            stop: self.writer.local(self.end),
            body: body.collect(),
            ..self.looped.clone()
        };
        let left = self
            .left
            .iter()
            .map(|(local, other)| assigned(local, Expr::local(*other, local.ty.clone(), self.span)));
        std::iter::once(Stmt::new(StmtKind::For(Box::new(stores)), self.span)).chain(left).collect()
    }

    /// Whether the loop has enough iterations, or enough for each thread.
    fn is_long(&self, is_parallel: bool) -> Expr {
        let writer = &self.writer;
        let least = match is_parallel {
            true => {
                let threads = Expr::new(ExprKind::Threads, Ty::INT, self.span);
                writer.binary(BinaryOp::Multiply, writer.int(self.count as i128), writer.typed(&threads))
            }
            false => writer.int(LEAST),
        };
        writer.compared(CompareOp::GreaterEqual, writer.length(self.looped), least)
    }
}
