//! Data contexts in which nothing uses a device: their data moves for nothing, or, where it is inferred, they have no effect.
//!
//! Nothing is guessed. Whatever might lead to a region counts as use: calls of functions but those of C's library and
//! of Python that are known, and Python's operations on objects.

use std::collections::HashMap;

use super::report::{self, IdleContext, IdleLoop};
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tir::display::subject as name_of;
use crate::tir::{
    Block, Callee, ContextId, ContextOrigin, DataContext, Expr, ExprKind, Function, FunctionId, LocalId,
    LocalRole, MapEntry, Module, Op, Stmt, StmtKind, walk,
};

/// Reports such contexts, of those inside one another the outermost, and returns all of them. Nothing is said of contexts with
/// entries that have been reported as errors.
pub fn contexts(module: &Module, diagnostics: &mut Diagnostics) -> HashMap<FunctionId, Vec<ContextId>> {
    let mut all = HashMap::new();
    for (id, function) in module.functions.iter() {
        if function.on_device || !function.contexts.values().any(may_be_idle) {
            continue;
        }
        let mut search =
            Search { module, function, made: made(&function.body), outermost: vec![], all: vec![] };
        search.block(&function.body);
        let before = diagnostics.len();
        for (context, body) in search.outermost {
            let context = described(module, function, context, body);
            if !is_wrong(context.at, diagnostics) {
                diagnostics.push(report::idle_context(&context));
            }
        }
        diagnostics.said_of(before, function.variant());
        all.insert(id, search.all);
    }
    all
}

/// Whether it is the user's, and its text has no region.
fn may_be_idle(context: &DataContext) -> bool {
    context.is_plain && context.origin == ContextOrigin::Written
}

/// Whether there is no code in a block: then it may be there for the sake of moving data.
fn is_empty(block: &[Stmt]) -> bool {
    let is_code = |stmt: &Stmt| {
        !matches!(stmt.kind, StmtKind::HostAccess(_) | StmtKind::Context { .. } | StmtKind::Nogil(_))
    };
    !walk::any(block, is_code)
}

/// Whether there is an error in a clause.
fn is_wrong(clause: Span, diagnostics: &Diagnostics) -> bool {
    let is_inside = |at: Span| at.file == clause.file && clause.start <= at.start && at.end <= clause.end;
    diagnostics
        .iter()
        .filter(|found| found.is_error())
        .any(|found| found.primary.as_ref().is_some_and(|label| is_inside(label.span)))
}

struct Search<'m> {
    module: &'m Module,
    function: &'m Function,
    made: HashMap<LocalId, Vec<&'m Op>>,
    /// Idle contexts that are in no other one, so far.
    outermost: Vec<(ContextId, &'m Block)>,
    all: Vec<ContextId>,
}

/// The operations that give temporaries their objects.
fn made(block: &Block) -> HashMap<LocalId, Vec<&Op>> {
    let mut made: HashMap<LocalId, Vec<&Op>> = HashMap::new();
    walk::statements(block, &mut |stmt| {
        if let StmtKind::Run { into: Some(into), op } = &stmt.kind {
            made.entry(*into).or_default().push(op);
        }
    });
    made
}

impl<'m> Search<'m> {
    /// Whether something in the block may use a device.
    fn block(&mut self, block: &'m Block) -> bool {
        let mut used = false;
        // All are visited: contexts may be anywhere.
        for stmt in block {
            used |= self.stmt(stmt);
        }
        used
    }

    fn stmt(&mut self, stmt: &'m Stmt) -> bool {
        let before = self.outermost.len();
        let mut used = self.may_use(stmt);
        for inner in walk::blocks(stmt) {
            used |= self.block(inner);
        }
        if let StmtKind::Context { context: id, body } = &stmt.kind
            && !used
            && may_be_idle(&self.function.contexts[*id])
            && !is_empty(body)
            && !walk::is_broken(body)
        {
            self.outermost.truncate(before);
            self.outermost.push((*id, body));
            self.all.push(*id);
        }
        used
    }

