//! Loops of C's arithmetic alone: what they name, and whether longer vectors are of use to them.

use std::collections::HashSet;

use super::valid::has_word;
use super::{Declaration, Header, Stmt};
use crate::emit::c::{Expr, Type};

/// Whether an error has been recorded.
pub(super) const FAILED: &str = "offcy_failed";

/// Loops of more statements than this are not compiled several times.
const MOST: usize = 120;

/// Functions and macros that give the same on every processor, and that compilers do not call.
const INLINE: &[&str] = &[
    "offcy_at",
    "sizeof",
    "OFFCY_ASSUME",
    super::rows::HIDE,
    "OFFCY_LANES_AT",
    "OFFCY_EACH_LANE",
    "OFFCY_CONVERT_LANES",
    "OFFCY_NUMBERED_LANES",
    "OFFCY_CALL_LANES",
    "OFFCY_SQUARE_LANES",
    "OFFCY_TRUTHS_FOR",
    "OFFCY_CHOOSE_LANES",
    "OFFCY_MIN_LANES",
    "OFFCY_MAX_LANES",
    KEEP_LANES,
    "sqrt",
    "sqrtf",
    "fabs",
    "fabsf",
    "offcy_square",
    "offcy_squaref",
    "offcy_floor",
    "offcy_floorf",
    "offcy_ceil",
    "offcy_ceilf",
    "offcy_apart",
    "offcy_trunc",
    "offcy_truncf",
];

/// Gives an array the values of lanes.
const KEEP_LANES: &str = "OFFCY_KEEP_LANES";

/// Functions that ask whether something fails, and end nothing themselves.
const ASKING: &[&str] = &["OFFCY_UNLIKELY", "offcy_outside", "offcy_misses"];

/// The beginnings of the names of such functions for each type.
const ASKING_OF_TYPES: &[&str] = &["offcy_division_problem_", "offcy_shift_overflows_"];

/// What changes its first argument.
const CHANGING: [&str; 2] = [KEEP_LANES, "OFFCY_IN_ANY_ORDER"];

/// What a call is to a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Compilers put the function's body in its place.
    Inline,
    /// It stays a call, which vectors have none of.
    Kept,
}

/// Finds what calls of a function are, of one that gives the same on every processor.
pub type Calls<'c> = &'c dyn Fn(&str) -> Option<Call>;

pub(super) fn call_of(callee: &Expr, calls: Calls<'_>) -> Option<Call> {
    match callee {
        Expr::Name(name) if INLINE.contains(&name.as_str()) => Some(Call::Inline),
        // The smaller or larger of two numbers of any type.
        Expr::Name(name) if ["offcy_min_", "offcy_max_"].iter().any(|one| name.starts_with(one)) => {
            Some(Call::Inline)
        }
        Expr::Name(name) if name == "offcy_stopped" || ASKING.contains(&name.as_str()) => Some(Call::Kept),
        Expr::Name(name) if ASKING_OF_TYPES.iter().any(|one| name.starts_with(one)) => Some(Call::Kept),
        Expr::Name(name) => calls(name),
        _ => None,
    }
}

const INTEGERS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "ptrdiff_t",
    "Py_ssize_t",
    "size_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
];

pub(super) fn is_integer(ty: &Type) -> bool {
    match ty {
        Type::Named(name) => INTEGERS.contains(&name.as_str()),
        Type::Const(inner) => is_integer(inner),
        _ => false,
    }
}

/// What statements name that is declared around them.
pub(super) struct Uses<'a> {
    /// In the order in which they come.
    pub free: Vec<&'a str>,
    /// Those that get a value.
    pub assigned: HashSet<&'a str>,
    /// The error record that a loop fills and asks.
    pub record: Option<&'a Expr>,
    calls: Calls<'a>,
    declared: Vec<HashSet<&'a str>>,
    named: HashSet<&'a str>,
    statements: usize,
    is_function: bool,
    is_other: bool,
}

impl<'a> Uses<'a> {
    fn new(calls: Calls<'a>) -> Uses<'a> {
        Uses {
            free: vec![],
            assigned: HashSet::new(),
            record: None,
            calls,
            declared: vec![],
            named: HashSet::new(),
            statements: 0,
            is_function: false,
            is_other: false,
        }
    }

    /// Of a statement that consists of arithmetic, stores, conditions, loops and what records errors; `None` for others. Where it jumps
    /// to is another question ([`super::failing`]).
    pub fn of(stmt: &'a Stmt, calls: Calls<'a>) -> Option<Uses<'a>> {
        let mut uses = Uses::new(calls);
        uses.block(std::slice::from_ref(stmt));
        (!uses.is_other).then_some(uses)
    }

