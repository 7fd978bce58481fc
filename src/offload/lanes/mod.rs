//! Iterations of a loop next to one another at once, where each adds up numbers of its own:
//!
//! ```text
//! for j in range(n):                      for j in range(0, n, 16):
//!     s = 0                                   16 times s = 0, at once
//!     for k in range(m):                      for k in range(m):
//!         s += a[i, k] * b[k, j]                  16 times s += a[i, k] * b[k, j], at once
//!     c[i, j] = s                             for each of them: c[i, j] = s
//! ```
//!
//! A sum of floating-point numbers must be added up in its order, and an addition waits for the one before: the processor
//! does little else meanwhile, and a vector of one sum would have another order. 16 sums fill its vectors, and each keeps its
//! order, so that no result changes to the last bit.
//!
//! That holds if what is done at once stores nothing, reads nothing that another iteration leaves, runs through the same
//! loops in each iteration ([`classes`] finds that), and reads no memory that the statements after it write: what they
//! store must be [apart](ExprKind::Apart) from it, which is asked once, before the outermost loop.

mod asked;
mod classes;
mod differing;
mod failing;
mod handed;
mod inside;
mod made;
mod memory;
mod plain;
mod quotients;
mod rare;
mod replaced;
mod unread;

use std::collections::HashMap;

use crate::base::Arena;
use crate::base::planted::{self, Fault};
use crate::pass::{ByNumber, LocalSet, exposed, reads_of};
use crate::tir::{
    Begin, Block, Callee, Expr, ExprKind, For, Local, LocalId, LocalRole, Locals, Module, Prange, Step, Stmt,
    StmtKind, walk,
};
use crate::ty::Ty;
pub use asked::are_side_by_side;
pub use made::{Writer, temporary};

use asked::Asked;
use classes::{Classes, size};
use inside::{Range, Ranges};
use memory::InVariable;

/// How many iterations run at once, by the bytes of the largest numbers: as many as the processor adds up while one addition
/// takes its time, and fewer for loops that do not have so many.
fn counts(bytes: usize, is_spread: bool) -> &'static [usize] {
    match bytes {
        // Elements of so many rows stay in the caches of any processor until the next ones of each are read.
        _ if is_spread => &[8],
        1 => &[128, 32, 4],
        2 => &[64, 16, 4],
        4 => &[32, 8],
        _ => &[16, 4],
    }
}

/// Loops of more statements than this stay as they are: they are written several times otherwise.
const MOST: usize = 40;

/// What is known around loops that are looked at.
pub struct Around<'a> {
    pub module: &'a Module,
    pub locals: &'a mut Locals<Local>,
    /// C code may change them at any time.
    pub addressed: &'a LocalSet,
    /// The views whose elements lie side by side along their last axes.
    pub side_by_side: &'a [LocalId],
    /// Those that nothing outside the block reads.
    pub read_inside: &'a LocalSet,
}

/// Changes the loops of which iterations may run at once, in a block that is one statement and what it needs. Returns what to
/// compute before the block.
pub fn of_loops(block: &mut Block, around: Around<'_>) -> Block {
    let mut search = Search::of(block, around);
    search.block(block);
    search.asked.before()
}

struct Search<'a> {
    around: Around<'a>,
    /// By the block.
    assigned: LocalSet,
    asked: Asked,
    /// The loops around what is looked at.
    outer: Vec<Range>,
    /// The locals that have been made so far, without those of loops' counters.
    new: Vec<LocalId>,
    /// Those that end with an iteration of the parallel loop around, and how many statements of it read each local.
    ending: LocalSet,
    read: Reads,
    /// Threads divide the iterations of the loop that is looked at.
    is_divided: bool,
    /// In the iterations of a parallel loop: the parallel loops in it are plain ones.
    in_thread: bool,
}

