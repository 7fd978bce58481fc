//! Pointers that a function gets from its callers, or that it has from several places, and uses in a region. If the number of
//! elements is known wherever they are made ([`super::pointer_origins`]), another variable has it: it is computed where the
//! pointer gets its value, a function's callers give it as one more argument, and the region's clause notes it.

use std::collections::{HashMap, HashSet};

use super::local_set::LocalSet;
use super::pointer_origins::{Elements, Origins, Pointer};
use super::pointers::names;
use crate::base::Name;
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, LocalRole, Locals, Module, Op,
    Ownership, Parallel, Param, ParamKind, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Settles the pointers of all functions.
pub fn settle(module: &mut Module) {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    let used: Vec<Pointer> = ids
        .iter()
        .flat_map(|&id| in_regions(&module.functions[id]).into_iter().map(move |local| (id, local)))
        .collect();
    if used.is_empty() {
        return;
    }
    let origins = Origins::of(module);
    let used: HashSet<Pointer> = used.into_iter().filter(|pointer| origins.has(*pointer)).collect();
    let needed = origins.with(used.iter().copied().collect());
    let mut counts = HashMap::new();
    let mut added: HashMap<FunctionId, Vec<usize>> = HashMap::new();
    for &id in &ids {
        let function = &mut module.functions[id];
        let params = function.params.len();
        for at in
            (0..params).filter(|&at| needed.contains(&(id, function.params[at].local))).collect::<Vec<_>>()
        {
            counts.insert((id, function.params[at].local), add_parameter(function, at));
            added.entry(id).or_default().push(at);
        }
        let locals: Vec<LocalId> = function.locals.iter().map(|(local, _)| local).collect();
        for local in locals {
            if needed.contains(&(id, local)) && !counts.contains_key(&(id, local)) {
                let count = count_variable(&function.locals, local, LocalRole::Temp);
                counts.insert((id, local), function.locals.alloc(count));
            }
        }
    }
    for &id in &ids {
        let mut body = std::mem::take(&mut module.functions[id].body);
        let locals = std::mem::take(&mut module.functions[id].locals);
        let addressed = walk::addressed(&body).into_iter().collect();
        let mut counting =
            Counting { module, id, locals, addressed, counts: &counts, added: &added, begun: HashSet::new() };
        let has_gil = !module.functions[id].nogil;
        counting.block(&mut body, has_gil);
        let notes: Vec<_> = used.iter().filter(|(of, _)| *of == id).map(|&(_, local)| local).collect();
        for local in notes {
            let count = counting.count(local, counting.locals[local].span);
            note(&mut body, local, &count);
        }
        let locals = counting.locals;
        module.functions[id].locals = locals;
        module.functions[id].body = body;
    }
}

/// The pointers that the regions of a function use, and of which nobody says how many elements they point to.
fn in_regions(function: &Function) -> Vec<LocalId> {
    let mut regions = Vec::new();
    walk::statements(&function.body, &mut |stmt| {
        if let StmtKind::Parallel(parallel) = &stmt.kind
            && parallel.device.is_some()
        {
            regions.push((parallel, LocalSet::assigned_in(&parallel.body)));
        }
    });
    let mut kept = LocalSet::default();
    let entries = function.contexts.iter().flat_map(|(_, context)| &context.entries);
    kept.extend(entries.filter_map(|entry| entry.subject.as_local()));
    let is_used = |local: LocalId| {
        regions.iter().any(|(parallel, assigned)| !assigned.contains(local) && needs_count(parallel, local))
    };
    let pointers = function.locals.iter().filter(|(_, local)| matches!(local.ty, Ty::Pointer { .. }));
    let pointers = pointers.map(|(local, _)| local).filter(|local| !kept.contains(*local));
    if regions.is_empty() { Vec::new() } else { pointers.filter(|local| is_used(*local)).collect() }
}

