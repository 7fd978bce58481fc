//! Functions of the module that device code calls.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::emit::body::{Body, Code, Declarations, FRAME, Setting};

use crate::emit::placement::Convention;
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::pass::LocalSet;
use crate::tir::{FunctionId, LocalId};
use crate::ty::Ty;

/// The function's head without `static inline`.
pub fn prototype(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId) -> String {
    let body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    head(&body)
}

fn head(body: &Body<'_, '_, '_>) -> String {
    let function = body.function;
    let symbols = &body.unit.symbols;
    let mut params = Vec::new();
    for param in &function.params {
        for (ty, name) in body.variables(param.local) {
            params.push(ty.declare(&name));
        }
    }
    let result = c_type(symbols, &function.result);
    let convention = body.convention();
    if convention != Convention::Plain && function.result != Ty::Void {
        params.push(result.clone().pointer().declare("_result"));
    }
    if convention != Convention::Plain || body.unit.placement.drops(body.id) {
        params.push("offcy_error *_error".to_string());
    }
    if params.is_empty() {
        params.push("void".to_string());
    }
    let name = symbols.functions.get(body.id).cloned().unwrap_or_default();
    let declarator = format!("{name}({})", params.join(", "));
    if convention == Convention::Plain { result.declare(&declarator) } else { format!("int {declarator}") }
}

/// Writes the function's definition.
pub fn device_function(unit: &Unit<'_>, tables: &mut Tables, id: FunctionId, out: &mut Writer) {
    let mut body = Body::new(unit, tables, id, Setting::Kernel, &unit.demands.function(id));
    let function = body.function;
    let outside: LocalSet =
        function.params.iter().map(|param| param.local).collect::<Vec<LocalId>>().into_iter().collect();
    body.declarations = Declarations::plan(Code { function, plan: None }, &function.body, &outside);
    let head = head(&body);
    body.block(&function.body);
    if !crate::emit::body::ends_elsewhere(&function.body) {
        if body.convention() != Convention::Plain {
            body.empty_result();
            body.out.line("return 0;");
        } else if function.result != Ty::Void {
            let zero = body.zero();
            body.out.line(format!("return {zero};"));
        }
    }
    let written = std::mem::replace(&mut body.out, Writer::new("", false));
    let uses_error = body.convention() == Convention::Plain || written.since(0).contains("_error");
    let unused = unused_params(&body, &written);
    out.gap();
    unit.place(function.span, out);
    out.line(format!("static inline {head}"));
    out.open("");
    for name in unused {
        out.line(format!("(void){name};"));
    }
    if !uses_error {
        out.line("(void)_error;");
    }
    if mentions(written.since(0), "_own") {
        out.line("offcy_error _own = {0};");
    }
    out.splice(written);
    out.close();
}

/// Parameters that the code never names: the compiler is told so.
fn unused_params(body: &Body<'_, '_, '_>, written: &Writer) -> Vec<String> {
    let mut unused = Vec::new();
    let text = without_pragmas(written.since(0));
    let used = words(&text);
    for param in &body.function.params {
        for (_, name) in body.variables(param.local) {
            if !used.contains(name.as_str()) {
                unused.push(name);
            }
        }
    }
    unused
}

/// What compilers without OpenMP read of a C text: no words of pragmas or names of files.
pub fn without_pragmas(text: &str) -> Cow<'_, str> {
    if !text.contains("#pragma") && !text.contains("#line") {
        return Cow::Borrowed(text);
    }
    let mut goes_on = false;
    let is_read = |line: &&str| {
        let words = line.trim_start();
        let is_pragma = goes_on || words.starts_with("#pragma") || words.starts_with("#line");
        goes_on = is_pragma && line.ends_with("\\\n");
        !is_pragma
    };
    Cow::Owned(text.split_inclusive('\n').filter(is_read).collect())
}

/// All identifiers that a C text names, its numbers, and the variables in a generator's frame.
pub fn words(text: &str) -> HashSet<&str> {
    let mut words = HashSet::new();
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        let start = at;
        if !is_of_word(bytes[at]) {
            at += 1;
            continue;
        }
        at = word_end(bytes, at);
        let is_frame = text[start..].starts_with(FRAME);
        words.insert(&text[start..at]);
        if is_frame {
            words.insert(&text[start..word_end(bytes, start + FRAME.len())]);
        }
    }
    words
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The end of the word that begins at a place; the place itself if there is no word.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    rest.iter().position(|&byte| !is_of_word(byte)).map_or(bytes.len(), |length| start + length)
}

/// Whether a C text names an identifier.
pub fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_word);
        let after = text[at + name.len()..].chars().next().is_some_and(is_word);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_in_a_frame_are_words() {
        let found = words("Py_CLEAR(_frame->x); y1 = _frame->_left;");
        let all = ["Py_CLEAR", "_frame", "_frame->_left", "_frame->x", "_left", "x", "y1"];
        assert_eq!(found, all.into_iter().collect());
    }
}
