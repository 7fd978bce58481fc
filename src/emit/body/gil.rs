//! Blocks that release the GIL, and blocks that take it.

use super::frame::{FRAME, note_named};
use super::{Body, Failing, Opened, Setting, ends_elsewhere};
use crate::emit::c;
use crate::emit::placement::Convention;
use crate::pass::{ByNumber, LocalSet, exposed};
use crate::tir::{Block, Function, LocalId, LocalRole, Stmt, StmtKind, walk};

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn nogil(&mut self, body: &'a Block) {
        self.needs.nogil = true;
        self.out.line("_nogil = PyEval_SaveThread();");
        self.opened.push(Opened::Nogil);
        self.block(body);
        self.opened.pop();
        if !ends_elsewhere(body) {
            self.out.line("offcy_end_nogil(&_nogil);");
        }
    }

    /// Whoever calls a `nogil` function may hold the GIL, and other threads of parallel code would wait for it. If
    /// anything may take it, it is released before the parallel code, until [`Self::hold_again`].
    pub(super) fn release_held(&mut self, block: &[Stmt]) -> Option<String> {
        let is_known = self.opened.iter().any(|opened| matches!(opened, Opened::Nogil));
        let is_inside = self.in_team || self.in_parallel_loop || self.region.is_some();
        let is_asked = self.setting == Setting::Glue && self.function.nogil && !is_known && !is_inside;
        if !is_asked || !self.unit.placement.may_take_gil(self.unit.module, block) {
            return None;
        }
        let held = self.namer.name("_held");
        self.out.line(format!("PyThreadState *{held} = offcy_release_gil();"));
        Some(held)
    }

    pub(super) fn hold_again(&mut self, held: Option<String>) {
        held.iter().for_each(|held| self.out.line(format!("offcy_end_nogil(&{held});")));
    }

    pub(super) fn with_gil(&mut self, body: &'a Block) {
        let inside_nogil = self.opened.iter().rev().find(|opened| !matches!(opened, Opened::Loop { .. }));
        if !self.in_parallel_loop
            && matches!(inside_nogil, Some(Opened::Nogil | Opened::Scope(..)))
            && self.needs.nogil
        {
            self.out.line("offcy_end_nogil(&_nogil);");
            self.opened.push(Opened::WithGil);
            self.block(body);
            self.opened.pop();
            if !ends_elsewhere(body) {
                self.out.line("_nogil = PyEval_SaveThread();");
            }
            return;
        }
        let state = self.namer.name("_gil");
        let in_parallel = self.in_parallel_loop || self.in_team;
        let records = records(self.function, self.convention());
        if in_parallel || self.in_try_without_gil() || records && stays_inside(body) {
            self.contained_gil(body, &state);
            return;
        }
        self.needs.gil_states.push(state.clone());
        self.out.line(format!("offcy_begin_gil(&{state});"));
        self.opened.push(Opened::Ensured(state.clone()));
        self.block(body);
        self.opened.pop();
        if !ends_elsewhere(body) {
            self.out.line(format!("offcy_end_gil(&{state});"));
        }
    }

    /// Whether there is a `try` between here and the block that has released the GIL: it learns of failures from the
    /// record.
    fn in_try_without_gil(&self) -> bool {
        let within = self.opened.iter().rev().take_while(|opened| !matches!(opened, Opened::Nogil));
        let mut within = within.filter(|opened| match opened {
            Opened::Finally(_) => true,
            Opened::Handling(handling) => handling.is_without_gil(),
            _ => false,
        });
        self.opened.iter().any(|opened| matches!(opened, Opened::Nogil)) && within.next().is_some()
    }

    /// A block that takes the GIL with its own objects and its own label `failed`: an exception goes into the record.
    fn contained_gil(&mut self, body: &'a Block, state: &str) {
        let outer = std::mem::replace(&mut self.failing, Failing::Cleanup);
        let in_parallel = self.in_parallel_loop || self.in_team;
        let objects = self.contained_objects(body, in_parallel);
        // The block's own end releases the objects that it holds.
        let ways = self.ways_of(body);
        let declared = ways.as_ref().and_then(|ways| ways.declared(self.in_frame));
        declared.iter().for_each(|line| self.out.line(line));
        self.out.open("");
        let inside = self.out.fork();
        let around = std::mem::replace(&mut self.out, inside);
        let needs = (self.needs.failed, self.needs.line, self.needs.nogil);
        let outer_handlings = std::mem::take(&mut self.needs.handlings);
        let outer_open = std::mem::take(&mut self.needs.open_handlings);
        (self.needs.failed, self.needs.line, self.needs.nogil) = (false, false, false);
        self.opened.push(Opened::Ensured(state.to_string()));
        self.opened.extend(ways.clone().map(Opened::Finally));
        self.block(body);
        let left = ways.and_then(|_| self.closed_ways());
        self.opened.pop();
        let (failed, line, nogil) = (self.needs.failed, self.needs.line, self.needs.nogil);
        (self.needs.failed, self.needs.line, self.needs.nogil) = needs;
        let handlings = std::mem::replace(&mut self.needs.handlings, outer_handlings);
        self.needs.open_handlings = outer_open;
        self.failing = outer;
        let written = std::mem::replace(&mut self.out, around);
        if failed {
            self.out.line("__label__ failed;");
        }
        self.out.line(format!("offcy_gil {state} = {{0}};"));
        if line {
            self.out.line("int _line = 0;");
        }
        // Each thread has its own state.
        if nogil {
            self.out.line("PyThreadState *_nogil = NULL;");
        }
        if !objects.is_empty() {
            let names: Vec<_> = objects.iter().map(|name| format!("*{name} = NULL")).collect();
            self.out.line(format!("PyObject {};", names.join(", ")));
        }
        for handling in &handlings {
            self.out.line(handling.declared());
        }
        self.out.line(format!("offcy_begin_gil(&{state});"));
        self.out.splice(written);
        if failed {
            let error = self.error();
            self.out.dedent();
            self.out.line("failed:");
            self.out.indent();
            if nogil {
                self.out.line("offcy_end_nogil(&_nogil);");
            }
            let name = c::string_literal(self.function.name.as_bytes());
            let line = if line { "_line" } else { "0" };
            let file = self.unit.file_constant(self.function.span);
            self.out.line(format!("offcy_catch({error}, {name}, {file}, {line});"));
            handlings.iter().rev().for_each(|handling| self.out.line(handling.end()));
        }
        if let Some(left) = &left {
            self.label_line(&left.end());
        }
        let releases: Vec<_> = objects.iter().map(|name| format!("Py_XDECREF({name});")).collect();
        self.out.joined(&releases);
        self.out.line(format!("offcy_end_gil(&{state});"));
        self.out.close();
        // The block's label hides the function's.
        if failed {
            let failed = c::Expr::call("offcy_failed", vec![self.error()]);
            self.leave_if(&failed, body.first().map_or(self.function.span, |stmt| stmt.span));
        }
        self.go_on(left.as_ref());
    }

    /// The names of the objects that a block's own operations create, which the function then does not own. In parallel
    /// code this includes the user's variables that need not be shared.
    fn contained_objects(&mut self, body: &[Stmt], in_parallel: bool) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut made = made_in(self.function, body);
        if in_parallel {
            made.extend(bound_in(self.function, body));
        }
        for id in made {
            self.inner_owned.insert(id);
            let name = self.local_name(id).trim_start_matches(FRAME).to_string();
            self.names.insert(id, name.clone());
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Whether a function keeps a Python exception in a record because it took the GIL temporarily.
fn records(function: &Function, convention: Convention) -> bool {
    function.nogil && convention != Convention::Python
}

/// Whether a block is left only at its end or by a failure.
fn stays_inside(body: &[Stmt]) -> bool {
    let mut stays = true;
    walk::statements(body, &mut |stmt| {
        stays &= !matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue);
    });
    stays
}

