//! What parallel blocks and loops cannot contain: nested blocks, reductions outside of loops, variables of a block that
//! its loops assign. Before that, the variables that they assign become variables of the function.

mod outside;
mod report;

use super::{
    Binding, Body, Clauses, ExprId, ExprKind, Function, FunctionId, LocalId, Module, Prange, Schedule, Stmt,
    StmtKind, TypeKind, constant, walk,
};
use crate::diag::Diagnostics;
use crate::source::Span;

/// Rewrites all functions, and checks each of the module's own file, and its statements.
pub fn check_parallel(mut module: Module) -> (Module, Diagnostics) {
    keep_outside(&mut module);
    let mut diagnostics = Diagnostics::default();
    let functions = module.functions.iter().map(|(_, function)| function).chain([&module.init]);
    for function in functions.filter(|function| function.span.file == module.file) {
        check(function, &mut diagnostics);
    }
    (module, diagnostics)
}

fn keep_outside(module: &mut Module) {
    let is_parallel = |function: &Function| {
        let mut found = false;
        walk::statements(&function.body.block, &mut |stmt| {
            found |= matches!(stmt.kind, StmtKind::Parallel { .. } | StmtKind::Prange(_));
        });
        found
    };
    let functions = module.functions.iter().filter(|(_, function)| is_parallel(function));
    let mut kept: Vec<(FunctionId, Function)> =
        functions.map(|(id, function)| (id, function.clone())).collect();
    kept.iter_mut().for_each(|(_, function)| outside::keep(module, function));
    for (id, function) in kept {
        module.functions[id] = function;
    }
    if is_parallel(&module.init) {
        let mut init = module.init.clone();
        outside::keep(module, &mut init);
        module.init = init;
    }
}

fn check(function: &Function, diagnostics: &mut Diagnostics) {
    let around = Around { inner: None, is_released: false, in_region: false };
    Checker { body: &function.body, diagnostics }.block(&function.body.block, around);
}

/// The innermost construct around a statement.
#[derive(Clone, Copy)]
struct Around<'a> {
    inner: Option<Inner<'a>>,
    /// Enclosing code has released the GIL.
    is_released: bool,
    /// It is offloaded: what only concerns host threads does not matter then.
    in_region: bool,
}

#[derive(Clone, Copy)]
enum Inner<'a> {
    Block { clauses: &'a Clauses, span: Span },
    Loop { span: Span },
}

/// An assignment to a variable.
struct Assigned<'a> {
    variable: &'a Binding,
    span: Span,
    /// `x += 1`
    is_updated: bool,
}

impl Assigned<'_> {
    fn local(&self) -> Option<LocalId> {
        match self.variable {
            Binding::Local(local) => Some(*local),
            _ => None,
        }
    }
}

struct Checker<'a, 'd> {
    body: &'a Body,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Checker<'a, '_> {
    fn block(&mut self, block: &'a [Stmt], around: Around<'a>) {
        block.iter().for_each(|stmt| self.stmt(stmt, around));
    }

    fn stmt(&mut self, stmt: &'a Stmt, around: Around<'a>) {
        let inside = match &stmt.kind {
            StmtKind::Parallel { clauses, body } => {
                self.clauses(clauses);
                let in_region = around.in_region || clauses.device.is_some();
                self.parallel(body, stmt.span, around.inner, in_region);
                let inner = Some(Inner::Block { clauses, span: stmt.span });
                Around { inner, is_released: true, in_region }
            }
            StmtKind::Prange(prange) => {
                self.clauses(&prange.clauses);
                self.prange(prange, stmt.span, around);
                let in_region = around.in_region || prange.clauses.device.is_some();
                Around { inner: Some(Inner::Loop { span: stmt.span }), is_released: true, in_region }
            }
            StmtKind::Nogil(_) => Around { is_released: true, ..around },
            StmtKind::WithGil(_) => Around { is_released: false, ..around },
            _ => around,
        };
        walk::blocks(stmt).into_iter().for_each(|block| self.block(block, inside));
    }

    fn clauses(&mut self, clauses: &Clauses) {
        let number =
            |value: Option<ExprId>| Some((constant(self.body, value?)?, self.body.exprs[value?].span));
        if let Some((count, span)) = number(clauses.num_threads)
            && count < 0
        {
            self.diagnostics.push(report::clause_value("num_threads", "0 or more", span));
        }
        let Some(chunk) = clauses.chunksize else { return };
        let place = self.body.exprs[chunk].span;
        match clauses.schedule {
            None => self.diagnostics.push(report::chunks_without_schedule(place)),
            Some(Schedule::Runtime) => self.diagnostics.push(report::chunks_at_run_time(place)),
            Some(_) => {
                if let Some((_, span)) = number(Some(chunk)).filter(|(size, _)| *size <= 0) {
                    self.diagnostics.push(report::clause_value("chunksize", "1 or more", span));
                }
            }
        }
    }

