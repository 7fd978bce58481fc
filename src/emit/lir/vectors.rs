//! Whether longer vectors are of use to a loop.

use std::collections::HashSet;

use super::plain::{Call, Calls, call_of, is_field, is_integer, is_size, names, parts};
use super::{Header, Stmt};
use crate::emit::c::{Expr, Type};

/// The types of variables.
pub(super) type Types<'k> = Box<dyn Fn(&str) -> Option<Type> + 'k>;

/// What is known around a loop.
pub(super) struct Known<'k> {
    pub types: Types<'k>,
    pub calls: Calls<'k>,
    /// The distances between elements that lie side by side.
    pub strides: Vec<Expr>,
}

/// Whether a loop in the statement is one that compilers make vectors of, more than before if these are longer: it
/// computes elements that lie side by side, of others that do, or adds up integers.
pub(super) fn is_worth(stmt: &Stmt, known: Known<'_>) -> bool {
    let mut worth = Worth { known, found: false, declared: Vec::new() };
    worth.stmt(stmt);
    worth.found
}

/// The parts of a condition that say that elements lie side by side: their distance is their size.
pub(super) fn side_by_side<'e>(condition: &'e Expr, found: &mut Vec<&'e Expr>) {
    match condition {
        Expr::Binary("&&", left, right) => {
            side_by_side(left, found);
            side_by_side(right, found);
        }
        Expr::Binary("==", _, right) if is_size(right) => found.push(condition),
        _ => {}
    }
}

/// The distances of which a condition says so.
pub(super) fn strides(conditions: &[&Expr]) -> Vec<Expr> {
    let left = |condition: &&Expr| match condition {
        Expr::Binary(_, left, _) => Some((**left).clone()),
        _ => None,
    };
    conditions.iter().filter_map(left).collect()
}

struct Worth<'k> {
    known: Known<'k>,
    found: bool,
    declared: Vec<(String, Type)>,
}

/// How an index changes from one iteration to the next.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Zero,
    One,
    Other,
}

/// An innermost loop.
struct Inner<'l> {
    counter: &'l str,
    /// What changes in each iteration.
    inside: HashSet<&'l str>,
    /// The variables with values that the loop computes.
    computed: HashSet<&'l str>,
}

