//! The replacement fields of f-strings and template strings, checked in the text: a broken one leaves no tree that
//! shows what is wrong, and the grammar accepts more than Python does.

use std::ops::Range;

/// What is wrong, and where in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub range: Range<usize>,
}

/// Fields nested more deeply are left to the parser.
const MAX_LEVEL: usize = 100;

type Scanned<T> = Result<T, Option<Problem>>;

/// Finds the first problem of a string with fields whose prefix begins at a place in the text. `Ok` is the end
/// of the string; the problem is `None` if it is not one that this module knows.
pub fn scan(text: &str, at: usize) -> Result<usize, Option<Problem>> {
    scan_inside(text, at, 0)
}

/// The same for a string that is nested in `level` fields.
fn scan_inside(text: &str, at: usize, level: usize) -> Scanned<usize> {
    let quotes = text[at..].find(['\'', '"']).map(|letters| at + letters).ok_or(None)?;
    let is_raw = text[at..quotes].contains(['r', 'R']);
    let quote = text.as_bytes()[quotes];
    let is_triple = text.as_bytes()[quotes..].starts_with(&[quote; 3]);
    let length = if is_triple { 3 } else { 1 };
    let mut scan = Scan { text, at: quotes + length, quote, is_triple, is_raw, level };
    loop {
        match scan.peek().ok_or(None)? {
            b'\\' => scan.escape(),
            b'\n' if !is_triple => return Err(None),
            _ if scan.ends() => return Ok(scan.at + length),
            b'{' if scan.is_doubled() => scan.at += 2,
            b'{' => scan.field()?,
            b'}' if scan.is_doubled() => scan.at += 2,
            b'}' => return Err(scan.problem(scan.at, "a single `}` closes no field: write `}}`")),
            _ => scan.at += 1,
        }
    }
}

