//! `DEF` and `IF`: what is known while the module is read. Enum values are found in the same way.

use super::builder::BodyBuilder;
use super::scope::Entry;
use super::units::UnitId;
use super::{Lowerer, report};
use crate::base::Name;
use crate::hir::{ExprKind, Singleton, UnaryOp, floor_divide};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement, StringValue};

/// A value at compile time.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    Tuple(Vec<Value>),
}

impl Value {
    pub fn is_true(&self) -> bool {
        match self {
            Value::None => false,
            Value::Bool(value) => *value,
            Value::Int(value) => *value != 0,
            Value::Float(value) => *value != 0.0,
            Value::Text(text) => !text.is_empty(),
            Value::Bytes(bytes) => !bytes.is_empty(),
            Value::Tuple(items) => !items.is_empty(),
        }
    }

    /// The number that it is, where it is a whole one.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(*value),
            Value::Bool(value) => Some(i128::from(*value)),
            _ => None,
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Value::Float(value) => Some(*value),
            other => other.integer().map(|value| value as f64),
        }
    }

    fn length(&self) -> Option<usize> {
        match self {
            Value::Text(text) => Some(text.chars().count()),
            Value::Bytes(bytes) => Some(bytes.len()),
            Value::Tuple(items) => Some(items.len()),
            _ => None,
        }
    }

    fn order(&self, other: &Value) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
            (Value::Bytes(left), Value::Bytes(right)) => Some(left.cmp(right)),
            (Value::Tuple(left), Value::Tuple(right)) => {
                let differing = left.iter().zip(right).find(|(one, other)| !one.equals(other));
                differing.map_or(Some(left.len().cmp(&right.len())), |(one, other)| one.order(other))
            }
            _ => match (self.integer(), other.integer()) {
                (Some(left), Some(right)) => Some(left.cmp(&right)),
                _ => self.number()?.partial_cmp(&other.number()?),
            },
        }
    }

    fn equals(&self, other: &Value) -> bool {
        match (self.number(), other.number()) {
            (Some(left), Some(right)) => left == right,
            _ => self == other,
        }
    }
}

impl<'t> Lowerer<'t> {
    /// Reads the `DEF` and `IF` statements among these and inside of them, in the order of the text.
    pub(super) fn read_compile_time(&mut self, statement: Statement<'t>, unit: UnitId) {
        let outer = std::mem::replace(&mut self.unit, unit);
        self.read_one(statement);
        self.unit = outer;
    }

    fn read_one(&mut self, statement: Statement<'t>) {
        match statement {
            Statement::Define(define) => self.define(define),
            Statement::CompileTimeIf(condition) => self.choose(condition),
            other => {
                let inner = other.blocks().into_iter().flat_map(ast::Block::statements);
                inner.for_each(|statement| self.read_one(statement));
            }
        }
    }

    fn define(&mut self, define: ast::Define<'t>) {
        let (Some(name), Some(value)) = (define.name(), define.value()) else { return };
        let Some(value) = self.compile_time(value, &|_| None) else { return };
        let key = (self.unit, Name::new(name.text()));
        if self.constants.get(&key).is_some_and(|known| *known != value) {
            self.not_yet("a second `DEF` of a name", define.span());
            return;
        }
        self.constants.insert(key, value);
    }

    fn choose(&mut self, condition: ast::CompileTimeIf<'t>) {
        let clauses = condition.elif_clauses().into_iter().map(|clause| (clause.condition(), clause.body()));
        let clauses: Vec<_> =
            std::iter::once((condition.condition(), condition.body())).chain(clauses).collect();
        let mut chosen = condition.else_body();
        for (test, body) in clauses {
            let Some(value) = test.and_then(|test| self.compile_time(test, &|_| None)) else {
                chosen = None;
                break;
            };
            if value.is_true() {
                chosen = body;
                break;
            }
        }
        self.chosen.insert(condition.span(), chosen);
        for statement in chosen.map(ast::Block::statements).unwrap_or_default() {
            self.read_one(statement);
        }
    }

