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

/// A function that a call runs, and what it gives its parameters.
struct Direct {
    function: FunctionId,
    /// Without the object with the variables that it shares.
    params: Vec<Ty>,
}

impl FunctionBuilder<'_, '_> {
    /// `helper(a, b)` of a function inside this one or beside it; `None` if only Python can call it.
    pub fn call_inner(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Option<Expr> {
        match &self.source.function.body.exprs[callee].kind {
            H::Name(Binding::Local(local)) => self.call_local((callee, *local), arguments, keywords, span),
            H::Attribute { base, name } => self.call_shared((*base, name), arguments, keywords, span),
            _ => None,
        }
    }

    fn call_local(
        &mut self,
        (callee, local): (ExprId, LocalId),
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Option<Expr> {
        let maker = *self.source.facts.made_functions.get(&local)?;
        let H::MakeFunction { function, scope, ref defaults } = self.source.function.body.exprs[maker].kind
        else {
            return None;
        };
        let is_plain = keywords.is_empty() && defaults.is_empty();
        let direct = self.direct(function, scope.is_some(), arguments).filter(|_| is_plain)?;
        self.require_gil("calling a Python object", span);
        let place = self.source.function.body.exprs[callee].span;
        self.code.emit(StmtKind::Check(Check { kind: CheckKind::Initialised { local } }), place);
        let values = self.objects_or_numbers(arguments, &direct.params);
        let scope = scope.map(|scope| self.expr(scope));
        let all: Vec<Expr> = scope.into_iter().chain(values).collect();
        Some(self.call_with((direct.function, all), Ty::OBJECT, span))
    }

    /// The same where other functions use the variable, too: it is a field of `base`, as what the function shares.
    fn call_shared(
        &mut self,
        (base, name): (ExprId, &Name),
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Option<Expr> {
        let class = self.source.types.expr(base).extension()?;
        let function = *self.module.known.shared_functions.get(&(class, name.clone()))?;
        let direct = self.direct(function, true, arguments).filter(|_| keywords.is_empty())?;
        self.require_gil("calling a Python object", span);
        let scope = self.expr(base);
        let field = ExprKind::Field { base: Box::new(scope.clone()), name: name.clone() };
        let place = Expr::new(field, Ty::OBJECT, self.source.function.body.exprs[base].span);
        self.check_shared(base, name, place);
        let values = self.objects_or_numbers(arguments, &direct.params);
        Some(self.call_with((direct.function, [vec![scope], values].concat()), Ty::OBJECT, span))
    }

    /// The function with so many arguments, if it takes objects and numbers alone, each by its position.
    fn direct(&self, function: FunctionId, shares: bool, arguments: &[ExprId]) -> Option<Direct> {
        let params = direct_params(self.source.typed, function, shares)?;
        let fits =
            params.len() == arguments.len() && !crate::ty::has_star(&self.source.function.body, arguments);
        fits.then_some(Direct { function, params })
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

/// The types of what a function is given, if Python's code can give it nothing else.
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