    fn parallel(&mut self, body: &'a [Stmt], span: Span, around: Option<Inner<'_>>, in_region: bool) {
        // Regions have their own rules.
        if in_region {
            return self.region(body, span);
        }
        if let Some(Inner::Block { span: outer, .. } | Inner::Loop { span: outer }) = around {
            self.diagnostics.push(report::nested_block(span, outer));
        }
        let mut leaving = Leaving::default();
        leaving.block(body, false);
        if let Some((word, jump, prange)) = leaving.found {
            self.diagnostics.push(report::left_before_loop(word, jump, prange));
        }
        let mut own = Vec::new();
        assigned(self.body, body, false, &mut own);
        self.views(&own, span);
        for assigned in updated(&own) {
            let name = self.name(assigned.variable);
            self.diagnostics.push(report::reduced_in_block(&name, assigned.span, span));
        }
        let mut loops = Vec::new();
        outer_loops(body, &mut loops);
        for prange in loops {
            let mut reported: Vec<&Binding> = Vec::new();
            for inner in assigned_in_loop(self.body, prange) {
                let Some(outer) = own.iter().find(|outer| outer.variable == inner.variable) else { continue };
                if !reported.contains(&inner.variable) {
                    reported.push(inner.variable);
                    let name = self.name(inner.variable);
                    self.diagnostics.push(report::assigned_in_both(&name, inner.span, outer.span));
                }
            }
        }
    }

    /// In a region without parallel loops, the first loop is reported.
    fn region(&mut self, body: &'a [Stmt], span: Span) {
        let (mut is_parallel, mut looped) = (false, None);
        walk::statements(body, &mut |stmt| match &stmt.kind {
            // Erroneous code may have been a parallel loop.
            StmtKind::Prange(_) | StmtKind::Error => is_parallel = true,
            StmtKind::ForRange { target, .. } => looped = looped.or(Some((stmt.span, Some(*target)))),
            StmtKind::While { .. } => looped = looped.or(Some((stmt.span, None))),
            _ => {}
        });
        if let (false, Some((at, target))) = (is_parallel, looped) {
            let target = target.and_then(|target| match &self.body.exprs[target].kind {
                ExprKind::Name(variable) => Some(self.name(variable)),
                _ => None,
            });
            self.diagnostics.push(report::serial_region(target.as_deref(), at, span));
        }
    }

    /// Reports assignments to the loop's variable in its body.
    fn counter(&mut self, prange: &'a Prange, construct: Span) {
        let (mut targets, mut inner) = (Vec::new(), Vec::new());
        target_of(self.body, prange.target, false, &mut targets);
        assigned(self.body, &prange.body, true, &mut inner);
        let Some(target) = targets.first() else { return };
        if let Some(found) = inner.iter().find(|inner| inner.variable == target.variable) {
            let name = self.name(found.variable);
            self.diagnostics.push(report::counter_assigned(&name, found.span, construct));
        }
    }

    fn prange(&mut self, prange: &'a Prange, span: Span, around: Around<'_>) {
        self.counter(prange, span);
        if let (Some(Inner::Block { clauses, span: outer }), Some(count)) =
            (around.inner, prange.clauses.num_threads)
        {
            let place = self.body.exprs[count].span;
            self.diagnostics.push(report::threads_of_block(clauses.num_threads.is_some(), place, outer));
        }
        if around.in_region || prange.clauses.device.is_some() {
            return;
        }
        if prange.nogil && around.is_released {
            self.diagnostics.push(report::released_twice(span));
        }
        let mut own = Vec::new();
        assigned(self.body, &prange.body, false, &mut own);
        self.views(&own, span);
    }

    /// All threads would count references of a view that they bind.
    fn views(&mut self, assigned: &[Assigned<'_>], construct: Span) {
        for Assigned { variable, span, .. } in assigned {
            if let Binding::Local(local) = variable
                && let local = &self.body.locals[*local]
                && let (TypeKind::Memoryview { .. }, false) = (&local.ty.kind, local.is_hidden)
            {
                self.diagnostics.push(report::view_assigned(&local.name, *span, construct));
            }
        }
    }

    fn name(&self, variable: &Binding) -> String {
        match variable {
            Binding::Local(local) => self.body.locals[*local].name.to_string(),
            _ => "this variable".to_string(),
        }
    }
}

/// Finds jumps out of a parallel block before a loop where the other threads would wait.
#[derive(Default)]
struct Leaving {
    jumps: Vec<(&'static str, Span)>,
    pranges: Vec<Span>,
    found: Option<(&'static str, Span, Span)>,
}

impl Leaving {
    fn block(&mut self, block: &[Stmt], in_loop: bool) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Return(_) => self.jumps.push(("return", stmt.span)),
                StmtKind::Break if !in_loop => self.jumps.push(("break", stmt.span)),
                StmtKind::Continue if !in_loop => self.jumps.push(("continue", stmt.span)),
                StmtKind::Prange(_) => {
                    self.pranges.push(stmt.span);
                    self.found =
                        self.found.or(self.jumps.first().map(|&(word, jump)| (word, jump, stmt.span)));
                    continue;
                }
                _ => {}
            }
            let is_loop = matches!(
                stmt.kind,
                StmtKind::While { .. } | StmtKind::ForRange { .. } | StmtKind::ForEach { .. }
            );
            let (jumps, pranges) = (self.jumps.len(), self.pranges.len());
            for (at, inner) in walk::blocks(stmt).into_iter().enumerate() {
                // The second block of a loop is its `else`.
                self.block(inner, in_loop || is_loop && at == 0);
            }
            // What comes later in a loop comes earlier in the next iteration.
            if let (true, Some(&(word, jump)), Some(&prange)) =
                (is_loop, self.jumps.get(jumps), self.pranges.get(pranges))
            {
                self.found = self.found.or(Some((word, jump, prange)));
            }
        }
    }
}

