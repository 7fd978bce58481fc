//! Loops that a device spreads: in tiles whose iterations can be numbered by 32-bit counters (`offcy_tile.h`).

use super::threads::Memory;
use super::{Body, Variable};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::lir::{Block, Clause, Declaration, Header, Label, Layout, Stmt as C};
use crate::offload::TeamSum;
use crate::pass::LocalSet;
use crate::tir::{Expr, Function, LocalId, Prange, Step, Stmt, walk};
use crate::ty::{Contiguity, IntKind, Ty};

/// A loop, or loops spread together, whose tiles are run one after another.
pub(super) struct Nest<'a> {
    loops: Vec<Loop<'a>>,
    /// The names that a grid needs.
    grid: Option<Grid>,
}

/// Loops whose iterations the threads of the launch divide among themselves: one loop numbers them all.
struct Grid {
    number: String,
    total: String,
    tile: String,
    /// If a loop around counts OpenMP's threads, because each has a part of a reduction or memory of its own: its
    /// counter, and how many there are.
    threads: Option<(String, String)>,
    memory: Option<Memory>,
    sums: Option<TeamSums>,
}

/// Sums that each team of a grid may have of its own.
struct TeamSums {
    /// The constant that says how many bytes they take, 0 if the teams have none.
    bytes: String,
    /// Each array, and how many elements it has.
    arrays: Vec<Elements>,
    /// A constant that says whether teams may have sums, and its value; absent if they always may.
    apart: Option<(String, c::Expr)>,
}

/// A pointer to elements, and how many there are.
type Elements = (c::Expr, c::Expr);

/// How a loop of a device is spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// As OpenMP does it.
    Plain,
    /// A grid: OpenMP starts threads, and does nothing else.
    Grid,
    /// A grid around which OpenMP counts the threads, and reduces their results.
    Reduction,
}

struct Loop<'a> {
    prange: &'a Prange,
    /// The kernel's counter, from 0.
    counter: String,
    /// The value of the loop's own counter in the first iteration of the tile.
    first: String,
    /// The iterations of the tile.
    count: String,
    /// The tile's iteration that is the loop's last one, or -1; present if something is used after the loop.
    last: Option<String>,
}

impl Nest<'_> {
    /// What a grid's pragma says about the launch. `is_asked`: the program says how many teams or threads there are.
    pub(super) fn launch(&self, is_asked: bool) -> Option<Clause> {
        let grid = self.grid.as_ref()?;
        let teams = c::Expr::member(c::Expr::name(&grid.tile), "teams");
        Some(match (&grid.threads, &grid.sums) {
            (Some((_, threads)), _) if !is_asked && self.memory().is_none() => {
                Clause::Value("OFFCY_GRID_OF_THREADS", vec![c::Expr::name(threads)])
            }
            (Some(_), _) => Clause::words("distribute parallel for"),
            (None, Some(sums)) => {
                Clause::Value("OFFCY_GRID_OF_SUMS", vec![teams, c::Expr::name(&sums.bytes)])
            }
            (None, None) => Clause::Value("OFFCY_GRID", vec![teams]),
        })
    }

    /// The memory that the threads of a grid have of their own.
    pub(super) fn memory(&self) -> Option<&Memory> {
        self.grid.as_ref().and_then(|grid| grid.memory.as_ref())
    }

    fn has_memory(&self) -> bool {
        self.memory().is_some()
    }

    /// Whether each thread has one iteration.
    pub(super) fn is_one_each(&self) -> bool {
        self.grid.as_ref().is_some_and(|grid| grid.threads.is_none() && grid.sums.is_none())
    }

    /// A loop whose counter is the number of the grid's iteration.
    fn is_numbered_alone(&self) -> bool {
        self.grid.is_some() && self.loops.len() == 1
    }
}

/// Whether a device counts the loops in tiles: otherwise it would number their iterations in 64 bits.
pub(super) fn is_tiled(function: &Function, loops: &[&Prange], shape: Shape) -> bool {
    if shape != Shape::Plain {
        return true;
    }
    let is_wide = |prange: &Prange| match function.locals[prange.counter].ty {
        Ty::Int(kind) => kind.bits() > 32,
        _ => true,
    };
    loops.len() > 1 || loops.iter().any(|prange| is_wide(prange))
}

