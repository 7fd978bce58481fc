//! Fields and memoryviews of the module in offload code: they are read into locals before it, and reduced ones
//! are stored after it.
//!
//! A region holds on to the memory that a field refers to when the region begins: other code may rebind the field
//! while it runs. In a data context, and in a loop, a field that nothing inside can rebind is one variable for the
//! whole block. So is a memoryview of the module, which host code without the GIL holds on to in the same way
//! ([`hold`]).

use std::collections::BTreeSet;

use super::fields::{
    FieldLocals, Fields, Path, Use, is_number, is_reference, name_expr, path_expr, path_name, roots_of,
};
use super::rebinding::{Rebinding, targets};
use super::report;
use super::variants::Variants;
use crate::base::Arena;
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, Block, Body, ExprId, ExprKind, Function, FunctionKind, LocalId, Module, NoneClause, Stmt,
    StmtKind, TypeExpr, TypeKind, Typedef, walk,
};
use crate::source::Span;

/// Rewrites the offload code of a function.
pub fn rewrite(
    module: &Module,
    function: &mut Function,
    typedefs: &mut Arena<Typedef>,
    variants: &mut Variants,
    diagnostics: &mut Diagnostics,
) {
    let present = present(function);
    let mut block = std::mem::take(&mut function.body.block);
    let body = std::mem::take(&mut function.body);
    let rebinding = Rebinding::new(module);
    let mut rewriter = Rewriter {
        module,
        body,
        locals: FieldLocals::default(),
        present,
        held: BTreeSet::new(),
        gil: !function.nogil,
        is_parallel: false,
        rebinding,
        typedefs,
        variants,
        diagnostics,
    };
    rewriter.block(&mut block);
    function.body = rewriter.body;
    function.body.block = block;
}

struct Rewriter<'a> {
    module: &'a Module,
    body: Body,
    locals: FieldLocals,
    /// Objects that are never `None`.
    present: BTreeSet<LocalId>,
    /// Fields that an enclosing context or loop has read: their locals are valid.
    held: BTreeSet<Path>,
    /// The code runs with the GIL.
    gil: bool,
    /// Host threads share the code.
    is_parallel: bool,
    rebinding: Rebinding<'a>,
    typedefs: &'a mut Arena<Typedef>,
    variants: &'a mut Variants,
    diagnostics: &'a mut Diagnostics,
}

/// The places of which an expression takes the address.
fn addressed(body: &Body, id: ExprId, found: &mut Vec<ExprId>) {
    if let ExprKind::AddressOf(place) = body.exprs[id].kind {
        found.push(place);
    }
    walk::children(body, id).into_iter().for_each(|child| addressed(body, child, found));
}

