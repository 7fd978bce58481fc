//! Numbers: any base, underscores, suffixes.

use super::LiteralError;

/// The most decimal digits an integer may have: Python's own limit.
const MAX_DIGITS: usize = 4300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerValue {
    /// Decimal, without leading zeros.
    pub digits: String,
    /// C's suffix in lower case, `u` first: `""`, `u`, `l`, `ll`, `ul`, `ull`.
    pub suffix: &'static str,
}

fn error(message: &str, text: &str) -> LiteralError {
    LiteralError { message: message.to_string(), range: 0..text.len(), is_not_yet: false }
}

/// Decodes an integer literal: `10`, `1_000`, `0xFF`, `0o17`, `0b1`, `10UL`, and `0777` of Python 2.
pub fn decode_integer(text: &str) -> Result<IntegerValue, LiteralError> {
    let (number, suffix) = split_suffix(text);
    let lower = number.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        // Only zeros are decimal; anything else with a leading zero is Python 2's octal.
        [b'0', rest @ ..] if rest.iter().any(|byte| !matches!(byte, b'0' | b'_')) => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let underscores_stand_alone = !digits.ends_with('_') && !digits.contains("__");
    let digits: String = digits.chars().filter(|&digit| digit != '_').collect();
    if digits.is_empty() || !underscores_stand_alone || !digits.chars().all(|digit| digit.is_digit(base)) {
        return Err(error("this is not a valid integer", text));
    }
    let digits = if base == 10 { digits } else { to_decimal(&digits, base) };
    if digits.len() > MAX_DIGITS {
        return Err(error("the integer has too many digits", text));
    }
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    Ok(IntegerValue { digits: digits.to_string(), suffix })
}

fn split_suffix(text: &str) -> (&str, &'static str) {
    let number = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &text[number.len()..];
    let longs = suffix.bytes().filter(|byte| byte.eq_ignore_ascii_case(&b'l')).count();
    let suffix = match (suffix.len() > longs, longs) {
        (false, 0) => "",
        (false, 1) => "l",
        (false, _) => "ll",
        (true, 0) => "u",
        (true, 1) => "ul",
        (true, _) => "ull",
    };
    (number, suffix)
}

/// Converts digits of another base. Stops when the number becomes longer than what is accepted anyway.
fn to_decimal(digits: &str, base: u32) -> String {
    const CHUNK: u64 = 1_000_000_000;
    let mut chunks: Vec<u64> = vec![0];
    for digit in digits.chars().filter_map(|digit| digit.to_digit(base)) {
        let mut carry = u64::from(digit);
        for chunk in &mut chunks {
            let value = *chunk * u64::from(base) + carry;
            *chunk = value % CHUNK;
            carry = value / CHUNK;
        }
        if carry > 0 {
            chunks.push(carry);
        }
        if chunks.len() * 9 > MAX_DIGITS + 18 {
            break;
        }
    }
    let mut text = chunks.pop().unwrap_or(0).to_string();
    for chunk in chunks.iter().rev() {
        text.push_str(&format!("{chunk:09}"));
    }
    text
}

/// A float literal without underscores and without the `j` of an imaginary one: text that is also valid C.
pub fn decode_float(text: &str) -> Result<String, LiteralError> {
    let number = text.trim_end_matches(['j', 'J']);
    let bytes = number.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let misplaced = (0..bytes.len())
        .any(|at| bytes[at] == b'_' && !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))));
    if misplaced {
        return Err(error("this is not a valid number", text));
    }
    Ok(number.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Option<(String, &'static str)> {
        decode_integer(text).ok().map(|value| (value.digits, value.suffix))
    }

    #[test]
    fn integers_of_every_base() {
        let value = |digits: &str, suffix| Some((digits.to_string(), suffix));
        assert_eq!(integer("0"), value("0", ""));
        assert_eq!(integer("00_0"), value("0", ""));
        assert_eq!(integer("1_000"), value("1000", ""));
        assert_eq!(integer("0xFFuL"), value("255", "ul"));
        assert_eq!(integer("0b1_01"), value("5", ""));
        assert_eq!(integer("0777"), value("511", ""));
        assert_eq!(integer("10LLU"), value("10", "ull"));
        assert_eq!(integer("0xFFFFFFFFFFFFFFFFFFFFFFFF"), value("79228162514264337593543950335", ""));
        assert_eq!(integer("089"), None);
        assert_eq!(integer("1_"), None);
        assert_eq!(integer(&"9".repeat(5000)), None);
        assert_eq!(integer(&format!("0x{}", "f".repeat(1 << 20))), None);
    }

    #[test]
    fn floats_lose_their_underscores() {
        assert_eq!(decode_float("1_0.5e1_0"), Ok("10.5e10".to_string()));
        assert_eq!(decode_float(".5j"), Ok(".5".to_string()));
        assert!(decode_float("1_.5").is_err());
    }
}
