//! Memory of which each thread uses a part of its own as scratch, by its number:
//!
//! ```text
//! buf = np.empty((threads, m))                rows = <double *>malloc(threads * m * sizeof(double))
//! for i in prange(n, device={}):              for i in prange(n, device={}):
//!     fill(buf[threadid()], x[i])                 row = rows + threadid() * m
//!     y[i] = total(buf[threadid()])               ...
//! ```
//!
//! How many threads run a loop of a region is unspecified, and so is which of its iterations each of them runs. What is put
//! in its place is right if they are as many as the loop has iterations: each has a row that nobody used before. Nobody asks
//! for the elements afterwards ([`found`]), so that no thread needs the array: it allocates what its own row needs, as
//! memory that is allocated in the `parallel` block ([`super::scratch`]), and its number in that is 0.

mod covered;
mod found;
mod kept;
mod offsets;

use std::collections::HashMap;
use std::sync::Arc;

use self::found::{Base, Rows, Size};
use self::offsets::Offsets;
use super::origin::imported_names;
use super::pointers::{names, rename};
use crate::base::Name;
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, Callee, Expr, ExprKind, FunctionId, Local, LocalId, Locals, MemoryFunctions, Module,
    Ownership, Prange, Stmt, StmtKind,
};
use crate::ty::{IntKind, Ty};

/// Gives the threads of all regions rows of their own.
pub fn settle(module: &mut Module) {
    let ids: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    let ids = ids.into_iter().filter(|id| found::may_have_rows(&module.functions[*id], &module.externs));
    let ids: Vec<FunctionId> = ids.collect();
    if ids.is_empty() {
        return;
    }
    let imported: HashMap<Name, String> = imported_names(module);
    let found = ids.into_iter().map(|id| (id, found::rows(module, id, &imported)));
    let found: Vec<(FunctionId, Rows)> = found.filter(|(_, rows)| !rows.bases.is_empty()).collect();
    let Some((first, _)) = found.first() else { return };
    let memory = MemoryFunctions::of(&mut module.externs, module.functions[*first].span.file);
    for (id, rows) in found {
        let offsets = Offsets { externs: &module.externs, numbers: rows.numbers };
        let function = &mut module.functions[id];
        let mut body = std::mem::take(&mut function.body);
        for base in &rows.bases {
            Giving { base, offsets: &offsets, memory, locals: &mut function.locals }.block(&mut body, false);
        }
        function.body = body;
    }
}

/// Gives the loops of a function's regions memory in the place of one array, or of one pointer's memory.
struct Giving<'a> {
    base: &'a Base,
    offsets: &'a Offsets<'a>,
    memory: MemoryFunctions,
    locals: &'a mut Locals<Local>,
}

