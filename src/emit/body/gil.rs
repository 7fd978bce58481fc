//! Blocks that release the GIL, and blocks that take it.

use super::frame::note_named;
use super::stmt::{begin_gil, begin_nogil, end_gil, end_nogil};
use super::tried::Handling;
use super::{Body, Opened, Setting, Variable, ends_elsewhere};
use crate::emit::c;
use crate::emit::lir::{self, Declaration, Destination, Layout, Stmt as C};
use crate::emit::placement::Convention;
use crate::pass::{ByNumber, LocalSet, exposed};
use crate::tir::{Block, Function, LocalId, LocalRole, Stmt, StmtKind, walk};

impl<'a> Body<'_, '_, 'a> {
    pub(super) fn nogil(&mut self, body: &'a Block) {
        self.needs.nogil = true;
        self.out.push(begin_nogil());
        self.within(Opened::Nogil, &[end_nogil("_nogil")], body);
        if !ends_elsewhere(body) {
            self.out.push(end_nogil("_nogil"));
        }
    }

    /// Whoever calls a `nogil` function may hold the GIL, and other threads of parallel code would wait for it. If
    /// anything may take it, it is released before the parallel code, until [`Self::hold_again`].
    pub(super) fn release_held(&mut self, block: &[Stmt]) -> Option<String> {
        let is_known = self.exits.opened.iter().any(|opened| matches!(opened, Opened::Nogil));
        let is_inside = self.threads.are_several() || self.kernels.region.is_some();
        let is_asked = self.setting == Setting::Glue && self.function.nogil && !is_known && !is_inside;
        if !is_asked || !self.unit.placement.may_take_gil(self.unit.module, block) {
            return None;
        }
        let held = self.naming.fresh("_held");
        let state = c::Type::named("PyThreadState").pointer();
        self.out.push(C::declare(state, &held, c::Expr::call("offcy_release_gil", vec![])));
        Some(held)
    }

    pub(super) fn hold_again(&mut self, held: Option<String>) {
        self.out.extend(held.map(|held| end_nogil(&held)));
    }

    pub(super) fn with_gil(&mut self, body: &'a Block) {
        let inside_nogil =
            self.exits.opened.iter().rev().find(|opened| !matches!(opened, Opened::Loop { .. }));
        if !self.threads.in_loop
            && matches!(inside_nogil, Some(Opened::Nogil | Opened::Scope(..)))
            && self.needs.nogil
        {
            self.out.push(end_nogil("_nogil"));
            self.within(Opened::WithGil, &[begin_nogil()], body);
            if !ends_elsewhere(body) {
                self.out.push(begin_nogil());
            }
            return;
        }
        let state = self.naming.fresh("_gil");
        let in_parallel = self.threads.are_several();
        let records = records(self.function, self.convention());
        if in_parallel || self.exits.in_try_without_gil() || records && stays_inside(body) {
            self.contained_gil(body, &state);
            return;
        }
        self.needs.gil_states.push(state.clone());
        self.out.push(begin_gil(&state));
        self.within(Opened::Ensured, &[end_gil(&state)], body);
        if !ends_elsewhere(body) {
            self.out.push(end_gil(&state));
        }
    }

    /// A block that takes the GIL with its own objects and its own label `failed`: an exception goes into the record.
    fn contained_gil(&mut self, body: &'a Block, state: &str) {
        let in_parallel = self.threads.are_several();
        let objects = self.contained_objects(body, in_parallel);
        // The block's own end releases the objects that it holds.
        let ways = self.ways_of(body);
        self.out.extend(ways.as_ref().and_then(|ways| ways.declared()));
        let around = std::mem::take(&mut self.out);
        let failed = self.exits.block_label("failed");
        let needs = (self.needs.line, self.needs.nogil);
        let outer_handlings = std::mem::take(&mut self.needs.handlings);
        let outer_open = std::mem::take(&mut self.needs.open_handlings);
        (self.needs.line, self.needs.nogil) = (false, false);
        let opened = self.exits.opened.len();
        self.exits.opened.push(Opened::Ensured);
        self.exits.opened.extend(ways.iter().map(|_| Opened::Finally));
        self.block(body);
        self.exits.opened.truncate(opened);
        let mut written = std::mem::take(&mut self.out).finish();
        self.lead_in(&mut written, Destination::Cleanup(&failed));
        let (line, nogil) = (self.needs.line, self.needs.nogil);
        (self.needs.line, self.needs.nogil) = needs;
        let handlings = std::mem::replace(&mut self.needs.handlings, outer_handlings);
        self.needs.open_handlings = outer_open;
        let left = ways.and_then(|ways| ways.settled(&mut written, &mut self.exits));
        let fails = lir::jumps_to(&written, &failed);
        self.out.push(C::Labels(vec![failed.clone()]));
        self.out.push(C::declare(c::Type::named("offcy_gil"), state, c::Expr::zeros()));
        if line {
            self.out.push(C::declare(c::Type::named("int"), "_line", c::Expr::number(0)));
        }
        // Each thread has its own state.
        if nogil {
            let ty = c::Type::named("PyThreadState").pointer();
            self.out.push(C::declare(ty, "_nogil", c::Expr::null()));
        }
        if !objects.is_empty() {
            let names = objects.iter().map(|name| (name.clone(), Some(c::Expr::null())));
            let ty = c::Type::named("PyObject").pointer();
            self.out.push(Declaration {
                is_static: false,
                ty,
                variables: names.collect(),
                layout: Layout::OneLine,
            });
        }
        self.out.extend(handlings.iter().map(Handling::declared));
        self.out.push(begin_gil(state));
        self.out.extend(written);
        if fails {
            let error = self.error();
            self.out.push(C::Label(failed));
            if nogil {
                self.out.push(end_nogil("_nogil"));
            }
            let name = c::string_literal(self.function.name.as_bytes());
            let line = if line { c::Expr::name("_line") } else { c::Expr::number(0) };
            let file = self.unit.file_constant(self.function.span);
            self.out.push(C::call("offcy_catch", vec![error, name, file, line]));
            self.out.extend(handlings.iter().rev().map(Handling::end));
        }
        self.out.extend(left.as_ref().map(|left| left.end()));
        let releases = objects.iter().map(|name| C::call("Py_XDECREF", vec![c::Expr::name(name)]));
        self.out.joined(releases.collect());
        self.out.push(end_gil(state));
        let block = std::mem::replace(&mut self.out, around).finish();
        self.out.push(C::Block(block));
        // The block's label hides the function's.
        if fails {
            let failed = c::Expr::call("offcy_failed", vec![self.error()]);
            self.leave_if(failed, body.first().map_or(self.function.span, |stmt| stmt.span));
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
            let name = self.naming.local_name(id).to_string();
            self.naming.locals.insert(id, Variable::plain(&name));
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