/// The private variables of the threads of a parallel block: their values are lost after it.
pub fn private(body: &Body, block: &[Stmt]) -> Vec<LocalId> {
    let mut found = Vec::new();
    assigned(body, block, false, &mut found);
    found.iter().filter_map(Assigned::local).collect()
}

/// Those of them that the block updates in place, which [`check_parallel`] rejects.
pub fn reduced(body: &Body, block: &[Stmt]) -> Vec<LocalId> {
    let mut found = Vec::new();
    assigned(body, block, false, &mut found);
    updated(&found).filter_map(Assigned::local).collect()
}

/// The last assignment of each variable, if it is an update in place.
fn updated<'l, 'a>(own: &'l [Assigned<'a>]) -> impl Iterator<Item = &'l Assigned<'a>> {
    let is_last = |at: usize| own[at + 1..].iter().all(|later| later.variable != own[at].variable);
    own.iter().enumerate().filter(move |(at, found)| found.is_updated && is_last(*at)).map(|(_, found)| found)
}

/// The outermost parallel loops of a block.
fn outer_loops<'a>(block: &'a [Stmt], found: &mut Vec<&'a Prange>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Prange(prange) => found.push(prange),
            _ => walk::blocks(stmt).into_iter().for_each(|inner| outer_loops(inner, found)),
        }
    }
}

fn assigned_in_loop<'a>(body: &'a Body, prange: &'a Prange) -> Vec<Assigned<'a>> {
    let mut found = Vec::new();
    target_of(body, prange.target, false, &mut found);
    assigned(body, &prange.body, true, &mut found);
    found
}

/// The variables that a block assigns, in the order of the text; those of its parallel loops only on request.
fn assigned<'a>(body: &'a Body, block: &'a [Stmt], with_loops: bool, found: &mut Vec<Assigned<'a>>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                targets.iter().for_each(|target| target_of(body, *target, false, found));
            }
            StmtKind::AugAssign { target, .. } => target_of(body, *target, true, found),
            StmtKind::ForRange { target, .. } | StmtKind::ForEach { target, .. } => {
                target_of(body, *target, false, found);
            }
            StmtKind::Prange(prange) => {
                if with_loops {
                    found.extend(assigned_in_loop(body, prange));
                }
                continue;
            }
            _ => {}
        }
        walk::blocks(stmt).into_iter().for_each(|inner| assigned(body, inner, with_loops, found));
    }
}

/// What a block assigns, including its parallel loops: names, places, elements.
fn targets_of(body: &Body, block: &[Stmt]) -> Vec<ExprId> {
    let mut found = Vec::new();
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => found.extend(targets),
        StmtKind::AugAssign { target, .. }
        | StmtKind::ForRange { target, .. }
        | StmtKind::ForEach { target, .. } => found.push(*target),
        StmtKind::With { target, .. } => found.extend(target),
        StmtKind::Prange(prange) => found.push(prange.target),
        _ => {}
    });
    let mut leaves = Vec::new();
    while let Some(target) = found.pop() {
        match &body.exprs[target].kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => found.extend(items),
            ExprKind::Starred(inner) => found.push(*inner),
            _ => leaves.push(target),
        }
    }
    leaves.sort_by_key(|target| body.exprs[*target].span.start);
    leaves
}

fn target_of<'a>(body: &'a Body, target: ExprId, is_updated: bool, found: &mut Vec<Assigned<'a>>) {
    let expr = &body.exprs[target];
    match &expr.kind {
        ExprKind::Name(variable @ (Binding::Local(_) | Binding::Global(_))) => {
            let is_hidden = matches!(variable, Binding::Local(local) if body.locals[*local].is_hidden);
            if !is_hidden {
                found.push(Assigned { variable, span: expr.span, is_updated });
            }
        }
        ExprKind::Tuple(items) => items.iter().for_each(|item| target_of(body, *item, is_updated, found)),
        _ => {}
    }
}