    /// Whether a statement itself, not what is inside its blocks, may.
    fn may_use(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Offload(_) | StmtKind::Update(_) | StmtKind::Serial(_) => true,
            StmtKind::Parallel(parallel) => parallel.device.is_some(),
            StmtKind::Run { op, .. } => self.op_may_use(op),
            // What a user's variable held may have a destructor.
            StmtKind::Move { into: id, .. } | StmtKind::Release(id) => {
                let local = &self.function.locals[*id];
                local.ty.is_object() && local.role != LocalRole::Temp
            }
            _ => false,
        };
        own || walk::expressions(stmt).into_iter().any(|expr| self.expr_may_use(expr))
    }

    fn op_may_use(&self, op: &Op) -> bool {
        match op {
            Op::CallFunction { .. }
            | Op::CallExtern { .. }
            | Op::CallLibrary { .. }
            | Op::CallPointer { .. } => true,
            Op::CallObject { .. } => !self.is_harmless_call(op),
            Op::Raise { exception, cause: None } => !self.is_harmless(exception),
            Op::RaiseNew { arguments, .. } => !arguments.iter().all(|value| self.is_harmless(value)),
            _ => op.info().runs_python,
        }
    }

    fn expr_may_use(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Call(Callee::Extern(id), arguments) => {
                let external = &self.module.externs[*id];
                let is_pure = external.is_pure && arguments.iter().all(|argument| argument.ty.is_numeric());
                !is_pure && !external.uses_arguments_only()
            }
            ExprKind::Call(..) => true,
            _ => false,
        };
        own || expr.children().into_iter().any(|child| self.expr_may_use(child))
    }

    /// `print(x[0])`, or `ValueError("negative")`: a builtin that uses numbers and texts alone.
    fn is_harmless_call(&self, op: &Op) -> bool {
        let Op::CallObject { callee, arguments, keywords } = op else { return false };
        let is_known = |op: &Op| matches!(op, Op::LoadBuiltin(name) if name.as_str() == "print" || name.as_str().ends_with("Error"));
        let mut all = arguments.iter().chain(keywords.iter().map(|(_, value)| value));
        self.op_of(callee).is_some_and(is_known) && all.all(|value| self.is_harmless(value))
    }

    /// A constant, a C value as an object, or the result of such a call.
    fn is_harmless(&self, value: &Expr) -> bool {
        match value.kind {
            ExprKind::Const(_) | ExprKind::Singleton(_) => true,
            _ => self.op_of(value).is_some_and(|op| match op {
                Op::ToObject(_) => true,
                op => self.is_harmless_call(op),
            }),
        }
    }

    /// The one operation that gives a temporary its object.
    fn op_of(&self, value: &Expr) -> Option<&'m Op> {
        let local = value.as_local().filter(|local| self.function.locals[*local].role == LocalRole::Temp)?;
        match self.made.get(&local)?.as_slice() {
            [op] => Some(op),
            _ => None,
        }
    }
}

fn described(module: &Module, function: &Function, context: ContextId, body: &Block) -> IdleContext {
    let context = &function.contexts[context];
    let name = |entry: &MapEntry| name_of(module, function, &entry.subject);
    let mut inside = vec![context];
    walk::statements(body, &mut |stmt| {
        if let StmtKind::Context { context, .. } = &stmt.kind {
            inside.push(&function.contexts[*context]);
        }
    });
    let mut overwritten: Vec<String> = Vec::new();
    for entry in inside.into_iter().flat_map(|context| &context.entries) {
        if entry.map.copies_from() && !overwritten.contains(&name(entry)) {
            overwritten.push(name(entry));
        }
    }
    IdleContext {
        names: context.entries.iter().map(name).collect(),
        overwritten,
        at: context.clause,
        looped: first_loop(function, body),
    }
}

/// The first loop of the user's in a block, or the block of threads around it.
fn first_loop(function: &Function, block: &Block) -> Option<(Span, IdleLoop)> {
    let mut found = None;
    walk::statements(block, &mut |stmt| {
        let kind = match &stmt.kind {
            StmtKind::For(looped) => {
                let local = &function.locals[looped.variable()];
                if local.role == LocalRole::Temp {
                    return;
                }
                IdleLoop::Range(local.name.to_string())
            }
            StmtKind::While { .. } => IdleLoop::While,
            StmtKind::Prange(_) => IdleLoop::Prange,
            StmtKind::Parallel(_) => IdleLoop::Parallel,
            _ => return,
        };
        found.get_or_insert((stmt.span, kind));
    });
    found
}
