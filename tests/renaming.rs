//! Renames by the language server: a module whose name has been changed everywhere is the same module.
//!
//! Each name of programs of `tests/run` is given another. The C must then be the same but for that
//! name: a use that was missed is another name, and one too many is another meaning.
//!
//!   OFFCY_RENAMES=all cargo test --test renaming      all programs, not a share of them

mod common;
mod editor;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use common::folder;
use editor::{Editor, place, uri};
use offcy::driver::{self, Options};
use serde_json::{Value, json};

/// Every how many programs one is taken.
const SHARE: usize = 40;

fn programs() -> Vec<PathBuf> {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let entries = std::fs::read_dir(run).expect("the programs").flatten().map(|entry| entry.path());
    let mut found: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "pyx")).collect();
    found.sort();
    if std::env::var_os("OFFCY_RENAMES").is_none() {
        found = found.into_iter().step_by(SHARE).collect();
    }
    found
}

/// The words of all C files, without their order: tables are sorted by names, and lines end where names leave no space. Numbers
/// tell apart what would have one name.
fn emitted(path: &Path) -> Result<Vec<String>, String> {
    let outcome = driver::compile(path, &Options::default());
    let said: Vec<_> = outcome.diagnostics.iter().map(|one| one.message.clone()).collect();
    let emitted = outcome.value.ok_or_else(|| said.join("; "))?;
    let text: String = emitted.files.iter().map(|file| file.text.as_str()).collect();
    // `[` in a name is `u005b`; a line in a text ends in `\n`.
    let text = ["u005", "u002", "u003", "\\n"].iter().fold(text, |text, part| text.replace(part, " "));
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let is_word = |word: &&str| word.starts_with(|first: char| first.is_alphabetic());
    Ok(words.filter(is_word).map(str::to_string).collect())
}

/// The words that one has and the other does not.
fn difference(before: &[String], after: &[String]) -> Vec<(String, i64)> {
    let mut counts: HashMap<&str, i64> = HashMap::new();
    before.iter().for_each(|word| *counts.entry(word).or_default() -= 1);
    after.iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let mut found: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count != 0)
        .map(|(word, count)| (word.to_string(), count))
        .collect();
    found.sort();
    found
}

/// The words of the lines in ASCII of a text, by line and column.
fn words(text: &str) -> Vec<(u32, u32, &str)> {
    let mut found = Vec::new();
    for (line, row) in text.lines().enumerate().filter(|(_, row)| row.is_ascii()) {
        let mut start = None;
        for (at, letter) in row.char_indices().chain([(row.len(), ' ')]) {
            let is_word = letter.is_alphanumeric() || letter == '_';
            match (start, is_word) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    found.push((line as u32, from as u32, &row[from..at]));
                    start = None;
                }
                _ => {}
            }
        }
    }
    found
}

/// A name of that length which neither the text nor its C has: names decide where lines end, and so how variables are declared.
fn fresh(length: usize, taken: &HashSet<&str>) -> String {
    let letters = || ('a'..='z').chain('A'..='Z');
    let pairs = letters().flat_map(|first| letters().map(move |second| [first, second]));
    let mut all = pairs.map(|pair| pair.iter().cycle().take(length).collect::<String>());
    all.find(|name| !taken.contains(name.as_str())).expect("a name")
}

fn applied(text: &str, edits: &[Value]) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["range"]["start"]["character"].as_u64()));
    for edit in edits {
        let range = &edit["range"];
        let line = range["start"]["line"].as_u64().expect("a line") as usize;
        let at = |end: &str| {
            let column = range[end]["character"].as_u64().expect("a column") as usize;
            offset(&lines[line], column)
        };
        let place = at("start")..at("end");
        lines[line].replace_range(place, edit["newText"].as_str().expect("a text"));
    }
    lines.concat()
}

/// The byte of a column, which the editor counts in units of UTF-16.
fn offset(line: &str, column: usize) -> usize {
    let mut units = 0;
    let found = line.char_indices().find(|(_, letter)| {
        let is_here = units >= column;
        units += letter.len_utf16();
        is_here
    });
    found.map_or(line.len(), |(at, _)| at)
}

#[test]
fn a_renamed_module_is_the_same() {
    let folder = folder();
    let (mut wrong, mut count, mut refused) = (Vec::new(), 0, 0);
    for program in programs() {
        let text = std::fs::read_to_string(&program).expect("a program");
        let path = folder.path().join(program.file_name().expect("a name"));
        std::fs::write(&path, &text).expect("written");
        let Ok(before) = emitted(&path) else { continue };
        let taken = before
            .iter()
            .map(String::as_str)
            .chain(words(&text).into_iter().map(|(_, _, word)| word))
            .collect();
        // What a name consists of.
        let parts = |name: &str| {
            name.split('_')
                .filter(|part| part.starts_with(char::is_alphabetic))
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        let mut editor = Editor::in_folder(json!({}), json!({}), Some(folder.path()));
        editor.open(&path, &text);
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        for (line, column, word) in words(&text) {
            if seen.contains(&(line, column)) {
                continue;
            }
            let new = fresh(word.len(), &taken);
            let params = json!({
                "textDocument": { "uri": uri(&path) }, "position": place(line, column), "newName": new,
            });
            let Ok(edit) = editor.response("textDocument/rename", params).response_result else {
                refused += 1;
                continue;
            };
            let edits = edit["changes"][uri(&path)].as_array().cloned().unwrap_or_default();
            let number =
                |edit: &Value, what: &str| edit["range"]["start"][what].as_u64().expect("a number") as u32;
            seen.extend(edits.iter().map(|edit| (number(edit, "line"), number(edit, "character"))));
            count += 1;
            let renamed = applied(&text, &edits);
            std::fs::write(&path, &renamed).expect("written");
            let what = format!("{}:{}: {word} ({} places)", program.display(), line + 1, edits.len());
            match emitted(&path) {
                Err(said) => wrong.push(format!("{what}: {said}")),
                Ok(after) => {
                    let after: Vec<String> = after
                        .into_iter()
                        .flat_map(|part| if part == new { parts(word) } else { vec![part] })
                        .collect();
                    // A text that several had in common is one for each of them now.
                    let is_shared =
                        words(&text).iter().filter(|(_, _, other)| *other == word).count() > edits.len();
                    // A function binds if anything of its name is used as a value.
                    if is_shared && text.contains(&format!("\ndef {word}(")) {
                        continue;
                    }
                    let own = parts(word);
                    let mut other = difference(&before, &after);
                    other.retain(|(part, count)| !is_shared || *count < 0 || !own.contains(part));
                    if !other.is_empty() {
                        wrong.push(format!("{what}: other C: {other:?}"));
                    }
                }
            }
        }
        std::fs::remove_file(&path).expect("removed");
        assert!(editor.stop());
    }
    println!("{count} names renamed, {refused} places refused");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 100, "{count} names renamed");
}
