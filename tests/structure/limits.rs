//! What can be held in mind: how long functions may be, how many fields and methods a struct may have.
//!
//! Reads the sources as rustfmt lays them out: an item ends at the `}` that is indented as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::sources;

const MOST_LINES: usize = 80;
const MOST_FIELDS: usize = 15;
const MOST_METHODS: usize = 60;

/// Functions that may be longer, by their file and name, with the reason.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Structs that may have more fields, by their file and name, with the reason.
const WIDE_STRUCTS: &[(&str, &str, &str)] = &[
    ("cli/compile.rs", "Arguments", "one field for each option of the command line"),
    ("cli/cython.rs", "Ignored", "one field for each option of the command line"),
    ("hir/directives.rs", "Directives", "one field for each directive"),
    ("hir/item.rs", "Module", "one table for each kind of declaration"),
];

/// Structs that may have more methods, by their file and name, with the reason.
const BUSY_STRUCTS: &[(&str, &str, &str)] = &[
    (
        "emit/body/mod.rs",
        "Body",
        "statements, expressions, views and loops are emitted in terms of each other: one recursive walk",
    ),
    (
        "hir/lower/mod.rs",
        "FunctionLowerer",
        "statements, expressions, types and functions inside functions contain each other: one recursive walk",
    ),
    (
        "offload/effects/mod.rs",
        "Walker",
        "what statements, expressions, views and pointers do is followed in terms of each other: one recursive walk",
    ),
    (
        "tir/build/function.rs",
        "FunctionBuilder",
        "operations of statements, expressions and references are built in terms of each other: one recursive walk",
    ),
];

#[test]
fn functions_can_be_held_in_mind() {
    let long = sources().iter().flat_map(|(file, text)| long_functions(file, text)).collect();
    hold(
        long,
        LONG_FUNCTIONS,
        MOST_LINES,
        "lines",
        "take a part out that has a name: a case of its `match`, a phase of its work",
    );
}

#[test]
fn structs_have_few_fields() {
    let all = sources();
    let mut wide = Vec::new();
    for (file, text) in &all {
        for (name, at) in structs(text) {
            let lines: Vec<&str> = text.lines().skip(at + 1).take_while(|line| *line != "}").collect();
            let fields = lines.into_iter().filter(|line| is_field(line)).count();
            wide.push((file.clone(), name, fields));
        }
    }
    hold(
        wide,
        WIDE_STRUCTS,
        MOST_FIELDS,
        "fields",
        "put those that belong together in a struct of their own",
    );
}

#[test]
fn structs_have_few_methods() {
    let all = sources();
    let mut defined: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (file, text) in &all {
        structs(text).into_iter().for_each(|(name, _)| defined.entry(name).or_default().push(file.clone()));
    }
    let mut methods: BTreeMap<(PathBuf, String), usize> = BTreeMap::new();
    for (file, text) in &all {
        let mut of = None;
        for line in text.lines() {
            if line.starts_with("impl") {
                of = implemented(line);
            } else if line == "}" {
                of = None;
            } else if let Some(name) = &of
                && indentation(line) == 4
                && function_name(line).is_some()
                && let Some(home) = defined.get(name).and_then(|files| nearest(files, file))
            {
                *methods.entry((home, name.clone())).or_default() += 1;
            }
        }
    }
    let methods = methods.into_iter().map(|((file, name), count)| (file, name, count)).collect();
    let way_out = "let each part of its state be a struct with the methods that use only that";
    hold(methods, BUSY_STRUCTS, MOST_METHODS, "methods", way_out);
}

/// Fails for what is over the limit and no exception, and for exceptions that are not needed.
fn hold(
    found: Vec<(PathBuf, String, usize)>,
    exceptions: &[(&str, &str, &str)],
    most: usize,
    of_what: &str,
    way_out: &str,
) {
    let is_same = |(file, name, _): &(&str, &str, &str), found: &(PathBuf, String, usize)| {
        found.0 == Path::new(file) && found.1 == *name
    };
    let over: Vec<_> = found.into_iter().filter(|(_, _, count)| *count > most).collect();
    let mut wrong = Vec::new();
    for one in over.iter().filter(|one| !exceptions.iter().any(|exception| is_same(exception, one))) {
        let (file, name, count) = one;
        wrong.push(format!("src/{}: `{name}`: {count} {of_what}, at most {most}", file.display()));
    }
    for (file, name, reason) in exceptions {
        assert!(!reason.is_empty(), "the exception for `{name}` states its reason");
        if !over.iter().any(|one| is_same(&(file, name, reason), one)) {
            wrong.push(format!("src/{file}: `{name}` needs no exception: remove it"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n{way_out}; or state the reason in the table of this test",
        wrong.join("\n")
    );
}

fn long_functions(file: &Path, text: &str) -> Vec<(PathBuf, String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let end = format!("{}}}", " ".repeat(indentation(line)));
        let is_head_end = |line: &&&str| line.ends_with(['{', ';', '}']);
        let has_body = lines[at..].iter().find(is_head_end).is_some_and(|line| line.ends_with('{'));
        let length = lines[at..].iter().position(|line| *line == end);
        if let Some(length) = length.filter(|_| has_body) {
            found.push((file.to_path_buf(), name.to_string(), length + 1));
        }
    }
    found
}

/// The structs with named fields, and the lines where they begin.
fn structs(text: &str) -> Vec<(String, usize)> {
    let lines = text.lines().enumerate();
    let named = |(at, line): (usize, &str)| {
        let rest = without_visibility(line).strip_prefix("struct ")?;
        line.ends_with('{').then(|| (word(rest).to_string(), at))
    };
    lines.filter_map(named).collect()
}

fn is_field(line: &str) -> bool {
    let rest = without_visibility(line.trim_start());
    let rest = rest.strip_prefix("r#").unwrap_or(rest);
    indentation(line) == 4 && !word(rest).is_empty() && rest[word(rest).len()..].starts_with(": ")
}

/// The type of an `impl` block that implements no trait.
fn implemented(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let mut depth = 0;
    let end = rest.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    })?;
    let of = rest[end..].trim_start_matches('>').trim();
    let of = of.split(['<', ' ']).next().unwrap_or("");
    let name = of.rsplit("::").next().unwrap_or("");
    (!line.contains(" for ")).then(|| name.to_string())
}

fn function_name(line: &str) -> Option<&str> {
    let mut rest = without_visibility(line.trim_start());
    for prefix in ["const ", "unsafe ", "extern \"C\" "] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    rest.strip_prefix("fn ").map(word)
}

fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else { return line };
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    rest.trim_start()
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Of several files that define a struct of one name, the one that shares most of its path with `file`.
fn nearest(files: &[PathBuf], file: &Path) -> Option<PathBuf> {
    let shared = |other: &&PathBuf| {
        other.components().zip(file.components()).take_while(|(one, other)| one == other).count()
    };
    files.iter().max_by_key(shared).cloned()
}
