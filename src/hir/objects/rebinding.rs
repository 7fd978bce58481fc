//! Whether code may bind a field of an object, or a memoryview of the module, to something else.

use std::cell::RefCell;
use std::collections::HashMap;

use super::fields::{Fields, Path, called_method};
use crate::hir::{
    Binding, Body, ExprId, ExprKind, FunctionId, FunctionKind, MethodRole, Module, PyClass, Stmt, StmtKind,
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

    /// Whether the block may bind the object of a path, or a field of some object with the name of one of the
    /// path's; but a binding of exactly this field by its name is known.
    pub fn may_rebind(&self, body: &Body, block: &[Stmt], path: &Path) -> bool {
        let fields = Fields { module: self.module, body };
        self.any(body, block, &|target| match &body.exprs[target].kind {
            ExprKind::Name(Binding::Local(local)) => path.is_of(*local),
            ExprKind::Name(Binding::Global(global)) => path.global() == Some(*global),
            ExprKind::Attribute { name, .. } => {
                let is_known =
                    path.names.len() == 1 && fields.path(target).is_some_and(|(found, _)| found == *path);
                path.names.contains(name) && !is_known
            }
            _ => false,
        })
    }

    fn any(&self, body: &Body, block: &[Stmt], is_meant: &dyn Fn(ExprId) -> bool) -> bool {
        let mut found = false;
        walk::statements(block, &mut |stmt| found = found || self.statement(body, stmt, is_meant));
        found
    }

    fn statement(&self, body: &Body, stmt: &Stmt, is_meant: &dyn Fn(ExprId) -> bool) -> bool {
        let is_bound = targets(body, stmt).into_iter().any(is_meant);
        let runs_others = match &stmt.kind {
            StmtKind::Import { .. }
            | StmtKind::ImportFrom { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::WithGil(_)
            | StmtKind::Try(_)
            | StmtKind::With { .. } => true,
            // Unpacking iterates over an object, which may run code.
            StmtKind::Assign { targets, value } => {
                let unpacks = targets.iter().any(|&target| is_display(body, target));
                unpacks && !is_display(body, *value)
            }
            _ => false,
        };
        is_bound || runs_others || walk::expressions(&stmt.kind).into_iter().any(|root| self.expr(body, root))
    }

    /// Whether evaluating an expression may run code that binds fields.
    fn expr(&self, body: &Body, id: ExprId) -> bool {
        let here = match &body.exprs[id].kind {
            ExprKind::Call { callee, .. } => return self.call(body, id, *callee),
            ExprKind::Binary(_, left, right) => [left, right].into_iter().any(|&side| is_object(body, side)),
            ExprKind::Compare { first, rest } => {
                is_object(body, *first) || rest.iter().any(|(_, operand)| is_object(body, *operand))
            }
            ExprKind::Unary(_, operand) | ExprKind::Positive(operand) => is_object(body, *operand),
            ExprKind::Runtime(function, _) => function.runs_python(),
            ExprKind::Attribute { base, .. } | ExprKind::Subscript { base, .. } => is_object(body, *base),
            _ => false,
        };
        here || walk::children(body, id).into_iter().any(|child| self.expr(body, child))
    }

    fn call(&self, body: &Body, call: ExprId, callee: ExprId) -> bool {
        let is_calm = match &body.exprs[callee].kind {
            // What another module does is unknown.
            ExprKind::Name(Binding::Extern(id)) => self.module.externs[*id].import.is_none(),
            ExprKind::Name(Binding::Intrinsic(_)) => true,
            ExprKind::Name(Binding::Builtin(name)) => {
                matches!(name.as_str(), "abs" | "len" | "max" | "min" | "range")
            }
            ExprKind::Name(Binding::Type(name)) => !matches!(name, TypeName::Object(_)),
            ExprKind::Name(Binding::Function(function)) => !self.function(*function),
            ExprKind::Attribute { .. } => {
                called_method(self.module, body, call).is_some_and(|function| !self.function(function))
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
        // A copy that gets the memoryviews that it uses as arguments.
        let Some(function) = self.module.functions.get(id) else { return true };
        let is_of_others = function.method.is_some_and(|method| {
            method.role == MethodRole::Dispatcher
                && self.module.is_found_in_table(method.class, &function.name)
        });
        let is_of_others = is_of_others || !function.stands_for.is_empty();
        if function.kind != FunctionKind::Cdef || !function.nogil || is_of_others {
            return true;
        }
        // A recursive call adds nothing to what the function does otherwise.
        self.functions.borrow_mut().insert(id, false);
        let body = &function.body;
        let found = self.any(body, &body.block, &|target| {
            !matches!(body.exprs[target].kind, ExprKind::Name(Binding::Local(_)))
        });
        self.functions.borrow_mut().insert(id, found);
        found
    }
}

fn is_object(body: &Body, id: ExprId) -> bool {
    match &body.exprs[id].kind {
        ExprKind::Name(Binding::Local(local)) => {
            matches!(body.locals[*local].ty.kind, TypeKind::Named(TypeName::Object(class)) if !is_extension(class))
        }
        ExprKind::Name(Binding::ModuleName(_) | Binding::ClassName(..) | Binding::Builtin(_)) => true,
        _ => false,
    }
}

fn is_extension(class: PyClass) -> bool {
    class.extension().is_some()
}

fn is_display(body: &Body, id: ExprId) -> bool {
    matches!(body.exprs[id].kind, ExprKind::Tuple(_) | ExprKind::List(_))
}

/// What a statement binds, with each part of a tuple separate.
pub fn targets(body: &Body, stmt: &Stmt) -> Vec<ExprId> {
    let mut todo = match &stmt.kind {
        StmtKind::Assign { targets, .. } | StmtKind::Delete(targets) => targets.clone(),
        StmtKind::AugAssign { target, .. } | StmtKind::ForRange { target, .. } => vec![*target],
        StmtKind::Try(tried) => tried.handlers.iter().filter_map(|handler| handler.target).collect(),
        StmtKind::With { target, .. } => target.iter().copied().collect(),
        _ => vec![],
    };
    let mut found = Vec::new();
    while let Some(target) = todo.pop() {
        match &body.exprs[target].kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => todo.extend(items),
            ExprKind::Starred(target) => todo.push(*target),
            _ => found.push(target),
        }
    }
    found
}
