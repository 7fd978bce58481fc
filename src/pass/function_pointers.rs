//! Calls of function pointers in regions. A device calls functions by their names, so a pointer that the region does not assign
//! becomes a number before the region: which of the functions it points to whose address the module takes. The region
//! chooses by that number, and raises if it is none of them. So it does where it gives such a pointer to a function of the module
//! ([`super::function_arguments`]).

use crate::base::Name;
use crate::source::Span;
use crate::tir::{
    Block, Callee, CompareOp, Expr, ExprKind, ExternId, FunctionId, Local, LocalId, LocalRole, Locals,
    Module, Op, Ownership, Stmt, StmtKind, walk,
};
use crate::ty::{Signature, Ty};

/// Settles the pointers of all functions' regions.
pub fn settle(module: &mut Module) {
    let known = Known::of(module);
    if known.list.is_empty() {
        return;
    }
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let function = &mut module.functions[id];
        let mut body = std::mem::take(&mut function.body);
        Settling { known: &known, locals: &mut function.locals }.block(&mut body);
        function.body = body;
    }
}

/// A function whose address is taken.
#[derive(Clone)]
pub struct Target {
    /// The address, as it is written.
    pub address: Expr,
    pub callee: Callee,
    may_fail: bool,
}

impl Target {
    /// What an expression is the address of, if a device may have that.
    pub fn of(module: &Module, address: &Expr) -> Option<Target> {
        match &address.kind {
            ExprKind::FunctionAddress(id) => of_function(module, *id, address),
            ExprKind::Extern(id) => of_extern(module, *id, address),
            _ => None,
        }
    }
}

/// The functions of the module that pointers may point to.
struct Known {
    list: Vec<Target>,
}

impl Known {
    fn of(module: &Module) -> Known {
        let mut list: Vec<Target> = Vec::new();
        for (_, function) in module.functions.iter() {
            walk::all_expressions(&function.body, &mut |expr| {
                if let Some(target) = Target::of(module, expr)
                    && list.iter().all(|known| known.callee != target.callee)
                {
                    list.push(target);
                }
            });
        }
        Known { list }
    }

    /// Those that a pointer of a type may point to.
    fn of_type(&self, ty: &Ty) -> Vec<&Target> {
        let Ty::Function(pointer) = ty else { return Vec::new() };
        let fits = |target: &&Target| match &target.address.ty {
            Ty::Function(signature) => is_alike(signature, pointer),
            _ => false,
        };
        self.list.iter().filter(fits).collect()
    }
}

fn of_function(module: &Module, id: FunctionId, address: &Expr) -> Option<Target> {
    let function = &module.functions[id];
    let target =
        Target { address: address.clone(), callee: Callee::Function(id), may_fail: function.may_fail };
    function.nogil.then_some(target)
}

fn of_extern(module: &Module, id: ExternId, address: &Expr) -> Option<Target> {
    let external = &module.externs[id];
    let is_function = matches!(external.ty, Ty::Function(_));
    let target = Target { address: address.clone(), callee: Callee::Extern(id), may_fail: false };
    (is_function && external.on_device).then_some(target)
}

fn is_alike(one: &Signature, other: &Signature) -> bool {
    one.params == other.params && one.result == other.result && one.is_variadic == other.is_variadic
}

struct Settling<'a> {
    known: &'a Known,
    locals: &'a mut Locals<Local>,
}

