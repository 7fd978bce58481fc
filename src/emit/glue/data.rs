//! Regions, data contexts and updates as the glue runs them: map lists, enter, leave.

use crate::emit::body::{Body, Opened};
use crate::emit::c;
use crate::emit::kernel::{RegionParam, params};
use crate::emit::types::element_type;
use crate::emit::unit::Place;
use crate::offload::{CapturePlan, Condition, Effect, Extent, Relation, Transfer};
use crate::source::Span;
use crate::tir::{Block, ContextId, Expr, ExprKind, LocalId, MapEntry, MapType, RegionId, Subject, Update};
use crate::ty::Ty;

/// One row of a map list, before it is printed.
struct Row {
    subject: Subject,
    extent: Extent,
    map: c::Expr,
}

impl<'a> Body<'_, '_, 'a> {
    /// Runs an offload region: enter, the kernels, leave.
    pub(crate) fn offload(&mut self, id: RegionId, span: Span) {
        let function = self.function;
        let region = &function.regions[id];
        let name = self.unit.symbols.regions.get(&(self.id, id)).cloned().unwrap_or_default();
        let rows = self.region_rows(id);
        let place = self.place(format!("{name}_place"), region.span, "OFFCY_REGION", region.may_fail);
        self.out.open("");
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

    fn region_rows(&mut self, id: RegionId) -> Vec<Row> {
        let region = &self.function.regions[id];
        if let Some(plan) = self.unit.region_plan(self.id, id) {
            let captures: Vec<CapturePlan> = plan.captures.clone();
            return self.planned_rows(&captures);
        }
        let views = region.captures.iter().filter(|capture| match &capture.subject {
            Subject::Local(id) => self.function.locals[*id].ty.memoryview().is_some(),
            _ => false,
        });
        let rows = views.map(|capture| Row {
            subject: capture.subject.clone(),
            extent: Extent::Whole,
            map: c::Expr::atom("OFFCY_TOFROM"),
        });
        rows.collect()
    }

    fn planned_rows(&mut self, captures: &[CapturePlan]) -> Vec<Row> {
        let mut rows = Vec::new();
        for capture in captures {
            let Transfer::Map { map, when_proven } = &capture.transfer else { continue };
            let safe = map_flag(*map, capture.effect);
            let map = match when_proven {
                Some((better, conditions)) if !conditions.is_empty() => {
                    let proof = self.conditions(conditions);
                    c::Expr::conditional(proof, map_flag(*better, capture.effect), safe)
                }
                Some((better, _)) => map_flag(*better, capture.effect),
                None => safe,
            };
            rows.push(Row { subject: capture.subject.clone(), extent: capture.extent.clone(), map });
        }
        rows
    }

    fn conditions(&mut self, conditions: &[Condition]) -> c::Expr {
        let mut all: Option<c::Expr> = None;
        for condition in conditions {
            let op = match condition.relation {
                Relation::Equal => "==",
                Relation::LessEqual => "<=",
                Relation::GreaterEqual => ">=",
            };
            let one = c::Expr::binary(op, self.expr(&condition.left), self.expr(&condition.right));
            all = Some(match all {
                Some(before) => c::Expr::binary("&&", before, one),
                None => one,
            });
        }
        all.unwrap_or_else(|| c::Expr::atom("true"))
    }

    /// Writes the rows as an array; its name and length.
    fn map_list(&mut self, rows: Vec<Row>) -> (c::Expr, usize) {
        let texts: Vec<String> = rows.iter().filter_map(|row| self.row(row)).collect();
        if texts.is_empty() {
            return (c::Expr::atom("NULL"), 0);
        }
        let name = self.namer.name("_maps");
        self.out.line(format!("const offcy_map {name}[] = {{"));
        for text in &texts {
            self.out.line(format!("    {text},"));
        }
        self.out.line("};");
        (c::Expr::atom(name), texts.len())
    }

    fn row(&mut self, row: &Row) -> Option<String> {
        let shown = crate::emit::kernel::subject_name(self.unit, self.id, &row.subject);
        let shown = c::string_literal(shown.as_bytes());
        let (place, ty) = self.subject(&row.subject)?;
        let map = &row.map;
        match (&ty, &row.extent) {
            (Ty::Memoryview(view), _) => {
                let element = element_type(&self.unit.symbols, view);
                let ndim = view.ndim();
                Some(format!("OFFCY_MAP_VIEW({shown}, {place}, sizeof({element}), {ndim}, {map})"))
            }
            (Ty::Pointer { .. }, Extent::Count(count)) => {
                let count = self.expr(count);
                Some(format!("OFFCY_MAP_POINTER({shown}, {place}, ((const ptrdiff_t[]){{{count}}}), {map})"))
            }
            (Ty::Pointer { .. }, _) => None,
            _ => Some(format!("OFFCY_MAP_VARIABLE({shown}, {place}, {map})")),
        }
    }

    fn subject(&mut self, subject: &Subject) -> Option<(c::Expr, Ty)> {
        match subject {
            Subject::Local(id) => {
                Some((c::Expr::atom(self.local_name(*id)), self.function.locals[*id].ty.clone()))
            }
            Subject::Global(id) => {
                let name = self.unit.symbols.globals.get(*id).cloned()?;
                Some((c::Expr::atom(name), self.unit.module.globals[*id].ty.clone()))
            }
            Subject::Field { .. } => None,
        }
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

    fn enter(&mut self, scope: &str, place: &str, device: c::Expr, maps: &(c::Expr, usize), span: Span) {
        let error = self.error();
        let arguments = vec![
            c::Expr::atom(format!("&{scope}")),
            c::Expr::atom(format!("&{place}")),
            device,
            maps.0.clone(),
            c::Expr::number(maps.1),
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
        let rows = match self.unit.context_plan(self.id, id) {
            Some(plan) => {
                let entries = plan.entries.clone();
                self.planned_rows(&entries)
            }
            None => self.entry_rows(&data.entries),
        };
        let line = self.unit.line(data.span);
        let scope = self.namer.name(&format!("_scope_{line}"));
        self.needs.scopes.push(scope.clone());
        let function_name = self.unit.symbols.functions.get(self.id).cloned().unwrap_or_default();
        let place = self.place(format!("{function_name}_context_{line}"), data.span, "OFFCY_CONTEXT", false);
        self.out.open("");
        let maps = self.map_list(rows);
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

    /// The entries as the user wrote them.
    fn entry_rows(&mut self, entries: &[MapEntry]) -> Vec<Row> {
        entries
            .iter()
            .map(|entry| Row {
                subject: entry.subject.clone(),
                extent: entry.count.clone().map_or(Extent::Whole, Extent::Count),
                map: map_flag(entry.map, Effect { reads: true, writes: entry.map.copies_from() }),
            })
            .collect()
    }

    pub(crate) fn update(&mut self, update: &Update, span: Span) {
        let rows = self.entry_rows(&update.entries);
        let line = self.unit.line(update.span);
        let function_name = self.unit.symbols.functions.get(self.id).cloned().unwrap_or_default();
        let place = self.place(format!("{function_name}_update_{line}"), update.span, "OFFCY_UPDATE", false);
        self.out.open("");
        let maps = self.map_list(rows);
        let error = self.error();
        let device = c::Expr::atom("OFFCY_DEFAULT_DEVICE");
        let arguments =
            vec![c::Expr::atom(format!("&{place}")), device, maps.0, c::Expr::number(maps.1), error];
        let call = c::Expr::call("offcy_update", arguments);
        self.check_step(&call, span);
        self.out.close();
    }

    /// Notes a place that moves data; the name of its description.
    fn place(&mut self, name: String, span: Span, kind: &'static str, can_fail: bool) -> String {
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

/// The runtime's flags for a map: what moves, and what the region does beside that.
fn map_flag(map: MapType, effect: Effect) -> c::Expr {
    let base = match map {
        MapType::To => "OFFCY_TO",
        MapType::From => "OFFCY_FROM",
        MapType::ToFrom => "OFFCY_TOFROM",
        MapType::Alloc => "OFFCY_ALLOC",
    };
    match map {
        MapType::To if effect.writes => c::Expr::atom(format!("{base} | OFFCY_WRITTEN")),
        MapType::Alloc if effect.writes => c::Expr::atom(format!("{base} | OFFCY_WRITTEN")),
        MapType::Alloc => c::Expr::atom(format!("{base} | OFFCY_READ")),
        _ => c::Expr::atom(base),
    }
}
