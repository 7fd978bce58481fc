//! Whether code may bind a field of an object to something else.

use std::cell::RefCell;
use std::collections::HashMap;

use super::fields::{Path, called_method};
use crate::hir::{
    Binding, Body, ExprId, ExprKind, FunctionId, FunctionKind, Module, PyClass, Stmt, StmtKind,
    TypeKind, TypeName, walk,
};

pub struct Rebinding<'a> {
    module: &'a Module,
    /// Whether a function may bind any field.
    functions: RefCell<HashMap<FunctionId, bool>>,
}

impl<'a> Rebinding<'a> {
    pub fn new(module: &'a Module) -> Rebinding<'a> {
        Rebinding { module, functions: RefCell::default() }
    }

    /// Whether the block may bind the object of a path, or a field of some object that is called as one of its.
    pub fn may_rebind(&self, body: &Body, block: &[Stmt], path: &Path) -> bool {
        let mut named = false;
        walk::statements(block, &mut |stmt| {
            named |= targets(stmt).into_iter().any(|target| match body.exprs[target].kind {
                ExprKind::Name(Binding::Local(local)) => path.is_of(local),
                _ => false,
            });
        });
        named || self.any(body, block, &|bound| path.names.iter().any(|name| name == bound))
    }

    fn any(&self, body: &Body, block: &[Stmt], is_meant: &dyn Fn(&str) -> bool) -> bool {
        let mut found = false;
        walk::statements(block, &mut |stmt| found = found || self.statement(body, stmt, is_meant));
        found
    }

    fn statement(&self, body: &Body, stmt: &Stmt, is_meant: &dyn Fn(&str) -> bool) -> bool {
        let is_bound = targets(stmt).into_iter().any(|target| match &body.exprs[target].kind {
            ExprKind::Attribute { name, .. } => is_meant(name),
            ExprKind::Tuple(_) | ExprKind::List(_) => true,
            _ => false,
        });
        let runs_others = matches!(
            stmt.kind,
            StmtKind::Import { .. }
                | StmtKind::ImportFrom { .. }
                | StmtKind::ForEach { .. }
                | StmtKind::WithGil(_)
        );
        is_bound || runs_others || walk::expressions(&stmt.kind).into_iter().any(|root| self.expr(body, root))
    }

    /// Whether evaluating may run code that binds fields.
    fn expr(&self, body: &Body, id: ExprId) -> bool {
        let here = match &body.exprs[id].kind {
            ExprKind::Call { callee, .. } => return self.call(body, id, *callee),
            ExprKind::Binary(_, left, right) => [left, right].into_iter().any(|&side| is_object(body, side)),
            ExprKind::Compare { first, rest } => {
                is_object(body, *first) || rest.iter().any(|(_, operand)| is_object(body, *operand))
            }
            ExprKind::Unary(_, operand) | ExprKind::Positive(operand) => is_object(body, *operand),
            ExprKind::Attribute { base, .. } | ExprKind::Subscript { base, .. } => is_object(body, *base),
            _ => false,
        };
        here || walk::children(body, id).into_iter().any(|child| self.expr(body, child))
    }

    fn call(&self, body: &Body, call: ExprId, callee: ExprId) -> bool {
        let is_calm = match &body.exprs[callee].kind {
            ExprKind::Name(Binding::Extern(_) | Binding::Intrinsic(_)) => true,
            ExprKind::Name(Binding::Builtin(name)) => {
                matches!(name.as_str(), "abs" | "len" | "max" | "min" | "range")
            }
            ExprKind::Name(Binding::Type(name)) => !matches!(name, TypeName::Object(_)),
            ExprKind::Name(Binding::Function(function)) => !self.function(*function),
            ExprKind::Attribute { .. } => {
                called_method(self.module, body, callee).is_some_and(|function| !self.function(function))
            }
            _ => false,
        };
        let inner = walk::children(body, call).into_iter().filter(|&child| child != callee);
        !is_calm || inner.into_iter().any(|child| self.expr(body, child))
    }

    fn function(&self, id: FunctionId) -> bool {
        if let Some(&known) = self.functions.borrow().get(&id) {
            return known;
        }
        let function = &self.module.functions[id];
        if function.kind != FunctionKind::Cdef || !function.nogil {
            return true;
        }
        // A function that calls itself does what it does beside that.
        self.functions.borrow_mut().insert(id, false);
        let found = self.any(&function.body, &function.body.block, &|_| true);
        self.functions.borrow_mut().insert(id, found);
        found
    }
}

fn is_object(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => {
            matches!(body.locals[*local].ty.kind, TypeKind::Named(TypeName::Object(class)) if !is_extension(class))
        }
        ExprKind::Name(Binding::ModuleName(_) | Binding::Builtin(_)) => true,
        _ => false,
    }
}

fn is_extension(class: PyClass) -> bool {
    class.extension().is_some()
}

fn targets(stmt: &Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } | StmtKind::Delete(targets) => targets.clone(),
        StmtKind::AugAssign { target, .. } | StmtKind::ForRange { target, .. } => vec![*target],
        _ => vec![],
    }
}
