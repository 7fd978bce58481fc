//! What Cython says of `None` where it calls a builtin class's own C function, and Python says something else.

use super::function::FunctionBuilder;
use crate::base::Name;
use crate::hir::{Binding, ExprId, ExprKind as H, TypeName};
use crate::source::Span;
use crate::tir::{Expr, ExprKind, Op, Stmt, StmtKind};
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// `bytes.decode(x)`: the object of a method that is called through its class.
    pub fn refuse_none_as_object(&mut self, base: ExprId, name: &Name, object: Option<&Expr>, span: Span) {
        let Some(object) = object else { return };
        let Ty::Object(class) = object.ty else { return };
        let shown = self.source.table().display(&object.ty);
        let is_class = match &self.source.function.body.exprs[base].kind {
            H::Name(Binding::Type(TypeName::Object(named))) => *named == class,
            H::Name(Binding::Builtin(name)) => name.as_str() == shown,
            _ => false,
        };
        if is_class && is_called_in_c(class, name) {
            let words = format!("descriptor '{name}' requires a '{shown}' object but received a 'NoneType'");
            self.refuse_none(object.clone(), words, span);
        }
    }

    /// `for x in reversed(items)`, also counted by `enumerate`: a loop over the indices of a list or tuple.
    pub fn refuse_reversed_none(&mut self, iterable: ExprId) {
        let only_argument = |call: ExprId, function: &str| {
            let exprs = &self.source.function.body.exprs;
            let H::Call { callee, arguments, keywords } = &exprs[call].kind else { return None };
            match (&exprs[*callee].kind, arguments.as_slice()) {
                (H::Name(Binding::Builtin(name)), &[only]) if name == function && keywords.is_empty() => {
                    Some(only)
                }
                _ => None,
            }
        };
        let inner = only_argument(iterable, "enumerate").unwrap_or(iterable);
        let Some(items) = only_argument(inner, "reversed").filter(|items| self.source.is_plain(*items))
        else {
            return;
        };
        if matches!(self.source.types.expr(items), Ty::Object(PyClass::List | PyClass::Tuple)) {
            let (value, span) = (self.object(items), self.source.function.body.exprs[items].span);
            self.refuse_none(value, "'NoneType' object is not iterable".to_string(), span);
        }
    }

    fn refuse_none(&mut self, value: Expr, words: String, span: Span) {
        let condition = Expr::new(ExprKind::IsNone(Box::new(value)), Ty::Bint, span);
        let raise = Op::RaiseConstant { exception: "TypeError".into(), message: Some(words) };
        let then = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        self.code.emit(StmtKind::If { condition, then, otherwise: Vec::new() }, span);
    }
}

/// Whether Cython has a C function for a method of a builtin class.
fn is_called_in_c(class: PyClass, name: &str) -> bool {
    match class {
        PyClass::Bytes | PyClass::ByteArray => name == "decode",
        PyClass::List => matches!(name, "append" | "extend" | "insert" | "pop" | "reverse" | "sort"),
        PyClass::Set => matches!(name, "add" | "clear" | "discard" | "pop" | "remove"),
        PyClass::Dict => matches!(
            name,
            "clear"
                | "copy"
                | "get"
                | "items"
                | "iteritems"
                | "iterkeys"
                | "itervalues"
                | "keys"
                | "pop"
                | "setdefault"
                | "values"
        ),
        _ => false,
    }
}
