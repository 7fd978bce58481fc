//! Pointers that are made before a region: they do not say how much they point to.
//!
//! The address of an element of a view, `p = &x[k, 0]`: where nothing that it is made of changes in between, the parallel
//! loops of the region make the pointer again, each for itself. Then only the view is mapped, whatever the region does
//! through the pointer.
//!
//! Memory that `malloc` or `calloc` gave: the region's clause notes how many elements it has. A place in it, `q = p + n`, is made
//! again in the same way: then only the memory is mapped, whatever comes before the place or after it.

use super::local_set::LocalSet;
use super::serial::is_scalar_arithmetic;
use crate::base::planted::{self, Fault};
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, Extern, Externs, Function, Local, LocalId, Locals, Prange,
    Stmt, StmtKind, allocation, walk,
};
use crate::ty::{Contiguity, Ty};

/// Settles the pointers of a function's regions.
pub fn settle(function: &mut Function, externs: &Externs<Extern>) {
    let mut body = std::mem::take(&mut function.body);
    let mut mapped = LocalSet::default();
    let mut has_regions = false;
    walk::statements(&body, &mut |stmt| {
        let entries = match &stmt.kind {
            StmtKind::Parallel(parallel) => parallel.device.as_ref().map(|clause| &clause.entries),
            StmtKind::Update(update) => Some(&update.entries),
            _ => None,
        };
        has_regions |= matches!(&stmt.kind, StmtKind::Parallel(parallel) if parallel.device.is_some());
        mapped.extend(entries.into_iter().flatten().filter_map(|entry| entry.subject.as_local()));
    });
    let kept = function.contexts.iter().flat_map(|(_, context)| &context.entries);
    mapped.extend(kept.filter_map(|entry| entry.subject.as_local()));
    if has_regions {
        let mut addressed = LocalSet::default();
        addressed.extend(walk::addressed(&body));
        Settling { externs, locals: &mut function.locals, addressed, mapped }.block(&mut body, false);
    }
    function.body = body;
}

/// What is known of a pointer.
enum Known {
    /// The address of an element, which can be computed again.
    Element(Expr),
    /// How many elements it points to.
    Count(Expr),
}

struct Settling<'f> {
    externs: &'f Externs<Extern>,
    locals: &'f mut Locals<Local>,
    addressed: LocalSet,
    /// The user says what becomes of these.
    mapped: LocalSet,
}

