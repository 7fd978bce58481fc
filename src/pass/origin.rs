//! Where the arrays of which a function makes views come from.

use std::collections::HashMap;

use super::local_set::LocalSet;
use crate::base::Name;
use crate::base::planted::{self, Fault};
use crate::tir::{Expr, ExprKind, Function, LocalId, LocalRole, Module, Op, Stmt, StmtKind, walk};

/// The names of a module that are bound once, by an import: `np` to `numpy`.
pub fn imported_names(module: &Module) -> HashMap<Name, String> {
    let mut bound: HashMap<Name, Option<String>> = HashMap::new();
    let none = HashMap::new();
    let mut binds_any = false;
    for (_, function) in module.functions.iter() {
        let origins = Origins::of(function, &none);
        walk::statements(&function.body, &mut |stmt| {
            if let StmtKind::Run { op: Op::StoreName { name, value }, .. } = &stmt.kind {
                let path = origins.path(value);
                bound.entry(name.clone()).and_modify(|known| *known = None).or_insert(path);
            }
            // It may bind any name once more.
            binds_any |= matches!(&stmt.kind, StmtKind::Run { op: Op::ImportAll { .. }, .. });
        });
    }
    bound.into_iter().filter(|_| !binds_any).filter_map(|(name, path)| Some((name, path?))).collect()
}

/// NumPy's functions that make an array and use no data of another: they ask an array only for its shape and
/// type.
const NEW_ARRAYS: [&str; 10] = [
    "empty",
    "zeros",
    "ones",
    "full",
    "empty_like",
    "zeros_like",
    "ones_like",
    "full_like",
    "arange",
    "linspace",
];

/// How the objects of a function were created.
pub struct Origins<'a> {
    /// Objects that one operation returns; `None`: or others too.
    made: HashMap<LocalId, Option<&'a Op>>,
    /// How often an object is named, not counting its creation and release.
    uses: HashMap<LocalId, usize>,
    /// The last operation on an object.
    users: HashMap<LocalId, &'a Op>,
    temporaries: LocalSet,
    imported: &'a HashMap<Name, String>,
}

