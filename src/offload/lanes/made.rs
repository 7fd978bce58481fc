//! The statements in place of a loop of which iterations run at once.

use super::{Found, OfOne, failing};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, For, Lanes, Local, LocalId, LocalRole, Locals, MinMax,
    OfLanes, Ownership, Prange, Reduction, ReductionOp, Step, Stmt, StmtKind, walk,
};
use crate::ty::Ty;

/// Makes a local for C's own use.
pub fn temporary(name: &str, ty: Ty, span: Span, locals: &mut Locals<Local>) -> LocalId {
    let ownership = Ownership::Borrowed;
    locals.alloc(Local { name: name.into(), ty, role: LocalRole::Temp, ownership, span })
}

/// Makes an array for what one statement of a block hands to the others.
pub fn array_of(ty: Ty, count: usize, name: &str, span: Span, locals: &mut Locals<Local>) -> LocalId {
    let (ty, ownership) = (Ty::array_of(ty, count as u64), Ownership::Borrowed);
    locals.alloc(Local { name: format!("{name}_kept").into(), ty, role: LocalRole::Kept, ownership, span })
}

/// Where a loop goes on one by one: with its first iteration, unless blocks get further; with none, unless threads find one that
/// fails. Then the loop from there on.
pub fn rest(looped: &For, rest: LocalId, has_threads: bool, span: Span, locals: &Locals<Local>) -> [Stmt; 2] {
    let writer = Writer { ty: locals[rest].ty.clone(), span };
    let before = if has_threads { &looped.stop } else { &looped.start };
    let one_by_one = For { start: writer.local(rest), ..looped.clone() };
    let one_by_one = Stmt::new(StmtKind::For(Box::new(one_by_one)), span);
    [writer.assigned(rest, writer.typed(before)), one_by_one]
}

/// How a loop is written in blocks.
pub struct Blocks<'a> {
    looped: &'a For,
    /// Where iterations run one by one after the blocks, because one fails.
    rest: Option<LocalId>,
    found: &'a Found,
    count: usize,
    writer: Writer,
    /// The block's first iteration whose last statements are still to run.
    start: LocalId,
    /// Its first lane.
    first: LocalId,
    lane: LocalId,
    own: Vec<OfLanes>,
}