impl<'a> Search<'a> {
    /// In a block of which only that is known which it assigns.
    fn of(block: &Block, around: Around<'a>) -> Search<'a> {
        let assigned = LocalSet::assigned_in(block);
        let (ending, read) = (around.read_inside.clone(), Reads::of(block));
        let (asked, outer, new) = (Asked::default(), Vec::new(), Vec::new());
        Search { around, assigned, asked, outer, new, ending, read, is_divided: false, in_thread: false }
    }

    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            if let Some(replaced) = self.of_any_kind(&stmt) {
                block.extend(replaced);
                continue;
            }
            let outer = self.outer.len();
            self.outer.extend(Range::of(&stmt, self.around.locals));
            match &mut stmt.kind {
                StmtKind::Prange(prange) => {
                    let before = self.new.len();
                    self.in_iterations(prange);
                    prange.privates.extend(&self.new[before..]);
                }
                _ => walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner)),
            }
            self.outer.truncate(outer);
            block.push(stmt);
        }
    }

    /// What stands in the place of a loop.
    fn of_any_kind(&mut self, stmt: &Stmt) -> Option<Block> {
        self.replaced(stmt)
            .or_else(|| self.of_quotients(stmt))
            .or_else(|| self.of_rare(stmt))
            .or_else(|| self.of_handed(stmt))
    }

    /// The iterations of a parallel loop, which have variables of their own.
    fn in_iterations(&mut self, prange: &mut Prange) {
        let (ending, read) = (ending(prange), Reads::of(&prange.body));
        let around = (std::mem::replace(&mut self.ending, ending), std::mem::replace(&mut self.read, read));
        let in_thread = std::mem::replace(&mut self.in_thread, true);
        self.block(&mut prange.body);
        self.in_thread = in_thread;
        (self.ending, self.read) = around;
    }

    /// What of a loop's iterations may run at once.
    fn found(&self, looped: &For, sum: Option<&InVariable>) -> Option<Found> {
        let assigned = self.plain_range(looped)?;
        // What is computed from sums can be so at once as well, unless that keeps the sums from it.
        [true, false].into_iter().find_map(|with_values| self.longest((looped, sum), &assigned, with_values))
    }

    /// What a loop assigns, if it counts up by one, in a type of C's own, and nothing else assigns its counters.
    fn plain_range(&self, looped: &For) -> Option<LocalSet> {
        let Ty::Int(kind) = self.around.locals[looped.counter].ty else { return None };
        let is_range = |bound: &Expr| matches!(bound.ty, Ty::Int(kind) if kind.is_signed());
        let is_plain = matches!(looped.step, Step::Constant(1))
            && looped.otherwise.is_empty()
            && kind.is_signed()
            && kind.bits() >= 32
            && is_range(&looped.start)
            && is_range(&looped.stop);
        let assigned = LocalSet::assigned_in(&looped.body);
        let counters: LocalSet = std::iter::once(looped.counter).chain(looped.target).collect();
        let is_plain =
            is_plain && counters.iter().all(|counter| self.around.locals[counter].ty == Ty::Int(kind));
        let is_changed = counters.iter().any(|counter| assigned.contains(counter));
        (is_plain && !is_changed).then_some(assigned)
    }

    /// The longest part of an iteration that is possible at once, up to its last loop, or with assignments after that.
    fn longest(
        &self,
        (looped, sum): (&For, Option<&InVariable>),
        assigned: &LocalSet,
        with_values: bool,
    ) -> Option<Found> {
        let ranges = Ranges::of(looped, &self.outer, &self.around, &self.assigned);
        let mut at_once = &looped.body[..];
        loop {
            let mut end = at_once.iter().rposition(has_loop)? + 1;
            if with_values {
                end += at_once[end..].iter().take_while(|stmt| is_value(stmt)).count();
            }
            at_once = &at_once[..end];
            let classes = Classes::of(at_once, looped, &self.around, &ranges, true);
            match classes.first_unfit(at_once) {
                Some(at) => at_once = &at_once[..at],
                None => return self.settled((looped, sum), at_once.len(), &classes, assigned),
            }
        }
    }

    /// Whether the first statements of a loop's body, of which each is possible at once, are so together.
    fn settled(
        &self,
        (looped, sum): (&For, Option<&InVariable>),
        end: usize,
        classes: &Classes<'_>,
        assigned: &LocalSet,
    ) -> Option<Found> {
        let (at_once, after) = looped.body.split_at(end);
        // A sum in one element for all iterations would be carried from each to the next.
        let is_carried = sum.is_some_and(|sum| sum.is_loaded && !classes.is_own(&sum.place))
            && !planted::has(Fault::LanesCarryInMemory);
        let spread = classes.spread(at_once);
        if is_carried || !classes.adds_up(at_once, !spread.is_empty()) {
            return None;
        }
        // What another iteration leaves.
        let carried = read_first(at_once).intersection(assigned);
        let is_carried = !carried.is_empty() && !planted::has(Fault::LanesCarryOn);
        if is_carried || classes.assigned().any(|local| self.around.addressed.contains(local)) {
            return None;
        }
        let stored = self.stored(after)?;
        let mut needed = classes.inside(at_once)?;
        let (pairs, has_own) = self.pairs(&stored, (at_once, classes), sum, &mut needed)?;
        let (mut read_after, given_after) = (LocalSet::default(), LocalSet::assigned_in(after));
        walk::statements(after, &mut |stmt| read_after.union(&reads_of(stmt)));
        let inside = Reads::of(&looped.body);
        let is_unread = |local: LocalId| self.is_read_inside(local, &inside) && !read_after.contains(local);
        let mut own = Vec::new();
        for local in classes.own() {
            let is_kept = !is_unread(local);
            let is_chosen = !classes.is_given_before_choices(at_once, local);
            if is_chosen && is_kept && !planted::has(Fault::LanesForgetChoice) {
                return None;
            }
            let begins = !is_given(at_once, local) && !planted::has(Fault::LanesForget);
            // What the iteration before leaves in it would be lost.
            let is_lost = begins && is_kept && given_after.contains(local);
            if is_lost && !planted::has(Fault::LanesForgetAfterwards) {
                return None;
            }
            let is_free = is_assigned_in_one_block(at_once, local) || planted::has(Fault::LanesShareScratch);
            let is_scratch = is_chosen && !is_kept && is_free;
            let begin = match (begins && is_kept, is_chosen && !is_scratch) {
                (true, _) => Begin::Before,
                (false, true) => Begin::Zero,
                (false, false) => Begin::Nothing,
            };
            own.push(OfOne { local, begin, is_scratch, is_kept });
        }
        // One that is the same in all of them would have what the iteration before has made of it.
        if same_of(at_once, classes).any(|local| given_after.contains(local))
            && !planted::has(Fault::LanesShareValue)
        {
            return None;
        }
        let numbers: Vec<LocalId> = classes.numbers().collect();
        if !numbers.iter().all(|number| is_unread(*number)) {
            return None;
        }
        let largest = own.iter().filter_map(|own| size(&self.around.locals[own.local].ty)).max()?;
        let strided = classes.strided(at_once);
        if !strided.iter().all(|view| self.is_steady(view)) {
            return None;
        }
        let needs = Needs { pairs, strided, conditions: needed };
        let is_whole = self.is_divided && has_own;
        Some(Found { end, own, numbers, needs, fails: None, spread, largest, is_whole })
    }

    /// Whether nothing outside a loop reads a local, of which that is known how often it is read inside.
    fn is_read_inside(&self, local: LocalId, inside: &Reads) -> bool {
        self.around.locals[local].role == LocalRole::Temp
            || self.ending.contains(local) && inside.of_local(local) >= self.read.of_local(local)
    }

    /// The elements to which statements store, if they store nothing else and may be left only at their end.
    fn stored(&self, block: &[Stmt]) -> Option<Vec<Expr>> {
        let mut stored: Vec<Expr> = Vec::new();
        let mut fits = !leaves(block, false) || planted::has(Fault::LanesAreLeft);
        walk::statements(block, &mut |stmt| {
            fits &= match &stmt.kind {
                StmtKind::Assign { place, .. } => match &place.kind {
                    ExprKind::Local(_) => !place.ty.is_counted() && place.ty.memoryview().is_none(),
                    ExprKind::Element { view, .. } if self.is_steady(view) => {
                        stored.push(place.clone());
                        true
                    }
                    _ => false,
                },
                StmtKind::If { .. } | StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Check(_) => true,
                StmtKind::Break | StmtKind::Continue => true,
                _ => false,
            };
            for expr in walk::expressions(stmt) {
                walk::expression(expr, &mut |part| fits &= is_quiet(part, self.around.module));
            }
        });
        fits.then_some(stored)
    }

    /// The pairs of views that must be apart; `None` if they cannot be. Adds what must hold for elements of one view not to be the
    /// same. Whether iterations read elements that they store to afterwards.
    fn pairs(
        &self,
        stored: &[Expr],
        (at_once, classes): (&[Stmt], &Classes<'_>),
        sum: Option<&InVariable>,
        conditions: &mut Vec<Expr>,
    ) -> Option<(Vec<[Expr; 2]>, bool)> {
        let summed = sum.and_then(|sum| view_of(&sum.place)).and_then(Expr::as_local);
        let (mut pairs, mut has_own) = (Vec::new(), false);
        for (place, one) in stored.iter().filter_map(|place| Some((place, view_of(place)?))) {
            for other in &classes.loaded(at_once) {
                // Each iteration has its own element of it.
                if summed.is_some() && one.as_local() == summed && other.as_local() == summed {
                    continue;
                }
                if !self.is_steady(other) {
                    return None;
                }
                if one.as_local() == other.as_local() {
                    let (needed, reads_own) = classes.differ_from_all(place, at_once)?;
                    conditions.extend(needed);
                    has_own |= reads_own;
                } else {
                    pairs.push([one.clone(), other.clone()]);
                }
            }
        }
        Some((if planted::has(Fault::LanesShareMemory) { Vec::new() } else { pairs }, has_own))
    }

    /// Whether a view is the same one as before the block.
    fn is_steady(&self, view: &Expr) -> bool {
        view.as_local()
            .is_some_and(|local| !self.assigned.contains(local) && !self.around.addressed.contains(local))
    }
}