impl Giving<'_> {
    fn block(&mut self, block: &mut Block, in_region: bool) {
        let mut at = 0;
        while at < block.len() {
            if in_region
                && let StmtKind::Prange(prange) = &mut block[at].kind
                && names(&prange.body, self.base.local)
            {
                let (allocated, freed) = self.one_loop(prange);
                block.insert(at + 1, freed);
                block.insert(at, allocated);
                at += 3;
                continue;
            }
            let is_region =
                matches!(&block[at].kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
            let inside = crate::tir::walk::blocks_mut(&mut block[at]).into_iter();
            inside.for_each(|inner| self.block(inner, in_region || is_region));
            at += 1;
        }
    }

    /// What allocates the memory before a loop, and frees it after that.
    fn one_loop(&mut self, prange: &mut Prange) -> (Stmt, Stmt) {
        let span = prange.span;
        let locals = &mut *self.locals;
        let base = self.base.local;
        self.offsets.put_zero(&mut prange.body, base);
        let element = match &locals[base].ty {
            Ty::Pointer { to, .. } => Arc::clone(to),
            ty => Arc::new(ty.memoryview().map_or(Ty::Error, |view| view.element.clone())),
        };
        let ty = Ty::Pointer { to: element, is_const: false };
        let own =
            locals.alloc(Local { ty: ty.clone(), ownership: Ownership::Owned, span, ..locals[base].clone() });
        let pointer = Expr::local(own, ty.clone(), span);
        let allocated = self.allocated(&ty, span);
        let locals = &mut *self.locals;
        match locals[base].ty.memoryview() {
            None => rename(&mut prange.body, base, &pointer),
            Some(_) => {
                let view = own_view(base, locals);
                rename(&mut prange.body, base, &Expr::local(view, locals[view].ty.clone(), span));
                let shown = shown(base, &pointer, locals, span);
                let place = Expr::local(view, locals[view].ty.clone(), span);
                prange.body.insert(0, Stmt::new(StmtKind::Assign { place, value: shown }, span));
            }
        }
        let free = Callee::Extern(self.memory.free);
        let nothing = Ty::Pointer { to: Arc::new(Ty::Void), is_const: false };
        let argument = Expr::new(ExprKind::Convert(Box::new(pointer.clone())), nothing, span);
        let freed = Expr::new(ExprKind::Call(free, vec![argument]), Ty::Void, span);
        let allocated = StmtKind::Assign { place: pointer, value: allocated };
        (Stmt::new(allocated, span), Stmt::new(StmtKind::Eval(freed), span))
    }

    /// Memory of the size of a row; zeros where the rows are such.
    fn allocated(&self, pointer: &Ty, span: Span) -> Expr {
        let Ty::Pointer { to: element, .. } = pointer else {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        };
        let bytes_type = || Ty::Int(IntKind::SizeT);
        let one = || Expr::new(ExprKind::SizeOf(Ty::clone(element)), bytes_type(), span);
        let count = match &self.base.size {
            Size::Whole(call) => return call.clone(),
            Size::Elements(factors) => product(factors.iter().map(|factor| sized(factor, span)), span),
            Size::View => {
                let view = self.base.local;
                let ndim = self.locals[view].ty.memoryview().map_or(0, |view| view.ndim());
                let extents = (1..ndim).map(|axis| extent(view, axis, self.locals, span));
                product(extents.map(|extent| sized(&extent, span)), span)
            }
        };
        let (callee, arguments) = match (self.base.zeros, count) {
            (true, count) => {
                let count = count.unwrap_or_else(|| Expr::int(1, bytes_type(), span));
                (self.memory.calloc, vec![count, one()])
            }
            (false, Some(count)) => (self.memory.malloc, vec![multiplied(count, one(), span)]),
            (false, None) => (self.memory.malloc, vec![one()]),
        };
        let nothing = Ty::Pointer { to: Arc::new(Ty::Void), is_const: false };
        let call = Expr::new(ExprKind::Call(Callee::Extern(callee), arguments), nothing, span);
        Expr::new(ExprKind::Convert(Box::new(call)), pointer.clone(), span)
    }
}

fn sized(factor: &Expr, span: Span) -> Expr {
    let ty = Ty::Int(IntKind::SizeT);
    match factor.as_int() {
        Some(value) => Expr::int(value, ty, span),
        None => Expr::new(ExprKind::Convert(Box::new(factor.clone())), ty, span),
    }
}

fn product(factors: impl Iterator<Item = Expr>, span: Span) -> Option<Expr> {
    factors.reduce(|one, other| multiplied(one, other, span))
}

fn multiplied(one: Expr, other: Expr, span: Span) -> Expr {
    let ty = one.ty.clone();
    Expr::new(ExprKind::Binary(BinaryOp::Multiply, Box::new(one), Box::new(other)), ty, span)
}

fn extent(view: LocalId, axis: usize, locals: &Locals<Local>, span: Span) -> Expr {
    let view = Box::new(Expr::local(view, locals[view].ty.clone(), span));
    Expr::new(ExprKind::Extent { view, axis }, Ty::SSIZE, span)
}

/// A variable for the view that a thread has in the place of the array.
fn own_view(base: LocalId, locals: &mut Locals<Local>) -> LocalId {
    let name = Name::new(format!("{}_row", locals[base].name));
    locals.alloc(Local { name, ownership: Ownership::Borrowed, ..locals[base].clone() })
}

/// A view of the array's shape that shows the memory of one row: the first.
fn shown(base: LocalId, pointer: &Expr, locals: &Locals<Local>, span: Span) -> Expr {
    let ty = locals[base].ty.clone();
    let ndim = ty.memoryview().map_or(0, |view| view.ndim());
    let extents = (0..ndim).map(|axis| extent(base, axis, locals, span)).collect();
    Expr::new(ExprKind::ViewOf { pointer: Box::new(pointer.clone()), extents }, ty, span)
}
