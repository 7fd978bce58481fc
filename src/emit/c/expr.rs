//! C expressions.

use super::Type;

/// A C expression. Parentheses are the printer's affair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// An identifier: a variable, function or macro.
    Name(String),
    /// An enumerator or macro of the file that stands for a number: no variable.
    Constant(String),
    /// A number or string.
    Literal(String),
    /// A prefix operator: `-`, `!`, `~`, `*`, `&`.
    Unary(&'static str, Box<Expr>),
    /// `OFFCY_LENT(place)`: a pointer to a variable, for functions that a kernel calls (`offcy_base.h`).
    Lent(Box<Expr>),
    /// `i++`
    Postfix(Box<Expr>, &'static str),
    /// `a = b`, `a += b`
    Assign(&'static str, Box<Expr>, Box<Expr>),
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
    /// `{...}` as a first value, each part with its designator where it has one.
    Braces(Vec<(Option<String>, Expr)>),
    /// Parentheses around an argument of a macro whose commas would part it.
    Paren(Box<Expr>),
    /// A type as the argument of a macro, or of `sizeof`.
    Type(Type),
}

impl Expr {
    /// Visits the expressions that this one consists of, without those inside them.
    pub fn each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match self {
            Expr::Name(_) | Expr::Constant(_) | Expr::Literal(_) | Expr::Type(_) => {}
            Expr::Unary(_, inner)
            | Expr::Lent(inner)
            | Expr::Postfix(inner, _)
            | Expr::Cast(_, inner)
            | Expr::Paren(inner)
            | Expr::Member(inner, _)
            | Expr::Arrow(inner, _) => visit(inner),
            Expr::Binary(_, left, right) | Expr::Assign(_, left, right) | Expr::Index(left, right) => {
                visit(left);
                visit(right);
            }
            Expr::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| visit(part));
            }
            Expr::Call(callee, arguments) => {
                visit(callee);
                arguments.iter().for_each(visit);
            }
            Expr::Compound(_, fields) | Expr::Braces(fields) => {
                fields.iter().for_each(|(_, value)| visit(value));
            }
        }
    }

    pub fn name(name: impl Into<String>) -> Expr {
        Expr::Name(name.into())
    }

    pub fn constant(name: impl Into<String>) -> Expr {
        Expr::Constant(name.into())
    }

    /// A number or string as C spells it.
    pub fn literal(text: impl Into<String>) -> Expr {
        Expr::Literal(text.into())
    }

    /// A small number that every arithmetic type holds.
    pub fn number(value: impl std::fmt::Display) -> Expr {
        Expr::Literal(value.to_string())
    }

    pub fn null() -> Expr {
        Expr::name("NULL")
    }

    /// `false` or `true`.
    pub fn bool(value: bool) -> Expr {
        Expr::name(if value { "true" } else { "false" })
    }

    /// `{0}`
    pub fn zeros() -> Expr {
        Expr::Braces(vec![(None, Expr::number(0))])
    }

    pub fn assign(target: Expr, op: &'static str, value: Expr) -> Expr {
        Expr::Assign(op, Box::new(target), Box::new(value))
    }

    /// `counter++`, `counter--`
    pub fn postfix(operand: Expr, op: &'static str) -> Expr {
        Expr::Postfix(Box::new(operand), op)
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
        Expr::Call(Box::new(Expr::Name(callee.into())), arguments)
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

    /// A pointer to a variable of a kernel, or the pointer where the variable is `*pointer`.
    pub fn lent(variable: Expr) -> Expr {
        match variable {
            Expr::Unary("*", pointer) => *pointer,
            other => Expr::Lent(Box::new(other)),
        }
    }

    /// `*pointer`, or the place where the pointer is `&place`.
    pub fn deref(pointer: Expr) -> Expr {
        match pointer {
            Expr::Unary("&", place) | Expr::Lent(place) => *place,
            other => Expr::unary("*", other),
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Expr::Literal(text) if text == "0" || text == "0l" || text == "0ul")
    }

    fn is_one(&self) -> bool {
        matches!(self, Expr::Literal(text) if text == "1")
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
