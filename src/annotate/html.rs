//! Text as HTML: nothing that a file holds can be anything but text on the page.

use crate::render::visible;

/// Text between tags or in a quoted attribute. Characters that are neither printed nor white space become
/// visible.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + text.len() / 8);
    for character in visible(text).chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            _ => shown.push(character),
        }
    }
    shown
}

/// The same, with text in backquotes as code.
pub fn prose(text: &str) -> String {
    let mut shown = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        let part = escaped(part);
        // An unclosed one is an ordinary character.
        match (is_code, parts.peek().is_some()) {
            (true, true) => shown.push_str(&format!("<code>{part}</code>")),
            (true, false) => shown.push_str(&format!("`{part}")),
            (false, _) => shown.push_str(&part),
        }
        is_code = !is_code;
    }
    shown
}

/// A hash in the form of a content security policy.
pub fn hash_source(text: &str) -> String {
    use sha2::{Digest, Sha256};
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= group.len() { DIGITS[value as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("</script>&\"'\u{202e}\0\t\n"), "&lt;/script&gt;&amp;&quot;&#39;\u{fffd}?\t\n");
        assert_eq!(prose("`a<b` and `c"), "<code>a&lt;b</code> and `c");
        assert_eq!(prose("no code"), "no code");
    }

    #[test]
    fn hashes_are_those_of_browsers() {
        assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
        assert_eq!(base64(b"any carnal pleasur"), "YW55IGNhcm5hbCBwbGVhc3Vy");
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert_eq!(hash_source(""), empty);
    }
}