impl<'a> Blocks<'a> {
    /// Makes the locals for blocks of so many iterations.
    pub fn new(
        (looped, found): (&'a For, &'a Found),
        rest: Option<LocalId>,
        count: usize,
        span: Span,
        locals: &mut Locals<Local>,
    ) -> Blocks<'a> {
        let ty = locals[looped.counter].ty.clone();
        let name = locals[looped.variable()].name.clone();
        let start = temporary(&format!("{name}_block"), ty.clone(), span, locals);
        let first = temporary(&format!("{name}_first"), ty.clone(), span, locals);
        let lane = temporary("lane", ty.clone(), span, locals);
        let own = found.own.iter().map(|own| of_lanes(own, count, span, locals)).collect();
        Blocks { looped, rest, found, count, writer: Writer { ty, span }, start, first, lane, own }
    }

    fn count(&self) -> Expr {
        self.writer.int(self.count as i128)
    }

    /// The loop over blocks, and its counter.
    pub fn serial(&self, locals: &Locals<Local>) -> (Stmt, LocalId) {
        let mut body = self.block(locals, false);
        if let Some(rest) = self.rest {
            let (block, rest) = (self.writer.local(self.start), self.writer.local(rest));
            body.insert(0, self.writer.left_if(self.writer.compared(CompareOp::NotEqual, rest, block)));
        }
        let blocks = For {
            counter: self.start,
            target: None,
            start: self.writer.typed(&self.looped.start),
            stop: self.writer.typed(&self.looped.stop),
            step: Step::Constant(self.count as i64),
            body,
            otherwise: Block::new(),
        };
        (Stmt::new(StmtKind::For(Box::new(blocks)), self.writer.span), self.start)
    }

    /// The same with threads, which divide the blocks among themselves.
    pub fn parallel(&self, prange: &Prange, locals: &mut Locals<Local>) -> (Stmt, LocalId) {
        let writer = &self.writer;
        let (number, start, mut blocks) = writer.numbered(self.looped, self.count, locals);
        let mut body;
        if self.found.is_whole {
            blocks = writer.binary(BinaryOp::CDivide, writer.length(self.looped), self.count());
            body = self.whole(number, start, &blocks, locals);
        } else {
            body = vec![writer.assigned(self.start, start)];
            body.extend(self.block(locals, true));
        }
        let blocks = Prange {
            reductions: self.rest.map(|rest| writer.first_of_all(rest)).into_iter().collect(),
            counter: number,
            start: writer.int(0),
            stop: blocks,
            body,
            ..prange.clone()
        };
        (Stmt::new(StmtKind::Prange(Box::new(blocks)), writer.span), number)
    }

    /// A whole block, and after the last one what is less than another: the thread that computes iterations of a block again is the one
    /// that has stored their results.
    fn whole(&self, number: LocalId, start: Expr, blocks: &Expr, locals: &mut Locals<Local>) -> Block {
        let writer = &self.writer;
        let name = format!("{}_end", locals[self.looped.variable()].name);
        let end = temporary(&name, writer.ty.clone(), writer.span, locals);
        let next = writer.binary(BinaryOp::Add, writer.local(number), writer.int(1));
        let is_last = Box::new(writer.compared(CompareOp::Equal, next, blocks.clone()));
        let stop = Box::new(writer.typed(&self.looped.stop));
        let whole = Box::new(writer.binary(BinaryOp::Add, start.clone(), self.count()));
        let value = Expr::new(ExprKind::Select(is_last, stop, whole), writer.ty.clone(), writer.span);
        let pieces = For {
            counter: self.start,
            target: None,
            start,
            stop: writer.local(end),
            step: Step::Constant(self.count as i64),
            body: self.block(locals, true),
            otherwise: Block::new(),
        };
        vec![writer.assigned(end, value), Stmt::new(StmtKind::For(Box::new(pieces)), writer.span)]
    }

    /// A block. The last one is as long as the others: it begins with iterations that the one before has computed as well, but
    /// what follows in an iteration runs once.
    fn block(&self, locals: &Locals<Local>, has_threads: bool) -> Block {
        let (looped, writer) = (self.looped, &self.writer);
        let (at_once, after) = looped.body.split_at(self.found.end);
        let mut body = at_once.to_vec();
        if let Some(fails) = &self.found.fails {
            failing::note(&mut body, fails);
        }
        for one in std::iter::once(looped.counter).chain(looped.target) {
            writer.in_place(&mut body, one, self.first);
        }
        let (own, numbers, spread) =
            (self.own.clone(), self.found.numbers.clone(), self.found.spread.clone());
        let lanes =
            Lanes { count: self.count, first: self.first, own, numbers, spread, lane: self.lane, body };
        let rest = For {
            start: writer.local(self.start),
            stop: writer.binary(BinaryOp::Add, writer.local(self.first), self.count()),
            body: self.after(after, locals, has_threads),
            ..looped.clone()
        };
        vec![
            writer.assigned(self.first, self.last_at_most()),
            Stmt::new(StmtKind::Lanes(Box::new(lanes)), writer.span),
            Stmt::new(StmtKind::For(Box::new(rest)), writer.span),
        ]
    }

    /// `min(start, stop - count)`: where a block's lanes begin.
    fn last_at_most(&self) -> Expr {
        let writer = &self.writer;
        let stop = writer.typed(&self.looped.stop);
        let last = writer.binary(BinaryOp::Subtract, stop, self.count());
        writer.min(writer.local(self.start), last)
    }

    /// What follows in an iteration, unless it fails. Threads note the first that fails.
    fn after(&self, after: &[Stmt], locals: &Locals<Local>, has_threads: bool) -> Block {
        let mut block: Block = self.kept(locals).chain(after.to_vec()).collect();
        let fails = self.found.fails.as_ref().and_then(Expr::as_local);
        let kept = self.own.iter().find(|own| Some(own.local) == fails).and_then(|own| own.kept);
        let (Some(fails), Some(kept), Some(rest)) = (fails, kept, self.rest) else { return block };
        let writer = &self.writer;
        let condition = failing::has_failed(self.of_iteration(kept, fails, locals));
        let this = writer.local(self.looped.counter);
        if has_threads {
            let then = vec![writer.assigned(rest, writer.min(writer.local(rest), this))];
            return vec![Stmt::new(StmtKind::If { condition, then, otherwise: block }, writer.span)];
        }
        let next = writer.sum(writer.int(1), this);
        block.splice(0..0, [writer.left_if(condition), writer.assigned(rest, next)]);
        block
    }

    /// What an iteration leaves in a local.
    fn of_iteration(&self, kept: LocalId, local: LocalId, locals: &Locals<Local>) -> Expr {
        let writer = &self.writer;
        let counter = writer.local(self.looped.counter);
        let index = writer.binary(BinaryOp::Subtract, counter, writer.local(self.first));
        let base = Box::new(Expr::local(kept, locals[kept].ty.clone(), writer.span));
        let ty = locals[local].ty.clone();
        Expr::new(ExprKind::Index { base, index: Box::new(index) }, ty, writer.span)
    }

    /// Gives an iteration what is its own.
    fn kept(&self, locals: &Locals<Local>) -> impl Iterator<Item = Stmt> {
        let writer = &self.writer;
        self.own.iter().filter_map(move |own| {
            let fails = self.found.fails.as_ref().and_then(Expr::as_local);
            let kept = own.kept.filter(|_| fails != Some(own.local))?;
            let value = self.of_iteration(kept, own.local, locals);
            let place = Expr::local(own.local, value.ty.clone(), writer.span);
            Some(Stmt::new(StmtKind::Assign { place, value }, writer.span))
        })
    }

    /// Whether the loop has enough iterations for a block, or for a block of each thread.
    pub fn is_long(&self, is_parallel: bool) -> Expr {
        let writer = &self.writer;
        let threads = Expr::new(ExprKind::Threads, Ty::INT, writer.span);
        // A block of a few more iterations takes as long as the one before, and reading one by one alone is not faster.
        let blocks = if self.found.spread.is_empty() { 1 } else { 2 };
        let count = writer.int(blocks * self.count as i128);
        let least = match is_parallel {
            true => writer.binary(BinaryOp::Multiply, count, writer.typed(&threads)),
            false => count,
        };
        writer.compared(CompareOp::GreaterEqual, writer.length(self.looped), least)
    }

    /// Whether it may be in blocks, too: the difference of its bounds fits their type.
    pub fn condition(&self, apart: Option<LocalId>, is_parallel: bool) -> Expr {
        let writer = &self.writer;
        let apart = apart.map(|apart| Expr::local(apart, Ty::Bint, writer.span));
        let all = apart.into_iter().chain(writer.limits(self.looped)).chain([self.is_long(is_parallel)]);
        Expr::all(all).expect("there is one")
    }
}

