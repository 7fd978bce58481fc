//! Statements that Cython compiles for code without the GIL, and that take it themselves here: items of texts and of
//! `bytearray`s at C integers, powers that functions take as C numbers, calls of functions that take the GIL and are given what fields hold, and Python 2's `print`.

use super::function::FunctionBuilder;
use super::source::Source;
use crate::hir::{self, Binding, ExprId, ExprKind as H, StmtKind as S, Subscript};
use crate::ty::{PyClass, Ty};

impl FunctionBuilder<'_, '_> {
    /// Whether the statement is one of these.
    pub fn takes_gil_itself(&self, stmt: &hir::Stmt) -> bool {
        if self.gil || self.around.in_region {
            return false;
        }
        match &stmt.kind {
            S::Assign { targets, value } => match targets.as_slice() {
                [target] => {
                    let source = &self.source;
                    source.is_plain(*target) && source.is_item(*value)
                        || source.is_item(*target) && source.is_byte(*target) && source.is_given(*value)
                        || source.is_plain(*target) && self.converts_powers(*value)
                }
                _ => false,
            },
            S::Expr(value) if self.source.is_print(*value) => !self.directives.level.print_function,
            S::Expr(value) => self.source.is_call_that_takes_gil(*value) || self.converts_powers(*value),
            _ => false,
        }
    }

    /// A call of a C function with a variable of which only powers are known: a number, or a complex one that is refused.
    fn converts_powers(&self, id: ExprId) -> bool {
        let source = &self.source;
        let exprs = &source.function.body.exprs;
        let H::Call { callee, arguments, keywords } = &exprs[id].kind else { return false };
        let H::Name(Binding::Function(function)) = exprs[*callee].kind else { return false };
        let is_power = |id: &ExprId| source.types.is_soft(&source.function.body, *id);
        let is_known =
            |id: &ExprId| is_power(id) || source.is_plain(*id) && !source.types.expr(*id).is_object();
        source.typed.module.functions[function].nogil
            && keywords.is_empty()
            && arguments.iter().any(is_power)
            && arguments.iter().all(is_known)
    }
}

impl<'m> Source<'m> {
    /// `text[index]`
    fn is_item(&self, id: ExprId) -> bool {
        let H::Subscript { base, indices } = &self.function.body.exprs[id].kind else { return false };
        let [Subscript::Index(index)] = indices.as_slice() else { return false };
        let is_text = matches!(self.types.expr(*base), Ty::Object(PyClass::Str | PyClass::ByteArray));
        is_text && self.is_plain(*base) && self.is_plain(*index) && self.types.expr(*index).is_integral()
    }

    fn is_given(&self, id: ExprId) -> bool {
        let is_number = self.is_plain(id) && !self.types.expr(id).is_object();
        is_number || matches!(self.function.body.exprs[id].kind, H::Str(_) | H::Bytes(_))
    }

    fn is_print(&self, id: ExprId) -> bool {
        let exprs = &self.function.body.exprs;
        match exprs[id].kind {
            H::Call { callee, .. } => {
                matches!(&exprs[callee].kind, H::Name(Binding::Builtin(name)) if name == "print")
            }
            _ => false,
        }
    }

    /// A call whose result nobody uses.
    fn is_call_that_takes_gil(&self, id: ExprId) -> bool {
        let H::Call { callee, arguments, keywords } = &self.function.body.exprs[id].kind else {
            return false;
        };
        let H::Name(Binding::Function(function)) = self.function.body.exprs[*callee].kind else {
            return false;
        };
        let function = &self.typed.module.functions[function];
        let takes = function.nogil
            && matches!(function.body.block.as_slice(), [stmt] if matches!(stmt.kind, S::WithGil(_)));
        let is_field = |id: ExprId| match &self.function.body.exprs[id].kind {
            H::Attribute { base, name } => self.is_plain(*base) && self.is_class_field(*base, name),
            _ => false,
        };
        let is_known = |id: ExprId| self.is_plain(id) || is_field(id);
        let asks = |&id: &ExprId| is_field(id) && self.types.expr(id).is_object();
        takes && keywords.is_empty() && arguments.iter().any(asks) && arguments.iter().all(|&id| is_known(id))
    }

    /// A variable or a literal: nothing that Python code computes.
    pub fn is_plain(&self, id: ExprId) -> bool {
        match &self.function.body.exprs[id].kind {
            H::Name(Binding::Local(_)) | H::Int { .. } | H::Char(_) => true,
            H::Unary(_, operand) => self.is_plain(*operand),
            _ => false,
        }
    }
}
