//! Which functions and statements run something on a device, and which run Python's code, which might.

use std::collections::HashMap;

use crate::base::{callers, spread};
use crate::tir::{
    Block, Callee, Expr, ExprKind, Externs, FunctionId, FunctionKind, Functions, Local, LocalRole, Locals,
    Module, Op, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// What the module's functions do, themselves or by what they call.
pub struct Offloading {
    /// They contain a region, context or update, or call in C a function that does.
    functions: Functions<bool>,
    /// Or call one through Python: by its name in the module, or as a method of any object.
    through_python: Functions<bool>,
    /// They may run Python's code, or C code that does.
    running_python: Functions<bool>,
    /// External functions that may.
    externs: Externs<bool>,
}

impl Offloading {
    pub fn of(module: &Module) -> Offloading {
        let mut found = Offloading {
            functions: module.functions.ids().map(|_| false).collect(),
            through_python: module.functions.ids().map(|_| false).collect(),
            running_python: module.functions.ids().map(|_| false).collect(),
            externs: module.externs.values().map(|external| needs_gil(&external.ty)).collect(),
        };
        let in_c: Functions<Vec<FunctionId>> = module
            .functions
            .values()
            .map(|function| {
                let mut all = Vec::new();
                walk::statements(&function.body, &mut |stmt| all.extend(walk::called(stmt)));
                all
            })
            .collect();
        let known = by_python_name(module);
        let called: Functions<Vec<FunctionId>> = module
            .functions
            .iter()
            .map(|(id, function)| [in_c[id].clone(), called_by_name(&function.body, &known)].concat())
            .collect();
        let offloads: Functions<bool> =
            module.functions.values().map(|function| walk::any(&function.body, is_on_device)).collect();
        found.functions = reaching(offloads.clone(), &in_c);
        found.through_python = reaching(offloads, &called);
        let python = module
            .functions
            .values()
            .map(|function| walk::any(&function.body, |stmt| found.is_python(stmt, &function.locals)));
        found.running_python = reaching(python.collect(), &in_c);
        found
    }

    /// Whether the statement itself runs something on a device, or keeps data there.
    pub fn is(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Run { op: Op::CallFunction { function, .. }, .. } => self.functions[*function],
            _ => is_on_device(stmt),
        }
    }

    /// Whether a function does.
    pub fn has(&self, function: FunctionId) -> bool {
        self.functions[function]
    }

    /// Whether a function does, or calls one through Python that does.
    pub fn has_through_python(&self, function: FunctionId) -> bool {
        self.through_python[function]
    }

    /// Whether a function may run Python's code.
    pub fn has_python(&self, function: FunctionId) -> bool {
        self.running_python[function]
    }

    /// Whether a statement or one inside it does.
    pub fn is_in(&self, stmt: &Stmt) -> bool {
        self.is(stmt) || walk::blocks(stmt).into_iter().flatten().any(|inner| self.is_in(inner))
    }

    /// Whether the statement itself may run Python's code.
    pub fn is_python(&self, stmt: &Stmt, locals: &Locals<Local>) -> bool {
        let own = match &stmt.kind {
            StmtKind::Run { op, .. } => match op {
                Op::CallFunction { function, .. } => self.running_python[*function],
                Op::CallExtern { external, .. } => self.externs[*external],
                Op::CallPointer { pointer, .. } => needs_gil(&pointer.ty),
                _ => op.info().runs_python,
            },
            // What a user's variable held may have a destructor.
            StmtKind::Move { into: id, .. } | StmtKind::Release(id) => {
                locals[*id].ty.is_object() && locals[*id].role != LocalRole::Temp
            }
            _ => false,
        };
        own || walk::expressions(stmt).into_iter().any(|expr| self.calls_python(expr))
    }

    fn calls_python(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Call(Callee::Function(id), _) => self.running_python[*id],
            ExprKind::Call(Callee::Extern(id), _) => self.externs[*id],
            _ => false,
        };
        own || expr.children().into_iter().any(|child| self.calls_python(child))
    }
}

fn needs_gil(ty: &Ty) -> bool {
    ty.function().is_some_and(|signature| !signature.nogil)
}

fn is_on_device(stmt: &Stmt) -> bool {
    let is_library = matches!(stmt.kind, StmtKind::Run { op: Op::CallLibrary { .. }, .. });
    is_library || matches!(stmt.kind, StmtKind::Offload(_) | StmtKind::Context { .. } | StmtKind::Update(_))
}

/// The functions of which something is true, and those that call one of them, directly or not.
fn reaching(mut own: Functions<bool>, called: &Functions<Vec<FunctionId>>) -> Functions<bool> {
    let mut found: Functions<bool> = own.ids().map(|_| false).collect();
    spread(&callers(called), |id| {
        own[id] |= called[id].iter().any(|callee| found[*callee]);
        own[id] && !std::mem::replace(&mut found[id], true)
    });
    found
}

/// A name in Python, and whether it is a method's.
type PythonName<'m> = (&'m str, bool);

/// The functions that Python's code can call. Types may have methods of one name, and a fused function has
/// specialisations.
fn by_python_name(module: &Module) -> HashMap<PythonName<'_>, Vec<FunctionId>> {
    let mut known: HashMap<PythonName<'_>, Vec<FunctionId>> = HashMap::new();
    for (id, function) in module.functions.iter() {
        if matches!(function.kind, FunctionKind::Def | FunctionKind::Cpdef) {
            known.entry((function.name.as_str(), function.method.is_some())).or_default().push(id);
        }
    }
    known
}

/// Those that a block looks up by name.
fn called_by_name(block: &Block, known: &HashMap<PythonName<'_>, Vec<FunctionId>>) -> Vec<FunctionId> {
    let mut found = Vec::new();
    walk::statements(block, &mut |stmt| {
        let StmtKind::Run { op, .. } = &stmt.kind else { return };
        let name = match op {
            Op::LoadName(name) => (name.as_str(), false),
            Op::CallMethod { name, .. } | Op::GetAttribute { name, .. } => (name.as_str(), true),
            _ => return,
        };
        found.extend(known.get(&name).into_iter().flatten());
    });
    found
}