fn of_lanes(own: &OfOne, count: usize, span: Span, locals: &mut Locals<Local>) -> OfLanes {
    let (name, ty) = (locals[own.local].name.clone(), locals[own.local].ty.clone());
    let kept = own.is_kept.then(|| array_of(ty, count, &name, span, locals));
    OfLanes { local: own.local, kept, begin: own.begin, is_scratch: own.is_scratch }
}

/// Two numbers up to this far from zero have a difference that fits the type, with the iterations of a block added.
fn half_of(ty: &Ty) -> i128 {
    match ty {
        Ty::Int(kind) => 1 << (kind.bits() - 3),
        _ => 1 << 29,
    }
}

/// Writes expressions of the type of the loop's counter.
pub struct Writer {
    pub ty: Ty,
    pub span: Span,
}

impl Writer {
    pub fn local(&self, id: LocalId) -> Expr {
        Expr::local(id, self.ty.clone(), self.span)
    }

    pub fn int(&self, value: i128) -> Expr {
        Expr::int(value, self.ty.clone(), self.span)
    }

    pub fn typed(&self, bound: &Expr) -> Expr {
        match (bound.ty == self.ty, bound.as_int()) {
            (true, _) => bound.clone(),
            (false, Some(value)) => self.int(value),
            (false, None) => {
                Expr::new(ExprKind::Convert(Box::new(bound.clone())), self.ty.clone(), self.span)
            }
        }
    }