impl Worth<'_> {
    /// Whether there is a loop in the statement.
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        if let Stmt::Declare(declaration) = stmt {
            let names = declaration.variables.iter().map(|(name, _)| (name.clone(), declaration.ty.clone()));
            self.declared.extend(names);
        }
        if let Stmt::Expr(Expr::Call(callee, arguments)) = stmt
            && **callee == Expr::name("OFFCY_ASSUME")
        {
            let mut found = Vec::new();
            arguments.iter().for_each(|condition| side_by_side(condition, &mut found));
            self.known.strides.extend(strides(&found));
        }
        // Vectors as they are, of as many of the processor's as it takes.
        self.found |= matches!(stmt, Stmt::Expr(value) if makes_lanes(value));
        let before = self.declared.len();
        let mut has_loop = false;
        for block in stmt.blocks() {
            for inner in block {
                has_loop |= self.stmt(inner);
            }
        }
        if let (Stmt::For(Header::Counting { init, advance, .. }, body), false) = (stmt, has_loop)
            && let Stmt::Declare(counter) = &**init
            && let [(counter, _)] = counter.variables.as_slice()
            && matches!(advance, Expr::Postfix(_, "++"))
        {
            let own = self.declared.split_off(before);
            let mut inside: HashSet<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
            inside.insert(counter);
            let mut known = HashSet::new();
            computed(body, false, &mut known);
            let inner = Inner { counter, inside, computed: known };
            self.found |= body.iter().all(|stmt| self.is_straight(stmt, &inner))
                && body.iter().any(|stmt| self.has_vectors(stmt, &inner, false));
        }
        self.declared.truncate(before);
        has_loop || matches!(stmt, Stmt::For(..) | Stmt::While(..))
    }

    /// Whether compilers may compute a statement for several iterations at once.
    fn is_straight(&self, stmt: &Stmt, inner: &Inner<'_>) -> bool {
        let own = match stmt {
            Stmt::Break | Stmt::Goto(_) | Stmt::While(..) => false,
            Stmt::Expr(value) => self.is_regular(value, inner),
            Stmt::Declare(declaration) => {
                let values = declaration.variables.iter().filter_map(|(_, value)| value.as_ref());
                values.into_iter().all(|value| self.is_regular(value, inner))
            }
            Stmt::If(branches) => {
                branches.arms.iter().all(|(condition, _)| self.is_regular(condition, inner))
            }
            _ => true,
        };
        own && stmt.blocks().into_iter().flatten().all(|stmt| self.is_straight(stmt, inner))
    }

    /// Whether an expression calls nothing, and what it reads lies side by side.
    fn is_regular(&self, expr: &Expr, inner: &Inner<'_>) -> bool {
        let own = match expr {
            Expr::Index(base, index) if !is_field(base) => {
                self.step(base, inner) == Step::Zero && self.step(index, inner) != Step::Other
            }
            Expr::Call(callee, arguments) if **callee == Expr::name("offcy_at") => match arguments.as_slice()
            {
                [_, base, bytes] => {
                    self.step(base, inner) == Step::Zero && self.step(bytes, inner) != Step::Other
                }
                _ => false,
            },
            Expr::Call(callee, _) => call_of(callee, self.known.calls) == Some(Call::Inline),
            _ => true,
        };
        own && parts(expr).into_iter().all(|part| self.is_regular(part, inner))
    }

    fn step(&self, expr: &Expr, inner: &Inner<'_>) -> Step {
        let steps = |left, right| (self.step(left, inner), self.step(right, inner));
        let is_one_element = |factor: &Expr| self.known.strides.contains(factor);
        match expr {
            Expr::Name(name) if name == inner.counter => Step::One,
            Expr::Cast(_, value) | Expr::Paren(value) => self.step(value, inner),
            Expr::Binary("+", left, right) => match steps(left, right) {
                (Step::Zero, step) | (step, Step::Zero) => step,
                _ => Step::Other,
            },
            Expr::Binary("-", left, right) => match steps(left, right) {
                (step, Step::Zero) => step,
                _ => Step::Other,
            },
            Expr::Binary("*", left, right) => match steps(left, right) {
                (Step::Zero, Step::Zero) => Step::Zero,
                (Step::One, Step::Zero) if is_one_element(right) => Step::One,
                _ => Step::Other,
            },
            _ if names(expr, &|name| inner.inside.contains(name)) => Step::Other,
            _ => Step::Zero,
        }
    }

    /// Whether a statement of the innermost loop computes elements one after another or adds up integers.
    fn has_vectors(&self, stmt: &Stmt, inner: &Inner<'_>, is_chosen: bool) -> bool {
        if let Stmt::Expr(Expr::Assign(op, place, value)) = stmt {
            let moves = names(place, &|name| inner.inside.contains(name));
            // Compilers call a function of C for all elements of a copy.
            let is_variable = matches!(&**value, Expr::Name(name) if inner.computed.contains(name.as_str()));
            let computes = *op != "=" || is_computed(value) || is_variable || is_chosen;
            let is_found = match &**place {
                Expr::Name(name) => {
                    let declared = self.declared.iter().rev().find(|(known, _)| known == name);
                    let ty = declared.map(|(_, ty)| ty.clone()).or_else(|| (self.known.types)(name));
                    let adds = *op != "=" || names(value, &|known| known == name);
                    adds && !inner.inside.contains(name.as_str()) && ty.is_some_and(|ty| is_integer(&ty))
                }
                Expr::Index(base, _) => computes && !is_field(base) && moves,
                Expr::Unary("*", _) => computes && moves,
                _ => false,
            };
            if is_found {
                return true;
            }
        }
        let is_chosen = is_chosen || matches!(stmt, Stmt::If(_));
        stmt.blocks().into_iter().flatten().any(|stmt| self.has_vectors(stmt, inner, is_chosen))
    }
}

fn makes_lanes(value: &Expr) -> bool {
    let makers = ["OFFCY_LANES_AT", "OFFCY_EACH_LANE"].map(Expr::name);
    matches!(value, Expr::Call(callee, _) if makers.contains(callee))
        || parts(value).into_iter().any(makes_lanes)
}

/// The variables to which statements give a value that is computed, or one under a condition.
fn computed<'s>(block: &'s [Stmt], is_chosen: bool, found: &mut HashSet<&'s str>) {
    for stmt in block {
        match stmt {
            Stmt::Expr(Expr::Assign(op, place, value)) => {
                if let Expr::Name(name) = &**place
                    && (is_chosen || *op != "=" || is_computed(value))
                {
                    found.insert(name);
                }
            }
            Stmt::Declare(declaration) => {
                let values = declaration.variables.iter();
                let computed = values.filter(|(_, value)| value.as_ref().is_some_and(is_computed));
                found.extend(computed.map(|(name, _)| name.as_str()));
            }
            _ => {}
        }
        let is_chosen = is_chosen || matches!(stmt, Stmt::If(_));
        stmt.blocks().into_iter().for_each(|inner| computed(inner, is_chosen, found));
    }
}

/// Whether an expression is more than a value that is there.
fn is_computed(value: &Expr) -> bool {
    match value {
        Expr::Binary(..) | Expr::Conditional(..) | Expr::Unary("-" | "~" | "!", _) => true,
        Expr::Call(callee, _) => **callee != Expr::name("offcy_at"),
        Expr::Cast(_, value) | Expr::Paren(value) | Expr::Unary(_, value) => is_computed(value),
        _ => false,
    }
}