/// What of a loop's iterations runs at once.
pub struct Found {
    /// So many statements of the body.
    end: usize,
    own: Vec<OfOne>,
    numbers: Vec<LocalId>,
    needs: Needs,
    /// The local that notes whether an iteration divides by zero.
    fails: Option<Expr>,
    /// Views and axes along which elements are read one by one.
    spread: Vec<(LocalId, usize)>,
    /// The bytes of the largest numbers.
    largest: usize,
    /// Threads divide the iterations, and each reads elements that it stores to afterwards: no block computes iterations of another
    /// thread as well.
    is_whole: bool,
}

/// What must hold for iterations to run at once.
#[derive(Default)]
pub struct Needs {
    /// Views that must be apart.
    pairs: Vec<[Expr; 2]>,
    /// Views whose elements must lie side by side.
    strided: Vec<Expr>,
    /// What else: for elements to be there that only some of the iterations may read, and for those of one view not to be the same.
    conditions: Vec<Expr>,
}

/// A local of which each iteration has its own.
struct OfOne {
    local: LocalId,
    begin: Begin,
    is_scratch: bool,
    /// It is needed after what runs at once.
    is_kept: bool,
}

/// How many statements read each local.
#[derive(Default)]
pub struct Reads(HashMap<LocalId, usize>);

