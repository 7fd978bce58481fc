//! What device code may contain: every finding is one diagnostic.
//!
//! Views are special. Taking a reference to one counts, and a device cannot count; but a view made in device
//! code is a part of one that outlives the code (a capture or a parameter), so it may be borrowed.
//! [`borrow_views`] rewrites the ownership of such locals.

use super::local_set::LocalSet;
use super::report::Place;
use crate::diag::Diagnostics;
use crate::tir::{
    Block, Callee, Expr, ExprKind, GlobalId, Local, LocalId, LocalRole, Locals, Op, Ownership, Stmt,
    StmtKind, is_thread_number, walk,
};
use crate::ty::Ty;

/// Which loop a `break` would leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    /// None in the device code.
    Outside,
    Sequential,
    Parallel,
}

/// Reports what `body` holds that a device cannot run.
pub fn check(place: Place<'_>, body: &Block, diagnostics: &mut Diagnostics) {
    let mut own = LocalSet::default();
    walk::statements(body, &mut |stmt| {
        if let StmtKind::Assign { place: Expr { kind: ExprKind::Local(id), .. }, .. }
        | StmtKind::Run { into: Some(id), .. } = &stmt.kind
        {
            own.insert(*id);
        }
    });
    Checker { place, own, shared: LocalSet::default(), diagnostics }.block(body, Loop::Outside);
}

struct Checker<'a> {
    place: Place<'a>,
    /// The locals that the code assigns by name: each thread has its own.
    own: LocalSet,
    /// Structs that have been reported as shared.
    shared: LocalSet,
    diagnostics: &'a mut Diagnostics,
}

impl Checker<'_> {
    fn block(&mut self, block: &Block, inside: Loop) {
        for stmt in block {
            self.stmt(stmt, inside);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, inside: Loop) {
        let place = self.place;
        if let StmtKind::Run { op: Op::CallFunction { function, .. }, .. } = &stmt.kind
            && walk::is_broken(&place.module.functions[*function].body)
        {
            return;
        }
        if let Some(pointer) = self.pointer_to_views(stmt) {
            self.diagnostics.push(place.pointer_to_views(pointer));
            return;
        }
        let found = match &stmt.kind {
            StmtKind::Run { op: Op::CallFunction { .. } | Op::RaiseConstant { .. }, .. } => None,
            StmtKind::Run { op: Op::Own(view), .. } if !view.ty.is_object() => None,
            StmtKind::Run { op, .. } => Some(place.object_operation(op, stmt.span)),
            // The parts of a `raise` for which it takes the GIL itself.
            StmtKind::WithGil(body)
                if body.last().is_some_and(|last| last.raises() && last.span == stmt.span) =>
            {
                Some(place.raise(stmt.span))
            }
            StmtKind::WithGil(_) => Some(place.gil(stmt.span)),
            StmtKind::Try(_) => Some(place.not_yet("`try`", stmt.span)),
            StmtKind::Return(_) if place.is_region => Some(place.jump("return", stmt.span)),
            StmtKind::Break if inside != Loop::Sequential => Some(place.jump("break", stmt.span)),
            StmtKind::Continue if inside == Loop::Outside => Some(place.jump("continue", stmt.span)),
            StmtKind::Parallel(inner) => {
                let what = if inner.device.is_some() { "an offload region" } else { "a `parallel` block" };
                Some(place.nested(what, inner.span))
            }
            StmtKind::Prange(_) if !place.is_region => Some(place.not_yet("a `prange`", stmt.span)),
            StmtKind::Offload(_) => Some(place.nested("an offload region", stmt.span)),
            StmtKind::Context { .. } => Some(place.nested("a data context", stmt.span)),
            StmtKind::Update(_) => Some(place.nested("`update`", stmt.span)),
            _ => None,
        };
        if let Some(diagnostic) = found {
            self.diagnostics.push(diagnostic);
            return;
        }
        if let Some(global) = written_global(stmt) {
            let name = &place.module.globals[global].name;
            self.diagnostics.push(place.global_write(name, stmt.span));
        }
        if let Some(shared) = self.field_of_a_shared_struct(stmt)
            && self.shared.insert(shared)
        {
            let local = &place.function.locals[shared];
            let is_union = match local.ty {
                Ty::Struct(id) => place.module.types.structs[id].is_union,
                _ => false,
            };
            self.diagnostics.push(place.shared_record(&local.name, is_union, stmt.span));
        }
        for expr in walk::expressions(stmt) {
            self.expression(expr);
        }
        match &stmt.kind {
            StmtKind::For(looped) => {
                self.block(&looped.body, Loop::Sequential);
                self.block(&looped.otherwise, inside);
            }
            StmtKind::While { prepare, body, otherwise, .. } => {
                self.block(prepare, Loop::Sequential);
                self.block(body, Loop::Sequential);
                self.block(otherwise, inside);
            }
            StmtKind::Prange(prange) => self.block(&prange.body, Loop::Parallel),
            _ => walk::blocks(stmt).into_iter().for_each(|block| self.block(block, inside)),
        }
    }

    /// A pointer to memoryviews that a statement uses: they hold no reference, and a device has none of their data.
    fn pointer_to_views<'e>(&self, stmt: &'e Stmt) -> Option<&'e Expr> {
        let function = self.place.function;
        // Who has called a function with one is reported, unless the function is for devices by itself.
        let is_given = |expr: &Expr| {
            let mut is_given = false;
            walk::expression(expr, &mut |part| {
                let role = part.as_local().map(|local| function.locals[local].role);
                is_given |= role == Some(LocalRole::Param) && part.ty.pointed_view().is_some();
            });
            is_given && !self.place.is_region && !function.on_device
        };
        let mut found = None;
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |part| {
                if part.ty.pointed_view().is_some() && !is_given(part) {
                    found.get_or_insert(part);
                }
            });
        }
        found
    }

    /// Whether it is reported for the assignments to it.
    fn is_written(&self, global: GlobalId) -> bool {
        let mut is_written = false;
        walk::statements(&self.place.function.body, &mut |stmt| {
            is_written |= written_global(stmt) == Some(global);
        });
        is_written
    }

    /// The struct of the function around a region of which the statement assigns a field.
    fn field_of_a_shared_struct(&self, stmt: &Stmt) -> Option<LocalId> {
        let StmtKind::Assign { place, .. } = &stmt.kind else { return None };
        let local = walk::assigned_local(place).filter(|_| self.place.is_region)?;
        let is_struct = self.place.function.locals[local].ty.is_record();
        (is_struct && !matches!(place.kind, ExprKind::Local(_)) && !self.own.contains(local)).then_some(local)
    }

    /// The arguments of a `qsort` other than a function of the module that cannot fail: the only address of a function that a
    /// device uses.
    fn sorts<'e>(&self, expr: &'e Expr) -> Option<&'e [Expr]> {
        let ExprKind::Call(Callee::Extern(id), arguments) = &expr.kind else { return None };
        let ExprKind::FunctionAddress(compares) = &arguments.last()?.kind else { return None };
        let is_sort = self.place.module.externs[*id].c_name.as_str() == "qsort";
        let is_plain = !self.place.module.functions[*compares].may_fail;
        (is_sort && is_plain).then_some(&arguments[..arguments.len() - 1])
    }

    fn expression(&mut self, expr: &Expr) {
        // The arguments of a call may be changed by it.
        if let ExprKind::Call(Callee::Function(id), _) = &expr.kind
            && walk::is_broken(&self.place.module.functions[*id].body)
        {
            return;
        }
        if expr.ty.is_object() {
            self.diagnostics.push(self.place.object_value(expr));
            return;
        }
        // Other checks look at what depends on it.
        if is_thread_number(expr, &self.place.module.externs) {
            return;
        }
        if let ExprKind::Call(Callee::Extern(id), _) = &expr.kind {
            let callee = &self.place.module.externs[*id];
            if !callee.on_device {
                self.diagnostics.push(self.place.foreign_function(callee, expr.span));
            }
        }
        if let Some(compared) = self.sorts(expr) {
            compared.iter().for_each(|argument| self.expression(argument));
            return;
        }
        if let ExprKind::FunctionAddress(id) = &expr.kind {
            let what = format!("the address of `{}`", self.place.module.functions[*id].name);
            self.diagnostics.push(self.place.not_yet(&what, expr.span));
        }
        if let ExprKind::Extern(id) = &expr.kind
            && !self.place.module.externs[*id].on_device
        {
            let what = format!("the C variable `{}`", self.place.module.externs[*id].name);
            self.diagnostics.push(self.place.not_yet(&what, expr.span));
        }
        if let ExprKind::Global(id) = &expr.kind
            && !self.place.is_region
            && !self.is_written(*id)
        {
            let what = format!("the global `{}`", self.place.module.globals[*id].name);
            let name = &self.place.module.globals[*id].name;
            let subject = format!("global {name} in {:?}", self.place.header);
            let refused = self.place.not_yet(&what, expr.span).about_here(subject);
            self.diagnostics.push(refused.note(
                "numbers and memoryviews of the module can be used here: hand over an array as an argument, `f(table, i)`",
            ));
        }
        for child in expr.children() {
            self.expression(child);
        }
    }
}