    /// Of a function's body of such statements, with jumps, returns and atomic operations. A variable whose address is taken
    /// counts as assigned.
    pub fn of_function(body: &'a [Stmt], calls: Calls<'a>) -> Option<Uses<'a>> {
        let mut uses = Uses { is_function: true, ..Uses::new(calls) };
        uses.block(body);
        (!uses.is_other).then_some(uses)
    }

    /// Of an expression that gives the same wherever it is computed: no memory is read but the fields of variables.
    pub fn of_constant(expr: &'a Expr) -> Option<Uses<'a>> {
        let mut uses = Uses::new(&|_| None);
        uses.expr(expr);
        (!uses.is_other && uses.assigned.is_empty() && is_steady(expr)).then_some(uses)
    }

    /// Of a comparison with the size of a type.
    pub fn of_assumption(expr: &'a Expr) -> Option<Uses<'a>> {
        match expr {
            Expr::Binary("==", left, right) if is_size(right) => Uses::of_constant(left),
            _ => None,
        }
    }

    fn block(&mut self, block: &'a [Stmt]) {
        self.declared.push(HashSet::new());
        block.iter().for_each(|stmt| self.stmt(stmt));
        self.declared.pop();
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.statements += 1;
        self.is_other |= self.statements > MOST && !self.is_function;
        if self.is_other {
            return;
        }
        match stmt {
            Stmt::Expr(value) | Stmt::Unused(value) => self.value(value),
            Stmt::Declare(declaration) => self.declare(declaration),
            Stmt::If(branches) => {
                for (condition, block) in &branches.arms {
                    self.value(condition);
                    self.block(block);
                }
                branches.otherwise.iter().for_each(|block| self.block(block));
            }
            Stmt::For(Header::Counting { init, condition, advance }, block) => {
                self.declared.push(HashSet::new());
                self.stmt(init);
                self.expr(condition);
                self.block(block);
                self.expr(advance);
                self.declared.pop();
            }
            Stmt::While(condition, block) => {
                self.expr(condition);
                self.block(block);
            }
            Stmt::Block(block) => self.block(block),
            Stmt::Joined(statements) => statements.iter().for_each(|stmt| self.stmt(stmt)),
            Stmt::Break | Stmt::Continue | Stmt::At(_) | Stmt::Comment(_) | Stmt::Gap | Stmt::Unroll(_) => {}
            Stmt::Goto(_) | Stmt::Label(_) => {}
            Stmt::Return(None) if self.is_function => {}
            // One operation of a thread.
            Stmt::Pragma(clauses) if self.is_function => self.is_other |= !has_word(clauses, &["atomic"]),
            _ => self.is_other = true,
        }
    }

    fn declare(&mut self, declaration: &'a Declaration) {
        self.is_other |= declaration.is_static;
        for (name, value) in &declaration.variables {
            value.iter().for_each(|value| self.expr(value));
            if let Some(scope) = self.declared.last_mut() {
                scope.insert(name);
            }
        }
    }

    /// All of a statement or a part of a condition: these alone may be about an error record.
    fn value(&mut self, value: &'a Expr) {
        if let Expr::Binary("&&", left, right) = value {
            self.value(left);
            return self.value(right);
        }
        let Some((record, arguments)) = of_record(value).filter(|_| !self.is_function) else {
            return self.expr(value);
        };
        let is_own = root_of_record(record).is_none_or(|name| self.is_declared(name));
        self.is_other |= is_own || self.record.is_some_and(|known| known != record);
        self.record = Some(record);
        arguments.iter().for_each(|argument| self.expr(argument));
    }

    fn is_declared(&self, name: &str) -> bool {
        self.declared.iter().any(|scope| scope.contains(name))
    }

    fn name(&mut self, name: &'a str) {
        let is_own = self.is_declared(name);
        // A function, given to a macro, is known everywhere.
        let is_known = ["true", "false", "NULL"].contains(&name) || INLINE.contains(&name);
        if !is_own && !is_known && self.named.insert(name) {
            self.free.push(name);
        }
    }

    fn assign(&mut self, place: &'a Expr) {
        if let Some(name) = root(place)
            && !self.is_declared(name)
        {
            self.assigned.insert(name);
        }
        self.expr(place);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Constant(_) | Expr::Literal(_) | Expr::Type(_) => {}
            Expr::Unary("&", place) | Expr::Lent(place) if self.is_function => self.assign(place),
            // An index that a check may change.
            Expr::Unary("&", place) if matches!(&**place, Expr::Name(name) if self.is_declared(name)) => {}
            Expr::Unary("&", _) | Expr::Lent(_) => self.is_other = true,
            Expr::Unary("++" | "--", place) | Expr::Postfix(place, _) => self.assign(place),
            Expr::Assign(_, place, value) => {
                self.expr(value);
                self.assign(place);
            }
            Expr::Call(callee, arguments) => {
                self.is_other |= call_of(callee, self.calls).is_none();
                if CHANGING.iter().any(|name| **callee == Expr::name(*name)) {
                    arguments.iter().take(1).for_each(|place| self.assign(place));
                }
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            other => parts(other).into_iter().for_each(|part| self.expr(part)),
        }
    }
}

/// Of a call that asks an error record or fills it: the record, and the other arguments.
pub(super) fn of_record(value: &Expr) -> Option<(&Expr, &[Expr])> {
    let Expr::Call(callee, arguments) = value else { return None };
    let Expr::Name(name) = &**callee else { return None };
    let (record, others) = arguments.split_first()?;
    (is_recording(name) || name == FAILED).then_some((record, others))
}

/// Whether a statement records an error, always.
pub(super) fn records(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(Expr::Call(callee, _)) if matches!(&**callee, Expr::Name(name) if is_recording(name)))
}

