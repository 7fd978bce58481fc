//! Addresses that reach a region inside structs and other host memory. Only pointers that are variables are
//! mapped, so what these point to is not on the device.

use std::collections::{BTreeMap, BTreeSet};

use super::infer::Facets;
use super::report;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::display::subject as name_of;
use crate::tir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, GlobalId, LocalId, Module, Op, Stmt, StmtKind,
    Subject, walk,
};
use crate::ty::Ty;

/// Reports what the region, or a function that it calls, reads or writes through a pointer that can only hold a
/// host address. One error for each variable from which such a pointer is read.
pub fn check(facets: &Facets<'_>, diagnostics: &mut Diagnostics) {
    let mut search = Search::new(facets);
    search.settle();
    search.report(diagnostics);
}

/// Something that can hold pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    /// A local of the function with the region (`None`), or of one that it calls.
    Local(Option<FunctionId>, LocalId),
    Global(GlobalId),
    /// What a function returns.
    Result(FunctionId),
    /// All memory behind views and pointers.
    Memory,
}

/// Whose addresses an expression can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Origins {
    host: bool,
    device: bool,
}

impl Origins {
    const HOST: Origins = Origins { host: true, device: false };
    const DEVICE: Origins = Origins { host: false, device: true };

    fn and(self, other: Origins) -> Origins {
        Origins { host: self.host || other.host, device: self.device || other.device }
    }
}

/// `into` may get the value of `from`, which is in the code of `scope`.
struct Flow<'a> {
    into: Holder,
    from: &'a Expr,
    scope: Option<FunctionId>,
}

struct Search<'a> {
    facets: &'a Facets<'a>,
    flows: Vec<Flow<'a>>,
    known: BTreeMap<Holder, Origins>,
    /// The region, and what it calls.
    bodies: Vec<(Option<FunctionId>, &'a Block)>,
}