fn written_global(stmt: &Stmt) -> Option<GlobalId> {
    let (StmtKind::Assign { place, .. } | StmtKind::Atomic { place, .. }) = &stmt.kind else { return None };
    let mut place = place;
    loop {
        match &place.kind {
            ExprKind::Global(id) => return Some(*id),
            ExprKind::Field { base, .. } => place = base,
            ExprKind::Index { base, .. } if matches!(base.ty, Ty::Array { .. }) => place = base,
            _ => return None,
        }
    }
}

/// The view locals to which a block gives a value.
pub fn assigned_views(body: &Block, locals: &Locals<Local>) -> LocalSet {
    let mut set = LocalSet::default();
    walk::statements(body, &mut |stmt| {
        set.extend(walk::assigned(stmt).into_iter().filter(|&id| locals[id].ty.memoryview().is_some()));
    });
    set
}

/// Makes the view locals that `body` assigns borrowed, and their references plain assignments.
pub fn borrow_views(body: &mut Block, locals: &mut Locals<Local>) {
    let views = assigned_views(body, locals);
    for id in views.iter() {
        locals[id].ownership = Ownership::Borrowed;
    }
    rewrite(body, locals);
}

fn rewrite(block: &mut Block, locals: &Locals<Local>) {
    let is_view = |id: LocalId| locals[id].ty.memoryview().is_some();
    block.retain(|stmt| !matches!(stmt.kind, StmtKind::Release(id) if is_view(id)));
    for stmt in block {
        let span = stmt.span;
        let local = |id: LocalId| Expr::local(id, locals[id].ty.clone(), span);
        match &mut stmt.kind {
            StmtKind::Run { into: Some(into), op: Op::Own(value) } if is_view(*into) => {
                stmt.kind = StmtKind::Assign { place: local(*into), value: value.clone() };
            }
            StmtKind::Move { into, from } if is_view(*into) => {
                stmt.kind = StmtKind::Assign { place: local(*into), value: local(*from) };
            }
            _ => walk::blocks_mut(stmt).into_iter().for_each(|inner| rewrite(inner, locals)),
        }
    }
}
