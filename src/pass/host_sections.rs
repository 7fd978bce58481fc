//! Puts markers into host code that reports what it reads and writes.
//!
//! A section is the longest run of statements in which nothing runs on a device: a whole loop of the host is
//! one statement of it, so that no marker is in a loop without regions. An `if` whose branches use memory is
//! split nevertheless, and a section ends where the code may jump away: code that is not reached must not
//! move anything.
//!
//! Python's code may run regions on arrays that live on devices, other packages may use them there, and a view of one
//! may be made of an object. So in functions that such arrays reach, a section that runs Python's code uses no memory
//! otherwise.

use super::coherence::Reporting;
use super::device_library;
use super::storage::Storage;
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    Block, Expr, ExprKind, Function, HostSection, Local, LocalId, LocalRole, Locals, Op, Ownership, RegionId,
    Stmt, StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// The block with markers in it.
pub fn marked(function: &mut Function, reporting: Reporting<'_>, block: Block) -> Block {
    Marker { function, reporting }.block(block, Vec::new())
}

struct Marker<'m> {
    function: &'m mut Function,
    reporting: Reporting<'m>,
}

impl Marker<'_> {
    fn look(&self) -> Look<'_> {
        Look { locals: &self.function.locals, storage: self.reporting.storage }
    }

    /// `last` is evaluated where the block ends.
    fn block(&mut self, block: Block, last: Vec<Expr>) -> Block {
        let mut result = Block::with_capacity(block.len());
        let mut run = Block::new();
        let mut kinds = Kinds::default();
        let plain: Vec<Stmt> = block.into_iter().flat_map(|stmt| self.plain(stmt)).collect();
        for mut stmt in plain {
            if !self.is_apart(&stmt) {
                let own = self.kinds(&stmt);
                if kinds.meets(own) {
                    self.section(std::mem::take(&mut run), Vec::new(), &[], &mut result);
                    kinds = Kinds::default();
                }
                kinds = kinds.and(own);
                let ends = may_jump(&stmt, false);
                run.push(stmt);
                if ends {
                    self.section(std::mem::take(&mut run), Vec::new(), &[], &mut result);
                    kinds = Kinds::default();
                }
                continue;
            }
            kinds = Kinds::default();
            let header = self.header(&stmt);
            let results = self.results(&stmt);
            self.section(std::mem::take(&mut run), header, &results, &mut result);
            self.inside(&mut stmt);
            let span = stmt.span;
            result.push(stmt);
            if !results.is_empty() {
                // Kernels may have read it by another name in between.
                self.mark(HostSection { statements: 0, header: Vec::new(), results, span }, &mut result);
            }
        }
        self.section(run, last, &[], &mut result);
        result
    }

    /// A statement with separate assignments if it gives values to variables that views may show: what comes
    /// before them runs on a device.
    fn plain(&mut self, mut stmt: Stmt) -> Vec<Stmt> {
        let span = stmt.span;
        let shown = |id: &LocalId| self.reporting.storage.locals().contains(*id);
        match &mut stmt.kind {
            StmtKind::For(looped) => {
                if let Some(target) = looped.target.take_if(|target| shown(target)) {
                    let assignment = self.copy(looped.counter, target, span);
                    looped.body.insert(0, assignment);
                }
                vec![stmt]
            }
            StmtKind::Run { into: Some(into), .. } if shown(into) => {
                let target = *into;
                let kept = Local {
                    name: self.function.locals[target].name.clone(),
                    ty: self.function.locals[target].ty.clone(),
                    role: LocalRole::Temp,
                    ownership: Ownership::Borrowed,
                    span,
                };
                *into = self.function.locals.alloc(kept);
                let assignment = self.copy(*into, target, span);
                vec![stmt, assignment]
            }
            _ => vec![stmt],
        }
    }

    fn copy(&self, from: LocalId, into: LocalId, span: Span) -> Stmt {
        let variable = |id: LocalId| Expr::local(id, self.function.locals[id].ty.clone(), span);
        Stmt::new(StmtKind::Assign { place: variable(into), value: variable(from) }, span)
    }

    /// Whether a statement is not a part of a section, though its header may be.
    fn is_apart(&self, stmt: &Stmt) -> bool {
        self.reporting.offloading.is_in(stmt)
            || self.look().chooses(stmt)
            || self.meets_arrays() && self.mixes(stmt)
    }

    /// What a statement does, where that matters.
    fn kinds(&self, stmt: &Stmt) -> Kinds {
        if !self.meets_arrays() {
            return Kinds::default();
        }
        Kinds { python: self.runs_python(stmt), memory: self.look().uses_itself(stmt) }
    }

    /// Whether views that the function has may show arrays that live on devices.
    fn meets_arrays(&self) -> bool {
        self.reporting.arrays
            && self.function.coherence.as_a_whole
            && !planted::has(Fault::ArrayUsedAroundPython)
    }

    /// Whether a statement has others inside, of which some run Python's code and some use memory.
    fn mixes(&self, stmt: &Stmt) -> bool {
        if matches!(stmt.kind, StmtKind::Prange(_) | StmtKind::Parallel(_)) {
            return false; // such arrays do not come here
        }
        let inner = || walk::blocks(stmt).into_iter().flatten();
        let look = self.look();
        // Its condition is evaluated in every iteration.
        let asks = matches!(&stmt.kind, StmtKind::While { condition, .. } if look.reads_memory(condition));
        (asks || inner().any(|inner| look.uses_itself(inner))) && inner().any(|inner| self.runs_python(inner))
    }

    /// Whether a statement, or one inside it, may run Python's code.
    fn runs_python(&self, stmt: &Stmt) -> bool {
        self.reporting.offloading.is_python(stmt, &self.function.locals)
            || walk::blocks(stmt).into_iter().flatten().any(|inner| self.runs_python(inner))
    }

    fn inside(&mut self, stmt: &mut Stmt) {
        let condition = match &stmt.kind {
            StmtKind::While { condition, .. } => Some(condition.clone()),
            _ => None,
        };
        for (index, inner) in walk::blocks_mut(stmt).into_iter().enumerate() {
            // The first block of a `while` prepares its condition.
            let last = condition.iter().filter(|_| index == 0).cloned().collect();
            *inner = self.block(std::mem::take(inner), last);
        }
    }

    fn section(&mut self, run: Block, header: Vec<Expr>, results: &[Expr], result: &mut Block) {
        let look = self.look();
        let uses = run.iter().any(|stmt| look.uses(stmt))
            || header.iter().chain(results).any(|expr| look.reads_memory(expr));
        let mut spans =
            run.iter().map(|stmt| stmt.span).chain(header.iter().chain(results).map(|expr| expr.span));
        if let (true, Some(span)) = (uses, spans.next()) {
            let results = results.to_vec();
            self.mark(HostSection { statements: run.len(), header, results, span }, result);
        }
        result.extend(run);
    }

    fn mark(&mut self, section: HostSection, result: &mut Block) {
        let span = section.span;
        let id = self.function.host_sections.alloc(section);
        result.push(Stmt::new(StmtKind::HostAccess(id), span));
    }

    /// What a statement evaluates once, before anything inside it runs.
    fn header(&self, stmt: &Stmt) -> Vec<Expr> {
        let function = &*self.function;
        let (clauses, entries) = match &stmt.kind {
            // Its condition is evaluated in every iteration.
            StmtKind::While { .. } => return Vec::new(),
            StmtKind::Offload(id) => {
                let region = &function.regions[*id];
                (walk::clause_expressions(&region.clauses), region.clause.entries.as_slice())
            }
            StmtKind::Context { context, .. } => {
                let context = &function.contexts[*context];
                (context.device_num.iter().collect(), context.entries.as_slice())
            }
            StmtKind::Run { op: Op::CallLibrary { library, arguments, .. }, .. } => {
                return device_library::read_by_host(*library, arguments);
            }
            _ => (walk::expressions(stmt), [].as_slice()),
        };
        let counts = entries.iter().filter_map(|entry| entry.count.as_ref());
        let values = match stmt.kind {
            StmtKind::Offload(id) => self.taken_by_value(id),
            _ => Vec::new(),
        };
        clauses.into_iter().chain(counts).cloned().chain(values).collect()
    }

    /// Numbers and structs that a region may take by value and that views may show.
    fn taken_by_value(&self, id: RegionId) -> Vec<Expr> {
        let region = &self.function.regions[id];
        let is_mapped =
            |subject: &Subject| region.clause.entries.iter().any(|entry| entry.subject == *subject);
        let captures = region.captures.iter().map(|capture| &capture.subject);
        let variables = captures.filter(|subject| !is_mapped(subject)).filter_map(|subject| {
            let (kind, ty) = match *subject {
                Subject::Local(id) => (ExprKind::Local(id), self.function.locals[id].ty.clone()),
                Subject::Global(id) => (ExprKind::Global(id), self.reporting.globals[id].ty.clone()),
            };
            (!ty.is_array()).then(|| Expr::new(kind, ty, region.span))
        });
        variables.filter(|variable| self.reporting.storage.is(variable)).collect()
    }

    /// Those to which it gives values.
    fn results(&self, stmt: &Stmt) -> Vec<Expr> {
        let StmtKind::Offload(id) = stmt.kind else { return Vec::new() };
        let region = &self.function.regions[id];
        let mut given: Vec<LocalId> = region.results.clone();
        walk::statements(&region.body, &mut |stmt| match &stmt.kind {
            StmtKind::Prange(prange) => {
                given.extend(&prange.lastprivates);
                given.extend(prange.reductions.iter().map(|reduction| reduction.local));
            }
            StmtKind::Serial(serial) => given.extend(&serial.results),
            _ => {}
        });
        self.taken_by_value(id)
            .into_iter()
            .filter(|value| value.as_local().is_some_and(|id| given.contains(&id)))
            .collect()
    }
}