/// Statements to insert before and after others.
#[derive(Default)]
struct Around {
    before: Block,
    after: Block,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            let Around { before, after } = self.stmt(&mut stmt);
            let bound = self.bound(&stmt);
            done.extend(before);
            done.push(stmt);
            done.extend(after);
            done.extend(bound);
        }
        *block = done;
    }

    fn stmt(&mut self, stmt: &mut Stmt) -> Around {
        if is_region(stmt) {
            return self.region(stmt);
        }
        if offloads(stmt) {
            let before = self.hold(stmt, &mut BTreeSet::new());
            return Around { before, after: Block::new() };
        }
        let holds = !self.is_parallel && (runs_free(stmt) || is_loop(stmt));
        let (mut before, held) = match holds {
            true => self.hold_views(stmt),
            false => (Block::new(), Vec::new()),
        };
        let around = self.plain(stmt);
        for path in &held {
            self.held.remove(path);
        }
        before.extend(around.before);
        Around { before, after: around.after }
    }

    fn plain(&mut self, stmt: &mut Stmt) -> Around {
        let span = stmt.span;
        let (gil, is_parallel) = (self.gil, self.is_parallel);
        match &mut stmt.kind {
            StmtKind::DataContext { .. } => self.context(stmt),
            StmtKind::Update { entries, .. } => {
                let subjects: Vec<ExprId> = entries.iter().map(|entry| entry.subject).collect();
                let before = self.entries(&subjects, &mut BTreeSet::new());
                Around { before, after: Block::new() }
            }
            // The GIL is held before the block: nothing can rebind a field while it is read.
            StmtKind::Nogil(body) if !body.is_empty() => {
                let mut first = body.remove(0);
                self.gil = false;
                let Around { before, after } = self.stmt(&mut first);
                self.block(body);
                self.gil = gil;
                body.splice(0..0, std::iter::once(first).chain(after));
                let before = before.into_iter().map(|stmt| Stmt::new(stmt.kind, span)).collect();
                Around { before, after: Block::new() }
            }
            _ => {
                match &stmt.kind {
                    StmtKind::WithGil(_) => self.gil = true,
                    StmtKind::Prange(_) | StmtKind::Parallel { .. } => {
                        (self.gil, self.is_parallel) = (false, true);
                    }
                    _ => {}
                }
                walk::blocks_mut(stmt).into_iter().for_each(|inner| self.block(inner));
                (self.gil, self.is_parallel) = (gil, is_parallel);
                Around::default()
            }
        }
    }

    /// Statements that keep held fields equal to their locals, after a statement that binds some of these.
    fn bound(&mut self, stmt: &Stmt) -> Block {
        let mut block = Block::new();
        for target in targets(&self.body, stmt) {
            let ExprKind::Name(Binding::Local(local)) = self.body.exprs[target].kind else { continue };
            let Some(path) = self.locals.path_of(local).filter(|path| self.held.contains(path)).cloned()
            else {
                continue;
            };
            block.push(self.store_back(&path, local, stmt.span));
        }
        block
    }

    fn store_back(&mut self, path: &Path, local: LocalId, span: Span) -> Stmt {
        let target = path_expr(&mut self.body, path, span);
        let value = name_expr(&mut self.body, local, span);
        Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
    }

    fn fields(&self) -> Fields<'_> {
        Fields { module: self.module, body: &self.body }
    }

    fn region(&mut self, stmt: &mut Stmt) -> Around {
        let roots = roots_of(stmt);
        let stored = self.stored(stmt);
        let mut around = Around::default();
        let mut calls = self.variants.calls(self.module, &mut self.body, &roots, self.diagnostics);
        // Functions are given the module's arrays themselves: the region may use them by name, too.
        calls.retain(|found| !found.path.is_of_module() || is_number(self.module, &found.ty));
        for (expr, path) in self.fields().objects(&roots) {
            let name = path_name(self.module, &self.body, &path);
            self.diagnostics.push(report::object_on_device(&name, self.body.exprs[expr].span, stmt.span));
            self.body.exprs[expr].kind = ExprKind::Error;
        }
        let mut uses = self.fields().uses(&roots);
        uses.extend(self.c_variables(stmt, &roots));
        uses.extend(calls);
        let mut loaded = BTreeSet::new();
        let mut asked = BTreeSet::new();
        for found in &uses {
            if found.path.global().is_some() && asked.insert(found.path.clone()) {
                around.before.push(self.ask(found));
            }
            around.before.extend(self.bind(found, &mut loaded));
        }
        self.one_field_twice(&stored, &uses, stmt.span);
        for (path, span) in stored {
            let Some(found) = uses.iter().find(|found| found.path == path) else { continue };
            let local = self.local(&path, &found.ty, span);
            around.after.push(self.store_back(&path, local, span));
        }
        around
    }

    /// The numbers of C that the region only reads: a device does not have them. Numbers of the module are read when a region
    /// begins, too, but by a later stage.
    fn c_variables(&self, region: &Stmt, roots: &[ExprId]) -> Vec<Use> {
        let mut written = BTreeSet::new();
        let number = |id: ExprId| self.fields().number(id).map(|(number, _)| Path::of_number(number));
        for block in walk::blocks(region) {
            walk::statements(block, &mut |stmt| {
                written.extend(targets(&self.body, stmt).into_iter().filter_map(number));
            });
        }
        let mut addresses = Vec::new();
        roots.iter().for_each(|&root| addressed(&self.body, root, &mut addresses));
        written.extend(addresses.into_iter().filter_map(number));
        let numbers = self.fields().numbers(roots);
        numbers.into_iter().filter(|found| found.path.is_of_c() && !written.contains(&found.path)).collect()
    }

    /// Two objects may be the same: the other would not see what is stored in a field of one of them.
    fn one_field_twice(&mut self, stored: &[(Path, Span)], uses: &[Use], region: Span) {
        for (path, span) in stored {
            let is_other = |found: &&Use| {
                found.path != *path && path.global().is_none() && found.path.names.last() == path.names.last()
            };
            if let Some(other) = uses.iter().find(is_other) {
                let [name, other] = [path, &other.path].map(|path| path_name(self.module, &self.body, path));
                self.diagnostics.push(report::one_field(&name, &other, *span, region));
            }
        }
    }

    /// Replaces a use of the field by its local; returns the statement that loads it, if it is not loaded
    /// yet.
    fn bind(&mut self, found: &Use, loaded: &mut BTreeSet<Path>) -> Option<Stmt> {
        let span = self.body.exprs[found.expr].span;
        let path = &found.path;
        let local = self.local(path, &found.ty, span);
        self.body.exprs[found.expr].kind = ExprKind::Name(Binding::Local(local));
        let is_new = !self.held.contains(path) && loaded.insert(path.clone());
        is_new.then(|| self.load(path, local, span))
    }

    fn local(&mut self, path: &Path, ty: &TypeExpr, span: Span) -> LocalId {
        self.locals.local(self.module, &mut self.body, self.typedefs, path, ty, span)
    }

    /// Evaluates a memoryview of the module before a region: it may have no value yet. The code that holds on
    /// to it does not check.
    fn ask(&mut self, found: &Use) -> Stmt {
        let span = self.body.exprs[found.expr].span;
        let view = path_expr(&mut self.body, &found.path, span);
        Stmt::new(StmtKind::Expr(view), span)
    }

    fn load(&mut self, path: &Path, local: LocalId, span: Span) -> Stmt {
        let target = name_expr(&mut self.body, local, span);
        let value = path_expr(&mut self.body, path, span);
        Stmt::new(StmtKind::Assign { targets: vec![target], value }, span)
    }

    /// The fields to which a region gives a value that is needed after it: reductions, and elements of C
    /// arrays.
    fn stored(&mut self, region: &Stmt) -> Vec<(Path, Span)> {
        let mut found: Vec<(Path, Span)> = Vec::new();
        let mut wrong = Vec::new();
        let in_loop = matches!(region.kind, StmtKind::Prange(_));
        for block in walk::blocks(region) {
            self.stores(block, in_loop, &mut found, &mut wrong);
        }
        for (target, path, span) in wrong {
            let name = path_name(self.module, &self.body, &path);
            self.diagnostics.push(match path.global() {
                Some(_) => report::view_bound(&name, span, region.span),
                None => report::field_written(&name, span, region.span),
            });
            if path.global().is_some() {
                self.body.exprs[target].kind = ExprKind::Error;
            }
        }
        found
    }

    fn stores(
        &self,
        block: &Block,
        in_loop: bool,
        found: &mut Vec<(Path, Span)>,
        wrong: &mut Vec<(ExprId, Path, Span)>,
    ) {
        for stmt in block {
            let targets: Vec<(ExprId, bool)> = match &stmt.kind {
                StmtKind::Assign { targets, value } => {
                    targets.iter().map(|&target| (target, self.is_min_max(target, *value))).collect()
                }
                // If it is not a reduction, this is reported where reductions are found.
                StmtKind::AugAssign { target, .. } => vec![(*target, true)],
                StmtKind::Atomic { target, .. } => vec![(*target, false)],
                StmtKind::ForRange { target, .. } | StmtKind::ForEach { target, .. } => {
                    vec![(*target, false)]
                }
                StmtKind::Prange(prange) => vec![(prange.target, false)],
                _ => vec![],
            };
            for (target, is_reduction) in targets {
                self.store(target, is_reduction && in_loop, stmt.span, found, wrong);
            }
            for root in walk::expressions(&stmt.kind) {
                self.addresses(root, found, wrong);
            }
            let in_loop = in_loop || matches!(stmt.kind, StmtKind::Prange(_));
            for inner in walk::blocks(stmt) {
                self.stores(inner, in_loop, found, wrong);
            }
        }
    }

    fn store(
        &self,
        target: ExprId,
        is_reduction: bool,
        span: Span,
        found: &mut Vec<(Path, Span)>,
        wrong: &mut Vec<(ExprId, Path, Span)>,
    ) {
        match &self.body.exprs[target].kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|&item| self.store(item, false, span, found, wrong));
            }
            ExprKind::Subscript { .. } => {
                if let Some(path) = self.array_of(target) {
                    add(found, path, span);
                }
            }
            _ => match self.fields().path(target) {
                Some((path, _)) if is_reduction => add(found, path, span),
                Some((path, _)) => wrong.push((target, path, span)),
                None => {}
            },
        }
    }

    /// The address of a number's local is not that of the field; through the address of an array anything may
    /// be written.
    fn addresses(&self, id: ExprId, found: &mut Vec<(Path, Span)>, wrong: &mut Vec<(ExprId, Path, Span)>) {
        let span = self.body.exprs[id].span;
        match self.body.exprs[id].kind {
            ExprKind::AddressOf(place) => match (self.fields().path(place), self.array_of(place)) {
                (Some((path, _)), None) => wrong.push((place, path, span)),
                (_, Some(path)) => add(found, path, span),
                _ => {}
            },
            ExprKind::Subscript { base, .. } if self.array_of(base).is_some() => {
                let indices = walk::children(&self.body, id).into_iter().filter(|&child| child != base);
                indices.for_each(|child| self.addresses(child, found, wrong));
                return;
            }
            _ => {
                if let Some(path) = self.array_of(id) {
                    add(found, path, span);
                }
            }
        }
        for child in walk::children(&self.body, id) {
            self.addresses(child, found, wrong);
        }
    }

    /// The field whose array an expression is, or is a part of.
    fn array_of(&self, id: ExprId) -> Option<Path> {
        let mut place = id;
        while let ExprKind::Subscript { base, .. } = self.body.exprs[place].kind {
            place = base;
        }
        let (path, ty) = self.fields().path(place)?;
        matches!(ty.kind, TypeKind::Array(..)).then_some(path)
    }

    /// `self.least = min(self.least, x)`
    fn is_min_max(&self, target: ExprId, value: ExprId) -> bool {
        let ExprKind::Call { callee, arguments, .. } = &self.body.exprs[value].kind else { return false };
        let ExprKind::Name(Binding::Builtin(name)) = &self.body.exprs[*callee].kind else { return false };
        let Some((path, _)) = self.fields().path(target) else { return false };
        let is_same =
            |&argument: &ExprId| self.fields().path(argument).is_some_and(|(other, _)| other == path);
        matches!(name.as_str(), "min" | "max")
            && arguments.iter().filter(|argument| is_same(argument)).count() == 1
    }

    fn entries(&mut self, subjects: &[ExprId], loaded: &mut BTreeSet<Path>) -> Block {
        let uses = self.fields().uses(subjects);
        uses.iter().filter_map(|found| self.bind(found, loaded)).collect()
    }

    fn context(&mut self, stmt: &mut Stmt) -> Around {
        let StmtKind::DataContext { context, .. } = &stmt.kind else { return Around::default() };
        let subjects: Vec<ExprId> = context.entries.iter().map(|entry| entry.subject).collect();
        let mut loaded = BTreeSet::new();
        let mut before = self.entries(&subjects, &mut loaded);
        before.extend(self.hold(stmt, &mut loaded));
        Around { before, after: Block::new() }
    }

    /// Before a statement, reads the fields that nothing in its blocks can rebind, if that cannot fail; and
    /// rewrites the blocks.
    fn hold(&mut self, stmt: &mut Stmt, loaded: &mut BTreeSet<Path>) -> Block {
        let roots = roots_of(stmt);
        let stmts = std::slice::from_ref(stmt);
        let is_held = |rewriter: &Self, path: &Path| {
            let is_present = path.local().is_some_and(|root| rewriter.present.contains(&root));
            let is_plain = path.names.len() == 1 && is_present;
            let is_read = loaded.contains(path) || is_plain || path.global().is_some();
            is_read
                && !rewriter.held.contains(path)
                && !rewriter.rebinding.may_rebind(&rewriter.body, stmts, path)
        };
        let uses = self.fields().uses(&roots);
        let uses: Vec<Use> = uses
            .into_iter()
            .filter(|found| {
                (is_reference(&found.ty) || found.path.global().is_some())
                    && (self.held.contains(&found.path) || is_held(self, &found.path))
            })
            .collect();
        let mut indirect = self.variants.fields(self.module, &self.body, &region_roots(stmt));
        indirect.retain(|(path, ty)| (is_reference(ty) || path.global().is_some()) && is_held(self, path));
        let mut before = Block::new();
        let mut held = Vec::new();
        for found in &uses {
            before.extend(self.bind(found, loaded));
            held.push(found.path.clone());
        }
        for (path, ty) in indirect {
            if loaded.insert(path.clone()) {
                let local = self.local(&path, &ty, stmt.span);
                before.push(self.load(&path, local, stmt.span));
            }
            held.push(path);
        }
        held.retain(|path| self.held.insert(path.clone()));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| self.block(inner));
        for path in &held {
            self.held.remove(path);
        }
        before
    }
}

