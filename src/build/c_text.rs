//! Reads offcy's own C as far as merging files needs it: its words, and the names at file scope.

use std::collections::HashSet;

/// A word of C outside of comments and strings, and how deeply it is nested in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    pub text: &'a str,
    pub at: usize,
    pub depth: usize,
    /// In a line of the preprocessor.
    pub is_directive: bool,
    /// The name of a member: after `.` or `->`, or in its struct.
    pub is_member: bool,
}

/// The identifiers of a text, with the punctuation between them as words of one character.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let bytes = text.as_bytes();
    let (mut words, mut at, mut depth) = (Vec::new(), 0, 0usize);
    let (mut line_is_directive, mut at_line_start) = (false, true);
    let mut before = [b' ', b' '];
    while at < bytes.len() {
        let byte = bytes[at];
        let start = at;
        match byte {
            b'\n' => {
                line_is_directive &= at > 0 && bytes[at - 1] == b'\\';
                at_line_start = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() || byte == b'\\' => {
                at += 1;
                continue;
            }
            b'/' if text[at..].starts_with("/*") => {
                at = text[at..].find("*/").map_or(bytes.len(), |length| at + length + 2);
                continue;
            }
            b'/' if text[at..].starts_with("//") => {
                at = text[at..].find('\n').map_or(bytes.len(), |length| at + length);
                continue;
            }
            b'"' | b'\'' => {
                at += 1;
                while at < bytes.len() && bytes[at] != byte {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                before = [before[1], byte];
                at_line_start = false;
                continue;
            }
            b'#' if at_line_start => line_is_directive = true,
            _ => {}
        }
        at_line_start = false;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        at += 1;
        while is_word(byte) && at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        if byte == b'}' && !line_is_directive {
            depth = depth.saturating_sub(1);
        }
        let is_member = before[1] == b'.' || before == *b"->";
        words.push(Word {
            text: &text[start..at],
            at: start,
            depth,
            is_directive: line_is_directive,
            is_member,
        });
        if byte == b'{' && !line_is_directive {
            depth += 1;
        }
        before = [before[1], bytes[at - 1]];
    }
    mark_members(&mut words);
    words
}

/// Names that structs declare for their members are also member names.
fn mark_members(words: &mut [Word<'_>]) {
    let mut in_struct = Vec::new();
    for at in 0..words.len() {
        if words[at].is_directive {
            continue;
        }
        let before = |count: usize| at.checked_sub(count).map_or("", |at| words[at].text);
        let is_kind = |word: &str| word == "struct" || word == "union";
        match words[at].text {
            "{" => in_struct.push(is_kind(before(1)) || is_kind(before(2))),
            "}" => {
                in_struct.pop();
            }
            _ => {
                let next = words.get(at + 1).map_or("", |word| word.text);
                words[at].is_member |= before(4) == "offsetof"
                    || in_struct.last() == Some(&true) && [";", ",", "[", ":"].contains(&next);
            }
        }
    }
}

/// The file-scope names of a C file of the runtime: private ones and shared ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Static functions and variables, types, constants of enums, macros.
    pub own: HashSet<String>,
    /// Functions and variables that other files may use.
    pub shared: HashSet<String>,
}

pub fn names(text: &str) -> Names {
    let words = words(text);
    let mut names = Names::default();
    for pair in words.windows(2).filter(|pair| pair[0].is_directive && pair[0].text == "define") {
        names.own.insert(pair[1].text.to_string());
    }
    let plain: Vec<Word<'_>> = words.into_iter().filter(|word| !word.is_directive).collect();
    declarations(&plain).into_iter().for_each(|words| declaration(words, &mut names));
    names
}

/// The declarations at file scope of words without directives, each with its end.
pub fn declarations<'w, 'a>(plain: &'w [Word<'a>]) -> Vec<&'w [Word<'a>]> {
    let ends = |word: &&Word<'_>| word.depth == 0 && (word.text == ";" || word.text == "}");
    let (mut found, mut rest) = (Vec::new(), plain);
    while let Some(end) = rest.iter().position(|word| ends(&word)) {
        // `}` ends a function; a type and the value of a variable continue to the `;`.
        let is_function = rest[end].text == "}" && is_function(&rest[..end]);
        let mut end = end;
        while !is_function && rest[end].text != ";" && end + 1 < rest.len() {
            end += 1;
        }
        found.push(&rest[..=end]);
        rest = &rest[end + 1..];
    }
    found
}

