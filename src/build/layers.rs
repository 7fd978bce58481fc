//! Which source of the runtime uses which: no circles, and the layers of `docs/architecture/runtime.md`.
//!
//! A source uses another if it names a function or variable that the other defines, itself or through the macros and
//! inline functions of headers. That is read from the text, for all conditions of the preprocessor at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::c_text::{Word, declarations, declared, names, words};
use super::runtime::FILES;

/// A name, or what macros paste together of such a beginning and end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    beginning: String,
    end: Option<String>,
}

impl Pattern {
    fn fits(&self, name: &str) -> bool {
        let Some(end) = &self.end else { return name == self.beginning };
        let least = self.beginning.len() + end.len();
        name.len() > least && name.starts_with(&self.beginning) && name.ends_with(end.as_str())
    }
}

/// A macro or an inline function, and the words in it.
struct Definition {
    patterns: Vec<Pattern>,
    uses: BTreeSet<String>,
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn used(words: &[Word<'_>]) -> BTreeSet<String> {
    let names = words.iter().filter(|word| is_name(word.text) && !word.is_member);
    names.map(|word| word.text.to_string()).collect()
}

/// The names that a macro's text pastes together.
fn pasted(words: &[Word<'_>]) -> Vec<Pattern> {
    let is_paste = |at: usize| {
        words.get(at).is_some_and(|word| word.text == "#")
            && words.get(at + 1).is_some_and(|word| word.text == "#")
    };
    let mut found = Vec::new();
    for at in 0..words.len() {
        if !words[at].text.starts_with("offcy_") || !is_paste(at + 1) {
            continue;
        }
        let mut last = at + 3;
        while is_paste(last + 1) {
            last += 3;
        }
        let end = if last > at + 3 { words[last].text } else { "" };
        found.push(Pattern { beginning: words[at].text.to_string(), end: Some(end.to_string()) });
    }
    found
}

/// The macros of a text, each from its name to the end of its line.
fn macros(text: &str) -> Vec<Definition> {
    let joined = text.replace("\\\n", " ");
    let bodies = joined
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("#")?.trim_start().strip_prefix("define "));
    let definition = |body: &str| {
        let words = words(body);
        let name = Pattern { beginning: words.first().map_or("", |word| word.text).to_string(), end: None };
        let patterns = std::iter::once(name).chain(pasted(&words)).collect();
        Definition { patterns, uses: used(&words) }
    };
    bodies.map(definition).collect()
}

fn inline_functions(text: &str) -> Vec<Definition> {
    let all = words(text);
    let plain: Vec<Word<'_>> = all.into_iter().filter(|word| !word.is_directive).collect();
    let definition = |words: &&[Word<'_>]| {
        let inner: Vec<Word<'_>> = words.iter().filter(|word| word.depth > 0).copied().collect();
        let patterns =
            declared(words).into_iter().map(|beginning| Pattern { beginning, end: None }).collect();
        Definition { patterns, uses: used(&inner) }
    };
    declarations(&plain)
        .iter()
        .filter(|words| words.iter().any(|word| word.text == "inline"))
        .map(definition)
        .collect()
}

/// For each source the sources that it uses, with one of the names.
type Graph = BTreeMap<&'static str, BTreeMap<&'static str, String>>;

fn graph() -> Graph {
    let stem = |name: &'static str| name.trim_start_matches("src/");
    let headers = FILES.iter().filter(|file| !file.is_source());
    let in_headers: Vec<Definition> =
        headers.flat_map(|file| macros(file.text).into_iter().chain(inline_functions(file.text))).collect();
    let sources: Vec<_> = FILES.iter().filter(|file| file.is_source()).collect();
    let mut owners: Vec<(Pattern, &'static str)> = Vec::new();
    for file in &sources {
        let plain = names(file.text).shared.into_iter().map(|beginning| Pattern { beginning, end: None });
        let made = macros(file.text)
            .into_iter()
            .flat_map(|found| found.patterns)
            .filter(|found| found.end.is_some());
        // Others' names are the C library's, which `rt_device.c` has for some devices.
        let is_ours = |pattern: &Pattern| pattern.beginning.starts_with("offcy_");
        owners.extend(plain.chain(made).filter(is_ours).map(|pattern| (pattern, stem(file.name))));
    }
    let owner = |name: &str| {
        let exact = owners.iter().find(|(pattern, _)| pattern.end.is_none() && pattern.fits(name));
        exact.or_else(|| owners.iter().find(|(pattern, _)| pattern.fits(name))).map(|(_, file)| *file)
    };
    let mut graph = BTreeMap::new();
    for file in &sources {
        let own = names(file.text).own;
        let mut open: Vec<String> =
            used(&words(file.text)).into_iter().filter(|name| !own.contains(name)).collect();
        let (mut seen, mut uses) = (BTreeSet::new(), BTreeMap::new());
        while let Some(name) = open.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            match owner(&name) {
                Some(other) if other != stem(file.name) => {
                    uses.entry(other).or_insert(name);
                }
                Some(_) => {}
                None => {
                    let fitting =
                        in_headers.iter().filter(|of| of.patterns.iter().any(|pattern| pattern.fits(&name)));
                    open.extend(fitting.flat_map(|of| of.uses.iter().cloned()));
                }
            }
        }
        graph.insert(stem(file.name), uses);
    }
    graph
}

/// A way from a source back to itself, as "a.c uses `f` of b.c"; `None`: there is none.
fn circle(graph: &Graph, start: &'static str) -> Option<Vec<String>> {
    let mut from: BTreeMap<&'static str, &'static str> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        for &next in graph[file].keys() {
            if from.contains_key(next) {
                continue;
            }
            from.insert(next, file);
            if next != start {
                open.push(next);
                continue;
            }
            let (mut steps, mut at) = (Vec::new(), start);
            loop {
                let before = from[at];
                steps.push(format!("{before} uses `{}` of {at}", graph[before][at]));
                at = before;
                if at == start {
                    steps.reverse();
                    return Some(steps);
                }
            }
        }
    }
    None
}

#[test]
fn the_runtime_has_no_circles() {
    let graph = graph();
    assert!(graph.len() > 50, "the sources are read");
    // Uses in the text, through a macro that defines, and through an inline function.
    assert!(graph["py_buffer.c"].contains_key("py_view.c"));
    assert!(graph["py_array.c"].contains_key("py_dtype.c"));
    assert!(graph["py_element.c"].contains_key("py_convert.c"));
    for file in graph.keys() {
        if let Some(steps) = circle(&graph, file) {
            panic!(
                "sources of the runtime use one another in a circle:\n  {}\nMove what they share to a file below both, \
                 or what needs both to one above (docs/architecture/runtime.md, \"Layers\").",
                steps.join("\n  ")
            );
        }
    }
}

/// The files that each row of the page names, the lowest layer first.
fn layers(page: &str) -> Vec<Vec<String>> {
    let table = page.split("## Layers").nth(1).expect("the page has this section");
    let rows = table.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let files = |row: &str| row.split('`').filter(|word| word.ends_with(".c")).map(str::to_string).collect();
    rows.take_while(|line| line.starts_with('|')).map(files).collect()
}

#[test]
fn the_runtime_stands_in_layers() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture/runtime.md");
    let layers = layers(&std::fs::read_to_string(page).expect("the page is there"));
    let graph = graph();
    let layer_of = |file: &str| layers.iter().position(|files| files.iter().any(|name| name == file));
    let mut wrong = Vec::new();
    for (file, uses) in &graph {
        let count = layers.iter().flatten().filter(|name| name == file).count();
        if count != 1 {
            wrong.push(format!("{file} is in {count} rows of the table of layers: it belongs in one"));
        }
        for (other, name) in uses {
            if layer_of(other) > layer_of(file) {
                wrong.push(format!("{file} uses `{name}` of {other}, which is in a layer above it"));
            }
        }
    }
    let is_source = |name: &&String| graph.contains_key(name.as_str());
    wrong.extend(
        layers.iter().flatten().filter(|name| !is_source(name)).map(|name| format!("{name} is not a source")),
    );
    assert!(wrong.is_empty(), "docs/architecture/runtime.md, \"Layers\":\n{}", wrong.join("\n"));
}
