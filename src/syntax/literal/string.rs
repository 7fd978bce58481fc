//! The escapes of string and bytes literals.

use super::LiteralError;

/// Decoded text. Rust strings hold no lone surrogates, and neither do the strings of the dialect.
pub type Text = String;

type Characters<'a> = std::iter::Peekable<std::str::CharIndices<'a>>;

enum Escape {
    /// Below 256 in bytes; any code point in text.
    Character(char),
    Nothing,
    /// Not an escape: the backslash stays.
    Unknown,
}

/// Decodes the text between the quotes of a string.
pub fn decode_text(body: &str, is_raw: bool) -> Result<Text, LiteralError> {
    let mut text = String::with_capacity(body.len());
    let mut characters = body.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\r' => {
                characters.next_if(|&(_, next)| next == '\n');
                text.push('\n');
            }
            '\\' if !is_raw => match escape(&mut characters, body, at, false)? {
                Escape::Character(character) => text.push(character),
                Escape::Nothing => {}
                Escape::Unknown => text.push('\\'),
            },
            other => text.push(other),
        }
    }
    Ok(text)
}

/// What becomes of characters of the source in a bytes literal that are not ASCII.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    Refused,
    /// Python 2: they are the bytes of the source.
    Utf8,
}

/// Decodes the text between the quotes of a bytes literal.
pub fn decode_bytes(body: &str, is_raw: bool, beyond: Beyond) -> Result<Vec<u8>, LiteralError> {
    let mut bytes = Vec::with_capacity(body.len());
    let mut characters = body.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\r' => {
                characters.next_if(|&(_, next)| next == '\n');
                bytes.push(b'\n');
            }
            '\\' if !is_raw => match escape(&mut characters, body, at, true)? {
                Escape::Character(character) => bytes.push(character as u32 as u8),
                Escape::Nothing => {}
                Escape::Unknown => bytes.push(b'\\'),
            },
            other if other.is_ascii() => bytes.push(other as u8),
            other if beyond == Beyond::Utf8 => bytes.extend(other.encode_utf8(&mut [0; 4]).as_bytes()),
            other => {
                return Err(LiteralError {
                    message: "bytes can only hold ASCII characters; write others as escapes".to_string(),
                    range: at..at + other.len_utf8(),
                    is_not_yet: false,
                });
            }
        }
    }
    Ok(bytes)
}

/// Reads what follows the backslash at `at`.
fn escape(
    characters: &mut Characters<'_>,
    body: &str,
    at: usize,
    bytes: bool,
) -> Result<Escape, LiteralError> {
    let Some(&(_, kind)) = characters.peek() else { return Ok(Escape::Unknown) };
    let simple = match kind {
        '\\' | '\'' | '"' => Some(kind),
        'a' => Some('\x07'),
        'b' => Some('\x08'),
        'f' => Some('\x0c'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'v' => Some('\x0b'),
        _ => None,
    };
    if let Some(character) = simple {
        characters.next();
        return Ok(Escape::Character(character));
    }
    match kind {
        '\n' => {
            characters.next();
            Ok(Escape::Nothing)
        }
        '\r' => {
            characters.next();
            characters.next_if(|&(_, next)| next == '\n');
            Ok(Escape::Nothing)
        }
        '0'..='7' => {
            let value = digits(characters, 8, 3);
            code_point(if bytes { value.0 & 0xff } else { value.0 }, at..at + 1 + value.1)
        }
        'x' => hexadecimal(characters, body, at, 2),
        'u' if !bytes => hexadecimal(characters, body, at, 4),
        'U' if !bytes => hexadecimal(characters, body, at, 8),
        'N' if !bytes => named(characters, body, at),
        _ => Ok(Escape::Unknown),
    }
}

/// `\N{SNOWMAN}`
fn named(characters: &mut Characters<'_>, body: &str, at: usize) -> Result<Escape, LiteralError> {
    let rest = body.get(at + 2..).unwrap_or("");
    let name = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
    let Some(name) = name else {
        let message = "the escape `\\N` needs the name of a character in braces".to_string();
        return Err(LiteralError { message, range: at..at + 2, is_not_yet: false });
    };
    let end = at + 4 + name.len();
    let Some(character) = unicode_names2::character(name) else {
        let message = format!("no character of Unicode is called `{name}`");
        return Err(LiteralError { message, range: at..end, is_not_yet: false });
    };
    while characters.next_if(|&(next, _)| next < end).is_some() {}
    Ok(Escape::Character(character))
}

/// Up to `most` digits: their value and how many there were.
fn digits(characters: &mut Characters<'_>, base: u32, most: usize) -> (u32, usize) {
    let (mut value, mut count) = (0u32, 0);
    while count < most {
        let Some((_, digit)) = characters.next_if(|&(_, next)| next.is_digit(base)) else { break };
        value = value.wrapping_mul(base).wrapping_add(digit.to_digit(base).unwrap_or(0));
        count += 1;
    }
    (value, count)
}

fn hexadecimal(
    characters: &mut Characters<'_>,
    body: &str,
    at: usize,
    count: usize,
) -> Result<Escape, LiteralError> {
    characters.next();
    let (value, found) = digits(characters, 16, count);
    let range = at..at + 2 + found;
    if found < count {
        let written = body.get(range.clone()).unwrap_or("");
        let message = format!("the escape `{written}` needs {count} hexadecimal digits");
        return Err(LiteralError { message, range, is_not_yet: false });
    }
    code_point(value, range)
}

fn code_point(value: u32, range: std::ops::Range<usize>) -> Result<Escape, LiteralError> {
    match char::from_u32(value) {
        Some(character) => Ok(Escape::Character(character)),
        None => {
            let message = "this escape is not a Unicode character".to_string();
            // Python's strings may contain half of a surrogate pair.
            Err(LiteralError { message, range, is_not_yet: matches!(value, 0xd800..=0xdfff) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_text() {
        assert_eq!(decode_text(r"a\n\x41\101\u20ac\d\\", false), Ok("a\nAA€\\d\\".to_string()));
        assert_eq!(decode_text("a\\\nb\r\nc", false), Ok("ab\nc".to_string()));
        assert_eq!(
            decode_text(r"a\N{snowman}\N{LATIN SMALL LETTER A WITH DIAERESIS}b", false),
            Ok("a☃äb".to_string())
        );
        assert_eq!(decode_text(r"\N{HANGUL SYLLABLE GAG}\N{LF}", false), Ok("각\n".to_string()));
        assert_eq!(decode_text(r"ab\N{NOTHING}c", false).map_err(|error| error.range), Err(2..13));
        assert_eq!(decode_text(r"\N{SPACE", false).map_err(|error| error.range), Err(0..2));
        assert_eq!(decode_text(r"\n", true), Ok(r"\n".to_string()));
        assert_eq!(decode_text(r"ab\x4", false).map_err(|error| error.range), Err(2..5));
        assert!(decode_text(r"\ud800", false).is_err());
        assert!(decode_text("\\", false).is_ok());
    }

    #[test]
    fn escapes_of_bytes() {
        assert_eq!(decode_bytes(r"\xff\377\u00e9", false, Beyond::Refused), Ok(b"\xff\xff\\u00e9".to_vec()));
        assert!(decode_bytes("é", false, Beyond::Refused).is_err());
        assert_eq!(decode_bytes("é\\xe9", false, Beyond::Utf8), Ok(b"\xc3\xa9\xe9".to_vec()));
    }
}
