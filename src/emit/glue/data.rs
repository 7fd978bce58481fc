//! Regions, data contexts and updates as the glue runs them: map lists, enter, leave.

use crate::emit::body::{Body, Opened};
use crate::emit::c;
use crate::emit::kernel::{RegionParam, params};
use crate::emit::unit::Place;
use crate::source::Span;
use crate::tir::{Block, ContextId, Expr, ExprKind, LocalId, RegionId, Update};

impl<'a> Body<'_, '_, 'a> {
    /// Runs an offload region: enter, the kernels, leave.
    pub(crate) fn offload(&mut self, id: RegionId, span: Span) {
        let function = self.function;
        let region = &function.regions[id];
        let name = self.unit.symbols.regions.get(&(self.id, id)).cloned().unwrap_or_default();
        let place = self.place(region.span, "OFFCY_REGION", region.may_fail);
        self.out.open("");
        self.parts.clear();
        let rows = self.region_rows(id);
        let maps = self.map_list(rows);
        let scope = self.namer.name("_scope");
        self.out.line(format!("offcy_scope {scope} = {{0}};"));
        let device = self.device_number(&region.clauses.device_num, &region.clauses.offload_if);
        self.enter(&scope, &place, device, &maps, span);
        let call = self.kernel_call(&name, id, &scope);
        self.out.line(format!("{call};"));
        self.leave_scope(&scope, region.span);
        self.out.close();
    }

    fn device_number(&mut self, number: &Option<Expr>, condition: &Option<Expr>) -> c::Expr {
        let device = match number {
            Some(number) => self.expr(number),
            None => c::Expr::atom("OFFCY_DEFAULT_DEVICE"),
        };
        match condition {
            Some(condition) => {
                c::Expr::conditional(self.expr(condition), device, c::Expr::atom("OFFCY_HOST"))
            }
            None => device,
        }
    }

    fn enter(&mut self, scope: &str, place: &str, device: c::Expr, maps: &(c::Expr, c::Expr), span: Span) {
        let error = self.error();
        let arguments = vec![
            c::Expr::atom(format!("&{scope}")),
            c::Expr::atom(format!("&{place}")),
            device,
            maps.0.clone(),
            maps.1.clone(),
            error,
        ];
        let call = c::Expr::call("offcy_enter", arguments);
        self.check_step(&call, span);
    }

    fn kernel_call(&mut self, name: &str, id: RegionId, scope: &str) -> c::Expr {
        let parts = self.unit.demands.region(self.id, id);
        let mut arguments = Vec::new();
        for param in params(self.unit, self.id, id) {
            match param {
                RegionParam::Device => arguments.push(c::Expr::atom(format!("{scope}.device"))),
                RegionParam::View(local) => self.view_arguments(local, &parts, &mut arguments),
                RegionParam::Section(local) => {
                    let row = self.parts.get(&local).cloned().unwrap_or_default();
                    for ask in ["offcy_map_first", "offcy_map_count"] {
                        arguments.push(c::Expr::call(ask, vec![c::Expr::atom(format!("&{row}"))]));
                    }
                }
                RegionParam::Value(local) => arguments.push(c::Expr::atom(self.local_name(local))),
                RegionParam::Result(local) => {
                    arguments.push(c::Expr::unary("&", c::Expr::atom(self.local_name(local))));
                }
                RegionParam::Global(global) => {
                    let name = self.unit.symbols.globals.get(global).cloned().unwrap_or_default();
                    arguments.push(c::Expr::atom(name));
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
        let scope = self.namer.name(&format!("_scope_{line}"));
        self.needs.scopes.push(scope.clone());
        let place = self.place(data.span, "OFFCY_CONTEXT", false);
        self.out.open("");
        let plan = self.unit.context_plan(self.id, id);
        let rows = match plan {
            Some(plan) => self.planned_rows(&plan.entries.clone()),
            None => self.entry_rows(&data.entries),
        };
        let mut maps = self.map_list(rows);
        if data.infer && plan.is_some_and(|plan| !plan.obligations.is_empty()) {
            // Inferred entries that overlap in part are left to the regions inside.
            let count = c::Expr::call("offcy_maps_apart", vec![maps.0.clone(), maps.1]);
            maps.1 = count;
        }
        let device = self.device_number(&data.device_num, &None);
        self.enter(&scope, &place, device, &maps, span);
        self.out.close();
        self.opened.push(Opened::Scope(scope.clone(), data.span));
        self.block(block);
        self.opened.pop();
        if !crate::emit::body::ends_elsewhere(block) {
            self.leave_scope(&scope, data.span);
        }
    }

    pub(crate) fn update(&mut self, update: &Update, span: Span) {
        let rows = self.entry_rows(&update.entries);
        let place = self.place(update.span, "OFFCY_UPDATE", false);
        self.out.open("");
        let maps = self.map_list(rows);
        let error = self.error();
        let device = c::Expr::atom("OFFCY_DEFAULT_DEVICE");
        let arguments = vec![c::Expr::atom(format!("&{place}")), device, maps.0, maps.1, error];
        let call = c::Expr::call("offcy_update", arguments);
        self.check_step(&call, span);
        self.out.close();
    }

    /// Notes a place that moves data; the name of its description.
    fn place(&mut self, span: Span, kind: &'static str, can_fail: bool) -> String {
        let name = format!("offcy_place_{}", self.unit.line(span));
        let mut unique = name.clone();
        let mut number = 2;
        while self.tables.places.iter().any(|place| place.name == unique) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        self.tables.places.push(Place {
            name: unique.clone(),
            function: self.function.name.to_string(),
            line: self.unit.line(span),
            kind,
            can_fail,
        });
        unique
    }
}
