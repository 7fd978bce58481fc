//! Numbers that are known when a region is entered, and forms over them turned back into expressions.

use super::affine::{Form, Symbol};
use crate::base::planted::{self, Fault};
use crate::source::Span;
use crate::tir::{BinaryOp, Expr, ExprKind, MinMax, same_expr};
use crate::ty::{IntKind, Ty};

/// The entry symbols of one region.
#[derive(Debug, Default)]
pub struct Entries {
    list: Vec<Entry>,
    /// The counters of loops on the host around the region: smallest and largest value.
    counters: Vec<(Symbol, Form, Form)>,
}

#[derive(Debug)]
struct Entry {
    /// Of an integer type; over the locals of the region's function as they are on entry.
    expr: Expr,
    /// What its type (or its nature) says about its value.
    range: Interval,
    /// It is the smallest or largest of these.
    compared: Option<(MinMax, Vec<Form>)>,
}

/// People do not read more, and more takes the C compiler long.
const MOST_COMPARED: usize = 3;

/// The entry that a form is, if it consists of nothing else.
fn entry_of(form: &Form) -> Option<usize> {
    let mut terms = form.terms();
    match (terms.next(), terms.next()) {
        (Some(([Symbol::Entry(index)], 1)), None) => Some(*index as usize),
        _ => None,
    }
}

/// The inclusive range that a number is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

/// The values of an integer type, `None` for other types.
pub fn type_range(ty: &Ty) -> Option<Interval> {
    let of = |kind: IntKind| {
        let bits = if kind == IntKind::Bool { 1 } else { kind.bits() };
        if kind.is_signed() {
            Interval { low: -(1i128 << (bits - 1)), high: (1i128 << (bits - 1)) - 1 }
        } else {
            Interval { low: 0, high: (1i128 << bits) - 1 }
        }
    };
    match ty {
        Ty::Int(kind) => Some(of(*kind)),
        Ty::Bint | Ty::Enum(_) => Some(of(IntKind::Int)),
        _ => None,
    }
}

