//! Loops over views that fields of objects or variables of the module show: each is looked up once, before the loop.
//!
//! `for i in range(n): self.x[i] += 1` asks in each iteration what `self.x` shows now, and whether it shows anything. Where
//! nothing in the loop can change that, a variable has the view, as if the program had said so, and the loop is one over variables.
//! If a view is None, the loop runs as it is written. Without the GIL another thread may change a field: the variable then keeps
//! the memory alive until the loop has ended.

use std::collections::HashMap;

use super::versions::MOST;
use crate::base::Name;
use crate::base::planted::{self, Fault};
use crate::pass::LocalSet;
use crate::source::Span;
use crate::tir::{
    Block, Callee, Check, CheckKind, Expr, ExprKind, FunctionId, GlobalId, Local, LocalId, LocalRole, Locals,
    MethodRole, Module, Op, Ownership, Stmt, StmtKind, UnaryOp, walk,
};
use crate::ty::Ty;

/// Calls within calls that are looked at.
const DEPTH: usize = 3;

/// Where a view comes from.
#[derive(PartialEq)]
enum Source {
    Field(LocalId, Name),
    Global(GlobalId),
}

/// Where a statement gets a view from.
fn source(stmt: &Stmt) -> Option<Source> {
    match &stmt.kind {
        StmtKind::Assign { place, value } if place.ty.memoryview().is_some() => match &value.kind {
            ExprKind::Field { base, name } if base.ty.is_object() => {
                base.as_local().map(|base| Source::Field(base, name.clone()))
            }
            ExprKind::Global(id) => Some(Source::Global(*id)),
            _ => None,
        },
        _ => None,
    }
}

/// A view's own variable.
struct Variable {
    source: Source,
    local: LocalId,
    shown: Expr,
}

impl Variable {
    fn place(&self, span: Span) -> Expr {
        Expr::local(self.local, self.shown.ty.clone(), span)
    }

    fn is_shown(&self, span: Span) -> Expr {
        let is_none = Expr::new(ExprKind::IsNone(Box::new(self.place(span))), Ty::Bint, span);
        Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(is_none)), Ty::Bint, span)
    }

    /// Gives it its view.
    fn begin(&self, has_gil: bool, span: Span) -> Stmt {
        let kind = match has_gil {
            true => StmtKind::Assign { place: self.place(span), value: self.shown.clone() },
            false => StmtKind::Run { into: Some(self.local), op: Op::Own(self.shown.clone()) },
        };
        Stmt::new(kind, span)
    }

    fn release(&self, span: Span) -> Stmt {
        Stmt::new(StmtKind::Release(self.local), span)
    }
}

/// A function's body and locals, with such loops; `None` if it has none.
pub fn of_function(module: &Module, id: FunctionId) -> Option<(Block, Locals<Local>)> {
    let function = &module.functions[id];
    // To count who holds a view takes as long as a short loop, and threads may call such a function again and again.
    if function.decl.nogil || !walk::any(&function.body, |stmt| source(stmt).is_some()) {
        return None;
    }
    let (mut body, locals) = (function.body.clone(), function.locals.clone());
    let addressed = walk::addressed(&body).into_iter().collect();
    let is_method = function.decl.method.is_some_and(|method| method.role == MethodRole::Instance);
    let own = function.params.first().map(|param| param.local);
    let own = own.filter(|own| is_method && !LocalSet::assigned_in(&body).contains(*own));
    let mut walk = Walk { module, addressed, own, locals, has_gil: true, in_try: false };
    walk.block(&mut body);
    Some((body, walk.locals))
}

struct Walk<'m> {
    module: &'m Module,
    /// C code may change them at any time.
    addressed: LocalSet,
    /// The object of whose class the method is: it is not None.
    own: Option<LocalId>,
    locals: Locals<Local>,
    has_gil: bool,
    /// An exception goes elsewhere than to the end of the function, which lets go of all variables.
    in_try: bool,
}

