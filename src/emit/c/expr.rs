//! C expressions.

use super::Type;

/// A C expression. Parentheses are the printer's affair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A name, literal or anything else that never needs parentheses.
    Atom(String),
    /// A prefix operator: `-`, `!`, `~`, `*`, `&`.
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Type, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// `base.name`
    Member(Box<Expr>, String),
    /// `base->name`
    Arrow(Box<Expr>, String),
    /// `(T){...}`, each value with its designator where it has one.
    Compound(Type, Vec<(Option<String>, Expr)>),
    /// A type as the argument of a macro, or of `sizeof`.
    Type(Type),
}

impl Expr {
    pub fn atom(text: impl Into<String>) -> Expr {
        Expr::Atom(text.into())
    }

    /// A small number that every arithmetic type holds.
    pub fn number(value: impl std::fmt::Display) -> Expr {
        Expr::Atom(value.to_string())
    }

    /// The opposite of a condition. (`<` has none for floats.)
    pub fn not(condition: Expr) -> Expr {
        match condition {
            Expr::Binary("==", left, right) => Expr::Binary("!=", left, right),
            Expr::Binary("!=", left, right) => Expr::Binary("==", left, right),
            other => Expr::unary("!", other),
        }
    }

    pub fn unary(op: &'static str, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    pub fn binary(op: &'static str, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
    }

    pub fn cast(ty: Type, operand: Expr) -> Expr {
        Expr::Cast(ty, Box::new(operand))
    }

    pub fn call(callee: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::Call(Box::new(Expr::Atom(callee.into())), arguments)
    }

    pub fn index(base: Expr, index: Expr) -> Expr {
        Expr::Index(Box::new(base), Box::new(index))
    }

    /// `base.name`, or `pointer->name` where the base is `*pointer`.
    pub fn member(base: Expr, name: impl Into<String>) -> Expr {
        match base {
            Expr::Unary("*", pointer) => Expr::Arrow(pointer, name.into()),
            other => Expr::Member(Box::new(other), name.into()),
        }
    }

    /// `&place`, or the pointer where the place is `*pointer`.
    pub fn address(place: Expr) -> Expr {
        match place {
            Expr::Unary("*", pointer) => *pointer,
            other => Expr::unary("&", other),
        }
    }

    /// `*pointer`, or the place where the pointer is `&place`.
    pub fn deref(pointer: Expr) -> Expr {
        match pointer {
            Expr::Unary("&", place) => *place,
            other => Expr::unary("*", other),
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Expr::Atom(text) if text == "0" || text == "0l" || text == "0ul")
    }

    fn is_one(&self) -> bool {
        matches!(self, Expr::Atom(text) if text == "1")
    }

    /// `left + right` without adding a literal zero.
    pub fn sum(left: Expr, right: Expr) -> Expr {
        if left.is_zero() {
            right
        } else if right.is_zero() {
            left
        } else {
            Expr::binary("+", left, right)
        }
    }

    /// `left * right` without multiplying by a literal one.
    pub fn product(left: Expr, right: Expr) -> Expr {
        if left.is_one() || right.is_zero() {
            right
        } else if right.is_one() || left.is_zero() {
            left
        } else {
            Expr::binary("*", left, right)
        }
    }
}
