//! Regions, data contexts, updates and what the host's code reports, as the glue runs them: map lists, enter,
//! leave.

use crate::emit::body::{Body, Held, Opened, Scope, clear_view};
use crate::emit::bug::OrBug;
use crate::emit::c;
use crate::emit::glue::maps::{Row, flags};
use crate::emit::kernel::{RegionParam, params};
use crate::emit::lir::{self, Destination, Label, Stmt as C, exits};
use crate::emit::placement::Convention;
use crate::emit::unit::Place;
use crate::offload::{CapturePlan, host_text};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Block, ContextId, Expr, ExprKind, ExternId, HostSectionId, LocalId, RegionId, Subject, Update,
};

impl<'a> Body<'_, '_, 'a> {
    /// Runs an offload region: enter, the kernels, leave.
    pub(crate) fn offload(&mut self, id: RegionId, span: Span) {
        let function = self.function;
        let region = &function.regions[id];
        let name = self.unit.symbols.regions[&(self.id, id)].clone();
        let can_fail = self.unit.has_record(self.id, id);
        let place = self.place(region.span, "OFFCY_REGION", can_fail, region.coherent);
        self.out.open_block();
        self.naming.parts.clear();
        let rows = self.region_rows(id);
        let maps = self.map_list(rows);
        let scope = self.naming.fresh("_scope");
        self.out.push(C::declare(c::Type::named("offcy_scope"), &scope, c::Expr::zeros()));
        let device = self.device_number(&region.clauses.device_num, &region.clauses.offload_if);
        self.enter(&scope, &place, device, &maps, span);
        let call = self.kernel_call(&name, id, &scope);
        self.out.push(call);
        self.leave_scope(&scope, region.span);
        if self.unit.drops_in(self.id, id) {
            self.pass_drops_on();
        }
        self.out.close();
    }

    fn device_number(&mut self, number: &Option<Expr>, condition: &Option<Expr>) -> c::Expr {
        let device = match number {
            Some(number) => self.expr(number),
            None => c::Expr::name("OFFCY_DEFAULT_DEVICE"),
        };
        match condition {
            Some(condition) => {
                c::Expr::conditional(self.expr(condition), device, c::Expr::name("OFFCY_HOST"))
            }
            None => device,
        }
    }

    fn enter(&mut self, scope: &str, place: &str, device: c::Expr, maps: &(c::Expr, c::Expr), span: Span) {
        let error = self.error();
        let arguments = vec![
            c::Expr::address(c::Expr::name(scope)),
            c::Expr::address(c::Expr::name(place)),
            device,
            maps.0.clone(),
            maps.1.clone(),
            error,
        ];
        let call = c::Expr::call("offcy_enter", arguments);
        self.check_step(call, span);
    }

    fn kernel_call(&mut self, name: &str, id: RegionId, scope: &str) -> c::Expr {
        let parts = self.unit.demands.region(self.id, id);
        let mut arguments = Vec::new();
        for param in params(self.unit, self.id, id) {
            match param {
                RegionParam::Device => arguments.push(c::Expr::member(c::Expr::name(scope), "device")),
                RegionParam::View(local) => self.view_arguments(local, &parts, &mut arguments),
                RegionParam::Section(local) => {
                    let row = self.naming.parts.get(&local).cloned();
                    let row = row.or_bug("the row of a mapped part");
                    arguments.push(c::Expr::call("OFFCY_SECTION", vec![c::Expr::name(scope), row]));
                }
                RegionParam::Value(local) => arguments.push(self.naming.local(local)),
                RegionParam::Result(local) => {
                    arguments.push(c::Expr::address(self.naming.local(local)));
                }
                RegionParam::Global(global) => {
                    let name = self.unit.symbols.globals[global].clone();
                    arguments.push(c::Expr::name(name));
                }
                RegionParam::Clause(_, value) => arguments.push(self.expr(&value)),
                RegionParam::Error => arguments.push(self.error()),
            }
        }
        c::Expr::call(name, arguments)
    }

    fn view_arguments(
        &mut self,
        local: LocalId,
        parts: &crate::emit::demand::LocalParts,
        arguments: &mut Vec<c::Expr>,
    ) {
        let ty = self.function.locals[local].ty.clone();
        let span = self.function.locals[local].span;
        let value = self.view(&Expr::new(ExprKind::Local(local), ty, span));
        let parts = parts.get(&local).copied().unwrap_or_default();
        arguments.push(value.pointer());
        let axes = 0..value.ndim();
        arguments.extend(axes.clone().filter(|&axis| parts.has_extent(axis)).map(|axis| value.extent(axis)));
        arguments.extend(axes.filter(|&axis| parts.has_stride(axis)).map(|axis| value.stride_bytes(axis)));
    }

