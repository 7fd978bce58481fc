//! Whether an iteration reads only elements of its row that it has stored before: then it does not matter what other loops
//! have left there.
//!
//! What is known at a place of the code is that the elements before some number are stored, the number of a loop
//! `for k in range(m): row[k] = ...`, and some elements by themselves. An index is known to be less than such a number from the
//! loops around it, and from conditions that have left the function. An index below 0 is outside of the row, which is a
//! mistake of the program.

use super::offsets::{Offsets, factors_of};
use crate::pass::local_set::LocalSet;
use crate::tir::{
    BinaryOp, Block, Callee, CompareOp, Expr, ExprKind, For, FunctionId, LocalId, Module, Op, SlicePart,
    Step, Stmt, StmtKind, same_expr, walk,
};
use crate::ty::Ty;

/// Functions that call functions, so deep.
const DEPTH: usize = 4;
/// Elements before a loop's first are looked for one by one.
const MOST_SINGLE: i128 = 8;

/// Whether each iteration of a loop stores what it reads of the rows of a variable.
pub fn by_iteration(
    body: &Block,
    base: LocalId,
    width: Option<&Expr>,
    module: &Module,
    offsets: &Offsets<'_>,
) -> bool {
    let rows = Rows { base: Some((base, offsets)), width: width.cloned(), same: LocalSet::default() };
    Code { module, rows, depth: 0 }.block(body, &mut Known::default())
}

/// What is known where control is.
#[derive(Clone, Default)]
struct Known {
    /// The elements before these are stored.
    before: Vec<Expr>,
    /// These are stored.
    single: Vec<i128>,
    /// All are stored.
    all: bool,
    /// Numbers with what they are at least.
    least: Vec<(Expr, i128)>,
    /// Counters of loops with what they are at most.
    most: Vec<(LocalId, Linear)>,
    /// A counter: the elements before it are stored, by the loop's iterations before.
    so_far: Vec<LocalId>,
}

/// A number as something and a constant.
#[derive(Clone)]
struct Linear {
    of: Option<Expr>,
    and: i128,
}

impl Linear {
    fn of(expr: &Expr) -> Linear {
        let expr = plain(expr);
        if let Some(value) = expr.as_int() {
            return Linear { of: None, and: value };
        }
        if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) = &expr.kind {
            let (left, right) = (Linear::of(left), Linear::of(right));
            match (op, &left.of, &right.of) {
                (BinaryOp::Add, _, None) => return left.and(right.and),
                (BinaryOp::Subtract, _, None) => return left.and(-right.and),
                (BinaryOp::Add, None, _) => return right.and(left.and),
                _ => {}
            }
        }
        Linear { of: Some(expr.clone()), and: 0 }
    }

    fn and(self, more: i128) -> Linear {
        Linear { and: self.and + more, ..self }
    }

    fn names(&self, local: LocalId) -> bool {
        self.of.as_ref().is_some_and(|of| of.names(local))
    }
}

impl Known {
    /// Whether an element is stored.
    fn has(&self, index: &Expr) -> bool {
        self.has_at(Linear::of(index)) || self.most_of(index).is_some_and(|most| self.has_before(&most))
    }

    /// What a difference is at most: its second number is at least something.
    fn most_of(&self, index: &Expr) -> Option<Linear> {
        let ExprKind::Binary(BinaryOp::Subtract, left, right) = &plain(index).kind else { return None };
        let (_, least) = self.least.iter().find(|(number, _)| same(number, right))?;
        Some(Linear::of(left).and(-least))
    }

    fn has_before(&self, index: &Linear) -> bool {
        self.before.iter().any(|bound| self.is_less(index, &Linear::of(bound)))
    }

    fn has_at(&self, index: Linear) -> bool {
        let counter = index.of.as_ref().and_then(Expr::as_local);
        self.all
            || index.of.is_none() && self.single.contains(&index.and)
            || index.and < 0 && counter.is_some_and(|counter| self.so_far.contains(&counter))
            || self.has_before(&index)
    }

    fn is_less(&self, index: &Linear, bound: &Linear) -> bool {
        match (&index.of, &bound.of) {
            (None, None) => index.and < bound.and,
            (Some(one), Some(other)) if same(one, other) => index.and < bound.and,
            (None, Some(number)) => {
                self.least.iter().any(|(known, least)| same(known, number) && index.and < least + bound.and)
            }
            _ => {
                let counter = index.of.as_ref().and_then(Expr::as_local);
                let mut most = self.most.iter().filter(|(known, _)| Some(*known) == counter);
                most.any(|(_, most)| self.is_less(&most.clone().and(index.and), bound))
            }
        }
    }