impl<'a> Origins<'a> {
    pub fn of(function: &'a Function, imported: &'a HashMap<Name, String>) -> Origins<'a> {
        let is_temporary = |id: &LocalId| function.locals[*id].role == LocalRole::Temp;
        let temporaries = function.locals.iter().map(|(id, _)| id).filter(is_temporary).collect();
        let (made, uses, users) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut origins = Origins { made, uses, users, temporaries, imported };
        walk::statements(&function.body, &mut |stmt| origins.note(stmt));
        walk::all_expressions(&function.body, &mut |expr| {
            if let ExprKind::Local(id) = expr.kind {
                *origins.uses.entry(id).or_default() += 1;
            }
        });
        origins
    }

    fn note(&mut self, stmt: &'a Stmt) {
        let op = match &stmt.kind {
            StmtKind::Release(_) => return,
            StmtKind::Run { op, .. } => Some(op),
            _ => None,
        };
        for id in walk::assigned(stmt) {
            self.made.entry(id).and_modify(|known| *known = None).or_insert(op);
        }
        if let Some(Op::NextItem { iterator, .. }) = op {
            self.made.insert(*iterator, None);
        }
        if let Some(op) = op {
            self.users.extend(op.operands().into_iter().filter_map(Expr::as_local).map(|id| (id, op)));
        }
    }

    fn operation(&self, id: LocalId) -> Option<&'a Op> {
        self.made.get(&id).copied().flatten()
    }

    /// An object that an operation returns, that is made into a view, and then released: if the operation
    /// kept no reference to it, only the view has it.
    pub fn is_fresh(&self, object: LocalId) -> bool {
        let op = self.operation(object);
        self.temporaries.contains(object)
            && self.uses.get(&object) == Some(&1)
            && matches!(op, Some(Op::CallObject { .. } | Op::CallMethod { .. } | Op::Binary { .. }))
    }

    /// A fresh array in which there is nothing yet.
    pub fn is_uninitialised(&self, object: LocalId) -> bool {
        match self.maker_of_fresh(object).as_deref() {
            Some("numpy.empty" | "numpy.empty_like") => true,
            Some("numpy.zeros") => planted::has(Fault::ZerosAreEmpty),
            _ => false,
        }
    }

    /// A fresh array of zeros.
    pub fn is_of_zeros(&self, object: LocalId) -> bool {
        self.maker_of_fresh(object).as_deref() == Some("numpy.zeros")
    }

    /// What returned a fresh array, as one imports it.
    fn maker_of_fresh(&self, object: LocalId) -> Option<String> {
        let maker = match self.operation(object)? {
            Op::CallMethod { object, name, .. } => format!("{}.{name}", self.path(object)?),
            Op::CallObject { callee, keywords, .. } => {
                let known = |name: &Name| ["shape", "dtype", "order", "prototype"].contains(&name.as_str());
                self.path(callee).filter(|_| keywords.iter().all(|(name, _)| known(name)))?
            }
            _ => return None,
        };
        Some(maker).filter(|_| self.is_fresh(object))
    }

    /// An operation that reaches nobody's data: it asks a module, or NumPy, for its contents, or makes a new
    /// array of a shape.
    pub fn reaches_nothing(&self, op: &Op) -> bool {
        match op {
            Op::GetAttribute { object, .. } => {
                self.path(object).is_some_and(|path| !path.contains('.') || path.starts_with("numpy."))
            }
            Op::ViewToObject(_) => true,
            Op::CallMethod { .. } | Op::CallObject { .. } => self.makes_array(op),
            _ => false,
        }
    }

    /// An object that such an operation makes: an array that nobody else has.
    pub fn is_new_array(&self, object: &Expr) -> bool {
        object.as_local().and_then(|id| self.operation(id)).is_some_and(|op| self.makes_array(op))
    }

    /// Objects of views that such an operation only asks for their shape and type.
    pub fn lent(&self) -> LocalSet {
        let only = |id: &LocalId| self.uses.get(id) == Some(&1) && self.temporaries.contains(*id);
        let lent =
            self.users.iter().filter(|(id, op)| only(id) && self.is_view(**id) && self.makes_array(op));
        lent.map(|(&id, _)| id).collect()
    }

    fn makes_array(&self, op: &Op) -> bool {
        let (path, arguments, keywords) = match op {
            Op::CallMethod { object, name, arguments, keywords } => {
                (self.path(object).map(|path| format!("{path}.{name}")), arguments, keywords.as_slice())
            }
            Op::CallObject { callee, arguments, keywords } => {
                (self.path(callee), arguments, keywords.as_slice())
            }
            _ => return false,
        };
        let Some(name) = path.as_deref().and_then(|path| path.strip_prefix("numpy.")) else { return false };
        let is_shape = |(at, argument): (usize, &Expr)| {
            let is_view = at == 0 && argument.as_local().is_some_and(|id| self.is_view(id));
            self.is_plain(argument) || is_view && name.ends_with("_like")
        };
        NEW_ARRAYS.contains(&name)
            && arguments.iter().enumerate().all(is_shape)
            && keywords.iter().all(|(keyword, value)| keyword != "like" && self.is_plain(value))
    }

    fn is_view(&self, object: LocalId) -> bool {
        matches!(self.operation(object), Some(Op::ViewToObject(_)))
    }

    /// A number, a shape, a name of NumPy's.
    fn is_plain(&self, operand: &Expr) -> bool {
        let Some(id) = operand.as_local() else { return true };
        match self.operation(id) {
            Some(Op::ToObject(_)) => true,
            Some(Op::Tuple(items) | Op::List(items)) => items.iter().all(|item| self.is_plain(item)),
            _ => self.path(operand).is_some_and(|path| path.starts_with("numpy.")),
        }
    }

    /// The name by which one imports an object: `numpy.empty`.
    fn path(&self, object: &Expr) -> Option<String> {
        match self.operation(object.as_local()?)? {
            Op::Import { module, leaf: true, beside: false } | Op::ImportFrom { level: 0, module, .. } => {
                Some(module.to_string())
            }
            Op::Import { module, leaf: false, beside: false } => module.split('.').next().map(str::to_string),
            Op::ImportName { module, name } => Some(format!("{}.{name}", self.path(module)?)),
            Op::GetAttribute { object, name } => Some(format!("{}.{name}", self.path(object)?)),
            Op::LoadName(name) => self.imported.get(name).cloned(),
            _ => None,
        }
    }
}
