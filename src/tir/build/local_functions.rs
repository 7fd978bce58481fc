//! Calls of functions that are defined in the same body: of their C functions, where the variable is known to hold that
//! function and nothing else.

use std::collections::HashMap;

use super::facts;
use super::function::FunctionBuilder;
use crate::base::Name;
use crate::hir::{
    self, Binding, ExprId, ExprKind as H, Function, FunctionId, FunctionKind, LocalId, NoneClause, ParamKind,
};
use crate::source::Span;
use crate::tir::{Check, CheckKind, Expr, ExprKind, StmtKind};
use crate::ty::{FunctionTypes, PyClass, Ty, Typed};

impl FunctionBuilder<'_, '_> {
    /// `helper(a, b)` of a function inside this one or beside it; `None` if only Python can call it.
    pub fn call_inner(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Option<Expr> {
        let (function, scope) = self.held_function(callee)?;
        let params = direct_params(self.source.typed, function, scope.is_some())?;
        let body = &self.source.function.body;
        if !keywords.is_empty() || params.len() != arguments.len() || crate::ty::has_star(body, arguments) {
            return None;
        }
        self.require_gil("calling a Python object", span);
        let scope = scope.map(|scope| self.expr(scope));
        match (&body.exprs[callee].kind, &scope) {
            (H::Attribute { base, name }, Some(scope)) => {
                let field = ExprKind::Field { base: Box::new(scope.clone()), name: name.clone() };
                self.check_shared(*base, name, Expr::new(field, Ty::OBJECT, body.exprs[*base].span));
            }
            (H::Name(Binding::Local(local)), _) => {
                let check = Check { kind: CheckKind::Initialised { local: *local } };
                self.code.emit(StmtKind::Check(check), body.exprs[callee].span);
            }
            _ => {}
        }
        let values = self.objects_or_numbers(arguments, &params);
        let all = scope.into_iter().chain(values).collect();
        Some(self.call_with((function, all), Ty::OBJECT, span))
    }

    /// The one function that a variable can hold, if it keeps no defaults, and the object with the variables that it shares:
    /// of a shared variable it is the object with the variable.
    fn held_function(&self, variable: ExprId) -> Option<(FunctionId, Option<ExprId>)> {
        let source = &self.source;
        match &source.function.body.exprs[variable].kind {
            H::Name(Binding::Local(local)) => {
                let maker = *source.facts.made_functions.get(local)?;
                match &source.function.body.exprs[maker].kind {
                    H::MakeFunction { function, scope, defaults } if defaults.is_empty() => {
                        Some((*function, *scope))
                    }
                    _ => None,
                }
            }
            H::Attribute { base, name } => {
                let class = source.types.expr(*base).extension()?;
                let function = *self.module.known.shared_functions.get(&(class, name.clone()))?;
                Some((function, Some(*base)))
            }
            _ => None,
        }
    }

    /// As the call would convert them: an argument of another type than the parameter is an object in between.
    fn objects_or_numbers(&mut self, arguments: &[ExprId], params: &[Ty]) -> Vec<Expr> {
        let source = &self.source;
        let keeps = |id: ExprId, ty: &Ty| {
            let small =
                || hir::constant(&source.function.body, id).is_some_and(|value| i8::try_from(value).is_ok());
            source.types.expr(id) == *ty || *ty == Ty::INT && small()
        };
        let wanted: Vec<_> = arguments
            .iter()
            .zip(params)
            .map(|(&id, ty)| (id, Some(if keeps(id, ty) { ty.clone() } else { Ty::OBJECT })))
            .collect();
        let values = self.in_order(&wanted);
        values.into_iter().zip(params).map(|(value, ty)| self.coerce(value, ty)).collect()
    }
}

/// The types of what a function is given, if Python's code can give it only these.
fn direct_params(typed: &Typed, function: FunctionId, shares: bool) -> Option<Vec<Ty>> {
    let (made, signature) = (&typed.module.functions[function], &typed.functions[function].signature);
    let is_plain = made.kind == FunctionKind::Def
        && made.specialisation.is_none()
        && !made.body.yields
        && made.body.coroutine.is_none()
        && signature.result == Ty::OBJECT;
    let takes = |ty: &Ty| matches!(ty, Ty::Object(PyClass::Object) | Ty::Int(_) | Ty::Float(_));
    let is_positional = made.params.iter().skip(usize::from(shares)).all(|param| {
        let by_position = matches!(param.kind, ParamKind::PositionalOnly | ParamKind::PositionalOrKeyword);
        by_position && param.none == NoneClause::Unsaid
    });
    let params = signature.params.get(usize::from(shares)..)?;
    (is_plain && is_positional && params.iter().all(takes)).then(|| params.to_vec())
}

/// The locals that one statement binds, to a function that it makes, and that function's expression. The variables that
/// it shares must be in an object that is made once.
pub(super) fn made_functions(function: &Function, types: &FunctionTypes) -> HashMap<LocalId, ExprId> {
    let body = &function.body;
    let mut made = HashMap::new();
    let mut bindings: HashMap<LocalId, usize> = HashMap::new();
    let mut note = |local: LocalId| *bindings.entry(local).or_default() += 1;
    function.params.iter().for_each(|param| note(param.local));
    body.rebound.iter().chain(&body.of_threads).for_each(|&local| note(local));
    hir::walk::statements(&body.block, &mut |stmt| {
        facts::assigned(body, types, stmt).into_iter().for_each(&mut note);
        if let hir::StmtKind::Assign { targets, value } = &stmt.kind
            && let [target] = targets.as_slice()
            && let H::Name(Binding::Local(local)) = body.exprs[*target].kind
            && matches!(body.exprs[*value].kind, H::MakeFunction { .. })
        {
            made.insert(local, *value);
        }
    });
    let is_once = |local: &LocalId| bindings.get(local) == Some(&1);
    let keeps_scope = |made: &ExprId| match body.exprs[*made].kind {
        H::MakeFunction { scope: Some(scope), .. } => match &body.exprs[scope].kind {
            // That of the function around is a parameter.
            H::Name(Binding::Local(scope)) => is_once(scope),
            _ => false,
        },
        _ => true,
    };
    made.retain(|local, made| is_once(local) && keeps_scope(made));
    made
}