impl Walk<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            match &stmt.kind {
                StmtKind::For(_) | StmtKind::Prange(_) => {
                    if let Some(over_variables) = self.kept(&stmt) {
                        block.extend(over_variables);
                        continue;
                    }
                }
                // Their threads share what is around loops.
                StmtKind::Parallel(_) | StmtKind::Context { .. } => {
                    block.push(stmt);
                    continue;
                }
                _ => {}
            }
            let around = (self.has_gil, self.in_try);
            match stmt.kind {
                StmtKind::Nogil(_) => self.has_gil = false,
                StmtKind::WithGil(_) => self.has_gil = true,
                StmtKind::Try(_) => self.in_try = true,
                _ => {}
            }
            if !matches!(stmt.kind, StmtKind::Prange(_)) {
                walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner));
            }
            (self.has_gil, self.in_try) = around;
            block.push(stmt);
        }
    }

    /// A loop over variables, and what is around it; `None` if it shows no such views, or may change what they show.
    fn kept(&mut self, looped: &Stmt) -> Option<Block> {
        let whole = std::slice::from_ref(looped);
        let is_let_go = self.has_gil || !self.in_try;
        if walk::count(looped) > MOST || !is_let_go || !keeps_views(whole, self.module, &self.locals, DEPTH) {
            return None;
        }
        let mut changed = LocalSet::assigned_in(whole);
        changed.union(&self.addressed);
        let shown = self.shown_in(looped, &changed)?;
        let mut variables: Vec<Variable> = Vec::new();
        let mut names = HashMap::new();
        for (temporary, source, shown) in shown {
            let known = variables.iter().find(|known| known.source == source).map(|known| known.local);
            let local = known.unwrap_or_else(|| {
                let local = self.variable(temporary);
                variables.push(Variable { source, local, shown });
                local
            });
            names.insert(temporary, local);
        }
        let mut own = vec![looped.clone()];
        Rewriting { names: &names, variables: &variables, locals: &self.locals }.block(&mut own)?;
        let span = looped.span;
        let condition = Expr::all(variables.iter().map(|variable| variable.is_shown(span)))?;
        let kind = StmtKind::If { condition, then: own, otherwise: vec![looped.clone()] };
        let mut block: Block = variables.iter().map(|variable| variable.begin(self.has_gil, span)).collect();
        block.push(Stmt::new(kind, span));
        if !self.has_gil {
            block.extend(variables.iter().map(|variable| variable.release(span)));
        }
        Some(block)
    }

    /// A variable for what a temporary shows.
    fn variable(&mut self, temporary: LocalId) -> LocalId {
        let ownership = if self.has_gil { Ownership::Borrowed } else { Ownership::Owned };
        let of = self.locals[temporary].clone();
        self.locals.alloc(Local { role: LocalRole::Temp, ownership, ..of })
    }

    /// The temporaries that get a view in a loop, from what it does not change. `None` if there are none.
    fn shown_in(&self, looped: &Stmt, changed: &LocalSet) -> Option<Vec<(LocalId, Source, Expr)>> {
        let mut shown = Vec::new();
        let mut assigned: HashMap<LocalId, usize> = HashMap::new();
        // Of these it is asked first whether they are an object at all.
        let mut may_be_none = LocalSet::default();
        walk::statements(std::slice::from_ref(looped), &mut |stmt| {
            walk::assigned(stmt).into_iter().for_each(|id| *assigned.entry(id).or_default() += 1);
            match &stmt.kind {
                StmtKind::Check(Check { kind: CheckKind::Attribute { object, .. } }) => {
                    may_be_none.extend(object.as_local());
                }
                StmtKind::Assign { place, value } => {
                    let temporary = place.as_local().filter(|id| self.locals[*id].role == LocalRole::Temp);
                    shown.extend(temporary.zip(source(stmt)).map(|(id, source)| (id, source, value.clone())));
                }
                _ => {}
            }
        });
        shown.retain(|(temporary, source, _)| {
            let is_same = match source {
                // Without the GIL, what is None would be taken for an object.
                Source::Field(base, _) if Some(*base) != self.own => {
                    self.has_gil && !changed.contains(*base) && !may_be_none.contains(*base)
                }
                Source::Field(base, _) => !changed.contains(*base),
                Source::Global(_) => true,
            };
            is_same && assigned.get(temporary) == Some(&1)
        });
        (!shown.is_empty()).then_some(shown)
    }
}

