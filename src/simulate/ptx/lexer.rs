//! Words, numbers and signs of PTX, with their lines.

use super::Fault;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `ld.global.f64`, `%r1`, `%tid.x`, `foo`; directives begin with a dot.
    Word(String),
    Number(String),
    Text(String),
    Sign(char),
}

/// All tokens with their lines.
pub fn tokens(text: &str) -> Result<Vec<(Token, usize)>, Fault> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let byte = bytes[at];
        let rest = &bytes[at..];
        if byte == b'\n' {
            line += 1;
            at += 1;
        } else if byte.is_ascii_whitespace() || byte == 0 {
            at += 1;
        } else if rest.starts_with(b"//") {
            at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            let end = text[at..].find("*/");
            let length = end.ok_or_else(|| Fault::new(line, "a comment that does not end"))? + 2;
            line += rest[..length].iter().filter(|byte| **byte == b'\n').count();
            at += length;
        } else if byte == b'"' {
            let length = rest[1..].iter().position(|byte| *byte == b'"');
            let length = length.ok_or_else(|| Fault::new(line, "a string that does not end"))?;
            found.push((Token::Text(text[at + 1..at + 1 + length].to_string()), line));
            line += rest[1..=length].iter().filter(|byte| **byte == b'\n').count();
            at += length + 2;
        } else if is_start(byte) || byte == b'.' {
            let mut length = 1 + rest[1..].iter().take_while(|byte| is_part(**byte)).count();
            while rest[length..].starts_with(b"::") {
                length += 2;
                length += rest[length..].iter().take_while(|byte| is_part(**byte)).count();
            }
            // A directive is one name; in opcodes and registers, dots are part of the name.
            if byte == b'.' {
                length = 1 + rest[1..].iter().take_while(|byte| is_part(**byte) && **byte != b'.').count();
            }
            found.push((Token::Word(text[at..at + length].to_string()), line));
            at += length;
        } else if byte.is_ascii_digit() {
            let length = rest.iter().take_while(|byte| is_part(**byte)).count();
            found.push((Token::Number(text[at..at + length].to_string()), line));
            at += length;
        } else if b"{}()[]<>,;:+-=!@|*".contains(&byte) {
            found.push((Token::Sign(byte as char), line));
            at += 1;
        } else {
            let found = text[at..].chars().next().unwrap_or('?');
            return Err(Fault::new(line, format!("expected PTX, found `{}`", found.escape_default())));
        }
    }
    Ok(found)
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'%')
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}
