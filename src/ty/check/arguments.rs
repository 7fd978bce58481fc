//! Which argument of a call of a C function belongs to which parameter.

use super::Checker;
use crate::base::Name;
use crate::hir::{ExprId, Function, FunctionId, FunctionKind, Method, Module};
use crate::source::Span;
use crate::ty::{BoundArguments, ExceptionSpec, Signature, Ty, report};

/// What a call means by its callee.
pub(super) struct Called<'c> {
    pub callee: ExprId,
    pub name: &'c str,
    pub signature: &'c Signature,
    /// A function of this module, which may have defaults.
    pub function: Option<FunctionId>,
    /// The object before the dot, which is the first argument.
    pub object: Option<ExprId>,
}

impl Checker<'_> {
    /// The type of a call; its arguments are recorded if their order differs from that of the parameters.
    pub(super) fn c_call(
        &mut self,
        called: Called<'_>,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        let bound = match self.bind(&called, arguments, keywords, span) {
            Ok(bound) => bound,
            Err(error) => return error,
        };
        if let Some(bound) = bound {
            if let Some(shorter) =
                called.function.and_then(|function| taking(&self.module.functions[function], bound.taken()))
            {
                self.types.chosen.insert(called.callee, shorter);
            }
            self.types.bound.insert(called.callee, bound);
        }
        let signature = called.signature;
        if signature.exception != ExceptionSpec::Never && signature.result.is_error() {
            return Ty::Error;
        }
        signature.result.clone()
    }

    /// Assigns each argument to its parameter; `None` if each parameter has the argument at its own position.
    pub(super) fn bind(
        &mut self,
        called: &Called<'_>,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Result<Option<BoundArguments>, Ty> {
        let Called { name, signature, .. } = *called;
        let expected = signature.params.len();
        let positional: Vec<ExprId> = called.object.into_iter().chain(arguments.iter().copied()).collect();
        let count = positional.len();
        if keywords.is_empty() && (count == expected || signature.is_variadic && count > expected) {
            return Ok(None);
        }
        let has_default = |at: usize| {
            called.function.is_some_and(|function| {
                self.module.functions[function].params.get(at).is_some_and(|param| param.default.is_some())
            })
        };
        let least = (0..expected).find(|&at| has_default(at)).unwrap_or(expected);
        if count > expected {
            return Err(self.fail(report::argument_count(name, least, expected, count, span)));
        }
        let mut given: Vec<(usize, ExprId)> = positional.into_iter().enumerate().collect();
        for (keyword, value) in keywords {
            let Some(at) = signature.names.position(keyword) else {
                let known: Vec<&str> =
                    signature.names.0.iter().flatten().map(|known| known.as_str()).collect();
                let value = self.body.exprs[*value].span;
                return Err(self.fail(report::unknown_argument(name, keyword, &known, value)));
            };
            if given.iter().any(|(known, _)| *known == at) {
                return Err(self.fail(report::argument_twice(name, keyword, self.body.exprs[*value].span)));
            }
            given.push((at, *value));
        }
        // As in Cython, the omitted arguments of a call in C come after the given ones.
        let may_omit_any =
            || called.function.is_some_and(|function| is_called_as_python_would(self.module, function));
        let is_given = |at: usize| given.iter().any(|(known, _)| *known == at);
        let missing = (0..expected)
            .find(|&at| !is_given(at) && (!has_default(at) || at < given.len() && !may_omit_any()));
        match missing {
            None => Ok(Some(BoundArguments { given, count: expected })),
            Some(at) => Err(self.fail(match signature.names.0.get(at).cloned().flatten() {
                Some(parameter) if !keywords.is_empty() => {
                    report::missing_argument(name, &parameter, has_default(at), span)
                }
                _ => report::argument_count(name, least, expected, count, span),
            })),
        }
    }
}

/// Whether a call with any arguments omitted means the function itself with its own defaults. Cython calls such a function as
/// Python does, where a method of a subclass would have its own defaults.
fn is_called_as_python_would(module: &Module, id: FunctionId) -> bool {
    let function = &module.functions[id];
    let is_overridden = |method: Method| module.overrides(method.class, &function.name).next().is_some();
    function.kind == FunctionKind::Cpdef && !function.method.is_some_and(is_overridden)
}

/// The function that is called instead for this number of arguments.
fn taking(function: &Function, given: usize) -> Option<FunctionId> {
    let least = function.params.len() - function.shorter.len();
    function.shorter.get(given.checked_sub(least)?).copied()
}
