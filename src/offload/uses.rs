//! What statements of the host's code read and write in memory, by the variables through which they reach it:
//! the part of [`acts`] that concerns data which regions may also use.
//!
//! Calls of the module's functions are followed.

use std::collections::HashMap;
use std::rc::Rc;

use super::acts::{self, Act};
use super::roots::Roots;
use crate::source::Span;
use crate::tir::{Callee, Expr, ExprKind, Function, FunctionId, LocalId, Module, Op, Stmt, StmtKind, walk};
use crate::ty::Ty;

/// What code uses, in the order in which it does.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub accesses: Vec<Access>,
    /// Where memory may be read, and where written, that no known variable shows.
    pub read_anywhere: Option<Span>,
    pub written_anywhere: Option<Span>,
}

/// An element (or a part of one) of what a variable shows: a view, a C array, or a pointer, which may
/// show what others show too.
#[derive(Clone, Debug)]
pub struct Access {
    pub local: LocalId,
    pub write: bool,
    pub span: Span,
    /// The place itself, if the code names it; absent if a function that it calls does.
    pub place: Option<Expr>,
}

/// Looks at code, and once at each function that it calls.
pub struct Look<'m> {
    module: &'m Module,
    /// What calling a function uses; `None` while it is being analysed.
    functions: HashMap<FunctionId, Option<Rc<Called>>>,
    uses: Uses,
}

/// What a function uses, seen from outside.
#[derive(Clone, Debug, Default)]
struct Called {
    /// By the number of the parameter, and whether it is written.
    params: Vec<(usize, bool)>,
    reads_anywhere: bool,
    writes_anywhere: bool,
}

/// Where a place is.
enum Storage {
    /// In a variable itself.
    Variable,
    Shown(LocalId),
    Anywhere,
}