impl Settling<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            match &mut stmt.kind {
                StmtKind::Parallel(parallel) if parallel.device.is_some() => {
                    self.region(&mut parallel.body, &mut done);
                }
                _ => walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.block(inner)),
            }
            done.push(stmt);
        }
        *block = done;
    }

    fn region(&mut self, body: &mut Block, before: &mut Block) {
        let mut called: Vec<(LocalId, Ty, Span)> = Vec::new();
        let mut assigned: Vec<LocalId> = walk::addressed(body);
        walk::statements(body, &mut |stmt| {
            assigned.extend(walk::assigned(stmt));
            for pointer in used(stmt) {
                if let Some(local) = pointer.as_local()
                    && called.iter().all(|(known, ..)| *known != local)
                {
                    called.push((local, pointer.ty.clone(), stmt.span));
                }
            }
        });
        called.retain(|(local, ..)| !assigned.contains(local));
        for (pointer, ty, span) in called {
            let targets: Vec<Target> = self.known.of_type(&ty).into_iter().cloned().collect();
            if targets.is_empty() {
                continue;
            }
            let number = self.locals.alloc(Local {
                name: Name::new(format!("{}_number", self.locals[pointer].name)),
                ty: Ty::INT,
                role: LocalRole::Temp,
                ownership: Ownership::Owned,
                span,
            });
            let pointed = Expr::local(pointer, ty, span);
            let place = Expr::local(number, Ty::INT, span);
            let value = numbered(&pointed, &targets, span);
            before.push(Stmt::new(StmtKind::Assign { place: place.clone(), value }, span));
            let choice = Choice { pointer, number: place, targets, name: self.locals[pointer].name.clone() };
            choice.replace(body, self.locals);
        }
    }
}

/// The pointers to functions that a statement calls, or gives to functions of the module.
fn used(stmt: &Stmt) -> Vec<&Expr> {
    let mut found: Vec<&Expr> = Vec::new();
    let mut given = |arguments| {
        let pointers = <[Expr]>::iter(arguments).map(Expr::without_conversions);
        found.extend(pointers.filter(|argument| matches!(argument.ty, Ty::Function(_))));
    };
    match &stmt.kind {
        StmtKind::Run { op: Op::CallFunction { arguments, .. }, .. } => given(arguments),
        StmtKind::Run { op: Op::CallPointer { pointer, .. }, .. } => return vec![pointer],
        _ => {}
    }
    for expr in walk::expressions(stmt) {
        walk::expression(expr, &mut |inner| {
            if let ExprKind::Call(Callee::Function(_), arguments) = &inner.kind {
                given(arguments);
            }
        });
    }
    found
}

/// The number of the target that a pointer points to; -1 if it is none of them.
fn numbered(pointer: &Expr, targets: &[Target], span: Span) -> Expr {
    let mut value = Expr::int(-1, Ty::INT, span);
    for (number, target) in targets.iter().enumerate().rev() {
        let address = Expr { ty: pointer.ty.clone(), span, ..target.address.clone() };
        let is_it = ExprKind::Compare(CompareOp::Equal, Box::new(pointer.clone()), Box::new(address));
        let parts = (Expr::new(is_it, Ty::Bint, span), Expr::int(number as i128, Ty::INT, span), value);
        value = Expr::new(
            ExprKind::Select(Box::new(parts.0), Box::new(parts.1), Box::new(parts.2)),
            Ty::INT,
            span,
        );
    }
    value
}

/// A choice between functions in place of calls of a pointer.
struct Choice {
    pointer: LocalId,
    number: Expr,
    targets: Vec<Target>,
    name: Name,
}

impl Choice {
    /// Returns the locals that are new in the block.
    fn replace(&self, block: &mut Block, locals: &mut Locals<Local>) -> Vec<LocalId> {
        let mut new = Vec::new();
        let mut done = Block::with_capacity(block.len());
        for mut stmt in std::mem::take(block) {
            if let StmtKind::Run { into, op: Op::CallPointer { pointer, arguments } } = &stmt.kind
                && pointer.as_local() == Some(self.pointer)
            {
                let call = |target: &Target| called(target, *into, arguments, &pointer.ty, stmt.span);
                done.push(self.chosen(call, stmt.span));
                continue;
            }
            let is_given = used(&stmt).into_iter().any(|given| given.as_local() == Some(self.pointer));
            if is_given && walk::blocks(&stmt).is_empty() && walk::expressions_mut(&mut stmt).is_some() {
                self.give(stmt, locals, &mut new, &mut done);
                continue;
            }
            let inner: Vec<LocalId> = walk::blocks_mut(&mut stmt)
                .into_iter()
                .flat_map(|inner| self.replace(inner, locals))
                .collect();
            match &mut stmt.kind {
                StmtKind::Prange(prange) => prange.privates.extend(inner),
                _ => new.extend(inner),
            }
            done.push(stmt);
        }
        *block = done;
        new
    }