impl Reads {
    pub fn of(block: &[Stmt]) -> Reads {
        let mut reads = Reads::default();
        walk::statements(block, &mut |stmt| {
            reads_of(stmt).iter().for_each(|local| *reads.0.entry(local).or_default() += 1);
        });
        reads
    }

    pub fn of_local(&self, local: LocalId) -> usize {
        self.0.get(&local).copied().unwrap_or_default()
    }
}

/// The locals that end with an iteration of a parallel loop.
fn ending(prange: &Prange) -> LocalSet {
    let mut ending: LocalSet = prange.privates.iter().copied().collect();
    prange.lastprivates.iter().for_each(|local| ending.remove(*local));
    prange.reductions.iter().for_each(|reduction| ending.remove(reduction.local));
    ending
}

/// The locals that get the same value in all iterations; counters have theirs in loops alone.
fn same_of(block: &[Stmt], classes: &Classes<'_>) -> impl Iterator<Item = LocalId> {
    let mut found = LocalSet::default();
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::For(looped) => found.extend(looped.target),
        _ => found.extend(walk::assigned(stmt)),
    });
    classes.own().chain(classes.numbers()).for_each(|local| found.remove(local));
    found.iter().collect::<Vec<_>>().into_iter()
}

/// Whether a statement computes a number from numbers, or checks a divisor.
fn is_value(stmt: &Stmt) -> bool {
    let value = match &stmt.kind {
        StmtKind::Assign { place, value } if place.as_local().is_some() => Some(value),
        StmtKind::Check(check) => failing::divisor(check),
        _ => None,
    };
    value.is_some_and(|value| !reads_memory(value))
}