impl Settling<'_> {
    /// `is_repeated`: the block is inside a loop of the host's.
    fn block(&mut self, block: &mut Block, is_repeated: bool) {
        // What is made of other pointers comes before these: they are used then.
        for at in (0..block.len()).rev() {
            let is_loop = matches!(block[at].kind, StmtKind::While { .. } | StmtKind::For(_));
            let inside = walk::blocks_mut(&mut block[at]).into_iter();
            inside.for_each(|inner| self.block(inner, is_repeated || is_loop));
            let Some(pointer) = self.assigned_pointer(&block[at]) else { continue };
            let rest = &block[at + 1..];
            let Some(last) = rest.iter().rposition(|stmt| uses_in_region(stmt, pointer)) else { continue };
            let Some(known) = self.known(&block[..=at + 1 + last], at, is_repeated) else { continue };
            let rest = &mut block[at + 1..];
            let (Known::Element(made_of) | Known::Count(made_of)) = &known;
            let fault = match &known {
                Known::Element(_) => Fault::ElementMoved,
                Known::Count(_) => Fault::AllocatedChanged,
            };
            if !changes(&rest[..=last], pointer, made_of) || planted::has(fault) {
                rest[..=last].iter_mut().for_each(|stmt| self.regions(stmt, pointer, &known));
            }
        }
    }

    /// A pointer that gets its value.
    fn assigned_pointer(&self, stmt: &Stmt) -> Option<LocalId> {
        let StmtKind::Assign { place, .. } = &stmt.kind else { return None };
        let id = place.as_local().filter(|id| matches!(self.locals[*id].ty, Ty::Pointer { .. }))?;
        (!self.addressed.contains(id) && !self.mapped.contains(id)).then_some(id)
    }

    /// What is known of the pointer to which a statement of a block gives a value, up to the end of that.
    fn known(&self, block: &[Stmt], at: usize, is_repeated: bool) -> Option<Known> {
        let StmtKind::Assign { place, value } = &block[at].kind else { return None };
        if self.is_element(value) || !is_repeated && self.is_within_allocated(value, block, at) {
            return Some(Known::Element(value.clone()));
        }
        Some(Known::Count(count_of((place, value), self.externs, &self.addressed)?))
    }

    /// Whether an address that a statement stores is one in memory that its block allocates, and nothing changes until the end of
    /// the block. In a loop all of the memory would be mapped again and again.
    fn is_within_allocated(&self, address: &Expr, block: &[Stmt], at: usize) -> bool {
        let Some(base) = self.base(address) else { return false };
        let gives = |stmt: &Stmt| self.assigned_pointer(stmt) == Some(base);
        let Some(at) = block[..at].iter().rposition(gives) else { return false };
        let StmtKind::Assign { place, value } = &block[at].kind else { return false };
        let is_steady = |made_of: &Expr| !changes(&block[at + 1..], base, made_of);
        match count_of((place, value), self.externs, &self.addressed) {
            Some(count) => is_steady(&count),
            None => is_steady(value) && self.is_within_allocated(value, block, at),
        }
    }

    /// The variable of which an address is so many elements away, by a number that can be computed again.
    fn base(&self, value: &Expr) -> Option<LocalId> {
        match &value.kind {
            ExprKind::Local(id) if matches!(value.ty, Ty::Pointer { .. }) => {
                Some(*id).filter(|id| !self.addressed.contains(*id))
            }
            ExprKind::Convert(inner) if inner.ty.points_like(&value.ty) => self.base(inner),
            ExprKind::Binary(BinaryOp::Add, left, right) if !left.ty.is_integral() => {
                self.base(left).filter(|_| is_steady(right, &self.addressed))
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.base(right).filter(|_| is_steady(left, &self.addressed))
            }
            ExprKind::Binary(BinaryOp::Subtract, left, right) if right.ty.is_integral() => {
                self.base(left).filter(|_| is_steady(right, &self.addressed))
            }
            ExprKind::AddressOf(place) => match &place.kind {
                ExprKind::Index { base, index } if matches!(base.ty, Ty::Pointer { .. }) => {
                    self.base(base).filter(|_| is_steady(index, &self.addressed))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_element(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Convert(inner) if matches!(inner.ty, Ty::Pointer { .. }) => self.is_element(inner),
            ExprKind::AddressOf(place) => {
                let ExprKind::Element { view, indices } = &place.kind else { return false };
                let is_packed = view.as_local().is_some()
                    && view.ty.memoryview().is_some_and(|view| view.contiguity() != Contiguity::Strided);
                is_packed && indices.iter().all(|index| is_steady(index, &self.addressed))
            }
            _ => false,
        }
    }

    /// Settles the pointer in the regions of a statement.
    fn regions(&mut self, stmt: &mut Stmt, pointer: LocalId, known: &Known) {
        if let StmtKind::Parallel(parallel) = &mut stmt.kind
            && let Some(clause) = &mut parallel.device
        {
            match known {
                Known::Count(count) if names(&parallel.body, pointer) => {
                    clause.counts.push((pointer, count.clone()));
                }
                Known::Element(value) if only_in_loops(&parallel.body, pointer) => {
                    self.loops(&mut parallel.body, pointer, value);
                }
                _ => {}
            }
            return;
        }
        walk::blocks_mut(stmt).into_iter().flatten().for_each(|inner| self.regions(inner, pointer, known));
    }

    fn loops(&mut self, block: &mut Block, pointer: LocalId, value: &Expr) {
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::Prange(prange) if names(&prange.body, pointer) => {
                    self.one_loop(prange, pointer, value);
                }
                StmtKind::Prange(_) => {}
                _ => walk::blocks_mut(stmt).into_iter().for_each(|inner| self.loops(inner, pointer, value)),
            }
        }
    }

    fn one_loop(&mut self, prange: &mut Prange, pointer: LocalId, value: &Expr) {
        let own = self.locals.alloc(self.locals[pointer].clone());
        let (ty, span) = (self.locals[own].ty.clone(), value.span);
        rename(&mut prange.body, pointer, &Expr::local(own, ty.clone(), span));
        let made = StmtKind::Assign { place: Expr::local(own, ty, span), value: value.clone() };
        prange.body.insert(0, Stmt::new(made, span));
        prange.privates.push(own);
    }
}