    pub fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), self.ty.clone(), self.span)
    }

    pub fn min(&self, left: Expr, right: Expr) -> Expr {
        let kind = ExprKind::MinMax(MinMax::Min, Box::new(left), Box::new(right));
        Expr::new(kind, self.ty.clone(), self.span)
    }

    /// Each thread has its own; after the loop, it is the smallest of them.
    pub fn first_of_all(&self, local: LocalId) -> Reduction {
        let op = ReductionOp::MinMax(MinMax::Min);
        Reduction { local, op, any_order: false, span: self.span }
    }

    pub fn assigned(&self, local: LocalId, value: Expr) -> Stmt {
        Stmt::new(StmtKind::Assign { place: self.local(local), value }, self.span)
    }

    /// Leaves the loop under a condition.
    pub fn left_if(&self, condition: Expr) -> Stmt {
        let then = vec![Stmt::new(StmtKind::Break, self.span)];
        Stmt::new(StmtKind::If { condition, then, otherwise: Block::new() }, self.span)
    }

    pub fn compared(&self, op: CompareOp, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), Ty::Bint, self.span)
    }

    /// What must hold for the difference of a loop's bounds to fit their type.
    pub fn limits(&self, looped: &For) -> Vec<Expr> {
        let half = half_of(&self.ty);
        let limited = |op, bound: &Expr, limit: i128| {
            let is_known = bound.as_int().is_some_and(|bound| bound.abs() <= half)
                || matches!(bound.kind, ExprKind::Extent { .. }) && half > i128::from(u32::MAX)
                || half_of(&bound.ty) < half;
            let limit = || Expr::int(limit, bound.ty.clone(), self.span);
            (!is_known).then(|| self.compared(op, bound.clone(), limit()))
        };
        let limits = [
            limited(CompareOp::GreaterEqual, &looped.start, -half),
            limited(CompareOp::LessEqual, &looped.stop, half),
        ];
        limits.into_iter().flatten().collect()
    }

    /// For blocks of so many iterations of a loop: makes a local for their numbers. Returns it, where the block with that number
    /// begins, and how many there are.
    pub fn numbered(&self, looped: &For, count: usize, locals: &mut Locals<Local>) -> (LocalId, Expr, Expr) {
        let name = format!("{}_number", locals[looped.counter].name);
        let number = temporary(&name, self.ty.clone(), self.span, locals);
        let before = self.binary(BinaryOp::Multiply, self.local(number), self.int(count as i128));
        let start = self.sum(self.typed(&looped.start), before);
        let up = self.binary(BinaryOp::Add, self.length(looped), self.int(count as i128 - 1));
        (number, start, self.binary(BinaryOp::CDivide, up, self.int(count as i128)))
    }

    /// The sum, without a zero.
    pub fn sum(&self, left: Expr, right: Expr) -> Expr {
        if left.as_int() == Some(0) { right } else { self.binary(BinaryOp::Add, left, right) }
    }

    /// How many iterations a loop has.
    pub fn length(&self, looped: &For) -> Expr {
        let (start, stop) = (self.typed(&looped.start), self.typed(&looped.stop));
        if start.as_int() == Some(0) { stop } else { self.binary(BinaryOp::Subtract, stop, start) }
    }

    /// Puts one local in the place of another one.
    pub fn in_place(&self, block: &mut Block, of: LocalId, local: LocalId) {
        for stmt in block {
            let place = self.local(local);
            walk::expressions_mut(stmt).into_iter().flatten().for_each(|expr| expr.substitute(of, &place));
            walk::blocks_mut(stmt).into_iter().for_each(|inner| self.in_place(inner, of, local));
        }
    }
}