/// The first problem of each string with fields in a text, which need not be well-formed Cython.
pub fn problems(text: &str) -> Vec<Problem> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => at = end_of_line(text, at),
            b'\'' | b'"' => match skip_string(text, at) {
                Some(end) => at = end,
                None => break,
            },
            _ if is_word(byte) => {
                let end = at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                let is_quoted = matches!(bytes.get(end), Some(b'\'' | b'"'));
                if !is_quoted || !has_fields(&text[at..end]) {
                    at = end;
                    continue;
                }
                match (scan(text, at), skip_string(text, end)) {
                    (Ok(next), _) => at = next,
                    (Err(problem), next) => {
                        found.extend(problem);
                        at = next.unwrap_or_else(|| end_of_line(text, end));
                    }
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// Whether the prefix of a string says that it has fields.
pub fn has_fields(prefix: &str) -> bool {
    prefix.len() <= 2 && prefix.contains(['f', 'F', 't', 'T'])
}

/// Whether a byte is part of a name.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The end of a string without fields that begins with quotes at a place.
pub fn skip_string(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = bytes[at];
    let is_triple = bytes[at..].starts_with(&[quote; 3]);
    let length = if is_triple { 3 } else { 1 };
    let mut place = at + length;
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'\\' => place += 1,
            b'\n' if !is_triple => return None,
            _ if byte == quote && (!is_triple || bytes[place..].starts_with(&[quote; 3])) => {
                return Some(place + length);
            }
            _ => {}
        }
        place += 1;
    }
    None
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    quote: u8,
    is_triple: bool,
    is_raw: bool,
    /// How many fields are open.
    level: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at.min(self.text.len())..]
    }

    /// Whether the string's quotes close it here.
    fn ends(&self) -> bool {
        let quotes = [self.quote; 3];
        self.rest().starts_with(&quotes[..if self.is_triple { 3 } else { 1 }])
    }

    fn is_doubled(&self) -> bool {
        let rest = self.rest();
        rest.len() > 1 && rest[0] == rest[1]
    }

    /// A problem that extends from a place to the current one.
    fn problem(&self, from: usize, message: impl Into<String>) -> Option<Problem> {
        let end = self.text[self.at..].chars().next().map_or(self.at, |last| self.at + last.len_utf8());
        Some(Problem { message: message.into(), range: from..end })
    }

    fn escape(&mut self) {
        let is_named = !self.is_raw && self.rest().starts_with(b"\\N{");
        let length = match is_named {
            true => self.text[self.at..].find('}').map_or(3, |end| end + 1),
            // In a raw string, a backslash does not affect braces.
            false if self.is_raw && matches!(self.rest().get(1), Some(b'{' | b'}')) => 1,
            false => 1 + self.text[self.at + 1..].chars().next().map_or(0, char::len_utf8),
        };
        self.at += length;
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// `{expression = !r : format}`, from its brace on.
    fn field(&mut self) -> Scanned<()> {
        let open = self.at;
        self.at += 1;
        self.level += 1;
        if self.level > MAX_LEVEL {
            return Err(None);
        }
        self.expression(open)?;
        if self.peek() == Some(b'=') {
            self.at += 1;
            self.space();
        }
        if self.peek() == Some(b'!') {
            self.conversion()?;
            self.space();
        }
        match self.peek() {
            Some(b':') => self.format(open)?,
            Some(b'}') => self.at += 1,
            Some(byte) if byte != self.quote && byte != b'\n' && self.is_on_line_of(open) => {
                return Err(self.problem(self.at, "only `}` is allowed here in a replacement field"));
            }
            _ => return Err(self.unclosed(open)),
        }
        self.level -= 1;
        Ok(())
    }

    /// After the end of the line, a string that is not triple-quoted is more likely one that is never closed.
    fn is_on_line_of(&self, open: usize) -> bool {
        self.is_triple || !self.text[open..self.at].contains('\n')
    }

    fn unclosed(&self, open: usize) -> Option<Problem> {
        Some(Problem { message: "the replacement field is never closed".to_string(), range: open..open + 1 })
    }

    /// Stops before what ends the expression.
    fn expression(&mut self, open: usize) -> Scanned<()> {
        self.space();
        let start = self.at;
        let (mut depth, mut has_comma) = (0usize, false);
        loop {
            let Some(byte) = self.peek() else { return Err(self.unclosed(open)) };
            let next = self.rest().get(1).copied();
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth > 0 => depth -= 1,
                b'}' | b':' if depth == 0 => break,
                b'#' => self.at = end_of_line(self.text, self.at),
                b'\'' | b'"' => {
                    self.string(open)?;
                    continue;
                }
                b'!' | b'<' | b'>' | b'=' if next == Some(b'=') => self.at += 1,
                b'!' | b'=' if depth == 0 => break,
                b',' if depth == 0 => has_comma = true,
                b';' if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        let written = self.text[start..self.at].trim_end();
        let is_lambda = written
            .strip_prefix("lambda")
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if written.is_empty() {
            return Err(self.problem(open, "a replacement field without an expression"));
        }
        if is_lambda && self.peek() == Some(b':') {
            return Err(self.problem(start, "a `lambda` in a replacement field must be in parentheses"));
        }
        if written.starts_with('*') && !has_comma {
            return Err(self.problem(start, "`*` has no meaning in a replacement field"));
        }
        Ok(())
    }

    /// A string in an expression.
    fn string(&mut self, open: usize) -> Scanned<()> {
        let letters = self.text.as_bytes()[..self.at]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let start = self.at - letters;
        if has_fields(&self.text[start..self.at]) {
            self.at = scan_inside(self.text, start, self.level)?;
            return Ok(());
        }
        self.at = skip_string(self.text, self.at).ok_or_else(|| self.unclosed(open))?;
        Ok(())
    }

    /// `!r`
    fn conversion(&mut self) -> Scanned<()> {
        let start = self.at;
        self.at += 1;
        let letters = self.rest().iter().take_while(|byte| is_word(**byte)).count();
        let word = &self.text[self.at..self.at + letters];
        if word.is_empty() {
            let message = "`!` is followed by the letter of a conversion: `!r`, `!s` or `!a`";
            return Err(self.problem(start, message));
        }
        if !matches!(word, "r" | "s" | "a") {
            return Err(
                self.problem(start, format!("`!{word}` is not a conversion: expected `!r`, `!s` or `!a`"))
            );
        }
        self.at += letters;
        Ok(())
    }

    /// `:format}`, with fields in it.
    fn format(&mut self, open: usize) -> Scanned<()> {
        self.at += 1;
        loop {
            match self.peek().ok_or_else(|| self.unclosed(open))? {
                b'\\' => self.escape(),
                b'{' => self.field()?,
                b'}' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\n' if !self.is_triple => return Err(self.unclosed(open)),
                _ if self.ends() => return Err(self.unclosed(open)),
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        problems(text).into_iter().map(|problem| text[problem.range].to_string()).collect()
    }

    #[test]
    fn fields_as_they_may_be() {
        for text in [
            "f'{x}'",
            "f'{x!r:>{width}}'",
            "f'{x=}'",
            "f'{x = !r}'",
            "f'{x!=y}'",
            "f'{x==y:d}'",
            "f'{{}}'",
            "f'{x:{{}}}'",
            "f'{d[\"a:b\"]}'",
            "f'{d['a']}'",
            "f'{(lambda: 1)()}'",
            "f'{x:%H:%M}'",
            "f'{*a,}'",
            "rf'\\{x}'",
            "f'\\N{SPACE}{x}'",
            "f'''{\nx  # }\n}'''",
            "f'{x:=5}'",
            "f'{x if y else z}'",
            "f'{ {1: 2}[1] }'",
            "f'{lambdas}'",
            "f'{f\"{x}\"}'",
            "'{}' # f'{}'",
            "f'{a[1:2]:{b}.{c}}'",
            "f'{x,}'",
            "F'{x:é}{y}'",
            "f'{x:\\n}'",
        ] {
            assert_eq!(problems(text), vec![], "{text}");
        }
    }

    #[test]
    fn fields_as_they_may_not_be() {
        assert_eq!(of("f'{}' f'{ }' f'{!r}' f'{:x}' f'{=x}'"), ["{}", "{ }", "{!", "{:", "{="]);
        assert_eq!(of("f'{x!}' f'{x!q}' f'{x! r}' f'{x=!}' f'{x!rs}'"), ["!}", "!q", "! ", "!}", "!r"]);
        assert_eq!(of("f'}' f'{{}}}' t'{x;y}' t'{x=y}' t'{x!s!}'"), ["}", "}", ";", "y", "!"]);
        assert_eq!(of("t'{lambda:1}' f'{*a}' f'{x:d\n'"), ["lambda:", "*a}", "{"]);
        assert_eq!(of("t'{\n\nx = 3\n"), ["{"]);
        assert_eq!(of("f\"{\", x\n f'{x' + f'{x:'\n f'{f\"{}\"}'"), ["{", "{", "{", "{}"]);
    }
}
