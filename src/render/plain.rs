//! Text that cannot play tricks on a terminal.

use std::borrow::Cow;

use crate::source::is_active;

/// Longer lines (of a minified or binary file) are not drawn as they are.
pub const LONGEST_DRAWN_LINE: usize = 500;

/// `text` with each active character replaced by a visible one of the same length in bytes, so that offsets
/// into the text stay valid.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let replace = |character: char| match (is_active(character), character) {
        (true, '\r') => ' ',
        (true, _) if character.len_utf8() == 1 => '?',
        (true, _) if character.len_utf8() == 2 => '\u{bf}',
        (true, _) => '\u{fffd}',
        (false, _) => character,
    };
    Cow::Owned(text.chars().map(replace).collect())
}

/// The same on one line.
pub fn one_line(text: &str) -> String {
    visible(text).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_visible_and_offsets_stay() {
        let nasty = "a\u{1b}[31m\u{9b}\u{202e}b\r\n";
        let shown = visible(nasty);
        assert_eq!(shown, "a?[31m\u{bf}\u{fffd}b \n");
        assert_eq!(shown.len(), nasty.len());
        assert_eq!(one_line("a\nb"), "a b");
    }
}
