//! Parallel blocks and loops: OpenMP on the host's cores, and the device's version in a region.

use crate::emit::bug::OrBug;
use std::collections::HashSet;

use super::iterations::Left;
use super::kernels::{self, DeviceClauses, KernelLocals, Spread};
use super::last::Last;
use super::members::needs_two_constructs;
use super::threads::Memory;
use super::tiles::{Nest, Shape, is_tiled};
use super::{Body, Opened, Setting, Variable};
use crate::base::{Statement, StmtId};
use crate::emit::DeviceCode;
use crate::emit::c;
use crate::emit::lir::{self, Block, Clause, Header, Label, PRAGMAS, Stmt as C, exits};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Clauses, Expr, LocalId, MinMax, Parallel, Prange, ReductionOp, Schedule, Step, Stmt, StmtKind, walk,
};
use crate::ty::{FloatKind, Ty};

/// One iteration of a parallel loop.
#[derive(Clone, Copy)]
pub(super) struct Iteration<'s> {
    /// The label at its end.
    pub(super) label: &'s Label,
    /// Statements at its beginning.
    pub(super) packed: &'s [C],
    /// A loop before this one may have failed: if it has, this one does nothing.
    pub(super) follows_failure: bool,
    /// It may be left, which ends the loop.
    pub(super) left: Option<&'s Left>,
    /// On a device, what the last iteration leaves.
    pub(super) last: Option<&'s Last>,
    /// The thread that runs it has no other.
    pub(super) is_only: bool,
    /// Sums and products that each thread may compute in any order.
    pub(super) any_order: &'s LocalSet,
    /// What is known to hold.
    pub(super) assumed: Option<&'s Expr>,
}

impl<'a> Body<'_, '_, 'a> {
    /// `parallel`: a team of threads runs the block; one loop alone becomes a combined construct.
    pub(super) fn parallel(&mut self, parallel: &'a Parallel) {
        if let [only @ Stmt { kind: StmtKind::Prange(prange), .. }] = parallel.body.as_slice()
            && prange.clauses.num_threads.is_none()
        {
            self.out.because_of(self.unit.origin(prange.span));
            self.prange((only.id(), prange), Spread::ALONE, Some(&parallel.clauses));
            return;
        }
        let in_frame = std::mem::replace(&mut self.in_frame, false);
        let left = self.open_left_block(&parallel.body);
        let mut clauses = vec![Clause::words("parallel")];
        clauses.extend(self.team_clauses(&parallel.clauses));
        let label = Label::of_failures(self.naming.fresh("_end"));
        let outer = self.exits.enter();
        let around = std::mem::take(&mut self.out);
        self.threads.in_team = true;
        self.keep_thread(&parallel.body);
        self.apart(&parallel.body, left.as_ref(), (&label, 0), |body| body.team_block(&parallel.body, true));
        self.threads.in_team = false;
        self.exits.opened = outer;
        let written = std::mem::replace(&mut self.out, around).finish();
        let shared = std::mem::take(&mut self.threads.shared);
        self.out.extend(shared);
        let held = self.release_held(&parallel.body);
        let own = self.declarations.inside(&parallel.body);
        clauses.extend(self.only_read(&KernelLocals::of_block(&parallel.body), &own, &written));
        clauses.extend(self.begun(&parallel.firstprivates));
        clauses.extend(self.held_by_threads(&parallel.body));
        let fails = lir::may_record(&written);
        self.out.push(C::Pragma(clauses));
        self.out.push(C::Block(written));
        self.hold_again(held);
        self.raise_recorded(fails, parallel.span);
        if let Some(left) = left {
            self.go_on_after(&left, &parallel.body, false);
        }
        self.in_frame = in_frame;
    }