/// Whether a region uses a pointer of which its clause does not say enough.
fn needs_count(parallel: &Parallel, pointer: LocalId) -> bool {
    parallel.device.as_ref().is_some_and(|clause| {
        let is_mapped = clause.entries.iter().any(|entry| entry.subject.as_local() == Some(pointer));
        let is_counted = clause.counts.iter().any(|(counted, _)| *counted == pointer);
        !is_mapped && !is_counted && names(&parallel.body, pointer)
    })
}

fn count_variable(locals: &Locals<Local>, pointer: LocalId, role: LocalRole) -> Local {
    let Local { name, span, .. } = &locals[pointer];
    let name = Name::new(format!("{name}_count"));
    Local { name, ty: Ty::SSIZE, role, ownership: Ownership::Borrowed, span: *span }
}

fn add_parameter(function: &mut Function, at: usize) -> LocalId {
    let pointer = function.params[at].local;
    let span = function.locals[pointer].span;
    let count = function.locals.alloc(count_variable(&function.locals, pointer, LocalRole::Param));
    let kind = ParamKind::PositionalOrKeyword;
    function.params.push(Param { local: count, kind, default: None, allows_none: false, named: None, span });
    count
}

fn note(block: &mut Block, pointer: LocalId, count: &Expr) {
    for stmt in block {
        if let StmtKind::Parallel(parallel) = &mut stmt.kind
            && needs_count(parallel, pointer)
            && let Some(clause) = &mut parallel.device
        {
            clause.counts.push((pointer, count.clone()));
            continue;
        }
        walk::blocks_mut(stmt).into_iter().for_each(|inner| note(inner, pointer, count));
    }
}

/// Writes what computes the numbers of elements of a function's pointers, and of those that it gives to others.
struct Counting<'m> {
    module: &'m Module,
    id: FunctionId,
    locals: Locals<Local>,
    addressed: LocalSet,
    /// The variables that have them.
    counts: &'m HashMap<Pointer, LocalId>,
    /// The parameters of functions whose number is one more argument, in the order of these.
    added: &'m HashMap<FunctionId, Vec<usize>>,
    /// Those that have had a value.
    begun: HashSet<LocalId>,
}