impl Interval {
    pub fn contains(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    fn point(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    fn add(self, other: Interval) -> Option<Interval> {
        Some(Interval { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }

    fn multiply(self, other: Interval) -> Option<Interval> {
        let mut corners = [0; 4];
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        for (corner, (a, b)) in corners.iter_mut().zip(pairs) {
            *corner = a.checked_mul(b)?;
        }
        Some(Interval { low: *corners.iter().min()?, high: *corners.iter().max()? })
    }
}

impl Entries {
    /// The form of an expression that is known on entry; `None` if its type is not an integer that fits signed 64
    /// bits.
    pub fn form(&mut self, expr: Expr) -> Option<Form> {
        if let ExprKind::Int(value) = expr.kind {
            return Some(Form::constant(value));
        }
        let mut range = type_range(&expr.ty)?;
        if matches!(expr.kind, ExprKind::Extent { .. }) {
            range.low = 0;
        }
        // A larger unsigned number is negative when used as an index.
        range.high = range.high.min(i64::MAX as i128);
        Some(self.intern(expr, range))
    }

    fn intern(&mut self, expr: Expr, range: Interval) -> Form {
        let known = self.list.iter().position(|entry| same_expr(&entry.expr, &expr));
        let index = known.unwrap_or_else(|| {
            self.list.push(Entry { expr, range, compared: None });
            self.list.len() - 1
        });
        Form::symbol(Symbol::Entry(index as u32))
    }

    /// The smallest or largest of what two forms that are known on entry stand for. `None` if too many would be
    /// compared.
    pub fn min_max(&mut self, which: MinMax, left: &Form, right: &Form, span: Span) -> Option<Form> {
        let mut among: Vec<Form> = Vec::new();
        for form in self.compared(which, left).into_iter().chain(self.compared(which, right)) {
            if among.iter().any(|other| self.wins(which, other, &form)) {
                continue;
            }
            among.retain(|other| !self.wins(which, &form, other));
            among.push(form);
        }
        if among.len() > MOST_COMPARED {
            return None;
        }
        let mut forms = among.iter();
        let first = forms.next()?;
        let (mut expr, mut range) = (self.expr(first, span)?, self.interval(first)?);
        for form in forms {
            let (other, values) = (Box::new(self.expr(form, span)?), self.interval(form)?);
            expr = Expr::new(ExprKind::MinMax(which, Box::new(expr), other), Ty::SSIZE, span);
            range = match which {
                MinMax::Min => Interval { low: range.low.min(values.low), high: range.high.min(values.high) },
                MinMax::Max => Interval { low: range.low.max(values.low), high: range.high.max(values.high) },
            };
        }
        if among.len() == 1 {
            return among.pop();
        }
        let form = self.intern(expr, range);
        if let Some(index) = entry_of(&form) {
            self.list[index].compared = Some((which, among));
        }
        Some(form)
    }

    /// The forms of which a form is the smallest or largest: itself, if it is not made that way.
    fn compared(&self, which: MinMax, form: &Form) -> Vec<Form> {
        match entry_of(form).and_then(|index| self.list[index].compared.as_ref()) {
            Some((made, among)) if *made == which => among.clone(),
            _ => vec![form.clone()],
        }
    }

    /// Whether one form is certainly at most (or at least) the other.
    fn wins(&self, which: MinMax, one: &Form, other: &Form) -> bool {
        let difference = one.subtract(other).and_then(|difference| self.interval(&difference));
        difference.is_some_and(|difference| match which {
            _ if planted::has(Fault::MinIsMax) => true,
            MinMax::Min => difference.high <= 0,
            MinMax::Max => difference.low >= 0,
        })
    }

    /// Notes the range of a counter of a loop around the region; inner loops after outer ones.
    pub fn bound_counter(&mut self, counter: &Form, least: Form, greatest: Form) {
        let Some(symbol) = counter.terms().next().and_then(|(symbols, _)| symbols.first().copied()) else {
            return;
        };
        self.counters.push((symbol, least, greatest));
    }

    /// What the types and the host's loops say about the value of a form; `None` if it has loop variables.
    pub fn interval(&self, form: &Form) -> Option<Interval> {
        let by_type = self.type_interval(form)?;
        if self.counters.is_empty() {
            return Some(by_type);
        }
        let settled = |greatest| self.settle(form, greatest).and_then(|form| self.type_interval(&form));
        let low = settled(false).map_or(by_type.low, |settled| settled.low.max(by_type.low));
        let high = settled(true).map_or(by_type.high, |settled| settled.high.min(by_type.high));
        Some(Interval { low, high })
    }

    /// The form with the counters of the host's loops at the end of their ranges at which it is smallest or
    /// largest.
    fn settle(&self, form: &Form, greatest: bool) -> Option<Form> {
        let mut form = form.clone();
        for (symbol, least, most) in self.counters.iter().rev() {
            if !form.mentions(*symbol) {
                continue;
            }
            let (factor, _) = form.split(*symbol)?;
            let rises = factor.as_constant()? >= 0;
            form = form.substitute(*symbol, if rises == greatest { most } else { least })?;
        }
        Some(form)
    }

    fn type_interval(&self, form: &Form) -> Option<Interval> {
        let mut sum = Interval::point(0);
        for (symbols, coefficient) in form.terms() {
            let mut product = Interval::point(coefficient);
            for symbol in symbols {
                let Symbol::Entry(index) = symbol else { return None };
                product = product.multiply(self.list.get(*index as usize)?.range)?;
            }
            sum = sum.add(product)?;
        }
        Some(sum)
    }

    /// The form as an expression of type `Py_ssize_t`; `None` if it has loop variables or numbers that do not fit.
    pub fn expr(&self, form: &Form, span: Span) -> Option<Expr> {
        let (positive, negative) = self.sides(form, span)?;
        match (positive, negative) {
            (positive, None) => Some(positive.unwrap_or_else(|| Expr::int(0, Ty::SSIZE, span))),
            (positive, Some(negative)) => {
                let positive = positive.unwrap_or_else(|| Expr::int(0, Ty::SSIZE, span));
                Some(combine(BinaryOp::Subtract, positive, negative))
            }
        }
    }

    /// The terms with positive coefficients, and the negated others; `None` for no terms.
    pub fn sides(&self, form: &Form, span: Span) -> Option<(Option<Expr>, Option<Expr>)> {
        let (mut positive, mut negative): (Option<Expr>, Option<Expr>) = (None, None);
        // Constants last, as people write them.
        let terms: Vec<_> = form.terms().collect();
        let constants_last = terms.iter().filter(|(symbols, _)| !symbols.is_empty());
        let ordered = constants_last.chain(terms.iter().filter(|(symbols, _)| symbols.is_empty()));
        for (symbols, coefficient) in ordered {
            let term = self.term(symbols, coefficient.abs(), span)?;
            let side = if *coefficient > 0 { &mut positive } else { &mut negative };
            *side = Some(match side.take() {
                None => term,
                Some(sum) => combine(BinaryOp::Add, sum, term),
            });
        }
        Some((positive, negative))
    }

    fn term(&self, symbols: &[Symbol], coefficient: i128, span: Span) -> Option<Expr> {
        i64::try_from(coefficient).ok()?;
        let mut product =
            (coefficient != 1 || symbols.is_empty()).then(|| Expr::int(coefficient, Ty::SSIZE, span));
        for symbol in symbols {
            let Symbol::Entry(index) = symbol else { return None };
            let expr = &self.list.get(*index as usize)?.expr;
            let factor = if expr.ty == Ty::SSIZE {
                expr.clone()
            } else {
                Expr::new(ExprKind::Convert(Box::new(expr.clone())), Ty::SSIZE, span)
            };
            product = Some(match product {
                None => factor,
                Some(product) => combine(BinaryOp::Multiply, product, factor),
            });
        }
        product
    }
}

fn combine(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), Ty::SSIZE, span)
}