/// The locals that only the host needs to find the iterations.
pub(super) fn of_bounds_alone(loops: &[&Prange]) -> LocalSet {
    let (mut bounds, mut others) = (LocalSet::default(), LocalSet::default());
    for prange in loops {
        for bound in [&prange.start, &prange.stop] {
            walk::expression(bound, &mut |expr| bounds.extend(expr.as_local()));
        }
        if let Step::Dynamic(step) = &prange.step {
            walk::expression(step, &mut |expr| others.extend(expr.as_local()));
        }
    }
    if let Some(innermost) = loops.last() {
        walk::all_expressions(&innermost.body, &mut |expr| others.extend(expr.as_local()));
    }
    bounds.iter().filter(|&id| !others.contains(id)).collect()
}

impl<'a> Body<'_, '_, 'a> {
    /// Opens the loop over the tiles. The pragma comes next, then the loops.
    pub(super) fn open_tiles(
        &mut self,
        loops: &[&'a Prange],
        has_last: bool,
        shape: Shape,
        sums: &[TeamSum],
    ) -> Nest<'a> {
        let memory = (shape == Shape::Reduction).then(|| self.memory_of_threads(loops)).flatten();
        let tile = self.naming.fresh("_tile");
        let extents = loops.iter().map(|prange| (None, self.iterations(prange))).collect();
        let extents = c::Expr::Braces(vec![(Some("extent".to_string()), c::Expr::Braces(extents))]);
        self.out.push(C::declare(c::Type::named("offcy_tile"), &tile, extents));
        let arguments = vec![c::Expr::address(c::Expr::name(&tile)), c::Expr::number(loops.len())];
        self.out.open_while(c::Expr::call("offcy_next_tile", arguments));
        let of_tile = |field: &str| c::Expr::member(c::Expr::name(&tile), field);
        let of_axis = |field: &str, axis: usize| c::Expr::index(of_tile(field), c::Expr::number(axis));
        let loops: Vec<Loop<'a>> = loops
            .iter()
            .map(|&prange| {
                let name = self.naming.local_name(prange.counter).trim_start_matches('_').to_string();
                Loop {
                    prange,
                    counter: self.naming.fresh(&format!("_{name}")),
                    first: self.naming.fresh(&format!("_{name}_first")),
                    count: self.naming.fresh(&format!("_{name}_count")),
                    last: has_last.then(|| self.naming.fresh(&format!("_{name}_last"))),
                }
            })
            .collect();
        let firsts: Vec<_> = loops
            .iter()
            .enumerate()
            .map(|(axis, each)| {
                let before = of_axis("first", axis);
                let start = self.expr(&each.prange.start);
                let value = joined(start, self.steps(each.prange, before));
                (self.local_type(each.prange.counter), &each.first, value)
            })
            .collect();
        self.constants(firsts);
        let is_grid = shape != Shape::Plain;
        let grid = is_grid.then(|| self.grid(&loops, &tile, shape, (memory, sums)));
        // The outermost count of several is in the total.
        let is_needed = |axis: usize| !is_grid || has_last || axis > 0 || loops.len() == 1;
        let counts = loops
            .iter()
            .enumerate()
            .filter(|(axis, _)| is_needed(*axis))
            .map(|(axis, each)| (c::Type::named("int"), &each.count, of_axis("count", axis)));
        let mut counts: Vec<_> = counts.collect();
        if let Some(grid) = grid.as_ref().filter(|_| loops.len() > 1) {
            counts.push((c::Type::named("int"), &grid.total, of_tile("total")));
        }
        if let Some((_, threads)) = grid.as_ref().and_then(|grid| grid.threads.as_ref()) {
            let tile = c::Expr::name(&tile);
            let all = match grid.as_ref().and_then(|grid| grid.memory.as_ref()) {
                Some(memory) => {
                    c::Expr::call("offcy_threads_of", vec![c::Expr::address(tile), memory.size()])
                }
                None => c::Expr::call("OFFCY_THREADS", vec![tile]),
            };
            counts.push((c::Type::named("int"), threads, all));
        }
        if let Some(sums) = grid.as_ref().and_then(|grid| grid.sums.as_ref()) {
            counts.extend(sums.constants(&tile));
        }
        self.constants(counts);
        self.last_iterations(&tile, &loops);
        if let Some((memory, (_, threads))) =
            grid.as_ref().and_then(|grid| grid.memory.as_ref().zip(grid.threads.as_ref()))
        {
            self.out.push(memory.allocated(threads));
        }
        Nest { loops, grid }
    }

