//! Text that others have written, in C: in comments, and as names of files.

use crate::source::is_active;

/// Longer text is cut off: comments are there to be read.
const LONGEST: usize = 400;

/// The text as a block comment can hold it, on one line: without what begins or ends a comment, what compilers warn
/// about there, and what cannot be shown as is.
pub fn comment_text(text: &str) -> String {
    let is_odd = |c: char| c == '\n' || is_active(c);
    let mut shown: String = text.chars().map(|c| if is_odd(c) { '?' } else { c }).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str(" ...");
    }
    shown.replace("??/", "? ?/").replace("*/", "* /").replace("/*", "/ *")
}

/// An `#include` of the file. Nothing in a file's name is treated as an escape.
pub fn include(path: &str) -> String {
    format!("#include \"{path}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_hold_any_text() {
        for text in ["/*", "*/", "/*/", "*/*", "/**/*/", "//*??/", "*\u{202e}/", "/\n*", "é /// **"] {
            let shown = comment_text(text);
            assert!(!shown.contains("/*") && !shown.contains("*/") && !shown.contains("??/"), "{shown}");
            assert!(!shown.contains('\n') && !shown.contains('\u{202e}'), "{shown}");
        }
        assert_eq!(comment_text("é // \\"), "é // \\");
        assert_eq!(comment_text(&"ab".repeat(1000)).len(), LONGEST + 4);
    }
}