/// How many elements newly allocated memory has: none if there was not enough.
pub fn count_of(
    (place, value): (&Expr, &Expr),
    externs: &Externs<Extern>,
    addressed: &LocalSet,
) -> Option<Expr> {
    let Ty::Pointer { to: element, .. } = &place.ty else { return None };
    let (external, arguments) = allocation(value, externs)?;
    let span = value.span;
    let multiplied = |one: &Expr, other: &Expr| {
        let parts = (Box::new(one.clone()), Box::new(other.clone()));
        Expr::new(ExprKind::Binary(BinaryOp::Multiply, parts.0, parts.1), other.ty.clone(), span)
    };
    let count = match arguments {
        [bytes] if external.is_malloc() => elements(bytes, element),
        [count, size] if external.is_calloc() => elements(&multiplied(count, size), element),
        _ => return None,
    };
    if !is_steady(&count, addressed) {
        return None;
    }
    let null = Expr::new(ExprKind::Null, place.ty.clone(), span);
    let given = ExprKind::Compare(CompareOp::NotEqual, Box::new(place.clone()), Box::new(null));
    let count = Expr::new(ExprKind::Convert(Box::new(count)), Ty::SSIZE, span);
    let parts = (Expr::new(given, Ty::Bint, span), count, Expr::int(0, Ty::SSIZE, span));
    let kind = ExprKind::Select(Box::new(parts.0), Box::new(parts.1), Box::new(parts.2));
    Some(Expr::new(kind, Ty::SSIZE, span))
}

/// How many elements follow the address of the first element of a view without gaps, which is in a variable.
pub fn elements_of_view(address: &Expr, element: &Ty) -> Option<Expr> {
    let (view, indices) = address.addressed_element()?;
    let packed = view.ty.memoryview().filter(|view| view.contiguity() != Contiguity::Strided)?;
    let is_first =
        indices.iter().all(|index| index.as_int() == Some(0)) || planted::has(Fault::GivenFromWithin);
    if view.as_local().is_none() || !is_first || packed.element != *element {
        return None;
    }
    let extent =
        |axis| Expr::new(ExprKind::Extent { view: Box::new(view.clone()), axis }, Ty::SSIZE, address.span);
    (0..packed.ndim()).map(extent).reduce(|one, other| {
        Expr::new(
            ExprKind::Binary(BinaryOp::Multiply, Box::new(one), Box::new(other)),
            Ty::SSIZE,
            address.span,
        )
    })
}

/// Whether a number changes only where a statement assigns one of its variables.
fn is_steady(number: &Expr, addressed: &LocalSet) -> bool {
    let mut is_own = true;
    walk::expression(number, &mut |part| {
        is_own &= !part.as_local().is_some_and(|id| addressed.contains(id));
    });
    is_own && is_scalar_arithmetic(number)
}

/// What statements make pointers and views of.
#[derive(Default)]
pub struct Sources(Vec<(LocalId, LocalSet)>);

impl Sources {
    pub fn of(block: &[Stmt]) -> Sources {
        let mut found = Vec::new();
        walk::statements(block, &mut |stmt| {
            let mut sources = LocalSet::default();
            let is_memory = |expr: &Expr| matches!(expr.ty, Ty::Pointer { .. } | Ty::Memoryview(_));
            let own = |part: &Expr| part.as_local().filter(|_| is_memory(part));
            walk::expressions(stmt).into_iter().for_each(|expr| {
                walk::expression(expr, &mut |part| sources.extend(own(part)));
            });
            let made = walk::assigned(stmt).into_iter();
            found.extend(made.map(|id| (id, sources.clone())));
        });
        Sources(found)
    }

