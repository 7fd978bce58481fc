//! What the regions use that a block runs, directly or through functions of the module that it calls.

use std::collections::HashMap;
use std::rc::Rc;

use super::plan::{Effect, OffloadPlan, Transfer};
use super::roots::Roots;
use crate::source::Span;
use crate::tir::{
    Callee, Expr, ExprKind, FunctionId, LocalId, Module, Op, RegionId, Stmt, StmtKind, Subject, walk,
};

/// What a region does to the data of a variable of the function being analysed.
#[derive(Clone, Debug)]
pub struct Use {
    pub local: LocalId,
    /// The variable's data is a part of it, or the other way round.
    pub is_part: bool,
    pub effect: Effect,
    /// The region always sends it.
    pub sent: bool,
    /// The region's results in it need not come back if nobody else holds it.
    pub temporary: bool,
    pub region: (FunctionId, RegionId),
    pub at: Span,
    /// The call through which the region is reached.
    pub call: Option<Span>,
}

/// What the regions that a block reaches use.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    pub uses: Vec<Use>,
    /// They use memory that no view of the function shows.
    pub other: bool,
    /// The user says how something is mapped.
    pub mapped: bool,
    /// They run on a device that is chosen, or not on a device at all.
    pub chosen: bool,
    /// Nobody reports what goes wrong in them: views that overlap in part, for example.
    pub silent: bool,
    /// There is a data context, or an update of one.
    pub context: bool,
}

/// Looks at blocks, and once at each function that they call.
pub struct Reach<'a> {
    module: &'a Module,
    plan: &'a OffloadPlan,
    /// What calling a function reaches; `None` while it is being analysed.
    functions: HashMap<FunctionId, Option<Rc<Reached>>>,
}

impl<'a> Reach<'a> {
    pub fn new(module: &'a Module, plan: &'a OffloadPlan) -> Reach<'a> {
        Reach { module, plan, functions: HashMap::new() }
    }

    /// A block of a function.
    pub fn block(&mut self, id: FunctionId, block: &[Stmt]) -> Reached {
        let mut found = Reached::default();
        walk::statements(block, &mut |stmt| {
            match &stmt.kind {
                StmtKind::Offload(region) => self.region((id, *region), &mut found),
                StmtKind::Context { .. } | StmtKind::Update(_) => found.context = true,
                StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
                    self.call(*function, arguments, stmt.span, &mut found);
                }
                _ => {}
            }
            for expr in walk::expressions(stmt) {
                walk::expression(expr, &mut |expr| {
                    if let ExprKind::Call(Callee::Function(function), arguments) = &expr.kind {
                        self.call(*function, arguments, expr.span, &mut found);
                    }
                });
            }
        });
        found
    }

    /// All of a function; `None` if it is being analysed because it calls itself.
    pub fn function(&mut self, id: FunctionId) -> Option<Rc<Reached>> {
        if let Some(known) = self.functions.get(&id) {
            return known.clone();
        }
        self.functions.insert(id, None);
        let body: &'a [Stmt] = &self.module.functions[id].body;
        let mut found = self.block(id, body);
        found.uses = repeated(found.uses);
        let found = Rc::new(found);
        self.functions.insert(id, Some(Rc::clone(&found)));
        Some(found)
    }

    fn region(&self, id: (FunctionId, RegionId), found: &mut Reached) {
        let function = &self.module.functions[id.0];
        let region = &function.regions[id.1];
        found.mapped |= !region.clause.entries.is_empty();
        found.chosen |= region.clauses.offload_if.is_some() || region.clauses.device_num.is_some();
        let planned = self.plan.functions.get(id.0).and_then(|function| function.regions.get(id.1));
        for capture in planned.into_iter().flat_map(|region| &region.captures) {
            let Transfer::Map { map, when_proven } = &capture.transfer else { continue };
            let view = match capture.subject {
                Subject::Local(local) => Some(local),
                _ => None,
            };
            let Some(local) = view.filter(|&local| function.locals[local].ty.memoryview().is_some()) else {
                found.other = true;
                continue;
            };
            let sent = map.copies_to() && when_proven.is_none() && capture.section_proven.is_none();
            let (effect, temporary, at) = (capture.effect, capture.dead_after.is_some(), region.span);
            found.uses.push(Use {
                local,
                is_part: false,
                effect,
                sent,
                temporary,
                region: id,
                at,
                call: None,
            });
        }
    }

    /// What a call reaches: for the arguments, what the function's regions do to the parameters.
    fn call(&mut self, id: FunctionId, arguments: &[Expr], span: Span, found: &mut Reached) {
        let Some(inner) = self.function(id) else {
            found.other = true;
            return;
        };
        let function = &self.module.functions[id];
        found.other |= inner.other;
        found.mapped |= inner.mapped;
        found.chosen |= inner.chosen;
        found.context |= inner.context;
        found.silent |= inner.silent || !inner.uses.is_empty() && !function.may_fail;
        let roots = Roots::of(function, &function.body);
        for used in &inner.uses {
            let known = roots.local(used.local);
            found.other |= known.unknown;
            let is_part = used.is_part || !known.locals.contains(&used.local);
            for root in known.locals {
                let at = function.params.iter().position(|param| param.local == root);
                let argument = at.and_then(|at| arguments.get(at));
                match argument.and_then(whole_or_part) {
                    Some((local, part)) => {
                        let is_part = is_part || part;
                        found.uses.push(Use { local, is_part, call: Some(span), ..used.clone() });
                    }
                    None => found.other = true,
                }
            }
        }
    }
}

/// Uses that differ only in the call that leads to them, twice at most: nobody needs a higher count, and callers of
/// callers that call twice would have twice as many at each level.
fn repeated(uses: Vec<Use>) -> Vec<Use> {
    let mut seen: HashMap<_, usize> = HashMap::new();
    let is_new = |used: &Use| {
        let key = (used.local, used.is_part, used.effect, used.sent, used.temporary, used.region);
        let count = seen.entry(key).or_default();
        *count += 1;
        *count <= 2
    };
    uses.into_iter().filter(is_new).collect()
}

/// The view that an argument is, or is a part of.
fn whole_or_part(argument: &Expr) -> Option<(LocalId, bool)> {
    match &argument.kind {
        ExprKind::Local(local) => Some((*local, false)),
        ExprKind::Convert(view) => whole_or_part(view),
        ExprKind::Slice { view, .. } | ExprKind::Transpose(view) => {
            whole_or_part(view).map(|(local, _)| (local, true))
        }
        _ => None,
    }
}