    /// A parallel loop, on a device spread together with those inside it. A loop inside another one is a plain loop of
    /// the thread that runs it.
    pub(crate) fn prange(
        &mut self,
        (id, prange): (StmtId, &'a Prange),
        spread: Spread<'a>,
        team: Option<&'a Clauses>,
    ) {
        if self.threads.in_team_s_iteration {
            return self.threads_of_team(prange);
        }
        if self.threads.in_loop {
            let dynamic = self.dynamic_iterations(prange);
            return self.one_loop((prange, &prange.body), None, dynamic);
        }
        if prange.once.is_some() && self.kernels.device.is_none() {
            return self.threads_of_host((id, prange), team);
        }
        let in_frame = std::mem::replace(&mut self.in_frame, false);
        let left = self.open_left(prange);
        let loops = walk::nested(prange, spread.collapse);
        let last = self.open_last(prange);
        let follows_failure = self.kernels.follows_failure();
        let shape = self.shape(prange, spread, &loops);
        let is_tiled = self.kernels.device.is_some() && is_tiled(self.function, &loops, shape);
        let nest = is_tiled.then(|| self.open_tiles(&loops, last.is_some(), shape, spread.sums));
        let device = self.kernels.device.clone();
        let pragmas = device.map(|device| {
            self.device_pragmas(&loops, spread, &device, (nest.as_ref(), last.as_ref()), shape)
        });
        let (pragmas, packed) = pragmas.unwrap_or_default();
        let dynamic = if nest.is_some() { None } else { self.dynamic_iterations(prange) };
        let held = self.release_held(&prange.body);
        self.out.extend(pragmas.into_iter().map(C::Pragma));
        let around = std::mem::take(&mut self.out);
        (self.threads.in_loop, self.threads.in_team_s_iteration) = (true, spread.levels);
        let label = self.next_label(prange);
        let names = prange.is_alone.then(|| self.naming.namer.clone());
        let outer = self.exits.enter();
        let any_order = self.in_any_order(prange);
        let iteration = Iteration {
            label: &label,
            packed: &packed,
            follows_failure,
            left: left.as_ref(),
            last: last.as_ref(),
            any_order: &any_order,
            assumed: prange.assumed.as_ref(),
            is_only: nest.as_ref().is_some_and(Nest::is_one_each),
        };
        match &nest {
            Some(nest) => {
                let thread = Label::of_failures(self.naming.fresh("_end"));
                let body = self.open_nest(nest, &thread);
                self.iteration(body, Some(iteration), &Self::is_last_of_nest(nest));
                self.close_nest(nest, &thread);
            }
            None => self.one_loop((prange, &prange.body), Some(iteration), dynamic),
        }
        self.exits.opened = outer;
        (self.threads.in_loop, self.threads.in_team_s_iteration) = (false, false);
        let written = std::mem::replace(&mut self.out, around).finish();
        names.into_iter().for_each(|names| self.naming.end_block(names, &written));
        let fails = lir::may_record(&written);
        if self.kernels.device.is_none() && !prange.is_alone {
            let clauses = self.host_clauses(prange, team, left.is_some(), &written);
            self.out.push(C::Pragma(clauses));
        }
        self.out.extend(written);
        self.kernels.note_failure(fails);
        if let Some(nest) = &nest {
            self.out.extend(nest.memory().map(Memory::freed));
            self.out.close();
        }
        last.iter().for_each(|last| self.close_last(last));
        self.hold_again(held);
        self.may_end_after(id, fails, prange.span);
        if let Some(left) = left {
            self.go_on_after(&left, &prange.body, true);
        }
        self.in_frame = in_frame;
    }

    /// A thread of a team has the thread state in which C functions leave an exception after they have released the
    /// GIL.
    pub(super) fn keep_thread(&mut self, block: &[Stmt]) {
        if self.setting == Setting::Glue && self.unit.placement.asks_for_exceptions(block) {
            self.out.push(C::call("offcy_keep_thread", vec![]));
        }
    }

    /// A parallel loop inside one that is spread over teams. All threads of a team may run the code around it, and what
    /// the loop shares of that would be in the team's memory: a thread might store the next value before the others
    /// have read this one. So each has a copy.
    fn threads_of_team(&mut self, prange: &'a Prange) {
        let locals = KernelLocals::of_loop(prange);
        let mut own = self.declarations.inside(&prange.body);
        own.extend(prange.privates.iter().copied());
        let dynamic = self.dynamic_iterations(prange);
        let copied = self.copies_for_threads(&locals, &own);
        let around = std::mem::take(&mut self.out);
        self.threads.in_team_s_iteration = false;
        let label = self.next_label(prange);
        let outer = self.exits.enter();
        let iteration = Iteration {
            label: &label,
            packed: &[],
            follows_failure: false,
            left: None,
            last: None,
            is_only: false,
            any_order: &LocalSet::default(),
            assumed: None,
        };
        self.one_loop((prange, &prange.body), Some(iteration), dynamic.clone());
        self.exits.opened = outer;
        self.threads.in_team_s_iteration = true;
        let written = std::mem::replace(&mut self.out, around).finish();
        let mut clauses = vec![Clause::words(format!("parallel for{}", simd(prange)))];
        clauses.extend(self.only_read(&locals, &own, &written));
        let has_record = lir::names(&written, PRAGMAS).has_name("_error");
        let record = has_record.then(|| self.error());
        let addressed = copied.iter().filter(|(id, _)| self.declarations.addressed.contains(*id));
        let addressed = addressed.map(|(id, _)| self.naming.local(*id));
        let counted = dynamic.map(c::Expr::name);
        clauses.extend(Clause::list(
            "firstprivate",
            counted.into_iter().chain(addressed).chain(record).collect(),
        ));
        clauses.extend(self.reduced(prange));
        self.out.push(C::Pragma(clauses));
        self.out.extend(written);
        for (id, name) in copied {
            self.naming.rename(id, |variable| *variable = name.clone());
        }
    }

    /// Declares copies of what a team's loop only reads and clang would not pass by value. The loop uses the names of
    /// the copies; the result maps each variable to its own name.
    fn copies_for_threads(&mut self, locals: &KernelLocals, own: &LocalSet) -> Vec<(LocalId, Variable)> {
        let is_wide = |ty: &Ty| ty.is_record() || matches!(ty, Ty::Complex(_));
        let is_copied = |id: &LocalId| {
            let ty = &self.function.locals[*id].ty;
            let is_in_memory = is_wide(ty) || self.declarations.addressed.contains(*id) && !ty.is_array();
            is_in_memory && !own.contains(*id) && !locals.written.contains(*id)
        };
        let copied: Vec<LocalId> = locals.used.iter().filter(is_copied).collect();
        let mut names = Vec::new();
        for id in copied {
            let own = self.naming.variable(id).clone();
            let copy = self.naming.fresh(&format!("_{}", own.name));
            self.out.push(C::declare(self.local_type(id).constant(), &copy, own.place()));
            self.naming.rename(id, |variable| *variable = Variable::plain(&copy));
            names.push((id, own));
        }
        names
    }

    /// The label at the end of the loop's iterations.
    pub(super) fn next_label(&mut self, prange: &Prange) -> Label {
        let counter = self.naming.local_name(prange.counter).trim_start_matches('_').to_string();
        Label::of_failures(self.naming.fresh(&format!("next_{counter}")))
    }

    /// After a parallel loop of the host whose iterations may have recorded an error.
    pub(super) fn raise_recorded(&mut self, fails: bool, span: Span) {
        if self.threads.in_team || !fails {
            return;
        }
        if self.setting == Setting::Kernel {
            return self.end_if_failed();
        }
        let error = self.error();
        let failed = c::Expr::call("offcy_failed", vec![error]);
        self.leave_if(failed, span);
    }

    /// After a loop: a failure ends the function or the region, and so does Ctrl-C, unless the region ends anyway.
    pub(super) fn may_end_after(&mut self, prange: StmtId, fails: bool, span: Span) {
        if self.kernels.region.as_ref().is_none_or(|region| region.goes_on_after(prange)) {
            self.raise_recorded(fails, span);
            self.end_if_interrupted();
        }
    }

    /// If the step is known only at run time, the iterations are counted before the loop.
    pub(super) fn dynamic_iterations(&mut self, prange: &'a Prange) -> Option<String> {
        let Step::Dynamic(step) = &prange.step else { return None };
        let iterations = self.naming.fresh("_iterations");
        let arguments = [&prange.start, &prange.stop, step].map(|bound| self.expr(bound));
        let count = c::Expr::call("offcy_range_length", arguments.to_vec());
        self.out.push(C::declare(c::Type::named("ptrdiff_t").constant(), &iterations, count));
        Some(iterations)
    }

    /// The loop itself.
    pub(super) fn one_loop(
        &mut self,
        (prange, body): (&'a Prange, &'a [Stmt]),
        iteration: Option<Iteration<'_>>,
        iterations: Option<String>,
    ) {
        let (ty, name) = (self.local_type(prange.counter), self.naming.local(prange.counter));
        let is_last = prange.lastprivates.contains(&prange.counter);
        let mut counter = name.clone();
        let mut first = None;
        let mut is_last_iteration = None;
        let header = match (&prange.step, iterations) {
            (Step::Dynamic(step), Some(iterations)) => {
                let own = self.naming.fresh("_iteration");
                let iteration = || c::Expr::name(&own);
                let distance = c::Expr::product(iteration(), self.expr(step));
                first = Some(c::Expr::sum(self.expr(&prange.start), distance));
                let last = c::Expr::binary("-", c::Expr::name(&iterations), c::Expr::number(1));
                is_last_iteration = Some(c::Expr::binary("==", iteration(), last));
                Header::Counting {
                    init: Box::new(C::declare(c::Type::named("ptrdiff_t"), &own, c::Expr::number(0))),
                    condition: c::Expr::binary("<", iteration(), c::Expr::name(iterations)),
                    advance: c::Expr::postfix(iteration(), "++"),
                }
            }
            _ if is_last => {
                let own = self.naming.fresh(&format!("_{}", self.naming.local_name(prange.counter)));
                counter = c::Expr::name(own);
                first = Some(counter.clone());
                self.counting(Some(ty), counter.clone(), &prange.start, &prange.stop, &prange.step)
            }
            _ => self.counting(Some(ty), name, &prange.start, &prange.stop, &prange.step),
        };
        let is_last_iteration = match is_last_iteration {
            None if iteration.is_some_and(|iteration| iteration.last.is_some()) => {
                self.is_last(prange, counter)
            }
            known => known.unwrap_or(c::Expr::bool(false)),
        };
        self.out.open_for(header);
        if let Some(first) = first {
            self.give_value(prange.counter, !is_last, first);
        }
        self.iteration(body, iteration, &is_last_iteration);
        self.out.close();
    }

    /// What a loop does in each iteration.
    fn iteration(&mut self, body: &'a [Stmt], iteration: Option<Iteration<'_>>, is_last: &c::Expr) {
        let mark = self.out.mark();
        let last = iteration.and_then(|iteration| iteration.last);
        let end = last.map(|last| last.label.clone());
        let any_order = iteration.map_or_else(LocalSet::default, |iteration| iteration.any_order.clone());
        self.exits.opened.push(Opened::Loop { any_order });
        match iteration {
            Some(iteration) => {
                self.out.joined(iteration.packed.to_vec());
                if let Some(left) = iteration.left {
                    let flag = c::Expr::address(c::Expr::name(&left.flag));
                    self.out.push(C::when(c::Expr::call("offcy_left", vec![flag]), C::Continue));
                }
                if let Some(assumed) = iteration.assumed {
                    let assumed = self.expr(assumed);
                    self.out.push(C::call("OFFCY_ASSUME", vec![assumed]));
                }
                if !self.threads.in_team {
                    self.keep_thread(body);
                }
                self.stop_when_interrupted(body);
                if iteration.follows_failure {
                    self.goto_if_failed(iteration.label);
                } else if iteration.left.is_none() && !self.threads.in_team_s_iteration {
                    self.stop_after_failure(body, iteration.label, iteration.is_only);
                }
                let failing = (iteration.label, mark);
                self.apart(body, iteration.left, failing, |writer| {
                    writer.block(body);
                    last.into_iter().for_each(|last| writer.store_last(last, is_last));
                });
            }
            None => self.block(body),
        }
        self.exits.opened.pop();
        self.settle(mark, |written| exits::end_in_loop(written, None, end.as_ref()));
    }

    pub(super) fn host_clauses(
        &mut self,
        prange: &'a Prange,
        team: Option<&Clauses>,
        is_left: bool,
        written: &Block,
    ) -> Vec<Clause> {
        let mut clauses = Vec::new();
        if self.threads.in_team {
            clauses.push(Clause::words(format!("for{}", simd(prange))));
        } else {
            clauses.push(Clause::words(format!("parallel for{}", simd(prange))));
            clauses.extend(self.team_clauses(&prange.clauses));
            clauses.extend(team.into_iter().flat_map(|clauses| self.team_clauses(clauses)));
            let body = written.iter().find_map(|stmt| match stmt {
                C::For(_, body) => Some(body.as_slice()),
                _ => None,
            });
            let mut own = self.declarations.inside(&prange.body);
            own.extend(prange.privates.iter().copied());
            clauses.extend(self.only_read(
                &KernelLocals::of_nest(self.function, &[prange], Shape::Plain),
                &own,
                body.or_bug("the loop that has been written"),
            ));
            clauses.extend(self.held_by_threads(&prange.body));
        }
        clauses.extend(self.schedule(&prange.clauses, !prange.lastprivates.is_empty()));
        // An iteration that is left early may not have set all.
        let last = prange.lastprivates.iter().filter(|id| is_left && !prange.firstprivates.contains(id));
        clauses.extend(self.begun(&prange.firstprivates.iter().chain(last).copied().collect::<Vec<_>>()));
        clauses.extend(self.reduced(prange));
        clauses.extend(self.lasting(prange));
        clauses
    }

    /// The memoryviews that each thread holds for a while: they begin empty.
    fn held_by_threads(&self, block: &[Stmt]) -> Option<Clause> {
        let views = self.views_of_threads(block).into_iter().map(|(_, view)| view);
        Clause::list("firstprivate", views.collect())
    }

    /// Variables whose value threads start with: `firstprivate`.
    fn begun(&self, locals: &[LocalId]) -> Option<Clause> {
        // An array whose elements are assigned is shared, like everything behind a pointer.
        let is_array = |id: LocalId| matches!(self.function.locals[id].ty, Ty::Array { .. });
        let begun = locals.iter().filter(|id| !is_array(**id)).map(|&id| self.naming.local(id));
        Clause::list("firstprivate", begun.collect())
    }

    /// How a loop of a device is spread: threads that need nothing of OpenMP's divide the iterations among themselves.
    fn shape(&self, prange: &Prange, spread: Spread<'_>, loops: &[&'a Prange]) -> Shape {
        let Some(device) = &self.kernels.device else { return Shape::Plain };
        if spread.levels || needs_two_constructs(&prange.body) {
            return Shape::Plain;
        }
        let innermost = loops.last().map_or(prange, |last| last);
        let asks_openmp = || self.unit.placement.asks_openmp(self.unit.module, &innermost.body);
        match (prange.reductions.is_empty() && prange.once.is_none(), device.launch.is_empty()) {
            (false, _) => Shape::Reduction,
            (true, true) if !asks_openmp() => Shape::Grid,
            _ => Shape::Plain,
        }
    }