impl<'a> Search<'a> {
    fn new(facets: &'a Facets<'a>) -> Search<'a> {
        let mut search = Search { facets, flows: Vec::new(), known: BTreeMap::new(), bodies: Vec::new() };
        search.known.insert(Holder::Memory, Origins::HOST);
        for capture in &facets.region.captures {
            let holder = match capture.subject {
                Subject::Local(id) => Holder::Local(None, id),
                Subject::Global(id) => Holder::Global(id),
            };
            // Pointers are mapped; what other variables hold is copied unchanged.
            let is_pointer = matches!(facets.ty(&capture.subject), Ty::Pointer { .. });
            search.known.insert(holder, if is_pointer { Origins::DEVICE } else { Origins::HOST });
        }
        search.bodies.push((None, &facets.region.body));
        let mut at = 0;
        while let Some(&(scope, body)) = search.bodies.get(at) {
            search.collect(scope, body);
            at += 1;
        }
        search
    }

    fn collect(&mut self, scope: Option<FunctionId>, body: &'a Block) {
        for local in walk::addressed(body) {
            // It may be filled through its address.
            self.add(Holder::Local(scope, local), Origins::DEVICE);
        }
        let mut stmts: Vec<&'a Stmt> = Vec::new();
        walk::statements(body, &mut |stmt| stmts.push(stmt));
        for stmt in stmts {
            self.collect_statement(scope, stmt);
            for expr in walk::expressions(stmt) {
                walk::expression(expr, &mut |inner| self.collect_call(scope, inner));
            }
        }
    }

    fn collect_call(&mut self, scope: Option<FunctionId>, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Call(Callee::Function(function), arguments) => self.call(scope, *function, arguments),
            ExprKind::Call(Callee::Extern(_), arguments) => {
                // C functions may store what they get or allocate.
                let mut types = arguments.iter().map(|argument| &argument.ty).chain([&expr.ty]);
                if types.any(|ty| self.holds_pointers(ty)) {
                    self.add(Holder::Memory, Origins::DEVICE);
                }
            }
            _ => {}
        }
    }

    fn collect_statement(&mut self, scope: Option<FunctionId>, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Assign { place, value } if self.holds_pointers(&value.ty) => {
                let into = holder(scope, place);
                self.flows.push(Flow { into, from: value, scope });
            }
            StmtKind::Return(Some(value)) if self.holds_pointers(&value.ty) => {
                if let Some(function) = scope {
                    self.flows.push(Flow { into: Holder::Result(function), from: value, scope });
                }
            }
            StmtKind::Run { into, op } => {
                if let Op::CallFunction { function, arguments } = op {
                    self.call(scope, *function, arguments);
                }
                if let Some(into) = into {
                    // The result of an operation is not followed.
                    self.add(Holder::Local(scope, *into), Origins::DEVICE);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, scope: Option<FunctionId>, function: FunctionId, arguments: &'a [Expr]) {
        let called: &'a Function = &self.facets.module.functions[function];
        for (param, argument) in called.params.iter().zip(arguments) {
            if self.holds_pointers(&argument.ty) {
                let into = Holder::Local(Some(function), param.local);
                self.flows.push(Flow { into, from: argument, scope });
            }
        }
        if self.bodies.iter().all(|(known, _)| *known != Some(function)) {
            self.bodies.push((Some(function), &called.body));
        }
    }

    fn holds_pointers(&self, ty: &Ty) -> bool {
        holds_pointers(self.facets.module, ty)
    }

    fn add(&mut self, holder: Holder, origins: Origins) -> bool {
        let known = self.known.entry(holder).or_default();
        let all = known.and(origins);
        std::mem::replace(known, all) != all
    }

    fn settle(&mut self) {
        let flows = std::mem::take(&mut self.flows);
        let mut grown = true;
        while grown {
            grown = false;
            for flow in &flows {
                let found = self.origins(flow.scope, flow.from);
                grown |= self.add(flow.into, found);
            }
        }
    }

    /// Whose addresses the value of an expression can hold.
    fn origins(&self, scope: Option<FunctionId>, expr: &Expr) -> Origins {
        match &expr.kind {
            ExprKind::Null => Origins::default(),
            ExprKind::Convert(inner) if self.holds_pointers(&inner.ty) => self.origins(scope, inner),
            ExprKind::Binary(_, left, right) => {
                let sides = [left, right].into_iter().filter(|side| self.holds_pointers(&side.ty));
                sides.fold(Origins::default(), |all, side| all.and(self.origins(scope, side)))
            }
            ExprKind::Select(_, then, otherwise) => {
                self.origins(scope, then).and(self.origins(scope, otherwise))
            }
            ExprKind::Struct(fields) => {
                let values = fields.iter().map(|(_, value)| value);
                let values = values.filter(|value| self.holds_pointers(&value.ty));
                values.fold(Origins::default(), |all, value| all.and(self.origins(scope, value)))
            }
            ExprKind::Call(Callee::Function(function), _) => self.of(Holder::Result(*function)),
            // An array's own address.
            _ if expr.ty.is_array() && !self.holds_pointers(expr.ty.array_element()) => Origins::DEVICE,
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Element { .. }
            | ExprKind::Deref(_) => self.of(holder(scope, expr)),
            _ => Origins::DEVICE,
        }
    }

    fn of(&self, holder: Holder) -> Origins {
        self.known.get(&holder).copied().unwrap_or_default()
    }

    fn report(&self, diagnostics: &mut Diagnostics) {
        let mut reported = BTreeSet::new();
        for &(scope, body) in &self.bodies {
            let mut found: Vec<(Holder, Span)> = Vec::new();
            walk::all_expressions(body, &mut |expr| {
                if let Some(pointer) = followed(expr)
                    && self.origins(scope, pointer) == Origins::HOST
                {
                    found.push((holder(scope, source(pointer)), pointer.span));
                }
            });
            for (holder, at) in found {
                if reported.insert(holder) {
                    diagnostics.push(report::host_pointer(self.name(holder), at));
                }
            }
        }
    }

    fn name(&self, holder: Holder) -> Option<String> {
        let module = self.facets.module;
        match holder {
            Holder::Local(None, id) => Some(name_of(module, self.facets.function, &Subject::Local(id))),
            Holder::Local(Some(function), id) => {
                Some(name_of(module, &module.functions[function], &Subject::Local(id)))
            }
            Holder::Global(id) => Some(name_of(module, self.facets.function, &Subject::Global(id))),
            Holder::Result(_) | Holder::Memory => None,
        }
    }
}

/// The pointer through which an expression reaches memory.
fn followed(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
            matches!(base.ty, Ty::Pointer { .. }).then_some(base)
        }
        _ => None,
    }
}

/// What a pointer is computed from.
fn source(pointer: &Expr) -> &Expr {
    match &pointer.kind {
        ExprKind::Convert(inner) => source(inner),
        ExprKind::Binary(_, left, right) => source(if left.ty.is_integral() { right } else { left }),
        _ => pointer,
    }
}

/// The object that contains a place.
fn holder(scope: Option<FunctionId>, place: &Expr) -> Holder {
    match &place.kind {
        ExprKind::Local(id) => Holder::Local(scope, *id),
        ExprKind::Global(id) => Holder::Global(*id),
        ExprKind::Field { base, .. } => holder(scope, base),
        ExprKind::Index { base, .. } if base.ty.is_array() => holder(scope, base),
        ExprKind::Call(Callee::Function(function), _) => Holder::Result(*function),
        _ => Holder::Memory,
    }
}

/// Whether a value of the type is a pointer to data, or contains one.
fn holds_pointers(module: &Module, ty: &Ty) -> bool {
    match ty {
        Ty::Pointer { to, .. } => !matches!(**to, Ty::Function(_)),
        Ty::Array { element, .. } => holds_pointers(module, element),
        Ty::Struct(id) => {
            module.types.structs[*id].fields.iter().any(|field| holds_pointers(module, &field.ty))
        }
        Ty::Tuple(parts) => parts.iter().any(|part| holds_pointers(module, part)),
        _ => false,
    }
}
