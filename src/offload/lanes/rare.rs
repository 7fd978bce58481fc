//! Loops whose iterations do something only if a condition holds, which compilers cannot ask for several of them at once, since
//! what one iteration does may change what the next one finds:
//!
//! ```text
//! for j in range(n):                         for block in range(0, n, 16):
//!     t = d[i, k] + d[k, j]                      found = 0
//!     if t < d[i, j]:                            for j in the block: found |= d[i, k] + d[k, j] < d[i, j]
//!         d[i, j] = t                            if found:
//!                                                    for j in the block: ...
//! ```
//!
//! Where none of the conditions of a block holds as things are before it, no iteration of it does anything, so each of them finds
//! things as they are. Several conditions, one after another or with `elif`, are one: whether any of them holds. Nothing has to be known of what iterations store, nor where. Where one holds, the block runs as it is
//! written. Blocks are run without a question for a while if all of those before had something to do, and the last one always is:
//! it leaves in the variables what the loop leaves there.

use super::classes::size;
use super::inside::Ranges;
use super::made::{Writer, temporary};
use super::plain::plain;
use super::unread::unread;
use super::{MOST, Search, failing, leaves, read_first};
use crate::base::planted::{self, Fault};
use crate::pass::{LocalSet, reads};
use crate::source::Span;
use crate::tir::{
    BinaryOp, Block, CompareOp, Expr, ExprKind, For, Local, LocalId, Locals, LogicalOp, Step, Stmt, StmtKind,
    UnaryOp, same_expr, walk,
};
use crate::ty::Ty;

/// So many bytes are looked at before each decision, if they lie side by side.
const BYTES: usize = 256;

/// Blocks have no more iterations than this.
const MOST_AT_ONCE: usize = 64;

/// At most half as many blocks run without a question.
const MOST_HITS: i128 = 63;

/// A loop that asks before it does something.
struct Rare<'s> {
    /// The statements before the question, which give values to locals.
    before: &'s [Stmt],
    condition: Expr,
    /// The locals that have these values.
    given: LocalSet,
    /// What must hold for elements to be there that the loop may not read.
    inside: Vec<Expr>,
    /// Whether the loop may be left.
    is_left: bool,
    /// The bytes of the smallest elements that are read.
    smallest: usize,
}

