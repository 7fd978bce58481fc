//! The kernels of a region, and what the host does between them.
//!
//! A kernel that fails records that on the device. The parallel loops after it then do nothing, at the cost
//! of reading the record in each iteration; the host would have to wait for the record, so it goes on
//! starting them. It reads the record where it must: after what one thread computes for it, which decides
//! what comes next, and in each iteration of a `while`, which might never end.

use std::collections::{HashMap, HashSet};

use super::Body;
use super::members::needs_two_constructs;
use super::tiles::{Shape, is_tiled, of_bounds_alone};
use super::unpacked::Unpacked;
use crate::base::{Statement, StmtId};
use crate::emit::DeviceCode;
use crate::emit::c;
use crate::emit::lir::{Block as Code, Clause, Destination, Label, Stmt as C};
use crate::emit::placement::fails;
use crate::offload::TeamSum;
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Block, Clauses, Expr, Function, LocalId, Prange, Region, Serial, Step, Stmt, StmtKind, walk,
};

/// Which device a kernel runs on.
pub fn device() -> Clause {
    Clause::Value("device", vec![c::Expr::name("_device")])
}

/// What a region's device version says of the data, per kernel.
#[derive(Clone, Debug, Default)]
pub struct DeviceClauses {
    /// What is mapped.
    pub data: Vec<DataClause>,
    /// Scalars that each thread has a copy of.
    pub by_value: Vec<LocalId>,
    /// Scalars that come back: by value to kernels that do not change them.
    pub results: Vec<LocalId>,
    /// Structs that travel as scalars.
    pub unpacked: Vec<Unpacked>,
    /// What every parallel loop has: `num_teams(...)`.
    pub launch: Vec<Clause>,
}

/// `map(...)`, and the local that the clause concerns, if a kernel that does not name it needs no such clause.
#[derive(Clone, Debug)]
pub struct DataClause {
    pub concerns: Option<LocalId>,
    pub clause: Clause,
}

/// The region being written, in one of its versions.
#[derive(Clone, Debug)]
pub struct RegionCode<'a> {
    pub clauses: &'a Clauses,
    /// How loops are spread, by the outermost one; on the host each loop stands alone.
    pub spread: HashMap<StmtId, Spread<'a>>,
    /// The host does more than run loops one after another.
    pub is_arranged: bool,
    /// Loops run one after another, or one loop runs repeatedly.
    pub has_several_kernels: bool,
    /// The loops after which nothing comes.
    last: HashSet<StmtId>,
    /// Where the version ends.
    pub end: Label,
    /// The parameters that are arrays, which are pointers in C.
    pub arrays: Vec<String>,
    /// What points to the flag that Ctrl-C sets, if the version reads it.
    pub stop: Option<String>,
}

/// What is known of the region being written.
#[derive(Default)]
pub struct Kernels<'a> {
    /// Inside a region that may fail: whether a kernel so far may have failed. After it, later ones do nothing.
    pub earlier_failure: Option<bool>,
    /// The clauses, while the device's version of a region is written.
    pub device: Option<DeviceClauses>,
    pub region: Option<RegionCode<'a>>,
    /// In code that one thread of a device runs.
    pub(super) in_serial: bool,
    /// On the host there is a loop around the current kernel in which a kernel may fail.
    pub(super) in_failing_loop: bool,
    /// Variables of a region that are declared outside its kernels, except parameters.
    pub host_locals: LocalSet,
    /// The kernels so far.
    pub device_code: DeviceCode,
}

impl Kernels<'_> {
    /// Whether a kernel before this one may have failed: if it has, this one does nothing.
    pub(super) fn follows_failure(&self) -> bool {
        let Some(may_have_failed) = self.earlier_failure else { return false };
        if self.region.as_ref().is_some_and(|region| region.is_arranged) && self.device.is_none() {
            return false; // the host has left the region
        }
        self.in_failing_loop || may_have_failed
    }

    /// Notes what a kernel has.
    pub(super) fn note_kernel(&mut self, code: DeviceCode) {
        self.device_code = self.device_code.and(DeviceCode { has_kernels: true, ..code });
    }

    /// Notes whether a kernel may fail.
    pub(super) fn note_failure(&mut self, fails: bool) {
        if let Some(may_have_failed) = &mut self.earlier_failure {
            *may_have_failed |= fails;
        }
    }
}

