//! Loops whose threads have memory of their own for all their iterations ([`Prange::parts_of_thread`]). On a device there are
//! only as many threads as there is memory for, which is allocated before the kernel. On the host they are OpenMP's, and
//! allocate it themselves.

use super::Body;
use super::kernels::KernelLocals;
use super::parallel::Iteration;
use crate::base::StmtId;
use crate::base::planted::{self, Fault};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::lir::{self, Clause, Destination, Label, Stmt as C};
use crate::tir::{
    Clauses, Expr, Extern, Externs, LocalId, PartsOfThread, Prange, Stmt, StmtKind, allocation, freed,
};

/// The memory of a kernel's threads.
pub(super) struct Memory {
    /// The variable that points to it.
    all: String,
    /// For each pointer, the constant that says how many bytes a thread has there, and whether they begin as zeros.
    parts: Vec<(LocalId, String, bool)>,
}

impl Memory {
    /// How many bytes a thread has.
    pub fn size(&self) -> c::Expr {
        sum(self.parts.iter().map(|(_, size, _)| size))
    }

    /// Allocates it for a number of threads.
    pub fn allocated(&self, threads: &str) -> C {
        let arguments = vec![c::Expr::name("_device"), self.size(), c::Expr::name(threads)];
        let memory = c::Expr::call("offcy_memory_of_threads", arguments);
        C::declare(c::Type::named("char").pointer().constant(), &self.all, memory)
    }

    pub fn freed(&self) -> C {
        C::call("offcy_free_memory_of_threads", vec![c::Expr::name("_device"), c::Expr::name(&self.all)])
    }

    /// What the construct says of it.
    pub fn data(&self) -> Option<Clause> {
        Clause::list("is_device_ptr", vec![c::Expr::name(&self.all)])
    }
}

fn sum<'s>(sizes: impl Iterator<Item = &'s String>) -> c::Expr {
    sizes.map(c::Expr::name).reduce(c::Expr::sum).unwrap_or(c::Expr::number(0))
}

