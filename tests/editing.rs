//! Random edits of documents: what an editor shows in the end is what a fresh check says, and nothing ends the server.
//!
//! `OFFCY_EDITS=10000 OFFCY_EDITS_SEED=7` edits longer. What fails is printed with its number.

mod common;
mod editor;

use std::path::{Path, PathBuf};

use common::{Numbers, folder};
use editor::{Editor, place, uri};
use offcy::driver::{self, Options};
use serde_json::{Value, json};

/// What is typed: pieces of code, whole and half, letters of several widths, all line endings.
const PIECES: &[&str] = &[
    "x",
    "i",
    "self",
    "n",
    " ",
    "    ",
    "\n",
    "\n    ",
    "\r\n",
    "\r",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "'",
    "\"\"\"",
    "#",
    "é",
    "😀",
    "0",
    "1.5",
    " + 1",
    " = ",
    "def f(x):\n    return x\n",
    "cdef int k\n",
    "nogil",
    "device={}",
    "with device():\n",
    "prange(n)",
    "return ",
    "for i in range(3):\n",
    "if x:\n",
    "import os\n",
    "double[:, ::1] ",
    "class A:\n",
    "@",
    "lambda: ",
    "yield ",
    "cpdef ",
    "\t",
    "\\",
    "None",
    "raise ",
    "pass\n",
    "update({x: 'to'})",
    "cdef class B:\n    cdef int z\n",
];

/// The line and column of a byte, in UTF-16 as the protocol counts.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let bytes = before.as_bytes();
    let after = text.as_bytes().get(offset);
    let ends_line = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1).or(if at + 1 == offset { after } else { None }) != Some(&b'\n'),
        _ => false,
    };
    let ends: Vec<usize> = (0..offset).filter(|&at| ends_line(at)).collect();
    let start = ends.last().map_or(0, |at| at + 1);
    place(ends.len() as u32, before[start..].encode_utf16().count() as u32)
}

/// A place between two characters that an editor can name: not inside a line's end.
fn boundary(text: &str, numbers: &mut Numbers) -> usize {
    let mut at = numbers.below(text.len() + 1);
    while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}

/// Edits the text, and says so as an editor does.
fn edit(text: &mut String, numbers: &mut Numbers) -> Value {
    if numbers.below(60) == 0 {
        return json!({ "text": text });
    }
    let start = boundary(text, numbers);
    let length = if numbers.below(3) == 0 { numbers.below(30) } else { 0 };
    let mut end = (start + length).min(text.len());
    while !text.is_char_boundary(end) || text[..end].ends_with('\r') && text[end..].starts_with('\n') {
        end += 1;
    }
    let new = if numbers.below(4) == 0 && length > 0 { "" } else { numbers.one(PIECES) };
    let range = json!({ "start": position(text, start), "end": position(text, end) });
    text.replace_range(start..end, new);
    json!({ "range": range, "text": new })
}

/// What a check says about a file, as an editor shows it.
fn checked(path: &Path, text: &str) -> Vec<String> {
    std::fs::write(path, text).expect("written");
    let outcome = driver::check(path, &Options::default());
    let shown = outcome.diagnostics.iter().filter_map(|one| {
        let at = match &one.primary {
            Some(label) if outcome.sources.file(label.span.file).path() != path => return None,
            Some(label) => position(text, (label.span.start as usize).min(text.len())),
            None => place(0, 0),
        };
        Some(format!("{} {} {} {}", at["line"], at["character"], one.code, one.message))
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    shown
}

fn shown(diagnostics: &[Value]) -> Vec<String> {
    let one = |one: &Value| {
        let start = &one["range"]["start"];
        let message = one["message"].as_str().expect("words").lines().next().unwrap_or_default();
        format!(
            "{} {} {} {message}",
            start["line"],
            start["character"],
            one["code"].as_str().expect("a code")
        )
    };
    let mut shown: Vec<String> = diagnostics.iter().map(one).collect();
    shown.sort();
    shown
}

/// Asks something that an editor may ask at any time.
fn ask_something(editor: &mut Editor, path: &Path, text: &str, numbers: &mut Numbers) {
    let at = position(text, boundary(text, numbers));
    let document = json!({ "uri": uri(path) });
    let range = json!({ "start": place(0, 0), "end": at });
    let context = json!({ "diagnostics": [] });
    let method = numbers.one(&[
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/documentSymbol",
        "textDocument/inlayHint",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/codeAction",
    ]);
    let params = json!({ "textDocument": document, "position": at, "range": range, "context": context });
    // An answer is an answer: nothing of these may go wrong.
    editor.ask(method, params);
}

fn sources() -> Vec<PathBuf> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let names =
        ["regions", "contexts", "classes", "fused", "views", "objects", "closures", "generators", "raising"];
    names.iter().map(|name| programs.join(name).with_extension("pyx")).collect()
}

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn after_all_edits_a_fresh_check_says_the_same() {
    let (edits, seed) = (number("OFFCY_EDITS", 90), number("OFFCY_EDITS_SEED", 1));
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 ^ (seed as u64) << 17);
    let folder = folder();
    let mut editor = Editor::start();
    let sources = sources();
    // A text that nobody could write any more teaches little.
    const EDITS_OF_ONE: usize = 30;
    for round in 0..edits.div_ceil(EDITS_OF_ONE) {
        let path = folder.path().join(format!("m{round}.pyx"));
        let source = &sources[round % sources.len()];
        let mut text = std::fs::read_to_string(source).expect("a source");
        editor.open(&path, &text);
        let mut version = 1;
        for step in 0..EDITS_OF_ONE {
            let changes: Vec<Value> =
                (0..1 + numbers.below(2)).map(|_| edit(&mut text, &mut numbers)).collect();
            version += 1;
            editor.change(&path, version, Value::Array(changes));
            match numbers.below(10) {
                0 => ask_something(&mut editor, &path, &text, &mut numbers),
                // Whether the whole has been checked by then or only the edit.
                1 | 2 => {
                    let shown = shown(&editor.published(&path, Some(version)));
                    let expected = checked(&path, &text);
                    // While a text is unreadable, what was reported about other functions stays for a while.
                    if !expected.iter().any(|one| one.contains("OFC0001")) {
                        assert_eq!(shown, expected, "seed {seed}, round {round}, step {step}:\n{text}");
                    }
                }
                _ => {}
            }
            if step % 10 == 9 {
                let shown = shown(&editor.settled(&path));
                let expected = checked(&path, &text);
                assert_eq!(
                    shown,
                    expected,
                    "seed {seed}, round {round}, step {step} of {}:\n{text}",
                    source.display()
                );
            }
        }
        assert!(!editor.shows("OFC0901"), "round {round}: a bug in offcy");
        editor.close(&path);
    }
    assert!(editor.stop());
}
