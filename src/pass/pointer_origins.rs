//! What pointers are made of: where one gets its value, the number of elements there may be known. It follows from variable to
//! variable, and from callers to callees.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::pointers::{count_of, elements_of_view};
use crate::base::planted::{self, Fault};
use crate::tir::{
    Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, LocalId, LocalSet, Module, Op, Stmt,
    StmtKind, walk,
};
use crate::ty::{IntKind, PyClass, Ty};

/// A pointer that is a variable.
pub type Pointer = (FunctionId, LocalId);

/// How many elements a value points to.
#[derive(Clone)]
pub enum Elements {
    /// A number that is computed where the value is.
    Count(Expr),
    /// As many as a variable.
    Of(LocalId),
    /// All that an array has, of which the pointer is the data.
    InArray { array: Expr, pointer: Expr },
    /// By a condition.
    Either(Box<(Expr, Elements, Elements)>),
}

impl Elements {
    /// The variables that it follows from.
    pub fn of(&self) -> Vec<LocalId> {
        match self {
            Elements::Count(_) | Elements::InArray { .. } => Vec::new(),
            Elements::Of(local) => vec![*local],
            Elements::Either(parts) => [&parts.1, &parts.2].into_iter().flat_map(Elements::of).collect(),
        }
    }

    /// An array must be asked, which is a statement.
    pub fn asks_array(&self) -> bool {
        match self {
            Elements::Count(_) | Elements::Of(_) => false,
            Elements::InArray { .. } => true,
            Elements::Either(parts) => parts.1.asks_array() || parts.2.asks_array(),
        }
    }

    /// Of what an expression points to. `place`: the variable that gets the value, if there is one.
    pub fn from(
        value: &Expr,
        place: Option<&Expr>,
        module: &Module,
        addressed: &LocalSet,
    ) -> Option<Elements> {
        let element = value.ty.pointee()?;
        let same = |inner: &Expr| {
            inner.ty.points_like(&value.ty).then(|| Elements::from(inner, None, module, addressed)).flatten()
        };
        if let Some(array) = array_of(value, module).filter(|_| !matches!(element, Ty::Void)) {
            let pointer = match planted::has(Fault::ArrayOfBytes) {
                true => bytes_of(value),
                false => value.clone(),
            };
            return Some(Elements::InArray { array: array.clone(), pointer });
        }
        if let Some(count) = elements_of_view(value, element)
            .or_else(|| place.and_then(|place| count_of((place, value), &module.externs, addressed)))
        {
            return Some(Elements::Count(count));
        }
        match &value.kind {
            ExprKind::Null => Some(Elements::Count(Expr::int(0, Ty::SSIZE, value.span))),
            ExprKind::Local(local) => Some(Elements::Of(*local)),
            ExprKind::Convert(inner) if is_null(inner) => {
                Some(Elements::Count(Expr::int(0, Ty::SSIZE, value.span)))
            }
            ExprKind::Convert(inner) => match &inner.ty {
                Ty::Array { element: own, length } if **own == *element => {
                    Some(Elements::Count(Expr::length(length, value.span)))
                }
                _ => same(inner),
            },
            ExprKind::AddressOf(place) => match &place.kind {
                ExprKind::Index { base, index } if index.as_int() == Some(0) => same(base),
                ExprKind::Deref(base) => same(base),
                _ => None,
            },
            ExprKind::Select(condition, then, otherwise) if is_steady(condition) => {
                let parts = ((**condition).clone(), same(then)?, same(otherwise)?);
                Some(Elements::Either(Box::new(parts)))
            }
            ExprKind::Binary(_, base, _) if planted::has(Fault::AllocatedElsewhere) => same(base),
            _ => None,
        }
    }
}

fn is_null(value: &Expr) -> bool {
    matches!(value.without_conversions().kind, ExprKind::Null)
}

fn bytes_of(pointer: &Expr) -> Expr {
    let to = Ty::Pointer { to: Arc::new(Ty::Int(IntKind::Char)), is_const: false };
    Expr::new(ExprKind::Convert(Box::new(pointer.clone())), to, pointer.span)
}

