//! Names that the caller of the compiler gives values, as `DEF` in a module would.

use std::collections::BTreeMap;

use super::value::Value;

/// Cython's `--compile-time-env`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompileTimeEnv(BTreeMap<String, Value>);

impl CompileTimeEnv {
    /// Reads `NAME=VALUE`, with Cython's meaning of values: `True`, `False`, `None`, digits, what is a `float` to Python, and
    /// otherwise a text.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').ok_or("a compile-time name is set as NAME=VALUE")?;
        let (name, value) = (name.trim(), value.trim());
        let begins = |first: char| first.is_alphabetic() || first == '_';
        if !name.starts_with(begins) || !name.chars().all(|one| one.is_alphanumeric() || one == '_') {
            return Err(format!("`{name}` is not a name"));
        }
        self.0.insert(name.to_string(), value_of(value));
        Ok(())
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

fn value_of(text: &str) -> Value {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text {
        "True" => Value::Bool(true),
        "False" => Value::Bool(false),
        "None" => Value::None,
        _ => match (text.parse(), float_of(text)) {
            (Ok(number), _) if is_whole => Value::Int(number),
            (_, Some(number)) => Value::Float(number),
            _ => Value::Text(text.to_string()),
        },
    }
}

/// What `float` makes of a text: digits may have `_` between them.
fn float_of(text: &str) -> Option<f64> {
    let are_between = |part: (&str, &str)| {
        part.0.ends_with(|last: char| last.is_ascii_digit())
            && part.1.starts_with(|first: char| first.is_ascii_digit())
    };
    let parts: Vec<&str> = text.split('_').collect();
    parts.windows(2).all(|pair| are_between((pair[0], pair[1]))).then(|| parts.concat().parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cythons() {
        let of = |text| {
            let mut env = CompileTimeEnv::default();
            env.set(text).map(|()| env.get("N").cloned().unwrap_or(Value::Ellipsis))
        };
        assert_eq!(of("N=True"), Ok(Value::Bool(true)));
        assert_eq!(of(" N = None "), Ok(Value::None));
        assert_eq!(of("N=012"), Ok(Value::Int(12)));
        assert_eq!(of("N=-3"), Ok(Value::Float(-3.0)));
        assert_eq!(of("N=1e3"), Ok(Value::Float(1000.0)));
        assert_eq!(of("N=1_0"), Ok(Value::Float(10.0)));
        assert_eq!(of("N=1_"), Ok(Value::Text("1_".to_string())));
        assert_eq!(of("N=true"), Ok(Value::Text("true".to_string())));
        assert_eq!(of("N="), Ok(Value::Text(String::new())));
        assert_eq!(of("N=a=b"), Ok(Value::Text("a=b".to_string())));
        assert!(of("N").is_err() && of("3=4").is_err() && of("a b=4").is_err());
    }
}
