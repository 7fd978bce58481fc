//! Values that are known while a module is read, and the results of operators on them.

use crate::hir::integer_operation;
use crate::syntax::ast;

/// A value at compile time.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Complex(f64, f64),
    Ellipsis,
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
            Value::Complex(real, imaginary) => *real != 0.0 || *imaginary != 0.0,
            Value::Ellipsis => true,
            Value::Text(text) => !text.is_empty(),
            Value::Bytes(bytes) => !bytes.is_empty(),
            Value::Tuple(items) => !items.is_empty(),
        }
    }

    /// Its truth value.
    pub fn boolean(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Its number, if it is an integer.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(*value),
            Value::Bool(value) => Some(i128::from(*value)),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Value::Float(value) => Some(*value),
            other => other.integer().map(|value| value as f64),
        }
    }

    fn complex(&self) -> Option<(f64, f64)> {
        match self {
            Value::Complex(real, imaginary) => Some((*real, *imaginary)),
            other => other.number().map(|real| (real, 0.0)),
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
        match (self.complex(), other.complex()) {
            (Some(left), Some(right)) => left == right,
            _ => self == other,
        }
    }
}

/// The names that `os.uname` would return, as far as they do not only depend on the machine.
pub(super) fn platform(name: &str) -> Option<Value> {
    let text = match name {
        "UNAME_SYSNAME" if cfg!(target_os = "linux") => "Linux",
        "UNAME_SYSNAME" if cfg!(target_os = "macos") => "Darwin",
        "UNAME_SYSNAME" if cfg!(target_os = "windows") => "Windows",
        "UNAME_MACHINE" => std::env::consts::ARCH,
        _ => return None,
    };
    Some(Value::Text(text.to_string()))
}

pub(super) fn unary_value(operator: &str, operand: Value) -> Option<Value> {
    match (operator, operand.integer(), operand) {
        ("-", Some(value), _) => value.checked_neg().map(Value::Int),
        ("-", None, Value::Float(value)) => Some(Value::Float(-value)),
        ("-", None, Value::Complex(real, imaginary)) => Some(Value::Complex(-real, -imaginary)),
        ("+", Some(value), _) => Some(Value::Int(value)),
        ("+", None, value @ Value::Float(_)) => Some(value),
        ("~", Some(value), _) => Some(Value::Int(!value)),
        _ => None,
    }
}

pub(super) fn binary_value(operator: &str, left: Value, right: Value) -> Option<Value> {
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
    if matches!((&left, &right), (Value::Complex(..), _) | (_, Value::Complex(..))) {
        let ((a, b), (c, d)) = (left.complex()?, right.complex()?);
        return Some(match operator {
            "+" => Value::Complex(a + c, b + d),
            "-" => Value::Complex(a - c, b - d),
            "*" => Value::Complex(a * c - b * d, a * d + b * c),
            _ => return None,
        });
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
    match operator {
        "/" => (b != 0).then(|| Value::Float(a as f64 / b as f64)),
        "**" if b < 0 => Some(Value::Float((a as f64).powf(b as f64))),
        _ => integer_operation(super::expr::operator(operator)?, a, b).map(Value::Int),
    }
}

pub(super) fn compared(comparison: ast::Comparison, left: &Value, right: &Value) -> Option<bool> {
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

pub(super) fn item(of: &Value, index: i128) -> Option<Value> {
    let length = of.length()? as i128;
    let at = usize::try_from(if index < 0 { index + length } else { index }).ok()?;
    match of {
        Value::Text(text) => text.chars().nth(at).map(|item| Value::Text(item.to_string())),
        Value::Bytes(bytes) => bytes.get(at).map(|byte| Value::Int(i128::from(*byte))),
        Value::Tuple(items) => items.get(at).cloned(),
        _ => None,
    }
}

/// `of[start:stop:step]`
pub(super) fn slice(of: &Value, [start, stop, step]: [Option<i128>; 3]) -> Option<Value> {
    let (length, step) = (of.length()? as i128, step.unwrap_or(1));
    if step == 0 {
        return None;
    }
    let (lowest, highest) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let place = |bound: i128| (if bound < 0 { bound + length } else { bound }).clamp(lowest, highest);
    let from = start.map_or(if step > 0 { 0 } else { length - 1 }, place);
    let to = stop.map_or(if step > 0 { length } else { -1 }, place);
    let indices = std::iter::successors(Some(from), |at| Some(at + step));
    let indices = indices.take_while(|at| if step > 0 { *at < to } else { *at > to });
    let items = indices.map(|at| item(of, at)).collect::<Option<Vec<Value>>>()?;
    Some(match of {
        Value::Text(_) => Value::Text(items.iter().filter_map(Value::text).collect()),
        Value::Bytes(_) => {
            Value::Bytes(items.iter().filter_map(|byte| u8::try_from(byte.integer()?).ok()).collect())
        }
        _ => Value::Tuple(items),
    })
}

/// A method of a text.
pub(super) fn attribute_called(of: &Value, name: &str, arguments: &[Value]) -> Option<Value> {
    let encoding = match arguments {
        [] => "utf8".to_string(),
        [Value::Text(encoding)] => encoding.to_ascii_lowercase().replace(['-', '_'], ""),
        _ => return None,
    };
    match (name, of, encoding.as_str()) {
        ("decode", Value::Bytes(bytes), "utf8" | "ascii") => {
            let text = String::from_utf8(bytes.clone()).ok()?;
            (encoding == "utf8" || text.is_ascii()).then_some(Value::Text(text))
        }
        ("decode", Value::Bytes(bytes), "latin1" | "iso88591") => {
            Some(Value::Text(bytes.iter().map(|byte| char::from(*byte)).collect()))
        }
        ("encode", Value::Text(text), "utf8") => Some(Value::Bytes(text.as_bytes().to_vec())),
        ("encode", Value::Text(text), "ascii") if text.is_ascii() => {
            Some(Value::Bytes(text.as_bytes().to_vec()))
        }
        ("encode", Value::Text(text), "latin1" | "iso88591") => {
            let bytes = text.chars().map(|letter| u8::try_from(u32::from(letter)).ok());
            bytes.collect::<Option<_>>().map(Value::Bytes)
        }
        _ => None,
    }
}

pub(super) fn called(name: &str, arguments: &[Value]) -> Option<Value> {
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
        ("str" | "unicode", [Value::Text(text)]) => Some(Value::Text(text.clone())),
        ("str" | "unicode", [Value::Int(value)]) => Some(Value::Text(value.to_string())),
        ("sum", [Value::Tuple(items)]) => {
            items.iter().try_fold(Value::Int(0), |all, item| binary_value("+", all, item.clone()))
        }
        ("tuple" | "list", [value @ Value::Tuple(_)]) => Some(value.clone()),
        _ => None,
    }
}