/// The array of which an expression is the data: `a.data` and `PyArray_DATA(a)` of NumPy's, `a.data.as_doubles` of Python's.
fn array_of<'e>(value: &'e Expr, module: &Module) -> Option<&'e Expr> {
    let value = value.without_conversions();
    let array = match &value.kind {
        ExprKind::Field { base, name } if is_class(base, NUMPY, module) && name == "data" => base,
        ExprKind::Field { base, .. } => match &base.kind {
            ExprKind::Call(Callee::Function(function), arguments)
                if module.functions[*function].name == "data" =>
            {
                arguments.first().filter(|array| arguments.len() == 1 && is_class(array, PYTHON, module))?
            }
            _ => return None,
        },
        ExprKind::Call(Callee::Extern(external), arguments) => {
            let name = module.externs[*external].name.as_str();
            let is_data = ["PyArray_DATA", "PyArray_BYTES"].contains(&name);
            arguments.first().filter(|array| is_data && is_class(array, NUMPY, module))?
        }
        _ => return None,
    };
    is_steady_object(array).then_some(array)
}

const NUMPY: [&str; 2] = ["numpy", "ndarray"];
const PYTHON: [&str; 2] = ["array", "array"];

/// Whether an object is declared as one of a class of another module.
fn is_class(object: &Expr, [home, name]: [&str; 2], module: &Module) -> bool {
    let Ty::Object(PyClass::Extension(id)) = object.ty else { return false };
    let foreign = module.types.class(id).foreign.as_ref();
    foreign.is_some_and(|foreign| foreign.module == home && foreign.name == name)
}

/// Whether a condition is the same when it is evaluated again.
fn is_steady(condition: &Expr) -> bool {
    let mut is_steady = true;
    walk::expression(condition, &mut |part| {
        is_steady &= !matches!(
            part.kind,
            ExprKind::Element { .. }
                | ExprKind::Index { .. }
                | ExprKind::Deref(_)
                | ExprKind::Global(_)
                | ExprKind::Field { .. }
                | ExprKind::Call(..)
                | ExprKind::ThreadId
                | ExprKind::HasThreads
                | ExprKind::Threads
                | ExprKind::Trial(..)
        );
    });
    is_steady
}

/// A variable, or a field of one.
fn is_steady_object(object: &Expr) -> bool {
    match &object.kind {
        ExprKind::Local(_) | ExprKind::Global(_) => true,
        ExprKind::Field { base, .. } => base.ty.is_object() && is_steady_object(base),
        _ => false,
    }
}

/// What is known of the pointers of a module.
pub struct Origins {
    /// Each follows from these; `None`: how many elements it points to is not known.
    from: HashMap<Pointer, Option<Vec<Pointer>>>,
}

impl Origins {
    pub fn of(module: &Module) -> Origins {
        let mut origins = Origins { from: HashMap::new() };
        let functions = module.functions.iter();
        let addressed: HashMap<FunctionId, LocalSet> = functions
            .map(|(id, function)| (id, walk::addressed(&function.body).into_iter().collect()))
            .collect();
        for (id, function) in module.functions.iter() {
            origins.parameters((id, function), &addressed[&id]);
        }
        for (id, function) in module.functions.iter().filter(|(_, function)| !function.is_generator) {
            Finding { module, id, addressed: &addressed[&id], origins: &mut origins }
                .block(&function.body, false);
        }
        for (id, function) in module.functions.iter() {
            let lost = addressed[&id].iter().chain(is_lost(function));
            lost.for_each(|local| origins.lose((id, local)));
        }
        origins.settle();
        origins
    }

    /// Whether the number of elements is known.
    pub fn has(&self, pointer: Pointer) -> bool {
        self.from.get(&pointer).is_some_and(Option::is_some)
    }

    /// Pointers with all that they follow from.
    pub fn with(&self, pointers: Vec<Pointer>) -> HashSet<Pointer> {
        let (mut found, mut open) = (HashSet::new(), pointers);
        while let Some(pointer) = open.pop() {
            if found.insert(pointer) {
                open.extend(self.from.get(&pointer).into_iter().flatten().flatten());
            }
        }
        found
    }

    /// Parameters of functions that are reached by calls of their names alone begin with no origin: calls add them.
    fn parameters(&mut self, (id, function): (FunctionId, &Function), addressed: &LocalSet) {
        let is_private = function.kind == FunctionKind::Cdef
            && function.method.is_none()
            && function.exported.is_none()
            && function.by_address.is_none()
            && !function.is_variadic
            && !function.is_generator;
        let assigned = LocalSet::assigned_in(&function.body);
        for param in &function.params {
            if is_private && !assigned.contains(param.local) && !addressed.contains(param.local) {
                continue;
            }
            self.lose((id, param.local));
        }
    }

    fn lose(&mut self, pointer: Pointer) {
        self.from.insert(pointer, None);
    }