/// Whether the braces belong to a function: they come after its parameters.
fn is_function(words: &[Word<'_>]) -> bool {
    let open = words.iter().position(|word| word.depth == 0 && word.text == "{");
    open.is_some_and(|open| open > 0 && words[open - 1].text == ")")
}

fn declaration(words: &[Word<'_>], names: &mut Names) {
    let is_identifier =
        |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let at_file_scope = |word: &&Word<'_>| word.depth == 0;
    let has = |what: &str| words.iter().filter(at_file_scope).any(|word| word.text == what);
    for triple in words.windows(3) {
        let [kind, name, open] = triple else { continue };
        if ["struct", "union", "enum"].contains(&kind.text) && open.text == "{" && is_identifier(name) {
            names.own.insert(name.text.to_string());
        }
    }
    if has("enum") {
        for pair in words.windows(3).filter(|pair| pair[1].depth > 0 && is_identifier(&pair[1])) {
            if ["{", ","].contains(&pair[0].text) && ["=", ",", "}"].contains(&pair[2].text) {
                names.own.insert(pair[1].text.to_string());
            }
        }
    }
    let declared = declared(words);
    if has("static") || has("typedef") {
        names.own.extend(declared);
    } else if !has("extern") {
        names.shared.extend(declared);
    }
}

/// The functions, variables or types of a declaration: the word before parameters, a value, an extent or the end.
pub fn declared(words: &[Word<'_>]) -> Vec<String> {
    let flat: Vec<&str> = words.iter().filter(|word| word.depth == 0).map(|word| word.text).collect();
    let is_identifier = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let (mut found, mut at, mut parentheses, mut is_attribute) = (Vec::new(), 0, 0usize, false);
    while at + 1 < flat.len() {
        let (word, next) = (flat[at], flat[at + 1]);
        at += 1;
        match word {
            "__attribute__" => is_attribute = true,
            "(" => parentheses += 1,
            ")" => {
                parentheses -= 1;
                is_attribute &= parentheses > 0;
            }
            "=" if parentheses == 0 => return found,
            _ if is_attribute || parentheses > 0 || !is_identifier(word) => {}
            // A pointer to a function: its name comes after the star.
            _ if next == "(" && flat.get(at + 1) == Some(&"*") => {
                let name = flat[at + 2..].iter().find(|word| is_identifier(word) && **word != "const");
                return name.map(|name| name.to_string()).into_iter().collect();
            }
            _ if next == "(" => return vec![word.to_string()],
            _ if ["=", ";", "[", ","].contains(&next) => found.push(word.to_string()),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let text = "/* a */ int f(s *p)\n{ // b\n    return p->x + p . y + \"c\\\"\"[0];\n}\n#define M(z) \\\n    g(z)\nint h;\n";
        let words = words(text);
        let find = |name: &str| words.iter().find(|word| word.text == name);
        assert!(find("a").is_none() && find("b").is_none() && find("c").is_none());
        assert!(find("x").is_some_and(|x| x.is_member && x.depth == 1));
        assert!(find("y").is_some_and(|y| y.is_member) && find("p").is_some_and(|p| !p.is_member));
        assert!(
            find("g").is_some_and(|g| g.is_directive)
                && find("h").is_some_and(|h| !h.is_directive && h.depth == 0)
        );
        assert_eq!(&text[find("h").map_or(0, |h| h.at)..], "h;\n");
    }

    #[test]
    fn what_a_file_names() {
        let text = "#define LIMIT 3\ntypedef struct part { int size; } part;\nenum { A = LIMIT, B };\n\
                    typedef int mover(part *p);\nstatic struct { int used; } kept, more[2];\n\
                    __attribute__((constructor)) static void begin(void)\n{\n    int local = 0;\n}\n\
                    static void (*const first)(void) = begin;\nextern void theirs(void);\n\
                    static const char *const texts[] = {\"a\", \"b\"};\nint offcy_f(part *p)\n{\n    return p->size;\n}\n\
                    __attribute__((weak)) int offcy_value = 1;\n";
        let names = names(text);
        let mut own: Vec<&str> = names.own.iter().map(String::as_str).collect();
        own.sort_unstable();
        assert!(words(text).iter().filter(|word| word.text == "size").all(|word| word.is_member));
        assert_eq!(own, ["A", "B", "LIMIT", "begin", "first", "kept", "more", "mover", "part", "texts"]);
        let mut shared: Vec<&str> = names.shared.iter().map(String::as_str).collect();
        shared.sort_unstable();
        assert_eq!(shared, ["offcy_f", "offcy_value"]);
    }
}