impl<'m> Look<'m> {
    pub fn new(module: &'m Module) -> Look<'m> {
        Look { module, functions: HashMap::new(), uses: Uses::default() }
    }

    /// What a block uses at any depth, not counting regions.
    pub fn block(&mut self, block: &[Stmt]) -> Uses {
        walk::statements(block, &mut |stmt| self.statement(stmt));
        std::mem::take(&mut self.uses)
    }

    /// What a statement itself uses, not counting its inner blocks.
    pub fn at(&mut self, stmt: &Stmt) -> Uses {
        self.statement(stmt);
        std::mem::take(&mut self.uses)
    }

    fn statement(&mut self, stmt: &Stmt) {
        for act in acts::of(stmt) {
            match act {
                Act::Read(place) => self.note(storage(place), false, place.span, Some(place)),
                Act::Write(place) => self.note(storage(place), true, place.span, Some(place)),
                Act::Address(place, span) if !matches!(storage(place), Storage::Variable) => {
                    self.anything(span);
                }
                Act::Decay(array) if array.is_place() => {
                    self.note(storage(array), false, array.span, Some(array));
                }
                Act::Call(Callee::Function(id), arguments, span) => self.call(id, arguments, span),
                Act::Call(Callee::Extern(id), arguments, span) => {
                    let external = &self.module.externs[id];
                    let is_known = (external.is_pure || external.uses_arguments_only())
                        && arguments.iter().all(|argument| argument.ty.is_numeric());
                    if !is_known {
                        self.anything(span);
                    }
                }
                Act::Address(..) | Act::Decay(_) | Act::Give(..) => {}
            }
        }
        if let StmtKind::Run { op, .. } = &stmt.kind
            && op.info().runs_python
            && !matches!(op, Op::CallFunction { .. })
        {
            self.anything(stmt.span);
        }
    }

    fn anything(&mut self, span: Span) {
        self.uses.read_anywhere.get_or_insert(span);
        self.uses.written_anywhere.get_or_insert(span);
    }

    fn note(&mut self, storage: Storage, write: bool, span: Span, place: Option<&Expr>) {
        match storage {
            Storage::Variable => {}
            Storage::Shown(local) => {
                let place = place.cloned();
                self.uses.accesses.push(Access { local, write, span, place });
            }
            Storage::Anywhere if write => {
                self.uses.written_anywhere.get_or_insert(span);
            }
            Storage::Anywhere => {
                self.uses.read_anywhere.get_or_insert(span);
            }
        }
    }

    fn call(&mut self, id: FunctionId, arguments: &[Expr], span: Span) {
        let Some(called) = self.called(id) else { return self.anything(span) };
        if called.reads_anywhere {
            self.note(Storage::Anywhere, false, span, None);
        }
        if called.writes_anywhere {
            self.note(Storage::Anywhere, true, span, None);
        }
        for &(param, write) in &called.params {
            let storage = arguments.get(param).map_or(Storage::Anywhere, shown);
            self.note(storage, write, span, None);
        }
    }

    /// `None` if it cannot be determined: the function calls itself, or keeps data on a device.
    fn called(&mut self, id: FunctionId) -> Option<Rc<Called>> {
        if let Some(known) = self.functions.get(&id) {
            return known.clone();
        }
        self.functions.insert(id, None);
        let function = &self.module.functions[id];
        if keeps_data(function) {
            return None;
        }
        let outer = std::mem::take(&mut self.uses);
        let inner = self.block(&function.body);
        self.uses = outer;
        let called = Rc::new(from_outside(function, &inner));
        self.functions.insert(id, Some(Rc::clone(&called)));
        Some(called)
    }
}

/// What code of a function does to its parameters.
fn from_outside(function: &Function, inner: &Uses) -> Called {
    let mut called = Called {
        params: Vec::new(),
        reads_anywhere: inner.read_anywhere.is_some(),
        writes_anywhere: inner.written_anywhere.is_some(),
    };
    let roots = Roots::of(function, &function.body);
    let mut elsewhere = |write: bool| {
        called.reads_anywhere |= !write;
        called.writes_anywhere |= write;
    };
    for access in &inner.accesses {
        let ty = &function.locals[access.local].ty;
        if matches!(ty, Ty::Array { .. }) {
            continue;
        }
        let found = roots.local(access.local);
        let is_rebound = ty.memoryview().is_none() && assigned(function, access.local);
        if found.unknown || is_rebound {
            elsewhere(access.write);
        }
        for root in found.locals {
            match function.params.iter().position(|param| param.local == root) {
                Some(param) if !called.params.contains(&(param, access.write)) => {
                    called.params.push((param, access.write));
                }
                Some(_) => {}
                None => elsewhere(access.write),
            }
        }
    }
    called
}

fn assigned(function: &Function, local: LocalId) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| found |= walk::assigned(stmt).contains(&local));
    found
}

/// Whether the function contains data contexts or updates, which move what others may have kept.
fn keeps_data(function: &Function) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Context { .. } | StmtKind::Update(_));
    });
    found
}

fn storage(place: &Expr) -> Storage {
    match &place.kind {
        ExprKind::Element { view, .. } => shown(view),
        ExprKind::Index { base, .. } if matches!(base.ty, Ty::Array { .. }) => match base.as_local() {
            Some(local) => Storage::Shown(local),
            None => storage(base),
        },
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => shown(base),
        ExprKind::Field { base, .. } if matches!(base.ty, Ty::Pointer { .. }) => shown(base),
        ExprKind::Field { base, .. } if !base.ty.is_object() => storage(base),
        ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Extern(_) => Storage::Variable,
        _ => Storage::Anywhere,
    }
}

/// Whose elements a view or a pointer shows.
fn shown(view: &Expr) -> Storage {
    match &view.kind {
        ExprKind::Local(local) => Storage::Shown(*local),
        ExprKind::Slice { view, .. } | ExprKind::Transpose(view) | ExprKind::Convert(view) => shown(view),
        ExprKind::ViewOf { pointer, .. } => shown(pointer),
        _ => Storage::Anywhere,
    }
}