impl Search<'_> {
    /// A loop with questions that can be asked for several iterations at once.
    pub(super) fn of_rare(&mut self, stmt: &Stmt) -> Option<Block> {
        let StmtKind::For(looped) = &stmt.kind else { return None };
        let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_) | StmtKind::While { .. });
        if walk::count(stmt) > MOST || walk::any(&looped.body, is_loop) {
            return None;
        }
        let whole = plain(looped, self.around.locals);
        let looped = &For { otherwise: Block::new(), ..(*whole).clone() };
        let rare = self.rare(looped)?;
        let known = self.around.locals.ids().count();
        let blocks = Blocks::new(looped, stmt.span, &rare, self.around.locals);
        let conditions = blocks.writer.limits(looped).into_iter().chain(rare.inside.iter().cloned());
        let condition = Expr::all(conditions.chain([blocks.is_long()]))?;
        let then = blocks.written(&rare, &whole.otherwise, self.around.locals);
        let counters = [blocks.start, blocks.at];
        let new: Vec<LocalId> = self.around.locals.ids().skip(known).collect();
        self.new.extend(new.into_iter().filter(|local| !counters.contains(local)));
        let kind = StmtKind::If { condition, then, otherwise: vec![stmt.clone()] };
        Some(vec![Stmt::new(kind, stmt.span)])
    }

    fn rare<'s>(&self, looped: &'s For) -> Option<Rare<'s>> {
        let assigned = self.plain_range(looped)?;
        let mut questions: Vec<Question<'_>> = looped.body.iter().rev().map_while(question).collect();
        questions.reverse();
        let before = &looped.body[..looped.body.len() - questions.len()];
        let then: Vec<&Block> = questions.iter().flat_map(|question| question.then.iter().copied()).collect();
        let each = questions.iter().map(|question| question.condition.clone());
        let condition = each.reduce(|one, other| Expr::logical(LogicalOp::Or, one, other))?;
        let values = || {
            before.iter().map(|stmt| match &stmt.kind {
                StmtKind::Assign { place, value } if place.ty.is_numeric() => {
                    Some((place.as_local()?, value))
                }
                _ => None,
            })
        };
        let (given, read): (Vec<LocalId>, Vec<&Expr>) =
            values().collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let given: LocalSet = given.into_iter().collect();
        let asked: Vec<&Expr> = read.iter().copied().chain([&condition]).collect();
        let elements = elements(&asked);
        // To read elements of different rows for several iterations takes as long as to ask one by one.
        let is_spread = |element: &&Expr| {
            let ExprKind::Element { indices, .. } = &element.kind else { return false };
            let counters = std::iter::once(looped.counter).chain(looped.target);
            let mut rows = indices.iter().rev().skip(1);
            rows.any(|row| counters.clone().any(|counter| row.names(counter)))
        };
        if elements.iter().any(is_spread) {
            return None;
        }
        let is_shared = |local: LocalId| self.around.addressed.contains(local);
        let is_simple = |value: &&Expr| self.is_simple(value, &assigned) && !is_choice(value);
        if !is_truth(&condition)
            || !self.is_simple(&condition, &assigned)
            || !read.iter().all(is_simple)
            || assigned.iter().any(is_shared)
            || !then.iter().any(|then| is_worth(&asked, &elements, then))
        {
            return None;
        }
        // What the iteration before leaves in them.
        let kind = StmtKind::If { condition: condition.clone(), then: Block::new(), otherwise: Block::new() };
        let question: Block = before.iter().cloned().chain([Stmt::new(kind, condition.span)]).collect();
        if !read_first(&question).intersection(&given).is_empty() {
            return None;
        }
        let is_left = then.iter().any(|then| leaves(then, false));
        let ranges = Ranges::of(looped, &self.outer, &self.around, &self.assigned);
        let is_ended = is_left || then.iter().any(|then| may_fail(then));
        let under_conditions =
            questions.iter().flat_map(|question| read_under_conditions(&question.condition));
        let not_always_read = if is_ended { elements.clone() } else { under_conditions.collect() };
        let inside: Option<Vec<_>> =
            not_always_read.into_iter().map(|element| ranges.inside(element)).collect();
        let mut conditions: Vec<Expr> = Vec::new();
        for condition in inside?.into_iter().flatten() {
            if !conditions.iter().any(|known| same_expr(known, &condition)) {
                conditions.push(condition);
            }
        }
        let smallest = elements.iter().filter_map(|element| size(&element.ty)).min().unwrap_or(8);
        Some(Rare { before, condition, given, inside: conditions, is_left, smallest })
    }

    /// Whether an expression consists of arithmetic on numbers, and on elements that lie in the same places whatever iterations do.
    fn is_simple(&self, expr: &Expr, assigned: &LocalSet) -> bool {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Divide, Multiply, Subtract};
        let is_shared = |local| self.around.addressed.contains(local);
        let is_steady =
            |base: &Expr| base.as_local().is_some_and(|local| !assigned.contains(local) && !is_shared(local));
        let own = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::Local(local) => !is_shared(*local),
            ExprKind::Extent { view, .. } => is_steady(view),
            ExprKind::Element { view, indices } => {
                let is_plain = |index: &Expr| self.is_plain_index(index, assigned);
                return is_steady(view) && view.ty.memoryview().is_some() && indices.iter().all(is_plain);
            }
            ExprKind::Unary(op, _) => matches!(op, UnaryOp::Negate | UnaryOp::Not),
            ExprKind::Binary(op, ..) => {
                matches!(op, Add | Subtract | Multiply | BitAnd | BitOr | BitXor)
                    || *op == Divide && matches!(expr.ty, Ty::Float(_))
            }
            ExprKind::Convert(from) => {
                from.ty.is_numeric()
                    && expr.ty.is_numeric()
                    && (!matches!(from.ty, Ty::Float(_)) || matches!(expr.ty, Ty::Float(_)))
            }
            ExprKind::Compare(..) | ExprKind::Logical(..) | ExprKind::MinMax(..) => true,
            _ => false,
        };
        own && (is_truth(expr) || size(&expr.ty).is_some())
            && expr.children().into_iter().all(|child| self.is_simple(child, assigned))
    }

    /// The same for an index: no element leads to it.
    fn is_plain_index(&self, index: &Expr, assigned: &LocalSet) -> bool {
        let mut is_plain = self.is_simple(index, assigned) && reads(index).intersection(assigned).is_empty();
        walk::expression(index, &mut |part| is_plain &= !matches!(part.kind, ExprKind::Element { .. }));
        is_plain
    }
}