/// Whether statements change no view of an object or of the module, nor can anything else while they run.
fn keeps_views(block: &[Stmt], module: &Module, locals: &Locals<Local>, depth: usize) -> bool {
    if planted::has(Fault::LanesKeepViews) {
        return true;
    }
    let mut keeps = true;
    walk::statements(block, &mut |stmt| {
        keeps &= match &stmt.kind {
            StmtKind::Assign { place, .. } => {
                let is_borrowed = |id: LocalId| locals[id].ownership == Ownership::Borrowed;
                match place.ty.memoryview() {
                    Some(_) => place.as_local().is_some_and(is_borrowed),
                    None => !place.ty.is_counted(),
                }
            }
            StmtKind::Run { into, op: Op::CallFunction { function, .. } } => {
                into.is_none_or(|into| !locals[into].ty.is_counted()) && is_quiet(*function, module, depth)
            }
            StmtKind::Prange(prange) => prange.once.is_none(),
            StmtKind::Check(_) | StmtKind::Eval(_) | StmtKind::Atomic { .. } | StmtKind::If { .. } => true,
            StmtKind::While { .. } | StmtKind::For(_) | StmtKind::Break | StmtKind::Continue => true,
            StmtKind::Return(_) => depth < DEPTH,
            _ => false,
        };
    });
    walk::all_expressions(block, &mut |expr| {
        if let ExprKind::Call(callee, _) = &expr.kind {
            keeps &= match callee {
                Callee::Extern(id) => module.externs[*id].is_pure,
                Callee::Function(id) => is_quiet(*id, module, depth),
            };
        }
    });
    keeps
}

fn is_quiet(id: FunctionId, module: &Module, depth: usize) -> bool {
    let function = &module.functions[id];
    depth > 0
        && function.regions.is_empty()
        && function.contexts.is_empty()
        && keeps_views(&function.body, module, &function.locals, depth - 1)
}

/// Puts variables in the place of temporaries.
struct Rewriting<'r> {
    names: &'r HashMap<LocalId, LocalId>,
    variables: &'r [Variable],
    locals: &'r Locals<Local>,
}

impl Rewriting<'_> {
    /// `None` if a statement cannot be rewritten.
    fn block(&self, block: &mut Block) -> Option<()> {
        for mut stmt in std::mem::take(block) {
            if self.is_done_before(&stmt) {
                continue;
            }
            for expr in walk::expressions_mut(&mut stmt)? {
                for (temporary, variable) in self.names {
                    let ty = self.locals[*variable].ty.clone();
                    expr.substitute(*temporary, &Expr::local(*variable, ty, expr.span));
                }
            }
            if let StmtKind::Prange(prange) = &mut stmt.kind {
                prange.privates.retain(|id| !self.names.contains_key(id));
            }
            for inner in walk::blocks_mut(&mut stmt) {
                self.block(inner)?;
            }
            block.push(stmt);
        }
        Some(())
    }

    /// Whether a statement looks up a view, or asks whether there is one.
    fn is_done_before(&self, stmt: &Stmt) -> bool {
        let is_temporary = |expr: &Expr| expr.as_local().is_some_and(|id| self.names.contains_key(&id));
        match &stmt.kind {
            StmtKind::Assign { place, .. } => is_temporary(place),
            StmtKind::Check(Check { kind: CheckKind::NotNone { view, .. } }) => is_temporary(view),
            StmtKind::Check(Check { kind: CheckKind::Bound { global } }) => {
                self.variables.iter().any(|variable| variable.source == Source::Global(*global))
            }
            _ => false,
        }
    }
}
