//! Loops over the entries of what may be a dict: `for key, value in d.items()`, `for value in d.values()`.

use super::function::FunctionBuilder;
use crate::hir::{ExprId, ExprKind as H, Runtime};
use crate::tir::{Next, ObjectConst, Op, Ownership};
use crate::ty::{PyClass, Ty};

/// Which entries, or parts of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Items,
    Values,
}

impl FunctionBuilder<'_, '_> {
    /// What gives a loop over `iterable` its entries, and what comes next each time; `None`: it is no call of such a method, or
    /// wants each entry as one object.
    pub(super) fn entries(&mut self, target: ExprId, iterable: ExprId) -> Option<(Op, Next)> {
        let exprs = &self.source.function.body.exprs;
        let H::Call { callee, arguments, keywords } = &exprs[iterable].kind else { return None };
        let H::Attribute { base, name } = &exprs[*callee].kind else { return None };
        let part = match name.as_str() {
            "items" if self.pair(target).is_some() => Part::Items,
            "values" => Part::Values,
            _ => return None,
        };
        let may_be_dict =
            matches!(self.source.types.expr(*base), Ty::Object(PyClass::Dict | PyClass::Object));
        if !may_be_dict || !arguments.is_empty() || !keywords.is_empty() {
            return None;
        }
        let span = exprs[iterable].span;
        let object = self.object(*base);
        if object.ty.is_error() {
            return None;
        }
        let name = self.object_const(ObjectConst::Str(name.to_string()), PyClass::Str, span);
        let next = match part {
            Part::Values => Next::Value,
            Part::Items => {
                let value = self.code.temp("value", Ty::OBJECT, Ownership::Owned, span);
                self.code.take_over(value);
                Next::Entry { value }
            }
        };
        Some((Op::Runtime { function: Runtime::Entries, arguments: vec![object, name] }, next))
    }

    /// The two targets of a pair.
    pub(super) fn pair(&self, target: ExprId) -> Option<[ExprId; 2]> {
        let exprs = &self.source.function.body.exprs;
        let (H::Tuple(targets) | H::List(targets)) = &exprs[target].kind else { return None };
        let pair: [ExprId; 2] = targets.as_slice().try_into().ok()?;
        let is_starred = pair.iter().any(|target| matches!(exprs[*target].kind, H::Starred(_)));
        (!is_starred).then_some(pair)
    }
}