impl<'a> Body<'_, '_, 'a> {
    /// Declares how much memory each thread of a loop has.
    pub(super) fn memory_of_threads(&mut self, loops: &[&'a Prange]) -> Option<Memory> {
        let parts = loops.last()?.parts_of_thread()?;
        let mut memory = Memory { all: self.naming.fresh("_memory"), parts: Vec::new() };
        for stmt in parts.before() {
            let Some((pointer, sizes)) = self.allocated(stmt) else { continue };
            let is_zero = sizes.len() > 1;
            let arguments = sizes.iter().map(|size| self.expr(size)).collect();
            let room = c::Expr::call(if is_zero { "offcy_room_for" } else { "offcy_room" }, arguments);
            let name = self.naming.local_name(pointer).trim_start_matches('_').to_string();
            let size = self.naming.fresh(&format!("_{name}_size"));
            self.out.push(C::declare(c::Type::named("ptrdiff_t").constant(), &size, room));
            memory.parts.push((pointer, size, is_zero));
        }
        Some(memory)
    }

    /// The pointer to which a statement gives memory, with what says how much.
    fn allocated(&self, stmt: &'a Stmt) -> Option<(LocalId, &'a [Expr])> {
        let StmtKind::Assign { place, value } = &stmt.kind else { return None };
        let (_, sizes) = allocation(value, &self.unit.module.externs)?;
        Some((place.as_local()?, sizes))
    }

    /// What a thread of a device does before its iterations.
    pub(super) fn begin_thread(&mut self, prange: &'a Prange, memory: &Memory, thread: &str, label: &Label) {
        let parts = prange.parts_of_thread().or_bug("what threads do beside their iterations");
        let mine = self.naming.fresh("_mine");
        let number = if planted::has(Fault::MemoryShared) { "0" } else { thread };
        let arguments = [memory.all.as_str(), number].map(c::Expr::name).into_iter().chain([memory.size()]);
        let own = c::Expr::call("offcy_memory_of", arguments.collect());
        self.out.push(C::declare(c::Type::named("char").pointer().constant(), &mine, own));
        let mark = self.out.mark();
        for (index, stmt) in parts.before().iter().enumerate() {
            self.checked.clear();
            self.declare_before(parts.body, index);
            let part = self
                .allocated(stmt)
                .and_then(|(pointer, _)| memory.parts.iter().position(|(known, ..)| *known == pointer));
            let Some(at) = part else {
                self.stmt(stmt);
                continue;
            };
            let (pointer, size, is_zero) = &memory.parts[at];
            let place = match at {
                0 => c::Expr::name(&mine),
                _ => c::Expr::sum(
                    c::Expr::name(&mine),
                    sum(memory.parts[..at].iter().map(|(_, size, _)| size)),
                ),
            };
            let place = match is_zero {
                true => c::Expr::call("offcy_zeros", vec![place, c::Expr::name(size)]),
                false => place,
            };
            let value = c::Expr::cast(self.local_type(*pointer), place);
            let declares = self.declared_by(stmt).is_some();
            self.give_value(*pointer, declares, value);
        }
        self.declare_before(parts.body, parts.at);
        self.lead(mark, Destination::Iteration(label));
    }

    /// What a thread of a device does after its iterations.
    pub(super) fn end_thread(&mut self, prange: &'a Prange, label: &Label) {
        let parts = prange.parts_of_thread().or_bug("what threads do beside their iterations");
        let (mark, externs) = (self.out.mark(), &self.unit.module.externs);
        self.after_iterations(&parts, |stmt| freed(stmt, externs).is_none());
        self.lead(mark, Destination::Iteration(label));
        self.out.push(C::Label(label.clone()));
    }

    /// Those statements after the iterations of a thread.
    fn after_iterations(&mut self, parts: &PartsOfThread<'a>, are_such: impl Fn(&Stmt) -> bool) {
        for (index, stmt) in
            parts.body.iter().enumerate().skip(parts.at + 1).filter(|(_, stmt)| are_such(stmt))
        {
            self.checked.clear();
            self.declare_before(parts.body, index);
            self.stmt(stmt);
        }
    }

    /// The loop on the host's cores: a team, in which each thread does what comes before and after its iterations.
    pub(super) fn threads_of_host(&mut self, (id, prange): (StmtId, &'a Prange), team: Option<&'a Clauses>) {
        let parts = prange.parts_of_thread().or_bug("what threads do beside their iterations");
        let PartsOfThread { body, at, iteration } = parts;
        let in_frame = std::mem::replace(&mut self.in_frame, false);
        let mut clauses = vec![Clause::words("parallel")];
        clauses.extend(self.team_clauses(&prange.clauses));
        clauses.extend(team.into_iter().flat_map(|clauses| self.team_clauses(clauses)));
        let dynamic = self.dynamic_iterations(prange);
        let [begun, ended] = ["_begun", "_end"].map(|name| Label::of_failures(self.naming.fresh(name)));
        let around = std::mem::take(&mut self.out);
        (self.threads.in_team, self.threads.in_loop) = (true, true);
        let outer = self.exits.enter();
        self.block_with(parts.before(), |_, _| ());
        self.lead(0, Destination::Iteration(&begun));
        let may_fail_before = self.out.goes_to(&begun, 0);
        // All threads of a team come to a loop that it shares.
        self.out.push(C::Label(begun));
        self.declare_before(body, at);
        let label = self.next_label(prange);
        let inside = std::mem::take(&mut self.out);
        let each = Iteration {
            label: &label,
            packed: &[],
            follows_failure: may_fail_before,
            left: None,
            last: None,
            is_only: false,
            any_order: &self.in_any_order(prange),
            assumed: None,
        };
        self.one_loop((prange, iteration), Some(each), dynamic);
        let written = std::mem::replace(&mut self.out, inside).finish();
        let shared = self.host_clauses(prange, None, false, &written);
        self.out.push(C::Pragma(shared));
        self.out.extend(written);
        let mark = self.out.mark();
        if may_fail_before {
            self.goto_if_failed(&ended);
        }
        let externs = &self.unit.module.externs;
        let early = allocated_first(parts.before(), externs);
        let frees_always = |stmt: &Stmt| freed(stmt, externs).is_some_and(|pointer| early.contains(&pointer));
        self.after_iterations(&parts, |stmt| !frees_always(stmt));
        self.lead(mark, Destination::Iteration(&ended));
        self.out.push(C::Label(ended));
        // Also after a failure.
        self.after_iterations(&parts, frees_always);
        self.exits.opened = outer;
        (self.threads.in_team, self.threads.in_loop) = (false, false);
        let written = std::mem::replace(&mut self.out, around).finish();
        let fails = lir::may_record(&written);
        let mut own = self.declarations.inside(&prange.body);
        own.extend(prange.privates.iter().copied());
        clauses.extend(self.only_read(&KernelLocals::of_loop(prange), &own, &written));
        self.out.push(C::Pragma(clauses));
        self.out.push(C::Block(written));
        self.kernels.note_failure(fails);
        self.may_end_after(id, fails, prange.span);
        self.in_frame = in_frame;
    }
}

/// The pointers that get memory, or `NULL`, before anything can fail.
fn allocated_first(before: &[Stmt], externs: &Externs<Extern>) -> Vec<LocalId> {
    let pointer = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assign { place, value } => allocation(value, externs).and(place.as_local()),
        _ => None,
    };
    before.iter().map_while(pointer).collect()
}