/// Whether a statement does something, and what it may do.
struct Question<'s> {
    condition: Expr,
    then: Vec<&'s Block>,
}

/// Of `if a: if b: ...` both must hold, of `if a: ... elif b: ...` one.
fn question(stmt: &Stmt) -> Option<Question<'_>> {
    let StmtKind::If { condition, then, otherwise } = &stmt.kind else { return None };
    let inner = if let [only] = then.as_slice() { question(only) } else { None };
    let own = match inner {
        Some(inner) => {
            let condition = Expr::logical(LogicalOp::And, condition.clone(), inner.condition);
            Question { condition, then: inner.then }
        }
        None => Question { condition: condition.clone(), then: vec![then] },
    };
    match otherwise.as_slice() {
        [] => Some(own),
        [only] => {
            let other = question(only)?;
            let condition = Expr::logical(LogicalOp::Or, own.condition, other.condition);
            Some(Question { condition, then: [own.then, other.then].concat() })
        }
        _ => None,
    }
}

/// Whether a block may be left by an exception.
fn may_fail(block: &[Stmt]) -> bool {
    let mut may_fail =
        walk::any(block, |stmt| matches!(stmt.kind, StmtKind::Check(_) | StmtKind::Run { .. }));
    walk::all_expressions(block, &mut |expr| may_fail |= matches!(expr.kind, ExprKind::Call(..)));
    may_fail
}

/// Whether an expression is a condition that can be asked without leaving out its parts.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(_, left, right) => left.ty.is_numeric() && right.ty.is_numeric(),
        ExprKind::Logical(_, left, right) => is_truth(left) && is_truth(right),
        ExprKind::Unary(UnaryOp::Not, inner) => is_truth(inner),
        _ => false,
    }
}

fn is_choice(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Logical(..)) || expr.children().into_iter().any(is_choice)
}

/// The elements that a condition reads only if some of its parts hold.
fn read_under_conditions(condition: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    walk::expression(condition, &mut |part| {
        if let ExprKind::Logical(_, left, right) = &part.kind {
            found.extend(unread(right, &[left]));
        }
    });
    found
}

/// Whether compilers make no vectors of such a loop: it may be left, or an iteration changes what the next one asks. Those that
/// only store elsewhere (`if x[i] > 0: out[n] = x[i]; n += 1`) mostly do so too often.
fn is_worth(asked: &[&Expr], read: &[&Expr], then: &[Stmt]) -> bool {
    let names = |local: LocalId| asked.iter().any(|expr| expr.names(local));
    let mut is_worth = leaves(then, false);
    walk::statements(then, &mut |stmt| {
        let StmtKind::Assign { place, .. } = &stmt.kind else { return };
        is_worth |= match &place.kind {
            // Compilers know the largest of integers.
            ExprKind::Local(local) => names(*local) && (then.len() > 1 || matches!(place.ty, Ty::Float(_))),
            ExprKind::Element { view, .. } => read.iter().any(|read| {
                super::view_of(read).is_some_and(|other| other.as_local() == view.as_local())
                    && !same_expr(read, place)
            }),
            _ => false,
        };
    });
    is_worth && !read.is_empty()
}

