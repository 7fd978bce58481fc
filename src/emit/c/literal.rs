//! C's literals.

use super::Expr;

/// An integer literal of the C type `type_name`. Small numbers need no cast where the context
/// converts them; wide ones get the suffix that keeps their value.
pub fn int_literal(value: i128, type_name: &str) -> Expr {
    let suffix = match type_name {
        "unsigned int" => "U",
        "unsigned long" | "size_t" | "uint64_t" => "UL",
        "unsigned long long" => "ULL",
        "long" | "ptrdiff_t" | "int64_t" if i32::try_from(value).is_err() => "L",
        "long long" if i32::try_from(value).is_err() => "LL",
        _ => "",
    };
    if value >= 0 {
        return Expr::literal(format!("{value}{suffix}"));
    }
    let lowest = match suffix {
        "L" | "LL" => i128::from(i64::MIN),
        _ => i128::from(i32::MIN),
    };
    if value <= lowest {
        // C has no negative literals: -2147483648 is minus a number that doesn't fit an int.
        let rest = Expr::unary("-", Expr::literal(format!("{}{suffix}", -(value + 1))));
        return Expr::binary("-", rest, Expr::literal("1"));
    }
    Expr::unary("-", Expr::literal(format!("{}{suffix}", -value)))
}

/// A floating literal from the user's text, with a point or exponent so that it isn't an integer. One of
/// type `float` has a double's precision, as Cython's have: `1 - x` is computed in double.
pub fn float_literal(text: &str, type_name: &str) -> Expr {
    let text = text.replace('_', "");
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.to_string()),
        None => (false, text),
    };
    let named = match text.as_str() {
        "inf" => Some("INFINITY"),
        "nan" => Some("NAN"),
        _ => None,
    };
    let atom = match named {
        Some(name) => Expr::name(name),
        None => {
            let is_floating = text.contains(['.', 'e', 'E']);
            let point = if is_floating { "" } else { ".0" };
            let suffix = match type_name {
                "long double" => "L",
                _ => "",
            };
            Expr::literal(format!("{text}{point}{suffix}"))
        }
    };
    if negative { Expr::unary("-", atom) } else { atom }
}

/// A string literal. Bytes outside printable ASCII are octal escapes of three digits, which no
/// following character can lengthen; `?` is escaped where it could begin a trigraph.
pub fn string_literal(bytes: &[u8]) -> Expr {
    Expr::literal(quoted(bytes))
}

/// The text of a string literal.
pub fn quoted(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let mut last = 0;
    for &byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'?' if last == b'?' => text.push_str("\\?"),
            0x20..0x7f => text.push(char::from(byte)),
            other => text.push_str(&format!("\\{other:03o}")),
        }
        last = byte;
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_their_value() {
        assert_eq!(int_literal(7, "long").to_string(), "7");
        assert_eq!(int_literal(1 << 40, "long").to_string(), "1099511627776L");
        assert_eq!(int_literal(i128::from(i64::MIN), "long").to_string(), "-9223372036854775807L - 1");
        assert_eq!(int_literal(-2147483648, "int").to_string(), "-2147483647 - 1");
        assert_eq!(int_literal(3, "size_t").to_string(), "3UL");
        assert_eq!(float_literal("1", "double").to_string(), "1.0");
        assert_eq!(float_literal("-1e5", "float").to_string(), "-1e5");
        assert_eq!(quoted("a\"\u{e9}1??".as_bytes()), "\"a\\\"\\303\\2511?\\?\"");
    }
}
