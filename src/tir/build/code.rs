//! The code under construction: statements, locals, temporaries.

use crate::base::{Arena, Name};
use crate::source::Span;
use crate::tir::{
    Block, DataContext, Expr, Local, LocalId, LocalRole, Locals, Op, Ownership, Region, Runtime, Spent, Stmt,
    StmtKind, walk,
};
use crate::ty::Ty;

/// The code under construction. The current statement goes to the end of `out`; expressions append what must run
/// before them.
#[derive(Default)]
pub(super) struct Code {
    pub locals: Locals<Local>,
    pub regions: Arena<Region>,
    pub contexts: Arena<DataContext>,
    pub out: Block,
    /// Owned temporaries of the statement under construction: released at its end.
    pub pending: Vec<LocalId>,
    /// See [`crate::tir::Function::has_unchecked`].
    pub has_unchecked: bool,
}

impl Code {
    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt::new(kind, span));
    }

    /// A new temporary; an owned one is released at the end of the statement.
    pub fn temp(&mut self, hint: &str, ty: Ty, ownership: Ownership, span: Span) -> LocalId {
        let counted = ty.is_counted();
        let id =
            self.locals.alloc(Local { name: Name::new(hint), ty, role: LocalRole::Temp, ownership, span });
        if counted && ownership == Ownership::Owned {
            self.pending.push(id);
        }
        id
    }

    pub fn local_expr(&self, id: LocalId, span: Span) -> Expr {
        Expr::local(id, self.locals[id].ty.clone(), span)
    }

    /// Releases the temporaries made since `mark` that nobody took over.
    pub fn release_pending(&mut self, mark: usize, span: Span) {
        for temp in self.pending.split_off(mark) {
            self.emit(StmtKind::Release(temp), span);
        }
    }

    /// Whether an expression reads a temporary made since `mark` that nobody took over.
    pub fn reads_pending(&self, expr: &Expr, mark: usize) -> bool {
        let mut reads = false;
        walk::expression(expr, &mut |inner| {
            reads |= inner.as_local().is_some_and(|id| self.pending[mark..].contains(&id));
        });
        reads
    }

    /// The temporary that an expression is, if it owns what it holds and has not been taken over.
    pub fn pending_temp(&self, expr: &Expr) -> Option<LocalId> {
        expr.as_local().filter(|id| self.pending.contains(id))
    }

    /// Whether the value is an owned temporary with an object that the statement it is emitted for may take.
    pub fn gives(&mut self, value: &Expr) -> bool {
        let temp = self.pending_temp(value).filter(|_| value.ty.is_object());
        temp.into_iter().for_each(|temp| self.take_over(temp));
        temp.is_some()
    }

    pub fn take_over(&mut self, temp: LocalId) {
        self.pending.retain(|&pending| pending != temp);
    }

    /// Whether a value is the result of an operator or a new list, on its way to an operator.
    pub fn is_intermediate(&self, value: &Expr) -> bool {
        let is_new = matches!(self.made_by(value), Some(Op::Binary { .. } | Op::ToObject(_) | Op::List(_)));
        is_new && self.pending_temp(value).is_some()
    }

    /// The operand of an operator that nothing else uses.
    pub fn spent(&self, left: &Expr, right: &Expr) -> Option<Spent> {
        let operands = [(Spent::Left, left), (Spent::Right, right)];
        operands.into_iter().find(|(_, operand)| self.is_intermediate(operand)).map(|(which, _)| which)
    }

    /// The last operation that gave a variable its value.
    pub fn made_by(&self, value: &Expr) -> Option<&Op> {
        let local = value.as_local()?;
        self.out.iter().rev().find_map(|stmt| match &stmt.kind {
            StmtKind::Run { into: Some(into), op } if *into == local => Some(op),
            _ => None,
        })
    }

    /// The object that `float(x)` gave, if a number has just been read from it: the number is not needed then.
    pub fn float_before(&mut self, number: &Expr) -> Option<Expr> {
        let StmtKind::Run { into, op: Op::FromObject { value, .. } } = &self.out.last()?.kind else {
            return None;
        };
        let made = self.made_by(value);
        let is_float = matches!(made, Some(Op::Runtime { function: Runtime::Float, .. }));
        if !is_float || *into != number.as_local() || self.pending_temp(value).is_none() {
            return None;
        }
        let object = Expr { ty: Ty::OBJECT, ..value.clone() };
        self.out.pop();
        Some(object)
    }
}