    /// A data context around a block.
    pub(crate) fn context(&mut self, id: ContextId, block: &'a Block, span: Span) {
        let data = &self.function.contexts[id];
        let line = self.unit.line(data.span);
        let name = self.naming.fresh(&format!("_scope_{line}"));
        let place = self.place(data.span, "OFFCY_CONTEXT", false, data.coherent);
        let entries = self.unit.context_plan(self.id, id).map(|plan| plan.entries.clone());
        let held = self.held(entries.as_deref().unwrap_or_default(), block);
        let is_own = self.threads.are_several();
        let given_up = self.unit.context_plan(self.id, id).filter(|_| !is_own);
        let given_up = given_up.map(|plan| plan.given_up.clone()).unwrap_or_default();
        let scope = Scope { name, span: data.span, held, given_up };
        if !is_own {
            self.needs.scopes.push(scope.clone());
            self.needs.open_scopes.push(scope.clone());
        }
        self.out.open_block();
        if is_own {
            // Each thread has its own.
            for held in &scope.held {
                let ty = c::Type::named(format!("offcy_view{}", held.ndim));
                self.out.push(C::declare(ty, &held.name, c::Expr::zeros()));
            }
            self.out.push(C::declare(c::Type::named("offcy_scope"), &scope.name, c::Expr::zeros()));
        }
        // Before the context holds any of them, too.
        let rows = match entries {
            Some(entries) => self.planned_rows(&entries),
            None => self.entry_rows(&data.entries),
        };
        for held in &scope.held {
            let arguments = vec![c::Expr::address(c::Expr::name(&held.name)), self.naming.local(held.local)];
            self.out.push(C::call(&format!("offcy_view{}_assign", held.ndim), arguments));
        }
        let maps = self.map_list(rows);
        let device = self.device_number(&data.device_num, &None);
        self.enter(&scope.name, &place, device, &maps, span);
        if is_own {
            self.context_in_parallel(scope, block);
            self.out.close();
            return;
        }
        self.out.close();
        self.within_context(&scope, block);
        if !crate::emit::body::ends_elsewhere(block) {
            self.leave_context(&scope);
        }
    }

    /// The rest of a context in a parallel loop: a failure inside leaves the context on the way out.
    fn context_in_parallel(&mut self, scope: Scope, block: &'a Block) {
        let label = Label::named(self.naming.fresh("_leave"));
        let mark = self.out.mark();
        self.within_context(&scope, block);
        self.lead(mark, Destination::Iteration(&label));
        self.out.push(C::Label(label));
        let error = self.error();
        let failed = c::Expr::call("offcy_failed", vec![error]);
        let arguments = vec![c::Expr::address(c::Expr::name(&scope.name)), failed.clone()];
        self.out.push(C::call("offcy_leave", arguments));
        self.let_go(&scope);
        self.leave_if(failed, scope.span);
    }

    /// The block of a context: each way out of it leaves the context, as was said where it stands.
    fn within_context(&mut self, scope: &Scope, block: &'a Block) {
        let mark = self.out.mark();
        self.exits.opened.push(Opened::Scope(scope.clone()));
        self.block(block);
        self.exits.opened.pop();
        self.settle(mark, |written| exits::close_context(written, &scope.name));
    }

    /// The entries whose names the block rebinds.
    fn held(&mut self, entries: &[CapturePlan], block: &Block) -> Vec<Held> {
        let bound = LocalSet::assigned_in(block);
        let mut held = Vec::new();
        for entry in entries {
            let Subject::Local(local) = entry.subject else { continue };
            let Some(view) = self.function.locals[local].ty.memoryview() else { continue };
            if !self.function.is_owned(local) || !bound.contains(local) {
                continue;
            }
            let ndim = view.ndim();
            let name = self.naming.fresh(&format!("_held_{}", self.function.locals[local].name));
            held.push(Held { name, ndim, local });
        }
        held
    }

    /// Leaves a context, and releases what it held.
    pub(crate) fn leave_context(&mut self, scope: &Scope) {
        self.give_up(scope);
        self.leave_scope(&scope.name, scope.span);
        self.let_go(scope);
    }