impl Rewriter<'_> {
    /// Holds on to the memoryviews of the module that a block without the GIL uses, if nothing in it can bind them:
    /// other threads may. A loop with the GIL does so for functions that run without it. Returns what is held from
    /// here on.
    fn hold_views(&mut self, stmt: &Stmt) -> (Block, Vec<Path>) {
        let stmts = std::slice::from_ref(stmt);
        let (held, rebinding) = (&self.held, &self.rebinding);
        let may_hold = |body: &Body, path: &Path| {
            held.contains(path) || path.global().is_some() && !rebinding.may_rebind(body, stmts, path)
        };
        let roots = host_roots(stmts);
        let calls = self.variants.host_calls(self.module, &mut self.body, &roots, &may_hold);
        if calls.is_empty() && self.gil && is_loop(stmt) {
            return (Block::new(), Vec::new());
        }
        let mut uses = self.fields().uses(&roots_of(stmt));
        uses.retain(|found| found.path.global().is_some() && may_hold(&self.body, &found.path));
        uses.extend(calls);
        let (mut before, mut held, mut loaded) = (Block::new(), Vec::new(), BTreeSet::new());
        for found in &uses {
            before.extend(self.bind(found, &mut loaded));
            held.push(found.path.clone());
        }
        held.retain(|path| self.held.insert(path.clone()));
        (before, held)
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::While { .. } | StmtKind::ForRange { .. } | StmtKind::ForEach { .. })
}