    /// The statements that an `IF` has chosen.
    pub(super) fn chosen_by(&self, statement: Statement<'t>) -> Vec<Statement<'t>> {
        let chosen = self.chosen.get(&statement.span()).copied().flatten();
        chosen.map(ast::Block::statements).unwrap_or_default()
    }

    /// The statements, with what an `IF` has chosen in its place.
    pub(super) fn live(&self, statements: Vec<Statement<'t>>) -> Vec<Statement<'t>> {
        if !statements.iter().any(|statement| matches!(statement, Statement::CompileTimeIf(_))) {
            return statements;
        }
        let live = statements.into_iter().flat_map(|statement| match statement {
            Statement::CompileTimeIf(_) => self.live(self.chosen_by(statement)),
            other => vec![other],
        });
        live.collect()
    }

    /// What a `DEF` has made of a name.
    pub(super) fn defined(&self, name: &str) -> Option<&Value> {
        if self.constants.is_empty() {
            return None;
        }
        self.constants.get(&(self.unit, Name::new(name)))
    }

    /// The value as an expression.
    pub(super) fn value_kind(&mut self, value: Value, span: Span, body: &mut BodyBuilder) -> ExprKind {
        match value {
            Value::None => ExprKind::Singleton(Singleton::None),
            Value::Bool(true) => ExprKind::Singleton(Singleton::True),
            Value::Bool(false) => ExprKind::Singleton(Singleton::False),
            Value::Int(number) => {
                let kind = ExprKind::Int {
                    digits: number.unsigned_abs().to_string().into(),
                    suffix: Name::default(),
                };
                match number < 0 {
                    true => ExprKind::Unary(UnaryOp::Negate, body.add(kind, span)),
                    false => kind,
                }
            }
            Value::Float(number) => {
                let kind = ExprKind::Float(match number.abs() {
                    size if size.is_nan() => "nan".into(),
                    size if size.is_infinite() => "inf".into(),
                    size => format!("{size:?}").into(),
                });
                match number.is_sign_negative() {
                    true => ExprKind::Unary(UnaryOp::Negate, body.add(kind, span)),
                    false => kind,
                }
            }
            Value::Text(text) => ExprKind::Str(text),
            Value::Bytes(bytes) => ExprKind::Bytes(bytes),
            Value::Tuple(items) => {
                let items = items.into_iter().map(|item| {
                    let kind = self.value_kind(item, span, body);
                    body.add(kind, span)
                });
                ExprKind::Tuple(items.collect())
            }
        }
    }

    /// The value of an expression that must be known now; `known` has names beside those of `DEF`.
    pub(super) fn compile_time(
        &mut self,
        expr: Expression<'t>,
        known: &dyn Fn(&str) -> Option<i128>,
    ) -> Option<Value> {
        let value = self.evaluated(expr, known);
        if value.is_none() && !self.is_broken {
            self.report(report::not_compile_time(expr.span()));
        }
        value
    }

    /// The integer that an expression is, as far as it is known now.
    pub(super) fn integer_of(&self, expr: Expression<'t>) -> Option<i64> {
        i64::try_from(self.evaluated(expr, &|_| None)?.integer()?).ok()
    }

    /// The same where it need not be known.
    pub(super) fn evaluated(
        &self,
        expr: Expression<'t>,
        known: &dyn Fn(&str) -> Option<i128>,
    ) -> Option<Value> {
        let value = |expr: Option<Expression<'t>>| self.evaluated(expr?, known);
        match expr {
            Expression::None(_) => Some(Value::None),
            Expression::Boolean(literal) => Some(Value::Bool(literal.value())),
            Expression::Integer(literal) => literal.value().ok()?.digits.parse().ok().map(Value::Int),
            Expression::Float(literal) => {
                literal.value().ok()?.replace('_', "").parse().ok().map(Value::Float)
            }
            Expression::Character(literal) => literal.value().ok().map(|byte| Value::Int(i128::from(byte))),
            Expression::String(literal) => match literal.value().ok()? {
                StringValue::Text(text) => Some(Value::Text(text)),
                StringValue::Bytes(bytes) => Some(Value::Bytes(bytes)),
                StringValue::Format(_) => None,
            },
            Expression::Name(name) => {
                let text = name.text();
                let member = || match self.scope.get(text) {
                    Some(Entry::EnumMember(id)) => self.enums[*id].value(text).map(i128::from),
                    _ => None,
                };
                let number = || known(text).or_else(member).map(Value::Int);
                self.defined(text).cloned().or_else(number).or_else(|| platform(text))
            }
            Expression::Tuple(items) | Expression::List(items) => {
                let items = items.elements().into_iter().map(|item| self.evaluated(item, known));
                items.collect::<Option<_>>().map(Value::Tuple)
            }
            Expression::Not(not) => Some(Value::Bool(!value(not.operand())?.is_true())),
            Expression::Unary(unary) => unary_value(unary.operator(), value(unary.operand())?),
            Expression::Binary(binary) => {
                binary_value(binary.operator(), value(binary.left())?, value(binary.right())?)
            }
            Expression::Logical(logical) => {
                let left = value(logical.left())?;
                if left.is_true() == logical.is_and() { value(logical.right()) } else { Some(left) }
            }
            Expression::Compare(compare) => {
                let mut left = value(compare.first())?;
                for (comparison, right) in compare.rest() {
                    let right = self.evaluated(right, known)?;
                    if !compared(comparison, &left, &right)? {
                        return Some(Value::Bool(false));
                    }
                    left = right;
                }
                Some(Value::Bool(true))
            }
            Expression::Conditional(conditional) => match value(conditional.condition())?.is_true() {
                true => value(conditional.then()),
                false => value(conditional.otherwise()),
            },
            Expression::Subscript(subscript) => match subscript.indices().as_slice() {
                [Expression::Slice(_)] => None,
                [index] => item(&value(subscript.value())?, self.evaluated(*index, known)?.integer()?),
                _ => None,
            },
            Expression::Call(call) => {
                let Some(Expression::Name(name)) = call.function() else { return None };
                let arguments = call.arguments();
                if arguments.iter().any(|argument| !argument.is_plain()) {
                    return None;
                }
                let arguments = arguments.into_iter().map(|argument| value(argument.value()));
                called(name.text(), &arguments.collect::<Option<Vec<_>>>()?)
            }
            _ => None,
        }
    }
}

/// The names that `os.uname` would give, as far as they do not depend on the machine alone.
fn platform(name: &str) -> Option<Value> {
    let text = match name {
        "UNAME_SYSNAME" if cfg!(target_os = "linux") => "Linux",
        "UNAME_SYSNAME" if cfg!(target_os = "macos") => "Darwin",
        "UNAME_SYSNAME" if cfg!(target_os = "windows") => "Windows",
        "UNAME_MACHINE" => std::env::consts::ARCH,
        _ => return None,
    };
    Some(Value::Text(text.to_string()))
}

fn unary_value(operator: &str, operand: Value) -> Option<Value> {
    match (operator, operand.integer(), operand) {
        ("-", Some(value), _) => value.checked_neg().map(Value::Int),
        ("-", None, Value::Float(value)) => Some(Value::Float(-value)),
        ("+", Some(value), _) => Some(Value::Int(value)),
        ("+", None, value @ Value::Float(_)) => Some(value),
        ("~", Some(value), _) => Some(Value::Int(!value)),
        _ => None,
    }
}

fn binary_value(operator: &str, left: Value, right: Value) -> Option<Value> {
    match (operator, &left, &right) {
        ("+", Value::Text(left), Value::Text(right)) => return Some(Value::Text(format!("{left}{right}"))),
        ("+", Value::Bytes(left), Value::Bytes(right)) => {
            return Some(Value::Bytes([left.as_slice(), right].concat()));
        }
        ("+", Value::Tuple(left), Value::Tuple(right)) => {
            return Some(Value::Tuple([left.as_slice(), right].concat()));
        }
        _ => {}
    }
    let (Some(a), Some(b)) = (left.integer(), right.integer()) else {
        let (a, b) = (left.number()?, right.number()?);
        let value = match operator {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" if b != 0.0 => a / b,
            "//" if b != 0.0 => (a / b).floor(),
            "**" => a.powf(b),
            _ => return None,
        };
        return Some(Value::Float(value));
    };
    if let (Value::Bool(a), Value::Bool(b)) = (&left, &right) {
        match operator {
            "&" => return Some(Value::Bool(a & b)),
            "|" => return Some(Value::Bool(a | b)),
            "^" => return Some(Value::Bool(a ^ b)),
            _ => {}
        }
    }
    let shift = || u32::try_from(b).ok().filter(|shift| *shift < 127);
    let value = match operator {
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "*" => a.checked_mul(b)?,
        "/" => return (b != 0).then(|| Value::Float(a as f64 / b as f64)),
        "//" => floor_divide(a, b)?,
        "%" => a - floor_divide(a, b)? * b,
        "**" if b < 0 => return Some(Value::Float((a as f64).powf(b as f64))),
        "**" => a.checked_pow(u32::try_from(b).ok()?)?,
        "<<" => a.checked_mul(1i128.checked_shl(shift()?)?)?,
        ">>" => a >> shift()?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        _ => return None,
    };
    Some(Value::Int(value))
}

fn compared(comparison: ast::Comparison, left: &Value, right: &Value) -> Option<bool> {
    use ast::Comparison::*;
    let contains = || match (left, right) {
        (Value::Text(part), Value::Text(whole)) => Some(whole.contains(part.as_str())),
        (_, Value::Tuple(items)) => Some(items.iter().any(|item| item.equals(left))),
        _ => None,
    };
    Some(match comparison {
        Equal => left.equals(right),
        NotEqual => !left.equals(right),
        Less => left.order(right)?.is_lt(),
        LessEqual => left.order(right)?.is_le(),
        Greater => left.order(right)?.is_gt(),
        GreaterEqual => left.order(right)?.is_ge(),
        Is => left == right,
        IsNot => left != right,
        In => contains()?,
        NotIn => !contains()?,
    })
}

fn item(of: &Value, index: i128) -> Option<Value> {
    let length = of.length()? as i128;
    let at = usize::try_from(if index < 0 { index + length } else { index }).ok()?;
    match of {
        Value::Text(text) => text.chars().nth(at).map(|item| Value::Text(item.to_string())),
        Value::Bytes(bytes) => bytes.get(at).map(|byte| Value::Int(i128::from(*byte))),
        Value::Tuple(items) => items.get(at).cloned(),
        _ => None,
    }
}

fn called(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("len", [of]) => Some(Value::Int(of.length()? as i128)),
        ("abs", [Value::Float(value)]) => Some(Value::Float(value.abs())),
        ("abs", [value]) => Some(Value::Int(value.integer()?.checked_abs()?)),
        ("bool", [value]) => Some(Value::Bool(value.is_true())),
        ("int", [Value::Float(value)]) if value.is_finite() && value.abs() < 1e18 => {
            Some(Value::Int(*value as i128))
        }
        ("int", [Value::Text(text)]) => text.trim().parse().ok().map(Value::Int),
        ("int", [value]) => value.integer().map(Value::Int),
        ("float", [Value::Text(text)]) => text.trim().parse().ok().map(Value::Float),
        ("float", [value]) => value.number().map(Value::Float),
        ("ord", [Value::Text(text)]) => {
            let mut letters = text.chars();
            let first = letters.next()?;
            letters.next().is_none().then_some(Value::Int(i128::from(u32::from(first))))
        }
        ("chr", [value]) => {
            let letter = char::from_u32(u32::try_from(value.integer()?).ok()?)?;
            Some(Value::Text(letter.to_string()))
        }
        ("min" | "max", [Value::Tuple(items)]) => called(name, items),
        ("min" | "max", [first, rest @ ..]) => {
            let wanted = if name == "min" { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
            let mut best = first;
            for value in rest {
                if value.order(best)? == wanted {
                    best = value;
                }
            }
            Some(best.clone())
        }
        ("tuple" | "list", [value @ Value::Tuple(_)]) => Some(value.clone()),
        _ => None,
    }
}