    /// A statement that gives the pointer to a function. What it stores is stored after the choice: it is in any case.
    fn give(&self, stmt: Stmt, locals: &mut Locals<Local>, new: &mut Vec<LocalId>, done: &mut Block) {
        let span = stmt.span;
        let (stmt, last) = match stmt.kind {
            StmtKind::Assign { place, value } if place.as_local().is_none() => {
                let ty = value.ty.clone();
                let local = Local {
                    name: Name::new("value"),
                    ty: ty.clone(),
                    role: LocalRole::Temp,
                    ownership: Ownership::Borrowed,
                    span,
                };
                let value_of = locals.alloc(local);
                new.push(value_of);
                let temp = Expr::local(value_of, ty, span);
                let last = Stmt::new(StmtKind::Assign { place, value: temp.clone() }, span);
                (Stmt::new(StmtKind::Assign { place: temp, value }, span), Some(last))
            }
            kind => (Stmt::new(kind, span), None),
        };
        let with = |target: &Target| {
            let mut stmt = stmt.clone();
            replace_in(&mut stmt, self.pointer, target);
            stmt
        };
        done.push(self.chosen(with, span));
        done.extend(last);
    }

    /// The statement that is made with each target, where the pointer points to it.
    fn chosen(&self, with: impl Fn(&Target) -> Stmt, span: Span) -> Stmt {
        let message = format!("'{}' points to a function that this region does not know", self.name);
        let raise = Op::RaiseConstant { exception: "RuntimeError".into(), message: Some(message) };
        let mut otherwise = vec![Stmt::new(StmtKind::Run { into: None, op: raise }, span)];
        for (number, target) in self.targets.iter().enumerate().rev() {
            let is_it = ExprKind::Compare(
                CompareOp::Equal,
                Box::new(self.number.clone()),
                Box::new(Expr::int(number as i128, Ty::INT, span)),
            );
            let condition = Expr::new(is_it, Ty::Bint, span);
            let then = vec![with(target)];
            otherwise = vec![Stmt::new(StmtKind::If { condition, then, otherwise }, span)];
        }
        otherwise.remove(0)
    }
}

/// A call of a function in the place of one of a pointer of a type.
pub fn called(target: &Target, into: Option<LocalId>, arguments: &[Expr], ty: &Ty, span: Span) -> Stmt {
    let arguments = arguments.to_vec();
    let kind = match (target.callee, target.may_fail) {
        (Callee::Function(function), true) => {
            StmtKind::Run { into, op: Op::CallFunction { function, arguments } }
        }
        (callee, _) => {
            let result = match ty {
                Ty::Function(signature) => signature.result.clone(),
                _ => Ty::Void,
            };
            let call = Expr::new(ExprKind::Call(callee, arguments), result.clone(), span);
            match into {
                Some(into) => StmtKind::Assign { place: Expr::local(into, result, span), value: call },
                None => StmtKind::Eval(call),
            }
        }
    };
    Stmt::new(kind, span)
}

/// Puts a function in the place of a pointer, in the expressions of a statement itself; `false` where that is not possible.
pub fn replace_in(stmt: &mut Stmt, param: LocalId, target: &Target) -> bool {
    if walk::expressions(stmt).into_iter().all(|expr| !expr.names(param)) {
        return true;
    }
    let Some(exprs) = walk::expressions_mut(stmt) else { return false };
    exprs.into_iter().for_each(|expr| put(expr, param, target));
    true
}

fn put(expr: &mut Expr, param: LocalId, target: &Target) {
    if expr.as_local() == Some(param) {
        expr.kind = target.address.kind.clone();
        return;
    }
    expr.children_mut().into_iter().for_each(|child| put(child, param, target));
}
