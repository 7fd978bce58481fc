//! Variables of generators: what must survive a `yield` is a field of the frame. Parallel code contains no `yield`, and
//! its threads need variables of their own.

use super::Body;
use crate::emit::{c, lir};
use crate::pass::{LocalSet, reads_of};
use crate::tir::{Function, LocalId, LocalRole, Stmt, StmtKind, walk};

/// The pointer to a generator's frame.
pub const FRAME: &str = "_frame";

/// The struct of all that a region's kernels use, if that is too much to pass one by one.
pub const CAPTURED: &str = "_captured";

/// A variable of the emitted C.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// What it is a field of; without one it is a variable of its own.
    pub holder: Option<Holder>,
    pub name: String,
}

/// What holds a function's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A generator's frame.
    Frame,
    /// A struct with what a region's kernels use.
    Captured,
}

impl Variable {
    pub fn plain(name: impl Into<String>) -> Variable {
        Variable { holder: None, name: name.into() }
    }

    /// The variable as an expression: `x`, `_frame->x`.
    pub fn place(&self) -> c::Expr {
        match self.holder {
            None => c::Expr::name(&self.name),
            Some(Holder::Frame) => c::Expr::Arrow(Box::new(c::Expr::name(FRAME)), self.name.clone()),
            Some(Holder::Captured) => c::Expr::Member(Box::new(c::Expr::name(CAPTURED)), self.name.clone()),
        }
    }

    /// Whether it is in a generator's frame.
    pub fn is_in_frame(&self) -> bool {
        self.holder == Some(Holder::Frame)
    }
}

impl Body<'_, '_, '_> {
    /// The body of a generator: what must survive a `yield` is a field of its frame.
    pub fn enter_frame(&mut self) {
        self.in_frame = true;
        let apart = of_threads(self.function);
        for (id, variable) in self.naming.locals.iter_mut() {
            if *variable != Variable::plain("_result") && !apart.contains(id) {
                variable.holder = Some(Holder::Frame);
            }
        }
    }

    /// A variable of the emitted code that lives across statements; the caller declares it, unless the frame holds
    /// it.
    pub(super) fn kept(&mut self, ty: &'static str, hint: &str) -> Variable {
        let name = self.naming.fresh(hint);
        if !self.in_frame {
            return Variable::plain(name);
        }
        self.needs.frame.push((ty, name.clone()));
        Variable { holder: Some(Holder::Frame), name }
    }

    /// Gives such a variable its first value, and declares it where the frame does not hold it.
    pub(super) fn first_value(ty: &str, variable: &Variable, value: c::Expr) -> lir::Stmt {
        match variable.holder {
            None => lir::Stmt::declare(c::Type::named(ty), &variable.name, value),
            Some(_) => lir::Stmt::assign(variable.place(), value),
        }
    }
}

/// What is private to threads, and their temporaries.
fn of_threads(function: &Function) -> LocalSet {
    let (mut private, mut inside, mut outside) =
        (LocalSet::default(), LocalSet::default(), LocalSet::default());
    collect(&function.body, &mut private, &mut inside, &mut outside);
    let is_temporary = |id: &LocalId| function.locals[*id].role == LocalRole::Temp && !outside.contains(*id);
    private.extend(inside.iter().filter(is_temporary).collect::<Vec<_>>());
    private
}

fn collect(block: &[Stmt], private: &mut LocalSet, inside: &mut LocalSet, outside: &mut LocalSet) {
    for stmt in block {
        if !matches!(stmt.kind, StmtKind::Parallel(_) | StmtKind::Prange(_)) {
            note_named(stmt, outside);
            walk::blocks(stmt).into_iter().for_each(|inner| collect(inner, private, inside, outside));
            continue;
        }
        walk::statements(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Parallel(parallel) => private.extend(parallel.privates.iter().copied()),
            StmtKind::Prange(prange) => {
                private.extend(prange.privates.iter().copied().chain([prange.counter]));
                private.extend(prange.reductions.iter().map(|reduction| reduction.local));
            }
            _ => note_named(stmt, inside),
        });
    }
}

/// The locals that a statement itself names.
pub(super) fn note_named(stmt: &Stmt, found: &mut LocalSet) {
    found.extend(walk::assigned(stmt));
    found.union(&reads_of(stmt));
}