/// Whether a statement's block runs without the GIL, although the code around it may hold it.
fn runs_free(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Nogil(_) | StmtKind::Prange(_) | StmtKind::Parallel { .. })
}

/// Whether a loop runs regions. What an enclosing loop holds, it also holds.
fn offloads(stmt: &Stmt) -> bool {
    let mut found = false;
    for block in walk::blocks(stmt) {
        walk::statements(block, &mut |inner| found |= is_region(inner));
    }
    is_loop(stmt) && found
}

/// What the host evaluates in statements, excluding offload code.
fn host_roots(block: &[Stmt]) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for stmt in block.iter().filter(|stmt| !is_region(stmt)) {
        roots.extend(walk::expressions(&stmt.kind));
        walk::blocks(stmt).into_iter().for_each(|inner| roots.extend(host_roots(inner)));
    }
    roots
}

/// What the regions inside a statement evaluate.
fn region_roots(stmt: &Stmt) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for block in walk::blocks(stmt) {
        walk::statements(block, &mut |inner| {
            if is_region(inner) {
                roots.extend(roots_of(inner));
            }
        });
    }
    roots
}

/// Whether a statement is offload code.
pub fn is_offload(stmt: &Stmt) -> bool {
    is_region(stmt) || matches!(stmt.kind, StmtKind::DataContext { .. } | StmtKind::Update { .. })
}

