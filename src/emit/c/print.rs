//! Printing expressions with the parentheses that C needs, and those that compilers' warnings and
//! readers want (`(a & b) == c`, `(a && b) || c`).

use std::fmt;

use super::Expr;

/// How tightly an expression binds; C's grammar from loose to tight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Assignment,
    Conditional,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
    Primary,
}

fn binary_level(op: &str) -> Level {
    match op {
        "||" => Level::LogicalOr,
        "&&" => Level::LogicalAnd,
        "|" => Level::BitOr,
        "^" => Level::BitXor,
        "&" => Level::BitAnd,
        "==" | "!=" => Level::Equality,
        "<" | "<=" | ">" | ">=" => Level::Relation,
        "<<" | ">>" => Level::Shift,
        "+" | "-" => Level::Sum,
        _ => Level::Product,
    }
}

fn level(expr: &Expr) -> Level {
    match expr {
        Expr::Name(_) | Expr::Literal(_) | Expr::Type(_) | Expr::Braces(_) | Expr::Paren(_) => Level::Primary,
        Expr::Assign(..) => Level::Assignment,
        Expr::Conditional(..) => Level::Conditional,
        Expr::Binary(op, ..) => binary_level(op),
        Expr::Unary(..) | Expr::Cast(..) => Level::Unary,
        Expr::Call(..)
        | Expr::Lent(..)
        | Expr::Index(..)
        | Expr::Member(..)
        | Expr::Arrow(..)
        | Expr::Compound(..)
        | Expr::Postfix(..) => Level::Postfix,
    }
}

/// Whether an operator inside another needs parentheses although C would not ask for them.
fn is_confusing(outer: &str, inner: &Expr) -> bool {
    let Expr::Binary(inner, ..) = inner else { return false };
    let (outer, inner) = (binary_level(outer), binary_level(inner));
    match outer {
        Level::LogicalOr => inner == Level::LogicalAnd,
        Level::BitOr | Level::BitXor | Level::BitAnd => {
            inner != outer && (Level::BitOr..=Level::Product).contains(&inner)
        }
        Level::Shift => matches!(inner, Level::Sum | Level::Product | Level::Shift),
        Level::Equality | Level::Relation => matches!(inner, Level::Equality | Level::Relation),
        _ => false,
    }
}

struct At<'a>(&'a Expr, Level);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if level(self.0) < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// The level that asks for one step more than `level`, for the right side of an operator.
fn tighter(level: Level) -> Level {
    use Level::*;
    let all = [
        Assignment,
        Conditional,
        LogicalOr,
        LogicalAnd,
        BitOr,
        BitXor,
        BitAnd,
        Equality,
        Relation,
        Shift,
        Sum,
        Product,
        Unary,
        Postfix,
        Primary,
    ];
    all.into_iter().find(|&other| other > level).unwrap_or(Primary)
}

fn operand(f: &mut fmt::Formatter<'_>, outer: &str, inner: &Expr, least: Level) -> fmt::Result {
    if is_confusing(outer, inner) { write!(f, "({inner})") } else { write!(f, "{}", At(inner, least)) }
}

fn list(f: &mut fmt::Formatter<'_>, items: &[Expr]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}

fn braces(f: &mut fmt::Formatter<'_>, fields: &[(Option<String>, Expr)]) -> fmt::Result {
    f.write_str("{")?;
    for (index, (field, value)) in fields.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        if let Some(field) = field {
            write!(f, ".{field} = ")?;
        }
        write!(f, "{value}")?;
    }
    f.write_str("}")
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Name(text) | Expr::Literal(text) => f.write_str(text),
            Expr::Postfix(inner, op) => write!(f, "{}{op}", At(inner, Level::Postfix)),
            Expr::Assign(op, target, value) => {
                write!(f, "{} {op} {}", At(target, Level::Unary), At(value, Level::Assignment))
            }
            Expr::Paren(inner) => write!(f, "({inner})"),
            Expr::Unary(op, inner) => {
                let text = At(inner, Level::Unary).to_string();
                // `- -x` and `& &x` must not become `--x` and `&&x`.
                let space = if text.starts_with(op) && *op != "*" && *op != "!" { " " } else { "" };
                write!(f, "{op}{space}{text}")
            }
            Expr::Lent(place) => write!(f, "OFFCY_LENT({place})"),
            Expr::Binary(op, left, right) => {
                let level = binary_level(op);
                operand(f, op, left, level)?;
                write!(f, " {op} ")?;
                operand(f, op, right, tighter(level))
            }
            Expr::Conditional(condition, then, otherwise) => {
                let condition = At(condition, Level::LogicalOr);
                write!(f, "{condition} ? {then} : {}", At(otherwise, Level::Conditional))
            }
            Expr::Cast(ty, inner) => write!(f, "({ty}){}", At(inner, Level::Unary)),
            Expr::Call(callee, arguments) => {
                write!(f, "{}(", At(callee, Level::Postfix))?;
                list(f, arguments)?;
                f.write_str(")")
            }
            Expr::Index(base, index) => write!(f, "{}[{index}]", At(base, Level::Postfix)),
            Expr::Member(base, name) => write!(f, "{}.{name}", At(base, Level::Postfix)),
            Expr::Arrow(base, name) => write!(f, "{}->{name}", At(base, Level::Postfix)),
            Expr::Compound(ty, fields) => {
                write!(f, "({ty})")?;
                braces(f, fields)
            }
            Expr::Braces(fields) => braces(f, fields),
            Expr::Type(ty) => write!(f, "{ty}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Type;
    use super::*;

    fn a(name: &str) -> Expr {
        Expr::name(name)
    }

    fn b(op: &'static str, left: Expr, right: Expr) -> Expr {
        Expr::binary(op, left, right)
    }

    #[test]
    fn parentheses_where_c_or_a_reader_needs_them() {
        assert_eq!(b("-", a("x"), b("-", a("y"), a("z"))).to_string(), "x - (y - z)");
        assert_eq!(b("-", b("-", a("x"), a("y")), a("z")).to_string(), "x - y - z");
        assert_eq!(b("*", b("+", a("x"), a("y")), a("z")).to_string(), "(x + y) * z");
        assert_eq!(b("||", b("&&", a("x"), a("y")), a("z")).to_string(), "(x && y) || z");
        assert_eq!(b("==", b("&", a("x"), a("y")), a("z")).to_string(), "(x & y) == z");
        assert_eq!(b("&", b("==", a("x"), a("y")), a("z")).to_string(), "(x == y) & z");
        assert_eq!(b("<<", a("x"), b("+", a("y"), a("z"))).to_string(), "x << (y + z)");
        assert_eq!(Expr::unary("-", Expr::unary("-", a("x"))).to_string(), "- -x");
        assert_eq!(Expr::unary("*", Expr::unary("*", a("x"))).to_string(), "**x");
        let cast = Expr::cast(Type::named("double").pointer(), Expr::member(a("X"), "data"));
        assert_eq!(Expr::index(cast, a("i")).to_string(), "((double *)X.data)[i]");
        assert_eq!(Expr::member(Expr::deref(a("p")), "x").to_string(), "p->x");
        let nested = Expr::conditional(a("c"), a("x"), Expr::conditional(a("d"), a("y"), a("z")));
        assert_eq!(nested.to_string(), "c ? x : d ? y : z");
        assert_eq!(b("+", nested, a("w")).to_string(), "(c ? x : d ? y : z) + w");
    }
}
