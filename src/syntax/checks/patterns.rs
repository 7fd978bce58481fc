//! Patterns of `case` that Python refuses before they run: a key or an attribute twice, a lone star in parentheses.

use std::collections::HashSet;

use crate::diag::Diagnostics;
use crate::syntax::node::Node;
use crate::syntax::report::syntax;

/// What a key of a mapping pattern is equal to.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// By its bits: `0`, `0.0` and `False` are one key.
    Number(u64),
    Text(String),
}

pub fn check(node: Node<'_>, diagnostics: &mut Diagnostics) {
    match node.kind() {
        "dict_pattern" => keys(node, diagnostics),
        "class_pattern" => attributes(node, diagnostics),
        "tuple_pattern" => lone_star(node, diagnostics),
        _ => {}
    }
}

fn keys(pattern: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut seen = HashSet::new();
    for key in pattern.fields("key") {
        if key_of(key).is_some_and(|value| !seen.insert(value)) {
            let message = "the pattern has this key already";
            diagnostics.push(syntax(message, key.span(), "").note("each key is looked up once"));
        }
    }
}

fn key_of(key: Node<'_>) -> Option<Key> {
    let number = |value: f64| {
        let before = key.whole_text().get(..key.span().start as usize).unwrap_or("").trim_end();
        let value = if before.ends_with('-') { -value } else { value };
        // `-0` is `0`.
        Key::Number((value + 0.0).to_bits())
    };
    match key.kind() {
        "true" => Some(number(1.0)),
        "false" => Some(number(0.0)),
        "integer" | "float" => {
            let text = key.text().replace('_', "");
            match text.strip_suffix(['j', 'J']) {
                Some(part) => part.parse().ok().filter(|part: &f64| *part == 0.0).map(number),
                None => text.parse().ok().map(number),
            }
        }
        "string" => {
            let start = key.child("string_start")?.text();
            let prefix = start.trim_end_matches(['\'', '"']).to_ascii_lowercase();
            let (is_raw, is_bytes) = (prefix.contains('r'), prefix.contains('b'));
            let quotes = start.len() - prefix.len();
            let text = key.text().get(start.len()..key.text().len().checked_sub(quotes)?)?;
            let is_plain = !is_raw || !text.contains('\\');
            is_plain.then(|| Key::Text(format!("{is_bytes} {text}")))
        }
        _ => None,
    }
}

fn attributes(pattern: Node<'_>, diagnostics: &mut Diagnostics) {
    let mut seen = HashSet::new();
    let arguments = pattern.children().into_iter().filter_map(|one| one.child("keyword_pattern"));
    for name in arguments.filter_map(|argument| argument.child("identifier")) {
        if !seen.insert(name.text()) {
            let message = format!("the pattern names the attribute `{}` already", name.text());
            diagnostics.push(syntax(message, name.span(), ""));
        }
    }
}

/// `case (*x):` looks like a tuple and is none.
fn lone_star(pattern: Node<'_>, diagnostics: &mut Diagnostics) {
    let [only] = pattern.children()[..] else { return };
    let Some(star) = only.child("splat_pattern").filter(|_| only.kind() == "case_pattern") else { return };
    let end = pattern.text().trim_end_matches(')').trim_end();
    if !end.ends_with(',') && star.text().len() == only.text().len() {
        let message = "a pattern with `*` needs a comma after it to be a tuple";
        diagnostics.push(syntax(message, star.span(), "").note(format!("write `({},)`", star.text())));
    }
}