/// How a nest of loops is spread over a device.
#[derive(Clone, Copy, Debug)]
pub struct Spread<'a> {
    /// How many loops are spread together.
    pub collapse: u32,
    /// Over teams only: the parallel loops inside are spread over each team's threads.
    pub levels: bool,
    /// Arrays of which each team of a grid may have sums of its own.
    pub sums: &'a [TeamSum],
}

impl Spread<'_> {
    /// One loop over all iterations.
    pub const ALONE: Spread<'static> = Spread { collapse: 1, levels: false, sums: &[] };
}

impl<'a> RegionCode<'a> {
    /// A region's code, in one of its versions.
    pub fn new(region: &'a Region, on_device: bool, end: Label, arrays: Vec<String>) -> RegionCode<'a> {
        let (clauses, body) = (&region.clauses, region.code(on_device));
        let has_several_kernels = is_arranged(region.code(true)) || region.code(true).len() > 1;
        let (spread, mut last) = (HashMap::new(), HashSet::new());
        last_loops(body, &mut last);
        let is_arranged = is_arranged(body);
        RegionCode { clauses, spread, is_arranged, has_several_kernels, last, end, arrays, stop: None }
    }

    /// Whether the region goes on after a loop.
    pub(super) fn goes_on_after(&self, prange: StmtId) -> bool {
        !self.last.contains(&prange)
    }
}

fn is_arranged(body: &[Stmt]) -> bool {
    !body.iter().all(|stmt| matches!(stmt.kind, StmtKind::Prange(_)))
}

/// Finds the loops with which a block ends.
fn last_loops(body: &[Stmt], last: &mut HashSet<StmtId>) {
    let Some(stmt) = body.last() else { return };
    match &stmt.kind {
        StmtKind::Prange(_) => drop(last.insert(stmt.id())),
        StmtKind::If { then, otherwise, .. } => {
            [then, otherwise].into_iter().for_each(|inner| last_loops(inner, last));
        }
        _ => {}
    }
}

/// The locals from outside that a kernel names.
#[derive(Debug, Default)]
pub struct KernelLocals {
    pub(super) used: LocalSet,
    pub(super) written: LocalSet,
}

impl KernelLocals {
    /// For loops that are spread together.
    pub fn of_nest(function: &Function, loops: &[&Prange], shape: Shape) -> KernelLocals {
        let mut locals = KernelLocals::of_loop(loops[0]);
        if is_tiled(function, loops, shape) {
            for id in of_bounds_alone(loops).iter() {
                locals.used.remove(id);
            }
        }
        locals
    }

    pub(super) fn of_loop(prange: &Prange) -> KernelLocals {
        let mut locals = KernelLocals::of_block(&prange.body);
        for &id in prange.privates.iter().chain(&prange.lastprivates) {
            locals.used.remove(id);
            locals.written.remove(id);
        }
        if !locals.written.contains(prange.counter) {
            locals.used.remove(prange.counter);
        }
        locals.used.extend(prange.firstprivates.iter().copied());
        let results: Vec<LocalId> = prange.reductions.iter().map(|reduction| reduction.local).collect();
        locals.used.extend(results.iter().copied());
        locals.written.extend(results);
        let mut note = |expr: &Expr| locals.used.extend(expr.as_local());
        for bound in [&prange.start, &prange.stop] {
            walk::expression(bound, &mut note);
        }
        if let Step::Dynamic(step) = &prange.step {
            walk::expression(step, &mut note);
        }
        locals
    }

