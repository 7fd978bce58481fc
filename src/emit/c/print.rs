//! Printing expressions with the parentheses that C needs, and those that compilers' warnings and
//! readers want (`(a & b) == c`, `(a && b) || c`).

use std::fmt;

use super::{Doc, Expr};

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
        Expr::Name(_)
        | Expr::Constant(_)
        | Expr::Literal(_)
        | Expr::Type(_)
        | Expr::Braces(_)
        | Expr::Paren(_) => Level::Primary,
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

/// Adds an expression, in parentheses if it binds less tightly than the place asks for.
fn at(out: &mut Doc, expr: &Expr, least: Level) {
    if level(expr) < least { parenthesised(out, expr) } else { print(out, expr) }
}

fn parenthesised(out: &mut Doc, expr: &Expr) {
    out.push_open("(");
    print(out, expr);
    out.push_close(")");
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

fn operand(out: &mut Doc, outer: &str, inner: &Expr, least: Level) {
    if is_confusing(outer, inner) { parenthesised(out, inner) } else { at(out, inner, least) }
}

fn list(out: &mut Doc, items: &[Expr]) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_comma();
        }
        print(out, item);
    }
}

fn braces(out: &mut Doc, fields: &[(Option<String>, Expr)]) {
    out.push_open("{");
    for (index, (field, value)) in fields.iter().enumerate() {
        if index > 0 {
            out.push_comma();
        }
        if let Some(field) = field {
            out.push(&format!(".{field}"));
            out.push_value();
        }
        print(out, value);
    }
    out.push_close("}");
}

fn print(out: &mut Doc, expr: &Expr) {
    match expr {
        Expr::Name(text) | Expr::Constant(text) | Expr::Literal(text) => out.push(text),
        Expr::Postfix(inner, op) => {
            at(out, inner, Level::Postfix);
            out.push(op);
        }
        Expr::Assign(op, target, value) => {
            at(out, target, Level::Unary);
            match *op {
                "=" => out.push_value(),
                op => out.push_operator(op),
            }
            at(out, value, Level::Assignment);
        }
        Expr::Paren(inner) => parenthesised(out, inner),
        Expr::Unary(op, inner) => {
            let mut operand = Doc::default();
            at(&mut operand, inner, Level::Unary);
            out.push(op);
            // `- -x` and `& &x` must not become `--x` and `&&x`.
            if operand.as_str().starts_with(op) && *op != "*" && *op != "!" {
                out.push(" ");
            }
            out.append(operand);
        }
        Expr::Lent(place) => {
            out.push_open("OFFCY_LENT(");
            print(out, place);
            out.push_close(")");
        }
        Expr::Binary(op, left, right) => {
            let level = binary_level(op);
            operand(out, op, left, level);
            out.push_operator(op);
            operand(out, op, right, tighter(level));
        }
        Expr::Conditional(condition, then, otherwise) => {
            at(out, condition, Level::LogicalOr);
            out.push_operator("?");
            print(out, then);
            out.push_operator(":");
            at(out, otherwise, Level::Conditional);
        }
        Expr::Cast(ty, inner) => {
            out.push_open("(");
            out.append(ty.declaring(""));
            out.push_close(")");
            at(out, inner, Level::Unary);
        }
        Expr::Call(callee, arguments) => {
            at(out, callee, Level::Postfix);
            out.push_open("(");
            list(out, arguments);
            out.push_close(")");
        }
        Expr::Index(base, index) => {
            at(out, base, Level::Postfix);
            out.push_open("[");
            print(out, index);
            out.push_close("]");
        }
        Expr::Member(base, name) => {
            at(out, base, Level::Postfix);
            out.push(&format!(".{name}"));
        }
        Expr::Arrow(base, name) => {
            at(out, base, Level::Postfix);
            out.push(&format!("->{name}"));
        }
        Expr::Compound(ty, fields) => {
            out.push_open("(");
            out.append(ty.declaring(""));
            out.push_close(")");
            braces(out, fields);
        }
        Expr::Braces(fields) => braces(out, fields),
        Expr::Type(ty) => out.append(ty.declaring("")),
    }
}

impl From<&Expr> for Doc {
    fn from(expr: &Expr) -> Doc {
        let mut out = Doc::default();
        print(&mut out, expr);
        out
    }
}

impl From<Expr> for Doc {
    fn from(expr: Expr) -> Doc {
        Doc::from(&expr)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Doc::from(self).as_str())
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