    /// Declares that the host has all of the data that nobody reads any more: then it stays where it is.
    fn give_up(&mut self, scope: &Scope) {
        for &view in &scope.given_up {
            let owner_of = |place: c::Expr| c::Expr::member(place, "owner");
            let owner = owner_of(self.naming.local(view));
            let mut held = c::Expr::number(1);
            for other in &scope.held {
                let same = c::Expr::binary("==", owner_of(c::Expr::name(&other.name)), owner.clone());
                held = c::Expr::binary("+", held, same);
            }
            let alone = c::Expr::call("offcy_held_alone", vec![owner, held]);
            let place = self.place(scope.span, "OFFCY_HOST_CODE", false, true);
            let name = self.naming.local_name(view);
            self.out.push(C::Comment(format!("Nobody reads {name} any more.")));
            self.out.open_if(alone);
            let row = Row::replaced(view);
            let (maps, count) = self.map_list(vec![row]);
            let arguments = vec![c::Expr::address(c::Expr::name(place)), maps, count, self.error()];
            let call = c::Expr::call("offcy_host_access", arguments);
            self.check_step(call, scope.span);
            self.out.close();
        }
    }

    pub(crate) fn let_go(&mut self, scope: &Scope) {
        let cleared = scope.held.iter().map(|held| clear_view(held.ndim, c::Expr::name(&held.name)));
        self.out.joined(cleared.collect::<lir::Block>());
    }

    /// Reports what the host code after a marker reads and writes.
    pub(crate) fn host_access(&mut self, id: HostSectionId, span: Span) {
        let section = &self.function.host_sections[id];
        let plan = self.unit.host_plan(self.id, id).or_bug("what host code touches");
        if plan.anything.is_none() && plan.accesses.is_empty() {
            return;
        }
        let said = host_text(self.unit.module, self.function, plan, self.unit.sources);
        self.out.push(C::Comment(format!("The host {}.", c::comment_text(&said))));
        let place = self.place(section.span, "OFFCY_HOST_CODE", false, true);
        let place = c::Expr::address(c::Expr::name(place));
        if plan.anything.is_some() {
            let arrays = plan.any_array.then_some("OFFCY_ARRAYS");
            let access: Vec<&str> = ["OFFCY_READ", "OFFCY_WRITTEN"].into_iter().chain(arrays).collect();
            let access = flags(&access);
            let call = c::Expr::call("offcy_host_access_any", vec![place.clone(), access, self.error()]);
            self.check_step(call, span);
        }
        if plan.accesses.is_empty() {
            return;
        }
        self.out.open_block();
        let rows = self.access_rows(&plan.accesses.clone());
        let (maps, count) = self.map_list(rows);
        let call = c::Expr::call("offcy_host_access", vec![place, maps, count, self.error()]);
        self.check_step(call, span);
        self.out.close();
    }

    pub(crate) fn update(&mut self, update: &Update, span: Span) {
        let rows = self.entry_rows(&update.entries);
        let place = self.place(update.span, "OFFCY_UPDATE", false, update.coherent);
        self.out.open_block();
        let maps = self.map_list(rows);
        let error = self.error();
        let device = c::Expr::name("OFFCY_DEFAULT_DEVICE");
        let arguments = vec![c::Expr::address(c::Expr::name(place)), device, maps.0, maps.1, error];
        let call = c::Expr::call("offcy_update", arguments);
        self.check_step(call, span);
        self.out.close();
    }

    /// Calls a function of BLAS, where its arrays are.
    pub(crate) fn call_library(
        &mut self,
        into: Option<LocalId>,
        (external, arguments): (ExternId, &[Expr]),
        coherent: bool,
        span: Span,
    ) {
        let name = self.unit.module.externs[external].c_name.clone();
        let place = self.place(span, "OFFCY_REGION", false, coherent);
        if let Some(place) = self.tables.places.last_mut() {
            place.routine = Some(name.clone());
            place.interruptible = false;
        }
        let host = c::Expr::name(self.unit.symbols.externs[external].as_str());
        let mut given = vec![c::Expr::address(c::Expr::name(place)), host];
        given.extend(arguments.iter().map(|argument| self.passed(argument)));
        let call = c::Expr::call(format!("offcy_device_{name}"), given);
        self.out.push(match into {
            Some(into) => C::assign(self.naming.local(into), call),
            None => call.into(),
        });
    }

    /// Notes a place that moves data; returns the name of its description.
    pub(super) fn place(&mut self, span: Span, kind: &'static str, can_fail: bool, coherent: bool) -> String {
        let name = format!("offcy_place_{}", self.unit.line(span));
        let mut unique = name.clone();
        let mut number = 2;
        while self.tables.places.iter().any(|place| place.name == unique) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        self.tables.places.push(Place {
            name: unique.clone(),
            function: self.function.shown(),
            line: self.unit.line(span),
            file: self.unit.file_constant(span),
            kind,
            routine: None,
            can_fail,
            coherent,
            // What others drop must not be lost.
            interruptible: kind == "OFFCY_REGION" && self.convention() != Convention::Plain,
        });
        unique
    }
}
