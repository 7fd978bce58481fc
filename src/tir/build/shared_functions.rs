//! Functions that variables shared with other functions hold: `f` in a function `f` that calls itself.

use std::collections::{HashMap, HashSet};

use crate::base::Name;
use crate::hir::{self, Binding, Body, ClassId, ExprId, ExprKind, FunctionId, StmtKind};
use crate::ty::{FunctionTypes, Typed};

/// A shared variable: the class of the objects that hold it, and its field there.
pub(super) type SharedVariable = (ClassId, Name);

/// The shared variables that one statement of the module alone binds, to a function that shares what is in the same
/// object.
pub(super) fn collect(typed: &Typed) -> HashMap<SharedVariable, FunctionId> {
    let module = &typed.module;
    if !module.classes.iter().any(|(_, class)| class.is_scope) {
        return HashMap::new();
    }
    let init = (&module.init.body, &typed.init);
    let of_functions = module.functions.iter().map(|(id, function)| (&function.body, &typed.functions[id]));
    let mut found = Found::default();
    for (body, types) in of_functions.chain([init]) {
        found.look_into(typed, body, types);
    }
    let Found { mut made, others } = found;
    made.retain(|variable, makers| makers.len() == 1 && !others.contains(variable));
    made.into_iter().map(|(variable, makers)| (variable, makers[0])).collect()
}

#[derive(Default)]
struct Found {
    made: HashMap<SharedVariable, Vec<FunctionId>>,
    /// Used otherwise than to be read: something else may be stored there.
    others: HashSet<SharedVariable>,
}

impl Found {
    fn look_into(&mut self, typed: &Typed, body: &Body, types: &FunctionTypes) {
        let mut explained = read(body);
        hir::walk::statements(&body.block, &mut |stmt| {
            let (targets, value) = match &stmt.kind {
                StmtKind::Assign { targets, value } => (targets.as_slice(), value),
                StmtKind::Return(Some(value)) => (&[][..], value),
                _ => return,
            };
            explained.insert(*value);
            if let [target] = targets
                && let Some(variable) = shared_variable(typed, body, types, *target)
                && let Some(function) = made_beside(body, *target, *value)
            {
                explained.insert(*target);
                self.made.entry(variable).or_default().push(function);
            }
        });
        for (id, _) in body.exprs.iter().filter(|(id, _)| !explained.contains(id)) {
            self.others.extend(shared_variable(typed, body, types, id));
        }
    }
}

/// Expressions that are certainly read only: what is called, and what is given to a call.
fn read(body: &Body) -> HashSet<ExprId> {
    let mut found = HashSet::new();
    for (_, expr) in body.exprs.iter() {
        if let ExprKind::Call { callee, arguments, keywords } = &expr.kind {
            found.insert(*callee);
            found.extend(arguments.iter().chain(keywords.iter().map(|(_, value)| value)));
        }
    }
    found
}

fn shared_variable(
    typed: &Typed,
    body: &Body,
    types: &FunctionTypes,
    place: ExprId,
) -> Option<SharedVariable> {
    let ExprKind::Attribute { base, name } = &body.exprs[place].kind else { return None };
    let class = types.expr(*base).extension()?;
    typed.module.classes[class].is_scope.then(|| (class, name.clone()))
}

/// The function that is made, if the object with the variables that it shares is the one with the variable, and it keeps
/// no defaults.
fn made_beside(body: &Body, target: ExprId, value: ExprId) -> Option<FunctionId> {
    let local = |id: ExprId| match body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => Some(local),
        _ => None,
    };
    let ExprKind::Attribute { base, .. } = &body.exprs[target].kind else { return None };
    let ExprKind::MakeFunction { function, scope: Some(scope), defaults } = &body.exprs[value].kind else {
        return None;
    };
    let is_same = local(*base).is_some() && local(*base) == local(*scope);
    (is_same && defaults.is_empty()).then_some(*function)
}