fn is_region(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Parallel { clauses, .. } => clauses.device.is_some(),
        StmtKind::Prange(prange) => prange.clauses.device.is_some(),
        _ => false,
    }
}

/// The objects that certainly exist throughout a function: the object of a method, and arguments of `def`
/// functions.
fn present(function: &Function) -> BTreeSet<LocalId> {
    let is_method = |at: usize| at == 0 && function.method.is_some_and(|method| method.role.takes_self());
    let params = function.params.iter().enumerate();
    let checked = params.filter(|(at, param)| {
        param.none == NoneClause::NotNone && (function.kind == FunctionKind::Def || is_method(*at))
    });
    let mut found: BTreeSet<LocalId> = checked.map(|(_, param)| param.local).collect();
    walk::statements(&function.body.block, &mut |stmt| {
        for target in targets(&function.body, stmt) {
            unbind(&function.body, target, &mut found);
        }
    });
    found
}

fn unbind(body: &Body, target: ExprId, found: &mut BTreeSet<LocalId>) {
    match &body.exprs[target].kind {
        ExprKind::Name(Binding::Local(local)) => {
            found.remove(local);
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().for_each(|&item| unbind(body, item, found));
        }
        _ => {}
    }
}

fn add(found: &mut Vec<(Path, Span)>, path: Path, span: Span) {
    if found.iter().all(|(known, _)| *known != path) {
        found.push((path, span));
    }
}
