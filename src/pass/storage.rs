//! C storage that pointers and views may show: variables of functions and of the module whose address escapes.
//! Host code that uses them by name uses what a view may have kept on a device.

use std::collections::HashSet;

use super::LocalSet;
use crate::tir::{
    Callee, Expr, ExprKind, ExternId, Function, GlobalId, Module, Op, Stmt, StmtKind, Subject, walk,
};
use crate::ty::Ty;

/// The variables of a module that may be reached other than by name.
#[derive(Debug, Default)]
pub struct ModuleStorage {
    globals: HashSet<GlobalId>,
    externs: HashSet<ExternId>,
}

impl ModuleStorage {
    pub fn of(module: &Module) -> ModuleStorage {
        let mut found = ModuleStorage::default();
        // Modules that cimport a variable have its address.
        let exported = module.globals.iter().filter(|(_, global)| global.exported.is_some());
        found.globals.extend(exported.map(|(id, _)| id));
        for (_, function) in module.functions.iter() {
            each_escape(module, &function.body, &mut |root| match root.kind {
                ExprKind::Global(id) => drop(found.globals.insert(id)),
                ExprKind::Extern(id) => drop(found.externs.insert(id)),
                _ => {}
            });
        }
        found.globals.retain(|id| is_followed(&module.globals[*id].ty));
        found
    }

    pub fn globals(&self) -> Vec<GlobalId> {
        let mut all: Vec<GlobalId> = self.globals.iter().copied().collect();
        all.sort();
        all
    }
}

/// The same, with the variables of one function.
pub struct Storage<'m> {
    module: &'m ModuleStorage,
    locals: LocalSet,
}

impl<'m> Storage<'m> {
    pub fn of(module: &Module, storage: &'m ModuleStorage, function: &Function) -> Storage<'m> {
        let mut locals = LocalSet::default();
        each_escape(module, &function.body, &mut |root| locals.extend(root.as_local()));
        let locals = locals.iter().filter(|id| is_followed(&function.locals[*id].ty)).collect();
        Storage { module: storage, locals }
    }

    pub fn locals(&self) -> &LocalSet {
        &self.locals
    }

    /// Whether an expression is such a variable.
    pub fn is(&self, place: &Expr) -> bool {
        match place.kind {
            ExprKind::Local(id) => self.locals.contains(id),
            ExprKind::Global(id) => self.module.globals.contains(&id),
            ExprKind::Extern(id) => self.is_extern(id),
            _ => false,
        }
    }

    pub fn is_extern(&self, id: ExternId) -> bool {
        self.module.externs.contains(&id)
    }

    /// All of it that code of the function may use by name, including in calls of other functions.
    pub fn subjects(&self) -> Vec<Subject> {
        let globals = self.module.globals().into_iter().map(Subject::Global);
        self.locals.iter().map(Subject::Local).chain(globals).collect()
    }
}

/// No kernel writes an address or a reference.
fn is_followed(ty: &Ty) -> bool {
    !ty.is_counted() && !matches!(ty, Ty::Pointer { .. })
}

/// For each address that the block's code takes, calls `visit` with the variable that it points to, unless the
/// address is only passed to a function that does not keep it.
fn each_escape<'a>(module: &Module, block: &'a [Stmt], visit: &mut impl FnMut(&'a Expr)) {
    walk::statements(block, &mut |stmt| match &stmt.kind {
        StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), arguments), .. })
            if module.externs[*id].uses_arguments_only() =>
        {
            arguments.iter().for_each(|argument| inside(unwrapped(argument), visit));
        }
        StmtKind::Run {
            op: Op::CallFunction { arguments, .. } | Op::CallExtern { arguments, .. }, ..
        } => {
            arguments.iter().for_each(|argument| escapes(argument, true, visit));
        }
        _ => walk::expressions(stmt).into_iter().for_each(|expr| escapes(expr, false, visit)),
    });
}

/// `is_address`: an array here stands for the address of its first element.
fn escapes<'a>(expr: &'a Expr, is_address: bool, visit: &mut impl FnMut(&'a Expr)) {
    let is_array = matches!(expr.ty, Ty::Array { .. });
    match &expr.kind {
        ExprKind::AddressOf(place) => root(place, visit),
        ExprKind::Convert(array) if array.ty.is_array() && !is_array => root(array, visit),
        _ if is_array && is_address => root(expr, visit),
        _ => {}
    }
    inside(expr, visit);
}

/// What is inside an expression.
fn inside<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    let is_call = matches!(expr.kind, ExprKind::Call(..) | ExprKind::Binary(..) | ExprKind::Compare(..));
    expr.children().into_iter().for_each(|child| escapes(child, is_call, visit));
}

/// The place whose address an argument is.
fn unwrapped(mut argument: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) | ExprKind::AddressOf(inner) = &argument.kind {
        argument = inner;
    }
    argument
}

/// The variable that a place is a part of.
fn root<'a>(place: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    match &place.kind {
        ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Extern(_) => visit(place),
        ExprKind::Field { base, .. } if !base.ty.is_object() => root(base, visit),
        ExprKind::Index { base, .. } if base.ty.is_array() => root(base, visit),
        _ => {}
    }
}