    pub(super) fn of_block(block: &Block) -> KernelLocals {
        let mut locals = KernelLocals::default();
        walk::all_expressions(block, &mut |expr| locals.used.extend(expr.as_local()));
        walk::statements(block, &mut |stmt| {
            locals.written.extend(walk::assigned(stmt));
            if let StmtKind::Prange(inner) = &stmt.kind {
                locals.written.extend(inner.reductions.iter().map(|reduction| reduction.local));
            }
        });
        let written: Vec<LocalId> = locals.written.iter().collect();
        locals.used.extend(written);
        locals
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn in_kernel(&self) -> bool {
        self.threads.in_loop || self.kernels.in_serial
    }

    /// A parallel loop of the host, or a kernel.
    pub(super) fn parallel_loop(&mut self, prange: &'a Prange, stmt: &'a Stmt) {
        let Some(region) = self.kernels.region.as_ref().filter(|_| !self.threads.in_loop) else {
            return self.prange((stmt.id(), prange), Spread::ALONE, None);
        };
        let spread = match (region.spread.get(&stmt.id()), &self.kernels.device) {
            (Some(spread), _) => *spread,
            (None, None) => Spread::ALONE,
            (None, Some(_)) => self.bug("how a loop is spread over the device"),
        };
        // In a region of one loop the clauses appear twice.
        let own = &prange.clauses;
        let is_said = own.num_threads.is_some() || own.use_threads_if.is_some();
        let team = (!is_said).then_some(region.clauses);
        self.prange((stmt.id(), prange), spread, team);
    }

    /// What one thread runs between parallel loops.
    pub(super) fn serial(&mut self, serial: &'a Serial, span: Span) {
        let Some(device) = self.kernels.device.clone() else { return self.serial_on_host(serial) };
        let follows_failure = self.kernels.follows_failure();
        let (data, packed) = self.kernel_data(&KernelLocals::of_block(&serial.body), &device);
        let has_two_constructs = needs_two_constructs(&serial.body);
        let needs_openmp =
            has_two_constructs || self.unit.placement.asks_openmp(self.unit.module, &serial.body);
        self.kernels.note_kernel(DeviceCode {
            shares_variables: has_two_constructs,
            calls_openmp: needs_openmp,
            ..DeviceCode::default()
        });
        let construct = if needs_openmp { "target" } else { "target OFFCY_ONE_THREAD" };
        self.out
            .push(C::Pragma([Clause::words(construct), self::device()].into_iter().chain(data).collect()));
        if has_two_constructs {
            let teams = Clause::Value("num_teams", vec![c::Expr::number(1)]);
            self.out.push(C::Pragma(vec![Clause::words("teams"), teams]));
        }
        self.out.open_block();
        let label = Label::of_failures(self.naming.fresh(&format!("end_{}", self.unit.line(span))));
        let outer = self.exits.enter();
        self.out.joined(packed);
        if follows_failure {
            self.goto_if_failed(&label);
        }
        self.kernels.in_serial = true;
        self.block(&serial.body);
        self.kernels.in_serial = false;
        self.exits.opened = outer;
        self.lead(0, Destination::Iteration(&label));
        let fails = self.out.goes_to(&label, 0);
        self.out.push(C::Label(label));
        self.out.close();
        self.kernels.note_failure(fails);
        self.end_if_interrupted();
        // What comes next may depend on the results.
        if !serial.results.is_empty() && fails {
            self.fetch_failure();
        }
    }

    fn serial_on_host(&mut self, serial: &'a Serial) {
        let Some(end) = self.kernels.region.as_ref().map(|region| region.end.clone()) else {
            self.bug("the region around a kernel")
        };
        let declares = serial.body.iter().any(|stmt| self.declarations.has_before(stmt));
        if declares {
            self.out.open_block();
        }
        let mark = self.out.mark();
        self.block(&serial.body);
        self.lead(mark, Destination::Iteration(&end));
        if declares {
            self.out.close();
        }
    }

    pub(super) fn goto_if_failed(&mut self, label: &Label) {
        let failed = c::Expr::call("offcy_failed", vec![self.error()]);
        self.out.push(C::when(failed, C::Goto(label.clone())));
    }

    /// After a parallel loop that may have failed: the host's version of a region ends there.
    pub(super) fn end_if_failed(&mut self) {
        let Some(region) = self.kernels.region.as_ref().filter(|region| region.is_arranged) else { return };
        let end = region.end.clone();
        if self.kernels.device.is_none() {
            self.goto_if_failed(&end);
        }
    }

    /// Asks the device whether a kernel has failed, and leaves the region if so.
    fn fetch_failure(&mut self) {
        let Some(end) = self.kernels.region.as_ref().map(|region| region.end.clone()) else {
            self.bug("the region around a kernel")
        };
        let update = Clause::Section {
            word: "target update from",
            before: String::new(),
            array: c::Expr::name("_error"),
            first: Some(c::Expr::number(0)),
            count: c::Expr::number(1),
        };
        self.out.push(C::Pragma(vec![update, device()]));
        self.goto_if_failed(&end);
    }

    /// Begins a loop of the host around kernels. Returns the value to restore `in_failing_loop` to after the
    /// loop.
    pub(super) fn enter_failing_loop(&mut self, blocks: &[&Block]) -> bool {
        let outer = self.kernels.in_failing_loop;
        let is_around_kernels = self.kernels.device.is_some() && !self.in_kernel();
        if is_around_kernels && blocks.iter().any(|block| fails(self.unit.module, block)) {
            self.kernels.in_failing_loop = true;
        }
        outer
    }

    /// At the beginning of an iteration of a `while` around kernels.
    pub(super) fn leave_failed_region(&mut self) {
        if self.kernels.device.is_some() && self.kernels.in_failing_loop && !self.in_kernel() {
            self.fetch_failure();
        }
    }

    /// The clauses that describe a kernel's data, and the statements that put structs together again.
    pub(super) fn kernel_data(&self, locals: &KernelLocals, device: &DeviceClauses) -> (Vec<Clause>, Code) {
        let mut clauses = Vec::new();
        let is_view = |id: &LocalId| self.function.locals[*id].ty.memoryview().is_some();
        let inner = self.kernels.host_locals.iter().filter(|id| !is_view(id));
        let scalars: Vec<LocalId> = device.by_value.iter().copied().chain(inner).collect();
        let names = |ids: &mut dyn Iterator<Item = &LocalId>| -> Vec<c::Expr> {
            ids.map(|&id| self.naming.local(id)).collect()
        };
        let by_value = |id: &&LocalId| locals.used.contains(**id) && !locals.written.contains(**id);
        let copied = names(&mut scalars.iter().chain(&device.results).filter(by_value));
        clauses.extend(Clause::list("firstprivate", copied));
        let unpacked: Vec<&Unpacked> =
            device.unpacked.iter().filter(|unpacked| locals.used.contains(unpacked.local)).collect();
        for unpacked in &unpacked {
            clauses.extend(Clause::list("firstprivate", unpacked.names()));
        }
        let changed = names(&mut scalars.iter().filter(|id| locals.written.contains(**id)));
        if !changed.is_empty() {
            clauses.push(Clause::map(changed));
        }
        for id in self.kernels.host_locals.iter().filter(|id| is_view(id) && locals.used.contains(*id)) {
            clauses.push(Clause::Section {
                word: "map",
                before: "tofrom: ".to_string(),
                array: self.naming.local(id),
                first: None,
                count: c::Expr::number(0),
            });
        }
        for DataClause { concerns, clause } in &device.data {
            let is_copied = concerns.iter().any(|id| device.results.contains(id) && by_value(&id));
            let is_named = concerns.is_none_or(|id| locals.used.contains(id));
            if is_named && !is_copied {
                clauses.push(clause.clone());
            }
        }
        (clauses, unpacked.into_iter().map(Unpacked::packed).collect())
    }
}