fn reads_memory(expr: &Expr) -> bool {
    let mut reads = false;
    walk::expression(expr, &mut |part| {
        reads |= matches!(
            part.kind,
            ExprKind::Element { .. }
                | ExprKind::Index { .. }
                | ExprKind::Deref(_)
                | ExprKind::Field { .. }
                | ExprKind::Global(_)
        );
    });
    reads
}

fn view_of(element: &Expr) -> Option<&Expr> {
    match &element.kind {
        ExprKind::Element { view, .. } => Some(view),
        _ => None,
    }
}

/// What loops and assignments may read before they give it a value.
fn read_first(block: &[Stmt]) -> LocalSet {
    let (regions, contexts) = (Arena::default(), Arena::default());
    exposed(block, ByNumber { regions: &regions, contexts: &contexts, known: None })
}

fn has_loop(stmt: &Stmt) -> bool {
    walk::any(std::slice::from_ref(stmt), |stmt| matches!(stmt.kind, StmtKind::For(_)))
}

/// Whether a statement of the block itself gives a local its value.
fn is_given(block: &[Stmt], local: LocalId) -> bool {
    block
        .iter()
        .any(|stmt| matches!(&stmt.kind, StmtKind::Assign { place, .. } if place.as_local() == Some(local)))
}

/// Whether all statements that assign a local are in one block, none of them in a block within that.
fn is_assigned_in_one_block(block: &[Stmt], local: LocalId) -> bool {
    let assigns = |stmt: &&Stmt| walk::assigned(stmt).contains(&local);
    let within =
        |stmt: &Stmt| walk::blocks(stmt).into_iter().any(|inner| walk::any(inner, |stmt| assigns(&stmt)));
    let holders: Vec<&Stmt> = block.iter().filter(|stmt| within(stmt)).collect();
    match (block.iter().any(|stmt| assigns(&stmt)), &holders[..]) {
        (here, []) => here,
        (false, [holder]) => {
            let holds = |inner: &&Block| walk::any(inner, |stmt| assigns(&stmt));
            let blocks: Vec<&Block> = walk::blocks(holder).into_iter().filter(holds).collect();
            matches!(&blocks[..], [inner] if is_assigned_in_one_block(inner, local))
        }
        _ => false,
    }
}

/// Whether a block may be left for more than the next iteration of the loop around it.
fn leaves(block: &[Stmt], in_loop: bool) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break => !in_loop,
        StmtKind::For(looped) => leaves(&looped.body, true) || leaves(&looped.otherwise, in_loop),
        StmtKind::While { body, otherwise, .. } => leaves(body, true) || leaves(otherwise, in_loop),
        _ => walk::blocks(stmt).into_iter().any(|inner| leaves(inner, in_loop)),
    })
}

/// Whether a part of an expression neither calls what may write memory nor leads to any.
fn is_quiet(part: &Expr, module: &Module) -> bool {
    match &part.kind {
        ExprKind::Call(Callee::Extern(id), arguments) => {
            module.externs[*id].is_pure && arguments.iter().all(|argument| argument.ty.is_numeric())
        }
        ExprKind::Call(..) => false,
        _ => true,
    }
}