    /// A local has another value.
    fn forget(&mut self, local: LocalId) {
        self.before.retain(|bound| !bound.names(local));
        self.least.retain(|(number, _)| !number.names(local));
        self.most.retain(|(counter, most)| *counter != local && !most.names(local));
        self.so_far.retain(|counter| *counter != local);
    }

    fn forget_all(&mut self, locals: &LocalSet) {
        locals.iter().for_each(|local| self.forget(local));
    }

    /// What a condition says of a number if it does not hold.
    fn learn_not(&mut self, condition: &Expr) {
        let ExprKind::Compare(op, left, right) = &condition.kind else { return };
        let (left, right) = (plain(left), right.as_int());
        let least = match (op, right) {
            (CompareOp::Less, Some(value)) => value,
            (CompareOp::LessEqual, Some(value)) => value + 1,
            _ => return,
        };
        if left.as_local().is_some() && left.ty.is_integral() {
            self.least.push((left.clone(), least));
        }
    }
}

/// A number without conversions that keep every value.
fn plain(expr: &Expr) -> &Expr {
    let ExprKind::Convert(inner) = &expr.kind else { return expr };
    let keeps = match (&inner.ty, &expr.ty) {
        (Ty::Int(from), Ty::Int(to)) if from.is_signed() => to.is_signed() && to.bits() >= from.bits(),
        (Ty::Int(from), Ty::Int(to)) => to.bits() > from.bits(),
        _ => false,
    };
    if keeps { plain(inner) } else { expr }
}

fn same(one: &Expr, other: &Expr) -> bool {
    match (one.as_int(), other.as_int()) {
        (Some(one), Some(other)) => one == other,
        _ => same_expr(plain(one), plain(other)),
    }
}

/// What a function knows rows by.
struct Rows<'a> {
    /// In the loop: the array or pointer that has rows.
    base: Option<(LocalId, &'a Offsets<'a>)>,
    /// How many elements a row has.
    width: Option<Expr>,
    /// Pointers to the first element of the row, and views of the whole row.
    same: LocalSet,
}

struct Code<'a> {
    module: &'a Module,
    rows: Rows<'a>,
    depth: usize,
}