    /// The names of a grid over the tiles of loops.
    fn grid(
        &mut self,
        loops: &[Loop<'a>],
        tile: &str,
        shape: Shape,
        (memory, sums): (Option<Memory>, &[TeamSum]),
    ) -> Grid {
        let sums = (shape == Shape::Grid).then(|| self.team_sums(sums)).flatten();
        // A single loop needs no number other than its own.
        let (number, total) = match loops {
            [only] => (only.counter.clone(), only.count.clone()),
            _ => (self.naming.fresh("_number"), self.naming.fresh("_total")),
        };
        let threads = (shape == Shape::Reduction)
            .then(|| (self.naming.fresh("_thread"), self.naming.fresh("_threads")));
        Grid { number, total, tile: tile.to_string(), threads, memory, sums }
    }

    /// Which iteration of each loop's tile is the loop's last one, where something is used after the loops.
    fn last_iterations(&mut self, tile: &str, loops: &[Loop<'a>]) {
        let of_axis = |field: &str, axis: usize| {
            c::Expr::index(c::Expr::member(c::Expr::name(tile), field), c::Expr::number(axis))
        };
        let lasts = loops.iter().enumerate().filter_map(|(axis, each)| {
            let end = c::Expr::binary("+", of_axis("first", axis), of_axis("count", axis));
            let ends = c::Expr::binary("==", end, of_axis("extent", axis));
            let last = c::Expr::binary("-", c::Expr::name(&each.count), c::Expr::number(1));
            let none = c::Expr::number(-1);
            let value = c::Expr::conditional(ends, last, none);
            Some((c::Type::named("int"), each.last.as_ref()?, value))
        });
        self.constants(lasts.collect());
    }

    /// Sums for each team, of those of the arrays whose extents are known here, as are those of what must be apart from
    /// them.
    fn team_sums(&mut self, sums: &[TeamSum]) -> Option<TeamSums> {
        let (mut arrays, mut conditions) = (Vec::new(), Vec::new());
        for sum in sums {
            let Some((array, count)) = self.elements(sum.view) else { continue };
            let apart: Option<Vec<_>> = sum.apart.iter().map(|&other| self.elements(other)).collect();
            let Some(apart) = apart else { continue };
            conditions.extend(apart.into_iter().map(|(other, other_count)| {
                c::Expr::call("OFFCY_APART", vec![array.clone(), count.clone(), other, other_count])
            }));
            arrays.push((array, count));
        }
        if arrays.is_empty() {
            return None;
        }
        let bytes = self.naming.fresh("_sums");
        let all = conditions.into_iter().reduce(|one, other| c::Expr::binary("&&", one, other));
        let apart = all.map(|all| (self.naming.fresh("_apart"), all));
        Some(TeamSums { bytes, arrays, apart })
    }

    /// The elements of a view from its first one on, as many as a kernel may touch.
    fn elements(&self, view: LocalId) -> Option<Elements> {
        let flat = self.naming.flat.get(&view).filter(|flat| flat.pointer.holder.is_none())?;
        let is_packed = self.function.locals[view]
            .ty
            .memoryview()
            .is_some_and(|view| view.contiguity() != Contiguity::Strided);
        if let Some([first, count]) = self.naming.companions.sections.get(view).filter(|_| is_packed) {
            return Some((flat.pointer.place(), c::Expr::sum(c::Expr::name(first), c::Expr::name(count))));
        }
        let extents: Option<Vec<&Variable>> = flat.extents.iter().map(Option::as_ref).collect();
        let count =
            extents.filter(|_| is_packed)?.into_iter().map(Variable::place).reduce(c::Expr::product)?;
        Some((flat.pointer.place(), count))
    }

    /// Declares constants, as many on a line as have one type and fit.
    fn constants(&mut self, constants: Vec<(c::Type, &String, c::Expr)>) {
        let mut declarations: Vec<Declaration> = Vec::new();
        for (ty, name, value) in constants {
            let ty = ty.constant();
            match declarations.last_mut() {
                Some(known) if known.ty == ty => known.variables.push((name.clone(), Some(value))),
                _ => declarations
                    .push(Declaration { layout: Layout::Several, ..Declaration::of(ty, name, Some(value)) }),
            }
        }
        self.out.extend(declarations.into_iter().map(C::Declare));
    }

    /// Opens the loops of the nest; returns the body of the innermost. `close_nest` closes all of them. `label` is where
    /// a thread ends.
    pub(super) fn open_nest(&mut self, nest: &Nest<'a>, label: &Label) -> &'a [Stmt] {
        match &nest.grid {
            Some(grid) => self.open_grid(&nest.loops, grid, label),
            None => nest.loops.iter().for_each(|Loop { counter, count, .. }| {
                self.out.open_for(up_to(counter, count));
            }),
        }
        let innermost = nest.loops.last().map(|innermost| innermost.prange);
        let parts = innermost.filter(|_| nest.has_memory()).and_then(Prange::parts_of_thread);
        let body: &'a [Stmt] = match parts {
            Some(parts) => parts.iteration,
            None => innermost.or_bug("a loop of a nest").body.as_slice(),
        };
        for Loop { prange, counter, first, .. } in &nest.loops {
            let iteration = match &prange.step {
                // It may be more than an `int` holds; and a grid's number is unsigned.
                Step::Dynamic(_) if nest.is_numbered_alone() => {
                    c::Expr::cast(self.local_type(prange.counter), c::Expr::name(counter))
                }
                Step::Constant(step) if step.unsigned_abs() > 1 => {
                    c::Expr::cast(self.local_type(prange.counter), c::Expr::name(counter))
                }
                _ => c::Expr::name(counter),
            };
            let is_last = prange.lastprivates.contains(&prange.counter);
            let value = joined(c::Expr::name(first), self.steps(prange, iteration));
            self.give_value(prange.counter, !is_last, value);
            if !is_last && !is_named(prange.counter, body) {
                self.out.push(C::unused(self.naming.local(prange.counter)));
            }
        }
        body
    }

    /// Opens the loop over the iterations of a thread of the grid.
    fn open_grid(&mut self, loops: &[Loop<'a>], grid: &Grid, label: &Label) {
        let Grid { number, total, threads, memory, sums, .. } = grid;
        let names =
            |names: &[&String]| names.iter().map(|name| c::Expr::name(name.as_str())).collect::<Vec<_>>();
        match (threads, sums) {
            (Some((thread, threads)), _) => {
                self.out.open_for(up_to(thread, threads));
                if let (Some(memory), Some(innermost)) = (memory, loops.last()) {
                    self.begin_thread(innermost.prange, memory, thread, label);
                }
                let arguments = names(&[thread, threads, number, total]);
                self.out.open_for(Header::Macro(c::Expr::call("OFFCY_ITERATIONS_OF", arguments)));
            }
            (None, Some(sums)) => {
                self.out.extend(sums.declarations());
                let arguments = names(&[number, total]);
                self.out.open_for(Header::Macro(c::Expr::call("OFFCY_SEVERAL_ITERATIONS", arguments)));
            }
            (None, None) => {
                let arguments = names(&[number, total]);
                self.out.open_for(Header::Macro(c::Expr::call("OFFCY_ITERATIONS", arguments)));
            }
        }
        if loops.len() == 1 {
            return;
        }
        for (axis, each) in loops.iter().enumerate() {
            let inner = loops[axis + 1..].iter().rev().map(|each| c::Expr::name(&each.count));
            let value = inner.fold(c::Expr::name(number), |value, count| c::Expr::binary("/", value, count));
            let value = match axis {
                0 => value,
                _ => c::Expr::binary("%", value, c::Expr::name(&each.count)),
            };
            self.out.push(C::declare(c::Type::named("int").constant(), &each.counter, value));
        }
    }

    /// Whether an iteration is the last one of all.
    pub(super) fn is_last_of_nest(nest: &Nest<'a>) -> c::Expr {
        let ends = nest.loops.iter().filter_map(|each| {
            let last = c::Expr::name(each.last.as_ref()?);
            let counter = c::Expr::name(&each.counter);
            let counter = match nest.is_numbered_alone() {
                true => c::Expr::cast(c::Type::named("int"), counter),
                false => counter,
            };
            Some(c::Expr::binary("==", counter, last))
        });
        ends.reduce(|one, other| c::Expr::binary("&&", one, other)).unwrap_or(c::Expr::bool(false))
    }

    pub(super) fn close_nest(&mut self, nest: &Nest<'a>, label: &Label) {
        let Some(grid) = &nest.grid else { return (0..nest.loops.len()).for_each(|_| self.out.close()) };
        self.out.close();
        if let (Some(_), Some(innermost)) = (&grid.memory, nest.loops.last()) {
            self.end_thread(innermost.prange, label);
        }
        if grid.threads.is_some() {
            self.out.close();
        }
    }

    /// How many iterations a loop has; a number below 1 if it has none.
    fn iterations(&mut self, prange: &Prange) -> c::Expr {
        let step = match &prange.step {
            Step::Constant(1) => None,
            Step::Constant(step) => Some(c::Expr::number(step)),
            Step::Dynamic(step) => Some(self.expr(step)),
        };
        match step {
            None if prange.start.as_int() == Some(0) => self.expr(&prange.stop),
            None => {
                let (start, stop) = (self.distance(&prange.start), self.distance(&prange.stop));
                c::Expr::binary("-", stop, start)
            }
            Some(step) => {
                let bounds = [&prange.start, &prange.stop].map(|bound| self.expr(bound));
                c::Expr::call("offcy_range_length", bounds.into_iter().chain([step]).collect())
            }
        }
    }

    /// A bound as a number that differences fit into.
    fn distance(&mut self, bound: &Expr) -> c::Expr {
        let value = self.expr(bound);
        let is_wide = matches!(&bound.ty, Ty::Int(kind) if kind.is_signed() && kind.bits() == 64);
        if is_wide || bound.as_int().is_some() {
            return value;
        }
        c::Expr::cast(c::Type::named(IntKind::SsizeT.c_name()), value)
    }

    /// How far so many iterations lead.
    fn steps(&mut self, prange: &Prange, iterations: c::Expr) -> c::Expr {
        match &prange.step {
            Step::Constant(1) => iterations,
            Step::Constant(-1) => c::Expr::unary("-", iterations),
            Step::Constant(step) => c::Expr::product(iterations, c::Expr::number(step)),
            Step::Dynamic(step) => c::Expr::product(iterations, self.expr(step)),
        }
    }
}

impl TeamSums {
    /// What is declared before the pragma.
    fn constants(&self, tile: &str) -> Vec<(c::Type, &String, c::Expr)> {
        let given =
            c::Expr::call("offcy_team_sums", vec![c::Expr::address(c::Expr::name(tile)), self.size()]);
        let Some((apart, value)) = &self.apart else {
            return vec![(c::Type::named("int"), &self.bytes, given)];
        };
        let given = c::Expr::conditional(c::Expr::name(apart), given, c::Expr::number(0));
        vec![(c::Type::named("bool"), apart, value.clone()), (c::Type::named("int"), &self.bytes, given)]
    }

    /// How many bytes they take.
    fn size(&self) -> c::Expr {
        let sizes = self.arrays.iter().map(|(name, count)| size_of_sums(name, count));
        sizes.reduce(c::Expr::sum).unwrap_or(c::Expr::number(0))
    }

    /// What stands between the pragma and the loop.
    fn declarations(&self) -> Block {
        let mut at = c::Expr::number(0);
        let mut declarations = Vec::new();
        for (place, (name, count)) in self.arrays.iter().enumerate() {
            let arguments = vec![name.clone(), count.clone(), c::Expr::name(&self.bytes), at.clone()];
            declarations.push(C::Macro(c::Expr::call("OFFCY_TEAM_SUMS", arguments)));
            let size = size_of_sums(name, count);
            at = if place == 0 { size } else { c::Expr::sum(at, size) };
        }
        declarations
    }
}

fn size_of_sums(array: &c::Expr, count: &c::Expr) -> c::Expr {
    c::Expr::call("OFFCY_SIZE_OF_SUMS", vec![array.clone(), count.clone()])
}

/// `int counter = 0; counter < count; counter++`
fn up_to(counter: &str, count: &str) -> Header {
    Header::Counting {
        init: Box::new(C::declare(c::Type::named("int"), counter, c::Expr::number(0))),
        condition: c::Expr::binary("<", c::Expr::name(counter), c::Expr::name(count)),
        advance: c::Expr::postfix(c::Expr::name(counter), "++"),
    }
}

fn is_named(local: LocalId, block: &[Stmt]) -> bool {
    let mut found = false;
    walk::all_expressions(block, &mut |expr| found |= expr.as_local() == Some(local));
    found
}

/// `start + distance`, or `start - distance` of one that is negated.
fn joined(start: c::Expr, distance: c::Expr) -> c::Expr {
    match distance {
        c::Expr::Unary("-", back) => c::Expr::binary("-", start, *back),
        forth => c::Expr::sum(start, forth),
    }
}