/// What statements do of what one section does not do in turn.
#[derive(Clone, Copy, Default)]
struct Kinds {
    /// They run Python's code.
    python: bool,
    /// They use memory themselves.
    memory: bool,
}

impl Kinds {
    /// Whether statements that do this are not in a section with those before.
    fn meets(self, next: Kinds) -> bool {
        self.python && next.memory || self.memory && next.python
    }

    fn and(self, next: Kinds) -> Kinds {
        Kinds { python: self.python || next.python, memory: self.memory || next.memory }
    }
}

/// Whether the code after a statement may be skipped.
fn may_jump(stmt: &Stmt, in_loop: bool) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break | StmtKind::Continue => !in_loop,
        StmtKind::For(_) | StmtKind::While { .. } | StmtKind::Prange(_) => {
            walk::blocks(stmt).into_iter().flatten().any(|inner| may_jump(inner, true))
        }
        _ => walk::blocks(stmt).into_iter().flatten().any(|inner| may_jump(inner, in_loop)),
    }
}

/// Whether code may use memory that a view shows, judging by its form; the plan knows better.
struct Look<'f> {
    locals: &'f Locals<Local>,
    storage: &'f Storage<'f>,
}

impl Look<'_> {
    /// Whether a statement runs some of its blocks conditionally, and these use memory.
    fn chooses(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(|stmt| self.uses(stmt)),
            StmtKind::Nogil(body) | StmtKind::WithGil(body) => body.iter().any(|stmt| self.chooses(stmt)),
            StmtKind::Try(_) => walk::blocks(stmt).into_iter().flatten().any(|stmt| self.uses(stmt)),
            _ => false,
        }
    }

    /// It, or Python's code that it runs.
    fn uses(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Run { op, .. } => op.info().runs_python,
            // What a user's variable held may have a destructor.
            StmtKind::Move { into: id, .. } | StmtKind::Release(id) => {
                self.locals[*id].ty.is_object() && self.locals[*id].role != LocalRole::Temp
            }
            _ => false,
        };
        own || self.uses_here(stmt) || walk::blocks(stmt).into_iter().flatten().any(|inner| self.uses(inner))
    }

    /// It itself.
    fn uses_itself(&self, stmt: &Stmt) -> bool {
        self.uses_here(stmt) || walk::blocks(stmt).into_iter().flatten().any(|inner| self.uses_itself(inner))
    }

    fn uses_here(&self, stmt: &Stmt) -> bool {
        matches!(&stmt.kind, StmtKind::Run { op: Op::CallFunction { .. }, .. })
            || walk::expressions(stmt).into_iter().any(|expr| self.reads_memory(expr))
    }

    fn reads_memory(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Element { .. } | ExprKind::Deref(_) | ExprKind::AddressOf(_) | ExprKind::Call(..) => {
                true
            }
            ExprKind::Index { base, .. } => matches!(base.ty, Ty::Pointer { .. }) || is_foreign(base),
            ExprKind::Field { base, .. } => {
                matches!(base.ty, Ty::Pointer { .. } | Ty::Object(_)) || is_foreign(base)
            }
            _ => self.storage.is(expr),
        };
        own || expr.children().into_iter().any(|child| self.reads_memory(child))
    }
}

/// A variable of other C code, which may have given its address to anybody.
fn is_foreign(base: &Expr) -> bool {
    matches!(base.kind, ExprKind::Extern(_))
}