    /// The pragmas, and the statements that put structs together again in each iteration.
    fn device_pragmas(
        &mut self,
        loops: &[&'a Prange],
        spread: Spread<'_>,
        device: &DeviceClauses,
        (nest, last): (Option<&Nest<'a>>, Option<&Last>),
        shape: Shape,
    ) -> (Vec<Vec<Clause>>, Block) {
        let prange = loops[0];
        let grid = nest.and_then(|nest| nest.launch(!device.launch.is_empty()));
        let grid_is_missing = grid.is_none();
        let mut teams = match grid {
            Some(grid) => vec![Clause::words("teams"), grid],
            None if spread.levels => vec![Clause::words("teams distribute")],
            None => vec![Clause::words(format!("teams distribute parallel for{}", simd(prange)))],
        };
        let has_two_constructs = needs_two_constructs(&prange.body);
        let collapses = grid_is_missing && loops.len() > 1;
        self.kernels.note_kernel(DeviceCode {
            shares_variables: spread.levels || has_two_constructs,
            calls_openmp: shape != Shape::Grid,
            numbers_tiles: collapses,
            ..DeviceCode::default()
        });
        if collapses {
            teams.push(Clause::Value("collapse", vec![c::Expr::number(loops.len())]));
        }
        let private = last.and_then(Last::private);
        let launch = device.launch.iter().cloned().chain(self.reduced(prange)).chain(private);
        let (mut data, packed) =
            self.kernel_data(&KernelLocals::of_nest(self.function, loops, shape), device);
        data.extend(last.map(Last::data));
        data.extend(nest.and_then(Nest::memory).and_then(Memory::data));
        let target = vec![Clause::words("target")];
        let pragmas = if has_two_constructs {
            let is_copied = |clause: &&Clause| matches!(clause, Clause::List { word: "firstprivate", .. });
            let copied = data.iter().filter(is_copied).cloned();
            let inner = teams.into_iter().chain(launch).chain(copied).collect();
            vec![[target, vec![kernels::device()], data].concat(), inner]
        } else {
            let clauses = target.into_iter().chain(teams).chain([kernels::device()]);
            vec![clauses.chain(launch).chain(data).collect()]
        };
        (pragmas, packed)
    }

    fn reduced(&self, prange: &Prange) -> Vec<Clause> {
        let mut operators: Vec<(&str, Vec<c::Expr>)> = Vec::new();
        for reduction in &prange.reductions {
            let operator = reduction_symbol(reduction.op, &self.function.locals[reduction.local].ty);
            let name = self.naming.local(reduction.local);
            match operators.iter_mut().find(|(known, _)| *known == operator) {
                Some((_, names)) => names.push(name),
                None => operators.push((operator, vec![name])),
            }
        }
        let clause =
            |(operator, names)| Clause::List { word: "reduction", before: format!("{operator}:"), names };
        operators.into_iter().map(clause).collect()
    }

    /// On a device a thread adds few numbers.
    pub(super) fn in_any_order(&self, prange: &Prange) -> LocalSet {
        let any_order =
            prange.reductions.iter().filter(|reduction| reduction.any_order && self.kernels.device.is_none());
        any_order.map(|reduction| reduction.local).collect()
    }

    /// `lastprivate`.
    fn lasting(&self, prange: &Prange) -> Option<Clause> {
        // An array whose elements are assigned is shared, like everything behind a pointer.
        let is_array = |id: &LocalId| matches!(self.function.locals[*id].ty, Ty::Array { .. });
        let last = prange.lastprivates.iter().copied().filter(|id| !is_array(id));
        Clause::list("lastprivate", last.map(|id| self.naming.local(id)).collect())
    }

    /// `num_threads` and `if`.
    pub(super) fn team_clauses(&mut self, clauses: &Clauses) -> Vec<Clause> {
        let mut team = Vec::new();
        if let Some(threads) = &clauses.num_threads {
            let count = self.clause_value(threads, "_num_threads");
            let count = match threads.as_int() {
                Some(1..=1024) => count,
                _ => c::Expr::call("offcy_threads", vec![count]),
            };
            team.push(Clause::Value("num_threads", vec![count]));
        }
        if let Some(condition) = &clauses.use_threads_if {
            let condition = self.clause_value(condition, "_use_threads");
            team.push(Clause::Value("if", vec![condition]));
        }
        team
    }

    /// When threads steal iterations from one another, LLVM's runtime sometimes takes a `lastprivate` from an iteration
    /// other than the last (seen with LLVM 19). Loops with such variables hand out iterations in order.
    fn schedule(&mut self, clauses: &Clauses, has_last: bool) -> Option<Clause> {
        let kind = match clauses.schedule? {
            Schedule::Static => "static",
            Schedule::Dynamic if has_last => "monotonic: dynamic",
            Schedule::Dynamic => "dynamic",
            Schedule::Guided => "guided",
            Schedule::Runtime if has_last => "monotonic: runtime",
            Schedule::Runtime => "runtime",
        };
        let size = clauses.chunksize.as_ref().map(|size| self.clause_value(size, "_chunksize"));
        Some(Clause::Value("schedule", [Some(c::Expr::name(kind)), size].into_iter().flatten().collect()))
    }

    /// In a region's function the value of a clause is a parameter.
    fn clause_value(&mut self, value: &Expr, parameter: &str) -> c::Expr {
        match self.setting {
            Setting::Kernel if value.as_int().is_none() => c::Expr::name(parameter),
            _ => self.expr(value),
        }
    }

    /// The variables that parallel code only reads: each thread has a copy. For a shared variable a C compiler must
    /// assume that stores change it; stores through `char *` may even change a pointer.
    pub(super) fn only_read(&self, locals: &KernelLocals, own: &LocalSet, code: &[C]) -> Option<Clause> {
        let is_known = |id: LocalId| {
            let ty = &self.function.locals[id].ty;
            !ty.is_object() && !ty.is_array() && !self.declarations.addressed.contains(id)
        };
        let variables_of = |id: LocalId| self.variables(id).into_iter().map(|(_, variable)| variable);
        let written: HashSet<Variable> = locals.written.iter().flat_map(variables_of).collect();
        let arrays = self.kernels.region.iter().flat_map(|region| region.arrays.iter().map(Variable::plain));
        let is_shared = |id: &LocalId| is_known(*id) && !own.contains(*id);
        let variables = locals.used.iter().filter(is_shared).flat_map(variables_of).chain(arrays);
        let read = lir::names(code, PRAGMAS);
        let is_copied = |variable: &Variable| {
            variable.holder.is_none() && read.has_name(&variable.name) && !written.contains(variable)
        };
        let copied = variables.filter(is_copied).map(|variable| variable.place());
        Clause::list("firstprivate", copied.collect())
    }
}

/// Not if an iteration may start with what another has left: the lanes of a thread run at once.
fn simd(prange: &Prange) -> &'static str {
    if prange.clauses.simd && prange.firstprivates.is_empty() { " simd" } else { "" }
}

fn reduction_symbol(op: ReductionOp, ty: &Ty) -> &'static str {
    // Those of OpenMP on a `long double` are atomic: calls of a library that need not be there.
    let is_own = matches!(ty, Ty::Complex(_) | Ty::Float(FloatKind::LongDouble));
    match op {
        ReductionOp::MinMax(MinMax::Min) if matches!(ty, Ty::Float(_)) => "offcy_min",
        ReductionOp::MinMax(MinMax::Max) if matches!(ty, Ty::Float(_)) => "offcy_max",
        ReductionOp::Add if is_own => "offcy_sum",
        ReductionOp::Multiply if is_own => "offcy_product",
        ReductionOp::Add => "+",
        ReductionOp::Multiply => "*",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        ReductionOp::MinMax(MinMax::Min) => "min",
        ReductionOp::MinMax(MinMax::Max) => "max",
    }
}