    /// Views and pointers with all that some of them are made of.
    pub fn with(&self, mut all: LocalSet) -> LocalSet {
        let mut is_complete = false;
        while !is_complete {
            is_complete = true;
            for (made, sources) in &self.0 {
                let new = sources.iter().filter(|_| all.contains(*made));
                new.collect::<Vec<_>>().into_iter().for_each(|id| is_complete &= !all.insert(id));
            }
        }
        all
    }
}

pub fn names(block: &[Stmt], id: LocalId) -> bool {
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= walk::expressions(stmt).into_iter().any(|expr| expr.names(id));
    });
    found
}

fn uses_in_region(stmt: &Stmt, pointer: LocalId) -> bool {
    let mut found = false;
    walk::statements(std::slice::from_ref(stmt), &mut |stmt| {
        if let StmtKind::Parallel(parallel) = &stmt.kind {
            found |= parallel.device.is_some() && names(&parallel.body, pointer);
        }
    });
    found
}

/// Whether the statements assign the pointer, or something that a value is made of.
fn changes(block: &[Stmt], pointer: LocalId, value: &Expr) -> bool {
    let mut made_of = LocalSet::default();
    made_of.extend([pointer]);
    walk::expression(value, &mut |part| made_of.extend(part.as_local()));
    let mut found = false;
    walk::statements(block, &mut |stmt| {
        found |= walk::assigned(stmt).into_iter().any(|id| made_of.contains(id));
    });
    found
}

/// Whether a region names the pointer only within its parallel loops, in statements where it can be renamed.
fn only_in_loops(block: &[Stmt], pointer: LocalId) -> bool {
    block.iter().all(|stmt| {
        let is_free = !walk::expressions(stmt).into_iter().any(|expr| expr.names(pointer));
        let is_inside = match &stmt.kind {
            StmtKind::Prange(prange) => can_rename(&prange.body, pointer),
            _ => walk::blocks(stmt).into_iter().all(|inner| only_in_loops(inner, pointer)),
        };
        is_free && is_inside
    })
}

pub fn can_rename(block: &[Stmt], pointer: LocalId) -> bool {
    let mut is_known = true;
    walk::statements(block, &mut |stmt| {
        let is_named = walk::expressions(stmt).into_iter().any(|expr| expr.names(pointer));
        is_known &= !is_named || walk::expressions_mut(&mut stmt.clone()).is_some();
    });
    is_known
}

pub fn rename(block: &mut Block, from: LocalId, to: &Expr) {
    for stmt in block {
        let own = walk::expressions_mut(stmt).into_iter().flatten();
        own.for_each(|expr| expr.substitute(from, to));
        walk::blocks_mut(stmt).into_iter().for_each(|inner| rename(inner, from, to));
    }
}

/// How many elements so many bytes hold.
fn elements(bytes: &Expr, element: &Ty) -> Expr {
    let size = |ty: &Ty| Expr::new(ExprKind::SizeOf(ty.clone()), bytes.ty.clone(), bytes.span);
    without_size(bytes, element).unwrap_or_else(|| {
        let parts = (Box::new(bytes.clone()), Box::new(size(element)));
        Expr::new(ExprKind::Binary(BinaryOp::CDivide, parts.0, parts.1), bytes.ty.clone(), bytes.span)
    })
}

/// The other factors of a product with the size of a type.
fn without_size(bytes: &Expr, element: &Ty) -> Option<Expr> {
    match &bytes.kind {
        ExprKind::SizeOf(ty) if ty == element => Some(Expr::int(1, bytes.ty.clone(), bytes.span)),
        ExprKind::Convert(inner) if inner.ty.is_integral() && matches!(inner.kind, ExprKind::SizeOf(_)) => {
            without_size(inner, element)
        }
        ExprKind::Binary(BinaryOp::Multiply, left, right) => {
            let kept = |rest: Expr, other: &Expr| match rest.as_int() {
                Some(1) => other.clone(),
                _ => {
                    let parts = (Box::new(rest), Box::new(other.clone()));
                    Expr::new(
                        ExprKind::Binary(BinaryOp::Multiply, parts.0, parts.1),
                        bytes.ty.clone(),
                        bytes.span,
                    )
                }
            };
            without_size(left, element)
                .map(|rest| kept(rest, right))
                .or_else(|| without_size(right, element).map(|rest| kept(rest, left)))
        }
        _ => None,
    }
}