/// How such a loop is written.
struct Blocks<'a> {
    looped: &'a For,
    writer: Writer,
    /// For counts.
    numbers: Writer,
    /// How many iterations a block has.
    count: usize,
    /// The first iteration of a block, its end, and the iteration that is asked for.
    start: LocalId,
    end: LocalId,
    at: LocalId,
    /// Whether an iteration of the block does something.
    found: LocalId,
    /// How many of the last blocks had something to do, twice over, and how many more run without a question.
    hits: LocalId,
    waits: LocalId,
    span: Span,
}

impl<'a> Blocks<'a> {
    fn new(looped: &'a For, span: Span, rare: &Rare<'_>, locals: &mut Locals<Local>) -> Blocks<'a> {
        let ty = locals[looped.counter].ty.clone();
        let name = locals[looped.variable()].name.clone();
        let [start, end, at] = ["block", "block_end", "at"]
            .map(|of| temporary(&format!("{name}_{of}"), ty.clone(), span, locals));
        let [found, hits, waits] =
            ["found", "hits", "waits"].map(|name| temporary(name, Ty::INT, span, locals));
        let count = (BYTES / rare.smallest).min(MOST_AT_ONCE);
        let (writer, numbers) = (Writer { ty, span }, Writer { ty: Ty::INT, span });
        Blocks { looped, writer, numbers, count, start, end, at, found, hits, waits, span }
    }

    /// Whether the loop has some blocks: to begin takes as long as a few questions.
    fn is_long(&self) -> Expr {
        let least = self.writer.int(2 * self.count as i128);
        self.writer.compared(CompareOp::GreaterEqual, self.writer.length(self.looped), least)
    }

    /// `otherwise`: what follows unless the loop is left.
    fn written(&self, rare: &Rare<'_>, otherwise: &Block, locals: &mut Locals<Local>) -> Block {
        let (writer, numbers) = (&self.writer, &self.numbers);
        let left = rare.is_left.then(|| temporary("left", Ty::INT, self.span, locals));
        let next = writer.binary(BinaryOp::Add, writer.local(self.start), writer.int(self.count as i128));
        let end = writer.min(next.clone(), writer.typed(&self.looped.stop));
        let waits = numbers.compared(CompareOp::Greater, numbers.local(self.waits), numbers.int(0));
        let is_last = writer.compared(CompareOp::GreaterEqual, next.clone(), writer.typed(&self.looped.stop));
        let one_less = numbers.binary(BinaryOp::Subtract, numbers.local(self.waits), numbers.int(1));
        let asks = StmtKind::If {
            condition: Expr::logical(LogicalOp::Or, waits, is_last),
            then: vec![numbers.assigned(self.waits, one_less)],
            otherwise: self.asked(rare, next.clone(), locals),
        };
        let has_found = || failing::has_failed(numbers.local(self.found));
        let runs = StmtKind::If { condition: has_found(), then: self.run(left), otherwise: Block::new() };
        let body = vec![
            writer.assigned(self.end, end),
            numbers.assigned(self.found, numbers.int(1)),
            Stmt::new(asks, self.span),
            Stmt::new(runs, self.span),
        ];
        let blocks = For {
            counter: self.start,
            target: None,
            start: writer.typed(&self.looped.start),
            stop: writer.typed(&self.looped.stop),
            step: Step::Constant(self.count as i64),
            body,
            otherwise: Block::new(),
        };
        // Many loops are left early.
        let first = [(self.hits, 0), (self.waits, i128::from(rare.is_left))];
        let first = first.into_iter().chain(left.map(|left| (left, 0)));
        let first = first.map(|(local, value)| numbers.assigned(local, numbers.int(value)));
        let blocks = Stmt::new(StmtKind::For(Box::new(blocks)), self.span);
        let otherwise = match left.filter(|_| !otherwise.is_empty()) {
            Some(left) => {
                let condition = numbers.compared(CompareOp::Equal, numbers.local(left), numbers.int(0));
                let kind = StmtKind::If { condition, then: otherwise.clone(), otherwise: Block::new() };
                vec![Stmt::new(kind, self.span)]
            }
            None => otherwise.clone(),
        };
        first.chain([blocks]).chain(otherwise).collect()
    }

    /// Asks for the iterations of a block up to `next`.
    fn asked(&self, rare: &Rare<'_>, next: Expr, locals: &mut Locals<Local>) -> Block {
        let (writer, numbers) = (&self.writer, &self.numbers);
        let noted = numbers.binary(BinaryOp::BitOr, numbers.local(self.found), bits(&rare.condition));
        let mut body = rare.before.to_vec();
        body.push(numbers.assigned(self.found, noted));
        for one in std::iter::once(self.looped.counter).chain(self.looped.target) {
            writer.in_place(&mut body, one, self.at);
        }
        for one in rare.given.iter() {
            let (name, ty) = (locals[one].name.clone(), locals[one].ty.clone());
            let other = temporary(&name, ty.clone(), self.span, locals);
            Writer { ty, span: self.span }.in_place(&mut body, one, other);
        }
        let stop = match planted::has(Fault::LanesAskTooFew) {
            true => writer.binary(BinaryOp::Add, writer.local(self.start), writer.int(1)),
            false => next,
        };
        let questions = For {
            counter: self.at,
            target: None,
            start: writer.local(self.start),
            stop,
            body,
            ..self.looped.clone()
        };
        let twice = numbers.binary(BinaryOp::Multiply, numbers.int(2), numbers.local(self.hits));
        let more = numbers.binary(BinaryOp::Add, twice, numbers.int(1));
        let half = numbers.binary(BinaryOp::CDivide, numbers.local(self.hits), numbers.int(2));
        let then = vec![
            numbers.assigned(self.hits, numbers.min(more, numbers.int(MOST_HITS))),
            numbers.assigned(self.waits, half),
        ];
        let otherwise = vec![numbers.assigned(self.hits, numbers.int(0))];
        let condition = failing::has_failed(numbers.local(self.found));
        vec![
            numbers.assigned(self.found, numbers.int(0)),
            Stmt::new(StmtKind::For(Box::new(questions)), self.span),
            Stmt::new(StmtKind::If { condition, then, otherwise }, self.span),
        ]
    }

    /// The iterations of a block as they are written. `left`: notes that they leave the loop.
    fn run(&self, left: Option<LocalId>) -> Block {
        let (start, stop) = (self.writer.local(self.start), self.writer.local(self.end));
        let mut looped = For { start, stop, ..self.looped.clone() };
        if let Some(left) = left {
            self.note_leaving(&mut looped.body, left);
        }
        let mut run = vec![Stmt::new(StmtKind::For(Box::new(looped)), self.span)];
        run.extend(left.map(|left| self.writer.left_if(failing::has_failed(self.numbers.local(left)))));
        run
    }

    fn note_leaving(&self, block: &mut Block, left: LocalId) {
        for mut stmt in std::mem::take(block) {
            if matches!(stmt.kind, StmtKind::Break) {
                block.push(self.numbers.assigned(left, self.numbers.int(1)));
            }
            walk::blocks_mut(&mut stmt).into_iter().for_each(|inner| self.note_leaving(inner, left));
            block.push(stmt);
        }
    }
}

/// The elements that expressions read.
fn elements<'e>(exprs: &[&'e Expr]) -> Vec<&'e Expr> {
    let mut found = Vec::new();
    for expr in exprs {
        walk::expression(expr, &mut |part| {
            found.extend(Some(part).filter(|part| super::view_of(part).is_some()));
        });
    }
    found
}

/// A condition as a number whose parts are all computed.
fn bits(condition: &Expr) -> Expr {
    let of = |kind| Expr::new(kind, Ty::INT, condition.span);
    match &condition.kind {
        ExprKind::Logical(op, left, right) => {
            let op = if *op == LogicalOp::And { BinaryOp::BitAnd } else { BinaryOp::BitOr };
            of(ExprKind::Binary(op, Box::new(bits(left)), Box::new(bits(right))))
        }
        _ => of(ExprKind::Convert(Box::new(condition.clone()))),
    }
}