/// Whether a condition asks if an error has been recorded.
pub(super) fn asks(condition: &Expr) -> bool {
    matches!(condition, Expr::Call(callee, _) if **callee == Expr::name(FAILED))
}

fn is_recording(name: &str) -> bool {
    ["offcy_fail", "offcy_fail_axis", "offcy_fail_index"].contains(&name)
}

fn root_of_record(record: &Expr) -> Option<&str> {
    match record {
        Expr::Name(name) => Some(name),
        Expr::Unary("&", place) => match &**place {
            Expr::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The expressions that an expression consists of.
pub(super) fn parts(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    expr.each_part(&mut |part| found.push(part));
    found
}

/// Whether the expression names one of these variables.
pub(super) fn names(expr: &Expr, is_one: &dyn Fn(&str) -> bool) -> bool {
    matches!(expr, Expr::Name(name) if is_one(name))
        || parts(expr).into_iter().any(|part| names(part, is_one))
}

/// The variable of which a place is all or a part, or perhaps; `None` for what a pointer leads to.
fn root(place: &Expr) -> Option<&str> {
    match place {
        Expr::Name(name) => Some(name),
        Expr::Member(base, _) | Expr::Paren(base) => root(base),
        // An array in it, or a pointer.
        Expr::Index(base, _) if matches!(&**base, Expr::Member(..) | Expr::Index(..)) => root(base),
        Expr::Unary("__real__ " | "__imag__ ", inner) => root(inner),
        _ => None,
    }
}

/// `view.shape`: an array in a variable.
pub(super) fn is_field(base: &Expr) -> bool {
    matches!(base, Expr::Member(_, member) if member == "shape" || member == "strides")
}

/// `sizeof(T)`
pub(super) fn is_size(expr: &Expr) -> bool {
    match expr {
        Expr::Cast(_, inner) => is_size(inner),
        Expr::Call(callee, arguments) => {
            **callee == Expr::name("sizeof") && matches!(arguments.as_slice(), [Expr::Type(_)])
        }
        _ => false,
    }
}

fn is_steady(expr: &Expr) -> bool {
    let reads_memory = match expr {
        Expr::Index(base, _) => !is_field(base),
        Expr::Unary(op, _) => !["-", "!", "~", "+"].contains(op),
        Expr::Call(..) | Expr::Lent(_) | Expr::Arrow(..) | Expr::Compound(..) | Expr::Braces(_) => true,
        _ => false,
    };
    !reads_memory && parts(expr).into_iter().all(is_steady)
}
