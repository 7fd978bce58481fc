//! Indices that are parts of a loop's variable: `k // m` and `k % m` are two numbers of which no two values of `k` have the same.

use super::super::affine::{Form, Symbol};
use super::super::bounds::Loops;
use super::Walker;
use super::access::unconverted;
use crate::tir::{BinaryOp, Expr, ExprKind, LocalId};

/// The quotient of a number by a divisor, or the remainder of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    of: Form,
    divisor: Form,
    modulus: Option<Form>,
}

impl Walker<'_> {
    /// The part that a number is, of a number that has a form.
    pub(super) fn part(&mut self, expr: &Expr) -> Option<Part> {
        let expr = unconverted(expr);
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && let Some(divides) = divides(*op)
        {
            let part = self.part(left).filter(|part| part.modulus.is_none())?;
            let by = self.value(right)?.form;
            if !by.is_entry_known() {
                return None;
            }
            return Some(match divides {
                true => Part { divisor: part.divisor.multiply(&by)?, ..part },
                false => Part { modulus: Some(by), ..part },
            });
        }
        let known = expr.as_local().and_then(|local| self.frame.parts.get(&local));
        if let Some(known) = known {
            return Some(known.clone());
        }
        let of = self.value(expr)?.form;
        (!of.is_entry_known()).then(|| Part { of, divisor: Form::constant(1), modulus: None })
    }

    /// A variable gets a value; if that has a form, it needs no other description.
    pub(super) fn give_part(&mut self, local: LocalId, value: &Expr) {
        let has_form = matches!(self.frame.values.get(&local), Some(Some(_)));
        let part = if has_form || !value.ty.is_integral() { None } else { self.part(value) };
        match part {
            Some(part) => drop(self.frame.parts.insert(local, part)),
            None => drop(self.frame.parts.remove(&local)),
        }
    }
}

/// Whether an operator gives the quotient, or the remainder.
fn divides(op: BinaryOp) -> Option<bool> {
    match op {
        BinaryOp::FloorDivide | BinaryOp::CDivide => Some(true),
        BinaryOp::Modulo | BinaryOp::CModulo => Some(false),
        _ => None,
    }
}

/// Whether different iterations of a loop have different parts.
pub fn tell_apart(parts: &[Part], id: u32, loops: &Loops) -> bool {
    parts.iter().any(|one| {
        let Some((factor, rest)) = one.of.split(Symbol::Loop(id)) else { return false };
        let Some(factor) = factor.as_constant().filter(|factor| *factor != 0) else { return false };
        // What else it is made of is the same for all of an iteration.
        rest.loops().into_iter().all(|other| other < id)
            && (gives_number(parts, &one.of) || factor.abs() == 1 && is_whole_turn(one, id, loops))
    })
}

/// Whether the parts of a number say what it is: a quotient by `a * b` and the remainder by `b` of that by `a` give the quotient
/// by `a`.
fn gives_number(parts: &[Part], of: &Form) -> bool {
    let parts = || parts.iter().filter(|part| part.of == *of);
    let mut known: Vec<Form> =
        parts().filter(|part| part.modulus.is_none()).map(|part| part.divisor.clone()).collect();
    for _ in 0..parts().count() {
        for part in parts() {
            let whole = part.modulus.as_ref().and_then(|modulus| part.divisor.multiply(modulus));
            if whole.is_some_and(|whole| known.contains(&whole)) && !known.contains(&part.divisor) {
                known.push(part.divisor.clone());
            }
        }
    }
    known.contains(&Form::constant(1))
}

/// Whether the loop's variable takes as many values one after another as the remainder has.
fn is_whole_turn(part: &Part, id: u32, loops: &Loops) -> bool {
    let Some(range) = loops.range(id) else { return false };
    let length = match range.step {
        1 => range.stop.subtract(&range.start),
        -1 => range.start.subtract(&range.stop),
        _ => None,
    };
    part.divisor == Form::constant(1) && length.is_some() && length == part.modulus
}