/// The owned temporaries to which a block's operations assign objects.
fn made_in(function: &Function, body: &[Stmt]) -> Vec<LocalId> {
    let mut made = Vec::new();
    walk::statements(body, &mut |stmt| made.extend(walk::assigned(stmt)));
    made.retain(|&id| {
        let local = &function.locals[id];
        local.role == LocalRole::Temp && local.ty.is_object() && function.is_owned(id)
    });
    made
}

/// The Python object variables that a block of parallel code binds before it reads them, if all other blocks that name
/// them are of the same kind: no value goes from one block to another.
fn bound_in(function: &Function, body: &[Stmt]) -> Vec<LocalId> {
    let (mut inside, mut outside) = (LocalSet::default(), LocalSet::default());
    let by_number = ByNumber { regions: &function.regions, contexts: &function.contexts, known: None };
    named(body, &mut inside);
    Outside { by_number, found: &mut outside }.block(&function.body, false);
    let is_own = |id: &LocalId| {
        let local = &function.locals[*id];
        let is_object = local.role == LocalRole::User && local.ty.is_object();
        is_object && function.is_owned(*id) && !outside.contains(*id)
    };
    inside.iter().filter(is_own).collect()
}

/// Finds what is named outside parallel code's blocks that take the GIL, or is read by such a block before it is bound.
struct Outside<'a> {
    by_number: ByNumber<'a>,
    found: &'a mut LocalSet,
}

impl Outside<'_> {
    fn block(&mut self, block: &[Stmt], in_parallel: bool) {
        for stmt in block {
            note_named(stmt, self.found);
            let is_parallel = matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_));
            match &stmt.kind {
                StmtKind::WithGil(body) if in_parallel => self.found.union(&exposed(body, self.by_number)),
                _ => {
                    let blocks = walk::blocks(stmt).into_iter();
                    blocks.for_each(|inner| self.block(inner, in_parallel || is_parallel));
                }
            }
        }
    }
}

fn named(block: &[Stmt], found: &mut LocalSet) {
    walk::statements(block, &mut |stmt| note_named(stmt, found));
}

/// Which of a function's references are left to blocks that take the GIL; `None` if such a block needs the function's
/// own cleanup.
pub(super) fn contained(function: &Function, convention: Convention) -> Option<LocalSet> {
    let mut found = LocalSet::default();
    let mut all = true;
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::WithGil(body) = &stmt.kind {
            all &= records(function, convention) && stays_inside(body);
            found.extend(made_in(function, body));
        }
    });
    all.then_some(found)
}
