//! Loops over the entries of what may be a dict: `for key, value in d.items()`, `for value in d.values()`.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::base::Name;
use crate::hir::{ExprId, ExprKind as H, Runtime};
use crate::tir::{Next, ObjectConst, Op, Ownership};
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// What gives a loop over `iterable` its entries, and what comes next each time; `None`: it is not a call of such a method, or
    /// the loop wants each entry as one object.
    pub(super) fn entries(&mut self, target: ExprId, iterable: ExprId) -> Option<(Op, Next)> {
        let (base, name) = bare_method_call(&self.source, iterable)?;
        let gives_pairs = name == "items";
        let is_wanted = if gives_pairs { pair(&self.source, target).is_some() } else { name == "values" };
        let may_be_dict = matches!(self.source.types.expr(base), Ty::Object(PyClass::Dict | PyClass::Object));
        if !is_wanted || !may_be_dict {
            return None;
        }
        let span = self.source.function.body.exprs[iterable].span;
        let object = self.object(base);
        let name = self.object_const(ObjectConst::Str(name.to_string()), PyClass::Str, span);
        let next = if gives_pairs {
            let value = self.code.temp("value", Ty::OBJECT, Ownership::Owned, span);
            self.code.take_over(value);
            Next::Entry { value }
        } else {
            Next::Value
        };
        Some((Op::Runtime { function: Runtime::Entries, arguments: vec![object, name] }, next))
    }
}

/// The object and the name of `x.name()`, a call without arguments.
pub(super) fn bare_method_call<'m>(source: &Source<'m>, call: ExprId) -> Option<(ExprId, &'m Name)> {
    let exprs = &source.function.body.exprs;
    let H::Call { callee, arguments, keywords } = &exprs[call].kind else { return None };
    let H::Attribute { base, name } = &exprs[*callee].kind else { return None };
    (arguments.is_empty() && keywords.is_empty()).then_some((*base, name))
}

/// The two targets of a pair.
pub(super) fn pair(source: &Source<'_>, target: ExprId) -> Option<[ExprId; 2]> {
    let exprs = &source.function.body.exprs;
    let (H::Tuple(targets) | H::List(targets)) = &exprs[target].kind else { return None };
    let pair: [ExprId; 2] = targets.as_slice().try_into().ok()?;
    let is_starred = pair.iter().any(|target| matches!(exprs[*target].kind, H::Starred(_)));
    (!is_starred).then_some(pair)
}
