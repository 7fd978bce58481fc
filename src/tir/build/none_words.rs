//! What Cython says where it does in C what a builtin would do, and Python says something else.

use super::function::FunctionBuilder;
use super::source::Source;
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

    /// The only argument of a call of a builtin.
    fn only_argument(&self, call: ExprId, function: &str) -> Option<ExprId> {
        match self.source.arguments_of(call, function)? {
            &[only] => Some(only),
            _ => None,
        }
    }

    /// `for x in items` and `for x in reversed(items)`, also counted by `enumerate`: a loop over indices.
    pub fn refuse_iterated_none(&mut self, iterable: ExprId) {
        let inner = self.only_argument(iterable, "enumerate").unwrap_or(iterable);
        let reversed = self.only_argument(inner, "reversed");
        let items = reversed.unwrap_or(inner);
        let words = match self.source.types.expr(items) {
            Ty::Object(PyClass::List | PyClass::Tuple) if reversed.is_some() => {
                "'NoneType' object is not iterable"
            }
            Ty::Object(PyClass::Bytes | PyClass::ByteArray | PyClass::Str) => "'NoneType' is not iterable",
            _ => return,
        };
        if self.source.is_plain(items) {
            let (value, span) = (self.object(items), self.source.function.body.exprs[items].span);
            self.refuse_none(value, words.to_string(), span);
        }
    }

    /// `for i in reversed(range([], n))` with a C number: Cython would count from a list.
    pub fn refuse_list_bounds(&mut self, target: ExprId, iterable: ExprId) {
        let Ty::Int(kind) = self.source.types.expr(target) else { return };
        let counted = self.only_argument(iterable, "reversed").unwrap_or(iterable);
        let Some(bounds) = self.source.arguments_of(counted, "range") else { return };
        let exprs = &self.source.function.body.exprs;
        for bound in
            bounds.iter().map(|bound| &exprs[*bound]).filter(|bound| matches!(bound.kind, H::List(_)))
        {
            let to = self.source.table().display(&Ty::Int(kind));
            let wrong = super::report::cannot_convert("list", &to, bound.span);
            self.report(wrong);
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

impl<'m> Source<'m> {
    /// The arguments of a call of a builtin by position.
    pub fn arguments_of(&self, call: ExprId, function: &str) -> Option<&'m [ExprId]> {
        let exprs = &self.function.body.exprs;
        let H::Call { callee, arguments, keywords } = &exprs[call].kind else { return None };
        let is_it = matches!(&exprs[*callee].kind, H::Name(Binding::Builtin(name)) if name == function);
        (is_it && keywords.is_empty()).then_some(arguments.as_slice())
    }
}