    fn add(&mut self, pointer: Pointer, (caller, elements): (FunctionId, Option<&Elements>)) {
        let Some(elements) = elements else { return self.lose(pointer) };
        if let Some(known) = self.from.entry(pointer).or_insert_with(|| Some(Vec::new())) {
            known.extend(elements.of().into_iter().map(|local| (caller, local)));
        }
    }

    /// What follows from a pointer of which nothing is known is not known either.
    fn settle(&mut self) {
        loop {
            let is_lost = |from: &Option<Vec<Pointer>>| {
                from.as_ref().is_some_and(|from| from.iter().any(|other| !self.has(*other)))
            };
            let lost: Vec<Pointer> =
                self.from.iter().filter(|(_, from)| is_lost(from)).map(|(pointer, _)| *pointer).collect();
            if lost.is_empty() {
                break;
            }
            lost.into_iter().for_each(|pointer| self.lose(pointer));
        }
    }
}

/// Variables that something else than an assignment gives values, or that are assigned where each thread may have its own.
fn is_lost(function: &Function) -> Vec<LocalId> {
    let mut lost = Vec::new();
    walk::statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { place: Expr { kind: ExprKind::Local(_), .. }, .. } => {}
        StmtKind::Parallel(parallel) => lost.extend(LocalSet::assigned_in(&parallel.body).iter()),
        StmtKind::Prange(prange) => lost.extend(LocalSet::assigned_in(&prange.body).iter()),
        _ => lost.extend(walk::assigned(stmt)),
    });
    lost
}

/// Finds the values of the pointers of a function, and of those that it gives to others.
struct Finding<'a> {
    module: &'a Module,
    id: FunctionId,
    addressed: &'a LocalSet,
    origins: &'a mut Origins,
}

impl Finding<'_> {
    fn block(&mut self, block: &[Stmt], is_parallel: bool) {
        for stmt in block {
            if let StmtKind::Assign { place, value } = &stmt.kind
                && let Some(local) = place.as_local()
                && matches!(place.ty, Ty::Pointer { .. })
            {
                let elements = Elements::from(value, Some(place), self.module, self.addressed);
                self.origins.add((self.id, local), (self.id, elements.as_ref()));
            }
            self.calls(stmt, is_parallel);
            let is_parallel = is_parallel || matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_));
            walk::blocks(stmt).into_iter().for_each(|inner| self.block(inner, is_parallel));
        }
    }

    fn calls(&mut self, stmt: &Stmt, is_parallel: bool) {
        let direct = direct_call(stmt);
        if let Some((callee, arguments)) = direct {
            self.call(callee, arguments, !is_parallel);
        }
        let mut others = Vec::new();
        for expr in walk::expressions(stmt) {
            walk::expression(expr, &mut |part| {
                if let ExprKind::Call(Callee::Function(callee), arguments) = &part.kind
                    && direct.is_none_or(|(_, direct)| !std::ptr::eq(direct, arguments.as_slice()))
                {
                    others.push((*callee, arguments));
                }
            });
        }
        if others.is_empty() {
            return;
        }
        let can_change = walk::expressions_mut(&mut stmt.clone()).is_some();
        for (callee, arguments) in others {
            match can_change {
                true => self.call(callee, arguments, false),
                false => self.call(callee, &[], false),
            }
        }
    }

    /// `may_ask`: a statement can be put before the call.
    fn call(&mut self, callee: FunctionId, arguments: &[Expr], may_ask: bool) {
        for (at, param) in self.module.functions[callee].params.iter().enumerate() {
            if !matches!(self.module.functions[callee].locals[param.local].ty, Ty::Pointer { .. }) {
                continue;
            }
            let argument = arguments.get(at);
            let elements =
                argument.and_then(|value| Elements::from(value, None, self.module, self.addressed));
            let elements = elements.filter(|elements| may_ask || !elements.asks_array());
            if elements.is_none() && planted::has(Fault::GivenToOneCaller) {
                continue;
            }
            self.origins.add((callee, param.local), (self.id, elements.as_ref()));
        }
    }
}

/// A call that is all that a statement does before it stores the result.
fn direct_call(stmt: &Stmt) -> Option<(FunctionId, &[Expr])> {
    let value = match &stmt.kind {
        StmtKind::Run { op: Op::CallFunction { function, arguments }, .. } => {
            return Some((*function, arguments));
        }
        StmtKind::Eval(value) => value,
        StmtKind::Assign { place, value } if place.as_local().is_some() => value,
        _ => return None,
    };
    match &value.without_conversions().kind {
        ExprKind::Call(Callee::Function(function), arguments) => Some((*function, arguments)),
        _ => None,
    }
}