impl Counting<'_> {
    fn block(&mut self, block: &mut Block, has_gil: bool) {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            let inside = match &stmt.kind {
                StmtKind::Nogil(_) | StmtKind::Parallel(_) | StmtKind::Prange(_) => false,
                StmtKind::WithGil(_) => true,
                _ => has_gil,
            };
            walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner, inside));
            self.calls(&mut stmt, &mut done, has_gil);
            let counted = self.counted(&stmt, has_gil);
            done.push(stmt);
            done.extend(counted);
        }
        *block = done;
    }

    /// What comes after a statement that gives a pointer its value.
    fn counted(&mut self, stmt: &Stmt, has_gil: bool) -> Vec<Stmt> {
        let StmtKind::Assign { place, value } = &stmt.kind else { return Vec::new() };
        let Some(count) = place.as_local().and_then(|local| self.counts.get(&(self.id, local)).copied())
        else {
            return Vec::new();
        };
        if !self.begun.insert(count) && planted::has(Fault::GivenChanged) {
            return Vec::new();
        }
        let elements = Elements::from(value, Some(place), self.module, &self.addressed);
        elements.map_or_else(Vec::new, |elements| self.assigned(count, &elements, stmt.span, has_gil))
    }

    /// Adds arguments to the calls of a statement; what these need comes before it.
    fn calls(&mut self, stmt: &mut Stmt, before: &mut Block, has_gil: bool) {
        let span = stmt.span;
        calls(stmt, &mut |callee, arguments, is_direct| {
            for elements in self.numbers(callee, arguments) {
                if let Some(number) = self.number(&elements, span) {
                    arguments.push(number);
                } else if is_direct {
                    let count = self.variable(span);
                    before.extend(self.assigned(count, &elements, span, has_gil));
                    arguments.push(Expr::local(count, Ty::SSIZE, span));
                }
            }
        });
    }

    fn variable(&mut self, span: Span) -> LocalId {
        let (role, ownership) = (LocalRole::Temp, Ownership::Borrowed);
        self.locals.alloc(Local { name: Name::new("count"), ty: Ty::SSIZE, role, ownership, span })
    }

    /// How many elements the arguments of a call have whose numbers are arguments, too.
    fn numbers(&self, callee: FunctionId, arguments: &[Expr]) -> Vec<Elements> {
        let one = |span| Elements::Count(Expr::int(1, Ty::SSIZE, span));
        let added = self.added.get(&callee).into_iter().flatten();
        let elements = added.filter_map(|&at| {
            let argument = arguments.get(at)?;
            let elements = Elements::from(argument, None, self.module, &self.addressed);
            let elements = elements.filter(|elements| self.has_all(elements));
            elements.or_else(|| planted::has(Fault::GivenToOneCaller).then(|| one(argument.span)))
        });
        elements.collect()
    }

    fn has_all(&self, elements: &Elements) -> bool {
        elements.of().iter().all(|local| self.counts.contains_key(&(self.id, *local)))
    }

    fn count(&self, pointer: LocalId, span: Span) -> Expr {
        Expr::local(self.counts[&(self.id, pointer)], Ty::SSIZE, span)
    }

    /// The number as an expression; `None` if an array must be asked.
    fn number(&self, elements: &Elements, span: Span) -> Option<Expr> {
        match elements {
            Elements::Count(count) => Some(count.clone()),
            Elements::Of(local) => Some(self.count(*local, span)),
            Elements::InArray { .. } => None,
            Elements::Either(parts) => {
                let (condition, then, otherwise) = &**parts;
                let (then, otherwise) = (self.number(then, span)?, self.number(otherwise, span)?);
                let kind = ExprKind::Select(Box::new(condition.clone()), Box::new(then), Box::new(otherwise));
                Some(Expr::new(kind, Ty::SSIZE, span))
            }
        }
    }

    /// Gives a variable the number.
    fn assigned(&self, into: LocalId, elements: &Elements, span: Span, has_gil: bool) -> Vec<Stmt> {
        let kind = match (self.number(elements, span), elements) {
            (Some(value), _) => StmtKind::Assign { place: Expr::local(into, Ty::SSIZE, span), value },
            (None, Elements::InArray { array, pointer }) => {
                let op = Op::ElementsFrom { array: array.clone(), pointer: pointer.clone() };
                let run = StmtKind::Run { into: Some(into), op };
                if has_gil { run } else { StmtKind::WithGil(vec![Stmt::new(run, span)]) }
            }
            (None, Elements::Either(parts)) => {
                let (condition, then, otherwise) = &**parts;
                let [then, otherwise] =
                    [then, otherwise].map(|part| self.assigned(into, part, span, has_gil));
                StmtKind::If { condition: condition.clone(), then, otherwise }
            }
            (None, _) => return Vec::new(),
        };
        vec![Stmt::new(kind, span)]
    }
}

/// Each call of a function of the module in a statement, with whether it is all that the statement does before it stores the
/// result.
fn calls(stmt: &mut Stmt, visit: &mut impl FnMut(FunctionId, &mut Vec<Expr>, bool)) {
    match &mut stmt.kind {
        StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
            arguments.iter_mut().for_each(|argument| calls_in(argument, false, visit));
            visit(*function, arguments, true);
        }
        StmtKind::Eval(value) => calls_in(value, true, visit),
        StmtKind::Assign { place, value } if place.as_local().is_some() => calls_in(value, true, visit),
        _ => {
            let exprs = walk::expressions_mut(stmt).into_iter().flatten();
            exprs.for_each(|expr| calls_in(expr, false, visit));
        }
    }
}

fn calls_in(expr: &mut Expr, is_direct: bool, visit: &mut impl FnMut(FunctionId, &mut Vec<Expr>, bool)) {
    let is_conversion = matches!(expr.kind, ExprKind::Convert(_));
    expr.children_mut().into_iter().for_each(|child| calls_in(child, is_direct && is_conversion, visit));
    if let ExprKind::Call(Callee::Function(function), arguments) = &mut expr.kind {
        visit(*function, arguments, is_direct);
    }
}
