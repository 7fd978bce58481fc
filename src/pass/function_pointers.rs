//! Calls of function pointers in regions. A device calls functions by their names, so a pointer that the region does not assign
//! becomes a number before the region: which of the functions it points to whose address the module takes. The region
//! chooses by that number, and raises if it is none of them.

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
struct Target {
    /// The address, as it is written.
    address: Expr,
    callee: Callee,
    may_fail: bool,
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
                let target = match &expr.kind {
                    ExprKind::FunctionAddress(id) => of_function(module, *id, expr),
                    ExprKind::Extern(id) => of_extern(module, *id, expr),
                    _ => None,
                };
                if let Some(target) = target
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
            if let StmtKind::Run { op: Op::CallPointer { pointer, .. }, .. } = &stmt.kind
                && let Some(local) = pointer.as_local()
                && called.iter().all(|(known, ..)| *known != local)
            {
                called.push((local, pointer.ty.clone(), stmt.span));
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
            choice.replace(body);
        }
    }
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
    fn replace(&self, block: &mut Block) {
        for stmt in block {
            if let StmtKind::Run { into, op: Op::CallPointer { pointer, arguments } } = &stmt.kind
                && pointer.as_local() == Some(self.pointer)
            {
                *stmt = self.chosen(*into, arguments, &pointer.ty, stmt.span);
                continue;
            }
            walk::blocks_mut(stmt).into_iter().for_each(|inner| self.replace(inner));
        }
    }

    fn chosen(&self, into: Option<LocalId>, arguments: &[Expr], ty: &Ty, span: Span) -> Stmt {
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
            let then = vec![called(target, into, arguments, ty, span)];
            otherwise = vec![Stmt::new(StmtKind::If { condition, then, otherwise }, span)];
        }
        otherwise.remove(0)
    }
}

fn called(target: &Target, into: Option<LocalId>, arguments: &[Expr], ty: &Ty, span: Span) -> Stmt {
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