impl Code<'_> {
    /// Whether the statements read only what is stored.
    fn block(&mut self, block: &Block, known: &mut Known) -> bool {
        block.iter().all(|stmt| known.all || self.statement(stmt, known))
    }

    fn statement(&mut self, stmt: &Stmt, known: &mut Known) -> bool {
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(place, value, known),
            StmtKind::For(looped) => self.looped(looped, known),
            StmtKind::If { condition, then, otherwise } => {
                let is_right = self.reads(condition, known) && self.aside(&[then, otherwise], known);
                known.forget_all(&LocalSet::assigned_in(std::slice::from_ref(stmt)));
                let leaves = |last: &Stmt| matches!(last.kind, StmtKind::Return(_) | StmtKind::Continue);
                if otherwise.is_empty() && then.last().is_some_and(leaves) {
                    known.learn_not(condition);
                }
                is_right
            }
            StmtKind::Eval(Expr { kind: ExprKind::Call(Callee::Extern(id), arguments), .. })
                if self.module.externs[*id].c_name.as_str() == "memset" =>
            {
                self.filled(arguments, known)
            }
            StmtKind::Run { into, op: Op::CallFunction { function, arguments } } => {
                let is_right = self.call(*function, arguments, known);
                into.iter().for_each(|local| known.forget(*local));
                is_right
            }
            StmtKind::Check(_)
            | StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Continue
            | StmtKind::Break => {
                walk::assigned(stmt).into_iter().for_each(|local| known.forget(local));
                walk::expressions(stmt).into_iter().all(|expr| self.reads(expr, known))
            }
            StmtKind::Run { into: Some(local), op: Op::Own(value) } => {
                let place = Expr::local(*local, value.ty.clone(), stmt.span);
                self.assign(&place, value, known)
            }
            // A loop of unknown length, and what has nothing to do with rows.
            _ => {
                let inside = std::slice::from_ref(stmt);
                known.forget_all(&LocalSet::assigned_in(inside));
                walk::expressions(stmt).into_iter().all(|expr| self.reads(expr, known))
                    && self.aside(&walk::blocks(stmt), known)
            }
        }
    }

    /// The same for blocks of which each may run, or may not.
    fn aside(&mut self, blocks: &[&Block], known: &Known) -> bool {
        let before = self.rows.same.clone();
        let mut after = before.clone();
        for block in blocks {
            self.rows.same.clone_from(&before);
            if !self.block(block, &mut known.clone()) {
                return false;
            }
            before
                .iter()
                .filter(|local| !self.rows.same.contains(*local))
                .for_each(|local| after.remove(local));
        }
        self.rows.same = after;
        true
    }

    fn assign(&mut self, place: &Expr, value: &Expr, known: &mut Known) -> bool {
        if let Some(local) = place.as_local() {
            let is_row = self.is_row(value);
            let is_right = is_row || self.reads(value, known);
            known.forget(local);
            match is_row {
                true => drop(self.rows.same.insert(local)),
                false => self.rows.same.remove(local),
            }
            return is_right;
        }
        if !self.reads(value, known) {
            return false;
        }
        match self.index(place) {
            Some(index) => {
                known.single.extend(index.as_int());
                self.reads(&index, known)
            }
            None => self.reads(place, known),
        }
    }

    fn looped(&mut self, looped: &For, known: &mut Known) -> bool {
        let ends = [&looped.start, &looped.stop];
        if !ends.into_iter().all(|end| self.reads(end, known)) {
            return false;
        }
        let assigned = LocalSet::assigned_in(&looped.body);
        [Some(looped.counter), looped.target].into_iter().flatten().for_each(|local| known.forget(local));
        known.forget_all(&assigned);
        let mut inside = known.clone();
        let stored = self.stored_by(looped, &assigned, known);
        let counter = looped.variable();
        if !assigned.contains(counter) {
            let is_steady = |end: &Expr| !assigned.iter().any(|local| end.names(local));
            match &looped.step {
                Step::Constant(step) if *step > 0 && is_steady(&looped.stop) => {
                    inside.most.push((counter, Linear::of(&looped.stop).and(-1)));
                    let name = Expr::local(counter, looped.start.ty.clone(), looped.start.span);
                    inside.least.extend(looped.start.as_int().map(|first| (name, first)));
                }
                Step::Constant(step) if *step < 0 && is_steady(&looped.start) => {
                    inside.most.push((counter, Linear::of(&looped.start)));
                }
                _ => {}
            }
            inside.so_far.extend(stored.map(|_| counter));
        }
        let before = self.rows.same.clone();
        let is_right = self.aside(&[&looped.body], &inside)
            && before.iter().all(|local| self.rows.same.contains(local))
            && self.aside(&[&looped.otherwise], known);
        if let Some(end) = stored {
            known.before.push(end.clone());
            known.all |= self.rows.width.as_ref().is_some_and(|width| same(width, end));
        }
        is_right
    }

    /// Before which number all elements are stored after a loop, if its iterations store one each.
    fn stored_by<'l>(&self, looped: &'l For, assigned: &LocalSet, known: &Known) -> Option<&'l Expr> {
        let first = looped.start.as_int()?;
        let is_stored = |place| known.has(&Expr::int(place, Ty::SSIZE, looped.start.span));
        let is_begun = (0..MOST_SINGLE).contains(&first) && (0..first).all(is_stored);
        let is_whole = matches!(looped.step, Step::Constant(1)) && is_begun && looped.otherwise.is_empty();
        let leaves =
            |stmt: &Stmt| matches!(stmt.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_));
        let is_steady = !assigned.iter().any(|local| looped.stop.names(local) || local == looped.variable());
        let stores = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign { place, .. } => {
                self.index(place).is_some_and(|index| plain(&index).as_local() == Some(looped.variable()))
            }
            _ => false,
        };
        let is_stored = looped.body.iter().any(stores) && !walk::any(&looped.body, leaves);
        (is_whole && is_steady && is_stored).then_some(&looped.stop)
    }

    /// `memset(row, 0, m * sizeof(double))`
    fn filled(&mut self, arguments: &[Expr], known: &mut Known) -> bool {
        let [row, value, bytes] = arguments else { return false };
        if !self.reads(value, known) || !self.reads(bytes, known) {
            return false;
        }
        let Some(address) = self.row_behind(row) else { return self.reads(row, known) };
        let Ty::Pointer { to: element, .. } = &address.ty else { return false };
        let factors = factors_of(bytes);
        let is_size = |factor: &&&Expr| matches!(&factor.kind, ExprKind::SizeOf(ty) if *ty == **element);
        let rest: Vec<&Expr> = factors.iter().filter(|factor| !is_size(factor)).copied().collect();
        if let ([count], true) = (rest.as_slice(), rest.len() + 1 == factors.len()) {
            known.before.push(Expr::clone(count));
            known.all |= self.rows.width.as_ref().is_some_and(|width| same(width, count));
        }
        true
    }

    fn row_behind<'e>(&self, pointer: &'e Expr) -> Option<&'e Expr> {
        match &pointer.kind {
            _ if self.is_row(pointer) => Some(pointer),
            ExprKind::Convert(inner) => self.row_behind(inner),
            _ => None,
        }
    }

    /// Whether an expression reads only elements that are stored, and gives the row to nobody who is not known.
    fn reads(&mut self, expr: &Expr, known: &Known) -> bool {
        match &expr.kind {
            ExprKind::Extent { .. } | ExprKind::Stride { .. } | ExprKind::IsNone(_) => true,
            ExprKind::Call(Callee::Function(function), arguments) => self.call(*function, arguments, known),
            ExprKind::Local(id) => !self.is_of_rows(*id),
            _ => match self.index(expr) {
                Some(index) => known.has(&index) && self.reads(&index, known),
                None => expr.children().into_iter().all(|child| self.reads(child, known)),
            },
        }
    }

    fn is_of_rows(&self, local: LocalId) -> bool {
        self.rows.same.contains(local) || self.rows.base.is_some_and(|(base, _)| base == local)
    }

    /// Which element of the row a place is.
    fn index(&self, place: &Expr) -> Option<Expr> {
        let zero = || Expr::int(0, Ty::SSIZE, place.span);
        if let Some((base, offsets)) = self.rows.base
            && let Some(offset) = offsets.row(place, base)
        {
            return match (&place.kind, offset) {
                (ExprKind::Index { .. }, Some(offset)) => Some(offsets.within_row(offset)),
                (ExprKind::Element { indices, .. }, None) => match indices.as_slice() {
                    [_] => Some(zero()),
                    [_, index] => Some(index.clone()),
                    _ => None,
                },
                _ => None,
            };
        }
        let is_row = |expr: &Expr| expr.as_local().is_some_and(|local| self.rows.same.contains(local));
        match &place.kind {
            ExprKind::Index { base, index } if is_row(base) => Some(Expr::clone(index)),
            ExprKind::Deref(base) if is_row(base) => Some(zero()),
            ExprKind::Element { view, indices } if is_row(view) => match indices.as_slice() {
                [index] => Some(index.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is the address of the row's first element, or a view of the whole row.
    fn is_row(&self, expr: &Expr) -> bool {
        let is_first = |index: &Expr| index.as_int() == Some(0);
        match &expr.kind {
            ExprKind::Local(local) => self.rows.same.contains(*local),
            ExprKind::AddressOf(place) => self.index(place).is_some_and(|index| is_first(&index)),
            ExprKind::Binary(..) | ExprKind::Slice { .. } => {
                let Some((base, offsets)) = self.rows.base else { return false };
                match (offsets.row(expr, base), &expr.kind) {
                    (Some(Some(offset)), _) => {
                        offsets.factors(offset).is_some() && is_first(&offsets.within_row(offset))
                    }
                    (Some(None), ExprKind::Slice { parts, .. }) => parts[1..]
                        .iter()
                        .all(|part| matches!(part, SlicePart::Range { start: None, stop: None, step: None })),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a function reads only what is stored of the row, if it gets that.
    fn call(&mut self, callee: FunctionId, arguments: &[Expr], known: &Known) -> bool {
        let is_row: Vec<bool> = arguments.iter().map(|argument| self.is_row(argument)).collect();
        let others = arguments.iter().zip(&is_row).filter(|(_, is_row)| !**is_row);
        if !others.map(|(argument, _)| argument).all(|argument| self.reads(argument, known)) {
            return false;
        }
        if !is_row.contains(&true) || known.all {
            return true;
        }
        let function = &self.module.functions[callee];
        let changed = LocalSet::assigned_in(&function.body);
        let mut rows = LocalSet::default();
        let mut theirs = Known { single: known.single.clone(), ..Known::default() };
        for ((param, argument), is_row) in function.params.iter().zip(arguments).zip(is_row) {
            let local = &function.locals[param.local];
            let name = Expr::local(param.local, local.ty.clone(), local.span);
            if is_row {
                rows.insert(param.local);
            } else if !changed.contains(param.local) && local.ty.is_integral() {
                let is_it = |bound: &&Expr| same(bound, argument);
                theirs.before.extend(known.before.iter().filter(is_it).map(|_| name.clone()));
            }
        }
        let constants = known.before.iter().filter(|bound| bound.as_int().is_some());
        theirs.before.extend(constants.cloned());
        let is_settled = !rows.iter().any(|param| changed.contains(param)) && self.depth < DEPTH;
        let rows = Rows { base: None, width: None, same: rows };
        is_settled
            && Code { module: self.module, rows, depth: self.depth + 1 }.block(&function.body, &mut theirs)
    }
}
